"""Tests of analyses: what a search finds out about each legal action."""

from dataclasses import replace
from typing import Any, Final

import pytest

from fireflies import festival, games, smile
from fireflies._typing import override
from fireflies.bots import first, named
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Bot, Sight, State, Turn
from fireflies.games import Game
from fireflies.record import begin
from fireflies.search import (
    StateModel,
    advantages,
    analyse,
    model_of,
    player,
    sampled,
    search,
    shares,
    solve,
)
from fireflies.smile.fast import pack
from fireflies.table import Table
from fireflies.testing.sampling import random_states
from tests import kuhn
from tests.kuhn import BET, PASS
from tests.search.walk import Go, Map, Walk

GAMES: Final = (*games.names(), "kuhn")


def turn_at(state: Any) -> Turn[Any]:
    """Return the turn of the deciding seat in a play that began in this state."""
    seat, seen = state.actor, (Sight[Any]((), state.view(state.actor)),)
    return Turn(state, seat, lambda: Draws(0, f"seat {seat}"), lambda: seen)


def turns_of(name: str, count: int = 6) -> list[Turn[Any]]:
    """Return turns with their past, from a random play of a game."""
    game = games.get(name)
    seats = game.set_up({}).start.seats
    table = Table(begin(game, {}, ["x"] * seats), [None] * seats, seed=3)
    chooser, found = Draws(5, "play"), list[Turn[Any]]()
    while len(found) < count and isinstance(table.run().actor, int):
        seat = table.state.actor
        assert isinstance(seat, int)
        found.append(table.turn(seat))
        table.play(chooser.choose(table.state.legal_actions))
    return found


@pytest.mark.usefixtures("kuhn_installed")
@pytest.mark.parametrize("name", GAMES)
def test_the_first_one_is_the_choice_of_the_bot(name: str) -> None:
    """With the same budget and draws, which the analysis does not use up."""
    bot = named(games.get(name), "search:12")
    for turn in turns_of(name):
        found = analyse(turn, "12")
        assert analyse(turn, "12", games.get(name)) == found
        assert bot(turn) == found[0].action


@pytest.mark.usefixtures("kuhn_installed")
@pytest.mark.parametrize("name", GAMES)
def test_each_legal_action_is_there_once_and_the_most_visited_first(name: str) -> None:
    """Each rollout begins with one of them; what has no rollout has no value, and comes last."""
    for turn in turns_of(name):
        found = analyse(turn, "12")
        assert {it.action for it in found} == {*turn.legal_actions}
        assert len(found) == len(turn.legal_actions)
        assert sum(it.visits for it in found) == 12
        tried = [it for it in found if it.visits]
        assert found[len(tried) :] == tuple([(it, 0, None) for it, _, _ in found[len(tried) :]])
        worth = [(it.visits, it.value or 0) for it in tried]
        assert worth == sorted(worth, reverse=True)


@pytest.mark.usefixtures("kuhn_installed")
@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_does_not_change_an_analysis(name: str) -> None:
    states = random_states(games.get(name).set_up({}).start, 4)
    pairs = [
        (state, other)
        for state in states[:: max(1, len(states) // 12)]
        if isinstance(state.actor, int)
        for number in range(9)
        if (other := state.alike(state.actor, Draws(number, "others"))) != state
    ][::9][:4]
    assert pairs
    for one, other in pairs:
        assert analyse(turn_at(one), "6") == analyse(turn_at(other), "6")


def test_values_are_returns_of_the_seat_that_decides() -> None:
    """Seat 1 decides between a loss of 2 and a win of 3; the values are its own."""
    state = Walk(Map({"start": (1, "ab")}, {"a": (2, -2), "b": (-3, 3)}))
    best, worst = analyse(turn_at(state), "40")
    assert (best.action, best.value) == (Go("b"), 3)
    assert (worst.action, worst.value) == (Go("a"), -2)
    assert best.visits > worst.visits
    assert best.visits + worst.visits == 40


def test_values_of_smile_are_returns_too() -> None:
    """They are those of the solver where no chance is left, also at a packed state."""
    state = smile.State.parse("1 0 01 a:1*1,b:1*5 0+0/0+0/3+0:2 26+5 - -")
    exact = {action: float(values[0]) for action, values in solve(state).actions.items()}
    assert sorted(exact.values()) == pytest.approx([-1 / 3, 2 / 3])
    for turn in (turn_at(state), turn_at(pack(state))):
        found = analyse(turn, "30")
        assert {it.action: it.value for it in found} == pytest.approx(exact)


def test_a_single_legal_action_has_a_value() -> None:
    (only,) = analyse(turn_at(Walk(Map({"start": (0, "a")}, {"a": (5, -5)}))), "3")
    assert only == (Go("a"), 3, 5)


def test_a_game_may_try_few_of_its_actions() -> None:
    """Festival's own search begins with three: by the search of any game all would be tried."""
    game = festival.GAME
    turn = next(it for it in turns_of("festival", 40) if len(it.legal_actions) > 3)
    assert sum(it.visits > 0 for it in analyse(turn, "9")) == 3
    assert sum(it.visits > 0 for it in analyse(turn, "40")) > 3
    plain = replace(game, searches={})
    assert sum(it.visits > 0 for it in analyse(turn, "10", plain)) > 3


class Blind(StateModel):
    """A model that tries the last action only, and tells values a hundred times as large."""

    @override
    def actions(self, state: State, /) -> list[Any]:
        return [*state.legal_actions[-1:]]

    @override
    def told(self, value: float, seats: int, /) -> float:
        return value * 100 * seats


def with_search(own: Bot | None) -> Game[kuhn.State]:
    """Return Kuhn poker with a search of its own; None for one that refuses every budget."""

    def made(setting: str) -> Bot:
        if own is None:
            raise ValueError(setting)
        return own

    return replace(kuhn.GAME, searches={"search": made})


def test_a_game_that_is_not_registered_can_be_given() -> None:
    """Its own search is used if it is one that the library can ask, or else that of any game."""
    state = kuhn.State(("K", "Q"), "pb")
    usual = analyse(turn_at(state), "10")
    assert {it.action: it.value for it in usual} == {PASS: -1, BET: 2}
    (bet, fold) = analyse(turn_at(state), "10", with_search(player("7", sampled, Blind())))
    assert (bet, fold) == ((BET, 7, 400), (PASS, 0, None))
    for other in (with_search(first), with_search(None), kuhn.GAME):
        assert analyse(turn_at(state), "10", other) == usual


@pytest.mark.parametrize("budget", ["", "0", "many", "1000001", "61s", "-1s"])
def test_what_is_no_budget_is_refused(budget: str) -> None:
    for game in ("smile", "festival"):
        with pytest.raises(ValueError, match=r"^a budget is a number of rollouts from 1"):
            analyse(turns_of(game, 1)[0], budget)


def test_a_seat_that_does_not_decide_has_no_analysis() -> None:
    table = Table(begin(kuhn.GAME, {}, ["Ann", "Ben"]), [None] * 2)
    with pytest.raises(ValueError, match=r"^seat 1 has nothing to decide here: chance decides$"):
        analyse(table.turn(1), "9")
    table.run()
    with pytest.raises(ValueError, match=r"^seat 1 has nothing to decide here: seat 0 decides$"):
        analyse(table.turn(1), "9")
    table.play(BET)
    table.play(PASS)
    with pytest.raises(ValueError, match=r"^seat 0 has nothing to decide here: nobody decides$"):
        analyse(table.turn(0), "9")


def test_a_turn_of_another_game_is_refused() -> None:
    turn = turn_at(kuhn.State(("K", "Q")))
    with pytest.raises(ValueError, match=r"^this turn is not one of Smile$"):
        analyse(turn, "9", smile.GAME)
    assert analyse(turn, "9", kuhn.GAME)


def test_another_game_with_the_same_name_is_not_the_registered_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its search is not asked about states that it does not know."""
    turn = turn_at(kuhn.State(("K", "Q"), "pb"))
    usual = analyse(turn, "9")
    monkeypatch.setattr(games, "get", lambda _: smile.GAME)
    assert analyse(turn, "9") == usual
    assert search("9")(turn) == usual[0].action


def finished(game: Game[Any], seed: int) -> Any:
    """Return a state at the end of a random play."""
    state, draws = game.set_up({}).fastest_start, Draws(seed, "play")
    while state.actor is not None:
        state = model_of(game).deal(state, draws) if state.actor == CHANCE else state
        if isinstance(state.actor, int):
            state = state.apply(draws.choose(state.legal_actions))
    return state


@pytest.mark.usefixtures("kuhn_installed")
@pytest.mark.parametrize("name", GAMES)
def test_the_winners_of_a_finished_play_have_the_highest_returns(name: str) -> None:
    """The returns add up to zero; where only the victory counts, they are those of the play."""
    game = games.get(name)
    model = model_of(game)
    for seed in range(2):
        state = finished(game, seed)
        found = model.returns(model.play_out(state, Draws(0, "rollout"), model.horizon))
        expected = [*map(float, state.outcome.returns)]
        assert sum(found) == pytest.approx(0)
        assert min(found[it] for it in state.outcome.winners) == pytest.approx(max(found))
        if name in {"smile", "kuhn"}:
            assert found == pytest.approx(expected)


@pytest.mark.parametrize(
    ("worth", "returns"),
    [
        ([60, 0], [1 / 2, -1 / 2]),
        ([7, 67, 7], [-1 / 3, 2 / 3, -1 / 3]),
        ([30, 30, 0, 0], [1 / 4, 1 / 4, -1 / 4, -1 / 4]),
        ([5, 5, 5], [0, 0, 0]),
    ],
)
def test_shares_are_returns_of_victories(worth: list[float], returns: list[float]) -> None:
    """A victory is worth 60 here, and two winners share it; equal points change nothing."""
    assert shares(advantages(worth), 60) == pytest.approx(returns)
