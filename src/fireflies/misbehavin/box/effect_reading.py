"""Read the texts of a box: effects, moves, costs, ongoing effects, steps of a 'verse card."""

import re
from collections.abc import Mapping
from typing import Final, get_args

from fireflies._texts import matched
from fireflies._typing import cached
from fireflies.errors import InvalidNotation
from fireflies.misbehavin.box import limits
from fireflies.misbehavin.box.cards import (
    AIMS,
    BONUSES,
    CARD_KINDS,
    CHOICE_EFFECTS,
    DEEDS,
    EFFECTS,
    SOURCES,
    Bonus,
    BonusName,
    Cost,
    CostName,
    Effect,
    EffectName,
    Move,
    VerseStep,
    VerseStepName,
)

_EFFECT: Final = re.compile("(may )?([a-z-]+)(?: (0|[1-9][0-9]?))?")
ABILITY_COST: Final = re.compile("discard|trigger|pay [1-9]|spend [1-6]")
_MOVES: Final = [Move(source, aim) for source in SOURCES for aim in AIMS if source != aim]
MOVES: Final[Mapping[str, Move]] = {it.places: it for it in _MOVES}
"""All moves by hand, by their places."""
MOVE: Final = re.compile(f"move ({'|'.join(MOVES)})")
BONUS: Final = re.compile(f"({'|'.join(BONUSES)}) ([1-9])")
_ATTRIBUTE: Final = "[A-Z][A-Z0-9-]{0,19}"
_WHAT: Final = f"({'|'.join(CARD_KINDS)}|{_ATTRIBUTE})"
STEP: Final = re.compile(
    f"discard( {_WHAT})?|pay [1-9]|trigger {_WHAT}|have [1-9] {_WHAT}|did ({'|'.join(DEEDS)})"
)
_EFFECT_NAMES: Final[Mapping[str, EffectName]] = dict(zip(EFFECTS, EFFECTS, strict=True))
_BONUS_OF: Final[Mapping[str, BonusName]] = dict(zip(BONUSES, BONUSES, strict=True))

_COST_NAMES: Final[Mapping[str, CostName]] = {name: name for name in get_args(CostName)}
_STEP_NAMES: Final[Mapping[str, VerseStepName]] = {name: name for name in get_args(VerseStepName)}

ATTRIBUTE: Final = re.compile(_ATTRIBUTE)
NAME: Final = re.compile("(?!none$)[a-z][a-z0-9-]{0,39}")


@cached(1024)  # bounded, since programs may try any texts
def read_effect(text: str) -> Effect:
    """Return the effect of a text like ``may steal 2``. Raises InvalidNotation."""
    found = _EFFECT.fullmatch(text)
    name = None if found is None else _EFFECT_NAMES.get(found[2])
    if found is None or name is None:
        raise InvalidNotation(
            text, f"an effect, [may ]NAME[ N], where NAME is one of {', '.join(EFFECTS)}"
        )
    numbers = limits.EFFECT_NUMBERS.get(name)
    if numbers is None:
        fits, words = found[3] is None, ""
    else:
        fits = found[3] is not None and int(found[3]) in numbers
        words = f" N, N {numbers[0]} to {numbers[-1]}"
    wanted = f"{name}{words}"
    if found[1] and name not in CHOICE_EFFECTS:
        raise InvalidNotation(text, f"{wanted} without may, as nothing is chosen")
    if not fits:
        raise InvalidNotation(text, wanted)
    return Effect(name, None if numbers is None else int(found[3]), may=bool(found[1]))


def read_entry(text: str) -> Effect | Move:
    """Return what an ability done by hand may do: an effect, or a move. Raises InvalidNotation."""
    if not text.startswith("move"):
        return read_effect(text)
    expected = (
        f"a move, move FROM TO, FROM one of {', '.join(SOURCES)},"
        f" TO another place, one of {', '.join(AIMS)}"
    )
    return MOVES[matched(MOVE, text, expected)[1]]


def read_cost(text: str) -> Cost:
    """Return the cost of a text like ``pay 2``. Raises InvalidNotation."""
    matched(ABILITY_COST, text, "a cost, discard, trigger, pay N, N 1 to 9, or spend N, N 1 to 6")
    word, _, number = text.partition(" ")
    return Cost(_COST_NAMES[word], int(number) if number else None)


def read_bonus(text: str) -> Bonus:
    """Return the ongoing effect of a text like ``defense 1``. Raises InvalidNotation."""
    found = matched(
        BONUS, text, f"an ongoing effect, NAME N, NAME one of {', '.join(BONUSES)}, N 1 to 9"
    )
    return Bonus(_BONUS_OF[found[1]], int(found[2]))


def read_verse_step(text: str) -> VerseStep:
    """Return the 'verse card's step of a text like ``have 1 asset``. Raises InvalidNotation."""
    expected = (
        "discard, discard WHAT, pay N, trigger WHAT, have N WHAT or did DEED, N 1 to 9,"
        f" WHAT one of {', '.join(CARD_KINDS)} or an ATTRIBUTE, DEED one of {', '.join(DEEDS)}"
    )
    matched(STEP, text, expected)
    word, *rest = text.split(" ")
    name = _STEP_NAMES[word]
    numbers = [int(it) for it in rest if it.isdecimal()]
    words = [it for it in rest if not it.isdecimal()]
    return VerseStep(name, numbers[0] if numbers else None, words[0] if words else None)
