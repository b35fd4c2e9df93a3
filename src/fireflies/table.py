"""The driver of a play, and a table: a record with the bots and persons that continue it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from time import sleep
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import (
    CHANCE,
    Action,
    Actor,
    Bot,
    Observer,
    Sight,
    State,
    Step,
    Turn,
    View,
    Viewed,
)
from fireflies.errors import NothingToUndo
from fireflies.history import Snapshot, at_start
from fireflies.record import Record

_S_co = TypeVar("_S_co", bound=State, covariant=True)
_V = TypeVar("_V", bound=View)

Dealer: TypeAlias = Callable[[Any, Draws], Action]
"""Returns an action of chance for a state, with chance's own draws."""

Decide: TypeAlias = Callable[["Play[Any]"], Action | None]
"""Returns the next action of a play; None to stop there, such as when a person has to decide."""

AskBot: TypeAlias = Callable[[Bot, "Turn[Any]"], Action | None]
"""Calls a bot with its turn and returns the bot's action; None, which a wrong bot returns, is
refused."""


def deal(state: State, draws: Draws) -> Action:
    """Return a random action of chance by its weights, with one draw."""
    return state.deal(draws)


class PlayChanged(RuntimeError):
    """Another call has changed the play since this one began, which has changed nothing."""

    def __init__(self) -> None:
        super().__init__(
            "another call has changed this play since this one began, so nothing is carried out;"
            " let one thread play at a time, or call again"
        )


class Play(Generic[_S_co]):
    """A play in progress: the driver that all code uses to play a game.

    It calls ``decide`` for each action and carries the action out. ``keep_events=False`` is faster
    when few events are read: the events of an action are then created when they are first needed.

    Any thread may read ``now`` while another one plays, and never waits. A decision is carried out
    only if no other thread has changed the play meanwhile. A copy is independent of this play.
    """

    def __init__(self, start: _S_co, decide: Decide, *, keep_events: bool = True) -> None:
        self.decide = decide
        self.now: Snapshot[_S_co] = at_start(start)
        """The play so far; each change assigns another snapshot."""
        self._keep_events = keep_events
        self._unlocked: list[None] = [None]
        """Empty while a thread assigns ``now``. Python deletes and appends in one step, which no
        other thread and no signal can divide, in a quarter of the time of a Lock."""

    @override
    def __getstate__(self) -> dict[str, object]:
        """Return the attributes for a copy, which has a history of its own."""
        return {"decide": self.decide, "now": self.now.copy(), "_keep_events": self._keep_events}

    def __setstate__(self, kept: Mapping[str, object]) -> None:
        self.__dict__.update(kept)
        self._unlocked = [None]

    @property
    def state(self) -> _S_co:
        """The current state."""
        return self.now.state

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far."""
        return self.now.actions

    def advance(self) -> Snapshot[_S_co] | None:
        """Carry out the next action, and return the play after it.

        The result is None at the end, or if ``decide`` gives no action.

        Raises:
            IllegalAction: when the chosen action is illegal; nothing has changed.
            PlayChanged: when another thread has changed the play meanwhile.
        """
        now = self.now
        if now.actor is None:
            return None
        action = self.decide(self)
        return None if action is None else self._carry_out(now, action)

    def __iter__(self) -> Iterator[Step[_S_co]]:
        """Call :meth:`advance` until it returns None, and yield each step."""
        while (now := self.advance()) is not None:
            yield now.step(-1)

    def carry_out(self, action: Action) -> Snapshot[_S_co]:
        """Carry out an action of the current actor, and return the play after it.

        Raises:
            IllegalAction: when it is illegal; nothing has changed.
            PlayChanged: when another thread has changed the play meanwhile.
        """
        return self._carry_out(self.now, action)

    def _carry_out(
        self, now: Snapshot[_S_co], action: Action, step: Step[Any] | None = None
    ) -> Snapshot[_S_co]:
        if self.now is not now:  # the action may have been chosen for another position
            raise PlayChanged
        if step is None and self._keep_events:
            step = now.state.step(action)
        state = now.state.apply(action) if step is None else step.after
        try:
            del self._unlocked[0]
        except IndexError:
            raise PlayChanged from None
        try:
            if self.now is not now:
                raise PlayChanged
            self.now = after = now.after(action, state, step)
        finally:
            self._unlocked.append(None)
        return after

    def add(self, steps: Iterable[Step[Any]]) -> None:
        """Add steps that have been carried out already, without running the rules again.

        Raises:
            PlayChanged: when another thread has changed the play meanwhile; no more are added.
        """
        now = self.now
        for step in steps:
            now = self._carry_out(now, step.action, step)

    def undo(self) -> Action | None:
        """Undo the last action and return it; None when there is none."""
        changed = self._move(lambda _: -1)
        return changed and changed[0].last

    def undo_to(self, actor: Actor) -> int:
        """Undo the last action of this actor and all after it, and return how many these were.

        Raises:
            NothingToUndo: when the actor has chosen no action; nothing has changed.
        """
        changed = self._move(lambda now: -now.since_decision(actor))
        if changed is None:
            raise NothingToUndo(actor)
        return changed[0].count - changed[1].count

    def redo(self) -> Action | None:
        """Redo the action that was undone last and return it.

        The result is None when there is none, or a new action was carried out since.
        """
        changed = self._move(lambda _: +1)
        return changed and changed[1].last

    def _move(
        self, by: Callable[[Snapshot[_S_co]], int]
    ) -> tuple[Snapshot[_S_co], Snapshot[_S_co]] | None:
        """Redo so many actions, or undo them; return the play before and after it, or None."""
        while (after := (now := self.now).moved(by(now))) is not None:
            try:
                del self._unlocked[0]
            except IndexError:
                sleep(0)  # another thread is about to assign ``now``
                continue
            try:
                if self.now is now:
                    self.now = after
                    return now, after
            finally:
                self._unlocked.append(None)
        return None


class _Purposes(dict[Actor, str]):
    """The purpose of the draws of each actor, made once."""

    def __missing__(self, actor: Actor) -> str:
        return self.setdefault(actor, CHANCE if actor == CHANCE else f"seat {actor:d}")


_purposes: Final = _Purposes()


class Streams:
    """The random draws of each actor of a play.

    Their purposes are ``chance``, ``seat 0``, ``seat 1`` and so on (:mod:`fireflies.chance`).

    Raises:
        ValueError: when the seed is not in :data:`fireflies.chance.SEEDS`.
    """

    def __init__(self, seed: int) -> None:
        Draws(seed, CHANCE)  # refuses an invalid seed now, before the first draw
        self.seed: Final = seed

    def draws(self, actor: Actor, decision: int) -> Draws:
        """Return the draws of an actor for one decision; its decisions are numbered from 0."""
        return Draws(self.seed, _purposes[actor], decision)

    def turn(self, now: Snapshot[_S_co], seat: int) -> Turn[_S_co]:
        """Return the turn of a seat in a play, with the draws for its next decision."""
        return Turn(
            now.state,
            seat,
            # As ``draws``, without its call: each decision needs one.
            lambda: Draws(self.seed, _purposes[seat], now.decisions(seat)),
            lambda: now.sights(seat),
        )


def ask(bot: Bot, turn: Turn[Any]) -> Action:
    """Return the action of the bot, without a limit of time."""
    return bot(turn)


def decide_by(
    bots: Sequence[Bot | None],
    seed: int,
    dealer: Dealer | None = deal,
    *,
    asking: AskBot = ask,
) -> Decide:
    """Return the callback of a :class:`Play` in which these bots and the dealer decide.

    ``bots`` has None for each seat of a person; ``dealer`` is None when a person deals.

    Raises:
        ValueError: when the seed is not in :data:`fireflies.chance.SEEDS`.
    """
    streams = Streams(seed)

    def decide(play: Play[Any]) -> Action | None:
        now = play.now
        actor = now.actor
        if isinstance(actor, int):
            bot = bots[actor]
            if bot is None:
                return None
            action = asking(bot, streams.turn(now, actor))
            return _require_action(now.state, action) if action is None else action
        if dealer is None:
            return None
        draws = streams.draws(actor, now.decisions(actor))
        return _require_action(now.state, dealer(now.state, draws))

    return decide


def _require_action(state: State, action: object) -> Action:
    """Return the action of a bot or dealer; refuse None, which would mean that a person decides.

    Raises:
        IllegalAction: when the action is None.
    """
    chosen = cast("Action", action)
    if action is None:
        state.apply(chosen)
    return chosen


class Table(Generic[_S_co]):
    """A play of any game in progress: a record with the bots and persons that continue it.

    ``bots`` has a bot for each seat, or None where a person decides. :meth:`play` takes the actions
    of persons, and those of chance when there is no ``dealer``. The same record, bots, seed and
    actions of persons give the same play in every process, also after an interruption: the draws of
    an actor depend on the number of its decisions. A copy, or a table from a pickle, starts at the
    same point and is independent of this table.

    Any thread may read a table while another one plays, and never waits for a bot. All that one
    record or one information state has is of one moment.

    Raises:
        ValueError: when the number of bots is not that of the seats, or the seed is not in
            :data:`fireflies.chance.SEEDS`.
    """

    def __init__(
        self,
        record: Record[_S_co],
        bots: Sequence[Bot | None],
        *,
        seed: int = 0,
        dealer: Dealer | None = deal,
    ) -> None:
        if len(bots) != record.start.seats:
            raise ValueError(f"this game has {record.start.seats} seats, not {len(bots)}")
        self._bots: tuple[Bot | None, ...] = tuple(bots)
        self.dealer = dealer
        self.streams: Streams = Streams(seed)
        self._given = record
        self._play = self._resume(record.steps)

    def _resume(self, steps: Iterable[Step[Any]]) -> Play[_S_co]:
        """Return the play after these steps, ready to go on."""
        decide = decide_by(self._bots, self.streams.seed, self.dealer)
        play = Play(self._given.start, decide)
        play.add(steps)
        return play

    @override
    def __getstate__(self) -> dict[str, object]:
        """Return the attributes for a copy, which has a play and undone actions of its own."""
        now = self._play.now
        given = replace(self._given, steps=now.steps + now.undone)
        return {**self.__dict__, "_play": None, "_given": given, "_undone": len(now.undone)}

    def __setstate__(self, kept: Mapping[str, Any]) -> None:
        own = dict(kept)
        undone: int = own.pop("_undone")
        self.__dict__.update(own)
        self._play = self._resume(self._given.steps)
        for _ in range(undone):
            self._play.undo()

    @property
    def bots(self) -> tuple[Bot | None, ...]:
        """The bot of each seat, or None for a person; :meth:`seated` gives a seat to another."""
        return self._bots

    def seated(self, seat: int, bot: Bot | None, name: str) -> "Table[_S_co]":
        """Return a new table that goes on from here with another player on a seat.

        Its record notes who had the seat before. It can't redo what is undone here.

        Raises:
            InvalidData: as :meth:`Record.seated <fireflies.record.Record.seated>`.
        """
        record = self.record.seated(seat, name)
        bots = [bot if number == seat else it for number, it in enumerate(self._bots)]
        return Table(record, bots, seed=self.streams.seed, dealer=self.dealer)

    @property
    def record(self) -> Record[_S_co]:
        """The play so far, without the undone actions."""
        return replace(self._given, steps=self._play.now.steps)

    @property
    def now(self) -> Snapshot[_S_co]:
        """The play at this moment, which stays so while others play on."""
        return self._play.now

    @property
    def state(self) -> _S_co:
        """The current state, secrets included."""
        return self._play.state

    def view(self: "Table[Viewed[_V]]", observer: Observer = None) -> _V:
        """Return the current view of this observer.

        Raises:
            ValueError: when there is no such seat.
        """
        return self.state.view(observer)

    def information_state(self: "Table[Viewed[_V]]", observer: Observer) -> tuple[Sight[_V], ...]:
        """Return everything that an observer has seen since the start, in order.

        Raises:
            ValueError: when there is no such seat.
        """
        return self._play.now.sights(observer)

    def version(self, observer: Observer) -> str:
        """Return a digest of everything that an observer has seen since the start.

        Two are equal, also in another process, exactly when the observer has seen the same.

        Raises:
            ValueError: when there is no such seat.
        """
        return self._play.now.version(observer)

    def play(self, action: Action) -> Step[_S_co]:
        """Carry out an action of the current actor; undone actions can't be redone after it.

        Raises:
            IllegalAction: when it is illegal; nothing has changed.
            PlayChanged: when another thread has changed the play meanwhile; this call did not.
        """
        return self._play.carry_out(action).step(-1)

    def step(self) -> Step[_S_co] | None:
        """Let the dealer or a bot decide once; None when a person is next, or the play is over.

        Raises:
            IllegalAction: when a bot chose an illegal action; nothing has changed.
            PlayChanged: when another thread has changed the play meanwhile; this call did not.
        """
        now = self._play.advance()
        return None if now is None else now.step(-1)

    def run(self) -> _S_co:
        """Let dealer and bots decide until a person is next or the play ends; return the state.

        Raises:
            IllegalAction: as :meth:`step`.
            PlayChanged: as :meth:`step`.
        """
        while self._play.advance() is not None:
            pass
        return self.state

    def undo(self) -> Action | None:
        """Undo the last action and return it; None when there is none."""
        return self._play.undo()

    def undo_to(self, seat: int) -> int:
        """Undo the last decision of this seat and all that followed; return how many actions.

        Raises:
            NothingToUndo: when the seat has decided nothing; nothing has changed.
        """
        return self._play.undo_to(seat)

    def redo(self) -> Action | None:
        """Redo the action that was undone last and return it; None when there is none."""
        return self._play.redo()

    @property
    def can_redo(self) -> bool:
        """True when :meth:`redo` can redo an action."""
        return self._play.now.can_redo

    def turn(self, seat: int) -> Turn[_S_co]:
        """Return the current turn of this seat: without actions while another actor decides."""
        return self.streams.turn(self._play.now, seat)
