"""What any game that keeps the contract must pass, as Hypothesis properties.

It needs the extra ``testing``. For a game of your own::

    @pytest.mark.parametrize("check", testing.properties(GAME))
    def test_contract(check):
        check()

    TestPlays = testing.machine(GAME).TestCase

The game names a module of strategies; :class:`Strategies` says what stands in it. Every failure is
an AssertionError that says what was expected.
"""

import copy
import json
import pickle
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, cast

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from fireflies import register
from fireflies._typing import override
from fireflies.chance import SEEDS, Draws
from fireflies.contract import CHANCE, Action, Event, Game, State
from fireflies.errors import IllegalAction


class Strategies(Protocol):
    """What a game's module of strategies has to offer."""

    @abstractmethod
    def options(self) -> st.SearchStrategy[Mapping[str, object]]:
        """Any options that fit."""

    @abstractmethod
    def actions(self) -> st.SearchStrategy[Action]:
        """Any action of the game, whether possible or not."""

    @abstractmethod
    def twins(self, state: State, seat: int, /) -> st.SearchStrategy[State]:
        """States that look the same to that seat, whatever the others hold."""

    @abstractmethod
    def conserved(self, state: State, /) -> object:
        """Something that no action ever changes."""


def strategies(game: Game) -> Strategies:
    """The game's module of strategies."""
    return cast("Strategies", register.room(game.strategies))


class Foreign(Action):
    """An action of some other game."""

    __slots__ = ("name",)
    name: str

    @override
    def __str__(self) -> str:
        """Its name."""
        return self.name


def non_actions() -> st.SearchStrategy[object]:
    """What is no action of any game under test: another game's, and things that are none at all."""
    return st.one_of(
        st.builds(Foreign, st.sampled_from(["bid a", "pass", ""])),
        st.none(),
        st.integers(),
        st.text(max_size=8),
        st.tuples(st.just("bid"), st.just("a")),
    )


@st.composite
def states(draw: st.DrawFn, game: Game) -> State:
    """Any state of a random play, from the first to the last."""
    state = game.start(draw(strategies(game).options()))
    seed = draw(st.integers(SEEDS[0], SEEDS[-1]))
    for decision in range(draw(st.integers(0, 300))):
        if not state.legal_actions:
            break
        draws = Draws(seed, "a play under test", decision)
        state = state.apply(draws.choose(state.legal_actions))
    return state


def require(holds: bool, claim: str, *about: object) -> None:  # noqa: FBT001  # reads as a sentence
    """Fail with this claim when it does not hold.

    Raises:
        AssertionError: then, also where ``assert`` is switched off.
    """
    if not holds:
        raise AssertionError(" ".join((claim, *map(repr, about))))


def check_legality(state: State, action: object) -> None:
    """Exactly the legal actions are carried out; what is refused changes nothing."""
    legal, before = state.legal_actions, copy.deepcopy(state)
    listed = any(action is other for other in legal)
    violation = state.check(action)
    require((violation is None) == listed, "check lets pass what legal_actions lists:", action)
    for carry_out in (state.apply, state.explain):
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


def check_actions(state: State, tried: Iterable[object]) -> None:
    """:func:`check_legality` for all that is legal, and for whatever else is tried."""
    for action in (*state.legal_actions, *tried):
        check_legality(state, action)


def check_actor(state: State) -> None:
    """Somebody is to decide and has a choice, or the game is over and has an outcome."""
    over = state.actor is None
    require(over == (state.outcome is not None), "a game that is over has an outcome, no other has")
    require(over != bool(state.legal_actions), "whoever is to decide has something to decide")
    require(len(set(state.legal_actions)) == len(state.legal_actions), "each action stands once")
    if isinstance(state.actor, int):
        require(state.actor in range(state.seats), "the actor is a seat", state.actor)
    if state.outcome is not None:
        require(sum(state.outcome.returns) == 0, "the returns sum to zero")
        require(len(state.outcome.scores) == state.seats, "every seat has a score")


def check_chance(state: State) -> None:
    """Chance has exactly the legal actions, with weights that become probabilities of sum one."""
    outcomes = state.chance_outcomes
    if state.actor != CHANCE:
        require(outcomes == (), "only chance has outcomes")
        return
    require(
        tuple(action for action, _ in outcomes) == state.legal_actions, "chance may do the legal"
    )
    require(sum(chance for _, chance in outcomes) == 1, "probabilities sum to one exactly")
    require(all(weight > 0 for _, weight in state.chance_weights), "weights are positive")


def _pickled(state: State) -> object:
    """The state after it went through a pickle."""
    return pickle.loads(pickle.dumps(state))  # noqa: S301  # our own, made one call ago


def check_value(state: State) -> None:
    """Copies and pickles are equal and hash alike; ``repr`` is Python that makes an equal state."""
    for twin in (copy.copy(state), copy.deepcopy(state), _pickled(state)):
        require(twin == state, "a copy is equal")
        require(hash(twin) == hash(state), "equal states hash alike")
    names = {type(state).__name__: type(state)}
    require(eval(repr(state), names) == state, "repr makes an equal state")  # noqa: S307  # our own


def check_views(state: State) -> None:
    """Views are plain data, and tell what may be done to the seat that may do it."""
    for seat in (None, *range(state.seats)):
        view = state.view(seat)
        require(view == state.view(seat), "a view depends on state and seat alone")
        require(json.loads(json.dumps(view.to_json())) == view.to_json(), "a view is plain data")
        hidden = isinstance(state.actor, int) and seat not in (None, state.actor)
        require(
            view.legal_actions == (None if hidden else state.legal_actions),
            "legal actions are shown, except to seats that wait for another seat",
        )


def check_secrets(found: tuple[State, State, int]) -> None:
    """Two states that differ in what others hold only: all that the seat can read is equal."""
    state, twin, seat = found
    one, other = state.view(seat), twin.view(seat)
    require(one == other, "the views are equal")
    require((str(one), one.position) == (str(other), other.position), "they are drawn alike")
    require(one.to_json() == other.to_json(), "they are the same data")
    if state.actor not in (CHANCE, seat):
        return
    require(state.legal_actions == twin.legal_actions, "the same is allowed")
    for action in state.legal_actions:
        if state.apply(action).outcome is None:  # with the end, secrets may end
            require(
                _seen(state, action, seat) == _seen(twin, action, seat),
                "the seat sees the same happen",
                action,
            )


def _seen(state: State, action: Action, seat: int) -> list[Event]:
    """What the seat sees happen."""
    return [event.seen_by(seat) for event in state.explain(action)]


def check_texts(game: Game, state: State) -> None:
    """Each legal action is read back from its text as the same object."""
    for action in state.legal_actions:
        require(game.read_action(str(action)) is action, "text and back is the same action", action)


def check_bounds(game: Game, options: Mapping[str, object], seed: int) -> None:
    """A random play is no longer, and its scores are no further apart, than the bounds say."""
    bounds, state, length = game.bounds(options), game.start(options), 0
    while state.legal_actions:
        draws = Draws(seed, "a play under test", length)
        state, length = state.apply(draws.choose(state.legal_actions)), length + 1
    require(length <= bounds.actions, "a play is no longer than its bound", length, bounds)
    scores = state.outcome.scores if state.outcome is not None else ()
    require(
        all(bounds.lowest_score <= score <= bounds.highest_score for score in scores),
        "scores are within their bounds",
        scores,
        bounds,
    )


@st.composite
def _twins(draw: st.DrawFn, game: Game) -> tuple[State, State, int]:
    """A state, another one that looks the same to a seat, and that seat."""
    state = draw(states(game).filter(lambda state: state.outcome is None))
    seat = draw(st.integers(0, state.seats - 1))
    return state, draw(strategies(game).twins(state, seat)), seat


def properties(game: Game) -> tuple[Callable[[], None], ...]:
    """The properties of the contract for this game; each is a function to call."""
    anything = strategies(game).actions() | non_actions()
    seeds = st.integers(SEEDS[0], SEEDS[-1])
    return (
        given(states(game), st.lists(anything, max_size=20))(check_actions),
        given(states(game))(check_actor),
        given(states(game))(check_chance),
        given(states(game))(check_value),
        given(states(game))(check_views),
        given(_twins(game))(check_secrets),
        given(st.just(game), states(game))(check_texts),
        given(st.just(game), strategies(game).options(), seeds)(check_bounds),
    )


def machine(game: Game) -> type[RuleBasedStateMachine]:
    """A Hypothesis state machine that plays the game; its one rule draws from the legal actions."""
    own = strategies(game)

    class Play(RuleBasedStateMachine):
        """A play from the first state on."""

        state: State
        kept: object

        @initialize(options=own.options())
        def start(self, options: Mapping[str, object]) -> None:
            """Set up."""
            self.state = game.start(options)
            self.kept = own.conserved(self.state)

        @rule(data=st.data())
        def act(self, data: st.DataObject) -> None:
            """Whoever is to decide does something allowed; after the end nothing is."""
            legal = self.state.legal_actions
            action = data.draw(st.sampled_from(legal) if legal else own.actions())
            check_legality(self.state, action)
            if legal:
                self.state = self.state.apply(action)

        @invariant()
        def sound(self) -> None:
            """What holds of every state."""
            check_actor(self.state)
            check_chance(self.state)
            check_value(self.state)
            check_views(self.state)
            check_texts(game, self.state)
            require(own.conserved(self.state) == self.kept, "nothing appears or disappears")

    return Play
