"""The part that two oracles share: readers of JSON, and the answers of the wire.

No rule of a game is here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Protocol


class OptionsRefused(Exception):
    """A game cannot be set up with these options; the argument says what is wrong."""


class Refused(Exception):
    """The rules do not let the actor do this now; ``clause`` is None for what is no action."""

    def __init__(self, clause: str | None) -> None:
        super().__init__(clause)
        self.clause = clause


class Referee(Protocol):
    """One game, changed in place by each action."""

    phase: str

    def legal(self) -> list[str]:
        """Give the legal actions."""
        ...

    def clone(self) -> Referee:
        """Make a second table that looks the same."""
        ...

    def apply(self, action: object, /) -> None:
        """Do what the action says, or raise Refused."""
        ...

    def state(self, observer: int | None = None) -> dict[str, object]:
        """Describe the table as the wire does."""
        ...


def whole(thing: object, least: int, most: int) -> int:
    """Insist on a whole number from least to most."""
    if type(thing) is not int:
        raise OptionsRefused("a number is no whole number")
    if thing < least or thing > most:
        raise OptionsRefused("a number is out of range")
    return thing


def listed(thing: object, least: int, most: int) -> list[object]:
    """Insist on a list of least to most things."""
    if not isinstance(thing, list):
        raise OptionsRefused("a list is no list")
    if len(thing) < least or len(thing) > most:
        raise OptionsRefused("a list is too short or too long")
    return thing


def keyed(thing: object, keys: list[str]) -> dict[str, object]:
    """Insist on an object with exactly these keys."""
    if not isinstance(thing, Mapping):
        raise OptionsRefused("an object is no object")
    if len(thing) != len(keys):
        raise OptionsRefused("an object has too few or too many keys")
    copy: dict[str, object] = {}
    for key in keys:
        if key not in thing:
            raise OptionsRefused("an object lacks a key")
        copy[key] = thing[key]
    return copy


def written(thing: object, pattern: str) -> str:
    """Insist on a text that is written like this."""
    if not isinstance(thing, str):
        raise OptionsRefused("a text is no text")
    if re.fullmatch(pattern, thing) is None:
        raise OptionsRefused("a text is not so written")
    return thing


def true_or_false(thing: object) -> bool:
    """Insist on true or false."""
    if thing is not True and thing is not False:
        raise OptionsRefused("neither true nor false")
    return thing is True


def count(oracle: Referee, k: int) -> int:
    """Count the different lines of k actions from here, shorter ones if the game ends."""
    if k == 0 or oracle.phase == "over":
        return 1
    total = 0
    for action in oracle.legal():
        after = oracle.clone()
        after.apply(action)
        total += count(after, k - 1)
    return total


def asked(ask: object, key: str) -> int | None:
    """Give the number of {"count": k} or {"from": k}, None if it is not asked."""
    if isinstance(ask, Mapping) and list(ask) == [key]:
        number: object = ask[key]
        if type(number) is int and number >= 0:
            return number
    return None


def answer(
    case: Mapping[str, object], game: str, edition: str, start: Callable[[object], Referee]
) -> dict[str, object]:
    """Answer a CASE of the wire, without the ``seq``; ``start`` sets the table up for options."""
    ask = case["ask"]
    length = asked(ask, "count")
    first = asked(ask, "from")
    if ask == "trace":
        first = 0
    if case["game"] != game or case["edition"] != edition:
        return {"skipped": True}
    if length is None and first is None and ask != "final":
        return {"skipped": True}
    try:
        oracle = start(case["options"])
    except OptionsRefused:
        if length is not None:
            return {"count": 0, "refused": {"index": -1}}
        return {"states": [], "refused": {"index": -1}}

    observer = case["observer"]
    if observer is not None and type(observer) is not int:
        raise ValueError("the observer is no seat")
    actions = case["actions"]
    if not isinstance(actions, list):
        raise ValueError("the actions are no list")
    states = [oracle.state(observer)]
    refused: dict[str, object] | None = None
    for index in range(len(actions)):
        try:
            oracle.apply(actions[index])
        except Refused as refusal:
            refused = {"index": index}
            if refusal.clause is not None:
                refused["clause"] = refusal.clause
            break
        states.append(oracle.state(observer))
    if length is not None:
        return {"count": count(oracle, length), "refused": refused}
    if first is None or first >= len(states):
        first = len(states) - 1
    return {"states": states[first:], "refused": refused}
