"""The properties that every game has to pass, for Hypothesis. It needs the extra ``testing``.

For a game of your own::

    @pytest.mark.parametrize("check", testing.properties(GAME))
    def test_contract(check):
        check()

    TestPlays = testing.machine(GAME).TestCase

The game's :attr:`~fireflies.games.Game.strategies` say how its options and actions are made. States
are taken from whole random plays, an equal share of every phase and landmark that the game names.
Every failure is an AssertionError that says what was expected.
"""

import copy
import json
import pickle
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from fireflies._data import is_array, is_object
from fireflies._typing import override
from fireflies.chance import SEEDS, Draws
from fireflies.contract import (
    CHANCE,
    SPECTATOR,
    Action,
    IllegalAction,
    Observer,
    Sight,
    State,
)
from fireflies.errors import InvalidNotation
from fireflies.games import Game
from fireflies.strategies import Strategies
from fireflies.table import Play

__all__ = ["Foreign", "machine", "properties", "states", "strategies"]

_TRIES = 4
"""How many plays are made to find a state of one phase."""
_PAIRS = 12
"""How many actions of a state are compared with each other."""
_SEEN_OFTEN = 20
"""What was hidden in so many states has to have moved in some."""


def strategies(game: Game[Any]) -> Strategies:
    """Return the strategies of a game.

    Raises:
        ValueError: when it has none.
    """
    if game.strategies is None:
        raise ValueError(f"{game.name} has no strategies to make states with")
    return game.strategies()


@dataclass(frozen=True, slots=True)
class Foreign(Action):
    """An action of some other game."""

    name: str

    @override
    def __str__(self) -> str:
        """Return its name."""
        return self.name


def non_actions() -> st.SearchStrategy[object]:
    """Return what is no action of any game: another game's, and things that are none at all."""
    return st.one_of(
        st.builds(Foreign, st.sampled_from(["bid a", "pass", ""])),
        st.none(),
        st.integers(),
        st.text(max_size=8),
        st.tuples(),
    )


def random_states(start: State, seed: int) -> list[State]:
    """Return the states of a whole random play; each seat has a habit of its own."""
    habits = [Draws(seed, "habit", seat).below(4) for seat in range(start.seats)]

    def decide(play: Play[State]) -> Action:
        state, draws = play.state, Draws(seed, "a play under test", len(play.actions))
        if not isinstance(state.actor, int):
            return state.deal(draws)
        legal, habit = state.legal_actions, habits[state.actor]
        return legal[0] if habit == 0 else legal[-1] if habit == 1 else draws.choose(legal)

    play = Play(start, decide, listening=False)
    found = [start]
    while play.advance() is not None:
        found.append(play.state)
    return found


@st.composite
def states(draw: st.DrawFn, game: Game[Any]) -> State:
    """Return states of whole random plays, each phase and landmark of the game alike often."""
    own = strategies(game)
    wanted = draw(st.sampled_from(sorted(own.PHASES)))
    found: list[State] = []
    fitting: list[State] = []
    for _ in range(_TRIES):
        start = game.set_up(draw(own.options())).start
        found = random_states(start, draw(st.integers(SEEDS[0], SEEDS[-1])))
        fitting = [state for state in found if own.PHASES[wanted](state)]
        if fitting:
            break
    return draw(st.sampled_from(fitting or found))


def require(holds: bool, claim: str, *about: object) -> None:  # noqa: FBT001  # the claim names it
    """Require that a claim holds.

    Raises:
        AssertionError: when it does not, also where ``assert`` is switched off.
    """
    if not holds:
        raise AssertionError(" ".join((claim, *map(repr, about))))


def observers(state: State) -> tuple[Observer, ...]:
    """Return everybody who may look at a state, but for the referee."""
    return (SPECTATOR, *range(state.seats))


def check_legality(state: State, action: object) -> None:
    """Exactly the legal actions are carried out; what is refused changes nothing."""
    legal, before = state.legal_actions, copy.deepcopy(state)
    listed = any(type(action) is type(other) and action == other for other in legal)
    violation = state.check(action)
    require((violation is None) == listed, "check lets pass what legal_actions lists:", action)
    for carry_out in (state.step, state.apply, state.explain):
        try:
            carry_out(cast("Action", action))
        except IllegalAction as error:
            require(not listed, "a legal action is not refused:", action)
            require(error.violation == violation, "the error carries the violation of check")
            require(bool(str(error)), "the error has a message")
        else:
            require(listed, "an illegal action is refused:", action)
    require(state == before, "the state that was asked never changes")
    require(state.legal_actions == legal, "legal_actions depend on the state alone")
    if listed:
        _check_step(state, cast("Action", action))


def _check_step(state: State, action: Action) -> None:
    step = state.step(action)
    require(step.before == state and step.action == action, "a step tells where it began")
    require(step.after == state.apply(action), "step and apply lead to the same state:", action)
    require(step.events == state.explain(action), "step and explain tell the same:", action)
    require(bool(step.events), "every action tells at least one event:", action)
    for event in step.events:
        require(bool(str(event)), "an event has words")
        require(event.seen_by(None) == event, "the referee sees all of an event:", event)


def check_actions(state: State, tried: Iterable[object]) -> None:
    """:func:`check_legality` for all that is legal, and for whatever else is tried."""
    for action in (*state.legal_actions, *tried):
        check_legality(state, action)


def check_actor(game: Game[Any], state: State) -> None:
    """Somebody is to decide and has a choice, or the game is over and has an outcome."""
    over = state.actor is None
    require(over == (state.outcome is not None), "a game that is over has an outcome, no other has")
    require(over != bool(state.legal_actions), "whoever is to decide has something to decide")
    require(len(set(state.legal_actions)) == len(state.legal_actions), "each action stands once")
    if isinstance(state.actor, int):
        require(state.actor in range(state.seats), "the actor is a seat", state.actor)
    if state.outcome is not None:
        require(len(state.outcome.scores) == state.seats, "every seat has a score")
        require(len(state.outcome.returns) == state.seats, "every seat has a return")
        if game.is_zero_sum:
            require(sum(state.outcome.returns) == 0, "the returns sum to zero")


class _Fixed(Draws):
    """Draws of which the first is known."""

    __slots__ = ("_bits", "count")

    def __init__(self, bits: int) -> None:
        super().__init__(0, CHANCE)
        self._bits = bits
        self.count = 0

    @override
    def bits(self) -> int:
        """Return the known draw, and count it."""
        self.count += 1
        return self._bits


def check_chance(state: State) -> None:
    """Chance has exactly the legal actions, each as likely as its weight, with one draw."""
    outcomes, weights = state.chance_outcomes, state.chance_weights
    if state.actor != CHANCE:
        require(outcomes == () == weights, "only chance has outcomes")
        return
    require(
        tuple(action for action, _ in outcomes) == state.legal_actions, "chance may do the legal"
    )
    require(sum(chance for _, chance in outcomes) == 1, "probabilities sum to one exactly")
    require(all(weight > 0 for _, weight in weights), "weights are positive")
    total = sum(weight for _, weight in weights)
    dealt: Counter[Action] = Counter()
    for place in range(total) if total <= 1000 else ():  # noqa: PLR2004  # seconds, else
        draws = _Fixed(((place << 64) + (1 << 63)) // total)
        dealt[state.deal(draws)] += 1
        require(draws.count == 1, "deal takes one draw")
    require(total > 1000 or dealt == dict(weights), "deal is as likely as the weights say")  # noqa: PLR2004


def _pickled(state: State) -> object:
    try:
        return cast("object", pickle.loads(pickle.dumps(state)))  # noqa: S301  # our own
    except Exception as error:
        raise AssertionError(f"a state can be pickled: {error!r} for {state!r}") from error


def _evaluated(state: State) -> object:
    """Return what the ``repr`` of a state makes where its class stands."""
    names = vars(sys.modules[type(state).__module__])
    try:
        return cast("object", eval(repr(state), {**names}))  # noqa: S307  # our own
    except Exception as error:
        raise AssertionError(f"repr is Python: {error!r} in {state!r}") from error


def check_value(state: State) -> None:
    """Copies and pickles are equal and hash alike; ``repr`` is Python that makes an equal state."""
    for other in (copy.copy(state), copy.deepcopy(state), _pickled(state)):
        require(other == state, "a copy is equal")
        require(hash(other) == hash(state), "equal states hash alike")
    require(_evaluated(state) == state, "repr makes an equal state")


def check_views(game: Game[Any], state: State) -> None:
    """Views are plain data; the legal actions are shown to the actor and the referee, or None."""
    for observer in (None, *observers(state)):
        view = state.view(observer)
        require(view == state.view(observer), "a view depends on state and observer alone")
        require(view.observer == observer, "a view knows who looks")
        require(view.actor == state.actor, "everybody sees who decides")
        require(json.loads(json.dumps(view.to_json())) == view.to_json(), "a view is plain data")
        require(bool(view.to_text()) and bool(view.position), "a view can be drawn")
        legal = view.legal_actions
        if observer is None or observer == state.actor:
            require(legal == state.legal_actions, "the actor and the referee see what is legal")
        require(
            legal in (None, state.legal_actions), "a view shows what is legal, or nothing of it"
        )
    for wrong in (-1, state.seats, "nobody", True):
        try:
            state.view(cast("Observer", wrong))
        except ValueError:
            continue
        raise AssertionError(f"there is no seat {wrong!r} to look from")
    if not game.has_secrets:
        _check_openness(state)


def _check_openness(state: State) -> None:
    whole = {key: value for key, value in state.view().to_json().items() if key != "legal"}
    for observer in observers(state):
        seen = state.view(observer).to_json()
        require(all(seen.get(key) == whole[key] for key in whole), "no secret is in this game")
        for action in state.legal_actions:
            require(state.redact(action, observer) == action, "no action is secret in this game")


def check_redaction(game: Game[Any], state: State) -> None:
    """Who acts and who referees sees the action itself; a redacted one is legal to nobody."""
    read = game.read_redacted or game.read_action
    for action in state.legal_actions:
        require(state.redact(action, None) == action, "the referee sees every action", action)
        if isinstance(state.actor, int):
            require(state.redact(action, state.actor) == action, "the actor sees its own", action)
        for observer in observers(state):
            redacted = state.redact(action, observer)
            require(read(str(redacted)) == redacted, "a redacted action can be read", redacted)
            if redacted != action:
                require(state.check(redacted) is not None, "a redacted action is never legal")
                try:
                    game.read_action(str(redacted))
                except InvalidNotation:
                    continue
                raise AssertionError(f"read_action refuses a redacted action: {redacted}")


def check_alike(
    game: Game[Any], state: State, observer: Observer, seed: int, tried: Iterable[Action]
) -> None:
    """A state that looks the same is equal in all that the observer can read, now and later."""
    require(state.alike(None, Draws(seed, "alike")) == state, "the referee knows the state")
    other = state.alike(observer, Draws(seed, "alike"))
    _check_same(state, other, observer)
    if observer == state.actor or not isinstance(state.actor, int):
        for action in tried:
            refused = state.check(action), other.check(action)
            if None not in refused:
                require(str(refused[0]) == str(refused[1]), "a refusal tells no secret:", action)
    ours = [(action, state.step(action)) for action in state.legal_actions[:_PAIRS]]
    theirs = [(action, other.step(action)) for action in other.legal_actions[:_PAIRS]]
    listed = state.view(observer).legal_actions is not None
    for one, step in ours:
        sight: Sight[Any] = step.seen_by(observer)
        for two, another in theirs:
            seen: Sight[Any] = another.seen_by(observer)
            same = (sight.action, sight.events) == (seen.action, seen.events)
            require(
                not same or sight.view == seen.view,
                "what looks the same leads to equal views:",
                one,
                two,
            )
            secret = state.actor == CHANCE or one != sight.action
            hidden = secret and not listed and sight.view == seen.view
            if hidden:
                require(
                    sight.action == seen.action, "a redacted action tells no secret:", sight.action
                )
            if hidden or one == two == sight.action == seen.action:
                _check_events(game, sight, seen, one)


def _check_same(state: State, other: State, observer: Observer) -> None:
    one, two = state.view(observer), other.view(observer)
    require(one == two, "alike states have equal views", observer)
    require(one.position == two.position, "alike states have equal positions", observer)
    require(one.to_text() == two.to_text(), "alike states are drawn alike", observer)
    require(one.to_json() == two.to_json(), "alike states are the same data", observer)
    require(one.legal_actions == two.legal_actions, "alike states show the same as legal", observer)


def _check_events(game: Game[Any], one: Sight[Any], two: Sight[Any], action: Action) -> None:
    """Different events of one action have to begin with one that opens secrets."""
    for first, second in zip(one.events, two.events, strict=False):
        if first != second:
            opened = isinstance(first, game.opens) or isinstance(second, game.opens)
            require(opened, "only what opens secrets may differ:", action, first, second)
            return
    require(len(one.events) == len(two.events), "alike states tell as many events:", action)


def hidden(state: State, observer: Observer) -> dict[str, object]:
    """Return what the referee's data has, by place, where the observer's has something else."""
    seen = dict(_places(state.view(observer).to_json()))
    return {
        place: value
        for place, value in _places(state.view().to_json())
        if not place.startswith("/legal") and seen.get(place) != value
    }


def _places(data: object, place: str = "") -> Iterator[tuple[str, object]]:
    """Return every value in plain data with its place, and where an array or an object is."""
    if is_object(data):
        for key, value in data.items():
            yield from _places(value, f"{place}/{key}")
    elif is_array(data):
        for index, value in enumerate(data):
            yield from _places(value, f"{place}/{index}")
    else:
        yield place, data


def check_moving(game: Game[Any], size: int = 600) -> None:
    """Every hidden item moves: in some state, ``alike`` gives it another value.

    Counted over so many states of whole plays, by observer and place in the referee's data.
    """
    options = strategies(game).options()
    often: Counter[tuple[Observer, str]] = Counter()
    moved: set[tuple[Observer, str]] = set()
    found: list[State] = []

    @given(options, st.integers(SEEDS[0], SEEDS[-1]))
    def collect(options: Mapping[str, object], seed: int) -> None:
        found.extend(random_states(game.set_up(options).start, seed))

    collect()
    for number, state in enumerate(found[:: max(1, len(found) // size)]):
        for observer in observers(state):
            secrets = hidden(state, observer)
            other = dict(_places(state.alike(observer, Draws(number, "alike")).view().to_json()))
            for place, value in secrets.items():
                often[observer, place] += 1
                if other.get(place) != value:
                    moved.add((observer, place))
    for item, count in often.items():
        require(count < _SEEN_OFTEN or item in moved, "alike moves what is hidden:", *item)
    require(bool(often) == game.has_secrets, "a game with secrets hides something")


def check_texts(game: Game[Any], state: State) -> None:
    """Each legal action is read back from its text as an equal action."""
    for action in state.legal_actions:
        require(game.read_action(str(action)) == action, "text and back is the same action", action)


def check_position(game: Game[Any], options: Mapping[str, object], seed: int) -> None:
    """Each position of a play is read back as an equal state."""
    setup = game.set_up(options)
    for state in random_states(setup.start, seed)[::7]:
        require(setup.read_position(state.view().position) == state, "a position is read back")


def check_setup(game: Game[Any], options: Mapping[str, object]) -> None:
    """The complete options are plain data, and give the same setup again."""
    setup = game.set_up(options)
    complete = json.loads(json.dumps(dict(setup.options)))
    require(complete == setup.options, "complete options are plain data")
    require(
        sorted(complete) == sorted(option.name for option in game.options), "options are complete"
    )
    again = game.set_up(complete)
    require(again.start == setup.start, "complete options give the same start")
    require(again.options == setup.options, "complete options are complete")


def check_bounds(game: Game[Any], options: Mapping[str, object], seed: int) -> None:
    """A random play is no longer than the bounds say, and scores and returns lie within them."""
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


def properties(game: Game[Any]) -> tuple[Callable[[], None], ...]:
    """Return the properties of the contract for this game; each is a function to call."""
    own, known = strategies(game), st.just(game)
    options, seeds, some = own.options(), st.integers(SEEDS[0], SEEDS[-1]), states(game)
    anything = own.actions() | non_actions()
    foreign = own.actions() | st.builds(Foreign, st.sampled_from(["pass", ""]))

    @given(some, st.data(), seeds, st.lists(foreign, max_size=5))
    def alike(state: State, data: st.DataObject, seed: int, tried: list[Action]) -> None:
        check_alike(game, state, data.draw(st.sampled_from(observers(state))), seed, tried)

    def moving() -> None:
        check_moving(game)

    return (
        given(some, st.lists(anything, max_size=20))(check_actions),
        given(known, some)(check_actor),
        given(some)(check_chance),
        given(some)(check_value),
        given(known, some)(check_views),
        given(known, some)(check_redaction),
        alike,
        moving,
        given(known, some)(check_texts),
        given(known, options, seeds)(check_position),
        given(known, options)(check_setup),
        given(known, options, seeds)(check_bounds),
    )


def machine(game: Game[Any]) -> type[RuleBasedStateMachine]:
    """Return a state machine that plays the game; its one rule draws from the legal actions."""
    own = strategies(game)

    class Plays(RuleBasedStateMachine):
        """A play from the first state on."""

        state: State
        kept: object

        @initialize(options=own.options())
        def start(self, options: Mapping[str, object]) -> None:
            """Set up."""
            self.state = game.set_up(options).start
            self.kept = own.conserved(self.state)

        @rule(data=st.data())
        def act(self, data: st.DataObject) -> None:
            """Carry out a legal action; after the end, try one in vain."""
            legal = self.state.legal_actions
            action = data.draw(st.sampled_from(legal) if legal else own.actions())
            check_legality(self.state, action)
            if legal:
                self.state = self.state.apply(action)

        @invariant()
        def sound(self) -> None:
            """Check what holds of every state."""
            check_actor(game, self.state)
            check_chance(self.state)
            check_value(self.state)
            check_views(game, self.state)
            check_redaction(game, self.state)
            check_texts(game, self.state)
            require(own.conserved(self.state) == self.kept, "nothing appears or disappears")

    return Plays
