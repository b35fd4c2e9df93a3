"""What a seat, or the referee, may see of Misbehavin', stated a second time.

A part of the oracle in ``misbehavin.py``.
"""

from tests.oracle.misbehavin_cards import MARKETS
from tests.oracle.misbehavin_choices import Choices
from tests.oracle.misbehavin_judge import legal, seat_of_draw
from tests.oracle.misbehavin_table import Lying


def show(table: Choices, observer: int | None) -> dict[str, object]:
    """Describe the table as the wire does: all of it, or what one seat may see."""
    pending = [f"{step.seat} {step.card} {step.words}" for step in table.pending]
    return {
        "phase": table.phase,
        "actor": table.actor,
        "turn": table.turn,
        "turn_player": table.turn_player,
        "moves": table.moves,
        "acquired": table.acquired,
        "once": sorted(table.once),
        "did": sorted(table.did),
        "players": [show_seat(table, seat, observer) for seat in range(len(table.seats))],
        "market": {row: sorted(table.market[row]) for row in MARKETS},
        "market_decks": {row: sorted(table.decks[row]) for row in MARKETS},
        "slots": dict(table.slots),
        "supply": dict(table.supply),
        "reavers": [
            {"card": reaver.name, "tokens": list(table.progress[reaver.name])}
            for reaver in table.reavers
        ],
        "defeated": sorted(
            [it.name for it in table.options.reavers if it not in table.reavers],
        ),
        "activity": show_activity(table),
        "pending": pending,
        "legal": visible_legal(table, observer),
        "outcome": outcome(table),
    }


def outcome(table: Choices) -> object:
    """Describe the end."""
    if table.over is None:
        return None
    scores = [table.power(seat) for seat in range(len(table.seats))]
    winners = [table.turn_player]
    if table.over == "end.turns":
        winners = [seat for seat in range(len(scores)) if scores[seat] == max(scores)]
    return {"scores": scores, "winners": winners}


def visible_legal(table: Choices, observer: int | None) -> list[str] | None:
    """List what is open to the actor, None where this would tell a secret."""
    if observer is not None:
        if table.phase == "draw" and seat_of_draw(table) != observer:
            return None
        if isinstance(table.actor, int) and table.actor != observer:
            return None
    return legal(table)


def show_seat(table: Choices, seat: int, observer: int | None) -> dict[str, object]:
    """Describe a player to an observer."""
    player = table.seats[seat]
    hidden = observer not in (None, seat)
    return {
        "faction": player.faction,
        "side": player.side,
        "hand": None if hidden else sorted(player.hand),
        "hand_size": len(player.hand),
        "deck": None if hidden else sorted(player.deck),
        "deck_size": len(player.deck),
        "unseen": sorted(player.hand + player.deck),
        "recycle": sorted(player.recycle),
        "assets": show_area(table.area(seat, "assets")),
        "command": show_area(table.area(seat, "command")),
        "display": [
            {"card": it.card, "tokens": it.tokens, "used": it.used}
            for it in sorted(player.display, key=lambda it: (it.card, it.tokens, it.used))
        ],
        "credits": player.credits,
        "verse": player.verse,
        "marks": {step: number for step, number in player.marks.items() if number > 0},
        "verse_left": table.left(seat),
        "power": table.power(seat),
        "needed": table.needed(seat),
        "immune": player.immune,
        "activations": player.activations,
        "recruitments": player.recruitments,
    }


def show_area(area: list[Lying]) -> list[dict[str, object]]:
    """Describe the cards of an area."""
    return [
        {
            "card": it.card,
            "triggered": it.triggered,
            "tokens": it.tokens,
            "warrant": it.warrant,
            "used": it.used,
        }
        for it in sorted(area, key=lambda it: it.card)
    ]


def show_activity(table: Choices) -> object:
    """Describe the fight, the deal or the recruitment."""
    fight, trade = table.fight, table.trade
    if fight is not None:
        goes_on = table.goes_on() is not None
        return {
            "kind": "fight",
            "seat": fight.seat,
            "intent": fight.intent,
            "target": fight.target,
            "defender": fight.defender,
            "batch": fight.batch,
            "opening": fight.opening,
            "acted": fight.acted,
            "bonus": list(fight.bonus),
            "ended": fight.ended,
            "attack": table.attack(fight) if goes_on else None,
            "defense": table.defense(fight) if goes_on else None,
        }
    if trade is not None and trade.kind == "deal":
        return {
            "kind": "deal",
            "seat": trade.seat,
            "stage": trade.stage,
            "credits": trade.credits,
            "bonus": trade.bonus,
            "canceled": trade.canceled,
            "total": table.total(trade),
        }
    if trade is not None:
        return {
            "kind": "recruit",
            "seat": trade.seat,
            "stage": trade.stage,
            "bonus": trade.bonus,
            "spent": trade.spent,
            "taken": trade.taken,
            "total": table.total(trade),
        }
    return None
