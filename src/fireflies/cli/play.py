"""``fireflies play``: bots and persons at one table."""

import argparse
import secrets
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from fireflies._data import array, mapping, text, whole
from fireflies.bots import named, names
from fireflies.chance import SEEDS
from fireflies.cli.boxes import placed
from fireflies.cli.options import add_options, given_options
from fireflies.cli.person import Session, kept
from fireflies.cli.screen import INTERRUPTED, emit, say
from fireflies.contract import Bot
from fireflies.errors import InvalidData
from fireflies.files import load
from fireflies.games import Game
from fireflies.record import Record, begin
from fireflies.table import Table, deal

PERSON: Final = "human"
BY_HAND: Final = "by-hand"
_KEPT: Final = "x-fireflies"
"""The key under which a record keeps who plays, and the seed, so that it can be resumed."""


class Setting(NamedTuple):
    """Who plays, and what chance does."""

    kinds: tuple[str, ...]
    """By seat: ``human``, or the name of a bot."""
    seed: int
    by_hand: bool


def add_words(parser: argparse.ArgumentParser, game: Game) -> None:
    """The words after ``play GAME``: who plays, what is kept, and the game's own options."""
    add = parser.add_argument
    add(
        "--seats",
        metavar="WHO,WHO,...",
        help=f"who plays, from seat 0 clockwise: {PERSON}, {', '.join(names(game))};"
        f" NAME={PERSON} gives a name (random on every seat)",
    )
    add("--seed", type=int, metavar="N", help="the same seed gives the same play (any, and told)")
    add_options(parser, game)
    add("--record", metavar="FILE", type=Path, help="keep the game there")
    add("--resume", metavar="FILE", type=Path, help="go on with the game kept there, and keep it")
    add(
        "--deal",
        choices=[BY_HAND],
        help="chance is typed in as it happens on a real table; all seats are human then",
    )
    add("--open", action="store_true", help="show everybody's secrets, and never pass the screen")
    parser.set_defaults(run=partial(play, parser, game))


def play(
    parser: argparse.ArgumentParser,
    game: Game,
    words: argparse.Namespace,
) -> int:
    """Play on to the end, or until a person has had enough; nothing is lost."""
    try:
        record, setting = (_resumed if words.resume else _begun)(game, words)
        players = [_player(game, kind, "--seats") for kind in setting.kinds]
        dealer = None if setting.by_hand else deal
        table = Table(record, players, seed=setting.seed, dealer=dealer)
    except ValueError as error:  # whatever does not fit is told like any other misuse
        parser.error(str(error))
    except OSError as error:
        parser.error(f"{error.filename}: {error.strerror}")
    if words.seed is None and not words.resume:
        say(f"the seed is {setting.seed}")
    session = Session(
        table, open_hands=words.open or setting.by_hand, keep=words.record or words.resume
    )
    code = 0
    try:
        session.run()
    except (KeyboardInterrupt, EOFError):
        code = INTERRUPTED
        if None in players:
            print()  # the prompt stands on a line of its own
            say("the game is not over")
    finally:
        if session.keep or (code and None in players):
            _keep(table.record, session.keep)
    return code


def _keep(record: Record, path: Path | None) -> None:
    """Save the game; where that can't be done, print it."""
    if path is not None:
        problem = kept(record, path)
        if problem is None:
            say(f"the game is kept in {path}")
            return
        say(f"{problem}; here is the game:")
    emit(record.to_text())


def _begun(game: Game, words: argparse.Namespace) -> tuple[Record, Setting]:
    """A new game."""
    given = given_options(game, words)
    who = None if words.seats is None else words.seats.split(",")
    if who is not None and "players" in {option.name for option in game.options}:
        given.setdefault("players", len(who))
    seats = game.start(given).seats
    who = who or [PERSON if words.deal else "random"] * seats
    if len(who) != seats:
        raise InvalidData("--seats", f"{len(who)} are named, but {seats} play")
    kinds = tuple(name.rpartition("=")[2] for name in who)
    for kind in kinds:
        _player(game, kind, "--seats")
    seed = secrets.randbits(64) if words.seed is None else words.seed
    setting = Setting(kinds, seed, by_hand=bool(words.deal))
    names = [name.rpartition("=")[0] or kind for name, kind in zip(who, kinds, strict=True)]
    return begin(game, given, names, {_KEPT: setting._asdict()}), setting


def _resumed(game: Game, words: argparse.Namespace) -> tuple[Record, Setting]:
    """A game that was kept."""
    settled = (*(option.name for option in game.options), "seats", "seed", "deal")
    given = [name for name in settled if getattr(words, name, None) is not None]
    if given:
        word = given[0].replace("_", "-")
        raise InvalidData(f"--{word}", "this can't be changed in a game that goes on")
    with placed(words.resume):
        games = list(load(words.resume))
        if len(games) != 1:
            raise InvalidData("file", f"one game is wanted, here are {len(games)}")
        (record,) = games
        if record.game is not game:
            raise InvalidData("game", f"this is a game of {record.game.title}")
        return record, _setting(record)


def _setting(record: Record) -> Setting:
    """Who played, and with which seed; in a record of another program, persons do."""
    if _KEPT not in record.extra:
        return Setting((PERSON,) * len(record.seats), secrets.randbits(64), by_hand=False)
    found = mapping(record.extra[_KEPT], _KEPT)
    place = f"{_KEPT}.kinds"
    kinds = [text(kind, place) for kind in array(found.get("kinds"), place)]
    for kind in kinds:
        _player(record.game, kind, place)
    if len(kinds) != len(record.seats):
        raise InvalidData(place, f"{len(kinds)} for {len(record.seats)} seats")
    seed = whole(found.get("seed"), f"{_KEPT}.seed")
    if seed not in SEEDS:
        raise InvalidData(f"{_KEPT}.seed", "seeds go from 0 to 2**64 - 1")
    return Setting(tuple(kinds), seed, by_hand=found.get("by_hand") is True)


def _player(game: Game, kind: str, place: str) -> Bot | None:
    """Who decides for a seat: a bot that there is, or None for a person."""
    return None if kind == PERSON else named(game, kind, place, besides=(PERSON,))
