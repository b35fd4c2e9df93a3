"""Helpers for the tests of every game."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, NoReturn, TypeVar

from fireflies.bots import named
from fireflies.contract import SPECTATOR, View, Viewed
from fireflies.games import Game
from fireflies.record import begin
from fireflies.table import Table
from fireflies.tensors import Feature

_V = TypeVar("_V", bound=View)


def numbers_by_feature(numbers: Sequence[int], features: Sequence[Feature]) -> dict[str, list[int]]:
    """Return the numbers of each feature; require that no number is left over."""
    ends = [*accumulate((feature.size for feature in features), initial=0)]
    assert ends[-1] == len(numbers)
    return {
        feature.name: list(numbers[first:last])
        for feature, first, last in zip(features, ends, ends[1:], strict=False)
    }


def fail_if_called() -> NoReturn:
    """Fail: a callback that the code under test must not call."""
    raise AssertionError


def usual_views(state: Viewed[_V]) -> Iterator[_V]:
    """Yield what the deciding seat, a spectator and the referee see."""
    if isinstance(state.actor, int):
        yield state.view(state.actor)
    yield state.view(SPECTATOR)
    yield state.view()


def check_plays_of_search(game: Game[Any], **options: object) -> None:
    """Require that the search plays a whole game against greedy, and then the same one again."""
    players = [named(game, "search:3"), named(game, "greedy")]
    played = []
    for _ in range(2):
        table = Table(begin(game, options, ["x"] * 2), players, seed=4)
        table.run()
        assert table.state.outcome is not None
        played.append([str(action) for action in table.record.actions])
    assert played[0] == played[1]
