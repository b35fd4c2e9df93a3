"""The file of an owner's box: the template, what may be left out, what is refused and told."""

import json
from collections.abc import Sequence
from importlib import resources
from operator import itemgetter
from typing import Any, Final

import pytest

from fireflies._data import is_object, loads
from fireflies._texts import printed
from fireflies.errors import InvalidData
from fireflies.misbehavin.box.boxfile import BoxFile, default_box, read_box, workshop_box
from fireflies.misbehavin.box.cards import EFFECTS, Goal
from fireflies.misbehavin.box.template import template
from tests.changes import GONE, array_of, changed, leaves
from tests.misbehavin.small import SMALL, ability

FILE: Final = BoxFile()
CARDS: Final[list[dict[str, Any]]] = [it for it in array_of(SMALL["cards"]) if is_object(it)]
SHIPPED: Final = resources.files("fireflies.misbehavin").joinpath("box.json").read_bytes()


def read(**document: object) -> object:
    """Return what is read from a file with these keys."""
    return FILE.read_file(json.dumps(document).encode())


def refusal(content: bytes) -> InvalidData:
    with pytest.raises(InvalidData) as caught:
        FILE.read_file(content)
    assert "\n" not in str(caught.value)
    return caught.value


# The sample.


def test_every_figure_of_the_sample_has_a_certainty() -> None:
    """It stands at the longest path with which the path of the figure begins."""
    document = loads(SHIPPED)
    assert is_object(document)
    certainty = document["certainty"]
    assert is_object(certainty)
    used = set[str]()
    for path in leaves(document["box"]):
        begins = [it for it in certainty if f"{path}/".startswith(f"{it}/")]
        assert begins, path
        used.add(max(begins, key=len))
    assert used == {*certainty}
    assert FILE.read_file(SHIPPED) == default_box().to_json()


def test_the_counts_of_the_sample() -> None:
    """With the ten sets of the supply, 140 different cards."""
    box = default_box()
    assert {deck: len(cards) for deck, cards in box.decks.items()} == {
        **dict.fromkeys(("serenity", "alliance", "eavesdown", "niska"), 10),
        **dict.fromkeys(("core", "border", "rim"), 30),
    }
    assert (len(box.reavers), len(box.episodes)) == (4, 5)
    assert set(box.card) == {it.name for it in (*box.cards, *box.supply)}
    assert len(box.card) == 140


def test_the_workshop_shows_what_the_sample_does_not_have() -> None:
    """Abilities that are done by hand; in a small box it shows the rest of the language too."""
    box = workshop_box()
    abilities = [it for card in box.card.values() for it in card.abilities]
    used = {it.name for each in abilities for it in each.effects}
    assert used > {"immune", "token-other", "warrant", "lift", "retrigger", "discard-target"}
    assert {it.name for each in abilities for it in each.cost} == {"pay", "spend", "trigger"}
    assert {*box.passive} == {"influence", "strength", "defense", "power"}
    assert box.card["ace"].power == "command"
    assert {"hand", "innate", "trigger", "special"} == {it.type for it in abilities}
    assert [it.number for it in box.card["scribe"].abilities if it.words and it.may] == [1]
    assert [it.name for it in box.supply if it.both] == ["palaver", "misbehave"]
    assert [it.is_once for it in box.card["medic"].abilities] == [True, False]


# The template.


def test_the_template_is_our_box() -> None:
    """TOML with comments; with line ends of Windows and a byte order mark as well."""
    text = FILE.template()
    assert read_box(FILE.read_file(text.encode())) is default_box()
    assert read_box(FILE.read_file(b"\xef\xbb\xbf" + text.encode())) is default_box()
    windows = text.replace("\n", "\r\n").encode()
    assert read_box(FILE.read_file(windows)) is default_box()
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert max(map(len, comments)) <= 80
    assert all(any(f" {name}" in line for line in comments) for name in EFFECTS)


@pytest.mark.parametrize(("letters", "lines"), [(7, 1), (8, 6)])
def test_a_list_of_more_than_96_characters_has_a_line_for_each_entry(
    letters: int, lines: int
) -> None:
    """The fourth attribute is so long that the list is a line of 96 or 97 characters."""
    attributes = [*(letter * 20 for letter in "ABC"), "D" * letters]
    box = read_box(changed(SMALL, "/cards/0/attributes", attributes)).to_json()
    written = template(box).splitlines()
    first = next(n for n, line in enumerate(written) if line.startswith("attributes = "))
    if lines == 1:
        assert len(written[first]) == 96
    else:
        assert written[first] == "attributes = ["
        assert written[first + 1 : first + lines - 1] == [f'  "{it}",' for it in attributes]
        assert written[first + lines - 1] == "]"
    assert FILE.read_file("\n".join(written).encode()) == box


def test_a_file_is_the_box_or_has_it_under_a_key() -> None:
    whole = read_box(SMALL).to_json()
    assert read(**SMALL) == whole
    assert read(box=SMALL) == whole
    assert read(box=SMALL, about="anything", certainty={"/cards/0/power": ["printed", "card"]})
    assert read(box=SMALL, game="misbehavin", name="ours", says="", certainty="invented") == whole
    with pytest.raises(InvalidData, match="'misbehavin' is wanted, not 'festival'"):
        read(box=SMALL, game="festival")
    with pytest.raises(InvalidData, match="leads to nothing in the box"):
        read(box=SMALL, certainty={"/cards/99": ["printed", "card"]})
    toml = 'about = 1\n[certainty]\n"/cards" = ["printed", "cards"]\n[box]\n'
    assert refusal(toml.encode()).problem == "the key cards is missing"
    spaced = b"\xef\xbb\xbf\n " + json.dumps(SMALL).encode()  # as an editor may have left it
    assert FILE.read_file(spaced) == whole


REAVER: Final = {"strength": 3, "raid": ["lose 2", "black 1"], "reward": ["shed", "draw 2"]}
LISTS: Final[dict[str, list[object]]] = {
    "/cards/0/attributes": ["FIGHT", "SHIP"],
    "/cards/0/needs": ["DEAL", "PILOT"],
    "/cards/0/abilities/1/when": ["turn", "deal"],
    "/verse/niska/actions": ["warrant", "steal"],
    "/cards/0/abilities/1/cost": ["pay 2", "discard"],
    "/cards/0/abilities/1/effects": ["may steal 2", "draw 1"],
    "/verse/niska/steps": ["trigger SHIP", "have 2 asset"],
    "/reavers": [{"name": name, **REAVER} for name in ("b", "a")],
    "/episodes/0/wins": [
        {"faction": "niska", "credits": 9},
        {"faction": "niska", "step": "deal", "count": 1},
        {"faction": None, "credits": 12},
    ],
}
"""At paths of the small box; the order of the first four means nothing."""


def with_lists(step: int = 1) -> dict[str, object]:
    """Return the small box with these lists; with -1, those without an order are reversed."""
    box: Any = SMALL
    for number, (path, entries) in enumerate(LISTS.items()):
        box = changed(box, path, entries[:: step if number < 4 else 1])
    by_name = {
        key: sorted(box[key], key=itemgetter("name"))[::step] for key in ("cards", "episodes")
    }
    return {**box, **by_name, "supply": box["supply"][::step]}


def test_a_box_is_written_as_it_was_read() -> None:
    """Where the order of a list means nothing, in one order: by name, or as in the rules."""
    written = with_lists()
    assert read_box(written).to_json() == written
    assert read_box(with_lists(-1)).to_json() == written
    captain = read_box(written).card["captain"]
    assert [it.number for it in captain.abilities] == [1, 2]


def test_parts_of_a_box_are_found_by_name() -> None:
    box = read_box(SMALL)
    assert [box.side("niska", "A").needed(players) for players in (2, 3, 4)] == [13, 12, 11]
    assert [box.side("niska", "B").needed(players) for players in (2, 3, 4)] == [9, 8, 7]
    assert box.episode("score") is box.episodes[1]
    assert box.episode("scout") is None


def test_a_card_says_what_it_has() -> None:
    box = read_box(SMALL)
    captain, shiny = box.card["captain"], box.card["shiny"]
    assert (captain.triggers, captain.innate) == (captain.abilities[:1], captain.abilities[1:])
    assert (shiny.triggers, shiny.innate, shiny.is_supply) == ((), (), True)
    assert (captain.is_supply, captain.is_location, captain.may_cancel) == (False, False, False)
    assert [captain.icons_of(it) for it in ("serenity", "niska")] == [1, 0]
    assert [captain.bonus(it) for it in ("defense", "nab")] == [1, 0]
    place = changed(SMALL, "/cards/0/attributes/0", "LOCATION")
    canceling = changed(
        place, "/cards/0/abilities/1", ability("innate", ("cancel",), when=("cancel",))
    )
    other = read_box(canceling).card["captain"]
    assert (other.is_location, other.may_cancel) == (True, True)


@pytest.mark.parametrize(
    ("cost", "pay", "discards"),
    [([], 0, 0), (["discard"], 0, 1), (["pay 3"], 3, 0), (["discard", "pay 2"], 2, 1)],
)
def test_the_costs_of_an_ability_are_summed(cost: list[str], pay: int, discards: int) -> None:
    box = read_box(changed(SMALL, "/cards/0/abilities/0/cost", cost))
    first = box.card["captain"].abilities[0]
    assert (first.pay, first.discards) == (pay, discards)


def test_an_episode_knows_how_a_faction_wins() -> None:
    """By its own ways and by those of everybody; of a step the highest number is marked."""
    wins = [
        {"faction": None, "step": "deal", "count": 3},
        {"faction": "niska", "all": [{"credits": 9}, {"step": "deal", "count": 1}]},
        {"faction": "niska", "step": "nab", "count": 2},
    ]
    episode = read_box(changed(SMALL, "/episodes/1/wins", wins)).episode("long")
    assert episode is not None
    assert episode.wins_of("serenity") == [episode.wins[0]]
    assert episode.steps_of("serenity") == {"deal": 3}
    assert episode.steps_of("niska") == {"nab": 2, "deal": 3}
    assert episode.wins[1].goals == (Goal("deal", 1), Goal(None, 9))


# Copies


def copied(copies: object, name: str = "captain") -> bytes:
    """Return a file in which one card of serenity has so many copies in place of others."""
    cards = [it for it in CARDS if it["name"] != "captain"]
    of_deck = [it for it in cards if it["deck"] == "serenity"]
    kept = [it for it in cards if it not in of_deck[-2:]]
    captain = next(it for it in CARDS if it["name"] == "captain")
    box = {**SMALL, "cards": [{**captain, "name": name, "copies": copies}, *kept]}
    return json.dumps(box).encode()


def test_a_card_of_a_file_may_have_copies_in_a_starting_deck() -> None:
    """They have names of their own, and are cards like the first one."""
    box = read_box(BoxFile().read_file(copied(3)))
    assert {"captain", "captain-2", "captain-3"} <= {*box.decks["serenity"]}
    first, second = box.card["captain"], box.card["captain-2"]
    assert (second.abilities, second.cost, second.deck) == (first.abilities, first.cost, "serenity")


def test_cards_that_are_alike_are_written_once_with_their_copies() -> None:
    """The file that one edits gives the same box; a card that differs is no copy."""
    box = read_box(BoxFile().read_file(copied(3)))
    text = template(box.to_json())
    assert 'name = "captain"\n' in text
    assert '"captain-2"' not in text
    assert "\ncopies = 3\n" in text
    assert read_box(BoxFile().read_file(text.encode())) is box
    place = next(n for n, it in enumerate(box.to_json()["cards"]) if it["name"] == "captain-2")
    other = read_box(changed(box.to_json(), f"/cards/{place}/cost", 9))
    told = template(other.to_json())
    assert "\ncopies" not in told
    assert '"captain-2"' in told
    assert read_box(BoxFile().read_file(told.encode())) is other


def test_the_copy_of_a_copy_is_a_card_of_its_own() -> None:
    data = read_box(BoxFile().read_file(copied(3))).to_json()
    place = next(n for n, it in enumerate(data["cards"]) if it["name"] == "captain-3")
    found = read_box(changed(data, f"/cards/{place}/name", "captain-2-2"))
    text = template(found.to_json())
    assert '"captain-2-2"' in text
    assert read_box(BoxFile().read_file(text.encode())) is found


@pytest.mark.parametrize("copies", [0, 1, 6, "2", None, True])
def test_a_wrong_number_of_copies_is_refused(copies: object) -> None:
    with pytest.raises(InvalidData, match=r"/cards/0/copies: .*2 to 5 is wanted"):
        BoxFile().read_file(copied(copies))


def test_a_copy_has_a_name_of_its_own() -> None:
    """Not one that another card has, and none that is too long."""
    taken = next(it["name"] for it in CARDS if it["name"].endswith("-2"))
    for name in (taken.removesuffix("-2"), "c" * 39):
        with pytest.raises(InvalidData, match="/cards/0/copies: another name"):
            BoxFile().read_file(copied(2, name))


# What may be left out.

EMPTY: Final = (
    *(f"/cards/1/{key}" for key in ("influence", "power", "cost")),
    *(f"/cards/1/{key}" for key in ("attributes", "needs", "icons", "required", "ongoing")),
    *("/cards/1/abilities", "/supply/2/power", "/supply/2/abilities", "/cards/0/abilities/0/cost"),
    *("/supply/0/abilities/0/cost", "/verse/niska/actions", "/reavers/0/raid"),
    *("/reavers/0/reward", "/episodes/1/supply", "/episodes/1/side", "/episodes/1/wins"),
    *("/episodes/0/wins/0/faction", "/reavers", "/episodes"),
)
"""What may be left out where it is empty, 0 or null."""


@pytest.mark.parametrize("path", EMPTY)
def test_what_is_empty_may_be_left_out(path: str) -> None:
    """But not on the wire."""
    key = path.rpartition("/")[2]
    nothing: dict[str, object] = {"icons": {}, "supply": None, "side": None, "faction": None}
    nothing |= dict.fromkeys(("influence", "power", "cost"), 0)
    empty: list[object] = []
    value = empty if path.endswith("abilities/0/cost") else nothing.get(key, empty)
    short = changed(SMALL, path, GONE)
    assert is_object(short)
    full = changed(SMALL, path, value)
    assert read(**short) == read_box(full).to_json()
    with pytest.raises(ValueError, match=f"the key {key} is missing"):
        read_box(short)


@pytest.mark.parametrize(
    "path",
    [
        *(f"/cards/0/{key}" for key in ("name", "deck", "kind")),
        *(f"/cards/0/abilities/0/{key}" for key in ("type", "turns", "when", "effects")),
        *("/boards/niska", "/boards/niska/A/assets", "/boards/niska/B/power", "/verse/niska"),
        *("/verse/niska/steps", "/reavers/0/strength", "/episodes/0/standard", "/cards", "/supply"),
    ],
)
def test_what_is_not_empty_may_not(path: str) -> None:
    short = changed(SMALL, path, GONE)
    assert is_object(short)
    problem = refusal(json.dumps(short).encode()).problem
    assert problem == f"the key {path.rpartition('/')[2]} is missing"


# What is refused.


NO_FILES: Final = (
    (b'{\n "box": oops}', "line 2, column 9", "this is no JSON"),
    (b"cards = [\n1 2]", "line 2, column 3", "this is no TOML"),
    (b"# \n\xff", "line 2", "this is not UTF-8"),
    (b'{"a": "\xff"}', "byte 8", "this is not UTF-8"),
    (b"[]", "line 1, column 2", "this is no TOML"),
    (b"{}", "/", "the key cards is missing"),
    (b"", "/", "the key cards is missing"),
    (b'{"box": {}, "names": 1}', "/", "no key 'names' here, only box, certainty, about"),
    (b'{"box": 3}', "/", "an object is wanted, not 3"),
    (b"x = 1", "/", "no key 'x' here, only cards, supply, boards"),
    (b"cards = " + b"[" * 60 + b"]" * 60, "/", "the key supply is missing"),
)
"""What is in a file, the place of what is wrong, and words about it."""


@pytest.mark.parametrize(("content", "place", "words"), NO_FILES, ids=range(len(NO_FILES)))
def test_a_file_that_is_none_is_refused(content: bytes, place: str, words: str) -> None:
    error = refusal(content)
    assert error.place == place
    assert words in error.problem


def test_the_place_of_a_mistake_has_the_name_of_the_card() -> None:
    text = FILE.template()
    wrong = text.replace('effects = ["draw 1"]', 'effects = ["draw 7"]', 1)
    assert str(refusal(wrong.encode())) == (
        "/cards/3/abilities/0/effects/0 (old-freighter): 'draw 7' is not draw N, N 1 to 5"
    )


NESTED: Final[list[object]] = [{}]


@pytest.mark.parametrize("value", [3, "a", [], None, [NESTED]])
def test_what_is_left_out_is_filled_in_only_where_it_belongs(value: object) -> None:
    """Wrong data is refused at its place, and shown as it is."""
    for path in (
        "/cards",
        "/cards/0",
        "/cards/0/abilities",
        "/verse",
        "/verse/niska",
        "/reavers/0",
    ):
        broken = changed(SMALL, path, value)
        assert is_object(broken)
        if not (value == [] and path == "/cards/0/abilities"):
            error = refusal(json.dumps(broken).encode())
            assert error.place.startswith(path)
            assert "cost" not in error.problem


# What is told.


def test_the_sample_is_recognized() -> None:
    told = "This is the sample that ships with fireflies."
    assert FILE.describe("sample") == FILE.describe(default_box().to_json()) == told


def test_a_box_is_counted_compared_and_listed() -> None:
    other = changed(default_box().to_json(), "/cards/0/power", 10)
    other = changed(changed(other, "/episodes/0", GONE), "/reavers/0/name", "ghost")
    lines = FILE.describe(other).splitlines()
    first = default_box().cards[0].name
    assert lines[:6] == [
        "Cards: 10 serenity, 10 alliance, 10 eavesdown, 10 niska, 30 core, 30 border, 30 rim.",
        "Of these 26 assets, 72 characters, 32 items.",
        "4 Reavers, 4 episodes.",
        "Only in yours: ghost.",
        f"Only in ours: reaver-scout, episode {default_box().episodes[0].name}.",
        f"In both, and different: {first}.",
    ]
    assert "power 10" in line_of(lines, f"{printed(first)}: ")


def test_where_nothing_differs_it_says_so() -> None:
    whole = default_box().to_json()
    first, second = (it.name for it in default_box().cards[:2])
    stronger = changed(changed(whole, "/cards/0/power", 10), "/cards/1/power", 10)
    assert FILE.describe(stronger).splitlines()[3:7] == [
        "Only in yours: nothing.",
        "Only in ours: nothing.",
        f"In both, and different: {first}, {second}.",
        "",
    ]
    shorter = changed(whole, "/reavers/3", GONE)
    assert "In both, and different: nothing." in FILE.describe(shorter).splitlines()
    idle = FILE.describe(changed(SMALL, "/verse/niska/actions", [])).splitlines()
    busy = line_of(FILE.describe(SMALL).splitlines(), "'Verse card of niska: ")
    assert busy.startswith(line_of(idle, "'Verse card of niska: ")), "its steps are still told"
    assert line_of(idle, "'Verse card of niska: ") != busy


def line_of(lines: Sequence[str], start: str) -> str:
    """Return the only line that starts like this."""
    (found,) = [line for line in lines if line.startswith(start)]
    return found


def test_a_card_is_told_in_full() -> None:
    """Every part has one line, with all that is printed on it, in this order."""
    lines = FILE.describe(read(**SMALL)).splitlines()
    captain = (
        "FIGHT, SHIP",
        "1 Serenity icon",
        "PILOT",
        "lose 1 credit",
        "your defense counts 1 more",
    )
    for start, parts in {
        "Captain: character, cost 3, influence 1, power 2 (serenity). ": (
            *(*captain, "\u26a1 On your turn: draw a card", "fight", "turn this card", "2 more"),
        ),
        "Shiny: action, cost 2, influence 0, power 0 (supply). ": ("your turn", "draw a card"),
        "niska, side A: 2 assets, 3 command, power 13, 12, 11": (),
        "niska, side B: 3 assets, 4 command, power 9, 8, 7": (),
        "'Verse card of niska: ": (
            "discard a card",
            "pay 1 credit",
            "1 'verse token, take 1 credit",
        ),
        "Scout: a Reaver, defeated by 2 'verse tokens of any players. ": (
            "lose 1 credit",
            "draw a card",
        ),
        "Score: an episode. ": (
            *("side B", "Misbehave, Palaver, Fei Wu and The Dart", "10 credits"),
            *("Niska", "2 nabbed cards", "Power wins too"),
        ),
        "Long: an episode. ": ("Power does not win",),
    }.items():
        rest = line_of(lines, start).removeprefix(start)
        for part in parts:
            assert part in rest, (start, part)
            rest = rest.partition(part)[2]


def test_the_reavers_of_an_episode_are_told_with_it() -> None:
    """They are no part of the Reavers of the box."""
    lines = FILE.describe(workshop_box().to_json()).splitlines()
    line = line_of(lines, "Two Roads: an episode. ")
    assert "Pack: a Reaver, defeated by 2 'verse tokens of any players. " in line
    assert "Swarm: a Reaver, defeated by 1 'verse token of any players. " in line
    assert "lose 1 credit" in line
    assert not any(it.startswith("Swarm") for it in lines)
