"""Explain the score of a player of Smile line by line, for people who play with printed cards."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable

from fireflies._texts import many
from fireflies.errors import InvalidData, InvalidNotation
from fireflies.smile.box.cards import VALUES, Card
from fireflies.smile.clauses import Clause
from fireflies.smile.rules.pieces import Player
from fireflies.smile.rules.state import score
from fireflies.smile.text.notation import read_card


def add_arguments(parser: ArgumentParser) -> Callable[[Namespace], str]:
    """Add the arguments of ``fireflies score smile``; return the function that makes its output."""
    parser.description = "Count the points of a player in a game with printed cards."
    parser.add_argument(
        "cards", metavar="CARDS", help="separated by commas, in the order they came"
    )
    for color in ("clear", "blue"):
        help_text = f"{color} beads in the hand (%(default)s)"
        parser.add_argument(f"--{color}", type=int, default=0, metavar="N", help=help_text)

    def run(args: Namespace) -> str:
        cards = [card for card in str(args.cards).split(",") if card.strip()]
        return explain_score(cards, clear=args.clear, blue=args.blue)

    return run


def explain_score(cards: Iterable[str], clear: int = 0, blue: int = 0) -> str:
    """Return the score of a player who got these cards in this order and has these beads.

    Pairs of one color are discarded as in the game. All kinds of minus signs are accepted.

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
    for name, count in (("clear", clear), ("blue", blue)):
        if count < 0:
            raise InvalidData(name, f"the number of beads can't be {count}")
    player = Player(clear, blue, tuple(front))
    kept = ", ".join(map(str, front)) or "none"
    parts = (
        (sum(card.value for card in front), f"cards: {kept}", Clause.SCORE_CARDS),
        (player.clear // 5, f"{many(player.clear, 'clear bead')}", Clause.SCORE_CLEAR_BEADS),
        (-player.blue, f"{many(player.blue, 'blue bead')}", Clause.SCORE_BLUE_BEADS),
    )
    lines += [f"{points:>4}  {what} ({clause})" for points, what, clause in parts]
    return "\n".join((*lines, f"{score(player):>4}  points"))


def _read(number: int, text: str) -> Card:
    """Parse a card as typed by a user."""
    try:
        card = read_card(" ".join(text.replace("\u2212", "-").replace("\u2013", "-").split()))
    except InvalidNotation as error:
        raise InvalidData(f"card {number}", str(error)) from None
    if card.value not in VALUES:
        raise InvalidData(f"card {number}", f"values go from {VALUES[0]} to {VALUES[-1]}")
    return card
