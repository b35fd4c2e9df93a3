"""Lock-step with the oracle, a second statement of the rules by somebody who has not read ours.

Compared are the views of the referee and of seats, the legal actions in their order, the weights
of chance, and by which clause texts are refused, in random plays with random boxes; which options
are refused; and whole answers of the wire.
"""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

import pytest

from fireflies import games
from fireflies.conformance import wire
from fireflies.contract import InvalidOptions
from fireflies.errors import InvalidNotation
from fireflies.misbehavin.box.boxfile import first_box
from tests.campaign import count, generator
from tests.lockstep import agree, answer_alike, follow_all, reason_against
from tests.misbehavin.landmarks import REFUSALS
from tests.misbehavin.random_plays import RandomPlay, attempts, choose, random_habits
from tests.oracle import answering, misbehavin_cards, misbehavin_options
from tests.oracle.misbehavin import Oracle, run
from tests.oracle.misbehavin_boxes import random_options, spoil
from tests.picking import picked
from tests.spoiling import Json, misspelled

GAME: Final = games.get("misbehavin")

REQUESTS: Final = count(30, campaign=2_000)
BOXES: Final = count(12, campaign=1_000)
TEXTS: Final = count(3_000, campaign=500_000)


@pytest.mark.long
def test_random_plays(pytestconfig: pytest.Config) -> None:
    """Random plays with random boxes agree in all that is seen, legal and refused.

    They come to every situation that is named, and every clause refuses something.
    """
    reached = follow_all(GAME, RandomPlay, picked(GAME.name), pytestconfig)
    assert [name for name in (*reached, *REFUSALS) if reached[name] == 0] == []


CANCELED: Final = """
reveal agent-in-gray; reveal clerk-of-works; reveal stowaway; reveal shotgun
reveal black-marketeer; reveal prospector
draw desk-inspector; draw junior-officer; draw fleet-commander; draw inner-station
draw watch-officer; draw dock-boss; draw fast-talker; draw bowler-hat; draw hired-muscle
draw back-room; play desk-inspector; end; done
draw field-rifle; draw ration-crate; draw records-clerk; draw signal-operator; draw patrol-cruiser
play fast-talker; end; done
draw coin-counter; draw scrap-yard; draw errand-runner; draw loaded-dice; draw gate-keeper
end; done
draw field-rifle; draw patrol-cruiser; draw fleet-commander; draw ration-crate
draw signal-operator; deal coin-counter; pass; use fast-talker 1; credit; done
use desk-inspector 1"""


def test_a_canceled_deal_loses_its_bonus() -> None:
    """Random plays seldom add to the influence of a deal that somebody then cancels."""
    options = {"factions": ["eavesdown", "alliance"], "starting_player": 1}
    setup = GAME.set_up({**options, "box": first_box()})
    oracle, state = Oracle(json.loads(json.dumps(setup.options))), setup.start
    bonuses: list[int] = []
    for text in CANCELED.strip().replace("\n", "; ").split("; "):
        oracle.apply(text)
        state = state.apply(GAME.read_action(text))
        agree(state, oracle, 0)
        bonuses.append(0 if oracle.trade is None else oracle.trade.bonus)
    assert bonuses[-2:] == [2, 0]
    assert oracle.phase == "canceled"


@pytest.mark.long
def test_spoiled_options() -> None:
    """The same boxes are refused when one thing in them is changed.

    A campaign requires every reason of a refusal, the test command all but 12.
    """
    chooser = generator("misbehavin spoiled")
    reasons: Counter[str] = Counter()
    for _ in range(BOXES):
        options = json.dumps(random_options(chooser))
        for _ in range(40):
            spoiled = json.loads(options)
            spoil(chooser, spoiled)
            reason = reason_against(misbehavin_options.read_options, spoiled)
            reasons[reason] += 1
            try:
                wire.set_up(GAME, spoiled)
                accepted = True
            except InvalidOptions:
                accepted = False
            assert accepted == (reason == ""), (reason, spoiled)
    files = [Path(str(it.__file__)) for it in (answering, misbehavin_cards, misbehavin_options)]
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    wanted = source.count("raise OptionsRefused(")
    assert len(reasons.keys() - {""}) >= count(wanted - 12, campaign=wanted)


def test_random_texts() -> None:
    """The same texts are actions, and what is read from one is written the same way."""
    chooser = generator("misbehavin texts")
    oracle = Oracle(random_options(chooser))
    texts = attempts(oracle, 500, chooser)
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
    assert TEXTS / 20 < written < TEXTS * 0.9


@pytest.mark.long
def test_random_requests() -> None:
    """Both give the same answer to whole requests of each kind, some with a wrong action."""
    chooser = generator("misbehavin requests")
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
        actions += attempts(oracle, 1, chooser)
    return actions
