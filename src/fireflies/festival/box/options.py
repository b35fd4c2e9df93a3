"""The options of a game of Firefly Festival."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, TypedDict

from fireflies._data import is_array
from fireflies._nodes import Node
from fireflies._typing import cached, override
from fireflies.contract import CHANCE, InvalidOptions
from fireflies.errors import shown
from fireflies.festival.box.board import Board
from fireflies.festival.box.boxfile import BoxFile, default_box, read_box, small_box
from fireflies.festival.box.components import OFF, PUBLIC_KINDS, SEATS, Figures, Kind
from fireflies.festival.box.contents import Box, BoxJson
from fireflies.festival.clauses import Clause
from fireflies.games import Given, Option, as_given
from fireflies.options import Keyed, interner, name_or_names, reader, whole_number

StartingPlayer: TypeAlias = int | Literal["chance"]
GoalsJson: TypeAlias = list[Kind] | Literal["chance"]
TurnsJson: TypeAlias = int | Literal["off"]
SetupName: TypeAlias = Literal["first", "variable"]

SETUPS: Final[tuple[SetupName, ...]] = ("first", "variable")
STACKS: Final = 4
"""The number of kinds of public goals in play."""
POWERS_DEALT: Final = 2
"""Power cards dealt to each player, who keeps one."""
TURNS: Final = range(1, 1001)
"""The possible limits of turns."""


class OptionsJson(TypedDict):
    """The wire's OPTIONS."""

    players: int
    starting_player: StartingPlayer
    setup: SetupName
    goals: GoalsJson
    powers: bool
    turns: TurnsJson
    box: BoxJson


@dataclass(frozen=True, slots=True, eq=False)
class Options(Keyed):
    """Valid options, and the board that follows from them.

    ``read_options`` returns the same object for equal options, whose hash is computed once. The
    pickle is small, and ``repr`` is Python that creates the options again.
    """

    players: int
    starting_player: StartingPlayer
    setup: SetupName
    """The place of the start tiles: the two start islands (``first``) or any two (``variable``)."""
    goals: tuple[Kind, ...] | None
    """The four kinds of public goals in play, in the order of ``PUBLIC_KINDS``.

    None when chance draws them.
    """
    powers: bool
    """True when powers are dealt."""
    turns: int | None
    """The limit of turns, counted over all seats, after which the game is over; None without."""
    box: Box
    board: Board = field(repr=False)
    """The board of the box for this number of players."""
    sorin: int = field(repr=False)
    """The number of sōrin at the start."""

    figures: Mapping[str | None, Figures] = field(repr=False)
    """The figures of a player, by the name of its kept power; by None for one without a power."""
    hashed: int = field(init=False, repr=False)

    @override
    def _key(self) -> tuple[object, ...]:
        first = (self.players, self.starting_player, self.setup)
        return (*first, self.goals, self.powers, self.turns, self.box)

    @override
    def __reduce__(self) -> tuple[object, ...]:
        return read_options, (_given(self),)

    @override
    def __repr__(self) -> str:
        return _python(self)

    @property
    def possible_goals(self) -> tuple[Kind, ...]:
        """The kinds of public goals that may be in play."""
        return self.goals or PUBLIC_KINDS

    def to_json(self) -> OptionsJson:
        """Return the options as the wire has them."""
        return OptionsJson(
            players=self.players,
            starting_player=self.starting_player,
            setup=self.setup,
            goals=CHANCE if self.goals is None else [*self.goals],
            powers=self.powers,
            turns=self.turns or OFF,
            box=self.box.to_json(),
        )


def _given(options: Options) -> dict[str, object]:
    """Return the options that differ from their defaults, as plain data."""
    values: dict[str, object] = {**options.to_json()}
    if options.box == default_box():
        values["box"] = None
    return {it.name: values[it.name] for it in OPTIONS if values[it.name] != it.default}


@cached(16)
def _python(options: Options) -> str:
    """Return Python that makes the options again; the ``repr`` of each of their states has it."""
    return f"read_options({_given(options)!r})"


def _read_starting_player(value: object, players: int) -> StartingPlayer:
    if value == CHANCE:
        return CHANCE
    if isinstance(value, bool) or not isinstance(value, int) or value not in range(players):
        problem = f"{CHANCE} or a seat from 0 to {players - 1} is wanted, not {shown(value)}"
        raise InvalidOptions("starting_player", problem, Clause.SETUP_FIRST)
    return value


def _read_goals(value: object) -> tuple[Kind, ...] | None:
    """Return the kinds in the order of ``PUBLIC_KINDS``; None for chance."""
    if value == CHANCE:
        return None
    given = value if is_array(value) else []
    kinds: list[Kind] = [kind for kind in PUBLIC_KINDS if kind in given]
    if len(kinds) != STACKS or len(given) != STACKS:
        names = ", ".join(PUBLIC_KINDS)
        problem = f"{CHANCE} or four different ones of {names} are wanted, not {shown(value)}"
        raise InvalidOptions("goals", problem, Clause.SETUP_PUBLIC)
    return tuple(kinds)


_turns: Final = whole_number("turns", TURNS, Clause.END_TURNS)


def _read_turns(value: object) -> int | None:
    if value == OFF:
        return None
    try:
        return _turns(value)
    except InvalidOptions as error:
        raise InvalidOptions("turns", f"{OFF} or {error.problem}", Clause.END_TURNS) from None


PLAYERS: Final = Option(
    "players",
    SEATS[0],
    "how many play, 2 to 6",
    whole_number("players", SEATS, Clause.SETUP_PLAYERS),
    counts_seats=True,
    title="Players",
)
STARTING_PLAYER: Final = Option(
    "starting_player",
    CHANCE,
    "who takes the first turn: chance, or a seat, counted clockwise from 0",
    as_given,  # the range depends on the number of players
    choices=lambda: (CHANCE,),
    names_seat=True,
    title="Starting player",
)
SETUP: Final[Option[SetupName]] = Option(
    "setup",
    SETUPS[0],
    "where the start tiles lie: first (in their two places) or variable (anywhere)",
    reader("setup", lambda node: node.one_of(SETUPS), Clause.SETUP_START_TILES),
    choices=lambda: SETUPS,
    title="Setup",
)
GOALS: Final = Option(
    "goals",
    [*PUBLIC_KINDS[:STACKS]],
    f"the public goals in play: {CHANCE}, or four of {','.join(PUBLIC_KINDS)}",
    _read_goals,
    parse=name_or_names,
    choices=lambda: (CHANCE,),
    parts=(PUBLIC_KINDS,) * STACKS,
    title="Public goals",
)
POWERS: Final = Option(
    "powers",
    default=False,
    text="whether each player has a power: true or false",
    read=reader("powers", Node.flag, Clause.POWER_DEAL),
    choices=lambda: ("false", "true"),
    title="Powers",
)
TURN_LIMIT: Final = Option(
    "turns",
    OFF,
    "the game ends after this many turns of all players together, 1 to 1000, or off",
    _read_turns,
    title="Most turns of a game",
    is_newer=True,
)
BOX: Final = Option(
    "box",
    None,
    "the boards, tiles and cards that you own, and the figures of the rules",
    read_box,
    file=BoxFile,
    named={
        "shipped": lambda: default_box().to_json(),
        "small": lambda: small_box().to_json(),
    },
    title="Box",
)
OPTIONS: Final = (PLAYERS, STARTING_PLAYER, SETUP, GOALS, POWERS, TURN_LIMIT, BOX)
"""The options as the wire and the command line name them."""

_interned: Final[Callable[[Options], Options]] = interner(256)


def read_options(given: Mapping[str, object]) -> Options:
    """Return valid options; those left out have their defaults.

    The box may be a :class:`~fireflies.festival.box.contents.Box` or its plain data.

    Raises:
        InvalidOptions: for the first option that is invalid, with its clause and what is valid.
    """
    values = Given(OPTIONS, given)
    players = values[PLAYERS]
    starting_player = _read_starting_player(values[STARTING_PLAYER], players)
    setup, goals, powers = values[SETUP], values[GOALS], values[POWERS]
    box = values[BOX]
    turns = values[TURN_LIMIT]
    if turns is None and not box.figures.rounds:
        problem = (
            f"{TURNS[0]} to {TURNS[-1]} is wanted, as /figures/rounds of the box is {OFF}"
            " and some play would never end"
        )
        raise InvalidOptions("turns", problem, Clause.END_TURNS)
    board = box.board(players)
    if board is None:
        there = ", ".join(str(seats) for it in box.boards for seats in it.players)
        problem = f"/boards: none is for {players} players, only for {there}"
        raise InvalidOptions("box", problem, Clause.SETUP_PLAYERS)
    for key, needed, cards, clause in (
        ("private", players * box.figures.hand, box.private, Clause.SETUP_PRIVATE),
        ("powers", players * POWERS_DEALT * powers, box.powers, Clause.POWER_DEAL),
    ):
        if len(cards) < needed:
            problem = f"/{key}: {players} players are dealt {needed} cards, and it has {len(cards)}"
            raise InvalidOptions("box", problem, clause)
    return _interned(
        Options(
            players=players,
            starting_player=starting_player,
            setup=setup,
            goals=goals,
            powers=powers,
            turns=turns,
            box=box,
            board=board,
            sorin=box.sorin[SEATS.index(players)],
            figures={
                None: box.figures,
                **{power.name: power.change(box.figures) for power in box.powers if powers},
            },
        )
    )
