"""Firefly: Misbehavin': crews, fights and deals between the factions of the 'verse."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from fireflies.contract import Bot
from fireflies.games import Game, Setup
from fireflies.generators import Generators
from fireflies.misbehavin.box.cards import EDITION, SEATS
from fireflies.misbehavin.box.options import OPTIONS, Options, read_options
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.picture import SIGNS, draw
from fireflies.misbehavin.play.bots import greedy
from fireflies.misbehavin.rules.bounds import bounds
from fireflies.misbehavin.rules.effect_events import BlackMissing, BlackShed
from fireflies.misbehavin.rules.events import EVENTS, HIGHLIGHTS
from fireflies.misbehavin.rules.state import State, first_state, start
from fireflies.misbehavin.rules.turn_events import (
    ActivationsUnused,
    BlackReturned,
    HandDiscarded,
    SupplyDiscarded,
    TurnBegan,
)
from fireflies.misbehavin.rules.view import View
from fireflies.misbehavin.text.descriptions import decision
from fireflies.misbehavin.text.drawing import LEGEND
from fireflies.misbehavin.text.notation import READER, read_action
from fireflies.misbehavin.text.remarks import remark
from fireflies.misbehavin.text.telling import situation, tally
from fireflies.misbehavin.text.wording import WORDING
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
    from fireflies.misbehavin.play import search

    return search.search(setting)


def _tensors(options: Options) -> Tensors[View]:
    from fireflies.misbehavin.play import tensors

    return tensors.of(options)


def _generators() -> Generators:
    from fireflies.misbehavin.play import generators

    return generators


def _schemas() -> Mapping[str, dict[str, Any]]:
    from fireflies.misbehavin import schemas

    return schemas.schemas()


GAME: Final = Game(
    name="misbehavin",
    title="Firefly: Misbehavin'",
    edition=EDITION,
    revision=2,
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
    mappings=("marks", "supply"),
    draw=draw,
    picture_legend=SIGNS,
    legend=LEGEND,
    turn_begins=TurnBegan,
    highlights=HIGHLIGHTS,
    wastes=(ActivationsUnused,),
    wording=WORDING,
    decision=decision,
    situation=situation,
    tally=tally,
    remark=remark,
    generators=_generators,
    schemas=_schemas,
)
"""Firefly: Misbehavin', for programs that play any game."""
