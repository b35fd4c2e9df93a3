"""Engines for tests of the suite: right ones in other languages, and wrong ones."""
