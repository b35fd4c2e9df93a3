"""Our bots as bots of OpenSpiel, and an evaluator for its search; it needs the extra ``openspiel``.

>>> import pyspiel
>>> from fireflies.adapters import openspiel
>>> from fireflies.adapters.openspiel_bots import SpielBot
>>> openspiel.register()
('fireflies_smile', 'fireflies_festival', 'fireflies_misbehavin')
>>> game = pyspiel.load_game("fireflies_smile")
>>> bots = [SpielBot(game, name, seed=7) for name in ("greedy", "random", "search:40")]
>>> returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 7)
"""

from collections.abc import Sequence
from statistics import fmean
from typing import Any, Final, TypeAlias

from fireflies import bots
from fireflies._typing import override
from fireflies.adapters import not_installed
from fireflies.adapters._numbers import next_seed, require_whole
from fireflies.adapters._plays import NumberedPlay
from fireflies.adapters.openspiel import SpielGame, SpielState, short_name
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, Bot, IllegalAction, State
from fireflies.errors import InvalidData, shown
from fireflies.history import Snapshot, at_start
from fireflies.search import Model, model_of
from fireflies.table import Streams

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts
except ImportError:
    raise not_installed("openspiel") from None

Values: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"
"""A value for each seat, in the unit of OpenSpiel's ``returns()``."""

_SEEDS: Final = 1 << 31  # the number of seeds of OpenSpiel's ``evaluate_bots``


class SpielBot(pyspiel.Bot):
    """One of our bots, as a bot of OpenSpiel. It can play at any seat, and at several.

    ``bot`` is a name (:mod:`fireflies.bots`) or the bot itself. It gets what a bot gets at a
    :class:`~fireflies.table.Table` with this seed, for the seat that decides: the view, what the
    seat has seen so far, and its draws. In a state that was resampled, it has seen nothing of what
    was before. A restart after a decision begins the next play, whose seed follows from the last.

    Raises:
        InvalidData: when the game is not one of ours, or there is no such bot.
        ValueError: when the seed is not in :data:`fireflies.chance.SEEDS`.
    """

    def __init__(self, game: pyspiel.Game, bot: Bot | str, seed: int = 0) -> None:
        super().__init__()
        self._game: SpielGame = _our(game)
        self._bot: Bot = _bot_of(self._game, bot)
        self._streams = Streams(seed)
        self._latest: _Known | None = None

    @override
    def restart(self) -> None:
        """Begin the next play."""
        if self._latest is not None:
            self._streams = Streams(next_seed(self._streams.seed))
            self._latest = None

    @override
    def restart_at(self, state: pyspiel.State, /) -> None:
        """Begin the next play, from any state on."""
        self.restart()

    @override
    def step(self, state: pyspiel.State, /) -> int:
        """Return the number of the bot's action.

        Raises:
            IllegalAction: when the bot chooses an illegal action.
            ValueError: when no seat decides in this state, or it is one of another game.
        """
        play = _play_of(self._game, state)
        seat = play.state.actor
        if seat is None or seat == CHANCE:
            raise ValueError(f"a bot can't decide here: {seat or 'nobody'} is to act")
        now = _snapshot(play, self._latest)
        self._latest = play, now
        action = self._bot(self._streams.turn(now, seat))
        if violation := play.state.check(action):
            raise IllegalAction(violation)
        return play.variant.numbering.actions.number(action)


_Known: TypeAlias = tuple[NumberedPlay, Snapshot[Any]]
"""A play, and the same as a snapshot."""


def _snapshot(play: NumberedPlay, known: _Known | None) -> Snapshot[Any]:
    """Return a play as a snapshot; what is ``known`` of an earlier part of it is kept."""
    later, earlier = list[tuple[Action, State]](), play
    while (last := earlier.last) is not None and not (known and earlier is known[0]):
        later.append((last.action, earlier.state))
        earlier = last.before
    now = known[1] if known and earlier is known[0] else at_start(earlier.state)
    for action, state in reversed(later):
        now = now.after(action, state, None)
    return now


def _our(game: pyspiel.Game) -> SpielGame:
    """Return a game of OpenSpiel that is one of ours."""
    if not isinstance(game, SpielGame):
        raise InvalidData("game", f"{shown(str(game))} is not a game of fireflies")
    return game


def _bot_of(game: SpielGame, bot: Bot | str) -> Bot:
    if isinstance(bot, str):
        return bots.named(game.variant.game, bot)
    if not callable(bot):
        raise InvalidData("bot", f"{shown(bot)} is neither a name nor a function")
    return bot


def _play_of(game: SpielGame, state: pyspiel.State) -> NumberedPlay:
    """Return the play of a state, which has to be one of this game with any options."""
    if not isinstance(state, SpielState) or state.play.variant.game is not game.variant.game:
        wanted = short_name(game.variant.game)
        raise ValueError(f"a state of {wanted} is wanted, not one of {state.get_game()}")
    return state.play


class SpielEvaluator(mcts.Evaluator):
    """Values and priors of states, for OpenSpiel's search.

    Without ``bot``, the value is that of the rollouts of the game's own bot ``search``: random
    plays to the end, or short ones and an estimate, as expected returns. With ``bot``, a name or a
    bot, it is the mean of plays to the end by this bot at all seats. The draws of all values follow
    from the seed and the number of values so far.

    Raises:
        InvalidData: when the game is not one of ours, there is no such bot, ``rollouts`` is not a
            whole number from 1 to 1000, or the utility is the score and there is no bot.
        ValueError: when the seed is not in :data:`fireflies.chance.SEEDS`.
    """

    def __init__(
        self, game: pyspiel.Game, bot: Bot | str | None = None, rollouts: int = 1, seed: int = 0
    ) -> None:
        our = _our(game)
        require_whole("rollouts", rollouts, range(1, 1001))
        if bot is None and our.by_score:
            problem = "an own estimate counts wins, not the score: name a bot that plays to the end"
            raise InvalidData("bot", problem)
        self._game: SpielGame = our
        self._model: Model[Any] = model_of(our.variant.game)
        self._bot = None if bot is None else SpielBot(game, bot, seed)
        self._rollouts: int = rollouts
        self._draws = Draws(seed, "evaluator")

    @override
    def evaluate(self, state: pyspiel.State) -> Values:
        """Return the value of a state for each seat, in the unit of ``returns()``.

        Raises:
            ValueError: when it is a state of another game.
        """
        play = _play_of(self._game, state)
        if play.state.outcome is not None:
            return np.array(state.returns())
        results = [self._result(state, play.state) for _ in range(self._rollouts)]
        lowest, highest = self._game.min_utility(), self._game.max_utility()
        return np.array([min(max(lowest, fmean(it)), highest) for it in zip(*results, strict=True)])

    def _result(self, state: pyspiel.State, ours: State) -> Sequence[float]:
        """Return the result of one rollout."""
        if self._bot is None:
            return self._model.returns(self._model.play_out(ours, self._draws, self._model.horizon))
        players = [self._bot] * ours.seats
        return pyspiel.evaluate_bots(state.clone(), players, self._draws.below(_SEEDS))

    @override
    def prior(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """Return the legal actions with the prior probability of each, ascending.

        The actions that the game's own search tries at first are equally likely, and the others
        have 0. Those of chance have their probabilities.

        Raises:
            ValueError: when it is a state of another game.
        """
        play = _play_of(self._game, state)
        if play.state.actor == CHANCE:
            return state.chance_outcomes()
        first = self._model.actions(play.state)[: self._model.width(0)]
        tried = play.variant.numbering.actions.numbers(first)
        return [(number, (number in tried) / len(tried)) for number in state.legal_actions()]
