"""Tests of the players of a play, and of what a play is started from."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from fireflies import smile
from fireflies.bots import names, random
from fireflies.chance import SEEDS
from fireflies.contract import CHANCE
from fireflies.errors import InvalidData
from fireflies.front.players import (
    DEFAULT_SEARCH,
    Setting,
    hint_bot,
    is_typed,
    new_seed,
    player_of,
    read_seed,
    setting_of,
)
from fireflies.front.starting import file_of, read_options, table_of
from fireflies.games import LARGEST_FILE, Game
from fireflies.record import Record, begin
from fireflies.table import Table
from tests import kuhn

BOX: Final = next(option for option in smile.GAME.options if option.name == "box")
TWO_FILES: Final[Game[Any]] = replace(
    smile.GAME,
    options=(replace(BOX, named={}), replace(BOX, name="map", named=dict.fromkeys("ab", dict))),
)
"""A game whose options take files: ``box`` has no named values, ``map`` has two."""
BOTS: Final = ", ".join([*names(kuhn.GAME), "package.module:function"])


def record(**extra: object) -> Record[smile.State]:
    """Return the record of a play of three that has just begun."""
    return begin(smile.GAME, {}, ["Ann", "Ben", "Cem"], extra)


def test_a_record_keeps_the_players_the_seed_and_who_deals() -> None:
    for by_hand in (True, False):
        setting = Setting(("human", "first", "last"), 2**64 - 1, by_hand)
        assert setting_of(record(**setting.to_extra())) == setting


@pytest.mark.parametrize(
    ("refuse", "message"),
    [
        (lambda: read_seed(-1, "here"), "here: seeds go from 0 to 2**64 - 1"),
        (
            lambda: setting_of(record(**{"x-fireflies": 3})),
            "x-fireflies: an object is wanted, not 3",
        ),
        (
            lambda: setting_of(record(**{"x-fireflies": {"kinds": ["first", 3, ""]}})),
            "x-fireflies.kinds: a string is wanted, not 3",
        ),
        (
            lambda: setting_of(record(**Setting(("human",) * 2, 1).to_extra())),
            "x-fireflies.kinds: 2 for 3 seats",
        ),
        (lambda: table_of(record(), Setting(("human",) * 2, 1)), "players: 2 players for 3 seats"),
        (
            lambda: player_of(kuhn.GAME, "clever", "here"),
            f"here: no player is called 'clever'; there are: human, {BOTS}",
        ),
        (
            lambda: file_of(kuhn.GAME, "box", "here"),
            "here: no option with a file is called 'box'; there are: none",
        ),
        (
            lambda: file_of(TWO_FILES, "hat", "here"),
            "here: no option with a file is called 'hat'; there are: box, map",
        ),
        (
            lambda: read_options(TWO_FILES, {"box": "x"}, {}),
            "options.box: its value is data or a name (none); the text of a file goes under files",
        ),
        (
            lambda: read_options(TWO_FILES, {"map": "x"}, {}),
            "options.map: its value is data or a name (a, b); the text of a file goes under files",
        ),
    ],
)
def test_the_error_names_the_place_and_what_there_is(
    refuse: Callable[[], object], message: str
) -> None:
    with pytest.raises(InvalidData, match=f"^{re.escape(message)}$"):
        refuse()


def test_a_file_of_the_largest_size_is_read() -> None:
    """Its error is that of the option's reader; a file with one byte more is not read."""
    for size, message in ((0, "files.box: "), (1, f"files.box: it has more than {LARGEST_FILE} ")):
        text = "#" * (LARGEST_FILE + size)
        with pytest.raises(InvalidData, match=f"^{message}") as caught:
            read_options(smile.GAME, {}, {"box": text})
        with pytest.raises(InvalidData) as inner:
            smile_box(text)
        if not size:
            assert caught.value.problem == inner.value.problem


def smile_box(text: str) -> object:
    """Read the text of a box of Smile."""
    assert BOX.file is not None
    return BOX.file().read_file(text.encode())


def test_seeds_are_drawn_anew() -> None:
    seeds = {new_seed() for _ in range(9)}
    assert len(seeds) == 9
    assert all(seed in SEEDS for seed in seeds)


def test_a_game_without_bots_has_hints_of_a_search() -> None:
    assert hint_bot(kuhn.GAME) == DEFAULT_SEARCH


def test_a_person_decides_for_a_seat_and_may_deal() -> None:
    by_hand = Table(record(), [None, random, None], dealer=None)
    assert [is_typed(by_hand, actor) for actor in (0, 1, CHANCE, None)] == [
        True,
        False,
        True,
        False,
    ]
    assert not is_typed(Table(record(), [None] * 3), CHANCE)
