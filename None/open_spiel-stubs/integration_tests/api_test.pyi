from unittest import TestCase

TOTAL_NUM_STATES: dict[str, tuple[int, int, int]]
PERFECT_RECALL_NUM_STATES: dict[str, int]

# They want two attributes of the class that is made of them: game and game_name.
class EnforceAPIOnFullTreeBase(TestCase): ...
class EnforceAPIOnPartialTreeBase(TestCase): ...
