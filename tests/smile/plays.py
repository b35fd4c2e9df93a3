"""Random plays of Smile for tests: random options, and players with very different habits."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from fireflies import smile

Habit: TypeAlias = Callable[[smile.State, random.Random], smile.Action]

_CARDS: Final = [
    " ".join(filter(None, (str(value), color)))
    for value in range(-5, 7)
    for color in ("", "yellow", "white", "red", "blue")
]


def uniform(state: smile.State, chooser: random.Random) -> smile.Action:
    """Return any legal action."""
    return chooser.choice(state.legal_actions)


def hoarder(state: smile.State, chooser: random.Random) -> smile.Action:
    """Take the card with the most beads as soon as possible, so that beads pile up in one hand."""
    loaded = [offer for offer in state.row if offer.beads]
    if loaded and state.phase == "bid":
        return smile.BackOut(max(loaded, key=lambda offer: offer.beads).slot)
    return chooser.choice(state.legal_actions)


def always_bids(state: smile.State, chooser: random.Random) -> smile.Action:
    """Bid whenever a bid is legal, so that many beads lie on few cards."""
    bids = [action for action in state.legal_actions if isinstance(action, smile.Bid)]
    return chooser.choice(bids or list(state.legal_actions))


def never_bids(state: smile.State, chooser: random.Random) -> smile.Action:
    """Bid only when nothing else is legal, so that cards go with few beads."""
    others = [action for action in state.legal_actions if not isinstance(action, smile.Bid)]
    return chooser.choice(others or list(state.legal_actions))


def tie_seeker(state: smile.State, chooser: random.Random) -> smile.Action:
    """Back out with the card that brings the score nearest to the others', so that players tie."""
    outs = [action for action in state.legal_actions if isinstance(action, smile.BackOut)]
    if not outs or chooser.random() < 0.5:
        return chooser.choice(state.legal_actions)
    scores = [sum(card.value for card in player.cards) for player in state.players]
    mine = scores[state.in_auction[0]]
    cards = {offer.slot: offer.card.value for offer in state.row}
    goal = sum(scores) / len(scores)
    return min(outs, key=lambda out: abs(mine + cards[out.slot] - goal))


HABITS: Final[tuple[Habit, ...]] = (uniform, hoarder, always_bids, never_bids, tie_seeker)


def random_options(chooser: random.Random) -> dict[str, object]:
    """Return options of a short or long game, with few or many beads and different cards."""
    players = chooser.choice((3, 4, 5))
    auctions = chooser.choice((1, 2, 2, 3, 3, 4, 5, 10))
    kinds = chooser.sample(_CARDS, chooser.choice((1, 2, 4, 8, 20, 40)))
    marks = ["", "", "", *[" IV"] * (players > 3), *[" V"] * (players > 4)]
    return {
        "players": players,
        "starting_player": chooser.randrange(players),
        "box": [chooser.choice(kinds) + chooser.choice(marks) for _ in range(players * auctions)],
        "auctions": auctions,
        "beads": chooser.choice((0, 0, 1, 2, 3, 6, chooser.randint(0, 35 // players))),
    }


def habits(chooser: random.Random, seats: int) -> tuple[Habit, ...]:
    """Return a habit for each seat, sometimes the same for all."""
    if chooser.random() < 0.3:
        return (chooser.choice(HABITS),) * seats
    return tuple(chooser.choices(HABITS, k=seats))


def play(
    options: Mapping[str, object], chooser: random.Random, everyone: Habit | None = None
) -> Iterator[tuple[smile.State, smile.Action | None]]:
    """Yield each state of a play with the action that is carried out in it, None at the end.

    ``everyone`` is a habit for all seats; by default each has a random one.
    """
    state = smile.set_up(options).start
    players = (everyone,) * state.seats if everyone else habits(chooser, state.seats)
    while True:
        actor = state.actor
        if actor is None:
            yield state, None
            return
        action = (players[actor] if isinstance(actor, int) else uniform)(state, chooser)
        yield state, action
        state = state.apply(action)
