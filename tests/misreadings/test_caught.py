"""The suite and the explorer tell an engine with a misreading from a right one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from random import Random
from typing import Any, Final

import pytest

from fireflies import games
from fireflies.conformance.cases import Case, load
from fireflies.conformance.explorer import SKIPPED, Explorer
from fireflies.conformance.judge import judge
from fireflies.conformance.pool import Pool
from fireflies.games import Game
from tests.campaign import count
from tests.conformance.direct import DirectEngine
from tests.misreadings.engines import EDITIONS, Engine, make, right
from tests.misreadings.lists import Misreading, misreadings

SEED: Final = 1
SEEDS: Final = range(1, 1 + count(1, campaign=3))
PLAYS: Final[Mapping[str, int]] = {"smile": 100, "festival": 30, "misbehavin": 20}
EXPLORED: Final[Mapping[str, int]] = {
    "smile": count(20, campaign=1000),
    "festival": count(10, campaign=1000),
    "misbehavin": count(10, campaign=1000),
}
"""The number of wrong engines that the explorer is tested with: a sample, or all."""
TOLD_APART: Final = count(4, campaign=1000)
"""The number of wrong engines compared by the cases that they fail: a sample, or all."""
NEAR: Final = count(2, campaign=1000)
"""The number of wrong engines that are looked for near the cases that they fail."""
MISSED: Final[Mapping[str, float]] = {"smile": 0.1, "festival": 0.2, "misbehavin": 0.6}
"""The greatest share of wrong engines that the explorer may miss in this number of plays."""

each_game = pytest.mark.parametrize("game", [*map(games.get, EDITIONS)], ids=[*EDITIONS])


def asking(engine: Engine) -> Pool:
    """Return a pool with an engine of this process."""
    return Pool(partial(DirectEngine, engine.handle), 1)


def failed(engine: Engine, cases: Iterable[Case], *, crashing: bool = True) -> Iterator[str]:
    """Yield the ids of the cases that an engine does not pass, with those where it crashes."""
    pool, game = asking(engine), games.get(engine.game)
    for case in cases:
        answer = pool.ask(case.request.to_json())
        is_counted = crashing or "errored" not in answer
        if is_counted and judge(game, case, answer).status != "passed":
            yield case.id


@cache
def suite(game: str) -> Sequence[Case]:
    """Return every case of the suite."""
    return load(games.get(game))


def catching(wrong: Misreading) -> Iterator[str]:
    """Yield the ids of the cases of the broken clause that a wrong engine fails.

    Those where it crashes are not among them: a patch with a name that is gone says no misreading.
    """
    cases = (case for case in suite(wrong.game) if case.id.rpartition(".")[0] == wrong.clause)
    return failed(make(wrong), cases, crashing=False)


def sample(engines: Iterable[Misreading], number: int, seed: int) -> list[Misreading]:
    """Return some of the wrong engines, or all.

    An engine that joins the list changes one of the sample at most.
    """
    return sorted(engines, key=lambda it: Random(f"{seed} {it.name}").random())[:number]


@each_game
def test_each_wrong_engine_fails_a_case_of_the_clause_that_it_breaks(game: Game[Any]) -> None:
    wrong = misreadings(game.name).values()
    assert [(it.name, it.clause) for it in wrong if next(catching(it), None) is None] == []


@each_game
def test_no_two_wrong_engines_fail_the_same_cases(game: Game[Any]) -> None:
    """So a report identifies a mistake. The cases of the clauses that they break mostly suffice."""
    tried = sample(misreadings(game.name).values(), TOLD_APART, SEED)
    clauses = {wrong.clause for wrong in tried}
    about = [case for case in suite(game.name) if case.id.rpartition(".")[0] in clauses]
    for alike in failing_alike(tried, about):
        assert failing_alike(alike, suite(game.name)) == []


def failing_alike(
    engines: Iterable[Misreading], cases: Sequence[Case]
) -> list[Sequence[Misreading]]:
    """Return the groups of wrong engines that fail the same of these cases."""
    groups: dict[tuple[str, ...], list[Misreading]] = {}
    for wrong in engines:
        groups.setdefault(tuple(failed(make(wrong), cases)), []).append(wrong)
    return [group for group in groups.values() if len(group) > 1]


@each_game
@pytest.mark.parametrize("seed", SEEDS)
def test_the_explorer_finds_wrong_engines(game: Game[Any], seed: int) -> None:
    """Most of them in few plays; and no difference in the right engine."""
    tried = sample(misreadings(game.name).values(), EXPLORED[game.name], seed)
    engines = {**{it.name: make(it) for it in tried}, "": right(game.name)}
    explorers = {name: Explorer(game, asking(made), seed) for name, made in engines.items()}
    for number in range(PLAYS[game.name]):
        for play in explorers[""].draw(number):
            for name, explorer in [*explorers.items()]:
                found = explorer.ask(play.request, play.expected)
                if found is not None and found.at != SKIPPED:
                    assert name, f"play {number}: {found.message}"
                    del explorers[name]
    missed = explorers.keys() - {""}
    assert len(missed) <= MISSED[game.name] * len(tried), missed


@each_game
@pytest.mark.parametrize("seed", SEEDS)
def test_the_explorer_finds_wrong_engines_near_the_cases_that_they_fail(
    game: Game[Any], seed: int
) -> None:
    """So as many plays as there are cases find every one."""
    source = Explorer(game, asking(right(game.name)), seed).samples(0)
    order = [source.case(number) for number in range(len(suite(game.name)))]
    numbers = {case.id: order.index(case.request) for case in suite(game.name)}

    def is_found(wrong: Misreading) -> bool:
        explorer = Explorer(game, asking(make(wrong)), seed)
        plays = (play for it in catching(wrong) for play in explorer.draw(numbers[it]))
        found = (explorer.ask(play.request, play.expected) for play in plays)
        return any(it is not None and it.at != SKIPPED for it in found)

    tried = sample(misreadings(game.name).values(), NEAR, seed)
    assert [wrong.name for wrong in tried if not is_found(wrong)] == []
