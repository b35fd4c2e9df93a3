"""Festival in a few words: what a player has to know for the next decision, the sum of a score."""

from fireflies.festival.rules.ending import chain
from fireflies.festival.rules.position import Observed
from fireflies.festival.text.descriptions import (
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
    """Return by seat the points of the game, of its longest chain, and of the crow."""
    if view.outcome is None:
        return []
    found: list[dict[str, int]] = []
    for seat, (player, score) in enumerate(zip(view.players, view.outcome.scores, strict=True)):
        loss = crow_loss(view, seat)
        parts = {"in the game": player.points, "the crow": -loss}
        parts[f"a chain of {chain(view, seat)} islands"] = score - player.points + loss
        found.append({part: points for part, points in parts.items() if points})
    return found
