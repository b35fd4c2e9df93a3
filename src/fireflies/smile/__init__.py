"""Smile, the bead auction: creatures from -5 to 6, bids bead by bead, equal colors cancel."""

from typing import Final

from fireflies.contract import Game
from fireflies.smile.bots import greedy
from fireflies.smile.notation import read_action, read_card
from fireflies.smile.options import (
    DESCRIBED,
    Options,
    bounds,
    complete_options,
    default_box,
    read_options,
)
from fireflies.smile.pieces import (
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
from fireflies.smile.rules import State, score, set_up, start, start_with
from fireflies.smile.view import View, draw

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

GAME: Final = Game(
    name="smile",
    title="Smile",
    edition="2017",
    seats=SEATS,
    options=DESCRIBED,
    complete=complete_options,
    start=start_with,
    read_action=read_action,
    bounds=bounds,
    searches={
        "search": "fireflies.smile.search:search",
        "search-view": "fireflies.smile.search:search_view",
    },
    bots={"greedy": greedy},
    clauses=Clause,
    box="fireflies.smile.box",
    scoring="fireflies.smile.scoring",
    strategies="fireflies.smile.strategies",
    exploring="fireflies.smile.exploring",
    twin="fireflies.smile.fast",
    tensors="fireflies.smile.tensors",
)
"""The game as a value, for everything that plays any game."""
