"""Boards: where lanes lie, which of them cross, and what they bring, counted a second time."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies._data import dumps
from fireflies.chance import Draws
from fireflies.festival.box.board import Board, BoardJson, Cell, Island
from fireflies.festival.box.boxfile import BoxFile, default_box, read_box
from fireflies.festival.box.components import SIZES, Reward
from fireflies.festival.box.options import read_options
from fireflies.festival.box.random_boxes import random_board
from tests.changes import changed
from tests.festival.small import SMALL

CROSS: Final = [("A", 4, 0), ("B", 0, 4), ("C", 8, 4), ("D", 4, 8), ("E", 8, 8)]


def box_with(board: object) -> object:
    """Return the box ``SMALL`` with this board in place of its own, and with enough tiles."""
    tiles = ["start"] * 2 + [f"{size} 1 coins-1" for size in SIZES] * 9
    return changed(changed(SMALL, "/tiles", tiles), "/boards", [board])


def read_board(board: object) -> Board:
    return read_box(box_with(board)).boards[0]


def random_boards() -> st.SearchStrategy[BoardJson]:
    seeds = st.integers(0, 2**64 - 1)
    return st.builds(lambda seed: random_board(Draws(seed, "a board"), range(2, 7)), seeds)


def gaps(one: Island, other: Island, islands: tuple[Island, ...]) -> Iterator[frozenset[Cell]]:
    """Return the cells of each straight run of water between two islands, the naive way."""
    land = {cell for island in islands for cell in island.cells}
    for x, y in one.cells:
        for u, v in other.cells:
            between = frozenset(
                (i, j)
                for i in range(min(x, u), max(x, u) + 1)
                for j in range(min(y, v), max(y, v) + 1)
            ) - {(x, y), (u, v)}
            if (x == u or y == v) and between and not between & land:
                yield between


@pytest.mark.long
@given(random_boards())
def test_without_lanes_a_board_has_all_straight_runs(board: BoardJson) -> None:
    """A file may leave out the lanes: then there is one in each run.

    Lanes that are listed lie in some of these runs.
    """
    listed = read_board(board)
    bare = {key: part for key, part in board.items() if key != "lanes"}
    content = dumps({"box": box_with(bare)}).encode()
    filled = read_box(BoxFile().read_file(content)).boards[0]
    expected = {
        (one.index, other.index, run)
        for one, other in combinations(filled.islands, 2)
        for run in gaps(one, other, filled.islands)
    }
    found = [(*lane.ends, frozenset(lane.cells)) for lane in filled.lanes]
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert {(*lane.ends, frozenset(lane.cells)) for lane in listed.lanes} <= expected


@given(random_boards())
def test_islands_and_lanes_have_their_order(board: BoardJson) -> None:
    found = read_board(board)
    assert [it.name for it in found.islands] == sorted(it["name"] for it in board["islands"])
    assert [it.index for it in found.islands] == list(range(len(board["islands"])))
    assert found.island_index == {it.name: it.index for it in found.islands}
    assert {found.islands[index].name for index in found.starts} == {
        it["name"] for it in board["islands"] if it["start"]
    }
    assert found.starts == tuple(it.index for it in found.islands if it.is_start)
    names = [lane.name for lane in found.lanes]
    assert names == sorted(set(names))
    assert len(names) == len(board["lanes"])
    assert [lane.index for lane in found.lanes] == list(range(len(names)))
    assert found.lane_index == {lane.name: lane.index for lane in found.lanes}
    for lane in found.lanes:
        first, second = (found.islands[end] for end in lane.ends)
        assert lane.name[:2] == f"{first.name}{second.name}"
        assert first.name < second.name
        assert lane.length == len(set(lane.cells)) == len(lane.cells)
        for island in found.islands:
            assert (lane.index in island.lanes) == (island in (first, second))


@given(random_boards())
def test_lanes_of_a_pair_are_counted_from_the_left_or_the_top(board: BoardJson) -> None:
    found = read_board(board)
    for one, other in combinations(found.lanes, 2):
        if one.ends == other.ends:
            assert one.is_horizontal == other.is_horizontal
            axis = 1 if one.is_horizontal else 0
            assert one.name[2] < other.name[2]
            assert one.cells[0][axis] < other.cells[0][axis]
    for lane in found.lanes:
        places = {name: int(name[2]) for name in found.lane_index if name[:2] == lane.name[:2]}
        assert sorted(places.values()) == list(range(1, len(places) + 1))


@given(random_boards())
def test_a_lane_runs_from_one_of_its_islands_to_the_other(board: BoardJson) -> None:
    found = read_board(board)
    for lane in found.lanes:
        x, y = lane.cells[0]
        right, down = (1, 0) if lane.is_horizontal else (0, 1)
        assert list(lane.cells) == [(x + n * right, y + n * down) for n in range(lane.length)]
        before = (x - right, y - down)
        after = (x + lane.length * right, y + lane.length * down)
        one, other = (found.islands[end].cells for end in lane.ends)
        assert (before in one and after in other) or (before in other and after in one)


@given(random_boards())
def test_lanes_cross_where_they_share_a_cell(board: BoardJson) -> None:
    found = read_board(board)
    for one in found.lanes:
        crossing = [
            other.index
            for other in found.lanes
            if other is not one and not set(one.cells).isdisjoint(other.cells)
        ]
        assert list(one.crossing) == crossing
        assert [i for i in range(len(found.lanes)) if one.crossing_mask >> i & 1] == crossing


@given(random_boards())
def test_a_lane_brings_the_rewards_of_its_cells(board: BoardJson) -> None:
    found = read_board(board)
    for lane in found.lanes:
        texts = [it["reward"] for it in board["water"] if (*it["at"],) in lane.cells]
        for kind in Reward._fields:
            digits = [int(text[-1]) for text in texts if text.startswith(kind)]
            assert getattr(lane.reward, kind) == sum(digits)
    rows = [(y, x) for (x, y), _ in found.water]
    assert rows == sorted(rows)
    assert {cell: str(reward) for cell, reward in found.water} == {
        (it["at"][0], it["at"][1]): it["reward"] for it in board["water"]
    }


def test_a_square_of_lanes_cross_each_other() -> None:
    """Nine crossings, where three lanes from B to C meet three from A to D."""
    islands = [{"name": it, "at": [x, y], "start": it in "AE"} for it, x, y in CROSS]
    lanes = [{"between": "CB", "from": [7, y], "to": [3, y]} for y in (6, 4, 5)]
    lanes += [{"between": "AD", "from": [x, 3], "to": [x, 7]} for x in (5, 6, 4)]
    board = read_board(
        {
            "players": [2, 6],
            "width": 11,
            "height": 11,
            "take": {"start": 2, "small": 1, "medium": 1, "large": 1},
            "islands": islands,
            "lanes": [*lanes, {"between": "CE", "from": [9, 7], "to": [9, 7]}],
            "water": [
                {"at": [5, 5], "reward": "coins-2"},
                {"at": [4, 5], "reward": "points-3"},
                {"at": [6, 5], "reward": "points-4"},
                {"at": [5, 7], "reward": "workers-1"},
            ],
        }
    )
    names = [lane.name for lane in board.lanes]
    assert names == ["AD1", "AD2", "AD3", "BC1", "BC2", "BC3", "CE1"]
    assert [lane.crossing for lane in board.lanes] == [(3, 4, 5)] * 3 + [(0, 1, 2)] * 3 + [()]
    assert [lane.length for lane in board.lanes] == [5] * 6 + [1]
    assert board.lanes[4].reward == Reward(coins=2, points=7)
    assert str(board.lanes[4].reward) == "coins-2 points-7"
    assert board.lanes[1].reward == Reward(coins=2, workers=1)
    assert board.lanes[0].reward == Reward(points=3)
    assert board.lanes[6].reward == Reward()
    assert board.lanes[4].cells == ((3, 5), (4, 5), (5, 5), (6, 5), (7, 5))


def test_the_default_box_has_two_boards() -> None:
    """Both sides of the map, with all straight runs for lanes."""
    two, six = default_box().boards
    assert [[*it.players] for it in (two, six)] == [[2, 3], [4, 5, 6]]
    assert [(it.width, it.height) for it in (two, six)] == [(18, 14), (21, 16)]
    assert ["".join(island.name for island in it.islands) for it in (two, six)] == [
        *("ABCDEFGHIJKL", "ABCDEFGHIJKLMNOPQR"),
    ]
    assert [(len(it.lanes), len(it.water)) for it in (two, six)] == [(40, 12), (71, 33)]
    assert [[board.islands[it].name for it in board.starts] for board in (two, six)] == [
        *(["A", "K"], ["A", "R"]),
    ]
    for players in range(2, 7):
        assert read_options({"players": players}).board is (two if players < 4 else six)
