"""The JSON lines of a run of the suite, of an exploration, and of the requests to an engine."""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypeAlias, TypedDict

Ask: TypeAlias = str | Mapping[str, int]
"""``trace``, ``final``, ``{"count": k}`` or ``{"from": k}``, as on the wire."""


class CaseJson(TypedDict):
    """The wire's CASE: a play, and what is asked about it. It has no expected results."""

    game: str
    edition: str
    options: Mapping[str, object]
    actions: list[str]
    observer: int | None
    ask: Ask


class StartRequest(TypedDict):
    """Asks the engine for its name and its games."""

    cmd: Literal["start"]
    version: int


class RunRequest(TypedDict):
    """Asks the engine about a play."""

    cmd: Literal["run"]
    seq: int
    case: CaseJson


class StopRequest(TypedDict):
    """Tells the engine to stop."""

    cmd: Literal["stop"]


AnyRequest: TypeAlias = StartRequest | RunRequest | StopRequest


class RulesJson(TypedDict):
    """The engine that knows the expected results, and the revision of its rules of the game."""

    name: str
    version: str
    revision: int


class HeaderLine(TypedDict):
    """The engine, and what it is judged by."""

    type: Literal["header"]
    suite: str
    protocol: int
    game: str
    edition: str
    rules: RulesJson
    engine: Mapping[str, object]
    cases: int
    whole: bool


class CaseLine(TypedDict):
    """A case that was asked."""

    type: Literal["case"]
    id: str
    clauses: Sequence[str]
    says: str
    case: Mapping[str, object]


class ResultLine(TypedDict):
    """The result of a case."""

    type: Literal["result"]
    id: str
    status: str
    seconds: float
    message: NotRequired[str]
    after: NotRequired[int]
    state: NotRequired[Mapping[str, object]]
    play: NotRequired[Mapping[str, object]]
    reason: NotRequired[str]


class FooterLine(TypedDict):
    """The results of all cases."""

    type: Literal["footer"]
    passed: int
    failed: int
    errored: int
    skipped: int
    known: int
    conforms: bool
    partial: bool
    mended: list[str]
    faults: list[str]
    stopped: str | None


class DifferenceLine(TypedDict):
    """The smallest random play found in which the engine departs from the rules."""

    type: Literal["difference"]
    seed: int
    number: int
    clauses: Sequence[str]
    message: str
    case: Mapping[str, object]


class ExploredLine(TypedDict):
    """The last line of an exploration: the plays and states compared, and the next seed."""

    type: Literal["explored"]
    game: str
    edition: str
    seed: int
    plays: int
    states: int
    skipped: int
    stopped: str
    faults: list[str]
    next_seed: int
    reached: Mapping[str, int]


ReportLine: TypeAlias = (
    HeaderLine | CaseLine | ResultLine | FooterLine | DifferenceLine | ExploredLine
)
