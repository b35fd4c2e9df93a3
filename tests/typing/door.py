"""A small game without secrets and chance: one seat knocks three times.

``test_checkers`` changes it in five ways, which type checkers have to report.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

from fireflies import rulebook
from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import Action, Actor, Details, Event, Observer, Outcome, Rules, Tell, Turn
from fireflies.errors import InvalidNotation
from fireflies.games import Bounds, Game, Given, Setup
from fireflies.rulebook import Rule


class Clause(rulebook.Clause):
    """The one rule of a made-up game."""

    ASK_FIRST = "made-up.ask-first"

    @property
    @override
    def rule(self) -> Rule:
        """The rule, without a file."""
        return Rule(self.value, "choice", "Who wants to knock has to ask first", "", (), ())


@dataclass(frozen=True, slots=True)
class Knock(Action):
    """An action of the made-up game."""

    times: int

    @override
    def __str__(self) -> str:
        """Return a text like ``knock 3``."""
        return f"knock {self.times}"


@dataclass(frozen=True, slots=True)
class Knocked(Event, clause=Clause.ASK_FIRST):
    """An event of the made-up game."""

    times: int


@dataclass(frozen=True, slots=True)
class Seen:
    """A view with given fields."""

    actor: Actor
    legal_actions: tuple[Action, ...] | None
    position: str
    observer: Observer

    def to_json(self) -> Mapping[str, object]:
        """Return no data."""
        return {}

    @property
    def details(self) -> Mapping[str, Details]:
        """Return no details."""
        return {}

    def details_json(self) -> dict[str, dict[str, object]]:
        """Return no data."""
        return {}

    def to_text(self, width: int = 80, names: Sequence[str] = ()) -> str:
        """Return no text."""
        return ""


@dataclass(frozen=True, slots=True)
class Door(Rules[Knock]):
    """The state of the made-up game."""

    knocks: int = 0

    @property
    @override
    def seats(self) -> int:
        """Return 1."""
        return 1

    @property
    @override
    def actor(self) -> Actor:
        """Return the seat until it has knocked three times."""
        return 0 if self.knocks < 3 else None

    @property
    @override
    def legal_actions(self) -> tuple[Knock, ...]:
        """Return the remaining knocks."""
        return tuple(map(Knock, range(1, 4 - self.knocks)))

    @property
    @override
    def outcome(self) -> Outcome | None:
        """Return a win at the end."""
        return None if self.knocks < 3 else Outcome((3,), (0,), Clause.ASK_FIRST)

    @override
    def _judge(self, action: object, /) -> Knock | Clause:
        """Accept the legal actions only."""
        return (
            action
            if isinstance(action, Knock) and action in self.legal_actions
            else Clause.ASK_FIRST
        )

    @override
    def _carry_out(self, action: Knock, tell: Tell[Event], /) -> Self:
        """Report each knock."""
        for _ in range(action.times):
            tell(Knocked, times=1)
        return type(self)(self.knocks + action.times)

    @override
    def view(self, observer: Observer = None, /) -> Seen:
        """Return the whole position."""
        return Seen(self.actor, self.legal_actions, f"{self.knocks} knocks", observer)

    @override
    def alike(self, observer: Observer, draws: Draws, /) -> Self:
        """Return the state itself: nothing is secret."""
        return self


def polite(turn: Turn[Door]) -> Action:
    """Choose the first knock."""
    return turn.legal_actions[0]


def read_position(text: str) -> Door:
    """Return the state of a position like ``2 knocks``."""
    for knocks in range(4):
        if text == f"{knocks} knocks":
            return Door(knocks)
    raise InvalidNotation(text, "a number of knocks")


def read_action(text: str) -> Knock:
    """Return the action of a text like ``knock 2``."""
    for times in range(1, 4):
        if text == f"knock {times}":
            return Knock(times)
    raise InvalidNotation(text, "a knock")


def set_up(given: Mapping[str, object]) -> Setup[Door]:
    """Set up the game, which has no options."""
    Given((), given)
    return Setup(options={}, start=Door(), bounds=Bounds(3, 3, 3), read_position=read_position)


GAME: Final = Game(
    name="made-up",
    title="The door",
    edition="1",
    seats=range(1, 2),
    clauses=Clause,
    options=(),
    set_up=set_up,
    read_action=read_action,
    bots={"polite": polite},
    has_secrets=False,
)
