"""Tests of the code on the pages about adapters."""

import doctest
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from fireflies.adapters import openspiel, openspiel_bots

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGES: Final = [
    path
    for path in sorted(DOCS.glob("*.rst"))
    if ">>> from fireflies.adapters" in path.read_text("utf-8")
]
"""The pages with prompts; :mod:`tests.adapters.pages` runs the other one."""


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_a_page_runs(page: Path) -> None:
    found = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert found.attempted >= 5
    assert found.failed == 0


@pytest.mark.parametrize("module", [openspiel, openspiel_bots])
def test_the_example_of_a_module_runs(module: ModuleType) -> None:
    """The one in the module's docstring."""
    found = doctest.testmod(module)
    assert found.attempted >= 3
    assert found.failed == 0
