"""Ratings and shares: against naive computations, and whether the intervals hold what they say."""

from collections import Counter
from itertools import permutations
from math import comb, exp, log, prod, sqrt
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies.arena.ratings import Estimate, ratings, share
from fireflies.arena.totals import Order

ELO: Final = 400 / log(10)


def order_of(placed: list[int]) -> Order:
    """The order in which these players came in, first to last, nobody equal to another."""
    return tuple(placed.index(player) for player in range(len(placed)))


# Bradley and Terry.


def naive(orders: Counter[Order], failed: Counter[int], players: int) -> list[float]:
    """Strengths by Zermelo's iteration: wins over what the others' strengths leave to be won."""
    wins = [[0.0] * players for _ in range(players)]
    for one in range(players):
        for other in range(players):
            if one == other:
                continue
            wins[one][other] = 0.5 + failed[other]
            for order, times in orders.items():
                if order[one] < order[other]:
                    wins[one][other] += times
                elif order[one] == order[other]:
                    wins[one][other] += times / 2
    gamma = [1.0] * players
    for _ in range(20_000):
        for one in range(players):
            others = [other for other in range(players) if other != one]
            met = sum(
                (wins[one][other] + wins[other][one]) / (gamma[one] + gamma[other])
                for other in others
            )
            gamma[one] = sum(wins[one][other] for other in others) / met
        middle = prod(gamma) ** (1 / players)
        gamma = [strength / middle for strength in gamma]
    return [ELO * log(strength) for strength in gamma]


@pytest.mark.parametrize(
    ("orders", "failed", "players"),
    [
        ({}, {}, 3),
        ({(0, 1): 7, (1, 0): 3}, {}, 2),
        ({(0, 1, 2): 5, (2, 0, 1): 4, (0, 0, 1): 3, (1, 1, 0): 1}, {}, 3),
        ({(0, 1, 2): 50}, {}, 3),
        ({(0, 1, 1): 4}, {0: 3, 2: 5}, 3),
        ({}, {1: 40}, 4),
        ({(0, 1, 2, 3): 2, (3, 2, 1, 0): 1, (0, 0, 0, 0): 9, (1, 0, 2, 3): 8}, {3: 1}, 4),
    ],
    ids=["nothing", "two", "three", "always", "failures", "only failures", "four"],
)
def test_ratings_are_those_of_a_naive_iteration(
    orders: dict[Order, int], failed: dict[int, int], players: int
) -> None:
    """Another algorithm, which adds up wins one by one."""
    found = ratings(orders, failed, players)
    wanted = naive(Counter(orders), Counter(failed), players)
    assert [one.value for one in found] == pytest.approx(wanted, abs=1e-4)
    assert sum(one.value for one in found) == pytest.approx(0, abs=1e-6)
    assert all(one.low < one.value < one.high for one in found)


def test_two_players_have_a_rating_in_closed_form() -> None:
    """Seven wins to three, with half a win each before: the odds are 7.5 to 3.5."""
    better, worse = ratings({(0, 1): 7, (1, 0): 3}, {}, 2)
    assert better.value == pytest.approx(ELO * log(7.5 / 3.5) / 2)
    assert worse.value == pytest.approx(-better.value)


def test_who_always_wins_has_a_rating_and_nobody_knows_how_high() -> None:
    """A finite one, that grows with the games; its interval is wide, and of many games too."""
    few, many = (ratings({(0, 1): games}, {}, 2)[0] for games in (10, 100_000))
    assert 0 < few.value < many.value < 2500
    assert many.high - many.low > 300


def test_a_game_of_equals_says_that_they_are_equal() -> None:
    """The more of them, the more surely."""
    spans = []
    for games in (1, 100, 10_000):
        found = ratings({(0, 0, 0): games, (0, 1, 2): games, (2, 1, 0): games}, {}, 3)
        assert [one.value for one in found] == pytest.approx([0, 0, 0], abs=1e-6)
        spans.append(found[0].high - found[0].low)
    assert spans[0] > 5 * spans[1] > 25 * spans[2]


@pytest.mark.parametrize("games", [20, 300])
def test_intervals_of_ratings_hold_the_truth_as_often_as_they_say(games: int) -> None:
    """Of 400 arenas of known players, where each game tells of three pairs at once.

    Games are races: the next one in is each of those left with odds of their strengths (Plackett
    and Luce), so for each pair the model of Bradley and Terry is exactly true. Were pairs taken as
    games of their own, the intervals would be too narrow or too wide, and the last line fails.
    """
    source = Random(games)
    truth = [0.9, 0.1, -1.0]
    weights = [exp(one) for one in truth]
    races = list(permutations(range(3)))
    odds = [weights[a] / sum(weights) * weights[b] / (weights[b] + weights[c]) for a, b, c in races]
    held, arenas = 0, 400
    for _ in range(arenas):
        drawn = Counter(order_of([*race]) for race in source.choices(races, odds, k=games))
        for player, one in enumerate(ratings(drawn, {}, 3)):
            held += one.low <= ELO * truth[player] <= one.high
    assert 0.93 < held / (3 * arenas) < 0.97


def test_intervals_allow_for_pairs_that_say_the_same() -> None:
    """Where a whole game tells one thing, its three pairs are not three games: each is one coin.

    Player 0 is first or last, and the others tie. Each game is one coin, so what is known of player
    0 is known as well as of a coin: by the usual formula, the log of its odds has that deviation.
    """
    found = ratings({(0, 1, 1): 5000, (1, 0, 0): 5000}, {}, 3)[0]
    # Two thirds of the log odds: the mean of three is zero.
    deviation = 2 / 3 / sqrt(10_000 * 0.25)
    assert found.high - found.low == pytest.approx(2 * 1.96 * ELO * deviation, rel=0.01)


# Shares.


@given(won=st.integers(0, 200), more=st.integers(0, 200))
def test_wilsons_ends_are_where_the_share_is_just_believable(won: int, more: int) -> None:
    """At either end, the share that was found is 1.96 deviations of that very end away."""
    games = won + more
    found = share(won, games)
    if not games:
        assert found == Estimate(0, 0, 1)
        return
    assert 0 <= found.low <= found.value <= found.high <= 1
    for end in (found.low, found.high):
        deviation = sqrt(end * (1 - end) / games)
        if 0 < end < 1:
            assert abs(found.value - end) == pytest.approx(1.959964 * deviation, rel=1e-4, abs=1e-9)


@pytest.mark.parametrize("true", [0.05, 0.25, 1 / 3, 0.5, 0.9])
def test_shares_hold_the_truth_as_often_as_they_say(true: float) -> None:
    """Every possible number of wins in 120 games, each as likely as the binomial has it."""
    games = 120
    held = sum(
        comb(games, won) * true**won * (1 - true) ** (games - won)
        for won in range(games + 1)
        if share(won, games).low <= true <= share(won, games).high
    )
    assert 0.93 < held < 0.98


def test_shared_wins_make_no_interval_too_narrow() -> None:
    """Of 2000 arenas of 150 games in which a win is often shared by two or three."""
    source = Random(11)
    parts, odds = [0, 1 / 3, 1 / 2, 1], [5, 2, 2, 1]
    true = sum(part * odd for part, odd in zip(parts, odds, strict=True)) / sum(odds)
    held = 0
    for _ in range(2000):
        found = share(sum(source.choices(parts, odds, k=150)), 150)
        held += found.low <= true <= found.high
    assert held / 2000 > 0.95
