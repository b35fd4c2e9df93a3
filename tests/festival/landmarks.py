"""Situations of Firefly Festival that random plays have to reach, found with the oracle.

Each function returns its situations by name, each with whether it occurs. So a caller that adds up
the results also knows those that never occur.
"""

from typing import Final, TypeAlias

from tests.festival.boxes import KINDS, SIZES
from tests.oracle.festival import Oracle

Situations: TypeAlias = dict[str, bool]

NUMBER: Final = 103
"""The number of situations."""

MAIN: Final = ("bridge", "pagoda", "move", "festival")
SECONDARY: Final = ("private", "public", "crow", "fish")

REFUSALS: Final = tuple(
    f"festival.{clause}"
    for clause in (
        *(
            "setup.tiles",
            "setup.public",
            "setup.private",
            "power.deal",
            "power.keep",
            "setup.first",
            "goal.draw",
        ),
        *("water.recruit", "recruit.starters", "capacity.stop", "cross.free"),
        *("move.three", "move.workers", "move.bridges", "move.toll"),
        *("turn.main", "turn.secondary", "turn.sequence", "end.turn"),
        *("bridge.straight", "bridge.crossing", "bridge.worker"),
        *("bridge.coins", "bridge.pieces", "bridge.lane"),
        *("pagoda.start", "pagoda.worker", "pagoda.floor", "pagoda.height", "pagoda.sealed"),
        *("hold.floors", "hold.bridges", "hold.worker", "hold.majority"),
        *("hold.sealed", "hold.sorin", "private.own", "private.met"),
        *("public.stack", "public.met", "crow.points", "crow.held", "crow.choice"),
        *("fish.supply", "fish.price"),
    )
)
"""Every clause by which an action can be refused."""


def situations_of(before: Oracle, text: str, after: Oracle) -> Situations:
    """Return the situations before, in and after an action."""
    verb, _, rest = text.partition(" ")
    found = _weights(before)
    if after.phase == "over":
        found |= _over(after)
    if before.seat is None or before.phase in ("powers", "keep"):
        return found | _setup(before, verb, rest, after)
    if before.phase == "goals" and before.pending is None:
        return found
    found |= _turns(before, verb, after) | _changed(before, verb, rest)
    return found | _workers(before, verb, after) | _action(before, verb, rest, after)


def _action(before: Oracle, verb: str, rest: str, after: Oracle) -> Situations:
    if verb == "bridge":
        return _bridge(before, rest, after)
    if verb == "pagoda":
        return _pagoda(before, rest, after)
    if verb == "festival":
        return _festival(before, rest, after)
    if verb in ("private", "public"):
        return _goal(before, verb, rest, after)
    if verb == "crow":
        return _crow(before, rest)
    if verb == "fish":
        return _fish(before)
    if verb == "to":
        return _way(before, rest[0], int(rest[2:]), after)
    return {}


def _weights(before: Oracle) -> Situations:
    differ = len(set(before.weights().values())) > 1
    return {
        f"{things} have different weights": differ and before.phase == phase
        for things, phase in (("tiles", "tiles"), ("private goals", "goals"))
    }


def _setup(before: Oracle, verb: str, rest: str, after: Oracle) -> Situations:
    laid = verb == "tile" and after.phase != "tiles"
    changes = before.options.powers[rest] if verb == "keep" else {}
    return {
        "a start tile is laid by chance": verb == "tile" and rest == "start",
        "tiles stay in the box": laid and after.tiles != [],
        "nobody is dealt a goal": laid and after.phase not in ("kinds", "goals"),
        "chance says who is first": verb == "first",
        "kinds are not drawn in order": after.phase != "kinds" == before.phase
        and list(after.stacks) != [kind for kind in KINDS if kind in after.stacks],
        **{
            f"a power changes {figure}": changes.get(figure, 0) != 0
            for figure in ("bridges", "floors", "workers", "coins")
        },
    }


def _changed(before: Oracle, verb: str, rest: str) -> Situations:
    """Return whether the action uses a figure that a power has changed."""
    users = {
        "moves": verb == "move",
        "segment": verb == "bridge",
        "toll": verb == "to" and rest[2:] != str(before.seat),
        "firefly": verb == "festival",
        "crow_points": verb == "crow",
        "crow_coins": verb == "crow" and rest == "coins",
        "crow_workers": verb == "crow" and rest == "workers",
    }
    ours, usual = before.me().figures, before.options.figures
    return {
        f"a power changes {figure}": is_used and ours[figure] != usual[figure]
        for figure, is_used in users.items()
    }


def _bridge(before: Oracle, name: str, after: Oracle) -> Situations:
    lane, me = before.lane(name), before.me()
    water = before.options.board.water
    rewards = [water[cell].split("-") for cell in lane.cells if cell in water]
    goals = sum(int(number) for kind, number in rewards if kind == "goals")
    workers = sum(int(number) for kind, number in rewards if kind == "workers")
    room = sum(before.room(end) for end in lane.ends)
    beside = [
        owner for other, owner in before.bridges.items() if before.lane(other).ends == lane.ends
    ]
    shared = [
        other
        for other in before.options.board.lanes.values()
        if other.name != name and not set(other.cells).isdisjoint(lane.cells)
    ]
    pending = after.pending
    return {
        "a bridge covers several rewards": len(rewards) > 1,
        "a bridge brings goals and workers": pending is not None
        and pending.draws > 0
        and pending.recruits > 0,
        "a bridge draws from an empty deck": goals > 0 and before.deck == [],
        "a bridge draws more than the deck has": goals > len(before.deck) > 0,
        "a bridge recruits without a supply": workers > 0 and me.workers == 0,
        "a bridge recruits more than the supply": workers > me.workers > 0,
        "a bridge recruits without room": min(workers, me.workers) > room == 0,
        "a bridge recruits more than there is room for": min(workers, me.workers) > room > 0,
        "a bridge leads beside one's own": before.seat in beside,
        "a bridge leads beside another's": not {*beside} <= {before.seat},
        "a bridge leads to a sealed island": any(before.isles[end].sealed for end in lane.ends),
        "a bridge closes a crossing lane": shared != [],
        "a bridge costs the last coin": len(lane.cells) * me.figures["segment"] == me.coins > 0,
        "a bridge takes the last piece": len(lane.cells) == me.bridges,
    }


def _crossing(table: Oracle) -> bool:
    """Return whether a new bridge waits for those who may cross it."""
    return table.pending is not None and table.pending.lane is not None


def _workers(before: Oracle, verb: str, after: Oracle) -> Situations:
    pending = before.pending
    rooms, able = [10, 10], [0, 0]
    if pending is not None and pending.lane is not None:
        rooms = [before.room(end) for end in before.lane(pending.lane).ends]
        able = pending.able
    moves = before.me().figures["moves"]
    built = verb == "bridge" or (_crossing(before) and verb in ("deal", "recruit"))
    return {
        "nobody can cross to a full island": built and not _crossing(after),
        "fewer can cross than are able": verb == "cross"
        and (0 < rooms[0] < able[1] or 0 < rooms[1] < able[0]),
        "a recruit of a bridge has room at one end only": verb == "recruit" and 0 in rooms,
        "no movement is possible": verb == "move" and after.pending is None and moves > 0,
        "movements end early by themselves": verb == "to"
        and pending is not None
        and pending.walks > 1
        and after.pending is None,
    }


def _way(before: Oracle, target: str, owner: int, after: Oracle) -> Situations:
    assert before.pending is not None
    start = str(before.pending.walker)
    far, rest = before.distances(start, owner), before.distances(target, owner)
    foreign = owner != before.seat
    paid = before.me().coins - after.seats[before.seat or 0].coins
    between = [
        island
        for island in before.isles
        if island not in (start, target)
        and far.get(island, 99) + rest.get(island, 99) == far[target]
    ]
    return {
        "a way goes over three bridges": far[target] > 2,
        "a toll is paid for two bridges": paid > 0 and far[target] == 2,
        "a foreign way is free": foreign and before.me().figures["toll"] == 0,
        "a foreign way is chosen beside an own one": foreign
        and target in before.distances(start, before.seat or 0),
        "a full island lies on the way": any(before.room(island) == 0 for island in between),
    }


def _pagoda(before: Oracle, island: str, after: Oracle) -> Situations:
    floors = after.isles[island].floors
    kind, number = str(before.isles[island].tile).split(" ")[2].split("-")
    supply = before.me().workers
    return {
        "a pagoda has floors of three owners": len(set(floors)) > 2,
        "a pagoda is as high as can be": len(floors) == before.options.figures["height"] > 1,
        "a floor draws from an empty deck": kind == "goals" and before.deck == [],
        "a floor recruits two": kind == "workers" and min(int(number), supply) == 2,
        "a floor recruits more than the supply": kind == "workers" and int(number) > supply > 0,
    }


def _festival(before: Oracle, island: str, after: Oracle) -> Situations:
    seat, isle = before.seat or 0, before.isles[island]
    others = [other for other in range(len(before.seats)) if other != seat]
    pieces = [before.pieces(island, other) for other in range(len(before.seats))]
    back = [
        other
        for other in range(len(before.seats))
        if before.seats[other].fish < after.seats[other].fish
    ]
    near = before.neighbors(island)
    return {
        **{f"a festival on a {size} island": before.size(island) == size for size in SIZES},
        "a festival of as many pieces as another's": pieces.count(pieces[seat]) > 1,
        "a festival without an own floor": seat not in isle.floors,
        "a festival without an own bridge": before.bridges_at(island, seat) == 0,
        "a festival brings points to another": any(
            before.seats[other].points < after.seats[other].points for other in others
        ),
        "a neighbor over two bridges": before.bridges_at(island) > len(near),
        "the caller takes fish back": seat in back,
        "another takes fish back": back not in ([], [seat]),
        "a festival beside a sealed island": any(before.isles[name].sealed for name in near),
    }


def _goal(before: Oracle, verb: str, rest: str, after: Oracle) -> Situations:
    kind, *numbers = rest.split(" ")
    needs = before.stacks[kind][0][0] if verb == "public" else int(numbers[0])
    found = before.measure(kind, before.seat or 0)
    kinds = [*(f"private {it}" for it in (*KINDS, "bridges", "floors"))]
    return {
        **{it: it == f"{verb} {kind}" for it in (*kinds, *(f"public {it}" for it in KINDS))},
        "a stack is completed": verb == "public" and after.stacks[kind] == [],
        "a goal is just met": found == needs,
    }


def _crow(before: Oracle, choice: str) -> Situations:
    me = before.me()
    return {
        "the crow comes from another": before.crow is not None,
        "the crow brings fewer workers than it could": choice == "workers"
        and me.workers < me.figures["crow_workers"],
    }


def _fish(before: Oracle) -> Situations:
    placed = len(before.options.fish) - before.me().fish
    return {
        "the third fish": placed == 2,
        "a fish before the main action": before.mains == 1,
    }


def _turns(before: Oracle, verb: str, after: Oracle) -> Situations:
    """Return what is special about the end of a turn, or before it."""
    certain = True in _triggers(before).values()
    begun = after.phase != "over" and after.seat != before.seat
    income = after.me().figures["crow_income"]
    crow = begun and after.crow == after.seat and income > 0
    return {
        "a main action after the end is certain": certain and verb in MAIN,
        "a secondary action after the end is certain": certain and verb in SECONDARY,
        "the crow brings income": crow,
        "a power changes crow_income": crow and income != after.options.figures["crow_income"],
    }


def _triggers(table: Oracle) -> Situations:
    """Return what ends the game with this turn, standstill and a limit of turns apart."""
    return {
        "the last sōrin ends the game": table.sorin == 0,
        "the last floor ends the game": any(player.floors == 0 for player in table.seats),
        "the last public goal ends the game": not any(table.stacks.values()),
    }


def _over(table: Oracle) -> Situations:
    triggers = _triggers(table)
    number = list(triggers.values()).count(True)
    scores, winners = table.scores(), table.winners()
    chains = [table.longest_chain(seat) for seat in range(len(scores))]
    joined = [
        max(len(table.distances(island, seat)) for island in table.isles)
        for seat in range(len(scores))
    ]
    rows = [islands for islands, _ in table.options.chain]
    holders = [] if table.crow is None else [table.seats[table.crow]]
    losses = [player.figures["crow_loss"] for player in holders]
    return triggers | {
        "standstill ends the game": number == 0 and table.turns_left != 0,
        "the limit ends the game": number == 0 and table.turns_left == 0,
        "the limit ends the game with the rounds off": number == 0 and table.options.rounds is None,
        "something else ends the game before the limit": bool(table.turns_left),
        "two things end the game": number == 2,
        "two share the victory": len(winners) == 2,
        "three share the victory": len(winners) == 3,
        "coins decide": scores.count(max(scores)) > len(winners),
        "a score is below zero": min(scores) < 0,
        "there is no bridge": max(chains) == 0,
        "two have the longest chain": chains.count(max(chains)) == 2 and max(chains) > 0,
        "a chain leaves islands out": any(
            0 < reached < islands for reached, islands in zip(chains, joined, strict=True)
        ),
        "a chain is too short for the table": any(0 < it < min(rows, default=0) for it in chains),
        "a chain lies between two rows": any(
            it not in rows and min(rows, default=99) < it < max(rows, default=0) for it in chains
        ),
        "the crow is lost for points": any(loss > 0 for loss in losses),
        "a power changes crow_loss": any(
            loss != table.options.figures["crow_loss"] for loss in losses
        ),
    }
