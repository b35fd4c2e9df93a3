"""The options of a game of Smile, and the limits of a play that follow from them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypedDict

from fireflies.contract import InvalidOptions
from fireflies.games import Bounds, Given, Option, as_given
from fireflies.options import whole_number
from fireflies.smile.box.boxfile import BoxFile, default_box, in_play, read_box
from fireflies.smile.box.cards import CLEAR_BEADS, PRINTED_AUCTIONS, SEATS, Card
from fireflies.smile.clauses import Clause

AUCTIONS: Final = range(1, 21)
PRINTED_BEADS: Final = 6
FEWEST: Final = SEATS[0]


class OptionsJson(TypedDict):
    """The wire's OPTIONS."""

    players: int
    starting_player: int
    box: list[str]
    auctions: int
    beads: int


def most_loans(players: int, auctions: int) -> int:
    """Return the largest possible number of loans in this number of auctions.

    A seat borrows only when no card on offer has beads: at the start of an auction, or after a
    back-out took the only card with beads. Bidding goes on after at most ``players - 2``
    back-outs, so an auction has at most ``players - 1`` loans.
    """
    return (players - 1) * auctions


@dataclass(frozen=True, slots=True)
class Options:
    """Valid options."""

    players: int
    starting_player: int
    box: tuple[Card, ...]
    """All cards of the box, sorted; also those that setup leaves out."""
    auctions: int
    beads: int
    """Clear beads that each player gets."""

    @property
    def in_play(self) -> tuple[Card, ...]:
        """Return the cards of the draw pile, sorted."""
        return in_play(self.box, self.players)

    @property
    def most_loans(self) -> int:
        """Return the largest possible number of loans in a play."""
        return most_loans(self.players, self.auctions)

    def to_json(self) -> OptionsJson:
        """Return the options as the wire has them."""
        return OptionsJson(
            players=self.players,
            starting_player=self.starting_player,
            box=list(map(str, self.box)),
            auctions=self.auctions,
            beads=self.beads,
        )


def bounds(options: Options) -> Bounds:
    """Return the limits of every play with these options."""
    loans = options.most_loans
    dealt = options.players * options.beads
    # A bid moves a clear bead to the row. It returns only to a seat that backs out, which bids no
    # more. So an auction has at most as many bids as the players have clear beads at its end.
    bids = sum(
        dealt + (options.players - 1) * auction for auction in range(1, options.auctions + 1)
    )
    reveals_and_back_outs = options.auctions * (2 * options.players - 1)
    lowest, highest = sorted(_kept_values(options, min)), sorted(_kept_values(options, max))
    worst = sum(min(value, 0) for value in lowest[: options.auctions])
    best = sum(max(value, 0) for value in highest[-options.auctions :])
    return Bounds(bids + reveals_and_back_outs, worst - loans, (dealt + loans) // 5 + best)


def _kept_values(options: Options, choose: Callable[[list[int]], int]) -> list[int]:
    """Return the values that one player may keep.

    Those are all colorless cards, and one of each color, which ``choose`` (min or max) picks.
    """
    by_color: dict[str, list[int]] = {}
    for card in options.in_play:
        by_color.setdefault(card.color, []).append(card.value)
    colorless = by_color.pop("", [])
    return colorless + [choose(values) for values in by_color.values()]


PLAYERS: Final = Option(
    "players",
    FEWEST,
    "how many play, 3 to 5",
    whole_number("players", SEATS, Clause.SETUP_PLAYERS),
    counts_seats=True,
    title="Players",
)
STARTING_PLAYER: Final = Option(
    "starting_player",
    0,
    "the seat that starts the first auction, counted clockwise from 0",
    as_given,  # the range depends on the number of players
    names_seat=True,
    title="Starting player",
)
BOX: Final = Option(
    "box",
    None,
    "the cards that you own, at most 60; one for each player in each auction has to be in play",
    read_box,
    file=BoxFile,
    named={"shipped": lambda: list(map(str, default_box()))},
    title="Box",
)
AUCTION_COUNT: Final = Option(
    "auctions",
    PRINTED_AUCTIONS,
    "how many auctions are held, 1 to 20; for another number than 10, give a box with enough cards",
    whole_number("auctions", AUCTIONS, Clause.AUCTION_TEN),
    title="Auctions",
)
BEADS: Final = Option(
    "beads",
    PRINTED_BEADS,
    "clear beads that each player gets, at most 35 for all together",
    as_given,  # the range depends on the number of players
    title="Clear beads for each player",
)
OPTIONS: Final = (PLAYERS, STARTING_PLAYER, BOX, AUCTION_COUNT, BEADS)
"""The options as the wire and the command line name them."""


def read_options(given: Mapping[str, object]) -> Options:
    """Return valid options; those left out have their defaults.

    The box may be given as cards or as their texts.

    Raises:
        InvalidOptions: for the first option that is invalid, with its clause and what is valid.
    """
    values = Given(OPTIONS, given)
    players = values[PLAYERS]
    seats, most_beads = range(players), range(CLEAR_BEADS // players + 1)
    starting_player = whole_number("starting_player", seats, Clause.SETUP_STARTING_PLAYER)
    beads = whole_number("beads", most_beads, Clause.SETUP_CLEAR_BEADS)
    options = Options(
        players=players,
        starting_player=starting_player(values[STARTING_PLAYER]),
        box=values[BOX],
        auctions=values[AUCTION_COUNT],
        beads=beads(values[BEADS]),
    )
    needed, found = players * options.auctions, len(options.in_play)
    if found != needed:
        auctions, left = divmod(found, players)
        fits = f"; {found} cards fit auctions={auctions}" if auctions and not left else ""
        raise InvalidOptions(
            "box",
            f"{found} of its {len(options.box)} cards are in play, and {players} players need"
            f" exactly {needed} for {options.auctions} auctions{fits}",
            Clause.SETUP_DRAW_PILE,
        )
    return options
