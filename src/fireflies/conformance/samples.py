"""Draw parts of random plays of any game: setups, and options and actions that may be invalid.

Options and actions come from the Hypothesis strategies of the game. This module changes them to
invalid ones, without knowledge of the game.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from hashlib import shake_256
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from fireflies._data import dumps, is_array, is_object
from fireflies._typing import cached, override
from fireflies.chance import Draws
from fireflies.conformance.boundaries import at_boundary, with_number, with_value
from fireflies.conformance.cases import Request, load
from fireflies.contract import Action, State
from fireflies.games import Game, Setup
from fireflies.generators import Generators

if TYPE_CHECKING:
    from hypothesis import strategies as st

_T = TypeVar("_T")

TextsByVerb: TypeAlias = Mapping[str, Sequence[str]]
"""Texts of actions by their first word."""

BATCH: Final = 250
"""The number of plays that share the same samples."""

_OPTIONS_PER_BATCH: Final = 100
"""The number of generated options of a batch."""

_ACTIONS_PER_BATCH: Final = 200
"""The number of generated actions of a batch."""

_BYTES_PER_EXAMPLE: Final = 1 << 13
"""The number of random bytes for one example; an example that needs more is rejected."""

_TRIES_PER_EXAMPLE: Final = 10
"""The average number of tries allowed for each example, since a strategy may reject its draws."""

_NUMBER: Final = "-?[0-9]+"


class FastDraws(Draws):
    """Draws from Python's class ``Random``, seeded by a draw; they take a fifth of the time."""

    def __init__(self, draws: Draws) -> None:
        """Take two draws: a seed for the methods not overridden here, and one for ``Random``."""
        super().__init__(draws.bits(), "fast")
        self._random = Random(draws.bits()).random  # noqa: S311  # no secret, and faster

    @override
    def below(self, limit: int) -> int:
        """Return a whole number from 0 to ``limit - 1``, for small limits."""
        return int(self._random() * limit)

    @override
    def choose(self, things: Sequence[_T]) -> _T:
        """Return one of these things, each equally likely."""
        return things[int(self._random() * len(things))]


class Samples:
    """The setups and actions from which the plays of one batch are drawn."""

    def __init__(self, game: Game[Any], seed: int, batch: int) -> None:
        """Generate options and actions; they depend only on game, seed and batch."""
        generators = _generators(game)
        choices: list[Mapping[str, object]] = [{}]
        texts: list[str] = []
        if generators is not None:
            purpose = f"{seed} {batch}"
            choices += examples(generators.options, f"{purpose} options", _OPTIONS_PER_BATCH)
            actions = examples(generators.actions, f"{purpose} actions", _ACTIONS_PER_BATCH)
            texts += map(str, actions)
        setups = {
            dumps(setup.options, sort_keys=True): setup
            for setup in (_set_up(game, given) for given in choices)
        }
        self.setups: Sequence[Setup[State]] = [
            setups[options] for options in sorted(setups, key=lambda text: (len(text), text))
        ]
        """The different setups, those with the shortest options first."""
        self._generated = by_verb(texts)
        cases = load(game)
        self._cases = Draws(seed, "cases").sample(cases, len(cases))
        self._extremes = _extremes([setup.options for setup in self.setups])
        self._longest_arrays = {
            name: max(len(value) for item in self.setups if is_array(value := item.options[name]))
            for name, first in self.setups[0].options.items()
            if is_array(first)
        }

    def setup(self, draws: Draws) -> Setup[State]:
        """Return one of the setups, more often one with short options."""
        count = len(self.setups)
        return self.setups[min(draws.below(count) for _ in range(1 + draws.below(2)))]

    def case(self, number: int) -> Request | None:
        """Return a case of the suite for the play of this number; None when there are no cases."""
        return self._cases[number % len(self._cases)].request if self._cases else None

    def change_options(
        self, options: Mapping[str, object], variation: int, draws: Draws
    ) -> dict[str, object]:
        """Return options with one value changed, so that they may be invalid.

        ``variation`` selects the kind of change. Keys and JSON types stay, as the wire promises.
        """
        nested = [name for name, value in options.items() if is_array(value) or is_object(value)]
        names = nested if variation % 3 and nested else [it for it in options if it not in nested]
        # Of three variations, two change a nested value, and one a value that is not nested.
        # Number the variations of each kind from 0.
        variation = variation // 3 * 2 + variation % 3 // 2 if names is nested else variation // 3
        if not names:
            return dict(options)
        name = names[(variation + variation // 16) % len(names)]
        if names is nested:
            # Of two random options take the one with the longer value: more in it can be wrong.
            name = max(
                draws.choose(names), draws.choose(names), key=lambda it: len(str(options[it]))
            )
        value = options[name]
        if variation % 16 < len(names):  # the value in another setup
            return {**options, name: draws.choose(self.setups).options[name]}
        changed = self._change_value(name, value, variation // len(names), draws)
        if type(value) is int and draws.below(4):
            return with_number(options, name, changed)
        return {**options, name: changed}

    def copy_text(self, options: Mapping[str, object], draws: Draws) -> dict[str, object]:
        """Return options with one text replaced by another text of the same key.

        Each text may be right by itself; together they may be invalid.
        """
        places: dict[str, dict[str, list[tuple[str, ...]]]] = {}
        for keys, text in _texts(dict(options)):
            places.setdefault(_last_key(keys), {}).setdefault(text, []).append(keys)
        others = dict.fromkeys(
            (_last_key(keys), text)
            for given in (options, draws.choose(self.setups).options)
            for keys, text in _texts(dict(given))
        )
        replaceable = [key for key in places if sum(other == key for other, _ in others) > 1]
        if not replaceable:
            return dict(options)
        # Choose among different texts, so that rare ones are as likely as frequent ones.
        key = draws.choose(replaceable)
        old = draws.choose([*places[key]])
        new = draws.choose([text for other, text in others if other == key and text != old])
        return with_value(options, draws.choose(places[key][old]), new)

    def at_boundary(
        self,
        options: Mapping[str, object],
        is_valid: Callable[[Mapping[str, object]], bool],
        draws: Draws,
    ) -> tuple[dict[str, object], ...]:
        """Return copies of valid options: one value is at the limit of the rules, or just beyond.

        ``boundaries.at_boundary`` has the details.
        """
        return at_boundary(options, self._extremes, is_valid, draws)

    def _change_value(self, name: str, value: object, variation: int, draws: Draws) -> object:
        """Return a changed value of an option."""
        extremes = self._extremes[name]
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            # An engine with 32-bit integers reads the last one as the value itself.
            near = (value - 1, value + 1, *extremes, -value, value + (1 << 32))
            return draws.choose(near)
        if isinstance(value, str):
            return change_text(value, variation, draws, extremes)
        if is_object(value) and value:
            key = draws.choose([*value])
            return {**value, key: self._change_value(name, value[key], variation, draws)}
        if is_array(value) and value:
            return self._change_array(name, value, variation, draws)
        return value

    def _change_array(
        self, name: str, values: Sequence[object], variation: int, draws: Draws
    ) -> list[object]:
        places = (draws.below(len(values)), draws.below(len(values)))
        place = max(places, key=lambda item: len(str(values[item])))
        others = draws.choose(self.setups).options[name]
        another = draws.choose(others if is_array(others) and others else values)
        before, after = values[:place], values[place + 1 :]
        match draws.below(12):
            case 0:
                return [*before, *after]
            case 1:
                return [*values, another]
            case 2:
                missing = self._longest_arrays.get(name, 0) + 1 - len(values)
                return [*values, *[another] * max(1, missing)]
            case 3:
                return [*before, another, *after]
            case _:
                return [*before, self._change_value(name, values[place], variation, draws), *after]

    def misspell(self, legal: Sequence[Action], variation: int, draws: Draws) -> str:
        """Return the text of a legal action with a change that usually makes it invalid."""
        text = max(str(draws.choose(legal)), str(draws.choose(legal)), key=len)
        return change_text(text, variation, draws)

    def draw_text(
        self, texts_of_play: TextsByVerb, legal_verbs: AbstractSet[str], draws: Draws
    ) -> str:
        """Return the text of an action that may be illegal in a state with these legal verbs.

        Usually it is a text of the play or a generated one; sometimes it combines words of two
        such texts.
        """
        text = self._draw_candidate(texts_of_play, legal_verbs, draws)
        match draws.below(8):
            case 0:
                second = self._draw_candidate(texts_of_play, legal_verbs, draws)
                both = f"{text} {second}".split(" ")
                return " ".join(draws.choose(both) for _ in range(1 + draws.below(3)))
            case 1 | 2:
                verb, *parts = text.split(" ")
                other = self._draw_candidate(texts_of_play, legal_verbs, draws).split(" ")[1:]
                return " ".join((verb, *other)) if len(other) == len(parts) else text
            case _:
                return text

    def _draw_candidate(
        self, texts_of_play: TextsByVerb, legal_verbs: AbstractSet[str], draws: Draws
    ) -> str:
        """Return a candidate: a generated text, or a text of the play.

        On average, one candidate of five is generated. Of the other four, one is any text of the
        play, one has a random verb, and two have a legal verb.
        """
        source_kind = draws.below(5)
        texts = texts_of_play if texts_of_play and source_kind else self._generated
        if not texts:
            return "x"
        if source_kind == 1:
            return draws.choose([text for group in texts.values() for text in group])
        verbs = () if source_kind in {0, 2} else legal_verbs & texts.keys()
        return draws.choose(texts[draws.choose(sorted(verbs) or [*texts])])


def by_verb(texts: Iterable[str]) -> TextsByVerb:
    """Return the different texts, sorted, under their first words."""
    found: dict[str, list[str]] = {}
    for text in sorted({*texts}):
        found.setdefault(text.partition(" ")[0], []).append(text)
    return found


def _set_up(game: Game[Any], given: Mapping[str, object]) -> Setup[State]:
    """Set up a game, but keep the options as given: the game may sort arrays."""
    setup: Setup[State] = game.set_up(given)
    return replace(setup, options={**setup.options, **given})


def _texts(value: object, keys: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the texts in plain data, each with the keys and indices that lead to it."""
    if isinstance(value, str):
        yield keys, value
    elif is_array(value):
        for index, inner in enumerate(value):
            yield from _texts(inner, (*keys, str(index)))
    elif is_object(value):
        for key, inner in value.items():
            yield from _texts(inner, (*keys, key))


def _last_key(keys: Sequence[str]) -> str:
    return [key for key in keys if not key.isdigit()][-1]


def _generators(game: Game[Any]) -> Generators | None:
    """Return the generators of a game; None when it has none or Hypothesis is not installed."""
    if game.generators is None or not can_generate():
        return None
    return game.generators()


def can_generate() -> bool:
    """Return whether Hypothesis, of the extra ``testing``, is installed."""
    return find_spec("hypothesis") is not None


def examples(strategy: Callable[[], "st.SearchStrategy[_T]"], purpose: str, count: int) -> list[_T]:
    """Return up to ``count`` examples of a Hypothesis strategy; they depend only on the purpose.

    There are fewer when the strategy rejects most of what it draws.
    """
    from hypothesis import given, settings

    found: list[_T] = []

    @settings(database=None)
    @given(strategy())
    def collect(value: _T) -> None:
        found.append(value)

    # Not with ``@seed``: Hypothesis would then draw constants from the loaded modules too.
    test: Any = collect
    generate = test.hypothesis.fuzz_one_input
    for number in range(_TRIES_PER_EXAMPLE * count):
        if len(found) < count:
            generate(shake_256(f"{purpose} {number}".encode()).digest(_BYTES_PER_EXAMPLE))
    return found


@cached(4)
def samples(game: Game[Any], seed: int, batch: int = 0) -> Samples:
    """Return the samples of a batch."""
    return Samples(game, seed, batch)


def _extremes(options: Sequence[Mapping[str, object]]) -> dict[str, tuple[int, ...]]:
    """Return, by option, the lowest and highest number in its values, and one beyond each."""
    found: dict[str, tuple[int, ...]] = {}
    for name in options[0]:
        texts = [dumps(item[name]) for item in options]
        numbers = [int(number) for text in texts for number in re.findall(_NUMBER, text)] or [0]
        low, high = min(numbers), max(numbers)
        found[name] = (low - 1, low, high, high + 1)
    return found


def change_text(text: str, variation: int, draws: Draws, numbers: Sequence[int] = ()) -> str:
    """Return a text with a small change, which ``variation`` selects; mostly it is then invalid."""
    words = text.split(" ")
    place = draws.below(len(words))
    word, rest = words[place], [*words[:place], *words[place + 1 :]]
    ends = ("\0", "\r", "\t", "\n", " ", ",", "#", " x", "\0x")
    changed = {
        *(f"{text}{end}" for end in ends),
        *(text.upper(), text.capitalize(), f" {text}", f"\ufeff{text}"),
        *(" ".join([*words[:place], other, *words[place + 1 :]]) for other in _word_forms(word)),
        *(" ".join(rest), " ".join(words[:-1]), " ".join([words[0], *reversed(words[1:])])),
        *("", "x", "pass", words[0], words[-1], text[:-1], text[1:]),
        *(text.replace(" ", replacement) for replacement in ("", "\t", "\u00a0", "  ")),
        *(text.replace("-", replacement) for replacement in ("", " ", "_", "\u2212")),
        *(re.sub("[0-9]+", form, text) for form in _NUMBER_FORMS),
        *(re.sub(_NUMBER, str(number), text) for number in (0, *numbers)),
    } - {text}
    return sorted(changed)[variation % len(changed)]


_NUMBER_FORMS: Final = (r"+\g<0>", r"0\g<0>", r"\g<0>.0", r"-\g<0>", "-0", "0", r"\g<0>0")
"""Replacements for a number in a text: other ways to write it, or another number."""


def _word_forms(word: str) -> tuple[str, ...]:
    """Return wrong forms of a word, some of which a lenient parser accepts."""
    return (word.upper(), word.capitalize(), f"{word} ", "x", f"{word[1:2]}{word[:1]}{word[2:]}")
