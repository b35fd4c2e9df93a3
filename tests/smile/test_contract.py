"""Smile keeps the contract: the exported properties, and plays by a state machine."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings

from fireflies import contract, smile, testing
from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import Observer
from fireflies.smile import GAME, strategies
from tests.smile.plays import play, random_options

TestPlays = testing.machine(GAME).TestCase


@pytest.mark.parametrize(
    "check", testing.properties(GAME), ids=[check.__name__ for check in testing.properties(GAME)]
)
def test_contract(check: Callable[[], None]) -> None:
    """Each property of the contract holds for Smile."""
    check()


def test_the_examples_come_to_every_phase_and_landmark() -> None:
    """In 300 of the states that the properties are tried with, each is met 15 times."""
    met = Counter[str]()

    @settings(max_examples=300, derandomize=True, database=None)
    @given(testing.states(GAME))
    def look(state: contract.State) -> None:
        assert isinstance(state, smile.State)
        met.update(name for name, holds in strategies.PHASES.items() if holds(state))

    look()
    assert {name: met[name] for name in strategies.PHASES if met[name] < 15} == {}


LANDMARKS: Final = {
    "1 0 012 a:1 6+0/6+0/6+0 17+5 - 2,4": {"revealing"},
    "1 0 012 a:1,b:2,c:4 6+0/6+0/6+0 17+5 - -": {"bidding"},
    "1 0 012 a:1*1,b:2,c:4 0+0/6+0/5+0 23+5 - -": {"bidding", "a seat must back out"},
    "1 0 012 a:1,b:2,c:4 0+0/9+0/9+0 17+5 - -": {"bidding", "a seat must borrow"},
    "2 0 012 - 12+0:1/13+1:2/11+2:3 -1+2 - 1,2,3": {"revealing", "substitutes for clear beads"},
    "2 0 012 - 2+1:1/2+0:2/2+5:3 29+-1 - 1,2,3": {"revealing", "substitutes for blue beads"},
    "3 2 - - 6+0:1,2,3/6+0:4/6+0:5 17+5 1r,2r,3y,5y -": {"over", "a pair is out"},
}


@pytest.mark.parametrize("position", LANDMARKS)
def test_phases_and_landmarks_are_what_they_are_called(position: str) -> None:
    """Each in a position that shows it, next to those that also hold there and no others."""
    state = smile.State.parse(position)
    held = {name for name, holds in strategies.PHASES.items() if holds(state)}
    assert held == LANDMARKS[position]


def test_all_phases_and_landmarks_are_shown() -> None:
    """None is missing above."""
    assert set().union(*LANDMARKS.values()) == set(strategies.PHASES)


def test_a_loan_and_the_end_open_secrets() -> None:
    """Who borrows has no bead left, and hands are open at the end: what else happens is the same.

    Seat 0 looks on while seat 1 bids, or takes the last card but one.
    """
    loan = "1 1 120 a:1,b:2,c:4 6+0/{}+0/{}+0 20+5 - -"
    end = "1 1 12 a:1*1,b:2 6+0:4/{}+0/{}+0 20+5 - -"
    opened = set[type[contract.Event]]()
    for line, hands, action in (
        (loan, ((0, 9), (4, 5)), smile.Bid("a")),
        (end, ((0, 8), (4, 4)), smile.BackOut("a")),
    ):
        one, two = (smile.State.parse(line.format(*clear)) for clear in hands)
        assert one.view(0) == two.view(0)
        told = [state.step(action).seen_by(0).events for state in (one, two)]
        opened |= {type(event) for event in {*told[0]} ^ {*told[1]}}
    assert opened == set(GAME.opens) == {smile.BeadsBorrowed, smile.GameEnded}


class Scripted(Draws):
    """Draws that are known before; they note which limits they were asked for."""

    def __init__(self, script: tuple[int, ...]) -> None:
        """These whole numbers in turn, then zeros."""
        super().__init__(0, "a script")
        self.script = [*script]
        self.limits: list[int] = []

    @override
    def below(self, limit: int) -> int:
        """Return the next number."""
        self.limits.append(limit)
        return self.script.pop(0) if self.script else 0


def every(choose: Callable[[Draws], smile.State]) -> Counter[smile.State]:
    """What comes of every possible sequence of draws, each as likely as any other."""
    found = Counter[smile.State]()
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        script = waiting.pop()
        draws = Scripted(script)
        state = choose(draws)
        if len(draws.limits) == len(script):
            found[state] += 1
        else:
            waiting += [(*script, number) for number in range(draws.limits[len(script)])]
    return found


ALIKE: Final[dict[str, tuple[str, Observer, int, int]]] = {
    "three": ("2 0 120 a:-1w*1,b:1,c:4 2+1:3y/1+0:2/1+1:6b 30+3 - -", 1, 3, 2),
    "a spectator": ("1 0 012 - 1+0/2+1/1+0 31+4 - 1,2,3", "spectator", 4, 1),
    "four": ("1 0 0123 - 1+0/2+1/0+0/5+3 27+1 - 1,2,3,4", 3, 3, 1),
    "no beads": ("1 0 012 - 0+0/0+0/0+0 35+5 - 1,2,3", 0, 0, 0),
}
"""Positions, who looks, and how many clear and blue beads are hidden from it."""


def hands(beads: int, count: int) -> set[tuple[int, ...]]:
    """Every way in which so many hands hold so many beads, counted up bead by bead."""
    ways = {(0,) * count}
    for _ in range(beads):
        ways = {
            (*way[:hand], way[hand] + 1, *way[hand + 1 :]) for way in ways for hand in range(count)
        }
    return ways


@pytest.mark.parametrize("name", ALIKE)
def test_each_way_to_share_out_the_hidden_beads_is_equally_likely(name: str) -> None:
    """Over all draws that there may be; all else stays as it is."""
    position, observer, clear, blue = ALIKE[name]
    state = smile.State.parse(position)
    others = [seat for seat in range(state.seats) if seat != observer]
    wanted = set[smile.State]()
    for clears, blues in product(hands(clear, len(others)), hands(blue, len(others))):
        players = list(state.players)
        for seat, beads, loans in zip(others, clears, blues, strict=True):
            players[seat] = smile.Player(beads, loans, state.players[seat].cards)
        wanted.add(state._replace(players=tuple(players)))
    found = every(lambda draws: state.alike(observer, draws))
    assert set(found) == wanted
    assert len(set(found.values())) == 1


def test_who_knows_everything_has_no_other_state() -> None:
    """The referee, and everybody when the hands are open: no draw is needed."""
    state = smile.State.parse(ALIKE["three"][0])
    over = smile.State.parse("1 2 - - 6+0:1/6+0:2/6+0:3 17+5 - -")
    draws = Scripted(())
    assert state.alike(None, draws) is state
    assert over.alike(1, draws) is over.alike("spectator", draws) is over
    assert draws.limits == []


def test_no_action_is_hidden() -> None:
    """Cards are revealed, bid on and taken in the open."""
    chooser = Random(8)
    for state, action in play(random_options(chooser), chooser):
        if action is not None:
            for observer in (None, "spectator", *range(state.seats)):
                assert state.redact(action, observer) is action
