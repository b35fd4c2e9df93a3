"""Random plays of any game, and the answers that the rules expect."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from fireflies import table
from fireflies.chance import Draws
from fireflies.conformance import wire
from fireflies.conformance.cases import Request
from fireflies.conformance.judge import Answer
from fireflies.conformance.lines import Ask
from fireflies.conformance.policies import draw_policies
from fireflies.conformance.samples import FastDraws, Samples, TextsByVerb, by_verb
from fireflies.contract import Action, InvalidOptions, State, Step, Violation
from fireflies.errors import InvalidNotation
from fireflies.games import Game, Setup
from fireflies.rulebook import Clause


class Expected(NamedTuple):
    """The expected result of a play by the rules."""

    states: tuple[State, ...]
    """The state before the first action and after each accepted one; empty for refused options."""
    actions: tuple[Action, ...]
    """The accepted actions."""
    refused: int | None
    """The index of the refused action; -1 for the options; None when nothing is refused."""
    clause: Clause | None
    """The violated clause; None when nothing is refused or only the form is wrong."""
    number: int | None = None
    """The number of legal action sequences; None when not requested or too large for the wire."""

    def answer(self, request: Request) -> Answer:
        """Return the complete answer to a request; its states are created when they are read."""
        if request.length is not None:
            return Answer((), self.refused, self.number)
        states = self.states[max(0, request.first_state(self.refused)) :]
        views = (state.view(request.observer).to_json() for state in states)
        return Answer(views, self.refused)


_COUNT_EVERY: Final = 8
"""In one of this many plays, the first request is for a count of sequences."""
_PART_EVERY: Final = 8
"""In one of this many other plays, the first request is for its last states only."""
_CANDIDATES: Final = 400
"""The number of texts from which an attempt, an action that may be illegal, is chosen."""
_CONTINUE_EVERY: Final = 4
"""More actions follow the attempt in one of this many plays."""
_ATTEMPTS: Final = 3
"""The number of requests of a play with an attempt."""
_CHANGES: Final = 3
"""The number of requests of a play with changed options, which take little time."""
_CONTINUATION: Final = 12
"""The largest number of random actions added after those of a case."""
_LATE: Final = 10
"""An eighth of the candidates are for this many last states, where a supply may be empty."""

LONGEST: Final = 1000
"""The largest number of actions in a play."""
_MOST_STATES: Final = 200
"""The largest number of states that a drawn request without an attempt asks for."""
_COUNT_LIMITS: Final = (10, 10, 100, 100, 2000)
"""The possible upper limits of a count, which are low: an engine may visit every sequence."""
_COUNT_LENGTHS: Final = 12
"""A counted sequence has fewer actions than this."""


class DrawnPlay(NamedTuple):
    """A random play as a request, with the expected answer."""

    request: Request
    expected: Expected
    steps: tuple[Step[State], ...] = ()
    """The steps of the play; empty in a changed copy of a play, so that a step is counted once."""


class _LegalPlay(NamedTuple):
    """A legal play, about which requests are drawn."""

    request: Request
    """The request for all its states."""
    states: tuple[State, ...]
    steps: tuple[Step[State], ...]


def draw_plays(
    game: Game[Any], samples: Samples, seed: int, number: int, setup: Setup[State] | None = None
) -> Iterator[DrawnPlay]:
    """Yield the requests about the play of this number. Without a setup, draw one.

    In this order:

    * a legal play
    * some plays with an attempt (an action that may be illegal), and one with a misspelled action
    * some options that may be invalid, and up to two at the limit of the rules
    * options in which one text is replaced by another text of the same key
    * without a given setup: a play that begins like a case of the suite, also with attempts
    """
    draws = Draws(seed, "explore", number)
    drawn = samples.setup(draws) if setup is None else setup
    steps = _random_steps(drawn.start, LONGEST, draws)
    seat = draws.below(drawn.start.seats + 1) - 1
    play = _legal_play(game, drawn, steps, None if seat < 0 else seat)
    yield _request_without_attempt(play, draws)
    candidates_by_verb = (_texts_of_play(drawn, play.states), by_verb(play.request.actions))
    yield from _requests_with_attempts(game, samples, play, candidates_by_verb, draws)
    yield _request_with_attempt(game, play, _misspell(samples, play.states, number, draws), draws)
    variations = range(_CHANGES * number, _CHANGES * (number + 1))
    other_options = [
        samples.change_options(drawn.options, variation, draws) for variation in variations
    ]
    other_options += samples.at_boundary(drawn.options, partial(_is_valid, game), draws)
    for options in (*other_options, samples.copy_text(drawn.options, draws)):
        ask = draws.choose(_ASKS_FOR_OPTIONS)
        changed = play.request._replace(options=options, actions=(), observer=None, ask=ask)
        yield DrawnPlay(changed, expect(game, changed))
    case = samples.case(number)
    if setup is None and case is not None:
        yield from _requests_near(game, samples, case, draws)


def _legal_play(
    game: Game[Any], setup: Setup[State], steps: tuple[Step[State], ...], observer: int | None
) -> _LegalPlay:
    """Return the play of these steps."""
    texts = tuple(str(step.action) for step in steps)
    request = Request(game.name, game.edition, setup.options, texts, observer)
    return _LegalPlay(request, (setup.start, *(step.after for step in steps)), steps)


def _requests_near(
    game: Game[Any], samples: Samples, case: Request, draws: Draws
) -> Iterator[DrawnPlay]:
    """Yield the request of a case, then requests about a random play that begins with its actions.

    So the explorer also visits the neighborhood of the rare positions in the suite.
    """
    expected = expect(game, case)
    yield DrawnPlay(case, expected)
    if not expected.states:
        return
    setup = replace(game.set_up(case.options), options=case.options)
    steps = (
        state.step(action) for state, action in zip(expected.states, expected.actions, strict=False)
    )
    later = _random_steps(expected.states[-1], draws.below(_CONTINUATION + 1), draws)
    play = _legal_play(game, setup, (*steps, *later), case.observer)
    yield _whole_request(play)
    candidates_by_verb = (_texts_of_play(setup, play.states), by_verb(play.request.actions))
    yield from _requests_with_attempts(game, samples, play, candidates_by_verb, draws)


_ASKS_FOR_OPTIONS: Final[tuple[Ask, ...]] = ("trace", "final", {"from": 1}, {"count": 1})
"""The questions about options that may be invalid."""
_ASKS_FOR_ACTION: Final[tuple[Ask, ...]] = ("final", "final", "trace", {"count": 1})
"""The questions about an action that may be illegal."""


def _random_steps(start: State, longest: int, draws: Draws) -> tuple[Step[State], ...]:
    """Return the steps of a random play, to its end or to ``longest`` actions."""
    policies = draw_policies(start, draws)

    def decide(play: table.Play[State]) -> Action | None:
        state = play.state
        actor = state.actor
        if play.now.count == longest:
            return None
        if isinstance(actor, int):
            return policies[actor](state, state.legal_actions, draws)
        return state.deal(draws)

    return tuple(table.Play(start, decide))


def _whole_request(play: _LegalPlay) -> DrawnPlay:
    """Return a request about a legal play, for all its states or for the last ones."""
    request, states, steps = play
    if len(states) > _MOST_STATES:
        request = request._replace(ask={"from": len(states) - _MOST_STATES})
    actions = tuple(step.action for step in steps)
    return DrawnPlay(request, Expected(states, actions, None, None), steps)


def _request_without_attempt(play: _LegalPlay, draws: Draws) -> DrawnPlay:
    """Return a request about a legal play or its beginning."""
    whole, states, steps = play
    count, number = len(steps), None
    ask: Ask = "trace"
    if draws.below(_COUNT_EVERY) == 0:
        count = max(0, count - draws.below(6)) if draws.below(2) else draws.below(count + 1)
        length, number = _draw_count(states[count], draws)
        ask = {"count": length}
    elif count >= _MOST_STATES:
        count = draws.below(count + 1)
        ask = {"from": max(0, count + 1 - _MOST_STATES)}
    elif draws.below(_PART_EVERY) == 0:
        ask = "final" if draws.below(2) else {"from": draws.below(count + 3)}
    request = whole._replace(actions=whole.actions[:count], ask=ask)
    actions = tuple(step.action for step in steps[:count])
    expected = Expected(states[: count + 1], actions, None, None, number)
    return DrawnPlay(request, expected, steps)


def _misspell(
    samples: Samples, states: Sequence[State], variation: int, draws: Draws
) -> tuple[int, str]:
    """Return the number of actions before a misspelled one, and its text."""
    cut = draws.below(max(1, len(states) - 1))  # in the last state, the game may be over
    return cut, samples.misspell(states[cut].legal_actions, variation, draws)


def _texts_of_play(setup: Setup[State], states: Sequence[State]) -> TextsByVerb:
    """Return the texts of all actions that are legal in one of the states or listed in tensors."""
    possible = {action for state in states for action in state.legal_actions}
    if setup.tensors is not None:
        possible.update(setup.tensors().actions)
    return by_verb(map(str, possible))


def _draw_attempts(
    game: Game[Any],
    samples: Samples,
    states: Sequence[State],
    candidates_by_verb: Sequence[TextsByVerb],
    draws: Draws,
) -> list[tuple[int, str]]:
    """Return attempts: each the number of actions before it, and its text.

    States with many legal actions are preferred, where more texts violate only one clause. The
    candidates are grouped by the clause that they violate, so that rare clauses are tried too: the
    first attempt is from the smallest group, each other one from a random group. Within a
    group, texts with the same verb whose states have the same legal verbs form a part: a random
    part is drawn, then one text of it.
    """
    legal = [state.legal_actions for state in states]
    legal_counts = [*map(len, legal)]
    verbs = [frozenset(by_verb(map(str, actions))) for actions in legal]
    fast = FastDraws(draws)
    counts: Counter[tuple[int, str]] = Counter()
    for _ in range(_CANDIDATES):
        cut = _draw_cut(legal_counts, fast)
        counts[cut, samples.draw_text(fast.choose(candidates_by_verb), verbs[cut], fast)] += 1
    read = {text: _read_or_none(game, text) for text in dict.fromkeys(it for _, it in counts)}
    groups: dict[tuple[bool, Clause | None], dict[object, list[tuple[int, str]]]] = {}
    for (cut, text), count in counts.items():
        verb_pair = (text.partition(" ")[0], verbs[cut])
        group = groups.setdefault(_check(states[cut], read[text]), {})
        group.setdefault(verb_pair, []).extend([(cut, text)] * count)
    clause_groups = [*groups.values()]
    smallest = min(clause_groups, key=lambda group: sum(map(len, group.values())))
    chosen = (smallest, *(draws.choose(clause_groups) for _ in range(_ATTEMPTS - 1)))
    return [draws.choose(draws.choose([*group.values()])) for group in chosen]


def _draw_cut(legal_counts: Sequence[int], draws: Draws) -> int:
    """Return a random place for an attempt: the number of actions before it.

    ``legal_counts`` has the number of legal actions in each state of the play.
    """
    count = len(legal_counts)
    match draws.below(8):
        case 0:
            return count - 1 - draws.below(min(_LATE, count))
        case 1 | 2 | 3:
            return draws.below(count)
        case _:
            cuts = (draws.below(count), draws.below(count), draws.below(count))
            return max(cuts, key=legal_counts.__getitem__)


def _requests_with_attempts(
    game: Game[Any],
    samples: Samples,
    play: _LegalPlay,
    candidates_by_verb: Sequence[TextsByVerb],
    draws: Draws,
) -> Iterator[DrawnPlay]:
    """Yield requests about a play with attempts, their texts from ``candidates_by_verb``."""
    for attempt in _draw_attempts(game, samples, play.states, candidates_by_verb, draws):
        yield _request_with_attempt(game, play, attempt, draws)


def _request_with_attempt(
    game: Game[Any], play: _LegalPlay, attempt: tuple[int, str], draws: Draws
) -> DrawnPlay:
    """Return a request about a play with an attempt."""
    whole, states, _ = play
    cut, text = attempt
    later = () if draws.below(_CONTINUE_EVERY) else whole.actions[cut:]
    ask = draws.choose(_ASKS_FOR_ACTION)
    request = whole._replace(actions=(*whole.actions[:cut], text, *later), ask=ask)
    accepted, clause = check_text(game, states[cut], text)
    if accepted:
        return DrawnPlay(request, expect(game, request))
    actions = tuple(map(game.read_action, whole.actions[:cut]))
    number = None if request.length is None else _count_or_none(states[cut], request.length)
    return DrawnPlay(request, Expected(states[: cut + 1], actions, cut, clause, number))


def _draw_count(state: State, draws: Draws) -> tuple[int, int | None]:
    """Return a random length of sequences and their number, which is at most a random limit."""
    limit, longest = draws.choose(_COUNT_LIMITS), draws.below(_COUNT_LENGTHS)
    number = _count_or_none(state, 0)
    for length in range(1, longest + 1):
        longer = _count_or_none(state, length)
        if longer is None or longer > limit:
            return length - 1, number
        number = longer
    return longest, number


def check_text(game: Game[Any], state: State, text: str) -> tuple[bool, Clause | None]:
    """Return whether the text is a legal action; if not, also the violated clause, if any."""
    return _check(state, _read_or_none(game, text))


def _read_or_none(game: Game[Any], text: str) -> Action | None:
    """Return the action of a text; None when it is misspelled."""
    try:
        return game.read_action(text)
    except InvalidNotation:
        return None


def _check(state: State, action: Action | None) -> tuple[bool, Clause | None]:
    """Return whether an action is legal; if not, also the violated clause, if any."""
    if action is None:
        return False, None
    violation = state.check(action)
    return violation is None, None if violation is None else violation.clause


def expect(game: Game[Any], request: Request) -> Expected:
    """Return the expected result of a request by the rules."""
    try:
        start = wire.set_up(game, request.options).start
    except InvalidOptions as error:
        return Expected((), (), -1, error.clause, 0)
    states, actions, fault = wire.follow(game, start, request.actions)
    refused = None if fault is None else len(actions)
    clause = fault.clause if isinstance(fault, Violation) else None
    number = None if request.length is None else _count_or_none(states[-1], request.length)
    return Expected(states, actions, refused, clause, number)


def _is_valid(game: Game[Any], options: Mapping[str, object]) -> bool:
    """Return whether the rules accept options."""
    try:
        wire.set_up(game, options)
    except InvalidOptions:
        return False
    return True


def _count_or_none(state: State, length: int) -> int | None:
    """Return the number of sequences of this length; None when it is too large for the wire."""
    try:
        return wire.count_sequences(state, length)
    except wire.NotOffered:
        return None


def clauses_of_plays(game: Game[Any], plays: Iterable[DrawnPlay]) -> set[Clause]:
    """Return the clauses that plays use.

    Those of setup count when options are valid, those of secrecy when a request has an observer.
    """
    found: set[Clause] = set()
    rule_kinds: set[str] = set()
    for play in plays:
        if play.expected.clause is not None:
            found.add(play.expected.clause)
        for step in play.steps:
            found.update(clauses_of_step(step))
        rule_kinds |= {"setup"} if play.expected.states else set()
        rule_kinds |= {"secrecy"} if play.request.observer is not None else set()
    return found | {clause for clause in game.clauses if clause.rule.kind in rule_kinds}


def clauses_of_step(step: Step[State]) -> tuple[Clause, ...]:
    """Return the clauses of the step's events, in order, and of the outcome, if any."""
    clauses = dict.fromkeys(event.clause for event in step.events)
    outcome = step.after.outcome
    return (*clauses,) if outcome is None else (*clauses, outcome.clause)
