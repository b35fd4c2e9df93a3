"""Boxes: every refusal beside its nearest accepted neighbor, with place, card and reason."""

from typing import Final

import pytest

from fireflies._data import is_object, value_at
from fireflies.contract import InvalidOptions
from fireflies.misbehavin.box.boxfile import default_box, read_box
from fireflies.misbehavin.clauses import Clause
from tests.changes import GONE, array_of, changed
from tests.misbehavin.small import FACTIONS, SETS, SMALL, ability, card, supply_card

CARD, SUPPLY, SHINY, BLACK = "/cards/0", "/supply", "/supply/0", "/supply/1"
REAVER, EPISODE = "/reavers/0", "/episodes/0"
MANEUVER: Final = "/supply/6"  # crazy-ivan


def refusal(box: object) -> str:
    """Return what is said against this box."""
    with pytest.raises(InvalidOptions) as caught:
        read_box(box)
    assert (caught.value.option, caught.value.clause) == ("box", Clause.SETUP_BOX)
    assert "\n" not in str(caught.value)
    return caught.value.problem


def card_of(path: str) -> str:
    """Return the card of a path as a refusal names it; empty when the path is in no card."""
    parts = path.split("/")
    if parts[1:2] not in (["cards"], ["supply"]) or len(parts) < 3:
        return ""
    found = value_at(SMALL, "/".join(parts[:3]))
    assert is_object(found)
    return f" ({found['name']})"


def test_the_small_box_is_read() -> None:
    assert read_box(SMALL).card["captain"].power == 2


# Whole numbers.

NUMBERS: Final = {
    f"{CARD}/cost": (0, 20),
    f"{CARD}/influence": (0, 20),
    f"{CARD}/power": (0, 10),
    f"{CARD}/icons/serenity": (1, 6),
    f"{SHINY}/cost": (0, 20),
    f"{SHINY}/influence": (0, 20),
    f"{SHINY}/power": (0, 10),
    f"{BLACK}/cost": (0, 20),
    "/boards/niska/A/assets": (1, 10),
    "/boards/niska/A/command": (1, 10),
    "/boards/alliance/B/assets": (1, 10),
    "/boards/alliance/B/command": (1, 10),
    "/boards/serenity/B/power/2": (1, 30),
    "/boards/serenity/B/power/4": (1, 30),
    f"{REAVER}/strength": (1, 12),
    f"{EPISODE}/wins/0/credits": (1, 99),
    f"{EPISODE}/wins/1/count": (1, 6),
}
"""The lowest and the highest value at a path."""


@pytest.mark.parametrize("path", NUMBERS)
def test_a_number_has_its_range(path: str) -> None:
    lowest, highest = NUMBERS[path]
    for value in (lowest, highest):
        read_box(changed(SMALL, path, value))
    words = f"{path}{card_of(path)}: a whole number from {lowest} to {highest} is wanted, not "
    for value in (lowest - 1, highest + 1):
        assert refusal(changed(SMALL, path, value)) == f"{words}{value}"


@pytest.mark.parametrize("path", NUMBERS)
@pytest.mark.parametrize("value", [True, 3.0, None, [3]], ids=repr)
def test_a_number_is_whole(path: str, value: object) -> None:
    """JSON's ``3.0`` is no whole number, and ``true`` is none either."""
    assert refusal(changed(SMALL, path, value)).endswith(f" is wanted, not {value!r}")


# Objects and arrays.

OBJECTS: Final = (
    *("", CARD, f"{CARD}/abilities/0", SHINY, f"{SHINY}/abilities/0", "/boards"),
    *("/boards/niska", "/boards/niska/A", "/boards/niska/B", "/boards/niska/B/power", "/verse"),
    *("/verse/niska", REAVER, EPISODE, f"{EPISODE}/wins/0", f"{EPISODE}/wins/1"),
)
"""The objects with fixed keys."""


@pytest.mark.parametrize("path", OBJECTS)
def test_an_object_has_exactly_its_keys(path: str) -> None:
    """A win without credits wants a step."""
    found = value_at(SMALL, path)
    assert is_object(found)
    for key in found:
        problem = refusal(changed(SMALL, f"{path}/{key}", GONE))
        if key == "credits":
            assert problem == f"{path}: the key step is missing"
        elif key == "name":
            assert problem == f"{path}: the key name is missing"
        else:
            assert problem == f"{path or '/'}{card_of(path)}: the key {key} is missing"
    problem = refusal(changed(SMALL, f"{path}/x", 1))
    assert problem.startswith(f"{path or '/'}{card_of(path)}: there is no key 'x' here, only ")
    name = card_of(path) if path.count("/") > 2 else ""
    problem = refusal(changed(SMALL, path, []) if path else [])
    assert problem.endswith("wanted, not []")
    assert problem.startswith(f"{path}{name}: ") or not path


LENGTHS: Final = {
    SUPPLY: (9, 11, "10"),
    f"{CARD}/attributes": (None, 9, "0 to 8"),
    f"{CARD}/needs": (None, 5, "0 to 4"),
    f"{CARD}/required": (None, 5, "0 to 4"),
    f"{CARD}/ongoing": (None, 5, "0 to 4"),
    f"{CARD}/abilities": (None, 5, "0 to 4"),
    f"{CARD}/abilities/0/when": (0, 6, "1 to 5"),
    f"{CARD}/abilities/0/cost": (None, 4, "0 to 3"),
    f"{CARD}/abilities/0/effects": (0, 7, "1 to 6"),
    f"{SHINY}/abilities": (None, 5, "0 to 4"),
    "/verse/niska/steps": (1, 3, "2"),
    "/verse/niska/actions": (None, 9, "0 to 8"),
    "/reavers": (None, 11, "0 to 10"),
    f"{REAVER}/raid": (None, 4, "0 to 3"),
    f"{REAVER}/reward": (None, 7, "0 to 6"),
    "/episodes": (None, 21, "0 to 20"),
    f"{EPISODE}/supply": (3, 5, "4"),
    f"{EPISODE}/wins": (None, 9, "0 to 8"),
}
"""For each array: one too few (None where it may be empty), one too many, and words."""


@pytest.mark.parametrize("path", LENGTHS)
def test_an_array_has_its_length(path: str) -> None:
    few, many, words = LENGTHS[path]
    entries = (array_of(value_at(SMALL, path)) or ["pay 1"]) * many
    if path.endswith("/actions"):
        entries = [priced(it) for it in numbered("x-", many)]
    for count in (few, many):
        if count is not None:
            problem = refusal(changed(SMALL, path, entries[:count]))
            assert problem == f"{path}{card_of(path)}: {words} entries are wanted, not {count}"
    if few is None:
        read_box(changed(SMALL, path, []))
    problem = refusal(changed(SMALL, path, {}))
    assert problem == f"{path}{card_of(path)}: an array is wanted, not {{}}"


def numbered(prefix: str, count: int) -> list[str]:
    return [f"{prefix}{number}" for number in range(count)]


def priced(name: str, **parts: object) -> dict[str, object]:
    return {"name": name, "price": 1, "effects": ["draw 1"], **parts}


def reaver(name: str, **parts: object) -> dict[str, object]:
    return {"name": name, "strength": 1, "raid": [], "reward": [], **parts}


def episode(name: str, **parts: object) -> dict[str, object]:
    return {"name": name, "supply": None, "side": None, "standard": True, "wins": [], **parts}


@pytest.mark.parametrize(
    ("path", "entries"),
    [
        (f"{CARD}/attributes", numbered("A-", 8)),
        (f"{CARD}/needs", numbered("A", 4)),
        (f"{CARD}/required", ["draw 1"] * 4),
        (f"{CARD}/ongoing", ["nab 1"] * 4),
        (f"{CARD}/abilities", [ability()] * 4),
        (f"{CARD}/abilities/0/cost", ["pay 1"] * 3),
        (f"{CARD}/abilities/0/effects", ["draw 1"] * 6),
        (
            "/verse/niska/actions",
            ["warrant", "tax", "steal", "retrigger", *map(priced, numbered("x-", 4))],
        ),
        ("/reavers", [reaver(it) for it in numbered("a", 10)]),
        (f"{REAVER}/raid", ["lose 1", "black 1", "discard"]),
        (f"{REAVER}/reward", ["draw 1"] * 6),
        ("/episodes", [episode(it) for it in numbered("a", 20)]),
        (f"{EPISODE}/wins", [{"faction": None, "credits": 10}] * 8),
    ],
)
def test_arrays_may_be_as_long(path: str, entries: list[object]) -> None:
    read_box(changed(SMALL, path, entries))


@pytest.mark.parametrize("value", [None, 3, "", "Sample", "other", [], True, {1}, {"cards": {3}}])
def test_a_box_is_the_sample_or_plain_data(value: object) -> None:
    assert refusal(value)
    assert read_box("sample") is default_box()


def test_what_is_found_by_name_and_by_faction() -> None:
    box = read_box(changed(SMALL, "/verse/niska/actions", ["warrant"]))
    assert (box.cost["captain"], box.power["captain"]) == (3, 2)
    actions = [box.verse_card(faction).actions for faction in ("niska", "serenity")]
    assert actions == [("warrant",), ("tax",)]


def test_the_steps_of_a_verse_card() -> None:
    for texts, steps in (
        (["discard", "pay 3"], [("discard", None, None), ("pay", 3, None)]),
        (["trigger SHIP", "have 2 asset"], [("trigger", None, "SHIP"), ("have", 2, "asset")]),
    ):
        box = read_box(changed(SMALL, "/verse/niska/steps", texts))
        found = box.verse_card("niska").steps
        assert [(it.name, it.n, it.what) for it in found] == steps


# Texts.

TEXTS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    **dict.fromkeys(
        (f"{CARD}/name", f"{REAVER}/name", f"{EPISODE}/name"),
        (
            ("a", "a-", "z9-9", "none-", "nones", "a" * 40),
            ("", "none", "A", "9a", "-a", "a b", "a_b", "ä", "a\n", "a" * 41),
        ),
    ),
    **dict.fromkeys(
        (f"{CARD}/attributes/0", f"{CARD}/needs/0", f"{SHINY}/attributes/-"),
        (
            ("A", "DEAL", "A-9-", "A" * 20),
            ("", "a", "Fight", "9A", "-A", "A B", "Ä", "A\n", "A" * 21),
        ),
    ),
    f"{CARD}/deck": ((), ("", "Core", "shiny", "action")),
    f"{CARD}/kind": (("asset", "character", "item"), ("action", "maneuver", "Asset", "location")),
    f"{SHINY}/kind": (("action", "maneuver"), ("asset", "character", "item", "")),
    f"{CARD}/influence": (
        ("credits", "verse", "assets", "command"),
        ("", "X", "x", "2", "marks", "power", "Credits"),
    ),
    f"{CARD}/required/0": (
        (
            *("draw 1", "draw 5", "credits 1", "credits 9", "verse 1", "verse 6", "lose 9"),
            *("activation 3", "recruitment 1", "black 3", "black-all 1", "token 1", "steal 1"),
            *("shed", "evade", "discard", "nab 3", "influence 1", "strength 1", "turn", "reset"),
            *("cycle", "gain 1", "immune", "warrant", "discard-target"),
        ),
        (
            *("draw 0", "draw 6", "draw 01", "draw", "draw  1", " draw 1", "draw 1 ", "Draw 1"),
            *("may draw 1", "may steal 1", "may turn", "may retrigger", "token 3", "cancel"),
            *("verse 7", "credits 10", "lose 0", "activation 4", "immune 1", "warrant 1"),
            *("recruitment 4", "black 4", "black-all 0", "token-other 3", "spend 1", "trigger"),
        ),
    ),
    f"{CARD}/ongoing/0": (
        (
            *("defense 1", "defense 9", "nab 1", "dispatch 9", "influence 1", "influence 9"),
            *("strength 1", "strength 9", "power 1", "power 9"),
        ),
        (
            *("power", "power 0", "power 10", "influence 0", "strength 10", "verse 1"),
            *("defense", "defense 0", "defense 10", "attack 1", "nab 01", "Nab 1", "may nab 1", ""),
        ),
    ),
    f"{CARD}/abilities/0/type": (("trigger", "innate"), ("special", "", "Trigger", "Hand")),
    f"{SHINY}/abilities/0/type": (("special",), ("trigger", "innate", "hand")),
    f"{CARD}/abilities/0/when/0": (("turn", "fight"), ("", "Turn", "any", "play")),
    f"{CARD}/abilities/0/cost/-": (
        ("discard", "pay 1", "pay 9", "spend 1", "spend 6", "trigger"),
        (
            "spend",
            "spend 0",
            "spend 7",
            "trigger 1",
            "",
            "pay",
            "pay 0",
            "pay 10",
            "pay  1",
            "discard 1",
            "may discard",
            "lose 1",
            "Pay 1",
        ),
    ),
    f"{CARD}/abilities/0/effects/0": (
        (
            *("draw 5", "credits 9", "lose 9", "verse 6", "activation 3", "recruitment 3"),
            *("token 1", "token 2", "black 3", "black-all 3", "shed", "steal 9", "black-one 3"),
            *("cycle", "turn", "reset", "discard", "discard-one", "dispatch 0", "dispatch 20"),
            *("nab 0", "nab 10", "gain 0", "gain 20", "take 0", "take 19", "may steal 1"),
            *("may black-one 1", "may cycle", "may turn", "may reset", "may discard"),
            *("may discard-one", "may dispatch 0", "may nab 20", "may gain 7", "may take 0"),
            *("immune", "token-other 1", "may token-other 2", "warrant", "may warrant", "lift"),
            *("may lift", "retrigger", "may retrigger"),
        ),
        (
            *("", "may", "may ", "draw", "draw 6", "credits 0", "lose 10", "verse 7", "token 0"),
            *("activation 0", "recruitment 4", "token 3", "black 0", "black-all 4", "shed 1"),
            *("steal 0", "steal 10", "steal", "black-one 0", "black-one 4", "cycle 1", "turn 1"),
            *("reset 1", "discard 1", "discard-one 2", "dispatch 21", "dispatch", "nab 21"),
            *("gain 21", "take 21", "take 00", "take 01", "take -1", "take +1", "take 1.0"),
            *("may draw 1", "may shed", "may lose 1", "may token 1", "may black 1", "may  turn"),
            *("May turn", "maybe turn", "turn may", "may may turn", "heal 1", "pay 1"),
            *("may immune", "immune 1", "token-other 0", "token-other 3", "token-other", "lift 1"),
            *("warrant 1", "retrigger 1", "may may lift", "move hand tableau"),
            *("evade 1", "draw 1\n", "draw \u0661", "take 100"),
        ),
    ),
    "/verse/niska/steps/0": (
        (
            *("discard", "pay 1", "pay 9", "trigger asset", "trigger character", "trigger item"),
            *("trigger FIGHT", "trigger T-9", "have 1 asset", "have 9 SHIP", "discard item"),
            *("discard SHIP", "did fight", "did nab", "did dispatch", "did deal", "did recruit"),
        ),
        (
            *("did", "did defend", "did location", "did Deal", "discard action", "discard a"),
            *("", "pay", "pay 0", "pay 10", "discard 1", "trigger", "trigger action", "trigger a"),
            *("trigger maneuver", "have 0 asset", "have 10 asset", "have asset", "have 1"),
            *("have 1 ship", "have 01 SHIP", "trigger ", "trigger FIGHT ", "may discard"),
            "trigger " + "A" * 21,
        ),
    ),
    "/verse/niska/actions/0": (
        ("warrant", "tax", "steal", "retrigger"),
        ("retain", "replay", "", "Tax"),
    ),
    f"{REAVER}/raid/0": (
        (
            *("lose 1", "lose 9", "black 1", "black 3", "draw 1", "black-all 1", "black-one 1"),
            *("discard", "immune", "warrant", "dispatch 0", "activation 3"),
        ),
        (
            *("lose 0", "black 4", "may lose 1", "may discard", "token 1", "influence 1"),
            *("strength 1", "evade", "cancel", "discard-one", "discard-target"),
        ),
    ),
    f"{REAVER}/reward/0": (
        (
            *("draw 5", "credits 9", "lose 1", "verse 6", "activation 1", "recruitment 3", "shed"),
            *("black 1", "black-all 1", "may steal 1", "black-one 1", "cycle", "turn", "reset"),
            *("discard", "dispatch 20", "may nab 0", "gain 3", "may take 4", "immune"),
            *("token-other 2", "may warrant", "lift", "retrigger"),
        ),
        (
            *("token 1", "influence 1", "strength 1", "evade", "cancel", "discard-one"),
            *("may discard-one", "discard-target", "draw 6", "may draw 1", ""),
        ),
    ),
    f"{EPISODE}/side": (("A", "B"), ("a", "C", "AB", "")),
    f"{EPISODE}/wins/1/faction": (FACTIONS, ("", "reavers", "Niska")),
    f"{EPISODE}/wins/1/step": (
        ("nab", "dispatch", "defend", "deal", "recruit", "location", "reaver"),
        ("", "credits", "draw", "Nab"),
    ),
    f"{EPISODE}/supply/0": (("misbehave", "double-cross"), ("shiny", "the-black", "fight", "")),
}
"""For each path of a text: some that fit, and some that do not."""


@pytest.mark.long
@pytest.mark.parametrize("path", TEXTS)
def test_a_text_fits_or_is_refused_at_its_place(path: str) -> None:
    fitting, others = TEXTS[path]
    for value in fitting:
        read_box(changed(SMALL, path, value))
    place = path.replace("/-", "/0")
    for value in others:
        problem = refusal(changed(SMALL, path, value))
        assert problem.startswith(place), value
        given = "an empty text" if not value else repr(value)
        assert " wanted" in problem or f"{given} is not " in problem
    assert refusal(changed(SMALL, path, ["draw 1"])).startswith(place)


@pytest.mark.parametrize("path", [f"{CARD}/abilities/0/turns", f"{EPISODE}/standard"])
def test_a_flag_is_true_or_false(path: str) -> None:
    for value in (0, 1, "true", None):
        problem = refusal(changed(SMALL, path, value))
        assert problem == f"{path}{card_of(path)}: true or false is wanted, not {value!r}"


# What depends on something else.

FIGHT, TURN, DEAL, RECRUIT, CANCEL = ("fight",), ("turn",), ("deal",), ("recruit",), ("cancel",)
EVERY: Final = ("turn", "deal", "recruit", "fight")


def innate(*effects: str, when: tuple[str, ...], **parts: object) -> dict[str, object]:
    return ability("innate", effects, when=when, **parts)


def hand(*effects: str, when: tuple[str, ...], **parts: object) -> dict[str, object]:
    return ability("hand", effects, when=when, **{"turns": False, **parts})


def special(*effects: str, when: tuple[str, ...], **parts: object) -> dict[str, object]:
    return ability("special", effects, when=when, **parts)


ABILITIES: Final[list[tuple[str, dict[str, object], str | None]]] = [
    # trigger: it turns the card, on a turn or in a fight.
    (CARD, ability(turns=False), "turns: true is wanted of a trigger ability"),
    *((CARD, ability(when=when), None) for when in (TURN, FIGHT, (*TURN, *FIGHT))),
    *(
        (CARD, ability(when=when), f"when/{len(when) - 1}: turn or fight is wanted")
        for when in (DEAL, RECRUIT, CANCEL, (*TURN, *DEAL))
    ),
    # innate: without turning the card it costs something, or is once a turn.
    (CARD, innate("draw 1", when=TURN), None),
    (CARD, innate("draw 1", when=TURN, turns=False, cost=("discard",)), None),
    (CARD, innate("draw 1", when=TURN, turns=False), None),
    # hand: it never turns the card, and bears no token.
    *((CARD, hand("draw 1", when=when), None) for when in (TURN, EVERY)),
    (CARD, hand("cancel", when=CANCEL), None),
    (CARD, hand("draw 1", when=TURN, turns=True), "turns: false is wanted of a hand"),
    (CARD, hand("token 1", when=TURN), "effects/0: another effect is wanted"),
    # No card is both discarded and turned.
    (CARD, innate("draw 1", when=TURN, cost=("discard", "trigger")), "cost: either"),
    (CARD, innate("draw 1", when=TURN, cost=("spend 6", "trigger", "trigger")), None),
    # By hand: printed words, and what they may do; never an answer to a deal.
    (CARD, innate(when=TURN, words="Look.", may=("draw 1", "move hand tableau")), None),
    (CARD, innate(when=TURN, words="Look.", may=("strength 1", "discard-target")), None),
    (CARD, innate(when=TURN, words="x" * 300, may=("draw 1",) * 8), None),
    (CARD, innate(when=TURN, words="x" * 301, may=("draw 1",)), "words: "),
    (CARD, innate(when=TURN, words="", may=("draw 1",)), "words: "),
    (CARD, innate(when=TURN, words="Look.", may=()), "may: 1 to 8 entries are wanted"),
    (CARD, innate(when=TURN, words="Look.", may=("draw 1",) * 9), "may: 1 to 8 entries are"),
    (CARD, innate(when=TURN, words="Look.", may=("may turn",)), "may/0: "),
    (CARD, innate(when=TURN, words="Look.", may=("cancel",)), "may/0: "),
    (CARD, innate(when=TURN, words="Look.", may=("move hand hand",)), "may/0: "),
    (CARD, innate(when=TURN, words="Look.", may=("move hand market",)), "may/0: "),
    (CARD, innate("draw 1", when=TURN, words="Look.", may=("draw 1",)), "effects: "),
    (CARD, innate(when=CANCEL, words="Look.", may=("draw 1",)), "when/0: another moment"),
    (CARD, hand(when=TURN, words="Look.", may=("token 1",)), "may/0: "),
    (SHINY, special(when=TURN, words="Look.", may=("token 1",)), "may/0: "),
    (CARD, innate("draw 1", when=EVERY), None),
    (CARD, innate("draw 1", when=("fight", "recruit", "deal", "turn")), None),
    # special: it never turns the card, and costs nothing or something.
    (SHINY, special("draw 1", when=EVERY), None),
    (SHINY, special("draw 1", when=TURN, cost=("pay 1", "discard")), None),
    (SHINY, special("draw 1", when=TURN, turns=True), "turns: false is wanted of a special"),
    # cancel: alone, and the first effect.
    (CARD, innate("cancel", when=CANCEL), None),
    (CARD, innate("cancel", "draw 1", "steal 2", when=CANCEL), None),
    (CARD, innate("cancel", when=(*CANCEL, *DEAL)), "when: cancel is wanted alone"),
    (CARD, innate("cancel", when=(*DEAL, *CANCEL)), "when: cancel is wanted alone"),
    (CARD, innate("draw 1", when=CANCEL), "effects/0: cancel is wanted first"),
    (CARD, innate("draw 1", "cancel", when=CANCEL), "effects/0: cancel is wanted first"),
    (CARD, innate("cancel", "cancel", when=CANCEL), "effects/1: cancel is wanted only as"),
    (CARD, innate("cancel", when=DEAL), "effects/0: cancel is wanted only as"),
    (CARD, ability("trigger", ("draw 1", "cancel")), "effects/1: cancel is wanted only as"),
    (SHINY, special("cancel", when=CANCEL), None),
    (MANEUVER, special("cancel", when=CANCEL), "when/0: another moment is wanted of a maneuver"),
    (MANEUVER, special("draw 1", when=EVERY), None),
    # evade and strength in fights, influence in deals and recruitments.
    *((CARD, innate(it, when=FIGHT), None) for it in ("evade", "strength 9")),
    *((SHINY, special(it, "draw 1", when=FIGHT), None) for it in ("evade", "strength 1")),
    *(
        (CARD, innate("draw 1", it, when=when), "effects/1: ")
        for it in ("evade", "strength 1")
        for when in (TURN, DEAL, (*TURN, *FIGHT), EVERY)
    ),
    (CARD, innate("cancel", "evade", when=CANCEL), "effects/1: evade is wanted only where"),
    *(
        (CARD, innate("influence 9", when=when), None)
        for when in (DEAL, RECRUIT, (*DEAL, *RECRUIT))
    ),
    *(
        (CARD, innate("influence 1", when=when), "effects/0: influence is wanted only where")
        for when in (TURN, FIGHT, EVERY, (*TURN, *DEAL))
    ),
    (CARD, innate("cancel", "influence 1", when=CANCEL), "effects/1: influence is wanted only"),
    # A supply card bears no token.
    (CARD, ability("trigger", ("token 2",)), None),
    (SHINY, special("token 1", when=TURN), "effects/0: another effect is wanted"),
    # Moments differ.
    (CARD, ability(when=("turn", "turn")), "when/1: 'turn' stands here twice"),
]
"""A card, an ability of it, and the beginning of what is said against it."""


@pytest.mark.parametrize(("path", "found", "problem"), ABILITIES, ids=str)
def test_the_parts_of_an_ability_fit_each_other(
    path: str, found: dict[str, object], problem: str | None
) -> None:
    box = changed(SMALL, f"{path}/abilities", [found])
    if problem is None:
        read_box(box)
        return
    field, _, words = problem.partition(":")
    said = refusal(box)
    assert said.startswith(f"{path}/abilities/0/{field}{card_of(path)}: {words.strip()}"), said


@pytest.mark.parametrize("letter", ["\t", "\n", "\x00", "\xa0", "\u200b", "\u2028"])
def test_printed_words_have_no_letter_that_cannot_be_seen(letter: str) -> None:
    """A space may be among them."""
    by_hand = innate(when=TURN, words="Look there.", may=("draw 1",))
    read_box(changed(SMALL, f"{CARD}/abilities", [by_hand]))
    broken = {**by_hand, "words": f"Look{letter}there."}
    said = refusal(changed(SMALL, f"{CARD}/abilities", [broken]))
    assert said.startswith(f"{CARD}/abilities/0/words")


CLASHING: Final[list[tuple[str, object, str, str]]] = [
    # Nothing stands twice.
    (f"{CARD}/attributes", ["A", "B", "A"], f"{CARD}/attributes/2", "'A' stands here twice"),
    (f"{CARD}/needs", ["A", "A"], f"{CARD}/needs/1", "'A' stands here twice"),
    ("/verse/niska/actions", ["tax", "tax"], "/verse/niska/actions/1", "stands here twice"),
    (f"{EPISODE}/supply/3", "misbehave", f"{EPISODE}/supply/3", "'misbehave' stands here twice"),
    # Names differ, of cards and Reavers together and of episodes.
    ("/cards/1/name", "captain", "/cards/1/name", "'captain' stands here twice"),
    ("/cards/1/name", "shiny", "/cards/1/name", "'shiny' stands here twice"),
    (f"{REAVER}/name", "captain", f"{REAVER}/name", "'captain' stands here twice"),
    (f"{REAVER}/name", "the-black", f"{REAVER}/name", "'the-black' stands here twice"),
    ("/reavers/-", reaver("scout"), "/reavers/1/name", "'scout' stands here twice"),
    ("/episodes/1/name", "score", "/episodes/1/name", "'score' stands here twice"),
    # Ten supply sets.
    (f"{SHINY}/name", "palaver", "/supply/3/name", "'palaver' stands here twice"),
    (f"{SHINY}/name", "rusty", f"{SHINY}/name", "one of shiny, the-black, "),
    # Cards of each deck.
    (f"{CARD}/deck", "core", "/cards", "10 cards of the deck serenity are wanted, not 9"),
    (f"{CARD}/deck", "niska", "/cards", "10 cards of the deck serenity are wanted, not 9"),
    ("/cards/-", card("x", "niska"), "/cards", "10 cards of the deck niska are wanted, not 11"),
    ("/cards/40", GONE, "/cards", "2 to 60 cards of the deck core are wanted, not 1"),
    ("/cards/45", GONE, "/cards", "2 to 60 cards of the deck rim are wanted, not 1"),
    # Four sets that fit their slots.
    (f"{EPISODE}/supply/0", "palaver", f"{EPISODE}/supply/0", "in the slot fight, not palaver"),
    (f"{EPISODE}/supply/1", "fei-wu", f"{EPISODE}/supply/1", "in the slot deal, not fei-wu"),
    (f"{EPISODE}/supply/2", "palaver", f"{EPISODE}/supply/2", "in the slot maneuver, not palaver"),
    # The Black does nothing.
    (f"{BLACK}/kind", "maneuver", f"{BLACK}/kind", "the-black is an action"),
    (f"{BLACK}/influence", 1, f"{BLACK}/influence", "0 is wanted of the-black, not 1"),
    (f"{BLACK}/influence", "verse", f"{BLACK}/influence", "0 is wanted of the-black"),
    (f"{BLACK}/power", 1, f"{BLACK}/power", "0 is wanted of the-black, not 1"),
    *(
        (f"{BLACK}/{key}", [entry], f"{BLACK}/{key}", "an empty list is wanted of the-black")
        for key, entry in (
            *(("attributes", "DEAL"), ("needs", "DEAL"), ("required", "draw 1")),
            *(("ongoing", "nab 1"), ("abilities", ability("special"))),
        )
    ),
]
"""A path, a value there, the place of the message, and words of it."""


@pytest.mark.parametrize(("path", "value", "place", "words"), CLASHING, ids=str)
def test_what_does_not_go_together_is_refused(
    path: str, value: object, place: str, words: str
) -> None:
    problem = refusal(changed(SMALL, path, value))
    assert problem.startswith(place)
    assert words in problem


FITTING: Final[list[tuple[str, object]]] = [
    ("/episodes/1/name", "captain"),
    ("/episodes/1/name", "shiny"),
    ("/cards/1/name", "score"),
    *((f"{EPISODE}/supply/0", it) for it in ("double-cross", "misbehave")),
    (f"{EPISODE}/supply", ["the-dart", "palaver", "crazy-ivan", "fei-wu"]),
    (f"{EPISODE}/supply", ["misbehave", "negotiation", "the-dart", "double-cross"]),
    (f"{EPISODE}/supply", ["misbehave", "negotiation", "full-burn", "palaver"]),
    (f"{BLACK}/icons", {"niska": 6}),
    (f"{SHINY}/icons", {"niska": 6, "serenity": 1}),
    (f"{CARD}/icons", {}),
    ("/verse/niska/steps", ["discard", "discard"]),
    ("/supply", [supply_card(it) for it in reversed(SETS)]),
    ("/supply/2/kind", "maneuver"),
    ("/cards/-", card("x", "core")),
    *((f"{EPISODE}/wins/1/faction", it) for it in (None, "serenity")),
]
"""A path in the small box, and a value that fits there."""


@pytest.mark.parametrize(("path", "value"), FITTING, ids=str)
def test_what_goes_together_is_accepted(path: str, value: object) -> None:
    read_box(changed(SMALL, path, value))


def test_a_market_deck_has_at_most_sixty_cards() -> None:
    more = [card(f"m-{number}", "rim") for number in range(59)]
    cards = array_of(SMALL["cards"])
    assert refusal({**SMALL, "cards": [*cards, *more]}).endswith("the deck rim are wanted, not 61")
    assert len(read_box({**SMALL, "cards": [*cards, *more[1:]]}).decks["rim"]) == 60


def win(faction: str | None, step: str | None = "nab") -> object:
    kind = {"credits": 5} if step is None else {"step": step, "count": 1}
    return {"faction": faction, **kind}


MANY: Final = [{"step": step, "count": 1} for step in ("nab", "deal", "recruit", "reaver")]


@pytest.mark.parametrize("faction", [None, "niska"])
def test_a_faction_may_have_several_wins_with_a_step(faction: str | None) -> None:
    """Those for everybody too, and the same one twice."""
    wins = [win("niska"), win("niska", "deal"), win(faction), win(faction), win(None, None)]
    assert len(read_box(changed(SMALL, f"{EPISODE}/wins", wins)).episodes[1].wins) == len(wins)


@pytest.mark.parametrize(
    ("goals", "place"),
    [
        (MANY, None),
        ([{"credits": 99}, *MANY[:3]], None),
        (MANY[:1], "/all"),
        ([{"credits": 5}, *MANY], "/all"),
        ([*MANY[:2], {"step": "nab", "count": 2}], "/all/2"),
        ([{"credits": 5}, {"credits": 6}], "/all/1"),
    ],
)
def test_the_goals_of_a_win_differ(goals: list[object], place: str | None) -> None:
    """There are two to four, each with a step of its own; one may be of credits."""
    box = changed(SMALL, f"{EPISODE}/wins", [{"faction": None, "all": goals}])
    if place is None:
        assert len(read_box(box).episodes[1].wins[0].goals) == len(goals)
    else:
        assert refusal(box).startswith(f"{EPISODE}/wins/0{place}")
