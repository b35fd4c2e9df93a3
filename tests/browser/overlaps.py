"""Look for covered, cut and crossed texts in pictures of random positions."""

from collections.abc import Iterator
from contextlib import closing
from html import escape
from itertools import cycle, islice
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser

from fireflies.contract import SPECTATOR, View
from fireflies.games import Game
from fireflies.testing.sampling import random_states
from tests.browser.judge import Fault
from tests.browser.window import DESKTOP, SCRIPT, CheckedWindow
from tests.test_picture_names import PLAYS

POSITIONS: Final = 500
"""The number of positions."""
STEP: Final = 7
"""From one position of a play to the next one that is looked at."""
TOGETHER: Final = 20
"""The number of pictures on a page."""
PLACES: Final = (None, 390, 510, 608, 878, 1340)
"""The widths of the places that pictures are for."""


class Drawn(NamedTuple):
    """A picture, and what it shows."""

    about: str
    svg: str
    width: int


def pictures(game: Game[Any]) -> Iterator[Drawn]:
    """Yield pictures of random plays without end, each for another place and observer.

    Every second one is compared with an earlier position.
    """
    assert game.draw is not None
    places = cycle(PLACES)
    for seed, options in enumerate(cycle(PLAYS[game.name])):
        start = game.set_up(options).start
        names = ["you", "Annabell... 2", *(f"Player {seat}" for seat in range(start.seats - 2))]
        earlier: View | None = None
        for number, state in enumerate(random_states(start, seed)):
            if number % STEP == 0:
                place = next(places)
                view = state.view((0, SPECTATOR, None)[number % 3])
                other = earlier if number % 2 and earlier is not None else None
                same = other is not None and other.observer == view.observer
                svg = game.draw(view, other if same else None, names=names, width=place)
                earlier = view
                about = f"{game.name}, seed {seed}, position {number}, for {place or 'any'} pixels"
                yield Drawn(about, svg, place or 1000)


def find_overlaps(browser: Browser, game: Game[Any], count: int = POSITIONS) -> list[Fault]:
    """Return what is wrong in pictures of so many random positions of a game."""
    drawn = pictures(game)
    with closing(CheckedWindow(browser, "", DESKTOP, "", ())) as window:
        for _ in range(0, count, TOGETHER):
            _look(window, [*islice(drawn, TOGETHER)])
        return window.faults


def _look(window: CheckedWindow, drawn: list[Drawn]) -> None:
    """Put pictures on a page and note what is wrong with each."""
    with window.page("pictures") as page:
        page.set_content(
            "".join(
                f'<section id="{escape(it.about)}" style="width:{it.width}px">{it.svg}</section>'
                for it in drawn
            )
        )
        page.evaluate(SCRIPT)
        for it in drawn:
            window.note(it.about, page.evaluate("id => look.lettering([], id)", it.about))
