"""What is counted of games: whole numbers only, so that no order of adding them up matters."""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from fireflies.contract import Outcome


class Fault(NamedTuple):
    """A game that somebody lost by failing to decide."""

    game: int
    """The number of the game."""
    seed: int
    """The game's own seed."""
    player: int
    """Who failed."""
    seat: int
    """Where that player sat."""
    kind: str
    """``error`` when the bot raised one, ``illegal`` when its action was, ``late``, or ``died``
    when it took its process along."""
    text: str
    """The error, in one line."""


Order: TypeAlias = tuple[int, ...]
"""How a game ended, by player: 0 for the winners, 1 for those with the most points among the
others, and so on; equals have the same number."""

_Cell: TypeAlias = tuple[int, int, int]


@dataclass
class Totals:
    """Counts over games, to be added to one another in any order.

    Games in which somebody failed to decide are in ``faults`` and nowhere else.
    """

    orders: Counter[Order] = field(default_factory=Counter[Order])
    """How often each order of the players came out."""
    wins: Counter[_Cell] = field(default_factory=Counter[_Cell])
    """By player, seat and number of winners: how often that player won there with so many."""
    scores: Counter[_Cell] = field(default_factory=Counter[_Cell])
    """By player, seat and score."""
    lengths: Counter[int] = field(default_factory=Counter[int])
    """Games by the number of their actions, chance's included."""
    decided: Counter[str] = field(default_factory=Counter[str])
    """Games by the clause that decided them."""
    events: Counter[str] = field(default_factory=Counter[str])
    """How often something happened by each clause; empty unless that was asked for."""
    reached: Counter[str] = field(default_factory=Counter[str])
    """Games in which something happened by each clause; likewise."""
    faults: list[Fault] = field(default_factory=list[Fault])
    """By game."""

    @property
    def finished(self) -> int:
        """Games that went to their end."""
        return self.orders.total()

    @property
    def games(self) -> int:
        """All games."""
        return self.finished + len(self.faults)

    def count(self, seated: tuple[int, ...], outcome: Outcome, length: int) -> None:
        """Add a game that went to its end; ``seated`` has the player of each seat."""
        for seat, player in enumerate(seated):
            self.scores[player, seat, outcome.scores[seat]] += 1
        for seat in outcome.winners:
            self.wins[seated[seat], seat, len(outcome.winners)] += 1
        self.orders[order_of(seated, outcome)] += 1
        self.lengths[length] += 1
        self.decided[str(outcome.clause)] += 1

    def add(self, other: "Totals") -> None:
        """Add the counts of other games."""
        self.orders.update(other.orders)
        self.wins.update(other.wins)
        self.scores.update(other.scores)
        self.lengths.update(other.lengths)
        self.decided.update(other.decided)
        self.events.update(other.events)
        self.reached.update(other.reached)
        self.faults = sorted(self.faults + other.faults)

    def share(self, player: int, players: int) -> Fraction:
        """How many games a player has won; of a shared win, a part.

        Of a game that somebody lost by failing, the others have an equal part each.
        """
        won = sum(
            Fraction(times, winners)
            for (who, _, winners), times in self.wins.items()
            if who == player
        )
        given = sum(fault.player != player for fault in self.faults)
        return won + Fraction(given, max(players - 1, 1))

    def won_on(self, seat: int) -> Fraction:
        """How many games were won on a seat; of a shared win, a part."""
        return sum(
            (
                Fraction(times, winners)
                for (_, at, winners), times in self.wins.items()
                if at == seat
            ),
            Fraction(0),
        )

    def scores_by(self, *, player: int | None = None, seat: int | None = None) -> Counter[int]:
        """How often each score came, of that player, on that seat."""
        found = Counter[int]()
        for (who, at, score), times in self.scores.items():
            if player in {None, who} and seat in {None, at}:
                found[score] += times
        return found


def order_of(seated: tuple[int, ...], outcome: Outcome) -> Order:
    """The order of the players in which a game ended: the winners, then the others by points."""
    keys = [(seat not in outcome.winners, -score) for seat, score in enumerate(outcome.scores)]
    for seat in outcome.winners:
        keys[seat] = (False, 0)
    rows = sorted(set(keys))
    by_player = dict(zip(seated, keys, strict=True))
    return tuple(rows.index(by_player[player]) for player in range(len(seated)))
