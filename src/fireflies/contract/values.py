"""Actors, observers, views, outcomes, violations, and the errors that rules raise."""

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import (
    Final,
    Literal,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypedDict,
    TypeVar,
)

from fireflies import _html
from fireflies._typing import override
from fireflies.contract.actions import Action
from fireflies.errors import FirefliesError, clipped, shown
from fireflies.rulebook import Clause

CHANCE: Final = "chance"
"""The actor that deals, rolls and shuffles."""

Actor: TypeAlias = int | Literal["chance"] | None
"""The actor who decides next: a seat (clockwise from 0), :data:`CHANCE`; None after the end."""

SPECTATOR: Final = "spectator"
"""The observer that sees only what is public."""

Observer: TypeAlias = int | Literal["spectator"] | None
"""A seat, :data:`SPECTATOR`, or None for the referee, who sees everything."""

YOU: Final = "you"
"""The name of the seat that reads a text, for :func:`with_names`."""

_MOST_LISTED: Final = 10  # legal actions in a message

# A seat with the verb after it. The pattern begins with a letter, and only then looks behind it:
# this order makes the search three times as fast.
_SEAT: Final = re.compile(r"([Ss])(?<!\w[Ss])eat ([0-9]+)\b(?: ([a-z]+)\b)?")
_IRREGULAR: Final = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
_NO_VERBS: Final = ("as",)

_P = ParamSpec("_P")
_E_contra = TypeVar("_E_contra", contravariant=True)


class Tell(Protocol[_E_contra]):
    """The callback by which rules report events: ``tell(CardRevealed, card)``."""

    @abstractmethod
    def __call__(
        self, event: Callable[_P, _E_contra], /, *args: _P.args, **kwargs: _P.kwargs
    ) -> None:
        """Report an event by its class and fields; it is only created where events are wanted."""


@dataclass(frozen=True, slots=True)
class Details:
    """The details of one thing that has a name, such as a card, a place or a seat, in a view."""

    kind: str
    """The kind of thing, in one word."""
    facts: Mapping[str, object]
    """Plain data by name."""
    lines: Sequence[str]
    """The same in words: parts of a sentence, or sentences, for a person."""

    def to_json(self) -> dict[str, object]:
        """Return the facts, with the kind as ``kind`` and the words as ``lines``."""
        return {"kind": self.kind, **self.facts, "lines": list(self.lines)}


class View(Protocol):
    """A state as one observer sees it: a redacted position. ``to_json`` is the wire's STATE."""

    @property
    @abstractmethod
    def observer(self) -> Observer:
        """The observer who sees this."""

    @property
    @abstractmethod
    def actor(self) -> Actor:
        """The actor who decides next."""

    @property
    @abstractmethod
    def legal_actions(self) -> tuple[Action, ...] | None:
        """The legal actions of the actor; None where the list would tell a secret.

        Never None for the referee and for the seat that decides.
        """

    @property
    @abstractmethod
    def position(self) -> str:
        """The complete view in one line."""

    @abstractmethod
    def to_json(self) -> Mapping[str, object]:
        """Return the view as plain data, a new object at each call."""

    @property
    @abstractmethod
    def details(self) -> "Mapping[str, Details]":
        """The details of each thing that has a name, by name: a new mapping at each call."""

    @abstractmethod
    def details_json(self) -> dict[str, dict[str, object]]:
        """Return the details as plain data, by name."""

    @abstractmethod
    def to_text(self, width: int = 80, names: Sequence[str] = ()) -> str:
        """Return the view drawn as text, in lines of at most ``width`` characters.

        ``names`` are those of the seats, as in :func:`with_names`.
        """


def with_names(text: str, names: Sequence[str]) -> str:
    """Replace ``seat 0`` and so on in the text of an event or violation by the names of the seats.

    A seat without a name stays as it is. The verb after the name ``you`` is adapted:
    ``seat 0 takes`` becomes ``you take``, ``Seat 0 takes`` becomes ``You take``, and ``of seat 0``
    becomes ``of yours``.
    """

    def name(found: re.Match[str]) -> str:
        first, seat, verb = found[1], int(found[2]), found[3]
        if seat >= len(names):
            return found[0]
        after = f" {verb}" if verb else ""
        if names[seat] != YOU:
            return names[seat] + after
        before = text[: found.start()]
        if before == "of " or before.endswith(" of "):
            return f"yours{after}"  # 'a worker of seat 0 goes': the worker goes
        you = YOU.capitalize() if first == "S" else YOU
        return f"{you} {_with_you(verb)}" if verb else you

    return _SEAT.sub(name, text)


def _with_you(verb: str) -> str:
    """Return a word as it is after ``you``: ``take`` for ``takes``; without a final s it stays."""
    if verb in _IRREGULAR or verb in _NO_VERBS:
        return _IRREGULAR.get(verb, verb)
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes")) else verb.removesuffix("s")


@dataclass(frozen=True, slots=True)
class Violation:
    """An illegal action and the first clause that it violates, in the order of the rules.

    ``str`` returns the message for people.
    """

    action: object
    """The refused action; perhaps an object that is no action of the game."""
    clause: Clause
    view: View
    """The position as the deciding seat sees it; as a spectator does where chance decides."""

    @property
    def reason(self) -> str:
        """The actor, the action and the violated clause, without the position."""
        actor = self.view.actor
        who = f"seat {actor}" if isinstance(actor, int) else (actor or "anybody")
        tried = shown(str(self.action) if isinstance(self.action, Action) else self.action)
        return f"{self.clause}: {self.clause.rule.title}; so {who} can't {tried}"

    @override
    def __str__(self) -> str:
        return f"{self.reason}{self._allowed()} [position: {self.view.position}]"

    def _allowed(self) -> str:
        legal = self.view.legal_actions
        if legal is None:
            return ""
        some = ", ".join(map(str, legal[:_MOST_LISTED])) or "nothing, the game is over"
        others = len(legal) - _MOST_LISTED
        return f" [allowed: {some}{f' and {others} more' if others > 0 else ''}]"


class IllegalAction(FirefliesError):
    """An action was refused by the rules; nothing has changed."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation)
        self.violation = violation


class InvalidOptions(FirefliesError):
    """A game can't be set up with the value of one of its options."""

    def __init__(self, option: str, problem: str, clause: Clause | None = None) -> None:
        super().__init__(option, problem, clause)
        self.option = option
        self.problem = problem
        self.clause = clause
        """The violated clause; None when no clause is about the problem."""

    @override
    def __str__(self) -> str:
        cited = f"{self.clause}: " if self.clause else ""
        return f"{cited}{clipped(str(self.option))}: {self.problem}"


class OutcomeJson(TypedDict):
    """The outcome in the wire's STATE."""

    scores: list[int]
    winners: list[int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game."""

    scores: tuple[int, ...]
    """Points, by seat."""
    winners: tuple[int, ...]
    """The seats that won, ascending; several share the victory."""
    clause: Clause
    """The clause that decided between the winners and the others."""
    payoffs: tuple[Fraction, ...] | None = None
    """By seat, where the game has its own measure of a result, such as chips."""

    @property
    def returns(self) -> tuple[Fraction, ...]:
        """The payoffs by seat; by default the share of one win minus ``1/n``, for n seats."""
        if self.payoffs is not None:
            return self.payoffs
        seats, share = len(self.scores), Fraction(1, len(self.winners))
        return tuple(
            (share if seat in self.winners else Fraction(0)) - Fraction(1, seats)
            for seat in range(seats)
        )

    def to_json(self) -> OutcomeJson:
        """Return the outcome as the wire's STATE and records have it."""
        return OutcomeJson(scores=[*self.scores], winners=[*self.winners])

    def _repr_html_(self) -> str:
        """Return the outcome as a table in HTML; notebooks call this method."""
        seats = [f"seat {seat}" for seat in range(len(self.scores))]
        decided = self.clause.rule.title
        return _html.for_notebook(_html.scores(seats, self.scores, self.winners, decided))
