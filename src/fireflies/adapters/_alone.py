"""A play in which nobody but the caller decides, without a history."""

from typing import TYPE_CHECKING, Final

from fireflies.adapters._batch import Play, deal, played
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, State
from fireflies.table import Table

if TYPE_CHECKING:
    from fireflies.record import Record


class Alone:
    """The play of a table without bots, which keeps the actions of seats only.

    Raises:
        ValueError: when the seed is not in :data:`fireflies.chance.SEEDS`.
    """

    def __init__(self, record: "Record[State]", start: State, seed: int) -> None:
        Draws(seed, CHANCE)  # refuses an invalid seed now
        self.seed: Final = seed
        self._given = record
        self._play: Play = deal(start, seed)
        self._actions: list[Action] = []

    @property
    def state(self) -> State:
        """The current state."""
        state: State = self._play.state
        return state

    def run(self) -> State:
        """Return the current state: chance has dealt, and no bot decides."""
        return self.state

    def play(self, action: Action) -> None:
        """Carry out an action that the state has listed, and those of chance that follow."""
        self._play = self._play.after_legal(action)
        self._actions.append(action)

    @property
    def record(self) -> "Record[State]":
        """The play so far, played again by the rules."""
        table = Table(self._given, [None] * self._given.start.seats, seed=self.seed)
        table.run()
        for action in self._actions:
            played(table, action)
        return table.record
