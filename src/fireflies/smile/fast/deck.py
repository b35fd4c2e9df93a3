"""Number the cards of a game, and precompute tables that the rules look up by card number."""

from binascii import crc32
from collections.abc import Sequence
from typing import Final, final

from fireflies._typing import cached, i64
from fireflies.errors import InvalidData
from fireflies.smile.box.cards import COLORS, MARKERS, SEATS, VALUES, Card
from fireflies.smile.box.options import read_options
from fireflies.smile.fast.words import ONE
from fireflies.smile.rules.actions import BackOut, Bid, Reveal
from fireflies.smile.rules.pieces import SLOTS

_LETTERS: Final = SLOTS[: SEATS[-1]]
_BIDS: Final = [Bid(letter) for letter in _LETTERS]
_BACK_OUTS: Final = [BackOut(letter) for letter in _LETTERS]

SLOT_NUMBERS: Final[dict[object, int]] = {letter: slot for slot, letter in enumerate(_LETTERS)}
"""The number of a slot, from 0, by its letter."""

TURN_ACTIONS: Final[list[Bid | BackOut]] = [*_BIDS, *_BACK_OUTS]
"""The actions of seats by number: a bid has the number of its slot, a back-out five more."""

ACTION_SETS: Final[list[tuple[Bid | BackOut, ...]]] = [
    tuple([action for number, action in enumerate(TURN_ACTIONS) if key >> number & 1])
    for key in range(2 ** len(TURN_ACTIONS))
]
"""The actions of each set of bits: bit ``n`` of the index stands for ``TURN_ACTIONS[n]``."""

UNCOLORED: Final = SEATS[-1] * len(COLORS[1:])
"""The entry of :attr:`Deck.color_indices` for a colorless card, above those of all colors."""

_KINDS: Final = [
    Card(value, color, marker) for value in VALUES for color in COLORS for marker in MARKERS
]
_CODES: Final[dict[Card, int]] = {card: code for code, card in enumerate(_KINDS)}
"""The byte for each card that a box may hold."""


@final
class Deck:
    """The sorted cards of a game for this number of players, numbered from the lowest."""

    __slots__ = (
        "all_cards",
        "cards",
        "codes",
        "color_indices",
        "equal_cards",
        "everyone",
        "first_copies",
        "has_copies",
        "last_copies",
        "last_numbers",
        "last_of_value",
        "levels",
        "mates",
        "players",
        "reveals",
    )

    def __init__(self, players: int, cards: tuple[Card, ...]) -> None:
        self.players: int = players
        self.cards: tuple[Card, ...] = cards
        """The card of each number."""
        self.codes: bytes = bytes([_CODES[card] for card in cards])
        """One byte for each card, for :func:`read_deck`."""
        seats: i64 = (ONE << players) - 1
        self.everyone: i64 = seats
        """All seats, or all slots, as bits."""
        all_cards: i64 = (ONE << len(cards)) - 1
        self.all_cards: i64 = all_cards
        """All cards, as bits."""
        self.levels: bytes = bytes([card.value - VALUES[0] + 1 for card in cards])
        """The value of each card, counted from 1 for the lowest possible value."""
        values = [card.value for card in cards]
        self.last_of_value: bytes = bytes(
            [len(cards) - 1 - values[::-1].index(value) for value in values]
        )
        """The highest number among the cards that have the value of this one."""
        self.color_indices: bytes = bytes(
            [
                seat * len(COLORS[1:]) + COLORS.index(card.color) - 1 if card.color else UNCOLORED
                for card in cards
                for seat in range(SEATS[-1])
            ]
        )
        """At ``5 * card + seat``, the index of (seat, color of the card) among all such pairs."""
        self.mates: list[i64] = [
            sum([ONE << n for n, other in enumerate(cards) if card.color == other.color != ""])
            for card in cards
        ]
        """The cards of the color of each card, as bits; none for a colorless card."""
        self.last_numbers: dict[object, int] = {}
        """The highest number of each different card."""
        for number, card in enumerate(cards):
            self.last_numbers[card] = number
        self.last_copies: list[i64] = list(self.last_numbers.values())
        """The last copy of each different card: it is undealt as long as any copy is."""
        self.reveals: list[Reveal] = [Reveal(card) for card in cards]
        """The action that reveals each card."""
        self.equal_cards: list[i64] = [
            sum([ONE << n for n, other in enumerate(cards) if card == other]) for card in cards
        ]
        """The cards that are equal to each card, as bits."""
        firsts = [cards.index(card) for card in self.last_numbers]
        self.first_copies: list[int] = [first for first in firsts if cards.count(cards[first]) > 1]
        """The first copy of each different card of which there are several."""
        self.has_copies: bool = bool(self.first_copies)

    def key(self) -> tuple[int, tuple[Card, ...]]:
        """Return the players and cards: decks with equal keys are equal."""
        return self.players, self.cards


@cached(256)
def deck_of(players: int, cards: tuple[Card, ...]) -> Deck:
    """Return the deck of these sorted cards; decks are cached."""
    return Deck(players, cards)


def read_deck(players: int, codes: Sequence[int]) -> Deck:
    """Return the deck with these codes of its cards, see :attr:`Deck.codes`."""
    return deck_of(players, tuple([_KINDS[code] for code in codes]))


@cached()
def default_deck(players: int) -> Deck:
    """Return the deck of a game of ten auctions with the default box."""
    return deck_of(players, read_options({"players": players}).in_play)


def deck_name(deck: Deck) -> bytes | int:
    """Return a name for a deck: its cards as bytes, or the checksum of a default deck."""
    return crc32(deck.codes) if deck.codes == default_deck(deck.players).codes else deck.codes


def find_deck(players: int, name: bytes | int) -> Deck:
    """Return the deck of a name that :func:`deck_name` returned.

    Raises:
        InvalidData: when it names a default deck of a release with another default box.
    """
    if isinstance(name, bytes):
        return read_deck(players, name)
    deck = default_deck(players)
    if crc32(deck.codes) != name:
        raise InvalidData(
            "packed state", "it was made by a release of fireflies with another default box"
        )
    return deck
