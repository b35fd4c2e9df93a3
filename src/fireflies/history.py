"""The history of a play as snapshots, which any thread may read while another one plays on."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Generic, TypeVar

from fireflies._data import dumps
from fireflies.contract import Action, Actor, Observer, Sight, State, Step

_S = TypeVar("_S", bound=State)
_S_co = TypeVar("_S_co", bound=State, covariant=True)


@dataclass(slots=True)
class _Past(Generic[_S_co]):
    """The part that snapshots share: a value in it is never changed, and lists only get longer.

    Nothing here has a lock. A step or a sight that is missing may be computed by two threads at
    once: both get equal ones, and one of them is kept.
    """

    actions: list[Action]
    states: list[_S_co]
    """The start, and the state after each action."""
    steps: dict[int, Step[_S_co]]
    """As far as they have been read, by the index of the action."""
    decided: defaultdict[Actor, list[int]]
    """The indices of the actions of each actor."""
    sights: dict[Observer, tuple[Sight[Any], ...]]
    """As far as they have been read."""
    versions: dict[Observer, tuple[str, ...]]
    """The version after each sight, as far as they have been read."""

    def cut(self, count: int) -> "_Past[_S_co]":
        """Return a copy with the first ``count`` actions, which shares no list with this one."""
        decided, sights = self.decided.copy().items(), self.sights.copy().items()
        versions = self.versions.copy().items()
        return _Past(
            self.actions[:count],
            self.states[: count + 1],
            {index: step for index, step in self.steps.copy().items() if index < count},
            defaultdict(list, [(who, it[: bisect_left(it, count)]) for who, it in decided]),
            {observer: it[: count + 1] for observer, it in sights},
            {observer: it[: count + 1] for observer, it in versions},
        )


_blank: Final[Callable[[type], Any]] = object.__new__


class Snapshot(Generic[_S_co]):
    """A play after ``count`` actions. Actions and undo give other snapshots; this one stays."""

    __slots__ = ("_end", "_past", "actor", "count", "state")

    def __init__(self, past: _Past[_S_co], count: int, end: int, state: _S_co) -> None:
        self._past: _Past[_S_co] = past
        self._end: int = end
        self.count: int = count
        """The number of actions so far."""
        self.state: _S_co = state
        """The state after them."""
        self.actor: Actor = state.actor
        """The actor who decides next."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far."""
        return tuple(self._past.actions[: self.count])

    @property
    def last(self) -> Action | None:
        """The last action; None at the start."""
        return self._past.actions[self.count - 1] if self.count else None

    @property
    def can_redo(self) -> bool:
        """True when undone actions can be redone."""
        return self.count < self._end

    def decisions(self, actor: Actor) -> int:
        """Return how many of the actions this actor chose."""
        return bisect_left(self._past.decided.get(actor, ()), self.count)

    def step(self, index: int) -> Step[_S_co]:
        """Return the step with this index; -1 is the last one."""
        return self._step(range(self.count)[index])

    def _step(self, index: int) -> Step[_S_co]:
        past = self._past
        step = past.steps.get(index)
        if step is None:
            step = past.steps[index] = past.states[index].step(past.actions[index])
        return step

    @property
    def steps(self) -> tuple[Step[_S_co], ...]:
        """All steps so far."""
        return self._steps(0, self.count)

    @property
    def undone(self) -> tuple[Step[_S_co], ...]:
        """The steps that can be redone, in the order of the play."""
        return self._steps(self.count, self._end)

    def _steps(self, begin: int, end: int) -> tuple[Step[_S_co], ...]:
        kept = map(self._past.steps.get, range(begin, end))
        return tuple([it or self._step(index) for index, it in enumerate(kept, begin)])

    def sights(self, observer: Observer) -> tuple[Sight[Any], ...]:
        """Return what an observer has seen of the actions so far, first the view of the start.

        Raises:
            ValueError: when there is no such seat.
        """
        wanted, past = self.count + 1, self._past
        known = past.sights.get(observer, ())
        if len(known) < wanted:
            known = known or (Sight((), past.states[0].view(observer)),)
            new = [
                self._step(index).seen_by(observer) for index in range(len(known) - 1, self.count)
            ]
            known = past.sights[observer] = (*known, *new)
        return known[:wanted]

    def version(self, observer: Observer, sights: int | None = None) -> str:
        """Return a digest of all sights of an observer, or of so many of the first ones.

        Raises:
            ValueError: when there is no such seat, or not so many sights.
        """
        last = self.count if sights is None else sights - 1
        if not 0 <= last <= self.count:
            raise ValueError(f"there are 1 to {self.count + 1} sights, not {sights}")
        known = self._past.versions.get(observer, ())
        if len(known) <= self.count:
            found = list(known)
            for sight in self.sights(observer)[len(known) :]:
                events = [event.to_json() for event in sight.events]
                seen = dumps([found[-1:], str(sight.action), events, sight.view.to_json()])
                found.append(sha256(seen.encode()).hexdigest())
            known = self._past.versions[observer] = tuple(found)
        return known[last]

    def since(self, observer: Observer, sights: int, version: str) -> tuple[Sight[Any], ...]:
        """Return what an observer has seen since it had so many sights, with this version.

        All sights, when these are not part of the play: something was undone, or there are none.

        Raises:
            ValueError: when there is no such seat.
        """
        seen = self.sights(observer)
        is_part = 0 < sights <= len(seen) and self.version(observer, sights) == version
        return seen[sights:] if is_part else seen

    def since_decision(self, actor: Actor) -> int:
        """Return how many actions there are from the last one that this actor chose.

        When the actor has chosen none, it is one more than all actions.
        """
        decided, made = self._past.decided.get(actor, ()), self.decisions(actor)
        return self.count - decided[made - 1] if made else self.count + 1

    # Other snapshots. Only one thread at a time may make those of a play.

    def after(self, action: Action, state: Any, step: Step[Any] | None) -> "Snapshot[_S_co]":
        """Return the snapshot after one more action, which led to this state."""
        past, count = self._past, self.count
        if len(past.actions) != count:  # others are undone, or an interruption left one behind
            past = past.cut(count)
        past.actions.append(action)  # first, so that the line above finds what is not complete
        past.states.append(state)
        if step is not None:
            past.steps[count] = step
        past.decided[self.actor].append(count)
        # Saves a hundredth of a decision in packed Smile, compared with a call of Snapshot.
        snapshot: Snapshot[_S_co] = _blank(Snapshot)
        snapshot._past = past
        snapshot._end = snapshot.count = count + 1
        snapshot.state = state
        snapshot.actor = state.actor
        return snapshot

    def moved(self, by: int) -> "Snapshot[_S_co] | None":
        """Return the snapshot after so many more actions, or fewer; None when there is none."""
        past, count = self._past, self.count + by
        if not 0 <= count <= self._end:
            return None
        return Snapshot(past, count, self._end, past.states[count])

    def copy(self) -> "Snapshot[_S_co]":
        """Return an equal snapshot that shares no list with this one."""
        return Snapshot(self._past.cut(self._end), self.count, self._end, self.state)


def at_start(start: _S) -> Snapshot[_S]:
    """Return the snapshot of a play without actions."""
    return Snapshot(_Past([], [start], {}, defaultdict(list), {}, {}), 0, 0, start)
