"""Tests of our engine on the wire. Expected answers are written by hand or come from the oracle."""

import gc
import io
import json
import os
import select
import subprocess
import sys
import tracemalloc
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

import fireflies
from fireflies.chance import Draws
from fireflies.conformance import wire
from tests.oracle import smile as oracle

SOURCE: Final = Path(fireflies.__file__).parents[1]
PATIENCE: Final = 30.0
"""Seconds after which a process that has not ended counts as hanging."""

Json: TypeAlias = Any
"""Parsed JSON; each test checks its form."""
Case: TypeAlias = dict[str, Json]
Answer: TypeAlias = dict[str, Json]

START: Final = b'{"cmd": "start", "version": 1}\n'
STOP: Final = b'{"cmd": "stop"}\n'
ROW: Final = ["reveal -1 red", "reveal 2", "reveal 2 yellow"]
"""Completes the row of the small game: ``a`` is the lowest card, ``b`` and ``c`` are equal."""
ENDED: Final = [*ROW, "bid a", "back-out a", "bid b", "back-out b"]
"""All actions of the small game: 0 bids, 1 backs out, 2 bids, 0 backs out, 2 is the last."""


def options(**changed: Json) -> dict[str, Json]:
    """Return the options of the small game: one auction of three cards, two beads each."""
    small = {"players": 3, "starting_player": 0, "auctions": 1, "beads": 2}
    return {**small, "box": ["2 yellow", "-1 red", "2"], **changed}


def case(actions: Sequence[str] = (), /, **changed: Json) -> Case:
    """Return a case of the small game with all its states, for the referee."""
    return {
        "game": "smile",
        "edition": "2017",
        "options": options(),
        "actions": list(actions),
        "observer": None,
        "ask": "trace",
        **changed,
    }


def line(value: Json) -> bytes:
    """Return a value as a line of the wire."""
    return json.dumps(value).encode() + b"\n"


def run_line(asked: Json, seq: Json = 1) -> bytes:
    """Return the request to run a case."""
    return line({"cmd": "run", "seq": seq, "case": asked})


def each_key_once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Return an object of these pairs; require that no key is repeated."""
    assert len({key for key, _ in pairs}) == len(pairs)
    return dict(pairs)


def no_json(constant: str) -> Json:
    """Refuse NaN and Infinity, which JSON does not have."""
    raise AssertionError(f"{constant} is no JSON")


def read(answer: bytes) -> Answer:
    """Parse an answer: one line, UTF-8, one JSON object."""
    assert answer.endswith(b"\n")
    assert answer.count(b"\n") == 1
    text = answer.decode("utf-8")
    value = json.loads(text, object_pairs_hook=each_key_once, parse_constant=no_json)
    assert isinstance(value, dict)
    return value


def exchange(*lines: bytes) -> list[Answer]:
    """Return the answers to these lines."""
    written: list[bytes] = []
    wire.serve(io.BytesIO(b"".join(lines)), written.append)
    assert len(written) == len(lines)
    return [read(answer) for answer in written]


def run(asked: Case) -> Answer:
    """Return the answer to a case, without the seq, which has to be that of the request."""
    (answer,) = exchange(run_line(asked, 17))
    assert answer.pop("seq") == 17
    return answer


def states(asked: Case) -> list[Json]:
    """Return the states of a case in which nothing is refused."""
    answer = run(asked)
    assert answer.keys() == {"states", "refused"}
    assert answer["refused"] is None
    assert isinstance(answer["states"], list)
    return answer["states"]


def refused(answer: Answer) -> int:
    """Return the index of the refused action; other keys may only explain it."""
    found = answer["refused"]
    assert isinstance(found, dict)
    assert found.keys() - {"reason", "clause"} == {"index"}
    assert all(isinstance(found.get(key, ""), str) for key in ("reason", "clause"))
    assert type(found["index"]) is int
    return found["index"]


def compared(answer: Mapping[str, Json]) -> Json:
    """Return the compared part of an answer: unordered arrays are sorted, reasons removed."""
    value = json.loads(json.dumps(answer))
    if value.get("refused"):
        value["refused"] = {"index": value["refused"]["index"]}
    for state in value.get("states", ()):
        for key in ("discarded", "undealt", "legal"):
            state[key] = None if state[key] is None else sorted(state[key])
        for player in state["players"]:
            player["cards"].sort()
    return value


# Requests to start.


def test_start_returns_version_and_implementation() -> None:
    (answer,) = exchange(START)
    assert answer.keys() == {"version", "implementation"}
    assert answer["version"] == 1
    about = answer["implementation"]
    assert about.keys() - {"homepage", "issues"} == {"name", "version", "language", "games"}
    assert all(isinstance(about[key], str) and about[key] for key in about.keys() - {"games"})
    assert (about["name"], about["language"]) == ("fireflies", "python")
    assert about["version"] == fireflies.__version__
    assert about["games"]["smile"] == ["2017"]


def test_start_returns_our_version_for_any_version() -> None:
    (answer,) = exchange(line({"cmd": "start", "version": 2}))
    assert answer["version"] == 1


# Requests to run: states.


def test_trace_is_the_state_before_the_first_action_and_after_each_one() -> None:
    """Each action adds one state."""
    whole = states(case(ENDED))
    assert len(whole) == len(ENDED) + 1
    for length in range(len(ENDED) + 1):
        assert states(case(ENDED[:length])) == whole[: length + 1]


def test_final_is_the_last_state_of_the_trace() -> None:
    """Also when the last actions are refused."""
    for length in range(len(ENDED) + 1):
        trace = run(case(ENDED[:length]))
        final = run(case(ENDED[:length], ask="final"))
        assert final == {**trace, "states": trace["states"][-1:]}
    spoiled = [*ROW, "bid c", "bid a"]
    trace, final = run(case(spoiled)), run(case(spoiled, ask="final"))
    assert final["states"] == trace["states"][-1:]
    assert refused(final) == refused(trace) == 3


def test_from_returns_the_rest_of_the_trace() -> None:
    """At least its last state; none for refused options."""
    spoiled = [*ROW, "bid c", "bid a"]
    for actions in (ENDED, spoiled):
        trace = run(case(actions))
        for index in (*range(len(actions) + 2), 2**70):
            rest = trace["states"][index:] or trace["states"][-1:]
            assert run(case(actions, ask={"from": index})) == {**trace, "states": rest}
    nothing = run(case(ENDED, options=options(players=2), ask={"from": 1}))
    assert (nothing["states"], refused(nothing)) == ([], -1)


def test_the_small_game_by_hand() -> None:
    """Each state of a game that is short enough to be worked out on paper.

    Two beads each, so 29 of the 35 clear ones are in the supply. Seat 0 bids on the red -1; seat 1
    takes it with that bead. Seat 2 may bid on either 2, and bids on ``b``; seat 0 takes it with
    that bead and has two again; seat 2 gets ``c`` and has one left. Nobody has five beads, so the
    scores are the cards: 2, -1, 2. Seat 0 wins the tie by two clear beads to one.
    """
    trace = states(case(ENDED))
    shown = [(it["phase"], it["actor"], it["in_auction"], it["legal"]) for it in trace]
    both, every = ["reveal 2", "reveal 2 yellow"], [0, 1, 2]
    assert shown == [
        ("reveal", "chance", every, ["reveal -1 red", *both]),
        ("reveal", "chance", every, both),
        ("reveal", "chance", every, ["reveal 2 yellow"]),
        ("bid", 0, every, ["bid a"]),
        ("bid", 1, every, ["bid a", "back-out a"]),
        ("bid", 2, [0, 2], ["bid b", "bid c"]),
        ("bid", 0, [0, 2], ["bid b", "bid c", "back-out b"]),
        ("over", None, [], []),
    ]
    assert [[offer["slot"] for offer in it["row"]] for it in trace] == [
        *([], ["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c"], ["b", "c"], ["b", "c"], []),
    ]
    assert trace[4]["row"] == [
        {"slot": "a", "card": "-1 red", "beads": 1},
        {"slot": "b", "card": "2", "beads": 0},
        {"slot": "c", "card": "2 yellow", "beads": 0},
    ]
    assert trace[-1] == {
        "phase": "over",
        "actor": None,
        "auction": 1,
        "starting_player": 2,
        "in_auction": [],
        "row": [],
        "players": [
            {"clear": 2, "blue": 0, "cards": ["2"]},
            {"clear": 3, "blue": 0, "cards": ["-1 red"]},
            {"clear": 1, "blue": 0, "cards": ["2 yellow"]},
        ],
        "supply": {"clear": 29, "blue": 5},
        "discarded": [],
        "undealt": [],
        "legal": [],
        "outcome": {"scores": [2, -1, 2], "winners": [0]},
    }
    assert [it["outcome"] for it in trace[:-1]] == [None] * 7


# Requests to run: observers.


@pytest.mark.parametrize("observer", [0, 1, 2])
def test_an_observer_sees_all_but_the_others_beads_and_choices(observer: int) -> None:
    """Hidden values are null until the end."""
    seen, known = states(case(ENDED, observer=observer)), states(case(ENDED))
    for state, whole in zip(seen, known, strict=True):
        if whole["phase"] != "over":
            for seat, player in enumerate(whole["players"]):
                if seat != observer:
                    player |= {"clear": None, "blue": None}
            if whole["phase"] == "bid" and whole["actor"] != observer:
                whole["legal"] = None
        assert state == whole


# Requests to run: refusals.


@pytest.mark.parametrize(
    ("actions", "index"),
    [
        (["bid a"], 0),
        (["back-out a"], 0),
        (["reveal 3"], 0),
        (["reveal 2", "reveal 2"], 1),
        ([*ROW[:2], "bid a"], 2),
        ([*ROW, "reveal 2"], 3),
        ([*ROW, "bid b"], 3),
        ([*ROW, "bid d"], 3),
        ([*ROW, "back-out a"], 3),
        ([*ROW, "bid a", "back-out b"], 4),
        ([*ROW, "bid a", "back-out a", "bid a"], 5),
        ([*ROW, "bid a", "back-out a", "back-out a"], 5),
        ([*ROW, *["bid a"] * 7], 9),
    ],
)
def test_the_first_refused_action_ends_the_case(actions: list[str], index: int) -> None:
    """Later actions are ignored."""
    before = states(case(actions[:index]))
    for rest in ([], ["bid a"], ["reveal 2"], ["nonsense", ""]):
        answer = run(case([*actions, *rest]))
        assert refused(answer) == index
        assert answer["states"] == before


@pytest.mark.parametrize("action", ["reveal 2", "bid a", "bid b", "back-out a", "reveal", "stop"])
def test_after_the_end_any_action_is_refused(action: str) -> None:
    answer = run(case([*ENDED, action]))
    assert refused(answer) == len(ENDED)
    assert answer["states"] == states(case(ENDED))


@pytest.mark.parametrize("observer", [None, 0, 1, 2])
def test_a_refusal_has_no_reason_for_an_observer_without_the_legal_actions(
    observer: int | None,
) -> None:
    """A reason would reveal hands."""
    answer = run(case([*ROW, "bid b"], observer=observer))["refused"]
    revealed = run(case(["reveal 2", "reveal 2"], observer=observer))["refused"]
    assert revealed.keys() == {"index", "reason", "clause"}
    assert revealed["clause"] == "smile.setup.draw-pile"
    if observer in (None, 0):  # seat 0 is to move
        assert answer["clause"] == "smile.bid.lowest-card"
        assert answer["reason"].endswith("so seat 0 can't 'bid b'")
        assert "2 yellow" not in answer["reason"]
    else:
        assert answer == {"index": 3}


# Requests to run: options.

REFUSED_OPTIONS: Final[list[dict[str, Json]]] = [
    {"players": 2, "box": ["1"] * 2},
    {"players": 10**400},
    {"starting_player": -1},
    {"auctions": 2},
    {"beads": 12},
    {"box": ["1", "2", "7"]},
    {"box": ["1", "2", "3\n"]},
    {"box": ["1", "2", "9" * 5000]},
]
"""Options with one value that the table of the wire refuses."""


@pytest.mark.parametrize("changed", REFUSED_OPTIONS)
def test_options_that_the_rules_do_not_allow_are_refused(changed: dict[str, Json]) -> None:
    """With index -1 and no states."""
    for actions in ([], ["reveal 1"], ["nonsense"]):
        answer = run(case(actions, options=options(**changed)))
        assert (refused(answer), answer["states"]) == (-1, [])
    final = run(case(ask="final", observer=0, options=options(**changed)))
    assert (refused(final), final["states"]) == (-1, [])
    counted = run(case(ask={"count": 2}, options=options(**changed)))
    assert refused(counted) == -1
    assert "states" not in counted


def test_the_order_of_the_box_does_not_matter() -> None:
    box = ["2 yellow", "-1 red", "2"]
    answers = [
        compared(run(case(ENDED, options=options(box=[box[i] for i in order]))))
        for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2))
    ]
    assert answers[0] == answers[1] == answers[2]


# Skipped and invalid requests.


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "chess"},
        {"game": "Smile"},
        {"game": "smile "},
        {"edition": "2018"},
    ],
)
def test_an_unknown_game_or_edition_is_skipped(changed: dict[str, Json]) -> None:
    answer = run(case(ENDED, **changed))
    assert answer.keys() - {"message", "issue_url"} == {"skipped"}
    assert answer["skipped"] is True
    assert all(isinstance(text, str) for key, text in answer.items() if key != "skipped")


@pytest.mark.parametrize(
    "ask",
    [
        *({key: value} for key in ("count", "from") for value in (-1, 1.5, True, "1", None)),
        *({"count": 2, "of": 3}, {"count": 2, "from": 3}, {}, [], 3, None),
        *("Trace", "everything", "", {"sample": 3}),
    ],
)
def test_an_invalid_question_is_an_error(ask: Json) -> None:
    (answer,) = exchange(line({"cmd": "run", "seq": 1, "case": case(ask=ask)}))
    assert_errored(answer)


def assert_errored(answer: Answer) -> None:
    """Require the answer to an invalid request."""
    assert answer.keys() - {"message", "traceback"} == {"seq", "errored"}
    assert answer["errored"] is True
    assert isinstance(answer.get("message", ""), str)


WRONG: Final[dict[str, Sequence[Json]]] = {
    "game": (None, 1, ["smile"], {}, ""),
    "edition": (None, 2017, ["2017"], {}, ""),
    "options": (None, [], "", 3, True),
    "actions": (None, "reveal 2", {}, 1, [1], [None], [["reveal 2"]], [{}]),
    "observer": (3, -1, 10**400, "0", True, 0.5, [], {}),
}
"""Wrong values of a case, by key."""

NO_CASE: Final[Sequence[Json]] = (None, [], "", 1, True, [case()], {})
WITHOUT_A_CASE: Final[Sequence[Json]] = (
    *({}, {"cmd": None}, {"cmd": 1}, {"cmd": ""}, {"cmd": ["run"]}, {"cmd": {"run": 1}}),
    *({"cmd": "run"}, {"cmd": "Run", "case": case()}, {"cmd": "play", "case": case()}),
    *({"cmd": "run", "case": value} for value in NO_CASE),
)
MALFORMED: Final[dict[str, Json]] = {
    **{f"request {place}": {**it, "seq": 5} for place, it in enumerate(WITHOUT_A_CASE)},
    **{
        f"{key} {place}": {"cmd": "run", "seq": 5, "case": case(**{key: value})}
        for key, values in WRONG.items()
        for place, value in enumerate(values)
    },
    **{
        f"no {key}": {"cmd": "run", "seq": 5, "case": {k: case()[k] for k in case() if k != key}}
        for key in WRONG
    },
}
"""Invalid requests with a valid seq."""


@pytest.mark.parametrize("malformed", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_request_is_answered_as_an_error(malformed: Json) -> None:
    """With its seq; the next request is answered as usual."""
    errored, good = exchange(line(malformed), run_line(case(ENDED), 6))
    assert_errored(errored)
    assert errored["seq"] == 5
    assert (good["seq"], good["states"]) == (6, states(case(ENDED)))


@pytest.mark.parametrize("missing", ["players", "starting_player", "box", "auctions", "beads"])
def test_incomplete_options_are_refused(missing: str) -> None:
    """The wire has no defaults."""
    whole = options(auctions=10, box=["1"] * 30, beads=6)
    assert len(states(case(options=whole))) == 1
    asked = {key: value for key, value in whole.items() if key != missing}
    answer = run(case(options=asked))
    assert (refused(answer), answer["states"]) == (-1, [])
    assert missing in answer["refused"]["reason"]


@pytest.mark.parametrize("seq", [None, "1", [1], {}, True, 1.5, "missing"])
def test_a_seq_that_is_no_whole_number_is_an_error(seq: Json) -> None:
    asked = {"cmd": "run", "seq": seq, "case": case()}
    if seq == "missing":
        del asked["seq"]
    errored, _ = exchange(line(asked), START)
    assert_errored(errored)


@pytest.mark.parametrize(
    "asked",
    [
        case(game="\ud800"),
        case(edition="\udfff"),
        case(ask="\ud800"),
        case(observer="\ud800"),
        case(["\ud800"]),
        case([*ROW, "bid a\udfff"]),
        case(["reveal \ud83d"]),
        case(options=options(box=["1", "2", "\ud800"])),
        {"\ud800": "\udfff"},
    ],
)
def test_a_lone_surrogate_does_not_stop_the_engine(asked: Json) -> None:
    answer, good = exchange(run_line(asked), run_line(case(ENDED), 6))
    known = answer.get("errored") or answer.get("skipped") or type(refused(answer)) is int
    assert known is True
    assert (good["seq"], good["states"]) == (6, states(case(ENDED)))


DEEP: Final = 100_000
GARBAGE: Final[dict[str, bytes]] = {
    "empty": b"\n",
    "blank": b" \t \n",
    "a word": b"start\n",
    "half a request": b'{"cmd": "start", \n',
    "two requests": START.strip() + START,
    "single quotes": b"{'cmd': 'start', 'version': 1}\n",
    "a string": b'"start"\n',
    "a number": b"17\n",
    "null": b"null\n",
    "true": b"true\n",
    "an array": b'[{"cmd": "start", "version": 1}]\n',
    "an array as deep as the sea": b"[" * DEEP + b"]" * DEEP + b"\n",
    "brackets that nobody closes": b"[" * DEEP + b"\n",
    "an object as deep as the sea": b'{"cmd":' * DEEP + b"1" + b"}" * DEEP + b"\n",
    "a deep case": b'{"cmd":"run","seq":1,"case":' + b"[" * DEEP + b"]" * DEEP + b"}\n",
    "NaN": b"NaN\n",
    "-Infinity": b"-Infinity\n",
    "NaN in a request": b'{"cmd": "start", "version": NaN}\n',
    "NaN for a seq": b'{"cmd": "run", "seq": NaN, "case": {}}\n',
    "Infinity for a seq": b'{"cmd": "run", "seq": Infinity, "case": {}}\n',
    "a seq as large as the sky": b'{"cmd": "run", "seq": 1e999, "case": {}}\n',
    "5,000 digits": b"9" * 5000 + b"\n",
    "a seq of 5,000 digits": b'{"cmd": "run", "seq": ' + b"9" * 5000 + b', "case": {}}\n',
    "bytes that are no UTF-8": b"\xff\n",
    "half a letter": b'{"cmd": "\xc3"}\n',
    "no UTF-8 in a game": run_line(case(game="GAME")).replace(b"GAME", b"\xe9"),
    "a surrogate in UTF-8": run_line(case(game="GAME")).replace(b"GAME", b"\xed\xa0\x80"),
    "UTF-16": START.decode().encode("utf-16-be"),
    "a null byte": b"\x00\n",
}
"""Lines that are not a request, or not JSON."""


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE)
def test_a_line_that_is_no_request_is_answered_as_an_error(garbage: bytes) -> None:
    """The next request is answered as usual."""
    errored, good = exchange(garbage, run_line(case(ENDED), 6))
    assert_errored(errored)
    assert (good["seq"], good["states"]) == (6, states(case(ENDED)))


# Requests to run, compared with the oracle.

PALETTES: Final = (
    ("1", "1 red", "1 red IV", "1 IV", "2 red", "-1 blue", "-1 blue V"),
    ("-5", "6", "0", "3 V", "-2 white IV"),
    ("2 yellow", "2 white", "2 red", "2 blue", "-3 yellow", "5 white V"),
    ("4",),
    tuple(oracle.CARD_VALUES),
)
"""Cards for random boxes: many ties, many pairs, one card only, any cards."""


def random_options(draws: Draws) -> dict[str, Json]:
    """Return valid options, often with few beads, so that seats borrow and substitutes are used."""
    players = 3 + draws.below(3)
    auctions = draws.choose((1, 1, 2, 3, 6, 10))
    palette = draws.choose(PALETTES)
    used = [card for card in palette if oracle.in_play(card, players)]
    unused = [card for card in palette if card not in used]
    box = [draws.choose(used) for _ in range(players * auctions)]
    if unused:
        box += [draws.choose(unused) for _ in range(draws.below(60 - len(box) + 1))]
    most = 35 // players
    return {
        "players": players,
        "starting_player": draws.below(players),
        "box": sorted(box, key=lambda _: draws.bits()),
        "auctions": auctions,
        "beads": draws.choose((0, 1, draws.below(most + 1), most)),
    }


def random_play(draws: Draws, asked: dict[str, Json]) -> list[str]:
    """Return random actions from the start, by seats with different preferences."""
    table = oracle.Oracle(asked)
    likes = [draws.choose(("", "bid", "back-out")) for _ in range(asked["players"])]
    length = draws.choose((draws.below(20), draws.below(100), 1000))
    actions: list[str] = []
    while table.phase != "over" and len(actions) < length:
        legal = table.legal()
        liked = [it for it in legal if table.phase == "bid" and it.startswith(likes[table.mover])]
        actions.append(draws.choose(liked or legal))
        table.apply(actions[-1])
    return actions


OTHER_ACTIONS: Final = (
    *("", "pass", "bid", "Bid a", "bid a ", "bid a\n", "bid aa", "bid \u0430", "back out a"),
    *("reveal", "reveal 01", "reveal 1  red", "reveal 1 iv", "reveal 1\x00"),
    *(f"{verb} {slot}" for verb in ("bid", "back-out") for slot in "abcdef"),
    *(f"reveal {card}" for card in oracle.CARD_VALUES),
)


def random_case(seed: int) -> Case:
    """Return a random case; in one of four, an action may be illegal."""
    draws = Draws(seed, "cases")
    asked = random_options(draws)
    actions = random_play(draws, asked)
    if draws.below(4) == 0:
        actions.insert(draws.below(len(actions) + 1), draws.choose(OTHER_ACTIONS))
    if draws.below(12) == 0:
        asked |= draws.choose(REFUSED_OPTIONS)
    return case(
        actions,
        options=asked,
        observer=draws.choose((None, None, *range(3))),
        ask=draws.choose(("trace", "trace", "final", {"count": draws.below(2)})),
    )


CASES: Final = tuple(map(random_case, range(600)))


@pytest.mark.long
def test_answers_equal_those_of_the_oracle() -> None:
    """In some hundred cases of one conversation."""
    answers = exchange(*(run_line(asked, seq) for seq, asked in enumerate(CASES)))
    for seq, (asked, answer) in enumerate(zip(CASES, answers, strict=True)):
        assert answer.pop("seq") == seq
        assert compared(answer) == compared(oracle.run(asked)), json.dumps(asked)


def test_the_random_cases_reach_every_situation() -> None:
    met: Counter[str] = Counter()
    for asked in CASES:
        expected = oracle.run(asked)
        where = expected["refused"]
        index = where["index"] if isinstance(where, dict) else None
        met["setup refused" if index == -1 else "played" if index is None else "refused"] += 1
        if "count" in expected:
            met["count"] += 1
            continue
        found: Json = expected["states"]
        met[str(asked["ask"])] += 1
        for last in found[-1:]:
            met[f"{last['phase']} {asked['observer']}"] += 1
            met["pair"] += bool(last["discarded"])
            met["substitute blue"] += last["supply"]["blue"] < 0
            met["substitute clear"] += last["supply"]["clear"] < 0
            met["shared"] += last["phase"] == "over" and len(last["outcome"]["winners"]) > 1
    phases = [f"{phase} {seat}" for phase in ("reveal", "bid", "over") for seat in (None, 0, 1, 2)]
    wanted = ["setup refused", "played", "refused", "count", "trace", "final", *phases]
    wanted += ["pair", "substitute blue", "substitute clear", "shared"]
    assert {thing: met[thing] for thing in wanted if met[thing] < 4} == {}


# Requests to run: counts.


def count(asked: Case) -> Json:
    """Return the count of a case in which nothing is refused."""
    answer = run(asked)
    assert answer.keys() == {"count", "refused"}
    assert answer["refused"] is None
    assert type(answer["count"]) is int
    return answer["count"]


def counts(actions: Sequence[str], lengths: Iterable[int], **changed: Json) -> list[Json]:
    """Return the counts of sequences of several lengths from one position."""
    asked = options(**changed)
    return [count(case(actions, ask={"count": k}, options=asked)) for k in lengths]


def test_counts_of_three_equal_cards_by_hand() -> None:
    """Three equal cards and no beads: 1, 1, 1, 1, 3, 3, 6, 6, 6 and so on.

    There is only one different card to reveal, so one sequence of each length up to 3. Seat 0 has
    no bead and no card has one: it borrows and bids on any of the three equal cards, 3. Seat 1 must
    leave with that card: 3. Seat 2 borrows, and bids on either of the two others: 6. Seat 0, who
    has no bead left, must leave with that one; seat 2 gets the last card, and the game is over.
    There are no longer sequences, and these six still count.
    """
    lengths = [*range(10), 10**12]
    expected = [1, 1, 1, 1, 3, 3, 6, 6, 6, 6, 6]
    assert counts([], lengths, box=["1"] * 3, beads=0) == expected


def test_counts_of_games_of_different_lengths_by_hand() -> None:
    """Cards 1, 2, 3 on offer and one bead each: 1, 1, 2, 3, 3, 3, 3 from the first bid on.

    Seat 0 has to bid on ``a``. Seat 1 leaves with it, or bids. If it leaves: seat 2 has to bid on
    ``b``, seat 0, who has no bead left, has to leave with it, and all is over after 4 actions. If
    it bids: seat 2 leaves with the two beads (then seat 0 borrows and bids on ``b``, seat 1 has to
    leave with it: 5 actions) or bids (then seat 0 has to leave with three beads, seat 1 borrows
    and bids on ``b``, seat 2 has to leave with it: 6 actions). Three games in all; those that are
    over go on counting as one each.
    """
    row = ["reveal 3", "reveal 1", "reveal 2"]
    expected = [1, 1, 2, 3, 3, 3, 3, 3]
    assert counts(row, range(8), box=["1", "2", "3"], beads=1) == expected


def test_the_end_counts_once() -> None:
    """A finished game has one sequence of any length, the empty one."""
    assert counts(ENDED, [0, 1, 5, 10**30], box=options()["box"]) == [1, 1, 1, 1]


def test_counts_equal_those_of_the_oracle() -> None:
    """From small positions."""
    counted: set[int] = set()
    palettes = (("1",), ("1", "2"), ("1", "1 red", "2"), ("-1 red", "0 red", "6 red"))
    for seed in range(60):
        draws = Draws(seed, "counts")
        palette = draws.choose(palettes)
        box = [draws.choose(palette) for _ in range(6)]
        asked = options(box=box, auctions=2, beads=draws.below(4))
        actions = random_play(draws, asked)[: draws.below(16)]
        question = case(actions, options=asked, ask={"count": draws.below(6)})
        answer = run(question)
        assert compared(answer) == oracle.run(question), json.dumps(question)
        counted.add(answer["count"])
    assert len(counted) > 10


def test_a_count_starts_before_a_refused_action() -> None:
    for k in range(4):
        answer = run(case([*ROW, "bid b", "bid a"], ask={"count": k}))
        assert refused(answer) == 3
        assert answer["count"] == count(case(ROW, ask={"count": k}))
    assert count(case(ROW, ask={"count": 2}, observer=2)) == 2


@dataclass(frozen=True)
class Clock:
    """A position of an endless game: the hand of a clock moves forward or back."""

    hour: int
    hours: int

    @property
    def legal_actions(self) -> tuple[str, ...]:
        """Return both moves."""
        return ("on", "back")

    def apply(self, action: str) -> "Clock":
        """Move the hand by an hour."""
        return Clock((self.hour + (1 if action == "on" else -1)) % self.hours, self.hours)


@pytest.mark.parametrize("length", [*range(8), 40])
def test_each_position_is_visited_once(length: int) -> None:
    """The number of sequences doubles with each action, that of positions does not."""
    clock: Json = Clock(0, 5)
    assert wire.count_sequences(clock, length) == 2**length


def test_a_count_has_a_bound_by_work_and_not_by_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the two moves is carried out once after each move, but not as the last one.

    The work is bounded even where all moves lead to the same position.
    """
    moved = list[str]()
    apply = Clock.apply

    def count(self: Clock, action: str) -> Clock:
        moved.append(action)
        return apply(self, action)

    monkeypatch.setattr(Clock, "apply", count)
    still: Json = Clock(0, 1)
    longest = wire.MOST_POSITIONS // 2 + 1
    assert wire.count_sequences(still, longest) == 2**longest
    assert len(moved) == wire.MOST_POSITIONS
    for length in (longest + 1, longest + 2, 10**9, 10**400):
        moved.clear()
        with pytest.raises(wire.NotOffered, match=r"takes more than 1500 positions$"):
            wire.count_sequences(still, length)
        assert len(moved) <= wire.MOST_POSITIONS


def test_a_count_over_the_limit_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next request is answered."""
    monkeypatch.setattr(wire, "MOST_POSITIONS", 500)
    box = [*map(str, oracle.CARD_VALUES)][:60]
    asked = options(players=5, box=box, auctions=12, beads=7)
    answer = run(case(options=asked, ask={"count": 10**9}))
    assert answer.keys() == {"skipped", "message"}
    assert answer["skipped"] is True
    assert "takes more than 500 positions" in answer["message"]
    assert count(case(options=asked, ask={"count": 1})) == len(set(box))


# The conversation.


class Flood:
    """A stream with a line of this number of bytes, then others; it never holds the whole line."""

    def __init__(self, size: int, *lines: bytes) -> None:
        """Set the number of bytes, the line feed included."""
        self.left = size
        self.rest = io.BytesIO(b"".join(lines))

    def readline(self, limit: int) -> bytes:
        """Return the next part of the line."""
        if not self.left:
            return self.rest.readline(limit)
        size = min(limit, self.left)
        self.left -= size
        return b" " * size if self.left else b" " * (size - 1) + b"\n"


def test_a_line_may_have_ten_million_bytes() -> None:
    """Without its line feed; one byte more is an error."""
    good = run_line(case(ENDED), 6)
    blanks = wire.LONGEST_LINE + 1 - len(good)
    assert wire.LONGEST_LINE == 10_000_000
    fitting, longer = (b" " * more + good for more in (blanks, blanks + 1))
    assert exchange(fitting) == exchange(fitting.rstrip(b"\n")) == exchange(good)
    for line_of in (longer, longer[1:].rstrip(b"\n") + b" "):
        (errored,) = exchange(line_of)
        assert_errored(errored)
        assert errored["message"] == "line: it has more than 10000000 bytes"
    assert exchange(longer, good)[1:] == exchange(good)


def test_the_longest_default_play_fits_into_a_line() -> None:
    """A play of Misbehavin' has at most 60,030 actions by default, here of 20 bytes each."""
    line = run_line(case(["retrigger cargo-run"] * 60_030), 6)
    assert len(line) > 1_200_000
    (answer,) = exchange(line)
    assert not answer.get("errored")


def test_a_line_that_is_too_long_is_not_kept_in_memory() -> None:
    written: list[bytes] = []
    good = run_line(case(ENDED), 6)
    tracemalloc.start()
    try:
        wire.serve(Flood(100_000_000, good, STOP), written.append)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert_errored(read(written[0]))
    assert [read(written[1])] == exchange(good)
    assert peak < 5 * wire.LONGEST_LINE


def refused_texts(first: int, number: int) -> Iterable[str]:
    """Return this number of different texts that are refused."""
    forms = ("reveal {}", "reveal -{} red V", "bid {}", "back-out z{}", "{}")
    return (forms[n % len(forms)].format(1000 + n) for n in range(first, first + number))


@pytest.mark.long
def test_refused_texts_are_not_kept_in_memory() -> None:
    def refuse(first: int, number: int) -> int:
        for text in refused_texts(first, number):
            answer = wire.handle({"cmd": "run", "seq": 1, "case": case([*ROW[:1], text])})
            assert answer is not None
            assert refused(answer) == 1
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        before = refuse(0, 1400)  # then all caches of a limited size are full
        after = refuse(1400, 1400)
    finally:
        tracemalloc.stop()
    assert after - before < 1400 * sys.getsizeof("")


def test_answers_do_not_depend_on_earlier_requests() -> None:
    requests = [run_line(asked, seq) for seq, asked in enumerate(CASES[:80])]
    draws = Draws(0, "order")
    order = sorted([*range(80), *range(80)], key=lambda _: draws.bits())
    mixed = exchange(START, *(requests[seq] for seq in order), b"garbage\n", requests[0])
    expected = [compared(oracle.run(asked)) for asked in CASES[:80]]
    assert [compared(it) for it in mixed[1:-2]] == [{**expected[seq], "seq": seq} for seq in order]
    assert compared(mixed[-1]) == {**expected[0], "seq": 0}


def test_a_seq_is_any_whole_number() -> None:
    numbers = [5, 5, 0, -3, 2**53 + 1, 10**30]
    answers = exchange(*(run_line(case(), number) for number in numbers))
    assert [answer["seq"] for answer in answers] == numbers


def test_stop_is_not_answered_and_ends_the_conversation() -> None:
    """Later lines are not read."""
    written: list[bytes] = []
    lines = io.BytesIO(b"".join([START, STOP, START, run_line(case())]))
    wire.serve(lines, written.append)
    assert len(written) == 1
    assert lines.readlines() == [START, run_line(case())]


def environment() -> dict[str, str]:
    """Return the environment of a process that finds this package."""
    path = filter(None, (str(SOURCE), os.environ.get("PYTHONPATH")))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path), "PYTHONUNBUFFERED": ""}


def engine() -> subprocess.Popen[bytes]:
    """Start our engine as the suite does, as a child process."""
    return subprocess.Popen(
        [sys.executable, "-m", "fireflies", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )


def converse(*lines: bytes) -> list[Answer]:
    """Send the lines to a process, and return its answers; it has to end with code 0."""
    with engine() as running:
        try:
            out, err = running.communicate(b"".join(lines), PATIENCE)
        finally:
            running.kill()
    assert (running.returncode, err) == (0, b"")
    return [read(answer) for answer in out.splitlines(keepends=True)]


@pytest.mark.long
def test_a_process_answers_as_the_function_does() -> None:
    """Standard output has nothing but answers."""
    requests = [START, *(run_line(asked, seq) for seq, asked in enumerate(CASES[:20]))]
    requests += [line(it) for it in MALFORMED.values()]
    assert converse(*requests, STOP) == exchange(*requests)
    assert converse(*requests[:2], STOP, *requests) == exchange(*requests[:2])
    assert converse() == []
    assert converse(STOP) == []


def test_a_process_answers_after_invalid_lines() -> None:
    good = run_line(case(ENDED), 6)
    lines = [it for garbage in GARBAGE.values() for it in (garbage.rstrip(b"\n\x00") + b"\n", good)]
    answers = converse(*lines)
    assert len(answers) == len(lines)
    assert answers[1::2] == exchange(good) * len(GARBAGE)


def test_a_last_line_without_a_newline_is_answered() -> None:
    assert converse(START, run_line(case(ENDED)).rstrip(b"\n")) == exchange(
        START, run_line(case(ENDED))
    )
    assert converse(START, STOP.rstrip(b"\n")) == exchange(START)


def test_each_answer_is_flushed() -> None:
    """Stop ends the engine while its input is still open."""
    with engine() as running:
        assert running.stdin is not None
        assert running.stdout is not None
        try:
            for request in (START, run_line(case(ENDED), 1), b"garbage\n", run_line(case(), 2)):
                running.stdin.write(request)
                running.stdin.flush()
                ready, _, _ = select.select([running.stdout], [], [], PATIENCE)
                assert ready
                assert [read(running.stdout.readline())] == exchange(request)
            running.stdin.write(STOP)
            running.stdin.flush()
            assert running.wait(PATIENCE) == 0
        finally:
            running.kill()
