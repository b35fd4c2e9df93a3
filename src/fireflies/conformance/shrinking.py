"""Makes a play in which an engine departs from the rules smaller, step by step, within bounds.

Small plays are drawn in its place first; then actions are left out, and options made simpler. No
step needs to know the game: what the rules then refuse is no smaller play.
"""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from fireflies._data import dumps, is_array
from fireflies.conformance.cases import Request
from fireflies.conformance.explorer import SKIPPED, Explored, Explorer
from fireflies.conformance.exploring import resized
from fireflies.conformance.judge import Difference
from fireflies.conformance.plays import expect

STEPS: Final = 1000
"""The most smaller plays that an engine is asked about."""

SECONDS: Final = 60.0
"""For how long it is asked, unless another time is given."""

_REDRAWN: Final = 200
"""The number of small plays that are tried in place of the one that was found."""
_SETUPS: Final = 30
"""The number of setups with short options from which they are drawn."""
_SLOW: Final = 1.0
"""Seconds; a play that takes longer is only cut off."""


class Finding(NamedTuple):
    """A play in which an engine departs from the rules."""

    request: Request
    difference: Difference
    legal: tuple[str, ...] = ()
    """The legal actions after those of the request."""


_Smaller: TypeAlias = Callable[[Finding], Iterator[Request]]
"""Yields requests that may be smaller ones with a difference."""


def shrink(
    explorer: Explorer, explored: Explored, seconds: float = SECONDS, steps: int = STEPS
) -> Iterator[Finding]:
    """Yield the play with a difference, and then ever smaller ones; whoever wants no more may stop.

    A timeout is not repeated step by step: a play that takes long is only cut off.

    Raises:
        ValueError: when the play shows no difference.
    """
    if explored.difference is None:
        raise ValueError(f"play {explored.number} shows no difference")
    shrinking = _Shrinking(explorer, explored, explored.difference, seconds, steps)
    yield shrinking.best
    yield from shrinking.reduce(_shorter)
    if explored.seconds < _SLOW:
        yield from shrinking.redraw(explored.request)
        yield from shrinking.reduce(_smaller)


class _Shrinking:
    """The smallest play so far, and how much more may be asked."""

    def __init__(
        self,
        explorer: Explorer,
        explored: Explored,
        difference: Difference,
        seconds: float,
        steps: int,
    ) -> None:
        self._explorer = explorer
        self._ending = time.monotonic() + seconds
        self._steps = steps
        self.best = Finding(explored.play.request, difference)

    @property
    def _is_over(self) -> bool:
        return self._steps <= 0 or time.monotonic() > self._ending

    def _ask(self, request: Request) -> Finding | None:
        """Return what is found when a request is asked that fits as the first one did."""
        game, first = self._explorer.game, self.best
        expected = expect(game, request)
        if not expected.states and expect(game, first.request).states:
            return None
        seats = expected.states[0].seats if expected.states else 0
        if request.observer is not None and request.observer >= seats:
            return None
        self._steps -= 1
        found = self._explorer.ask(request, expected)
        is_fault = first.difference.at == "fault"
        if found is None or found.at == SKIPPED or (found.at == "fault") != is_fault:
            return None
        legal = expected.states[-1].legal_actions if expected.states else ()
        return Finding(request, found, tuple(map(str, legal)))

    def reduce(self, smaller: _Smaller) -> Iterator[Finding]:
        """Yield smaller plays, each made from the last one, until none is found."""
        is_shrinking = True
        while is_shrinking:
            is_shrinking = False
            for request in smaller(self.best):
                if self._is_over:
                    return
                if _size(request) >= _size(self.best.request):
                    continue
                if (found := self._ask(request)) is not None:
                    self.best, is_shrinking = found, True
                    yield found
                    break

    def redraw(self, kind: int) -> Iterator[Finding]:
        """Yield smaller plays of this kind, drawn anew with short options."""
        setups = self._explorer.samples(0).setups[:_SETUPS]
        for number in range(_REDRAWN):
            if self._is_over or not self.best.request.actions:
                return
            drawn = self._explorer.draw(number, setups[number % len(setups)])
            found = self._ask(next(islice(drawn, kind, None)).request)
            if found is None or _place(found.difference) != _place(self.best.difference):
                continue
            end = found.difference.after + (found.difference.at == "refused")
            shorter = found.request._replace(actions=found.request.actions[:end])
            if _size(shorter) < _size(self.best.request) and (again := self._ask(shorter)):
                self.best = again
                yield again
                yield from self.reduce(_shorter)


def _place(difference: Difference) -> list[str]:
    """Return the kind of place of a difference."""
    return difference.at.split("/")[:2]


def _size(request: Request) -> tuple[int, ...]:
    """Return how hard a request is to read: each step of shrinking makes it less."""
    options = dumps(request.options)
    digits = sum(int(digit) for digit in options if digit.isdigit())
    counted = 0 if request.length is None else 1 + request.length
    asked = (request.observer is not None) + (request.ask != "trace")
    return (counted, len(request.actions), len(options), asked, digits)


def _shorter(best: Finding) -> Iterator[Request]:
    """Yield beginnings of the play: up to the difference, or up to where it may be."""
    request, difference, _ = best
    actions, count = request.actions, len(request.actions)
    for cut in (difference.after + 1, difference.after):
        yield request._replace(actions=actions[:cut])
    left = count
    while left:
        left //= 2
        yield request._replace(actions=actions[: count - 1 - left])


def _smaller(best: Finding) -> Iterator[Request]:
    """Yield requests with fewer actions, without an observer, and with simpler options."""
    request = best.request
    actions, count = request.actions, len(request.actions)
    yield from _shorter(best)
    if request.length is not None:
        yield request._replace(ask="trace")
        for action in best.legal if request.length else ():
            yield request._replace(actions=(*actions, action), ask={"count": request.length - 1})
    length = count // 2
    while length:
        for start in range(0, count, length):
            yield request._replace(actions=actions[:start] + actions[start + length :])
        length //= 2
    yield request._replace(observer=None)
    yield request._replace(ask="trace")
    yield from _simpler(request)


def _simpler(request: Request) -> Iterator[Request]:
    """Yield requests with smaller numbers and shorter arrays and texts in their options."""
    options = request.options
    arrays = {name: value for name, value in options.items() if is_array(value)}
    spare = {name: _spare(values, request.actions) for name, values in arrays.items()}
    for name, value in options.items():
        if type(value) is int:
            for number in {0: 0, 1: 0, value // 2: 0, value - 1: 0}:
                if 0 <= number < value:
                    yield request._replace(options={**options, name: number})
                    shorter = {
                        other: _without(
                            values, spare[other], len(values) - len(resized(values, value, number))
                        )
                        for other, values in arrays.items()
                    }
                    yield request._replace(options={**options, **shorter, name: number})
    for name, values in arrays.items():
        for one in spare[name]:
            yield request._replace(options={**options, name: _without(values, [one], 1)})
        for old in dict.fromkeys(str(one) for one in values):
            for new in _simpler_texts(old):
                yield request._replace(
                    options={**options, name: [new if one == old else one for one in values]},
                    actions=tuple(action.replace(old, new) for action in request.actions),
                )


def _spare(values: Sequence[object], actions: Sequence[str]) -> list[object]:
    """Return the values of an array of which there are more than actions name them."""
    left = Counter(
        {text: sum(text in action for action in actions) for text in {*map(str, values)}}
    )
    spare: list[object] = []
    for value in values:
        if left[str(value)] > 0:
            left[str(value)] -= 1
        else:
            spare.append(value)
    return spare


def _without(values: Sequence[object], spare: Sequence[object], count: int) -> list[object]:
    """Return the values without so many of the spare ones, the last first."""
    left = [*values]
    for one in [*reversed(spare)][:count]:
        left.remove(one)
    return left


def _simpler_texts(text: str) -> Iterator[str]:
    """Yield the text with a number nearer to zero, or without one of its later words."""
    words = text.split(" ")
    for place in range(1, len(words)):
        yield " ".join([*words[:place], *words[place + 1 :]])
    yield re.sub("-?[0-9]+", "0", text)
    yield re.sub("-?[0-9]+", "1", text)
    yield text.replace("-", "")
