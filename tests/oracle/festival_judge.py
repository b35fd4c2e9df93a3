"""What the rules of Firefly Festival let pass, and what not and why, stated a second time.

A part of the oracle in ``festival.py``. ``against`` gives the clause that an action breaks, without
the name of the game; ``legal`` asks it about each action that there can be.
"""

import re
from math import lcm

from tests.oracle.festival_boxes import CARD, FROM_ONE, KIND, KINDS, NAME, SIZES, TILE
from tests.oracle.festival_table import Pending, Table

FORMS = [
    f"tile {TILE}",
    f"(kind|public) {KIND}",
    f"deal {CARD}",
    f"(power|keep) {NAME}",
    "first [0-5]",
    "bridge [A-Z][A-Z][1-3]",
    "(pagoda|festival|recruit|walk) [A-Z]",
    f"private {CARD}",
    "crow (coins|workers)",
    f"cross [A-Z] {FROM_ONE}",
    "to [A-Z] [0-5]",
    "move|fish|end|stay|done",
]
MAIN = ["bridge", "pagoda", "move", "festival"]
SECONDARY = ["private", "public", "crow", "fish"]


def well_written(text: str) -> bool:
    """Tell whether a text is an action of some game."""
    for form in FORMS:
        if re.fullmatch(form, text) is not None:
            words = text.split(" ")
            return words[0] not in ("power", "keep") or len(words[1]) <= 20
    return False


def against(table: Table, text: str) -> str | None:
    """Give the first clause that a well written action breaks, None if it is legal."""
    verb, _, rest = text.partition(" ")
    phase = table.phase
    if phase == "over":
        return "end.turn"
    if phase == "tiles" and text not in legal(table):
        return "setup.tiles"
    if phase == "kinds" and text not in legal(table):
        return "setup.public"
    if phase == "powers" and text not in legal(table):
        return "power.deal"
    if phase == "keep" and text not in legal(table):
        return "power.keep"
    if phase == "first" and text not in legal(table):
        return "setup.first"
    if phase == "goals" and text not in legal(table):
        if table.pending is None:
            return "setup.private"
        return "goal.draw"
    if phase == "turn":
        return against_turn(table, verb, rest)
    if table.pending is None:
        return None
    if phase == "recruit":
        return against_recruit(table, table.pending, verb, rest)
    if phase == "cross":
        return against_cross(table, table.pending, verb, rest)
    if phase == "walk":
        return against_walk(table, verb, rest)
    if phase == "to":
        return against_to(table, table.pending, verb, rest)
    return None


def against_recruit(table: Table, pending: Pending, verb: str, island: str) -> str | None:
    """A recruit of a bridge lies at one of its ends, another one on a start island."""
    if pending.lane is not None:
        if verb != "recruit" or island not in table.lane(pending.lane).ends:
            return "water.recruit"
    elif verb != "recruit" or island not in table.starts():
        return "recruit.starters"
    if table.room(island) < 1:
        return "capacity.stop"
    return None


def against_cross(table: Table, pending: Pending, verb: str, rest: str) -> str | None:
    """Workers go over the new bridge to an end with room for them, or none do."""
    if verb == "stay":
        return None
    if verb != "cross" or pending.lane is None:
        return "cross.free"
    island, number = rest.split(" ")
    ends = table.lane(pending.lane).ends
    if island not in ends:
        return "cross.free"
    if island == ends[0] and int(number) > pending.able[1]:
        return "cross.free"
    if island == ends[1] and int(number) > pending.able[0]:
        return "cross.free"
    if table.room(island) < int(number):
        return "capacity.stop"
    return None


def against_way(table: Table, far: dict[str, int], goal: str, owner: int) -> str | None:
    """A worker needs a way (``far`` has the distances), coins, and room where it stops."""
    if goal not in far or far[goal] == 0:
        return "move.bridges"
    if table.price(far[goal], owner) > table.me().coins:
        return "move.toll"
    if table.room(goal) < 1:
        return "capacity.stop"
    return None


def against_walk(table: Table, verb: str, island: str) -> str | None:
    """A movement begins where an own worker is that can go somewhere."""
    if verb == "done":
        return None
    if verb != "walk":
        return "move.three"
    if table.workers(island) == 0:
        return "move.workers"
    found: list[str | None] = []
    for owner in range(len(table.seats)):
        far = table.distances(island, owner)
        found += [against_way(table, far, goal, owner) for goal in table.isles]
    if None in found:
        return None
    for clause in ["capacity.stop", "move.toll"]:
        if clause in found:
            return clause
    return "move.bridges"


def against_to(table: Table, pending: Pending, verb: str, rest: str) -> str | None:
    """The chosen worker goes to another island."""
    if verb != "to" or pending.walker is None:
        return "move.three"
    goal, owner = rest.split(" ")
    if int(owner) >= len(table.seats):
        return "move.bridges"
    far = table.distances(pending.walker, int(owner))
    return against_way(table, far, goal, int(owner))


def against_turn(table: Table, verb: str, rest: str) -> str | None:
    """The eight actions of a turn, and its end."""
    if verb in MAIN and table.mains == 0:
        return "turn.main"
    if verb == "end" and table.mains > 0:
        return "turn.main"
    if verb in SECONDARY and not table.secondary:
        return "turn.secondary"
    if verb == "bridge":
        return against_bridge(table, rest)
    if verb == "pagoda":
        return against_pagoda(table, rest)
    if verb == "festival":
        return against_festival(table, rest)
    if verb == "private":
        return against_private(table, rest)
    if verb == "public":
        return against_public(table, rest)
    if verb == "crow":
        return against_crow(table, rest)
    if verb == "fish":
        return against_fish(table)
    if verb == "move" or verb == "end":
        return None
    return "turn.sequence"


def against_bridge(table: Table, name: str) -> str | None:
    """A bridge lies in a free lane, and is paid for."""
    me = table.me()
    if name not in table.options.board.lanes:
        return "bridge.straight"
    lane = table.lane(name)
    for other in table.bridges:
        for cell in table.lane(other).cells:
            if other != name and cell in lane.cells:
                return "bridge.crossing"
    if table.workers(lane.ends[0]) == 0 and table.workers(lane.ends[1]) == 0:
        return "bridge.worker"
    if me.coins < len(lane.cells) * me.figures["segment"]:
        return "bridge.coins"
    if me.bridges < len(lane.cells):
        return "bridge.pieces"
    if name in table.bridges:
        return "bridge.lane"
    return None


def against_pagoda(table: Table, island: str) -> str | None:
    """A floor lies on a pagoda that is neither full nor sealed."""
    if island not in table.isles or island in table.starts():
        return "pagoda.start"
    isle = table.isles[island]
    if table.workers(island) == 0:
        return "pagoda.worker"
    if table.me().floors == 0:
        return "pagoda.floor"
    if len(isle.floors) == table.options.figures["height"]:
        return "pagoda.height"
    if isle.sealed:
        return "pagoda.sealed"
    return None


def against_festival(table: Table, island: str) -> str | None:
    """A festival needs floors, bridges, a worker, as many pieces as anybody, and a sōrin."""
    if island not in table.isles or island in table.starts():
        return "hold.floors"
    isle = table.isles[island]
    if len(isle.floors) < table.options.floors[table.size(island)]:
        return "hold.floors"
    if table.bridges_at(island) < len(isle.floors):
        return "hold.bridges"
    if table.workers(island) == 0:
        return "hold.worker"
    counts = [table.pieces(island, seat) for seat in range(len(table.seats))]
    if table.seat is None or counts[table.seat] < max(counts):
        return "hold.majority"
    if isle.sealed:
        return "hold.sealed"
    if table.sorin == 0:
        return "hold.sorin"
    return None


def against_private(table: Table, card: str) -> str | None:
    """A private goal is in one's hand, and met."""
    if card not in table.me().goals:
        return "private.own"
    kind, needs, _ = card.split(" ")
    if table.seat is None or table.measure(kind, table.seat) < int(needs):
        return "private.met"
    return None


def against_public(table: Table, goal: str) -> str | None:
    """A public goal is on top of one of the four stacks, and met."""
    if goal not in table.stacks or table.stacks[goal] == []:
        return "public.stack"
    needs = table.stacks[goal][0][0]
    if table.seat is None or table.measure(goal, table.seat) < needs:
        return "public.met"
    return None


def against_crow(table: Table, choice: str) -> str | None:
    """The crow is paid for in points, and brings something."""
    me = table.me()
    if me.points < me.figures["crow_points"]:
        return "crow.points"
    if table.crow == table.seat:
        return "crow.held"
    if choice == "workers" and (me.figures["crow_workers"] == 0 or me.workers == 0):
        return "crow.choice"
    return None


def against_fish(table: Table) -> str | None:
    """A fish is in front of its owner, and paid for."""
    if table.me().fish == 0:
        return "fish.supply"
    if table.me().coins < next_price(table):
        return "fish.price"
    return None


def next_price(table: Table) -> int:
    """Give the price of the next fish of the player whose turn it is."""
    return table.options.fish[len(table.options.fish) - table.me().fish]


def legal(table: Table) -> list[str]:
    """List each action open to the actor, once, in the order of the wire."""
    if table.phase == "over":
        return []
    if table.phase == "keep":
        return ["keep " + name for name in sorted(table.me().powers)]
    if table.phase in ("tiles", "kinds", "goals", "powers", "first"):
        return list(weights(table))
    return [text for text in possible(table) if against(table, text) is None]


def possible(table: Table) -> list[str]:
    """List the actions that there can be in a turn, in the order of the wire."""
    isles = list(table.isles)
    players = range(len(table.seats))
    texts: list[str] = []
    if table.phase == "recruit":
        texts += ["recruit " + island for island in isles]
    elif table.phase == "cross":
        most = max([table.workers(island) for island in isles])
        texts += ["stay"]
        texts += [f"cross {island} {number}" for island in isles for number in range(1, most + 1)]
    elif table.phase == "walk":
        texts += ["done"]
        texts += ["walk " + island for island in isles]
    elif table.phase == "to":
        texts += [f"to {island} {seat}" for island in isles for seat in players]
    else:
        texts += ["bridge " + name for name in sorted(table.options.board.lanes)]
        texts += ["pagoda " + island for island in isles]
        texts += ["move"]
        texts += ["festival " + island for island in isles]
        texts += ["private " + card for card in sorted(set(table.me().goals))]
        texts += ["public " + goal for goal in KINDS]
        texts += ["crow coins", "crow workers", "fish", "end"]
    return texts


def weights(table: Table) -> dict[str, int]:
    """Give the weight of each action of chance, in the order of the wire; {} for a seat."""
    if table.phase == "tiles":
        return weights_of_tiles(table)
    if table.phase == "goals":
        return {"deal " + card: table.deck.count(card) for card in sorted(table.deck)}
    if table.phase == "kinds":
        return {"kind " + kind: 1 for kind in KINDS if kind not in table.stacks}
    if table.phase == "powers":
        return {"power " + name: 1 for name in sorted(table.powers)}
    if table.phase == "first":
        return {"first " + str(seat): 1 for seat in range(len(table.seats))}
    return {}


def weights_of_tiles(table: Table) -> dict[str, int]:
    """Weigh the tiles as if those in play had been drawn blindly, then laid blindly."""
    to_lay: dict[str, int] = {}
    left: dict[str, int] = {}
    for size in ["start", *SIZES]:
        laid = [isle for isle in table.isles.values() if str(isle.tile).split(" ")[0] == size]
        to_lay[size] = table.options.board.take[size] - len(laid)
        left[size] = len([tile for tile in table.tiles if tile.split(" ")[0] == size])
    multiple = lcm(*[left[size] for size in to_lay if to_lay[size] > 0])
    found: dict[str, int] = {}
    for tile in sorted(table.tiles):
        size = tile.split(" ")[0]
        if to_lay[size] > 0:
            equal = table.tiles.count(tile)
            found["tile " + tile] = equal * to_lay[size] * multiple // left[size]
    return found
