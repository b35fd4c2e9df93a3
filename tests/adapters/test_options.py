"""Tests that both adapters take any option of any game."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pyspiel
import pytest

from fireflies import games
from fireflies.adapters import openspiel
from fireflies.adapters.openspiel import SpielGame
from fireflies.adapters.pettingzoo import RawEnv
from fireflies.contract import InvalidOptions
from fireflies.errors import InvalidData
from fireflies.games import Bounds, Game, Given, Option, OptionFile, Setup, as_given
from tests import kuhn


def read_dealer(value: object) -> object:
    """Return the dealer: a seat, or a text."""
    if value in (0, 1, "the youngest", "nobody"):
        return value
    raise InvalidOptions("dealer", "0, 1, 'the youngest' or 'nobody' is wanted")


class _DeckFile:
    """The format of a file with a deck in its first line."""

    def template(self) -> str:
        return "JQK"

    def read_file(self, content: bytes, /) -> object:
        if not content.isalpha():
            raise InvalidData("letter 1", "a letter is wanted")
        return list(content.decode())

    def describe(self, value: object, /) -> str:
        return str(value)


def deck_file() -> OptionFile:
    return _DeckFile()


OPTIONS: Final = (
    Option("dealer", "the youngest", "who deals: a seat or a description", read_dealer),
    Option("blinds", None, "chips, by seat; follows from the stakes", as_given),
    Option("extras", ["a"], "names", as_given),
    Option("utility", 3, "as a number", as_given),
    Option("seats", "two", "as a text", as_given),
    Option("rate", 0.5, "a fraction", as_given),
    Option("strict", default=True, text="yes or no", read=as_given),
    Option("deck", None, "cards", as_given, file=deck_file, named={"small": lambda: ["J", "Q"]}),
)


def set_up(given: Mapping[str, object]) -> Setup[kuhn.State]:
    """Return Kuhn poker, with options that have no effect."""
    values = Given(OPTIONS, given)
    options: dict[str, object] = {option.name: values[option] for option in OPTIONS}
    return replace(kuhn.set_up({}), options=options)


GAME: Final = replace(kuhn.GAME, name="optioned", options=OPTIONS, set_up=set_up)
DEFAULTS: Final = set_up({}).options


@pytest.fixture
def optioned(monkeypatch: pytest.MonkeyPatch) -> str:
    """Register the game in OpenSpiel."""
    monkeypatch.setattr(games, "usable", lambda: {GAME.name: GAME})
    (name,) = openspiel.register()
    return name


def options_of(*name_and_parameters: Any) -> dict[str, object]:
    """Return the options of a game that OpenSpiel has loaded."""
    game = pyspiel.load_game(*name_and_parameters)
    assert isinstance(game, SpielGame)
    return dict(game.variant.options)


def test_each_option_is_a_parameter_of_openspiel(optioned: str) -> None:
    """A default of a type that OpenSpiel does not have becomes an empty text."""
    assert pyspiel.load_game(optioned).get_parameters() == {
        "dealer": "the youngest",
        "blinds": "",
        "extras": "",
        "utility_": 3,
        "seats": "two",
        "rate": 0.5,
        "strict": True,
        "deck": "",
        "utility": "win",
        "max_game_length": 0,
    }
    assert options_of(optioned) == DEFAULTS
    assert DEFAULTS["extras"] == ["a"]


GIVEN: Final[Mapping[str, tuple[str, object]]] = {
    "dealer=nobody": ("dealer", "nobody"),
    "dealer= 1": ("dealer", 1),
    "blinds=[7]": ("blinds", [7]),
    "utility_=4": ("utility", 4),
    "seats=three": ("seats", "three"),
    "rate=0.25": ("rate", 0.25),
    "strict=False": ("strict", False),
    "deck=small": ("deck", ["J", "Q"]),
}


@pytest.mark.parametrize("given", GIVEN)
def test_a_parameter_of_openspiel_is_an_argument(optioned: str, given: str) -> None:
    """As on the command line; a number needs a space before it where the default is a text."""
    option, value = GIVEN[given]
    assert options_of(f"{optioned}({given})") == {**DEFAULTS, option: value}


def test_openspiel_takes_arguments_in_a_mapping(optioned: str) -> None:
    """Also those that it can't separate in a text."""
    given: dict[str, int | str] = {"dealer": "1", "extras": '["b","c"]', "utility_": 5}
    found = options_of(optioned, given)
    assert found == {**DEFAULTS, "dealer": 1, "extras": ["b", "c"], "utility": 5}


def test_wrong_arguments_in_openspiel_are_refused_in_one_line(
    optioned: str, tmp_path: Path
) -> None:
    """With the option, or with the file and the place in it."""
    with pytest.raises(InvalidOptions, match=r"^dealer: 0, 1, 'the youngest' or 'nobody' is"):
        options_of(optioned, {"dealer": "7"})
    path = tmp_path / "deck.txt"
    path.write_text("7", encoding="utf-8")
    with pytest.raises(InvalidData, match=r"deck\.txt: letter 1: a letter is wanted$"):
        options_of(optioned, {"deck": str(path)})
    path.write_text("JK", encoding="utf-8")
    assert options_of(optioned, {"deck": str(path)})["deck"] == ["J", "K"]


def test_a_game_without_a_bound_needs_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """It also limits the tensor of an information state."""
    endless = replace(
        kuhn.GAME,
        name="endless",
        set_up=lambda given: replace(kuhn.set_up(given), bounds=Bounds(None, -2, 2, (-2, 2))),
    )
    monkeypatch.setattr(games, "usable", lambda: {"endless": endless})
    (name,) = openspiel.register()
    with pytest.raises(InvalidOptions, match=r"^max_game_length: this game has no bound: say how"):
        pyspiel.load_game(name)
    for length, memory in ((10**6, openspiel.MEMORY), (7, 7)):
        game = pyspiel.load_game(name, {"max_game_length": length})
        assert game.max_game_length() == game.max_chance_nodes_in_history() == length
        (size,) = game.information_state_tensor_shape()
        assert [size - memory] == game.observation_tensor_shape()


def test_a_game_that_needs_options_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only with options can one know whether it has tensors."""

    def demanding(given: Mapping[str, object]) -> Setup[kuhn.State]:
        if "dealer" not in given:
            raise InvalidOptions("dealer", "say who deals")
        return set_up(given)

    game = replace(GAME, name="demanding", set_up=demanding)
    monkeypatch.setattr(games, "usable", lambda: {"demanding": game})
    assert openspiel.register() == ("fireflies_demanding",)
    with pytest.raises(InvalidOptions, match=r"^dealer: say who deals$"):
        pyspiel.load_game("fireflies_demanding")
    assert options_of("fireflies_demanding", {"dealer": "0"})["dealer"] == 0


def test_pettingzoo_takes_any_option(stand_in: Callable[[Game[Any]], str], tmp_path: Path) -> None:
    """As plain data or as an argument; one with the name of an argument has a ``_`` at the end."""
    name = stand_in(replace(GAME, name=kuhn.GAME.name))
    path = tmp_path / "deck.txt"
    path.write_text("JK", encoding="utf-8")
    for given, found in (
        ({}, {}),
        ({"dealer": 1, "extras": ["x"]}, {"dealer": 1, "extras": ["x"]}),
        ({"dealer": "1", "extras": '["x"]'}, {"dealer": 1, "extras": ["x"]}),
        ({"utility_": 9, "seats_": "three"}, {"utility": 9, "seats": "three"}),
        ({"deck": "small"}, {"deck": ["J", "Q"]}),
        ({"deck": str(path)}, {"deck": ["J", "K"]}),
        ({"deck": None, "rate": 1}, {"rate": 1}),
    ):
        env = RawEnv(name, **given)
        env.reset(seed=1)
        assert env.record.options == {**DEFAULTS, **found}
    with pytest.raises(InvalidOptions, match=r"^dealer: 0, 1, "):
        RawEnv(name, dealer="somebody")
    with pytest.raises(InvalidOptions, match=r"^deal: there is no such option, only dealer, "):
        RawEnv(name, deal="somebody")


@pytest.mark.parametrize("has_secrets", [True, False])
@pytest.mark.parametrize("is_zero_sum", [True, False])
@pytest.mark.parametrize("utility", openspiel.UTILITIES)
def test_the_type_of_a_game_depends_on_secrets_and_returns(
    utility: str,
    is_zero_sum: bool,  # noqa: FBT001  # one of two
    has_secrets: bool,  # noqa: FBT001  # as above
) -> None:
    other = replace(kuhn.GAME, is_zero_sum=is_zero_sum, has_secrets=has_secrets)
    game = SpielGame(other, {"utility": utility, "max_game_length": 0})
    information, worth = pyspiel.GameType.Information, pyspiel.GameType.Utility
    assert game.get_type().information == (
        information.IMPERFECT_INFORMATION if has_secrets else information.PERFECT_INFORMATION
    )
    adds_up = is_zero_sum and utility == "win"
    assert game.get_type().utility == (worth.ZERO_SUM if adds_up else worth.GENERAL_SUM)
    assert game.utility_sum() == (0 if adds_up else None)
