"""Tests of one agent among bots in Gymnasium: its own checks, our plays, and wrong arguments."""

import copy
import pickle
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import FlattenObservation, NormalizeObservation, TimeLimit

from fireflies import bots, games, smile
from fireflies.adapters import gymnasium as adapter
from fireflies.adapters.gymnasium import SeatEnv
from fireflies.adapters.pettingzoo import RawEnv
from fireflies.contract import IllegalAction, InvalidOptions
from fireflies.errors import InvalidData, UnusableGame
from fireflies.games import Game
from fireflies.record import begin
from fireflies.table import Table
from tests import kuhn as kuhn_poker
from tests.adapters.refusals import WRONG, Refusals, check_refusal

IDS: Final = ("fireflies/Smile-v0", "fireflies/Festival-v0", "fireflies/Misbehavin-v0")
VARIANTS: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "smile": ("smile", {}),
    "smile, seat 2": ("smile", {"players": 4, "seats": ["random", "greedy", "agent", "last"]}),
    "smile, points": ("smile", {"utility": "score", "egocentric": True}),
    "festival": ("festival", {"box": "small", "turns": 3, "seats": ["first", "agent"]}),
    "misbehavin": ("misbehavin", {"turns": 2, "seats": ["search:2", "agent"]}),
    "kuhn": ("kuhn", {}),
}
EACH_VARIANT: Final = pytest.mark.parametrize("variant", VARIANTS)


def legal(info: Mapping[str, Any]) -> list[int]:
    """Return the numbers of the legal actions."""
    return [int(number) for number in np.flatnonzero(info["action_mask"])]


def play_on(env: SeatEnv, info: Mapping[str, Any], seed: int) -> tuple[float, dict[str, Any]]:
    """Play at random to the end, and return the reward and the info there."""
    chooser = random.Random(seed)
    while True:
        _, reward, is_over, is_cut, info = env.step(chooser.choice(legal(info)))
        assert not is_cut
        if is_over:
            return reward, dict(info)
        assert reward == 0


def whole_play(env: SeatEnv, seed: int) -> tuple[float, dict[str, Any]]:
    """Play at random from the start, and return the reward and the info at the end."""
    _, info = env.reset(seed=seed)
    return play_on(env, info, seed)


def made(name: str, **arguments: Any) -> SeatEnv:
    """Return an environment of Gymnasium's registry, without its wrappers."""
    env = gymnasium.make(name, **arguments).unwrapped
    assert isinstance(env, SeatEnv)
    return env


# Gymnasium's own checks, and its registry


@pytest.mark.parametrize(
    ("name", "options"),
    [
        (IDS[0], {}),
        (IDS[0], {"seats": ["random", "agent", "greedy", "last"], "players": 4}),
        pytest.param(IDS[1], {}, marks=pytest.mark.long),
        pytest.param(IDS[2], {"egocentric": True}, marks=pytest.mark.long),
    ],
)
def test_it_passes_gymnasiums_checks(name: str, options: Mapping[str, Any]) -> None:
    """Where a warning is an error. They choose actions without a look at the mask."""
    check_env(made(name, **options))


def test_the_import_has_registered_all_games() -> None:
    assert set(IDS) <= gymnasium.registry.keys()
    assert adapter.register() == IDS
    found = made(f"{adapter.__name__}:{IDS[0]}")  # Gymnasium imports the module before the colon
    found.reset(seed=1)
    assert found.record.game is smile.GAME


@pytest.fixture
def late(kuhn: str) -> Iterator[str]:
    """Return the id of a game that was registered after the import of the adapter."""
    (name,) = set(adapter.register()) - set(IDS)
    assert kuhn == "kuhn"
    yield name
    del gymnasium.registry[name]


def test_a_game_that_comes_later_can_be_registered(late: str) -> None:
    env = made(late)
    assert env.metadata["name"] == late == "fireflies/Kuhn-v0"
    assert env.metadata["render_modes"] == ["human", "ansi"]
    assert whole_play(env, 3)[0] in {-2, -1, 1, 2}


def test_a_name_that_no_id_can_have_hinders_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._BUILT_IN, "no id!", kuhn_poker.__name__)
    assert adapter.register() == IDS


def test_the_metadata_say_what_plays() -> None:
    env = made(IDS[0])
    theirs = RawEnv("smile").metadata
    assert env.metadata == {
        "name": IDS[0],
        "render_modes": ["human", "ansi", "svg"],
        "render_fps": 1,
        "made_by": theirs["made_by"],
        "revision": smile.GAME.revision,
    }
    assert env.spec is not None
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert again.unwrapped.metadata == env.metadata


def test_usual_wrappers_can_be_used() -> None:
    """They need observations without a dictionary."""
    env = NormalizeObservation(FlattenObservation(TimeLimit(made(IDS[0]), 5)))
    _, info = env.reset(seed=1)
    ends = []
    for _ in range(5):
        seen, _, is_over, is_cut, info = env.step(legal(info)[0])
        assert seen.dtype.kind == "f"
        ends.append((is_over, is_cut))
    assert ends == [(False, False)] * 4 + [(False, True)]
    several = gymnasium.make_vec(IDS[0], 2, seats=["greedy", "greedy", "agent"])
    _, infos = several.reset(seed=1)
    assert infos["action_mask"].shape == (2, 6)


# The same plays as at a table


@EACH_VARIANT
@pytest.mark.parametrize("seed", [0, 2**64 - 1])
@pytest.mark.usefixtures("kuhn")
def test_a_play_is_that_of_a_table_with_its_seed(variant: str, seed: int) -> None:
    """The random decisions of a table's seat, given by number, make the same record."""
    name, given = VARIANTS[variant]
    env, game = SeatEnv(name, **given), games.get(name)
    own = {key: it for key, it in given.items() if key not in {"seats", "utility", "egocentric"}}
    settled = game.parse_arguments(own)
    count = game.set_up(settled).start.seats
    other = "random" if name == "kuhn" else "greedy"
    names = given.get("seats", ["agent", *[other] * (count - 1)])
    seat = names.index("agent")
    called = [f"player_{seat}" if it == "agent" else it for it in names]
    players = [bots.named(game, "random" if it == "agent" else it) for it in names]
    table = Table(begin(game, settled, called), players, seed=seed)
    table.run()

    _, info = env.reset(seed=seed)
    steps = [step for step in table.record.steps if step.before.actor == seat]
    reward, is_over = 0.0, False
    for step in steps:
        assert not is_over
        assert {env.actions[number] for number in legal(info)} == {*step.before.legal_actions}
        _, reward, is_over, _, info = env.step(env.actions.index(step.action))
    assert is_over
    assert env.record == table.record
    assert env.play_seed == seed

    outcome = table.state.outcome
    assert outcome is not None
    share = Fraction(seat in outcome.winners, len(outcome.winners)) - Fraction(1, count)
    wanted: Fraction | int = share if outcome.payoffs is None else outcome.payoffs[seat]
    assert reward == float(outcome.scores[seat] if "utility" in given else wanted)
    assert (info["scores"], info["winners"]) == (outcome.scores, outcome.winners)


def test_the_agent_has_seat_0_among_greedy_bots_by_default() -> None:
    env = SeatEnv("smile", players=5)
    env.reset(seed=1)
    assert env.record.seats == ("player_0", *["greedy"] * 4)


@EACH_VARIANT
@pytest.mark.usefixtures("kuhn")
def test_an_observation_is_the_view_of_the_seat(variant: str) -> None:
    name, given = VARIANTS[variant]
    env = SeatEnv(name, **given)
    setup = games.get(name).set_up(env._raw._start_record.options)
    assert setup.tensors is not None
    tensors = setup.tensors()
    assert env.features == tensors.observation
    seat = given.get("seats", ["agent"]).index("agent")
    seen, info = env.reset(seed=5)
    chooser, is_over = random.Random(5), False
    while not is_over:
        assert env.observation_space.contains(seen)
        wanted = tensors.observe(env._raw._table.state.view(seat))
        assert tuple(seen.tolist()) == wanted or "egocentric" in given
        number = chooser.choice(legal(info))
        assert env.action_space.contains(number)
        seen, _, is_over, _, info = env.step(number)
    assert env.observation_space.contains(seen)


def test_an_egocentric_agent_sees_its_seat_as_seat_0() -> None:
    """As in PettingZoo: the beads that are hidden are those of the others."""
    seats = ["greedy", "agent", "greedy"]
    env = SeatEnv("smile", seats=seats, egocentric=True)
    seen, _ = env.reset(seed=3)
    before = 0
    for feature in env.features:
        if feature.name == "hidden":
            break
        before += feature.size
    assert [*seen[before : before + 3]] == [0, 1, 1]
    plain, _ = SeatEnv("smile", seats=seats).reset(seed=3)
    assert [*plain[before : before + 3]] == [1, 0, 1]


# Masks


def test_the_mask_is_told_twice_and_is_a_copy() -> None:
    env = SeatEnv("smile")
    assert not env.action_masks().any()
    _, info = env.reset(seed=1)
    assert info["action_mask"].dtype == np.int8  # the space samples with such a mask only
    assert env.action_space.sample(info["action_mask"]) in legal(info)
    before = env.action_masks()
    assert before.dtype == np.bool_
    assert [*np.flatnonzero(before)] == legal(info) == [0]
    info["action_mask"][:] = 1
    before[:] = True
    assert [*np.flatnonzero(env.action_masks())] == [0]
    _, ended = play_on(env, {"action_mask": env.action_masks()}, 1)
    assert not ended["action_mask"].any()
    assert not env.action_masks().any()


def test_wrapped_environments_find_the_masks() -> None:
    """As sb3-contrib looks for them."""
    env = gymnasium.make(IDS[0])
    _, info = env.reset(seed=1)
    assert [*np.flatnonzero(env.get_wrapper_attr("action_masks")())] == legal(info)


# Illegal actions and other errors


@pytest.mark.parametrize(("utility", "lost"), [("win", -1), ("score", None)])
def test_an_illegal_action_loses_and_says_why(utility: Any, lost: int | None) -> None:
    env = SeatEnv("smile", utility=utility)
    env.reset(seed=1)
    wrong = [*map(str, env.actions)].index("bid b")
    before = env.record
    seen, reward, is_over, is_cut, info = env.step(wrong)
    assert env.observation_space.contains(seen)
    assert (is_over, is_cut) == (True, False)
    lowest = smile.set_up({}).bounds.lowest_score
    assert reward == (lowest - 1 if lost is None else lost)
    assert info["violation"].startswith("smile.bid.lowest-card: ")
    assert "so seat 0 can't 'bid b'" in info["violation"]
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    assert env.record == before
    with pytest.raises(InvalidData, match=r"^environment: the play is over: call reset\(\) first$"):
        env.step(0)
    assert whole_play(env, 2)[0] > reward


@pytest.mark.parametrize("number", [-1, 6, 10**30, None, "0", 1.0, np.array([0, 1])])
def test_a_number_without_an_action_is_refused(number: Any) -> None:
    env = SeatEnv("smile")
    env.reset(seed=1)
    before = env.record
    with pytest.raises(
        InvalidData, match=r"^action: a whole number from 0 to 5 is wanted, not .+$"
    ):
        env.step(number)
    assert env.record == before
    env.step(np.int64(0))
    assert env.record != before


def test_an_illegal_action_of_a_bot_is_not_the_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "BOTS", {**bots.BOTS, "wrong": lambda _: smile.Bid("c")})
    env = SeatEnv("smile", seats=["agent", "wrong", "wrong"], starting_player=0)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="seat 1 can't"):
        env.step(0)


def test_nothing_can_be_done_before_the_start() -> None:
    env = SeatEnv("smile", render_mode="ansi")
    for act in (
        *(lambda: env.step(0), env.render),
        *(lambda: env.play_seed, lambda: env.record),
    ):
        with pytest.raises(InvalidData, match=r"^environment: no play has begun: call reset\(\)"):
            act()
    env.close()


OWN: Final[Refusals] = {
    "cycles": ({"max_cycles": 9}, InvalidOptions, "max_cycles: there is no such option"),
    "no agent": (
        {"seats": ["first"] * 3},
        InvalidData,
        "seats: 'agent' is wanted for one of them, not for 0",
    ),
    "two agents": (
        {"seats": ["agent", "first", "agent"]},
        InvalidData,
        "seats: 'agent' is wanted for one of them, not for 2",
    ),
    "another's eyes": (
        {"render_for": "player_1"},
        InvalidData,
        "'player_1' is none of: mover, referee, spectator, player_0",
    ),
}


@pytest.mark.parametrize("name", [*WRONG, *OWN])
def test_wrong_arguments_are_refused_in_one_line(name: str) -> None:
    check_refusal(SeatEnv, *{**WRONG, **OWN}[name])


def test_the_seats_may_be_a_tuple() -> None:
    seats = ("first", "agent", "first")
    for env in (RawEnv("smile", seats=seats), SeatEnv("smile", seats=seats)):
        env.reset(seed=1)
        assert env.record.seats == ("first", "player_1", "first")


def test_gymnasium_passes_an_error_on() -> None:
    with pytest.raises(InvalidData, match=r"^seats: 1 names for 3 seats$"):
        gymnasium.make(IDS[0], seats=["agent"])


def test_a_game_without_numbers_is_refused(stand_in: Callable[[Game[Any]], str]) -> None:
    setup = replace(kuhn_poker.set_up({}), tensors=None)
    name = stand_in(replace(kuhn_poker.GAME, set_up=lambda _: setup))
    with pytest.raises(UnusableGame, match=r"^the game 'kuhn' can't be used: its actions have no"):
        SeatEnv(name)


# Seeds, copies, pictures


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", True])
def test_an_invalid_seed_is_refused(seed: Any) -> None:
    """The current play goes on."""
    env = SeatEnv("smile")
    env.reset(seed=3)
    with pytest.raises(ValueError, match=r"^a seed is a whole number from 0 to 2\*\*64 - 1, not "):
        env.reset(seed=seed)
    assert (env.play_seed, env.np_random_seed) == (3, 3)
    env.step(0)


def test_the_default_seed_follows_from_the_last_one() -> None:
    """As in PettingZoo, so a training can be repeated from its first seed."""
    env, theirs = SeatEnv("smile"), RawEnv("smile")
    env.reset(seed=np.int64(11))
    theirs.reset(seed=11)
    for _ in range(5):
        env.reset(options={"players": 9})  # nobody looks at them
        theirs.reset()
        assert env.play_seed == theirs.seed
    fresh = [SeatEnv("smile") for _ in range(4)]
    for one in fresh:
        one.reset()
    assert len({one.play_seed for one in fresh}) == 4, "nobody gave a seed, so any"


def test_a_play_that_ends_before_the_agent_decides_is_left_out() -> None:
    """One turn of Festival is that of the seat that begins, which chance chooses."""
    options: dict[str, Any] = {"box": "small", "turns": 1, "seats": ["first", "agent"]}
    env, theirs = SeatEnv("festival", **options), RawEnv("festival", **options)
    left_out = 0
    for seed in range(12):
        _, info = env.reset(seed=seed)
        assert legal(info)
        theirs.reset(seed=seed)
        while theirs.terminations["player_1"]:
            left_out += 1
            theirs.reset()
        assert env.play_seed == theirs.seed
        assert env.np_random_seed == seed
    assert left_out > 2


def test_an_agent_that_never_decides_is_told_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Misbehavin' seat 0 begins, and there is one turn."""
    monkeypatch.setattr(adapter, "_MOST_PLAYS", 3)
    env = SeatEnv("misbehavin", turns=1, seats=["first", "agent"])
    with pytest.raises(
        UnusableGame, match=r"'misbehavin' can't .*: the agent decided in none of 3"
    ):
        env.reset(seed=1)


def pickled(env: SeatEnv) -> SeatEnv:
    """Return a copy of the object by its pickle."""
    again: SeatEnv = pickle.loads(pickle.dumps(env))  # noqa: S301  # it was pickled just now
    return again


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_a_copy_continues_with_the_same_play(copied: Callable[[SeatEnv], SeatEnv]) -> None:
    env = SeatEnv("smile", seats=["greedy", "agent", "random"])
    _, info = env.reset(seed=4)
    for _ in range(3):
        _, _, _, _, info = env.step(legal(info)[0])
    again = copied(env)
    before = again.record
    reward, _ = play_on(env, info, 1)
    assert again.record == before != env.record
    assert play_on(again, info, 1)[0] == reward
    assert again.record == env.record


@pytest.mark.parametrize(("render_for", "observer"), [("mover", 1), ("referee", None)])
def test_a_frame_shows_what_the_agent_sees_unless_another_is_asked_for(
    render_for: str, observer: int | None
) -> None:
    seats = ["greedy", "agent", "random"]
    for mode in ("ansi", "svg"):
        env = made(IDS[0], seats=seats, render_mode=mode, render_for=render_for)
        env.reset(seed=5)
        view = env.record.final.view(observer)
        assert isinstance(view, smile.View)
        assert env.render() == (str(view) if mode == "ansi" else smile.draw(view))


def test_the_mode_human_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    env = made(IDS[0], render_mode="human")
    env.reset(seed=5)
    one = capsys.readouterr().out
    assert "seat 0 to move" in one
    assert env.render() is None
    assert capsys.readouterr().out == one
