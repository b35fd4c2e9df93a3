"""Tests of the table in the pages, without a browser, with small projects that are built."""

import html
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from fireflies.smile import GAME
from tests.docs.conftest import Build

pytestmark = pytest.mark.long

PLAY = ".. play-table:: smile"
RULE = ".. rule:: smile.setup.markers"
"""It has examples with three, four and five players."""


def test_without_its_files_a_page_says_that_it_has_no_table(build: Build) -> None:
    built = build(index=f"{PLAY}\n\n{RULE}")
    assert "built without the table" in built.page()
    assert "<script type=" not in built.page()
    assert "Continue from here" not in built.page()
    assert not (built.out / "_static/table").exists()


def test_with_its_files_a_site_has_all_that_the_table_loads(build: Build, tmp_path: Path) -> None:
    given = tmp_path / "given"
    (given / "pyodide").mkdir(parents=True)
    (given / "fireflies.whl").write_bytes(b"12345")
    (given / "pyodide/pyodide.asm.wasm").write_bytes(b"1234")
    (given / "pyodide/pyodide.mjs").write_bytes(b"123")
    built = build({"rules_table": str(given)}, index=PLAY)
    folder = built.out / "_static/table"
    assert {it.name for it in folder.iterdir()} > {"worker.js", "fireflies.js", "fireflies.whl"}
    assert (folder / "pyodide/pyodide.mjs").read_bytes() == b"123"
    assert 'src="_static/table/table.js"' in built.page()
    (size,) = re.findall(r'data-bytes="(\d+)"', built.page())
    assert int(size) == 9  # without the .mjs file, which is not counted


def test_each_example_leads_to_its_position_at_the_table(build: Build, tmp_path: Path) -> None:
    (tmp_path / "given").mkdir()
    built = build({"rules_table": str(tmp_path / "given")}, index=RULE)
    found = re.findall('href="([^"]*)">Continue from here', built.page())
    assert found
    for address in map(html.unescape, found):
        path, fragment = urlsplit(address).path, parse_qs(urlsplit(address).fragment)
        assert path == "smile/table.html"
        seats = int(fragment["seats"][0])
        setup = GAME.set_up({"players": seats})
        state = setup.read_position(fragment["position"][0])
        assert (state.seats, str(state.actor)) == (seats, fragment.get("seat", ["chance"])[0])
