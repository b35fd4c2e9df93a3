"""The command ``fireflies``: data on standard output, messages on standard error.

Exit codes: 0 success; 1 a failed check, or an error of a file or of the output; 2 wrong usage;
3 no failure, but only a part of the suite was run; 128 + N stopped by signal N (130: Ctrl-C). Each
command is a module of this package. Only the module and the game that the command line names are
imported. All games are imported only for ``engine``, and to find those that have a command.
"""

import argparse
import difflib
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from fireflies._made_by import made_by
from fireflies._typing import override
from fireflies.cli.screen import (
    Parser,
    print_message,
    print_text,
    tolerate_bad_characters,
)
from fireflies.errors import FirefliesError, shown
from fireflies.stopping import exit_code, stoppable

if TYPE_CHECKING:
    from fireflies.games import Game

_GAME_COMMANDS: Final[Mapping[str, str]] = {
    "play": "play a game, or watch bots play it",
    "arena": "play many games with bots, and see who is strong and what is fair",
    "box": "list the components that you own in a file",
    "rules": "read the rules",
    "cite": "check the citations of the rules against the printed ones that you own",
    "conform": "check an engine, in any language, against the rules",
}
"""The commands for one game: name and help. Their ``add_arguments`` takes the game."""

_OTHER_COMMANDS: Final[Mapping[str, str]] = {
    "replay": "look at a kept game again",
    "schema": "print a JSON Schema of records, games, or the conformance protocol",
    "engine": "answer the conformance protocol on standard input",
    "mcp": "let a language model play, on standard input and output",
}
"""All other commands: name and help."""

_EXAMPLES: Final = """A game may have commands of its own; the help of `play GAME` names them.

examples:
  fireflies play smile                              you against bots
  fireflies play smile --seats human,greedy,random  you against those you name
  fireflies play smile --record game.jsonl          keep the game
  fireflies replay game.jsonl                       and look at it again
  fireflies arena smile --games 100 --stats         compare bots and seats
  fireflies score smile "6 red, 3, -2 yellow" --clear 6 --blue 1
  fireflies rules smile back out                    the rules about that
  fireflies engine                                  our rules, for programs
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, and return the exit code.

    Without arguments, run it with those of the process, and end the process with the exit code:
    a zipapp ignores what its function returns.
    """
    if arguments is None:
        sys.exit(_run_safely(sys.argv[1:]))
    return _run_safely(arguments)


def _run_safely(arguments: Sequence[str]) -> int:
    """Run the command; report an error in one line, and return the exit code."""
    if sys.stdout is None:
        print_message("there is no standard output to write to")
        return 1
    tolerate_bad_characters()
    try:
        with stoppable():
            try:
                return _run(arguments)
            finally:
                sys.stdout.flush()  # here an error can still be reported
    except (KeyboardInterrupt, EOFError) as stop:
        return exit_code(stop)
    except FirefliesError as error:
        print_message(str(error))
        return 1
    except OSError as error:
        return _report_os_error(error)


def _report_os_error(error: OSError) -> int:
    """Print which file or output failed, and why; return the exit code."""
    if error.filename is not None:
        print_message(f"{error.filename}: {error.strerror}")
        return 1
    if not isinstance(error, BrokenPipeError):  # such as `| head`: needs no message
        print_message(f"the output can't be written: {error.strerror}")
    # Python flushes the buffer at exit: without this it would fail again, with a traceback.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _run(arguments: Sequence[str]) -> int:
    """Parse the arguments and run the command; return the exit code."""
    arguments = arguments or ["--help"]
    if arguments[0] == "help":
        arguments = [*arguments[1:], "--help"]
    parser = _complete(
        Parser(
            prog="fireflies",
            description="The rules of tabletop games, exact and formally tested.",
            epilog=_EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            add_help=False,
        )
    )
    parser.add_argument(
        "--version", action=_PrintAndExit, nargs=0, help="print the version and leave"
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    command_name, name = [*arguments, ""][:2]
    for command, about in {**_GAME_COMMANDS, **_OTHER_COMMANDS}.items():
        command_parser = _subparser(commands, command, about)
        if command == command_name:
            add = import_module(f"{__name__}.{command}").add_arguments
            if command in _OTHER_COMMANDS:
                add(command_parser)
            else:
                _add_games(command_parser, name, add)
    if command_name not in {**_GAME_COMMANDS, **_OTHER_COMMANDS} and not command_name.startswith(
        "-"
    ):
        _add_command_of_games(parser, commands, command_name, name)
    args = parser.parse_args([_mask_number(argument) for argument in arguments])
    run: Callable[[argparse.Namespace], int] = args.run
    return run(args)


def _add_games(
    parser: argparse.ArgumentParser,
    name: str,
    add: Callable[[argparse.ArgumentParser, "Game[Any]"], None],
    game_names: Sequence[str] = (),
) -> None:
    """Add the argument GAME, and the arguments of the game ``name``; load only that game."""
    from fireflies import games  # slow to import; --version and --help do not need it

    game_names = game_names or games.names()
    game_parsers = parser.add_subparsers(metavar="GAME", required=True, help=", ".join(game_names))
    for each in game_names:
        game_parser = _subparser(game_parsers, each)
        if each == name:
            game = games.get(name)
            game_parser.description = f"{parser.description} {game.title}, edition {game.edition}."
            add(game_parser, game)


def _add_command_of_games(
    parser: argparse.ArgumentParser, commands: Any, command_name: str, name: str
) -> None:
    """Add a command that only some games have; exit with a message when no game has it."""
    from fireflies import games

    def add(parser: argparse.ArgumentParser, game: "Game[Any]") -> None:
        output = game.commands[command_name](parser)

        def run(args: argparse.Namespace) -> int:
            print_text(output(args))
            return 0

        parser.set_defaults(run=run)

    has_command = name in games.names() and command_name in games.get(name).commands
    candidates = {name: games.get(name)} if has_command else games.usable()
    game_names = [game.name for game in candidates.values() if command_name in game.commands]
    if not game_names:
        similar = difflib.get_close_matches(command_name, [*_GAME_COMMANDS, *_OTHER_COMMANDS], n=1)
        suggestion = f"; did you mean {similar[0]}?" if similar else ""
        all_commands = ", ".join([*_GAME_COMMANDS, *_OTHER_COMMANDS])
        parser.error(f"there is no command {shown(command_name)}, only {all_commands}{suggestion}")
    about = f"a command of {', '.join(game_names)}"
    _add_games(_subparser(commands, command_name, about), name, add, game_names)


def _mask_number(argument: str) -> str:
    """Return an argument like ``-2,3`` with a space before it: argparse then reads no option."""
    return f" {argument}" if re.match("-[0-9]", argument) else argument


class _PrintAndExit(argparse.Action):
    """Print the version or the help, and exit; argparse's own action would hide output errors."""

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
        print(f"{made_by()}\n" if is_version else parser.format_help(), end="")
        parser.exit()


def _complete(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Return the parser with the option ``--help``, and our messages about numbers."""
    parser.register("type", int, _whole_number)
    parser.register("type", float, _number)
    parser.add_argument("-h", "--help", action=_PrintAndExit, nargs=0, help="show this and leave")
    return parser


def _whole_number(argument: str) -> int:
    try:
        return int(argument)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"a whole number is wanted, not {shown(argument)}"
        ) from None


def _number(argument: str) -> float:
    try:
        return float(argument)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a number is wanted, not {shown(argument)}") from None


def _subparser(parsers: Any, name: str, about: str = "") -> argparse.ArgumentParser:
    """Add the parser of a command or game to ``parsers``, the result of ``add_subparsers``."""
    texts = {"help": about, "description": f"{about[0].upper()}{about[1:]}."} if about else {}
    return _complete(parsers.add_parser(name, allow_abbrev=False, add_help=False, **texts))
