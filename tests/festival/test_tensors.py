"""Festival as numbers: an example by hand, the view made from numbers again, and their limits."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies.chance import Draws
from fireflies.contract import CHANCE, SPECTATOR, Action, Observer
from fireflies.festival import GAME, State, View, set_up
from fireflies.festival.box.options import Options, read_options
from fireflies.festival.box.random_boxes import random_options
from fireflies.festival.play.tensors import of
from fireflies.festival.rules.bounds import bounds, most_coins
from fireflies.tensors import Tensors
from tests.changes import changed
from tests.festival.small import SMALL
from tests.helpers import numbers_by_feature

SETUP: Final = ["tiles", "kinds", "goals", "powers", "keep", "first"]
PHASES: Final = [*SETUP, "turn", "recruit", "cross", "walk", "to", "over"]
BOX: Final = changed(changed(SMALL, "/figures/hand", 1), "/figures/workers", 5)

seeds: Final = st.integers(0, 2**64 - 1)


@cache
def tensors_of(options: Options) -> Tensors[View]:
    return of(options)


def observed(view: View) -> dict[str, list[int]]:
    """Return the observation of a view, by feature."""
    tensors = of(view.options)
    return numbers_by_feature(tensors.observe(view), tensors.observation)


def played(options: Mapping[str, object], *texts: str) -> State:
    """Return the state after these actions."""
    state = set_up(options).start
    for text in texts:
        state = state.apply(GAME.read_action(text))
    return state


def plays(seed: int, of_25: int = 1) -> Iterator[tuple[State, Action | None]]:
    """Yield states of a random play with the action that follows, and its end.

    All states in phases of the setup are yielded, about ``of_25`` in 25 others, and the end.
    """
    draws = Draws(seed, "tensors")
    state = set_up(random_options(draws, one_in=30)).start
    while state.actor is not None:
        action = draws.choose(state.legal_actions)
        if draws.below(25) < of_25 or state.phase in SETUP:
            yield state, action
        state = state.apply(action)
    yield state, None


def test_the_actions_are_numbered_by_kind() -> None:
    options = read_options({"box": BOX, "players": 2, "powers": False})
    tensors = of(options)
    assert " ".join(map(str, tensors.actions[:14])) == (
        "bridge CE1 bridge CE2 bridge DE1 pagoda A pagoda B pagoda C pagoda D pagoda E move"
        " festival A festival B festival C festival D festival E"
    )
    assert [*map(str, tensors.actions[14:31])] == [
        *("private bridges 4 4", "private floors 4 4", "private hubs 3 4", "private ready 6 4"),
        *("public empire", "public architect", "public hubs", "public merchant"),
        *("crow coins", "crow workers", "fish", "end"),
        *("recruit A", "recruit B", "recruit C", "recruit D", "recruit E"),
    ]
    assert [*map(str, tensors.actions[31:37])] == [f"cross A {count}" for count in range(1, 6)] + [
        "cross B 1"
    ]
    assert [*map(str, tensors.actions[56:])] == [
        *("stay", "walk A", "walk B", "walk C", "walk D", "walk E"),
        *(f"to {island} {seat}" for island in "ABCDE" for seat in (0, 1)),
        "done",
    ]
    assert [*map(str, tensors.chance_actions)] == [
        *("tile large 6 coins-3", "tile medium 3 workers-2", "tile small 1 coins-1", "tile start"),
        *("deal bridges 4 4", "deal floors 4 4", "deal hubs 3 4", "deal ready 6 4"),
        *("first 0", "first 1"),
    ]
    assert [*map(str, tensors.redacted_actions)] == ["deal ?"]


def test_kinds_have_numbers_where_chance_draws_them() -> None:
    kinds = ("empire", "architect", "hubs", "merchant", "tower", "diversity", "ready")
    tensors = of(read_options({"box": BOX, "goals": "chance"}))
    assert [*map(str, tensors.chance_actions[4:11])] == [f"kind {kind}" for kind in kinds]
    assert [*map(str, tensors.actions[18:25])] == [f"public {kind}" for kind in kinds]
    drawn = played(
        {"box": BOX, "goals": "chance", "starting_player": 0},
        *("tile small 1 coins-1", "tile large 6 coins-3", "tile medium 3 workers-2"),
        *("kind tower", "kind empire"),
    )
    found = observed(drawn.view())
    assert found["kinds"] == [1, 0, 0, 0, 1, 0, 0]
    assert found["stacks"] == [2, 0, 0, 0, 1, 0, 0]


def test_a_limit_of_turns_is_a_number() -> None:
    options = {"box": BOX, "turns": 4, "starting_player": 0}
    tiles = ("tile small 1 coins-1", "tile large 6 coins-3", "tile medium 3 workers-2")
    found = observed(played(options, *tiles, "deal hubs 3 4", "deal ready 6 4").view())
    assert (found["turns_left"], found["idle"]) == ([3], [1])
    highest = {it.name: it.highest for it in of(read_options(options)).observation}
    assert (highest["turns_left"], highest["idle"]) == (4, 4)
    endless = {**options, "box": changed(BOX, "/figures/rounds", "off"), "turns": 80}
    assert {it.name: it.highest for it in of(read_options(endless)).observation}["idle"] == 80


def test_powers_have_numbers_where_they_are_played() -> None:
    four = [{"name": name, "changes": {}} for name in "abcd"]
    box = changed(BOX, "/powers", four)
    tensors = of(read_options({"box": box, "powers": True, "starting_player": 1}))
    assert [*map(str, tensors.actions[-4:])] == ["keep a", "keep b", "keep c", "keep d"]
    assert [*map(str, tensors.chance_actions[-4:])] == [f"power {name}" for name in "abcd"]
    assert [*map(str, tensors.redacted_actions)] == ["deal ?", "power ?", "keep ?"]


def test_more_workers_of_a_power_may_cross() -> None:
    """Where powers are dealt."""
    powers = [{"name": name, "changes": {"workers": 4} if name == "b" else {}} for name in "abcd"]
    for powered, most in ((True, 9), (False, 5)):
        options = {"box": changed(BOX, "/powers", powers), "powers": powered}
        actions = [*map(str, of(read_options(options)).actions)]
        crossing = [text for text in actions if text.startswith("cross A ")]
        assert crossing == [f"cross A {count}" for count in range(1, most + 1)]


def test_an_observation_by_hand() -> None:
    """Seat 1 looks, while seat 0 may cross the bridge that it has built."""
    state = played(
        {"box": BOX, "starting_player": 0},
        *("tile small 1 coins-1", "tile large 6 coins-3", "tile medium 3 workers-2"),
        *("deal hubs 3 4", "deal ready 6 4", "bridge DE1"),
    )
    found = observed(state.view(1))
    none = [0, 0]
    assert found == {
        "seat": [0, 1],
        "actor": [1, 0, 0],
        "phase": [int(phase == "cross") for phase in PHASES],
        "turn": [1, 0],
        "mains": [0],
        "secondary": [1],
        "built": [0, 0, 1],
        "able": [0, 2],
        "draws": [0],
        "recruits": [0],
        "walks": [0],
        "walker": [0] * 5,
        "idle": [0],
        "tiles": [*(0, 0, 0, 1), *(0, 0, 1, 0), *(1, 0, 0, 0), *(0, 1, 0, 0), *(0, 0, 0, 1)],
        "floors": [0] * 50,
        "sealed": [0] * 5,
        "present": [2, 2, *none, *none, *none, 2, 2],
        "bridges": [*none, *none, 1, 0],
        "crow": none,
        "tokens": [6],
        "bank": [50 - 3 - 5],
        "stacks": [2, 1, 1, 1],
        "deck": [2],
        "undealt": [1, 1, 1, 0],
        "points": [5, 0],
        "coins": [3, 5],
        "supply": [*(18, 12, 1), *(20, 12, 1)],
        "fish": [2, 2],
        "hands": [1, 1],
        "hidden": [1, 0, 0, 0],
        "goals": [*(0, 0, 0, 0), *(0, 0, 0, 1)],
        "claimed": [0] * 10,
        "completed": [0] * 8,
        "powers": [],
    }


def test_limits_by_hand() -> None:
    """Two players with five workers each, four private goals, two fish, six sōrin."""
    settled = read_options({"box": BOX})
    coins, points = most_coins(settled), bounds(settled).highest_score
    found = {it.name: (it.lowest, it.highest) for it in of(settled).observation}
    limits = dict.fromkeys(found, (0, 1)) | {
        "mains": (0, 2),
        "able": (0, 5),
        "draws": (0, 4),
        "recruits": (0, 5),
        "walks": (0, 3),
        "idle": (0, 10),
        "present": (0, 5),
        "tokens": (0, 6),
        "bank": (50 - coins, 50),
        "stacks": (0, 2),
        "deck": (0, 4),
        "points": (0, points),
        "coins": (0, coins),
        "supply": (0, 20),
        "fish": (0, 2),
        "hands": (0, 4),
    }
    assert found == limits


@pytest.mark.parametrize("figure", ["bridges", "floors", "workers"])
def test_the_largest_supply_is_the_limit(figure: str) -> None:
    tensors = of(read_options({"box": changed(BOX, f"/figures/{figure}", 60)}))
    assert {it.name: it.highest for it in tensors.observation}["supply"] == 60


def test_a_box_may_have_no_private_goals() -> None:
    box = changed(changed(BOX, "/private", []), "/figures/hand", 0)
    limits = {it.name: it.highest for it in of(read_options({"box": box})).observation}
    assert (limits["deck"], limits["undealt"], limits["goals"]) == (0, 0, 0)


def view_of(
    numbers: Sequence[int], tensors: Tensors[View], options: Mapping[str, object]
) -> object:
    """Return STATE without ``legal`` and ``outcome``, made from these numbers alone."""
    found = numbers_by_feature(numbers, tensors.observation)
    settled = read_options(options)
    board, box = settled.board, settled.box
    seats, names = range(settled.players), [island.name for island in board.islands]
    tiles = [*dict.fromkeys(map(str, box.tiles))]
    goals = [*dict.fromkeys(map(str, box.private))]
    kinds = settled.possible_goals
    public = [str(goal) for kind in kinds for goal in box.stack(kind)]
    powers = [power.name for power in box.powers] if settled.powers else []

    def rows(name: str, count: int) -> list[list[int]]:
        flat = found[name]
        width = len(flat) // count if count else 0
        return [flat[place * width : (place + 1) * width] for place in range(count)]

    def texts(counts: Sequence[int], known: Sequence[str]) -> list[str]:
        return sorted(text for text, n in zip(known, counts, strict=True) for _ in range(n))

    def one(marks: Sequence[int]) -> int | None:
        assert sum(marks) in {0, 1}
        return marks.index(1) if any(marks) else None

    def number_of(name: str) -> int:
        (number,) = found[name]
        return number

    def named(marks: Sequence[int], known: Sequence[str]) -> str | None:
        place = one(marks)
        return None if place is None else known[place]

    pending = {
        "lane": named(found["built"], [lane.name for lane in board.lanes]),
        "able": found["able"],
        "draws": number_of("draws"),
        "recruits": number_of("recruits"),
        "walks": number_of("walks"),
        "walker": named(found["walker"], names),
    }
    is_pending = any(value not in (None, [0, 0], 0) for value in pending.values())
    stacks = []
    for kind, left, drawn in zip(kinds, found["stacks"], found.get("kinds", [1] * 4), strict=True):
        if not drawn:
            continue
        top = box.stack(kind)[-left] if left else None
        needs, points = (top.needs, top.points) if top else (None, None)
        stacks.append({"goal": kind, "left": left, "needs": needs, "points": points})
    actor = one(found["actor"])
    hidden = rows("hidden", len(seats))
    return {
        "phase": named(found["phase"], PHASES),
        "actor": CHANCE if actor == len(seats) else actor,
        "seat": one(found["turn"]),
        "mains": number_of("mains"),
        "secondary": bool(number_of("secondary")),
        "pending": pending if is_pending else None,
        "idle": number_of("idle"),
        "turns_left": number_of("turns_left") if "turns_left" in found else None,
        "islands": [
            {
                "name": name,
                "tile": named(tile, tiles),
                "floors": [
                    owner
                    for level in range(box.figures.height)
                    for owner in seats
                    if floors[level * len(seats) + owner]
                ],
                "sealed": bool(sealed),
                "workers": workers,
            }
            for name, tile, floors, sealed, workers in zip(
                names,
                rows("tiles", len(names)),
                rows("floors", len(names)),
                found["sealed"],
                rows("present", len(names)),
                strict=True,
            )
        ],
        "bridges": [
            {"lane": lane.name, "seat": one(marks)}
            for lane, marks in zip(board.lanes, rows("bridges", len(board.lanes)), strict=True)
            if any(marks)
        ],
        "crow": one(found["crow"]),
        "sorin": number_of("tokens"),
        "bank": number_of("bank"),
        "public": stacks,
        "deck": number_of("deck"),
        "undealt": texts(found["undealt"], goals),
        "players": [
            {
                "points": found["points"][seat],
                "coins": found["coins"][seat],
                "bridges": rows("supply", len(seats))[seat][0],
                "floors": rows("supply", len(seats))[seat][1],
                "workers": rows("supply", len(seats))[seat][2],
                "fish": found["fish"][seat],
                "hand": found["hands"][seat],
                "goals": None if hidden[seat][0] else texts(rows("goals", len(seats))[seat], goals),
                "claimed": texts(rows("claimed", len(seats))[seat], public),
                "completed": texts(rows("completed", len(seats))[seat], goals),
                "powers": None
                if hidden[seat][1]
                else texts(rows("powers", len(seats))[seat], powers),
            }
            for seat in seats
        ],
    }


@pytest.mark.long
@given(seeds)
def test_an_observation_has_the_whole_view_and_nothing_else(seed: int) -> None:
    draws = Draws(seed, "observers")
    for state, _ in plays(seed):
        options = state.options
        tensors = tensors_of(options)
        observer: Observer = draws.choose((None, SPECTATOR, *range(state.seats)))
        view = state.view(observer)
        numbers = tensors.observe(view)
        seen = json.loads(json.dumps(view.to_json()))
        del seen["legal"], seen["outcome"]
        assert view_of(numbers, tensors, dict(options.to_json())) == seen
        marks = numbers_by_feature(numbers, tensors.observation)["seat"]
        assert marks == [int(seat == observer) for seat in range(state.seats)]


@pytest.mark.long
@given(seeds)
def test_every_number_of_a_play_is_within_its_limits(seed: int) -> None:
    for state, action in plays(seed, of_25=3):
        tensors = tensors_of(state.options)
        features = tensors.observation
        found = numbers_by_feature(tensors.observe(state.view()), features)
        for feature in features:
            numbers = found[feature.name]
            if numbers:
                assert feature.lowest <= min(numbers)
                assert max(numbers) <= feature.highest, feature
        known = tensors.actions if isinstance(state.actor, int) else tensors.chance_actions
        assert set(state.legal_actions) <= set(known)
        if action is not None:
            for observer in (SPECTATOR, *range(state.seats)):
                redacted = state.redact(action, observer)
                assert redacted == action or redacted in tensors.redacted_actions


def test_each_action_has_one_number() -> None:
    for options in ({}, {"players": 6, "powers": True, "setup": "variable"}):
        tensors = of(read_options(options))
        for actions in (tensors.actions, tensors.chance_actions, tensors.redacted_actions):
            assert len(set(actions)) == len(actions)


def test_a_setup_has_its_tensors() -> None:
    made = set_up({"players": 4}).tensors
    assert made is not None
    assert made().observation == of(read_options({"players": 4})).observation


@pytest.mark.parametrize("players", [2, 6])
def test_coins_have_a_limit(players: int) -> None:
    """A check of the limits above: a limit must not be much too wide."""
    limits = {it.name: it.highest for it in of(read_options({"players": players})).observation}
    assert limits["tokens"] == (6 if players == 2 else 15)
    assert limits["idle"] == 5 * players
    assert 100 < limits["coins"] < 100_000
    assert 100 < limits["points"] < 10_000
