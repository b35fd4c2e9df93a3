"""Tests of the JSON schemas of the package: our data fits them, broken data does not."""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import islice
from typing import Final, cast

import pytest
from jsonschema import Draft202012Validator

from fireflies import games, smile
from fireflies.contract import SPECTATOR, InvalidOptions, Observer, View, Viewed
from fireflies.record import Record, begin, read
from tests.kuhn import GAME as KUHN
from tests.smile.plays import habits, random_options, uniform

SCHEMAS: Final = {
    "record": ("fireflies", "schemas/record.schema.json"),
    **{
        f"{game.name}/{kind}": (game.clauses.__module__.rpartition(".")[0], f"{kind}.schema.json")
        for game in games.usable().values()
        for kind in ("options", "state")
    },
}
"""The package and the file of each schema."""

Json = dict[str, object]


@cache
def schema(name: str) -> Json:
    """Return the schema of this name, as it is in the package."""
    package, file = SCHEMAS[name]
    text = resources.files(package).joinpath(file).read_text(encoding="utf-8")
    return cast("Json", json.loads(text))


@cache
def validator(name: str) -> Draft202012Validator:
    """Return a validator for the schema of this name."""
    return Draft202012Validator(schema(name))


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


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_valid_and_have_descriptions(name: str) -> None:
    found = schema(name)
    Draft202012Validator.check_schema(found)
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert isinstance(found["title"], str)
    assert isinstance(found["description"], str)
    assert (found["type"], found["additionalProperties"]) == ("object", False)


def test_each_schema_has_its_name() -> None:
    """The name is no address: nothing is downloaded."""
    assert {name: schema(name)["$id"] for name in SCHEMAS} == {
        "record": "urn:fireflies:schema:record:1",
        **{
            f"{game.name}/{kind}": f"urn:fireflies:schema:{game.name}:{game.edition}:{kind}"
            for game in games.usable().values()
            for kind in ("options", "state")
        },
    }


def parts(node: object) -> Iterator[Json]:
    """Return every object in the data."""
    if isinstance(node, dict):
        yield node
        for inner in node.values():
            yield from parts(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from parts(inner)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_object_lists_all_its_keys(name: str) -> None:
    """Every reference names a definition."""
    whole = schema(name)
    references = {part["$ref"] for part in parts(whole) if isinstance(part.get("$ref"), str)}
    definitions = cast("Json", whole.get("$defs", {}))
    assert references == {f"#/$defs/{definition}" for definition in definitions}
    for part in parts(whole):
        if "required" in part and isinstance(part["required"], list):
            assert set(part["required"]) <= set(cast("Json", part["properties"])), part
            assert part["additionalProperties"] is False, part


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
def test_a_whole_usual_game_fits() -> None:
    """Ten auctions with the default box, with 3, 4 and 5 players."""
    for record in records()[0:9:3]:
        assert record.final.outcome is not None
        for view in islice(views(record), 0, None, 11):  # everybody's in turn
            validator("smile/state").validate(view)


def keys(node: object, path: str = "") -> Iterator[str]:
    """Return the path of every key in the data, as in ``row[].slot``."""
    if isinstance(node, dict):
        for key, inner in node.items():
            yield f"{path}.{key}"
            yield from keys(inner, f"{path}.{key}")
    elif isinstance(node, list):
        for inner in node:
            yield from keys(inner, f"{path}[]")


def described(node: Mapping[str, object], path: str = "") -> Iterator[str]:
    """Return the path of every key that a schema describes."""
    for key, inner in cast("dict[str, Json]", node.get("properties", {})).items():
        yield f"{path}.{key}"
        yield from described(inner, f"{path}.{key}")
    if "items" in node:
        yield from described(cast("Json", node["items"]), f"{path}[]")


@pytest.mark.parametrize("name", ["record", "smile/options", "smile/state"])
def test_every_key_of_a_schema_is_written(name: str) -> None:
    """And every written key is described."""
    written: set[str] = set()
    for record in records():
        data = json.loads(record.to_text())
        if name == "record":
            data |= json.loads(record.redacted(0))
            position = record.start.view().position
            midway = begin(record.game, record.options, record.seats, position=position)
            data = json.loads(midway.to_text()) | data
            written.update(keys({**data, "options": {}}))
        elif name == "smile/options":
            written.update(keys(data["options"]))
        else:
            for view in islice(views(record), 0, None, 7):
                written.update(keys(view))
    free = {key for key in written if key.startswith(".x-")}
    assert bool(free) == (name == "record")
    assert written - free == set(described(schema(name)))


def test_the_options_are_those_of_the_game() -> None:
    """With the same names, in the same order."""
    names = [option.name for option in smile.GAME.options]
    assert list(cast("Json", schema("smile/options")["properties"])) == names
    assert schema("smile/options")["required"] == names


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
    card = cast("dict[str, Json]", schema("smile/state")["$defs"])["card"]["pattern"]
    box = cast("dict[str, dict[str, Json]]", schema("smile/options")["properties"])["box"]
    assert box["items"]["pattern"] == card
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
    **{
        f"without {key}": without(key)
        for key in ("format", "version", "game", "edition", "options", "seats", "actions", "result")
    },
    "another format": at("format", put="fireflies.recording"),
    "version 2": at("version", put=2),
    "version true": at("version", put=True),
    "version '1'": at("version", put="1"),
    "a game that is a number": at("game", put=1),
    "a game without a name": at("game", put=""),
    "an edition that is a number": at("edition", put=2017),
    "options in an array": at("options", put=[]),
    "seats in an object": at("seats", put={"0": "a"}),
    "no seats": at("seats", put=[]),
    "a seat that is null": at("seats", 1, put=None),
    "actions that are a string": at("actions", put="bid a"),
    "an action that is a number": at("actions", 0, put=1),
    "an empty action": at("actions", 0, put=""),
    "a result that is false": at("result", put=False),
    "a result without scores": without("result", "scores"),
    "a result without winners": without("result", "winners"),
    "a result with more": at("result", "x-a", put=1),
    "a score that is true": at("result", "scores", 0, put=True),
    "a score that is 0.5": at("result", "scores", 0, put=0.5),
    "a winner that is null": at("result", "winners", 0, put=None),
    "a winner at -1": at("result", "winners", 0, put=-1),
    "a winner twice": at("result", "winners", put=[1, 1]),
    "no winner": at("result", "winners", put=[]),
    "an unknown key": at("vision", put=1),
    "a key of one's own without x-": at("y-a", put=1),
    "a large X": at("X-a", put=1),
    "x without -": at("xa", put=1),
    "x- after something": at("ax-a", put=1),
    "a digest too short": at("digest", put="0" * 63),
    "a digest too long": at("digest", put="0" * 65),
    "a digest in large letters": at("digest", put="A" * 64),
    "a digest that is null": at("digest", put=None),
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
    **{f"without {option.name}": without(option.name) for option in smile.GAME.options},
    "two players": at("players", put=2),
    "six players": at("players", put=6),
    "players true": at("players", put=True),
    "players '3'": at("players", put="3"),
    "seat -1 starts": at("starting_player", put=-1),
    "seat 5 starts": at("starting_player", put=5),
    "the usual box": at("box", put=None),
    "too many cards": at("box", put=["1"] * 61),
    "a card that is a number": at("box", 0, put=1),
    "a card of another color": at("box", 0, put="1 green"),
    "a card of a large value": at("box", 0, put="7"),
    "a card of a small value": at("box", 0, put="-6"),
    "a card written otherwise": at("box", 0, put="+1"),
    "no auctions": at("auctions", put=0),
    "21 auctions": at("auctions", put=21),
    "-1 beads": at("beads", put=-1),
    "12 beads": at("beads", put=12),
    "half a bead": at("beads", put=0.5),
    "one more": at("pearls", put=1),
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
    "the phase null": at("phase", put=None),
    "auction 0": at("auction", put=0),
    "auction true": at("auction", put=True),
    "auction 21": at("auction", put=21),
    "seat 5 starts": at("starting_player", put=5),
    "nobody starts": at("starting_player", put=None),
    "a seat as a string": at("in_auction", put=["0", "1", "2"]),
    "a seat twice": at("in_auction", put=[0, 1, 1]),
    "six seats": at("in_auction", put=[0, 1, 2, 3, 4, 5]),
    "a slot without its letter": without("row", 0, "slot"),
    "slot f": at("row", 0, "slot", put="f"),
    "slot A": at("row", 0, "slot", put="A"),
    "slot ab": at("row", 0, "slot", put="ab"),
    "a slot without its card": without("row", 0, "card"),
    "a slot without its beads": without("row", 0, "beads"),
    "-1 beads on a card": at("row", 0, "beads", put=-1),
    "beads null": at("row", 0, "beads", put=None),
    "one more in a slot": at("row", 0, "blue", put=0),
    "a card on offer with +": at("row", 0, "card", put="+2 yellow"),
    "a card on offer with two spaces": at("row", 0, "card", put="-2  yellow"),
    "a card on offer that is -0": at("row", 0, "card", put="-0"),
    "a card on offer that is 06": at("row", 0, "card", put="06"),
    "two players": without("players", 0),
    "a player without clear": without("players", 1, "clear"),
    "a player without blue": without("players", 1, "blue"),
    "a player without cards": without("players", 1, "cards"),
    "a player with more": at("players", 1, "name", put="Ada"),
    "a player with -1 clear": at("players", 1, "clear", put=-1),
    "a player with half a blue": at("players", 1, "blue", put=0.5),
    "a player with clear '?'": at("players", 1, "clear", put="?"),
    "a player with cards null": at("players", 1, "cards", put=None),
    "a player with a wrong card": at("players", 1, "cards", put=["4 green"]),
    "a player with a number": at("players", 1, "cards", put=[4]),
    "no supply": at("supply", put=None),
    "a supply without clear": without("supply", "clear"),
    "a supply without blue": without("supply", "blue"),
    "a supply with more": at("supply", "red", put=0),
    "36 clear": at("supply", "clear", put=36),
    "6 blue": at("supply", "blue", put=6),
    "blue true": at("supply", "blue", put=True),
    "a discarded card of value 7": at("discarded", put=["7"]),
    "discarded null": at("discarded", put=None),
    "an undealt card IV before its color": at("undealt", put=["1 IV red"]),
    "undealt null": at("undealt", put=None),
    "an action with two letters": at("legal", put=["bid ab"]),
    "an action in large letters": at("legal", put=["Bid a"]),
    "an action with nothing": at("legal", put=["back-out"]),
    "an action that is a number": at("legal", put=[1]),
    "nothing allowed": at("legal", put=[]),
    "an outcome while it goes on": at("outcome", put={"scores": [1, 2, 3], "winners": [2]}),
    "an outcome that is false": at("outcome", put=False),
    "nobody to move": at("actor", put=None),
    "seat 5 to move": at("actor", put=5),
    "true to move": at("actor", put=True),
    "one key more": at("x-a", put=1),
    **{
        f"without {key}": without(key)
        for key in (
            *("phase", "actor", "auction", "starting_player", "in_auction", "row", "players"),
            *("supply", "discarded", "undealt", "legal", "outcome"),
        )
    },
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
        "an outcome without scores": without("outcome", "scores"),
        "an outcome without winners": without("outcome", "winners"),
        "an outcome with more": at("outcome", "clause", put="x"),
        "a score that is null": at("outcome", "scores", 0, put=None),
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
