"""Read a position in one line, the form of :mod:`fireflies.festival.notation`."""

from fireflies.festival.options import Options
from fireflies.festival.position import Fields


def read_position(text: str, options: Options) -> Fields:
    """Return the fields of the position in this line."""
    raise NotImplementedError
