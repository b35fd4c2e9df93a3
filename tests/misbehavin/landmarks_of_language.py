"""Situations of Misbehavin' from the whole language of cards, found with the oracle."""

from typing import Final

from tests.misbehavin.landmarks_of_cards import Situations
from tests.oracle.misbehavin import Oracle
from tests.oracle.misbehavin_cards import Ability
from tests.oracle.misbehavin_table import Lying, Step

MOVES: Final = tuple(
    (origin, goal)
    for origin in ("hand", "tableau", "recycle", "market", "supply")
    for goal in ("hand", "tableau", "recycle")
    if origin != goal and (origin, goal) != ("supply", "tableau")
)
"""From where to where a card can be moved by hand."""
NEW: Final = ("lose", "immune", "token-other", "warrant", "lift", "retrigger")
"""The effects that came with the whole language, and that a Reaver can have."""


def _used(table: Oracle, verb: str, rest: str) -> Ability | None:
    """Return the ability that is used, or done in a walk."""
    if verb == "use":
        card, _, number = rest.partition(" ")
        return table.cards[card].abilities[int(number) - 1]
    if verb == "do" and table.phase == "ability":
        step = table.pending[0]
        return table.cards[step.card].abilities[table.walked(step)[0] - 1]
    return None


def _front(table: Oracle) -> Step:
    return table.pending[0] if table.pending else Step(0, "-", "none")


def of_costs(before: Oracle, actor: int, verb: str, rest: str, after: Oracle) -> Situations:
    """Return what abilities cost, and which are once a turn."""
    ability = _used(before, verb, rest)
    cost = [] if ability is None else [it.partition(" ")[0] for it in ability.cost]
    turned = before.phase == "choose" and _front(before).words == "trigger"
    replayed = _front(before).card if verb == "replay" else ""
    again = before.cards[replayed].abilities[int(rest) - 1].cost if replayed else []
    return {
        **{f"an ability costs {it}": it in cost for it in ("discard", "pay", "spend", "trigger")},
        "an ability costs three things": len(cost) == 3,
        "a location is turned for a cost": turned and before.has(rest, "LOCATION"),
        "tokens are spent for using a maneuver again": any(it.startswith("spend") for it in again),
        "an ability is used that is once a turn": ability is not None and ability.once != "",
        "an ability that is once a turn is done in a walk": verb == "do"
        and ability is not None
        and ability.once != "",
        "one that is once a turn is used in another's turn": verb == "use"
        and ability is not None
        and ability.once != ""
        and actor != before.turn_player,
        "two are used that are once a turn": len(after.once) > 1 and ability is not None,
        "a card that was used once a turn has left": any(
            after.owner(it.partition(" ")[0]) is None for it in after.once
        ),
    }


def of_once(before: Oracle, actor: int, verb: str, rest: str, after: Oracle) -> Situations:
    """Return where an ability stays used in this turn, and where marks do not pay for one."""
    player = before.seats[actor]
    ability = _used(before, verb, rest)
    once = {it.partition(" ")[0] for it in before.once}
    walk = before.pending[0] if before.phase == "ability" else None
    behind = [] if walk is None else before.cards[walk.card].abilities[walk.number - 1 :]
    dear = [
        sum(int(cost.split(" ")[1]) for cost in it.cost if cost.startswith("spend"))
        for lying in player.tableau
        if before.is_free(lying)
        for it in before.cards[lying.card].abilities
        if before.moment(actor) in it.when
    ]
    return {
        "a card that was used once a turn is reset": verb == "choose"
        and _front(before).name == "reset"
        and rest in once,
        "a card that was used once a turn is triggered again": rest in once
        and (verb == "retrigger" or (verb == "choose" and _front(before).name == "retrigger")),
        "a card that was used once a turn comes back": once & _lying(after) - _lying(before)
        != set(),
        "an ability that is once a turn is used from the display": verb == "use"
        and ability is not None
        and ability.once != ""
        and before.owner(rest.partition(" ")[0]) is None,
        "a walk leaves out what was used once a turn": walk is not None
        and any(it.once in before.once for it in behind if it.once != ""),
        "marks do not pay for an ability": verb != ""
        and before.phase in ("turn", "fight", "deal", "recruit")
        and any(player.verse < it <= before.purse(actor) for it in dear),
    }


def _lying(table: Oracle) -> set[str]:
    """Return the cards that lie in tableaus and displays."""
    return {it.card for player in table.seats for it in player.tableau + player.display}


def of_hands(before: Oracle, actor: int, verb: str, rest: str, after: Oracle) -> Situations:
    """Return what is used from the hand and the display, and what is done by hand."""
    ability = _used(before, verb, rest)
    card = rest.partition(" ")[0]
    hand = verb == "use" and ability is not None and ability.type == "hand"
    shown = verb == "use" and card in before.supply and before.in_display(actor, card) is not None
    both = shown and len(after.seats[actor].display) == len(before.seats[actor].display)
    front = _front(before)
    words = front.words.split(" ")
    entries = before.phase == "by-hand" and verb == "entry"
    entry = ""
    if entries:
        number = int(front.words.split(" ")[1])
        entry = before.cards[front.card].abilities[number - 1].by_hand[int(rest) - 1]
    answers = before.legal() if before.phase == "answer" else []
    held = [_used(before, "use", it.removeprefix("use ")) for it in answers if it != "pass"]
    copies = [] if not both else [it for it in before.seats[actor].display if it.card == card]
    return {
        **{
            f"an ability of the hand is used in {it}": hand and before.phase == it
            for it in ("turn", "deal", "recruit", "fight", "answer")
        },
        "a supply card of the display is used": both,
        "a supply card of the display is used, with a copy in the hand": both
        and card in before.seats[actor].hand,
        "a supply card of the hand is used, with a copy in the display": shown and not both,
        "one of two copies in the display is used": len(copies) > 1,
        "who is asked has nothing to cancel with": answers == ["pass"],
        "an ability of the hand is held back": verb == "pass"
        and any(it is not None and it.type == "hand" for it in held),
        "a maneuver of the display is used": both and before.cards[card].kind == "maneuver",
        "an ability is done by hand": ability is not None and ability.by_hand != [],
        "one done by hand is used again": verb == "replay" and after.phase == "by-hand",
        "an entry has no candidate": after.phase == "by-hand"
        and len(after.legal()) <= len(_front(after).words.split(" ")[2])
        and not _front(after).words.endswith(" 0")
        and after.moves < after.options.moves,
        "all entries are done": after.phase == "by-hand" and _front(after).words.endswith(" 0"),
        "entries are left": before.phase == "by-hand"
        and verb == "done"
        and before.moves < before.options.moves
        and len(before.legal()) > 1,
        "an entry chooses": entries
        and after.phase == "choose"
        and _front(after).words[:4] != "move",
        **{
            f"an entry does {name}": entry.partition(" ")[0] == name
            for name in ("draw", *NEW, "influence", "strength", "evade", "discard-target")
        },
        **{
            f"a card is moved from {origin} to {goal}": verb == "choose"
            and words == ["move", origin, goal]
            for origin, goal in MOVES
        },
    }


def of_passives(before: Oracle, actor: int, verb: str, rest: str, after: Oracle) -> Situations:
    """Return where values count that cards in a tableau add by themselves, or an X of power."""
    on, trade = before.goes_on(), before.trade
    decided = verb == "done" and on is not None and after.goes_on() is None
    shown = [] if on is None else before.seats[on.seat].display
    tableau = before.seats[actor].tableau
    added = [it for it in tableau if before.ongoing(it.card, "power") > 0]
    defenders = [] if on is None or on.defender is None else before.seats[on.defender].display
    idle = [it for player in before.seats for it in player.tableau if _adds(before, it)]
    joins = before.cards[rest.partition(" ")[0]] if verb in ("add", "recruit") else None
    return {
        "passive strength counts": decided
        and on is not None
        and before.passive(on.seat, "strength") > 0,
        "passive defense counts": decided
        and on is not None
        and on.defender is not None
        and before.passive(on.defender, "defense") > 0,
        **{
            f"passive influence counts in a {kind}": verb == "take"
            and trade is not None
            and trade.kind == kind
            and before.passive(trade.seat, "influence") > 0
            for kind in ("deal", "recruit")
        },
        **{
            f"a power of X is {it} in a fight": decided
            and it in [before.cards[lying.card].power for lying in shown]
            for it in ("credits", "verse", "assets", "command")
        },
        "an X of power counts for the defender": decided
        and any(isinstance(before.cards[it.card].power, str) for it in defenders),
        "an X of power counts 0 for winning": verb == "end"
        and any(isinstance(before.cards[it.card].power, str) for it in tableau),
        "an X of 0 joins": joins is not None
        and isinstance(joins.influence, str)
        and before.amount(actor, joins.influence) == 0,
        "a credit that is committed lowers an X": verb == "credit"
        and any(before.cards[it.card].influence == "credits" for it in before.seats[actor].display),
        "a card is too strong by what it adds": before.phase == "turn"
        and any(_too_strong(before, actor, card) for card in before.seats[actor].hand),
        "a set card under warrant adds power": verb == "end"
        and any(not it.triggered and it.warrant is not None for it in added),
        "a set card without its need adds no power": verb == "end"
        and any(not it.triggered and not before.needs_met(actor, it.card) for it in added),
        **{
            f"{it} adds nothing to a fight": decided and _whose(before, it, idle)
            for it in ("a triggered card", "a card under warrant", "the target")
        },
        "a set card adds power": verb == "end" and any(not it.triggered for it in added),
        "a triggered card adds no power": verb == "end" and any(it.triggered for it in added),
    }


def _adds(table: Oracle, lying: Lying) -> bool:
    """Return whether a card adds strength or defense where it counts."""
    return table.ongoing(lying.card, "strength") + table.ongoing(lying.card, "defense") > 0


def _whose(table: Oracle, what: str, cards: list[Lying]) -> bool:
    """Return whether such a card is among these."""
    if what == "the target":
        return any(table.is_target(it.card) and not it.triggered for it in cards)
    if what == "a triggered card":
        return any(it.triggered for it in cards)
    return any(it.warrant is not None and not it.triggered for it in cards)


def _too_strong(table: Oracle, seat: int, card: str) -> bool:
    """Return whether a card is too strong for a tableau, and only by its passive power."""
    about = table.cards[card]
    printed = about.power if isinstance(about.power, int) else 0
    return (
        about.kind in ("asset", "character", "item")
        and table.is_too_strong(seat, card)
        and table.power(seat) + printed <= table.needed(seat)
    )


def of_required(before: Oracle, verb: str, rest: str, after: Oracle) -> Situations:
    """Return what required effects, raids and long queues do."""
    front = _front(before)
    chosen = verb == "choose" and before.phase == "choose"
    card = before.cards.get(front.card)
    reavers = [it.name for it in before.options.reavers]
    old, new = before.fight, after.fight
    return {
        "a required effect chooses": chosen
        and card is not None
        and front.words in card.required
        and "may " not in front.words,
        "a raid chooses": chosen
        and front.card in reavers
        and "next" in [step.name for step in before.pending],
        "a reward chooses": chosen
        and front.card in reavers
        and "next" not in [step.name for step in before.pending],
        "the Reavers of an episode raid": verb == "end"
        and before.options.episode.reavers is not None
        and any(it.raid for it in before.reavers),
        **{
            f"{it} is in a raid": verb == "end"
            and any(words.split(" ")[0] == it for reaver in before.reavers for words in reaver.raid)
            for it in NEW
        },
        **{
            f"{it} is in a reward": any(
                words.removeprefix("may ").split(" ")[0] == it
                for reaver in before.reavers
                if verb == "reaver" and reaver not in after.reavers
                for words in reaver.reward
            )
            for it in NEW
        },
        "several Reavers raid": verb == "end" and len([it for it in before.reavers if it.raid]) > 1,
        "a Reaver of an episode is defeated": before.options.episode.reavers is not None
        and len(after.reavers) < len(before.reavers),
        "the defender becomes immune in the fight": old is not None
        and old.defender is not None
        and not old.ended
        and verb != "done"
        and after.seats[old.defender].immune > before.seats[old.defender].immune,
        "a required effect takes the last possible target": old is not None
        and old.target is None
        and verb != "target"
        and new is None,
        "an effect makes immune for two turns": any(
            it.immune > max(1, was.immune)
            for was, it in zip(before.seats, after.seats, strict=True)
        ),
        "an effect makes immune in another's turn": verb != "done"
        and any(
            it.immune == 1 and was.immune == 0
            for was, it in zip(before.seats, after.seats, strict=True)
        ),
        "power tokens come from another card": chosen and front.name == "token-other",
        "tokens on a warrant come from an effect": chosen and front.name == "warrant",
        "the target is discarded": chosen
        and front.name == "discard-target"
        and rest == (old.target if old is not None else None),
    }


def of_steps(before: Oracle, actor: int, verb: str, rest: str) -> Situations:
    """Return what is done on 'verse cards."""
    box = before.options.box
    faction = before.seats[actor].faction
    step = box.steps[faction]
    name = rest if verb == "verse" else ""
    return {
        "a step discards a card of a kind": verb == "acquire"
        and any(it.startswith("discard ") for it in step),
        **{
            f"a step is {it}": verb == "acquire" and f"did {it}" in step
            for it in ("fight", "nab", "dispatch", "deal", "recruit")
        },
        **{
            f"an action with a price in a {phase}": name != "" and before.phase == phase
            for phase in ("turn", "fight", "deal", "recruit")
        },
        **{
            f"an action with a price does {it}": name != ""
            and any(
                words.removeprefix("may ").split(" ")[0] == it
                for words in box.priced[faction][name].effects
            )
            for it in NEW
        },
        "an action with a price costs several tokens": name != ""
        and box.priced[faction][name].price > 1,
        "marks pay for an action with a price": name != ""
        and before.seats[actor].verse < box.priced[faction][name].price,
        "an action has the name of one without a price": name in box.actions[faction],
    }
