"""The driver of a play, and a table: a record with the bots and persons that continue it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
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
from fireflies.record import Record

_S_co = TypeVar("_S_co", bound=State, covariant=True)
_V = TypeVar("_V", bound=View)

Dealer: TypeAlias = Callable[[Any, Draws], Action]
"""Returns an action of chance for a state, with chance's own draws."""

Decide: TypeAlias = Callable[["Play[Any]"], Action | None]
"""Returns the next action of a play; None to stop there, such as when a person has to decide."""

AskBot: TypeAlias = Callable[[Bot, "Turn[Any]"], Action]
"""Calls a bot with its turn and returns the bot's action."""


def deal(state: State, draws: Draws) -> Action:
    """Return a random action of chance by its weights, with one draw."""
    return state.deal(draws)


class Play(Generic[_S_co]):
    """A play in progress: the driver that all code uses to play a game.

    It calls ``decide`` for each action, carries the action out, counts the decisions of each actor,
    and keeps what each observer has seen. ``keep_events=False`` is faster when few events are read:
    the events of an action are then created when they are first needed.
    """

    def __init__(self, start: _S_co, decide: Decide, *, keep_events: bool = True) -> None:
        self.decide = decide
        self.state: _S_co = start
        """The current state."""
        self.actions: list[Action] = []
        """All actions so far."""
        self.decisions: Counter[Actor] = Counter()
        """The number of decisions so far, by actor."""
        self._keep_events = keep_events
        self._states: list[_S_co] = [start]
        self._steps: dict[int, Step[_S_co]] = {}
        self._sights: dict[Observer, list[Sight[Any]]] = {}

    def advance(self) -> Action | None:
        """Carry out the next action and return it; None at the end, or if ``decide`` gives none.

        Raises:
            IllegalAction: when the chosen action is illegal; nothing has changed.
        """
        if self.state.actor is None:
            return None
        action = self.decide(self)
        if action is not None:
            self.carry_out(action)
        return action

    def __iter__(self) -> Iterator[Step[_S_co]]:
        """Call :meth:`advance` until it returns None, and yield each step."""
        while self.advance() is not None:
            yield self.step(-1)

    def carry_out(self, action: Action) -> None:
        """Carry out an action of the current actor.

        Raises:
            IllegalAction: when it is illegal; nothing has changed.
        """
        if self._keep_events:
            self.add([self.state.step(action)])
        else:
            self._append(action, self.state.apply(action))

    def add(self, steps: Iterable[Step[Any]]) -> None:
        """Add steps that have been carried out already, without running the rules again."""
        for step in steps:
            self._steps[len(self.actions)] = step
            self._append(step.action, step.after)

    def _append(self, action: Action, after: Any) -> None:
        self.decisions[self.state.actor] += 1
        self.actions.append(action)
        self._states.append(after)
        self.state = after

    def undo(self) -> Action:
        """Undo the last action and return it.

        Raises:
            IndexError: when there is none.
        """
        action = self.actions.pop()
        self._steps.pop(len(self.actions), None)
        self._states.pop()
        self.state = self._states[-1]
        self.decisions[self.state.actor] -= 1
        for sights in self._sights.values():
            del sights[len(self.actions) + 1 :]
        return action

    def step(self, index: int) -> Step[_S_co]:
        """Return the step with this index; -1 is the last one."""
        index = range(len(self.actions))[index]
        if index not in self._steps:
            self._steps[index] = self._states[index].step(self.actions[index])
        return self._steps[index]

    @property
    def steps(self) -> tuple[Step[_S_co], ...]:
        """All steps so far."""
        return tuple([self.step(index) for index in range(len(self.actions))])

    def sights(self, observer: Observer, count: int | None = None) -> tuple[Sight[Any], ...]:
        """Return what an observer has seen of the first ``count`` actions, by default of all.

        The first element is the view of the start.

        Raises:
            ValueError: when there is no such seat.
        """
        count = len(self.actions) if count is None else count
        if observer not in self._sights:
            self._sights[observer] = [Sight((), self._states[0].view(observer))]
        sights = self._sights[observer]
        while len(sights) <= count:
            sights.append(self.step(len(sights) - 1).seen_by(observer))
        return tuple(sights[: count + 1])

    def turn(self, seat: int, draws: Callable[[], Draws]) -> Turn[_S_co]:
        """Return the current turn of this seat, with the draws that ``draws`` returns."""
        count = len(self.actions)
        return Turn(self.state, seat, draws, lambda: self.sights(seat, count))


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
        purpose = f"seat {actor}" if isinstance(actor, int) else CHANCE
        return Draws(self.seed, purpose, decision)


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
        actor: Actor = play.state.actor
        decision = play.decisions[actor]
        if isinstance(actor, int):
            bot = bots[actor]
            if bot is None:
                return None
            turn = play.turn(actor, lambda: streams.draws(actor, decision))
            return _require_action(play.state, asking(bot, turn))
        if dealer is None:
            return None
        return _require_action(play.state, dealer(play.state, streams.draws(actor, decision)))

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
        self.bots: tuple[Bot | None, ...] = tuple(bots)
        self.dealer = dealer
        self.streams: Streams = Streams(seed)
        self._given = record
        self._undone: list[Step[_S_co]] = []
        self._play = self._resume()

    def _resume(self) -> Play[_S_co]:
        """Return the play of the given record, ready to go on."""
        decide = decide_by(self.bots, self.streams.seed, self.dealer)
        play = Play(self._given.start, decide)
        play.add(self._given.steps)
        return play

    @override
    def __getstate__(self) -> dict[str, object]:
        """Return the attributes for a copy, which does not share play and undone actions."""
        kept = {name: value for name, value in self.__dict__.items() if name != "_play"}
        return {**kept, "_given": self.record, "_undone": [*self._undone]}

    def __setstate__(self, kept: Mapping[str, object]) -> None:
        self.__dict__.update(kept)
        self._play = self._resume()

    @property
    def record(self) -> Record[_S_co]:
        """The play so far, without the undone actions."""
        return replace(self._given, steps=self._play.steps)

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
        return self._play.sights(observer)

    def play(self, action: Action) -> Step[_S_co]:
        """Carry out an action of the current actor; undone actions can't be redone after it.

        Raises:
            IllegalAction: when it is illegal; nothing has changed.
        """
        self._play.carry_out(action)
        self._undone.clear()
        return self._play.step(-1)

    def step(self) -> Step[_S_co] | None:
        """Let the dealer or a bot decide once; None when a person is next, or the play is over.

        Raises:
            IllegalAction: when a bot chose an illegal action; nothing has changed.
        """
        if self._play.advance() is None:
            return None
        self._undone.clear()
        return self._play.step(-1)

    def run(self) -> _S_co:
        """Let dealer and bots decide until a person is next or the play ends; return the state."""
        while self.step() is not None:
            pass
        return self.state

    def undo(self) -> Action | None:
        """Undo the last action and return it; None when there is none."""
        if not self._play.actions:
            return None
        self._undone.append(self._play.step(-1))
        return self._play.undo()

    def redo(self) -> Action | None:
        """Redo the action that was undone last and return it; None when there is none."""
        if not self._undone:
            return None
        step = self._undone.pop()
        self._play.add([step])
        return step.action

    @property
    def can_redo(self) -> bool:
        """True when :meth:`redo` can redo an action."""
        return bool(self._undone)

    def turn(self, seat: int) -> Turn[_S_co]:
        """Return the current turn of this seat."""
        decision = self._play.decisions[seat]
        return self._play.turn(seat, lambda: self.streams.draws(seat, decision))
