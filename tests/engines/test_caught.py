"""Tests that the suite fails every wrong engine and no right one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from fireflies import games
from fireflies.conformance import direct, runner
from fireflies.conformance.cases import Case, load
from fireflies.conformance.engines import make_starter
from fireflies.conformance.explorer import SKIPPED, Explorer
from fireflies.conformance.judge import judge
from fireflies.conformance.pool import Pool
from fireflies.games import Game
from tests.campaign import count
from tests.conformance.direct import DirectEngine
from tests.engines import traces
from tests.engines.traces import COMMANDS
from tests.engines.wrong import EDITIONS, Engine, Wrong, listed, make, right

SEED: Final = 1
SEEDS: Final = range(1, 1 + count(1, campaign=3))
PLAYS: Final[Mapping[str, int]] = {
    "smile": count(300, campaign=2000),
    "festival": count(30, campaign=2000),
    "misbehavin": count(30, campaign=2000),
}
EXPLORED: Final[Mapping[str, int]] = {
    "smile": 1000,
    "festival": count(40, campaign=1000),
    "misbehavin": count(20, campaign=1000),
}
"""The number of wrong engines that the explorer is tested with: a sample, or all."""
TOLD_APART: Final = count(12, campaign=1000)
"""The number of wrong engines compared by all cases that they fail: a sample, or all."""
MISSED: Final[Mapping[str, float]] = {
    "smile": count(10, campaign=0) / 100,
    "festival": count(20, campaign=0) / 100,
    "misbehavin": count(40, campaign=0) / 100,
}
"""The greatest share of wrong engines that the explorer may miss in this number of plays."""
HERE: Final = Path(__file__).parent

_BEADS = "one player has to collect almost all beads"
RARE: Final[Mapping[str, Mapping[str, str]]] = {
    "smile": {
        "eight-points-for-beads": _BEADS,
        "fourth-loan-without-blue": "a seat borrows so often in one auction only after a long play",
        "hand-of-fifty": _BEADS,
        "no-bid-after-thirty-nine": "all five seats have to bid almost all beads in one auction",
        "reveal-and-something-more": "it overlooks words that begin with p alone",
        "score-in-a-signed-byte": "20 of the best cards and 40 beads have to be in one hand",
        "ten-points-for-beads": _BEADS,
    },
    "festival": {
        "equal-goals-are-dealt-at-once": "equal goals have to be in an unusually large deck",
        "festivals-without-a-sorin": "another festival has to follow in the turn of the last sōrin",
        "islands-side-by-side": "an island without lanes has to come to lie beside another one",
        "letters-in-any-order": "just the two letters of a lane have to be exchanged",
    },
    "misbehavin": {
        "ability-number-zero": "it misspells other parts of an action",
        "all-with-the-credits-win": "two seats need their credits at the same time",
        "all-with-the-power-win": "two seats need their power at the same time",
        "below-zero": "tokens for a card have to make the X of another one smaller",
        "black-counted-for-the-location": "a cost of cards has to be just too high for the hand",
        "black-counted-for-the-offer": "a cost of cards has to be just too high for the hand",
        "bonus-kept": "a deal with bonus influence has to be canceled",
        "cancel-with-a-maneuver": "a maneuver has to get just the effect that cancels",
        "deal-marked-when-nothing-is-taken": "an episode of deals has to meet one without result",
        "defender-triggers-nothing": "a defender needs a card that it can trigger in the fight",
        "defense-without-needs": "a card with ongoing defense has to stay when its needs are gone",
        "display-cards-meet-needs": "a displayed card with power tokens has to be needed",
        "evading-is-defending": "an episode of defending has to meet an evaded fight",
        "hands-only-count": "the effect has to be used against a seat without a hand",
        "immune-after-the-last-turn": "an asset has to be lost in the last round but one",
        "immune-to-effects": "an immune seat needs the only card that an effect may take",
        "lifting-is-a-deal-done": "an episode of deals has to meet a warrant that is lifted",
        "nine-ways-to-win": "it does not make lists longer",
        "no-draw-from-a-new-pile": "a deck has to end where what was just discarded matters",
        "no-warrant-on-the-immune": "a warrant has to come to an immune seat",
        "not-asked-without-the-need": "a card that cancels has to stay when its needs are not met",
        "one-card-at-least": "as many triggered cards stay as a hand has cards",
        "opening-card-stays": "a hand has to matter before a fight has a target",
        "raids-of-three": "it does not make lists longer",
        "retriggering-returns-black": "a location has to be used again while The Black is there",
        "room-for-the-warranted": "an area has to be full, and have a card under warrant",
        "seats-without-cards": "a seat has to have triggered cards, and no other ones",
        "set-cards-win": "power and the turn limit have to be reached in the same turn",
        "space-after-the-verb": "it misspells other parts of an action",
        "steps-of-all-and-of-one": "it does not write new ways to win",
        "targets-not-reset": "a triggered card has to be attacked, and reset in the fight",
        "targets-not-turned": "a card has to be turned in a fight for a set card",
        "warranted-cards-are-had": "a step of an episode has to need just a card under warrant",
        "warranted-cards-defend": "a card under warrant needs ongoing defense, and to be attacked",
        "wins-before-the-turn-limit": "power and the turn limit have to be reached at once",
    },
}
"""The wrong engines that random plays may not find, each with the reason; cases find them."""

each_game = pytest.mark.parametrize("game", [*map(games.get, EDITIONS)], ids=[*EDITIONS])


def asking(engine: Engine) -> Pool:
    """Return a pool with an engine of this process."""
    return Pool(partial(DirectEngine, engine.handle), 1)


def failed(engine: Engine, cases: Iterable[Case]) -> Iterator[str]:
    """Yield the ids of the cases that an engine does not pass."""
    pool, unordered = asking(engine), games.get(engine.game).unordered
    for case in cases:
        if judge(case, pool.ask(case.request.to_json()), unordered).status != "passed":
            yield case.id


@cache
def suite(game: str) -> Sequence[Case]:
    """Return every case of the suite."""
    return load(games.get(game))


def is_caught(wrong: Wrong) -> bool:
    """Return whether a wrong engine fails a case of the clause that it breaks."""
    cases = (case for case in suite(wrong.game) if case.id.rpartition(".")[0] == wrong.clause)
    return next(failed(make(wrong), cases), None) is not None


def sample(engines: Iterable[Wrong], number: int, seed: int) -> list[Wrong]:
    """Return some of the wrong engines, or all."""
    among = [*engines]
    return Random(seed).sample(among, min(number, len(among)))


@each_game
def test_the_oracle_passes_every_case(game: Game[Any]) -> None:
    """The wrong engines are changed copies of it."""
    assert [*failed(right(game.name), suite(game.name))] == []


@each_game
def test_the_oracle_is_an_engine_of_the_command_line(game: Game[Any]) -> None:
    """The session ``explore`` compares it with the rules."""
    assert direct.find("tests.engines.right", game.name) == right(game.name).handle


@each_game
def test_each_wrong_engine_fails_a_case_of_the_clause_that_it_breaks(game: Game[Any]) -> None:
    wrong = listed(game.name).wrong.values()
    assert [(it.name, it.clause) for it in wrong if not is_caught(it)] == []


@each_game
def test_no_two_wrong_engines_fail_the_same_cases(game: Game[Any]) -> None:
    """So a report identifies a mistake."""
    by_cases: dict[tuple[str, ...], list[str]] = {}
    for wrong in sample(listed(game.name).wrong.values(), TOLD_APART, SEED):
        cases = tuple(failed(make(wrong), suite(game.name)))
        by_cases.setdefault(cases, []).append(wrong.name)
    assert [names for names in by_cases.values() if len(names) > 1] == []


@each_game
@pytest.mark.parametrize("seed", SEEDS)
def test_the_explorer_finds_wrong_engines(game: Game[Any], seed: int) -> None:
    """Most of them in few plays, every one in 2,000; and no difference in the right engine.

    Left out are those that random plays may not find.
    """
    wrong = listed(game.name).wrong
    assert RARE[game.name].keys() <= wrong.keys()
    among = [it for name, it in wrong.items() if name not in RARE[game.name]]
    tried = sample(among, EXPLORED[game.name], seed)
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
def test_all_engines_agree_on_the_traces(game: Game[Any]) -> None:
    """Every case has one."""
    assert traces.main(["--check", game.name]) == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_engines_in_other_languages_pass_every_case_and_random_plays(name: str) -> None:
    game = games.get(name.partition(".")[0])
    start = make_starter(COMMANDS[name], 60.0)
    assert runner.check_engine(start, game)["name"] == name
    pool = Pool(start, 2)
    verdicts = {one.case.id: one.verdict for one in runner.run(pool, game, suite(game.name))}
    assert {it: verdicts[it] for it in verdicts if verdicts[it].status != "passed"} == {}
    explorer = Explorer(game, pool, SEED)
    found = [one.difference for one in explorer.explore(range(100))]
    assert [difference for difference in found if difference is not None] == []
    assert pool.faults == []


@pytest.mark.parametrize("name", COMMANDS)
def test_engines_in_other_languages_are_small_and_name_their_origin(name: str) -> None:
    """Under 300 lines for Smile, 700 for Festival, 1,200 for Misbehavin'."""
    text = (HERE / name).read_text(encoding="utf-8")
    lines = {"smile": 300, "festival": 700, "misbehavin": 1200}
    assert len(text.splitlines()) < lines[name.partition(".")[0]]
    assert "has not read" in " ".join(text[:1500].replace("#", " ").replace("//", " ").split())
