"""Each clause of a game with a list is broken by a patch that still applies."""

import pytest

from tests.patches import lists
from tests.patches.lists import GAMES, Break, Patch, breaks, clauses, faults, patched


@pytest.mark.parametrize("game", GAMES)
def test_each_clause_has_a_patch_and_each_patch_a_place(game: str) -> None:
    assert list(faults(game)) == []


@pytest.mark.parametrize("game", GAMES)
def test_each_mistake_is_another_one(game: str) -> None:
    """Told in a sentence of its own, in the order of the clauses."""
    listed, order = breaks(game), clauses(game)
    assert len({broken.apply() for broken in listed}) == len(listed)
    assert len({broken.says for broken in listed}) == len(listed)
    assert all(broken.says[0].isupper() and broken.says.endswith(".") for broken in listed)
    places = [order.index(broken.clause) for broken in listed]
    assert places == sorted(places)


def test_what_a_list_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clause without a patch, a patch of no clause, a patch whose text is gone or is there twice."""
    first, second, *rest = breaks("smile")
    listed = [
        first._replace(patches=(Patch("no such text", ""),)),
        first._replace(patches=(Patch("Final", ""),)),
        Break("smile.no.such", "So.", *second[2:]),
        *(broken for broken in rest if broken.clause not in {first.clause, "smile.win.shared"}),
    ]
    monkeypatch.setattr(lists, "breaks", lambda game: listed)
    assert list(faults("smile")) == [
        "smile.win.shared: no patch breaks it",
        "smile.no.such: there is no such clause",
        f"{first.clause}: not exactly once in the program: 'no such text'",
        f"{first.clause}: not exactly once in the program: 'Final'",
    ]


def test_a_patch_may_not_meet_the_text_of_another() -> None:
    """Where there are several, each has to have a place of its own."""
    assert patched("a b", [Patch("a", "c"), Patch("b", "d")], "it") == "c d"
    with pytest.raises(ValueError, match="^it: not exactly once in the program: 'b'$"):
        patched("a b", [Patch("a", "b"), Patch("b", "d")], "it")
