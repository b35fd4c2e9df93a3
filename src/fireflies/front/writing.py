"""The view of an observer on a play, as plain data for the answers of the bridge."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from fireflies._texts import capitalized
from fireflies.contract import (
    Action,
    Actor,
    Description,
    Outcome,
    Sight,
    View,
    Violation,
    with_names,
)
from fireflies.errors import InvalidData
from fireflies.front.texts import MenuEntry, explain, grouped, remark_on, wasted
from fireflies.games import Game
from fireflies.rulebook import Clause

Json: TypeAlias = dict[str, object]
"""A JSON object that is being built."""


class Writer:
    """Writes what one observer may see of a play, with names in place of seats."""

    def __init__(self, game: Game[Any], names: Sequence[str]) -> None:
        """Prepare a writer; ``names`` has those of the seats, where the observer is ``you``."""
        self._game: Final = game
        self.names: Final = names
        """By seat."""

    def table(self, view: View, earlier: View | None, *, picture: bool, width: int | None) -> Json:
        """Return the table as a picture, if it is wanted, as a text, and as a position in one line.

        What differs from the earlier view is marked in the picture. ``width`` is that of its place
        in CSS pixels, if it is known.
        """
        draw = self._game.draw if picture else None
        return {
            "svg": None if draw is None else draw(view, earlier, names=self.names, width=width),
            "text": view.to_text(names=self.names),
            "position": view.position,
        }

    def situation(self, view: View) -> list[str]:
        """Return what is decided next, and what the observer has to know for it, in sentences."""
        game, now = self._game, list[str]()
        if view.actor is not None and game.decision is not None:
            now.append(capitalized(game.decision(view)))
        told = [*now, *(() if game.situation is None else game.situation(view))]
        return [with_names(sentence, self.names) for sentence in told]

    def menu(self, view: View) -> list[Json] | None:
        """Return the legal actions by their first word; None where the observer may not see them.

        Each has its text and label, a sentence that describes it, the names of the things that it
        is about, and its data. What does nothing that is told comes last.
        """
        if view.legal_actions is None:
            return None
        actions = {str(action): action for action in view.legal_actions}
        told = {text: self._game.describe(action, view) for text, action in actions.items()}
        idle = {text for text, it in told.items() if not (it.price or any(it.gains) or it.follows)}
        groups = [
            (word, sorted(entries, key=lambda it: it.text in idle))
            for word, entries in grouped([*actions]).items()
        ]
        return [
            {
                "word": word,
                "actions": [self._entry(it, actions[it.text], told[it.text]) for it in entries],
            }
            for word, entries in sorted(groups, key=lambda it: it[1][0].text in idle)
        ]

    def _entry(self, entry: MenuEntry, action: Action, described: Description) -> Json:
        return {
            **entry._asdict(),
            "sentence": self.sentence(described),
            "things": list(action.things),
            "wastes": wasted(self._game, action, described, self.names) or None,
            "data": action.to_json(),
        }

    def sentence(self, description: Description) -> str:
        """Return the sentence of a description, with names."""
        return with_names(str(description), self.names)

    def step(self, index: int, actor: Actor, sight: Sight[Any]) -> Json:
        """Return an action with its events, as the observer saw them."""
        events = [(it.as_printed(), it.clause, it.to_json()) for it in sight.events]
        return step_of(index, actor, sight.action, events, self.names)

    def violation(self, violation: Violation) -> Json:
        """Return the violated clause with its text, and the game's remark on this position."""
        return {
            **cited(violation.clause),
            "text": violation.clause.rule.text,
            "remark": remark_on(self._game, violation, self.names),
        }

    def refusal(self, violation: Violation) -> Json:
        """Return what ``violation`` returns, and a message for the person who tried the action."""
        message = explain(self._game, violation, self.names)
        return {"message": message, **self.violation(violation)}


def step_of(
    index: int,
    actor: Actor,
    action: Action | None,
    events: Iterable[tuple[str, Clause | None, Mapping[str, object] | None]],
    names: Sequence[str],
) -> Json:
    """Return an action with its events: text, clause, and as data."""
    told: list[Json] = [
        {"text": with_names(text, names), **cited(clause), "data": data}
        for text, clause, data in events
    ]
    data = None if action is None else action.to_json()
    return {"index": index, "actor": actor, "action": str(action), "data": data, "events": told}


def cited(clause: Clause | None) -> Json:
    """Return the id and the title of a clause; nulls where it is unknown."""
    if clause is None:
        return {"clause": None, "title": None}
    return {"clause": str(clause), "title": clause.rule.title}


def answer_to_go(index: int, count: int) -> Json:
    """Return the answer to ``go``; raise InvalidData when the play has fewer actions."""
    if index > count:
        raise InvalidData("index", f"{index} is more than the {count} actions of this play")
    return {"index": index}


def result(outcome: Outcome | None, tally: Iterable[Mapping[str, int]] = ()) -> Json | None:
    """Return the result of a play and the clause that decided it; None while the play goes on.

    ``tally`` has by seat the parts of the score.
    """
    if outcome is None:
        return None
    parts = [[{"text": part, "points": points} for part, points in it.items()] for it in tally]
    return {**outcome.to_json(), **cited(outcome.clause), "tally": parts}
