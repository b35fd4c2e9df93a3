"""Any game as a Gymnasium environment: one agent at a table of bots.

This module needs the extra ``gymnasium``. Its import registers every game: after it,
``gymnasium.make("fireflies/Smile-v0")`` makes a :class:`SeatEnv` with Gymnasium's usual wrappers.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, SupportsIndex, cast

from fireflies import games
from fireflies._typing import override
from fireflies.adapters import not_installed
from fireflies.adapters._numbers import AT_SEATS, Utility, read_seats, set_up
from fireflies.contract import Action, IllegalAction, State
from fireflies.errors import InvalidData, UnusableGame, shown
from fireflies.games import Game
from fireflies.record import Record
from fireflies.tensors import Feature

try:
    import gymnasium
    import numpy as np
    from gymnasium.envs.registration import EnvSpec
    from numpy.typing import NDArray

    from fireflies.adapters.pettingzoo import AGENT, MOVER, RawEnv
except ImportError:
    raise not_installed("gymnasium") from None

__all__ = ["AGENT", "SeatEnv", "register"]

_VERSION: Final = 0  # part of an id; changes when numbers change their meaning, or bots their play
_MOST_PLAYS: Final = 100  # in which the agent never decides, one after the other


def register() -> tuple[str, ...]:
    """Register every game with Gymnasium, and return the ids, such as ``fireflies/Smile-v0``.

    The import of this module has called it. It may be called again, for games that came later. A
    game whose name no id can have is left out.
    """
    found: list[str] = []
    for game in games.names():
        with suppress(gymnasium.error.Error):
            spec = EnvSpec(_id(game), f"{__name__}:{SeatEnv.__name__}", kwargs={"game": game})
            gymnasium.registry.setdefault(spec.id, spec)
            found.append(spec.id)
    return tuple(found)


def _id(game: str) -> str:
    return f"fireflies/{game.capitalize()}-v{_VERSION}"


class SeatEnv(gymnasium.Env[NDArray[np.int32], SupportsIndex]):
    """A game in which one seat is the agent's, and bots have the others.

    ``options`` are those of the game, as plain data or as an argument of the command line; an
    option with the name of another argument here gets a ``_`` at the end. ``seats`` has ``agent``
    for the seat of the agent, and the name of a bot for each other seat; by default
    the agent has seat 0, and the others are ``greedy``, in a game without that bot ``random``.
    ``utility`` is the reward at the end: ``win``, the returns of the outcome (by default a share of
    the win less ``1/n``), or ``score``, the points. With ``egocentric``, the agent observes its own
    seat as seat 0, and only the feature ``seat`` has its number. ``render_mode`` is ``ansi``
    (text), ``human`` (the same, printed) or ``svg``, where the game has pictures; ``render_for`` is
    the observer whose view is rendered, as in :func:`fireflies.adapters.pettingzoo.aec_env`.

    An observation is the view of the agent's seat as a flat tensor of whole numbers
    (:mod:`fireflies.tensors`). ``info["action_mask"]`` has 1 for each legal action, by number; at
    the end ``info`` also has the ``scores`` and ``winners`` of all seats.

    An illegal action loses and ends the play: the reward is the highest whole number below all
    rewards of a play, and ``info["violation"]`` says which clause it violates.

    Raises:
        UnknownGame: when no game has this name.
        UnusableGame: when it can't be loaded, or its actions have no numbers.
        InvalidOptions: when its options do not fit.
        InvalidData: when another argument is wrong, or the file of an option.
        OSError: when the file of an option can't be read.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as in Gymnasium, whose make looks into the class
        "render_modes": ["human", "ansi", "svg"],
        "render_fps": 1,
    }
    render_mode: str | None
    action_space: gymnasium.spaces.Space[SupportsIndex]
    observation_space: gymnasium.spaces.Space[NDArray[np.int32]]

    def __init__(
        self,
        game: str,
        *,
        seats: Sequence[str] | None = None,
        utility: Utility = "win",
        egocentric: bool = False,
        render_mode: str | None = None,
        render_for: str = MOVER,
        **options: object,
    ) -> None:
        super().__init__()
        names = _usual(games.get(game), options) if seats is None else _names(seats)
        self._raw: Final = RawEnv(
            game,
            seats=names,
            utility=utility,
            egocentric=egocentric,
            max_cycles=None,  # gymnasium.make has such a limit of its own
            render_mode=render_mode,
            render_for=render_for,
            **options,
        )
        (self._agent,) = self._raw.possible_agents
        self._seat: Final = names.index(AGENT)
        self.render_mode = self._raw.render_mode
        self.metadata = {**self._raw.metadata, "name": _id(game)}
        del self.metadata["is_parallelizable"]  # several agents could be
        self.action_space = self._raw.action_space(self._agent)
        space = cast("gymnasium.spaces.Dict", self._raw.observation_space(self._agent))
        self.observation_space = space["observation"]
        self._nothing_legal: Final = np.zeros(len(self.actions), np.int8)
        self._mask = self._nothing_legal
        self._is_over = False

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that a seat may ever have; the index of each is its number."""
        return self._raw.actions

    @property
    def features(self) -> tuple[Feature, ...]:
        """The features of an observation, in order: their names, shapes, bounds and meanings."""
        return self._raw.features

    @property
    def play_seed(self) -> int:
        """The seed of the play: a :class:`~fireflies.table.Table` plays the same with it."""
        return self._raw.seed

    @property
    def record(self) -> Record[State]:
        """The play so far."""
        return self._raw.record

    def action_masks(self) -> NDArray[np.bool_]:
        """Return by action number whether it is legal, as sb3-contrib's MaskablePPO wants it.

        All are False where nothing can be decided: before the first reset, and after the end.
        """
        return self._mask.astype(np.bool_)

    @override
    def reset(
        self,
        *,
        seed: "int | np.integer[Any] | None" = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.int32], dict[str, Any]]:
        """Begin a play with this seed, up to the first decision of the agent.

        By default, the seed follows from that of the last play; the first one is random. A play
        that is over before the agent decides is left out, and the next one begins. ``options`` are
        ignored: the options of the game are settled when the environment is made.

        Raises:
            ValueError: when the seed is not in :data:`fireflies.chance.SEEDS`.
            UnusableGame: when the agent decides in none of many plays.
        """
        self._raw.reset(seed)
        super().reset(seed=None if seed is None else int(seed))
        left_out = 0
        while self._raw.terminations[self._agent]:
            left_out += 1
            if left_out == _MOST_PLAYS:
                game = self._raw.record.game.name
                raise UnusableGame(game, f"the agent decided in none of {_MOST_PLAYS} plays")
            self._raw.reset()
        self._is_over = False
        return self._observed()

    @override
    def step(
        self, action: SupportsIndex
    ) -> tuple[NDArray[np.int32], float, bool, bool, dict[str, Any]]:
        """Carry out the action with this number, and what bots and chance decide after it.

        Raises:
            InvalidData: when no action has this number, or the play is over.
            IllegalAction: when a bot chose an illegal action.
        """
        if self._is_over:
            raise InvalidData("environment", "the play is over: call reset() first")
        try:
            self._raw.step(action)
        except IllegalAction as error:
            if error.violation.view.actor != self._seat:
                raise
            self._is_over, reward = True, self._raw.illegal_reward
            seen, info = self._observed()
            return seen, reward, True, False, {**info, "violation": error.violation.reason}
        self._is_over = self._raw.terminations[self._agent]
        seen, info = self._observed()
        return seen, self._raw.rewards[self._agent], self._is_over, False, info

    def _observed(self) -> tuple[NDArray[np.int32], dict[str, Any]]:
        """Return the observation and the info of the agent now."""
        info = dict(self._raw.infos[self._agent])
        self._mask = self._nothing_legal if self._is_over else info["action_mask"]
        info["action_mask"] = self._mask.copy()
        return self._raw.observe(self._agent)["observation"], info

    @override
    def render(self) -> str | None:
        """Return the table as text or as an SVG document, or print it in the mode ``human``.

        Raises:
            InvalidData: when the environment was made without a render mode.
        """
        return self._raw.render()


def _usual(game: Game[State], options: Mapping[str, object]) -> list[str]:
    others = "greedy" if "greedy" in game.bots else "random"
    return [AGENT, *[others] * (set_up(game, options, AT_SEATS).start.seats - 1)]


def _names(seats: object) -> list[str]:
    names = read_seats(seats)
    if (count := names.count(AGENT)) != 1:
        raise InvalidData("seats", f"{shown(AGENT)} is wanted for one of them, not for {count}")
    return names


register()
