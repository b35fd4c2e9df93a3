"""Patches of misreadings follow their place in a program that has changed."""

import pytest

from fireflies import games
from tests.misreadings.lists import Patch
from tests.stale import moving

BEFORE = (
    "def n():\n    pass\n\f"
    "def a(it):\n    if it == 0:\n        no()\n\ndef b(it):\n    if it == 0:\n        off()\n"
)
NOW = BEFORE.replace("    if it == 0:\n        off()", "    if it < 2:\n        off()")
OLD = "    if it == 0:\n        off()"


@pytest.mark.parametrize(
    ("new", "after"),
    [
        (
            "    if it == 0 and not it.own:\n        off()",
            "    if it < 2 and not it.own:\n        off()",
        ),
        ("    if not it.own:\n        off()", "    if not it.own:\n        off()"),
        ("    if it == 0:\n        out()", "    if it < 2:\n        out()"),
        (
            f"{OLD[:-15]} or it.own == 0:\n        off()",
            f"{OLD[:-15]} or it.own == 0:\n        off()",
        ),
        (
            f"{OLD[:-15]} or it.own == 0 or it.on:\n        off()",
            "    if it < 2 or it.own == 0 or it.on:\n        off()",
        ),
        ("", ""),
    ],
    ids=[
        *("words after the change", "another condition", "another line", "twice"),
        *("again in the misreading", "nothing"),
    ],
)
def test_a_patch_moves_with_the_lines_that_have_changed(new: str, after: str) -> None:
    """And keeps what the misreading changes; as it is where both change the same words."""
    wanted = Patch("    if it < 2:\n        off()", after)
    assert moving.moved(Patch(OLD, new), BEFORE, NOW) == wanted


def test_a_not_that_is_said_of_more_does_not_go() -> None:
    before, now = "if not site.workers[seat]:", "if site.workers[seat] < 2:"
    more = "if not site.workers[seat] and site.floors:"
    assert moving.merged(before, now, more) == "if site.workers[seat] < 2 and site.floors:"
    both = "if not (site.workers[seat] and site.floors):"
    assert moving.merged(before, now, both) == both


def test_a_part_of_a_line_moves_too() -> None:
    now = BEFORE.replace("off()", "off(it)")
    assert moving.moved(Patch("off()", "on()"), BEFORE, now) == Patch("off(it)", "on(it)")


@pytest.mark.parametrize(
    ("old", "now"),
    [
        ("if it == 1:", NOW),
        ("    if it == 0:", NOW),
        (OLD, BEFORE.replace(f"def b(it):\n{OLD}\n", "")),
        (OLD, BEFORE.replace("no()", "off()")),
        ("off()", BEFORE.replace("        off()", "    on()\n    off()\n    out()")),
    ],
    ids=["never there", "twice before", "deleted", "twice now", "more lines"],
)
def test_a_patch_without_one_place_stays(old: str, now: str) -> None:
    assert moving.moved(Patch(old, ""), BEFORE, now) is None


ENTRY = """["game.clause".x]
says = "It says off."
old = 'off()'
new = 'on()'
ours.patches = [
  ['''
    if it == 0:
        off()''', '''
    if it == 0 or it.own:
        off()'''],
]
"""


def test_the_patches_of_an_entry_are_rewritten_where_their_place_is_lost() -> None:
    """And quoted as they have to be; no other line changes."""
    assert moving.moved_patches(ENTRY, BEFORE, NOW) == ENTRY.replace("it == 0", "it < 2")
    other = BEFORE.replace("off()", "off('x')")
    lines = ENTRY.replace("'off()'", "'''\noff('x')'''").replace("'on()'", "'''\non('x')'''")
    lines = lines.replace("        off()", "        off('x')")
    assert moving.moved_patches(ENTRY, BEFORE, other) == lines


def test_a_list_whose_patches_have_their_places_stays() -> None:
    assert [*moving.mend_misreadings(games.get("smile"), "HEAD")] == []
