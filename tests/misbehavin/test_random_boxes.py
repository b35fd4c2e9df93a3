"""Random boxes: each is read back equal, and refused when broken; together they use everything."""

from collections import Counter
from functools import cache
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireflies._data import is_array, is_object
from fireflies.chance import SEEDS, Draws
from fireflies.contract import InvalidOptions
from fireflies.misbehavin.box.boxfile import read_box
from fireflies.misbehavin.box.cards import (
    CHOICE_EFFECTS,
    COUNTED,
    EFFECTS,
    MARKET_DECKS,
    MOMENTS,
    PASSIVE,
    VERSE_ACTIONS,
    WIN_STEPS,
)
from fireflies.misbehavin.box.contents import Box, BoxJson
from fireflies.misbehavin.box.random_boxes import random_box, random_options
from fireflies.misbehavin.box.reading import read_json
from tests.changes import GONE, changed

NUMBER_OF_BOXES: Final = 25


@cache
def boxes() -> tuple[Box, ...]:
    """Return some random boxes."""
    return tuple(read_json(random_box(Draws(seed, "boxes"))) for seed in range(NUMBER_OF_BOXES))


def content(box: BoxJson) -> object:
    """Return the data of a box with its lists sorted where their order means nothing."""
    data: dict[str, object] = {**box}
    for key in ("cards", "supply", "episodes"):
        entries = data[key]
        assert is_array(entries)
        data[key] = sorted(map(repr, map(_sorted_lists, entries)))
    data["verse"] = {name: _sorted_lists({**it}) for name, it in box["verse"].items()}
    return data


def _sorted_lists(entry: object) -> object:
    """Return an entry with its keys sorted, and its lists too where their order means nothing."""
    assert is_object(entry)
    abilities = entry.get("abilities", [])
    assert is_array(abilities)
    found = {**entry, "abilities": [_sorted_lists(it) for it in abilities if it]}
    for key in ("attributes", "needs", "when", "actions"):
        names = found.get(key, [])
        assert is_array(names)
        found[key] = sorted(map(str, names))
    wins = found.get("wins", [])
    assert is_array(wins)
    found["wins"] = [
        sorted((key, sorted(map(repr, it)) if is_array(it) else it) for key, it in win.items())
        for win in wins
        if is_object(win)
    ]
    icons = found.get("icons", {})
    assert is_object(icons)
    found["icons"] = sorted(icons.items())
    return sorted(found.items())


@pytest.mark.long
@settings(max_examples=15)
@given(st.integers(SEEDS[0], SEEDS[-1]))
def test_a_random_box_is_read_back_equal(seed: int) -> None:
    """And it says the same as before."""
    drawn = random_box(Draws(seed, "boxes"))
    box = read_json(drawn)
    again = read_json(box.to_json())
    assert again == box
    assert hash(again) == hash(box)
    assert again.to_json() == box.to_json()
    assert content(box.to_json()) == content(drawn)


def places(value: object, path: str = "") -> list[str]:
    """Return the path of every part of plain data."""
    found = [path] if path else []
    if is_object(value):
        found += [it for key, part in value.items() for it in places(part, f"{path}/{key}")]
    elif is_array(value):
        found += [it for key, part in enumerate(value) for it in places(part, f"{path}/{key}")]
    return found


@pytest.mark.long
@settings(max_examples=30)
@given(
    st.integers(0, NUMBER_OF_BOXES - 1),
    st.integers(0, 10**6),
    st.sampled_from([{"x": 1}, 0.5, ["?"]]),
)
def test_a_broken_field_is_refused_at_its_place(index: int, number: int, value: object) -> None:
    """With the name of its card."""
    box = boxes()[index].to_json()
    paths = places(box)
    path = paths[number % len(paths)]
    with pytest.raises(InvalidOptions) as caught:
        read_box(changed(box, path, value))
    place = caught.value.problem.partition(": ")[0]
    assert place.startswith(path)
    parts = path.split("/")
    if parts[1] in {"cards", "supply"} and len(parts) > 3 and parts[3] != "name":
        name = box["cards" if parts[1] == "cards" else "supply"][int(parts[2])]["name"]
        assert place.endswith(f" ({name})")


@settings(max_examples=15)
@given(st.integers(0, NUMBER_OF_BOXES - 1), st.integers(0, 10**6))
def test_a_key_that_is_missing_is_refused(index: int, number: int) -> None:
    box = boxes()[index].to_json()
    paths = [
        it
        for it in places(box)
        if not it.split("/")[-1].isdigit()
        and "/icons/" not in it
        and not it.endswith(("/words", "/may", "/both"))
        and not (it.startswith("/episodes/") and it.endswith("/reavers"))
    ]
    parent, _, key = paths[number % len(paths)].rpartition("/")
    with pytest.raises(InvalidOptions) as caught:
        read_box(changed(box, f"{parent}/{key}", GONE))
    key = "step" if key == "credits" else key
    assert caught.value.problem.startswith(parent or "/")
    assert caught.value.problem.endswith(f": the key {key} is missing")


@pytest.mark.long
def test_the_boxes_use_the_whole_language() -> None:
    """Every effect with and without may, cost, type, moment, need, X, win, side, Reaver."""
    found = Counter[object]()
    for box in boxes():
        found.update(f"{deck} of two" for deck in MARKET_DECKS if len(box.decks[deck]) == 2)
        for card in (*box.cards, *box.supply):
            found.update([card.kind, card.influence, bool(card.needs), card.is_location])
            found.update([(card.power, "power"), f"both {card.both}"])
            found.update(f"required {it.name}" for it in card.required)
            found.update(f"ongoing {it.name}" for it in card.ongoing)
            for ability in card.abilities:
                found.update([(ability.type, ability.turns, it) for it in ability.when])
                found.update((it.name, it.may) for it in ability.effects)
                found.update(f"cost {it.name}" for it in ability.cost)
                found.update(f"by hand {it.name}" for it in ability.may)
                found["once"] += ability.is_once
        for verse in box.verse:
            found.update(f"step {it.name}" for it in verse.steps)
            found.update(verse.actions)
            found.update(f"price of {len(it.effects)}" for it in verse.priced)
        for reaver in box.reavers:
            found.update(f"raid {it.name}" for it in reaver.raid)
            found["reward"] += len(reaver.reward)
        for episode in box.episodes:
            found.update([f"side {episode.side}", f"standard {episode.standard}"])
            found.update(["sets"] if episode.supply else [])
            goals = [(it.faction, goal) for it in episode.wins for goal in it.goals]
            found.update(f"win {goal.step}" for _, goal in goals)
            found.update((goal.step is None, faction is None) for faction, goal in goals)
            found.update(f"goals {len(it.goals)}" for it in episode.wins)
            found["Reavers of an episode"] += len(episode.reavers)
    wanted: set[object] = {
        *((it, False) for it in EFFECTS),
        *((it, True) for it in CHOICE_EFFECTS),
        *COUNTED,
        *((it, "power") for it in COUNTED),
        *VERSE_ACTIONS,
        *(f"{deck} of two" for deck in MARKET_DECKS),
        *("asset", "character", "item", "action", "maneuver", "reward", "sets", True, False),
        *("cost discard", "cost pay", "cost spend", "cost trigger", "raid lose", "raid black"),
        *(f"step {it}" for it in ("discard", "pay", "trigger", "have", "did")),
        *("ongoing power", "ongoing nab", "ongoing dispatch"),
        *(f"ongoing {it}" for it in PASSIVE),
        *("both True", "both False", "once", "by hand move", "by hand draw", "price of 1"),
        *("goals 1", "goals 2", "goals 3", "Reavers of an episode"),
        *("required lose", "required black", "required black-all", "required draw"),
        *("side None", "side A", "side B", "standard True", "standard False"),
        *(f"win {it}" for it in (None, *WIN_STEPS)),
        *((credit, everybody) for credit in (True, False) for everybody in (True, False)),
        *(("trigger", True, it) for it in ("turn", "fight")),
        *((of_type, False, it) for of_type in ("special", "hand") for it in MOMENTS),
        *(("innate", turns, it) for turns in (True, False) for it in MOMENTS),
    }
    assert {it for it in wanted if not found[it]} == set()


@pytest.mark.long
def test_random_options_are_of_every_kind() -> None:
    drawn = [random_options(Draws(seed, "options")) for seed in range(50)]
    met = Counter[object]()
    for options in drawn:
        sides, supply, reavers = options["sides"], options["supply"], options["reavers"]
        assert is_array(sides)
        met.update(f"{name} {options[name]}" for name in ("players", "starting_player"))
        met.update(f"side {it}" for it in sides)
        met.update(["mixed sides"] if len({*map(str, sides)}) > 1 else [])
        met.update([f"supply {supply}" if isinstance(supply, str) else "supply sets"])
        met.update([f"reavers {bool(reavers)}", f"sample {options['box'] == 'sample'}"])
        met.update([f"episode {options['episode'] != 'none'}"])
    assert {
        *("players 2", "players 3", "players 4", "starting_player 0", "starting_player 3"),
        *("side A", "side B", "mixed sides", "supply sets", "supply draft", "supply episode"),
        *(f"supply {it}" for it in ("basic", "down-n-dirty", "wheel-and-deal", "xie-xie")),
        *("reavers True", "reavers False", "sample True", "sample False"),
        *("episode True", "episode False"),
    } <= met.keys()
