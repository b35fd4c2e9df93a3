"""The installed packed game does the same as its sources, run as plain Python.

Where the installed package is compiled, as in ``nox -s compiled``, this compares machine code with
its source. Elsewhere it compares the source with itself, in few plays, to keep the tests working.
"""

import pickle
import random
from pathlib import Path
from typing import Any, Final

import pytest

from fireflies import smile
from fireflies.games import Game
from fireflies.smile import fast
from fireflies.smile.fast.batch import SEAT_BITS, Games
from tests.smile.fast import pure
from tests.smile.plays import play, random_options
from tests.smile.test_oracle import SMALL

PURE: Final[Any] = pure.load()
PLAYS: Final = 250 if fast.COMPILED else 10


def test_the_source_is_python() -> None:
    """One package is plain Python; the other is compiled if it says so."""
    assert PURE.COMPILED is False
    assert type(PURE.State.apply).__name__ == "function"
    assert (type(fast.State.apply).__name__ == "function") != fast.COMPILED
    assert PURE.State is not fast.State
    assert isinstance(PURE.GAME, Game)


def test_every_module_is_compared() -> None:
    """The list of loaded modules is complete."""
    names = {path.stem for path in Path(fast.__file__).parent.glob("*.py")}
    assert names == {"__init__", *filter(None, pure.ORDER)}


def same(ours: Any, theirs: Any) -> None:
    """Require the same words, and the same answers."""
    assert ours.words == theirs.words
    assert ours.legal_actions == theirs.legal_actions
    assert ours.legal_mask == theirs.legal_mask
    assert (ours.actor, ours.outcome) == (theirs.actor, theirs.outcome)


@pytest.mark.parametrize("batch", range(4))
def test_random_plays_are_the_same(batch: int) -> None:
    """In each state words and answers are equal; in each tenth play also rows and refusals.

    Random plays from the states of each tenth play are equal too.
    """
    chooser = random.Random(f"compiled {batch}")
    for number in range(PLAYS):
        options = random_options(chooser)
        ours, theirs = fast.set_up(options).start, PURE.set_up(options).start
        for state, action in play(options, chooser):
            same(ours, theirs)
            if number % 10 == 0:
                assert fast.pack(state).words == PURE.pack(state).words == ours.words
                assert fast.rollout(ours, number) == PURE.rollout(theirs, number)
                assert ours.deal_row(number).words == theirs.deal_row(number).words
                tried = chooser.choice([None, "bid a", smile.Bid("f"), smile.BackOut("c")])
                assert ours.check(tried) == theirs.check(tried)
                assert pickle.loads(pickle.dumps(ours)) == ours  # noqa: S301  # our own
            if action is not None:
                ours, theirs = ours.apply(action), theirs.apply(action)


def test_playouts_are_the_same() -> None:
    """For all numbers of players, with any options and seeds."""
    chooser = random.Random(3)
    for players in (3, 4, 5):
        options: dict[str, object] = {"players": players}
        seed = chooser.getrandbits(64)
        assert fast.playouts(options, 50, seed) == PURE.playouts(options, 50, seed)
    for seed in range(50 if fast.COMPILED else 5):
        options = random_options(chooser)
        assert fast.playouts(options, 5, seed) == PURE.playouts(options, 5, seed)


@pytest.mark.parametrize("skip_forced", [False, True])
def test_batches_are_the_same(skip_forced: bool) -> None:  # noqa: FBT001  # a parameter
    """For random options, turn by turn; a game that is over begins anew with another seed."""
    chooser = random.Random(5)
    for seed in range(PLAYS // 10 + 2):
        options = random_options(chooser)
        ours, theirs = (
            make(package.set_up(options).start, 3, skip_forced=skip_forced)
            for package, make in ((fast, Games), (PURE, PURE.batch.Games))
        )
        players, over, begun = ours.state(0).seats, [0, 1, 2], 0
        while begun < 9:
            for game in over:
                begun += 1
                for batch in (ours, theirs):
                    batch.begin(game, (seed << 63) - begun & 2**64 - 1)
            turns = ours.turns()
            assert turns == theirs.turns()
            assert ours.words() == theirs.words()
            legal = [[n for n in range(10) if turn >> SEAT_BITS + n & 1] for turn in turns]
            bits = [chooser.choice(some) for some in legal]
            chosen = bytes([bit if bit < 5 else bit - 5 + players for bit in bits])
            over = ours.advance(chosen)
            assert over == theirs.advance(chosen)
            assert [ours.outcome(n) for n in range(3)] == [theirs.outcome(n) for n in range(3)]


@pytest.mark.parametrize("name", SMALL)
def test_every_play_of_small_variants_is_the_same(name: str) -> None:
    """The words and answers are equal in every state of every play."""
    waiting = [(fast.set_up(SMALL[name]).start, PURE.set_up(SMALL[name]).start)]
    known = {waiting[0][0]}
    while waiting:
        ours, theirs = waiting.pop()
        same(ours, theirs)
        for action in ours.legal_actions:
            after = ours.apply(action)
            if after not in known:
                known.add(after)
                waiting.append((after, theirs.apply(action)))
