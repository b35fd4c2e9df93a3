"""Draw a view of Firefly Festival with letters: the map, and the rest beside it or below."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Final, TypeAlias

from fireflies._texts import HANGING, WIDTH, glued, mark, wrapped
from fireflies.contract import YOU, with_names
from fireflies.festival.box.board import Board
from fireflies.festival.rules.ending import chain
from fireflies.festival.rules.position import Observed
from fireflies.festival.text.descriptions import (
    describe_chain,
    describe_goal,
    describe_map,
    describe_player,
    describe_stack,
    describe_supply,
    done,
    extras,
    headline,
)
from fireflies.festival.text.textmap import draw_map

LEGEND: Final = (
    "[A m3 2c]: island A, medium (s small, l large), 3 points a piece, 2 coins a floor",
    "^01_: floors of seats 0 and 1, one more for a festival; * is a sōrin",
    "001..: two workers of seat 0, one of seat 1, room for two more; 0:3 is three of seat 0",
    "=0= and |0|: bridges of seat 0; AB1 (or only 1): you can build it; a dot: a free lane",
    "2c on the water: two coins (w workers, g private goals, p points)",
    "hubs 1/3 for 5 (4 left): you have 1 of 3 needed, it brings 5 points, and 4 cards are left",
    "3 fish (5c): the next fish costs 5 coins; chain 4: 4 islands on a path of own bridges",
    "pieces, floors, workers: left in the supply; goals: private ones in hand; done: goals reached",
)
"""The meaning of the signs and words of the drawing."""

_CELLS: Final = (4, 3)
"""The widths of a cell of the map, in columns. The first width that leaves room for text to the
right of the map is used. If none does, it is the first width with which the map fits;
``_NARROW_CELL`` is tried last."""
_NARROW_CELL: Final = 2
_LEAST_RIGHT: Final = 24
"""The least width of the text to the right of the map, in columns; with less room there is none."""
_GAP: Final = 2
_NARROW: Final = 40
"""With fewer columns, the stacks of goals have a line each."""

_Section: TypeAlias = Callable[[int], list[str]]
"""Returns lines of at most this width."""


def draw_text(view: Observed, width: int = WIDTH, names: Sequence[str] = ()) -> str:
    """Return the table in letters, no line longer than ``width``, without a newline at the end.

    ``names`` are those of the seats. Where the board is too wide for a map, the islands are told in
    words. When ``width`` is less than 40, lines may be longer.
    """
    cell = _cell_width(view.options.board, width)
    drawn, notes = ([], describe_map(view)) if cell is None else draw_map(view, cell)
    side = 0 if cell is None else width - cell * view.options.board.width - _GAP
    right: list[str] = []
    below: list[str] = []
    for section in _sections(view, names, notes):
        lines = section(side) if side >= _LEAST_RIGHT else []
        if lines and len(right) + len(lines) <= len(drawn) and max(map(len, lines)) <= side:
            right += lines
        else:
            below += section(width)
    board = [
        f"{line}{' ' * _GAP}{words}".rstrip()
        for line, words in zip_longest(drawn, right, fillvalue="")
    ]
    head = textwrap.wrap(headline(view, names), width)
    return "\n".join([*head, *board, *below])


def _cell_width(board: Board, width: int) -> int | None:
    """Return the columns of a cell; None when no map fits."""
    for cell in _CELLS:
        if cell * board.width + _GAP + _LEAST_RIGHT <= width:
            return cell
    return next((it for it in (*_CELLS, _NARROW_CELL) if it * board.width <= width), None)


def _sections(view: Observed, names: Sequence[str], notes: Sequence[str]) -> list[_Section]:
    """Return what is told beside or below the map, in order."""
    return [
        lambda width: _players(view, names, width),
        lambda width: _stacks(view, width),
        lambda width: _hands(view, names, width),
        lambda width: wrapped("Left: ", map(glued, describe_supply(view)), width),
        lambda width: [
            line
            for it in notes
            for line in textwrap.wrap(with_names(it, names), width, subsequent_indent=HANGING)
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
    "done": lambda view, seat: done(view.players[seat]),
    "chain": chain,
}
"""The columns of the table of players: by heading, the function that returns the numbers below."""


def _players(view: Observed, names: Sequence[str], width: int) -> list[str]:
    """Return the lines of the players: a table where it fits, otherwise a paragraph for each."""
    winners = None if view.outcome is None else view.outcome.winners
    heads = [
        mark(winners, view.seat, seat) + (f"{seat} {names[seat]}" if names else f"seat {seat}")
        for seat in range(len(view.players))
    ]
    margin = max(map(len, heads))
    columns = "".join(f" {name}" for name in _COLUMNS)
    extra = [", ".join(_beside(view, seat)) for seat in range(len(view.players))]
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
        for line in wrapped(
            f"{head}: ", map(glued, describe_player(view, seat)), width, indent=" " * 3
        )
    ]


def _beside(view: Observed, seat: int) -> list[str]:
    """Return the texts after a player's numbers: crow, powers, and at the end chain and score."""
    gain = describe_chain(view, seat)
    return [*([f"chain{gain}"] if gain else []), *extras(view, seat)]


def _stacks(view: Observed, width: int) -> list[str]:
    """Return the lines of the stacks of public goals."""
    tops = [describe_stack(view, stack) for stack in view.public]
    if width < _NARROW:
        return ["Public goals:", *(f"  {top}" for top in tops)]
    return wrapped("Public goals: ", map(glued, tops), width)


def _hands(view: Observed, names: Sequence[str], width: int) -> list[str]:
    """Return the lines of the private goals in the hands that this observer sees."""
    lines: list[str] = []
    for seat, player in enumerate(view.players):
        if player.goals:
            goals = [describe_goal(view, seat, goal) for goal in player.goals]
            whose = with_names(f"seat {seat}", names)
            head = "Your private goals" if whose == YOU else f"Private goals of {whose}"
            lines += wrapped(f"{head}: ", map(glued, goals), width)
    return lines
