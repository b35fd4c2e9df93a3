"""The wire's STATE as a picture: knowing nothing else, what it draws of a view can't leak more."""

import textwrap
from collections.abc import Sequence
from typing import Final

from fireflies.contract import Observer
from fireflies.smile.pieces import PlayerJson, StateJson, many

WIDTH: Final = 80
_ROOMY: Final = 60  # from this width on, hand and cards of a seat share a line
_DRAWN: Final = 30  # beads on a card that are drawn; all are counted
_GLUE: Final = "\xa0"  # textwrap breaks lines at every other space


def draw_text(state: StateJson, observer: Observer = None, width: int = WIDTH) -> str:
    """The table in letters, no line longer than ``width``, without a newline at the end.

    ``observer`` is who looks at it. Below a width of 40 lines may be longer.
    """
    lines = [*textwrap.wrap(headline(state, observer), width), ""]
    if state["row"]:
        lines.append("  On offer")
        lines += [
            f"    {offer['slot']}  {offer['card']:<14}{_beads(offer['beads'], width - 35)}".rstrip()
            for offer in state["row"]
        ]
        lines.append("")
    for number, player in enumerate(state["players"]):
        lines += _player(state, number, player, width)
    lines.append("")
    indent = "" if width < _ROOMY else "  "
    lines += wrapped(f"{indent}Supply: ", supply_parts(state), width)
    if state["discarded"]:
        lines += wrapped(f"{indent}Discarded: ", state["discarded"], width)
    if state["undealt"]:
        lines.append(f"{indent}Undealt: {many(len(state['undealt']), 'card')}")
    if state["legal"] and state["phase"] == "bid":
        lines += wrapped(f"{indent}Allowed: ", state["legal"], width)
    return "\n".join(lines)


def headline(state: StateJson, observer: Observer) -> str:
    """Which auction, whose move, who looks."""
    actor, outcome = state["actor"], state["outcome"]
    if outcome is not None:
        *others, last = outcome["winners"]
        now = f"seat {last} wins"
        if others:
            now = f"seats {', '.join(map(str, others))} and {last} share the victory"
        return f"Game over after auction {state['auction']}: {now}"
    move = "cards are revealed" if state["phase"] == "reveal" else f"seat {actor} to move"
    who = f"seat {observer}" if isinstance(observer, int) else f"a {observer}"
    eyes = "" if observer is None else f" (as {who} sees it)"
    return f"Auction {state['auction']}: {move}{eyes}"


def _player(state: StateJson, number: int, player: PlayerJson, width: int) -> Sequence[str]:
    """The lines of one seat: its place in the auction, its score or its beads, its cards."""
    outcome = state["outcome"]
    if outcome is not None:
        mark = "*" if number in outcome["winners"] else " "
        beads = f"{many(outcome['scores'][number], 'point'):>10}, {_hand(player)}"
    else:
        mark = ">" if state["actor"] == number else " "
        beads = _hand(player)
        if number not in state["in_auction"]:
            beads += " (has a card)"
    head, cards = f"{mark} Seat {number}: {beads}", player["cards"] or ["no cards"]
    if width < _ROOMY:
        return [head, *wrapped(" " * 10, cards, width)]
    return wrapped(f"{head}  ", cards, width)


def _hand(player: PlayerJson) -> str:
    """The beads of a hand."""
    if player["clear"] is None:
        return "beads hidden"
    return f"{player['clear']} clear, {player['blue']} blue"


def supply_parts(state: StateJson) -> list[str]:
    """The supply by color, and the substitutes that stand in for beads it has run out of."""
    return [
        f"{count} {color}" if count >= 0 else f"0 {color} ({many(-count, 'substitute')})"
        for color, count in (("clear", state["supply"]["clear"]), ("blue", state["supply"]["blue"]))
    ]


def _beads(count: int, room: int) -> str:
    """The beads on a card, drawn as far as there is room, and counted."""
    return f"{'o' * min(count, room, _DRAWN)} {many(count, 'bead')}" if count else ""


def wrapped(head: str, things: Sequence[str], width: int) -> list[str]:
    """A head and the things behind it, in lines that fit; a thing is never broken."""
    body = ", ".join(thing.replace(" ", _GLUE) for thing in things)
    lines = textwrap.wrap(
        body, width, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
    )
    return [line.replace(_GLUE, " ") for line in lines]
