"""The command ``mcp``, without the SDK that its server needs; tests/adapters has the server."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from tests.test_cli import run


def test_without_the_extra_one_line_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "fireflies.front.mcp", None)
    ended = run("mcp")
    assert ended.code == 1
    assert ended.out == ""
    assert ended.err.count("\n") == 1
    assert 'pip install ".[mcp]"' in ended.err


def test_the_server_runs_until_its_input_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    served, module = list[str](), ModuleType("fireflies.front.mcp")
    monkeypatch.setattr(
        module, "server", lambda: SimpleNamespace(run=lambda: served.append("all")), raising=False
    )
    monkeypatch.setitem(sys.modules, "fireflies.front.mcp", module)
    assert run("mcp").code == 0
    assert served == ["all"]
