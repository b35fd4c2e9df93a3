"""What the rules of Misbehavin' let pass, and what not and why, stated a second time.

A part of the oracle in ``misbehavin.py``. ``against`` gives the clause that an action breaks,
without the name of the game; ``legal`` asks it about each action that there can be.
"""

from __future__ import annotations

import re

from tests.oracle.misbehavin_options import FITTING, KINDS, NAME, SLOTS
from tests.oracle.misbehavin_table import Lying, Step, Table

VERBS = [
    *("set", "reveal", "draw", "play", "trigger", "turn", "fight", "deal", "recruit", "acquire"),
    *("add", "credit", "use", "replay", "warrant", "tax", "steal", "retrigger", "reaver", "nab"),
    *("dispatch", "target", "reward", "take", "clear", "retain", "retry", "salvage", "drop"),
    *("discard", "choose", "do", "skip", "pass", "done", "end"),
]
BARE = [
    *("acquire", "credit", "nab", "dispatch", "retry", "salvage"),
    *("drop", "do", "skip", "pass", "done", "end"),
]
FREE = ["warrant", "tax", "steal", "retrigger", "reaver"]
FINISHING = ["skip", "pass", "done", "end"]
FORMS = {
    "set": f"{NAME} ({'|'.join(SLOTS)})",
    "use": f"{NAME} [1-4]",
    "replay": "[1-4]",
    "tax": "[0-3]|supply",
    "steal": "[0-3]|supply",
    "reward": "draw|credit|verse",
    "choose": f"[0-3]|{NAME}",
}

OF_PHASE = {
    "draft": ["set"],
    "reveal": ["reveal"],
    "draw": ["draw"],
    "turn": [
        *("play", "trigger", "turn", "fight", "deal", "recruit"),
        *("acquire", "use", "end", *FREE),
    ],
    "played": ["trigger", "skip"],
    "ability": ["do", "skip"],
    "choose": ["choose", "skip"],
    "replay": ["replay", "done"],
    "intent": ["nab", "dispatch"],
    "target": ["target"],
    "fight": ["play", "trigger", "add", "use", "done", *FREE],
    "reward": ["reward"],
    "retain": ["retain", "done"],
    "deal": ["add", "credit", "use", "done", *FREE],
    "answer": ["use", "pass"],
    "canceled": ["retry", "salvage", "drop"],
    "recruit": ["add", "use", "done", *FREE],
    "take": ["take", "clear", "done"],
    "tidy": ["discard", "done"],
    "over": [],
}
CLAUSES = {
    "draft": "setup.draft",
    "reveal": "market.deck",
    "draw": "draw.deck",
    "turn": "turn.actions",
    "played": "play.trigger-now",
    "ability": "card.order",
    "replay": "verse.replay",
    "intent": "fight.intent",
    "target": "fight.target",
    "reward": "fight.reward",
    "retain": "verse.retain",
    "deal": "deal.add",
    "answer": "deal.cancel",
    "canceled": "deal.canceled-cards",
    "recruit": "recruit.add",
    "take": "offer.take",
    "tidy": "end-turn.tidy",
    "over": "end.over",
}


def well_written(text: str) -> bool:
    """Tell whether a text is an action of some game."""
    verb, space, rest = text.partition(" ")
    if verb not in VERBS:
        return False
    if verb in BARE:
        return space == ""
    if re.fullmatch(FORMS.get(verb, NAME), rest) is None:
        return False
    return rest.split(" ")[0] != "none"


def against(table: Table, text: str) -> str | None:
    """Give the first clause that a well written action breaks, None if it is legal."""
    clause = against_it(table, text)
    if clause is not None or table.moves < table.options.moves or text in FINISHING:
        return clause
    if None in [against_it(table, other) for other in FINISHING]:
        return "end.moves"
    return None


def against_it(table: Table, text: str) -> str | None:
    """Give the clause that an action breaks, with no regard to how long the turn is."""
    verb, _, rest = text.partition(" ")
    phase = table.phase
    seat = table.actor if isinstance(table.actor, int) else table.turn_player
    if verb not in OF_PHASE[phase] or (verb == "clear" and not is_deal(table)):
        return clause_of_phase(table)
    if phase == "draft":
        return against_set(table, rest)
    if verb == "reveal":
        return None if rest in table.decks[row_to_fill(table)] else "market.deck"
    if verb == "draw":
        return None if rest in table.seats[seat_of_draw(table)].deck else "draw.deck"
    if phase in ("turn", "fight", "deal", "recruit", "answer"):
        return against_main(table, seat, verb, rest)
    if phase in ("played", "choose", "replay"):
        return against_step(table, table.pending[0], verb, rest)
    if phase == "target":
        owner = table.owner(rest)
        if owner is None or owner == seat:
            return "fight.target"
        return "fight.immunity" if table.seats[owner].immune else None
    if verb == "reward":
        player = table.seats[seat]
        if rest == "draw" and player.deck == [] and player.recycle == []:
            return "fight.reward"
        if rest == "verse" and table.left(seat) == 0:
            return "fight.reward"
        return None
    if phase == "take":
        return against_take(table, seat, verb, rest)
    if verb == "retain":
        if rest not in [lying.card for lying in table.seats[seat].display]:
            return "verse.retain"
        return "retain.supply" if table.cards[rest].deck == "supply" else None
    if verb == "retry":
        return "deal.retry" if table.seats[seat].activations == 0 else None
    if verb == "salvage":
        return "recruit.one" if table.seats[seat].recruitments == 0 else None
    if verb == "drop":
        return "deal.canceled-cards" if table.seats[seat].recruitments > 0 else None
    if verb == "discard":
        lying = table.in_tableau(seat, rest)
        if lying is None:
            return "end-turn.tidy"
        return "warrant.bars" if lying.warrant is not None else None
    return None


def is_deal(table: Table) -> bool:
    """Tell whether a deal is going on."""
    return table.trade is not None and table.trade.kind == "deal"


def clause_of_phase(table: Table) -> str:
    """Give the clause against a verb that is not for the phase."""
    if table.phase == "choose":
        return clause_of_choice(table.pending[0])
    if table.phase == "fight":
        attacker = table.fight is not None and table.fight.seat == table.actor
        return "fight.add" if attacker else "fight.answer"
    return CLAUSES[table.phase]


def clause_of_choice(step: Step) -> str:
    """Give the clause against a wrong choice."""
    return "verse.steps" if step.name == "step" else "effect." + step.name


def row_to_fill(table: Table) -> str:
    """Give the row of the market of which a card is revealed."""
    if table.pending[0].name == "reveal":
        return table.pending[0].words.split(" ")[1]
    return table.rows_to_fill()[0]


def seat_of_draw(table: Table) -> int:
    """Give the seat that draws."""
    return table.pending[0].seat


def against_set(table: Table, rest: str) -> str | None:
    """A set goes into an open slot of its kind, once."""
    name, slot = rest.split(" ")
    if table.slots[slot] is not None or name not in FITTING[slot]:
        return "setup.draft-slot"
    return "setup.draft-slot" if name in table.slots.values() else None


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
        clause = against_idle(table, lying)
        if clause is None and not (table.has(rest, "LOCATION") and "the-black" in player.hand):
            return "black.location"
        return clause
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
    if table.power(seat) + table.cards[card].power > table.needed(seat):
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
    return against_bolts(table, seat, card, "trigger.ability", "trigger")


def against_bolts(table: Table, seat: int, card: str, without: str, by: str) -> str | None:
    """A card has a triggered ability that is usable."""
    if "trigger" not in [ability.type for ability in table.cards[card].abilities]:
        return without
    if not table.needs_met(seat, card):
        return "card.needs"
    return "ability.conditions" if table.bolts(seat, card, by=by) == [] else None


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
            if table.has(choice, "LOCATION") and "the-black" in after.hand:
                after.hand.remove("the-black")
        return table.verse_possible(Step(seat, "-", "step 2"))
    finally:
        table.seats[seat] = real


def against_use(table: Table, seat: int, card: str, number: int) -> str | None:
    """An innate ability, or a special one of a supply card, is used."""
    lying = table.in_tableau(seat, card)
    wanted = "special"
    if card in table.seats[seat].hand:
        if table.cards[card].deck != "supply":
            return "card.in-hand"
    elif lying is not None:
        clause = against_idle(table, lying)
        if clause is not None:
            return clause
        wanted = "innate"
    else:
        return "ability.own"
    abilities = table.cards[card].abilities
    if number > len(abilities) or abilities[number - 1].type != wanted:
        return "ability.innate" if wanted == "innate" else "supply.special"
    ability = abilities[number - 1]
    if not table.needs_met(seat, card):
        return "card.needs"
    if table.moment(seat) not in ability.when:
        if table.cards[card].kind == "maneuver":
            return "maneuver.when"
        return "ability.conditions"
    return None if table.can_pay(seat, card, ability, "use") else "ability.cost"


def against_free(table: Table, seat: int, verb: str, rest: str) -> str | None:
    """A token is spent in the middle of anything."""
    if verb == "reaver":
        if seat != table.turn_player:
            return "verse.own-turn"
        if table.purse(seat) < 1:
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
        return against_bolts(table, seat, rest, "retrigger.ability", "")
    if rest == "supply":
        return None
    other = int(rest)
    if other >= len(table.seats) or other == seat or table.seats[other].credits == 0:
        return "verse." + verb
    return None


def against_step(table: Table, step: Step, verb: str, rest: str) -> str | None:
    """A step of the queue is decided."""
    if table.phase == "played":
        return "play.trigger-now" if verb == "trigger" and rest != step.card else None
    if table.phase == "replay":
        if verb == "done":
            return None
        abilities = table.cards[step.card].abilities
        if int(rest) > len(abilities):
            return "verse.replay"
        usable = table.usable(step.seat, step.card, abilities[int(rest) - 1])
        return None if usable else "verse.replay"
    if verb == "skip":
        return None if step.words.startswith("may ") else clause_of_choice(step)
    return None if rest in choices(table, step) else clause_of_choice(step)


def choices(table: Table, step: Step) -> list[str]:
    """List what may be chosen for a step of the queue."""
    if step.name != "step":
        return table.candidates(step)
    if step.number == 1:
        return first_choices(table, step.seat)
    return table.candidates_of_verse(step)


def against_take(table: Table, seat: int, verb: str, rest: str) -> str | None:
    """A deal or a recruitment comes to a card, or a deal lifts a warrant."""
    trade = table.trade
    if trade is None:
        return "offer.take"
    if verb == "done":
        return None if trade.kind == "recruit" and trade.taken > 0 else "offer.must"
    if verb == "clear":
        lying = table.in_tableau(seat, rest)
        return "warrant.lift" if lying is None or lying.warrant is None else None
    if rest == "the-black":
        return "black.not-gained"
    if rest not in table.on_offer():
        return "offer.take"
    if table.price(trade, rest) is None:
        return trade.kind + ".cost"
    return None


def legal(table: Table) -> list[str]:
    """List each action open to the actor, once, in the order of the wire."""
    return [text for text in possible(table) if against(table, text) is None]


def possible(table: Table) -> list[str]:
    """List the actions that there can be in this phase, in the order of the wire."""
    seat = table.actor if isinstance(table.actor, int) else table.turn_player
    own = {it.card for it in table.seats[seat].tableau} | {*table.seats[seat].hand}
    beyond = {it.card for other in table.others(seat) for it in table.seats[other].tableau}
    texts: list[str] = []
    for verb in VERBS:
        rests: set[str] = set()
        if verb not in OF_PHASE[table.phase]:
            continue
        if verb in BARE:
            texts.append(verb)
        elif verb == "set":
            rests = {f"{name} {slot}" for slot in SLOTS for name in FITTING[slot]}
        elif verb == "reveal":
            rests = {*table.decks[row_to_fill(table)]}
        elif verb == "draw":
            rests = {*table.seats[seat_of_draw(table)].deck}
        elif verb == "use":
            for card in own:
                for number in range(1, len(table.cards[card].abilities) + 1):
                    rests.add(f"{card} {number}")
        elif verb == "replay":
            rests = {"1", "2", "3", "4"}
        elif verb in ("tax", "steal"):
            rests = {"supply"} | {str(other) for other in range(len(table.seats))}
        elif verb == "reaver":
            rests = {reaver.name for reaver in table.reavers}
        elif verb == "reward":
            rests = {"draw", "credit", "verse"}
        elif verb == "take":
            rests = {*table.on_offer()}
        elif verb == "retain":
            rests = {it.card for it in table.seats[seat].display}
        elif verb == "choose":
            rests = {*choices(table, table.pending[0])}
        elif verb in ("warrant", "target"):
            rests = beyond
        else:
            rests = own
        texts += [f"{verb} {rest}" for rest in sorted(rests)]
    return texts


def weights(table: Table) -> dict[str, int]:
    """Give the weight of each action of chance, in the order of the wire; {} for a seat."""
    if table.phase == "draw":
        deck = table.seats[seat_of_draw(table)].deck
        return {"draw " + card: deck.count(card) for card in sorted(deck)}
    if table.phase == "reveal":
        return {"reveal " + card: 1 for card in sorted(table.decks[row_to_fill(table)])}
    return {}
