"""Runs of many inputs in chunks, which can be interrupted and continued."""

import json
import os
import resource
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, as_completed
from hashlib import sha256
from itertools import count
from multiprocessing import parent_process
from pathlib import Path
from typing import Any, Final, TypedDict

from fireflies.arena.running import Factory, processes
from tests.hostile.targets import TARGETS, judge, make

CHUNK: Final = 2_500
"""The number of inputs of a chunk, which has its share of every target."""
TWO: Final = processes(2)
"""Makes the processes of a run."""
GROWTH: Final = 1.15
"""The most by which the memory of a process may grow in the second half of its chunks.

In the first half its caches fill.
"""
_MILLION: Final = 1_000_000
_MEMORY: Final = 2 << 30
"""The bytes that a process may use; with more, an input gets a MemoryError."""
_FEWEST: Final = 20
"""The fewest chunks of a process by which the growth of its memory is judged."""
_SOURCES: Final = (Path(__file__).parents[2] / "src/fireflies", Path(__file__).parent)


class Row(TypedDict):
    """The figures of a target."""

    inputs: int
    accepted: int
    seconds: float
    """CPU time."""
    slowest: float
    findings: list[str]
    """Each begins with the name of the input."""


class Chunk(TypedDict):
    """The figures of a chunk, as its file has them."""

    worker: str
    """The process."""
    done: int
    """The number of chunks that the process has done, this one too."""
    memory: int
    """The most memory that the process has used, in kilobytes."""
    rows: dict[str, Row]


def numbers(name: str, chunk: int) -> range:
    """Return the numbers of the inputs of a target in a chunk."""
    share = TARGETS[name].share
    return range(*[(chunk + more) * CHUNK * share // _MILLION for more in (0, 1)])


_done: Final = count(1)
"""Counts the chunks of this process."""


def run_chunk(seed: str, names: Sequence[str], chunk: int) -> Chunk:
    """Judge the inputs of a chunk in this process."""
    if parent_process() is not None:
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    rows = {name: run_row(seed, name, numbers(name, chunk)) for name in names}
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"worker": str(os.getpid()), "done": next(_done), "memory": used, "rows": rows}


def run_row(seed: str, name: str, chosen: range) -> Row:
    """Judge inputs of a target."""
    row = empty()
    for number in chosen:
        judged = judge(make(name, seed, number))
        row["inputs"] += 1
        row["accepted"] += judged.accepted
        row["seconds"] += judged.seconds
        row["slowest"] = max(row["slowest"], judged.seconds)
        if judged.fault:
            row["findings"].append(f"{name}:{number}: {judged.fault}")
    return row


def empty() -> Row:
    """Return the figures of no input."""
    return {"inputs": 0, "accepted": 0, "seconds": 0.0, "slowest": 0.0, "findings": []}


def run(
    folder: Path,
    seed: str,
    inputs: int,
    names: Sequence[str] = tuple(TARGETS),
    executor: Factory = TWO,
) -> Iterator[Chunk]:
    """Yield the figures of each chunk; those that the folder has are not run again.

    A folder is used only by the same code with the same seed and targets.
    """
    used = folder / sha256(f"{_digest()} {seed} {[*names]}".encode()).hexdigest()[:16]
    used.mkdir(parents=True, exist_ok=True)
    files = {number: used / f"{number:06}.json" for number in range(-(-inputs // CHUNK))}
    for file in files.values():
        if file.exists():
            kept: Chunk = json.loads(file.read_text(encoding="utf-8"))
            yield kept
    left = [number for number, file in files.items() if not file.exists()]
    pool = executor()
    try:
        running: dict[Future[Chunk], int] = {
            pool.submit(run_chunk, seed, names, number): number for number in left
        }
        for future in as_completed(running):
            chunk = future.result()
            part = used / "part"
            part.write_text(json.dumps(chunk), encoding="utf-8")
            part.replace(files[running[future]])
            yield chunk
    finally:
        pool.shutdown(cancel_futures=True)


def _digest() -> str:
    """Return a digest of the code under test, and of the code that tests it."""
    found = sha256()
    for folder in _SOURCES:
        for file in sorted(
            it for it in folder.rglob("*") if it.suffix in {".py", ".json", ".toml"}
        ):
            found.update(file.read_bytes())
    return found.hexdigest()


def add(totals: dict[str, Row], rows: Mapping[str, Row]) -> None:
    """Add the figures of a chunk."""
    for name, row in rows.items():
        total = totals.setdefault(name, empty())
        total["inputs"] += row["inputs"]
        total["accepted"] += row["accepted"]
        total["seconds"] += row["seconds"]
        total["slowest"] = max(total["slowest"], row["slowest"])
        total["findings"] += row["findings"]


def growth(chunks: Sequence[Chunk]) -> float:
    """Return by how much the memory of a process has grown in the second half of its chunks."""
    grown = [1.0]
    for worker in {chunk["worker"] for chunk in chunks}:
        used = sorted((it["done"], it["memory"]) for it in chunks if it["worker"] == worker)
        if len(used) >= _FEWEST:
            grown.append(used[-1][1] / used[len(used) // 2][1])
    return max(grown)


def figures(seed: str, version: str, chunks: Sequence[Chunk], date: str) -> dict[str, Any]:
    """Return the figures of a run as the data file of the pages has them."""
    totals: dict[str, Row] = {}
    for chunk in chunks:
        add(totals, chunk["rows"])
    return {
        "version": version,
        "date": date,
        "seed": seed,
        "inputs": sum(row["inputs"] for row in totals.values()),
        "findings": sum(len(row["findings"]) for row in totals.values()),
        "growth": round(growth(chunks), 2),
        "rows": [
            {
                "readers": TARGETS[name].title,
                "inputs": row["inputs"],
                "accepted": row["accepted"],
                "CPU seconds": round(row["seconds"]),
                "slowest": round(row["slowest"], 2),
                "findings": len(row["findings"]),
            }
            for name, row in totals.items()
        ],
    }
