"""A game without secrets that is defined by a table: places, their actors, and payments."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self, TypeAlias

from fireflies import contract
from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import Actor, Details, Observer, Outcome, Rules, Tell
from tests.kuhn import Clause


@dataclass(frozen=True, slots=True)
class Go(contract.Action):
    """Go to a place."""

    place: str

    @override
    def __str__(self) -> str:
        return self.place


@dataclass(frozen=True, slots=True)
class Seen:
    """The view of every observer: the place."""

    observer: Observer
    actor: Actor
    legal_actions: tuple[Go, ...]
    position: str

    def to_json(self) -> Mapping[str, object]:
        return {"place": self.position}

    @property
    def details(self) -> Mapping[str, Details]:
        return {}

    def details_json(self) -> dict[str, dict[str, object]]:
        return {}

    def to_text(self, width: int = 80, names: Sequence[str] = ()) -> str:
        return self.position[:width]


Ways: TypeAlias = Mapping[str, tuple[Actor, Sequence[str]]]
"""By place: the actor there, and the next places."""


@dataclass(frozen=True, eq=False)
class Map:
    """The moves between places, and the payments of the places where the play ends.

    When the next places of chance list a place twice, its probability is doubled.
    """

    ways: Ways
    pays: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Walk(Rules[Go]):
    """A position: the current place."""

    map: Map
    place: str = "start"

    @property
    @override
    def seats(self) -> int:
        return len(next(iter(self.map.pays.values())))

    @property
    @override
    def actor(self) -> Actor:
        return self.map.ways[self.place][0] if self.place in self.map.ways else None

    @property
    @override
    def legal_actions(self) -> tuple[Go, ...]:
        _, places = self.map.ways.get(self.place, (None, ()))
        return tuple(map(Go, dict.fromkeys(places)))

    @property
    @override
    def chance_weights(self) -> tuple[tuple[Go, int], ...]:
        counted = Counter(self.map.ways[self.place][1])
        return tuple((Go(place), count) for place, count in counted.items())

    @property
    @override
    def outcome(self) -> Outcome | None:
        paid = self.map.pays.get(self.place)
        if paid is None:
            return None
        winners = tuple(seat for seat, value in enumerate(paid) if value == max(paid))
        return Outcome(paid, winners, Clause.END_SHOWDOWN, tuple(map(Fraction, paid)))

    @override
    def _judge(self, action: object, /) -> Go | Clause:
        legal = isinstance(action, Go) and action in self.legal_actions
        return action if legal and isinstance(action, Go) else Clause.TURN_CHOICE

    @override
    def _carry_out(self, action: Go, tell: Tell[contract.Event], /) -> Self:
        return replace(self, place=action.place)

    @override
    def view(self, observer: Observer = None, /) -> Seen:
        return Seen(observer, self.actor, self.legal_actions, self.place)

    @override
    def alike(self, observer: Observer, draws: Draws, /) -> Self:
        return self
