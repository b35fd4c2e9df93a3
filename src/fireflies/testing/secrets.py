"""Checks of secrets: views, redacted actions, and states that look the same to an observer."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any, Final, TypeVar

from hypothesis import given

from fireflies._data import is_array, is_object
from fireflies._typing import cached, override
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, Observer, Sight, State
from fireflies.errors import InvalidNotation
from fireflies.games import Game
from fireflies.testing.checks import observers, require
from fireflies.testing.sampling import SEED, generators, random_states

_MOST_ACTIONS: Final = 12
"""The most actions of a state that are compared with each other."""
_ENOUGH_STATES: Final = 20
"""A value that is hidden in at least so many states has to vary in one of them."""
_TRIES: Final = 10
"""The number of random alike states that are drawn for each state with a hidden value."""
_SAMPLE: Final = 600
"""The number of states in which hidden values are looked for."""
_draws: Final = partial(Draws, purpose="alike")

_T = TypeVar("_T")


class _Watched(Draws):
    """Draws that note what they are asked for, as those of a bot may do."""

    __slots__ = ("asked",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed, "alike, watched")
        self.asked: list[tuple[object, ...]] = []

    @override
    def bits(self) -> int:
        self.asked.append(("bits",))
        return super().bits()

    @override
    def below(self, limit: int) -> int:
        self.asked.append(("below", limit))
        return super().below(limit)

    @override
    def choose(self, things: Sequence[_T]) -> _T:
        self.asked.append(("choose", *things))
        return super().choose(things)

    @override
    def sample(self, things: Sequence[_T], count: int) -> list[_T]:
        self.asked.append(("sample", count, *things))
        return super().sample(things, count)

    @override
    def choose_weighted(self, weights: Sequence[tuple[_T, int]]) -> _T:
        self.asked.append(("choose_weighted", *weights))
        return super().choose_weighted(weights)


def check_no_secrets(game: Game[Any], state: State) -> None:
    """Check that every observer sees everything, if the game says that it has no secrets."""
    if game.has_secrets:
        return
    complete = {key: value for key, value in state.view().to_json().items() if key != "legal"}
    for observer in observers(state):
        seen = state.view(observer).to_json()
        require(
            all(seen.get(key) == complete[key] for key in complete),
            "nothing is secret in this game",
        )
        for action in state.legal_actions:
            require(state.redact(action, observer) == action, "no action is secret in this game")


def check_redaction(game: Game[Any], state: State) -> None:
    """Check that actor and referee see each legal action, and that redacted ones are illegal."""
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
                require(
                    not _reads(game, str(redacted)),
                    "read_action refuses a redacted action:",
                    redacted,
                )


def _reads(game: Game[Any], text: str) -> bool:
    """Return whether the game can read this text as an action."""
    try:
        game.read_action(text)
    except InvalidNotation:
        return False
    return True


def check_alike(
    game: Game[Any], state: State, observer: Observer, seed: int, tried: Iterable[Action]
) -> State:
    """Return a random alike state after a check that the observer can't tell the states apart.

    The views are equal, and so are the views after steps that look the same to the observer. Unless
    another seat decides, the messages about the actions in ``tried`` are equal, where both states
    refuse them. With equal draws, both return equal alike states.
    """
    require(state.alike(None, _draws(seed)) == state, "the referee knows the state")
    other = state.alike(observer, _draws(seed))
    _check_same(state, other, observer)
    _check_samples(state, other, observer, seed)
    if observer == state.actor or not isinstance(state.actor, int):
        for action in tried:
            refused = state.check(action), other.check(action)
            if None not in refused:
                require(str(refused[0]) == str(refused[1]), "a refusal reveals no secret:", action)
    own_steps = [(action, state.step(action)) for action in state.legal_actions[:_MOST_ACTIONS]]
    other_steps = [(action, other.step(action)) for action in other.legal_actions[:_MOST_ACTIONS]]
    listed = state.view(observer).legal_actions is not None
    for one, step in own_steps:
        sight: Sight[Any] = step.seen_by(observer)
        for two, another in other_steps:
            seen: Sight[Any] = another.seen_by(observer)
            same = (sight.action, sight.events) == (seen.action, seen.events)
            require(
                not same or sight.view == seen.view,
                "the same visible step leads to equal views:",
                one,
                two,
            )
            may_be_secret = state.actor == CHANCE or one != sight.action
            is_hidden = may_be_secret and not listed and sight.view == seen.view
            if is_hidden:
                require(
                    sight.action == seen.action,
                    "a redacted action reveals no secret:",
                    sight.action,
                )
            if is_hidden or one == two == sight.action == seen.action:
                _check_events(game, sight, seen, one)
    return other


def _check_same(state: State, other: State, observer: Observer) -> None:
    one, two = state.view(observer), other.view(observer)
    require(one == two, "alike states have equal views", observer)
    require(one.position == two.position, "alike states have equal positions", observer)
    require(one.to_text() == two.to_text(), "alike states are drawn alike", observer)
    require(one.to_json() == two.to_json(), "alike states are the same data", observer)
    require(
        one.legal_actions == two.legal_actions, "alike states have the same legal actions", observer
    )


def _check_samples(state: State, other: State, observer: Observer, seed: int) -> None:
    """Require that alike states return the same for the same draws.

    Otherwise, a bot that makes the draws itself could compute the hidden part of the state.
    """
    one, two = _Watched(seed), _Watched(seed)
    first, second = state.alike(observer, one), other.alike(observer, two)
    require(
        first == second and repr(first) == repr(second),
        "alike depends on the observer's view and the draws alone:",
        observer,
        first,
        second,
    )
    require(one.asked == two.asked, "alike asks its draws for what the view tells:", observer)


def _check_events(game: Game[Any], one: Sight[Any], two: Sight[Any], action: Action) -> None:
    """Require that the first different event reveals a secret, and that the views differ too.

    One of the two steps may have more events than the other.
    """
    for first, second in zip_longest(one.events, two.events):
        if first != second:
            is_more = first is None or second is None
            opened = [event for event in (first, second) if isinstance(event, game.opens)]
            require(
                bool(opened) or not is_more, "alike states have the same number of events:", action
            )
            require(
                bool(opened), "only events that reveal secrets may differ:", action, first, second
            )
            require(
                one.view != two.view,
                "a secret that an event reveals is in the view:",
                action,
                opened[0],
            )
            return


def hidden(state: State, observer: Observer) -> dict[str, object]:
    """Return the values, by place, that the referee's view has and the observer's has not."""
    seen = dict(_places(state.view(observer).to_json()))
    return {
        place: value
        for place, value in _places(state.view().to_json())
        if not place.startswith("/legal") and seen.get(place) != value
    }


def _places(data: object, place: str = "") -> Iterator[tuple[str, object]]:
    """Yield the place and the value of every number, text, boolean and null in plain data."""
    if is_object(data):
        for key, value in data.items():
            yield from _places(value, f"{place}/{key}")
    elif is_array(data):
        for index, value in enumerate(data):
            yield from _places(value, f"{place}/{index}")
    else:
        yield place, data


def check_alike_varies(game: Game[Any], size: int = _SAMPLE) -> tuple[int, int]:
    """Check that ``alike`` changes every hidden value in some of at most ``size`` random states.

    A hidden value is a place in the referee's data that one observer does not see. For each state
    and each observer to whom it hides a value, an alike state that differs is looked for. For equal
    draws, both have to return equal alike states. Return how often something was hidden, and how
    often such a different state was found and compared.
    """
    options = generators(game).options()
    hidden_in: dict[tuple[Observer, str], list[tuple[Any, object]]] = {}
    found: list[State] = []
    hiding = different = 0

    @given(options, SEED)
    def collect(options: Mapping[str, object], seed: int) -> None:
        found.extend(random_states(game.set_up(options).start, seed))

    @cached()
    def alike_data(state: State, observer: Observer, number: int) -> dict[str, object]:
        """Return the referee's data of a state that looks the same to the observer, by place."""
        return dict(_places(state.alike(observer, _draws(number)).view().to_json()))

    collect()
    for state in _draws(len(found)).sample(found, min(size, len(found))):
        for observer in observers(state):
            places = hidden(state, observer)
            for place, value in places.items():
                hidden_in.setdefault((observer, place), []).append((state, value))
            drawn = (state.alike(observer, _draws(number)) for number in range(_TRIES))
            other = next((it for it in drawn if it != state), None) if places else None
            hiding += bool(places)
            if other is not None:
                different += 1
                _check_samples(state, other, observer, hiding)
    for (observer, place), values in hidden_in.items():
        varies = any(
            alike_data(state, observer, number).get(place) != value
            for number in range(_TRIES)
            for state, value in values
        )
        is_rare = len(values) < _ENOUGH_STATES
        require(varies or is_rare, "alike varies hidden values:", observer, place)
    require(bool(hidden_in) == game.has_secrets, "a game with secrets hides something")
    return hiding, different
