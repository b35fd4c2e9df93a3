"""The options of a game on the command line, for every command that starts games."""

import argparse
from typing import Any, Final

from fireflies._data import dumps, is_array
from fireflies.bots import level, names
from fireflies.games import Game, Option
from fireflies.options import json_or_names, name_or_names

BUDGET: Final = "a name that ends with a colon takes a budget: 400 (rollouts) or 2s"

_TAKEN: Final = (
    *("help", "seats", "seed", "record", "resume", "deal", "open", "step"),
    *("games", "time", "jobs", "records", "stats", "plot", "json"),
)
"""The names of the arguments of the commands that take options."""


def bot_names(game: Game[Any]) -> str:
    """Return the names of all bots, for the help."""
    shown = [f"{it} ({level(it)})" if level(it) else it for it in names(game)]
    return f"{', '.join(shown)}, package.module:function; {BUDGET}"


def add_options(parser: argparse.ArgumentParser, game: Game[Any]) -> None:
    """Add an argument for each option of the game: ``--starting-player N``."""
    for option in game.options:
        parser.add_argument(
            flag(option), dest=_key(option), metavar=_metavar(option), help=_help(game, option)
        )


def given_options(game: Game[Any], args: argparse.Namespace) -> dict[str, object]:
    """Return the options that were given, as plain data.

    Raises:
        InvalidOptions: when a value has a wrong form.
        InvalidData: when a file has a wrong entry, with path and place.
        OSError: when a file can't be read.
    """
    given: dict[str, str | None] = {it.name: getattr(args, _key(it)) for it in game.options}
    return game.parse_arguments({name: it for name, it in given.items() if it is not None})


def full_id(game: Game[Any], given: str) -> str:
    """Return the full id of a clause, ruling or case; a user may leave out the name of the game."""
    lower = given.lower().removesuffix(".")
    return lower if lower.startswith(f"{game.name}.") else f"{game.name}.{lower}"


def given_flags(game: Game[Any], args: argparse.Namespace) -> list[str]:
    """Return the flags of the options that were given."""
    return [flag(it) for it in game.options if getattr(args, _key(it)) is not None]


def flag(option: Option[Any]) -> str:
    """Return the flag of an option; ``_`` is added when a command has an argument of that name."""
    name = option.name.replace("_", "-")
    return f"--{name}_" if name in _TAKEN else f"--{name}"


def _key(option: Option[Any]) -> str:
    """Return an option's attribute in the parsed arguments; no other attribute has a space."""
    return f"option {option.name}"


def _metavar(option: Option[Any]) -> str:
    if option.file is not None:
        return "FILE"
    return "N" if type(option.default) is int else "WORD"


def _help(game: Game[Any], option: Option[Any]) -> str:
    """Return the help of an option: its text, whether files or names are read, and its default."""
    parts = [option.text]
    if option.file is not None:
        parts.append(f"a file (see fireflies box {game.name})")
    if option.named:
        parts.append(f"by name: {', '.join(option.named)}")
    default = option.default
    if option.parse in (json_or_names, name_or_names) and is_array(default):
        default = ",".join(map(str, default))  # as it is typed
    if default is not None:
        parts[-1] += f" ({default if isinstance(default, str) else dumps(default)})"
    return "; ".join(parts).replace("%", "%%")
