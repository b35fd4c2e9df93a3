"""The pages of Misbehavin': the short game and the examples of the language fit them."""

import json
import re
import textwrap
import tomllib
from pathlib import Path
from typing import Final

import pytest

from fireflies import record
from fireflies.contract import State
from fireflies.misbehavin import GAME, Clause
from fireflies.misbehavin.box.boxfile import BoxFile, default_box
from fireflies.misbehavin.box.cards import EFFECTS
from fireflies.misbehavin.box.effect_reading import read_effect
from fireflies.record import Record

PAGES: Final = Path(__file__).parents[2] / "docs/misbehavin"


@pytest.fixture(name="played", scope="module")
def read_record() -> Record[State]:
    """The record of the page."""
    return record.read((PAGES / "worked.jsonl").read_text(encoding="utf-8").strip())


def test_the_short_game_has_the_actions_of_a_usual_game(played: Record[State]) -> None:
    """All but those of the draft, of other factions, of Reavers, and a few answers."""
    done = {str(action).partition(" ")[0] for action in played.actions}
    chance = {"reveal", "draw"}
    turn = {"play", "trigger", "fight", "deal", "recruit", "acquire", "use", "end"}
    within = {"add", "credit", "nab", "dispatch", "target", "reward", "take", "retain", "replay"}
    answers = {"choose", "return", "skip", "pass", "done", "salvage", "discard"}
    verse = {"tax", "warrant", "clear"}
    assert done == chance | turn | within | answers | verse


@pytest.mark.parametrize(
    "clause",
    [
        Clause.PLAY_TRIGGER_NOW,
        Clause.CARD_REQUIRED,
        Clause.FIGHT_NAB,
        Clause.FIGHT_DEFENDED,
        Clause.FIGHT_IMMUNITY,
        Clause.FIGHT_IMMUNITY_ENDS,
        Clause.DEAL_CANCEL_KEEPS,
        Clause.DEAL_HAND,
        Clause.WARRANT_NO_RESET,
        Clause.WARRANT_LIFT,
        Clause.BLACK_LOCATION,
        Clause.END_TURN_FEWER,
        Clause.END_TURNS,
    ],
)
def test_the_short_game_has_what_its_pages_name(played: Record[State], clause: Clause) -> None:
    assert played.game is GAME
    assert clause in {event.clause for step in played.steps for event in step.events}


def test_the_language_has_an_example_of_each_effect() -> None:
    """In a form that the reader of boxes accepts, with a link to its clause."""
    text = (PAGES / "language.rst").read_text(encoding="utf-8")
    rows = re.split(r"^(?:=+ =+$|(?=``[^`]+``(?:  | \()))", text, flags=re.MULTILINE)
    linked = {row: re.findall(r":rule:`misbehavin\.effect\.([a-z-]+)`", row) for row in rows}
    shown = [
        (row.split("``")[1], links)
        for row, links in linked.items()
        if row.startswith("``") and links
    ]
    assert [links for _, links in shown] == [[effect] for effect in EFFECTS]
    assert [[read_effect(text).name] for text, _ in shown] == [links for _, links in shown]


def test_the_parts_that_the_language_shows_fit_a_box() -> None:
    """Card, 'verse card, board and Reaver are those of the sample."""
    text = (PAGES / "language.rst").read_text(encoding="utf-8")
    blocks = re.findall(r"code-block:: toml\n\n((?:   .*\n|\n)+)", text)
    shown = tomllib.loads("\n".join(map(textwrap.dedent, blocks)))
    sample = json.loads(json.dumps(default_box().to_json()))
    for key in ("cards", "supply", "reavers"):
        names = [part["name"] for part in sample[key]]
        parts = {part["name"]: part for part in (*sample[key], *shown[key])}
        assert [*parts] == names
        shown[key] = [*parts.values()]
    for key in ("boards", "verse"):
        shown[key] = {
            faction: {**sample[key][faction], **shown[key].get(faction, {})}
            for faction in sample[key]
        }
    read = json.loads(json.dumps(BoxFile().read_file(json.dumps(shown).encode())))
    for key in ("cards", "boards", "verse", "reavers"):
        assert read[key] == sample[key]


def test_the_pages_about_the_code_name_files_and_places_that_exist() -> None:
    """What "Add an effect" and "Add a step" tell to change."""
    folder = PAGES.parents[1] / "src/fireflies/misbehavin"
    language = (PAGES / "language.rst").read_text(encoding="utf-8").partition("Add an effect\n")[2]
    queue = (PAGES / "queue.rst").read_text(encoding="utf-8").partition("Add a step\n")[2]
    named = [*re.findall("``([^`]+)``", language), *re.findall("``([^`]+)``", queue)]
    files = {it for it in named if it.endswith((".py", ".toml"))}
    assert {"box/cards.py", "rules/choices.py", "rules/queue.py"} <= files
    code = "".join((folder / it).read_text(encoding="utf-8") for it in files)
    places = {it for it in named if re.fullmatch("_?[A-Z]+(_[A-Z]+)*|[A-Z][a-z]+[A-Z][a-z]+", it)}
    assert {"EffectName", "DONE_AT_ONCE", "STEPS"} <= places
    assert [it for it in sorted(places) if not re.search(rf"\b{it}\b", code)] == []
