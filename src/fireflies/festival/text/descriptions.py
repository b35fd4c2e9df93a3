"""Describe a view of Firefly Festival in words, for pictures of all kinds."""

from collections.abc import Sequence

from fireflies import contract
from fireflies._texts import listed, many, victory
from fireflies.contract import Outcome
from fireflies.festival.box.board import Island, Lane
from fireflies.festival.box.components import Goal
from fireflies.festival.rules.actions import Bridge
from fireflies.festival.rules.ending import chain, chain_points
from fireflies.festival.rules.pieces import NONE, NOTHING, SeenPlayer, Site, Stack, brings
from fireflies.festival.rules.position import Observed, figures_of, room
from fireflies.festival.rules.secondary import fish_price, measure


def headline(view: Observed, names: Sequence[str] = ()) -> str:
    """Return what is decided next and by whom, and whose view this is."""
    now = decision(view)
    if view.outcome is not None:
        now = f"Game over: {victory(view.outcome.winners)}"
    return contract.headline(now, view.observer, view.outcome, names)


def decision(view: Observed) -> str:
    """Return what is decided next, and by whom."""
    seat, pending = f"seat {view.seat}", view.pending
    match view.phase:
        case "recruit":
            return f"Recruits: {seat} places {many(pending.recruits, 'worker')}"
        case "cross":
            lane = view.options.board.lanes[pending.lane]
            return f"New bridge {lane.name}: {seat} may move {_can_cross(view, lane)} over it"
        case "walk":
            return f"Move: {seat} has {many(pending.walks, 'movement')} left"
        case "to":
            island = view.options.board.islands[pending.walker]
            walks = many(pending.walks, "movement")
            return (
                f"Move: {seat} has {walks} left: where to from {island.name}, over whose bridges?"
            )
        case "turn":
            left = [many(view.mains, "main action")] if view.mains else []
            left += ["a secondary action"] if view.secondary else []
            return f"Turn: {seat} has {listed(left)} left"
        case _:
            return _setting_up(view)


def _can_cross(view: Observed, lane: Lane) -> str:
    """Return how many workers can move over a new bridge from each of its ends, as room allows."""
    one, two = lane.ends
    able = zip((one, two), view.pending.able, (room(view, two), room(view, one)), strict=True)
    return listed(
        [
            f"{many(min(count, free), 'worker')} from {view.options.board.islands[end].name}"
            for end, count, free in able
            if count and free
        ],
        "or",
    )


def _setting_up(view: Observed) -> str:
    """Return what chance deals next, or which power a seat chooses."""
    seat = f"seat {view.seat}"
    match view.phase:
        case "tiles":
            bare = [site.tile is None for site in view.islands]
            island = view.options.board.islands[bare.index(True)]
            return f"Setup: island {island.name} gets a tile"
        case "kinds":
            return "Setup: chance draws a kind of public goals"
        case "powers":
            return f"Setup: {seat} is dealt powers"
        case "keep":
            return f"Setup: {seat} keeps one of two powers"
        case "first":
            return "Setup: chance says who has the first turn"
        case _:
            dealt = "Setup" if view.pending == NOTHING else "Reward"
            return f"{dealt}: {seat} is dealt a private goal"


def describe_view(view: Observed) -> list[str]:
    """Return a line for each island with everything on it, and one line for all bridges."""
    board = view.options.board
    islands = [
        describe_island(view, island, site)
        for island, site in zip(board.islands, view.islands, strict=True)
    ]
    built = [
        f"{lane.name} of seat {owner}"
        for lane, owner in zip(board.lanes, view.bridges, strict=True)
        if owner is not None
    ]
    return [*islands, f"Bridges: {', '.join(built) or 'none'}"]


def describe_map(view: Observed) -> list[str]:
    """Describe the map in words: islands, bridges, and lanes in which a bridge can be built."""
    lanes = [it.lane for it in view.legal_actions or () if isinstance(it, Bridge)]
    return [*describe_view(view), *([f"To build: {', '.join(lanes)}"] if lanes else [])]


def describe_island(view: Observed, island: Island, site: Site) -> str:
    """Return an island with all that is on it in words."""
    tile, floors, is_sealed, workers = site
    if tile is None:
        return f"Island {island.name}: no tile yet"
    there = [
        f"{many(count, 'worker')} of seat {seat}" for seat, count in enumerate(workers) if count
    ]
    if tile.size == "start":
        return f"Island {island.name}: start, {', '.join(there) or 'nobody'}"
    size = view.options.box.size(tile.size)
    pagoda = f"floors of seats {' '.join(map(str, floors))}" if floors else "no floor"
    return (
        f"Island {island.name}: {tile.size}, {many(tile.points, 'point')} a piece,"
        f" {brings(tile.reward)} a floor, {pagoda}{', a sōrin' if is_sealed else ''},"
        f" {', '.join(there) or 'nobody'}, room for {size.capacity - sum(workers)} of"
        f" {size.capacity}"
    )


def describe_player(view: Observed, seat: int) -> list[str]:
    """Return the describe_player of a player, a text for each kind."""
    player = view.players[seat]
    completed = done(player)
    return [
        many(player.points, "point"),
        many(player.coins, "coin"),
        many(player.bridges, "piece"),
        many(player.floors, "floor"),
        many(player.workers, "worker"),
        f"{player.fish} fish{f' ({fish_price(view, seat)}c)' if player.fish else ''}",
        many(player.hand, "goal"),
        *_chain(view, seat),
        *([f"{completed} done"] if completed else []),
        *extras(view, seat),
    ]


def _chain(view: Observed, seat: int) -> list[str]:
    """Return the longest chain of a player; at the end of the game with its points."""
    islands = chain(view, seat)
    return [f"chain {islands}{describe_chain(view, seat)}"] if islands else []


def describe_chain(view: Observed, seat: int) -> str:
    """Return the points of a player's chain, like `` (+7, longest +15)``; empty before the end."""
    if view.outcome is None or not chain(view, seat):
        return ""
    points, longest = chain_scores(view, view.outcome, seat)
    return f" ({points:+}{f', longest {longest:+}' if longest else ''})"


def chain_scores(view: Observed, outcome: Outcome, seat: int) -> tuple[int, int]:
    """Return the points of a player's chain, and those for the longest chain of all."""
    brought = outcome.scores[seat] - view.players[seat].points + crow_loss(view, seat)
    points = chain_points(view.options, chain(view, seat))
    return points, brought - points


def crow_loss(view: Observed, seat: int) -> int:
    """Return the points that a player loses at the end for the crow."""
    return figures_of(view, seat).crow_loss if view.crow == seat else 0


def done(player: SeenPlayer) -> int:
    """Return how many goals a player has completed."""
    return len(player.claimed) + len(player.completed)


def extras(view: Observed, seat: int) -> list[str]:
    """Return the crow and the powers of a seat, and its score at the end."""
    player, outcome = view.players[seat], view.outcome
    loss = "" if outcome is None else f" ({-crow_loss(view, seat)})"
    return [
        *([f"crow{loss}"] if view.crow == seat else []),
        *([] if player.powers is None else player.powers),
        *([] if outcome is None else [f"scores {outcome.scores[seat]}"]),
    ]


def describe_stack(view: Observed, stack: Stack) -> str:
    """Return the top card of a stack, like ``hubs 1/3 for 5 (4 left)``: the seat has 1 of 3."""
    if stack.top is None:
        return f"{stack.kind}: none left"
    seat = view.observer if isinstance(view.observer, int) else view.seat
    return f"{describe_goal(view, seat, stack.top)} ({stack.left} left)"


def describe_goal(view: Observed, seat: int, goal: Goal) -> str:
    """Return a goal card with what a seat has of what it needs, like ``hubs 1/3 for 4``."""
    has = f"{measure(view, seat, goal.kind)}/" if seat != NONE else ""
    return f"{goal.kind} {has}{goal.needs} for {goal.points}"


def describe_supply(view: Observed) -> list[str]:
    """Return what belongs to no seat, the turns without progress, and the turns to come."""
    limit = view.options.box.figures.rounds * len(view.players)
    bank = f"{view.bank} in the bank" if view.bank >= 0 else f"{-view.bank} substitute coins used"
    return [
        f"{view.sorin} sōrin",
        many(view.deck, "private goal"),
        bank,
        *(["the crow"] if view.crow is None else []),
        *(
            [f"{view.idle} of {limit} turns without progress"]
            if limit and view.idle > len(view.players)
            else []
        ),
        *([] if view.turns_left is None else [f"{many(view.turns_left, 'turn')} to come"]),
    ]
