"""What a seat knows of the hands of the others: all, if it remembers; or what its view leaves open.

Neither way begins with a state. Beads are placed, borrowed and taken in the open and everyone
begins with as many, so whoever has watched knows every hand. Whoever sees only the table as it is
now knows how many beads the others hold together: what is neither in the supply, nor on a card, nor
in the own hand.
"""

from math import comb
from typing import Final, cast

from fireflies.chance import Draws
from fireflies.contract import Turn
from fireflies.smile import rules
from fireflies.smile.fast.fitting import fit
from fireflies.smile.fast.state import State, pack
from fireflies.smile.pieces import (
    BLUE_BEADS,
    CLEAR_BEADS,
    BeadPlaced,
    BeadsBorrowed,
    CardTaken,
    LastCardTaken,
    Player,
)
from fireflies.smile.view import View

_ORDER: Final = "little"
"""Of the bytes in a word: seat 0 has the lowest."""


def recall(turn: Turn[rules.State]) -> State:
    """The position as a seat with a perfect memory knows it: with every hand, counted along.

    Raises:
        ValueError: when the turn is not of a play from its start.
    """
    sights = turn.information_state()
    begun = sights[0].view.players[turn.seat]
    view = turn.view
    clear = [begun.clear or 0] * len(view.players)
    blue = [0] * len(view.players)
    for sight in sights:
        for event in sight.events:
            match event:
                case BeadPlaced(seat):
                    clear[seat] -= 1
                case BeadsBorrowed(seat):
                    clear[seat] += 1
                    blue[seat] += 1
                case CardTaken(seat, _, _, beads) | LastCardTaken(seat, _, _, beads):
                    clear[seat] += beads
                case _:
                    pass  # no bead has moved
    state = _position(view, clear, blue)
    if state.view(turn.seat) != view:
        raise ValueError("the beads that were seen moving are not those on the table")
    return pack(state)


class Guesses:
    """Every position that looks to a seat as this view does: all hands that the others may hold.

    They have numbers from 0, and there are ``len(guesses)`` of them; each is as likely as any
    other, since a view says no more. How much of it a real play could ever come to is left aside.

    Raises:
        ValueError: for the view of a referee, and that of a game which is over: there is nothing
            to guess.
    """

    __slots__ = (
        "_beads",
        "_deck",
        "_hand",
        "_loans",
        "_loan_ways",
        "_others",
        "_seat",
        "_ways",
        "_words",
    )

    def __init__(self, view: View) -> None:
        """Count what the others hold together."""
        if not isinstance(view.observer, int) or view.outcome is not None:
            raise ValueError("only a seat in a game that goes on has hands to guess")
        self._seat = view.observer
        self._hand = cast("Player", view.players[view.observer])  # nobody's own beads are hidden
        on_cards = sum(offer.beads for offer in view.row)
        self._beads = CLEAR_BEADS - view.supply.clear - on_cards - self._hand.clear
        self._loans = BLUE_BEADS - view.supply.blue - self._hand.blue
        self._others = len(view.players) - 1
        self._loan_ways = ways(self._loans, self._others)
        self._ways = ways(self._beads, self._others) * self._loan_ways
        # Of the position number 0, where one of the others holds all: if it fits, all do.
        self._deck, self._words = fit(_position(view, *self._hands(0)))

    def __len__(self) -> int:
        """How many there are."""
        return self._ways

    def __getitem__(self, number: int) -> State:
        """The position of this number.

        Raises:
            IndexError: when there is none.
        """
        if number not in range(self._ways):
            raise IndexError(f"there are {self._ways} positions, and none has the number {number}")
        clear, blue = (int.from_bytes(bytes(held), _ORDER) for held in self._hands(number))
        low, middle, high, _, _, *rest = self._words
        return State(self._deck, low, middle, high, clear, blue, *rest)

    def draw(self, draws: Draws) -> State:
        """One of them, with one draw."""
        return self[draws.below(self._ways)]

    def _hands(self, number: int) -> tuple[list[int], list[int]]:
        """Clear and blue beads by seat in the position of this number."""
        of_beads, of_loans = divmod(number, self._loan_ways)
        clear = shared(self._beads, self._others, of_beads)
        blue = shared(self._loans, self._others, of_loans)
        clear.insert(self._seat, self._hand.clear)
        blue.insert(self._seat, self._hand.blue)
        return clear, blue


def ways(beads: int, hands: int) -> int:
    """In how many ways so many beads can be shared out among so many hands, at least one."""
    return comb(beads + hands - 1, hands - 1)


def shared(beads: int, hands: int, number: int) -> list[int]:
    """The way of this number, from 0: how many beads are in each hand."""
    held: list[int] = []
    for others in range(hands - 1, 0, -1):
        count = 0
        while number >= (skipped := ways(beads - count, others)):  # those where it holds so many
            number -= skipped
            count += 1
        held.append(count)
        beads -= count
    return [*held, beads]


def _position(view: View, clear: list[int], blue: list[int]) -> rules.State:
    """The position of a view, with these beads in the hands."""
    return rules.State(
        auction=view.auction,
        starting_player=view.starting_player,
        in_auction=view.in_auction,
        row=view.row,
        players=tuple(
            [
                Player(beads, loans, seen.cards)
                for beads, loans, seen in zip(clear, blue, view.players, strict=True)
            ]
        ),
        supply=view.supply,
        discarded=view.discarded,
        undealt=view.undealt,
    )
