"""What lies on the table of Firefly Festival, and what can be counted there, stated a second time.

A part of the oracle in ``festival.py``. Nothing is remembered that can be counted again.
"""

from dataclasses import dataclass, field, replace

from tests.oracle.festival_boxes import Lane, Options


@dataclass
class Isle:
    """An island: its tile, the owners of its floors from below, the workers of each seat."""

    name: str
    workers: list[int]
    tile: str | None = None
    floors: list[int] = field(default_factory=list[int])
    sealed: bool = False

    def clone(self) -> "Isle":
        """Make a second island that looks the same and shares nothing with this one."""
        return replace(self, workers=list(self.workers), floors=list(self.floors))


@dataclass
class Seat:
    """The pieces of one player: in front, in hand and in the supply."""

    figures: dict[str, int]
    coins: int
    bridges: int
    floors: int
    workers: int
    fish: int
    points: int = 0
    goals: list[str] = field(default_factory=list[str])
    claimed: list[str] = field(default_factory=list[str])
    completed: list[str] = field(default_factory=list[str])
    powers: list[str] = field(default_factory=list[str])

    def clone(self) -> "Seat":
        """Make a second player who has the same and shares nothing with this one."""
        return replace(
            self,
            figures=dict(self.figures),
            goals=list(self.goals),
            claimed=list(self.claimed),
            completed=list(self.completed),
            powers=list(self.powers),
        )


@dataclass
class Pending:
    """The unfinished part of the action that is being carried out."""

    lane: str | None = None
    able: list[int] = field(default_factory=lambda: [0, 0])
    draws: int = 0
    recruits: int = 0
    walks: int = 0
    walker: str | None = None


class Table:
    """The table, and questions about it."""

    def __init__(self, options: Options) -> None:
        """Put everything in its place that is there before the first tile."""
        figures = options.figures
        self.options = options
        self.phase = "tiles"
        self.seat: int | None = None
        self.mains = 0
        self.secondary = False
        self.idle = 0
        self.turns_left = options.turns
        self.pending: Pending | None = None
        self.isles: dict[str, Isle] = {}
        self.tiles = list(options.tiles)
        for name in options.board.islands:
            self.isles[name] = Isle(name, [0] * options.players)
            if not options.variable and name in options.board.starts:
                self.isles[name].tile = "start"
                self.tiles.remove("start")
        self.bridges: dict[str, int] = {}
        self.crow: int | None = None
        self.sorin = options.sorin
        self.stacks = {goal: list(options.public[goal]) for goal in options.goals or []}
        self.deck = list(options.private)
        self.powers = sorted(options.powers)
        self.settled = False
        self.kept = 0
        self.seats: list[Seat] = []
        for _ in range(options.players):
            self.seats.append(
                Seat(
                    figures=figures.copy(),
                    coins=figures["coins"],
                    bridges=figures["bridges"],
                    floors=figures["floors"],
                    workers=figures["workers"],
                    fish=len(options.fish),
                )
            )

    # The map.

    def size(self, island: str) -> str:
        """Give the size of an island (``start`` is one, too)."""
        return str(self.isles[island].tile).split(" ")[0]

    def starts(self) -> list[str]:
        """List the start islands."""
        return [name for name in self.isles if self.isles[name].tile == "start"]

    def lane(self, name: str) -> Lane:
        """Give a lane by its name."""
        return self.options.board.lanes[name]

    def room(self, island: str) -> int:
        """Tell for how many more workers an island has room; a start island, for everybody."""
        if self.size(island) == "start":
            return 10**6
        capacity = self.options.capacity[self.size(island)]
        return capacity - sum(self.isles[island].workers)

    def bridges_at(self, island: str, seat: int | None = None) -> int:
        """Count the bridges that end at an island: those of a seat, or all."""
        number = 0
        for name, owner in self.bridges.items():
            if seat is None or seat == owner:
                number += self.lane(name).ends.count(island)
        return number

    def neighbors(self, island: str, seat: int | None = None) -> list[str]:
        """List, each once, the islands to which a bridge leads: of a seat, or any."""
        near: list[str] = []
        for name, owner in self.bridges.items():
            if seat is None or seat == owner:
                one, other = self.lane(name).ends
                if one == island and other not in near:
                    near.append(other)
                if other == island and one not in near:
                    near.append(one)
        return near

    def distances(self, island: str, seat: int) -> dict[str, int]:
        """Give the fewest bridges of a seat on a way to each island that they lead to."""
        far = {island: 0}
        waiting = [island]
        while waiting != []:
            here = waiting.pop(0)
            for there in self.neighbors(here, seat):
                if there not in far:
                    far[there] = far[here] + 1
                    waiting.append(there)
        return far

    def price(self, way: int, owner: int) -> int:
        """Tell what the seat whose turn it is pays for a way over so many bridges of a seat."""
        if owner == self.seat:
            return 0
        return way * self.me().figures["toll"]

    # The players.

    def actor(self) -> object:
        """Give who decides."""
        if self.phase == "over":
            return None
        if self.phase in ("tiles", "kinds", "goals", "powers", "first"):
            return "chance"
        return self.seat

    def me(self) -> Seat:
        """Give the player whose turn it is."""
        if self.seat is None:
            raise ValueError("it is nobody's turn")
        return self.seats[self.seat]

    def workers(self, island: str) -> int:
        """Count the workers that the player whose turn it is has on an island."""
        if self.seat is None or island not in self.isles:
            return 0
        return self.isles[island].workers[self.seat]

    def pieces(self, island: str, seat: int) -> int:
        """Count the pieces of a seat on an island."""
        isle = self.isles[island]
        return isle.floors.count(seat) + self.bridges_at(island, seat) + isle.workers[seat]

    def measure(self, kind: str, seat: int) -> int:
        """Count what a goal of this kind asks for."""
        isles = list(self.isles.values())
        own = [name for name in self.bridges if self.bridges[name] == seat]
        floors = sorted([isle.floors.count(seat) for isle in isles], reverse=True)
        counts = {
            "empire": len([isle for isle in isles if seat in isle.floors]),
            "architect": max([len(self.lane(name).cells) for name in own], default=0),
            "hubs": max([self.bridges_at(isle.name, seat) for isle in isles]),
            "merchant": self.seats[seat].coins,
            "tower": sum(floors[:2]),
            "diversity": len([isle for isle in isles if isle.workers[seat] > 0]),
            "ready": sum([isle.workers[seat] for isle in isles]),
            "bridges": len(own),
            "floors": sum(floors),
        }
        return counts[kind]

    # The end.

    def longest_chain(self, seat: int) -> int:
        """Count the islands of the longest path over bridges of a seat that meets none twice."""
        near = {name: self.neighbors(name, seat) for name in self.isles}
        known: dict[tuple[str, frozenset[str]], int] = {}

        def longest(island: str, met: frozenset[str]) -> int:
            if (island, met) not in known:
                best = 0
                for there in near[island]:
                    if there not in met:
                        best = max(best, longest(there, met | {there}))
                known[island, met] = best + 1
            return known[island, met]

        chains = [longest(name, frozenset([name])) for name in self.isles if near[name] != []]
        return max(chains, default=0)

    def scores(self) -> list[int]:
        """Add up the final score of each seat."""
        chains = [self.longest_chain(seat) for seat in range(len(self.seats))]
        totals: list[int] = []
        for seat in range(len(self.seats)):
            total = self.seats[seat].points
            if seat == self.crow:
                total -= self.seats[seat].figures["crow_loss"]
            reached = [points for islands, points in self.options.chain if islands <= chains[seat]]
            if reached != []:
                total += reached[-1]
            if chains[seat] > 0 and chains[seat] == max(chains):
                total += self.options.figures["longest"]
            totals.append(total)
        return totals

    def winners(self) -> list[int]:
        """List who has the most points and, among those, the most coins."""
        totals = self.scores()
        best = [seat for seat in range(len(totals)) if totals[seat] == max(totals)]
        richest = max([self.seats[seat].coins for seat in best])
        return [seat for seat in best if self.seats[seat].coins == richest]
