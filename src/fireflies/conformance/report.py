"""The report of a run of the suite: text for people, JSON lines for programs.

The JSON lines are a header, for each case a line for the case and one for its result, and a footer.
"""

import json
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from itertools import chain, zip_longest
from typing import Final, NamedTuple, cast

from fireflies import __version__
from fireflies._data import dumps, is_array, is_object
from fireflies.conformance import SUITE, wire
from fireflies.conformance.answers import MalformedAnswer, refused_index, states_of
from fireflies.conformance.cases import Request
from fireflies.conformance.judge import mismatch, sort_unordered
from fireflies.conformance.lines import (
    CaseLine,
    FooterLine,
    HeaderLine,
    ResultLine,
    RulesJson,
    RunRequest,
)
from fireflies.conformance.runner import Result
from fireflies.contract import State
from fireflies.errors import clipped
from fireflies.games import Game
from fireflies.rulebook import Rule, of

STATUSES: Final = ("passed", "failed", "errored", "skipped", "known")

_LONGEST_OPTION: Final = 300
"""The most characters of an option's value in the text; a longer one is only in the request."""

_MOST_ROW_LINES: Final = 2
"""The most lines of an object in one row; a longer one is split, to make differences visible."""

PARTIAL: Final = 3
"""The exit code when no case failed, but the whole suite was not run."""


class Run(NamedTuple):
    """A run of the suite against one engine."""

    game: Game[State]
    engine: Mapping[str, object]
    """Its ``implementation`` in the answer to a start request."""
    known: Mapping[str, str]
    """The known failures: the id of each case, with the reason and a link."""
    whole: bool
    """True when the run has all cases of the suite."""


class Summary:
    """The results of a run so far."""

    def __init__(self, run: Run) -> None:
        """Create the summary of a run before its first case."""
        self.run = run
        self.by_clause: dict[str, Counter[str]] = {}
        """The number of cases by main clause and status."""
        self.first: dict[str, Result] = {}
        """The first case of each clause that failed or errored."""
        self.others: dict[str, list[str]] = {}
        """The status and id of each other failed or errored case, by clause."""
        self.mended: list[str] = []
        """Known failures that pass."""
        self.faults: list[str] = []
        """Messages about engines that did not stop as they should."""
        self.stopped = ""
        """The reason why the run ended before its last case, or empty."""
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
    def total(self) -> Counter[str]:
        """The number of cases by status."""
        return sum(self.by_clause.values(), Counter[str]())

    @property
    def has_failed(self) -> bool:
        """True when a case or the engine failed, a known failure passed, or no case passed."""
        bad = self.first or self.mended or self.faults
        return bool(bad) or self.total["passed"] == 0

    @property
    def partial(self) -> bool:
        """True when a case of the suite was not run, was skipped, or is a known failure."""
        return not self.is_complete or self.total["known"] > 0

    @property
    def is_complete(self) -> bool:
        """True when every case of the suite was run and none skipped."""
        return self.run.whole and not self.stopped and self.total["skipped"] == 0

    @property
    def conforms(self) -> bool:
        """True when the engine has passed the whole suite."""
        return not self.has_failed and not self.partial

    @property
    def exit_code(self) -> int:
        """The exit code, unless a signal stopped the run.

        A known failure that still fails is ignored.
        """
        if self.has_failed:
            return 1
        return 0 if self.is_complete else PARTIAL


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


def lines(result: Result, status: str) -> Iterator[str]:
    """Yield a line for the case and one for its result."""
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
    if result.play is not None:
        line["play"] = result.play.to_json()
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
    yield from _wrap(_conclusion(summary), width, "")


def _conclusion(summary: Summary) -> str:
    total = summary.total
    counts = ", ".join(f"{total[status]} {status}" for status in STATUSES if total[status])
    verdict = "it does not conform" if summary.has_failed else "it conforms"
    if summary.partial and not summary.has_failed:
        verdict = "no failure so far, but not every case of the suite passed"
    return f"{counts or 'no case'}: {verdict}"


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
        if (link := _clause_url(game, rule)) is not None:
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
    texts = {key: _plain(value) for key, value in request.options.items()}
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


def _clause_url(game: Game[State], rule: Rule) -> str | None:
    """Return the URL of a clause; None when the package names no documentation."""
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
    """Yield the state of the rules beside that of the engine, with a mark at each difference."""
    after, request = result.verdict.after, result.request
    if after is None or result.answer is None:
        return
    # An engine that refuses an action too early answers with an earlier state than the requested
    # ones. Get all states of the rules, so that the state to compare with it is among them.
    whole = request._replace(ask="trace")
    asked = RunRequest(cmd="run", seq=0, case=whole.to_json())
    expected = wire.handle(asked, {game.name: game})
    try:
        tables = [
            _state_of(play, after, it, game.unordered)
            for play, it in ((whole, expected or {}), (request, result.answer))
        ]
    except MalformedAnswer:
        return
    left, right = (dict(_rows(table)) for table in tables)
    column_width = (width - 24) // 2
    yield f"    {'':20}{'the rules':{column_width}}the engine"
    longest = _MOST_ROW_LINES * column_width
    all_rows = (_split(it, _at(left, it), _at(right, it), longest) for it in {**left, **right})
    for label, rules_values, engine_values in chain.from_iterable(all_rows):
        mark = " " if mismatch(rules_values, engine_values) is None else "!"
        texts = (one_line(_plain(it[0])) if it else "" for it in (rules_values, engine_values))
        wrapped = zip_longest(*(textwrap.wrap(it, column_width - 1) for it in texts), fillvalue="")
        for number, (left_text, right_text) in enumerate(wrapped):
            label_text = "" if number else one_line(label)
            yield f"  {mark} {label_text:20}{left_text:{column_width}}{right_text}".rstrip()


def _split(
    label: str, rules_values: list[object], engine_values: list[object], longest: int
) -> Iterator[tuple[str, list[object], list[object]]]:
    """Yield one row, or several rows when the values are long objects.

    A list of values has one value, or none when that side has no such key. The first of several
    rows has the equal parts; each later one has a key with a difference. An object is long when
    its text in the state of the rules has more than ``longest`` characters.
    """
    one, other = (it[0] if it else None for it in (rules_values, engine_values))
    if not is_object(one) or not is_object(other) or len(_plain(one)) <= longest:
        yield label, rules_values, engine_values
        return
    pairs = {key: (_at(one, key), _at(other, key)) for key in {**one, **other}}
    different = [key for key, (left, right) in pairs.items() if mismatch(left, right) is not None]
    equal: list[object] = [{key: one[key] for key in one if key not in different}]
    yield label, equal, equal
    yield from ((f"- {key}", *pairs[key]) for key in different)


def _at(table: Mapping[str, object], key: str) -> list[object]:
    """Return a list with the value of a key; an empty list when the key is missing."""
    return [table[key]] if key in table else []


def _state_of(
    request: Request, after: int, answer: Mapping[str, object], unordered: Sequence[str]
) -> Mapping[str, object]:
    """Return the state after ``after`` actions in an answer, or its last one."""
    states = states_of(answer)
    if not states:
        return {}
    index = min(after - request.first_state(refused_index(answer)), len(states) - 1)
    return cast("Mapping[str, object]", sort_unordered(states[index], unordered))


def _rows(state: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yield the rows of a state: label and value."""
    for key, value in state.items():
        parts = cast("list[object]", value) if isinstance(value, list) else []
        if parts and isinstance(parts[0], dict):
            for number, part in enumerate(parts):
                yield f"{key} {number}", part
        else:
            yield key, value


def _plain(value: object) -> str:
    """Return a JSON value as text without quotes and braces."""
    if is_object(value):
        return ", ".join(f"{key} {_plain(part)}" for key, part in value.items())
    if is_array(value):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return value if isinstance(value, str) else dumps(value)
