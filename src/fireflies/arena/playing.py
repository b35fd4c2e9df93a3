"""Play the games of a plan, one after another, and count them. This is what a worker does."""

import signal
import threading
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final, NamedTuple, cast

from fireflies import bots
from fireflies._data import dumps, mapping, text, whole
from fireflies._typing import override
from fireflies.arena.figures import Fault, Totals
from fireflies.arena.planning import Plan
from fireflies.contract import Action, Bot, IllegalAction, Outcome, State, Step, Turn
from fireflies.errors import FirefliesError, InvalidData, clipped
from fireflies.games import Setup
from fireflies.record import Record
from fireflies.table import Ask, Play, ask, seated

KEPT: Final = "x-arena"
"""The key of a record that says to which arena it belongs."""

_LONGEST: Final = 300
"""The characters of an error that are kept."""


class BrokenGame(FirefliesError):
    """A game that can't be played, and no bot can be blamed for it."""

    def __init__(self, number: int, seed: int, problem: str) -> None:
        """Refuse the game of this number."""
        super().__init__(number, seed, problem)
        self.number = number
        self.seed = seed
        self.problem = problem

    @override
    def __str__(self) -> str:
        """Return the game and the problem."""
        return f"game {self.number} (seed {self.seed}) can't be played: {self.problem}"


class Chunk(NamedTuple):
    """The results of some games."""

    totals: Totals
    lines: tuple[str, ...]
    """Their records, by game; none unless the plan asks for them."""
    took: float
    """Seconds. All else is the same wherever the games are played."""


class Failure(NamedTuple):
    """How a bot failed to decide."""

    seat: int
    kind: str
    """As in :attr:`fireflies.arena.Fault.kind`."""
    text: str
    """The error, in one line."""


class Played(NamedTuple):
    """A game that was played."""

    actions: tuple[Action, ...]
    final: State
    failure: Failure | None
    """None when the game went to its end."""


def play_chunk(plan: Plan, numbers: Sequence[int], attempt: int = 0) -> Chunk:
    """Play the games of these numbers.

    ``attempt`` distinguishes calls, for executors that remember the result of a call.

    Raises:
        BrokenGame: when a game can't be played, and no bot can be blamed for it.
    """
    del attempt
    begun, totals, lines = monotonic(), Totals(), list[str]()
    number = numbers[0]
    try:
        setup = plan.known.set_up(plan.options)
        start = setup.fastest_start
        with limited(plan.seconds) as asking:
            for number in numbers:
                played = play_game(plan, start, number, asking)
                record = None
                if plan.lines or plan.events:
                    record = _record(plan, setup, number, played)
                add_game(totals, plan, number, played, record)
                if plan.lines and record is not None:
                    lines.append(record.to_text())
    except Exception as error:
        raise BrokenGame(number, plan.seed_of(number), in_a_line(error)) from error
    return Chunk(totals, tuple(lines), monotonic() - begun)


class _Failed(Exception):
    """Ends a game in which a bot failed when it was asked."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure


def play_game(plan: Plan, start: State, number: int, asking: Ask = ask) -> Played:
    """Play the game of this number, as a :class:`~fireflies.table.Table` with its seed does.

    The game ends when a bot raises an error or chooses an illegal action. Any other error is one of
    the rules, and is raised.
    """

    def asked(bot: Bot, turn: Turn[Any]) -> Action:
        try:
            return asking(bot, turn)
        except KeyboardInterrupt:
            raise  # a person wants to stop everything
        except Late as error:
            failure = Failure(turn.seat, "late", str(error))
        except BaseException as error:  # noqa: BLE001  # whatever it is, the other games go on
            failure = Failure(turn.seat, "error", in_a_line(error))
        raise _Failed(failure)

    game, failure = plan.known, None
    playing = [plan.players[player].bot for player in plan.seated(number)]
    made = [bots.named(game, bot) if isinstance(bot, str) else bot for bot in playing]
    play = Play(start, seated(made, plan.seed_of(number), asking=asked), listening=False)
    try:
        while play.advance() is not None:
            pass
    except _Failed as failed:
        failure = failed.failure
    except IllegalAction as error:
        seat = play.state.actor
        if not isinstance(seat, int):
            raise
        failure = Failure(seat, "illegal", in_a_line(error))
    return Played(tuple(play.actions), play.state, failure)


def in_a_line(error: BaseException) -> str:
    """Return an error in one line, cut when it is long; a bot's own error may have no text."""
    try:
        words = f"{type(error).__name__}: {error}"
        if isinstance(error, IllegalAction):
            words = error.violation.reason
    except Exception:  # noqa: BLE001  # somebody's own class
        words = type(error).__name__
    return " ".join(words.split())[:_LONGEST]


# A limit of time.


class Late(BaseException):
    """A bot has taken too long; a bot that catches every Exception does not catch this."""


@contextmanager
def limited(seconds: float | None) -> Generator[Ask]:
    """Return how to ask bots that have so many seconds for a decision; None for no limit.

    In the main thread of a process, where the system has timers, a bot that takes longer is
    interrupted. Elsewhere, and in code that is not Python's, it is judged when it returns.
    """
    if seconds is None:
        yield ask
        return
    clock = _Clock(seconds)
    in_main = threading.current_thread() is threading.main_thread()
    if not (in_main and hasattr(signal, "setitimer")):
        yield clock.ask
        return
    before = signal.signal(signal.SIGALRM, clock.ring)
    try:
        yield clock.ask_and_ring
    finally:
        signal.signal(signal.SIGALRM, before)


class _Clock:
    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._armed = False

    def ask(self, bot: Bot, turn: Turn[Any]) -> Action:
        """Return what the bot decides; raise Late if it decides, or fails, too late."""
        end = monotonic() + self._seconds
        try:
            action = bot(turn)
        except (KeyboardInterrupt, Late):
            raise
        except BaseException:
            if monotonic() > end:
                raise self._late() from None
            raise
        if monotonic() > end:
            raise self._late()
        return action

    def ask_and_ring(self, bot: Bot, turn: Turn[Any]) -> Action:
        """Do the same, and interrupt the bot when its time is up."""
        self._armed = True
        try:
            signal.setitimer(signal.ITIMER_REAL, self._seconds)
            return self.ask(bot, turn)
        finally:
            self._armed = False  # from here on nothing is interrupted
            signal.setitimer(signal.ITIMER_REAL, 0)

    def ring(self, *_: object) -> None:
        if self._armed:
            raise self._late()

    def _late(self) -> Late:
        return Late(f"no decision within {self._seconds:g} s")


# Counting, and keeping.


def add_game(
    totals: Totals, plan: Plan, number: int, played: Played, record: Record[State] | None
) -> None:
    """Count a game, with the events of its record if the plan asks for them."""
    seating, failure = plan.seated(number), played.failure
    if failure is not None:
        seat, kind, problem = failure
        seed, player = plan.seed_of(number), seating[seat]
        totals.faults.append(Fault(number, seed, player, seat, kind, problem))
        return
    steps: Iterable[Step[State]] = record.steps if plan.events and record is not None else ()
    clauses = [str(event.clause) for step in steps for event in step.events]
    totals.count(seating, cast("Outcome", played.final.outcome), len(played.actions), clauses)


def _record(plan: Plan, setup: Setup[State], number: int, played: Played) -> Record[State]:
    """Return the record of a game in the readable rules, which names the arena it belongs to."""
    failure = None if played.failure is None else played.failure._asdict()
    kept = {**_identity(plan), "game": number, "failure": failure}
    actions = iter(played.actions)
    steps = tuple(Play(setup.start, lambda _: next(actions, None)))
    names = _names(plan, number)
    return Record(plan.known, setup.options, names, setup.start, steps, {KEPT: kept})


def _identity(plan: Plan) -> dict[str, object]:
    """Return what the result of a game depends on, besides the game and its options."""
    players = [{"name": player.name, "bot": player.text} for player in plan.players]
    return {"seed": plan.seed, "players": players, "seconds": plan.seconds}


def _names(plan: Plan, number: int) -> tuple[str, ...]:
    return tuple([plan.players[player].name for player in plan.seated(number)])


def add_kept(totals: Totals, plan: Plan, record: Record[State]) -> int:
    """Count a game that was kept; return its number.

    Raises:
        InvalidData: when it is not a game of this plan.
    """
    kept = mapping(record.extra.get(KEPT), KEPT)
    number = whole(kept.get("game"), f"{KEPT}.game")
    wanted = {**_identity(plan), "game": plan.known.name, "options": plan.options}
    found = {**kept, "game": record.game.name, "options": dict(record.options)}
    for name, value in wanted.items():
        _require(name, value, found.get(name))
    if number not in range(plan.games):
        raise InvalidData(f"{KEPT}.game", f"there are {plan.games} games; this is game {number}")
    _require("seats", _names(plan, number), record.seats)
    failure = _failure(kept.get("failure"), len(plan.players))
    if (failure is None) != (record.final.outcome is not None):
        raise InvalidData(f"{KEPT}.failure", "the game is over, or a bot has failed in it")
    add_game(totals, plan, number, Played(record.actions, record.final, failure), record)
    return number


def _require(place: str, wanted: object, found: object) -> None:
    # Compared as texts: in Python, 1 is True.
    right, there = (dumps(value, sort_keys=True) for value in (wanted, found))
    if right != there:
        problem = f"a game of another arena; {clipped(right)} is wanted, not {clipped(there)}"
        raise InvalidData(place, problem)


def _failure(data: object, seats: int) -> Failure | None:
    if data is None:
        return None
    place = f"{KEPT}.failure"
    found: Mapping[str, object] = mapping(data, place)
    seat = whole(found.get("seat"), f"{place}.seat")
    if seat not in range(seats):
        raise InvalidData(f"{place}.seat", f"seats go from 0 to {seats - 1}")
    kind, problem = (text(found.get(key), f"{place}.{key}") for key in ("kind", "text"))
    return Failure(seat, kind, problem)
