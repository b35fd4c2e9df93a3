"""Kuhn poker with mistakes: states and views whose class has other members."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import cache
from types import SimpleNamespace
from typing import Any

from fireflies.contract import Action, Observer
from tests import kuhn

START = kuhn.State()
BIDDING = kuhn.State(("K", "Q"))
"""Seat 0 decides."""
FOLDED = kuhn.State(("K", "Q"), "bp")
"""The game is over, and nobody has shown a card."""


@dataclass(frozen=True, slots=True)
class Say(Action, verb="say"):
    """An action that is never legal."""

    word: str


RAISE = Say("raise")


def changed(value: Any, **members: object) -> Any:
    """Return an equal state, view or event whose class has these members instead of its own."""
    base: Any = type(value)
    kind = _subclass(base, tuple(members.items()))
    return kind(*(getattr(value, field.name) for field in fields(value)))


@cache
def _subclass(base: Any, members: tuple[tuple[str, object], ...]) -> Callable[..., object]:
    """Return the same class each time, for values of two classes differ."""
    return type("Changed", (base,), {"__slots__": (), **dict(members)})


def changed_view(change: Callable[[Any], object]) -> Callable[..., object]:
    """Return the method ``view`` of a state whose views are changed."""

    def view(state: kuhn.State, observer: Observer = None) -> object:
        return change(kuhn.State.view(state, observer))

    return view


def listing(view: kuhn.View, *actions: Action) -> kuhn.View:
    """Return the view with these legal actions instead of its own."""
    return replace(view, _known=SimpleNamespace(legal_actions=actions))


def failure(check: Callable[..., object], *args: object) -> str:
    """Return the claim that fails in a check; an empty text when it passes."""
    try:
        check(*args)
    except AssertionError as error:
        return str(error)
    return ""


def always(value: object) -> property:
    """Return a property with this value."""
    return property(lambda _: value)
