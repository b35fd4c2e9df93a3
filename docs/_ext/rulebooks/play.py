"""Examples and whole plays: the position before, the action, the events, the position after."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from docutils import nodes
from docutils.parsers.rst import directives

from fireflies import record
from fireflies._typing import override
from fireflies.contract import CHANCE, Action, Actor, Event, Sight, State, Step, View, Violation
from fireflies.errors import InvalidData, InvalidNotation
from fireflies.record import Record
from fireflies.rulebook import Clause, Example

from .base import BookDirective
from .books import Book
from .widgets import Line, box, bullets, code, draw_view, heading, pair, paragraph, rule_link, table

if TYPE_CHECKING:
    from sphinx.util.typing import OptionSpec


class Scene(NamedTuple):
    """An example of a rulebook, to print."""

    book: Book
    example: Example

    def parts(self) -> list[nodes.Node]:
        """Return the action and its result, with the positions before and after side by side.

        Raises:
            InvalidOptions: when there is no such game.
            InvalidNotation: when the position can't be read.
            ValueError: when there is no such seat.
        """
        example, state = self.example, self.book.state_of(self.example)
        seen, text = state.view(example.seat), example.action
        if not text:
            return [draw_view(self.book, seen)]
        tried = _read(self.book, text)
        violation = state.check(tried)
        if violation is not None:
            return [
                paragraph(f"{_actor_name(state.actor)} tries ", code(text), "."),
                draw_view(self.book, seen, about=text),
                _refusal(violation),
            ]
        action = cast("Action", tried)  # nothing else is allowed
        sight: Sight[View] = state.step(action).seen_by(example.seat)
        before = draw_view(self.book, seen, sight.view, text)
        after = draw_view(self.book, sight.view, seen, text)
        return [
            paragraph(f"{_actor_name(state.actor)}: ", code(text)),
            pair(before, after),
            _event_list(sight.events),
        ]


def _read(book: Book, text: str) -> object:
    """Parse an action; return the text itself when it is not an action."""
    try:
        return book.game.read_action(text)
    except InvalidNotation:
        return text


def _actor_name(actor: Actor) -> str:
    """Return the name of the deciding seat."""
    if isinstance(actor, int):
        return f"Seat {actor}"
    return "Chance" if actor == CHANCE else "Somebody"


def _refusal(violation: Violation) -> nodes.paragraph:
    """Return the reason of a refusal, with a link to the clause."""
    reason = violation.reason.removeprefix(f"{violation.clause}: ")
    return paragraph("Refused: ", reason, ". ", rule_link(violation.clause), kind="rule-refused")


def _event_list(events: Sequence[Event]) -> nodes.bullet_list:
    """Return the list of events; after the last one of each clause follows a link to it."""
    lines: list[Line] = []
    for event, following in zip(events, [*events[1:], None], strict=True):
        same = following is not None and following.clause is event.clause
        clause: Line = [] if same else [" ", rule_link(event.clause)]
        lines.append([_sentence(event), *clause])
    return bullets(lines, "rule-told")


def _sentence(event: Event) -> str:
    """Return an event as a sentence."""
    words = str(event)
    return f"{words[:1].upper()}{words[1:]}."


class WorkedGame(BookDirective):
    """Prints a play, or some turns of it, from a record in the folder of the page.

    ``:turns: 3`` or ``:turns: 3-5`` shows only these, counted from 1; what chance does between two
    seats is a turn.
    """

    required_arguments = 2
    option_spec: ClassVar["OptionSpec | None"] = {"turns": directives.unchanged}

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the play, step by step."""
        book = self.open_book()
        name, path = self.env.relfn2path(self.arguments[1])
        self.env.note_dependency(path)
        try:
            played = record.read(Path(path).read_text(encoding="utf-8").strip())
        except (OSError, InvalidData) as error:
            self.warn(f"{name}: {error}")
            return []
        turns = _turns(played.steps)
        shown = [
            _step_box(book, f"{number}. {_title(played, steps)}", steps)
            for number, steps in enumerate(turns, 1)
        ]
        if "turns" in self.options:
            first, _, last = self.options["turns"].partition("-")
            chosen = slice(int(first) - 1, int(last or first))
            before = turns[chosen.start][0].before.view()
            return [box("rule-step", draw_view(book, before)), *shown[chosen]]
        return [*self._start(book, played), *shown, *_end(played)]

    def _start(self, book: Book, played: Record[State]) -> Iterator[nodes.Node]:
        """Yield the names of the players, and the first position."""
        seats = ", ".join(f"{name} on seat {seat}" for seat, name in enumerate(played.seats))
        yield paragraph(f"At the table: {seats}.")
        yield box("rule-step", draw_view(book, played.start.view()))


def _turns(steps: Iterable[Step[State]]) -> list[list[Step[State]]]:
    """Return the steps by turn: the decisions of a seat in a row, with chance's actions in between.

    Chance's actions between two seats are a turn of their own.
    """
    found: list[list[Step[State]]] = []
    for actor, group in groupby(steps, key=lambda step: step.before.actor):
        known = [turn[0].before.actor for turn in found[-2:]]
        if known == [actor, CHANCE]:
            found[-2:] = [[*found[-2], *found[-1], *group]]
        else:
            found.append([*group])
    return found


def _title(played: Record[State], steps: Sequence[Step[State]]) -> str:
    """Return the title of a turn."""
    actor = steps[0].before.actor
    if isinstance(actor, int):
        return f"{played.seats[actor]}, seat {actor}: {'; '.join(str(it.action) for it in steps)}"
    return _actor_name(actor)


def _step_box(book: Book, title: str, steps: list[Step[State]]) -> nodes.container:
    """Return one step of a play."""
    events = [event for step in steps for event in step.events]
    return box(
        "rule-step", heading(title, 2), _event_list(events), draw_view(book, steps[-1].after.view())
    )


def _end(played: Record[State]) -> Iterator[nodes.Node]:
    """Yield the scores and the deciding clause of a finished play."""
    outcome = played.final.outcome
    if outcome is None:
        return
    rows = [
        (name, str(score), "won" if seat in outcome.winners else "")
        for seat, (name, score) in enumerate(zip(played.seats, outcome.scores, strict=True))
    ]
    yield table(("player", "points", "result"), rows)
    clause: Clause = outcome.clause
    yield paragraph("What decided it: ", clause.rule.title, ". ", rule_link(clause))
