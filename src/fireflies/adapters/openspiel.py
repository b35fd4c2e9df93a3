"""Our games as games of OpenSpiel. This module needs the extra ``openspiel``.

>>> import pyspiel
>>> from fireflies.adapters import openspiel
>>> openspiel.register()
('fireflies_smile', 'fireflies_festival', 'fireflies_misbehavin')
>>> game = pyspiel.load_game("fireflies_smile(players=4,utility=score)")

The parameters are the options of the game, and two more (:data:`UTILITY`, :data:`LENGTH`).

* The *observation* is the current view of a seat; the *information state* is everything that it has
  seen since the start. Both are strings and tensors, made of our views, actions and events.
* Chance is explicit: each of our actions of chance is one of OpenSpiel's, with its probability.
* ``max_game_length`` is the game's bound of the actions of a play, chance's included, or the value
  of the parameter. A value below the bound does not end a play.
* Rewards come at the end.
* A state keeps all states before it, so its size grows with the play.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, cast, overload

from fireflies import games
from fireflies._typing import override
from fireflies.adapters import not_installed
from fireflies.adapters._batch import glimpse
from fireflies.adapters._numbers import option_names
from fireflies.adapters._plays import NumberedPlay, Variant
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
"""The parameter with the utility of a play: one of :data:`UTILITIES`."""

UTILITIES: Final = ("win", "score")
"""``win`` is :attr:`fireflies.contract.Outcome.returns`: the payoffs of a game that has some, by
default a share of the win less ``1/n``, for ``n`` seats. ``score`` is the points."""

LENGTH: Final = "max_game_length"
"""The parameter with OpenSpiel's bound of the actions of a play; 0 for the game's own bound."""

MEMORY: Final = 128
"""The most actions in the tensor of an information state, which has the last ones."""

_SAMPLES: Final = 1 << 53  # the number of different results of OpenSpiel's sampler


def short_name(game: Game[Any]) -> str:
    """Return the name of one of our games in OpenSpiel."""
    return f"fireflies_{game.name}"


def register() -> tuple[str, ...]:
    """Register every game that has tensors in OpenSpiel, and return their names there.

    A process that unpickles a state has to call it too. It may be called more than once.
    """
    found = {short_name(game): game for game in games.usable().values() if _has_tensors(game)}
    for game in found.values():
        pyspiel.register_game(_type_of(game), _class_of(game))
    return tuple(found)


def _has_tensors(game: Game[Any]) -> bool:
    """Return whether a game has tensors; True for one that can't be set up without options."""
    try:
        return game.set_up({}).tensors is not None
    except InvalidOptions:
        return True


def _class_of(game: Game[Any]) -> "Callable[[dict[str, Parameter]], SpielGame]":
    """Return the class that OpenSpiel calls to create a game from parameters.

    OpenSpiel drops its reference only after the interpreter has shut down, when freeing an object
    crashes. A function would be freed then. A class is not, since it is part of reference cycles.
    """

    class Loaded(SpielGame):
        """The game, created with the parameters that OpenSpiel gives."""

        def __init__(self, params: Mapping[str, Parameter]) -> None:
            super().__init__(game, params)

    return Loaded


def _type_of(game: Game[Any], utility: str = UTILITIES[0]) -> pyspiel.GameType:
    """Return OpenSpiel's description of a game, for its registry."""
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

    OpenSpiel has only texts and numbers. An option with any other default has the default ``""``,
    and takes an argument of the command line.
    """
    defaults = {option.name: option.default for option in game.options}
    found: dict[str, Parameter] = {}
    for parameter, name in option_names(game, (UTILITY, LENGTH)).items():
        default = defaults[name]
        found[parameter] = default if isinstance(default, int | float | str) else ""
    return {**found, UTILITY: UTILITIES[0], LENGTH: 0}


def _options(game: Game[Any], params: Mapping[str, Parameter]) -> dict[str, object]:
    """Return the options of these parameters, without those that have the default."""
    defaults = _parameters(game)
    given = {
        name: params[parameter]
        for parameter, name in option_names(game, (UTILITY, LENGTH)).items()
        if params[parameter] != defaults[parameter]
    }
    return game.parse_arguments(given)


class SpielGame(pyspiel.Game):
    """A game with its options, as a game of OpenSpiel.

    ``params`` has all parameters.

    Raises:
        InvalidOptions: when they are invalid, or neither the game nor ``params`` has a bound.
        InvalidData: when the file of an option is invalid.
        OSError: when that file can't be read.
        UnusableGame: when the game has no tensors.
    """

    def __init__(self, game: Game[Any], params: Mapping[str, Parameter]) -> None:
        utility = params[UTILITY]
        if utility not in UTILITIES:
            raise InvalidOptions(UTILITY, f"{shown(utility)} is not {' or '.join(UTILITIES)}")
        variant = Variant(game, _options(game, params))
        self.variant: Variant = variant
        self.by_score: bool = utility == "score"
        """True when the utility is the score."""
        seats, bounds = variant.start.state.seats, variant.bounds
        self.length: int = _length(variant, params[LENGTH])
        """OpenSpiel's bound of the actions of a play: ``max_game_length``."""
        self.memory: int = min(MEMORY, self.length)
        """The number of actions in the tensor of an information state."""
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
        return _unpickle, (short_name(self.variant.game), self.get_parameters())

    @override
    def new_initial_state(self) -> "SpielState":
        """Return the state before the first action."""
        return SpielState(self)

    @override
    def max_chance_nodes_in_history(self) -> int:
        """Return the most actions of a play, which is also a bound for those of chance."""
        return self.length

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | Mapping[str, Parameter] | None = None,
        params: Mapping[str, Parameter] | None = None,
    ) -> "Observer | None":
        """Return an observer of observations or of information states; None for other kinds.

        Raises:
            ValueError: when there are parameters.
        """
        if isinstance(iig_obs_type, Mapping):  # OpenSpiel leaves out an argument that is None
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
    """Return the given length of a play, or the game's bound when that is 0."""
    length = given or variant.bounds.actions
    if length is None:
        problem = "this game has no bound: say how many actions a play has at most"
        raise InvalidOptions(LENGTH, problem)
    if not isinstance(length, int) or length < 1:
        raise InvalidOptions(LENGTH, f"a whole number from 0 is wanted, not {shown(length)}")
    return length


def _unpickle(name: str, params: Mapping[str, Parameter]) -> pyspiel.Game:
    return pyspiel.load_game(name, params)


def _unpickle_state(game: pyspiel.Game, text: str) -> pyspiel.State:
    return game.deserialize_state(text)


class SpielState(pyspiel.State):
    """A state of one of our games, with the play that has led to it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play: NumberedPlay = game.variant.start
        self.by_score: bool = game.by_score

    @override
    def __reduce__(self) -> tuple[Callable[..., pyspiel.State], tuple[pyspiel.Game, str]]:
        # OpenSpiel's own pickle has the game as a text, in which no parameter may have a comma.
        return _unpickle_state, (self.get_game(), self.serialize())

    @override
    def current_player(self) -> int:
        """Return the seat that decides, or OpenSpiel's number of chance or of the end."""
        actor = self.play.state.actor
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return actor if isinstance(actor, int) else int(pyspiel.PlayerId.CHANCE)

    @override
    def is_terminal(self) -> bool:
        """Return whether the play is over."""
        return self.play.state.actor is None

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.variant.numbering.legal(self.play.state)

    # While chance is to act, OpenSpiel's own methods answer about chance even when asked about a
    # seat, and so write past the end of its mask. These answer as its games in C++ do.

    @override
    def legal_actions(self, player: int | None = None, /) -> list[int]:
        """Return the numbers of a player's legal actions; none for a player who is not to act.

        By default the player is the one to act, be it a seat or chance.
        """
        return super().legal_actions() if self._acts(player) else []

    @override
    def legal_actions_mask(self, player: int | None = None, /) -> list[int]:
        """Return 1 for each number of a legal action of a player, and 0 for the others.

        It has only zeros for a player who is not to act. By default the player is the one to act.
        """
        if self._acts(player):
            return super().legal_actions_mask()
        is_chance, game = player == int(pyspiel.PlayerId.CHANCE), self.get_game()
        return [0] * (game.max_chance_outcomes() if is_chance else game.num_distinct_actions())

    @overload
    def string_to_action(self, player: int, text: str, /) -> int: ...
    @overload
    def string_to_action(self, text: str, /) -> int: ...
    @override
    def string_to_action(self, *asked: Any) -> int:
        """Return the number of the legal action of a player with this text.

        By default the player is the one to act.

        Raises:
            SpielError: when no legal action of the player has this text.
        """
        *players, text = asked
        if all(map(self._acts, players)):
            return super().string_to_action(text)
        raise pyspiel.SpielError(f"player {players[0]} is not to act, so can't {shown(text)}")

    def _acts(self, player: int | None) -> bool:
        """Return whether a player is to act; None is whoever it is."""
        return player is None or player == self.current_player()

    @override
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of chance's legal actions with their probabilities, ascending."""
        weights = self.play.variant.numbering.weights(self.play.state)
        total = sum(weight for _, weight in weights)
        return [(number, weight / total) for number, weight in weights]

    def _apply_action(self, action: int) -> None:
        self.play = self.play.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        numbering = self.play.variant.numbering
        numbers = numbering.chance_actions if player < 0 else numbering.actions
        return str(numbers.action(action))

    @override
    def returns(self) -> list[float]:
        """Return the utility of the play for each seat; zeros before the end."""
        outcome = self.play.state.outcome
        if outcome is None:
            return [0.0] * self.play.state.seats
        return list(map(float, outcome.scores if self.by_score else outcome.returns))

    @override
    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Return a random state with the same information state for this seat.

        When the seat has seen every action, this is a copy. Otherwise its position is one that
        :meth:`~fireflies.contract.State.alike` returns, with one number of ``sampler`` as the seed.
        The information state of another seat is then what a spectator has seen so far, the view of
        that seat, and what follows. OpenSpiel's history of such a state is empty, since its actions
        are not known.
        """
        game = cast("SpielGame", self.get_game())
        draws = Draws(int(sampler() * _SAMPLES), "alike")
        resampled = self.play.resampled(player, draws, game.memory)
        if resampled is self.play:
            return cast("SpielState", self.clone())
        state = game.new_initial_state()
        state.play = resampled
        return state

    @override
    def __str__(self) -> str:
        return self.play.state.view().position


class Observer:
    """Observations of a seat, or its information states, as strings and tensors.

    The string of an observation is the seat's view in one line; the tensor is the game's own
    (:mod:`fireflies.tensors`).

    The string of an information state has a line for each action as the seat saw it; from the first
    redacted action on, the events follow in parentheses, as the seat saw them. It is complete. The
    tensor is that of the observation and one more feature, ``memory``: the last :data:`MEMORY`
    actions as the seat saw them, oldest first, fewer when no play has so many; 0 stands for none.
    An action is 1 more than its index in the actions of seats, of chance and the redacted ones, in
    this order (:class:`fireflies.tensors.Tensors`).
    """

    def __init__(self, game: SpielGame, *, recalling: bool) -> None:
        numbering = game.variant.numbering
        self._recalling = recalling
        self._memory = game.memory
        self._start = game.variant.start
        self._starts: dict[int, Tensor] = {}
        self._latest: dict[int, tuple[NumberedPlay, list[int]]] = {}  # by seat, what it had seen
        features = numbering.tensors.observation
        if recalling:
            size, seen = game.memory, len(numbering.seen)
            memory = Feature("memory", (size,), "category", 0, seen, seen, "the last actions seen")
            features = (*features, memory)
        self.tensor: Tensor = np.zeros(sum(feature.size for feature in features), np.float32)
        """All numbers, which :meth:`set_from` writes."""
        self.dict: dict[str, Tensor] = {}
        """Views of the tensor by feature, each in its shape."""
        at = 0
        for feature in features:
            self.dict[feature.name] = self.tensor[at : at + feature.size].reshape(feature.shape)
            at += feature.size

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation or the information state of a seat to the tensor."""
        if state.play is not self._start:
            self._write(state.play, player)
            return
        # OpenSpiel asks for the first state with every tensor, to learn the shape.
        if player not in self._starts:
            self._write(state.play, player)
            self._starts[player] = self.tensor.copy()
        self.tensor[:] = self._starts[player]

    def _write(self, play: NumberedPlay, player: int) -> None:
        tensors = play.variant.numbering.tensors
        self.tensor[:] = 0
        tensors.write(glimpse(play.state, player), self.tensor.data)
        if self._recalling:
            seen = play.numbers_seen(player, self._memory, self._latest.get(player))
            self._latest[player] = play, seen
            memory = self.tensor[tensors.size : tensors.size + len(seen)]
            memory[:] = seen
            memory += 1

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the observation or the information state of a seat."""
        if self._recalling:
            return state.play.seen(player).text
        return f"seat {player}: {state.play.state.view(player).position}"
