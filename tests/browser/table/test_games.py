"""Whole games at the table in the page: by clicks, by keyboard alone, and by touch on a phone."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page as Window
from playwright.sync_api import expect

from tests.browser.table.conftest import Open
from tests.browser.table.driver import MOST, Table
from tests.browser.window import PHONE
from tests.front.asking import Page

TABBED: Final = 300
"""More elements than a page of the table has on the way of the Tab key."""
SMALLEST: Final = 24
"""Pixels: the least height of a button that a finger can hit, as WCAG 2.2 has it."""
WIDTH: Final = """() => {
  const table = document.querySelector(".play-table");
  const { left, right } = table.getBoundingClientRect();
  return Math.max(document.documentElement.scrollWidth, right, left + table.scrollWidth);
}"""
"""Script: the width that the page or the table needs; the page alone is not enough, because an
element around the table may clip it. The window of a phone grows with its page, so `innerWidth` is
no measure."""
pytestmark = pytest.mark.long


def check_end(table: Table, seats: int) -> None:
    """The page shows the result that the library gets from the actions."""
    page = Page()
    result = page.ask("load", record=table.record())["outcome"]
    shown = re.findall(r"\u2212?\d+(?=[,)])", table.heading)
    assert [int(it.replace("\u2212", "-")) for it in shown] == result["scores"]
    assert len(shown) == seats
    expect(table.page.locator("#ft-news a.ft-clause").first).to_have_attribute(
        "href", f"rules.html#{result['clause']}"
    )
    assert table.choices == []


@pytest.mark.parametrize(("game", "seats"), [("smile", 5), ("festival", 6), ("misbehavin", 4)])
def test_a_game_is_played_by_clicks(open_page: Open, game: str, seats: int) -> None:
    """Each move is the hint of a bot, which marks the button."""
    table = Table(open_page(f"{game}/table.html")).load()
    table.start("human", *["greedy"] * (seats - 1))
    for _ in range(MOST):
        if table.is_over:
            break
        before = table.entries
        table.do("hint")
        hinted = table.page.locator(".ft-hinted")
        action = hinted.get_attribute("data-action") or ""
        sentence = hinted.locator(".ft-sentence").text_content()
        expect(table["answer"]).to_have_text(f"good (greedy) would play: {sentence} ({action})")
        table.choose(action)
        table.focus_on_decision()
        assert table.entries > before
    check_end(table, seats)


def press_tab_until(page: Window, selector: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(TABBED):
        if page.evaluate("it => document.activeElement.matches(it)", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"the Tab key does not lead to {selector}")


@pytest.mark.parametrize(("game", "seats"), [("festival", 2), ("misbehavin", 3)])
def test_a_game_is_played_by_keyboard(open_page: Open, game: str, seats: int) -> None:
    """Nothing is clicked: Tab leads to everything, Enter and the arrows do the rest."""
    page = open_page(f"{game}/table.html")
    table = Table(page)
    table.load()
    press_tab_until(page, "#ft-seat-count")
    page.keyboard.type(str(seats))
    press_tab_until(page, "#ft-options > summary")
    page.keyboard.press("Space")
    press_tab_until(page, "#ft-seed")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    for _ in range(MOST):
        table.rest()
        if table["anyway"].is_visible():  # something is left unused, and it has the focus
            page.keyboard.press("Enter")
            table.rest()
        table.focus_on_decision()
        if table.is_over:
            break
        press_tab_until(page, ".ft-choice, .ft-group > summary")
        if page.evaluate("document.activeElement.matches('.ft-group:not([open]) > summary')"):
            page.keyboard.press("Enter")
        press_tab_until(page, ".ft-choice")
        page.keyboard.press("Enter")
    check_end(table, seats)
    press_tab_until(page, "#ft-new")
    page.keyboard.press("Enter")
    expect(table["setup-heading"]).to_be_focused()


@pytest.mark.parametrize(("game", "seats"), [("smile", 4), ("festival", 3), ("misbehavin", 2)])
def test_a_game_is_played_by_touch_on_a_phone(open_page: Open, game: str, seats: int) -> None:
    """No page is wider than the screen, and every button can be hit with a finger."""
    page = open_page(f"{game}/table.html", PHONE)
    table = Table(page)
    table.load()
    short = {"turns": "8"} if game == "misbehavin" else {}
    table.fill_in("human", *["greedy"] * (seats - 1), **short)
    table["start"].tap()
    for turn in range(MOST):
        table.rest()
        if table.is_over:
            break
        assert page.evaluate(WIDTH) == PHONE.width
        choices = page.locator(".ft-choice:visible")
        heights = choices.evaluate_all("all => all.map(it => it.getBoundingClientRect().height)")
        assert min(heights) >= SMALLEST
        choices.nth(turn % len(heights)).tap()
    check_end(table, seats)
    assert page.evaluate(WIDTH) == PHONE.width
    table["observer"].select_option("everything")
    table.rest().do("undo")  # the game goes on, so the others hide again what they have
    assert table.heading == "Your decision"
    expect(table["observer"]).to_be_hidden()
