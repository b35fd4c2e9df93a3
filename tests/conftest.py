"""Fixtures for all tests, the evidence for each clause, and the profiles of Hypothesis."""

import gc
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import asdict, dataclass, field
from itertools import tee
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from hypothesis import HealthCheck, settings

from fireflies import games
from fireflies.conformance import explorer, plays
from fireflies.conformance.plays import DrawnPlay
from fireflies.conformance.samples import Samples
from fireflies.contract import Action, InvalidOptions, Outcome, Rules, State, Step, Violation, rules
from fireflies.games import Game, Setup
from fireflies.rulebook import Clause
from tests.campaign import SEED
from tests.evidence import WAYS, Evidence
from tests.mutation import forget, limit


@dataclass
class ClauseEvidence:
    """The evidence of the tests that are marked with a clause."""

    tests: list[str] = field(default_factory=list)
    proofs: int = 0
    met: dict[str, int] = field(default_factory=lambda: dict.fromkeys(WAYS, 0))


AnyRules: TypeAlias = Rules[Any]
STATES: Final = [type(game.set_up({}).start) for game in games.usable().values()]
"""The class of states of each game."""

_MEASURE: Final = os.environ.pop("COVERAGE_PROCESS_CONFIG", None)
"""With this setting a new process measures its coverage; None when nothing is measured."""

TRACE: Final = pytest.StashKey[dict[str, ClauseEvidence]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that ``nox -s docs`` uses."""
    parser.addoption("--keep-trace", metavar="FILE", help="write the evidence for each clause here")


def pytest_configure(config: pytest.Config) -> None:
    """Start without evidence; under mutmut, with empty caches and a limit for each test."""
    config.stash[TRACE] = {}
    if "MUTANT_UNDER_TEST" in os.environ:
        config.pluginmanager.register(forget)
        config.pluginmanager.register(limit)


def pytest_collection_finish() -> None:
    """Exclude what exists before the first test from garbage collection, which is slow."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the evidence to the file that ``--keep-trace`` names."""
    if (path := session.config.getoption("--keep-trace")) is not None:
        trace = {clause: asdict(met) for clause, met in session.config.stash[TRACE].items()}
        Path(path).write_text(json.dumps(trace, indent=1, sort_keys=True), encoding="utf-8")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let SIGINT interrupt processes, also if this one was started with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


Install: TypeAlias = Callable[[Mapping[str, str], Mapping[str, str]], None]
"""Takes the sources of modules by name, and the entry points of games by name."""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return a function that puts a package on the path as an installer does."""

    def installed(modules: Mapping[str, str], entry_points: Mapping[str, str]) -> None:
        about = tmp_path / "other_games-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: other-games\nVersion: 1.0\n")
        lines = [f"{name} = {place}" for name, place in entry_points.items()]
        (about / "entry_points.txt").write_text("\n".join(["[fireflies.games]", *lines, ""]))
        for name, source in modules.items():
            (tmp_path / f"{name}.py").write_text(source)
            # Set before it is deleted, so that monkeypatch removes the module after the test.
            monkeypatch.setitem(sys.modules, name, sys)
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.syspath_prepend(tmp_path)

    return installed


@pytest.fixture
def kuhn_installed(install: Install) -> None:
    """Register Kuhn poker, as the package of another game would."""
    install({}, {"kuhn": "tests.kuhn:GAME"})


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure the coverage of processes too, which doubles their time."""
    if _MEASURE is not None:
        monkeypatch.setenv("COVERAGE_PROCESS_CONFIG", _MEASURE)


@pytest.fixture(scope="module")
def drawn_once() -> Iterator[None]:
    """Let all explorers in the tests of a module share their plays, which take long to draw."""
    drawn: dict[object, Iterator[DrawnPlay]] = {}

    def draw_plays(
        game: Game[Any], source: Samples, seed: int, number: int, setup: Setup[State] | None = None
    ) -> Iterator[DrawnPlay]:
        key = (source, seed, number, id(setup))  # the source keeps its setups: ids stay unique
        if key not in drawn:
            (drawn[key],) = tee(plays.draw_plays(game, source, seed, number, setup), 1)
        return copy(drawn[key])

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(explorer, "draw_plays", draw_plays)
        yield


common: Final = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The same examples on every machine; four times as many for the session `mutation`.
fixed: Final = settings(common, derandomize=True, max_examples=25)
settings.register_profile("fixed", fixed)
settings.register_profile("thorough", settings(fixed, max_examples=100))
settings.register_profile("campaign", settings(common, print_blob=True, max_examples=2000))
settings.load_profile("campaign" if SEED else "fixed")  # --hypothesis-profile chooses another


@pytest.fixture(autouse=True)
def evidence(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evidence]:
    """Return the recorder of the clauses that a test uses; fail when it uses not all of its marks.

    Without a mark nothing is recorded: it would slow down each step of every play.
    """
    found = Evidence()
    marked = {clause for mark in request.node.iter_markers("clause") for clause in mark.args}
    if not marked:
        yield found
        return

    step, violation = Rules.step, rules.violation

    def step_and_meet(self: AnyRules, action: Action) -> Step[AnyRules]:
        done = step(self, action)
        for event in done.events:
            found.meet(event.clause, "event")
        return done

    def refuse_action(state: State, action: object, clause: Clause) -> Violation:
        found.meet(clause, "violation")
        return violation(state, action, clause)

    monkeypatch.setattr(Rules, "step", step_and_meet)
    monkeypatch.setattr(rules, "violation", refuse_action)
    for kind in STATES:
        monkeypatch.setattr(
            kind, "outcome", property(_recording_outcome(vars(kind)["outcome"], found))
        )
    refuse = InvalidOptions.__init__

    def refuse_and_meet(
        self: InvalidOptions, option: str, problem: str, clause: Clause | None = None
    ) -> None:
        refuse(self, option, problem, clause)
        if clause is not None:
            found.meet(clause, "option")

    monkeypatch.setattr(InvalidOptions, "__init__", refuse_and_meet)
    yield found
    missing = sorted(marked - found.met)
    assert not missing, f"marked with clauses that it does not use: {missing}"
    _keep(request, found, marked)


def _recording_outcome(outcome: property, found: Evidence) -> Callable[[State], Outcome | None]:
    """Return a getter of the outcome that also records its clause."""

    def settle_and_meet(state: State) -> Outcome | None:
        settled: Outcome | None = outcome.__get__(state)
        if settled is not None:
            found.meet(settled.clause, "outcome")
        return settled

    return settle_and_meet


def _keep(request: pytest.FixtureRequest, found: Evidence, marked: set[str]) -> None:
    """Add the evidence of this test to that of its clauses."""
    for clause in marked:
        kept = request.config.stash[TRACE].setdefault(clause, ClauseEvidence())
        kept.tests.append(request.node.nodeid)
        kept.proofs += clause in found.proved
        for way in WAYS:
            kept.met[way] += found.ways[clause, way]
