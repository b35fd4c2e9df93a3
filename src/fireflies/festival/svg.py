"""Draw a view of Firefly Festival as an SVG: for a notebook, a page, or print.

Each piece bears the number of its seat, so a color is never needed. The picture follows the
reader's light or dark scheme. Letters are large enough for a phone, where the board is half as wide
as here. The description tells the whole table in words.
"""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final

from fireflies._svg import (
    GAP,
    LETTER,
    LINE,
    MARGIN,
    Panel,
    allowed,
    digit,
    document,
    flow,
    text_element,
    token,
)
from fireflies.festival.actions import Festival, Pagoda, Recruit, To, Walk
from fireflies.festival.board import SIDE, Cell, Island, Lane
from fireflies.festival.network import network
from fireflies.festival.pieces import NONE, Site, many
from fireflies.festival.position import Observed
from fireflies.festival.textmap import can_be_built, is_across, label_cells, short
from fireflies.festival.words import (
    goal_text,
    headline,
    in_words,
    left_over,
    stack_text,
    standing,
    wrapped,
)

_CELL: Final = 36
_LAND: Final = _CELL * SIDE
_NARROWEST: Final = 600
_LARGE_LETTER: Final = 13  # the same in the headline
_PLAYER: Final = 300  # the least width of what is told about a player
_GOAL: Final = 135  # the same of a public goal
_FLOORS: Final = (4, 32, 24)  # left, top and height of the floors on an island
_CIRCLES: Final = 8  # workers on an island that are drawn one by one; more are counted
_IN_ROW: Final = 4

_STYLE: Final = """
.ff-festival{--ground:#fbf7ee;--ink:#22201a;--faint:#5d5749;--water:#d3e6f1;--land:#f6efd8;
--line:#8d8573;--wave:#7c9db3;--can:#a01c5b;--paper:#fff;font-family:system-ui,sans-serif}
@media (prefers-color-scheme:dark){.ff-festival{--ground:#1b1d25;--ink:#f2eee4;--faint:#bcb6a8;
--water:#16364a;--land:#3a3a2c;--line:#9a9580;--wave:#5f8aa3;--can:#ff9ecb;--paper:#2a2d38}}
.ff-festival text{fill:var(--ink);font-size:20px}
.ff-festival .head{font-size:23px;font-weight:600}
.ff-festival .bold{font-weight:700}
.ff-festival .faint{fill:var(--faint)}
.ff-festival .letter{font-size:25px;font-weight:700}
.ff-festival .sign{font-size:19px}
.ff-festival .count{font-size:17px}
.ff-festival .lane{font-size:17px;font-weight:700;fill:var(--can)}
.ff-festival .ground{fill:var(--ground)}.ff-festival .water{fill:var(--water)}
.ff-festival .land{fill:var(--land);stroke:var(--line);stroke-width:2}
.ff-festival .paper{fill:var(--paper);stroke:var(--line);stroke-width:1.5}
.ff-festival .open{stroke:var(--wave);stroke-width:3;stroke-dasharray:3 9}
.ff-festival .build{stroke:var(--can);stroke-width:4;stroke-dasharray:10 6}
.ff-festival .free{fill:none;stroke:var(--line);stroke-width:2;stroke-dasharray:4 4}
.ff-festival .can{fill:none;stroke:var(--can);stroke-width:5;stroke-dasharray:14 7}
.ff-festival .chosen{fill:none;stroke:var(--can);stroke-width:7}
.ff-festival .seat{stroke:#22201a;stroke-width:1.5}
.ff-festival .seat0{fill:#0072b2}.ff-festival .seat1{fill:#e69f00}.ff-festival .seat2{fill:#2fbf94}
.ff-festival .seat3{fill:#ee7733}.ff-festival .seat4{fill:#dd93bd}.ff-festival .seat5{fill:#f0e442}
.ff-festival .on{font-size:18px;font-weight:700;fill:#111}.ff-festival .on0{fill:#fff}
"""

LEGEND: Final = (
    "m3: a medium island (s small, l large), 3 points a piece. 2c: 2 coins (w workers, g private"
    " goals, p points). Dashed: room for a worker, a floor needed for a festival."
    " \u2605: a s\u014drin."
    " 1/3 for 5: has 1 of 3 needed, for 5 points."
)
"""The meaning of the signs of the picture."""


def draw_svg(view: Observed) -> str:
    """Return a view as an SVG document; it scales to the space that it gets."""
    board = view.options.board
    width = max(_NARROWEST, board.width * _CELL) + 2 * MARGIN
    inside = width - 2 * MARGIN
    parts, height = list[str](), MARGIN
    head = headline(view)
    for line in wrap(head, inside // _LARGE_LETTER):
        parts.append(text_element(MARGIN, height + 22, line, "head"))
        height += LINE
    height += GAP
    left = (width - board.width * _CELL) // 2
    place = f'transform="translate({left} {height})"'
    parts.append(f"<g {place}>{''.join(_board(view))}</g>")
    height += board.height * _CELL + GAP
    players = [_player(view, seat, inside) for seat in range(len(view.players))]
    parts.append(text_element(MARGIN, height + 20, "Public goals", "faint"))
    height += LINE
    for panels, least in ((_goals(view), _GOAL), (players, _PLAYER)):
        drawn, height = flow(panels, least, inside, height)
        parts += drawn
    for text in (
        f"Left: {', '.join(left_over(view))}.",
        *allowed(view.actor, view.legal_actions),
        LEGEND,
    ):
        for line in wrap(text, inside // LETTER):
            height += LINE
            parts.append(text_element(MARGIN, height, line, "faint"))
        height += GAP
    height += MARGIN
    title = f"Firefly Festival. {head}"
    return document(
        ("ff-festival", _STYLE), title, described(view), (width, height), "".join(parts)
    )


def described(view: Observed) -> str:
    """Return the whole table in words, a line for each thing."""
    players = [
        f"Seat {seat}: {', '.join([*standing(view, seat), *_hand(view, seat)])}"
        for seat in range(len(view.players))
    ]
    goals = ", ".join(stack_text(view, stack) for stack in view.stacks)
    left = f"Left: {', '.join(left_over(view))}"
    lines = [headline(view), *in_words(view), *players, f"Public goals: {goals}", left]
    return ". ".join([*lines, *allowed(view.actor, view.legal_actions)])


def _hand(view: Observed, seat: int) -> list[str]:
    """Return the private goals in a hand, as far as they are seen."""
    goals = view.players[seat].goals or ()
    return [goal_text(view, seat, goal) for goal in goals]


# The board


def _board(view: Observed) -> Iterator[str]:
    """Draw the map: water, lanes, rewards, bridges, islands."""
    board = view.options.board
    yield (
        f'<rect class="water" width="{board.width * _CELL}" height="{board.height * _CELL}"'
        ' rx="8"/>'
    )
    can_build = [lane.index for lane in can_be_built(view)]
    closed = network(view).closed
    built = [lane for lane in board.lanes if view.bridges[lane.index] is not None]
    for lane in board.lanes:
        if lane not in built and not closed >> lane.index & 1:
            yield _water_line(view, lane, "build" if lane.index in can_build else "open")
    taken = dict.fromkeys(cell for lane in built for cell in lane.cells)
    labels, crowded = label_cells(can_be_built(view), board)
    for cell, reward in board.water:
        if cell not in taken:
            yield _badge(cell, short(reward), is_crowded=cell in crowded)
    for lane in built:
        yield from _bridge(view, lane)
    marks = _marks(view)
    for island, site in zip(board.islands, view.sites, strict=True):
        x, y = island.at
        place = f'transform="translate({x * _CELL} {y * _CELL})"'
        yield f"<g {place}>{''.join(_island(view, island, site, marks.get(island.name)))}</g>"
    for cell, name in labels.items():
        yield _label(cell, name)
    for cell, name in crowded.items():
        yield _label(cell, name, is_crowded=True)


def _marks(view: Observed) -> Mapping[str, str]:
    """Return how islands are framed: those that can be chosen, and the one that was."""
    found: dict[str, str] = {}
    for action in view.legal_actions or ():
        if isinstance(action, Recruit | Walk | To | Pagoda | Festival):
            found[action.island] = "can"
    board, pending = view.options.board, view.pending
    chosen = [pending.walker] if pending.walker != NONE else []
    if pending.lane != NONE:
        chosen += board.lanes[pending.lane].ends if view.phase == "cross" else ()
    found.update({board.islands[index].name: "chosen" for index in chosen})
    return found


def _span(view: Observed, lane: Lane, breadth: int) -> tuple[int, int, int, int]:
    """Return left, top, width and height of what lies along a lane, so broad."""
    (x, y), length, inset = lane.cells[0], lane.length * _CELL, (_CELL - breadth) // 2
    if is_across(view.options.board, lane):
        return x * _CELL, y * _CELL + inset, length, breadth
    return x * _CELL + inset, y * _CELL, breadth, length


def _water_line(view: Observed, lane: Lane, style: str) -> str:
    left, top, width, height = _span(view, lane, 0)
    return f'<line class="{style}" x1="{left}" y1="{top}" x2="{left + width}" y2="{top + height}"/>'


def _badge(cell: Cell, text: str, *, is_crowded: bool) -> str:
    """Draw a reward on the water, higher where the name of a lane stands below it."""
    x, y = (place * _CELL + _CELL // 2 for place in cell)
    size, half = _CELL - 4, _CELL // 2 - 2
    frame = f'<rect class="paper" x="{x - half}" y="{y - half}" width="{size}" height="{size}"'
    words = text_element(x, y + (0 if is_crowded else 7), text, "sign", anchor="middle")
    return f'{frame} rx="14"/>{words}'


def _label(cell: Cell, name: str, *, is_crowded: bool = False) -> str:
    """Draw the name of a lane in which a bridge can be built."""
    x, y = (place * _CELL + _CELL // 2 for place in cell)
    y += GAP if is_crowded else 0
    frame = f'<rect class="paper" x="{x - 18}" y="{y - 10}" width="36" height="20" rx="5"/>'
    return f"{frame}{text_element(x, y + 6, name, 'lane', anchor='middle')}"


def _bridge(view: Observed, lane: Lane) -> Iterator[str]:
    """Draw a bridge with its owner in the middle, framed when it was just built."""
    owner = view.bridges[lane.index]
    left, top, width, height = _span(view, lane, 20)
    yield (
        f'<rect class="seat seat{owner}" x="{left}" y="{top}" width="{width}" height="{height}"/>'
    )
    if view.pending.lane == lane.index:
        left, top, width, height = _span(view, lane, 26)
        yield (
            f'<rect class="chosen" x="{left}" y="{top}" width="{width}" height="{height}" rx="4"/>'
        )
    yield digit(left + width // 2, top + height // 2, owner)


def _island(view: Observed, island: Island, site: Site, mark: str | None) -> Iterator[str]:
    """Draw an island at the origin: tile, floors, workers."""
    tile, floors, is_sealed, workers = site
    yield f'<rect class="land" width="{_LAND}" height="{_LAND}" rx="10"/>'
    if mark:
        yield f'<rect class="{mark}" width="{_LAND}" height="{_LAND}" rx="10"/>'
    yield text_element(6, 26, island.name, "letter")
    if tile is None:
        return
    if tile.size == "start":
        yield text_element(_LAND - 8, 25, "start", "sign", anchor="end")
        yield from _counted(workers, 2, 45)
        return
    yield text_element(34, 25, f"{tile.size[0]}{tile.points}", "sign")
    yield text_element(_LAND - 8, 25, short(tile.reward), "sign bold", anchor="end")
    size = view.options.box.size(tile.size)
    yield from _floors(floors, size.floors, is_sealed=is_sealed)
    if size.capacity > _CIRCLES:
        yield from _counted(workers, 2 if sum(map(bool, workers)) <= _IN_ROW else 3, 70)
        return
    people = [seat for seat, count in enumerate(workers) for _ in range(count)]
    for place in range(size.capacity):
        row, column = divmod(place, _IN_ROW)
        x, y = 15 + 26 * column, 70 + 25 * row
        if place < len(people):
            yield token(x, y, people[place])
        else:
            yield f'<circle class="free" cx="{x}" cy="{y}" r="10"/>'


def _floors(owners: Sequence[int], needed: int, *, is_sealed: bool) -> Iterator[str]:
    """Draw the floors from the ground up, those still needed for a festival, and the sōrin."""
    left, top, height = _FLOORS
    count = max(len(owners), needed) + is_sealed
    step = min(_CELL // 2 + 2, (_LAND - 2 * left) // count)
    for place in range(max(len(owners), needed)):
        x = left + place * step
        box = f'x="{x}" y="{top}" width="{step - 2}" height="{height - 2}"'
        if place < len(owners):
            yield f'<rect class="seat seat{owners[place]}" {box}/>'
            yield digit(x + step // 2 - 1, top + height // 2 - 1, owners[place])
        else:
            yield f'<rect class="free" {box}/>'
    if is_sealed:
        yield text_element(_LAND - 4, top + 20, "\u2605", "bold", anchor="end")


def _counted(workers: Sequence[int], columns: int, top: int) -> Iterator[str]:
    """Draw the workers on an island: the sign of each player, and how many."""
    found = [(seat, count) for seat, count in enumerate(workers) if count]
    for place, (seat, count) in enumerate(found):
        row, column = divmod(place, columns)
        x, y = 14 + (_LAND - GAP) // columns * column, top + 25 * row
        yield token(x, y, seat, 11)
        yield text_element(x + 12, y + 6, f"\u00d7{count}", "count")


# Below the board


def _goals(view: Observed) -> list[Panel]:
    """Return the top card of each stack of public goals."""
    panels: list[Panel] = []
    for stack in view.stacks:
        card, _, count = stack_text(view, stack).partition(" (")
        name, _, needs = card.partition(" ")
        panels.append(Panel([name, needs, count.rstrip(")")]))
    return panels


def _player(view: Observed, seat: int, inside: int) -> Panel:
    """Return what is told about a player."""
    outcome, status = view.outcome, ""
    has_turn = view.seat == seat if outcome is None else seat in outcome.winners
    if outcome is not None:
        status = f": {many(outcome.scores[seat], 'point')}{', won' if has_turn else ''}"
    elif has_turn:
        status = ", to decide" if view.actor == seat else ", in turn"
    columns = min(len(view.players), (inside + GAP) // (_PLAYER + GAP))
    letters = ((inside + GAP) // columns - 3 * GAP) // LETTER
    lines = [f"Seat {seat}{status}"]
    parts = [part for part in standing(view, seat) if not part.startswith("scores")]
    lines += wrapped("", parts, letters, "")
    hand = _hand(view, seat)
    lines += wrapped("Goals: ", hand, letters, "") if hand else []
    return Panel(lines, seat, has_turn)
