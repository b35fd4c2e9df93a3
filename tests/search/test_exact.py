"""Tests of exact values: Kuhn poker with open cards, by hand, and small trees."""

from fractions import Fraction
from itertools import permutations

import pytest

from fireflies.chance import Draws
from fireflies.contract import CHANCE
from fireflies.search import Solution, StateModel, Tree, solve
from tests import kuhn
from tests.kuhn import BET, CARDS, PASS, Deal
from tests.search.walk import Go, Map, Walk, Ways


def values(*given: int) -> tuple[Fraction, ...]:
    """Return whole numbers as the values of a position."""
    return tuple(map(Fraction, given))


@pytest.mark.parametrize("cards", [*permutations(CARDS, 2)])
def test_with_open_cards_the_lower_card_never_pays_more_than_its_ante(
    cards: tuple[str, str],
) -> None:
    """It folds to a bet and never bets; so the higher card always wins one chip."""
    won = values(1, -1) if CARDS.index(cards[0]) > CARDS.index(cards[1]) else values(-1, 1)
    lost_bet = tuple(2 * value for value in won)
    solution = solve(kuhn.State(cards))
    assert solution.values == won
    # After a bet of the higher card the other one folds; a bet of the lower card is called.
    assert solution.actions == {PASS: won, BET: won if won[0] == 1 else lost_bet}
    assert solution.positions == 9  # the start, p, b, pb and five ends


def test_chance_nodes_are_weighted_means() -> None:
    """By the card of seat 0: a king always wins, a jack never; a queen in half of the games."""
    assert solve(kuhn.State()).values == values(0, 0)
    assert solve(kuhn.State(("Q",))).values == values(0, 0)
    solution = solve(kuhn.State(("K",)))
    assert solution.values == values(1, -1)
    assert list(solution.actions) == [Deal("J"), Deal("Q")]
    thrice = Map({"start": (CHANCE, "aaba")}, {"a": (1, 0), "b": (0, 4)})
    assert solve(Walk(thrice)).values == (Fraction(3, 4), Fraction(1))


def test_equally_good_actions_give_the_mean() -> None:
    ways, pays = {"start": (0, "abc")}, {"a": (1, 6, 0), "b": (1, 0, 3), "c": (0, 9, 9)}
    solution = solve(Walk(Map(ways, pays)))
    assert solution.values == (*values(1, 3), Fraction(3, 2))
    assert solution.actions == {Go(end): values(*paid) for end, paid in pays.items()}


def test_the_value_of_the_end_is_its_return() -> None:
    """In Kuhn poker these are chips, not a share of the win."""
    assert solve(kuhn.State(("J", "K"), "bb")) == Solution(values(-2, 2), {}, 1)


def test_a_position_is_visited_once() -> None:
    ways: Ways = {"start": (0, "abc"), "a": (1, "cd"), "b": (1, "ca"), "c": (0, "de")}
    solution = solve(Walk(Map(ways, {"d": (0, 0), "e": (1, -1)})))
    assert solution.values == values(1, -1)
    assert solution.actions == {
        Go("a"): values(0, 0),
        Go("b"): values(0, 0),
        Go("c"): values(1, -1),
    }
    assert solution.positions == 6


def test_too_many_positions_are_refused() -> None:
    """Kuhn poker has 1 + 3 + 6 * 9 positions; this limit is accepted."""
    assert solve(kuhn.State(), 58).positions == 58
    with pytest.raises(ValueError, match=r"^this endgame has more than 57 positions;"):
        solve(kuhn.State(), 57)


def test_a_play_may_be_longer_than_the_recursion_limit() -> None:
    places = ["start", *map(str, range(5000))]
    ways = {place: (number % 2, places[number + 1 :][:1]) for number, place in enumerate(places)}
    del ways["4999"]
    solution = solve(Walk(Map(ways, {"4999": (3, 4)})))
    assert solution.values == values(3, 4)
    assert solution.positions == 5001


@pytest.mark.parametrize("again", ["start", "a", "b"])
def test_a_position_that_can_be_repeated_is_refused(again: str) -> None:
    """It is refused even when no seat is forced to repeat it."""
    state = Walk(Map({"start": (0, "ax"), "a": (1, "bx"), "b": (0, ["x", again])}, {"x": (0, 0)}))
    with pytest.raises(ValueError, match=r"a position can be repeated, so it can't be solved$"):
        solve(state)


def test_search_agrees_with_the_exact_values() -> None:
    """In a game without secrets with chance and two seats."""
    ways: Ways = {
        "start": (0, ["left", "right"]),
        "left": (CHANCE, ["low", "high", "high"]),
        "low": (1, "ab"),
        "high": (1, "cd"),
        "right": (1, "ef"),
    }
    ends = {"a": -3, "b": 5, "c": 4, "d": 3, "e": 0, "f": 2}
    state = Walk(Map(ways, {end: (pay, -pay) for end, pay in ends.items()}))
    solution = solve(state)
    assert solution.actions == {Go("left"): values(1, -1), Go("right"): values(0, 0)}
    tree, draws = Tree(StateModel()), Draws(1, "seat 0")
    for _ in range(4000):
        tree.grow(state, draws)
    assert tree.best() == Go("left")
    assert tree.tried[Go("left")].value == pytest.approx(1, abs=0.25)
