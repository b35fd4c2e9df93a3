"""What the screen shows of a play: what happens as it happens, and the table now and then."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pytest

from fireflies import contract, smile
from fireflies._typing import override
from fireflies.cli import screen
from fireflies.contract import CHANCE, Actor, Observer, Sight


@dataclass(frozen=True, slots=True)
class Happening(contract.Event, clause=smile.Clause.SETUP_BOX):
    """Something."""

    what: str

    @override
    def __str__(self) -> str:
        return self.what


@dataclass(frozen=True, slots=True)
class View:
    """A table that says only who is to act."""

    actor: Actor
    observer: Observer = None
    legal_actions: None = None
    position: str = ""

    def to_json(self) -> Mapping[str, object]:
        """Nothing more."""
        return {}

    def to_text(self, width: int = 80) -> str:
        """Who is to act."""
        return f"[{self.actor}]"


def sights(actors: Iterable[Actor], lines: int = 1) -> list[Sight[Any]]:
    """A play in which these decide, one after the other; each action brings so many lines."""
    first, *others = actors
    told = [
        Sight(tuple(Happening(f"line {number}") for _ in range(lines)), View(actor), smile.Bid("a"))
        for number, actor in enumerate(others, 1)
    ]
    return [Sight((), View(first)), *told]


def shown(capsys: pytest.CaptureFixture[str], play: Iterable[Sight[Any]]) -> str:
    """Tables, and runs of lines, in their order."""
    screen.narrate(play)
    lines = [line.strip() for line in capsys.readouterr().out.splitlines() if line]
    return re.sub(
        r"(L+)",
        lambda run: str(len(run[1])),
        "".join("L" if line.startswith("line") else line for line in lines),
    )


PLAYS: Final[list[tuple[list[Actor], int, str]]] = [
    ([CHANCE, CHANCE, 0, 1, CHANCE, 0, None], 1, "2[0]3[0]1[None]"),
    ([CHANCE, CHANCE, 0], 1, "2[0]"),
    ([CHANCE, CHANCE], 1, "1[chance]"),
    ([CHANCE], 1, "[chance]"),
    ([0], 1, "[0]"),
    ([0, 1, 0, None], 1, "[0]3[None]"),
    ([0, 1, 0, CHANCE, None], 1, "[0]4[None]"),
    ([0, *[1, 0] * 15], 1, "[0]20[0]10[0]"),
    ([0, *[1, 0] * 3], 7, "[0]21[1]21[0]"),
    ([CHANCE, *[0, 1] * 11], 1, "1[0]20[0]1[1]"),
]


@pytest.mark.parametrize(("actors", "lines", "expected"), PLAYS)
def test_the_table_is_drawn_before_a_turn_as_fits(
    capsys: pytest.CaptureFixture[str], actors: list[Actor], lines: int, expected: str
) -> None:
    """When chance has acted, before it leaves the screen, and in the end; never twice in a row."""
    assert shown(capsys, sights(actors, lines)) == expected


def test_nothing_is_shown_of_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """No table, no line."""
    assert shown(capsys, []) == ""


def test_few_entries_stand_below_each_other_and_many_in_columns(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In their order from top to bottom; a line is as wide as the terminal at most."""
    few = [f"{number}  go" for number in range(1, 10)]
    screen.list_in_columns(few)
    assert capsys.readouterr().out.splitlines() == [f"  {entry}" for entry in few]
    many = [f"{number:>2}  " + "go" * (number % 7) for number in range(1, 40)]
    screen.list_in_columns(many)
    lines = capsys.readouterr().out.splitlines()
    assert 5 < len(lines) < 20
    assert max(map(len, lines)) <= 80
    assert min(map(len, lines[:-1])) > 40
    numbers = [[int(it) for it in re.findall(r"\d+", line)] for line in lines]
    columns = [
        row[place] for place in range(len(numbers[0])) for row in numbers if place < len(row)
    ]
    assert columns == list(range(1, 40))
    screen.list_in_columns([letter * 100 for letter in "abcdefghijkl"])
    assert len(capsys.readouterr().out.splitlines()) == 12
