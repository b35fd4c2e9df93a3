"""Test that a search grows the same tree on the compiled game and on its source."""

import random

import pytest

from fireflies.chance import Draws
from fireflies.search import Tree
from fireflies.smile import fast
from fireflies.smile.play.search import KnownHandsModel
from tests.smile.fast import pure
from tests.smile.plays import play, random_options


@pytest.mark.long
def test_a_tree_is_the_same_on_machine_code_and_source() -> None:
    chooser, plain = random.Random(1), pure.load()
    compared = 0
    for number in range(5):
        for state, _ in play(random_options(chooser), chooser):
            if state.phase != "bid" or chooser.random() < 0.8:
                continue
            trees = []
            for packed in (fast.pack(state), plain.pack(state)):
                tree, draws = Tree(KnownHandsModel()), Draws(number, "seat 0")
                for _ in range(30):
                    tree.grow(packed, draws)
                trees.append(tree.tried)
            assert trees[0] == trees[1]
            compared += 1
    assert compared > 20
