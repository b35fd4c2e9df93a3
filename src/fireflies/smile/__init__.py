"""Smile, the bead auction: creatures from -5 to 6, bids bead by bead, equal colors cancel."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from fireflies import contract
from fireflies.contract import Bot
from fireflies.games import Game, Setup
from fireflies.smile.bots import greedy
from fireflies.smile.box import default_box
from fireflies.smile.drawing import remark
from fireflies.smile.notation import read_action, read_card
from fireflies.smile.options import OPTIONS, Options, bounds, read_options
from fireflies.smile.pieces import (
    COLORS,
    EDITION,
    EVENTS,
    SEATS,
    Action,
    AuctionEnded,
    BackOut,
    BeadPlaced,
    BeadsBorrowed,
    Bid,
    BiddingBegan,
    Card,
    CardRevealed,
    CardTaken,
    Clause,
    Event,
    GameEnded,
    LastCardTaken,
    Offer,
    PairDiscarded,
    Player,
    Reveal,
    SeenPlayer,
    Supply,
)
from fireflies.smile.rules import State, first_state, score, start
from fireflies.smile.view import View, draw
from fireflies.strategies import Strategies
from fireflies.tensors import Tensors

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
    )


# Few programs need these modules, so they are loaded on demand.


def _tensors(options: Options) -> Tensors[View]:
    from fireflies.smile import tensors

    return tensors.of(options)


def _packed(options: Options) -> contract.State:
    from fireflies.smile.fast.state import pack

    return pack(first_state(options))


def _search(setting: str) -> Bot:
    from fireflies.smile import search

    return search.search(setting)


def _search_view(setting: str) -> Bot:
    from fireflies.smile import search

    return search.search_view(setting)


def _strategies() -> Strategies:
    from fireflies.smile import strategies

    return strategies


def _schemas() -> Mapping[str, dict[str, Any]]:
    from fireflies.smile import schemas

    return schemas.schemas()


def _score_command(parser: "ArgumentParser") -> "Callable[[Namespace], str]":
    from fireflies.smile import scoring

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
    events=EVENTS,
    opens=(BeadsBorrowed, GameEnded),
    unordered=("cards", "discarded", "undealt", "legal"),
    draw=draw,
    strategies=_strategies,
    schemas=_schemas,
    commands={"score": _score_command},
    # The look-behinds leave out the blue beads in a text like ``5 clear, 12 blue``.
    colors={rf"(?<!\d)(?<!clear, )-?\d {it}(?: I?V)?\b": it for it in COLORS if it},
    remark=remark,
)
"""Smile as a :class:`fireflies.games.Game`, for programs that play any game."""
