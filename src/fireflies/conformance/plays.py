"""Plays as the explorer makes them, and what the rules make of a play: the expected answer."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from fireflies import table
from fireflies.chance import Draws
from fireflies.conformance import wire
from fireflies.conformance.exploring import PlainExploring
from fireflies.contract import Action, InvalidOptions, State, Violation
from fireflies.errors import InvalidNotation
from fireflies.games import Game
from fireflies.rulebook import Clause
from fireflies.strategies import Exploring


@lru_cache(maxsize=16)  # asked for with every play
def exploring(game: Game[State]) -> Exploring:
    """Return what the explorer draws plays of a game from."""
    return PlainExploring(game) if game.exploring is None else game.exploring()


class Play(NamedTuple):
    """What an engine is asked: options, actions, and who looks."""

    options: Mapping[str, object]
    actions: tuple[str, ...]
    observer: int | None
    length: int | None = None
    """The length of the sequences to count from where it ends; None asks for all states."""

    def request(self, game: Game[State]) -> dict[str, object]:
        """The wire's CASE."""
        return {
            "game": game.name,
            "edition": game.edition,
            "options": self.options,
            "actions": list(self.actions),
            "observer": self.observer,
            "ask": "trace" if self.length is None else {"count": self.length},
        }


class Expected(NamedTuple):
    """What the rules make of a play."""

    states: tuple[State, ...]
    """Before the first action and after each accepted one; none when the options are refused."""
    actions: tuple[Action, ...]
    """The accepted ones."""
    refused: int | None
    """The index of the refused action; -1 are the options."""
    clause: Clause | None
    """The clause that refuses it; None where no clause does, but the form is wrong."""
    number: int | None = None
    """The number of sequences, where it is asked for and the wire counts as many."""


_WHOLE: Final = 3  # one in so many plays goes on to its end, and ends without a refusal
_SPOILED: Final = 6  # one in so many is tried with options that may not fit
_COUNTED: Final = 12  # in one of so many, sequences are counted
_FURTHER: Final = 4  # one in so many goes on after what is refused, as if nothing were


def draw_play(game: Game[State], draws: Draws, *, small: bool = False) -> tuple[Play, Expected]:
    """Draw a play that nobody wrote down: legal to its end, or ending in one refused action."""
    source = exploring(game)
    options = source.draw_options(draws, small=small)
    if draws.below(_SPOILED) == 0:
        play = Play(source.spoil_options(options, draws), (), None)
        return play, expect(game, play)
    start = game.set_up(options).start
    observer = draws.below(start.seats + 1) - 1
    policies = [draws.choose(source.POLICIES) for _ in range(start.seats)]

    def decide(driven: table.Play[State]) -> Action:
        state = driven.state
        actor = state.actor
        if isinstance(actor, int):
            return policies[actor](state, state.legal_actions, draws)
        return state.deal(draws)

    driven = table.Play(start, decide, keep_events=False)
    states = [start]
    while driven.advance() is not None:
        states.append(driven.state)
    actions = driven.actions
    texts = [str(action) for action in actions]
    seat = None if observer < 0 else observer
    if draws.below(_COUNTED) == 0:
        return _counted(options, states, actions, draws)
    refused, clause = None, None
    if draws.below(_WHOLE):
        cut = draws.below(len(states))
        tried = source.attempt(states[cut], draws)
        accepted, clause = judged(game, states[cut], tried)
        if not accepted:
            refused, states, actions = cut, states[: cut + 1], actions[:cut]
            further = [] if draws.below(_FURTHER) else texts[cut:]
            texts = [*texts[:cut], tried, *further]
    play = Play(options, tuple(texts), seat)
    return play, Expected(tuple(states), tuple(actions), refused, clause)


def _counted(
    options: Mapping[str, object], states: list[State], actions: list[Action], draws: Draws
) -> tuple[Play, Expected]:
    """Cut the play somewhere, more often near its end, and count the sequences from there."""
    near = draws.below(2) == 0
    cut = max(0, len(actions) - draws.below(4)) if near else draws.below(len(states))
    length = draws.below(5) if near else 1 + draws.below(2)
    played = tuple(actions[:cut])
    number = _number(states[cut], length)
    play = Play(options, tuple(map(str, played)), None, length)
    return play, Expected(tuple(states[: cut + 1]), played, None, None, number)


def judged(game: Game[State], state: State, text: str) -> tuple[bool, Clause | None]:
    """Return whether an action is accepted, and which clause refuses it."""
    try:
        violation = state.check(game.read_action(text))
    except InvalidNotation:
        return False, None
    return violation is None, None if violation is None else violation.clause


def expect(game: Game[State], play: Play) -> Expected:
    """Return what the rules make of a play."""
    try:
        start = game.set_up(play.options).start
    except InvalidOptions as error:
        return Expected((), (), -1, error.clause)
    states, actions, fault = wire.follow(game, start, play.actions)
    refused = None if fault is None else len(actions)
    clause = fault.clause if isinstance(fault, Violation) else None
    number = None if play.length is None else _number(states[-1], play.length)
    return Expected(states, actions, refused, clause, number)


def _number(state: State, length: int) -> int | None:
    try:
        return wire.count_sequences(state, length)
    except wire.NotOffered:
        return None


def reached(game: Game[State], play: Play, expected: Expected) -> Iterator[Clause]:
    """Yield the clauses that bear on a play, each as often as it does."""
    source = exploring(game)
    if expected.clause is not None:
        yield expected.clause
    if not expected.states:
        return
    yield from source.reached_at_start(play.options, expected.states[0])
    if play.observer is not None:
        yield from source.SECRETS
    for before, action, after in zip(
        expected.states, expected.actions, expected.states[1:], strict=False
    ):
        yield from source.reached(before, action, after)


def reached_by(game: Game[State], expected: Expected, index: int) -> Iterable[Clause]:
    """Return the clauses that bear on the action of this index."""
    before, after = expected.states[index : index + 2]
    return exploring(game).reached(before, expected.actions[index], after)
