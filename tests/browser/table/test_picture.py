"""Pictures in the page: no scripts, and no links to elsewhere."""

from typing import Final

import pytest

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
