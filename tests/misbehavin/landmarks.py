"""Situations of Misbehavin' that random plays have to reach, found with the oracle.

Each function returns its situations by name, each with whether it occurs. So a caller that adds up
the results also knows those that never occur.
"""

from typing import Final

from fireflies._typing import override
from tests.misbehavin.landmarks_of_cards import (
    Situations,
    of_abilities,
    of_black,
    of_cards,
    warranted,
)
from tests.misbehavin.landmarks_of_language import (
    of_costs,
    of_hands,
    of_once,
    of_passives,
    of_required,
    of_steps,
)
from tests.oracle.misbehavin import Oracle
from tests.oracle.misbehavin_boxes import CHOICES, PLAIN, SPECIAL, STEPS
from tests.oracle.misbehavin_judge import OF_PHASE, VERBS
from tests.oracle.misbehavin_queue import is_reached
from tests.oracle.misbehavin_table import Fight, Step, Trade

REFUSALS: Final = tuple(
    f"misbehavin.{clause}"
    for clause in (
        *("setup.draft", "setup.draft-slot", "market.deck", "draw.deck", "turn.actions"),
        *("play.own-turn", "play.tableau", "play.kinds", "play.power-limit", "play.trigger-now"),
        *("activation.one", "area.full", "area.display", "black.unplayable", "black.location"),
        *("trigger.tableau", "trigger.ability", "card.triggered", "card.needs", "card.order"),
        *("card.in-hand", "ability.own", "ability.innate", "ability.conditions", "ability.cost"),
        *("supply.special", "maneuver.when", "warrant.bars", "warrant.issue", "warrant.once"),
        *("warrant.lift", "fight.attribute", "fight.target", "fight.target-idle", "fight.immunity"),
        *("fight.intent", "fight.add", "fight.answer", "fight.reward", "deal.attribute"),
        *("deal.add", "deal.credits", "deal.cancel", "deal.canceled-cards", "deal.retry"),
        *("deal.cost", "recruit.one", "recruit.influence", "recruit.add", "recruit.cost"),
        *("offer.take", "offer.must", "black.not-gained", "verse.own-turn", "verse.actions"),
        *("verse.tokens", "verse.once", "verse.six", "verse.steps", "verse.replay"),
        *("verse.retain", "retain.supply", "verse.tax", "verse.steal", "verse.retrigger"),
        *("retrigger.ability", "reaver.token", "end-turn.tidy", "end.moves", "end.over"),
        *("verse.spend", "ability.by-hand"),
        *(f"effect.{name}" for name in CHOICES),
    )
)
"""Every clause by which an action can be refused."""


class Watched(Oracle):
    """An oracle that remembers which steps of the queue were done since its last action."""

    def __init__(self, options: object) -> None:
        self.steps: list[Step] = []
        super().__init__(options)

    @override
    def apply(self, text: object) -> None:
        """Carry an action out, and remember the steps that it has done."""
        self.steps = []
        super().apply(text)

    @override
    def do_step(self, step: Step) -> None:
        """Do a step, and remember it."""
        self.steps.append(step)
        super().do_step(step)


def situations_of(before: Oracle, text: str, after: Watched) -> Situations:
    """Return the situations before, in and after an action."""
    verb, _, rest = text.partition(" ")
    actor = before.actor
    found = _queue(before, text, after) | _phases(before, verb, after) | _marks(before, after)
    if after.phase == "over":
        found |= _over(after)
    if isinstance(actor, int):
        found |= of_cards(before, actor, verb, rest, after)
        found |= of_abilities(before, actor, verb, rest)
        found |= of_black(before, actor, verb, rest, after)
        found |= of_costs(before, actor, verb, rest, after)
        found |= of_once(before, actor, verb, rest, after)
        found |= of_hands(before, actor, verb, rest, after)
        found |= of_passives(before, actor, verb, rest, after)
        found |= of_required(before, verb, rest, after)
        found |= of_steps(before, actor, verb, rest)
        found |= _tokens(before, actor, verb, rest)
        found |= _fights(before, verb, rest, after)
        found |= _deals(before, actor, verb, rest, after)
    return found


def _queue(before: Oracle, text: str, after: Watched) -> Situations:
    """Return which effects happen, and which can't."""
    done = [step.name for step in after.steps]
    choice = before.pending[0] if before.phase == "choose" else Step(0, "-", "none")
    chosen = text.startswith("choose") and choice.name
    draws = [step for step in after.steps if step.name == "draw"]
    spared = before.supply["the-black"] == 0
    return {
        **{f"{name} happens": name in done for name in (*PLAIN, *SPECIAL) if name != "draw"},
        "draw happens": before.phase == "draw" and before.pending[0].card != "-",
        **{f"{name} is chosen": chosen == name for name in CHOICES},
        **{f"{name} has no candidate": name in done for name in CHOICES},
        "a choice is skipped": text == "skip" and choice.card != "-",
        "somebody else has to discard": text.startswith("choose")
        and choice.name == "forced"
        and before.actor != before.turn_player,
        "a long queue stops triggering again": "retrigger" in done
        and len(after.pending) > 8
        and after.moves < after.options.moves,
        "there is no card to draw": draws != [],
        "The Black is used up": spared and ("black" in done or "black-all" in done),
    }


def _phases(before: Oracle, verb: str, after: Oracle) -> Situations:
    """Return the verb, the phase in which only finishing is left, and other facts of a turn."""
    long = before.moves >= before.options.moves
    kept = [it.card for it in warranted(after.seats[after.turn_player]) if it.triggered]
    reshuffled = any(
        len(new.deck) > len(old.deck) for old, new in zip(before.seats, after.seats, strict=True)
    )
    return {
        **{f"the verb {it}": verb == it for it in VERBS},
        **{
            f"only finishing is left in phase {it}": long and before.phase == it
            for it in OF_PHASE
            if {"skip", "pass", "done", "end"} & {*OF_PHASE[it]} and it not in ("take", "replay")
        },
        "a pile is made anew in a turn": reshuffled
        and before.turn > 0
        and "next" not in [step.name for step in after.pending],
        "nobody is asked who has no hand": verb == "deal"
        and any(
            after.seats[seat].hand == []
            and [
                name
                for name in after.seats[seat].deck
                if after.can_cancel(name, ["special", "hand"])
            ]
            for seat in after.others(after.turn_player)
        ),
        "a card under warrant is not reset": after.moves == 0 and kept != [],
        "a draft of three": verb == "set" and len(before.seats) == 3,
        "a draft of four": verb == "set" and len(before.seats) == 4,
        "a deck of the market is empty": [] in after.decks.values(),
        "an answer in the same fight by activation": verb == "trigger"
        and before.phase == "fight"
        and before.actor != before.turn_player,
    }


def _marks(before: Oracle, after: Oracle) -> Situations:
    """Return which steps of an episode are marked, and more facts about marks."""
    marked = {
        step: [
            new.marks.get(step, 0) - old.marks.get(step, 0)
            for old, new in zip(before.seats, after.seats, strict=True)
        ]
        for step in STEPS
    }
    seat = before.turn_player
    player = before.seats[seat]
    counts = {
        step: [goal.count for win in before.wins(seat) for goal in win.goals if goal.step == step]
        for step in STEPS
    }
    return {
        **{f"{step} is marked": max(numbers) > 0 for step, numbers in marked.items()},
        "a step is done often enough": any(
            counts[step] != []
            and player.marks.get(step, 0) >= max(counts[step])
            and player.verse > 0
            and _has_done(before, after, step)
            for step in STEPS
        ),
        "not all of several goals are reached": after.moves == 0
        and any(
            {is_reached(after.seats[after.turn_player], goal) for goal in win.goals}
            == {True, False}
            for win in after.wins(after.turn_player)
        ),
        "a step is marked for the highest of two counts": any(
            numbers[seat] > 0 and min(counts[step]) <= player.marks.get(step, 0)
            for step, numbers in marked.items()
        ),
        "a seat has marks of two steps": len([it for it in player.marks.values() if it > 0]) > 1,
        "a mark is spent": any(min(numbers) < 0 for numbers in marked.values()),
    }


def _has_done(before: Oracle, after: Oracle, step: str) -> bool:
    """Return whether the step is the deal or recruitment that has just taken a card or ended."""
    old, new = before.trade, after.trade
    if old is None or new is None or step != old.kind:
        return False
    took = len(after.seats[new.seat].hand) > len(before.seats[new.seat].hand)
    return new.taken > old.taken or (took and new.stage == "done")


def _over(table: Oracle) -> Situations:
    outcome = table.state()["outcome"]
    assert isinstance(outcome, dict)
    winner = table.turn_player
    added = sum(table.ongoing(it.card, "power") for it in table.seats[winner].tableau)
    return {
        "passive power wins": table.over == "end.power"
        and table.power(winner) - added < table.needed(winner),
        **{f"the game ends by {it}": table.over == it for it in _ENDS},
        "the game ends by several goals": table.over == "end.episode"
        and not any(
            len(win.goals) == 1 and is_reached(table.seats[winner], win.goals[0])
            for win in table.wins(winner)
        ),
        "the game ends by several goals with credits": table.over == "end.episode"
        and any(
            len(win.goals) > 1
            and None in [goal.step for goal in win.goals]
            and all(is_reached(table.seats[winner], goal) for goal in win.goals)
            for win in table.wins(winner)
        ),
        "the victory is shared": len(outcome["winners"]) > 1,
    }


_ENDS: Final = ("end.turns", "end.power", "end.episode")


def _tokens(before: Oracle, actor: int, verb: str, rest: str) -> Situations:
    """Return how tokens are earned and spent."""
    steps = [before.verse_step(actor, number)[0] for number in (1, 2)]
    trade = before.trade
    acquire = verb == "acquire"
    chosen = before.phase == "choose" and before.pending[0].name == "step" and verb == "choose"
    step = before.pending[0].number if chosen else 0
    return {
        **{
            f"step {number} is {it}": acquire and steps[number - 1] == it
            for number in (1, 2)
            for it in ("discard", "pay", "trigger", "have", "did")
        },
        "a location is turned for the 'verse card": step > 0
        and rest in before.cards
        and before.has(rest, "LOCATION")
        and steps[step - 1] == "trigger"
        and "the-black" in before.seats[actor].hand,
        "not all may be chosen for the first step": step == 1
        and len(before.legal()) < len(before.candidates_of_verse(before.pending[0])),
        **{
            f"tokens make up for influence in a {kind}": verb == "take"
            and trade is not None
            and trade.kind == kind
            and (before.price(trade, rest) or 0) > 0
            for kind in ("deal", "recruit")
        },
        "several tokens for one influence": verb == "take"
        and trade is not None
        and (before.price(trade, rest) or 0)
        > max(0, before.cards[rest].cost - before.total(trade)),
        **{
            f"{it} in the middle of a {kind}": verb == it and before.phase == kind
            for it in ("tax", "steal", "warrant", "reaver")
            for kind in ("fight", "deal", "recruit")
        },
        "retrigger in the middle of a fight": verb == "retrigger" and before.phase == "fight",
        "a Reaver has tokens of two": verb == "reaver"
        and any(tokens > 0 for seat, tokens in enumerate(before.progress[rest]) if seat != actor),
    }


def _fights(before: Oracle, verb: str, rest: str, after: Watched) -> Situations:
    """Return how fights go and end."""
    old, new = before.fight, after.fight
    on = before.goes_on()
    cleared = old is not None and new is None and old.defender is not None
    won = _won(before, verb, after)
    ended = on is not None and new is not None and new.ended
    cards = before.cards
    attackers = [] if on is None else before.seats[on.seat].display
    defenders = [] if on is None or on.defender is None else before.seats[on.defender].display
    target = None if on is None else before.elsewhere(on.seat, str(on.target))
    return {
        **{
            f"the attacker wins to {intent}": won == "attacker"
            and on is not None
            and on.intent == intent
            for intent in ("nab", "dispatch")
        },
        "the defender wins": won == "defender",
        "the attacker wins a tie": won == "attacker"
        and on is not None
        and before.attack(on) == before.defense(on),
        "an asset is lost": won == "attacker"
        and on is not None
        and cards[str(on.target)].kind == "asset",
        "the lost card was under warrant": won == "attacker"
        and target is not None
        and target.warrant is not None,
        "a fight is evaded": "evade" in [step.name for step in after.steps] and ended,
        "the target is lost to an effect": ended and won is None and verb == "choose",
        "its owner has to discard the target": ended
        and before.phase == "choose"
        and before.pending[0].name == "forced",
        "what the cards of the attacker add": won is not None
        and on is not None
        and any(
            text.split(" ")[0] == on.intent for it in attackers for text in cards[it.card].ongoing
        ),
        "what the tableau of the defender adds": won is not None
        and on is not None
        and on.defender is not None
        and before.defense(on)
        > cards[str(on.target)].cost + on.bonus[1] + _power_of_defender(before),
        "a card that would defend lacks what it needs": on is not None
        and on.defender is not None
        and any(
            before.is_free(it)
            and not before.needs_met(on.defender, it.card)
            and any(text.startswith("defense") for text in cards[it.card].ongoing)
            for it in before.seats[on.defender].tableau
        ),
        "a card under warrant is turned by another": verb == "choose"
        and before.pending[0].name == "turn"
        and rest in [it.card for player in before.seats for it in warranted(player)],
        "power tokens fight": won is not None and any(it.tokens for it in attackers + defenders),
        "the attacker has more strength": on is not None and on.bonus[0] > 0,
        "the defender has more strength": on is not None and on.bonus[1] > 0,
        "the defender answers": verb == "add" and on is not None and before.actor == on.defender,
        "the attacker answers": verb == "add"
        and on is not None
        and before.actor == on.seat
        and not on.opening,
        "activations of the defender are lost": cleared
        and old is not None
        and old.defender is not None
        and before.seats[old.defender].activations > 0,
        "the attacker retains a card": verb == "retain"
        and old is not None
        and before.actor == old.seat,
        "the defender retains a card": verb == "retain"
        and old is not None
        and before.actor != old.seat,
        "a third seat is attacked": verb == "target"
        and old is not None
        and before.owner(rest) == (old.seat + 2) % len(before.seats),
    }


def _power_of_defender(table: Oracle) -> int:
    """Return the power in the display of the defender of a fight that goes on."""
    fight: Fight | None = table.goes_on()
    if fight is None or fight.defender is None:
        return 0
    display = table.seats[fight.defender].display
    powers = [table.amount(fight.defender, table.cards[it.card].power) for it in display]
    return sum(powers) + sum(it.tokens for it in display)


def _won(before: Oracle, verb: str, after: Oracle) -> str | None:
    """Return who wins a fight by this action."""
    on = before.goes_on()
    if verb != "done" or on is None or after.goes_on() is not None or before.phase != "fight":
        return None
    return "attacker" if before.attack(on) >= before.defense(on) else "defender"


def _deals(before: Oracle, actor: int, verb: str, rest: str, after: Watched) -> Situations:
    """Return how deals and recruitments go."""
    old: Trade | None = before.trade
    new: Trade | None = after.trade
    canceled = new is not None and new.canceled and old is not None and not old.canceled
    mine = before.seats[old.seat] if old is not None else before.seats[actor]
    closed = verb in ("done", "pass") and old is not None and old.stage in ("open", "closed")
    closing = before.phase != "take"
    declined = before.phase == "take" and verb == "done" and old is not None
    totals = [before.cards[it.card].influence for it in mine.display]
    return {
        "a deal is canceled when it is opened": canceled
        and new is not None
        and new.stage == "open",
        "a deal is canceled when all is committed": canceled
        and new is not None
        and new.stage == "closed",
        "a canceled deal gives credits back": canceled and old is not None and old.credits > 0,
        "others are asked about another try": verb == "retry" and after.phase == "answer",
        "two are asked": [step.name for step in after.pending].count("answer") > 1,
        "nothing is within reach of a deal": closed
        and closing
        and old is not None
        and old.kind == "deal"
        and new is None,
        "a deal is declined that tokens would reach": declined
        and old is not None
        and old.kind == "deal"
        and before.affordable(old) != [],
        "a recruitment is declined": declined
        and old is not None
        and old.kind == "recruit"
        and old.taken == 0,
        "marks would reach a card": before.phase == "take"
        and old is not None
        and any(_marks_reach(before, old, name) for name in before.on_offer()),
        "credits are spent in a deal": verb == "take" and old is not None and old.credits > 0,
        **{
            f"an X of {it} counts": verb == "take" and it in totals
            for it in ("credits", "verse", "assets", "command")
        },
        "a card from the supply is taken": verb == "take" and rest in before.supply,
        "a recruitment takes a second card": verb == "take" and old is not None and old.taken > 0,
        "a recruitment has spent more than it still counts": new is not None
        and new.kind == "recruit"
        and sum(after.influence(new.seat, it.card) for it in after.seats[new.seat].display)
        + new.bonus
        < new.spent,
        "further cards are declined": declined and old is not None and old.taken > 0,
        "a recruitment takes nothing": closed
        and closing
        and old is not None
        and old.kind == "recruit"
        and new is None,
        "a card without influence joins a deal": verb == "add"
        and before.phase == "deal"
        and before.cards[rest].influence == 0,
        "a card is retained after a deal": verb == "retain" and old is not None,
        "a card comes from the tableau": verb in ("add", "deal", "recruit", "fight")
        and before.in_tableau(actor, rest) is not None,
        "a location from the tableau keeps The Black": verb in ("add", "deal", "fight")
        and before.in_tableau(actor, rest) is not None
        and before.has(rest, "LOCATION")
        and "the-black" in before.seats[actor].hand,
    }


def _marks_reach(table: Oracle, trade: Trade, card: str) -> bool:
    """Return whether a card were affordable if tokens that mark progress made influence, too."""
    missing = table.cards[card].cost - table.total(trade)
    tokens = missing * table.cards[card].icons.get(table.seats[trade.seat].faction, 0)
    return table.seats[trade.seat].verse < tokens <= table.purse(trade.seat)
