"""A position as data, its working copy, and functions that read either.

:class:`Position` has the fields of a state. ``Working`` is its working copy: the rules change it to
carry out an action.
"""

from bisect import insort
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from fireflies.contract import Event, Tell
from fireflies.misbehavin.box.cards import Card, Deed
from fireflies.misbehavin.box.options import Options
from fireflies.misbehavin.rules.pieces import (
    TOKENS,
    Activity,
    Cards,
    Displayed,
    Fight,
    InPlay,
    Pending,
    Phase,
    Player,
    ReaverInPlay,
)

_P = TypeVar("_P", bound="Position")
_T = TypeVar("_T")


def expect(kind: type[_T], value: object) -> _T:
    """Return the value, which the type checker then knows to be of this type.

    Raises:
        TypeError: when it is not.
    """
    if isinstance(value, kind):
        return value
    raise TypeError(f"{kind.__name__} is expected, not {value!r}")


class Position(NamedTuple):
    """A complete position."""

    options: Options
    phase: Phase
    seat: int
    """The seat that decides, or for which chance acts; at the end the turn's player."""
    turn: int
    """The number of the turn, from 1; 0 in the setup."""
    turn_player: int
    moves: int
    """The number of actions since the turn began, including those of chance."""
    acquired: bool
    """True when the turn's player has acquired a token in this turn."""
    once: tuple[str, ...]
    """The abilities used in this turn that are once a turn, like ``CARD 1``, sorted."""
    did: tuple[Deed, ...]
    """The deeds of the turn's player in this turn, sorted."""
    players: tuple[Player, ...]
    market: tuple[Cards, ...]
    """The face-up cards of core, border and rim."""
    market_decks: tuple[Cards, ...]
    """The cards of their decks, which have no order in a position."""
    slots: tuple[str | None, ...]
    """The sets in the four slots."""
    supply: tuple[int, ...]
    """The cards left of each of the ten sets, in the order of the sets; 0 if not in play."""
    reavers: tuple[ReaverInPlay, ...]
    """The Reavers in play, in the order of the box."""
    defeated: Cards
    """The defeated Reavers, sorted."""
    activity: Activity | None
    pending: tuple[Pending, ...]
    """The queue."""


class Working:
    """A working copy of a position, which an action changes to make the next position."""

    def __init__(self, position: Position, tell: Tell[Event]) -> None:
        self.options: Options = position.options
        self.phase: Phase = position.phase
        self.seat: int = position.seat
        self.turn: int = position.turn
        self.turn_player: int = position.turn_player
        self.moves: int = position.moves
        self.acquired: bool = position.acquired
        self.once: tuple[str, ...] = position.once
        self.did: tuple[Deed, ...] = position.did
        self.players: list[Player] = list(position.players)
        self.market: tuple[Cards, ...] = position.market
        self.market_decks: tuple[Cards, ...] = position.market_decks
        self.slots: tuple[str | None, ...] = position.slots
        self.supply: tuple[int, ...] = position.supply
        self.reavers: tuple[ReaverInPlay, ...] = position.reavers
        self.defeated: Cards = position.defeated
        self.activity: Activity | None = position.activity
        self.pending: list[Pending] = list(position.pending)
        self.tell: Tell[Event] = tell

    def position(self, make: type[_P]) -> _P:
        """Return the next position, as an object of the class ``make``."""
        return make(
            self.options,
            self.phase,
            self.seat,
            self.turn,
            self.turn_player,
            self.moves,
            self.acquired,
            self.once,
            self.did,
            tuple(self.players),
            self.market,
            self.market_decks,
            self.slots,
            self.supply,
            self.reavers,
            self.defeated,
            self.activity,
            tuple(self.pending),
        )

    def queue(self, *steps: Pending) -> None:
        """Put steps at the end of the queue."""
        self.pending.extend(steps)

    def push(self, *steps: Pending) -> None:
        """Put steps in front of the queue, in this order."""
        self.pending[:0] = steps


AnyPosition: TypeAlias = Position | Working
"""A position or a working copy, where it is only read."""


# Cards in sorted tuples


def with_card(cards: Cards, card: str) -> Cards:
    """Return the cards and one more."""
    more = list(cards)
    insort(more, card)
    return tuple(more)


def without(cards: Cards, card: str) -> Cards:
    """Return the cards less one copy of this one, which is among them."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


# Read a position or its working copy


def find_displayed(player: Player, card: str) -> Displayed | None:
    """Return a card of the display of a player; None when it is not there."""
    return next((it for it in player.display if it.card == card), None)


def find_card(player: Player, card: str) -> InPlay | None:
    """Return a card of the tableau of a player; None when it is not there."""
    for it in player.assets:
        if it.card == card:
            return it
    for it in player.command:
        if it.card == card:
            return it
    return None


def find_owner(table: AnyPosition, card: str) -> int | None:
    """Return the seat in whose tableau a card is; None when it is in none."""
    for seat, player in enumerate(table.players):
        if find_card(player, card) is not None:
            return seat
    return None


def owner_of(table: AnyPosition, card: str) -> int:
    """Return the seat in whose tableau a card is."""
    return expect(int, find_owner(table, card))


def card_in_play(table: AnyPosition, card: str) -> InPlay:
    """Return a card that is in some tableau."""
    return expect(InPlay, find_card(table.players[owner_of(table, card)], card))


def target(table: AnyPosition) -> str | None:
    """Return the target of the current fight; None without a fight, or when it has ended."""
    activity = table.activity
    return activity.target if isinstance(activity, Fight) and not activity.ended else None


def tokens_left(table: AnyPosition, seat: int) -> int:
    """Return the number of tokens in the supply of a seat."""
    away = sum([it.tokens[seat] for it in table.reavers])
    if table.options.has_warrants[seat]:
        away += sum([it.warrant == seat for player in table.players for it in player.tableau])
    return TOKENS - table.players[seat].purse - away


def needs_met(table: AnyPosition, tableau: Sequence[InPlay], card: Card) -> bool:
    """Return whether a tableau, without the target of a fight, has each needed attribute."""
    if not card.needs:
        return True
    cards, attacked = table.options.box.card, target(table)
    offering = [cards[it.card] for it in tableau if it.card != attacked]
    return all(any(need in it.attributes for it in offering) for need in card.needs)


# Power


def standing_power(table: AnyPosition, seat: int) -> int:
    """Return the power of all cards in a tableau, with their tokens and with passive power."""
    return power_of(table, table.players[seat].tableau)


def power_of(table: AnyPosition, tableau: Sequence[InPlay]) -> int:
    """Return the standing power of a tableau, which need not be in the position like this.

    A printed X counts 0. Passive power is that of cards that are set and whose needs are met; a
    warrant does not keep it from counting.
    """
    box = table.options.box
    power, passive = box.power, box.passive.get("power")
    found = sum([power[it.card] + it.tokens for it in tableau])
    if passive is None:
        return found
    return found + sum(
        [
            passive[it.card]
            for it in tableau
            if it.card in passive
            and not it.triggered
            and needs_met(table, tableau, box.card[it.card])
        ]
    )
