"""The command ``fireflies``: data on standard output, messages on standard error.

Exit codes: 0 done, 1 what was checked failed or the output could not be written, 2 usage, 130
interrupted.
"""

import argparse
import os
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from fireflies import __version__, register
from fireflies.bots import BOTS
from fireflies.conformance import wire
from fireflies.contract import CHANCE, Bot, Game, View
from fireflies.table import Table

_EXAMPLES: Final = """examples:
  fireflies play smile                               three random players
  fireflies play smile --seats random,first --seed 7
  fireflies engine                                   our rules, for other programs
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these words, or those of the process; the exit code."""
    try:
        code = _run(sys.argv[1:] if arguments is None else arguments)
        _flush()
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return _unwritable(error)
    return code


def _flush() -> None:
    """Write what is buffered now, while an error can still be told."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _unwritable(error: OSError) -> int:
    """Standard output is gone; a reader that has seen enough needs no message."""
    if not isinstance(error, BrokenPipeError):
        _say(f"the output can't be written: {error.strerror}")
    # What is still buffered would fail once more, with a traceback, when Python closes the stream.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _say(message: str) -> None:
    """A message for the person, on standard error."""
    print(f"fireflies: {message}", file=sys.stderr)


def _run(arguments: Sequence[str]) -> int:
    """Do what the words ask for."""
    parser = argparse.ArgumentParser(
        prog="fireflies",
        description="The rules of tabletop games, exact and formally tested.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"fireflies {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    play = commands.add_parser(
        "play",
        help="play a game with bots and watch it",
        description="Play a game with bots and watch it.",
        allow_abbrev=False,
    )
    games = play.add_subparsers(metavar="GAME", required=True)
    for game in register.usable().values():
        heading = f"{game.title}, edition {game.edition}"
        about = f"Play {heading}, with bots and watch it."
        _add_words(
            games.add_parser(game.name, help=heading, description=about, allow_abbrev=False), game
        )
    engine = commands.add_parser(
        "engine",
        help="answer the conformance protocol, one JSON value a line",
        description="Answer the conformance protocol on standard input and output.",
        allow_abbrev=False,
    )
    engine.set_defaults(run=_engine)
    words = parser.parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = words.run
    return run(words)


def _add_words(parser: argparse.ArgumentParser, game: Game) -> None:
    """The words after ``play GAME``: who plays, and the game's own whole-number options."""
    bots = {**BOTS, **game.bots}
    parser.add_argument(
        "--seats",
        metavar="BOT,BOT,...",
        help=f"who plays, from seat 0 clockwise, of {', '.join(bots)} (random on every seat)",
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="the same seed gives the same play (any, and told)"
    )
    names = [option.name for option in game.options if isinstance(option.default, int)]
    for option in game.options:
        if option.name in names:
            parser.add_argument(
                f"--{option.name.replace('_', '-')}",
                dest=option.name,
                type=int,
                metavar="N",
                help=f"{option.text} ({option.default})",
            )
    parser.set_defaults(run=partial(_play, parser, game, bots, names))


def _play(
    parser: argparse.ArgumentParser,
    game: Game,
    bots: Mapping[str, Bot],
    names: Sequence[str],
    words: argparse.Namespace,
) -> int:
    """Play to the end and show each step."""
    given = {name: value for name in names if (value := getattr(words, name)) is not None}
    seats = None if words.seats is None else words.seats.split(",")
    if seats is not None and "players" in names:
        given.setdefault("players", len(seats))
    seed = secrets.randbits(64) if words.seed is None else words.seed
    try:
        state = game.start(given)
        chosen = [_bot(name, bots) for name in seats or ["random"] * state.seats]
        if len(chosen) != state.seats:
            raise ValueError(f"--seats names {len(chosen)}, but {state.seats} play")
        table = Table(state, chosen, seed=seed)
    except ValueError as error:  # whatever does not fit is told like any other misuse
        parser.error(str(error))
    if words.seed is None:
        _say(f"the seed is {seed}")
    _show(table)
    return 0


def _bot(name: str, bots: Mapping[str, Bot]) -> Bot:
    """The player of this name.

    Raises:
        ValueError: when there is none.
    """
    if name not in bots:
        raise ValueError(f"no bot is called {name!r}; there are: {', '.join(bots)}")
    return bots[name]


def _show(table: Table) -> None:
    """Play on to the end: the table whenever chance has had its turn, then what each seat does."""
    while (move := table.step()) is not None:
        if move.before.actor == CHANCE:
            if move.after.actor != CHANCE:
                print(f"\n{_headed(table.view())}\n")
        else:
            print(*(f"  {event}" for event in move.events), sep="\n")
    print(f"\n{_headed(table.view())}")


def _headed(view: View) -> str:
    """The drawn view, its first line bold on a terminal."""
    drawn = str(view)
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return drawn
    head, line, rest = drawn.partition("\n")
    return f"\x1b[1m{head}\x1b[0m{line}{rest}"


def _engine(words: argparse.Namespace) -> int:
    """Our rules on the wire, until the end of input."""
    del words
    wire.serve(sys.stdin.buffer, _write_line)
    return 0


def _write_line(line: bytes) -> None:
    """A line for the other side, at once."""
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
