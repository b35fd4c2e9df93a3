"""How the table in the page starts: slow and failed downloads, and a worker that fails."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.table.conftest import Open
from tests.browser.table.driver import PATIENCE, Table
from tests.browser.window import PHONE

pytestmark = pytest.mark.long

LATEST = 3000
"""Milliseconds after which a page has begun to load Python, if it does so unasked."""
WHEEL = "**/fireflies.whl"
PYTHON = "**/pyodide.asm.wasm"
KEEP = """async () => {
  const { pack } = await import(new URL("../_static/table/link.js", document.baseURI).href);
  const record = await pack("{}");
  const item = { date: 1, names: ["Xi", "Yo", "Zoe"], record, result: "", step: 3 };
  localStorage.setItem("fireflies/smile/1", JSON.stringify(item));
}"""
"""Script: keep a game, whose record is not read before Python runs."""


def test_the_form_is_there_at_once_and_play_waits_for_python(open_page: Open) -> None:
    """Nothing has to be pressed for Python to start; what is pressed early happens afterwards."""
    page = open_page("smile/table.html")
    held: list[Route] = []
    page.context.route(PYTHON, lambda route: held.append(route))  # noqa: PLW0108 - Playwright sets an attribute on it
    page.reload()
    table = Table(page).load()
    table.fill_in("human", "greedy", "greedy")
    page.wait_for_function("document.querySelector('#ft-load-progress').value > 1e6")
    bar = table["load-progress"]
    assert 0 < bar.evaluate("bar => bar.value / bar.max") < 1
    expect(table["load-text"]).to_have_text("Loading the table ...")
    expect(table["load-state"]).to_have_text(re.compile(r"^\d+\.\d of \d+\.\d MB$"))
    state, cancel = table["load-state"].bounding_box(), table["load-cancel"].bounding_box()
    assert state is not None
    assert cancel is not None
    assert cancel["x"] >= state["x"] + state["width"] + 4
    for _ in range(2):  # the second time changes nothing
        table["start"].click()
    expect(table["load-text"]).to_have_text("Loading the table: your game begins then ...")
    for route in held:
        route.continue_()
    text = "Getting the game ready: your game begins then ..."
    expect(table["load-text"]).to_have_text(text)  # all bytes that were announced are here
    table["decision"].wait_for(timeout=PATIENCE)
    assert table.rest().heading == "Your decision"


def test_a_slow_download_is_cancelled_and_begun_again(open_page: Open) -> None:
    page = open_page("smile/table.html")
    held: list[Route] = []
    page.context.route(PYTHON, lambda route: held.append(route))  # noqa: PLW0108 - as above
    page.reload()
    table = Table(page).load()
    for begin_again in (True, False):
        table["load-cancel"].click()
        expect(table["load-text"]).to_contain_text("Stopped")
        for _ in range(PATIENCE // 100):  # a worker ends a moment later
            if page.workers:
                page.wait_for_timeout(100)
        assert page.workers == []
        if begin_again:
            table["start"].click()
    page.context.unroute(PYTHON)
    table.start("human", "greedy", "greedy")
    assert table.heading == "Your decision"


def test_who_saves_data_loads_python_when_it_is_needed(open_page: Open) -> None:
    table = Table(open_page("smile/table.html"))
    table.page.add_init_script(
        "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
    )
    table.page.reload()
    table.load()
    table.page.wait_for_timeout(LATEST)
    assert table.page.workers == []
    table["seat-count"].focus()
    table.page.wait_for_function("document.querySelector('#ft-load-progress')")


def test_without_its_file_the_form_comes_from_python(open_page: Open) -> None:
    table = Table(open_page("festival/table.html", expects=("Failed to load resource",)))
    table.page.context.route("**/games.json", lambda route: route.abort())
    table.page.reload()
    table.load().start("human", "greedy")
    assert table.heading == "Your decision"


@pytest.mark.parametrize("lost", [WHEEL, PYTHON, "**/pyodide.mjs", "**/worker.js"])
def test_a_file_that_does_not_arrive_is_reported(open_page: Open, lost: str) -> None:
    """The page says it in a line, and a button tries again."""
    table = Table(open_page("festival/table.html", expects=("Failed to", "wasm")))
    table.page.context.route(lost, lambda route: route.abort())
    table.page.reload()
    expect(table["failure"]).to_contain_text("The table does not run", timeout=PATIENCE)
    expect(table["failure"]).to_contain_text("the files may not have arrived")
    table["start"].click()
    table["retry"].wait_for(timeout=PATIENCE)
    table.page.context.unroute(lost)
    table["retry"].click()
    table["decision"].wait_for(timeout=PATIENCE)  # what could not begin begins now
    assert table.rest().heading == "Your decision"
    expect(table["failure"]).to_have_count(0)


def test_what_has_arrived_is_not_doubted(open_page: Open) -> None:
    """Where the worker fails after all files are here, the message does not blame them."""
    page = open_page("smile/table.html")
    script = "postMessage({ bytes: 1e9 }); postMessage({ failed: 'no room' });"
    page.context.route(
        "**/worker.js", lambda it: it.fulfill(body=script, content_type="text/javascript")
    )
    page.reload()
    failure = Table(page)["failure"]
    expect(failure).to_contain_text("The table does not run (no room). Try again; all of it is")


@pytest.mark.parametrize(("arriving", "patience"), [(1, 60), (0, 600)])
def test_a_slow_device_has_time_to_start(open_page: Open, arriving: int, patience: int) -> None:
    """A minute for a file on its way, but ten for Python, which computes without a message."""
    page = open_page("smile/table.html")
    page.clock.install()
    script = f"postMessage({{ bytes: 1, coming: {arriving} }});"
    page.context.route(
        "**/worker.js", lambda it: it.fulfill(body=script, content_type="text/javascript")
    )
    page.reload()
    table = Table(page).load()
    page.clock.run_for(3000)
    expect(table["load-state"]).to_have_text(re.compile(r"^0\.0 of"))
    page.clock.fast_forward(1000 * (patience - 30))
    expect(table["failure"]).to_have_count(0)
    page.clock.fast_forward(30_000)
    expect(table["failure"]).to_contain_text(f"no answer for {patience} seconds")


def test_who_goes_on_with_a_game_sees_that_it_loads(open_page: Open) -> None:
    """On a phone, the list of games and the line about the loading are a screen apart."""
    table = Table(open_page("smile/table.html", PHONE, expects=("Failed to", "wasm")))
    table.page.evaluate(KEEP)
    held: list[Route] = []
    table.page.context.route(PYTHON, lambda route: held.append(route))  # noqa: PLW0108 - as above
    table.reload()
    table["games"].get_by_role("button").first.click()
    expect(table["load-text"]).to_contain_text("your game begins then")
    expect(table["load-text"]).to_be_in_viewport()
    table.page.evaluate("scrollTo(0, 0)")
    expect(table["load-text"]).not_to_be_in_viewport()
    for route in held:
        route.abort()
    expect(table["retry"]).to_be_in_viewport()


def test_a_play_goes_on_after_its_worker_failed(open_page: Open) -> None:
    """The game is kept: another worker continues it where it was."""
    table = Table(open_page("misbehavin/table.html", expects=("out of memory",)))
    table.load().start("human", "greedy")
    for _ in range(3):
        table.choose(table.choices[0])
    before = (table.entries, table.choices, table["text"].text_content())
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
