"""Misbehavin' (2022), stated a second time.

An oracle for the test suite: a slow-minded, mutable referee of the card game Misbehavin'. It was
written from the printed summary and the wire protocol alone, by someone who has not read the
rules in ``src``; it shares no code with them. Where the two disagree, at least one of them misread.

``misbehavin_options.py`` and ``misbehavin_cards.py`` check options and boxes,
``misbehavin_table.py`` holds the table and counts what lies there, ``misbehavin_choices.py`` lists
what may be chosen, ``misbehavin_judge.py`` and ``misbehavin_turn.py`` say what is legal,
``misbehavin_queue.py`` does what happens by itself, ``misbehavin_view.py`` tells what is seen.
Here the actions are done.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.oracle.answering import OptionsRefused, Refused, answer
from tests.oracle.misbehavin_judge import against, legal, weights, well_written
from tests.oracle.misbehavin_options import Options, read_options
from tests.oracle.misbehavin_queue import Queue
from tests.oracle.misbehavin_table import Fight, Lying, Step, Trade
from tests.oracle.misbehavin_turn import FREE, used_from
from tests.oracle.misbehavin_view import show

if TYPE_CHECKING:
    from collections.abc import Mapping

DECIDED = [
    *("played", "ability", "choose", "location", "by-hand"),
    *("replay", "reward", "retain", "tidy"),
]


class Oracle(Queue):
    """One game of Misbehavin', changed in place by each action."""

    def __init__(self, options: object) -> None:
        """Set the table up, or raise OptionsRefused."""
        super().__init__(read_options(options))
        for name in self.options.supply or []:
            self.put_set(name, self.open_slots()[0])
        if self.options.supply is not None:
            self.begin()
        self.settle()

    def clone(self) -> Oracle:
        """Make a second table that looks the same and shares nothing that changes with this one."""
        new = copy(self)
        new.seats = [player.clone() for player in self.seats]
        new.pending = list(self.pending)
        new.once, new.did = list(self.once), list(self.did)
        new.fight = replace(self.fight, bonus=list(self.fight.bonus)) if self.fight else None
        new.trade = copy(self.trade)
        new.market = {row: list(cards) for row, cards in self.market.items()}
        new.decks = {row: list(cards) for row, cards in self.decks.items()}
        new.slots, new.supply = dict(self.slots), dict(self.supply)
        new.reavers = list(self.reavers)
        new.progress = {name: list(tokens) for name, tokens in self.progress.items()}
        return new

    # What may be done.

    def legal(self) -> list[str]:
        """List each action open to the actor, once, in the order of the wire."""
        return legal(self)

    def weights(self) -> dict[str, int]:
        """Give the weight of each action of chance; {} where a seat decides."""
        return weights(self)

    def refusal(self, text: object) -> Refused | None:
        """Tell why an action is refused, None if it is legal."""
        if not isinstance(text, str) or not well_written(text):
            return Refused(None)
        clause = against(self, text)
        if clause is not None:
            return Refused("misbehavin." + clause)
        return None

    def apply(self, text: object) -> None:
        """Carry an action out with all that follows from it, or raise Refused."""
        refusal = self.refusal(text)
        if refusal is not None:
            raise refusal
        verb, _, rest = str(text).partition(" ")
        self.moves += 1
        if isinstance(self.actor, int):
            self.act(self.actor, verb, rest)
        else:
            self.happen(verb, rest)
        self.settle()

    # Doing it.

    def happen(self, verb: str, card: str) -> None:
        """Do what chance does."""
        step = self.pending[0]
        if verb == "draw":
            player = self.seats[step.seat]
            player.deck.remove(card)
            player.hand.append(card)
            if step.number > 1:
                self.pending[0] = step._replace(words=f"draw {step.number - 1}")
            else:
                self.pending.pop(0)
            return
        for row in self.decks:
            if card in self.decks[row]:
                self.decks[row].remove(card)
                self.market[row].append(card)
        if step.name == "reveal":
            self.pending.pop(0)

    def act(self, seat: int, verb: str, rest: str) -> None:
        """Do what a seat does."""
        player = self.seats[seat]
        fight, trade = self.fight, self.trade
        if self.phase == "fight" and fight is not None and verb != "done":
            fight.acted = True
        if self.phase == "draft":
            name, slot = rest.split(" ")
            self.put_set(name, slot)
            if self.open_slots() == []:
                self.turn_player = (self.options.starting_player + 1) % len(self.seats)
                self.begin()
        elif self.phase in DECIDED:
            self.decide(self.pending[0], verb, rest)
        elif verb == "pass":
            self.pending.pop(0)
        elif verb in FREE:
            self.spend_freely(seat, verb, rest)
        elif trade is not None and verb not in ("add", "use"):
            self.act_in_trade(trade, verb, rest)
        elif fight is not None and verb in ("nab", "dispatch", "target", "done"):
            self.act_in_fight(fight, verb, rest)
        elif verb == "play":
            player.activations -= 1
            player.hand.remove(rest)
            player.tableau.append(Lying(rest))
            if self.has(rest, "LOCATION"):
                self.mark(seat, "location")
            self.push(seat, rest, [*self.location(rest), *self.cards[rest].required, "offer"])
        elif verb == "trigger":
            player.activations -= 1
            self.trigger(seat, rest)
        elif verb == "turn":
            self.turn_card(seat, rest)
            self.push(seat, rest, self.location(rest))
        elif verb in ("fight", "deal", "recruit"):
            self.open(seat, verb, rest)
        elif verb == "acquire":
            self.acquired = True
            self.push(seat, "-", ["step 1", "step 2", "earn"])
        elif verb == "add":
            self.to_display(seat, rest)
        elif verb == "use":
            card, number = rest.split(" ")
            if self.phase == "answer":
                self.pending.pop(0)
            self.use(seat, card, int(number))
        elif verb == "end":
            self.end(seat)

    def open(self, seat: int, kind: str, card: str) -> None:
        """Begin a fight, a deal or a recruitment with a card."""
        player = self.seats[seat]
        if kind == "recruit":
            player.recruitments -= 1
        else:
            player.activations -= 1
        if kind == "fight":
            self.fight = Fight(seat)
        else:
            self.trade = Trade(kind, seat)
        self.to_display(seat, card)
        if kind == "deal":
            self.queue_answers(seat)

    def act_in_trade(self, trade: Trade, verb: str, rest: str) -> None:
        """Do what is done in a deal or a recruitment only."""
        player = self.seats[trade.seat]
        if verb == "credit":
            player.credits -= 1
            trade.credits += 1
        elif verb == "take":
            self.take(trade, rest)
        elif verb == "clear":
            for lying in player.tableau:
                if lying.card == rest:
                    lying.warrant = None
            self.conclude(trade)
        elif verb == "retry":
            player.activations -= 1
            trade.stage = "open"
            trade.canceled = False
            self.queue_answers(trade.seat)
        elif verb == "salvage":
            player.recruitments -= 1
            self.trade = Trade("recruit", trade.seat)
        elif verb == "drop" or (trade.stage == "closed" and trade.kind == "recruit"):
            self.push(trade.seat, "-", ["clear"])
        elif trade.stage == "closed":
            self.conclude(trade)
        else:
            trade.stage = "closed"
            if trade.kind == "deal":
                self.queue_answers(trade.seat)

    def act_in_fight(self, fight: Fight, verb: str, rest: str) -> None:
        """Do what is done in a fight only."""
        if verb == "target":
            fight.target = rest
            fight.defender = self.owner(rest)
            fight.batch = fight.seat
        elif verb == "done":
            self.done_in_fight(fight)
        else:
            fight.intent = verb

    def to_display(self, seat: int, card: str) -> None:
        """Put a card into the display, for its attribute or influence."""
        player = self.seats[seat]
        if card in player.hand:
            player.hand.remove(card)
            player.display.append(Lying(card))
            self.push(seat, card, self.cards[card].required)
        else:
            lying = self.in_tableau(seat, card)
            if lying is not None:
                player.tableau.remove(lying)
                player.display.append(Lying(card, tokens=lying.tokens, used=lying.used))

    def trigger(self, seat: int, card: str) -> None:
        """Trigger a card for its abilities behind those used."""
        self.turn_card(seat, card)
        lying = self.in_tableau(seat, card)
        first = 1 if lying is None else lying.used + 1
        used = 2 if self.has(card, "LOCATION") else 0
        self.push(seat, card, [f"walk {first} {used}"])

    def use(self, seat: int, card: str, number: int) -> None:
        """Use an innate ability, one of the hand, or a special one."""
        player = self.seats[seat]
        about = self.cards[card]
        ability = about.abilities[number - 1]
        effects = self.effects(card, number)
        lying = self.in_display(seat, card)
        words = [*ability.cost, *effects]
        if ability.type == "innate":
            self.note_use(seat, card, number)
            if ability.turns:
                self.turn_card(seat, card)
                words = [*ability.cost, *self.location(card), *effects]
                words.append(f"walk {number + 1} 3")
        elif ability.type == "hand":
            self.discard(seat, card)
        elif used_from(self, seat, card, number) == "display" and lying is not None:
            lying.used = number
            if about.kind == "maneuver":
                words.append("replay")
        else:
            player.hand.remove(card)
            player.display.append(Lying(card))
            words = [*ability.cost, *about.required, *effects]
            if about.kind == "maneuver":
                words.append("replay")
            words.append("return")
        self.push(seat, card, words)

    def spend_freely(self, seat: int, verb: str, rest: str) -> None:
        """Spend tokens in the middle of anything."""
        player = self.seats[seat]
        if verb == "verse":
            priced = self.options.box.priced[player.faction][rest]
            self.spend(seat, priced.price)
            self.push(seat, rest, priced.effects)
            return
        self.spend(seat, 2 if verb == "warrant" else 1)
        if verb == "warrant":
            lying = self.elsewhere(seat, rest)
            if lying is not None:
                lying.warrant = seat
        elif verb == "retrigger":
            self.note_use(seat, rest, 0)
            self.push(seat, rest, ["walk 1 0"])
        elif verb == "reaver":
            self.put_on_reaver(seat, rest)
        elif rest == "supply":
            player.credits += 2
        else:
            other = self.seats[int(rest)]
            number = 1 if verb == "tax" else min(2, other.credits)
            other.credits -= number
            player.credits += number

    def put_on_reaver(self, seat: int, name: str) -> None:
        """Put a token on a Reaver, which may defeat it."""
        tokens = self.progress[name]
        tokens[seat] += 1
        for reaver in list(self.reavers):
            if reaver.name == name and sum(tokens) >= reaver.strength:
                self.reavers.remove(reaver)
                self.progress[name] = [0] * len(self.seats)
                self.mark(seat, "reaver")
                self.push(seat, name, reaver.reward)

    def take(self, trade: Trade, card: str) -> None:
        """Take a card by a deal or a recruitment."""
        player = self.seats[trade.seat]
        price = self.price(trade, card) or 0
        missing = max(0, self.cards[card].cost - self.total(trade))
        self.spend(trade.seat, price)
        self.off_offer(card)
        if trade.kind == "deal":
            player.hand.append(card)
            self.mark(trade.seat, "deal")
            self.pending.append(Step(trade.seat, "-", "retain"))
            self.conclude(trade)
            return
        player.recycle.append(card)
        self.mark(trade.seat, "recruit")
        trade.spent += self.cards[card].cost - missing
        if trade.taken > 0:
            player.recruitments -= 1
        trade.taken += 1

    def done_in_fight(self, fight: Fight) -> None:
        """End a batch of a fight, or the fight."""
        if fight.defender is None or fight.batch is None or fight.target is None:
            return
        if fight.opening or fight.acted:
            fight.opening = False
            fight.acted = False
            fight.batch = fight.defender if fight.batch == fight.seat else fight.seat
            return
        attack, defense = self.attack(fight), self.defense(fight)
        fight.ended = True
        winner = fight.defender
        if attack >= defense:
            winner = fight.seat
            self.note_deed(winner, "fight")
            self.leave(fight.defender, fight.target)
            if fight.intent == "nab":
                self.seats[fight.seat].hand.append(fight.target)
            else:
                self.seats[fight.defender].recycle.append(fight.target)
            self.mark(fight.seat, str(fight.intent))
            if self.cards[fight.target].kind == "asset":
                defender = self.seats[fight.defender]
                defender.immune = max(1, defender.immune)
        else:
            self.mark(fight.defender, "defend")
        self.pending = [
            Step(winner, "-", "reward"),
            Step(fight.seat, "-", "retain"),
            Step(fight.defender, "-", "retain"),
            Step(fight.seat, "-", "clear"),
            *self.pending,
        ]

    def end(self, seat: int) -> None:
        """End the turn."""
        player = self.seats[seat]
        player.activations = 0
        player.recruitments = 0
        player.recycle += player.hand
        player.hand = []
        raids: list[Step] = []
        for reaver in self.reavers:
            raids += [Step(seat, reaver.name, words) for words in reaver.raid]
        self.pending = raids + self.pending
        for words in ("tidy", "refill", "replenish", "next"):
            self.pending.append(Step(seat, "-", words))

    def decide(self, step: Step, verb: str, rest: str) -> None:
        """Decide a step of the queue."""
        seat = step.seat
        player = self.seats[seat]
        if self.phase == "played":
            self.pending.pop(0)
            if verb == "trigger":
                for lying in player.tableau:
                    if lying.card == step.card:
                        lying.triggered = True
                self.push(seat, step.card, ["walk 1 0"])
        elif self.phase == "ability":
            self.pending.pop(0)
            self.walk(step, do=verb == "do")
        elif self.phase == "location":
            self.pending.pop(0)
            if verb == "return":
                self.give_black_back(seat)
        elif self.phase == "choose":
            self.pending.pop(0)
            if verb == "choose":
                self.chosen(step, rest)
        elif verb == "done":
            self.pending.pop(0)
        elif self.phase == "replay":
            self.spend(seat, 1)
            ability = self.cards[step.card].abilities[int(rest) - 1]
            effects = self.effects(step.card, int(rest))
            self.push(seat, step.card, [*ability.cost, *effects])
        elif self.phase == "by-hand":
            _, number, entries = step.words.split(" ")
            entries = entries.replace(rest, "") or "0"
            self.pending[0] = step._replace(words=f"by-hand {number} {entries}")
            entry = self.cards[step.card].abilities[int(number) - 1].by_hand[int(rest) - 1]
            self.push(seat, step.card, [entry])
        elif self.phase == "reward":
            self.pending.pop(0)
            if rest == "draw":
                self.push(seat, "-", ["draw 1"])
            elif rest == "credit":
                player.credits += 1
            else:
                player.verse += 1
        elif self.phase == "retain":
            self.spend(seat, 1)
            for lying in player.display:
                if lying.card == rest:
                    player.display.remove(lying)
                    break
            player.hand.append(rest)
        elif self.phase == "tidy":
            self.leave(seat, rest)
            player.recycle.append(rest)

    # What there is to see.

    def state(self, observer: int | None = None) -> dict[str, object]:
        """Describe the table as the wire does: all of it, or what one seat may see."""
        return show(self, observer)


def run(case: Mapping[str, object]) -> dict[str, object]:
    """Answer a CASE of the wire, without the ``seq``."""
    return answer(case, "misbehavin", "2022", Oracle)


__all__ = ["Options", "OptionsRefused", "Oracle", "Refused", "run"]
