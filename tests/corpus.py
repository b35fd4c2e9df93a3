"""A corpus of plays, and a program that prints the digests of its parts.

``test_determinism`` runs it in fresh processes, so it imports only what every Python has.
"""

import contextlib
import functools
import hashlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final
from unittest.mock import patch

import fireflies
from fireflies import cli, games, smile
from fireflies.bots import BOTS
from fireflies.chance import Draws
from fireflies.conformance import wire
from fireflies.contract import SPECTATOR, Action, IllegalAction, InvalidOptions, Observer
from fireflies.errors import InvalidNotation
from fireflies.record import begin
from fireflies.table import Table

SOURCE: Final = Path(fireflies.__file__).parents[1]
PATIENCE: Final = 60.0

PLAYS: Final[tuple[tuple[dict[str, object], tuple[str, ...], int], ...]] = (
    ({"players": 3}, ("random", "random", "random"), 0),
    ({"players": 3, "starting_player": 2, "beads": 0}, ("random", "first", "last"), 1),
    ({"players": 4, "starting_player": 1, "beads": 8}, ("random",) * 4, 2**63),
    ({"players": 5, "beads": 1}, ("random", "last", "random", "first", "random"), 2**64 - 1),
    ({"players": 5, "beads": 7}, ("first", "first", "random", "first", "first"), 12345),
    (
        {"players": 3, "auctions": 4, "box": ["1", "1 red", "-2 red", "6", "1 IV"] * 3, "beads": 3},
        ("random", "random", "random"),
        99,
    ),
)
"""Options, bots and seed of each play of the corpus."""


@functools.cache
def played() -> tuple[Table[smile.State], ...]:
    """Return the plays of the corpus."""
    tables = list[Table[smile.State]]()
    for options, bots, seed in PLAYS:
        names = [f"somebody {number}" for number in range(len(bots))]
        table = Table(begin(smile.GAME, options, names), [BOTS[bot] for bot in bots], seed=seed)
        table.run()
        tables.append(table)
    return (*tables,)


def draws() -> Iterator[object]:
    """Return draws of chance."""
    for seed in (0, 1, 2**64 - 1):
        for purpose in ("chance", "seat 0", "anything else, \xe9 too"):
            some = Draws(seed, purpose, len(purpose))
            yield [some.bits(), some.below(6), some.choose("abcdef")]
            yield [some.choose_weighted([("a", 1), ("b", 0), ("c", 7)]) for _ in range(20)]


def plays() -> Iterator[object]:
    """Return every state, its legal actions in order, the action, and the events."""
    for table in played():
        for step in table.record.steps:
            before = step.before
            yield [repr(before), list(map(str, before.legal_actions)), str(step.action)]
            yield [[str(it), f"{part}"] for it, part in before.chance_outcomes]
            yield [[repr(event), str(event)] for event in step.events]
        yield [repr(table.state.outcome), table.record.to_text()]


def views() -> Iterator[object]:
    """Return the views of each observer, drawn and as data, with the order of keys."""
    for table in played():
        observers: list[Observer] = [None, SPECTATOR, *range(table.state.seats)]
        for observer in observers:
            for step in table.record.steps[::7]:
                view = step.before.view(observer)
                yield [str(view), view.position, list(view.to_json().items())]
        yield [
            [str(sight.view), list(map(repr, sight.events))] for sight in table.information_state(1)
        ]


def messages() -> Iterator[object]:
    """Return error messages, texts of clauses, and lists of names."""
    state = smile.start()
    wrong: list[Callable[[], object]] = [
        *(
            functools.partial(state.apply, action)
            for action in (smile.Bid("a"), smile.BackOut("b"))
        ),
        *(functools.partial(smile.GAME.set_up, options) for options in ({"players": 2}, {"x": 1})),
        functools.partial(smile.read_action, "bid"),
        functools.partial(smile.State.parse, "1 2 3"),
    ]
    for do in wrong:
        try:
            do()
        except (IllegalAction, InvalidNotation, InvalidOptions) as error:
            yield f"{type(error).__name__}: {error}"
    yield [[clause, clause.rule] for clause in smile.Clause]
    yield [games.names(), list(BOTS), list(map(str, smile.default_box()))]


def actions_of(history: list[Action], repeated: int) -> list[str]:
    """Return the texts of a play's actions; the one with this number, counted from 1, twice."""
    texts = list(map(str, history))
    return [*texts[:repeated], *texts[max(repeated - 1, 0) :]]


def answers() -> Iterator[object]:
    """Return the bytes that the engine writes, with the order of keys and legal actions."""
    requests: list[object] = [{"cmd": "start", "version": 1}, {"cmd": "?", "seq": 1}]
    for seq, table in enumerate(played()):
        history = list(table.record.actions)
        options = {"starting_player": 0, "auctions": 10, "beads": 6} | PLAYS[seq][0]
        box = [str(card) for card in smile.default_box()]
        base = {"game": "smile", "edition": "2017", "options": {"box": box} | options}
        for observer in (None, 0, 2):
            case = {**base, "observer": observer, "actions": list(map(str, history))}
            requests.append({"cmd": "run", "seq": seq, "case": {**case, "ask": "trace"}})
        for repeated, ask in ((0, "trace"), (3, "final"), (40, "final"), (5, "?")):
            case = {**base, "observer": None, "actions": actions_of(history, repeated), "ask": ask}
            requests.append({"cmd": "run", "seq": seq, "case": case})
        case = {**base, "observer": None, "actions": list(map(str, history[:3]))}
        requests.append({"cmd": "run", "seq": seq, "case": {**case, "ask": {"count": 4}}})
    written: list[bytes] = []
    lines = [json.dumps(request) for request in requests]
    wire.serve(io.BytesIO("\n".join(lines).encode()), written.append)
    for answer in written:
        yield answer.decode()


def shown() -> Iterator[object]:
    """Return the output of the command."""
    for args in ("", "--players 4", "--seats random,first,last,random,random --beads 2"):
        for seed in ("0", "7"):
            out = io.StringIO()
            # The command fits its tables to the terminal.
            with patch.dict(os.environ, COLUMNS="80"), contextlib.redirect_stdout(out):
                code = cli.main(["play", "smile", "--seed", seed, *args.split()])
            yield [code, out.getvalue()]


CORPUS: Final = (draws, plays, views, messages, answers, shown)


def digests() -> dict[str, str]:
    """Return the digest of each part of the corpus, by name."""
    found = {}
    for part in CORPUS:
        digest = hashlib.sha256()
        for thing in part():
            digest.update(json.dumps(thing).encode() + b"\n")
        found[part.__name__] = digest.hexdigest()
    return found


@functools.cache
def expected() -> dict[str, str]:
    """Return the digests in this process, where pytest is imported."""
    return digests()


PLAIN: Final = f"import runpy; runpy.run_path({__file__!r}, run_name='__main__')"
"""The program of a fresh process."""

CROWDED: Final = f"""
import random, decimal, locale, asyncio, unittest, xml.dom.minidom, sys
random.seed(2)
[random.random() for _ in range(1000)]
decimal.getcontext().prec = 2
sys.setrecursionlimit(5000)
from fireflies import smile
from fireflies.bots import BOTS
from fireflies.record import begin
from fireflies.table import Table
[smile.BackOut(slot) for slot in "edcba"]
[smile.Reveal(card) for card in reversed(smile.default_box())]
Table(begin(smile.GAME, dict(players=5), "abcde"), [BOTS["random"]] * 5, seed=3).run()
import runpy
runpy.run_path({__file__!r})["digests"]()
{PLAIN}
"""
"""The same program after other imports, random numbers and values, and with every cache filled."""


def digests_of(python: str, program: str, *flags: str, **changes: str) -> object:
    """Return the digests in a new process of a Python that has only the library."""
    kept: Mapping[str, str] = {
        name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT") if name in os.environ
    }
    done = subprocess.run(  # noqa: S603  # it runs Pythons, and in them this file
        [python, "-B", "-S", *flags, "-c", program],
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        env={**kept, "PYTHONPATH": str(SOURCE), **changes},
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    return json.loads(done.stdout)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(digests()))
