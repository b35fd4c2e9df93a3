from collections.abc import Sequence

import numpy as np
import pyspiel

def evaluate_bots(
    state: pyspiel.State, bots: Sequence[pyspiel.Bot], rng: np.random.RandomState
) -> list[float]: ...
