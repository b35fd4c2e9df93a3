"""The options of a game of Firefly: Misbehavin'."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Literal, TypeAlias, TypedDict, TypeVar

from fireflies._data import is_array
from fireflies._nodes import Node
from fireflies._typing import cached, override
from fireflies.contract import InvalidOptions
from fireflies.errors import InvalidData, shown
from fireflies.games import Given, Option, as_given
from fireflies.misbehavin.box import limits
from fireflies.misbehavin.box.boxfile import (
    SAMPLE,
    WORKSHOP,
    BoxFile,
    default_box,
    first_box,
    read_box,
    workshop_box,
)
from fireflies.misbehavin.box.cards import (
    FACTIONS,
    FITTING,
    SEATS,
    SIDES,
    SLOTS,
    Episode,
    Faction,
    Reaver,
    SetName,
    Side,
    SideName,
    VerseCard,
    Win,
    WinStep,
)
from fireflies.misbehavin.box.contents import Box, BoxJson
from fireflies.misbehavin.box.reading import read_sets
from fireflies.misbehavin.clauses import Clause
from fireflies.options import Keyed, interner, json_or_names, name_or_names, whole_number

SupplyName: TypeAlias = Literal[
    "basic", "down-n-dirty", "wheel-and-deal", "xie-xie", "draft", "episode"
]
Sets: TypeAlias = tuple[SetName, ...]
"""The sets of the four slots."""

DRAFT: Final = "draft"
EPISODE_SETS: Final = "episode"
EPISODE_REAVERS: Final = "episode"
NO_EPISODE: Final = "none"
RECOMMENDED: Final[Mapping[SupplyName, Sets]] = {
    "basic": ("misbehave", "palaver", "crazy-ivan", "full-burn"),
    "down-n-dirty": ("misbehave", "negotiation", "full-burn", "crazy-ivan"),
    "wheel-and-deal": ("double-cross", "palaver", "fei-wu", "the-dart"),
    "xie-xie": ("the-dart", "negotiation", "full-burn", "fei-wu"),
}
"""The named selections of sets, by name."""
TURNS: Final = range(1, 1001)
MOVES: Final = range(10, 1001)

_T = TypeVar("_T", bound=str)


class OptionsJson(TypedDict):
    """The wire's OPTIONS."""

    players: int
    factions: list[Faction]
    starting_player: int
    sides: list[SideName]
    box: BoxJson | Literal["sample"]
    episode: str
    supply: SupplyName | list[SetName]
    reavers: int | Literal["episode"]
    turns: int
    moves: int


@dataclass(frozen=True, slots=True, eq=False)
class Options(Keyed):
    """Valid options, and what follows from them for each seat.

    Reading equal options gives the same object, whose hash is computed once. Their pickle is small
    unless they have a box of their own, and their ``repr`` is Python that makes them again.
    """

    players: int
    factions: tuple[Faction, ...]
    """By seat."""
    starting_player: int
    """The seat with the first turn; with a draft, the seat that picks first."""
    sides: tuple[SideName, ...]
    """By seat."""
    box: Box
    episode: Episode | None
    slots: Sets | None
    """The sets of the four slots; None with a draft."""
    reavers: tuple[Reaver, ...]
    """The Reavers in play."""
    turns: int
    """The limit of turns, counted over all seats, after which the game is over."""
    moves: int
    """After so many actions in a turn only finishing actions are legal, unless there is none."""
    boards: tuple[Side, ...] = field(init=False, repr=False)
    """The side of the board of each seat."""
    needed: tuple[int, ...] = field(init=False, repr=False)
    """By seat, the power needed to win, and the most that a seat may have after playing a card.

    In an episode where power does not win, the limit for playing cards still holds.
    """
    verse: tuple[VerseCard, ...] = field(init=False, repr=False)
    """The 'verse card of each seat."""
    has_warrants: tuple[bool, ...] = field(init=False, repr=False)
    """By seat, True when it may issue warrants: by its 'verse card, or by effects of the box."""
    wins: tuple[Sequence[Win], ...] = field(init=False, repr=False)
    """By seat, the ways to win the episode."""
    steps: tuple[Mapping[WinStep, int], ...] = field(init=False, repr=False)
    """By seat, the steps of the episode that it marks with tokens, and how often at most."""
    hashed: int = field(init=False, repr=False)

    @override
    def __post_init__(self) -> None:
        """Compute the other fields."""
        box, episode = self.box, self.episode
        verse = tuple(box.verse_card(it) for it in self.factions)
        boards = tuple(map(box.side, self.factions, self.sides))
        needed = tuple(it.needed(self.players) for it in boards)
        warrants = tuple(box.issues_warrants or "warrant" in it.actions for it in verse)
        wins = tuple([] if episode is None else episode.wins_of(it) for it in self.factions)
        steps = tuple({} if episode is None else episode.steps_of(it) for it in self.factions)
        object.__setattr__(self, "boards", boards)
        object.__setattr__(self, "needed", needed)
        object.__setattr__(self, "verse", verse)
        object.__setattr__(self, "has_warrants", warrants)
        object.__setattr__(self, "wins", wins)
        object.__setattr__(self, "steps", steps)
        Keyed.__post_init__(self)

    @override
    def _key(self) -> tuple[object, ...]:
        first = (self.players, self.factions, self.starting_player, self.sides, self.episode)
        return (*first, self.slots, len(self.reavers), self.turns, self.moves, self.box)

    @override
    def __reduce__(self) -> tuple[object, ...]:
        return read_options, (self.to_json(),)

    @override
    def __repr__(self) -> str:
        return _python(self)

    def to_json(self) -> OptionsJson:
        """Return the options as the wire has them."""
        return OptionsJson(
            players=self.players,
            factions=[*self.factions],
            starting_player=self.starting_player,
            sides=[*self.sides],
            box=SAMPLE if self.box == default_box() else self.box.to_json(),
            episode=NO_EPISODE if self.episode is None else self.episode.name,
            supply=self._supply(),
            reavers=self._reavers(),
            turns=self.turns,
            moves=self.moves,
        )

    def _reavers(self) -> int | Literal["episode"]:
        """Return how many Reavers of the box are in play, unless the episode names them."""
        has_own = self.episode is not None and self.episode.reavers
        return EPISODE_REAVERS if has_own else len(self.reavers)

    def _supply(self) -> SupplyName | list[SetName]:
        """Return the name of the sets, if they have one."""
        if self.slots is None:
            return DRAFT
        if self.episode is not None and self.episode.supply is not None:
            return EPISODE_SETS
        for name, sets in RECOMMENDED.items():
            if sets == self.slots:
                return name
        return [*self.slots]


@cached(16)
def _python(options: Options) -> str:
    """Return Python that makes the options again; the ``repr`` of each of their states has it."""
    return f"read_options({options.to_json()!r})"


# Each option by itself


def _read_names(name: str, known: Sequence[_T], clause: Clause, value: object) -> tuple[_T, ...]:
    """Return names that are known, one for each seat."""
    given = value if is_array(value) else [None]
    found = [it for one in given for it in known if it == one]
    if len(found) != len(given):
        problem = f"a list is wanted, for each seat one of {', '.join(known)}, not {shown(value)}"
        raise InvalidOptions(name, problem, clause)
    return tuple(found)


def _read_episode(value: object) -> str:
    if not isinstance(value, str):
        problem = f"{NO_EPISODE} or the name of an episode is wanted, not {shown(value)}"
        raise InvalidOptions("episode", problem, Clause.SETUP_EPISODE)
    return value


def _read_supply(value: object) -> SupplyName | Sets:
    if is_array(value) and len(value) == len(SLOTS):
        try:
            return read_sets(Node(value).elements())
        except InvalidData as error:
            problem = f"{error.place}: {error.problem}"
            raise InvalidOptions("supply", problem, Clause.SETUP_SUPPLY) from None
    names: tuple[SupplyName, ...] = (*RECOMMENDED, DRAFT, EPISODE_SETS)
    for name in names:
        if value == name:
            return name
    slots = ", ".join(SLOTS)
    problem = f"one of {', '.join(names)} or sets for {slots} are wanted, not {shown(value)}"
    raise InvalidOptions("supply", problem, Clause.SETUP_SUPPLY)


def _read_reavers(value: object) -> int | Literal["episode"]:
    if value == EPISODE_REAVERS:
        return EPISODE_REAVERS
    return whole_number("reavers", limits.REAVERS, Clause.SETUP_REAVERS)(value)


def _parse_sides(argument: str) -> object:
    """Return the sides of an argument like ``AB``, or the data of JSON."""
    return [*argument] if argument.isalpha() else json_or_names(argument)


PLAYERS: Final = Option(
    "players",
    SEATS[0],
    "how many play, 2 to 4",
    whole_number("players", SEATS, Clause.SETUP_PLAYERS),
    counts_seats=True,
    title="Players",
)
FACTIONS_CHOSEN: Final = Option(
    "factions",
    None,
    f"the faction of each seat: different ones of {','.join(FACTIONS)} (the first ones)",
    partial(_read_names, "factions", FACTIONS, Clause.SETUP_FACTIONS),
    parse=json_or_names,
    by_seat=True,
    parts=(FACTIONS,) * len(FACTIONS),
    title="Factions",
)
STARTING_PLAYER: Final = Option(
    "starting_player",
    0,
    "who takes the first turn, or picks first in a draft: a seat, counted clockwise from 0",
    as_given,  # the range depends on the number of players
    names_seat=True,
    title="Starting player",
)
SIDES_CHOSEN: Final = Option(
    "sides",
    None,
    "the side of the board of each seat, like AB (all A, or as the episode says)",
    partial(_read_names, "sides", SIDES, Clause.SETUP_BOARDS),
    parse=_parse_sides,
    by_seat=True,
    parts=(SIDES,) * len(FACTIONS),
    title="Sides of the boards",
)
BOX: Final = Option(
    "box",
    SAMPLE,
    "the cards, boards, Reavers and episodes that you own",
    read_box,
    file=BoxFile,
    named={
        SAMPLE: lambda: default_box().to_json(),
        WORKSHOP: lambda: workshop_box().to_json(),
    },
    former={SAMPLE: (lambda: first_box().to_json(),)},
    title="Box",
)
EPISODE: Final = Option(
    "episode",
    NO_EPISODE,
    "none, or the name of an episode of the box",
    _read_episode,
    parse=str,
    choices=lambda: (NO_EPISODE, *(it.name for it in default_box().episodes)),
    has_others=True,
    title="Episode",
)
SUPPLY: Final[Option[SupplyName | Sets | None]] = Option(
    "supply",
    None,
    f"the supply sets: {', '.join(RECOMMENDED)}, draft, or one for each slot"
    " like misbehave,palaver,fei-wu,the-dart (basic); leave it out where the episode names sets",
    _read_supply,
    parse=name_or_names,
    choices=lambda: (*RECOMMENDED, DRAFT),
    parts=[FITTING[slot] for slot in SLOTS],
    title="Supply sets",
)
REAVERS_IN_PLAY: Final[Option[int | Literal["episode"] | None]] = Option(
    "reavers",
    None,
    "how many Reavers of the box are in play (0); leave it out where the episode names Reavers",
    _read_reavers,
    title="Reavers",
)
TURN_LIMIT: Final = Option(
    "turns",
    200,
    "the game ends after this many turns of all players together, 1 to 1000",
    whole_number("turns", TURNS, Clause.END_TURNS),
    title="Most turns of a game",
)
MOVE_LIMIT: Final = Option(
    "moves",
    200,
    "after this many actions in one turn, a player can only finish it, 10 to 1000",
    whole_number("moves", MOVES, Clause.END_MOVES),
    title="Most actions of a turn",
)
OPTIONS: Final = (
    *(PLAYERS, FACTIONS_CHOSEN, STARTING_PLAYER, SIDES_CHOSEN, BOX, EPISODE, SUPPLY),
    *(REAVERS_IN_PLAY, TURN_LIMIT, MOVE_LIMIT),
)
"""The options as the wire and the command line name them."""


# All options together

_interned: Final[Callable[[Options], Options]] = interner(256)


def read_options(given: Mapping[str, object]) -> Options:
    """Return valid options; those left out have their defaults.

    The box may be a :class:`~fireflies.misbehavin.box.contents.Box` or its plain data.

    Raises:
        InvalidOptions: for the first option that is invalid, with its clause and what is valid.
    """
    values = Given(OPTIONS, given)
    players = values[PLAYERS]
    factions = values[FACTIONS_CHOSEN] if FACTIONS_CHOSEN.name in given else FACTIONS[:players]
    if len(factions) != players or len({*factions}) != players:
        problem = f"{players} different factions are wanted, not {shown([*factions])}"
        raise InvalidOptions(FACTIONS_CHOSEN.name, problem, Clause.SETUP_FACTIONS)
    read_seat = whole_number("starting_player", range(players), Clause.SETUP_STARTING_PLAYER)
    starting_player = read_seat(values[STARTING_PLAYER])
    sides = values[SIDES_CHOSEN] if SIDES_CHOSEN.name in given else None
    if sides is not None and len(sides) != players:
        problem = f"a side for each of {players} seats is wanted, not {shown([*sides])}"
        raise InvalidOptions(SIDES_CHOSEN.name, problem, Clause.SETUP_BOARDS)
    box = values[BOX]
    episode = _find_episode(box, values[EPISODE])
    slots = _settle_sets(episode, values[SUPPLY] if SUPPLY.name in given else None)
    reavers = values[REAVERS_IN_PLAY] if REAVERS_IN_PLAY.name in given else None
    return _interned(
        Options(
            players=players,
            factions=factions,
            starting_player=starting_player,
            sides=_settle_sides(episode, sides, players),
            box=box,
            episode=episode,
            slots=slots,
            reavers=_settle_reavers(box, episode, reavers),
            turns=values[TURN_LIMIT],
            moves=values[MOVE_LIMIT],
        )
    )


def _find_episode(box: Box, name: str) -> Episode | None:
    episode = box.episode(name)
    if episode is None and name != NO_EPISODE:
        known = ", ".join([NO_EPISODE, *(it.name for it in box.episodes)])
        problem = f"one of {known} is wanted, not {shown(name)}"
        raise InvalidOptions("episode", problem, Clause.SETUP_EPISODE)
    return episode


def _settle_sides(
    episode: Episode | None, sides: tuple[SideName, ...] | None, players: int
) -> tuple[SideName, ...]:
    """Return the side of each seat."""
    wanted = None if episode is None else episode.side
    if sides is None:
        return (wanted or SIDES[0],) * players
    if wanted is not None and {*sides} != {wanted}:
        problem = f"{wanted} is wanted for each seat, as the episode says, not {shown([*sides])}"
        raise InvalidOptions(SIDES_CHOSEN.name, problem, Clause.SETUP_BOARDS)
    return sides


def _settle_sets(episode: Episode | None, supply: SupplyName | Sets | None) -> Sets | None:
    """Return the sets of the four slots; None with a draft."""
    sets = None if episode is None else episode.supply
    if sets is not None:
        if supply is not None and supply != EPISODE_SETS:
            problem = f"{EPISODE_SETS} is wanted, as the episode names the sets"
            raise InvalidOptions("supply", problem, Clause.SETUP_SUPPLY)
        return sets
    match supply:
        case None:
            return RECOMMENDED["basic"]
        case "draft":
            return None
        case "episode":
            problem = f"{', '.join(RECOMMENDED)}, {DRAFT} or sets are wanted: no episode names any"
            raise InvalidOptions("supply", problem, Clause.SETUP_SUPPLY)
        case str():
            return RECOMMENDED[supply]
        case _:
            return supply


def _settle_reavers(
    box: Box, episode: Episode | None, given: int | Literal["episode"] | None
) -> tuple[Reaver, ...]:
    """Return the Reavers in play."""
    if episode is not None and episode.reavers:
        if given not in {None, EPISODE_REAVERS}:
            problem = f"{EPISODE_REAVERS} is wanted, as the episode names the Reavers"
            raise InvalidOptions(REAVERS_IN_PLAY.name, problem, Clause.SETUP_REAVERS)
        return episode.reavers
    count = 0 if given is None else given
    if count == EPISODE_REAVERS or count > len(box.reavers):
        most = f"0 to {len(box.reavers)} are wanted, as many as the box has"
        raise InvalidOptions(REAVERS_IN_PLAY.name, f"{most}, not {count}", Clause.SETUP_REAVERS)
    return box.reavers[:count]
