"""Smile in a few words: what a player has to know for the next decision, and the sum of a score."""

from typing import TYPE_CHECKING, cast

from fireflies import contract
from fireflies._texts import many
from fireflies.smile.text.drawing import sum_of_values

if TYPE_CHECKING:
    from fireflies.smile.rules.pieces import StateJson


def situation(view: contract.View) -> list[str]:
    """Return the own beads and cards, and what lies on offer."""
    state = cast("StateJson", view.to_json())
    told: list[str] = []
    if isinstance(view.observer, int):
        own = state["players"][view.observer]
        cards = f"cards {sum_of_values(own)}: {', '.join(own['cards'] or ['none'])}"
        told.append(f"Seat {view.observer}: {own['clear']} clear, {own['blue']} blue, {cards}")
    offers = [
        f"{it['slot']}, {it['card']} with {many(it['beads'], 'bead') if it['beads'] else 'no bead'}"
        for it in state["row"]
    ]
    return [*told, *([f"On offer: {'; '.join(offers)}"] if offers else [])]


def tally(view: contract.View) -> list[dict[str, int]]:
    """Return by seat the points of cards, of clear and of blue beads."""
    state = cast("StateJson", view.to_json())
    found: list[dict[str, int]] = []
    for seat, player in enumerate(state["players"]):
        outcome, blue = state["outcome"], player["blue"]
        if outcome is None or blue is None:
            return []
        cards = sum_of_values(player)
        clear = outcome["scores"][seat] - cards + blue
        found.append({"cards": cards, "clear beads": clear, "blue beads": -blue})
    return found
