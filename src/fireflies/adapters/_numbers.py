"""The actions of a game as numbers, its options as arguments, and seeds, for all adapters."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from fireflies._data import array, text
from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import Action, State
from fireflies.errors import InvalidData, UnusableGame, shown
from fireflies.games import Game, Setup

if TYPE_CHECKING:
    from fireflies.tensors import Tensors


def option_names(game: Game[Any], taken: Collection[str]) -> dict[str, str]:
    """Return the name of each option of a game, by the name of the adapter's argument for it.

    The names are equal, but with ``_`` at the end where the adapter has taken the name already.
    """
    names = [option.name for option in game.options]
    return {f"{name}_" if name in taken else name: name for name in names}


Utility: TypeAlias = Literal["win", "score"]
"""The reward at the end: returns (by default a share of the win less ``1/n``), or the points."""
UTILITIES: Final[Sequence[Utility]] = ("win", "score")
AT_SEATS: Final = (
    *("game", "seats", "utility", "egocentric", "max_cycles", "render_mode", "render_for"),
)
"""The arguments, besides options, of an environment whose seats have agents or bots."""


def set_up(
    game: Game[State], options: Mapping[str, object], taken: Collection[str]
) -> Setup[State]:
    """Return the setup for options given as arguments of an adapter.

    Raises:
        InvalidOptions: when they do not fit.
        InvalidData: when the file of an option is wrong.
        OSError: when it can't be read.
    """
    option_of = option_names(game, taken)
    given = {option_of.get(name, name): value for name, value in options.items()}
    return game.set_up(game.parse_arguments(given))


def one_of(place: str, value: str, known: Sequence[str]) -> str:
    """Return one of the known words.

    Raises:
        InvalidData: when it is none of them.
    """
    if value not in known:
        raise InvalidData(place, f"{shown(value)} is none of: {', '.join(known)}")
    return value


def read_seats(seats: Sequence[object]) -> list[str]:
    """Return the names of the players of the seats, a list or a tuple. Raises InvalidData."""
    given = array([*seats] if isinstance(seats, tuple) else seats, "seats")
    return [text(name, f"seats[{seat}]") for seat, name in enumerate(given)]


def require_whole(place: str, number: object, allowed: range) -> None:
    """Raise InvalidData unless this is one of these whole numbers."""
    if type(number) is not int or number not in allowed:
        wanted = f"a whole number from {allowed[0]} to {allowed[-1]} is wanted"
        raise InvalidData(place, f"{wanted}, not {shown(number)}")


def next_seed(seed: int) -> int:
    """Return the seed of the play after the one with this seed, where none is given."""
    return Draws(seed, "next play").bits()


class Numbering:
    """The numbers of all actions of a game with its options settled, and its tensors.

    Raises:
        UnusableGame: when the game has no tensors with these options.
    """

    def __init__(self, game: Game[Any], setup: Setup[State]) -> None:
        if setup.tensors is None:
            raise UnusableGame(game.name, "its actions have no numbers, since it has no tensors")
        tensors = setup.tensors()
        self._set_up_again: Final = game, setup.options
        self.tensors: Final[Tensors[Any]] = tensors
        self.actions: Final = _Numbers(tensors.actions)
        """The actions of seats."""
        self.chance_actions: Final = _Numbers(tensors.chance_actions)
        """The actions of chance, numbered separately."""
        self.seen: Final = _Numbers(
            (*tensors.actions, *tensors.chance_actions, *tensors.redacted_actions)
        )
        """All actions as observers see them, numbered together."""

    @override
    def __reduce__(self) -> tuple[Callable[..., "Numbering"], tuple[object, ...]]:
        # The functions in tensors have no pickle.
        return _unpickle, self._set_up_again

    def legal(self, state: State) -> list[int]:
        """Return the numbers of the actor's legal actions, ascending."""
        numbers = self.actions if isinstance(state.actor, int) else self.chance_actions
        return sorted(map(numbers.number, state.legal_actions))

    def weights(self, state: State) -> list[tuple[int, int]]:
        """Return the numbers of chance's legal actions with their weights, ascending."""
        number = self.chance_actions.number
        return sorted((number(action), weight) for action, weight in state.chance_weights)

    def limits(self) -> tuple[list[int], list[int]]:
        """Return the lower bounds and the upper bounds of the numbers of an observation."""
        features = self.tensors.observation
        return (
            [feature.lowest for feature in features for _ in range(feature.size)],
            [feature.highest for feature in features for _ in range(feature.size)],
        )


def _unpickle(game: Game[Any], options: Mapping[str, object]) -> Numbering:
    return Numbering(game, game.set_up(options))


class _Numbers:
    """A mapping between actions and their numbers, in both directions."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self._actions = tuple(actions)
        # By class: the hash of an action is that of its fields, so equal fields would collide.
        self._numbers: dict[type[Action], dict[Action, int]] = {}
        for number, action in enumerate(self._actions):
            self._numbers.setdefault(type(action), {})[action] = number

    def __len__(self) -> int:
        return len(self._actions)

    def number(self, action: Action) -> int:
        """Return the number of an action.

        Raises:
            ValueError: when it has none.
        """
        try:
            return self._numbers[type(action)][action]
        except KeyError:
            raise ValueError(f"{action} has no number in this game") from None

    def numbers(self, actions: Iterable[Action]) -> list[int]:
        """Return the numbers of actions; each has to have one."""
        numbers = self._numbers
        return [numbers[type(action)][action] for action in actions]

    def action(self, number: int) -> Action:
        """Return the action with this number.

        Raises:
            ValueError: when there is none.
        """
        if number not in range(len(self._actions)):
            raise ValueError(f"no action has the number {number}, only 0 to {len(self) - 1}")
        return self._actions[number]
