"""The view of each observer of Firefly Festival, as the wire's STATE."""

from typing import Any, Final

import pytest

from fireflies import festival, testing
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR, Observer
from fireflies.festival.box.components import Goal
from tests.festival.situations import a_turn, after, options
from tests.festival.test_notation import SITUATION
from tests.festival.test_setup import GOALS, TILES
from tests.festival.test_soundness import FIRST, KEEPING

NEVER_SEEN: Final = [
    *("architect 5 6", "bridges 4 7", "diversity 3 4", "empire 2 5", "floors 1 3", "floors 3 6"),
    *("merchant 7 3", "ready 8 6", "tower 2 4"),
]
"""The private goals of the small box that nobody has in :data:`SITUATION`."""


def island(
    name: str, tile: str, workers: list[int], floors: tuple[int, ...] = (), *, sealed: bool = False
) -> dict[str, object]:
    """Return an island of a STATE."""
    return {
        "name": name,
        "tile": tile,
        "floors": [*floors],
        "sealed": sealed,
        "workers": workers,
    }


def test_the_referee_sees_the_whole_table() -> None:
    """Supplies and bank are what the box has, less what lies on the map and with the players."""
    state = dict(SITUATION.view().to_json())
    first, second = SITUATION.view().to_json()["players"]
    assert {key: value for key, value in state.items() if key not in {"players", "legal"}} == {
        "phase": "turn",
        "actor": 0,
        "seat": 0,
        "mains": 1,
        "secondary": True,
        "pending": None,
        "idle": 3,
        "turns_left": None,
        "islands": [
            island("A", "start", [2, 2]),
            island("B", "small 1 coins-2", [1, 0], (0, 1), sealed=True),
            island("C", "medium 3 workers-2", [0, 0]),
            island("D", "medium 4 goals-1", [0, 2], (1,)),
            island("E", "start", [2, 2]),
            island("F", "large 5 coins-3", [0, 0]),
        ],
        "bridges": [
            {"lane": "AB1", "seat": 0},
            {"lane": "AD1", "seat": 1},
            {"lane": "BC2", "seat": 1},
        ],
        "crow": 1,
        "sorin": 1,
        "bank": 50 - 7 - 12,
        "public": [
            {"goal": "empire", "left": 2, "needs": 2, "points": 3},
            {"goal": "architect", "left": 0, "needs": None, "points": None},
            {"goal": "hubs", "left": 2, "needs": 2, "points": 3},
            {"goal": "merchant", "left": 0, "needs": None, "points": None},
        ],
        "deck": 9,
        "undealt": NEVER_SEEN,
        "outcome": None,
    }
    assert first == {
        "points": 22,
        "coins": 7,
        "bridges": 12 - 1,
        "floors": 6 - 1,
        "workers": 12 - 5,
        "fish": 2,
        "hand": 2,
        "goals": ["bridges 2 4", "hubs 2 4"],
        "claimed": ["architect 2 3", "architect 5 7", "merchant 12 6", "merchant 8 3"],
        "completed": [],
        "powers": [],
    }
    assert (second["coins"], second["bridges"], second["goals"]) == (12, 12 - 3, ["ready 6 4"])


@pytest.mark.parametrize(
    ("observer", "unseen", "legal"),
    [
        (None, [], True),
        (0, ["ready 6 4"], True),
        (1, ["bridges 2 4", "hubs 2 4"], False),
        (SPECTATOR, ["bridges 2 4", "hubs 2 4", "ready 6 4"], False),
    ],
)
def test_an_observer_does_not_see_the_hands_of_others(
    observer: Observer, unseen: list[str], *, legal: bool
) -> None:
    """Their goals are among those that may be in the deck, by text; the rest is the referee's."""
    view, whole = SITUATION.view(observer), SITUATION.view()
    assert (view.observer, view.actor) == (observer, 0)
    hands = [player["goals"] for player in whole.to_json()["players"]]
    assert [player["goals"] for player in view.to_json()["players"]] == [
        hand if observer in {None, seat} else None for seat, hand in enumerate(hands)
    ]
    expected = dict(whole.to_json())
    expected |= {"undealt": sorted([*NEVER_SEEN, *unseen]), "players": view.to_json()["players"]}
    assert dict(view.to_json()) == expected | ({} if legal else {"legal": None})


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ("bridge AD2", {"lane": "AD2", "able": [2, 0], "draws": 1, "recruits": 1}),
        ("move", {"walks": 3}),
        ("move; walk B", {"walks": 3, "walker": "B"}),
    ],
)
def test_what_is_left_of_an_action(actions: str, expected: dict[str, object]) -> None:
    """Without a lane or a chosen worker it has null, and without anything to do zeros."""
    nothing = {"lane": None, "able": [0, 0], "draws": 0, "recruits": 0, "walks": 0, "walker": None}
    assert after(SITUATION, actions).view().to_json()["pending"] == nothing | expected


def test_before_the_first_turn() -> None:
    """Chance lays the tiles, which the first action does for B."""
    begin = festival.start(box=options().box.to_json(), powers=True)
    state = begin.view(0).to_json()
    assert (state["seat"], state["actor"], state["pending"]) == (None, "chance", None)
    assert [site["tile"] for site in state["islands"]] == ["start", *[None] * 3, "start", None]
    assert state["legal"] == [*map(str, begin.legal_actions)]
    powered = after(begin, f"{TILES}; {GOALS}; power banker; power mason")
    found = [player["powers"] for player in powered.view(0).to_json()["players"]]
    assert found == [["banker", "mason"], None]


def test_a_completed_goal_is_open() -> None:
    state = after(a_turn(coins=(7, 5), hands=(["merchant 7 3"], [])), "private merchant 7 3")
    for observer in (None, 0, 1):
        assert state.view(observer).to_json()["players"][0]["completed"] == ["merchant 7 3"]


def test_the_end_has_no_actor_and_a_result_that_all_see() -> None:
    before = a_turn(idle=10, mains=0, hands=(["hubs 2 4"], ["ready 8 6"]), coins=(4, 5))
    assert before.outcome is None
    assert before.view().outcome is None
    over = after(before, "end")
    assert over.actor is None
    for observer in (None, 0, 1, SPECTATOR):
        view = over.view(observer)
        assert (view.actor, view.outcome) == (None, over.outcome)
        assert view.to_json()["outcome"] == {"scores": [0, 0], "winners": [1]}
        assert [player["goals"] for player in view.to_json()["players"]] == [
            ["hubs 2 4"],
            ["ready 8 6"],
        ]


@pytest.mark.parametrize("state", [SITUATION, KEEPING, FIRST], ids=["open", "keeping", "first"])
def test_what_a_seat_may_imagine_can_occur_and_looks_the_same(state: festival.State) -> None:
    """Before the powers are open, and after."""
    testing.check_views(state)
    for seat in range(2):
        view: Any = state.view(seat)
        for other in (view._known or state, testing.check_alike(festival.GAME, state, seat, 1, [])):
            testing.check_value(other)
            assert other.view(seat) == view


def test_cards_that_are_dealt_anew_lie_in_the_order_of_their_texts() -> None:
    """As text, 12 precedes 4 and 8: the numbers are not compared."""
    box = dict[str, object](options().box.to_json())
    box["private"] = [f"{kind} {needs} 4" for kind in ("hubs", "ready") for needs in (2, 4, 8, 12)]
    state = festival.start(box=box)
    state = after(state, f"{TILES}; deal ready 8 4; deal ready 12 4; deal ready 4 4; deal hubs 2 4")
    undealt = state.view(0).to_json()["undealt"]
    assert undealt == sorted(undealt)
    assert {"ready 12 4", "ready 8 4"} < {*undealt, *map(str, state.players[0].goals)}
    seen = set[tuple[Goal, ...]]()
    for number in range(20):
        other = state.alike(0, Draws(number, "alike"))
        hand = other.players[1].goals
        for cards in (hand, other.deck):
            assert [*map(str, cards)] == sorted(map(str, cards))
        assert other.players[0] == state.players[0]
        assert sorted([*hand, *other.deck]) == sorted([*state.players[1].goals, *state.deck])
        seen.add(hand)
    assert len(seen) > 3
