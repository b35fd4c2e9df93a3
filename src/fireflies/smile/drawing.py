"""The wire's STATE as a picture: knowing nothing else, what it draws of a view can't leak more."""

import textwrap
from collections.abc import Sequence
from typing import Final

from fireflies.smile.pieces import PlayerJson, StateJson, many

WIDTH: Final = 80
_GLUE: Final = "\xa0"  # textwrap breaks lines at every other space


def draw_text(state: StateJson, seat: int | None = None) -> str:
    """The table in letters, no line longer than 80, without a newline at the end.

    ``seat`` is who looks at it, None for a referee.
    """
    lines = [headline(state, seat), ""]
    if state["row"]:
        lines.append("  On offer")
        lines += [
            f"    {offer['slot']}  {offer['card']:<12}{_beads(offer['beads'])}".rstrip()
            for offer in state["row"]
        ]
        lines.append("")
    for number, player in enumerate(state["players"]):
        lines += _player(state, number, player)
    lines.append("")
    lines += wrapped("  Supply: ", [supply_text(state)])
    if state["discarded"]:
        lines += wrapped("  Discarded: ", state["discarded"])
    if state["undealt"]:
        lines.append(f"  Undealt: {many(len(state['undealt']), 'card')}")
    if state["legal"] and state["phase"] == "bid":
        lines += wrapped("  Allowed: ", state["legal"])
    return "\n".join(lines)


def headline(state: StateJson, seat: int | None) -> str:
    """Which auction, whose move, who looks."""
    actor, outcome = state["actor"], state["outcome"]
    if outcome is not None:
        winners = outcome["winners"]
        seats = " and ".join(f"seat {winner}" for winner in winners)
        now = f"{seats} {'wins' if len(winners) == 1 else 'share the victory'}"
        return f"Game over after auction {state['auction']}: {now}"
    move = "cards are revealed" if state["phase"] == "reveal" else f"seat {actor} to move"
    eyes = "" if seat is None else f" (as seat {seat} sees it)"
    return f"Auction {state['auction']}: {move}{eyes}"


def _player(state: StateJson, number: int, player: PlayerJson) -> Sequence[str]:
    """The lines of one seat: its place in the auction, its score or its beads, its cards."""
    outcome = state["outcome"]
    if outcome is not None:
        mark = "*" if number in outcome["winners"] else " "
        beads = f"{many(outcome['scores'][number], 'point'):>10}, {_hand(player)}"
    else:
        mark = ">" if state["actor"] == number else " "
        beads = _hand(player)
    if not outcome and number not in state["in_auction"]:
        beads += " (has a card)"
    return wrapped(f"{mark} Seat {number}: {beads}  ", player["cards"] or ["no cards"])


def _hand(player: PlayerJson) -> str:
    """The beads of a hand."""
    if player["clear"] is None:
        return "beads hidden"
    return f"{player['clear']} clear, {player['blue']} blue"


def supply_text(state: StateJson) -> str:
    """The supply, and the substitutes that stand in for beads it has run out of."""
    parts: list[str] = []
    for color, count in (("clear", state["supply"]["clear"]), ("blue", state["supply"]["blue"])):
        parts.append(
            f"{count} {color}" if count >= 0 else f"0 {color} ({many(-count, 'substitute')} in use)"
        )
    return ", ".join(parts)


def _beads(count: int) -> str:
    """The beads on a card, drawn and counted."""
    return f"{'o' * min(count, 30)} {many(count, 'bead')}" if count else ""


def wrapped(head: str, things: Sequence[str]) -> list[str]:
    """A head and the things behind it, in lines that fit; a thing is never broken."""
    body = ", ".join(thing.replace(" ", _GLUE) for thing in things)
    lines = textwrap.wrap(
        body, WIDTH, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
    )
    return [line.replace(_GLUE, " ") for line in lines]
