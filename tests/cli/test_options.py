"""Tests of options of all types on the command line, of Smile and of an invented game."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest

from fireflies import smile
from fireflies.contract import InvalidOptions
from fireflies.errors import InvalidData, shown
from fireflies.games import Given, Option, Setup
from tests import kuhn
from tests.cli.here import Here, here

__all__ = ["here"]


def of_type(name: str, kind: type) -> Callable[[object], Any]:
    """Return the reader of an option of this type."""

    def check(value: object) -> object:
        if type(value) is not kind:
            raise InvalidOptions(name, f"{shown(value)} is no {kind.__name__}")
        return value

    return check


@dataclass
class Sheet:
    """The file format of an option: numbers, one a line."""

    first: int

    def template(self) -> str:
        """Return the first number."""
        return f"{self.first}\n"

    def read_file(self, content: bytes, /) -> object:
        """Return the numbers."""
        try:
            return [int(line) for line in content.splitlines()]
        except ValueError:
            raise InvalidData("a line", "it is no number") from None

    def describe(self, value: object, /) -> str:
        """Return the numbers in one line."""
        if not value:
            raise InvalidData("file", "it is empty")
        return f"numbers from {self.first}: {value}"


MAP: Final = Option(
    "map",
    None,
    "the map",
    of_type("map", list),
    file=lambda: Sheet(1),
    named={"ring": lambda: [1, 1], "row": lambda: [1, 2]},
)
DECK: Final = Option(
    "deck", None, "100 % of the deck", of_type("deck", list), file=lambda: Sheet(7)
)
OPTIONS: Final = (
    Option("two_of_us", 2, "how many play", of_type("two_of_us", int), counts_seats=True),
    Option("run", "row", "a text", of_type("run", str)),
    Option("goals", ["a", 1], "a list", of_type("goals", list)),
    Option("is_open", default=False, text="a truth", read=of_type("is_open", bool)),
    Option("word", "w", "spelled", of_type("word", str), parse=str.upper),
    replace(MAP, default=[0]),
    replace(DECK, default=[0]),
)


def set_up(given: Mapping[str, object]) -> Setup[kuhn.State]:
    """Set up Kuhn poker; only the number of seats matters."""
    values = Given(OPTIONS, given)
    options = {option.name: values[option] for option in OPTIONS}
    if options["two_of_us"] != 2:
        raise InvalidOptions("two_of_us", f"there are 2, not {options['two_of_us']}")
    return replace(kuhn.set_up({}), options=options)


GAME: Final = replace(kuhn.GAME, options=OPTIONS, set_up=set_up)
PLAY: Final = ("play", "kuhn", "--seed", "1")


@pytest.fixture(autouse=True)
def _game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace Kuhn poker by the game of this module."""
    monkeypatch.setattr(kuhn, "GAME", GAME)


def options_of(here: Here, path: Path, *words: str) -> dict[str, object]:
    """Return the options of a game that is played with these arguments."""
    done = here(*PLAY, "--record", str(path), *words)
    assert done.code == 0, done.err
    options: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))["options"]
    path.unlink()
    return options


USUAL: Final = {option.name: option.default for option in OPTIONS}


def test_an_option_of_any_type_can_be_given(here: Here, tmp_path: Path) -> None:
    """A text, a list, a boolean, a parsed text, files and names."""
    path, sheet = tmp_path / "it", tmp_path / "sheet"
    sheet.write_text("3\n4\n", encoding="utf-8")
    assert options_of(here, path) == USUAL
    for words, expected in (
        (("--run", "circle"), {"run": "circle"}),
        (("--run="), {"run": ""}),
        (("--goals", '["b", [2]]'), {"goals": ["b", [2]]}),
        (("--is-open", "true"), {"is_open": True}),
        (("--word", "abc"), {"word": "ABC"}),
        (("--map", "ring"), {"map": [1, 1]}),
        (("--map", str(sheet), "--deck", str(sheet)), {"map": [3, 4], "deck": [3, 4]}),
        (("--two-of-us", "2", "--seats", "first,last"), {}),
    ):
        given = (words,) if isinstance(words, str) else words
        assert options_of(here, path, *given) == {**USUAL, **expected}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--is-open", "1"), "is_open: 1 is no bool"),
        (("--goals", "a,b"), "goals: 'a,b' is no list"),
        (("--run", "17"), "run: 17 is no str"),
        (("--two-of-us", "3"), "two_of_us: there are 2, not 3"),
        (("--seats", "first,last,first"), "two_of_us: there are 2, not 3"),
        (("--map", "star"), "star: No such file"),
        (("--deck", "ring"), "ring: No such file"),
        (("--map", "bad"), "bad: a line: it is no number"),
        (("--map", "large"), "large: file: it has more than 1000000 bytes"),
    ],
)
def test_an_invalid_value_is_reported_in_one_line(
    here: Here,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, str],
    problem: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad").write_text("1\nx\n", encoding="utf-8")
    Path("large").write_text("1\n" * 500_001, encoding="utf-8")
    done = here(*PLAY, *words)
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[-1].startswith("fireflies play kuhn: error: ")
    assert problem in done.err.splitlines()[-1]


def test_help_has_each_option_with_its_default(here: Here) -> None:
    out = " ".join(here("play", "kuhn", "--help").out.split())
    for line in (
        "--two-of-us N how many play (2)",
        "--run WORD a text (row)",
        '--goals WORD a list (["a",1])',
        "--is-open WORD a truth (false)",
        "--map FILE the map; a file (see fireflies box kuhn); by name: ring, row ([0])",
        "--deck FILE 100 % of the deck; a file (see fireflies box kuhn) ([0])",
    ):
        assert line in out


def test_an_option_named_like_an_argument_gets_an_underscore(
    here: Here, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every argument of a command that takes options may be the name of an option."""
    monkeypatch.setattr(kuhn, "GAME", replace(kuhn.GAME, options=(), set_up=kuhn.set_up))
    helps = [here(command, "kuhn", "--help").out for command in ("play", "arena")]
    names = {name for text in helps for name in re.findall("--([a-z]+)", text)}
    assert {"seed", "record", "json", "help"} <= names
    options = tuple(Option(name, 1, "a number", of_type(name, int)) for name in sorted(names))

    def begin(given: Mapping[str, object]) -> Setup[kuhn.State]:
        values = Given(options, given)
        return replace(kuhn.set_up({}), options={it.name: values[it] for it in options})

    monkeypatch.setattr(kuhn, "GAME", replace(kuhn.GAME, options=options, set_up=begin))
    assert options_of(here, tmp_path / "it", "--seed_", "5")["seed"] == 5
    assert "--games_ N" in here("arena", "kuhn", "--help").out


def test_options_are_refused_when_a_game_is_resumed(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "it"
    here(*PLAY, "--record", str(path))
    for option in OPTIONS:
        flag = f"--{option.name.replace('_', '-')}"
        done = here("play", "kuhn", "--resume", str(path), flag, "1")
        assert done.code == 2
        assert f"{flag}: this can't be changed" in done.err


# Files of several options.


def test_box_of_a_game_with_several_files_takes_the_option(here: Here, tmp_path: Path) -> None:
    assert here("box", "kuhn", "map").out == "1\n"
    assert here("box", "kuhn", "deck").out == "7\n"
    sheet = tmp_path / "sheet"
    sheet.write_text("3\n4\n", encoding="utf-8")
    assert here("box", "kuhn", "deck", str(sheet)).out == "numbers from 7: [3, 4]\n"
    assert here("box", "kuhn", "map", "ring").out == "numbers from 1: [1, 1]\n"
    sheet.write_text("", encoding="utf-8")
    done = here("box", "kuhn", "map", str(sheet))
    assert (done.code, done.err) == (1, f"fireflies: {sheet}: file: it is empty\n")
    assert here("box", "kuhn").code == 2
    assert here("box", "kuhn", "goals").code == 2


def test_a_game_without_files_has_no_box(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kuhn, "GAME", replace(kuhn.GAME, options=()))
    done = here("box", "kuhn")
    assert done.code == 2
    assert "Kuhn poker has no components that can be listed in a file" in done.err
    assert "--map" not in here("play", "kuhn", "--help").out


def test_the_shipped_box_can_be_named(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "it"
    here("play", "smile", "--box", "shipped", "--record", str(path))
    options = json.loads(path.read_text(encoding="utf-8"))["options"]
    assert options["box"] == [str(card) for card in smile.default_box()]
    assert here("box", "smile", "shipped").out == "This is the box that ships with fireflies.\n"
