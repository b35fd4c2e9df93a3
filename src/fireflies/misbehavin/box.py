"""The box that one owns: cards, supply sets, boards, 'verse cards, Reavers and episodes.

A :class:`Box` is a value that was read strictly. Equal boxes that are read are one object.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fireflies._typing import override
from fireflies.misbehavin.cards import (
    DECKS,
    FACTIONS,
    SIDES,
    Card,
    Deck,
    Episode,
    Faction,
    Reaver,
    Side,
    SideName,
    VerseCard,
)


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """All that may come into a game. Lists whose order means nothing are sorted.

    The hash is computed once; boxes that are read are interned, so that comparing is fast.
    """

    cards: tuple[Card, ...]
    """The cards of the factions and of the market, by name."""
    supply: tuple[Card, ...]
    """The cards of the ten sets, as in ``SETS``."""
    boards: tuple[tuple[Side, Side], ...]
    """Sides A and B of the board of each faction, as in ``FACTIONS``."""
    verse: tuple[VerseCard, ...]
    """The 'verse card of each faction, as in ``FACTIONS``."""
    reavers: tuple[Reaver, ...]
    """The first so many are in play."""
    episodes: tuple[Episode, ...]
    """By name."""
    card: Mapping[str, Card] = field(init=False, repr=False)
    """Each card, also of the supply, by its name."""
    decks: Mapping[Deck, tuple[str, ...]] = field(init=False, repr=False)
    """The names of the cards of each deck, sorted."""
    hashed: int = field(init=False, repr=False)
    """The hash."""

    def __post_init__(self) -> None:
        """Fill in what follows from the rest."""
        card = {it.name: it for it in (*self.cards, *self.supply)}
        decks = {deck: tuple(it.name for it in self.cards if it.deck == deck) for deck in DECKS}
        object.__setattr__(self, "card", card)
        object.__setattr__(self, "decks", decks)
        object.__setattr__(self, "hashed", hash(self._key()))

    def _key(self) -> tuple[object, ...]:
        return self.cards, self.supply, self.boards, self.verse, self.reavers, self.episodes

    @override
    def __eq__(self, other: object) -> bool:
        """Return whether two boxes hold the same; an object is compared with itself at once."""
        return self is other or (isinstance(other, Box) and self._key() == other._key())

    @override
    def __hash__(self) -> int:
        return self.hashed

    def side(self, faction: Faction, side: SideName) -> Side:
        """Return a side of the board of a faction."""
        return self.boards[FACTIONS.index(faction)][SIDES.index(side)]

    def verse_card(self, faction: Faction) -> VerseCard:
        """Return the 'verse card of a faction."""
        return self.verse[FACTIONS.index(faction)]

    def reaver(self, name: str) -> Reaver | None:
        """Return the Reaver of this name; None when there is none."""
        return next((it for it in self.reavers if it.name == name), None)

    def episode(self, name: str) -> Episode | None:
        """Return the episode of this name; None when there is none."""
        return next((it for it in self.episodes if it.name == name), None)
