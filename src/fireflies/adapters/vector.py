"""Many games at once in NumPy arrays, for learners; this module needs the extra ``vector``.

:func:`make` returns a :class:`Vector`: a batch of games, each at a decision of a seat. A step
carries out one action in each of them, and begins a finished game anew.

Episode ``e`` of game ``k`` of a batch with the seed ``S`` is exactly the play of a
:class:`~fireflies.table.Table` with the seed ``seed(S, k, e)``.
"""

from collections import deque
from collections.abc import Sequence
from hashlib import blake2b
from itertools import islice
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeGuard

from fireflies import games as all_games
from fireflies.adapters import not_installed
from fireflies.adapters._batch import Chosen, States, first, played
from fireflies.adapters._numbers import (
    UTILITIES,
    Numbering,
    Utility,
    one_of,
    require_whole,
    set_up,
)
from fireflies.chance import SEEDS
from fireflies.contract import Action, Outcome, State
from fireflies.errors import InvalidData, shown
from fireflies.games import Game, Setup
from fireflies.record import Record, begin
from fireflies.table import Table
from fireflies.tensors import Batch, Feature, Tensors

try:
    import numpy as np
    from numpy.typing import NDArray

    from fireflies.adapters._egocentric import Turned
except ModuleNotFoundError:
    raise not_installed("vector") from None

__all__ = ["Buffers", "Observe", "Vector", "make", "seed"]

Observe: TypeAlias = Literal["full", "egocentric"] | None
"""The observation: all that the seat sees that decides; the same, with this seat as seat 0 and the
others after it; or none."""

_ARGUMENTS: Final = (
    *("game", "games", "seed", "observe", "recall", "scale", "skip_forced", "utility", "buffers"),
)


class Buffers(NamedTuple):
    """The arrays that a step writes; ``N`` games with ``n`` seats and ``A`` action numbers.

    A caller may own them, such as rows of the memory of a learner, and need not make them anew.
    """

    observation: "NDArray[np.int32] | NDArray[np.float32] | None"
    """``(N, D)``: what the seat sees that decides (:mod:`fireflies.tensors`); 32-bit integers, or
    floats where they are scaled. None where nothing is observed."""
    mask: NDArray[np.bool_]
    """``(N, A)``: True for the legal actions."""
    reward: NDArray[np.float32]
    """``(N, n)``: by seat, what this step brought; not 0 only where a play ended."""
    done: NDArray[np.bool_]
    """``(N,)``: True where this step ended a play. Everything else is of the next one then."""
    seat: NDArray[np.int64]
    """``(N,)``: the seat that decides."""


def seed(batch: int, game: int, episode: int) -> int:
    """Return the seed of a table that plays this episode of this game of a batch.

    It is the first eight bytes, highest first, of the BLAKE2b of the ASCII text
    ``BATCH GAME EPISODE``, all in decimal, with a digest of eight bytes. Games and episodes are
    numbered from 0.

    Raises:
        InvalidData: when the seed of the batch is not in :data:`fireflies.chance.SEEDS`, or
            another number is negative.
    """
    require_whole("seed", batch, SEEDS)
    require_whole("game", game, SEEDS)
    require_whole("episode", episode, SEEDS)
    return _episode_seed(batch, game, episode)


def _episode_seed(batch: int, game: int, episode: int) -> int:
    """Return the same for numbers that are right."""
    digest = blake2b(b"%d %d %d" % (batch, game, episode), digest_size=8).digest()
    return int.from_bytes(digest)


class _Plan(NamedTuple):
    """The arguments of :func:`make`."""

    game: Game[State]
    prepared: Setup[State]
    games: int
    seed: int
    observe: Observe
    recall: bool
    scale: bool
    skip_forced: bool
    utility: Utility


class Vector:
    """A batch of games, which :func:`make` returns."""

    def __init__(self, plan: _Plan, buffers: Buffers | None) -> None:
        self._plan: Final = plan
        games, setup, seed = plan.games, plan.prepared, plan.seed
        numbering = Numbering(plan.game, setup)
        tensors, seats = numbering.tensors, setup.start.seats
        names = [f"player_{number}" for number in range(seats)]
        self._start: Final[Record[State]] = begin(plan.game, setup.options, names)
        self.seed: Final = seed
        """The seed of the batch."""
        self.actions: Final[tuple[Action, ...]] = tensors.actions
        """The actions that a seat may ever have; the index of each is its number."""
        self.features: Final = _features(plan, tensors)
        """The features of an observation, in order."""
        self._seen: Final = tensors.size
        self._turned = Turned(self.features, seats) if plan.observe == "egocentric" else None
        self._scales = _scales(self.features) if plan.scale else None
        self._shapes = _shapes(self.features, len(self.actions), seats, plan)
        self._mask = np.zeros((games, len(self.actions)), np.bool_)
        self._rows = np.arange(games) * len(self.actions)  # where they begin in the mask
        self.episodes: Final = np.zeros(games, np.int64)
        """``(N,)``: the number of the current episode of each game."""
        self._began = np.zeros((2, games), np.int64)  # the steps before each episode, last and this
        self._steps = 0
        self._shares: dict[tuple[int, ...], Sequence[float]] = {}  # by winners
        self._kept: deque[NDArray[np.int64]] = deque()  # the actions of the latest steps
        self._batch = _batch(plan, numbering)
        for number in range(games):
            self._batch.begin(number, _episode_seed(seed, number, 0))
        self.buffers: Final = self._own() if buffers is None else buffers
        """The arrays that a step writes by default; first with the first decisions."""
        self._fits(self.buffers)
        self._write(self.buffers, [], [])

    def step(self, actions: object, buffers: Buffers | None = None) -> Buffers:
        """Carry out an action in each game, and begin those anew that it ends.

        ``actions`` are ``(N,)`` action numbers, an array or a sequence of integers. The result is
        ``buffers``, by default the batch's own, with the next decision of each game.

        Raises:
            InvalidData: when an array has the wrong shape or type, or an action is no number of a
                legal action; no game has changed.
        """
        chosen = self._chosen(actions)
        into = self.buffers if buffers is None else buffers
        if buffers is not None:
            self._fits(into)
        over = self._batch.advance(chosen)
        ended = [game for game, _ in over]
        self._kept.append(chosen)
        self._steps += 1
        if over:
            self._began[0, ended] = self._began[1, ended]
            self._began[1, ended] = self._steps
            self.episodes[ended] += 1
            for game, episode in zip(ended, self.episodes[ended].tolist(), strict=True):
                self._batch.begin(game, _episode_seed(self.seed, game, episode))
            for _ in range(len(self._kept) - self._steps + int(self._began[0].min())):
                self._kept.popleft()
        self._write(into, ended, [self._reward(outcome) for _, outcome in over])
        return into

    def record(self, game: int, episode: int | None = None) -> Record[State]:
        """Return the current episode of a game so far, or the one before it.

        It is played again by the rules, which check each action.

        Raises:
            InvalidData: when there is no such game, or another episode is asked for.
        """
        require_whole("game", game, range(len(self.episodes)))
        now = int(self.episodes[game])
        number = now if episode is None else episode
        require_whole("episode", number, range(max(now - 1, 0), now + 1))
        before = self._steps - len(self._kept)
        begun = int(self._began[1 if number == now else 0, game]) - before
        ended = len(self._kept) if number == now else int(self._began[1, game]) - before
        played = [int(actions[game]) for actions in islice(self._kept, begun, ended)]
        return self._replayed(_episode_seed(self.seed, game, number), played)

    def _replayed(self, seed: int, numbers: list[int]) -> Record[State]:
        table = Table(self._start, [None] * len(self._start.seats), seed=seed)
        state = table.run()
        start = first(
            self._start.game.name, self._start.start, seed, skip_forced=self._plan.skip_forced
        )
        for _ in range(start.forced):
            state = played(table, state.legal_actions[0])
        for number in numbers:
            state = played(table, self.actions[number])
            while self._plan.skip_forced and len(state.legal_actions) == 1:
                state = played(table, state.legal_actions[0])
        return table.record

    def _chosen(self, actions: object) -> NDArray[np.int64]:
        """Return the actions as numbers.

        Raises:
            InvalidData: when they are not the numbers of legal actions, one for each game.
        """
        count, size = self._mask.shape
        try:
            given = np.asarray(actions)
        except (TypeError, ValueError):  # it has no shape
            given = np.zeros((), np.object_)
        if given.shape != (count,) or given.dtype.kind not in "iu":
            wanted = f"{count} whole numbers are wanted, one for each game"
            found = f"an array of {given.dtype} with the shape {given.shape}"
            raise InvalidData("actions", f"{wanted}, not {found}")
        inside = (given >= 0) & (given < size)
        chosen = np.where(inside, given, 0).astype(np.int64)
        right = inside & self._mask.ravel()[self._rows + chosen]
        if not right.all():
            game = int(np.argmin(right))
            raise InvalidData(f"actions[{game}]", self._refusal(game, int(given[game])))
        return chosen

    def _refusal(self, game: int, number: int) -> str:
        if number not in range(len(self.actions)):
            return f"a number from 0 to {len(self.actions) - 1} is wanted, not {number}"
        violation = self._batch.state(game).check(self.actions[number])
        return f"{number} is illegal in game {game}: {violation}"

    def _own(self) -> Buffers:
        made: dict[str, Any] = {
            name: None if wanted is None else np.zeros(*wanted)
            for name, wanted in self._shapes.items()
        }
        return Buffers(**made)

    def _fits(self, buffers: Buffers) -> None:
        """Raise InvalidData unless each array has the right shape and type, and can be written."""
        for name, wanted in self._shapes.items():
            array: object = getattr(buffers, name, None)
            if wanted is None:
                if array is not None:
                    raise InvalidData(f"buffers.{name}", "None is wanted: nothing is observed")
                continue
            shape, dtype = wanted
            if not _is_array(array) or (array.shape, array.dtype) != (shape, dtype):
                wants = f"an array of {dtype} with the shape {shape} is wanted"
                found = (
                    f"one of {array.dtype} with {array.shape}" if _is_array(array) else shown(array)
                )
                raise InvalidData(f"buffers.{name}", f"{wants}, not {found}")
            if not array.flags.writeable:
                raise InvalidData(f"buffers.{name}", "an array is wanted that can be written")

    def _write(self, into: Buffers, ended: list[int], rewards: list[Sequence[float]]) -> None:
        self._batch.write_turns(self._mask, into.seat)
        into.mask[:] = self._mask
        into.reward[:] = 0
        into.done[:] = False
        if ended:
            into.done[ended] = True
            into.reward[ended] = rewards
        if (seen := into.observation) is not None:
            self._batch.write_seen(seen[:, : self._seen])
            if self._plan.recall:
                self._batch.write_recalled(seen[:, self._seen :])
            if self._turned is not None:
                self._turned.turn(seen, into.seat)
            if self._scales is not None:
                np.divide(seen, self._scales, out=seen, casting="unsafe")

    def _reward(self, outcome: Outcome) -> Sequence[float]:
        """Return what an outcome brings each seat; a share of the win is computed once."""
        if self._plan.utility == "score":
            return outcome.scores
        if outcome.payoffs is not None:
            return [*map(float, outcome.payoffs)]
        if (shares := self._shares.get(outcome.winners)) is None:
            shares = self._shares[outcome.winners] = [*map(float, outcome.returns)]
        return shares


def make(
    game: str,
    *,
    games: int,
    seed: int,
    observe: Observe = "full",
    recall: bool = False,
    scale: bool = False,
    skip_forced: bool = False,
    utility: Utility = "win",
    buffers: Buffers | None = None,
    **options: object,
) -> Vector:
    """Return so many games at once of a registered game, each at its first decision.

    ``options`` are those of the game, as plain data or as an argument of the command line; an
    option with the name of another argument here gets a ``_`` at the end.

    ``observe`` is ``full``, all that the seat sees that decides; ``egocentric``, the same with this
    seat as seat 0, where only the feature ``seat`` has its number; or None. With ``recall``, the
    observation ends with what follows from the play so far, in the games that list it, such as the
    hands in Smile (:attr:`~fireflies.tensors.Tensors.recalled`). With ``scale``, counts and flags
    are divided by their typical figures, and the numbers are floats; categories stay whole, since
    they need an embedding. ``skip_forced`` carries out each decision that leaves no choice, except
    in a play that has no other. ``utility`` is the reward at the end: ``win``, the returns of the
    outcome (by default a share of the win less ``1/n``), or ``score``, the points. ``buffers`` are
    the arrays that a step writes by default.

    Raises:
        UnknownGame: when no game has this name.
        UnusableGame: when it can't be loaded, its actions have no numbers, or no seat decides.
        InvalidOptions: when its options do not fit.
        InvalidData: when another argument is wrong, or the file of an option.
        OSError: when the file of an option can't be read.
    """
    require_whole("games", games, range(1, 1 << 31))
    require_whole("seed", seed, SEEDS)
    if observe is not None:
        one_of("observe", observe, ["full", "egocentric"])
    one_of("utility", utility, UTILITIES)
    found = all_games.get(game)
    setup = set_up(found, options, _ARGUMENTS)
    plan = _Plan(found, setup, games, seed, observe, recall, scale, skip_forced, utility)
    return Vector(plan, buffers)


def _batch(plan: _Plan, numbering: Numbering) -> Batch:
    ready, skips = plan.prepared, plan.skip_forced
    if ready.batch is not None:
        return ready.batch(plan.games, skip_forced=skips)
    start, name = ready.fastest_start, plan.game.name
    chosen = Chosen(plan.games, plan.observe is not None, skips)
    return States(name, start, numbering, chosen)


def _features(plan: _Plan, tensors: Tensors[Any]) -> tuple[Feature, ...]:
    """Return what is observed, and after it what is recalled.

    Raises:
        InvalidData: when nothing can be recalled.
    """
    if not plan.recall:
        return tensors.observation if plan.observe else ()
    if plan.observe is None:
        raise InvalidData("recall", "False is wanted, since nothing is observed")
    if not tensors.recalled:
        raise InvalidData("recall", f"{plan.game.name} has no features that seats can recall")
    return tensors.observation + tensors.recalled


_Shape: TypeAlias = tuple[tuple[int, ...], np.dtype[np.generic]]


def _shapes(
    features: tuple[Feature, ...], actions: int, seats: int, plan: _Plan
) -> dict[str, _Shape | None]:
    """Return the shape and the type of each array; None for no array."""
    games, numbers = plan.games, sum(feature.size for feature in features)
    seen: _Shape = (games, numbers), np.dtype(np.float32 if plan.scale else np.int32)
    return {
        "observation": seen if features else None,
        "mask": ((games, actions), np.dtype(np.bool_)),
        "reward": ((games, seats), np.dtype(np.float32)),
        "done": ((games,), np.dtype(np.bool_)),
        "seat": ((games,), np.dtype(np.int64)),
    }


def _scales(features: tuple[Feature, ...]) -> NDArray[np.float32]:
    """Return what each number of an observation is divided by."""
    return np.array(
        [
            1 if feature.kind == "category" else feature.typical
            for feature in features
            for _ in range(feature.size)
        ],
        np.float32,
    )


def _is_array(value: object) -> TypeGuard[NDArray[np.generic]]:
    return isinstance(value, np.ndarray)
