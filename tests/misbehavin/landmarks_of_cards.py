"""Situations of Misbehavin' that are about cards and their abilities."""

from typing import TypeAlias

from tests.oracle.misbehavin import Oracle
from tests.oracle.misbehavin_table import Lying, Seat

Situations: TypeAlias = dict[str, bool]


def warranted(player: Seat) -> list[Lying]:
    """Return the tableau cards under warrant."""
    return [lying for lying in player.tableau if lying.warrant is not None]


def _costs(table: Oracle, card: str) -> list[str]:
    return [cost for ability in table.cards[card].abilities for cost in ability.cost]


def of_cards(before: Oracle, actor: int, verb: str, rest: str, after: Oracle) -> Situations:
    """Return what is special about cards that are played, triggered or used."""
    player = before.seats[actor]
    card = rest.split(" ", maxsplit=1)[0]
    other = actor != before.turn_player
    ability = None
    if verb == "use":
        ability = before.cards[card].abilities[int(rest[-1]) - 1]
    barred = [lying.card for lying in warranted(before.seats[before.turn_player])]
    return {
        "an innate ability does not turn its card": ability is not None
        and ability.type == "innate"
        and not ability.turns,
        "an innate ability is used in another's turn": ability is not None
        and ability.type == "innate"
        and other,
        "a special ability is used in another's turn": ability is not None
        and ability.type == "special"
        and other,
        "required comes before the effects": ability is not None
        and ability.type == "special"
        and before.cards[card].required != [],
        "a maneuver is used in a fight": verb == "use"
        and before.fight is not None
        and before.cards[card].kind == "maneuver",
        "a maneuver is used again for something else": verb == "replay"
        and len(before.cards[before.pending[0].card].abilities) > 1,
        "only a copy is left to pay for using a maneuver again": after.phase == "replay"
        and after.untriggered(after.pending[0].seat) == [after.pending[0].card]
        and "discard" in _costs(after, after.pending[0].card),
        "a card is played in a fight": verb == "play" and before.fight is not None,
        "a card without power is played beyond the limit": verb == "play"
        and before.power(actor) > before.needed(actor),
        "what could be triggered at once is not": verb == "skip" and before.phase == "played",
        "fewer cards are drawn": "refill" in [step.name for step in before.pending]
        and any(it.triggered for it in player.tableau),
        "a card under warrant meets a need": verb in ("use", "fight", "trigger", "deal", "add")
        and any(before.has(lying, need) for lying in barred for need in before.cards[card].needs),
    }


def of_abilities(before: Oracle, actor: int, verb: str, rest: str) -> Situations:
    """Return what is special about the order of a card's abilities, and about the display."""
    card = rest.split(" ", maxsplit=1)[0]
    lying = before.in_tableau(actor, card)
    shown = before.in_display(actor, card)
    number = int(rest[-1]) if verb == "use" else 0
    used = lying.used if lying is not None else 0
    walk = before.pending[0] if before.phase == "ability" else None
    first = before.walked(walk)[0] if walk is not None else 0
    next_one = before.cards[walk.card].abilities[first - 1] if walk is not None else None
    return {
        "an ability is passed over": verb == "skip" and walk is not None,
        "an innate ability follows a triggered one": verb == "do"
        and next_one is not None
        and next_one.type == "innate"
        and walk is not None
        and not walk.words.endswith(" 3"),
        "an innate ability follows an innate one that turns": verb == "do"
        and walk is not None
        and walk.words.endswith(" 3"),
        "an ability with a cost is used again": number > 0 and number == used,
        "what is triggered begins behind a used ability": verb == "trigger" and used > 0,
        "a used ability is kept in mind in the display": verb in ("add", "fight", "deal", "recruit")
        and used > 0,
        **{
            f"an ability in the display is used in a {kind}": number > 0
            and shown is not None
            and before.cards[card].deck != "supply"
            and before.phase == kind
            for kind in ("fight", "deal", "recruit")
        },
        "a used card is reset": verb == "choose"
        and before.phase == "choose"
        and before.pending[0].name == "reset"
        and used > 0,
        "a used card is triggered again": verb == "retrigger" and used > 0,
        "a card is triggered without effect": verb == "turn" and not before.has(card, "LOCATION"),
    }


def of_black(before: Oracle, actor: int, verb: str, rest: str, after: Oracle) -> Situations:
    """Return what locations do with The Black."""
    player = before.seats[actor]
    card = rest.split(" ", maxsplit=1)[0]
    is_location = card in before.cards and before.has(card, "LOCATION")
    holds, asks = "the-black" in player.hand, before.phase == "location"
    asked = any(step.name == "location" for step in after.pending)
    place = before.in_tableau(actor, before.pending[0].card) if asks else None
    return {
        "a location that is played sends The Black back": verb == "return"
        and place is not None
        and not place.triggered,
        "a location that is turned sends The Black back": verb == "return"
        and place is not None
        and place.triggered,
        "The Black may go back and stays": verb == "skip" and asks and holds,
        "The Black is in the draw pile when a location asks": verb == "skip" and asks and not holds,
        **{
            f"a location asks after {it}": is_location and asked and verb == it
            for it in ("play", "trigger", "turn", "use")
        },
        "a location asks after the first of several abilities": verb == "do"
        and before.phase == "ability"
        and before.pending[0].words.endswith(" 2")
        and asked,
        "a location asks nobody": verb == "turn" and is_location and not asked,
        "a location is triggered in the action that played it": before.phase == "played"
        and verb == "trigger"
        and is_location
        and holds,
    }
