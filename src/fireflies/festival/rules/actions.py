"""The actions of Firefly Festival; the text of each is that of the wire."""

from dataclasses import dataclass
from typing import Final, TypeAlias, get_args

from fireflies import contract
from fireflies._typing import override
from fireflies.festival.box.components import Goal, Kind, Tile


@dataclass(frozen=True, slots=True)
class LayTile(contract.Action, verb="tile"):
    """Chance: this tile lies on the first island without one."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class DrawKind(contract.Action, verb="kind"):
    """Chance: this kind of public goals is in play."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class DealGoal(contract.Action, verb="deal"):
    """Chance: deal this private goal to the hand of the seat."""

    goal: Goal


@dataclass(frozen=True, slots=True)
class DealPower(contract.Action, verb="power"):
    """Chance: this power card is dealt to a seat."""

    power: str


@dataclass(frozen=True, slots=True)
class KeepPower(contract.Action, verb="keep"):
    """Keep this one of two power cards."""

    power: str


@dataclass(frozen=True, slots=True)
class NameFirst(contract.Action, verb="first"):
    """Chance: this seat takes the first turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Bridge(contract.Action, verb="bridge"):
    """Main action: build a bridge in this lane."""

    lane: str


@dataclass(frozen=True, slots=True)
class Pagoda(contract.Action, verb="pagoda"):
    """Main action: build a floor of a pagoda on this island."""

    island: str


@dataclass(frozen=True, slots=True)
class Move(contract.Action, verb="move"):
    """Main action: begin the movements of workers."""


@dataclass(frozen=True, slots=True)
class Festival(contract.Action, verb="festival"):
    """Main action: hold a festival on this island."""

    island: str


@dataclass(frozen=True, slots=True)
class Private(contract.Action, verb="private"):
    """Secondary action: complete this private goal from your own hand."""

    goal: Goal


@dataclass(frozen=True, slots=True)
class Public(contract.Action, verb="public"):
    """Secondary action: complete the public goal on top of the stack of this kind."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Crow(contract.Action, verb="crow"):
    """Secondary action: take the crow, and ``coins`` or ``workers`` with it."""

    choice: str

    @property
    @override
    def things(self) -> tuple[str, ...]:
        return ("crow",)


@dataclass(frozen=True, slots=True)
class Fish(contract.Action, verb="fish"):
    """Secondary action: use a lucky fish for one more main action."""


@dataclass(frozen=True, slots=True)
class End(contract.Action, verb="end"):
    """End the turn and leave its secondary action unused."""


@dataclass(frozen=True, slots=True)
class Recruit(contract.Action, verb="recruit"):
    """Place a new worker from the supply on this island."""

    island: str


@dataclass(frozen=True, slots=True)
class Cross(contract.Action, verb="cross"):
    """Move this number of workers over the new bridge to the island at this end of it."""

    island: str
    workers: int


@dataclass(frozen=True, slots=True)
class Stay(contract.Action, verb="stay"):
    """Move no worker over the new bridge."""


@dataclass(frozen=True, slots=True)
class Walk(contract.Action, verb="walk"):
    """Begin a movement with a worker from this island."""

    island: str


@dataclass(frozen=True, slots=True)
class Done(contract.Action, verb="done"):
    """Make no more movements."""


@dataclass(frozen=True, slots=True)
class To(contract.Action, verb="to"):
    """Move the chosen worker to this island over bridges of this seat."""

    island: str
    seat: int


SetupAction: TypeAlias = LayTile | DrawKind | DealGoal | DealPower | KeepPower | NameFirst
"""The actions before the first turn; ``DealGoal`` also occurs later."""

MainAction: TypeAlias = Bridge | Pagoda | Move | Festival
"""The four main actions; decisions that belong to them follow as partial actions."""
SecondaryAction: TypeAlias = Private | Public | Crow | Fish
"""The four secondary actions."""

PartialAction: TypeAlias = Recruit | Cross | Stay | Walk | To | Done
"""The decisions within an action."""

Action: TypeAlias = SetupAction | MainAction | SecondaryAction | End | PartialAction
"""All actions of Firefly Festival."""
ACTIONS: Final[tuple[type[Action], ...]] = get_args(Action)
"""The classes of all actions."""
