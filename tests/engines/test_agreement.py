"""Rules, oracle and engines in other languages agree: in all states of all cases, and in plays."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from fireflies import games
from fireflies.conformance import direct, runner
from fireflies.conformance.cases import Case, load
from fireflies.conformance.engines import make_starter
from fireflies.conformance.explorer import Explorer
from fireflies.conformance.pool import Pool
from fireflies.games import Game
from tests.campaign import count
from tests.conformance.direct import DirectEngine
from tests.engines.commands import COMMANDS, HERE
from tests.misreadings.engines import EDITIONS, right

SEED = 1
SECONDS = 60.0


def differing(
    pool: Pool, game: Game[Any], cases: Sequence[Case] | None = None
) -> list[tuple[str, str]]:
    """Return the cases in which the engines of the pool differ from the rules, with messages.

    Each case is asked in its own way and, unless it asks for a count, for all its states.
    """
    cases = load(game) if cases is None else cases
    whole = [it for it in map(asked_for_all_states, cases) if it not in cases]
    return [
        (result.case.id, result.verdict.message)
        for result in runner.run(pool, game, [*cases, *whole], full=True)
        if result.verdict.status != "passed"
    ]


def asked_for_all_states(case: Case) -> Case:
    """Return a case that asks for all states; unchanged when it asks for a count."""
    if case.request.length is not None:
        return case
    return case._replace(request=case.request._replace(ask="trace"))


@pytest.mark.parametrize("name", EDITIONS)
def test_rules_and_oracle_agree(name: str) -> None:
    pool = Pool(partial(DirectEngine, right(name).handle), 1)
    assert differing(pool, games.get(name)) == []


@pytest.mark.parametrize("name", EDITIONS)
def test_the_oracle_is_an_engine_of_the_command_line(name: str) -> None:
    """The session ``explore`` compares it with the rules."""
    assert direct.find("tests.engines.right", name) == right(name).handle


@pytest.mark.parametrize("name", COMMANDS)
def test_engines_in_other_languages_agree_and_also_in_random_plays(name: str) -> None:
    game = games.get(name.partition(".")[0])
    start = make_starter(COMMANDS[name], SECONDS)
    assert runner.check_engine(start, game)["name"] == name
    pool = Pool(start, 2)
    assert differing(pool, game) == []
    plays = Explorer(game, pool, SEED).explore(range(count(8, campaign=100)))
    assert [play.difference for play in plays if play.difference is not None] == []
    assert pool.faults == []


@pytest.mark.parametrize("name", COMMANDS)
def test_engines_in_other_languages_are_small_and_name_their_origin(name: str) -> None:
    """Under 300 lines for Smile, 750 for Festival, 1,400 for Misbehavin'."""
    text = (HERE / name).read_text(encoding="utf-8")
    lines = {"smile": 300, "festival": 750, "misbehavin": 1400}
    assert len(text.splitlines()) < lines[name.partition(".")[0]]
    assert "has not read" in " ".join(text[:1500].replace("#", " ").replace("//", " ").split())
