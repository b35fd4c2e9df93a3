"""No answer tells an observer what it may not see.

Two positions that look the same to an observer give the same answers to the same requests.
"""

from collections.abc import Mapping
from typing import Final

import pytest

from fireflies import games
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR, Observer, State
from fireflies.testing.sampling import random_states
from tests.front.asking import Page

GAMES: Final = (*games.names(), "kuhn")
TRIED: Final = ("bid a", "back-out b", "pagoda A", "play sheriff", "deal K", "pass", "nothing")
REQUESTS: Final[list[tuple[str, Mapping[str, object]]]] = [
    ("status", {}),
    ("log", {}),
    ("details", {"name": "sheriff"}),
    ("hint", {"bot": "first"}),
    *[(do, {"action": text}) for text in TRIED for do in ("why", "play")],
]


def at(name: str, state: State, observer: Observer) -> Page:
    """Return a page that shows this state to an observer; all seats are persons."""
    page = Page()
    players, position = ["human"] * state.seats, state.view().position
    page.ask("new", game=name, players=players, position=position, seed=1)
    page.ask("status", observer=observer)
    return page


@pytest.mark.long
@pytest.mark.usefixtures("kuhn_installed")
@pytest.mark.parametrize("name", GAMES)
def test_states_that_look_the_same_give_the_same_answers(name: str) -> None:
    differed = compared = 0
    states = random_states(games.get(name).set_up({}).start, 3)
    for number, state in enumerate(states[:: max(1, len(states) // 9)]):
        observers: list[Observer] = [SPECTATOR, *range(state.seats)]
        observer = observers[number % len(observers)]
        other = state.alike(observer, Draws(number, "others"))
        if other == state:
            continue
        differed += 1
        pages = [at(name, it, observer) for it in (state, other)]
        for do, keys in REQUESTS:
            one, two = (page.send(do, **keys) for page in pages)
            assert one == two, (do, keys)
            compared += "answer" in one
        one, two = (page.ask("record", observer=observer) for page in pages)
        assert one == two
    assert differed >= 2
    assert compared >= 3 * differed


@pytest.mark.long
@pytest.mark.usefixtures("kuhn_installed")
@pytest.mark.parametrize("name", GAMES)
def test_hints_are_equal_in_states_that_look_the_same(name: str) -> None:
    """Those of all bots, also of searches, and analyses, to the person who decides."""
    game = games.get(name)
    bots = ["random", *game.bots, *(f"{it}:20" for it in {"search", *game.searches})]
    differed = 0
    states = random_states(game.set_up({}).start, 4)
    to_decide = [it for it in states if len(it.legal_actions) > 1 and isinstance(it.actor, int)]
    for number, state in enumerate(to_decide[:: max(1, len(to_decide) // 9)]):
        assert isinstance(state.actor, int)
        alike = [state.alike(state.actor, Draws(number, "others", k)) for k in range(9)]
        other = next((it for it in alike if it != state), None)
        if other is not None:
            pages = [at(name, it, state.actor) for it in (state, other)]
            for bot in bots:
                one, two = (page.ask("hint", bot=bot) for page in pages)
                assert one == two, bot
            one, two = (page.ask("analyse", budget="20") for page in pages)
            assert one == two
            differed += 1
    assert differed


@pytest.mark.long
@pytest.mark.usefixtures("kuhn_installed")
@pytest.mark.parametrize("name", GAMES)
def test_steps_and_log_are_those_that_the_observer_saw(name: str) -> None:
    """Each of the first 60 steps is told to one observer, and compared with that observer's log."""
    page, observers = Page(), [0, SPECTATOR, None]
    page.ask("new", game=name, players=["random"] * games.get(name).seats[0], seed=2)
    told: dict[object, list[object]] = {observer: [] for observer in observers}
    for number in range(60):
        observer = observers[number % 3]
        page.ask("status", observer=observer)
        told[observer] += page.ask("advance")["steps"]
    for observer in observers:
        entries = page.ask("log", observer=observer)["entries"]
        assert [entry for entry in entries if entry["index"] % 3 == observers.index(observer)] == (
            told[observer]
        )
