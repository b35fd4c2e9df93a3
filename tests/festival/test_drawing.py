"""A view in letters: everything that is in it, nothing that is hidden, in lines that fit."""

import re
from dataclasses import replace
from itertools import product
from typing import Final

import pytest

from fireflies import festival
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR, YOU
from fireflies.festival.box.components import NOTHING, Reward, read_tile
from fireflies.festival.box.options import BOX
from fireflies.festival.box.random_boxes import random_options
from fireflies.festival.rules.actions import Bridge
from fireflies.festival.text import descriptions as words
from fireflies.festival.text.textmap import draw_map, label_cells, short
from tests.festival import plays
from tests.festival.situations import a_turn, options
from tests.helpers import usual_views

NAMES: Final = (YOU, "greedy 2", "Annabell... 2", "greedy", "random", "Bobby Table")
CELL: Final = 3
"""The columns of a cell of the default boards when the text is beside the map."""

PAGODA: Final = re.compile(r"\^([0-5]*)(_*)(\*?)")
COUNT: Final = re.compile(r"([0-5]):(\d+)")


def block(lines: list[str], at: tuple[int, int]) -> list[str]:
    """Return the three lines of an island of a drawn map, without its frame."""
    x, y = at
    found = [line[x * CELL : (x + 3) * CELL] for line in lines[y : y + 3]]
    return [re.sub(r"^\[|\]\s*$", "", line).rstrip() for line in found]


def read_island(lines: list[str]) -> tuple[list[int], bool, dict[int, int]]:
    """Return the owners of floors, whether there is a sōrin, and the workers by seat."""
    pagoda = PAGODA.fullmatch(lines[1])
    if pagoda is None:
        return [], False, {int(seat): int(count) for seat, count in COUNT.findall(" ".join(lines))}
    workers = lines[2].rstrip(".")
    counts = {int(seat): workers.count(seat) for seat in workers}
    return [*map(int, pagoda[1])], bool(pagoda[3]), counts


@pytest.mark.parametrize(("players", "width"), [(2, 80), (3, 80), (6, 100)])
def test_every_piece_is_on_the_map(players: int, width: int) -> None:
    """Floors in their order, workers, room, rewards of tiles, bridges with their owners."""
    for state in plays.states(players, 1)[30::23]:
        view = state.view()
        text = view.to_text(width)
        if "Island" in text:
            continue  # it is told in words, which another test reads
        lines = text.split("\n")[1:]
        for island, site in zip(view.options.board.islands, view.islands, strict=True):
            drawn = block(lines, island.at)
            assert drawn[0].startswith(island.name)
            floors, is_sealed, workers = read_island(drawn)
            assert floors == list(site.floors)
            assert is_sealed == site.sealed
            assert workers == {seat: it for seat, it in enumerate(site.workers) if it}
            if site.tile is not None and site.tile.size != "start":
                size, points, reward = str(site.tile).split()
                kind, _, count = reward.partition("-")
                assert drawn[0][2:] == f"{size[0]}{points} {count}{kind[0]}"
                room = view.options.box.size(site.tile.size).capacity - sum(site.workers)
                assert drawn[2].count(".") == room
        for lane, owner in zip(view.options.board.lanes, view.bridges, strict=True):
            cells = [lines[y][x * CELL : (x + 1) * CELL] for x, y in lane.cells]
            if owner is not None:
                one, other = [view.options.board.islands[end].at for end in lane.ends]
                sign = "=" if abs(one[1] - other[1]) < 3 else "|"  # beside each other, or below
                assert {*cells} == {f"{sign}{owner}{sign}"}
            assert all(f"{owner}" in cell for cell in cells) or owner is None


def test_rewards_and_dots_lie_on_open_water_only() -> None:
    """Rewards until bridges cover them; dots on the other cells of lanes that no bridge blocks."""
    for state in plays.states(6, 1)[::61]:
        view = state.view(SPECTATOR)
        lines = view.to_text(100).split("\n")[1:]
        built = {
            cell
            for lane, owner in zip(view.options.board.lanes, view.bridges, strict=True)
            if owner is not None
            for cell in lane.cells
        }
        for (x, y), reward in view.options.board.water:
            kind, _, count = str(reward).partition("-")
            is_drawn = lines[y][x * CELL : (x + 1) * CELL].strip() == f"{count}{kind[0]}"
            assert is_drawn == ((x, y) not in built)
        board = view.options.board
        free = {cell for it in board.lanes if not built & {*it.cells} for cell in it.cells}
        drawn = {cell for it in board.islands for cell in it.cells} | built | {*dict(board.water)}
        for x, y in product(range(board.width), range(board.height)):
            if (x, y) not in drawn:
                dot = "." if (x, y) in free else ""
                assert lines[y][x * CELL : (x + 1) * CELL].strip() == dot


def test_a_reward_in_short() -> None:
    assert short(Reward(coins=2, workers=1)) == "2c1w"
    assert short(NOTHING) == ""


def test_lanes_are_named_where_a_bridge_can_be_built() -> None:
    """On a cell of the lane; or below, where a reward or another name is in the way."""
    also = 0
    for state in plays.states(2, 1)[::7]:
        if not isinstance(state.actor, int):
            continue
        view = state.view(state.actor)
        lanes = [it.lane for it in view.legal_actions or () if isinstance(it, Bridge)]
        lines = view.to_text(80).split("\n")
        words = re.findall(r"[A-Z]{2}\d", " ".join(lines[1:]))
        assert sorted(words) == sorted(lanes)
        missing: list[str] = []
        for lane in view.options.board.lanes:
            if lane.name in lanes:
                cells = [lines[1 + y][x * CELL : (x + 1) * CELL] for x, y in lane.cells]
                missing += [lane.name] if lane.name not in cells else []
        notes = [it for it in draw_map(view, CELL)[1] if "Also" in it]
        assert notes == ([f"Also to build: {', '.join(missing)}"] if missing else [])
        also += len(missing)
    assert also


@pytest.mark.long
@pytest.mark.parametrize(("players", "width", "height"), [(2, 80, 22), (6, 100, 38)])
def test_a_whole_play_fits(players: int, width: int, height: int) -> None:
    """From the first action to the crowded end, by names or not; the prompt has room, too."""
    for seed, powers in ((1, False), (2, True)):
        for state in plays.states(players, seed, powers=powers)[::9]:
            for view in usual_views(state):
                for names in ((), NAMES[:players]):
                    lines = view.to_text(width, names).split("\n")
                    assert max(map(len, lines)) <= width
                    assert len(lines) <= height


def test_no_line_is_longer_than_asked_for() -> None:
    """Whatever the box is: broad boards, large islands, two-digit rewards, six players."""
    told: set[bool] = set()
    for seed in range(9):
        given = random_options(Draws(seed, "drawn"))
        for state in plays.states_with(given, seed)[:: 60 + seed]:
            for view in usual_views(state):
                for width in (40, 60, 80, 120):
                    text = view.to_text(width)
                    assert max(map(len, text.split("\n"))) <= width
                    told.add("Island" in text)
    assert told == {False, True}


def test_what_is_told_beside_the_map_may_end_with_its_last_line() -> None:
    """The last stack of goals is beside the last line of the map."""
    lines = a_turn().view().to_text(80).split("\n")
    assert lines[11].startswith(" " * 16 + "[......    ]")
    assert [line[46:] for line in lines[7:12:4]] == [
        "Public goals:",
        "  merchant 5/8 for 3 (2 left)",
    ]
    assert lines[12].startswith("Left: ")
    assert lines[13] == "Also to build: AB2, AD2"


def test_what_does_not_fit_on_the_map_is_told_in_words() -> None:
    """At a width of 40 there is no map of the default board: words tell all islands and bridges."""
    state = plays.states(6, 1)[-1]
    text = state.view().to_text(40)
    for line in text.partition("\nLeft: ")[2].split("\n")[1:]:
        assert line.startswith(("Island ", "Bridges: ", "    "))
    words = " ".join(text.split())
    goals = re.findall(r"(\w+) \d+/\d+ for", words.partition("Public goals: ")[2])
    kinds = [stack.kind for stack in state.view().public]
    assert goals[: len(kinds)] == kinds
    for island, site in zip(state.options.board.islands, state.islands, strict=True):
        (told,) = re.findall(rf"Island {island.name}: (.*?)(?= Island | Bridges: )", words)
        assert (site.tile is not None and site.tile.size in told) is True
        for seat, count in enumerate(site.workers):
            workers = f"{count} worker{'s' * (count != 1)} of seat {seat}"
            assert (workers in told) == (count > 0)
        floors = " ".join(map(str, site.floors))
        assert (f"floors of seats {floors}" in told) == bool(floors)
        assert ("a sōrin" in told) == site.sealed
    built = [
        f"{lane.name} of seat {owner}"
        for lane, owner in zip(state.options.board.lanes, state.bridges, strict=True)
        if owner is not None
    ]
    assert f"Bridges: {', '.join(built)}" in words
    assert "To build" not in words
    first = plays.states(6, 1)[0]
    assert first.view().to_text(40).count("no tile yet") == 16
    deciding = next(it for it in plays.states(6, 1) if it.phase == "turn")
    lanes = [it.lane for it in deciding.legal_actions if isinstance(it, Bridge)]
    told = " ".join(deciding.view().to_text(40).split())
    assert f"To build: {', '.join(lanes)}" in told
    assert "Bridges: none" in deciding.view().to_text(40)


def test_as_many_lanes_as_possible_get_a_cell_for_their_name() -> None:
    """Of three lanes on two cells, one gets none.

    The lane that could use either cell is moved, so that another lane gets its only one.
    """
    board = plays.states(2, 1)[0].options.board
    one, two = (5, 4), (5, 5)
    lanes = [
        replace(lane, cells=cells, length=len(cells))
        for lane, cells in zip(board.lanes, ((one, two), (one,), (two,)), strict=False)
    ]
    bare = replace(board, water=())
    named, left = label_cells(lanes, bare)
    assert set(named) == {one, two}
    assert named[one] == "AB2"
    assert left == {two: "AB3"}
    rewarded, left = label_cells(lanes[:1], replace(board, water=((one, NOTHING),)))
    assert (rewarded, left) == ({two: "AB1"}, {})


def test_the_map_is_as_wide_as_there_is_room() -> None:
    """Of 4 and 3 columns, the widest cell is used that leaves 26 columns to the right of the map.

    Where neither does, it is the widest of 4, 3 and 2 columns with which the map fits.
    """
    view = a_turn().view()
    columns = view.options.board.width
    room = 2 + 24
    for width, cell in (
        (4 * columns + room, 4),
        (4 * columns + room - 1, 3),
        (3 * columns + room, 3),
        (3 * columns + room - 1, 4),
        (4 * columns, 4),
        (4 * columns - 1, 3),
        (3 * columns, 3),
        (3 * columns - 1, 2),
        (2 * columns, 2),
    ):
        first = draw_map(view, cell)[0][0]
        assert f"\n{first.rstrip()}" in f"\n{view.to_text(width)}", width
    assert draw_map(view, 2)[0][0].rstrip() not in view.to_text(2 * columns - 1)


def test_lanes_without_a_cell_of_their_own_share_the_first() -> None:
    """Two short lanes cross on a reward: neither name is lost."""
    board = plays.states(2, 1)[0].options.board
    one = (5, 4)
    lanes = [replace(lane, cells=(one,), length=1) for lane in board.lanes[:2]]
    named, left = label_cells(lanes, replace(board, water=((one, NOTHING),)))
    assert (named, left) == ({}, {one: " ".join(lane.name for lane in lanes)})


def test_names_of_lanes_lie_near_the_middle() -> None:
    """But not where another one crosses, as BF1 does in the middle of DE1."""
    board = a_turn().options.board
    one, two = (board.lanes[board.lane_index[name]] for name in ("BF1", "DE1"))
    bare = replace(board, water=())
    assert label_cells([two], bare) == ({two.cells[2]: "DE1"}, {})
    assert label_cells([one, two], bare)[0] == {one.cells[2]: "BF1", two.cells[1]: "DE1"}


def test_islands_by_hand() -> None:
    """Before its tile an island has its letter only; a start island has nothing but workers."""
    start = festival.start(box=BOX.named["small"]())
    lines, _ = draw_map(start.view(), CELL)
    assert block(lines, (4, 0)) == ["B", "", ""]
    lines, _ = draw_map(a_turn(workers={"A": (2, 1), "B": (0, 1)}, floors={"B": "1"}).view(), CELL)
    assert block(lines, (0, 0)) == ["A start", "0:2 1:1", ""]
    assert block(lines, (8, 5)) == ["E start", "", ""]
    assert block(lines, (4, 0)) == ["B s1 2c", "^1", "1..."]
    high = a_turn(given=options(height=9), floors={"B": "010101010", "C": "01010101"})
    lines, notes = draw_map(high.view(), CELL)
    assert block(lines, (4, 0)) == ["B see", "below", ""]
    assert block(lines, (8, 0)) == ["C m3 2w", "^01010101", "....."]  # without its frame
    assert [note[:9] for note in notes if "Also" not in note] == ["Island B:"]


def test_a_narrow_map_has_no_frames_and_digits_for_lanes() -> None:
    """At a width of 50 a cell has two columns, so a lane has only the digit of its name.

    Lanes without a cell are told below the map.
    """
    state = plays.phases(2, 1)["turn"]
    lines = state.view(state.seat).to_text(50).split("\n")[2:]  # after two lines of headline
    for island, site in zip(state.options.board.islands, state.islands, strict=True):
        x, y = island.at
        assert site.tile is not None
        head = lines[y][2 * x : 2 * x + 6].rstrip()
        if site.tile.size != "start":
            size, points, reward = str(site.tile).split()
            kind, _, count = reward.partition("-")
            assert head == f"{island.name}{size[0]}{points} {count}{kind[0]}"
    assert not any("[" in line for line in lines)
    told = " ".join(" ".join(lines).split()).partition("Also to build: ")[2]
    lanes = [it.lane for it in state.legal_actions if isinstance(it, Bridge)]
    on_map = [name for name in lanes if name not in told]
    assert len(on_map) > len(lanes) / 2
    water = {
        (x, y): lines[y][2 * x : 2 * x + 2]
        for lane in state.options.board.lanes
        for x, y in lane.cells
    }
    for lane in state.options.board.lanes:
        digit = f"{lane.name[-1]} "
        assert lane.name not in on_map or digit in [water[cell] for cell in lane.cells]
    digits = [text for text in water.values() if re.fullmatch(r"[1-3] ", text)]
    assert len(digits) == len(on_map)


def test_players_are_told_with_all_that_they_have() -> None:
    """In a table where there is room, else in a paragraph for each."""
    for players, width in ((2, 80), (6, 100), (6, 60)):
        for state in plays.states(players, 2, powers=True)[40::97]:
            text = " ".join(state.view(SPECTATOR).to_text(width, NAMES[:players]).split())
            for seat, player in enumerate(state.players):
                done = len(player.claimed) + len(player.completed)
                figures = [*player[:6], len(player.goals)]
                row = rf"{seat} {re.escape(NAMES[seat])} {' '.join(map(str, figures))} {done} "
                if width == 100:
                    assert re.search(row, text)
                else:
                    assert f"{player.points} point" in text
                    assert f"{player.fish} fish" in text


def test_the_players_are_a_table_as_long_as_it_fits() -> None:
    """Each figure ends in the column where its heading ends; the winner is marked."""
    view = plays.states(2, 1)[-1].view()
    lines = [
        it for it in view.to_text(200).split("\n") if re.search(r"points coins|seat \d +\d", it)
    ]
    width = max(map(len, lines))
    assert {*lines} < {*view.to_text(width).split("\n")}
    head, *rows = lines
    for row in rows:
        for word in ("points", "coins", "chain"):
            assert row[head.index(word) + len(word) - 1].isdigit()
            assert row[head.index(word) + len(word)] == " "
    assert [re.findall("(.)seat", row) for row in rows] == [["*"], [" "]]
    assert "*seat 0: " in view.to_text(width - 1)
    assert re.findall(r"\n( *)\S.*\n.seat 1: ", view.to_text(70)) == ["   "]


def test_goals_are_told_with_what_the_seat_has_of_them() -> None:
    state = plays.phases(2, 1)["turn"]
    view = state.view(state.seat)
    text = " ".join(view.to_text().split())
    for stack in view.public:
        if stack.top is not None:
            needs = f"{stack.top.needs} for {stack.top.points} ({stack.left} left)"
            assert re.search(rf"{stack.kind} \d+/{re.escape(needs)}", text)
    coins = view.players[state.seat].coins
    assert f"merchant {coins}/" in text
    assert "Private goals of seat" in text
    referee = plays.states(2, 1)[-1].view().to_text()
    assert all(f"Private goals of seat {seat}: " in referee for seat in range(2))
    assert "Your private goals: " in view.to_text(names=[YOU] * 2)
    names = ["Ann", "Bob"]
    assert view.to_text(names=names).startswith(f"Turn: {names[state.seat]} has ")
    first = plays.states(2, 1)[0].view(SPECTATOR).to_text()
    assert "empire 3 for 3 (6 left)" in first  # nobody's turn, so nobody's measure


def test_an_empty_stack_says_so() -> None:
    view = plays.states(2, 1)[0].view()
    empty = view.public[0]._replace(left=0, top=None)
    assert "empire: none left" in replace(view, public=(empty, *view.public[1:])).to_text()


@pytest.mark.parametrize(
    ("phase", "headline"),
    [
        ("tiles", r"Setup: island L gets a tile"),
        ("powers", r"Setup: seat \d is dealt powers"),
        ("keep", r"Setup: seat \d keeps one of two powers"),
        ("first", r"Setup: chance says who has the first turn"),
        ("goals", r"Reward: seat \d is dealt a private goal"),
        (
            "turn",
            r"Turn: seat \d has (1 main action( and a secondary action)?|a secondary action) left",
        ),
        ("recruit", r"Recruits: seat \d places 1 worker"),
        ("cross", r"New bridge [A-Z]{2}\d: seat \d may move .* from [A-Z] over it"),
        ("walk", r"Move: seat \d has \d movements? left"),
        ("to", r"Move: seat \d has \d movements? left: where to from [A-Z], over whose bridges\?"),
        ("over", r"Game over: seat \d wins"),
    ],
)
def test_the_headline_says_what_is_decided(phase: str, headline: str) -> None:
    """It also says whose view it is.

    Not at the end, not for the referee, and not where a name is "you".
    """
    state = plays.phases(2, 2, powers=True)[phase]
    assert re.fullmatch(headline, words.headline(state.view()))
    seen = words.headline(state.view(SPECTATOR))
    assert seen.endswith("(as a spectator sees it)") == (phase != "over")
    seen = words.headline(state.view(1))
    assert seen.endswith("(as seat 1 sees it)") == (phase != "over")
    assert "sees it" not in words.headline(state.view(1), ("x", YOU))
    if phase not in {"tiles", "first", "over"}:
        assert YOU in words.headline(state.view(state.seat), [YOU] * 2)


@pytest.mark.parametrize(
    ("able", "there", "told"),
    [
        ((2, 1), 0, "2 workers from B or 1 worker from C"),
        ((0, 1), 0, "1 worker from C"),
        ((4, 0), 3, "2 workers from B"),  # a medium island has room for five
        ((4, 1), 5, "1 worker from C"),
    ],
)
def test_the_headline_tells_how_many_workers_can_cross(
    able: tuple[int, int], there: int, told: str
) -> None:
    """From each end as many as stood there before, and as have room at the other, which is C."""
    crossing = (plays.phases(2, seed, powers=True)["cross"].view() for seed in range(2, 99))
    view = next(
        it
        for it in crossing
        if it.options.board.lanes[it.pending.lane].name == "BC1"
        and it.islands[2].tile
        and it.islands[2].tile.size == "medium"
    )
    medium = view.islands[2]
    islands = (*view.islands[:2], medium._replace(workers=(there, 0)), *view.islands[3:])
    view = replace(view, islands=islands, pending=view.pending._replace(able=able))
    assert words.headline(view) == f"New bridge BC1: seat 1 may move {told} over it"


def test_the_setup_deals_goals() -> None:
    (state, *_) = (it for it in plays.states(2, 1) if it.phase == "goals")
    assert words.headline(state.view()) == "Setup: seat 0 is dealt a private goal"


def test_winners_share_a_victory_in_the_headline() -> None:
    view = plays.states(2, 1)[-1].view()
    assert view.outcome is not None
    outcome = replace(view.outcome, winners=(0, 1))
    shared = replace(view, outcome=outcome)
    assert words.headline(shared) == "Game over: seat 0 and seat 1 share the victory"
    lines = shared.to_text(120).split("\n")
    assert len([line for line in lines if re.search(r"\*seat [01]", line)]) == 2


def test_the_end_tells_how_a_score_comes_about() -> None:
    """The points, those of the chain, and the loss by the crow add up to it."""
    found: list[int] = []
    for players, seed, given in ((2, 1, {}), (2, 2, {"powers": True}), (3, 6, {"powers": True})):
        view = plays.states(players, seed, **given)[-1].view()
        assert view.outcome is not None
        for seat, score in enumerate(view.outcome.scores):
            told = ", ".join(words.describe_player(view, seat))
            parts = re.findall(r"(?:chain \d+ \(|longest |crow \()([+-]\d+)", told)
            found.append(len(parts))
            assert view.players[seat].points + sum(map(int, parts)) == score
            assert f"scores {score}" in told
    assert 2 in found


def test_the_table_of_players_tells_in_the_end_what_chains_brought() -> None:
    """With six players, beside the islands of each chain."""
    view = plays.states(6, 1)[-1].view()
    assert view.outcome is not None
    row = r" (\d+)  (?:chain \((\+\d+)(?:, longest (\+15))?\), )?(?:crow \(-10\), )?scores (-?\d+)"
    rows = re.findall(row, view.to_text(120))
    assert len(rows) == 6
    for player, loss, (islands, gain, longest, score) in zip(
        view.players, [10 * (seat == view.crow) for seat in range(6)], rows, strict=True
    ):
        assert bool(gain) == (int(islands) > 0)
        assert player.points + int(gain or 0) + int(longest or 0) - loss == int(score)
        assert bool(longest) == (int(islands) == max(int(it[0]) for it in rows))
    before = plays.states(6, 1)[-2].view().to_text(120)
    assert before.count("chain") == 1, "it is the head of a column"


def test_what_belongs_to_nobody_is_told() -> None:
    """Tokens, cards, coins, and the crow until somebody has it."""
    for state in plays.states(2, 1)[::31]:
        view = state.view(SPECTATOR)
        (line,) = (it for it in view.to_text(120).split("\n") if "Left: " in it)
        told = " ".join(view.to_text(120).split())
        assert f"Left: {state.sorin} sōrin, " in " ".join(line.split())
        cards = "1 private goal" if len(state.deck) == 1 else f"{len(state.deck)} private goals"
        assert f"sōrin, {cards}, " in told or len(line) > 110
        assert ("the crow" in told) == (state.crow is None)


def test_the_line_of_the_player_in_turn_is_marked() -> None:
    """And no other one; before the first turn nobody's is."""
    for state in plays.states(6, 1)[::53]:
        if state.phase != "over":
            for names in ((), NAMES):
                text = state.view(SPECTATOR).to_text(100, names)
                marks = re.findall(r"(?m)^([> ])(?:seat )?[0-5] ", text)
                assert marks == [">" if seat == state.seat else " " for seat in range(6)]


def test_a_long_standstill_and_an_empty_bank_are_told() -> None:
    """A turn without progress is usual, a round of them is not."""
    view = plays.states(2, 1)[-1].view()
    rich = view.players[0]._replace(coins=70)
    told = replace(view, idle=3, players=(rich, *view.players[1:])).to_text(120)
    assert "3 of 10 turns without progress" in told
    assert re.search(r"\d\d substitute coins used", told)
    assert "without progress" not in replace(view, idle=2).to_text(120)


def test_many_workers_are_counted() -> None:
    """On an island with much room; if even that has no room on the map, below it in words."""
    state = plays.states(6, 1)[120]
    start = state.options.board.starts[0]
    for counts, is_below in (((2, 2, 2, 2, 2, 2), False), ((12, 11, 12, 11, 10, 12), True)):
        sites = [*state.islands]
        sites[start] = sites[start]._replace(workers=counts)
        lines = replace(state.view(), islands=tuple(sites)).to_text(100).split("\n")[1:]
        drawn = block(lines, state.options.board.islands[start].at)
        assert (drawn == ["A see", "below", ""]) == is_below
        assert (read_island(drawn)[2] == dict(enumerate(counts))) != is_below
        beside = " ".join(" ".join(line[21 * CELL :] for line in lines).split())
        for seat, count in enumerate(counts):
            assert (f"{count} workers of seat {seat}" in beside) == is_below


@pytest.mark.parametrize(("capacity", "drawn"), [(7, "000...."), (20, "0:3 /20")])
def test_much_room_is_a_number(capacity: int, drawn: str) -> None:
    """Where dots for all of it would not fit into the island."""
    view = plays.states(2, 1)[0].view()
    box = view.options.box
    small, medium, large = box.sizes
    roomy = replace(box, sizes=(small._replace(capacity=capacity), medium, large))
    sites = [*view.islands]
    sites[1] = sites[1]._replace(tile=read_tile("small 2 coins-1"), workers=(3, 0))
    given = replace(view.options, box=roomy)
    lines = replace(view, options=given, islands=tuple(sites)).to_text(80).split("\n")[1:]
    x, y = given.board.islands[1].at
    assert [line[x * CELL : (x + 3) * CELL] for line in lines[y : y + 3]] == [
        "[B s2 1c]",
        "[^_     ]",
        f"[{drawn}]",
    ]


def test_the_picture_of_a_seat_tells_no_secret() -> None:
    """It is the same whatever the others have in their hands."""
    differing = 0
    for state in plays.states(3, 6, powers=True)[::9]:
        for observer in (0, SPECTATOR):
            other = state.alike(observer, Draws(1, "others"))
            differing += other != state
            assert other.view(observer).to_text() == state.view(observer).to_text()
    assert differing > 50
