"""What in a position is against an action, told in words."""

from typing import Final

import pytest

from fireflies import smile
from fireflies.contract import Violation
from fireflies.misbehavin import State, read_action
from fireflies.misbehavin.box.boxfile import workshop_box
from fireflies.misbehavin.text.remarks import remark
from tests.misbehavin.situations import Has, table
from tests.misbehavin.small import ability, boxed, card

TURN: Final = table(
    Has(
        "the-black,spare-coat,field-radio,old-rifle,crazy-ivan",
        assets="old-freighter",
        command="young-medic*,steady-pilot=1,gunslinger,marshal,outlaw-chief",
        counts="0.0.0.1.1",
    ),
    Has(command="desk-inspector", counts="1.5.0.0.0"),
)
IDLE: Final = table(Has("spare-coat,old-freighter"))
DEALING: Final = table(
    Has("spare-coat", display="first-officer", counts="0.0.0.0.0"),
    phase="take",
    market="academic,agent-in-gray//",
    activity="deal:0:closed:3:0:",
)
OPEN: Final = table(
    Has("spare-coat", display="first-officer", counts="0.0.0.0.0"),
    phase="deal",
    activity="deal:0:open:0:0:",
)
FIGHTING: Final = table(
    Has("spare-coat", display="first-officer"),
    Has("field-rifle", command="watch-officer", counts="1.1.0.1.0"),
    phase="fight",
    seat=1,
    activity="fight:0:nab:watch-officer:1:1:0.0:",
)
ROOM: Final = table(
    Has("s-1", assets="s-2,s-3", counts="1.1.0.1.1"),
    box=boxed(*(card(f"s-{number}", "serenity", kind="asset") for number in (1, 2, 3))),
)
SPENT: Final = table(Has(counts="1.6.0.1.1"))
LONG: Final = table(Has("spare-coat", counts="1.1.0.1.1"), turn="3.0.10", moves=10)

MARKED: Final = table(
    Has(command="gate-keeper", counts="1.0.deal2.1.1"),
    factions=["eavesdown", "alliance"],
    slots="the-dart,negotiation,fei-wu,palaver",
    episode="four-roads",
    reavers="reaver-scout:0.0;",
)
SHOWN: Final = table(
    Has("ledger", display="knife-man,shiny"),
    phase="recruit",
    activity="recruit:0:open:0:0:0",
    factions=["niska", "alliance"],
)
ORDERED: Final = table(
    Has(command="s-1@2", counts="2.1.0.1.0"),
    box=boxed(
        card(
            "s-1",
            "serenity",
            abilities=[ability(), ability("innate", cost=("pay 1",), turns=False)],
        )
    ),
)
HELD: Final = table(
    Has("spare-coat,the-black", assets="quiet-moon*"),
    phase="location",
    pending="0:quiet-moon:location",
)
ASKED: Final = State.parse(
    HELD.view().position.replace("spare-coat,the-black;", "spare-coat;the-black,"), HELD.options
)

WORKSHOP: Final = workshop_box().to_json()
ONCE: Final = table(Has(command="medic", counts="1.0.0.1.1"), turn="3.0.1::medic@1", box=WORKSHOP)
BY_HAND: Final = table(
    Has(command="scribe*@1"), phase="by-hand", pending="0:scribe:by-hand:1:134", box=WORKSHOP
)
SINGLE: Final = table(
    Has(command="s-1*@1"),
    phase="by-hand",
    pending="0:s-1:by-hand:1:0",
    box=boxed(
        card("s-1", "serenity", abilities=[ability(effects=(), words="Draw.", may=("draw 1",))])
    ),
)

REMARKS: Final[list[tuple[State, str, str]]] = [
    (TURN, "play nobody", "there is no card Nobody"),
    (SPENT, "reaver nobody", "there is no card Nobody"),
    (TURN, "play spare-coat", "the command area of seat 0 has 5 slots, and no room"),
    (ROOM, "play s-1", "the asset area of seat 0 has 2 slots, and no room"),
    (TURN, "play crazy-ivan", "the kind of Crazy Ivan is maneuver"),
    (TURN, "play young-medic", "Young Medic is in the tableau of seat 0"),
    (TURN, "play desk-inspector", "Desk Inspector is in the tableau of seat 1"),
    (TURN, "play first-officer", "seat 0 has no First Officer in hand, and no tableau has it"),
    (TURN, "trigger spare-coat", "Spare Coat is a hand card"),
    (TURN, "trigger young-medic", "Young Medic is triggered"),
    (TURN, "trigger steady-pilot", "Steady Pilot bears a warrant of seat 1"),
    (TURN, "trigger marshal", "Marshal has no ability of the type trigger"),
    (TURN, "fight crazy-ivan", "Crazy Ivan does not have FIGHT"),
    (TURN, "deal spare-coat", "Spare Coat does not have DEAL"),
    (TURN, "recruit field-radio", "Field Radio has no influence"),
    (
        TURN,
        "recruit watch-officer",
        "seat 0 has no Watch Officer in hand, and no tableau has it",
    ),
    (
        TURN,
        "use crazy-ivan 1",
        (
            "Crazy Ivan: ability 1 works in a fight, as attacker or defender, ability 2 works on"
            " your turn or in a fight, as attacker or defender"
        ),
    ),
    (TURN, "fight the-black", ""),
    (TURN, "pass", ""),
    (IDLE, "play spare-coat", "seat 0 has no activation left"),
    (IDLE, "recruit spare-coat", "seat 0 has no recruitment left"),
    (SPENT, "acquire", "seat 0 has no more tokens in its supply"),
    (DEALING, "take agent-in-gray", "Agent in Gray costs 6, and seat 0 has 4 influence"),
    (DEALING, "take ledger", "Ledger is not on offer"),
    (OPEN, "credit", "seat 0 has no credit"),
    (FIGHTING, "add watch-officer", "Watch Officer is attacked"),
    (FIGHTING, "play field-rifle", "it is the turn of seat 0"),
    (LONG, "play spare-coat", "this turn has had 10 actions"),
    (MARKED, "reaver reaver-scout", "seat 0 holds no token"),
    (SHOWN, "use knife-man 2", "Knife Man is in the display of seat 0"),
    (SHOWN, "use shiny 1", "Shiny is in the display of seat 0"),
    (ORDERED, "trigger s-1", "ability 2 of S 1 was used already in this turn"),
    (ONCE, "use medic 1", "ability 1 of Medic was used already in this turn"),
    (BY_HAND, "entry 2", "move recycle hand was done already"),
    (BY_HAND, "entry 3", "nothing can be chosen for move hand tableau"),
    (BY_HAND, "entry 5", "Scribe has 4 such entries"),
    (SINGLE, "entry 1", "draw 1 was done already"),
    (SINGLE, "entry 2", "S 1 has 1 such entry"),
    (ASKED, "return", "seat 0 has no card of The Black in hand"),
]


@pytest.mark.parametrize(("state", "text", "words"), REMARKS, ids=range(len(REMARKS)))
def test_a_refusal_says_what_is_against_it(state: State, text: str, words: str) -> None:
    violation = state.check(read_action(text))
    assert violation is not None
    assert remark(violation) == words


def test_power_that_would_be_too_much_is_told() -> None:
    """Of 13 needed there are 10, and the card has 4."""
    state = table(
        Has(
            "outlaw-chief",
            command="gunslinger,marshal,first-officer,watch-officer",
            counts="1.1.0.1.1",
        ),
        factions=["serenity", "alliance"],
    )
    violation = state.check(read_action("play outlaw-chief"))
    assert violation is not None
    assert remark(violation) == "seat 0 has 10 power, Outlaw Chief adds 4: more than 13"


def test_needs_and_tokens_that_are_missing_are_told() -> None:
    state = table(
        Has("crazy-ivan", counts="1.0.0.1.1"),
        Has(command="first-officer"),
        factions=["alliance", "serenity"],
    )
    for text, words in (
        ("use crazy-ivan 2", "Crazy Ivan needs PILOT in the tableau of seat 0"),
        ("warrant first-officer", "seat 0 can spend 0 of its tokens"),
    ):
        violation = state.check(read_action(text))
        assert violation is not None
        assert remark(violation) == words


def test_only_views_of_this_game_are_remarked() -> None:
    state = smile.start()
    action = smile.read_action("bid a")
    violation = state.check(action)
    assert violation is not None
    assert remark(Violation(action, violation.clause, state.view())) == ""
