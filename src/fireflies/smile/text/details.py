"""Details of the named things of a table of Smile: cards on offer by their letter, and seats."""

from collections.abc import Iterator, Mapping
from typing import Final, TypedDict

from fireflies._texts import many
from fireflies.contract import Details
from fireflies.smile.rules.pieces import OfferJson, PlayerJson, StateJson
from fireflies.smile.text.drawing import color_of, sum_of_values
from fireflies.smile.text.notation import read_card


class OfferFacts(TypedDict):
    """A card on offer."""

    card: str
    beads: int
    lowest: bool
    pairs: dict[str, str]


class PlayerFacts(TypedDict):
    """A seat; the points of beads in a hand are secret."""

    cards: int
    beads: int | None


KINDS: Final[Mapping[str, type]] = {"offer": OfferFacts, "player": PlayerFacts}
"""The facts of each kind of thing."""


def details_of(state: StateJson) -> dict[str, Details]:
    """Return the details of each card on offer and of each seat, by ``a`` or ``seat 0``."""
    row = state["row"]
    lowest = min([read_card(offer["card"]).value for offer in row], default=0)
    found = {offer["slot"]: _offer(offer, state, lowest) for offer in row}
    seats = enumerate(state["players"])
    return found | {f"seat {seat}": _player(player) for seat, player in seats}


def _offer(offer: OfferJson, state: StateJson, lowest: int) -> Details:
    """Return the card on offer, whether bids go on it, and for whom it makes a pair."""
    is_lowest = read_card(offer["card"]).value == lowest
    pairs = dict(_pairs(offer["card"], state))
    told = [f"{offer['card']}, {many(offer['beads'], 'bead')} on it"]
    told += ["a bid goes on it: no card is lower"] if is_lowest else []
    told += [f"a pair with {card} of {seat}: both leave the game" for seat, card in pairs.items()]
    facts = OfferFacts(card=offer["card"], beads=offer["beads"], lowest=is_lowest, pairs=pairs)
    return Details("offer", facts, told)


def _pairs(card: str, state: StateJson) -> Iterator[tuple[str, str]]:
    """Yield each seat in the auction with the card in front of it that has this card's color."""
    for seat in state["in_auction"]:
        for mate in state["players"][seat]["cards"]:
            if color_of(mate) == color_of(card) != "":
                yield f"seat {seat}", mate


def _player(player: PlayerJson) -> Details:
    """Return the points of a player's cards and beads, as far as they can be seen."""
    values, clear, blue = sum_of_values(player), player["clear"], player["blue"]
    beads = None if clear is None or blue is None else clear // 5 - blue
    cards = f"cards {', '.join(player['cards'])}" if player["cards"] else "cards"
    told = [f"{cards}: {many(values, 'point')}"]
    told += [] if beads is None else [f"beads: {many(beads, 'point')}"]
    return Details("player", PlayerFacts(cards=values, beads=beads), told)
