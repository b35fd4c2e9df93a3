"""A record as a notebook shows it: heading, steps and result, as tables in HTML."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from fireflies import _html
from fireflies._data import dumps, is_object
from fireflies._pins import is_pin
from fireflies._texts import capitalized, many
from fireflies.contract import SPECTATOR, Action, Observer, OutcomeJson, State, Step, with_names
from fireflies.errors import clipped
from fireflies.games import Game

_MOST_STEPS: Final = 400
"""The most actions that are shown; of a longer play, the last ones."""


def play_in_html(
    game: Game[Any],
    options: Mapping[str, object],
    seats: Sequence[str],
    steps: Sequence[Step[State]],
    final: State,
) -> str:
    """Return a play in full: who did what, what happened, and the result."""
    first = max(0, len(steps) - _MOST_STEPS)
    rows = [
        [
            number,
            _who(seats, step.before.actor),
            with_names(_words(game, step), seats),
            _told(seats, [event.as_printed() for event in step.events]),
        ]
        for number, step in enumerate(steps[first:], first + 1)
    ]
    heads = ["action", "seat", "what is done", "what happens"]
    return _html.for_notebook(
        heading(game, options, seats),
        _html.plain_table(_caption(len(steps), first), heads, rows),
        _ending(game, seats, final),
    )


def seen_in_html(
    begun: str,
    seats: Sequence[str],
    observer: Observer,
    told: Iterable[tuple[Action, Sequence[str]]],
    result: OutcomeJson | None,
) -> str:
    """Return a play as an observer saw it: its heading, actions, events, and result."""
    who = f"a {observer}" if observer == SPECTATOR else _who(seats, observer)
    rows = [[it, str(action), _told(seats, events)] for it, (action, events) in enumerate(told, 1)]
    first = max(0, len(rows) - _MOST_STEPS)
    caption = f"{_caption(len(rows), first)}, as seen by {who}"
    return _html.for_notebook(
        begun,
        _html.plain_table(caption, ["action", "what is done", "what happens"], rows[first:]),
        _html.paragraph("The play is not over.")
        if result is None
        else _html.scores(_named(seats), result["scores"], result["winners"]),
    )


def heading(game: Game[Any], options: Mapping[str, object], seats: Sequence[str]) -> str:
    """Return the game, its options, and who plays."""
    chosen = ", ".join(f"{name} {_plain(it)}" for name, it in game.pin(options).items())
    return "".join(
        [
            _html.paragraph(f"{game.title}, edition {game.edition}: {', '.join(seats)}"),
            _html.paragraph(f"Options: {chosen}") if chosen else "",
        ]
    )


def _plain(value: object) -> str:
    """Return the value of an option, cut when it is long; of one that ships, its name."""
    named = value.get("name") if is_object(value) and is_pin(value) else value
    return clipped(named if isinstance(named, str) else dumps(named))


def _caption(steps: int, first: int) -> str:
    """Return how many actions there are, and how many of them are left out."""
    return many(steps, "action") + (f", without the first {first}" if first else "")


def _named(seats: Sequence[str]) -> list[str]:
    """Return the names of the seats with their numbers: two may have one name."""
    return [f"{name} (seat {seat})" for seat, name in enumerate(seats)]


def _who(seats: Sequence[str], who: object) -> str:
    """Return an actor in words."""
    return _named(seats)[who] if isinstance(who, int) else str(who)


def _words(game: Game[Any], step: Step[State]) -> str:
    """Return an action as the descriptions of legal actions begin.

    What these go on with, price and gain, is known by now: it is in the events.
    """
    if game.wording is None:
        return str(step.action)
    return game.wording.head(step.action, step.before.view())


def _told(seats: Sequence[str], events: Iterable[str]) -> str:
    """Return the sentences of events."""
    return with_names("; ".join(map(capitalized, events)), seats)


def _ending(game: Game[Any], seats: Sequence[str], final: State) -> str:
    """Return the result with the sum of each score; before the end, who decides."""
    if (outcome := final.outcome) is None:
        return _html.paragraph(f"The play is not over: {_who(seats, final.actor)} decides.")
    sums = () if game.tally is None else game.tally(final.view())
    decided = outcome.clause.rule.title
    return _html.scores(_named(seats), outcome.scores, outcome.winners, decided, sums)
