"""``fireflies replay``: look at kept games again."""

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from fireflies._data import dumps
from fireflies.cli.boxes import placed
from fireflies.cli.screen import emit, narrate
from fireflies.contract import Actor, Sight
from fireflies.files import load
from fireflies.record import Record


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words after ``replay``."""
    parser.add_argument("file", type=Path, metavar="FILE", help="kept games, one a line")
    parser.add_argument("--step", action="store_true", help="wait for Enter after each step")
    parser.add_argument("--seat", type=int, metavar="S", help="show what this seat saw (all)")
    parser.add_argument("--json", action="store_true", help="print each view as the wire's STATE")
    parser.set_defaults(run=partial(replay, parser))


def replay(parser: argparse.ArgumentParser, words: argparse.Namespace) -> int:
    """Show each game of the file, from its first card to its last."""
    with placed(words.file):
        for record in load(words.file):
            if words.seat is not None and words.seat not in range(record.start.seats):
                parser.error(f"--seat goes from 0 to {record.start.seats - 1} in this game")
            if words.json:
                for sight in _sights(record, words.seat):
                    emit(dumps(sight.view.to_json()))
            else:
                _show(record, words.seat, wait=words.step)
    return 0


def _show(record: Record, seat: int | None, *, wait: bool) -> None:
    """One game in words and pictures."""
    print(f"{record.game.title}, edition {record.game.edition}: {', '.join(record.seats)}")
    sights = _sights(record, seat)
    next(sights)  # before the first card there is nothing to tell
    narrate(_moments(record, sights), wait=wait)


def _moments(record: Record, sights: Iterator[Sight]) -> Iterator[tuple[Actor, Sight]]:
    """Who acted, with what was seen then."""
    for step, sight in zip(record.replay(), sights, strict=True):
        yield step.before.actor, sight


def _sights(record: Record, seat: int | None) -> Iterator[Sight]:
    """What a seat saw, or the referee, step by step."""
    if seat is not None:
        yield from record.seen_by(seat)
        return
    yield Sight((), record.start.view())
    for step in record.replay():
        yield Sight(step.events, step.before.apply(step.action).view())
