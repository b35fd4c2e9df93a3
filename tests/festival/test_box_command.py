"""A person's own box on the command line: a template, a check, a play with it."""

import json
from pathlib import Path
from typing import Final

import pytest

from fireflies.festival.box.boxfile import default_box
from tests.changes import GONE, changed
from tests.festival.small import SMALL
from tests.test_cli import Ended, run

TEMPLATE: Final = run("box", "festival").out


def file(tmp_path: Path, box: object) -> Path:
    """Return a file with this box."""
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"box": box}), encoding="utf-8")
    return path


def test_the_template_is_our_box(tmp_path: Path) -> None:
    path = tmp_path / "box.json"
    path.write_text(TEMPLATE, encoding="utf-8")
    told = "This is the box that ships with fireflies.\n"
    assert run("box", "festival", str(path)) == Ended(0, told, "")


def test_what_is_right_is_drawn(tmp_path: Path) -> None:
    """Lanes that were left out too."""
    done = run("box", "festival", str(file(tmp_path, changed(SMALL, "/boards/0/lanes", GONE))))
    assert (done.code, done.err) == (0, "")
    assert "5 islands (2 start, 1 small, 1 medium, 1 large), 14 lanes" in done.out
    assert "\nAAAcBBB-CCC.\n" in done.out


WRONG: Final[dict[str, tuple[str, object, str, str]]] = {
    "islands that touch": (
        *("/boards/0/islands/1/at", [3, 0]),
        *("/boards/0/islands/1", "B at [3, 0] touches A at [0, 0]"),
    ),
    "a lane that bends": ("/boards/0/lanes/2/to", [8, 5], "/boards/0/lanes/2", "bends"),
    "a lane over land": (
        *("/boards/0/lanes/2/from", [6, 4]),
        *("/boards/0/lanes/2", "[6, 4] is a cell of island D"),
    ),
    "a reward on an island": (
        *("/boards/0/water/0/at", [2, 0]),
        *("/boards/0/water/0/at", "[2, 0] is a cell of island A"),
    ),
    "fewer tiles than the board takes": (
        *("/tiles/4", GONE),
        *("/boards/0/take/large", "the board takes 1 of this size, and /tiles has 0"),
    ),
    "an unknown key": ("/figures/lanterns", 3, "/figures", "no key 'lanterns' here, only bridges"),
    "a key left out": ("/fish", GONE, "/", "the key fish is missing"),
}
"""A path, a value there, the place of the message, and words of it."""


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_refused_with_its_place(tmp_path: Path, name: str) -> None:
    """The error is one line. A play with this box is refused, too, with the same place."""
    path, value, place, words = WRONG[name]
    mine = str(file(tmp_path, changed(SMALL, path, value)))
    done = run("box", "festival", mine)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"fireflies: {mine}: {place}: ")
    assert words in done.err
    assert done.err.count("\n") == 1
    played = run("play", "festival", "--box", mine, "--seats", "random,random")
    assert played.code != 0
    assert f"{mine}: {place}: " in played.err


def test_a_play_with_an_own_box(tmp_path: Path) -> None:
    """And with other options, each of them as a word."""
    record = tmp_path / "play.jsonl"
    words = ("--starting-player", "1", "--setup", "variable", "--powers", "false")
    done = run(
        *("play", "festival", "--seed", "7", "--seats", "random,random", "--record", str(record)),
        *("--box", str(file(tmp_path, SMALL)), "--goals", "tower,ready,hubs,merchant", *words),
    )
    assert done.code == 0
    options = json.loads(record.read_text(encoding="utf-8").splitlines()[0])["options"]
    assert options == {
        "players": 2,
        "starting_player": 1,
        "setup": "variable",
        "powers": False,
        "turns": "off",
        "goals": ["hubs", "merchant", "tower", "ready"],
        "box": {**options["box"], "fish": [3, 5], "sorin": [6, 8, 10, 12, 15]},
    }
    assert len(options["box"]["boards"]) == 1 < len(default_box().boards)
