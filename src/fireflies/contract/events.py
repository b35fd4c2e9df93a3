"""Events: what happened, with the sentence that tells it and the fields that are secret."""

from collections.abc import Callable
from operator import attrgetter
from typing import ClassVar, Final, Self

from fireflies._texts import listed, many, seats_in_words
from fireflies._typing import override
from fireflies.contract.fields import NO_TEXT, fields_to_json, filled
from fireflies.contract.values import Observer, Outcome
from fireflies.rulebook import Clause

_SEAT_OF: Final[Callable[[object], object]] = attrgetter("seat")


class Event:
    """One thing that happened during an action, in enough detail to redraw a table.

    A frozen dataclass. A subclass names the clause that it follows from, and has a template of the
    sentence that ``str`` returns::

        class GoalDrawn(
            Event, clause=Clause.GOAL_DRAW, text="seat {seat} draws {goal:a goal}", secret="goal"
        )

    A name in the template is a field or a property. The words after it stand for a hidden value
    (None), and count a number: ``{coins:coin}`` is ``1 coin`` or ``2 coins``. A tuple is listed.
    Only the seat in the field ``seat`` and the referee see the fields that ``secret`` names, with
    spaces between.
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    clause: ClassVar[Clause]
    """The clause that the event follows from."""
    text: ClassVar[str] = ""
    """The template of its sentence; a seat is called ``seat 0`` in it.

    :func:`~fireflies.contract.with_names` puts names in place of the seats.
    """
    secret: ClassVar[tuple[str, ...]] = ()
    """The names of the secret fields."""
    names: ClassVar[tuple[str, ...]] = ()
    """The fields with names of components, which people see as they are printed."""

    @override
    def __init_subclass__(
        cls, clause: Clause | None = None, text: str | None = None, secret: str | None = None
    ) -> None:
        super().__init_subclass__()
        # A dataclass with slots is made twice, the second time without these arguments.
        if clause is not None:
            cls.clause = clause
        if text is not None:
            cls.text = text
        if secret is not None:
            cls.secret = tuple(secret.split())

    @override
    def __str__(self) -> str:
        """Return what happened, in one line."""
        if not self.text:
            raise NotImplementedError(NO_TEXT.format("a text"))
        return filled(self.text, self)

    def as_printed(self) -> str:
        """Return what happened, in one line for people: names as they are printed."""
        return filled(self.text, self, self.names) if self.names else str(self)

    def seen_by(self, observer: Observer, /) -> Self:
        """Return the event as this observer sees it, with None for each hidden field."""
        if not self.secret or observer is None or observer == _SEAT_OF(self):
            return self
        make: Callable[..., Self] = type(self)
        return make(
            *[None if name in self.secret else getattr(self, name) for name in self.__match_args__]
        )

    def to_json(self) -> dict[str, object]:
        """Return the event as plain data: its name, its clause, and its fields by name."""
        return {
            "event": type(self).__name__,
            "clause": str(self.clause),
            **fields_to_json(self, self.__match_args__),
        }


class EndEvent(Event):
    """The end of a game, with the field ``outcome``, which the template tells in two parts."""

    __slots__ = ()
    outcome: Outcome

    @property
    def scores(self) -> str:
        """The points of each seat, in words."""
        points = enumerate(self.outcome.scores)
        return listed([f"seat {seat} has {many(score, 'point')}" for seat, score in points])

    @property
    def winners(self) -> str:
        """The seats that won, in words."""
        return seats_in_words(self.outcome.winners)
