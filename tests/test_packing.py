"""Tests of the package of Kuhn poker that the pages offer; ``nox -s package`` installs it."""

import json
import tomllib
import zipfile
from pathlib import Path

import pytest

from fireflies.cli import main
from tests import packing
from tests.packing import AROUND, ROOT, pack


def test_the_archive_has_the_game_and_what_is_around_it(tmp_path: Path) -> None:
    """The same bytes each time; no test of ours that imports our tests is in it."""
    first, second = tmp_path / "1.zip", tmp_path / "2.zip"
    pack(first)
    pack(second)
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as packed:
        texts = {name: packed.read(name).decode() for name in packed.namelist()}
    assert {f"kuhn/{it}" for it in ("pyproject.toml", "README.md", "tests/test_kuhn.py")} < {*texts}
    assert texts["kuhn/src/kuhn/__init__.py"] == (ROOT / "tests/kuhn/__init__.py").read_text()
    assert not any("from tests" in text or "import tests" in text for text in texts.values())
    assert tomllib.loads(texts["kuhn/pyproject.toml"])["project"]["name"] == "kuhn"


@pytest.mark.usefixtures("kuhn_installed")
def test_its_cases_pass(capsys: pytest.CaptureFixture[str]) -> None:
    cases = str(AROUND / "cases.json")
    count = len(json.loads((AROUND / "cases.json").read_text())["cases"])
    words = ["conform", "kuhn", "--jobs", "1", "--case", cases, "--"]
    assert main([*words, "direct:tests.kuhn:GAME"]) == 3
    assert f"{count} passed: no failure so far" in capsys.readouterr().out


def test_the_module_writes_the_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["packing", str(tmp_path / "kuhn.zip")])
    packing.main()
    assert zipfile.is_zipfile(tmp_path / "kuhn.zip")
