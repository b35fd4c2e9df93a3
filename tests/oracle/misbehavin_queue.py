"""What happens by itself in Misbehavin', stated a second time: the queue and its effects.

A part of the oracle in ``misbehavin.py``.
"""

from collections.abc import Sequence

from tests.oracle.misbehavin_cards import COPIES, MARKETS, STEPS, Goal
from tests.oracle.misbehavin_choices import Choices
from tests.oracle.misbehavin_table import Lying, Seat, Step, Trade

Decision = tuple[str, int | str | None]


class Queue(Choices):
    """A table on which things happen."""

    def settle(self) -> None:
        """Let everything happen until somebody decides."""
        while True:
            found = self.next_decision()
            if found is not None:
                self.phase, self.actor = found
                return

    def next_decision(self) -> Decision | None:
        """Give who decides what; None when something else has happened first."""
        if self.over is not None:
            return "over", None
        if self.open_slots() != []:
            done = 4 - len(self.open_slots())
            return "draft", (self.options.starting_player - done) % len(self.seats)
        if self.pending:
            return self.front(self.pending[0])
        fight, trade = self.fight, self.trade
        if fight is not None:
            if fight.target is None and self.targets(fight.seat) == []:
                self.push(fight.seat, "-", ["clear"])
                return None
            if fight.intent is None:
                return "intent", fight.seat
            if fight.target is None:
                return "target", fight.seat
            return "fight", fight.batch
        if trade is None:
            return "turn", self.turn_player
        player = self.seats[trade.seat]
        if trade.canceled:
            if player.activations == 0 and player.recruitments == 0:
                self.push(trade.seat, "-", ["clear"])
                return None
            return "canceled", trade.seat
        if trade.stage == "open":
            return trade.kind, trade.seat
        if trade.kind == "deal":
            warranted = [it for it in player.tableau if it.warrant is not None]
            if self.affordable(trade) == [] and warranted == []:
                self.conclude(trade)
                return None
        elif self.affordable(trade) == [] or (trade.taken > 0 and player.recruitments == 0):
            self.push(trade.seat, "-", ["clear"])
            return None
        return "take", trade.seat

    def begin(self) -> None:
        """Queue the rest of the setup."""
        first = self.turn_player
        self.pending = [Step(first, "-", "replenish"), Step(first, "-", "draw 5")]
        self.pending += [Step(other, "-", "draw 5") for other in self.others(first)]
        self.pending.append(Step(first, "-", "next"))

    def open_slots(self) -> list[str]:
        """List the slots without a set."""
        return [slot for slot in self.slots if self.slots[slot] is None]

    def put_set(self, name: str, slot: str) -> None:
        """Put a set into play."""
        self.slots[slot] = name
        self.supply[name] = COPIES[name]

    def push(self, seat: int, card: str, words: Sequence[str]) -> None:
        """Put steps in front of the queue, in the given order."""
        self.pending = [Step(seat, card, it) for it in words] + self.pending

    # Steps.

    def front(self, step: Step) -> Decision | None:
        """Give who decides the first step; None when it has been done without a decision."""
        player = self.seats[step.seat]
        name = step.name
        if name == "draw":
            if player.deck:
                return "draw", "chance"
            if player.recycle:
                player.deck, player.recycle = player.recycle, []
                return None
        elif name == "replenish":
            if self.rows_to_fill() != []:
                return "reveal", "chance"
        elif name == "reveal":
            return "reveal", "chance"
        elif name == "answer":
            return "answer", step.seat
        elif name in ("reward", "by-hand"):
            return name, step.seat
        elif name == "offer":
            lying = self.in_tableau(step.seat, step.card)
            if lying is not None and self.is_free(lying) and self.bolts(step.seat, step.card):
                return "played", step.seat
        elif name == "walk":
            return self.front_walk(step)
        elif name == "location":
            if player.hand != [] and "the-black" in player.hand + player.deck:
                return "location", step.seat
        elif name == "replay":
            abilities = self.cards[step.card].abilities
            usable = [self.replayable(step.seat, step.card, ability) for ability in abilities]
            if self.purse(step.seat) > 0 and True in usable:
                return "replay", step.seat
        elif name == "retain":
            kept = [it for it in player.display if self.cards[it.card].deck != "supply"]
            if self.purse(step.seat) > 0 and kept != []:
                return "retain", step.seat
        elif name == "tidy":
            if None in [lying.warrant for lying in player.tableau]:
                return "tidy", step.seat
        elif name == "step":
            words = self.verse_step(step.seat, step.number)
            if words[0] in ("discard", "trigger"):
                return "choose", step.seat
            if words[0] == "pay":
                player.credits -= int(words[1])
        elif self.candidates(step) != []:
            return "choose", step.seat
        self.pending.pop(0)
        self.do_step(step)
        return None

    def front_walk(self, step: Step) -> Decision | None:
        """Go through the abilities of a card that is triggered."""
        _, _, used = step.words.split(" ")
        numbers = self.walked(step)
        gone = self.in_tableau(step.seat, step.card) is None
        if not gone and (len(numbers) > 1 or (len(numbers) == 1 and used in ("1", "3"))):
            return "ability", step.seat
        self.pending.pop(0)
        if not gone and numbers != []:
            self.walk(step, do=True)
        return None

    def walk(self, step: Step, *, do: bool) -> None:
        """Do the next usable ability, or pass it over."""
        _, _, used = step.words.split(" ")
        number = self.walked(step)[0]
        if do:
            self.note_use(step.seat, step.card, number)
            ability = self.cards[step.card].abilities[number - 1]
            effects = self.effects(step.card, number)
            location = self.location(step.card) if used == "2" else []
            after = "3" if used == "3" else "1"
            self.push(step.seat, step.card, [f"walk {number + 1} {after}"])
            self.push(step.seat, step.card, [*ability.cost, *location, *effects])
        else:
            self.push(step.seat, step.card, [f"walk {number + 1} {used}"])

    def do_step(self, step: Step) -> None:
        """Do a step that needs no decision; a decision with nothing to choose from is skipped."""
        seat, number = step.seat, step.number
        player = self.seats[seat]
        fight = self.goes_on()
        if step.name == "credits":
            player.credits += number
        elif step.name == "lose":
            player.credits -= min(number, player.credits)
        elif step.name == "pay":
            player.credits -= number
        elif step.name == "spend":
            player.verse -= number
        elif step.name == "immune":
            player.immune = max(player.immune, 2 if seat == self.turn_player else 1)
        elif step.name == "verse":
            player.verse += min(number, self.left(seat))
        elif step.name == "earn":
            player.verse += min(1, self.left(seat))
        elif step.name == "activation":
            if seat == self.turn_player or (fight is not None and fight.defender == seat):
                player.activations += number
        elif step.name == "recruitment":
            if seat == self.turn_player:
                player.recruitments += number
        elif step.name in ("token", "influence", "strength", "evade"):
            self.do_effect_on(step)
        elif step.name == "cancel":
            self.cancel()
        elif step.name == "black":
            self.blacken(seat, number)
        elif step.name == "black-all":
            for other in self.others(seat):
                self.blacken(other, number)
        elif step.name == "shed":
            self.give_black_back(seat)
        elif step.name == "return":
            lying = self.in_display(seat, step.card)
            if lying is not None:
                player.display.remove(lying)
                self.supply[step.card] += 1
        elif step.name == "clear":
            self.clear(seat)
        elif step.name == "refill":
            number = 5 - len([lying for lying in player.tableau if lying.triggered])
            if number > 0:
                self.push(seat, "-", [f"draw {number}"])
        elif step.name == "next":
            self.next_turn(seat)

    def do_effect_on(self, step: Step) -> None:
        """Do an effect on a card, a deal, a recruitment or a fight."""
        seat, number = step.seat, step.number
        player = self.seats[seat]
        fight, trade = self.goes_on(), self.trade
        if step.name == "token":
            for lying in player.tableau + player.display:
                if lying.card == step.card:
                    lying.tokens = min(9, lying.tokens + number)
        elif step.name == "influence":
            if trade is not None and self.moment(seat) == trade.kind:
                trade.bonus += number
        elif step.name == "strength":
            if fight is not None and seat in (fight.seat, fight.defender):
                fight.bonus[0 if seat == fight.seat else 1] += number
        elif step.name == "evade" and fight is not None:
            self.no_winner()

    def chosen(self, step: Step, choice: str) -> None:
        """Do what was chosen; the step is gone already."""
        seat = step.seat
        player = self.seats[seat]
        if step.name == "steal":
            other = self.seats[int(choice)]
            number = min(step.number, other.credits)
            other.credits -= number
            player.credits += number
        elif step.name == "black-one":
            self.blacken(int(choice), step.number)
        elif step.name == "cycle":
            for row in MARKETS:
                if choice in self.market[row]:
                    self.market[row].remove(choice)
                    self.decks[row].append(choice)
                    self.push(seat, "-", [f"reveal {row}"])
                    break
        elif step.name in ("discard", "forced"):
            self.discard(seat, choice)
        elif step.name == "discard-one":
            self.push(int(choice), step.card, ["forced"])
        elif step.name in ("dispatch", "nab"):
            owner = self.owner(choice)
            if owner is not None:
                self.leave(owner, choice)
                if step.name == "nab":
                    player.hand.append(choice)
                else:
                    self.seats[owner].recycle.append(choice)
        elif step.name in ("gain", "take"):
            self.off_offer(choice)
            if step.name == "take":
                player.hand.append(choice)
            else:
                player.recycle.append(choice)
        elif step.name == "trigger":
            self.turn_card(seat, choice)
            self.push(seat, choice, self.location(choice))
        elif step.name == "move":
            self.move(step, choice)
        elif step.name != "step":
            self.do_to_card(step, choice)
        elif self.verse_step(seat, step.number)[0] == "discard":
            self.discard(seat, choice)
        else:
            self.turn_card(seat, choice)
            self.pending += [Step(seat, choice, words) for words in self.location(choice)]

    def do_to_card(self, step: Step, choice: str) -> None:
        """Do what was chosen to a card of a tableau."""
        owner = self.owner(choice)
        if owner is None:
            return
        for lying in self.seats[owner].tableau:
            if lying.card == choice:
                if step.name == "token-other":
                    lying.tokens = min(9, lying.tokens + step.number)
                elif step.name == "warrant":
                    lying.warrant = step.seat
                elif step.name == "lift":
                    lying.warrant = None
                elif step.name in ("turn", "reset"):
                    lying.triggered = step.name == "turn"
        if step.name in ("reset", "retrigger"):
            self.note_use(step.seat, choice, 0)
        if step.name == "retrigger":
            self.push(step.seat, choice, ["walk 1 0"])
        elif step.name == "discard-target":
            self.leave(owner, choice)
            self.seats[owner].recycle.append(choice)

    def move(self, step: Step, choice: str) -> None:
        """Move a card by hand."""
        _, origin, goal = step.words.split(" ")
        player = self.seats[step.seat]
        if origin == "hand":
            player.hand.remove(choice)
        elif origin == "tableau":
            self.leave(step.seat, choice)
        elif origin == "recycle":
            player.recycle.remove(choice)
        else:
            self.off_offer(choice)
        if goal == "hand":
            player.hand.append(choice)
        elif goal == "recycle":
            player.recycle.append(choice)
        else:
            player.tableau.append(Lying(choice))

    # What happens to cards.

    def effects(self, card: str, number: int) -> list[str]:
        """Give the steps of an ability behind its costs."""
        ability = self.cards[card].abilities[number - 1]
        if ability.by_hand == []:
            return ability.effects
        return [f"by-hand {number} {'12345678'[: len(ability.by_hand)]}"]

    def discard(self, seat: int, card: str) -> None:
        """Discard a card of the hand or the tableau."""
        player = self.seats[seat]
        if card in player.hand:
            player.hand.remove(card)
        else:
            self.leave(seat, card)
        player.recycle.append(card)

    def leave(self, seat: int, card: str) -> None:
        """Take a card out of a tableau; a fight for it ends without a winner."""
        player = self.seats[seat]
        was_target = self.is_target(card)
        player.tableau = [lying for lying in player.tableau if lying.card != card]
        if was_target:
            self.no_winner()

    def no_winner(self) -> None:
        """End a fight without a winner."""
        fight = self.fight
        if fight is not None and fight.defender is not None:
            fight.ended = True
            self.pending.append(Step(fight.seat, "-", "retain"))
            self.pending.append(Step(fight.defender, "-", "retain"))
            self.pending.append(Step(fight.seat, "-", "clear"))

    def turn_card(self, seat: int, card: str) -> None:
        """Trigger an own card."""
        for lying in self.seats[seat].tableau:
            if lying.card == card:
                lying.triggered = True

    def note_use(self, seat: int, card: str, number: int) -> None:
        """Remember which ability of a card was used last, and those that are once a turn."""
        if number > 0 and self.cards[card].abilities[number - 1].once != "":
            self.once.append(self.cards[card].abilities[number - 1].once)
        for lying in self.seats[seat].tableau + self.seats[seat].display:
            if lying.card == card:
                lying.used = number

    def location(self, card: str) -> list[str]:
        """Give the step that asks about The Black when a location is played or turned."""
        return ["location"] if self.has(card, "LOCATION") else []

    def give_black_back(self, seat: int) -> None:
        """Return one The Black from a hand to the supply, if there is one."""
        if "the-black" in self.seats[seat].hand:
            self.seats[seat].hand.remove("the-black")
            self.supply["the-black"] += 1

    def blacken(self, seat: int, number: int) -> None:
        """Put The Black on a recycle pile, while there are any."""
        number = min(number, self.supply["the-black"])
        self.supply["the-black"] -= number
        self.seats[seat].recycle += ["the-black"] * number

    def off_offer(self, card: str) -> None:
        """Take a card from the market or the supply."""
        for row in MARKETS:
            if card in self.market[row]:
                self.market[row].remove(card)
                return
        self.supply[card] -= 1

    # Tokens.

    def spend(self, seat: int, number: int) -> None:
        """Spend tokens, first those held."""
        player = self.seats[seat]
        held = min(number, player.verse)
        player.verse -= held
        for what in STEPS:
            marks = min(number - held, player.marks.get(what, 0))
            player.marks[what] = player.marks.get(what, 0) - marks
            number -= marks

    def mark(self, seat: int, what: str) -> None:
        """Mark a step of the episode, if it counts."""
        player = self.seats[seat]
        if what in ("nab", "dispatch", "deal", "recruit"):
            self.note_deed(seat, what)
        goals = [goal for win in self.wins(seat) for goal in win.goals]
        most = max([goal.count for goal in goals if goal.step == what], default=0)
        marks = player.marks.get(what, 0)
        if marks < most and player.verse > 0:
            player.verse -= 1
            player.marks[what] = marks + 1

    def note_deed(self, seat: int, what: str) -> None:
        """Remember what the turn's player did."""
        if seat == self.turn_player and what not in self.did:
            self.did.append(what)

    # Deals.

    def queue_answers(self, seat: int) -> None:
        """Ask those who might cancel."""
        for other in self.others(seat):
            if self.asked(other):
                self.pending.append(Step(other, "-", "answer"))

    def cancel(self) -> None:
        """Cancel the deal."""
        trade = self.trade
        if trade is not None:
            self.pending = [step for step in self.pending if step.name != "answer"]
            self.seats[trade.seat].credits += trade.credits
            trade.credits = 0
            trade.bonus = 0
            trade.canceled = True

    def conclude(self, trade: Trade) -> None:
        """Come to the end of a deal."""
        trade.stage = "done"
        self.pending.append(Step(trade.seat, "-", "clear"))

    def clear(self, seat: int) -> None:
        """Empty the displays."""
        seats = [seat]
        if self.fight is not None and self.fight.defender is not None:
            seats.append(self.fight.defender)
            self.seats[self.fight.defender].activations = 0
        for one in seats:
            for lying in self.seats[one].display:
                if self.cards[lying.card].deck == "supply":
                    self.supply[lying.card] += 1
                else:
                    self.seats[one].recycle.append(lying.card)
            self.seats[one].display = []
        self.fight = None
        self.trade = None

    # Turns.

    def next_turn(self, seat: int) -> None:
        """End the turn, and begin the next one or the first."""
        if self.turn > 0:
            self.seats[seat].immune = max(0, self.seats[seat].immune - 1)
            if self.turn == self.options.turns:
                self.over = "end.turns"
                return
            self.turn_player = (seat + 1) % len(self.seats)
        self.turn += 1
        self.moves = 0
        self.acquired = False
        self.once, self.did = [], []
        for one in self.seats:
            for lying in one.tableau:
                lying.used = 0
        player = self.seats[self.turn_player]
        for lying in player.tableau:
            if lying.warrant is None:
                lying.triggered = False
        if self.options.episode.standard and self.power(self.turn_player) >= self.needed(
            self.turn_player
        ):
            self.over = "end.power"
            return
        for win in self.wins(self.turn_player):
            if False not in [is_reached(player, goal) for goal in win.goals]:
                self.over = "end.episode"
        if self.over is None:
            player.activations = 1
            player.recruitments = 1


def is_reached(player: Seat, goal: Goal) -> bool:
    """Tell whether a player has as many credits, or marks of the step."""
    if goal.credits is not None:
        return player.credits >= goal.credits
    return player.marks.get(str(goal.step), 0) >= goal.count
