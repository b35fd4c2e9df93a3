"""Tests of the greedy bot of Smile: what it sees, what it takes, and how well it plays."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies import contract, smile
from fireflies.bots import random
from fireflies.chance import SEEDS, Draws
from fireflies.contract import Turn
from fireflies.record import begin
from fireflies.smile import BackOut, Bid
from fireflies.smile.play.bots import greedy
from fireflies.smile.text.notation import read_position
from fireflies.table import Table
from tests.campaign import count
from tests.helpers import fail_if_called
from tests.smile.positions import positions


def chosen(state: smile.State) -> contract.Action:
    """Return the bot's choice in this position."""
    seat = state.actor
    assert isinstance(seat, int)
    return greedy(Turn(state, seat, fail_if_called, fail_if_called))


@given(positions())
def test_the_greedy_bot_chooses_a_legal_action(state: smile.State) -> None:
    assert state.check(chosen(state)) is None


@given(positions(), st.integers(SEEDS[0], SEEDS[-1]))
def test_the_choice_depends_on_the_view_alone(state: smile.State, seed: int) -> None:
    """Other beads in the hidden hands make no difference."""
    seat = state.actor
    assert isinstance(seat, int)
    assert chosen(state.alike(seat, Draws(seed, "others"))) == chosen(state)


def at(row: str, front: str = "", clear: int = 6) -> smile.State:
    """Return a position in which seat 0 decides, with these cards in front and clear beads."""
    hand = f"{clear}+0" + (f":{front}" if front else "")
    seats = "".join(map(str, range(row.count(",") + 1)))
    line = f"1 0 {seats} {row} {hand}/6+0/6+0 17+5 - -"
    return smile.State._make(read_position(line))


@pytest.mark.parametrize(
    ("row", "front", "expected"),
    [
        # A card that is obviously better than what waiting can bring.
        ("a:-5,b:-4,c:6*1", "", "back-out c"),
        ("a:-5*1,b:-4,c:6*1", "", "back-out c"),
        ("a:-3*1,b:5*2,c:6*2", "", "back-out c"),
        ("a:-3*1,b:5*6,c:6*1", "", "back-out b"),
        ("a:2*1,b:2*2,c:2*3", "", "back-out c"),
        # The worst card of all, while good ones are to be had.
        ("a:-5*1,b:5,c:6", "", "bid a"),
        ("a:-5w*1,b:5w,c:6w", "", "bid a"),
        # A pair that would cost a good card.
        ("a:-5*1,b:1*1,c:6r*1", "6r", "back-out b"),
        ("a:-5*1,b:1*1,c:6r*1", "6b", "back-out c"),
        ("a:1,b:1,c:6r*1", "6r", "bid a"),
        # A pair that takes a bad card along.
        ("a:-5r*1,b:1*1,c:2*1", "-4r", "back-out a"),
        ("a:-5r*1,b:1*1,c:2*1", "-4w", "back-out c"),
        ("a:1r*1,b:2*1,c:3*1", "-5r", "back-out a"),
        # Cards without a color are never a pair.
        ("a:-5*1,b:1*1,c:6*1", "6", "back-out c"),
        ("a:-5*1,b:-4*1,c:-3*1", "-4", "back-out c"),
        # Beads are worth something, also the one that waiting costs.
        ("a:-1*9,b:0*1,c:1*1", "", "back-out a"),
        ("a:2*1,b:2,c:2", "", "back-out a"),
        # Equal worth: -5 and 18 beads are 4.9 points, and so is the mean of 4.9 and 6 less a bead.
        ("a:-5*18,b:6", "", "back-out a"),
    ],
)
def test_the_bot_takes_the_card_of_more_worth(row: str, front: str, expected: str) -> None:
    """Values, pairs and beads all count."""
    assert str(chosen(at(row, front))) == expected


def test_a_bid_on_tied_cards_goes_on_the_one_of_least_worth() -> None:
    """The next seat may back out with the bead, and should not get the better card with it."""
    assert chosen(at("a:-4r,b:-4w,c:6", "6w")) == Bid("b")
    assert chosen(at("a:-4r,b:-4w,c:6", "6r")) == Bid("a")
    assert chosen(at("a:-4r,b:-4w,c:6", "-5r")) == Bid("b")


def test_a_forced_back_out_takes_the_best_card_with_beads() -> None:
    assert chosen(at("a:-5*1,b:-3*1,c:6", clear=0)) == BackOut("b")
    assert chosen(at("a:-5r*1,b:-3*1,c:6", "-4r", clear=0)) == BackOut("a")


def test_a_stuck_bot_borrows() -> None:
    assert chosen(at("a:-5,b:-3,c:6", clear=0)) == Bid("a")


def test_the_game_has_the_bot_by_its_name() -> None:
    assert dict(smile.GAME.bots) == {"greedy": greedy}


def share_of(players: int, seed: int) -> float:
    """Return the greedy bot's share of a win, at a seat that depends on the seed."""
    seat = seed % players
    bots = [greedy if number == seat else random for number in range(players)]
    table = Table(begin(smile.GAME, {"players": players}, ["x"] * players), bots, seed=seed)
    outcome = table.run().outcome
    assert outcome is not None
    return (seat in outcome.winners) / len(outcome.winners)


@pytest.mark.long
@pytest.mark.unmutated
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_bot_beats_random_players_clearly(players: int) -> None:
    """It wins a quarter of the games more than its fair share, at a confidence of 95 %."""
    games = count(200, campaign=1000)
    shares = [share_of(players, seed) for seed in range(games)]
    mean = sum(shares) / games
    spread = sqrt(sum((share - mean) ** 2 for share in shares) / (games - 1))
    assert mean - 1.96 * spread / sqrt(games) >= 1 / players + 0.25
