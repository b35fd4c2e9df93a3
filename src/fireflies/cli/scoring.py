"""``fireflies score``: the points of a player at a table without a program."""

import argparse
from collections.abc import Callable
from functools import partial

from fireflies.cli.screen import show
from fireflies.games import Scoring


def add_words(parser: argparse.ArgumentParser, load: Callable[[], Scoring]) -> None:
    """Add the arguments after ``score GAME``, for a game with this way to score."""
    parser.add_argument(
        "cards", metavar="CARDS", help="separated by commas, in the order they came"
    )
    scoring = load()
    for count in scoring.COUNTS:
        parser.add_argument(
            f"--{count.name}", type=int, default=count.default, metavar="N", help=count.text
        )
    parser.set_defaults(run=partial(show_score, scoring))


def show_score(scoring: Scoring, args: argparse.Namespace) -> int:
    """Explain the score of these cards."""
    cards = [card.strip() for card in args.cards.split(",") if card.strip()]
    show(scoring.explain_score(cards, {it.name: getattr(args, it.name) for it in scoring.COUNTS}))
    return 0
