"""Words in pictures."""

from typing import Final

_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def written(x: int, y: int, words: str, style: str = "", anchor: str = "start") -> str:
    """Words on the picture; none, nothing."""
    if not words:
        return ""
    classes = f' class="{style}"' if style else ""
    at_end = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x}" y="{y}"{classes}{at_end}>{escaped(words)}</text>'


def escaped(words: str) -> str:
    """Words as XML has them."""
    return words.translate(_ESCAPES)
