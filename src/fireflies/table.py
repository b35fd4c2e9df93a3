"""One play: who sits where, who deals, what has happened, and what each seat has seen of it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, Bot, Event, Sight, State, View

Dealer: TypeAlias = Callable[[State, Draws], Action]
"""Chooses for chance: a function from a state and chance's own draws to an action of chance."""


def deal(state: State, draws: Draws) -> Action:
    """An action of chance, as likely as its weight says, with one draw."""
    return draws.weigh(state.chance_weights)


class Move(NamedTuple):
    """One action of the history."""

    before: State
    action: Action
    events: tuple[Event, ...]
    """What happened, as the referee sees it."""
    after: State
    draws: int
    """How many draws the actor made for it."""


class Table:
    """A play of any game, from a first state to its end, with every step kept.

    ``seats`` has a bot for each seat, or None where a person decides; a person's decisions, and
    chance's when there is no ``dealer``, are given to :meth:`play`. The same start, seats, seed and
    persons' decisions give the same play in every process. Bots draw for purpose ``seat 0``, ``seat
    1`` and so on, the dealer for ``chance``.

    Raises:
        ValueError: when the number of seats is not the state's, or the seed is none
            (see :data:`fireflies.chance.SEEDS`).
    """

    def __init__(
        self,
        start: State,
        seats: Sequence[Bot | None],
        *,
        seed: int = 0,
        dealer: Dealer | None = deal,
    ) -> None:
        """Sit down."""
        if len(seats) != start.seats:
            raise ValueError(f"this game has {start.seats} seats, not {len(seats)}")
        self._start = start
        self._seats = tuple(seats)
        self._dealer = dealer
        self._done: list[Move] = []
        self._undone: list[Move] = []
        self._chance = Draws(seed, CHANCE)
        self._draws = tuple(Draws(seed, f"seat {seat}") for seat in range(len(seats)))

    @property
    def state(self) -> State:
        """The present state; only for those who may see everything."""
        return self._done[-1].after if self._done else self._start

    @property
    def history(self) -> tuple[Move, ...]:
        """All actions so far, without those that were undone."""
        return tuple(self._done)

    def view(self, seat: int | None = None) -> View:
        """What that seat, or without one the referee, sees now."""
        return self.state.view(seat)

    def information_state(self, seat: int) -> tuple[Sight, ...]:
        """All that a seat with a perfect memory knows: what it has seen since the start, in order.

        Raises:
            ValueError: when there is no such seat.
        """
        return (
            Sight((), self._start.view(seat)),
            *(
                Sight(tuple(event.seen_by(seat) for event in move.events), move.after.view(seat))
                for move in self._done
            ),
        )

    def play(self, action: Action) -> Move:
        """Carry out the action of whoever is to decide; what was undone can't be redone any more.

        Raises:
            IllegalAction: when it is not allowed; nothing has changed.
        """
        return self._carry_out(action, draws=0)

    def step(self) -> Move | None:
        """Let the dealer or a bot decide once; None when a person is to decide, or nobody.

        Raises:
            IllegalAction: when a bot chose an action that is not allowed; nothing has changed.
        """
        state, actor = self.state, self.state.actor
        if actor is None:
            return None
        if isinstance(actor, int):
            bot, draws = self._seats[actor], self._draws[actor]
            turn = _Turn(actor, state, draws, self.information_state)
            choose = None if bot is None else partial(bot, turn)
        else:
            draws = self._chance
            choose = None if self._dealer is None else partial(self._dealer, state, draws)
        if choose is None:
            return None
        before = draws.count
        try:
            return self._carry_out(choose(), draws=draws.count - before)
        except BaseException:
            draws.count = before
            raise

    def run(self) -> State:
        """Let dealer and bots go on until a person is to decide or all is over; the state then."""
        while self.step() is not None:
            pass
        return self.state

    def undo(self) -> Move | None:
        """Take back the last action, the actor's draws included; None when there is none."""
        return self._shift(self._done, self._undone, -1)

    def redo(self) -> Move | None:
        """Carry out again what was undone last; None when there is nothing."""
        return self._shift(self._undone, self._done, +1)

    def _shift(self, source: list[Move], target: list[Move], sign: int) -> Move | None:
        """Move a move from the done to the undone or back, and its draws with it."""
        if not source:
            return None
        move = source.pop()
        target.append(move)
        actor = move.before.actor
        draws = self._draws[actor] if isinstance(actor, int) else self._chance
        draws.count += sign * move.draws
        return move

    def _carry_out(self, action: Action, draws: int) -> Move:
        """Apply the action and keep the move."""
        state = self.state
        move = Move(state, action, state.explain(action), state.apply(action), draws)
        self._done.append(move)
        self._undone.clear()
        return move


class _Turn:
    """A :class:`~fireflies.contract.Turn`."""

    __slots__ = ("_remember", "draws", "legal_actions", "seat", "view")

    def __init__(
        self, seat: int, state: State, draws: Draws, remember: Callable[[int], tuple[Sight, ...]]
    ) -> None:
        """Show the state to this seat, which is to decide."""
        self.seat = seat
        self.view = state.view(seat)
        self.legal_actions = state.legal_actions
        self.draws = draws
        self._remember = remember

    def information_state(self) -> tuple[Sight, ...]:
        """All that the seat has seen since the start."""
        return self._remember(self.seat)
