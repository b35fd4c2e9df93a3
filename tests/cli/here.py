"""The command run in this process, at a keyboard of the test's, with games of the test's."""

import io
import sys

import pytest

from fireflies import games
from tests.test_cli import Call, Ended


class Here:
    """Runs the command in this process, with what a person types; then the input ends."""

    def __init__(self, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
        """Call it with another keyboard."""
        self._call = call
        self._monkeypatch = monkeypatch

    def __call__(self, *words: str, typed: str = "") -> Ended:
        """Run it with these arguments."""
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return self._call(*words)


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    """The command in this process, with Kuhn poker among the games."""
    monkeypatch.setitem(games._OURS, "kuhn", "tests.kuhn")
    monkeypatch.setenv("COLUMNS", "400")
    return Here(Call(capsys), monkeypatch)
