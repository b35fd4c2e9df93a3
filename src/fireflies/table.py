"""The driver of a play, and a table: a record, and who adds to it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

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
"""Chooses for chance: a function from a state and chance's own draws to an action of chance."""

Decide: TypeAlias = Callable[["Play[Any]"], Action | None]
"""Chooses the next action of a play; None when somebody else has to."""

Ask: TypeAlias = Callable[[Bot, "Turn[Any]"], Action]
"""How a bot is asked."""


def deal(state: State, draws: Draws) -> Action:
    """Return an action of chance, as likely as its weight says, with one draw."""
    return state.deal(draws)


class Play(Generic[_S_co]):
    """A play under way: the driver under everything that plays.

    It asks ``decide`` for one action after the other, carries them out, counts the decisions of
    each actor, and keeps what each observer has seen. A play that nobody listens to is quicker:
    then no event is made before somebody asks what was seen.
    """

    def __init__(self, start: _S_co, decide: Decide, *, listening: bool = True) -> None:
        """A play that has not begun."""
        self.decide = decide
        self.state: _S_co = start
        """The present state."""
        self.actions: list[Action] = []
        """All actions so far."""
        self.decisions: Counter[Actor] = Counter()
        """How often each actor has decided."""
        self._listening = listening
        self._states: list[_S_co] = [start]
        self._steps: dict[int, Step[_S_co]] = {}
        self._sights: dict[Observer, list[Sight[Any]]] = {}

    def advance(self) -> Action | None:
        """Carry out the next action and return it; None when nobody here decides.

        Raises:
            IllegalAction: when what was chosen is illegal; nothing has changed.
        """
        if self.state.actor is None:
            return None
        action = self.decide(self)
        if action is not None:
            self.carry_out(action)
        return action

    def __iter__(self) -> Iterator[Step[_S_co]]:
        """Go on as long as somebody here decides, step by step."""
        while self.advance() is not None:
            yield self.step(-1)

    def carry_out(self, action: Action) -> None:
        """Carry out an action of whoever decides.

        Raises:
            IllegalAction: when it is illegal; nothing has changed.
        """
        if self._listening:
            self.resume([self.state.step(action)])
        else:
            self._add(action, self.state.apply(action))

    def resume(self, steps: Iterable[Step[Any]]) -> None:
        """Go on from actions that were carried out before; the rules are not run again."""
        for step in steps:
            self._steps[len(self.actions)] = step
            self._add(step.action, step.after)

    def _add(self, action: Action, after: Any) -> None:
        self.decisions[self.state.actor] += 1
        self.actions.append(action)
        self._states.append(after)
        self.state = after

    def take_back(self) -> Action:
        """Take back the last action and return it.

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
        """Return the action of this index, carried out; from -1 down they count from the last."""
        index = range(len(self.actions))[index]
        if index not in self._steps:
            self._steps[index] = self._states[index].step(self.actions[index])
        return self._steps[index]

    @property
    def steps(self) -> tuple[Step[_S_co], ...]:
        """Every action so far, carried out."""
        return tuple([self.step(index) for index in range(len(self.actions))])

    def sights(self, observer: Observer, count: int | None = None) -> tuple[Sight[Any], ...]:
        """Return what an observer has seen since the start, up to action number ``count``.

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
        """Return what somebody on this seat is told when it is to decide."""
        count = len(self.actions)
        return Turn(self.state, seat, draws, lambda: self.sights(seat, count))


class Streams:
    """The draws of a play's actors: those of a seat for purpose ``seat 0`` and so on, and chance's.

    Raises:
        ValueError: when the seed is none (see :data:`fireflies.chance.SEEDS`).
    """

    def __init__(self, seed: int) -> None:
        """The streams of this seed."""
        Draws(seed, CHANCE)  # a seed that is none is refused now, and not at the first draw
        self.seed: Final = seed

    def draws(self, actor: Actor, decision: int) -> Draws:
        """Return the draws of an actor for its decision of this number, from 0."""
        purpose = f"seat {actor}" if isinstance(actor, int) else CHANCE
        return Draws(self.seed, purpose, decision)


def ask(bot: Bot, turn: Turn[Any]) -> Action:
    """Return what the bot decides, however long it takes."""
    return bot(turn)


def seated(
    bots: Sequence[Bot | None],
    seed: int,
    dealer: Dealer | None = deal,
    *,
    asking: Ask = ask,
) -> Decide:
    """Return who decides where these bots sit; None where somebody else does.

    Raises:
        ValueError: when the seed is none.
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
            return _chosen(play.state, asking(bot, turn))
        if dealer is None:
            return None
        return _chosen(play.state, dealer(play.state, streams.draws(actor, decision)))

    return decide


def _chosen(state: State, action: object) -> Action:
    """Return what somebody chose.

    Raises:
        IllegalAction: for None, which would say that nobody here decides.
    """
    chosen = cast("Action", action)
    if action is None:
        state.apply(chosen)
    return chosen


class Table(Generic[_S_co]):
    """A play of any game as it unfolds: a record, and who adds to it.

    ``bots`` has a bot for each seat, or None where a person decides; a person's decisions, and
    chance's when there is no ``dealer``, are given to :meth:`play`. The same record, bots, seed and
    persons' decisions give the same play in every process, also when it was interrupted: the
    draws of an actor depend on how often it has decided.

    Raises:
        ValueError: when the number of bots is not that of the seats, or the seed is none
            (see :data:`fireflies.chance.SEEDS`).
    """

    def __init__(
        self,
        record: Record[_S_co],
        bots: Sequence[Bot | None],
        *,
        seed: int = 0,
        dealer: Dealer | None = deal,
    ) -> None:
        """Sit down."""
        if len(bots) != record.start.seats:
            raise ValueError(f"this game has {record.start.seats} seats, not {len(bots)}")
        self.bots: tuple[Bot | None, ...] = tuple(bots)
        self.dealer = dealer
        self.streams: Streams = Streams(seed)
        self._begun = replace(record, steps=())
        self._undone: list[Step[_S_co]] = []
        self._play = Play(record.start, seated(self.bots, seed, dealer))
        self._play.resume(record.steps)

    @property
    def record(self) -> Record[_S_co]:
        """The play so far, without what was undone."""
        return replace(self._begun, steps=self._play.steps)

    @property
    def state(self) -> _S_co:
        """The present state; only for those who may see everything."""
        return self._play.state

    def view(self: "Table[Viewed[_V]]", observer: Observer = None) -> _V:
        """Return what this observer sees now.

        Raises:
            ValueError: when there is no such seat.
        """
        return self.state.view(observer)

    def information_state(self: "Table[Viewed[_V]]", observer: Observer) -> tuple[Sight[_V], ...]:
        """Return all that an observer with a perfect memory knows: what it has seen, in order.

        Raises:
            ValueError: when there is no such seat.
        """
        return self._play.sights(observer)

    def play(self, action: Action) -> Step[_S_co]:
        """Carry out the action of whoever decides; what was undone can't be redone any more.

        Raises:
            IllegalAction: when it is illegal; nothing has changed.
        """
        self._play.carry_out(action)
        self._undone.clear()
        return self._play.step(-1)

    def step(self) -> Step[_S_co] | None:
        """Let the dealer or a bot decide once; None when a person is to decide, or nobody.

        Raises:
            IllegalAction: when a bot chose an illegal action; nothing has changed.
        """
        if self._play.advance() is None:
            return None
        self._undone.clear()
        return self._play.step(-1)

    def run(self) -> _S_co:
        """Let dealer and bots go on until a person is to decide or all is over; the state then."""
        while self.step() is not None:
            pass
        return self.state

    def undo(self) -> Action | None:
        """Take back the last action and return it; None when there is none."""
        if not self._play.actions:
            return None
        self._undone.append(self._play.step(-1))
        return self._play.take_back()

    def redo(self) -> Action | None:
        """Do again what was undone last, and return it; None when there is nothing."""
        if not self._undone:
            return None
        step = self._undone.pop()
        self._play.resume([step])
        return step.action

    def turn(self, seat: int) -> Turn[_S_co]:
        """Return what somebody on this seat is told when it is to decide."""
        decision = self._play.decisions[seat]
        return self._play.turn(seat, lambda: self.streams.draws(seat, decision))
