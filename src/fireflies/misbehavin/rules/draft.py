"""The chapter "Player-Determined": a draft of the sets in the four slots of the supply."""

from typing import Final

from fireflies.contract.verbs import verb_of
from fireflies.misbehavin.box.cards import CHOSEN_SETS, COPIES, FITTING, SETS, SLOTS
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.actions import ChooseSet
from fireflies.misbehavin.rules.game_events import FirstTurnGiven, SetChosen
from fireflies.misbehavin.rules.position import AnyPosition, Position, Working
from fireflies.misbehavin.rules.setup import opening


def is_drafting(table: AnyPosition) -> bool:
    """Return whether a slot is open."""
    return None in table.slots


def picker(table: AnyPosition) -> int:
    """Return the seat that picks next, counter-clockwise; with three, the first also picks last."""
    picked = len(table.slots) - table.slots.count(None)
    return (table.options.starting_player - picked) % len(table.players)


def legal_sets(position: Position) -> list[ChooseSet]:
    """Return the sets for the open slots."""
    return [
        action
        for name in sorted(CHOSEN_SETS)
        for slot in sorted(SLOTS)
        for action in [ChooseSet(name, slot)]
        if not judge_set(position, action)
    ]


def judge_set(position: Position, action: ChooseSet) -> Clause | None:
    """Require an open slot, and a set that fits it and is not chosen yet."""
    fits = any(
        slot == action.slot and chosen is None and action.card in FITTING[slot]
        for slot, chosen in zip(SLOTS, position.slots, strict=True)
    )
    return None if fits and action.card not in position.slots else Clause.SETUP_DRAFT_SLOT


def choose_set(table: Working, action: ChooseSet) -> None:
    """Put the set into play; after the last one, the seat left of the first picker begins."""
    table.tell(SetChosen, table.seat, action.card, action.slot)
    table.slots = tuple(
        [
            action.card if slot == action.slot else chosen
            for slot, chosen in zip(SLOTS, table.slots, strict=True)
        ]
    )
    table.supply = tuple(
        [
            COPIES[name] if name == action.card else count
            for name, count in zip(SETS, table.supply, strict=True)
        ]
    )
    if not is_drafting(table):
        players = len(table.players)
        table.turn_player = (table.options.starting_player + 1) % players
        table.tell(FirstTurnGiven, table.turn_player)
        table.queue(*opening(players, table.turn_player))


VERBS: Final = (verb_of(ChooseSet, ("draft",), legal_sets, judge_set, choose_set),)
"""The actions of the chapter."""
