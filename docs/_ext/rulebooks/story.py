"""``.. worked-game:: smile worked.toml``: a play told with names and reasons.

The TOML file gives the play in one of two ways. ``record`` is the file of a play in the same
folder; with ``until``, only the actions before that number are told. Or ``position`` and
``actions`` are a part of a play, ``names`` the names of the seats, and ``options`` the options that
differ from the defaults. Each ``[[remark]]`` has the
number of the first ``action`` that it is about, counted from 0, a ``text`` in reStructuredText, and
perhaps ``picture = true`` for the position after it. A remark is about all actions up to the next
remark. ``before`` is a text about the position before the first remark, which is drawn too.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from docutils import nodes
from docutils.parsers.rst import directives

from fireflies import record
from fireflies._data import loads_toml, mapping
from fireflies._entries import Entry
from fireflies._typing import override
from fireflies.contract import IllegalAction, InvalidOptions, State, Step, View
from fireflies.errors import InvalidData, InvalidNotation
from fireflies.rulebook import Clause, Example

from .base import BookDirective
from .books import Book
from .chart import draw_chart, read_chart
from .play import event_list
from .widgets import Part, box, draw_view, fold_of, pair, paragraph, rule_link, span, table

if TYPE_CHECKING:
    from sphinx.util.typing import OptionSpec


class Remark(NamedTuple):
    """What a page tells about some actions in a row."""

    action: int
    """The number of the first of them, from 0."""
    text: str
    picture: bool
    """Whether the position after them is drawn."""


class Story(NamedTuple):
    """A play, or a part of one, with what a page tells about it."""

    book: Book
    names: tuple[str, ...]
    steps: tuple[Step[State], ...]
    remarks: tuple[Remark, ...]
    before: str
    """A text about the position before the first remark; empty for none."""

    @property
    def start(self) -> State:
        """The state before the first remark."""
        return self.steps[self.remarks[0].action].before

    def parts(self) -> Iterator[tuple[Remark, Sequence[Step[State]]]]:
        """Yield each remark with the steps that it is about."""
        ends = [*(remark.action for remark in self.remarks[1:]), len(self.steps)]
        for remark, end in zip(self.remarks, ends, strict=True):
            yield remark, self.steps[remark.action : end]

    def draw(self, view: View, other: View | None = None, about: str | None = None) -> nodes.Node:
        """Return a picture as :func:`draw_view` does, with the names of the players."""
        return draw_view(self.book, view, other, about, self.names)


def read_story(book: Book, path: Path) -> Story:
    """Read the file of a story, and play what it tells.

    Raises:
        OSError: when a file can't be read.
        InvalidData: when something in it is wrong.
        InvalidNotation: when a position or an action is not written as the game writes it.
        InvalidOptions: when the game can't be set up with the options of the file.
        IllegalAction: when an action is illegal.
    """
    entry = Entry(loads_toml(path.read_bytes()), path.name)
    before = entry.text_or_nothing("before")
    remarks: list[Remark] = []
    for it in entry.entries("remark"):
        has_picture = it.has("picture") and it.anything("picture") is True
        remarks.append(Remark(it.number("action", 0), it.text("text"), has_picture))
        it.end()
    if entry.has("record"):
        played = record.read((path.parent / entry.text("record")).read_bytes().strip())
        until = entry.number_or_none("until")
        entry.end()
        return Story(book, played.seats, played.steps[:until], tuple(remarks), before)
    options = mapping(entry.table_or_nothing("options"), "options")
    state = book.state_of(Example("", entry.text("position"), "", None, options))
    names, steps = entry.texts("names"), list[Step[State]]()
    for text in entry.texts("actions"):
        steps.append(state.step(book.game.read_action(text)))
        state = steps[-1].after
    entry.end()
    return Story(book, names, tuple(steps), tuple(remarks), before)


class WorkedGame(BookDirective):
    """Prints a play, or a part of one, as a strip of steps.

    ``:numbers: points hand_size=cards+in+hand`` prints two numbers of each player after each step.
    They are keys of a player in the wire's STATE; here the second is printed as "cards in hand".
    ``:actions: 3-5`` prints only these actions, without remarks: the table before and after, and
    what happened by which rule.
    """

    required_arguments = 2
    option_spec: ClassVar["OptionSpec | None"] = {
        "actions": directives.unchanged,
        "numbers": directives.unchanged,
    }

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the story; nothing, and a warning, when its file is wrong."""
        name, found = self.env.relfn2path(self.arguments[1])
        path = Path(found)
        for file in (path, path.with_suffix(".jsonl")):
            self.env.note_dependency(file)
        try:
            story = read_story(self.open_book(), path)
        except (OSError, InvalidData, InvalidNotation, InvalidOptions, IllegalAction) as error:
            self.warn(f"{name}: {error}")
            return []
        if "actions" in self.options:
            first, _, last = self.options["actions"].partition("-")
            return _part(story, story.steps[int(first) : int(last or first) + 1])
        return [*self._told(story), *_end(story)]

    def _told(self, story: Story) -> Iterator[nodes.Node]:
        """Yield the remarks, each with its numbers and picture."""
        numbers: list[str] = self.options.get("numbers", "").split()
        parts = list(story.parts())
        kind = "rule-strip" if all(remark.picture for remark, _ in parts) else "rule-rows"
        items = nodes.enumerated_list(classes=["rule-story", kind])
        if story.before:
            drawn = story.draw(story.start.view(), about=_actions(parts[0][1]))
            yield box("rule-before", self._text(story.before), drawn)
        earlier = story.start.view()
        for remark, steps in parts:
            self._check(story, remark, steps)
            view = steps[-1].after.view()
            if not any(isinstance(step.before.actor, int) for step in steps):
                earlier = view  # cards that are dealt are no change
            item = nodes.list_item("", self._text(remark.text))
            if numbers:
                item += _numbers(story, numbers, earlier, view)
            if remark.picture:
                about = _actions(steps)
                item += story.draw(view) if earlier is view else story.draw(view, earlier, about)
            item += fold_of("By which rules", _events(story, steps))
            items += item
            earlier = view
        yield items

    def _check(self, story: Story, remark: Remark, steps: Sequence[Step[State]]) -> None:
        """Warn of a remark that doesn't name who decides."""
        actors = {step.before.actor for step in steps}
        for seat, name in enumerate(story.names):
            if seat in actors and name not in remark.text:
                self.warn(f"the remark on action {remark.action} does not name {name}")

    def _text(self, text: str) -> nodes.paragraph:
        """Return a text of the file, which may have links."""
        found, messages = self.parse_inline(" ".join(text.split()), lineno=self.lineno)
        return paragraph(*found, *messages)


def _events(story: Story, steps: Sequence[Step[State]]) -> nodes.bullet_list:
    """Return what happened in some steps, with names."""
    return event_list([event for step in steps for event in step.events], story.names)


def _actions(steps: Sequence[Step[State]]) -> str:
    """Return the texts of all actions."""
    return " ".join(str(step.action) for step in steps)


def _part(story: Story, steps: Sequence[Step[State]]) -> list[nodes.Node]:
    """Return some steps: before and after them, side by side, and what happened."""
    before, after = steps[0].before.view(), steps[-1].after.view()
    about = _actions(steps)
    return [
        pair(story.draw(before, after, about), story.draw(after, before, about)),
        _events(story, steps),
    ]


def _numbers(story: Story, keys: Sequence[str], before: View, after: View) -> nodes.paragraph:
    """Return some numbers of each player in one line, with what changed."""
    pairs = [key.partition("=")[::2] for key in keys]
    earlier, later = (
        cast("Sequence[dict[str, int]]", view.to_json()["players"]) for view in (before, after)
    )
    line: list[Part] = []
    for name, old, player in zip(story.names, earlier, later, strict=True):
        line += [" · " if line else "", f"{name}: "]
        for number, (key, heading) in enumerate(pairs):
            line += [", " if number else "", f"{heading or key} ".replace("+", " ")]
            line.append(_number(player[key], player[key] - old[key]))
    return paragraph(*line, kind="rule-numbers")


def _number(now: int, change: int) -> Part:
    """Return a number; if it changed, marked, and by how much."""
    if not change:
        return str(now)
    return span(f"{now} ({change:+})".replace("-", "\u2212"), kind="rule-changed")


def _end(story: Story) -> Iterator[nodes.Node]:
    """Yield the scores and the deciding clause of a finished play."""
    outcome = story.steps[-1].after.outcome
    if outcome is None:
        return
    rows = [
        (name, str(score), "won" if seat in outcome.winners else "")
        for seat, (name, score) in enumerate(zip(story.names, outcome.scores, strict=True))
    ]
    yield table(("player", "points", "result"), rows)
    clause: Clause = outcome.clause
    yield paragraph("What decided it: ", rule_link(clause, clause.rule.title), ".")


class TurnChart(BookDirective):
    """Prints a flow chart from indented lines (``chart.py``)."""

    has_content = True

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the chart."""
        book = self.open_book()
        return [box("rule-chart", *draw_chart(book.game.name, read_chart(list(self.content))))]
