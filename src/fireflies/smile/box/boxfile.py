"""The cards of a box: the default box, and files in which players list the cards they own."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, TypedDict, cast

from fireflies._data import loads_toml, read_toml
from fireflies._typing import cached, override
from fireflies.certainty import check_certainty, read_labeled
from fireflies.contract import InvalidOptions
from fireflies.errors import InvalidData, InvalidNotation, shown
from fireflies.games import OptionFile
from fireflies.smile.box.cards import (
    COLORS,
    EDITION,
    MARKERS,
    PRINTED_AUCTIONS,
    SEATS,
    VALUES,
    Card,
    Marker,
)
from fireflies.smile.clauses import Clause
from fireflies.smile.text.notation import read_card

LARGEST_BOX: Final = 60
"""The largest number of cards in a box."""
FEWEST_PLAYERS: Final[Mapping[Marker, int]] = {"": 3, "IV": 4, "V": 5}
"""The fewest players with which the cards of a marker are in play."""

_ORIGIN: Final = {"game": "smile", "edition": EDITION}
"""The game and the edition that the file of a box may name."""
_FILE_HEADER: Final = f"""\
# Your own box of Smile. List the cards that you own, each as a text in quotes:
# the value from -5 to 6, then the color if there is one in the top left corner
# (yellow, white, red or blue), then the marker if there is one (IV or V).
# The cards below ship with fireflies; most of them are invented.
#
#   fireflies box smile FILE          checks this file
#   fireflies play smile --box FILE   plays with it

game = "smile"
edition = "{EDITION}"
cards = [
"""


def in_play(box: Iterable[Card], players: int) -> tuple[Card, ...]:
    """Return the cards of the box that are in play with this number of players, sorted."""
    return tuple(sorted(card for card in box if FEWEST_PLAYERS[card.marker] <= players))


def read_box(given: object) -> tuple[Card, ...]:
    """Return the cards of a box, sorted; None is the box that ships with fireflies.

    Raises:
        InvalidOptions: when an entry is not a card, or there are too many.
    """
    if given is None:
        return default_box()
    text = shown(given)
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise InvalidOptions("box", f"a list of cards is wanted, not {text}", Clause.SETUP_BOX)
    # The iterable may be endless: one entry more than the limit shows that there are too many.
    entries = list(islice(cast("Iterable[object]", given), LARGEST_BOX + 1))
    if len(entries) > LARGEST_BOX:
        raise InvalidOptions("box", f"there are more than {LARGEST_BOX} cards", Clause.SETUP_BOX)
    return tuple(sorted(_read_entry(number, entry) for number, entry in enumerate(entries, 1)))


def _read_entry(number: int, entry: object) -> Card:
    text = str(entry) if isinstance(entry, Card) else entry
    if not isinstance(text, str):
        raise InvalidOptions("box", f"entry {number}, {shown(entry)}, is no card", Clause.SETUP_BOX)
    try:
        card = read_card(text)
    except InvalidNotation as error:
        raise InvalidOptions("box", f"entry {number}: {error}", Clause.SETUP_BOX) from None
    if card.value not in VALUES:
        raise InvalidOptions(
            "box",
            f"entry {number}, {shown(text)}: values go from {VALUES[0]} to {VALUES[-1]}",
            Clause.SETUP_BOX,
        )
    return card


class _BoxEntry(TypedDict):
    card: str


@cached()
def default_box() -> tuple[Card, ...]:
    """Return the box that ships with fireflies, sorted; ``box.toml`` says how certain it is."""
    lines = cast("list[_BoxEntry]", read_toml("fireflies.smile", "box.toml")["card"])
    return tuple(sorted(read_card(line["card"]) for line in lines))


class BoxFile(OptionFile):
    """The file format for the cards of an owner's box."""

    @override
    def template(self) -> str:
        """Return a file to edit: the default box, as TOML."""
        lines = [_FILE_HEADER]
        for marker in MARKERS:
            lines.append(f"  # {_marked(marker)}\n")
            for color in (*COLORS[1:], ""):
                cards = [c for c in default_box() if (c.color, c.marker) == (color, marker)]
                entries = " ".join(f'"{card}",' for card in cards)
                lines.append(f"  {entries}\n" if entries else "")
        return "".join((*lines, "]\n"))

    @override
    def read_file(self, content: bytes, /) -> list[str]:
        """Return the cards of a file, as texts.

        A byte order mark and any line ends are accepted. The file may also have ``certainty``,
        ``game`` and ``edition``, and the free texts ``about``, ``name`` and ``says``.

        Raises:
            InvalidData: for the first thing that is wrong, with the line or the entry.
        """
        data, certainty = read_labeled(loads_toml(content), "cards", _ORIGIN)
        cards = list(map(str, _read_box_data(data)))
        if certainty is not None:
            check_certainty(certainty, data)
        return cards

    @override
    def describe(self, value: object, /) -> str:
        """Return the counts of a complete box beside those of the default box.

        A star marks the counts that differ.

        Raises:
            InvalidData: when the value is not a list of cards, or the cards in play are not ten for
                each player, with 3, 4 or 5 players.
        """
        yours, ours = _read_box_data(value), default_box()
        for players in SEATS:
            found, needed = len(in_play(yours, players)), players * PRINTED_AUCTIONS
            if found != needed:
                raise InvalidData(
                    "cards",
                    f"{len(yours)} cards, of which {found} are in play with {players} players;"
                    f" {needed} are needed for {PRINTED_AUCTIONS} auctions"
                    f" ({_marker_counts(yours)})",
                )
        if Counter(yours) == Counter(ours):
            return "This is the box that ships with fireflies."
        only_yours, only_ours = Counter(yours) - Counter(ours), Counter(ours) - Counter(yours)
        rows = [("", "ours", "yours"), *_count_rows(ours, yours)]
        return "\n".join(
            (
                f"{len(yours)} cards: {_marker_counts(yours)}.",
                f"Only in yours: {_listed(only_yours)}.",
                f"Only in ours: {_listed(only_ours)}.",
                "",
                *(f"{name:<20}{our:>5}{your:>6}" for name, our, your in rows),
            )
        )


def _read_box_data(value: object) -> tuple[Card, ...]:
    """Return the cards of a box, sorted. Raises InvalidData."""
    try:
        return read_box(value)
    except InvalidOptions as error:
        raise InvalidData("cards", error.problem) from None


def _marker_counts(cards: Iterable[Card]) -> str:
    """Return the number of cards of each marker, in words."""
    counts = Counter(card.marker for card in cards)
    return ", ".join(f"{counts[marker]} {_marked(marker)}" for marker in MARKERS)


def _marked(marker: str) -> str:
    return f"marked {marker}" if marker else "without a marker"


def _listed(cards: Mapping[Card, int]) -> str:
    return ", ".join(
        str(card) if count == 1 else f"{count} x {card}" for card, count in sorted(cards.items())
    )


def _count_rows(ours: Sequence[Card], yours: Sequence[Card]) -> Iterator[tuple[str, str, str]]:
    """Yield a title, our count and your count for each value, color and marker.

    A star marks your count where they differ.
    """
    traits: list[tuple[str, int, object]] = [
        *((f"value {value}", 0, value) for value in VALUES),
        *((color or "no color", 1, color) for color in COLORS),
        *((_marked(marker), 2, marker) for marker in MARKERS),
    ]
    for name, field, kind in traits:
        our, your = (sum(card[field] == kind for card in box) for box in (ours, yours))
        yield name, str(our), f"{your}{' ' if our == your else '*'}"
