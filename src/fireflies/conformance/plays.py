"""Random plays of any game, and what the rules make of a play: the expected answer."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from fireflies import table
from fireflies.chance import Draws
from fireflies.conformance import wire
from fireflies.conformance.cases import Ask, Request
from fireflies.conformance.exploring import POLICIES, Samples
from fireflies.conformance.judge import Answer
from fireflies.contract import Action, InvalidOptions, State, Step, Violation
from fireflies.errors import InvalidNotation
from fireflies.games import Game, Setup
from fireflies.rulebook import Clause


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

    def answer(self, request: Request) -> Answer:
        """Return the whole answer to a request; its states are made one by one."""
        if request.length is not None:
            return Answer((), self.refused, self.number)
        states = self.states[max(0, request.first_state(self.refused)) :]
        shown = (state.view(request.observer).to_json() for state in states)
        return Answer(shown, self.refused)


_COUNTED: Final = 8
"""In one of so many plays, sequences are counted."""
_PARTLY: Final = 8
"""Of one of so many plays, only the end is asked for."""
_FURTHER: Final = 4
"""One of so many plays goes on after what is refused, as if nothing were."""

LONGEST: Final = 1000
"""The most actions of a play."""
_SHOWN: Final = 200
"""The most states that are asked for at once."""
_COUNTS: Final = (10, 10, 100, 100, 2000)
"""The largest numbers of sequences: engines may go through them one by one."""
_DEEPEST: Final = 12
"""One more than the most actions of a sequence."""


class Drawn(NamedTuple):
    """A random play, and what is asked about it."""

    request: Request
    expected: Expected
    steps: tuple[Step[State], ...] = ()
    """The accepted actions, carried out; none where they are those of another request."""


def draw_plays(
    game: Game[Any], source: Samples, seed: int, number: int, setup: Setup[State] | None = None
) -> Iterator[Drawn]:
    """Yield the play of this number, with any setup or this one, and what is wrong on purpose.

    The first request is about a legal play, the second one tries an action that may be illegal, the
    third one has options that may not fit.
    """
    draws = Draws(seed, "explore", number)
    setup = source.setup(draws) if setup is None else setup
    steps = _played(setup.start, draws)
    observer = draws.below(setup.start.seats + 1) - 1
    texts = tuple(str(step.action) for step in steps)
    seat = None if observer < 0 else observer
    whole = Request(game.name, game.edition, setup.options, texts, seat)
    states = (setup.start, *(step.after for step in steps))
    yield _legal(whole, states, steps, draws)
    yield _tried(game, whole, states, _attempt(source, states, number, draws), draws)
    options = source.spoil_options(setup.options, number, draws)
    ask = draws.choose(_ASKED)
    spoiled = whole._replace(options=options, actions=(), observer=None, ask=ask)
    yield Drawn(spoiled, expect(game, spoiled))


_ASKED: Final[tuple[Ask, ...]] = ("trace", "final", {"from": 1}, {"count": 1})
"""What is asked where the options may not fit."""
_CHECKED: Final[tuple[Ask, ...]] = ("final", "final", "trace", {"count": 1})
"""What is asked where an action may be illegal."""


def _played(start: State, draws: Draws) -> tuple[Step[State], ...]:
    """Return the steps of a random play, which ends when the game does or becomes too long."""
    policies = [draws.choose(POLICIES) for _ in range(start.seats)]

    def decide(play: table.Play[State]) -> Action | None:
        state = play.state
        actor = state.actor
        if len(play.actions) == LONGEST:
            return None
        if isinstance(actor, int):
            return policies[actor](state, state.legal_actions, draws)
        return state.deal(draws)

    return tuple(table.Play(start, decide))


def _legal(
    whole: Request, states: Sequence[State], steps: tuple[Step[State], ...], draws: Draws
) -> Drawn:
    """Return a legal play, or its beginning, and what is asked about it."""
    count, number = len(steps), None
    ask: Ask = "trace"
    if draws.below(_COUNTED) == 0:
        count = max(0, count - draws.below(6)) if draws.below(2) else draws.below(count + 1)
        length, number = _counted(states[count], draws)
        ask = {"count": length}
    elif count >= _SHOWN:
        count = draws.below(count + 1)
        ask = {"from": max(0, count + 1 - _SHOWN)}
    elif draws.below(_PARTLY) == 0:
        ask = "final" if draws.below(2) else {"from": draws.below(count + 3)}
    request = whole._replace(actions=whole.actions[:count], ask=ask)
    actions = tuple(step.action for step in steps[:count])
    return Drawn(request, Expected(tuple(states[: count + 1]), actions, None, None, number), steps)


def _attempt(
    source: Samples, states: Sequence[State], number: int, draws: Draws
) -> tuple[int, str]:
    """Return the text of an action that may be illegal, and the number of actions before it."""
    cut = draws.below(len(states))
    legal = states[cut].legal_actions
    if number % 2 and legal:
        return cut, source.form(legal, number // 2, draws)
    return cut, source.attempt(states, draws)


def _tried(
    game: Game[Any], whole: Request, states: Sequence[State], attempt: tuple[int, str], draws: Draws
) -> Drawn:
    """Return a play in which an action that may be illegal is tried."""
    cut, text = attempt
    further = () if draws.below(_FURTHER) else whole.actions[cut:]
    ask = draws.choose(_CHECKED)
    request = whole._replace(actions=(*whole.actions[:cut], text, *further), ask=ask)
    accepted, clause = judged(game, states[cut], text)
    if accepted:
        return Drawn(request, expect(game, request))
    actions = tuple(map(game.read_action, whole.actions[:cut]))
    number = None if request.length is None else _number(states[cut], request.length)
    return Drawn(request, Expected(tuple(states[: cut + 1]), actions, cut, clause, number))


def _counted(state: State, draws: Draws) -> tuple[int, int | None]:
    """Return a length of sequences of which there are not too many, and their number."""
    most, longest = draws.choose(_COUNTS), draws.below(_DEEPEST)
    number = _number(state, 0)
    for length in range(1, longest + 1):
        more = _number(state, length)
        if more is None or more > most:
            return length - 1, number
        number = more
    return longest, number


def judged(game: Game[Any], state: State, text: str) -> tuple[bool, Clause | None]:
    """Return whether an action is accepted, and which clause refuses it."""
    try:
        violation = state.check(game.read_action(text))
    except InvalidNotation:
        return False, None
    return violation is None, None if violation is None else violation.clause


def expect(game: Game[Any], request: Request) -> Expected:
    """Return what the rules make of a play."""
    try:
        start = wire.set_up(game, request.options).start
    except InvalidOptions as error:
        return Expected((), (), -1, error.clause, 0)
    states, actions, fault = wire.follow(game, start, request.actions)
    refused = None if fault is None else len(actions)
    clause = fault.clause if isinstance(fault, Violation) else None
    number = None if request.length is None else _number(states[-1], request.length)
    return Expected(states, actions, refused, clause, number)


def _number(state: State, length: int) -> int | None:
    try:
        return wire.count_sequences(state, length)
    except wire.NotOffered:
        return None


def reached(game: Game[Any], plays: Iterable[Drawn]) -> set[Clause]:
    """Return the clauses that bear on plays: those that the rules name, of setup, of secrecy."""
    found: set[Clause] = set()
    kinds: set[str] = set()
    for play in plays:
        if play.expected.clause is not None:
            found.add(play.expected.clause)
        for step in play.steps:
            found.update(named(step))
        kinds |= {"setup"} if play.expected.states else set()
        kinds |= {"secrecy"} if play.request.observer is not None else set()
    return found | {clause for clause in game.clauses if clause.rule.kind in kinds}


def named(step: Step[State]) -> tuple[Clause, ...]:
    """Return the clauses that the rules name when an action is carried out, in their order."""
    clauses = dict.fromkeys(event.clause for event in step.events)
    outcome = step.after.outcome
    return (*clauses,) if outcome is None else (*clauses, outcome.clause)
