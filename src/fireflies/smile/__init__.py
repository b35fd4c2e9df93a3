"""Smile, the bead auction: creatures from -5 to 6, bids bead by bead, equal colors cancel."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from fireflies import contract
from fireflies._events import events_in
from fireflies.contract import Bot, Event
from fireflies.games import Game, Setup
from fireflies.generators import Generators
from fireflies.smile.box.boxfile import default_box
from fireflies.smile.box.cards import COLORS, EDITION, SEATS, Card
from fireflies.smile.box.options import OPTIONS, Options, bounds, read_options
from fireflies.smile.clauses import Clause
from fireflies.smile.play.bots import greedy
from fireflies.smile.rules import events
from fireflies.smile.rules.actions import Action, BackOut, Bid, Reveal
from fireflies.smile.rules.events import (
    AuctionEnded,
    BeadPlaced,
    BeadsBorrowed,
    BiddingBegan,
    CardRevealed,
    CardTaken,
    GameEnded,
    LastCardTaken,
    PairDiscarded,
)
from fireflies.smile.rules.pieces import Offer, Player, SeenPlayer, Supply
from fireflies.smile.rules.state import State, first_state, score, start
from fireflies.smile.rules.view import View, draw
from fireflies.smile.text.descriptions import WORDING
from fireflies.smile.text.drawing import decision, remark
from fireflies.smile.text.notation import read_action, read_card
from fireflies.smile.text.telling import situation, tally
from fireflies.tensors import Batch, Tensors

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

__all__ = [
    "GAME",
    "Action",
    "AuctionEnded",
    "BackOut",
    "BeadPlaced",
    "BeadsBorrowed",
    "Bid",
    "BiddingBegan",
    "Card",
    "CardRevealed",
    "CardTaken",
    "Clause",
    "Event",
    "GameEnded",
    "LastCardTaken",
    "Offer",
    "Options",
    "PairDiscarded",
    "Player",
    "Reveal",
    "SeenPlayer",
    "State",
    "Supply",
    "View",
    "default_box",
    "draw",
    "read_action",
    "read_card",
    "read_options",
    "score",
    "set_up",
    "start",
]


def set_up(given: Mapping[str, object]) -> Setup[State]:
    """Return the game with these options; those left out have their defaults.

    Raises:
        InvalidOptions: for invalid options, with the clause and what is valid.
    """
    options = read_options(given)
    return Setup(
        options=options.to_json(),
        start=first_state(options),
        bounds=bounds(options),
        read_position=State.parse,
        tensors=partial(_tensors, options),
        packed=partial(_packed, options),
        batch=partial(_batch, options),
    )


# Few programs need these modules, so they are loaded on demand.


def _tensors(options: Options) -> Tensors[View]:
    from fireflies.smile.play import tensors

    return tensors.of(options)


def _packed(options: Options) -> contract.State:
    from fireflies.smile.fast.state import pack

    return pack(first_state(options))


def _batch(options: Options, games: int, *, skip_forced: bool) -> Batch:
    from fireflies.smile.fast.state import pack
    from fireflies.smile.play.arrays import Batch as Packed

    return Packed(options, pack(first_state(options)), games, skip_forced=skip_forced)


def _search(setting: str) -> Bot:
    from fireflies.smile.play import search

    return search.search(setting)


def _search_view(setting: str) -> Bot:
    from fireflies.smile.play import search

    return search.search_view(setting)


def _generators() -> Generators:
    from fireflies.smile.play import generators

    return generators


def _schemas() -> Mapping[str, dict[str, Any]]:
    from fireflies.smile import schemas

    return schemas.schemas()


def _score_command(parser: "ArgumentParser") -> "Callable[[Namespace], str]":
    from fireflies.smile.text import scoring

    return scoring.add_arguments(parser)


GAME: Final = Game(
    name="smile",
    title="Smile",
    edition=EDITION,
    seats=SEATS,
    clauses=Clause,
    options=OPTIONS,
    set_up=set_up,
    read_action=read_action,
    bots={"greedy": greedy},
    searches={"search": _search, "search-view": _search_view},
    events=events_in(events),
    opens=(BeadsBorrowed, GameEnded),
    unordered=("cards", "discarded", "undealt", "legal"),
    draw=draw,
    generators=_generators,
    schemas=_schemas,
    commands={"score": _score_command},
    # The look-behinds leave out the blue beads in a text like ``5 clear, 12 blue``.
    colors={rf"(?<!\d)(?<!clear, )[-\u2212]?\d {it}(?: I?V)?\b": it for it in COLORS if it},
    wording=WORDING,
    decision=decision,
    situation=situation,
    tally=tally,
    remark=remark,
)
"""Smile as a :class:`fireflies.games.Game`, for programs that play any game."""
