"""Tests of games, their options, and the registry."""

import dataclasses
import json
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest

from fireflies import festival, games, misbehavin, smile
from fireflies.contract import InvalidOptions
from fireflies.errors import InvalidData, UnknownGame, UnusableGame
from fireflies.games import LARGEST_FILE, Bounds, Game, Given, Option, as_given, json_or_text
from fireflies.smile.box.options import BOX
from tests.conftest import Install
from tests.kuhn import GAME as KUHN
from tests.kuhn import State as Kuhn

OURS: Final = ("smile", "festival", "misbehavin")
"""The games of the library."""

GOOD = """
import dataclasses
from fireflies import smile
GAME = dataclasses.replace(smile.GAME, name="lanterns")
"""


def test_our_games_need_no_entry_point() -> None:
    assert games.names() == OURS
    assert games.usable() == {
        "smile": smile.GAME,
        "festival": festival.GAME,
        "misbehavin": misbehavin.GAME,
    }
    for name, game in games.usable().items():
        assert games.get(name) is game
        assert game.name == name


def test_an_unknown_name_is_refused_with_those_that_exist(install: Install) -> None:
    install({"lantern_game": GOOD}, {"lanterns": "lantern_game:GAME"})
    for name in ("Smile", "lantern", ""):
        with pytest.raises(UnknownGame) as caught:
            games.get(name)
        assert caught.value.name == name
        assert caught.value.known == (*OURS, "lanterns")
        known = "smile, festival, misbehavin, lanterns"
        assert str(caught.value) == f"no game is called {name!r}; there are: {known}"


def test_an_installed_game_is_found(install: Install) -> None:
    assert games.GROUP == "fireflies.games"
    install({"lantern_game": GOOD}, {"lanterns": "lantern_game:GAME"})
    game = games.get("lanterns")
    assert isinstance(game, Game)
    assert game.name == "lanterns"
    assert list(games.usable()) == [*OURS, "lanterns"]
    assert games.usable()["lanterns"] is game


def test_names_are_ours_and_then_the_others_in_order(install: Install) -> None:
    missing = "no_such_module:GAME"
    install({}, {"zebra": missing, "apple": missing, "tiger": missing})
    assert games.names() == (*OURS, "apple", "tiger", "zebra")


def test_an_entry_point_can_not_replace_our_game(install: Install) -> None:
    install({"lantern_game": GOOD}, {"smile": "lantern_game:GAME"})
    assert games.names() == OURS
    assert games.get("smile") is smile.GAME
    assert "lantern_game" not in sys.modules


@pytest.mark.parametrize(
    ("source", "place", "problem"),
    [
        ("GAME = 'lanterns'", "odd_game:GAME", "it is a str and no Game"),
        ("", "odd_game", "it is a module and no Game"),
        ("raise RuntimeError('no lamp')", "odd_game:GAME", "RuntimeError: no lamp"),
        (
            "",
            "odd_game:GAME",
            "AttributeError: module 'odd_game' has no attribute 'GAME'",
        ),
        ("", "no_such_module:GAME", "ModuleNotFoundError: No module named 'no_such_module'"),
        (GOOD, "odd_game:GAME", "its entry point has to be named like the game, 'lanterns'"),
    ],
    ids=["no Game", "a module", "raises", "no such attribute", "no such module", "another name"],
)
def test_an_entry_point_that_fails_is_an_unusable_game(
    install: Install, source: str, place: str, problem: str
) -> None:
    install({"odd_game": source}, {"odd": place})
    with pytest.raises(UnusableGame) as caught:
        games.get("odd")
    assert str(caught.value) == f"the game 'odd' can't be used: {problem}"
    assert (caught.value.name, caught.value.problem) == ("odd", problem)


def test_a_broken_game_does_not_hide_the_others(install: Install) -> None:
    install(
        {"lantern_game": GOOD, "broken_game": "1 / 0", "odd_game": "GAME = 3"},
        {
            "a broken one": "broken_game:GAME",
            "lanterns": "lantern_game:GAME",
            "odd": "odd_game:GAME",
        },
    )
    assert games.names() == (*OURS, "a broken one", "lanterns", "odd")
    assert list(games.usable()) == [*OURS, "lanterns"]
    with pytest.raises(UnusableGame) as caught:
        games.get("a broken one")
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_games_are_compared_by_identity() -> None:
    copy = dataclasses.replace(KUHN, title="Another")
    assert {KUHN: 1, copy: 2}[KUHN] == 1
    assert dataclasses.replace(KUHN) != KUHN
    with pytest.raises(dataclasses.FrozenInstanceError):
        KUHN.title = "Another"  # type: ignore[misc]  # what a type checker would say


def test_a_setup_has_options_start_tensors_and_packed_state() -> None:
    setup = smile.GAME.set_up({"players": 4})
    assert list(setup.options) == [option.name for option in smile.GAME.options]
    assert setup.start == smile.start(4)
    assert setup.read_position(setup.start.view().position) == setup.start
    assert setup.packed is not None
    assert setup.fastest_start == setup.packed()
    assert type(setup.fastest_start) is not smile.State
    assert setup.tensors is not None
    assert len(setup.tensors().actions) > 5


def test_the_fastest_start_without_a_packed_game_is_the_start() -> None:
    setup = KUHN.set_up({})
    assert setup.packed is None
    assert setup.fastest_start is setup.start
    assert setup.start == Kuhn()
    assert setup.bounds == Bounds(5, -2, 2, payoffs=(-2, 2))


# Options


def read_stones(value: object) -> int:
    if value not in (1, 2, 3):
        raise InvalidOptions("stones", "1 to 3")
    assert isinstance(value, int)
    return value


class StoneFile:
    """The format of a file with a number of stones."""

    def template(self) -> str:
        return "1"

    def read_file(self, content: bytes, /) -> object:
        if not content.strip().isdigit():
            raise InvalidData("line 1", "a number is wanted")
        return int(content)

    def describe(self, value: object, /) -> str:
        return f"{value} stones"


STONES: Final = Option(
    "stones",
    2,
    "how many",
    read_stones,
    file=StoneFile,
    named={"few": lambda: 1, "many": lambda: 3},
)
NAME: Final = Option("name", None, "any", as_given)
SHOUT: Final = Option("shout", "", "any, in large letters", str, parse=str.upper)
OPTIONS: Final[tuple[Option[Any], ...]] = (STONES, NAME, SHOUT)


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("3", 3),
        ("-1.5", -1.5),
        ("true", True),
        ("null", None),
        ('["1", 2]', ["1", 2]),
        ('"3"', "3"),
        ("three", "three"),
        ("", ""),
        ("[1", "[1"),
        ("[" * 100_000, "[" * 100_000),
    ],
    ids=lambda word: str(word)[:9],
)
def test_an_argument_is_json_or_text(word: str, value: object) -> None:
    assert repr(json_or_text(word)) == repr(value)
    assert repr(NAME.parse_argument(word)) == repr(value)


def test_an_option_can_parse_its_arguments() -> None:
    assert SHOUT.parse_argument("hey") == "HEY"


def test_given_options_are_read_when_they_are_looked_up() -> None:
    """Others have their defaults; an unknown name is refused."""
    given = Given(OPTIONS, {"stones": 3})
    assert (given[STONES], given[NAME], given[SHOUT]) == (3, None, "")
    assert Given(OPTIONS, {})[STONES] == 2
    with pytest.raises(InvalidOptions, match=r"^stones: 1 to 3$"):
        Given(OPTIONS, {"stones": 4})[STONES]
    with pytest.raises(InvalidOptions) as caught:
        Given(OPTIONS, {"stones": 4, "pebbles": 3})
    assert str(caught.value) == "pebbles: there is no such option, only stones, name, shout"


def test_the_argument_of_an_option_with_a_file_is_a_path_or_a_name(tmp_path: Path) -> None:
    file = tmp_path / "stones.txt"
    file.write_text("3\n")
    assert STONES.parse_argument(str(file)) == 3
    assert (STONES.parse_argument("few"), STONES.parse_argument("many")) == (1, 3)
    with pytest.raises(FileNotFoundError):
        STONES.parse_argument(str(tmp_path / "2"))


def test_an_error_in_a_file_has_its_path(tmp_path: Path) -> None:
    file = tmp_path / "stones.txt"
    file.write_text("three")
    with pytest.raises(InvalidData) as caught:
        STONES.parse_argument(str(file))
    assert str(caught.value) == f"{file}: line 1: a number is wanted"


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("path", ["a\0", "\0", "\ud800", "x" * 5000, "", "no-such-file", "."])
def test_a_path_without_a_file_is_an_os_error(game: str, path: str) -> None:
    """Whatever the text is: ``parse_arguments`` raises what it documents."""
    with pytest.raises(OSError) as caught:  # noqa: PT011  # the system has the words
        games.get(game).parse_arguments({"box": path})
    assert caught.value.filename is not None


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "stones.txt"
    file.write_bytes(b"3" + b" " * (LARGEST_FILE - 1))
    assert STONES.parse_argument(str(file)) == 3
    file.write_bytes(b"3" + b" " * LARGEST_FILE)
    with pytest.raises(InvalidData, match=r"file: it has more than 1000000 bytes$"):
        STONES.parse_argument(str(file))


@pytest.fixture
def game() -> Game[Kuhn]:
    """Return Kuhn poker with options that have no effect."""
    return dataclasses.replace(KUHN, options=OPTIONS)


def test_arguments_become_plain_data(game: Game[Kuhn]) -> None:
    """In the order of the options; a value that is no text is not parsed."""
    assert game.parse_arguments({"shout": "a", "stones": "few"}) == {"stones": 1, "shout": "A"}
    assert list(game.parse_arguments({"shout": "a", "stones": "few"})) == ["stones", "shout"]
    assert game.parse_arguments({"stones": 7, "name": None}) == {"stones": 7}
    assert smile.GAME.parse_arguments({"players": "4", "box": "shipped"}) == {
        "players": 4,
        "box": list(map(str, smile.default_box())),
    }
    with pytest.raises(InvalidOptions, match=r"^pebbles: there is no such option"):
        game.parse_arguments({"pebbles": "1"})


def digest(data: object) -> str:
    """Return the digest that docs/records.rst describes."""
    return sha256(json.dumps(data, separators=(",", ":"), sort_keys=True).encode()).hexdigest()


def test_a_named_value_is_pinned_by_its_digest(game: Game[Kuhn]) -> None:
    pinned = STONES.pin("many")
    assert pinned == {"name": "many", "sha256": digest(3)}
    assert STONES.unpin(pinned) == 3
    assert game.unpin({"stones": pinned, "name": pinned}) == {"stones": 3, "name": pinned}
    cards = list(map(str, smile.default_box()))
    assert BOX.pin("shipped") == {"name": "shipped", "sha256": digest(cards)}
    assert smile.GAME.unpin({"box": BOX.pin("shipped")}) == {"box": cards}


def test_what_shipped_in_an_earlier_version_is_pinned_by_its_digest() -> None:
    """Under its name; a value of one's own is left as it is, and so is another option."""
    former = dataclasses.replace(STONES, former={"few": (lambda: 8, lambda: 9)})
    later = dataclasses.replace(smile.GAME, options=(former,))
    given = {"stones": 9, "name": 9}
    pinned = {"stones": {"name": "few", "sha256": digest(9)}, "name": 9}
    assert later.pin(given) == pinned
    assert later.unpin(pinned) == given
    assert later.pin({"stones": "few"}) == {"stones": STONES.pin("few")}
    assert later.pin({"stones": 7}) == {"stones": 7}


@pytest.mark.parametrize(
    "value", [3, None, "many", {"name": "many"}, {"sha256": ""}, {"name": 1, "sha256": 2, "x": 3}]
)
def test_a_value_that_is_not_pinned_stays(value: object, game: Game[Kuhn]) -> None:
    assert STONES.unpin(value) == value
    assert game.unpin({"stones": value, "pebbles": value}) == {"stones": value, "pebbles": value}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"name": "most", "sha256": ""}, "stones: nothing is called 'most', only few, many"),
        ({"name": ["few"], "sha256": ""}, "stones: nothing is called ['few'], only few, many"),
        (
            {"name": "few", "sha256": digest(3)},
            "stones: 'few' has another digest here: its data differs",
        ),
        ({"name": "few", "sha256": 1}, "stones: 'few' has another digest here: its data differs"),
    ],
    ids=["no such name", "no name", "another digest", "no digest"],
)
def test_a_pin_with_an_unknown_name_or_digest_is_refused(
    value: Mapping[str, object], message: str
) -> None:
    with pytest.raises(InvalidOptions) as caught:
        STONES.unpin(value)
    assert str(caught.value) == message
