"""The options: what fits, what is refused and by which clause, how they are given."""

import copy
import dataclasses
import pickle
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies._data import loads
from fireflies.chance import Draws
from fireflies.contract import InvalidOptions
from fireflies.festival.box.boxfile import default_box, read_box
from fireflies.festival.box.components import Figures
from fireflies.festival.box.options import BOX, GOALS, OPTIONS, POWERS, SETUP, read_options
from fireflies.festival.box.random_boxes import random_options
from fireflies.festival.clauses import Clause
from tests.changes import changed
from tests.festival.small import SMALL

KINDS: Final = ("empire", "architect", "hubs", "merchant", "tower", "diversity", "ready")

ROUNDS: Final = "/figures/rounds"
FROM_1: Final = "a whole number from 1 to "
PLAYERS_REFUSED: Final = "festival.setup.players: players: a whole number from 2 to 6"
GOALS_REFUSED: Final = (
    f"festival.setup.public: goals: chance or four different ones of {', '.join(KINDS)}"
)


def error(options: dict[str, object]) -> InvalidOptions:
    """Return the error with which these options are refused."""
    with pytest.raises(InvalidOptions) as caught:
        read_options(options)
    assert "\n" not in str(caught.value)
    return caught.value


def small(**options: object) -> dict[str, object]:
    return {"box": SMALL, **options}


# What fits.


def test_the_defaults_are_the_game_for_beginners() -> None:
    """Two players, chance says who starts, tiles in their places, no powers."""
    options = read_options({})
    assert (options.players, options.starting_player, options.setup) == (2, "chance", "first")
    assert options.goals == ("empire", "architect", "hubs", "merchant")
    assert options.powers is False
    assert options.turns is None
    assert options.box is default_box()
    assert options.board is default_box().boards[0]
    assert {option.name: option.default for option in OPTIONS} == {
        "players": 2,
        "starting_player": "chance",
        "setup": "first",
        "goals": ["empire", "architect", "hubs", "merchant"],
        "powers": False,
        "turns": "off",
        "box": None,
    }


def test_the_number_of_players_says_which_board_and_how_many_sorin() -> None:
    for players, sorin in zip(range(2, 7), (6, 8, 10, 12, 15), strict=True):
        options = read_options({"players": players})
        assert players in options.board.players
        assert options.sorin == sorin


def test_the_order_of_goals_means_nothing() -> None:
    """They are kept in the order of the seven."""
    forward = read_options({"goals": ["ready", "hubs", "tower", "empire"]})
    assert forward.goals == ("empire", "hubs", "tower", "ready")
    assert forward is read_options({"goals": ["tower", "empire", "ready", "hubs"]})


def test_each_owner_of_a_power_has_its_figures() -> None:
    four = [{"name": name, "changes": {"toll": number}} for number, name in enumerate("abcd")]
    box = changed(SMALL, "/powers", four)
    figures = read_options({"box": box, "powers": True}).figures
    tolls = {name: each.toll for name, each in figures.items()}
    assert tolls == {None: 1, "a": 1, "b": 2, "c": 3, "d": 4}
    assert figures["c"] == Figures(toll=3)
    assert read_options({"box": box, "powers": False}).figures == {None: Figures()}


@given(st.integers(0, 2**64 - 1))
def test_options_are_read_back_from_json(seed: int) -> None:
    drawn = random_options(Draws(seed, "options"))
    options = read_options(drawn)
    again = read_options(dict(options.to_json()))
    assert again is options
    assert options.to_json() == {
        **drawn,
        "goals": [kind for kind in KINDS if kind in options.goals] if options.goals else "chance",
        "box": read_box(drawn["box"]).to_json(),
    }


@given(st.integers(0, 2**64 - 1))
def test_equal_options_are_one_object(seed: int) -> None:
    """Also when they were copied, pickled, or made again from their ``repr``."""
    options = read_options(random_options(Draws(seed, "options")))
    for again in (
        copy.copy(options),
        copy.deepcopy(options),
        pickle.loads(pickle.dumps(options)),  # noqa: S301  # our own
        eval(repr(options)),  # noqa: S307  # our own
    ):
        assert again is options


def test_the_pickle_and_the_repr_have_only_what_differs() -> None:
    assert len(pickle.dumps(read_options({}))) < 100
    assert repr(read_options({})) == "read_options({})"
    shown = repr(read_options({"players": 3, "powers": True, "setup": "first"}))
    assert shown == "read_options({'players': 3, 'powers': True})"


def test_options_are_compared_by_what_they_say() -> None:
    """An object that is no longer kept in memory equals a new one."""
    one = read_options(small())
    other = dataclasses.replace(one)
    assert other is not one
    assert other == one
    assert hash(other) == hash(one)
    different: dict[str, object] = {
        "starting_player": 1,
        "setup": "variable",
        "goals": ["ready", "hubs", "tower", "empire"],
        "turns": 7,
        "box": changed(SMALL, "/figures/bank", 51),
    }
    for name, value in different.items():
        changed_one = read_options(small(**{name: value}))
        assert changed_one != one
        assert hash(changed_one) != hash(one)
    assert read_options({"powers": True}) != read_options({})
    assert one != "options"


# What is refused.

REFUSED: Final[list[tuple[str, Clause, list[object], list[object]]]] = [
    ("players", Clause.SETUP_PLAYERS, [2], [1, 7, 0, -2, True, 2.0, "2", None, [2]]),
    (
        "starting_player",
        Clause.SETUP_FIRST,
        ["chance", 0, 1],
        [2, -1, True, False, 0.0, "0", "Chance", None, ["chance"]],
    ),
    (
        "setup",
        Clause.SETUP_START_TILES,
        ["first", "variable"],
        ["First", "", None, True, 0, ["first"]],
    ),
    (
        "goals",
        Clause.SETUP_PUBLIC,
        ["chance", [*KINDS[:4]], [*KINDS[3:]], [*KINDS[2:6]]],
        [
            *([*KINDS[:3]], [*KINDS[:5]], [*KINDS[:3], KINDS[0]], [*KINDS[:4], KINDS[0]]),
            *(
                [*KINDS[:3], "bridges"],
                [*KINDS[:4], "x"],
                "empire",
                ["chance"],
                None,
                [],
                4,
                [[*KINDS[:4]]],
            ),
        ],
    ),
    (
        "turns",
        Clause.END_TURNS,
        ["off", 1, 1000],
        [0, 1001, -1, True, False, 3.0, "3", "Off", "", None, ["off"]],
    ),
    ("powers", Clause.POWER_DEAL, [False], [0, 1, "true", None]),
]
"""For each option of the small box: the clause, what fits, what does not."""


@pytest.mark.parametrize(("name", "clause", "good", "bad"), REFUSED, ids=lambda it: str(it)[:20])
def test_an_option_that_does_not_fit_is_refused(
    name: str, clause: Clause, good: list[object], bad: list[object]
) -> None:
    for value in good:
        read_options(small(**{name: value}))
    for value in bad:
        found = error(small(**{name: value}))
        assert (found.option, found.clause) == (name, clause)
        assert found.problem


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 7}, f"{PLAYERS_REFUSED} is wanted, not 7"),
        (
            {"starting_player": 2},
            "festival.setup.first: starting_player: chance or a seat from 0 to 1 is wanted, not 2",
        ),
        (
            {"setup": "x"},
            "festival.setup.start-tiles: setup: one of first, variable is wanted, not 'x'",
        ),
        ({"powers": 1}, "festival.power.deal: powers: true or false is wanted, not 1"),
        ({"goals": []}, f"{GOALS_REFUSED} are wanted, not []"),
        (
            {"turns": 0},
            f"festival.end.turns: turns: off or {FROM_1}1000 is wanted, not 0",
        ),
        (
            {"box": changed(SMALL, "/figures/rounds", 100)},
            f"festival.setup.box: box: {ROUNDS}: off or {FROM_1}99 is wanted, not 100",
        ),
        (
            {"box": changed(SMALL, "/figures/rounds", "off")},
            (
                f"festival.end.turns: turns: 1 to 1000 is wanted, as {ROUNDS} of the box is off"
                " and some play would never end"
            ),
        ),
        (
            {"beads": 1},
            "beads: there is no such option, only " + ", ".join(it.name for it in OPTIONS),
        ),
    ],
)
def test_a_refusal_says_what_would_be_right(options: dict[str, object], message: str) -> None:
    assert str(error(options)) == message


@pytest.mark.clause("festival.setup.players")
def test_a_box_has_to_have_a_board_for_so_many() -> None:
    read_options(small(players=4, box=changed(SMALL, "/figures/hand", 1)))
    found = error(small(players=5, box=changed(SMALL, "/figures/hand", 0)))
    assert (found.option, found.clause) == ("box", Clause.SETUP_PLAYERS)
    assert found.problem == "/boards: none is for 5 players, only for 2, 3, 4"


@pytest.mark.clause("festival.setup.private")
def test_a_box_has_to_have_a_hand_of_goals_for_everybody() -> None:
    """Four goals are two for each of two players, or one for each of four."""
    assert len(read_options(small()).box.private) == 4
    read_options(small(players=4, box=changed(SMALL, "/figures/hand", 1)))
    found = error(small(players=3))
    assert (found.option, found.clause) == ("box", Clause.SETUP_PRIVATE)
    assert found.problem == "/private: 3 players are dealt 6 cards, and it has 4"


@pytest.mark.clause("festival.power.deal")
def test_a_box_has_to_have_two_powers_for_everybody() -> None:
    """With powers only."""
    four = [{"name": name, "changes": {}} for name in "abcd"]
    read_options(small(powers=True, box=changed(SMALL, "/powers", four)))
    found = error(small(powers=True, box=changed(SMALL, "/powers", four[:3])))
    assert (found.option, found.clause) == ("box", Clause.POWER_DEAL)
    assert found.problem == "/powers: 2 players are dealt 4 cards, and it has 3"
    read_options(small(powers=False, box=changed(SMALL, "/powers", [])))


@pytest.mark.clause("festival.end.turns")
def test_the_rounds_may_be_off_where_turns_are_agreed() -> None:
    box = changed(SMALL, "/figures/rounds", "off")
    options = read_options({"box": box, "turns": 3})
    assert (options.turns, options.box.figures.rounds) == (3, 0)
    assert options.to_json()["box"]["figures"]["rounds"] == "off"
    assert error({"box": box}).clause == Clause.END_TURNS


def test_a_refusal_of_the_box_has_its_path() -> None:
    found = error({"box": changed(SMALL, "/figures/coins", -1)})
    assert (found.option, found.clause) == ("box", Clause.SETUP_BOX)
    assert found.problem.startswith("/figures/coins: ")


# How they are given on the command line.


def test_each_option_is_described_in_one_line() -> None:
    texts = {option.name: option.text for option in OPTIONS}
    assert all("\n" not in text and len(text) < 120 for text in texts.values())
    assert "2 to 6" in texts["players"]
    for kind in ("chance", *KINDS):
        assert kind in texts["goals"]
    assert "1 to 1000" in texts["turns"]
    assert [option.name for option in OPTIONS if option.counts_seats] == ["players"]


@pytest.mark.parametrize(
    "argument",
    [
        "tower,empire,ready,hubs",
        "tower, empire, ready, hubs",
        "tower+empire+ready+hubs",
        '["tower","empire","ready","hubs"]',
    ],
)
def test_goals_are_given_as_a_list_of_names(argument: str) -> None:
    assert GOALS.read(GOALS.parse_argument(argument)) == ("empire", "hubs", "tower", "ready")


def test_goals_may_be_left_to_chance() -> None:
    assert GOALS.read(GOALS.parse_argument("chance")) is None


@pytest.mark.parametrize("argument", ["tower", "tower,empire,ready,fox", "[1]", "[", ""])
def test_other_goals_are_refused(argument: str) -> None:
    with pytest.raises(InvalidOptions):
        GOALS.read(GOALS.parse_argument(argument))


def test_words_and_numbers_are_given_as_they_are() -> None:
    assert SETUP.read(SETUP.parse_argument("variable")) == "variable"
    assert POWERS.read(POWERS.parse_argument("true")) is True
    assert POWERS.read(POWERS.parse_argument("false")) is False
    with pytest.raises(InvalidOptions):
        POWERS.read(POWERS.parse_argument("yes"))
    (starting_player,) = (it for it in OPTIONS if it.name == "starting_player")
    for argument, value in (("chance", "chance"), ("1", 1)):
        given = {"starting_player": starting_player.parse_argument(argument)}
        assert read_options(given).starting_player == value


def test_boxes_that_ship_have_names() -> None:
    assert BOX.parse_argument("shipped") == default_box().to_json()
    assert BOX.unpin(loads(str(BOX.pin("shipped")).replace("'", '"'))) == default_box().to_json()
    for players in range(2, 7):
        small = read_options({"box": BOX.parse_argument("small"), "players": players})
        assert len(small.board.islands) == 6
