"""Kuhn poker as numbers: the own card, the bids, and the other card once it is open."""

from fireflies.contract import Hidden
from fireflies.tensors import Each, Seats, Tensors

from . import BET, CARDS, PASS, Deal, View


def of() -> Tensors[View]:
    """Passes and bets have the numbers 0 and 1."""
    seats = Seats(2)
    view = Each[View, View](lambda view: [view])
    return Tensors(
        [
            view("seat", "the observer").flags([range(2)], lambda v: [v.observer]),
            view("cards", "the cards seen").flags([seats, CARDS], lambda v: enumerate(v.cards)),
            view("dealt", "who has a card").flags([seats], lambda v: range(len(v.cards))),
            view("done", "what was done").flags([range(3), "pb"], lambda v: enumerate(v.done)),
        ],
        actions=(PASS, BET),
        chance_actions=map(Deal, CARDS),
        redacted_actions=[Hidden(Deal)],
    )
