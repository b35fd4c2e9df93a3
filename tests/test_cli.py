"""Tests of the command, and functions that run it."""

import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import EXTENSION_SUFFIXES
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, Final, NamedTuple, cast
from unittest import mock

import pytest

import fireflies
from fireflies import _made_by, games, smile
from fireflies._typing import override
from fireflies.bots import BOTS
from fireflies.cli import main
from fireflies.contract import State
from fireflies.files import load
from fireflies.record import Record, read
from fireflies.smile import fast
from fireflies.table import Table
from tests.campaign import count
from tests.conftest import Install
from tests.oracle.smile import Oracle
from tests.tables import played

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = Path(fireflies.__file__).parents[1]
PATIENCE: Final = 90.0
"""Seconds after which a process that has not ended counts as hanging."""

BOLD, PLAIN = "\x1b[1m", "\x1b[0m"
ALARMING: Final = re.compile(r"Traceback|Exception|Error\b|File \"|^\s", re.MULTILINE)
"""The output of Python for an error that was not caught."""


class Ended(NamedTuple):
    """The exit code and the output of a run."""

    code: int | str | None
    out: str
    err: str


def environment(**changes: str) -> dict[str, str]:
    """Return the environment of a child process, without variables that change its output."""
    left_out = re.compile("PYTHON(?!DONTWRITEBYTECODE|PATH$)|NO_COLOR|FORCE_COLOR|COLUMNS|LINES")
    kept = {name: value for name, value in os.environ.items() if not left_out.match(name)}
    path = filter(None, (str(SOURCE), kept.get("PYTHONPATH")))
    return {**kept, "PYTHONPATH": os.pathsep.join(path), **changes}


def command(*words: str) -> list[str]:
    """Return the arguments that run the command in a process of its own."""
    return [sys.executable, "-m", "fireflies", *words]


@contextmanager
def hearing_signals() -> Iterator[None]:
    """Start processes that a signal ends, even if the tests themselves were told to ignore it."""
    before = {it: signal.signal(it, signal.SIG_DFL) for it in (signal.SIGHUP, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def started(
    words: Sequence[str], stdout: int = subprocess.PIPE, /, **changes: str
) -> subprocess.Popen[bytes]:
    """Start a process whose streams are pipes, and which a hang-up ends."""
    with hearing_signals():
        return subprocess.Popen(  # noqa: S603  # it runs nothing but ourselves
            words,
            stdin=subprocess.PIPE,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env=environment(**changes),
        )


def ended(running: subprocess.Popen[bytes], given: bytes = b"") -> Ended:
    """Send the input, and return how the process ends; kill it after a time limit."""
    try:
        out, err = running.communicate(given, PATIENCE)
    finally:
        running.kill()
    return Ended(running.returncode, (out or b"").decode(), err.decode())


def process(*words: str, **changes: str) -> Ended:
    """Run the command as a process of its own."""
    with started(command(*words), **changes) as running:
        return ended(running)


class Terminal(TextIOWrapper):
    """A stream that claims to be a terminal."""

    @override
    def isatty(self) -> bool:
        """Return True."""
        return True


def run(
    *words: str, typed: str | bytes = "", columns: int = 80, terminal: str = "", **changes: str
) -> Ended:
    """Run the command in this process with this input.

    ``terminal`` is the value of TERM; when it is empty, the streams are not terminals.
    """
    given = typed.encode() if isinstance(typed, str) else typed
    stream = Terminal if terminal else TextIOWrapper
    keyboard, out, err = (stream(BytesIO(it), "utf-8") for it in (given, b"", b""))
    changed = {"COLUMNS": str(columns), "LINES": "24", "TERM": terminal, "NO_COLOR": "", **changes}
    code: int | str | None
    with (
        mock.patch.dict(os.environ, changed),
        mock.patch.multiple(sys, stdin=keyboard, stdout=out, stderr=err),
    ):
        try:
            code = main(list(words))
        except SystemExit as exit_info:
            code = exit_info.code
        out.flush()
        err.flush()
    return Ended(code, *[cast("BytesIO", it.buffer).getvalue().decode() for it in (out, err)])


class Call:
    """Runs the command in this process, with a width at which no message is wrapped."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Ignore the fixture: the run captures its output itself."""
        del capsys

    def __call__(self, *words: str) -> Ended:
        """Run the command with these arguments."""
        return run(*words, columns=400)


def with_newlines(lines: Iterable[str]) -> str:
    """Join the lines, each with a newline."""
    return "".join(f"{line}\n" for line in lines)


def printed_record(done: Ended) -> Record[State]:
    """Return the record in the last line of a run."""
    return read(done.out.splitlines()[-1])


def record_in(path: Path) -> Record[State]:
    """Return the only record of a file."""
    (record,) = load(path)
    return record


def action_texts(record: Record[Any]) -> list[str]:
    """Return the texts of the actions of a record."""
    return [str(action) for action in record.actions]


def printed_actions(done: Ended) -> list[str]:
    """Return the texts of the actions of the record in the last line of a run."""
    return action_texts(printed_record(done))


# Output of a play.


class Shown(NamedTuple):
    """The content of a drawn table."""

    auction: int
    mover: int | None
    row: list[tuple[str, str, int]]
    hands: list[tuple[int, int, list[str]]]
    marked: list[int]


SEAT: Final = re.compile(
    r"([ >*]) (\S+(?: \d)?) +(?:-?\d+ points?: +)?(\d+) clear, (\d+) blue.*"
    r"  cards [+]?(-?\d+): (.*)"
)
"""The line of a seat: mark, name, beads, sum of the values, cards."""


def read_table(drawn: str) -> Shown:
    """Parse a drawn table."""
    lines = re.sub(r"\n {6}(?=\S)", " ", drawn).splitlines()
    headline = re.fullmatch(
        r"(?:Auction|Game over after auction) (\d+)(?: of \d+)?: (.*)", lines[0]
    )
    assert headline is not None
    offers = [
        re.fullmatch(r"  ([a-e])  (\S+(?: \S+)*)(?: +o+ (\d+) beads?)?(?:  .*)?", it)
        for it in lines
    ]
    found = [it for line in lines if (it := SEAT.fullmatch(line)) is not None]
    hands = [(int(it[3]), int(it[4]), [] if it[6] == "none" else it[6].split(", ")) for it in found]
    assert [int(it[5]) for it in found] == [
        sum(int(card.split()[0]) for card in cards) for _, _, cards in hands
    ]
    to_move = [seat for seat, it in enumerate(found) if headline[2] == f"{it[2]} to move"]
    return Shown(
        auction=int(headline[1]),
        mover=to_move[0] if to_move else None,
        row=[(it[1], it[2], int(it[3] or 0)) for it in offers if it is not None],
        hands=[(clear, blue, sorted(cards)) for clear, blue, cards in hands],
        marked=[seat for seat, it in enumerate(found) if it[1] != " "],
    )


def table_of(oracle: Oracle) -> Shown:
    """Return the table that the oracle expects."""
    over = oracle.phase == "over"
    return Shown(
        auction=oracle.auction,
        mover=None if over else oracle.mover,
        row=[(offer["slot"], offer["card"], offer["beads"]) for offer in oracle.row],
        hands=[(it["clear"], it["blue"], sorted(it["cards"])) for it in oracle.players],
        marked=oracle.winners() if over else [oracle.mover],
    )


def tables_in(out: str) -> list[str]:
    """Return the drawn tables of a play, each with the events after it."""
    return re.split(r"\n(?=Auction \d|Game over)", "\n" + out.strip("\n"))[1:]


DECISION: Final = re.compile(
    r"^  (\S+(?: \d)?) (?:places a bead on ([a-e])|backs out with .* \(([a-e])\) and \d+ beads?)$",
    re.MULTILINE,
)


def decisions_in(part: str, names: Sequence[str]) -> list[tuple[int, str]]:
    """Return the decisions of seats in a part of the output."""
    return [
        (names.index(name), f"bid {bid}" if bid else f"back-out {back_out}")
        for name, bid, back_out in DECISION.findall(part)
    ]


def options(players: int, starting_player: int, beads: int) -> dict[str, object]:
    """Return the wire's options with the default box."""
    return {
        "players": players,
        "starting_player": starting_player,
        "box": [str(card) for card in smile.default_box()],
        "auctions": 10,
        "beads": beads,
    }


@pytest.mark.parametrize(
    ("chosen", "named", "seed"),
    [
        ((3, 0, 6), ("random 1", "random 2", "random 3"), 0),
        ((3, 2, 0), ("first 1", "last", "first 2"), 7),
        ((4, 1, 8), ("random 1", "first", "last", "random 2"), 2**64 - 1),
        ((5, 4, 7), ("last 1", "last 2", "last 3", "last 4", "random"), 2017),
    ],
)
def test_a_play_shows_each_auction_each_decision_and_the_end(
    chosen: tuple[int, int, int], named: tuple[str, ...], seed: int
) -> None:
    """Ten tables and the final one equal those of the oracle."""
    players, starting_player, beads = chosen
    bots = [name.partition(" ")[0] for name in named]
    chosen_options = {"players": players, "starting_player": starting_player, "beads": beads}
    table = played(chosen_options, [BOTS[bot] for bot in bots], seed)
    final = table.state
    code, out, err = run(
        *("play", "smile", "--players", str(players), "--seats", ",".join(bots)),
        *("--starting-player", str(starting_player), "--seed", str(seed)),
        *("--auctions", "10", "--beads", str(beads), "--open"),
    )
    assert (code, err) == (0, "")
    parts = tables_in(out)
    oracle = Oracle(options(players, starting_player, beads))
    expected: list[tuple[Shown, list[tuple[int, str]]]] = []
    for move in table.record.steps:
        if oracle.phase == "bid":
            expected[-1][1].append((oracle.mover, str(move.action)))
        oracle.apply(str(move.action))
        if move.before.actor == "chance" and oracle.phase == "bid":
            expected.append((table_of(oracle), []))
    expected.append((table_of(oracle), []))
    assert len(expected) == 11
    assert [(read_table(part), decisions_in(part, named)) for part in parts] == expected

    scores = [int(points) for points in re.findall(r" (-?\d+) points?: ", parts[-1])]
    assert scores == oracle.scores()
    assert final.outcome is not None
    assert read_table(parts[-1]).marked == list(final.outcome.winners) == oracle.winners()
    headline = parts[-1].splitlines()[0]
    assert [seat for seat, name in enumerate(named) if name in headline] == oracle.winners()
    title = final.outcome.clause.rule.title
    assert f"Decided by {final.outcome.clause}: {title}." in " ".join(parts[-1].split())


def test_ten_auctions_are_counted_from_one() -> None:
    out = run("play", "smile", "--seed", "11").out
    heads = re.findall(r"^(Auction \d+ of \d+|Game over)", out, re.MULTILINE)
    assert heads == [*(f"Auction {number} of 10" for number in range(1, 11)), "Game over"]


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("bot", ["random", "last", "first"])
def test_no_line_is_wider_than_a_terminal(players: int, bot: str) -> None:
    """With any number of cards and beads."""
    most = str(35 // players)
    for seed in range(count(1, campaign=20)):
        words = ("play", "smile", "--seats", ",".join([bot] * players), "--seed", str(seed))
        for beads in ("0", most):
            out = run(*words, "--beads", beads).out
            assert out
            assert [line for line in out.splitlines() if len(line) > 80] == []
            assert [line for line in out.splitlines() if line != line.rstrip()] == []


def test_a_play_is_plain_ascii() -> None:
    out = run("play", "smile", "--seats", "first,last,random,random,random", "--seed", "5").out
    assert set(out) <= set(map(chr, range(32, 127))) | {"\n"}


# Seeds.


def test_the_same_seed_gives_the_same_play_and_another_seed_another() -> None:
    one, again, other = (run("play", "smile", "--seed", seed).out for seed in ("4", "4", "5"))
    assert one == again
    assert one != other


def test_the_same_seed_gives_the_same_play_in_another_process() -> None:
    words = ("play", "smile", "--seats", "random,last,random,first", "--seed", "77")
    here = run(*words)
    assert process(*words, PYTHONHASHSEED="3") == here
    assert process(*words, PYTHONHASHSEED="4", PYTHONUNBUFFERED="1") == here


@pytest.mark.long
def test_a_random_seed_is_printed_and_reproduces_the_play() -> None:
    seen = process("play", "smile", "--players", "4")
    output = re.fullmatch(r"fireflies: the seed is (\d+)\n", seen.err)
    assert output is not None
    assert seen.code == 0
    again = process("play", "smile", "--players", "4", "--seed", output[1])
    assert again == Ended(0, seen.out, "")
    assert process("play", "smile", "--players", "4").err != seen.err


def test_each_option_makes_a_difference() -> None:
    plain = ("play", "smile", "--seed", "9")
    plays = [
        run(*plain, *more).out
        for more in (
            (),
            ("--players", "4"),
            ("--players", "5"),
            ("--starting-player", "1"),
            ("--starting-player", "2"),
            ("--beads", "5"),
            ("--seats", "first,first,first"),
            ("--seats", "last,first,first"),
            ("--seats", "first,last,first"),
        )
    ]
    assert len(set(plays)) == len(plays)
    assert run(*plain, "--players", "3", "--starting-player", "0", "--beads", "6").out == plays[0]
    assert run(*plain, "--auctions", "10", "--seats", "random,random,random").out == plays[0]


def test_the_number_of_seats_is_the_number_of_players() -> None:
    words = ("play", "smile", "--seed", "9", "--seats", "random,first,last,random", "--open")
    assert run(*words) == run(*words, "--players", "4")
    assert len(read_table(tables_in(run(*words).out)[0]).hands) == 4


# Wrong usage.

PLAY: Final = ("play", "smile")
MISUSED: Final[list[tuple[tuple[str, ...], tuple[str, ...]]]] = [
    (("play",), ("GAME",)),
    (("watch",), ("watch", "play", "engine")),
    (("paly", "smile"), ("paly", "did you mean play?")),
    (("score", "kuhn"), ("kuhn", "smile")),
    (("play", "chess"), ("chess", "smile")),
    (("engine", "smile"), ("smile",)),
    (("--players", "3"), ("COMMAND", "play", "engine")),
    ((*PLAY, "now"), ("now",)),
    ((*PLAY, "--play", "3"), ("--play",)),
    ((*PLAY, "--players"), ("--players",)),
    ((*PLAY, "--players", "2"), ("players", "2", "3 to 5")),
    ((*PLAY, "--players", "6"), ("players", "6", "3 to 5")),
    ((*PLAY, "--players", "three"), ("players", "three", "3 to 5")),
    ((*PLAY, "--players", ""), ("players", "3 to 5")),
    ((*PLAY, "--players", "3.0"), ("players", "3.0", "3 to 5")),
    ((*PLAY, "--players", "true"), ("players", "True", "3 to 5")),
    ((*PLAY, "--players", "9" * 5000), ("players", "3 to 5")),
    ((*PLAY, "--starting-player", "3"), ("3", "0 to 2")),
    ((*PLAY, "--players", "5", "--starting-player", "5"), ("5", "0 to 4")),
    ((*PLAY, "--starting-player", "-1"), ("-1", "0 to 2")),
    ((*PLAY, "--beads", "12"), ("beads", "12", "0 to 11")),
    ((*PLAY, "--players", "4", "--beads", "9"), ("beads", "9", "0 to 8")),
    ((*PLAY, "--auctions", "0"), ("auctions", "0", "1 to 20")),
    ((*PLAY, "--auctions", "9"), ("9 auctions", "27", "30")),
    ((*PLAY, "--seed", "-1"), ("-1", "2**64 - 1")),
    ((*PLAY, "--seed", str(2**64)), (str(2**64), "2**64 - 1")),
    ((*PLAY, "--seed", "x"), ("--seed", "x")),
    ((*PLAY, "--seed", "1.0"), ("--seed", "1.0")),
    ((*PLAY, "--seed", "9" * 5000), ("--seed",)),
    ((*PLAY, "--seats", "random,random"), ("2", "3 to 5")),
    ((*PLAY, "--seats", ",".join(["first"] * 6)), ("6", "3 to 5")),
    ((*PLAY, "--seats", "random,random,random", "--players", "4"), ("--seats", "3", "4")),
    ((*PLAY, "--seats", ",".join(["last"] * 5), "--players", "4"), ("--seats", "5", "4")),
    ((*PLAY, "--seats", "random,nobody,last"), ("nobody", *BOTS)),
    ((*PLAY, "--seats", "random, random,last"), ("' random'", *BOTS)),
    ((*PLAY, "--seats", "random,,last"), ("''", *BOTS)),
    ((*PLAY, "--seats", "Random,random,random"), ("Random", *BOTS)),
]


@pytest.mark.parametrize(
    ("words", "output"), MISUSED, ids=[" ".join(words)[:60] or "nothing" for words, _ in MISUSED]
)
def test_wrong_usage_is_reported_on_standard_error(
    words: tuple[str, ...], output: tuple[str, ...]
) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    usage, _, message = err.rstrip("\n").rpartition("\n")
    assert usage.startswith("usage: fireflies")
    assert message.startswith("fireflies")
    assert [wanted for wanted in output if wanted not in message] == []
    assert not ALARMING.search(message)


@pytest.mark.usefixtures("measured")
def test_wrong_usage_without_standard_error_prints_nothing() -> None:
    assert redirected("2>&-", "watch") == Ended(2, "", "")


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize("words", [("play",), (*PLAY, "--seed", "-1"), (*PLAY, "--seats", "x,y,z")])
def test_wrong_usage_ends_a_process_with_code_two(words: tuple[str, ...]) -> None:
    code, out, err = process(*words)
    assert (code, out) == (2, "")
    assert "Traceback" not in err


def test_an_argument_that_is_no_text_is_refused() -> None:
    for words in (("play", "\udcff"), (*PLAY, "--seats", "\udcff,b,c"), (*PLAY, "\udcff")):
        code, out, err = process(*words, PYTHONUTF8="1")
        assert (code, out) == (2, "")
        assert "Traceback" not in err
        assert "udcff" in err


# Help and version.


@pytest.mark.parametrize(
    ("name", "output"),
    [
        (f"packed{EXTENSION_SUFFIXES[0]}", " (compiled)"),
        ("packed.cpython-20-another-machine.so.py", ""),
        ("packed.py", ""),
    ],
)
def test_the_version_says_whether_modules_are_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, output: str
) -> None:
    folder = tmp_path / "game" / "fast"
    folder.mkdir(parents=True)
    (folder / name).touch()
    monkeypatch.setattr(_made_by, "PACKAGE", tmp_path)
    _made_by.made_by.cache_clear()
    told = run("--version")
    _made_by.made_by.cache_clear()
    assert told == Ended(0, f"fireflies {fireflies.__version__}{output}\n", "")


def test_the_version_goes_to_standard_output() -> None:
    made = " (compiled)" * fast.COMPILED
    assert run("--version") == Ended(0, f"fireflies {fireflies.__version__}{made}\n", "")
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+)?", fireflies.__version__)


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        ((), ("play", "engine", "--version", "examples", "play smile")),
        (("play",), tuple(games.names())),
        (("engine",), ("conformance", "standard input")),
        (PLAY, ("Smile", "2017", "--seats", "--seed", *BOTS)),
        (PLAY, ("--players", "3 to 5", "--starting-player", "clockwise from 0")),
        (("play", "festival"), ("(empire,architect,hubs,merchant)", "(false)", "(chance)")),
        (PLAY, ("--auctions", "1 to 20", "--beads", "at most 35 for all")),
    ],
)
def test_help_mentions_commands_and_options(
    words: tuple[str, ...], needed: tuple[str, ...]
) -> None:
    code, out, err = run(*words, "--help", columns=400)
    assert (code, err) == (0, "")
    assert [wanted for wanted in needed if wanted not in out] == []
    for same in ((*words, "-h"), ("help", *words)):
        assert run(*same, columns=400).out == out


def test_without_arguments_the_command_shows_its_help() -> None:
    assert run() == run("--help")


def test_help_has_every_option_of_a_game() -> None:
    out = run(*PLAY, "--help", columns=400).out
    kinds = {"box": "FILE"}
    for option in smile.GAME.options:
        assert f"--{option.name.replace('_', '-')} {kinds.get(option.name, 'N')}" in out
        default = "" if option.default is None else f" ({option.default})"
        assert f"{option.text}{default}" in out
    assert "a file (see fireflies box smile); by name: shipped" in out


def test_help_fits_on_a_terminal() -> None:
    for words in ((), PLAY, ("arena", "smile"), ("rules", "smile"), ("cite", "smile"), ("engine",)):
        assert max(map(len, run(*words, "--help").out.splitlines())) <= 80


def test_the_examples_of_the_help_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    examples = re.findall(r"^  fireflies (.*?)(?:  .*)?$", run("--help").out, re.MULTILINE)
    commands = {"play", "replay", "arena", "score", "rules", "engine"}
    assert {example.split()[0] for example in examples} == commands
    monkeypatch.chdir(tmp_path)
    for example in examples:
        words = shlex.split(example)
        expected = 130 if any("human" in word for word in words) else 0
        assert (example, run(*words).code) == (example, expected)


def test_the_installed_script_calls_main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["scripts"] == {"fireflies": f"{main.__module__}:{main.__name__}"}


def test_main_without_arguments_reads_sys_argv(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["fireflies", "play", "smile", "--seed", "1"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 0
    assert "Auction 10" in capsys.readouterr().out


# Imported modules.

LOADED: Final = """
import sys
from fireflies.cli import main
try:
    main(sys.argv[1:])
finally:
    print(*sorted(name for name in sys.modules if not name.startswith("_")))
"""


@pytest.mark.parametrize("words", [("--version",), ("--help",), (*PLAY, "--seed", "1")])
def test_only_the_needed_modules_are_imported(
    install: Install, tmp_path: Path, words: tuple[str, ...]
) -> None:
    install({"other": "GAME = 1"}, {"other": "other:GAME"})
    path = f"{SOURCE}:{tmp_path}"
    with started([sys.executable, "-c", LOADED, *words], PYTHONPATH=path) as running:
        loaded = set(ended(running).out.splitlines()[-1].split())
    unwanted = {"other", "multiprocessing", "fireflies.arena", "fireflies.conformance"}
    assert loaded & unwanted == set()
    assert ("fireflies.smile" in loaded) == ("smile" in words)
    assert "argparse" in loaded


def test_a_command_that_only_one_game_has() -> None:
    assert "fireflies score smile" in run(*PLAY, "--help").out
    assert "Count the points" in run("score", "smile", "--help").out
    assert "smile" in run("score", "--help").out


# Color.


def on_a_terminal(*words: str, **changes: str) -> Ended:
    """Run the command as a process whose standard output is a terminal."""
    ours, theirs = pty.openpty()
    with started(command(*words), theirs, **changes) as running:
        os.close(theirs)
        shown = b""
        try:
            while piece := os.read(ours, 65536):
                shown += piece
        except OSError:
            pass  # how Linux tells that the other side of a terminal is gone
        os.close(ours)
        code, _, output = ended(running)
    return Ended(code, shown.decode().replace("\r\n", "\n"), output)


def without_colors(out: str) -> str:
    """Return terminal output without colors and without temporary lines."""
    return re.sub("\r[^\r]* thinks \\.\\.\\.\r\x1b\\[K|\x1b\\[[0-9;]*m", "", out)


def test_on_a_terminal_headlines_are_bold_and_cards_have_colors() -> None:
    """The text is the same as without a terminal."""
    words = (*PLAY, "--seed", "21")
    code, out, err = run(*words, "--seats", "random,random,random", terminal="xterm")
    assert (code, err) == (0, "")
    plain = run(*words).out
    heads = [line for line in plain.splitlines() if re.match("Auction|Game over", line)]
    assert len(heads) == 11
    assert re.findall("\x1b\\[1m(.*?)\x1b\\[0m", out) == heads
    assert without_colors(out) == plain
    codes = {"yellow": "30;43", "white": "30;47", "red": "97;41", "blue": "97;44"}
    revealed = set(re.findall(r"^  (-?\d .*) is revealed", plain, re.MULTILINE))
    for color, code in codes.items():
        cards = {card for card in revealed if color in card}
        assert len(cards) > 3
        assert set(re.findall(rf"\x1b\[{code}m(.*?)\x1b\[0m", out)) == cards
    assert "random 2 thinks ..." in out


def test_no_color_is_respected_on_a_terminal() -> None:
    """An empty NO_COLOR has no effect."""
    words = (*PLAY, "--seed", "21", "--seats", "random,random,random")
    plain = run(*words)
    out = run(*words, terminal="xterm", NO_COLOR="0").out
    assert "m" not in re.findall("\x1b\\[[^a-zA-Z]*([a-zA-Z])", out)
    assert without_colors(out) == plain.out
    assert BOLD in run(*words, terminal="xterm").out
    assert run(*words, terminal="dumb") == plain


def test_a_real_terminal_gets_colors() -> None:
    assert BOLD in on_a_terminal(*PLAY, "--seed", "21", TERM="xterm").out


def test_without_a_terminal_there_are_no_escape_codes() -> None:
    assert "\x1b" not in process(*PLAY, "--seed", "21", TERM="xterm-256color").out


# Output that can't be written.


def redirected(redirection: str, *words: str, given: bytes = b"", unbuffered: str = "") -> Ended:
    """Run the command with a redirection of the shell."""
    shell = ["/bin/sh", "-c", f'exec "$@" {redirection}', "sh"]
    with started([*shell, *command(*words)], PYTHONUNBUFFERED=unbuffered) as running:
        return ended(running, given)


WRITING: Final[list[tuple[tuple[str, ...], bytes]]] = [
    ((*PLAY, "--seed", "3"), b""),
    (("engine",), b'{"cmd": "start", "version": 1}\n'),
    (("--version",), b""),  # and help, in the same way
]
"""Each way to write to standard output."""


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize(("words", "given"), WRITING, ids=[words[0] for words, _ in WRITING])
@pytest.mark.parametrize("redirection", [">/dev/full", ">&-"])
def test_unwritable_output_is_reported_in_one_line(
    redirection: str, words: tuple[str, ...], given: bytes, unbuffered: str
) -> None:
    """A full disk, or a closed standard output."""
    code, out, err = redirected(redirection, *words, given=given, unbuffered=unbuffered)
    assert (code, out) == (1, "")
    assert not ALARMING.search(err)
    assert re.fullmatch(r"(fireflies: .+\n)?", err)
    if redirection == ">/dev/full":
        assert "No space left" in err


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize(("words", "given"), WRITING, ids=[words[0] for words, _ in WRITING])
def test_a_closed_pipe_gets_no_message(
    words: tuple[str, ...], given: bytes, unbuffered: str
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with started(command(*words), writer, PYTHONUNBUFFERED=unbuffered) as running:
        os.close(writer)
        assert ended(running, given) == Ended(1, "", "")


@contextmanager
def full_pipe() -> Iterator[tuple[int, int]]:
    """Create a pipe whose buffer is full."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    for size in (65536, 1):
        try:
            while os.write(writer, b"\n" * size):
                pass
        except BlockingIOError:
            continue
    os.set_blocking(writer, True)
    try:
        yield reader, writer
    finally:
        for end in (reader, writer):
            try:
                os.close(end)
            except OSError:
                continue  # the test has closed it


@contextmanager
def stuck_play() -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Start a play that blocks because its output is not read; yield it and the read end."""
    with full_pipe() as (reader, writer), started(command(*PLAY), writer) as running:
        os.close(writer)
        assert running.stderr is not None
        assert running.stderr.readline().startswith(b"fireflies: the seed is ")
        time.sleep(0.3)  # more than it needs to fill its own buffer
        assert running.poll() is None
        try:
            yield running, reader
        finally:
            running.kill()


def test_a_pipe_closed_during_a_play_gets_no_message() -> None:
    """As in ``fireflies play smile | head -1``."""
    with stuck_play() as (running, reader):
        os.close(reader)
        assert ended(running) == Ended(1, "", "")


# Ctrl-C.


@pytest.mark.usefixtures("interruptible")
def test_interrupting_a_blocked_play() -> None:
    with stuck_play() as (running, _):
        running.send_signal(signal.SIGINT)
        assert ended(running) == Ended(130, "", "")


@pytest.mark.usefixtures("interruptible")
def test_interrupting_an_engine_that_waits_for_input() -> None:
    with started(command("engine")) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(b'{"cmd": "start", "version": 1}\n')
        running.stdin.flush()
        assert running.stdout.readline().startswith(b"{")  # it is there, and will wait for more
        running.send_signal(signal.SIGINT)
        assert ended(running) == Ended(130, "", "")


def test_main_returns_the_code_of_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    """It raises no KeyboardInterrupt."""

    def interrupt(table: Table[smile.State]) -> None:
        del table
        raise KeyboardInterrupt

    monkeypatch.setattr(Table, "step", interrupt)
    assert run(*PLAY, "--seed", "1") == Ended(130, "", "")


# The command ``engine``; tests/conformance has tests of its answers.


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize("redirection", ["</dev/null", "<&-"])
def test_an_engine_without_input_ends(redirection: str) -> None:
    assert redirected(redirection, "engine") == Ended(0, "", "")


def test_an_engine_writes_only_answers() -> None:
    code, out, err = redirected("", "engine", given=b'{"cmd": "start", "version": 1}\n')
    assert (code, err) == (0, "")
    assert re.fullmatch(r"\{.*\}\n", out)


def test_play_smile_is_a_game_of_three() -> None:
    tables = tables_in(process(*PLAY, "--open").out)
    assert [len(read_table(table).hands) for table in tables] == [3] * 11


def test_a_game_that_can_not_be_loaded_is_reported(install: Install) -> None:
    """The commands still work with other games."""
    install({"broken": "raise ImportError('no such part')"}, {"broken": "broken:GAME"})
    problem = "the game 'broken' can't be used: ImportError: no such part"
    assert run("play", "broken") == Ended(1, "", f"fireflies: {problem}\n")
    assert "broken" in run("play", "--help").out
    assert run("rules", "smile", "tie").code == 0
    assert run("score", "smile", "3").code == 0
    assert "broken" not in run("score", "--help").out


@pytest.mark.usefixtures("kuhn_installed")
def test_a_game_without_cases_suggests_explore() -> None:
    done = run("conform", "kuhn", "--list")
    assert done.code == 2
    assert "Kuhn poker has no cases: give a file of them with --case, or --explore" in done.err
