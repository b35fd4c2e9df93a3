"""Situations of Misbehavin', as differences from a usual one.

A draw pile has all cards of its seat that no argument names; a row of the market has the first two
such cards of its deck.
"""

import re
from dataclasses import dataclass
from typing import Final

from fireflies.misbehavin import State, read_options
from fireflies.misbehavin.box.cards import MARKET_DECKS
from fireflies.misbehavin.box.options import Options

BASIC: Final = "misbehave,palaver,crazy-ivan,full-burn"


@dataclass(frozen=True, slots=True)
class Has:
    """What a seat has, in the notation of positions."""

    hand: str = ""
    recycle: str = ""
    assets: str = ""
    command: str = ""
    display: str = ""
    counts: str = "1.1.0.0.0"
    """Credits, tokens held, marks, activations and recruitments; ``!`` for immunity."""


def table(  # noqa: PLR0913  # each of them is one thing on the table
    *seats: Has,
    phase: str = "turn",
    seat: int = 0,
    turn: str = "3.0.0",
    market: str | None = None,
    slots: str = BASIC,
    reavers: str = ";",
    activity: str = "-",
    pending: str = "-",
    **options: object,
) -> State:
    """Return a position with two players, or as many as are given."""
    all_seats = (*seats, *[Has()] * (2 - len(seats)))
    in_play = len([name for name in re.split("[,;]", reavers) if name])
    given = read_options({"players": len(all_seats), "reavers": in_play, **options})
    named = {
        name
        for it in all_seats
        for part in (it.hand, it.recycle, it.assets, it.command, it.display)
        for name in re.findall(r"[a-z][a-z0-9-]*", part)
    }
    players = [
        f"{it.counts};{it.hand};{_pile(given, place, named)};{it.recycle};{it.assets}"
        f";{it.command};{it.display}"
        for place, it in enumerate(all_seats)
    ]
    rows = _market(given, named) if market is None else market
    fields = (phase, str(seat), turn, rows, slots, reavers, activity, pending, "/".join(players))
    return State.parse(" ".join(fields), given)


def _pile(given: Options, seat: int, named: set[str]) -> str:
    cards = given.box.decks[given.factions[seat]]
    return ",".join(card for card in cards if card not in named)


def _market(given: Options, named: set[str]) -> str:
    rows = [[card for card in given.box.decks[deck] if card not in named] for deck in MARKET_DECKS]
    return "/".join(",".join(row[:2]) for row in rows)
