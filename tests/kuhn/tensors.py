"""Kuhn poker as numbers: the own card, the bids, and the other card once it is open."""

from fireflies.contract import Action, Hidden
from fireflies.tensors import Feature

from . import BET, CARDS, PASS, Deal, View


class Tensors:
    """Passes and bets have the numbers 0 and 1."""

    actions: tuple[Action, ...] = (PASS, BET)
    chance_actions: tuple[Action, ...] = tuple(map(Deal, CARDS))
    redacted_actions: tuple[Action, ...] = (Hidden(Deal),)
    observation = (
        Feature("seat", (2,), 0, 1),
        Feature("cards", (2, 3), 0, 1),
        Feature("dealt", (2,), 0, 1),
        Feature("done", (3, 2), 0, 1),
    )

    def observe(self, view: View, /) -> tuple[int, ...]:
        cards = [*view.cards, None, None][:2]
        done = [*view.done, "", "", ""][:3]
        return (
            *[int(view.observer == seat) for seat in range(2)],
            *[int(card == other) for card in cards for other in CARDS],
            *[int(seat < len(view.cards)) for seat in range(2)],
            *[int(letter == other) for letter in done for other in "pb"],
        )
