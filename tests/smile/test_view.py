"""Tests of views: the wire's STATE, without hidden beads."""

import copy
import json
import pickle
from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Final, cast

import pytest

from fireflies import bots, smile
from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import CHANCE, SPECTATOR, Observer, Outcome
from fireflies.smile import BackOut, Bid, Card, Clause, Offer, Reveal, SeenPlayer, Supply, View
from fireflies.smile.text.drawing import draw_text
from tests.smile.plays import play, random_options
from tests.tables import played, states

REVEALING: Final = "2 0 012 a:1 6+0:3y/6+0:2/6+0:6b 17+5 - -1w,4"
BIDDING: Final = "2 0 120 a:-1w*1,b:1,c:4 5+0:3y/6+0:2/6+0:6b 17+5 - -"
OVER: Final = "2 1 - - 6+0:-1w,3y/6+0:1,2/6+0:4,6b 17+5 - -"
POSITIONS: Final = {"reveal": REVEALING, "bid": BIDDING, "over": OVER}

REFEREE: Final[dict[str, dict[str, object]]] = {
    "reveal": {
        "phase": "reveal",
        "actor": "chance",
        "auction": 2,
        "starting_player": 0,
        "in_auction": [0, 1, 2],
        "row": [{"slot": "a", "card": "1", "beads": 0}],
        "players": [
            {"clear": 6, "blue": 0, "cards": ["3 yellow"]},
            {"clear": 6, "blue": 0, "cards": ["2"]},
            {"clear": 6, "blue": 0, "cards": ["6 blue"]},
        ],
        "supply": {"clear": 17, "blue": 5},
        "discarded": [],
        "undealt": ["-1 white", "4"],
        "legal": ["reveal -1 white", "reveal 4"],
        "outcome": None,
    },
    "bid": {
        "phase": "bid",
        "actor": 1,
        "auction": 2,
        "starting_player": 0,
        "in_auction": [0, 1, 2],
        "row": [
            {"slot": "a", "card": "-1 white", "beads": 1},
            {"slot": "b", "card": "1", "beads": 0},
            {"slot": "c", "card": "4", "beads": 0},
        ],
        "players": [
            {"clear": 5, "blue": 0, "cards": ["3 yellow"]},
            {"clear": 6, "blue": 0, "cards": ["2"]},
            {"clear": 6, "blue": 0, "cards": ["6 blue"]},
        ],
        "supply": {"clear": 17, "blue": 5},
        "discarded": [],
        "undealt": [],
        "legal": ["bid a", "back-out a"],
        "outcome": None,
    },
    "over": {
        "phase": "over",
        "actor": None,
        "auction": 2,
        "starting_player": 1,
        "in_auction": [],
        "row": [],
        "players": [
            {"clear": 6, "blue": 0, "cards": ["-1 white", "3 yellow"]},
            {"clear": 6, "blue": 0, "cards": ["1", "2"]},
            {"clear": 6, "blue": 0, "cards": ["4", "6 blue"]},
        ],
        "supply": {"clear": 17, "blue": 5},
        "discarded": [],
        "undealt": [],
        "legal": [],
        "outcome": {"scores": [3, 4, 11], "winners": [2]},
    },
}
"""The wire's STATE of each position, written by hand from the table in the protocol."""

PAIRED: Final = "3 2 - - 6+0:1,2,3/6+0:4/10+4:5 13+1 1r,2r,3y,5y -"


def state(name: str) -> smile.State:
    """Return the position of this phase."""
    return smile.State.parse(POSITIONS[name])


def redacted(name: str, seat: Observer) -> dict[str, object]:
    """Return the STATE that the protocol shows to an observer."""
    found = copy.deepcopy(REFEREE[name])
    if name == "over":
        return found
    for number, player in enumerate(cast("list[dict[str, object]]", found["players"])):
        if number != seat:
            player["clear"] = player["blue"] = None
    if name == "bid" and found["actor"] != seat:
        found["legal"] = None
    return found


def mutable(thing: object) -> list[object]:
    """Return every list and dictionary in plain data."""
    inner: list[object] = []
    if isinstance(thing, dict):
        inner = list(cast("dict[str, object]", thing).values())
    elif isinstance(thing, list):
        inner = cast("list[object]", thing)
    else:
        return []
    return [thing, *(found for part in inner for found in mutable(part))]


@pytest.mark.parametrize("name", REFEREE)
def test_the_referee_sees_the_whole_state(name: str) -> None:
    assert state(name).view().to_json() == REFEREE[name]
    assert list(state(name).view().to_json()) == list(REFEREE[name])


@pytest.mark.parametrize("name", REFEREE)
@pytest.mark.parametrize("seat", [*range(3), SPECTATOR])
def test_an_observer_sees_what_the_protocol_shows_it(name: str, seat: Observer) -> None:
    """Others' beads and another seat's actions are null until the game is over; all else is not.

    A spectator has no beads and no turn, so to it those of everybody are null.
    """
    view = state(name).view(seat)
    assert view.to_json() == redacted(name, seat)
    assert view.observer == seat


def test_discarded_pairs_and_the_supply_are_public() -> None:
    json_state = smile.State.parse(PAIRED).view(0).to_json()
    assert json_state["discarded"] == ["1 red", "2 red", "3 yellow", "5 yellow"]
    assert json_state["supply"] == {"clear": 13, "blue": 1}
    assert json_state["players"][2] == {"clear": 10, "blue": 4, "cards": ["5"]}
    assert json_state["outcome"] == {"scores": [7, 5, 3], "winners": [0]}


@pytest.mark.parametrize("name", REFEREE)
def test_the_json_types_are_those_of_the_protocol(name: str) -> None:
    """Whole numbers, strings, lists, objects and null, and no subclasses of them."""
    plain = {int, str, list, dict, type(None)}

    def check(thing: object) -> None:
        assert type(thing) in plain
        for part in thing.values() if isinstance(thing, dict) else ():
            check(part)
        for part in thing if isinstance(thing, list) else ():
            check(part)

    for seat in (None, 0, 1, 2):
        found = state(name).view(seat).to_json()
        check(found)
        assert json.loads(json.dumps(found)) == found
        assert all(type(key) is str for key in found)


@pytest.mark.parametrize("name", REFEREE)
@pytest.mark.parametrize("seat", [None, 1])
def test_json_is_a_new_object_at_each_call(name: str, seat: int | None) -> None:
    view = state(name).view(seat)
    one, two = view.to_json(), view.to_json()
    assert one == two
    assert not set(map(id, mutable(one))) & set(map(id, mutable(two)))
    for thing in mutable(one):
        if isinstance(thing, dict | list):
            thing.clear()
    assert view.to_json() == two
    assert view == state(name).view(seat)


def test_a_view_has_the_pieces_themselves() -> None:
    view = state("bid").view(1)
    assert (view.observer, view.phase, view.actor) == (1, "bid", 1)
    assert (view.auction, view.starting_player) == (2, 0)
    assert view.in_auction == (1, 2, 0)
    assert view.row == (
        Offer("a", Card(-1, "white"), 1),
        Offer("b", Card(1), 0),
        Offer("c", Card(4), 0),
    )
    assert view.players == (
        SeenPlayer(None, None, (Card(3, "yellow"),)),
        SeenPlayer(6, 0, (Card(2),)),
        SeenPlayer(None, None, (Card(6, "blue"),)),
    )
    assert (view.supply, view.discarded, view.undealt) == (Supply(17, 5), (), ())
    assert view.legal_actions == (Bid("a"), BackOut("a"))
    assert view.outcome is None
    assert state("bid").view(0).legal_actions is None
    revealing = state("reveal").view(2)
    assert revealing.actor == CHANCE
    assert revealing.legal_actions == (Reveal(Card(-1, "white")), Reveal(Card(4)))
    over = state("over").view(0)
    assert over.legal_actions == ()
    assert over.outcome == Outcome((3, 4, 11), (2,), Clause.WIN_MOST_POINTS)
    assert all(type(seen) is SeenPlayer for seen in (*view.players, *over.players))


def test_the_position_in_one_line_hides_what_the_view_hides() -> None:
    assert state("bid").view().position == BIDDING
    assert state("bid").view(1).position == BIDDING.replace("5+0", "?").replace("6+0:6b", "?:6b")
    assert state("bid").view(2).position == "2 0 120 a:-1w*1,b:1,c:4 ?:3y/?:2/6+0:6b 17+5 - -"
    assert state("bid").view(SPECTATOR).position == "2 0 120 a:-1w*1,b:1,c:4 ?:3y/?:2/?:6b 17+5 - -"
    assert state("over").view(2).position == state("over").view(SPECTATOR).position == OVER


@pytest.mark.parametrize("seat", [3, -1, 17, True, "referee"])
@pytest.mark.parametrize("name", REFEREE)
def test_an_unknown_observer_is_refused(name: str, seat: object) -> None:
    with pytest.raises(ValueError, match="seat") as caught:
        state(name).view(cast("Observer", seat))
    assert str(caught.value) == f"there is no seat {seat!r}, only 0 to 2"


def test_a_refusal_while_cards_are_revealed_shows_no_hand() -> None:
    """The message shows the position as a spectator sees it."""
    revealing = state("reveal")
    violation = revealing.check(Bid("a"))
    assert violation is not None
    assert violation.view == revealing.view(SPECTATOR)
    assert "2 0 012 a:1 ?:3y/?:2/?:6b 17+5 - -1w,4" in str(violation)
    assert "6+0" not in str(violation)


def test_views_are_compared_by_value() -> None:
    observers: tuple[Observer, ...] = (None, SPECTATOR, 0, 1, 2)
    views = [state("bid").view(observer) for observer in observers]
    assert views == [state("bid").view(observer) for observer in observers]
    assert len(set(views)) == 5
    for view in views:
        again = pickle.loads(pickle.dumps(view))  # noqa: S301 - our own bytes
        assert again == view
        assert hash(again) == hash(view)
        assert type(again) is View


def test_a_view_has_a_text_and_a_picture() -> None:
    for name in POSITIONS:
        for seat in (None, 0, 1, SPECTATOR):
            view = state(name).view(seat)
            assert str(view) == draw_text(view.to_json(), seat)
            for width in (40, 70, 120):
                assert view.to_text(width) == draw_text(view.to_json(), seat, width)
            picture = view._repr_svg_()
            assert picture == smile.draw(view)
            assert picture.startswith("<svg ")
            assert ("as seat 1 sees it" in picture) == (seat == 1 and name != "over")
            assert ("as a spectator sees it" in picture) == (seat == SPECTATOR and name != "over")


def test_views_of_a_whole_play_hide_as_the_protocol_says() -> None:
    options = {"players": 4, "starting_player": 1, "beads": 1}
    for position in states(played(options, [bots.random] * 4))[1:]:
        whole = json.loads(json.dumps(position.view().to_json()))
        for seat in (*range(4), SPECTATOR):
            seen = json.loads(json.dumps(position.view(seat).to_json()))
            over = whole["phase"] == "over"
            for number, player in enumerate(whole["players"]):
                mine = over or number == seat
                assert seen["players"][number] == (
                    player if mine else {"clear": None, "blue": None, "cards": player["cards"]}
                )
            waits = whole["phase"] == "bid" and whole["actor"] != seat
            assert seen["legal"] == (None if waits else whole["legal"])
            for key in whole.keys() - {"players", "legal"}:
                assert seen[key] == whole[key]


# Alike states


class Scripted(Draws):
    """Draws of given numbers, which store the limits."""

    def __init__(self, script: tuple[int, ...]) -> None:
        """Set the numbers, after which come zeros."""
        super().__init__(0, "a script")
        self.script = [*script]
        self.limits: list[int] = []

    @override
    def below(self, limit: int) -> int:
        """Return the next number."""
        self.limits.append(limit)
        return self.script.pop(0) if self.script else 0


def all_results(choose: Callable[[Draws], smile.State]) -> Counter[smile.State]:
    """Return the results of all sequences of draws, which are equally likely."""
    found = Counter[smile.State]()
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        script = waiting.pop()
        draws = Scripted(script)
        state = choose(draws)
        if len(draws.limits) == len(script):
            found[state] += 1
        else:
            waiting += [(*script, number) for number in range(draws.limits[len(script)])]
    return found


ALIKE: Final[dict[str, tuple[str, Observer, int, int]]] = {
    "three": ("2 0 120 a:-1w*1,b:1,c:4 2+1:3y/1+0:2/1+1:6b 30+3 - -", 1, 3, 2),
    "a spectator": ("1 0 012 - 1+0/2+1/1+0 31+4 - 1,2,3", "spectator", 4, 1),
    "four": ("1 0 0123 - 1+0/2+1/0+0/5+3 27+1 - 1,2,3,4", 3, 3, 1),
    "no beads": ("1 0 012 - 0+0/0+0/0+0 35+5 - 1,2,3", 0, 0, 0),
}
"""Positions, an observer, and the numbers of beads hidden from it."""


def hands(beads: int, count: int) -> set[tuple[int, ...]]:
    """Return every way in which this many hands hold this many beads."""
    ways = {(0,) * count}
    for _ in range(beads):
        ways = {
            (*way[:hand], way[hand] + 1, *way[hand + 1 :]) for way in ways for hand in range(count)
        }
    return ways


@pytest.mark.parametrize("name", ALIKE)
def test_each_way_to_share_out_the_hidden_beads_is_equally_likely(name: str) -> None:
    position, observer, clear, blue = ALIKE[name]
    state = smile.State.parse(position)
    others = [seat for seat in range(state.seats) if seat != observer]
    wanted = set[smile.State]()
    for clears, blues in product(hands(clear, len(others)), hands(blue, len(others))):
        players = list(state.players)
        for seat, beads, loans in zip(others, clears, blues, strict=True):
            players[seat] = smile.Player(beads, loans, state.players[seat].cards)
        wanted.add(state._replace(players=tuple(players)))
    found = all_results(lambda draws: state.alike(observer, draws))
    assert set(found) == wanted
    assert len(set(found.values())) == 1


def test_an_observer_that_sees_everything_has_no_other_state() -> None:
    state = smile.State.parse(ALIKE["three"][0])
    over = smile.State.parse("1 2 - - 6+0:1/6+0:2/6+0:3 17+5 - -")
    draws = Scripted(())
    assert state.alike(None, draws) is state
    assert over.alike(1, draws) is over.alike("spectator", draws) is over
    assert draws.limits == []


def test_no_action_is_hidden() -> None:
    chooser = Random(8)
    for state, action in play(random_options(chooser), chooser):
        if action is not None:
            for observer in (None, "spectator", *range(state.seats)):
                assert state.redact(action, observer) is action
