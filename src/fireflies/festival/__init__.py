"""Firefly Festival: bridges between islands, pagodas, and festivals under the lanterns."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from fireflies._events import events_in
from fireflies.contract import Bot
from fireflies.festival.box.components import EDITION, SEATS
from fireflies.festival.box.options import OPTIONS, Options, read_options
from fireflies.festival.clauses import Clause
from fireflies.festival.picture import SIGNS, draw
from fireflies.festival.play.bots import greedy
from fireflies.festival.rules import actions, events, main_events
from fireflies.festival.rules.bounds import bounds
from fireflies.festival.rules.events import GameEnded, PowersOpened, TurnBegan
from fireflies.festival.rules.state import State, first_state, start
from fireflies.festival.rules.view import View
from fireflies.festival.text.descriptions import decision
from fireflies.festival.text.drawing import LEGEND
from fireflies.festival.text.notation import READER, read_action
from fireflies.festival.text.remarks import remark
from fireflies.festival.text.telling import situation, tally
from fireflies.festival.text.wording import WORDING
from fireflies.games import SEAT_COLORS, Color, Game, Setup
from fireflies.generators import Generators
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
    from fireflies.festival.play import search

    return search.search(setting)


def _tensors(options: Options) -> Tensors[View]:
    from fireflies.festival.play import tensors

    return tensors.of(options)


def _generators() -> Generators:
    from fireflies.festival.play import generators

    return generators


def _schemas() -> Mapping[str, dict[str, Any]]:
    from fireflies.festival import schemas

    return schemas.schemas()


_COLORS: Final[dict[str, Color]] = {
    rf"=+{seat}=+|\|{seat}\s?\|": hue for seat, hue in enumerate(SEAT_COLORS)
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
    events=events_in(events, main_events),
    opens=(PowersOpened, GameEnded),
    draw=draw,
    picture_legend=SIGNS,
    colors=_COLORS,
    legend=LEGEND,
    turn_begins=TurnBegan,
    highlights=(
        main_events.BridgeBuilt,
        main_events.WorkerMoved,
        main_events.FloorBuilt,
        main_events.FestivalHeld,
        events.PublicCompleted,
        events.PrivateCompleted,
        events.CrowTaken,
        events.FishUsed,
    ),
    wastes=(main_events.MovementEnded, actions.End),
    decision=decision,
    situation=situation,
    tally=tally,
    wording=WORDING,
    remark=remark,
    generators=_generators,
    schemas=_schemas,
)
"""Firefly Festival, for programs that play any game."""
