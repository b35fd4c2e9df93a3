"""One play: who sits where, who deals, what has happened, and what each seat has seen of it."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, Bot, Sight, State, Turn, View
from fireflies.record import Record, Step
from fireflies.values import Value

Dealer: TypeAlias = Callable[[State, Draws], Action]
"""Chooses for chance: a function from a state and chance's own draws to an action of chance."""


def deal(state: State, draws: Draws) -> Action:
    """An action of chance, as likely as its weight says, with one draw."""
    return draws.weigh(state.chance_weights)


class Table:
    """A play of any game as it unfolds: a record, and who adds to it.

    ``bots`` has a bot for each seat, or None where a person decides; a person's decisions, and
    chance's when there is no ``dealer``, are given to :meth:`play`. The same record, bots, seed and
    persons' decisions give the same play in every process, also when it was interrupted: the
    draws of an actor depend on how often it has decided. Bots draw for purpose ``seat 0``,
    ``seat 1`` and so on, the dealer for ``chance``.

    Raises:
        ValueError: when the number of bots is not that of the seats, or the seed is none
            (see :data:`fireflies.chance.SEEDS`).
    """

    def __init__(
        self,
        record: Record,
        bots: Sequence[Bot | None],
        *,
        seed: int = 0,
        dealer: Dealer | None = deal,
    ) -> None:
        """Sit down."""
        if len(bots) != record.start.seats:
            raise ValueError(f"this game has {record.start.seats} seats, not {len(bots)}")
        Draws(seed, CHANCE)  # a seed that is none is told now, and not at the first draw
        self.bots: tuple[Bot | None, ...] = tuple(bots)
        self.dealer = dealer
        self._seed = seed
        self._record = record
        self._undone: list[Action] = []
        self._decisions = Counter(step.before.actor for step in record.replay())

    @property
    def record(self) -> Record:
        """The play so far, without what was undone."""
        return self._record

    @property
    def state(self) -> State:
        """The present state; only for those who may see everything."""
        return self._record.final

    def view(self, seat: int | None = None) -> View:
        """What that seat, or without one the referee, sees now."""
        return self.state.view(seat)

    def information_state(self, seat: int) -> tuple[Sight, ...]:
        """All that a seat with a perfect memory knows: what it has seen since the start, in order.

        Raises:
            ValueError: when there is no such seat.
        """
        return self._record.seen_by(seat)

    def play(self, action: Action) -> Step:
        """Carry out the action of whoever decides; what was undone can't be redone any more.

        Raises:
            IllegalAction: when it is not allowed; nothing has changed.
        """
        before = self.state
        step = Step(before, action, before.explain(action))
        self._add(action)
        self._undone.clear()
        return step

    def step(self) -> Step | None:
        """Let the dealer or a bot decide once; None when a person is to decide, or nobody.

        Raises:
            IllegalAction: when a bot chose an action that is not allowed; nothing has changed.
        """
        state, actor = self.state, self.state.actor
        if isinstance(actor, int):
            bot = self.bots[actor]
            return None if bot is None else self.play(bot(self.turn(actor)))
        if actor is None or self.dealer is None:
            return None
        return self.play(self.dealer(state, Draws(self._seed, CHANCE, self._decisions[CHANCE])))

    def run(self) -> State:
        """Let dealer and bots go on until a person is to decide or all is over; the state then."""
        while self.step() is not None:
            pass
        return self.state

    def undo(self) -> Action | None:
        """Take back the last action and return it; None when there is none."""
        if not self._record.actions:
            return None
        action = self._record.actions[-1]
        self._record = self._record.undo()
        self._decisions[self.state.actor] -= 1
        self._undone.append(action)
        return action

    def redo(self) -> Action | None:
        """Carry out again what was undone last, and return it; None when there is nothing."""
        if not self._undone:
            return None
        action = self._undone.pop()
        self._add(action)
        return action

    def _add(self, action: Action) -> None:
        """The action at the end of the record."""
        actor = self.state.actor
        self._record = self._record.play(action)
        self._decisions[actor] += 1

    def turn(self, seat: int) -> Turn:
        """What somebody on this seat is told when it is to decide."""
        record, draws = self._record, Draws(self._seed, f"seat {seat}", self._decisions[seat])
        return told(record.final, seat, draws, lambda: record.seen_by(seat))


def told(state: State, seat: int, draws: Draws, remember: Callable[[], tuple[Sight, ...]]) -> Turn:
    """What somebody on this seat is told when it is to decide in this state.

    ``remember`` gives all that the seat has seen; it is called when somebody asks.
    """
    return _Turn(seat, state.view(seat), state.legal_actions, draws, remember)


class _Turn(Value):
    """A :class:`~fireflies.contract.Turn`, frozen: a bot can't make it another seat's."""

    __slots__ = ("seat", "view", "legal_actions", "draws", "_remember")
    seat: int
    view: View
    legal_actions: tuple[Action, ...]
    draws: Draws
    _remember: Callable[[], tuple[Sight, ...]]

    def information_state(self) -> tuple[Sight, ...]:
        """All that the seat has seen since the start."""
        return self._remember()
