"""Firefly Festival keeps the contract: the exported properties, and plays by a state machine."""

from collections import Counter
from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from fireflies import testing
from fireflies.conformance.samples import examples
from fireflies.festival import GAME, State, strategies

PLAYS: Final = testing.machine(GAME)
TestPlays = pytest.mark.long(PLAYS.TestCase)
# Each play is up to 50 states, and each state passes most checks.
TestPlays.settings = settings(max_examples=settings().max_examples // 5)


def test_two_plays() -> None:
    """They reach each line of the checks, which are measured here."""
    run_state_machine_as_test(PLAYS, settings=settings(max_examples=2))


@pytest.mark.long
@pytest.mark.parametrize(
    "check", testing.properties(GAME), ids=[check.__name__ for check in testing.properties(GAME)]
)
def test_contract(check: Callable[[], None]) -> None:
    """Each property of the contract holds for Firefly Festival."""
    check()


@pytest.mark.long
def test_sampled_states_reach_every_phase_and_landmark() -> None:
    """Each occurs among 100 sampled states."""
    met = Counter[str]()
    for state in examples(lambda: testing.states(GAME), "states", 100):
        assert isinstance(state, State)
        met.update(name for name, holds in strategies.PHASES.items() if holds(state))
    assert {*strategies.PHASES} - {*met} == set()
