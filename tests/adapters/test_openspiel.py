"""Tests of our games in OpenSpiel: the same plays, views and results."""

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final, cast

import numpy as np
import pyspiel
import pytest

from fireflies import games, smile
from fireflies.adapters import openspiel
from fireflies.adapters.openspiel import Observer, SpielGame, SpielState
from fireflies.contract import CHANCE, IllegalAction, InvalidOptions
from fireflies.errors import InvalidData
from fireflies.record import begin
from tests.smile.plays import random_options

NAME: Final = openspiel.short_name(smile.GAME)
openspiel.register()
CURRENT: Final = pyspiel.IIGObservationType(perfect_recall=False)
RECALL: Final = pyspiel.IIGObservationType(perfect_recall=True)


@pytest.fixture
def box(tmp_path: Path) -> Callable[[object], str]:
    """Return a function that writes the file of a box and returns its path."""

    def write(cards: object) -> str:
        path = tmp_path / "box.toml"
        path.write_text(f"cards = {cards!r}\n".replace("'", '"'), encoding="utf-8")
        return str(path)

    return write


def load(**parameters: int | str) -> SpielGame:
    """Return Smile with these parameters."""
    game = pyspiel.load_game(NAME, parameters)
    assert isinstance(game, SpielGame)
    return game


def step(state: pyspiel.State, text: str) -> None:
    """Carry out the action of this text."""
    player = state.current_player()
    (number,) = [n for n in state.legal_actions() if state.action_to_string(player, n) == text]
    state.apply_action(number)


def test_the_games_with_tensors_are_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """It can be done twice; other games are left out."""
    assert NAME == "fireflies_smile"
    assert openspiel.register() == (NAME, "fireflies_festival", "fireflies_misbehavin")
    assert pyspiel.registered_names().count(NAME) == 1
    mute = replace(
        smile.GAME,
        name="mute",
        set_up=lambda given: replace(smile.set_up(given), tensors=None),
    )
    monkeypatch.setattr(games, "usable", lambda: {"smile": smile.GAME, "mute": mute})
    assert openspiel.register() == (NAME,)
    assert "fireflies_mute" not in pyspiel.registered_names()


def test_the_parameters_are_the_options() -> None:
    """With the game's defaults; the box is a file, and there is one more for the utility."""
    assert load().get_parameters() == {
        "players": 3,
        "starting_player": 0,
        "auctions": 10,
        "beads": 6,
        "box": "",
        "utility": "win",
        "max_game_length": 0,
    }
    five = pyspiel.load_game(f"{NAME}(players=5,starting_player=4,beads=7)")
    assert five.num_players() == 5
    state = five.new_initial_state()
    assert str(state).startswith("1 4 40123 - 7+0/7+0/7+0/7+0/7+0 0+5 - ")


def test_a_box_comes_from_a_file(box: Callable[[object], str]) -> None:
    """The cards of chance are those in the file."""
    game = load(box=box(["3", "3", "-1 red"]), auctions=1)
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 2 / 3)]
    assert [state.action_to_string(-1, n) for n in (0, 1)] == ["reveal -1 red", "reveal 3"]


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        (
            "players=2",
            InvalidOptions,
            "players: a whole number from 3 to 5 is wanted, not 2",
        ),
        ("beads=99", InvalidOptions, "beads: a whole number from 0 to 11 is wanted, not 99"),
        ("auctions=3", InvalidOptions, "3 players need exactly 9 for 3 auctions"),
        (
            "max_game_length=-1",
            InvalidOptions,
            "max_game_length: a whole number from 0 is",
        ),
        ("utility=fun", InvalidOptions, "utility: 'fun' is not win or score"),
        ("box=nowhere.toml", FileNotFoundError, "No such file or directory: 'nowhere.toml'"),
        ("players=three", RuntimeError, "Wrong type for parameter players. Expected type: kInt"),
        ("cards=7", RuntimeError, "Unknown parameter 'cards'. Available parameters are: auctions"),
    ],
)
def test_a_wrong_parameter_is_refused_in_one_line(
    parameters: str, error: type, message: str
) -> None:
    with pytest.raises(error) as refusal:
        pyspiel.load_game(f"{NAME}({parameters})")
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_wrong_box_is_refused_with_its_path(box: Callable[[object], str]) -> None:
    path = box(["7 green"])
    with pytest.raises(InvalidData) as refusal:
        load(box=path)
    assert str(refusal.value).startswith(f"{path}: cards: entry 1: '7 green' is not a card")


def test_the_bounds_are_those_of_the_game() -> None:
    for players in (3, 4, 5):
        bounds = smile.set_up({"players": players}).bounds
        game = load(players=players, utility="score")
        assert game.max_game_length() == bounds.actions
        assert game.max_chance_nodes_in_history() == bounds.actions
        assert (game.min_utility(), game.max_utility()) == bounds[1:3]
        assert game.utility_sum() is None
        assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
        game = load(players=players)
        assert game.min_utility() == pytest.approx(-1 / players)
        assert game.max_utility() == pytest.approx(1 - 1 / players)
        assert game.utility_sum() == 0
        assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
        assert game.num_distinct_actions() == 2 * players
        assert game.max_chance_outcomes() == 10 * players, "no two cards of our box are equal"


def both(chooser: Random, box: Callable[[object], str]) -> Iterator[tuple[SpielState, smile.State]]:
    """Yield a random play of random options, in OpenSpiel and with the readable rules."""
    options = random_options(chooser)
    utility = chooser.choice(openspiel.UTILITIES)
    path = box(options["box"])
    parameters = {name: value for name, value in options.items() if isinstance(value, int)}
    state = load(**parameters, box=path, utility=utility).new_initial_state()
    ours = smile.set_up(options).start
    yield state, ours
    while ours.legal_actions:
        action = chooser.choice(ours.legal_actions)
        step(state, str(action))
        ours = ours.apply(action)
        yield state, ours


@pytest.mark.parametrize("seed", range(40))
def test_a_play_is_equal_to_that_of_the_rules(seed: int, box: Callable[[object], str]) -> None:
    """Actors, actions, probabilities, observations and the result."""
    chooser = Random(seed)
    for state, ours in both(chooser, box):
        actor = {CHANCE: -1, None: -4}.get(cast("None", ours.actor), ours.actor)
        assert state.current_player() == actor
        assert state.is_terminal() == (ours.actor is None)
        legal = {state.action_to_string(state.current_player(), n) for n in state.legal_actions()}
        assert legal == set(map(str, ours.legal_actions))
        if state.is_chance_node():
            chances = {str(action): float(chance) for action, chance in ours.chance_outcomes}
            found = {state.action_to_string(-1, n): p for n, p in state.chance_outcomes()}
            assert found == pytest.approx(chances)
        assert str(state) == ours.view().position
        seat = chooser.randrange(ours.seats)
        assert state.observation_string(seat) == f"seat {seat}: {ours.view(seat).position}"
        numbers = state.play.variant.numbering.tensors.observe(ours.view(seat))
        assert state.observation_tensor(seat) == list(numbers)
        if ours.outcome is None:
            assert state.returns() == [0.0] * ours.seats
    outcome = ours.outcome
    assert outcome is not None
    game = state.get_game()
    if game.get_parameters()["utility"] == "score":
        assert state.returns() == list(outcome.scores)
    else:
        share = 1 / len(outcome.winners)
        worth = [share * (seat in outcome.winners) - 1 / ours.seats for seat in range(ours.seats)]
        assert state.returns() == pytest.approx(worth)
        assert sum(state.returns()) == pytest.approx(0)
    assert len(state.history()) <= game.max_game_length()
    assert game.min_utility() <= min(state.returns())
    assert max(state.returns()) <= game.max_utility()


def test_an_information_state_is_what_was_done(box: Callable[[object], str]) -> None:
    """By hand: the string has a line for each action, the tensor has the view and the actions.

    The cards are -1 and 3, which have the numbers 7 and 8 after three bids and three back-outs.
    """
    game = load(box=box(["3", "3", "-1"]), auctions=1, beads=1)
    state = game.new_initial_state()
    for text in ("reveal 3", "reveal -1", "reveal 3", "bid a", "back-out a"):
        step(state, text)
    assert state.information_state_string(2) == (
        "seat 2\nreveal 3\nreveal -1\nreveal 3\nbid a\nback-out a"
    )
    numbers = state.information_state_tensor(2)
    now = state.observation_tensor(2)
    assert numbers[: len(now)] == now
    memory = [8, 7, 8, 1, 4]
    assert numbers[len(now) :] == memory + [0] * (game.max_game_length() - len(memory))


def test_the_tensor_has_the_last_actions_and_the_string_all() -> None:
    """The length of the tensor has a limit."""
    game = load(players=5)
    assert game.max_game_length() > 3 * openspiel.MEMORY
    (size,) = game.information_state_tensor_shape()
    assert [size - openspiel.MEMORY] == game.observation_tensor_shape()
    state = middle(game, openspiel.MEMORY + 9)
    texts = state.information_state_string(3).split("\n")[1:]
    assert len(texts) == len(state.history()) == openspiel.MEMORY + 9
    memory = state.information_state_tensor(3)[-openspiel.MEMORY :]
    seen = state.play.variant.numbering.seen
    assert [str(seen.action(int(number) - 1)) for number in memory] == texts[9:]


def test_information_states_are_our_information_states(box: Callable[[object], str]) -> None:
    """They are equal exactly where the seat has seen the same.

    This holds in all plays of a small variant.
    """
    options = {"players": 3, "auctions": 1, "beads": 1, "box": ["1", "1", "4"]}
    root = load(box=box(options["box"]), auctions=1, beads=1).new_initial_state()
    sights_by_text: dict[str, object] = {}
    written: dict[tuple[float, ...], object] = {}
    waiting = [(cast("pyspiel.State", root), begin(smile.GAME, options, ("a", "b", "c")))]
    met = set()
    while waiting:
        state, record = waiting.pop()
        for seat in range(3):
            sights = seat, record.seen_by(seat)
            met.add(sights)
            assert sights_by_text.setdefault(state.information_state_string(seat), sights) == sights
            tensor = tuple(state.information_state_tensor(seat))
            assert written.setdefault(tensor, sights) == sights
        for number in state.legal_actions():
            text = state.action_to_string(state.current_player(), number)
            after = state.clone()
            after.apply_action(number)
            waiting.append((after, record.play(smile.read_action(text))))
    assert len(sights_by_text) == len(written) == len(met) > 300


def middle(game: pyspiel.Game, actions: int = 25) -> SpielState:
    """Return a state in the middle of a play."""
    chooser, state = Random(7), game.new_initial_state()
    for _ in range(actions):
        state.apply_action(chooser.choice(state.legal_actions()))
    return cast("SpielState", state)


def test_a_copy_is_independent() -> None:
    state = middle(load())
    before = str(state), state.information_state_string(0)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert (str(state), state.information_state_string(0)) == before
    state.apply_action(state.legal_actions()[0])
    assert str(state) == str(copy)
    assert state.information_state_string(0) == copy.information_state_string(0)


def end_of(state: pyspiel.State) -> tuple[str, list[float]]:
    """Take the last legal action until the end; return what seat 1 has seen, and the returns."""
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    return state.information_state_string(1), state.returns()


def test_a_state_is_restored_from_its_text() -> None:
    """In all three ways of OpenSpiel."""
    game = load(players=4, utility="score")
    state = middle(game)
    text = pyspiel.serialize_game_and_state(game, state)
    copies = [
        game.deserialize_state(state.serialize()),
        pyspiel.deserialize_game_and_state(text)[1],
        pickle.loads(pickle.dumps(state)),  # noqa: S301  # our own
    ]
    for copy in copies:
        assert copy.history() == state.history()
        assert copy.observation_string(1) == state.observation_string(1)
        assert end_of(copy) == end_of(state.clone())


def test_a_parameter_of_a_pickled_state_may_have_a_comma() -> None:
    """OpenSpiel's text of such a game can't be read, so the pickle does not contain it."""
    game = pyspiel.load_game("fireflies_misbehavin", {"factions": "niska,serenity"})
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    copy = pickle.loads(pickle.dumps(state))  # noqa: S301  # our own
    assert (str(copy), copy.history()) == (str(state), state.history())
    assert copy.get_game().get_parameters() == game.get_parameters()


ELSEWHERE: Final = """
import pickle, sys
from fireflies.adapters import openspiel
openspiel.register()
state = pickle.loads(sys.stdin.buffer.read())
print(state, state.returns(), state.information_state_string(0), sep="\\n")
"""


def test_a_state_can_be_sent_to_another_process() -> None:
    """Which registers the games and ends without a message."""
    state = middle(load())
    done = subprocess.run(  # noqa: S603  # it runs the program above
        [sys.executable, "-c", ELSEWHERE],
        input=pickle.dumps(state),
        capture_output=True,
        check=True,
        timeout=60,
    )
    expected = [str(state), str(state.returns()), state.information_state_string(0)]
    assert done.stdout.decode().splitlines() == "\n".join(expected).splitlines()
    assert done.stderr == b""


def test_an_illegal_action_is_refused() -> None:
    state = middle(load())
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before = str(state)
    (wrong, *_) = set(range(6)) - {*state.legal_actions()}
    with pytest.raises(IllegalAction, match=r"^smile\."):
        state.apply_action(wrong)
    with pytest.raises(ValueError, match="no action has the number 6, only 0 to 5"):
        state.apply_action(6)
    assert str(state) == before


def test_observers() -> None:
    """Of observations, which is the default, and of information states."""
    game = load()
    state = middle(game)
    for kind, text, size in (
        (None, state.observation_string(1), game.observation_tensor_shape()),
        (CURRENT, state.observation_string(1), game.observation_tensor_shape()),
        (
            RECALL,
            state.information_state_string(1),
            game.information_state_tensor_shape(),
        ),
    ):
        observer = game.make_py_observer(kind)
        assert isinstance(observer, Observer)
        assert observer.string_from(state, 1) == text
        assert [observer.tensor.size] == size
        observer.set_from(state, 1)
        parts = [part.ravel() for part in observer.dict.values()]
        assert np.array_equal(np.concatenate(parts), observer.tensor)
        assert observer.dict["row"].shape == (3, 30)
        assert observer.dict["seat"].tolist() == [0, 1, 0]
        observer.set_from(game.new_initial_state(), 2)
        assert observer.dict["seat"].tolist() == [0, 0, 1], "nothing is left of the state before"
        assert ("memory" in observer.dict) == (kind is RECALL)
        if kind is RECALL:
            assert not observer.dict["memory"].any()


def test_unsupported_observers() -> None:
    """OpenSpiel may leave out the kind."""
    game = load()
    assert isinstance(game.make_py_observer({}), Observer)
    none, everyone = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.ALL_PLAYERS
    for kind in (
        pyspiel.IIGObservationType(perfect_recall=False, private_info=none),
        pyspiel.IIGObservationType(perfect_recall=True, private_info=everyone),
        pyspiel.IIGObservationType(public_info=False, perfect_recall=False),
    ):
        assert game.make_py_observer(kind) is None
    for arguments in (({"single_tensor": 1},), (CURRENT, {"single_tensor": 1})):
        with pytest.raises(ValueError, match=r"has no parameters, so not \{'single_tensor': 1\}"):
            game.make_py_observer(*arguments)


@pytest.mark.parametrize("kind", [CURRENT, RECALL])
@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_does_not_exist_observes_nothing(
    kind: pyspiel.IIGObservationType, seat: int
) -> None:
    state, observer = middle(load()), load().make_py_observer(kind)
    assert observer is not None
    for question in (observer.string_from, observer.set_from):
        with pytest.raises(ValueError, match=f"there is no seat {seat}, only 0 to 2"):
            question(state, seat)


@pytest.mark.parametrize("actions", [0, 25, 60])
def test_resampling_without_redacted_actions_is_a_copy(actions: int) -> None:
    state = middle(load(), actions)
    again = state.resample_from_infostate(1, lambda: 0.5)
    assert str(again) == str(state)
    assert again.history() == state.history()
    again.apply_action(again.legal_actions()[0])
    assert str(again) != str(state)
