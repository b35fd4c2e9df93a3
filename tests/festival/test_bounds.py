"""The limits of a play, reckoned by hand for the box ``small`` and two players."""

from fireflies.festival import GAME
from fireflies.festival.bounds import bounds
from fireflies.festival.options import BOX
from fireflies.games import Bounds
from tests.festival.situations import options


def test_the_limits_of_a_small_game() -> None:
    """Things that are done once: bridges, floors, festivals, public and private goals.

    Ten turns at most lie between two of them, and a turn has two main actions of 7 at most, and a
    fish. Points: 35 of public goals, 56 of private ones, 10 of the water, 15 and 7 of chains. A
    festival on an island worth 6, 5, 4 or 3 pays 5 floors, 6 bridges and 24 workers, and 2 for each
    worker.
    """
    turns = (11 + 5 * 4 + 2 + 8 + 12 + 1) * 10
    before = 6 + 2 * (2 + 3) + 1
    highest = 35 + 56 + 10 + 15 + 7 + (6 + 5 + 4 + 3) * (5 + 6 + 24) + 4 * 2 * 24
    assert bounds(options()) == Bounds(before + turns * 15, -10, highest)


def test_a_power_counts_with_the_most_that_it_changes() -> None:
    """The host gets 3 for each worker, the wanderer has a movement more; both may be kept."""
    usual, powers = options(), options(powers=True)
    more = bounds(powers)
    assert more.highest_score == bounds(usual).highest_score + 4 * 24
    assert more.actions == 17 + 540 * (1 + 2 * 9)


def test_the_setup_has_these_limits() -> None:
    given = {"box": BOX.named["small"](), "starting_player": 0}
    assert GAME.set_up(given).bounds == bounds(options())
