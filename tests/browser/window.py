"""Checks of pages in a browser window."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final, Literal, NamedTuple, TypedDict, cast
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page
from playwright.sync_api import Error as PlaywrightError

from fireflies._texts import many
from fireflies._typing import override
from tests.browser.judge import Fault, Finding

SIDE: Final = re.compile(rb"/Type\s*/Page\b")
"""A page of a PDF file."""
MARGIN: Final = "10mm"
"""The default margin of Chromium on paper."""
SCRIPT: Final = Path(__file__).with_name("look.js").read_text("utf-8")
PATIENCE: Final = 10_000
"""Milliseconds for results of a search to appear."""
SLOWEST: Final = 120_000
"""Milliseconds for everything else, such as the picture of a long page on a busy machine."""
SEARCH_HAS_FOUND: Final = """([path]) =>
  [...document.querySelectorAll("#search-results a")].some((it) => it.pathname === path)
"""
"""Script: whether a search has found a page."""


class View(NamedTuple):
    """The settings of a window: size, colors, medium."""

    name: str
    width: int
    """In CSS pixels. On paper: A4, less the margins that browsers leave."""
    height: int
    scheme: Literal["light", "dark"]
    phone: bool = False
    paper: bool = False

    @property
    def shows_colors(self) -> bool:
        """Whether only the colors differ from another view in what axe-core can see."""
        return self.paper or self.scheme == "dark"


DESKTOP: Final = View("desktop-light", 1280, 900, "light")
DESKTOP_DARK: Final = View("desktop-dark", 1280, 900, "dark")
PHONE: Final = View("phone-light", 390, 844, "light", phone=True)
PHONE_DARK: Final = View("phone-dark", 390, 844, "dark", phone=True)
PAPER: Final = View("paper", 718, 1047, "dark", paper=True)
"""A print from dark mode: white text would be invisible on white paper."""
VIEWS: Final = (DESKTOP, DESKTOP_DARK, PHONE, PHONE_DARK, PAPER)


class _Seen(TypedDict):
    """The result of ``look.js``."""

    rule: str
    element: str
    right: str
    known: list[tuple[str, str]]


class _Handler(SimpleHTTPRequestHandler):
    @override
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        """Log nothing: the browser reports a missing file together with the page."""


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve the pages; yield their address. The search does not work with files."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


class CheckedWindow:
    """A browser window with one view of the pages."""

    def __init__(
        self, browser: Browser, address: str, view: View, axe: str, findings: Sequence[Finding]
    ) -> None:
        """Open a window for this view, with its own storage."""
        self.address, self.view, self.axe, self.findings = address, view, axe, findings
        self.faults: list[Fault] = []
        self.context: BrowserContext = browser.new_context(
            viewport={"width": view.width, "height": view.height},
            color_scheme=view.scheme,
            is_mobile=view.phone,
            has_touch=view.phone,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(SLOWEST)

    def close(self) -> None:
        """Close the window."""
        self.context.close()

    @contextmanager
    def page(self, name: str) -> Iterator[Page]:
        """Open a page; collect its messages and requests until it is closed."""

        def fault(rule: str, source: str, right: str, text: str = "") -> None:
            where = source.removeprefix(self.address)
            known = tuple(it for it in self.findings if it == (rule, where))
            element = f"{where}  {text}".rstrip()
            self.faults.append(Fault(name, self.view.name, rule, element, right, known))

        def check_host(url: str) -> None:
            if not url.startswith((self.address, "data:", "blob:")):
                fault("other-host", url, "a page asks no host but its own for anything")

        def report(message: ConsoleMessage) -> None:
            source = message.location["url"]
            if message.type in {"error", "warning"}:
                right = "the console stays empty"
                fault(f"console-{message.type}", source or name, right, message.text)

        page = self.context.new_page()
        page.on("console", report)
        right = "every script runs to its end"
        page.on("pageerror", lambda error: fault("script-error", name, right, str(error)))
        page.on("request", lambda request: check_host(request.url))
        page.on("websocket", lambda socket: check_host(socket.url))
        try:
            yield page
        finally:
            page.close()

    def look(self, name: str, picture: Path | None = None) -> str:
        """Check a page and take a picture; return its heading."""
        with self.page(name) as page:
            self._look(page, name, picture)
            return page.locator("h1").first.inner_text() if page.locator("h1").count() else ""

    def _look(self, page: Page, name: str, picture: Path | None) -> None:
        known = [list(finding) for finding in self.findings]
        page.goto(f"{self.address}{name}")
        page.evaluate(self.axe)
        page.evaluate(SCRIPT)
        if self.view.paper:
            page.evaluate("look.read()")
            page.emulate_media(media="print")
            self.note(name, page.evaluate("known => look.lost(known)", known))
            self.note(name, page.evaluate("known => look.tiny(known)", known))
            self._count_sheets(page, name)
        if picture is not None:
            page.screenshot(path=picture, full_page=True)
        asked = "([known, width]) => look.sideways(known, width)"
        self.note(name, page.evaluate(asked, [known, self.view.width]))
        self.note(name, page.evaluate("look.icon()"))
        if self.view in {DESKTOP, PHONE}:
            self.note(name, page.evaluate("known => look.lettering(known)", known))
        asked = "([known, colors]) => look.axe(known, colors)"
        self.note(name, page.evaluate(asked, [known, self.view.shows_colors]))

    def _count_sheets(self, page: Page, name: str) -> None:
        """Check that a player aid is printed on one side of A4, or on two where it says so."""
        aid = page.locator(".rule-card")
        if not aid.count():
            return
        printed = page.pdf(
            format="A4", margin={"top": MARGIN, "right": MARGIN, "bottom": MARGIN, "left": MARGIN}
        )
        wanted = 1 + page.locator(".rule-card-two-sides").count()
        if (sides := len(SIDE.findall(printed))) != wanted:
            element = f".rule-card  {aid.last.get_attribute('class')}"
            right = f"the aid is printed on {many(wanted, 'side')} of A4, not on {sides}"
            self.faults.append(Fault(name, self.view.name, "sheets", element, right))

    def note(self, name: str, answer: object) -> None:
        """Note what ``look.js`` has found on a page."""
        for seen in cast("list[_Seen]", answer):
            known = tuple(Finding(*pair) for pair in seen["known"])
            rule, element, right = seen["rule"], seen["element"], seen["right"]
            self.faults.append(Fault(name, self.view.name, rule, element, right, known))

    def search(self, query: str, name: str) -> None:
        """Search for the heading of a page, which has to be found."""
        with self.page("search.html") as page:
            page.goto(f"{self.address}search.html")
            page.locator("input[name=q]").first.fill(query)
            page.keyboard.press("Enter")
            try:
                path = urlsplit(f"{self.address}{name}").path
                page.wait_for_function(SEARCH_HAS_FOUND, arg=[path], timeout=PATIENCE)
                page.wait_for_load_state("networkidle")  # each result brings a bit of its page
            except PlaywrightError:
                right = f"typing {query!r}, the heading of {name}, lists that page"
                view = self.view.name
                self.faults.append(Fault("search.html", view, "search", "#search-results", right))
