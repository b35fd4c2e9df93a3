"""The report of a run of the suite, for a person and for a program.

For programs it is JSON lines: a header; for each case the case and its result; a footer.
"""

import json
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from itertools import zip_longest
from typing import Final, NamedTuple, cast

from fireflies import __version__
from fireflies._data import dumps, is_array, is_object
from fireflies.conformance import SUITE, wire
from fireflies.conformance.cases import Request
from fireflies.conformance.judge import (
    MalformedAnswer,
    in_order,
    mismatch,
    refused_index,
    states_of,
)
from fireflies.conformance.runner import Result
from fireflies.contract import State
from fireflies.errors import clipped
from fireflies.games import Game
from fireflies.rulebook import Rule, of

STATUSES: Final = ("passed", "failed", "errored", "skipped", "known")

PARTIAL: Final = 3
"""The exit code where nothing departs from the rules, but not the whole suite was judged."""


class Run(NamedTuple):
    """A run of the suite against one engine."""

    game: Game[State]
    engine: Mapping[str, object]
    """How it introduces itself."""
    known: Mapping[str, str]
    """The failures that are known, by case, with reason and link."""
    whole: bool
    """True when all cases of the suite are in it."""


class Summary:
    """What became of the cases so far."""

    def __init__(self, run: Run) -> None:
        """Begin with no case."""
        self.run = run
        self.by_clause: dict[str, Counter[str]] = {}
        """The number of cases by main clause and status."""
        self.first: dict[str, Result] = {}
        """The first case of each clause that failed or errored."""
        self.others: dict[str, list[str]] = {}
        """The ids of those after it."""
        self.mended: list[str] = []
        """Known failures that pass."""
        self.faults: list[str] = []
        """What went wrong when engines were told to stop."""
        self.stopped = ""
        """Why the run ended before its last case; empty when it did not."""
        self.silent: int = 0
        """How many cases in a row, the latest ones, had no answer."""

    def add(self, result: Result) -> str:
        """Add a result; return its status, which is ``known`` for a failure that is known."""
        case, status = result.case, str(result.verdict.status)
        self.silent = self.silent + 1 if result.answer is None else 0
        if case.id in self.run.known:
            if status == "passed":
                self.mended.append(case.id)
            elif status in {"failed", "errored"}:
                status = "known"
        self.by_clause.setdefault(case.clause, Counter())[status] += 1
        if status in {"failed", "errored"}:
            if case.clause in self.first:
                self.others.setdefault(case.clause, []).append(case.id)
            else:
                self.first[case.clause] = result
        return status

    @property
    def total(self) -> Counter[str]:
        """Return the number of cases by status."""
        return sum(self.by_clause.values(), Counter[str]())

    @property
    def departs(self) -> bool:
        """Return whether there is a fault of the engine, or no case that it passed."""
        bad = self.first or self.mended or self.faults
        return bool(bad) or self.total["passed"] == 0

    @property
    def partial(self) -> bool:
        """Return whether some case of the suite was not judged, or not as usual."""
        return not self.judged_all or self.total["known"] > 0

    @property
    def judged_all(self) -> bool:
        """Return whether each case of the suite was asked and answered."""
        return self.run.whole and not self.stopped and self.total["skipped"] == 0

    @property
    def conforms(self) -> bool:
        """Return whether the engine has passed the whole suite."""
        return not self.departs and not self.partial

    @property
    def exit_code(self) -> int:
        """The exit code of a run that no signal has stopped; known failures are forgiven."""
        if self.departs:
            return 1
        return 0 if self.judged_all else PARTIAL


# For programs.


def header(run: Run, cases: int) -> str:
    """Return the first line."""
    return dumps(
        {
            "type": "header",
            "suite": SUITE,
            "protocol": wire.VERSION,
            "game": run.game.name,
            "edition": run.game.edition,
            "rules": {"name": "fireflies", "version": __version__},
            "engine": run.engine,
            "cases": cases,
            "whole": run.whole,
        }
    )


def lines(result: Result, status: str) -> Iterator[str]:
    """Yield a case and what became of it."""
    case, verdict = result.case, result.verdict
    about = {"id": case.id, "clauses": case.clauses, "says": case.says}
    yield dumps({"type": "case", **about, "case": case.request.to_json()})
    found = {"id": case.id, "status": status, "seconds": round(result.seconds, 6)}
    message = {"message": verdict.message} if verdict.message else {}
    place = {} if verdict.after is None else {"after": verdict.after}
    play = {} if result.play is None else {"play": result.play.to_json()}
    yield dumps({"type": "result", **found, **message, **place, **play})


def footer(summary: Summary) -> str:
    """Return the last line."""
    return dumps(
        {
            "type": "footer",
            **{status: summary.total[status] for status in STATUSES},
            "conforms": summary.conforms,
            "partial": summary.partial,
            "mended": summary.mended,
            "faults": summary.faults,
            "stopped": summary.stopped or None,
        }
    )


# For persons.


def title(run: Run) -> str:
    """Return the names and versions of the suite and of the engine."""
    about = (run.engine[key] for key in ("name", "version", "language"))
    name, version, language = (legible(clipped(str(word))) for word in about)
    return (
        f"{run.game.title} {run.game.edition}, suite {SUITE}, protocol {wire.VERSION},"
        f" fireflies {__version__}\nengine: {name} {version} ({language})"
    )


def report(summary: Summary, width: int) -> Iterator[str]:
    """Yield the table by clause, the first difference of each failed clause, and the verdict."""
    shown = [status for status in STATUSES if summary.total[status] or status in STATUSES[:4]]
    broadest = max(map(len, summary.by_clause), default=0) + 2
    yield f"{'':{broadest}}" + "".join(f"{status:>9}" for status in shown)
    for clause, counts in summary.by_clause.items():
        sign = "" if clause not in summary.first else "  <-"
        numbers = "".join(f"{counts[status] or '.':>9}" for status in shown)
        yield f"{clause:{broadest}}{numbers}{sign}"
    yield f"{'':{broadest}}" + "".join(f"{summary.total[status]:>9}" for status in shown)
    for clause, result in summary.first.items():
        yield ""
        yield from failure(summary.run.game, result, width)
        if others := summary.others.get(clause):
            yield from _folded(f"besides: {', '.join(others)}", width)
    yield ""
    yield from (f"{case} is a known failure, and passes: take it out" for case in summary.mended)
    for fault in summary.faults:
        yield from _folded(f"an engine did not leave as it should: {fault}", width, "")
    if summary.stopped:
        yield from _folded(f"stopped before the last case: {summary.stopped}", width, "")
    yield from _folded(_conclusion(summary), width, "")


def _conclusion(summary: Summary) -> str:
    total = summary.total
    counts = ", ".join(f"{total[status]} {status}" for status in STATUSES if total[status])
    verdict = "it does not conform" if summary.departs else "it conforms"
    if summary.partial and not summary.departs:
        verdict = "no departure from the rules in what was judged, which is not the whole suite"
    return f"{counts or 'no case'}: {verdict}"


def failure(game: Game[State], result: Result, width: int) -> Iterator[str]:
    """Yield all that it takes to understand a case that did not pass.

    The last line but the states is the request as JSON: the only one that may be too long.
    """
    case, request = result.case, result.request
    rule = of(game.clauses).rules.get(case.clause)
    yield from _folded(f"{case.clause}{f': {rule.title}' if rule else ''}", width, "")
    if rule is not None:
        yield from _folded(rule.text, width)
        if (link := _link(game, rule)) is not None:
            yield f"  {link}"
    yield f"  {result.verdict.status} {case.id}:"
    yield from _folded(case.says, width, "    ")
    yield from _folded(f"options: {_short(request.options)}", width, "    ")
    yield from _folded(f"actions: {', '.join(request.actions) or 'none'}", width, "    ")
    if request.observer is not None:
        yield f"    as seat {request.observer} sees it"
    yield from _folded(result.verdict.message, width, "  ! ")
    yield from _side_by_side(game, result, width)
    yield "  to ask it again:"
    # With escapes for all that is not ASCII: it has to come through any terminal and clipboard.
    asked = {"cmd": "run", "seq": 1, "case": request.to_json()}
    yield json.dumps(asked, separators=(",", ":"))


def _folded(text: str, width: int, before: str = "  ") -> list[str]:
    """Return a text in lines."""
    spaces = " " * len(before)
    return textwrap.wrap(
        legible(text),
        width,
        initial_indent=before,
        subsequent_indent=spaces,
        break_on_hyphens=False,
    )


def legible(line: str) -> str:
    """Return a text in one line, without signs that a terminal would obey, whatever it holds."""
    return "".join(sign if sign.isprintable() else "?" for sign in " ".join(line.split()))


def _link(game: Game[State], rule: Rule) -> str | None:
    """Return the page of a clause, where the project has published pages."""
    try:
        urls = metadata.metadata("fireflies").get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        return None
    for url in urls:
        name, _, address = url.partition(", ")
        if name.lower() == "documentation":
            return f"{address.rstrip('/')}/{game.name}/rules.html#{rule.id}"
    return None


def _side_by_side(game: Game[State], result: Result, width: int) -> Iterator[str]:
    """Yield the rules' state and the engine's, in which the difference shows, with marks."""
    after, request = result.verdict.after, result.request
    if after is None or result.answer is None:
        return
    ours = wire.handle({"cmd": "run", "seq": 0, "case": request.to_json()}, {game.name: game})
    try:
        tables = [_state(request, after, it, game.unordered) for it in (ours or {}, result.answer)]
    except MalformedAnswer:
        return
    left, right = (dict(_rows(table)) for table in tables)
    half = (width - 24) // 2
    yield f"    {'':20}{'the rules':{half}}the engine"
    for label in {**left, **right}:
        both = [[table[label]] if label in table else [] for table in (left, right)]
        mark = " " if mismatch(both[0], both[1]) is None else "!"
        texts = (legible(_short(it[0])) if it else "" for it in both)
        folded = zip_longest(*(textwrap.wrap(it, half - 1) for it in texts), fillvalue="")
        for number, (mine, theirs) in enumerate(folded):
            head = "" if number else legible(label)
            yield f"  {mark} {head:20}{mine:{half}}{theirs}".rstrip()


def _state(
    request: Request, after: int, answer: Mapping[str, object], unordered: Sequence[str]
) -> Mapping[str, object]:
    """Return the state after so many actions in an answer, or its last one."""
    states = states_of(answer)
    if not states:
        return {}
    index = min(after - request.first_state(refused_index(answer)), len(states) - 1)
    return cast("Mapping[str, object]", in_order(states[index], unordered))


def _rows(state: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yield a state in pieces, each with its name."""
    for key, value in state.items():
        parts = cast("list[object]", value) if isinstance(value, list) else []
        if parts and isinstance(parts[0], dict):
            for number, part in enumerate(parts):
                yield f"{key} {number}", part
        else:
            yield key, value


def _short(value: object) -> str:
    """Return a value without the signs that only machines need."""
    if is_object(value):
        return ", ".join(f"{key} {_short(part)}" for key, part in value.items())
    if is_array(value):
        return "[" + ", ".join(map(_short, value)) + "]"
    return value if isinstance(value, str) else dumps(value)
