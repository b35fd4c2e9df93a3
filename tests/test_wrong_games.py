"""Tests of the exported checks with games that reveal a secret, or whose ``alike`` is wrong."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, replace
from functools import partial
from typing import Any, Final

import pytest
from hypothesis import Phase, settings

from fireflies import testing
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR, Action, Event, Hidden, Observer, Tell
from fireflies.contract.rules import ignore
from fireflies.games import Game, Setup
from fireflies.testing.secrets import hidden
from tests import kuhn
from tests.kuhn import BET, CARDS, PASS, Chosen, Deal, Folded, Showdown, State, View
from tests.kuhn.changed import BIDDING, FOLDED, RAISE, START, Say, changed, failure, listing

DEALING: Final = State(("K",))
"""Seat 1 gets the next card."""
CALLING: Final = State(("K", "Q"), "b")
"""When seat 1 bets too, the cards are opened."""
SHOWN: Final = State(("K", "Q"), "bb")
OBSERVERS: Final[tuple[Observer, ...]] = (SPECTATOR, 0, 1)


def show_hand(state: State, action: object) -> object:
    """Refuse an action with the referee's view."""
    found = State.check(state, action)
    return found and replace(found, view=state.view())


def show_deck(state: State, observer: Observer = None) -> View:
    """Show every observer the cards that may still be dealt."""
    return listing(State.view(state, observer), *state.legal_actions)


def show_cards(state: State, observer: Observer = None) -> View:
    """Show every observer all cards."""
    return replace(State.view(state), observer=observer)


def name_card(state: State, action: Action, observer: Observer) -> Action:
    """Name the card in the redacted deal."""
    redacted = State.redact(state, action, observer)
    return redacted if redacted == action else Deal(f"?{str(action).removeprefix('deal ')}")


def show_all(_state: State, action: Action, _observer: Observer) -> Action:
    """Redact nothing."""
    return action


def telling(event: Callable[[State, str], Event]) -> Callable[..., State]:
    """Return a ``_carry_out`` with one more event, made from the state and the action's text."""

    def carry_out(state: State, action: kuhn.Action, tell: Tell[Event]) -> State:
        tell(partial(event, state, str(action)))
        return State._carry_out(state, action, tell)

    return carry_out


def deal_first(state: State, draws: Draws) -> Action:
    """Deal the first card, against the weights."""
    return state.legal_actions[draws.below(1)]


def bid_silently(state: State, action: kuhn.Action, tell: Tell[Event]) -> State:
    """Pass or bet without an event."""
    return State._carry_out(state, action, tell if isinstance(action, Deal) else ignore)


def stay(state: State, *_: object) -> State:
    """Return the state itself, as if no other state looked the same."""
    return state


def deal_again(state: State, observer: Observer, draws: Draws) -> State:
    """Deal all cards again, also those that the observer sees."""
    cards = tuple(draws.sample(CARDS, len(state.cards)))
    return state if observer is None else replace(state, cards=cards)


def deal_in_true_order(state: State, observer: Observer, draws: Draws) -> State:
    """Shuffle the cards that the observer does not see in an order that depends on the hands."""
    seen = State.view(state, observer).cards
    unseen = [card for card in dict.fromkeys((*state.cards, *CARDS)) if card not in seen]
    drawn = iter(draws.sample(unseen, seen.count(None)))
    return replace(state, cards=tuple(card or next(drawn) for card in seen))


def asking(ask: Callable[[Draws, State], object]) -> Callable[..., State]:
    """Return a method ``alike`` that returns the right states, but asks its draws for more."""

    def alike(state: State, observer: Observer, draws: Draws) -> State:
        right = Draws(draws.bits(), "deal")
        ask(draws, state)
        return State.alike(state, observer, right)

    return alike


def deal_aces(state: State, observer: Observer, draws: Draws) -> State:
    """Return a state with cards that are not in the deck."""
    seen = State.view(state, observer).cards
    return replace(state, cards=tuple(card or draws.choose((*CARDS, "A")) for card in seen))


def found(state: State, observer: Observer, *tried: Action, game: Game[State] = kuhn.GAME) -> str:
    """Return the first claim about alike states that fails with one of some seeds."""
    failures = (
        failure(testing.check_alike, game, state, observer, seed, tried) for seed in range(9)
    )
    return next(filter(None, failures), "")


@pytest.mark.parametrize("state", [START, DEALING, BIDDING, CALLING, FOLDED, SHOWN], ids=repr)
def test_the_right_states(state: State) -> None:
    for observer in OBSERVERS:
        assert not found(state, observer, PASS, BET, RAISE, *map(Deal, CARDS))
    testing.check_redaction(kuhn.GAME, state)


def test_an_alike_state_is_returned() -> None:
    other = testing.check_alike(kuhn.GAME, BIDDING, 0, 1, [])
    assert other == State(("K", "J"))


def test_states_that_are_not_alike() -> None:
    other = changed(BIDDING, alike=lambda *_: START)
    assert found(other, 0) == "the referee knows the state"
    assert found(changed(BIDDING, alike=deal_again), 0) == "alike states have equal views 0"


def test_views_that_differ_in_what_is_not_compared() -> None:
    def leak(change: Callable[[State, View], View]) -> str:
        """Return what is found where views are equal, and one is changed by what is hidden."""

        def view(state: State, observer: Observer = None) -> object:
            return changed(change(state, State.view(state, observer)), __eq__=lambda *_: True)

        return found(changed(BIDDING, view=view), 0)

    assert not leak(lambda _, view: view)
    assert leak(lambda state, view: changed(view, position=repr(state.cards))) == (
        "alike states have equal positions 0"
    )
    assert leak(lambda state, view: changed(view, to_text=lambda _: repr(state.cards))) == (
        "alike states are drawn alike 0"
    )
    assert leak(lambda state, view: changed(view, to_json=lambda _: {"cards": state.cards})) == (
        "alike states are the same data 0"
    )

    def list_cards(state: State, view: View) -> Any:
        listed = listing(view, *map(Deal, state.cards))
        return changed(listed, to_json=lambda _: {})

    assert leak(list_cards) == ("alike states have the same legal actions 0")


def test_alike_states_that_depend_on_the_hidden_part() -> None:
    """Whoever knows the draws can compute it from them."""
    claim = "alike depends on the observer's view and the draws alone: 0 "
    assert found(changed(BIDDING, alike=deal_in_true_order), 0).startswith(claim)

    def is_like(one: State, two: State) -> bool:
        return one.view(0).position == two.view(0).position

    hidden = changed(BIDDING, alike=deal_in_true_order, __eq__=is_like)
    assert found(hidden, 0).startswith(claim), "equal, but their repr is not"


@pytest.mark.parametrize(
    "ask",
    [
        lambda draws, state: [draws.bits() for _ in range(CARDS.index(state.cards[1]))],
        lambda draws, state: draws.below(CARDS.index(state.cards[1]) + 1),
        lambda draws, state: draws.choose(state.cards),
        lambda draws, state: draws.sample(state.cards, 1),
        lambda draws, state: draws.choose_weighted([(card, 1) for card in state.cards]),
    ],
    ids=["bits", "below", "choose", "sample", "choose_weighted"],
)
def test_draws_that_are_shown_the_hidden_part(ask: Callable[[Draws, State], object]) -> None:
    """Whoever makes the draws sees what they are asked for, and how often."""
    assert found(changed(BIDDING, alike=asking(ask)), 0) == (
        "alike asks its draws for what the view tells: 0"
    )
    assert not found(changed(BIDDING, alike=asking(lambda draws, _: ask(draws, BIDDING))), 0)


def test_messages() -> None:
    """A refusal shows only what the deciding seat sees, or what all see where nobody decides."""
    claim = "a refusal reveals no secret: Say(word='raise')"
    cases: list[tuple[State, Observer]]
    cases = [(BIDDING, 0), (DEALING, 1), (DEALING, SPECTATOR), (FOLDED, 0)]
    for state, observer in cases:
        assert found(changed(state, check=show_hand), observer, RAISE) == claim
    assert found(changed(BIDDING, check=show_hand), 0, PASS, BET, RAISE) == claim
    for observer in OBSERVERS[::2]:
        assert not found(changed(BIDDING, check=show_hand), observer, RAISE), "they can't try it"


def test_steps_that_look_the_same() -> None:
    for observer in OBSERVERS[::2]:
        assert found(changed(START, view=show_deck), observer) == (
            "the same visible step leads to equal views: Deal(card='J') Deal(card='Q')"
        )


def test_redacted_actions() -> None:
    for observer in OBSERVERS[::2]:
        assert found(changed(START, redact=name_card), observer) == (
            "a redacted action reveals no secret: Deal(card='?J')"
        )
        assert found(changed(START, redact=show_all), observer) == (
            "a redacted action reveals no secret: Deal(card='J')"
        )

    def list_deals(state: State, observer: Observer = None) -> View:
        return listing(State.view(state, observer), *map(Deal, CARDS))

    listed = changed(START, redact=show_all, view=list_deals)
    assert not found(listed, 1), "what is listed to everybody is no secret"


def test_secret_bids() -> None:
    """Of a seat, which only it sees."""

    def view(state: State, observer: Observer = None) -> View:
        seen = State.view(state, observer)
        if observer is None:
            return seen
        legal = seen.legal_actions
        hidden = replace(seen, done="?" * len(seen.done), _known=None)
        return hidden if legal is None else listing(hidden, *legal)

    def redacted(text: Callable[[Action], str]) -> Callable[..., Action]:
        """Return the method ``redact``; others than the actor see this text."""
        return lambda state, action, observer: (
            action if observer in (None, state.actor) else Say(text(action))
        )

    def carry_out(state: State, action: kuhn.Action, tell: Tell[Event]) -> State:
        tell(Chosen, 0, "?")
        return replace(state, done=action.verb[0])

    right = {"view": view, "redact": redacted(lambda _: "?"), "_carry_out": carry_out}
    assert not found(changed(BIDDING, **right), 1)
    shown = right | {"redact": redacted(lambda action: f"?{action}")}
    assert found(changed(BIDDING, **shown), 1) == (
        "a redacted action reveals no secret: Say(word='?pass')"
    )
    told = right | {"_carry_out": State._carry_out}
    assert found(changed(BIDDING, **told), 1) == (
        "only events that reveal secrets may differ: "
        "Pass() Chosen(seat=0, verb='pass') Chosen(seat=0, verb='bet')"
    )
    assert not found(changed(BIDDING, **told | {"redact": show_all}), 1), (
        "a bid that is redacted for nobody is no secret"
    )


def test_events() -> None:
    differ = "only events that reveal secrets may differ:"
    deals = changed(START, _carry_out=telling(lambda _, text: Chosen(0, text)))
    assert found(deals, SPECTATOR) == (
        f"{differ} Deal(card='J') Chosen(seat=0, verb='deal J') Chosen(seat=0, verb='deal Q')"
    )
    bids = changed(BIDDING, _carry_out=telling(lambda state, _: Chosen(0, state.cards[1])))
    assert found(bids, 0) == (f"{differ} Pass() Chosen(seat=0, verb='Q') Chosen(seat=0, verb='J')")
    opened = changed(BIDDING, _carry_out=telling(lambda state, _: Showdown(state.cards, 0)))
    assert found(opened, 0) == (
        "a secret that an event reveals is in the view: Pass() Showdown(cards=('K', 'Q'), winner=0)"
    )


def test_events_that_only_one_state_has() -> None:
    """In one state the cards are opened, in the other one not."""

    def carry_out(state: State, _: kuhn.Action, tell: Tell[Event]) -> State:
        is_open = state.cards[1] == "Q"
        tell(Showdown, state.cards, 0) if is_open else tell(Folded, 0)
        return replace(state, done="bb" if is_open else "bp")

    for cards in ("KQ", "KJ"):
        state = changed(State((*cards,), "b"), _carry_out=carry_out)
        assert not found(state, 0)
        game = replace(kuhn.GAME, opens=())
        assert found(state, 0, game=game).startswith("only events that reveal secrets may differ")


def test_one_more_event_that_opens_a_secret() -> None:
    """The last event shows that a card was there: in the other state it does not happen."""

    def carry_out(state: State, _: kuhn.Action, tell: Tell[Event]) -> State:
        tell(Folded, 0)
        is_open = state.cards[1] == "Q"
        if is_open:
            tell(Showdown, state.cards, 0)
        return replace(state, done="bb" if is_open else "bp")

    for cards in ("KQ", "KJ"):
        state = changed(State((*cards,), "b"), _carry_out=carry_out)
        assert not found(state, 0)
        game = replace(kuhn.GAME, opens=(Folded,))
        claim = "alike states have the same number of events: Pass()"
        assert found(state, 0, game=game) == claim

    def open_nothing(state: State, action: kuhn.Action, tell: Tell[Event]) -> State:
        return replace(carry_out(state, action, tell), done="bp")

    assert found(changed(State(("K", "Q"), "b"), _carry_out=open_nothing), 0) == (
        "a secret that an event reveals is in the view: Pass() Showdown(cards=('K', 'Q'), winner=0)"
    )


def test_events_that_are_more_in_one_state() -> None:
    def carry_out(state: State, _: kuhn.Action, tell: Tell[Event]) -> State:
        for _number in range("JQK".index(state.cards[1])):
            tell(Chosen, 0, "pass")
        return replace(state, done="p")

    claim = "alike states have the same number of events: Pass()"
    assert found(changed(BIDDING, _carry_out=carry_out), 0) == claim


def test_no_secrets() -> None:
    described = replace(kuhn.GAME, has_secrets=False)

    def check(state: State) -> str:
        return failure(testing.check_no_secrets, described, state)

    def view(state: State, observer: Observer = None) -> View:
        seen = replace(State.view(state), observer=observer)
        return seen if observer in (None, 0) else replace(seen, _known=None)

    assert not check(SHOWN)
    assert check(CALLING) == "nothing is secret in this game"
    assert check(START) == "no action is secret in this game"
    assert not check(changed(BIDDING, view=view)), "only the actor sees what is legal"
    testing.check_no_secrets(kuhn.GAME, CALLING)


def test_redaction() -> None:
    def check(state: State, **changes: Any) -> str:
        return failure(testing.check_redaction, replace(kuhn.GAME, **changes), state)

    def redacted_for(*observers: Observer) -> Any:
        def redact(_: State, action: Action, observer: Observer) -> Action:
            return Say("?") if observer in observers else action

        return changed(BIDDING, redact=redact)

    assert not check(BIDDING, read_redacted=None), "it has no redacted actions"
    assert check(redacted_for(None)) == "the referee sees every action Pass()"
    assert check(redacted_for(0)) == "the actor sees its own Pass()"
    unread = check(START, read_redacted=lambda _: BET)
    assert unread == "a redacted action can be read Hidden(Deal)"
    legal = changed(START, check=lambda _, action: None if action == Hidden(Deal) else PASS)
    assert check(legal) == "a redacted action is never legal"
    read = check(START, read_action=kuhn.GAME.read_redacted)
    assert read == "read_action refuses a redacted action: Hidden(Deal)"


def test_hidden_values() -> None:
    assert hidden(BIDDING, 0) == {"/cards/1": "Q"}
    assert hidden(BIDDING, SPECTATOR) == {"/cards/0": "K", "/cards/1": "Q"}
    assert not hidden(SHOWN, SPECTATOR)
    assert not hidden(START, 0), "what may be dealt is no hidden value"


def game(start: State) -> Game[State]:
    """Return Kuhn poker with states of another class."""

    def read_position(text: str) -> State:
        return type(start)(*astuple(kuhn.read_position(text)))

    def read_redacted(text: str) -> Action:
        verb, _, rest = text.partition(" ")
        if rest == "?" or "?" not in rest:
            return kuhn.READER.read_redacted(text)
        return Deal(rest) if verb == "deal" else Say(rest)

    def set_up(given: Mapping[str, object]) -> Setup[State]:
        return replace(kuhn.set_up(given), start=start, read_position=read_position)

    return replace(kuhn.GAME, set_up=set_up, read_redacted=read_redacted)


def claims(tried: Game[State]) -> Iterator[str]:
    """Yield the failures of the checks of a game as they are found."""
    quickly = settings(max_examples=100, database=None, phases=[Phase.generate])  # no shrinking
    for check in testing.properties(tried):
        try:
            quickly(check)()
        except (AssertionError, ValueError) as error:
            yield str(error)


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "claim"),
    [
        ({"check": show_hand}, "a refusal reveals no secret"),
        ({"redact": name_card}, "a redacted action reveals no secret"),
        ({"_carry_out": bid_silently}, "at least one event"),
        ({"alike": deal_aces}, "alike states have all pieces"),
        ({"alike": deal_in_true_order}, "alike depends on the observer's view and the draws alone"),
        ({"chance_weights": property(lambda _: ())}, "chance_weights is empty"),
        (
            {"deal": deal_first},
            "deal follows the weights",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "".join(value),
)
def test_a_wrong_game_is_found(changes: dict[str, object], claim: str) -> None:
    """By one of the properties, in random plays."""
    assert any(claim in found for found in claims(game(changed(START, **changes))))


def test_hidden_values_vary() -> None:
    def check(tried: Game[State], size: int = 60) -> str:
        return failure(testing.check_alike_varies, tried, size)

    telling = game(changed(START, alike=deal_in_true_order))
    assert check(telling).startswith("alike depends on the observer's view and the draws alone")
    constant = game(changed(START, alike=stay))
    assert not check(kuhn.GAME)
    assert check(constant) == "alike varies hidden values: 'spectator' '/cards/0'"
    over = game(changed(FOLDED, alike=stay))  # the same state in each play
    assert check(over, 20) == "alike varies hidden values: 'spectator' '/cards/0'"
    assert not check(over, 19), "no value is hidden in 20 states"
    secrets = "a game with secrets hides something"
    assert check(replace(kuhn.GAME, has_secrets=False)) == secrets
    without = game(changed(START, view=show_cards))
    assert check(without) == secrets
    assert not check(replace(without, has_secrets=False))


def test_how_often_the_hidden_part_differed() -> None:
    """Nearly always, since several alike states are tried."""
    hiding, different = testing.check_alike_varies(kuhn.GAME, 60)
    assert 60 < hiding <= 3 * 60
    assert 0.9 * hiding < different <= hiding
    without = replace(game(changed(START, view=show_cards)), has_secrets=False)
    assert testing.check_alike_varies(without, 60) == (0, 0)


def test_the_right_game_passes() -> None:
    for check in testing.properties(game(START)):
        check()
