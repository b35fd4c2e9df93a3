"""Tests that the packed game keeps the contract, and passes the suite as an engine."""

from dataclasses import replace
from typing import Final

import pytest
from hypothesis import settings

from fireflies import testing
from fireflies.conformance import runner
from fireflies.conformance.cases import load
from fireflies.conformance.engines import make_starter
from fireflies.conformance.explorer import Explorer
from fireflies.conformance.pool import Pool
from fireflies.smile import GAME, fast
from fireflies.smile.play import generators

pytestmark = pytest.mark.long


class Packed:
    """The generators of Smile, for packed states."""

    PHASES: Final = {"any": lambda _: True}
    options = staticmethod(generators.options)
    actions = staticmethod(generators.actions)

    @staticmethod
    def conserved(state: fast.State) -> object:
        """Return a value that no action changes."""
        return generators.conserved(state.unpack())


# That a packed state answers as the readable one does is tested in test_equal. The machine adds
# copies, pickles and repr, and that no state ever changes.
TestPlays = testing.machine(replace(fast.GAME, generators=Packed)).TestCase
TestPlays.settings = settings(max_examples=settings().max_examples // 10)


def test_the_readable_game_has_the_packed_one() -> None:
    """A setup of Smile has the packed game; a setup of the packed game has no other."""
    options = {"players": 4, "starting_player": 1}
    packed = fast.set_up(options)
    assert GAME.set_up(options).fastest_start == packed.start == packed.fastest_start
    assert packed.packed is None
    assert fast.GAME.name == GAME.name


def test_the_suite_passes_the_packed_game() -> None:
    """As an engine in this process it passes every case, and random plays of the explorer."""
    pool = Pool(make_starter(["direct:fireflies.smile.fast:GAME"], 10.0), 1)
    verdicts = {one.case.id: one.verdict for one in runner.run(pool, GAME, load(GAME))}
    assert {it: verdicts[it] for it in verdicts if verdicts[it].status != "passed"} == {}
    explorer = Explorer(GAME, pool, 1)
    assert [it for one in explorer.explore(range(40)) if (it := one.difference) is not None] == []
    assert pool.faults == []
