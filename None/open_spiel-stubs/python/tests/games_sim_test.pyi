from unittest import TestCase

import pyspiel

class GamesSimTest(TestCase):
    def sim_game(self, game: pyspiel.Game) -> None: ...
