"""Hostile inputs for the command: words, files and typed lines."""

import re
import tempfile
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Final

from fireflies import games
from tests.hostile.material import GAMES, Material, draw
from tests.hostile.programs import case_file, lines_of_wire
from tests.hostile.readers import FOLDER, Input, box, record_file
from tests.hostile.spoiling import NUMBERS, spoil_bytes, spoil_text
from tests.test_cli import run

_FILE: Final = "FILE"
"""Stands for the file of an input."""
_KEPT: Final = "KEPT"
"""Stands for a folder of kept games, with the file of the input."""
_IMPOSSIBLE: Final = re.compile("[\0\ud800-\udc7f\udd00-\udfff]")
"""The characters that no shell passes; a byte that is not UTF-8 comes as one of the others."""
_EXIT_CODES: Final = (0, 1, 2, 3, 130)

_CONTROLS: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""The categories of characters that a terminal or a reader may take for more than a sign."""

_Command = Callable[[Random, Material], tuple[Sequence[str], bytes]]
"""Makes the words of a command, and the content of its file or what is typed."""


def _play(chooser: Random, play: Material) -> tuple[Sequence[str], bytes]:
    seats = play.setup.start.seats
    kinds = chooser.choices(("human", "Ann=human", "\u202ex=human", "random", "first"), k=seats)
    words = ["play", play.game.name, "--seats", ",".join(kinds), "--seed", str(play.number)]
    words += chooser.choice(([], ["--open"], ["--deal", "by-hand"], ["--step"]))
    option = chooser.choice(play.game.options)
    if chooser.random() < 0.5:
        value = str(play.setup.options[option.name])
        words += [f"--{option.name.replace('_', '-')}", value]
    asked = ("list", "show", "log", "hint", "hint last", "undo", "?", "quit", "help", "view", "1")
    lines = chooser.choices((*play.texts[:20], *asked), k=12)
    return words, spoil_bytes(chooser, spoil_text(chooser, "\n".join(lines), *play.texts[:3]))


def _replay(chooser: Random, play: Material) -> tuple[Sequence[str], bytes]:
    ways = (
        (),
        (),
        ("--step",),
        ("--json",),
        ("--redacted", "--seat", "0"),
        ("--seat", "spectator"),
    )
    if chooser.random() < 0.3:
        return ("play", play.game.name, "--resume", _FILE), _content(record_file(chooser))
    return ("replay", _FILE, *chooser.choice(ways)), _content(record_file(chooser))


def _rules(chooser: Random, play: Material) -> tuple[Sequence[str], bytes]:
    words = chooser.choices(_words(play.game.name), k=chooser.choice((1, 2, 5)))
    ways = ((), ("--all",), ("--json",))
    return ("rules", play.game.name, *words, *chooser.choice(ways)), b""


def _box(chooser: Random, play: Material) -> tuple[Sequence[str], bytes]:
    words = chooser.choice(
        (("box", play.game.name, _FILE), ("play", play.game.name, "--box", _FILE))
    )
    return words, _content(box(chooser))


def _conform(chooser: Random, play: Material) -> tuple[Sequence[str], bytes]:
    flag = chooser.choice(("--case", "--known"))
    return ("conform", play.game.name, "--list", flag, _FILE), _content(case_file(chooser))


def _engine(chooser: Random, _: Material) -> tuple[Sequence[str], bytes]:
    return ("engine",), _content(lines_of_wire(chooser))


def _arena(chooser: Random, play: Material) -> tuple[Sequence[str], bytes]:
    count = chooser.choice(("1", "2", "2", *NUMBERS[:6], "x", "\u0663"))
    words = ("arena", play.game.name, "--games", count, "--jobs", "0", "--records", _KEPT)
    ways = ((), ("--resume",), ("--resume", "--stats"), ("--resume", "--json"))
    return (*words, *chooser.choice(ways)), _content(record_file(chooser))


def _score(chooser: Random, play: Material) -> tuple[Sequence[str], bytes]:
    pile = " ".join(chooser.choices(("6 red,", "3,", "-2 yellow,", "0", *play.texts[:9]), k=3))
    return ("score", "smile", pile, "--clear", "6", "--blue", "1"), b""


def _any(chooser: Random, play: Material) -> tuple[Sequence[str], bytes]:
    known = ("play", "rules", "box", "cite", "help", "--version", "--help", "-h", play.game.name)
    return chooser.choices((*known, "", "--", "-", "--seats", "--x"), k=chooser.randint(0, 4)), b""


_COMMANDS: Final[Sequence[_Command]] = (
    *(_play, _play, _replay, _replay, _rules, _box, _conform, _engine, _arena, _score, _any),
)


def _content(made: Input) -> bytes:
    """Return the file of an input, the last argument of its call."""
    content = made.args[-1]
    assert isinstance(content, bytes)
    return content


@cache
def _words(name: str) -> Sequence[str]:
    """Return the words of a rulebook."""
    clauses = games.get(name).clauses
    return sorted({word for clause in clauses for word in clause.rule.text.split()})


def command(chooser: Random) -> Input:
    """Make the words of a command, with a file or typed lines."""
    words, content = chooser.choice(_COMMANDS)(chooser, draw(chooser))
    changed = [
        _IMPOSSIBLE.sub("", spoil_text(chooser, word))
        if words[:1] != ("arena",) and word != _FILE and chooser.random() < 0.15
        else word
        for word in words
    ]
    return partial(_run, tuple(changed), content)


def citation(chooser: Random) -> Input:
    """Make the text of a rulebook as a scanner may read it: many lines end in hyphens."""
    name = chooser.choice(GAMES)
    words = chooser.choices(_words(name), k=chooser.choice((1, 30, 100, 300)))
    ends = chooser.choice(((" ", "\n"), (" ", " ", " ", "-\n"), ("-\n",)))
    text = "".join(word + chooser.choice(ends) for word in words)
    content = spoil_bytes(chooser, spoil_text(chooser, text))
    return partial(_run, ("cite", name, "--source", _FILE), content)


def _run(words: Sequence[str], content: bytes) -> bool:
    """Run a command: its exit code is a known one, and no text of it can drive a terminal."""
    with tempfile.TemporaryDirectory(dir=FOLDER.name) as folder:
        file, kept = Path(folder, "file"), Path(folder, "kept")
        file.write_bytes(content)
        if _KEPT in words:
            kept.mkdir()
            Path(kept, "games-000000000.jsonl").write_bytes(content)
        places = {_FILE: str(file), _KEPT: str(kept)}
        done = run(*[places.get(word, word) for word in words], typed=content)
    assert done.code in _EXIT_CODES, done.code
    assert "Traceback" not in done.err
    for line in (*done.out.split("\n"), *done.err.split("\n")):
        controls = {it for it in line.replace("\t", "") if unicodedata.category(it) in _CONTROLS}
        assert line.startswith(("{", "[")) or not controls, f"{controls} in {line!r}"
    return done.code == 0
