"""Tests of the figures that sessions keep for the pages."""

import json
from pathlib import Path

import pytest

from tests.docs.conftest import Build

pytestmark = pytest.mark.long


def test_kept_figures_are_a_table_of_their_rows(build: Build, tmp_path: Path) -> None:
    rows = [{"way": "by land", "steps": 12345, "hours": 0.5}, {"way": "by sea", "steps": 0}]
    kept = {"walks": {"seed": "1", "rows": [rows[0], {**rows[1], "hours": 7}]}, "others": {}}
    (tmp_path / "source").mkdir()
    (tmp_path / "source/figures.json").write_text(json.dumps(kept))
    built = build(index=".. kept-figures:: walks")
    words = [line.strip() for line in built.text().splitlines()]
    start = words.index("way")
    found = [word for word in words[start:] if word][:9]
    assert found == ["way", "steps", "hours", "by land", "12,345", "0.5", "by sea", "0", "7"]
    assert not built.warnings
