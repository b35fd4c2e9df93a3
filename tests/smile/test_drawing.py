"""Tests of a view as text: complete, without hidden information, in lines that fit."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies import bots, smile
from fireflies.contract import SPECTATOR, Observer, OutcomeJson
from fireflies.smile.rules.pieces import PlayerJson, StateJson, SupplyJson
from fireflies.smile.text import drawing
from fireflies.smile.text.drawing import draw_text
from fireflies.smile.text.notation import read_position
from tests.tables import played, states

BIDDING: Final = "2 0 12 a:-1r*1,c:4 4+0:3y,5/5+2:-2r/7+0:6bV 22+3 1y,2yIV,3w -1w,4"
"""A position that can't occur in a game, but can be drawn."""

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
"""A position with more of everything than any game has."""


class ReadPicture(NamedTuple):
    """The content of a picture."""

    head: str
    offers: list[tuple[str, str, int, str]]
    """Slot, card, beads and remark of each line of the row."""
    seats: list[str]
    """The paragraph of each seat, in one line."""
    rest: dict[str, str]
    """The other paragraphs by their first word."""


OFFER: Final = re.compile(
    r"  ([a-z])  (\S+(?: \S+)*)(?: +(o*) ?(\d+) beads?)?(?: +(a pair(?: with \S+(?: \S+)*)?))?"
)


def read(picture: str) -> ReadPicture:
    """Parse a picture; an indented line continues the one above."""
    head, rows = re.sub(r"\n {6}(?=\S)", " ", picture).split("\n\n", 1)
    lines = [line for line in rows.split("\n") if line]
    found = [offer for line in lines if (offer := OFFER.fullmatch(line))]
    offers: list[tuple[str, str, int, str]] = []
    for offer in found:
        beads = int(offer[4] or 0)
        assert len(offer[3] or "") in (0, min(beads, 12))
        assert (" bead " in f"{offer[0]} ") == (beads == 1)
        offers.append((offer[1], offer[2], beads, offer[5] or ""))
    others = [line for line in lines if not OFFER.fullmatch(line)]
    seats = [line for line in others if line[2:7] == "Seat "]
    rest = [line.strip().split(": ", 1) for line in others if line not in seats]
    return ReadPicture(" ".join(head.split()), offers, seats, dict(rest))


def views(options: dict[str, object]) -> Iterator[smile.View]:
    """Return the views of all observers in every position of a random play."""
    seats = smile.set_up(options).start.seats
    table = played(options, [bots.random] * seats)
    for seat in (None, SPECTATOR, *range(seats)):
        for state in states(table):
            yield state.view(seat)


def hand(player: PlayerJson) -> str:
    """Return the beads as they are written in a picture."""
    if player["clear"] is None:
        return "beads hidden"
    return f"{player['clear']} clear, {player['blue']} blue"


def color(card: str) -> str:
    """Return the color of a card."""
    return next((it for it in card.split() if it in ("yellow", "white", "red", "blue")), "")


def check_complete(state: StateJson, seat: Observer, picture: str) -> None:
    """Require that every fact of the state is in the picture."""
    told = read(picture)
    outcome, actor, players = state["outcome"], state["actor"], state["players"]
    assert f"uction {state['auction']}" in told.head
    if seat is not None and outcome is None:
        who = f"seat {seat}" if isinstance(seat, int) else "a spectator"
        assert f"as {who} sees it" in told.head
    if state["phase"] == "bid":
        assert f"seat {actor} to move" in told.head
    elif state["phase"] == "reveal":
        assert "cards are revealed" in told.head
    assert [offer[:3] for offer in told.offers] == [
        (offer["slot"], offer["card"], offer["beads"]) for offer in state["row"]
    ]
    looks = seat if isinstance(seat, int) else actor
    front = players[looks]["cards"] if isinstance(looks, int) else []
    for _, card, _, pair in told.offers:
        mates = [mate for mate in front if color(mate) and color(mate) == color(card)]
        assert pair in (["a pair", f"a pair with {mates[0]}"] if mates else [""])
    assert len(told.seats) == len(players)
    for number, (line, player) in enumerate(zip(told.seats, players, strict=True)):
        found = re.fullmatch(r"(.) Seat (\d) +(.*?)(, backed out)? +cards (\+?-?\d+): (.*)", line)
        assert found is not None
        mark, told_seat, beads, waits, worth, cards = found.groups()
        assert int(told_seat) == number
        assert cards == (", ".join(player["cards"]) or "none")
        assert int(worth) == sum(int(card.split()[0]) for card in player["cards"])
        assert bool(waits) == (outcome is None and number not in state["in_auction"])
        if outcome is None:
            assert mark == (">" if actor == number else " ")
            assert beads == hand(player)
        else:
            assert mark == ("*" if number in outcome["winners"] else " ")
            points = re.fullmatch(r"(-?\d+) (points?): (.*) \((\S+) (\S+)\)", beads)
            assert points is not None
            assert points[2] == ("point" if outcome["scores"][number] == 1 else "points")
            assert points[3] == hand(player)
            assert int(points[5]) == -(player["blue"] or 0)
            assert int(points[1]) == outcome["scores"][number]
            assert int(points[1]) == int(worth) + int(points[4]) + int(points[5])
    clear, blue = state["supply"]["clear"], state["supply"]["blue"]
    substitutes = r"(?: \((\d+) substitutes?\))?"
    supply = re.fullmatch(
        rf"(\d+) clear{substitutes}, (\d+) blue{substitutes}(?:; undealt: (\d+) cards?)?",
        told.rest["Supply"],
    )
    assert supply is not None
    assert [int(count or 0) for count in supply.groups()] == [
        *(max(clear, 0), max(-clear, 0)),
        *(max(blue, 0), max(-blue, 0)),
        len(state["undealt"]),
    ]
    groups = [group.split() for group in told.rest.get("Discarded", "").split(", ") if group]
    assert sorted(state["discarded"]) == sorted(
        f"{value} {group[0]}{marker}"
        for group in groups
        for value, marker in re.findall(r"(-?\d+)( I?V)?", " ".join(group[1:]))
    )


def check_it_fits(picture: str, width: int = 80) -> None:
    """Require that the picture fits the width, without spaces at line ends."""
    lines = picture.split("\n")
    assert max(map(len, lines)) <= width
    assert all(line == line.rstrip() for line in lines)
    assert lines[-1]
    assert all(line.isprintable() for line in lines)
    assert "\N{NO-BREAK SPACE}" not in picture


WIDTHS: Final = (40, 72, 80)

OPTIONS: Final[dict[str, dict[str, object]]] = {
    "three": {"players": 3},
    "five": {"players": 5, "beads": 7, "starting_player": 4},
    "loans": {"players": 4, "beads": 0},
    "long": {"players": 3, "auctions": 20, "box": ["-5", "6", "-2 yellow"] * 20},
    "marked": {"players": 5, "auctions": 2, "box": ["-5 yellow IV", "-5 yellow V"] * 5},
}


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_every_view_of_a_play_is_complete_and_fits(options: dict[str, object]) -> None:
    phases = set[str]()
    for view in views(options):
        assert str(view) == view.to_text() == view.to_text(80)
        for width in WIDTHS:
            picture = view.to_text(width)
            check_it_fits(picture, width)
            check_complete(view.to_json(), view.observer, picture)
        phases.add(view.phase)
    assert phases == {"reveal", "bid", "over"}


@pytest.mark.parametrize("seat", [None, SPECTATOR, 0, 4])
@pytest.mark.parametrize("width", WIDTHS)
def test_an_extreme_table_is_complete_and_fits(seat: Observer, width: int) -> None:
    """Twenty long cards in front, sixty beads on a card, an exhausted supply."""
    picture = draw_text(EXTREME, seat, width)
    check_it_fits(picture, width)
    check_complete(EXTREME, seat, picture)
    assert (" 60 beads a pair" in picture) == (seat == 0), "the longest has just room"
    assert not re.search(r"\n +I?V", picture), "a card is not broken"


@pytest.mark.parametrize(
    "winners", [[2], [0, 4], [0, 1, 2], [0, 1, 3, 4], [0, 1, 2, 3, 4]], ids=str
)
@pytest.mark.parametrize("width", WIDTHS)
def test_any_number_of_winners_is_complete_and_fits(winners: list[int], width: int) -> None:
    """In the headline and with a star."""
    state = StateJson(**EXTREME)
    state |= {"phase": "over", "actor": None, "legal": [], "row": [], "in_auction": []}
    state["players"] = [PlayerJson(clear=12, blue=34, cards=["6 white IV"] * 20)] * 5
    state["outcome"] = OutcomeJson(scores=[100, 1, 0, -1, -100], winners=winners)
    picture = draw_text(state, width=width)
    check_it_fits(picture, width)
    check_complete(state, None, picture)
    over, told = read(picture).head.split(": ")
    assert over == "Game over after auction 20"
    assert [int(number) for number in re.findall(r"\d+", told)] == winners
    assert told.endswith(" wins" if len(winners) == 1 else " share the victory")
    assert told in (
        "seat 2 wins",
        "seat 0 and seat 4 share the victory",
        "seat 0, seat 1 and seat 2 share the victory",
        "seat 0, seat 1, seat 3 and seat 4 share the victory",
        "seat 0, seat 1, seat 2, seat 3 and seat 4 share the victory",
    )


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 5)), min_size=3, max_size=3))
def test_hidden_beads_are_not_in_the_picture(hands: list[tuple[int, int]]) -> None:
    """A seat's picture depends on its own hand only."""
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


# Whole pictures


def drawn(view: smile.View, width: int = 80) -> list[str]:
    """Return the lines, with two spaces between columns."""
    return [re.sub(r"(?<=\S) {2,}", "  ", line) for line in view.to_text(width).split("\n")]


def test_the_picture_while_bidding() -> None:
    """Seat 1 is the observer and decides; seat 0 has its card already."""
    state = smile.State(*read_position(BIDDING))
    assert drawn(state.view(1)) == [
        "Auction 2 of 2: seat 1 to move (as seat 1 sees it)",
        "",
        "  a  -1 red  o 1 bead  a pair with -2 red",
        "  c  4",
        "",
        "  Seat 0  beads hidden, backed out  cards 8: 3 yellow, 5",
        "> Seat 1  5 clear, 2 blue  cards -2: -2 red",
        "  Seat 2  beads hidden  cards 6: 6 blue V",
        "  Supply: 22 clear, 3 blue; undealt: 2 cards",
        "  Discarded: yellow 1 2 IV, white 3",
    ]


def test_names_replace_seats() -> None:
    """The headline does not name the observer when a name is ``you``."""
    state = smile.State(*read_position(BIDDING))
    names = ("Ann", "you", "greedy 2")
    lines = drawn(state.view(1))
    named = state.view(1).to_text(80, names).split("\n")
    assert [re.sub(r"(?<=\S) {2,}", "  ", line) for line in named] == [
        "Auction 2 of 2: you to move",
        *lines[1:5],
        "  Ann  beads hidden, backed out  cards 8: 3 yellow, 5",
        "> you  5 clear, 2 blue  cards -2: -2 red",
        "  greedy 2  beads hidden  cards 6: 6 blue V",
        *lines[8:],
    ]
    other = state.view(2).to_text(80, ("Ann", "Ben", "Cem")).partition("\n")[0]
    assert other == "Auction 2 of 2: Ben to move (as Cem sees it)"


def test_the_picture_while_revealing() -> None:
    """For the referee; no seat decides, and no card is on offer yet."""
    state = smile.start(players=3, auctions=2, beads=11, box=["1", "2", "3"] * 2)
    assert drawn(state.view()) == [
        "Auction 1 of 2: cards are revealed",
        "",
        *[f"  Seat {seat}  11 clear, 0 blue  cards 0: none" for seat in range(3)],
        "  Supply: 2 clear, 5 blue; undealt: 6 cards",
    ]


def test_cards_without_a_color_are_said_to_have_none() -> None:
    told = drawing.by_color(["1", "2 red IV", "6"]).replace("\N{NO-BREAK SPACE}", " ")
    assert told == "no color 1 6, red 2 IV"


def test_the_number_of_auctions_is_the_same_in_all_of_a_game() -> None:
    for auctions in (1, 2, 3):
        box = ["1"] * 4 * auctions
        options: dict[str, object] = {"players": 4, "auctions": auctions, "box": box}
        heads = {str(view).partition(":")[0] for view in views(options) if view.phase != "over"}
        assert heads == {f"Auction {number + 1} of {auctions}" for number in range(auctions)}


def test_the_picture_when_it_is_over() -> None:
    """Points and their parts, all hands, a star, and one substitute in use."""
    state = smile.State(*read_position("2 1 - - 6+0:-1w,3y/15+1:1,2/15+5:4,6b 0+-1 - -"))
    lines = [
        "  Supply: 0 clear, 0 blue (1 substitute)",
    ]
    assert drawn(state.view(0)) == [
        "Game over after auction 2: seat 2 wins",
        "",
        "  Seat 0  3 points: 6 clear, 0 blue (+1 +0)  cards +2: -1 white, 3 yellow",
        "  Seat 1  5 points: 15 clear, 1 blue (+3 -1)  cards +3: 1, 2",
        "* Seat 2  8 points: 15 clear, 5 blue (+3 -5)  cards +10: 4, 6 blue",
        *lines,
    ]
    named = state.view(0).to_text(80, ("Ann", "Ben", "you"))
    assert named.startswith("Game over after auction 2: you win\n")


def test_the_picture_in_a_narrow_terminal() -> None:
    """A row of cards that is too long for the line is below the hand of its seat."""
    view = smile.State(*read_position(BIDDING)).view(1)
    assert drawn(view, 40)[3:] == [
        "  a  -1 red  1 bead  a pair",
        "  c  4",
        "",
        "  Seat 0  beads hidden, backed out",
        "      cards 8: 3 yellow, 5",
        "> Seat 1  5 clear, 2 blue",
        "      cards -2: -2 red",
        "  Seat 2  beads hidden",
        "      cards 6: 6 blue V",
        "  Supply: 22 clear, 3 blue; undealt: 2",
        "      cards",
        "  Discarded: yellow 1 2 IV, white 3",
    ]
    assert drawn(view, 60)[5:] == drawn(view)[5:]
    assert drawn(view, 59)[5] == "  Seat 0  beads hidden, backed out"


def test_more_beads_than_there_is_room_for_are_counted() -> None:
    """At most twelve are drawn, none in a narrow picture; the number is always written."""
    for width, most in ((40, 0), (71, 0), (72, 12), (200, 12)):
        offers = read(draw_text(EXTREME, None, width)).offers
        assert [offer[2] for offer in offers] == [0, 1, 29, 31, 60]
        rows = [line.split() for line in draw_text(EXTREME, None, width).split("\n")[2:7]]
        assert ["o" * min(most, 29) in row for row in rows][2] == bool(most)


def test_long_lists_are_wrapped() -> None:
    """A card is never broken."""
    state = StateJson(**EXTREME)
    state["row"] = []
    state["supply"] = SupplyJson(clear=1, blue=1)
    state["discarded"] = []
    state["players"] = [PlayerJson(clear=None, blue=None, cards=["-2 yellow"] * 6 + ["4 red"] * 2)]
    state["actor"] = 0
    assert draw_text(state).split("\n")[2:4] == [
        "> Seat 0  beads hidden  cards -4: -2 yellow, -2 yellow, -2 yellow, -2 yellow,",
        "      -2 yellow, -2 yellow, 4 red, 4 red",
    ]


# Remarks.

REMARKS: Final = (
    ("bid z", "there is no card z on offer"),
    ("back-out b", "there is no card b on offer"),
    ("bid c", "the lowest card is a, -1 red"),
    ("back-out c", "no bead lies on c, 4"),
    ("reveal 3", ""),
)


@pytest.mark.parametrize(("tried", "remark"), REMARKS)
def test_a_remark_names_the_problem_on_the_table(tried: str, remark: str) -> None:
    """The missing card, the card without a bead, the lowest card; otherwise it is empty."""
    violation = smile.State(*read_position(BIDDING)).check(smile.read_action(tried))
    assert violation is not None
    assert drawing.remark(violation) == remark


def test_a_card_outside_the_draw_pile_has_a_remark_about_the_box() -> None:
    """The usual mistake is to play with other cards than the default box."""
    violation = smile.start().check(smile.read_action("reveal 6 red"))
    assert violation is not None
    told = drawing.remark(violation)
    assert told == "6 red is not in the draw pile; the option box says which cards you own"
