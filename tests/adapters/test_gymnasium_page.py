"""Tests of the code on the page about Gymnasium: it runs, but for the program with a learner."""

from fireflies.adapters.gymnasium import SeatEnv
from tests.adapters import pages


def test_the_page_runs() -> None:
    names = pages.run("gymnasium.rst")
    assert names["info"]["violation"]
    assert "model" not in names, "the learner would need PyTorch"


def test_it_has_the_right_signature() -> None:
    pages.check_signature("gymnasium.rst", SeatEnv)
