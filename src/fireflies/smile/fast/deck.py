"""The cards of a game by number, and all that can be looked up instead of being found out."""

from binascii import crc32
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, final

from fireflies._typing import i64
from fireflies.errors import InvalidData
from fireflies.smile.box import LARGEST_BOX
from fireflies.smile.fast.words import ONE
from fireflies.smile.options import read_options
from fireflies.smile.pieces import COLORS, MARKERS, SEATS, SLOTS, VALUES, BackOut, Bid, Card, Reveal

_LETTERS: Final = SLOTS[: SEATS[-1]]
_BIDS: Final = [Bid(letter) for letter in _LETTERS]
_BACK_OUTS: Final = [BackOut(letter) for letter in _LETTERS]

SLOT_NUMBERS: Final[dict[object, int]] = {letter: slot for slot, letter in enumerate(_LETTERS)}
"""From the letter of a slot to its number, from 0."""

TURN_ACTIONS: Final[list[Bid | BackOut]] = [*_BIDS, *_BACK_OUTS]
"""What a seat may ever do, by number: a bid in a slot has the number of the slot, a back-out five
more."""

MOVES: Final[list[tuple[Bid | BackOut, ...]]] = [
    tuple([move for number, move in enumerate(TURN_ACTIONS) if key >> number & 1])
    for key in range(2 ** len(TURN_ACTIONS))
]
"""The actions of each set of them, the sets being bits by the number of the action."""

UNCOLORED: Final = SEATS[-1] * len(COLORS[1:])
"""In place of a color of a seat."""

_KINDS: Final = [
    Card(value, color, marker) for value in VALUES for color in COLORS for marker in MARKERS
]
_CODES: Final[dict[Card, int]] = {card: code for code, card in enumerate(_KINDS)}
"""Every card that a box may hold, as a byte."""


@final
class Deck:
    """All cards of a game for so many players, numbered from the lowest; equal ones in a row.

    Raises:
        ValueError: when there are more cards than a box has, so that their bits fit no word; when
            there is one that no box has.
    """

    __slots__ = (
        "cards",
        "copies",
        "everyone",
        "groups",
        "highest_alike",
        "kinds",
        "levels",
        "mates",
        "places",
        "players",
        "reveals",
        "same",
        "tails",
        "text",
        "whole",
    )

    def __init__(self, players: int, cards: tuple[Card, ...]) -> None:
        """Look at these cards, which are sorted."""
        if len(cards) > LARGEST_BOX:
            raise ValueError(f"{len(cards)} cards: more than {LARGEST_BOX} can't be packed")
        self.players: int = players
        self.cards: tuple[Card, ...] = cards
        """By number."""
        codes = [_CODES.get(card, -1) for card in cards]
        if -1 in codes:
            raise ValueError(f"there is no card {cards[codes.index(-1)]!r} in any box")
        self.text: bytes = bytes(codes)
        """The cards, one byte for each, for :func:`read_deck`."""
        seats: i64 = (ONE << players) - 1
        self.everyone: i64 = seats
        """All seats, as bits; all slots too."""
        whole: i64 = (ONE << len(cards)) - 1
        self.whole: i64 = whole
        """All cards, as bits."""
        self.levels: bytes = bytes([card.value - VALUES[0] + 1 for card in cards])
        """How far the value of each card is above the lowest value, and one more."""
        values = [card.value for card in cards]
        self.highest_alike: bytes = bytes(
            [len(cards) - 1 - values[::-1].index(value) for value in values]
        )
        """The last card that has the value of this one."""
        self.places: bytes = bytes(
            [
                seat * len(COLORS[1:]) + COLORS.index(card.color) - 1 if card.color else UNCOLORED
                for card in cards
                for seat in range(SEATS[-1])
            ]
        )
        """At five times the card plus the seat, which of all colors of all seats it would be."""
        self.mates: list[i64] = [
            sum([ONE << n for n, other in enumerate(cards) if card.color == other.color != ""])
            for card in cards
        ]
        """The cards that leave with it as a pair, as bits; its own bit is among them."""
        self.kinds: dict[object, int] = {}
        """The number of the last of the cards that are equal to this one."""
        for number, card in enumerate(cards):
            self.kinds[card] = number
        self.tails: list[i64] = list(self.kinds.values())
        """The last card of each kind, which is undealt as long as one of the kind is."""
        self.reveals: list[Reveal] = [Reveal(card) for card in cards]
        """The action that turns up a card."""
        self.same: list[i64] = [
            sum([ONE << n for n, other in enumerate(cards) if card == other]) for card in cards
        ]
        """The cards that are equal to this one, as bits."""
        firsts = [cards.index(card) for card in self.kinds]
        self.groups: list[int] = [first for first in firsts if cards.count(cards[first]) > 1]
        """The first of each kind of which there are several."""
        self.copies: bool = bool(self.groups)

    def key(self) -> tuple[int, tuple[Card, ...]]:
        """What tells this deck from others."""
        return self.players, self.cards


@lru_cache(maxsize=256)
def deck_of(players: int, cards: tuple[Card, ...]) -> Deck:
    """The deck of these cards, which are sorted; the same object as long as it is remembered.

    Raises:
        ValueError: as :class:`Deck` does.
    """
    return Deck(players, cards)


def read_deck(players: int, text: Sequence[int]) -> Deck:
    """The deck whose cards, as bytes, are these."""
    return deck_of(players, tuple([_KINDS[code] for code in text]))


@cache
def default_deck(players: int) -> Deck:
    """The deck of a game of ten auctions with the box that comes with fireflies."""
    return deck_of(players, read_options({"players": players}).in_play)


def named(deck: Deck) -> bytes | int:
    """A deck's cards as bytes; a short sum of them for a default deck, of which there are few."""
    return crc32(deck.text) if deck.text == default_deck(deck.players).text else deck.text


def find_deck(players: int, name: bytes | int) -> Deck:
    """The deck of this name.

    Raises:
        InvalidData: for a default deck of a release whose box has other cards than this one's.
    """
    if isinstance(name, bytes):
        return read_deck(players, name)
    deck = default_deck(players)
    if crc32(deck.text) != name:
        raise InvalidData("packed state", "it was made by a fireflies with another default box")
    return deck
