"""The cards, 'verse cards and episodes of Misbehavin' in sentences that are read once.

The phrases are those of the clauses, in the rulebook; here they are only put together.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from fireflies._texts import capitalized, listed, phrase, printed, with_article
from fireflies.misbehavin.box.cards import (
    CARD_KINDS,
    EFFECTS,
    Ability,
    Bonus,
    Card,
    Cost,
    Effect,
    Episode,
    Reaver,
    VerseCard,
    VerseStep,
    Win,
)
from fireflies.misbehavin.clauses import Clause

LONGEST: Final = 160
"""The most characters of a sentence."""
_ACTIVATION: Final = "\u26a1"
_ATTRIBUTES: Final = {
    "FIGHT": Clause.FIGHT_ATTRIBUTE,
    "DEAL": Clause.DEAL_ATTRIBUTE,
    "LOCATION": Clause.BLACK_LOCATION,
}
"""The attributes that have rules of their own."""
_ACTIONS: Final = {
    "warrant": Clause.WARRANT_ISSUE,
    "tax": Clause.VERSE_TAX,
    "steal": Clause.VERSE_STEAL,
    "retrigger": Clause.VERSE_RETRIGGER,
}
"""The actions of 'verse cards."""


def _of(clause: Clause, name: str, n: int | None = None, what: str = "") -> str:
    """Return a phrase of a clause."""
    return phrase(clause.rule.phrases[name], n, what)


def effect_phrase(effect: Effect) -> str:
    """Return an effect in words, like ``you may draw 2 cards``."""
    told = _of(Clause(f"misbehavin.effect.{effect.name}"), effect.name, effect.n)
    return f"you may {told}" if effect.may else told


def step_phrase(name: str, n: int, *, may: bool) -> str:
    """Return an effect in the queue in words; empty for another step."""
    return next((effect_phrase(Effect(it, n, may)) for it in EFFECTS if it == name), "")


def _costs(costs: Iterable[Cost]) -> list[str]:
    """Return costs in words; those of one kind are told together."""
    sums: dict[str, int] = {}
    for cost in costs:
        sums[cost.name] = sums.get(cost.name, 0) + (cost.n or 1)
    return [_of(Clause.ABILITY_COST, name, n) for name, n in sums.items()]


def moments(ability: Ability) -> str:
    """Return when an ability can be used, like ``on your turn or in a fight``."""
    clauses = {"cancel": Clause.DEAL_CANCEL}
    told = [_of(clauses.get(it, Clause.ABILITY_CONDITIONS), it) for it in ability.when]
    return listed(told, "or")


def ability_sentences(ability: Ability) -> list[str]:
    """Return an ability in sentences: when, at what cost, and what happens."""
    is_trigger = ability.type == "trigger"
    turns = [_of(Clause.ABILITY_INNATE, "turns")] if ability.turns and not is_trigger else []
    costs = listed([*turns, *_costs(ability.cost)])
    is_usual = is_trigger and ability.when == ("turn",)
    when = "" if is_usual else moments(ability)
    told = _sentences(", ".join(filter(None, (when, costs))), ability.effects)
    if len(told[0]) > LONGEST:
        told = [f"{capitalized(when)}: {costs}.", *_sentences("for that", ability.effects)]
    return [f"{_ACTIVATION} {told[0]}", *told[1:]] if is_trigger else told


def _sentences(head: str, effects: Iterable[Effect]) -> list[str]:
    """Return effects in sentences, the first one after a head.

    An effect that may be left out has a sentence of its own, so that no other seems optional too.
    """
    groups: list[list[Effect]] = []
    for effect in effects:
        last = groups[-1] if groups else []
        longer = _sentence("" if len(groups) > 1 else head, [*last, effect])
        is_apart = effect.may or any(it.may for it in last)
        if not groups or is_apart or len(longer) > LONGEST - len("Then "):
            groups.append([])
        groups[-1].append(effect)
    first, *others = groups or [[]]
    return [_sentence(head, first), *(_then(_sentence("", group)) for group in others)]


def _then(sentence: str) -> str:
    return f"Then {sentence[:1].lower()}{sentence[1:]}"


def _sentence(head: str, effects: Sequence[Effect]) -> str:
    told = listed([*map(effect_phrase, effects)])
    return f"{capitalized(f'{head}: {told}' if head else told)}."


def card_sentences(card: Card) -> list[str]:
    """Return what a card needs, counts and does, in sentences."""
    lines: list[list[str]] = []
    if card.needs:
        what = listed([*map(with_article, card.needs)])
        lines.append([f"{capitalized(_of(Clause.CARD_NEEDS, 'needs', what=what))}."])
    if not isinstance(card.influence, int):
        counted = _of(Clause.RECRUIT_INFLUENCE, card.influence)
        lines.append([f"{capitalized(_of(Clause.RECRUIT_INFLUENCE, 'X', what=counted))}."])
    if card.required:
        lines.append(_sentences(_of(Clause.CARD_REQUIRED, "required"), card.required))
    lines += [[_bonus(it)] for it in card.ongoing]
    lines += map(ability_sentences, card.abilities)
    return [" ".join(line) for line in lines]


def _bonus(bonus: Bonus) -> str:
    return f"{capitalized(_of(Clause.FIGHT_DEFENSE, bonus.name, bonus.n))}."


def signs_explained(card: Card) -> list[str]:
    """Return what the attributes, icons and the kind of a card mean, in sentences."""
    icons = [
        _of(Clause.VERSE_INFLUENCE, "icons", count, printed(faction))
        for faction, count in card.icons
    ]
    is_used = card.is_supply and card.abilities
    told = [
        *(_of(_ATTRIBUTES[it], it) for it in card.attributes if it in _ATTRIBUTES),
        *icons,
        *([_of(Clause.SUPPLY_SPECIAL, "note")] if is_used else []),
        *([_of(Clause.TRIGGER_ABILITY, "note")] if card.triggers else []),
    ]
    return [f"{capitalized(it)}." for it in told]


def reaver_sentences(reaver: Reaver) -> list[str]:
    """Return what a Reaver does and brings, in sentences."""
    told = [
        (_of(Clause.REAVER_RAID, "raid"), reaver.raid),
        (_of(Clause.REAVER_DEFEATED, "reward"), reaver.reward),
    ]
    return [" ".join(_sentences(head, effects)) for head, effects in told if effects]


def defeated_by(reaver: Reaver) -> str:
    """Return how a Reaver is defeated, in words."""
    return _of(Clause.REAVER_DEFEATED, "defeated", reaver.strength)


def verse_sentences(card: VerseCard) -> list[str]:
    """Return the steps and the actions of a 'verse card, in sentences."""
    steps = ", then ".join(map(_step, card.steps))
    return [
        f"{capitalized(_of(Clause.VERSE_ACQUIRE, 'acquire'))}: {steps}. That brings a token.",
        *(f"{capitalized(_of(_ACTIONS[it], it))}." for it in card.actions),
    ]


def _step(step: VerseStep) -> str:
    what = step.what or ""
    thing = what if what in CARD_KINDS else f"{what} card"
    return _of(Clause.VERSE_STEPS, step.name, step.n, thing)


def episode_sentences(episode: Episode) -> list[str]:
    """Return what an episode sets and how it is won, in sentences."""
    sets = listed([*map(printed, episode.supply or ())])
    return [
        *([] if episode.side is None else [f"All boards lie on side {episode.side}."]),
        *([f"The supply has {sets}."] if sets else []),
        *map(_win, episode.wins),
        "Power wins too." if episode.standard else "Power does not win.",
    ]


def _win(win: Win) -> str:
    who = "Everybody" if win.faction is None else printed(win.faction)
    if win.step is None:
        return f"{who} can win with {_of(Clause.END_EPISODE, 'credits', win.n)}."
    steps = _of(Clause.EPISODE_STEPS, win.step, win.n)
    return f"{who} can win with {steps}, marked with 'verse tokens."
