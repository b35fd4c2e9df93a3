"""Draw the wire's STATE as text.

A STATE holds only what its observer may see, so the text shows no secrets.
"""

import textwrap
from collections.abc import Sequence
from typing import Final, cast

from fireflies import contract
from fireflies._texts import GLUE, WIDTH, glued, many, mark, victory, wrapped
from fireflies.contract import Observer, Violation
from fireflies.smile.box.cards import COLORS
from fireflies.smile.clauses import Clause
from fireflies.smile.rules.actions import BackOut, Bid, Reveal
from fireflies.smile.rules.pieces import PlayerJson, StateJson

_WIDE: Final = 72  # from this width on, beads are drawn, and a pair names its other card
_MOST_BEADS: Final = 12  # draw at most so many beads of a card, and write the number of all
_INDENT: Final = " " * 6
_VALUES_WIDTH: Final = len("    cards -10: ")  # two gaps, and the sum of a seat's values
_CARD_WIDTH: Final = len("-5 yellow IV,")  # the longest card, with a comma


def draw_text(
    state: StateJson, observer: Observer = None, width: int = WIDTH, names: Sequence[str] = ()
) -> str:
    """Return the table as text in lines of at most ``width``, without a newline at the end.

    ``names`` are the names of the seats. Below a width of 40, lines may be longer. A usual game of
    five players needs at most 19 lines of 80 columns.
    """
    lines = [*textwrap.wrap(headline(state, observer, names), width), ""]
    if state["row"]:
        lines += [*_row(state, observer, width), ""]
    lines += _players(state, names, width)
    supply = f"  Supply: {', '.join(supply_parts(state))}"
    if state["undealt"]:
        supply += f"; undealt: {many(len(state['undealt']), 'card')}"
    lines += textwrap.wrap(supply, width, subsequent_indent=_INDENT)
    if state["discarded"]:
        discarded = f"  Discarded: {by_color(state['discarded'])}"
        lines += textwrap.wrap(discarded, width, subsequent_indent=_INDENT)
    return "\n".join(lines).replace(GLUE, " ")


def headline(state: StateJson, observer: Observer, names: Sequence[str] = ()) -> str:
    """Return the first line: the auction, the seat to move, and the observer."""
    outcome, now = state["outcome"], _now(state)
    if outcome is not None:
        now = f"Game over after auction {state['auction']}: {victory(outcome['winners'])}"
    return contract.headline(now, observer, outcome, names)


def decision(view: contract.View) -> str:
    """Return the auction, and the seat to move."""
    return _now(cast("StateJson", view.to_json()))


def _now(state: StateJson) -> str:
    step = "cards are revealed" if state["phase"] == "reveal" else f"seat {state['actor']} to move"
    return f"Auction {state['auction']} of {_auctions(state)}: {step}"


def _auctions(state: StateJson) -> int:
    """Return the number of auctions of the whole game, from the number of undealt cards."""
    seats = len(state["players"])
    missing = seats - len(state["row"]) if state["phase"] == "reveal" else 0
    return state["auction"] + (len(state["undealt"]) - missing) // seats


def _row(state: StateJson, observer: Observer, width: int) -> list[str]:
    """Return the lines of the cards on offer, and mark each card that would make a pair.

    The pair is with a card of the observer, or of the seat to move when the observer has no seat.
    """
    seat = observer if isinstance(observer, int) else state["actor"]
    front = state["players"][seat]["cards"] if isinstance(seat, int) else []
    is_wide, lines = width >= _WIDE, list[str]()
    for offer in state["row"]:
        count = offer["beads"]
        beads = many(count, "bead") if count else ""
        if count and is_wide:
            beads = f"{'o' * min(count, _MOST_BEADS)} {beads}"
        line = f"  {offer['slot']}  {offer['card']:<14}{beads:<{22 if is_wide else 9}}"
        mate = next(
            (card for card in front if color_of(card) == color_of(offer["card"]) != ""), None
        )
        if mate is not None:
            line += f"a pair with {mate}" if is_wide else "a pair"
        lines.append(line.rstrip())
    return lines


def color_of(card: str) -> str:
    """Return the color in a card's text; empty for a card without one."""
    return next((word for word in card.split() if word in COLORS), "")


def by_color(cards: Sequence[str]) -> str:
    """Return the cards of each color together: ``yellow -2 5, red 1 IV``."""
    groups: dict[str, list[str]] = {}
    for card in cards:
        color = color_of(card)
        short = glued(card.replace(f" {color}", ""))
        groups.setdefault(color, []).append(short)
    return ", ".join(
        f"{color or 'no color'}{GLUE}{' '.join(found)}" for color, found in groups.items()
    )


def _players(state: StateJson, names: Sequence[str], width: int) -> list[str]:
    """Return the lines of all seats: mark and name, beads, cards."""
    seats, outcome = range(len(state["players"])), state["outcome"]
    winners = None if outcome is None else outcome["winners"]
    heads = [
        f"{mark(winners, state['actor'], seat)} {names[seat] if names else f'Seat {seat}'}"
        for seat in seats
    ]
    hands = [_hand(state, seat) for seat in seats]
    margin, widest = max(map(len, heads)), max(map(len, hands))
    is_wide = margin + widest + _VALUES_WIDTH + _CARD_WIDTH <= width
    lines: list[str] = []
    for head, hand, player in zip(heads, hands, state["players"], strict=True):
        prefix = f"{head:<{margin}}  {hand:<{widest}}  "
        if not is_wide:
            lines += textwrap.wrap(f"{head}  {hand}", width, subsequent_indent=_INDENT)
            prefix = _INDENT
        prefix += f"cards {sum_of_values(player):{'' if state['outcome'] is None else '+'}}: "
        lines += wrapped(prefix, map(glued, player["cards"] or ["none"]), width, indent=_INDENT)
    return lines


def _hand(state: StateJson, seat: int) -> str:
    """Return the beads of a seat; at the end, also its points and those of the beads."""
    player, outcome = state["players"][seat], state["outcome"]
    clear, blue = player["clear"], player["blue"]
    if clear is None or blue is None:
        hand = "beads hidden"
    elif outcome is None:
        hand = f"{clear} clear, {blue} blue"
    else:
        points = outcome["scores"][seat]
        clear_bead_points = points - sum_of_values(player) + blue
        beads = f"{clear} clear, {blue} blue ({clear_bead_points:+} {-blue:+})"
        hand = f"{many(points, 'point'):>9}: {beads}"
    return hand if outcome is not None or seat in state["in_auction"] else f"{hand}, backed out"


def sum_of_values(player: PlayerJson) -> int:
    """Return the sum of the values of the cards in front of a seat."""
    return sum(int(card.partition(" ")[0]) for card in player["cards"])


def supply_parts(state: StateJson) -> list[str]:
    """Return the supply of each color, with the number of substitutes in use."""
    return [
        f"{count} {color}" if count >= 0 else f"0 {color} ({many(-count, 'substitute')})"
        for color, count in (("clear", state["supply"]["clear"]), ("blue", state["supply"]["blue"]))
    ]


def remark(violation: Violation) -> str:
    """Return what in the position makes an action illegal; empty when the clause alone says it."""
    state = cast("StateJson", violation.view.to_json())
    match violation.clause, violation.action:
        case Clause.SETUP_DRAW_PILE, Reveal(card):
            return f"{card} is not in the draw pile; the option box says which cards you own"
        case ((Clause.BID_LOWEST_CARD | Clause.BACK_OUT_BEADS), (Bid(slot) | BackOut(slot))):
            cards = {offer["slot"]: offer["card"] for offer in state["row"]}
            if slot not in cards:
                return f"there is no card {slot} on offer"
            if violation.clause == Clause.BACK_OUT_BEADS:
                return f"no bead lies on {slot}, {cards[slot]}"
            lowest = state["row"][0]
            return f"the lowest card is {lowest['slot']}, {lowest['card']}"
        case _:
            return ""
