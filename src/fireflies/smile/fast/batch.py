"""Many games of Smile at once, which change in place: no object is made for an action.

Chance has the draws of a :class:`fireflies.table.Table` with the seed of the game.
"""

from typing import Final, final

from fireflies._typing import i64
from fireflies.contract import Outcome
from fireflies.smile.fast.luck import CHANCE_PURPOSE, table_stream
from fireflies.smile.fast.packed import Packed
from fireflies.smile.fast.state import State
from fireflies.smile.fast.words import BIT_COUNTS, MEMBERS, SET_BITS, count_bits

SEAT_BITS: Final = 3
"""The bits of the seat that decides, below its legal actions (:meth:`Games.turns`)."""
WORDS: Final = 7
"""The integers of a game in :meth:`Games.words`."""
TURN_AT: Final = 40
"""The lowest bit of the turn, above the clear beads."""


@final
class Game(Packed):
    """A position that its methods change."""

    __slots__ = ("_stream",)

    def begin(self, stream: i64) -> None:
        """Deal the first row; chance draws from this stream."""
        self._stream: i64 = CHANCE_PURPOSE ^ stream  # _deal removes the purpose again
        self._deal_row()

    def act(self, number: i64) -> None:
        """Carry out the legal action with this number, and deal the next row if it is needed."""
        low, middle, high = self._low, self._middle, self._high
        players: i64 = self._deck.players
        if number < players:
            self._bid(number)
            return
        self._back_out(number - players)
        if self._deck.has_copies:
            self._sort_copies(low, middle, high)
        if self._actions == 0:
            self._deal_row()

    def _deal_row(self) -> None:
        low, middle, high = self._low, self._middle, self._high
        undealt: i64 = low & middle & high
        self._deal(self._stream, count_bits(self._deck.all_cards) - count_bits(undealt))
        if self._deck.has_copies:
            self._sort_copies(low, middle, high)

    def skip_forced(self) -> None:
        """Carry out all decisions that leave no choice."""
        players: i64 = self._deck.players
        while BIT_COUNTS[self._allowed()] == 1:
            number: i64 = MEMBERS[self._allowed() * SET_BITS]
            self.act(number if number < players else number - 5 + players)

    def is_over(self) -> bool:
        """Return whether no seat decides."""
        return self._actions == 0

    def turn(self) -> i64:
        """Return the seat that decides, and above it its legal actions."""
        return self._turn & 7 | self._allowed() << SEAT_BITS

    def add_words(self, words: "list[int]") -> None:
        """Append the integers of the position."""
        words.append(self._low)
        words.append(self._middle)
        words.append(self._high)
        words.append(self._clear | self._turn << TURN_AT)
        words.append(self._blue)
        words.append(self._row)
        words.append(self._beads)

    def state(self) -> State:
        """Return the position as a state."""
        return State(self._deck, *self.words)


@final
class Games:
    """A number of games from the same first position, each at a decision of a seat."""

    __slots__ = ("_first", "_games", "_skips")

    def __init__(self, first: State, count: int, *, skip_forced: bool) -> None:
        self._first: State = first
        self._skips = skip_forced
        self._games: list[Game] = [self._new() for _ in range(count)]

    def _new(self) -> Game:
        return Game(self._first.deck, *self._first.words)

    def begin(self, number: int, seed: int) -> None:
        """Begin a game with the draws of a table with this seed."""
        stream: i64 = table_stream(seed)
        game = self._new()
        game.begin(stream)
        if self._skips:
            game.skip_forced()
            if game.is_over():
                game = self._new()
                game.begin(stream)
        self._games[number] = game

    def advance(self, actions: bytes) -> list[int]:
        """Carry out a legal action in each game; return the games that are over."""
        over: list[int] = []
        skips = self._skips
        for number, game in enumerate(self._games):
            game.act(actions[number])
            if skips:
                game.skip_forced()
            if game.is_over():
                over.append(number)
        return over

    def turns(self) -> "list[int]":
        """Return, by game, the seat that decides, and above it its legal actions as bits."""
        return [game.turn() for game in self._games]

    def words(self) -> "list[int]":
        """Return the integers of all positions: those of a game after those of the one before.

        They are the three words of the cards, the clear beads with the turn above them, the blue
        beads, the row, and its beads (:data:`fireflies.smile.fast.packed.Words`).
        """
        found: list[int] = []
        for game in self._games:
            game.add_words(found)
        return found

    def state(self, number: int) -> State:
        """Return the position of a game."""
        return self._games[number].state()

    def outcome(self, number: int) -> Outcome | None:
        """Return scores and winners of a game, or None while it goes on."""
        return self._games[number].state().outcome
