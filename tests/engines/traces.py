"""``python -m tests.engines.traces`` writes the traces of the cases; ``--check`` only looks.

Names of games may follow; the default is all games that have cases. A trace is written only where
our rules, the oracle and the engines in other languages agree on it. A case on which they differ is
reported, and the exit code is 1.
"""

import json
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeGuard

from fireflies import games
from fireflies._data import is_array, is_object
from fireflies.conformance import wire
from fireflies.conformance.cases import Case, load
from fireflies.conformance.engines import Start, make_starter
from fireflies.conformance.judge import sort_unordered
from fireflies.conformance.pool import Pool
from fireflies.contract import State
from fireflies.games import Game
from tests.conformance.direct import DirectEngine
from tests.oracle import festival, misbehavin, smile

HERE: Final = Path(__file__).parent
FOLDER: Final = HERE.parents[1] / "src" / "fireflies" / "conformance" / "traces"
ORACLES: Final[Mapping[str, Callable[[Mapping[str, object]], dict[str, object]]]] = {
    "smile": smile.run,
    "festival": festival.run,
    "misbehavin": misbehavin.run,
}
"""By game, the function of its oracle that runs a case."""
NODE: Final = str(Path(sys.executable).parent / "node")
PERL: Final = shutil.which("perl") or "perl"
COMMANDS: Final[Mapping[str, Sequence[str]]] = {
    "smile.mjs": (NODE, str(HERE / "smile.mjs")),
    "smile.pl": (PERL, str(HERE / "smile.pl")),
    "festival.mjs": (NODE, str(HERE / "festival.mjs")),
    "misbehavin.mjs": (NODE, str(HERE / "misbehavin.mjs")),
}
"""The engines in other languages; the name begins with that of the game."""
SECONDS: Final = 60.0


def oracle_engine(name: str) -> DirectEngine:
    """Return an engine that answers by the oracle of a game."""

    def handle(request: object) -> Mapping[str, object]:
        match request:
            case {"cmd": "run", "seq": seq, "case": Mapping() as case}:
                return {"seq": seq, **ORACLES[name](case)}
            case _:
                return {}

    return DirectEngine(handle)


def engines(game: Game[State]) -> dict[str, Start]:
    """Return all engines of a game that have to agree."""
    foreign = {
        name: make_starter(command, SECONDS)
        for name, command in COMMANDS.items()
        if name.partition(".")[0] == game.name
    }
    ours: dict[str, Start] = {
        "rules": lambda: DirectEngine(wire.handle),
        "oracle": lambda: oracle_engine(game.name),
    }
    return {**ours, **foreign}


def plain(answer: Mapping[str, object], game: Game[State]) -> dict[str, object]:
    """Return the compared part of an answer, with sorted arrays."""
    refused = answer["refused"]
    index = {"index": refused["index"]} if isinstance(refused, Mapping) else None
    found: dict[str, object] = {"refused": index}
    if "count" in answer:
        return {**found, "count": answer["count"]}
    states = answer["states"]
    assert isinstance(states, list)
    return {**found, "states": [sort_unordered(state, game.unordered) for state in states]}


def agreed(
    cases: Sequence[Case], game: Game[State]
) -> tuple[dict[str, dict[str, object]], list[str]]:
    """Return the traces by case, and the cases on which the engines differ."""
    pools = [Pool(start, 1) for start in engines(game).values()]
    traces: dict[str, dict[str, object]] = {}
    split: list[str] = []
    for case in cases:
        request = case.request.to_json()
        if case.request.length is None:
            request["ask"] = "trace"
        first, *others = (plain(pool.ask(request), game) for pool in pools)
        if all(other == first for other in others):
            traces[case.id] = first
        else:
            split.append(case.id)
    for pool in pools:
        pool.stop()
    return traces, split


def changes(before: object, after: object, place: str = "") -> dict[str, object]:
    """Return the values that differ, by their places.

    Objects with the same keys are compared key by key. Arrays of objects are compared object by
    object if they have the same length.
    """
    pairs: list[tuple[object, object, object]]
    if is_object(before) and is_object(after) and before.keys() == after.keys():
        pairs = [(key, before[key], after[key]) for key in before]
    elif is_object_list(before) and is_object_list(after) and len(before) == len(after):
        pairs = [*zip(range(len(before)), before, after, strict=True)]
    else:
        return {} if before == after else {place: after}
    found: dict[str, object] = {}
    for key, old, new in pairs:
        found |= changes(old, new, f"{place}/{key}")
    return found


def is_object_list(value: object) -> TypeGuard[list[object]]:
    """Return whether the value is an array of objects."""
    return is_array(value) and all(map(is_object, value))


def shortened(trace: Mapping[str, object]) -> dict[str, object]:
    """Return the short form of an answer: its first state, and the changes of each later one."""
    states = trace.get("states")
    if not is_array(states) or len(states) < 2:
        return dict(trace)
    later = [changes(before, after) for before, after in pairwise(states)]
    return {**trace, "states": states[:1], "changes": later}


def written(traces: Mapping[str, Mapping[str, object]], clause: str) -> str:
    """Return the content of a clause's file: an object, one case a line."""
    own = {case: trace for case, trace in traces.items() if case.rpartition(".")[0] == clause}
    lines = (
        f"{json.dumps(case)}: {json.dumps(shortened(trace), separators=(',', ':'), sort_keys=True)}"
        for case, trace in own.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(arguments: Sequence[str]) -> int:
    """Write or check the files; return the exit code, 1 when they are wrong."""
    names = [name for name in arguments if name != "--check"] or [*ORACLES]
    wrong = [
        line
        for name in names
        for line in write_or_check(games.get(name), check="--check" in arguments)
    ]
    sys.stderr.writelines(f"{line}\n" for line in wrong)
    return 1 if wrong else 0


def write_or_check(game: Game[State], *, check: bool) -> list[str]:
    """Write or check the files of a game; return a line for each thing that is wrong."""
    traces, split = agreed(load(game), game)
    wrong = [f"{case}: the engines don't agree" for case in split]
    folder = FOLDER / game.name
    folder.mkdir(parents=True, exist_ok=True)
    for clause in game.clauses:
        path, text = folder / f"{clause}.json", written(traces, clause)
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            wrong.append(f"{path.name}: it is not what the engines say now")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
