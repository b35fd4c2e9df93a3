"""Tests of Kuhn poker in our adapter, compared with OpenSpiel's own game."""

import pickle
from collections.abc import Iterator
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from open_spiel.python.policy import TabularPolicy

from fireflies.adapters import openspiel
from fireflies.adapters.openspiel import SpielGame, SpielState
from tests.adapters.test_openspiel_checks import failures


@pytest.fixture
def game(kuhn: str) -> SpielGame:
    """Return our game."""
    assert f"fireflies_{kuhn}" in openspiel.register()
    return load()


def load(**parameters: int) -> SpielGame:
    """Return our game with these parameters; it has to be registered."""
    game = pyspiel.load_game("fireflies_kuhn", parameters)
    assert isinstance(game, SpielGame)
    return game


def all_states(state: pyspiel.State) -> Iterator[pyspiel.State]:
    """Return this state and all states that can follow."""
    yield state
    for action in state.legal_actions():
        yield from all_states(state.child(action))


def test_every_play_is_equal_to_openspiels(game: SpielGame) -> None:
    """Actors, actions, probabilities, information states and returns."""
    theirs = pyspiel.load_game("kuhn_poker")
    assert (game.min_utility(), game.max_utility()) == (-2, 2)
    assert (game.min_utility(), game.max_utility()) == (theirs.min_utility(), theirs.max_utility())
    assert game.utility_sum() == theirs.utility_sum() == 0
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert game.num_distinct_actions() == theirs.num_distinct_actions()
    assert game.max_chance_outcomes() == theirs.max_chance_outcomes()

    known: set[tuple[int, str, str]] = set()
    ends = 0
    waiting: list[tuple[pyspiel.State, pyspiel.State]]
    waiting = [(game.new_initial_state(), theirs.new_initial_state())]
    while waiting:
        ours, other = waiting.pop()
        assert ours.current_player() == other.current_player()
        assert ours.is_terminal() == other.is_terminal()
        assert ours.legal_actions() == other.legal_actions()
        assert ours.returns() == other.returns()
        ends += ours.is_terminal()
        if ours.is_chance_node():
            assert dict(ours.chance_outcomes()) == pytest.approx(dict(other.chance_outcomes()))
        elif not ours.is_terminal():
            for seat in (0, 1):
                one, two = (state.information_state_string(seat) for state in (ours, other))
                known.add((seat, one, two))
        waiting.extend((ours.child(action), other.child(action)) for action in ours.legal_actions())
    assert ends == 30
    # As many information states as theirs, one for each of theirs.
    assert len(known) == len({(seat, one) for seat, one, _ in known})
    assert len(known) == len({(seat, two) for seat, _, two in known}) == 24


def test_it_passes_openspiels_checks(game: SpielGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has as many states and information states as OpenSpiel's game."""
    for counts in (api_test.TOTAL_NUM_STATES, api_test.PERFECT_RECALL_NUM_STATES):
        monkeypatch.setitem(counts, "fireflies_kuhn", counts["kuhn_poker"])
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
    ours = game

    class Checks(api_test.EnforceAPIOnFullTreeBase):
        """OpenSpiel's checks of this game."""

        game_name = "fireflies_kuhn"
        game = ours

    assert failures(Checks) == []


def worth(state: pyspiel.State, policy: TabularPolicy) -> float:
    """Return the mean return of the first player when both play by this policy."""
    if state.is_terminal():
        return state.returns()[0]
    chances = (
        dict(state.chance_outcomes())
        if state.is_chance_node()
        else policy.action_probabilities(state)
    )
    return sum(chance * worth(state.child(action), policy) for action, chance in chances.items())


def test_cfr_finds_the_value_of_the_game(game: SpielGame) -> None:
    """The first player loses one chip in 18 games."""
    solver = cfr.CFRSolver(game)
    assert abs(worth(game.new_initial_state(), solver.average_policy()) + 1 / 18) > 0.01
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert worth(game.new_initial_state(), policy) == pytest.approx(-1 / 18, abs=0.01)
    assert exploitability.nash_conv(game, policy) < 0.05


@pytest.mark.parametrize(
    ("texts", "best"),
    [
        (("deal Q", "deal K", "bet"), "bet"),
        (("deal J", "deal K", "pass", "bet"), "pass"),
        (("deal J", "deal K", "pass"), "bet"),
        (("deal Q", "deal J", "bet"), "pass"),
    ],
)
def test_information_set_mcts_finds_dominant_actions(
    game: SpielGame, texts: tuple[str, ...], best: str
) -> None:
    """The king calls, the jack folds."""
    state = game.new_initial_state()
    for text in texts:
        state.apply_action(state.string_to_action(text))
    chooser = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chooser)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 500, random_state=chooser)
    policy = dict(bot.get_policy(state))
    assert sorted(policy) == state.legal_actions()
    assert policy[state.string_to_action(best)] == 1


def test_a_resampled_state_has_the_same_information_state(game: SpielGame) -> None:
    """In every state of every play; every possible state is returned."""
    for state in all_states(game.new_initial_state()):
        for seat in (0, 1):
            text, tensor = (
                state.information_state_string(seat),
                state.information_state_tensor(seat),
            )
            sampler = pyspiel.UniformProbabilitySampler(3, 0.0, 1.0)
            drawn = [state.resample_from_infostate(seat, sampler) for _ in range(12)]
            for other in drawn:
                assert other.information_state_string(seat) == text
                assert other.information_state_tensor(seat) == tensor
                assert other.observation_string(seat) == state.observation_string(seat)
                assert other.current_player() == state.current_player()
            possible = {
                str(other)
                for other in all_states(game.new_initial_state())
                if other.information_state_string(seat) == text
            }
            assert {str(other) for other in drawn} == possible


@pytest.mark.parametrize("seed", range(10))
def test_a_resampled_state_continues_with_the_same_information_states(
    game: SpielGame, seed: int
) -> None:
    """Until cards are revealed."""
    chooser = Random(seed)
    state = game.new_initial_state()
    for _ in range(chooser.randint(1, 3)):
        state.apply_action(chooser.choice(state.legal_actions()))
    seat = chooser.randrange(2)
    drawn = state.resample_from_infostate(seat, chooser.random)
    while not state.is_terminal():
        if state.is_chance_node():
            number = chooser.choice(sorted({*state.legal_actions(), *drawn.legal_actions()}))
            if number not in state.legal_actions() or number not in drawn.legal_actions():
                return  # the card is in another place
        else:
            assert drawn.legal_actions() == state.legal_actions()
            number = chooser.choice(state.legal_actions())
        state.apply_action(number)
        drawn.apply_action(number)
        if state.observation_string(seat) == drawn.observation_string(seat):
            assert drawn.information_state_string(seat) == state.information_state_string(seat)
            assert drawn.information_state_tensor(seat) == state.information_state_tensor(seat)
    assert drawn.is_terminal()
    assert sum(drawn.returns()) == 0
    assert max(drawn.returns()) in (1, 2)


def bet(game: SpielGame) -> SpielState:
    """Return the state in which seat 1, with the queen, faces a bet."""
    state = game.new_initial_state()
    for text in ("deal K", "deal Q", "bet"):
        state.apply_action(state.string_to_action(text))
    return state


def test_other_seats_of_a_resampled_state_have_a_spectators_past_and_their_view(
    game: SpielGame,
) -> None:
    """The expected texts are written by hand; later actions are added as that seat sees them."""
    drawn = bet(game).resample_from_infostate(1, lambda: 0.0)
    assert str(drawn) in {"KQ b", "JQ b"}
    card = str(drawn)[0]
    public = (
        "spectator\ndeal ? (seat 0 is dealt a card)\n"
        "deal ? (seat 1 is dealt a card)\nbet (seat 0: bet)"
    )
    now = f"seat 0 sees {card}? b; its past is unknown, except:\n{public}"
    assert drawn.information_state_string(0) == now
    assert drawn.information_state_tensor(0)[-5:] == [6, 6, 2, 0, 0]
    assert drawn.information_state_tensor(0)[:-5] == drawn.observation_tensor(0)
    drawn.apply_action(drawn.string_to_action("pass"))
    end = "pass (seat 1: pass; seat 0 takes the pot)"
    assert drawn.information_state_string(0) == f"{now}\n{end}"
    assert drawn.information_state_tensor(0)[-5:] == [6, 6, 2, 1, 0]
    assert drawn.information_state_string(1).endswith(f"bet (seat 0: bet)\n{end}")


def test_a_resampled_state_can_be_resampled(game: SpielGame) -> None:
    chooser = Random(2)
    state = bet(game)
    drawn = state.resample_from_infostate(1, chooser.random)
    for seat in (0, 1):
        again = drawn.resample_from_infostate(seat, chooser.random)
        assert again.information_state_string(seat) == drawn.information_state_string(seat)
        assert again.information_state_tensor(seat) == drawn.information_state_tensor(seat)
        if seat == 1:
            assert again.information_state_string(1) == state.information_state_string(1)


def test_a_resampled_state_survives_a_copy_and_a_pickle(game: SpielGame) -> None:
    drawn = bet(game).resample_from_infostate(1, lambda: 0.9)
    assert drawn.history() == []
    assert bet(game).history() != []
    drawn.apply_action(1)
    text = pyspiel.serialize_game_and_state(game, drawn)
    for copy in (
        drawn.clone(),
        pickle.loads(pickle.dumps(drawn)),  # noqa: S301  # our own
        pyspiel.deserialize_game_and_state(text)[1],
    ):
        assert str(copy) == str(drawn)
        assert copy.history() == drawn.history() == [1]
        assert copy.returns() == drawn.returns()
        for seat in (0, 1):
            assert copy.information_state_string(seat) == drawn.information_state_string(seat)
            assert copy.information_state_tensor(seat) == drawn.information_state_tensor(seat)


def test_a_short_memory_has_the_last_actions(game: SpielGame) -> None:
    """Also those from before the state was resampled."""
    short = load(max_game_length=2)
    assert short.max_game_length() == 2 < game.max_game_length()
    state = bet(short)
    assert state.information_state_tensor(1)[-2:] == [4, 2]
    drawn = state.resample_from_infostate(1, lambda: 0.3)
    assert drawn.information_state_tensor(1)[-2:] == [4, 2]
    assert drawn.information_state_tensor(0)[-2:] == [6, 2]
    drawn.apply_action(0)
    assert drawn.information_state_tensor(1)[-2:] == [2, 1]
    assert drawn.information_state_tensor(0)[-2:] == [2, 1]


def test_an_observer_that_has_seen_other_plays_writes_what_a_new_one_writes(
    game: SpielGame,
) -> None:
    """It keeps the first tensor, and what each seat had seen of the latest play."""
    recall = pyspiel.IIGObservationType(perfect_recall=True)
    used, states = game.make_py_observer(recall), list[pyspiel.State]([game.new_initial_state()])
    assert used is not None
    while states:  # a state is followed by one after it, or by one of another play
        state = states.pop()
        assert isinstance(state, SpielState)
        for player in (0, 1):
            new = game.make_py_observer(recall)
            assert new is not None
            used.set_from(state, player)
            new.set_from(state, player)
            assert used.tensor.tolist() == new.tensor.tolist()
        if not state.is_terminal():
            states.extend(state.child(action) for action in state.legal_actions())
