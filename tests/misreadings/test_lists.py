"""Tests of the lists of misreadings, and of the engines that are made of them."""

from collections import Counter
from typing import Final

import pytest

from fireflies import games
from fireflies.conformance.cases import load
from tests.misreadings.engines import EDITIONS, make, patch_modules, right
from tests.misreadings.lists import clauses, misreadings, ours_patched

pytestmark = pytest.mark.parametrize("game", EDITIONS)

TWO_WAYS: Final = 2


def test_every_clause_is_misread_in_two_ways(game: str) -> None:
    """No other clause is named; the order is that of the clauses."""
    order = clauses(game)
    places = [order.index(it.clause) for it in misreadings(game).values()]
    assert places == sorted(places)
    misread = Counter(it.clause for it in misreadings(game).values())
    assert [clause for clause in order if misread[clause] < TWO_WAYS] == []


def test_every_misreading_has_its_own_description(game: str) -> None:
    """Its name consists of words."""
    listed = misreadings(game)
    assert all(name == name.lower() and name.replace("-", "").isalpha() for name in listed)
    sentences = [it.says for it in listed.values()]
    assert len({*sentences}) == len(sentences)
    assert all(says.endswith(".") and says[0].isupper() for says in sentences)


def test_no_two_misreadings_have_the_same_patches(game: str) -> None:
    """Nor the same patched text."""
    listed = misreadings(game).values()
    assert len({it.patches for it in listed}) == len(listed)
    assert len({"".join(patch_modules(it).values()) for it in listed}) == len(listed)


def test_every_patch_of_our_code_has_its_place(game: str) -> None:
    """What such a patch changes is still Python."""
    for misread in misreadings(game).values():
        if (change := ours_patched(misread)) is not None:
            file, text = change
            assert text != file.read_text("utf-8"), misread.name
            compile(text, file, "exec")


def test_an_engine_follows_the_protocol(game: str) -> None:
    case = next(iter(load(games.get(game)))).request.to_json()
    misread = make(next(iter(misreadings(game).values())))
    for engine in (right(game), misread):
        assert engine.handle({"cmd": "start", "version": 1}) == {
            "version": 1,
            "implementation": {
                "name": engine.name,
                "version": "1",
                "language": "python",
                "games": {game: [EDITIONS[game]]},
            },
        }
        answer = engine.handle({"cmd": "run", "seq": 17, "case": case})
        assert answer is not None
        assert answer["seq"] == 17
        assert answer.keys() == {"seq", "states", "refused"}
        crashed = engine.handle({"cmd": "run", "seq": 18, "case": {**case, "actions": None}})
        assert crashed is not None
        assert (crashed["seq"], crashed["errored"]) == (18, True)
        assert engine.handle({"cmd": "stop"}) is None
        with pytest.raises(ValueError, match="not a request of the wire"):
            engine.handle({"cmd": "sing"})
