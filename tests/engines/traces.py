"""``python -m tests.engines.traces`` writes the traces of the cases; ``--check`` only looks.

A trace is written where our rules, the oracle and both foreign engines agree on it, and nowhere
else; a case on which they don't is told, and the exit code is 1.
"""

import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from fireflies import smile
from fireflies.conformance import wire
from fireflies.conformance.cases import Case, load
from fireflies.conformance.engines import DirectEngine, Start, make_starter
from fireflies.conformance.judge import sort_unordered
from fireflies.conformance.pool import Pool
from tests.engines.wrong import right

HERE: Final = Path(__file__).parent
FOLDER: Final = HERE.parents[1] / "src" / "fireflies" / "conformance" / "traces" / "smile"
NODE: Final = str(Path(sys.executable).parent / "node")
PERL: Final = shutil.which("perl") or "perl"
COMMANDS: Final[Mapping[str, Sequence[str]]] = {
    "smile.mjs": (NODE, str(HERE / "smile.mjs")),
    "smile.pl": (PERL, str(HERE / "smile.pl")),
}
"""The engines in other languages."""
SECONDS: Final = 60.0


def engines() -> dict[str, Start]:
    """Return all engines that have to agree."""
    foreign = {name: make_starter(command, SECONDS) for name, command in COMMANDS.items()}
    ours: dict[str, Start] = {
        "rules": lambda: DirectEngine(wire.handle),
        "oracle": lambda: DirectEngine(right().handle),
    }
    return {**ours, **foreign}


def plain(answer: Mapping[str, object]) -> dict[str, object]:
    """Return the compared part of an answer, with sorted arrays."""
    refused = answer["refused"]
    index = {"index": refused["index"]} if isinstance(refused, Mapping) else None
    found: dict[str, object] = {"refused": index}
    if "count" in answer:
        return {**found, "count": answer["count"]}
    states = answer["states"]
    assert isinstance(states, list)
    return {**found, "states": [sort_unordered(state, smile.GAME.unordered) for state in states]}


def agreed(cases: Sequence[Case]) -> tuple[dict[str, dict[str, object]], list[str]]:
    """Return the traces by case, and the cases on which the engines differ."""
    pools = [Pool(start, 1) for start in engines().values()]
    traces: dict[str, dict[str, object]] = {}
    split: list[str] = []
    for case in cases:
        request = case.request.to_json()
        if case.request.length is None:
            request["ask"] = "trace"
        first, *others = (plain(pool.ask(request)) for pool in pools)
        if all(other == first for other in others):
            traces[case.id] = first
        else:
            split.append(case.id)
    for pool in pools:
        pool.stop()
    return traces, split


def written(traces: Mapping[str, Mapping[str, object]], clause: str) -> str:
    """Return the content of a clause's file: an object, one case a line."""
    own = {case: trace for case, trace in traces.items() if case.rpartition(".")[0] == clause}
    lines = (
        f"{json.dumps(case)}: {json.dumps(trace, separators=(',', ':'), sort_keys=True)}"
        for case, trace in own.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(arguments: Sequence[str]) -> int:
    """Write or check the files; return the exit code, 1 when they are wrong."""
    traces, split = agreed(load(smile.GAME))
    wrong = [f"{case}: the engines don't agree" for case in split]
    FOLDER.mkdir(parents=True, exist_ok=True)
    for clause in smile.Clause:
        path, text = FOLDER / f"{clause}.json", written(traces, clause)
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            wrong.append(f"{path.name}: it is not what the engines say now")
    sys.stderr.writelines(f"{line}\n" for line in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
