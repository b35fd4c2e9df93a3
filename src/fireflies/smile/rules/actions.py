"""The actions of Smile; the text of each is that of the wire."""

from dataclasses import dataclass
from typing import TypeAlias

from fireflies import contract
from fireflies.smile.box.cards import Card


@dataclass(frozen=True, slots=True)
class Reveal(contract.Action, verb="reveal"):
    """Chance turns up a card."""

    card: Card


@dataclass(frozen=True, slots=True)
class Bid(contract.Action, verb="bid"):
    """Place one clear bead on the card in a slot."""

    slot: str


@dataclass(frozen=True, slots=True)
class BackOut(contract.Action, verb="back-out"):
    """Leave the auction with the card in a slot and the beads on it."""

    slot: str


Action: TypeAlias = Reveal | Bid | BackOut
"""All actions of Smile."""
