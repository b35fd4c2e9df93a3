"""Firefly Festival."""
