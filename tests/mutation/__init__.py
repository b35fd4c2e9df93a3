"""Mutation tests: small changes to the rules that no test notices, with the reason for each."""
