"""What a command prints, a drawn position, sizes of games for adapters, and kept figures."""

import base64
import json
import os
import pty
import re
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.errors import ExtensionError

from fireflies._typing import override
from fireflies.contract import State
from fireflies.games import Setup
from fireflies.tensors import Feature, Tensors

from . import books
from .base import BookDirective
from .widgets import Line, code, draw_view, table

if TYPE_CHECKING:
    from sphinx.util.typing import OptionSpec

_PROMPT: Final = re.compile(rb"\S> \Z")
_MEMORY: Final = 128
"""The actions that an information state of OpenSpiel remembers, ``openspiel.MEMORY``."""
_STYLE: Final = re.compile(r"\x1b\[([0-9;]*)m")
_ERASED: Final = re.compile(r"[^\n]*\r\x1b\[\d*K|\x1b\[[0-9;?]*[A-Za-ln-z]|\x1b[=>]|\r")
_TYPED: Final = re.compile(r"^(\S+> )(.*)$", re.MULTILINE)


_SCROLLING: Final = (
    '<div class="terminal-scroll" role="group" tabindex="0" aria-label="A terminal">'
)
"""A terminal is wider than a phone; with a tab index it can be scrolled by keys too."""


class Terminal(BookDirective):
    """Runs ``fireflies`` with the arguments, and shows the terminal; the content is what is typed.

    The command runs in each build, so that the page shows what it prints today.
    """

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar["OptionSpec | None"] = {
        "picture": directives.unchanged,
        "alt": directives.unchanged,
    }

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the terminal, then the picture that the command has written."""
        command: str = self.arguments[0]
        with tempfile.TemporaryDirectory() as folder:
            printed = _run(command.split(), list(self.content), folder)
            name = self.options.get("picture")
            drawn = [] if name is None else [self._image(Path(folder, name))]
        shown = [
            nodes.inline("", f"$ fireflies {command}\n", classes=["terminal-typed"]),
            *_styled(printed),
        ]
        block = nodes.literal_block(command, "", *shown, classes=["terminal"])
        begin, end = (nodes.raw("", it, format="html") for it in (_SCROLLING, "</div>"))
        return [begin, block, end, *drawn]

    def _image(self, file: Path) -> nodes.image:
        """Return a picture as a part of the page."""
        data = base64.b64encode(file.read_bytes()).decode("ascii")
        uri = f"data:image/svg+xml;base64,{data}"
        return nodes.image("", uri=uri, alt=self.options["alt"], classes=["terminal-picture"])


def _run(arguments: list[str], typed: list[str], folder: str) -> str:
    """Return what a command prints, up to the prompt after the last line that is typed.

    Raises:
        ExtensionError: when the command ends before that, or with an error.
    """
    ours, theirs = pty.openpty()
    settings = {"TERM": "xterm", "COLUMNS": "80", "LINES": "24", "PYTHON_BASIC_REPL": "1"}
    process = subprocess.Popen(  # noqa: S603 - the arguments stand in our pages
        [sys.executable, "-m", "fireflies", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env={**os.environ, **settings},
    )
    os.close(theirs)
    waiting, printed = list(typed), b""
    with suppress(OSError):  # Linux reports the end as an error
        while data := os.read(ours, 65536):
            printed += data
            if typed and _PROMPT.search(printed):
                if not waiting:
                    process.terminate()
                    break
                os.write(ours, f"{waiting.pop(0)}\n".encode())
    os.close(ours)
    code = process.wait()
    text = _ERASED.sub("", printed.decode())
    if waiting or (code and not typed):
        raise ExtensionError(f"fireflies {' '.join(arguments)}: exit code {code}\n{text}")
    return text.rpartition("\n")[0] if typed else text.rstrip()


def _styled(text: str) -> list[nodes.Node]:
    """Return text with escape sequences as nodes with classes."""
    made: list[nodes.Node] = []
    parts = _STYLE.split(text)
    for style, part in zip(["", *parts[1::2]], parts[::2], strict=True):
        kind = [f"terminal-{number}" for number in style.split(";") if number.strip("0")]
        if kind:
            made.append(nodes.inline("", part, classes=kind))
            continue
        start = 0
        for found in _TYPED.finditer(part):
            made.append(nodes.Text(part[start : found.start(2)]))
            made.append(nodes.inline("", found[2], classes=["terminal-typed"]))
            start = found.end()
        made.append(nodes.Text(part[start:]))
    return made


class Position(BookDirective):
    """Draws a position of a game, with its default options, as a seat sees it."""

    has_content = True
    option_spec: ClassVar["OptionSpec | None"] = {
        "seat": directives.nonnegative_int,
        "names": str.split,
    }

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the picture."""
        book = self.open_book()
        setup = book.game.set_up(book.game.parse_arguments({}))
        state = setup.read_position(" ".join(self.content))
        view = state.view(self.options.get("seat", "spectator"))
        return [draw_view(book, view, names=self.options.get("names", ()))]


class Sizes(BookDirective):
    """Prints the sizes of the games' tensors: for ``pettingzoo``, or for ``openspiel``."""

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return a table with a row for each game, with its default options."""
        heads, row = _ADAPTERS[self.arguments[0]]
        found = map(books.open_book, self.config.rules_games)
        return [
            table(heads.split(", "), [row(book.game.name, book.game.set_up({})) for book in found])
        ]


class Features(BookDirective):
    """Prints the features of the observations of a game."""

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return a table with a row for each feature, with the game's default options."""
        book = self.open_book()
        numbers, _ = _tensors_of(book.game.set_up({}))
        heads = ["feature", "shape", "kind", "numbers", "typical", "meaning"]
        return [table(heads, list(map(_row_of_feature, numbers.observation)))]


class KeptFigures(BookDirective):
    """Prints the figures of a session's last run, which are in ``figures.json``."""

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return a table with the rows of the session named in the argument."""
        file = Path(self.env.srcdir, "figures.json")
        self.env.note_dependency(file)
        rows = json.loads(file.read_text(encoding="utf-8"))[self.arguments[0]]["rows"]
        lines = [[it if isinstance(it, str) else f"{it:,}" for it in row.values()] for row in rows]
        return [table([*rows[0]], lines)]


def _row_of_feature(feature: Feature) -> Line:
    lowest, highest = (f"{it:,}".replace("-", "\N{MINUS SIGN}") for it in feature[3:5])
    shape = " \N{MULTIPLICATION SIGN} ".join(map(str, feature.shape))
    figures = (shape, feature.kind, f"{lowest} to {highest}", f"{feature.typical:,}")
    return [code(feature.name), *figures, feature.says]


def _row_of_pettingzoo(name: str, setup: Setup[State]) -> Line:
    numbers, size = _tensors_of(setup)
    agents = setup.start.seats
    discrete = f"Discrete({len(numbers.actions):,})"
    return [code(f'aec_env("{name}")'), str(agents), discrete, f"({size:,},)"]


def _row_of_openspiel(name: str, setup: Setup[State]) -> Line:
    numbers, size = _tensors_of(setup)
    longest = setup.bounds.actions or 0
    figures = (
        *(setup.start.seats, len(numbers.actions), len(numbers.chance_actions)),
        *(size, size + min(_MEMORY, longest), longest),
    )
    return [code(f"fireflies_{name}"), *(f"{figure:,}" for figure in figures)]


def _tensors_of(setup: Setup[State]) -> tuple[Tensors[Any], int]:
    """Return a game in numbers, and the count of numbers of an observation."""
    if setup.tensors is None:
        raise ExtensionError("a game of the pages has no tensors")
    numbers = setup.tensors()
    return numbers, numbers.size


_ADAPTERS: Final = {
    "pettingzoo": ("game, agents, actions, observation", _row_of_pettingzoo),
    "openspiel": (
        "game, players, actions, outcomes of chance, observation, information state, longest play",
        _row_of_openspiel,
    ),
}
