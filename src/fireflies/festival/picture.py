"""Draw a view of Firefly Festival as an SVG: for a notebook, a page, or print.

Each piece bears the number of its seat, so a color is never needed. The picture follows the
reader's light or dark scheme. Letters are large enough to read on a phone, which shows the picture
at about half of its width. The description tells the whole table in words.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from fireflies._picture import Panel, Picture, units
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
    thing,
    token,
    width_of,
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
_BROAD: Final = 860  # CSS pixels: the least width of a place with the map beside everything else
_BROADEST: Final = 1290  # the width of a picture for it: its lanes are 24 pixels apart, for fingers
_PLAYER: Final = 315  # the least width of the panel of a player
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
.lane{font-size:13px;font-weight:700;fill:var(--mark)}
.reward{font-size:13px}
.hit{fill:none;pointer-events:all}
.water{fill:var(--water)}
.land{fill:var(--land);stroke:var(--line);stroke-width:2}
.open{fill:none;stroke:var(--wave);stroke-width:3;stroke-dasharray:3 9}
.build{fill:none;stroke:var(--mark);stroke-width:4;stroke-dasharray:10 6}
.free{fill:none;stroke:var(--line);stroke-width:2;stroke-dasharray:4 4}
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
    width: int | None = None,
) -> str:
    """Return a view as an SVG document, whose description tells the whole table in words.

    Differences from ``other`` are marked. With ``about``, the text of an action, the picture has
    only the map, what differs, what the text names, and the seat that decides. ``names`` are those
    of the seats. ``width`` is that of the place for the picture in CSS pixels: in a broad one,
    everything else stands beside the map.
    """
    narrowest = _NARROWEST if about is None else _NARROWEST_PART
    map_width = max(narrowest, view.options.board.width * _CELL)
    is_broad = about is None and width is not None and width >= _BROAD
    least = _BROADEST if is_broad else map_width + 2 * MARGIN
    page = Picture(max(least, units(width, 0)), about, names, width)

    def fill(page: Picture, drawn: Observed) -> None:
        if not is_broad:
            page.headline(headline(drawn, names))
            _draw_board(page, drawn)
            _fill(page, drawn)
            page.note(SIGNS)
            return
        with page.column(MARGIN, map_width):
            _draw_board(page, drawn)
            page.note(SIGNS)
        with page.column(MARGIN + map_width + GAP, page.inside - map_width - GAP):
            page.headline(headline(drawn, names))
            _fill(page, drawn)
        page.below()

    page.fill(fill, view, other)
    title = f"Firefly Festival. {headline(view, names)}"
    return page.finish(("ff-festival", _STYLE), title, described(view, names))


def _fill(page: Picture, view: Observed) -> None:
    """Draw all but the map."""
    goals = _goals(view)
    if any(page.add_fact(it.key, it.words, name=it.name) for it in goals):
        page.draw(text_element(page.left, page.height + 20, "Public goals", "faint"))
        page.height += LINE + 3
    page.add(goals, _GOAL)
    page.add([_player(page, view, seat) for seat in range(len(view.players))], _PLAYER)
    if view.crow is None:
        with page.thing("crow"):
            page.write("crow", "The crow is free.", "faint")
    page.write("left", f"Left: {', '.join(describe_supply(view))}.", "faint")
    page.list_actions(legal_lines(view.actor, view.legal_actions))


def described(view: Observed, names: Sequence[str]) -> str:
    """Return the whole table in words, a line for each thing."""
    players = [
        f"Seat {seat}: {', '.join([*describe_player(view, seat), *_hand(view, seat)])}"
        for seat in range(len(view.players))
    ]
    goals = ", ".join(describe_stack(view, stack) for stack in view.public)
    left = f"Left: {', '.join(describe_supply(view))}"
    lines = [*describe_view(view), *players, f"Public goals: {goals}", left]
    told = ".\n".join([*lines, *legal_lines(view.actor, view.legal_actions)])
    return f"{headline(view, names)}.\n{with_names(told, names)}"


def _hand(view: Observed, seat: int) -> list[str]:
    """Return the private goals in a hand, none when they are hidden."""
    goals = view.players[seat].goals or ()
    return [describe_goal(view, seat, goal) for goal in goals]


# The board


def _draw_board(page: Picture, view: Observed) -> None:
    """Add the map, and rings around the islands and bridges that differ."""
    board = view.options.board
    left, top = page.left + (page.inside - board.width * _CELL) // 2, page.height
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
    """Draw the map: water, rewards, islands, lanes with their bridges or names."""
    board = view.options.board
    width, height = board.width * _CELL, board.height * _CELL
    water = f'<rect class="water" width="{width}" height="{height}" rx="8"/>'
    can_build, closed = can_be_built(view), network(view).closed
    built = [lane for lane in board.lanes if view.bridges[lane.index] is not None]
    shut = [it.index for it in (*built, *can_build)]
    free = [it for it in board.lanes if it.index not in shut and not closed >> it.index & 1]
    yield placed(0, 0, water + _water_lines(can_build, "build") + _water_lines(free, "open"))
    rewards, labels = _on_water(view, built, can_build)
    yield from rewards
    marks = _marks(view)
    for island, site in zip(board.islands, view.islands, strict=True):
        x, y = (place * _CELL for place in island.at)
        drawn = "".join(_island(view, island, site, marks.get(island.name)))
        yield thing(island.name, placed(x, y, drawn))
    for lane in (*free, *can_build, *built):  # where two cross, a pointer finds the last one
        yield thing(lane.name, "".join(_lane(view, lane, labels.get(lane.name, ""))))


def _on_water(
    view: Observed, built: Sequence[Lane], can_build: Sequence[Lane]
) -> tuple[list[str], dict[str, str]]:
    """Draw the rewards, and the names of lanes in which a bridge can be built, by name."""
    board = view.options.board
    taken = dict.fromkeys(cell for lane in built for cell in lane.cells)
    texts = {cell: [short(reward)] for cell, reward in board.water if cell not in taken}
    rewarded = [*texts]
    for found in label_cells(can_build, board):
        for cell, names in found.items():
            texts[cell] = [*texts.get(cell, ()), *names.split()]
    labels = {
        it: _label(cell, its, row) for cell, its in texts.items() for row, it in enumerate(its)
    }
    rewards = [
        _label(cell, its, 0, "reward") if len(its := texts[cell]) > 1 else _badge(cell, its[0])
        for cell in rewarded
    ]
    return rewards, labels


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


def _badge(cell: Cell, text: str) -> str:
    """Draw a reward, which has its cell of water to itself."""
    x, y = (place * _CELL + _CELL // 2 for place in cell)
    size, half = _CELL - 4, _CELL // 2 - 2
    frame = f'<rect class="paper" x="-{half}" y="-{half}" width="{size}" height="{size}" rx="14"/>'
    return placed(x, y, frame + text_element(0, 7, text, "sign", anchor="middle"))


def _label(cell: Cell, texts: Sequence[str], row: int, style: str = "lane") -> str:
    """Draw one of the texts on a cell of water, which share its height."""
    name, half, count = texts[row], width_of(texts[row], 13, bold=True) // 2 + 1, len(texts)
    x, y = cell[0] * _CELL + _CELL // 2, cell[1] * _CELL + _CELL * (2 * row + 1) // (2 * count)
    frame = f'<rect class="paper" x="-{half}" y="-8" width="{2 * half}" height="16" rx="5"/>'
    drawn = frame + text_element(0, 5, name, style, anchor="middle")
    return f'<g transform="translate({x} {y}) scale({min(1, 2 / count):.2g})">{drawn}</g>'


def _lane(view: Observed, lane: Lane, label: str) -> Iterator[str]:
    """Draw where a pointer finds a lane, and its bridge or its label.

    The owner stands in the middle of a bridge, which is framed when it was just built.
    """
    left, top, width, height = _span(lane, _CELL - 6)
    yield f'<rect class="hit" x="{left}" y="{top}" width="{width}" height="{height}"/>'
    owner = view.bridges[lane.index]
    if owner is None:
        yield label
        return
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
        panels.append(Panel(f"public goal {name}", lines, name=stack.kind))
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
    key, player = f"seat {seat}", view.players[seat]
    own = {
        f"Goal: {told}": str(it)
        for told, it in zip(_hand(view, seat), player.goals or (), strict=True)
    }
    own |= {part: "crow" for part in parts if part.startswith("crow")}
    own |= {power: power for power in player.powers or ()}
    parts = [part for part in parts if part not in own]
    lines = [page.named(f"Seat {seat}{score}"), *in_lines(joined("", parts), room), *own]
    return Panel(
        key,
        lines,
        seat,
        status,
        mark="turn" if has_turn else "",
        is_needed=view.seat == seat,
        name=key,
        named=own,
    )
