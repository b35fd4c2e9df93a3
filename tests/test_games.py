"""A game's name to its Game, ours and other people's."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fireflies import games, smile
from fireflies.games import Game
from fireflies.errors import UnknownGame, UnusableGame

Install = Callable[..., None]

GOOD = """
from fireflies.smile import GAME as SMILE
from fireflies.games import Game
GAME = Game(**{name: getattr(SMILE, name) for name in Game.__match_args__} | {"name": "lanterns"})
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a package on the path as an installer does: modules, and a folder about them."""

    def installed(modules: dict[str, str], entry_points: dict[str, str]) -> None:
        about = tmp_path / "other_games-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: other-games\nVersion: 1.0\n")
        lines = [f"{name} = {place}" for name, place in entry_points.items()]
        (about / "entry_points.txt").write_text("\n".join(["[fireflies.games]", *lines, ""]))
        for name, source in modules.items():
            (tmp_path / f"{name}.py").write_text(source)
            # Set first, so that the module is gone again after the test.
            monkeypatch.setitem(sys.modules, name, sys)
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.syspath_prepend(tmp_path)

    return installed


def test_ours_are_there_without_anything_installed() -> None:
    """Smile is found by its name, and is the value in its package."""
    assert games.names() == ("smile",)
    assert games.get("smile") is smile.GAME
    assert games.usable() == {"smile": smile.GAME}
    assert smile.GAME.name == "smile"


def test_an_unknown_name_is_refused_with_those_that_exist(install: Install) -> None:
    """Names are exact, and the error lists them."""
    install({"lantern_game": GOOD}, {"lanterns": "lantern_game:GAME"})
    for name in ("Smile", "lantern", ""):
        with pytest.raises(UnknownGame) as caught:
            games.get(name)
        assert caught.value.name == name
        assert caught.value.known == ("smile", "lanterns")
        assert str(caught.value) == f"no game is called {name!r}; there are: smile, lanterns"


def test_an_installed_game_is_found(install: Install) -> None:
    """A package that registers a Game in the entry point group is all that it takes."""
    assert games.GROUP == "fireflies.games"
    install({"lantern_game": GOOD}, {"lanterns": "lantern_game:GAME"})
    game = games.get("lanterns")
    assert isinstance(game, Game)
    assert game.name == "lanterns"
    assert games.usable() == {"smile": smile.GAME, "lanterns": game}


def test_ours_come_first_and_the_others_in_their_order(install: Install) -> None:
    """The order of names depends on the names alone, and nothing is loaded for it."""
    missing = "no_such_module:GAME"
    install({}, {"zebra": missing, "apple": missing, "tiger": missing})
    assert games.names() == ("smile", "apple", "tiger", "zebra")


def test_nobody_takes_the_name_of_ours(install: Install) -> None:
    """A package that registers one of our names changes nothing."""
    install({"lantern_game": GOOD}, {"smile": "lantern_game:GAME"})
    assert games.names() == ("smile",)
    assert games.get("smile") is smile.GAME
    assert "lantern_game" not in sys.modules


@pytest.mark.parametrize(
    ("source", "place", "problem"),
    [
        ("GAME = 'lanterns'", "odd_game:GAME", "it is a str and no Game"),
        ("", "odd_game", "it is a module and no Game"),
        ("raise RuntimeError('no lamp')", "odd_game:GAME", "RuntimeError: no lamp"),
        (
            "",
            "odd_game:GAME",
            "AttributeError: module 'odd_game' has no attribute 'GAME'",
        ),
        ("", "no_such_module:GAME", "ModuleNotFoundError: No module named 'no_such_module'"),
    ],
    ids=["no Game", "a module", "raises", "no such attribute", "no such module"],
)
def test_what_can_not_be_used_is_said(
    install: Install, source: str, place: str, problem: str
) -> None:
    """Whatever is wrong with an installed game, it is one of our errors that says so."""
    install({"odd_game": source}, {"odd": place})
    with pytest.raises(UnusableGame) as caught:
        games.get("odd")
    assert str(caught.value) == f"the game 'odd' can't be used: {problem}"
    assert (caught.value.name, caught.value.problem) == ("odd", problem)


def test_a_room_of_a_game_is_a_module(install: Install) -> None:
    """It is loaded when somebody asks for it, by its full name."""
    install({"lantern_room": "LIGHT = 3"}, {})
    assert "lantern_room" not in sys.modules
    assert register.room("lantern_room") is sys.modules["lantern_room"]
    assert register.room("fireflies.smile") is smile


def test_a_broken_game_stops_nobody_from_playing_another(install: Install) -> None:
    """The usable games are those that load, the names are all of them."""
    install(
        {"lantern_game": GOOD, "broken_game": "1 / 0", "odd_game": "GAME = 3"},
        {
            "a broken one": "broken_game:GAME",
            "lanterns": "lantern_game:GAME",
            "odd": "odd_game:GAME",
        },
    )
    assert games.names() == ("smile", "a broken one", "lanterns", "odd")
    assert list(games.usable()) == ["smile", "lanterns"]
    with pytest.raises(UnusableGame) as caught:
        games.get("a broken one")
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
