"""What may be done in the turns, fights, deals and recruitments of Misbehavin'.

A part of the oracle in ``misbehavin.py``: ``against_main`` gives the clause that an action breaks.
"""

from tests.oracle.misbehavin_cards import KINDS
from tests.oracle.misbehavin_choices import Choices
from tests.oracle.misbehavin_table import Lying, Step

FREE = ["verse", "warrant", "tax", "steal", "retrigger", "reaver"]


def against_idle(table: Choices, lying: Lying) -> str | None:
    """A tableau card has to be set, without a warrant, and no target."""
    if lying.triggered:
        return "card.triggered"
    if lying.warrant is not None:
        return "warrant.bars"
    if table.is_target(lying.card):
        return "fight.target-idle"
    return None


def against_own(table: Choices, seat: int, card: str) -> str | None:
    """Only own hand and free tableau cards go to the display."""
    if card in table.seats[seat].hand:
        return "black.unplayable" if card == "the-black" else None
    lying = table.in_tableau(seat, card)
    return "area.display" if lying is None else against_idle(table, lying)


def against_used(table: Choices, seat: int, card: str, attribute: str) -> str | None:
    """A card is used for FIGHT or DEAL."""
    clause = against_own(table, seat, card)
    if clause is not None:
        return clause
    if not table.has(card, attribute):
        return attribute.lower() + ".attribute"
    return None if table.needs_met(seat, card) else "card.needs"


def against_influence(table: Choices, seat: int, card: str) -> str | None:
    """A card is used for its influence."""
    clause = against_own(table, seat, card)
    if clause is None and table.cards[card].influence == 0:
        return "recruit.influence"
    return clause


def against_verse(table: Choices, seat: int, action: str, tokens: int) -> str | None:
    """A token is spent for an action of the own 'verse card."""
    if seat != table.turn_player:
        return "verse.own-turn"
    if action not in table.options.box.actions[table.seats[seat].faction]:
        return "verse.actions"
    return "verse.tokens" if table.purse(seat) < tokens else None


def against_main(table: Choices, seat: int, verb: str, rest: str) -> str | None:
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


def against_play(table: Choices, seat: int, card: str) -> str | None:
    """A card joins the tableau."""
    player = table.seats[seat]
    if seat != table.turn_player:
        return "play.own-turn"
    if player.activations == 0:
        return "activation.one"
    if card not in player.hand:
        return "play.tableau"
    if table.cards[card].kind not in KINDS:
        return "play.kinds"
    if table.is_full(seat, card):
        return "area.full"
    return "play.power-limit" if table.is_too_strong(seat, card) else None


def against_trigger(table: Choices, seat: int, card: str) -> str | None:
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


def against_bolts(table: Choices, seat: int, card: str, without: str, used: int) -> str | None:
    """A card has a triggered ability behind those used, and one that is usable."""
    types = [ability.type for ability in table.cards[card].abilities]
    if "trigger" not in types:
        return without
    if "trigger" not in types[used:]:
        return "card.order"
    if not table.needs_met(seat, card):
        return "card.needs"
    return "ability.conditions" if table.bolts(seat, card, used + 1) == [] else None


def against_fight(table: Choices, seat: int, card: str) -> str | None:
    """A fight begins."""
    if table.seats[seat].activations == 0:
        return "activation.one"
    clause = against_used(table, seat, card, "FIGHT")
    if clause is not None:
        return clause
    there = [other for other in table.others(seat) if table.seats[other].tableau != []]
    if there == []:
        return "fight.target"
    if 0 not in [table.seats[other].immune for other in there]:
        return "fight.immunity"
    return None


def can_acquire(table: Choices, seat: int) -> bool:
    """Tell whether both steps of the 'verse card can be done in order."""
    step = Step(seat, "-", "step 1")
    if not table.verse_possible(step):
        return False
    if table.verse_step(seat, 1)[0] in ("discard", "trigger"):
        return first_choices(table, seat) != []
    return leaves_second(table, seat, "")


def first_choices(table: Choices, seat: int) -> list[str]:
    """List what may be chosen for the first step of the 'verse card."""
    step = Step(seat, "-", "step 1")
    return [it for it in table.candidates_of_verse(step) if leaves_second(table, seat, it)]


def leaves_second(table: Choices, seat: int, choice: str) -> bool:
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


def against_use(table: Choices, seat: int, card: str, number: int) -> str | None:
    """An ability is used that is no triggered one, of any copy of the card."""
    clauses = list(clauses_of_use(table, seat, card, number).values())
    if clauses == []:
        return "ability.own"
    return None if None in clauses else clauses[0]


def used_from(table: Choices, seat: int, card: str, number: int) -> str:
    """Give the place of the copy of a card of which an ability is used."""
    clauses = clauses_of_use(table, seat, card, number)
    return next(place for place in clauses if clauses[place] is None)


def clauses_of_use(table: Choices, seat: int, card: str, number: int) -> dict[str, str | None]:
    """Give the clause against using a card from each of the places where it lies."""
    clauses: dict[str, str | None] = {}
    if card in table.seats[seat].hand:
        clauses["hand"] = against_use_from_hand(table, seat, card, number)
    for place, lying in [
        ("tableau", table.in_tableau(seat, card)),
        ("display", table.in_display(seat, card)),
    ]:
        if lying is not None:
            clauses[place] = against_use_of(table, seat, lying, number, place)
    return clauses


def against_use_from_hand(table: Choices, seat: int, card: str, number: int) -> str | None:
    """A special ability of a supply card, or one of the hand, is used from there."""
    abilities = table.cards[card].abilities
    is_supply = table.cards[card].deck == "supply"
    if number > len(abilities) or abilities[number - 1].type not in ("special", "hand"):
        return "supply.special" if is_supply else "card.in-hand"
    return against_ability(table, seat, card, number, in_hand=True)


def against_use_of(table: Choices, seat: int, lying: Lying, number: int, place: str) -> str | None:
    """An innate ability of a card, or a special one of a supply card in the display, is used."""
    card = table.cards[lying.card]
    is_supply = card.deck == "supply"
    if place == "display":
        if is_supply and (not card.both or lying.used > 0):
            return "supply.special"
    else:
        clause = against_idle(table, lying)
        if clause is not None:
            return clause
    if number > len(card.abilities):
        return "supply.special" if is_supply else "ability.innate"
    ability = card.abilities[number - 1]
    if not is_supply:
        if ability.type != "innate":
            return "ability.innate"
        if place == "display" and ability.turns:
            return "trigger.tableau"
        if not table.in_order(lying, number):
            return "card.order"
    return against_ability(table, seat, lying.card, number, in_hand=False)


def against_ability(
    table: Choices, seat: int, card: str, number: int, *, in_hand: bool
) -> str | None:
    """An ability has its needs met, its moment, its turn and its price."""
    ability = table.cards[card].abilities[number - 1]
    if not table.needs_met(seat, card):
        return "card.needs"
    if table.moment(seat) not in ability.when:
        if table.cards[card].kind == "maneuver":
            return "maneuver.when"
        return "ability.conditions"
    if ability.once in table.once:
        return "ability.innate"
    return None if table.can_pay(seat, card, ability, in_hand=in_hand) else "ability.cost"


def against_free(table: Choices, seat: int, verb: str, rest: str) -> str | None:
    """A token is spent in the middle of anything."""
    if verb == "reaver":
        if seat != table.turn_player:
            return "verse.own-turn"
        if table.seats[seat].verse < 1:
            return "verse.tokens"
        known = [reaver.name for reaver in table.reavers]
        return None if rest in known else "reaver.token"
    if verb == "verse":
        return against_priced(table, seat, rest)
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


def against_priced(table: Choices, seat: int, name: str) -> str | None:
    """An action of the own 'verse card with a price is paid for."""
    if seat != table.turn_player:
        return "verse.own-turn"
    priced = table.options.box.priced[table.seats[seat].faction].get(name)
    if priced is None:
        return "verse.actions"
    if table.purse(seat) < priced.price:
        return "verse.tokens"
    return "verse.spend" if table.is_barred(Step(seat, name, priced.effects[0])) else None
