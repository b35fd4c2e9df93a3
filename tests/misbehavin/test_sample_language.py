"""The sample box uses the whole language of cards but for abilities that are done by hand.

The mechanisms are those of the language's own tables: one that is added there fails here until the
sample has it.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

from fireflies.misbehavin.box.boxfile import BoxFile, default_box, first_box, workshop_box
from fireflies.misbehavin.box.cards import (
    ABILITY_TYPES,
    BONUSES,
    COUNTED,
    EFFECTS,
    FACTIONS,
    MOMENTS,
    VERSE_ACTIONS,
    WIN_STEPS,
    CostName,
    Effect,
    VerseStepName,
)
from fireflies.misbehavin.box.contents import Box


def mechanisms() -> Iterator[str]:
    """Yield a name of each mechanism of the language, from its tables."""
    yield from (f"effect {it}" for it in EFFECTS)
    yield "may"
    yield from (f"{number} X of {it}" for number in ("influence", "power") for it in COUNTED)
    yield from (f"ongoing {it}" for it in BONUSES)
    yield from (f"ability {it}" for it in ABILITY_TYPES)
    yield from (f"moment {it}" for it in MOMENTS)
    yield from (f"cost {it}" for it in get_args(CostName))
    yield from (f"hand {it}" for it in ("turn", "fight", "cancel"))
    yield from (f"step {it}" for it in get_args(VerseStepName))
    yield from (f"action {it}" for it in VERSE_ACTIONS)
    yield from (f"win {it}" for it in (*WIN_STEPS, "credits"))
    yield from ("once a turn", "several abilities", "needs", "both", "discard of a kind")
    yield from ("several icons", "no icons", "priced action", "win of one faction", "several goals")
    yield from ("episode with Reavers", "episode with sets", "episode with a side", "no power wins")
    yield from ("required of another kind", "raid of another kind", "copies")


def used(box: Box) -> Iterator[str]:
    """Yield the names of the mechanisms that a box uses, some of them several times."""
    yield from on_cards(box)
    yield from on_verse_cards(box)
    yield from in_episodes(box)
    for reaver in box.all_reavers:
        yield from named((*reaver.raid, *reaver.reward))
        yield "" if {it.name for it in reaver.raid} <= {"lose", "black"} else "raid of another kind"
    before = {it.name for card in first_box().card.values() for it in card.required}
    if any(it.name not in before for card in box.card.values() for it in card.required):
        yield "required of another kind"
    if any(name.removesuffix("-2") in box.card for name in box.card if name.endswith("-2")):
        yield "copies"


def on_cards(box: Box) -> Iterator[str]:
    """Yield those of cards and supply cards."""
    for card in (*box.cards, *box.supply):
        yield from (f"effect {it.name}" for it in card.required)
        yield from (f"ongoing {it.name}" for it in card.ongoing)
        yield from (f"{key} X of {getattr(card, key)}" for key in ("influence", "power"))
        yield "several abilities" if len(card.abilities) > 1 else ""
        yield "needs" if card.needs else ""
        yield "both" if card.both else ""
        yield ("several icons" if dict(card.icons) and max(dict(card.icons).values()) > 1 else "")
        yield "" if card.icons else "no icons"
        for ability in card.abilities:
            yield f"ability {ability.type}"
            yield "once a turn" if ability.is_once else ""
            yield "by hand" if ability.words or ability.may else ""
            for moment in ability.when:
                yield f"moment {moment}"
                yield f"{ability.type} {moment}"
            yield from (f"cost {it.name}" for it in ability.cost)
            yield from named(ability.effects)


def on_verse_cards(box: Box) -> Iterator[str]:
    """Yield those of 'verse cards."""
    for verse in box.verse:
        yield from (f"step {it.name}" for it in verse.steps)
        yield from (f"{it.name} of a kind" for it in verse.steps if it.what is not None)
        yield from (f"action {it}" for it in verse.actions)
        yield "priced action" if verse.priced else ""
        for action in verse.priced:
            yield from named(action.effects)


def in_episodes(box: Box) -> Iterator[str]:
    """Yield those of episodes."""
    for episode in box.episodes:
        yield "episode with Reavers" if episode.reavers else ""
        yield "episode with sets" if episode.supply is not None else ""
        yield "episode with a side" if episode.side is not None else ""
        yield "" if episode.standard else "no power wins"
        for win in episode.wins:
            yield from (f"win {it.step or 'credits'}" for it in win.goals)
            yield "several goals" if len(win.goals) > 1 else ""
            yield "win of one faction" if win.faction is not None else ""


def named(effects: tuple[Effect, ...]) -> Iterator[str]:
    """Yield the names of effects, and that one of them is optional."""
    for effect in effects:
        yield f"effect {effect.name}"
        yield "may" if effect.may else ""


def test_the_sample_uses_every_mechanism_of_the_language() -> None:
    missing = {*mechanisms()} - {*used(default_box())}
    assert missing == set()


def test_nothing_in_it_is_done_by_hand() -> None:
    """The second box that ships shows that."""
    assert "by hand" not in {*used(default_box())}
    assert "by hand" in {*used(workshop_box())}


def test_the_box_of_before_has_little_of_it() -> None:
    """So the test above notices what is missing."""
    missing = {*mechanisms()} - {*used(first_box())}
    assert {"effect immune", "ongoing power", "power X of command", "cost spend"} < missing
    assert {"hand cancel", "once a turn", "both", "priced action", "several goals"} < missing
    assert "effect draw" not in missing


def test_starting_decks_have_copies() -> None:
    """Two cards alike but for the name, which the file to edit writes down once."""
    box = default_box()
    copies = [name for name in box.card if name.endswith("-2")]
    assert {box.card[name].deck for name in copies} <= {*FACTIONS}
    for name in copies:
        assert replace(box.card[name.removesuffix("-2")], name=name) == box.card[name]
    file = BoxFile().template()
    assert file.count("\ncopies = 2\n") == len(copies) > 1
    assert not any(f'name = "{name}"' in file for name in copies)
