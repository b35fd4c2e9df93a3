"""Tests of the files of cases: what they may contain, and the errors with their places."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, TypeAlias

import pytest

from fireflies import games, smile
from fireflies.conformance import cases
from fireflies.conformance.cases import (
    Allows,
    Case,
    Counts,
    Holds,
    Refuses,
    Request,
    load,
    read,
)
from fireflies.contract import State
from fireflies.errors import InvalidData
from fireflies.games import Game

Json: TypeAlias = Any
"""The content of a file; the tests change it to invalid content."""

FEWEST: Final = {"smile": 10, "festival": 4, "misbehavin": 3}
"""Each clause is the main clause of at least this many cases, by game."""

CLAUSE: Final = "smile.bid.ties"


def document(**changed: Json) -> dict[str, Json]:
    """Return a file of one case with all keys, and with changes in the case."""
    one = {
        "id": f"{CLAUSE}.001",
        "clauses": [CLAUSE, "smile.bid.lowest-card"],
        "says": "Because it is so.",
        "options": {"players": 3},
        "actions": ["reveal 1", "reveal 2", "bid b"],
        "observer": 2,
        "ask": "trace",
        "expect": [
            {"after": 0, "at": "/players/0/clear", "is": None},
            {"after": 2, "legal": ["reveal 3"], "illegal": ["bid a"]},
            {"refused": 2},
        ],
        **changed,
    }
    kept = {key: value for key, value in one.items() if value is not ...}
    return {"game": "smile", "edition": "2017", "clause": CLAUSE, "cases": [kept]}


def one(**changed: Json) -> Case:
    """Return the case of such a file."""
    (found,) = read(json.dumps(document(**changed)).encode(), "some.json", smile.GAME)
    return found


def test_a_case_has_all_entries_of_its_file() -> None:
    assert one() == Case(
        id="smile.bid.ties.001",
        clauses=("smile.bid.ties", "smile.bid.lowest-card"),
        says="Because it is so.",
        request=Request(
            game="smile",
            edition="2017",
            options={"players": 3},
            actions=("reveal 1", "reveal 2", "bid b"),
            observer=2,
            ask="trace",
        ),
        expect=(
            Holds(0, "/players/0/clear", None),
            Allows(2, ("reveal 3",), ("bid a",)),
            Refuses(2),
        ),
    )
    assert one().clause == CLAUSE
    assert one().refused == 2


def test_optional_keys_have_defaults() -> None:
    """Without these keys, a case has no observer and no actions, and asks for all states.

    An expectation may have only legal or only illegal actions.
    """
    expect = [{"after": 0, "legal": ["x"]}, {"after": 0, "illegal": ["y"]}]
    found = one(observer=..., actions=..., ask=..., expect=expect)
    assert found.request == Request("smile", "2017", {"players": 3}, (), None, "trace")
    assert found.expect == (Allows(0, ("x",), ()), Allows(0, (), ("y",)))
    assert found.refused is None
    assert one(observer=None).request.observer is None


def test_a_request_does_not_contain_the_expectations() -> None:
    sent = {
        "game": "smile",
        "edition": "2017",
        "options": {"players": 3},
        "actions": ["reveal 1", "reveal 2", "bid b"],
        "observer": 2,
        "ask": "trace",
    }
    assert one().request.to_json() == sent
    last = one(ask="final", expect=[{"after": 3, "at": "/phase", "is": "bid"}])
    assert last.request.to_json() == {**sent, "ask": "final"}
    assert one(expect=[{"count": 2, "is": 6}]).request.to_json() == {**sent, "ask": {"count": 2}}
    assert one(expect=[{"count": 0, "is": 0}]).expect == (Counts(0, 0),)


@pytest.mark.parametrize(
    ("ask", "refused", "first", "number"),
    [
        ("trace", None, 0, 4),
        ("trace", 1, 0, 2),
        ("trace", -1, -1, 0),
        ("final", None, 3, 1),
        ("final", 1, 1, 1),
        ("final", -1, -1, 0),
        ({"from": 2}, None, 2, 2),
        ({"from": 2}, 1, 1, 1),
        ({"from": 9}, None, 3, 1),
        ({"from": 0}, -1, -1, 0),
    ],
)
def test_a_request_counts_the_states_of_its_answer(
    ask: Json, refused: int | None, first: int, number: int
) -> None:
    """For all four questions; refused options have no states."""
    request = Request("smile", "2017", {}, ("x", "y", "z"), None, ask)
    assert (request.first_state(refused), request.state_count(refused)) == (first, number)


@pytest.mark.parametrize("ask", ["all", 1, None, {"from": 1, "to": 2}, {}])
def test_other_questions_are_refused(ask: Json) -> None:
    """A count comes from the expectation."""
    with pytest.raises(InvalidData, match=r'ask: trace, final or \{"from": INDEX\} is wanted'):
        one(ask=ask)


def test_states_can_be_requested_from_an_index_on() -> None:
    """Then no earlier state can be expected."""
    found = one(ask={"from": 1}, expect=[{"after": 1, "at": "/phase", "is": "bid"}])
    assert found.request.to_json()["ask"] == {"from": 1}
    with pytest.raises(InvalidData, match="after 0 actions: this state is not asked for"):
        one(ask={"from": 1}, expect=[{"after": 0, "at": "/phase", "is": "bid"}])
    with pytest.raises(InvalidData, match="ask: from: -1 is less than 0"):
        one(ask={"from": -1})


def test_a_count_may_be_expected_together_with_a_refusal() -> None:
    """The count begins before the refused action."""
    found = one(expect=[{"count": 2, "is": 6}, {"refused": 2}])
    assert (found.request.ask, found.refused) == ({"count": 2}, 2)


def test_actions_after_the_refused_one_are_allowed() -> None:
    """They detect an engine that goes on after a refusal."""
    assert one(expect=[{"after": 1, "legal": ["x"]}, {"refused": 1}]).refused == 1


def test_refused_options_allow_no_actions() -> None:
    found = one(actions=[], expect=[{"refused": -1}])
    assert (found.refused, found.expect) == (-1, (Refuses(-1),))


BROKEN: Final[dict[str, tuple[dict[str, Json], str]]] = {
    "no id": ({"id": ...}, "cases 1: the key id is missing"),
    "another clause's id": (
        {"id": "smile.bid.001"},
        "id: smile.bid.ties with three digits is wanted, not smile.bid.001",
    ),
    "an id of two digits": ({"id": f"{CLAUSE}.01"}, "with three digits is wanted"),
    "an id of four digits": ({"id": f"{CLAUSE}.0001"}, "with three digits is wanted"),
    "an id where . is any sign": ({"id": "smile-bid-ties.001"}, "with three digits is wanted"),
    "an id that ends in a new line": ({"id": f"{CLAUSE}.001\n"}, "with three digits is wanted"),
    "an id that is a number": ({"id": 1}, "cases 1: id: a string is wanted, not 1"),
    "no clauses": ({"clauses": []}, "clauses: smile.bid.ties has to come first"),
    "its clause not first": (
        {"clauses": ["smile.bid.lowest-card", CLAUSE]},
        "clauses: smile.bid.ties has to come first",
    ),
    "a clause that is a number": ({"clauses": [CLAUSE, 1]}, "clauses: a string is wanted"),
    "nothing said": ({"says": ""}, "says: it is blank"),
    "options that are none": ({"options": []}, "options: an object is wanted, not []"),
    "a base that is a number": ({"base": 1}, "base: a string is wanted, not 1"),
    "options left out": ({"options": ...}, "the key options is missing"),
    "actions in one string": ({"actions": "bid a"}, "actions: an array is wanted"),
    "an action that is a number": ({"actions": [1]}, "actions: a string is wanted, not 1"),
    "an observer at -1": ({"observer": -1}, "observer: -1 is less than 0"),
    "an observer that is true": ({"observer": True}, "observer: a whole number is wanted"),
    "a key of its own": ({"note": "x"}, "there is no key 'note' here"),
    "nothing expected": ({"expect": []}, "expect: there is nothing expected"),
    "an expectation that is a string": ({"expect": ["x"]}, "an object is wanted, not 'x'"),
    "a case whose first expectation is a list": (
        {"expect": [[]]},
        f"some.json: cases {CLAUSE}.001: expect 1: an object is wanted, not []",
    ),
    "an empty expectation": ({"expect": [{}]}, "the key after is missing"),
    "a value without its place": (
        {"expect": [{"after": 0, "is": 1}]},
        "there is no key 'is' here",
    ),
    "a place without a value": (
        {"expect": [{"after": 0, "at": "/phase"}]},
        "expect 1: the key is is missing",
    ),
    "a place that is a name": (
        {"expect": [{"after": 0, "at": "phase", "is": 1}]},
        "at: /key/index is wanted, not phase",
    ),
    "a state before the first": (
        {"expect": [{"after": -1, "at": "/phase", "is": 1}]},
        "after: -1 is less than 0",
    ),
    "a state after the last": (
        {"expect": [{"after": 4, "at": "/phase", "is": 1}]},
        "expect: after 4 actions: only 3 are accepted",
    ),
    "a state after a refusal": (
        {"expect": [{"after": 3, "at": "/phase", "is": 1}, {"refused": 2}]},
        "expect: after 3 actions: only 2 are accepted",
    ),
    "a state of refused options": (
        {"actions": [], "expect": [{"after": 0, "legal": ["x"]}, {"refused": -1}]},
        "expect: after 0 actions: the options are refused",
    ),
    "a state that is not asked for": (
        {"ask": "final", "expect": [{"after": 2, "at": "/phase", "is": 1}]},
        "expect: after 2 actions: this state is not asked for",
    ),
    "nothing named as legal or illegal": (
        {"expect": [{"after": 0, "legal": [], "illegal": []}]},
        "expect: no action is named as legal or illegal",
    ),
    "a refusal at -2": ({"expect": [{"refused": -2}]}, "refused: -2 is less than -1"),
    "a refusal of what is not tried": (
        {"expect": [{"refused": 3}]},
        "expect: there is no action 3 to be refused",
    ),
    "refused options and actions": (
        {"expect": [{"refused": -1}]},
        "expect: no action is tried after refused options",
    ),
    "two refusals": (
        {"expect": [{"refused": 2}, {"refused": 2}]},
        "expect: only one action can be refused: none after it is tried",
    ),
    "a refusal and a place in one": (
        {"expect": [{"refused": 2, "at": "/phase"}]},
        "there is no key 'at' here",
    ),
    "a count without its number": ({"expect": [{"count": 2}]}, "the key is is missing"),
    "a count of -1": ({"expect": [{"count": -1, "is": 1}]}, "count: -1 is less than 0"),
    "a number of -1": ({"expect": [{"count": 1, "is": -1}]}, "is: -1 is less than 0"),
    "a count and more": (
        {"expect": [{"count": 1, "is": 1}, {"after": 0, "legal": ["x"]}]},
        "expect: a case that counts expects nothing else but a refusal",
    ),
    "two clauses that do not exist": (
        {"clauses": [CLAUSE, "smile.a", "smile.b"]},
        "clauses: there is no clause smile.a or smile.b",
    ),
    "two refusals of what is not tried": (
        {"expect": [{"refused": 3}, {"refused": 3}]},
        "none after it is tried; there is no action 3 to be refused",
    ),
}
"""A change of the case, and the error."""


@pytest.mark.parametrize("name", BROKEN)
def test_an_invalid_case_is_refused_with_its_id(name: str) -> None:
    changed, message = BROKEN[name]
    with pytest.raises(InvalidData) as caught:
        one(**changed)
    output = str(caught.value)
    assert output.startswith("some.json: cases ")
    assert message in output
    assert "\n" not in output


FILES: Final[dict[str, tuple[Callable[[dict[str, Json]], Json], str]]] = {
    "no game": (lambda it: {**it, "game": 1}, "some.json: game: a string is wanted, not 1"),
    "no edition": (
        lambda it: {key: it[key] for key in it if key != "edition"},
        "some.json: the key edition is missing",
    ),
    "an empty clause": (lambda it: {**it, "clause": " "}, "some.json: clause: it is blank"),
    "a key of its own": (lambda it: {**it, "x": 1}, "some.json: there is no key 'x' here"),
    "cases by name": (lambda it: {**it, "cases": {}}, "some.json: cases: an array is wanted"),
    "a list": (lambda it: [it], "some.json: an object is wanted"),
    "the same id twice": (
        lambda it: {**it, "cases": it["cases"] * 2},
        f"some.json: cases {CLAUSE}.001: {CLAUSE}.001 stands in this file more than once",
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_an_invalid_file_is_refused_with_its_name(name: str) -> None:
    change, message = FILES[name]
    with pytest.raises(InvalidData) as caught:
        read(json.dumps(change(document())).encode(), "some.json", smile.GAME)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "some.json: column 2: this is no JSON"),
        (b"", "some.json: column 1: this is no JSON"),
        (b'{"game": "\xff"}', "some.json: byte 11: this is not UTF-8"),
        (b"[" * 100_000, "some.json: data: this is nested too deep"),
    ],
)
def test_invalid_json_is_refused_with_its_place(content: bytes, message: str) -> None:
    with pytest.raises(InvalidData) as caught:
        read(content, "some.json", smile.GAME)
    assert str(caught.value).startswith(message)


def test_the_errors_of_all_cases_are_told_together() -> None:
    """One for each case, but not for more than eleven of them."""
    whole = document()
    (good,) = whole["cases"]
    cases = [{**good, "id": f"{CLAUSE}.{number:03}", "actions": 3} for number in range(20)]
    with pytest.raises(InvalidData) as caught:
        read(json.dumps({**whole, "cases": [good, *cases, {}]}).encode(), "it", smile.GAME)
    told = str(caught.value).split("; ")
    assert told == [
        f"it: cases {CLAUSE}.{number:03}: actions: an array is wanted, not 3"
        for number in range(11)
    ]


# The cases of a game.


def test_cases_of_another_game_or_edition_are_refused() -> None:
    """Or with an unknown clause."""
    one = document()
    for changed, message in (
        ({**one, "game": "chess"}, "some.json: smile 2017 is wanted, not chess 2017"),
        ({**one, "edition": "2018"}, "some.json: smile 2017 is wanted, not smile 2018"),
        (
            document(clauses=["smile.bid.ties", "smile.bid.tyes"]),
            f"some.json: cases {CLAUSE}.001: clauses: there is no clause smile.bid.tyes",
        ),
    ):
        with pytest.raises(InvalidData) as caught:
            read(json.dumps(changed).encode(), "some.json", smile.GAME)
        assert str(caught.value) == message


DIGEST: Final = hashlib.sha256(
    json.dumps([str(card) for card in smile.default_box()], separators=(",", ":")).encode()
).hexdigest()
"""The digest of the default box, by the definition in docs/suite.rst."""


def test_a_named_box_is_replaced_by_its_cards() -> None:
    box = {"name": "shipped", "sha256": DIGEST}
    shipped = [str(card) for card in smile.default_box()]
    assert len(shipped) == 50
    found = one(options={"players": 3, "box": box})
    assert (
        found.request.options
        == found.request.to_json()["options"]
        == {"players": 3, "box": shipped}
    )
    for other in ({"name": "shipped"}, {**box, "x": 1}, ["1"], None):
        assert one(options={"box": other}).request.options == {"box": other}
    assert one(options={"beads": box, "bead": box}).request.options == {"beads": box, "bead": box}


@pytest.mark.parametrize(
    ("box", "message"),
    [
        ({"name": "mine", "sha256": DIGEST}, "box: nothing is called 'mine', only shipped"),
        ({"name": 1, "sha256": DIGEST}, "box: nothing is called 1, only shipped"),
        ({"name": "shipped", "sha256": "0" * 64}, "box: 'shipped' has another digest here"),
        ({"name": "shipped", "sha256": None}, "box: 'shipped' has another digest here"),
    ],
)
def test_a_named_box_with_another_digest_is_refused(box: Json, message: str) -> None:
    with pytest.raises(InvalidData) as caught:
        one(options={"box": box})
    assert str(caught.value).startswith(f"some.json: cases {CLAUSE}.001: options: {message}")


of_each_game = pytest.mark.parametrize(
    "game",
    [
        # To read the cases of the other games with coverage takes seconds.
        pytest.param(game, id=name, marks=() if name == "smile" else pytest.mark.long)
        for name, game in games.usable().items()
    ],
)


@of_each_game
def test_the_suite_is_in_the_order_of_the_rules(game: Game[State]) -> None:
    """No id is used twice, and each case is in the file of its clause."""
    found = load(game)
    order = [clause.value for clause in game.clauses]
    places = [order.index(case.clause) for case in found]
    assert places == sorted(places)
    assert len({case.id for case in found}) == len(found)


@of_each_game
def test_each_clause_has_cases_of_its_own(game: Game[State]) -> None:
    """Cases that are mainly about another clause do not count."""
    counts = Counter(case.clause for case in load(game))
    assert {clause.value for clause in game.clauses if counts[clause] < FEWEST[game.name]} == set()


@of_each_game
def test_each_case_has_a_sentence_of_its_own(game: Game[State]) -> None:
    """No two cases of a clause say the same."""
    told = Counter((case.clause, case.says) for case in load(game))
    assert [says for says, count in told.items() if count > 1] == []


@of_each_game
def test_each_choice_is_accepted_and_refused(game: Game[State]) -> None:
    """By cases that are mainly about it."""
    found = {(case.clause, case.refused is None) for case in load(game)}
    choices = {clause.value for clause in game.clauses if clause.rule.kind == "choice"}
    assert {(clause, is_accepted) for clause in choices for is_accepted in (True, False)} <= found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Load the cases of Smile from a temporary folder."""
    monkeypatch.setattr(cases, "resources", SimpleNamespace(files=lambda _: tmp_path))
    found = tmp_path / "cases" / "smile"
    found.mkdir(parents=True)
    load.cache_clear()
    yield found
    load.cache_clear()


def test_a_game_may_have_no_cases(folder: Path) -> None:
    assert load(smile.GAME) == ()
    folder.rmdir()
    load.cache_clear()
    assert load(smile.GAME) == ()


def options_with_base(folder: Path, options: Json, base: str = "a row") -> Json:
    """Return the options of a case that changes those of the base ``a row``."""
    row = {"players": 3, "box": {"name": "shipped", "sha256": DIGEST}, "deep": {"x": 1, "y": [2]}}
    (folder / "bases.json").write_text(json.dumps({"a row": row}), encoding="utf-8")
    return one(base=base, options=options).request.options


def test_options_may_change_those_of_a_base(folder: Path) -> None:
    """By a JSON Merge Patch: objects key by key, arrays as a whole, and null takes a key away."""
    shipped = [str(card) for card in smile.default_box()]
    assert options_with_base(folder, {}) == {
        "players": 3,
        "box": shipped,
        "deep": {"x": 1, "y": [2]},
    }
    changes = {"players": 4, "deep": {"x": None, "y": [3, 4], "z": {"new": 5}}}
    assert options_with_base(folder, changes) == {
        "players": 4,
        "box": shipped,
        "deep": {"y": [3, 4], "z": {"new": 5}},
    }
    assert options_with_base(folder, {"box": ["1"], "deep": 7}) == {
        "players": 3,
        "box": ["1"],
        "deep": 7,
    }
    assert options_with_base(folder, {"deep": {"x": {"y": None}}})["deep"] == {"x": {}, "y": [2]}


def test_an_unknown_base_is_refused(folder: Path) -> None:
    place = f"some.json: cases {CLAUSE}.001: base"
    with pytest.raises(InvalidData, match=f"{place}: nothing is called a column, only a row"):
        options_with_base(folder, {}, "a column")
    (folder / "bases.json").write_text('{"a row": 1}', encoding="utf-8")
    with pytest.raises(InvalidData, match=r"bases\.json: a row: an object is wanted, not 1"):
        one(base="a row")


def replacing(folder: Path, values: Json) -> Json:
    """Return the options of a case that replaces values in those of the base ``a row``."""
    row = {"players": 3, "deep": {"x": 1, "y": [{"z": 2}, 4]}}
    (folder / "bases.json").write_text(json.dumps({"a row": row}), encoding="utf-8")
    return one(base="a row", options={"players": 4}, replace=values).request.options


def test_single_values_of_options_may_be_replaced(folder: Path) -> None:
    """Also in arrays; the last key may be new. The options are merged before."""
    inner: Json = {"/deep/y/0/z": [3], "/deep/y/0/new": None, "/deep/y/1": 5, "/other": {}}
    assert replacing(folder, inner) == {
        "players": 4,
        "deep": {"x": 1, "y": [{"z": [3], "new": None}, 5]},
        "other": {},
    }


@pytest.mark.parametrize(
    ("pointer", "problem"),
    [
        ("deep", "/key/index is wanted, not deep"),
        ("/deep/y/2", "the options have no /deep/y/2"),
        ("/deep/y/z", "the options have no /deep/y/z"),
        ("/deep/y/-1", "the options have no /deep/y/-1"),
        ("/deep/none/z", "the options have no /deep/none/z"),
        ("/deep/x/1", "the options have no /deep/x/1"),
    ],
)
def test_only_parts_that_there_are_may_be_replaced(
    folder: Path, pointer: str, problem: str
) -> None:
    with pytest.raises(InvalidData, match=re.escape(problem)):
        replacing(folder, {pointer: 1})


def test_a_retired_id_is_refused(folder: Path) -> None:
    (folder / f"{CLAUSE}.json").write_text(json.dumps(document()), encoding="utf-8")
    retired = folder / "retired.json"
    retired.write_text(json.dumps({"retired": [f"{CLAUSE}.002"]}), encoding="utf-8")
    assert [case.id for case in load(smile.GAME)] == [f"{CLAUSE}.001"]
    retired.write_text(json.dumps({"retired": [f"{CLAUSE}.001"]}), encoding="utf-8")
    load.cache_clear()
    with pytest.raises(InvalidData, match=r"smile\.bid\.ties\.001: this id is retired"):
        load(smile.GAME)


def test_a_case_file_of_another_game_in_the_folder_is_refused(folder: Path) -> None:
    wrong = {**document(), "game": "chess"}
    (folder / f"{CLAUSE}.json").write_text(json.dumps(wrong), encoding="utf-8")
    with pytest.raises(InvalidData, match="smile 2017 is wanted, not chess 2017"):
        load(smile.GAME)
