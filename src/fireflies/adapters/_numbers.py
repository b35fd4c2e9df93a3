"""Any game of ours as numbers: what every adapter needs, whatever it adapts to."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, cast

from fireflies.contract import Action, State
from fireflies.errors import UnusableGame
from fireflies.games import Game

if TYPE_CHECKING:
    from fireflies.tensors import Tensors, TensorsRoom


class Numbering:
    """Every action of a game with its options settled, numbered; and its tensors.

    Actions of seats have the numbers from 0, in a fixed order; those of chance too, by themselves.

    Raises:
        InvalidOptions: when the options don't fit.
        UnusableGame: when the game has no room for tensors.
    """

    def __init__(self, game: Game, options: Mapping[str, object]) -> None:
        """Number the actions of this game with these options; those left out have defaults."""
        if not game.tensors:
            raise UnusableGame(game.name, "its actions have no numbers, since it has no tensors")
        room = cast("TensorsRoom", register.room(game.tensors))
        self.tensors: Final[Tensors] = room.tensors(options)
        """How a view is written, and what a seat sees of an action."""
        self.actions: Final = _Numbers(self.tensors.actions)
        """What a seat may ever do."""
        self.chance_actions: Final = _Numbers(self.tensors.chance_actions)
        """What chance may ever do."""
        self.witnessed: Final = _Numbers(self.tensors.witnessed)
        """What a seat may ever see being done."""

    def legal(self, state: State) -> list[int]:
        """What the actor may do, as numbers, ascending; they are of chance when chance acts."""
        numbers = self.actions if isinstance(state.actor, int) else self.chance_actions
        return sorted(map(numbers.number, state.legal_actions))

    def weights(self, state: State) -> list[tuple[int, int]]:
        """What chance may do, by number, ascending, each with its whole-number weight."""
        number = self.chance_actions.number
        return sorted((number(action), weight) for action, weight in state.chance_weights)

    def mask(self, state: State) -> list[int]:
        """For each number of a seat's action, 1 when it is legal and 0 when not."""
        mask = [0] * len(self.actions)
        if isinstance(state.actor, int):
            for number in self.legal(state):
                mask[number] = 1
        return mask

    def limits(self) -> tuple[list[int], list[int]]:
        """The lowest and the highest that each number of an observation can be."""
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
        """How many there are."""
        return len(self._actions)

    def number(self, action: Action) -> int:
        """The number of an action.

        Raises:
            ValueError: when it has none in this game.
        """
        try:
            return self._numbers[action]
        except KeyError:
            raise ValueError(f"no number stands for {action} in this game") from None

    def action(self, number: int) -> Action:
        """The action of a number.

        Raises:
            ValueError: when no action has it.
        """
        if number not in range(len(self._actions)):
            raise ValueError(f"no action has the number {number}, only 0 to {len(self) - 1}")
        return self._actions[number]
