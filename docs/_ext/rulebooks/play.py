"""Examples: the position before, the action, the events, the position after."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from docutils import nodes

from fireflies._typing import override
from fireflies.contract import (
    CHANCE,
    Action,
    Actor,
    Event,
    Sight,
    View,
    Violation,
    with_names,
)
from fireflies.errors import InvalidNotation
from fireflies.rulebook import Example

from .base import BookDirective
from .books import Book
from .table import continue_from
from .widgets import Line, bullets, code, draw_view, fold_of, pair, paragraph, rule_link


class Scene(NamedTuple):
    """An example of a rulebook, to print."""

    book: Book
    example: Example

    def parts(self) -> list[nodes.Node]:
        """Return the action and its result, and a link to the table that continues from there.

        Raises:
            InvalidOptions: when the game can't be set up with the options of the example.
            InvalidNotation: when the position can't be read.
            ValueError: when there is no such seat.
        """
        return [*self._shown(), continue_from(self.book, self.example)]

    def _shown(self) -> list[nodes.Node]:
        """Return the action and its result, with the positions before and after side by side."""
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
            event_list(sight.events),
        ]


def _read(book: Book, text: str) -> object:
    """Parse an action; return the text itself when it is not an action."""
    try:
        return book.game.read_action(text)
    except InvalidNotation:
        return text


def _actor_name(actor: Actor) -> str:
    """Return the name of the actor, for the start of a sentence."""
    if isinstance(actor, int):
        return f"Seat {actor}"
    return "Chance" if actor == CHANCE else "Somebody"


def _refusal(violation: Violation) -> nodes.paragraph:
    """Return the reason of a refusal, with a link to the clause."""
    reason = violation.reason.removeprefix(f"{violation.clause}: ")
    return paragraph("Refused: ", reason, ". ", rule_link(violation.clause), kind="rule-refused")


def event_list(events: Sequence[Event], names: Sequence[str] = ()) -> nodes.bullet_list:
    """Return the list of events; neighbors of the same clause have one link to it, after the last.

    ``names`` are those of the seats.
    """
    lines: list[Line] = []
    for event, following in zip(events, [*events[1:], None], strict=True):
        same = following is not None and following.clause is event.clause
        clause: Line = [] if same else [" ", rule_link(event.clause)]
        lines.append([_sentence(event, names), *clause])
    return bullets(lines, "rule-told")


def _sentence(event: Event, names: Sequence[str]) -> str:
    """Return an event as a sentence."""
    words = with_names(str(event), names)
    return f"{words[:1].upper()}{words[1:]}."


class PictureSigns(BookDirective):
    """Explains the signs of a game's pictures."""

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return a fold with the signs."""
        game = self.open_book().game
        marks = (
            "A green ring with an asterisk, and underlined words: this differs before and after."
        )
        shown = paragraph(" ".join(filter(None, (game.picture_legend, marks))))
        return [fold_of("Signs in the pictures", shown)]
