"""A box in words: how much there is, how it differs from the sample, and every card."""

from collections import Counter
from collections.abc import Iterable, Iterator

from fireflies.misbehavin.box import Box
from fireflies.misbehavin.cards import DECKS, FACTIONS, SIDES, Ability, Card, Episode, Reaver, Win


def summary(yours: Box, ours: Box) -> Iterator[str]:
    """Yield the lines that tell of a box."""
    counts = Counter(it.deck for it in yours.cards)
    yield f"Cards: {', '.join(f'{counts[deck]} {deck}' for deck in DECKS)}."
    kinds = Counter(it.kind for it in yours.cards)
    there = ", ".join(f"{count} {kind}s" for kind, count in sorted(kinds.items()))
    yield f"Of these {there}."
    yield f"{len(yours.reavers)} Reavers, {len(yours.episodes)} episodes."
    one, other = _contents(yours), _contents(ours)
    for owner, mine, rest in (("yours", one, other), ("ours", other, one)):
        only = [it for it in mine if it not in rest]
        yield f"Only in {owner}: {', '.join(only) or 'nothing'}."
    changed = [it for it in one if other.get(it, one[it]) != one[it]]
    yield f"In both, and different: {', '.join(changed) or 'nothing'}."
    yield ""
    yield from one.values()


def card_line(card: Card) -> str:
    """Return everything that a card says, in a line."""
    parts = [card.deck or "supply", card.kind, f"cost {card.cost}"]
    if card.influence:
        x = "" if isinstance(card.influence, int) else "X "
        parts.append(f"influence {x}{card.influence}")
    if card.power:
        parts.append(f"power {card.power}")
    parts += card.attributes
    parts += [f"needs {it}" for it in card.needs]
    parts += [f"{count} {faction} icon{'s' * (count > 1)}" for faction, count in card.icons]
    if card.required:
        parts.append(f"requires {_listed(card.required)}")
    parts += map(str, card.ongoing)
    lines = [", ".join(parts), *map(_ability, card.abilities)]
    return f"{card.name}: {'; '.join(lines)}"


def _ability(ability: Ability) -> str:
    """Return an ability in words, like ``trigger (turn, fight) for pay 1: draw 1``."""
    stays = " without turning" if ability.type == "innate" and not ability.turns else ""
    cost = f" for {_listed(ability.cost)}" if ability.cost else ""
    when = ", ".join(ability.when)
    return f"{ability.type}{stays} ({when}){cost}: {_listed(ability.effects)}"


def _listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))


def _contents(box: Box) -> dict[str, str]:
    """Return every part of a box in a line, by its name."""
    found = {it.name: card_line(it) for it in (*box.cards, *box.supply)}
    for faction, sides, verse in zip(FACTIONS, box.boards, box.verse, strict=True):
        for name, side in zip(SIDES, sides, strict=True):
            power = _listed(side.power)
            areas = f"{side.assets} assets, {side.command} command"
            found[f"side {name} of {faction}"] = f"{faction}, side {name}: {areas}, power {power}"
        actions = f"; actions: {_listed(verse.actions) or 'none'}"
        found[f"'verse card of {faction}"] = f"{faction}, 'verse: {_listed(verse.steps)}{actions}"
    found |= {it.name: _reaver(it) for it in box.reavers}
    found |= {f"episode {it.name}": _episode(it) for it in box.episodes}
    return found


def _reaver(reaver: Reaver) -> str:
    raid, reward = _listed(reaver.raid) or "nothing", _listed(reaver.reward) or "nothing"
    return f"{reaver.name}: Reaver, {reaver.strength} tokens; raid: {raid}; reward: {reward}"


def _episode(episode: Episode) -> str:
    parts = ["power wins" if episode.standard else "power does not win"]
    parts += [] if episode.side is None else [f"side {episode.side}"]
    parts += [] if episode.supply is None else [f"sets {_listed(episode.supply)}"]
    parts += map(_win, episode.wins)
    return f"{episode.name}: episode; {'; '.join(parts)}"


def _win(win: Win) -> str:
    what = f"{win.n} credits" if win.step is None else f"{win.step} {win.n} times"
    return f"{win.faction or 'everybody'} wins with {what}"
