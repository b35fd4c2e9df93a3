"""The conformance suite: any engine, in any language, is judged clause by clause."""

from typing import Final

SUITE: Final = "1.0"
"""The version of the suite; the page of the suite says what a new one may change."""
