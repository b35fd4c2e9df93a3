"""The chapter "Setup": what everybody begins with, and the queue that deals hands and market."""

from typing import Final, TypeVar

from fireflies.misbehavin.box.cards import BLACK, COPIES, MARKET_DECKS, SETS, SHINY, SLOTS
from fireflies.misbehavin.box.options import Options
from fireflies.misbehavin.rules.pieces import HAND, NO_MARKS, Pending, Player, ReaverInPlay
from fireflies.misbehavin.rules.position import Position

_P = TypeVar("_P", bound=Position)

_CREDITS: Final = 1
_TOKENS: Final = 1


def lay_out(options: Options, make: type[_P]) -> _P:
    """Return the first position, of the class ``make``, before anything is drawn.

    With a draft, the starting player picks first; otherwise the queue has the steps of
    :func:`opening`.
    """
    box, first = options.box, options.starting_player
    drafted = options.slots is None
    slots = options.slots or (None,) * len(SLOTS)
    in_play = (SHINY, BLACK, *slots)
    return make(
        options=options,
        phase="draft" if drafted else "reveal",
        seat=first,
        turn=0,
        turn_player=first,
        moves=0,
        acquired=False,
        once=(),
        did=(),
        players=tuple(
            Player(
                hand=(),
                deck=box.decks[faction],
                recycle=(),
                assets=(),
                command=(),
                display=(),
                credits=_CREDITS,
                verse=_TOKENS,
                marks=NO_MARKS,
                immune=0,
                activations=0,
                recruitments=0,
            )
            for faction in options.factions
        ),
        market=((),) * len(MARKET_DECKS),
        market_decks=tuple(box.decks[deck] for deck in MARKET_DECKS),
        slots=slots,
        supply=tuple(COPIES[name] if name in in_play else 0 for name in SETS),
        reavers=tuple(ReaverInPlay(it.name, (0,) * options.players) for it in options.reavers),
        defeated=(),
        activity=None,
        pending=() if drafted else opening(options.players, first),
    )


def opening(players: int, first: int) -> tuple[Pending, ...]:
    """Return the steps of the queue that begin the play: the market, all hands, the first turn."""
    seats = [(first + place) % players for place in range(players)]
    draws = [Pending(seat, "draw", HAND) for seat in seats]
    return (Pending(first, "replenish"), *draws, Pending(first, "next"))
