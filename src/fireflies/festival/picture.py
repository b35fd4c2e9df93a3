"""Draw a view of Firefly Festival as an SVG: for a notebook, a page, or print.

Each piece bears the number of its seat, so a color is never needed. The picture follows the
reader's light or dark scheme. Letters are large enough to read on a phone, which shows the picture
at about half of its width. The description tells the whole table in words.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from fireflies._picture import Panel, Picture
from fireflies._svg import (
    GAP,
    LINE,
    MARGIN,
    digit,
    in_lines,
    joined,
    legal_lines,
    placed,
    style_sheet,
    text_element,
    token,
)
from fireflies._texts import many
from fireflies.contract import with_names
from fireflies.festival.box.board import SIDE, Cell, Island, Lane
from fireflies.festival.rules.actions import Festival, Pagoda, Recruit, To, Walk
from fireflies.festival.rules.network import network
from fireflies.festival.rules.pieces import NONE, Site
from fireflies.festival.rules.position import Observed
from fireflies.festival.text.descriptions import (
    describe_goal,
    describe_island,
    describe_player,
    describe_stack,
    describe_supply,
    describe_view,
    headline,
)
from fireflies.festival.text.textmap import can_be_built, label_cells, short

_CELL: Final = 36
_LAND: Final = _CELL * SIDE
_NARROWEST: Final = 600
_NARROWEST_PART: Final = 420  # the least width of a picture of a part of the table
_PLAYER: Final = 300  # the least width of the panel of a player
_GOAL: Final = 135  # the least width of a public goal
_FLOORS: Final = (4, 32, 24)  # left, top and height of the floors on an island
_CIRCLES: Final = 8  # the largest capacity at which workers are drawn one by one, not counted
_IN_ROW: Final = 4

_STYLE: Final = style_sheet(
    "ff-festival",
    """
.letter{font-size:25px;font-weight:700}
.sign{font-size:19px}
.count{font-size:17px}
.lane{font-size:15px;font-weight:700;fill:var(--mark)}
.water{fill:var(--water)}
.land{fill:var(--land);stroke:var(--line);stroke-width:2}
.open{fill:none;stroke:var(--wave);stroke-width:3;stroke-dasharray:3 9}
.build{fill:none;stroke:var(--mark);stroke-width:4;stroke-dasharray:10 6}
.free{fill:none;stroke:var(--line);stroke-width:2;stroke-dasharray:4 4}
.can{fill:none;stroke:var(--mark);stroke-width:5;stroke-dasharray:14 7}
""",
    {
        "water": ("#d3e6f1", "#16364a"),
        "land": ("#f6efd8", "#3a3a2c"),
        "wave": ("#7c9db3", "#5f8aa3"),
    },
)

SIGNS: Final = (
    "m3: a medium island (s small, l large), 3 points a piece. 2c: 2 coins (w workers, g private"
    " goals, p points). Dashed: room for a worker, a floor needed for a festival."
    " \u2605: a s\u014drin."
    " 1/3 for 5: has 1 of 3 needed, for 5 points."
)
"""The meaning of the signs of the picture."""


def draw(
    view: Observed,
    other: Observed | None = None,
    about: str | None = None,
    names: Sequence[str] = (),
) -> str:
    """Return a view as an SVG document, whose description tells the whole table in words.

    What differs from ``other`` is marked. With ``about``, the text of an action, the picture has
    only the map, what differs, what the text names, and the seat that decides. ``names`` are those
    of the seats.
    """
    narrowest = _NARROWEST if about is None else _NARROWEST_PART
    width = max(narrowest, view.options.board.width * _CELL) + 2 * MARGIN
    page = Picture(width, about, names)
    page.fill(_fill, view, other)
    title = f"Firefly Festival. {headline(view, names)}"
    return page.finish(("ff-festival", _STYLE), title, described(view, names))


def _fill(page: Picture, view: Observed) -> None:
    """Draw the whole table."""
    page.headline(headline(view, page.names))
    _draw_board(page, view)
    goals = _goals(view)
    if any(page.add_fact(it.key, " ".join(it.lines), mentioned_as=it.mentioned_as) for it in goals):
        page.draw(text_element(MARGIN, page.height + 20, "Public goals", "faint"))
        page.height += LINE + 3
    page.add(goals, _GOAL)
    page.add([_player(page, view, seat) for seat in range(len(view.players))], _PLAYER)
    page.write("left", f"Left: {', '.join(describe_supply(view))}.", "faint")
    for line in (*legal_lines(view.actor, view.legal_actions), SIGNS):
        page.note(page.named(line))


def described(view: Observed, names: Sequence[str]) -> str:
    """Return the whole table in words, a sentence for each thing."""
    players = [
        f"Seat {seat}: {', '.join([*describe_player(view, seat), *_hand(view, seat)])}"
        for seat in range(len(view.players))
    ]
    goals = ", ".join(describe_stack(view, stack) for stack in view.public)
    left = f"Left: {', '.join(describe_supply(view))}"
    lines = [*describe_view(view), *players, f"Public goals: {goals}", left]
    told = ". ".join([*lines, *legal_lines(view.actor, view.legal_actions)])
    return f"{headline(view, names)}. {with_names(told, names)}"


def _hand(view: Observed, seat: int) -> list[str]:
    """Return the private goals in a hand, none when they are hidden."""
    goals = view.players[seat].goals or ()
    return [describe_goal(view, seat, goal) for goal in goals]


# The board


def _draw_board(page: Picture, view: Observed) -> None:
    """Add the map, and rings around the islands and bridges that differ."""
    board = view.options.board
    left, top = (page.width - board.width * _CELL) // 2, page.height
    page.draw(placed(left, top, "".join(_board(view))))
    for island, site in zip(board.islands, view.islands, strict=True):
        x, y = island.at
        box = (left + x * _CELL, top + y * _CELL, _LAND, _LAND)
        told = page.named(describe_island(view, island, site))
        page.part(f"island {island.name}", told, box, -3)
    for lane in board.lanes:
        owner = view.bridges[lane.index]
        if owner is not None:
            x, y, width, height = _span(lane, 20)
            box = (left + x, top + y, width, height)
            page.part(f"bridge {lane.name}", page.named(f"of seat {owner}"), box)
    page.height += board.height * _CELL + GAP


def _board(view: Observed) -> Iterator[str]:
    """Draw the map: water, lanes, rewards, bridges, islands."""
    board = view.options.board
    width, height = board.width * _CELL, board.height * _CELL
    water = f'<rect class="water" width="{width}" height="{height}" rx="8"/>'
    can_build = [lane.index for lane in can_be_built(view)]
    closed = network(view).closed
    built = [lane for lane in board.lanes if view.bridges[lane.index] is not None]
    free = [it for it in board.lanes if it not in built and not closed >> it.index & 1]
    water += _water_lines([it for it in free if it.index in can_build], "build")
    yield placed(
        0, 0, water + _water_lines([it for it in free if it.index not in can_build], "open")
    )
    taken = dict.fromkeys(cell for lane in built for cell in lane.cells)
    labels, crowded = label_cells(can_be_built(view), board)
    for cell, reward in board.water:
        if cell not in taken:
            yield _badge(cell, short(reward), is_crowded=cell in crowded)
    for lane in built:
        yield from _bridge(view, lane)
    marks = _marks(view)
    for island, site in zip(board.islands, view.islands, strict=True):
        x, y = (place * _CELL for place in island.at)
        yield placed(x, y, "".join(_island(view, island, site, marks.get(island.name))))
    for cell, name in (labels | crowded).items():
        yield _label(cell, name, is_crowded=cell in crowded)


def _marks(view: Observed) -> Mapping[str, str]:
    """Return the CSS class of the frame of each island that has one.

    ``can``: a legal action names the island. ``chosen``: the chosen worker is on it, or the bridge
    that workers may cross ends there.
    """
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


def _span(lane: Lane, breadth: int) -> tuple[int, int, int, int]:
    """Return left, top, width and height of a bar along a lane that is ``breadth`` wide."""
    (x, y), length, inset = lane.cells[0], lane.length * _CELL, (_CELL - breadth) // 2
    if lane.is_horizontal:
        return x * _CELL, y * _CELL + inset, length, breadth
    return x * _CELL + inset, y * _CELL, breadth, length


def _water_lines(lanes: Sequence[Lane], style: str) -> str:
    """Draw lanes without a bridge."""
    spans = [_span(lane, 0) for lane in lanes]
    drawn = "".join(f"M{left} {top}l{width} {height}" for left, top, width, height in spans)
    return f'<path class="{style}" d="{drawn}"/>' if drawn else ""


def _badge(cell: Cell, text: str, *, is_crowded: bool) -> str:
    """Draw a reward on the water, higher where the name of a lane stands below it."""
    x, y = (place * _CELL + _CELL // 2 for place in cell)
    size, half = _CELL - 4, _CELL // 2 - 2
    frame = f'<rect class="paper" x="-{half}" y="-{half}" width="{size}" height="{size}" rx="14"/>'
    down, style = (-3, "count") if is_crowded else (7, "sign")
    return placed(x, y, frame + text_element(0, down, text, style, anchor="middle"))


def _label(cell: Cell, name: str, *, is_crowded: bool) -> str:
    """Draw the name of a lane in which a bridge can be built, or the names of several."""
    x, y = (place * _CELL + _CELL // 2 for place in cell)
    y += GAP if is_crowded else 0
    half = 6 * len(name)
    frame = f'<rect class="paper" x="-{half}" y="-9" width="{2 * half}" height="18" rx="5"/>'
    return placed(x, y, frame + text_element(0, 6, name, "lane", anchor="middle"))


def _bridge(view: Observed, lane: Lane) -> Iterator[str]:
    """Draw a bridge with its owner in the middle, framed when it was just built."""
    owner = view.bridges[lane.index]
    left, top, width, height = _span(lane, 20)
    yield (
        f'<rect class="seat seat{owner}" x="{left}" y="{top}" width="{width}" height="{height}"/>'
    )
    if view.pending.lane == lane.index:
        left, top, width, height = _span(lane, 26)
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
    """Draw the workers on an island: the sign of each player, and a count."""
    found = [(seat, count) for seat, count in enumerate(workers) if count]
    for place, (seat, count) in enumerate(found):
        row, column = divmod(place, columns)
        x, y = 14 + (_LAND - GAP) // columns * column, top + 25 * row
        yield token(x, y, seat, 11)
        yield text_element(x + 12, y + 6, f"\u00d7{count}", "count")


# Below the board


def _goals(view: Observed) -> list[Panel]:
    """Return a panel for the top card of each stack of public goals."""
    panels: list[Panel] = []
    for stack in view.public:
        card, _, count = describe_stack(view, stack).partition(" (")
        name, _, needs = card.partition(" ")
        lines = [name, needs, count.rstrip(")")]
        panels.append(Panel(f"public goal {name}", lines, mentioned_as=stack.kind))
    return panels


def _player(page: Picture, view: Observed, seat: int) -> Panel:
    """Return the panel of a player."""
    outcome, score, status = view.outcome, "", ""
    has_turn = view.seat == seat if outcome is None else seat in outcome.winners
    if outcome is not None:
        score = f": {many(outcome.scores[seat], 'point')}{', won' if has_turn else ''}"
    elif has_turn:
        status = ", to decide" if view.actor == seat else ", in turn"
    columns = max(1, min(len(view.players), (page.inside + GAP) // (_PLAYER + GAP)))
    room = (page.inside + GAP) // columns - 3 * GAP
    parts = [part for part in describe_player(view, seat) if not part.startswith("scores")]
    lines = [page.named(f"Seat {seat}{score}"), *in_lines(joined("", parts), room)]
    if hand := _hand(view, seat):
        lines += in_lines(joined("Goals: ", hand), room)
    return Panel(
        f"seat {seat}", lines, seat, status, is_marked=has_turn, is_needed=view.seat == seat
    )
