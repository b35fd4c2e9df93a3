"""The chapter "Secondary Actions": goals, the crow, and the lucky fish."""

from collections.abc import Mapping
from typing import Final

from fireflies._typing import cached
from fireflies.festival.box.components import Goal, Kind
from fireflies.festival.clauses import Clause
from fireflies.festival.rules.actions import Crow, Fish, Private, Public
from fireflies.festival.rules.events import CrowTaken, FishUsed, PrivateCompleted, PublicCompleted
from fireflies.festival.rules.network import network
from fireflies.festival.rules.pieces import Pending
from fireflies.festival.rules.position import AnyPosition, Open, Working, figures_of, stacks
from fireflies.festival.rules.verbs import turn_action

_CROWS: Final = (Crow("coins"), Crow("workers"))
_FISH: Final = Fish()
_public: Final = cached(8)(Public)
_private: Final = cached(256)(Private)

_TALLEST = 2
"""The number of pagodas that count for a goal of the kind ``tower``."""


def measures(table: Open, seat: int) -> dict[Kind, int]:
    """Return, for each kind of goal, how much a player has of what that kind counts."""
    floors = [own for site in table.islands if (own := site.floors.count(seat))]
    workers = [own for site in table.islands if (own := site.workers[seat])]
    net = network(table)
    return {
        "empire": len(floors),
        "architect": net.longest[seat],
        "hubs": net.hubs[seat],
        "merchant": table.players[seat].coins,
        "tower": sum(sorted(floors)[-_TALLEST:]),
        "diversity": len(workers),
        "ready": sum(workers),
        "bridges": net.counts[seat],
        "floors": sum(floors),
    }


def measure(table: Open, seat: int, kind: Kind) -> int:
    """Return how much a player has of what this kind of goal counts."""
    return measures(table, seat)[kind]


def _met(goal: Goal, counts: Mapping[Kind, int]) -> bool:
    return counts[goal.kind] >= goal.needs


def legal_goals(table: AnyPosition) -> list[Private | Public]:
    """Return the goals to complete: each different card in hand, then the stacks in their order.

    They are in one list because :func:`measures` takes long.
    """
    counts = measures(table, table.seat)
    goals = dict.fromkeys(table.players[table.seat].goals)
    privates = [_private(it) for it in goals if _met(it, counts)]
    publics = [_public(it.kind) for it in stacks(table) if it.top and _met(it.top, counts)]
    return [*privates, *publics]


# Complete a Public Goal


def judge_public(table: AnyPosition, action: Public) -> Clause | None:
    """Return the clause that forbids to complete the top card of this kind, if there is one."""
    tops = [stack.top for stack in stacks(table) if stack.kind == action.kind]
    if not tops or tops[0] is None:
        return Clause.PUBLIC_STACK
    return None if _met(tops[0], measures(table, table.seat)) else Clause.PUBLIC_MET


def with_the_private(_table: AnyPosition) -> tuple[()]:
    """Return nothing: :func:`legal_goals` lists the public goals with the private ones."""
    return ()


def complete_public(table: Working, action: Public) -> None:
    """Gain the points, take the card, and reveal the next card of the stack."""
    place = table.kinds.index(action.kind)
    goal = table.options.box.stack(action.kind)[table.taken[place]]
    table.taken = (*table.taken[:place], table.taken[place] + 1, *table.taken[place + 1 :])
    player = table.players[table.seat]
    claimed = tuple(sorted((*player.claimed, goal), key=str))
    table.players[table.seat] = player._replace(claimed=claimed)
    table.earn(table.seat, points=goal.points)
    table.tell(PublicCompleted, table.seat, goal)


# Complete a Private Goal


def judge_private(table: AnyPosition, action: Private) -> Clause | None:
    """Return the clause that forbids to complete this card, if there is one."""
    if action.goal not in table.players[table.seat].goals:
        return Clause.PRIVATE_OWN
    return None if _met(action.goal, measures(table, table.seat)) else Clause.PRIVATE_MET


def complete_private(table: Working, action: Private) -> None:
    """Gain the points and lay the card open; no other card is drawn for it."""
    player = table.players[table.seat]
    place = player.goals.index(action.goal)
    card = player.goals[place]  # the argument may be any tuple that equals the card
    goals = player.goals[:place] + player.goals[place + 1 :]
    completed = tuple(sorted((*player.completed, card), key=str))
    table.players[table.seat] = player._replace(goals=goals, completed=completed)
    table.earn(table.seat, points=card.points)
    table.tell(PrivateCompleted, table.seat, card)


# The Crow


def legal_crows(table: AnyPosition) -> list[Crow]:
    """Return the choices with which the seat may take the crow."""
    return [it for it in _CROWS if not judge_crow(table, it)]


def judge_crow(table: AnyPosition, action: Crow) -> Clause | None:
    """Return the clause that forbids to take the crow with this choice, if there is one."""
    figures, player = figures_of(table, table.seat), table.players[table.seat]
    if player.points < figures.crow_points:
        return Clause.CROW_POINTS
    if table.crow == table.seat:
        return Clause.CROW_HELD
    choice = action.choice
    if choice == "coins" or (choice == "workers" and figures.crow_workers and player.workers):
        return None
    return Clause.CROW_CHOICE


def take_crow(table: Working, action: Crow) -> None:
    """Pay points, take the crow from its holder, and get coins or recruits."""
    figures, seat, holder = figures_of(table, table.seat), table.seat, table.crow
    coins = figures.crow_coins if action.choice == "coins" else 0
    recruits = min(figures.crow_workers, table.players[seat].workers)
    if action.choice == "coins":
        recruits = 0
    table.earn(seat, coins=coins, points=-figures.crow_points)
    table.crow = seat
    table.pending = Pending(recruits=recruits)
    table.tell(CrowTaken, seat, holder, figures.crow_points, coins, recruits)


# Use a Lucky Fish


def legal_fish(table: AnyPosition) -> list[Fish]:
    """Return the action when it is legal."""
    return [] if judge_fish(table, _FISH) else [_FISH]


def judge_fish(table: AnyPosition, _action: Fish) -> Clause | None:
    """Return the clause that forbids to use a fish, if there is one."""
    player = table.players[table.seat]
    if not player.fish:
        return Clause.FISH_SUPPLY
    return None if fish_price(table, table.seat) <= player.coins else Clause.FISH_PRICE


def fish_price(table: Open, seat: int) -> int:
    """Return the price of a player's next fish; each player has fish of their own."""
    return table.options.box.fish[-table.players[seat].fish]


def use_fish(table: Working, _action: Fish) -> None:
    """Pay for the next fish, which allows one more main action in this turn."""
    price = fish_price(table, table.seat)
    table.earn(table.seat, coins=-price)
    player = table.players[table.seat]
    table.players[table.seat] = player._replace(fish=player.fish - 1)
    table.mains += 1
    table.tell(FishUsed, table.seat, price)


VERBS: Final = (
    turn_action(Private, legal_goals, judge_private, complete_private),
    turn_action(Public, with_the_private, judge_public, complete_public),
    turn_action(Crow, legal_crows, judge_crow, take_crow, progress=False),
    turn_action(Fish, legal_fish, judge_fish, use_fish, progress=False),
)
"""The actions of the chapter."""
