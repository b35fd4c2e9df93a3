"""Hush with numbers: a second game for adapters, of two seats that hold stones, with no picture."""

from collections.abc import Mapping
from typing import Final, cast

from fireflies.contract import Action, State, View
from fireflies.games import Game
from fireflies.tensors import Feature
from tests.test_table import HUSH, Deal, Hush, HushView, Stop, Take

GAME: Final = Game(
    **{name: getattr(HUSH, name) for name in Game.__match_args__} | {"tensors": __name__}
)


HIDDEN: Final = Deal(0)
"""What stands for a stone that one doesn't see."""


class Tensors:
    """Hush as numbers."""

    actions: tuple[Action, ...] = (Take(), Stop())
    chance_actions: tuple[Action, ...] = (Deal(1), Deal(4))
    observation = (Feature("stones", (2,), 0, 4), Feature("pebbles", (2,), 0, 3))
    witnessed: tuple[Action, ...] = (*actions, *chance_actions, HIDDEN)

    def observe(self, view: View) -> tuple[int, ...]:
        """The stones, 0 where hidden or not dealt, and the pebbles."""
        seen = cast("HushView", view)
        stones = [stone or 0 for stone in (*seen.stones, 0, 0)]
        return (*stones[:2], *seen.pebbles)

    def witness(self, before: State, action: Action, seat: int) -> Action:
        """A stone that another seat got is hidden."""
        position = cast("Hush", before)
        is_others = isinstance(action, Deal) and len(position.stones) != seat
        return HIDDEN if is_others else action


def tensors(options: Mapping[str, object]) -> Tensors:
    """The numbers of Hush, which has no options."""
    del options
    return Tensors()
