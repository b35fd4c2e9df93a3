import numpy as np
import pyspiel

class RandomRolloutEvaluator:
    def __init__(
        self, n_rollouts: int = 1, random_state: np.random.RandomState | None = None
    ) -> None: ...

class MCTSBot:
    def __init__(
        self,
        game: pyspiel.Game,
        uct_c: float,
        max_simulations: int,
        evaluator: RandomRolloutEvaluator,
        solve: bool = True,
        random_state: np.random.RandomState | None = None,
    ) -> None: ...
    def step(self, state: pyspiel.State) -> int: ...
