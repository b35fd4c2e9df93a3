"""The command run in this process, at a keyboard of the test's, with games of the test's."""

import io
import sys

import pytest

from fireflies import games
from fireflies.cli import main
from tests.test_cli import Ended


class Here:
    """Runs the command in this process, with what a person types; then the input ends."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        """Read what is written through pytest."""
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *words: str, typed: str = "") -> Ended:
        """Run it with these arguments."""
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code: int | str | None
        try:
            code = main(list(words))
        except SystemExit as leaving:
            code = leaving.code
        written = self._capsys.readouterr()
        return Ended(code, written.out, written.err)


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    """The command in this process, with Kuhn poker among the games."""
    monkeypatch.setitem(games._OURS, "kuhn", "tests.kuhn")
    monkeypatch.setenv("COLUMNS", "400")
    return Here(capsys, monkeypatch)
