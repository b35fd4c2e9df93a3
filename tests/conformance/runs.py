"""Runs of the suite as their JSON lines, for the tests of what is made of these."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from fireflies import smile
from fireflies.conformance import report
from fireflies.conformance.runner import Result
from fireflies.conformance.saved import Report, read

ENGINE: Final = {"name": "dummy", "version": "7.1", "language": "cant", "games": {}}


def written(
    *results: Result,
    engine: Mapping[str, object] = ENGINE,
    known: Mapping[str, str] | None = None,
    whole: bool = True,
    stopped: str = "",
    faults: Sequence[str] = (),
) -> bytes:
    """Return the lines of a run with these results, which was to have two more if stopped."""
    run = report.Run(smile.GAME, engine, known or {}, whole)
    summary = report.Summary(run)
    lines = [report.header(run, len(results) + 2 * bool(stopped))]
    for one in results:
        status = summary.add(one)
        lines += report.lines(one, status, run.known.get(one.case.id, ""))
    summary.stopped = stopped
    summary.faults += faults
    return "\n".join([*lines, report.footer(summary)]).encode()


def run_of(*results: Result, **more: Any) -> Report:
    """Return such a run, read from its lines."""
    return read(written(*results, **more), smile.GAME)


def with_line(content: bytes, number: int, **changes: object) -> bytes:
    """Return lines of which one, counted from 0, has other values."""
    lines = content.split(b"\n")
    lines[number] = json.dumps({**json.loads(lines[number]), **changes}).encode()
    return b"\n".join(lines)
