"""Cards in sentences: short, complete, and with every effect and cost by its own words."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import pytest

from fireflies._texts import printed
from fireflies.chance import Draws
from fireflies.misbehavin.box.boxfile import workshop_box
from fireflies.misbehavin.box.cards import (
    EFFECTS,
    Ability,
    Bonus,
    Card,
    Cost,
    Effect,
    Episode,
    Goal,
    Move,
    Reaver,
    VerseCard,
    VerseStep,
)
from fireflies.misbehavin.box.contents import Box
from fireflies.misbehavin.box.options import read_options
from fireflies.misbehavin.box.random_boxes import random_box
from fireflies.misbehavin.box.reading import read_json
from fireflies.misbehavin.text.card_descriptions import explain_card
from fireflies.misbehavin.text.sentences import (
    ability_sentences,
    card_sentences,
    episode_sentences,
    reaver_sentences,
    verse_sentences,
)
from tests.campaign import count, generator
from tests.misbehavin.small import FACTIONS, SMALL, ability, boxed, card, supply_card

BOXES: Final = (read_options({}).box, workshop_box())
LONGEST: Final = 160
EFFECT_WORDS: Final = {
    "draw": "draw {a} card",
    "credits": "get {n} credit",
    "lose": "lose {n} credit",
    "verse": "get {n} 'verse token",
    "activation": "get {n} more activation",
    "recruitment": "get {n} more recruitment",
    "token": "put a +{n} power token on this card",
    "influence": "add {n} influence",
    "strength": "your side counts {n} more",
    "evade": "end the fight without a winner",
    "cancel": "cancel the deal",
    "black": "put {a} card{s} of The Black from the supply on your own recycle pile",
    "black-all": "put {a} card{s} of The Black from the supply on every other",
    "shed": "put a card of The Black from your hand back into the supply",
    "immune": "make your cards immune to attacks until your next turn has ended",
    "steal": "take {n} credit{s} from another player",
    "black-one": "put {a} card{s} of The Black from the supply on another player's recycle pile",
    "cycle": "shuffle a face-up market card into its deck and turn up a card of that deck",
    "turn": "turn an upright card in another player's tableau sideways",
    "reset": "turn upright {other} sideways card of your tableau that bears no warrant",
    "discard": "discard {other} card from your hand or upright from your tableau",
    "discard-one": "make another player choose and discard a card from their hand or upright",
    "token-other": "put a +{n} power token on {other} card of your tableau",
    "warrant": "on another player's character as a warrant",
    "lift": "take a warrant off a card of your tableau",
    "retrigger": "use again the abilities of {other} sideways card of your tableau that has",
    "discard-target": "discard the attacked card, which ends the fight without a winner",
    "dispatch": "dispatch a card that costs {n} or less from another player's tableau to its owner",
    "nab": "nab a card that costs {n} or less from another player's tableau into your hand",
    "gain": "that costs {n} or less, but not The Black, on your recycle pile",
    "take": "that costs {n} or less, but not The Black, into your hand",
}
"""Words that a player finds in the sentence of an effect, and in that of no other."""
BONUS_WORDS: Final = {
    "nab": "When you attack to nab, this card counts {n} more.",
    "dispatch": "When you attack to dispatch, this card counts {n} more.",
    "influence": "your deals and recruitments count {n} influence more",
    "strength": "your attacks count {n} more",
    "defense": "your defense counts {n} more",
    "power": "you have {n} more power for winning",
}
MOMENT_WORDS: Final = {
    "turn": "on your turn",
    "deal": "in your deal",
    "recruit": "in your recruitment",
    "fight": "in a fight, as attacker or defender",
    "cancel": "in the deal of another player",
}
COUNTED_WORDS: Final = {
    "credits": "1 for each credit you have",
    "verse": "1 for each 'verse token you hold",
    "assets": "1 for each card in your asset area",
    "command": "1 for each card in your command area",
}
PLACE_WORDS: Final = {
    "hand": "your hand",
    "tableau": "your tableau",
    "recycle": "your recycle pile",
    "market": "the market",
    "supply": "the supply",
}
ACTION_WORDS: Final = {
    "warrant": "For 2 'verse tokens, put one of them on another player's character as a warrant.",
    "tax": "For 1 'verse token, take 1 credit from another player or 2 from the supply.",
    "steal": "For 1 'verse token, take 2 credits from another player or from the supply.",
    "retrigger": "For 1 'verse token, use again the abilities of a sideways card of your tableau",
}
DEED_WORDS: Final = {
    "fight": "you have won a fight this turn",
    "nab": "you have nabbed a card this turn",
    "dispatch": "you have dispatched a card this turn",
    "deal": "you have taken a card in a deal this turn",
    "recruit": "you have recruited a card this turn",
}
GOAL_WORDS: Final = {
    "nab": "{n} nabbed card{s}",
    "dispatch": "{n} dispatched card{s}",
    "defend": "{n} defended card{s}",
    "deal": "{n} card{s} taken in deals",
    "recruit": "{n} recruited card{s}",
    "location": "{n} location{s} played",
    "reaver": "{n} defeated Reaver{s}",
    None: "{n} credit{s}",
}


def random_boxes(number: int) -> Iterator[Box]:
    """Yield so many random boxes."""
    seed = generator("words").getrandbits(64)
    for it in range(number):
        yield read_json(random_box(Draws(seed, f"words {it}")))


def filled(template: str, n: int | None, other: str = "another") -> str:
    """Return words with a number, its plural, and the word for the card that is chosen."""
    many = "" if n == 1 else "s"
    return template.format(n=n, a="a" if n == 1 else n, s=many, other=other)


def sentences(lines: Sequence[str], words: Sequence[str] = ()) -> list[str]:
    """Return the sentences of lines, without printed words of abilities done by hand."""
    told = " ".join(lines)
    for it in words:
        told = re.sub(rf"\u201c{re.escape(it)}\u201d\.?", "\u201c\u201d.", told)
    return re.split(r"(?<=\.) ", told)


def check_form(lines: Sequence[str], words: Sequence[str] = ()) -> None:
    """Check that lines are whole sentences of at most 160 characters, with everything filled in."""
    for line in lines:
        assert line[-1] in ".!?\u201d", line
    for sentence in sentences(lines, words):
        assert sentence.endswith("."), sentence
        assert len(sentence) <= LONGEST, sentence
        assert not re.search(r"[{}]|None|  |\.\.", sentence), sentence
        assert sentence[0].isupper() or sentence[0] == "\u26a1", sentence


def check_effects(told: str, effects: Sequence[Effect], other: str = "another") -> None:
    """Check that effects are told in their order, and those that may be left out alone.

    ``other`` is the word in front of a card that is chosen.
    """
    place = 0
    for number, effect in enumerate(effects):
        words = filled(EFFECT_WORDS[effect.name], effect.n, other)
        found = told.lower().find(words.lower(), place)
        assert found >= 0, (told, words)
        before = told[:found].lower()
        assert ("you may " in before[place:]) == effect.may, (told, words)
        apart = effect.may or (
            number and (effects[number - 1].may or effects[number - 1].name == "discard-one")
        )
        if number and apart:
            assert ". then " in before[place:], (told, words)
        place = found + len(words)
    assert told.lower().count("you may ") == sum(it.may for it in effects)


def check_costs(told: str, costs: Sequence[Cost]) -> None:
    """Check that a text tells these costs, and no other one."""
    sums: dict[str, int] = {}
    for it in costs:
        sums[it.name] = sums.get(it.name, 0) + (it.n or 1)
    for name, words in (
        ("pay", r"\bpay (\d+) credits?\b"),
        ("spend", r"\bspend (\d+) 'verse tokens?\b"),
        (
            "discard",
            r"\bdiscard (another|\d+ other) cards? from your hand or upright from your tab",
        ),
        ("trigger", r"\bturn (another|\d+ other) cards? of your tableau sideways"),
    ):
        found = [int(it.split()[0].replace("another", "1")) for it in re.findall(words, told)]
        assert sum(found) == sums.get(name, 0), (told, name)


def check_ability(it: Ability) -> None:
    """Check that an ability says when it is used, what it costs, and what it does."""
    text = " ".join(ability_sentences(it))
    lower = text.lower()
    assert (it.type == "trigger") == text.startswith("\u26a1 ")
    is_turned = it.type == "innate" and it.turns
    assert is_turned == ("turn this card sideways" in lower)
    assert (it.type == "hand") == ("discard this card from your hand" in lower)
    assert it.is_once == ("once a turn, " in lower)
    is_repeated = it.type == "innate" and not it.turns and bool(it.cost)
    assert is_repeated == ("as often as you pay, " in lower)
    if it.words:
        assert f"do by hand what the card says, \u201c{it.words}\u201d" in text
        _, _, listed = text.partition("as far as the words allow: ")
        entries = re.findall(
            r"\((\d)\) (.*?)(?:; |\.(?: And each of these once: )?(?=\(|$))", listed
        )
        assert [int(number) for number, _ in entries] == [*range(1, len(it.may) + 1)], text
        for (_, words), entry in zip(entries, it.may, strict=True):
            check_entry(words, entry)
        text, _, _ = text.partition("do by hand")
        lower = text.lower()
        check_costs(lower, it.cost)
    else:
        head, effects = split_at_effects(text, it.effects[0])
        check_effects(effects, it.effects)
        check_costs(head.lower(), it.cost)
        lower = head.lower()
    assert {name for name, words in MOMENT_WORDS.items() if words in lower} == {*it.when}


def split_at_effects(text: str, first: Effect) -> tuple[str, str]:
    """Return an ability up to its effects, and the effects."""
    place = text.find(": ") if "Its effects: " not in text else text.index("Its effects: ")
    assert place > 0, (text, first)
    return text[:place], text[place:]


def check_entry(words: str, entry: Effect | Move) -> None:
    """Check the words of an entry of an ability done by hand."""
    if isinstance(entry, Effect):
        assert filled(EFFECT_WORDS[entry.name], entry.n) in words
    else:
        places = (PLACE_WORDS[entry.source], PLACE_WORDS[entry.aim])
        assert words == "move a card from {} to {}".format(*places)


def check_bonus(bonus: Bonus, lines: Sequence[str]) -> None:
    """Check that an ongoing effect is told, and while what it holds."""
    words = BONUS_WORDS[bonus.name].format(n=bonus.n)
    holds = {
        "nab": "When you attack",
        "dispatch": "When you attack",
        "power": "While this card lies upright in your tableau, even under a warrant or attacked, ",
    }.get(
        bonus.name,
        "While this card lies upright in your tableau, without a warrant and not attacked: ",
    )
    assert any(line.startswith(holds) and words in line for line in lines), (words, lines)


def check_card(it: Card) -> None:
    """Check that everything that a card does is told."""
    lines = explain_card(it)
    check_form(lines, [one.words for one in it.abilities if one.words])
    influence, power = (
        value if isinstance(value, int) else "X" for value in (it.influence, it.power)
    )
    assert lines[0] == (
        f"{printed(it.name)}: {it.kind}, cost {it.cost}, influence {influence}, power {power}."
    )
    told = " ".join(lines)
    assert all(attribute in told for attribute in it.attributes)
    (*needs,) = (line for line in lines if line.startswith("Needs "))
    assert len(needs) == bool(it.needs)
    assert all(need in needs[0] for need in it.needs)
    for value, words in ((it.influence, "Influence: {}."), (it.power, "Power in fights: {};")):
        has = [line for line in lines if line.startswith(words[:9])]
        assert len(has) == isinstance(value, str)
        if isinstance(value, str):
            assert has[0].startswith(words.format(COUNTED_WORDS[value]))
    required = [line for line in lines if line.startswith("When you play this card from your hand")]
    assert len(required) == bool(it.required)
    check_effects(" ".join(required), it.required)
    for bonus in it.ongoing:
        check_bonus(bonus, lines)
    for one in it.abilities:
        assert " ".join(ability_sentences(one)) in lines
        check_ability(one)
    for words, is_so in (
        ("FIGHT: this card can begin a fight", "FIGHT" in it.attributes),
        ("DEAL: this card can begin a deal", "DEAL" in it.attributes),
        ("LOCATION: when you play or trigger it", "LOCATION" in it.attributes),
        ("for one ability, not for both.", it.is_supply and it.abilities and not it.both),
        ("for one ability, or for both.", it.both and it.abilities),
        ("this card goes back to the supply.", it.is_supply and it.abilities),
        ("\u26a1 costs an activation", it.triggers),
        ("One activation is enough for all its \u26a1.", len(it.triggers) > 1),
        ("In one turn, use its abilities from the first to the last", len(it.in_play) > 1),
        ("Use its abilities while it lies upright in your tableau, without a", it.in_play),
        ("also work in your display.", any(not one.turns for one in it.innate)),
        ("While a card bears a warrant, its owner", "warrant" in " ".join(card_sentences(it))),
    ):
        assert (words in told) == bool(is_so), (told, words)


def check_reaver(it: Reaver) -> None:
    """Check that everything that a Reaver does is told."""
    lines = explain_card(it)
    check_form(lines)
    assert lines[0] == filled(
        f"{printed(it.name)}: a Reaver, defeated by {{n}} 'verse token{{s}} of any players.",
        it.strength,
    )
    told = {line.partition(":")[0]: line for line in reaver_sentences(it)}
    for head, effects in (
        ("Until it is defeated, whenever you end your turn", it.raid),
        ("When you put the last token on it", it.reward),
    ):
        assert (head in told) == bool(effects)
        check_effects(told.get(head, ""), effects, "a")


def step_words(step: VerseStep) -> str:
    """Return the words in which a step of a 'verse card is told."""
    if step.name == "did":
        return DEED_WORDS[str(step.what)]
    what = step.what or "card"
    thing = what if what in {"asset", "character", "item", "card"} else f"{what} card"
    a = "an" if thing[0] in "aeiouAEIOU" else "a"
    return {
        "discard": f"discard {a} {thing} from your hand or upright from your tableau",
        "pay": filled("pay {n} credit{s}", step.n),
        "trigger": f"turn {a} {thing} of your tableau sideways",
        "have": filled(f"have {{n}} {thing}{{s}} without a warrant in your tableau", step.n),
    }[step.name]


def check_verse(it: VerseCard) -> None:
    """Check that the steps of a 'verse card are told in their order, and all its actions."""
    steps, *actions = lines = verse_sentences(it)
    check_form(lines)
    assert steps.startswith("Once on each of your turns, ")
    assert "you may get a 'verse token" in steps
    words = [step_words(step) for step in it.steps]
    deeds = [step_words(step) for step in it.steps if step.name == "did"]
    if deeds:
        assert f"Once on each of your turns, if {' and '.join(deeds)}, you may get" in steps
    others = [step for step in words if step not in deeds]
    told = steps.lower()
    assert all(step.lower() in told for step in words)
    if len(others) > 1:
        assert re.search(f"{others[0]}(, then |\\. then ){others[1]}\\.".lower(), told)
    assert len(actions) == len(it.actions) + len(it.priced)
    for line, name in zip(actions, it.actions, strict=False):
        assert line.startswith(ACTION_WORDS[name])
    for line, priced in zip(actions[len(it.actions) :], it.priced, strict=True):
        price = filled("for {n} 'verse token{s}", priced.price)
        head = re.match(rf"{printed(priced.name)}(, | can be done ){price}[:.] ", line)
        assert head
        check_effects(line[head.end() :], priced.effects, "a")


def goal_words(goal: Goal) -> str:
    """Return the words in which a goal is told."""
    return filled(GOAL_WORDS[goal.step], goal.n)


def check_episode(it: Episode) -> None:
    """Check that everything that an episode changes is told."""
    lines = episode_sentences(it)
    check_form(lines)
    told = " ".join(lines)
    assert (it.side is None) != (f"All boards lie on side {it.side}." in told)
    assert all(
        printed(name) in told for name in (*(it.supply or ()), *(r.name for r in it.reavers))
    )
    wins = [line for line in lines if " can win with " in line]
    for line, win in zip(wins, it.wins, strict=True):
        who = "Any player" if win.faction is None else printed(win.faction)
        assert line.startswith(f"{who} can win with ")
        assert all(goal_words(goal) in line for goal in win.goals)
        marked = [goal for goal in win.goals if goal.step is not None]
        assert line.endswith(", marked with 'verse tokens.") == bool(marked)
    assert lines[-1] == ("Power wins too." if it.standard else "Power does not win.")


def check_box(box: Box) -> None:
    """Check every card, Reaver, 'verse card and episode of a box."""
    for it in (*box.cards, *box.supply):
        check_card(it)
    for reaver in (*box.reavers, *(one for episode in box.episodes for one in episode.reavers)):
        check_reaver(reaver)
    for verse in box.verse:
        check_verse(verse)
    for episode in box.episodes:
        check_episode(episode)


@pytest.mark.parametrize("box", BOXES, ids=["sample", "workshop"])
def test_everything_in_a_box_that_ships_is_told_in_sentences(box: Box) -> None:
    check_box(box)


def test_everything_in_random_boxes_is_told_in_sentences() -> None:
    for box in random_boxes(count(5, campaign=1000)):
        check_box(box)


def test_every_effect_has_words_of_its_own() -> None:
    assert {*EFFECT_WORDS} == {*EFFECTS}
    told = [filled(it, 2) for it in EFFECT_WORDS.values()]
    assert not [(one, two) for one in told for two in told if one != two and one in two]


ABILITIES = {
    "\u26a1 On your turn: draw a card.": ability(),
    "In the deal of another player, pay 1 credit: cancel the deal, then draw a card.": ability(
        "special", ("cancel", "draw 1"), when=("cancel",), cost=("pay 1",)
    ),
    "In a fight, as attacker or defender, turn this card sideways: your side counts 2 more.": (
        ability("innate", ("strength 2",), when=("fight",))
    ),
    "As often as you pay, on your turn, pay 1 credit: draw a card.": ability(
        "innate", turns=False, cost=("pay 1",)
    ),
    (
        "\u26a1 In a fight, as attacker or defender, pay 2 credits:"
        " put a +2 power token on this card."
    ): ability("trigger", ("token 2",), when=("fight",), cost=("pay 2",)),
    (
        "This ability is used on your turn, in your deal, in your recruitment or in a fight, as"
        " attacker or defender. Its costs: turn this card sideways and discard 2 other cards from"
        " your hand or upright from your tableau. Its effects: take a card of the market or the"
        " supply that costs 20 or less, but not The Black, into your hand."
    ): ability(
        "innate",
        ("take 20",),
        when=("turn", "deal", "recruit", "fight"),
        cost=("discard", "discard"),
    ),
    "In your deal or in your recruitment: add 3 influence.": ability(
        "special", ("influence 3",), when=("deal", "recruit")
    ),
    "\u26a1 On your turn: you may take 1 credit from another player. Then get 1 'verse token.": (
        ability("trigger", ("may steal 1", "verse 1"))
    ),
    "\u26a1 On your turn: draw 2 cards. Then you may take 3 credits from another player.": ability(
        "trigger", ("draw 2", "may steal 3")
    ),
    (
        "\u26a1 On your turn: make another player choose and discard a card from their hand or"
        " upright from their tableau. Then draw a card."
    ): ability("trigger", ("discard-one", "draw 1")),
    "Once a turn, on your turn: get 1 credit.": ability("innate", ("credits 1",), turns=False),
    "On your turn, discard this card from your hand and spend 1 'verse token: draw a card.": (
        ability("hand", turns=False, cost=("spend 1",))
    ),
    "\u26a1 On your turn, turn 2 other cards of your tableau sideways: draw a card.": ability(
        cost=("trigger", "trigger")
    ),
    (
        "\u26a1 On your turn: do by hand what the card says, \u201cTake one back.\u201d Each of"
        " these once, as far as the words allow: (1) move a card from your recycle pile"
        " to your hand; (2) draw a card."
    ): ability(effects=(), words="Take one back.", may=("move recycle hand", "draw 1")),
    (
        "\u26a1 On your turn: do by hand what the card says, \u201cpeek\u201d. Each of these"
        " once, as far as the words allow: (1) draw a card."
    ): ability(effects=(), words="peek", may=("draw 1",)),
}


@pytest.mark.parametrize("told", ABILITIES)
def test_an_ability_says_when_at_what_cost_and_what(told: str) -> None:
    """What may be left out, and what another player does, has a sentence of its own."""
    given = ABILITIES[told]
    owner = (
        supply_card("palaver", abilities=[given])
        if given["type"] == "special"
        else card("captain", "serenity", abilities=[given])
    )
    assert told in explain_card(read_json(boxed(owner)).card[str(owner["name"])])


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (
            ["did fight", "pay 1"],
            "if you have won a fight this turn, you may get a 'verse token for this: pay 1 credit.",
        ),
        (
            ["trigger SHIP", "did deal"],
            (
                "if you have taken a card in a deal this turn, you may get a 'verse token for this:"
                " turn a SHIP card of your tableau sideways."
            ),
        ),
        (
            ["did nab", "did recruit"],
            (
                "if you have nabbed a card this turn and you have recruited a card this turn, you"
                " may get a 'verse token."
            ),
        ),
        (
            ["have 2 item", "pay 9"],
            (
                "you may get a 'verse token for this: have 2 items without a warrant in your"
                " tableau, then pay 9 credits."
            ),
        ),
        (
            ["discard ABCDEFGHIJKLMNOPQRST", "discard asset"],
            (
                "you may get a 'verse token for what follows. Discard an ABCDEFGHIJKLMNOPQRST card"
                " from your hand or upright from your tableau. Then discard an asset from your hand"
                " or upright from your tableau."
            ),
        ),
    ],
)
def test_the_steps_of_a_verse_card_are_told_in_their_order(steps: list[str], told: str) -> None:
    """But a deed, which no other step changes, is told first."""
    box = read_json({**SMALL, "verse": {**verses(), "niska": {"steps": steps, "actions": []}}})
    assert verse_sentences(box.verse_card("niska"))[0].endswith(f"your turns, {told}")
    assert verse_sentences(box.verse_card("niska"))[0].startswith("Once on each of ")


def verses() -> dict[str, object]:
    """Return the 'verse cards of the small box."""
    return {key: {"steps": ["pay 1", "pay 1"], "actions": ["tax"]} for key in FACTIONS}


def test_a_long_priced_action_is_told_in_two_sentences() -> None:
    name = "forty-letters-are-the-longest-name-of-it"
    action = {"name": name, "price": 6, "effects": ["may take 20", "reset"]}
    verse = {**verses(), "niska": {"steps": ["pay 1", "pay 1"], "actions": ["steal", action]}}
    assert verse_sentences(read_json({**SMALL, "verse": verse}).verse_card("niska"))[2] == (
        f"{printed(name)} can be done for 6 'verse tokens. You may take a card of the market or the"
        " supply that costs 20 or less, but not The Black, into your hand. Then turn upright a"
        " sideways card of your tableau that bears no warrant."
    )


def test_several_goals_are_told_together() -> None:
    """Credits first, so that nobody takes them for marks."""
    goals: list[dict[str, object]] = [
        {"step": "nab", "count": 2},
        {"step": "location", "count": 1},
        {"credits": 9},
    ]
    names = [f"{it}-reaver-with-a-rather-long-name" for it in "abcde"]
    tame: dict[str, object] = {"strength": 1, "raid": [], "reward": []}
    wins: list[dict[str, object]] = [{"faction": "niska", "all": goals}]
    episode: dict[str, object] = {
        "name": "all",
        "supply": None,
        "side": "A",
        "standard": False,
        "wins": wins,
        "reavers": [{"name": it, **tame} for it in names],
    }
    box = read_json({**SMALL, "episodes": [episode]})
    assert episode_sentences(box.episodes[0]) == [
        "All boards lie on side A.",
        f"Its Reavers: {', '.join(map(printed, names[:4]))}.",
        f"And: {printed(names[4])}.",
        (
            "Niska can win with 9 credits together with 2 nabbed cards and 1 location played,"
            " marked with 'verse tokens."
        ),
        "Power does not win.",
    ]


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
