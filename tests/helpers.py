"""Helpers for the tests of every game."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NoReturn

from fireflies.tensors import Feature


def parts(numbers: Sequence[int], features: Sequence[Feature]) -> dict[str, list[int]]:
    """Return the numbers of each feature, which are all numbers there are."""
    ends = [*accumulate((feature.size for feature in features), initial=0)]
    assert ends[-1] == len(numbers)
    return {
        feature.name: list(numbers[first:last])
        for feature, first, last in zip(features, ends, ends[1:], strict=False)
    }


def not_asked() -> NoReturn:
    """Fail: the greedy bot asks for neither draws nor the past."""
    raise AssertionError
