"""Tests of the bots for any game, and of the lookup of bots by name."""

import dataclasses
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fireflies import bots, smile
from fireflies._typing import override
from fireflies.bots import BOTS
from fireflies.chance import Draws
from fireflies.contract import Action, Sight, State, Turn
from fireflies.errors import InvalidData
from fireflies.games import Game
from fireflies.smile import Bid
from tests.kuhn import GAME as KUHN

ACTIONS = tuple(map(Bid, "abcde"))
STATE = smile.State.parse("1 0 012 a:1*1,b:1*2,c:4 3+0/6+0/6+0 17+5 - -")


class SimpleTurn(Turn[State]):
    """A turn that has only legal actions and draws."""

    __slots__ = ("_legal",)

    def __init__(self, draws: Draws, legal: tuple[Action, ...]) -> None:

        def remember() -> tuple[Sight[Any], ...]:
            raise AssertionError("a bot for any game asked what its seat has seen")

        super().__init__(STATE, 0, lambda: draws, remember)
        self._legal = legal

    @property
    @override
    def legal_actions(self) -> tuple[Action, ...]:
        return self._legal


def test_the_bots_by_name() -> None:
    assert set(BOTS) == {"random", "first", "last"}


@pytest.mark.parametrize(("name", "slot"), [("first", "a"), ("last", "e")])
def test_first_and_last_need_no_draw(name: str, slot: str) -> None:
    turn = SimpleTurn(Draws(3, "seat 0"), ACTIONS)
    assert BOTS[name](turn) == Bid(slot)
    assert BOTS[name](SimpleTurn(turn.draws, ACTIONS[1:2])) == Bid("b")
    assert turn.draws.bits() == Draws(3, "seat 0").bits()


def test_random_chooses_every_action_equally_often_with_one_draw() -> None:
    turn = SimpleTurn(Draws(3, "seat 0"), ACTIONS)
    chosen = [BOTS["random"](turn) for _ in range(500)]
    again = Draws(3, "seat 0")
    assert chosen == [ACTIONS[again.below(5)] for _ in range(500)]
    assert {action: 60 < chosen.count(action) < 140 for action in ACTIONS} == dict.fromkeys(
        ACTIONS, True
    )


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_plays_a_legal_action_of_a_real_game(name: str) -> None:
    turn = SimpleTurn(Draws(0, "seat 0"), STATE.legal_actions)
    assert STATE.check(BOTS[name](turn)) is None


# By name


def refused(name: str, **besides: tuple[str, ...]) -> str:
    """Return the message about an unknown bot of Smile."""
    with pytest.raises(InvalidData) as caught:
        bots.named(smile.GAME, name, "seat 2", **besides)
    return str(caught.value)


def test_a_game_adds_bots_to_those_of_all_games() -> None:
    """Names that need a setting end with a colon."""
    assert bots.names(KUHN) == ("random", "first", "last", "search:")
    assert bots.names(smile.GAME) == (*BOTS, "greedy", "search:", "search-view:")
    assert bots.named(KUHN, "last") is bots.last
    assert bots.named(smile.GAME, "greedy") is smile.GAME.bots["greedy"]


def test_an_unknown_name_is_refused_with_all_names() -> None:
    there = "random, first, last, greedy, search:, search-view:, package.module:function"
    for name in ("Random", "", "greedy:", "search", ":", "a-b:c", "a:b-c", "a..b:c", ".a:b", "a:"):
        assert refused(name) == f"seat 2: no player is called {name!r}; there are: {there}"
    assert refused("anna", besides=("person",)).endswith(f"there are: person, {there}")


def test_the_setting_follows_the_colon() -> None:
    """A game's own search replaces the general one."""
    own = dataclasses.replace(KUHN, searches={"search": {"3": bots.last}.__getitem__})
    assert bots.named(own, "search:3") is bots.last
    assert bots.named(KUHN, "search:3") is not bots.last
    for game in (smile.GAME, KUHN):
        with pytest.raises(InvalidData, match=r"^seat 2: 'search:soon': .+$"):
            bots.named(game, "search:soon", "seat 2")


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that writes the module ``our_bots`` on the path; unload it afterwards."""

    def written(source: str) -> None:
        (tmp_path / "our_bots.py").write_text(source)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setitem(sys.modules, "our_bots", sys)  # set first, so that it is gone after
        monkeypatch.delitem(sys.modules, "our_bots")

    return written


def test_a_function_of_any_module_is_a_player(module: Callable[[str], None]) -> None:
    module("def second(turn):\n    return turn.legal_actions[1]\n")
    for game in (smile.GAME, KUHN):
        bot = bots.named(game, "our_bots:second")
        assert bot(SimpleTurn(Draws(0, "seat 0"), ACTIONS)) == Bid("b")
    assert bots.named(KUHN, "fireflies.bots:last") is bots.last


@pytest.mark.parametrize(
    ("source", "name", "problem"),
    [
        (
            "",
            "no_such_module:bot",
            "can't be imported: ModuleNotFoundError: No module named 'no_such_module'",
        ),
        (
            "",
            "our_bots:nobody",
            "can't be imported: AttributeError: module 'our_bots' has no attribute 'nobody'",
        ),
        ("1 / 0", "our_bots:bot", "can't be imported: ZeroDivisionError: division by zero"),
        ("bot = 'fast'", "our_bots:bot", "is no function, but 'fast'"),
        (
            "raise RuntimeError('one\\ntwo')",
            "our_bots:bot",
            "can't be imported: RuntimeError: one two",
        ),
    ],
    ids=["no module", "no function", "an error while importing", "not callable", "two lines"],
)
def test_a_function_that_can_not_be_imported_is_refused_in_one_line(
    module: Callable[[str], None], source: str, name: str, problem: str
) -> None:
    module(source)
    assert refused(name) == f"seat 2: {name!r} {problem}"


@pytest.mark.parametrize("game", [KUHN, smile.GAME], ids=lambda it: it.name)
def test_only_a_function_in_a_module_is_foreign(game: Game[Any]) -> None:
    """A search is the library's or the game's; other names are refused when they are looked up."""
    for name in ("random", "greedy", "clever", "search:400", "search:"):
        assert not bots.is_foreign(game, name)
    for name in ("os:getcwd", "my.bots:best", "searching:400", ":"):
        assert bots.is_foreign(game, name)
    assert bots.is_foreign(KUHN, "search-view:400")
    assert not bots.is_foreign(smile.GAME, "search-view:400")


@pytest.mark.parametrize(
    ("name", "level"),
    [("random", "easy"), ("greedy", "good"), ("search:", "strong"), ("search:2s", "strong")],
)
def test_a_person_is_told_how_strong_a_bot_is(name: str, level: str) -> None:
    assert bots.level(name) == level


def test_nothing_is_said_of_how_strong_other_bots_are() -> None:
    assert [bots.level(it) for it in ("first", "last", "search-view:4", "mine:greedy")] == [""] * 4
