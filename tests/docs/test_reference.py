"""Tests of the pages of the API and of what every page says about itself."""

import re
from pathlib import Path
from typing import Final

import pytest
from sphinx.errors import ExtensionError

from fireflies import smile
from tests.docs.conftest import DOCS, Build

pytestmark = pytest.mark.long

LISTED: Final = ".. autosummary::\n   :toctree: api\n\n"


def test_a_name_of_two_modules_is_described_once(build: Build, tmp_path: Path) -> None:
    """The outer module describes it; the other one links there. Both have its first line."""
    names = tmp_path / "names.txt"
    names.write_text(
        "fireflies.search: Budget Nothing\nfireflies.search.budget: Budget MOST_SECONDS\n",
        encoding="utf-8",
    )
    built = build(
        {
            "rules_names": str(names),
            "rules_sources": ["fireflies"],
            "templates_path": [str(DOCS / "_templates")],
        },
        index=f"{LISTED}   fireflies.search\n   fireflies.search.budget\n",
    )
    assert "WARNING: fireflies.search has no Nothing" in built.warnings
    outer, inner = built.page("api/fireflies.search"), built.page("api/fireflies.search.budget")
    entry = 'id="fireflies.search.Budget"'
    assert (outer.count(entry), inner.count("<dt")) == (1, 1)
    assert 'href="fireflies.search.html#fireflies.search.Budget"' in inner
    place = re.search(
        r'Budget</span>.*?href="../(search/code/budget.html)#(line-\d+)"', outer, re.DOTALL
    )
    assert place is not None
    code = built.page(place[1].removesuffix(".html"))
    assert re.search(f'<span id="{place[2]}">.*class.*Budget', code)
    assert "class Budget" not in (built.out / "searchindex.js").read_text(encoding="utf-8")


def test_members_of_a_private_base_are_on_the_page_of_the_class(
    build: Build, tmp_path: Path
) -> None:
    names = tmp_path / "names.txt"
    names.write_text("fireflies.games: Option Setup\n", encoding="utf-8")
    settings = {
        "autodoc_default_options": {"members": True},
        "rules_names": str(names),
        "templates_path": [str(DOCS / "_templates")],
    }
    page = build(settings, index=f"{LISTED}   fireflies.games\n").page("api/fireflies.games")
    for name in ("pin", "pinned", "unpin", "complete"):
        assert page.count(f'id="fireflies.games.Option.{name}"') == 1


def test_clauses_link_to_their_rules(build: Build, tmp_path: Path) -> None:
    """Members of the enumeration link to them, and so do the clauses of events."""
    names = tmp_path / "names.txt"
    names.write_text("fireflies.smile: BeadPlaced Clause\n", encoding="utf-8")
    settings = {
        "autodoc_default_options": {"members": True},
        "rules_names": str(names),
        "templates_path": [str(DOCS / "_templates")],
    }
    clause = smile.Clause.BID_CLEAR_BEAD
    built = build(settings, index=f".. rule:: {clause}\n\n{LISTED}   fireflies.smile\n")
    page = built.page("api/fireflies.smile")
    assert page.count(f'href="../index.html#{clause}"') == 2


def test_a_terminal_shows_what_is_printed_and_typed(build: Build) -> None:
    """The output ends before the last prompt."""
    command = "play smile --seats human,first,first --seed 7"
    page = build(index=f".. terminal:: {command}\n\n   why bid b\n   1\n").page()
    assert f"$ fireflies {command}" in page
    typed = re.findall(r'you&gt; <span class="terminal-typed">(.*?)</span>', page)
    assert typed == ["why bid b", "1"]
    assert "smile.bid.lowest-card" in page
    assert "\x1b" not in page


def test_a_command_that_fails_stops_the_build(build: Build) -> None:
    """The message has the output of the command."""
    with pytest.raises(ExtensionError, match=r"play nosuch: exit code 2\n(.|\n)*'nosuch'"):
        build(index=".. terminal:: play nosuch\n")


def test_pages_say_what_they_are_about(build: Build) -> None:
    """The links of ``404.html`` and the link to the picture of a page use the base URL."""
    settings = {
        "html_theme": "furo",
        "html_baseurl": "https://example.org/1.0/",
        "html_additional_pages": {"404": "404.html"},
        "release": "1.0",
        "rules_games": ["smile"],
        "templates_path": [str(DOCS / "_templates")],
    }
    built = build(settings, index="Creatures & beads.\n\nMore of it.\n")
    page, missing = built.page(), built.page("404")
    assert '<meta name="description" content="Creatures &amp; beads.">' in page
    assert 'content="https://example.org/1.0/_static/card.png"' in page
    assert "This page is about fireflies 1.0." in page
    assert 'href="/1.0/smile/index.html"' in missing
    assert 'data-content_root="/1.0/"' in missing
    assert not re.search(r'(?:href|src)="(?!/|#|https?:)', missing)
    assert build(settings | {"html_baseurl": ""}).page("404").count('href="/index.html"') > 1
