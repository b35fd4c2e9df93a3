"""The table in the page for everybody: screen readers, dark rooms, no motion."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page as Window
from playwright.sync_api import expect

from tests.browser.table.conftest import WIDE, Open
from tests.browser.table.driver import Table
from tests.browser.window import PHONE_DARK, SCRIPT, View

pytestmark = pytest.mark.long


def check(page: Window) -> None:
    """axe-core finds nothing wrong in the table."""
    page.evaluate(Path(os.environ["FIREFLIES_AXE"]).read_text("utf-8"))
    page.evaluate(SCRIPT)
    found = page.evaluate("look.axe([], false)")
    assert [it for it in found if ".play-table" in it["element"] or "#ft-" in it["element"]] == []


@pytest.mark.parametrize("view", [WIDE, PHONE_DARK], ids=lambda view: view.name)
@pytest.mark.parametrize("game", ["smile", "festival", "misbehavin"])
def test_axe_finds_nothing(open_page: Open, game: str, view: View) -> None:
    """At each stage: before loading, the form, a decision, a refusal, a curtain, the past."""
    table = Table(open_page(f"{game}/table.html", view))
    check(table.page)
    table.load()
    table["options"].locator("summary").click()
    table["option-box"].select_option("own")
    check(table.page)
    table["option-box"].select_option("")
    table.start("human", "human", "greedy")
    check(table.page)
    table.do("take")
    for fold in ("details#ft-words", "details#ft-signs", "details.ft-group:not([open])"):
        for it in table.page.locator(f"{fold} > summary").all():
            it.click()
    check(table.page)
    table.do("hint").type("fly", "why")
    check(table.page)
    table.do("previous")
    check(table.page)


def test_the_table_is_told_in_words(open_page: Open) -> None:
    """Screen readers get a line for each thing, not the drawing in signs, at each step."""
    table = Table(open_page("festival/table.html")).load().start("human", "greedy")
    verb, lane = table.choices[0].split()
    for choice in (f"{verb} {lane}", "stay"):
        table.choose(choice)
        told = table["words"].locator("li").all_text_contents()
        assert sum(line.startswith("Island ") for line in told) == 12
        (bridges,) = [line for line in told if line.startswith("Bridges: ")]
        assert f"{lane} of yours" in bridges
        assert not any(sign in line for line in told for sign in "[]|=^_")


@pytest.mark.parametrize("game", ["smile", "festival", "misbehavin"])
def test_the_theme_button_darkens_the_picture(open_page: Open, game: str) -> None:
    """The picture follows the button of the page, not only the system."""
    page = open_page(f"{game}/table.html", expects=("Changed to",))  # the theme says it
    table = Table(page).load().start("human", "greedy", "greedy")
    ground = "it => getComputedStyle(it.querySelector('.ground')).fill"
    light = table["picture"].evaluate(ground)
    while table.page.locator("body").get_attribute("data-theme") != "dark":
        table.page.locator(".theme-toggle:visible").first.click()
    dark = table["picture"].evaluate(ground)
    assert sum(_parts(dark)) < 200
    assert sum(_parts(light)) > 600
    table.choose(table.choices[0])
    assert table["picture"].evaluate(ground) == dark
    menu = table["menu"].evaluate("it => getComputedStyle(it).color")
    assert sum(_parts(menu)) > 600


def _parts(color: str) -> list[int]:
    return [int(it) for it in color.removeprefix("rgb(").rstrip(")").split(",")]


def test_nothing_moves_by_itself(open_page: Open) -> None:
    """Who asks for less motion gets none: no element is animated or slides."""
    table = Table(open_page("festival/table.html")).load().start("human", "greedy")
    moving = """() => document.getAnimations().length + [...document.querySelectorAll(
        ".play-table, .play-table *")].filter((it) => {
          const style = getComputedStyle(it);
          return style.animationName !== "none" || style.scrollBehavior === "smooth"
            || !/^0s(, 0s)*$/.test(style.transitionDuration);
        }).length"""
    for _ in range(3):
        table.page.locator(".ft-choice").first.click()
        assert table.page.evaluate(moving) == 0
        table.rest()
    expect(table["decision"]).to_be_focused()
