"""Checks of secrets: views, redacted actions, and states that look the same to an observer."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from hypothesis import given

from fireflies._data import is_array, is_object
from fireflies._typing import cached
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, Observer, Sight, State
from fireflies.errors import InvalidNotation
from fireflies.games import Game
from fireflies.testing.checks import observers, require
from fireflies.testing.sampling import SEED, random_states, strategies

_MOST_ACTIONS: Final = 12
"""The most actions of a state that are compared with each other."""
_ENOUGH_STATES: Final = 20
"""A value that is hidden in at least so many states has to vary in one of them."""
_TRIES: Final = 10
"""The number of random alike states that are drawn for each state with a hidden value."""
_SAMPLE: Final = 600
"""The number of states in which hidden values are looked for."""
_draws: Final = partial(Draws, purpose="alike")


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
    refuse them.
    """
    require(state.alike(None, _draws(seed)) == state, "the referee knows the state")
    other = state.alike(observer, _draws(seed))
    _check_same(state, other, observer)
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


def _check_events(game: Game[Any], one: Sight[Any], two: Sight[Any], action: Action) -> None:
    """Require that the first different event reveals a secret, and that the views differ too."""
    for first, second in zip(one.events, two.events, strict=False):
        if first != second:
            is_revealing = isinstance(first, game.opens) or isinstance(second, game.opens)
            require(
                is_revealing, "only events that reveal secrets may differ:", action, first, second
            )
            require(
                one.view != two.view,
                "a secret that an event reveals is in the view:",
                action,
                first,
            )
            return
    require(
        len(one.events) == len(two.events), "alike states have the same number of events:", action
    )


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


def check_alike_varies(game: Game[Any], size: int = _SAMPLE) -> None:
    """Check that ``alike`` changes every hidden value in some of at most ``size`` random states.

    A hidden value is a place in the referee's data that one observer does not see.
    """
    options = strategies(game).options()
    hidden_in: dict[tuple[Observer, str], list[tuple[Any, object]]] = {}
    found: list[State] = []

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
            for place, value in hidden(state, observer).items():
                hidden_in.setdefault((observer, place), []).append((state, value))
    for (observer, place), values in hidden_in.items():
        varies = any(
            alike_data(state, observer, number).get(place) != value
            for number in range(_TRIES)
            for state, value in values
        )
        is_rare = len(values) < _ENOUGH_STATES
        require(varies or is_rare, "alike varies hidden values:", observer, place)
    require(bool(hidden_in) == game.has_secrets, "a game with secrets hides something")
