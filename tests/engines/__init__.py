"""Engines for the conformance suite to judge: right ones in other languages, and wrong ones."""
