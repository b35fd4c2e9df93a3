"""Proofs of the sheet's first phase: revealing the cards, always before the bidding."""

from itertools import permutations

import pytest

from fireflies.smile import Clause, State, start
from tests.evidence import Evidence
from tests.smile.proofs.plays import after, row


def pile(players: int, *cards: str, starting_player: int = 0) -> State:
    """Return the start of a game whose draw pile is these cards."""
    return start(
        players=players,
        starting_player=starting_player,
        box=cards,
        auctions=len(cards) // players,
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
