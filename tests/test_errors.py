"""Tests of the message of every error: one line, the same after pickling."""

import pickle
from collections.abc import Callable
from typing import Final

import pytest

from fireflies import smile
from fireflies._typing import override
from fireflies.contract import IllegalAction, InvalidOptions
from fireflies.errors import (
    FirefliesError,
    InvalidData,
    InvalidNotation,
    UnknownGame,
    UnusableGame,
    clipped,
    printable,
    shown,
)
from fireflies.smile import Bid, Clause


def refusal() -> IllegalAction:
    """Return an illegal action in a known position."""
    state = smile.State.parse("1 0 012 a:1*1,b:2,c:4 5+0/6+0/6+0 17+5 - -")
    violation = state.check(Bid("c"))
    assert violation is not None
    return IllegalAction(violation)


ERRORS: Final[dict[str, tuple[Callable[[], FirefliesError], str]]] = {
    "notation": (
        lambda: InvalidNotation("bid 7", "an action"),
        "'bid 7' is not an action",
    ),
    "notation with quotes": (
        lambda: InvalidNotation("it's\n", "a card"),
        '"it\'s\\n" is not a card',
    ),
    "option": (
        lambda: InvalidOptions("players", "it is too late"),
        "players: it is too late",
    ),
    "option against a clause": (
        lambda: InvalidOptions("players", "2 are too few", Clause.SETUP_PLAYERS),
        "smile.setup.players: players: 2 are too few",
    ),
    "unknown": (
        lambda: UnknownGame("smil", ("smile", "other")),
        "no game is called 'smil'; there are: smile, other",
    ),
    "unusable": (
        lambda: UnusableGame("other", "it is no Game"),
        "the game 'other' can't be used: it is no Game",
    ),
    "data": (
        lambda: InvalidData("actions[3]", "it is a number, not a text"),
        "actions[3]: it is a number, not a text",
    ),
    "data with the mistake in its spaces": (
        lambda: InvalidData("/tiles/2", str(InvalidNotation("small  1 coins-2", "a tile"))),
        "/tiles/2: 'small  1 coins-2' is not a tile",
    ),
    "data with lines": (
        lambda: InvalidData("line 3", "this is\n\n\t wrong"),
        "line 3: this is wrong",
    ),
    "illegal": (
        refusal,
        (
            "smile.bid.lowest-card: A bid goes on the lowest card still on offer;"
            " so seat 0 can't 'bid c' [allowed: bid a, back-out a]"
            " [position: 1 0 012 a:1*1,b:2,c:4 5+0/?/? 17+5 - -]"
        ),
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_the_whole_message(name: str) -> None:
    make, message = ERRORS[name]
    assert str(make()) == message
    assert "\n" not in message


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_survives_a_pickle(name: str) -> None:
    make, message = ERRORS[name]
    error = make()
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(again) is type(error)
    assert str(again) == message
    assert vars(again) == vars(error)
    made = type(error)(*error.args)
    assert (str(made), vars(made)) == (message, vars(error))


def test_each_error_is_a_value_error_and_one_of_ours() -> None:
    """One ``except`` clause can catch all of them."""
    assert issubclass(FirefliesError, ValueError)
    for make, _ in ERRORS.values():
        with pytest.raises(FirefliesError):
            raise make()


def test_errors_have_the_parts_of_their_message_as_attributes() -> None:
    notation = InvalidNotation("bid 7", "an action")
    assert (notation.text, notation.expected) == ("bid 7", "an action")
    option = InvalidOptions("players", "2 are too few", Clause.SETUP_PLAYERS)
    assert (option.option, option.problem) == ("players", "2 are too few")
    assert option.clause is Clause.SETUP_PLAYERS
    assert InvalidOptions("players", "it is too late").clause is None
    unknown = UnknownGame("smil", ("smile", "other"))
    assert (unknown.name, unknown.known) == ("smil", ("smile", "other"))
    unusable = UnusableGame("other", "it is no Game")
    assert (unusable.name, unusable.problem) == ("other", "it is no Game")
    data = InvalidData("actions[3]", "it is a number")
    assert (data.place, data.problem) == ("actions[3]", "it is a number")
    illegal = refusal()
    assert illegal.violation.action == Bid("c")
    assert illegal.violation.clause is Clause.BID_LOWEST_CARD
    assert illegal.violation.view.observer == 0


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("x" * 60, "'" + "x" * 60 + "'"),
        ("x" * 61, "'" + "x" * 60 + "'..."),
        ("x" * 10**6, "'" + "x" * 60 + "'..."),
    ],
    ids=["60 letters", "61 letters", "a million letters"],
)
def test_a_long_text_is_shortened_in_the_message_only(text: str, printed: str) -> None:
    error = InvalidNotation(text, "a card")
    assert str(error) == f"{printed} is not a card"
    assert error.text == text


# Given values in messages


class Verse:
    """An object with a long ``repr`` of several lines."""

    @override
    def __repr__(self) -> str:
        return "[1,\n\t 2]\n" * 9


class Broken:
    """An object whose ``repr`` fails."""

    @override
    def __repr__(self) -> str:
        raise ZeroDivisionError


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        (None, "None"),
        ("it's", '"it\'s"'),
        ("a\nb", r"'a\nb'"),
        ("draw  1", "'draw  1'"),
        ("x" * 58, "'" + "x" * 58 + "'"),
        ("x" * 59, "'" + "x" * 56 + "..."),
        ("x" * 10**6, "'" + "x" * 56 + "..."),
        (10**60, "1" + "0" * 56 + "..."),
        (10**5000, "a int"),
        (Verse(), "[1, 2] " * 8 + "[..."),
        (Broken(), "a Broken"),
    ],
    ids=[
        *(
            "None",
            "quote",
            "newline",
            "two spaces",
            "60 letters",
            "61 letters",
            "a million letters",
        ),
        *("61 digits", "a giant number", "several lines", "a repr that fails"),
    ],
)
def test_any_object_is_shown_in_one_short_line(thing: object, text: str) -> None:
    assert shown(thing) == text
    assert len(text) <= 60


def test_a_text_is_clipped_to_one_line() -> None:
    """Line ends become a space; of more than sixty characters the first 57 stay."""
    assert clipped(" a\n\tb\u2028c ") == "a b c"
    assert clipped("x" * 60) == "x" * 60
    assert clipped("x" * 61) == "x" * 57 + "..."
    assert clipped("") == ""


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Ann, B\u00e9la, \u5343 \U0001f3b2\n\tend", "Ann, B\u00e9la, \u5343 \U0001f3b2\n\tend"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\rb\x00\x7f\x9b", "a\\rb\\x00\\x7f\\x9b"),
        ("\u202e\u2028\ud800", "\\u202e\\u2028\\ud800"),
        ("\\x1b 'quoted'", "\\x1b 'quoted'"),
        ("", ""),
    ],
    ids=["text", "clear the screen", "control", "turned round", "a backslash", "nothing"],
)
def test_control_characters_are_escaped(text: str, printed: str) -> None:
    assert printable(text) == printed
    assert printable(printed) == printed
