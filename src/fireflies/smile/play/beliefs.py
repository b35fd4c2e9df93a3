"""Reconstruct every hand from what a seat has seen of a play.

All seats begin with the same number of beads, and beads are placed, borrowed and taken in public: a
seat that has watched the whole play can count them. (A seat that sees only the current table knows
how many beads the others hold together: :meth:`fireflies.smile.State.alike`.)
"""

from fireflies.contract import Turn, Viewed
from fireflies.smile.fast.state import State, pack
from fireflies.smile.rules.events import BeadPlaced, BeadsBorrowed, CardTaken, LastCardTaken
from fireflies.smile.rules.pieces import Player
from fireflies.smile.rules.state import State as ReadableState
from fireflies.smile.rules.view import View
from fireflies.smile.text.soundness import find_fault


def recall(turn: Turn[Viewed[View]]) -> State:
    """Return the packed state with every hand, counted from all that the seat has seen.

    Raises:
        ValueError: when the seat has not seen all events since the start of the play.
    """
    sights = turn.information_state()
    first = sights[0].view
    own = first.players[turn.seat]
    view = turn.view
    clear = [own.clear or 0] * len(view.players)
    blue = [0] * len(view.players)
    for sight in sights:
        for event in sight.events:
            match event:
                case BeadPlaced(seat):
                    clear[seat] -= 1
                case BeadsBorrowed(seat):
                    clear[seat] += 1
                    blue[seat] += 1
                case CardTaken(seat, _, _, beads) | LastCardTaken(seat, _, _, beads):
                    clear[seat] += beads
                case _:
                    pass  # moves no bead
    state = _with_hands(view, clear, blue)
    is_start = first.auction == 1 and not first.row
    if not is_start or state.view(turn.seat) != view or find_fault(state) is not None:
        raise ValueError("the beads can't be counted: these are not all events since the start")
    return pack(state)


def _with_hands(view: View, clear: list[int], blue: list[int]) -> ReadableState:
    """Return the state with this view and these beads in the hands."""
    return ReadableState(
        auction=view.auction,
        starting_player=view.starting_player,
        in_auction=view.in_auction,
        row=view.row,
        players=tuple(
            [
                Player(clear_beads, blue_beads, seen.cards)
                for clear_beads, blue_beads, seen in zip(clear, blue, view.players, strict=True)
            ]
        ),
        supply=view.supply,
        discarded=view.discarded,
        undealt=view.undealt,
    )
