"""Draw a view of Misbehavin' as an SVG: for a notebook, a page, or print."""

from fireflies.misbehavin.seen import Observed


def draw_svg(view: Observed) -> str:
    """Return a view as an SVG document; it scales to the space that it gets."""
    return f"<svg>{view.phase}</svg>"
