"""``fireflies replay``: show kept games again."""

import argparse
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from fireflies._data import dumps
from fireflies.cli.display import Display
from fireflies.cli.screen import print_data, print_text, print_wrapped, read_line
from fireflies.contract import SPECTATOR, Observer, observer_of
from fireflies.errors import InvalidData, locate_errors
from fireflies.files import load_any
from fireflies.front.texts import seat_names
from fireflies.games import Game
from fireflies.record import Record, RedactedRecord


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments after ``replay``."""
    parser.add_argument("file", type=Path, metavar="FILE", help="kept games, one a line")
    parser.add_argument(
        "--seat", metavar="S", help=f"show what this seat, or a {SPECTATOR}, saw (all)"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--step", action="store_true", help="wait for Enter after each step")
    form.add_argument("--json", action="store_true", help="print each view as the wire's STATE")
    form.add_argument(
        "--redacted",
        action="store_true",
        help="print each game as a record that may be shown to the observer that --seat names",
    )
    parser.set_defaults(run=partial(replay, parser))


def replay(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    """Show each game of the file, from its first action to its last."""
    if args.redacted and args.seat is None:
        parser.error("--redacted: --seat says who may see the games")
    is_empty = True
    with locate_errors(args.file):
        for record in load_any(args.file):
            is_empty = False
            if isinstance(record, RedactedRecord):
                _print_redacted(record, args)
                continue
            observer = _observer(parser, record, args.seat)
            if args.redacted:
                # The extra keys may hold secrets: with the seed, all chance can be computed.
                print_data(replace(record, extra={}).redacted(observer))
            elif args.json:
                for sight in record.seen_by(observer):
                    print_data(dumps(sight.view.to_json()))
            else:
                _print_heading(record.game, record.seats)
                display = Display(record.game, seat_names(record.seats))
                display.print_play(record.seen_by(observer), wait=args.step)
                display.print_result(record.final)
        if is_empty:
            raise InvalidData("file", "there is no game in it")
    return 0


def _observer(parser: argparse.ArgumentParser, record: Record[Any], given: str | None) -> Observer:
    """Return the observer that ``--seat`` names; without it, the referee."""
    if given is None:
        return None
    try:
        return observer_of(record.start, given if given == SPECTATOR else int(given))
    except ValueError:
        seats = f"from 0 to {record.start.seats - 1} in this game"
        parser.error(f"--seat is a seat {seats}, or {SPECTATOR}")


def _print_heading(game: Game[Any], seats: Iterable[str], suffix: str = "") -> None:
    names = ", ".join(" ".join(name.split()) for name in seats)  # a name may have line ends
    print_text(f"{game.title}, edition {game.edition}: {names}{suffix}")


def _print_redacted(record: RedactedRecord, args: argparse.Namespace) -> None:
    """Print the actions and events of a redacted record; it has no states to draw."""
    who = f"seat {record.observer}" if record.observer != SPECTATOR else f"a {SPECTATOR}"
    if args.json or args.redacted or args.seat not in (None, str(record.observer)):
        problem = f"this is a redacted record, only what {who} saw; it can be shown as it is"
        raise InvalidData("observer", problem)
    _print_heading(record.game, record.seats, f" (as {who} saw it)")
    display = Display(record.game, seat_names(record.seats))
    for action, events in zip(record.actions, record.events, strict=True):
        display.print_line(f"{action}: {'; '.join(events)}")
        if args.step:
            read_line("")
    for key, value in (record.result or {}).items():
        print_wrapped(f"{key}: {dumps(value)}")
