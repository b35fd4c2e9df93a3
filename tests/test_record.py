"""Tests of records: equal plays give equal bytes, and a line that is no record is refused."""

import copy
import json
import pickle
import random
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final, TypeAlias, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireflies import games, misbehavin, smile
from fireflies.contract import (
    SPECTATOR,
    Action,
    Hidden,
    IllegalAction,
    InvalidOptions,
    Observer,
    Sight,
    State,
    View,
    Viewed,
)
from fireflies.errors import InvalidData
from fireflies.games import Option, Setup
from fireflies.misbehavin.rules.actions import Play
from fireflies.record import (
    FORMAT,
    VERSION,
    Record,
    RedactedRecord,
    begin,
    read,
    read_all,
    read_redacted,
)
from fireflies.smile import BackOut, Bid
from fireflies.smile.box.options import BOX
from fireflies.smile.play import generators
from tests.kuhn import GAME as KUHN
from tests.kuhn import Deal
from tests.kuhn import State as Kuhn
from tests.misbehavin.situations import Has, table
from tests.smile.plays import habits, random_options, uniform

KEYS: Final = (
    *("format", "version", "game", "edition", "revision", "options", "seats", "actions", "result"),
    *("x-a", "x-b", "digest"),
)
"""The order of the keys: those of every record, extra keys by name, the digest."""

LINE: Final = (
    '{"format":"fireflies.record","version":1,"game":"smile","edition":"2017","revision":1,'
    '"options":{"players":3,"starting_player":1,"box":["-2 yellow","1","3 red"],"auctions":1,'
    '"beads":1},"seats":["Ada","Béla","千"],"actions":["reveal -2 yellow","reveal 3 red",'
    '"reveal 1","bid a","bid a","back-out a","bid b","back-out b"],'
    '"result":{"scores":[-2,2,1],"winners":[1]},"x-a":"🎲",'
    '"x-b":[1.5,null,{"a":"é\\n","z":true}]'
)
"""A finished play as one line, up to its digest."""
DIGEST: Final = "eacba7ae5d7d37c2583c0b281897cec16d6578cf64de8ce937a603e059cd0bbf"
WHOLE: Final = f'{LINE},"digest":"{DIGEST}"}}'
LOOSE: Final = f"{LINE}}}"
"""The same without its digest."""

Played: TypeAlias = Record[smile.State]

NAMES: Final = ("Ada", "Béla", "千 9", "", "Ada")


def played(
    chooser: random.Random,
    options: Mapping[str, object],
    most: int | None = None,
    extra: Mapping[str, object] | None = None,
) -> Played:
    """Return the record of a random play of at most this number of actions."""
    start = smile.GAME.set_up(options).start
    return continued(begin(smile.GAME, options, NAMES[: start.seats], extra), chooser, most)


def continued(record: Played, chooser: random.Random, most: int | None) -> Played:
    """Return the record after at most this number of more random actions."""
    players = habits(chooser, record.start.seats)
    while record.final.actor is not None and (most is None or len(record.actions) < most):
        actor = record.final.actor
        decide = players[actor] if isinstance(actor, int) else uniform
        record = record.play(decide(record.final, chooser))
    return record


def some_records() -> list[Played]:
    """Generate records of 3, 4 and 5 players and of variants: finished, unfinished and empty."""
    found = []
    for seed in range(12):
        chooser = random.Random(f"some records {seed}")
        options = {"players": 3 + seed % 3} if seed < 3 else random_options(chooser)
        found.append(played(chooser, options))
        found.append(played(chooser, options, most=1 + chooser.randrange(20)))
        found.append(played(chooser, options, most=0, extra={"x-seed": seed}))
    return found


def whole_and_equal(record: Record[Any], again: Record[Any]) -> None:
    """Require that both records are equal in every part."""
    assert again == record
    assert hash(again) == hash(record)
    assert again.to_text().encode() == record.to_text().encode()
    assert again.game is record.game
    assert (again.options, again.seats) == (record.options, record.seats)
    assert (again.actions, again.start, again.final) == (record.actions, record.start, record.final)


# Writing.


def test_a_record_is_one_line_with_its_keys_in_a_fixed_order() -> None:
    """Exactly, also when its parts come in another order."""
    assert (FORMAT, VERSION) == ("fireflies.record", 1)
    record = begin(
        smile.GAME,
        {"beads": 1, "auctions": 1, "box": ["3 red", "1", "-2 yellow"], "starting_player": 1},
        iter(("Ada", "Béla", "千")),
        {"x-b": (1.5, None, {"z": True, "a": "é\n"}), "x-a": "🎲"},
    )
    for text in json.loads(LOOSE)["actions"]:
        record = record.play(smile.read_action(text))
    assert record.to_text() == WHOLE
    assert record.digest == DIGEST == sha256(LOOSE.encode()).hexdigest()
    assert tuple(json.loads(record.to_text())) == KEYS
    assert "\n" not in record.to_text()
    whole_and_equal(read(WHOLE), record)
    assert read(WHOLE.encode()) == record


def test_an_unfinished_play_has_no_result() -> None:
    record = begin(smile.GAME, {}, ("a", "b", "c"))
    assert record.to_text().endswith(
        '"seats":["a","b","c"],"actions":[],"result":null,"digest":"' + record.digest + '"}'
    )
    assert read(record.to_text()) == record


def test_any_play_is_read_as_it_was_written() -> None:
    met = set()
    for record in some_records():
        whole_and_equal(record, read(record.to_text()))
        whole_and_equal(record, read(record.to_text().encode() + b"\n"))
        final = record.final
        met.add((final.seats, bool(record.actions), final.outcome is not None))
    kinds = ((False, False), (True, False), (True, True))
    assert met == {(seats, *kind) for seats in (3, 4, 5) for kind in kinds}


PLAIN: Final[st.SearchStrategy[object]] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
SHOWN_NAMES: Final = st.text(
    st.characters(exclude_categories=("C", "Z")) | st.just(" "), max_size=199
).map("A{}".format)
EXTRA: Final = st.dictionaries(st.text().map("x-{}".format), PLAIN, max_size=3)


@settings(max_examples=settings().max_examples // 2)
@given(
    options=generators.options(),
    extra=EXTRA,
    names=st.lists(SHOWN_NAMES, min_size=5, max_size=5),
    most=st.none() | st.integers(0, 60),
    chooser=st.integers(0, 2**32).map(random.Random),
)
def test_any_record_is_read_as_it_was_written(
    options: Mapping[str, object],
    extra: Mapping[str, object],
    names: list[str],
    most: int | None,
    chooser: random.Random,
) -> None:
    seats = smile.GAME.set_up(options).start.seats
    start = begin(smile.GAME, options, names[:seats], extra)
    record = continued(start, chooser, most)
    again = read(record.to_text())
    whole_and_equal(record, again)
    assert again.extra == extra
    for _ in record.actions:
        again = again.undo()
    whole_and_equal(again, start)


def test_equal_records_are_equal_bytes() -> None:
    base = json.loads(LOOSE)
    changes: list[Mapping[str, object]] = [
        {},
        {"seats": ["Ada", "Bela", "千"]},
        {"x-a": "🎲 "},
        {"x-b": [1.5, None, {"a": "é\n", "z": 1}]},
        {"x-c": None},
        {"actions": base["actions"][:-1], "result": None},
        {"actions": ["reveal 1", "reveal -2 yellow", *base["actions"][1:2], *base["actions"][3:]]},
        {"options": {**base["options"], "starting_player": 2}, "actions": [], "result": None},
    ]
    records = [read(json.dumps({**base, **change})) for change in changes]
    for one in records:
        for other in records:
            same = one is other
            assert (one == other) is same
            assert (one.to_text() == other.to_text()) is same
            assert (one.digest == other.digest) is same
    assert len(set(records)) == len(records)
    assert len({*records, *(read(record.to_text()) for record in records)}) == len(records)


def test_1_and_true_are_different_data() -> None:
    first, second, third = (
        begin(smile.GAME, {}, ("a", "b", "c"), {"x-a": thing}) for thing in (1, True, 1.0)
    )
    assert first != second
    assert first != third
    assert second != third


def test_a_record_equals_nothing_else() -> None:
    assert read(WHOLE) != WHOLE
    assert read(WHOLE) is not None


def test_repr_is_python() -> None:
    assert repr(read(WHOLE)) == f"read({WHOLE!r})"
    assert eval(repr(read(WHOLE))) == read(LOOSE)  # noqa: S307 - our own text


def test_a_record_is_read_only() -> None:
    record = read(WHOLE)
    with pytest.raises(AttributeError):
        record.seats = ()  # type: ignore[misc]  # what a type checker would say
    assert copy.copy(record) == record
    assert copy.deepcopy(record) == record


# ``begin``.


def test_options_and_extra_keys_are_data_for_json() -> None:
    """Also in a record that was read."""
    record = begin(smile.GAME, {}, NAMES[:3], {"x-seed": 7})
    for one in (record, read(record.to_text())):
        assert json.loads(json.dumps(one.options)) == record.options
        assert json.dumps(one.extra) == '{"x-seed": 7}'


def test_a_record_begins_with_complete_options() -> None:
    record = begin(smile.GAME, {"players": 4}, ("a", "b", "c", "d"), {"x-place": "Oslo"})
    assert tuple(record.options) == tuple(option.name for option in smile.GAME.options)
    assert record.options == {
        "players": 4,
        "starting_player": 0,
        "box": [str(card) for card in smile.default_box()],
        "auctions": 10,
        "beads": 6,
    }
    assert record.game is smile.GAME
    assert record.seats == ("a", "b", "c", "d")
    assert record.actions == ()
    assert record.start == record.final == smile.start(4)
    assert record.extra == {"x-place": "Oslo"}
    assert begin(smile.GAME, {}, ("a", "b", "c")).extra == {}


def test_a_record_copies_the_given_dictionaries() -> None:
    extra = {"x-a": 1}
    record = begin(smile.GAME, {}, ("a", "b", "c"), extra)
    extra["x-b"] = 2
    assert record.extra == {"x-a": 1}


def too_deep() -> object:
    """Return a list nested in lists."""
    found: list[object] = []
    for _ in range(100_000):
        found = [found]
    return found


NOT_BEGUN: Final[dict[str, tuple[Iterable[str], Mapping[str, object], str]]] = {
    "two names": (("a", "b"), {}, "seats: 2 names for 3 seats"),
    "four names": (("a", "b", "c", "d"), {}, "seats: 4 names for 3 seats"),
    "no names": ((), {}, "seats: 0 names for 3 seats"),
    "a key without x-": (("a",) * 3, {"y": 1}, "'y': a key of your own begins with x-"),
    "a key of ours": (
        ("a",) * 3,
        {"x-a": 1, "digest": "0"},
        "'digest': a key of your own begins with x-",
    ),
    "a large x": (("a",) * 3, {"X-a": 1}, "'X-a': a key of your own begins with x-"),
    "a set": (
        ("a",) * 3,
        {"x-a": {1}},
        "record: this can't be written as JSON: Object of type set is not JSON serializable",
    ),
    "half a character in a name": (
        ("\ud800", "b", "c"),
        {},
        r"seats[0]: a name has no control or direction characters, as in '\ud800'",
    ),
    "a line feed in a name": (
        ("a", "b\nc", "c"),
        {},
        r"seats[1]: a name has no control or direction characters, as in 'b\nc'",
    ),
    "another direction in a name": (
        ("a", "b", "\u202ec"),
        {},
        r"seats[2]: a name has no control or direction characters, as in '\u202ec'",
    ),
    "a long name": (
        ("a", "b" * 201, "c"),
        {},
        "seats[1]: a name has at most 200 characters, not 201",
    ),
}


@pytest.mark.parametrize("name", NOT_BEGUN)
def test_begin_refuses_wrong_names_and_extras(name: str) -> None:
    seats, extra, message = NOT_BEGUN[name]
    with pytest.raises(InvalidData) as caught:
        begin(smile.GAME, {}, seats, extra)
    assert str(caught.value) == message


@pytest.mark.parametrize("redacted", [False, True])
def test_a_name_of_200_characters_is_read_and_a_longer_one_refused(*, redacted: bool) -> None:
    """Also where another program has written the line."""
    record = begin(smile.GAME, {}, ("a" * 200, "b", "c"))
    line = record.redacted("spectator") if redacted else record.to_text()
    parse: Callable[[str], Record[State] | RedactedRecord] = read_redacted if redacted else read
    assert parse(line).seats[0] == "a" * 200
    with pytest.raises(InvalidData, match=r"^seats\[0\]: a name has at most 200 .*, not 100000$"):
        parse(line.replace("a" * 200, "a" * 100_000))


@pytest.mark.parametrize(
    "thing",
    [float("nan"), float("inf"), 10**5000, "\udfff", {"a": "\udfff"}, {1: 2, "1": 3}, too_deep()],
    ids=["NaN", "infinity", "huge", "half a character", "deep half", "mixed keys", "too deep"],
)
def test_begin_refuses_what_is_no_plain_data(thing: object) -> None:
    with pytest.raises(InvalidData, match=r"^record: this can't be written as JSON: "):
        begin(smile.GAME, {}, ("a", "b", "c"), {"x-a": thing})


def test_begin_refuses_wrong_options() -> None:
    with pytest.raises(InvalidOptions, match=r"^smile\.setup\.players: players: a whole number"):
        begin(smile.GAME, {"players": 2}, ("a", "b"))


@pytest.mark.parametrize("names", [(1, 2, 3), (None, "b", "c"), (b"a", b"b", b"c")], ids=str)
def test_a_name_is_a_string(names: Iterable[str]) -> None:
    """A record that ``begin`` returns can be read."""
    with pytest.raises(InvalidData, match=r"^seats\[0\]: a string is wanted, not "):
        begin(smile.GAME, {}, names)


def test_a_key_is_a_string() -> None:
    wrong: Mapping[str, object] = {1: 2}  # type: ignore[dict-item]  # that is what is tried
    with pytest.raises(InvalidData, match=r"^1: a key of your own begins with x-$"):
        begin(smile.GAME, {}, ("a", "b", "c"), wrong)


# ``play``, ``undo``, replay, ``seen_by``.


def test_play_adds_one_action() -> None:
    record = begin(smile.GAME, {}, ("a", "b", "c"), {"x-a": 1})
    before = record.to_text()
    action = smile.read_action("reveal 3 red")
    longer = record.play(action)
    assert (record.to_text(), record.actions, record.final) == (before, (), record.start)
    assert longer.actions == (action,)
    assert longer.final == record.start.apply(action)
    assert (longer.game, longer.options, longer.seats) == (smile.GAME, record.options, record.seats)
    assert (longer.start, longer.extra) == (record.start, {"x-a": 1})


@pytest.mark.parametrize(
    ("played_so_far", "action", "clause"),
    [
        (0, Bid("a"), smile.Clause.AUCTION_PHASES),
        (0, smile.read_action("reveal 4"), smile.Clause.SETUP_DRAW_PILE),
        (4, Bid("b"), smile.Clause.BID_LOWEST_CARD),
        (8, BackOut("a"), smile.Clause.END_LAST_AUCTION),
    ],
    ids=["too early", "no such card", "another card", "after the end"],
)
def test_an_illegal_action_changes_nothing(
    played_so_far: int, action: Action, clause: smile.Clause
) -> None:
    record = read(WHOLE)
    while len(record.actions) > played_so_far:
        record = record.undo()
    text = record.to_text()
    with pytest.raises(IllegalAction) as caught:
        record.play(action)
    assert caught.value.violation.action == action
    assert caught.value.violation.clause is clause
    assert record.to_text() == text


def test_undo_removes_the_last_action() -> None:
    record = read(WHOLE)
    before = [begin(smile.GAME, record.options, record.seats, record.extra)]
    for action in record.actions:
        before.append(before[-1].play(action))
    for expected in reversed(before):
        whole_and_equal(record, expected)
        record = record.undo()
    whole_and_equal(record, before[0])


def test_each_step_begins_where_the_last_one_ended() -> None:
    for record in some_records():
        state = record.start
        assert tuple(step.action for step in record.steps) == record.actions
        for step in record.steps:
            assert step.before == state
            assert step.events == state.explain(step.action)
            state = state.apply(step.action)
            assert step.after == state
        assert state == record.final


def poker(*actions: str) -> Record[Kuhn]:
    """Return the record of a play of Kuhn poker."""
    record = begin(KUHN, {}, ("Ann", "Bob"), {"x-seed": 5})
    for action in actions:
        record = record.play(KUHN.read_action(action))
    return record


@pytest.mark.parametrize(
    "record",
    [read(WHOLE), poker("deal K", "deal J", "bet", "pass")],
    ids=lambda it: it.game.name,
)
def test_seen_by_is_each_step_as_the_observer_saw_it(record: Record[Viewed[View]]) -> None:
    for observer in (None, SPECTATOR, *range(record.start.seats)):
        state = record.start
        seen: list[Sight[View]] = [Sight((), state.view(observer))]
        for action in record.actions:
            events = tuple(event.seen_by(observer) for event in state.explain(action))
            redacted = state.redact(action, observer)
            state = state.apply(action)
            seen.append(Sight(events, state.view(observer), redacted))
        assert record.seen_by(observer) == tuple(seen)


def test_a_card_dealt_face_down_is_seen_by_its_owner_only() -> None:
    record = poker("deal K", "deal J", "bet", "pass")
    shown: dict[Observer, list[str]] = {
        None: ["deal K", "deal J"],
        0: ["deal K", "deal ?"],
        1: ["deal ?", "deal J"],
        SPECTATOR: ["deal ?", "deal ?"],
    }
    for observer, actions in shown.items():
        sights = record.seen_by(observer)
        assert [str(sight.action) for sight in sights[1:3]] == actions
        cards = tuple(text[-1] if text[-1] != "?" else None for text in actions)
        assert sights[-1].view.cards == cards


@pytest.mark.parametrize("seat", [-1, 3, 10**9])
def test_seen_by_refuses_a_missing_seat(seat: int) -> None:
    for record in (read(WHOLE), begin(smile.GAME, {}, ("a", "b", "c"))):
        with pytest.raises(ValueError, match="seat"):
            record.seen_by(seat)


# Strict reading.


def refused(line: str | bytes) -> InvalidData:
    """Return the error about this line, which has to be one short line."""
    with pytest.raises(InvalidData) as caught:
        read(line)
    error = caught.value
    assert error.place
    assert error.problem
    assert str(error) == f"{error.place}: {error.problem}"
    assert len(str(error).splitlines()) == 1
    return error


KNOWN: Final = (
    "format, version, game, edition, options, seats, actions, result, revision, position, digest"
)

PLAYERS_REFUSED = (
    "options.players: smile.setup.players: players: a whole number from 3 to 5 is wanted"
)

# A text that occurs once in LOOSE, its replacement, and the message.
REFUSED: Final[dict[str, tuple[str, str, str]]] = {
    "an unknown key": (
        '"version":1',
        '"version":1,"vision":1',
        f"'vision': there is no such key, only {KNOWN} and x-…",
    ),
    "a large X": (
        '"x-a"',
        '"X-a"',
        f"'X-a': there is no such key, only {KNOWN} and x-…",
    ),
    "format missing": (
        '"format":"fireflies.record",',
        "",
        "record: the key 'format' is missing",
    ),
    "version missing": ('"version":1,', "", "record: the key 'version' is missing"),
    "game missing": ('"game":"smile",', "", "record: the key 'game' is missing"),
    "edition missing": ('"edition":"2017",', "", "record: the key 'edition' is missing"),
    "seats missing": ('"seats":["Ada","Béla","千"],', "", "record: the key 'seats' is missing"),
    "result missing": (
        '"result":{"scores":[-2,2,1],"winners":[1]},',
        "",
        "record: the key 'result' is missing",
    ),
    "a key twice": (
        '"version":1',
        '"version":1,"version":1',
        "'version': this key stands more than once in one object",
    ),
    "another format": (
        '"fireflies.record"',
        '"fireflies.recording"',
        "format: 'fireflies.record' is wanted, not 'fireflies.recording'",
    ),
    "no format": ('"fireflies.record"', "null", "format: 'fireflies.record' is wanted, not None"),
    "version 2": ('"version":1', '"version":2', "version: 1 is wanted, not 2"),
    "version true": (
        '"version":1',
        '"version":true',
        "version: a whole number is wanted, not True",
    ),
    "version 1.0": ('"version":1', '"version":1.0', "version: a whole number is wanted, not 1.0"),
    "another game": (
        '"smile"',
        '"smiley"',
        "game: no game is called 'smiley'; there are: smile, festival, misbehavin",
    ),
    "a game that is a number": ('"smile"', "7", "game: a string is wanted, not 7"),
    "another edition": ('"2017"', '"2018"', "edition: '2017' is wanted, not '2018'"),
    "an edition that is a number": ('"2017"', "2017", "edition: '2017' is wanted, not 2017"),
    "players missing": ('"players":3,', "", "options: 'players' is missing"),
    "box missing": ('"box":["-2 yellow","1","3 red"],', "", "options: 'box' is missing"),
    "beads missing": (',"beads":1', "", "options: 'beads' is missing"),
    "two players": (
        '"players":3',
        '"players":2',
        f"{PLAYERS_REFUSED}, not 2",
    ),
    "players true": (
        '"starting_player":1',
        '"starting_player":true',
        (
            "options.starting_player: smile.setup.starting-player: starting_player: a whole number"
            " from 0 to 2 is wanted, not True"
        ),
    ),
    "a card too few": (
        '"1","3 red"',
        '"3 red"',
        (
            "options.box: smile.setup.draw-pile: box: 2 of its 2 cards are in play, and 3 players"
            " need exactly 3 for 1 auctions"
        ),
    ),
    "one option too many": (
        '"beads":1',
        '"beads":1,"pearls":1',
        (
            "options.pearls: pearls: there is no such option, only players, starting_player, box,"
            " auctions, beads"
        ),
    ),
    "two seats": ('"Ada",', "", "seats: 2 names for 3 seats"),
    "four seats": ('"Ada",', '"Ada","",', "seats: 4 names for 3 seats"),
    "seats that are a string": (
        '["Ada","Béla","千"]',
        '"ABC"',
        "seats: an array is wanted, not 'ABC'",
    ),
    "a seat that is null": ('"Béla"', "null", "seats[1]: a string is wanted, not None"),
    "actions that are an object": (
        '"actions":[',
        '"actions":{},"x-actions":[',
        "actions: an array is wanted, not {}",
    ),
    "an action that is a number": (
        '"reveal 1"',
        "1",
        "actions[2]: a string is wanted, not 1",
    ),
    "an action in large letters": (
        '"back-out a"',
        '"Back-out a"',
        (
            "actions[5]: 'Back-out a' is not an action, like 'bid a', 'back-out b' or"
            " 'reveal -2 yellow'; there is no verb Back-out (did you mean back-out?), only reveal,"
            " bid and back-out"
        ),
    ),
    "an illegal action": (
        '"back-out a"',
        '"back-out b"',
        (
            "actions[5]: smile.back-out.beads: You can only back out with a card that has"
            " beads on it; so seat 0 can't 'back-out b' [allowed: bid a, back-out a]"
            " [position: 1 1 012 a:-2y*2,b:1,c:3r 1+0/?/? 32+5 - -]"
        ),
    ),
    "an action after the end": (
        '"back-out b"',
        '"back-out b","bid a"',
        (
            "actions[8]: smile.end.last-auction: The game ends after its last auction; so anybody"
            " can't 'bid a' [allowed: nothing, the game is over]"
            " [position: 1 1 - - 3+0:-2y/0+1:3r/1+0:1 31+4 - -]"
        ),
    ),
    "another score": (
        "[-2,2,1]",
        "[-2,3,1]",
        (
            'result: the replay gives {"scores":[-2,2,1],"winners":[1]},'
            ' not {"scores":[-2,3,1],"winners":[1]}'
        ),
    ),
    "a score that is true": (
        "[-2,2,1]",
        "[-2,2,true]",
        (
            'result: the replay gives {"scores":[-2,2,1],"winners":[1]},'
            ' not {"scores":[-2,2,true],"winners":[1]}'
        ),
    ),
    "a result without its winners": (
        ',"winners":[1]',
        "",
        'result: the replay gives {"scores":[-2,2,1],"winners":[1]}, not {"scores":[-2,2,1]}',
    ),
    "no result at the end": (
        '{"scores":[-2,2,1],"winners":[1]}',
        "null",
        'result: the replay gives {"scores":[-2,2,1],"winners":[1]}, not null',
    ),
    "a result before the end": (
        ',"back-out b"',
        "",
        'result: the replay gives null, not {"scores":[-2,2,1],"winners":[1]}',
    ),
    "a digest of another play": (
        '"x-a"',
        f'"digest":"{DIGEST[::-1]}","x-a"',
        "digest: something in the record was changed since it was written",
    ),
    "a digest that is null": (
        '"x-a"',
        '"digest":null,"x-a"',
        "digest: something in the record was changed since it was written",
    ),
    "NaN": ("1.5", "NaN", "NaN: JSON has no such number"),
    "half a character": ('"Ada"', r'"\ud800"', "data: '\\ud800' is a lone surrogate"),
    "NUL in a name": (
        '"Ada"',
        '"A\0a"',
        "column 197: this is no JSON: Invalid control character at",
    ),
    "too deep": ("1.5", "[" * 10**6 + "]" * 10**6, "data: this is nested too deep"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_line_that_is_no_record_is_refused(name: str) -> None:
    """The message has the place; for an illegal action it is that of the game."""
    old, new, message = REFUSED[name]
    assert LOOSE.count(old) == 1
    assert str(refused(LOOSE.replace(old, new))) == message


@pytest.mark.parametrize("text", ["[]", "null", '"record"', "1", "true", f"[{WHOLE}]"])
def test_a_record_is_an_object(text: str) -> None:
    error = refused(text)
    assert error.place == "record"
    assert error.problem.startswith("an object is wanted, not ")


@pytest.mark.parametrize("text", ["1e999", "-1e999", "1" * 5000], ids=["large", "small", "long"])
def test_a_number_that_is_too_large_is_refused(text: str) -> None:
    for place in ("1.5", '"Ada"', '"smile"'):
        error = refused(LOOSE.replace(place, text))
        assert error.place == "data"
        assert error.problem.startswith("a number is too large: ")


def test_a_large_number_in_an_extra_is_kept() -> None:
    text = LOOSE.replace("1.5", "1" * 4000)
    assert "1" * 4000 in read(text).to_text()


LONG: Final = {
    "version": ('"version":1', f'"version":{"2" * 4000}'),
    "format": ('"fireflies.record"', f'"{"f" * 10**5}"'),
    "game": ('"smile"', f'"{"s" * 10**5}"'),
    "edition": ('"2017"', f'"{"2" * 10**5}"'),
    "key": ('"version":1', f'"version":1,"{"k" * 10**5}":1'),
    "key twice": ('"x-a"', f'"x-{"k" * 10**5}":1,"x-{"k" * 10**5}"'),
    "option": ('"beads":1', f'"beads":1,"{"p" * 10**5}":1'),
    "option of two lines": ('"beads":1', r'"beads":1,"pearls\nand\nshells":1'),
    "players": ('"players":3', f'"players":{"3" * 4000}'),
    "box": ('"box":["-2 yellow"', f'"box":["{"x" * 10**5}"'),
    "seat": ('"Ada",', f"{'[' * 500}{']' * 500},"),
    "action": ('"bid b"', f'"{"bid " * 10**5}"'),
    "result": ("[-2,2,1]", f"[{'1,' * 10**5}1]"),
    "digest": ('"x-a"', f'"digest":"{"0" * 10**5}","x-a"'),
}


@pytest.mark.parametrize("name", LONG)
def test_a_message_is_one_short_line(name: str) -> None:
    old, new = LONG[name]
    assert LOOSE.count(old) == 1
    assert len(str(refused(LOOSE.replace(old, new)))) < 500


def test_a_box_can_not_be_null() -> None:
    """Null means the default, and a record is complete."""
    record = begin(smile.GAME, {}, ("a", "b", "c"))
    data = json.loads(record.to_text())
    data["options"]["box"] = None
    assert refused(json.dumps(data)).place.startswith("options")


def test_a_record_without_a_digest_is_read() -> None:
    assert read(LOOSE).to_text() == WHOLE


def backwards(value: object) -> object:
    """Return the data with the keys of each object in reverse order."""
    if isinstance(value, dict):
        return {key: backwards(inner) for key, inner in reversed(value.items())}
    return [backwards(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("text", [WHOLE, LOOSE], ids=["with digest", "without"])
def test_a_record_in_another_form_is_equal(text: str) -> None:
    """Another order of keys and cards, spaces, escapes."""
    data = json.loads(text)
    options = {**data["options"], "box": data["options"]["box"][::-1]}
    forms = [
        json.dumps(data, indent=4),
        json.dumps(data, ensure_ascii=False, separators=(" ,\t", "\r\n: ")),
        json.dumps(dict(reversed(data.items()))),
        json.dumps({**data, "options": options}),
        json.dumps({**data, "options": backwards(options), "x-b": backwards(data["x-b"])}),
        text.replace("1.5", "15e-1").replace("Ada", "\\u0041da"),
        f" \t\r\n{text} \t\r\n",
    ]
    for form in forms:
        assert read(form).to_text() == WHOLE
        assert read(form.encode()).to_text() == WHOLE


def test_the_keys_of_a_result_may_stand_in_any_order() -> None:
    text = LOOSE.replace('"scores":[-2,2,1],"winners":[1]', '"winners":[1],"scores":[-2,2,1]')
    assert read(text).to_text() == WHOLE


# Reading under difficult conditions.


def test_a_record_cut_anywhere_is_refused() -> None:
    """Only the newline at the end may be missing."""
    for record in (read(WHOLE), *some_records()[:6]):
        line = f"{record.to_text()}\n".encode()
        assert read(line) == read(line[:-1]) == record
        for length in range(len(line) - 1):
            refused(line[:length])
        for length in range(2, len(line)):
            refused(line[-length + 1 :])


FLIPPED: Final = 10_000


def for_flips() -> list[bytes]:
    """Return short records with characters of all lengths, escapes and numbers."""
    chooser = random.Random("for flips")
    extra: Mapping[str, object] = {
        "x-å": ['é\n\t\u0001"\\/', 0.30000000000000004, 1e300, 1e-7, -0.0, 10**30, True],
        "x-🎲": {"": None, "千": [[], {}], "a": -1},
        "x-": "",
    }
    box = ["-2 yellow", "1 IV", "3 red V", "4 blue", "0", "-5 white", "6"]
    records = [
        read(WHOLE),
        played(chooser, {"players": 4, "box": box[:5], "auctions": 1, "beads": 2}, None, extra),
        played(chooser, {"players": 3, "box": box[2:6], "auctions": 1, "beads": 0}, 4, extra),
        played(chooser, {"players": 3, "box": box[3:6] * 2, "auctions": 2}, None, {"x-a": 0.1}),
        played(chooser, {"players": 3, "box": box[3:6], "auctions": 1}, 0, {"x-a": [1.0, 15]}),
    ]
    return [f"{record.to_text()}\n".encode() for record in records]


def flipped(line: bytes, chooser: random.Random) -> bytes:
    """Return the line with one byte changed: to any other, by one bit, or to a likely one."""
    place = chooser.randrange(len(line))
    old = line[place]
    likely = b'0123456789eE.-+"\\{}[],: \n\x00ntfx\xff'
    new = chooser.choice(
        (chooser.randrange(256), old ^ (1 << chooser.randrange(8)), chooser.choice(likely))
    )
    return line[:place] + bytes([new if new != old else old ^ 1]) + line[place + 1 :]


def tried(line: bytes) -> Record[Any] | None:
    """Return the record of the line; None when it is refused as expected."""
    try:
        return read(line)
    except InvalidData as error:
        if error.place and error.problem and len(str(error).splitlines()) == 1:
            return None
        raise


@pytest.mark.long
def test_a_changed_byte_gives_an_error_or_an_equal_record() -> None:
    lines = for_flips()
    originals = [read(line) for line in lines]
    equal = 0
    for seed in range(FLIPPED):
        chooser = random.Random(f"flip {seed}")
        line = flipped(lines[seed % len(lines)], chooser)
        record = tried(line)
        if record is not None:
            assert record == originals[seed % len(lines)], line
            assert f"{record.to_text()}\n".encode() == lines[seed % len(lines)], line
            equal += 1
    assert 0 < equal < FLIPPED / 100


def test_one_byte_changed_without_a_digest_is_a_play_or_an_error() -> None:
    """It may be another record, which is written as it was read."""
    lines = [line[: line.rindex(b',"digest"')] + b"}" for line in for_flips()]
    for seed in range(2_000):
        chooser = random.Random(f"flip without digest {seed}")
        line = flipped(lines[seed % len(lines)], chooser)
        record = tried(line)
        if record is not None:
            whole_and_equal(record, read(record.to_text()))


def stacked(depth: int, call: Callable[[], object]) -> object:
    """Call a function with this number of frames on the stack."""
    return call() if depth == 0 else stacked(depth - 1, call)


def test_deep_nesting_never_raises_a_recursion_error() -> None:
    for depth in range(sys.getrecursionlimit() - 150, sys.getrecursionlimit() + 10):
        line = LOOSE.replace("1.5", "[" * depth + "]" * depth)
        record = tried(line.encode())
        assert record is None or read(record.to_text()) == record


def test_a_record_that_was_read_can_be_written_with_a_deep_stack() -> None:
    for depth in (50, 100, 500, 900):
        record = tried(LOOSE.replace("1.5", "[" * depth + "]" * depth).encode())
        assert record is None or stacked(150, record.to_text) == record.to_text()


def test_nested_data_that_begin_accepts_can_be_read() -> None:
    read_again = []
    thing: object = "deep"
    for depth in range(1, 200):
        thing = {"a": thing} if depth % 2 else [thing]
        try:
            record = begin(smile.GAME, {}, ("a", "b", "c"), {"x-a": thing})
        except InvalidData:
            continue
        assert read(record.to_text()) == record
        read_again.append(depth)
    assert read_again == list(range(1, len(read_again) + 1))
    assert 20 < len(read_again) < 199


def test_a_record_survives_a_pickle() -> None:
    record = read(LOOSE)
    again = pickle.loads(pickle.dumps(record))  # noqa: S301 - our own, made in this line
    assert again == record
    assert again.final == record.final
    assert again.game == smile.GAME


def test_a_hundred_thousand_keys() -> None:
    many = {f"x-{number}": number for number in range(100_000)}
    record = read(f"{LINE},{json.dumps(many)[1:]}")
    assert record.extra == {**read(LOOSE).extra, **many}
    assert list(json.loads(record.to_text()))[9:-1] == sorted(record.extra)


def test_bytes_that_are_not_utf8_are_refused() -> None:
    name = f"byte {WHOLE.encode().index(b'Ada') + 1}"
    for raw, place in (
        (WHOLE.encode("utf-16"), "byte 1"),
        (WHOLE.encode("utf-16-le"), f"byte {2 * WHOLE.index('é') + 1}"),
        (WHOLE.encode("utf-32"), "byte 1"),
        (WHOLE.encode("utf-8-sig"), "column 1"),
        (WHOLE.encode().replace(b"Ada", b"\xed\xa0\x80"), name),
        (WHOLE.encode().replace(b"Ada", b"\xc1\x81da"), name),
        (WHOLE.encode() + b"\0", f"column {len(WHOLE) + 1}"),
        (b"\0" * 1000, "column 1"),
        (b"", "column 1"),
        (b"\n", "column 1"),
        (b"{\n[]}", "line 2, column 1"),
    ):
        assert refused(raw).place == place


# Many records.


def test_many_records_are_read_one_a_line() -> None:
    records = some_records()[:4]
    lines = [f"{record.to_text()}\n" for record in records]
    assert list(read_all(lines)) == records
    assert list(read_all(line.encode() for line in lines)) == records
    assert list(read_all([])) == []
    reading = read_all([*lines, "no record"])
    assert [next(reading) for _ in records] == records
    with pytest.raises(InvalidData) as caught:
        next(reading)
    assert str(caught.value) == "line 5, column 1: this is no JSON: Expecting value"


def test_an_error_names_the_line() -> None:
    bad = LOOSE.replace('"Ada"', "null")
    with pytest.raises(InvalidData) as caught:
        list(read_all([WHOLE, LOOSE, bad, "neither"]))
    assert str(caught.value) == "line 3, seats[0]: a string is wanted, not None"
    assert caught.value.place == "line 3, seats[0]"
    with pytest.raises(InvalidData, match=r"^line 1, record: an object is wanted"):
        list(read_all(["[]"]))


# Pinned values.


def pinned(line: str, box: object) -> str:
    """Return the line with another box, without its digest."""
    data = json.loads(line)
    del data["digest"]
    data["options"]["box"] = box
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def test_a_named_box_may_be_pinned() -> None:
    """The record has the complete box."""
    record = begin(smile.GAME, {}, ("a", "b", "c")).play(smile.read_action("reveal 4"))
    pin = BOX.pin("shipped")
    line = pinned(record.to_text(), dict(pin))
    assert len(line) < len(record.to_text()) - 200
    assert read(line) == record
    digest = sha256(line.encode()).hexdigest()
    for box in (pin, dict(reversed(dict(pin).items()))):
        again = json.loads(pinned(record.to_text(), box))
        assert read(json.dumps({**again, "digest": digest})) == record
    assert refused(json.dumps({**json.loads(line), "digest": record.digest})).place == "digest"


@pytest.mark.parametrize(
    ("box", "problem"),
    [
        ({"name": "old", "sha256": "0"}, "box: nothing is called 'old', only shipped"),
        (
            {"name": "shipped", "sha256": "0"},
            "box: 'shipped' has another digest here: its data differs",
        ),
        (
            {"name": "shipped"},
            "smile.setup.box: box: a list of cards is wanted, not {'name': 'shipped'}",
        ),
    ],
    ids=["no such name", "another digest", "no digest"],
)
def test_a_box_with_another_digest_is_refused(box: object, problem: str) -> None:
    line = pinned(begin(smile.GAME, {}, ("a", "b", "c")).to_text(), box)
    assert str(refused(line)) == f"options.box: {problem}"


# Records of before.


def without_revision(line: str) -> str:
    """Return the line as version 0.1.0 wrote it: names alone, no revision, its own digest."""
    data = json.loads(line)
    del data["revision"], data["digest"]
    given = data["options"].get("box")
    if isinstance(given, dict):
        data["options"]["box"] = cast("dict[str, str]", given)["name"]
    return with_digest(json.dumps(data, ensure_ascii=False, separators=(",", ":"))[:-1])


def test_a_record_without_a_revision_is_one_of_the_first() -> None:
    assert json.loads(WHOLE)["revision"] == smile.GAME.revision == 1
    assert read(without_revision(WHOLE)) == read(WHOLE)


@pytest.mark.parametrize(
    ("revision", "message"),
    [
        ("0", "1 to 1 are known here, not 0: a later fireflies has written this record"),
        ("2", "1 to 1 are known here, not 2: a later fireflies has written this record"),
        ('"1"', "a whole number is wanted, not '1'"),
    ],
)
def test_a_revision_that_is_not_known_here_is_refused(revision: str, message: str) -> None:
    line = LOOSE.replace('"revision":1', f'"revision":{revision}')
    assert str(refused(line)) == f"revision: {message}"


@pytest.fixture
def later_poker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Kuhn poker have a second revision, and an option whose named value has changed."""
    option = Option(
        "stones",
        "few",
        "how many stones",
        lambda value: value,
        named={"few": lambda: 2},
        former={"few": (lambda: 1,)},
    )

    def set_up(options: Mapping[str, object]) -> Setup[Kuhn]:
        stones = options.get("stones", "few")
        return replace(KUHN.set_up({}), options={"stones": "few" if stones == 2 else stones})

    later = replace(KUHN, revision=2, options=(option,), set_up=set_up)
    monkeypatch.setattr(games, "get", lambda _name: later)


@pytest.mark.usefixtures("later_poker")
def test_what_the_rules_of_today_refuse_in_an_older_record_is_reported() -> None:
    """With the action, the clause, and that the rules have changed; never played differently."""
    line = (
        '{"format":"fireflies.record","version":1,"game":"kuhn","edition":"1950",'
        '"options":{"stones":"few"},"seats":["a","b"],"actions":["deal K","deal J","bet","deal Q"],'
        '"result":null}'
    )
    told = "the changelog says what has changed in it"
    added = f" (recorded by revision 1 of the rules; this is 2: {told})"
    problem = str(refused(line))
    assert problem.startswith("actions[3]: kuhn.")
    assert problem.endswith(added)
    ended = line.replace('"bet","deal Q"', '"bet","pass"')
    assert str(refused(ended)) == (
        'result: the replay gives {"scores":[1,-1],"winners":[0]}, not null' + added
    )
    assert "revision" not in str(refused(line.replace('"1950",', '"1950","revision":2,')))


def test_the_change_of_the_violated_clause_is_told() -> None:
    """Before, The Black went back by itself when a location was played."""
    state = table(Has("inner-station,the-black", counts="1.1.0.1.0"))
    options, position = state.options.to_json(), state.view().position
    record = begin(misbehavin.GAME, dict(options), ("a", "b"), position=position)
    data = json.loads(record.play(Play("inner-station")).to_text())
    del data["revision"], data["digest"]
    data["actions"].append("end")
    problem = str(refused(json.dumps(data)))
    assert problem.startswith("actions[1]: misbehavin.black.location: ")
    assert problem.endswith(
        " (recorded by revision 1 of the rules; this is 2: misbehavin.black.location: The Black"
        " goes back to the supply only if you want it to: a new action `return`, or `skip`.)"
    )
    data["actions"] = ["pass"]
    other = str(refused(json.dumps(data)))
    assert other.startswith("actions[0]: misbehavin.")
    assert "has changed in misbehavin.card.order, misbehavin.area.display, " in other


@pytest.mark.usefixtures("later_poker")
def test_a_name_in_an_older_record_means_what_shipped_first() -> None:
    """A value that shipped once is also found by its digest."""
    line = (
        '{"format":"fireflies.record","version":1,"game":"kuhn","edition":"1950",'
        '"options":{"stones":"few"},"seats":["a","b"],"actions":[],"result":null}'
    )
    assert read(line).options == {"stones": 1}
    later = line.replace('"1950",', '"1950","revision":2,')
    assert read(later).options == {"stones": 2}
    digests = [sha256(number).hexdigest() for number in (b"1", b"2")]
    pins = [f'{{"name":"few","sha256":"{digest}"}}' for digest in digests]
    assert [read(later.replace('"few"', pin)).options for pin in pins] == [
        {"stones": 1},
        {"stones": 2},
    ]


# Plays that begin in the middle of a game.

MIDWAY: Final = (
    '{"format":"fireflies.record","version":1,"game":"kuhn","edition":"1950","revision":1,"options":{},'
    '"position":"KJ p","seats":["Ann","Bob"],"actions":["bet","pass"],'
    '"result":{"scores":[-1,1],"winners":[1]}'
)
"""The record of a play after the first pass, up to its digest."""


@pytest.mark.usefixtures("kuhn_installed")
def test_a_play_may_begin_in_the_middle_of_a_game() -> None:
    """The position is in the record, between the options and the seats."""
    record = begin(KUHN, {}, ("Ann", "Bob"), position="KJ p")
    assert (record.start, record.position) == (Kuhn(("K", "J"), "p"), "KJ p")
    for action in ("bet", "pass"):
        record = record.play(KUHN.read_action(action))
    assert record.to_text() == with_digest(MIDWAY)
    for line in (with_digest(MIDWAY), f"{MIDWAY}}}"):
        whole_and_equal(record, read(line))
    assert read(f"{MIDWAY}}}").position == "KJ p"
    assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301 - our own data


def test_a_whole_game_has_no_position() -> None:
    assert begin(smile.GAME, {}, ("a", "b", "c")).position is None
    assert read(WHOLE).position is None
    assert '"position"' not in read(WHOLE).to_text()


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("", "position: an empty text is not a position of Smile in one line, "),
        ("1 0 012 - ?/6+0/6+0 17+5 - 1,2,4", "position: '?' is not "),
        (
            "1 0 0123 - 6+0/6+0/6+0/6+0 11+5 - 1,2,3,4",
            "position: it has 4 seats, but by the options there are 3",
        ),
    ],
    ids=["empty", "as a seat sees it", "other seats"],
)
def test_a_play_begins_with_a_whole_position_of_the_game(position: str, message: str) -> None:
    with pytest.raises(InvalidData) as caught:
        begin(smile.GAME, {}, ("a", "b", "c"), position=position)
    assert str(caught.value).startswith(message)
    data = json.loads(begin(smile.GAME, {}, ("a", "b", "c")).to_text())
    assert str(refused(json.dumps({**data, "position": position}))).startswith(message)


@pytest.mark.usefixtures("kuhn_installed")
def test_a_changed_position_is_refused() -> None:
    line = with_digest(MIDWAY)
    assert refused(line.replace("KJ p", "KQ p")).place == "digest"
    assert str(refused(line.replace('"KJ p"', "1"))) == "position: a string is wanted, not 1"
    assert refused(line.replace("KJ p", "KJ pp")).place == "actions[0]"


@pytest.mark.usefixtures("kuhn_installed")
def test_the_position_of_a_redacted_record_hides_what_the_observer_did_not_see() -> None:
    record = begin(KUHN, {}, ("Ann", "Bob"), position="KJ p")
    kept = [read_redacted(record.redacted(seat)) for seat in (0, 1, SPECTATOR)]
    assert [redacted.position for redacted in kept] == ["K? p", "?J p", "?? p"]
    other = begin(KUHN, {}, ("Ann", "Bob"), position="QJ p")
    assert other.redacted(1) == record.redacted(1)
    with pytest.raises(InvalidData, match=r"^digest: "):
        read_redacted(record.redacted(1).replace("?J p", "QJ p"))
    assert read_redacted(poker().redacted(1)).position is None


# Redacted records.

SPECTATED: Final = (
    '{"format":"fireflies.record","version":1,"game":"kuhn","edition":"1950","revision":1,"options":{},'
    '"seats":["Ann","Bob"],"actions":["deal ?","deal ?","bet","pass"],"observer":"spectator",'
    '"events":[["seat 0 is dealt a card"],["seat 1 is dealt a card"],["seat 0: bet"],'
    '["seat 1: pass","seat 0 takes the pot"]],"result":{"scores":[1,-1],"winners":[0]}'
)
"""The redacted record of a spectator, without showdown, up to its digest.

Its events are texts, as before they were also data.
"""
DATA: Final = (
    ',"data":[[{"event":"Dealt","clause":"kuhn.deal.one-card","seat":0,"card":null}],'
    '[{"event":"Dealt","clause":"kuhn.deal.one-card","seat":1,"card":null}],'
    '[{"event":"Chosen","clause":"kuhn.turn.choice","seat":0,"verb":"bet"}],'
    '[{"event":"Chosen","clause":"kuhn.turn.choice","seat":1,"verb":"pass"},'
    '{"event":"Folded","clause":"kuhn.end.fold","winner":0}]]'
)
"""The events as data."""


def with_digest(line: str) -> str:
    digest = sha256(f"{line}}}".encode()).hexdigest()
    return f'{line},"digest":"{digest}"}}'


def test_a_redacted_record_is_the_play_as_the_observer_saw_it() -> None:
    record = poker("deal K", "deal J", "bet", "pass")
    line = SPECTATED.replace(',"result"', f'{DATA},"result"')
    assert record.redacted(SPECTATOR) == with_digest(line)
    assert "K" not in record.redacted(SPECTATOR)
    mine = json.loads(record.redacted(0))
    assert mine["actions"] == ["deal K", "deal ?", "bet", "pass"]
    assert mine["events"][:2] == [["seat 0 is dealt K"], ["seat 1 is dealt a card"]]
    assert mine["observer"] == 0
    opened = json.loads(poker("deal K", "deal J", "pass", "pass").redacted(1))
    assert opened["actions"][:2] == ["deal ?", "deal J"]
    assert opened["events"][-1][-1] == "the cards are K and J: seat 0 takes the pot"


def test_two_plays_that_look_the_same_are_redacted_to_the_same_bytes() -> None:
    """So the line has no hint of hidden cards."""
    plays = [poker("deal K", f"deal {card}", "bet", "pass") for card in "JQ"]
    assert plays[0].redacted(0) == plays[1].redacted(0)
    assert plays[0].redacted(SPECTATOR) == plays[1].redacted(SPECTATOR)
    assert plays[0].redacted(1) != plays[1].redacted(1)


def test_there_is_no_redacted_record_of_the_referee_or_a_missing_seat() -> None:
    record = poker("deal K")
    with pytest.raises(ValueError, match="keep the record itself"):
        record.redacted(None)
    with pytest.raises(ValueError, match="no seat 2"):
        record.redacted(2)


@pytest.mark.usefixtures("kuhn_installed")
def test_a_redacted_record_is_read_as_it_was_written() -> None:
    for actions in ((), ("deal K",), ("deal K", "deal J", "bet", "bet")):
        record = poker(*actions)
        observers: tuple[Observer, ...] = (SPECTATOR, 0, 1)
        for observer in observers:
            line = record.redacted(observer)
            kept = read_redacted(line)
            sights = record.seen_by(observer)[1:]
            assert (kept.game, kept.options, kept.seats) == (KUHN, {}, ("Ann", "Bob"))
            assert kept.observer == observer
            assert kept.actions == tuple(sight.action for sight in sights)
            assert kept.events == tuple(tuple(map(str, sight.events)) for sight in sights)
            assert kept.data == tuple(
                tuple(it.to_json() for it in sight.events) for sight in sights
            )
            assert kept.result == json.loads(line)["result"]
            turned = dict(reversed(json.loads(line).items()))
            assert read_redacted(json.dumps(turned)) == kept
            del turned["digest"]
            assert read_redacted(json.dumps(turned, indent=1).encode()) == kept


@pytest.mark.usefixtures("kuhn_installed")
def test_a_redacted_record_is_not_replayed() -> None:
    assert str(refused(with_digest(SPECTATED))) == (
        "observer: a redacted record can't be played again: it does not have every action"
    )
    assert read_redacted(with_digest(SPECTATED)).actions[0] == Hidden(Deal)


def test_a_game_without_secret_actions_has_redacted_records_too() -> None:
    record = read(WHOLE)
    kept = read_redacted(record.redacted(1))
    assert kept.actions == record.actions
    data = {**json.loads(record.redacted(1)), "x-mine": 1}
    del data["digest"]
    assert read_redacted(json.dumps(data)) == kept
    assert "x-a" not in record.redacted(1)


KNOWN_REDACTED: Final = KNOWN.replace("revision", "observer, events, revision").replace(
    "position", "position, data"
)
SHOWN: Final = '"result":{"scores":[1,-1],"winners":[0]}'

# A text that occurs once in SPECTATED, its replacement, and the message.
NOT_REDACTED: Final[dict[str, tuple[str, str, str]]] = {
    "no observer": ('"observer":"spectator",', "", "record: the key 'observer' is missing"),
    "no events": ('"events":', '"x-events":', "record: the key 'events' is missing"),
    "an unknown key": (
        '"version":1',
        '"version":1,"seed":1',
        f"'seed': there is no such key, only {KNOWN_REDACTED} and x-…",
    ),
    "another version": ('"version":1', '"version":2', "version: 1 is wanted, not 2"),
    "the referee": (
        '"spectator"',
        "null",
        "observer: a seat or 'spectator' is wanted, not null",
    ),
    "no such seat": ('"spectator"', "2", "observer: there is no seat 2, only 0 to 1"),
    "a seat that is true": ('"spectator"', "true", "observer: there is no seat True, only 0 to 1"),
    "one name": ('"Ann",', "", "seats: 1 names for 2 seats"),
    "another game": (
        '"kuhn"',
        '"chess"',
        "game: no game is called 'chess'; there are: smile, festival, misbehavin, kuhn",
    ),
    "no action": (
        '"bet"',
        '"raise"',
        (
            "actions[2]: 'raise' is not an action, which is one of: pass, bet, deal J, deal Q,"
            " deal K; there is no verb raise, only pass, bet and deal"
        ),
    ),
    "an action that is no text": ('"bet"', "1", "actions[2]: a string is wanted, not 1"),
    "an event that is no text": ('"seat 0: bet"', "3", "events[2]: a string is wanted, not 3"),
    "events that are no array": ('["seat 0: bet"]', "3", "events[2]: an array is wanted, not 3"),
    "an entry too few": (',["seat 0: bet"]', "", "events: 3 entries for 4 actions"),
    "data too few": (SHOWN, f'"data":[[],[],[]],{SHOWN}', "events: 4 and 3 entries for 4 actions"),
    "data that are texts": (
        SHOWN,
        f'"data":[["bet"],[],[],[]],{SHOWN}',
        "data[0]: an object is wanted, not 'bet'",
    ),
    "a result that is none": (SHOWN, '"result":3', "result: an object is wanted, not 3"),
    "a result without its winners": (
        ',"winners":[0]',
        "",
        "result: the key winners is missing",
    ),
    "a result with something more": (
        '"winners":[0]',
        '"winners":[0],"cards":"KJ"',
        "result: there is no key 'cards' here",
    ),
    "a score that is true": (
        "[1,-1]",
        "[true,-1]",
        "result.scores: a whole number is wanted, not True",
    ),
    "a score too few": (
        "[1,-1]",
        "[1]",
        "result: scores of 2 seats are wanted, and which of them won",
    ),
    "nobody won": (
        '"winners":[0]',
        '"winners":[]',
        "result: scores of 2 seats are wanted, and which of them won",
    ),
    "a winner on no seat": (
        '"winners":[0]',
        '"winners":[2]',
        "result: scores of 2 seats are wanted, and which of them won",
    ),
    "another digest": (
        SHOWN,
        f'{SHOWN},"digest":"0"',
        "digest: something in the record was changed since it was written",
    ),
}


@pytest.mark.usefixtures("kuhn_installed")
@pytest.mark.parametrize("name", NOT_REDACTED)
def test_a_line_that_is_no_redacted_record_is_refused(name: str) -> None:
    old, new, message = NOT_REDACTED[name]
    assert SPECTATED.count(old) == 1
    with pytest.raises(InvalidData) as caught:
        read_redacted(f"{SPECTATED.replace(old, new)}}}")
    assert str(caught.value) == message


@pytest.mark.usefixtures("kuhn_installed")
def test_a_changed_redacted_record_is_refused() -> None:
    line = with_digest(SPECTATED)
    read_redacted(line)
    for old, new in (("seat 0: bet", "seat 0: pass"), ("Ann", "Eve"), ('"spectator"', "1")):
        with pytest.raises(InvalidData, match=r"^digest: something in the record was changed"):
            read_redacted(line.replace(old, new))
