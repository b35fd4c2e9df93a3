"""A person's own box on the command line: a template, a check with its place, a play with it."""

import json
from pathlib import Path

from tests.misbehavin.small import SMALL
from tests.test_cli import Ended, run


def test_the_template_is_the_sample(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(run("box", "misbehavin").out, encoding="utf-8")
    told = "This is the sample that ships with fireflies.\n"
    assert run("box", "misbehavin", str(path)) == Ended(0, told, "")


def test_what_is_wrong_is_refused_with_its_place(tmp_path: Path) -> None:
    """In one line, also where a game was to begin with it."""
    path = tmp_path / "box.toml"
    template = run("box", "misbehavin").out
    path.write_text(template.replace("power = 2", "power = 11", 1), encoding="utf-8")
    done = run("box", "misbehavin", str(path))
    assert (done.code, done.out) == (1, "")
    told = f"{path}: /cards/1/power (first-officer): a whole number from 0 to 10 is wanted, not 11"
    assert done.err == f"fireflies: {told}\n"
    played = run("play", "misbehavin", "--box", str(path), "--seats", "random,random")
    assert played.code != 0
    assert told in played.err


def test_a_play_with_an_own_box(tmp_path: Path) -> None:
    """And with other options, each of them as a word."""
    mine, record = tmp_path / "mine.json", tmp_path / "play.jsonl"
    mine.write_text(json.dumps(SMALL), encoding="utf-8")
    done = run(
        *("play", "misbehavin", "--seed", "7", "--seats", "random,random,random"),
        *("--box", str(mine), "--record", str(record), "--factions", "niska,alliance,serenity"),
        *("--sides", "ABA", "--players", "3", "--supply", "draft", "--episode", "long"),
        *("--reavers", "1", "--turns", "2", "--moves", "10", "--starting-player", "1"),
    )
    assert done.code == 0
    options = json.loads(record.read_text(encoding="utf-8").splitlines()[0])["options"]
    assert {**options, "box": 0} == {
        "players": 3,
        "factions": ["niska", "alliance", "serenity"],
        "starting_player": 1,
        "sides": ["A", "B", "A"],
        "box": 0,
        "episode": "long",
        "supply": "draft",
        "reavers": 1,
        "turns": 2,
        "moves": 10,
    }
    assert len(options["box"]["cards"]) == 46
