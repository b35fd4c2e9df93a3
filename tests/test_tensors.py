"""The features from which tensors are made, with numbers by hand, and their typical figures."""

import re
from array import array
from typing import Any, Final

import pytest

from fireflies import bots, games, tensors
from fireflies.contract import CHANCE, SPECTATOR, Hidden
from fireflies.table import Play, decide_by
from fireflies.tensors import Each, Feature, Part, Tensors, every
from tests import kuhn
from tests.test_actions import Stop, Swap

COLORS: Final = ("red", "green")
THE_VIEW: Final = Each[Any, Any](lambda view: [view])


def written(part: Part[Any], view: object = None) -> list[int]:
    """Return the numbers of a feature, between others that it must leave alone."""
    nothing = Each[object, object](lambda _: [])("between", "").flag(bool)
    row = Tensors[Any]([nothing, part, nothing], actions=()).observe(view)
    assert (row[0], row[-1], len(row)) == (0, 0, part.feature.size + 2)
    return [*row[1:-1]]


def test_actions_are_numbered_by_class_then_by_field_from_the_first_on() -> None:
    fields = {"second": ["x", "y"], "unused": [], "first": range(2)}
    assert [*map(str, every([Swap, Stop], fields))] == [
        *("swap 0 x", "swap 0 y", "swap 1 x", "swap 1 y", "stop"),
    ]


def test_flags_mark_what_is_read_and_ignore_the_rest() -> None:
    part = THE_VIEW("it", "says").flags([COLORS], lambda _: ["green", None, "green", "blue"])
    assert written(part) == [0, 1]
    assert part.feature == Feature("it", (2,), "flag", 0, 1, 1, "says")


def test_elements_of_two_axes_are_in_row_major_order() -> None:
    part = THE_VIEW("it", "").flags([range(3), COLORS], lambda _: [(2, "red"), (0, "green")])
    assert written(part) == [0, 1, 0, 0, 1, 0]
    assert part.feature.shape == (3, 2)


def test_counts_say_how_often_an_element_is_read() -> None:
    part = THE_VIEW("it", "").counts([COLORS], lambda _: ["red", "blue", "red"], 7)
    assert written(part) == [2, 0]
    assert part.feature[2:6] == ("count", 0, 7, 7)


def test_numbers_stand_beside_elements() -> None:
    found = [("green", -4), ("blue", 9)]
    part = THE_VIEW("it", "").numbers([COLORS], lambda _: found, 5, lowest=-8, typical=3)
    assert written(part) == [0, -4]
    assert part.feature[2:6] == ("count", -8, 5, 3)
    assert THE_VIEW("it", "").numbers([COLORS], enumerate, 5).feature[2:6] == ("count", 0, 5, 5)


def test_the_typical_figure_is_the_bound_farther_from_0() -> None:
    for lowest, highest, typical in ((0, 4, 4), (-3, 4, 4), (-9, 4, 9)):
        one = THE_VIEW("it", "").number(len, highest, lowest=lowest)
        assert one.feature[3:6] == (lowest, highest, typical)
        several = THE_VIEW("it", "").numbers([COLORS], enumerate, highest, lowest=lowest)
        assert several.feature[3:6] == (lowest, highest, typical)


def test_one_number_of_the_view_itself() -> None:
    part = THE_VIEW("it", "").number(len, 9, typical=2)
    assert written(part, "abc") == [3]
    assert part.feature[1:6] == ((1,), "count", 0, 9, 2)


def test_each_thing_has_its_number_and_zeros_follow() -> None:
    letter = Each[str, str](lambda view: view.split(), 3)
    part = letter("it", "").number(len, 9)
    assert written(part, "a bcd") == [1, 3, 0]
    assert part.feature.shape == (3,)
    part = letter("it", "says").category(len, 4)
    assert written(part, "abcd") == [4, 0, 0]
    assert part.feature == Feature("it", (3,), "category", 0, 4, 4, "says")
    part = letter("it", "says").flag(str.isupper)
    assert written(part, "a B c") == [0, 1, 0]
    assert part.feature == Feature("it", (3,), "flag", 0, 1, 1, "says")


def test_each_thing_has_its_row() -> None:
    word = Each[str, str](lambda view: view.split(), 3)
    flags = word("it", "").flags(["ab"], lambda it: it)
    assert written(flags, "aa b") == [1, 0, 0, 1, 0, 0]
    assert flags.feature.shape == (3, 2)
    counts = word("it", "").counts(["ab"], lambda it: it, 5)
    assert written(counts, "abb b a") == [1, 2, 0, 1, 1, 0]
    numbers = word("it", "").numbers(["ab", range(2)], lambda it: [((it, 1), 7)], 7)
    assert written(numbers, "b c a") == [0, 0, 0, 7, *[0] * 4, 0, 7, 0, 0]
    assert numbers.feature.shape == (3, 2, 2)


def test_numbers_of_equal_things_are_computed_once_and_stand_where_the_thing_stands() -> None:
    asked: list[str] = []

    def length(it: str) -> int:
        asked.append(it)
        return len(it)

    word = Each[str, str](lambda view: view.split(), 3, kept=True)
    parts = [word("it", "").number(length, 9), word("letters", "").counts(["ab"], iter, 9)]
    made = Tensors[str](parts, actions=())
    assert made.observe("bb a") == (2, 1, 0, *(0, 2), *(1, 0), *(0, 0))
    assert made.observe("bb a cab") == (2, 1, 3, *(0, 2), *(1, 0), *(1, 1))
    assert asked == ["bb", "a", "cab"]
    assert made.observe("a") == (1, 0, 0, *(1, 0), *(0, 0), *(0, 0))


def test_features_of_what_is_not_there_are_0() -> None:
    nothing = Each[object, str](lambda _: [])
    part = nothing("it", "").number(len, 9)
    assert (written(part), part.feature.shape) == ([0], (1,))


@pytest.mark.parametrize(
    ("observer", "actor", "numbers"),
    [(1, 0, (0, 1, 1, 0, 0)), (SPECTATOR, CHANCE, (0, 0, 0, 0, 1)), (None, None, (0,) * 5)],
)
def test_each_tensor_begins_with_observer_and_actor(
    observer: object, actor: object, numbers: tuple[int, ...]
) -> None:
    view = type("View", (), {"observer": observer, "actor": actor})
    made = Tensors[Any](tensors.who(2), actions=())
    assert made.observe(view) == numbers
    assert [it.name for it in made.observation] == ["seat", "actor"]
    assert all(
        re.fullmatch("1 for the [a-z ,]+; all 0 [a-z ]+", it.says) for it in made.observation
    )
    assert (made.actions, made.chance_actions, made.redacted_actions) == ((), (), ())


def test_a_view_is_written_to_any_row() -> None:
    made = kuhn.GAME.set_up({}).tensors
    assert made is not None
    numbers, view = made(), kuhn.State(("J", "K"), "p").view(1)
    row = array("h", [0] * numbers.size)
    numbers.write(view, row)
    assert (*row,) == numbers.observe(view) == (0, 1, *(0, 0, 0, 0, 0, 1), 1, 1, 1, 0, 0, 0, 0, 0)
    assert [it.name for it in numbers.observation] == ["seat", "cards", "dealt", "done"]


def test_actions_are_numbered_in_the_order_given() -> None:
    actions = [*map(kuhn.Deal, "KJ")]
    made = Tensors[Any](
        [],
        actions=iter(actions),
        chance_actions=actions[1:],
        redacted_actions=iter([Hidden(kuhn.Deal)]),
    )
    assert made.actions == (*actions,)
    assert made.chance_actions == (actions[1],)
    assert made.redacted_actions == (Hidden(kuhn.Deal),)


@pytest.mark.long
@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_few_numbers_of_plays_exceed_the_typical_figure(name: str, bot: str) -> None:
    """At most one in fifty of those that are not 0, in a part of a play."""
    game = games.get(name)
    setup = game.set_up({})
    assert setup.tensors is not None
    numbers, start = setup.tensors(), setup.start
    play = Play(start, decide_by([bots.named(game, bot)] * start.seats, 1), keep_events=False)
    above, all_found = dict.fromkeys(numbers.observation, 0), 0
    for _ in range(600):
        if play.advance() is None:
            break
        found = iter(numbers.observe(play.state.view()))
        for feature in numbers.observation:
            sizes = [abs(next(found)) for _ in range(feature.size)]
            all_found += sum(map(bool, sizes))
            above[feature] += sum(size > feature.typical for size in sizes)
    assert sum(above.values()) * 50 < all_found
    for feature in numbers.observation:
        assert 0 <= feature.typical <= max(feature.highest, -feature.lowest)
        assert feature.kind != "flag" or feature[3:6] == (0, 1, 1)
