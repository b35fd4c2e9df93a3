"""Cards in sentences: short, complete, and with every effect and cost by its own phrase."""

import re
from collections.abc import Iterator

import pytest

from fireflies._texts import printed
from fireflies.chance import Draws
from fireflies.misbehavin.box.cards import EFFECTS, Ability, Card, Effect
from fireflies.misbehavin.box.options import read_options
from fireflies.misbehavin.box.random_boxes import random_box
from fireflies.misbehavin.box.reading import read_json
from fireflies.misbehavin.text.card_descriptions import explain_card
from fireflies.misbehavin.text.sentences import ability_sentences, episode_sentences
from tests.campaign import generator
from tests.misbehavin.small import ability, boxed, card, supply_card

SAMPLE = read_options({}).box
NOUNS = {
    "draw": "draw {}",
    "credits": "get {} credit",
    "lose": "lose {} credit",
    "verse": "get {} 'verse token",
    "activation": "{} more activation",
    "recruitment": "{} more recruitment",
    "token": "+{} power",
    "influence": "add {} influence",
    "strength": "{} more",
    "evade": "without a winner",
    "cancel": "cancel the deal",
    "black": "your own recycle pile",
    "black-all": "every other player's recycle pile",
    "shed": "back into the supply",
    "steal": "take {} credit",
    "black-one": "another player's recycle pile",
    "cycle": "face-up market card",
    "turn": "card of another player sideways",
    "reset": "sideways card of yours upright",
    "discard": "discard another card",
    "discard-one": "make another player discard",
    "dispatch": "dispatch a card that costs {} or less",
    "nab": "nab a card that costs {} or less",
    "gain": "costs {} or less on your recycle pile",
    "take": "costs {} or less into your hand",
}
"""Words that a player finds in the sentence of an effect."""
COUNTED = {"draw", "black", "black-all", "black-one"}
"""The effects whose number of cards may be ``a card``."""


def random_cards(count: int) -> Iterator[Card]:
    """Yield so many cards of random boxes, also supply cards."""
    found, number, seed = 0, 0, generator("words").getrandbits(64)
    while found < count:
        box = read_json(random_box(Draws(seed, f"words {number}")))
        for it in (*box.cards, *box.supply):
            yield it
            found += 1
        number += 1


def sentences(lines: list[str]) -> list[str]:
    """Return the sentences of lines."""
    return [part for line in lines for part in re.split(r"(?<=\.) ", line)]


def names_effect(told: str, effect: Effect) -> bool:
    """Return whether a text tells an effect with its number."""
    number = "a" if effect.n == 1 and effect.name in COUNTED else str(effect.n)
    may = "you may " if effect.may else ""
    words = NOUNS[effect.name].format(number)
    return words.lower() in told.lower() and may in told.lower()


def names_costs(told: str, ability: Ability) -> bool:
    """Return whether a text tells what an ability costs, and nothing else as a cost."""
    paid = re.findall(r"pay (\d+) credit", told.lower())
    thrown = re.findall(r"discard (another|\d+ other) cards?", told.lower())
    number = "another" if ability.discards == 1 else f"{ability.discards} other"
    is_paid = paid == ([str(ability.pay)] if ability.pay else [])
    return is_paid and (number in thrown if ability.discards else True)


def check(it: Card) -> None:
    """Check that everything that a card does is told, in sentences of 160 characters."""
    lines = explain_card(it)
    for sentence in sentences(lines):
        assert sentence.endswith("."), sentence
        assert len(sentence) <= 160, sentence
        assert "{" not in sentence
        assert sentence[0].isupper() or sentence[0] == "\u26a1", sentence
    assert lines[0].startswith(f"{printed(it.name)}: {it.kind}, cost {it.cost}, ")
    told = " ".join(lines)
    assert all(names_effect(told, effect) for effect in it.required)
    assert all(f"a {need}" in told or f"an {need}" in told for need in it.needs)
    assert all(attribute in told for attribute in it.attributes)
    assert isinstance(it.influence, int) == ("Influence: 1 for each " not in told)
    for one in it.abilities:
        text = " ".join(ability_sentences(one))
        assert text in lines
        assert all(names_effect(text, effect) for effect in one.effects)
        assert names_costs(text, one)
        assert (one.type == "trigger") == text.startswith("\u26a1 ")
        assert (one.type == "innate" and one.turns) == ("turn this card" in text.lower())


def test_every_card_of_the_sample_is_told_in_sentences() -> None:
    for it in (*SAMPLE.cards, *SAMPLE.supply):
        check(it)


def test_random_cards_are_told_in_sentences() -> None:
    for it in random_cards(300):
        check(it)


def test_reavers_and_episodes_are_told_in_sentences() -> None:
    seed = generator("words").getrandbits(64)
    boxes = [SAMPLE, *(read_json(random_box(Draws(seed, f"words {it}"))) for it in range(9))]
    for box in boxes:
        lines = [line for reaver in box.reavers for line in explain_card(reaver)]
        lines += [line for episode in box.episodes for line in episode_sentences(episode)]
        for sentence in sentences(lines):
            assert sentence.endswith(".")
            assert len(sentence) <= 160


def test_every_effect_has_words_of_its_own() -> None:
    assert set(NOUNS) == {*EFFECTS}


ABILITIES = {
    "\u26a1 Draw a card.": ability(),
    "When another player deals, pay 1 credit: cancel the deal and draw a card.": ability(
        "special", ("cancel", "draw 1"), when=("cancel",), cost=("pay 1",)
    ),
    "In a fight, turn this card: your side counts 2 more.": ability(
        "innate", ("strength 2",), when=("fight",)
    ),
    "\u26a1 In a fight, pay 2 credits: put a +2 power token on this card.": ability(
        "trigger", ("token 2",), when=("fight",), cost=("pay 2",)
    ),
    (
        "On your turn, in your deal, in your recruitment or in a fight: turn this card and discard"
        " 2 other cards from your hand or upright from your tableau."
        " For that: take a card on offer that costs 20 or less into your hand."
    ): ability(
        "innate",
        ("take 20",),
        when=("turn", "deal", "recruit", "fight"),
        cost=("discard", "discard"),
    ),
    "In your deal or in your recruitment: add 3 influence.": ability(
        "special", ("influence 3",), when=("deal", "recruit")
    ),
    "\u26a1 You may take 1 credit from another player. Then get 1 'verse token.": ability(
        "trigger", ("may steal 1", "verse 1")
    ),
    "\u26a1 Draw 2 cards. Then you may take 3 credits from another player.": ability(
        "trigger", ("draw 2", "may steal 3")
    ),
}


@pytest.mark.parametrize("told", ABILITIES)
def test_an_ability_says_when_at_what_cost_and_what(told: str) -> None:
    """What may be left out has a sentence of its own."""
    given = ABILITIES[told]
    owner = (
        supply_card("palaver", abilities=[given])
        if given["type"] == "special"
        else card("captain", "serenity", abilities=[given])
    )
    assert told in explain_card(read_json(boxed(owner)).card[str(owner["name"])])


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("first-officer", "First Officer"),
        ("the-black", "The Black"),
        ("agent-in-gray", "Agent in Gray"),
        ("out-of-the-dark", "Out of the Dark"),
        ("shiny", "Shiny"),
        ("crew-2", "Crew 2"),
    ],
)
def test_names_are_told_as_they_are_printed(name: str, title: str) -> None:
    assert printed(name) == title
