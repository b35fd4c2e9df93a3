"""Draw the wire's STATE with letters: knowing nothing else, a picture can't show what is hidden."""

import textwrap
from collections.abc import Sequence
from typing import Final, cast

from fireflies.contract import YOU, Observer, Violation, with_names
from fireflies.smile.pieces import (
    COLORS,
    BackOut,
    Bid,
    Clause,
    PlayerJson,
    Reveal,
    StateJson,
    many,
)

WIDTH: Final = 80
_ROOMY: Final = 72  # from this width on, beads are drawn and names stand in a column
_DRAWN: Final = 12  # beads on a card that are drawn; all are counted
_GLUE: Final = "\xa0"  # textwrap breaks lines at every other space
_HANGING: Final = " " * 6
_WORTH: Final = len("    cards -10: ")
_CARD: Final = len("-5 yellow IV,")


def draw_text(
    state: StateJson, observer: Observer = None, width: int = WIDTH, names: Sequence[str] = ()
) -> str:
    """Return the table in letters, no line longer than ``width``, without a newline at the end.

    ``observer`` is who looks at it, ``names`` are those of the seats. Below a width of 40 lines
    may be longer. With five players a usual game takes at most 19 lines of 80 columns.
    """
    lines = [*textwrap.wrap(headline(state, observer, names), width), ""]
    if state["row"]:
        lines += [*_row(state, observer, width), ""]
    lines += _players(state, names, width)
    supply = f"  Supply: {', '.join(supply_parts(state))}"
    if state["undealt"]:
        supply += f"; undealt: {many(len(state['undealt']), 'card')}"
    lines += textwrap.wrap(supply, width, subsequent_indent=_HANGING)
    if state["discarded"]:
        discarded = f"  Discarded: {_by_color(state['discarded'])}"
        lines += textwrap.wrap(discarded, width, subsequent_indent=_HANGING, break_on_hyphens=False)
    return "\n".join(lines).replace(_GLUE, " ")


def headline(state: StateJson, observer: Observer, names: Sequence[str] = ()) -> str:
    """Return which auction it is of how many, whose move it is, and who looks."""
    actor, outcome = state["actor"], state["outcome"]
    if outcome is not None:
        *others, last = [with_names(f"seat {seat}", names) for seat in outcome["winners"]]
        now = with_names(f"seat {outcome['winners'][-1]} wins", names)
        if others:
            now = f"{', '.join(others)} and {last} share the victory"
        return f"Game over after auction {state['auction']}: {now}"
    move = "cards are revealed" if state["phase"] == "reveal" else f"seat {actor} to move"
    looks = f"seat {observer} sees" if isinstance(observer, int) else f"a {observer} sees"
    eyes = "" if observer is None or YOU in names else f" (as {looks} it)"
    return with_names(f"Auction {state['auction']} of {_auctions(state)}: {move}{eyes}", names)


def _auctions(state: StateJson) -> int:
    """Return the number of auctions of the whole game: undealt cards are dealt one to a seat."""
    seats = len(state["players"])
    missing = seats - len(state["row"]) if state["phase"] == "reveal" else 0
    return state["auction"] + (len(state["undealt"]) - missing) // seats


def _row(state: StateJson, observer: Observer, width: int) -> list[str]:
    """Return the lines of the cards on offer, with what makes a pair for the seat that looks."""
    seat = observer if isinstance(observer, int) else state["actor"]
    front = state["players"][seat]["cards"] if isinstance(seat, int) else []
    is_roomy, lines = width >= _ROOMY, list[str]()
    for offer in state["row"]:
        count = offer["beads"]
        beads = many(count, "bead") if count else ""
        if count and is_roomy:
            beads = f"{'o' * min(count, _DRAWN)} {beads}"
        line = f"  {offer['slot']}  {offer['card']:<14}{beads:<{22 if is_roomy else 9}}"
        mate = next((card for card in front if _color(card) == _color(offer["card"]) != ""), None)
        if mate is not None:
            line += f"a pair with {mate}" if is_roomy else "a pair"
        lines.append(line.rstrip())
    return lines


def _color(card: str) -> str:
    """Return the color in a card's text; empty for a card without one."""
    return next((word for word in card.split(" ") if word in COLORS), "")


def _by_color(cards: Sequence[str]) -> str:
    """Return the cards of each color together: ``yellow -2 5, red 1 IV``."""
    groups: dict[str, list[str]] = {}
    for card in cards:
        color = _color(card)
        short = card.replace(f" {color}", "").replace(" ", _GLUE)
        groups.setdefault(color, []).append(short)
    return ", ".join(f"{color}{_GLUE}{' '.join(found)}" for color, found in groups.items())


def _players(state: StateJson, names: Sequence[str], width: int) -> list[str]:
    """Return the lines of all seats: who is to move or has won, the beads, the cards."""
    seats = range(len(state["players"]))
    heads = [f"{_mark(state, seat)} {names[seat] if names else f'Seat {seat}'}" for seat in seats]
    hands = [_hand(state, seat) for seat in seats]
    margin, broadest = max(map(len, heads)), max(map(len, hands))
    is_roomy = margin + broadest + _WORTH + _CARD <= width
    lines: list[str] = []
    for head, hand, player in zip(heads, hands, state["players"], strict=True):
        begun = f"{head:<{margin}}  {hand:<{broadest}}  "
        if not is_roomy:
            lines += textwrap.wrap(f"{head}  {hand}", width, subsequent_indent=_HANGING)
            begun = _HANGING
        begun += f"cards {_worth(player):{'' if state['outcome'] is None else '+'}}: "
        lines += wrapped(begun, player["cards"] or ["none"], width, _HANGING)
    return lines


def _mark(state: StateJson, seat: int) -> str:
    """Return the mark of a seat that is to move, or has won."""
    if state["outcome"] is not None:
        return "*" if seat in state["outcome"]["winners"] else " "
    return ">" if state["actor"] == seat else " "


def _hand(state: StateJson, seat: int) -> str:
    """Return the beads of a seat; in the end its points, and how many the beads bring."""
    player, outcome = state["players"][seat], state["outcome"]
    clear, blue = player["clear"], player["blue"]
    if clear is None or blue is None:
        hand = "beads hidden"
    elif outcome is None:
        hand = f"{clear} clear, {blue} blue"
    else:
        points = outcome["scores"][seat]
        by_clear = points - _worth(player) + blue
        beads = f"{clear} clear, {blue} blue ({by_clear:+} {-blue:+})"
        hand = f"{many(points, 'point'):>9}: {beads}"
    return hand if outcome is not None or seat in state["in_auction"] else f"{hand}, has a card"


def _worth(player: PlayerJson) -> int:
    """Return the values of the cards in front of a seat, added up."""
    return sum(int(card.partition(" ")[0]) for card in player["cards"])


def supply_parts(state: StateJson) -> list[str]:
    """Return the supply by color, and the substitutes for beads that it has run out of."""
    return [
        f"{count} {color}" if count >= 0 else f"0 {color} ({many(-count, 'substitute')})"
        for color, count in (("clear", state["supply"]["clear"]), ("blue", state["supply"]["blue"]))
    ]


def wrapped(head: str, things: Sequence[str], width: int, indent: str | None = None) -> list[str]:
    """Return a head and the things after it, in lines that fit; a thing is never broken.

    Further lines begin with the indent; by default below the first thing.
    """
    body = ", ".join(thing.replace(" ", _GLUE) for thing in things)
    lines = textwrap.wrap(
        body,
        width,
        initial_indent=head,
        subsequent_indent=" " * len(head) if indent is None else indent,
        break_on_hyphens=False,
    )
    return [line.replace(_GLUE, " ") for line in lines]


def remark(violation: Violation) -> str:
    """Return what on the table is against an action; empty where the clause says it all."""
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
