"""Tests of comparing an answer with a case or with another answer."""

from collections.abc import Mapping
from typing import Final

import pytest

from fireflies import festival, misbehavin, smile
from fireflies._data import value_at
from fireflies.conformance.answers import MalformedAnswer
from fireflies.conformance.cases import Allows, Counts, Expectation, Holds, Refuses
from fireflies.conformance.judge import (
    Answer,
    Difference,
    Keys,
    Verdict,
    compare,
    judge,
    keys_of,
    mismatch,
    sort_unordered,
)
from tests.conformance.dummies import case

STATE: Final[dict[str, object]] = {
    "phase": "bid",
    "auction": 1,
    "hidden": None,
    "over": False,
    "story": ["once", "upon", "a time"],
    "in_auction": [0, 2],
    "row": [{"slot": "a", "card": "1", "beads": 0}, {"slot": "b", "card": "2", "beads": 3}],
    "players": [{"cards": ["6 red", "1"]}, {"cards": []}],
    "legal": ["bid a", "back-out a", "back-out b"],
}
"""A state for comparisons."""


def answered(*states: object, refused: object = None, **more: object) -> dict[str, object]:
    """Return an answer with these states."""
    return {"seq": 1, "states": list(states), "refused": refused, **more}


def verdict(
    *expect: Expectation,
    answer: Mapping[str, object],
    actions: tuple[str, ...] = (),
    ask: str = "trace",
) -> Verdict:
    """Return the verdict on an answer to a small case with these expectations."""
    asked: object = next(({"count": it.length} for it in expect if isinstance(it, Counts)), ask)
    made = case(0, actions=actions, expect=expect, ask=asked)
    return judge(smile.GAME, made, answer)


HOLDS: Final[list[tuple[str, object]]] = [
    ("/phase", "bid"),
    ("/auction", 1),
    ("/auction", 1.0),
    ("/hidden", None),
    ("/over", False),
    ("/in_auction", [0, 2]),
    ("/in_auction/1", 2),
    ("/row/1/beads", 3),
    ("/row/0", {"card": "1", "slot": "a", "beads": 0}),
    ("/row", [{"slot": "a", "card": "1", "beads": 0}, {"slot": "b", "card": "2", "beads": 3}]),
    ("/players/0/cards", ["1", "6 red"]),
    ("/players", [{"cards": ["1", "6 red"]}, {"cards": []}]),
    ("/legal", ["back-out b", "back-out a", "bid a"]),
]


@pytest.mark.parametrize(("at", "value"), HOLDS)
def test_equal_values_pass(at: str, value: object) -> None:
    """Unordered arrays, keys in any order, and 1 for 1.0."""
    assert verdict(Holds(0, at, value), answer=answered(STATE)) == Verdict("passed")


DIFFERS: Final[list[tuple[str, object, str]]] = [
    ("/phase", "reveal", '/phase is "bid", not "reveal"'),
    ("/auction", True, "/auction is 1, not true"),
    ("/over", 0, "/over is false, not 0"),
    ("/over", None, "/over is false, not null"),
    ("/auction", "1", '/auction is 1, not "1"'),
    ("/in_auction", [2, 0], "/in_auction is [0,2], not [2,0]"),
    ("/in_auction", [0], "/in_auction is [0,2], not [0]"),
    ("/in_auction", [0, 2, 4], "/in_auction is [0,2], not [0,2,4]"),
    ("/story", ["upon", "once", "a time"], '/story is ["once","upon","a time"], not ["upon",'),
    ("/story", [], '/story is ["once","upon","a time"], not []'),
    ("/in_auction", 0, "/in_auction is [0,2], not 0"),
    ("/phase", ["bid"], '/phase is "bid", not ["bid"]'),
    ("/phase", {"bid": 1}, '/phase is "bid", not {"bid":1}'),
    ("/players/0/cards", ["1", "1", "6 red"], '/players/0/cards is ["6 red","1"], not'),
    ("/players/0/cards", ["1", "6"], '/players/0/cards is ["6 red","1"], not ["1","6"]'),
    ("/row/0", {"slot": "a", "card": "1", "beads": 0, "blue": 0}, "/row/0 is {"),
    ("/row/0/beads", 1, "/row/0/beads is 0, not 1"),
    ("/supply", None, "there is no /supply, where null is expected"),
    ("/row/2", {}, "there is no /row/2, where {} is expected"),
    ("/row/-1/slot", "b", "there is no /row/-1/slot"),
    ("/row/01/slot", "b", "there is no /row/01/slot"),
    ("/row/²/slot", "b", "there is no /row/²/slot"),
    ("/row/\u0661/slot", "b", "there is no /row/\u0661/slot"),
    ("/row/99999999999/slot", "b", "there is no /row/99999999999/slot"),
    ("/phase/0", "b", "there is no /phase/0"),
    ("/", "b", "there is no /, where"),
]


@pytest.mark.parametrize(("at", "value", "message"), DIFFERS)
def test_a_different_value_is_described(at: str, value: object, message: str) -> None:
    found = verdict(Holds(0, at, value), answer=answered(STATE))
    assert (found.status, found.after) == ("failed", 0)
    assert found.message.startswith(f"after 0 actions, {message}")


def test_a_long_value_is_cut() -> None:
    found = verdict(Holds(0, "/phase", "bid"), answer=answered({"phase": "x\n" * 5000}))
    assert len(found.message) < 200
    assert "\n" not in found.message


def test_the_empty_pointer_finds_the_whole() -> None:
    assert value_at(STATE, "/row/1/card") == "2"
    assert value_at([1, [2]], "/1/0") == 2
    assert value_at(STATE, "") is STATE


@pytest.mark.parametrize(
    ("it", "message"),
    [
        (Allows(0, ("bid a", "back-out b"), ("bid b", "reveal 1")), ""),
        (Allows(0, ("bid a", "bid b"), ()), "'bid b' is not among the legal actions"),
        (Allows(0, (), ("bid b", "bid a")), "'bid a' is among the legal actions"),
    ],
)
def test_named_actions_have_to_be_legal_or_illegal(it: Allows, message: str) -> None:
    """Others do not matter."""
    found = verdict(it, answer=answered(STATE))
    assert found.status == ("failed" if message else "passed")
    assert message in found.message


def test_a_hidden_list_has_no_legal_action() -> None:
    hidden = answered({**STATE, "legal": None})
    assert verdict(Allows(0, (), ("bid a",)), answer=hidden).status == "passed"
    assert verdict(Allows(0, ("bid a",), ("bid b",)), answer=hidden).status == "failed"


@pytest.mark.parametrize(
    ("actions", "refused", "message"),
    [
        (("bid a", "back-out b"), None, ""),
        (("bid a", "bid b"), 1, ""),
        (("bid a", "bid b"), None, "after 1 actions, 'bid b' is not among the legal actions"),
        (("bid a", "back-out b"), 1, "after 1 actions, 'back-out b' is among the legal actions"),
        (("bid b", "bid c"), 1, "after 0 actions, 'bid b' is not among the legal actions"),
    ],
)
def test_the_next_action_is_accepted_where_it_is_listed(
    actions: tuple[str, ...], refused: int | None, message: str
) -> None:
    """An engine that lists actions in one way, and judges them in another, is found by any case."""
    expected = Holds(0, "/phase", "bid") if refused is None else Refuses(refused)
    given = None if refused is None else {"index": refused}
    states = [STATE] * (len(actions) + (refused is None))
    found = verdict(expected, answer=answered(*states, refused=given), actions=actions)
    assert found.status == ("failed" if message else "passed")
    assert found.message.startswith(message)
    hidden = [{**STATE, "legal": None}] * len(states)
    assert not verdict(expected, answer=answered(*hidden, refused=given), actions=actions).message


@pytest.mark.parametrize(
    ("legal", "text"),
    [(False, "false"), ("bid a", '"bid a"'), ({"bid a": 1}, '{"bid a":1}'), (0, "0")],
)
def test_legal_has_to_be_a_list_or_null(legal: object, text: str) -> None:
    """Also when only illegal actions are expected."""
    found = verdict(Allows(0, (), ("bid z",)), answer=answered({**STATE, "legal": legal}))
    assert found.status == "failed"
    assert f"/legal is {text}, which is no list of actions" in found.message
    missing = verdict(Allows(0, (), ("bid z",)), answer=answered({}))
    assert "/legal is null" in missing.message


def test_the_first_difference_is_reported() -> None:
    """In the order of the case."""
    late, early = Holds(1, "/auction", 2), Holds(0, "/auction", 3)
    answer = answered(STATE, STATE)
    assert verdict(late, early, answer=answer, actions=("x",)).after == 1
    assert verdict(early, late, answer=answer, actions=("x",)).after == 0


def test_states_are_numbered_by_the_actions_before_them() -> None:
    """A final answer has only the last one."""
    states = [{"auction": number} for number in range(3)]
    for after in range(3):
        it = Holds(after, "/auction", after)
        assert verdict(it, answer=answered(*states), actions=("x", "y")).status == "passed"
    last = Holds(2, "/auction", 2)
    final = verdict(last, answer=answered(states[2]), actions=("x", "y"), ask="final")
    assert final.status == "passed"
    wrong = verdict(last, answer=answered(states[1]), actions=("x", "y"), ask="final")
    assert wrong == Verdict("failed", "after 2 actions, /auction is 1, not 2", 2)
    early = answered(states[0], refused={"index": 0})
    expect = (Refuses(0), Holds(0, "/auction", 0))
    assert verdict(*expect, answer=early, actions=("x", "y", "z"), ask="final").status == "passed"


REFUSALS: Final[list[tuple[int | None, object, str, int]]] = [
    (1, None, "the rules refuse 'y' (index 1), the engine does not", 1),
    (1, {"index": 0}, "the rules refuse 'y' (index 1), the engine 'x' (index 0)", 0),
    (None, {"index": 1}, "the rules accept 'y' (index 1), the engine does not", 1),
    (None, {"index": -1}, "the rules accept these options, the engine does not", 0),
    (1, {"index": 2}, "the rules refuse 'y' (index 1), the engine something else (index 2)", 1),
    (1, {"index": 0.0}, "the rules refuse 'y' (index 1), the engine 'x' (index 0)", 0),
]


@pytest.mark.parametrize(("wanted", "refused", "message", "after"), REFUSALS)
def test_a_wrong_refusal_names_both_sides(
    wanted: int | None, refused: object, message: str, after: int
) -> None:
    """The difference is before the first action that only one side refuses."""
    it = Holds(0, "/auction", 1) if wanted is None else Refuses(wanted)
    found = verdict(it, answer={"refused": refused}, actions=("x", "y"))
    assert found == Verdict("failed", message, after)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({"clause": "smile.bid.ties", "reason": "not\nthe lowest"}, "smile.bid.ties: not the low"),
        ({"reason": "too low", "clause": None}, "too low)"),
        ({"clause": "smile.bid.ties"}, "smile.bid.ties)"),
        ({"reason": "x" * 5000}, "xxx"),
    ],
)
def test_a_wrong_refusal_has_the_engines_reason(given: dict[str, object], shown: str) -> None:
    """In one line, cut when it is long; what is no text is ignored."""
    answer = answered(STATE, STATE, refused={"index": 1, **given})
    message = verdict(Holds(0, "/auction", 1), answer=answer, actions=("x", "y")).message
    start = f"the rules accept 'y' (index 1), the engine does not ({shown}"
    assert message.startswith(start)
    assert message.endswith(")")
    assert "\n" not in message
    assert len(message) < 200


def test_a_refusal_as_expected_passes() -> None:
    """With any reason."""
    refused = {"index": 1, "reason": "no", "clause": "smile.bid.ties"}
    answer = answered(STATE, STATE, refused=refused)
    assert verdict(Refuses(1), answer=answer, actions=("bid a", "y")).status == "passed"
    options = answered(refused={"index": -1})
    assert verdict(Refuses(-1), answer=options).status == "passed"
    assert verdict(Refuses(-1), answer=options, ask="final").status == "passed"
    error_text = verdict(Refuses(-1), answer=answered()).message
    assert error_text == "the rules refuse these options, the engine does not"


@pytest.mark.parametrize(
    ("answer", "ask", "needed"),
    [
        (
            answered(STATE, STATE, STATE, refused={"index": 1}),
            "trace",
            "it has 3 states, not 2",
        ),
        (answered(STATE, refused={"index": 1}), "trace", "it has 1 states, not 2"),
        (answered(STATE, STATE, refused={"index": 1}), "final", "it has 2 states, not 1"),
    ],
)
def test_a_wrong_number_of_states_is_an_error(
    answer: dict[str, object], ask: str, needed: str
) -> None:
    found = verdict(Refuses(1), answer=answer, actions=("x", "y"), ask=ask)
    assert found == Verdict("errored", f"the answer violates the protocol: {needed}")


@pytest.mark.parametrize("ask", ["trace", "final"])
def test_refused_options_have_no_state(ask: str) -> None:
    found = verdict(Refuses(-1), answer=answered(STATE, refused={"index": -1}), ask=ask)
    assert (found.status, found.message[-22:]) == ("errored", "it has 1 states, not 0")


def test_a_count_has_to_be_exact() -> None:
    def counted(count: object) -> Verdict:
        return verdict(Counts(2, 6), answer={"count": count, "refused": None})

    assert counted(6) == counted(6.0) == Verdict("passed")
    assert counted(5) == Verdict("failed", "the number of sequences of 2 actions is 5, not 6")
    for wrong, text in (
        (None, "null"),
        (True, "true"),
        ("6", '"6"'),
        (6.5, "6.5"),
        (-1, "-1"),
        ([6], "[6]"),
    ):
        message = f"the answer violates the protocol: count is {text}"
        assert counted(wrong) == Verdict("errored", message)
    missing = verdict(Counts(2, 6), answer=answered(STATE))
    assert missing.message.endswith("count is null")


MALFORMED: Final[list[tuple[dict[str, object], str]]] = [
    ({"states": [STATE]}, "it doesn't say what is refused"),
    (answered(STATE, refused=1), "refused is 1"),
    (answered(STATE, refused=[1]), "refused is [1]"),
    (answered(STATE, refused={}), "refused is {}"),
    (answered(STATE, refused={"index": True}), 'refused is {"index":true}'),
    (answered(STATE, refused={"index": "0"}), 'refused is {"index":"0"}'),
    (answered(STATE, refused={"index": -2}), 'refused is {"index":-2}'),
    (answered(STATE, refused={"index": 0.5}), 'refused is {"index":0.5}'),
    ({"refused": None}, "states is null"),
    ({"refused": None, "states": {}}, "states is {}"),
    ({"refused": None, "states": [5]}, "states is [5]"),
]


@pytest.mark.parametrize(("answer", "problem"), MALFORMED)
def test_an_answer_of_another_form_is_an_error(answer: dict[str, object], problem: str) -> None:
    found = verdict(Holds(0, "/auction", 1), answer=answer)
    assert found == Verdict("errored", f"the answer violates the protocol: {problem}")


def test_the_engines_own_words_are_in_the_verdict() -> None:
    """All of them in one line, in this order."""
    told = {"traceback": "line 3", "message": "not\nyet", "issue_url": "https://x/1"}
    skip = verdict(Refuses(-1), answer={"skipped": True, **told})
    assert skip == Verdict("skipped", "not yet https://x/1 line 3")
    error = verdict(Refuses(-1), answer={"errored": True, **told})
    assert error.message == "the engine says that it failed: not yet https://x/1 line 3"


@pytest.mark.parametrize("word", ["skipped", "errored"])
@pytest.mark.parametrize("value", [False, 1, "yes", None])
def test_only_true_is_a_skip_or_an_error(word: str, value: object) -> None:
    it = Holds(0, "/auction", 2)
    assert verdict(it, answer=answered(STATE, **{word: value})).status == "failed"
    assert verdict(it, answer=answered(STATE, **{word: True})).status == word


def test_a_message_that_is_no_text_is_ignored() -> None:
    assert verdict(Refuses(-1), answer={"skipped": True, "message": 7}).message == "no reason given"


# Comparing values and answers.


def test_only_the_games_unordered_keys_ignore_the_order() -> None:
    ours = {"cards": ["Q", "J"], "row": [{"cards": ["1", "2"]}, 5]}
    theirs = {"cards": ["J", "Q"], "row": [{"cards": ["2", "1"]}, 5]}
    assert mismatch(ours, theirs, Keys({"cards"})) is None
    assert mismatch(ours, theirs, Keys({"legal"})) == ("/cards", ["Q", "J"], ["J", "Q"])
    assert mismatch({"row": ours["row"]}, {"row": theirs["row"]}) == (
        ("/row/0/cards", ["1", "2"], ["2", "1"])
    )
    found = {**theirs, "row": [{"cards": ["2", "1"]}, 6]}
    assert mismatch(ours, found, Keys({"cards"})) == ("/row/1", 5, 6)


@pytest.mark.parametrize("found", [{"nab": 1}, {"recruit": 1, "nab": 1}, {"recruit": 1, "nab": 0}])
def test_a_mapping_has_no_other_entries(found: Mapping[str, object]) -> None:
    """Other objects may have keys that the suite doesn't know."""
    wanted = {"recruit": 1} if "recruit" in found else {}
    ours, theirs = ({"players": [{"marks": marks, "verse": 1}]} for marks in (wanted, found))
    assert mismatch(ours, theirs, keys_of(smile.GAME)) is None
    assert mismatch(ours, theirs, keys_of(misbehavin.GAME)) == ("/players/0/marks", wanted, found)
    assert mismatch(wanted, found, keys_of(misbehavin.GAME), "marks") == ("", wanted, found)
    more = {"players": [{"marks": wanted, "verse": 1, "mood": "good"}], "weather": "fine"}
    assert mismatch(ours, more, keys_of(misbehavin.GAME)) is None


NESTED: Final[list[tuple[object, object, str | None]]] = [
    ([[1, 2], [3]], [[1, 2], [3]], None),
    ([[1, 2], [3]], [[1, 2], [4]], "/1"),
    ([[[1], [2]]], [[[1], [3]]], "/0/1"),
    ([{"heap": [{"x": 1}, {"x": 2}]}], [{"heap": [{"x": 2}, {"x": 1}]}], None),
    ([{"heap": [{"x": 1}, {"x": 2}]}], [{"heap": [{"x": 2}, {"x": 2}]}], "/0/heap"),
    ({"heap": [{"x": 1}, {"x": 1}]}, {"heap": [{"x": 1}, {"x": 2}]}, "/heap"),
    ({"heap": [{"a": 1, "b": 2}]}, {"heap": [{"b": 2, "a": 1, "more": 0}]}, None),
    ({"heap": [[1, 2], [3, 4]]}, {"heap": [[3, 4], [1, 2]]}, None),
    ({"heap": [[1, 2]]}, {"heap": [[2, 1]]}, "/heap"),
    ({"heap": [{"heap": ["a", "b"]}, 1]}, {"heap": [1, {"heap": ["b", "a"]}]}, None),
    ({"heap": [1, 2]}, {"heap": [2, 1.0]}, None),
    ({"heap": [1, 2]}, {"heap": [2, True]}, "/heap"),
    ({"heap": ["a", "b"]}, {"heap": ["b", 1]}, "/heap"),
    ({"heap": ["it's", "b"]}, {"heap": ["b", "it's"]}, None),
    ({"heap": ["a", 1]}, {"heap": [True, "a"]}, "/heap"),
    ({"row": ["a", 1]}, {"row": ["a", True]}, "/row"),
    ({"row": [1, 2]}, {"row": [2, 1]}, "/row"),
    ({"row": {"x": 1}}, {"row": [1]}, "/row"),
    ({"row": []}, {}, "/row"),
    ({"row": None}, {}, "/row"),
    ({"row": "a"}, {"row": "b"}, "/row"),
    ({"row": ["a", [1]]}, {"row": ["b", [1]]}, "/row/0"),
    ({"row": {"x": 1}}, {"row": 5}, "/row"),
]


@pytest.mark.parametrize(("wanted", "found", "at"), NESTED)
def test_nested_values_are_compared(wanted: object, found: object, at: str | None) -> None:
    """The first difference has its place, and both values of that place."""
    differs = mismatch(wanted, found, Keys({"heap"}))
    assert differs == (None if at is None else (at, value_at(wanted, at), value_at(found, at)))


def compared(wanted: Answer, answer: Mapping[str, object], ask: object = "trace") -> object:
    """Return the first difference from a complete answer to a request with two actions."""
    return compare(festival.GAME, case(0, actions=("x", "y"), ask=ask).request, wanted, answer)


def test_complete_answers_are_compared() -> None:
    """First the states, then the refusal."""
    wanted = Answer([{"a": 1}, {"a": 2}], 1)
    refused = {"index": 1}
    assert compared(wanted, answered({"a": 1}, {"a": 2}, refused=refused)) is None
    late = compared(wanted, answered({"a": 1}, {"a": 3}, refused=refused))
    assert late == Difference(1, "/a", 2, 3, "after 1 actions, /a is 3, not 2")
    assert compared(wanted, answered({"a": 1}, {"a": 3}, {"a": 4})) == late
    output = "the rules refuse 'y' (index 1), the engine does not"
    found = compared(wanted, answered({"a": 1}, {"a": 2}, {"a": 3}))
    assert found == Difference(1, "refused", 1, None, output)
    with pytest.raises(MalformedAnswer, match="it has 1 states, not 2"):
        compared(wanted, answered({"a": 1}, refused=refused))
    output = "the rules refuse 'y' (index 1), the engine 'x' (index 0)"
    found = compared(wanted, answered({"a": 1}, refused={"index": 0}))
    assert found == Difference(0, "refused", 1, 0, output)


def test_unordered_arrays_are_sorted_in_messages() -> None:
    """An order alone is no difference."""
    refused = {"index": 0}
    for wrap in (dict[str, object], lambda legal: {"seats": [{"seat": 1, **legal}]}):
        wanted = Answer([wrap({"legal": ["b", "a"]})], 0)
        assert compared(wanted, answered(wrap({"legal": ["a", "b"]}), refused=refused)) is None
        found = compared(wanted, answered(wrap({"legal": ["c", "b", "a"]}), refused=refused))
        assert found is not None
        assert str(found).find('/legal is ["a","b","c"], not ["a","b"]') > 0
    found = compared(
        Answer([{"row": ["b", "a"]}], 0), answered({"row": ["a", "b"]}, refused=refused)
    )
    output = 'after 0 actions, /row is ["a","b"], not ["b","a"]'
    assert found == Difference(0, "/row", ["b", "a"], ["a", "b"], output)


@pytest.mark.parametrize(("ask", "first"), [("final", 2), ({"from": 1}, 1), ({"from": 7}, 2)])
def test_only_the_requested_states_are_compared(ask: object, first: int) -> None:
    """No state is compared when another refusal makes the answer begin at another state."""
    wanted = [{"a": number} for number in range(first, 3)]
    assert compared(Answer(wanted, None), answered(*wanted), ask) is None
    wrong = answered({"a": 9}, *wanted[1:])
    found = compared(Answer(wanted, None), wrong, ask)
    output = f"after {first} actions, /a is 9, not {first}"
    assert found == Difference(first, "/a", first, 9, output)
    early = answered({"a": 0}, refused={"index": 0})
    found = compared(Answer(wanted, None), early, ask)
    assert isinstance(found, Difference)
    assert (found.after, found.at) == (0, "refused")


def test_the_last_state_before_a_refusal_is_compared() -> None:
    wanted, refused = Answer([{"a": 1}], 1), {"index": 1}
    found = compared(wanted, answered({"a": 9}, refused=refused), "final")
    assert found == Difference(1, "/a", 1, 9, "after 1 actions, /a is 9, not 1")


def test_counts_are_compared() -> None:
    """Unless the right number is not known."""
    ask, known = {"count": 3}, Answer((), 1, 5)
    refused = {"index": 1}
    assert compared(known, {"refused": refused, "count": 5}, ask) is None
    output = "the number of sequences of 3 actions is 6, not 5"
    found = compared(known, {"refused": refused, "count": 6}, ask)
    assert found == Difference(1, "count", 5, 6, output)
    found = compared(Answer((), None, 5), {"refused": None, "count": 6}, ask)
    assert found == Difference(2, "count", 5, 6, output)
    found = compared(Answer((), 0, 5), {"refused": {"index": 0}, "count": 6}, ask)
    assert found == Difference(0, "count", 5, 6, output)
    assert compared(Answer((), 1), {"refused": refused, "count": 6}, ask) is None
    with pytest.raises(MalformedAnswer, match="count is null"):
        compared(known, {"refused": refused}, ask)


# Arrays in any order.


def test_only_unordered_arrays_are_sorted() -> None:
    state = {
        "legal": ["bid b", "bid a"],
        "row": [{"slot": "b"}, {"slot": "a"}],
        "players": [{"cards": ["2", "1"]}, {"cards": ["1", "2"]}],
        "discarded": None,
    }
    unordered = smile.GAME.unordered
    assert sort_unordered(state, unordered) == {
        "legal": ["bid a", "bid b"],
        "row": [{"slot": "b"}, {"slot": "a"}],
        "players": [{"cards": ["1", "2"]}, {"cards": ["1", "2"]}],
        "discarded": None,
    }
    assert sort_unordered(["2", "1"], unordered, "undealt") == ["1", "2"]
    assert sort_unordered(["2", "1"], unordered, "winners") == ["2", "1"]
    mixed = sort_unordered(["1", None, 1, {"a": 1}], unordered, "cards")
    assert mixed == sort_unordered([{"a": 1}, 1, None, "1"], unordered, "cards")


LONG: Final = [f"private merchant 12 {number}" for number in range(200)]
NAMED: Final = f"buy {'a-name-' * 20}last"


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (LONG[:150] + LONG[151:], 'lacks "private merchant 12 150"'),
        ([*LONG, LONG[0]], 'wrongly has "private merchant 12 0"'),
        ([*LONG[1:], "x"], 'wrongly has "x" and lacks "private merchant 12 0"'),
        ([*LONG, *"vwx"], 'wrongly has "v", "w", "x"'),
        ([*LONG, *"vwxyz"], 'wrongly has "v", "w", "x" and 2 more'),
        ([*LONG, NAMED], f'wrongly has "{NAMED}"'),
        ([*LONG, "x" * 300], f'wrongly has "{"x" * 196}...'),
        (LONG[::-1], 'is ["private merchant 12 199",'),
    ],
)
def test_the_message_about_a_long_list_names_the_different_values(
    found: list[str], message: str
) -> None:
    """Both lists begin alike; the last one has only another order."""
    different = mismatch({"story": LONG}, {"story": found})
    assert different is not None
    assert different.describe().startswith(f"/story {message}")


def test_a_different_action_in_a_long_list_is_in_the_message() -> None:
    """In a trace, and in a case that expects the whole list."""
    wanted, found = ({**STATE, "legal": actions} for actions in (LONG, LONG[1:]))
    message = 'after 0 actions, /legal lacks "private merchant 12 0"'
    difference = compare(festival.GAME, case(0).request, Answer([wanted], None), answered(found))
    assert difference is not None
    assert difference.message == message
    assert verdict(Holds(0, "/legal", LONG), answer=answered(found)).message == message
