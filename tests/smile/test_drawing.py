"""A view in letters: everything that is in it, nothing that is hidden, in lines that fit."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies import bots, smile
from fireflies.contract import SPECTATOR, Observer
from fireflies.smile.drawing import draw_text
from fireflies.smile.notation import read_position
from fireflies.smile.pieces import OutcomeJson, PlayerJson, StateJson, SupplyJson
from tests.tables import played, states

BIDDING: Final = "2 0 12 a:-1w*1,c:4 4+0:3y,5/5+2:-2r/7+0:6bV 22+3 1y,2y -1w,4"
"""Not a position of a game, but a view has to be drawn whatever is in it."""

EXTREME: Final[StateJson] = {
    "phase": "bid",
    "actor": 4,
    "auction": 20,
    "starting_player": 4,
    "in_auction": [0, 1, 2, 3, 4],
    "row": [
        {"slot": slot, "card": "-5 yellow IV", "beads": beads}
        for slot, beads in zip("abcde", (0, 1, 29, 31, 60), strict=True)
    ],
    "players": [
        {"clear": 35, "blue": 99, "cards": ["-5 yellow IV"] * 20},
        {"clear": None, "blue": None, "cards": ["6 white IV"] * 20},
        {"clear": None, "blue": None, "cards": []},
        {"clear": 0, "blue": 0, "cards": ["0"] * 60},
        {"clear": None, "blue": None, "cards": ["-5 white V"]},
    ],
    "supply": {"clear": -100, "blue": -80},
    "discarded": ["-5 yellow IV"] * 60,
    "undealt": ["-5 yellow IV"] * 60,
    "legal": [f"{verb} {slot}" for verb in ("bid", "back-out") for slot in "abcde"],
    "outcome": None,
}
"""More than any game can have, of everything."""


class Told(NamedTuple):
    """What a reader finds in a picture."""

    head: str
    offers: list[tuple[str, str, int]]
    """Slot, card and beads of each line of the row."""
    seats: list[str]
    """The paragraph of each seat, in one line."""
    rest: dict[str, str]
    """The other paragraphs by their first word."""


def read(picture: str) -> Told:
    """Read a picture as a person does, who takes what hangs below a line for its continuation."""
    head, rows = picture.split("\n\n", 1)
    offers: list[tuple[str, str, int]] = []
    paragraphs: list[str] = []
    for line in rows.split("\n"):
        offer = re.fullmatch(r"    ([a-z])  (\S+(?: \S+)*?)(?: +(o+) (\d+) beads?)?", line)
        if offer is not None:
            beads = int(offer[4] or 0)
            assert min(beads, 5) <= len(offer[3] or "") <= beads
            assert line.endswith(" bead") == (beads == 1)
            offers.append((offer[1], offer[2], beads))
        elif line.startswith(" " * 4):
            below_a_seat = not paragraphs[-1].endswith(",")
            assert not below_a_seat or re.fullmatch(r". Seat .*[^,]", paragraphs[-1])
            paragraphs[-1] += f"{'  ' if below_a_seat else ' '}{line.strip()}"
        elif line and line != "  On offer":
            paragraphs.append(line)
    seats = [text for text in paragraphs if text[2:7] == "Seat "]
    rest = [text.strip().split(": ", 1) for text in paragraphs if text not in seats]
    return Told(" ".join(head.split()), offers, seats, dict(rest))


def views(options: dict[str, object]) -> Iterator[smile.View]:
    """Return what everyone sees of every position of a random play."""
    seats = smile.set_up(options).start.seats
    table = played(options, [bots.random] * seats)
    for seat in (None, SPECTATOR, *range(seats)):
        for state in states(table):
            yield state.view(seat)


def hand(player: PlayerJson) -> str:
    """The beads as they stand in a picture."""
    if player["clear"] is None:
        return "beads hidden"
    return f"{player['clear']} clear, {player['blue']} blue"


def check_all_is_told(state: StateJson, seat: Observer, picture: str) -> None:
    """Every fact of the state can be read in the picture."""
    told = read(picture)
    outcome, actor = state["outcome"], state["actor"]
    assert f"uction {state['auction']}" in told.head
    if seat is not None and outcome is None:
        who = f"seat {seat}" if isinstance(seat, int) else "a spectator"
        assert f"as {who} sees it" in told.head
    if state["phase"] == "bid":
        assert f"seat {actor} to move" in told.head
    elif state["phase"] == "reveal":
        assert "cards are revealed" in told.head
    assert told.offers == [(offer["slot"], offer["card"], offer["beads"]) for offer in state["row"]]
    assert len(told.seats) == len(state["players"])
    for number, (line, player) in enumerate(zip(told.seats, state["players"], strict=True)):
        beads, cards = line[2:].rsplit("  ", 1)
        assert beads.startswith(f"Seat {number}: ")
        assert hand(player) in beads
        assert cards == (", ".join(player["cards"]) or "no cards")
        waits = outcome is None and number not in state["in_auction"]
        assert ("(has a card)" in line) == waits
        if outcome is None:
            assert line[0] == (">" if actor == number else " ")
        else:
            assert line[0] == ("*" if number in outcome["winners"] else " ")
            points = re.search(r": +(-?\d+) (points?),", line)
            assert points is not None
            assert points[2] == ("point" if outcome["scores"][number] == 1 else "points")
            assert int(points[1]) == outcome["scores"][number]
    clear, blue = state["supply"]["clear"], state["supply"]["blue"]
    substitutes = r"(?: \((\d+) substitutes?\))?"
    supply = re.fullmatch(
        rf"(\d+) clear{substitutes}, (\d+) blue{substitutes}", told.rest["Supply"]
    )
    assert supply is not None
    assert [int(count or 0) for count in supply.groups()] == [
        *(max(clear, 0), max(-clear, 0)),
        *(max(blue, 0), max(-blue, 0)),
    ]
    assert ("Discarded" in told.rest) == bool(state["discarded"])
    assert told.rest.get("Discarded", "") == ", ".join(state["discarded"])
    left = len(state["undealt"])
    assert ("Undealt" in told.rest) == bool(left)
    if left:
        assert told.rest["Undealt"] == (f"{left} cards" if left > 1 else "1 card")
    shown = state["phase"] == "bid" and state["legal"] is not None
    assert told.rest.get("Allowed") == (", ".join(state["legal"] or ()) if shown else None)


def check_it_fits(picture: str, width: int = 80) -> None:
    """It fits a terminal, and nothing stands at the end of a line for nothing."""
    lines = picture.split("\n")
    assert max(map(len, lines)) <= width
    assert all(line == line.rstrip() for line in lines)
    assert lines[-1]
    assert all(line.isprintable() for line in lines)
    assert "\N{NO-BREAK SPACE}" not in picture


WIDTHS: Final = (40, 59, 60, 80, 200)

OPTIONS: Final[dict[str, dict[str, object]]] = {
    "three": {"players": 3},
    "five": {"players": 5, "beads": 7, "starting_player": 4},
    "loans": {"players": 4, "beads": 0},
    "long": {"players": 3, "auctions": 20, "box": ["-5", "6", "-2 yellow"] * 20},
    "marked": {"players": 5, "auctions": 2, "box": ["-5 yellow IV", "-5 yellow V"] * 5},
}


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_every_view_of_a_play_is_told_and_fits(options: dict[str, object]) -> None:
    """Whatever happens in a game, for every seat and the referee."""
    phases = set[str]()
    for view in views(options):
        assert str(view) == view.to_text() == view.to_text(80)
        for width in WIDTHS:
            picture = view.to_text(width)
            check_it_fits(picture, width)
            check_all_is_told(view.to_json(), view.observer, picture)
        phases.add(view.phase)
    assert phases == {"reveal", "bid", "over"}


@pytest.mark.parametrize("seat", [None, SPECTATOR, 0, 4])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_most_that_there_may_be_is_told_and_fits(seat: Observer, width: int) -> None:
    """Twenty long cards in front, sixty beads on a card, an exhausted supply."""
    picture = draw_text(EXTREME, seat, width)
    check_it_fits(picture, width)
    check_all_is_told(EXTREME, seat, picture)


@pytest.mark.parametrize(
    "winners", [[2], [0, 4], [0, 1, 2], [0, 1, 3, 4], [0, 1, 2, 3, 4]], ids=str
)
@pytest.mark.parametrize("width", WIDTHS)
def test_any_number_of_winners_is_told_and_fits(winners: list[int], width: int) -> None:
    """All of them by name, in the headline and with a star."""
    state = StateJson(**EXTREME)
    state |= {"phase": "over", "actor": None, "legal": [], "row": [], "in_auction": []}
    state["players"] = [PlayerJson(clear=12, blue=34, cards=["6 white IV"] * 20)] * 5
    state["outcome"] = OutcomeJson(scores=[100, 1, 0, -1, -100], winners=winners)
    picture = draw_text(state, width=width)
    check_it_fits(picture, width)
    check_all_is_told(state, None, picture)
    over, told = read(picture).head.split(": ")
    assert over == "Game over after auction 20"
    assert [int(number) for number in re.findall(r"\d+", told)] == winners
    assert told.endswith(" wins" if len(winners) == 1 else " share the victory")
    assert told in (
        "seat 2 wins",
        "seats 0 and 4 share the victory",
        "seats 0, 1 and 2 share the victory",
        "seats 0, 1, 3 and 4 share the victory",
        "seats 0, 1, 2, 3 and 4 share the victory",
    )


def test_a_seat_that_waits_is_not_told_what_is_allowed() -> None:
    """Nothing is listed as allowed where the view does not know it."""
    view = smile.State.parse("1 0 012 a:1,b:2,c:4 6+0/6+0/6+0 17+5 - -").view(1)
    assert "Allowed" not in str(view)
    assert "Allowed: bid a" in str(
        smile.State.parse("1 0 012 a:1,b:2,c:4 6+0/6+0/6+0 17+5 - -").view(0)
    )


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 5)), min_size=3, max_size=3))
def test_what_is_hidden_is_not_in_it(hands: list[tuple[int, int]]) -> None:
    """Whatever the others hold, a seat's picture is the same; and its own hand changes it."""
    position = read_position(BIDDING)

    def held(beads: list[tuple[int, int]]) -> smile.State:
        players = tuple(
            player._replace(clear=clear, blue=blue)
            for player, (clear, blue) in zip(position.players, beads, strict=True)
        )
        return smile.State(*position._replace(players=players))

    state = held(hands)
    for seat in range(3):
        others = [mine if number == seat else (3, 1) for number, mine in enumerate(hands)]
        assert str(state.view(seat)) == str(held(others).view(seat))
        only_mine = read(str(state.view(seat))).seats
        assert [" clear" in line for line in only_mine] == [n == seat for n in range(3)]
        assert ["beads hidden" in line for line in only_mine] == [n != seat for n in range(3)]
        changed = [(mine[0] + 1, mine[1]) for mine in hands]
        assert str(held(changed).view(seat)) != str(state.view(seat))


# Whole pictures, as a person would draw them


def drawn(view: smile.View, width: int = 80) -> list[str]:
    """The lines, with two spaces wherever columns are set apart by two or more."""
    return [re.sub(r"(?<=\S) {2,}", "  ", line) for line in view.to_text(width).split("\n")]


def test_the_picture_while_bidding() -> None:
    """Seat 1 looks, and is to move; seat 0 has its card already."""
    state = smile.State(*read_position(BIDDING))
    assert drawn(state.view(1)) == [
        "Auction 2: seat 1 to move (as seat 1 sees it)",
        "",
        "  On offer",
        "    a  -1 white  o 1 bead",
        "    c  4",
        "",
        "  Seat 0: beads hidden (has a card)  3 yellow, 5",
        "> Seat 1: 5 clear, 2 blue  -2 red",
        "  Seat 2: beads hidden  6 blue V",
        "",
        "  Supply: 22 clear, 3 blue",
        "  Discarded: 1 yellow, 2 yellow",
        "  Undealt: 2 cards",
        "  Allowed: bid a, back-out a",
    ]


def test_the_picture_while_revealing() -> None:
    """The referee looks, nobody is to move, nothing is on offer yet."""
    state = smile.start(players=3, auctions=1, beads=11, box=["1", "2", "3"])
    assert drawn(state.view()) == [
        "Auction 1: cards are revealed",
        "",
        "  Seat 0: 11 clear, 0 blue  no cards",
        "  Seat 1: 11 clear, 0 blue  no cards",
        "  Seat 2: 11 clear, 0 blue  no cards",
        "",
        "  Supply: 2 clear, 5 blue",
        "  Undealt: 3 cards",
    ]


def test_the_picture_when_it_is_over() -> None:
    """Scores, all hands, the winner with a star, and one substitute in use."""
    state = smile.State(*read_position("2 1 - - 6+0:-1w,3y/15+1:1,2/15+5:4,6b 0+-1 - -"))
    assert drawn(state.view(0)) == [
        "Game over after auction 2: seat 2 wins",
        "",
        "  Seat 0:  3 points, 6 clear, 0 blue  -1 white, 3 yellow",
        "  Seat 1:  5 points, 15 clear, 1 blue  1, 2",
        "* Seat 2:  8 points, 15 clear, 5 blue  4, 6 blue",
        "",
        "  Supply: 0 clear, 0 blue (1 substitute)",
    ]


def test_the_picture_in_a_narrow_terminal() -> None:
    """Below sixty columns the cards of a seat go below its hand."""
    view = smile.State(*read_position(BIDDING)).view(1)
    assert drawn(view, 59)[6:12] == [
        "  Seat 0: beads hidden (has a card)",
        "          3 yellow, 5",
        "> Seat 1: 5 clear, 2 blue",
        "          -2 red",
        "  Seat 2: beads hidden",
        "          6 blue V",
    ]
    assert drawn(view, 59)[13:] == [
        "Supply: 22 clear, 3 blue",
        "Discarded: 1 yellow, 2 yellow",
        "Undealt: 2 cards",
        "Allowed: bid a, back-out a",
    ]
    assert drawn(view, 60) == drawn(view)


def test_more_beads_than_there_is_room_for_are_counted() -> None:
    """At most thirty are drawn, fewer where there is less room, and the count is always there."""
    for width, most in ((40, 5), (60, 25), (80, 30), (200, 30)):
        picture = draw_text(EXTREME, None, width)
        rows = [line.split() for line in picture.split("\n") if re.match(r"    [a-e]  ", line)]
        assert [row[1:4] for row in rows] == [["-5", "yellow", "IV"]] * 5
        assert rows[0][4:] == []
        assert rows[1][4:] == ["o", "1", "bead"]
        assert rows[2][4:] == ["o" * min(most, 29), "29", "beads"]
        assert rows[4][4:] == ["o" * most, "60", "beads"]


def test_long_lists_hang_below_their_beginning() -> None:
    """A card is never broken, and goes below the first card of its seat."""
    state = StateJson(**EXTREME)
    state["row"] = []
    state["legal"] = None
    state["supply"] = SupplyJson(clear=1, blue=1)
    state["discarded"] = []
    state["players"] = [PlayerJson(clear=None, blue=None, cards=["-2 yellow"] * 6 + ["4 red"] * 2)]
    assert draw_text(state).split("\n")[2:5] == [
        "  Seat 0: beads hidden  -2 yellow, -2 yellow, -2 yellow, -2 yellow, -2 yellow,",
        "                        -2 yellow, 4 red, 4 red",
        "",
    ]
