"""Read a position in one line, in the form of :mod:`fireflies.festival.text.notation`."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar, get_args

from fireflies._texts import known, matched
from fireflies.errors import InvalidNotation
from fireflies.festival.box.components import PUBLIC_KINDS, Goal, Kind
from fireflies.festival.box.options import STACKS, Options
from fireflies.festival.rules.pieces import NONE, NOTHING, Pending, Phase, Player, Site
from fireflies.festival.rules.position import Position
from fireflies.festival.text.notation import write_goal, write_tile
from fireflies.festival.text.soundness import find_fault

_P = TypeVar("_P", bound=Position)

_FIELDS: Final = 12
_SHAPE: Final = "a position of Firefly Festival, which has 12 fields with single spaces between"
_PHASES: Final[Mapping[str, Phase]] = {phase: phase for phase in get_args(Phase)}
_NUMBER: Final = "(?:0|[1-9][0-9]{0,4})"  # no number of the game needs more
_NUMBERS: Final = re.compile(rf"{_NUMBER}(?:\.{_NUMBER})*")
_MAINS: Final = re.compile(r"([0-2])(\+?)")
_SEAT: Final = re.compile("-|[0-5]")
_PENDING: Final = re.compile(
    rf"(-|[A-Z]{{2}}[1-3]):({_NUMBER}\.{_NUMBER}):({_NUMBER}):({_NUMBER}):({_NUMBER}):(-|[A-Z])"
)
_SITE: Final = re.compile(r"([^:]+):([0-5]*)(!?):([0-9.]+)")
_BRIDGE: Final = re.compile("([A-Z]{2}[1-3])=([0-5])")


def read_position(text: str, options: Options, make: type[_P]) -> _P:
    """Return the position of a line in a game with these options, as an instance of ``make``.

    Raises:
        InvalidNotation: when the line is not exactly in this form, has hidden cards, or the
            position is not sound (:mod:`fireflies.festival.text.soundness`).
    """
    fields = text.split(" ")
    if len(fields) != _FIELDS:
        raise InvalidNotation(text, _SHAPE)
    phase, seat, mains, idle, pending, sites, bridges, crow, sorin, left, deck, players = fields
    found = matched(_MAINS, mains, "main actions, and + for a secondary, like '1+', '0+' or '0'")
    idle_turns, turns_left = _turns(idle, options)
    kinds, taken = _stacks(left, options)
    position = make(
        options=options,
        phase=known(_PHASES, phase, "a phase of this game"),
        seat=_seat(seat),
        mains=int(found[1]),
        secondary=bool(found[2]),
        pending=NOTHING if pending == "-" else _pending(pending, options),
        idle=idle_turns,
        turns_left=turns_left,
        islands=tuple([_site(site, options) for site in sites.split("/")]),
        bridges=_bridges(bridges, options),
        crow=None if crow == "-" else _seat(crow),
        sorin=_numbers(sorin, 1)[0],
        kinds=kinds,
        taken=taken,
        deck=_deck(deck, options),
        players=tuple([_player(player, options) for player in players.split("/")]),
    )
    fault = find_fault(position)
    if fault is not None:
        raise InvalidNotation(text, f"a position of a game with these options: {fault}")
    return position


def _numbers(text: str, count: int) -> list[int]:
    """Read ``count`` numbers with dots between. Raises InvalidNotation."""
    numbers = matched(_NUMBERS, text, "numbers with dots between")[0].split(".")
    if len(numbers) != count:
        expected = "one number" if count == 1 else f"{count} numbers with dots between"
        raise InvalidNotation(text, expected)
    return list(map(int, numbers))


def _turns(text: str, options: Options) -> tuple[int, int | None]:
    """Read the turns without progress and, with a limit of turns, those that are left."""
    if options.turns is None:
        return _numbers(text, 1)[0], None
    idle, _, left = text.partition(":")
    return _numbers(idle, 1)[0], _numbers(left, 1)[0]


def _stacks(text: str, options: Options) -> tuple[tuple[Kind, ...], tuple[int, ...]]:
    """Read the kinds of public goals in play, and the cards gone from the stack of each."""
    kinds = options.goals
    if kinds is None:
        given = [] if text == "-" else text.split(".")
        letters = [it[:1] for it in given]
        known_kinds: list[Kind] = [kind for kind in PUBLIC_KINDS if kind[0] in letters]
        kinds = tuple(known_kinds)
        if [kind[0] for kind in kinds] != letters or len(kinds) > STACKS:
            expected = "up to four stacks in the order of the wire, like 'e6.h5'"
            raise InvalidNotation(text, expected)
        text = ".".join([it[1:] for it in given])
    counts = _numbers(text, len(kinds)) if kinds else []
    stacks = [len(options.box.stack(kind)) for kind in kinds]
    return kinds, tuple([cards - left for cards, left in zip(stacks, counts, strict=True)])


def _seat(text: str) -> int:
    found = matched(_SEAT, text, "a seat from 0 to 5, or '-'")[0]
    return NONE if found == "-" else int(found)


def _pending(text: str, options: Options) -> Pending:
    expected = "what is left of an action, like 'AB1:2.0:1:1:0:-'"
    lane, able, draws, recruits, walks, walker = matched(_PENDING, text, expected).groups()
    lanes, islands = options.board.lane_index, options.board.island_index
    from_first, from_second = map(int, able.split("."))
    return Pending(
        NONE if lane == "-" else known(lanes, lane, "a lane of this game"),
        (from_first, from_second),
        int(draws),
        int(recruits),
        int(walks),
        NONE if walker == "-" else known(islands, walker, "an island of this game"),
    )


def _site(text: str, options: Options) -> Site:
    found = matched(_SITE, text, "an island, like 's1c2:01!:1.0'")
    tiles = {write_tile(tile): tile for tile in options.box.tiles}
    return Site(
        None if found[1] == "-" else known(tiles, found[1], "a tile of this game"),
        tuple(map(int, found[2])),
        sealed=bool(found[3]),
        workers=tuple(_numbers(found[4], options.players)),
    )


def _bridges(text: str, options: Options) -> tuple[int | None, ...]:
    owners: dict[int, int] = {}
    for bridge in [] if text == "-" else text.split(","):
        found = matched(_BRIDGE, bridge, "a bridge with its owner, like 'AB1=0'")
        lane = known(options.board.lane_index, found[1], "a lane of this game")
        if lane in owners:
            raise InvalidNotation(text, f"a list with each lane once, but has {found[1]} twice")
        owners[lane] = int(found[2])
    return tuple([owners.get(lane) for lane in range(len(options.board.lanes))])


def _goals(text: str, cards: Sequence[Goal]) -> tuple[Goal, ...]:
    """Return goals written in the short form; each is one of these cards."""
    short = {write_goal(goal): goal for goal in cards}
    named = text.split(",") if text else []
    return tuple(sorted([known(short, name, "a goal of this game") for name in named], key=str))


def _deck(text: str, options: Options) -> tuple[Goal, ...]:
    deck = _goals(text.partition(":")[2], options.box.private)
    if not text.startswith(f"{len(deck)}:"):
        raise InvalidNotation(text, "a deck with its number of cards, like '2:h2-4,r6-4'")
    return deck


def _player(text: str, options: Options) -> Player:
    parts = text.split(";")
    if len(parts) != len(("numbers", "hand", "claimed", "completed", "powers")):
        raise InvalidNotation(text, "a player, like '0.5.20.12.8.3;h3-4;;;'")
    numbers, hand, claimed, completed, powers = parts
    points, coins, bridges, floors, workers, fish = _numbers(numbers, 6)
    public = [goal for kind in options.possible_goals for goal in options.box.stack(kind)]
    names = {power.name: power.name for power in options.box.powers}
    kept = powers.split(",") if powers else []
    return Player(
        points,
        coins,
        bridges,
        floors,
        workers,
        fish,
        _goals(hand, options.box.private),
        _goals(claimed, public),
        _goals(completed, options.box.private),
        tuple([known(names, name, "a power of this game") for name in kept]),
    )
