"""Draws what random plays are made of, for any game: setups, decisions, and what may be illegal.

Options and actions come from the Hypothesis strategies of the game. Whatever is wrong on purpose is
made from them here: a game says nothing of it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Any, Final, TypeAlias

from fireflies._data import dumps, is_array, is_object
from fireflies.chance import Draws
from fireflies.contract import Action, State
from fireflies.games import Game, Setup
from fireflies.strategies import Strategies

Policy: TypeAlias = Callable[[Any, Sequence[Action], Draws], Action]
"""Chooses one of the legal actions of a state."""

BATCH: Final = 1000
"""The number of plays that are drawn from the same samples."""

_LONGEST: Final = 1000
"""The length up to which arrays grow with a number."""

_EXAMPLES: Final = 100
"""The number of options, and of actions, in one batch."""

_NUMBER: Final = "-?[0-9]+"


class Samples:
    """What the plays of one batch are drawn from."""

    def __init__(self, game: Game[Any], seed: int, batch: int) -> None:
        """Generate options and actions; the same ones for the same seed and batch."""
        strategies = _strategies(game)
        given: list[Mapping[str, object]] = [{}]
        texts: list[str] = []
        if strategies is not None:
            number = Draws(seed, "options", batch).bits()
            given += _generated(strategies.options, number)
            texts += map(str, _generated(strategies.actions, number))
        setups = {dumps(setup.options, sort_keys=True): setup for setup in map(game.set_up, given)}
        self.setups: Sequence[Setup[State]] = [
            setups[options] for options in sorted(setups, key=lambda text: (len(text), text))
        ]
        """The different setups, those with the shortest options first."""
        self.texts: Sequence[str] = sorted({*texts})
        """Texts of actions, whether legal anywhere or not."""
        self._extremes = _extremes([setup.options for setup in self.setups])
        self._longest = {
            name: max(len(value) for one in self.setups if is_array(value := one.options[name]))
            for name, first in self.setups[0].options.items()
            if is_array(first)
        }

    def setup(self, draws: Draws) -> Setup[State]:
        """Return one of the setups, more often one with short options."""
        count = len(self.setups)
        chances = 3 if draws.below(8) else 1
        return self.setups[min(draws.below(count) for _ in range(chances))]

    def spoil_options(
        self, options: Mapping[str, object], turn: int, draws: Draws
    ) -> dict[str, object]:
        """Return options with one thing changed, and what depends on it; they may still fit.

        The keys and the types of JSON stay: the wire promises that no others are sent. From turn to
        turn it is changed in another way.
        """
        nested = [name for name, value in options.items() if is_array(value) or is_object(value)]
        names = nested if turn % 3 and nested else [it for it in options if it not in nested]
        turn = turn // 3 * 2 + turn % 3 // 2 if names is nested else turn // 3
        if not names:
            return dict(options)
        name = names[(turn + turn // 16) % len(names)]
        value = options[name]
        if turn % 16 < len(names):  # a value that fits elsewhere
            return {**options, name: draws.choose(self.setups).options[name]}
        spoiled = {**options, name: self._spoil(name, value, turn // len(names), draws)}
        if type(value) is int and draws.below(4):
            # Arrays that are so many times as long grow with it: else they alone are judged.
            for other, array in options.items():
                if is_array(array):
                    spoiled[other] = resized(array, value, spoiled[name])
        return spoiled

    def _spoil(self, name: str, value: object, turn: int, draws: Draws) -> object:
        """Return another value in place of one in an option."""
        extremes = self._extremes[name]
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            # A narrow number takes the last one for the same.
            near = (value - 1, value + 1, *extremes, -value, value + (1 << 32))
            return near[turn % len(near)]
        if isinstance(value, str):
            return spoil_text(value, turn, draws, extremes)
        if is_object(value) and value:
            key = draws.choose([*value])
            return {**value, key: self._spoil(name, value[key], turn, draws)}
        return self._spoil_array(name, value, turn, draws) if is_array(value) and value else value

    def _spoil_array(
        self, name: str, values: Sequence[object], turn: int, draws: Draws
    ) -> list[object]:
        # A long text can be wrong in more ways than a short one.
        places = (draws.below(len(values)), draws.below(len(values)))
        place = max(places, key=lambda one: len(str(values[one])))
        others = draws.choose(self.setups).options[name]
        another = draws.choose(others if is_array(others) and others else values)
        before, after = values[:place], values[place + 1 :]
        match draws.below(12):
            case 0:
                return [*before, *after]
            case 1:
                return [*values, another]
            case 2:
                return [*values, *[another] * max(1, self._longest.get(name, 0) + 1 - len(values))]
            case _:
                return [*before, self._spoil(name, values[place], turn, draws), *after]

    def form(self, legal: Sequence[Action], turn: int, draws: Draws) -> str:
        """Return the text of a legal action as it is not written."""
        text = max(str(draws.choose(legal)), str(draws.choose(legal)), key=len)
        return spoil_text(text, turn, draws)

    def attempt(self, states: Sequence[State], draws: Draws) -> str:
        """Return the text of an action to try in a state, legal in another one or nowhere."""
        legal = draws.choose(states).legal_actions
        texts = self.texts if self.texts and (draws.below(2) or not legal) else [*map(str, legal)]
        text = draws.choose(texts or ("x",))
        if draws.below(8):
            return text
        words = [*text.split(" "), *draws.choose(texts or ("x",)).split(" ")]
        return " ".join(draws.choose(words) for _ in range(1 + draws.below(3)))


def _strategies(game: Game[Any]) -> Strategies | None:
    """Return the strategies of a game; None where it has none, or Hypothesis is not installed."""
    if game.strategies is None or not can_generate():
        return None
    return game.strategies()


def can_generate() -> bool:
    """Return whether the strategies of games can be used: they need the extra ``testing``."""
    return find_spec("hypothesis") is not None


def _generated(strategy: Callable[[], Any], number: int) -> list[Any]:
    """Return examples of a Hypothesis strategy, the same ones for the same number."""
    from hypothesis import HealthCheck, Phase, given, seed, settings

    found: list[Any] = []

    @seed(number)
    @settings(
        database=None,
        deadline=None,
        max_examples=_EXAMPLES,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example],
    )
    @given(strategy())
    def collect(value: object) -> None:
        found.append(value)

    collect()
    return found


@lru_cache(maxsize=4)
def samples(game: Game[Any], seed: int, batch: int = 0) -> Samples:
    """Return what the plays of a batch are drawn from."""
    return Samples(game, seed, batch)


def _extremes(options: Sequence[Mapping[str, object]]) -> dict[str, tuple[int, ...]]:
    """Return the lowest and the highest number in the values of each option, and those beyond."""
    found: dict[str, tuple[int, ...]] = {}
    for name in options[0]:
        texts = [dumps(one[name]) for one in options]
        numbers = [int(number) for text in texts for number in re.findall(_NUMBER, text)] or [0]
        low, high = min(numbers), max(numbers)
        found[name] = (low - 1, low, high, high + 1)
    return found


def resized(values: Sequence[object], old: int, new: object) -> list[object]:
    """Return an array that grows or shrinks as a number that its length is a multiple of."""
    if not isinstance(new, int) or old < 1 or len(values) % old:
        return [*values]
    length = len(values) // old * new
    if length not in range(_LONGEST):
        return [*values]
    return ([*values] * (length // max(1, len(values)) + 1))[:length]


def spoil_text(text: str, turn: int, draws: Draws, numbers: Sequence[int] = ()) -> str:
    """Return a text with a change that only a lenient reader would overlook, if any.

    From turn to turn it is changed in another way.
    """
    words = text.split(" ")
    place = draws.below(len(words))
    word, rest = words[place], [*words[:place], *words[place + 1 :]]
    ends = ("\0", "\r", "\t", "\n", " ", ",", "#", " x", "\0x")
    changed = {
        *(f"{text}{end}" for end in ends),
        *(text.upper(), text.capitalize(), f" {text}", f"\ufeff{text}"),
        *(" ".join([*words[:place], other, *words[place + 1 :]]) for other in _words(word)),
        *(" ".join(rest), " ".join(words[:-1]), " ".join([words[0], *reversed(words[1:])])),
        *("", "x", "pass", words[0], words[-1], text[:-1], text[1:]),
        *(text.replace(" ", mark) for mark in ("", "\t", "\u00a0", "  ")),
        *(text.replace("-", mark) for mark in ("", " ", "_", "\u2212")),
        *(re.sub("[0-9]+", form, text) for form in _FORMS),
        *(re.sub(_NUMBER, str(number), text) for number in (0, *numbers)),
    } - {text}
    return sorted(changed)[turn % len(changed)]


_FORMS: Final = (r"+\g<0>", r"0\g<0>", r"\g<0>.0", r"-\g<0>", "-0", r"\g<0>0")
"""Ways of writing a number that JSON does not have, or that stand for another one."""


def _words(word: str) -> tuple[str, ...]:
    """Return what a lenient reader takes for a word."""
    return (word.upper(), word.capitalize(), f"{word} ", "x")


# How the seats of a play may decide.


def _uniform(_state: State, legal: Sequence[Action], draws: Draws) -> Action:
    return draws.choose(legal)


def _first(_state: State, legal: Sequence[Action], _draws: Draws) -> Action:
    return legal[0]


def _last(_state: State, legal: Sequence[Action], _draws: Draws) -> Action:
    return legal[-1]


def _like(place: int, *, mostly: bool) -> Policy:
    """Return a policy that takes actions of the kind that stands in this place of the list."""

    def decide(_state: State, legal: Sequence[Action], draws: Draws) -> Action:
        if mostly and draws.below(8) == 0:
            return draws.choose(legal)
        kind = type(legal[place])
        return draws.choose([action for action in legal if type(action) is kind])

    return decide


_LOOKED_AT: Final = 6


def _eventful(state: State, legal: Sequence[Action], draws: Draws) -> Action:
    """Return the action, of some, that tells the most events."""
    some = draws.sample(legal, min(_LOOKED_AT, len(legal)))
    return max(some, key=lambda action: len(state.explain(action)))


POLICIES: Final[tuple[Policy, ...]] = (
    _uniform,
    _first,
    _last,
    *(_like(place, mostly=mostly) for place in (0, -1) for mostly in (False, True)),
    _eventful,
)
