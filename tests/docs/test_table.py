"""Tests of the table in the pages, without a browser, with small projects that are built."""

import html
import json
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
    games = json.loads((folder / "games.json").read_text("utf-8"))["answer"]["games"]
    assert [it["name"] for it in games] == ["smile", "festival", "misbehavin"]


def test_the_service_worker_keeps_the_pages_with_a_table_and_what_they_load(
    build: Build, tmp_path: Path
) -> None:
    """Its version changes with any of these files, and with no other one."""
    given = tmp_path / "given"
    given.mkdir()
    wheel = given / "fireflies.whl"
    versions = []
    for content, rule in ((b"1", RULE), (b"1", "Nothing."), (b"2", "Nothing.")):
        wheel.write_bytes(content)
        built = build({"rules_table": str(given)}, index=RULE, play=PLAY, other=rule)
        first, _, last = (built.out / "offline.js").read_text("utf-8").partition(";\n")
        assert last == 'importScripts("_static/table/offline.js");\n'
        offline = json.loads(first.removeprefix("self.offline = "))
        files = offline["files"]
        assert {"play.html", "_static/table/fireflies.whl", "_static/table/table.js"} <= {*files}
        assert not {"index.html", "other.html", "offline.js"} & {*files}
        assert all((built.out / it).is_file() for it in files)
        loaded = re.findall(r'<script src="([^"?]+)', built.page("play"))
        assert loaded
        assert {*loaded} <= {*files}
        versions.append(offline["version"])
    assert versions[0] == versions[1] != versions[2]


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
        assert html.escape(fragment["says"][0], quote=False) in built.page()
