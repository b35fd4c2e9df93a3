"""Tests of the short telling of what others did: marked events, equal ones counted, two lines."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from fireflies import festival, games, smile
from fireflies.bots import first
from fireflies.contract import Event, Sight
from fireflies.festival.rules.events import FishUsed, TurnBegan
from fireflies.front.summaries import LONGEST, summary
from fireflies.record import begin
from fireflies.table import Table

VIEW: Any = None
TURN = (TurnBegan(1), FishUsed(1, 3), FishUsed(1, 3), FishUsed(2, 3), FishUsed(0, 3))
FISH = "uses a lucky fish for 3 coins: one more main action"


@dataclass(frozen=True, slots=True)
class Said(Event, clause=festival.Clause.TURN_END, text="seat {seat} says {what}"):
    """An event with any text."""

    seat: int
    what: str


def test_only_marked_events_of_others_are_told_and_equal_ones_counted() -> None:
    """A sentence for each seat, in their order."""
    sights = [Sight(TURN[:2], VIEW), Sight(TURN[2:], VIEW)]
    others = [f"seat 1 {FISH} (2 times)", f"seat 2 {FISH}"]
    assert summary(festival.GAME, sights, 0) == others
    assert summary(festival.GAME, sights, None) == [*others, f"seat 0 {FISH}"]
    assert summary(festival.GAME, sights[:1], 1) == []


@pytest.mark.parametrize("name", games.names())
def test_each_marked_event_begins_with_the_seat(name: str) -> None:
    """A telling would leave out another one."""
    marked = games.get(name).highlights
    assert [event for event in marked if not event.text.startswith("seat {seat} ")] == []


def test_what_does_not_fit_two_lines_is_counted() -> None:
    fish = [Sight((FishUsed(1, coins),), VIEW) for coins in (1, 2, 3, 4)]
    (told,) = summary(festival.GAME, fish, 0)
    assert told.startswith("seat 1 uses a lucky fish for 1 coin: one more main action, uses a")
    assert told.endswith(" for 2 coins: one more main action and 2 more")
    assert len(told) <= LONGEST
    game = replace(festival.GAME, highlights=(Said,))
    (cut,) = summary(game, [Sight((Said(1, "on" * 100),), VIEW)], 0)
    assert (len(cut), cut[-1]) == (LONGEST, "\N{HORIZONTAL ELLIPSIS}")


def test_a_game_without_marks_tells_the_first_event_of_each_action_of_a_seat() -> None:
    """The draws of chance are left out."""
    options = {"players": 3, "starting_player": 1}
    table = Table(begin(smile.GAME, options, ["a", "b", "c"]), [first] * 3, seed=5)
    for _ in range(5):
        table.step()
    sights = table.information_state(0)[1:]
    assert summary(smile.GAME, sights, 0) == [
        "seat 1 places a bead on a",
        "seat 2 places a bead on a",
    ]
