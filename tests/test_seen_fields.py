"""What an observer may see is told as data, as text, and in the description of the picture.

Of two views in the same phase, one gets a part of the other; then data, text and description have
to differ. What is hidden changes none of them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle, pairwise
from typing import Any, Final, TypeAlias, cast

import pytest

from fireflies import games
from fireflies.chance import SEEDS, Draws
from fireflies.contract import SPECTATOR
from fireflies.contract.fields import has_own_text
from fireflies.games import Game
from fireflies.testing.sampling import random_states
from tests import campaign
from tests.examples import examples

GAMES: Final = {name: games.get(name) for name in games.names()}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

OPTIONS: Final[Mapping[str, Sequence[Mapping[str, object]]]] = {
    "smile": [{"players": 3}, {"players": 5}],
    "festival": [{"players": 2}, {"players": 3, "powers": True, "turns": 60, "goals": "chance"}],
    "misbehavin": [
        {"players": 3, "episode": "four-roads", "turns": 20},
        {"supply": "draft", "reavers": 2, "turns": 20},
    ],
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
    "misbehavin": {
        "seat": "it is the actor, or the seat of the first step that waits",
        "supply": "without the sets that are in no slot",
    },
}
"""What is not always in the data, nor in text and description, since the rest says it."""
UNTOLD: Final[Mapping[str, Mapping[str, str]]] = {
    "smile": {"starting_player": "told as the seat to move, when all cards lie open"},
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
        "activity.spent": "it is in the totals",
        "moves": "it only limits the length of a turn",
        "outcome.scores": "they are the power",
        "players.deck": "a long list, which the details have",
        "players.unseen": "a long list, which the details have",
    },
}
"""What is never in the text, and need not be in the description, with the reason."""
AT_TIMES: Final[Mapping[str, Mapping[str, str]]] = {
    "smile": {"undealt": "told is how many"},
    "festival": {
        "bridges": "told unless the legal actions, which stay the same, need its place",
        "idle": "told when many turns have passed",
        "mains": "told between actions",
        "pending.able": "told as far as there is room",
        "pending.draws": "told when its turn comes",
        "pending.lane": "told when workers may cross it",
        "pending.recruits": "told when its turn comes",
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
        "market_decks": "told is how many",
        "once": "told of a card in play",
        "pending": "told when its turn comes",
        "players.assets.used": "told of a card with that ability",
        "players.command.used": "told of a card with that ability",
        "players.display.used": "told of a card with that ability",
        "players.recycle": "told is how many",
        "reavers.tokens": "told is how many",
        "slots": "told without the places of the sets",
        "turn": "told until the end",
        "turn_player": "told until the end",
    },
}
"""What text and description have only where a player needs it."""
RARE: Final[Mapping[str, Mapping[str, object]]] = {
    "smile": {},
    "festival": {},
    "misbehavin": {
        "activity.canceled": True,
        "once": ("freighter-captain 1", "old-freighter 1", "steady-pilot 1"),
        "players.assets.warrant": 1,
        "players.display.tokens": 2,
    },
}
"""Values of parts in which no two views differ here."""
IN_ORDER: Final = {"reavers.card"}
"""The names of things whose number changes, but not their order."""
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
    if has_own_text(type(value)) and not hasattr(value, "observer"):
        return []
    names: tuple[str, ...] = getattr(value, "__match_args__", ())
    return [name for name in names if name not in UNCHANGED]


def rows_in(value: Any) -> Sequence[object]:
    """Return the things in a tuple, if all of them have parts."""
    things: Sequence[object] = ()
    if type(value) is tuple:
        things = cast("tuple[object, ...]", value)
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


def rare(game: Game[Any], view: object) -> dict[Place, object]:
    """Return the parts of a view in which no other view differs, with another value."""
    given = RARE[game.name]
    places = [place for place, it in parts(view) if given.get(kind_of(place), it) != it]
    return {place: given[kind_of(place)] for place in places}


def changed(value: Any, place: Place, part: object) -> Any:
    """Return a value with another part at a place."""
    if not place:
        return part
    first, *rest = place
    if isinstance(first, int):
        return (*value[:first], changed(value[first], (*rest,), part), *value[first + 1 :])
    new = {first: changed(getattr(value, first), (*rest,), part)}
    return value._replace(**new) if type(value).__base__ is tuple else replace(value, **new)


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


def states(game: Game[Any], plays: int) -> Iterator[Any]:
    """Yield the states of random plays, and those before and after each example of a clause."""
    draws = Draws(campaign.generator(game.name).getrandbits(32), "plays")
    for options in OPTIONS[game.name]:
        for _ in range(plays):
            yield from random_states(game.set_up(options).start, draws.below(SEEDS[-1]))
    for shown in examples(game):
        yield shown.state
        if shown.action is not None and not shown.example.refused:
            yield shown.state.apply(shown.action)


def pairs(game: Game[Any], plays: int) -> list[tuple[Any, Any]]:
    """Return views of an observer that follow each other among those whose parts fit together."""
    found = list[tuple[Any, Any]]()
    alike: dict[object, list[Any]] = {}
    for state in states(game, plays):
        view = state.view()
        options: object = getattr(view, "options", state.seats)
        activity: object = getattr(view, "activity", None)
        alike.setdefault((view.phase, options, type(activity)), []).append(state)
    observers = cycle((None, 0, SPECTATOR))
    for group in alike.values():
        for one, two in pairwise(group):
            observer = next(observers)
            found.append((one.view(observer), two.view(observer)))
    return campaign.generator(game.name).sample(found, len(found))


@pytest.mark.long
@each_game
def test_what_can_be_seen_is_told(game: Game[Any]) -> None:
    """Each part of a view, as data, in the text and in the description of the picture."""
    most, kinds = campaign.count(5, campaign=100), set[str]()
    tried, silent = Counter[str](), Counter[tuple[str, str]]()
    for one, two in pairs(game, campaign.count(2, campaign=20)):
        kinds |= {kind_of(place) for place, it in parts(one) if is_leaf(it)}
        found = rare(game, one) | differences(one, two)
        others = {kind_of(place): (place, part) for place, part in found.items()}
        others = {kind: it for kind, it in others.items() if tried[kind] < most}
        before = told(game, one) if others else {}
        for kind, (place, part) in others.items():
            after = told(game, changed(one, place, part))
            tried[kind] += 1
            silent.update((kind, way) for way, words in before.items() if words == after[way])
    no_data, untold, at_times = (it[game.name].keys() for it in (NO_DATA, UNTOLD, AT_TIMES))
    assert {kind for kind, way in silent if way == "data"} - no_data == set()
    assert {kind for kind, _ in silent} - (no_data | untold | at_times) == set()
    assert {kind for kind in untold if silent[kind, "text"] < tried[kind]} == set()
    assert (no_data | untold | at_times) - tried.keys() == set()
    whole = {kind for kind in kinds if any(it.startswith(f"{kind}.") for it in tried)}
    assert kinds - tried.keys() - whole <= IN_ORDER


@pytest.mark.long
@each_game
def test_what_is_hidden_is_not_told(game: Game[Any]) -> None:
    """Where states look the same, all is told in the same words, the legal actions too."""
    hidden, in_phase = set[str](), dict[str, Any]()
    for seed, options in enumerate(OPTIONS[game.name]):
        states: list[Any] = [*random_states(game.set_up(options).start, seed)]
        in_phase |= {state.view().phase: state for state in states}
    for number, state in enumerate(in_phase.values()):
        for observer in (0, SPECTATOR):
            other = state.alike(observer, Draws(number, "other"))
            hidden |= {kind_of(place) for place in differences(state, other)}
            one, two = state.view(observer), other.view(observer)
            assert told(game, one) == told(game, two)
            for action in one.legal_actions or ():
                seen = state.redact(action, observer)
                assert game.describe(seen, one) == game.describe(seen, two)
    assert hidden == HIDDEN[game.name]
