"""Tests of the commands ``replay``, ``score`` and ``box``."""

import json
import os
import pty
import re
import subprocess
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from fireflies import smile
from fireflies.bots import random
from fireflies.contract import Observer
from fireflies.files import save
from fireflies.record import Record, begin
from fireflies.table import Table
from tests.test_cli import Ended, command, environment, run, started

MINUS: Final = "\u2212"


def game(seed: int, players: int = 3) -> Record[smile.State]:
    """Return the record of a whole game of random bots."""
    names = ["Ann", "Ben", "Cem", "Dee", "Eve"][:players]
    table = Table(begin(smile.GAME, {"players": players}, names), [random] * players, seed=seed)
    table.run()
    return table.record


GAME: Final = game(3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a file with one game."""
    place = tmp_path / "game.jsonl"
    save(place, [GAME])
    return place


# Replay.


def printed_events(record: Record[Any]) -> list[str]:
    """Return the events of a record as replay prints them, with names."""
    events = [str(event) for step in record.steps for event in step.events]
    return [re.sub(r"seat (\d)", lambda it: record.seats[int(it[1])], event) for event in events]


def test_replay_prints_the_whole_game(path: Path) -> None:
    """Players, ten tables, all events, and the end."""
    done = run("replay", str(path))
    assert (done.code, done.err) == (0, "")
    first, *lines = done.out.splitlines()
    assert "Smile" in first
    assert first.endswith("Ann, Ben, Cem")
    heads = [int(it) for it in re.findall(r"^Auction (\d+)", done.out, re.MULTILINE)]
    assert heads == list(range(1, 11))
    told, place = " ".join(" ".join(lines).split()), 0
    for event in printed_events(GAME):
        place = told.index(event, place) + 1
    assert "Game over" in done.out
    assert "hidden" not in done.out


def test_replay_as_a_seat_saw_it(path: Path) -> None:
    """The other hands are hidden until the end."""
    for seat in ("0", "1", "2", "spectator"):
        done = run("replay", str(path), "--seat", seat)
        assert done.code == 0
        before, _, after = done.out.partition("Game over")
        shown = set() if seat == "spectator" else {GAME.seats[int(seat)]}
        assert set(re.findall(r"(\w+)  \d+ clear", before)) == shown
        hidden = 30 if seat == "spectator" else 20
        assert len(re.findall(r"\w+  beads hidden", before)) == hidden
        assert "hidden" not in after


@pytest.mark.parametrize("seat", ["3", "-1", "17", "x", "", "Spectator", "1.0"])
def test_replay_for_an_unknown_seat_is_wrong_usage(path: Path, seat: str) -> None:
    done = run("replay", str(path), "--seat", seat)
    assert (done.code, done.out) == (2, "")
    assert "--seat" in done.err.splitlines()[-1]
    assert "Traceback" not in done.err


@pytest.mark.parametrize("seat", [None, 0, 2, "spectator"])
def test_replay_as_json_prints_every_state(path: Path, seat: Observer) -> None:
    words = () if seat is None else ("--seat", str(seat))
    done = run("replay", str(path), "--json", *words)
    states = [*(step.before for step in GAME.steps), GAME.final]
    assert done.code == 0
    assert [json.loads(line) for line in done.out.splitlines()] == [
        json.loads(json.dumps(state.view(seat).to_json())) for state in states
    ]


def test_replay_step_by_step(path: Path) -> None:
    """Each Enter shows one more action; the whole output equals that without ``--step``."""
    whole = run("replay", str(path)).out
    steps = len(GAME.actions)
    assert run("replay", str(path), "--step", typed="\n" * steps) == Ended(0, whole, "")


def test_replay_step_by_step_waits_for_enter(path: Path) -> None:
    first, second, third = (event.encode() for event in printed_events(GAME)[:3])
    with started(command("replay", str(path), "--step"), PYTHONUNBUFFERED="1") as running:
        assert running.stdin is not None
        assert running.stdout is not None
        shown = b""
        while first not in shown:
            shown += os.read(running.stdout.fileno(), 65536)
        time.sleep(0.1)  # had it not waited, the rest would be there
        assert second not in shown
        running.stdin.write(b"\n")
        running.stdin.flush()
        while second not in shown:
            shown += os.read(running.stdout.fileno(), 65536)
        assert third not in shown
        running.kill()


@pytest.mark.parametrize("typed", ["", "\n\n"])
def test_replay_step_by_step_until_the_input_ends(path: Path, typed: str) -> None:
    """Ctrl-D exits with the code of an interruption, without a traceback."""
    done = run("replay", str(path), "--step", typed=typed)
    assert done.code == 130
    assert "Traceback" not in done.err


def test_replay_of_an_unfinished_game(tmp_path: Path) -> None:
    """With five actions, and with fewer."""
    record = GAME
    while len(record.actions) > 5:
        record = record.undo()
    for count in range(5, -1, -1):
        save(tmp_path / "it", [record])
        done = run("replay", str(tmp_path / "it"))
        assert (done.code, done.err, count) == (0, "", len(record.actions))
        assert "Game over" not in done.out
        assert len(run("replay", str(tmp_path / "it"), "--json").out.splitlines()) == count + 1
        record = record.undo()


def test_replay_of_several_games(tmp_path: Path) -> None:
    games = [game(1), game(2, 5), game(3, 4)]
    save(tmp_path / "it", games)
    done = run("replay", str(tmp_path / "it"))
    assert done.code == 0
    assert re.findall("^Smile.*(Ann, .*)$", done.out, re.MULTILINE) == [
        "Ann, Ben, Cem",
        "Ann, Ben, Cem, Dee, Eve",
        "Ann, Ben, Cem, Dee",
    ]
    lines = run("replay", str(tmp_path / "it"), "--json").out.splitlines()
    assert len(lines) == sum(len(record.actions) + 1 for record in games)


def test_replay_for_a_seat_that_only_some_games_have(tmp_path: Path) -> None:
    """It ends at the first game without this seat."""
    save(tmp_path / "it", [game(1, 5), game(2, 3)])
    done = run("replay", str(tmp_path / "it"), "--seat", "4")
    assert done.code == 2
    assert "0 to 2" in done.err


LINE: Final = GAME.to_text()
BROKEN_LINES: Final[Mapping[str, str]] = {
    "no JSON": "1 e4 e5",
    "cut": LINE[:-40],
    "empty": "",
    "changed": LINE.replace("bid a", "bid b", 1),
    "key": LINE.replace('"seats"', '"chairs"'),
    "result": LINE.replace('"winners":[', '"winners":[0,1,2,'),
}


@pytest.mark.parametrize("name", BROKEN_LINES)
@pytest.mark.parametrize("place", [1, 2, 4])
def test_replay_reports_the_broken_line(tmp_path: Path, name: str, place: int) -> None:
    """The games before it are shown."""
    path = tmp_path / "it"
    lines = [LINE] * 4
    lines[place - 1] = BROKEN_LINES[name]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run("replay", str(path))
    assert done.code == 1
    assert done.out.count("Game over") == place - 1
    assert re.fullmatch(rf"fireflies: {re.escape(str(path))}: line {place}, .+\n", done.err)


def test_replay_refuses_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "it"
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    done = run("replay", str(path))
    assert (done.code, done.out) == (1, "")
    assert f"{path}: line 1, " in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("words", [("replay",), ("box", "smile")])
@pytest.mark.parametrize("name", ["", "none", "none/it"])
def test_an_unreadable_file_is_reported(tmp_path: Path, words: tuple[str, ...], name: str) -> None:
    """A folder, a missing file, a missing folder."""
    path = tmp_path / name
    done = run(*words, str(path))
    assert (done.code, done.out) == (1, "")
    assert re.fullmatch(rf"fireflies: {re.escape(str(path))}: .+\n", done.err)


def test_replay_reports_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "it"
    path.touch()
    message = f"fireflies: {path}: file: there is no game in it\n"
    assert run("replay", str(path)) == Ended(1, "", message)


@pytest.mark.parametrize("words", [("replay",), ("box", "smile")])
def test_a_named_pipe_is_read_like_a_file(tmp_path: Path, words: tuple[str, ...]) -> None:
    pipe, plain = tmp_path / "pipe", tmp_path / "plain"
    os.mkfifo(pipe)
    plain.write_text(f"{LINE}\n" if words == ("replay",) else TEMPLATE, encoding="utf-8")
    writer = threading.Thread(target=lambda: pipe.write_bytes(plain.read_bytes()), daemon=True)
    writer.start()
    done = run(*words, str(pipe))
    writer.join(10)
    assert done == run(*words, str(plain))
    assert done.code == 0


# Scores.


def points(done: Ended) -> int:
    """Return the number before the last word."""
    assert (done.code, done.err) == (0, "")
    found = re.fullmatch(r" *(-?\d+)  points?", done.out.splitlines()[-1])
    assert found is not None
    return int(found[1])


def test_the_printed_example_of_scoring() -> None:
    """The cards 6, 3 and -2 are 7 points; six clear beads add 1, a blue one subtracts 1."""
    done = run("score", "smile", "6 red, 3, -2 yellow", "--clear", "6", "--blue", "1")
    assert points(done) == 7
    parts = [int(it) for it in re.findall(r"^ +(-?\d+)  .*smile\.score", done.out, re.MULTILINE)]
    assert parts == [7, 1, -1]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("-2 yellow, 3",), 1),
        (("-2,3",), 1),
        (("-2",), -2),
        (("-2 yellow",), -2),
        (("-2, -3, -5 white",), -10),
        ((f"{MINUS}2 yellow, 3",), 1),
        ((f"{MINUS}2",), -2),
        (("\u20132,3",), 1),
        (("--", "-2,3"), 1),
        (("-2,3", "--clear", "10"), 3),
        (("--clear", "10", "-2,3"), 3),
        (("--blue=2", "-2"), -4),
        (("-2", "--blue", "2", "--clear", "4"), -4),
        (("",), 0),
        ((" 6 red ,3 ",), 9),
        (("6 red,3,",), 9),
        (("1  yellow",), 1),
        (("3 IV, 2 V, 5 white V",), 10),
        (("2, 2, 2",), 6),
    ],
)
def test_scores(words: tuple[str, ...], expected: int) -> None:
    """Values add up, minus signs of every kind are read, five clear beads are a point."""
    assert points(run("score", "smile", *words)) == expected


@pytest.mark.parametrize(
    ("cards", "expected", "pairs"),
    [
        ("6 red, 1 red", 0, [("6 red", "1 red")]),
        ("6 red, 3, -2 red, 4", 7, [("6 red", "-2 red")]),
        ("1 red, 2 red, 3 red", 3, [("1 red", "2 red")]),
        ("3 red, 2 red, 1 red", 1, [("3 red", "2 red")]),
        ("1 red, 2 red, 3 red, 4 red", 0, [("1 red", "2 red"), ("3 red", "4 red")]),
        ("-5 white, -1 white, 6 blue", 6, [("-5 white", "-1 white")]),
        ("2 red, 2 red IV", 0, [("2 red", "2 red IV")]),
        ("2 red, 2 blue", 4, []),
        ("2, 2", 4, []),
    ],
)
def test_pairs_are_discarded_in_the_given_order(
    cards: str, expected: int, pairs: list[tuple[str, str]]
) -> None:
    """Each pair is explained with its clause; a third card of the color stays."""
    done = run("score", "smile", cards)
    assert points(done) == expected
    lines = [line for line in done.out.splitlines() if "smile.pair.discard" in line]
    assert len(lines) == len(pairs)
    for line, pair in zip(lines, pairs, strict=True):
        assert [card for card in pair if card not in line] == []


@pytest.mark.parametrize(
    ("cards", "number"),
    [
        ("7", 1),
        ("1, -6", 2),
        ("1, 2, 3 green", 3),
        ("red 3", 1),
        ("1, 2 red red", 2),
        ("1.5", 1),
        ("1, x, 3", 2),
        ("3 VI", 1),
        ("1, +2", 2),
        ("--2", 1),
        ("1;2", 1),
        ("9" * 5000, 1),
        ("1, \N{ARABIC-INDIC DIGIT TWO}", 2),
    ],
)
def test_an_invalid_card_is_reported_with_its_number(cards: str, number: int) -> None:
    done = run("score", "smile", "--", cards)
    assert (done.code, done.out) == (1, "")
    assert re.fullmatch(rf"fireflies: card {number}: .+\n", done.err)
    assert len(done.err) < 300


@pytest.mark.parametrize("color", ["clear", "blue"])
def test_a_negative_number_of_beads_is_refused(color: str) -> None:
    for words in ((f"--{color}", "-1"), (f"--{color}=-1",)):
        done = run("score", "smile", "3", *words)
        assert (done.code, done.out) == (1, "")
        assert re.fullmatch(rf"fireflies: .*{color}.*-1.*\n", done.err)


@pytest.mark.parametrize("words", [(), ("--clear", "x", "3"), ("--clear", "1.5", "3"), ("3", "4")])
def test_wrong_usage_of_score(words: tuple[str, ...]) -> None:
    done = run("score", "smile", *words)
    assert (done.code, done.out) == (2, "")


# Boxes.

TEMPLATE: Final = run("box", "smile").out


def check_box(tmp_path: Path, content: str | bytes) -> tuple[Path, Ended]:
    """Write a file with this content, and return it and the output of ``box``."""
    path = tmp_path / "box.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path, run("box", "smile", str(path))


def box_with(cards: list[str], **keys: str) -> str:
    """Return the text of a box file with these cards, one a line from line 2 on."""
    body = "".join(f'  "{card}",\n' for card in cards)
    return f"cards = [\n{body}]\n" + "".join(f'{key} = "{it}"\n' for key, it in keys.items())


OURS: Final = [str(card) for card in smile.default_box()]


def test_the_template_is_the_default_box(tmp_path: Path) -> None:
    """It is a valid file."""
    _, done = check_box(tmp_path, TEMPLATE)
    assert done == Ended(0, "This is the box that ships with fireflies.\n", "")
    cards = TEMPLATE.partition("cards = [")[2]
    assert sorted(re.findall(r'"([^"]*)"', cards)) == sorted(OURS)
    assert max(map(len, TEMPLATE.splitlines())) <= 80
    assert [word for word in ("yellow", "IV", "-5", "6", "fireflies") if word not in TEMPLATE] == []


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + TEMPLATE.encode(),
        TEMPLATE.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + TEMPLATE.replace("\n", "\r\n").encode(),
        TEMPLATE.rstrip("\n").encode(),
        box_with(OURS[::-1]).encode(),
        box_with(OURS, game="smile").encode(),
        box_with(OURS, edition="2017").encode(),
    ],
    ids=["BOM", "CRLF", "both", "no last newline", "another order", "game only", "edition only"],
)
def test_a_template_changed_by_editors_is_accepted(tmp_path: Path, content: bytes) -> None:
    """Byte order marks, line ends and the order of cards make no difference."""
    _, done = check_box(tmp_path, content)
    assert done == Ended(0, "This is the box that ships with fireflies.\n", "")


def with_entry(number: int, card: str) -> str:
    """Return the default box with another text as the card of this number, from 1."""
    return box_with([*OURS[: number - 1], card, *OURS[number:]])


WRONG: Final[dict[str, tuple[str | bytes, str, str]]] = {
    "a bad line": (TEMPLATE.replace("cards = [", "cards ["), r"line \d+", "TOML"),
    "not TOML": ("hello, world\n", "line 1", "TOML"),
    "a quote left out": (box_with(OURS).replace('"\n', "\n").replace('",', ","), "line", "TOML"),
    "an unclosed list": (f"{TEMPLATE[:-2]}\n", "line|end", "TOML"),
    "a key twice": (TEMPLATE + 'game = "smile"\n', "line|end", "TOML"),
    "two markers": (with_entry(7, "3 red IV V"), "entry 7", "like"),
    "no such color": (with_entry(8, "3 green"), "entry 8", "like"),
    "color first": (with_entry(1, "red 3"), "entry 1", "like"),
    "a value too high": (with_entry(50, "7 blue"), "entry 50", "-5 to 6"),
    "a value too low": (with_entry(2, "-6"), "entry 2", "-5 to 6"),
    "a number": (box_with(OURS).replace(f'"{OURS[0]}"', "3"), "entry 1", "card"),
    "a list in the list": (box_with(OURS).replace(f'"{OURS[0]}"', "[]"), "entry 1", "card"),
    "forty-nine": (box_with(OURS[1:]), "cards", "49"),
    "fifty-one": (box_with([*OURS, "3"]), "cards", "51"),
    "sixty-one": (box_with([*OURS, *OURS[:11]]), "cards", "60"),
    "none": (box_with([]), "cards", "needed"),
    "an empty file": ("", "cards", "missing"),
    "cards no list": ('cards = "3 red"\n', "cards", "list"),
    "cards a table": ("[cards]\na = 1\n", "cards", "list"),
    "an unknown key": (TEMPLATE + 'title = "mine"\n', "title", "cards"),
    "another game": (TEMPLATE.replace('game = "smile"', 'game = "chess"'), "game", "'smile'"),
    "another edition": (TEMPLATE.replace("2017", "2018"), "edition", "'2017'"),
    "edition a number": (TEMPLATE.replace('"2017"', "2017"), "edition", "'2017'"),
    "not UTF-8": (TEMPLATE.encode() + b"# caf\xe9\n", r"line \d+", "UTF-8"),
    "UTF-16": (TEMPLATE.encode("utf-16"), "line 1", "UTF-8"),
    "a wrong marker": (with_entry(3, "3 red VI"), "entry 3", "like"),
    "markers wrong": (box_with([card.replace(" IV", " V") for card in OURS]), "cards", "30"),
    "too large": (TEMPLATE + "#" * 1_000_000, "file", "1000000 bytes"),
    "a long key": (".".join("a" * 20_000) + " = 1\n", "line 1", "16 parts"),
    "a long key in a table": (f"\nx = {{{'.'.join('a' * 17)} = 1}}\n", "line 2", "16 parts"),
    "a long header": ("\n\n[ " + " . ".join(['"a"'] * 17) + " ]\n", "line 3", "16 parts"),
    "nested deep": ("cards = " + "[" * 50000, "", ""),
    "a huge number": ("cards = " + "9" * 5000, "", ""),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_box_is_reported_in_one_line(tmp_path: Path, name: str) -> None:
    """The line has the file, the place, and what is expected."""
    content, place, expected = WRONG[name]
    path, done = check_box(tmp_path, content)
    assert (done.code, done.out) == (1, "")
    found = re.fullmatch(rf"fireflies: {re.escape(str(path))}: (.+)\n", done.err)
    assert found is not None
    assert re.search(place, found[1])
    assert expected in found[1]
    assert len(found[1]) < 300


DIFFERENT_IN_PLAY: Final = {"forty-nine", "fifty-one", "markers wrong"}
"""The names of wrong boxes that ``play`` accepts, or refuses with another message."""


@pytest.mark.parametrize("name", [name for name in WRONG if name not in DIFFERENT_IN_PLAY])
def test_play_refuses_a_wrong_box(tmp_path: Path, name: str) -> None:
    """With the message of ``box``, except for a box without cards."""
    path, checked_alone = check_box(tmp_path, WRONG[name][0])
    done = run("play", "smile", "--box", str(path), "--seed", "1")
    assert (done.code, done.out) == (2, "")
    assert "Traceback" not in done.err
    if name != "none":
        message = checked_alone.err.removeprefix("fireflies: ").rstrip("\n")
        assert done.err.splitlines()[-1].endswith(message)


@pytest.mark.parametrize("name", ["", "none"])
def test_play_refuses_a_box_that_can_not_be_read(tmp_path: Path, name: str) -> None:
    done = run("play", "smile", "--box", str(tmp_path / name))
    assert (done.code, done.out) == (2, "")
    assert str(tmp_path / name) in done.err.splitlines()[-1]


def test_the_reported_line_is_that_of_an_editor(tmp_path: Path) -> None:
    """With both kinds of line ends."""
    for newline in ("\n", "\r\n"):
        lines = [*TEMPLATE.splitlines()[:11], "game = smile", *TEMPLATE.splitlines()[11:]]
        _, done = check_box(tmp_path, newline.join(lines).encode())
        assert "line 12" in done.err
        bad = TEMPLATE.replace("\n", newline).encode() + b"# caf\xe9" + newline.encode()
        _, done = check_box(tmp_path, bad)
        assert f"line {TEMPLATE.count(chr(10)) + 1}:" in done.err


def test_box_prints_the_differences_from_the_default(tmp_path: Path) -> None:
    assert OURS.count("-4") == 1
    assert OURS.count("6 red V") == 1
    cards = [card for card in OURS if card not in ("-4", "6 red V")] + ["6 white", "6 blue V"]
    _, done = check_box(tmp_path, box_with(cards))
    assert (done.code, done.err) == (0, "")
    assert re.search(r"only in yours: 6 blue V, 6 white\b", done.out, re.IGNORECASE)
    assert re.search(r"only in ours: -4, 6 red V\b", done.out, re.IGNORECASE)
    rows = {
        name: (int(one), int(other), star)
        for name, one, other, star in re.findall(
            r"^([a-z -]*?[a-zIV0-9 -]+?) +(\d+) +(\d+)(\*?) *$", done.out, re.MULTILINE
        )
    }
    expected: dict[str, tuple[int, int, str]] = {}
    for name, wanted in NAMES.items():
        one, other = (sum(bool(re.search(wanted, card)) for card in box) for box in (OURS, cards))
        expected[name] = (one, other, "" if one == other else "*")
    assert rows == expected
    assert rows["value -4"][2] == "*"
    assert rows["marked V"][2] == ""
    assert [line for line in done.out.splitlines() if len(line) > 80] == []


NAMES: Final = {
    **{f"value {value}": rf"^{value}(?: |$)" for value in range(-5, 7)},
    "no color": "^-?[0-9]+( I?V)?$",
    **{color: color for color in ("yellow", "white", "red", "blue")},
    "without a marker": "[^V]$",
    "marked IV": " IV$",
    "marked V": " V$",
}
"""The rows of the counts, with a pattern for the cards that count there."""


def test_box_counts_equal_cards(tmp_path: Path) -> None:
    marked = [card for card in OURS if card.endswith("V")]
    path, done = check_box(tmp_path, box_with(["2"] * 30 + marked))
    assert done.code == 0
    assert "29 x 2" in done.out
    assert run("play", "smile", "--box", str(path), "--seed", "1").code == 0


@pytest.mark.parametrize("players", [3, 4, 5])
def test_play_uses_the_cards_of_a_box(tmp_path: Path, players: int) -> None:
    cards = ["2"] * 15 + ["6 red"] * 15 + ["-5 IV"] * 10 + ["4 V"] * 10
    path, record = tmp_path / "box.toml", tmp_path / "it"
    path.write_text(box_with(cards), encoding="utf-8")
    done = run(
        *("play", "smile", "--box", str(path), "--players", str(players)),
        *("--seed", "1", "--record", str(record)),
    )
    assert done.code == 0
    revealed = re.findall(r"reveal ([^\"]*)", record.read_text(encoding="utf-8"))
    assert sorted(revealed) == sorted(cards[: players * 10])


def test_a_small_box_needs_fewer_auctions(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(box_with(["1", "2", "3", "4", "5", "6"]), encoding="utf-8")
    words = ("play", "smile", "--box", str(path), "--seed", "1")
    done = run(*words, "--auctions", "2")
    assert done.code == 0
    assert re.findall(r"^Auction (\d)", done.out, re.MULTILINE) == ["1", "2"]
    refused = run(*words)
    assert (refused.code, refused.out) == (2, "")
    assert "30" in refused.err.splitlines()[-1]
    assert "6" in refused.err.splitlines()[-1]


def test_a_resumed_game_does_not_need_the_box_file(tmp_path: Path) -> None:
    """The box is in the record."""
    path, record = tmp_path / "box.toml", tmp_path / "it"
    path.write_text(box_with(["1", "2", "3", "4", "5", "6"]), encoding="utf-8")
    first = run(
        *("play", "smile", "--seats", "human,first,first", "--box", str(path)),
        *("--auctions", "2", "--record", str(record)),
        typed="a\n",
    )
    assert first.code == 130
    path.unlink()
    again = run("play", "smile", "--resume", str(record), typed="a\n")
    assert again.code == 130
    assert "undealt: 3 cards" in again.out


def test_replay_uses_the_width_of_the_terminal(path: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(  # noqa: S603  # it runs nothing but ourselves
        command("replay", str(path)), stdout=theirs, env=environment(NO_COLOR="1")
    ) as running:
        os.close(theirs)
        sent = b""
        try:
            while piece := os.read(ours, 65536):
                sent += piece
        except OSError:
            pass  # how Linux tells that the other side of a terminal is gone
        os.close(ours)
    assert running.returncode == 0
    assert sent.decode().replace("\r\n", "\n") == run("replay", str(path)).out
