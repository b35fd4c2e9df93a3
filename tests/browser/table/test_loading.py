"""How the table in the page starts: slow and failed downloads, and a worker that fails."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.table.conftest import Open
from tests.browser.table.driver import KEPT, PATIENCE, Table

pytestmark = pytest.mark.long

WHEEL = "**/fireflies.whl"
PYTHON = "**/pyodide.asm.wasm"


def test_a_slow_download_shows_how_far_it_is_and_is_cancelled(open_page: Open) -> None:
    table = Table(open_page("smile/table.html"))
    held: list[Route] = []
    table.page.context.route(PYTHON, lambda route: held.append(route))  # noqa: PLW0108 - Playwright sets an attribute on it
    for _ in range(2):
        table["load"].click()
        table.page.wait_for_function("document.querySelector('#ft-load-progress').value > 1e6")
        bar = table["load-progress"]
        assert 0 < bar.evaluate("bar => bar.value / bar.max") < 1
        expect(table["load-text"]).to_have_text("Loading the table ...")
        expect(table["load-state"]).to_have_text(re.compile(r"^\d+\.\d of \d+\.\d MB$"))
        table["load-cancel"].click()
        expect(table["load"]).to_be_visible()
    table.page.context.unroute(PYTHON)
    assert len(held) == 2
    table.load().start("human", "greedy", "greedy")
    assert table.heading == "Your decision"


@pytest.mark.parametrize("lost", [WHEEL, PYTHON, "**/pyodide.mjs", "**/worker.js"])
def test_a_file_that_does_not_arrive_is_reported(open_page: Open, lost: str) -> None:
    """The page says it in a line, and a button tries again."""
    table = Table(open_page("festival/table.html", expects=("Failed to load resource",)))
    table.page.context.route(lost, lambda route: route.abort())
    table["load"].click()
    expect(table["failure"]).to_contain_text("The table does not run", timeout=PATIENCE)
    expect(table["retry"]).to_be_focused()
    table.page.context.unroute(lost)
    table["retry"].click()
    table.page.wait_for_selector("#ft-setup", timeout=PATIENCE)
    expect(table["failure"]).to_have_count(0)


def test_a_play_goes_on_after_its_worker_failed(open_page: Open) -> None:
    """The game is kept: another worker continues it where it was."""
    table = Table(open_page("misbehavin/table.html", expects=("out of memory",)))
    table.load().start("human", "greedy")
    for _ in range(3):
        table.choose(table.choices[0])
    before = (table.entries, table.choices, table["text"].text_content())
    table.page.wait_for_timeout(KEPT)
    (worker,) = table.page.workers
    worker.evaluate("setTimeout(() => { throw new Error('out of memory'); })")
    table.page.wait_for_timeout(100)
    table.page.locator(".ft-choice").first.click()
    expect(table["failure"]).to_contain_text("Your game is kept", timeout=PATIENCE)
    table["retry"].click()
    table["decision"].wait_for(timeout=PATIENCE)
    table.rest()
    assert (table.entries, table.choices, table["text"].text_content()) == before
    table.choose(table.choices[0])
    assert table.entries > before[0]


def test_a_worker_that_does_not_answer_counts_as_failed(open_page: Open) -> None:
    table = Table(open_page("smile/table.html"))
    table.page.clock.install()
    table.load().start("human", "greedy", "greedy")
    (worker,) = table.page.workers
    worker.evaluate("setTimeout(() => { for (;;); })")
    table.page.locator(".ft-choice").first.click()
    table.page.clock.fast_forward("01:01")
    expect(table["failure"]).to_contain_text("no answer for 60 seconds")
