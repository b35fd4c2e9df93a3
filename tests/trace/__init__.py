"""Checks of the circle from rulebook to page, clause by clause: ``nox -s trace``."""
