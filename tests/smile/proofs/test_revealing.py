"""Proofs of the sheet's first phase: revealing the cards, always before the bidding."""

from itertools import permutations

import pytest

from fireflies.contract import CHANCE
from fireflies.smile import (
    BackOut,
    Bid,
    BiddingBegan,
    Card,
    CardRevealed,
    Clause,
    Reveal,
    State,
    start,
)
from tests.evidence import Evidence
from tests.smile.proofs.plays import actors, after, at, events_of, legal, row

TEN = ("-4", "-3", "-2", "-1", "0", "1", "2", "3", "4", "5")


def pile(players: int, *cards: str, starting_player: int = 0) -> State:
    """Return the start of a game whose draw pile is these cards."""
    return start(
        players=players,
        starting_player=starting_player,
        box=cards,
        auctions=len(cards) // players,
    )


@pytest.mark.clause("smile.auction.phases")
@pytest.mark.parametrize(
    ("players", "position"),
    [
        (3, "1 0 012 a:-2,b:1 6+0/6+0/6+0 17+5 - 2"),
        (4, "1 0 0123 a:-2,b:1,c:3 6+0/6+0/6+0/6+0 11+5 - 2"),
        (5, "1 0 01234 a:-2,b:1,c:3,d:4 6+0/6+0/6+0/6+0/6+0 5+5 - 2"),
    ],
    ids=["3", "4", "5"],
)
def test_no_turn_before_the_row_is_complete(
    evidence: Evidence, players: int, position: str
) -> None:
    """While a card is missing, a bid and a back-out are refused."""
    state = at(position)
    evidence.choice(Clause.AUCTION_PHASES, state, Reveal(Card(2)), Bid("a"))
    evidence.choice(Clause.AUCTION_PHASES, state, Reveal(Card(2)), BackOut("a"))
    assert state.actor == CHANCE
    assert legal(state) == {"reveal 2"}
    assert len(row(after(state, "reveal 2"))) == players


@pytest.mark.clause("smile.auction.phases")
@pytest.mark.parametrize(
    "position",
    [
        "1 0 012 a:-2,b:1,c:3 6+0/6+0/6+0 17+5 - 2,4,5",
        "1 0 20 b:1,c:3 5+0/7+0:-2/6+0 17+5 - 2,4,5",
        "1 0 0123 a:-2,b:1,c:3,d:3 6+0/6+0/6+0/6+0 11+5 - 2,4,5,6",
        "1 0 20 c:3,d:3 5+0/7+0:-2/6+0/6+0:1 11+5 - 2,4,5,6",
        "1 0 34 d:3,e:3 5+0:1/7+0:-2/6+0:2/6+0/6+0 5+5 - 2,4,5,6,6",
    ],
    ids=["3 all", "3 left", "4 all", "4 left", "5 left"],
)
def test_no_card_is_revealed_during_the_bidding(evidence: Evidence, position: str) -> None:
    """No card is revealed from the first turn until all players have a card."""
    state = at(position)
    lowest = state.row[0].slot
    evidence.choice(Clause.AUCTION_PHASES, state, Bid(lowest), Reveal(Card(2)))
    assert not any(action.startswith("reveal") for action in legal(state))


@pytest.mark.clause("smile.auction.phases")
def test_the_next_auction_reveals_before_it_takes_bids(evidence: Evidence) -> None:
    """After the last card of an auction, a card is revealed before a bid."""
    state = at("1 0 02 b:1*1,c:4 5+0/7+0:-2/5+0 17+5 - -3,2,6")
    state = after(state, "back-out b")
    evidence.choice(Clause.AUCTION_PHASES, state, Reveal(Card(2)), Bid("a"))
    assert legal(state) == {"reveal -3", "reveal 2", "reveal 6"}


@pytest.mark.clause("smile.reveal.count")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_as_many_cards_as_players(evidence: Evidence, players: int) -> None:
    """Each revealed card is an event; a bid reveals no card."""
    state = pile(players, *TEN[: 2 * players])
    for count in range(players):
        so_far = after(state, *(f"reveal {card}" for card in TEN[:count]))
        assert len(so_far.row) == count
        assert so_far.actor == CHANCE
        assert events_of(so_far, f"reveal {TEN[count]}")[0] == CardRevealed(Card(count - 4))
    complete = after(state, *(f"reveal {card}" for card in TEN[:players]))
    evidence.effect(CardRevealed(Card(-4)), (state, Reveal(Card(-4))), (complete, Bid("a")))
    assert len(complete.row) == players
    assert complete.actor == 0
    assert complete.check(Reveal(Card(players - 4))) is not None


@pytest.mark.clause("smile.reveal.count")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_second_auction_reveals_as_many_again(evidence: Evidence, players: int) -> None:
    """Each auction has as many cards as there are players, not as many as are left."""
    six = "/".join(["6+0:5"] * players)
    everyone = "01234"[:players]
    state = at(f"2 0 {everyone} - {six} {35 - 6 * players}+5 - {','.join(TEN[:players])}")
    moves = [f"reveal {card}" for card in TEN[:players]]
    assert actors(state, *moves) == [CHANCE] * players + [0]
    last = Card(players - 1 - 4)
    evidence.effect(
        CardRevealed(last),
        (after(state, *moves[:-1]), Reveal(last)),
        (after(state, *moves), Bid("a")),
    )


@pytest.mark.clause("smile.reveal.order")
@pytest.mark.parametrize(
    ("cards", "right", "misread"),
    [
        (["3", "-2", "1"], ["a: -2", "b: 1", "c: 3"], ["a: 3", "b: -2", "c: 1"]),
        (
            ["0", "6", "-5", "2"],
            ["a: -5", "b: 0", "c: 2", "d: 6"],
            ["a: 0", "b: 6", "c: -5", "d: 2"],
        ),
        (
            ["6", "4", "2", "0", "-1"],
            ["a: -1", "b: 0", "c: 2", "d: 4", "e: 6"],
            ["a: 6", "b: 4", "c: 2", "d: 0", "e: -1"],
        ),
    ],
    ids=["3", "4", "5"],
)
def test_the_row_goes_from_lowest_to_highest(
    evidence: Evidence, cards: list[str], right: list[str], misread: list[str]
) -> None:
    """The row is sorted from low to high; misread: in the order of revealing."""
    state = pile(len(cards), *cards)
    state = after(state, *(f"reveal {card}" for card in cards))
    evidence.limit(Clause.REVEAL_ORDER, row(state), right, misread=misread)


@pytest.mark.clause("smile.reveal.order")
def test_the_row_is_sorted_by_value_not_by_text(evidence: Evidence) -> None:
    """-5 lies before -1, though as texts they sort the other way; misread: sorted as texts."""
    cards = ["3", "-1", "-5"]
    state = after(pile(3, *cards), *(f"reveal {card}" for card in cards))
    misread = [f"{slot}: {card}" for slot, card in zip("abc", sorted(cards), strict=True)]
    evidence.limit(Clause.REVEAL_ORDER, row(state), ["a: -5", "b: -1", "c: 3"], misread=misread)


@pytest.mark.clause("smile.reveal.order")
def test_the_row_is_sorted_by_value_not_by_color_or_marker(evidence: Evidence) -> None:
    """A yellow 1 lies before a 2 without a color; misread: cards lie color by color."""
    cards = ["1 yellow", "2", "3", "0 red V", "2 blue IV"]
    state = after(pile(5, *cards), *(f"reveal {card}" for card in cards))
    evidence.limit(
        Clause.REVEAL_ORDER,
        row(state),
        ["a: 0 red V", "b: 1 yellow", "c: 2", "d: 2 blue IV", "e: 3"],
        misread=["a: 2", "b: 3", "c: 2 blue IV", "d: 0 red V", "e: 1 yellow"],
    )


@pytest.mark.clause("smile.reveal.order")
@pytest.mark.parametrize(
    ("cards", "right"),
    [
        (
            ["1 yellow", "1 V", "1 blue", "1", "1 IV"],
            ["a: 1", "b: 1 IV", "c: 1 V", "d: 1 blue", "e: 1 yellow"],
        ),
        (
            ["1 white", "1 red V", "1 red IV", "1 red", "1 blue V"],
            ["a: 1 blue V", "b: 1 red", "c: 1 red IV", "d: 1 red V", "e: 1 white"],
        ),
    ],
    ids=["all kinds", "one color"],
)
def test_ties_lie_in_the_order_of_their_texts(
    evidence: Evidence, cards: list[str], right: list[str]
) -> None:
    """Equal values: no color first, then colors by alphabet; for each no marker, IV, V.

    Misread: cards of one value stay in the order of revealing.
    """
    state = after(pile(5, *cards), *(f"reveal {card}" for card in cards))
    misread = [f"{slot}: {card}" for slot, card in zip("abcde", cards, strict=True)]
    evidence.limit(Clause.REVEAL_ORDER, row(state), right, misread=misread)


@pytest.mark.clause("smile.reveal.order")
def test_the_order_of_revealing_does_not_matter(evidence: Evidence) -> None:
    """Each order of revealing leads to the same position; misread: to different ones."""
    ways = list(permutations(["2", "-3 red", "2 blue"]))
    found = {
        after(pile(3, "2", "-3 red", "2 blue"), *(f"reveal {card}" for card in way)) for way in ways
    }
    evidence.limit(Clause.REVEAL_ORDER, len(found), 1, misread=len(ways))


@pytest.mark.clause("smile.reveal.order")
def test_a_row_that_grows_is_lettered_anew(evidence: Evidence) -> None:
    """A low card that is revealed late is the new a; misread: it gets the next letter."""
    state = after(pile(3, "3", "-2", "1"), "reveal 3", "reveal -2")
    evidence.limit(Clause.REVEAL_ORDER, row(state), ["a: -2", "b: 3"], misread=["b: -2", "a: 3"])


@pytest.mark.clause("smile.bidding.starting-player")
@pytest.mark.parametrize(
    ("players", "seat"), [(3, 0), (3, 1), (3, 2), (4, 0), (4, 3), (5, 0), (5, 2), (5, 4)]
)
def test_the_bidding_begins_with_the_starting_player(
    evidence: Evidence, players: int, seat: int
) -> None:
    """When the row is complete, and not before, the starting player is to move."""
    state = pile(players, *TEN[:players], starting_player=seat)
    moves = [f"reveal {card}" for card in TEN[:players]]
    last, last_but_one = Card(players - 1 - 4), Card(players - 2 - 4)
    evidence.effect(
        BiddingBegan(seat),
        (after(state, *moves[:-1]), Reveal(last)),
        (after(state, *moves[:-2]), Reveal(last_but_one)),
    )
    assert events_of(state, *moves)[-2:] == [CardRevealed(last), BiddingBegan(seat)]
    assert actors(state, *moves) == [CHANCE] * players + [seat]


@pytest.mark.clause("smile.bidding.starting-player")
def test_the_bidding_of_an_auction_begins_once(evidence: Evidence) -> None:
    """The event of the beginning occurs once, not at each turn or back-out."""
    revealed = at("1 2 201 a:-2,b:1 6+0/6+0/6+0 17+5 - 4")
    bidding = after(revealed, "reveal 4")
    evidence.effect(BiddingBegan(2), (revealed, Reveal(Card(4))), (bidding, Bid("a")))
    bid = after(bidding, "bid a")
    evidence.effect(BiddingBegan(2), (revealed, Reveal(Card(4))), (bid, BackOut("a")))
