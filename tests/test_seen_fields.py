"""What an observer may see is told: as data, as text, and in the description of the picture.

A field of a view is given its value in a later view of the same play; then data, text and
description have to differ.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final

import pytest

from fireflies import games
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR
from fireflies.games import Game
from fireflies.testing.sampling import random_states

GAMES: Final = {name: games.get(name) for name in games.names()}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
MADE: Final = {"observer", "actor", "outcome", "_known", "options"}
"""The fields that follow from the others, and the options."""
LEFT_OUT: Final[Mapping[str, Mapping[str, str]]] = {
    "smile": {
        "in_auction": "its order follows from the seat to move",
        "starting_player": "who begins is told when all cards lie open",
    },
    "festival": {
        "idle": "told when it comes near the limit",
        "mains": "told between actions",
        "secondary": "told between actions",
        "pending": "the rest of an action is told when its turn comes",
        "undealt": "a long list",
    },
    "misbehavin": {
        "did": "told when a step of the 'verse card asks for it",
        "moves": "it only bounds the length of a turn",
        "once": "told of cards in play",
        "pending": "what waits is told when its turn comes",
        "players.deck": "a long list",
        "players.unseen": "a long list",
        "players.recycle": "its size is told",
        "players.marks": "told of the steps that count for the seat",
    },
}
"""The fields that are data, but that text and description need not tell, with the reason."""
NO_DATA: Final = {
    "smile": {"in_auction": "the order follows from the actor"},
    "misbehavin": {"seat": "the actor", "turn_player": "the actor, mostly"},
}
"""The fields that follow from others in the data."""
OPTIONS: Final[Mapping[str, Sequence[Mapping[str, object]]]] = {
    "smile": [{"players": 3}, {"players": 5}],
    "festival": [{"players": 2}, {"players": 3, "powers": True}],
    "misbehavin": [{}, {"players": 3, "episode": "four-roads"}, {"players": 2, "reavers": 2}],
}


def parts(view: Any) -> dict[str, object]:
    """Return the fields of a view by name, those of players and of places by name too."""
    found: dict[str, object] = {}
    for field in fields(view):
        if field.name in MADE:
            continue
        value = getattr(view, field.name)
        if field.name in {"players", "islands"}:
            for number, it in enumerate(value):
                found |= {f"{field.name}.{number}.{name}": getattr(it, name) for name in it._fields}
        else:
            found[field.name] = value
    return found


def changed(view: Any, place: str, value: object) -> Any:
    """Return a view in which one part has another value."""
    name, _, rest = place.partition(".")
    if not rest:
        return replace(view, **{name: value})
    number, _, field = rest.partition(".")
    whole = [*getattr(view, name)]
    whole[int(number)] = whole[int(number)]._replace(**{field: value})
    return replace(view, **{name: tuple(whole)})


def told(game: Game[Any], view: Any) -> tuple[object, str, str]:
    """Return a view as data, as text, and as the description of its picture."""
    assert game.draw is not None
    drawn = game.draw(view)
    return (
        (view.to_json(), view.details_json()),
        view.to_text(100),
        drawn[drawn.index("<desc") : drawn.index("</desc>")],
    )


def pairs(game: Game[Any], number: int) -> Iterator[tuple[Any, Any]]:
    """Yield views that an observer has in the same phase of the same play."""
    for seed, options in enumerate(OPTIONS[game.name]):
        draws = Draws(seed, "pairs")
        states: list[Any] = [*random_states(game.set_up(options).start, seed)[:-1]]
        for observer in (None, 0, SPECTATOR):
            for _ in range(number):
                one, two = (draws.choose(states).view(observer) for _ in range(2))
                if one.phase == two.phase:
                    yield one, two


def kind_of(place: str) -> str:
    """Return a place without its numbers."""
    return ".".join(part for part in place.split(".") if not part.isdigit())


@pytest.mark.long
@each_game
def test_what_can_be_seen_is_told(game: Game[Any]) -> None:
    """As data, in the text, and in the description of the picture."""
    tried, silent = Counter[str](), set[str]()
    for one, two in pairs(game, 30):
        before, others = told(game, one), parts(two)
        for place, value in parts(one).items():
            kind = kind_of(place)
            if tried[kind] == 12 or place not in others or others[place] == value:
                continue
            tried[kind] += 1
            after = told(game, changed(one, place, others[place]))
            ways = zip(("data", "text", "description"), before, after, strict=True)
            silent |= {f"{kind}: {way}" for way, old, new in ways if old == new}
    excused = {f"{kind}: {way}" for kind in LEFT_OUT[game.name] for way in ("text", "description")}
    excused |= {f"{kind}: data" for kind in NO_DATA.get(game.name, ())}
    assert silent - excused == set()
    assert len(tried) > 8


@each_game
def test_what_is_hidden_is_not_told(game: Game[Any]) -> None:
    """In views that look the same, all is told in the same words, legal actions too."""
    states = random_states(game.set_up({}).start, 4)
    for number, state in enumerate(states[:: len(states) // 20]):
        for observer in (0, 1, SPECTATOR):
            other = state.alike(observer, Draws(number, "other"))
            one, two = state.view(observer), other.view(observer)
            assert told(game, one) == told(game, two)
            for action in one.legal_actions or ():
                seen = state.redact(action, observer)
                assert game.describe(seen, one) == game.describe(seen, two)
