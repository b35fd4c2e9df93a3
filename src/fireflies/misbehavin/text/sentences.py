"""The cards, 'verse cards and episodes of Misbehavin' in sentences that are read once.

The phrases are those of the clauses, in the rulebook; here they are only put together.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from fireflies._texts import capitalized, listed, phrase, printed, with_article
from fireflies.misbehavin.box.cards import (
    CARD_KINDS,
    EFFECTS,
    PASSIVE,
    Ability,
    Bonus,
    Card,
    Cost,
    Effect,
    Episode,
    Goal,
    Move,
    PricedAction,
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
"""The actions of 'verse cards whose rules are printed."""


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
    is_usual = is_trigger and ability.when == ("turn",)
    once = _of(Clause.ABILITY_INNATE, "once") if ability.is_once else ""
    when = ", ".join(filter(None, (once, "" if is_usual else moments(ability))))
    costs = listed([*_from_the_card(ability), *_costs(ability.cost)])
    told = _what_happens(", ".join(filter(None, (when, costs))), ability)
    if len(told[0]) > LONGEST:
        paid = ": ".join(filter(None, (when, costs)))
        told = [f"{capitalized(paid)}.", *_what_happens("for that", ability)]
    return [f"{_ACTIVATION} {told[0]}", *told[1:]] if is_trigger else told


def _from_the_card(ability: Ability) -> list[str]:
    """Return what becomes of the card with an ability: it is turned, or leaves the hand."""
    if ability.type == "hand":
        return [_of(Clause.CARD_IN_HAND, "hand")]
    is_turned = ability.turns and ability.type != "trigger"
    return [_of(Clause.ABILITY_INNATE, "turns")] if is_turned else []


def _what_happens(head: str, ability: Ability) -> list[str]:
    """Return the effects of an ability, or the printed words and what they may do."""
    if not ability.words:
        return _sentences(head, ability.effects)
    words = _of(Clause.ABILITY_BY_HAND, "words", what=ability.words)
    groups: list[list[str]] = [[]]
    for entry in map(_entry, ability.may):
        longer = [*groups[-1], entry]
        if groups[-1] and len(_by_hand(longer)) > LONGEST:
            groups.append([entry])
        else:
            groups[-1] = longer
    return [f"{capitalized(f'{head}: {words}' if head else words)}.", *map(_by_hand, groups)]


def _by_hand(entries: Sequence[str]) -> str:
    return f"{capitalized(_of(Clause.ABILITY_BY_HAND, 'may'))}: {listed(entries)}."


def _entry(entry: Effect | Move) -> str:
    if isinstance(entry, Effect):
        return effect_phrase(entry)
    source, aim = (_of(Clause.ABILITY_BY_HAND, it) for it in (entry.source, entry.aim))
    return f"put a card from {source} into {aim}"


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
    for clause, value in (
        (Clause.RECRUIT_INFLUENCE, card.influence),
        (Clause.END_POWER, card.power),
    ):
        if not isinstance(value, int):
            counted = _of(Clause.RECRUIT_INFLUENCE, value)
            lines.append([f"{capitalized(_of(clause, 'X', what=counted))}."])
    if card.required:
        lines.append(_sentences(_of(Clause.CARD_REQUIRED, "required"), card.required))
    lines += [[_bonus(it)] for it in card.ongoing]
    lines += map(ability_sentences, card.abilities)
    return [" ".join(line) for line in lines]


def _bonus(bonus: Bonus) -> str:
    is_passive = bonus.name in (*PASSIVE, "power")
    clause = Clause.CARD_PASSIVE if is_passive else Clause.FIGHT_DEFENSE
    return f"{capitalized(_of(clause, bonus.name, bonus.n))}."


def signs_explained(card: Card) -> list[str]:
    """Return what the attributes, icons and the kind of a card mean, in sentences."""
    icons = [
        _of(Clause.VERSE_INFLUENCE, "icons", count, printed(faction))
        for faction, count in card.icons
    ]
    note = "both" if card.both else "note"
    told = [
        *(_of(_ATTRIBUTES[it], it) for it in card.attributes if it in _ATTRIBUTES),
        *icons,
        *([_of(Clause.SUPPLY_SPECIAL, note)] if card.is_supply and card.abilities else []),
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
        *(" ".join(_priced(it)) for it in card.priced),
    ]


def _priced(action: PricedAction) -> list[str]:
    price = _of(Clause.VERSE_SPEND, "price", action.price)
    return _sentences(f"{printed(action.name)}, {price}", action.effects)


def _step(step: VerseStep) -> str:
    what = step.what or "card"
    if step.name == "did":
        return _of(Clause.VERSE_STEPS, what)
    thing = what if what in (*CARD_KINDS, "card") else f"{what} card"
    return _of(Clause.VERSE_STEPS, step.name, step.n, thing)


def episode_sentences(episode: Episode) -> list[str]:
    """Return what an episode sets and how it is won, in sentences."""
    sets = listed([*map(printed, episode.supply or ())])
    reavers = listed([printed(it.name) for it in episode.reavers])
    return [
        *([] if episode.side is None else [f"All boards lie on side {episode.side}."]),
        *([f"The supply has {sets}."] if sets else []),
        *([f"The Reavers are {reavers}."] if reavers else []),
        *map(_win, episode.wins),
        "Power wins too." if episode.standard else "Power does not win.",
    ]


def _win(win: Win) -> str:
    who = "Everybody" if win.faction is None else printed(win.faction)
    marked = [_goal(it) for it in win.goals if it.step is not None]
    parts = [f"{listed(marked)}, marked with 'verse tokens"] if marked else []
    parts += [_goal(it) for it in win.goals if it.step is None]
    return f"{who} can win with {', and with '.join(parts)}."


def _goal(goal: Goal) -> str:
    if goal.step is None:
        return _of(Clause.END_EPISODE, "credits", goal.n)
    return _of(Clause.EPISODE_STEPS, goal.step, goal.n)
