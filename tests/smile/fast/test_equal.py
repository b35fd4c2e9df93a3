"""Tests that the packed game equals the readable one: views, legal actions and refusals.

They compare random plays of random boxes, and every play of small variants. The packed states of a
play come from the packed start and the steps of the packed game, not from the readable states.
"""

import random

import pytest

from fireflies import smile
from fireflies.chance import Draws
from fireflies.contract import CHANCE, SPECTATOR, IllegalAction, Observer
from fireflies.errors import InvalidNotation
from fireflies.smile import fast
from tests.campaign import count, generator
from tests.smile.plays import play, random_options
from tests.smile.test_oracle import SMALL, TEXTS

PLAYS = 500
BATCHES = count(1, campaign=100)
LARGE = {
    *("two auctions without beads", "two auctions with one bead"),
    "three players with eleven beads",
}
"""The small variants with the most plays."""


def agree(packed: fast.State, state: smile.State, *seats: Observer) -> None:
    """Require the same answers of both, and the same views of these observers.

    Without observers the whole position is compared; else the hands, which views leave out.
    """
    if seats:
        clear, blue = packed.words[3:5]
        assert [*clear.to_bytes(state.seats, "little")] == [hand.clear for hand in state.players]
        assert [*blue.to_bytes(state.seats, "little")] == [hand.blue for hand in state.players]
    else:
        assert packed.unpack() == state
    assert packed.legal_actions == state.legal_actions
    assert packed.actor == state.actor
    assert packed.outcome == state.outcome
    assert packed.chance_weights == state.chance_weights
    for seat in seats:
        assert packed.view(seat) == state.view(seat)


def same_position(packed: fast.State, state: smile.State) -> None:
    """Require that the readable state, packed anew, gives the same packed state and hash."""
    anew = fast.pack(state)
    assert packed == anew
    assert hash(packed) == hash(anew)


def draw_alike(packed: fast.State, state: smile.State, seed: int) -> None:
    """Require that equal draws give the same card and hands, and equal actions equal steps."""
    if state.actor == CHANCE:
        assert packed.deal(Draws(seed, CHANCE)) == state.deal(Draws(seed, CHANCE))
    else:
        with pytest.raises(ValueError, match="no card"):
            packed.deal(Draws(seed, CHANCE))
    for observer in (None, SPECTATOR, *range(state.seats)):
        other = packed.alike(observer, Draws(seed, "alike"))
        assert other == fast.pack(state.alike(observer, Draws(seed, "alike")))
    for action in state.legal_actions:
        step, theirs = packed.step(action), state.step(action)
        assert (step.before, step.action, step.events) == (packed, action, theirs.events)
        assert step.after == packed.apply(action)
        assert step.after.unpack() == theirs.after
        assert step.seen_by(SPECTATOR) == theirs.seen_by(SPECTATOR)
        assert packed.redact(action, 0) is action


def refuse_alike(packed: fast.State, state: smile.State, text: str) -> None:
    """Require that both accept an action, or both refuse it with an equal violation."""
    before = packed.words
    try:
        action = smile.read_action(text)
    except InvalidNotation:
        return
    theirs = state.check(action)
    ours = packed.check(action)
    assert ours == theirs
    assert (action in state.legal_actions) == (theirs is None)
    if theirs is None:
        assert packed.explain(action) == state.explain(action)
        assert packed.apply(action).unpack() == state.apply(action)
    for attempt in (packed.apply, packed.step, packed.explain) if theirs is not None else ():
        with pytest.raises(IllegalAction) as refused:
            attempt(action)
        assert refused.value.violation == theirs
    assert packed.words == before


@pytest.mark.long
@pytest.mark.unmutated
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_plays(batch: int) -> None:
    """500 plays by seats with varied habits, of random boxes and variants, are the same."""
    chooser = generator(f"packed {batch}")
    for number in range(PLAYS):
        options = random_options(chooser)
        packed = fast.set_up(options).start
        for state, action in play(options, chooser):
            agree(packed, state, chooser.choice((None, SPECTATOR, *range(state.seats))))
            if number % 10 == 0:
                same_position(packed, state)
                refuse_alike(packed, state, chooser.choice(TEXTS))
            if number % 50 == 0:
                draw_alike(packed, state, chooser.getrandbits(64))
            if action is not None:
                packed = packed.apply(action)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_longest_plays(players: int) -> None:
    """They have the most auctions, no beads or the most, and different or equal cards."""
    chooser = random.Random(players)
    auctions = min(20, 60 // players)
    count = players * auctions
    unlike = [str(card) for card in smile.default_box() if not card.marker] + ["0"] * 30
    for box in (["1"] * count, ["2 red"] * count, unlike[:count]):
        for beads in (0, 35 // players):
            options = {"players": players, "box": box, "auctions": auctions, "beads": beads}
            packed = fast.set_up(options).start
            for state, action in play(options, chooser):
                agree(packed, state)
                if action is not None:
                    packed = packed.apply(action)


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.unmutated] * (name in LARGE)) for name in SMALL],
)
def test_every_play_of_small_variants(name: str) -> None:
    """Both agree on everything in every state of every play, and have the same states."""
    state = smile.set_up(SMALL[name]).start
    packed = fast.set_up(SMALL[name]).start
    waiting, known = [(packed, state)], {packed: state}
    while waiting:
        packed, state = waiting.pop()
        agree(packed, state, None, SPECTATOR, *range(state.seats))
        draw_alike(packed, state, len(known))
        for text in TEXTS[len(known) % 3 :: 3]:
            refuse_alike(packed, state, text)
        for action in state.legal_actions:
            after = packed.apply(action)
            if after not in known:
                known[after] = state.apply(action)
                waiting.append((after, known[after]))
            assert known[after] == state.apply(action)
    assert len(set(known.values())) == len(known)
    assert any(state.outcome for state in known.values())
