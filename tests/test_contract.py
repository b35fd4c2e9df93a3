"""Tests of the contract: the base class of rules, messages, probabilities, returns, turns."""

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Literal, Self, cast, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies import contract, smile
from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import (
    CHANCE,
    SPECTATOR,
    YOU,
    Action,
    Actor,
    Event,
    IllegalAction,
    InvalidOptions,
    Observer,
    Outcome,
    Sight,
    Step,
    Tell,
    Turn,
    Violation,
    observer_of,
    probabilities,
    with_names,
)
from fireflies.contract.rules import has_rules
from fireflies.errors import InvalidNotation, shown
from fireflies.record import begin
from fireflies.smile import fast
from fireflies.table import Table
from fireflies.testing import check_chance
from tests.kuhn import READER
from tests.kuhn import State as Kuhn
from tests.typing.door import GAME, Clause, Door, Knock, Knocked, Seen


def seen(actor: Actor = 1, legal: int = 2, position: str = "the door is shut") -> Seen:
    """Return a view with this number of legal actions."""
    return Seen(actor, tuple(Knock(times) for times in range(1, legal + 1)), position, 1)


def test_the_actor_of_chance_has_its_name_on_the_wire() -> None:
    assert CHANCE == "chance"
    assert set(get_args(contract.Actor)) == {int, Literal["chance"], type(None)}


def test_what_is_trusted_is_not_judged() -> None:
    assert Door().check(Knock(7)) is not None
    assert Door().apply_trusted(Knock(7)) == Door(7)


def test_a_glimpse_is_the_view_where_a_game_has_nothing_faster() -> None:
    state = Kuhn(("J", "K"), "")
    assert state.glimpse(1) == state.view(1) != state.view(0)


@pytest.mark.parametrize("cards", [(), ("J",), ("J", "K")])
def test_by_default_each_action_of_chance_has_its_own_draws(cards: tuple[str, ...]) -> None:
    check_chance(Kuhn(cards))
    assert Kuhn(cards).run_chance(partial(Draws, purpose="these"))[1] == 2 - len(cards)


def test_a_state_may_have_rules_or_only_the_members_of_a_state() -> None:
    assert has_rules(Kuhn())
    assert not has_rules(fast.set_up({}).start)


def test_a_violation_names_actor_action_clause_legal_actions_and_position() -> None:
    violation = Violation(Knock(7), Clause.ASK_FIRST, seen())
    assert str(violation) == (
        "made-up.ask-first: Who wants to knock has to ask first; so seat 1 can't 'knock 7'"
        " [allowed: knock 1, knock 2] [position: the door is shut]"
    )


@pytest.mark.parametrize(
    ("actor", "who"), [(0, "seat 0"), (4, "seat 4"), (CHANCE, "chance"), (None, "anybody")], ids=str
)
def test_the_reason_names_the_actor(actor: Actor, who: str) -> None:
    reason = Violation(Knock(7), Clause.ASK_FIRST, seen(actor)).reason
    assert reason == (
        f"made-up.ask-first: Who wants to knock has to ask first; so {who} can't 'knock 7'"
    )


@given(st.text(st.characters(codec="utf-8"), min_size=9))
def test_the_reason_is_the_same_in_other_positions(position: str) -> None:
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
    message = str(Violation(Knock(0), Clause.ASK_FIRST, seen(legal=legal)))
    assert message.endswith(f"{end} [position: the door is shut]")
    assert message.count("knock ") == 1 + 1 + min(legal, 10)


def test_a_message_after_the_end_says_that_the_game_is_over() -> None:
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
def test_an_object_that_is_no_action_is_shortened(tried: object, shown: str) -> None:
    """Its ``repr`` may be long, or raise an error."""
    violation = Violation(tried, Clause.ASK_FIRST, seen())
    assert violation.reason.endswith(f"; so seat 1 can't {shown}")
    assert len(str(violation)) < 250


class Verse:
    """An object with a long ``repr`` of several lines."""

    @override
    def __repr__(self) -> str:
        return "[1,\n 2]\n" * 1000


@pytest.mark.parametrize(
    "tried",
    [Verse(), Knock(cast("int", "1\n2" * 1000))],
    ids=["several lines", "an action of several lines"],
)
def test_the_message_about_any_object_is_one_short_line(tried: object) -> None:
    message = str(Violation(tried, Clause.ASK_FIRST, seen()))
    assert message.startswith("made-up.ask-first: ")
    assert message.endswith("[position: the door is shut]")
    assert len(message.splitlines()) == 1
    assert len(message) < 250


def test_a_violation_is_a_value() -> None:
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
    assert Outcome((5, 5, 5), winners, Clause.ASK_FIRST).returns == returns


@given(st.integers(1, 12), st.data())
def test_returns_are_zero_sum(seats: int, data: st.DataObject) -> None:
    winners = data.draw(st.sets(st.integers(0, seats - 1), min_size=1).map(sorted))
    returns = Outcome((0,) * seats, tuple(winners), Clause.ASK_FIRST).returns
    assert len(returns) == seats
    assert sum(returns) == 0
    assert all(isinstance(share, Fraction) for share in returns)
    for seat, share in enumerate(returns):
        assert (share + Fraction(1, seats)) * len(winners) == (seat in winners)


@given(st.lists(st.integers(1, 10**30), min_size=1, max_size=20))
def test_probabilities_are_exact(weights: list[int]) -> None:
    found = probabilities((Knock(times), weight) for times, weight in enumerate(weights))
    assert [action for action, _ in found] == [Knock(times) for times in range(len(weights))]
    assert sum(chance for _, chance in found) == 1
    for (_, chance), weight in zip(found, weights, strict=True):
        assert isinstance(chance, Fraction)
        assert chance * sum(weights) == weight


def test_without_weights_there_is_no_probability() -> None:
    assert probabilities(()) == ()


def test_payoffs_replace_the_share_of_the_win() -> None:
    chips = (Fraction(-2), Fraction(2))
    assert Outcome((-2, 2), (1,), Clause.ASK_FIRST, chips).returns == chips
    assert Outcome((-2, 2), (1,), Clause.ASK_FIRST).returns == (Fraction(-1, 2), Fraction(1, 2))


def test_an_outcome_as_plain_data() -> None:
    """It has what people count, not the shares that follow from it."""
    found = Outcome((7, 3, 7), (0, 2), Clause.ASK_FIRST).to_json()
    assert found == {"scores": [7, 3, 7], "winners": [0, 2]}


# Actions and events


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("seat 0 takes a card", "Ann takes a card"),
        ("seat 1 takes the pot", "you take the pot"),
        ("seat 1 passes, seat 1 tries, seat 1 boxes", "you pass, you try, you box"),
        ("seat 1 washes, seat 1 reaches", "you wash, you reach"),
        ("seat 1 is dealt a card", "you are dealt a card"),
        ("it is over, seat 1 was last and seat 1 won", "it is over, you were last and you won"),
        ("seat 1 has a card; so seat 1 can't", "you have a card; so you can't"),
        ("seat 1: bet, seat 1", "you: bet, you"),
        ("a coin from seat 1 as a tax", "a coin from you as a tax"),
        ("as seat 1 sees it, seat 2 places one on a", "as you see it, seat 2 places one on a"),
        ("the dog of seat 1 has the bone of seat 0", "the dog of yours has the bone of Ann"),
        ("seat 0 takes one of seat 1", "Ann takes one of yours"),
        ("seat 10 and seats 1 and 0", "seat 10 and seats 1 and 0"),
        ("Seat 1 takes it. Seat 1: lost. Seat 0 won", "You take it. You: lost. Ann won"),
        ("of seat 1; the roof seat 1 has, to unseat 1", "of yours; the roof you have, to unseat 1"),
    ],
)
def test_names_replace_seats(text: str, named: str) -> None:
    """The verb is adapted for the reader."""
    assert with_names(text, ("Ann", YOU)) == named
    assert with_names(text, ()) == text


def test_an_event_is_public_by_default() -> None:
    event = Knocked(3)
    for observer in (None, SPECTATOR, 0, 5):
        assert event.seen_by(observer) is event


def test_an_event_inherits_its_clause() -> None:
    """An abstract base class needs none."""

    class Between(Event):
        __slots__ = ()

    @dataclass(frozen=True, slots=True)
    class Below(Between, clause=Clause.ASK_FIRST):
        seat: int

    @dataclass(frozen=True, slots=True)
    class Further(Below):
        pass

    assert not hasattr(Between, "clause")
    assert Knocked.clause is Below.clause is Further.clause is Clause.ASK_FIRST
    assert Below(3) == Below(seat=3) != Further(3)


def test_actions_are_values() -> None:

    @dataclass(frozen=True, slots=True)
    class Ring(Action):
        times: int

    assert Knock(5) == Knock(times=5)
    assert hash(Knock(5)) == hash(Knock(5))
    ring: Action = Ring(5)
    assert ring != Knock(5)
    with pytest.raises(FrozenInstanceError):
        Knock(5).times = 6  # type: ignore[misc]  # what a type checker would say


# Rules


def test_a_small_game_is_played_like_any_other() -> None:
    table = Table(begin(GAME, {}, ["Ann"]), [GAME.bots["polite"]])
    assert table.run() == Door(3)
    assert [str(action) for action in table.record.actions] == ["knock 1"] * 3
    setup = GAME.set_up({})
    assert setup.read_position(Door(2).view().position) == Door(2)
    assert GAME.read_action("knock 2") == Knock(2)
    for read in (setup.read_position, GAME.read_action):
        with pytest.raises(InvalidNotation):
            read("nobody is at home")


def test_a_step_has_both_states_and_the_events() -> None:
    step = Door().step(Knock(2))
    assert step == Step(Door(), Knock(2), (Knocked(1), Knocked(1)), Door(2))
    assert Door().explain(Knock(2)) == step.events
    assert Door().apply(Knock(2)) == step.after


def test_apply_creates_no_event() -> None:

    class Loud(Door):
        __slots__ = ()

        @override
        def _carry_out(self, action: Knock, tell: Tell[Event], /) -> Self:
            def no_event(times: int) -> Event:
                raise AssertionError(times)

            tell(no_event, 1)
            return type(self)(self.knocks + action.times)

    assert Loud().apply(Knock(2)).knocks == 2
    with pytest.raises(AssertionError):
        Loud().step(Knock(2))


@pytest.mark.parametrize("tried", [Knock(4), Knock(0), None, "knock 1", smile.Bid("a")], ids=str)
def test_step_apply_and_explain_refuse_an_illegal_action(tried: object) -> None:
    state = Door()
    violation = state.check(tried)
    assert violation == Violation(tried, Clause.ASK_FIRST, state.view(0))
    for carry_out in (state.step, state.apply, state.explain):
        with pytest.raises(IllegalAction) as caught:
            carry_out(cast("Action", tried))
        assert caught.value.violation == violation
        assert str(caught.value) == str(violation)
    assert state == Door()
    assert state.check(Knock(1)) is None


def test_a_game_without_chance_has_no_weights() -> None:
    assert Door().chance_weights == ()
    assert Door().chance_outcomes == ()
    with pytest.raises(ValueError, match=r"^chance_weights is empty"):
        Door().deal(Draws(0, CHANCE))


def test_a_game_without_secret_actions_redacts_none() -> None:
    for observer in (None, SPECTATOR, 0):
        assert Door().redact(Knock(1), observer) == Knock(1)


def test_chance_deals_by_its_weights_with_one_draw() -> None:
    """A card that is in the box twice is twice as likely."""
    state = smile.start(auctions=1, box=["1", "2", "2"])
    weights = dict(state.chance_weights)
    assert state.chance_outcomes == (
        (smile.read_action("reveal 1"), Fraction(1, 3)),
        (smile.read_action("reveal 2"), Fraction(2, 3)),
    )
    for decision in range(100):
        draws, same = (Draws(7, CHANCE, decision) for _ in range(2))
        place = same.below(3)
        assert state.deal(draws) == list(weights)[0 if place < 1 else 1]
        assert draws.bits() == same.bits()


def test_only_existing_observers_are_accepted() -> None:
    for observer in (None, SPECTATOR, 0, 1):
        assert observer_of(Kuhn(), observer) == observer
    for wrong in (-1, 2, True, 0.0, "chance", "0", (), 10**5000):
        with pytest.raises(ValueError, match=r"^there is no seat .*, only 0 to 1$") as caught:
            observer_of(Kuhn(), wrong)
        assert shown(wrong) in str(caught.value)


def dealt(*texts: str) -> Kuhn:
    """Return Kuhn poker after these actions."""
    state = Kuhn()
    for text in texts:
        state = state.apply(READER.read(text))
    return state


def test_a_step_is_seen_as_the_observer_may_see_it() -> None:
    step = dealt("deal K").step(READER.read("deal J"))
    for observer, text, event in (
        (None, "deal J", "seat 1 is dealt J"),
        (1, "deal J", "seat 1 is dealt J"),
        (0, "deal ?", "seat 1 is dealt a card"),
        (SPECTATOR, "deal ?", "seat 1 is dealt a card"),
    ):
        sight = step.seen_by(cast("Observer", observer))
        assert str(sight.action) == text
        assert [str(it) for it in sight.events] == [event]
        assert sight.view == step.after.view(cast("Observer", observer))
    with pytest.raises(ValueError, match="seat"):
        step.seen_by(2)


@pytest.mark.parametrize(
    ("state", "tried", "position"),
    [
        (dealt("deal K"), READER.read("deal K"), "? -"),
        (dealt("deal K", "deal J"), "raise", "K? -"),
        (dealt("deal K", "deal J", "bet"), "raise", "?J b"),
        (dealt("deal K", "deal J", "bet", "pass"), "raise", "?? bp"),
        (dealt("deal K", "deal J", "bet", "bet"), "raise", "KJ bb"),
        (smile.start(beads=2), smile.Bid("a"), None),
    ],
    ids=["chance", "seat 0", "seat 1", "over, not opened", "over, opened", "Smile's chance"],
)
def test_a_refusal_reveals_no_secret(
    state: contract.State, tried: object, position: str | None
) -> None:
    """It has the view of the deciding seat, or of a spectator when chance decides."""
    violation = state.check(tried)
    assert violation is not None
    assert violation.view.observer == (state.actor if isinstance(state.actor, int) else SPECTATOR)
    shown = "1 0 012 - ?/?/? 29+5 - " if position is None else f"{position}]"
    assert f" [position: {shown}" in str(violation)


def test_a_refusal_at_a_secret_deal_has_no_list() -> None:
    """The list of possible deals would reveal the dealt card."""
    message = str(dealt("deal K").check(READER.read("deal K")))
    assert "[allowed: " not in message
    assert " [allowed: pass, bet] " in str(dealt("deal K", "deal J").check("raise"))


# Turns


def turn_of(state: Kuhn, seat: int, calls: list[str]) -> Turn[Kuhn]:
    """Return a turn that stores which of its callbacks are called."""

    def make_draws() -> Draws:
        calls.append("draws")
        return Draws(3, "seat 0")

    def remember() -> tuple[Sight[Any], ...]:
        calls.append("memory")
        return (Sight((), state.view(seat)),)

    return Turn(state, seat, make_draws, remember)


def test_a_turn_computes_each_attribute_once_and_on_demand() -> None:
    state, calls = dealt("deal K", "deal J"), list[str]()
    turn = turn_of(state, 0, calls)
    assert (turn.seat, turn.legal_actions) == (0, state.legal_actions)
    assert turn.view == state.view(0)
    assert turn.view is turn.view
    assert calls == []
    assert turn.draws is turn.draws
    assert calls == ["draws"]
    assert turn.information_state() == (Sight((), state.view(0)),)
    assert calls == ["draws", "memory"]


def test_a_turn_samples_hidden_cards() -> None:
    turn = turn_of(dealt("deal K", "deal J"), 0, [])
    found = [turn.sample(Draws(1, "belief", number)) for number in range(60)]
    assert {state.cards for state in found} == {("K", "J"), ("K", "Q")}
    assert found == [turn.sample(Draws(1, "belief", number)) for number in range(60)]


# Errors of the rules


def test_an_invalid_option_is_named_in_one_line() -> None:
    error = InvalidOptions("x" * 1000, "too long", Clause.ASK_FIRST)
    assert str(error) == f"made-up.ask-first: {'x' * 57}...: too long"
    assert str(InvalidOptions("box", "it is empty")) == "box: it is empty"


def test_an_illegal_action_survives_a_pickle() -> None:
    violation = smile.start().check(smile.Bid("a"))
    assert violation is not None
    again = pickle.loads(pickle.dumps(IllegalAction(violation)))  # noqa: S301  # our own bytes
    assert again.violation == violation


def test_the_whole_message_of_a_secret_deal() -> None:
    violation = dealt("deal K").check(READER.read("deal K"))
    assert violation is not None
    assert str(violation) == f"{violation.reason} [position: ? -]"


def test_invalid_options_survive_a_copy_and_a_pickle() -> None:
    error = contract.InvalidOptions("players", "7 is too many", Clause.ASK_FIRST)
    again = copy.copy(error)
    assert (again.option, again.problem, again.clause) == (
        "players",
        "7 is too many",
        Clause.ASK_FIRST,
    )
