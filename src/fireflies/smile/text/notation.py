"""Parse and write cards, actions and positions.

Cards and actions have the grammar of the wire; a text in any other form is refused.

A position in one line, for messages, ``repr`` and notes, has eight fields with single spaces
between::

    3 0 012 a:-2y*1,b:1,c:4 5+0/6+0:3y/6+0:-1w,6yV 17+5 - 1,2w,4rIV

1. the auction, from 1;
2. the seat that starts (or started) this auction;
3. the seats in the auction in turn order;
4. the row: slot, card, and ``*`` with the number of beads if there are any;
5. for each seat the clear and the blue beads (``?`` when hidden), then the cards in front;
6. the supply: clear and blue beads;
7. the discarded cards;
8. the undealt cards.

A field that would be empty is ``-``. A card is its value, the first letter of its color, its
marker.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from fireflies._texts import matched
from fireflies.contract import Part, Reader
from fireflies.errors import InvalidNotation
from fireflies.smile.box.cards import COLORS, MARKERS, Card, Color, Marker
from fireflies.smile.rules.actions import Action, BackOut, Bid, Reveal
from fireflies.smile.rules.pieces import SLOTS, Offer, Player, Position, SeenPlayer, Supply

_COLORS: Final[Mapping[str | None, Color]] = {None: "", **{color: color for color in COLORS}}
_MARKERS: Final[Mapping[str | None, Marker]] = {None: "", **{marker: marker for marker in MARKERS}}
_INITIALS: Final[dict[str, Color]] = {color[:1]: color for color in COLORS}
# At most nine digits: the game needs no more, and int() refuses very long numbers.
_INTEGER: Final = "0|-?[1-9][0-9]{0,8}"
_CARD: Final = re.compile(f"({_INTEGER})(?: ({'|'.join(filter(None, COLORS))}))?(?: (IV|V))?")
_SHORT_CARD: Final = re.compile(f"({_INTEGER})([ywrb]?)((?:IV|V)?)")
_OFFER: Final = re.compile(r"([a-z]):([^*]+)(?:\*([1-9][0-9]{0,8}))?")
_PLAYER: Final = re.compile(rf"({_INTEGER})\+({_INTEGER})(?::(.+))?")
_SEATS: Final = re.compile("-|[0-9]+")
_SUPPLY: Final = re.compile(rf"({_INTEGER})\+({_INTEGER})")
_POSITION_SHAPE: Final = (
    "a position of Smile in one line, like '1 0 012 - 6+0/6+0/6+0 17+5 - 1,2w,4rIV'"
)


def read_card(text: str) -> Card:
    """Return the card of a text like ``6 red V``.

    Raises:
        InvalidNotation: when the text is not exactly in this form.
    """
    found = matched(_CARD, text, "a card, like '4', '-2 yellow', '1 IV' or '6 red V'")
    return Card(int(found[1]), _COLORS[found[2]], _MARKERS[found[3]])


READER: Final = Reader[Action](
    "an action, like 'bid a', 'back-out b' or 'reveal -2 yellow'",
    (Reveal, Bid, BackOut),
    {"card": Part(read=read_card), "slot": Part(f"[{SLOTS}]", name="card on offer")},
)


def read_action(text: str) -> Action:
    """Return the action of a text like ``reveal 1 red``. Raises InvalidNotation."""
    return READER.read(text)


def write_position(position: Position[Player] | Position[SeenPlayer]) -> str:
    """Return the position in one line."""
    offers = (
        f"{offer.slot}:{_write_short_card(offer.card)}" + (f"*{offer.beads}" if offer.beads else "")
        for offer in position.row
    )
    return " ".join(
        (
            str(position.auction),
            str(position.starting_player),
            "".join(map(str, position.in_auction)) or "-",
            ",".join(offers) or "-",
            "/".join(map(_player, position.players)),
            f"{position.supply.clear}+{position.supply.blue}",
            ",".join(map(_write_short_card, position.discarded)) or "-",
            ",".join(map(_write_short_card, position.undealt)) or "-",
        )
    )


def _write_short_card(card: Card) -> str:
    """Return the short form of a card, like ``6rV``."""
    return f"{card.value}{card.color[:1]}{card.marker}"


def _player(player: Player | SeenPlayer) -> str:
    hand = "?" if player.clear is None else f"{player.clear}+{player.blue}"
    return ":".join(filter(None, (hand, ",".join(map(_write_short_card, player.cards)))))


def read_position(text: str) -> Position[Player]:
    """Return the position that a line describes, whether it can occur in a game or not.

    Raises:
        InvalidNotation: when the line is not in this module's form, or has hidden beads.
    """
    fields = text.split(" ")
    if len(fields) != len(Position._fields):
        raise InvalidNotation(text, _POSITION_SHAPE)
    auction, starting_player, in_auction, row, players, supply, discarded, undealt = fields
    return Position(
        _number(auction),
        _number(starting_player),
        tuple(
            map(int, _parts(matched(_SEATS, in_auction, "seats like '012', or '-'")[0], in_auction))
        ),
        tuple(map(_read_offer, _parts(row, row.split(",")))),
        tuple(map(_read_player, players.split("/"))),
        Supply(*map(int, matched(_SUPPLY, supply, "a supply, like '17+5'").groups())),
        _read_cards(discarded),
        _read_cards(undealt),
    )


def _parts(field: str, parts: Sequence[str]) -> Sequence[str]:
    """Return these parts of a field, or none when the field is ``-``."""
    return () if field == "-" else parts


def _number(text: str) -> int:
    return int(matched(re.compile(_INTEGER), text, "a whole number")[0])


def _read_short_card(text: str) -> Card:
    found = matched(_SHORT_CARD, text, "a card in short, like '4', '-2y', '1IV' or '6rV'")
    return Card(int(found[1]), _INITIALS[found[2]], _MARKERS[found[3]])


def _read_cards(field: str) -> tuple[Card, ...]:
    return tuple(map(_read_short_card, _parts(field, field.split(","))))


def _read_offer(text: str) -> Offer:
    found = matched(_OFFER, text, "a card on offer, like 'a:-2y' or 'b:4*3'")
    return Offer(found[1], _read_short_card(found[2]), int(found[3] or 0))


def _read_player(text: str) -> Player:
    found = matched(_PLAYER, text, "beads and cards of a seat, like '6+0' or '5+1:-2y,4'")
    cards = () if found[3] is None else tuple(map(_read_short_card, found[3].split(",")))
    return Player(int(found[1]), int(found[2]), cards)
