"""Firefly Festival (2026), stated a second time.

An oracle for the test suite: a slow-minded, mutable referee of the tabletop game Firefly Festival.
It was written from the printed sheet and the wire protocol alone, by someone who has not read the
rules in ``src``; it shares no code with them. Where the two disagree, at least one of them misread
the sheet.

``festival_boxes.py`` checks options, ``festival_table.py`` holds the table and counts what lies
there, ``festival_judge.py`` says what is legal, ``festival_view.py`` what is seen. This module sets
the game up and carries actions out.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.oracle.answering import OptionsRefused, Refused, answer
from tests.oracle.festival_boxes import Options, read_options
from tests.oracle.festival_judge import (
    against,
    against_cross,
    against_walk,
    legal,
    next_price,
    weights,
    well_written,
)
from tests.oracle.festival_table import Pending, Seat, Table
from tests.oracle.festival_view import show

if TYPE_CHECKING:
    from collections.abc import Mapping


class Oracle(Table):
    """One game of Firefly Festival, changed in place by each action."""

    def __init__(self, options: object) -> None:
        """Set the table up, or raise OptionsRefused."""
        super().__init__(read_options(options))
        self.set_up_further()

    def clone(self) -> Oracle:
        """Make a second table that looks the same and shares nothing that changes with this one."""
        new = copy(self)
        new.pending = replace(self.pending, able=list(self.pending.able)) if self.pending else None
        new.isles = {name: isle.clone() for name, isle in self.isles.items()}
        new.seats = [player.clone() for player in self.seats]
        new.stacks = {goal: list(cards) for goal, cards in self.stacks.items()}
        new.bridges = dict(self.bridges)
        new.tiles, new.deck, new.powers = list(self.tiles), list(self.deck), list(self.powers)
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
            return Refused("festival." + clause)
        return None

    def apply(self, text: object) -> None:
        """Carry an action out with all that follows from it, or raise Refused."""
        refusal = self.refusal(text)
        if refusal is not None:
            raise refusal
        verb, _, rest = str(text).partition(" ")
        if self.phase in ("tiles", "kinds", "powers", "keep", "first") or self.pending is None:
            self.do_new(verb, rest)
        else:
            self.do_pending(self.pending, verb, rest)

    # Setting up.

    def set_up_further(self) -> None:
        """Find the next thing that is not yet in its place; when all is, the first turn begins."""
        players = range(len(self.seats))
        self.seat = None
        if None in [isle.tile for isle in self.isles.values()]:
            self.phase = "tiles"
            return
        if not self.settled:
            self.settle()
        if len(self.stacks) < 4:
            self.phase = "kinds"
            return
        for seat in players:
            if len(self.seats[seat].goals) < self.options.figures["hand"]:
                self.phase = "goals"
                self.seat = seat
                return
        if self.options.with_powers:
            for seat in players:
                if len(self.seats[seat].powers) < 2 and self.kept == 0:
                    self.phase = "powers"
                    self.seat = seat
                    return
            if self.kept < len(self.seats):
                self.phase = "keep"
                self.seat = self.kept
                return
            for player in self.seats:
                self.use_power(player)
        if self.options.starting_player is None:
            self.phase = "first"
        else:
            self.begin_turn(self.options.starting_player)

    def settle(self) -> None:
        """Put the first workers of all players on both start islands."""
        self.settled = True
        settlers = self.options.figures["settlers"]
        for seat in range(len(self.seats)):
            for island in self.starts():
                self.isles[island].workers[seat] += settlers
                self.seats[seat].workers -= settlers

    def use_power(self, player: Seat) -> None:
        """Add the changes of a player's power to the figures, and to the coins and pieces."""
        for figure, change in self.options.powers[player.powers[0]].items():
            player.figures[figure] += change
            if figure == "coins":
                player.coins += change
            if figure == "bridges":
                player.bridges += change
            if figure == "floors":
                player.floors += change
            if figure == "workers":
                player.workers += change

    def begin_turn(self, seat: int) -> None:
        """Give the turn to a seat."""
        self.phase = "turn"
        self.seat = seat
        self.mains = 1
        self.secondary = True
        self.idle += 1
        if self.turns_left is not None:
            self.turns_left -= 1
        if self.crow == seat:
            self.me().coins += self.me().figures["crow_income"]

    # Doing it.

    def do_setup(self, verb: str, rest: str) -> None:
        """Do a step of the setup, and look for the next one."""
        if verb == "tile":
            self.tiles.remove(rest)
            bare = [isle for isle in self.isles.values() if isle.tile is None]
            bare[0].tile = rest
        elif verb == "kind":
            self.stacks[rest] = list(self.options.public[rest])
        elif verb == "deal":
            self.deck.remove(rest)
            self.me().goals.append(rest)
        elif verb == "power":
            self.powers.remove(rest)
            self.me().powers.append(rest)
        else:
            self.me().powers = [rest]
            self.kept += 1
        self.set_up_further()

    def do_new(self, verb: str, rest: str) -> None:
        """Do a step of the setup, begin an action of the turn, or end the turn."""
        if verb in ("tile", "kind", "deal", "power", "keep"):
            self.do_setup(verb, rest)
        elif verb == "first":
            self.begin_turn(int(rest))
        elif verb == "end":
            self.end_turn()
        else:
            if verb in ("bridge", "pagoda", "move", "festival"):
                self.mains -= 1
            else:
                self.secondary = False
            if verb in ("bridge", "pagoda", "festival", "private", "public"):
                self.idle = 0
            self.pending = Pending()
            if verb == "bridge":
                self.bridge(self.pending, rest)
            elif verb == "pagoda":
                self.pagoda(self.pending, rest)
            elif verb == "move":
                self.pending.walks = self.me().figures["moves"]
            elif verb == "festival":
                self.festival(rest)
            elif verb == "private":
                self.private(rest)
            elif verb == "public":
                self.public(rest)
            elif verb == "crow":
                self.take_crow(self.pending, rest)
            elif verb == "fish":
                self.me().coins -= next_price(self)
                self.me().fish -= 1
                self.mains += 1
            self.carry_on(self.pending)

    def do_pending(self, pending: Pending, verb: str, rest: str) -> None:
        """Do a part of the action that has begun before."""
        if verb == "deal":
            self.deck.remove(rest)
            self.me().goals.append(rest)
            pending.draws -= 1
        elif verb == "recruit":
            self.me().workers -= 1
            self.put(rest, 1)
            pending.recruits -= 1
        elif verb == "cross":
            island, number = rest.split(" ")
            one, other = self.lane(str(pending.lane)).ends
            self.put(one if island == other else other, -int(number))
            self.put(island, int(number))
            pending.lane = None
        elif verb == "stay":
            pending.lane = None
        elif verb == "walk":
            pending.walker = rest
        elif verb == "to":
            island, owner = rest.split(" ")
            start = str(pending.walker)
            price = self.price(self.distances(start, int(owner))[island], int(owner))
            self.me().coins -= price
            self.seats[int(owner)].coins += price
            self.put(start, -1)
            self.put(island, 1)
            pending.walker = None
            pending.walks -= 1
        elif verb == "done":
            pending.walks = 0
        self.carry_on(pending)

    def put(self, island: str, number: int) -> None:
        """Put workers of the player whose turn it is on an island (below zero: take them away)."""
        if self.seat is not None:
            self.isles[island].workers[self.seat] += number

    def bridge(self, pending: Pending, name: str) -> None:
        """Build a bridge, and get what it covers."""
        me = self.me()
        lane = self.lane(name)
        me.coins -= len(lane.cells) * me.figures["segment"]
        me.bridges -= len(lane.cells)
        if self.seat is not None:
            self.bridges[name] = self.seat
        pending.lane = name
        pending.able = [self.workers(lane.ends[0]), self.workers(lane.ends[1])]
        for cell in lane.cells:
            if cell in self.options.board.water:
                self.reward(pending, self.options.board.water[cell])
        room = self.room(lane.ends[0]) + self.room(lane.ends[1])
        pending.draws = min(pending.draws, len(self.deck))
        pending.recruits = min(pending.recruits, me.workers, room)

    def pagoda(self, pending: Pending, island: str) -> None:
        """Put a floor on a pagoda, and get what the tile brings."""
        me = self.me()
        me.floors -= 1
        if self.seat is not None:
            self.isles[island].floors.append(self.seat)
        self.reward(pending, str(self.isles[island].tile).split(" ")[2])
        pending.draws = min(pending.draws, len(self.deck))
        pending.recruits = min(pending.recruits, me.workers)

    def reward(self, pending: Pending, text: str) -> None:
        """Get coins and points; note goals and workers, which need more decisions."""
        kind, digit = text.split("-")
        if kind == "coins":
            self.me().coins += int(digit)
        elif kind == "points":
            self.me().points += int(digit)
        elif kind == "goals":
            pending.draws += int(digit)
        elif kind == "workers":
            pending.recruits += int(digit)

    def festival(self, island: str) -> None:
        """Hold a festival."""
        me = self.me()
        isle = self.isles[island]
        isle.sealed = True
        self.sorin -= 1
        value = int(str(isle.tile).split(" ")[1])
        for seat in range(len(self.seats)):
            self.seats[seat].points += value * self.pieces(island, seat)
        for near in [island, *self.neighbors(island)]:
            me.points += me.figures["firefly"] * sum(self.isles[near].workers)
        for seat in range(len(self.seats)):
            if isle.workers[seat] > 0:
                self.seats[seat].fish = len(self.options.fish)

    def private(self, card: str) -> None:
        """Complete a private goal."""
        me = self.me()
        me.goals.remove(card)
        me.completed.append(card)
        me.points += int(card.split(" ")[2])

    def public(self, goal: str) -> None:
        """Complete the public goal on top of a stack."""
        needs, points = self.stacks[goal].pop(0)
        self.me().claimed.append(f"{goal} {needs} {points}")
        self.me().points += points

    def take_crow(self, pending: Pending, choice: str) -> None:
        """Take the crow, and what it brings at once."""
        me = self.me()
        me.points -= me.figures["crow_points"]
        self.crow = self.seat
        if choice == "coins":
            me.coins += me.figures["crow_coins"]
        else:
            pending.recruits = min(me.figures["crow_workers"], me.workers)

    def carry_on(self, pending: Pending) -> None:
        """Find what is left of the action; when nothing is, the turn goes on or ends."""
        if pending.draws > 0:
            self.phase = "goals"
        elif pending.recruits > 0:
            self.phase = "recruit"
        elif pending.lane is not None and self.can_cross(pending):
            self.phase = "cross"
        elif pending.walker is not None:
            self.phase = "to"
        elif pending.walks > 0 and self.can_walk():
            self.phase = "walk"
        else:
            self.pending = None
            self.phase = "turn"
            if self.mains == 0 and not self.secondary:
                self.end_turn()

    def can_cross(self, pending: Pending) -> bool:
        """Tell whether anybody can go over the new bridge (if one cannot, more cannot)."""
        ends = self.lane(str(pending.lane)).ends
        return None in [against_cross(self, pending, "cross", island + " 1") for island in ends]

    def can_walk(self) -> bool:
        """Tell whether any worker can make a movement."""
        return None in [against_walk(self, "walk", island) for island in self.isles]

    def end_turn(self) -> None:
        """End the turn, and perhaps the game."""
        self.mains = 0
        self.secondary = False
        over = False
        if self.sorin == 0:
            over = True
        if 0 in [player.floors for player in self.seats]:
            over = True
        if list(self.stacks.values()) == [[], [], [], []]:
            over = True
        rounds = self.options.rounds
        if rounds is not None and self.idle >= rounds * len(self.seats):
            over = True
        if self.turns_left == 0:
            over = True
        if over:
            self.phase = "over"
        else:
            self.begin_turn(((self.seat or 0) + 1) % len(self.seats))

    # What there is to see.

    def state(self, observer: int | None = None) -> dict[str, object]:
        """Describe the table as the wire does: all of it, or what one seat may see."""
        return show(self, observer)


def run(case: Mapping[str, object]) -> dict[str, object]:
    """Answer a CASE of the wire, without the ``seq``."""
    return answer(case, "festival", "2026", Oracle)


__all__ = ["Options", "OptionsRefused", "Oracle", "Refused", "run"]
