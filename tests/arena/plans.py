"""Plans of games that take little time."""

from collections.abc import Mapping
from typing import Final

from fireflies import arena, record, smile
from fireflies.contract import Bot, State
from fireflies.record import Record

_COLORS: Final = ("", " red", " blue", " white", " yellow")


def short(players: int = 3, auctions: int = 2) -> Mapping[str, object]:
    """Return options of a game with few auctions, and a box for them."""
    box = [f"{n % 12 - 5}{_COLORS[n % 5]}" for n in range(players * auctions)]
    return {"players": players, "auctions": auctions, "box": box}


def quick(
    games: int,
    *players: str | Bot | arena.Player,
    seconds: float | None = None,
    events: bool = False,
    seed: int = 0,
) -> arena.Plan:
    """Return a plan of short games, by default of three simple players."""
    who = players or ("random", "first", "random")
    options = short(len(who))
    return arena.plan(
        smile.GAME, who, games, options=options, seconds=seconds, events=events, seed=seed
    )


def read_game(plan: arena.Plan, line: str) -> Record[State]:
    """Return the record of a line that a worker has written: it lacks a box of one's own."""
    return record.read(line, plan.loaded_game.own_values(plan.options))
