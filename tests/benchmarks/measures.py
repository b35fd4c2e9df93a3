"""What is measured: one decision, bytes a state, the import. Only ratios leave this module.

Contestants take turns in one process, in a new order each round. A ratio is taken within a round,
between times measured one after another; the median over the rounds is the figure, and the least
and the most show how far to trust it.
"""

import gc
import subprocess
import sys
import tracemalloc
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from statistics import median
from time import perf_counter_ns
from types import ModuleType
from typing import Final, NamedTuple

import pyspiel

from fireflies import record, smile
from fireflies.bots import random
from fireflies.smile import fast
from fireflies.table import Table
from tests.benchmarks import drivers, openspiel_smile
from tests.smile.fast import pure

PLAYERS = 5
SMILE_PLAYS = 40
"""Plays of Smile in a round."""
TIC_TAC_TOE_PLAYS = 2_500
"""Plays of tic-tac-toe in a round: about as much time as those of Smile."""
RECORDS = 10_000
"""Records that are read."""
PLAYOUTS = 200
"""Plays of the packed Smile in a round that are played out without states; a tenth interpreted."""
TRAILS = 8
"""Plays whose states are weighed."""
IMPORTS = 5
"""Fresh interpreters for each import in a round; the quickest counts."""

_LONGEST_PLAY = 650
"""More actions than a play of Smile can have: 50 of chance, at most 560 decisions."""
_STATEMENTS = {
    "nothing": "pass",
    "fireflies": "import fireflies",
    "smile": "from fireflies import smile",
    "pyspiel": "import pyspiel",
}


LIMITS: Final = {
    ("compiled", "theirs"): 0.1,
    ("compiled", "plain"): 0.6,
    ("compiled", "playouts"): 0.3,
    ("interpreted", "ours"): 0.5,
    ("interpreted", "theirs"): 0.75,
}
"""What a decision of the packed game may take of one of another, about one and a half times what it
took when this was written: a limit is for noticing a mistake, not a busy machine."""


class Ratio(NamedTuple):
    """A figure: how many times as much as something else, over the rounds."""

    name: str
    rounds: Sequence[float]
    limit: float | None = None
    """What the median must not exceed; None if nothing is asked of it."""

    @property
    def median(self) -> float:
        """The middle of the rounds: the figure."""
        return median(self.rounds)

    @property
    def met(self) -> bool:
        """Whether the figure is within its limit; true without one."""
        return self.limit is None or self.median <= self.limit


PACKED: Final = (
    {"compiled": fast, "interpreted": pure.load()} if fast.COMPILED else {"interpreted": fast}
)
"""The packed Smile, as machine code where it is compiled, and as Python beside it."""


class Decisions(NamedTuple):
    """The ratios of one decision, and whether both Smiles played the same games."""

    ratios: list[Ratio]
    ours: str
    """A hash of the final scores of our plays."""
    packed: list[str]
    """The same of the plays of our packed game, compiled and interpreted."""
    theirs: str
    """The same of the plays of the OpenSpiel game."""


def _draws(seed: int, count: int) -> list[int]:
    """The random integers that settle every choice of a round."""
    source = Random(seed)  # no secret hangs on it, and anyone can draw the same
    return [source.getrandbits(28) for _ in range(count)]


def _shuffled(seed: int, names: Iterable[str]) -> Iterator[str]:
    """The contestants in the order of a round, each after the rubbish of the one before is gone."""
    order = list(names)
    Random(seed).shuffle(order)  # as above
    for name in order:
        gc.collect()
        yield name


def _openspiel_smile(players: int) -> pyspiel.Game:
    """The other Smile, with the box of ours."""
    box = smile.start(players=openspiel_smile.SEATS[-1]).undealt
    return openspiel_smile.load(map(str, box), players=players)


def _play(seed: int, players: int) -> dict[str, drivers.Played]:
    """A round: all contestants play with the same draws, one after another."""
    draws = _draws(seed, max(SMILE_PLAYS * _LONGEST_PLAY, TIC_TAC_TOE_PLAYS * 9))
    contestants: dict[str, drivers.Driver] = {
        "ours": drivers.Ours(smile.start(players=players), SMILE_PLAYS),
        "theirs": drivers.OpenSpiel(_openspiel_smile(players), SMILE_PLAYS),
        "plain": drivers.OpenSpiel(pyspiel.load_game("tic_tac_toe"), TIC_TAC_TOE_PLAYS),
        **{
            name: drivers.Ours(packed.start(players=players), SMILE_PLAYS)
            for name, packed in PACKED.items()
        },
    }
    return {name: drivers.play(contestants[name], draws) for name in _shuffled(seed, contestants)}


def decisions(rounds: int) -> Decisions:
    """Measure one decision: the legal actions, an index, the action done."""
    # The clock counts for one number of players; that both play by the same rules is for each.
    # These rounds also let the interpreter settle.
    unclocked = [_play(rounds + players, players) for players in openspiel_smile.SEATS]
    played = [_play(number, PLAYERS) for number in range(rounds)]
    ours, theirs, *packed = (
        drivers.digest([scores for one in unclocked + played for scores in one[name].scores])
        for name in ("ours", "theirs", *PACKED)
    )
    ratios = [
        Ratio(
            "fireflies / OpenSpiel Python, a decision",
            [one["ours"].per_decision / one["theirs"].per_decision for one in played],
            limit=2.0,
        ),
        Ratio(
            "fireflies / OpenSpiel Python, an action of chance",
            [one["ours"].per_chance_action / one["theirs"].per_chance_action for one in played],
        ),
        # The same number as for a decision and its share of chance: both play the same games.
        Ratio(
            "fireflies / OpenSpiel Python, an action of anyone",
            [one["ours"].per_action / one["theirs"].per_action for one in played],
        ),
        Ratio(
            "OpenSpiel Python / tic_tac_toe in C++, a decision",
            [one["theirs"].per_decision / one["plain"].per_decision for one in played],
            limit=8.0,
        ),
        Ratio(
            "OpenSpiel Python / tic_tac_toe in C++, an action of anyone",
            [one["theirs"].per_action / one["plain"].per_decision for one in played],
        ),
        # No limit: tic-tac-toe has no chance whose time a decision would have to bear.
        Ratio(
            "OpenSpiel Python / tic_tac_toe in C++, a decision and its share of chance",
            [one["theirs"].per_decision_with_chance / one["plain"].per_decision for one in played],
        ),
        Ratio(
            "fireflies / tic_tac_toe in C++, a decision",
            [one["ours"].per_decision / one["plain"].per_decision for one in played],
        ),
    ]
    ratios += [
        Ratio(
            f"{name} packed / {other}, a decision",
            [one[name].per_decision / one[key].per_decision for one in played],
            limit=LIMITS.get((name, key)),
        )
        for name in PACKED
        for other, key in (
            ("fireflies", "ours"),
            ("OpenSpiel Python", "theirs"),
            ("tic_tac_toe in C++", "plain"),
        )
    ]
    return Decisions(ratios, ours, packed, theirs)


def _playout(packed: ModuleType, plays: int, seed: int) -> float:
    """The time of a decision and its share of chance in plays without states, in nanoseconds."""
    gc.collect()
    begun = perf_counter_ns()
    totals: fast.Totals = packed.playouts({"players": PLAYERS}, plays, seed)
    time = perf_counter_ns() - begun
    actions: int = sum(length * games for length, games in totals.lengths.items())
    return time / (actions - plays * len(smile.start(players=PLAYERS).undealt))


def playouts(rounds: int) -> list[Ratio]:
    """Measure random plays of the packed game against random moves of tic-tac-toe in C++."""
    plays = {"compiled": PLAYOUTS, "interpreted": PLAYOUTS // 10}
    times: dict[str, list[float]] = {name: [] for name in (*PACKED, "plain")}
    for number in range(rounds):
        for name in _shuffled(number, times):
            if name == "plain":
                driver = drivers.OpenSpiel(pyspiel.load_game("tic_tac_toe"), TIC_TAC_TOE_PLAYS)
                played = drivers.play(driver, _draws(number, TIC_TAC_TOE_PLAYS * 9))
                times[name].append(played.per_decision)
            else:
                times[name].append(_playout(PACKED[name], plays[name], number))
    return [
        Ratio(
            f"{name} packed playouts / tic_tac_toe in C++, a decision and its share of chance",
            [one / other for one, other in zip(times[name], times["plain"], strict=True)],
            limit=LIMITS.get((name, "playouts")),
        )
        for name in PACKED
    ]


def _bytes_a_state(trail: drivers.Trail, draws: Sequence[int]) -> float:
    """What a state of a play takes when all of them are kept, their shared parts counted once."""
    # Once unseen, so that what is made only once, for all plays, is not counted.
    trail(draws)
    gc.collect()
    tracemalloc.start()
    try:
        states = trail(draws)
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return size / len(states)


def memory() -> list[Ratio]:
    """Measure the memory of a state, as far as Python's allocators give it.

    The C++ half of an OpenSpiel state, with its history, comes from elsewhere and is not counted.
    """
    game = _openspiel_smile(PLAYERS)
    start = smile.start(players=PLAYERS)
    sizes = []
    for number in range(TRAILS):
        draws = _draws(number, _LONGEST_PLAY)
        ours = _bytes_a_state(lambda draws: drivers.trail_of_ours(start, draws), draws)
        theirs = _bytes_a_state(lambda draws: drivers.trail_of_openspiel(game, draws), draws)
        sizes.append(ours / theirs)
    return [Ratio("fireflies / clone of OpenSpiel Python, bytes a state", sizes)]


def records(rounds: int) -> list[Ratio]:
    """Measure how long it takes to read and verify records, against playing them again bare.

    10,000 records of whole plays are read, some in each round; reading takes the line apart, plays
    it again with every check, and compares the result and the digest.
    """
    lines = [_record(number).to_text() for number in range(RECORDS)]
    ratios: list[float] = []
    for number in range(rounds):
        some = lines[number::rounds]
        gc.collect()
        begun = perf_counter_ns()
        read = [record.read(line) for line in some]
        done = perf_counter_ns()
        for one in read:
            state = one.start
            for action in one.actions:
                state = state.apply(action)
        ratios.append((done - begun) / (perf_counter_ns() - done))
    return [Ratio("reading and verifying records / bare replay", ratios)]


def _record(seed: int) -> record.Record:
    """A whole play of random players."""
    bots = [random] * PLAYERS
    begun = record.begin(smile.GAME, {"players": PLAYERS}, ["random"] * PLAYERS)
    table = Table(begun, bots, seed=seed)
    table.run()
    return table.record


def _start(statement: str) -> int:
    """The time of a fresh interpreter that does only this, in nanoseconds: the best of several."""

    def once() -> int:
        begin = perf_counter_ns()
        subprocess.run(  # noqa: S603  # this interpreter, and statements that stand above
            [sys.executable, "-I", "-c", statement], check=True
        )
        return perf_counter_ns() - begin

    return min(once() for _ in range(IMPORTS))


def imports(rounds: int) -> list[Ratio]:
    """Measure the import, in fresh interpreters that see installed packages only."""
    for statement in _STATEMENTS.values():
        _start(statement)
    starts = [
        {name: _start(_STATEMENTS[name]) for name in _shuffled(number, _STATEMENTS)}
        for number in range(rounds)
    ]
    ratios = [
        Ratio(
            f"start with `{_STATEMENTS[name]}` / bare start",
            [one[name] / one["nothing"] for one in starts],
        )
        for name in ("fireflies", "smile", "pyspiel")
    ]
    ratios += [
        Ratio(
            f"`{_STATEMENTS[name]}` / `import pyspiel`, each less the bare start",
            [(one[name] - one["nothing"]) / (one["pyspiel"] - one["nothing"]) for one in starts],
        )
        for name in ("fireflies", "smile")
    ]
    return ratios
