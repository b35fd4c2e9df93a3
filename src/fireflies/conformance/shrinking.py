"""Shrink a play in which an engine differs from the rules, within limits of time and requests.

First cut actions at the end; then draw other, smaller plays; then leave out actions and simplify
options. This needs no knowledge of the game.
"""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from fireflies._data import dumps, is_array
from fireflies.conformance.boundaries import resized
from fireflies.conformance.cases import Request
from fireflies.conformance.explorer import SKIPPED, Explored, Explorer
from fireflies.conformance.judge import Difference
from fireflies.conformance.plays import expect

MOST_REQUESTS: Final = 1000
"""The largest number of requests to the engine."""

SECONDS: Final = 60.0
"""The default time limit."""

_REDRAWS: Final = 200
"""The number of other plays that are drawn to find a smaller one."""
_SETUPS: Final = 30
"""The number of setups of these plays: those with the shortest options."""
_SLOW_PLAY: Final = 1.0
"""Seconds; a play that takes longer is only cut at its end."""


class Finding(NamedTuple):
    """A play with a difference between the engine and the rules."""

    request: Request
    difference: Difference
    legal: tuple[str, ...] = ()
    """The legal actions after the last accepted action.

    Empty for refused options and for the first finding.
    """


_Reducer: TypeAlias = Callable[[Finding], Iterator[Request]]
"""Yields requests that may be smaller and still have a difference."""


def shrink(
    explorer: Explorer, explored: Explored, seconds: float = SECONDS, requests: int = MOST_REQUESTS
) -> Iterator[Finding]:
    """Yield the play with a difference, then smaller and smaller ones.

    A play that takes long, such as one with a timeout, is only cut at its end.

    Raises:
        ValueError: when the play has no difference.
    """
    if explored.difference is None:
        raise ValueError(f"play {explored.number} shows no difference")
    shrinking = _Shrinking(explorer, explored, explored.difference, seconds, requests)
    yield shrinking.smallest
    yield from shrinking.reduce(_cut_ends)
    if explored.seconds < _SLOW_PLAY:
        yield from shrinking.redraw(explored.request_index)
        yield from shrinking.reduce(_reductions)


class _Shrinking:
    """The smallest play so far, and the remaining time and requests."""

    def __init__(
        self,
        explorer: Explorer,
        explored: Explored,
        difference: Difference,
        seconds: float,
        requests: int,
    ) -> None:
        self._explorer = explorer
        self._deadline = time.monotonic() + seconds
        self._requests_left = requests
        self.smallest = Finding(explored.play.request, difference)

    @property
    def _is_over(self) -> bool:
        return self._requests_left <= 0 or time.monotonic() > self._deadline

    def _ask(self, request: Request) -> Finding | None:
        """Return the finding of a request; None when it can't replace the smallest one so far.

        The rules have to accept its options, unless they refuse those of the smallest finding. Its
        observer, if any, has to be a seat of the game. Its difference has to be a fault if that of
        the smallest finding is one, and otherwise neither a fault nor a skip.
        """
        game, current = self._explorer.game, self.smallest
        expected = expect(game, request)
        if not expected.states and expect(game, current.request).states:
            return None
        seats = expected.states[0].seats if expected.states else 0
        if request.observer is not None and request.observer >= seats:
            return None
        self._requests_left -= 1
        found = self._explorer.ask(request, expected)
        is_fault = current.difference.at == "fault"
        if found is None or found.at == SKIPPED or (found.at == "fault") != is_fault:
            return None
        legal = expected.states[-1].legal_actions if expected.states else ()
        return Finding(request, found, tuple(map(str, legal)))

    def reduce(self, smaller: _Reducer) -> Iterator[Finding]:
        """Yield smaller plays, each made from the one before, until none is found."""
        is_shrinking = True
        while is_shrinking:
            is_shrinking = False
            for request in smaller(self.smallest):
                if self._is_over:
                    return
                if _size(request) >= _size(self.smallest.request):
                    continue
                if (found := self._ask(request)) is not None:
                    self.smallest, is_shrinking = found, True
                    yield found
                    break

    def redraw(self, request_index: int) -> Iterator[Finding]:
        """Yield smaller plays among new random ones with short options.

        Several requests are drawn about each new play. Try the one at ``request_index``, or the
        first one when there are too few. The request of the first finding has this index among
        those about its own play.
        """
        setups = self._explorer.samples(0).setups[:_SETUPS]
        for number in range(_REDRAWS):
            if self._is_over or not self.smallest.request.actions:
                return
            drawn = self._explorer.draw(number, setups[number % len(setups)])
            fallback = next(drawn)  # for index 0, or when there are too few requests
            others = islice(drawn, max(0, request_index - 1), None)
            found = self._ask((next(others, fallback) if request_index else fallback).request)
            if found is None or _place_kind(found.difference) != _place_kind(
                self.smallest.difference
            ):
                continue
            end = found.difference.after + (found.difference.at == "refused")
            shorter = found.request._replace(actions=found.request.actions[:end])
            if _size(shorter) < _size(self.smallest.request) and (cut := self._ask(shorter)):
                self.smallest = cut
                yield cut
                yield from self.reduce(_cut_ends)


def _place_kind(difference: Difference) -> list[str]:
    """Return the first part of the place of a difference, to compare two differences."""
    return difference.at.split("/")[:2]


def _size(request: Request) -> tuple[int, ...]:
    """Return a sort key: a smaller request has a lower one."""
    options = dumps(request.options)
    digits = sum(int(digit) for digit in options if digit.isdigit())
    count_rank = 0 if request.length is None else 1 + request.length
    question_rank = (request.observer is not None) + (request.ask != "trace")
    return (count_rank, len(request.actions), len(options), question_rank, digits)


def _cut_ends(smallest: Finding) -> Iterator[Request]:
    """Yield beginnings of the play that may still show the difference."""
    request, difference, _ = smallest
    actions, count = request.actions, len(request.actions)
    for cut in (difference.after + 1, difference.after):
        yield request._replace(actions=actions[:cut])
    dropped = count
    while dropped:
        dropped //= 2
        yield request._replace(actions=actions[: count - 1 - dropped])


def _reductions(smallest: Finding) -> Iterator[Request]:
    """Yield requests with fewer actions, no observer, the ask ``trace``, or simpler options.

    When the request counts sequences of actions, also yield, for each legal action, a request that
    first plays it and then counts sequences with one action less.
    """
    request = smallest.request
    actions, count = request.actions, len(request.actions)
    yield from _cut_ends(smallest)
    if request.length is not None:
        yield request._replace(ask="trace")
        for action in smallest.legal if request.length else ():
            yield request._replace(actions=(*actions, action), ask={"count": request.length - 1})
    length = count // 2
    while length:
        for start in range(0, count, length):
            yield request._replace(actions=actions[:start] + actions[start + length :])
        length //= 2
    yield request._replace(observer=None)
    yield request._replace(ask="trace")
    yield from _simpler_options(request)


def _simpler_options(request: Request) -> Iterator[Request]:
    """Yield requests with smaller numbers and shorter arrays and texts in their options."""
    options = request.options
    arrays = {name: value for name, value in options.items() if is_array(value)}
    unused = {name: _unused_values(values, request.actions) for name, values in arrays.items()}
    for name, value in options.items():
        if type(value) is int:
            for number in dict.fromkeys((0, 1, value // 2, value - 1)):
                if 0 <= number < value:
                    yield request._replace(options={**options, name: number})
                    shorter = {
                        other: _without(
                            values, unused[other], len(values) - len(resized(values, value, number))
                        )
                        for other, values in arrays.items()
                    }
                    yield request._replace(options={**options, **shorter, name: number})
    for name, values in arrays.items():
        for item in unused[name]:
            yield request._replace(options={**options, name: _without(values, [item], 1)})
        for old in dict.fromkeys(str(item) for item in values):
            for new in _shorter_texts(old):
                yield request._replace(
                    options={**options, name: [new if item == old else item for item in values]},
                    actions=tuple(action.replace(old, new) for action in request.actions),
                )


def _unused_values(values: Sequence[object], actions: Sequence[str]) -> list[object]:
    """Return the values of an array that the actions do not use."""
    # How many actions mention each text; the values beyond this number are unused.
    unmatched = Counter(
        {text: sum(text in action for action in actions) for text in {*map(str, values)}}
    )
    unused: list[object] = []
    for value in values:
        if unmatched[str(value)] > 0:
            unmatched[str(value)] -= 1
        else:
            unused.append(value)
    return unused


def _without(values: Sequence[object], unused: Sequence[object], count: int) -> list[object]:
    """Return the values without the last ``count`` unused ones.

    Of equal values, the first is removed.
    """
    remaining = [*values]
    for item in [*reversed(unused)][:count]:
        remaining.remove(item)
    return remaining


def _shorter_texts(text: str) -> Iterator[str]:
    """Yield the text with one change: a later word removed, all numbers 0 or 1, or no hyphens."""
    words = text.split(" ")
    for place in range(1, len(words)):
        yield " ".join([*words[:place], *words[place + 1 :]])
    yield re.sub("-?[0-9]+", "0", text)
    yield re.sub("-?[0-9]+", "1", text)
    yield text.replace("-", "")
