"""Any game as a PettingZoo environment: agents that decide in turn, action masks, seeds.

It needs the extra ``pettingzoo``. :func:`aec_env` makes what learners expect, :class:`RawEnv` is
the same without the usual wrappers. An agent is a seat: ``player_0``, ``player_1`` and so on.
"""

import operator
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, SupportsIndex, TypeAlias, TypedDict

from fireflies import bots, games
from fireflies._data import text
from fireflies._typing import override
from fireflies.adapters._extras import not_installed
from fireflies.adapters._numbers import Numbering
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, Bot, View
from fireflies.errors import InvalidData, shown
from fireflies.record import Record, begin
from fireflies.table import deal, told

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import (
        AssertOutOfBoundsWrapper,
        OrderEnforcingWrapper,
        TerminateIllegalWrapper,
    )
except ModuleNotFoundError:
    raise not_installed("pettingzoo") from None

__all__ = ["AGENT", "MOVER", "REFEREE", "Choice", "Observation", "RawEnv", "Utility", "aec_env"]

AGENT: Final = "agent"
"""In ``seats``: somebody outside decides for this seat."""
MOVER: Final = "mover"
"""In ``render_for``: the agent that is to decide."""
REFEREE: Final = "referee"
"""In ``render_for``: somebody who sees everything."""

Utility: TypeAlias = Literal["win", "score"]
"""What is rewarded at the end: a share of the victory, or the points."""
Choice: TypeAlias = SupportsIndex | None
"""The number of an action; None for an agent whose play is over."""

_UTILITIES: Final = ("win", "score")
_VERSION: Final = 0  # in an environment's name: another one when the numbers mean something else
_PICTURE: Final = "_repr_svg_"  # where notebooks look for it


class Observation(TypedDict):
    """What an agent is told."""

    observation: "np.ndarray[tuple[int, ...], np.dtype[np.int32]]"
    """What its seat sees, flat, as the game's room for tensors writes it; whole numbers."""
    action_mask: "np.ndarray[tuple[int, ...], np.dtype[np.int8]]"
    """By the number of an action: 1 when the agent may take it now. All 0 for who is not to decide:
    what another may do would tell of its hand."""


class RawEnv(AECEnv[str, Observation, Choice]):
    """The environment without wrappers: what the rules forbid is refused, with the clause.

    The settings are those of :func:`aec_env`, and so is what it raises.
    """

    # As PettingZoo has them, and says to nobody.
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
        render_mode: str | None = None,
        render_for: str = MOVER,
        **options: object,
    ) -> None:
        """Settle everything; a play begins with :meth:`reset`."""
        super().__init__()
        found = games.get(game)
        complete = found.complete(options)
        self._numbering = Numbering(found, complete)
        # Not the packed twin: each decision asks for a view, and for that it has to be unpacked.
        start = found.start(complete)
        names = _names(seats, start.seats)
        self._seats = {f"player_{seat}": seat for seat, name in enumerate(names) if name == AGENT}
        self.possible_agents = list(self._seats)
        if not self.possible_agents:
            raise InvalidData("seats", f"at least one of them has to be {shown(AGENT)}")
        self._bots = {
            seat: bots.named(found, name, f"seats[{seat}]", besides=(AGENT,))
            for seat, name in enumerate(names)
            if name != AGENT
        }
        agents = {seat: agent for agent, seat in self._seats.items()}
        self._begun = begin(
            found, complete, [agents.get(seat, name) for seat, name in enumerate(names)]
        )
        self._utility = _one_of("utility", utility, _UTILITIES)
        modes = ["human", "ansi", *(["svg"] if hasattr(start.view(), _PICTURE) else [])]
        self.render_mode = (
            None if render_mode is None else _one_of("render_mode", render_mode, modes)
        )
        self._eyes = _one_of("render_for", render_for, [MOVER, REFEREE, *self.possible_agents])
        self.metadata = {
            "name": f"{found.name}_v{_VERSION}",
            "render_modes": modes,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self._set_up_spaces()
        self._latest: _Play | None = None
        self.agents = []
        self.agent_selection = self.possible_agents[0]

    def _set_up_spaces(self) -> None:
        """Alike for all agents; each samples with a generator of its own."""
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
        """The space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    @override
    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    @property
    def actions(self) -> tuple[Action, ...]:
        """What agents may ever do; an action's place here is its number."""
        return self._numbering.tensors.actions

    @property
    def seed(self) -> int:
        """The seed of the play."""
        return self._play.seed

    @property
    def record(self) -> Record:
        """The play so far."""
        return self._play.record(self._play.actions)

    @property
    def _play(self) -> "_Play":
        """The play that goes on, or was the last one."""
        if self._latest is None:
            raise InvalidData("environment", "no play has begun: call reset() first")
        return self._latest

    @override
    def reset(
        self,
        seed: "int | np.integer[Any] | None" = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        """Begin a play with this seed; without one, with a seed that follows from the last one.

        The first play of all has any seed when none is given. ``options`` are not looked at: those
        of a game are settled when the environment is made.

        Raises:
            ValueError: when it is no seed (see :data:`fireflies.chance.SEEDS`).
        """
        if isinstance(seed, np.integer):
            seed = int(seed)
        if seed is None and self._latest is not None:
            seed = Draws(self._latest.seed, "next play").bits()
        self._latest = _Play(
            self._begun, self._bots, secrets.randbits(64) if seed is None else seed
        )
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._go_on(self._latest)

    @override
    def step(self, action: Choice) -> None:
        """Carry out the action of this number for the selected agent; None when its play is over.

        Raises:
            IllegalAction: when the rules forbid it; nothing has changed.
            InvalidData: when no action has this number, or nobody is left to act.
            ValueError: when it is not None, and the agent's play is over.
        """
        play, agent = self._play, self.agent_selection
        if not self.agents:
            raise InvalidData("environment", "the play is over: call reset() first")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play.carry_out(self._action(action))
        self._go_on(play)

    def _action(self, choice: Choice) -> Action:
        """The action of a number that somebody chose."""
        last = len(self._numbering.actions) - 1
        try:
            number = -1 if choice is None else operator.index(choice)
        except TypeError:  # it is nothing that counts
            number = -1
        if not 0 <= number <= last:
            wanted = f"a whole number from 0 to {last} is wanted"
            raise InvalidData("action", f"{wanted}, not {shown(choice)}")
        return self._numbering.actions.action(number)

    def _go_on(self, play: "_Play") -> None:
        """Play on to the next decision of an agent, or reward them all: only then are there any."""
        play.go_on()
        outcome = play.state.outcome
        if outcome is None:
            self.agent_selection = f"player_{play.state.actor}"
        else:
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

    @override
    def observe(self, agent: str) -> Observation:
        """What the seat of this agent sees, and what it may do now; at any time."""
        state = self._play.state
        decides = agent == self.agent_selection and self.terminations.get(agent) is False
        written = self._numbering.tensors.observe(state.view(self._seats[agent]))
        mask = self._numbering.mask(state) if decides else [0] * len(self._numbering.actions)
        return Observation(
            observation=np.array(written, np.int32), action_mask=np.array(mask, np.int8)
        )

    @override
    def render(self) -> str | None:
        """The table as text or as an SVG document; in the mode ``human`` it is printed.

        Raises:
            InvalidData: when the environment was made without a mode.
        """
        if self.render_mode is None:
            modes = ", ".join(self.metadata["render_modes"])
            raise InvalidData("render_mode", f"make the environment with one of: {modes}")
        view = self._play.state.view(self._looks())
        if self.render_mode == "svg":
            return _picture(view)
        if self.render_mode == "ansi":
            return view.to_text()
        sys.stdout.write(f"{view.to_text()}\n\n")
        return None

    def _looks(self) -> int | None:
        """For whose eyes the table is drawn."""
        if self._eyes == REFEREE:
            return None
        return self._seats[self.agent_selection if self._eyes == MOVER else self._eyes]

    @override
    def close(self) -> None:
        """Nothing is held that would have to be given back."""


class _Play:
    """A play in an environment: chance and bots draw as they do at a Table with this seed."""

    def __init__(self, begun: Record, players: Mapping[int, Bot], seed: int) -> None:
        """Nothing has happened yet."""
        Draws(seed, CHANCE)  # a seed that is none is told now
        self.seed: Final = seed
        self.actions: tuple[Action, ...] = ()
        self.state = begun.start
        self._begun = begun
        self._bots = players
        self._decisions: Counter[object] = Counter()

    def carry_out(self, action: Action) -> None:
        """The next action of whoever is to decide."""
        before = self.state
        self.state = before.apply(action)
        self.actions += (action,)
        self._decisions[before.actor] += 1

    def go_on(self) -> None:
        """Deal, and let bots decide, until somebody else is to or all is over."""
        while True:
            actor = self.state.actor
            if actor == CHANCE:
                self.carry_out(self._deal())
            elif isinstance(actor, int) and actor in self._bots:
                self.carry_out(self._ask(actor))
            else:
                return

    def _deal(self) -> Action:
        """What chance does."""
        return deal(self.state, Draws(self.seed, CHANCE, self._decisions[CHANCE]))

    def _ask(self, seat: int) -> Action:
        """What the bot on this seat does."""
        actions, draws = self.actions, Draws(self.seed, f"seat {seat}", self._decisions[seat])
        turn = told(self.state, seat, draws, lambda: self.record(actions).seen_by(seat))
        return self._bots[seat](turn)

    def record(self, actions: Sequence[Action]) -> Record:
        """The record of a play that began with these actions."""
        played = self._begun
        for action in actions:
            played = played.play(action)
        return played


def aec_env(
    game: str,
    *,
    seats: Sequence[str] | None = None,
    utility: Utility = "win",
    render_mode: str | None = None,
    render_for: str = MOVER,
    **options: object,
) -> AECEnv[str, Observation, Choice]:
    """A game of the register as an environment with the usual wrappers.

    ``options`` are those of the game. ``seats`` has :data:`AGENT` for each seat that is an agent's,
    and the name of one of our bots for each other one; left out, all are agents'. ``utility`` is
    what an agent is rewarded with at the end: ``win``, its share of the victory less ``1/n``, so
    that all seats' add up to zero; or ``score``, its points. ``render_mode`` is ``ansi`` (text),
    ``human`` (the same, printed) or ``svg``, where the game has a picture; ``render_for`` is whose
    view of the table is rendered: :data:`MOVER`, :data:`REFEREE` or one agent's.

    Whoever chooses what the rules forbid loses, and the play is over, as is usual there: its reward
    is less than any play brings (-1, or one point below the lowest possible score), the others'
    is 0.

    Raises:
        UnknownGame: when no game has this name.
        UnusableGame: when it can't be loaded, or its actions have no numbers.
        InvalidOptions: when its options don't fit.
        InvalidData: when another setting doesn't.
    """
    raw = RawEnv(
        game,
        seats=seats,
        utility=utility,
        render_mode=render_mode,
        render_for=render_for,
        **options,
    )
    lowest = 0 if utility == "win" else games.get(game).bounds(options).lowest_score
    losing = TerminateIllegalWrapper(raw, illegal_reward=lowest - 1.0)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(losing))


def _names(seats: Sequence[str] | None, count: int) -> list[str]:
    """Who decides for each seat."""
    if seats is None:
        return [AGENT] * count
    return [text(name, f"seats[{seat}]") for seat, name in enumerate(seats)]


def _one_of(place: str, value: str, known: Sequence[str]) -> str:
    """The value of a setting, which has to be one of these."""
    if value not in known:
        raise InvalidData(place, f"{shown(value)} is none of: {', '.join(known)}")
    return value


def _picture(view: View) -> str:
    """The picture of a view that has one."""
    draw: Callable[[], str] = getattr(view, _PICTURE)
    return draw()
