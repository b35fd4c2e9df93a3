"""Lock-step with the oracle, a second statement of the rules by somebody who has not read ours.

Compared are the views of the referee and of seats, the legal actions in their order, the weights
of chance, and by which clause texts are refused, in random plays with random boxes; which options
are refused; and whole answers of the wire.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

import pytest

from fireflies import games
from fireflies.conformance import wire
from fireflies.conformance.plays import check_text
from fireflies.contract import State
from fireflies.errors import InvalidNotation
from tests.campaign import Progress, count, generator
from tests.festival.boxes import misspelled
from tests.misbehavin.landmarks import REFUSALS, Watched, passed
from tests.oracle.misbehavin import Oracle, run
from tests.oracle.misbehavin_boxes import Json, random_options
from tests.oracle.misbehavin_judge import OF_PHASE, SLOTS, VERBS

GAME: Final = games.get("misbehavin")

PLAYS: Final = count(150, campaign=20_000)
REQUESTS: Final = count(30, campaign=2_000)
TEXTS: Final = count(3_000, campaign=500_000)

RARE: Final = (
    *("fight", "deal", "use", "retain", "replay", "warrant", "trigger", "retrigger"),
    *("turn", "acquire", "clear", "retry", "salvage", "add", "play"),
)
FINISHING: Final = ("end", "done", "skip", "pass", "discard", "drop")


def sometimes_sample(options: dict[str, Json], chooser: Random) -> dict[str, Json]:
    """Return options of which some have the box that comes with the game."""
    if chooser.random() < 0.9:
        return options
    return {**options, "box": "sample", "episode": "none", "supply": "draft", "reavers": 4}


def attempts(oracle: Oracle, number: int, chooser: Random) -> list[str]:
    """Return some actions that may be illegal, mostly with verbs of the phase."""
    seat = oracle.actor if isinstance(oracle.actor, int) else oracle.turn_player
    player = oracle.seats[seat]
    tableaus = [it.card for other in oracle.seats for it in other.tableau]
    hands = [it for other in oracle.seats for it in other.hand]
    sight = [
        *(player.hand * 2 + [it.card for it in player.tableau] * 3 + tableaus * 2),
        *([it.card for it in player.display] + oracle.on_offer() + ["the-black", *oracle.slots]),
        *(hands + sorted(oracle.cards)[:3] + [it.name for it in oracle.options.reavers]),
    ]
    texts: list[str] = []
    for _ in range(number):
        verb = chooser.choice(VERBS)
        if OF_PHASE[oracle.phase] and chooser.random() < 0.8:
            verb = chooser.choice(OF_PHASE[oracle.phase])
        card = chooser.choice(sight)
        who = chooser.choice(["supply", *map(str, range(len(oracle.seats)))])
        rest = {
            "set": f"{card} {chooser.choice(SLOTS)}",
            "use": f"{card} {chooser.randint(1, 4)}",
            "replay": f"{chooser.randint(1, 4)}",
            "tax": who,
            "steal": who,
            "reward": chooser.choice(("draw", "credit", "verse")),
            "choose": who if who != "supply" and chooser.random() < 0.5 else card,
        }.get(verb, card)
        bare = oracle.refusal(verb)
        texts.append(verb if bare is None or bare.clause is not None else f"{verb} {rest}")
    return texts


def agree(state: State, oracle: Oracle, seat: int) -> None:
    """Require the same legal actions and weights, and the same views of referee and seat."""
    theirs = oracle.state(None)
    assert [str(action) for action in state.legal_actions] == theirs["legal"]
    assert [(str(it), weight) for it, weight in state.chance_weights] == [*oracle.weights().items()]
    assert dict(state.view(None).to_json()) == theirs
    assert dict(state.view(seat).to_json()) == oracle.state(seat)


def judge_alike(state: State, oracle: Oracle, text: str) -> str | None:
    """Require that both accept a text, or refuse it by the same clause; return that clause."""
    legal, clause = check_text(GAME, state, text)
    refusal = oracle.refusal(text)
    assert (text, legal, clause) == (text, refusal is None, refusal and refusal.clause)
    return clause


def random_habits(chooser: Random) -> list[dict[str, int]]:
    """Return how often each of four players does things of each kind: rare ones often."""
    habits = []
    for _ in range(4):
        habit = {verb: chooser.choice((1, 4, 12)) for verb in VERBS}
        habit.update({verb: chooser.choice((4, 20, 40)) for verb in RARE})
        habit.update({verb: chooser.choice((1, 1, 5)) for verb in FINISHING})
        habits.append(habit)
    return habits


def choose(oracle: Oracle, habits: Sequence[Mapping[str, int]], chooser: Random) -> str:
    """Return a legal action: chance's by its weights, a player's by habit."""
    weights = oracle.weights()
    if weights:
        return chooser.choices(list(weights), list(weights.values()))[0]
    texts = oracle.legal()
    habit = habits[oracle.actor if isinstance(oracle.actor, int) else 0]
    by_verb = {verb: [text for text in texts if text.split(" ")[0] == verb] for verb in VERBS}
    verbs = [verb for verb in VERBS if by_verb[verb]]
    return chooser.choice(by_verb[chooser.choices(verbs, [habit[verb] for verb in verbs])[0]])


def follow(number: int, done: list[str]) -> Counter[str]:
    """Play a random play on both sides, and return how often what happened.

    Its actions so far are put into ``done``.
    """
    chooser = generator(f"misbehavin {number}")
    options = sometimes_sample(random_options(chooser), chooser)
    setup = GAME.set_up(options)
    oracle, state, bounds = Watched(options), setup.start, setup.bounds
    habits = random_habits(chooser)
    reached: Counter[str] = Counter()
    while True:
        agree(state, oracle, chooser.randrange(state.seats))
        tried = attempts(oracle, 2 if oracle.weights() else 6, chooser)
        reached.update(judge_alike(state, oracle, text) or "accepted" for text in tried)
        if state.outcome is not None:
            outcome = {"scores": [*state.outcome.scores], "winners": [*state.outcome.winners]}
            assert outcome == oracle.state()["outcome"]
            scores = outcome["scores"]
            assert bounds.lowest_score <= min(scores) <= max(scores) <= bounds.highest_score
            assert bounds.actions is not None
            assert len(done) <= bounds.actions
            return reached
        text = choose(oracle, habits, chooser)
        done.append(text)
        before = oracle.clone()
        oracle.apply(text)
        state = state.apply(GAME.read_action(text))
        reached.update({name: is_there for name, is_there in passed(before, text, oracle).items()})


@pytest.mark.long
def test_random_plays(pytestconfig: pytest.Config) -> None:
    """Random plays with random boxes agree in all that is seen, legal and refused.

    They come to every situation that is named, and every clause refuses something. A campaign that
    was interrupted goes on where it was, and one that failed with the play in which it did.
    """
    progress = Progress("misbehavin plays", pytestconfig)
    for number in progress.plays(PLAYS):
        done: list[str] = []
        try:
            progress.reached.update(follow(number, done))
        except Exception as error:
            error.add_note(f"play {number}: {'; '.join(done)}")
            raise
    reached = progress.reached
    assert [name for name in (*reached, *REFUSALS) if reached[name] == 0] == []
