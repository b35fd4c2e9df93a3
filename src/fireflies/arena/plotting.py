"""The figures of an arena as a picture: each player's scores, and what a seat is worth.

It follows the reader's light or dark scheme, and its description holds its numbers as text.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Final

from fireflies._svg import escaped, written
from fireflies.arena.figures import EstimateJson, FiguresJson, NumbersJson
from fireflies.errors import clipped

_WIDTH: Final = 720
_MARGIN: Final = 20
_LEFT: Final = 210  # what is told of a player stands at the left of that
_RIGHT: Final = _WIDTH - _MARGIN - 8
_ROW: Final = 84
_TALL: Final = 64  # the highest bar
_SEAT: Final = 30
_TICKS: Final = 8  # at most, or so
_NAME: Final = 22  # letters of a name

_STYLE: Final = """
.ff-arena{--ground:#fbf7ee;--ink:#26221a;--faint:#6b6455;--line:#8d8573;--bar:#2f6fb0;--mean:#a34700;
font-family:system-ui,sans-serif}
@media (prefers-color-scheme:dark){.ff-arena{
--ground:#1d1f27;--ink:#f0ece2;--faint:#b5afa2;--line:#8a8fa3;--bar:#74aef5;--mean:#ffb26b}}
.ff-arena text{fill:var(--ink);font-size:14px}
.ff-arena .head{font-size:18px;font-weight:600}
.ff-arena .part{font-size:15px;font-weight:600}
.ff-arena .faint{fill:var(--faint);font-size:13px}
.ff-arena .ground{fill:var(--ground)}
.ff-arena .bar{fill:var(--bar)}
.ff-arena .span{stroke:var(--bar);stroke-width:3}
.ff-arena .mean{stroke:var(--mean);stroke-width:2}
.ff-arena .fair{stroke:var(--mean);stroke-width:1.5;stroke-dasharray:5 4}
.ff-arena .axis{stroke:var(--line);stroke-width:1}
"""


def plot(title: str, figures: FiguresJson) -> str:
    """The picture as an SVG document; ``title`` is what is played."""
    played = figures["finished"]
    head = f"{title}: {played} games"
    parts = [written(_MARGIN, 34, head, "head")]
    top = 48
    scored = [
        (player["name"], player["share"], player["scores"])
        for player in figures["players"]
        if player["scores"] is not None
    ]
    if scored:
        drawn, taken = _scores(scored, top)
        parts += drawn
        top += taken
        drawn, taken = _seats([seat["share"] for seat in figures["seats"]], top)
        parts += drawn
        top += taken
    else:
        parts.append(written(_MARGIN, top + 22, "No game went to its end.", "faint"))
        top += 44
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ff-arena" role="img"'
        f' viewBox="0 0 {_WIDTH} {top}" width="100%" style="max-width:{_WIDTH}px"'
        f' aria-label="{escaped(head)}"><title>{escaped(head)}</title>'
        f"<desc>{escaped(' '.join(_described(figures)))}</desc><style>{_STYLE}</style>"
        f'<rect class="ground" width="{_WIDTH}" height="{top}" rx="12"/>{"".join(parts)}</svg>\n'
    )


def _described(figures: FiguresJson) -> Iterator[str]:
    """What the picture shows, in words."""
    for player in figures["players"]:
        scores = player["scores"]
        if scores is not None:
            counts = ", ".join(f"{score}: {times}" for score, times in scores["counts"].items())
            yield (
                f"{player['name']} has {_percent(player['share'])} of the wins and"
                f" {scores['mean']:.1f} points a game; games by points: {counts}."
            )
    for number, seat in enumerate(figures["seats"]):
        yield f"Seat {number} has {_percent(seat['share'])} of the wins."


def _percent(share: EstimateJson) -> str:
    """A share in hundredths."""
    return f"{100 * share['value']:.1f} %"


def _scores(
    scored: Sequence[tuple[str, EstimateJson, NumbersJson]], top: int
) -> tuple[list[str], int]:
    """The scores of each player as bars over one axis; and the height."""
    tallies = [
        {int(score): times for score, times in scores["counts"].items()} for _, _, scores in scored
    ]
    low = min(min(tally) for tally in tallies)
    high = max(max(tally) for tally in tallies)
    wide = (_RIGHT - _LEFT) / (high - low + 1)
    most = max(times / sum(tally.values()) for tally in tallies for times in tally.values())
    parts = [written(_MARGIN, top + 18, "Points at the end, and the mean", "part")]
    floor = top + 26
    for (name, share, scores), tally in zip(scored, tallies, strict=True):
        floor += _ROW
        parts += [
            written(_MARGIN, floor - 40, clipped(name)[:_NAME]),
            written(_MARGIN, floor - 22, f"{_percent(share)} of the wins", "faint"),
            written(_MARGIN, floor - 5, f"{scores['mean']:.1f} points", "faint"),
            *_bars(tally, (low, wide, most), floor),
            _line("axis", _LEFT, floor, _RIGHT, floor),
        ]
        at = _LEFT + (scores["mean"] - low + 0.5) * wide
        parts.append(_line("mean", at, floor, at, floor - _TALL - 6))
    for score in _ticks(low, high):
        at = round(_LEFT + (score - low + 0.5) * wide)
        parts.append(written(at, floor + 17, f"{score}".replace("-", "\u2212"), "faint", "middle"))
    return parts, floor + 36 - top


def _bars(tally: Mapping[int, int], scale: tuple[int, float, float], floor: int) -> Iterator[str]:
    """A bar for each score that came."""
    low, wide, most = scale
    total = sum(tally.values())
    for score, times in tally.items():
        tall = _TALL * times / total / most
        left = _LEFT + (score - low) * wide
        yield (
            f'<rect class="bar" x="{left + wide * 0.06:.2f}" y="{floor - tall:.2f}"'
            f' width="{wide * 0.88:.2f}" height="{tall:.2f}"/>'
        )


def _seats(shares: Sequence[EstimateJson], top: int) -> tuple[list[str], int]:
    """The share of wins of each seat with its interval, beside what would be fair; the height."""
    fair = 1 / len(shares)
    most = max(2 * fair, *(share["high"] for share in shares))
    scale = (_RIGHT - _LEFT) / min(most, 1.0)
    parts = [written(_MARGIN, top + 18, "Share of the wins by seat, whoever sits there", "part")]
    floor = top + 34
    for number, share in enumerate(shares):
        middle = floor + _SEAT // 2
        places = [_LEFT + scale * at for at in (share["value"], share["low"], share["high"])]
        parts += [
            written(_MARGIN, middle + 5, f"Seat {number}"),
            written(_MARGIN + 70, middle + 5, _percent(share), "faint"),
            _line("span", places[1], middle, places[2], middle),
            f'<circle class="bar" cx="{places[0]:.2f}" cy="{middle}" r="6"/>',
        ]
        floor += _SEAT
    at = _LEFT + scale * fair
    parts += [
        _line("axis", _LEFT, floor, _RIGHT, floor),
        _line("fair", at, top + 30, at, floor),
        written(_LEFT, floor + 17, "0 %", "faint", "middle"),
        written(round(at), floor + 17, f"{100 * fair:.1f} %, all alike", "faint", "middle"),
    ]
    return parts, floor + 36 - top


def _ticks(low: int, high: int) -> Iterator[int]:
    """Round numbers along an axis."""
    steps = (step * 10**power for power in count() for step in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step <= _TICKS)
    first = -(-low // step) * step
    yield from range(first, high + 1, step)


def _line(style: str, *ends: float) -> str:
    """A straight line from one end to another."""
    left, top, right, bottom = ends
    return (
        f'<line class="{style}" x1="{left:.2f}" y1="{top:.2f}" x2="{right:.2f}" y2="{bottom:.2f}"/>'
    )
