"""Tests of the small changes that the cases are tried with."""

import pytest

from tests.misreadings.mutants import Ours, changes
from tests.misreadings.test_caught import failed, suite


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("a < 2", {"a <= 2", "a < 3", "a < 1"}),
        ("a and (not b)", {"a", "not b", "a and b"}),
        ("[x for x in y if x]", {"[x for x in y]"}),
        ("a = min(a, b)", {"a = max(a, b)"}),
        ("a + b", {"a - b", "a", "b"}),
        ("{a, b}", {"{b}", "{a}"}),
        ("a = True", {"a = False"}),
        ("f(a)", {"pass"}),
        ("a.b = c", {"pass"}),
        ("if a:\n    f", {"if True:\n    f", "if False:\n    f"}),
        ("a: int | None", set()),
        ("a = b", set()),
    ],
)
def test_every_small_change_of_a_text_is_made(text: str, changed: set[str]) -> None:
    assert {new for _, _, new in changes(text)} == changed


def test_a_change_has_the_lines_that_run_it() -> None:
    found = {change: lines for lines, change, _ in changes("a\nif (\n    b < c\n):\n    d")}
    assert found["Lt -> LtE"] == range(3, 4)


def test_our_rules_have_other_code_only_in_a_process_of_their_own() -> None:
    """Who borrows has no clear bead, so that one of the changes makes no difference."""
    ours, borrowed = Ours("smile"), "Player(clear + 1, blue + 1, cards)"
    name, text = next(it for it in ours.texts.items() if borrowed in it[1])
    cases = [case for case in suite("smile") if case.id.startswith("smile.supply.")]
    assert ours.passes(name, text.replace(borrowed, "Player(1, blue + 1, cards)"), cases)
    assert not ours.passes(name, text.replace(borrowed, "Player(clear, blue + 1, cards)"), cases)
    assert not [*failed(ours.right, cases)]
