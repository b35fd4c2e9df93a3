"""One whole game at the table in the pages, by keyboard."""

from playwright.sync_api import expect

from tests.browser.table.conftest import Open
from tests.browser.table.driver import PATIENCE

LONGEST = 200
"""More decisions than a seat has in a game of Smile."""
IDLE = "#ft-play:not([aria-busy])"


def test_a_game_is_played_to_its_end_by_keyboard(open_page: Open) -> None:
    page = open_page("smile/table.html")
    page.locator("#ft-seed").evaluate("field => field.value = 7")
    page.locator("#ft-start").press("Enter")
    for _ in range(LONGEST):
        page.wait_for_selector(f"{IDLE} #ft-decision", timeout=PATIENCE)
        expect(page.locator("#ft-decision")).to_be_focused()
        if page.locator("#ft-decision").inner_text().startswith("The game is over"):
            break
        page.keyboard.press("Tab")  # from the heading to the first action
        page.keyboard.press("Enter")
    expect(page.locator("#ft-decision")).to_contain_text("won")
    expect(page.locator("#ft-picture svg")).to_be_visible()
    ended = page.locator("#ft-log a[href='rules.html#smile.end.last-auction']")
    expect(ended).to_have_accessible_name("rule: The game ends after its last auction")
