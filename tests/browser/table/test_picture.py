"""Pictures in the page: no scripts and no links to elsewhere, and each is shown as a whole."""

from itertools import pairwise
from typing import Final

import pytest

from fireflies import games, record
from fireflies.bots import named
from fireflies.table import Table
from tests.browser.table.conftest import Open

pytestmark = pytest.mark.long

XMLNS: Final = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

SHOWN: Final = """
async (drawings) => {
  const { showDrawing } = await import(new URL("../_static/table/picture.js", location));
  const make = (tag) => document.body.appendChild(document.createElement(tag));
  const frame = make("div");
  return drawings.map((svg) => {
    try {
      showDrawing(svg, frame, make("style"));
      return true;
    } catch {
      return false;
    }
  });
}
"""
"""Script: return which of these drawings are shown."""

ALIKE: Final = """
async (drawings) => {
  const { showDrawing } = await import(new URL("../_static/table/picture.js", location));
  const make = (tag) => document.body.appendChild(document.createElement(tag));
  const frame = make("div");
  const style = make("style");
  let kept = 0;
  const wrong = drawings.filter((svg) => {
    const before = new Set(frame.querySelectorAll("*"));
    showDrawing(svg, frame, style);
    const alone = make("div");
    showDrawing(svg, alone, make("style"));
    kept += [...frame.querySelectorAll("*")].filter((it) => before.has(it)).length;
    return frame.innerHTML !== alone.innerHTML || !style.textContent;
  });
  return [wrong.length, kept];
}
"""
"""Script: show drawings in one frame, one after the other; return how many differ from the same
drawing in a frame of its own, and how many elements stayed in all."""


def test_a_drawing_with_scripts_or_links_is_not_shown(open_page: Open) -> None:
    """Nor is one that is no SVG; a link to a part of the drawing is harmless."""
    parts = {
        '<rect id="a" width="9" height="9"/><use href="#a"/>': True,
        "<script>document.title = 1</script>": False,
        "<foreignObject><p>a page</p></foreignObject>": False,
        '<rect onclick="document.title = 1"/>': False,
        '<g><a href="https://example.org/"><text>a link</text></a></g>': False,
        '<a xlink:href="javascript:document.title = 1"><text>a link</text></a>': False,
        '<image href="https://example.org/picture.png"/>': False,
        '<a href="#a"><set attributeName="href" to="javascript:document.title = 1"/></a>': False,
        '<img xmlns="http://www.w3.org/1999/xhtml" src="https://example.org/picture.png"/>': False,
        "<g>": False,
        "</svg><p>text</p>": False,
    }
    drawings = [f"<svg {XMLNS}>{part}</svg>" for part in parts]
    shown = open_page("smile/table.html").evaluate(SHOWN, drawings)
    assert dict(zip(parts, shown, strict=True)) == parts


@pytest.mark.parametrize("name", games.names())
def test_a_drawing_is_whole_after_another_one(open_page: Open, name: str) -> None:
    """What is equal stays; the result is the same as without the drawing before."""
    game = games.get(name)
    assert game.draw is not None
    bots = [named(game, "random", "bot")] * 3
    begun = record.begin(game, {"players": 3}, ["Ann", "Ben", "Cem"])
    states = [step.after for step in iter(Table(begun, bots, seed=3).step, None)][::3][:25]
    views = [state.view(0) for state in states]
    drawings = [game.draw(view) for view in views]
    drawings += [game.draw(after, before) for before, after in pairwise(views)]
    page = open_page(f"{name}/table.html")
    wrong, kept = page.evaluate(ALIKE, drawings)
    assert wrong == 0
    assert kept > 20 * len(drawings)
