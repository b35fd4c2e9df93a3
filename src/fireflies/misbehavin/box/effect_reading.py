"""Read the texts of a box: effects, costs, ongoing effects, steps of a 'verse card."""

import re
from collections.abc import Mapping
from typing import Final

from fireflies._texts import matched
from fireflies._typing import cached
from fireflies.errors import InvalidNotation
from fireflies.misbehavin.box import limits
from fireflies.misbehavin.box.cards import (
    BONUSES,
    CARD_KINDS,
    CHOICE_EFFECTS,
    EFFECTS,
    Bonus,
    BonusName,
    Cost,
    Effect,
    EffectName,
    VerseStep,
)

_EFFECT: Final = re.compile("(may )?([a-z-]+)(?: (0|[1-9][0-9]?))?")
ABILITY_COST: Final = re.compile("discard|pay ([1-9])")
BONUS: Final = re.compile(f"({'|'.join(BONUSES)}) ([1-9])")
_ATTRIBUTE: Final = "[A-Z][A-Z0-9-]{0,19}"
_WHAT: Final = f"({'|'.join(CARD_KINDS)}|{_ATTRIBUTE})"
STEP: Final = re.compile(f"discard|pay ([1-9])|trigger {_WHAT}|have ([1-9]) {_WHAT}")
_EFFECT_NAMES: Final[Mapping[str, EffectName]] = dict(zip(EFFECTS, EFFECTS, strict=True))
_BONUS_OF: Final[Mapping[str, BonusName]] = dict(zip(BONUSES, BONUSES, strict=True))

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


def read_cost(text: str) -> Cost:
    """Return the cost of a text like ``pay 2``. Raises InvalidNotation."""
    found = matched(ABILITY_COST, text, "a cost, discard or pay N, N 1 to 9")
    return Cost("discard") if found[1] is None else Cost("pay", int(found[1]))


def read_bonus(text: str) -> Bonus:
    """Return the ongoing effect of a text like ``defense 1``. Raises InvalidNotation."""
    found = matched(
        BONUS, text, f"an ongoing effect, NAME N, NAME one of {', '.join(BONUSES)}, N 1 to 9"
    )
    return Bonus(_BONUS_OF[found[1]], int(found[2]))


def read_verse_step(text: str) -> VerseStep:
    """Return the 'verse card's step of a text like ``have 1 asset``. Raises InvalidNotation."""
    found = STEP.fullmatch(text)
    match None if found is None else found.groups():
        case None:
            expected = "discard, pay N, trigger WHAT or have N WHAT, N 1 to 9,"
            kinds = ", ".join(CARD_KINDS)
            raise InvalidNotation(text, f"{expected} WHAT one of {kinds} or an ATTRIBUTE")
        case [str() as paid, *_]:
            return VerseStep("pay", int(paid))
        case [_, str() as what, *_]:
            return VerseStep("trigger", what=what)
        case [_, _, str() as number, str() as what]:
            return VerseStep("have", int(number), what)
        case _:
            return VerseStep("discard")
