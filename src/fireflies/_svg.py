"""Elements of SVG documents: texts whose width is known, tokens, style sheets, the document."""

from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Final

from fireflies._texts import GLUE, glued
from fireflies._typing import cached
from fireflies.errors import printable

MARGIN: Final = 12
GAP: Final = 10
LINE: Final = 27
"""The distance between two lines of text."""
FONT_SIZE: Final = 20
"""The font size of a text."""
LARGE: Final = 23
"""The font size of a headline."""

_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})

# The reader's font is unknown. These are the widths of DejaVu Sans, in hundredths of the
# font size; of the fonts that systems use for "system-ui", it and Verdana are the widest.
_WIDTHS: Final[Mapping[int, str]] = {
    28: "'ijlIJ",
    32: f" {GLUE},.",
    35: "/:;\\|f-",
    41: "()[]t!r",
    50: '"*_`',
    56: "szc?L",
    61: "FkvxyPTYao\u014d",
    64: "ebdghnpquES$0123456789{}",
    70: "KAVBRXZC",
    79: "UHNDGOQ&",
    85: "w#+<=>^~M\u00d7\u2212",
}
_WIDTH_OF: Final = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_WIDEST: Final = 100
_BOLD: Final = 1.16


@cached(10_000)  # the texts of a play are much the same from picture to picture
def _hundredths(text: str) -> int:
    """Return the width of a text in hundredths of its font size."""
    return sum([_WIDTH_OF.get(letter, _WIDEST) for letter in text])


def width_of(text: str, size: int = FONT_SIZE, *, bold: bool = False) -> int:
    """Return the width of a text, as it is in a font with wide letters."""
    return int(_hundredths(text) * size * (_BOLD if bold else 1) / 100) + 1


def in_lines(text: str, room: int, size: int = FONT_SIZE, *, bold: bool = False) -> list[str]:
    """Return a text in lines, no wider than the room.

    A part with glued spaces is broken at them only when the part alone is too wide; a word that is
    too wide alone is broken anywhere.
    """
    words: list[str] = []
    for part in text.split(" "):
        if width_of(part, size, bold=bold) <= room:
            words.append(part)
            continue
        for word in part.split(GLUE):
            rest = word
            while width_of(rest, size, bold=bold) > room and len(rest) > 1:
                fitting = 1  # as many letters as fit, so that the next ones begin another line
                while width_of(rest[: fitting + 1], size, bold=bold) <= room:
                    fitting += 1
                words.append(rest[:fitting])
                rest = rest[fitting:]
            words.append(rest)
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and width_of(longer, size, bold=bold) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [line.replace(GLUE, " ") for line in lines if line]


def joined(head: str, parts: Sequence[str], separator: str = ", ") -> str:
    """Return a text of these parts, which :func:`in_lines` breaks only between parts if it can."""
    return head + separator.join(map(glued, parts))


def text_element(x: int, y: int, words: str, style: str = "", anchor: str = "start") -> str:
    """Return a text element with these words; an empty string without words.

    ``style`` is a CSS class, ``anchor`` a value of SVG's ``text-anchor``.
    """
    return raw_text_element(x, y, escaped(words), style, anchor)


def raw_text_element(x: int, y: int, content: str, style: str = "", anchor: str = "start") -> str:
    """Return a text element with this content, which is SVG; an empty string without content."""
    if not content:
        return ""
    classes = f' class="{style}"' if style else ""
    anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x}" y="{y}"{classes}{anchored}>{content}</text>'


def escaped(text: str) -> str:
    """Return a text with XML's special characters escaped, and those that XML does not allow."""
    return printable(text).translate(_ESCAPES)


def placed(left: int, top: int, parts: str) -> str:
    """Return a group of elements whose origin is the point (left, top)."""
    return f'<g transform="translate({left} {top})">{parts}</g>'


BADGES: Final[Mapping[str, str]] = {
    "circle": "M-12 0a12 12 0 1 0 24 0a12 12 0 1 0-24 0",
    "diamond": "M0-15 15 0 0 15-15 0Z",
    "square": "M-11-11H11V11H-11Z",
}
"""The shapes of badges, around the origin."""


def badge(x: int, y: int, shape: str, words: str) -> str:
    """Draw a figure in a frame of this shape, one of ``BADGES``."""
    frame = f'<path class="badge {shape}" transform="translate({x} {y})" d="{BADGES[shape]}"/>'
    return frame + text_element(x, y + 6, words, "figure", anchor="middle")


def thing(name: str, parts: str) -> str:
    """Return a group of elements that show the thing with this name; as they are without one."""
    return f'<g data-name="{escaped(name)}">{parts}</g>' if name else parts


def token(x: int, y: int, seat: int, radius: int = 12) -> str:
    """Draw a round token with the number of a seat."""
    circle = f'<circle class="seat seat{seat}" cx="{x}" cy="{y}" r="{radius}"/>'
    return circle + digit(x, y, seat)


def digit(x: int, y: int, seat: int | None) -> str:
    """Draw the number of a seat on one of its pieces."""
    return text_element(x, y + 6, f"{seat}", f"on on{seat}", anchor="middle")


# The style sheet and the document

_DARK: Final = "@media (prefers-color-scheme:dark)"
_COLORS: Final = {
    "ground": ("#fbf7ee", "#1b1d25"),
    "ink": ("#22201a", "#f2eee4"),
    "faint": ("#5d5749", "#bcb6a8"),
    "paper": ("#fff", "#2a2d38"),
    "line": ("#8d8573", "#9a9580"),
    "mark": ("#a01c5b", "#ff9ecb"),
    "change": ("#0b7a43", "#5fe0a0"),
}
"""The colors of all games, in a light and in a dark scheme."""

_RULES: Final = """
text{fill:var(--ink);font-size:20px}
.head{font-size:23px;font-weight:600}
.bold{font-weight:700}
.faint{fill:var(--faint)}
.ground{fill:var(--ground)}
.paper{fill:var(--paper);stroke:var(--line);stroke-width:1.5}
.chosen{fill:none;stroke:var(--mark);stroke-width:6}
.turn{fill:none;stroke:var(--mark);stroke-width:4}
.changed{fill:none;stroke:var(--change);stroke-width:4}
.tag{fill:var(--change);stroke:none}
.star{stroke:var(--ground);stroke-width:2.4;fill:none}
.new{fill:var(--change);text-decoration:underline}
.can{fill:none;stroke:var(--mark);stroke-width:4;stroke-dasharray:14 7}
.badge{stroke:var(--ink);stroke-width:1.2}
.figure{font-size:17px;font-weight:700}
.seat{stroke:#22201a;stroke-width:1.5}
.seat0{fill:#0072b2}
.seat1{fill:#e69f00}
.seat2{fill:#2fbf94}
.seat3{fill:#ee7733}
.seat4{fill:#dd93bd}
.seat5{fill:#f0e442}
.on{font-size:18px;font-weight:700;fill:#111}
.on0{fill:#fff}
"""


def style_sheet(name: str, rules: str, colors: Mapping[str, tuple[str, str]]) -> str:
    """Return the style sheet of a game's pictures: the rules of all games, then these.

    ``name`` is the class of its documents, to which each rule is limited. ``colors`` are variables
    with their values in a light and in a dark scheme.
    """
    light, dark = (
        ";".join(f"--{key}:{both[scheme]}" for key, both in {**_COLORS, **colors}.items())
        for scheme in (0, 1)
    )
    return "\n".join(
        [
            "",
            # Only for the root of a document: elements with this class inside it inherit these.
            f"svg.{name}{{{light};font-family:system-ui,sans-serif}}",
            f"{_DARK}{{svg.{name}{{{dark}}}}}",
            *_limited(name, _RULES + rules),
            "",
        ]
    )


def _limited(name: str, rules: str) -> Iterator[str]:
    """Yield each rule (one a line), limited to what is inside an element of this class."""
    for rule in filter(None, rules.splitlines()):
        selectors, brace, body = rule.partition("{")
        limited = [f".{name} {selector}" for selector in selectors.split(",")]
        yield ",".join(limited) + brace + body


def document(
    style: tuple[str, str], title: str, description: str, size: tuple[int, int], parts: str
) -> str:
    """Return an SVG document, which becomes smaller when it gets less space than its size.

    ``style`` is its CSS class and the rules of the style sheet.
    """
    (name, rules), (width, height) = style, size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" role="img"'
        f' viewBox="0 0 {width} {height}" width="100%" style="max-width:{width}px"'
        f' aria-label="{escaped(title)}">'
        f"<title>{escaped(title)}</title><desc>{escaped(description)}</desc>"
        f"<style>{rules}</style>"
        f'<rect class="ground" width="{width}" height="{height}" rx="12"/>{parts}</svg>'
    )


def description(svg: str) -> str:
    """Return the description of an SVG document of :func:`document`."""
    return unescape(svg.partition("<desc>")[2].partition("</desc>")[0])


def legal_lines(actor: object, legal: Sequence[object] | None) -> list[str]:
    """Return one line with the legal actions, grouped by their first word; no line without actions.

    ``actor`` is that of a view, and ``legal`` are its legal actions.
    """
    groups: dict[str, list[str]] = {}
    if isinstance(actor, int):
        for action in legal or ():
            word, _, rest = str(action).partition(" ")
            groups.setdefault(word, []).append(rest)
    told = [f"{word} {', '.join(rest)}".strip() for word, rest in groups.items()]
    return [f"Seat {actor} can: {'; '.join(told)}."] if told else []
