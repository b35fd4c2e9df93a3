"""Checks of the pages in a browser."""
