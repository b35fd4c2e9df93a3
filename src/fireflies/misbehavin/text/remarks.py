"""Say in a few words what in the position makes an action illegal."""

from collections.abc import Callable, Mapping
from typing import Final

from fireflies import rulebook
from fireflies._texts import listed, many, missing, printed
from fireflies.contract import Violation
from fireflies.misbehavin.box.cards import Card
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.actions import (
    CardAction,
    Choose,
    ChooseSet,
    CreditAction,
    DoEntry,
    Reaver,
    ReturnBlack,
    SpendVerse,
    Use,
)
from fireflies.misbehavin.rules.judging import VERBS
from fireflies.misbehavin.rules.pieces import InPlay
from fireflies.misbehavin.rules.seen import Observed
from fireflies.misbehavin.text.sentences import moments


def remark(violation: Violation) -> str:
    """Return what in the position makes the action illegal; empty where the clause says enough."""
    view, action = violation.view, violation.action
    if not isinstance(view, Observed):
        return ""
    absent = _absent(view, action)
    if absent or not VERBS.belongs(action, view.phase):
        return absent
    match action:
        case ReturnBlack():
            return f"seat {view.seat} has no card of The Black in hand"
        case Use(name, number) if f"{name} {number}" in view.once:
            return f"ability {number} of {printed(name)} was used already in this turn"
        case DoEntry(number) if violation.clause == Clause.ABILITY_BY_HAND:
            return _entry(view, number)
        case CardAction(name) | Use(name, _) | Choose(str() as name):
            known, about = view.options.box.card, _ABOUT_CARD.get(violation.clause)
            if name in known and about is not None:
                card = known[name]
                if isinstance(about, str):
                    return about.format(card=card, name=printed(name))
                return about(view, card)
        case _:
            pass
    if isinstance(action, Reaver) and violation.clause == Clause.VERSE_TOKENS:
        return f"seat {view.seat} holds no token"
    player = view.players[view.seat]
    return _ABOUT_SEAT.get(violation.clause, "").format(view=view, player=player)


def _absent(view: Observed, action: object) -> str:
    """Return that the game has nothing of the name in an action; empty where it has."""
    box = view.options.box
    match action:
        case CardAction(name) | ChooseSet(name, _) | Use(name, _) | Choose(str() as name):
            cards = [*box.card, *[it.name for it in box.all_reavers]]
            return "" if name in cards else missing("card", printed(name), map(printed, cards))
        case CreditAction(int() as seat) | Choose(int() as seat) if seat >= len(view.players):
            return missing("seat", str(seat))
        case SpendVerse(name):
            priced = [it.name for it in view.options.verse[view.seat].priced]
            return "" if name in priced else missing("action of the 'verse card", name, priced)
        case _:
            return ""


def _entry(view: Observed, number: int) -> str:
    """Return why an entry of an ability done by hand can't be done."""
    step = view.pending[0]
    may = view.options.box.card[step.card].abilities[step.number - 1].may
    name = printed(step.card)
    if number > len(may):
        return f"{name} has {len(may)} such entries" if len(may) > 1 else f"{name} has 1 such entry"
    if str(number) not in step.detail:
        return f"{may[number - 1]} was done already"
    return f"nothing can be chosen for {may[number - 1]}"


def _find(view: Observed, card: Card) -> tuple[int, InPlay] | None:
    """Return the seat that has a card in its tableau, and its state there."""
    for seat, player in enumerate(view.players):
        for it in player.tableau:
            if it.card == card.name:
                return seat, it
    return None


def _warrant(view: Observed, card: Card) -> str:
    """Return whose warrant lies on a card, which has one."""
    tableaus = [it for player in view.players for it in player.tableau]
    whose = next(it.warrant for it in tableaus if it.card == card.name)
    return f"{printed(card.name)} bears a warrant of seat {whose}"


def _place(view: Observed, card: Card) -> str:
    """Return where a card is, as far as the deciding seat sees it."""
    player, found = view.players[view.seat], _find(view, card)
    if found is not None:
        return f"{printed(card.name)} is in the tableau of seat {found[0]}"
    if card.name in (player.hand or ()):
        return f"{printed(card.name)} is a hand card"
    for seat, it in enumerate(view.players):
        if card.name in [shown.card for shown in it.display]:
            return f"{printed(card.name)} is in the display of seat {seat}"
    return f"seat {view.seat} has no {printed(card.name)} in hand, and no tableau has it"


def _area(view: Observed, card: Card) -> str:
    side = view.options.boards[view.seat]
    is_asset = card.kind == "asset"
    slots, name = (side.assets, "asset") if is_asset else (side.command, "command")
    return f"the {name} area of seat {view.seat} has {many(slots, 'slot')}, and no room"


def _power(view: Observed, card: Card) -> str:
    has, needed = view.players[view.seat].power, view.options.needed[view.seat]
    added = f"{printed(card.name)} adds {card.power}"
    return f"seat {view.seat} has {has} power, {added}: more than {needed}"


def _cost(view: Observed, card: Card) -> str:
    has = f"seat {view.seat} has {view.totals[0]} influence"
    return f"{printed(card.name)} costs {card.cost}, and {has}"


def _needs(view: Observed, card: Card) -> str:
    return f"{printed(card.name)} needs {listed(card.needs)} in the tableau of seat {view.seat}"


def _when(view: Observed, card: Card) -> str:
    del view
    told = [f"ability {it.number} works {moments(it)}" for it in card.abilities]
    return f"{printed(card.name)}: {', '.join(told)}"


def _used(view: Observed, card: Card) -> str:
    """Return which ability of a card was the last one in this turn."""
    player = view.players[view.seat]
    used = next(it.used for it in player.in_play if it.card == card.name)
    return f"ability {used} of {printed(card.name)} was used already in this turn"


_ABOUT_CARD: Final[Mapping[rulebook.Clause, str | Callable[[Observed, Card], str]]] = {
    Clause.WARRANT_BARS: _warrant,
    Clause.WARRANT_ONCE: _warrant,
    Clause.CARD_TRIGGERED: "{name} is triggered",
    Clause.FIGHT_TARGET_IDLE: "{name} is attacked",
    Clause.FIGHT_ATTRIBUTE: "{name} does not have FIGHT",
    Clause.DEAL_ATTRIBUTE: "{name} does not have DEAL",
    Clause.RECRUIT_INFLUENCE: "{name} has no influence",
    Clause.CARD_NEEDS: _needs,
    Clause.CARD_ORDER: _used,
    Clause.SUPPLY_SPECIAL: _place,
    Clause.AREA_FULL: _area,
    Clause.AREA_DISPLAY: _place,
    Clause.PLAY_TABLEAU: _place,
    Clause.TRIGGER_TABLEAU: _place,
    Clause.ABILITY_OWN: _place,
    Clause.FIGHT_TARGET: _place,
    Clause.OFFER_TAKE: "{name} is not on offer",
    Clause.PLAY_KINDS: "the kind of {name} is {card.kind}",
    Clause.PLAY_POWER_LIMIT: _power,
    Clause.DEAL_COST: _cost,
    Clause.RECRUIT_COST: _cost,
    Clause.TRIGGER_ABILITY: "{name} has no ability of the type trigger",
    Clause.RETRIGGER_ABILITY: "{name} has no ability of the type trigger",
    Clause.ABILITY_CONDITIONS: _when,
    Clause.MANEUVER_WHEN: _when,
}
"""The reasons about the card of an action, by the clause that it violates."""

_ABOUT_SEAT: Final[Mapping[rulebook.Clause, str]] = {
    Clause.ACTIVATION_ONE: "seat {view.seat} has no activation left",
    Clause.RECRUIT_ONE: "seat {view.seat} has no recruitment left",
    Clause.PLAY_OWN_TURN: "it is the turn of seat {view.turn_player}",
    Clause.VERSE_OWN_TURN: "it is the turn of seat {view.turn_player}",
    Clause.VERSE_TOKENS: "seat {view.seat} can spend {player.purse} of its tokens",
    Clause.VERSE_SIX: "seat {view.seat} has no more tokens in its supply",
    Clause.DEAL_CREDITS: "seat {view.seat} has no credit",
    Clause.END_MOVES: "this turn has had {view.moves} actions",
}
"""The reasons about a seat, by clause."""
