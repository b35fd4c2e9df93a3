"""Tests of the explorer: random plays, differences, shrinking, attribution to clauses."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from hypothesis import strategies as st

from fireflies import smile
from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.conformance import cases, plays, wire
from fireflies.conformance import samples as sampling
from fireflies.conformance.attribution import case_of, clauses_of
from fireflies.conformance.cases import Request, load
from fireflies.conformance.explorer import Explored, Explorer
from fireflies.conformance.judge import Difference, judge
from fireflies.conformance.plays import DrawnPlay, Expected, draw_plays, expect
from fireflies.conformance.policies import POLICIES, draw_policies, pursue
from fireflies.conformance.pool import Pool
from fireflies.conformance.samples import (
    Samples,
    by_verb,
    change_text,
    examples,
    samples,
)
from fireflies.conformance.shrinking import Finding, shrink
from fireflies.contract import InvalidOptions
from fireflies.games import Given, Option, Setup
from tests.conformance.direct import Change, DirectEngine, changed
from tests.oracle.smile import run

Json: TypeAlias = Any

pytestmark = pytest.mark.usefixtures("drawn_once")

PLAYS: Final = 50
SEED: Final = 5


@cache
def drawn() -> tuple[DrawnPlay, ...]:
    """Return the requests about some plays."""
    return tuple(one for number in range(PLAYS) for one in explorer(wire.handle).draw(number))


def explorer(handle: Callable[[object], object], seed: int = SEED) -> Explorer:
    """Return an explorer with this engine."""
    return Explorer(smile.GAME, Pool(lambda: DirectEngine(handle), 1), seed)


class RecordingExplorer(Explorer):
    """An explorer that keeps its requests."""

    def __init__(self, change: Change) -> None:
        """Use our own rules, with each answer changed."""
        super().__init__(smile.GAME, Pool(lambda: DirectEngine(changed(change)), 1), SEED)
        self.requests: list[Request] = []

    @override
    def ask(self, request: Request, expected: Expected) -> Difference | None:
        """Keep the request, and send it."""
        self.requests.append(request)
        return super().ask(request, expected)


def first_difference(change: Change) -> tuple[RecordingExplorer, Explored]:
    """Return a recorder with this change, and the first play with a difference."""
    explored = explorer(changed(change)).explore(range(2000))
    return RecordingExplorer(change), next(one for one in explored if one.difference is not None)


@cache  # shrinking takes seconds
def smallest(change: Change) -> tuple[Explorer, Finding]:
    """Return the explorer and the smallest play with a difference."""
    recorder, found = first_difference(change)
    (*_, best) = shrink(recorder, found)
    return recorder, best


def as_json(value: object) -> Json:
    """Return the value unchanged, with the type of JSON."""
    return value


# Drawing plays.


@pytest.mark.long
def test_the_expected_result_equals_that_of_parsed_texts() -> None:
    """Plays are drawn without parsing texts."""
    for request, expected, _ in drawn():
        assert expect(smile.GAME, request) == expected


def test_the_expected_result_equals_that_of_the_oracle() -> None:
    """The refused action, the number of states and the count."""
    for request, expected, _ in drawn():
        ask = "trace" if isinstance(request.ask, dict) and "from" in request.ask else request.ask
        answer: Json = run(request._replace(ask=ask).to_json())
        index = None if answer["refused"] is None else answer["refused"]["index"]
        assert index == expected.refused
        if request.length is not None:
            assert answer["count"] == expected.number
        elif ask == "trace":
            assert len(answer["states"]) == len(expected.states)


def test_plays_are_of_all_kinds() -> None:
    """Complete and refused plays, invalid options, each question and each observer."""
    questions = Counter(
        str(one.request.ask if isinstance(one.request.ask, str) else [*one.request.ask])
        for one in drawn()
    )
    assert min(questions[it] for it in ("trace", "final", "['count']", "['from']")) > PLAYS / 4
    refused = Counter(one.expected.refused for one in drawn())
    assert refused[-1] > PLAYS / 2
    assert refused[None] > PLAYS
    actions_after_refusal = [
        one
        for one in drawn()
        if one.expected.refused not in {None, -1}
        and one.expected.refused < len(one.request.actions) - 1
    ]
    assert len(actions_after_refusal) > PLAYS / 4
    legal = [it for it in drawn() if it.steps]
    assert len(legal) > PLAYS
    assert {one.request.observer for one in legal} == {None, 0, 1, 2, 3, 4}
    assert {it.request.options["players"] for it in legal} == {3, 4, 5}
    assert {1, 2} < {it.request.options["auctions"] for it in legal}
    final = {one.request.observer for one in drawn() if one.request.ask == "final"}
    assert final >= {None, 2, 3, 4}
    start = smile.GAME.set_up({}).start
    counts = [plays._draw_count(start, Draws(1, "x", number))[1] or 0 for number in range(60)]
    assert sorted(counts)[30] < 100
    assert max(counts) > 255
    counts_with_refusal = [
        it for it in drawn() if it.request.length and it.expected.refused not in {None, -1}
    ]
    assert len(counts_with_refusal) > PLAYS / 16


@pytest.mark.long
def test_a_play_depends_on_seed_and_number_alone() -> None:
    again = Samples(smile.GAME, SEED, 0)
    first = [it for n in range(20) for it in draw_plays(smile.GAME, again, SEED, n)]
    assert first == [*drawn()[: len(first)]]
    other = [it.request for n in range(20) for it in draw_plays(smile.GAME, again, SEED + 1, n)]
    assert sum(two.request in other for two in first) < len(first) / 10


@pytest.mark.long
def test_each_case_is_the_beginning_of_a_play() -> None:
    """Among as many plays as there are cases, each case begins one play.

    The action that a case refuses is tried in a play with this beginning too.
    """
    source, requests = samples(smile.GAME, SEED), [case.request for case in load(smile.GAME)]
    chosen = [source.case(number) for number in range(len(requests))]
    assert chosen != requests
    assert sorted(map(repr, chosen)) == sorted(map(repr, requests))
    assert Samples(smile.GAME, SEED + 1, 0).case(0) != source.case(0)
    longer = tried = 0
    for number, case in enumerate(filter(None, chosen[:PLAYS])):
        accepted = case.actions[: expect(smile.GAME, case).refused]
        refused = case.actions[len(accepted) :][:1]
        near = [
            one.request.actions
            for one in explorer(wire.handle).draw(number)
            if one.request.options == case.options
            and one.request.actions[: len(accepted)] == accepted
        ]
        assert near, case
        assert all(any(text in actions for actions in near) for text in refused), case
        longer += max(map(len, near)) > len(case.actions) + 1
        tried += len(refused)
    assert longer > PLAYS / 4
    assert tried > 10


PRINT_PLAYS: Final = """
from fireflies import games
from fireflies.conformance import samples as module
from fireflies.conformance.plays import draw_plays
from fireflies.conformance.samples import samples
module._OPTIONS_PER_BATCH = module._ACTIONS_PER_BATCH = 12
for game in map(games.get, ("smile", "festival")):
    source = samples(game, 5)
    print([setup.options for setup in source.setups], source._generated)
    print([play.request for play in draw_plays(game, source, 5, 0)])
"""


def test_a_play_does_not_depend_on_the_modules_of_the_process(tmp_path: Path) -> None:
    """Hypothesis may prefer numbers of imported modules, but such a module changes no play."""
    (tmp_path / "numbers_to_try.py").write_text(f"NUMBERS = {[*range(100, 900)]}\n")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    one, other = (
        subprocess.run(  # noqa: S603  # it runs this Python
            [sys.executable, "-c", imported + PRINT_PLAYS],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONPATH": path},
        ).stdout
        for imported in ("", "import numbers_to_try")
    )
    assert one.count(b"Request(") > 12
    assert one == other


def test_examples_are_drawn_until_there_are_enough() -> None:
    """A strategy that rejects every example gives none."""
    numbers = examples(lambda: st.integers(0, 99).filter(lambda it: it < 30), "numbers", 50)
    assert len(numbers) == 50
    assert len({*numbers}) > 15
    assert numbers != examples(lambda: st.integers(0, 29), "others", 50)
    assert examples(lambda: st.integers(0, 99).filter(lambda it: it > 99), "none", 50) == []


def test_requests_about_long_plays_ask_for_few_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """The length of a play is limited too."""
    monkeypatch.setattr(plays, "_MOST_STATES", 5)
    monkeypatch.setattr(plays, "LONGEST", 12)
    source, lengths = samples(smile.GAME, SEED), set()
    for number in range(40):
        first, *_ = draw_plays(smile.GAME, source, SEED, number)
        assert len(first.steps) <= 12
        if first.request.length is None:
            assert first.request.state_count(None) <= 5
            lengths.add(len(first.request.actions))
    assert len(lengths) > 5


def test_a_count_over_the_limit_is_not_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our engine skips it, and any number is accepted."""
    options = smile.GAME.set_up({}).options
    request = Request("smile", "2017", options, (), None, {"count": 2})
    monkeypatch.setattr(wire, "MOST_POSITIONS", 0)
    expected = expect(smile.GAME, request)
    assert expected.number is None
    skipped = explorer(wire.handle).ask(request, expected)
    assert skipped is not None
    assert skipped.at == "skipped"
    guessing = explorer(lambda it: {**as_json(it), "count": 17, "refused": None})
    assert guessing.ask(request, expected) is None


def test_policies_choose_legal_actions_of_their_kind() -> None:
    state = smile.State.parse("1 0 012 a:1*2,b:1,c:1*1 6+0/5+0/4+0 17+5 - -")
    legal = state.legal_actions
    chosen = [{policy(state, legal, Draws(1, "x", n)) for n in range(300)} for policy in POLICIES]
    any_action, by_kind, _, first, last, bids, mostly_bids, outs, mostly_outs, eventful = chosen
    assert any_action == by_kind == mostly_bids == mostly_outs == set(legal)
    assert (first, last) == ({legal[0]}, {legal[-1]})
    assert bids == {it for it in legal if isinstance(it, smile.Bid)}
    assert outs == {it for it in legal if isinstance(it, smile.BackOut)}
    assert eventful <= set(legal)
    alone = next(it for it in legal if isinstance(it, smile.BackOut))
    few = (alone, *(it for it in legal if isinstance(it, smile.Bid)))
    kinds = Counter(POLICIES[1](state, few, Draws(1, "x", n)) for n in range(300))
    assert kinds[alone] > 300 / len(few) + 30
    pair = smile.State.parse("2 0 012 a:1*1,b:1r*1,c:2 6+0:1r/5+0:1/5+0:1 17+5 - -")
    assert {POLICIES[-1](pair, pair.legal_actions, Draws(1, "x", n)) for n in range(9)} == {
        smile.BackOut("b")
    }


def test_a_policy_may_favor_a_kind_of_action_for_a_whole_play() -> None:
    """Each policy has weights of its own; it may choose any action."""
    state = smile.State.parse("1 0 012 a:1*2,b:1,c:1*1 6+0/5+0/4+0 17+5 - -")
    shares, draws = list[float](), Draws(1, "x")
    drawn_policies = [draw_policies(state, Draws(2, "policy", number)) for number in range(60)]
    for decide in {policy for policies in drawn_policies for policy in policies}:
        if decide not in POLICIES:
            chosen = Counter(type(decide(state, state.legal_actions, draws)) for _ in range(40))
            shares.append(chosen[smile.Bid] / 40)
    assert len(shares) > 20
    assert min(shares) < 0.1
    assert max(shares) > 0.9
    alone = sum(len({*policies}) == 1 for policies in drawn_policies)
    assert alone in range(10, 40), "in some plays all seats have the same policy"


@pytest.mark.long
def test_seats_may_try_to_raise_or_lower_a_number() -> None:
    """A seat that wants many beads takes the card with the most; one that wants few beads, bids."""
    state = smile.State.parse("1 0 012 a:1*2,b:1,c:1*1 6+0/5+0/4+0 17+5 - -")
    clear = ("players", "clear")
    for sign, wanted in ((1, smile.BackOut("a")), (-1, smile.Bid("a"))):
        decide = pursue(clear, sign)
        chosen = [decide(state, state.legal_actions, Draws(1, "x", n)) for n in range(100)]
        mostly = [it for it in chosen if type(it) is type(wanted)]
        assert len(mostly) > 80
        assert wanted in mostly
        assert len({*chosen}) > 2, "it decides at random at times"
    hands: list[int] = []
    for number in range(300):
        first = next(draw_plays(smile.GAME, samples(smile.GAME, SEED), SEED, number))
        players: Json = first.expected.states[-1].view().to_json()["players"]
        hands += [player["clear"] for player in players]
    assert max(hands) > 25, "almost all beads in a hand"


def test_options_are_changed_in_every_way_and_refused_by_every_clause() -> None:
    """Changed options have the same keys and types."""
    source, refusing, values = samples(smile.GAME, SEED), Counter[object](), dict[str, set[str]]()
    for number in range(2500):
        draws = Draws(1, "spoil", number)
        given = source.setup(draws).options
        spoiled = source.change_options(given, number, draws)
        assert spoiled.keys() == given.keys()
        for name, value in spoiled.items():
            assert type(value) is type(given[name])
            if value != given[name]:
                values.setdefault(name, set()).add(repr(value))
        try:
            wire.set_up(smile.GAME, spoiled)
        except InvalidOptions as error:
            refusing[error.clause] += 1
        else:
            refusing["accepted"] += 1
    setup = {clause for clause in smile.Clause if clause.rule.kind == "setup"}
    never_violated = {smile.Clause.SETUP_MARKERS, smile.Clause.SETUP_SUPPLY}
    assert set(refusing) == setup - never_violated | {"accepted"}
    assert {"2", "6", str(3 + (1 << 32))} <= values["players"]
    boxes = " ".join(values["box"])
    forms = (r"'\+\d", "'7", "'-6", r"\\x00'", r"\d  ", r"'0\d", "-0", " RED")
    assert [form for form in forms if re.search(form, boxes) is None] == []


def test_a_nested_value_is_changed() -> None:
    board = {
        "name": "isle",
        "size": [2, 3],
        "tiles": [{"at": 1, "kind": "sand"}],
        "flat": False,
        "holes": [],
    }

    def set_up(given: Mapping[str, object]) -> Setup[smile.State]:
        value = Given(game.options, given)[game.options[0]]
        return replace(smile.GAME.set_up({}), options={"map": value})

    game = replace(
        smile.GAME,
        set_up=set_up,
        options=(Option("map", board, "a map", lambda value: value),),
        generators=None,
    )
    source, found = Samples(game, 1, 0), set()
    for number in range(600):
        spoiled = source.change_options({"map": board}, number, Draws(1, "spoil", number))
        found.add(json.dumps(spoiled.get("map")))
    changed_parts = [json.loads(text) for text in found if text.startswith('{"name"')]
    assert len(changed_parts) > 50
    for part in ("name", "size", "tiles", "flat"):
        assert any(one.get(part) != board[part] for one in changed_parts), part
    assert all(one["holes"] == [] for one in changed_parts), "nothing in it can be changed"
    assert any(
        isinstance(one.get("tiles"), list) and one["tiles"][:1] not in ([], board["tiles"])
        for one in changed_parts
    )


def test_a_text_is_replaced_by_another_of_the_same_key() -> None:
    """Names stay among names, whatever their depth. A text stays when its key has no other."""
    source, found = samples(smile.GAME, SEED), Counter[str]()
    box = {"cards": [{"name": "a", "kind": "x"}, {"name": "b", "kind": ["y", "z"]}], "name": "c"}
    for number in range(300):
        changed: Any = source.copy_text({"box": box, "seats": 3}, Draws(1, "x", number))["box"]
        first, second = changed["cards"]
        assert {first["name"], second["name"], changed["name"]} <= {*"abc"}
        assert {first["kind"], *second["kind"]} <= {*"xyz"}
        found[json.dumps(changed)] += 1
    assert len(found) == 6 + 6
    assert json.dumps(box) not in found
    others = {source.copy_text({"box": ["a"]}, Draws(1, "x", n))["box"] != ["a"] for n in range(9)}
    assert others == {True}, "a text of other options"
    alone = {"name": ["a"], "seats": 3}
    assert source.copy_text(alone, Draws(1, "x")) == alone


def test_texts_are_changed_in_ways_that_a_lenient_parser_accepts() -> None:
    """No variation leaves the text unchanged."""
    found = {change_text("reveal -2 red", number, Draws(1, "x", number)) for number in range(400)}
    assert "reveal -2 red" not in found
    for more in ("\0", "\r", "\t", "\n", " ", "\0x", "#", ","):
        assert f"reveal -2 red{more}" in found
    assert {
        "reveal  -2 red",
        "REVEAL -2 RED",
        "reveal -2",
        "reveal -2 Red",
        "reveal 2 red",
    } <= found
    assert {"reveal -02 red", "reveal -2.0 red", "reveal red -2", "", "pass"} <= found


def test_a_game_without_tensors_is_drawn_too() -> None:
    """Attempts are then actions of the play's other states, or generated ones."""
    setup = replace(smile.GAME.set_up({}), tensors=None)
    legal, attempt, *_ = draw_plays(smile.GAME, samples(smile.GAME, SEED), SEED, 0, setup)
    assert legal.expected.refused is None
    assert attempt.request.actions != legal.request.actions


def test_without_strategies_default_options_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where Hypothesis is not installed; attempts are actions of other states."""
    defaults = smile.GAME.set_up({}).options
    source = Samples(replace(smile.GAME, generators=None), SEED, 0)
    assert [setup.options for setup in source.setups] == [defaults]
    start = smile.GAME.set_up({}).start
    legal = start.legal_actions
    played = by_verb(map(str, legal))
    attempts = {source.draw_text(played, played.keys(), Draws(1, "x", n)) for n in range(80)}
    assert {it for it in attempts if it.count(" ") == 2} & set(map(str, legal))
    assert source.draw_text({}, set(), Draws(1, "x", 0)) == "x"
    monkeypatch.setattr(sampling, "find_spec", lambda _: None)
    assert [setup.options for setup in Samples(smile.GAME, SEED, 0).setups] == [defaults]


# Finding and shrinking differences.


@pytest.mark.long
def test_a_right_engine_has_no_difference() -> None:
    """Our rules, and the oracle with arrays in another order; clauses are counted."""
    ours = explorer(wire.handle)
    found = list(ours.explore(range(PLAYS)))
    assert [one.difference for one in found if one.difference is not None] == []
    firsts = [next(ours.draw(number)) for number in range(PLAYS)]
    assert [one.play for one in found] == firsts
    assert sum(one.states for one in found) == sum(
        one.request.state_count(one.expected.refused) for one in drawn()
    )
    unused = {clause for clause in smile.Clause if not ours.reached[clause]}
    no_limits = {clause for clause in unused if clause.rule.kind != "limit"}
    assert no_limits == {smile.Clause.TURN_CHOICE}
    assert not unused & {smile.Clause.WIN_CLEAR_BEADS, smile.Clause.WIN_SHARED}
    assert [*ours.reached] == [*smile.Clause]

    def handle_with_oracle(message: object) -> Json:
        request = as_json(message)
        return {**run(request["case"]), "seq": request["seq"]} if "seq" in request else {}

    oracle = explorer(handle_with_oracle)
    assert all(one.difference is None for one in oracle.explore(range(PLAYS)))


def wrong_supply(request: Json, answer: dict[str, Json]) -> dict[str, Json]:
    """Take no blue bead from the supply when a seat borrows."""
    del request
    for state in answer.get("states", ()):
        state["supply"]["blue"] = 5
    return answer


def accepts_capitals(request: Json, answer: dict[str, Json]) -> dict[str, Json]:
    """Accept actions in capitals."""
    case = request["case"]
    plain = {**case, "actions": [it.lower() if it.isupper() else it for it in case["actions"]]}
    return {**answer, **dict(wire.handle({**request, "case": plain}) or {})}


def counts_one_more(request: Json, answer: dict[str, Json]) -> dict[str, Json]:
    """Add one to counts above three."""
    del request
    count = answer.get("count", 0)
    return {**answer, "count": count + 1} if count > 3 else answer


def refuses_second_bid(request: Json, answer: dict[str, Json]) -> dict[str, Json]:
    """Refuse the second bid of a play."""
    case = request["case"]
    bids = [n for n, action in enumerate(case["actions"]) if str(action).startswith("bid ")]
    last = case["ask"] == "trace" and len(answer["states"]) - 1
    if len(bids) < 2 or not last or last <= bids[1]:
        return answer
    return {**answer, "states": answer["states"][: bids[1] + 1], "refused": {"index": bids[1]}}


def open_to_seats(request: Json, answer: dict[str, Json]) -> dict[str, Json]:
    """Show all beads in a last state that seats 2 to 4 request."""
    case = request["case"]
    if case["ask"] != "final" or case["observer"] in {None, 0, 1}:
        return answer
    return dict(wire.handle({**request, "case": {**case, "observer": None}}) or {})


@pytest.mark.long
def test_a_difference_is_shrunk() -> None:
    """The smallest play ends with the first loan, in an auction of three colorless cards."""
    _, (request, difference, _) = smallest(wrong_supply)
    assert difference.at == "/supply/blue"
    assert request.options == {
        "players": 3,
        "starting_player": 0,
        "box": ["0"] * 3,
        "auctions": 1,
        "beads": 0,
    }
    assert (request.observer, request.ask) == (None, "trace")
    *reveals, bid = request.actions
    assert reveals == ["reveal 0"] * 3
    assert bid in {"bid a", "bid b", "bid c"}


def test_a_leak_to_some_seats_in_the_last_state_is_found() -> None:
    """Shrinking keeps the seat and the question; the first clause is that of secrecy."""
    recorder, best = smallest(open_to_seats)
    assert best.request.observer in {2, 3, 4}
    assert best.request.ask == "final"
    assert clauses_of(recorder, *best[:2], seconds=0)[0] == smile.Clause.SETUP_SECRET_BEADS


@pytest.mark.long
def test_a_text_in_capitals_is_a_difference_without_a_clause() -> None:
    recorder, best = smallest(accepts_capitals)
    assert best.difference.at == "refused"
    assert best.request.actions[-1].isupper()
    assert clauses_of(recorder, *best[:2]) == ()


def test_a_difference_in_a_count_has_both_numbers() -> None:
    _, (request, difference, _) = smallest(counts_one_more)
    assert difference.at == "count"
    assert difference.found == as_json(difference.wanted) + 1
    assert request.length is not None
    assert request.length + len(request.actions) <= 4


@pytest.mark.long
def test_a_wrong_count_is_shrunk_to_a_wrong_list_of_actions() -> None:
    def adds_pass(request: Json, answer: dict[str, Json]) -> dict[str, Json]:
        ask, states = request["case"]["ask"], answer.get("states", ())
        if "count" in answer and answer["refused"] is None:
            return {**answer, "count": answer["count"] + 1}
        if ask == "trace" and states:
            states[-1]["legal"] = [*(states[-1]["legal"] or ()), "pass"]
        return answer

    recorder = explorer(changed(adds_pass))
    counting = next(it for it in drawn() if it.request.length and it.expected.refused is None)
    found = Explored(0, counting, recorder.ask(*counting[:2]), 0, 0, frozenset(), 0, 0.0)
    (*_, (request, difference, _)) = shrink(recorder, found)
    assert (difference.at, request.ask) == ("/legal", "trace")


CHANGES: Final = (
    wrong_supply,
    accepts_capitals,
    counts_one_more,
    refuses_second_bid,
    open_to_seats,
)


def saved(recorder: Explorer, best: Finding) -> bytes:
    """Return the file with the case of a finding."""
    request, difference, _ = best
    clauses = clauses_of(recorder, request, difference, seconds=0)
    return case_of(recorder.game, request, difference, clauses).encode()


@pytest.mark.parametrize("change", CHANGES)
def test_a_difference_becomes_a_case_that_fails_again(change: Change) -> None:
    """The right engine passes it."""
    recorder, best = smallest(change)
    (case,) = cases.read(saved(recorder, best), "found.json", smile.GAME)
    request: Json = {"cmd": "run", "seq": 1, "case": case.request.to_json()}
    wrong, right = changed(change)(request), wire.handle(request)
    assert isinstance(wrong, dict)
    assert right is not None
    assert judge(smile.GAME, case, right).status == "passed"
    assert judge(smile.GAME, case, wrong).status == "failed"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda _, answer: {"seq": answer["seq"], "errored": True, "message": "oh"},
            "it failed: oh",
        ),
        (lambda _, answer: {**answer, "errored": True}, " and an error at once"),
        (lambda _, answer: {"seq": answer["seq"]}, "violates the protocol: it doesn't say what"),
        (lambda _, answer: {**answer, "seq": -1}, "its answer has seq -1"),
        (
            lambda _, answer: {**answer, "states": answer.get("states", [])[:-1]},
            " states, not ",
        ),
        (lambda _, answer: {**answer, "refused": None}, "the engine does not"),
        (
            lambda _, answer: {**answer, "states": [], "refused": {"index": -1}},
            "the rules accept these",
        ),
        (lambda _, answer: {**answer, "refused": {"index": -1}}, " states, not 0"),
        (lambda _, answer: {**answer, "refused": {"index": 999}}, "something else (index 999)"),
        (
            lambda _, answer: {**answer, "states": [{}] * len(answer.get("states", []))},
            " actions, there is no /phase",
        ),
    ],
)
def test_errors_and_malformed_answers_are_differences(change: Change, message: str) -> None:
    """They can be shrunk, attributed and saved."""
    recorder, found = first_difference(change)
    assert found.difference is not None
    assert message in found.difference.message
    (*_, best) = shrink(recorder, found)
    cases.read(saved(recorder, best), "found.json", smile.GAME)


def test_a_skip_is_counted_and_is_no_difference() -> None:
    skipping = explorer(changed(lambda _, answer: {"seq": answer["seq"], "skipped": True}))
    found = list(skipping.explore(range(10)))
    assert all(one.skipped > 6 and one.difference is None and not one.states for one in found)


# Bounds of shrinking.


def test_only_a_difference_can_be_shrunk() -> None:
    recorder = explorer(wire.handle)
    (one,) = recorder.explore([3])
    with pytest.raises(ValueError, match="play 3 shows no difference"):
        next(shrink(recorder, one))


@pytest.mark.parametrize(("seconds", "requests"), [(60.0, 0), (60.0, 7), (0.0, 1000)])
def test_shrinking_is_bounded(seconds: float, requests: int) -> None:
    """By the number of requests, and by time."""
    recorder, found = first_difference(wrong_supply)
    smaller = [*shrink(recorder, found, seconds, requests)]
    assert len(recorder.requests) <= requests * (seconds > 0)
    assert smaller[0].request == found.play.request


def test_a_slow_play_is_only_cut_at_its_end() -> None:
    def fails_after_back_out(request: Json, answer: dict[str, Json]) -> dict[str, Json]:
        backed_out = any(str(it).startswith("back-out") for it in request["case"]["actions"])
        return {**answer, "seq": -1} if backed_out else answer

    recorder, found = first_difference(fails_after_back_out)
    (*_, best) = shrink(recorder, found._replace(seconds=10.0))
    actions = found.play.request.actions
    assert len(recorder.requests) < 3 * len(actions).bit_length() + 6
    assert all(it.actions == actions[: len(it.actions)] for it in recorder.requests)
    assert [it[:8] for it in best.request.actions].count("back-out") == 1
    assert best.request.actions[-1].startswith("back-out")
    assert smile.Clause.BACK_OUT_TAKE in clauses_of(recorder, *best[:2], seconds=0)


@pytest.mark.long
def test_the_observer_of_each_smaller_play_is_a_seat() -> None:
    def open_to_the_fifth(request: Json, answer: dict[str, Json]) -> dict[str, Json]:
        case = request["case"]
        if case["observer"] != 4:
            return answer
        return dict(wire.handle({**request, "case": {**case, "observer": None}}) or {})

    _, (request, difference, _) = smallest(open_to_the_fifth)
    assert (request.options["players"], request.observer) == (5, 4)
    assert difference.at.startswith("/players/0")


# Attribution to clauses.


def with_more_legal(request: Json, answer: dict[str, Json]) -> dict[str, Json]:
    """List a bid as legal where a back-out is forced."""
    del request
    for state in answer.get("states", ()):
        legal = state["legal"]
        if legal and all(action.startswith("back-out") for action in legal):
            legal.append("bid " + legal[0][-1])
    return answer


def with_less_legal(request: Json, answer: dict[str, Json]) -> dict[str, Json]:
    """List only the first of several bids."""
    del request
    for state in answer.get("states", ()):
        bids = [action for action in state["legal"] or () if action.startswith("bid")]
        for action in bids[1:]:
            state["legal"].remove(action)
    return answer


def with_two_of_a_kind(request: Json, answer: dict[str, Json]) -> dict[str, Json]:
    """List the action of a card twice when the draw pile has the card twice."""
    del request
    for state in answer.get("states", ()):
        if state["phase"] == "reveal" and len(state["undealt"]) > len(set(state["undealt"])):
            state["legal"] = [f"reveal {card}" for card in state["undealt"]]
    return answer


def with_pairs_of_no_color(request: Json, answer: dict[str, Json]) -> dict[str, Json]:
    """Discard two cards of any player who has more than one."""
    del request
    for state in answer.get("states", ()):
        for player in state["players"]:
            if len(player["cards"]) > 1:
                state["discarded"] = sorted(state["discarded"] + player["cards"][:2])
    return answer


def with_seats_forgotten(request: Json, answer: dict[str, Json]) -> dict[str, Json]:
    """Leave out the last player."""
    del request
    for state in answer.get("states", ()):
        state["players"].pop()
    return answer


@pytest.mark.long
@pytest.mark.parametrize(
    ("change", "at", "clause"),
    [
        (wrong_supply, "/supply/blue", "smile.borrow.stuck"),
        (with_more_legal, "/legal", "smile.back-out.forced"),
        (with_two_of_a_kind, "/legal", "smile.setup.draw-pile"),
        (with_pairs_of_no_color, "/discarded", "smile.pair.colorless"),
    ],
)
def test_a_difference_is_attributed_to_a_clause(change: Change, at: str, clause: str) -> None:
    recorder, best = smallest(change)
    assert best.difference.at == at
    assert clauses_of(recorder, *best[:2])[0] == clause


def test_a_missing_player_is_attributed_to_the_number_of_players() -> None:
    """Or to what the players have at the start."""
    recorder, best = smallest(with_seats_forgotten)
    assert best.difference.at == "/players"
    assert smile.Clause.SETUP_PLAYERS in clauses_of(recorder, *best[:2], seconds=0)[:3]


def test_limits_follow_the_clauses_that_they_belong_to() -> None:
    """Limits cause no events; they belong to the clauses of their section."""
    recorder, best = smallest(with_less_legal)
    assert smile.Clause.BID_TIES in clauses_of(recorder, *best[:2], seconds=0)


@pytest.mark.long
def test_options_that_only_the_engine_accepts_are_attributed() -> None:
    """The rules refuse them with one clause."""
    states: list[Json] = []

    def accepting(request: Json, answer: dict[str, Json]) -> dict[str, Json]:
        """Answer options that the rules refuse with the first state of another game."""
        del request
        states[:] = answer.get("states", [])[:1] or states
        if not (answer["refused"] and answer["refused"]["index"] == -1):
            return answer
        return {**answer, "refused": None} | ({} if "count" in answer else {"states": states})

    recorder = explorer(changed(accepting))
    clause_counts = Counter[int]()
    for found in recorder.explore(range(60)):
        if found.difference is not None:
            assert "the rules refuse these options" in found.difference.message
            clauses = clauses_of(recorder, found.play.request, found.difference)
            clause_counts[len(clauses)] += 1
            assert all(clause.rule.kind == "setup" for clause in clauses)
    assert set(clause_counts) == {1}
