"""What the rules of Misbehavin' let pass, and what not and why, stated a second time.

A part of the oracle in ``misbehavin.py``. ``against`` gives the clause that an action breaks,
without the name of the game; ``legal`` asks it about each action that there can be.
"""

import re

from tests.oracle.misbehavin_cards import FITTING, NAME, SLOTS
from tests.oracle.misbehavin_choices import Choices
from tests.oracle.misbehavin_table import Step
from tests.oracle.misbehavin_turn import FREE, against_main, first_choices

VERBS = [
    *("set", "reveal", "draw", "play", "trigger", "turn", "fight", "deal", "recruit", "acquire"),
    *("add", "credit", "use", "replay", "verse", "warrant", "tax", "steal", "retrigger"),
    *("reaver", "nab", "dispatch", "target", "reward", "take", "clear", "retain", "retry"),
    *("salvage", "drop", "discard", "choose", "entry", "do", "return"),
    *("skip", "pass", "done", "end"),
]
BARE = [
    *("acquire", "credit", "nab", "dispatch", "retry", "salvage"),
    *("drop", "do", "return", "skip", "pass", "done", "end"),
]
FINISHING = ["skip", "pass", "done", "end"]
FORMS = {
    "set": f"{NAME} ({'|'.join(SLOTS)})",
    "use": f"{NAME} [1-4]",
    "replay": "[1-4]",
    "entry": "[1-8]",
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
    "location": ["return", "skip"],
    "by-hand": ["entry", "done"],
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
    "location": "black.location",
    "by-hand": "ability.by-hand",
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


def against(table: Choices, text: str) -> str | None:
    """Give the first clause that a well written action breaks, None if it is legal."""
    clause = against_rules(table, text)
    if clause is not None or table.moves < table.options.moves or text in FINISHING:
        return clause
    if None in [against_rules(table, other) for other in FINISHING]:
        return "end.moves"
    return None


def against_rules(table: Choices, text: str) -> str | None:
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
    if phase in ("played", "choose", "by-hand", "replay"):
        return against_step(table, table.pending[0], verb, rest)
    if phase == "target":
        owner = table.owner(rest)
        if owner is None or owner == seat:
            return "fight.target"
        return "fight.immunity" if table.seats[owner].immune > 0 else None
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
    if verb == "return":
        return None if "the-black" in table.seats[seat].hand else "black.location"
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


def is_deal(table: Choices) -> bool:
    """Tell whether a deal is going on."""
    return table.trade is not None and table.trade.kind == "deal"


def clause_of_phase(table: Choices) -> str:
    """Give the clause against a verb that is not for the phase."""
    if table.phase == "choose":
        return clause_of_choice(table.pending[0])
    if table.phase == "fight":
        attacker = table.fight is not None and table.fight.seat == table.actor
        return "fight.add" if attacker else "fight.answer"
    return CLAUSES[table.phase]


def clause_of_choice(step: Step) -> str:
    """Give the clause against a wrong choice."""
    if step.name == "step":
        return "verse.steps"
    if step.name in ("trigger", "move"):
        return "ability.cost" if step.name == "trigger" else "ability.by-hand"
    return "effect.discard-one" if step.name == "forced" else "effect." + step.name


def row_to_fill(table: Choices) -> str:
    """Give the row of the market of which a card is revealed."""
    if table.pending[0].name == "reveal":
        return table.pending[0].words.split(" ")[1]
    return table.rows_to_fill()[0]


def seat_of_draw(table: Choices) -> int:
    """Give the seat that draws."""
    return table.pending[0].seat


def against_set(table: Choices, rest: str) -> str | None:
    """A set goes into an open slot of its kind, once."""
    name, slot = rest.split(" ")
    if table.slots[slot] is not None or name not in FITTING[slot]:
        return "setup.draft-slot"
    return "setup.draft-slot" if name in table.slots.values() else None


def against_step(table: Choices, step: Step, verb: str, rest: str) -> str | None:
    """A step of the queue is decided."""
    if table.phase == "played":
        return "play.trigger-now" if verb == "trigger" and rest != step.card else None
    if table.phase == "by-hand":
        return None if verb == "done" or rest in entries(table, step) else "ability.by-hand"
    if table.phase == "replay":
        if verb == "done":
            return None
        abilities = table.cards[step.card].abilities
        if int(rest) > len(abilities):
            return "verse.replay"
        usable = table.replayable(step.seat, step.card, abilities[int(rest) - 1])
        return None if usable else "verse.replay"
    if verb == "skip":
        return None if step.words.startswith("may ") else clause_of_choice(step)
    return None if rest in choices(table, step) else clause_of_choice(step)


def entries(table: Choices, step: Step) -> list[str]:
    """List the entries that may be done of an ability that is done by hand."""
    _, number, numbers = step.words.split(" ")
    words = table.cards[step.card].abilities[int(number) - 1].by_hand
    found: list[str] = []
    for entry in numbers:
        if entry != "0" and not table.is_barred(step._replace(words=words[int(entry) - 1])):
            found.append(entry)
    return found


def choices(table: Choices, step: Step) -> list[str]:
    """List what may be chosen for a step of the queue."""
    if step.name != "step":
        return table.candidates(step)
    if step.number == 1:
        return first_choices(table, step.seat)
    return table.candidates_of_verse(step)


def against_take(table: Choices, seat: int, verb: str, rest: str) -> str | None:
    """A deal or a recruitment comes to a card, or a deal lifts a warrant."""
    trade = table.trade
    if trade is None:
        return "offer.take"
    if verb == "done":
        return None if trade.kind == "recruit" or table.within(trade) == [] else "offer.must"
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


def legal(table: Choices) -> list[str]:
    """List each action open to the actor, once, in the order of the wire."""
    return [text for text in possible(table) if against(table, text) is None]


def possible(table: Choices) -> list[str]:
    """List the actions that there can be in this phase, in the order of the wire."""
    seat = table.actor if isinstance(table.actor, int) else table.turn_player
    own = {it.card for it in table.seats[seat].tableau} | {*table.seats[seat].hand}
    usable = own | {it.card for it in table.seats[seat].display}
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
            for card in usable:
                for number in range(1, len(table.cards[card].abilities) + 1):
                    rests.add(f"{card} {number}")
        elif verb == "replay":
            rests = {"1", "2", "3", "4"}
        elif verb == "entry":
            rests = {*entries(table, table.pending[0])}
        elif verb == "verse":
            rests = {*table.options.box.priced[table.seats[seat].faction]}
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


def weights(table: Choices) -> dict[str, int]:
    """Give the weight of each action of chance, in the order of the wire; {} for a seat."""
    if table.phase == "draw":
        deck = table.seats[seat_of_draw(table)].deck
        return {"draw " + card: deck.count(card) for card in sorted(deck)}
    if table.phase == "reveal":
        return {"reveal " + card: 1 for card in sorted(table.decks[row_to_fill(table)])}
    return {}
