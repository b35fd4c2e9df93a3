"""The sentences in which people choose an action of Misbehavin'."""

from dataclasses import replace
from typing import Final

import pytest

from fireflies.contract import SPECTATOR, Hidden
from fireflies.misbehavin import GAME, State, View
from fireflies.misbehavin.rules.actions import Draw
from fireflies.misbehavin.rules.deal_events import DealClosed
from fireflies.misbehavin.rules.pieces import Deal, Fight, Pending
from fireflies.misbehavin.rules.turn_events import AbilitySkipped
from tests.misbehavin.situations import Has, table
from tests.misbehavin.small import ability, boxed, card
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
        ("draw young-medic", "Deal Young Medic to seat 0"),
        ("set the-dart maneuver", "Choose The Dart for the slot maneuver"),
        ("play young-medic", "Play Young Medic"),
        ("trigger young-medic", "Trigger Young Medic"),
        ("turn young-medic", "Trigger Young Medic without effect"),
        ("fight field-radio", "Begin a fight with Field Radio (power 0)"),
        ("deal young-medic", "Open a deal with Young Medic"),
        ("recruit young-medic", "Pay with Young Medic for a recruitment"),
        ("add young-medic", "Pay with Young Medic"),
        ("acquire", "Follow your 'verse card for a token"),
        ("verse hush-money", "Spend tokens on Hush Money"),
        ("warrant young-medic", "Put a warrant on Young Medic"),
        ("tax 1", "Tax seat 1"),
        ("tax supply", "Tax the supply"),
        ("steal 1", "Steal from seat 1"),
        ("retrigger young-medic", "Trigger Young Medic again"),
        ("reaver reaver-pack", "Put a token on Reaver Pack"),
        ("nab", "Fight to nab a card into your hand"),
        ("dispatch", "Fight to dispatch a card to its owner's recycle pile"),
        ("target first-officer", "Attack First Officer of seat 0"),
        ("target young-medic", "Attack Young Medic"),
        ("reward draw", "Draw a card as your reward"),
        ("reward credit", "Take a credit as your reward"),
        ("reward verse", "Take a 'verse token as your reward"),
        ("take young-medic", "Take Young Medic (cost 2)"),
        ("take nobody", "Take Nobody"),
        ("fight nobody", "Begin a fight with Nobody"),
        ("clear young-medic", "Lift the warrant on Young Medic instead of taking a card"),
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
        ("do", "Use the next ability of "),
        ("replay 1", "Use  again"),
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
        ("fight", "Add nothing more", "Skip it"),
        ("take", "Take nothing more", "Skip it"),
        ("tidy", "Keep the rest of your tableau", "Skip it"),
        ("location", "Be done", "Keep The Black in your hand"),
        ("played", "Be done", "Leave Young Medic untriggered"),
    ],
)
def test_done_and_skip_say_what_they_mean_in_a_phase(phase: str, done: str, skip: str) -> None:
    step = Pending(0, "offer", card="young-medic")
    view = replace(WATCHED, phase=phase, pending=(step,))  # type: ignore[arg-type]  # one of the phases
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
        (Pending(0, "step", 1), "choose first-officer", "Turn First Officer sideways"),
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


BUYING: Final = table(
    Has("young-medic", display="freighter-captain,spare-coat", counts="2.2.0.0.0"),
    phase="take",
    market="academic,agent-in-gray//",
    activity="deal:0:closed:3:0:",
)
RECRUITING: Final = table(
    Has("young-medic", command="socialite", display="freighter-captain"),
    phase="recruit",
    activity="recruit:0:open:0:0:0",
)
ATTACKING: Final = table(
    Has("spare-coat", display="first-officer"),
    Has("field-rifle", command="watch-officer", counts="1.1.0.1.0"),
    phase="fight",
    activity="fight:0:nab:watch-officer:1:0:0.0:",
)
ADDED: Final = ATTACKING.apply(GAME.read_action("add spare-coat"))
BEATEN: Final = table(
    Has(display="spare-coat"),
    Has(command="watch-officer", counts="1.1.0.0.0"),
    phase="fight",
    activity="fight:0:nab:watch-officer:1:0:0.0:",
)
COUNTING: Final = table(
    Has(display="s-1", counts="2.1.0.0.0"),
    phase="deal",
    activity="deal:0:open:0:0:",
    box=boxed(card("s-1", "serenity", influence="credits", attributes=["DEAL"])),
)
"""Of two credits, one that is committed counts for the deal, and no more for the X of the card."""
SHINY: Final = table(
    Has(display="shiny", counts="1.0.0.0.0"), phase="take", activity="recruit:0:closed:0:0:0"
)
HOLDING: Final = table(Has("signal-flare,cutthroat", command="defense-counsel", counts="1.1.0.1.1"))
ALONE: Final = table(Has(assets="raider-hulk", counts="1.1.0.1.1"))
ASKING: Final = table(Has("freighter-captain", counts="1.1.0.1.1"), Has("palaver"))
SMALL: Final = boxed(
    card("s-1", "serenity", abilities=[ability(effects=("discard", "lift"))]),
    card("s-3", "serenity", required=["steal 1", "lose 1"]),
    card(
        "s-4",
        "serenity",
        abilities=[ability(effects=(), words="Look at a card", may=("draw 1",))],
    ),
)
HUSH: Final = {"name": "hush-money", "price": 2, "effects": ["immune"]}
OWN: Final = table(
    Has("s-2,s-3", command="s-1,s-4", counts="1.2.0.1.1"),
    Has(counts="1.0.0.0.0"),
    Has(counts="1.0.0.0.0"),
    box={
        **SMALL,
        "verse": {
            **SMALL["verse"],
            "serenity": {"steps": ["discard", "pay 1"], "actions": [HUSH]},
        },
    },
)
CHOOSING: Final = OWN.apply(GAME.read_action("trigger s-1"))
END: Final = "End your turn: 1 credit, 1 activation and 1 recruitment unused"
RICH: Final = table(
    Has(
        "shiny",
        assets="inner-station",
        command="young-medic,prospector",
        counts="1.1.0.1.1",
    ),
    Has(counts="0.0.0.0.0"),
    reavers="reaver-scout:0.0;",
)


@pytest.mark.parametrize(
    ("state", "action", "sentence"),
    [
        (START, "play young-medic", "Play Young Medic: 1 activation"),
        (START, "recruit young-medic", "Pay with Young Medic for a recruitment: influence 2"),
        (START, "end", "End your turn: 1 activation and 1 recruitment unused"),
        (START, "turn first-officer", "Trigger First Officer without effect"),
        (
            START,
            "acquire",
            "Follow your 'verse card for a token: turn a character sideways, discard a card",
        ),
        (BUYING, "take academic", "Take Academic (cost 3): into your hand"),
        (RECRUITING, "add young-medic", "Pay with Young Medic: influence 4"),
        (COUNTING, "credit", "Commit a credit to the deal: influence 2"),
        (
            BUYING.apply(GAME.read_action("take academic")),
            "retain freighter-captain",
            "Take Freighter Captain back into your hand: 1 token",
        ),
        (SHINY, "done", "Take nothing more"),
        (RECRUITING, "use socialite 1", "Use Socialite: influence 4, turns it sideways"),
        (table(Has()), "end", "End your turn: draw 5 cards"),
        (RECRUITING, "done", "Add nothing more, and take cards: influence 2"),
        (ATTACKING, "add spare-coat", "Add Spare Coat to the attack: attack 3 against 3"),
        (
            RICH,
            "trigger young-medic",
            "Trigger Young Medic: 1 activation, discard another card, draw 2 cards",
        ),
        (RICH, "reaver reaver-scout", "Put a token on Reaver Scout"),
        (RICH, "end", f"{END}, Reavers raid"),
        (HOLDING, "use signal-flare 2", "Use ability 2 of Signal Flare: discards it, draw a card"),
        (
            HOLDING,
            "play cutthroat",
            "Play Cutthroat: 1 activation, +3 power, 1 of The Black to seat 0",
        ),
        (
            HOLDING,
            "trigger defense-counsel",
            "Trigger Defense Counsel: 1 activation, +1 credit, the rest has no effect",
        ),
        (ALONE, "trigger raider-hulk", "Trigger Raider Hulk: 1 activation, no effect"),
        (
            ASKING,
            "deal freighter-captain",
            "Open a deal with Freighter Captain: 1 activation, influence 2, seat 1 may cancel",
        ),
        (ADDED, "done", "Add nothing more: seat 1 may add"),
        (BEATEN, "done", "Add nothing more: seat 1 defends Watch Officer"),
        (
            OWN,
            "trigger s-1",
            "Trigger S 1: 1 activation, discard another card, lift the warrant on a card",
        ),
        (CHOOSING, "choose s-2", "Discard S 2: the rest has no effect"),
        (OWN, "trigger s-4", "Trigger S 4: 1 activation, by hand"),
        (
            OWN,
            "verse hush-money",
            "Spend tokens on Hush Money: 2 tokens, immune until your next turn ends",
        ),
        (OWN, "play s-3", "Play S 3: 1 activation, steal 1 credit, lose 1 credit"),
        (RICH, "use shiny 1", "Use ability 1 of Shiny: +1 credit, goes back to the supply"),
    ],
)
def test_price_and_gain_are_told_to_who_decides(state: State, action: str, sentence: str) -> None:
    assert told(state.view(state.seat), action) == sentence


def test_a_total_that_is_not_certain_is_not_told() -> None:
    assert GAME.wording is not None
    closed, skipped = DealClosed(0, 5), AbilitySkipped(0, "young-medic", 1)
    for events, words in (((), []), ((closed,), ["influence 5"]), ((skipped,), [])):
        assert list(GAME.wording.follows(WATCHED, events, None)) == words


def test_a_drawn_card_that_is_not_seen_is_dealt() -> None:
    assert GAME.describe(Hidden(Draw), WATCHED).head == "Deal a card to seat 0"
