"""What each observer sees of Misbehavin': the wire's STATE, and what is null in it."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest
from jsonschema import Draft202012Validator

from fireflies import schemas, testing
from fireflies._data import array, is_object, loads
from fireflies.chance import Draws
from fireflies.contract import CHANCE, SPECTATOR, Observer
from fireflies.misbehavin import GAME, State
from fireflies.misbehavin.box.random_boxes import random_options
from tests.changes import changed
from tests.misbehavin import positions
from tests.misbehavin.situations import Has, table

FIGHTING: Final = table(
    Has(
        "young-medic,the-black", "shiny,shiny", "old-freighter*@1", "steady-pilot+2=1", "spare-coat"
    ),
    Has("shiny", "", "patrol-cruiser", "desk-inspector,watch-officer", "misbehave"),
    phase="fight",
    turn="12.0.7+",
    market="academic,core-deed//brawler",
    reavers="reaver-pack:0.1;reaver-scout",
    activity="fight:0:nab:desk-inspector:1:0:1.2:oa",
)


def seen(state: State, observer: Observer = None) -> dict[str, object]:
    """Return what an observer sees, as JSON gives it back."""
    found = loads(json.dumps(state.view(observer).to_json()))
    assert is_object(found)
    return found


def test_the_referee_sees_all_of_a_fight() -> None:
    """Each number was counted on the cards of the sample box."""
    data = seen(FIGHTING)
    players = data.pop("players")
    assert isinstance(players, list)
    decks = data.pop("market_decks")
    assert is_object(decks)
    assert {deck: len(array(cards, deck)) for deck, cards in decks.items()} == {
        "core": 28,
        "border": 30,
        "rim": 29,
    }
    assert data == {
        "phase": "fight",
        "actor": 0,
        "turn": 12,
        "turn_player": 0,
        "moves": 7,
        "acquired": True,
        "once": [],
        "did": [],
        "market": {"core": ["academic", "core-deed"], "border": [], "rim": ["brawler"]},
        "slots": {
            "fight": "misbehave",
            "deal": "palaver",
            "maneuver": "crazy-ivan",
            "any": "full-burn",
        },
        "supply": {
            "shiny": 3,
            "the-black": 11,
            "palaver": 5,
            "misbehave": 4,
            "crazy-ivan": 5,
            "full-burn": 5,
        },
        "reavers": [{"card": "reaver-pack", "tokens": [0, 1]}],
        "defeated": ["reaver-scout"],
        "activity": {
            "kind": "fight",
            "seat": 0,
            "intent": "nab",
            "target": "desk-inspector",
            "defender": 1,
            "batch": 0,
            "opening": True,
            "acted": True,
            "bonus": [1, 2],
            "ended": False,
            "attack": 2,  # 1 of spare-coat, the bonus of 1
            "defense": 7,  # 2 of the target, 2 of misbehave, 1 of patrol-cruiser, the bonus of 2
        },
        "pending": [],
        "legal": data["legal"],
        "outcome": None,
    }
    assert players[0] == {
        "faction": "serenity",
        "side": "A",
        "hand": ["the-black", "young-medic"],
        "hand_size": 2,
        "deck": players[0]["deck"],
        "deck_size": 6,
        "unseen": sorted([*players[0]["deck"], "the-black", "young-medic"]),
        "recycle": ["shiny", "shiny"],
        "assets": [
            {"card": "old-freighter", "triggered": True, "tokens": 0, "warrant": None, "used": 1}
        ],
        "command": [
            {"card": "steady-pilot", "triggered": False, "tokens": 2, "warrant": 1, "used": 0}
        ],
        "display": [{"card": "spare-coat", "tokens": 0, "used": 0}],
        "credits": 1,
        "verse": 1,
        "marks": {},
        "verse_left": 5,
        "power": 3,
        "needed": 13,
        "immune": 0,
        "activations": 0,
        "recruitments": 0,
    }
    assert players[1]["verse_left"] == 6 - 1 - 1 - 1  # held, on the Reaver, on the warrant
    assert players[1]["power"] == 1 + 0 + 2


def test_hands_and_piles_of_others_are_null() -> None:
    """Everybody knows hand and pile together, and their sizes; who decides sees what is legal."""
    referee = seen(FIGHTING)
    cases: tuple[tuple[Observer, tuple[int, ...]], ...] = ((0, (0,)), (1, (1,)), (SPECTATOR, ()))
    for observer, knows in cases:
        data = seen(FIGHTING, observer)
        expected = json.loads(json.dumps(referee))
        for seat, player in enumerate(expected["players"]):
            if seat not in knows:
                player.update(hand=None, deck=None)
        if observer != 0:
            expected["legal"] = None
        assert data == expected


@pytest.mark.parametrize(("phase", "state"), positions.phases(3, 1).items())
def test_what_a_seat_may_imagine_can_occur_and_looks_the_same(phase: str, state: State) -> None:
    assert state.phase == phase
    testing.check_views(state)
    testing.check_chance(state)
    for seat in range(3):
        testing.check_value(testing.check_alike(GAME, state, seat, 1, []))


def test_in_the_end_hands_stay_closed() -> None:
    over = positions.states(3, 2)[-1]
    assert over.phase == "over"
    for observer in range(3):
        data = seen(over, observer)
        players = data["players"]
        assert isinstance(players, list)
        assert [player["hand"] is None for player in players] == [
            seat != observer for seat in range(3)
        ]
        assert data["legal"] == []
        assert data["outcome"] is not None


def test_who_sees_what_may_be_drawn() -> None:
    """Only who draws sees it; all see which cards may be revealed."""
    found = positions.phases(3, 1)
    drawing, revealing = found["draw"], found["reveal"]
    observers: tuple[Observer, ...] = (0, 1, 2, SPECTATOR)
    for observer in observers:
        assert (seen(drawing, observer)["legal"] is None) == (observer != drawing.seat)
        assert seen(revealing, observer)["legal"] == seen(revealing)["legal"]
    assert {seen(drawing)["actor"], seen(revealing)["actor"]} == {CHANCE}


def test_what_is_null_until_it_is_known() -> None:
    """Target, defender, batch, attack and defense are null before the target is named.

    Attack and defense are null also when the fight has ended.
    """
    both = Has(), Has(command="desk-inspector")
    begun = table(*both, phase="intent", activity="fight:0:-:-:-:-:0.0:o")
    aimed = table(*both, phase="target", activity="fight:0:nab:-:-:-:0.0:o")
    over = table(
        Has("young-medic", counts="1.1.0.0.0", display="spare-coat"),
        phase="retain",
        activity="fight:0:nab:ledger:1:0:0.0:e",
        pending="0:-:retain/0:-:clear",
        factions=["serenity", "niska"],
    )
    known = {"target": "ledger", "defender": 1, "batch": 0}
    for state, intent, rest in ((begun, None, {}), (aimed, "nab", {}), (over, "nab", known)):
        activity = seen(state)["activity"]
        assert is_object(activity)
        assert activity["intent"] == intent
        for key in ("target", "defender", "batch", "attack", "defense"):
            assert activity[key] == rest.get(key)


def test_the_influence_of_a_deal_and_of_a_recruitment() -> None:
    """Cards in the display, what effects add, credits committed; less what was spent."""
    has = Has(display="first-officer,young-medic", counts="2.1.0.0.1")
    deal = table(has, phase="deal", activity="deal:0:open:2:1:")
    recruitment = table(has, phase="recruit", activity="recruit:0:open:2:4:1")
    for state, influence in ((deal, 1 + 2 + 1 + 2), (recruitment, 1 + 2 + 2 - 4)):
        activity = seen(state)["activity"]
        assert is_object(activity)
        assert activity["total"] == influence


# The JSON Schema


@cache
def validator() -> Draft202012Validator:
    """Return a validator for the schema of a state."""
    return Draft202012Validator(schemas.schema("misbehavin/state"))


def samples(seed: int) -> Iterator[dict[str, object]]:
    """Yield what somebody sees of some states of a random play, and of its end."""
    draws = Draws(seed, "views")
    met = set[str]()
    for state in positions.states_with({**random_options(draws), "turns": 12}, seed):
        if state.phase not in met or not draws.below(150):
            met.add(state.phase)
            yield seen(state, draws.choose((None, SPECTATOR, *range(state.seats))))


@pytest.mark.long
def test_states_fit() -> None:
    phases = set[object]()
    for seed in range(16):
        for data in samples(seed):
            validator().validate(data)
            phases.add(data["phase"])
    for state in (FIGHTING, table(phase="deal", activity="deal:0:open:2:1:")):
        validator().validate(seen(state))
    assert len(phases) >= 17


BROKEN: Final[list[tuple[str, object]]] = [
    ("/phase", "party"),
    ("/phase", "over"),
    ("/phase", "draw"),
    ("/actor", 4),
    ("/actor", None),
    ("/actor", CHANCE),
    ("/turn", -1),
    ("/turn_player", None),
    ("/players", []),
    ("/players/0/faction", "reavers"),
    ("/players/0/side", "C"),
    ("/players/0/hand", 2),
    ("/players/0/hand/0", "The Black"),
    ("/players/0/assets/0/warrant", 4),
    ("/players/0/command/0/tokens", 10),
    ("/players/0/verse", 7),
    ("/players/0/needed", 0),
    ("/market/outer", []),
    ("/slots/any", "shiny"),
    ("/supply/shiny", 7),
    ("/reavers/0/tokens", [0]),
    ("/activity/kind", "deal"),
    ("/activity/bonus", [1]),
    ("/activity/attack", -1),
    ("/pending", ["0 - dance"]),
    ("/pending", ["0 tidy"]),
    ("/legal/0", "dance"),
    ("/outcome", {"scores": [1, 2], "winners": [0]}),
]


@pytest.mark.parametrize(("path", "value"), BROKEN)
def test_what_is_broken_does_not_fit(path: str, value: object) -> None:
    data = seen(FIGHTING)
    validator().validate(data)
    assert not validator().is_valid(changed(data, path, value))
