"""What a run of the suite says, to a person and to a program.

For programs it is JSON lines: a header; for each case the case and its result; a footer.
"""

import textwrap
from collections import Counter
from collections.abc import Container, Iterator, Mapping
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


class Run(NamedTuple):
    """A run of the suite against one engine."""

    game: Game[State]
    engine: Mapping[str, object]
    """How it introduces itself."""
    known: Mapping[str, str]
    """The failures that are known, by case, with reason and link."""
    whole: bool
    """Whether all cases of the suite are in it."""


class Summary:
    """What became of the cases so far."""

    def __init__(self, run: Run) -> None:
        """No case yet."""
        self.run = run
        self.by_clause: dict[str, Counter[str]] = {}
        self.first: dict[str, Result] = {}
        """The first case of each clause that failed or errored."""
        self.others: dict[str, list[str]] = {}
        """The ids of those after it."""
        self.mended: list[str] = []
        """Known failures that pass."""
        self.faults: list[str] = []
        """What went wrong when engines were told to stop."""

    def add(self, result: Result) -> str:
        """Take in a result; its status, which is ``known`` for a failure that is."""
        case, status = result.case, str(result.verdict.status)
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
        """How many cases have which status."""
        return sum(self.by_clause.values(), Counter[str]())

    @property
    def conforms(self) -> bool:
        """Whether nothing failed, and something passed."""
        bad = self.first or self.mended or self.faults
        return not bad and self.total["passed"] > 0

    @property
    def partial(self) -> bool:
        """Whether something of the suite was not judged."""
        return not self.run.whole or bool(self.total["skipped"] or self.total["known"])


# For programs.


def header(run: Run, cases: int) -> str:
    """The first line."""
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
    """A case and what became of it."""
    case, verdict = result.case, result.verdict
    about = {"id": case.id, "clauses": case.clauses, "says": case.says}
    yield dumps({"type": "case", **about, "case": case.request.to_json()})
    found = {"id": case.id, "status": status, "seconds": round(result.seconds, 6)}
    told = {"message": verdict.message} if verdict.message else {}
    place = {} if verdict.after is None else {"after": verdict.after}
    yield dumps({"type": "result", **found, **told, **place})


def footer(summary: Summary) -> str:
    """The last line."""
    return dumps(
        {
            "type": "footer",
            **{status: summary.total[status] for status in STATUSES},
            "conforms": summary.conforms,
            "partial": summary.partial,
            "mended": summary.mended,
            "faults": summary.faults,
        }
    )


# For persons.


def title(run: Run) -> str:
    """Who is judged by what."""
    about = (run.engine[key] for key in ("name", "version", "language"))
    name, version, language = (legible(clipped(str(word))) for word in about)
    return (
        f"{run.game.title} {run.game.edition}, suite {SUITE}, protocol {wire.VERSION},"
        f" fireflies {__version__}\nengine: {name} {version} ({language})"
    )


def report(summary: Summary, width: int) -> Iterator[str]:
    """The table by clause, the first difference of each failed clause, and the verdict."""
    shown = [status for status in STATUSES if summary.total[status] or status in STATUSES[:4]]
    room = max(map(len, summary.by_clause), default=0) + 2
    yield f"{'':{room}}" + "".join(f"{status:>9}" for status in shown)
    for clause, counts in summary.by_clause.items():
        sign = "" if clause not in summary.first else "  <-"
        numbers = "".join(f"{counts[status] or '.':>9}" for status in shown)
        yield f"{clause:{room}}{numbers}{sign}"
    yield f"{'':{room}}" + "".join(f"{summary.total[status]:>9}" for status in shown)
    for clause, result in summary.first.items():
        yield ""
        yield from failure(summary.run.game, result, width)
        if others := summary.others.get(clause):
            yield from _folded(f"besides: {', '.join(others)}", width)
    yield ""
    yield from (f"{case} is a known failure, and passes: take it out" for case in summary.mended)
    for fault in summary.faults:
        yield from _folded(f"an engine did not leave as it should: {fault}", width, "")
    yield from _folded(_conclusion(summary), width, "")


def _conclusion(summary: Summary) -> str:
    """The last words."""
    total = summary.total
    counts = ", ".join(f"{total[status]} {status}" for status in STATUSES if total[status])
    verdict = "it conforms" if summary.conforms else "it does not conform"
    if summary.partial and summary.conforms:
        verdict = "no departure from the rules in what was judged, which is not the whole suite"
    return f"{counts or 'no case'}: {verdict}"


def failure(game: Game[State], result: Result, width: int) -> Iterator[str]:
    """A case that did not pass, with all that it takes to understand it."""
    case = result.case
    rule = of(game.clauses).rules.get(case.clause)
    yield from _folded(f"{case.clause}{f': {rule.title}' if rule else ''}", width, "")
    if rule is not None:
        yield from _folded(rule.text, width)
        if (link := _link(game, rule)) is not None:
            yield f"  {link}"
    yield f"  {result.verdict.status} {case.id}:"
    yield from _folded(case.says, width, "    ")
    yield from _folded(f"options: {dumps(case.request.options)}", width, "    ")
    yield from _folded(f"actions: {', '.join(case.request.actions) or 'none'}", width, "    ")
    if case.request.observer is not None:
        yield f"    as seat {case.request.observer} sees it"
    yield from _folded(result.verdict.message, width, "  ! ")
    yield from _side_by_side(game, result, width)


def _folded(text: str, width: int, before: str = "  ") -> list[str]:
    """A text in lines."""
    spaces = " " * len(before)
    return textwrap.wrap(
        legible(text),
        width,
        initial_indent=before,
        subsequent_indent=spaces,
        break_on_hyphens=False,
    )


def legible(line: str) -> str:
    """A text in one line, without signs that a terminal would obey: engines may say anything."""
    return "".join(sign if sign.isprintable() else "?" for sign in " ".join(line.split()))


def _link(game: Game[State], rule: Rule) -> str | None:
    """The page of a clause, where the project has published pages."""
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
    """The rules' state and the engine's, in which the difference shows, with marks."""
    after, case = result.verdict.after, result.case
    if after is None or result.answer is None:
        return
    ours = wire.handle({"cmd": "run", "seq": 0, "case": case.request.to_json()}, {game.name: game})
    try:
        tables = [
            _state(case.request, after, it, game.unordered) for it in (ours or {}, result.answer)
        ]
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
    request: Request, after: int, answer: Mapping[str, object], unordered: Container[str]
) -> Mapping[str, object]:
    """The state after so many actions in an answer, or its last one."""
    states = states_of(answer)
    if not states:
        return {}
    index = min(after - request.first_state(refused_index(answer)), len(states) - 1)
    return cast("Mapping[str, object]", in_order(states[index], unordered))


def _rows(state: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """A state in pieces, each with its name."""
    for key, value in state.items():
        parts = cast("list[object]", value) if isinstance(value, list) else []
        if parts and isinstance(parts[0], dict):
            for number, part in enumerate(parts):
                yield f"{key} {number}", part
        else:
            yield key, value


def _short(value: object) -> str:
    """A value without the signs that only machines need."""
    if is_object(value):
        return ", ".join(f"{key} {_short(part)}" for key, part in value.items())
    if is_array(value):
        return "[" + ", ".join(map(_short, value)) + "]"
    return value if isinstance(value, str) else dumps(value)
