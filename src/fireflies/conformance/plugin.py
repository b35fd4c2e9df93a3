"""The suite as tests of pytest, one for each case; it is loaded only where it is asked for.

``pytest -p fireflies.conformance.plugin --pyargs fireflies.conformance --engine "node engine.mjs"``
"""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast

import pytest

from fireflies import games
from fireflies._typing import override
from fireflies.conformance import cases, report, runner
from fireflies.conformance.cases import Case
from fireflies.conformance.crew import Crew
from fireflies.conformance.engines import Start, starter
from fireflies.conformance.runner import BrokenHarness
from fireflies.errors import FirefliesError

_SECONDS: Final = 10.0
_WIDTH: Final = 100
_FOLDER: Final = Path(__file__).parent / "cases"
_CREW: Final = pytest.StashKey[Crew]()
_START: Final = pytest.StashKey[Start]()
_FAULT_CODE: Final = 1
"""The exit code when all cases passed, but an engine did not leave as it should."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """What to judge, and how long to wait."""
    group = parser.getgroup("fireflies", "engines judged by the rules of tabletop games")
    group.addoption("--engine", metavar="COMMAND", help="what starts the engine to be judged")
    group.addoption(
        "--engine-timeout", type=float, default=_SECONDS, metavar="S", help="for each answer"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Have an engine ready to be started."""
    command = config.getoption("--engine")
    if config.getoption("help"):
        return
    if command is None:
        raise pytest.UsageError('which engine? --engine "COMMAND"')
    try:
        seconds = cast("float", config.getoption("--engine-timeout"))
        start = starter(shlex.split(command), seconds)
    except (FirefliesError, ValueError) as error:
        raise pytest.UsageError(f"--engine: {error}") from None
    config.stash[_START] = start
    config.stash[_CREW] = Crew(start, 1)


def pytest_collection_finish(session: pytest.Session) -> None:
    """See that the engine can be judged at all, if it is about to be."""
    if session.config.getoption("collectonly"):
        return
    names = {item.case.request.game: None for item in session.items if isinstance(item, CaseItem)}
    for name in names:
        try:
            runner.introduce(session.config.stash[_START], games.get(name))
        except BrokenHarness as broken:
            raise pytest.UsageError(f"this engine can't be judged: {broken}") from None


def pytest_sessionfinish(session: pytest.Session) -> None:
    """The engine leaves; if it doesn't, that is a failure too."""
    crew = session.config.stash[_CREW]
    crew.stop()
    if crew.faults and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = _FAULT_CODE


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """How the engine left, if not as it should."""
    for fault in config.stash[_CREW].faults:
        told = f"an engine did not leave as it should: {report.legible(fault)}"
        terminalreporter.write_line(told, red=True)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.File | None:
    """A file of cases, if it is one of the suite's."""
    if file_path.suffix != ".json" or file_path.parent.parent != _FOLDER:
        return None
    if file_path.stem == "retired":
        return None
    made = CaseFile.from_parent  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] # no types
    file: pytest.File = made(parent, path=file_path)
    return file


class CaseFile(pytest.File):
    """The cases of a clause."""

    @override
    def collect(self) -> Iterator[pytest.Item]:
        """Each of them."""
        game = games.get(self.path.parent.name)
        for case in cases.read(self.path.read_bytes(), self.path.name, game):
            made = CaseItem.from_parent  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] # as above
            item: CaseItem = made(self, name=case.id)
            item.case = case
            yield item


class CaseItem(pytest.Item):
    """One case as a test."""

    case: Case

    @override
    def runtest(self) -> None:
        """Ask and judge."""
        game = games.get(self.case.request.game)
        (result,) = runner.judged(self.config.stash[_CREW], game, [self.case])
        if result.verdict.status == "skipped":
            pytest.skip(result.verdict.message)
        if result.verdict.status != "passed":
            pytest.fail("\n".join(report.failure(game, result, _WIDTH)), pytrace=False)

    @override
    def reportinfo(self) -> tuple[Path, None, str]:
        """The case by its id."""
        return self.path, None, self.name
