"""Tests of the shares of the factions: who sits where, what is counted, and which bot plays."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, cast

import pytest

from fireflies.chance import Draws
from fireflies.contract import Turn
from fireflies.misbehavin.box.cards import FACTIONS
from fireflies.misbehavin.play.bots import best, greedy
from tests.helpers import fail_if_called
from tests.misbehavin import positions
from tests.strength import factions

if TYPE_CHECKING:
    from concurrent.futures import Executor


class Here:
    """An executor that works in this process."""

    def map(
        self, function: Callable[[int], object], numbers: Iterable[int], chunksize: int
    ) -> Iterator[object]:
        assert chunksize > 0
        return map(function, numbers)


HERE = cast("Executor", Here())


def test_every_order_is_dealt_and_each_four_games_have_each_faction_on_each_seat() -> None:
    assert len({*factions.ORDERS}) == 24
    for first in range(0, 24, 4):
        orders = factions.ORDERS[first : first + 4]
        for seat in range(4):
            assert {order[seat] for order in orders} == {*FACTIONS}
    assert factions.GAMES % 4 == 0


def test_a_shared_win_counts_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Niska wins one game of four, and half of another; two are won by Serenity."""
    won = [("niska",), ("niska", "alliance"), ("serenity",), ("serenity",)]
    monkeypatch.setattr(factions, "winners", lambda number: won[number])
    found = factions.shares(4, HERE)
    values = {faction: share.value for faction, share in found.items()}
    assert values == {"serenity": 0.5, "alliance": 0.125, "eavesdown": 0, "niska": 0.375}
    assert all(share.low <= share.value <= share.high for share in found.values())


def test_a_game_is_played_to_its_end_with_the_sample() -> None:
    found = factions.winners(0)
    assert {*found} <= {*FACTIONS}
    assert found == factions.winners(0) != ()


def test_the_bot_is_greedy() -> None:
    """It chooses from the state what ``greedy`` chooses from what its seat sees."""
    for state in positions.states(4, 1):
        if isinstance(state.actor, int):
            turn = Turn(state, state.seat, lambda: Draws(0, "none"), fail_if_called)
            assert best(state) == greedy(turn)


@pytest.mark.long
@pytest.mark.parametrize(("least", "code"), [(0.0, 0), (0.6, 1)])
def test_the_exit_code_tells_if_every_share_is_within_the_limits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], least: float, code: int
) -> None:
    monkeypatch.setattr(factions, "LEAST", least)
    monkeypatch.setattr(factions, "MOST", 1.0)
    assert factions.main(["4"]) == code
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("4 games of four greedy bots")
    assert [line.split()[0] for line in lines[1:]] == [*FACTIONS]
