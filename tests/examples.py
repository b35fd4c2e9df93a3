"""The examples of the clauses, and what is wrong with one when it is tried with the rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from fireflies._data import MISSING, dumps, value_at
from fireflies.contract import Action, State
from fireflies.games import Game
from fireflies.rulebook import Example, Rule, Then, of


@dataclass(frozen=True)
class Shown:
    """An example with its clause."""

    game: Game[State]
    rule: Rule
    example: Example
    number: int
    """Its place among the examples of the clause, from 1."""

    @property
    def name(self) -> str:
        """Return the id of the clause and the number, for messages."""
        return f"{self.rule.id} {self.number}"

    @cached_property
    def state(self) -> State:
        """Return the position of the example."""
        options = self.game.parse_arguments(self.example.options)
        return self.game.set_up(options).read_position(self.example.position)

    @cached_property
    def action(self) -> Action | None:
        """Return the action of the example, if it has one."""
        return self.game.read_action(self.example.action) if self.example.action else None


def examples(game: Game[State], clause: str | None = None) -> list[Shown]:
    """Return the examples of a game, or those of one clause."""
    return [
        Shown(game, rule, example, number)
        for rule in of(game.clauses).rules.values()
        if clause in {None, rule.id}
        for number, example in enumerate(rule.examples, 1)
    ]


def faults(shown: Shown) -> Iterator[str]:
    """Yield a message for each difference from the rules: what is expected, and what is found."""
    example, state, action = shown.example, shown.state, shown.action
    if (position := state.view().position) != example.position:
        yield f"{shown.name}: the position is written as {position!r}, not {example.position!r}"
    if action is None:
        return
    if str(action) != example.action:
        yield f"{shown.name}: the action is written as {str(action)!r}, not {example.action!r}"
    violation = state.check(action)
    found = "accepted" if violation is None else f"refused: {violation.reason}"
    if (action in state.legal_actions) != (violation is None):
        yield f"{shown.name}: {example.action!r} is {found}, and the legal actions say otherwise"
    if violation is not None and not example.refused:
        yield f"{shown.name}: {example.action!r} is expected to be accepted, but it is {found}"
    elif example.refused and (violation is None or violation.clause != shown.rule.id):
        yield (
            f"{shown.name}: {example.action!r} is expected to be refused by {shown.rule.id}, but"
            f" it is {found}"
        )
    elif example.then is not None:
        yield from _faults_of_result(shown.name, state, action, example.then)


def _faults_of_result(name: str, state: State, action: Action, then: Then) -> Iterator[str]:
    """Yield a message for each event and each new value that differs from the expected result."""
    step = state.step(action)
    events = tuple(map(str, step.events))
    if events != then.events:
        yield f"{name}: these events are expected: {[*then.events]}, but these happen: {[*events]}"
    before, after = step.before.view().to_json(), step.after.view().to_json()
    for place, value in then.changes.items():
        found = value_at(after, place)
        if found != value:
            known = "nothing" if found is MISSING else dumps(found)
            yield f"{name}: {place} is expected to become {dumps(value)}, but it is {known}"
        elif value_at(before, place) == value:
            yield f"{name}: {place} is {dumps(value)} before the action too, so it does not change"
