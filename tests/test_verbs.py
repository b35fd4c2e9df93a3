"""Tests of the table of verbs, with a lamp: chance breaks it, a seat switches it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import pytest

from fireflies.contract import Action
from fireflies.contract.verbs import ActionRules, Verbs, bare_verb, chance_verb, verb_of
from fireflies.errors import shown
from tests.kuhn import Clause


@dataclass(frozen=True, slots=True)
class Turn(Action):
    """Turn the knob to this number."""

    number: float


@dataclass(frozen=True, slots=True)
class Off(Action):
    """Switch the lamp off."""


@dataclass(frozen=True, slots=True)
class Break(Action):
    """Chance breaks so many bulbs."""

    bulbs: int


@dataclass(frozen=True, slots=True)
class Lamp:
    """A position."""

    phase: str
    light: int = 0


class Copy:
    """A working copy of a position."""

    def __init__(self, lamp: Lamp) -> None:
        self.phase = lamp.phase
        self.done: list[object] = []


def _brighter(lamp: Lamp) -> Sequence[Turn]:
    return [Turn(number) for number in range(lamp.light + 1, 4)]


def _judge_turn(lamp: Lamp, action: Turn) -> Clause | None:
    return None if action.number > lamp.light else Clause.END_FOLD


def _turn(copy: Copy, action: Turn) -> None:
    copy.done.append(("turn", action.number))


def _judge_off(lamp: Lamp) -> Clause | None:
    return None if lamp.light else Clause.END_SHOWDOWN


def _off(copy: Copy) -> None:
    copy.done.append("off")


def _breaks(lamp: Lamp) -> Sequence[tuple[Break, int]]:
    return [(Break(1), 2), (Break(2), 1 + lamp.light)]


def _no_break(_lamp: Lamp) -> Sequence[Break]:
    return []


def _break(copy: Copy, action: Break) -> None:
    copy.done.append(action)


def _clause(lamp: Lamp) -> Clause:
    return Clause.DEAL_ONE_CARD if lamp.phase == "broken" else Clause.TURN_CHOICE


LampVerbs: TypeAlias = Verbs[Lamp, Copy, Turn | Off | Break]
LIT, DARK = Lamp("lit", 1), Lamp("dark")


@pytest.fixture(name="verbs")
def make_verbs() -> LampVerbs:
    """Return a new table: one made on import would have been made before each mutant."""
    rows = (
        verb_of(Turn, ("lit", "dark"), _brighter, _judge_turn, _turn),
        bare_verb(Off(), ("lit",), _off, _judge_off),
        bare_verb(Off(), ("broken",), _off),
        verb_of(Turn, ("list",), _brighter, None, _turn),
        chance_verb(Break, ("breaks",), _breaks, _break),
        ActionRules(Break, ("judged",), _no_break, lambda _lamp, _action: None, _break, _breaks),
    )
    return LampVerbs(rows, _clause)


def test_the_legal_actions_are_those_of_the_rows_of_the_phase(verbs: LampVerbs) -> None:
    """In the order of the rows; a bare verb is legal where it is not refused."""
    assert verbs.legal(LIT) == [Turn(2), Turn(3), Off()]
    assert verbs.legal(replace(LIT, light=0)) == [Turn(1), Turn(2), Turn(3)]
    assert verbs.legal(DARK) == [Turn(1), Turn(2), Turn(3)]
    assert verbs.legal(Lamp("broken")) == [Off()]
    assert verbs.legal(Lamp("nothing")) == []


@pytest.mark.parametrize(
    ("lamp", "action", "clause"),
    [
        (LIT, Turn(2), None),
        (LIT, Turn(1), Clause.END_FOLD),
        (LIT, Off(), None),
        (replace(LIT, light=0), Off(), Clause.END_SHOWDOWN),
        (DARK, Off(), Clause.TURN_CHOICE),
        (LIT, Break(1), Clause.TURN_CHOICE),
        (LIT, "off", Clause.TURN_CHOICE),
        (Lamp("broken"), Off(), None),
        (Lamp("broken"), Turn(1), Clause.DEAL_ONE_CARD),
        (Lamp("nothing"), Off(), Clause.TURN_CHOICE),
        (Lamp("list", 1), Turn(2), None),
        (Lamp("list", 1), Turn(1), Clause.TURN_CHOICE),
        (Lamp("breaks"), Break(2), None),
        (Lamp("breaks"), Break(3), Clause.TURN_CHOICE),
        (Lamp("judged"), Break(3), None),
    ],
)
def test_an_action_is_judged_by_the_row_of_its_class(
    lamp: Lamp, action: object, clause: Clause | None, verbs: LampVerbs
) -> None:
    """Without a row in this phase, or a judge in the row, the clause is that of the phase."""
    assert verbs.judge(lamp, action) == (action if clause is None else clause), shown(action)


def test_without_a_judge_the_action_is_that_of_the_list(verbs: LampVerbs) -> None:
    """An equal object is not put into the game in its place."""
    judged = verbs.judge(Lamp("list", 1), Turn(2.0))
    assert isinstance(judged, Turn)
    assert type(judged.number) is int


def test_chance_has_weights_in_its_phases_alone(verbs: LampVerbs) -> None:
    assert verbs.weights(Lamp("breaks", 3)) == [(Break(1), 2), (Break(2), 4)]
    assert verbs.legal(Lamp("breaks", 3)) == [Break(1), Break(2)]
    assert verbs.weights(Lamp("judged")) == [(Break(1), 2), (Break(2), 1)]
    assert verbs.weights(LIT) == []
    assert verbs.weights(Lamp("nothing")) == []


def test_an_action_is_carried_out_by_the_row_of_its_phase(verbs: LampVerbs) -> None:
    done: list[object] = []
    turn, off, broken = Turn(2), Off(), Break(1)
    for phase, action in (("lit", turn), ("lit", off), ("broken", off), ("breaks", broken)):
        copy = Copy(Lamp(phase))
        verbs.carry_out(copy, action)
        done += copy.done
    assert done == [("turn", 2), "off", "off", Break(1)]
