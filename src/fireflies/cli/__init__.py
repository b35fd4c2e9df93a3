"""The command ``fireflies``: data on standard output, messages on standard error.

Exit codes: 0 done, 1 what was checked failed or the output could not be written, 2 usage, 130
interrupted.
"""

import argparse
import os
import re
import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, Final, Protocol

import fireflies
from fireflies import __version__, games
from fireflies._typing import override
from fireflies.cli import arena, boxes, cite, conform, play, records, rules, scoring
from fireflies.cli.screen import INTERRUPTED, Parser, forgiving, say
from fireflies.conformance import wire
from fireflies.errors import FirefliesError
from fireflies.games import Game

PACKAGE: Final = Path(fireflies.__file__).parent
"""Where the library lies."""

_EXAMPLES: Final = """examples:
  fireflies play smile                               three random players
  fireflies play smile --seats human,greedy,random   you against two of ours
  fireflies play smile --record game.jsonl           keep the game
  fireflies replay game.jsonl                        and look at it again
  fireflies arena smile --games 100 --stats          who and what is how good
  fireflies score smile "6 red, 3, -2 yellow" --clear 6 --blue 1
  fireflies rules smile back out                     the rules about that
  fireflies engine                                   our rules, for programs
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process; return the exit code."""
    if sys.stdout is None:
        say("there is no standard output to write to")
        return 1
    forgiving()
    try:
        try:
            return _run(sys.argv[1:] if arguments is None else arguments)
        finally:
            sys.stdout.flush()  # while it can still be told that it fails
    except (KeyboardInterrupt, EOFError):
        return INTERRUPTED
    except FirefliesError as error:
        say(str(error))
        return 1
    except OSError as error:
        return _failed(error)


def _failed(error: OSError) -> int:
    """Say which file can't be read, or that the output is gone; return the exit code."""
    if error.filename is not None:
        say(f"{error.filename}: {error.strerror}")
        return 1
    if not isinstance(error, BrokenPipeError):  # a reader that has seen enough needs no message
        say(f"the output can't be written: {error.strerror}")
    # What is still buffered would fail once more, with a traceback, when Python closes the stream.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _run(arguments: Sequence[str]) -> int:
    """Do what the arguments ask for; return the exit code."""
    parser = _add_help(
        Parser(
            prog="fireflies",
            description="The rules of tabletop games, exact and formally tested.",
            epilog=_EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            add_help=False,
        )
    )
    parser.add_argument("--version", action=_Told, nargs=0, help="print the version and leave")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    usable = games.usable()
    for name in arguments[1:2]:  # after the command
        if name not in usable and name in games.names():
            games.get(name)  # it says why this game can't be used
    known = usable.values()
    playing = _command(commands, "play", "play a game, and watch bots play it")
    _for_each(playing, known, play.add_words)
    many = "play many games with bots, and see who is strong and what is fair"
    _for_each(_command(commands, "arena", many), known, arena.add_words)
    records.add_words(_command(commands, "replay", "look at a kept game again"))
    scored = {game: game.scoring for game in known if game.scoring is not None}
    _for_each(
        _command(commands, "score", "count points"),
        scored,
        lambda parser, game: scoring.add_words(parser, scored[game]),
    )
    boxed = [game for game in known if boxes.boxed(game)]
    _for_each(_command(commands, "box", "type in the cards that you own"), boxed, boxes.add_words)
    _for_each(_command(commands, "rules", "read the rules"), known, rules.add_words)
    cited = "hold the rules against the printed ones that you own"
    _for_each(_command(commands, "cite", cited), known, cite.add_words)
    judging = "judge an engine, in any language, by the rules"
    _for_each(_command(commands, "conform", judging), known, conform.add_words)
    engine = _command(commands, "engine", "answer the conformance protocol on standard input")
    engine.set_defaults(run=_engine)
    args = parser.parse_args([_shielded(word) for word in arguments])
    run: Callable[[argparse.Namespace], int] = args.run
    return run(args)


def _shielded(word: str) -> str:
    """Return the word with a space before it if it is a card like ``-2,3`` and no option."""
    return f" {word}" if re.match("-[0-9]", word) else word


class _Told(argparse.Action):
    """Print a text and leave; argparse's own action would hide that it can't be written."""

    @override
    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        """Print the version, or the help of this parser."""
        del namespace, values
        is_version = option_string == "--version"
        print(f"fireflies {_version()}\n" if is_version else parser.format_help(), end="")
        parser.exit()


def _version() -> str:
    """Return the version, and whether something in the package is compiled for this Python."""
    is_compiled = any(
        path.name.endswith(tuple(EXTENSION_SUFFIXES)) for path in PACKAGE.rglob("*.*")
    )
    return f"{__version__} (compiled)" if is_compiled else __version__


def _add_help(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Return the parser with the option ``--help``."""
    parser.add_argument("-h", "--help", action=_Told, nargs=0, help="show this and leave")
    return parser


class _Commands(Protocol):
    """What a parser's ``add_subparsers`` returns."""

    @abstractmethod
    def add_parser(
        self,
        name: str,
        *,
        help: str,
        description: str,
        allow_abbrev: bool,
        add_help: bool,
    ) -> argparse.ArgumentParser:
        """Return the parser of a new command."""


def _command(commands: _Commands, name: str, about: str) -> argparse.ArgumentParser:
    """Return the parser of a new command."""
    sentence = f"{about[0].upper()}{about[1:]}."
    return _add_help(
        commands.add_parser(
            name, help=about, description=sentence, allow_abbrev=False, add_help=False
        )
    )


def _for_each(
    parser: argparse.ArgumentParser,
    games: Iterable[Game[Any]],
    add_words: Callable[[argparse.ArgumentParser, Game[Any]], None],
) -> None:
    """Add the arguments of a command for each game."""
    named = parser.add_subparsers(metavar="GAME", required=True)
    for game in games:
        add_words(_command(named, game.name, f"{game.title}, edition {game.edition}"), game)


def _engine(args: argparse.Namespace) -> int:
    """Answer on the wire by our rules, until the end of input."""
    del args
    if sys.stdin is not None:
        wire.serve(sys.stdin.buffer, _write_line)
    return 0


def _write_line(line: bytes) -> None:
    """Send a line at once."""
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
