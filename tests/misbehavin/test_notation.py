"""The notation of Misbehavin': actions, and positions in one line."""

from collections.abc import Mapping

import pytest
from hypothesis import given

from fireflies import contract
from fireflies.contract import SPECTATOR, Hidden
from fireflies.errors import InvalidNotation
from fireflies.misbehavin import State, read_action, read_options
from fireflies.misbehavin.box.cards import WinStep
from fireflies.misbehavin.play import generators
from fireflies.misbehavin.rules.actions import (
    ACTIONS,
    Action,
    BareAction,
    CardAction,
    Choose,
    Draw,
    End,
    Play,
    Tax,
    Trigger,
    Use,
)
from fireflies.misbehavin.rules.pieces import STEP_NAMES, Pending, marked
from fireflies.misbehavin.text.notation import READER
from tests.misbehavin import positions
from tests.misbehavin.situations import Has, table
from tests.misbehavin.small import SMALL

CARDS = "reveal draw play trigger turn fight deal recruit add warrant retrigger reaver target take"
BARE = "acquire credit nab dispatch retry salvage drop do return skip pass done end"
TEXTS = (
    *(f"{verb} old-freighter" for verb in f"{CARDS} clear retain discard choose".split()),
    *BARE.split(),
    *("set the-dart any", "set misbehave fight", "use shiny 1", "use a2 4", "replay 4"),
    *("tax supply", "tax 0", "steal 3", "steal supply", "reward draw", "reward credit"),
    *("reward verse", "choose 0", "choose 3", "verse bribe", "entry 1", "entry 8"),
)
NO_ACTIONS = (
    *("", " ", "Play a", "play", "play ", "play  a", " end", "end ", "end\n", "ends", "play a b"),
    *("play A", "play 1a", "play -a", "play a_b", f"play {'a' * 41}", "play a\n", "draw", "draw ?"),
    *("set misbehave", "set misbehave none", "set any", "use shiny", "use shiny 0", "use shiny 5"),
    *("use shiny 01", "use 1", "replay", "replay 0", "replay 5", "replay a", "tax", "tax 4"),
    *("tax -1", "tax supplies", "steal 00", "reward", "reward token", "choose", "choose 4"),
    *("choose 00", "acquire 1", "pass 0", "nab old-freighter", "verse", "entry 0", "entry 9"),
)


@pytest.mark.parametrize("text", TEXTS)
def test_actions_are_written_as_they_are_read(text: str) -> None:
    assert str(read_action(text)) == text
    assert READER.read_redacted(text) == read_action(text)


def test_every_verb_is_tried() -> None:
    """Each class has a verb of its own, and a text above."""
    verbs = [kind.verb for kind in ACTIONS]
    assert sorted(verbs) == sorted({text.split(" ")[0] for text in TEXTS})


@given(generators.actions())
def test_an_action_that_can_be_written_is_read_back(action: contract.Action) -> None:
    """Those whose parts are out of range can not be read."""
    try:
        read: object = read_action(str(action))
    except InvalidNotation:
        read = None
    assert read in {None, action}


@pytest.mark.parametrize("text", NO_ACTIONS)
def test_anything_else_is_no_action(text: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        read_action(text)
    assert caught.value.text == text
    assert caught.value.expected.startswith(("an action, like 'play old-freighter'", "an action: "))


def test_a_draw_without_its_card_is_only_read_where_it_may_be_redacted() -> None:
    assert READER.read_redacted("draw ?") == Hidden(Draw)
    for text in ("draw", "draws ?", "play ?"):
        with pytest.raises(InvalidNotation):
            READER.read_redacted(text)


def test_actions_with_equal_parts_differ() -> None:
    """By their classes."""
    assert len({Play("a"), Trigger("a"), Play("a")}) == 2
    assert len({kind() for kind in ACTIONS if issubclass(kind, BareAction)}) == 13
    assert len({kind("a") for kind in ACTIONS if issubclass(kind, CardAction)}) == 17


def test_a_class_of_actions_has_the_verb_that_it_names() -> None:
    """Or that of its base class."""

    class Wave(CardAction, verb="wave"):
        pass

    class Greet(Wave):
        pass

    assert (str(Wave("a")), str(Greet("a"))) == ("wave a", "wave a")


def test_the_legal_list_is_sorted_by_verb_and_then_by_text() -> None:
    """Verbs stand in the order of the table of actions, seats before the supply and names."""
    sorted_actions: tuple[Action, ...] = (
        *(Play("b"), Play("c"), Trigger("a"), Use("a", 2), Use("b", 1), Tax(1), Tax(None)),
        *(Choose(0), Choose("a"), End()),
    )
    assert positions.in_order(reversed(sorted_actions)) == sorted_actions
    for state in positions.states(3, 1):
        assert positions.in_order(state.legal_actions) == state.legal_actions


FIGHTING = table(
    Has("spare-coat", "shiny,shiny", "old-freighter*", "young-medic+2=1", "steady-pilot+1"),
    Has("shiny", "", "patrol-cruiser", "desk-inspector*", "misbehave", counts="3.2.0.1.0!"),
    phase="fight",
    turn="12.0.7+",
    market="academic,core-deed//brawler",
    reavers="reaver-pack:0.1;reaver-scout",
    activity="fight:0:nab:desk-inspector:1:0:1.2:oa",
    pending="-",
)


def test_a_line_has_everything_that_does_not_follow() -> None:
    """Tableau cards with their state, a fight with its flags, Reavers, immunity."""
    seen = (
        "fight 0 12.0.7+ academic,core-deed//brawler misbehave,palaver,crazy-ivan,full-burn"
        " reaver-pack:0.1;reaver-scout fight:0:nab:desk-inspector:1:0:1.2:oa - "
    )
    zero = (
        "1.1.0.0.0;spare-coat;cargo-net,first-officer,freighter-captain,quiet-moon,ship-mechanic,"
        "wandering-preacher;shiny,shiny;old-freighter*;young-medic+2=1;steady-pilot+1"
    )
    rest = (
        "field-rifle,fleet-commander,inner-station,junior-officer,records-clerk,signal-operator,"
        "watch-officer"
    )
    rest += ",ration-crate" if "ration-crate" in FIGHTING.players[1].deck else ""
    rest = ",".join(sorted(rest.split(",")))
    open_cards = ";;patrol-cruiser;desk-inspector*;misbehave"
    both = ",".join(sorted([*rest.split(","), "shiny"]))
    assert FIGHTING.view().position == f"{seen}{zero}/3.2.0.1.0!;shiny;{rest}{open_cards}"
    hidden = f"3.2.0.1.0!;?1;?{rest.count(',') + 1}:{both}{open_cards}"
    assert FIGHTING.view(0).position == f"{seen}{zero}/{hidden}"


@pytest.mark.parametrize("seed", range(3))
def test_a_line_is_read_as_the_state_that_wrote_it(seed: int) -> None:
    """Of a random play; so is what ``repr`` writes."""
    for state in positions.states(2 + seed, seed, supply="draft", reavers=2)[:: 1 + seed]:
        line = state.view().position
        assert State.parse(line, state.options) == state
        known = {"State": State, "read_options": read_options}
        if not state.turn % 7:
            assert eval(repr(state), known) == state  # noqa: S307  # our own text


def test_a_line_of_a_fight_is_read() -> None:
    """With its bonus, and the tokens and warrants of cards."""
    assert State.parse(FIGHTING.view().position, FIGHTING.options) == FIGHTING


@pytest.mark.parametrize(
    ("phase", "activity"),
    [
        ("deal", "deal:0:open:3:2:"),
        ("canceled", "deal:0:open:3:2:c"),
        ("recruit", "recruit:0:open:2:0:0"),
        ("take", "recruit:0:closed:9:3:1"),
    ],
)
def test_a_line_of_a_deal_or_a_recruitment_is_read(phase: str, activity: str) -> None:
    state = table(Has(display="marshal", counts="1.1.0.1.1"), phase=phase, activity=activity)
    assert state.view().position.split(" ")[6] == activity


def test_a_line_of_a_queue_is_read() -> None:
    """Each form of a step: with a deck, a number, two numbers, nothing, and what may be skipped."""
    queue = (
        "0:broker:reveal:rim/1:academic:may:steal:2/1:academic:may:cycle/0:-:walk:1:0/0:-:walk:5:1"
    )
    queue += "/1:reaver-scout:lose:20/0:-:tidy"
    state = table(
        phase="reveal",
        market="academic,core-deed/broker,fence/brawler",
        reavers="reaver-scout:0.0;",
        pending=queue,
    )
    assert state.pending[:2] == (
        Pending(0, "reveal", card="broker", deck="rim"),
        Pending(1, "steal", 2, "academic", may=True),
    )
    assert state.view().position.split(" ")[7] == queue


def test_tokens_held_and_tokens_that_mark_progress_can_be_spent() -> None:
    slots = "the-dart,negotiation,fei-wu,palaver"
    state = table(Has(counts="1.3.defend2.0.0"), episode="four-roads", slots=slots)
    assert (state.players[0].verse, state.players[0].purse) == (3, 5)
    assert marked(state.players[0].marks) == {"defend": 2}


def test_the_line_of_another_observer_can_not_be_read() -> None:
    for observer in (0, SPECTATOR):
        line = FIGHTING.view(observer).position
        assert line != FIGHTING.view().position
        with pytest.raises(InvalidNotation, match="of cards"):
            State.parse(line, FIGHTING.options)


def line_with(number: int, text: str, state: State = FIGHTING) -> str:
    """Return the line of a state with this text as its field of this number, from 1."""
    fields = state.view().position.split(" ")
    fields[number - 1] = text
    return " ".join(fields)


def player_with(number: int, text: str) -> str:
    """Return the line of the fight with this text as the part of seat 0 of this number, from 1."""
    players = FIGHTING.view().position.split(" ")[8].split("/")
    parts = players[0].split(";")
    parts[number - 1] = text
    return line_with(9, "/".join([";".join(parts), *players[1:]]))


FIELDS = "a position of Misbehavin', which has 9 fields with single spaces between"
PHASE = (
    "a phase: draft, reveal, draw, turn, played, ability, choose, location, by-hand, replay,"
    " intent, target, fight, reward, retain, deal, answer, canceled, recruit, take, tidy, over"
)
TURN = "turn, player and actions, like '3.0.12' or '3.0.12+'"
NAMES = "names of cards with ',' between"
REAVER = "a Reaver with the tokens of each seat, like 'hulk:1.0'"
FIGHT = "a fight, like 'fight:0:nab:old-freighter:1:1:0.0:a'"
ACTIVITY = "a fight, a deal, or 'recruit:0:open:0:0:0'"
STEP = "a step of the queue, like '0:-:draw:2'"
KINDS = f"a step of the queue, of these kinds: {', '.join(STEP_NAMES)}"
HAS = "what a player has, like '1.1.0.1.1'"
TABLEAU = "a card of a tableau, like 'old-freighter*+2=1@1'"
BROKEN = {
    "": FIELDS,
    FIGHTING.view().position + " ": FIELDS,
    FIGHTING.view().position.replace(" ", "  ", 1): FIELDS,
    line_with(1, "fights"): PHASE,
    line_with(2, "4"): "a seat from 0 to 3",
    line_with(2, ""): "a seat from 0 to 3",
    line_with(3, "12.0"): TURN,
    line_with(3, "012.0.7"): TURN,
    line_with(3, "\u0663.0.7"): TURN,
    line_with(4, "courier/gambler"): "3 rows of the market with '/' between",
    line_with(4, "courier,/-/"): NAMES,
    line_with(4, "Courier//"): NAMES,
    line_with(5, "misbehave,palaver"): "4 sets of the supply with ',' between",
    line_with(5, "misbehave,palaver,?,-"): "a set",
    line_with(6, "reaver-pack:1;"): REAVER,
    line_with(6, "reaver-pack;"): REAVER,
    line_with(6, ""): "2 lists of Reavers with ';' between",
    line_with(6, "reaver-pack:1.0;;"): "2 lists of Reavers with ';' between",
    line_with(7, "fight"): FIGHT,
    line_with(7, "fight:0:rob:-:-:-:0.0:o"): FIGHT,
    line_with(7, "fight:0:nab:-:-:-:0.0:ao"): FIGHT,
    line_with(7, "deal:0:begun:0:0:"): "a deal, like 'deal:0:open:1:0:'",
    line_with(7, "deal:0:open:0:0:x"): "a deal, like 'deal:0:open:1:0:'",
    line_with(7, "recruit:0:done:0:0:0"): ACTIVITY,
    line_with(7, "party"): ACTIVITY,
    line_with(8, "0:-:dance"): KINDS,
    line_with(8, "0:-:draw"): STEP,
    line_with(8, "0:-:may:draw:1"): KINDS,
    line_with(8, "0:-:may"): KINDS,
    line_with(8, "0:-:reveal"): STEP,
    line_with(8, "0:-:draw:21"): STEP,
    line_with(8, "0:-:draw:1:1"): STEP,
    line_with(8, "0:-:tidy:1"): STEP,
    line_with(8, "0:-:walk"): STEP,
    line_with(8, "0:-:walk:1"): STEP,
    line_with(8, "0:-:walk:1:4"): STEP,
    line_with(8, "0:-:walk:6:1"): STEP,
    line_with(8, "0:-:reveal:far"): STEP,
    line_with(8, "4:-:tidy"): STEP,
    line_with(8, "tidy"): STEP,
    line_with(9, "1.1.0.0.0;;;;;"): "7 parts of a player with ';' between",
    player_with(1, "1.1.0.0"): HAS,
    player_with(1, "1.7.0.0.0"): HAS,
    player_with(1, "01.1.0.0.0"): HAS,
    player_with(1, "1.1.2.0.0"): "marks by step, like 'nab2+deal1'; for this seat count: none",
    player_with(1, "1.1.nab1+nab1.0.0"): "marks with each step once, like 'nab2+deal1'",
    player_with(2, "?5"): NAMES,
    player_with(5, "old-freighter+0"): TABLEAU,
    player_with(5, "old-freighter=4"): TABLEAU,
    player_with(5, "old-freighter=1*"): TABLEAU,
    player_with(7, "steady-pilot*"): "a card of a display, like 'spare-coat+2@1'",
}


@pytest.mark.parametrize("line", BROKEN)
def test_any_other_line_is_refused_with_what_is_wanted(line: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        State.parse(line, FIGHTING.options)
    assert caught.value.expected == BROKEN[line]
    assert caught.value.text in line


@pytest.mark.parametrize("twice", ["young-medic=1,young-medic", "young-medic,young-medic=1"])
def test_a_card_is_in_a_tableau_once(twice: str) -> None:
    with pytest.raises(InvalidNotation, match=r"young-medic is in \d places"):
        State.parse(player_with(5, twice), FIGHTING.options)


def test_a_number_of_marks_alone_is_that_of_the_only_step_that_counts() -> None:
    """Positions were written so before marks had steps."""
    nab = {"faction": "niska", "step": "nab", "count": 2}
    deal = {"faction": None, "step": "deal", "count": 1}

    def marks(text: str, *wins: Mapping[str, object]) -> Mapping[WinStep, int]:
        episode = {"name": "score", "supply": None, "side": None, "standard": True, "wins": [*wins]}
        state = table(
            Has(counts=f"1.1.{text}.1.1"),
            box={**SMALL, "episodes": [episode]},
            factions=["niska", "serenity"],
            episode="score",
        )
        return marked(state.players[0].marks)

    assert marks("2", nab) == marks("nab2", nab) == {"nab": 2}
    assert marks("1", deal) == {"deal": 1}
    with pytest.raises(InvalidNotation, match=r"count: nab, deal\Z"):
        marks("2", nab, deal)
