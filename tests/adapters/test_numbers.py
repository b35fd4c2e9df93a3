"""What the adapters share: any game of ours as numbers, and plays that remember."""

import pickle
from copy import deepcopy
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies import smile
from fireflies.adapters._extras import not_installed
from fireflies.adapters._numbers import Numbering
from fireflies.adapters._plays import Play, Rules
from fireflies.contract import IllegalAction, InvalidOptions
from fireflies.errors import UnusableGame
from fireflies.smile import fast
from tests.adapters.veiled import VEILED, like_smile
from tests.smile.plays import play, random_options

SIX: Final = {"players": 3, "auctions": 2, "beads": 1, "box": ["1", "2", "2", "2", "5", "-3 red"]}

seeds = st.integers(0, 2**32)


def test_an_example_by_hand() -> None:
    """Cards -3 red, 1, 2, 5; three of the 2; then a row in which seat 0 has to bid on slot a."""
    numbering, state = Numbering(smile.GAME, SIX), smile.GAME.start(SIX)
    assert numbering.legal(state) == [0, 1, 2, 3]
    assert numbering.weights(state) == [(0, 1), (1, 1), (2, 3), (3, 1)]
    assert numbering.mask(state) == [0, 0, 0, 0, 0, 0]
    for number in (2, 1, 2):
        state = state.apply(numbering.chance_actions.action(number))
    assert numbering.legal(state) == [0]
    state = state.apply(numbering.actions.action(0))
    assert numbering.legal(state) == [0, 3]
    assert numbering.mask(state) == [1, 0, 0, 1, 0, 0]
    assert str(numbering.actions.action(3)) == "back-out a"
    assert numbering.actions.number(smile.BackOut("a")) == 3
    assert numbering.weights(state) == []


def test_numbers_ascend_in_whatever_order_the_rules_list() -> None:
    """Here the cards are numbered from the 5 down, and the back-outs come before the bids."""
    numbering, state = Numbering(VEILED, SIX), VEILED.start(SIX)
    assert numbering.legal(state) == [0, 1, 2, 3]
    assert numbering.weights(state) == [(0, 1), (1, 3), (2, 1), (3, 1)]
    for text in ("reveal 1", "reveal 2", "reveal 5", "bid a"):
        state = state.apply(VEILED.read_action(text))
    assert numbering.legal(state) == [2, 5]
    assert numbering.mask(state) == [0, 0, 1, 0, 0, 1]


@given(seeds)
def test_the_mask_tells_what_is_legal(seed: int) -> None:
    """The actions of the ones are the legal ones; chance leaves zeros. Packed or not."""
    chooser = Random(seed)
    options = random_options(chooser)
    numbering, packed = Numbering(smile.GAME, options), fast.start_with(options)
    for state, action in play(options, chooser):
        mask = numbering.mask(state)
        allowed = [numbering.actions.action(n) for n, one in enumerate(mask) if one]
        legal = state.legal_actions if isinstance(state.actor, int) else ()
        assert set(allowed) == set(legal)
        assert numbering.mask(packed) == mask
        assert numbering.weights(packed) == numbering.weights(state)
        if action is not None:
            packed = packed.apply(action)


def test_the_limits_go_with_the_observation() -> None:
    """One pair for each number."""
    numbering = Numbering(smile.GAME, SIX)
    lowest, highest = numbering.limits()
    numbers = numbering.tensors.observe(smile.GAME.start(SIX).view(0))
    assert len(lowest) == len(highest) == len(numbers)
    assert lowest[7] == 1, "the auction"
    assert highest[7] == 2


@pytest.mark.parametrize("number", [-1, 6, 99])
def test_a_number_of_no_action_is_refused(number: int) -> None:
    """Also one that Python would count from the end."""
    with pytest.raises(ValueError, match=f"^no action has the number {number}, only 0 to 5$"):
        Numbering(smile.GAME, SIX).actions.action(number)


def test_an_action_of_another_game_has_no_number() -> None:
    """A card that is not in this box."""
    reveal = smile.read_action("reveal 6")
    with pytest.raises(ValueError, match=r"^no number stands for reveal 6 in this game$"):
        Numbering(smile.GAME, SIX).chance_actions.number(reveal)


def test_a_game_without_tensors_is_refused() -> None:
    """There is nobody to say which numbers its actions have."""
    with pytest.raises(UnusableGame, match="'smile' can't be used: its actions have no numbers"):
        Numbering(like_smile(tensors=""), SIX)
    with pytest.raises(InvalidOptions, match="players"):
        Numbering(smile.GAME, {"players": 9})


def grown(rules: Rules, *numbers: int) -> Play:
    """A play with these actions."""
    begun = rules.start
    for number in numbers:
        begun = begun.after(number)
    return begun


def test_a_play_tells_what_was_done() -> None:
    """In words and in numbers, from the start; a play that was is not changed by what follows."""
    rules = Rules(smile.GAME, SIX)
    early = grown(rules, 2, 1, 2)
    late = early.after(0)
    assert late.told(1) == "seat 1\nreveal 2\nreveal 1\nreveal 2\nbid a"
    assert early.told(1) == "seat 1\nreveal 2\nreveal 1\nreveal 2"
    assert early.after(0).told(0) == "seat 0\nreveal 2\nreveal 1\nreveal 2\nbid a"
    assert rules.start.told(0) == "seat 0"
    assert late.numbers() == [2, 1, 2, 0]
    assert late.witnessed(2) == [8, 7, 8, 0], "six actions of seats come before those of chance"
    assert isinstance(late.state, fast.State), "packed, where a game has a twin"
    with pytest.raises(IllegalAction, match=r"smile\.bid\.lowest-card"):
        early.after(2)


def test_a_play_is_its_own_copy_and_comes_out_of_a_pickle() -> None:
    """With all that it can tell."""
    late = grown(Rules(smile.GAME, SIX), 2, 1, 2, 0)
    assert deepcopy(late) is late
    again = pickle.loads(pickle.dumps(late))  # noqa: S301  # our own
    assert again.state == late.state
    assert again.told(1) == late.told(1)
    assert again.rules.options == late.rules.options


def test_what_is_hidden_is_told_as_hidden() -> None:
    """A seat knows its own bid; of another's only that it was one."""
    late = grown(Rules(VEILED, SIX), 1, 2, 1, 5)
    assert isinstance(late.state, smile.State), "as it is, where a game has no twin"
    assert late.told(0).endswith("\nbid a")
    assert late.told(1).endswith("\nbid ?")
    assert late.witnessed(0)[-1] == 0
    assert late.witnessed(1)[-1] == 10, "the last of all"
    assert [late.is_open_to(seat) for seat in range(3)] == [True, False, False]


def test_a_missing_extra_is_told_in_one_line() -> None:
    """With what to install."""
    error = not_installed("openspiel")
    assert str(error) == (
        'fireflies.adapters.openspiel needs what this installs: pip install "fireflies[openspiel]"'
    )
