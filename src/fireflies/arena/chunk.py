"""What a worker does: some games, one after another, and what came of them."""

import os
from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Final, NamedTuple, cast

from fireflies import bots
from fireflies._typing import override
from fireflies.arena.clock import limited
from fireflies.arena.game import Played, in_a_line, play
from fireflies.arena.planning import Plan, Player
from fireflies.arena.totals import Fault, Totals
from fireflies.contract import Bot, Outcome, State
from fireflies.errors import FirefliesError
from fireflies.games import Game, Setup
from fireflies.record import Record
from fireflies.table import Ask, Play

KEPT: Final = "x-arena"
"""The key under which a record keeps to which games it belongs."""


class BrokenGame(FirefliesError):
    """A game that can't be played, through no fault of a bot."""

    def __init__(self, number: int, seed: int, problem: str) -> None:
        """Say which one, and why."""
        super().__init__(number, seed, problem)
        self.number = number
        self.seed = seed
        self.problem = problem

    @override
    def __str__(self) -> str:
        """The game and the problem."""
        return f"game {self.number} (seed {self.seed}) can't be played: {self.problem}"


class Chunk(NamedTuple):
    """What came of some games."""

    totals: Totals
    lines: tuple[str, ...]
    """Their records, by game; none unless they are wanted."""
    took: float
    """Seconds; the only thing here that is not the same everywhere."""


class Setting(NamedTuple):
    """What all games of a plan begin with."""

    game: Game[State]
    setup: Setup[State]
    start: State
    """The first state; of the packed game where there is one."""


def set_up(plan: Plan) -> Setting:
    """Return what all games of a plan begin with.

    Raises:
        BrokenGame: when there is no such game here.
    """
    try:
        game = plan.known
        setup = game.set_up(plan.options)
        return Setting(game, setup, setup.fastest_start)
    except Exception as error:
        raise BrokenGame(0, plan.seed_of(0), in_a_line(error)) from error


def play_chunk(plan: Plan, numbers: Sequence[int], home: int, attempt: int = 0) -> Chunk:
    """Play the games of these numbers; the same comes of it wherever that is.

    ``home`` is the process of whoever asks: in any other one, a bot that does not heed that its
    time is up is ended with the process. ``attempt`` tells calls apart, for executors that remember
    what came of a call.

    Raises:
        BrokenGame: when a game can't be played, and no bot is to blame.
    """
    del attempt
    setting = set_up(plan)
    ending = home != os.getpid()

    def played() -> Iterable[tuple[int, Played]]:
        for number in numbers:
            with limited(plan.seconds, ending=ending) as ask:
                game = play_game(plan, setting, number, ask)
            yield number, game

    return chunk_of(plan, setting, played())


def play_game(plan: Plan, setting: Setting, number: int, ask: Ask) -> Played:
    """Play the game of this number, with bots that have not played before.

    Raises:
        BrokenGame: when it can't be played, and no bot is to blame.
    """
    try:
        players = [_bot(setting.game, plan.players[player]) for player in plan.seated(number)]
        return play(setting.start, players, plan.seed_of(number), ask)
    except Exception as error:
        raise BrokenGame(number, plan.seed_of(number), in_a_line(error)) from error


def _bot(game: Game[State], player: Player) -> Bot:
    return bots.named(game, player.bot) if isinstance(player.bot, str) else player.bot


def chunk_of(plan: Plan, setting: Setting, games: Iterable[tuple[int, Played]]) -> Chunk:
    """What came of games, given with their numbers: counted, and as records where that is asked."""
    begun, totals, lines = monotonic(), Totals(), list[str]()
    for number, played in games:
        record = record_of(plan, setting, number, played) if plan.lines or plan.events else None
        add_game(totals, plan, number, played)
        if plan.events and record is not None:
            add_events(totals, record)
        if plan.lines and record is not None:
            lines.append(record.to_text())
    return Chunk(totals, tuple(lines), monotonic() - begun)


def add_game(totals: Totals, plan: Plan, number: int, played: Played) -> None:
    """Count a game; one that somebody failed in is a fault, and nothing else is counted of it."""
    seated, failure = plan.seated(number), played.failure
    if failure is None:
        totals.count(seated, cast("Outcome", played.final.outcome), len(played.actions))
        return
    player = seated[failure.seat]
    seed = plan.seed_of(number)
    totals.faults.append(Fault(number, seed, player, failure.seat, failure.kind, failure.text))


def add_events(totals: Totals, record: Record[State]) -> None:
    """Count what happened in a game that went to its end, by clause."""
    if record.final.outcome is None:
        return
    happened = [str(event.clause) for step in record.steps for event in step.events]
    totals.events.update(happened)
    totals.reached.update(set(happened))


def record_of(plan: Plan, setting: Setting, number: int, played: Played) -> Record[State]:
    """Return the record of a game in the readable rules, which says of itself where it belongs."""
    failure = played.failure
    kept = {
        **identity(plan),
        "game": number,
        "failure": None if failure is None else failure._asdict(),
    }
    names = tuple(plan.players[player].name for player in plan.seated(number))
    start, actions = setting.setup.start, iter(played.actions)
    steps = tuple(Play(start, lambda _: next(actions, None)))
    return Record(setting.game, setting.setup.options, names, start, steps, {KEPT: kept})


def identity(plan: Plan) -> dict[str, object]:
    """What settles, with the game and its options, how each game comes out."""
    players = [{"name": player.name, "bot": player.text} for player in plan.players]
    return {"seed": plan.seed, "players": players, "seconds": plan.seconds}
