"""What is told and seen: actions, events, views, outcomes, and what breaks a rule."""

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final, Literal, ParamSpec, Protocol, Self, TypeAlias, TypeVar

from fireflies._typing import override
from fireflies.errors import FirefliesError, clipped, shown
from fireflies.rulebook import Clause

CHANCE: Final = "chance"
"""The actor that deals, rolls and shuffles."""

Actor: TypeAlias = int | Literal["chance"] | None
"""Whose decision is next: a seat (clockwise from 0), :data:`CHANCE`, or None when all is over."""

SPECTATOR: Final = "spectator"
"""The observer that sees what everybody may see, and nothing more."""

Observer: TypeAlias = int | Literal["spectator"] | None
"""Who looks: a seat, :data:`SPECTATOR`, or None for the referee, who sees everything."""

YOU: Final = "you"
"""The name of the seat that reads a text, for :func:`with_names`."""

_SHOWN: Final = 10  # a message lists no more actions than that

_SEAT: Final = re.compile(r"\bseat ([0-9]+)\b(?: ([a-z]+)\b)?")  # with the verb after it
_IRREGULAR: Final = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}

_P = ParamSpec("_P")
_E_contra = TypeVar("_E_contra", contravariant=True)


class Action:
    """A decision of an actor, a frozen value; ``str`` is its wire text."""

    __slots__ = ()

    @override
    def __str__(self) -> str:
        """Return the action as the wire writes it."""
        raise NotImplementedError


class Event:
    """Something that happened while an action was carried out, in enough detail to redraw a table.

    A frozen value. A subclass names the clause that it follows from:
    ``class CardRevealed(Event, clause=Clause.REVEAL)``.
    """

    __slots__ = ()
    clause: ClassVar[Clause]
    """The clause that the event follows from."""

    @override
    def __init_subclass__(cls, clause: Clause | None = None) -> None:
        """Keep the clause; a dataclass with slots is made twice, the second time without it."""
        super().__init_subclass__()
        if clause is not None:
            cls.clause = clause

    @override
    def __str__(self) -> str:
        """Return what happened, in one line of words; a seat is called ``seat 0`` in it.

        :func:`with_names` puts names in place of the seats.
        """
        raise NotImplementedError

    def seen_by(self, observer: Observer, /) -> Self:
        """Return the event as this observer sees it: hidden fields are None. It is public here."""
        return self


class Tell(Protocol[_E_contra]):
    """The callback of rules: ``tell(CardRevealed, card)`` while the card is being revealed."""

    @abstractmethod
    def __call__(
        self, event: Callable[_P, _E_contra], /, *args: _P.args, **kwargs: _P.kwargs
    ) -> None:
        """Take the class of an event, and its fields; no event is made when none is wanted."""


class View(Protocol):
    """What one observer sees of a state: a redacted position. ``to_json`` is the wire's STATE."""

    @property
    @abstractmethod
    def observer(self) -> Observer:
        """Who looks."""

    @property
    @abstractmethod
    def actor(self) -> Actor:
        """Whose decision is next."""

    @property
    @abstractmethod
    def legal_actions(self) -> tuple[Action, ...] | None:
        """The legal actions of the actor; None where the list would tell a secret.

        Never None for the referee and for the seat that decides.
        """

    @property
    @abstractmethod
    def position(self) -> str:
        """The whole view in one line."""

    @abstractmethod
    def to_json(self) -> Mapping[str, object]:
        """Return the view as plain data, fresh at each call."""

    @abstractmethod
    def to_text(self, width: int = 80, names: Sequence[str] = ()) -> str:
        """Return the view drawn with letters, in lines of at most this width.

        ``names`` are those of the seats, as in :func:`with_names`.
        """


def with_names(text: str, names: Sequence[str]) -> str:
    """Return the text of an event or a refusal with names in place of ``seat 0`` and so on.

    ``names`` are by seat; a seat without one stays as it is. The verb after the name
    :data:`YOU` changes with it: ``seat 0 takes`` becomes ``you take``.
    """

    def name(found: re.Match[str]) -> str:
        seat, verb = int(found[1]), found[2]
        if seat >= len(names):
            return found[0]
        if not verb:
            return names[seat]
        return f"{names[seat]} {_with_you(verb) if names[seat] == YOU else verb}"

    return _SEAT.sub(name, text)


def _with_you(verb: str) -> str:
    """Return the form after ``you`` of a verb in the third person; any other word as it is."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes")) else verb.removesuffix("s")


@dataclass(frozen=True, slots=True)
class Violation:
    """Why an action is illegal: the first clause that it breaks, in the order of the rules.

    ``str`` is the message for people. It shows the position as the deciding seat sees it, and as a
    spectator does where chance decides; it is made when it is read.
    """

    action: object
    """What was tried; not always an action of the game."""
    clause: Clause
    view: View
    """The position as the deciding seat sees it, a spectator's where chance decides."""

    @property
    def reason(self) -> str:
        """Who tried what, and the clause against it; nothing of the position."""
        actor = self.view.actor
        who = f"seat {actor}" if isinstance(actor, int) else (actor or "anybody")
        tried = shown(str(self.action) if isinstance(self.action, Action) else self.action)
        return f"{self.clause}: {self.clause.rule.title}; so {who} can't {tried}"

    @override
    def __str__(self) -> str:
        """Return the reason, what would be right, and the position, in one line."""
        return f"{self.reason}{self._allowed()} [position: {self.view.position}]"

    def _allowed(self) -> str:
        legal = self.view.legal_actions
        if legal is None:
            return ""
        some = ", ".join(map(str, legal[:_SHOWN])) or "nothing, the game is over"
        more = f" and {len(legal) - _SHOWN} more" if len(legal) > _SHOWN else ""
        return f" [allowed: {some}{more}]"


class IllegalAction(FirefliesError):
    """An action that the rules refuse; nothing has changed."""

    def __init__(self, violation: Violation) -> None:
        """Refuse for this reason."""
        super().__init__(violation)
        self.violation = violation
        """Which action, which clause, in which position."""


class InvalidOptions(FirefliesError):
    """Options with which a game can't be set up."""

    def __init__(self, option: str, problem: str, clause: Clause | None = None) -> None:
        """Refuse the value of one option."""
        super().__init__(option, problem, clause)
        self.option = option
        self.problem = problem
        self.clause = clause
        """The clause that the value breaks; None when not a rule but the form is wrong."""

    @override
    def __str__(self) -> str:
        """Return the option, what is wrong and what would fit."""
        cited = f"{self.clause}: " if self.clause else ""
        return f"{cited}{clipped(str(self.option))}: {self.problem}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended, all by seat."""

    scores: tuple[int, ...]
    """Points of each seat."""
    winners: tuple[int, ...]
    """The seats that won, ascending; several share the victory."""
    clause: Clause
    """The clause that decided between the first and the others."""
    payoffs: tuple[Fraction, ...] | None = None
    """What the play is worth to each seat, where the game has a measure of its own (chips)."""

    @property
    def returns(self) -> tuple[Fraction, ...]:
        """The payoffs; by default a win shared among the winners, less ``1/n`` for everyone."""
        if self.payoffs is not None:
            return self.payoffs
        seats, share = len(self.scores), Fraction(1, len(self.winners))
        return tuple(
            (share if seat in self.winners else Fraction(0)) - Fraction(1, seats)
            for seat in range(seats)
        )
