"""Smile's phases, landmarks, and events that open secrets are what it says that they are."""

from typing import Final

import pytest

from fireflies import contract, smile
from fireflies.smile import GAME
from fireflies.smile.play import generators

LANDMARKS: Final = {
    "1 0 012 a:1 6+0/6+0/6+0 17+5 - 2,4": {"revealing"},
    "1 0 012 a:1,b:2,c:4 6+0/6+0/6+0 17+5 - -": {"bidding"},
    "1 0 012 a:1*1,b:2,c:4 0+0/6+0/5+0 23+5 - -": {"bidding", "a seat must back out"},
    "1 0 012 a:1,b:2,c:4 0+0/9+0/9+0 17+5 - -": {"bidding", "a seat must borrow"},
    "2 0 012 - 12+0:1/13+1:2/11+2:3 -1+2 - 1,2,3": {"revealing", "substitutes for clear beads"},
    "2 0 012 - 2+1:1/2+0:2/2+5:3 29+-1 - 1,2,3": {"revealing", "substitutes for blue beads"},
    "3 2 - - 6+0:1,2,3/6+0:4/6+0:5 17+5 1r,2r,3y,5y -": {"over", "a pair is discarded"},
}


@pytest.mark.parametrize("position", LANDMARKS)
def test_phases_and_landmarks_are_what_they_are_called(position: str) -> None:
    """Each position has exactly these phases and landmarks."""
    state = smile.State.parse(position)
    held = {name for name, holds in generators.PHASES.items() if holds(state)}
    assert held == LANDMARKS[position]


def test_every_phase_and_landmark_is_shown() -> None:
    assert set().union(*LANDMARKS.values()) == set(generators.PHASES)


def test_a_loan_and_the_end_reveal_secrets() -> None:
    """A borrower has no bead left, and hands are open at the end; all other events are equal."""
    loan = "1 1 120 a:1,b:2,c:4 6+0/{}+0/{}+0 20+5 - -"
    end = "1 1 12 a:1*1,b:2 6+0:4/{}+0/{}+0 20+5 - -"
    opened = set[type[contract.Event]]()
    for line, hands, action in (
        (loan, ((0, 9), (4, 5)), smile.Bid("a")),
        (end, ((0, 8), (4, 4)), smile.BackOut("a")),
    ):
        one, two = (smile.State.parse(line.format(*clear)) for clear in hands)
        assert one.view(0) == two.view(0)
        events = [state.step(action).seen_by(0).events for state in (one, two)]
        opened |= {type(event) for event in {*events[0]} ^ {*events[1]}}
    assert opened == set(GAME.opens) == {smile.BeadsBorrowed, smile.GameEnded}
