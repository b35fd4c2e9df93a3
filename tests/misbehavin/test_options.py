"""The options: what fits, what follows from others, what is refused and by which clause."""

import copy
import pickle
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireflies.chance import Draws
from fireflies.contract import InvalidOptions
from fireflies.errors import shown
from fireflies.misbehavin import GAME
from fireflies.misbehavin.box.boxfile import default_box, first_box, read_box, workshop_box
from fireflies.misbehavin.box.options import OPTIONS, Options, read_options
from fireflies.misbehavin.box.random_boxes import random_options
from fireflies.misbehavin.clauses import Clause
from tests.changes import changed
from tests.misbehavin.small import SMALL

BASIC: Final = ("misbehave", "palaver", "crazy-ivan", "full-burn")
SCORE: Final = ("misbehave", "palaver", "fei-wu", "the-dart")
"""The sets of an episode of the small box, on side B."""


def error(options: dict[str, object]) -> InvalidOptions:
    """Return the error with which these options are refused."""
    with pytest.raises(InvalidOptions) as caught:
        read_options(options)
    assert "\n" not in str(caught.value)
    return caught.value


def small(**options: object) -> dict[str, object]:
    return {"box": SMALL, **options}


# What fits.


def test_the_defaults() -> None:
    """Two players with the first factions, on side A, with the sample."""
    assert read_options({}).to_json() == {
        "players": 2,
        "factions": ["serenity", "alliance"],
        "starting_player": 0,
        "sides": ["A", "A"],
        "box": "sample",
        "episode": "none",
        "supply": "basic",
        "reavers": 0,
        "turns": 200,
        "moves": 200,
    }
    assert read_options({}).box is default_box()
    assert [it.name for it in OPTIONS] == [*read_options({}).to_json()]


@pytest.mark.parametrize(
    ("options", "follows"),
    [
        ({"players": 4}, {"factions": ("serenity", "alliance", "eavesdown", "niska")}),
        ({"players": 3}, {"factions": ("serenity", "alliance", "eavesdown"), "sides": ("A",) * 3}),
        ({"episode": "score"}, {"sides": ("B", "B"), "slots": SCORE}),
        ({"episode": "score", "players": 3}, {"sides": ("B", "B", "B")}),
        ({"episode": "long"}, {"sides": ("A", "A"), "slots": BASIC}),
        ({}, {"sides": ("A", "A"), "slots": BASIC, "episode": None}),
    ],
)
def test_defaults_follow_from_other_options(
    options: dict[str, object], follows: dict[str, object]
) -> None:
    found = read_options(small(**options))
    assert {name: getattr(found, name) for name in follows} == follows


@pytest.mark.parametrize(
    ("supply", "slots"),
    [
        ("basic", BASIC),
        ("down-n-dirty", ("misbehave", "negotiation", "full-burn", "crazy-ivan")),
        ("wheel-and-deal", ("double-cross", "palaver", "fei-wu", "the-dart")),
        ("xie-xie", ("the-dart", "negotiation", "full-burn", "fei-wu")),
        ("draft", None),
        (["the-dart", "palaver", "full-burn", "misbehave"], None),
    ],
)
def test_the_supply_has_a_name_or_four_sets(supply: object, slots: object) -> None:
    """Sets with a name are written with it."""
    options = read_options({"supply": supply})
    if isinstance(supply, list):
        slots = tuple(supply)
    assert options.slots == slots
    assert options.to_json()["supply"] == supply
    if options.slots is not None:
        assert read_options({"supply": [*options.slots]}) is options


def test_the_power_to_reach() -> None:
    """On side A by the number of players, on side B as the box says."""
    for players, needed in ((2, 13), (3, 12), (4, 11)):
        assert read_options({"players": players}).needed == (needed,) * players
    mixed = read_options(small(players=3, sides=["A", "B", "A"]))
    assert mixed.needed == (12, 8, 12)
    assert [it.assets for it in mixed.boards] == [2, 3, 2]


def test_what_each_seat_has() -> None:
    given = {"players": 3, "factions": ["niska", "alliance", "serenity"]}
    options = read_options(given)
    assert options.has_warrants == (True, True, True)  # a card of the market issues them
    assert read_options({**given, "box": first_box()}).has_warrants == (False, True, False)
    assert [it.actions for it in options.verse] == [("retrigger",), ("warrant", "tax"), ()]
    assert [*options.steps] == [{}, {}, {}]
    four = read_options({"players": 3, "episode": "four-roads"})
    assert [*four.steps] == [{"defend": 2}, {"dispatch": 2}, {"deal": 3}]
    hunt = read_options({"episode": "long-hunt"})
    assert [*hunt.steps] == [{"nab": 2}, {"nab": 2}]
    assert [it.name for it in read_options({"reavers": 2}).reavers] == [
        "reaver-scout",
        "reaver-pack",
    ]


@pytest.mark.long
@settings(max_examples=20)
@given(st.integers(0, 2**64 - 1))
def test_options_are_read_back_as_one_object(seed: int) -> None:
    """From their JSON, a copy, their pickle and their ``repr``."""
    drawn = random_options(Draws(seed, "options"))
    options = read_options(drawn)
    written = options.to_json()
    for again in (
        read_options({**written}),
        copy.deepcopy(options),
        pickle.loads(pickle.dumps(options)),  # noqa: S301  # our own
        eval(repr(options)),  # noqa: S307  # our own
    ):
        assert again is options
    box = drawn["box"]
    assert written == {**drawn, "supply": written["supply"], "box": written["box"]}
    assert written["box"] == (box if box == "sample" else read_box(box).to_json())
    if isinstance(drawn["supply"], list):
        assert options.slots == tuple(drawn["supply"])
    else:
        assert written["supply"] == drawn["supply"]


def test_the_pickle_with_the_sample_is_small() -> None:
    assert len(pickle.dumps(read_options({}))) < 300
    whole = read_options({"box": default_box().to_json()})
    assert whole is read_options({"box": "sample"})


def test_options_are_compared_by_what_they_say() -> None:
    """The reader gives one object for equal options; another object is equal, too."""
    one = read_options(small())
    fields = {name: getattr(one, name) for name in Options.__slots__}
    derived = ("boards", "needed", "verse", "has_warrants", "wins", "steps", "hashed")
    other = Options(**{name: it for name, it in fields.items() if name not in derived})
    assert other is not one
    assert other == one
    assert hash(other) == hash(one)
    different: dict[str, object] = {
        "factions": ["alliance", "serenity"],
        "starting_player": 1,
        "sides": ["A", "B"],
        "box": changed(SMALL, "/cards/0/power", 9),
        "episode": "long",
        "supply": "draft",
        "reavers": 1,
        "turns": 199,
        "moves": 199,
    }
    others = [read_options(small(**{name: value})) for name, value in different.items()]
    assert one not in others
    assert len({hash(it) for it in (one, *others)}) == 1 + len(others), "so they are found fast"
    assert one != "options"


# What is refused.

WRONG_FACTIONS: Final[tuple[object, ...]] = (
    None,
    "serenity",
    {},
    [],
    ["serenity"],
    ["serenity"] * 2,
    ["serenity", 1],
)
REFUSED: Final[list[tuple[str, Clause, list[object], list[object]]]] = [
    ("players", Clause.SETUP_PLAYERS, [2], [1, 5, 0, True, 2.0, "2", None, [2]]),
    (
        "factions",
        Clause.SETUP_FACTIONS,
        [["niska", "eavesdown"]],
        [
            *WRONG_FACTIONS,
            ["niska", "reavers"],
            ["niska", "serenity", "alliance"],
            ["Niska", "serenity"],
        ],
    ),
    (
        "starting_player",
        Clause.SETUP_STARTING_PLAYER,
        [0, 1],
        [2, 3, -1, True, 0.0, "0", None, "chance"],
    ),
    (
        "sides",
        Clause.SETUP_BOARDS,
        [["A", "B"], ["B", "B"]],
        ["AB", ["A"], ["A", "B", "A"], ["A", "C"], ["a", "b"], [], None, {}, ["AB"]],
    ),
    ("box", Clause.SETUP_BOX, [SMALL, "sample"], [None, "shipped", {"cards": 1}, [], 1]),
    ("episode", Clause.SETUP_EPISODE, ["none", "long"], ["Long", "", None, 1, "nobody", ["long"]]),
    (
        "supply",
        Clause.SETUP_SUPPLY,
        ["basic", "draft", ["the-dart", "palaver", "fei-wu", "misbehave"]],
        [
            *("Basic", "", None, 1, "episode", "none", [], {}, [*BASIC[:3]], [*BASIC, "fei-wu"]),
            ["palaver", "palaver", "fei-wu", "misbehave"],
            ["misbehave", "misbehave", "fei-wu", "palaver"],
            ["misbehave", "palaver", "palaver", "fei-wu"],
            ["misbehave", "palaver", "fei-wu", "shiny"],
            ["misbehave", "palaver", "fei-wu", "the-black"],
            ["the-dart", "palaver", "the-dart", "misbehave"],
            ["misbehave", "palaver", "fei-wu", "misbehave"],
            ["misbehave", "palaver", "fei-wu", "fei-wu"],
            ["misbehave", "palaver", "fei-wu", 1],
        ],
    ),
    ("reavers", Clause.SETUP_REAVERS, [0, 1], [2, 11, -1, True, 1.0, None, "1"]),
    ("turns", Clause.END_TURNS, [1, 1000], [0, 1001, True, 9.0, None, "9"]),
    ("moves", Clause.END_MOVES, [10, 1000], [9, 1001, True, 20.0, None, "20"]),
]
"""For each option: its clause, values that fit the small box, and values that do not."""


@pytest.mark.parametrize(
    ("name", "clause", "fitting", "others"), REFUSED, ids=[it[0] for it in REFUSED]
)
def test_a_value_fits_or_is_refused(
    name: str, clause: Clause, fitting: list[object], others: list[object]
) -> None:
    for value in fitting:
        read_options({**small(), name: value})
    for value in others:
        found = error({**small(), name: value})
        assert (found.option, found.clause) == (name, clause), value
        assert any(it in found.problem for it in ("wanted", "is not", "twice", "missing")), found
        assert name in {"box", "supply"} or shown(value) in found.problem
    assert {option.name for option in OPTIONS} == {row[0] for row in REFUSED}


def test_an_unknown_option_is_refused() -> None:
    assert "there is no such option, only players, factions, " in str(error({"seats": 2}))


@pytest.mark.parametrize(
    ("options", "name", "words"),
    [
        ({"episode": "score", "sides": ["B", "B"], "supply": "episode"}, None, ""),
        ({"episode": "score", "sides": ["A", "A"]}, "sides", "B is wanted for each seat"),
        ({"episode": "score", "sides": ["B", "A"]}, "sides", "B is wanted for each seat"),
        ({"episode": "score", "sides": ["B", "A"]}, "sides", shown(["B", "A"])),
        ({"episode": "score", "supply": "basic"}, "supply", "episode is wanted"),
        ({"episode": "score", "supply": "draft"}, "supply", "episode is wanted"),
        ({"episode": "score", "supply": [*SCORE]}, "supply", "episode is wanted"),
        ({"episode": "long", "sides": ["B", "A"], "supply": "draft"}, None, ""),
        ({"episode": "long", "supply": "episode"}, "supply", "draft or sets are wanted"),
        (
            {"episode": "long", "supply": "episode"},
            "supply",
            ", wheel-and-deal, xie-xie, draft or ",
        ),
        ({"episode": "east"}, "episode", "one of none, long, score is wanted, not 'east'"),
        ({"supply": "Basic"}, "supply", "one of basic, down-n-dirty, wheel-and-deal, xie-xie, "),
        (
            {"supply": "Basic"},
            "supply",
            "or sets for fight, deal, maneuver, any are wanted, not 'B",
        ),
        ({"factions": ["niska", "x"]}, "factions", "one of serenity, alliance, eavesdown, niska, "),
        ({"turns": 0}, "turns", "a whole number from 1 to 1000 is wanted, not 0"),
        ({"starting_player": 2}, "starting_player", "a whole number from 0 to 1 is wanted, not 2"),
        ({"starting_player": 2, "players": 3}, None, ""),
        ({"players": 3, "factions": ["niska", "alliance"]}, "factions", "3 different factions"),
        ({"players": 3, "sides": ["A", "A"]}, "sides", "a side for each of 3 seats"),
    ],
    ids=str,
)
def test_options_fit_each_other(options: dict[str, object], name: str | None, words: str) -> None:
    if name is None:
        read_options(small(**options))
    else:
        found = error(small(**options))
        assert found.option == name
        assert found.clause in [clause for option, clause, _, _ in REFUSED if option == name]
        assert words in found.problem


def test_an_episode_with_reavers_of_its_own_takes_no_number_of_others() -> None:
    """They are in play by themselves, and a number would count those of the box."""
    episode: dict[str, object] = {"box": workshop_box().to_json(), "episode": "two-roads"}
    for fits in ({}, {"reavers": "episode"}):
        assert [it.name for it in read_options(episode | fits).reavers] == ["pack", "swarm"]
    for number in (0, 1):
        found = error(episode | {"reavers": number})
        assert (found.option, found.clause) == ("reavers", Clause.SETUP_REAVERS)
        assert "episode is wanted, as the episode names the Reavers" in found.problem


# Arguments of the command line.


@pytest.mark.parametrize(
    ("name", "argument", "value"),
    [
        ("factions", "niska,alliance", ["niska", "alliance"]),
        ("factions", "niska, alliance", ["niska", "alliance"]),
        ("factions", "niska+alliance", ["niska", "alliance"]),
        ("factions", '["niska","alliance"]', ["niska", "alliance"]),
        ("sides", "AB", ["A", "B"]),
        ("sides", "A,B", ["A", "B"]),
        ("sides", '["A","B"]', ["A", "B"]),
        ("supply", "draft", "draft"),
        ("supply", "down-n-dirty", "down-n-dirty"),
        ("supply", "the-dart,palaver,fei-wu,misbehave", [*SCORE[3:], *SCORE[1:3], SCORE[0]]),
        ("episode", "big-score", "big-score"),
        ("players", "2", 2),
        ("reavers", "4", 4),
        ("box", "sample", default_box().to_json()),
    ],
)
def test_an_option_is_a_word_of_the_command_line(name: str, argument: str, value: object) -> None:
    assert GAME.parse_arguments({name: argument}) == {name: value}
    read_options({name: value})
