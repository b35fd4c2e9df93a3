"""Bots for any game, and the lookup of bots by name.

A name is one of :data:`BOTS`, one of the game's bots, a name with a setting (``search:400``), or
``package.module:function``.
"""

import importlib
from abc import abstractmethod
from collections.abc import Callable, Generator, Mapping
from typing import Any, Final, Protocol, TypeAlias, cast, runtime_checkable

from fireflies.contract import Action, Bot, State, Turn
from fireflies.errors import InvalidData, shown
from fireflies.games import Game

Slices: TypeAlias = Generator[float, None, Action]
"""A decision in slices: yields the share of the work that is done, from 0 to 1, after each slice of
it, and returns the action."""


@runtime_checkable
class SlicedBot(Protocol):
    """A bot that can also decide in slices, so that other work can be done between them."""

    @abstractmethod
    def __call__(self, turn: Turn[Any], /) -> Action:
        """Return the action."""

    @abstractmethod
    def slices(self, turn: Turn[Any], /) -> Slices:
        """Decide in slices; with the same draws, the action is that of ``__call__``."""


def slices(bot: Bot, turn: Turn[Any]) -> Slices:
    """Let any bot decide in slices; a bot that is no :class:`SlicedBot` yields none."""
    if isinstance(bot, SlicedBot):
        return (yield from bot.slices(turn))
    return bot(turn)


def random(turn: Turn[State]) -> Action:
    """Return a random legal action, each equally likely, with one draw."""
    return turn.draws.choose(turn.legal_actions)


def first(turn: Turn[State]) -> Action:
    """Return the first legal action."""
    return turn.legal_actions[0]


def last(turn: Turn[State]) -> Action:
    """Return the last legal action."""
    return turn.legal_actions[-1]


BOTS: Final[Mapping[str, Bot]] = {"random": random, "first": first, "last": last}
"""The bots above, by name."""


def _search(setting: str) -> Bot:
    from fireflies import search  # slow to import

    return search.search(setting)


SEARCHES: Final[Mapping[str, Callable[[str], Bot]]] = {"search": _search}
"""Functions that make a bot from a setting, by the name before the colon (``search:400``).

A game may replace one.
"""

_LEVELS: Final[Mapping[str, str]] = {"random": "easy", "greedy": "good", "search": "strong"}


def names(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of all bots for a game; a name that needs a setting ends with a colon."""
    return (*BOTS, *game.bots, *(f"{name}:" for name in {**SEARCHES, **game.searches}))


def level(name: str) -> str:
    """Return how strong a bot is, in a word for players: easy, good or strong; else empty."""
    return _LEVELS.get(name.partition(":")[0], "")


def is_foreign(game: Game[Any], name: str) -> bool:
    """Return whether a name is that of a function in a module, which would have to be imported."""
    kind, colon, _ = name.partition(":")
    return bool(colon) and kind not in {**SEARCHES, **game.searches}


def named(game: Game[Any], name: str, place: str = "bot", *, besides: tuple[str, ...] = ()) -> Bot:
    """Return the bot with a name like ``greedy``, ``search:400`` or ``package.module:function``.

    The last form imports the module: do not pass such a name from a stranger (:func:`is_foreign`).

    Raises:
        InvalidData: at this place, when there is no such bot or its setting is wrong. The message
            lists the known names, after those of ``besides``.
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
        return _import_bot(name, kind, setting, place)
    there = ", ".join((*besides, *names(game), "package.module:function"))
    raise InvalidData(place, f"no player is called {shown(name)}; there are: {there}")


def _import_bot(name: str, module: str, function: str, place: str) -> Bot:
    try:
        found: object = getattr(importlib.import_module(module), function)
    except Exception as error:  # importing a user's module can raise anything
        problem = f"{shown(name)} can't be imported: {type(error).__name__}: {error}"
        raise InvalidData(place, problem) from error
    if not callable(found):
        raise InvalidData(place, f"{shown(name)} is no function, but {shown(found)}")
    return cast("Bot", found)
