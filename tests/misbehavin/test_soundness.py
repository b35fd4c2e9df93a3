"""Positions of Misbehavin' that somebody wrote, and what is wrong with them."""

import pytest

from fireflies.errors import InvalidNotation
from fireflies.misbehavin import State, start
from fireflies.misbehavin.box.boxfile import first_box, workshop_box
from fireflies.misbehavin.text.soundness import find_fault
from tests.misbehavin.situations import BASIC, Has, table

TABLE = table(
    Has("spare-coat", "shiny", "old-freighter*", "young-medic+2=1,steady-pilot"),
    Has("shiny", command="desk-inspector", display="misbehave", counts="1.1.0.1.0"),
    reavers="reaver-pack:0.1;reaver-scout",
    phase="fight",
    activity="fight:0:nab:desk-inspector:1:0:0.0:a",
)
ONLY_BY_VERSE = table(Has(), Has(command="desk-inspector"), box=first_box().to_json())
"""In the box of 0.1.0 no effect issues a warrant, only the 'verse card of the Alliance does."""
DRAFTING = start(supply="draft")
TIDYING = table(Has(assets="old-freighter"), phase="tidy", pending="0:-:tidy/0:-:next")
CANCELED = table(
    Has(display="shiny", counts="1.1.0.1.1"), phase="canceled", activity="deal:0:open:0:0:c"
)
SCORING_SLOTS = "the-dart,negotiation,fei-wu,palaver"
SCORING = table(episode="four-roads", slots=SCORING_SLOTS)


def test_positions_of_games_are_sound() -> None:
    spent = table(Has(counts="1.6.0.0.0"))
    last = table(turn="200.0.500")  # the last turn, long after its limit of actions
    marked = table(Has(counts="1.1.defend2.0.0"), episode="four-roads", slots=SCORING_SLOTS)
    paying = table(
        Has("shiny"), phase="choose", pending="0:young-medic:discard/0:-:step:1/0:-:pay:1"
    )
    item = table(Has(command="spare-coat"))
    clearing = table(
        Has("shiny"),
        phase="choose",
        pending="0:young-medic:discard/0:-:clear",
        activity="recruit:0:closed:0:0:0",
    )
    box = workshop_box().to_json()
    used = table(Has(command="medic@1"), turn="3.0.1::medic@1", box=box)
    states = (TABLE, DRAFTING, TIDYING, SCORING, CANCELED, start())
    for state in (*states, spent, last, marked, paying, item, clearing, used):
        assert find_fault(state) is None


def line_with(state: State, old: str, new: str) -> str:
    """Return the line of a state with something else in place of the first such text."""
    line = state.view().position
    assert old in line
    return line.replace(old, new, 1)


ALL_THREE = "a fight with a target, a defender or a batch needs all three, and an intent"
REAVERS = "the Reavers in play, in order, and those defeated have to be"
CONCLUDED = "the step clear needs a fight that has ended, or any deal or recruitment"
UNSOUND = [
    (TABLE, "/1.1.0.1.0;", "/1.1.0.1.0;;;;;;/1.1.0.1.0;", "3 players, not 2"),
    (
        TABLE,
        "reaver-pack:0.1",
        "reaver-pack:0.1.0",
        "a Reaver needs a number of tokens for each of 2 seats",
    ),
    (TABLE, "fight 0", "fight 2", "seats go from 0 to 1"),
    (TABLE, "3.0.0", "3.2.0", "seats go from 0 to 1"),
    (TABLE, "+2=1", "+2=2", "seats go from 0 to 1"),
    (TABLE, "fight:0", "fight:2", "seats go from 0 to 1"),
    (TABLE, ":1:0:0.0", ":2:0:0.0", "seats go from 0 to 1"),
    (TABLE, ":1:0:0.0", ":1:2:0.0", "seats go from 0 to 1"),
    (TIDYING, "0:-:next", "2:-:next", "seats go from 0 to 1"),
    (TABLE, "3.0.0", "201.0.0", "turn 201 comes after the last turn, 200"),
    (TABLE, "3.0.0", "3.0.501", "501 actions are too many for a turn"),
    (TABLE, "spare-coat", "spare-boat", "the box has no card spare-boat"),
    (TABLE, "spare-coat", "spare-coat,cargo-net", "cargo-net is in 2 places"),
    (TABLE, "spare-coat", "spare-coat,ledger", "ledger belongs to a faction that does not play"),
    (TABLE, "spare-coat", "academic,spare-coat", "academic is in 2 places"),
    (TABLE, "spare-coat", "", "spare-coat is missing"),
    (TABLE, "spare-coat", "negotiation,spare-coat", "there are too many cards of negotiation"),
    (
        TABLE,
        "spare-coat",
        "misbehave,misbehave,misbehave,misbehave,misbehave,spare-coat",
        "there are too many cards of misbehave",
    ),
    (TABLE, "spare-coat", "fei-wu,spare-coat", "there are too many cards of fei-wu"),
    (TABLE, "academic,", "academic,banker,", "more than 2 cards of core are face up"),
    (TABLE, "academic,", "bush-pilot,", "bush-pilot is no card of core"),
    (TABLE, BASIC, "palaver,misbehave,crazy-ivan,full-burn", "palaver does not fit the slot fight"),
    (DRAFTING, "-,-,-,-", "the-dart,-,the-dart,-", "a set fills two slots"),
    (
        TABLE,
        BASIC,
        "misbehave,palaver,full-burn,crazy-ivan",
        f"the sets have to be those of the options, {BASIC.replace(',', ', ')}",
    ),
    (
        TABLE,
        "full-burn",
        "-",
        f"the sets have to be those of the options, {BASIC.replace(',', ', ')}",
    ),
    (
        DRAFTING,
        "-,-,-,-",
        "the-dart,palaver,fei-wu,misbehave",
        "slots have to be open in the draft, and only then",
    ),
    (DRAFTING, "draft", "turn", "slots have to be open in the draft, and only then"),
    (
        TABLE,
        ";old-freighter*;",
        ";;old-freighter,",
        "only characters and items may lie in the command area",
    ),
    (
        TABLE,
        "freighter*;steady-pilot,",
        "freighter*,steady-pilot;",
        "only assets may lie in the asset area",
    ),
    (TABLE, "inspector;misbehave", "inspector;the-black", "The Black can't lie in a display"),
    (TABLE, "old-freighter*", "old-freighter*=1", "old-freighter can't bear a warrant of seat 1"),
    (TABLE, "young-medic+2=1", "young-medic+2=0", "young-medic can't bear a warrant of seat 0"),
    (
        ONLY_BY_VERSE,
        "desk-inspector;",
        "desk-inspector=0;",
        "desk-inspector can't bear a warrant of seat 0",
    ),
    (
        TABLE,
        "desk-inspector;",
        "desk-inspector=1;",
        "desk-inspector can't bear a warrant of seat 1",
    ),
    (
        TABLE,
        "desk-inspector;",
        "desk-inspector@4;",
        "desk-inspector has no ability 4 that could have been used",
    ),
    (TABLE, "1.1.0.1.0", "1.5.0.1.0", "seat 1 has more than 6 'verse tokens"),
    (TABLE, "1.1.0.1.0", "1.1.nab1.1.0", "seat 1 has more marks than steps of an episode to mark"),
    (
        SCORING,
        "1.1.0.0.0",
        "1.1.defend3.0.0",
        "seat 0 has more marks than steps of an episode to mark",
    ),
    (
        SCORING,
        "1.1.0.0.0",
        "1.1.nab1.0.0",
        "seat 0 has more marks than steps of an episode to mark",
    ),
    (TABLE, ";reaver-scout", ";", f"{REAVERS} reaver-scout, reaver-pack"),
    (
        TABLE,
        ":0.1;reaver-scout",
        ":0.1,reaver-scout:0.0;",
        f"{REAVERS} reaver-scout, reaver-pack",
    ),
    (TABLE, "reaver-pack:0.1", "reaver-pack:1.2", "reaver-pack has enough tokens to be defeated"),
    (TABLE, "desk-inspector:1:0:", "desk-inspector:-:0:", ALL_THREE),
    (TABLE, "desk-inspector:1:0:", "desk-inspector:-:-:", ALL_THREE),
    (TABLE, "nab:", "-:", ALL_THREE),
    (
        TABLE,
        "desk-inspector:1",
        "desk-inspector:0",
        "the defender does not have desk-inspector in its tableau",
    ),
    (TIDYING, "0:-:next", "0:spade:next", "the box has no card spade"),
    (TIDYING, "0:-:next", "0:-:clear", CONCLUDED),
    (TABLE, ":a - ", ":a 0:-:clear ", CONCLUDED),
    (TIDYING, "0:-:next", "0:-:step:3", "the step of a 'verse card has to be 1 or 2"),
    (TIDYING, "0:-:next", "0:-:pay:2", "seat 0 has too few credits for what it has to pay"),
    (TIDYING, "0:-:next", "0:-:spend:2", "seat 0 has too few tokens for what it has to spend"),
    (
        TIDYING,
        "0:-:next",
        "0:young-medic:by-hand:1:1",
        "the step 0 young-medic by-hand 1 1 needs an ability that is done by hand",
    ),
    (
        TIDYING,
        "0:-:next",
        "0:-:by-hand:1:1",
        "the step 0 - by-hand 1 1 needs an ability that is done by hand",
    ),
    (
        TIDYING,
        "3.0.0",
        "3.0.0::young-medic@1",
        "young-medic 1 is no ability that is once a turn",
    ),
    (TIDYING, " ; ", " ;reaver-scout ", f"{REAVERS} none"),
    (
        TIDYING,
        "0:-:next",
        "0:shiny:replay",
        "the step 0 shiny replay needs a supply card in the display",
    ),
    (
        TIDYING,
        "0:-:next",
        "0:shiny:return",
        "the step 0 shiny return needs a supply card in the display",
    ),
    (
        TABLE,
        ":a - ",
        ":a 1:misbehave:return/1:misbehave:return ",
        "the step 1 misbehave return needs a supply card in the display",
    ),
    (
        TABLE,
        ":a - ",
        ":ae 0:-:clear/1:misbehave:return ",
        "the step 1 misbehave return needs a supply card in the display",
    ),
    (
        DRAFTING,
        " - 1.1",
        " 0:-:tidy 1.1",
        "a draft has no queue, and no fight, deal or recruitment",
    ),
    (TABLE, "fight 0", "fight 1", "the phase has to be fight, and the seat 0"),
    (TABLE, "fight 0", "turn 0", "the phase has to be fight, and the seat 0"),
    (TIDYING, "tidy 0", "turn 0", "the phase has to be tidy, and the seat 0"),
    (CANCELED, "1.1.0.1.1", "1.1.0.0.0", "the phase has to be turn, and the seat 0"),
    (TIDYING, "tidy 0", "tidy 1", "the phase has to be tidy, and the seat 0"),
    (
        TIDYING,
        "0:-:tidy",
        "0:-:refill",
        "the first step of the queue, 0 - refill, does not wait for a decision",
    ),
    (
        TIDYING,
        "0:-:tidy",
        "1:-:tidy",
        "the first step of the queue, 1 - tidy, does not wait for a decision",
    ),
]


THREE = table(
    *(Has(display="first-officer"), Has(command="desk-inspector"), Has()),
    phase="fight",
    activity="fight:0:nab:desk-inspector:1:0:0.0:a",
)
"""The third seat has no part in the fight."""
UNSOUND.append(
    (THREE, ":1:0:0.0", ":1:2:0.0", "the batch has to be that of the attacker or the defender")
)


@pytest.mark.parametrize(("state", "old", "new", "fault"), UNSOUND, ids=range(len(UNSOUND)))
def test_the_fault_is_named(state: State, old: str, new: str, fault: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        State.parse(line_with(state, old, new), state.options)
    assert caught.value.expected == f"a position of a game with these options: {fault}"


def test_areas_have_so_many_slots() -> None:
    """Side A of this faction has three for assets and five for the command."""
    assets = "old-freighter,quiet-moon,trade-post,repair-dock"
    with pytest.raises(InvalidNotation, match="3 slots for assets and 5 for the command"):
        table(Has(assets=assets))
    assert find_fault(table(Has(assets=assets.rpartition(",")[0]))) is None
    command = "first-officer,freighter-captain,young-medic,steady-pilot,ship-mechanic"
    assert find_fault(table(Has(command=command))) is None
    with pytest.raises(InvalidNotation, match="3 slots for assets and 5 for the command"):
        table(Has(command=f"{command},spare-coat"))
