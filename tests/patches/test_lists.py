"""Each clause of a game with a list is broken by a patch that still applies."""

import pytest

from tests.misreadings.lists import Patch, clauses, patched
from tests.patches.lists import GAMES, breaks, faults


@pytest.mark.parametrize("game", GAMES)
def test_each_clause_has_a_patch_and_each_patch_a_place(game: str) -> None:
    assert list(faults(breaks(game), clauses(game))) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_two_patches_of_a_game_are_equal(game: str) -> None:
    """Each has a sentence of its own; they are listed in the order of the clauses."""
    listed, order = breaks(game), clauses(game)
    assert len({broken.apply() for broken in listed}) == len(listed)
    assert len({broken.says for broken in listed}) == len(listed)
    assert all(broken.says[0].isupper() and broken.says.endswith(".") for broken in listed)
    places = [order.index(broken.clause) for broken in listed]
    assert places == sorted(places)


def test_what_a_list_lacks_is_named() -> None:
    """A clause without a patch, a patch of no clause, a text that is gone or is there twice."""
    first = breaks("smile")[0]
    listed = [
        first._replace(patches=(Patch("no such text", ""),)),
        first._replace(patches=(Patch("Final", ""),)),
        first._replace(clause="smile.no.such"),
    ]
    assert list(faults(listed, [first.clause, "smile.win.shared"])) == [
        "smile.win.shared: no patch breaks it",
        "smile.no.such: there is no such clause",
        f"{first.clause}: not exactly once in the program: 'no such text'",
        f"{first.clause}: not exactly once in the program: 'Final'",
    ]


def test_each_of_several_patches_has_a_place_of_its_own() -> None:
    """Before any of them is applied, and still after the others."""
    assert patched("a b", [Patch("a", "c"), Patch("b", "d")], "it") == "c d"
    for text, patches in (
        ("a b", [Patch("a", "b"), Patch("b", "d")]),
        ("a", [Patch("a", "b"), Patch("b", "d")]),
        ("a b", [Patch("a", "c"), Patch("a", "d")]),
    ):
        with pytest.raises(ValueError, match=r"^it: not exactly once in the program: '[ab]'$"):
            patched(text, patches, "it")
