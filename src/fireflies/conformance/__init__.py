"""The conformance suite: test an engine, in any language, clause by clause."""

from typing import Final

SUITE: Final = "1.0"
"""The version of the suite; docs/suite.rst says what a new version may change."""
