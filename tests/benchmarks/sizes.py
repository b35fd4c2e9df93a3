"""The size of a state, in memory and in a pickle, and the time of the import."""

import gc
import pickle
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from typing import Final, TypeVar

from fireflies import smile
from fireflies.smile import fast
from tests.benchmarks import drivers
from tests.benchmarks.decisions import LONGEST, openspiel_game
from tests.benchmarks.figures import PLAYERS, Figure, draws, shuffled

TRAILS: Final = 8
"""The number of plays whose states are measured."""
IMPORTS: Final = 5
"""The number of fresh interpreters for each import in a round; the fastest counts."""

_T = TypeVar("_T")
_STATEMENTS: Final = {
    "nothing": "pass",
    "fireflies": "import fireflies",
    "smile": "import fireflies.smile",
    "fast": "import fireflies.smile.fast",
    "pyspiel": "import pyspiel",
}


def bytes_a_state(trail: Callable[[_T], Sequence[object]], given: _T) -> float:
    """Return the memory of a state when all of a play are kept; shared objects count once."""
    # Once before the measurement, for objects that are made once for all plays.
    trail(given)
    gc.collect()
    tracemalloc.start()
    try:
        states = trail(given)
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (size - sys.getsizeof(states)) / len(states)  # less the list that keeps them


def memory() -> list[Figure]:
    """Measure the memory of a state, as far as Python's allocators give it.

    The C++ half of an OpenSpiel state, with its history, comes from elsewhere and is not counted.
    """
    game = openspiel_game(PLAYERS)
    readable, packed = smile.start(PLAYERS), fast.start(PLAYERS)
    ours, small, theirs = list[float](), list[float](), list[float]()
    for number in range(TRAILS):
        choices = draws(number, LONGEST)
        ours.append(bytes_a_state(lambda it: drivers.trail_of_ours(readable, it), choices))
        small.append(bytes_a_state(lambda it: drivers.trail_of_ours(packed, it), choices))
        theirs.append(bytes_a_state(lambda it: drivers.trail_of_openspiel(game, it), choices))
    return [
        Figure("bytes a state, compiled", small, 128, 112, unit="bytes"),
        Figure(
            "fireflies / clone of OpenSpiel Python, bytes a state",
            [one / other for one, other in zip(ours, theirs, strict=True)],
        ),
    ]


def pickles() -> list[Figure]:
    """Return the largest pickle of each play, with the default box and with another one."""
    source = Random(1)
    own = [f"{source.randint(-5, 6)} {source.choice(('red', 'blue', 'white'))}" for _ in range(50)]
    figures: list[Figure] = []
    for name, box, goals in (
        ("the default box", None, (160, 120)),
        ("one's own box", own, (240, 200)),
    ):
        start = fast.start(PLAYERS, box=box)
        largest = [
            max(len(pickle.dumps(state)) for state in drivers.trail_of_ours(start, choices))
            for choices in (draws(number, LONGEST) for number in range(TRAILS))
        ]
        figures.append(Figure(f"a pickle with {name}, at most", largest, *goals, unit="bytes"))
    return figures


def _start(statement: str) -> float:
    """Return the least time of several fresh interpreters that do only this, in seconds.

    It is processor time, so that other programs on the machine change it little.
    """

    def once() -> float:
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run(  # noqa: S603  # this interpreter, and statements that stand above
            [sys.executable, "-I", "-c", statement], check=True
        )
        after = getrusage(RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(once() for _ in range(IMPORTS))


def imports(rounds: int) -> list[Figure]:
    """Measure the import, in fresh interpreters that see installed packages only."""
    for statement in _STATEMENTS.values():
        _start(statement)
    starts = [
        {name: _start(_STATEMENTS[name]) for name in shuffled(number, _STATEMENTS)}
        for number in range(rounds)
    ]
    figures = [
        Figure(
            f"start with `{_STATEMENTS['smile']}` / start with `{_STATEMENTS['pyspiel']}`",
            [one["smile"] / one["pyspiel"] for one in starts],
            gate=1.0,
        )
    ]
    figures += [
        Figure(
            f"start with `{_STATEMENTS[name]}` / bare start",
            [one[name] / one["nothing"] for one in starts],
        )
        for name in ("fireflies", "smile", "fast", "pyspiel")
    ]
    figures += [
        Figure(
            f"`{_STATEMENTS[name]}` / `import pyspiel`, each less the bare start",
            [(one[name] - one["nothing"]) / (one["pyspiel"] - one["nothing"]) for one in starts],
        )
        for name in ("fireflies", "smile", "fast")
    ]
    return figures
