"""Hypothesis strategies for Smile: any options, any action.

This module needs the extra ``testing`` (Hypothesis), so :data:`fireflies.smile.GAME` imports it
only on demand.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from hypothesis import strategies as st

from fireflies import contract
from fireflies.smile.box.boxfile import LARGEST_BOX, in_play
from fireflies.smile.box.cards import (
    CLEAR_BEADS,
    COLORS,
    MARKERS,
    SEATS,
    VALUES,
    Card,
    Color,
)
from fireflies.smile.box.options import AUCTIONS
from fireflies.smile.rules.actions import BackOut, Bid, Reveal
from fireflies.smile.rules.pieces import SLOTS
from fireflies.smile.rules.state import State

_TRIED_SLOTS = SLOTS[: SEATS[-1] + 1]  # and one letter that is never a slot


def cards(
    players: int = SEATS[-1], values: range = VALUES, colors: Sequence[Color] = COLORS
) -> st.SearchStrategy[Card]:
    """Return the cards of these values and colors that are in play with this number of players."""
    kinds = [Card(value, color, it) for value in values for color in colors for it in MARKERS]
    return st.sampled_from(in_play(kinds, players))


@st.composite
def options(draw: st.DrawFn) -> Mapping[str, object]:
    """Return valid options, as the wire has them; some cards of the box may not be in play."""
    players = draw(st.sampled_from(SEATS))
    most = min(AUCTIONS[-1], LARGEST_BOX // players)
    auctions = draw(st.sampled_from((1, 2, most)) | st.integers(1, most))
    count, most_beads = players * auctions, CLEAR_BEADS // players
    # With few different cards or values there are many ties and pairs; scores are extreme if all
    # cards have the best or the worst value and no color, so that there are no pairs.
    values = draw(st.sampled_from((VALUES, range(1, 4), VALUES[:1], VALUES[-1:])))
    colors = draw(st.sampled_from((COLORS, COLORS[:1])))
    kinds = draw(st.lists(cards(players, values, colors), min_size=1, max_size=12, unique=True))
    box = draw(st.lists(st.sampled_from(kinds), min_size=count, max_size=count))
    unused = [card for card in draw(st.lists(cards(), max_size=3)) if not in_play([card], players)]
    return {
        "players": players,
        "starting_player": draw(st.integers(0, players - 1)),
        "box": [str(card) for card in (box + unused)[:LARGEST_BOX]],
        "auctions": auctions,
        # Without beads there are many loans; with the most, the first loans empty the supply.
        "beads": draw(st.sampled_from((0, most_beads)) | st.integers(0, most_beads)),
    }


def actions() -> st.SearchStrategy[contract.Action]:
    """Return any action, legal or not: every verb with every slot and every card."""
    slots = st.sampled_from(_TRIED_SLOTS)
    return st.one_of(st.builds(Bid, slots), st.builds(BackOut, slots), st.builds(Reveal, cards()))


PHASES: Final[Mapping[str, Callable[[State], bool]]] = {
    "revealing": lambda state: state.phase == "reveal",
    "bidding": lambda state: state.phase == "bid",
    "a seat must back out": lambda state: (
        state.phase == "bid" and not any(isinstance(it, Bid) for it in state.legal_actions)
    ),
    "a seat must borrow": lambda state: (
        state.phase == "bid"
        and not any(isinstance(it, BackOut) for it in state.legal_actions)
        and not state.players[state.in_auction[0]].clear
    ),
    "substitutes for clear beads": lambda state: state.supply.clear < 0,
    "substitutes for blue beads": lambda state: state.supply.blue < 0,
    "a pair is discarded": lambda state: bool(state.discarded),
    "over": lambda state: state.phase == "over",
}
"""The phases of a game, and situations that random plays rarely reach."""


def conserved(state: State) -> object:
    """Return what no action changes: all clear and blue beads, and all cards."""
    cards_in_front = [card for player in state.players for card in player.cards]
    on_offer = [offer.card for offer in state.row]
    return (
        sum(player.clear for player in state.players)
        + sum(offer.beads for offer in state.row)
        + state.supply.clear,
        sum(player.blue for player in state.players) + state.supply.blue,
        sorted([*cards_in_front, *on_offer, *state.discarded, *state.undealt]),
    )
