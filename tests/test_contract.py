"""What the contract itself does: messages, exact probabilities, returns."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Literal, cast, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies import contract, rulebook
from fireflies._typing import override
from fireflies.contract import CHANCE, Action, Actor, Event, Outcome, Violation, probabilities
from fireflies.rulebook import Rule
from fireflies.values import Interned, Value


class Clause(rulebook.Clause):
    """The one rule of a made-up game."""

    ASK_FIRST = "made-up.ask-first"

    @property
    @override
    def rule(self) -> Rule:
        """Its text, without a file."""
        return Rule(self.value, "choice", "Who wants to knock has to ask first", "", (), ())


class Knock(Action):
    """An action of the made-up game."""

    __slots__ = ("times",)
    times: int

    @override
    def __str__(self) -> str:
        """Like ``knock 3``."""
        return f"knock {self.times}"


class Knocked(Event, clause=Clause.ASK_FIRST):
    """An event of the made-up game."""

    __slots__ = ()


class Seen(Value):
    """A view that is just what the test says."""

    __slots__ = ("actor", "legal_actions", "position", "seat")
    actor: Actor
    legal_actions: tuple[Action, ...] | None
    position: str
    seat: int | None

    @property
    def conceivable_actions(self) -> tuple[Action, ...]:
        """None that a message would name."""
        return ()

    def to_json(self) -> Mapping[str, object]:
        """Nothing."""
        return {}

    def to_text(self, width: int = 80) -> str:
        """Nothing."""
        return ""


def seen(actor: Actor = 1, legal: int = 2, position: str = "the door is shut") -> Seen:
    """A view in which so many actions are allowed."""
    return Seen(actor, tuple(Knock(times) for times in range(1, legal + 1)), position, 1)


def test_the_actor_of_chance_has_its_name_on_the_wire() -> None:
    """Chance is called as the wire calls it."""
    assert CHANCE == "chance"
    assert set(get_args(contract.Actor)) == {int, Literal["chance"], type(None)}


def test_a_violation_says_who_what_why_what_else_and_where() -> None:
    """The whole message, in one line."""
    violation = Violation(Knock(7), Clause.ASK_FIRST, seen())
    assert str(violation) == (
        "made-up.ask-first: Who wants to knock has to ask first; so seat 1 can't 'knock 7'"
        " [allowed: knock 1, knock 2] [position: the door is shut]"
    )


@pytest.mark.parametrize(
    ("actor", "who"), [(0, "seat 0"), (4, "seat 4"), (CHANCE, "chance"), (None, "anybody")], ids=str
)
def test_the_reason_names_the_actor(actor: Actor, who: str) -> None:
    """Who tried is said in words, for seats, for chance and when nobody is to decide."""
    reason = Violation(Knock(7), Clause.ASK_FIRST, seen(actor)).reason
    assert reason == (
        f"made-up.ask-first: Who wants to knock has to ask first; so {who} can't 'knock 7'"
    )


@given(st.text(st.characters(codec="utf-8"), min_size=9))
def test_the_reason_tells_nothing_of_the_position(position: str) -> None:
    """Two positions give one reason, and two messages that each end with theirs."""
    here = Violation(Knock(7), Clause.ASK_FIRST, seen(position=position))
    there = Violation(Knock(7), Clause.ASK_FIRST, seen(legal=3))
    assert here.reason == there.reason
    assert str(here).endswith(f" [position: {position}]")
    assert str(here).startswith(f"{here.reason} [allowed: ")


@pytest.mark.parametrize(
    ("legal", "end"),
    [
        (1, "[allowed: knock 1]"),
        (9, "knock 8, knock 9]"),
        (10, "knock 9, knock 10]"),
        (11, "knock 9, knock 10 and 1 more]"),
        (50, "knock 9, knock 10 and 40 more]"),
    ],
    ids=str,
)
def test_a_message_lists_at_most_ten_actions(legal: int, end: str) -> None:
    """Ten are listed, and the others counted."""
    message = str(Violation(Knock(0), Clause.ASK_FIRST, seen(legal=legal)))
    assert message.endswith(f"{end} [position: the door is shut]")
    assert message.count("knock ") == 1 + 1 + min(legal, 10)


def test_after_the_end_nothing_is_allowed() -> None:
    """An empty list is not left without a word."""
    message = str(Violation(Knock(1), Clause.ASK_FIRST, seen(None, 0)))
    assert "[allowed: nothing, the game is over]" in message


@pytest.mark.parametrize(
    ("tried", "shown"),
    [
        (None, "None"),
        ("knock 1", "'knock 1'"),
        ("x" * 58, "'" + "x" * 58 + "'"),
        ("x" * 59, "'" + "x" * 56 + "..."),
        ("x" * 10**6, "'" + "x" * 56 + "..."),
        (10**5000, "a int"),
    ],
    ids=["None", "text", "60 letters", "61 letters", "a million letters", "a giant number"],
)
def test_what_is_no_action_is_shown_in_short(tried: object, shown: str) -> None:
    """A stranger's repr may be long, or fail: at most sixty letters are shown."""
    violation = Violation(tried, Clause.ASK_FIRST, seen())
    assert violation.reason.endswith(f"; so seat 1 can't {shown}")
    assert len(str(violation)) < 250


class Verse:
    """Something with a long repr of several lines."""

    @override
    def __repr__(self) -> str:
        """Like an array's."""
        return "[1,\n 2]\n" * 1000


@pytest.mark.parametrize(
    "tried",
    [Verse(), cast("Callable[[str], Action]", Knock)("1\n2" * 1000)],
    ids=["several lines", "an action of several lines"],
)
def test_whatever_was_tried_the_message_is_one_short_line(tried: object) -> None:
    """No text of somebody else's breaks ours."""
    message = str(Violation(tried, Clause.ASK_FIRST, seen()))
    assert message.startswith("made-up.ask-first: ")
    assert message.endswith("[position: the door is shut]")
    assert len(message.splitlines()) == 1
    assert len(message) < 250


def test_a_violation_is_a_value() -> None:
    """Two violations of the same things are equal."""
    one = Violation(Knock(7), Clause.ASK_FIRST, seen())
    assert one == Violation(Knock(7), Clause.ASK_FIRST, seen())
    assert (one.action, one.clause, one.view) == (Knock(7), Clause.ASK_FIRST, seen())
    assert one != Violation(Knock(6), Clause.ASK_FIRST, seen())


@pytest.mark.parametrize(
    ("winners", "returns"),
    [
        ((1,), (Fraction(-1, 3), Fraction(2, 3), Fraction(-1, 3))),
        ((0, 2), (Fraction(1, 6), Fraction(-1, 3), Fraction(1, 6))),
        ((0, 1, 2), (0, 0, 0)),
    ],
    ids=["one of three", "two of three", "all"],
)
def test_returns_worked_out_by_hand(
    winners: tuple[int, ...], returns: tuple[Fraction, ...]
) -> None:
    """A win is worth one, is shared, and everybody pays the same for it."""
    assert Outcome((5, 5, 5), winners, Clause.ASK_FIRST).returns == returns


@given(st.integers(1, 12), st.data())
def test_returns_are_zero_sum(seats: int, data: st.DataObject) -> None:
    """What the winners get is what everyone pays, to the last fraction."""
    winners = data.draw(st.sets(st.integers(0, seats - 1), min_size=1).map(sorted))
    returns = Outcome((0,) * seats, tuple(winners), Clause.ASK_FIRST).returns
    assert len(returns) == seats
    assert sum(returns) == 0
    assert all(isinstance(share, Fraction) for share in returns)
    for seat, share in enumerate(returns):
        assert (share + Fraction(1, seats)) * len(winners) == (seat in winners)


@given(st.lists(st.integers(1, 10**30), min_size=1, max_size=20))
def test_probabilities_are_exact(weights: list[int]) -> None:
    """Each is its part of the whole, in the order of the weights, and they add up to one."""
    found = probabilities((Knock(times), weight) for times, weight in enumerate(weights))
    assert [action for action, _ in found] == [Knock(times) for times in range(len(weights))]
    assert sum(chance for _, chance in found) == 1
    for (_, chance), weight in zip(found, weights, strict=True):
        assert isinstance(chance, Fraction)
        assert chance * sum(weights) == weight


def test_without_weights_there_is_no_probability() -> None:
    """Where chance has nothing to do, nothing has a probability."""
    assert probabilities(()) == ()


def test_a_game_has_to_fill_in_the_words() -> None:
    """The base classes do not make up a text, or what a seat sees."""

    class Silent(Action):
        __slots__ = ()

    with pytest.raises(NotImplementedError):
        str(Silent())
    with pytest.raises(NotImplementedError):
        str(Knocked())
    with pytest.raises(NotImplementedError):
        Knocked().seen_by(0)


def test_an_event_knows_its_clause_and_a_class_between_has_none() -> None:
    """The clause is the class's, and passes on to those below it."""

    class Between(Event):
        __slots__ = ()

    class Below(Between, clause=Clause.ASK_FIRST):
        __slots__ = ("seat",)
        seat: int

    class Further(Below):
        __slots__ = ()

    assert not hasattr(Between, "clause")
    assert Knocked.clause is Below.clause is Further.clause is Clause.ASK_FIRST
    assert Below(3) == Below(seat=3)


def test_actions_are_interned_and_events_are_not() -> None:
    """The same action is the same object."""
    assert issubclass(Action, Interned)
    assert Knock(5) is Knock(times=5)
    assert Knocked() is not Knocked()
    assert Knocked() == Knocked()
