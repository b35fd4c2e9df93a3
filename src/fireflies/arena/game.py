"""One game: who decides is asked, and what was decided is done, until all is over or one fails."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, Bot, IllegalAction, Sight, State, Turn, View
from fireflies.games import Game
from fireflies.record import Record
from fireflies.table import deal

_LONGEST: Final = 300  # letters of an error that are told

Ask: TypeAlias = Callable[[Bot, Turn], Action]
"""How a bot is asked; it may raise :class:`Late`."""


class Late(Exception):
    """A bot has taken longer than it may."""


class Failure(NamedTuple):
    """Why a game could not go on: what a bot did in place of a decision."""

    seat: int
    kind: str
    """As :attr:`fireflies.arena.Fault.kind` has it."""
    text: str
    """The error, in one line."""


class Played(NamedTuple):
    """How a game went."""

    actions: tuple[Action, ...]
    final: State
    failure: Failure | None
    """None when the game went to its end."""


class Setting(NamedTuple):
    """What is on the table before a game: the same for many of them."""

    game: Game
    options: Mapping[str, object]
    """Complete."""
    start: State
    """The first state; of the packed game where there is one."""


def ask(bot: Bot, turn: Turn) -> Action:
    """What the bot decides, however long it takes."""
    return bot(turn)


def play(setting: Setting, bots: Sequence[Bot], seed: int, asked: Ask = ask) -> Played:
    """Play a game, with the very actions that a :class:`~fireflies.table.Table` would see."""
    state = setting.start
    actions: list[Action] = []
    decisions = [0] * len(bots)
    purposes = [f"seat {seat}" for seat in range(len(bots))]
    dealt = 0
    while (actor := state.actor) is not None:
        if actor == CHANCE:
            action = deal(state, Draws(seed, CHANCE, dealt))
            dealt += 1
            state = state.apply(action)
        else:
            turn = _Turn(setting, actor, state, actions, (seed, purposes[actor], decisions[actor]))
            decisions[actor] += 1
            try:
                action = asked(bots[actor], turn)
            except KeyboardInterrupt:
                raise  # somebody wants all of it to stop
            except Late as late:
                return Played(tuple(actions), state, Failure(actor, "late", str(late)))
            except BaseException as error:  # noqa: BLE001 - whatever it is, the others go on
                return Played(tuple(actions), state, Failure(actor, "error", in_a_line(error)))
            try:
                state = state.apply(action)
            except IllegalAction as error:
                return Played(tuple(actions), state, Failure(actor, "illegal", in_a_line(error)))
        actions.append(action)
    return Played(tuple(actions), state, None)


def in_a_line(error: BaseException) -> str:
    """An error in one line, cut when it is long; it may be of a bot's own, and have no text."""
    try:
        words = f"{type(error).__name__}: {error}"
        if isinstance(error, IllegalAction):
            words = error.violation.reason
    except Exception:  # noqa: BLE001 - somebody's own class
        words = type(error).__name__
    return " ".join(words.split())[:_LONGEST]


class _Turn:
    """A :class:`~fireflies.contract.Turn` in which nothing is made before it is asked for."""

    __slots__ = ("_actions", "_draw", "_draws", "_length", "_seat", "_setting", "_state", "_view")

    def __init__(
        self,
        setting: Setting,
        seat: int,
        state: State,
        actions: list[Action],
        draw: tuple[int, str, int],
    ) -> None:
        self._setting = setting
        self._seat = seat
        self._state = state
        self._actions = actions
        self._length = len(actions)  # more will be added to the list
        self._draw = draw
        self._draws: Draws | None = None
        self._view: View | None = None

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self._seat

    @property
    def view(self) -> View:
        """What that seat sees."""
        if self._view is None:
            self._view = self._state.view(self._seat)
        return self._view

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """What it may do."""
        return self._state.legal_actions

    @property
    def draws(self) -> Draws:
        """The seat's own chance, for this decision."""
        if self._draws is None:
            self._draws = Draws(*self._draw)
        return self._draws

    def information_state(self) -> tuple[Sight, ...]:
        """All that the seat has seen since the start."""
        game, options, start = self._setting
        actions = tuple(self._actions[: self._length])
        names = ("",) * start.seats  # who sits there is nobody's business here
        return Record(game, options, names, actions, start, self._state, {}).seen_by(self._seat)
