"""A run of the suite as JUnit XML, which CI services read: a suite for each clause."""

from collections.abc import Iterator, Sequence
from typing import Final

from fireflies._svg import escaped
from fireflies.conformance.saved import Report, Row

_LONGEST: Final = 1000
"""The most characters of a message in an attribute; the text has all of it."""
_RESULTS: Final = {
    "failed": "failure",
    "errored": "error",
    "skipped": "skipped",
    "known": "skipped",
}
"""The element of each status but ``passed``. A known failure is a test that is left out."""


def junit(report: Report) -> str:
    """Return the XML document.

    A known failure that passes, a fault of stopping and an interrupted run are errors of a suite
    named ``run``.
    """
    by_clause: dict[str, list[Row]] = {}
    for row in report.rows:
        by_clause.setdefault(row.clause, []).append(row)
    own = [*_of_run(report)]
    total = report.total
    counts = _counts(len(report.rows) + len(own), total["failed"], total["errored"] + len(own))
    suites = [_suite(report, clause, rows) for clause, rows in by_clause.items()]
    if own:
        suites.append(
            f'<testsuite name="run" {_counts(len(own), 0, len(own))} skipped="0"'
            f' time="0">{"".join(own)}</testsuite>'
        )
    name = escaped(f"{report.game.title} {report.game.edition}, suite {report.suite}")
    seconds = sum(row.seconds for row in report.rows)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="{name}" {counts} time="{seconds:.6f}">\n'
        + "\n".join(suites)
        + "\n</testsuites>\n"
    )


def _counts(tests: int, failures: int, errors: int) -> str:
    return f'tests="{tests}" failures="{failures}" errors="{errors}"'


def _suite(report: Report, clause: str, rows: Sequence[Row]) -> str:
    """Return the element of a clause, with what was compared as properties."""
    number = {status: sum(row.status == status for row in rows) for status in ("failed", "errored")}
    skipped = sum(row.status in {"skipped", "known"} for row in rows)
    engine = report.engine
    about = {
        "engine": f"{engine['name']} {engine['version']} ({engine['language']})",
        "rules": f"{report.rules}, revision {report.revision}",
    }
    properties = "".join(
        f'<property name="{key}" value="{escaped(value)}"/>' for key, value in about.items()
    )
    return (
        f'<testsuite name="{escaped(clause)}"'
        f" {_counts(len(rows), number['failed'], number['errored'])}"
        f' skipped="{skipped}" time="{sum(row.seconds for row in rows):.6f}">'
        f"<properties>{properties}</properties>" + "".join(map(_test, rows)) + "</testsuite>"
    )


def _test(row: Row) -> str:
    result = ""
    if (element := _RESULTS.get(row.status)) is not None:
        known = f"known failure: {row.reason}: " if row.status == "known" else ""
        result = _result(element, known + row.message, row.says)
    return (
        f'<testcase classname="{escaped(row.clause)}" name="{escaped(row.id)}"'
        f' time="{row.seconds:.6f}">{result}</testcase>'
    )


def _result(element: str, message: str, more: str = "") -> str:
    short = message if len(message) <= _LONGEST else f"{message[:_LONGEST]}..."
    kind = "" if element == "skipped" else f' type="{element}"'
    text = "\n".join(filter(None, (message, more)))
    return f'<{element} message="{escaped(short)}"{kind}>{escaped(text)}</{element}>'


def _of_run(report: Report) -> Iterator[str]:
    """Yield the tests about the run itself."""
    about = [(f"known failure {case}", "it passes: remove it") for case in report.mended]
    about += [(f"stop {number}", fault) for number, fault in enumerate(report.faults, 1)]
    if report.stopped:
        left = report.announced - len(report.rows)
        about.append(
            ("end", f"stopped before the last case: {report.stopped}; {left} were not run")
        )
    for name, message in about:
        result = _result("error", message)
        yield f'<testcase classname="run" name="{escaped(name)}" time="0">{result}</testcase>'
