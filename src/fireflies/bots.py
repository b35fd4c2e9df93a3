"""Players that need only the contract, and players by name.

A name is one of :data:`BOTS`, one of the game's own, a name with a setting (``search:400``), or
``package.module:function``.
"""

import importlib
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from fireflies.contract import Action, Bot, State, Turn
from fireflies.errors import InvalidData, shown
from fireflies.games import Game


def random(turn: Turn[State]) -> Action:
    """Return any legal action, each equally likely, with one draw."""
    return turn.draws.choose(turn.legal_actions)


def first(turn: Turn[State]) -> Action:
    """Return the first legal action."""
    return turn.legal_actions[0]


def last(turn: Turn[State]) -> Action:
    """Return the last legal action."""
    return turn.legal_actions[-1]


BOTS: Final[Mapping[str, Bot]] = {"random": random, "first": first, "last": last}
"""By the name that the command line knows them by."""


def _search(setting: str) -> Bot:
    from fireflies import search  # loaded only where somebody thinks ahead

    return search.search(setting)


SEARCHES: Final[Mapping[str, Callable[[str], Bot]]] = {"search": _search}
"""Players with a setting after a colon in their name, unless a game has its own of that name."""


def names(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of a game's players; one that takes a setting ends with a colon."""
    return (*BOTS, *game.bots, *(f"{name}:" for name in {**SEARCHES, **game.searches}))


def named(game: Game[Any], name: str, place: str = "bot", *, besides: tuple[str, ...] = ()) -> Bot:
    """Return the player of a name like ``greedy``, ``search:400`` or ``package.module:function``.

    Raises:
        InvalidData: when there is none, or it can't be set up so; it names the
            place, and who there is, ``besides`` first.
    """
    known, searches = {**BOTS, **game.bots}, {**SEARCHES, **game.searches}
    if name in known:
        return known[name]
    kind, colon, setting = name.partition(":")
    if colon and kind in searches:
        try:
            return searches[kind](setting)
        except ValueError as error:
            raise InvalidData(place, f"{shown(name)}: {error}") from None
    if colon and setting.isidentifier() and all(map(str.isidentifier, kind.split("."))):
        return _imported(name, kind, setting, place)
    there = ", ".join((*besides, *names(game), "package.module:function"))
    raise InvalidData(place, f"nobody is called {shown(name)}; there are: {there}")


def _imported(name: str, module: str, function: str, place: str) -> Bot:
    """Return a function of somebody's own module."""
    try:
        found: object = getattr(importlib.import_module(module), function)
    except Exception as error:  # whatever somebody's module does when it is imported
        problem = f"{shown(name)} can't be imported: {type(error).__name__}: {error}"
        raise InvalidData(place, problem) from error
    if not callable(found):
        raise InvalidData(place, f"{shown(name)} is no function, but {shown(found)}")
    return cast("Bot", found)
