"""Tests of the rulebook of Smile: what its examples show, and its reports."""

from typing import Final

import pytest

from fireflies import rulebook, smile
from fireflies._data import read_toml
from fireflies._entries import Entry
from fireflies.errors import InvalidNotation
from fireflies.rulebook import Example, Rule
from fireflies.smile import Clause, State
from fireflies.smile.text.notation import read_position
from fireflies.smile.text.soundness import find_fault

BOOK: Final = rulebook.of(Clause)
EXAMPLES: Final = [example for rule in BOOK.rules.values() for example in rule.examples]
SETUP: Final = [rule for rule in BOOK.rules.values() if rule.kind == "setup"]


def tables(rule: Rule) -> list[State]:
    """Return the positions of the examples of a clause that have no action."""
    return [State.parse(example.position) for example in rule.examples if not example.action]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.says)
def test_an_example_shows_a_sound_table(example: Example) -> None:
    """It can occur in a game."""
    assert find_fault(read_position(example.position)) is None


@pytest.mark.parametrize("rule", SETUP, ids=lambda rule: rule.id)
def test_examples_of_setup_are_first_positions(rule: Rule) -> None:
    """Unless they have an action."""
    for state in tables(rule):
        assert state == smile.start(
            state.seats,
            state.starting_player,
            state.undealt,
            len(state.undealt) // state.seats,
            state.players[0].clear,
        )


def test_the_example_of_ten_auctions_is_the_default_game() -> None:
    assert tables(BOOK.rules["smile.auction.ten"])[0] == smile.start()


def test_the_examples_of_markers_share_one_box() -> None:
    *fewer, box = tables(BOOK.rules["smile.setup.markers"])
    for state in fewer:
        assert state == smile.start(state.seats, box=box.undealt, auctions=1)


@pytest.mark.parametrize("text", ["pass", "bid", "borrow", "take a"])
def test_an_object_that_is_no_action_has_no_text(text: str) -> None:
    """So no example can have one."""
    with pytest.raises(InvalidNotation):
        smile.read_action(text)


def test_every_report_is_named() -> None:
    """In a ruling or in a figure of ``box.toml``."""
    box = Entry(read_toml("fireflies.smile", "box.toml"), "box.toml")
    named = {source for figure in box.entries("figure") for source in figure.texts("sources")}
    rulings = [ruling for rule in BOOK.rules.values() for ruling in rule.rulings]
    named |= {source for ruling in rulings for source in ruling.sources}
    assert named == BOOK.sources.keys() - {"web"}
