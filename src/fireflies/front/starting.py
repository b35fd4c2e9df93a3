"""Start a play from plain data: a game with options, files and players, a position, a record."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from fireflies._data import check_length, text
from fireflies._texts import printed
from fireflies.bots import is_foreign, level, names
from fireflies.contract import Bot, State
from fireflies.errors import InvalidData, InvalidNotation, shown
from fireflies.front.players import (
    PERSON,
    Setting,
    default_bot,
    player_of,
    with_seats,
)
from fireflies.games import LARGEST_FILE, Game, OptionFile
from fireflies.record import Record, begin
from fireflies.table import Table


def describe(game: Game[Any]) -> dict[str, object]:
    """Return what a person chooses before a play: the number of seats, bots, options."""
    return {
        "name": game.name,
        "title": game.title,
        "edition": game.edition,
        "seats": list(game.seats),
        "bots": list(names(game)),
        "levels": {bot: level(bot) for bot in names(game) if level(bot)},
        "options": [
            {
                "name": option.name,
                "title": option.title or option.name,
                "text": option.text,
                "default": option.default,
                "counts_seats": option.counts_seats,
                "named": list(option.named),
                "has_file": option.file is not None,
                "choices": _choices(option.choices()),
                "has_others": option.has_others,
                "parts": [_choices(part) for part in option.parts],
                "by_seat": option.by_seat,
                "names_seat": option.names_seat,
            }
            for option in game.options
        ],
    }


def _choices(words: Sequence[str]) -> list[dict[str, str]]:
    """Return the choices of a form, each with the text that a person reads."""
    read = {"true": "Yes", "false": "No"}
    return [{"value": word, "title": read.get(word) or printed(word)} for word in words]


def file_of(game: Game[Any], name: str, place: str) -> OptionFile:
    """Return the format of an option's file. Raises InvalidData."""
    files = {option.name: option.file for option in game.options if option.file is not None}
    if name not in files:
        there = ", ".join(files) or "none"
        problem = f"no option with a file is called {shown(name)}; there are: {there}"
        raise InvalidData(place, problem)
    return files[name]()


def read_options(
    game: Game[Any], given: Mapping[str, object], files: Mapping[str, object]
) -> dict[str, object]:
    """Return options as plain data, from texts as on the command line, data, and texts of files.

    No text is taken for a path: nothing is read from a disk.

    Raises:
        InvalidOptions: when there is no such option, or a text has the wrong form.
        InvalidData: when something in a file is wrong, with its place.
    """
    for option in game.options:
        value = given.get(option.name)
        if isinstance(value, str) and option.file is not None and value not in option.named:
            known = ", ".join(option.named) or "none"
            problem = f"its value is data or a name ({known}); the text of a file goes under files"
            raise InvalidData(f"options.{option.name}", problem)
    options = game.parse_arguments(given)
    for name, content in files.items():
        options[name] = _read_file(file_of(game, name, "files"), content, f"files.{name}")
    return options


def _read_file(file: OptionFile, given: object, place: str) -> object:
    content = text(given, place)
    check_length(content, LARGEST_FILE, place)
    try:
        return file.read_file(content.encode())
    except InvalidData as error:
        raise InvalidData(f"{place}: {error.place}", error.problem) from None


def new_table(
    game: Game[State],
    options: Mapping[str, object],
    setting: Setting,
    seats: Sequence[str],
    position: str | None,
) -> Table[State]:
    """Return the table of a new play; ``seats`` are names, by default those of the kinds.

    The number of players is that of the kinds, unless the options have a number.

    Raises:
        InvalidOptions: when an option has an invalid value.
        InvalidData: when there is no such player or position, or their numbers differ.
    """
    options = with_seats(game, options, len(setting.kinds))
    return table_of(begin(game, options, seats or setting.kinds, position=position), setting)


def read_kinds(game: Game[Any], players: Sequence[object]) -> tuple[str, ...]:
    """Return the kinds of players; null is the game's usual bot. Raises InvalidData."""
    return tuple(
        [
            default_bot(game) if kind is None else text(kind, f"players[{seat}]")
            for seat, kind in enumerate(players)
        ]
    )


def usual_kinds(
    game: Game[State], options: Mapping[str, object], position: str | None
) -> tuple[str, ...]:
    """Return a person for seat 0 and the game's usual bot for each other seat.

    The number of seats is that of the position, if there is one, or else of the options.

    Raises:
        InvalidOptions: when an option has an invalid value.
    """
    setup = game.set_up(options)
    start = setup.start
    if position is not None:
        with suppress(InvalidNotation):  # begin() reads it again, and raises the error
            start = setup.read_position(position)
    return (PERSON, *[default_bot(game)] * (start.seats - 1))


def table_of(record: Record[State], setting: Setting) -> Table[State]:
    """Return the table that continues a record with these players, who are kept in the record.

    Raises:
        InvalidData: when there is no such player, or not one for each seat.
    """
    if len(setting.kinds) != len(record.seats):
        problem = f"{len(setting.kinds)} players for {len(record.seats)} seats"
        raise InvalidData("players", problem)
    bots = [
        find_player(record.game, kind, f"players[{seat}]")
        for seat, kind in enumerate(setting.kinds)
    ]
    extra = MappingProxyType({**record.extra, **setting.to_extra()})
    return Table(replace(record, extra=extra), bots, seed=setting.seed)


def find_player(game: Game[Any], kind: str, place: str) -> Bot | None:
    """Return the bot of this name, or None for a person.

    The name of a function in a module is refused, since a stranger may have written it.

    Raises:
        InvalidData: when the library or the game has no such bot.
    """
    if is_foreign(game, kind):
        there = ", ".join((PERSON, *names(game)))
        raise InvalidData(place, f"no player is called {shown(kind)}; there are: {there}")
    return player_of(game, kind, place)
