"""Any game as a PettingZoo environment, with action masks and seeds.

This module needs the extra ``pettingzoo``. :func:`aec_env` returns an environment in which an
illegal action loses, in PettingZoo's usual wrapper; :class:`RawEnv` is the environment without it.
The agents are seats: ``player_0``, ``player_1`` and so on.
"""

import operator
import secrets
import sys
from collections.abc import Sequence
from math import ceil
from typing import Any, Final, SupportsIndex, TypeAlias, TypedDict

from fireflies import bots, games
from fireflies._made_by import made_by
from fireflies._typing import override
from fireflies.adapters import not_installed
from fireflies.adapters._alone import Alone, AmongBots
from fireflies.adapters._batch import glimpse
from fireflies.adapters._numbers import (
    AT_SEATS,
    UTILITIES,
    Numbering,
    Utility,
    next_seed,
    one_of,
    read_seats,
    require_whole,
    set_up,
)
from fireflies.contract import SPECTATOR, Action, Bot, Observer, State
from fireflies.errors import InvalidData, shown
from fireflies.record import Record, begin
from fireflies.tensors import Feature

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import OrderEnforcingWrapper
    from pettingzoo.utils.env_logger import EnvLogger

    from fireflies.adapters._egocentric import Turned
except ModuleNotFoundError:
    raise not_installed("pettingzoo") from None

__all__ = ["AGENT", "MOVER", "REFEREE", "Choice", "Observation", "RawEnv", "Utility", "aec_env"]

AGENT: Final = "agent"
"""In ``seats``: the caller of the environment decides for this seat."""
MOVER: Final = "mover"
"""In ``render_for``: the agent that decides next."""
REFEREE: Final = "referee"
"""In ``render_for``: an observer who sees everything."""

Choice: TypeAlias = SupportsIndex | None
"""The number of an action; None for an agent whose play is over."""

_VERSION: Final = 0  # part of an environment's name; changes when numbers change their meaning


class Observation(TypedDict):
    """The observation of an agent."""

    observation: "np.ndarray[tuple[int, ...], np.dtype[np.int32]]"
    """The view of its seat as a flat tensor of whole numbers (:mod:`fireflies.tensors`)."""
    action_mask: "np.ndarray[tuple[int, ...], np.dtype[np.int8]]"
    """By action number, 1 for a legal action. All 0 for an agent that does not decide next: the
    legal actions of another one may be secret."""


class RawEnv(AECEnv[str, Observation, Choice]):
    """The environment without a wrapper; an illegal action raises an error that names the clause.

    The arguments and errors are those of :func:`aec_env`.
    """

    # The attributes of PettingZoo's class, which declares no types.
    metadata: dict[str, Any]
    render_mode: str | None
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    observation_spaces: dict[str, spaces.Space[Any]]
    action_spaces: dict[str, spaces.Space[Any]]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]

    def __init__(
        self,
        game: str,
        *,
        seats: Sequence[str] | None = None,
        utility: Utility = "win",
        egocentric: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        render_for: str = MOVER,
        **options: object,
    ) -> None:
        super().__init__()
        found = games.get(game)
        setup = set_up(found, options, AT_SEATS)
        self._numbering = Numbering(found, setup)
        if max_cycles is not None:
            require_whole("max_cycles", max_cycles, range(1, 1 << 31))
        self._left = self._max_cycles = max_cycles
        features = self.features
        self._turned = Turned(features, setup.start.seats) if egocentric else None
        names = [AGENT] * setup.start.seats if seats is None else read_seats(seats)
        self._seats = {f"player_{seat}": seat for seat, name in enumerate(names) if name == AGENT}
        self.possible_agents = list(self._seats)
        if not self.possible_agents:
            raise InvalidData("seats", f"at least one of them has to be {shown(AGENT)}")
        self._bots: list[Bot | None] = [
            None if name == AGENT else bots.named(found, name, f"seats[{seat}]", besides=(AGENT,))
            for seat, name in enumerate(names)
        ]
        called = [f"player_{seat}" if name == AGENT else name for seat, name in enumerate(names)]
        self._start_record: Record[State] = begin(found, setup.options, called)
        self._utility = one_of("utility", utility, UTILITIES)
        bounds = setup.bounds
        is_by_score = utility == "score"
        lowest = bounds.lowest_score if is_by_score else bounds.returns(len(names))[0]
        self.illegal_reward: int = ceil(lowest) - 1
        """The highest whole number that is less than any reward of a play."""
        modes = ["human", "ansi", *([] if found.draw is None else ["svg"])]
        self.render_mode = (
            None if render_mode is None else one_of("render_mode", render_mode, modes)
        )
        self._render_for = one_of(
            "render_for", render_for, [MOVER, REFEREE, SPECTATOR, *self.possible_agents]
        )
        self.metadata = {
            "name": f"{found.name}_v{_VERSION}",
            "render_modes": modes,
            "is_parallelizable": False,
            "render_fps": 1,
            "made_by": made_by(),
            "revision": found.revision,
        }
        self._set_up_spaces()
        self._start = setup.fastest_start
        self._latest: Alone | AmongBots | None = None
        self.agents = []
        self.agent_selection = self.possible_agents[0]

    def _set_up_spaces(self) -> None:
        # Agents get equal spaces, but not the same objects: each has its own random generator.
        lowest, highest = (np.array(limit, np.int32) for limit in self._numbering.limits())
        count = len(self._numbering.actions)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(lowest, highest, dtype=np.int32),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    @override
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    @override
    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that an agent may ever have; the index of each is its number."""
        return self._numbering.tensors.actions

    @property
    def features(self) -> tuple[Feature, ...]:
        """The features of an observation, in order: their names, shapes, bounds and meanings."""
        return self._numbering.tensors.observation

    @property
    def seed(self) -> int:
        """The seed of the play."""
        return self._table.seed

    @property
    def record(self) -> Record[State]:
        """The play so far."""
        return self._table.record

    @property
    def _table(self) -> Alone | AmongBots:
        """The table of the current play, or of the last one."""
        if self._latest is None:
            raise InvalidData("environment", "no play has begun: call reset() first")
        return self._latest

    @override
    def reset(
        self,
        seed: "int | np.integer[Any] | None" = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        """Begin a play with this seed; by default with one that follows from the last play's seed.

        The first play has a random seed by default. ``options`` are ignored: the options of the
        game are settled when the environment is made.

        Raises:
            ValueError: when the seed is not in :data:`fireflies.chance.SEEDS`.
        """
        if isinstance(seed, np.integer):
            seed = int(seed)
        if seed is None and self._latest is not None:
            seed = next_seed(self.seed)
        seed = secrets.randbits(64) if seed is None else seed
        self._latest = (
            AmongBots(self._start_record, self._start, self._bots, seed)
            if any(self._bots)
            else Alone(self._start_record, self._start, seed)
        )
        self._left = self._max_cycles
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._advance()

    @override
    def step(self, action: Choice) -> None:
        """Carry out the action with this number for the selected agent; None when its play is over.

        Raises:
            IllegalAction: when it is illegal; nothing has changed.
            InvalidData: when no action has this number, or the play is over for all agents.
            ValueError: when it is not None, and the agent's play is over.
        """
        table, agent = self._table, self.agent_selection
        if not self.agents:
            raise InvalidData("environment", "the play is over: call reset() first")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = self._number(action)
        chosen = self._numbering.actions.action(number)
        if not self._mask[number]:
            self._play_illegal(chosen)
            return
        table.play(chosen)
        if self._left is not None:
            self._left -= 1
        self._advance()

    def _play_illegal(self, action: Action) -> None:
        self._table.state.apply(action)  # raises the error with the violated clause

    def _number(self, choice: Choice) -> int:
        last = len(self._numbering.actions) - 1
        try:
            number = -1 if choice is None else operator.index(choice)
        except TypeError:  # it is no integer
            number = -1
        if not 0 <= number <= last:
            wanted = f"a whole number from 0 to {last} is wanted"
            raise InvalidData("action", f"{wanted}, not {shown(choice)}")
        return number

    def _advance(self) -> None:
        """Advance to the next decision of an agent, or to the end, and give the rewards there."""
        state = self._table.run()
        outcome, actor = state.outcome, state.actor
        if isinstance(actor, int) and self._left == 0:
            self.truncations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {} for agent in self.agents}
            self._deads_step_first()
        elif isinstance(actor, int):
            self._decide(state, actor)
        if outcome is not None:
            values = outcome.returns if self._utility == "win" else outcome.scores
            result = {"scores": outcome.scores, "winners": outcome.winners}
            for agent in self.agents:
                self.rewards[agent] = float(values[self._seats[agent]])
                self.infos[agent] = dict(result)
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _decide(self, state: State, actor: int) -> None:
        """Let the agent decide whose turn it is."""
        agent = self.agent_selection = f"player_{actor}"
        self._view = glimpse(state, actor)
        mask = self._mask = np.zeros(len(self._numbering.actions), np.int8)
        mask[self._numbering.actions.numbers(state.legal_actions)] = 1
        for other in self.agents:
            self.infos[other] = {"action_mask": mask.copy()} if other == agent else {}

    @override
    def observe(self, agent: str) -> Observation:
        """Return the current view of an agent and the mask of its legal actions."""
        table = self._table
        over = not self.agents or self.terminations.get(agent) or self.truncations.get(agent)
        decides = agent == self.agent_selection and not over
        view = self._view if decides else glimpse(table.state, self._seats[agent])
        observed = np.zeros(self._numbering.tensors.size, np.int32)
        self._numbering.tensors.write(view, observed.data)
        if self._turned is not None:
            self._turned.turn(observed[np.newaxis], np.array([self._seats[agent]]))
        mask = self._mask.copy() if decides else np.zeros(len(self._numbering.actions), np.int8)
        return Observation(observation=observed, action_mask=mask)

    @override
    def render(self) -> str | None:
        """Return the table as text or as an SVG document, or print it in the mode ``human``.

        Raises:
            InvalidData: when the environment was made without a render mode.
        """
        if self.render_mode is None:
            modes = ", ".join(self.metadata["render_modes"])
            raise InvalidData("render_mode", f"make the environment with one of: {modes}")
        view = self._table.state.view(self._observer())
        draw = self._start_record.game.draw
        if draw is not None and self.render_mode == "svg":
            return draw(view)
        if self.render_mode == "ansi":
            return view.to_text()
        sys.stdout.write(f"{view.to_text()}\n\n")
        return None

    def _observer(self) -> Observer:
        if self._render_for == REFEREE:
            return None
        if self._render_for == SPECTATOR:
            return SPECTATOR
        return self._seats[self.agent_selection if self._render_for == MOVER else self._render_for]

    @override
    def close(self) -> None:
        """Do nothing; PettingZoo asks for the method wherever there is ``render``."""


class _Losing(RawEnv):
    """The environment in which an illegal action loses and ends the play.

    It does what PettingZoo's wrapper does, which would look up each attribute in another object.
    """

    @override
    def _play_illegal(self, action: Action) -> None:
        EnvLogger.warn_on_illegal_move()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[self.agent_selection] = float(self.illegal_reward)
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()


def aec_env(
    game: str,
    *,
    seats: Sequence[str] | None = None,
    utility: Utility = "win",
    egocentric: bool = False,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    render_for: str = MOVER,
    **options: object,
) -> AECEnv[str, Observation, Choice]:
    """Return a registered game as an environment that checks the order of calls.

    ``options`` are those of the game, as plain data or as an argument of the command line; an
    option with the name of another argument here gets a ``_`` at the end. ``seats`` has
    :data:`AGENT` for each seat of an agent, and the name of a bot for each other seat; by default
    all seats are agents'. ``utility`` is the reward at the end: ``win``, the returns of the outcome
    (by default a share of the win less ``1/n``), or ``score``, the points. With ``egocentric``, an
    agent observes its own seat as seat 0, and only the feature ``seat`` has its number.
    ``max_cycles`` truncates a play that is not over after so many decisions of agents; there is no
    reward then. ``render_mode`` is ``ansi`` (text), ``human`` (the same, printed) or ``svg``, where
    the game has pictures; ``render_for`` is the observer whose view is rendered: :data:`MOVER`,
    :data:`REFEREE`, ``spectator`` or an agent.

    An illegal action loses and ends the play, as in other environments: its agent's reward is the
    highest whole number below all rewards of a play, and that of the others is 0.

    Raises:
        UnknownGame: when no game has this name.
        UnusableGame: when it can't be loaded, or its actions have no numbers.
        InvalidOptions: when its options do not fit.
        InvalidData: when another argument is wrong, or the file of an option.
        OSError: when the file of an option can't be read.
    """
    losing = _Losing(
        game,
        seats=seats,
        utility=utility,
        egocentric=egocentric,
        max_cycles=max_cycles,
        render_mode=render_mode,
        render_for=render_for,
        **options,
    )
    return OrderEnforcingWrapper(losing)
