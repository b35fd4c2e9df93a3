"""Every error in one line, whole, and the same after a pickle."""

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
    """An action that is against the rules, in a position that we know."""
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
    """What a person reads, in one line."""
    make, message = ERRORS[name]
    assert str(make()) == message
    assert "\n" not in message


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_survives_a_pickle(name: str) -> None:
    """Errors come back whole from another process."""
    make, message = ERRORS[name]
    error = make()
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(again) is type(error)
    assert str(again) == message
    assert vars(again) == vars(error)
    made = type(error)(*error.args)
    assert (str(made), vars(made)) == (message, vars(error))


def test_each_error_is_a_value_error_and_one_of_ours() -> None:
    """One clause of an except statement is enough for all of them."""
    assert issubclass(FirefliesError, ValueError)
    for make, _ in ERRORS.values():
        with pytest.raises(FirefliesError):
            raise make()


def test_errors_carry_what_they_say() -> None:
    """A program need not read the message."""
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
def test_a_long_text_is_shown_in_short(text: str, printed: str) -> None:
    """At most sixty letters of somebody's text are shown, and all of it is kept."""
    error = InvalidNotation(text, "a card")
    assert str(error) == f"{printed} is not a card"
    assert error.text == text


# How messages show what was given


class Verse:
    """A stranger with a long repr of several lines."""

    @override
    def __repr__(self) -> str:
        """Like an array's."""
        return "[1,\n\t 2]\n" * 9


class Broken:
    """A stranger whose repr fails."""

    @override
    def __repr__(self) -> str:
        """Fail."""
        raise ZeroDivisionError


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        (None, "None"),
        ("it's", '"it\'s"'),
        ("a\nb", r"'a\nb'"),
        ("x" * 58, "'" + "x" * 58 + "'"),
        ("x" * 59, "'" + "x" * 56 + "..."),
        ("x" * 10**6, "'" + "x" * 56 + "..."),
        (10**60, "1" + "0" * 56 + "..."),
        (10**5000, "a int"),
        (Verse(), "[1, 2] " * 8 + "[..."),
        (Broken(), "a Broken"),
    ],
    ids=[
        *("None", "quote", "newline", "60 letters", "61 letters", "a million letters"),
        *("61 digits", "a giant number", "several lines", "a repr that fails"),
    ],
)
def test_a_message_shows_anything_in_one_short_line(thing: object, text: str) -> None:
    """What people try is repeated, as Python writes it, as far as there is room."""
    assert shown(thing) == text
    assert len(text) <= 60


def test_a_text_is_clipped_to_one_line() -> None:
    """White space of any kind is one space; sixty letters stay, of more the first 57."""
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
def test_what_a_terminal_would_act_on_is_escaped(text: str, printed: str) -> None:
    """Everything else is shown as it is, line feeds and tabs too."""
    assert printable(text) == printed
    assert printable(printed) == printed
