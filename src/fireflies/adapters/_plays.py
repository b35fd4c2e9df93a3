"""A play of any game of ours, numbered, with what each seat has seen of it."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from fireflies import games
from fireflies._typing import override
from fireflies.adapters._numbers import Numbering
from fireflies.contract import CHANCE, Action, State
from fireflies.games import Bounds, Game


class Rules:
    """What all states of a game have in common: its rules, with the options settled."""

    def __init__(self, game: Game, options: Mapping[str, object]) -> None:
        """Settle them. Raises InvalidOptions."""
        self.game: Game = game
        self.options: Mapping[str, object] = game.complete(options)
        self.numbering: Numbering = Numbering(game, self.options)
        self.bounds: Bounds = game.bounds(self.options)
        # The same game packed, if there is one, is the same play in less time.
        self.start: Play = Play(self, register.packed(game).start(self.options))

    @override
    def __reduce__(
        self,
    ) -> tuple[Callable[[str, Mapping[str, object]], "Rules"], tuple[str, Mapping[str, object]]]:
        """Pickle the name and the options, from which all the rest is made again."""
        return _rules_of, (self.game.name, self.options)


def _rules_of(name: str, options: Mapping[str, object]) -> Rules:
    """The rules of a pickle."""
    return Rules(games.get(name), options)


class _Last(NamedTuple):
    """How a play came to where it is."""

    before: "Play"
    """The play without its last action."""
    number: int
    action: Action


class Play:
    """A play as far as it has come. It never changes, so any number of states may share it."""

    __slots__ = ("last", "lines", "rules", "state")

    def __init__(self, rules: Rules, state: State, last: _Last | None = None) -> None:
        """A play that has come to this state, by the last action if there was one."""
        self.rules: Rules = rules
        self.state: State = state
        """The position now."""
        self.last: _Last | None = last
        self.lines: dict[int, str] = {}
        """What :meth:`told` has answered, by seat."""

    def after(self, number: int) -> "Play":
        """The play with one more action.

        Raises:
            IllegalAction: when it is not allowed.
            ValueError: when no action has the number.
        """
        numbering, state = self.rules.numbering, self.state
        numbers = numbering.chance_actions if state.actor == CHANCE else numbering.actions
        action = numbers.action(number)
        return Play(self.rules, state.apply(action), _Last(self, number, action))

    def _steps(self) -> list[_Last]:
        """All that was done, the last one first."""
        found: list[_Last] = []
        last = self.last
        while last is not None:
            found.append(last)
            last = last.before.last
        return found

    def numbers(self) -> list[int]:
        """The numbers of the actions, in order."""
        return [step.number for step in reversed(self._steps())]

    def witnessed(self, seat: int) -> list[int]:
        """What a seat has seen being done, in order, by the numbers of what can be witnessed."""
        numbers = self.rules.numbering.witnessed
        return [numbers.number(self._witness(step, seat)) for step in reversed(self._steps())]

    def _witness(self, step: _Last, seat: int) -> Action:
        """What a seat saw being done."""
        return self.rules.numbering.tensors.witness(step.before.state, step.action, seat)

    def is_open_to(self, seat: int) -> bool:
        """Whether this seat has seen every action as it was."""
        return all(self._witness(step, seat) is step.action for step in self._steps())

    def told(self, seat: int) -> str:
        """What a seat has seen being done: a line with the seat, then a line for each action."""
        later: list[_Last] = []
        play = self
        while play.last is not None and seat not in play.lines:
            later.append(play.last)
            play = play.last.before
        text = play.lines.setdefault(seat, f"seat {seat}")
        for step in reversed(later):
            text = f"{text}\n{self._witness(step, seat)}"
        self.lines[seat] = text
        return text

    def __deepcopy__(self, _memo: object) -> "Play":
        """The same play: who copies what holds one needs no second one."""
        return self

    @override
    def __reduce__(
        self,
    ) -> tuple[Callable[[Rules, list[int]], "Play"], tuple[Rules, list[int]]]:
        """Pickle the actions, from which all the rest is made again."""
        return _replay, (self.rules, self.numbers())


def _replay(rules: Rules, numbers: list[int]) -> Play:
    """The play of a pickle."""
    play = rules.start
    for number in numbers:
        play = play.after(number)
    return play
