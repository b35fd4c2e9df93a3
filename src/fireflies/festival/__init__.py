"""Firefly Festival: bridges between islands, pagodas, and festivals under the lanterns."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from fireflies.contract import Bot
from fireflies.festival.bots import greedy
from fireflies.festival.bounds import bounds
from fireflies.festival.clauses import Clause
from fireflies.festival.components import EDITION, SEATS
from fireflies.festival.drawing import LEGEND
from fireflies.festival.events import EVENTS, GameEnded, PowersOpened, TurnBegan
from fireflies.festival.notation import READER, read_action
from fireflies.festival.options import OPTIONS, Options, read_options
from fireflies.festival.remarks import remark
from fireflies.festival.rules import State, first_state, start
from fireflies.festival.svg import SIGNS, draw
from fireflies.festival.view import View
from fireflies.games import Color, Game, Setup
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
    from fireflies.festival import search

    return search.search(setting)


def _tensors(options: Options) -> Tensors[View]:
    from fireflies.festival import tensors

    return tensors.of(options)


def _strategies() -> Strategies:
    from fireflies.festival import strategies

    return strategies


def _schemas() -> Mapping[str, dict[str, Any]]:
    from fireflies.festival import schemas

    return schemas.schemas()


_HUES: Final[tuple[Color, ...]] = ("blue", "yellow", "green", "red", "magenta", "cyan")
_COLORS: Final[dict[str, Color]] = {
    rf"=+{seat}=+|\|{seat}\s?\|": hue for seat, hue in enumerate(_HUES)
}
"""The color of each seat's bridges on a drawn map, by the pattern of their text."""

GAME: Final = Game(
    name="festival",
    title="Firefly Festival",
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
    opens=(PowersOpened, GameEnded),
    draw=draw,
    picture_legend=SIGNS,
    colors=_COLORS,
    legend=LEGEND,
    turn_begins=TurnBegan,
    remark=remark,
    strategies=_strategies,
    schemas=_schemas,
)
"""Firefly Festival, for programs that play any game."""
