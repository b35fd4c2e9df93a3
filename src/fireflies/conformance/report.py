"""The report of a run of the suite: text for people, JSON lines for programs.

The JSON lines are a header, for each case a line for the case and one for its result, and a footer.
"""

import json
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import metadata
from itertools import zip_longest
from typing import Final, NamedTuple

from fireflies import __version__
from fireflies._data import dumps
from fireflies._typing import override
from fireflies.conformance import SUITE, wire
from fireflies.conformance.cases import Request
from fireflies.conformance.lines import (
    CaseLine,
    FooterLine,
    HeaderLine,
    ResultLine,
    RulesJson,
    RunRequest,
)
from fireflies.conformance.runner import Result
from fireflies.conformance.sides import engine_state, plain, rows, rules_state
from fireflies.conformance.standing import STATUSES, Standing
from fireflies.contract import State
from fireflies.errors import clipped
from fireflies.games import Game
from fireflies.rulebook import Rule, of

_LONGEST_OPTION: Final = 300
"""The most characters of an option's value in the text; a longer one is only in the request."""

_MOST_ROW_LINES: Final = 2
"""The most lines of an object in one row; a longer one is split, to make differences visible."""

_LONGEST_STATE: Final = 100_000
"""The most characters of an engine's state in a line; states of games are far smaller."""


class Run(NamedTuple):
    """A run of the suite against one engine."""

    game: Game[State]
    engine: Mapping[str, object]
    """Its ``implementation`` in the answer to a start request."""
    known: Mapping[str, str]
    """The known failures: the id of each case, with the reason and a link."""
    whole: bool
    """True when the run has all cases of the suite."""


class Summary(Standing):
    """The results of a run so far."""

    def __init__(self, run: Run) -> None:
        """Create the summary of a run before its first case."""
        super().__init__(whole=run.whole)
        self.run = run
        self.by_clause: dict[str, Counter[str]] = {}
        """The number of cases by main clause and status."""
        self.first: dict[str, Result] = {}
        """The first case of each clause that failed or errored."""
        self.others: dict[str, list[str]] = {}
        """The status and id of each other failed or errored case, by clause."""
        self.unanswered: int = 0
        """The number of cases without an answer since the last answer."""

    def add(self, result: Result) -> str:
        """Add a result; return its status, which is ``known`` for a failure that is known."""
        case, status = result.case, str(result.verdict.status)
        self.unanswered = self.unanswered + 1 if result.answer is None else 0
        if case.id in self.run.known:
            if status == "passed":
                self.mended.append(case.id)
            elif status in {"failed", "errored"}:
                status = "known"
        self.by_clause.setdefault(case.clause, Counter())[status] += 1
        if status in {"failed", "errored"}:
            if case.clause in self.first:
                self.others.setdefault(case.clause, []).append(f"{status} {case.id}")
            else:
                self.first[case.clause] = result
        return status

    @property
    @override
    def total(self) -> Counter[str]:
        """The number of cases by status."""
        return sum(self.by_clause.values(), Counter[str]())


# Lines for programs.


def header(run: Run, cases: int) -> str:
    """Return the first line: versions, game and engine."""
    return dumps(
        HeaderLine(
            type="header",
            suite=SUITE,
            protocol=wire.VERSION,
            game=run.game.name,
            edition=run.game.edition,
            rules=RulesJson(name="fireflies", version=__version__, revision=run.game.revision),
            engine=run.engine,
            cases=cases,
            whole=run.whole,
        )
    )


def lines(result: Result, status: str, reason: str = "") -> Iterator[str]:
    """Yield a line for the case and one for its result; ``reason`` is that of a known failure."""
    case, verdict = result.case, result.verdict
    yield dumps(
        CaseLine(
            type="case",
            id=case.id,
            clauses=case.clauses,
            says=case.says,
            case=case.request.to_json(),
        )
    )
    line = ResultLine(type="result", id=case.id, status=status, seconds=round(result.seconds, 6))
    if verdict.message:
        line["message"] = verdict.message
    if verdict.after is not None:
        line["after"] = verdict.after
    if (state := engine_state(result)) is not None and len(dumps(state)) <= _LONGEST_STATE:
        line["state"] = state
    if result.play is not None:
        line["play"] = result.play.to_json()
    if reason:
        line["reason"] = reason
    yield dumps(line)


def footer(summary: Summary) -> str:
    """Return the last line: counts and verdict."""
    total = summary.total
    return dumps(
        FooterLine(
            type="footer",
            passed=total["passed"],
            failed=total["failed"],
            errored=total["errored"],
            skipped=total["skipped"],
            known=total["known"],
            conforms=summary.conforms,
            partial=summary.partial,
            mended=summary.mended,
            faults=summary.faults,
            stopped=summary.stopped or None,
        )
    )


# Text for people.


def title(run: Run) -> str:
    """Return the names and versions of the suite and of the engine."""
    about = (run.engine[key] for key in ("name", "version", "language"))
    name, version, language = (one_line(clipped(str(word))) for word in about)
    return (
        f"{run.game.title} {run.game.edition}, suite {SUITE}, protocol {wire.VERSION},"
        f" fireflies {__version__}, revision {run.game.revision} of the rules\n"
        f"engine: {name} {version} ({language})"
    )


def report(summary: Summary, width: int) -> Iterator[str]:
    """Yield the table by clause, the failed cases of each clause, and the verdict.

    The first case of a clause is shown in full, each other one by a line with its id.
    """
    statuses = [status for status in STATUSES if summary.total[status] or status in STATUSES[:4]]
    first_width = max(map(len, summary.by_clause), default=0) + 2
    yield f"{'':{first_width}}" + "".join(f"{status:>9}" for status in statuses)
    for clause, counts in summary.by_clause.items():
        arrow = "  <-" if clause in summary.first else ""
        numbers = "".join(f"{counts[status] or '.':>9}" for status in statuses)
        yield f"{clause:{first_width}}{numbers}{arrow}"
    yield f"{'':{first_width}}" + "".join(f"{summary.total[status]:>9}" for status in statuses)
    for clause, result in summary.first.items():
        yield ""
        yield from failure(summary.run.game, result, width)
        yield from (f"  also {other}" for other in summary.others.get(clause, ()))
    yield ""
    yield from (
        f"{case} passes, but is listed as a known failure: remove it" for case in summary.mended
    )
    for fault in summary.faults:
        yield from _wrap(f"an engine did not stop as it should: {fault}", width, "")
    if summary.stopped:
        yield from _wrap(f"stopped before the last case: {summary.stopped}", width, "")
    yield from _wrap(summary.conclusion, width, "")


def failure(game: Game[State], result: Result, width: int) -> Iterator[str]:
    """Yield the lines about a case that did not pass: clause, play, difference, states, request.

    The request, as JSON, is one line. The lines of the request, the case id and the clause's URL
    are not wrapped, so they may be longer than ``width``.
    """
    case, request = result.case, result.request
    rule = of(game.clauses).rules.get(case.clause)
    yield from _wrap(f"{case.clause}{f': {rule.title}' if rule else ''}", width, "")
    if rule is not None:
        yield from _wrap(rule.text, width)
        if (link := clause_url(game, rule)) is not None:
            yield f"  {link}"
    yield f"  {result.verdict.status} {case.id}:"
    yield from _wrap(case.says, width, "    ")
    yield from _wrap(f"options: {_options(request)}", width, "    ")
    yield from _wrap(f"actions: {', '.join(request.actions) or 'none'}", width, "    ")
    if request.observer is not None:
        yield f"    as seat {request.observer} sees it"
    yield from _wrap(result.verdict.message, width, "  ! ")
    yield from _side_by_side(game, result, width)
    yield "  to repeat the request:"
    # ASCII only: some terminals and clipboards change other characters.
    asked = RunRequest(cmd="run", seq=1, case=request.to_json())
    yield json.dumps(asked, separators=(",", ":"))


def _options(request: Request) -> str:
    """Return the options of a request as text; of a long one, such as a box, only its name."""
    texts = {key: plain(value) for key, value in request.options.items()}
    return ", ".join(
        f"{key} {text if len(text) <= _LONGEST_OPTION else '(in the request below)'}"
        for key, text in texts.items()
    )


def _wrap(text: str, width: int, indent: str = "  ") -> list[str]:
    """Wrap a text into indented lines."""
    spaces = " " * len(indent)
    return textwrap.wrap(
        one_line(text),
        width,
        initial_indent=indent,
        subsequent_indent=spaces,
        break_on_hyphens=False,
    )


def one_line(line: str) -> str:
    """Return a text in one line, with a question mark for each unprintable character."""
    return "".join(
        character if character.isprintable() else "?" for character in " ".join(line.split())
    )


def clause_url(game: Game[State], rule: Rule, docs: str = "") -> str | None:
    """Return the URL of a clause; ``docs`` is the address of the pages.

    Without ``docs`` it is the address that the package names; None when it names no documentation.
    """
    if docs:
        return f"{docs.rstrip('/')}/{game.name}/rules.html#{rule.id}"
    try:
        urls = metadata.metadata("fireflies").get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        return None
    for url in urls:
        name, _, address = url.partition(", ")
        if name.lower() == "documentation":
            return clause_url(game, rule, address)
    return None


def _side_by_side(game: Game[State], result: Result, width: int) -> Iterator[str]:
    """Yield the state of the rules beside that of the engine, with a mark at each difference."""
    after, theirs = result.verdict.after, engine_state(result)
    if after is None or theirs is None:
        return
    column_width = (width - 24) // 2
    yield f"    {'':20}{'the rules':{column_width}}the engine"
    ours = rules_state(game, result.request, after)
    for row in rows(game, ours, theirs, _MOST_ROW_LINES * column_width):
        mark = "!" if row.differs else " "
        texts = (one_line(it) for it in (row.rules, row.engine))
        wrapped = zip_longest(*(textwrap.wrap(it, column_width - 1) for it in texts), fillvalue="")
        for number, (left_text, right_text) in enumerate(wrapped):
            label_text = "" if number else one_line(row.label)
            yield f"  {mark} {label_text:20}{left_text:{column_width}}{right_text}".rstrip()
