"""Many games of Smile at once, in arrays; this module needs NumPy."""

from itertools import accumulate
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fireflies.contract import Outcome, State
from fireflies.smile.box.cards import BLUE_BEADS, CLEAR_BEADS
from fireflies.smile.box.options import Options
from fireflies.smile.fast.batch import SEAT_BITS, TURN_AT, WORDS, Games
from fireflies.smile.fast.packed import DISCARDED, UNDEALT
from fireflies.smile.fast.state import State as PackedState
from fireflies.smile.fast.words import NO_CARD, SET_BITS
from fireflies.smile.play import tensors

_TURN_BITS: Final = 11
"""The bits of the seat that decides, the seats in the auction, and the seat that began it."""
_SEATS: Final = (1 << TURN_AT) - 1
"""The bits of the seats' clear beads."""
_BYTE: Final = 255
_ONE_IN_EACH: Final = 0x0101010101
_WORD: Final = np.dtype("<i8")


class Batch:
    """Games that are packed, and written to arrays by tables of NumPy's."""

    def __init__(
        self, options: Options, first: PackedState, games: int, *, skip_forced: bool
    ) -> None:
        self._games = Games(first, games, skip_forced=skip_forced)
        self._count, self._players = games, options.players
        self._masks = _masks(options.players)
        features = tensors.of(options).observation
        starts = accumulate([feature.size for feature in features], initial=0)
        self._at = dict(zip([feature.name for feature in features], starts, strict=False))
        seats = range(options.players)
        heads = [_head(turn, options.players) for turn in range(1 << _TURN_BITS)]
        self._heads = np.array(heads, np.uint8)
        self._others = 1 - np.eye(options.players, dtype=np.uint8)
        cards, kinds = options.in_play, [*dict.fromkeys(options.in_play)]
        self._cards = np.zeros((NO_CARD + 1, len(kinds)), np.uint8)
        self._values = np.zeros(NO_CARD + 1, np.int8)
        for number, card in enumerate(cards):
            self._cards[number, kinds.index(card)] = 1
            self._values[number] = card.value
        self._firsts = None if len(kinds) == len(cards) else [cards.index(it) for it in kinds]
        self._all = (1 << len(cards)) - 1
        self._places = [*seats, DISCARDED, UNDEALT]
        self._kinds = len(kinds)

    def begin(self, game: int, seed: int, /) -> None:
        """Begin a play anew."""
        self._games.begin(game, seed)

    def advance(self, actions: NDArray[Any], /) -> list[tuple[int, Outcome]]:
        """Carry out a legal action in each game; return the games that are over."""
        games = self._games
        over = games.advance(actions.astype(np.uint8).tobytes())
        return [(game, outcome) for game in over if (outcome := games.outcome(game)) is not None]

    def state(self, game: int, /) -> State:
        """Return the position of a game."""
        return self._games.state(game)

    def write_turns(self, mask: NDArray[np.bool_], seat: NDArray[np.int64], /) -> None:
        """Write the legal actions of each game, and the seat that decides."""
        turns = np.fromiter(self._games.turns(), np.int64, self._count)
        np.bitwise_and(turns, (1 << SEAT_BITS) - 1, out=seat)
        np.take(self._masks, turns >> SEAT_BITS, axis=0, out=mask, mode="clip")

    def write_recalled(self, rows: NDArray[Any], /) -> None:
        """Write the hands of each game."""
        players, words = self._players, self._words()
        rows[:, :players] = _bytes(words[:, 3] & _SEATS, players)
        rows[:, players:] = _bytes(words[:, 4], players)

    def _words(self) -> NDArray[np.int64]:
        words = np.fromiter(self._games.words(), _WORD, self._count * WORDS)
        return words.reshape(self._count, WORDS)

    def write_seen(self, rows: NDArray[Any], /) -> None:
        """Write what the seat that decides sees in each game."""
        at, players, kinds, count = self._at, self._players, self._kinds, self._count
        words = self._words()
        turns, blue, beads = words[:, 3] >> TURN_AT, words[:, 4], words[:, 6]
        clear = words[:, 3] & _SEATS
        own = _BYTE << (turns & 7) * 8
        row = _bytes(words[:, 5], players)
        rows[:, : at["row"]] = np.take(self._heads, turns & (1 << _TURN_BITS) - 1, axis=0)
        rows[:, at["auction"]] = turns >> 16
        slots = rows[:, at["row"] : at["values"]].reshape(count, players, kinds)
        slots[:] = np.take(self._cards, row, axis=0)
        rows[:, at["values"] : at["beads"]] = np.take(self._values, row)
        rows[:, at["beads"] : at["hidden"]] = _bytes(beads, players)
        rows[:, at["hidden"] : at["clear"]] = np.take(self._others, turns & 7, axis=0)
        rows[:, at["clear"] : at["blue"]] = _bytes(clear & own, players)
        rows[:, at["blue"] : at["fronts"]] = _bytes(blue & own, players)
        rows[:, at["supply"]] = CLEAR_BEADS - _sum(clear) - _sum(beads)
        rows[:, at["supply"] + 1] = BLUE_BEADS - _sum(blue)
        piles = self._piles(words)
        fronts = rows[:, at["fronts"] : at["supply"]].reshape(count, players, kinds)
        fronts[:] = piles[:, :players]
        others = rows[:, at["discarded"] :].reshape(count, -1, kinds)
        others[:] = piles[:, players:]

    def _piles(self, words: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return by game and place how many of each card lie there."""
        low, middle, high = (words[:, n] for n in range(3))
        found = np.empty((self._count, len(self._places)), _WORD)
        for n, place in enumerate(self._places):
            here = low if place & 1 else ~low
            here = here & (middle if place & 2 else ~middle)
            found[:, n] = here & (high if place & 4 else ~high) & self._all
        bits = np.unpackbits(found.view(np.uint8), axis=1, bitorder="little")
        cards = bits.reshape(self._count, len(self._places), -1)
        if self._firsts is None:
            return cards[:, :, : self._kinds]
        return np.add.reduceat(cards, self._firsts, axis=2)


def _bytes(words: NDArray[np.int64], players: int) -> NDArray[np.uint8]:
    """Return the lowest bytes of words, one for each player."""
    in_bytes = np.ascontiguousarray(words, _WORD).view(np.uint8)
    return in_bytes.reshape(len(words), _WORD.itemsize)[:, :players]


def _sum(words: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sum of the bytes of words that have five, and a sum of at most 255."""
    return words * _ONE_IN_EACH >> 32 & _BYTE


def _masks(players: int) -> NDArray[np.bool_]:
    """Return the mask of each set of legal actions."""
    sets = np.arange(1 << SET_BITS)[:, np.newaxis]
    numbers = np.array([*range(players), *range(5, 5 + players)])
    masks: NDArray[np.bool_] = (sets >> numbers & 1).astype(np.bool_)
    return masks


def _head(turn: int, players: int) -> list[int]:
    """Return the first features: observer, actor, auction (to be filled in), starter, seats in."""
    seats = range(players)
    decides = [int(turn & 7 == seat) for seat in seats]
    starts = [int(turn >> 8 == seat) for seat in seats]
    return [*decides, *decides, 0, 0, *starts, *[turn >> seat + 3 & 1 for seat in seats]]
