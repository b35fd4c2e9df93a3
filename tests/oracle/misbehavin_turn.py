"""What may be done in the turns, fights, deals and recruitments of Misbehavin'.

A part of the oracle in ``misbehavin.py``: ``against_main`` gives the clause that an action breaks.
"""

from tests.oracle.misbehavin_cards import KINDS
from tests.oracle.misbehavin_table import Lying, Step, Table

FREE = ["warrant", "tax", "steal", "retrigger", "reaver"]


def against_idle(table: Table, lying: Lying) -> str | None:
    """A tableau card has to be set, without a warrant, and no target."""
    if lying.triggered:
        return "card.triggered"
    if lying.warrant is not None:
        return "warrant.bars"
    if table.is_target(lying.card):
        return "fight.target-idle"
    return None


def against_own(table: Table, seat: int, card: str) -> str | None:
    """Only own hand and free tableau cards go to the display."""
    if card in table.seats[seat].hand:
        return "black.unplayable" if card == "the-black" else None
    lying = table.in_tableau(seat, card)
    return "area.display" if lying is None else against_idle(table, lying)


def against_used(table: Table, seat: int, card: str, attribute: str) -> str | None:
    """A card is used for FIGHT or DEAL."""
    clause = against_own(table, seat, card)
    if clause is not None:
        return clause
    if not table.has(card, attribute):
        return attribute.lower() + ".attribute"
    return None if table.needs_met(seat, card) else "card.needs"


def against_influence(table: Table, seat: int, card: str) -> str | None:
    """A card is used for its influence."""
    clause = against_own(table, seat, card)
    if clause is None and table.cards[card].influence == 0:
        return "recruit.influence"
    return clause


def against_verse(table: Table, seat: int, action: str, tokens: int) -> str | None:
    """A token is spent for an action of the own 'verse card."""
    if seat != table.turn_player:
        return "verse.own-turn"
    if action not in table.options.box.actions[table.seats[seat].faction]:
        return "verse.actions"
    return "verse.tokens" if table.purse(seat) < tokens else None


def against_main(table: Table, seat: int, verb: str, rest: str) -> str | None:
    """What may be done in a turn, a fight, a deal, a recruitment, or against a deal."""
    player = table.seats[seat]
    if verb == "play":
        return against_play(table, seat, rest)
    if verb == "trigger":
        return against_trigger(table, seat, rest)
    if verb == "turn":
        lying = table.in_tableau(seat, rest)
        if lying is None:
            return "trigger.tableau"
        return against_idle(table, lying)
    if verb == "fight":
        return against_fight(table, seat, rest)
    if verb == "deal":
        if player.activations == 0:
            return "activation.one"
        return against_used(table, seat, rest, "DEAL")
    if verb == "recruit":
        if player.recruitments == 0:
            return "recruit.one"
        return against_influence(table, seat, rest)
    if verb == "acquire":
        if table.acquired:
            return "verse.once"
        if table.left(seat) == 0:
            return "verse.six"
        return None if can_acquire(table, seat) else "verse.steps"
    if verb == "add":
        if table.phase == "fight":
            return against_used(table, seat, rest, "FIGHT")
        if table.phase == "deal":
            return against_own(table, seat, rest)
        return against_influence(table, seat, rest)
    if verb == "credit":
        return "deal.credits" if player.credits == 0 else None
    if verb == "use":
        card, number = rest.split(" ")
        return against_use(table, seat, card, int(number))
    if verb in FREE:
        return against_free(table, seat, verb, rest)
    return None


def against_play(table: Table, seat: int, card: str) -> str | None:
    """A card joins the tableau."""
    player = table.seats[seat]
    if seat != table.turn_player:
        return "play.own-turn"
    if player.activations == 0:
        return "activation.one"
    if card not in player.hand:
        return "play.tableau"
    kind = table.cards[card].kind
    if kind not in KINDS:
        return "play.kinds"
    area = "assets" if kind == "asset" else "command"
    if len(table.area(seat, area)) >= table.options.box.areas[player.faction][player.side][area]:
        return "area.full"
    power = table.cards[card].power
    if power > 0 and table.power(seat) + power > table.needed(seat):
        return "play.power-limit"
    return None


def against_trigger(table: Table, seat: int, card: str) -> str | None:
    """An activation triggers a card."""
    if table.seats[seat].activations == 0:
        return "activation.one"
    lying = table.in_tableau(seat, card)
    if lying is None:
        return "trigger.tableau"
    clause = against_idle(table, lying)
    if clause is not None:
        return clause
    return against_bolts(table, seat, card, "trigger.ability", lying.used)


def against_bolts(table: Table, seat: int, card: str, without: str, used: int) -> str | None:
    """A card has a triggered ability behind those used, and one that is usable."""
    types = [ability.type for ability in table.cards[card].abilities]
    if "trigger" not in types:
        return without
    if "trigger" not in types[used:]:
        return "card.order"
    if not table.needs_met(seat, card):
        return "card.needs"
    return "ability.conditions" if table.bolts(seat, card, used + 1) == [] else None


def against_fight(table: Table, seat: int, card: str) -> str | None:
    """A fight begins."""
    if table.seats[seat].activations == 0:
        return "activation.one"
    clause = against_used(table, seat, card, "FIGHT")
    if clause is not None:
        return clause
    there = [other for other in table.others(seat) if table.seats[other].tableau != []]
    if there == []:
        return "fight.target"
    if False not in [table.seats[other].immune for other in there]:
        return "fight.immunity"
    return None


def can_acquire(table: Table, seat: int) -> bool:
    """Tell whether both steps of the 'verse card can be done in order."""
    step = Step(seat, "-", "step 1")
    if not table.verse_possible(step):
        return False
    if table.verse_step(seat, 1)[0] in ("discard", "trigger"):
        return first_choices(table, seat) != []
    return leaves_second(table, seat, "")


def first_choices(table: Table, seat: int) -> list[str]:
    """List what may be chosen for the first step of the 'verse card."""
    step = Step(seat, "-", "step 1")
    return [it for it in table.candidates_of_verse(step) if leaves_second(table, seat, it)]


def leaves_second(table: Table, seat: int, choice: str) -> bool:
    """Tell whether the second step of the 'verse card can be done after the first."""
    real = table.seats[seat]
    try:
        after = table.seats[seat] = real.clone()
        words = table.verse_step(seat, 1)
        if words[0] == "pay":
            after.credits -= int(words[1])
        elif words[0] == "discard":
            if choice in after.hand:
                after.hand.remove(choice)
            else:
                after.tableau = [it for it in after.tableau if it.card != choice]
        elif words[0] == "trigger":
            for lying in after.tableau:
                if lying.card == choice:
                    lying.triggered = True
        return table.verse_possible(Step(seat, "-", "step 2"))
    finally:
        table.seats[seat] = real


def against_use(table: Table, seat: int, card: str, number: int) -> str | None:
    """An innate ability, or a special one of a supply card, is used."""
    in_hand = card in table.seats[seat].hand
    displayed = table.in_display(seat, card)
    lying = table.in_tableau(seat, card)
    wanted = "innate"
    if in_hand:
        if table.cards[card].deck != "supply":
            return "card.in-hand"
        wanted = "special"
    elif lying is not None:
        clause = against_idle(table, lying)
        if clause is not None:
            return clause
    elif displayed is not None:
        if table.cards[card].deck == "supply":
            return "supply.special"
    else:
        return "ability.own"
    abilities = table.cards[card].abilities
    if number > len(abilities) or abilities[number - 1].type != wanted:
        return "ability.innate" if wanted == "innate" else "supply.special"
    ability = abilities[number - 1]
    if wanted == "innate":
        if displayed is not None and ability.turns:
            return "trigger.tableau"
        used = lying or displayed
        if used is not None and not table.in_order(used, number):
            return "card.order"
    if not table.needs_met(seat, card):
        return "card.needs"
    if table.moment(seat) not in ability.when:
        if table.cards[card].kind == "maneuver":
            return "maneuver.when"
        return "ability.conditions"
    return None if table.can_pay(seat, card, ability, in_hand=in_hand) else "ability.cost"


def against_free(table: Table, seat: int, verb: str, rest: str) -> str | None:
    """A token is spent in the middle of anything."""
    if verb == "reaver":
        if seat != table.turn_player:
            return "verse.own-turn"
        if table.seats[seat].verse < 1:
            return "verse.tokens"
        known = [reaver.name for reaver in table.reavers]
        return None if rest in known else "reaver.token"
    clause = against_verse(table, seat, verb, 2 if verb == "warrant" else 1)
    if clause is not None:
        return clause
    if verb == "warrant":
        lying = table.elsewhere(seat, rest)
        if lying is None or table.cards[rest].kind != "character":
            return "warrant.issue"
        return "warrant.once" if lying.warrant is not None else None
    if verb == "retrigger":
        lying = table.in_tableau(seat, rest)
        if lying is None or not lying.triggered:
            return "verse.retrigger"
        if lying.warrant is not None:
            return "warrant.bars"
        return against_bolts(table, seat, rest, "retrigger.ability", 0)
    if rest == "supply":
        return None
    other = int(rest)
    if other >= len(table.seats) or other == seat or table.seats[other].credits == 0:
        return "verse." + verb
    return None
