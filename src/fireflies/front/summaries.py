"""A short telling of what others did since a person's last decision, made from the events."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final

from fireflies._texts import listed
from fireflies.contract import Event, Observer, Sight
from fireflies.games import Game

LONGEST: Final = 150
"""The most characters of the sentence about one seat: two lines of a terminal."""


def summary(game: Game[Any], sights: Iterable[Sight[Any]], reader: Observer) -> list[str]:
    """Return a sentence, without a full stop, for each other seat that acted, in their order.

    It has the events that the game marks, :attr:`fireflies.games.Game.highlights`; of a game that
    marks none, the first event of each action. What does not fit is counted. The seats are called
    ``seat 0`` and so on.
    """
    phrases = [it for sight in sights for event in _told(game, sight) for it in _phrase(event)]
    return [
        _sentence(seat, [phrase for _, phrase in found])
        for seat, found in groupby(phrases, key=lambda it: it[0])
        if seat != f"seat {reader}"
    ]


def _told(game: Game[Any], sight: Sight[Any]) -> Iterable[Event]:
    """Return the events of an action that are worth telling."""
    if not game.highlights:
        return sight.events[:1]
    return [event for event in sight.events if isinstance(event, game.highlights)]


def _phrase(event: Event) -> Iterator[tuple[str, str]]:
    """Yield the seat that an event begins with, and what it did; nothing for another event."""
    word, _, rest = event.as_printed().partition(" ")
    number, _, deed = rest.partition(" ")
    if word == "seat" and number.isdecimal():
        yield f"{word} {number}", deed


def _sentence(seat: str, deeds: list[str]) -> str:
    """Return what a seat did, equal deeds together; the last ones are counted if it is too long."""
    counted = [(deed, len([*same])) for deed, same in groupby(deeds)]
    told = [deed if times == 1 else f"{deed} ({times} times)" for deed, times in counted]
    for kept in range(len(told), 0, -1):
        more = [f"{len(told) - kept} more"] if kept < len(told) else []
        sentence = f"{seat} {listed([*told[:kept], *more])}"
        if len(sentence) <= LONGEST:
            return sentence
    return f"{seat} {told[0][: LONGEST - len(seat) - 2]}\N{HORIZONTAL ELLIPSIS}"
