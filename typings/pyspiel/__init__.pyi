# The names of pyspiel that the benchmark uses. The library (on PyPI: open_spiel) ships no types.

from collections.abc import Callable, Mapping
from typing import ClassVar

class GameType:
    class Dynamics:
        SEQUENTIAL: ClassVar[GameType.Dynamics]

    class ChanceMode:
        EXPLICIT_STOCHASTIC: ClassVar[GameType.ChanceMode]

    class Information:
        PERFECT_INFORMATION: ClassVar[GameType.Information]

    class Utility:
        GENERAL_SUM: ClassVar[GameType.Utility]

    class RewardModel:
        TERMINAL: ClassVar[GameType.RewardModel]

    def __init__(
        self,
        short_name: str,
        long_name: str,
        dynamics: Dynamics,
        chance_mode: ChanceMode,
        information: Information,
        utility: Utility,
        reward_model: RewardModel,
        max_num_players: int,
        min_num_players: int,
        provides_information_state_string: bool,
        provides_information_state_tensor: bool,
        provides_observation_string: bool,
        provides_observation_tensor: bool,
        parameter_specification: Mapping[str, int | float | str] = ...,
        default_loadable: bool = True,
    ) -> None: ...

class GameInfo:
    def __init__(
        self,
        *,
        num_distinct_actions: int,
        max_chance_outcomes: int,
        num_players: int,
        min_utility: float,
        max_utility: float,
        max_game_length: int,
    ) -> None: ...

class Game:
    def __init__(
        self, game_type: GameType, info: GameInfo, params: Mapping[str, int | float | str], /
    ) -> None: ...
    def new_initial_state(self) -> State: ...

class State:
    def __init__(self, game: Game, /) -> None: ...
    def apply_action(self, action: int) -> None: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def clone(self) -> State: ...
    def current_player(self) -> int: ...
    def is_terminal(self) -> bool: ...
    def legal_actions(self) -> list[int]: ...
    def returns(self) -> list[float]: ...

def load_game(short_name: str, parameters: Mapping[str, int | float | str] = ..., /) -> Game: ...
def register_game(
    game_type: GameType, creator: Callable[[dict[str, int | float | str]], Game], /
) -> None: ...
