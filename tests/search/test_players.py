"""Tests of players that search in any game: beliefs, draws, budgets."""

import pickle
from itertools import product
from typing import Any

import pytest

from fireflies.bots import Slices, last, named, names, slices
from fireflies.bots import random as anything
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, Bot, Turn
from fireflies.errors import InvalidData
from fireflies.record import Record, begin
from fireflies.search import StateModel, Tree, search, solve
from fireflies.search.players import finish, player, sampled
from fireflies.smile import fast
from fireflies.table import Table
from tests import kuhn
from tests.helpers import fail_if_called
from tests.kuhn import BET, CARDS, PASS
from tests.search.test_budget import Ticks
from tests.search.walk import Go, Map, Walk, Ways


def turn_of(state: Any, seed: int = 0) -> Turn[Any]:
    """Return the turn of the deciding seat, without a past."""
    return Turn(state, state.actor, lambda: Draws(seed, f"seat {state.actor}"), fail_if_called)


def begun() -> Record[kuhn.State]:
    """Return a play of Kuhn poker without actions."""
    return begin(kuhn.GAME, {}, ["Ann", "Ben"])


# Beliefs.


def a_king(_turn: Turn[Any], _draws: Draws) -> kuhn.State:
    """Return a state in which seat 0 has the king."""
    return kuhn.State(("K", "Q"), "b")


def test_a_player_can_be_sent_to_a_worker() -> None:
    """The processes of an arena get bots as pickles."""
    for bot in (search("50"), search("50", a_king)):
        sent: Bot = pickle.loads(pickle.dumps(bot))  # noqa: S301  # its own pickle
        turns = [turn_of(kuhn.State(("J", "Q"), "b")) for _ in range(2)]
        assert sent(turns[0]) == bot(turns[1])


def test_hidden_cards_do_not_change_the_decision() -> None:
    bot = search("40")
    for seed in range(10):
        for mine in CARDS:
            turns = [turn_of(kuhn.State((mine, card)), seed) for card in CARDS if card != mine]
            one, other = map(bot, turns)
            assert one == other
            assert turns[0].draws.bits() == turns[1].draws.bits()


@pytest.mark.parametrize(("believed", "action"), [("K", PASS), ("J", BET)])
def test_the_decision_depends_on_the_belief(believed: str, action: kuhn.Action) -> None:
    """Seat 1 has the queen and faces a bet: it folds to a king and calls a jack."""
    drawn: list[int] = []

    def belief(turn: Turn[Any], draws: Draws) -> kuhn.State:
        assert draws is turn.draws
        drawn.append(turn.seat)
        return kuhn.State((believed, "Q"), "b")

    bot = search("50s", belief, Ticks(1.0))
    assert {bot(turn_of(kuhn.State((card, "Q"), "b"))) for card in ("J", "K")} == {action}
    assert drawn == [1] * 100  # one for each rollout


def test_dominated_actions_are_not_chosen() -> None:
    """On either seat the king calls a bet, and the jack folds to one."""
    bot = search("400")
    for seed in range(5):
        for other in ("J", "Q"):
            assert bot(turn_of(kuhn.State((other, "K"), "b"), seed)) == BET
            assert bot(turn_of(kuhn.State(("K", other), "pb"), seed)) == BET
        for other in ("Q", "K"):
            assert bot(turn_of(kuhn.State((other, "J"), "b"), seed)) == PASS
            assert bot(turn_of(kuhn.State(("J", other), "pb"), seed)) == PASS


def test_without_secrets_the_best_action_is_chosen() -> None:
    """The belief is the state itself; the solver gives the best action."""
    ways = {"start": (0, "ab"), "a": (1, "cd"), "b": (1, "ef")}
    ends = {"c": 9, "d": -9, "e": 1, "f": 2}
    state = Walk(Map(ways, {end: (pay, -pay) for end, pay in ends.items()}))
    exact = {action: values[0] for action, values in solve(state).actions.items()}
    assert exact == {Go("a"): -9, Go("b"): 1}
    for seed in range(5):
        assert search("100")(turn_of(state, seed)) == Go("b")


def test_a_large_game() -> None:
    """Smile by its contract only, with three seats."""
    table = Table(begin(fast.GAME, {"auctions": 1, "box": ["1", "-2", "4"]}, ["x"] * 3), [None] * 3)
    while table.state.actor == "chance":
        table.play(table.state.legal_actions[0])
    turn = turn_of(table.state)
    assert search("20")(turn) in turn.legal_actions


# Draws and budgets.


def test_search_is_a_player_by_name() -> None:
    assert "search:" in names(kuhn.GAME)
    turn, again = turn_of(kuhn.State(("J", "Q")), 3), turn_of(kuhn.State(("J", "Q")), 3)
    assert named(kuhn.GAME, "search:30")(turn) == search("30")(again)
    assert turn.draws.bits() == again.draws.bits()
    with pytest.raises(InvalidData, match=r"^bot: 'search:0': a budget is a number of rollouts"):
        named(kuhn.GAME, "search:0")


def test_a_seed_determines_the_play() -> None:
    """Also after an undone action."""
    bots = [search("5"), search("5")]
    plays: set[str] = set()
    for seed in range(20):
        table = Table(begun(), bots, seed=seed)
        table.run()
        plays.add(table.record.to_text())
        again = Table(begun(), bots, seed=seed)
        again.run()
        assert again.record == table.record
        while again.undo() is not None and again.state.actor != "chance":
            pass
        again.run()
        assert again.record == table.record
    assert len(plays) > 5


def test_a_single_legal_action_needs_no_search() -> None:
    """It uses no draws and no belief."""
    state = Walk(Map({"start": (0, "a"), "a": (1, "bc")}, {"b": (0, 0), "c": (1, -1)}))
    turn = turn_of(state)
    assert search("5", lambda *_: fail_if_called())(turn) == Go("a")
    assert turn.draws.bits() == Draws(0, "seat 0").bits()


def test_a_player_stops_in_time() -> None:
    """It reads its clock once at the beginning, and once after each rollout."""
    clock, state = Ticks(1.0), kuhn.State(("Q", "J"))
    assert search("10s", clock=clock)(turn_of(state)) == search("10")(turn_of(state))
    assert clock.looks == 11


def test_a_player_stops_when_its_choice_is_certain() -> None:
    """However the rollouts that are left end, no other action can be tried as often."""
    ways: Ways = {"start": (0, "abc"), "b": (CHANCE, ["win", *["loss"] * 3])}
    chances = Walk(Map(ways, {"a": (0, 0), "c": (-1, 1), "win": (1, -1), "loss": (-1, 1)}))
    for state in (chances, kuhn.State(("Q", "J")), kuhn.State(("J", "K"), "b")):
        for seed, rollouts in product(range(5), (1, 2, 9, 60)):
            tree, turn = Tree(StateModel()), turn_of(state, seed)
            for number in range(1, rollouts + 1):
                tree.grow(turn.sample(turn.draws), turn.draws)
                most, second, *_ = sorted([it.visits for it in tree.tried.values()] + [0])[::-1]
                if most - second > rollouts - number:
                    break
            done, action = decided(slices(search(str(rollouts)), turn.again()))
            assert len(done) == sum(it.visits for it in tree.tried.values())
            whole = finish(player(str(rollouts), sampled, StateModel()).grow(turn.again()))
            assert sum(it.visits for it in whole.tried.values()) == rollouts
            assert action == whole.best()


# Slices.


def decided(slices: Slices) -> tuple[list[float], Action]:
    """Return what the slices yield, and the action."""
    shares: list[float] = []
    while True:
        try:
            shares.append(next(slices))
        except StopIteration as end:
            return shares, end.value


def test_a_search_in_slices_chooses_as_in_one_call() -> None:
    """And tells the share that is done; its draws are the same."""
    for seed in range(10):
        one, other = (turn_of(kuhn.State(("Q", "J")), seed) for _ in range(2))
        shares, action = decided(slices(search("8"), one))
        assert shares == [number / 8 for number in range(len(shares))]
        assert 4 < len(shares) <= 8
        assert action == search("8")(other)
        assert one.draws.bits() == other.draws.bits()


def test_seconds_go_on_between_the_slices() -> None:
    """Nine of ten seconds pass after the first slice: the search ends a second later."""
    clock = Ticks(1.0)
    begun = slices(search("10s", clock=clock), turn_of(kuhn.State(("Q", "J"))))
    assert next(begun) == 0
    clock.looks += 8
    shares, action = decided(begun)
    assert shares == [0.9]
    assert action in (BET, PASS)


def test_a_bot_without_slices_decides_at_once() -> None:
    """And so does a search that has nothing to choose."""
    turn = turn_of(kuhn.State(("Q", "J")))
    assert decided(slices(last, turn)) == ([], BET)
    only = turn_of(Walk(Map({"start": (0, "a")}, {"a": (0, 0)})))
    assert decided(slices(search("5"), only)) == ([], Go("a"))


def test_a_whole_play_ends() -> None:
    """Against a random player, on each seat."""
    for bots in ([search("10"), anything], [anything, search("10")]):
        assert Table(begun(), bots, seed=1).run().outcome is not None
