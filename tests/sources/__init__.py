"""Checks for owners of the printed rules: give the folder to ``nox -s trace``."""
