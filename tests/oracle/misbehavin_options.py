"""What one may play Misbehavin' with: the checks of options and boxes, stated a second time.

A part of the oracle in ``misbehavin.py``. Everything is checked one thing after the other; the
first thing that is wrong raises OptionsRefused. What passes is laid out in plain lists and dicts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests import oracle
from tests.oracle.answering import OptionsRefused, whole
from tests.oracle.misbehavin_cards import (
    FACTIONS,
    Box,
    Episode,
    Reaver,
    once,
    one_of,
    read_box,
    read_sets,
)

NAMED = {
    "basic": ["misbehave", "palaver", "crazy-ivan", "full-burn"],
    "down-n-dirty": ["misbehave", "negotiation", "full-burn", "crazy-ivan"],
    "wheel-and-deal": ["double-cross", "palaver", "fei-wu", "the-dart"],
    "xie-xie": ["the-dart", "negotiation", "full-burn", "fei-wu"],
}

OPTION_KEYS = [
    *("players", "factions", "starting_player", "sides", "box"),
    *("episode", "supply", "reavers", "turns", "moves"),
]


@dataclass
class Options:
    """All that is settled before anything is drawn."""

    players: int
    factions: list[str]
    starting_player: int
    sides: list[str]
    box: Box
    episode: Episode
    supply: list[str] | None
    reavers: list[Reaver]
    turns: int
    moves: int


def read_options(options: object) -> Options:
    """Give the options laid out, or raise OptionsRefused."""
    if not isinstance(options, Mapping) or sorted(options) != sorted(OPTION_KEYS):
        raise OptionsRefused("the keys of the options")
    players = options["players"]
    if type(players) is not int or players < 2 or players > 4:
        raise OptionsRefused("the number of players")
    factions = options["factions"]
    if not isinstance(factions, list) or len(factions) != players:
        raise OptionsRefused("not a faction for each seat")
    factions = once([one_of(faction, FACTIONS) for faction in factions])
    first = options["starting_player"]
    if type(first) is not int or first < 0 or first >= players:
        raise OptionsRefused("no such seat")
    sides = options["sides"]
    if not isinstance(sides, list) or len(sides) != players:
        raise OptionsRefused("not a side for each seat")
    sides = [one_of(side, ["A", "B"]) for side in sides]
    box = sample() if options["box"] == "sample" else read_box(options["box"])

    episode = Episode("none", None, None, standard=True, wins=[], reavers=None)
    if options["episode"] != "none":
        if not isinstance(options["episode"], str) or options["episode"] not in box.episodes:
            raise OptionsRefused("no such episode")
        episode = box.episodes[options["episode"]]
    for side in sides:
        if episode.side is not None and side != episode.side:
            raise OptionsRefused("not the side of the episode")

    supply: list[str] | None = None
    if episode.supply is not None:
        if options["supply"] != "episode":
            raise OptionsRefused("not the sets of the episode")
        supply = episode.supply
    elif isinstance(options["supply"], str):
        if options["supply"] != "draft":
            supply = NAMED[one_of(options["supply"], list(NAMED))]
    else:
        supply = read_sets(options["supply"])
    if episode.reavers is not None:
        if options["reavers"] != "episode":
            raise OptionsRefused("not the Reavers of the episode")
        reavers = episode.reavers
    else:
        reavers = box.reavers[: whole(options["reavers"], 0, len(box.reavers))]
    turns = whole(options["turns"], 1, 1000)
    moves = whole(options["moves"], 10, 1000)
    return Options(players, factions, first, sides, box, episode, supply, reavers, turns, moves)


@cache
def sample() -> Box:
    """Give the box that comes with the game; it is data, not rules."""
    file = Path(oracle.__path__[0]).parents[1] / "src" / "fireflies" / "misbehavin" / "box.json"
    return read_box(json.loads(file.read_text(encoding="utf-8"))["box"])
