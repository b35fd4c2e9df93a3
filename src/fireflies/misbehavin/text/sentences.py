"""The cards, 'verse cards and episodes of Misbehavin' in sentences that are read once.

The phrases are those of the clauses, in the rulebook; here they are only put together.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from fireflies._texts import capitalized, listed, printed
from fireflies.misbehavin.box.cards import (
    PASSIVE,
    Ability,
    Bonus,
    Card,
    Cost,
    Effect,
    Episode,
    Goal,
    PricedAction,
    Reaver,
    VerseCard,
    VerseStep,
    Win,
)
from fireflies.misbehavin.box.phrases import (
    effect_phrase,
    entry_phrase,
    phrase_of,
    verse_step_phrase,
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


def costs_in_words(costs: Iterable[Cost]) -> list[str]:
    """Return costs in words; those of one kind are told together."""
    sums: dict[str, int] = {}
    for cost in costs:
        sums[cost.name] = sums.get(cost.name, 0) + (cost.n or 1)
    return [phrase_of(Clause.ABILITY_COST, name, n) for name, n in sums.items()]


def moments(ability: Ability) -> str:
    """Return when an ability can be used, like ``on your turn or in your deal``."""
    clauses = {"cancel": Clause.DEAL_CANCEL}
    told = [phrase_of(clauses.get(it, Clause.ABILITY_CONDITIONS), it) for it in ability.when]
    return listed(told, "or")


def ability_sentences(ability: Ability) -> list[str]:
    """Return an ability in sentences: when, at what cost, and what happens."""
    when = ", ".join(filter(None, (_how_often(ability), moments(ability))))
    costs = listed([*_from_the_card(ability), *costs_in_words(ability.cost)])
    mark = f"{_ACTIVATION} " if ability.type == "trigger" else ""
    told = _what_happens(", ".join(filter(None, (when, costs))), ability)
    if len(mark + told[0]) - len(ability.words) >= LONGEST:
        paid = [f"Its costs: {costs}."] if costs else []
        told = [f"This ability is used {when}.", *paid, *_what_happens("its effects", ability)]
    return [mark + told[0], *told[1:]]


def _how_often(ability: Ability) -> str:
    """Return how often an ability can be used that does not turn its card; empty for others."""
    if ability.type != "innate" or ability.turns:
        return ""
    return phrase_of(Clause.ABILITY_INNATE, "once" if ability.is_once else "often")


def _from_the_card(ability: Ability) -> list[str]:
    """Return what becomes of the card with an ability: it is turned, or leaves the hand."""
    if ability.type == "hand":
        return [phrase_of(Clause.CARD_IN_HAND, "hand")]
    is_turned = ability.turns and ability.type != "trigger"
    return [phrase_of(Clause.ABILITY_INNATE, "turns")] if is_turned else []


def _what_happens(head: str, ability: Ability) -> list[str]:
    """Return the effects of an ability, or the printed words and what they may do."""
    if not ability.words:
        return _sentences(head, ability.effects)
    words = phrase_of(Clause.ABILITY_BY_HAND, "words", what=ability.words)
    stop = "" if ability.words[-1] in ".!?" else "."
    entries = [f"({number}) {entry_phrase(it)}" for number, it in enumerate(ability.may, 1)]
    heads = [phrase_of(Clause.ABILITY_BY_HAND, it) for it in ("may", "also")]
    return [f"{capitalized(f'{head}: {words}')}{stop}", *_lists(heads, entries, "; ")]


def _lists(heads: Sequence[str], things: Iterable[str], separator: str = ", ") -> list[str]:
    """Return things in as many sentences as needed: after the first head, then after the other."""
    told: list[str] = []
    for thing in things:
        longer = f"{told[-1]}{separator}{thing}" if told else ""
        if told and len(longer) < LONGEST:
            told[-1] = longer
        else:
            told.append(f"{capitalized(heads[1 if told else 0])}: {thing}")
    return [f"{it}." for it in told]


def _sentences(head: str, effects: Iterable[Effect], *, card: bool = True) -> list[str]:
    """Return effects in sentences, the first one after a head.

    An effect that may be left out has a sentence of its own, so that no other seems optional too;
    so has one that another player does, so that no other seems to be done by that player.
    """
    groups: list[list[Effect]] = []
    for effect in effects:
        last = groups[-1] if groups else []
        longer = _sentence("" if len(groups) > 1 else head, [*last, effect], card=card)
        is_apart = any(it.may or it.name == "discard-one" for it in (*last, effect))
        if not groups or is_apart or len(longer) > LONGEST - len("Then "):
            groups.append([])
        groups[-1].append(effect)
    first, *others = [
        _sentence("" if number else head, group, card=card) for number, group in enumerate(groups)
    ]
    return [first, *(f"Then {it[:1].lower()}{it[1:]}" for it in others)]


def _sentence(head: str, effects: Sequence[Effect], *, card: bool) -> str:
    told = ", then ".join([effect_phrase(it, card=card) for it in effects])
    return f"{capitalized(f'{head}: {told}' if head else told)}."


def card_sentences(card: Card) -> list[str]:
    """Return what a card needs, counts and does, in sentences."""
    lines: list[list[str]] = []
    if card.needs:
        needs = phrase_of(Clause.CARD_NEEDS, "needs", what=listed(card.needs))
        lines.append([f"{capitalized(needs)}."])
    for clause, value in (
        (Clause.RECRUIT_INFLUENCE, card.influence),
        (Clause.END_POWER, card.power),
    ):
        if not isinstance(value, int):
            counted = phrase_of(Clause.RECRUIT_INFLUENCE, value)
            lines.append([f"{capitalized(phrase_of(clause, 'X', what=counted))}."])
    if card.required:
        lines.append(_sentences(phrase_of(Clause.CARD_REQUIRED, "required"), card.required))
    lines += [_passive(it for it in card.ongoing if it.name in PASSIVE)]
    lines += [[_bonus(it)] for it in card.ongoing if it.name not in PASSIVE]
    lines += map(ability_sentences, card.abilities)
    return [" ".join(line) for line in lines if line]


def _passive(values: Iterable[Bonus]) -> list[str]:
    """Return the values that a card adds while it is free, in sentences."""
    head = phrase_of(Clause.CARD_PASSIVE, "while")
    return _lists((head, head), [phrase_of(Clause.CARD_PASSIVE, it.name, it.n) for it in values])


def _bonus(bonus: Bonus) -> str:
    clause = Clause.CARD_PASSIVE if bonus.name == "power" else Clause.FIGHT_DEFENSE
    return f"{capitalized(phrase_of(clause, bonus.name, bonus.n))}."


def signs_explained(card: Card) -> list[str]:
    """Return what the attributes, icons and the kind of a card mean, in sentences."""
    icons = [
        phrase_of(Clause.VERSE_INFLUENCE, "icons", count, printed(faction))
        for faction, count in card.icons
    ]
    note = "both" if card.both else "note"
    works_in_display = any(not it.turns for it in card.innate)
    told = [
        *(phrase_of(_ATTRIBUTES[it], it) for it in card.attributes if it in _ATTRIBUTES),
        *icons,
        *([phrase_of(Clause.SUPPLY_SPECIAL, note)] if card.is_supply and card.abilities else []),
        *([phrase_of(Clause.SUPPLY_RETURNS, "note")] if card.is_supply and card.abilities else []),
        *([phrase_of(Clause.ABILITY_OWN, "tableau")] if card.in_play else []),
        *([phrase_of(Clause.ABILITY_OWN, "display")] if works_in_display else []),
        *([phrase_of(Clause.TRIGGER_ABILITY, "note")] if card.triggers else []),
        *([phrase_of(Clause.CARD_ORDER, "once")] if len(card.triggers) > 1 else []),
        *([phrase_of(Clause.CARD_ORDER, "order")] if len(card.in_play) > 1 else []),
    ]
    return [*(f"{capitalized(it)}." for it in told), *warrants_explained(card_sentences(card))]


def warrants_explained(lines: Iterable[str]) -> list[str]:
    """Return what a warrant does, in a sentence; empty where these lines name none."""
    is_named = any("warrant" in it for it in lines)
    return [f"{capitalized(phrase_of(Clause.WARRANT_BARS, 'note'))}."] if is_named else []


def reaver_sentences(reaver: Reaver) -> list[str]:
    """Return what a Reaver does and brings, in sentences."""
    told = [
        (phrase_of(Clause.REAVER_RAID, "raid"), reaver.raid),
        (phrase_of(Clause.REAVER_DEFEATED, "reward"), reaver.reward),
    ]
    return [" ".join(_sentences(head, it, card=False)) for head, it in told if it]


def defeated_by(reaver: Reaver) -> str:
    """Return how a Reaver is defeated, in words."""
    return phrase_of(Clause.REAVER_DEFEATED, "defeated", reaver.strength)


def verse_sentences(card: VerseCard) -> list[str]:
    """Return the steps and the actions of a 'verse card, in sentences."""
    return [
        " ".join(_acquire(card.steps)),
        *(f"{capitalized(phrase_of(_ACTIONS[it], it))}." for it in card.actions),
        *(" ".join(_priced(it)) for it in card.priced),
    ]


def _acquire(steps: Iterable[VerseStep]) -> list[str]:
    """Return how a token is acquired: what was done counts before and after another step."""
    deeds = [verse_step_phrase(it) for it in steps if it.name == "did"]
    others = [verse_step_phrase(it) for it in steps if it.name != "did"]
    head = [capitalized(phrase_of(Clause.VERSE_ACQUIRE, "acquire"))]
    head += [f"if {listed(deeds)}"] if deeds else []
    told = ", ".join([*head, phrase_of(Clause.VERSE_ACQUIRE, "token")])
    if not others:
        return [f"{told}."]
    steps_told = f"{told} for this: {', then '.join(others)}."
    if len(steps_told) <= LONGEST:
        return [steps_told]
    first, *rest = others
    return [f"{told} for what follows.", f"{capitalized(first)}.", *(f"Then {it}." for it in rest)]


def _priced(action: PricedAction) -> list[str]:
    name, price = printed(action.name), phrase_of(Clause.VERSE_SPEND, "price", action.price)
    told = _sentences(f"{name}, {price}", action.effects, card=False)
    if len(told[0]) > LONGEST:
        return [f"{name} can be done {price}.", *_sentences("", action.effects, card=False)]
    return told


def episode_sentences(episode: Episode) -> list[str]:
    """Return what an episode sets and how it is won, in sentences."""
    sets = listed([*map(printed, episode.supply or ())])
    reavers = [printed(it.name) for it in episode.reavers]
    return [
        *([] if episode.side is None else [f"All boards lie on side {episode.side}."]),
        *([f"The supply has {sets}."] if sets else []),
        *_lists(("Its Reavers", "and"), reavers),
        *map(_win, episode.wins),
        "Power wins too." if episode.standard else "Power does not win.",
    ]


def _win(win: Win) -> str:
    who = "Any player" if win.faction is None else printed(win.faction)
    marked = [_goal(it) for it in win.goals if it.step is not None]
    parts = [_goal(it) for it in win.goals if it.step is None]
    parts += [f"{listed(marked)}, marked with 'verse tokens"] if marked else []
    return f"{who} can win with {' together with '.join(parts)}."


def _goal(goal: Goal) -> str:
    if goal.step is None:
        return phrase_of(Clause.END_EPISODE, "credits", goal.n)
    return phrase_of(Clause.EPISODE_STEPS, goal.step, goal.n)
