"""Tests of the pictures of an engine's state."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from fireflies import games, smile
from fireflies.conformance.cases import Request
from fireflies.conformance.drawing import pictures
from fireflies.conformance.sides import rules_state

PLAYED = ("reveal 2", "reveal 2 yellow", "reveal -1 red", "bid a", "bid b", "back-out a")


def request(name: str = "smile") -> Request:
    """Return a play of a game."""
    game = games.get(name)
    options = dict(game.set_up({}).options)
    if name == "smile":
        options |= {"box": ["2 yellow", "-1 red", "2", "3 red", "1", "4"], "auctions": 2}
        return Request(name, game.edition, options | {"starting_player": 0}, PLAYED[:5])
    return Request(name, game.edition, options, ())


def drawn(change: Mapping[str, object], name: str = "smile") -> tuple[str, str] | None:
    """Return both pictures after a change of our own state."""
    game, asked = games.get(name), request(name)
    ours = rules_state(game, asked, len(asked.actions))
    return pictures(game, asked, len(asked.actions), {**ours, **change})


def players(number: int, **changes: object) -> list[Any]:
    """Return the players of our state, one of them changed."""
    found = rules_state(smile.GAME, request(), 5)["players"]
    assert isinstance(found, list)
    found[number] |= changes
    return found


def test_both_positions_are_drawn_and_the_difference_is_marked() -> None:
    both = drawn({"players": players(1, clear=9)})
    assert both is not None
    ours, theirs = both
    assert "9 clear, " in theirs
    assert "9 clear, " not in ours
    assert 'class="changed"' in theirs or 'class="new"' in theirs
    assert "Allowed: " not in ours + theirs


def test_a_card_that_moved_is_drawn() -> None:
    """The texts of the wire become cards again."""
    both = drawn({"discarded": ["3 red", "4"], "undealt": ["1"]})
    assert both is not None
    assert "Discarded" in both[1]
    assert "Discarded" not in both[0]


@pytest.mark.parametrize(("name", "key"), [("festival", "sorin"), ("misbehavin", "turn")])
def test_other_games_are_drawn(name: str, key: str) -> None:
    both = drawn({key: 977}, name)
    assert both is not None
    assert ["977" in it for it in both] == [False, True]


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"legal": ["bid b"]},
        {"supply": {"clear": 10**9, "blue": 0}},
        {"supply": {"clear": 1.5, "blue": 0}},
        {"supply": {"clear": 1}},
        {"supply": [1, 2]},
        {"supply": "<svg>" * 100},
        {"undealt": ["1"] * 101},
        {"undealt": ["no card"]},
        {"in_auction": [2, 1]},  # our view writes them in another order
        {"row": [{"slot": "a"}]},
        {"players": []},
        {"mood": "good"},
    ],
)
def test_what_can_not_be_drawn_is_not(change: Mapping[str, object]) -> None:
    """Nothing that a picture shows differs, or no table looks like this."""
    assert drawn(change) is None


def test_a_strange_text_is_escaped() -> None:
    both = drawn({"auction": "\x1b<script>"})
    assert both is None or not any(it in both[1] for it in ("<script>", "\x1b"))


def test_a_game_without_pictures_has_none() -> None:
    ours = rules_state(smile.GAME, request(), 5)
    bare = replace(smile.GAME, draw=None)
    assert pictures(bare, request(), 5, {**ours, "auction": 2}) is None
    refused = request()._replace(options={})
    assert pictures(smile.GAME, refused, 5, {**ours, "auction": 2}) is None
    nobody = request()._replace(observer=77)
    assert pictures(smile.GAME, nobody, 5, {**ours, "auction": 2}) is None
