"""Tests of cards, actions and events: texts, order, values."""

from itertools import product
from typing import Final, cast, get_args

import pytest

from fireflies import contract, smile
from fireflies.contract import Event, Outcome
from fireflies.smile.box import cards
from fireflies.smile.box.cards import Card
from fireflies.smile.clauses import Clause
from fireflies.smile.rules.actions import Action, BackOut, Bid, Reveal
from fireflies.smile.rules.events import (
    AuctionEnded,
    BeadPlaced,
    BeadsBorrowed,
    BiddingBegan,
    CardRevealed,
    CardTaken,
    GameEnded,
    LastCardTaken,
    PairDiscarded,
)
from fireflies.smile.rules.pieces import SLOTS, Offer, Player, Position, SeenPlayer, Supply

ALL_CARDS: Final = [
    Card(value, color, marker)
    for value, color, marker in product(cards.VALUES, cards.COLORS, cards.MARKERS)
]
BLUE: Final = Card(6, "blue")
RED: Final = Card(-2, "red")

EVENTS: Final[dict[Event, tuple[Clause, str]]] = {
    CardRevealed(RED): (Clause.REVEAL_COUNT, "-2 red is revealed"),
    BiddingBegan(2): (Clause.BIDDING_STARTING_PLAYER, "seat 2 starts the bidding"),
    BeadsBorrowed(1): (
        Clause.BORROW_STUCK,
        "seat 1 borrows: one clear bead, and a blue one for it",
    ),
    BeadPlaced(1, "b"): (Clause.BID_CLEAR_BEAD, "seat 1 places a bead on b"),
    CardTaken(0, "a", RED, 2): (
        Clause.BACK_OUT_TAKE,
        "seat 0 backs out with -2 red (a) and 2 beads",
    ),
    CardTaken(0, "a", RED, 1): (
        Clause.BACK_OUT_TAKE,
        "seat 0 backs out with -2 red (a) and 1 bead",
    ),
    LastCardTaken(2, "c", BLUE, 0): (
        Clause.LAST_CARD,
        "seat 2 gets the last card, 6 blue (c), and 0 beads",
    ),
    PairDiscarded(2, (Card(3, "blue"), BLUE)): (
        Clause.PAIR_DISCARD,
        "seat 2 discards a pair: 3 blue and 6 blue",
    ),
    AuctionEnded(3, 2): (
        Clause.LAST_STARTS,
        "auction 3 is over, seat 2 starts the next one",
    ),
    GameEnded(
        (Player(1, 0, ()), Player(3, 2, (RED,)), Player(2, 0, ())),
        Outcome((0, -4, 0), (0, 2), Clause.WIN_SHARED),
    ): (
        Clause.END_LAST_AUCTION,
        (
            "the game is over: seat 0 has 0 points, seat 1 has -4 points and seat 2 has 0 points;"
            " seat 0 and seat 2 won"
        ),
    ),
    GameEnded(
        (Player(1, 0, (BLUE,)), Player(3, 2, (RED,)), Player(2, 0, ())),
        Outcome((6, -4, 0), (0,), Clause.WIN_MOST_POINTS),
    ): (
        Clause.END_LAST_AUCTION,
        (
            "the game is over: seat 0 has 6 points, seat 1 has -4 points and seat 2 has 0 points;"
            " seat 0 won"
        ),
    ),
}


def test_the_box_has_the_printed_figures() -> None:
    assert (cards.CLEAR_BEADS, cards.BLUE_BEADS) == (35, 5)
    assert [*cards.SEATS] == [3, 4, 5]
    assert [*cards.VALUES] == [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6]
    assert set(cards.COLORS) == {"", "yellow", "white", "red", "blue"}
    assert set(cards.MARKERS) == {"", "IV", "V"}
    assert list(SLOTS) == [chr(ord("a") + place) for place in range(26)]


@pytest.mark.parametrize(
    ("card", "text", "python"),
    [
        (Card(4), "4", "Card(4)"),
        (Card(0), "0", "Card(0)"),
        (Card(-2, "yellow"), "-2 yellow", "Card(-2, 'yellow')"),
        (Card(1, "", "IV"), "1 IV", "Card(1, '', 'IV')"),
        (Card(6, "red", "V"), "6 red V", "Card(6, 'red', 'V')"),
    ],
    ids=str,
)
def test_a_card_has_a_text_and_a_repr(card: Card, text: str, python: str) -> None:
    """A missing color or marker leaves no space."""
    assert str(card) == text
    assert repr(card) == python


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_the_repr_of_a_card_makes_it_again(card: Card) -> None:
    """For each of the 180 possible cards."""
    again = eval(repr(card))  # noqa: S307 - our own text
    assert type(again) is Card
    assert again == card


def test_cards_sort_as_they_lie_in_a_row() -> None:
    """By value; equal values by their text."""
    assert len(set(map(str, ALL_CARDS))) == len(ALL_CARDS) == 180
    assert sorted(ALL_CARDS) == sorted(ALL_CARDS, key=lambda card: (card.value, str(card).encode()))
    assert list(
        map(str, sorted([Card(1, "blue"), Card(1, "", "IV"), Card(1), Card(-1, "red")]))
    ) == [
        "-1 red",
        "1",
        "1 IV",
        "1 blue",
    ]


def test_cards_are_equal_by_value_color_and_marker() -> None:
    assert Card(3) == Card(3, "", "")
    assert (Card(3).color, Card(3).marker) == ("", "")
    assert len({Card(3), Card(3, "red"), Card(3, "red", "V"), Card(3, "", "V"), Card(3)}) == 4


def test_actions_have_the_texts_of_the_wire() -> None:
    assert str(Reveal(Card(-2, "yellow"))) == "reveal -2 yellow"
    assert str(Bid("a")) == "bid a"
    assert str(BackOut("e")) == "back-out e"
    assert repr(Reveal(Card(4))) == "Reveal(card=Card(4))"
    assert repr(BackOut("e")) == "BackOut(slot='e')"


def test_actions_are_compared_by_type_and_slot() -> None:
    assert (Bid("a"), hash(Bid("a"))) == (Bid(slot="a"), hash(Bid(slot="a")))
    assert Reveal(Card(4)) == Reveal(Card(4, ""))
    actions: set[object] = {Bid("a"), BackOut("a"), Bid("b"), "bid a"}
    assert len(actions) == 4


def test_revealing_a_tuple_reveals_the_card_that_equals_it() -> None:
    state = smile.start(auctions=1, box=["1", "2", "3"])
    revealed = Reveal(cast("Card", (2, "", "")))
    assert str(state.apply(revealed).row[0].card) == "2"
    assert str(state.explain(revealed)[0]) == "2 is revealed"


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_an_event_has_a_text_and_a_clause(event: Event) -> None:
    clause, text = EVENTS[event]
    assert str(event) == text
    assert event.clause is clause
    assert eval(repr(event)) == event  # noqa: S307 - our own text


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_every_observer_sees_every_event(event: Event) -> None:
    for seat in range(5):
        assert event.seen_by(seat) is event


def test_every_class_of_event_is_listed_here_and_in_the_game() -> None:
    assert {*smile.GAME.events} == {type(event) for event in EVENTS}
    assert len(smile.GAME.events) == 9
    assert set(get_args(Action)) == {Reveal, Bid, BackOut}
    with pytest.raises(AttributeError):
        contract.Event().clause.rule  # noqa: B018 - it has none


def test_an_event_matches_its_fields_in_order() -> None:
    match next(event for event in EVENTS if isinstance(event, LastCardTaken)):
        case LastCardTaken(seat, slot, card, beads):
            assert (seat, slot, card, beads) == (2, "c", BLUE, 0)
    ended = AuctionEnded(auction=3, starting_player=2)
    assert ended == AuctionEnded(3, 2) != AuctionEnded(2, 3)
    assert PairDiscarded(seat=0, cards=(RED, RED)).cards == (RED, RED)


def test_a_position_has_the_eight_fields_of_a_line() -> None:
    state = smile.State.parse("2 0 120 a:-1w*1,b:1,c:4 5+0:3y/6+0:2/6+0:6b 17+5 - -")
    assert isinstance(state, Position)
    assert tuple(state) == (
        2,
        0,
        (1, 2, 0),
        (
            Offer("a", Card(-1, "white"), 1),
            Offer(slot="b", card=Card(1), beads=0),
            Offer("c", Card(4), 0),
        ),
        (
            Player(clear=5, blue=0, cards=(Card(3, "yellow"),)),
            Player(6, 0, (Card(2),)),
            Player(6, 0, (Card(6, "blue"),)),
        ),
        Supply(clear=17, blue=5),
        (),
        (),
    )
    assert Position._fields == (
        *("auction", "starting_player", "in_auction", "row"),
        *("players", "supply", "discarded", "undealt"),
    )
    assert SeenPlayer(clear=None, blue=None, cards=(BLUE,)) == (None, None, (BLUE,))
