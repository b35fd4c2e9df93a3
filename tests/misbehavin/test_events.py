"""The events of Misbehavin': their words, with one thing and with several; their secrets."""

from collections.abc import Iterator
from inspect import signature

import pytest

from fireflies import misbehavin
from fireflies.contract import SPECTATOR, YOU, Event, Outcome, with_names
from fireflies.misbehavin import Clause
from fireflies.misbehavin.rules import (
    effect_events,
    events,
    fight_events,
    game_events,
    turn_events,
    verse_events,
)
from fireflies.misbehavin.rules.telling import SeatEvent
from tests.misbehavin import positions

OUTCOME = Outcome((13, 4), (0,), Clause.END_POWER)
VALUES: dict[str, tuple[object, object]] = {
    **dict.fromkeys(("seat", "owner"), (2, 3)),
    **dict.fromkeys(("card", "chosen"), ("old-freighter", "ledger")),
    **dict.fromkeys(("count", "attack", "defense", "ability"), (1, 4)),
    **dict.fromkeys(("source", "aim"), ("hand", "tableau")),
    "cards": (("shiny",), ("shiny", "ledger", "courier")),
    "words": ("nab 2", "may steal 1"),
    "step": ("did nab", "have 2 SHIP"),
    "intent": ("nab", "dispatch"),
    "reward": ("credit", "verse"),
    "slot": ("fight", "any"),
    "deck": ("core", "rim"),
    "outcome": (OUTCOME, Outcome((4, 4), (0, 1), Clause.END_TURNS)),
}
"""Two values of each field."""


def made(kind: type[Event], second: str = "") -> Event:
    """Return an event of a class with the first value of each field, but the second of one."""
    return kind(**{name: VALUES[name][name == second] for name in signature(kind).parameters})


@pytest.mark.parametrize("kind", events.EVENTS)
def test_each_field_is_told(kind: type[Event]) -> None:
    """With another value in any field, the text is another one."""
    event = made(kind)
    for name in signature(kind).parameters:
        other = made(kind, name)
        assert str(other) != str(event)
        assert type(other) is kind
        assert other != event
    assert str(event) == str(event).strip()
    assert "None" not in str(event)


@pytest.mark.parametrize("kind", events.EVENTS)
def test_people_see_the_names_of_cards_as_they_are_printed(kind: type[Event]) -> None:
    """In every event that tells of a card; its text on the wire keeps the names of the box."""
    event = made(kind)
    text = str(event)
    for name, printed in (
        *(("old-freighter", "Old Freighter"), ("ledger", "Ledger"), ("courier", "Courier")),
        ("shiny", "Shiny"),
    ):
        text = text.replace(name, printed)
    assert event.as_printed() == text
    assert str(made(kind)) == str(event)


def test_a_hidden_card_stays_hidden_in_print() -> None:
    drawn = game_events.CardDrawn(0, "first-officer")
    assert drawn.as_printed() == "seat 0 draws First Officer"
    assert drawn.seen_by(1).as_printed() == "seat 0 draws a card"


def test_each_class_is_told_in_a_way_of_its_own() -> None:
    """Except cards that go to the same place from different ones."""
    texts = [str(made(kind)) for kind in events.EVENTS]
    assert len({*texts}) >= len(texts) - 2
    assert len(events.EVENTS) > 100


WORDS: dict[Event, str] = {
    effect_events.CreditsGained(0, 1, "ledger"): "seat 0 gets 1 credit by ledger",
    effect_events.CreditsGained(0, 3, "ledger"): "seat 0 gets 3 credits by ledger",
    effect_events.BlackGiven(0, 2, "ledger", 1): (
        "seat 0 brings seat 1 2 cards of The Black by ledger"
    ),
    turn_events.CardsReset(1, ("ledger", "shiny")): "seat 1 resets ledger and shiny",
    turn_events.CardsReset(1, ("a", "b", "c")): "seat 1 resets a, b and c",
    fight_events.RewardTaken(1, "draw"): "seat 1 takes a card for winning the fight",
    fight_events.RewardTaken(1, "credit"): "seat 1 takes a credit for winning the fight",
    fight_events.RewardTaken(1, "verse"): "seat 1 takes a token for winning the fight",
    fight_events.StrengthCompared(0, 5, 4): "seat 0 attacks with 5 against 4",
    verse_events.CreditsTaxed(0, 1, 2): "seat 0 takes 1 credit from seat 2 as a tax",
    verse_events.CreditsStolenForToken(0, 2, None): "seat 0 steals 2 credits from the supply",
    turn_events.RequiredFollowed(1, "ledger", "lose 2"): (
        "ledger requires from seat 1: “lose 2 credits”"
    ),
    effect_events.ChoiceSkipped(0, "shiny", "may steal 1"): (
        "seat 0 leaves out “you may take 1 credit from another player” of shiny"
    ),
    effect_events.NothingDone(2, "rogue-reaver", "reset"): (
        "“turn upright a sideways card of your tableau that bears no warrant” of rogue-reaver"
        " does nothing for seat 2"
    ),
    effect_events.EntryBegan(0, "scribe", "move recycle hand"): (
        "seat 0 does by hand for scribe: “move a card from your recycle pile to your hand”"
    ),
    effect_events.NothingDone(1, "crime-lord", "trigger"): (
        "“turn another card of your tableau sideways” of crime-lord does nothing for seat 1"
    ),
    effect_events.NothingDone(1, "crime-lord", "forced"): (
        "“discard a card from your hand or upright from your tableau” of crime-lord does nothing"
        " for seat 1"
    ),
    effect_events.EntryBegan(0, "scribe", "draw 1"): (
        "seat 0 does by hand for scribe: “draw a card”"
    ),
    verse_events.StepHad(1, "have 2 SHIP"): (
        "seat 1 meets a step: “have 2 SHIP cards without a warrant in your tableau”"
    ),
    verse_events.StepHad(1, "did nab"): ("seat 1 meets a step: “you have nabbed a card this turn”"),
    game_events.LimitReached(Outcome((4, 4, 1), (0, 1), Clause.END_TURNS)): (
        "the last turn is over: seat 0 and seat 1 won; power by seat: 4, 4, 1"
    ),
}


@pytest.mark.parametrize("event", WORDS, ids=str)
def test_words(event: Event) -> None:
    assert str(event) == WORDS[event]
    assert f"{event}" == WORDS[event]


def test_a_class_of_events_has_the_text_that_it_names() -> None:
    """Or that of its base class; so it is with its clause."""

    class Waved(SeatEvent, clause=Clause.END_POWER, text="seat {seat} waves"):
        pass

    class Greeted(Waved):
        pass

    assert (str(Waved(1)), str(Greeted(2))) == ("seat 1 waves", "seat 2 waves")
    assert Waved.clause is Greeted.clause is Clause.END_POWER


def test_a_card_that_is_drawn_is_secret_to_all_but_its_owner_and_the_referee() -> None:
    event = game_events.CardDrawn(1, "ledger")
    for observer in (0, 2, SPECTATOR):
        assert str(event.seen_by(observer)) == "seat 1 draws a card"
        assert event.seen_by(observer).card is None
    assert event.seen_by(1) == event.seen_by(None) == event
    assert str(event) == "seat 1 draws ledger"
    for kind in events.EVENTS:
        assert kind is game_events.CardDrawn or made(kind).seen_by(0) == made(kind)


def told(seed: int) -> Iterator[Event]:
    """Yield the events of a random play."""
    for state in positions.states(2 + seed % 3, seed, supply="draft" if seed % 2 else "basic"):
        if state.actor is not None:
            action = state.legal_actions[-1]
            found = state.explain(action)
            assert found
            for event in found:
                assert isinstance(event, Event)
                yield event


def test_what_a_play_tells_is_told_to_you() -> None:
    """The verb after ``you`` fits, and no seat is left without a name."""
    names = (YOU, "Ann", "Bob", "Cy")
    seen = set[str]()
    for seed in range(4):
        seen.update(with_names(str(event), names) for event in told(seed))
    assert not [text for text in seen if "seat " in text]
    assert not [text for text in seen if "you draws" in text or "you plays" in text]
    assert not [text for text in seen if "you " in text and " of its " in text]
    assert any(text.startswith("you clear the display of ") for text in seen)
    assert len(seen) > 100


def test_events_that_open_hands_are_listed() -> None:
    """A discarded hand, and The Black that was in it or was not."""
    assert {kind.__name__ for kind in misbehavin.GAME.opens} == {
        *("HandDiscarded", "SupplyDiscarded", "BlackReturned", "BlackShed", "BlackMissing"),
    }
