"""Tests of a play as one observer sees it, with a game that has details and remarks."""

from dataclasses import replace
from typing import Any, Final, cast

import pytest

from fireflies import misbehavin, smile
from fireflies.contract import SPECTATOR, State, Violation, observer_of
from fireflies.front.answers import Answers
from fireflies.front.players import PERSON, Setting
from fireflies.front.playing import Playing
from fireflies.front.starting import table_of
from fireflies.front.writing import Writer
from fireflies.games import Game
from fireflies.record import begin
from fireflies.testing.sampling import random_states
from tests import kuhn
from tests.search.test_budget import Ticks


def remark(violation: Violation) -> str:
    """Tell of the seat that decides."""
    return f"seat {violation.view.actor} may not"


TELLING: Final[Game[Any]] = replace(kuhn.GAME, remark=remark)


@pytest.fixture
def play() -> Answers:
    """Return a play in which seat 0 has the king and decides."""
    setting = Setting((PERSON, PERSON), 1)
    record = begin(TELLING, {}, ["Ann", "Ben"], position="KJ -")
    return Answers(table_of(record, setting), setting, Ticks(1.0))


def test_details_are_those_of_the_own_view(play: Answers) -> None:
    assert play.details(None, " Pot ") == {"lines": ["2 chips are in the pot"]}
    assert play.details(1, "card") == {"lines": []}
    assert play.details(0, None) == {
        "things": {"pot": {"kind": "pot", "chips": 2, "lines": ["2 chips are in the pot"]}}
    }


def test_who_reads_a_remark_is_called_you(play: Answers) -> None:
    found: list[dict[str, object]] = []
    for observer in (0, None):
        play.status(observer)
        found += [play.why("deal K"), play.refusal(refused_deal())]
    assert [it["remark"] for it in found] == [
        *["You may not. You can choose pass or bet"] * 2,
        *["Ann may not. Ann can choose pass or bet"] * 2,
    ]


def test_a_refusal_at_a_terminal_is_told_as_in_a_page(play: Answers) -> None:
    """A remark, and the clause in brackets; whoever reads it is called you."""
    record = begin(TELLING, {}, ["Ann", "Ben"], position="KJ -")
    terminal = Playing(table_of(record, Setting((PERSON, PERSON), 1)))
    for observer, who in ((0, "You"), (1, "Ann")):
        told = terminal.explain(refused_deal(), observer)
        clause = kuhn.Clause.TURN_CHOICE
        remark = f"{who} may not. {who} can choose pass or bet"
        assert told == f"{remark} ({clause}: {clause.rule.title})."
        play.status(observer)
        assert play.refusal(refused_deal())["message"] == told


def refused_deal() -> Violation:
    """Return what forbids seat 0 to deal."""
    start = begin(kuhn.GAME, {}, ["Ann", "Ben"], position="KJ -").start
    violation = start.check(kuhn.Deal("K"))
    assert violation is not None
    return violation


def test_only_the_own_card_stands_in_the_log() -> None:
    """The referee sees both, a spectator none."""
    setting = Setting((PERSON, PERSON), 1)
    play = Answers(table_of(begin(TELLING, {}, ["Ann", "Ben"]), setting), setting, Ticks(1.0))
    play.advance(9, 9)
    one, two = (it["action"] for it in log(play, None))
    assert "?" not in f"{one} {two}"
    for observer, seen in ((0, [one, "deal ?"]), (1, ["deal ?", two]), (SPECTATOR, ["deal ?"] * 2)):
        assert [it["action"] for it in log(play, observer)] == seen


def log(play: Answers, observer: object) -> Any:
    """Return all entries of the log of an observer."""
    return play.log(observer, 0)["entries"]


def test_what_does_something_stands_first_in_a_menu() -> None:
    """Triggers without effect come after all else, though the rules list them among the others."""
    writer = Writer(misbehavin.GAME, ("you", "Ben"))
    start = misbehavin.GAME.set_up({"turns": 40}).start
    state = next(it for it in random_states(start, 3) if len(words(it) & {"turn", "recruit"}) == 2)
    legal = [str(action) for action in state.legal_actions]
    idle = [it for it in legal if it.startswith("turn ")]
    paid = [it for it in legal if it.startswith("recruit ")]
    groups = writer.menu(state.view(observer_of(state, state.actor))) or []
    shown = [it["text"] for group in groups for it in cast("list[Any]", group["actions"])]
    assert sorted(shown) == sorted(legal)
    assert legal.index(idle[0]) < legal.index(paid[-1])
    assert max(map(shown.index, paid)) < min(map(shown.index, idle))


def words(state: State) -> set[str]:
    """Return the first word of each legal action."""
    return {str(action).split()[0] for action in state.legal_actions}


def test_a_price_that_stands_in_the_name_is_one() -> None:
    """A bid is no action without effect: the order of the rules stays."""
    state = smile.start(players=3, starting_player=0)
    for text in ("reveal -2 yellow", "reveal 1 yellow", "reveal 1", "bid a"):
        state = state.apply(smile.read_action(text))
    groups = Writer(smile.GAME, ("Ann", "you", "Cem")).menu(state.view(1)) or []
    assert [group["word"] for group in groups] == ["bid", "back-out"]
