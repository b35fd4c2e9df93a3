"""Who has won: points and beads are all that it takes."""

from fireflies.contract import Outcome
from fireflies.smile.pieces import Clause


def winning(points: tuple[int, ...], clear: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with the most points, and among these the most clear beads; ascending."""
    most, beads = -1000, 0
    winners: list[int] = []
    for seat, own in enumerate(points):
        if own > most or (own == most and clear[seat] > beads):
            winners = []
            most, beads = own, clear[seat]
        if own == most and clear[seat] == beads:
            winners.append(seat)
    return tuple(winners)


def settle(points: tuple[int, ...], clear: tuple[int, ...]) -> Outcome:
    """The outcome of a game with these points and clear beads, by seat."""
    winners = winning(points, clear)
    if len(winners) > 1:
        return Outcome(points, winners, Clause.WIN_SHARED)
    if points.count(max(points)) > 1:
        return Outcome(points, winners, Clause.WIN_CLEAR_BEADS)
    return Outcome(points, winners, Clause.WIN_MOST_POINTS)
