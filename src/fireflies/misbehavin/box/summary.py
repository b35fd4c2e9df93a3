"""A box in words: how much there is, how it differs from the sample, and every card."""

from collections import Counter
from collections.abc import Iterable, Iterator

from fireflies._texts import printed
from fireflies.misbehavin.box.cards import DECKS, FACTIONS, SIDES, Card, Reaver
from fireflies.misbehavin.box.contents import Box
from fireflies.misbehavin.text.card_descriptions import describe_card
from fireflies.misbehavin.text.sentences import episode_sentences, verse_sentences


def summary(box: Box, sample: Box) -> Iterator[str]:
    """Yield lines about a box: counts, differences from the sample, and all cards."""
    counts = Counter(it.deck for it in box.cards)
    yield f"Cards: {', '.join(f'{counts[deck]} {deck}' for deck in DECKS)}."
    kinds = Counter(it.kind for it in box.cards)
    listed = ", ".join(f"{count} {kind}s" for kind, count in sorted(kinds.items()))
    yield f"Of these {listed}."
    yield f"{len(box.reavers)} Reavers, {len(box.episodes)} episodes."
    parts, known = _contents(box), _contents(sample)
    for owner, some, others in (("yours", parts, known), ("ours", known, parts)):
        only = [it for it in some if it not in others]
        yield f"Only in {owner}: {', '.join(only) or 'nothing'}."
    changed = [it for it in parts if known.get(it, parts[it]) != parts[it]]
    yield f"In both, and different: {', '.join(changed) or 'nothing'}."
    yield ""
    yield from parts.values()


def _in_a_line(card: Card | Reaver) -> str:
    """Return everything printed on a card, in one line."""
    deck = f" ({card.deck or 'supply'})" if isinstance(card, Card) else ""
    first, *rest = describe_card(card)
    return " ".join((f"{first[:-1]}{deck}.", *rest))


def _listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))


def _contents(box: Box) -> dict[str, str]:
    """Return every part of a box in one line, by name."""
    cards: tuple[Card | Reaver, ...] = (*box.cards, *box.supply, *box.reavers)
    found = {it.name: _in_a_line(it) for it in cards}
    for faction, sides, verse in zip(FACTIONS, box.boards, box.verse, strict=True):
        for name, side in zip(SIDES, sides, strict=True):
            power = _listed(side.power)
            areas = f"{side.assets} assets, {side.command} command"
            found[f"side {name} of {faction}"] = f"{faction}, side {name}: {areas}, power {power}"
        told = " ".join(verse_sentences(verse))
        found[f"'verse card of {faction}"] = f"'Verse card of {faction}: {told}"
    for it in box.episodes:
        told = " ".join([*episode_sentences(it), *map(_in_a_line, it.reavers)])
        found[f"episode {it.name}"] = f"{printed(it.name)}: an episode. {told}"
    return found
