"""Tests of options at the limit of the rules."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from fireflies.chance import Draws
from fireflies.conformance.boundaries import at_boundary, resized

OPTIONS: Final[Mapping[str, Any]] = {
    "seats": 3,
    "box": {"name": "isle", "prices": [[2, 5], [4, 0]], "reward": "coins-3 of 9", "open": True},
    "extra": [],
    "note": "",
}
"""Options whose changeable values are the seats, a name, four prices and two rewards."""


def parts(options: Mapping[str, Any]) -> list[object]:
    """Return the changeable values as numbers, a name as its length."""
    box = options["box"]
    first, second = box["reward"].removeprefix("coins-").split(" of ")
    prices = [price for row in box["prices"] for price in row]
    return [options["seats"], len(box["name"]), *prices, int(first), int(second)]


def is_valid(options: Mapping[str, Any]) -> bool:
    """Accept 2 to 5 seats, names of 1 to 20 letters, and rewards from 1; prices from 0 to 99."""
    seats, name, *prices, first, second = parts(options)
    return (
        seats in range(2, 6)
        and name in range(1, 21)
        and all(price in range(100) for price in prices)
        and first in range(1, 10)
        and second in range(1, 1000)
    )


def draw(number: int) -> tuple[dict[str, Any], ...]:
    """Return the options that the draws of this number give; the far values to try are small."""
    far = {"seats": (-1, 9), "box": (-1, 50), "extra": (), "note": ()}
    return at_boundary(OPTIONS, far, is_valid, Draws(1, "x", number))


def test_the_last_valid_value_and_the_first_invalid_one_are_found() -> None:
    """Only one value is changed; upper limits of 99 and 999 are farther than the values tried."""
    pairs = [drawn for number in range(600) if len(drawn := draw(number)) == 2]
    limits = Counter[tuple[object, ...]]()
    for inside, beyond in pairs:
        assert is_valid(inside)
        assert not is_valid(beyond)
        columns = zip(parts(OPTIONS), parts(inside), parts(beyond), strict=True)
        changed = [
            (place, last, first)
            for place, (before, last, first) in enumerate(columns)
            if {before} != {last, first}
        ]
        assert len(changed) == 1
        limits[changed[0]] += 1
    seats, name, reward, whole = 0, 1, 6, 7
    assert {it for it in limits if it[0] not in {2, 3, 4, 5}} == {
        *((seats, 2, 1), (seats, 5, 6)),
        *((name, 1, 0), (name, 20, 21)),
        *((reward, 1, 0), (reward, 9, 10)),
        (whole, 1, 0),
    }
    assert {it[1:] for it in limits if it[0] in {2, 3, 4, 5}} == {(0, -1)}


def test_a_far_value_may_be_valid() -> None:
    """Then one copy of the options is returned, with this value."""
    alone = [drawn[0] for number in range(600) if len(drawn := draw(number)) == 1]
    assert all(map(is_valid, alone))
    prices = {parts(options)[3] for options in alone}
    assert prices >= {5, 50}
    assert prices & {*range(5)}
    assert prices & {*range(6, 16)}


def test_a_value_of_another_type_has_no_limit() -> None:
    """A switch stays; an empty array or an empty text gives nothing."""
    for number in range(200):
        assert all(options["box"]["open"] is True for options in draw(number))
    for name in ("extra", "note"):
        only = {name: OPTIONS[name]}
        assert at_boundary(only, {name: ()}, lambda _: False, Draws(1, "x")) == ()
    assert at_boundary({}, {}, lambda _: False, Draws(1, "x")) == ()


def test_a_number_resizes_the_arrays_that_depend_on_it() -> None:
    """Two seats are tried with two names, and one seat with one name."""
    options = {"seats": 3, "names": ["a", "b", "c"], "rows": [1, 2]}

    def is_valid(changed: Mapping[str, Any]) -> bool:
        return bool(2 <= changed["seats"] == len(changed["names"]))

    far = {"seats": (-1,), "names": (), "rows": (0,)}
    found = [at_boundary(options, far, is_valid, Draws(1, "x", number)) for number in range(60)]
    assert (
        {**options, "seats": 2, "names": ["a", "b"]},
        {**options, "seats": 1, "names": ["a"]},
    ) in found


def test_arrays_are_resized_with_their_number() -> None:
    """If their length is a multiple of the number; there is a limit."""
    assert resized("abcdef", 3, 2) == [*"abcd"]
    assert resized("abcdef", 3, 4) == [*"abcdefab"]
    assert resized("abcdef", 3, 0) == []
    for old, new in ((4, 2), (0, 1), (3, -1), (3, 1 << 32), (3, "2")):
        assert resized("abcdef", old, new) == [*"abcdef"]
