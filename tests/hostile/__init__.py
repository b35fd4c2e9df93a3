"""Hostile inputs for every reader of the library, repeatable by seed, target and number."""
