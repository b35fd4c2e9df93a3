"""Any game as numbers, and its options as arguments: what every adapter needs."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, Final

from fireflies.contract import Action, State
from fireflies.errors import UnusableGame
from fireflies.games import Game, Setup

if TYPE_CHECKING:
    from fireflies.tensors import Tensors


def option_names(game: Game[Any], taken: Collection[str]) -> dict[str, str]:
    """Return the options of a game by the names of an adapter's arguments.

    They are the same names; an option called as an argument of the adapter's own gets a ``_`` more.
    """
    names = [option.name for option in game.options]
    return {f"{name}_" if name in taken else name: name for name in names}


class Numbering:
    """Every action of a game with its options settled, numbered; and its tensors.

    Actions of seats have the numbers from 0, in a fixed order; those of chance too, by themselves.

    Raises:
        UnusableGame: when the game has no tensors with these options.
    """

    def __init__(self, game: Game[Any], setup: Setup[State]) -> None:
        """Number the actions."""
        if setup.tensors is None:
            raise UnusableGame(game.name, "its actions have no numbers, since it has no tensors")
        tensors = setup.tensors()
        self.tensors: Final[Tensors] = tensors
        """How a view is written as numbers."""
        self.actions: Final = _Numbers(tensors.actions)
        """The actions of seats."""
        self.chance_actions: Final = _Numbers(tensors.chance_actions)
        """The actions of chance."""
        self.seen: Final = _Numbers(
            (*tensors.actions, *tensors.chance_actions, *tensors.redacted_actions)
        )
        """All that an observer may see being done, redacted or not."""

    def legal(self, state: State) -> list[int]:
        """Return the actor's legal actions as numbers, ascending; of chance when chance acts."""
        numbers = self.actions if isinstance(state.actor, int) else self.chance_actions
        return sorted(map(numbers.number, state.legal_actions))

    def weights(self, state: State) -> list[tuple[int, int]]:
        """Return chance's legal actions by number, ascending, each with its whole-number weight."""
        number = self.chance_actions.number
        return sorted((number(action), weight) for action, weight in state.chance_weights)

    def mask(self, state: State) -> list[int]:
        """Return for each number of a seat's action 1 when it is legal, and 0 when not."""
        mask = [0] * len(self.actions)
        if isinstance(state.actor, int):
            for number in self.legal(state):
                mask[number] = 1
        return mask

    def limits(self) -> tuple[list[int], list[int]]:
        """Return the lowest and the highest values of each number of an observation."""
        features = self.tensors.observation
        return (
            [feature.lowest for feature in features for _ in range(feature.size)],
            [feature.highest for feature in features for _ in range(feature.size)],
        )


class _Numbers:
    """Actions in a fixed order: from each to its number, and back."""

    def __init__(self, actions: Sequence[Action]) -> None:
        """Number these, from 0."""
        self._actions = tuple(actions)
        self._numbers = {action: number for number, action in enumerate(self._actions)}

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._actions)

    def number(self, action: Action) -> int:
        """Return the number of an action.

        Raises:
            ValueError: when it has none in this game.
        """
        try:
            return self._numbers[action]
        except KeyError:
            raise ValueError(f"no number stands for {action} in this game") from None

    def action(self, number: int) -> Action:
        """Return the action of a number.

        Raises:
            ValueError: when no action has it.
        """
        if number not in range(len(self._actions)):
            raise ValueError(f"no action has the number {number}, only 0 to {len(self) - 1}")
        return self._actions[number]
