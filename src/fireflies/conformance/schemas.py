"""The JSON Schemas of the suite and of the wire.

Those of answers and of files of cases are written by hand: our readers take them from other
programs key by key, and most of what the schemas say is about which keys go together.
"""

import re
from collections.abc import Mapping
from typing import Final, cast

from fireflies._data import read_json
from fireflies._schemas import COUNT, Conditions, Json, schema
from fireflies.conformance import wire
from fireflies.conformance.lines import (
    AnyRequest,
    CaseJson,
    CaseLine,
    DifferenceLine,
    ExploredLine,
    FooterLine,
    HeaderLine,
    ReportLine,
    ResultLine,
    RulesJson,
    RunRequest,
    StartRequest,
)
from fireflies.conformance.standing import STATUSES

_WORDS: Final = {"pattern": "\\S"}
_INTEGER: Final = {"type": "integer"}
_NAMED: Final = {"minLength": 1}
_ID: Final = re.compile(".+\\.[0-9]{3}")
_WIRE_CASE: Final = "The wire's CASE; the schema of requests describes it."


def _asks(key: str) -> Json:
    keys = {
        "required": [key],
        "properties": {key: {**_INTEGER, **COUNT}},
        "additionalProperties": False,
    }
    return {"type": "object", **keys}


_REQUEST: Final[Conditions] = {
    StartRequest: {
        "version": "The version of the wire that the suite speaks; the answer has the engine's own."
    },
    RunRequest: {"seq": "The number of the request; the answer repeats it."},
    CaseJson: {
        "game": ("The name of the game, in lower case.", _NAMED),
        "edition": ("The edition of its printed rules.", _NAMED),
        "options": "All options, which the rules may refuse; each game has a schema for them.",
        "actions": "Every action in order, chance's too; any string may be tried.",
        "observer": ("The seat that looks; null, everything is shown.", COUNT),
        "ask": (
            "All states, the last one, those from an index on, or the number of sequences.",
            {"oneOf": [{"enum": ["trace", "final"]}, _asks("count"), _asks("from")]},
        ),
    },
}
_REPORT: Final[Conditions] = {
    HeaderLine: {
        "suite": ("The version of the suite.", re.compile("[0-9]+\\.[0-9]+")),
        "protocol": ("The version of the wire.", {"minimum": 1}),
        "game": _WORDS,
        "edition": ("The edition of the printed rules.", _WORDS),
        "engine": (
            "The engine under judgment, with all that it says about itself.",
            {
                "required": ["name", "version", "language", "games"],
                "properties": {
                    **{key: {"type": "string"} for key in ("name", "version", "language")},
                    "games": {"type": "object"},
                },
            },
        ),
        "cases": ("How many will follow.", COUNT),
        "whole": "Whether these are all cases of the suite.",
    },
    RulesJson: {"name": _WORDS, "version": _WORDS},
    CaseLine: {
        "id": _ID,
        "clauses": ("The clauses that it is about, the main one first.", {"minItems": 1}),
        "clauses[]": _WORDS,
        "says": ("One sentence: why the rules have it so.", _WORDS),
        "case": _WIRE_CASE,
    },
    ResultLine: {
        "id": _ID,
        "status": ("Known is a failure that the implementers know of.", [*STATUSES]),
        "seconds": ("From the question to the verdict.", COUNT),
        "message": (
            "What was expected and what came instead; or why it was skipped or errored.",
            _WORDS,
        ),
        "after": ("The number of actions before the state with the difference.", COUNT),
        "state": "The engine's STATE there, or its last one; not when it is very large.",
        "play": "Where a count is wrong: the CASE of the shortest play that shows why.",
        "reason": ("Of a known failure: why it is known, and the link.", _WORDS),
    },
    FooterLine: {
        **dict.fromkeys(STATUSES, COUNT),
        "conforms": "Whether the whole suite passed.",
        "partial": "Whether something of the suite was not judged, or failed as is known.",
        "mended": "Known failures that pass.",
        "mended[]": _ID,
        "faults": "What went wrong when engines were told to stop.",
        "stopped": (
            "Why the run ended before its last case: a signal, or cases without an answer.",
            _WORDS,
        ),
    },
    DifferenceLine: {
        "seed": COUNT,
        "number": ("The number of the play with this seed that it was made from.", COUNT),
        "clauses": (
            "The clauses that it may be about, the likeliest first; none where only a form is"
            " wrong."
        ),
        "clauses[]": _WORDS,
        "message": _WORDS,
        "case": _WIRE_CASE,
    },
    ExploredLine: {
        **dict.fromkeys(("game", "edition"), _WORDS),
        **dict.fromkeys(("seed", "plays"), COUNT),
        "states": ("How many states were compared.", COUNT),
        "skipped": ("How many requests the engine skipped.", COUNT),
        "stopped": "The signal that ended the search; empty when none did.",
        "faults": "What went wrong when engines were told to stop.",
        "next_seed": ("A seed whose plays are others.", COUNT),
        "reached": "In how many plays the rules name each clause.",
        "reached[]": COUNT,
    },
}


def schemas() -> Mapping[str, Json]:
    """Return the schemas by name."""
    return {
        "request": schema(
            AnyRequest,
            f"wire:{wire.VERSION}:request",
            "Request of the wire",
            _REQUEST,
            description="One line that the suite says to an engine.",
        ),
        "report": schema(
            ReportLine,
            "suite:1:report",
            "Line of a report",
            _REPORT,
            description="One line of `fireflies conform GAME --json`: a header; for each case the"
            " case and its result; a footer. With `--explore`, what was explored, and before it a"
            " difference if there is one.",
        ),
        **{
            name: cast("Json", read_json("fireflies.conformance", f"{name}.schema.json"))
            for name in ("answer", "case")
        },
    }
