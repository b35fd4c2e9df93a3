"""Firefly: Misbehavin': crews, fights and deals between the factions of the 'verse."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from fireflies.contract import Bot
from fireflies.games import Game, Setup
from fireflies.misbehavin.bots import greedy
from fireflies.misbehavin.bounds import bounds
from fireflies.misbehavin.cards import EDITION, SEATS
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.drawing import LEGEND
from fireflies.misbehavin.effect_events import BlackMissing, BlackShed
from fireflies.misbehavin.events import EVENTS
from fireflies.misbehavin.notation import READER, read_action
from fireflies.misbehavin.options import OPTIONS, Options, read_options
from fireflies.misbehavin.remarks import remark
from fireflies.misbehavin.rules import State, first_state, start
from fireflies.misbehavin.svg import SIGNS, draw
from fireflies.misbehavin.turn_events import (
    BlackReturned,
    HandDiscarded,
    SupplyDiscarded,
    TurnBegan,
)
from fireflies.misbehavin.view import View
from fireflies.misbehavin.words import details
from fireflies.strategies import Strategies
from fireflies.tensors import Tensors

__all__ = [
    "GAME",
    "Clause",
    "Options",
    "State",
    "View",
    "draw",
    "read_action",
    "read_options",
    "set_up",
    "start",
]


def set_up(given: Mapping[str, object]) -> Setup[State]:
    """Return the game with these options; those left out have their defaults.

    Raises:
        InvalidOptions: for invalid options, with the clause and what is valid.
    """
    options = read_options(given)
    return Setup(
        options=options.to_json(),
        start=first_state(options),
        bounds=bounds(options),
        read_position=partial(State.parse, options=options),
        tensors=partial(_tensors, options),
    )


# Few programs need these modules, so they are loaded on demand.


def _search(setting: str) -> Bot:
    from fireflies.misbehavin import search

    return search.search(setting)


def _tensors(options: Options) -> Tensors[View]:
    from fireflies.misbehavin import tensors

    return tensors.of(options)


def _strategies() -> Strategies:
    from fireflies.misbehavin import strategies

    return strategies


def _schemas() -> Mapping[str, dict[str, Any]]:
    from fireflies.misbehavin import schemas

    return schemas.schemas()


GAME: Final = Game(
    name="misbehavin",
    title="Firefly: Misbehavin'",
    edition=EDITION,
    seats=SEATS,
    clauses=Clause,
    options=OPTIONS,
    set_up=set_up,
    read_action=READER.read,
    read_redacted=READER.read_redacted,
    bots={"greedy": greedy},
    searches={"search": _search},
    events=EVENTS,
    opens=(HandDiscarded, SupplyDiscarded, BlackReturned, BlackShed, BlackMissing),
    draw=draw,
    picture_legend=SIGNS,
    legend=LEGEND,
    turn_begins=TurnBegan,
    details=details,
    remark=remark,
    strategies=_strategies,
    schemas=_schemas,
)
"""Firefly: Misbehavin', for programs that play any game."""
