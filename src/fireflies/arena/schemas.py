"""The JSON Schema of the figures of an arena."""

from typing import Final

from fireflies._schemas import COUNT, Conditions, Json, schema
from fireflies.arena.figures import (
    VERSION,
    ClauseJson,
    FailureJson,
    Figures,
    NumbersJson,
    PlayerJson,
    SeatJson,
    ShareJson,
)
from fireflies.chance import SEEDS

_PART: Final = range(2)
_FROM_ONE: Final = {"minimum": 1}
_NAMED: Final = {"minLength": 1}
_FIGURES: Final[Conditions] = {
    Figures: {
        "format": "What this is.",
        "version": ("Version of the format.", {"type": "integer"}),
        "game": ("The name of the game, in lower case.", _NAMED),
        "edition": ("The edition of its printed rules.", _NAMED),
        "options": "All options of the game, none left out; it has a schema of its own for them.",
        "seed": ("The seed of the arena, from which each game's own is drawn.", SEEDS),
        "seconds": (
            "A bot's time for a decision; null when there was no limit.",
            {"exclusiveMinimum": 0},
        ),
        "games": ("How many games were to be played; an interrupted arena has fewer.", _FROM_ONE),
        "finished": ("Games that went to their end.", COUNT),
        "failed": ("Games that a player lost because its bot failed to decide.", COUNT),
        "players": ("The players, in the order in which they were named.", {"minItems": 1}),
        "seats": (
            "The seats, clockwise from 0; only of games that went to their end.",
            {"minItems": 1},
        ),
        "lengths": "Actions of a game, chance's included; null when no game went to its end.",
        "clauses": "By the id of each clause; only of games that went to their end.",
        "failures": "The games that a player lost because its bot failed to decide, by number.",
    },
    ShareJson: {"value": _PART, "low": _PART, "high": _PART},
    NumbersJson: {
        "median": "The lower one, if there are two in the middle.",
        "counts": (
            "How often each number came.",
            {"minProperties": 1, "propertyNames": {"pattern": "^-?(0|[1-9][0-9]*)$"}},
        ),
        "counts[]": _FROM_ONE,
    },
    PlayerJson: {
        "bot": "A bot's name, or where its function stands.",
        "share": "Of all games. A game that a player lost by failing is won by the others.",
        "failures": ("Games that this player lost because its bot failed to decide.", COUNT),
        "scores": "Points at the end; null when no game went to its end.",
    },
    SeatJson: {"scores": "Points at the end; null when there are none."},
    ClauseJson: {
        "decided": ("Games in which this clause decided who won.", COUNT),
        "events": ("Events by this clause; null when events were not counted.", COUNT),
        "games": ("Games with an event by this clause; null when not counted.", COUNT),
    },
    FailureJson: {
        "game": ("The number of the game, from 0.", COUNT),
        "seed": ("The game's own seed.", SEEDS),
        "player": ("Who failed, as an index in players.", COUNT),
        "seat": ("Where that player sat.", COUNT),
        "kind": "The bot raised an error, chose an illegal action, or took too long.",
        "text": "The error, in one line.",
        "name": "The player's name.",
        "bot": "The bot of that player, as in players.",
    },
}


def figures_schema() -> Json:
    """Return the schema of the figures."""
    return schema(Figures, f"arena:{VERSION}", "Figures of an arena", _FIGURES)
