"""Smile as numbers: the numbers of its actions, and views as tensors.

With ``n`` players, and ``k`` different cards in play, sorted, an observation has these features, in
this order. Seats count from seat 0, not from the observer; slots from ``a``.

=================== ========== =====================================================================
``seat``            ``n``      1 for the observer; all 0 for a spectator and for the referee
``actor``           ``n + 1``  1 for the seat that decides next, or for chance, which comes last;
                               all 0 when the game is over
``auction``         ``1``      its number, from 1
``starting_player`` ``n``      1 for the seat that starts or started the auction
``in_auction``      ``n``      1 for each seat in the auction
``row``             ``n, k``   1 for the card in each slot; all 0 for a slot without one
``values``          ``n``      the value of the card in each slot; 0 without one
``beads``           ``n``      the clear beads on these cards
``hidden``          ``n``      1 for each seat whose beads are hidden
``clear``           ``n``      the clear beads of each seat; 0 where hidden
``blue``            ``n``      the blue beads of each seat; 0 where hidden
``fronts``          ``n, k``   how many of each card lie in front of each seat
``supply``          ``2``      clear and blue beads; a negative number counts substitutes in use
``discarded``       ``k``      how many of each card left the game
``undealt``         ``k``      how many of each card may still be turned up
=================== ========== =====================================================================

Every action in Smile is public, so an observer that has seen all of a play knows every hand.
"""

from fireflies import contract
from fireflies.contract import CHANCE
from fireflies.smile.options import Options
from fireflies.smile.pieces import (
    BLUE_BEADS,
    CLEAR_BEADS,
    SLOTS,
    BackOut,
    Bid,
    Reveal,
)
from fireflies.smile.view import View
from fireflies.tensors import Feature, counts, multi_hot


class Tensors:
    """A game of Smile with these options, as numbers."""

    actions: tuple[contract.Action, ...]
    """Bids by slot, then back-outs by slot."""
    chance_actions: tuple[contract.Action, ...]
    """Each different card in play, sorted."""
    redacted_actions: tuple[contract.Action, ...] = ()
    """Always empty: every action is public."""
    observation: tuple[Feature, ...]
    """The features of the table above."""

    def __init__(self, options: Options) -> None:
        self._players = players = options.players
        self._slots = slots = SLOTS[:players]
        cards = options.in_play
        self._kinds = kinds = tuple(dict.fromkeys(cards))
        self.actions = (*map(Bid, slots), *map(BackOut, slots))
        self.chance_actions = tuple(map(Reveal, kinds))
        values = [card.value for card in kinds]
        copies = max(map(cards.count, kinds))
        dealt, loans = players * options.beads, options.most_loans
        most_clear, least_supply = dealt + loans, min(CLEAR_BEADS - dealt, BLUE_BEADS) - loans
        self.observation = (
            Feature("seat", (players,), 0, 1),
            Feature("actor", (players + 1,), 0, 1),
            Feature("auction", (1,), 1, options.auctions),
            Feature("starting_player", (players,), 0, 1),
            Feature("in_auction", (players,), 0, 1),
            Feature("row", (players, len(kinds)), 0, 1),
            Feature("values", (players,), min(0, *values), max(0, *values)),
            Feature("beads", (players,), 0, most_clear),
            Feature("hidden", (players,), 0, 1),
            Feature("clear", (players,), 0, most_clear),
            Feature("blue", (players,), 0, loans),
            Feature("fronts", (players, len(kinds)), 0, copies),
            Feature("supply", (2,), least_supply, max(CLEAR_BEADS - dealt, BLUE_BEADS)),
            Feature("discarded", (len(kinds),), 0, copies),
            Feature("undealt", (len(kinds),), 0, copies),
        )

    def observe(self, seen: View, /) -> tuple[int, ...]:
        """Return a view as numbers."""
        seats, kinds = range(self._players), self._kinds
        offers = {offer.slot: offer for offer in seen.row}
        row = [offers.get(slot) for slot in self._slots]
        return (
            *multi_hot([seen.observer], seats),
            *multi_hot([seen.actor], (*seats, CHANCE)),
            seen.auction,
            *multi_hot([seen.starting_player], seats),
            *multi_hot(seen.in_auction, seats),
            *[number for offer in row for number in counts([offer.card] if offer else (), kinds)],
            *[offer.card.value if offer else 0 for offer in row],
            *[offer.beads if offer else 0 for offer in row],
            *[int(player.clear is None) for player in seen.players],
            *[player.clear or 0 for player in seen.players],
            *[player.blue or 0 for player in seen.players],
            *[number for player in seen.players for number in counts(player.cards, kinds)],
            *seen.supply,
            *counts(seen.discarded, kinds),
            *counts(seen.undealt, kinds),
        )
