"""Tests of the clauses that a difference is attributed to."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import pytest

from fireflies import smile
from fireflies.conformance import attribution, wire
from fireflies.conformance.attribution import MOST_CLAUSES, clauses_of
from fireflies.conformance.cases import Case, Counts, Request, load
from fireflies.conformance.explorer import Explorer
from fireflies.conformance.judge import Difference
from fireflies.conformance.plays import expect
from fireflies.conformance.pool import Pool
from tests.conformance.direct import DirectEngine

Json: TypeAlias = Any
Change: TypeAlias = Callable[[Json, Json], None]
"""Changes an answer; the first argument is the CASE."""

CASES: Final = load(smile.GAME)
SCORED: Final = next(it.request for it in CASES if it.id.startswith("smile.score.blue-beads."))
"""A play to the end."""


def few(case: Case) -> bool:
    """Return whether a case is among the few that are asked here."""
    number = int(case.id.rpartition(".")[2])
    sections = ("smile.score", "smile.win", "smile.setup.players", "smile.reveal.count")
    return number <= 1 or case.id.startswith(sections) or isinstance(case.expect[0], Counts)


@pytest.fixture(autouse=True)
def _few_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = tuple(filter(few, CASES))
    monkeypatch.setattr(attribution, "load", lambda _: chosen)


class Wrong:
    """An engine that changes the answers of the rules, and counts the requests."""

    def __init__(self, change: Change) -> None:
        self.asked = 0
        self._change = change
        self.explorer = Explorer(smile.GAME, Pool(lambda: DirectEngine(self._handle), 1), 1)

    def _handle(self, request: Json) -> Json:
        answer: Json = wire.handle(request)
        if "case" in request:
            self.asked += 1
            self._change(request["case"], answer)
        return answer

    def named(self, request: Request, seconds: float = 600.0) -> tuple[str, ...]:
        """Return the clauses of the first difference."""
        found = self.explorer.ask(request, expect(smile.GAME, request))
        assert found is not None
        self.asked = 0
        return tuple(map(str, clauses_of(self.explorer, request, found, seconds)))


def ends(answer: Json) -> list[Json]:
    """Return the states after the end."""
    return [it for it in answer.get("states", ()) if it["outcome"] is not None]


def with_blue_beads_free(case: Json, answer: Json) -> None:
    del case
    for state in ends(answer):
        players = zip(state["outcome"]["scores"], state["players"], strict=True)
        state["outcome"]["scores"] = [score + it["blue"] for score, it in players]


def test_a_wrong_score_is_attributed_to_the_clause_of_its_component() -> None:
    """The engine forgets that each blue bead costs a point."""
    named = Wrong(with_blue_beads_free).named(SCORED)
    assert named[0] == "smile.score.blue-beads"
    assert len(named) == MOST_CLAUSES


def test_without_the_cases_a_wrong_score_is_attributed_to_clauses_of_the_end() -> None:
    """No case is asked, when there is no time."""
    engine = Wrong(with_blue_beads_free)
    named = engine.named(SCORED, seconds=0)
    assert engine.asked == 0
    about_the_end = ("smile.score.", "smile.win.", "smile.end.", "smile.last.", "smile.back-out.")
    assert all(clause.startswith(about_the_end) for clause in named[:3])


def test_secrecy_comes_first_only_when_the_referee_sees_what_is_right() -> None:
    def reveal(case: Json, answer: Json) -> None:
        if case["observer"] == 0:
            answer["states"][-1]["players"][1]["clear"] = 99

    def add(_: Json, answer: Json) -> None:
        if answer.get("states"):
            answer["states"][-1]["players"][1]["clear"] = 99

    start = SCORED._replace(actions=SCORED.actions[:1], observer=0)
    assert Wrong(reveal).named(start, seconds=0)[0] == "smile.setup.secret-beads"
    named = Wrong(add).named(start, seconds=0)
    assert "secrecy" not in {smile.Clause(name).rule.kind for name in named}


def test_refused_options_are_attributed_to_the_setup() -> None:
    def refuse_five(case: Json, answer: Json) -> None:
        if case["options"].get("players") == 5:
            answer["refused"] = {"index": -1}
            answer["count" if "count" in answer else "states"] = 0 if "count" in answer else []

    five = next(it.request for it in CASES if it.request.options.get("players") == 5)
    named = Wrong(refuse_five).named(five._replace(ask="trace"))
    assert named[0] == "smile.setup.players"
    assert {smile.Clause(name).rule.kind for name in named} == {"setup"}


def test_a_case_whose_play_is_wrong_too_early_does_not_speak() -> None:
    """The engine refuses all bids, so it fails the cases of scores, before there is a score."""

    def refuse_bids(case: Json, answer: Json) -> None:
        verbs = [action.partition(" ")[0] for action in case["actions"]]
        if "bid" in verbs and "states" in answer and case["ask"] == "trace":
            index = verbs.index("bid")
            answer |= {"refused": {"index": index}, "states": answer["states"][: index + 1]}

    engine = Wrong(refuse_bids)
    difference = Difference(len(SCORED.actions), "/outcome/scores", [1], [2], "")
    named = [*map(str, clauses_of(engine.explorer, SCORED, difference))]
    assert not named[0].startswith(("smile.score.", "smile.win."))


def test_a_wrong_list_of_legal_actions_is_attributed_by_verb_and_refusal() -> None:
    def allow_all(_: Json, answer: Json) -> None:
        for state in answer.get("states", ()):
            if state["phase"] == "bid" and state["legal"] is not None:
                state["legal"] = [f"bid {it['slot']}" for it in state["row"]]

    named = Wrong(allow_all).named(SCORED)
    assert named[0] == "smile.bid.lowest-card"


def test_the_clause_that_refuses_an_action_comes_first() -> None:
    """The engine accepts a bid on another card than the lowest."""
    case = next(it for it in CASES if it.clause == "smile.bid.lowest-card" and it.refused)
    difference = Difference(case.refused or 0, "refused", case.refused, None, "")
    named = clauses_of(Wrong(with_blue_beads_free).explorer, case.request, difference, seconds=0)
    assert named[0] == case.clause
    assert len(named) > 1


def test_no_more_cases_are_asked_after_a_fault() -> None:
    def fail(case: Json, answer: Json) -> None:
        with_blue_beads_free(case, answer)
        if case["actions"] != [*SCORED.actions]:
            raise ValueError("oh")

    engine = Wrong(fail)
    assert engine.named(SCORED)
    assert engine.asked <= 2


@pytest.mark.parametrize(
    ("actions", "players", "difference", "clauses"),
    [
        (("REVEAL 0",), 3, Difference(0, "refused", 0, None, ""), ()),
        ((), 2, Difference(0, "refused", -1, None, ""), ("smile.setup.players",)),
        ((), 3, Difference(0, "answer", None, None, ""), ()),
        ((), 3, Difference(999, "refused", None, 999, ""), ()),
    ],
)
def test_a_difference_in_the_form_has_no_clause(
    actions: tuple[str, ...], players: int, difference: Difference, clauses: tuple[str, ...]
) -> None:
    """Nothing is asked about it; nor about options that the rules refuse."""
    engine = Wrong(with_blue_beads_free)
    options = {**SCORED.options, "players": players}
    request = SCORED._replace(actions=actions, options=options)
    assert clauses_of(engine.explorer, request, difference) == clauses
    assert engine.asked == 0
