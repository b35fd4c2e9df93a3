"""More worked situations of Misbehavin': deals, fights, moments, episodes, tokens, influence."""

from typing import Final

import pytest

from fireflies.misbehavin import State, read_action, set_up
from fireflies.misbehavin.box.cards import MARKET_DECKS
from fireflies.misbehavin.box.reading import read_json
from fireflies.misbehavin.rules import abilities
from fireflies.misbehavin.rules.pieces import marked
from tests.misbehavin.proofs.plays import activity, after, legal, refusal, small_box
from tests.misbehavin.proofs.plays import table as proof_table
from tests.misbehavin.situations import Has, table
from tests.misbehavin.small import ability, boxed, card


def test_when_actions_run_out_a_choice_is_skipped_if_it_may_be_and_made_if_it_must() -> None:
    for may, right in (("may ", ["skip"]), ("", ["choose s-2", "choose s-3"])):
        crew = card("s-1", "serenity", abilities=[ability(effects=(f"{may}discard",))])
        has = Has("s-2,s-3", command="s-1", counts="0.1.0.1.0")
        state = table(has, box=boxed(crew), moves=10, turn="3.0.9")
        choosing = after(state, "trigger s-1")
        assert (choosing.moves, legal(choosing)) == (10, right)
        assert refusal(choosing, "end") == "effect.discard"


def test_the_card_for_a_cycled_one_is_revealed_for_the_seat_that_cycled_it() -> None:
    """It comes from the deck of the cycled card; a gap in another row stays."""
    crew = card("a-1", "alliance", abilities=[ability(effects=("cycle", "credits 1"))])
    has = Has(), Has(command="a-1", counts="0.1.0.1.0")
    gap = "core-1/border-1,border-2/rim-1,rim-2"
    state = table(*has, box=boxed(crew), turn="4.1.0", seat=1, market=gap)
    cycled = after(state, "trigger a-1", "choose rim-2")
    assert (cycled.phase, cycled.seat, cycled.market[2]) == ("reveal", 1, ("rim-1",))
    assert legal(cycled) == ["reveal rim-2"]
    assert refusal(cycled, "reveal core-2") == refusal(cycled, "reveal rim-1") == "market.deck"
    told = [type(event).__name__ for event in cycled.explain(read_action("reveal rim-2"))]
    assert told == ["MarketReplaced", "CreditsGained"]
    shown = after(cycled, "reveal rim-2")
    assert (shown.phase, shown.players[1].credits) == ("turn", 1)
    assert shown.market == state.market


def test_a_step_without_a_number_is_read_back_as_it_was() -> None:
    crew = card(
        "s-1", "serenity", abilities=[ability(effects=("cycle", "shed"), cost=("discard",))]
    )
    state = table(Has("s-2,s-3", command="s-1", counts="0.1.0.1.0"), box=boxed(crew))
    used = after(state, "trigger s-1")
    assert State.parse(used.view().position, used.options) == used
    assert [it.number for it in used.pending[:3]] == [0, 0, 0]


def test_the_start_has_its_steps_and_the_market_is_laid() -> None:
    start = set_up({"players": 3, "starting_player": 2, "box": boxed()}).start
    draws = [f"{seat} - draw 5" for seat in (2, 0, 1)]
    assert [*map(str, start.pending)] == ["2 - replenish", *draws, "2 - next"]
    events = start.explain(start.legal_actions[0])
    assert [type(event).__name__ for event in events] == ["MarketLaid"]
    assert start.view().totals == ()
    assert len(start.chance_weights) == 2
    assert table().chance_weights == (), "where a seat decides, chance does nothing"


def test_equal_boxes_are_equal_and_found_by_their_hash() -> None:
    one, same = (read_json(boxed()) for _ in range(2))
    other = read_json(boxed(card("s-1", "serenity", power=3)))
    assert one is not same
    assert (one == same, one == other, one == "a box") == (True, False, False)
    assert (hash(one) == hash(same), hash(one) == hash(other)) == (True, False)


# What an ability may be used for, and when


def test_abilities_wait_for_their_moment() -> None:
    both = [ability(when=("fight",)), ability("innate", ("strength 1",), when=("fight",))]
    crew = card("s-1", "serenity", abilities=both)
    state = table(Has(command="s-1", counts="0.1.0.1.0"), box=boxed(crew))
    assert refusal(state, "trigger s-1") == refusal(state, "use s-1 2") == "ability.conditions"


def test_whoever_cancels_has_answered() -> None:
    cancels = ability("innate", ("cancel",), when=("cancel",), cost=("discard",))
    box = boxed(
        card("s-1", "serenity", attributes=["DEAL"]),
        card("a-1", "alliance", abilities=[cancels]),
    )
    has = Has("s-1", counts="0.1.0.1.0"), Has("a-2", command="a-1")
    state = after(table(*has, box=box), "deal s-1", "use a-1 1")
    assert [*map(str, state.pending)] == ["1 a-1 discard", "1 a-1 cancel", "1 a-1 walk 2 3"]


# Deals, recruitments and fights that are over


def test_a_deal_is_done_when_its_card_is_taken() -> None:
    box = boxed(card("s-1", "serenity", attributes=["DEAL"]))
    state = table(Has("s-1", counts="0.1.0.1.0"), box=box)
    taken = after(state, "deal s-1", "done", "take rim-1")
    assert (taken.phase, activity(taken)["stage"], taken.did) == ("retain", "done", ("deal",))


def test_a_recruitment_has_failed_when_nothing_at_all_was_taken() -> None:
    for cost, failed in ((9, True), (1, False)):
        market = [card(f"{deck}-{it}", deck, cost=9) for deck in MARKET_DECKS for it in "12"]
        box = boxed(*market, card("core-1", "core", cost=cost))
        state = after(table(Has("s-1", counts="0.0.0.0.2"), box=box), "recruit s-1")
        last, text = (state, "done") if failed else (after(state, "done"), "take core-1")
        told = [type(event).__name__ for event in last.explain(read_action(text))]
        assert ("RecruitmentFailed" in told) is failed
        assert after(last, text).phase == "turn"


def test_a_recruitment_may_end_with_a_card_or_without_one() -> None:
    market = [card(f"{deck}-{it}", deck, cost=1) for deck in MARKET_DECKS for it in "12"]
    box = boxed(*market, card("s-1", "serenity", influence=3))
    begun = after(table(Has("s-1", counts="0.0.0.0.2"), box=box), "recruit s-1", "done")
    taken = after(begun, "take core-1")
    assert (begun.did, taken.did) == ((), ("recruit",))
    for state, event in ((begun, "NothingTaken"), (taken, "RecruitmentEnded")):
        assert type(state.explain(read_action("done"))[0]).__name__ == event


def test_a_fight_that_was_decided_has_ended() -> None:
    box = boxed(card("s-1", "serenity", attributes=["FIGHT"]))
    has = Has("s-1", counts="0.1.0.1.0"), Has(command="a-1")
    state = after(table(*has, box=box), "fight s-1", "nab", "target a-1", "done")
    flags = [activity(it) for it in (state, after(state, "done"))]
    assert [(it["opening"], it["acted"], it["ended"]) for it in flags] == [
        (False, False, False),
        (False, False, True),
    ]


MOMENTS: Final = {
    "turn -": ["turn", None, None],
    "intent fight:0:-:-:-:-:0.0:o": [None, None, None],
    "fight fight:0:nab:a-1:1:0:0.0:o": ["fight", "fight", None],
    "reward fight:0:nab:a-1:1:0:0.0:e": [None, None, None],
    "deal deal:0:open:0:0:": ["deal", "cancel", "cancel"],
    "answer deal:0:closed:0:0:": [None, "cancel", "cancel"],
    "canceled deal:0:open:0:0:c": [None, None, None],
    "retain deal:0:done:0:0:": [None, None, None],
    "recruit recruit:0:open:0:0:0": ["recruit", None, None],
    "take recruit:0:closed:0:0:0": [None, None, None],
}
"""For each phase with an activity, the moment of each of three seats; it is the turn of seat 0."""
WAITING: Final = {"reward": "0:-:reward", "answer": "1:-:answer", "retain": "0:-:retain/0:-:clear"}


@pytest.mark.parametrize("situation", MOMENTS)
def test_the_moment_of_each_seat(situation: str) -> None:
    phase, written = situation.split()
    state = table(
        Has(display="s-1", counts="1.1.0.1.1"),
        *(Has(command="a-1"), Has()),
        phase=phase,
        seat=1 if phase == "answer" else 0,
        activity=written,
        pending=WAITING.get(phase, "-"),
        box=boxed(),
    )
    assert [abilities.moment(state, seat) for seat in range(3)] == MOMENTS[situation]


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
    """By the seat that does it. A step that the episode does not name is not marked."""
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
        wanted: list[dict[str, int]] = [{}, {}]
        wanted[doer] = {step: 1} if named == step else {}
        assert [marked(it.marks) for it in after(state, *actions).players] == wanted


def test_marks_can_be_spent_too() -> None:
    wins = [{"faction": None, "step": "nab", "count": 3}]
    episode = {"name": "raids", "supply": None, "side": None, "standard": True, "wins": wins}
    box = {"episodes": [episode]}
    state = proof_table(Has(counts="0.1.nab2.0.0"), box=box, episode="raids")
    assert state.view().players[0].purse == 1 + 2


# Turns


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
        assert (found.verse, sum(found.marks)) == (5 - price, 0), action
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


def test_who_pays_is_told() -> None:
    told = {action: str(spender(5).explain(read_action(action))[-1]) for action in PRICES}
    for verb in ("tax", "steal"):
        assert "seat 1" in told[f"{verb} 1"]
        assert "the supply" in told[f"{verb} supply"]


# Influence


def test_the_tokens_that_an_ability_costs_are_told() -> None:
    crew = card("s-1", "serenity", abilities=[ability(cost=("spend 2",), effects=("credits 1",))])
    state = table(Has(command="s-1", counts="0.3.0.1.0"), box=boxed(crew))
    told = [str(event) for event in state.explain(read_action("trigger s-1"))]
    assert "seat 0 spends 2 tokens for s-1" in told
    assert after(state, "trigger s-1").players[0].verse == 1
