"""Tests of the exported checks with games that reveal a secret, or whose ``alike`` is wrong."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, replace
from typing import Self

import pytest
from hypothesis import Phase, settings

from fireflies import contract, testing
from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import Observer, Violation
from fireflies.games import Game, Setup
from tests import kuhn
from tests.kuhn import CARDS, Deal, State


class HandInMessage(State):
    """Its refusals show the referee's view."""

    __slots__ = ()

    @override
    def check(self, action: object, /) -> Violation | None:
        found = super().check(action)
        return None if found is None else replace(found, view=self.view())


class DeckInLegalActions(State):
    """Every observer sees the cards that may still be dealt."""

    __slots__ = ()

    @override
    def view(self, observer: Observer = None, /) -> kuhn.View:
        return replace(super().view(observer), legal_actions=self.legal_actions)


class CardInRedactedAction(State):
    """The redacted deal names the card."""

    __slots__ = ()

    @override
    def redact(self, action: contract.Action, observer: Observer, /) -> contract.Action:
        redacted = super().redact(action, observer)
        hidden = redacted != action and isinstance(action, Deal)
        return Deal(f"?{action.card}") if hidden and isinstance(action, Deal) else redacted


class CardInOpenAction(State):
    """The deal is not redacted."""

    __slots__ = ()

    @override
    def redact(self, action: contract.Action, observer: Observer, /) -> contract.Action:
        return action


class CardInEvent(State):
    """A public event names the card."""

    __slots__ = ()

    @override
    def _carry_out(self, action: Deal | kuhn.Bid, tell: contract.Tell[contract.Event], /) -> Self:
        if isinstance(action, Deal):
            tell(kuhn.Chosen, len(self.cards), action.card)
        return super()._carry_out(action, tell)


class AlikeIsConstant(State):
    """The only state that looks the same is the state itself."""

    __slots__ = ()

    @override
    def alike(self, observer: Observer, draws: Draws, /) -> Self:
        return self


class AlikeChangesKnownCards(State):
    """All cards are dealt again, also those that the seat sees."""

    __slots__ = ()

    @override
    def alike(self, observer: Observer, draws: Draws, /) -> Self:
        if observer is None:
            return self
        return replace(self, cards=tuple(draws.sample(CARDS, len(self.cards))))


class SilentAction(State):
    """A pass or a bet has no event."""

    __slots__ = ()

    @override
    def _carry_out(self, action: Deal | kuhn.Bid, tell: contract.Tell[contract.Event], /) -> Self:
        if isinstance(action, Deal):
            return super()._carry_out(action, tell)
        return replace(self, done=self.done + action.verb[0])


class EventWithoutView(State):
    """An event that reveals secrets names a card that no view shows afterwards."""

    __slots__ = ()

    @override
    def _carry_out(self, action: Deal | kuhn.Bid, tell: contract.Tell[contract.Event], /) -> Self:
        if not isinstance(action, Deal):
            tell(kuhn.Showdown, self.cards, 0)
        return super()._carry_out(action, tell)


class UnknownCard(State):
    """Alike states have cards that are not in the deck."""

    __slots__ = ()

    @override
    def alike(self, observer: Observer, draws: Draws, /) -> Self:
        seen = self.view(observer).cards
        cards = tuple(card or draws.choose((*CARDS, "A")) for card in seen)
        return replace(self, cards=cards)


class DealWithoutWeights(State):
    """Chance is the actor, but has no weights."""

    __slots__ = ()

    @property
    @override
    def chance_weights(self) -> tuple[tuple[Deal | kuhn.Bid, int], ...]:
        return ()


class UnevenDeal(State):
    """The dealer prefers one card, against the weights."""

    __slots__ = ()

    @override
    def deal(self, draws: Draws, /) -> contract.Action:
        draws.bits()
        return self.legal_actions[0]


def game(start: State) -> Game[State]:
    """Return Kuhn poker with states of another class."""

    def read_position(text: str) -> State:
        return type(start)(*astuple(kuhn.read_position(text)))

    def read_redacted(text: str) -> Deal | kuhn.Bid:
        return Deal(text.removeprefix("deal ")) if "?" in text else kuhn.read_action(text)

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
    ("start", "claim"),
    [
        (HandInMessage(), "a refusal reveals no secret"),
        (DeckInLegalActions(), "the same visible step leads to equal views"),
        (CardInRedactedAction(), "a redacted action reveals no secret"),
        (CardInOpenAction(), "a redacted action reveals no secret"),
        (CardInEvent(), "only events that reveal secrets may differ"),
        (AlikeChangesKnownCards(), "alike states have equal views"),
        (SilentAction(), "at least one event"),
        (EventWithoutView(), "a secret that an event reveals is in the view"),
        (UnknownCard(), "alike states have all pieces"),
        (DealWithoutWeights(), "chance_weights is empty"),
        (UnevenDeal(), "deal follows the weights"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, State) else "",
)
def test_a_wrong_game_is_found(start: State, claim: str) -> None:
    """By the check that is about the error."""
    assert any(claim in found for found in claims(game(start)))


def test_an_alike_that_never_varies_is_found() -> None:
    """It is measured, since only here values that have not varied are tried more often."""
    assert any("alike varies hidden values" in found for found in claims(game(AlikeIsConstant())))


@pytest.mark.long
@pytest.mark.parametrize(
    ("change", "claim"),
    [
        (lambda it: replace(it, has_secrets=False), "is secret in this game"),
        (lambda it: replace(it, opens=()), "only events that reveal secrets may differ"),
        (lambda it: replace(it, read_action=it.read_redacted), "read_action refuses"),
    ],
)
def test_a_wrong_description_is_found(
    change: Callable[[Game[State]], Game[State]], claim: str
) -> None:
    """The fields of the game about secrets do not fit its states."""
    assert any(claim in found for found in claims(change(kuhn.GAME)))


def test_the_right_game_passes() -> None:
    assert not list(claims(game(State())))


def test_a_state_without_secrets_passes() -> None:
    """After a showdown every observer sees everything."""
    described = replace(kuhn.GAME, has_secrets=False)
    testing.check_no_secrets(described, State(("K", "Q"), "bb"))
    with pytest.raises(AssertionError, match="is secret in this game"):
        testing.check_no_secrets(described, State(("K", "Q"), "b"))
    with pytest.raises(AssertionError, match="no action is secret in this game"):
        testing.check_no_secrets(described, State())


def test_a_redacted_action_that_can_be_read_is_found() -> None:
    testing.check_redaction(kuhn.GAME, State())
    assert kuhn.GAME.read_redacted is not None
    described = replace(kuhn.GAME, read_action=kuhn.GAME.read_redacted)
    with pytest.raises(AssertionError, match="read_action refuses a redacted action"):
        testing.check_redaction(described, State())
