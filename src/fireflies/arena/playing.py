"""Play the games of a plan one after another and count them: the work of one worker."""

import signal
import threading
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from traceback import walk_tb
from typing import Any, Final, NamedTuple, cast

from fireflies import bots
from fireflies._data import dumps, mapping, text, whole
from fireflies._made_by import made_by
from fireflies._typing import override
from fireflies.arena.figures import FAILURE_KINDS, Failure, Totals
from fireflies.arena.planning import Plan
from fireflies.contract import Action, Bot, IllegalAction, Outcome, State, Step, Turn
from fireflies.errors import FirefliesError, InvalidData, clipped, shown
from fireflies.games import Setup
from fireflies.record import Record
from fireflies.table import AskBot, Play, ask, decide_by

RECORD_KEY: Final = "x-arena"
"""The key under which a record describes its arena."""

_LONGEST_ERROR: Final = 300
"""The most characters of an error that are kept."""


class BrokenGame(FirefliesError):
    """A game can't be played, and the reason is not an error of a bot."""

    def __init__(self, number: int, seed: int, problem: str) -> None:
        super().__init__(number, seed, problem)
        self.number = number
        self.seed = seed
        self.problem = problem

    @override
    def __str__(self) -> str:
        return f"game {self.number} (seed {self.seed}) can't be played: {self.problem}"


class Chunk(NamedTuple):
    """The results of the games that a worker played in one call."""

    totals: Totals
    records: tuple[str, ...]
    """The lines of their records, by game; empty unless the plan asks for records."""
    seconds: float
    """The time that the games took."""


class Played(NamedTuple):
    """A game that was played."""

    actions: tuple[Action, ...]
    final: State
    failure: Failure | None
    """The failure that ended the game early; None when it was played to its end."""


def play_chunk(plan: Plan, numbers: Sequence[int], attempt: int = 0) -> Chunk:
    """Play the games of these numbers.

    ``attempt`` makes the arguments of a retry different, for executors that cache results.

    Raises:
        BrokenGame: when a game can't be played, and the reason is not an error of a bot.
    """
    del attempt
    begun, totals, records = monotonic(), Totals(), list[str]()
    number = numbers[0]
    try:
        setup = plan.loaded_game.set_up(plan.options_of(number))
        start, kept = setup.fastest_start, plan.loaded_game.own_values(setup.options)
        with time_limit(plan.seconds) as asking:
            for number in numbers:
                options = plan.options_of(number)
                if options != setup.options:
                    setup = plan.loaded_game.set_up(options)
                    start = setup.fastest_start
                played = play_game(plan, start, number, asking)
                record = None
                if plan.records or plan.events:
                    record = _record(plan, setup, number, played)
                _count(totals, plan, number, played, record)
                if plan.records and record is not None:
                    records.append(record.to_text(pinned=True, kept=kept))
    except Exception as error:
        raise BrokenGame(number, plan.seed_of(number), error_line(error)) from error
    return Chunk(totals, tuple(records), monotonic() - begun)


class _BotError(Exception):
    """A bot failed; the arguments are the kind and the text of a :class:`Failure`."""


def play_game(plan: Plan, start: State, number: int, asking: AskBot = ask) -> Played:
    """Play the game of this number, with the same actions as a Table with its seed.

    The game ends when a bot raises an error or chooses an illegal action. Any other error is an
    error of the rules, and is raised.
    """

    def ask_safely(bot: Bot, turn: Turn[Any]) -> Action | None:
        try:
            chosen: object = asking(bot, turn)
        except KeyboardInterrupt:
            raise  # the user stops the arena
        except Late as error:
            raise _BotError("late", str(error)) from None
        except BaseException as error:  # noqa: BLE001  # the other games are played in any case
            place = _place_of(error, bot)
            line = error_line(error)[: _LONGEST_ERROR - len(place)]
            raise _BotError("error", line + place) from None
        if isinstance(chosen, Action):
            return chosen
        raise _BotError("illegal", f"it returned {shown(chosen)}, which is no action")

    game, seating, failure = plan.loaded_game, plan.seating(number), None
    named = [plan.players[player].bot for player in seating]
    by_seat = [bots.named(game, bot) if isinstance(bot, str) else bot for bot in named]
    seed = plan.seed_of(number)
    play = Play(start, decide_by(by_seat, seed, asking=ask_safely), keep_events=False)
    try:
        while play.advance() is not None:
            pass
    except (_BotError, IllegalAction) as error:
        seat = play.state.actor
        if not isinstance(seat, int):
            raise  # the dealer's action was illegal
        is_illegal = isinstance(error, IllegalAction)
        kind, problem = ("illegal", error_line(error)) if is_illegal else error.args
        failure = Failure(number, seed, seating[seat], seat, kind, problem)
    return Played(play.actions, play.state, failure)


def error_line(error: BaseException) -> str:
    """Return an error in one line, cut when it is long; it never raises."""
    try:
        line = f"{type(error).__name__}: {error}"
        if isinstance(error, IllegalAction):
            line = error.violation.reason
    except Exception:  # noqa: BLE001  # the error's own __str__ failed
        line = type(error).__name__
    return " ".join(line.split())[:_LONGEST_ERROR]


def _place_of(error: BaseException, bot: Bot) -> str:
    """Return where the code of a bot raised an error, in parentheses; empty when it is unknown."""
    module = getattr(bot, "__module__", None)
    places = [
        f" ({Path(frame.f_code.co_filename).name}, line {line})"
        for frame, line in walk_tb(error.__traceback__)
        if frame.f_globals.get("__name__") == module
    ]
    return places[-1] if places else ""


# The time for a decision.


class Late(BaseException):
    """A bot has exceeded its time. A BaseException, so that a bot does not catch it by accident."""


@contextmanager
def time_limit(seconds: float | None) -> Generator[AskBot]:
    """Return a function that asks bots, and raises :class:`Late` after so many seconds.

    None is no limit. A bot is interrupted if it runs in the main thread and the system has timers.
    Otherwise, and while it runs code that is not Python, its time is checked when it returns.
    """
    if seconds is None:
        yield ask
        return
    timer = _Timer(seconds)
    in_main = threading.current_thread() is threading.main_thread()
    if not (in_main and hasattr(signal, "setitimer")):
        yield timer.ask
        return
    before = signal.signal(signal.SIGALRM, timer.on_alarm)
    try:
        yield timer.ask_with_alarm
    finally:
        signal.signal(signal.SIGALRM, before)


class _Timer:
    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._armed = False

    def ask(self, bot: Bot, turn: Turn[Any]) -> Action:
        """Return the bot's action; raise Late when it returns, or raises an error, too late."""
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

    def ask_with_alarm(self, bot: Bot, turn: Turn[Any]) -> Action:
        """Return the bot's action; raise Late inside the bot when its time has passed."""
        self._armed = True
        try:
            signal.setitimer(signal.ITIMER_REAL, self._seconds)
            return self.ask(bot, turn)
        finally:
            self._armed = False  # an alarm from here on is ignored
            signal.setitimer(signal.ITIMER_REAL, 0)

    def on_alarm(self, *_: object) -> None:
        if self._armed:
            raise self._late()

    def _late(self) -> Late:
        return Late(f"no decision within {self._seconds:g} s")


# Totals and records.


def _count(
    totals: Totals, plan: Plan, number: int, played: Played, record: Record[State] | None
) -> None:
    """Add a game to the totals, with the events of its record if the plan asks for them."""
    if played.failure is not None:
        totals.failures.append(played.failure)
        return
    steps: Iterable[Step[State]] = record.steps if plan.events and record is not None else ()
    clauses = [str(event.clause) for step in steps for event in step.events]
    outcome = cast("Outcome", played.final.outcome)
    totals.count(plan.seating(number), outcome, len(played.actions), clauses)


def _record(plan: Plan, setup: Setup[State], number: int, played: Played) -> Record[State]:
    """Play a game again without packed states; return its record, which names the arena."""
    failed = played.failure
    failure: object = None
    if failed is not None:
        failure = {"seat": failed.seat, "kind": failed.kind, "text": failed.text}
    made = {"game": number, "failure": failure, "made_by": made_by()}
    extra = {RECORD_KEY: {**_arena(plan), **made}}
    actions = iter(played.actions)
    steps = tuple(Play(setup.start, lambda _: next(actions, None)))
    game, names = plan.loaded_game, _names(plan, number)
    return Record(game, game.complete(setup.options), names, setup.start, steps, extra)


def _arena(plan: Plan) -> dict[str, object]:
    """Return what decides the results of a plan's games, besides the game and its options."""
    players = [{"name": player.name, "bot": player.bot_name} for player in plan.players]
    return {"seed": plan.seed, "players": players, "seconds": plan.seconds}


def _names(plan: Plan, number: int) -> tuple[str, ...]:
    return tuple([plan.players[player].name for player in plan.seating(number)])


def count_record(totals: Totals, plan: Plan, record: Record[State]) -> int:
    """Add the game of a record to the totals, and return its number.

    Raises:
        InvalidData: when it is not a game of this plan.
    """
    found = mapping(record.extra.get(RECORD_KEY), RECORD_KEY)
    number = whole(found.get("game"), f"{RECORD_KEY}.game")
    # The game is compared first: the options of another game differ in any case.
    game = plan.loaded_game
    expected = {"game": game.name, **_arena(plan)}
    given = {**found, "game": record.game.name}
    for name, value in expected.items():
        _require_equal(name, value, given.get(name))
    if number not in range(plan.games):
        problem = f"there are {plan.games} games; this is game {number}"
        raise InvalidData(f"{RECORD_KEY}.game", problem)
    options = game.complete(plan.options_of(number))
    _require_equal("options", options, dict(record.options))
    _require_equal("seats", _names(plan, number), record.seats)
    failure = _read_failure(found.get("failure"), plan, number)
    if (failure is None) != (record.final.outcome is not None):
        problem = "either the game is over, or a bot has failed"
        raise InvalidData(f"{RECORD_KEY}.failure", problem)
    _count(totals, plan, number, Played(record.actions, record.final, failure), record)
    return number


def _require_equal(place: str, expected: object, found: object) -> None:
    # Compared as texts: in Python, 1 == True.
    wanted, given = (dumps(value, sort_keys=True) for value in (expected, found))
    if wanted != given:
        problem = f"a game of another arena; {clipped(wanted)} is wanted, not {clipped(given)}"
        raise InvalidData(place, problem)


def _read_failure(data: object, plan: Plan, number: int) -> Failure | None:
    if data is None:
        return None
    place, seating = f"{RECORD_KEY}.failure", plan.seating(number)
    found = mapping(data, place)
    seat = whole(found.get("seat"), f"{place}.seat")
    if seat not in range(len(seating)):
        raise InvalidData(f"{place}.seat", f"seats go from 0 to {len(seating) - 1}")
    kind, problem = found.get("kind"), text(found.get("text"), f"{place}.text")
    for known in FAILURE_KINDS:
        if kind == known:
            return Failure(number, plan.seed_of(number), seating[seat], seat, known, problem)
    wanted = f"one of {', '.join(FAILURE_KINDS)} is wanted, not {shown(kind)}"
    raise InvalidData(f"{place}.kind", wanted)
