"""Tests of games as PettingZoo environments: its own tests, our plays, and secrets."""

import copy
import gc
import pickle
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, TypeAlias, cast

import numpy as np
import pytest
from gymnasium.spaces import Discrete
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pettingzoo import AECEnv
from pettingzoo.test import api_test, render_test, seed_test

from fireflies import bots, smile
from fireflies.adapters._alone import Alone
from fireflies.adapters.pettingzoo import (
    MOVER,
    REFEREE,
    Choice,
    Observation,
    RawEnv,
    Utility,
    aec_env,
)
from fireflies.chance import SEEDS, Draws
from fireflies.contract import (
    SPECTATOR,
    Action,
    Bot,
    IllegalAction,
    Observer,
    State,
    Step,
    Turn,
)
from fireflies.errors import InvalidData, UnusableGame
from fireflies.games import Game
from fireflies.record import begin
from fireflies.smile import fast
from fireflies.smile.play.generators import options
from fireflies.table import Table
from tests import kuhn as kuhn_poker
from tests.adapters.refusals import WRONG, Refusals, check_refusal

Env: TypeAlias = AECEnv[str, Observation, Choice]
Look: TypeAlias = Callable[[str, Observation], object]

VARIANTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "3 players": {},
    "4 players": {"players": 4, "starting_player": 3},
    "5 players": {"players": 5, "utility": "score"},
    "no beads": {"beads": 0, "auctions": 2, "box": list("123456")},
    "twenty auctions": {"auctions": 20, "box": ["1", "2 red", "-2 white"] * 20},
    "among our bots": {"players": 4, "seats": ["greedy", "agent", "agent", "random"]},
}
EACH_VARIANT = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)


def raw(env: Env) -> RawEnv:
    """Return the environment inside of the wrappers."""
    assert isinstance(env.unwrapped, RawEnv)
    return env.unwrapped


def nothing(agent: str, observed: Observation) -> None:
    """Ignore an observation."""


def play_on(env: Env, chooser: random.Random, look: Look = nothing) -> dict[str, float]:
    """Play at random to the end, and return the rewards of each agent."""
    rewards = {}
    for agent in env.agent_iter():
        observed, reward, is_over, _, _ = env.last()
        assert observed is not None
        if is_over:
            rewards[agent] = reward
            env.step(None)
        else:
            look(agent, observed)
            env.step(chooser.choice(np.flatnonzero(observed["action_mask"]).tolist()))
    return rewards


def whole_play(env: Env, seed: int, look: Look = nothing) -> dict[str, float]:
    """Play at random from the start, and return the rewards of each agent."""
    env.reset(seed=seed)
    return play_on(env, random.Random(seed), look)


# PettingZoo's own tests


# PettingZoo warns about every dictionary with a mask, except in its own games.
@pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be gymnasium:UserWarning",
)
@EACH_VARIANT
def test_it_passes_pettingzoos_api_test(variant: Mapping[str, Any]) -> None:
    """With and without wrappers; warnings about the form of observations are ignored."""
    api_test(aec_env("smile", **variant), num_cycles=100)
    api_test(RawEnv("smile", **variant), num_cycles=100)


@EACH_VARIANT
def test_it_passes_pettingzoos_seed_test(variant: Mapping[str, Any]) -> None:
    seed_test(lambda: aec_env("smile", **variant))


@EACH_VARIANT
def test_it_passes_pettingzoos_render_test(variant: Mapping[str, Any]) -> None:

    def make(render_mode: str) -> Env:
        return aec_env("smile", render_mode=render_mode, **variant)

    made = {"ansi": re.compile("Seat 0  ").search, "svg": re.compile("<svg ").match}
    render_test(make, made)
    assert raw(make("ansi")).metadata["render_modes"] == ["human", *made]


# The same plays as at a table


@EACH_VARIANT
@pytest.mark.parametrize("game", [smile.GAME, fast.GAME], ids=["readable", "packed"])
@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_a_play_is_that_of_a_table_with_its_seed(
    variant: Mapping[str, Any], game: Game[Any], seed: int
) -> None:
    """The random decisions of a table's agents, given by number, make the same record."""
    env = aec_env("smile", **variant)
    settled = {name: value for name, value in variant.items() if name not in {"seats", "utility"}}
    names = variant.get("seats", ["agent"] * int(variant.get("players", 3)))
    called = [f"player_{seat}" if it == "agent" else it for seat, it in enumerate(names)]
    players: list[Bot] = [bots.named(game, "random" if it == "agent" else it) for it in names]
    table = Table(begin(game, settled, called), players, seed=seed)
    table.run()

    env.reset(seed=seed)
    decided = [step for step in table.record.steps if isinstance(step.before.actor, int)]
    for step in decided:
        if f"player_{step.before.actor}" in env.possible_agents:
            assert env.agent_selection == f"player_{step.before.actor}"
            env.step(raw(env).actions.index(step.action))
    assert raw(env).record == table.record
    assert raw(env).seed == seed

    outcome = table.state.outcome
    assert outcome is not None
    points = variant.get("utility", "win") == "score"
    for agent in env.possible_agents:
        seat = int(agent.removeprefix("player_"))
        share = Fraction(seat in outcome.winners, len(outcome.winners)) - Fraction(1, len(names))
        assert env.rewards[agent] == (outcome.scores[seat] if points else float(share))
        assert env.infos[agent] == {"scores": outcome.scores, "winners": outcome.winners}


def test_a_bot_gets_the_same_turns_as_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[Turn[smile.State]] = []

    def curious(turn: Turn[smile.State]) -> Action:
        turns.append(turn)
        return turn.draws.choose(turn.legal_actions)

    monkeypatch.setattr(bots, "BOTS", {**bots.BOTS, "curious": curious})
    env = aec_env("smile", seats=["agent", "curious", "random"])
    whole_play(env, 7)
    everything, turns[:] = list(turns), []

    record = raw(env).record
    mine = iter([step.action for step in record.steps if step.before.actor == 0])
    first = begin(smile.GAME, {}, record.seats)
    Table(first, [lambda _: next(mine), curious, bots.random], seed=7).run()
    assert len(everything) == len(turns) > 5
    for here, there in zip(everything, turns, strict=True):
        assert (here.seat, here.view, here.legal_actions) == (1, there.view, there.legal_actions)
        assert here.information_state() == there.information_state()


def test_rewards_are_shares_of_the_win_that_sum_to_zero() -> None:
    env = aec_env("smile", players=4)
    before_the_end: list[float] = []
    won = set()
    for seed in range(30):
        rewards = whole_play(env, seed, lambda *_: before_the_end.extend(env.rewards.values()))
        assert sum(rewards.values()) == pytest.approx(0)
        assert list(rewards) == env.possible_agents
        won |= {agent for agent, reward in rewards.items() if reward > 0}
    assert won == set(env.possible_agents)
    assert set(before_the_end) == {0}


# Masks and observations


@given(given_options=options(), seed=st.integers(SEEDS[0], SEEDS[-1]))
@settings(max_examples=25)
def test_masks_are_the_legal_actions_and_observations_the_view(
    given_options: Mapping[str, Any], seed: int
) -> None:
    """Of all agents and any options, within the declared spaces."""
    env = aec_env("smile", **given_options)
    make = smile.set_up(given_options).tensors
    assert make is not None
    tensors = make()

    def look(agent: str, observed: Observation) -> None:
        state = raw(env)._table.state
        for other, seat in zip(env.possible_agents, range(state.seats), strict=True):
            seen = env.observe(other)
            assert seen is not None
            assert env.observation_space(other).contains(seen)
            assert tuple(seen["observation"]) == tensors.observe(state.view(seat))
            allowed = {raw(env).actions[number] for number in np.flatnonzero(seen["action_mask"])}
            assert allowed == (set(state.legal_actions) if other == agent else set())
            assert env.action_space(other) == Discrete(len(seen["action_mask"]))
        np.testing.assert_equal(env.observe(agent), observed)

    whole_play(env, seed, look)
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        assert seen is not None
        assert tuple(seen["observation"]) == tensors.observe(raw(env).record.final.view(seat))
        assert not seen["action_mask"].any()


def test_the_mask_of_the_agent_that_decides_is_in_its_info_too() -> None:
    env = aec_env("smile")
    some_steps(env, 5, 20)
    seen, _, _, _, info = env.last()
    assert seen is not None
    assert np.array_equal(info["action_mask"], seen["action_mask"])
    assert seen["action_mask"].any()
    info["action_mask"][:] = 0  # it is a copy
    again, *_ = env.last()
    assert again is not None
    assert again["action_mask"].any()
    assert [env.infos[other] for other in env.agents if other != env.agent_selection] == [{}, {}]


def test_a_play_of_agents_alone_keeps_no_states_and_no_steps() -> None:
    env = RawEnv("festival", box="small", turns=20)
    env.reset(seed=1)
    chooser = random.Random(1)

    def kept() -> int:
        gc.collect()
        kinds = (Step, type(env.record.start))
        return sum(isinstance(it, kinds) for it in gc.get_objects())

    before = kept()
    for _ in range(60):
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(chooser.choice(legal)))
    assert kept() <= before + 1
    assert sum(isinstance(step.before.actor, int) for step in env.record.steps) == 60


def test_each_agent_has_a_random_generator_of_its_own() -> None:
    env = aec_env("smile")
    first, second = (env.action_space(agent) for agent in env.possible_agents[:2])
    assert first == second
    first.seed(1)
    second.seed(1)
    alone = [first.sample() for _ in range(20)]
    first.seed(1)
    assert [(first.sample(), second.sample())[0] for _ in range(20)] == alone


# Hidden information


def some_steps(env: Env, seed: int, count: int) -> None:
    """Make this number of random decisions in a new play, or fewer if it ends."""
    env.reset(seed=seed)
    chooser = random.Random(seed)
    for _ in range(count):
        observed, _, is_over, _, _ = env.last()
        assert observed is not None
        if is_over:
            return
        env.step(chooser.choice(np.flatnonzero(observed["action_mask"]).tolist()))


def everything(env: Env, agent: str) -> object:
    """Return everything that an agent can read."""
    observed = env.observe(agent)
    assert observed is not None
    numbers = {name: np.asarray(value).tolist() for name, value in observed.items()}
    info = {name: np.asarray(value).tolist() for name, value in env.infos[agent].items()}
    return numbers, env.render(), info, env.rewards[agent]


def put(env: Env, state: State) -> None:
    """Put another state on the table."""
    alone = raw(env)._table
    assert isinstance(alone, Alone)
    alone._play = alone._play._replace(state=state)
    raw(env)._advance()


@given(
    draws=st.integers(0, 999),
    seat=st.integers(0, 2),
    mode=st.sampled_from(["ansi", "svg"]),
    seed=st.integers(0, 99),
    count=st.integers(0, 60),
)
@settings(max_examples=60)
def test_nothing_that_an_agent_reads_depends_on_hidden_beads(
    draws: int, seat: int, mode: str, seed: int, count: int
) -> None:
    """The other hands are replaced by any that look the same to it."""
    agent = f"player_{seat}"
    mine, mover, referee, spectator = (
        aec_env("smile", render_mode=mode, render_for=observer)
        for observer in (agent, MOVER, REFEREE, SPECTATOR)
    )
    envs = (mine, mover, referee, spectator)
    for env in envs:
        some_steps(env, seed, count)
    state = raw(mine).record.final
    assume(state.outcome is None)  # at the end hands are open
    other = state.alike(seat, Draws(draws, "alike"))
    before, all_there_is, drawn = everything(mine, agent), referee.render(), mover.render()
    public = spectator.render()
    assert (drawn == mine.render()) == (mover.agent_selection == agent)
    for env in envs:
        put(env, other)
    assert everything(mine, agent) == before
    assert spectator.render() == public
    assert (referee.render() == all_there_is) == (other == state)
    if mover.agent_selection == agent:
        assert mover.render() == drawn


def test_the_owner_sees_a_difference_between_such_hands() -> None:
    """Check that the comparison in the test above notices a changed hand."""
    envs = [aec_env("smile", render_mode="ansi", render_for="player_1") for _ in range(2)]
    for env in envs:
        some_steps(env, 3, 4)
    state = raw(envs[0]).record.final
    assert isinstance(state, smile.State)
    first, second, third = state.players
    fewer = smile.Player(second.clear - 1, second.blue, second.cards)
    put(envs[1], state._replace(players=(first, fewer, third)))
    sights = [everything(env, "player_1") for env in envs]
    assert sights[0] != sights[1]
    assert everything(envs[0], "player_0") != everything(envs[1], "player_0"), (
        "it is drawn for player_1"
    )
    numbers = [env.observe("player_0") for env in envs]
    np.testing.assert_equal(numbers[0], numbers[1])


@pytest.mark.parametrize("mode", ["ansi", "svg"])
@pytest.mark.parametrize(
    ("render_for", "observer"),
    [("mover", 1), ("player_2", 2), ("referee", None), ("spectator", SPECTATOR)],
)
def test_rendering_draws_the_view_of_the_observer(
    mode: str, render_for: str, observer: Observer
) -> None:
    env = aec_env("smile", render_mode=mode, render_for=render_for, starting_player=1)
    env.reset(seed=5)
    view = raw(env).record.final.view(observer)
    assert isinstance(view, smile.View)
    assert env.render() == (str(view) if mode == "ansi" else smile.draw(view))


def test_the_mode_human_prints_the_table_after_each_step(
    capsys: pytest.CaptureFixture[str],
) -> None:
    env = aec_env("smile", render_mode="human")
    env.reset(seed=5)
    one = capsys.readouterr().out
    assert "seat 0 to move" in one
    assert env.render() is None
    assert capsys.readouterr().out == one
    env.step(0)
    assert "seat 1 to move" in capsys.readouterr().out


# Illegal actions and other errors


def test_without_wrappers_an_illegal_action_is_refused_with_its_clause() -> None:
    env = RawEnv("smile")
    env.reset(seed=1)
    before = env.record
    names = list(map(str, env.actions))
    for wrong, clause in (
        ("bid b", "smile.bid.lowest-card"),
        ("back-out a", "smile.back-out.beads"),
    ):
        with pytest.raises(IllegalAction) as refused:
            env.step(names.index(wrong))
        assert refused.value.violation.clause == clause
        assert env.record == before
        assert env.agent_selection == "player_0"
    env.step(names.index("bid a"))
    assert env.agent_selection == "player_1"


@pytest.mark.parametrize(("utility", "options"), [("win", {}), ("score", {"players": 4})])
def test_with_wrappers_an_illegal_action_loses(
    utility: Utility, options: Mapping[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    """Its agent gets less than in any play, the others get nothing."""
    env = aec_env("smile", utility=utility, **options)
    env.reset(seed=1)
    env.step(0)
    assert env.agent_selection == "player_1"
    env.step(list(map(str, raw(env).actions)).index("bid c"))
    assert "Illegal move" in caplog.text
    assert all(env.terminations.values())
    for agent in env.possible_agents:
        observed = env.observe(agent)
        assert observed is not None
        assert not observed["action_mask"].any()
    rewards = play_on(env, random.Random(0))
    mine = rewards.pop("player_1")
    assert set(rewards.values()) == {0}
    assert mine == (-1 if utility == "win" else smile.set_up(options).bounds.lowest_score - 1)
    whole_play(env, 2)
    assert all(reward > mine for reward in env.rewards.values())


@pytest.mark.parametrize("number", [-1, 6, 10**30, None, "0", 1.0, np.array([0, 1])])
def test_a_number_without_an_action_is_refused(number: Any) -> None:
    """Nothing has changed, and no agent has lost."""
    env, wrapped = RawEnv("smile"), aec_env("smile")
    for one in (env, wrapped):
        one.reset(seed=1)
        with pytest.raises(
            InvalidData, match=r"^action: a whole number from 0 to 5 is wanted, not .+$"
        ):
            one.step(number)
        assert not any(one.terminations.values())
    assert env.record.actions == raw(wrapped).record.actions


def test_action_numbers_may_be_numpys() -> None:
    plain, numpy = RawEnv("smile"), RawEnv("smile")
    plain.reset(seed=7)
    numpy.reset(seed=np.int64(7))
    plain.step(0)
    numpy.step(np.int8(0))
    assert plain.record == numpy.record


def test_nothing_can_be_done_before_the_start_or_after_the_end() -> None:
    """An agent whose play is over can only step with None."""
    env = RawEnv("smile", render_mode="ansi")
    for act in (lambda: env.step(0), env.render, lambda: env.observe("player_0"), lambda: env.seed):
        with pytest.raises(InvalidData, match=r"^environment: no play has begun: call reset\(\)"):
            act()
    some_steps(env, 1, 1000)
    with pytest.raises(ValueError, match="dead"):
        env.step(0)
    play_on(env, random.Random(0))
    with pytest.raises(InvalidData, match=r"^environment: the play is over: call reset\(\) first$"):
        env.step(None)
    assert env.record.final.outcome is not None
    env.close()
    env.reset(seed=1)
    assert env.agents == env.possible_agents


def test_the_features_say_where_the_numbers_are() -> None:
    env = RawEnv("smile")
    env.reset(seed=3)
    before = 0
    for feature in env.features:
        if feature.name == "hidden":
            break
        before += feature.size
    assert [*env.observe("player_1")["observation"][before : before + 3]] == [1, 0, 1]


def test_an_egocentric_agent_sits_on_seat_0_whoever_decides() -> None:
    """But the feature ``seat``, which comes first, has its own number."""
    plain, env = RawEnv("smile"), RawEnv("smile", egocentric=True)
    names = [feature.name for feature in env.features]
    starts = np.cumsum([0, *[feature.size for feature in env.features]])
    at = {name: slice(*starts[n : n + 2]) for n, name in enumerate(names)}
    for one in (plain, env):
        some_steps(one, 3, 30)
    for seat, agent in enumerate(env.possible_agents):
        before, after = (one.observe(agent)["observation"] for one in (plain, env))
        assert [*after[at["seat"]]] == [int(seat == n) for n in range(3)]
        assert [*after[at["hidden"]]] == [0, 1, 1]
        assert after[at["clear"]][0] == before[at["clear"]][seat]
        for name in ("in_auction", "starting_player"):
            assert [*after[at[name]]] == [before[at[name]][(seat + n) % 3] for n in range(3)]
        for name in ("row", "values", "beads", "undealt"):
            assert np.array_equal(after[at[name]], before[at[name]])


def test_a_play_is_truncated_after_so_many_decisions_of_agents() -> None:
    """Those of bots do not count. Nobody has a reward, and the next play is counted anew."""
    env = aec_env("smile", max_cycles=7, seats=["agent", "greedy", "agent"])
    for seed in (1, 2):
        env.reset(seed=seed)
        decided = 0
        for agent in env.agent_iter():
            observed, reward, ended, truncated, info = env.last()
            assert not ended
            assert observed is not None
            assert truncated == (decided == 7)
            if truncated:
                assert (reward, info) == (0, {})
                assert not observed["action_mask"].any()
                env.step(None)
            else:
                env.step(int(np.flatnonzero(observed["action_mask"])[0]))
                decided += 1
            assert agent in env.possible_agents
        assert decided == 7


def test_a_play_that_ends_with_its_last_cycle_is_not_truncated() -> None:
    options: dict[str, Any] = {"beads": 0, "auctions": 1, "box": list("123")}
    free = RawEnv("smile", **options)
    whole_play(free, 1)
    count = sum(isinstance(step.before.actor, int) for step in free.record.steps)
    env = RawEnv("smile", max_cycles=count, **options)
    some_steps(env, 1, count)
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert any(env.rewards.values())


OWN: Final[Refusals] = {
    "cycles": ({"max_cycles": 0}, InvalidData, "max_cycles: a whole number from 1 to"),
    "no agent": (
        {"seats": ["first"] * 3},
        InvalidData,
        "seats: at least one of them has to be 'agent'",
    ),
    "a bot's eyes": (
        {"render_for": "player_1", "seats": ["agent", "first", "agent"]},
        InvalidData,
        "render_for: 'player_1' is none of: mover, referee, spectator, player_0, player_2",
    ),
}


@pytest.mark.parametrize("name", [*WRONG, *OWN])
def test_wrong_arguments_are_refused_in_one_line(name: str) -> None:
    for make in (aec_env, RawEnv):
        check_refusal(make, *{**WRONG, **OWN}[name])


def test_rendering_without_a_mode_is_refused() -> None:
    env = aec_env("smile")
    env.reset(seed=1)
    with pytest.raises(InvalidData, match=r"^render_mode: .* one of: human, ansi, svg$"):
        env.render()


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", True])
def test_an_invalid_seed_is_refused(seed: Any) -> None:
    """The current play goes on."""
    env = aec_env("smile")
    env.reset(seed=3)
    with pytest.raises(ValueError, match=r"^a seed is a whole number from 0 to 2\*\*64 - 1, not "):
        env.reset(seed=seed)
    assert raw(env).seed == 3


# Seeds, copies, other games


def test_the_default_seed_follows_from_the_last_one() -> None:
    """So a training can be repeated from its first seed."""
    first, second = aec_env("smile"), aec_env("smile")
    for env in (first, second):
        env.reset(seed=11)
    seeds = {11}
    for _ in range(20):
        first.reset()
        second.reset(options={"players": 9})  # nobody looks at them
        assert raw(first).seed == raw(second).seed
        assert raw(first).record == raw(second).record
        seeds.add(raw(first).seed)
    assert len(seeds) == 21
    assert all(seed in SEEDS for seed in seeds)
    fresh = [aec_env("smile") for _ in range(4)]
    for env in fresh:
        env.reset()
    assert len({raw(env).seed for env in fresh}) == 4, "nobody gave a seed, so any"


def pickled(env: Env) -> Env:
    """Return a copy of the object by its pickle."""
    again: Env = pickle.loads(pickle.dumps(env))  # noqa: S301  # it was pickled just now
    return again


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_a_copy_continues_with_the_same_actions(copied: Callable[[Env], Env]) -> None:
    """Also with bots; the original does not change."""
    env = aec_env("smile", seats=["agent", "greedy", "agent"], render_mode="ansi")
    some_steps(env, 4, 9)
    again = copied(env)
    before = raw(again).record
    rewards = play_on(env, random.Random(1))
    assert raw(again).record == before != raw(env).record
    assert play_on(again, random.Random(1)) == rewards
    assert raw(again).record == raw(env).record


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_a_copy_can_be_made_before_the_first_play(copied: Callable[[Env], Env]) -> None:
    env = aec_env("smile")
    again = copied(env)
    for one in (env, again):
        one.reset(seed=3)
    assert raw(again).record == raw(env).record


def test_any_registered_game_is_an_environment(kuhn: str) -> None:
    """Two seats, private deals, chips, no picture."""
    env = aec_env(kuhn, render_mode="ansi")
    assert raw(env).metadata["render_modes"] == ["human", "ansi"]
    assert str(env) == "kuhn_v0"
    seed_test(lambda: aec_env(kuhn))
    hidden, won = set(), set()
    for seed in range(20):
        env.reset(seed=seed)
        seen = env.observe("player_0")
        assert seen is not None
        mine, other = cast("kuhn_poker.State", raw(env).record.final).cards
        assert tuple(seen["observation"][2:8]) == (*[mine == card for card in "JQK"], 0, 0, 0)
        hidden.add((mine, other))
        assert f"seat 0 has {mine}\nseat 1 has a card" in str(env.render())
        rewards = play_on(env, random.Random(seed))
        assert sum(rewards.values()) == 0
        won.add(rewards["player_0"])
    assert len(hidden) == 6
    assert won == {-2, -1, 1, 2}
    with pytest.raises(InvalidData, match=r"^render_mode: 'svg' is none of: human, ansi$"):
        aec_env(kuhn, render_mode="svg")


def test_an_illegal_action_costs_more_than_any_play(kuhn: str) -> None:
    """Also in a game with payoffs, from -2 to 2 chips."""
    utilities: tuple[Utility, ...] = ("win", "score")
    for utility in utilities:
        assert RawEnv(kuhn, utility=utility).illegal_reward == -3


def test_a_game_without_numbers_is_refused(stand_in: Callable[[Game[Any]], str]) -> None:
    setup = replace(kuhn_poker.set_up({}), tensors=None)
    name = stand_in(replace(kuhn_poker.GAME, set_up=lambda _: setup))
    with pytest.raises(UnusableGame, match=r"^the game 'kuhn' can't be used: its actions have no"):
        aec_env(name)
