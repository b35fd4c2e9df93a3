"""The sentences in which people choose an action of Firefly Festival."""

import pytest

from fireflies import festival
from fireflies.chance import Draws
from fireflies.contract import CHANCE, SPECTATOR, Hidden, Observer, with_names
from fireflies.festival import GAME
from fireflies.festival.rules.actions import Bridge, DealGoal, DealPower, KeepPower
from tests.festival.situations import a_turn, after, options

TURN = a_turn(
    workers={"A": (1, 1), "B": (2, 1), "E": (1, 2), "F": (1, 0)},
    floors={"B": "01"},
    bridges="AB1=0 BC2=1",
    coins=(9, 5),
    points=(9, 0),
    hands=((str(options().box.private[0]),), ()),
)
BUILT = after(TURN, "bridge AB2")


def told(state: festival.State, action: str, observer: Observer = None) -> str:
    """Return the sentence of an action for the referee."""
    actor = state.actor
    seat = actor if observer is None and isinstance(actor, int) else observer
    return str(GAME.describe(GAME.read_action(action), state.view(seat)))


MOVING = after(TURN, "move; walk B")


@pytest.mark.parametrize(
    ("state", "action", "sentence"),
    [
        (TURN, "bridge AB2", "Bridge A\u2013B (AB2): 1 coin, 1 piece, +2 coins"),
        (TURN, "bridge CE1", "Bridge C\u2013E (CE1): 2 coins, 2 pieces"),
        (
            TURN,
            "bridge BF1",
            "Bridge B\u2013F: 5 coins, 5 pieces, brings 1 private goal and 2 workers",
        ),
        (TURN, "pagoda F", "Build floor 1 on F: +3 coins"),
        (TURN, "move", "Move workers: up to 3 movements"),
        (TURN, "public merchant", "Complete the public goal merchant 8: +3 points"),
        (TURN, "crow coins", "Take the crow with coins: +3 coins, \u22124 points"),
        (TURN, "crow workers", "Take the crow with workers: \u22124 points, 2 workers to place"),
        (TURN, "fish", "Use a lucky fish: 3 coins, one more main action"),
        (
            after(TURN, "festival B"),
            "end",
            "End your turn: the secondary action stays unused",
        ),
        (after(TURN, "bridge AB2"), "stay", "Move nobody over the new bridge"),
        (after(TURN, "bridge AB2"), "cross A 2", "Move 2 workers over the new bridge to A"),
        (after(TURN, "crow workers"), "recruit A", "Place a new worker on A"),
        (after(TURN, "move"), "walk B", "Move a worker from B"),
        (after(TURN, "move"), "done", "Stop moving: 3 movements unused"),
        (MOVING, "to A 0", "Go to A over your bridges"),
        (MOVING, "to C 1", "Go to C over bridges of seat 1: 1 coin, seat 1 +1 coin"),
        (a_turn(mains=1), "move", "Move workers: nobody can move"),
    ],
)
def test_price_and_gain_are_told_to_who_decides(
    state: festival.State, action: str, sentence: str
) -> None:
    assert told(state, action) == sentence


def test_a_festival_is_told_for_everybody() -> None:
    """B is small: a point for each floor, bridge and worker, and the caller's bonus.

    Seat 0 has a floor, a bridge and 2 workers there, seat 1 one of each. 3 workers are on B, and 2
    on A; on C is nobody.
    """
    assert told(TURN, "festival B") == "Festival on B: seat 0 +14 points, seat 1 +3 points"
    assert with_names(told(TURN, "festival B"), ["you", "Ben"]) == (
        "Festival on B: you +14 points, Ben +3 points"
    )


def test_the_crow_is_taken_from_its_holder_and_fish_come_back() -> None:
    state = TURN._replace(crow=1)
    assert told(state, "crow coins").endswith("from seat 1")
    spent = TURN._replace(players=tuple(it._replace(fish=1) for it in TURN.players))
    assert told(spent, "festival B").endswith("fish back to seat 0 and seat 1")
    assert told(TURN._replace(mains=0), "public merchant").endswith("ends the turn")


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("private empire 2 5", "Complete your private goal empire 2"),
        ("public hubs", "Complete the public goal hubs"),
        ("public tower", "Complete the public goal tower"),
        ("pagoda Z", "Build floor 1 on Z"),
        ("kind hubs", "Play with the public goals hubs"),
        ("first 1", "Give the first turn to seat 1"),
        ("deal empire 2 5", "Deal the private goal empire 2 to seat 0"),
        ("power banker", "Deal the power banker to seat 0"),
        ("keep banker", "Keep the power banker"),
    ],
)
def test_without_the_legal_actions_only_what_is_done_is_told(action: str, sentence: str) -> None:
    assert told(TURN, action, SPECTATOR).startswith(sentence)


def test_what_is_hidden_is_not_named() -> None:
    view = TURN.view(SPECTATOR)
    assert str(GAME.describe(Bridge("ZZ9"), view)) == "Bridge ZZ9"
    hidden = [str(GAME.describe(Hidden(it), view)) for it in (DealGoal, DealPower, KeepPower)]
    dealt = ["Deal a private goal to seat 0", "Deal a power to seat 0", "Keep a power"]
    assert hidden == dealt


def test_the_setup_is_told() -> None:
    state = festival.start(players=2)
    assert state.actor == CHANCE
    (first, *_) = state.legal_actions
    assert str(GAME.describe(first, state.view())).startswith(
        f"Lay {first}".replace("tile", "the tile")
    )


def test_details_tell_what_a_place_costs_and_brings() -> None:
    """Facts and words of lanes, islands, goals, the crow and powers."""
    details = TURN.view(0).details
    lane, taken, crossed = (details[it] for it in ("BF1", "AB1", "BC2"))
    assert (lane.facts["price"], lane.facts["length"], lane.facts["owner"]) == (5, 5, None)
    assert (taken.facts["owner"], crossed.facts["owner"]) == (0, 1)
    assert "seat 0 has a bridge there" in taken.lines
    island = details["B"]
    assert island.facts["festival"] == {"points": [14, 3], "refused_by": None}
    assert "a festival of seat 0 would score 14 for seat 0, 3 for seat 1" in island.lines
    assert island.lines[0] == "small: 1 point a piece, a floor brings 2 coins"
    assert details["A"].lines[0] == "a start island, with room for all"
    goal = details["merchant"]
    assert (goal.facts["has"], goal.facts["lacks"]) == (9, 0)
    assert details["crow"].lines[0] == "nobody has it"
    assert details["seat 0"].facts["chain"] == 2
    poor = a_turn(coins=(0, 5), crow=1).view(0).details
    assert poor["merchant"].facts["lacks"] == 8
    assert poor["crow"].lines[0] == "seat 1 has it"
    assert any(it.startswith("not now for seat 0") for it in poor["AB1"].lines)


def test_details_in_the_setup_name_only_seats_that_are_there() -> None:
    """Before hands are dealt it is nobody's turn, so nothing is forbidden to a seat."""
    state = festival.start(players=2)
    for decision in range(3):
        details = state.view().details
        assert not [line for it in details.values() for line in it.lines if "not now" in line]
        assert details["AB1"].facts["refused_by"] is None
        state = state.apply(state.deal(Draws(0, "setup", decision)))


def test_details_of_what_is_not_there_yet_or_gone() -> None:
    start = festival.start(players=2)
    assert start.view().details["B"].lines == ["no tile lies here yet"]
    sealed = a_turn(sealed="B", floors={"B": "0"})
    assert "a s\u014drin lies on the pagoda" in sealed.view().details["B"].lines
    closed = a_turn(bridges="BF1=0").view().details
    crossing = closed["BF1"].facts["crosses"]
    assert isinstance(crossing, list)
    assert all(closed[it].lines[-1] == "closed by BF1" for it in crossing)
