from collections.abc import Callable

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import Evaluator

class ISMCTSBot(pyspiel.Bot):
    def __init__(
        self,
        game: pyspiel.Game,
        evaluator: Evaluator,
        uct_c: float,
        max_simulations: int,
        *,
        random_state: np.random.RandomState | None = None,
    ) -> None: ...
    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]: ...
    def set_resampler(self, cb: Callable[[pyspiel.State, int], pyspiel.State]) -> None: ...
