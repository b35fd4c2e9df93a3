"""Tests that our games pass OpenSpiel's own checks."""

import unittest
from pathlib import Path
from typing import Final

import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.tests import games_sim_test

from fireflies import smile
from fireflies.adapters import openspiel

NAME: Final = openspiel.short_name(smile.GAME)
openspiel.register()
# OpenSpiel's checks read flags, which are parsed only when the checks run as programs.
flags.FLAGS.mark_as_parsed()

VARIANTS: Final = {
    "three": f"{NAME}",
    "four, for points": f"{NAME}(players=4,utility=score)",
    "five, from the last": f"{NAME}(players=5,starting_player=4)",
    "no beads": f"{NAME}(players=3,beads=0)",
    "all beads": f"{NAME}(players=5,beads=7,utility=score)",
}


def small(tmp_path: Path, *, auctions: int, beads: int, box: list[str]) -> str:
    """Return a variant for three, as OpenSpiel writes it."""
    path = tmp_path / "box.toml"
    path.write_text(f"cards = {box!r}\n".replace("'", '"'), encoding="utf-8")
    return f"{NAME}(auctions={auctions},beads={beads},box={path})"


@pytest.mark.parametrize("game", VARIANTS.values(), ids=VARIANTS)
def test_random_simulations(game: str) -> None:
    """States are written and read again on the way."""
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("game", VARIANTS.values(), ids=VARIANTS)
def test_simulations_in_python(game: str) -> None:
    """With copies, pickles of game, type and state, and limits of the results."""
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(game))


@pytest.mark.parametrize("game", [*VARIANTS.values()][:2])
def test_a_playthrough_is_replayed(game: str, tmp_path: Path) -> None:
    """The file that OpenSpiel writes about a play is equal when it is played again."""
    text = generate_playthrough.playthrough(game, None, seed=7)
    path = tmp_path / "playthrough.txt"
    path.write_text(text, encoding="utf-8")
    written, again = generate_playthrough.replay(path)
    assert written == again == text
    for part in ("InformationStateTensor(2).memory", 'ObservationString(0) = "seat 0: ', "bid a"):
        assert part in text


def failures(checks: type[unittest.TestCase]) -> list[str]:
    """Return the failures of a class of OpenSpiel's tests, of which some have to run."""
    result = unittest.TestResult()
    suite = unittest.TestLoader().loadTestsFromTestCase(checks)
    suite.run(result)
    assert result.testsRun >= 5
    assert result.skipped == []
    return [text for _, text in (*result.failures, *result.errors)]


@pytest.mark.parametrize("game_text", VARIANTS.values(), ids=VARIANTS)
def test_their_checks_on_some_states(game_text: str) -> None:
    """Lengths, missing players, legal actions of others, observations."""

    class Checks(api_test.EnforceAPIOnPartialTreeBase):
        """OpenSpiel's checks of this game."""

        game_name = NAME
        game = pyspiel.load_game(game_text)

    assert failures(Checks) == []


def histories(state: smile.State) -> tuple[int, int, int]:
    """Return the numbers of histories from here: of chance, of seats, finished."""
    here = [0, 0, 0]
    here[1 if isinstance(state.actor, int) else 0 if state.actor else 2] += 1
    for action in state.legal_actions:
        for place, count in enumerate(histories(state.apply(action))):
            here[place] += count
    return here[0], here[1], here[2]


@pytest.mark.parametrize("utility", openspiel.UTILITIES)
def test_their_checks_on_all_states(
    utility: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a small variant: perfect recall, constant sums, and as many states as in our rules."""
    box = ["1", "1", "4"]
    root = smile.start(box=box, auctions=1, beads=1)
    counts = histories(root)
    assert sum(counts) > 100
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, NAME, counts)
    # Everything is done in the open: each state of a seat is one that it can tell from all others.
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, NAME, counts[1])
    game_text = small(tmp_path, auctions=1, beads=1, box=box)

    class Checks(api_test.EnforceAPIOnFullTreeBase):
        """OpenSpiel's checks of this game."""

        game_name = NAME
        game = pyspiel.load_game(f"{game_text[:-1]},utility={utility})")

    assert failures(Checks) == []


def test_a_game_that_fails_their_checks_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat that forgets, and wrong numbers of states."""
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, NAME, (0, 0, 0))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, NAME, 3)
    game_text = small(tmp_path, auctions=1, beads=0, box=["1", "1", "4"])
    monkeypatch.setattr(openspiel.Observer, "string_from", lambda *_: "nothing")

    class Checks(api_test.EnforceAPIOnFullTreeBase):
        """OpenSpiel's checks of this game."""

        game_name = NAME
        game = pyspiel.load_game(game_text)

    found = "".join(failures(Checks))
    assert "test_game_is_perfect_recall" in found
    assert "test_number_of_nodes" in found
