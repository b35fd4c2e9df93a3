"""Tests with the type checkers: ``nox -s typing``."""
