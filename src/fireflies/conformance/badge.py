"""A badge for an engine's own page: the game, and how much of the suite the engine passed."""

from typing import Final

from fireflies._svg import escaped, width_of
from fireflies._texts import many
from fireflies.conformance.saved import Report

_SIZE: Final = 12
_PADDING: Final = 8
_HEIGHT: Final = 22
_COLORS: Final = {"conforms": "#1a6b33", "incomplete": "#6b5200", "fails": "#a3262b"}
"""White text on each has a contrast of more than 6 to 1."""


def badge(report: Report) -> str:
    """Return the badge as an SVG document."""
    total = report.total
    bad = total["failed"] + total["errored"]
    verdict = "fails" if report.has_failed else "conforms" if report.conforms else "incomplete"
    left = f"{report.game.title} {report.game.edition}, suite {report.suite}"
    right = verdict
    if bad:
        right = f"fails {bad} of {many(len(report.rows), 'case')}"
    elif verdict == "incomplete":
        right = f"{many(total['passed'], 'case')} passed, incomplete"
    if report.stopped:
        right += ", stopped"
    one, other = (width_of(it, _SIZE) + 2 * _PADDING for it in (left, right))
    label, words = escaped(f"{left}: {right}"), [(left, _PADDING), (right, one + _PADDING)]
    texts = "".join(f'<text x="{x}" y="15">{escaped(it)}</text>' for it, x in words)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{one + other}"'
        f' height="{_HEIGHT}" aria-label="{label}"><title>{label}</title>'
        f'<rect width="{one + other}" height="{_HEIGHT}" rx="4" fill="#333"/>'
        f'<path fill="{_COLORS[verdict]}" d="M{one} 0h{other - 4}a4 4 0 0 1 4 4v{_HEIGHT - 8}'
        f'a4 4 0 0 1-4 4h-{other - 4}z"/>'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="{_SIZE}">{texts}'
        "</g></svg>\n"
    )
