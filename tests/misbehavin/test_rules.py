"""The queue of Misbehavin' in worked situations, and what plays hardly come to."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, ParamSpec

import pytest

from fireflies.chance import Draws
from fireflies.contract import Event
from fireflies.misbehavin import (
    State,
    effects,
    queue,
    read_action,
    read_options,
    strategies,
    verse,
)
from fireflies.misbehavin.boxfile import sample_box
from fireflies.misbehavin.pieces import Displayed, Fight, InPlay, Pending
from fireflies.misbehavin.position import Table, expect
from tests.misbehavin.proofs.plays import activity, after, legal, small_box
from tests.misbehavin.proofs.plays import queue as queued
from tests.misbehavin.proofs.plays import table as proof_table
from tests.misbehavin.situations import Has, table
from tests.misbehavin.small import SMALL, ability, card, supply_card

_P = ParamSpec("_P")


def boxed(*changed: dict[str, object]) -> dict[str, Any]:
    """Return the small box with these cards in place of those of the same names."""
    parts = {str(it["name"]): it for it in changed}
    small: dict[str, Any] = {**SMALL}
    for key in ("cards", "supply"):
        small[key] = [parts.get(str(it["name"]), it) for it in small[key]]
    return small


def refusal(state: State, text: str) -> str | None:
    """Return the clause that refuses an action, without the name of the game."""
    violation = state.check(read_action(text))
    return None if violation is None else violation.clause.partition(".")[2]


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
    done = after(drawn, "skip")  # the credit that comes in is no card to discard
    assert (done.phase, done.players[0].credits) == ("replay", 1)
    assert after(done, "done").players[0].display == ()


def test_another_copy_of_a_maneuver_pays_for_its_replay_and_not_the_one_that_is_used() -> None:
    again = [ability("special", ("credits 1",), when=("turn",), cost=("discard",))]
    box = boxed(supply_card("full-burn", abilities=again))
    alone = table(Has(hand="full-burn"), box=box)
    assert refusal(alone, "use full-burn 1") == "ability.cost"
    two = after(table(Has(hand="full-burn,full-burn,s-1"), box=box), "use full-burn 1")
    assert legal(two) == ["choose full-burn", "choose s-1"]
    assert legal(after(two, "choose s-1")) == ["replay 1", "done"]
    assert after(two, "choose full-burn", "replay 1", "choose s-1").phase == "turn"


def test_a_maneuver_that_ended_the_fight_is_not_used_again() -> None:
    state = table(
        Has(hand="crazy-ivan", command="steady-pilot", display="spare-coat"),
        Has(command="desk-inspector"),
        phase="fight",
        activity="fight:0:nab:desk-inspector:1:0:0.0:o",
    )
    evaded = after(state, "use crazy-ivan 1")
    assert (evaded.phase, evaded.players[0].verse) == ("retain", 1)
    assert [it.card for it in evaded.players[0].display] == ["spare-coat"]


def test_two_abilities_are_used_in_order_and_the_later_one_may_be_left_out() -> None:
    crew = card("s-1", "serenity", abilities=[ability(effects=("credits 1",))] * 3)
    state = table(Has(command="s-1", counts="0.1.0.1.0"), box=boxed(crew))
    walking = after(state, "trigger s-1")
    assert queued(walking) == ["0 s-1 walk 1 0"]
    assert legal(walking) == ["do", "skip"]
    passed = after(walking, "skip")
    assert queued(passed) == ["0 s-1 walk 2 0"], "one has to be used"
    last = after(passed, "skip")
    assert (last.phase, last.players[0].credits) == ("turn", 1), "the only one left is used"
    first = after(walking, "do")
    assert (queued(first), first.players[0].credits) == (["0 s-1 walk 2 1"], 1)
    assert after(first, "skip", "skip").players[0].credits == 1, "now all others may be left out"


def test_abilities_end_with_the_card_that_leaves() -> None:
    crew = card("s-1", "serenity", abilities=[ability(effects=("credits 1",))] * 2)
    step = Pending(0, "walk", 1, "s-1")
    for command, waiting in (("s-1*", True), ("", False)):
        working, events = at_work(table(Has(command=command), box=boxed(crew)))
        assert bool(queue.STEPS["walk"].waits(working, step)) == waiting
        if not waiting:
            queue.STEPS["walk"].does(working, step)
            assert events == []


def test_nobody_is_asked_who_has_neither_the_card_nor_a_hand() -> None:
    talker = card("s-1", "serenity", attributes=["DEAL"])
    other = supply_card("palaver", abilities=[ability("special", ("cancel",), when=("cancel",))])
    box = boxed(talker, other)
    dealer = Has(command="s-1", counts="0.1.0.1.0")
    asked = after(table(dealer, Has(hand="palaver"), box=box), "deal s-1")
    assert queued(asked) == ["1 - answer"]
    without = after(table(dealer, Has(hand="a-0", recycle="palaver"), box=box), "deal s-1")
    assert (without.phase, queued(without)) == ("deal", [])
    handless = table(dealer, Has(recycle="palaver"), box=box)
    owner = handless.players[1]
    drawing = owner._replace(deck=(*owner.deck, *owner.recycle), recycle=())
    players = (handless.players[0], drawing)
    assert after(replace(handless, players=players), "deal s-1").phase == "deal"


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


def test_with_five_triggered_cards_no_hand_is_drawn() -> None:
    state = table(
        Has(command="s-1*,s-2*,s-3*", assets="s-4*,s-5*"),
        box=boxed(card("s-4", "serenity", kind="asset"), card("s-5", "serenity", kind="asset")),
    )
    ended = after(state, "end", "done")
    assert (ended.phase, ended.turn_player, ended.players[0].hand) == ("turn", 1, ())


# Episodes

MARKING: Final[dict[str, tuple[int, tuple[str, ...]]]] = {
    "nab": (0, ("fight s-1", "nab", "target a-1", "done", "done")),
    "dispatch": (0, ("fight s-1", "dispatch", "target a-1", "done", "done")),
    "defend": (1, ("fight s-1", "nab", "target a-2", "done", "done")),
    "deal": (0, ("deal s-2", "done", "take rim-1")),
    "recruit": (0, ("recruit s-2", "done", "take rim-1")),
    "location": (0, ("play s-3",)),
    "reaver": (0, ("reaver scout",)),
}
"""For each step of an episode, the seat that does it and how."""


@pytest.mark.parametrize("step", MARKING)
def test_each_step_of_an_episode_is_marked_when_it_is_done(step: str) -> None:
    """By the seat that does it, and by nobody else; what the episode does not name marks none."""
    box = boxed(
        card("s-1", "serenity", attributes=["FIGHT"], power=3),
        card("s-2", "serenity", attributes=["DEAL"]),
        card("s-3", "serenity", attributes=["LOCATION"]),
        card("a-2", "alliance", cost=4),
    )
    has = Has("s-1,s-2,s-3", counts="1.2.0.1.1"), Has(command="a-1,a-2", counts="1.2.0.0.0")
    doer, actions = MARKING[step]
    for named in MARKING:
        wins = [{"faction": None, "step": named, "count": 3}]
        episode = {"name": "steps", "supply": None, "side": None, "standard": True, "wins": wins}
        state = table(
            *has, box={**box, "episodes": [episode]}, episode="steps", reavers="scout:1.0;"
        )
        marks = [0, 0]
        marks[doer] = int(named == step)
        assert [it.marks for it in after(state, *actions).players] == marks


# Tokens

PACK: Final = {"name": "pack", "strength": 9, "raid": [], "reward": []}
PRICES: Final = {
    "tax 1": 1,
    "tax supply": 1,
    "steal 1": 1,
    "steal supply": 1,
    "retrigger s-1": 1,
    "reaver scout": 1,
    "reaver pack": 1,
    "warrant a-1": 2,
}


def spender(tokens: int) -> State:
    """Return a turn of three players, in which the first has every use for tokens."""
    parts = {"s-1": {"abilities": [ability(effects=("credits 1",))]}}
    box = {"reavers": [*small_box()["reavers"], PACK]}
    has = Has(command="s-1*", counts=f"0.{tokens}.0.0.0"), Has(command="a-1"), Has()
    return proof_table(*has, cards=parts, box=box, reavers="scout:0.0.0,pack:0.3.1;")


def test_what_tokens_are_spent_on_has_a_price() -> None:
    state = spender(5)
    for action, price in PRICES.items():
        found = after(state, action).players[0]
        assert (found.verse, found.marks) == (5 - price, 0), action
    for tokens, within in ((0, []), (1, [it for it in PRICES if PRICES[it] == 1])):
        spending = [it for it in legal(spender(tokens)) if it in PRICES]
        assert sorted(spending) == sorted(within)
    assert refusal(state, "retrigger s-9") == "verse.retrigger"
    retaining = table(
        Has(display="s-1", counts="0.3.0.0.0"),
        box=boxed(),
        phase="retain",
        pending="0:-:retain/0:-:clear",
        activity="deal:0:done:0:0:",
    )
    assert after(retaining, "retain s-1").players[0].verse == 2


def test_a_token_lies_on_one_reaver_and_belongs_to_one_seat() -> None:
    reavers = after(spender(1), "reaver pack").reavers
    assert [(it.card, it.tokens) for it in reavers] == [("scout", (0, 0, 0)), ("pack", (1, 3, 1))]


def test_who_pays_is_told() -> None:
    told = {action: str(spender(5).explain(read_action(action))[-1]) for action in PRICES}
    for verb in ("tax", "steal"):
        assert "seat 1" in told[f"{verb} 1"]
        assert "the supply" in told[f"{verb} supply"]


# Influence


def test_an_x_counts_credits_tokens_or_the_cards_of_an_area() -> None:
    """The card itself is in the display, and no longer in an area."""
    has = Has("s-1", assets="s-2", command="s-3,s-4", counts="5.3.0.1.1")
    counted: dict[object, int] = {"credits": 5, "verse": 3, "assets": 1, "command": 2, 7: 7}
    for influence, right in counted.items():
        asset = card("s-2", "serenity", kind="asset")
        box = boxed(card("s-1", "serenity", influence=influence), asset)
        assert activity(after(table(has, box=box), "recruit s-1"))["total"] == right


def test_a_supply_card_that_is_taken_is_no_longer_in_the_supply() -> None:
    box = boxed(card("s-1", "serenity", influence=4))
    state = after(table(Has("s-1", counts="1.1.0.1.2"), box=box), "recruit s-1", "done")
    shiny = after(state, "take shiny")
    assert (shiny.supply[0], shiny.players[0].recycle) == (5, ("shiny",))
    assert (shiny.supply[1:], shiny.market) == (state.supply[1:], state.market)
    taken = activity(shiny)
    assert (taken["spent"], taken["taken"], taken["total"]) == (2, 1, 2)


# Effects that come too late


def at_work(state: State) -> tuple[Table, list[Event]]:
    """Return a working copy, and the list of what is told about it."""
    events: list[Event] = []

    def tell(event: Callable[_P, Event], /, *args: _P.args, **kwargs: _P.kwargs) -> None:
        events.append(event(*args, **kwargs))

    return Table(state, tell), events


LATE: Final = ("token", "influence", "strength", "evade", "cancel", "activation", "recruitment")


@pytest.mark.parametrize("name", LATE)
def test_an_effect_that_comes_too_late_does_nothing(name: str) -> None:
    """Nothing goes on, the card is gone, and it is another's turn."""
    working, events = at_work(table(Has(), box=boxed()))
    before = working.fields()
    step = Pending(1, next(work for work in effects.DONE_AT_ONCE if work == name), 1, "s-1")
    effects.DONE_AT_ONCE[step.work](working, step)
    assert [str(it) for it in events] == [f"nothing comes of {step.words} by s-1 for seat 1"]
    assert working.fields() == before


def test_a_card_gets_at_most_nine_tokens_in_tableau_and_display() -> None:
    has = Has(command="s-1+8,s-2", display="s-3+2")
    recruiting = "recruit:0:open:0:0:0"
    working, _ = at_work(table(has, box=boxed(), activity=recruiting, phase="recruit"))
    for name in ("s-1", "s-3"):
        effects.add_power(working, Pending(0, "token", 2, name))
    player = working.players[0]
    assert player.command == (InPlay("s-1", tokens=9), InPlay("s-2"))
    assert player.display == (Displayed("s-3", 4),)


def test_without_a_token_left_none_is_earned() -> None:
    for held, told in ((6, 0), (5, 1)):
        working, events = at_work(table(Has(counts=f"0.{held}.0.0.0"), box=boxed()))
        verse.earn_token(working, Pending(0, "earn"))
        assert (working.players[0].verse, len(events)) == (6, told)


def test_what_is_not_of_the_kind_is_an_error() -> None:
    assert expect(str, "s-1") == "s-1"
    with pytest.raises(TypeError, match="here is a Fight, not None"):
        expect(Fight, None)


# What front ends and checks ask of a state


def test_the_referee_knows_all_cards() -> None:
    """For the referee only the position itself is alike; another seat's hand may be any."""
    state = table(Has("old-freighter"), Has("desk-inspector,field-rifle"))
    assert all(state.alike(None, Draws(seed, "alike")) == state for seed in range(9))
    assert any(state.alike(0, Draws(seed, "alike")) != state for seed in range(9))


def test_landmarks_tell_attacker_from_defender() -> None:
    """In the batch of seat 0 the attacker adds, in that of seat 1 the defender answers."""
    both = Has(display="first-officer"), Has(command="desk-inspector")
    found = [
        table(*both, phase="fight", seat=seat, activity=f"fight:0:nab:desk-inspector:1:{rest}")
        for seat, rest in ((0, "0:0.0:o"), (1, "1:0.0:"))
    ]
    names = ("the attacker adds", "the defender answers")
    held = [[strategies.PHASES[name](state) for name in names] for state in found]
    assert held == [[True, False], [False, True]]


def test_a_notebook_shows_the_picture() -> None:
    assert table().view(0)._repr_svg_().startswith("<svg")  # notebooks call it


def test_a_box_that_was_read_is_taken_as_it_is() -> None:
    box = sample_box()
    assert read_options({"box": box}).box is box
