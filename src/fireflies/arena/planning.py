"""The plan of an arena: its game, players, seeds, and the seats of the players in each game."""

from collections.abc import Iterable, Mapping
from math import factorial, lcm
from typing import Final, NamedTuple

from fireflies import bots, games
from fireflies._data import array
from fireflies._lines import read_name
from fireflies.chance import SEEDS, Draws
from fireflies.contract import Bot, State
from fireflies.errors import InvalidData, UnknownGame, UnusableGame, shown
from fireflies.games import Game, Setup

PURPOSE: Final = "arena"
"""The purpose of the draws that give each game its seed."""

LONGEST: Final = 86_400.0
"""The most seconds for a decision: a day."""


class Player(NamedTuple):
    """A bot, and the name under which it plays."""

    name: str
    bot: str | Bot
    """A bot's name, like ``search:400`` or ``package.module:function``, from which a new bot is
    made for each game and seat; or a function that can be pickled and depends on its turn alone."""

    @property
    def bot_name(self) -> str:
        """The bot's name; of a function, ``package.module:function``."""
        if isinstance(self.bot, str):
            return self.bot
        kind = self.bot if hasattr(self.bot, "__qualname__") else type(self.bot)
        return f"{kind.__module__}:{getattr(kind, '__qualname__', '')}"


class Plan(NamedTuple):
    """The settings that decide the games of an arena. Make one with :func:`plan`."""

    game: Game[State] | str
    """The name of a registered game, because workers then receive less data; or else the game."""
    options: Mapping[str, object]
    """All options of game 0, as plain data."""
    players: tuple[Player, ...]
    games: int
    """The number of games, which are numbered from 0."""
    seed: int
    seconds: float | None
    """A bot's time for a decision; None for no limit."""
    events: bool
    """True to count events by clause; then each game is carried out a second time."""
    records: bool
    """True to return the records of the games."""

    @property
    def loaded_game(self) -> Game[State]:
        """The game itself."""
        return games.get(self.game) if isinstance(self.game, str) else self.game

    def seed_of(self, number: int) -> int:
        """Return the seed of a game: ``Draws(seed, "arena", number).bits()``."""
        return Draws(self.seed, PURPOSE, number).bits()

    def seating(self, number: int) -> tuple[int, ...]:
        """Return the player of each seat in the game of this number.

        From game to game the players move by one seat. After ``n`` games of ``n`` players, the next
        cyclic order of the players follows. So ``n!`` games have every seating once: each player
        has each seat equally often, and each other player as a neighbor.
        """
        count = len(self.players)
        order_number, moved = divmod(number, count)
        left, order = [*range(1, count)], [0]
        while left:
            order_number, place = divmod(order_number, len(left))
            order.append(left.pop(place))
        return tuple([order[(seat - moved) % count] for seat in range(count)])

    def options_of(self, number: int) -> dict[str, object]:
        """Return the options of the game of this number.

        Those that have an entry for each seat move by one seat, all alike, after each ``n`` games
        of ``n`` players. So in ``n * n`` games each player has each seat with each entry once, and
        ``n * n!`` games have every seating with every such move once.
        """
        count = len(self.players)
        moved = number // count
        moved += moved // lcm(count, factorial(count - 1))  # or some would never meet some seatings
        names = [it.name for it in self.loaded_game.options if it.by_seat]
        entries = {name: array(self.options[name], name) for name in names}
        rotated = {
            name: [found[(seat - moved) % count] for seat in range(count)]
            for name, found in entries.items()
        }
        return {**self.options, **rotated}


def plan(  # noqa: PLR0913  # most have a default
    game: Game[State],
    players: Iterable[str | Bot | Player] | None,
    games: int,
    *,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    seconds: float | None = None,
    events: bool = False,
    records: bool = False,
) -> Plan:
    """Return the plan of ``games`` games of these players, one for each seat.

    A player is a bot's name, a function, or a :class:`Player`. If the game has an option that
    counts the seats and it is not given, its value is the number of players. Without players,
    ``random`` plays on each seat. The fields of :class:`Plan` describe the other arguments.

    Raises:
        InvalidData: when there is no such bot, when the number of players is not that of the
            seats, or when the number of games, the seed or the time is out of range.
        InvalidOptions: when the options do not fit.
    """
    named = None if players is None else tuple(map(_player, players))
    setup = _set_up(game, options or {}, None if named is None else len(named))
    count = setup.start.seats
    seated = (_player("random"),) * count if named is None else named
    if len(seated) != count:
        raise InvalidData("players", f"{len(seated)} are named, but {count} play")
    for place, player in enumerate(seated):
        read_name(player.name, f"players[{place}]")
        if isinstance(player.bot, str):
            bots.named(game, player.bot, f"players[{place}]")
    if type(games) is not int or games < 1:
        raise InvalidData("games", f"a whole number from 1 is wanted, not {shown(games)}")
    if type(seed) is not int or seed not in SEEDS:
        raise InvalidData("seed", f"seeds go from 0 to 2**64 - 1; this is {shown(seed)}")
    if seconds is not None and not 0 < seconds <= LONGEST:
        raise InvalidData(
            "seconds", f"a time above 0 and up to {LONGEST:.0f} is wanted, not {shown(seconds)}"
        )
    return Plan(
        _name_or_game(game), dict(setup.options), seated, games, seed, seconds, events, records
    )


def _set_up(game: Game[State], options: Mapping[str, object], players: int | None) -> Setup[State]:
    if players is None:
        return game.set_up(options)
    counted = {option.name: players for option in game.options if option.counts_seats}
    return game.set_up({**counted, **options})


def _player(given: str | Bot | Player) -> Player:
    if isinstance(given, Player):
        return given
    name = Player("", given).bot_name
    return Player(name.rpartition(":")[2] if callable(given) else name, given)


def _name_or_game(game: Game[State]) -> Game[State] | str:
    """Return the game's name if this very game is registered under it, otherwise the game."""
    try:
        return game.name if games.get(game.name) is game else game
    except (UnknownGame, UnusableGame):
        return game
