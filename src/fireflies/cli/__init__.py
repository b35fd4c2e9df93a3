"""The command ``fireflies``: data on standard output, messages on standard error.

Exit codes: 0 done; 1 a check failed, or the output could not be written; 2 wrong usage; 3 a part of
the suite found no fault, which proves less than the whole; 130 interrupted. A command is a module
of this package that is imported when it is asked for, and so is the game that is named after it.
"""

import argparse
import difflib
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import fireflies
from fireflies import __version__
from fireflies._typing import override
from fireflies.cli.screen import INTERRUPTED, Parser, forgiving, say, show
from fireflies.errors import FirefliesError, shown

if TYPE_CHECKING:
    from fireflies.games import Game

PACKAGE: Final = Path(fireflies.__file__).parent
"""The folder of the library."""

_OF_A_GAME: Final[Mapping[str, str]] = {
    "play": "play a game, or watch bots play it",
    "arena": "play many games with bots, and see who is strong and what is fair",
    "box": "type in the components that you own",
    "rules": "read the rules",
    "cite": "check the citations of the rules against the printed ones that you own",
    "conform": "check an engine, in any language, against the rules",
}
"""What the commands do that are for one game; ``add_arguments`` of their modules takes it."""

_OTHERS: Final[Mapping[str, str]] = {
    "replay": "look at a kept game again",
    "engine": "answer the conformance protocol on standard input",
}
"""What the other commands do."""

_EXAMPLES: Final = """A game may have commands of its own; the help of `play GAME` names them.

examples:
  fireflies play smile                              you against bots
  fireflies play smile --seats human,greedy,random  you against those you name
  fireflies play smile --record game.jsonl          keep the game
  fireflies replay game.jsonl                       and look at it again
  fireflies arena smile --games 100 --stats         who and what is how good
  fireflies score smile "6 red, 3, -2 yellow" --clear 6 --blue 1
  fireflies rules smile back out                    the rules about that
  fireflies engine                                  our rules, for programs
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
            sys.stdout.flush()  # here an error can still be reported
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
    arguments = arguments or ["--help"]
    if arguments[0] == "help":
        arguments = [*arguments[1:], "--help"]
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
    parser.add_argument("--version", action=_Shown, nargs=0, help="print the version and leave")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    wanted, name = [*arguments, ""][:2]
    for command, about in {**_OF_A_GAME, **_OTHERS}.items():
        found = _subparser(commands, command, about)
        if command == wanted:
            add = import_module(f"{__name__}.{command}").add_arguments
            if command in _OTHERS:
                add(found)
            else:
                _add_games(found, name, add)
    if wanted not in {**_OF_A_GAME, **_OTHERS} and not wanted.startswith("-"):
        _add_own(parser, commands, wanted, name)
    args = parser.parse_args([_shielded(argument) for argument in arguments])
    run: Callable[[argparse.Namespace], int] = args.run
    return run(args)


def _add_games(
    parser: argparse.ArgumentParser,
    name: str,
    add: Callable[[argparse.ArgumentParser, "Game[Any]"], None],
    offered: Sequence[str] = (),
) -> None:
    """Add the argument GAME and what follows it; only the game of this name is loaded."""
    from fireflies import games  # not needed for the version, nor for help

    offered = offered or games.names()
    named = parser.add_subparsers(metavar="GAME", required=True, help=", ".join(offered))
    for each in offered:
        found = _subparser(named, each)
        if each == name:
            game = games.get(name)
            found.description = f"{parser.description} {game.title}, edition {game.edition}."
            add(found, game)


def _add_own(parser: argparse.ArgumentParser, commands: Any, wanted: str, name: str) -> None:
    """Add a command that games have of their own; where no game has it, leave with a message."""
    from fireflies import games

    def add(parser: argparse.ArgumentParser, game: "Game[Any]") -> None:
        output = game.commands[wanted](parser)

        def run(args: argparse.Namespace) -> int:
            show(output(args))
            return 0

        parser.set_defaults(run=run)

    is_known = name in games.names() and wanted in games.get(name).commands
    known = {name: games.get(name)} if is_known else games.usable()
    offered = [game.name for game in known.values() if wanted in game.commands]
    if not offered:
        near = difflib.get_close_matches(wanted, [*_OF_A_GAME, *_OTHERS], n=1)
        meant = f"; did you mean {near[0]}?" if near else ""
        there = ", ".join([*_OF_A_GAME, *_OTHERS])
        parser.error(f"there is no command {shown(wanted)}, only {there}{meant}")
    _add_games(
        _subparser(commands, wanted, f"a command of {', '.join(offered)}"), name, add, offered
    )


def _shielded(argument: str) -> str:
    """Return a list of numbers like ``-2,3`` with a space before it, so that it is no option."""
    return f" {argument}" if re.match("-[0-9]", argument) else argument


class _Shown(argparse.Action):
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
    parser.add_argument("-h", "--help", action=_Shown, nargs=0, help="show this and leave")
    return parser


def _subparser(parsers: Any, name: str, about: str = "") -> argparse.ArgumentParser:
    """Return the parser of a command or of a game; ``parsers`` is what ``add_subparsers`` gave."""
    more = {"help": about, "description": f"{about[0].upper()}{about[1:]}."} if about else {}
    return _add_help(parsers.add_parser(name, allow_abbrev=False, add_help=False, **more))
