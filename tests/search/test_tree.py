"""Tests of the search tree: counts, preferences, nodes."""

from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import permutations
from math import isqrt
from statistics import fmean

import pytest

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, State
from fireflies.search import StateModel, Tree, Tried, advantages
from tests import kuhn
from tests.kuhn import BET, CARDS, PASS
from tests.search.walk import Go, Map, Walk, Ways


def grown(state: State, rollouts: int, seed: int = 1) -> Tree[State]:
    """Return a tree of this number of rollouts from this state."""
    tree, draws = Tree(StateModel()), Draws(seed, "seat 0")
    for _ in range(rollouts):
        tree.grow(state, draws)
    return tree


def visits(tree: Tree[State]) -> dict[str, int]:
    """Return the number of visits of each action."""
    return {str(action): tried.visits for action, tried in tree.tried.items()}


# Counts.


def test_each_rollout_is_counted_once() -> None:
    state, tree, draws = kuhn.State(("Q", "K")), Tree(StateModel()), Draws(1, "seat 0")
    assert tree.tried == {}
    tree.grow(state, draws)
    assert list(tree.tried) == [PASS]
    assert tree.best() == PASS
    for number in range(2, 200):
        tree.grow(state, draws)
        assert list(tree.tried) == [PASS, BET]
        assert sum(tried.visits for tried in tree.tried.values()) == number
        assert number > 2 or visits(tree) == {"pass": 1, "bet": 1}
    assert all(-2 <= tried.value <= 2 for tried in tree.tried.values())


def test_the_best_action_was_tried_most() -> None:
    """If several were, it is the one with the highest value; then the first one."""
    state = Walk(Map({"start": (0, "abc")}, {"a": (0, 0), "b": (1, -1), "c": (1, -1)}))
    tree = grown(state, 3)
    assert tree.tried == {Go("a"): Tried(1, 0.0), Go("b"): Tried(1, 1.0), Go("c"): Tried(1, 1.0)}
    assert tree.best() == Go("b")
    ways: Ways = {"start": (0, ["sure", "risk"]), "risk": (CHANCE, ["win", "loss"])}
    risky = Walk(Map(ways, {"sure": (0, 0), "win": (1, -1), "loss": (-1, 1)}))
    tree, draws, luckier = Tree(StateModel()), Draws(1, "seat 0"), 0
    for _ in range(200):
        tree.grow(risky, draws)
        best = tree.tried[tree.best()]
        assert best.visits == max(tried.visits for tried in tree.tried.values())
        luckier += best.value < max(tried.value for tried in tree.tried.values())
    assert luckier


def test_a_tree_without_rollouts_has_no_best_action() -> None:
    with pytest.raises(ValueError, match="empty"):
        Tree(StateModel()).best()


def returns(state: kuhn.State) -> Fraction:
    """Return the mean return of seat 0 when every seat chooses at random."""
    if state.outcome is not None:
        return Fraction(state.outcome.scores[0])
    legal = state.legal_actions
    return sum((returns(state.apply(action)) for action in legal), Fraction()) / len(legal)


def test_a_rollout_ends_with_a_random_play() -> None:
    """The mean of many rollouts is the mean over all plays."""
    model, draws = StateModel(), Draws(3, "seat 0")
    for state in (kuhn.State(("Q",)), kuhn.State(("K", "J")), kuhn.State(("J", "K"), "pb")):
        played = [model.play_out(state, draws, 1) for _ in range(2000)]
        assert {sum(values) for values in played} == {0.0}
        # The standard deviation of a play is at most 2: that of the mean at most 0.045.
        assert fmean(values[0] for values in played) == pytest.approx(returns(state), abs=0.15)


def test_each_rollout_takes_new_draws() -> None:
    """The mean over trees of one rollout each is that of random plays."""
    state, draws = kuhn.State(("K", "Q")), Draws(4, "seat 0")
    worth: list[float] = []
    for _ in range(1000):
        tree = Tree(StateModel())
        tree.grow(state, draws)
        worth.append(tree.tried[PASS].value)
    assert fmean(worth) == pytest.approx(returns(state.apply(PASS)), abs=0.2)


# Preferences.


def test_each_seat_prefers_its_own_highest_return() -> None:
    """Seat 1 neither helps seat 0 nor harms it at its own cost."""
    ways = {"start": (0, ["left", "right"]), "left": (1, "ab"), "right": (1, "cd")}
    pays = {"a": (9, 0, 9), "b": (1, 1, 0), "c": (0, 2, 0), "d": (5, 3, 8)}
    assert grown(Walk(Map(ways, pays)), 400).best() == Go("right")


def test_chance_is_drawn_anew_in_each_rollout() -> None:
    """By its weights: three of four times it chooses the worse end."""
    pays = {"good": (4, -4), "bad": (0, 0)}
    state = Walk(Map({"start": (0, ["on"]), "on": (CHANCE, ["bad", "good", "bad", "bad"])}, pays))
    assert grown(state, 2000).tried[Go("on")].value == pytest.approx(1, abs=0.15)
    model, draws = StateModel(), Draws(2, "seat 0")
    played = [model.play_out(state, draws, 1)[0] for _ in range(1000)]
    assert fmean(played) == pytest.approx(1, abs=0.3)


def test_a_rollout_chooses_also_after_chance() -> None:
    """After chance seat 0 chooses 9, not -9: the risk is better than the sure 1."""
    after = ["gain", "loss"]
    ways: Ways = {
        "start": (0, ["sure", "risk"]),
        "risk": (CHANCE, "xy"),
        "x": (0, after),
        "y": (0, after),
    }
    state = Walk(Map(ways, {"sure": (1, 0), "gain": (9, 0), "loss": (-9, 0)}))
    assert grown(state, 200).best() == Go("risk")


def test_a_worse_action_is_tried_again_as_soon_as_its_bonus_is_higher() -> None:
    """By PUCT: 0 + 0.4 * sqrt(29) / 2 is more than 1 + 0.4 * sqrt(29) / 29."""
    state = Walk(Map({"start": (0, "ab")}, {"a": (1, 0), "b": (0, 1)}))
    assert visits(grown(state, 29)) == {"a": 28, "b": 1}
    assert visits(grown(state, 30)) == {"a": 28, "b": 2}
    ends = {"a": (10, 0), "b": (0, 0), "c": (0, 0)}
    state = Walk(Map({"start": (0, "abc")}, ends))
    assert visits(grown(state, 30)) == {"a": 27, "b": 2, "c": 1}
    # The spread is that of all values so far, not of the last ones.
    assert visits(grown(state, 31)) == {"a": 27, "b": 2, "c": 2}


@pytest.mark.parametrize("other", [-1, 1], ids=["opposed", "common"])
def test_the_scale_of_the_values_does_not_matter(other: int) -> None:
    """The tree is the same, also when all values are negative, or the seats are paid alike."""
    ways: Ways = {"start": (0, "abc"), "a": (1, "de"), "b": (CHANCE, "eff"), "c": (1, "gf")}
    ends = {"d": 3, "e": -2, "f": 0, "g": 2}
    scaled = [
        {end: (scale * pay, scale * other * pay) for end, pay in ends.items()}
        for scale in (1, 1024, 2**20)
    ]
    trees = [grown(Walk(Map(ways, pays)), 300) for pays in scaled]
    assert visits(trees[0]) == visits(trees[1]) == visits(trees[2])
    for least in (-1000, 1000):
        close = Map({"start": (0, "ab")}, {"a": (least, least), "b": (least + 1, least)})
        tree = grown(Walk(close), 400)
        assert tree.best() == Go("b")
        assert visits(tree)["a"] < 20


def test_equal_values_do_not_end_the_exploration() -> None:
    """A rare win is found, although both actions nearly always pay the same."""
    state = Walk(
        Map(
            {"start": (0, ["stay", "dare"]), "dare": (CHANCE, ["stay"] * 29 + ["win"])},
            {"stay": (0, 0), "win": (1, 0)},
        )
    )
    for seed in range(5):
        tree = grown(state, 10, seed)
        if tree.tried[Go("dare")].value == 0:
            assert visits(tree) == {"stay": 5, "dare": 5}
        assert grown(state, 1000, seed).best() == Go("dare")


def test_a_repeated_position_ends_a_rollout() -> None:
    """Both seats prefer to repeat positions."""
    ways = {"start": (0, ["there", "a"]), "there": (1, ["start", "b"])}
    state = Walk(Map(ways, {"a": (-1, 1), "b": (1, -1)}))
    tree = grown(state, 200)
    assert sum(visits(tree).values()) == 200
    assert tree.best() == Go("there")
    assert all(-1 <= tried.value <= 1 for tried in tree.tried.values())


class Picky(StateModel):
    """A model by which only the last two actions are tried, the last one first."""

    @override
    def actions(self, state: State, /) -> Sequence[Action]:
        return state.legal_actions[:-3:-1]


def test_a_model_says_which_actions_are_tried() -> None:
    """In its order, at the root and in other nodes."""
    ways: Ways = {"start": (0, ["a", "b", "there"]), "there": (1, ["c", "d", "e"])}
    ends = {"a": (9, 0), "b": (1, 0), "c": (-1, 9), "d": (0, 1), "e": (2, 0)}
    tree, draws = Tree(Picky()), Draws(1, "seat 0")
    for _ in range(300):
        tree.grow(Walk(Map(ways, ends)), draws)
    assert list(tree.tried) == [Go("there"), Go("b")]
    assert tree.best() == Go("b")  # neither a nor c is tried: seat 1 answers with d


class Cautious(StateModel):
    """A model by which a node begins with two actions, and has one more at each square number."""

    @override
    def width(self, visits: int, /) -> int:
        return max(2, isqrt(visits))


def test_more_actions_are_tried_with_more_visits() -> None:
    """At first two, then more after 9, 16, 25, 36 and 49 visits; the best by rank come first."""
    letters, digits = "abcdefgh", "12345678"
    ways: Ways = {"start": (0, letters), "a": (1, digits)}
    drawn = Map(ways, dict.fromkeys(letters[1:] + digits, (0, 0)))
    tree, draws, opened = Tree(Cautious()), Draws(1, "seat 0"), list[int]()
    for number in range(1, 51):
        tree.grow(Walk(drawn), draws)
        if len(tree.tried) > len(opened):
            opened.append(number)
    assert opened == [1, 2, 10, 17, 26, 37, 50]
    assert [*tree.tried] == [Go(letter) for letter in letters[:7]]
    for _ in range(200):
        tree.grow(Walk(drawn), draws)
    assert len(tree.tried) == 8  # there are no more


def test_other_nodes_than_the_root_widen_too() -> None:
    """The third answer, the worst for seat 0, is found when the second seat has decided often."""
    ways: Ways = {"start": (0, ["on"]), "on": (1, "abc")}
    state = Walk(Map(ways, {"a": (0, 0), "b": (0, 0), "c": (-9, 9)}))
    tree, draws = Tree(Cautious()), Draws(1, "seat 0")
    worth: list[float] = []
    for _ in range(12):
        tree.grow(state, draws)
        worth.append(tree.tried[Go("on")].value)
    # The first rollout ends at seat 1 with a random answer.
    assert worth[1:10] == [worth[0] / number for number in range(2, 11)]
    assert worth[10] < worth[9]


def test_a_lead_makes_no_difference_to_the_exploration() -> None:
    """A seat compares actions with each other, however far it is ahead or behind."""
    ways: Ways = {"start": (0, "abc"), "a": (1, "de"), "b": (CHANCE, "eff"), "c": (1, "gf")}
    pays = {"d": 3, "e": -2, "f": 0, "g": 2}
    trees = [
        grown(Walk(Map(ways, {end: (pay + lead, -pay - lead) for end, pay in pays.items()})), 300)
        for lead in (0, 1024, -1024)
    ]
    assert visits(trees[0]) == visits(trees[1]) == visits(trees[2])


class Turns(StateModel):
    """A model in which each letter of a place is a turn; it stores where rollouts left the tree."""

    horizon = 2

    def __init__(self) -> None:
        self.left: dict[str, int] = {}

    @override
    def turn(self, state: State, /) -> str:
        assert isinstance(state, Walk)
        return state.place[0]

    @override
    def play_out(self, state: State, draws: Draws, left: int, /) -> Sequence[float]:
        assert isinstance(state, Walk)
        self.left[state.place] = left
        return super().play_out(state, draws, left)


def test_each_rollout_ends_with_the_same_turn() -> None:
    """The tree grows to the end of the last turn and no further."""
    ways = {"a1": (0, ["a2", "a3"]), "a2": (0, ["b1"]), "b1": (1, ["b2"]), "b2": (1, ["c1"])}
    drawn = Map({**ways, "c1": (0, ["c2", "c3"])}, {"a3": (0, 1), "c2": (1, 0), "c3": (0, 0)})
    model, draws = Turns(), Draws(1, "seat 0")
    tree = Tree(model)
    for _ in range(50):
        tree.grow(Walk(drawn, "a1"), draws)
    assert model.left == {"a2": 2, "a3": 2, "b1": 1, "b2": 1, "c1": 0}


# Information of a seat.


class Watched(StateModel):
    """A model that stores the requested keys."""

    def __init__(self) -> None:
        self.keys: set[Hashable] = set()

    @override
    def key(self, state: State, seat: int, /) -> Hashable:
        key = super().key(state, seat)
        self.keys.add(key)
        return key


@pytest.mark.parametrize("card", CARDS)
def test_a_node_is_what_the_deciding_seat_sees(card: str) -> None:
    """Of the cards, only its own makes a difference."""
    watched, draws = Watched(), Draws(5, "seat 0")
    tree = Tree(watched)
    others = [other for other in CARDS if other != card]
    for number in range(100):
        tree.grow(kuhn.State((card, others[number % 2])), draws)
    seen = {f"?{other} {done}" for other in others for done in "pb"}
    assert watched.keys == {(0, f"{card}? pb"), *((1, position) for position in seen)}


def test_states_that_look_the_same_share_a_node() -> None:
    """The other card makes no difference; another own card or bid does."""
    plain = StateModel()
    for mine, yours, others in permutations(CARDS):
        one, other = kuhn.State((mine, yours), "pb"), kuhn.State((mine, others), "pb")
        assert plain.key(one, 0) == plain.key(other, 0)
        early, other_early = kuhn.State((yours, mine), "p"), kuhn.State((others, mine), "p")
        assert plain.key(early, 1) == plain.key(other_early, 1)
        assert plain.key(one, 0) != plain.key(kuhn.State((yours, mine), "pb"), 0)
        assert plain.key(one, 0) != plain.key(kuhn.State((mine, yours), "p"), 0)


def test_equal_positions_of_different_seats_are_different_nodes() -> None:
    """Also when the views of two seats have equal positions."""
    state = Walk(Map({"start": (0, "ab")}, {"a": (0, 0), "b": (0, 0)}))
    assert StateModel().key(state, 0) != StateModel().key(state, 1)


def test_a_seat_leads_by_what_it_has_more_than_the_others_on_average() -> None:
    assert advantages([3, 1, 2]) == [1.5, -1.5, 0]
