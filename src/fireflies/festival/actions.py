"""The actions of Firefly Festival; the text of each is that of the wire."""

from dataclasses import dataclass
from typing import TypeAlias

from fireflies import contract
from fireflies._typing import override
from fireflies.festival.components import Goal, Kind, Tile
from fireflies.festival.pieces import HIDDEN


@dataclass(frozen=True, slots=True)
class LayTile(contract.Action):
    """Chance: this tile lies on the first island without one."""

    tile: Tile

    @override
    def __str__(self) -> str:
        return f"tile {self.tile}"


@dataclass(frozen=True, slots=True)
class DealGoal(contract.Action):
    """Chance: deal this private goal to the hand of the seat."""

    goal: Goal

    @override
    def __str__(self) -> str:
        return f"deal {self.goal}"


@dataclass(frozen=True, slots=True)
class DealPower(contract.Action):
    """Chance: this power card is dealt to a seat."""

    power: str

    @override
    def __str__(self) -> str:
        return f"power {self.power}"


@dataclass(frozen=True, slots=True)
class KeepPower(contract.Action):
    """Keep this one of two power cards."""

    power: str

    @override
    def __str__(self) -> str:
        return f"keep {self.power}"


@dataclass(frozen=True, slots=True)
class NameFirst(contract.Action):
    """Chance: this seat takes the first turn."""

    seat: int

    @override
    def __str__(self) -> str:
        return f"first {self.seat}"


@dataclass(frozen=True, slots=True)
class Bridge(contract.Action):
    """Main action: build a bridge in this lane."""

    lane: str

    @override
    def __str__(self) -> str:
        return f"bridge {self.lane}"


@dataclass(frozen=True, slots=True)
class Pagoda(contract.Action):
    """Main action: build a floor of a pagoda on this island."""

    island: str

    @override
    def __str__(self) -> str:
        return f"pagoda {self.island}"


@dataclass(frozen=True, slots=True)
class Move(contract.Action):
    """Main action: begin the movements of workers."""

    @override
    def __str__(self) -> str:
        return "move"


@dataclass(frozen=True, slots=True)
class Festival(contract.Action):
    """Main action: hold a festival on this island."""

    island: str

    @override
    def __str__(self) -> str:
        return f"festival {self.island}"


@dataclass(frozen=True, slots=True)
class Private(contract.Action):
    """Secondary action: complete this private goal from your own hand."""

    goal: Goal

    @override
    def __str__(self) -> str:
        return f"private {self.goal}"


@dataclass(frozen=True, slots=True)
class Public(contract.Action):
    """Secondary action: complete the public goal on top of the stack of this kind."""

    kind: Kind

    @override
    def __str__(self) -> str:
        return f"public {self.kind}"


@dataclass(frozen=True, slots=True)
class Crow(contract.Action):
    """Secondary action: take the crow, and ``coins`` or ``workers`` with it."""

    choice: str

    @override
    def __str__(self) -> str:
        return f"crow {self.choice}"


@dataclass(frozen=True, slots=True)
class Fish(contract.Action):
    """Secondary action: use a lucky fish for one more main action."""

    @override
    def __str__(self) -> str:
        return "fish"


@dataclass(frozen=True, slots=True)
class End(contract.Action):
    """End the turn and leave its secondary action unused."""

    @override
    def __str__(self) -> str:
        return "end"


@dataclass(frozen=True, slots=True)
class Recruit(contract.Action):
    """Place a new worker from the supply on this island."""

    island: str

    @override
    def __str__(self) -> str:
        return f"recruit {self.island}"


@dataclass(frozen=True, slots=True)
class Cross(contract.Action):
    """Move this number of workers over the new bridge to the island at this end of it."""

    island: str
    workers: int

    @override
    def __str__(self) -> str:
        return f"cross {self.island} {self.workers}"


@dataclass(frozen=True, slots=True)
class Stay(contract.Action):
    """Move no worker over the new bridge."""

    @override
    def __str__(self) -> str:
        return "stay"


@dataclass(frozen=True, slots=True)
class Walk(contract.Action):
    """Begin a movement with a worker from this island."""

    island: str

    @override
    def __str__(self) -> str:
        return f"walk {self.island}"


@dataclass(frozen=True, slots=True)
class Done(contract.Action):
    """Make no more movements."""

    @override
    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True, slots=True)
class To(contract.Action):
    """Move the chosen worker to this island over bridges of this seat."""

    island: str
    seat: int

    @override
    def __str__(self) -> str:
        return f"to {self.island} {self.seat}"


@dataclass(frozen=True, slots=True)
class Hidden(contract.Action):
    """A redacted action: ``?`` stands for a card that the observer must not know."""

    verb: str

    @override
    def __str__(self) -> str:
        return f"{self.verb} {HIDDEN}"


SetupAction: TypeAlias = LayTile | DealGoal | DealPower | KeepPower | NameFirst
"""The actions before the first turn; ``DealGoal`` also occurs later."""

MainAction: TypeAlias = Bridge | Pagoda | Move | Festival
"""The four main actions; decisions that belong to them follow as partial actions."""
SecondaryAction: TypeAlias = Private | Public | Crow | Fish
"""The four secondary actions."""

PartialAction: TypeAlias = Recruit | Cross | Stay | Walk | Done | To
"""The decisions within an action."""

Action: TypeAlias = SetupAction | MainAction | SecondaryAction | End | PartialAction
"""All actions of Firefly Festival except redacted ones."""
