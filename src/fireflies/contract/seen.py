"""The base class of a game's views, and the headline of a drawn one."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from fireflies._typing import override
from fireflies.contract.actions import Action
from fireflies.contract.states import Listing, Sight
from fireflies.contract.values import YOU, Actor, Details, Observer, Outcome, View, with_names

_A_co = TypeVar("_A_co", bound=Action, covariant=True)


@dataclass(frozen=True, slots=True, repr=False)
class Seen(ABC, Generic[_A_co]):
    """The base class of a game's views: a dataclass with what the observer sees as further fields.

    A game implements ``position``, ``to_json`` and ``to_text``.
    """

    observer: Observer
    """The seat that looks, ``"spectator"``, or None for the referee, who sees everything."""
    actor: Actor
    """The actor of the next decision: a seat, ``"chance"``, or None when the game is over."""
    outcome: Outcome | None
    """The result, or None while the game goes on."""
    _known: Listing[_A_co] | None
    """A state that looks the same to the observer, and depends on what it sees alone.

    None where the legal actions would tell a secret.
    """

    @property
    def legal_actions(self) -> tuple[_A_co, ...] | None:
        """Return the legal actions of the actor, a new list at each call.

        None where the list would tell a secret; never for the referee and the seat that decides.
        """
        return None if self._known is None else self._known.legal_actions

    def foresee(self, action: Action) -> Sight[View] | None:
        """Return what the observer would see, if what is hidden were as in one possible case.

        None where the legal actions are secret. :meth:`fireflies.games.Game.describe` tells what
        of it is certain.

        Raises:
            IllegalAction: when the action is illegal.
        """
        return None if self._known is None else self._known.step(action).seen_by(self.observer)

    @property
    @abstractmethod
    def position(self) -> str:
        """Return the complete view in one line."""

    @property
    def details(self) -> Mapping[str, Details]:
        """Return what the view tells of each thing that has a name, new at each call.

        By default of none.
        """
        return {}

    def details_json(self) -> dict[str, dict[str, object]]:
        """Return the details as plain data, by the name of the thing."""
        return {name: details.to_json() for name, details in self.details.items()}

    @abstractmethod
    def to_text(self, width: int = 80, names: Sequence[str] = ()) -> str:
        """Return the view drawn as text, in lines of at most ``width`` characters."""

    @override
    def __repr__(self) -> str:
        return f"<View observer={self.observer!r} position={self.position!r}>"

    @override
    def __str__(self) -> str:
        return self.to_text()


def headline(now: str, observer: Observer, outcome: object, names: Sequence[str]) -> str:
    """Return the headline of a drawn view: what is decided now, and the observer.

    The observer is left out for the referee, after the end, and where a seat is called ``you``.
    """
    who = f"seat {observer}" if isinstance(observer, int) else f"a {observer}"
    is_clear = observer is None or outcome is not None or YOU in names
    return with_names(now if is_clear else f"{now} (as {who} sees it)", names)
