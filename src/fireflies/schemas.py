"""The JSON Schemas of the data that the library writes and reads, by name.

Those of a game are ``GAME/options``, ``GAME/state``, ``GAME/action``, ``GAME/event`` and
``GAME/details``.
"""

import re
from collections.abc import Mapping
from typing import Final

from fireflies import games
from fireflies._lines import LONGEST_NAME
from fireflies._schemas import COUNT, DIFFERENT, Conditions, Json
from fireflies._schemas import schema as make
from fireflies.arena.schemas import figures_schema
from fireflies.conformance import schemas as conformance
from fireflies.contract import OutcomeJson
from fireflies.errors import InvalidData, shown
from fireflies.record import VERSION, RecordJson

_NAMED: Final = {"minLength": 1}
_SOME: Final = {"minItems": 1}
_RECORD: Final[Conditions] = {
    RecordJson: {
        "format": "What this is.",
        "version": ("Version of the format.", {"type": "integer"}),
        "game": ("The name of the game, in lower case.", _NAMED),
        "edition": ("The edition of its printed rules.", _NAMED),
        "options": "All options; each game has a schema for them. A large value that ships with the"
        " game may be an object with its name and the sha256 of its JSON with sorted keys; one that"
        " is kept beside the file of the record, an object with the sha256 alone.",
        "position": (
            "Only where the play began in the middle of a game, in the notation of the game.",
            _NAMED,
        ),
        "revision": (
            "The revision of the rules that carried out the actions; without it the first.",
            {"minimum": 1},
        ),
        "seats": ("The names of the players, clockwise from seat 0.", _SOME),
        "seats[]": {"maxLength": LONGEST_NAME},
        "actions": "Every action in order, chance's too, as the wire writes it.",
        "actions[]": _NAMED,
        "observer": (
            "Only in a redacted record: the seat, or spectator, that saw its actions.",
            COUNT,
        ),
        "events": "Only in a redacted record: what the observer saw, for each action.",
        "events[]": _SOME,
        "events[][]": _NAMED,
        "data": "Only in a redacted record: the events as data, each by the schema of its game.",
        "result": "By seat; null while the play goes on.",
        "digest": (
            "The SHA-256, in hexadecimal, of the line as fireflies writes it without this key.",
            re.compile("[0-9a-f]{64}"),
        ),
    },
    OutcomeJson: {
        "scores": ("Points of each seat.", _SOME),
        "winners": ("The seats that won, ascending.", _SOME, DIFFERENT),
        "winners[]": COUNT,
    },
}


def schemas() -> Mapping[str, Json]:
    """Return all schemas by name, as new objects."""
    record = make(
        RecordJson,
        f"record:{VERSION}",
        "Record of a play",
        _RECORD,
        dependentRequired={"observer": ["events"], "events": ["observer"], "data": ["events"]},
        patternProperties={"^x-": {"description": "Whatever else somebody wants to keep."}},
    )
    return {
        "record": record,
        "arena": figures_schema(),
        **conformance.schemas(),
        **{
            f"{game.name}/{kind}": found
            for game in games.usable().values()
            if game.schemas is not None
            for kind, found in game.schemas().items()
        },
    }


def schema(name: str) -> Json:
    """Return the schema of this name, as a new object.

    Raises:
        InvalidData: when there is none.
    """
    found = schemas()
    if name not in found:
        raise InvalidData("schema", f"one of {', '.join(found)} is wanted, not {shown(name)}")
    return found[name]
