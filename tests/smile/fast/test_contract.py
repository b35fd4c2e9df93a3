"""The packed game keeps the contract, and is an engine that the suite passes."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings

from fireflies import smile, testing
from fireflies.conformance import runner
from fireflies.conformance.cases import load
from fireflies.conformance.engines import starter
from fireflies.conformance.explorer import Explorer
from fireflies.conformance.pool import Pool
from fireflies.smile import GAME, fast, strategies
from fireflies.smile.fast.strategies import PHASES

TestPlays = testing.machine(fast.GAME).TestCase
# Each play is up to 50 states, and each state passes most checks.
TestPlays.settings = settings(max_examples=settings().max_examples // 5)


@pytest.mark.parametrize(
    "check",
    testing.properties(fast.GAME),
    ids=[check.__name__ for check in testing.properties(fast.GAME)],
)
def test_contract(check: Callable[[], None]) -> None:
    """Each property of the contract holds for packed states."""
    check()


def test_the_readable_game_has_the_packed_one() -> None:
    """Whoever sets up the one finds the other, which has none itself."""
    options = {"players": 4, "starting_player": 1}
    packed = fast.set_up(options)
    assert GAME.set_up(options).fastest_start == packed.start == packed.fastest_start
    assert packed.packed is None
    assert fast.GAME.name == GAME.name


@given(testing.states(GAME))
def test_phases_are_those_of_the_readable_game(state: object) -> None:
    """Whatever they are tried on."""
    assert isinstance(state, smile.State)
    assert {name: holds(fast.pack(state)) for name, holds in PHASES.items()} == {
        name: holds(state) for name, holds in strategies.PHASES.items()
    }


def test_the_suite_passes_the_packed_game() -> None:
    """Named on a command line as any engine in this process: every case, and plays drawn anew."""
    pool = Pool(starter(["direct:fireflies.smile.fast:GAME"], 10.0), 1)
    verdicts = {one.case.id: one.verdict for one in runner.run(pool, GAME, load(GAME))}
    assert {it: verdicts[it] for it in verdicts if verdicts[it].status != "passed"} == {}
    explorer = Explorer(GAME, pool, 1)
    assert [it for one in explorer.explore(range(200)) if (it := one.parting) is not None] == []
    assert pool.faults == []
