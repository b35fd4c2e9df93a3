"""Tests that positions of no game are refused, each with its reason."""

from collections.abc import Callable
from random import Random
from typing import Final

import pytest

from fireflies import bots, smile
from fireflies.contract import Bot
from fireflies.errors import InvalidNotation
from fireflies.smile import fast
from fireflies.smile.rules.pieces import Offer
from fireflies.smile.text import soundness
from fireflies.smile.text.notation import read_position
from fireflies.smile.text.soundness import find_fault
from tests.smile.plays import play, random_options
from tests.smile.test_options import thrifty
from tests.tables import played, states

REVEALING: Final = "2 0 012 a:1 6+0:3y/6+0:2/6+0:6b 17+5 - -1w,4"
BIDDING: Final = "2 0 120 a:-1w*1,b:1,c:4 5+0:3y/6+0:2/6+0:6b 17+5 - -"
OVER: Final = "2 1 - - 6+0:-1w,3y/6+0:1,2/6+0:4,6b 17+5 - -"
FIELDS: Final = (
    *("auction", "starting_player", "in_auction", "row"),
    *("players", "supply", "discarded", "undealt"),
)

SOUND: Final = {
    "revealing": REVEALING,
    "bidding": BIDDING,
    "over": OVER,
    "the first state": "1 2 201 - 6+0/6+0/6+0 17+5 - -1w,1,4",
    "another seat than the starting one is to move": "1 2 012 a:1,b:1,c:1 6+0/6+0/6+0 17+5 - -",
    "a seat has left": "1 0 02 b:1*3,c:4 4+0/5+0:-1w/6+0 17+5 - -",
    "beads on all of the lowest": "1 0 012 a:1*1,b:1*2,c:4 4+0/5+0/6+0 17+5 - -",
    "a pair and a seat have left": "2 1 20 b:1*3,c:4 4+0:3y/5+0/6+0:2 17+5 1r,2r -",
    "one got a pair in three": "3 2 - - 6+0:1/6+0:2,3,4/6+0:4,5,6 17+5 1r,2r -",
    "the first seat has left": "1 0 12 a:1*1,c:4 5+0:2/6+0/6+0 17+5 - -",
    "no beads at all": "1 0 012 - 0+0/0+0/0+0 35+5 - 1,2,3",
    "all beads, five players": "1 0 01234 - 7+0/7+0/7+0/7+0/7+0 0+5 - 1,2,3,4,5",
    "most beads, three players": "1 0 012 - 11+0/11+0/11+0 2+5 - 1,2,3",
    "loans": "1 1 20 b:2,c:3 0+1/1+0:1/0+0 34+4 - -",
    "loans beyond the supply": "2 0 012 - 12+1:1/13+0:2/14+5:3 -4+-1 - 1,2,3",
    "as many loans as in any game": "2 0 012 - 20+14:1/20+13:2/18+13:3 -23+-35 - 1,2,3",
    "values at the ends": "1 0 012 - 6+0/6+0/6+0 17+5 - -5,0,6",
    "IV with four": "1 0 0123 - 6+0/6+0/6+0/6+0 11+5 - 1,1IV,2,3",
    "IV and V with five": "1 0 01234 - 6+0/6+0/6+0/6+0/6+0 5+5 - 1,1IV,2,2V,3rV",
    "pairs have left": "3 2 - - 6+0:1,2,3/6+0:4/6+0:5 17+5 1r,2r,3y,5y -",
    "four of a color have left": "2 2 - - 6+0/6+0/6+0:4,5b 17+5 1r,1r,2r,3r -",
    "colorless cards in front are no pair": "2 2 - - 6+0:1,1/6+0:2r,2y/6+0:4,5b 17+5 - -",
    "one auction": "1 0 012 - 6+0/6+0/6+0 17+5 - 1,1,1",
    "twenty auctions": f"1 0 012 - 6+0/6+0/6+0 17+5 - {','.join(['1'] * 60)}",
}

CLEAR_FAULT: Final = "clear beads, loans left out, can't be dealt to 3 players equally"
MARKER_FAULT: Final = "a card has a marker that is not in play with 3 players"
ORDER_FAULT: Final = (
    "cards in front, discarded or undealt are not sorted from the lowest to the highest"
)
PAIR_FAULT: Final = "the discarded cards are not pairs of one color"
REVEAL_FAULT: Final = (
    "cards are still to be revealed, but the auction lacks a seat, or does not begin with the"
    " starting player"
)
SLOT_FAULT: Final = "a slot is out of order, occurs twice, or is not in this game"
VALUE_FAULT: Final = "a card has a value outside -5 to 6"
LETTER_FAULT: Final = (
    "cards are still to be revealed, but the row is not lettered from a, or has beads"
)
TURN_FAULT: Final = "the seats in the auction are not in turn order"

UNSOUND: Final[dict[str, tuple[str, dict[str, str], str]]] = {
    "two players": (REVEALING, {"players": "6+0:3y/6+0:2"}, "2 seats, not 3 to 5"),
    "six players": (
        REVEALING,
        {"players": "6+0:3y/6+0:2/6+0:6b/6+0/6+0/6+0"},
        "6 seats, not 3 to 5",
    ),
    "a starting player too far": (
        REVEALING,
        {"starting_player": "3"},
        "there is no seat 3 to start",
    ),
    "a starting player below": (OVER, {"starting_player": "-1"}, "there is no seat -1 to start"),
    "counterclockwise": (BIDDING, {"in_auction": "102"}, TURN_FAULT),
    "a seat twice": (BIDDING, {"in_auction": "112"}, TURN_FAULT),
    "a seat that is none": (BIDDING, {"in_auction": "123"}, TURN_FAULT),
    "a first seat that is none": (BIDDING, {"in_auction": "312"}, TURN_FAULT),
    "two seats turned round": (
        "1 0 02 b:1*3,c:4 4+0/5+0:-1w/6+0 17+5 - -",
        {"in_auction": "001"},
        TURN_FAULT,
    ),
    "a seat alone": (
        BIDDING,
        {"in_auction": "1", "row": "a:-1w*1"},
        "only one seat is in the auction",
    ),
    "revealing without all": (REVEALING, {"in_auction": "01"}, REVEAL_FAULT),
    "revealing from another seat": (REVEALING, {"in_auction": "120"}, REVEAL_FAULT),
    "revealing for another seat": (REVEALING, {"starting_player": "1"}, REVEAL_FAULT),
    "a card short while bidding": (BIDDING, {"row": "a:-1w*1,b:1"}, REVEAL_FAULT),
    "more cards than seats": (
        BIDDING,
        {"in_auction": "12"},
        "there are more cards on offer than seats in the auction",
    ),
    "cards after the end": (
        OVER,
        {"row": "a:1"},
        "there are more cards on offer than seats in the auction",
    ),
    "the row by value": (
        BIDDING,
        {"row": "a:1*1,b:-1w,c:4"},
        "the row does not go from the lowest card to the highest",
    ),
    "the row by text": (
        BIDDING,
        {"row": "a:1w*1,b:1,c:4"},
        "the row does not go from the lowest card to the highest",
    ),
    "a slot too far": (BIDDING, {"row": "a:-1w*1,b:1,d:4"}, SLOT_FAULT),
    "slots turned round": (BIDDING, {"row": "b:-1w*1,a:1,c:4"}, SLOT_FAULT),
    "a slot twice": (BIDDING, {"row": "a:-1w*1,b:1,b:4"}, SLOT_FAULT),
    "beads on a card that is not the lowest": (
        BIDDING,
        {"row": "a:-1w,b:1*1,c:4"},
        "beads lie on a card that is not of the lowest value",
    ),
    "beads on a second card": (
        "1 0 012 a:1*1,b:1*2,c:4 4+0/5+0/6+0 17+5 - -",
        {"row": "a:1*1,b:1*1,c:4*1"},
        "beads lie on a card that is not of the lowest value",
    ),
    "revealed into b": (REVEALING, {"row": "b:1"}, LETTER_FAULT),
    "revealed with a bead": (REVEALING, {"row": "a:1*1"}, LETTER_FAULT),
    "a hand below no clear bead": (
        BIDDING,
        {"players": "-1+0:3y/12+0:2/6+0:6b"},
        "a player has fewer than 0 beads",
    ),
    "a hand below no blue bead": (
        BIDDING,
        {"players": "5+-1:3y/6+1:2/6+0:6b"},
        "a player has fewer than 0 beads",
    ),
    "a clear bead too many": (
        BIDDING,
        {"supply": "18+5"},
        "there are 36 clear beads, not 35",
    ),
    "a clear bead too few on a card": (
        BIDDING,
        {"row": "a:-1w,b:1,c:4"},
        "there are 34 clear beads, not 35",
    ),
    "a blue bead too few": (BIDDING, {"supply": "17+4"}, "there are 4 blue beads, not 5"),
    "a blue bead too many": (
        BIDDING,
        {"players": "5+0:3y/6+1:2/6+0:6b"},
        "there are 6 blue beads, not 5",
    ),
    "a clear bead more for one": (
        BIDDING,
        {"players": "5+0:3y/7+0:2/6+0:6b", "supply": "16+5"},
        f"19 {CLEAR_FAULT}",
    ),
    "a blue bead without a clear one": (
        BIDDING,
        {"players": "5+0:3y/6+1:2/6+0:6b", "supply": "17+4"},
        f"17 {CLEAR_FAULT}",
    ),
    "more loans than in any game": (
        REVEALING,
        {"players": "20+14:3y/20+13:2/19+14:6b", "supply": "-24+-36"},
        "41 blue beads are borrowed; 20 auctions have at most 40",
    ),
    "more dealt than there are": (
        REVEALING,
        {"players": "12+0:3y/12+0:2/12+0:6b", "supply": "-1+5"},
        f"36 {CLEAR_FAULT}",
    ),
    "fewer dealt than none": (
        REVEALING,
        {"players": "0+1:3y/0+1:2/0+1:6b", "supply": "35+2"},
        f"-3 {CLEAR_FAULT}",
    ),
    "a value too high": (REVEALING, {"undealt": "-1w,7"}, VALUE_FAULT),
    "a value too low": (REVEALING, {"undealt": "-6,-1w"}, VALUE_FAULT),
    "a value too high on offer": (REVEALING, {"row": "a:7"}, VALUE_FAULT),
    "a value too high in front": (
        REVEALING,
        {"players": "6+0:7y/6+0:2/6+0:6b"},
        VALUE_FAULT,
    ),
    "a value too low discarded": (
        OVER,
        {"players": "6+0/6+0:1,2/6+0:4,6b", "discarded": "-6r,1r"},
        VALUE_FAULT,
    ),
    "IV with three": (REVEALING, {"undealt": "-1w,4IV"}, MARKER_FAULT),
    "V with three": (REVEALING, {"row": "a:1V"}, MARKER_FAULT),
    "V with four": (
        "1 0 0123 - 6+0/6+0/6+0/6+0 11+5 - 1,1IV,2,3",
        {"undealt": "1,1IV,2,3V"},
        "a card has a marker that is not in play with 4 players",
    ),
    "a front not in order": (OVER, {"players": "6+0:3y,-1w/6+0:1,2/6+0:4,6b"}, ORDER_FAULT),
    "the last front not in order": (OVER, {"players": "6+0:-1w,3y/6+0:1,2/6+0:6b,4"}, ORDER_FAULT),
    "discarded not in order": (
        OVER,
        {"players": "6+0/6+0:1,2/6+0:4,6b", "discarded": "3y,1y"},
        ORDER_FAULT,
    ),
    "undealt not in order": (REVEALING, {"undealt": "4,-1w"}, ORDER_FAULT),
    "a pair in front": (
        OVER,
        {"players": "6+0:-1y,3y/6+0:1,2/6+0:4,6b"},
        "two cards of one color lie in front of a seat",
    ),
    "a pair in front of the last seat": (
        OVER,
        {"players": "6+0:-1w,3y/6+0:1,2/6+0:4b,6b"},
        "two cards of one color lie in front of a seat",
    ),
    "one card discarded": (
        OVER,
        {"players": "6+0:3y/6+0:1,2/6+0:4,6b", "discarded": "1r"},
        PAIR_FAULT,
    ),
    "two colors discarded": (
        OVER,
        {"players": "6+0/6+0:1,2/6+0:4,6b", "discarded": "1r,2y"},
        PAIR_FAULT,
    ),
    "colorless cards discarded": (
        OVER,
        {"players": "6+0/6+0:1,2/6+0:4,6b", "discarded": "1,1"},
        PAIR_FAULT,
    ),
    "a card too many": (
        REVEALING,
        {"undealt": "-1w,4,5"},
        "7 cards can't be dealt to 3 players equally in 1 to 20 auctions",
    ),
    "a card too few": (
        REVEALING,
        {"undealt": "-1w"},
        "5 cards can't be dealt to 3 players equally in 1 to 20 auctions",
    ),
    "no cards": (
        OVER,
        {"auction": "1", "players": "6+0/6+0/6+0"},
        "0 cards can't be dealt to 3 players equally in 1 to 20 auctions",
    ),
    "twenty-one auctions": (
        REVEALING,
        {"undealt": ",".join(["4"] * 59)},
        "63 cards can't be dealt to 3 players equally in 1 to 20 auctions",
    ),
    "more cards than a box has": (
        "1 0 01234 - 6+0/6+0/6+0/6+0/6+0 5+5 - 1,2,3,4,5",
        {"undealt": ",".join(["4"] * 65)},
        "there are 65 cards, and a box has at most 60",
    ),
    "revealing too early": (
        REVEALING,
        {"auction": "1"},
        "the cards dealt so far do not fit auction 1",
    ),
    "revealing too late": (
        REVEALING,
        {"auction": "3"},
        "the cards dealt so far do not fit auction 3",
    ),
    "bidding too early": (BIDDING, {"auction": "1"}, "the cards dealt so far do not fit auction 1"),
    "bidding too late": (BIDDING, {"auction": "3"}, "the cards dealt so far do not fit auction 3"),
    "over too early": (OVER, {"auction": "1"}, "the cards dealt so far do not fit auction 1"),
    "over too late": (OVER, {"auction": "3"}, "the cards dealt so far do not fit auction 3"),
    "auction 0": (
        OVER,
        {"auction": "0", "players": "6+0/6+0/6+0", "undealt": "1,2,3"},
        "the cards dealt so far do not fit auction 0",
    ),
    "two cards from one auction": (
        REVEALING,
        {"players": "6+0:2,3y/6+0/6+0:6b"},
        "seat 0 got 1 card; after pairs leave, it can't have 2",
    ),
    "three cards from one auction": (
        BIDDING,
        {"players": "5+0:2,3y,6b/6+0/6+0"},
        "seat 0 got 1 card; after pairs leave, it can't have 3",
    ),
    "a card before its time": (
        "1 0 02 b:1*3,c:4 4+0/5+0:-1w/6+0 17+5 - -",
        {"players": "4+0/5+0/6+0:-1w"},
        "seat 1 got 1 card; after pairs leave, it can't have 0",
    ),
    "a card less for one": (
        "3 2 - - 6+0:1/6+0:2,3,4/6+0:4,5,6 17+5 1r,2r -",
        {"players": "6+0:1,2,4/6+0:3,5/6+0:4,6"},
        "seat 1 got 3 cards; after pairs leave, it can't have 2",
    ),
    "nothing to reveal": (
        REVEALING,
        {"row": "-", "players": "6+0:1/6+0:1y/6+0:2", "undealt": "-"},
        "3 cards are still to be revealed, and 0 are undealt",
    ),
    "over with cards undealt": (
        OVER,
        {"undealt": "1,2,3"},
        "the game can't be over while cards are undealt",
    ),
}
"""For each fault: a sound line, the broken part, and the message."""


@pytest.mark.parametrize("name", SOUND)
def test_sound_positions_have_no_fault(name: str) -> None:
    assert find_fault(read_position(SOUND[name])) is None


@pytest.mark.parametrize("name", UNSOUND)
def test_one_broken_thing_is_the_fault_that_is_reported(name: str) -> None:
    line, broken, fault = UNSOUND[name]
    assert find_fault(read_position(line)) is None
    fields = dict(zip(FIELDS, line.split(" "), strict=True))
    assert fields | broken != fields
    assert find_fault(read_position(" ".join((fields | broken).values()))) == fault


@pytest.mark.parametrize("players", ["6+0:3y/6+0:2", "6+0/6+0/6+0/6+0/6+0/6+0"], ids=[2, 6])
def test_a_wrong_number_of_seats_is_the_only_fault_reported(players: str) -> None:
    position = read_position(f"0 7 21 c:7*1 {players} 99+9 1 4,3")
    assert len([*soundness._faults(position)]) == 1


def test_faults_are_reported_in_order() -> None:
    """First the turn, then the row, the beads, the cards."""
    position = read_position("0 7 21 c:7*1 6+0:3y/6+0:2/6+0 99+9 1 4,3")
    faults = [*soundness._faults(position)]
    assert len(faults) > 8
    places = [
        [word in fault for fault in faults].index(True) for word in ("seat", "letter", "beads,")
    ]
    assert places == sorted(places)
    assert faults[0] == "there is no seat 7 to start"


def test_beads_on_a_card_are_not_negative() -> None:
    """The notation can't write this, but a program can create it."""
    position = read_position(BIDDING)
    row = (position.row[0], Offer("b", position.row[1].card, -1), position.row[2])
    supply = position.supply._replace(clear=position.supply.clear + 1)
    assert find_fault(position._replace(row=row, supply=supply)) == (
        "a card has fewer than 0 beads"
    )


@pytest.mark.long
@pytest.mark.parametrize(
    "bot", [bots.random, bots.first, thrifty], ids=["random", "bids", "thrifty"]
)
@pytest.mark.parametrize(
    "options",
    [
        {"players": 3, "starting_player": 2},
        {"players": 4, "beads": 0},
        {"players": 5, "beads": 7},
        {"players": 5, "auctions": 1, "beads": 1, "box": ["1 red"] * 4 + ["1 V"]},
        {"players": 3, "auctions": 20, "beads": 2, "box": ["-5 blue", "6", "6 blue"] * 20},
    ],
    ids=["three", "four without beads", "five", "one auction", "twenty auctions"],
)
def test_every_position_of_a_game_is_sound(options: dict[str, object], bot: Bot) -> None:
    for state in states(played(options, [bot] * int(str(options["players"])))):
        assert find_fault(state) is None
        assert find_fault(read_position(state.view().position)) is None


@pytest.mark.parametrize("parse", [smile.State.parse, fast.State.parse], ids=["readable", "packed"])
def test_a_position_that_waits_for_a_card_needs_one(
    parse: Callable[[str], object],
) -> None:
    line = "2 0 012 - 6+0:1/6+0:1y/6+0:2 17+5 - -"
    with pytest.raises(InvalidNotation, match="3 cards are still to be revealed, and 0 are"):
        parse(line)


@pytest.mark.long
def test_a_sound_position_can_be_played_to_its_end() -> None:
    """Of 2,000 mixed positions, the sound ones stay sound, and can be packed."""
    chooser = Random(5)
    states = [state for _ in range(20) for state, _ in play(random_options(chooser), chooser)]
    accepted = 0
    for _ in range(2000):
        fields = list(chooser.choice(states))
        for place in chooser.choices(range(len(fields)), k=chooser.choice((1, 1, 2, 3))):
            few = chooser.random() < 0.3 and isinstance(fields[place], tuple)
            fields[place] = () if few else chooser.choice(states)[place]
        state = smile.State._make(fields)
        clear = sum(hand.clear for hand in state.players) + sum(it.beads for it in state.row)
        blue = sum(hand.blue for hand in state.players)
        state = state._replace(supply=smile.Supply(35 - clear, 5 - blue))
        if find_fault(state) is None:
            accepted += 1
            assert fast.State.parse(state.view().position).unpack() == state
            while state.actor is not None:
                state = state.apply(chooser.choice(state.legal_actions))
                assert find_fault(state) is None
            assert state.outcome is not None
    assert accepted > 100


def test_beads_on_a_higher_card_are_in_no_game() -> None:
    """Bids go on the lowest value, so beads never lie on a higher card."""
    sound = read_position("1 0 012 a:1*1,b:1*3,c:1 6+0/6+0/2+0 17+5 - -")
    assert find_fault(sound) is None
    assert find_fault(read_position("1 0 012 a:1*1,b:2*3,c:2 6+0/6+0/2+0 17+5 - -")) == (
        "beads lie on a card that is not of the lowest value"
    )


@pytest.mark.parametrize(
    ("hands", "fault"),
    [
        ("6+0:1,2/6+0:2,3/6+0", None),
        ("6+0:1,2,3/6+0:2/6+0", "seat 0 got 2 cards; after pairs leave, it can't have 3"),
        ("6+0:1,2/6+0:2/6+0:3", "seat 1 got 2 cards; after pairs leave, it can't have 1"),
    ],
    ids=["as pairs leave them", "one too many", "one alone"],
)
def test_each_seat_has_what_pairs_leave_of_its_cards(hands: str, fault: str | None) -> None:
    """A seat gets one card in each auction, and loses two at a time."""
    assert find_fault(read_position(f"2 0 - - {hands} 17+5 -1r,1r -")) == fault
