from collections.abc import Callable

import numpy as np
import pyspiel

class Evaluator:
    def evaluate(self, state: pyspiel.State) -> np.ndarray: ...
    def prior(self, state: pyspiel.State) -> list[tuple[int, float]]: ...

class RandomRolloutEvaluator(Evaluator):
    def __init__(
        self, n_rollouts: int = 1, random_state: np.random.RandomState | None = None
    ) -> None: ...

class SearchNode:
    def puct_value(self, parent_explore_count: int, uct_c: float) -> float: ...
    def uct_value(self, parent_explore_count: int, uct_c: float) -> float: ...

class MCTSBot(pyspiel.Bot):
    def __init__(
        self,
        game: pyspiel.Game,
        uct_c: float,
        max_simulations: int,
        evaluator: Evaluator,
        solve: bool = True,
        random_state: np.random.RandomState | None = None,
        child_selection_fn: Callable[[SearchNode, int, float], float] = ...,
    ) -> None: ...
