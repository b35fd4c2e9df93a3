"""Misbehavin' as numbers: an example by hand, the view made from numbers again, and limits."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireflies.chance import Draws
from fireflies.contract import CHANCE, SPECTATOR, Observer
from fireflies.misbehavin import View, read_options, set_up
from fireflies.misbehavin.box.boxfile import workshop_box
from fireflies.misbehavin.box.cards import (
    CHOSEN_SETS,
    DEEDS,
    MARKET_DECKS,
    SETS,
    SLOTS,
    WIN_STEPS,
)
from fireflies.misbehavin.box.effect_reading import MOVES
from fireflies.misbehavin.box.options import Options
from fireflies.misbehavin.box.random_boxes import random_options
from fireflies.misbehavin.play.tensors import PHASES, QUEUE, of
from fireflies.misbehavin.rules.pieces import STEP_NAMES, WITH_NUMBER
from fireflies.tensors import Tensors
from tests.helpers import numbers_by_feature
from tests.misbehavin import positions
from tests.misbehavin.situations import Has, table
from tests.misbehavin.small import SMALL
from tests.misbehavin.test_view import FIGHTING

seeds: Final = st.integers(0, 2**64 - 1)
KINDS: Final = ("fight", "deal", "recruit")
FLAGS: Final = ("opening", "acted", "ended", "canceled")
COUNTS: Final = ("committed", "spent", "taken")


@cache
def tensors_of(options: Options) -> Tensors[View]:
    return of(options)


def observed(view: View) -> dict[str, list[int]]:
    """Return the observation of a view, by feature."""
    tensors = tensors_of(view.options)
    return numbers_by_feature(tensors.observe(view), tensors.observation)


def each_of(names: Sequence[str], found: Mapping[str, list[int]]) -> list[int]:
    """Return the numbers of features that have one number each."""
    return [number for name in names for number in found[name]]


def cards_of(options: Options) -> list[str]:
    """Return the cards that may come into a game, by name."""
    names = [
        name for deck in (*options.factions, *MARKET_DECKS) for name in options.box.decks[deck]
    ]
    return sorted([*names, "shiny", "the-black", *(options.slots or CHOSEN_SETS)])


def test_an_observation_by_hand() -> None:
    """Seat 1 looks, while seat 0 is in the first batch of its attack."""
    found = observed(FIGHTING.view(1))
    cards = cards_of(FIGHTING.options)
    width = len(cards)
    by_card = {
        name: {card: count for card, count in zip(cards, found[name], strict=True) if count}
        for name in ("triggered", "power", "target")
    }
    assert by_card == {
        "triggered": {"old-freighter": 1},
        "power": {"steady-pilot": 2},
        "target": {"desk-inspector": 1},
    }
    piles = {
        name: [
            {card: count for card, count in zip(cards, row, strict=True) if count}
            for row in (found[name][:width], found[name][width:])
        ]
        for name in ("hand", "recycle", "display", "tableau")
    }
    assert piles == {
        "hand": [{}, {"shiny": 1}],
        "recycle": [{"shiny": 2}, {}],
        "display": [{"spare-coat": 1}, {"misbehave": 1}],
        "tableau": [
            {"old-freighter": 1, "steady-pilot": 1},
            {"desk-inspector": 1, "patrol-cruiser": 1, "watch-officer": 1},
        ],
    }
    pilot = cards.index("steady-pilot")
    assert found["warrants"][2 * pilot : 2 * pilot + 2] == [0, 1]
    assert sum(found["warrants"]) == 1
    assert sum(found["unseen"][:width]) == 2 + 6
    flat = {
        "seat": [0, 1],
        "actor": [1, 0, 0],
        "phase": [int(phase == "fight") for phase in PHASES],
        "decides": [1, 0],
        "turn": [12],
        "turn_player": [1, 0],
        "moves": [7],
        "acquired": [1],
        "did": [0] * len(DEEDS),
        "supply": [3, 11, 5, 4, 5, 5],
        "credits": [1, 1],
        "verse": [1, 1],
        "marks": [0] * 2 * 7,
        "immune": [0, 0],
        "activations": [0, 0],
        "recruitments": [0, 0],
        "hidden": [1, 0],
        "hands": [2, 1],
        "reavers": [0, 0, 0, 1],
        "defeated": [1, 0],
        "activity": [1, 0, 0],
        "whose": [1, 0],
        "intent": [1, 0],
        "defender": [0, 1],
        "batch": [1, 0],
        "opening": [1],
        "acted": [1],
        "ended": [0],
        "canceled": [0],
        "bonus": [1, 2],
        "stage": [0, 0, 0],
        "committed": [0],
        "spent": [0],
        "taken": [0],
    }
    assert {name: found[name] for name in flat} == flat
    assert sum(found["market"]) == 3
    assert sum(found["slots"]) == 4
    assert not any(map(any, queued(found)))


@pytest.mark.parametrize(
    ("phase", "activity", "numbers"),
    [
        ("turn", "-", [(0, 0, 0), (0, 0), (0, 0, 0), (0, 0, 0)]),
        ("deal", "deal:0:open:3:2:", [(0, 1, 0), (2, 0), (1, 0, 0), (3, 0, 0)]),
        ("take", "recruit:0:closed:9:3:1", [(0, 0, 1), (9, 0), (0, 1, 0), (0, 3, 1)]),
    ],
)
def test_what_goes_on_by_hand(phase: str, activity: str, numbers: list[tuple[int, ...]]) -> None:
    """And the power that tokens add to a card of a display."""
    state = table(Has(display="marshal+2", counts="1.1.0.0.1"), phase=phase, activity=activity)
    found = observed(state.view())
    assert [tuple(found[it]) for it in ("activity", "bonus", "stage")] == numbers[:3]
    assert each_of(COUNTS, found) == [*numbers[3]]
    assert found["power"] == [2 * (it == "marshal") for it in cards_of(state.options)]


def test_a_queue_by_hand() -> None:
    """A card of the third deck comes up, then a seat may cycle, then a Reaver raids."""
    state = table(
        phase="reveal",
        market="academic,core-deed/broker,fence/brawler",
        reavers="reaver-scout:0.0,reaver-pack:0.0;",
        pending="0:-:reveal:rim/1:academic:may:cycle/1:reaver-pack:lose:1",
    )
    tensors = of(state.options)
    cards = cards_of(state.options)
    found = numbers_by_feature(tensors.observe(state.view()), tensors.observation)
    assert queued(found) == [
        (1, 0, 1 + STEP_NAMES.index("reveal"), 0, 0, 0, 3, 0),
        (2, 1 + cards.index("academic"), 1 + STEP_NAMES.index("cycle"), 0, 1, 0, 0, 0),
        (2, 1 + len(cards) + 1, 1 + STEP_NAMES.index("lose"), 1, 0, 0, 0, 0),
        *[(0,) * 8] * (QUEUE - 1),
    ]
    assert len(tensors.observation) == 57


def test_a_queue_of_what_is_done_by_hand() -> None:
    """A card is moved, then two of four entries are left, and a price was paid for what follows."""
    state = table(
        Has("medic", "banner", command="scribe*@1", counts="1.1.0.0.1"),
        phase="choose",
        pending="0:scribe:move:recycle:hand/0:scribe:by-hand:1:14/0:bribe:draw:1",
        box=workshop_box().to_json(),
    )
    found = observed(state.view())
    things = [*cards_of(state.options), "bribe", "pardon"]
    moves = [f"{it} {to}" for it in SOURCES for to in AIMS if it != to]
    assert queued(found)[:4] == [
        (
            1,
            1 + things.index("scribe"),
            kind_of("move"),
            0,
            0,
            0,
            0,
            1 + moves.index("recycle hand"),
        ),
        (1, 1 + things.index("scribe"), kind_of("by-hand"), 1, 0, 0, 0, 0),
        (1, 1 + things.index("bribe"), kind_of("draw"), 1, 0, 0, 0, 0),
        (0,) * 8,
    ]
    assert found["queue_left"][: 3 * 4] == [*(0, 0, 0, 0), *(1, 0, 0, 1), *(0, 0, 0, 0)]


SOURCES: Final = ("hand", "tableau", "recycle", "market", "supply")
AIMS: Final = ("hand", "tableau", "recycle")


def kind_of(name: str) -> int:
    """Return the number of a kind of step."""
    return 1 + STEP_NAMES.index(name)


def queued(found: Mapping[str, list[int]]) -> list[tuple[int, ...]]:
    """Return the numbers of each place of the queue."""
    parts = ("seat", "card", "kind", "number", "may", "walk", "deck", "move")
    return [*zip(*[found[f"queue_{part}"] for part in parts], strict=True)]


def words(name: str, left: str, numbers: Sequence[int]) -> str:
    """Return a step of the queue as the wire writes it."""
    number, may, walk, deck, move = numbers
    if name == "by-hand":
        return f"by-hand {number} {left or 0}"
    if name == "move":
        return f"move {[*MOVES][move - 1]}"
    if name == "walk":
        return f"walk {number} {walk}"
    if name == "reveal":
        return f"reveal {MARKET_DECKS[deck - 1]}"
    numbered = f"{name} {number}" if name in WITH_NUMBER else name
    return f"may {numbered}" if may else numbered


def view_of(numbers: Sequence[int], tensors: Tensors[View], options: Options) -> dict[str, object]:
    """Return the parts of STATE from which the others follow, made from these numbers alone."""
    found = numbers_by_feature(numbers, tensors.observation)
    seats, cards = range(options.players), cards_of(options)

    def rows(name: str, count: int) -> list[list[int]]:
        width = len(found[name]) // count if count else 0
        return [found[name][place * width : (place + 1) * width] for place in range(count)]

    def one(marks: Sequence[int]) -> int | None:
        assert sum(marks) in {0, 1}
        return marks.index(1) if any(marks) else None

    def named(name: str, known: Sequence[str]) -> str | None:
        place = one(found[name])
        return None if place is None else known[place]

    def texts(counts: Sequence[int]) -> list[str]:
        return [text for text, n in zip(cards, counts, strict=True) for _ in range(n)]

    def in_play(seat: int) -> list[dict[str, object]]:
        return [
            {
                "card": name,
                "triggered": bool(found["triggered"][cards.index(name)]),
                "tokens": found["power"][cards.index(name)],
                "warrant": one(rows("warrants", len(cards))[cards.index(name)]),
                "used": found["used"][others.index(name)],
            }
            for name in texts(rows("tableau", len(seats))[seat])
        ]

    def left(place: int) -> str:
        numbers = rows("queue_left", len(queue))[place]
        return "".join(str(entry) for entry, mark in enumerate(numbers, 1) if mark)

    def used(seat: int, name: str) -> list[int]:
        """Return the number of the last ability of each copy in a display."""
        if name not in sets:
            return [found["used"][others.index(name)]]
        by_set = rows("special", len(seats))[seat]
        width = len(by_set) // len(sets)
        counts = by_set[width * sets.index(name) :][:width]
        numbers = [number for number, n in enumerate(counts, 1) for _ in range(n)]
        copies = rows("display", len(seats))[seat][cards.index(name)]
        return [*[0] * (copies - len(numbers)), *numbers]

    sets = [name for name in SETS if name in cards]
    others = [name for name in cards if name not in SETS]
    reavers = [it.name for it in options.reavers]
    priced = {it.name for verse in options.verse for it in verse.priced}
    things = ["-", *cards, *reavers, *sorted(priced)]
    once = [name for name in cards if any(it.is_once for it in options.box.card[name].abilities)]
    queue = queued(found)
    steps = [
        f"{seat - 1} {things[card]} {words(STEP_NAMES[step - 1], left(place), rest)}"
        for place, (seat, card, step, *rest) in enumerate(queue)
        if seat
    ]
    actor = one(found["actor"])
    kind = named("activity", KINDS)
    slots = [one(marks) for marks in rows("slots", len(SLOTS))]
    chosen = [None if place is None else CHOSEN_SETS[place] for place in slots]
    return {
        "phase": named("phase", PHASES),
        "actor": CHANCE if actor == len(seats) else actor,
        "turn": found["turn"][0],
        "turn_player": one(found["turn_player"]),
        "moves": found["moves"][0],
        "acquired": bool(found["acquired"][0]),
        "once": sorted(
            f"{name} {number}"
            for name, marks in zip(once, rows("once", len(once)), strict=True)
            for number, mark in enumerate(marks, 1)
            if mark
        ),
        "did": sorted(name for name, mark in zip(DEEDS, found["did"], strict=True) if mark),
        "market": sorted(
            name
            for name, mark in zip(
                sorted(card for deck in MARKET_DECKS for card in options.box.decks[deck]),
                found["market"],
                strict=True,
            )
            if mark
        ),
        "slots": chosen,
        "supply": [
            count
            for name, count in zip(sets, found["supply"], strict=True)
            if name in {"shiny", "the-black", *chosen}
        ],
        "reavers": [
            {"card": name, "tokens": tokens}
            for name, tokens, gone in zip(
                reavers, rows("reavers", len(reavers)), found["defeated"], strict=True
            )
            if not gone
        ],
        "defeated": sorted(
            name for name, mark in zip(reavers, found["defeated"], strict=True) if mark
        ),
        "activity": None
        if kind is None
        else {
            "kind": kind,
            "seat": one(found["whose"]),
            "intent": named("intent", ("nab", "dispatch")),
            "target": named("target", cards),
            "defender": one(found["defender"]),
            "batch": one(found["batch"]),
            "flags": each_of(FLAGS, found),
            "bonus": found["bonus"],
            "stage": named("stage", ("open", "closed", "done")),
            "counts": each_of(COUNTS, found),
        },
        "pending": steps,
        "players": [
            {
                "hand": None if found["hidden"][seat] else texts(rows("hand", len(seats))[seat]),
                "hand_size": found["hands"][seat],
                "unseen": texts(rows("unseen", len(seats))[seat]),
                "recycle": texts(rows("recycle", len(seats))[seat]),
                "in_play": in_play(seat),
                "display": [
                    (name, number)
                    for name in dict.fromkeys(texts(rows("display", len(seats))[seat]))
                    for number in used(seat, name)
                ],
                "credits": found["credits"][seat],
                "verse": found["verse"][seat],
                "marks": {
                    step: n
                    for step, n in zip(WIN_STEPS, rows("marks", len(seats))[seat], strict=True)
                    if n
                },
                "immune": found["immune"][seat],
                "activations": found["activations"][seat],
                "recruitments": found["recruitments"][seat],
            }
            for seat in seats
        ],
    }


def expected(view: View) -> dict[str, object]:
    """Return the result that :func:`view_of` has to have for a view."""
    data = json.loads(json.dumps(view.to_json()))
    activity = data["activity"]
    if activity is not None:
        bonus = activity["bonus"] if activity["kind"] == "fight" else [activity["bonus"], 0]
        activity = {
            **{key: activity.get(key) for key in ("kind", "seat", "intent", "target", "defender")},
            "batch": activity.get("batch"),
            "flags": [int(activity.get(flag, False)) for flag in FLAGS],
            "bonus": bonus,
            "stage": activity.get("stage"),
            "counts": [activity.get(key, 0) for key in ("credits", "spent", "taken")],
        }
    kept = ("hand", "hand_size", "unseen", "recycle", "credits", "verse", "marks", "immune")
    return {
        **{key: data[key] for key in ("phase", "actor", "turn", "turn_player", "moves")},
        **{key: data[key] for key in ("acquired", "once", "did")},
        "market": sorted(card for row in data["market"].values() for card in row),
        "slots": [*data["slots"].values()],
        "supply": [*data["supply"].values()],
        "reavers": data["reavers"],
        "defeated": data["defeated"],
        "activity": activity,
        "pending": data["pending"],
        "players": [
            {
                **{key: player[key] for key in (*kept, "activations", "recruitments")},
                "in_play": sorted(player["assets"] + player["command"], key=lambda it: it["card"]),
                "display": [(it["card"], it["used"]) for it in player["display"]],
            }
            for player in data["players"]
        ],
    }


@settings(max_examples=max(1, settings().max_examples // 5))
@given(seeds)
def test_an_observation_has_the_whole_view_and_nothing_else(seed: int) -> None:
    draws = Draws(seed, "observers")
    options = {**random_options(draws), "turns": 4}
    for state in positions.states_with(options, seed)[::13]:
        tensors = tensors_of(state.options)
        observer: Observer = draws.choose((None, SPECTATOR, *range(state.seats)))
        view = state.view(observer)
        numbers = tensors.observe(view)
        assert view_of(numbers, tensors, state.options) == expected(view)
        marks = numbers_by_feature(numbers, tensors.observation)["seat"]
        assert marks == [int(seat == observer) for seat in range(state.seats)]


@pytest.mark.long
def test_every_number_of_a_play_is_within_its_limits() -> None:
    """And every legal action has a number; the queue is much shorter than there is room for."""
    longest = 0
    for seed in range(5):
        options = {**random_options(Draws(seed, "limits")), "turns": 5}
        for state in positions.states_with(options, seed):
            tensors = tensors_of(state.options)
            longest = max(longest, len(state.pending))
            legal = state.legal_actions
            if isinstance(state.actor, int):
                assert {*legal} <= {*tensors.actions}
            else:
                assert {*legal} <= {*tensors.chance_actions}
            if not state.moves % 5:
                found = numbers_by_feature(tensors.observe(state.view()), tensors.observation)
                for feature in tensors.observation:
                    numbers = found[feature.name]
                    assert not numbers or feature.lowest <= min(numbers)
                    assert not numbers or max(numbers) <= feature.highest, feature
    assert 4 < longest <= QUEUE // 2


def test_the_limits_by_hand() -> None:
    """One turn of ten actions, and 330 that may come before and after; each brings up to 270.

    There are 12 ways to move a card.
    """
    for options, cards, reavers, strength, step in (
        ({"reavers": 2}, 116, 2, 3, 118),
        ({}, 116, 0, 0, 116),
        ({"box": SMALL, "reavers": 1}, 32, 1, 2, len(STEP_NAMES)),
    ):
        features = of(read_options({"turns": 1, "moves": 10, **options})).observation
        most = 270 * (10 + 330)
        limits = dict.fromkeys(("supply", "hand", "unseen", "recycle", "display", "special"), 12)
        limits |= dict.fromkeys(("credits", "activations", "recruitments", "bonus", *COUNTS), most)
        limits |= {"turn": 1, "moves": 340, "verse": 6, "marks": 6, "power": 9}
        limits |= {"immune": 2, "queue_move": 12}
        limits |= {"hands": 12 * cards, "reavers": strength, "queue_number": step}
        limits |= {"queue_seat": 2, "queue_kind": len(STEP_NAMES), "queue_deck": 3}
        limits |= {"queue_card": cards + reavers, "queue_walk": 3, "used": 4}
        found = {it.name: (it.lowest, it.highest) for it in features}
        assert found == {it.name: (0, limits.get(it.name, 1)) for it in features}


def test_a_setup_has_its_tensors() -> None:
    made = set_up({"players": 4}).tensors
    assert made is not None
    assert made().observation == of(read_options({"players": 4})).observation


@pytest.mark.parametrize("reavers", [0, 4])
def test_the_queue_has_room_for_all_raids(reavers: int) -> None:
    """Each Reaver in play has up to three raids, all of which are queued together."""
    options = read_options({"reavers": reavers})
    queue = [it for it in of(options).observation if it.name.startswith("queue")]
    room = QUEUE + sum(len(it.raid) for it in options.reavers)
    assert {it.name: it.shape for it in queue if it.name != "queue_left"} == {
        f"queue_{part}": (room,)
        for part in ("seat", "card", "kind", "number", "move", "may", "walk", "deck")
    }
