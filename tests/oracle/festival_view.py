"""What a seat, or the referee, may see of Firefly Festival, stated a second time.

A part of the oracle in ``festival.py``.
"""

from tests.oracle.festival_boxes import KINDS
from tests.oracle.festival_judge import legal
from tests.oracle.festival_table import Isle, Table


def show(table: Table, observer: int | None) -> dict[str, object]:
    """Describe the table as the wire does: all of it, or what one seat may see."""
    pending: object = None
    if table.pending is not None:
        pending = {
            "lane": table.pending.lane,
            "able": list(table.pending.able),
            "draws": table.pending.draws,
            "recruits": table.pending.recruits,
            "walks": table.pending.walks,
            "walker": table.pending.walker,
        }
    coins = [player.coins for player in table.seats]
    outcome: object = None
    if table.phase == "over":
        outcome = {"scores": table.scores(), "winners": table.winners()}
    return {
        "phase": table.phase,
        "actor": table.actor(),
        "seat": table.seat,
        "mains": table.mains,
        "secondary": table.secondary,
        "pending": pending,
        "idle": table.idle,
        "turns_left": table.turns_left,
        "islands": [show_isle(isle) for isle in table.isles.values()],
        "bridges": [{"lane": lane, "seat": table.bridges[lane]} for lane in sorted(table.bridges)],
        "crow": table.crow,
        "sorin": table.sorin,
        "bank": table.options.figures["bank"] - sum(coins),
        "public": [show_stack(kind, table.stacks[kind]) for kind in KINDS if kind in table.stacks],
        "deck": len(table.deck),
        "undealt": undealt(table, observer),
        "players": [show_seat(table, seat, observer) for seat in range(len(table.seats))],
        "legal": visible_legal(table, observer),
        "outcome": outcome,
    }


def visible_legal(table: Table, observer: int | None) -> list[str] | None:
    """List what is open to the actor, None where this would tell a secret."""
    if observer is not None:
        if table.phase in ("goals", "powers"):
            return None
        if table.actor() not in ("chance", None, observer):
            return None
    return legal(table)


def undealt(table: Table, observer: int | None) -> list[str]:
    """List the private goals of which this observer does not know where they are."""
    unknown = list(table.deck)
    if observer is not None and table.phase != "over":
        for seat in range(len(table.seats)):
            if seat != observer:
                unknown += table.seats[seat].goals
    return sorted(unknown)


def show_seat(table: Table, seat: int, observer: int | None) -> dict[str, object]:
    """Describe a player to an observer."""
    player = table.seats[seat]
    hidden = observer not in (None, seat)
    goals: list[str] | None = sorted(player.goals)
    if hidden and table.phase != "over":
        goals = None
    powers: list[str] | None = sorted(player.powers)
    if hidden and table.phase in ("powers", "keep"):
        powers = None
    return {
        "points": player.points,
        "coins": player.coins,
        "bridges": player.bridges,
        "floors": player.floors,
        "workers": player.workers,
        "fish": player.fish,
        "hand": len(player.goals),
        "goals": goals,
        "claimed": sorted(player.claimed),
        "completed": sorted(player.completed),
        "powers": powers,
    }


def show_isle(isle: Isle) -> dict[str, object]:
    """Describe an island."""
    return {
        "name": isle.name,
        "tile": isle.tile,
        "floors": list(isle.floors),
        "sealed": isle.sealed,
        "workers": list(isle.workers),
    }


def show_stack(goal: str, cards: list[tuple[int, int]]) -> dict[str, object]:
    """Describe a stack of public goals by its top card."""
    if cards == []:
        return {"goal": goal, "left": 0, "needs": None, "points": None}
    return {"goal": goal, "left": len(cards), "needs": cards[0][0], "points": cards[0][1]}
