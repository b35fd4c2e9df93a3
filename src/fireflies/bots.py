"""Players that know nothing but the contract, so they can play any game."""

from collections.abc import Callable, Mapping
from typing import Final, cast

from fireflies import register
from fireflies.contract import Action, Bot, Game, Turn
from fireflies.errors import InvalidData
from fireflies.values import shown


def random(turn: Turn) -> Action:
    """Any legal action, each equally likely, with one draw."""
    return turn.draws.choose(turn.legal_actions)


def first(turn: Turn) -> Action:
    """The first legal action."""
    return turn.legal_actions[0]


def last(turn: Turn) -> Action:
    """The last legal action."""
    return turn.legal_actions[-1]


BOTS: Final[Mapping[str, Bot]] = {"random": random, "first": first, "last": last}
"""By the name that the command line knows them by."""


def names(game: Game) -> tuple[str, ...]:
    """How the players of a game are called; one that is set up ends with a colon."""
    return (*BOTS, *game.bots, *(f"{name}:" for name in game.searches))


def named(game: Game, name: str, place: str = "bot", *, besides: tuple[str, ...] = ()) -> Bot:
    """The player that is called so, like ``greedy`` or ``search:400``.

    Raises:
        InvalidData: when there is none, or it can't be set up so; it names the
            place, and who there is, ``besides`` first.
    """
    known = {**BOTS, **game.bots}
    if name in known:
        return known[name]
    kind, colon, setting = name.partition(":")
    if not colon or kind not in game.searches:
        there = ", ".join((*besides, *names(game)))
        raise InvalidData(place, f"nobody is called {shown(name)}; there are: {there}")
    module, _, function = game.searches[kind].partition(":")
    make = cast("Callable[[str], Bot]", getattr(register.room(module), function))
    try:
        return make(setting)
    except ValueError as error:
        raise InvalidData(place, f"{shown(name)}: {error}") from None
