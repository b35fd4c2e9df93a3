"""Players that know only the contract."""

from typing import cast

import pytest

from fireflies import smile
from fireflies.bots import BOTS
from fireflies.chance import Draws
from fireflies.contract import Action, Sight, View
from fireflies.smile import Bid
from fireflies.values import Value


class AskedTurn(Value):
    """A turn with no more than a seat, actions and draws in it."""

    __slots__ = ("draws", "legal_actions")
    draws: Draws
    legal_actions: tuple[Action, ...]
    seat = 0
    view = cast("View", None)

    def information_state(self) -> tuple[Sight, ...]:
        """Nothing: who knows only the contract has no use for it."""
        raise AssertionError


ACTIONS = tuple(map(Bid, "abcde"))


def test_the_bots_by_name() -> None:
    """These names are what the command line takes."""
    assert set(BOTS) == {"random", "first", "last"}


@pytest.mark.parametrize(("name", "slot"), [("first", "a"), ("last", "e")])
def test_first_and_last_need_no_draw(name: str, slot: str) -> None:
    """They take the end of the list that they are called after."""
    turn = AskedTurn(Draws(3, "seat 0"), ACTIONS)
    assert BOTS[name](turn) is Bid(slot)
    assert BOTS[name](AskedTurn(turn.draws, ACTIONS[1:2])) is Bid("b")
    assert turn.draws.bits() == Draws(3, "seat 0").bits()


def test_random_takes_every_action_with_its_own_draws() -> None:
    """One draw for each decision, all actions equally often to within what is likely."""
    turn = AskedTurn(Draws(3, "seat 0"), ACTIONS)
    chosen = [BOTS["random"](turn) for _ in range(500)]
    again = Draws(3, "seat 0")
    assert chosen == [ACTIONS[again.below(5)] for _ in range(500)]
    assert {action: 60 < chosen.count(action) < 140 for action in ACTIONS} == dict.fromkeys(
        ACTIONS, True
    )


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_plays_a_legal_action_of_a_real_game(name: str) -> None:
    """What a state allows is what they choose from."""
    state = smile.State.parse("1 0 012 a:1*1,b:1*2,c:4 3+0/6+0/6+0 17+5 - -")
    turn = AskedTurn(Draws(0, "seat 0"), state.legal_actions)
    assert state.check(BOTS[name](turn)) is None
