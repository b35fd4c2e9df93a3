"""Tests of the JSON schemas: all data of the suite and the wire fits, wrong data does not."""

import copy
import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final, TypeAlias

import pytest

from fireflies import games, smile
from fireflies.cli import main
from fireflies.conformance import cases, standing, wire
from fireflies.conformance.pool import Pool
from fireflies.conformance.runner import check_engine, run
from fireflies.errors import InvalidData
from fireflies.smile.box.options import BOX
from tests.conformance.direct import DirectEngine
from tests.test_schemas import at, validator, without

NAMES: Final = ("case", "request", "answer", "report")
CASES: Final = resources.files("fireflies.conformance").joinpath("cases")
EVERY: Final = {"smile": 5, "festival": 20, "misbehavin": 20}
"""By game, n: every n-th case is asked."""

Json: TypeAlias = Any
Change: TypeAlias = Callable[[Json], object]


@cache
def files() -> dict[str, Json]:
    """Return all files of cases."""
    found = {
        clause.value: json.loads(path.read_bytes())
        for game in games.usable().values()
        for clause in game.clauses
        if (path := CASES.joinpath(game.name, f"{clause}.json")).is_file()
    }
    assert {name.partition(".")[0] for name in found} == EVERY.keys()
    return found


@cache
def exchange(name: str) -> tuple[tuple[Json, Json], ...]:
    """Return all requests and answers of a run of the suite of a game with our own rules."""
    game = games.get(name)
    exchanged: list[tuple[Json, Json]] = []

    def handle(request: object) -> object:
        answer = wire.handle(request)
        exchanged.append((json.loads(json.dumps(request)), json.loads(json.dumps(answer))))
        return answer

    check_engine(lambda: DirectEngine(handle), game)
    pool = Pool(lambda: DirectEngine(handle), 1)
    suite = cases.load(game)
    counts = [case for case in suite if case.request.length is not None]
    asked = [*suite[:: EVERY[name]], *counts[:: EVERY[name]]]
    assert {it.verdict.status for it in run(pool, game, asked)} == {"passed"}
    return tuple(exchanged)


# Valid data.


@pytest.mark.long
def test_every_file_of_cases_fits() -> None:
    for found in files().values():
        validator("case").validate(found)


@pytest.mark.long
@pytest.mark.parametrize("name", EVERY)
def test_every_request_and_answer_fits(name: str) -> None:
    """And the states of some answers. Each kind of answer that our own rules give occurs."""
    kinds = set()
    for asked, answered in exchange(name):
        validator("request").validate(asked)
        validator("answer").validate(answered)
        kinds.add(frozenset(answered))
    assert kinds == {
        frozenset({"version", "implementation"}),
        frozenset({"seq", "states", "refused"}),
        frozenset({"seq", "count", "refused"}),
    }
    for _, answered in exchange(name):
        for state in answered.get("states", ())[::4]:
            validator(f"{name}/state").validate(state)


def test_every_case_of_a_report_is_a_case_of_the_wire(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    """Every line is one of a report."""
    words = ["conform", "smile", "--json", "--jobs", "1", "--clause", "bid.ties"]
    assert main([*words, "--", "direct:fireflies.smile:GAME"]) == standing.PARTIAL
    lines = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    for line in lines:
        validator("report").validate(line)
        if line["type"] == "case":
            validator("request").validate({"cmd": "run", "seq": 1, "case": line["case"]})
    count = (len(lines) - 2) // 2
    assert [line["type"] for line in lines] == ["header", *["case", "result"] * count, "footer"]


START: Final[Json] = {"cmd": "start", "version": 1}
RUN: Final[Json] = {
    "cmd": "run",
    "seq": 1,
    "case": {
        "game": "smile",
        "edition": "2017",
        "options": {},
        "actions": ["bid a"],
        "observer": None,
        "ask": {"count": 1},
    },
}
# Other valid data.

MORE: Final[dict[str, list[Json]]] = {
    "request": [
        *({"cmd": "stop"}, {"cmd": "start", "version": 1}, {"cmd": "start", "version": 2}),
        {"cmd": "run", "seq": 1, "case": {**RUN["case"], "ask": {"from": 0}}},
    ],
    "answer": [
        {"seq": 1, "skipped": True},
        {"seq": 1, "skipped": True, "message": "", "issue_url": "https://example.org"},
        {"seq": 1, "errored": True},
        {"seq": None, "errored": True, "message": "no JSON"},
        {"seq": 1, "count": 1, "refused": {"index": 0, "x": 1}, "x": 1},
        {"seq": 1, "errored": True, "message": "oh", "traceback": "line 1\nline 2"},
        {"seq": -1, "states": [], "refused": {"index": -1, "reason": "no", "clause": "x"}},
        {"seq": 1, "count": 0, "refused": {"index": -1}},
        {
            "version": 1,
            "implementation": {
                "name": "a",
                "version": "0",
                "language": "b",
                "games": {},
                "homepage": "c",
                "issues": "d",
            },
        },
    ],
    "report": [
        {"type": "result", "id": "a.001", "status": status, "seconds": 0, **more}
        for status in ("passed", "failed", "errored", "skipped", "known")
        for more in ({}, {"message": "oh"}, {"message": "oh", "after": 0})
    ],
}


@pytest.mark.parametrize("name", MORE)
def test_rare_data_fits(name: str) -> None:
    for found in MORE[name]:
        validator(name).validate(found)


# Invalid data.

SHIPPED: Final = BOX.pin("shipped")["sha256"]
FILE: Final[Json] = {
    "game": "smile",
    "edition": "2017",
    "clause": "smile.bid.ties",
    "cases": [
        {
            "id": "smile.bid.ties.001",
            "clauses": ["smile.bid.ties"],
            "says": "So.",
            "options": {"players": 3, "box": {"name": "shipped", "sha256": SHIPPED}},
            "actions": ["a", "b"],
            "observer": 0,
            "ask": "trace",
            "expect": [
                {"after": 0, "at": "/phase", "is": None},
                {"after": 0, "legal": ["a"], "illegal": ["b"]},
                {"refused": 1},
            ],
        }
    ],
}
ONE: Final = ("cases", 0)
EXPECT: Final = (*ONE, "expect")

BROKEN_FILES: Final[dict[str, Change]] = {
    **{f"without {key}": without(key) for key in ("game", "edition", "clause")},
    **{
        f"a case without {key}": without(*ONE, key)
        for key in ("id", "clauses", "says", "options", "expect")
    },
    "a game that is a number": at("game", put=1),
    "a clause that says nothing": at("clause", put=" "),
    "a key of its own": at("x", put=1),
    "cases by name": at("cases", put={}),
    "a case with a key of its own": at(*ONE, "x", put=1),
    "an id without digits": at(*ONE, "id", put="smile.bid.ties"),
    "an id of two digits": at(*ONE, "id", put="smile.bid.ties.01"),
    "no clauses": at(*ONE, "clauses", put=[]),
    "a clause in a case that is null": at(*ONE, "clauses", put=["smile.bid.ties", None]),
    "nothing said": at(*ONE, "says", put=""),
    "options in an array": at(*ONE, "options", put=[]),
    "a named value without a digest": at(
        *ONE, "options", "box", put={"name": "shipped", "sha256": None}
    ),
    "a named value without a name": at(*ONE, "options", "box", put={"name": 1, "sha256": SHIPPED}),
    "a named value with half a digest": at(
        *ONE, "options", "box", put={"name": "shipped", "sha256": SHIPPED[:32]}
    ),
    "one action": at(*ONE, "actions", put="bid a"),
    "an action that is a number": at(*ONE, "actions", 0, put=1),
    "an observer at -1": at(*ONE, "observer", put=-1),
    "an observer that is true": at(*ONE, "observer", put=True),
    "another ask": at(*ONE, "ask", put="all"),
    "nothing expected": at(*EXPECT, put=[]),
    "an expectation without anything": at(*EXPECT, 0, put={}),
    "a place without a value": without(*EXPECT, 0, "is"),
    "a value without a place": without(*EXPECT, 0, "at"),
    "a place that is a name": at(*EXPECT, 0, "at", put="phase"),
    "a state at -1": at(*EXPECT, 0, "after", put=-1),
    "a state at true": at(*EXPECT, 0, "after", put=True),
    "no time": without(*EXPECT, 0, "after"),
    "nothing legal or illegal": at(*EXPECT, 1, put={"after": 0, "legal": [], "illegal": []}),
    "neither legal nor illegal": at(*EXPECT, 1, put={"after": 0}),
    "a legal action that is null": at(*EXPECT, 1, "legal", 0, put=None),
    "a place and actions": at(*EXPECT, 1, "at", put="/legal"),
    "a refusal at -2": at(*EXPECT, 2, "refused", put=-2),
    "a refusal at null": at(*EXPECT, 2, "refused", put=None),
    "two refusals": at(*EXPECT, 0, put={"refused": 1}),
    "a refusal and more": at(*EXPECT, 2, "after", put=1),
    "a count and more": at(*EXPECT, 0, put={"count": 1, "is": 1}),
    "a count without its number": at(*EXPECT, put=[{"count": 1}]),
    "a count of -1": at(*EXPECT, put=[{"count": -1, "is": 1}]),
    "a number of -1": at(*EXPECT, put=[{"count": 1, "is": -1}]),
}


@pytest.mark.parametrize("name", BROKEN_FILES)
def test_a_broken_file_of_cases_does_not_fit(name: str) -> None:
    """Our reader refuses it too."""
    broken = copy.deepcopy(FILE)
    validator("case").validate(broken)
    assert len(cases.read(json.dumps(broken).encode(), "file", smile.GAME)) == 1
    BROKEN_FILES[name](broken)
    assert not validator("case").is_valid(broken)
    with pytest.raises(InvalidData):
        cases.read(json.dumps(broken).encode(), "file", smile.GAME)


BROKEN_REQUESTS: Final[dict[str, tuple[Json, Change]]] = {
    "no cmd": (START, without("cmd")),
    "another cmd": (START, at("cmd", put="begin")),
    "a start without version": (START, without("version")),
    "version 1.5": (START, at("version", put=1.5)),
    "version true": (START, at("version", put=True)),
    "a start with seq": (START, at("seq", put=1)),
    "a start with a key of its own": (START, at("x", put=1)),
    "a stop with seq": ({"cmd": "stop"}, at("seq", put=1)),
    "a stop with a version": ({"cmd": "stop"}, at("version", put=1)),
    "a run with a version": (RUN, at("version", put=1)),
    "a run without seq": (RUN, without("seq")),
    "a run without case": (RUN, without("case")),
    "seq as a string": (RUN, at("seq", put="1")),
    "seq true": (RUN, at("seq", put=True)),
    "seq null": (RUN, at("seq", put=None)),
    **{f"no {key}": (RUN, without("case", key)) for key in RUN["case"]},
    "what is expected": (RUN, at("case", "expect", put=[])),
    "a game that is null": (RUN, at("case", "game", put=None)),
    "an edition that is a number": (RUN, at("case", "edition", put=2017)),
    "options that are null": (RUN, at("case", "options", put=None)),
    "an action that is null": (RUN, at("case", "actions", 0, put=None)),
    "an observer at -1": (RUN, at("case", "observer", put=-1)),
    "an observer that is a string": (RUN, at("case", "observer", put="0")),
    "another ask": (RUN, at("case", "ask", put="all")),
    "a count of -1": (RUN, at("case", "ask", "count", put=-1)),
    "a count and more": (RUN, at("case", "ask", "x", put=-1)),
    "no count": (RUN, at("case", "ask", put={})),
    "from -1": (RUN, at("case", "ask", put={"from": -1})),
    "from a half": (RUN, at("case", "ask", put={"from": 0.5})),
    "a count and from": (RUN, at("case", "ask", "from", put=1)),
}

ABOUT: Final[Json] = {
    "version": 1,
    "implementation": {
        "name": "a",
        "version": "1",
        "language": "b",
        "games": {"smile": ["2017"]},
        "homepage": "c",
        "issues": "d",
    },
}
STATES: Final[Json] = {
    "seq": 1,
    "states": [{}],
    "refused": {"index": 0, "reason": "a", "clause": "b"},
}
COUNT: Final[Json] = {"seq": 1, "count": 2, "refused": None}
SKIPPED: Final[Json] = {"seq": 1, "skipped": True, "message": "a", "issue_url": "b"}
ERRORED: Final[Json] = {"seq": 1, "errored": True, "message": "a", "traceback": "b"}

BROKEN_ANSWERS: Final[dict[str, tuple[Json, Change]]] = {
    "no version": (ABOUT, without("version")),
    "version 2": (ABOUT, at("version", put=2)),
    "version true": (ABOUT, at("version", put=True)),
    "nobody": (ABOUT, without("implementation")),
    **{
        f"nobody's {key}": (ABOUT, without("implementation", key))
        for key in ("name", "version", "language", "games")
    },
    "a version that is a number": (ABOUT, at("implementation", "version", put=1)),
    "no name at all": (ABOUT, at("implementation", "name", put="")),
    "an edition in no list": (ABOUT, at("implementation", "games", "smile", put="2017")),
    "an edition that is a number": (ABOUT, at("implementation", "games", "smile", put=[2017])),
    "no edition": (ABOUT, at("implementation", "games", "smile", put=[])),
    "no seq": (STATES, without("seq")),
    "seq as a string": (STATES, at("seq", put="1")),
    "seq true": (STATES, at("seq", put=True)),
    "states for no seq": (STATES, at("seq", put=None)),
    "a count for no seq": (COUNT, at("seq", put=None)),
    "skipped for no seq": (SKIPPED, at("seq", put=None)),
    "no states": (STATES, without("states")),
    "one state": (STATES, at("states", put={})),
    "an empty trace": (STATES, at("states", put=[])),
    "a state that is null": (STATES, at("states", 0, put=None)),
    "nothing said of a refusal": (STATES, without("refused")),
    "refused true": (STATES, at("refused", put=True)),
    "refused in words": (STATES, at("refused", put="bid a")),
    "a refusal of nothing": (STATES, without("refused", "index")),
    "a refusal at true": (STATES, at("refused", "index", put=True)),
    "a refusal at -2": (STATES, at("refused", "index", put=-2)),
    "a refusal at null": (STATES, at("refused", "index", put=None)),
    "a state of refused options": (STATES, at("refused", "index", put=-1)),
    "a reason that is a list": (STATES, at("refused", "reason", put=[])),
    "states and a count": (STATES, at("count", put=1)),
    "states and skipped": (STATES, at("skipped", put=True)),
    "a count of -1": (COUNT, at("count", put=-1)),
    "a count of true": (COUNT, at("count", put=True)),
    "a count with nothing of a refusal": (COUNT, without("refused")),
    "skipped false": (SKIPPED, at("skipped", put=False)),
    "skipped 1": (SKIPPED, at("skipped", put=1)),
    "skipped without seq": (SKIPPED, without("seq")),
    "a message that is null": (SKIPPED, at("message", put=None)),
    "skipped and errored": (SKIPPED, at("errored", put=True)),
    "errored false": (ERRORED, at("errored", put=False)),
    "errored without seq": (ERRORED, without("seq")),
}

HEADER: Final[Json] = {
    "type": "header",
    "suite": "1.0",
    "protocol": 1,
    "game": "smile",
    "edition": "2017",
    "rules": {"name": "fireflies", "version": "0", "revision": 1},
    "engine": {"name": "a", "version": "1", "language": "b", "games": {}, "x-more": 1},
    "cases": 2,
    "whole": True,
}
ASKED: Final[Json] = {"type": "case", "id": "a.001", "clauses": ["a"], "says": "b", "case": {}}
RESULT: Final[Json] = {"type": "result", "id": "a.001", "status": "failed", "seconds": 0.5}
FOOTER: Final[Json] = {
    "type": "footer",
    "passed": 1,
    "failed": 0,
    "errored": 0,
    "skipped": 0,
    "known": 0,
    "conforms": True,
    "partial": False,
    "mended": ["a.001"],
    "faults": ["b"],
    "stopped": "SIGINT",
}
DIFFERENCE: Final[Json] = {
    "type": "difference",
    "seed": 0,
    "number": 3,
    "clauses": ["a"],
    "message": "b",
    "case": {},
}
EXPLORED: Final[Json] = {
    "type": "explored",
    "game": "smile",
    "edition": "2017",
    "seed": 0,
    "plays": 1,
    "states": 2,
    "skipped": 0,
    "stopped": "",
    "faults": [],
    "next_seed": 1,
    "reached": {"a": 1},
}

BROKEN_REPORTS: Final[dict[str, tuple[Json, Change]]] = {
    f"{line['type']}, {name}": (line, change)
    for line, changes in (
        (
            HEADER,
            {
                "another suite": at("suite", put=1.0),
                "protocol 0": at("protocol", put=0),
                "an edition that is a number": at("edition", put=2017),
                "rules without a version": without("rules", "version"),
                "rules in words": at("rules", put="fireflies"),
                "an engine without a language": without("engine", "language"),
                "an engine whose name is null": at("engine", "name", put=None),
                "half a case": at("cases", put=0.5),
                "whole in words": at("whole", put="yes"),
            },
        ),
        (
            ASKED,
            {
                "an id without digits": at("id", put="a"),
                "no clause": at("clauses", put=[]),
                "nothing said": at("says", put=""),
                "no case": at("case", put=None),
                "what became of it": at("status", put="passed"),
            },
        ),
        (
            RESULT,
            {
                "another status": at("status", put="flaky"),
                "time that runs backwards": at("seconds", put=-1),
                "time in words": at("seconds", put="1s"),
                "nothing to say": at("message", put=""),
                "a state at -1": at("after", put=-1),
                "an answer": at("answer", put={}),
                "no state": at("state", put=[]),
                "no reason": at("reason", put=""),
            },
        ),
        (
            FOOTER,
            {
                "-1 passed": at("passed", put=-1),
                "true passed": at("passed", put=True),
                "conforms null": at("conforms", put=None),
                "partial 1": at("partial", put=1),
                "one mended": at("mended", put="a.001"),
                "a fault that is null": at("faults", 0, put=None),
                "flaky ones": at("flaky", put=0),
            },
        ),
        (
            DIFFERENCE,
            {
                "half a seed": at("seed", put=0.5),
                "a play at -1": at("number", put=-1),
                "one clause": at("clauses", put="a"),
                "nothing to say": at("message", put=""),
                "no case": at("case", put=None),
                "where it is": at("at", put="/legal"),
            },
        ),
        (
            EXPLORED,
            {
                "half a play": at("plays", put=0.5),
                "no states": at("states", put=None),
                "stopped by nothing": at("stopped", put=None),
                "one fault": at("faults", put="b"),
                "a clause reached in words": at("reached", "a", put="often"),
                "reached, by nobody": at("reached", put=["a"]),
                "time": at("seconds", put=1),
            },
        ),
    )
    for name, change in {
        **{f"no {key}": without(key) for key in line},
        "another type": at("type", put="trailer"),
        **changes,
    }.items()
}


BROKEN: Final[Mapping[str, dict[str, tuple[Json, Change]]]] = {
    "request": BROKEN_REQUESTS,
    "answer": BROKEN_ANSWERS,
    "report": BROKEN_REPORTS,
}


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind, lines in BROKEN.items() for name in lines],
    ids=[f"{kind}, {name}" for kind, lines in BROKEN.items() for name in lines],
)
def test_a_broken_line_does_not_fit(kind: str, name: str) -> None:
    good, change = BROKEN[kind][name]
    line = copy.deepcopy(good)
    validator(kind).validate(line)
    change(line)
    assert not validator(kind).is_valid(line)


def test_a_line_of_one_kind_fits_no_other() -> None:
    lines = {"request": [START, RUN], "answer": [ABOUT, STATES, COUNT, SKIPPED, ERRORED]}
    lines |= {"case": [FILE], "report": [HEADER, ASKED, RESULT, FOOTER, DIFFERENCE, EXPLORED]}
    for kind, found in lines.items():
        for line in found:
            assert [name for name in NAMES if validator(name).is_valid(line)] == [kind]
