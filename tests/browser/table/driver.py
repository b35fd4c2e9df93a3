"""The table in a page, used as a player uses it: what the tests of the table share."""

from collections.abc import Sequence
from typing import Final

from playwright.sync_api import Locator, Page, expect

MOST: Final = 600
"""More decisions than one seat has in the games that the tests play."""
SEED: Final = "7"
"""The seed of each game."""
QUIET: Final = "#ft-play:not([aria-busy])"
"""Selects the play while nothing is being worked on."""
PATIENCE: Final = 60_000
"""Milliseconds for Python to start in a browser."""
KEPT: Final = 1000
"""Milliseconds after which the page has kept a play."""


class Table:
    """A table in a window."""

    def __init__(self, page: Page) -> None:
        """Use the table of this page."""
        self.page: Final = page

    def __getitem__(self, name: str) -> Locator:
        """Return the element with the id ``ft-`` and this name."""
        return self.page.locator(f"#ft-{name}")

    @property
    def heading(self) -> str:
        """The line above the actions."""
        return self["decision"].inner_text()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.heading.startswith("The game is over")

    @property
    def choices(self) -> list[str]:
        """The actions that the buttons offer."""
        script = "all => all.map(it => it.dataset.action)"
        found: list[str] = self.page.locator(".ft-choice").evaluate_all(script)
        return found

    @property
    def entries(self) -> int:
        """The number of actions in the log."""
        return self.page.locator("#ft-log > li").count()

    def load(self) -> "Table":
        """Wait for the form, or for the play that a link has brought."""
        self.page.wait_for_selector(".play-table[data-state=ready]", timeout=PATIENCE)
        return self

    def load_python(self) -> "Table":
        """Wait for the form and for Python."""
        ready = self.load()["load-text"].get_by_text("The table is ready.")
        ready.wait_for(timeout=PATIENCE)
        return self

    def resume(self, number: int = 0) -> "Table":
        """Go on with a game that the browser has kept; the newest is number 0."""
        self.load()
        self["games"].locator("li").nth(number).get_by_role("button").first.click()
        self.page.wait_for_selector("#ft-play", timeout=PATIENCE)
        return self.rest()

    def reload(self) -> None:
        """Load the page again, once the play is kept."""
        self.page.wait_for_timeout(KEPT)
        self.page.reload()
        self["start"].wait_for()

    def fill_in(self, *kinds: str, names: Sequence[str] = (), **options: str) -> None:
        """Fill in the form: who sits at the table, by seat, and options in the folded part."""
        self["seat-count"].select_option(str(len(kinds)))
        for seat, kind in enumerate(kinds):
            bot, colon, effort = kind.partition(":")
            self[f"kind-{seat}"].select_option(bot + colon)
            if effort:
                self[f"effort-{seat}"].fill(effort)
        for seat, name in enumerate(names):
            self[f"name-{seat}"].fill(name)
        if self["options"].get_attribute("open") is None:
            self["options"].locator("summary").click()
        self["seed"].fill(SEED)
        for name, value in options.items():
            self[f"option-{name}"].fill(value)

    def start(self, *kinds: str, names: Sequence[str] = (), **options: str) -> "Table":
        """Begin a game with these players; wait until a person has to decide."""
        self.fill_in(*kinds, names=names, **options)
        return self.begin()

    def begin(self) -> "Table":
        """Begin the game that the form describes; wait until a person has to decide."""
        self["start"].click()
        self["decision"].wait_for(state="attached", timeout=PATIENCE)
        return self.rest()

    def rest(self) -> "Table":
        """Wait until nothing is being worked on."""
        self.page.wait_for_selector(QUIET, timeout=PATIENCE)
        return self

    def do(self, name: str) -> "Table":
        """Click the button with this id, and wait for what it does."""
        self[name].click()
        return self.rest()

    def choose(self, action: str) -> "Table":
        """Click the button of this action, and mean it; a folded group is opened first."""
        button = self.page.locator(f'.ft-choice[data-action="{action}"]')
        if not button.is_visible():
            self.page.locator("details.ft-group", has=button).locator("summary").click()
        button.click()
        self.rest()
        return self.do("anyway") if self["anyway"].is_visible() else self

    def type(self, action: str, then: str = "do") -> "Table":
        """Type an action, and click a button beside it."""
        self["action"].fill(action)
        return self.do(then)

    def open_record(self, record: str) -> "Table":
        """Paste a record into the form, and open it."""
        self["record"].fill(record)
        self["load-record"].click()
        self["decision"].wait_for(timeout=PATIENCE)
        return self.rest()

    def record(self) -> str:
        """Download the record."""
        with self.page.expect_download() as download:
            self["download"].click()
        text = download.value.path().read_text("utf-8")
        self.rest()
        return text

    def focus_on_decision(self) -> None:
        """Check that the heading of the decision has the focus: reading goes on from there."""
        expect(self["decision"]).to_be_focused()
