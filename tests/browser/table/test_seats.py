"""Several persons at one screen: nobody sees what another one hides."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.browser.table.conftest import Open
from tests.browser.table.driver import MOST, SEED, Table
from tests.front.asking import Page

pytestmark = pytest.mark.long

NAMES: Final = ["Ann", "Ben", "Cem"]
"""The default names in the form, of persons and of bots."""
CARD: Final = re.compile(r"[a-z]+(?:-[a-z]+)+")
"""The names of most cards of Misbehavin'."""
LEFT: Final = "#ft-board :is(svg, li, [data-action], #ft-text:not(:empty), #ft-lines:not(:empty))"
"""Selects what a screen that is passed on must not hold, not even hidden."""


def same_in_library(game: str, kinds: list[str]) -> Page:
    """Begin the same game as in the window, in this process, and return its page."""
    page = Page()
    names = NAMES[: len(kinds)]
    page.ask("new", game=game, players=kinds, names=names, seed=int(SEED))
    page.run()
    return page


def take(table: Table, own: Page) -> dict[str, Any]:
    """Take the screen, if it is passed on; return what the library shows to who takes it."""
    seat: int = own.ask("status", observer=None)["actor"]
    if table["curtain"].is_visible():
        expect(table["pass"]).to_be_focused()
        expect(table["pass"]).to_have_text(f"Pass the screen to {NAMES[seat]}")
        expect(table["board"]).to_be_hidden()
        assert table.page.locator(LEFT).count() == 0
        assert table["live"].text_content() == ""
        table.do("take")
    table.focus_on_decision()
    assert table.heading == f"Your decision, {NAMES[seat]}"
    status = own.ask("status", observer=seat)
    assert table["text"].text_content() == status["text"]
    return status


@pytest.mark.parametrize(
    ("game", "kinds", "moves"),
    [
        ("smile", ["human", "human", "greedy"], MOST),
        ("festival", ["human", "human"], 12),
        ("misbehavin", ["human", "human", "human"], 12),
    ],
)
def test_nobody_sees_what_another_one_hides(
    open_page: Open, game: str, kinds: list[str], moves: int
) -> None:
    table = Table(open_page(f"{game}/table.html")).load().start(*kinds)
    own = same_in_library(game, kinds)
    secrets: set[str] = set()
    passed = 0
    for move in range(moves):
        if own.ask("status", observer=None)["outcome"] is not None:
            break
        passed += table["curtain"].is_visible()
        status = take(table, own)
        seat = status["actor"]
        log = own.ask("log", observer=seat, **{"from": 0})
        public = {key: value for key, value in status.items() if key != "position"}
        shown = set(CARD.findall(f"{public} {log}"))
        for other in {*range(len(kinds))} - {seat}:
            seen = own.ask("status", observer=other)["position"]
            hidden = set(CARD.findall(seen)) - shown
            secrets |= hidden
            content = table["play"].evaluate("it => it.outerHTML")
            assert not hidden & set(CARD.findall(content))
        action = table.choices[move % 2 - 1]
        if game == "misbehavin":
            table["name"].fill(action.split()[-1])
            table.do("look-up")
        table.choose(action)
        own.ask("status", observer=seat)  # who looked last decides
        own.ask("play", action=action)
        own.run()
    assert passed >= 2
    assert secrets or game != "misbehavin"
    if moves == MOST:
        assert table.is_over
        expect(table["board"]).to_be_visible()
        table.do("previous")
        expect(table["observer"]).to_be_visible()  # there are no secrets left


def test_a_play_that_goes_on_after_a_reload_shows_no_hand(open_page: Open) -> None:
    """Whoever loads the page again has to take the screen first, as at any other time."""
    table = Table(open_page("misbehavin/table.html")).load().start("human", "human")
    table.do("take")
    for _ in range(2):
        table.choose(table.choices[0])
    text, choices = table["text"].text_content(), table.choices
    table.reload()
    assert table.page.locator(LEFT).count() == 0
    table.resume()
    expect(table["pass"]).to_have_text("Pass the screen to Ann")
    expect(table["board"]).to_be_hidden()
    assert table.page.locator(LEFT).count() == 0
    table.do("take")
    assert (table["text"].text_content(), table.choices) == (text, choices)


def test_undo_passes_the_screen_back(open_page: Open) -> None:
    """Who takes a move back has to be there."""
    table = Table(open_page("smile/table.html")).load()
    table.start("human", "human", "human", names=("Xi", "Yo", "Zoe"))
    expect(table["pass"]).to_have_text("Pass the screen to Xi")
    table.do("take").choose("bid a")
    expect(table["pass"]).to_have_text("Pass the screen to Yo")
    table.do("take").do("undo")
    expect(table["pass"]).to_have_text("Pass the screen to Xi")
    table.do("take")
    assert table.heading == "Your decision, Xi"
    assert table.choices == ["bid a"]
