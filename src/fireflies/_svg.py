"""Text elements of SVG documents."""

from typing import Final

_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def written(x: int, y: int, words: str, style: str = "", anchor: str = "start") -> str:
    """Return a text element with these words; an empty string when there are none.

    ``style`` is a CSS class, ``anchor`` a value of SVG's ``text-anchor``.
    """
    if not words:
        return ""
    classes = f' class="{style}"' if style else ""
    anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x}" y="{y}"{classes}{anchored}>{escaped(words)}</text>'


def escaped(text: str) -> str:
    """Return a text with XML's special characters escaped."""
    return text.translate(_ESCAPES)
