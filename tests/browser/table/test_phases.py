"""What a laptop and a phone on its side show of each phase of the games, without scrolling."""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.browser.table.conftest import Open
from tests.browser.table.driver import MOST, Table
from tests.browser.window import View
from tests.front.asking import Page

pytestmark = pytest.mark.long

LAPTOP: Final = View("laptop", 1366, 768, "light")
PHONE_ON_ITS_SIDE: Final = View("side", 844, 390, "light", phone=True)
GAMES: Final = {"smile": 5, "festival": 2, "misbehavin": 2}
"""By game, how many play."""
IN_VIEW: Final = """it => {
  const { bottom, height, top } = it.getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= innerHeight + 1;
}"""
"""Script: whether the window shows all of an element."""
ALL_IN_VIEW: Final = f"all => all.every({IN_VIEW})"
MARKET: Final = """sheet => {
  const all = [...sheet.querySelectorAll("[data-name]")], names = all.map(it => it.dataset.name);
  const cards = all.slice(names.indexOf("market") + 1, names.indexOf("supply"));
  return cards.map(it => it.querySelector("rect").getBoundingClientRect().top);
}"""
"""Script: where each card of the market begins, from the top."""


def phases(game: str) -> Iterator[str]:
    """Yield a record at the longest menu of each phase of a game, and at its end."""
    own = Page()
    short = {"turns": 6} if game == "misbehavin" else {}
    bots = ["greedy"] * (GAMES[game] - 1)
    own.ask("new", game=game, players=["human", *bots], options=short, seed=7)
    longest: dict[str, tuple[int, str]] = {}
    for turn in range(MOST):
        own.run()
        groups = own.ask("status", observer=0)["groups"] or []
        size = sum(len(group["actions"]) for group in groups)
        phase = " ".join(group["word"] for group in groups)
        record: str = own.ask("record")["record"]
        longest[phase] = max(longest.get(phase, (-1, "")), (size, record))
        if not groups:
            break
        # A phase comes by what a bot does, and now and then by something else.
        other = groups[turn % len(groups)]["actions"][0]["text"]
        hint = own.ask("hint", bot="greedy", milliseconds=100_000)["action"]
        own.ask("play", action=hint if turn % 5 else other)
    yield from (record for _, record in longest.values())


@pytest.mark.parametrize("game", GAMES)
def test_a_laptop_shows_every_action(open_page: Open, game: str) -> None:
    """However long the news are."""
    table = Table(open_page(f"{game}/table.html", LAPTOP)).load_python()
    for record in phases(game):
        table.open_record(record)
        assert table["decision"].evaluate(IN_VIEW)
        choices = table.page.locator(".ft-choice")
        assert choices.evaluate_all(ALL_IN_VIEW), table.choices
        table["new"].click()


def test_a_laptop_shows_the_whole_table_of_misbehavin(open_page: Open) -> None:
    """The cards of the market are a row of six."""
    table = Table(open_page("misbehavin/table.html", LAPTOP)).load_python()
    for record in phases("misbehavin"):
        table.open_record(record)
        assert table["sheet"].evaluate(IN_VIEW)
        tops = table["sheet"].evaluate(MARKET)
        assert len(tops) == 6
        assert len(set(tops)) == 1
        table["new"].click()


def test_a_phone_on_its_side_shows_the_end_whole(open_page: Open) -> None:
    """The picture of a table of five, with the sums, and what can be done next."""
    table = Table(open_page("smile/table.html", PHONE_ON_ITS_SIDE)).load_python()
    *_, record = phases("smile")
    table.open_record(record)
    assert table.is_over
    for part in ("sheet", "decision", "again"):
        assert table[part].evaluate(IN_VIEW), part
