"""Lock-step with the oracle, a second statement of the rules by somebody who has not read ours.

Compared are the views of the referee and of seats, the legal actions in their order, the weights
of chance, and by which clause texts are refused, in random plays with random boxes; which options
are refused; and whole answers of the wire.
"""

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Final

import pytest

from fireflies import games
from fireflies.conformance import wire
from fireflies.contract import InvalidOptions
from fireflies.errors import InvalidNotation
from tests.campaign import count, generator
from tests.festival.boxes import SPOILER, random_options
from tests.festival.landmarks import NUMBER, REFUSALS
from tests.festival.random_plays import RandomPlay, actions_of, choose, random_habits
from tests.lockstep import answer_alike, follow_all, reason_against
from tests.oracle import answering, festival_boxes
from tests.oracle.festival import Oracle, run
from tests.picking import picked
from tests.spoiling import Json, misspelled

GAME: Final = games.get("festival")

REQUESTS: Final = count(60, campaign=2_000)
BOXES: Final = count(100, campaign=5_000)
TEXTS: Final = count(5_000, campaign=500_000)


@pytest.mark.long
def test_random_plays(pytestconfig: pytest.Config) -> None:
    """Random plays with random boxes agree in all that is seen, legal and refused.

    They come to every situation that is named, and every clause refuses something.
    """
    reached = follow_all(GAME, RandomPlay, picked(GAME.name), pytestconfig)
    assert len(reached.keys() - {*REFUSALS, "accepted"}) == NUMBER
    assert [name for name in (*reached, *REFUSALS) if reached[name] == 0] == []


@pytest.mark.long
def test_spoiled_options() -> None:
    """The same boxes are refused when one thing in them is changed, for every reason there is."""
    chooser = generator("spoiled")
    reasons: Counter[str] = Counter()
    for _ in range(BOXES):
        options = random_options(chooser)
        for number in range(40):
            spoiled = deepcopy(options)
            if number:
                SPOILER.spoil(chooser, spoiled)
            else:  # where the rounds are off, a limit of turns can't be taken away
                spoiled["turns"] = "off"
            reason = reason_against(festival_boxes.read_options, spoiled)
            reasons[reason] += 1
            try:
                wire.set_up(GAME, spoiled)
                accepted = True
            except InvalidOptions:
                accepted = False
            assert accepted == (reason == ""), (reason, spoiled)
    files = [Path(str(it.__file__)) for it in (answering, festival_boxes)]
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    assert len(reasons.keys() - {""}) == source.count("raise OptionsRefused(")


def test_random_texts() -> None:
    """Both sides read the same texts as actions. Ours writes an action as it was read."""
    chooser = generator("texts")
    oracle = Oracle(random_options(chooser))
    texts = actions_of(oracle.options)
    written = 0
    for _ in range(TEXTS):
        text = misspelled(chooser, chooser.choice(texts))
        try:
            assert str(GAME.read_action(text)) == text
            ours = True
        except InvalidNotation:
            ours = False
        written += ours
        refusal = oracle.refusal(text)
        assert ours == (refusal is None or refusal.clause is not None), text
    assert TEXTS / 20 < written < TEXTS / 2


@pytest.mark.long
def test_random_requests() -> None:
    """Both give the same answer to whole requests of each kind, some with a wrong action."""
    chooser = generator("requests")
    refused = 0
    for _ in range(REQUESTS):
        options = random_options(chooser)
        actions = some_actions(options, chooser)
        refused += answer_alike(GAME, run, chooser, options, actions)
    assert 0 < refused < REQUESTS


def some_actions(options: Mapping[str, Json], chooser: Random) -> list[str]:
    """Return the first actions of a random play, perhaps with one after them that is refused."""
    oracle, habits = Oracle(options), random_habits(chooser)
    actions: list[str] = []
    for _ in range(chooser.randrange(120)):
        if oracle.phase != "over":
            actions.append(choose(oracle, habits, chooser))
            oracle.apply(actions[-1])
    if chooser.random() < 0.5:
        actions.append(chooser.choice(actions_of(oracle.options)))
    return actions
