"""Lock-step with the oracle, a second statement of the rules by somebody who has not read ours.

Both have to agree on the views of the referee and of seats, on the legal actions and on what is
refused; no attempt may change our state. They are compared in random plays, in every play of small
variants, and in single steps from positions that no game comes to.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest
from hypothesis import given

from fireflies import smile
from fireflies.contract import IllegalAction
from fireflies.errors import InvalidNotation
from tests.campaign import SEED, count, generator
from tests.oracle.smile import Oracle, Refused
from tests.smile.plays import play, random_options
from tests.smile.positions import positions

PLAYS: Final = 1000
BATCHES: Final = count(1, campaign=50)

TEXTS: Final = tuple(
    [f"{verb} {slot}" for verb in ("bid", "back-out") for slot in "abcdef"]
    + [
        f"reveal {value}{color}"
        for value in (-6, -5, 0, 1, 6, 7)
        for color in ("", " red", " blue")
    ]
    + [
        "",
        "pass",
        "bid",
        "bid A",
        "bid a ",
        "bid  a",
        "back-out",
        "backout a",
        "reveal",
        "reveal +1",
    ]
)
"""The texts tried in every position: verbs with slots, cards, and invalid texts."""


def seen(state: smile.State, seat: int | None) -> dict[str, object]:
    """Return the view as data, multisets and sets sorted as the oracle sorts them."""
    data = state.view(seat).to_json()
    players = [{**player, "cards": sorted(player["cards"])} for player in data["players"]]
    legal = data["legal"]
    return {
        **data,
        "players": players,
        "discarded": sorted(data["discarded"]),
        "undealt": sorted(data["undealt"]),
        "legal": None if legal is None else sorted(legal),
    }


def agree(state: smile.State, oracle: Oracle, *seats: int | None) -> None:
    """Require that the referee and these seats see the same in both."""
    for seat in (None, *seats):
        assert seen(state, seat) == oracle.state(seat)


def refuse_alike(state: smile.State, oracle: Oracle, text: str) -> None:
    """Require that both accept a text or both refuse it, and that our state does not change."""
    before, position = hash(state), state.view().position
    try:
        state.apply(smile.read_action(text))
        ours = True
    except (InvalidNotation, IllegalAction):
        ours = False
    try:
        oracle.clone().apply(text)
        theirs = True
    except Refused:
        theirs = False
    assert ours == theirs, (text, position)
    assert (hash(state), state.view().position) == (before, position)


@pytest.mark.long
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_plays(batch: int) -> None:
    """1,000 plays with varied players and boxes agree in every view, and in what they refuse.

    They cross every boundary: loans beyond the supply of both colors, eight and more beads on a
    card, ties of two and three, pairs by the last card, shared victories.
    """
    chooser = generator(batch)
    reached: Counter[str] = Counter()
    for number in range(PLAYS):
        options = random_options(chooser)
        oracle = Oracle(options)
        for state, action in play(options, chooser):
            agree(state, oracle, chooser.randrange(state.seats))
            if number % 10 == 0:
                refuse_alike(state, oracle, chooser.choice(TEXTS))
            if action is None:
                reached.update(landmarks(state))
            else:
                reached.update(crossed(state, action))
                oracle.apply(str(action))
    rare = {
        "clear supply below zero": 1,
        "blue supply below zero": 5,
        "eight beads on a card": 50,
        "pair by the last card": 50,
        "two pairs in one action": 5,
        "two tied": 20,
        "three tied": 5,
        "shared by two": 20,
        "shared by three": 1,
        "score below zero": 50,
    }
    missing = {name: least for name, least in rare.items() if reached[name] < least}
    assert not missing or SEED, reached  # in a campaign that may be bad luck


def crossed(state: smile.State, action: smile.Action) -> Iterator[str]:
    """Return the rare situations of this action."""
    if state.supply.clear < 0:
        yield "clear supply below zero"
    if state.supply.blue < 0:
        yield "blue supply below zero"
    if any(offer.beads >= 8 for offer in state.row):
        yield "eight beads on a card"
    if isinstance(action, smile.BackOut) and len(state.in_auction) == 2:
        pairs = (len(state.apply(action).discarded) - len(state.discarded)) // 2
        last = next(offer.card.color for offer in state.row if offer.slot != action.slot)
        front = state.players[state.in_auction[1]].cards
        if last and last in [card.color for card in front]:
            yield "pair by the last card"
        if pairs == 2:
            yield "two pairs in one action"


def landmarks(state: smile.State) -> Iterator[str]:
    """Return the rare situations at the end of a game."""
    outcome = state.outcome
    assert outcome is not None
    number = {2: "two", 3: "three"}
    tied = outcome.scores.count(max(outcome.scores))
    if tied in number:
        yield f"{number[tied]} tied"
    if len(outcome.winners) in number:
        yield f"shared by {number[len(outcome.winners)]}"
    if min(outcome.scores) < 0:
        yield "score below zero"


SMALL: Final[dict[str, dict[str, object]]] = {
    "one auction, ties, six beads": {
        "players": 3,
        "starting_player": 0,
        "box": ["1", "1 red", "1 IV", "2", "4 red V"],
        "auctions": 1,
        "beads": 2,
    },
    "two auctions without beads": {
        "players": 3,
        "starting_player": 1,
        "box": ["-2 yellow", "3 yellow", "3 yellow", "1 yellow", "1", "1"],
        "auctions": 2,
        "beads": 0,
    },
    "two auctions with one bead": {
        "players": 3,
        "starting_player": 2,
        "box": ["2 blue", "2 blue", "2 blue", "2 blue", "-1 blue", "-1 blue"],
        "auctions": 2,
        "beads": 1,
    },
    "four players without beads": {
        "players": 4,
        "starting_player": 3,
        "box": ["0", "0 IV", "5 white", "-5 white IV"],
        "auctions": 1,
        "beads": 0,
    },
    "four players with one bead": {
        "players": 4,
        "starting_player": 0,
        "box": ["1", "1 IV", "1 white", "2 white IV"],
        "auctions": 1,
        "beads": 1,
    },
    "five players without beads": {
        "players": 5,
        "starting_player": 4,
        "box": ["6", "6 V", "6 red", "6 red", "-5 blue IV"],
        "auctions": 1,
        "beads": 0,
    },
    "three players with eleven beads": {
        "players": 3,
        "starting_player": 0,
        "box": ["3", "4", "5"],
        "auctions": 1,
        "beads": 11,
    },
}


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_every_play_of_small_variants(name: str) -> None:
    """Both agree on everything in every state of every play."""
    options = SMALL[name]
    state = smile.set_up(options).start
    waiting, known = [(state, Oracle(options))], {state}
    while waiting:
        state, oracle = waiting.pop()
        agree(state, oracle, *range(state.seats))
        for text in TEXTS[len(known) % 3 :: 3]:
            refuse_alike(state, oracle, text)
        for action in state.legal_actions:
            after = state.apply(action)
            if after not in known:
                known.add(after)
                follower = oracle.clone()
                follower.apply(str(action))
                waiting.append((after, follower))
    assert any(state.outcome for state in known)


@pytest.mark.long
@given(positions())
def test_single_steps_from_anywhere(state: smile.State) -> None:
    """In positions of no real game, every action leads to the same position in both."""
    oracle = Oracle.from_state(state.view().to_json())
    agree(state, oracle, *range(state.seats))
    for text in TEXTS:
        refuse_alike(state, oracle, text)
    for action in state.legal_actions:
        follower = oracle.clone()
        follower.apply(str(action))
        agree(state.apply(action), follower, *range(state.seats))
