"""Our games as games of OpenSpiel. It needs the extra ``openspiel``.

>>> import pyspiel
>>> from fireflies.adapters import openspiel
>>> openspiel.register()
('fireflies_smile',)
>>> game = pyspiel.load_game("fireflies_smile(players=4,utility=score)")

The parameters are the options of the game; a ``box`` is the path of a file, as for ``fireflies play
--box``. ``utility`` says what a play is worth: ``win``, which is
:attr:`fireflies.contract.Outcome.returns`, or ``score``, the points.

* The *observation* is what a seat sees now; the *information state* is all that it has seen since
  the start. Both come as strings and as tensors, made of our own views and events.
* Chance is explicit, one action of ours at a time, each with its exact weight.
* No play has more actions, chance's included, than ``max_game_length``: the game's own bound.
* Rewards come at the end. A state keeps its past: information states grow with it.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeAlias, cast

from fireflies import games as games
from fireflies._typing import override
from fireflies.adapters._extras import not_installed
from fireflies.adapters._plays import Play, Rules
from fireflies.cli.boxes import read_box
from fireflies.contract import InvalidOptions
from fireflies.errors import shown
from fireflies.games import Game
from fireflies.tensors import Feature

try:
    import numpy as np
    import pyspiel
except ImportError:
    raise not_installed("openspiel") from None

Tensor: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[np.float32]]"

Parameter: TypeAlias = int | float | str
"""What an option of an OpenSpiel game may be."""

UTILITIES: Final = ("win", "score")
"""What a play may be worth."""


def short_name(game: Game) -> str:
    """How OpenSpiel calls a game of ours."""
    return f"fireflies_{game.name}"


def register() -> tuple[str, ...]:
    """Make every game that has tensors known to OpenSpiel; their names there.

    Whoever unpickles a state in another process calls it there too. Twice is not too often.
    """
    found = {short_name(game): game for game in games.usable().values() if game.tensors}
    for game in found.values():
        pyspiel.register_game(_type_of(game), _class_of(game))
    return tuple(found)


def _class_of(game: Game) -> "Callable[[dict[str, Parameter]], SpielGame]":
    """What OpenSpiel calls with parameters: a class, which is never freed.

    OpenSpiel lets go of it when Python is gone, and whatever it were to free then, it would crash.
    """

    class Loaded(SpielGame):
        """This game."""

        def __init__(self, params: Mapping[str, Parameter]) -> None:
            """Load it with these parameters."""
            super().__init__(game, params)

    return Loaded


def _type_of(game: Game, utility: str = UTILITIES[0]) -> pyspiel.GameType:
    """What OpenSpiel wants to know of a game before it is loaded."""
    kinds = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=f"{game.title} ({game.edition})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=kinds.GENERAL_SUM if utility == "score" else kinds.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _parameters(game: Game) -> dict[str, Parameter]:
    """The parameters of a game, with their defaults."""
    plain: dict[str, Parameter] = {
        option.name: option.default
        for option in game.options
        if isinstance(option.default, int | float | str)
    }
    return {**plain, **({"box": ""} if game.box else {}), "utility": UTILITIES[0]}


class SpielGame(pyspiel.Game):
    """A game of ours, with its options settled, as OpenSpiel sees one.

    Raises:
        InvalidOptions: when they don't fit.
        InvalidData: when the file of the box is not as it should be.
        OSError: when that file can't be read.
    """

    def __init__(self, game: Game, params: Mapping[str, Parameter]) -> None:
        """Load the game with these parameters, which are all there."""
        options: dict[str, object] = dict(params)
        utility = options.pop("utility")
        if utility not in UTILITIES:
            raise InvalidOptions("utility", f"{shown(utility)} is not {' or '.join(UTILITIES)}")
        if path := options.pop("box", ""):
            options["box"] = read_box(game, Path(str(path)))
        rules = Rules(game, options)
        self.rules: Rules = rules
        self.by_score: bool = utility == "score"
        """Whether a play is worth its points, and not the win."""
        seats = rules.start.state.seats
        numbering, bounds = rules.numbering, rules.bounds
        won = -1 / seats, 1 - 1 / seats
        least, most = (bounds.lowest_score, bounds.highest_score) if self.by_score else won
        info = pyspiel.GameInfo(
            num_distinct_actions=len(numbering.actions),
            max_chance_outcomes=len(numbering.chance_actions),
            num_players=seats,
            min_utility=float(least),
            max_utility=float(most),
            utility_sum=None if self.by_score else 0.0,
            max_game_length=bounds.actions,
        )
        super().__init__(_type_of(game, str(utility)), info, params)

    @override
    def __reduce__(self) -> tuple[Callable[..., pyspiel.Game], tuple[str, Mapping[str, Parameter]]]:
        """Pickle the name and the parameters; whoever reads them has the games registered."""
        return _load, (short_name(self.rules.game), self.get_parameters())

    @override
    def new_initial_state(self) -> "SpielState":
        """The position before the first action."""
        return SpielState(self)

    @override
    def max_chance_nodes_in_history(self) -> int:
        """How often chance may act in a play: never more often than all together."""
        return self.rules.bounds.actions

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | Mapping[str, Parameter] | None = None,
        params: Mapping[str, Parameter] | None = None,
    ) -> "Observer | None":
        """Who observes: a seat with its memory, or, unless a memory is wanted, what it sees now.

        None for any other kind. OpenSpiel leaves out the first argument where it has none.

        Raises:
            ValueError: when there are parameters.
        """
        if isinstance(iig_obs_type, Mapping):
            iig_obs_type, params = None, iig_obs_type
        if params:
            raise ValueError(f"an observer of {self} has no parameters, so not {shown(params)}")
        if iig_obs_type is None:
            return Observer(self.rules, recalling=False)
        alone = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not (iig_obs_type.public_info and alone):
            return None
        return Observer(self.rules, recalling=iig_obs_type.perfect_recall)


def _load(name: str, params: Mapping[str, Parameter]) -> pyspiel.Game:
    """The game of a pickle."""
    return pyspiel.load_game(name, params)


class SpielState(pyspiel.State):
    """A position of one of our games, and how it came about."""

    def __init__(self, game: SpielGame) -> None:
        """The first one."""
        super().__init__(game)
        self.play: Play = game.rules.start
        """All that there is to it; copied and pickled with the state."""
        self.by_score: bool = game.by_score

    @override
    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's number for chance or for the end."""
        actor = self.play.state.actor
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return actor if isinstance(actor, int) else int(pyspiel.PlayerId.CHANCE)

    @override
    def is_terminal(self) -> bool:
        """Whether the play is over."""
        return self.play.state.actor is None

    def _legal_actions(self, player: int) -> list[int]:
        """What the seat to move may do, ascending."""
        return self.play.rules.numbering.legal(self.play.state)

    @override
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, ascending, each with its probability."""
        weights = self.play.rules.numbering.weights(self.play.state)
        total = sum(weight for _, weight in weights)
        return [(number, weight / total) for number, weight in weights]

    def _apply_action(self, action: int) -> None:
        """Do it. Raises IllegalAction when it is not allowed."""
        self.play = self.play.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """The text of an action on our wire."""
        numbering = self.play.rules.numbering
        numbers = numbering.chance_actions if player < 0 else numbering.actions
        return str(numbers.action(action))

    @override
    def returns(self) -> list[float]:
        """What the play was worth to each seat; zeros before the end."""
        outcome = self.play.state.outcome
        if outcome is None:
            return [0.0] * self.play.state.seats
        return list(map(float, outcome.scores if self.by_score else outcome.returns))

    @override
    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state in which the seat would have seen the same.

        A seat that has seen every action as it was knows the play: then it is this one.

        Raises:
            NotImplementedError: when something was hidden from it.
        """
        if not self.play.is_open_to(player):
            raise NotImplementedError(
                f"seat {player} has not seen all of this play, and others are not looked for"
            )
        return cast("SpielState", self.clone())

    @override
    def __str__(self) -> str:
        """The position in one line, with everything in it."""
        return self.play.state.view().position


class Observer:
    """What a seat sees, or all that it has seen, as a string and as a tensor.

    What it sees is the position in one line, and the game's observation (:mod:`fireflies.tensors`).
    What it has seen is a line for each action that was done, and the same tensor with one more
    feature, ``memory``: for each action that a play may have a number, 0 for those to come, else 1
    more than the action's place in :attr:`fireflies.tensors.Tensors.witnessed`.
    """

    def __init__(self, rules: Rules, *, recalling: bool) -> None:
        """Look at states of this game."""
        tensors = rules.numbering.tensors
        self._recalling = recalling
        features = tensors.observation
        if recalling:
            memory = Feature("memory", (rules.bounds.actions,), 0, len(tensors.witnessed))
            features = (*features, memory)
        self.tensor: Tensor = np.zeros(sum(feature.size for feature in features), np.float32)
        """All numbers, after :meth:`set_from`."""
        self.dict: dict[str, Tensor] = {}
        """The same by feature, each in its shape."""
        at = 0
        for feature in features:
            self.dict[feature.name] = self.tensor[at : at + feature.size].reshape(feature.shape)
            at += feature.size

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what this seat sees, or has seen."""
        play = state.play
        numbers = [*play.rules.numbering.tensors.observe(play.state.view(player))]
        if self._recalling:
            numbers += [number + 1 for number in play.witnessed(player)]
        self.tensor[: len(numbers)] = numbers
        self.tensor[len(numbers) :] = 0

    def string_from(self, state: SpielState, player: int) -> str:
        """What this seat sees, or has seen, in words."""
        if self._recalling:
            return state.play.told(player)
        return f"seat {player}: {state.play.state.view(player).position}"
