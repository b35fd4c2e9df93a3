"""Boundary values of options: the last value that the rules accept, and the first one beyond it."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from fireflies._data import is_array, is_object, replaced
from fireflies.chance import Draws

_NEAR: Final = 10
"""The greatest distance of a near number from the value. Far numbers are tried too."""
_LONGER: Final = 100
"""The most characters by which a text is made longer."""
_LONGEST_ARRAY: Final = 1000
"""An array is resized only to a length below this."""


def at_boundary(
    options: Mapping[str, object],
    extremes: Mapping[str, Sequence[int]],
    is_valid: Callable[[Mapping[str, object]], bool],
    draws: Draws,
) -> tuple[dict[str, object], ...]:
    """Return copies of valid options with one value changed as far as the rules allow.

    A random value is drawn: a number, a number in a text, or the length of a text. The first copy
    is valid, and the second has the next value and is not. When the rules accept the farthest value
    that is tried, there is one copy, with that value. There is none when there are no options, or
    when the drawn value is neither a number nor a text with characters.

    Args:
        options: Valid options.
        extremes: Far numbers, by option.
        is_valid: Returns whether the rules accept options.
        draws: The source of chance.
    """
    if not options:
        return ()
    keys, value = _draw_value(options, draws)
    found = _number_to_change(value, extremes[keys[0]], draws)
    if found is None:
        return ()
    valid, refused, make = found
    change = partial(with_value, options, keys)
    inside, beyond = dict(options), change(make(refused))
    if is_valid(beyond):
        return (beyond,)
    while abs(refused - valid) > 1:
        middle = (valid + refused) // 2
        changed = change(make(middle))
        if is_valid(changed):
            valid, inside = middle, changed
        else:
            refused, beyond = middle, changed
    return inside, beyond


def with_value(
    options: Mapping[str, object], keys: Sequence[str], value: object
) -> dict[str, object]:
    """Return the options with another value under these keys and indices."""
    name, *inner = keys
    if not inner:
        return with_number(options, name, value)
    return {**options, name: replaced(options[name], inner, value)}


def _draw_value(options: Mapping[str, object], draws: Draws) -> tuple[tuple[str, ...], object]:
    """Return the keys of a random value that is no array or object, and the value.

    Every second time, it is a part of the longest option.
    """
    longest = max(options, key=lambda it: len(str(options[it])))
    name = draws.choose([*options]) if draws.below(2) else longest
    keys, value = [name], options[name]
    while (is_array(value) or is_object(value)) and value:
        inner = value if is_object(value) else {str(at): it for at, it in enumerate(value)}
        keys.append(draws.choose([*inner]))
        value = inner[keys[-1]]
    return (*keys,), value


def _number_to_change(
    value: object, far: Sequence[int], draws: Draws
) -> tuple[int, int, Callable[[int], object]] | None:
    """Return a number, the farthest one to try, and a function that puts a number into the value.

    The number is the value itself, a number in a text, or the length of a text. Return None for
    an empty text and for other types.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value, _other(value, far, draws), int
    if not isinstance(value, str) or not value:
        return None
    text = value
    numbers = [*re.finditer("[0-9]+", text)]
    if not numbers:
        length = draws.choose((0, len(text) + 1 + draws.below(_LONGER)))
        return len(text), length, lambda size: (text * (size // len(text) + 1))[:size]
    found = draws.choose(numbers)
    before, after = text[: found.start()], text[found.end() :]
    number = int(found[0])
    return number, _other(number, far, draws), lambda it: f"{before}{it}{after}"


def _other(number: int, far: Sequence[int], draws: Draws) -> int:
    near = 1 + draws.below(_NEAR)
    return draws.choose((*far, number - near, number + near))


def with_number(options: Mapping[str, object], name: str, number: object) -> dict[str, object]:
    """Return the options with another number.

    Arrays whose length depends on it are resized: else the rules would refuse that length first.
    """
    changed, before = {**options, name: number}, options[name]
    for other, array in options.items():
        if is_array(array) and isinstance(before, int):
            changed[other] = resized(array, before, number)
    return changed


def resized(values: Sequence[object], old: int, new: object) -> list[object]:
    """Return an array resized in proportion to a number that changes from ``old`` to ``new``.

    It stays unchanged when its length is not a multiple of ``old``.
    """
    if not isinstance(new, int) or old < 1 or len(values) % old:
        return [*values]
    length = len(values) // old * new
    if length not in range(_LONGEST_ARRAY):
        return [*values]
    return ([*values] * (length // max(1, len(values)) + 1))[:length]
