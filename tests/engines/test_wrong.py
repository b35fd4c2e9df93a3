"""Tests of the wrong engines: each clause is broken in two ways that show on the wire."""

import json
import tomllib
from collections import Counter
from importlib import resources
from typing import Any, Final, TypeAlias

import pytest

from tests.engines.wrong import (
    ENTRIES,
    FAMILIES,
    FAR,
    WRONG,
    Engine,
    Witness,
    make,
    right,
    source,
)
from tests.patches.lists import patched

Json: TypeAlias = Any
"""The content of an answer."""

CLAUSES: Final[tuple[str, ...]] = tuple(
    rule["id"]
    for rule in tomllib.loads(
        resources.files("fireflies.smile").joinpath("rules.toml").read_text("utf-8")
    )["rule"]
)
"""The clauses in the order of the rules, read from the file without the library."""


def compared_answer(engine: Engine, witness: Witness) -> Json:
    """Return the compared part of the answer to a play; unordered arrays are sorted."""
    value = json.loads(json.dumps(engine.handle({"cmd": "run", "seq": 1, "case": witness.case})))
    for state in value.get("states", ()):
        for key in ("discarded", "undealt", "legal"):
            state[key] = None if state[key] is None else sorted(state[key])
        for player in state["players"]:
            player["cards"].sort()
    return value


def test_every_clause_is_broken_in_two_ways() -> None:
    """No other clause is named."""
    broken = Counter(wrong.clause for wrong in ENTRIES)
    assert broken.keys() <= set(CLAUSES)
    assert [clause for clause in CLAUSES if broken[clause] < 2] == []


def test_every_family_is_used() -> None:
    """There are no others."""
    assert {wrong.family for wrong in ENTRIES} == {*FAMILIES, *FAR}


def test_names_are_unique_and_clauses_in_order() -> None:
    assert len(WRONG) == len(ENTRIES)
    assert all(name == name.lower() and name.replace("-", "").isalpha() for name in WRONG)
    places = [CLAUSES.index(wrong.clause) for wrong in ENTRIES]
    assert places == sorted(places)


def test_every_mistake_has_its_own_description() -> None:
    sentences = [wrong.says for wrong in ENTRIES]
    assert len(set(sentences)) == len(sentences)
    assert all(says.endswith(".") and says[0].isupper() for says in sentences)


def test_no_two_mistakes_have_the_same_patches() -> None:
    """Nor the same patched text."""
    assert len({wrong.patches for wrong in ENTRIES}) == len(ENTRIES)
    assert len({patched(source(), wrong.patches, wrong.name) for wrong in ENTRIES}) == len(ENTRIES)


@pytest.mark.parametrize("name", WRONG)
def test_the_witness_shows_the_mistake(name: str) -> None:
    """Both engines answer the play without a crash, and differently."""
    witness = WRONG[name].witness
    wrong, correct = compared_answer(make(name), witness), compared_answer(right(), witness)
    assert "errored" not in wrong
    assert "errored" not in correct
    assert wrong != correct


@pytest.mark.parametrize("engine", [right(), make(ENTRIES[0].name)], ids=lambda engine: engine.name)
def test_an_engine_follows_the_protocol(engine: Engine) -> None:
    assert engine.handle({"cmd": "start", "version": 1}) == {
        "version": 1,
        "implementation": {
            "name": engine.name,
            "version": "1",
            "language": "python",
            "games": {"smile": ["2017"]},
        },
    }
    asked = WRONG["bid-on-highest"].witness.case
    answer = engine.handle({"cmd": "run", "seq": 17, "case": asked})
    assert answer is not None
    assert answer["seq"] == 17
    assert answer.keys() == {"seq", "states", "refused"}
    crashed = engine.handle({"cmd": "run", "seq": 18, "case": {**asked, "actions": None}})
    assert crashed is not None
    assert (crashed["seq"], crashed["errored"]) == (18, True)
    assert engine.handle({"cmd": "stop"}) is None
    with pytest.raises(ValueError, match="not a request of the wire"):
        engine.handle({"cmd": "sing"})
