"""What a seat with a perfect memory knows: every hand, without having looked into one.

Everyone begins with as many beads, and beads are placed, borrowed and taken in the open: a seat
that has watched the play can count them. (A seat that sees only the table as it is now knows how
many beads the others hold together: :meth:`fireflies.smile.State.alike`.)
"""

from fireflies.contract import Turn, Viewed
from fireflies.smile.fast.state import State, pack
from fireflies.smile.pieces import BeadPlaced, BeadsBorrowed, CardTaken, LastCardTaken, Player
from fireflies.smile.rules import State as Readable
from fireflies.smile.view import View


def recall(turn: Turn[Viewed[View]]) -> State:
    """Return the packed state as a seat with a perfect memory knows it, with every hand.

    Raises:
        ValueError: when the turn is not of a play from its start.
    """
    sights = turn.information_state()
    begun = sights[0].view.players[turn.seat]
    view = turn.view
    clear = [begun.clear or 0] * len(view.players)
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
                    pass  # no bead has moved
    state = _position(view, clear, blue)
    if state.view(turn.seat) != view:
        raise ValueError("the beads that were seen moving are not those on the table")
    return pack(state)


def _position(view: View, clear: list[int], blue: list[int]) -> Readable:
    """Return the state of a view, with these beads in the hands."""
    return Readable(
        auction=view.auction,
        starting_player=view.starting_player,
        in_auction=view.in_auction,
        row=view.row,
        players=tuple(
            [
                Player(beads, loans, seen.cards)
                for beads, loans, seen in zip(clear, blue, view.players, strict=True)
            ]
        ),
        supply=view.supply,
        discarded=view.discarded,
        undealt=view.undealt,
    )
