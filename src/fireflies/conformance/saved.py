"""A run of the suite, read from its JSON lines: what the page, the badge and the JUnit file show.

A run that was killed has no footer; then the lines say what was found until then.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from fireflies._data import loads_line, mapping, text
from fireflies._entries import Entry
from fireflies._typing import override
from fireflies.conformance.cases import Request
from fireflies.conformance.standing import STATUSES, Standing
from fireflies.contract import State
from fireflies.errors import InvalidData, shown
from fireflies.games import Game

_CUT: Final = "the lines end before the footer"


class Row(NamedTuple):
    """A case with its result."""

    id: str
    clauses: tuple[str, ...]
    """The main one first."""
    says: str
    asked: Mapping[str, object]
    """The CASE that was sent to the engine; after a wrong count, that of the explaining play."""
    status: str
    seconds: float
    message: str
    after: int | None
    """The number of actions before the state with the difference."""
    state: Mapping[str, object] | None
    """The engine's state there."""
    reason: str
    """Of a known failure: why it is known."""

    @property
    def clause(self) -> str:
        """The main clause."""
        return self.clauses[0]

    def request(self) -> Request:
        """Return what was asked. Raises InvalidData."""
        asked = Entry(self.asked, self.id)
        return Request(
            asked.text("game"),
            asked.text("edition"),
            asked.table("options"),
            asked.texts("actions"),
            asked.number_or_none("observer"),
        )


class Report(Standing):
    """A run of the suite against one engine, whole or up to where it was stopped."""

    def __init__(self, game: Game[State], header: Entry) -> None:
        """Read the header. Raises InvalidData."""
        for key, wanted in (("type", "header"), ("game", game.name), ("edition", game.edition)):
            if (given := header.text(key)) != wanted:
                raise InvalidData(
                    f"{header.place}: {key}", f"{wanted} is wanted, not {shown(given)}"
                )
        super().__init__(whole=header.flag("whole"))
        self.game = game
        self.suite: str = header.text("suite")
        self.protocol: int = header.number("protocol", 1)
        rules = Entry(header.table("rules"), f"{header.place}: rules")
        self.rules: str = f"{rules.text('name')} {rules.text('version')}"
        """The name and version of the library."""
        self.revision: int = rules.number("revision", 1)
        engine = Entry(header.table("engine"), f"{header.place}: engine")
        self.engine: Mapping[str, str] = {
            key: engine.text_or_nothing(key) for key in ("name", "version", "language")
        }
        self.announced: int = header.number("cases", 0)
        """The number of cases that the run was to have."""
        self.rows: list[Row] = []

    @property
    @override
    def total(self) -> Counter[str]:
        """The number of cases by status."""
        return Counter(row.status for row in self.rows)

    @property
    def bad(self) -> list[Row]:
        """The cases that failed or errored, those with the smallest plays first."""
        bad = [row for row in self.rows if row.status in {"failed", "errored"}]
        return sorted(bad, key=lambda row: (row.state is None, len(row.request().actions)))


def read(content: bytes, game: Game[State]) -> Report:
    """Return the run that ``fireflies conform --json`` has written.

    Raises:
        InvalidData: when a line is wrong, with its number.
    """
    lines = _entries(content)
    if (first := next(lines, None)) is None:
        raise InvalidData("line 1", "there is no header")
    report = Report(game, first)
    case: Entry | None = None
    is_complete = False
    for line in lines:
        kind = line.text("type")
        if is_complete or kind not in {"case", "result", "footer"}:
            raise InvalidData(line.place, f"no line of type {shown(kind)} may stand here")
        if kind == "case":
            case = line
        elif kind == "result":
            report.rows.append(_row(case, line))
            case = None
        else:
            is_complete = True
            report.mended = [*line.texts("mended")]
            report.faults = [*line.texts("faults")]
            stopped = line.anything("stopped")
            report.stopped = "" if stopped is None else text(stopped, f"{line.place}: stopped")
    if not is_complete:
        report.stopped = _CUT
    return report


def _entries(content: bytes) -> Iterator[Entry]:
    """Yield the lines; the last one is left out when it was cut."""
    *lines, last = content.split(b"\n")
    for number, line in enumerate([*lines, last], 1):
        place = f"line {number}"
        if not line.strip():
            continue
        try:
            data = loads_line(line, place)
        except InvalidData as error:
            if number > len(lines) > 0:
                return
            raise InvalidData(f"{place}: {error.place}", error.problem) from None
        yield Entry(mapping(data, place), place)


def _row(case: Entry | None, result: Entry) -> Row:
    """Return a case with its result. Raises InvalidData."""
    name = result.text("id")
    if case is None or case.text("id") != name:
        raise InvalidData(result.place, f"the case {shown(name)} is not in the line before")
    clauses = case.texts("clauses")
    if not clauses:
        raise InvalidData(f"{case.place}: clauses", "there is none")
    if (status := result.text("status")) not in STATUSES:
        wanted = ", ".join(STATUSES)
        raise InvalidData(f"{result.place}: status", f"{shown(status)} is none of {wanted}")
    seconds = result.anything("seconds")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or seconds < 0:
        raise InvalidData(f"{result.place}: seconds", f"{shown(seconds)} is no number from 0")
    row = Row(
        name,
        clauses,
        case.text("says"),
        result.table("play") if result.has("play") else case.table("case"),
        status,
        seconds,
        result.text_or_nothing("message"),
        result.number_or_none("after"),
        result.table("state") if result.has("state") else None,
        result.text_or_nothing("reason"),
    )
    row.request()
    return row
