"""The language of the cards in words: parts of sentences, which the clauses have."""

from fireflies._texts import phrase
from fireflies.misbehavin.box.cards import CARD_KINDS, Effect, Move, VerseStep
from fireflies.misbehavin.box.effect_reading import read_entry
from fireflies.misbehavin.clauses import Clause


def phrase_of(clause: Clause, name: str, n: int | None = None, what: str = "") -> str:
    """Return a phrase of a clause."""
    return phrase(clause.rule.phrases[name], n, what)


def effect_phrase(effect: Effect, *, card: bool = True) -> str:
    """Return an effect in words, like ``you may draw 2 cards``.

    On a card of a player a choice is about another card than this one; elsewhere, as on a Reaver,
    there is none to leave out.
    """
    clause = Clause(f"misbehavin.effect.{effect.name}")
    told = phrase_of(clause, effect.name, effect.n, "another" if card else "a")
    return f"you may {told}" if effect.may else told


def entry_phrase(entry: Effect | Move, *, card: bool = True) -> str:
    """Return an entry of an ability that is done by hand in words."""
    if isinstance(entry, Effect):
        return effect_phrase(entry, card=card)
    source, aim = (phrase_of(Clause.ABILITY_BY_HAND, it) for it in (entry.source, entry.aim))
    return phrase_of(Clause.ABILITY_BY_HAND, "move", what=f"{source} to {aim}")


def forced_phrase() -> str:
    """Return in words that a player discards a card for an effect of somebody else."""
    return phrase_of(Clause.EFFECT_DISCARD_ONE, "forced")


def queued_phrase(words: str) -> str:
    """Return in words what a step of the queue chooses, moves or does, by its text."""
    match words:
        case "forced":
            return forced_phrase()
        case "trigger":
            return phrase_of(Clause.ABILITY_COST, words, 1)
        case _:  # its card may be a Reaver, so no card that is chosen is called another one
            return entry_phrase(read_entry(words), card=False)


def verse_step_phrase(step: VerseStep) -> str:
    """Return a step of a 'verse card in words."""
    what = step.what or "card"
    if step.name == "did":
        return phrase_of(Clause.VERSE_STEPS, what)
    thing = what if what in (*CARD_KINDS, "card") else f"{what} card"
    return phrase_of(Clause.VERSE_STEPS, step.name, step.n, thing)
