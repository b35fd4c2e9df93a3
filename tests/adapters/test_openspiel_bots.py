"""Our bots in OpenSpiel play as at our tables, and its search gets values and priors."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts

from fireflies import games
from fireflies.adapters import openspiel
from fireflies.adapters._numbers import next_seed
from fireflies.adapters.openspiel import SpielState
from fireflies.adapters.openspiel_bots import SpielBot, SpielEvaluator
from fireflies.bots import first, named
from fireflies.contract import Action, IllegalAction, Sight, Turn
from fireflies.errors import InvalidData
from fireflies.record import begin
from fireflies.smile import Bid
from fireflies.table import Table

openspiel.register()

NAMES: Final = ("smile", "festival", "misbehavin")
each_game = pytest.mark.parametrize("name", NAMES)
PLAYERS: Final = ("greedy", "random", "search:2")


def load(name: str, **parameters: int | str) -> pyspiel.Game:
    """Return one of our games in OpenSpiel, for three."""
    return pyspiel.load_game(f"fireflies_{name}", {"players": 3, **parameters})


def dealt(state: pyspiel.State, chooser: np.random.RandomState) -> pyspiel.State:
    """Return a state after chance has acted."""
    while state.is_chance_node():
        state.apply_action(int(chooser.choice(state.legal_actions())))
    return state


def decisions(game: pyspiel.Game, seed: int = 1) -> Iterator[SpielState]:
    """Yield the state at each decision of a seat in a random play."""
    chooser = np.random.RandomState(seed)
    state = dealt(game.new_initial_state(), chooser)
    while not state.is_terminal():
        copy = state.clone()
        assert isinstance(copy, SpielState)
        yield copy
        state.apply_action(int(chooser.choice(state.legal_actions())))
        dealt(state, chooser)


def after(game: pyspiel.Game, count: int, seed: int = 1) -> SpielState:
    """Return the state after so many random decisions of seats."""
    return next(islice(decisions(game, seed), count, None))


def actions_at_a_table(name: str, seed: int) -> list[str]:
    """Return the actions of our bots at a table with this seed."""
    game = games.get(name)
    bots = [named(game, player) for player in PLAYERS]
    table = Table(begin(game, {"players": 3}, PLAYERS), bots, seed=seed)
    table.run()
    return [*map(str, table.record.actions)]


def assert_plays(bots: list[SpielBot], game: pyspiel.Game, actions: list[str]) -> None:
    """Check that the bots choose these actions, with those of chance as they are there."""
    state = game.new_initial_state()
    for text in actions:
        if not state.is_chance_node():
            seat = state.current_player()
            assert state.action_to_string(seat, bots[seat].step(state)) == text
        state.apply_action(state.string_to_action(text))


@each_game
@pytest.mark.parametrize("seed", [5, 6])
def test_bots_play_as_at_a_table_with_the_same_seed(name: str, seed: int) -> None:
    """The beginning of a play; another seed gives another one."""
    game, actions = load(name), actions_at_a_table(name, seed)
    assert_plays([SpielBot(game, player, seed) for player in PLAYERS], game, actions[:90])
    with pytest.raises(AssertionError):
        assert_plays([SpielBot(game, player, seed + 1) for player in PLAYERS], game, actions[:90])


def test_a_restart_begins_the_next_play() -> None:
    """But not before the first decision; the next play has the next seed."""
    game = load("smile")
    bots = [SpielBot(game, player, 5) for player in PLAYERS]
    begun = game.new_initial_state()
    for seed in (5, next_seed(5), next_seed(next_seed(5))):
        for bot in bots:
            bot.restart_at(begun)
            bot.restart()
        assert_plays(bots, game, actions_at_a_table("smile", seed))


def test_a_bot_may_play_several_seats_and_several_states_in_turn() -> None:
    """Its draws are those of the seat and of its decision in this play."""
    game = load("smile")
    one, states = SpielBot(game, "random", 3), [*decisions(game, 1), *decisions(game, 2)]
    for state in (*states[::7], *states[::-7]):
        assert one.step(state) == SpielBot(game, "random", 3).step(state)


@each_game
def test_openspiel_plays_our_bots(name: str) -> None:
    """In C++ and in Python, with a bot of its own among them."""
    game, chooser = load(name), np.random.RandomState(1)
    bots = [SpielBot(game, "greedy"), SpielBot(game, "random"), SpielBot(game, first)]
    assert sum(pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)) == pytest.approx(0)
    search = mcts.MCTSBot(game, 1.0, 3, SpielEvaluator(game), random_state=chooser)
    state = after(game, 25)
    result = evaluate_bots.evaluate_bots(state, [search, *bots[:2]], chooser)
    assert state.is_terminal()
    assert result == state.returns()


class Watching:
    """A bot that keeps its turns."""

    def __init__(self) -> None:
        self.turns: list[Turn[Any]] = []

    def __call__(self, turn: Turn[Any]) -> Action:
        """Take the last legal action."""
        self.turns.append(turn)
        action: Action = turn.legal_actions[-1]
        return action


@each_game
def test_a_bot_gets_the_view_and_the_past_of_its_seat(name: str) -> None:
    """The same as the observation and as the information state have them."""
    watching, state = Watching(), after(load(name), 12)
    SpielBot(state.get_game(), watching).step(state)
    (turn,) = watching.turns
    seat = state.current_player()
    assert (turn.seat, turn.view.observer) == (seat, seat)
    assert state.observation_string(seat) == f"seat {seat}: {turn.view.position}"
    seen = turn.information_state()
    assert {sight.view.observer for sight in seen} == {seat}
    assert len(seen) == 1 + len(state.history())
    lines = state.information_state_string(seat).splitlines()[1:]
    assert [str(it.action) for it in seen[1:]] == [line.partition(" (")[0] for line in lines]


def test_a_bot_has_seen_nothing_of_what_was_before_a_resampled_state() -> None:
    watching, state = Watching(), after(load("misbehavin"), 12)
    seat = state.current_player()
    drawn = state.resample_from_infostate(seat, lambda: 0.3)
    bot = SpielBot(state.get_game(), watching)
    bot.step(state)
    drawn.apply_action(bot.step(drawn))
    before, later = (turn.information_state() for turn in watching.turns)
    assert later == (Sight((), before[-1].view),)
    dealt(drawn, np.random.RandomState(1))
    bot.step(drawn)
    assert len(watching.turns[-1].information_state()) == 1 + len(drawn.history())


OTHER: Final = pyspiel.load_game("tic_tac_toe")


@pytest.mark.parametrize("make", [SpielBot, SpielEvaluator])
@pytest.mark.parametrize(
    ("game", "bot", "seed", "message"),
    [
        (OTHER, "random", 0, r"^game: 'tic_tac_toe\(\)' is not a game of fireflies$"),
        (load("smile"), "gredy", 0, r"^bot: no player is called 'gredy'; there are: random, "),
        (load("smile"), "search:no", 0, r"^bot: 'search:no': a budget is a number of rollouts"),
        (load("smile"), 7, 0, r"^bot: 7 is neither a name nor a function$"),
        (load("smile"), "random", -1, r"^a seed is a whole number from 0 to 2\*\*64 - 1, not -1$"),
    ],
)
def test_wrong_arguments_are_refused(
    make: Callable[..., object], game: pyspiel.Game, bot: object, seed: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        make(game, bot, seed=seed)


def test_a_bot_decides_only_for_a_seat_of_its_game() -> None:
    game = load("smile")
    bot, state = SpielBot(game, "first"), game.new_initial_state()
    with pytest.raises(ValueError, match=r"^a bot can't decide here: chance is to act$"):
        bot.step(state)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match=r"^a bot can't decide here: nobody is to act$"):
        bot.step(state)
    for other in (load("festival"), OTHER):
        wrong = other.new_initial_state()
        for question in (bot.step, SpielEvaluator(game).evaluate, SpielEvaluator(game).prior):
            with pytest.raises(ValueError, match=r"^a state of fireflies_smile is wanted, not one"):
                question(wrong)


def test_an_illegal_action_of_a_bot_is_refused() -> None:
    state = after(load("smile"), 0)
    with pytest.raises(IllegalAction, match=r"^smile\.bid\.lowest-card: .* can't 'bid e'"):
        SpielBot(state.get_game(), lambda _: Bid("e")).step(state)


@each_game
@pytest.mark.parametrize("bot", [None, "greedy"])
def test_values_are_returns(name: str, bot: str | None) -> None:
    """Within their bounds, reproducible, and at the end those of the play."""
    game = load(name)
    state, evaluators = after(game, 12), [SpielEvaluator(game, bot, seed=4) for _ in range(2)]
    before = str(state)
    pairs = [tuple(list(it.evaluate(state)) for it in evaluators) for _ in range(2)]
    for one, other in pairs:
        assert one == other
        assert all(game.min_utility() <= value <= game.max_utility() for value in one)
    assert str(state) == before
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert list(evaluators[0].evaluate(state)) == state.returns()


def test_a_value_is_the_mean_of_its_rollouts() -> None:
    """The draws of a value go on where those of the one before ended."""
    game = load("smile")
    state, single, several = after(game, 12), SpielEvaluator(game), SpielEvaluator(game, None, 4)
    mean = np.mean([single.evaluate(state) for _ in range(4)], axis=0)
    assert several.evaluate(state) == pytest.approx(mean)
    assert len({tuple(single.evaluate(state)) for _ in range(40)}) > 1


def test_chance_differs_from_rollout_to_rollout() -> None:
    state = after(load("smile"), 0)
    evaluator = SpielEvaluator(state.get_game(), first)
    assert len({tuple(evaluator.evaluate(state)) for _ in range(20)}) > 1


def test_a_bot_plays_on_for_the_score() -> None:
    """In the last auction, where nothing is left to chance, it is the score after its play."""
    game = load("smile", utility="score")
    state = next(it for it in decisions(game) if str(it).startswith("10 "))
    value = SpielEvaluator(game, "greedy", 2).evaluate(state)
    bot = SpielBot(game, "greedy")
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert list(value) == state.returns()
    assert len({*value}) > 1


def test_an_estimate_beyond_the_utilities_is_cut() -> None:
    """A model may value a play above a victory."""
    evaluator = SpielEvaluator(load("festival"))
    state = after(load("festival"), 12)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(evaluator._model), "play_out", lambda *_: [900, -400, -500])
        value = evaluator.evaluate(state)
    assert list(value) == pytest.approx([2 / 3, -1 / 3, -1 / 3])


@pytest.mark.parametrize("rollouts", [0, 1001, True, 1.0])
def test_wrong_counts_of_rollouts_are_refused(rollouts: int) -> None:
    with pytest.raises(InvalidData, match=r"^rollouts: a whole number from 1 to 1000 is wanted"):
        SpielEvaluator(load("smile"), None, rollouts)


def test_no_estimate_counts_points() -> None:
    with pytest.raises(
        InvalidData, match=r"^bot: an own estimate counts wins, not the score: name"
    ):
        SpielEvaluator(load("smile", utility="score"))


@each_game
def test_priors_are_those_of_the_own_search(name: str) -> None:
    """All legal actions, ascending; more than 0 for what the game's own search tries."""
    game = load(name)
    evaluator, watching = SpielEvaluator(game), Watching()
    for count in (0, 12, 25):
        state = after(game, count)
        prior = dict(evaluator.prior(state))
        assert [*prior] == state.legal_actions()
        assert sum(prior.values()) == pytest.approx(1)
        SpielBot(game, watching).step(state)
        chosen = {
            state.string_to_action(str(named(games.get(name), player)(watching.turns[-1].again())))
            for player in ("greedy", "search:30")
        }
        assert {number for number, chance in prior.items() if chance} >= chosen
    begun = load("smile").new_initial_state()
    assert SpielEvaluator(load("smile")).prior(begun) == begun.chance_outcomes()


def test_priors_leave_out_what_the_own_search_does_not_try_at_first() -> None:
    """In Misbehavin' it begins with four actions."""
    state = next(it for it in decisions(load("misbehavin")) if len(it.legal_actions()) > 4)
    chances = [chance for _, chance in SpielEvaluator(state.get_game()).prior(state)]
    assert {*chances} == {0, 1 / 4}
    assert chances.count(1 / 4) == 4


@each_game
def test_openspiels_searches_take_values_and_priors(name: str) -> None:
    """The first by upper bounds and by priors; the second over information sets."""
    game, chooser = load(name), np.random.RandomState(1)
    state, evaluator = after(game, 12), SpielEvaluator(game)
    selections = mcts.SearchNode.uct_value, mcts.SearchNode.puct_value
    players: list[pyspiel.Bot] = [
        mcts.MCTSBot(game, 1.0, 30, evaluator, random_state=chooser, child_selection_fn=selection)
        for selection in selections
    ]
    players.append(ismcts.ISMCTSBot(game, evaluator, 1.0, 30, random_state=chooser))
    for player in players:
        assert player.step(state) in state.legal_actions()
