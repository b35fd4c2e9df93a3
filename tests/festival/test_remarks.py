"""Remarks on illegal actions name the fact of the position that forbids them."""

import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest

from fireflies import festival, smile
from fireflies.contract import Violation
from fireflies.festival import State
from fireflies.festival.clauses import Clause
from fireflies.festival.text.remarks import remark
from tests.festival import plays
from tests.festival.situations import a_turn, after, options
from tests.festival.test_setup import TILES

_ISLANDS: Final = "ABCDEFGHIJKLZ"


def tried(state: State) -> Iterator[str]:
    """Yield texts of actions that may be illegal here."""
    yield from (f"bridge {lane.name}" for lane in state.options.board.lanes)
    for verb in ("pagoda", "festival", "recruit", "walk"):
        yield from (f"{verb} {name}" for name in _ISLANDS)
    yield from (f"to {name} {seat}" for name in _ISLANDS for seat in range(state.seats))
    yield from (f"cross {name} {count}" for name in _ISLANDS for count in (1, 2, 9))
    yield from (f"public {kind}" for kind in ("empire", "architect", "hubs", "merchant", "ready"))
    yield from (f"private {goal}" for goal in state.players[state.seat].goals)
    yield from ("fish", "crow coins", "crow workers", "end", "bridge XY1", "private hubs 99 9")


def remark_on(state: State, text: str) -> str:
    """Return the remark on an action, which is illegal here."""
    violation = state.check(festival.read_action(text))
    assert violation is not None
    return remark(violation)


def refusals() -> dict[tuple[str, str], list[tuple[State, str]]]:
    """Return refusals by verb and clause, nearly all of random plays: the state, the action."""
    found: dict[tuple[str, str], list[tuple[State, str]]] = {}
    crowded = [state for state in plays.states(6, 1) if state.phase == "to"]
    sealed = a_turn(workers={"B": (1, 0)}, floors={"B": "0"}, sealed="B")
    played = (*plays.states(2, 1)[::5], *plays.states(2, 2, powers=True)[::7], *crowded[::3])
    for state in (*played, sealed):
        if isinstance(state.actor, int):
            for text in tried(state):
                violation = state.check(festival.read_action(text))
                if violation is not None:
                    key = (text.partition(" ")[0], str(violation.clause))
                    found.setdefault(key, []).append((state, text))
    return found


REFUSALS: Final = refusals()


def coins(state: State, words: re.Match[str]) -> bool:
    """Check the price of a bridge, and the coins of who wants it."""
    lane = state.options.board.lanes[state.options.board.lane_index[words[1]]]
    return int(words[2]) >= lane.length - 1 and int(words[4]) == state.players[int(words[3])].coins


def floors(state: State, words: re.Match[str]) -> bool:
    """Check the floors of an island, and those needed."""
    site = state.islands[state.options.board.island_index[words[1]]]
    return int(words[2]) == len(site.floors) < int(words[3])


def in_turn(state: State, words: re.Match[str]) -> bool:
    """Check that a seat which is named is the one in turn."""
    return f"seat {state.seat}" in words[0] or "seat" not in words[0]


@pytest.mark.parametrize(
    ("verb", "clause", "form", "is_true"),
    [
        ("bridge", "bridge.straight", r"there is no lane XY1", in_turn),
        (
            "bridge",
            "bridge.crossing",
            r"it is crossed by [A-Z]{2}\d((,| and) [A-Z]{2}\d)*",
            in_turn,
        ),
        ("bridge", "bridge.worker", r"seat \d has no worker on [A-Z] or [A-Z]", in_turn),
        ("bridge", "bridge.coins", r"(\w+) costs (\d+) coins?, and seat (\d) has (\d+)", coins),
        ("bridge", "bridge.pieces", r"\w+ takes \d+ pieces?, and seat \d has \d+", in_turn),
        ("bridge", "bridge.lane", r"seat \d has built there", lambda *_: True),
        ("pagoda", "pagoda.worker", r"seat \d has no worker on [A-Z]", in_turn),
        ("pagoda", "pagoda.start", r"there is no island [G-Z]|", in_turn),
        ("festival", "hold.worker", r"seat \d has no worker on [A-Z]", in_turn),
        (
            "festival",
            "hold.floors",
            r"there is no island [G-Z]||([A-Z]) has (\d) floors?, and needs (\d) floors?",
            lambda state, words: not words[1] or floors(state, words),
        ),
        ("festival", "hold.bridges", r"[A-Z] has \d floors? and only \d bridges?", in_turn),
        (
            "festival",
            "hold.majority",
            r"seat \d has \d+ pieces there, and seat \d has \d+",
            in_turn,
        ),
        ("to", "capacity.stop", r"[A-Z] has no room for that", in_turn),
        ("public", "public.met", r"\w+ needs \d+, and seat \d has \d+", in_turn),
        ("public", "public.stack", r"no goals of the kind \w+ are in play|", in_turn),
        ("private", "private.met", r"\w+ needs \d+, and seat \d has \d+", in_turn),
        ("private", "private.own", r"there is no private goal hubs 99 9.*|", in_turn),
        ("fish", "fish.price", r"the next fish costs \d coins, and seat \d has \d+", in_turn),
        ("crow", "crow.points", r"the crow costs \d+ points, and seat \d has \d+", in_turn),
        ("crow", "crow.held", "", in_turn),
        ("pagoda", "pagoda.sealed", "", in_turn),
    ],
)
def test_a_refusal_says_what_is_against_it(
    verb: str, clause: str, form: str, is_true: Callable[[State, re.Match[str]], bool]
) -> None:
    """In words that are true; of the seat whose turn it is."""
    found = REFUSALS[verb, f"festival.{clause}"]
    told: set[str] = set()
    for state, text in found:
        words = remark_on(state, text)
        match = re.fullmatch(form, words)
        assert match is not None, (text, words)
        assert is_true(state, match)
        told.add(words)
    assert told != {""} or not form


@pytest.mark.parametrize(
    ("state", "text", "facts"),
    [
        (a_turn(bridges="DE1=1"), "bridge BF1", "DE1"),
        (a_turn(), "bridge BC1", "0 B C"),
        (a_turn(coins=(4, 9)), "bridge DE1", "DE1 5 0 4"),
        (a_turn(given=options(segment=2), coins=(9, 9)), "bridge DE1", "DE1 10 0 9"),
        (a_turn(given=options(bridges=4)), "bridge DE1", "DE1 5 0 4"),
        (a_turn(bridges="AB1=1"), "bridge AB1", "1"),
        (a_turn(), "pagoda B", "0 B"),
        (a_turn(floors={"C": "00"}), "festival C", "C 2 3"),
        (a_turn(floors={"B": "00"}, bridges="AB1=1"), "festival B", "B 2 1"),
        (a_turn(floors={"B": "0"}, bridges="AB1=0"), "festival B", "0 B"),
        (
            a_turn(workers={"B": (1, 0)}, floors={"B": "01"}, bridges="AB1=1 AB2=1"),
            "festival B",
            "1 3 0 2",
        ),
        (after(a_turn(workers={"A": (2, 0), "B": (0, 3)}), "bridge AB1"), "cross B 2", "B"),
        (a_turn(coins=(7, 9)), "public merchant", "8 0 7"),
        (a_turn(coins=(6, 9), hands=(["merchant 7 3"], [])), "private merchant 7 3", "7 0 6"),
        (a_turn(coins=(2, 9)), "fish", "3 0 2"),
        (a_turn(coins=(4, 9), fish=(2, 3)), "fish", "5 0 4"),
        (a_turn(points=(3, 9)), "crow coins", "4 0 3"),
    ],
)
def test_a_remark_has_these_names_and_numbers(state: State, text: str, facts: str) -> None:
    """Seats, islands and lanes; what is wanted, and what is there."""
    assert re.findall(r"\b(?:[A-Z]{2}\d|[A-Z]|\d+)\b", remark_on(state, text)) == facts.split()


def test_the_crossing_bridges_are_named() -> None:
    """Those that are built, in lanes that share a cell with the one that was asked for."""
    for state, text in REFUSALS["bridge", "festival.bridge.crossing"]:
        board = state.options.board
        lane = board.lanes[board.lane_index[text[-3:]]]
        words = remark_on(state, text)
        named = {board.lanes[board.lane_index[name]] for name in re.findall(r"[A-Z]{2}\d", words)}
        assert all(state.bridges[it.index] is not None for it in named)
        assert all({*it.cells} & {*lane.cells} for it in named)


def test_what_chance_can_not_deal_is_told() -> None:
    """A tile whose size is laid already, or a card that is gone."""
    found = plays.states(2, 1)
    for phase, words in (
        ("tiles", "no {} is left for this board"),
        ("goals", "the deck has no {}"),
    ):
        first, *_, last = [it for it in found if it.phase == phase]
        gone = next(str(it) for it in first.legal_actions if it not in last.legal_actions)
        assert remark_on(last, gone) == words.format(gone.replace("deal ", ""))
    held = found[-1].players[0].goals[0]
    assert remark_on(found[0], f"deal {held}") == remark_on(found[0], "kind hubs") == ""
    small = options().box.to_json()
    drawing = after(festival.start(box=small, goals="chance"), f"{TILES}; kind hubs")
    assert remark_on(drawing, "kind hubs") == "hubs is in play"
    assert remark_on(drawing, "public empire") == ""


def test_nothing_is_said_where_the_clause_says_it_all() -> None:
    """Where no action is left, and where something other than a price is wrong."""
    used = a_turn(mains=0, secondary=False)
    no_recruits = a_turn(given=options(crow_workers=0), points=(9, 9))
    assert remark_on(no_recruits, "crow workers") == ""
    for text in ("bridge AB1", "pagoda B", "festival B", "public hubs", "fish", "crow coins"):
        assert remark_on(used, text) == ""


def test_nothing_is_said_of_another_game() -> None:
    """Nor of what is no action at all."""
    state = smile.start()
    assert remark(Violation("x", Clause.END_TURN, state.view())) == ""
    assert remark(Violation("x", Clause.END_TURN, plays.states(2, 1)[-1].view())) == ""
