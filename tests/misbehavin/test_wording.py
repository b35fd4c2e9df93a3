"""The sentences in which people choose an action of Misbehavin'."""

from dataclasses import replace
from typing import Final

import pytest

from fireflies.contract import SPECTATOR
from fireflies.misbehavin import GAME, State, View
from fireflies.misbehavin.rules.pieces import Deal, Fight, Pending
from tests.misbehavin.situations import Has, table
from tests.misbehavin.test_drawing import WORKSHOP

START: Final = table(
    Has(hand="field-radio,young-medic", command="first-officer", counts="1.1.0.1.1")
)
WATCHED: Final[View] = START.view(SPECTATOR)
"""A spectator is told what is done, and not what it brings."""


def told(view: View, action: str) -> str:
    """Return the sentence of an action."""
    return str(GAME.describe(GAME.read_action(action), view))


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("reveal young-medic", "Turn up Young Medic"),
        ("draw young-medic", "Draw Young Medic"),
        ("set the-dart maneuver", "Choose The Dart for the slot maneuver"),
        ("play young-medic", "Play Young Medic"),
        ("trigger young-medic", "Trigger Young Medic"),
        ("turn young-medic", "Trigger Young Medic without effect"),
        ("fight field-radio", "Begin a fight with Field Radio"),
        ("deal young-medic", "Begin a deal with Young Medic"),
        ("recruit young-medic", "Begin a recruitment: pay with Young Medic"),
        ("add young-medic", "Pay with Young Medic"),
        ("acquire", "Follow your 'verse card for a token"),
        ("verse hush-money", "Spend tokens: Hush Money"),
        ("warrant young-medic", "Put a warrant on Young Medic"),
        ("tax 1", "Tax seat 1"),
        ("tax supply", "Tax the supply"),
        ("steal 1", "Steal from seat 1"),
        ("retrigger young-medic", "Trigger Young Medic again"),
        ("reaver reaver-pack", "Put a token on Reaver Pack"),
        ("nab", "Fight to nab"),
        ("dispatch", "Fight to dispatch"),
        ("target first-officer", "Attack First Officer of seat 0"),
        ("target young-medic", "Attack Young Medic"),
        ("reward draw", "Draw a card"),
        ("reward credit", "Take a credit"),
        ("reward verse", "Take a 'verse token"),
        ("take young-medic", "Take Young Medic"),
        ("clear young-medic", "Lift the warrant on Young Medic"),
        ("retain young-medic", "Take Young Medic back into your hand"),
        ("retry", "Try the deal again with the same cards"),
        ("salvage", "Recruit with the cards of the deal"),
        ("drop", "Give up the cards of the deal"),
        ("discard young-medic", "Discard Young Medic"),
        ("choose young-medic", "Choose Young Medic"),
        ("use young-medic 1", "Use Young Medic"),
        ("use first-officer 1", "Use ability 1 of First Officer"),
        ("use misbehave 2", "Use ability 2 of Misbehave"),
        ("use nobody 1", "Use ability 1 of Nobody"),
        ("return", "Return a card of The Black to the supply"),
        ("pass", "Let the deal go on"),
        ("done", "Be done"),
        ("skip", "Skip it"),
        ("end", "End your turn"),
    ],
)
def test_what_is_done_is_said_in_the_imperative(action: str, sentence: str) -> None:
    assert told(WATCHED, action) == sentence


@pytest.mark.parametrize(
    ("phase", "done", "skip"),
    [
        ("fight", "Add nothing more for now", "Skip it"),
        ("take", "Take nothing more", "Skip it"),
        ("tidy", "Keep the rest of your tableau", "Skip it"),
        ("location", "Be done", "Keep The Black"),
        ("played", "Be done", "Leave it untriggered"),
    ],
)
def test_done_and_skip_say_what_they_mean_in_a_phase(phase: str, done: str, skip: str) -> None:
    view = replace(WATCHED, phase=phase)  # type: ignore[arg-type]  # one of the phases
    assert (told(view, "done"), told(view, "skip")) == (done, skip)


def test_a_card_is_added_to_what_goes_on() -> None:
    attack = replace(WATCHED, activity=Fight(0))
    assert told(attack, "add field-radio") == "Add Field Radio to the attack"
    assert told(replace(attack, seat=1), "add field-radio") == "Add Field Radio to the defense"
    assert (
        told(replace(WATCHED, activity=Deal(0)), "add young-medic") == "Add Young Medic to the deal"
    )


@pytest.mark.parametrize(
    ("step", "action", "sentence"),
    [
        (Pending(0, "walk", 1, "young-medic"), "do", "Use the next ability of Young Medic"),
        (Pending(0, "replay", 0, "crazy-ivan"), "replay 1", "Use ability 1 of Crazy Ivan again"),
        (Pending(0, "steal", 1, "young-medic"), "choose 1", "Steal from seat 1"),
        (Pending(0, "discard", 0, "young-medic"), "choose field-radio", "Discard Field Radio"),
        (Pending(0, "step", 1), "choose first-officer", "Trigger First Officer"),
        (Pending(0, "by-hand", 1, "young-medic", detail="1"), "entry 1", "Do entry 1 by hand"),
    ],
)
def test_what_is_asked_gives_the_words(step: Pending, action: str, sentence: str) -> None:
    assert told(replace(WATCHED, pending=(step,)), action) == sentence


def test_an_entry_done_by_hand_is_told() -> None:
    """In the words of the card, for the entry of this number."""
    step = Pending(0, "by-hand", 1, "scribe", detail="124")
    view = replace(table(box=WORKSHOP).view(SPECTATOR), pending=(step,))
    assert told(view, "entry 1") == "By hand: draw a card"
    assert told(view, "entry 2").startswith("By hand: move a card from your recycle pile")
    assert told(view, "entry 5") == "Do entry 5 by hand"


@pytest.mark.parametrize(
    ("state", "action", "sentence"),
    [
        (START, "play young-medic", "Play Young Medic: 1 activation"),
        (START, "recruit young-medic", "Begin a recruitment: pay with Young Medic: influence 2"),
        (START, "end", "End your turn: 1 activation unused"),
        (START, "turn first-officer", "Trigger First Officer without effect"),
    ],
)
def test_price_and_gain_are_told_to_who_decides(state: State, action: str, sentence: str) -> None:
    assert told(state.view(0), action) == sentence


def test_a_total_that_is_not_certain_is_not_told() -> None:
    assert GAME.wording is not None
    assert list(GAME.wording.follows(WATCHED, (), None)) == []
