"""The picture as the board: things are clicked where they are drawn, or reached by keyboard."""

from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect
from playwright.sync_api import Page as Window

from tests.browser.table.conftest import WIDE, Open
from tests.browser.table.driver import MOST, Table
from tests.browser.window import PHONE, View
from tests.front.asking import Page

GAMES: Final = ("smile", "festival", "misbehavin")
CALLED: Final = {"seat 0": "you", "seat 1": "Ben", "seat 2": "Cem"}


def choices(table: Table) -> dict[str, list[dict[str, Any]]]:
    """Return by thing the actions that the library says are about it."""
    own = Page()
    own.ask("load", record=table.record())
    found: dict[str, list[dict[str, Any]]] = {}
    for group in own.ask("status", observer=0)["groups"]:
        for choice in group["actions"]:
            for name in choice["things"]:
                found.setdefault(name, []).append(choice)
    return found


def thing(table: Table, name: str) -> Locator:
    """Return what is drawn under a name."""
    return table["sheet"].locator(f'[data-name="{name}"]').first


def touch(page: Window, mark: Locator, milliseconds: int) -> None:
    """Touch the middle of a mark for this time."""
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    assert box is not None
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    debugger = page.context.new_cdp_session(page)
    debugger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    page.wait_for_timeout(milliseconds)
    debugger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def is_over(mark: Locator) -> bool:
    """Whether a mark lies 3 pixels around its thing."""
    found: bool = mark.evaluate("""mark => {
      const name = CSS.escape(mark.dataset.thing);
      const thing = document.querySelector(`#ft-sheet [data-name=${name}]`);
      const [there, here] = [thing, mark].map((it) => it.getBoundingClientRect());
      const around = [there.left - here.left, there.top - here.top, here.right - there.right];
      return [...around, here.bottom - there.bottom].every((it) => Math.abs(it - 3) < 1);
    }""")
    return found


def test_a_click_in_the_picture_does_what_it_means(open_page: Open) -> None:
    """One meaning is done, of several one is chosen, none is told; Escape closes what is told."""
    table = Table(open_page("smile/table.html")).load().start("human", "greedy", "greedy")
    assert table.choices == ["bid a"]
    thing(table, "seat 1").click(force=True)  # between its parts
    told = table.rest()["thing"]
    expect(told).to_be_visible()
    expect(told.get_by_role("heading")).to_have_text("Ben")
    own = Page()
    own.ask("load", record=table.record())
    lines = own.ask("details", name="seat 1", observer=0)["lines"]
    assert told.locator("p").all_text_contents() == lines
    assert told.locator(".ft-choice").count() == 0
    table.page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    before = table.entries
    thing(table, "a").click()
    table.rest()
    assert table.entries > before
    assert table["log"].locator("li > .ft-actor").nth(before).inner_text() == "you: bid a"
    while len(table.choices) == 1:
        table.choose(table.choices[0])
    assert table.choices[1].startswith("back-out ")
    name = table.choices[1][-1]
    mark = table["things"].get_by_role("button", name=f"{name}: 2 actions")
    mark.press("Enter")
    table.rest()
    expect(told.locator(".ft-choice").first).to_be_focused()
    table.page.keyboard.press("Escape")
    expect(mark).to_be_focused()
    table.page.keyboard.press("Enter")
    table.rest()
    told.locator(".ft-choice").last.press("Enter")
    table.rest()
    expect(told).to_be_hidden()
    assert f"you: back-out {name}" in table["log"].inner_text()
    table.focus_on_decision()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_what_means_something_is_marked_with_its_meaning(open_page: Open, game: str) -> None:
    """Each thing that an action is about, and no other, lies below a button that says so."""
    table = Table(open_page(f"{game}/table.html")).load().start("human", "greedy", "greedy")
    for turn in range(8):
        found = choices(table)
        marks = table["things"].locator("button")
        shown = {it.get_attribute("data-thing"): it for it in marks.all()}
        assert {*shown} == {*found}
        for name, mark in shown.items():
            actions = found[name or ""]
            meaning = actions[0]["sentence"] if len(actions) == 1 else f"{len(actions)} actions"
            called = CALLED.get(name or "", (name or "").replace("-", " "))
            expect(mark).to_have_accessible_name(f"{called}: {meaning}")
            assert is_over(mark)
        table.choose(table.choices[turn % len(table.choices)])
    table.do("previous")
    expect(table["things"].locator("button")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("view", [WIDE, PHONE], ids=lambda it: it.name)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_in_the_picture(open_page: Open, game: str, view: Any) -> None:
    """A button is needed only for what is about nothing drawn, such as the end of a turn."""
    table = Table(open_page(f"{game}/table.html", view)).load()
    short = {"turns": "3"} if game == "misbehavin" else {}
    table.start("human", "greedy", *["greedy"] * (game == "smile"), **short)
    clicked = 0
    for turn in range(MOST):
        if table.is_over or clicked > 60:
            break
        before = table.entries
        marks = table["things"].locator("button")
        if not marks.count():
            table.choose(table.choices[-1])
            continue
        name = marks.nth(turn % marks.count()).get_attribute("data-thing")
        # Not the middle of a lane: bridges may cross there.
        thing(table, name or "").dispatch_event("click", {"bubbles": True})
        table.rest()
        if table["thing"].is_visible():
            table["thing"].locator(".ft-choice").nth(turn % 2).click()
            table.rest()
        assert table.entries > before
        clicked += 1
    assert clicked > 5


SEEN: Final = """() => {
  const box = (it) => document.querySelector(it).getBoundingClientRect();
  const parts = ["#ft-picture", "#ft-decision", ".ft-choice", "#ft-news"];
  const [picture, heading, choice, news] = parts.map(box);
  const isBeside = heading.left >= picture.right;
  return {
    isBeside,
    isFirst: isBeside || picture.bottom <= heading.top,
    share: picture.height / innerHeight,
    cut: [picture.top < 0, picture.bottom > innerHeight, choice.bottom > innerHeight],
    isRoomy: isBeside || news.top > choice.bottom || news.height < 60,
  };
}"""
"""Script: how picture and decision share a window."""


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (320, 480)])
@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_picture_stays_in_view(
    open_page: Open, game: str, width: int, height: int
) -> None:
    """Above the decision, or beside it; also when one scrolls to the last of many actions."""
    phone = View("phone", width, height, "light", phone=True)
    table = Table(open_page(f"{game}/table.html", phone)).load().start("human", "greedy", "greedy")
    for turn in range(6):
        seen = table.page.evaluate(SEEN)
        assert seen["isBeside"] == (width > height)
        assert seen["isFirst"]
        assert seen["isBeside"] or seen["share"] <= 0.5
        assert not any(seen["cut"]), turn
        assert seen["isRoomy"]  # above the decision, news have two lines
        table.focus_on_decision()
        table.page.locator(".ft-choice:visible").last.scroll_into_view_if_needed()
        assert not any(table.page.evaluate(SEEN)["cut"][:2])
        table.choose(table.choices[turn % len(table.choices)])


@pytest.mark.long
def test_details_come_with_a_right_click_before_what_it_does(open_page: Open) -> None:
    """Also of what has one meaning; the keyboard does it by the key for menus."""
    table = Table(open_page("smile/table.html")).load().start("human", "greedy", "greedy")
    before = table.entries
    thing(table, "a").click(button="right")
    table.rest()
    expect(table["thing"].locator(".ft-choice")).to_have_count(1)
    expect(table["thing"].locator("p").first).to_be_visible()
    assert table.entries == before
    table["thing-close"].click()
    expect(table["thing"]).to_be_hidden()


def test_a_finger_that_rests_looks_at_a_thing_first(open_page: Open) -> None:
    """Also in a browser that has no event for it; a short touch does what it means."""
    page = open_page("smile/table.html", PHONE)
    table = Table(page).load().start("human", "greedy", "greedy")
    page.evaluate("addEventListener('contextmenu', it => it.stopImmediatePropagation(), true)")
    before = table.entries
    touch(page, thing(table, "a"), milliseconds=700)
    expect(table["thing"].locator(".ft-choice")).to_have_count(1)
    page.wait_for_timeout(300)  # for a click that may follow
    expect(table["thing"]).to_be_visible()
    assert table.entries == before
    table["thing-close"].click()
    touch(page, thing(table, "a"), milliseconds=50)
    table.rest()
    assert table.entries > before


@pytest.mark.long
def test_what_is_told_on_a_low_phone_leaves_the_decision_in_view(open_page: Open) -> None:
    """It is closed without scrolling; its heading is the name as it is printed."""
    view = View("low", 844, 390, "light", phone=True)
    table = Table(open_page("misbehavin/table.html", view)).load().start("human", "greedy")
    thing(table, "first-officer").click(button="right")
    table.rest()
    expect(table["thing-heading"]).to_have_text("First Officer")
    told, menu = table["thing"].bounding_box(), table["menu"].bounding_box()
    assert told is not None
    assert menu is not None
    assert told["x"] + told["width"] <= menu["x"]
    expect(table["thing-close"]).to_be_in_viewport(ratio=1)
    table["thing-close"].click()
    expect(table["thing"]).to_be_hidden()


@pytest.mark.long
def test_marks_lie_where_the_things_are_after_the_screen_is_passed(open_page: Open) -> None:
    table = Table(open_page("smile/table.html")).load().start("human", "human", "human")
    table.do("take").choose("bid a").do("take")
    mark = table["things"].locator("button").first
    assert is_over(mark)
    table.page.set_viewport_size({"width": 700, "height": 900})
    table.page.wait_for_timeout(300)
    assert is_over(mark)
