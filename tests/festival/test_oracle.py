"""Lock-step with the oracle, a second statement of the rules by somebody who has not read ours.

Compared are the views of the referee and of seats, the legal actions in their order, the weights
of chance, and by which clause texts are refused, in random plays with random boxes; which options
are refused; and whole answers of the wire.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Final

import pytest

from fireflies.conformance import wire
from fireflies.contract import InvalidOptions
from fireflies.errors import InvalidNotation
from tests.campaign import Progress, count, generator
from tests.festival.boxes import SPOILER, random_options
from tests.festival.landmarks import NUMBER, REFUSALS, situations_of
from tests.festival.named_plays import GAME, named
from tests.lockstep import agree, answers, judge_alike, reason_against
from tests.oracle import answering, festival_boxes
from tests.oracle.festival import Options, Oracle, run
from tests.spoiling import Json, misspelled

DEFAULT_BOX: Final = json.loads(json.dumps(GAME.set_up({}).options["box"]))

PLAYS: Final = count(100, campaign=20_000)
REQUESTS: Final = count(60, campaign=2_000)
BOXES: Final = count(100, campaign=5_000)
TEXTS: Final = count(5_000, campaign=500_000)

VERBS: Final = (
    *("bridge", "pagoda", "move", "festival", "private", "public", "crow", "fish", "end"),
    *("recruit", "cross", "stay", "walk", "done", "to", "keep"),
)


def actions_of(options: Options) -> list[str]:
    """Return actions of each form, of this game and of others."""
    isles = [*options.board.islands, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[len(options.tiles) % 26]]
    cards = [*sorted(set(options.private)), "hubs 1 0", "floors 99 99"]
    seats = range(6)
    return [
        *[f"tile {tile}" for tile in ("start", "large 9 points-9", *sorted(set(options.tiles)))],
        *[f"{verb} {card}" for verb in ("deal", "private") for card in cards],
        *[f"{verb} {name}" for verb in ("power", "keep") for name in ("a", *options.powers)],
        *[f"first {seat}" for seat in seats],
        *[f"bridge {name}" for name in ("AA1", "ZA3", *options.board.lanes)],
        *[f"bridge {name[1]}{name[0]}{name[2]}" for name in options.board.lanes],
        *[f"{verb} {isle}" for verb in ("pagoda", "festival", "recruit", "walk") for isle in isles],
        *[f"cross {isle} {number}" for isle in isles for number in (1, 2, 3, 99)],
        *[f"to {isle} {seat}" for isle in isles for seat in seats],
        *[f"public {kind}" for kind in festival_boxes.KINDS],
        *("move", "crow coins", "crow workers", "fish", "end", "stay", "done"),
    ]


def choose(oracle: Oracle, habits: Sequence[Mapping[str, int]], chooser: Random) -> str:
    """Return a legal action: chance's by its weights, a player's by habit."""
    weights = oracle.weights()
    if weights:
        return chooser.choices(list(weights), list(weights.values()))[0]
    texts = oracle.legal()
    habit = habits[oracle.seat or 0]
    by_verb = {verb: [text for text in texts if text.split(" ")[0] == verb] for verb in VERBS}
    verbs = [verb for verb in VERBS if by_verb[verb]]
    return chooser.choice(by_verb[chooser.choices(verbs, [habit[verb] for verb in verbs])[0]])


def random_habits(chooser: Random) -> list[dict[str, int]]:
    """Return how often each of six players does things of each kind."""
    habits = [{verb: chooser.choice((1, 4, 20)) for verb in VERBS} for _ in range(6)]
    kind = chooser.random()
    if kind < 0.06:  # nobody does much, so that all stay equal
        idle = ("move", "done", "end")
        return [{verb: 500 if verb in idle else 1 for verb in VERBS}] * 6
    if kind < 0.2:  # festivals come late, when several could be held
        return [{**it, "festival": 1, "bridge": 20, "pagoda": 20, "fish": 20} for it in habits]
    return habits


def follow(number: int, done: list[str]) -> Counter[str]:
    """Play a random play on both sides, and return how often each situation occurred.

    Add its actions to ``done``, for the message of a failure.
    """
    chooser = generator(f"festival {number}")
    options = random_options(chooser)
    if number % 40 == 0:
        options["box"] = DEFAULT_BOX
    setup = GAME.set_up(options)
    oracle, state, bounds = Oracle(options), setup.start, setup.bounds
    texts, habits = actions_of(oracle.options), random_habits(chooser)
    reached: Counter[str] = Counter()
    while True:
        agree(state, oracle, chooser.randrange(state.seats))
        certain = oracle.mains > 0 and (oracle.sorin == 0 or oracle.me().floors == 0)
        tried = texts if certain or chooser.random() < 0.02 else chooser.sample(texts, 4)
        reached.update(judge_alike(GAME, state, oracle, text) or "accepted" for text in tried)
        if state.outcome is not None:
            scores = oracle.scores()
            assert [*state.outcome.scores] == scores
            assert [*state.outcome.winners] == oracle.winners()
            assert bounds.lowest_score <= min(scores) <= max(scores) <= bounds.highest_score
            assert bounds.actions is not None
            assert len(done) <= bounds.actions
            return reached
        text = choose(oracle, habits, chooser)
        done.append(text)
        before = oracle.clone()
        oracle.apply(text)
        state = state.apply(GAME.read_action(text))
        reached.update(situations_of(before, text, oracle))


@pytest.mark.long
def test_random_plays(pytestconfig: pytest.Config) -> None:
    """Random plays with random boxes agree in all that is seen, legal and refused.

    They come to every situation that is named, and every clause refuses something. A campaign
    that is repeated continues with the play that was interrupted or failed.
    """
    progress = Progress("festival plays", pytestconfig)
    for number in progress.plays(PLAYS):
        done: list[str] = []
        try:
            progress.reached.update(follow(number, done))
        except Exception as error:
            error.add_note(f"play {number}: {'; '.join(done)}")
            raise
    reached = progress.reached
    assert len(reached.keys() - {*REFUSALS, "accepted"}) == NUMBER
    assert [name for name in (*reached, *REFUSALS) if reached[name] == 0] == []


@pytest.mark.long
@pytest.mark.parametrize("name", named())
def test_named_plays(name: str) -> None:
    """Short plays to rare situations agree; what the last action does or breaks is their name."""
    options, (*actions, last) = named()[name]
    oracle, state = Oracle(options), GAME.set_up(options).start
    for text in actions:
        oracle.apply(text)
        state = state.apply(GAME.read_action(text))
    for seat in range(state.seats):
        agree(state, oracle, seat)
    for text in actions_of(oracle.options):
        judge_alike(GAME, state, oracle, text)
    if name in REFUSALS:
        assert judge_alike(GAME, state, oracle, last) == name
        return
    after = oracle.clone()
    after.apply(last)
    assert situations_of(oracle, last, after)[name]
    for seat in range(state.seats):
        agree(state.apply(GAME.read_action(last)), after, seat)


@pytest.mark.long
def test_spoiled_options() -> None:
    """The same boxes are refused when one thing in them is changed, for every reason there is."""
    chooser = generator("spoiled")
    reasons: Counter[str] = Counter()
    for _ in range(BOXES):
        options = random_options(chooser)
        for _ in range(40):
            spoiled = deepcopy(options)
            SPOILER.spoil(chooser, spoiled)
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


def test_example() -> None:
    """Both answer the example of the protocol as it is written there."""
    example = json.loads(Path(__file__).with_name("example.json").read_text(encoding="utf-8"))
    request, wanted = example["request"], example["answer"]
    assert {"seq": wanted["seq"], **run(request["case"])} == wanted
    ours, theirs = answers(GAME, run, request["case"])
    assert ours == theirs


@pytest.mark.long
def test_random_requests() -> None:
    """Both give the same answer to whole requests of each kind, some with a wrong action."""
    chooser = generator("requests")
    refused = 0
    for _ in range(REQUESTS):
        options = random_options(chooser)
        actions = some_actions(options, chooser)
        case: dict[str, object] = {
            "game": "festival",
            "edition": "2026",
            "options": options,
            "actions": actions,
            "observer": chooser.choice((None, 0, 1)),
            "ask": chooser.choice(("final", "trace", {"from": 5}, {"count": 1}, {"count": 2})),
        }
        ours, theirs = answers(GAME, run, case)
        refused += theirs["refused"] is not None
        assert ours == theirs
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
