"""Many plays of any game at once, by action numbers: the engine of the batched environment."""

from itertools import chain
from typing import Any, Final, NamedTuple

from fireflies._typing import override
from fireflies.adapters._numbers import Numbering
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, Observer, Outcome, State, View
from fireflies.contract.rules import has_rules
from fireflies.errors import UnusableGame
from fireflies.table import Table
from fireflies.tensors import Batch


class Play(NamedTuple):
    """A play whose next decision is that of a seat, or which is over."""

    state: Any
    seed: int
    dealt: int
    """The count of chance's actions so far."""
    forced: int = 0
    """The count of the decisions that were skipped so far."""

    def after_legal(self, action: Action) -> "Play":
        """Return the play after an action that the state has listed, and those of chance then."""
        state = self.state  # a packed state knows what it has listed
        after = state.apply_trusted(action) if has_rules(state) else state.apply(action)
        return deal(after, self.seed, self.dealt, self.forced)


def glimpse(state: Any, observer: Observer) -> View:
    """Return what an observer sees, if need be without the legal actions."""
    seen: View = state.glimpse(observer) if has_rules(state) else state.view(observer)
    return seen


def deal(state: Any, seed: int, dealt: int = 0, forced: int = 0) -> Play:
    """Return the play after the actions of chance, with the draws of a table with this seed."""
    if has_rules(state):

        def draws(number: int) -> Draws:
            return Draws(seed, CHANCE, dealt + number)

        state, count = state.run_chance(draws)
        return Play(state, seed, dealt + count, forced)
    while state.actor == CHANCE:
        state = state.apply(state.deal(Draws(seed, CHANCE, dealt)))
        dealt += 1
    return Play(state, seed, dealt, forced)


def played(table: Table[State], action: Action) -> State:
    """Carry out an action of a seat and those of chance that follow, and return the position."""
    table.play(action)
    return table.run()


def first(name: str, start: State, seed: int, *, skip_forced: bool) -> Play:
    """Return a play at its first decision.

    Raises:
        UnusableGame: when no seat ever decides.
    """
    play = deal(start, seed)
    if play.state.actor is None:
        raise UnusableGame(name, "a play can end before a seat decides")
    skipped = after_forced(play) if skip_forced else play
    return play if skipped.state.actor is None else skipped


def after_forced(play: Play) -> Play:
    """Return the play after all decisions that leave no choice."""
    while len(legal := play.state.legal_actions) == 1:
        play = play.after_legal(legal[0])._replace(forced=play.forced + 1)
    return play


class Chosen(NamedTuple):
    """The settings of a batch."""

    games: int
    observes: bool
    skip_forced: bool


class States(Batch):
    """Plays of a game that has nothing faster than its states."""

    def __init__(self, name: str, start: State, numbering: Numbering, chosen: Chosen) -> None:
        self._name, self._start, self._chosen = name, start, chosen
        self._number: Final = numbering.actions.numbers
        self._tensors: Final = numbering.tensors
        games = chosen.games
        self._plays: Final = [Play(start, 0, 0)] * games
        self._views: Final = [start.view()] * games if chosen.observes else []
        self._legal: Final[list[tuple[Action, ...]]] = [()] * games
        self._numbers: Final[list[list[int]]] = [[]] * games

    @override
    def begin(self, game: int, seed: int, /) -> None:
        self._put(game, first(self._name, self._start, seed, skip_forced=self._chosen.skip_forced))

    @override
    def advance(self, actions: Any, /) -> list[tuple[int, Outcome]]:
        over: list[tuple[int, Outcome]] = []
        for game, number in enumerate(actions.tolist()):
            play = self._plays[game]
            play = play.after_legal(self._legal[game][self._numbers[game].index(number)])
            if self._chosen.skip_forced:
                play = after_forced(play)
            outcome = play.state.outcome
            if outcome is None:
                self._put(game, play)
            else:
                over.append((game, outcome))
        return over

    def _put(self, game: int, play: Play) -> None:
        self._plays[game] = play
        if self._views:
            self._views[game] = glimpse(play.state, play.state.actor)
        self._legal[game] = legal = play.state.legal_actions
        self._numbers[game] = self._number(legal)

    @override
    def write_turns(self, mask: Any, seat: Any, /) -> None:
        seat[:] = [play.state.actor for play in self._plays]
        mask[:] = False
        rows = [game for game, numbers in enumerate(self._numbers) for _ in numbers]
        mask[rows, [*chain.from_iterable(self._numbers)]] = True

    @override
    def write_seen(self, rows: Any, /) -> None:
        rows[:] = 0
        for row, view in zip(rows, self._views, strict=True):
            self._tensors.write(view, row.data)  # a memoryview is faster than an array

    @override
    def write_recalled(self, rows: Any, /) -> None:
        size = self._tensors.size
        for row, play in zip(rows, self._plays, strict=True):
            numbers = [0] * (size + len(row))
            self._tensors.write_recalled(play.state.view(), numbers)
            row[:] = numbers[size:]

    @override
    def state(self, game: int, /) -> State:
        state: State = self._plays[game].state
        return state
