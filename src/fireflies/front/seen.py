"""What an observer may see of a play, as plain data: status, steps, log."""

from collections.abc import Sequence
from typing import Any

from fireflies.contract import Event, Observer, Outcome, Sight, State, View, Violation, with_names
from fireflies.front.texts import grouped, remark_on, seat_names
from fireflies.games import Game

Json = dict[str, object]


class Eyes:
    """Writes what one observer may see of a play, with the names of the seats."""

    def __init__(self, game: Game[Any], seats: Sequence[str], observer: Observer) -> None:
        self._game = game
        self.observer: Observer = observer
        self.names: tuple[str, ...] = seat_names(
            seats, observer if isinstance(observer, int) else None
        )
        """By seat; the observer's own is ``you``."""

    def table(self, view: View) -> Json:
        """Return the table as a picture and as text, and the menu of the legal actions."""
        legal = view.legal_actions
        return {
            "svg": None if self._game.draw is None else self._game.draw(view),
            "text": view.to_text(names=self.names),
            "legend": list(self._game.legend),
            "groups": None if legal is None else menu([str(action) for action in legal]),
            "position": view.position,
        }

    def step(self, index: int, before: State, sight: Sight[Any]) -> Json:
        """Return an action with its events, as the observer saw them."""
        return {
            "index": index,
            "actor": before.actor,
            "action": str(sight.action),
            "events": [self.event(event) for event in sight.events],
        }

    def event(self, event: Event) -> Json:
        """Return an event: its text, and its clause."""
        return {
            "text": with_names(str(event), self.names),
            "clause": str(event.clause),
            "title": event.clause.rule.title,
        }

    def violation(self, violation: Violation) -> Json:
        """Return the violated clause, and the game's remark on it."""
        return {
            "clause": str(violation.clause),
            "title": violation.clause.rule.title,
            "text": violation.clause.rule.text,
            "remark": remark_on(self._game, violation, self.names),
        }


def menu(texts: Sequence[str]) -> list[Json]:
    """Return actions grouped by their first word."""
    return [
        {"word": word, "actions": [{"text": it.text, "label": it.label} for it in entries]}
        for word, entries in grouped(texts).items()
    ]


def outcome_json(outcome: Outcome | None) -> Json | None:
    """Return the result of a play, and the clause that decided it."""
    if outcome is None:
        return None
    return {
        "scores": list(outcome.scores),
        "winners": list(outcome.winners),
        "clause": str(outcome.clause),
        "title": outcome.clause.rule.title,
    }
