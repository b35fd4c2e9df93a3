"""Smile keeps the contract: the exported properties, and plays by a state machine."""

from collections.abc import Callable

import pytest

from fireflies import testing
from fireflies.smile import GAME

TestPlays = testing.machine(GAME).TestCase


@pytest.mark.parametrize(
    "check", testing.properties(GAME), ids=[check.__name__ for check in testing.properties(GAME)]
)
def test_contract(check: Callable[[], None]) -> None:
    """Each property of the contract holds for Smile."""
    check()
