"""What may be chosen in Misbehavin' for effects and steps, stated a second time.

A part of the oracle in ``misbehavin.py``.
"""

from tests.oracle.misbehavin_cards import CHOSEN, KINDS, MARKETS
from tests.oracle.misbehavin_table import Step, Table


class Choices(Table):
    """A table, and the lists of what may be chosen there."""

    def candidates(self, step: Step) -> list[str]:
        """List what may be chosen for an effect."""
        seat = step.seat
        others = self.others(seat)
        found: list[str] = []
        if step.name == "steal":
            found = [str(other) for other in others if self.seats[other].credits > 0]
        elif step.name == "black-one":
            if self.supply["the-black"] > 0:
                found = [str(other) for other in others]
        elif step.name == "cycle":
            for row in MARKETS:
                found += self.market[row]
        elif step.name == "turn":
            for other in others:
                found += [it.card for it in self.seats[other].tableau if not it.triggered]
        elif step.name == "reset":
            for lying in self.seats[seat].tableau:
                if lying.card != step.card and lying.triggered and lying.warrant is None:
                    found.append(lying.card)
        elif step.name == "discard":
            found += self.seats[seat].hand
            for lying in self.seats[seat].tableau:
                if lying.card != step.card and self.is_free(lying):
                    found.append(lying.card)
        elif step.name == "forced":
            found += self.untriggered(seat)
            for lying in self.seats[seat].tableau:
                if self.is_target(lying.card) and not lying.triggered and lying.warrant is None:
                    found.append(lying.card)
        elif step.name == "discard-one":
            for other in others:
                if self.candidates(Step(other, step.card, "forced")) != []:
                    found.append(str(other))
        elif step.name in ("dispatch", "nab"):
            for other in others:
                for lying in self.seats[other].tableau:
                    if self.cards[lying.card].cost <= step.number:
                        found.append(lying.card)
        elif step.name in ("gain", "take"):
            found = [it for it in self.on_offer() if self.cards[it].cost <= step.number]
        else:
            found = self.more_candidates(step)
        return sorted(set(found))

    def more_candidates(self, step: Step) -> list[str]:
        """List what may be chosen for the other effects, for a cost, and for a move by hand."""
        seat = step.seat
        others = [it for it in self.seats[seat].tableau if it.card != step.card]
        fight = self.goes_on()
        if step.name == "token-other":
            return [it.card for it in others]
        if step.name == "warrant" and self.left(seat) > 0:
            return self.characters_without_warrant(seat)
        if step.name == "lift":
            return [it.card for it in self.seats[seat].tableau if it.warrant is not None]
        if step.name == "retrigger" and self.may_retrigger(step):
            triggered = [it.card for it in others if it.triggered and it.warrant is None]
            return [card for card in triggered if self.bolts(seat, card) != []]
        if step.name == "discard-target" and fight is not None:
            target = self.elsewhere(fight.seat, str(fight.target))
            if target is not None and target.warrant is None:
                return [target.card] if seat in (fight.seat, fight.defender) else []
        if step.name == "trigger":
            return [it.card for it in others if self.is_free(it)]
        if step.name == "move":
            return self.movable(step)
        return []

    def may_retrigger(self, step: Step) -> bool:
        """Tell whether the turn is not too long for the effect, nor the queue."""
        other = len(self.pending) - (1 if self.pending[:1] == [step] else 0)
        return self.moves < self.options.moves and other <= 8

    def characters_without_warrant(self, seat: int) -> list[str]:
        """List the characters in other tableaus that bear no warrant."""
        found: list[str] = []
        for other in self.others(seat):
            for lying in self.seats[other].tableau:
                if self.cards[lying.card].kind == "character" and lying.warrant is None:
                    found.append(lying.card)
        return found

    def movable(self, step: Step) -> list[str]:
        """List the cards that may be moved by hand."""
        _, origin, goal = step.words.split(" ")
        player = self.seats[step.seat]
        found: list[str] = []
        if origin == "hand":
            found += player.hand
        elif origin == "tableau":
            found += [it.card for it in player.tableau if self.is_free(it)]
        elif origin == "recycle":
            found += player.recycle
        elif origin == "market":
            for row in MARKETS:
                found += self.market[row]
        else:
            found += [card for card in self.on_offer() if card in self.supply]
        if goal == "tableau":
            found = [card for card in found if self.has_place(step.seat, card)]
        return [card for card in found if card != "the-black"]

    def has_place(self, seat: int, card: str) -> bool:
        """Tell whether a card may join a tableau."""
        if self.cards[card].kind not in KINDS or self.is_full(seat, card):
            return False
        return not self.is_too_strong(seat, card)

    def is_barred(self, step: Step) -> bool:
        """Tell whether something has to be chosen for a step, and nothing can be."""
        return step.name in [*CHOSEN, "move"] and self.candidates(step) == []

    def candidates_of_verse(self, step: Step) -> list[str]:
        """List what may be chosen for a step of the 'verse card."""
        found: list[str] = []
        words = self.verse_step(step.seat, step.number)
        if words[0] == "discard":
            for card in self.untriggered(step.seat):
                if len(words) == 1 or self.is_what(card, words[1]):
                    found.append(card)
        elif words[0] == "trigger":
            for lying in self.seats[step.seat].tableau:
                if self.is_free(lying) and self.is_what(lying.card, words[1]):
                    found.append(lying.card)
        return sorted(set(found))

    def verse_step(self, seat: int, number: int) -> list[str]:
        """Give the words of a step of the 'verse card of a seat."""
        return self.options.box.steps[self.seats[seat].faction][number - 1].split(" ")

    def verse_possible(self, step: Step) -> bool:
        """Tell whether a step of the 'verse card can be done now."""
        words = self.verse_step(step.seat, step.number)
        player = self.seats[step.seat]
        if words[0] == "pay":
            return player.credits >= int(words[1])
        if words[0] == "did":
            return words[1] in self.did
        if words[0] == "have":
            fit = [it.warrant for it in player.tableau if self.is_what(it.card, words[2])]
            return fit.count(None) >= int(words[1])
        return self.candidates_of_verse(step) != []
