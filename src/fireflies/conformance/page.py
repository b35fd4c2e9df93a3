"""A run of the suite as one HTML page, complete by itself.

Whatever an engine or a file says is escaped, and the page's policy allows no script and no request.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from fireflies._data import dumps
from fireflies._html import table, text
from fireflies._svg import escaped
from fireflies.conformance.drawing import pictures
from fireflies.conformance.lines import RunRequest
from fireflies.conformance.report import clause_url
from fireflies.conformance.saved import Report, Row
from fireflies.conformance.sides import plain, rows, rules_state
from fireflies.conformance.standing import STATUSES
from fireflies.errors import clipped
from fireflies.rulebook import of

_LONG_OBJECT: Final = 80
"""An object of a state with more characters has a row for each value that differs."""
_POLICY: Final = "default-src data:; script-src 'none'; style-src 'unsafe-inline'"
_ICON: Final = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'%3E"
    "%3Ccircle cx='1' cy='1' r='1' fill='%23e69f00'/%3E%3C/svg%3E"
)
"""A page without an icon makes browsers ask the server for one."""
_STYLE: Final = """
:root{color-scheme:light dark;--ink:#22201a;--ground:#fff;--line:#8d8573;--faint:#5d5749;
--link:#0b57a4;--good:#1a6b33;--bad:#a3262b;--marked:#fde8e8;--code:#f3f1ea}
@media (prefers-color-scheme:dark){:root{--ink:#f2eee4;--ground:#1b1d25;--line:#9a9580;
--faint:#bcb6a8;--link:#8ec2ff;--good:#7ddb9a;--bad:#ff9a9a;--marked:#4a2327;--code:#2a2d38}}
body{font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);
max-width:70rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
a{color:var(--link)}
h1,h2,h3{line-height:1.25}
h2{margin-top:2.5rem}
.verdict{font-size:1.25rem;font-weight:700;border-left:.4rem solid;padding-left:.8rem}
.good{color:var(--good)}
.bad{color:var(--bad)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}
dt{color:var(--faint)}
dd{margin:0}
.scroll{overflow-x:auto}
.scroll:focus-visible{outline:3px solid var(--link)}
table{border-collapse:collapse;width:100%}
caption{text-align:left;color:var(--faint)}
th,td{border-bottom:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}
tr.differs{background:var(--marked)}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}
pre{background:var(--code);padding:.6rem;white-space:pre-wrap}
.pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1rem}
figure{margin:0}
@media (max-width:34rem){dl{grid-template-columns:1fr}dt{margin-top:.4rem}}
"""


def page(report: Report, docs: str = "") -> str:
    """Return the HTML document; ``docs`` is the address of the pages that describe the rules."""
    return "\n".join(_Page(report, docs).parts()) + "\n"


class _Page:
    """One page while it is written."""

    def __init__(self, report: Report, docs: str) -> None:
        self._report = report
        self._docs = docs
        self._rules = of(report.game.clauses).rules
        self._bad = report.bad

    def parts(self) -> Iterator[str]:
        report, engine = self._report, self._report.engine
        title = text(
            f"{clipped(engine['name']) or 'An engine'} and the rules of {report.game.title}"
        )
        yield "<!DOCTYPE html>"
        yield f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        yield '<meta name="viewport" content="width=device-width">'
        yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        yield f'<link rel="icon" href="{_ICON}">'
        yield f"<style>{_STYLE}</style></head><body><main>"
        yield f"<h1>{title}</h1>"
        kind = "good" if report.conforms else "bad"
        yield f'<p class="verdict {kind}">{text(report.conclusion)}</p>'
        if report.stopped:
            left = report.announced - len(report.rows)
            yield f"<p><strong>The run was stopped: {text(report.stopped)}.</strong>"
            yield f" {left} of {report.announced} cases were not run.</p>"
        yield from self._about()
        if self._bad:
            yield "<h2>The smallest play that differs</h2>"
            yield from self._failure(self._bad[0], is_drawn=True)
        yield from self._clauses()
        yield from self._failures()
        yield from self._known()
        yield f"<hr><p>Made by {text(report.rules)}.</p></main></body></html>"

    def _about(self) -> Iterator[str]:
        report, engine = self._report, self._report.engine
        about = {
            "Engine": f"{engine['name']} {engine['version']} ({engine['language']})",
            "Game": f"{report.game.title}, edition {report.game.edition}",
            "Rules": f"{report.rules}, revision {report.revision} of the rules",
            "Suite": f"{report.suite}, {'all' if report.whole else 'only some'} of its cases",
            "Protocol": str(report.protocol),
        }
        yield "<dl>"
        yield from (f"<dt>{key}</dt><dd>{text(value)}</dd>" for key, value in about.items())
        yield "</dl>"
        for fault in report.faults:
            yield f"<p>An engine did not stop as it should: {text(fault)}.</p>"

    def _clauses(self) -> Iterator[str]:
        """Yield the table of all clauses that cases were run for."""
        counts: dict[str, Counter[str]] = {}
        for row in self._report.rows:
            counts.setdefault(row.clause, Counter())[row.status] += 1
        failing = {row.clause for row in self._bad}
        lines = [
            ([self._link(it), text(self._title(it)), *_numbers(count)], it in failing)
            for it, count in counts.items()
        ]
        lines.append((["all", "", *_numbers(self._report.total)], False))
        yield "<h2>Clauses</h2>"
        yield from table("Cases by clause and result", ["clause", "rule", *STATUSES], lines)

    def _failures(self) -> Iterator[str]:
        """Yield the smallest failure of each clause, and the ids of its others."""
        by_clause: dict[str, list[Row]] = {}
        for row in self._bad:
            by_clause.setdefault(row.clause, []).append(row)
        if by_clause:
            yield "<h2>Failures by clause</h2>"
        for clause, (first, *others) in by_clause.items():
            yield f"<h3>{self._link(clause)}: {text(self._title(clause))}</h3>"
            if (rule := self._rules.get(clause)) is not None:
                yield f"<p>{text(rule.text)}</p>"
            if first is self._bad[0]:
                yield f"<p>The play of {text(first.id)} is shown above.</p>"
            else:
                yield from self._failure(first)
            if others:
                ids = ", ".join(f"{text(row.id)} ({row.status})" for row in others)
                yield f"<p>Also: {ids}.</p>"

    def _failure(self, row: Row, *, is_drawn: bool = False) -> Iterator[str]:
        """Yield what a case asked, and both answers."""
        request = row.request()
        yield f"<p><strong>{row.status} {text(row.id)}</strong>, about {self._link(row.clause)}."
        yield f" {text(row.says)}</p>"
        yield f'<p class="bad"><strong>{text(row.message)}</strong></p><dl>'
        options = ", ".join(
            f"{key} {clipped(plain(it), 200)}" for key, it in request.options.items()
        )
        yield f"<dt>Options</dt><dd>{text(options) or 'none'}</dd>"
        yield f"<dt>Actions</dt><dd>{text(', '.join(request.actions)) or 'none'}</dd>"
        seat = "the referee" if request.observer is None else f"seat {request.observer}"
        yield f"<dt>Seen by</dt><dd>{seat}</dd></dl>"
        if row.after is not None and row.state is not None:
            game = self._report.game
            if is_drawn and (drawn := pictures(game, request, row.after, row.state)) is not None:
                yield '<div class="pictures">'
                for who, svg in zip(("The rules", "The engine"), drawn, strict=True):
                    yield f"<figure><figcaption>{who}</figcaption>{svg}</figure>"
                yield "</div>"
            ours = rules_state(game, request, row.after)
            both = rows(game, ours, row.state, _LONG_OBJECT)
            lines = [([text(it) for it in (*side[:1], *side[2:])], side.differs) for side in both]
            caption = f"{text(row.id)}: the state after {row.after} actions; what differs is marked"
            yield from table(caption, ["part", "the rules", "the engine"], lines)
        asked = dumps(RunRequest(cmd="run", seq=1, case=request.to_json()))
        yield f"<details><summary>The request</summary><pre>{escaped(asked)}</pre></details>"

    def _known(self) -> Iterator[str]:
        """Yield the known failures, and those that pass now."""
        known = [row for row in self._report.rows if row.status == "known"]
        if known or self._report.mended:
            yield "<h2>Known failures</h2>"
        if known:
            lines = [([text(row.id), text(row.reason), text(row.message)], False) for row in known]
            yield from table("Why they are known", ["case", "reason", "difference"], lines)
        for case in self._report.mended:
            yield f"<p>{text(case)} passes, but is listed as a known failure: remove it.</p>"

    def _title(self, clause: str) -> str:
        rule = self._rules.get(clause)
        return "" if rule is None else rule.title

    def _link(self, clause: str) -> str:
        """Return the id of a clause, as a link to the page about it if its address is known."""
        rule, shown = self._rules.get(clause), f"<code>{text(clause)}</code>"
        address = None if rule is None else clause_url(self._report.game, rule, self._docs)
        return shown if address is None else f'<a href="{escaped(address)}">{shown}</a>'


def _numbers(counts: Counter[str]) -> list[str]:
    return [str(counts[status] or "") for status in STATUSES]
