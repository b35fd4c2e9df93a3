"""Our games as games of OpenSpiel. It needs the extra ``openspiel``.

>>> import pyspiel
>>> from fireflies.adapters import openspiel
>>> openspiel.register()
('fireflies_smile',)
>>> game = pyspiel.load_game("fireflies_smile(players=4,utility=score)")

The parameters are the options of the game, and two more (:data:`UTILITY`, :data:`LENGTH`).

* The *observation* is what a seat sees now; the *information state* is all that it has seen since
  the start. Both come as strings and as tensors, made of our own views, actions and events.
* Chance is explicit, one action of ours at a time, each with its exact weight.
* No play has more actions, chance's included, than ``max_game_length``: the game's own bound.
* Rewards come at the end. A state keeps its past: information states grow with it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, cast

from fireflies import games
from fireflies._typing import override
from fireflies.adapters._extras import not_installed
from fireflies.adapters._numbers import option_names
from fireflies.adapters._plays import Play, Variant
from fireflies.chance import Draws
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
"""The value of a parameter of an OpenSpiel game."""

UTILITY: Final = "utility"
"""The parameter that says what a play is worth: one of :data:`UTILITIES`."""

UTILITIES: Final = ("win", "score")
"""``win`` is :attr:`fireflies.contract.Outcome.returns`: the payoffs of a game that has some, by
default a share of the win. ``score`` is the points."""

LENGTH: Final = "max_game_length"
"""The parameter with the most actions of a play, for a game that has no bound of its own; 0 is the
game's bound. Nothing ends a play that is longer."""

MEMORY: Final = 128
"""The tensor of an information state has at most this many actions, the last ones."""

_DRAWS: Final = 1 << 53  # a float has so many different values from 0 to 1


def short_name(game: Game[Any]) -> str:
    """Return the name of a game of ours in OpenSpiel."""
    return f"fireflies_{game.name}"


def register() -> tuple[str, ...]:
    """Make every game that has tensors known to OpenSpiel; return their names there.

    A process that reads a pickled state has to call it too. It may be called more than once.
    """
    found = {short_name(game): game for game in games.usable().values() if _has_tensors(game)}
    for game in found.values():
        pyspiel.register_game(_type_of(game), _class_of(game))
    return tuple(found)


def _has_tensors(game: Game[Any]) -> bool:
    """Return whether a game may have tensors: one that needs options may, until it is loaded."""
    try:
        return game.set_up({}).tensors is not None
    except InvalidOptions:
        return True


def _class_of(game: Game[Any]) -> "Callable[[dict[str, Parameter]], SpielGame]":
    """Return what OpenSpiel calls with parameters: a class, which is never freed.

    OpenSpiel lets go of it when Python is gone, and whatever it were to free then, it would crash.
    """

    class Loaded(SpielGame):
        """This game."""

        def __init__(self, params: Mapping[str, Parameter]) -> None:
            """Load it with these parameters."""
            super().__init__(game, params)

    return Loaded


def _type_of(game: Game[Any], utility: str = UTILITIES[0]) -> pyspiel.GameType:
    """Return what OpenSpiel wants to know of a game before it is loaded."""
    kinds, known = pyspiel.GameType.Utility, pyspiel.GameType.Information
    is_zero_sum = utility == "win" and game.is_zero_sum
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=f"{game.title} ({game.edition})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            known.IMPERFECT_INFORMATION if game.has_secrets else known.PERFECT_INFORMATION
        ),
        utility=kinds.ZERO_SUM if is_zero_sum else kinds.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _parameters(game: Game[Any]) -> dict[str, Parameter]:
    """Return the parameters of a game, with their defaults.

    OpenSpiel knows texts and numbers only. An option with any other default has the default ``""``,
    and is given as a word of the command line.
    """
    defaults = {option.name: option.default for option in game.options}
    found: dict[str, Parameter] = {}
    for parameter, name in option_names(game, (UTILITY, LENGTH)).items():
        default = defaults[name]
        found[parameter] = default if isinstance(default, int | float | str) else ""
    return {**found, UTILITY: UTILITIES[0], LENGTH: 0}


def _options(game: Game[Any], params: Mapping[str, Parameter]) -> dict[str, object]:
    """Return the options that parameters stand for; one with its default is left out."""
    defaults = _parameters(game)
    given = {
        name: params[parameter]
        for parameter, name in option_names(game, (UTILITY, LENGTH)).items()
        if params[parameter] != defaults[parameter]
    }
    return game.parse_arguments(given)


class SpielGame(pyspiel.Game):
    """A game of ours, with its options settled, as OpenSpiel sees one.

    Raises:
        InvalidOptions: when they do not fit, or nothing says how long a play may be.
        InvalidData: when the file of an option is not as it should be.
        OSError: when that file can't be read.
        UnusableGame: when the game has no tensors.
    """

    def __init__(self, game: Game[Any], params: Mapping[str, Parameter]) -> None:
        """Load the game with these parameters, which are all there."""
        utility = params[UTILITY]
        if utility not in UTILITIES:
            raise InvalidOptions(UTILITY, f"{shown(utility)} is not {' or '.join(UTILITIES)}")
        variant = Variant(game, _options(game, params))
        self.variant: Variant = variant
        self.by_score: bool = utility == "score"
        """Whether a play is worth its points."""
        seats, bounds = variant.start.state.seats, variant.bounds
        self.length: int = _length(variant, params[LENGTH])
        """The most actions of a play."""
        self.memory: int = min(MEMORY, self.length)
        """How many actions the tensor of an information state has."""
        scores = bounds.lowest_score, bounds.highest_score
        lowest, highest = scores if self.by_score else bounds.returns(seats)
        is_zero_sum = game.is_zero_sum and not self.by_score
        info = pyspiel.GameInfo(
            num_distinct_actions=len(variant.numbering.actions),
            max_chance_outcomes=len(variant.numbering.chance_actions),
            num_players=seats,
            min_utility=float(lowest),
            max_utility=float(highest),
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=self.length,
        )
        super().__init__(_type_of(game, str(utility)), info, params)

    @override
    def __reduce__(self) -> tuple[Callable[..., pyspiel.Game], tuple[str, Mapping[str, Parameter]]]:
        """Pickle the name and the parameters; who reads them has the games registered."""
        return _load, (short_name(self.variant.game), self.get_parameters())

    @override
    def new_initial_state(self) -> "SpielState":
        """Return the state before the first action."""
        return SpielState(self)

    @override
    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance may act in a play: never more often than all together."""
        return self.length

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | Mapping[str, Parameter] | None = None,
        params: Mapping[str, Parameter] | None = None,
    ) -> "Observer | None":
        """Return the observer of what a seat sees now, or of all that it has seen.

        None for any other kind. OpenSpiel leaves out the first argument where it has none.

        Raises:
            ValueError: when there are parameters.
        """
        if isinstance(iig_obs_type, Mapping):
            iig_obs_type, params = None, iig_obs_type
        if params:
            raise ValueError(f"an observer of {self} has no parameters, so not {shown(params)}")
        if iig_obs_type is None:
            return Observer(self, recalling=False)
        alone = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not (iig_obs_type.public_info and alone):
            return None
        return Observer(self, recalling=iig_obs_type.perfect_recall)


def _length(variant: Variant, given: Parameter) -> int:
    """Return the most actions of a play: the bound of the game, unless another one is given."""
    length = given or variant.bounds.actions
    if length is None:
        problem = "this game has no bound: say how many actions a play has at most"
        raise InvalidOptions(LENGTH, problem)
    if not isinstance(length, int) or length < 1:
        raise InvalidOptions(LENGTH, f"{shown(length)} is not a whole number from 1, or 0")
    return length


def _load(name: str, params: Mapping[str, Parameter]) -> pyspiel.Game:
    """Return the game of a pickle."""
    return pyspiel.load_game(name, params)


class SpielState(pyspiel.State):
    """A state of one of our games, and how it came about."""

    def __init__(self, game: SpielGame) -> None:
        """The state before the first action."""
        super().__init__(game)
        self.play: Play = game.variant.start
        """All that there is to it; copied and pickled with the state."""
        self.by_score: bool = game.by_score

    @override
    def current_player(self) -> int:
        """Return the seat that decides, or OpenSpiel's number for chance or for the end."""
        actor = self.play.state.actor
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return actor if isinstance(actor, int) else int(pyspiel.PlayerId.CHANCE)

    @override
    def is_terminal(self) -> bool:
        """Return whether the play is over."""
        return self.play.state.actor is None

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions of the seat that decides, ascending."""
        return self.play.variant.numbering.legal(self.play.state)

    @override
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the legal actions of chance, ascending, each with its probability."""
        weights = self.play.variant.numbering.weights(self.play.state)
        total = sum(weight for _, weight in weights)
        return [(number, weight / total) for number, weight in weights]

    def _apply_action(self, action: int) -> None:
        """Carry out an action. Raises IllegalAction when it is illegal."""
        self.play = self.play.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the text of an action on our wire."""
        numbering = self.play.variant.numbering
        numbers = numbering.chance_actions if player < 0 else numbering.actions
        return str(numbers.action(action))

    @override
    def returns(self) -> list[float]:
        """Return what the play was worth to each seat; zeros before the end."""
        outcome = self.play.state.outcome
        if outcome is None:
            return [0.0] * self.play.state.seats
        return list(map(float, outcome.scores if self.by_score else outcome.returns))

    @override
    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Return a random state with the same information state for this seat.

        A seat that has seen every action as it was knows the play: then it is a copy. Otherwise the
        position is :meth:`~fireflies.contract.State.alike`, drawn with one number of ``sampler``.
        The information states of the other seats are then what a spectator has seen of the play so
        far, what that seat sees in the drawn position, and what follows. OpenSpiel's history of
        such a state is empty, since nobody knows what was done.
        """
        game = cast("SpielGame", self.get_game())
        draws = Draws(int(sampler() * _DRAWS), "alike")
        drawn = self.play.drawn(player, draws, game.memory)
        if drawn is self.play:
            return cast("SpielState", self.clone())
        state = game.new_initial_state()
        state.play = drawn
        return state

    @override
    def __str__(self) -> str:
        """Return the position in one line, with everything in it."""
        return self.play.state.view().position


class Observer:
    """What a seat sees, or all that it has seen, as a string and as a tensor.

    What it sees is the position in one line, and the game's observation (:mod:`fireflies.tensors`).

    What it has seen is, as a string, a line for each action as the seat saw it; from the first one
    that was redacted on, with the events in parentheses, as the seat saw them. It is complete. The
    tensor has the observation, and one more feature, ``memory``: the last :data:`MEMORY` actions as
    the seat saw them, fewer when no play has so many; the oldest one comes first, and 0 stands for
    none. An action is 1 more than its place among the actions of seats, of chance and the redacted
    ones, in this order (:class:`fireflies.tensors.Tensors`).
    """

    def __init__(self, game: SpielGame, *, recalling: bool) -> None:
        """Look at states of this game."""
        numbering = game.variant.numbering
        self._recalling = recalling
        self._memory = game.memory
        features = numbering.tensors.observation
        if recalling:
            features = (*features, Feature("memory", (game.memory,), 0, len(numbering.seen)))
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
        numbers = [*play.variant.numbering.tensors.observe(play.state.view(player))]
        if self._recalling:
            numbers += [number + 1 for number in play.numbers_seen(player, self._memory)]
        self.tensor[: len(numbers)] = numbers
        self.tensor[len(numbers) :] = 0

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what this seat sees, or has seen, in words."""
        if self._recalling:
            return state.play.seen(player).text
        return f"seat {player}: {state.play.state.view(player).position}"
