"""One loop of random play for every contestant: the seat to act, its legal actions, one of them.

A list of random integers decides which one. The loops differ only in the names of methods that a
library has, so that they take the same time.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from time import process_time_ns
from typing import Any, NamedTuple, Protocol, Self, TypeAlias, TypeVar

import pyspiel

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import CHANCE, State
from tests.benchmarks import openspiel_smile

Scores: TypeAlias = tuple[int, ...]
"""The points of each seat at the end of a play."""


class Driver(Protocol):
    """Some plays of one contestant, all at the same stage."""

    def is_over(self) -> bool:
        """Return whether the plays have ended."""
        ...

    def chance(self, draws: Sequence[int], at: int) -> int:
        """Let chance act in each play until a seat is to move.

        The first draw that is used is the one at place `at`; return the place of the next one.
        """
        ...

    def decide(self, draws: Sequence[int], at: int) -> int:
        """Let the seats act in each play until none is to move."""
        ...

    def scores(self) -> list[Scores]:
        """Return the final scores of each play."""
        ...


class Position(Protocol):
    """The part of a state that the driver uses."""

    @property
    def actor(self) -> int | str | None:
        """The seat to act, chance, or None."""
        ...

    @property
    def legal_actions(self) -> Sequence[Any]:
        """The legal actions."""
        ...

    def apply(self, action: Any, /) -> Self:
        """Return the state after an action."""
        ...


_P = TypeVar("_P", bound=Position)


class Values:
    """Plays of a game whose states are values: ours, and the yardstick in C."""

    def __init__(self, start: _P, plays: int, scored: Callable[[_P], Scores]) -> None:
        self._states: list[Any] = [start] * plays
        self._scored = scored

    def is_over(self) -> bool:
        """Return whether the plays have ended: those of Smile all end at once."""
        return self._states[0].actor is None

    def chance(self, draws: Sequence[int], at: int) -> int:
        """Let chance act in each play until a seat is to move."""
        states = self._states
        for play, first in enumerate(states):
            state = first
            while state.actor == CHANCE:
                legal = state.legal_actions
                state = state.apply(legal[draws[at] % len(legal)])
                at += 1
            states[play] = state
        return at

    def decide(self, draws: Sequence[int], at: int) -> int:
        """Let the seats act in each play until none is to move."""
        states = self._states
        for play, first in enumerate(states):
            state = first
            while isinstance(state.actor, int):
                legal = state.legal_actions
                state = state.apply(legal[draws[at] % len(legal)])
                at += 1
            states[play] = state
        return at

    def scores(self) -> list[Scores]:
        """Return the final scores of each play."""
        return [self._scored(state) for state in self._states]


class Dealt(Values):
    """Plays in which chance deals through the contract, as it does at a table."""

    def __init__(self, start: State, plays: int, first_seed: int) -> None:
        """Take the seed of the first play; play ``n`` has ``first_seed + n``."""
        super().__init__(start, plays, _final_scores)
        self._seeds = range(first_seed, first_seed + plays)
        self._dealt = 0

    @override
    def chance(self, draws: Sequence[int], at: int) -> int:
        """Let chance act in each play until a seat is to move; it draws from the play's seed."""
        states, before, dealt = self._states, self._dealt, self._dealt
        for play, seed in enumerate(self._seeds):
            state, dealt = states[play], before
            while state.actor == CHANCE:
                state = state.apply(state.deal(Draws(seed, CHANCE, dealt)))
                dealt += 1
            states[play] = state
        self._dealt = dealt
        return at + (dealt - before) * len(states)


class Rows(Dealt):
    """Plays of the packed game in which chance deals a whole row at once."""

    @override
    def chance(self, draws: Sequence[int], at: int) -> int:
        """Let chance act in each play until a seat is to move."""
        states, before = self._states, self._dealt
        for play, seed in enumerate(self._seeds):
            state = states[play]
            if state.actor == CHANCE:
                states[play] = state.deal_row(seed, before)
        seats: int = states[0].seats
        self._dealt += seats
        return at + seats * len(states)


def _final_scores(state: State) -> Scores:
    outcome = state.outcome
    assert outcome is not None
    return outcome.scores


class OpenSpiel:
    """Plays of a game of OpenSpiel, with rules in C++ or Python."""

    def __init__(self, game: pyspiel.Game, plays: int) -> None:
        self._states = [game.new_initial_state() for _ in range(plays)]
        self._going = [*self._states]

    def is_over(self) -> bool:
        """Return whether the plays have ended."""
        self._going = [state for state in self._going if not state.is_terminal()]
        return not self._going

    def chance(self, draws: Sequence[int], at: int) -> int:
        """Let chance act in each play until a seat is to move.

        It asks for `chance_outcomes`, as programs for OpenSpiel do; `legal_actions` would make the
        same list and take it through C++ twice.
        """
        chance = openspiel_smile.CHANCE
        for state in self._going:
            while state.current_player() == chance:
                legal = state.chance_outcomes()
                state.apply_action(legal[draws[at] % len(legal)][0])
                at += 1
        return at

    def decide(self, draws: Sequence[int], at: int) -> int:
        """Let the seats act in each play until none is to move."""
        for state in self._going:
            while state.current_player() >= 0:
                legal = state.legal_actions()
                state.apply_action(legal[draws[at] % len(legal)])
                at += 1
        return at

    def scores(self) -> list[Scores]:
        """Return the final scores of each play."""
        return [tuple(map(int, state.returns())) for state in self._states]


class Children(OpenSpiel):
    """Plays of a game of OpenSpiel with a new state for each action of a seat, as in our games."""

    @override
    def decide(self, draws: Sequence[int], at: int) -> int:
        """Let the seats act in each play until none is to move."""
        states = self._going
        for play, first in enumerate(states):
            state = first
            while state.current_player() >= 0:
                legal = state.legal_actions()
                state = state.child(legal[draws[at] % len(legal)])
                at += 1
            states[play] = state
        return at


class Played(NamedTuple):
    """The times of some plays, in nanoseconds and summed over all plays, and how they ended."""

    chance_time: int
    chance_actions: int
    decision_time: int
    decisions: int
    scores: list[Scores]

    @property
    def per_decision(self) -> float:
        """The time of a decision, without the actions of chance."""
        return self.decision_time / self.decisions

    @property
    def per_chance_action(self) -> float:
        """The time of one action of chance."""
        return self.chance_time / self.chance_actions

    @property
    def per_action(self) -> float:
        """The time of an action, of a seat or of chance."""
        time = self.chance_time + self.decision_time
        return time / (self.chance_actions + self.decisions)

    @property
    def per_decision_with_chance(self) -> float:
        """The time of a decision and of its share of the actions of chance."""
        return (self.chance_time + self.decision_time) / self.decisions


def summed(several: Sequence[Played]) -> Played:
    """Return the sum of the times of plays that were repeated; all must have ended in the same way.

    Raises:
        ValueError: when they have not.
    """
    first = several[0]
    if any(one.scores != first.scores for one in several):
        raise ValueError("the same draws have made different plays")
    chance, acted, deciding, decided = (
        sum(column) for column in list(zip(*several, strict=True))[:4]
    )
    return Played(chance, acted, deciding, decided, first.scores)


def play(driver: Driver, draws: Sequence[int]) -> Played:
    """Play to the end; measure only the time in which actions are listed, chosen and applied.

    The clock is that of this process: what others do on the machine counts as little as can be.
    """
    at = chance_time = chance_actions = decision_time = decisions = 0
    while not driver.is_over():
        begin = process_time_ns()
        decided_from = driver.chance(draws, at)
        middle = process_time_ns()
        after = driver.decide(draws, decided_from)
        end = process_time_ns()
        chance_time += middle - begin
        chance_actions += decided_from - at
        decision_time += end - middle
        decisions += after - decided_from
        at = after
    return Played(chance_time, chance_actions, decision_time, decisions, driver.scores())


def bare(draws: Sequence[int]) -> float:
    """Return the time of one pass of the driver's loop without a game, in nanoseconds."""
    moves = (0, 1, 2, 3)
    begin = process_time_ns()
    for at in range(len(draws)):
        if isinstance(at, int):
            legal = moves
            legal[draws[at] % len(legal)]
    return (process_time_ns() - begin) / len(draws)


def digest(scores: Sequence[Scores]) -> str:
    """Return a hash of a list of final scores."""
    return sha256(repr(list(scores)).encode()).hexdigest()


def joined(digests: Sequence[str]) -> str:
    """Return one hash for several."""
    return sha256(" ".join(digests).encode()).hexdigest()


def trail_of_ours(start: State, draws: Sequence[int]) -> list[State]:
    """Return all states of one play."""
    state = start
    trail = [state]
    while legal := state.legal_actions:
        state = state.apply(legal[draws[len(trail)] % len(legal)])
        trail.append(state)
    return trail


def trail_of_openspiel(game: pyspiel.Game, draws: Sequence[int]) -> list[pyspiel.State]:
    """Return clones of all states of one play, since a state of OpenSpiel changes."""
    state = game.new_initial_state()
    trail = [state.clone()]
    while legal := state.legal_actions():
        state.apply_action(legal[draws[len(trail)] % len(legal)])
        trail.append(state.clone())
    return trail
