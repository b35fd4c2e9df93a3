"""Tests of the exact value of endgames: by hand, by a naive expansion, and against the search."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import cast

import pytest

from fireflies import smile
from fireflies.bots import random as anything
from fireflies.chance import Draws
from fireflies.contract import Action
from fireflies.record import begin
from fireflies.search import Solution, Tree, solve
from fireflies.search.exact import LIMIT
from fireflies.smile import fast
from fireflies.smile.play.search import KnownHandsModel, search
from fireflies.table import Table
from tests.smile.plays import random_options
from tests.tables import played

NEAR = Fraction(1, 50)
"""The largest accepted loss of a choice compared with the best one, in victories."""


def naive(state: smile.State) -> list[Fraction]:
    """Return each seat's share of the victory, less an even share, by trying every play."""
    if not state.in_auction:
        outcome = state.outcome
        assert outcome is not None
        winners, even = outcome.winners, Fraction(1, state.seats)
        return [Fraction(int(seat in winners), len(winners)) - even for seat in range(state.seats)]
    total = [Fraction(0)] * len(state.players)
    if state.phase == "reveal":
        for card in state.undealt:  # equal cards as well, each by itself
            for seat, value in enumerate(naive(state.apply(smile.Reveal(card)))):
                total[seat] += value / len(state.undealt)
        return total
    mover = state.in_auction[0]
    values = [naive(state.apply(action)) for action in state.legal_actions]
    values.sort(key=lambda value: value[mover])
    best = [value for value in values if value[mover] == values[-1][mover]]
    return [sum(column, Fraction(0)) / len(best) for column in zip(*best, strict=True)]


def size(state: smile.State, most: int) -> int:
    """Return the number of plays from here, or ``most`` when there are at least as many."""
    if not state.in_auction:
        return 1
    count = 0
    for action in state.legal_actions:
        count += size(state.apply(action), most - count)
        if count >= most:
            break
    return count


def endgames(
    chooser: random.Random, count: int, positions: int
) -> Iterator[tuple[Table[smile.State], Solution]]:
    """Yield tables of random plays at a decision that matters, in endgames of limited size.

    An endgame has at most ``positions`` positions, and at most one more auction to be dealt.
    Seats, beads and boxes are of all kinds.
    """
    while count:
        options = random_options(chooser)
        seats = cast("int", options["players"])
        record = played(options, [anything] * seats, chooser.randrange(1000)).record
        choices = [
            number
            for number, step in enumerate(record.steps)
            if len(step.before.undealt) <= seats
            and step.before.actor != "chance"
            and len(step.before.legal_actions) > 1
        ]
        if not choices:
            continue
        begun = begin(smile.GAME, options, ["somebody"] * seats)
        for action in record.actions[: chooser.choice(choices)]:
            begun = begun.play(action)
        table = Table(begun, [None] * seats)
        try:
            solution = solve(fast.pack(table.state), positions)
        except ValueError:
            continue
        if len(set(worth(table, solution).values())) > 1:
            count -= 1
            yield table, solution


def worth(table: Table[smile.State], solution: Solution) -> dict[Action, Fraction]:
    """Return the value of each action for the deciding seat."""
    seat = table.state.actor
    assert isinstance(seat, int)
    return {action: values[seat] for action, values in solution.actions.items()}


# The solver.


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "auctions", "beads"),
    [(3, 1, 1), (3, 1, 6), (3, 2, 0), (4, 1, 0), (4, 1, 2), (4, 2, 0), (5, 1, 0), (5, 1, 1)],
)
def test_the_solver_agrees_with_a_naive_expansion(players: int, auctions: int, beads: int) -> None:
    """In all positions of random plays from which few plays follow."""
    chooser = random.Random(players * 100 + auctions * 10 + beads)
    met = set[str]()
    for _ in range(3):
        kinds = chooser.sample(["-3", "-1 red", "0", "1", "2", "2 red", "3 blue", "5 red", "6"], 4)
        box = [chooser.choice(kinds) for _ in range(players * auctions)]
        state = smile.start(players, chooser.randrange(players), box, auctions, beads)
        while state.in_auction:
            state = state.apply(chooser.choice(state.legal_actions))
            if size(state, 150) >= 150:
                continue
            met.add(state.phase)
            solution = solve(fast.pack(state))
            assert [*solution.values] == naive(state)
            assert [*solution.actions] == [*state.legal_actions]
            for action, values in solution.actions.items():
                assert [*values] == naive(state.apply(cast("smile.Action", action)))
                assert sum(values) == 0
            if size(state, 20) < 20:
                assert solve(state) == solution
    assert met == {"reveal", "bid", "over"}


def test_the_solver_weighs_chance() -> None:
    """A 1 comes three times in four, a 6 once."""
    state = smile.State.parse("2 0 012 a:1,b:1 0+0:2/0+0:1/0+0:0 35+5 - 1,1,1,6")
    solution = solve(state)
    assert [*solution.values] == naive(state)
    one, six = map(smile.read_action, ("reveal 1", "reveal 6"))
    assert [*solution.actions] == [one, six]
    assert solution.actions[one] != solution.actions[six]


def test_an_indifferent_seat_chooses_at_random() -> None:
    """Seat 0 has lost by four loans; the card that it takes decides who of the others wins.

    Seat 2 has a point and 4 beads. Seat 1 gets what is left: b, which is two points with its beads,
    or a, which is one point and one bead.
    """
    solution = solve(smile.State.parse("1 0 01 a:1*1,b:1*5 0+4/0+0/4+0:1 25+1 - -"))
    lost, won = Fraction(-1, 3), Fraction(2, 3)
    assert solution.actions == {
        smile.BackOut("a"): (lost, won, lost),
        smile.BackOut("b"): (lost, lost, won),
    }
    assert solution.values == (lost, Fraction(1, 6), Fraction(1, 6))
    assert solution.positions == 3


def test_a_finished_game_is_worth_its_result() -> None:
    state = smile.State.parse("1 0 - - 5+0:1/5+0:1/5+0:0 20+5 - -")
    half = Fraction(1, 2) - Fraction(1, 3)
    assert solve(state) == Solution((half, half, Fraction(-1, 3)), {}, 1)


@pytest.mark.long
def test_a_position_that_is_too_large_is_refused() -> None:
    """The limit counts positions, not actions; an exact limit is enough."""
    state = smile.start(3, 0, ["1", "2", "3"], 1, 2)
    count = solve(state).positions
    assert solve(state, count).positions == count
    with pytest.raises(ValueError, match=f"this endgame has more than {count - 1} positions;"):
        solve(state, count - 1)
    long = smile.start(3, 0, ["1"] * 60, 20, 11)
    with pytest.raises(ValueError, match="this endgame has more than 5000 positions;"):
        solve(fast.pack(long), 5000)


def test_the_last_auction_of_a_printed_game_can_be_solved() -> None:
    """With the default limit, for three players."""
    for seed in range(5):
        record = played({}, [anything] * 3, seed).record
        last = [step.before for step in record.steps if step.before.auction == 10]
        solution = solve(fast.pack(last[0]))
        assert sum(solution.values) == 0
        assert solution.positions <= LIMIT


# The search compared with the solver.


@pytest.mark.long
def test_a_tree_converges_to_the_exact_value_before_chance() -> None:
    """Six cards come in two rows; the best action depends on the row."""
    state = smile.State.parse("2 0 01 a:1*1,b:1 0+0:3/0+0:2/0+1:1,4 34+4 - -4,1,1,1,1,5")
    (action,) = state.legal_actions
    model, draws, packed = KnownHandsModel(), Draws(1, "seat 0"), fast.pack(state)
    tree = Tree(model)
    for _ in range(3000):
        tree.grow(packed, draws)
    exact = solve(state).actions[action][0] + Fraction(1, 3)
    assert exact == Fraction(3, 5)
    assert abs(tree.tried[action].value / 60 - exact) < NEAR
    # Three of the six cards come in 20 ways: 1 1 1 in 4, -4 1 5 in 4, -4 1 1 in 6, 1 1 5 in 6.
    ending = packed.apply(action)
    dealt = Counter(model.deal(ending, draws).words for _ in range(3000))
    assert len(dealt) == 4
    for count, ways in zip(sorted(dealt.values()), (4, 4, 6, 6), strict=True):
        assert abs(count / 3000 - ways / 20) < NEAR


@pytest.mark.long
def test_the_search_is_within_a_fiftieth_of_the_best_value() -> None:
    """Within 0.02 on average with 400 rollouts; with 5,000 for choices that need more."""
    chooser = random.Random(2)
    bot, patient, losses = search("400"), search("5000"), list[Fraction]()
    careless = Fraction(0)
    for table, solution in endgames(chooser, 25, 300):
        actor = table.state.actor
        assert isinstance(actor, int)
        values = worth(table, solution)
        best = max(values.values())
        careless += best - sum(values.values(), Fraction(0)) / len(values)
        losses.append(best - values[bot(table.turn(actor))])
        if losses[-1] > NEAR:
            assert best - values[patient(table.turn(actor))] <= NEAR
    assert sum(losses) / len(losses) <= NEAR
    assert careless / len(losses) > 10 * NEAR  # what somebody loses who does anything allowed
