"""Tests of the exported checks: each one finds a game that breaks its part of the contract.

``test_wrong_games`` has the games that reveal secrets.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import count, product
from types import SimpleNamespace
from typing import Any, Final

import pytest

from fireflies import contract, smile, testing
from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.conformance.samples import examples
from fireflies.contract import SPECTATOR, Action, IllegalAction, Observer, Outcome, Violation
from fireflies.games import Bounds, Setup
from fireflies.smile import fast
from fireflies.testing.sampling import random_states
from tests import kuhn
from tests.kuhn import BET, CARDS, PASS, Bet, Clause, Deal, State, View, generators
from tests.kuhn.changed import (
    BIDDING,
    FOLDED,
    RAISE,
    START,
    always,
    changed,
    changed_view,
    failure,
    listing,
)

NUMBERS: Final = count()
"""An iterator whose next value is always a new one."""


class Silence(IllegalAction):
    """An error without a message."""

    @override
    def __str__(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Unexplained(contract.Event):
    """An event without a clause."""

    @override
    def __str__(self) -> str:
        return "something happens"


def refusal(state: State, action: object, clause: Clause = Clause.TURN_CHOICE) -> Violation:
    """Refuse an action."""
    return Violation(action, clause, state.view(0))


def refuse(state: State, action: object) -> None:
    """Refuse to carry out an action."""
    raise IllegalAction(refusal(state, action))


def refuse_silently(state: State, action: object) -> None:
    """Refuse to carry out an action without a message."""
    raise Silence(refusal(state, action))


def refuse_otherwise(state: State, action: object) -> None:
    """Refuse to carry out an action for another reason than that of ``check``."""
    raise IllegalAction(refusal(state, action, Clause.DEAL_ONE_CARD))


def test_legality() -> None:
    for state in (START, BIDDING, FOLDED):
        testing.check_actions(
            state, [PASS, BET, RAISE, Deal("J"), testing.Foreign("pass"), None, ()]
        )

    def found(action: Action, **members: object) -> str:
        return failure(testing.check_legality, changed(BIDDING, **members), action)

    accepts = "check accepts exactly what legal_actions lists:"
    assert failure(testing.check_actions, changed(BIDDING, check=refusal), []).startswith(accepts)
    assert found(RAISE, check=lambda *_: None) == f"{accepts} Say(word='raise')"
    assert found(BET, check=refusal) == f"{accepts} Bet()"
    assert found(BET, apply=refuse) == "a legal action is not refused: Bet()"
    assert (
        found(RAISE, apply=lambda state, _: state)
        == "an illegal action is refused: Say(word='raise')"
    )
    assert found(RAISE, explain=refuse_otherwise) == "the error has the violation of check"
    assert found(RAISE, step=refuse_silently) == "the error has a message"
    longer = property(lambda _: (BET, *[PASS] * next(NUMBERS)))
    assert found(BET, legal_actions=longer) == "legal_actions depend on the state alone"


class Leaky:
    """Refuses every action, and keeps it in a list."""

    legal_actions: tuple[Action, ...] = ()

    def __init__(self) -> None:
        self.tried: list[object] = []

    def check(self, action: object, /) -> Violation:
        return refusal(BIDDING, action)

    def carry_out(self, action: object, /) -> None:
        self.tried.append(action)
        raise IllegalAction(self.check(action))

    step = apply = explain = carry_out

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Leaky) and self.tried == other.tried

    __hash__ = None  # type: ignore[assignment]  # as in every class that can change


def test_a_state_that_keeps_what_was_tried_is_found() -> None:
    assert failure(testing.check_legality, Leaky(), BET) == "no call changes the state"


def test_steps() -> None:
    def found(**members: object) -> str:
        return failure(testing.check_legality, changed(BIDDING, **members), BET)

    def step(**fields: Any) -> str:
        return found(step=lambda state, action: replace(State.step(state, action), **fields))

    assert step(before=START) == "a step has the state before it and the action"
    assert step(action=PASS) == "a step has the state before it and the action"
    assert step(after=START) == "step and apply lead to the same state: Bet()"
    assert found(explain=lambda *_: ()) == "step and explain return the same events: Bet()"
    trusted = "what a state lists need not be judged again: Bet()"
    assert found(apply_trusted=lambda state, _: state.apply(PASS)) == trusted


def test_events() -> None:
    def found(*events: contract.Event) -> str:
        """Return what is wrong about a bet with these events."""

        def carry_out(state: State, _: Action, tell: contract.Tell[contract.Event]) -> State:
            for event in events:
                tell(partial(copy, event))
            return state

        return failure(testing.check_legality, changed(BIDDING, _carry_out=carry_out), BET)

    right = kuhn.Folded(0)
    assert not found(right)
    assert found() == "every action causes at least one event: Bet()"
    clause = "an event has a clause (class X(Event, clause=…)) Unexplained()"
    assert found(right, Unexplained()) == clause
    assert found(changed(right, __str__=lambda _: "")) == "an event has a text"
    secret = changed(right, seen_by=lambda *_: kuhn.Folded(1))
    assert found(secret) == "the referee sees all of an event: Changed(winner=0)"


def test_actors() -> None:
    def found(state: State, **members: object) -> str:
        return failure(testing.check_actor, kuhn.GAME, changed(state, **members))

    for right in (START, BIDDING, FOLDED):
        assert not found(right)
    over = "only a game that is over has an outcome"
    assert found(BIDDING, actor=always(None)) == over
    assert found(BIDDING, outcome=always(FOLDED.outcome)) == over
    actor = "only an actor has legal actions"
    assert found(BIDDING, legal_actions=always(())) == actor
    assert found(FOLDED, legal_actions=always((BET,))) == actor
    twice = "no legal action is listed twice"
    assert found(BIDDING, legal_actions=always((BET, BET))) == twice
    bids = always((PASS, BET))
    assert found(BIDDING, actor=always(2), legal_actions=bids) == "the actor is a seat 2"
    assert found(BIDDING, actor=always(-1), legal_actions=bids) == "the actor is a seat -1"


def test_outcomes() -> None:
    def found(scores: tuple[int, ...], *payoffs: int) -> str:
        outcome = Outcome(scores, (0,), Clause.END_FOLD, tuple(map(Fraction, payoffs)))
        return failure(testing.check_actor, kuhn.GAME, changed(FOLDED, outcome=always(outcome)))

    assert not found((3, 0), 1, -1)
    assert found((3,), 1, -1) == "every seat has a score"
    assert found((3, 0), 0) == "every seat has a return"
    assert found((3, 0), 1, 0) == "the returns sum to zero"
    some_lose = changed(
        FOLDED, outcome=always(Outcome((1, 0), (0,), Clause.END_FOLD, (Fraction(), Fraction(-1))))
    )
    testing.check_actor(replace(kuhn.GAME, is_zero_sum=False), some_lose)


def test_chance() -> None:
    def found(state: State, **members: object) -> str:
        return failure(testing.check_chance, changed(state, **members))

    deals = tuple(map(Deal, CARDS))

    def weights(*numbers: int) -> property:
        return always(tuple(zip(deals, numbers, strict=True)))

    for right in (START, BIDDING, FOLDED):
        assert not found(right)
    only = "only chance has outcomes"
    assert found(BIDDING, chance_outcomes=always(((BET, 1),))) == only
    assert found(BIDDING, chance_outcomes=always(()), chance_weights=weights(1, 1, 1)) == only
    third = Fraction(1, 3)
    outcomes = tuple((deal, third) for deal in deals)
    listed = "chance_outcomes has the legal actions"
    assert found(START, chance_outcomes=always(outcomes[::-1])) == listed
    unfair = always(((deals[0], 2 * third), *outcomes[1:]))
    assert found(START, chance_outcomes=unfair) == "probabilities sum to one exactly"
    assert found(START, chance_weights=weights(1, 0, 1)) == "weights are positive"


def test_deals() -> None:
    def found(weights: tuple[int, ...], deal: Callable[[State, Draws], Action]) -> str:
        """Return what is wrong with cards that are dealt in this way."""
        listed = always(tuple(zip(map(Deal, CARDS), weights, strict=True)))
        return failure(testing.check_chance, changed(START, chance_weights=listed, deal=deal))

    def evenly(state: State, draws: Draws) -> Action:
        return draws.choose(state.legal_actions)

    def twice(state: State, draws: Draws) -> Action:
        draws.bits()
        return evenly(state, draws)

    assert not found((1, 1, 1), evenly)
    assert not found((4, 4, 4), evenly)
    assert found((1, 1, 1), twice) == "deal takes one draw"
    assert found((1, 1, 1), lambda *_: Deal("J")) == "deal takes one draw"
    assert found((1, 2, 3), evenly) == "deal follows the weights"
    assert found((1, 1, 998), evenly) == "deal follows the weights"
    assert not found((1, 1, 999), evenly), "too many to try all"


def test_runs_of_chance() -> None:
    """The cards are dealt one after the other, with the draws of each."""

    def found(**members: object) -> str:
        return failure(testing.check_chance, changed(START, **members))

    def run(state: State, draws: Callable[[int], Draws], first: int = 0) -> tuple[State, int]:
        for number in range(2):
            state = state.apply(state.deal(draws(first + number)))
        return state, 2

    assert not found(run_chance=run)
    counts = "run_chance counts the actions of chance from 0: "
    assert found(run_chance=lambda state, draws: run(state, draws, 1)) == counts + "[1, 2]"
    carries_out = "run_chance carries out what deal returns: Changed("
    assert found(run_chance=lambda state, _: (state, 0)).startswith(carries_out)
    turned = found(run_chance=lambda state, draws: (run(state, draws)[0].apply(BET), 2))
    assert turned.startswith(carries_out)
    weights = always(((Deal("J"), 1), (Deal("Q"), 1), (Deal("K"), 999)))
    kings = found(chance_weights=weights, deal=lambda *_: Deal("K"))
    assert kings == "deal returns a legal action: Deal(card='K')"


def test_values() -> None:
    def found(**members: object) -> str:
        return failure(testing.check_value, changed(BIDDING, **members))

    assert not failure(testing.check_value, BIDDING)
    state = changed(BIDDING)  # the class is made in a function
    pickled = failure(testing.check_value, state)
    assert pickled.startswith("a state can be pickled: ")
    assert pickled.endswith(f" for {state!r}")
    # From here on, a pickle is a state of the right class.
    reduced: dict[str, object] = {"__reduce__": lambda state: (State, (state.cards, state.done))}
    assert found(**reduced) == "a copy is equal"
    same = reduced | {"__eq__": lambda _, other: isinstance(other, State)}
    assert found(**same, __hash__=lambda _: next(NUMBERS)) == "equal states hash alike"
    same |= {"__hash__": State.__hash__, "__module__": "tests.kuhn"}
    assert found(**same, __deepcopy__=lambda *_: None) == "a copy is equal"
    assert not found(**same, __repr__=lambda _: repr(BIDDING))
    assert found(**same, __repr__=lambda _: "None") == "repr makes an equal state"
    unread = found(**same, __repr__=lambda _: "a table")
    assert unread.startswith("repr is Python: SyntaxError")
    assert unread.endswith(" in a table")


def test_views() -> None:
    def found(change: Callable[[View], object], state: State = BIDDING) -> str:
        return failure(testing.check_views, changed(state, view=changed_view(change)))

    def field(**fields: Any) -> str:
        return found(lambda view: replace(view, **fields))

    def member(**members: object) -> str:
        return found(lambda view: changed(view, **members))

    for right in (START, BIDDING, FOLDED):
        assert not found(lambda view: view, right)
    same = "a view depends on state and observer alone"
    assert found(lambda view: replace(view, done=str(next(NUMBERS)))) == same
    assert field(observer=None) == "a view has its observer"
    assert field(actor=1) == "every view has the actor"
    plain = "a view is plain data"
    assert member(to_json=lambda view: {**View.to_json(view), "cards": ()}) == plain
    assert member(to_text=lambda _: "") == "a view can be drawn"
    assert member(position="") == "a view can be drawn"


def test_glimpses() -> None:
    def found(glimpse: Callable[[State, Any], object]) -> str:
        return failure(testing.check_views, changed(BIDDING, glimpse=glimpse))

    assert not found(lambda state, observer: replace(state.view(observer), _known=None))
    other = found(lambda state, observer: replace(state.view(observer), done="p"))
    assert other == "a glimpse is the view but for what is legal None"
    anybodys = found(lambda state, observer: replace(state.view(observer), observer=None))
    assert anybodys == "a glimpse is the view but for what is legal 'spectator'"

    def glimpse(state: State, observer: Observer) -> View:
        return state.view(SPECTATOR if observer == 2 else observer)

    assert found(glimpse) == "glimpse refuses the observer 2"


def test_a_state_needs_no_rules() -> None:
    """Nothing is asked of it that only those have."""
    state = fast.set_up({}).start
    testing.check_legality(state, state.legal_actions[0])
    testing.check_chance(state)
    testing.check_views(state)


@pytest.mark.parametrize("observer", [None, 0])
def test_the_legal_actions_of_a_view(observer: Observer) -> None:
    """The referee and the actor see them; others see them all, or none."""

    def found(actions: tuple[Action, ...] | None, *observers: Observer) -> str:
        """Return what is wrong where these observers see these legal actions."""

        def change(view: View) -> View:
            if view.observer not in observers:
                return view
            return replace(view, _known=None) if actions is None else listing(view, *actions)

        return failure(testing.check_views, changed(BIDDING, view=changed_view(change)))

    assert not found((PASS, BET), 1, SPECTATOR)
    assert found((BET,), SPECTATOR) == "a view lists all legal actions or none"
    assert found(None, observer) == "the actor and the referee see what is legal"


@pytest.mark.parametrize("wrong", [-1, 2, "nobody", True], ids=repr)
def test_an_observer_who_does_not_exist(wrong: object) -> None:
    def view(state: State, observer: Any = None) -> object:
        is_wrong = type(observer) is type(wrong) and observer == wrong
        return State.view(state, SPECTATOR if is_wrong else observer)

    found = failure(testing.check_views, changed(BIDDING, view=view))
    assert found == f"view refuses the observer {wrong!r}"


def test_the_keys_of_a_view() -> None:
    def found(state: State, change: Callable[[dict[str, object]], object]) -> str:
        """Return what is wrong where the data of a view is changed."""

        def to_json(view: View) -> object:
            data = dict(View.to_json(view))
            change(data)
            return data

        view = changed_view(lambda view: changed(view, to_json=to_json))
        return failure(testing.check_views, changed(state, view=view))

    actor, legal = "to_json has the key actor", "to_json has the key legal, in texts"
    assert found(FOLDED, lambda data: data.pop("actor")) == actor
    assert found(BIDDING, lambda data: data.update(actor=1)) == actor
    assert found(BIDDING, lambda data: data.pop("legal")) == legal
    assert found(BIDDING, lambda data: data.update(legal=["bet", "pass"])) == legal
    assert found(BIDDING, lambda data: data.pop("outcome")) == "to_json has the key outcome"
    until = "outcome is null until the game is over"
    assert found(BIDDING, lambda data: data.update(outcome={})) == until
    assert found(FOLDED, lambda data: data.update(outcome=None)) == until


def test_texts() -> None:
    testing.check_texts(kuhn.GAME, BIDDING)
    game = replace(kuhn.GAME, read_action=lambda _: PASS)
    claim = "the text of an action is parsed as the same action Bet()"
    assert failure(testing.check_texts, game, BIDDING) == claim


def test_descriptions_are_short_sentences() -> None:
    assert kuhn.GAME.wording is not None
    size = "a sentence has at most 120 characters: "
    for head, claim in (
        ("", size + "''"),
        ("x", ""),
        ("x" * 120, ""),
        ("x" * 121, size + repr("x" * 121)),
        ("a\nb", "a sentence is one line: 'a\\nb'"),
    ):
        wording = replace(kuhn.GAME.wording, head=lambda *_, head=head: head)
        game = replace(kuhn.GAME, wording=wording)
        assert failure(testing.check_descriptions, game, BIDDING) == claim


def test_what_is_described_happens() -> None:
    """Nothing is promised that depends on a secret, and nothing else is left out."""
    state = BIDDING.apply(BET)
    testing.check_descriptions(kuhn.GAME, state)
    closed = replace(kuhn.GAME, opens=())
    promised, told = closed.describe(BET, state.view(1)).events, state.explain(BET)
    assert failure(testing.check_descriptions, closed, state) == (
        f"the events that a description promises happen: Bet() {promised} {told}"
    )

    def found(**changes: object) -> str:
        def foresee(view: kuhn.View, action: Action) -> object:
            sight: Any = kuhn.View.foresee(view, action)
            return sight and sight._replace(**changes)

        wrong = changed(state, view=changed_view(lambda view: changed(view, foresee=foresee)))
        return failure(testing.check_descriptions, kuhn.GAME, wrong)

    first = state.explain(kuhn.PASS)[:1]
    assert found(events=first) == (
        "only what reveals a secret is left out of a description:"
        f" Pass() {state.explain(kuhn.PASS)[1]!r}"
    )
    assert found(events=()) == "who decides knows what an action does: Pass()"
    assert found(view=BIDDING.view()) == "a description tells that the game ends: Pass()"
    after = replace(state.apply(kuhn.PASS).view(), done="bbp")
    assert found(view=after).startswith("price and gains of a description are what changes:")


def test_positions() -> None:
    testing.check_position(kuhn.GAME, {}, 1)

    def set_up(given: Mapping[str, object]) -> Setup[State]:
        return replace(kuhn.set_up(given), read_position=lambda _: BIDDING)

    game = replace(kuhn.GAME, set_up=set_up)
    assert failure(testing.check_position, game, {}, 1) == "a position is read back"


def test_setups() -> None:
    def found(first: dict[str, Any], again: dict[str, Any]) -> str:
        """Return what is wrong where the first and the second setup have these fields."""
        setups = (replace(kuhn.set_up({}), **fields) for fields in (first, again))
        game = replace(kuhn.GAME, set_up=lambda _: next(setups))
        return failure(testing.check_setup, game, {})

    testing.check_setup(smile.GAME, {"players": 4})
    assert not found({}, {})
    assert found({"options": {"seat": ()}}, {}) == "complete options are plain data"
    assert found({"options": {"seat": 0}}, {}) == "options are complete"
    assert found({}, {"start": BIDDING}) == "complete options give the same start"
    assert found({}, {"options": {"seat": 0}}) == "complete options give the same options again"


def test_bounds() -> None:
    def found(bounds: Bounds, start: State = FOLDED) -> str:
        setup = replace(kuhn.set_up({}), start=start, bounds=bounds)
        game = replace(kuhn.GAME, set_up=lambda _: setup)
        return failure(testing.check_bounds, game, {}, 0)

    # Seat 0 takes the chip of seat 1.
    exact = Bounds(0, -1, 1, (-1, 1))
    assert not found(exact)
    assert not found(exact._replace(actions=None))
    assert not found(exact._replace(actions=1), kuhn.State(("K", "Q"), "b")), "one action is left"
    length = "a play is within its bound 1"
    assert found(exact, kuhn.State(("K", "Q"), "b")) == length
    scores, returns = "scores are within their bounds", "returns are within their bounds"
    for wrong in (exact._replace(lowest_score=0), exact._replace(highest_score=0)):
        assert found(wrong) == f"{scores} (1, -1) {wrong}"
    fractions = (Fraction(1), Fraction(-1))
    for payoffs in ((0, 1), (-1, 0)):
        wrong = exact._replace(payoffs=payoffs)
        assert found(wrong) == f"{returns} {fractions} {wrong}"
    assert not found(Bounds(0, 0, 0), changed(FOLDED, outcome=always(None))), "no result at all"
    win = changed(FOLDED, outcome=always(Outcome((1, 0), (0,), Clause.END_FOLD)))
    assert not found(Bounds(0, 0, 1), win), "without payoffs, returns are shares of the win"


class Raise(Bet, verb="raise"):
    """A third action, which is carried out like a bet."""

    __slots__ = ()


def test_a_seat_takes_the_first_actions_or_the_last_or_any() -> None:
    """In a play of twenty decisions among three actions, by two seats in turn."""
    start = changed(
        BIDDING,
        actor=property(lambda state: None if len(state.done) == 20 else len(state.done) % 2),
        legal_actions=always((PASS, BET, Raise())),
        _judge=lambda _, action: action,
        outcome=always(None),
        step=None,  # no events are created
    )

    def habit(actions: str) -> str:
        """Return the only action, or an empty text."""
        return actions[0] if len(set(actions)) == 1 else ""

    seen = Counter[tuple[str, str]]()
    for seed in range(64):
        states: list[Any] = [*random_states(start, seed)]
        assert [len(state.done) for state in states] == list(range(21))
        done = states[-1].done
        seen[habit(done[::2]), habit(done[1::2])] += 1
    assert seen.keys() == {*product(["p", "r", ""], repeat=2)}
    first = Counter(dict.fromkeys(["p", "r", ""], 0))
    for (habit_of_seat_0, _), number in seen.items():
        first[habit_of_seat_0] += number
    assert first[""] > max(first["p"], first["r"]), "about a half of the seats take any"


def test_states_of_a_phase() -> None:
    """Or of any, when the phase is rare."""

    def sampled(is_in_phase: Callable[[Any], bool]) -> list[Any]:
        own = SimpleNamespace(PHASES={"it": is_in_phase}, options=generators.options)
        game = replace(kuhn.GAME, generators=lambda: own)
        return examples(lambda: testing.states(game), "states", 20)

    over = sampled(lambda state: state.actor is None)
    assert all(state.actor is None for state in over)
    assert len({state.done for state in over}) > 2
    assert len({state.actor for state in sampled(lambda _: False)}) > 2


def test_objects_that_are_not_actions() -> None:
    values = examples(testing.sampling.non_actions, "objects", 99)
    assert {type(value) for value in values} == {testing.Foreign, type(None), int, str, tuple}


def test_a_game_without_strategies_can_not_be_checked() -> None:
    with pytest.raises(ValueError, match="smile has no generators"):
        testing.properties(replace(smile.GAME, generators=None))
