"""Hypothesis strategies for Misbehavin': random boxes and options, any action.

It needs the extra ``testing``; the Game loads it when it is wanted.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from hypothesis import strategies as st

from fireflies import contract
from fireflies.chance import SEEDS, Draws
from fireflies.misbehavin.box.cards import COPIES, FACTIONS, SEATS, SETS, SLOTS
from fireflies.misbehavin.box.random_boxes import random_options
from fireflies.misbehavin.rules.actions import ACTIONS
from fireflies.misbehavin.rules.pieces import Deal as CurrentDeal
from fireflies.misbehavin.rules.pieces import Phase
from fireflies.misbehavin.rules.position import tokens_left
from fireflies.misbehavin.rules.state import State

_CARDS: Final = (
    *SETS,
    *(f"{faction}-{number}" for faction in FACTIONS for number in (1, 2)),
    *("core-1", "r-card"),
)
"""The sets, and cards of random boxes: few names, so that actions often name the same card."""
_ONE_IN: Final = 32
"""One in 32 drawn options has the sample box; all others have a random box."""


def options() -> st.SearchStrategy[Mapping[str, object]]:
    """Return valid options as plain data of the wire, few of them with the sample box."""
    return st.integers(SEEDS[0], SEEDS[-1]).map(
        lambda seed: random_options(Draws(seed, "options"), _ONE_IN)
    )


def actions() -> st.SearchStrategy[contract.Action]:
    """Return any action, possible or not."""
    seats = st.integers(0, SEATS[-1])
    fields: Mapping[str, st.SearchStrategy[object]] = {
        "card": st.sampled_from(_CARDS),
        "slot": st.sampled_from(SLOTS),
        "ability": st.integers(1, 4),
        "name": st.sampled_from(("a", "action")),
        "entry": st.integers(1, 8),
        "seat": st.none() | seats,
        "reward": st.sampled_from(["draw", "credit", "verse"]),
        "chosen": st.sampled_from(_CARDS) | seats,
    }
    return st.one_of(
        [st.builds(it, *[fields[name] for name in it.__match_args__]) for it in ACTIONS]
    )


def _is(phase: Phase) -> Callable[[State], bool]:
    return lambda state: state.phase == phase


PHASES: Final[Mapping[str, Callable[[State], bool]]] = {
    "sets are drafted": _is("draft"),
    "the market is filled": _is("reveal"),
    "cards are drawn": _is("draw"),
    "a turn": _is("turn"),
    "a card was played": _is("played"),
    "abilities are used in order": _is("ability"),
    "an effect lets choose": _is("choose"),
    "The Black may go back": _is("location"),
    "a maneuver may be used again": _is("replay"),
    "a fight begins": lambda state: state.phase in {"intent", "target"},
    "the attacker adds": lambda state: state.phase == "fight" and state.seat == _attacker(state),
    "the defender answers": lambda state: state.phase == "fight" and state.seat != _attacker(state),
    "a reward is taken": _is("reward"),
    "cards are retained": _is("retain"),
    "a deal": _is("deal"),
    "others may cancel": _is("answer"),
    "a deal was canceled": _is("canceled"),
    "a recruitment": _is("recruit"),
    "a card is taken": _is("take"),
    "a card is taken in a deal": lambda state: (
        state.phase == "take" and isinstance(state.activity, CurrentDeal)
    ),
    "the tableau is tidied": _is("tidy"),
    "a warrant lies on a card": lambda state: any(
        it.warrant is not None for player in state.players for it in player.tableau
    ),
    "tokens lie on a Reaver": lambda state: any(any(it.tokens) for it in state.reavers),
    "something is done by hand": _is("by-hand"),
    "progress is marked": lambda state: any(any(player.marks) for player in state.players),
    "somebody is immune": lambda state: any(player.immune for player in state.players),
    "only finishing is left": lambda state: state.moves >= state.options.moves,
    "over": _is("over"),
}
"""The phases of a game, and situations that random plays rarely reach, each with its test."""


def _attacker(state: State) -> int | None:
    return None if state.activity is None else state.activity.seat


def conserved(state: State) -> object:
    """Return what no action changes: cards, Reavers, and that no seat has too many tokens."""
    cards = Counter(
        card for piles in (state.market, state.market_decks) for it in piles for card in it
    )
    for player in state.players:
        cards.update((*player.hand, *player.deck, *player.recycle))
        cards.update(it.card for it in player.tableau)
        cards.update(it.card for it in player.display)
    in_play = {*SETS[:2], *state.slots}
    for name, count in zip(SETS, state.supply, strict=True):
        cards[name] += count if name in in_play else COPIES[name]
    return (
        sorted(cards.elements()),
        sorted((*state.defeated, *(it.card for it in state.reavers))),
        [tokens_left(state, seat) >= 0 for seat in range(state.seats)],
    )
