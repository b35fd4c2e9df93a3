"""Nothing hidden is told: views, redacted actions, states that look the same to an observer."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from hypothesis import given
from hypothesis import strategies as st

from fireflies._data import is_array, is_object
from fireflies.chance import SEEDS, Draws
from fireflies.contract import CHANCE, Action, Observer, Sight, State
from fireflies.errors import InvalidNotation
from fireflies.games import Game
from fireflies.testing.checks import observers, require
from fireflies.testing.sampling import random_states, strategies

_PAIRS: Final = 12
"""How many actions of a state are compared with each other."""
_SEEN_OFTEN: Final = 20
"""What was hidden in so many states has to have moved in some."""


def check_openness(game: Game[Any], state: State) -> None:
    """Everybody sees all of a game that says it has no secrets."""
    if game.has_secrets:
        return
    whole = {key: value for key, value in state.view().to_json().items() if key != "legal"}
    for observer in observers(state):
        seen = state.view(observer).to_json()
        require(all(seen.get(key) == whole[key] for key in whole), "nothing is secret in this game")
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
) -> State:
    """A state that looks the same is equal in all that the observer can read, now and later.

    Returns that state.
    """
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
    return other


def _check_same(state: State, other: State, observer: Observer) -> None:
    one, two = state.view(observer), other.view(observer)
    require(one == two, "alike states have equal views", observer)
    require(one.position == two.position, "alike states have equal positions", observer)
    require(one.to_text() == two.to_text(), "alike states are drawn alike", observer)
    require(one.to_json() == two.to_json(), "alike states are the same data", observer)
    require(one.legal_actions == two.legal_actions, "alike states show the same as legal", observer)


def _check_events(game: Game[Any], one: Sight[Any], two: Sight[Any], action: Action) -> None:
    """Different events of one action have to begin with one that opens secrets, to the view too."""
    for first, second in zip(one.events, two.events, strict=False):
        if first != second:
            opened = isinstance(first, game.opens) or isinstance(second, game.opens)
            require(opened, "only what opens secrets may differ:", action, first, second)
            require(one.view != two.view, "what an event opens, the view shows:", action, first)
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
