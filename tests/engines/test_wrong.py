"""Tests of the wrong engines: each clause is broken in two ways that show on the wire."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest

from fireflies import games
from fireflies.conformance.judge import sort_unordered
from tests.engines.wrong import EDITIONS, Engine, Witness, listed, make, patch_modules, right
from tests.patches.lists import clauses

Json: TypeAlias = Any
"""The content of an answer."""

pytestmark = pytest.mark.parametrize("game", EDITIONS)


def compared_answer(engine: Engine, witness: Witness) -> Json:
    """Return the compared part of the answer to a witness; unordered arrays are sorted.

    A suite does not compare the clause of a refusal.
    """
    answer = engine.handle({"cmd": "run", "seq": 1, "case": witness.case})
    value = json.loads(json.dumps(answer))
    if value.get("refused"):
        value["refused"] = value["refused"]["index"]
    return sort_unordered(value, games.get(engine.game).unordered)


def test_every_clause_is_broken_in_two_ways(game: str) -> None:
    """No other clause is named."""
    broken = Counter(wrong.clause for wrong in listed(game).wrong.values())
    assert broken.keys() <= {*clauses(game)}
    assert [clause for clause in clauses(game) if broken[clause] < 2] == []


def test_every_family_is_used(game: str) -> None:
    """There are no others."""
    families = listed(game).families
    assert {wrong.family for wrong in listed(game).wrong.values()} == {*families}
    assert len({*families}) == len(families)


def test_names_are_words_and_clauses_in_order(game: str) -> None:
    wrong = listed(game).wrong
    assert all(name == name.lower() and name.replace("-", "").isalpha() for name in wrong)
    order = clauses(game)
    places = [order.index(it.clause) for it in wrong.values()]
    assert places == sorted(places)


def test_every_mistake_has_its_own_description(game: str) -> None:
    sentences = [wrong.says for wrong in listed(game).wrong.values()]
    assert len({*sentences}) == len(sentences)
    assert all(says.endswith(".") and says[0].isupper() for says in sentences)


def test_no_two_mistakes_have_the_same_patches(game: str) -> None:
    """Nor the same patched text."""
    wrong = listed(game).wrong.values()
    assert len({it.patches for it in wrong}) == len(wrong)
    assert len({"".join(patch_modules(it).values()) for it in wrong}) == len(wrong)


def unseen(game: str) -> Iterator[str]:
    """Yield the mistakes that their witness does not show."""
    for name, wrong in listed(game).wrong.items():
        if wrong.witness is None:
            continue
        found = compared_answer(make(wrong), wrong.witness)
        wanted = compared_answer(right(game), wrong.witness)
        if "errored" in found or "errored" in wanted or found == wanted:
            yield name


def test_each_witness_shows_its_mistake(game: str) -> None:
    """Both engines answer the play without a crash, and differently."""
    assert [*unseen(game)] == []


def test_an_engine_follows_the_protocol(game: str) -> None:
    shown = ((it, it.witness) for it in listed(game).wrong.values())
    wrong, witness = next((it, by) for it, by in shown if by is not None and by.actions)
    for engine in (right(game), make(wrong)):
        assert engine.handle({"cmd": "start", "version": 1}) == {
            "version": 1,
            "implementation": {
                "name": engine.name,
                "version": "1",
                "language": "python",
                "games": {game: [EDITIONS[game]]},
            },
        }
        asked = witness.case
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
