"""Draw a view of Firefly Festival with letters.

A cell of the board is one line high and some columns wide, so an island has three lines::

    [A m3 2c]   island A, medium: 3 points a piece, and 2 coins a floor
    [^01_   ]   floors of seats 0 and 1, one more for a festival; * is a sōrin
    [001..  ]   two workers of seat 0, one of seat 1, room for two more

``=0=`` and ``|0|`` are bridges of seat 0, ``AB1`` a lane in which the deciding seat can build one,
``.`` other water where a bridge may lie, ``2c`` two coins on the water (``w`` workers, ``g``
private goals, ``p`` points). What has no room on the map is said below it.
"""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from fireflies.contract import YOU, with_names
from fireflies.festival.actions import Bridge
from fireflies.festival.board import SIDE, Board, Cell, Island, Lane
from fireflies.festival.components import Goal, Reward
from fireflies.festival.ending import chain
from fireflies.festival.network import network
from fireflies.festival.pieces import NONE, NOTHING, SeenPlayer, Site, Stack, listed, many
from fireflies.festival.position import Observed
from fireflies.festival.secondary import fish_price, measure

WIDTH: Final = 80
LEGEND: Final = (
    "[A m3 2c]: island A, medium (s small, l large), 3 points a piece, 2 coins a floor",
    "^01_: floors of seats 0 and 1, one more for a festival; * is a sōrin",
    "001..: two workers of seat 0, one of seat 1, room for two more; 0:3 is three of seat 0",
    "=0= and |0|: bridges of seat 0; AB1: where you can build one; a dot: where one may lie",
    "2c on the water: two coins (w workers, g private goals, p points)",
    "hubs 1/3 for 5 (4 left): you have 1 of 3 needed, it brings 5 points, and 4 cards are left",
    "3 fish (next 5c): the next fish costs 5 coins; chain 4: 4 islands on a path of own bridges",
    "pieces, floors, workers: what is left in a supply; goals: private ones in hand; done: all",
)
"""What the signs of the map mean."""

_CELLS: Final = (4, 3)
"""The columns of a cell: the first of these with which the board leaves room at its right."""
_NARROW_CELL: Final = 2
_SIDE: Final = 24
"""The least columns at the right of the board that are used."""
_GAP: Final = 2
_GLUE: Final = "\xa0"  # textwrap breaks lines at every other space
_HANGING: Final = " " * 4

_Section: TypeAlias = Callable[[int], list[str]]
"""Returns lines of at most this width."""


def draw_text(view: Observed, width: int = WIDTH, names: Sequence[str] = ()) -> str:
    """Return the table in letters, no line longer than ``width``, without a newline at the end.

    ``names`` are those of the seats. Where the board is too wide for a map, the islands are told in
    words. Below a width of 40 lines may be longer.
    """
    cell = _cell_width(view.options.board, width)
    drawn, missing = ([], _all_words(view)) if cell is None else _map(view, cell)
    side = 0 if cell is None else width - cell * view.options.board.width - _GAP
    right: list[str] = []
    below: list[str] = []
    for section in _sections(view, names, missing):
        lines = section(side) if side >= _SIDE else []
        if lines and len(right) + len(lines) <= len(drawn) and max(map(len, lines)) <= side:
            right += lines
        else:
            below += section(width)
    right += [""] * (len(drawn) - len(right))
    board = [
        f"{line}{' ' * _GAP}{words}".rstrip() for line, words in zip(drawn, right, strict=True)
    ]
    head = textwrap.wrap(headline(view, names), width)
    return "\n".join([*head, *board, *below])


def headline(view: Observed, names: Sequence[str] = ()) -> str:
    """Return whose decision is next and what it is about, and who looks."""
    observer = view.observer
    looks = f"seat {observer} sees" if isinstance(observer, int) else f"a {observer} sees"
    eyes = "" if observer is None or YOU in names or view.outcome else f" (as {looks} it)"
    return with_names(f"{_now(view)}{eyes}", names)


def _now(view: Observed) -> str:
    """Return what is decided next."""
    seat, pending = f"seat {view.seat}", view.pending
    match view.phase:
        case "over" if view.outcome is not None:
            winners = [f"seat {winner}" for winner in view.outcome.winners]
            wins = "wins" if len(winners) == 1 else "share the victory"
            return f"Game over: {listed(winners)} {wins}"
        case "recruit":
            return f"Recruits: {seat} places {many(pending.recruits, 'worker')}"
        case "cross":
            lane = view.options.board.lanes[pending.lane]
            return f"New bridge {lane.name}: {seat} may move workers over it"
        case "walk":
            return f"Move: {seat} has {many(pending.walks, 'movement')} left"
        case "to":
            island = view.options.board.islands[pending.walker]
            return (
                f"Move: {seat} chooses where a worker from {island.name} goes, over whose bridges"
            )
        case "turn":
            left = [many(view.mains, "main action")] if view.mains else []
            left += ["a secondary action"] if view.secondary else []
            return f"Turn: {seat} has {listed(left)} left"
        case _:
            return _setting_up(view)


def _setting_up(view: Observed) -> str:
    """Return what chance deals next, or which power a seat chooses."""
    seat = f"seat {view.seat}"
    told = {
        "tiles": f"Setup: island {_first_empty(view)} gets a tile",
        "powers": f"Setup: {seat} is dealt powers",
        "keep": f"Setup: {seat} keeps one of two powers",
        "first": "Setup: chance says who has the first turn",
    }
    dealt = "Setup" if view.pending == NOTHING else "Reward"
    return told.get(view.phase, f"{dealt}: {seat} is dealt a private goal")


def _first_empty(view: Observed) -> str:
    """Return the letter of the first island without a tile; empty when there is none."""
    empty = (site.tile is None for site in view.sites)
    islands = view.options.board.islands
    return next((it.name for it, is_empty in zip(islands, empty, strict=True) if is_empty), "")


def _cell_width(board: Board, width: int) -> int | None:
    """Return the columns of a cell; None when no map fits."""
    for cell in _CELLS:
        if cell * board.width + _GAP + _SIDE <= width:
            return cell
    return next((it for it in (*_CELLS, _NARROW_CELL) if it * board.width <= width), None)


# The map


def _map(view: Observed, cell: int) -> tuple[list[str], list[str]]:
    """Return the lines of the map, and what has no room on it."""
    board = view.options.board
    grid = [[" " * cell] * board.width for _ in range(board.height)]
    for (x, y), text in _water(view, cell).items():
        grid[y][x] = text
    lanes = can_be_built(view)
    labels = label_cells(lanes, board)[0] if cell >= len("AB1") else {}
    for (x, y), name in labels.items():
        grid[y][x] = f"{name:^{cell}}"
    missing = [it.name for it in lanes if it.name not in labels.values()]
    notes = [f"Also to build: {', '.join(missing)}"] if missing else []
    for island, site in zip(board.islands, view.sites, strict=True):
        lines, is_whole = _island(view, island, site, cell * SIDE)
        if not is_whole:
            notes.append(_in_words(view, island, site))
        x, y = island.at
        for down, line in enumerate(lines):
            grid[y + down][x : x + SIDE] = [line, "", ""]
    return ["".join(row) for row in grid], notes


def _water(view: Observed, cell: int) -> dict[Cell, str]:
    """Return what is drawn on cells of water: bridges, rewards, and dots where one may lie."""
    board, found = view.options.board, dict[Cell, str]()
    closed = network(view).closed
    for lane in board.lanes:
        if not closed >> lane.index & 1:
            found.update(dict.fromkeys(lane.cells, f"{'.':^{cell}}"))
    for at, reward in board.water:
        found[at] = f"{short(reward):^{cell}}"
    for lane in board.lanes:
        owner = view.bridges[lane.index]
        if owner is not None:
            drawn = f"{owner:=^{cell}}" if is_across(board, lane) else f"{f'|{owner}|':^{cell}}"
            found.update(dict.fromkeys(lane.cells, drawn[:cell]))
    return found


def short(reward: Reward) -> str:
    """Return a reward in short, like ``2c``; empty for none."""
    return "".join(f"{count}{name[0]}" for name, count in reward._asdict().items() if count)


def is_across(board: Board, lane: Lane) -> bool:
    """Return whether a lane goes from the left to the right; otherwise it goes down."""
    (x, y), (right, down) = lane.cells[0], board.islands[lane.ends[0]].at
    return y in range(down, down + SIDE) and x not in range(right, right + SIDE)


def can_be_built(view: Observed) -> list[Lane]:
    """Return the lanes in which the deciding seat can build a bridge now."""
    board = view.options.board
    return [
        board.lanes[board.lane_index[action.lane]]
        for action in view.legal_actions or ()
        if isinstance(action, Bridge)
    ]


def label_cells(lanes: Sequence[Lane], board: Board) -> tuple[dict[Cell, str], dict[Cell, str]]:
    """Return a cell for the name of each lane: a bipartite matching of lanes and free cells.

    Then the lanes that get none, for which only a cell with a reward is left, or one with the name
    of another lane.
    """
    rewarded = {cell for cell, _ in board.water}
    crowd = [cell for lane in lanes for cell in lane.cells]
    middle = {lane.index: lane.length // 2 for lane in lanes}
    cells = {
        lane.index: sorted(
            [cell for cell in lane.cells if cell not in rewarded],
            key=lambda cell: (crowd.count(cell), abs(lane.cells.index(cell) - middle[lane.index])),
        )
        for lane in lanes
    }
    taken: dict[Cell, Lane] = {}

    def place(lane: Lane, tried: set[Cell]) -> bool:
        for cell in cells[lane.index]:
            if cell not in tried:
                tried.add(cell)
                if cell not in taken or place(taken[cell], tried):
                    taken[cell] = lane
                    return True
        return False

    crowded = {lane.cells[0]: lane.name for lane in lanes if not place(lane, set())}
    return {cell: lane.name for cell, lane in taken.items()}, crowded


def _island(
    view: Observed, island: Island, site: Site, width: int
) -> tuple[tuple[str, str, str], bool]:
    """Return the three lines of an island, and whether all that is on it has room there."""
    inner = width - 2 if width >= SIDE * min(_CELLS) else width
    lines = _island_lines(view, island, site, inner)
    if lines is not None:
        left, right = "[]" if inner < width else ("", "")
        one, two, three = (f"{left}{line:<{inner}}{right}" for line in lines)
        return (one, two, three), True
    lines = _island_lines(view, island, site, width)
    one, two, three = lines or (f"{island.name} see", "below", "")
    return (f"{one:<{width}}", f"{two:<{width}}", f"{three:<{width}}"), lines is not None


def _island_lines(
    view: Observed, island: Island, site: Site, width: int
) -> tuple[str, str, str] | None:
    """Return what is on an island in three lines; None when that is more than so wide."""
    tile, floors, is_sealed, workers = site
    counts = [f"{seat}:{count}" for seat, count in enumerate(workers) if count]
    if tile is None:
        return island.name, "", ""
    if tile.size == "start":
        return _packed([f"{island.name} start", ""], counts, width) or _packed(
            [island.name], counts, width
        )
    size = view.options.box.size(tile.size)
    head = f"{island.name} {tile.size[0]}{tile.points} {short(tile.reward)}"
    if len(head) > width:
        head = head.replace(" ", "")
    pagoda = f"^{''.join(map(str, floors))}{'_' * (size.floors - len(floors))}"
    pagoda += "*" if is_sealed else ""
    people = "".join(str(seat) * count for seat, count in enumerate(workers))
    people += "." * (size.capacity - sum(workers))
    if len(people) > width:
        people = " ".join([*counts, f"/{size.capacity}"])
    return (head, pagoda, people) if max(map(len, (head, pagoda, people))) <= width else None


def _packed(begun: list[str], things: list[str], width: int) -> tuple[str, str, str] | None:
    """Return three lines with things added to the last one begun; None when they do not fit."""
    lines = [*begun]
    for thing in things:
        longer = f"{lines[-1]} {thing}".strip()
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(thing)
    lines += [""] * (SIDE - len(lines))
    if len(lines) > SIDE or max(map(len, lines)) > width:
        return None
    return lines[0], lines[1], lines[2]


# In words


def in_words(view: Observed) -> list[str]:
    """Return each island with all that is on it, and each bridge, in words."""
    board = view.options.board
    islands = [
        _in_words(view, island, site)
        for island, site in zip(board.islands, view.sites, strict=True)
    ]
    built = [
        f"{lane.name} of seat {owner}"
        for lane, owner in zip(board.lanes, view.bridges, strict=True)
        if owner is not None
    ]
    return [*islands, f"Bridges: {', '.join(built) or 'none'}"]


def _all_words(view: Observed) -> list[str]:
    """Return what a map would show."""
    lanes = [lane.name for lane in can_be_built(view)]
    return [*in_words(view), *([f"To build: {', '.join(lanes)}"] if lanes else [])]


def _in_words(view: Observed, island: Island, site: Site) -> str:
    """Return an island with all that is on it in words."""
    tile, floors, is_sealed, workers = site
    if tile is None:
        return f"Island {island.name}: no tile yet"
    there = [
        f"{many(count, 'worker')} of seat {seat}" for seat, count in enumerate(workers) if count
    ]
    if tile.size == "start":
        return f"Island {island.name}: start, {', '.join(there) or 'nobody'}"
    size = view.options.box.size(tile.size)
    pagoda = f"floors of seats {' '.join(map(str, floors))}" if floors else "no floor"
    return (
        f"Island {island.name}: {tile.size}, {many(tile.points, 'point')} a piece,"
        f" {tile.reward} a floor, {pagoda}{', a sōrin' if is_sealed else ''},"
        f" {', '.join(there) or 'nobody'}, room for {size.capacity - sum(workers)} of"
        f" {size.capacity}"
    )


# Beside or below the map


def _sections(view: Observed, names: Sequence[str], missing: Sequence[str]) -> list[_Section]:
    """Return what is told beside or below the map, in order."""
    return [
        lambda width: _players(view, names, width),
        lambda width: _stacks(view, width),
        lambda width: _hands(view, names, width),
        lambda width: wrapped("Left: ", left_over(view), width),
        lambda width: [
            line
            for it in missing
            for line in textwrap.wrap(with_names(it, names), width, subsequent_indent=_HANGING)
        ],
    ]


_COLUMNS: Final[Mapping[str, Callable[[Observed, int], int]]] = {
    "points": lambda view, seat: view.players[seat].points,
    "coins": lambda view, seat: view.players[seat].coins,
    "pieces": lambda view, seat: view.players[seat].bridges,
    "floors": lambda view, seat: view.players[seat].floors,
    "workers": lambda view, seat: view.players[seat].workers,
    "fish": lambda view, seat: view.players[seat].fish,
    "goals": lambda view, seat: view.players[seat].hand,
    "done": lambda view, seat: _done(view.players[seat]),
    "chain": chain,
}
"""What a table of players has in its columns: what they have, what is left in their supply."""


def _players(view: Observed, names: Sequence[str], width: int) -> list[str]:
    """Return the lines of the players: a table where it fits, otherwise a paragraph for each."""
    heads = [
        f"{_mark(view, seat)}{seat} {names[seat]}" if names else f"{_mark(view, seat)}seat {seat}"
        for seat in range(len(view.players))
    ]
    margin = max(map(len, heads))
    columns = "".join(f" {name}" for name in _COLUMNS)
    extra = [", ".join(_tokens(view, seat)) for seat in range(len(view.players))]
    if margin + len(columns) + 2 + max(map(len, extra)) <= width:
        rows = [
            f"{head:<{margin}}"
            + "".join(f" {count(view, seat):>{len(name)}}" for name, count in _COLUMNS.items())
            + f"  {tokens}"
            for seat, (head, tokens) in enumerate(zip(heads, extra, strict=True))
        ]
        return [line.rstrip() for line in (" " * margin + columns, *rows)]
    return [
        line
        for seat, head in enumerate(heads)
        for line in wrapped(f"{head}: ", standing(view, seat), width, " " * 3)
    ]


def standing(view: Observed, seat: int) -> list[str]:
    """Return what a player has, part by part."""
    player = view.players[seat]
    done = _done(player)
    return [
        many(player.points, "point"),
        many(player.coins, "coin"),
        many(player.bridges, "piece"),
        many(player.floors, "floor"),
        many(player.workers, "worker"),
        f"{player.fish} fish{f' (next {fish_price(view, seat)}c)' if player.fish else ''}",
        many(player.hand, "goal"),
        *([f"chain {chain(view, seat)}"] if chain(view, seat) else []),
        *([f"{done} done"] if done else []),
        *_tokens(view, seat),
    ]


def _done(player: SeenPlayer) -> int:
    """Return how many goals a player has completed."""
    return len(player.claimed) + len(player.completed)


def _tokens(view: Observed, seat: int) -> list[str]:
    """Return the crow and the powers of a seat, and its score at the end."""
    player, outcome = view.players[seat], view.outcome
    return [
        *(["crow"] if view.crow == seat else []),
        *([] if player.powers is None else player.powers),
        *([] if outcome is None else [f"scores {outcome.scores[seat]}"]),
    ]


def _mark(view: Observed, seat: int) -> str:
    """Return the mark of the seat whose turn it is, or of a winner."""
    if view.outcome is not None:
        return "*" if seat in view.outcome.winners else " "
    return ">" if view.seat == seat != NONE else " "


def _stacks(view: Observed, width: int) -> list[str]:
    """Return the lines of the stacks of public goals."""
    tops = [stack_text(view, stack) for stack in view.stacks]
    if width < WIDTH // 2:
        return ["Public goals:", *(f"  {top}" for top in tops)]
    return wrapped("Public goals: ", tops, width)


def _hands(view: Observed, names: Sequence[str], width: int) -> list[str]:
    """Return the lines of the private goals in the hands that this observer sees."""
    lines: list[str] = []
    for seat, player in enumerate(view.players):
        if player.goals:
            goals = [goal_text(view, seat, goal) for goal in player.goals]
            whose = with_names(f"seat {seat}", names)
            head = "Your private goals" if whose == YOU else f"Private goals of {whose}"
            lines += wrapped(f"{head}: ", goals, width)
    return lines


def stack_text(view: Observed, stack: Stack) -> str:
    """Return the top card of a stack, like ``hubs 1/3 for 5 (4 left)``: has 1, needs 3."""
    if stack.top is None:
        return f"{stack.kind}: none left"
    seat = view.observer if isinstance(view.observer, int) else view.seat
    return f"{goal_text(view, seat, stack.top)} ({stack.left} left)"


def goal_text(view: Observed, seat: int, goal: Goal) -> str:
    """Return a goal card with what a seat has of what it needs, like ``hubs 1/3 for 4``."""
    has = f"{measure(view, seat, goal.kind)}/" if seat != NONE else ""
    return f"{goal.kind} {has}{goal.needs} for {goal.points}"


def left_over(view: Observed) -> list[str]:
    """Return what belongs to nobody, and how near a standstill is."""
    rounds = view.options.box.figures.rounds
    limit = rounds * len(view.players)
    bank = f"{view.bank} in the bank" if view.bank >= 0 else f"{-view.bank} substitute coins used"
    return [
        f"{view.sorin} sōrin",
        many(view.deck, "private goal"),
        bank,
        *(["the crow"] if view.crow is None else []),
        *(
            [f"{view.idle} of {limit} turns without progress"]
            if view.idle > len(view.players)
            else []
        ),
    ]


def wrapped(head: str, things: Sequence[str], width: int, indent: str = _HANGING) -> list[str]:
    """Return a head and the things after it, in lines that fit; a thing is never broken."""
    lines = textwrap.wrap(
        head + ", ".join(thing.replace(" ", _GLUE) for thing in things),
        width,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return [line.replace(_GLUE, " ") for line in lines]
