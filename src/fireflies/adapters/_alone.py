"""Plays of a table in less time: without events, and from a packed state where there is one."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from fireflies import table
from fireflies._typing import override
from fireflies.adapters._batch import Play, deal, played
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, Bot, State
from fireflies.table import Table, decide_by

if TYPE_CHECKING:
    from fireflies.record import Record


class Alone:
    """The play of a table where nobody but the caller decides; it keeps the seats' actions only.

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


class AmongBots:
    """The play of a table with bots, whose record is played again when it is read.

    Raises:
        ValueError: when the seed is not in :data:`fireflies.chance.SEEDS`.
    """

    def __init__(
        self, record: "Record[State]", start: State, bots: Sequence[Bot | None], seed: int
    ) -> None:
        self.seed: Final = seed
        self._given = record
        self._start = start
        self._bots = bots
        self._play = table.Play(start, decide_by(bots, seed), keep_events=False)

    @override
    def __reduce__(self) -> tuple[Callable[..., "AmongBots"], tuple[object, ...]]:
        # A callback that lets bots decide has no pickle.
        made = self._given, self._start, self._bots, self.seed
        return _played, (*made, self._play.actions)

    @property
    def state(self) -> State:
        """The current state."""
        return self._play.state

    def run(self) -> State:
        """Let bots and chance decide until the caller is next or the play ends; return the state.

        Raises:
            IllegalAction: when a bot chose an illegal action; nothing has changed.
        """
        while self._play.advance() is not None:
            pass
        return self.state

    def play(self, action: Action) -> None:
        """Carry out an action of the current actor.

        Raises:
            IllegalAction: when it is illegal; nothing has changed.
        """
        self._play.carry_out(action)

    @property
    def record(self) -> "Record[State]":
        """The play so far, played again by the rules."""
        actions = iter(self._play.actions)
        steps = table.Play(self._given.start, lambda _: next(actions, None))
        return replace(self._given, steps=tuple(steps))


def _played(
    record: "Record[State]",
    start: State,
    bots: Sequence[Bot | None],
    seed: int,
    actions: Sequence[Action],
) -> AmongBots:
    """Return a play with these actions."""
    again = AmongBots(record, start, bots, seed)
    for action in actions:
        again.play(action)
    return again
