"""Type queries into the search box of the pages, as people do, and follow the first result."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from fireflies import games, lookup
from fireflies._typing import override
from fireflies.lookup import Index
from tests import queries
from tests.browser.window import PATIENCE, CheckedWindow
from tests.queries import FEWEST_FIRST, LISTS, WORST_PLACE, Query

BOX: Final = "form.sidebar-search-container input[name=q]"
RESULTS: Final = "#rule-results li > a"
ON_SCREEN: Final = """(id) => {
  const at = document.getElementById(id)?.getBoundingClientRect();
  return at && at.height > 0 && at.top >= 0 && at.top < window.innerHeight;
}"""
"""Script: whether the beginning of an element is on the screen."""
RANKED: Final = "([game, all]) => all.map((one) => rulesSearch(game, one).map(({ url }) => url))"
"""Script: the results of queries in a game, as addresses."""
STRANGE: Final = ("what is the capital of france", "what is the price of a pizza", "everest")
"""Queries with words that no rules have: most of the words, half of them, all."""
EVERY_NTH: Final = 10
"""Compare the ranking of the page with that of the library for one phrasing in this many."""


class Figures(NamedTuple):
    """The places of the first answers to the queries that one list has about one game."""

    name: str
    places: Mapping[str, int]
    """By query."""
    wrong: Sequence[str]
    """Messages about clicks that led nowhere."""

    @override
    def __str__(self) -> str:
        """Return a line with the counts."""
        first = [*self.places.values()].count(1)
        within = sum(place <= WORST_PLACE for place in self.places.values())
        return f"{self.name}: {first} of {len(self.places)} first, {within} within {WORST_PLACE}"

    @property
    def problems(self) -> list[str]:
        """Return messages if the counts are below the bar, or a click led nowhere."""
        places = [*self.places.values()]
        if places.count(1) >= FEWEST_FIRST and max(places) <= WORST_PLACE:
            return [*self.wrong]
        late = [f"{query!r} ({place})" for query, place in self.places.items() if place > 1]
        return [f"{self}; not first: {', '.join(late)}", *self.wrong]


def ask_all(window: CheckedWindow) -> Iterator[Figures]:
    """Ask the queries of all lists, game by game."""
    for file in LISTS:
        asked = queries.read(file)
        for game in dict.fromkeys(one.game for one in asked):
            yield _ask(window, f"{file.stem}, {game}", [one for one in asked if one.game == game])


def _ask(window: CheckedWindow, name: str, asked: Sequence[Query]) -> Figures:
    found = {one.query: _place_of(window, one) for one in asked}
    places = {query: place for query, (place, _) in found.items()}
    return Figures(name, places, [message for _, wrong in found.values() for message in wrong])


def compare_all(window: CheckedWindow) -> Iterator[str]:
    """Yield a message for each query for which the page has other results than the library."""
    for name in dict.fromkeys(one.game for file in LISTS for one in queries.read(file)):
        yield from _compare(window, name, lookup.of(games.get(name).clauses))


def unreported_wrong_results(window: CheckedWindow) -> list[str]:
    """Return a message if queries without an answer, or without results, are not reported."""
    wrong = Query("smile", "can I pass", {"smile.setup.box"})
    seen = _ask(window, "wrong", [wrong]).problems
    found = [] if seen else ["a wrong first result was not reported"]
    index = f"{window.address}_static/rulesindex.js*"
    window.context.route(index, lambda route: route.fulfill(body=""))
    if not _ask(window, "none", [wrong._replace(accept={"smile.turn.choice"})]).wrong:
        found.append("a search that lists no rules was not reported")
    window.context.unroute(index)
    window.faults.clear()
    return found


def _place_of(window: CheckedWindow, asked: Query) -> tuple[int, list[str]]:
    """Return the place of the first answer, and messages about the click on the first result."""
    with window.page("search.html") as page:
        page.goto(f"{window.address}{asked.game}/index.html")
        page.locator(BOX).fill(asked.query)
        page.keyboard.press("Enter")
        try:
            page.locator(RESULTS).first.wait_for(timeout=PATIENCE)
            ids = [_id_of(str(link.get_attribute("href"))) for link in page.locator(RESULTS).all()]
            page.wait_for_load_state("networkidle")  # each result brings a bit of its page
            page.locator(RESULTS).first.click()
            page.wait_for_function(ON_SCREEN, arg=ids[0], timeout=PATIENCE)
        except PlaywrightError as error:
            return 1000, [f"{asked.game}: {asked.query!r}: {str(error).splitlines()[0]}"]
        return asked.place_in(ids), []


def _id_of(address: str) -> str:
    return urlsplit(address).fragment


def _compare(window: CheckedWindow, game: str, index: Index) -> Iterator[str]:
    """Yield a message for each query for which the page has other results than the library."""
    lists = [one.query for file in LISTS for one in queries.read(file)]
    phrases = [phrase for entry in index.entries for phrase in entry.asked][::EVERY_NTH]
    asked = [*lists, *phrases, *STRANGE]
    with window.page("search.html") as page:
        found = _ranked(page, window.address, game, asked)
    for query, ids in zip(asked, found, strict=True):
        right = [entry.id for entry in index.search(query)]
        if ids != right:
            yield f"{game}: {query!r} has the results {ids}, and in the library {right}"


def _ranked(page: Page, address: str, game: str, asked: list[str]) -> list[list[str]]:
    page.goto(f"{address}search.html")
    found: list[list[str]] = page.evaluate(RANKED, [game, asked])
    return [[_id_of(one) for one in one_list] for one_list in found]
