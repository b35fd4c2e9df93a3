"""Tests of the JSON schemas: shapes follow from types, our data fits, broken data does not."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, Final, Literal, NotRequired, TypedDict, cast

import pytest
from jsonschema import Draft202012Validator

from fireflies import games, schemas, smile
from fireflies._schemas import COUNT, Conditions
from fireflies._schemas import schema as make
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR, InvalidOptions, Observer, View, Viewed
from fireflies.errors import InvalidData
from fireflies.record import Record, begin, read
from fireflies.testing.sampling import random_states
from tests.campaign import generator
from tests.kuhn import GAME as KUHN
from tests.smile.plays import habits, random_options, uniform

Json = dict[str, object]


@cache
def validator(name: str) -> Draft202012Validator:
    """Return a validator for the schema of this name."""
    return Draft202012Validator(schemas.schema(name))


def json_copy(value: object) -> Json:
    """Return a copy of the data, as JSON gives it back."""
    return cast("Json", json.loads(json.dumps(value)))


@cache
def records() -> tuple[Record[smile.State], ...]:
    """Return finished, unfinished and empty plays of 3, 4 and 5 players, also variants."""
    found = []
    for seed in range(12):
        chooser = random.Random(f"schemas {seed}")
        options = {"players": 3 + seed} if seed < 3 else random_options(chooser)
        seats = smile.GAME.set_up(options).start.seats
        for most in (None, 0, chooser.randrange(1, 20)):
            names = ("Ada", "Béla", "千", "", "e")[:seats]
            record = begin(smile.GAME, options, names, {"x-most": most} if most else {})
            players = habits(chooser, seats)
            while record.final.actor is not None and (most is None or len(record.steps) < most):
                actor = record.final.actor
                decide = players[actor] if isinstance(actor, int) else uniform
                record = record.play(decide(record.final, chooser))
            found.append(record)
    return tuple(found)


def views(record: Record[smile.State]) -> Iterator[Json]:
    """Return the view of every observer in every state of a play."""
    for state in (record.start, *(step.after for step in record.steps)):
        observers: list[Observer] = [None, SPECTATOR, *range(state.seats)]
        for observer in observers:
            yield json_copy(state.view(observer).to_json())


# The schemas themselves.


class Inner(TypedDict):
    """A part."""

    number: int | None


class Everything(TypedDict):
    """A value of every type.

    The rest of a docstring does not matter.
    """

    numbers: list[list[int]]
    share: float
    flag: NotRequired[bool]
    kind: Literal["a", "b"]
    always: Literal[1]
    text: str | Literal[3] | None
    several: Inner | list[Inner] | None
    free: Mapping[str, object]
    by_kind: dict[Literal["x", "y"], int]
    by_name: dict[str, int]


def test_a_shape_follows_from_its_type() -> None:
    conditions: Conditions = {
        Everything: {
            "numbers": ("Rows.", range(1, 3)),
            "numbers[][]": (range(10), "One.", {"maximum": 4}),
            "text": re.compile("a|b"),
            "kind": ["b"],
            "by_kind[]": range(2),
            "by_name": ["p", "q"],
        },
        Inner: {"": "Described otherwise.", "number": COUNT},
    }
    number = {"type": "integer", "minimum": 0, "maximum": 1}
    part = {"$ref": "#/$defs/inner"}
    assert make(Everything, "test:1", "A test", conditions, minProperties=3) == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:fireflies:schema:test:1",
        "title": "A test",
        "description": "A value of every type.",
        "type": "object",
        "minProperties": 3,
        "required": [it for it in Everything.__annotations__ if it != "flag"],
        "properties": {
            "numbers": {
                "description": "Rows.",
                "type": "array",
                "minItems": 1,
                "maxItems": 2,
                "items": {
                    "type": "array",
                    "items": {"description": "One.", "type": "integer", "minimum": 0, "maximum": 4},
                },
            },
            "share": {"type": "number"},
            "flag": {"type": "boolean"},
            "kind": {"enum": ["b"]},
            "always": {"const": 1},
            "text": {
                "anyOf": [{"type": "string"}, {"const": 3}, {"type": "null"}],
                "pattern": "^(a|b)$",
            },
            "several": {"anyOf": [part, {"type": "array", "items": part}, {"type": "null"}]},
            "free": {"type": "object", "additionalProperties": {}},
            "by_kind": {
                "type": "object",
                "required": ["x", "y"],
                "properties": {"x": number, "y": number},
                "additionalProperties": False,
            },
            "by_name": {
                "type": "object",
                "required": ["p", "q"],
                "properties": {"p": {"type": "integer"}, "q": {"type": "integer"}},
                "additionalProperties": False,
            },
        },
        "additionalProperties": False,
        "$defs": {
            "inner": {
                "description": "Described otherwise.",
                "type": "object",
                "required": ["number"],
                "properties": {"number": {"type": ["integer", "null"], "minimum": 0}},
                "additionalProperties": False,
            }
        },
    }


@pytest.mark.parametrize("conditions", [{Inner: {"numbers": COUNT}}, {Everything: {}}], ids=str)
def test_a_condition_needs_its_place_in_the_type(conditions: Conditions) -> None:
    with pytest.raises(ValueError, match=r"has no .*(numbers|Everything)"):
        make(Inner, "test:1", "A test", conditions)


def test_each_schema_has_its_name() -> None:
    """The name is no address: nothing is downloaded."""
    found = schemas.schemas()
    assert {
        name: it["$id"].removeprefix("urn:fireflies:schema:") for name, it in found.items()
    } == {
        "record": "record:1",
        "arena": "arena:1",
        "request": "wire:1:request",
        "answer": "wire:1:answer",
        "case": "suite:1:case",
        "report": "suite:1:report",
        **{
            f"{game.name}/{kind}": f"{game.name}:{game.edition}:{kind}"
            for game in games.usable().values()
            for kind in ("options", "state", "action", "event")
        },
        "misbehavin/details": "misbehavin:2022:details",
        "festival/details": "festival:2026:details",
        "smile/details": "smile:2017:details",
    }
    for it in found.values():
        Draft202012Validator.check_schema(it)
        assert it["title"]
        assert it["description"]


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(InvalidData, match=r"schema: one of record, .*, not 'chess/state'"):
        schemas.schema("chess/state")


def test_the_options_are_those_of_each_game() -> None:
    """With the same names, in the same order, and with their texts."""
    for game in games.usable().values():
        found = schemas.schema(f"{game.name}/options")
        assert found["required"] == [*found["properties"]] == [it.name for it in game.options]
        for option in game.options:
            told = found["properties"][option.name]["description"]
            assert told.lower() == f"{option.text}.".lower()


# Valid data.


def test_every_record_and_its_options_fit() -> None:
    for record in records():
        data = json_copy(json.loads(record.to_text()))
        validator("record").validate(data)
        validator("smile/options").validate(data["options"])
        del data["digest"]
        validator("record").validate(data)


def test_every_redacted_record_fits() -> None:
    """Of a seat and of a spectator; a record with only one of the two extra keys does not."""
    for record in (*records()[9:15], *kuhn_records()):
        for observer in (1, SPECTATOR):
            data = json_copy(json.loads(record.redacted(observer)))
            validator("record").validate(data)
            for key in ("observer", "events"):
                assert not validator("record").is_valid({**data, key: None})
                del data[key]
                assert not validator("record").is_valid(data)
                data = json_copy(json.loads(record.redacted(observer)))


def kuhn_records() -> Iterator[Record[Viewed[View]]]:
    """Return plays of Kuhn poker, with and without a showdown."""
    for actions in (
        ["deal K"],
        ["deal K", "deal J", "bet", "pass"],
        ["deal J", "deal K", "bet", "bet"],
    ):
        record = begin(KUHN, {}, ("Ada", ""))
        for action in actions:
            record = record.play(KUHN.read_action(action))
        yield record


OPTIONS: Final[Mapping[str, list[Json]]] = {
    "smile": [{}, {"players": 5}],
    "festival": [{}, {"powers": True}],
    "misbehavin": [{"reavers": 2}, {"supply": "draft"}],
}


def spoken(name: str) -> Iterator[tuple[str, Json]]:
    """Yield actions and events of some plays with the names of their schemas.

    The first of each class, as the referee sees it and as a spectator does.
    """
    met = set[object]()
    for options in OPTIONS[name]:
        draws = Draws(generator(f"spoken {name} {options}").getrandbits(64), "plays")
        state = games.get(name).set_up(options).start
        while state.actor is not None:
            step = state.step(draws.choose(state.legal_actions))
            for observer in (None, SPECTATOR):
                action = state.redact(step.action, observer)
                for kind, data in (
                    ("action", action.to_json()),
                    *(("event", event.seen_by(observer).to_json()) for event in step.events),
                ):
                    shape = kind, data.get(kind, data.get("verb")), observer
                    if shape not in met:
                        met.add(shape)
                        yield kind, json_copy(data)
            state = step.after


@pytest.mark.long
@pytest.mark.parametrize("name", OPTIONS)
def test_actions_and_events_fit(name: str) -> None:
    """Also the redacted ones; without a key, with one more or another value they do not."""
    number = Counter[str]()
    for kind, data in spoken(name):
        validator(f"{name}/{kind}").validate(data)
        number[kind] += 1
        first = next(iter(data))
        fits = alternative(f"{name}/{kind}", first, str(data[first]))
        fits.validate(data)
        for key in data:
            assert not fits.is_valid({other: data[other] for other in data if other != key})
            assert not fits.is_valid({**data, key: {}})
        assert not fits.is_valid({**data, "more": 1})
    assert min(number.values()) > 5


@pytest.mark.long
@pytest.mark.parametrize("name", OPTIONS)
def test_details_fit(name: str) -> None:
    """Those of random views, of every kind; without a fact, or with another one, they do not."""
    whole = validator(f"{name}/details")
    by_kind = {it["properties"]["kind"]["const"]: it for it in alternatives(whole)}
    kinds = set[str]()
    for number, options in enumerate(OPTIONS[name]):
        states = random_states(games.get(name).set_up(options).start, number)
        for state in states[1 :: len(states) // 2]:
            for told in json_copy(state.view(SPECTATOR if number else 0).details_json()).values():
                facts = cast("Json", told)
                kind = str(facts["kind"])
                fits = alternative(f"{name}/details", "kind", kind)
                fits.validate(facts)
                if kind not in kinds:
                    assert whole.is_valid({"thing": facts})
                    for key in by_kind[kind]["required"]:
                        less = {other: facts[other] for other in facts if other != key}
                        assert not fits.is_valid(less)
                        assert not fits.is_valid({**facts, key: {"other": [{}]}})
                    assert not fits.is_valid({**facts, "more": 1})
                kinds.add(kind)
    assert kinds >= by_kind.keys() - MOMENTS


MOMENTS: Final = {"fight", "deal", "recruit"}
"""What not every play of these has for a moment."""


def alternatives(whole: Draft202012Validator) -> list[dict[str, Any]]:
    """Return the alternatives of a schema, of its values if it is of an object."""
    found = cast("dict[str, Any]", whole.schema)
    return cast("list[dict[str, Any]]", found.get("additionalProperties", found)["anyOf"])


@cache
def alternative(name: str, key: str, value: str) -> Draft202012Validator:
    """Return a validator for the only alternative of a schema that has this value at a key."""
    whole = validator(name)
    (found,) = [it for it in alternatives(whole) if it["properties"][key] == {"const": value}]
    defined = cast("dict[str, Any]", whole.schema)["$defs"]
    return Draft202012Validator({**found, "$defs": defined})


@pytest.mark.long
def test_every_view_fits() -> None:
    """The referee's and each seat's, in every phase."""
    found = set()
    for record in records()[9:30:3]:
        last = record.final.seats + 2  # every observer sees the end
        several = [*views(record)]
        for view in several[::3] + several[-last:]:
            validator("smile/state").validate(view)
            players = cast("list[Json]", view["players"])
            hidden = any(player["clear"] is None for player in players)
            found.add((view["phase"], len(players), hidden, view["legal"] is None))
    assert found == {
        (*kind, hidden, unsaid)
        for kind in ((phase, seats) for phase in ("reveal", "bid", "over") for seats in (3, 4, 5))
        for hidden, unsaid in ((False, False), (True, False), (True, True))
        if (not hidden or kind[0] != "over") and (not unsaid or kind[0] == "bid")
    }


@pytest.mark.long
def _incomplete(node: Any, key: str = "") -> Iterator[str]:
    """Yield the keys of a schema whose objects may lack one of their own keys."""
    if isinstance(node, dict):
        may_lack = {*node.get("properties", ())} - {*node.get("required", ())}
        if node.get("additionalProperties") is False and may_lack:
            yield key
        for name, part in node.items():
            yield from _incomplete(part, name)
    elif isinstance(node, list):
        for part in node:
            yield from _incomplete(part)


@pytest.mark.parametrize("name", games.names())
def test_an_object_of_a_state_that_may_lack_keys_is_compared_as_a_mapping(name: str) -> None:
    """In any other one, a key that the rules leave out would be one that the suite ignores."""
    made = games.get(name).schemas
    assert made is not None
    assert sorted(_incomplete(made()["state"])) == sorted(games.get(name).mappings)


def test_a_whole_usual_game_fits() -> None:
    """Ten auctions with the default box, with 3, 4 and 5 players."""
    for record in records()[0:9:3]:
        assert record.final.outcome is not None
        for view in islice(views(record), 0, None, 11):  # everybody's in turn
            validator("smile/state").validate(view)


def test_the_limits_are_those_of_the_game() -> None:
    """The largest and the smallest values that the game allows fit."""
    one, most = ["1"] * 3, ["1"] * 60
    for options in (
        {"players": 3, "beads": 11, "starting_player": 2, "box": most, "auctions": 20},
        {"players": 3, "beads": 0, "box": one, "auctions": 1},
        {"players": 5, "beads": 7, "starting_player": 4},
    ):
        validator("smile/options").validate(json_copy(dict(smile.GAME.set_up(options).options)))


def test_a_card_fits_when_the_game_reads_it() -> None:
    """And no other text does."""
    card = schemas.schema("smile/state")["$defs"]["offer"]["properties"]["card"]["pattern"]
    for value in range(-7, 9):
        for color in ("", " yellow", " white", " red", " blue", " green", " Red"):
            for marker in ("", " IV", " V", " VI"):
                text = f"{value}{color}{marker}"
                with pytest.raises(InvalidOptions) as caught:
                    smile.read_options({"box": [text]})  # one card is never enough
                allowed = "are in play" in caught.value.problem
                fits = Draft202012Validator({"pattern": card}).is_valid(text)
                assert fits is allowed, text


# Invalid data.


Change = Callable[[Json], object]


def at(*path: str | int, put: object) -> Change:
    """Return a change that sets the value at this path."""

    def change(data: Json) -> None:
        node: object = data
        for step in path[:-1]:
            node = cast("dict[str | int, object]", node)[step]
        cast("dict[str | int, object]", node)[path[-1]] = put

    return change


def without(*path: str | int) -> Change:
    """Return a change that removes the value at this path."""

    def change(data: Json) -> None:
        node: object = data
        for step in path[:-1]:
            node = cast("dict[str | int, object]", node)[step]
        del cast("dict[str | int, object]", node)[path[-1]]

    return change


BROKEN_RECORDS: Final[dict[str, Change]] = {
    "another format": at("format", put="fireflies.recording"),
    "version 2": at("version", put=2),
    "a game without a name": at("game", put=""),
    "no seats": at("seats", put=[]),
    "an empty action": at("actions", 0, put=""),
    "a winner at -1": at("result", "winners", 0, put=-1),
    "a winner twice": at("result", "winners", put=[1, 1]),
    "no winner": at("result", "winners", put=[]),
    "a key of one's own without x-": at("y-a", put=1),
    "a large X": at("X-a", put=1),
    "x without -": at("xa", put=1),
    "x- after something": at("ax-a", put=1),
    "a digest too short": at("digest", put="0" * 63),
    "a digest too long": at("digest", put="0" * 65),
    "a digest in large letters": at("digest", put="A" * 64),
}


@pytest.mark.parametrize("name", BROKEN_RECORDS)
def test_a_broken_record_does_not_fit(name: str) -> None:
    """Our reader refuses it too."""
    record = records()[0]
    data = json_copy(json.loads(record.to_text()))
    BROKEN_RECORDS[name](data)
    assert not validator("record").is_valid(data)
    with pytest.raises(ValueError, match=r".+: .+"):
        read(json.dumps(data))


BROKEN_OPTIONS: Final[dict[str, Change]] = {
    "two players": at("players", put=2),
    "six players": at("players", put=6),
    "seat -1 starts": at("starting_player", put=-1),
    "seat 5 starts": at("starting_player", put=5),
    "too many cards": at("box", put=["1"] * 61),
    "a card of another color": at("box", 0, put="1 green"),
    "a card of a large value": at("box", 0, put="7"),
    "a card of a small value": at("box", 0, put="-6"),
    "a card written otherwise": at("box", 0, put="+1"),
    "no auctions": at("auctions", put=0),
    "21 auctions": at("auctions", put=21),
    "-1 beads": at("beads", put=-1),
    "12 beads": at("beads", put=12),
}


@pytest.mark.parametrize("name", BROKEN_OPTIONS)
def test_broken_options_do_not_fit(name: str) -> None:
    """The schema refuses what the rules can refuse without counting cards and beads."""
    options = json_copy(dict(smile.GAME.set_up({}).options))
    validator("smile/options").validate(options)
    BROKEN_OPTIONS[name](options)
    assert not validator("smile/options").is_valid(options)


LINES: Final = {
    "reveal": "2 1 120 a:-2y,b:3r 1+0:1b/1+0:4/1+0:2w 32+5 - 1",
    "bid": "2 1 201 a:-2y*1,b:3r,c:6 2+0:1b/1+0:4/2+0:2w 29+5 - 1,2,3",
}
"""A position in each phase, in one line."""

ALWAYS: Final[dict[str, Change]] = {
    "another phase": at("phase", put="end"),
    "auction 0": at("auction", put=0),
    "auction 21": at("auction", put=21),
    "seat 5 starts": at("starting_player", put=5),
    "a seat twice": at("in_auction", put=[0, 1, 1]),
    "six seats": at("in_auction", put=[0, 1, 2, 3, 4, 5]),
    "slot f": at("row", 0, "slot", put="f"),
    "slot A": at("row", 0, "slot", put="A"),
    "slot ab": at("row", 0, "slot", put="ab"),
    "-1 beads on a card": at("row", 0, "beads", put=-1),
    "a card on offer with +": at("row", 0, "card", put="+2 yellow"),
    "a card on offer with two spaces": at("row", 0, "card", put="-2  yellow"),
    "a card on offer that is -0": at("row", 0, "card", put="-0"),
    "a card on offer that is 06": at("row", 0, "card", put="06"),
    "two players": without("players", 0),
    "a player with -1 clear": at("players", 1, "clear", put=-1),
    "a player with a wrong card": at("players", 1, "cards", put=["4 green"]),
    "36 clear": at("supply", "clear", put=36),
    "6 blue": at("supply", "blue", put=6),
    "a discarded card of value 7": at("discarded", put=["7"]),
    "an undealt card IV before its color": at("undealt", put=["1 IV red"]),
    "an action with two letters": at("legal", put=["bid ab"]),
    "an action in large letters": at("legal", put=["Bid a"]),
    "an action with nothing": at("legal", put=["back-out"]),
    "nothing allowed": at("legal", put=[]),
    "an outcome while it goes on": at("outcome", put={"scores": [1, 2, 3], "winners": [2]}),
    "nobody to move": at("actor", put=None),
    "seat 5 to move": at("actor", put=5),
}

BROKEN: Final[dict[str, dict[str, Change]]] = {
    "reveal": {
        **ALWAYS,
        "a seat to move": at("actor", put=1),
        "a bid": at("legal", put=["bid a"]),
        "a reveal of a wrong card": at("legal", put=["reveal 7"]),
        "an action twice": at("legal", put=["reveal 1", "reveal 1"]),
        "legal null": at("legal", put=None),
        "two in the auction": at("in_auction", put=[0, 1]),
        "phase bid": at("phase", put="bid"),
    },
    "bid": {
        **ALWAYS,
        "chance to move": at("actor", put="chance"),
        "a reveal": at("legal", put=["reveal 1"]),
        "a bid on f": at("legal", put=["bid f"]),
        "an action twice": at("legal", put=["bid a", "bid a"]),
        "one in the auction": at("in_auction", put=[0]),
        "one card on offer": at("row", put=[{"slot": "a", "card": "1", "beads": 0}]),
        "phase over": at("phase", put="over"),
    },
    "over": {
        "a seat to move": at("actor", put=1),
        "chance to move": at("actor", put="chance"),
        "a seat in the auction": at("in_auction", put=[0]),
        "a card on offer": at("row", put=[{"slot": "a", "card": "1", "beads": 0}]),
        "hidden clear beads": at("players", 0, "clear", put=None),
        "hidden blue beads": at("players", 0, "blue", put=None),
        "something allowed": at("legal", put=["bid a"]),
        "legal null": at("legal", put=None),
        "no outcome": at("outcome", put=None),
        "a score too few": at("outcome", "scores", put=[1, 2]),
        "no winner": at("outcome", "winners", put=[]),
        "a winner twice": at("outcome", "winners", put=[1, 1]),
        "a winner on seat 5": at("outcome", "winners", put=[5]),
        "phase reveal": at("phase", put="reveal"),
    },
}


@pytest.mark.parametrize(
    ("phase", "name"),
    [(phase, name) for phase, changes in BROKEN.items() for name in changes],
    ids=[f"{phase}, {name}" for phase, changes in BROKEN.items() for name in changes],
)
def test_a_broken_state_does_not_fit(phase: str, name: str) -> None:
    """In each phase."""
    state = smile.State.parse(LINES[phase]) if phase in LINES else records()[0].final
    view = json_copy(state.view(None).to_json())
    assert view["phase"] == phase
    validator("smile/state").validate(view)
    BROKEN[phase][name](view)
    assert not validator("smile/state").is_valid(view)
