"""The records of an arena in a folder: a file for each chunk of games, there as a whole or not."""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final

from fireflies._data import dumps, mapping, text, whole
from fireflies.arena.chunk import KEPT, add_events, add_game, identity
from fireflies.arena.game import Failure, Played
from fireflies.arena.planning import Plan
from fireflies.arena.totals import Totals
from fireflies.contract import State
from fireflies.errors import InvalidData, clipped
from fireflies.files import load, save_lines
from fireflies.record import Record

FILES: Final = "games-*.jsonl"
"""What the files are called: after the number of the first game in it, and ``-1``, ``-2`` and so on
where that name is taken."""


def prepare(folder: Path, *, resume: bool) -> None:
    """Make the folder if it is not there; one with games in it has to be resumed.

    Raises:
        InvalidData: when there are games in it, and it is not.
        OSError: when it can't be made or read.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if not resume and any(folder.glob(FILES)):
        raise InvalidData(
            str(folder), "there are games here already: resume them, or choose another folder"
        )


def keep(folder: Path, numbers: Sequence[int], lines: Sequence[str]) -> None:
    """Write the records of these games, all or none of them, to a file of their own.

    Raises:
        OSError: when that can't be done.
    """
    name = f"games-{numbers[0]:09}"
    path, others = folder / f"{name}.jsonl", count(1)
    while not _is_claimed(path):
        path = folder / f"{name}-{next(others)}.jsonl"
    save_lines(path, lines)


def _is_claimed(path: Path) -> bool:
    """Make an empty file; false when there is a file already."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def read(folder: Path, plan: Plan) -> Iterator[tuple[list[int], Totals]]:
    """The games in the folder, file by file: their numbers, and what came of them.

    Each is played again and checked, as every record that is read.

    Raises:
        InvalidData: when something in a file is no record, or one of other games than the plan's.
        OSError: when a file can't be read.
    """
    seen: dict[int, str] = {}
    for path in sorted(folder.glob(FILES)):
        numbers, totals = list[int](), Totals()
        try:
            for line, record in enumerate(load(path), 1):
                number = _add(totals, plan, record, f"line {line}, ")
                if number in seen:
                    raise InvalidData(f"line {line}", f"game {number} is also in {seen[number]}")
                seen[number] = path.name
                numbers.append(number)
        except InvalidData as error:
            raise InvalidData(f"{path}: {error.place}", error.problem) from None
        yield numbers, totals


def _add(totals: Totals, plan: Plan, record: Record[State], at: str) -> int:
    """Count a kept game; its number."""
    kept = mapping(record.extra.get(KEPT), f"{at}{KEPT}")
    wanted: dict[str, object] = {
        "game": plan.known.name,
        "options": plan.options,
        **identity(plan),
    }
    found: dict[str, object] = {"game": record.game.name, "options": dict(record.options)}
    for name, value in wanted.items():
        there = found.get(name, kept.get(name))
        # As texts: what is written alike is alike, and 1 is not true.
        if dumps(there, sort_keys=True) != dumps(value, sort_keys=True):
            raise InvalidData(
                f"{at}{name}",
                f"a game of another arena; {clipped(dumps(value, sort_keys=True))} is wanted,"
                f" not {clipped(dumps(there, sort_keys=True))}",
            )
    place = f"{at}{KEPT}"
    number = whole(kept.get("game"), f"{place}.game")
    if number not in range(plan.games):
        raise InvalidData(f"{place}.game", f"there are {plan.games} games; this is game {number}")
    failure = _failure(kept.get("failure"), len(plan.players), f"{place}.failure")
    if (failure is None) != (record.final.outcome is not None):
        raise InvalidData(f"{place}.failure", "the game is over, or somebody has failed in it")
    add_game(totals, plan, number, Played(record.actions, record.final, failure))
    if plan.events:
        add_events(totals, record)
    return number


def _failure(data: object, seats: int, place: str) -> Failure | None:
    """Who failed in a kept game, and how."""
    if data is None:
        return None
    found = mapping(data, place)
    seat = whole(found.get("seat"), f"{place}.seat")
    if seat not in range(seats):
        raise InvalidData(f"{place}.seat", f"seats go from 0 to {seats - 1}")
    return Failure(
        seat, text(found.get("kind"), f"{place}.kind"), text(found.get("text"), f"{place}.text")
    )
