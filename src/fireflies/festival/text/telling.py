"""Festival in a few words: what a player has to know for the next decision, the sum of a score."""

from fireflies.festival.rules.ending import chain
from fireflies.festival.rules.position import Observed
from fireflies.festival.text.descriptions import (
    chain_scores,
    crow_loss,
    describe_goal,
    describe_player,
    describe_stack,
)


def situation(view: Observed) -> list[str]:
    """Return the own pieces and goals, and the public goals."""
    told: list[str] = []
    if isinstance(view.observer, int):
        seat = view.observer
        told.append(f"Seat {seat}: {', '.join(describe_player(view, seat))}")
        goals = [describe_goal(view, seat, it) for it in view.players[seat].goals or ()]
        told += [f"Private goals: {', '.join(goals)}"] if goals else []
    stacks = [describe_stack(view, it) for it in view.public if it.top is not None]
    return [*told, *([f"Public goals: {', '.join(stacks)}"] if stacks else [])]


def tally(view: Observed) -> list[dict[str, int]]:
    """Return by seat the points of the game, the crow, the chain, and the longest chain of all."""
    if view.outcome is None:
        return []
    found: list[dict[str, int]] = []
    for seat, player in enumerate(view.players):
        own, longest = chain_scores(view, view.outcome, seat)
        parts = {"in the game": player.points, "the crow": -crow_loss(view, seat)}
        parts |= {f"a chain of {chain(view, seat)} islands": own, "the longest chain": longest}
        found.append({part: points for part, points in parts.items() if points})
    return found
