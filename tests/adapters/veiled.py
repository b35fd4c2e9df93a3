"""Smile behind a veil: who bids is seen by the others, but not on which card.

No game of ours hides an action yet, so this stands for those that will. The rules know nothing of
the veil: a seat sees the bead all the same, only its memory is worse. And the actions are numbered
from the last one, so that the order of their numbers is not the order in which the rules list them.
"""

from collections.abc import Mapping
from typing import Final

from fireflies import contract, smile
from fireflies._typing import override
from fireflies.contract import Action
from fireflies.games import Game
from fireflies.smile.options import Options, read_options
from fireflies.smile.tensors import Tensors


class SomeBid(Action):
    """A bid on some card."""

    __slots__ = ()

    @override
    def __str__(self) -> str:
        """As no wire writes it."""
        return "bid ?"


class Veiled(Tensors):
    """The numbers of Smile, with one more thing that can be witnessed."""

    def __init__(self, options: Options) -> None:
        """Add it as the last one, and turn the numbers round."""
        super().__init__(options)
        self.actions = self.actions[::-1]
        self.chance_actions = self.chance_actions[::-1]
        self.witnessed = (*self.witnessed, SomeBid())

    @override
    def witness(self, before: contract.State, action: Action, seat: int) -> Action:
        """Everything but another one's bid."""
        own = before.actor == seat
        return SomeBid() if isinstance(action, smile.Bid) and not own else action


def tensors(options: Mapping[str, object]) -> Veiled:
    """The numbers of a game with these options."""
    return Veiled(read_options(options))


FIELDS: Final = Game._fields
"""What an entry has, in order."""


def like_smile(**other: object) -> Game:
    """Smile's entry with something else in it."""
    return Game._filled(tuple(other.get(name, getattr(smile.GAME, name)) for name in FIELDS))


VEILED: Final = like_smile(name="veiled", tensors=__name__, twin="")
"""The readable rules, behind the veil."""
