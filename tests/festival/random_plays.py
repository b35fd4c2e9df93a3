"""Random plays of Firefly Festival, with the oracle as referee, and the actions tried in them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from fireflies import games
from fireflies.festival.box import boxfile
from tests.campaign import generator
from tests.festival.boxes import random_options
from tests.festival.landmarks import Situations, situations_of
from tests.lockstep import Moment
from tests.oracle.festival import Options, Oracle
from tests.oracle.festival_boxes import KINDS
from tests.spoiling import Json


def options_of(given: Mapping[str, object]) -> dict[str, Json]:
    """Return all options of a game with these ones, as plain data."""
    options: dict[str, Json] = json.loads(json.dumps(games.get("festival").set_up(given).options))
    return options


DEFAULT_BOX: Final = options_of({})["box"]
SIZES: Final = {"small": 4, "medium": 5, "large": 6}
SMALL: Final = options_of({"box": boxfile.small_box().to_json()})["box"]
assert isinstance(SMALL, dict)
assert isinstance(SMALL["figures"], dict)
SHORT: Final[Mapping[str, object]] = {
    "powers": False,
    "box": {
        **SMALL,
        "sizes": {size: {"capacity": room, "floors": 1} for size, room in SIZES.items()},
        "sorin": [1] * 5,
        "figures": {**SMALL["figures"], "coins": 30, "settlers": 4},
    },
}
"""A game with one sōrin, in which much of what a festival needs is there from the start."""

VERBS: Final = (
    *("bridge", "pagoda", "move", "festival", "private", "public", "crow", "fish", "end"),
    *("recruit", "cross", "stay", "walk", "done", "to", "keep"),
)


class RandomPlay:
    """A random play, which depends on its number alone."""

    def __init__(self, number: int) -> None:
        self.chooser = generator(f"festival {number}")
        if number % 10 == 3:
            self.options = options_of({**SHORT, "players": self.chooser.randint(2, 3)})
        else:
            self.options = random_options(self.chooser)
        if number % 40 == 0:
            self.options["box"] = DEFAULT_BOX

    def moments(self) -> Iterator[Moment]:
        """Yield each moment; the oracle goes on when the next one is wanted."""
        chooser, oracle = self.chooser, Oracle(self.options)
        texts, habits = actions_of(oracle.options), random_habits(chooser)
        festivals = [text for text in texts if text.startswith("festival ")]
        situations: Situations = {}
        while True:
            seat = chooser.randrange(len(oracle.seats))
            certain = oracle.mains > 0 and (oracle.sorin == 0 or oracle.me().floors == 0)
            tried = texts if certain or chooser.random() < 0.02 else chooser.sample(texts, 4)
            if oracle.phase == "turn":  # what a festival needs is rare
                tried = [*tried, *festivals]
            text = choose(oracle, habits, chooser) if oracle.phase != "over" else ""
            yield Moment(oracle, seat, tried, text, situations)
            if not text:
                return
            before = oracle.clone()
            oracle.apply(text)
            situations = situations_of(before, text, oracle)


def actions_of(options: Options) -> list[str]:
    """Return actions of each form, of this game and of others."""
    isles = [*options.board.islands, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[len(options.tiles) % 26]]
    cards = [*sorted(set(options.private)), "hubs 1 0", "floors 99 99"]
    seats = range(6)
    return [
        *[f"kind {kind}" for kind in KINDS],
        *[f"tile {tile}" for tile in ("start", "large 9 points-9", *sorted(set(options.tiles)))],
        *[f"{verb} {card}" for verb in ("deal", "private") for card in cards],
        *[f"{verb} {name}" for verb in ("power", "keep") for name in ("a", *options.powers)],
        *[f"first {seat}" for seat in seats],
        *[f"bridge {name}" for name in ("AA1", "ZA3", *options.board.lanes)],
        *[f"bridge {name[1]}{name[0]}{name[2]}" for name in options.board.lanes],
        *[f"{verb} {isle}" for verb in ("pagoda", "festival", "recruit", "walk") for isle in isles],
        *[f"cross {isle} {number}" for isle in isles for number in (1, 2, 3, 99)],
        *[f"to {isle} {seat}" for isle in isles for seat in seats],
        *[f"public {kind}" for kind in KINDS],
        *("move", "crow coins", "crow workers", "fish", "end", "stay", "done"),
    ]


def choose(oracle: Oracle, habits: Sequence[Mapping[str, int]], chooser: Random) -> str:
    """Return a legal action: chance's by its weights, a player's by habit."""
    weights = oracle.weights()
    if weights:
        return chooser.choices(list(weights), list(weights.values()))[0]
    texts = oracle.legal()
    habit = habits[oracle.seat or 0]
    by_verb = {verb: [text for text in texts if text.split(" ")[0] == verb] for verb in VERBS}
    verbs = [verb for verb in VERBS if by_verb[verb]]
    return chooser.choice(by_verb[chooser.choices(verbs, [habit[verb] for verb in verbs])[0]])


def random_habits(chooser: Random) -> list[dict[str, int]]:
    """Return how often each of six players does things of each kind."""
    habits = [{verb: chooser.choice((1, 4, 20)) for verb in VERBS} for _ in range(6)]
    kind = chooser.random()
    if kind < 0.06:  # nobody does much, so that all stay equal
        idle = ("move", "done", "end")
        return [{verb: 500 if verb in idle else 1 for verb in VERBS}] * 6
    if kind < 0.2:  # festivals come late, when several could be held
        return [{**it, "festival": 1, "bridge": 20, "pagoda": 20, "fish": 20} for it in habits]
    return habits
