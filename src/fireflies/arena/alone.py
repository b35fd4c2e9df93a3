"""Games that were lost with their workers, in a process of their own that is watched from outside.

It says who is about to decide. So whoever takes it down, or keeps it busy for too long, is known.
"""

import multiprocessing
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pickle import PicklingError
from typing import Any, Final, NamedTuple

from fireflies.arena.chunk import BrokenGame, Chunk, chunk_of, play_game, set_up
from fireflies.arena.clock import GRACE, late, limited
from fireflies.arena.game import Failure, Played, in_a_line
from fireflies.arena.planning import Plan
from fireflies.contract import Action, Bot, Turn
from fireflies.table import Ask

TRIES: Final = 2
"""How often a process may end in a game before whoever was deciding then is held to account."""


class Ended(NamedTuple):
    """How a process ended before its games were all played."""

    seat: int | None
    """Who was deciding; None when nobody was."""
    late: bool
    """Whether it was ended because that took too long."""


def play_alone(plan: Plan, numbers: Sequence[int]) -> Iterator[Chunk]:
    """Play these games one by one; what came of each, in order.

    A seat at whose decision the process ends twice has lost the game; one of a player who has lost
    so before, at once.

    Raises:
        BrokenGame: when a game can't be played, and no bot is to blame.
    """
    left, ends, guilty = list(numbers), Counter[int](), list[int]()
    while left:
        ended = None
        for came in _watched(plan, tuple(left)):
            if isinstance(came, Ended):
                ended = came
            else:
                left.pop(0)
                yield came
        if ended is None:
            continue
        number = left[0]
        ends[number] += 1
        player = None if ended.seat is None else plan.seated(number)[ended.seat]
        if not ended.late and ends[number] < TRIES and player not in guilty:
            continue
        if ended.seat is None or player is None:
            raise BrokenGame(number, plan.seed_of(number), "its process ended again and again")
        guilty.append(player)
        yield _lost(plan, left.pop(0), ended)


def _lost(plan: Plan, number: int, ended: Ended) -> Chunk:
    """What comes of a game that was never finished; of its actions nothing is known."""
    kind, text = "died", "its process ended while it was deciding"
    if ended.late:
        kind, text = "late", late(plan.seconds or 0.0)
    setting = set_up(plan)
    played = Played((), setting.start, Failure(ended.seat or 0, kind, text))
    return chunk_of(plan, setting, [(number, played)])


def _watched(plan: Plan, numbers: Sequence[int]) -> Iterator[Chunk | Ended]:
    """What a process of its own plays, game by game, and how it ended if it did so too early."""
    spawning = multiprocessing.get_context("spawn")  # nothing of this process is in it, no lock
    here, there = spawning.Pipe(duplex=False)
    process = spawning.Process(target=_tell_games_there, args=(there, plan, numbers), daemon=True)
    try:
        process.start()
    except (AttributeError, PicklingError, TypeError) as error:  # all that pickle says of a bot
        problem = f"a process can't be sent it: {in_a_line(error)}"
        raise BrokenGame(numbers[0], plan.seed_of(numbers[0]), problem) from error
    there.close()  # so that its end is heard
    try:
        yield from heard(here, plan.seconds, len(numbers))
    finally:
        process.kill()
        process.join()
        here.close()


def _tell_games_there(there: Connection, plan: Plan, numbers: Sequence[int]) -> None:
    """Do so in a process that leaves without a word when somebody interrupts all."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    tell_games(there, plan, numbers)


def heard(here: Connection, seconds: float | None, games: int) -> Iterator[Chunk | Ended]:
    """What somebody who plays so many games with :func:`tell_games` tells.

    Raises:
        BrokenGame: when that is what was told.
    """
    seat: int | None = None
    while games:
        if seat is not None and seconds is not None and not here.poll(seconds + GRACE):
            yield Ended(seat, late=True)
            return
        try:
            came: object = here.recv()
        except (EOFError, OSError):
            yield Ended(seat, late=False)
            return
        if isinstance(came, BrokenGame):
            raise came
        if isinstance(came, Chunk):
            games -= 1
            yield came
        else:
            seat = came if isinstance(came, int) else None


def tell_games(there: Connection, plan: Plan, numbers: Sequence[int]) -> None:
    """Play these games, and tell who is about to decide, None when that is done, and what came."""
    try:
        setting = set_up(plan)
        for number in numbers:
            with limited(plan.seconds, ending=False) as ask:

                def asking(bot: Bot, turn: Turn[Any], ask: Ask = ask) -> Action:
                    there.send(turn.seat)
                    try:
                        return ask(bot, turn)
                    finally:
                        there.send(None)

                played = play_game(plan, setting, number, asking)
            there.send(chunk_of(plan, setting, [(number, played)]))
    except BrokenGame as broken:
        there.send(broken)
