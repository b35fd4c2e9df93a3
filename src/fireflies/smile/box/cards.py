"""The cards of Smile, and the printed numbers of players, auctions and beads."""

from typing import Final, Literal, NamedTuple, TypeAlias

from fireflies._typing import cached, override

Color: TypeAlias = Literal["", "yellow", "white", "red", "blue"]
"""The color in a card's top left corner; empty for a card without one."""


Marker: TypeAlias = Literal["", "IV", "V"]
"""A card's marker: IV is in play with 4 or 5 players, V only with 5, an empty one always."""
COLORS: Final[tuple[Color, ...]] = ("", "yellow", "white", "red", "blue")
"""The colors of cards, none first."""
MARKERS: Final[tuple[Marker, ...]] = ("", "IV", "V")
"""The markers of cards, none first."""
VALUES: Final = range(-5, 7)
"""The possible values of cards."""
EDITION: Final = "2017"
"""The edition of the printed rules, as on the wire."""
SEATS: Final = range(3, 6)
"""The possible numbers of players."""
PRINTED_AUCTIONS: Final = 10
"""The number of auctions by the printed rules."""
CLEAR_BEADS: Final = 35
"""The clear beads of the printed game."""
BLUE_BEADS: Final = 5
"""The blue beads of the printed game."""


class Card(NamedTuple):
    """A card. Cards sort as they lie in a row: by value, then by text."""

    value: int
    color: Color = ""
    marker: Marker = ""

    @override
    def __str__(self) -> str:
        """Return the card as the wire writes it, like ``6 red V``."""
        return card_text(self)

    @override
    def __repr__(self) -> str:
        # Leave out empty fields at the end.
        return f"Card({', '.join(map(repr, self[: 3 if self.marker else 2 if self.color else 1]))})"


@cached(512)  # bounded, since programs may try any number of cards
def card_text(card: Card) -> str:
    """Return the card as the wire writes it; the text of a card is cached."""
    return " ".join(filter(None, (str(card.value), card.color, card.marker)))
