"""The pieces of Firefly Festival: what a player has, and the names of phases and clauses."""

from typing import Final, Literal, NamedTuple, TypeAlias

from fireflies.rulebook import Clause as RulebookClause

Phase: TypeAlias = Literal[
    "tiles",
    "goals",
    "powers",
    "keep",
    "first",
    "turn",
    "recruit",
    "cross",
    "walk",
    "to",
    "over",
]
"""What is decided next; ``goals`` stands for the setup and for goals that are drawn later."""

SEATS: Final = range(2, 7)
"""The possible numbers of players."""

GOAL_KINDS: Final = ("empire", "architect", "hubs", "merchant", "tower", "diversity", "ready")
"""The kinds of public goals, in the order of the sheet."""

PRIVATE_KINDS: Final = (*GOAL_KINDS, "bridges", "floors")
"""The kinds of private goals."""

STACKS: Final = 4
"""How many kinds of public goals are in play."""

START: Final = "start"
"""The text of a start tile, and the size of islands that have one."""

HIDDEN: Final = "?"
"""What an observer reads in place of a card that it does not see."""


class Clause(RulebookClause):
    """The rules of Firefly Festival, in the order of the sheet; ``rules.toml`` has their texts."""

    SETUP_PLAYERS = "festival.setup.players"
    SETUP_BOX = "festival.setup.box"
    SETUP_MAP = "festival.setup.map"
    SETUP_TAKE = "festival.setup.take"
    SETUP_START_TILES = "festival.setup.start-tiles"
    SETUP_TILES = "festival.setup.tiles"
    SETUP_PUBLIC = "festival.setup.public"
    SETUP_PRIVATE = "festival.setup.private"
    SETUP_SECRET = "festival.setup.secret"
    SETUP_CROW = "festival.setup.crow"
    SETUP_WORKERS = "festival.setup.workers"
    SETUP_COINS = "festival.setup.coins"
    SETUP_FISH = "festival.setup.fish"
    SETUP_POINTS = "festival.setup.points"
    SETUP_SORIN = "festival.setup.sorin"
    SETUP_SUPPLY = "festival.setup.supply"
    SETUP_FIRST = "festival.setup.first"
    TURN_CLOCKWISE = "festival.turn.clockwise"
    TURN_MAIN = "festival.turn.main"
    TURN_SECONDARY = "festival.turn.secondary"
    TURN_SEQUENCE = "festival.turn.sequence"
    TURN_END = "festival.turn.end"
    BRIDGE_STRAIGHT = "festival.bridge.straight"
    BRIDGE_CROSSING = "festival.bridge.crossing"
    BRIDGE_WORKER = "festival.bridge.worker"
    BRIDGE_COINS = "festival.bridge.coins"
    BRIDGE_PIECES = "festival.bridge.pieces"
    BRIDGE_LANE = "festival.bridge.lane"
    BRIDGE_STAYS = "festival.bridge.stays"
    CROSS_FREE = "festival.cross.free"
    WATER_REWARD = "festival.water.reward"
    WATER_LATE = "festival.water.late"
    WATER_RECRUIT = "festival.water.recruit"
    GOAL_DRAW = "festival.goal.draw"
    MOVE_THREE = "festival.move.three"
    MOVE_WORKERS = "festival.move.workers"
    MOVE_BRIDGES = "festival.move.bridges"
    MOVE_OWN = "festival.move.own"
    MOVE_TOLL = "festival.move.toll"
    CAPACITY_SIZE = "festival.capacity.size"
    CAPACITY_STOP = "festival.capacity.stop"
    CAPACITY_THROUGH = "festival.capacity.through"
    PAGODA_START = "festival.pagoda.start"
    PAGODA_WORKER = "festival.pagoda.worker"
    PAGODA_FLOOR = "festival.pagoda.floor"
    PAGODA_HEIGHT = "festival.pagoda.height"
    PAGODA_FREE = "festival.pagoda.free"
    PAGODA_REWARD = "festival.pagoda.reward"
    PAGODA_SEALED = "festival.pagoda.sealed"
    RECRUIT_STARTERS = "festival.recruit.starters"
    RECRUIT_SUPPLY = "festival.recruit.supply"
    HOLD_FLOORS = "festival.hold.floors"
    HOLD_BRIDGES = "festival.hold.bridges"
    HOLD_WORKER = "festival.hold.worker"
    HOLD_MAJORITY = "festival.hold.majority"
    HOLD_TIE = "festival.hold.tie"
    HOLD_SEALED = "festival.hold.sealed"
    HOLD_SORIN = "festival.hold.sorin"
    HOLD_POINTS = "festival.hold.points"
    HOLD_BONUS = "festival.hold.bonus"
    HOLD_NEIGHBORS = "festival.hold.neighbors"
    HOLD_FISH = "festival.hold.fish"
    PUBLIC_STACK = "festival.public.stack"
    PUBLIC_MET = "festival.public.met"
    PUBLIC_GAIN = "festival.public.gain"
    PUBLIC_ONE = "festival.public.one"
    GOAL_EMPIRE = "festival.goal.empire"
    GOAL_ARCHITECT = "festival.goal.architect"
    GOAL_HUBS = "festival.goal.hubs"
    GOAL_MERCHANT = "festival.goal.merchant"
    GOAL_TOWER = "festival.goal.tower"
    GOAL_DIVERSITY = "festival.goal.diversity"
    GOAL_READY = "festival.goal.ready"
    PRIVATE_OWN = "festival.private.own"
    PRIVATE_MET = "festival.private.met"
    PRIVATE_GAIN = "festival.private.gain"
    CROW_POINTS = "festival.crow.points"
    CROW_HELD = "festival.crow.held"
    CROW_TAKE = "festival.crow.take"
    CROW_CHOICE = "festival.crow.choice"
    CROW_INCOME = "festival.crow.income"
    FISH_SUPPLY = "festival.fish.supply"
    FISH_PRICE = "festival.fish.price"
    FISH_ACTION = "festival.fish.action"
    END_SORIN = "festival.end.sorin"
    END_FLOORS = "festival.end.floors"
    END_GOALS = "festival.end.goals"
    END_STANDSTILL = "festival.end.standstill"
    END_TURN = "festival.end.turn"
    SCORE_CROW = "festival.score.crow"
    SCORE_CHAIN = "festival.score.chain"
    SCORE_TABLE = "festival.score.table"
    SCORE_LONGEST = "festival.score.longest"
    WIN_POINTS = "festival.win.points"
    WIN_COINS = "festival.win.coins"
    WIN_SHARED = "festival.win.shared"
    POWER_DEAL = "festival.power.deal"
    POWER_KEEP = "festival.power.keep"
    POWER_SECRET = "festival.power.secret"
    POWER_CHANGE = "festival.power.change"


class Player(NamedTuple):
    """What one player has."""

    points: int
    coins: int
    bridges: int
    """Bridge pieces in the supply; so are the floors and the workers."""
    floors: int
    workers: int
    fish: int
    """Fish in front of the player."""
    goals: tuple[str, ...]
    """The private goals in hand, sorted."""
    claimed: tuple[str, ...]
    """The public goals completed, sorted, with kind, needs and points like ``hubs 3 5``."""
    completed: tuple[str, ...]
    """The private goals completed, sorted."""
    powers: tuple[str, ...]
    """The power cards dealt, sorted; from ``keep`` on, the one kept."""


class SeenPlayer(NamedTuple):
    """One player in a view."""

    points: int
    coins: int
    bridges: int
    floors: int
    workers: int
    fish: int
    hand: int
    """How many private goals are in hand."""
    goals: tuple[str, ...] | None
    """None where they are secret."""
    claimed: tuple[str, ...]
    completed: tuple[str, ...]
    powers: tuple[str, ...] | None
    """None where they are secret."""


class Pending(NamedTuple):
    """What is left of an action."""

    lane: str | None = None
    """The lane that was just built."""
    able: tuple[int, int] = (0, 0)
    """Own workers at its two ends, by letter, who may cross."""
    draws: int = 0
    """Private goals to draw."""
    recruits: int = 0
    """Workers to place."""
    walks: int = 0
    """Movements left; ``to`` lowers it, ``walk`` does not."""
    walker: str | None = None
    """The island of the worker that was chosen by ``walk``."""


class Stack(NamedTuple):
    """A stack of public goals: how many cards are left, and the card on top."""

    goal: str
    left: int
    needs: int | None
    """None when no card is left; so are the points."""
    points: int | None


def many(count: int, thing: str) -> str:
    """Return a count with its noun, like ``1 coin`` or ``2 coins``."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
