"""Misbehavin' in a few words: what a player has to know next, and the sum of a power."""

from fireflies._texts import printed
from fireflies.misbehavin.rules.seen import Observed
from fireflies.misbehavin.text.descriptions import counted, describe_activity, describe_player


def situation(view: Observed) -> list[str]:
    """Return the current fight, deal or recruitment, the own figures, and the own hand."""
    told = [] if view.activity is None else [describe_activity(view)]
    if isinstance(view.observer, int):
        seat = view.observer
        told.append(f"Seat {seat}: {', '.join(describe_player(view, seat))}")
        hand = counted(map(printed, view.players[seat].hand or ()))
        told.append(f"In hand: {', '.join(hand) or 'nothing'}")
    return told


def tally(view: Observed) -> list[dict[str, int]]:
    """Return by seat the power of each card in the tableau with its tokens, and passive power."""
    if view.outcome is None:
        return []
    power, found = view.options.box.power, list[dict[str, int]]()
    for player, score in zip(view.players, view.outcome.scores, strict=True):
        parts: dict[str, int] = {}
        for it in player.tableau:
            name = printed(it.card)
            parts[name] = parts.get(name, 0) + power[it.card] + it.tokens
        parts["passive power"] = score - sum(parts.values())
        found.append({part: points for part, points in parts.items() if points})
    return found
