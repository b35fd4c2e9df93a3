"""A pytest plugin, loaded by name, that runs each case of the suite as a test.

``pytest -p fireflies.conformance.plugin --pyargs fireflies.conformance --engine "node engine.mjs"``
"""

import shlex
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final, cast

import pytest

from fireflies import games
from fireflies._typing import override
from fireflies.conformance import cases, report, runner
from fireflies.conformance.cases import Case
from fireflies.conformance.engines import Start, make_starter
from fireflies.conformance.pool import Pool
from fireflies.conformance.runner import GameNotOffered, UntestableEngine
from fireflies.errors import FirefliesError
from fireflies.stopping import stoppable

_TIMEOUT: Final = 10.0
_WIDTH: Final = 100
_FOLDER: Final = Path(__file__).parent / "cases"
_POOL: Final = pytest.StashKey[Pool]()
_START: Final = pytest.StashKey[Start]()
_FAULT_CODE: Final = 1
"""The exit code when no case failed, but an engine did not stop as it should."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the command line options."""
    group = parser.getgroup("fireflies", "engines judged by the rules of tabletop games")
    group.addoption("--engine", metavar="COMMAND", help="what starts the engine to be judged")
    group.addoption(
        "--engine-timeout", type=float, default=_TIMEOUT, metavar="S", help="for each answer"
    )
    group.addoption("--no-skips", action="store_true", help="a case that is skipped fails")


def pytest_configure(config: pytest.Config) -> None:
    """Read the options; make sure that a signal ends the engines."""
    command = config.getoption("--engine")
    if config.getoption("help"):
        return
    if command is None:
        raise pytest.UsageError('which engine? --engine "COMMAND"')
    try:
        seconds = cast("float", config.getoption("--engine-timeout"))
        start = make_starter(shlex.split(command), seconds, flag="--engine-timeout")
    except (FirefliesError, ValueError) as error:
        raise pytest.UsageError(f"--engine: {error}") from None
    config.stash[_START] = start
    config.stash[_POOL] = Pool(start, 1)
    stack = ExitStack()
    stack.enter_context(stoppable())
    config.add_cleanup(stack.close)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the cases of games that the engine does not offer; check that it answers.

    Nothing is checked when tests are only collected.
    """
    if config.getoption("collectonly"):
        return
    names = {item.case.request.game: None for item in items if isinstance(item, CaseItem)}
    missing: dict[str, UntestableEngine] = {}
    for name in names:
        try:
            runner.check_engine(config.stash[_START], games.get(name))
        except GameNotOffered as error:
            missing[name] = error
        except UntestableEngine as broken:
            raise pytest.UsageError(f"this engine can't be judged: {broken}") from None
    if missing and missing.keys() == names.keys():
        raise pytest.UsageError(f"this engine can't be judged: {next(iter(missing.values()))}")
    others = [it for it in items if isinstance(it, CaseItem) and it.case.request.game in missing]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Stop the engine, or kill it after an interrupt.

    The run fails when the engine does not stop as it should.
    """
    pool = session.config.stash[_POOL]
    if session.exitstatus == pytest.ExitCode.INTERRUPTED:
        pool.kill()
    pool.stop()
    if pool.faults and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = _FAULT_CODE


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the faults of stopping the engine."""
    for fault in config.stash[_POOL].faults:
        message = f"an engine did not stop as it should: {report.one_line(fault)}"
        terminalreporter.write_line(message, red=True)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.File | None:
    """Return the collector for a case file of the suite; None for other files."""
    if file_path.suffix != ".json" or file_path.parent.parent != _FOLDER:
        return None
    if file_path.stem in {"bases", "retired"}:
        return None
    from_parent = CaseFile.from_parent  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] # no types
    file: pytest.File = from_parent(parent, path=file_path)
    return file


class CaseFile(pytest.File):
    """The cases of a clause."""

    @override
    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each case."""
        game = games.get(self.path.parent.name)
        for case in cases.read(self.path.read_bytes(), self.path.name, game):
            from_parent = CaseItem.from_parent  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] # as above
            item: CaseItem = from_parent(self, name=case.id)
            item.case = case
            yield item


class CaseItem(pytest.Item):
    """One case as a test."""

    case: Case

    @override
    def runtest(self) -> None:
        """Run the case, and fail unless the engine passes it."""
        game = games.get(self.case.request.game)
        (result,) = runner.run_in_order(self.config.stash[_POOL], game, [self.case])
        if result.verdict.status == "skipped" and not self.config.getoption("--no-skips"):
            # The engine may leave out what it does not offer; the message says what.
            pytest.skip(result.verdict.message)
        if result.verdict.status != "passed":
            pytest.fail("\n".join(report.failure(game, result, _WIDTH)), pytrace=False)

    @override
    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the file and the id of the case."""
        return self.path, None, self.name
