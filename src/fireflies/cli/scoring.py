"""``fireflies score``: the points of somebody at a table without a program."""

import argparse
from abc import abstractmethod
from collections.abc import Mapping
from functools import partial
from typing import Protocol, cast

from fireflies.games import Game, Option


class ScoringRoom(Protocol):
    """What stands in a game's module for scoring."""

    COUNTS: tuple[Option, ...]
    """What is counted besides the cards."""

    @abstractmethod
    def explain_score(self, cards: list[str], counts: Mapping[str, int], /) -> str:
        """The score, explained. Raises InvalidData."""


def add_words(parser: argparse.ArgumentParser, game: Game) -> None:
    """The words after ``score GAME``."""
    room = cast("ScoringRoom", register.room(game.scoring))
    parser.add_argument(
        "cards", metavar="CARDS", help="separated by commas, in the order they came"
    )
    for count in room.COUNTS:
        parser.add_argument(
            f"--{count.name}", type=int, default=count.default, metavar="N", help=count.text
        )
    parser.set_defaults(run=partial(show_score, room))


def show_score(room: ScoringRoom, words: argparse.Namespace) -> int:
    """Explain the score of these cards."""
    cards = [card.strip() for card in words.cards.split(",") if card.strip()]
    print(
        room.explain_score(cards, {count.name: getattr(words, count.name) for count in room.COUNTS})
    )
    return 0
