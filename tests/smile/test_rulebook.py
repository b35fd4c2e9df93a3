"""The rulebook of Smile: what its examples show beyond those of every game, and its reports."""

from typing import Final

import pytest

from fireflies import rulebook, smile
from fireflies._data import Entry, read_toml
from fireflies.errors import InvalidNotation
from fireflies.rulebook import Example, Rule
from fireflies.smile import Clause, State
from fireflies.smile.notation import read_position
from fireflies.smile.soundness import find_fault

BOOK: Final = rulebook.of(Clause)
EXAMPLES: Final = [example for rule in BOOK.rules.values() for example in rule.examples]
SETUP: Final = [rule for rule in BOOK.rules.values() if rule.kind == "setup"]


def tables(rule: Rule) -> list[State]:
    """The tables of a clause at which nothing is tried."""
    return [State.parse(example.position) for example in rule.examples if not example.action]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.says)
def test_an_example_shows_a_sound_table(example: Example) -> None:
    """A game can come to it."""
    assert find_fault(read_position(example.position)) is None


@pytest.mark.parametrize("rule", SETUP, ids=lambda rule: rule.id)
def test_setup_is_shown_by_first_tables(rule: Rule) -> None:
    """Where nothing is tried, the table is one that setup makes."""
    for state in tables(rule):
        assert state == smile.start(
            state.seats,
            state.starting_player,
            state.undealt,
            len(state.undealt) // state.seats,
            state.players[0].clear,
        )


def test_ten_auctions_are_shown_by_the_table_of_a_game_as_it_comes() -> None:
    """Nothing of it is a variant."""
    assert tables(BOOK.rules["smile.auction.ten"])[0] == smile.start()


def test_the_markers_are_shown_by_one_box() -> None:
    """What five players have in play is the box of the other tables too."""
    *fewer, box = tables(BOOK.rules["smile.setup.markers"])
    for state in fewer:
        assert state == smile.start(state.seats, box=box.undealt, auctions=1)


@pytest.mark.parametrize("text", ["pass", "bid", "borrow", "take a"])
def test_what_is_no_turn_has_no_text(text: str) -> None:
    """So no example can try it."""
    with pytest.raises(InvalidNotation):
        smile.read_action(text)


def test_every_report_is_named() -> None:
    """By a ruling or by a figure of the box."""
    box = Entry(read_toml("fireflies.smile", "box.toml"), "box.toml")
    named = {source for figure in box.entries("figure") for source in figure.texts("sources")}
    rulings = [ruling for rule in BOOK.rules.values() for ruling in rule.rulings]
    named |= {source for ruling in rulings for source in ruling.sources}
    assert named == BOOK.sources.keys() - {"web"}
