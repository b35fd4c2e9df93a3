"""What an observer may see is told as data, as text, and in the description of the picture.

Of two views in the same phase, one gets a part of the other; then data, text and description have
to differ. What is hidden changes none of them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeAlias

import pytest

from fireflies import games
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR, Seen
from fireflies.games import Game
from fireflies.testing.sampling import random_states
from tests import campaign

GAMES: Final = {name: games.get(name) for name in games.names()}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

OPTIONS: Final[Mapping[str, Sequence[Mapping[str, object]]]] = {
    "smile": [{"players": 3}, {"players": 5}],
    "festival": [{"players": 2}, {"players": 3, "powers": True, "turns": 60, "goals": "chance"}],
    "misbehavin": [{}, {"players": 3, "episode": "four-roads"}, {"players": 2, "reavers": 2}],
}
UNCHANGED: Final[Mapping[str, str]] = {
    "observer": "it says who looks",
    "options": "they are the same in a whole play",
    "phase": "only views in the same phase have parts that fit",
    "_known": "it follows from what is seen",
    "clause": "of an outcome; the scores say it",
    "payoffs": "of an outcome; they follow from the scores",
}
"""The parts that are not changed, with the reason."""
NO_DATA: Final[Mapping[str, Mapping[str, str]]] = {
    "smile": {"in_auction": "its order follows from the seat to move"},
    "festival": {},
    "misbehavin": {"seat": "it is the actor, or the seat of the first step that waits"},
}
"""What is not always in the data, nor in text and description, since the rest says it."""
UNTOLD: Final[Mapping[str, Mapping[str, str]]] = {
    "smile": {"starting_player": "nothing depends on it after the first bid"},
    "festival": {
        "actor": "phase and seat say it",
        "public.kind": "the top card has it",
        "undealt": "it is what lies nowhere else",
    },
    "misbehavin": {
        "activity.acted": "the legal actions say what it allows",
        "activity.batch": "it is the seat that decides",
        "activity.bonus": "it is in the totals",
        "activity.opening": "the legal actions say what it allows",
        "moves": "it only limits the length of a turn",
        "outcome.scores": "they are the power",
        "players.deck": "a long list, which the details have",
        "players.unseen": "a long list, which the details have",
    },
}
"""What is never in the text, and need not be in the description, with the reason."""
AT_TIMES: Final[Mapping[str, Mapping[str, str]]] = {
    "smile": {},
    "festival": {
        "idle": "told when many turns have passed",
        "mains": "told between actions",
        "pending.able": "told as far as there is room",
        "pending.draws": "told when the turn of the draws comes",
        "pending.lane": "told when workers may cross it",
        "pending.walks": "told in a move",
        "players.completed": "told is how many",
        "public.left": "told with a top card",
        "seat": "told until the end",
        "secondary": "told between actions",
    },
    "misbehavin": {
        "activity.ended": "told where there are no totals",
        "activity.stage": "told unless the deal is canceled",
        "actor": "told where the legal actions are",
        "did": "told where a step of a 'verse card asks for it",
        "pending": "told when its turn comes",
        "players.assets.used": "told of a card with that ability",
        "players.command.used": "told of a card with that ability",
        "players.display.used": "told of a card with that ability",
        "players.recycle": "told is how many",
        "reavers.tokens": "told is how many",
        "turn": "told until the end",
        "turn_player": "told until the end",
    },
}
"""What text and description have only where a player needs it."""
HIDDEN: Final = {
    "smile": {"players.clear", "players.blue"},
    "festival": {"players.goals", "players.powers", "deck"},
    "misbehavin": {"players.hand", "players.deck"},
}
"""The parts of a state in which states differ that look the same to somebody."""

Place: TypeAlias = tuple[str | int, ...]
"""The names and indices that lead to a part of a view or a state."""


def names_in(value: object) -> list[str]:
    """Return the names of the parts of a value; none where it has a text as a whole."""
    if type(value).__str__ is not object.__str__ and not isinstance(value, Seen):
        return []
    names = (
        [it.name for it in fields(value)] if is_dataclass(value) else getattr(value, "_fields", ())
    )
    return [name for name in names if name not in UNCHANGED]


def rows_in(value: object) -> Sequence[object]:
    """Return the things in a tuple, if all of them have parts."""
    things = value if type(value) is tuple else ()
    return things if all(map(names_in, things)) else ()


def parts(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Yield a value and each part of it, with its place."""
    yield place, value
    for name in names_in(value):
        yield from parts(getattr(value, name), (*place, name))
    for number, it in enumerate(rows_in(value)):
        yield from parts(it, (*place, number))


def is_leaf(value: object) -> bool:
    """Return whether a value has no parts."""
    return not names_in(value) and not rows_in(value)


def differences(one: object, two: object) -> dict[Place, object]:
    """Return the smallest parts in which two values differ, as they are in the second one."""
    others = dict(parts(two))
    return {
        place: others[place]
        for place, value in parts(one)
        if place in others and value != others[place]
        if not (names_in(value) or names_in(others[place]))
        if len(rows_in(value)) != len(rows_in(others[place])) or not rows_in(value)
    }


def changed(value: Any, place: Place, part: object) -> Any:
    """Return a value with another part at a place."""
    if not place:
        return part
    first, *rest = place
    if isinstance(first, int):
        return (*value[:first], changed(value[first], (*rest,), part), *value[first + 1 :])
    new = {first: changed(getattr(value, first), (*rest,), part)}
    return replace(value, **new) if is_dataclass(value) else value._replace(**new)


def kind_of(place: Place) -> str:
    """Return a place without its indices."""
    return ".".join(it for it in place if isinstance(it, str))


def told(game: Game[Any], view: Any) -> dict[str, object]:
    """Return a view as data, as text, and as the description of its picture."""
    assert game.draw is not None
    drawn = game.draw(view)
    return {
        "data": (view.to_json(), view.details_json()),
        "text": view.to_text(),
        "description": drawn[drawn.index("<desc") : drawn.index("</desc>")],
    }


def pairs(game: Game[Any], number: int) -> list[tuple[Any, Any]]:
    """Return pairs of views of an observer, equally many of each phase and each activity in it."""
    draws, found = Draws(campaign.generator(game.name).getrandbits(32), "pairs"), list[Any]()
    for options in OPTIONS[game.name]:
        alike: dict[object, list[Any]] = {}
        for seed in range(3):
            for state in random_states(game.set_up(options).start, seed):
                activity = type(getattr(state, "activity", None))
                alike.setdefault((state.view().phase, activity), []).append(state)
        for states in alike.values():
            for observer in (None, 0, SPECTATOR):
                for _ in range(number):
                    one, two = (draws.choose(states).view(observer) for _ in "ab")
                    found.append((one, two))
    return draws.sample(found, len(found))


@pytest.mark.long
@each_game
def test_what_can_be_seen_is_told(game: Game[Any]) -> None:
    """Each part of a view, as data, in the text and in the description of the picture."""
    most, kinds = campaign.count(6, campaign=100), set[str]()
    tried, silent = Counter[str](), Counter[tuple[str, str]]()
    for one, two in pairs(game, campaign.count(1, campaign=20)):
        kinds |= {kind_of(place) for place, it in parts(one) if it is not None and is_leaf(it)}
        others = {kind_of(place): (place, part) for place, part in differences(one, two).items()}
        others = {kind: it for kind, it in others.items() if tried[kind] < most}
        before = told(game, one) if others else {}
        for kind, (place, part) in others.items():
            after = told(game, changed(one, place, part))
            tried[kind] += 1
            silent.update((kind, way) for way, words in before.items() if words == after[way])
    no_data, untold, at_times = (it[game.name].keys() for it in (NO_DATA, UNTOLD, AT_TIMES))
    assert {kind for kind, way in silent if way == "data"} == no_data
    assert {kind for kind, _ in silent} <= no_data | untold | at_times
    assert {kind for kind in untold if silent[kind, "text"] == tried[kind]} == untold
    assert kinds | no_data | untold | at_times == tried.keys()


@each_game
def test_what_is_hidden_is_not_told(game: Game[Any]) -> None:
    """Where states look the same, all is told in the same words, the legal actions too."""
    hidden = set[str]()
    for seed, options in enumerate(OPTIONS[game.name]):
        states = random_states(game.set_up(options).start, seed)
        for number, state in enumerate(states[:: len(states) // 5]):
            for observer in (0, 1, SPECTATOR):
                other = state.alike(observer, Draws(number, "other"))
                hidden |= {kind_of(place) for place in differences(state, other)}
                one, two = state.view(observer), other.view(observer)
                assert told(game, one) == told(game, two)
                for action in one.legal_actions or ():
                    seen = state.redact(action, observer)
                    assert game.describe(seen, one) == game.describe(seen, two)
    assert hidden == HIDDEN[game.name]
