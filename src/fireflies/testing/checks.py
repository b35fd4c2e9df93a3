"""Checks of one state or one setup of a game. Each raises an AssertionError when it fails."""

import copy
import json
import pickle
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import (
    CHANCE,
    SPECTATOR,
    Action,
    Description,
    IllegalAction,
    Observer,
    Rules,
    Sight,
    State,
    View,
)
from fireflies.contract.descriptions import LONGEST
from fireflies.contract.rules import has_rules
from fireflies.games import Game
from fireflies.rulebook import Clause
from fireflies.testing.sampling import random_states

_LARGEST_TOTAL: Final = 1000
"""The largest sum of weights up to which every result of ``deal`` is checked."""
_MOST_DESCRIBED: Final = 12
"""The most actions of a state that are described."""
_STRIDE: Final = 7
"""Of the states of a play, one in so many is parsed."""


def require(is_true: bool, claim: str, *values: object) -> None:  # noqa: FBT001  # the claim names it
    """Require that a claim about some values is true.

    Raises:
        AssertionError: when it is not, also where ``assert`` is disabled.
    """
    if not is_true:
        raise AssertionError(" ".join((claim, *map(repr, values))))


def observers(state: State) -> tuple[Observer, ...]:
    """Return all observers of a state except the referee."""
    return (SPECTATOR, *range(state.seats))


def check_legality(state: State, action: object) -> None:
    """Check that a legal action is carried out and an illegal one refused without effect."""
    legal, before = state.legal_actions, copy.deepcopy(state)
    is_legal = any(type(action) is type(other) and action == other for other in legal)
    violation = state.check(action)
    require(
        (violation is None) == is_legal, "check accepts exactly what legal_actions lists:", action
    )
    for carry_out in (state.step, state.apply, state.explain):
        try:
            carry_out(cast("Action", action))
        except IllegalAction as error:
            require(not is_legal, "a legal action is not refused:", action)
            require(error.violation == violation, "the error has the violation of check")
            require(bool(str(error)), "the error has a message")
        else:
            require(is_legal, "an illegal action is refused:", action)
    require(state == before, "no call changes the state")
    require(state.legal_actions == legal, "legal_actions depend on the state alone")
    if is_legal:
        _check_step(state, cast("Action", action))


def _check_step(state: State, action: Action) -> None:
    step = state.step(action)
    require(
        step.before == state and step.action == action,
        "a step has the state before it and the action",
    )
    require(step.after == state.apply(action), "step and apply lead to the same state:", action)
    require(
        step.events == state.explain(action), "step and explain return the same events:", action
    )
    if has_rules(state):
        trusted = state.apply_trusted(action)
        require(trusted == step.after, "what a state lists need not be judged again:", action)
    require(bool(step.events), "every action causes at least one event:", action)
    for event in step.events:
        clause: object = getattr(event, "clause", None)
        require(
            isinstance(clause, Clause), "an event has a clause (class X(Event, clause=…))", event
        )
        require(bool(str(event)), "an event has a text")
        require(event.seen_by(None) == event, "the referee sees all of an event:", event)


def check_actions(state: State, tried: Iterable[object]) -> None:
    """Check the legality of all legal actions, and of the objects in ``tried``."""
    for action in (*state.legal_actions, *tried):
        check_legality(state, action)


def check_actor(game: Game[Any], state: State) -> None:
    """Check that there is an actor with legal actions, or else an outcome."""
    is_over = state.actor is None
    require(is_over == (state.outcome is not None), "only a game that is over has an outcome")
    require(is_over != bool(state.legal_actions), "only an actor has legal actions")
    require(
        len(set(state.legal_actions)) == len(state.legal_actions), "no legal action is listed twice"
    )
    if isinstance(state.actor, int):
        require(state.actor in range(state.seats), "the actor is a seat", state.actor)
    if state.outcome is not None:
        require(len(state.outcome.scores) == state.seats, "every seat has a score")
        require(len(state.outcome.returns) == state.seats, "every seat has a return")
        if game.is_zero_sum:
            require(sum(state.outcome.returns) == 0, "the returns sum to zero")


class _FixedDraws(Draws):
    """Draws that always return the same bits, and count the calls."""

    __slots__ = ("_bits", "count")

    def __init__(self, bits: int) -> None:  # no seed: every method takes its numbers from bits()
        self._bits = bits
        self.count = 0

    @override
    def bits(self) -> int:
        self.count += 1
        return self._bits


def check_chance(state: State) -> None:
    """Check the outcomes and weights of chance, and that ``deal`` follows them with one draw."""
    if state.actor == CHANCE:
        _check_weights(state)
    else:
        require(state.chance_outcomes == () == state.chance_weights, "only chance has outcomes")
    if has_rules(state):
        _check_run(state)


def _check_weights(state: State) -> None:
    outcomes, weights = state.chance_outcomes, state.chance_weights
    require(
        tuple(action for action, _ in outcomes) == state.legal_actions,
        "chance_outcomes has the legal actions",
    )
    require(sum(chance for _, chance in outcomes) == 1, "probabilities sum to one exactly")
    require(all(weight > 0 for _, weight in weights), "weights are positive")
    total = sum(weight for _, weight in weights)
    if total > _LARGEST_TOTAL:
        return
    dealt: Counter[Action] = Counter()
    for place in range(total):
        draws = _FixedDraws(((place << 64) + (1 << 63)) // total)
        dealt[state.deal(draws)] += 1
        require(draws.count == 1, "deal takes one draw")
    require(dealt == dict(weights), "deal follows the weights")


def _check_run(state: Rules[Any]) -> None:
    """Require that ``run_chance`` carries out what ``deal`` returns for the same draws."""
    asked: list[int] = []

    def draws(number: int) -> Draws:
        asked.append(number)
        return Draws(number, "run")

    after, count = state.run_chance(draws)
    require(asked == [*range(count)], "run_chance counts the actions of chance from 0:", asked)
    dealt = 0
    while state.actor == CHANCE:
        action = state.deal(Draws(dealt, "run"))
        require(state.check(action) is None, "deal returns a legal action:", action)
        state, dealt = state.apply(action), dealt + 1
    require((after, count) == (state, dealt), "run_chance carries out what deal returns:", after)


def _pickled(state: State) -> object:
    try:
        return cast("object", pickle.loads(pickle.dumps(state)))  # noqa: S301  # our own
    except Exception as error:
        raise AssertionError(f"a state can be pickled: {error!r} for {state!r}") from error


def _evaluated(state: State) -> object:
    """Return the value of the ``repr`` of a state in the module of its class."""
    names = vars(sys.modules[type(state).__module__])
    try:
        return cast("object", eval(repr(state), {**names}))  # noqa: S307  # our own
    except Exception as error:
        raise AssertionError(f"repr is Python: {error!r} in {state!r}") from error


def check_value(state: State) -> None:
    """Check that copies, pickles and ``repr`` give equal states, with equal hashes."""
    for other in (copy.copy(state), copy.deepcopy(state), _pickled(state)):
        require(other == state, "a copy is equal")
        require(hash(other) == hash(state), "equal states hash alike")
    require(_evaluated(state) == state, "repr makes an equal state")


def check_views(state: State) -> None:
    """Check the views of all observers: their data, texts and legal actions."""
    for observer in (None, *observers(state)):
        view = state.view(observer)
        require(view == state.view(observer), "a view depends on state and observer alone")
        require(view.observer == observer, "a view has its observer")
        require(view.actor == state.actor, "every view has the actor")
        data = view.to_json()
        require(json.loads(json.dumps(data)) == data, "a view is plain data")
        _check_keys(state, view, data)
        require(bool(view.to_text()) and bool(view.position), "a view can be drawn")
        if has_rules(state):
            seen = state.glimpse(observer)
            same = seen.observer == observer and {**seen.to_json(), "legal": data["legal"]} == data
            require(same, "a glimpse is the view but for what is legal", observer)
        legal = view.legal_actions
        if observer is None or observer == state.actor:
            require(legal == state.legal_actions, "the actor and the referee see what is legal")
        require(legal in (None, state.legal_actions), "a view lists all legal actions or none")
    for look in (state.view, state.glimpse) if has_rules(state) else (state.view,):
        for wrong in (-1, state.seats, "nobody", True):
            try:
                look(cast("Observer", wrong))
            except ValueError:
                continue
            raise AssertionError(f"{look.__name__} refuses the observer {wrong!r}")


def _check_keys(state: State, view: View, data: Mapping[str, object]) -> None:
    """Require the keys of a STATE that every game has."""
    legal, outcome = view.legal_actions, state.outcome
    texts = None if legal is None else [*map(str, legal)]
    require("actor" in data and data["actor"] == state.actor, "to_json has the key actor")
    require("legal" in data and data["legal"] == texts, "to_json has the key legal, in texts")
    require("outcome" in data, "to_json has the key outcome")
    require(
        (data["outcome"] is None) == (outcome is None), "outcome is null until the game is over"
    )


def check_descriptions(game: Game[Any], state: State) -> None:
    """Check the sentence of each legal action, and that what it promises happens.

    Compared are the events and what each seat gets and gives, for every observer.
    """
    for observer in (None, *observers(state)):
        for action in state.legal_actions[:_MOST_DESCRIBED]:
            sight: Sight[Any] = cast("Any", state.step(action)).seen_by(observer)
            described = game.describe(cast("Action", sight.action), state.view(observer))
            text, count = str(described), len(described.events)
            require(0 < len(text) <= LONGEST, f"a sentence has at most {LONGEST} characters:", text)
            require(text.isprintable(), "a sentence is one line:", text)
            require(
                described.events == sight.events[:count],
                "the events that a description promises happen:",
                action,
                described.events,
                sight.events,
            )
            knows = observer in {None, state.actor}
            require(bool(count) or not knows, "who decides knows what an action does:", action)
            if count in range(1, len(sight.events)):
                require(
                    isinstance(sight.events[count], game.opens),
                    "only what reveals a secret is left out of a description:",
                    action,
                    sight.events[count],
                )
            if count:
                require(
                    described.ends == (sight.view.actor is None),
                    "a description tells that the game ends:",
                    action,
                )
            _check_changes(game, described, state.view(observer), sight.view)


def _check_changes(game: Game[Any], described: Description, view: View, after: View) -> None:
    """Require that price and gains are what the observer sees change."""
    if game.wording is None or not described.gains:
        return
    figures, now = game.wording.figures(view), game.wording.figures(after)
    for seat, gained in enumerate(described.gains):
        price: Mapping[str, int] = described.price if seat == described.seat else {}
        told = {noun: gained.get(noun, 0) - price.get(noun, 0) for noun in {**gained, **price}}
        had, has = figures[seat], now[seat]
        changed = {
            noun: count - before
            for noun, count in has.items()
            if count is not None and (before := had[noun]) is not None and count != before
        }
        require(
            {noun: count for noun, count in told.items() if count} == changed,
            "price and gains of a description are what changes:",
            described,
            changed,
        )


def check_texts(game: Game[Any], state: State) -> None:
    """Check that the text of each legal action is parsed as an equal action."""
    for action in state.legal_actions:
        require(
            game.read_action(str(action)) == action,
            "the text of an action is parsed as the same action",
            action,
        )


def check_position(game: Game[Any], options: Mapping[str, object], seed: int) -> None:
    """Check that positions of a random play are parsed as equal states."""
    setup = game.set_up(options)
    for state in random_states(setup.start, seed)[::_STRIDE]:
        require(setup.read_position(state.view().position) == state, "a position is read back")


def check_setup(game: Game[Any], options: Mapping[str, object]) -> None:
    """Check that complete options are plain data, and give the same setup again."""
    setup = game.set_up(options)
    complete = json.loads(json.dumps(dict(setup.options)))
    require(complete == setup.options, "complete options are plain data")
    require(
        sorted(complete) == sorted(option.name for option in game.options), "options are complete"
    )
    again = game.set_up(complete)
    require(again.start == setup.start, "complete options give the same start")
    require(again.options == setup.options, "complete options give the same options again")


def check_bounds(game: Game[Any], options: Mapping[str, object], seed: int) -> None:
    """Check that the length, the scores and the returns of a random play are within the bounds."""
    setup = game.set_up(options)
    bounds, found = setup.bounds, random_states(setup.start, seed)
    length = len(found) - 1
    require(
        bounds.actions is None or length <= bounds.actions, "a play is within its bound", length
    )
    outcome = found[-1].outcome
    scores = () if outcome is None else outcome.scores
    require(
        all(bounds.lowest_score <= score <= bounds.highest_score for score in scores),
        "scores are within their bounds",
        scores,
        bounds,
    )
    returns = () if outcome is None else outcome.returns
    lowest, highest = bounds.returns(setup.start.seats)
    require(
        all(lowest <= value <= highest for value in returns),
        "returns are within their bounds",
        returns,
        bounds,
    )
