"""How rules tell what happens while it happens, to whoever listens.

The lines of a game that make the next state call ``tell(CardRevealed, card)``: the class of an
event and its fields. When nobody listens, no event is ever made.
"""

from abc import abstractmethod
from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

_P = ParamSpec("_P")
_E = TypeVar("_E")
_E_contra = TypeVar("_E_contra", contravariant=True)


class Tell(Protocol[_E_contra]):
    """Hears of each thing that happens."""

    @abstractmethod
    def __call__(
        self, event: Callable[_P, _E_contra], /, *args: _P.args, **kwargs: _P.kwargs
    ) -> None:
        """It happened: the class of the event, and its fields."""


def nobody(event: Callable[_P, object], /, *args: _P.args, **kwargs: _P.kwargs) -> None:
    """Nobody listens."""


def listener(heard: list[_E]) -> Tell[_E]:
    """Somebody who keeps each event in this list."""

    def tell(event: Callable[_P, _E], /, *args: _P.args, **kwargs: _P.kwargs) -> None:
        heard.append(event(*args, **kwargs))

    return tell
