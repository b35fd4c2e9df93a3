"""Tests of the common part of the adapters: action numbers, and plays with information states."""

import pickle
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies import smile
from fireflies.adapters import not_installed
from fireflies.adapters._numbers import Numbering, option_names
from fireflies.adapters._plays import NumberedPlay, Variant
from fireflies.contract import SPECTATOR, IllegalAction, Observer, State
from fireflies.errors import UnusableGame
from fireflies.smile import fast
from fireflies.tensors import Tensors
from tests import kuhn
from tests.smile.plays import random_options

SIX: Final = {"players": 3, "auctions": 2, "beads": 1, "box": ["1", "2", "2", "2", "5", "-3 red"]}

seeds = st.integers(0, 2**32)


def numbered(options: dict[str, Any]) -> tuple[Numbering, State]:
    """Return the numbers of Smile with these options, and its first state."""
    setup = smile.set_up(options)
    return Numbering(smile.GAME, setup), setup.start


def test_an_example_by_hand() -> None:
    """Cards -3 red, 1, 2, 5; three of the 2; then a row in which seat 0 has to bid on slot a."""
    numbering, state = numbered(SIX)
    assert numbering.legal(state) == [0, 1, 2, 3]
    assert numbering.weights(state) == [(0, 1), (1, 1), (2, 3), (3, 1)]
    for number in (2, 1, 2):
        state = state.apply(numbering.chance_actions.action(number))
    assert numbering.legal(state) == [0]
    state = state.apply(numbering.actions.action(0))
    assert numbering.legal(state) == [0, 3]
    assert str(numbering.actions.action(3)) == "back-out a"
    assert numbering.actions.number(smile.BackOut("a")) == 3
    assert numbering.weights(state) == []


def test_a_pickle_has_the_numbers_of_the_same_options() -> None:
    numbering, state = numbered(SIX)
    again = pickle.loads(pickle.dumps(numbering))  # noqa: S301  # it was pickled just now
    assert again.tensors.actions == numbering.tensors.actions
    assert again.tensors.observe(state.view(0)) == numbering.tensors.observe(state.view(0))


def test_legal_numbers_ascend_in_any_order_of_the_rules() -> None:
    """Here cards are numbered downwards, and back-outs come before bids."""
    setup = smile.set_up(SIX)
    assert setup.tensors is not None
    made, state = setup.tensors(), setup.start
    tensors = Tensors[smile.View](
        [], actions=made.actions[::-1], chance_actions=made.chance_actions[::-1]
    )
    numbering = Numbering(smile.GAME, replace(setup, tensors=lambda: tensors))
    assert numbering.legal(state) == [0, 1, 2, 3]
    assert numbering.weights(state) == [(0, 1), (1, 3), (2, 1), (3, 1)]
    for text in ("reveal 1", "reveal 2", "reveal 5", "bid a"):
        state = state.apply(smile.read_action(text))
    assert numbering.legal(state) == [2, 5]


@given(seeds)
def test_legal_actions_have_numbers(seed: int) -> None:
    """Those of packed and readable states have the same."""
    chooser = Random(seed)
    options = random_options(chooser)
    numbering, state = numbered(options)
    packed = smile.set_up(options).fastest_start
    while True:
        known = numbering.actions if isinstance(state.actor, int) else numbering.chance_actions
        assert {*map(known.action, numbering.legal(state))} == {*state.legal_actions}
        assert numbering.legal(packed) == numbering.legal(state)
        assert numbering.weights(packed) == numbering.weights(state)
        if state.actor is None:
            return
        action = chooser.choice(state.legal_actions)
        state, packed = state.apply(action), packed.apply(action)


def test_there_are_limits_for_each_number_of_the_observation() -> None:
    numbering, state = numbered(SIX)
    lowest, highest = numbering.limits()
    numbers = numbering.tensors.observe(state.view(0))
    assert len(lowest) == len(highest) == len(numbers)
    assert lowest[7] == 1, "the auction"
    assert highest[7] == 2


@pytest.mark.parametrize("number", [-1, 6, 99])
def test_a_number_without_an_action_is_refused(number: int) -> None:
    """Also -1, which Python would count from the end."""
    with pytest.raises(ValueError, match=f"^no action has the number {number}, only 0 to 5$"):
        numbered(SIX)[0].actions.action(number)


def test_an_action_of_another_game_has_no_number() -> None:
    reveal = smile.read_action("reveal 6")
    with pytest.raises(ValueError, match=r"^reveal 6 has no number in this game$"):
        numbered(SIX)[0].chance_actions.number(reveal)


def test_seen_actions_are_those_of_seats_of_chance_and_the_redacted_ones() -> None:
    seen = Numbering(kuhn.GAME, kuhn.GAME.set_up({})).seen
    texts = ["pass", "bet", "deal J", "deal Q", "deal K", "deal ?"]
    assert [str(seen.action(number)) for number in range(len(seen))] == texts


def test_a_game_without_tensors_is_refused() -> None:
    with pytest.raises(UnusableGame, match="'smile' can't be used: its actions have no numbers"):
        Numbering(smile.GAME, replace(smile.set_up(SIX), tensors=None))


def test_an_option_with_the_name_of_an_argument_gets_an_underscore() -> None:
    names = option_names(smile.GAME, ("game", "box"))
    assert names == {
        "players": "players",
        "starting_player": "starting_player",
        "box_": "box",
        "auctions": "auctions",
        "beads": "beads",
    }


def grown(variant: Variant, *numbers: int) -> NumberedPlay:
    """Return a play with these actions."""
    begun = variant.start
    for number in numbers:
        begun = begun.after(number)
    return begun


def test_a_play_has_the_text_and_the_numbers_of_its_actions() -> None:
    """Later actions do not change an earlier play."""
    variant = Variant(smile.GAME, SIX)
    early = grown(variant, 2, 1, 2)
    late = early.after(0)
    assert late.seen(1).text == "seat 1\nreveal 2\nreveal 1\nreveal 2\nbid a"
    assert early.seen(1).text == "seat 1\nreveal 2\nreveal 1\nreveal 2"
    assert early.after(0).seen(0).text == "seat 0\nreveal 2\nreveal 1\nreveal 2\nbid a"
    assert variant.start.seen(0).text == "seat 0"
    assert late.numbers_seen(2, 9) == [8, 7, 8, 0], "six actions of seats come before chance's"
    assert late.numbers_seen(2, 3) == [7, 8, 0], "the last ones"
    assert late.numbers_seen(2, 0) == []
    assert isinstance(late.state, fast.State), "packed, where a game has a packed state"
    with pytest.raises(IllegalAction, match=r"smile\.bid\.lowest-card"):
        early.after(2)


def test_a_play_survives_a_copy_and_a_pickle() -> None:
    late = grown(Variant(smile.GAME, SIX), 2, 1, 2, 0)
    assert deepcopy(late) is late
    again = pickle.loads(pickle.dumps(late))  # noqa: S301  # our own
    assert again.state == late.state
    assert again.seen(1).text == late.seen(1).text
    assert again.variant.options == late.variant.options


@pytest.mark.parametrize(
    ("observer", "lines", "numbers"),
    [
        (0, ["seat 0", "deal K", "deal ? (seat 1 is dealt a card)"], [4, 5]),
        (1, ["seat 1", "deal ? (seat 0 is dealt a card)", "deal Q (seat 1 is dealt Q)"], [5, 3]),
        (
            SPECTATOR,
            ["spectator", *[f"deal ? (seat {seat} is dealt a card)" for seat in (0, 1)]],
            [5, 5],
        ),
    ],
)
def test_redacted_actions_are_followed_by_events(
    observer: Observer, lines: list[str], numbers: list[int]
) -> None:
    """Events may reveal more than the actions, for example a showdown."""
    dealt = grown(Variant(kuhn.GAME, {}), 2, 1)
    assert dealt.seen(observer).text.split("\n") == lines
    assert dealt.numbers_seen(observer, 9) == numbers
    assert not dealt.seen(observer).is_complete
    end = dealt.after(0).after(0).seen(observer).text
    assert end.endswith(
        "\npass (seat 0: pass)\npass (seat 1: pass; the cards are K and Q: seat 0 takes the pot)"
    )


def test_a_play_is_complete_until_the_first_redacted_action() -> None:
    start = Variant(kuhn.GAME, {}).start
    assert start.seen(0).is_complete
    assert start.after(2).seen(0).is_complete
    assert not start.after(2).seen(1).is_complete
    assert not start.after(2).after(1).seen(0).is_complete


def test_a_missing_extra_is_an_error_in_one_line() -> None:
    error = not_installed("openspiel")
    assert str(error) == (
        "fireflies.adapters.openspiel needs its extra; "
        'in a clone of fireflies: pip install ".[openspiel]"'
    )
