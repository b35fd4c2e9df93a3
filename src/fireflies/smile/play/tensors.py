"""Smile as numbers: the numbers of its actions, and the features of a view.

Seats count from seat 0, not from the observer; slots from ``a``; cards are sorted. Every action in
Smile is public, so an observer that has seen all of a play knows every hand.
"""

from fireflies.smile.box.cards import BLUE_BEADS, CLEAR_BEADS
from fireflies.smile.box.options import Options
from fireflies.smile.rules.actions import BackOut, Bid, Reveal
from fireflies.smile.rules.pieces import SLOTS, SeenPlayer
from fireflies.smile.rules.view import View
from fireflies.tensors import Each, Part, Seats, Tensors, who


def of(options: Options) -> Tensors[View]:
    """Return a game with these options as numbers.

    Actions are bids by slot, then back-outs by slot; those of chance are each different card in
    play, sorted. No action is redacted.
    """
    slots = SLOTS[: options.players]
    return Tensors(
        _features(options),
        recalled=_hands(options),
        actions=(*map(Bid, slots), *map(BackOut, slots)),
        chance_actions=map(Reveal, dict.fromkeys(options.in_play)),
    )


def _hands(options: Options) -> list[Part[View]]:
    """Return the beads of each seat, as the referee sees them: they were moved in public."""
    player = Each[View, SeenPlayer](lambda view: view.players, Seats(options.players))
    beads = options.players * options.beads + options.most_loans
    return [
        player("recalled_clear", "the clear beads of each seat").number(
            lambda it: it.clear or 0, beads, typical=18
        ),
        player("recalled_blue", "the blue beads of each seat").number(
            lambda it: it.blue or 0, options.most_loans, typical=5
        ),
    ]


def _features(options: Options) -> list[Part[View]]:
    cards, seats, slots = options.in_play, Seats(options.players), SLOTS[: options.players]
    kinds = [*dict.fromkeys(cards)]
    values = [0, *[card.value for card in kinds]]  # 0 in a slot without a card
    copies = max(map(cards.count, kinds))
    dealt, loans = options.players * options.beads, options.most_loans
    beads, supplies = dealt + loans, (CLEAR_BEADS - dealt, BLUE_BEADS)
    view = Each[View, View](lambda view: [view])
    player = Each[View, SeenPlayer](lambda view: view.players, seats)
    return [
        *who(options.players),
        view("auction", "its number, from 1").number(
            lambda v: v.auction, options.auctions, lowest=1
        ),
        view("starting_player", "1 for the seat that starts or started the auction").flags(
            [seats], lambda v: [v.starting_player]
        ),
        view("in_auction", "1 for each seat in the auction").flags([seats], lambda v: v.in_auction),
        view("row", "by slot, 1 for its card; all 0 for a slot without one").flags(
            [slots, kinds], lambda v: [(it.slot, it.card) for it in v.row]
        ),
        view("values", "the value of the card in each slot; 0 without one").numbers(
            [slots],
            lambda v: [(it.slot, it.card.value) for it in v.row],
            max(values),
            lowest=min(values),
        ),
        view("beads", "the clear beads on these cards").numbers(
            [slots], lambda v: [(it.slot, it.beads) for it in v.row], beads, typical=10
        ),
        player("hidden", "1 for each seat whose beads are hidden").flag(
            lambda it: it.clear is None
        ),
        player("clear", "the clear beads of each seat; 0 where hidden").number(
            lambda it: it.clear or 0, beads, typical=18
        ),
        player("blue", "the blue beads of each seat; 0 where hidden").number(
            lambda it: it.blue or 0, loans, typical=5
        ),
        player("fronts", "by seat, how many of each card lie in front of it").counts(
            [kinds], lambda it: it.cards, copies
        ),
        view("supply", "clear and blue beads; a negative number counts substitutes in use").numbers(
            [range(2)],
            lambda v: enumerate(v.supply),
            max(supplies),
            lowest=min(supplies) - loans,
            typical=max(supplies),
        ),
        view("discarded", "how many of each card left the game").counts(
            [kinds], lambda v: v.discarded, copies
        ),
        view("undealt", "how many of each card may still be turned up").counts(
            [kinds], lambda v: v.undealt, copies
        ),
    ]
