"""Hypothesis strategies for Firefly Festival: random boxes and options, any action.

It needs the extra ``testing``; :data:`fireflies.festival.GAME` imports it only on demand.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from hypothesis import strategies as st

from fireflies import contract
from fireflies.chance import SEEDS, Draws
from fireflies.festival.box.components import (
    KINDS,
    PUBLIC_KINDS,
    SEATS,
    SIZES,
    START_TILE,
    Goal,
    Reward,
    Tile,
)
from fireflies.festival.box.random_boxes import random_options
from fireflies.festival.rules.actions import ACTIONS
from fireflies.festival.rules.pieces import NONE, NOTHING
from fireflies.festival.rules.position import figures_of, tiles_left
from fireflies.festival.rules.state import State

_LETTERS: Final = "ABCDEFGHIZ"  # some are islands of a board, others are not


def options() -> st.SearchStrategy[Mapping[str, object]]:
    """Return options that fit, as the wire has them, few with the default box."""
    return st.integers(SEEDS[0], SEEDS[-1]).map(lambda seed: random_options(Draws(seed, "options")))


def actions() -> st.SearchStrategy[contract.Action]:
    """Return any action, legal or not."""
    letters = st.sampled_from(_LETTERS)
    rewards = st.builds(Reward, st.integers(0, 2), st.integers(0, 2))
    tiles = st.builds(Tile, st.sampled_from(SIZES), st.integers(0, 2), rewards)
    goals = st.builds(Goal, st.sampled_from(KINDS), st.integers(1, 5), st.integers(0, 3))
    fields: Mapping[str, st.SearchStrategy[object]] = {
        "tile": tiles | st.just(START_TILE),
        "goal": goals,
        "power": st.sampled_from(["a", "a-b", "hen"]),
        "seat": st.integers(0, SEATS[-1]),
        "lane": st.builds("{}{}{}".format, letters, letters, st.integers(1, 4)),
        "island": letters,
        "kind": st.sampled_from(PUBLIC_KINDS),
        "choice": st.sampled_from(["coins", "workers", "points"]),
        "workers": st.integers(0, 3),
    }
    return st.one_of(
        [st.builds(it, *[fields[name] for name in it.__match_args__]) for it in ACTIONS]
    )


PHASES: Final[Mapping[str, Callable[[State], bool]]] = {
    "tiles": lambda state: state.phase == "tiles",
    "kinds are drawn": lambda state: state.phase == "kinds",
    "goals are dealt": lambda state: state.phase == "goals" and state.pending == NOTHING,
    "powers are dealt": lambda state: state.phase == "powers",
    "powers are kept": lambda state: state.phase == "keep",
    "chance names the first player": lambda state: state.phase == "first",
    "a turn": lambda state: state.phase == "turn" and state.mains > 0,
    "the secondary action is left": lambda state: state.phase == "turn" and not state.mains,
    "two main actions": lambda state: state.mains > 1,
    "goals are drawn": lambda state: state.pending.draws > 0,
    "recruits on the water": lambda state: state.phase == "recruit" and state.pending.lane != NONE,
    "recruits on start islands": lambda state: (
        state.phase == "recruit" and state.pending.lane == NONE
    ),
    "free movement": lambda state: state.phase == "cross",
    "movements": lambda state: state.phase == "walk",
    "a worker is chosen": lambda state: state.phase == "to",
    "after a festival": lambda state: any(site.sealed for site in state.islands),
    "somebody has the crow": lambda state: state.crow is not None,
    "over": lambda state: state.phase == "over",
}
"""The phases of a game, and situations that random plays rarely reach."""


def conserved(state: State) -> object:
    """Return what no action changes: all pieces, cards, tiles and tokens."""
    lanes = state.options.board.lanes
    pieces: list[tuple[int, int, int]] = []
    cards = Counter(state.deck)
    for seat, player in enumerate(state.players):
        figures = figures_of(state, seat)
        laid = [lane.length for lane in lanes if state.bridges[lane.index] == seat]
        built = [site.floors.count(seat) for site in state.islands]
        placed = [site.workers[seat] for site in state.islands]
        pieces.append(
            (
                player.bridges + sum(laid) - figures.bridges,
                player.floors + sum(built) - figures.floors,
                player.workers + sum(placed) - figures.workers,
            )
        )
        cards.update((*player.goals, *player.completed))
    return (
        tuple(pieces),
        sorted(cards.elements()),
        sorted((Counter(tiles_left(state)) + Counter(_laid(state))).elements()),
        state.sorin + sum(site.sealed for site in state.islands),
        sum(state.taken) - sum(len(player.claimed) for player in state.players),
        sum(player.coins for player in state.players) + state.view().bank,
    )


def _laid(state: State) -> list[Tile]:
    """Return the tiles on the islands."""
    return [site.tile for site in state.islands if site.tile is not None]
