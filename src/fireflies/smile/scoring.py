"""What a player of Smile scores, explained line by line: for a table without a program."""

from collections.abc import Iterable, Mapping
from typing import Final

from fireflies._data import whole
from fireflies.errors import InvalidData, InvalidNotation
from fireflies.games import Option
from fireflies.smile.notation import read_card
from fireflies.smile.pieces import VALUES, Card, Clause, Player, many
from fireflies.smile.rules import score


def _count(value: object) -> int:
    return whole(value, "a count")


COUNTS: Final = (
    Option("clear", 0, "clear beads in the hand", _count),
    Option("blue", 0, "blue beads in the hand", _count),
)
"""What is counted besides the cards."""


def explain_score(cards: Iterable[str], counts: Mapping[str, int]) -> str:
    """The score of someone who got these cards in this order, with ``clear`` and ``blue`` beads.

    Pairs of one color leave as they come together. Minus signs of any kind are read.

    Raises:
        InvalidData: when a text is no card, or a count of beads is below zero.
    """
    front: list[Card] = []
    lines: list[str] = []
    for number, text in enumerate(cards, 1):
        card = _read(number, text)
        mate = next((c for c in front if card.color and c.color == card.color), None)
        if mate is None:
            front.append(card)
        else:
            front.remove(mate)
            lines.append(f"{mate} and {card} are a pair: both are out ({Clause.PAIR_DISCARD})")
    for name, count in counts.items():
        if count < 0:
            raise InvalidData(name, f"nobody holds {count} beads")
    player = Player(counts["clear"], counts["blue"], tuple(front))
    kept = ", ".join(map(str, front)) or "none"
    parts = (
        (sum(card.value for card in front), f"cards: {kept}", Clause.SCORE_CARDS),
        (player.clear // 5, f"{many(player.clear, 'clear bead')}", Clause.SCORE_CLEAR_BEADS),
        (-player.blue, f"{many(player.blue, 'blue bead')}", Clause.SCORE_BLUE_BEADS),
    )
    lines += [f"{points:>4}  {what} ({clause})" for points, what, clause in parts]
    return "\n".join((*lines, f"{score(player):>4}  points"))


def _read(number: int, text: str) -> Card:
    """One card as somebody typed it."""
    try:
        card = read_card(" ".join(text.replace("\u2212", "-").replace("\u2013", "-").split()))
    except InvalidNotation as error:
        raise InvalidData(f"card {number}", str(error)) from None
    if card.value not in VALUES:
        raise InvalidData(f"card {number}", f"values go from {VALUES[0]} to {VALUES[-1]}")
    return card
