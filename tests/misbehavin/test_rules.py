"""The queue of Misbehavin' in worked situations, and situations that plays rarely reach."""

from collections.abc import Callable
from typing import Any, Final, ParamSpec

import pytest

from fireflies import testing
from fireflies.chance import Draws
from fireflies.contract import Event
from fireflies.misbehavin import GAME, State, read_options, set_up
from fireflies.misbehavin.box.boxfile import default_box
from fireflies.misbehavin.play import generators
from fireflies.misbehavin.rules import effects, queue, verse
from fireflies.misbehavin.rules.actions import Play
from fireflies.misbehavin.rules.effect_events import PowerAdded
from fireflies.misbehavin.rules.pieces import Displayed, Fight, InPlay, Pending
from fireflies.misbehavin.rules.position import Position, Working, expect
from tests.misbehavin.proofs.plays import after, legal, refusal
from tests.misbehavin.proofs.plays import queue as queued
from tests.misbehavin.situations import Has, table
from tests.misbehavin.small import ability, boxed, card, supply_card

_P = ParamSpec("_P")


# The queue

SETS: Final = ("misbehave", "palaver", "the-dart", "full-burn")
DART: Final = supply_card(
    "the-dart",
    required=["draw 1"],
    abilities=[
        ability("special", ("may cycle", "credits 1"), when=("turn",), cost=("discard", "pay 1"))
    ],
)


def test_costs_come_before_what_is_required_and_effects_before_a_replay() -> None:
    state = table(Has(hand="s-1,the-dart"), box=boxed(DART), slots=",".join(SETS), supply=[*SETS])
    used = after(state, "use the-dart 1")
    assert queued(used) == [
        "0 the-dart discard",
        "0 the-dart pay 1",
        "0 the-dart draw 1",
        "0 the-dart may cycle",
        "0 the-dart credits 1",
        "0 the-dart replay",
        "0 the-dart return",
    ]
    assert [it.card for it in used.players[0].display] == ["the-dart"]
    paid = after(used, "choose s-1")
    assert (paid.phase, paid.players[0].credits) == ("draw", 0)
    drawn = after(paid, legal(paid)[0])
    assert drawn.phase == "choose"
    done = after(drawn, "skip")
    assert (done.phase, done.players[0].credits) == ("replay", 1)
    assert after(done, "done").players[0].display == ()


def test_abilities_end_with_the_card_that_leaves() -> None:
    crew = card("s-1", "serenity", abilities=[ability(effects=("credits 1",))] * 2)
    step = Pending(0, "walk", 1, "s-1")
    for command, waiting in (("s-1*", True), ("", False)):
        working, events = working_copy(table(Has(command=command), box=boxed(crew)))
        assert bool(queue.STEPS["walk"].waits(working, step)) == waiting
        if not waiting:
            queue.STEPS["walk"].does(working, step)
            assert events == []


def test_an_entry_that_triggers_again_counts_the_steps_that_it_leaves() -> None:
    """The step ``by-hand`` stays behind the effect: with 7 steps behind it there is a candidate."""
    by_hand = ability(effects=(), words="Again.", may=("retrigger", "draw 1"))
    crew = [
        card("s-1", "serenity", abilities=[by_hand]),
        card("s-2", "serenity", abilities=[ability()]),
    ]
    for behind, entries in ((7, ["entry 1", "entry 2"]), (8, ["entry 2"])):
        state = table(
            Has(command="s-1*@1,s-2*"),
            box=boxed(*crew),
            phase="by-hand",
            pending="0:s-1:by-hand:1:12" + "/0:s-2:may:cycle" * behind,
        )
        assert legal(state, "entry") == entries


def test_all_others_who_may_cancel_a_deal_are_asked_clockwise() -> None:
    talker = card("s-1", "serenity", attributes=["DEAL"])
    other = supply_card("palaver", abilities=[ability("special", ("cancel",), when=("cancel",))])
    dealer = Has("palaver", command="s-1", counts="0.1.0.1.0")
    players = (Has("palaver"), dealer, Has("palaver"))
    factions = ["alliance", "serenity", "eavesdown"]
    state = table(*players, seat=1, turn="3.1.0", factions=factions, box=boxed(talker, other))
    assert queued(after(state, "deal s-1")) == ["2 - answer", "0 - answer"]


def test_an_ability_used_once_a_turn_stays_used_when_its_card_is_set_again() -> None:
    """Only the next turn makes it usable, though its card begins anew."""
    lender = card("s-1", "serenity", abilities=[ability("innate", ("credits 1",), turns=False)])
    helper = card("s-2", "serenity", abilities=[ability(effects=("reset",))])
    box = boxed(lender, helper)
    used = after(table(Has(command="s-1,s-2", counts="0.1.0.1.0"), box=box), "use s-1 1")
    assert used.once == ("s-1 1",)
    assert refusal(used, "use s-1 1") == "card.order", "it is the last one used"
    anew = after(used, "turn s-1", "trigger s-2", "choose s-1")
    lying = next(it for it in anew.players[0].command if it.card == "s-1")
    assert (lying.triggered, lying.used) == (False, 0)
    assert refusal(anew, "use s-1 1") == "ability.innate"
    assert refusal(anew._replace(once=()), "use s-1 1") is None


PLACES: Final = {
    "hand": "s-2",
    "tableau": "s-4",
    "recycle": "s-3",
    "market": "core-1",
    "supply": "misbehave",
}
"""A card in each place from which one is moved by hand."""
MOVES: Final = [
    (source, aim)
    for source in PLACES
    for aim in ("hand", "tableau", "recycle")
    if aim not in {source, "tableau" if source == "supply" else ""}
]


@pytest.mark.parametrize(("source", "aim"), MOVES)
def test_a_card_that_is_moved_by_hand_is_only_where_it_went(source: str, aim: str) -> None:
    words: dict[str, Any] = {"words": "Move a card.", "may": (f"move {source} {aim}",)}
    mover = card("s-1", "serenity", abilities=[ability(effects=(), **words)])
    cards = Has("s-2", recycle="s-3", command="s-1,s-4", counts="0.1.0.1.0")
    moving = after(table(cards, box=boxed(mover)), "trigger s-1", "entry 1")
    moved = after(moving, f"choose {PLACES[source]}")
    name, seat = PLACES[source], moved.players[0]
    places = {"hand": seat.hand, "recycle": seat.recycle, "tableau": [*map(_name, seat.tableau)]}
    assert [place for place in places if name in places[place]] == [aim]
    seen = moved.view().to_json()
    assert name not in seen["market"]["core"]
    assert seen["supply"]["misbehave"] == (4 if source == "supply" else 5)
    assert legal(moved) == ["done"], "an entry is done once"


def _name(card: InPlay) -> str:
    return card.card


def test_a_fight_ends_when_the_first_card_takes_the_only_target() -> None:
    fighter = card("s-1", "serenity", attributes=["FIGHT"], required=["dispatch 9"])
    own = Has("s-1", command="s-2", counts="0.1.0.1.0")
    box = boxed(fighter)
    ended = after(table(own, Has(command="a-0"), box=box), "fight s-1", "choose a-0")
    assert (ended.phase, ended.activity, ended.players[0].activations) == ("turn", None, 0)
    assert ended.players[0].recycle == ("s-1",), "the display is cleared"
    assert ended.players[1].recycle == ("a-0",)
    other = after(table(own, Has(command="a-0,a-1"), box=box), "fight s-1", "choose a-0")
    assert other.phase == "intent", "another card may be attacked"
    immune = Has(command="a-1", counts="0.1.0.0.0!")
    three = table(own, Has(command="a-0"), immune, box=box)
    assert after(three, "fight s-1", "choose a-0").phase == "turn", "nobody may attack that one"


@pytest.mark.parametrize("intent", ["nab", "dispatch"])
def test_a_won_fight_is_noted_and_its_reward_may_be_the_last_token(intent: str) -> None:
    fighter = card("s-1", "serenity", attributes=["FIGHT"], power=2)
    own = Has("s-1,s-2", counts="0.5.0.1.0")
    state = after(table(own, Has(command="a-0"), box=boxed(fighter)), "fight s-1", intent)
    fought = after(state, "target a-0")
    assert refusal(fought, "add s-2") == "fight.attribute"
    won = after(fought, "done", "done")
    assert won.did == tuple(sorted(("fight", intent)))
    assert legal(won) == ["reward credit", "reward draw", "reward verse"]


def test_a_canceled_deal_may_be_dropped_when_no_recruitment_is_left() -> None:
    state = table(
        Has(display="s-1", counts="2.1.0.1.0"),
        activity="deal:0:open:0:0:c",
        phase="canceled",
        box=boxed(),
    )
    assert legal(state) == ["retry", "drop"]
    dropped = after(state, "drop")
    assert (dropped.phase, dropped.players[0].recycle) == ("turn", ("s-1",))
    salvaging = table(
        Has(display="s-1", counts="2.1.0.0.1"),
        activity="deal:0:open:0:0:c",
        phase="canceled",
        box=boxed(),
    )
    assert refusal(salvaging, "drop") == "deal.canceled-cards"


# Effects that come too late


def working_copy(state: State) -> tuple[Working, list[Event]]:
    """Return a working copy, and the list of what is told about it."""
    events: list[Event] = []

    def tell(event: Callable[_P, Event], /, *args: _P.args, **kwargs: _P.kwargs) -> None:
        events.append(event(*args, **kwargs))

    return Working(state, tell), events


LATE: Final = {
    "token": "put a +1 power token on this card",
    "influence": "add 1 influence",
    "strength": "your side counts 1 more",
    "evade": "end the fight without a winner",
    "cancel": "cancel the deal",
    "activation": "get 1 more activation",
    "recruitment": "get 1 more recruitment",
}


@pytest.mark.parametrize("name", LATE)
def test_an_effect_that_comes_too_late_does_nothing(name: str) -> None:
    """Nothing goes on, the card is gone, and it is another's turn."""
    working, events = working_copy(table(Has(), box=boxed()))
    before = working.position(Position)
    step = Pending(1, next(it for it in effects.DONE_AT_ONCE if it == name), 1, "s-1")
    effects.DONE_AT_ONCE[step.name](working, step)
    assert [str(it) for it in events] == [f"“{LATE[name]}” of s-1 does nothing for seat 1"]
    assert working.position(Position) == before


@pytest.mark.parametrize(
    ("activity", "seat"),
    [("deal:0:open:0:2:c", 0), ("deal:0:closed:0:2:", 0), ("recruit:0:open:2:0:0", 1)],
)
def test_influence_is_for_the_seat_that_still_assembles(activity: str, seat: int) -> None:
    """Here it is too late, or another's recruitment."""
    phase = {"c": "canceled", ":": "answer"}.get(activity[-1], "recruit")
    given: dict[str, Any] = {"phase": phase, "activity": activity, "box": boxed()}
    if phase == "answer":
        given |= {"seat": 1, "pending": "1:-:answer"}
    working, _ = working_copy(table(Has(display="s-1", counts="0.0.0.1.1"), **given))
    before = working.activity
    effects.add_influence(working, Pending(seat, "influence", 3, "s-1"))
    assert working.activity == before


def test_a_card_gets_at_most_nine_tokens_in_tableau_and_display() -> None:
    has = Has(command="s-1+8,s-2", display="s-3+2,s-4")
    recruiting = "recruit:0:open:0:0:0"
    working, events = working_copy(table(has, box=boxed(), activity=recruiting, phase="recruit"))
    for name in ("s-1", "s-3"):
        effects.add_power(working, Pending(0, "token", 2, name))
    player = working.players[0]
    assert player.command == (InPlay("s-1", tokens=9), InPlay("s-2"))
    assert player.display == (Displayed("s-3", 4), Displayed("s-4"))
    assert events == [PowerAdded(0, 1, "s-1"), PowerAdded(0, 2, "s-3")]


def test_without_a_token_left_none_is_earned() -> None:
    for held, told in ((6, 0), (5, 1)):
        working, events = working_copy(table(Has(counts=f"0.{held}.0.0.0"), box=boxed()))
        verse.earn_token(working, Pending(0, "earn"))
        assert (working.players[0].verse, len(events)) == (6, told)


def test_what_is_not_of_the_kind_is_an_error() -> None:
    assert expect(str, "s-1") == "s-1"
    with pytest.raises(TypeError, match="Fight is expected, not None"):
        expect(Fight, None)


def test_where_a_seat_decides_no_card_is_dealt() -> None:
    with pytest.raises(ValueError, match=r"^no card is to be dealt$"):
        table(box=boxed()).deal(Draws(0, "chance"))


def test_each_card_is_dealt_by_its_weight() -> None:
    """Those of the market, then those of the first hand."""
    state = set_up({"players": 2}).start
    while state.phase == "reveal":
        testing.check_chance(state)
        state = state.apply(state.legal_actions[0])
    assert state.phase == "draw"
    testing.check_chance(state)


# What front ends and checks ask of a state


def test_the_referee_knows_all_cards() -> None:
    """For the referee only the position itself is alike; another seat's hand may be any."""
    state = table(Has("old-freighter"), Has("desk-inspector,field-rifle"))
    assert all(state.alike(None, Draws(seed, "alike")) == state for seed in range(9))
    found = [state.alike(0, Draws(seed, "alike")) for seed in range(9)]
    assert any(it != state for it in found)
    assert {it.view(0) for it in found} == {state.view(0)}
    assert {it.players[0] for it in found} == {state.players[0]}


def test_a_new_deal_depends_on_the_draws_but_not_on_the_old_one() -> None:
    """Otherwise a bot could compute a hidden hand from draws of its own."""
    state = table(Has("old-freighter"), Has("desk-inspector,field-rifle"))
    others = {state.alike(0, Draws(seed, "others")) for seed in range(20)}
    assert len(others) > 10
    for seed in range(5):
        assert len({it.alike(0, Draws(seed, "deal")) for it in {state, *others}}) == 1


def test_that_the_black_was_in_hand_may_be_seen() -> None:
    """Whoever plays a location is asked in both positions, and only from the hand it goes back."""
    held = table(Has("inner-station,the-black", counts="1.1.0.1.0"))
    alike = (held.alike(1, Draws(seed, "alike")) for seed in range(999))
    undrawn = next(
        it
        for it in alike
        if "inner-station" in it.players[0].hand and "the-black" in it.players[0].deck
    )
    asked = [it.apply(Play("inner-station")) for it in (held, undrawn)]
    assert [it.phase for it in asked] == ["location", "location"]
    assert [[*map(str, it.legal_actions)] for it in asked] == [["return", "skip"], ["skip"]]
    for state in (held, undrawn):
        for seed in range(40):
            testing.check_alike(GAME, state, 1, seed, [])


def test_named_phases_tell_attacker_from_defender() -> None:
    """In the batch of seat 0 the attacker adds, in that of seat 1 the defender answers."""
    both = Has(display="first-officer"), Has(command="desk-inspector")
    found = [
        table(*both, phase="fight", seat=seat, activity=f"fight:0:nab:desk-inspector:1:{rest}")
        for seat, rest in ((0, "0:0.0:o"), (1, "1:0.0:"))
    ]
    names = ("the attacker adds", "the defender answers")
    held = [[generators.PHASES[name](state) for name in names] for state in found]
    assert held == [[True, False], [False, True]]


def test_a_notebook_shows_the_picture() -> None:
    assert table().view(0)._repr_svg_().startswith("<svg")  # notebooks call it


def test_a_box_that_was_read_is_taken_as_it_is() -> None:
    box = default_box()
    assert read_options({"box": box}).box is box
