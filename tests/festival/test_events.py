"""The events of Firefly Festival: their words, with one thing and with several; their secrets."""

import pytest

from fireflies.contract import SPECTATOR, Event, Outcome
from fireflies.festival import Clause
from fireflies.festival.box.components import read_goal, read_tile
from fireflies.festival.rules import events, main_events

HUBS = read_goal("hubs 3 4")
OUTCOME = Outcome((30, 30), (0, 1), Clause.WIN_SHARED)

WORDS: dict[Event, str] = {
    events.TileLaid(
        "B", read_tile("small 1 coins-2")
    ): "island B gets a small tile: 1 point a piece, 2 coins a floor",
    events.SettlersPlaced(("A", "E"), 1): "everybody places 1 worker on A and E each",
    events.KindDrawn("hubs"): "the public goals hubs are in play",
    events.GoalDealt(1, HUBS): "seat 1 is dealt the private goal hubs 3 for 4 points",
    events.PowerDealt(1, "host"): "seat 1 is dealt host",
    events.PowerKept(1, "host"): "seat 1 keeps host",
    events.PowersOpened(("host", "owl", "a")): (
        "the powers are open: seat 0 has host, seat 1 has owl and seat 2 has a"
    ),
    events.FirstPlayerNamed(1): "seat 1 takes the first turn",
    events.TurnBegan(1): "seat 1 takes a turn",
    events.TurnEnded(1): "seat 1 ends the turn",
    events.CrowPaid(1, 2): "seat 1 gets 2 coins by the crow",
    events.CrowTaken(1, None, 4, 3, 0): "seat 1 takes the crow for 4 points, and with it 3 coins",
    events.CrowTaken(1, 0, 1, 0, 1): (
        "seat 1 takes the crow from seat 0 for 1 point, and with it 1 worker"
    ),
    events.CrowTaken(1, 0, 0, 0, 0): (
        "seat 1 takes the crow from seat 0 for 0 points, and with it nothing"
    ),
    events.FishUsed(1, 1): "seat 1 uses a lucky fish for 1 coin: one more main action",
    events.PublicCompleted(1, HUBS): "seat 1 completes the goal hubs 3 for 4 points",
    events.PrivateCompleted(1, HUBS): "seat 1 completes the private goal hubs 3 for 4 points",
    events.SorinGone(): "the last sōrin is placed",
    events.FloorsGone(1): "seat 1 has no floor left",
    events.GoalsGone(): "all public goals are completed",
    events.Standstill(10): "10 turns without a bridge, floor, festival or goal",
    events.LimitReached(10): "that was the last of 10 turns",
    events.GameEnded(((), ()), OUTCOME): (
        "the game is over: seat 0 has 30 points and seat 1 has 30 points; seat 0 and seat 1 won"
    ),
    main_events.BridgeBuilt(1, "AB1", 1, 2): (
        "seat 1 builds the bridge AB1 of 1 piece for 2 coins"
    ),
    main_events.WaterRewarded(1, "AB1", 2, 1, 1, 2): (
        "seat 1 gets 2 coins, 1 point, 1 private goal and 2 workers for the bridge AB1"
    ),
    main_events.GoalDrawn(1, HUBS): "seat 1 draws the private goal hubs 3 for 4 points",
    main_events.WorkerRecruited(1, "A"): "seat 1 recruits a worker on A",
    main_events.WorkersCrossed(1, "A", "B", 1): (
        "seat 1 moves 1 worker over the new bridge from A to B"
    ),
    main_events.WorkersStayed(1): "seat 1 moves nobody over the new bridge",
    main_events.MovementBegan(1, 3): "seat 1 has 3 movements",
    main_events.WalkerChosen(1, "A"): "seat 1 moves a worker from A",
    main_events.WorkerMoved(1, "A", "B", 1, 2, 0): "seat 1 walks from A to B over 2 bridges",
    main_events.WorkerMoved(1, "A", "B", 0, 1, 1): (
        "seat 1 walks from A to B over 1 bridge of seat 0 for 1 coin"
    ),
    main_events.MovementEnded(1, 1): "seat 1 leaves 1 movement unused",
    main_events.FloorBuilt(1, "B", 2): "seat 1 builds floor 2 of the pagoda on B",
    main_events.FloorRewarded(1, "B", 0, 0, 0, 0): "seat 1 gets nothing for the floor on B",
    main_events.FloorRewarded(1, "B", 2, 1, 1, 2): (
        "seat 1 gets 2 coins, 1 point, 1 private goal and 2 workers for the floor on B"
    ),
    main_events.FestivalHeld(1, "B"): "seat 1 holds a festival on B",
    main_events.PiecesScored(1, 1, 1): "seat 1 gets 1 point for 1 piece on the island",
    main_events.BonusScored(1, 2, 4): "seat 1 gets 4 points for 2 workers on the island",
    main_events.NeighborsScored(1, ("A",), 1, 2): "seat 1 gets 2 points for 1 worker on A",
    main_events.FishTakenBack(1): "seat 1 takes all fish back",
}


@pytest.mark.parametrize("event", WORDS, ids=str)
def test_words(event: Event) -> None:
    assert str(event) == WORDS[event]


def test_every_event_has_words() -> None:
    """Each class that names a clause stands above."""
    classes = {
        kind
        for module in (events, main_events)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Event) and hasattr(kind, "clause")
    }
    assert classes == {type(event) for event in WORDS}


SECRET: dict[Event, str] = {
    events.GoalDealt(1, HUBS): "seat 1 is dealt a private goal",
    events.PowerDealt(1, "host"): "seat 1 is dealt a power",
    events.PowerKept(1, "host"): "seat 1 keeps a power",
    main_events.GoalDrawn(1, HUBS): "seat 1 draws a private goal",
}


@pytest.mark.parametrize("event", WORDS, ids=str)
def test_cards_are_secret_to_all_but_their_owner_and_the_referee(event: Event) -> None:
    hidden = SECRET.get(event, str(event))
    assert str(event.seen_by(0)) == str(event.seen_by(SPECTATOR)) == hidden
    assert event.seen_by(1) == event.seen_by(None) == event
