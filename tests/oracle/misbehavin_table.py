"""What lies on the table of Misbehavin', and what can be counted there, stated a second time.

A part of the oracle in ``misbehavin.py``. Nothing is remembered that can be counted again.
"""

from copy import copy
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tests.oracle.misbehavin_cards import (
    COPIES,
    MARKETS,
    SLOTS,
    Ability,
    Reaver,
    Win,
)
from tests.oracle.misbehavin_options import Options


class Step(NamedTuple):
    """Something that still has to happen."""

    seat: int
    card: str
    words: str

    @property
    def name(self) -> str:
        """Give the first word that says what happens."""
        return self.words.removeprefix("may ").split(" ")[0]

    @property
    def number(self) -> int:
        """Give the number behind it, 0 if there is none."""
        words = self.words.removeprefix("may ").split(" ")
        return int(words[1]) if len(words) > 1 and words[0] != "move" else 0


@dataclass
class Lying:
    """A card in a tableau or a display."""

    card: str
    triggered: bool = False
    tokens: int = 0
    warrant: int | None = None
    used: int = 0


@dataclass
class Seat:
    """What a player has."""

    faction: str
    side: str
    deck: list[str]
    hand: list[str] = field(default_factory=list[str])
    recycle: list[str] = field(default_factory=list[str])
    tableau: list[Lying] = field(default_factory=list[Lying])
    display: list[Lying] = field(default_factory=list[Lying])
    credits: int = 1
    verse: int = 1
    marks: dict[str, int] = field(default_factory=dict[str, int])
    immune: int = 0
    activations: int = 0
    recruitments: int = 0

    def clone(self) -> "Seat":
        """Make a second player who has the same and shares nothing with this one."""
        return replace(
            self,
            deck=list(self.deck),
            hand=list(self.hand),
            recycle=list(self.recycle),
            tableau=[copy(lying) for lying in self.tableau],
            display=[copy(lying) for lying in self.display],
            marks=dict(self.marks),
        )


@dataclass
class Fight:
    """A fight, from its first card to the clearing of the displays."""

    seat: int
    intent: str | None = None
    target: str | None = None
    defender: int | None = None
    batch: int | None = None
    opening: bool = True
    acted: bool = False
    bonus: list[int] = field(default_factory=lambda: [0, 0])
    ended: bool = False


@dataclass
class Trade:
    """A deal or a recruitment, from its first card to the clearing of the display."""

    kind: str
    seat: int
    stage: str = "open"
    bonus: int = 0
    credits: int = 0
    canceled: bool = False
    spent: int = 0
    taken: int = 0


class Table:
    """The table, and questions about it."""

    def __init__(self, options: Options) -> None:
        """Put everything in its place that is there before anything is drawn."""
        self.options = options
        self.cards = options.box.cards
        self.phase = ""
        self.actor: int | str | None = None
        self.turn = 0
        self.turn_player = options.starting_player
        self.moves = 0
        self.acquired = False
        self.once: list[str] = []
        self.did: list[str] = []
        self.over: str | None = None
        self.pending: list[Step] = []
        self.fight: Fight | None = None
        self.trade: Trade | None = None
        self.seats: list[Seat] = []
        for faction, side in zip(options.factions, options.sides, strict=True):
            deck = [card.name for card in self.cards.values() if card.deck == faction]
            self.seats.append(Seat(faction, side, deck))
        self.market: dict[str, list[str]] = {row: [] for row in MARKETS}
        self.decks: dict[str, list[str]] = {
            row: [card.name for card in self.cards.values() if card.deck == row] for row in MARKETS
        }
        self.slots: dict[str, str | None] = dict.fromkeys(SLOTS)
        self.supply = {"shiny": COPIES["shiny"], "the-black": COPIES["the-black"]}
        self.reavers: list[Reaver] = list(options.reavers)
        self.progress = {reaver.name: [0] * options.players for reaver in options.reavers}

    # Seats.

    def others(self, seat: int) -> list[int]:
        """List the other seats clockwise, from the left of this one."""
        number = len(self.seats)
        return [(seat + step) % number for step in range(1, number)]

    def area(self, seat: int, name: str) -> list[Lying]:
        """List the cards of the asset or the command area."""
        wanted = ["asset"] if name == "assets" else ["character", "item"]
        return [it for it in self.seats[seat].tableau if self.cards[it.card].kind in wanted]

    def in_tableau(self, seat: int, card: str) -> Lying | None:
        """Find a card in the tableau of a seat."""
        for lying in self.seats[seat].tableau:
            if lying.card == card:
                return lying
        return None

    def in_display(self, seat: int, card: str) -> Lying | None:
        """Find a card in the display of a seat, of several copies the one used least."""
        for lying in sorted(self.seats[seat].display, key=lambda it: it.used):
            if lying.card == card:
                return lying
        return None

    def owner(self, card: str) -> int | None:
        """Find the seat in whose tableau a card lies."""
        for seat in range(len(self.seats)):
            if self.in_tableau(seat, card) is not None:
                return seat
        return None

    def elsewhere(self, seat: int, card: str) -> Lying | None:
        """Find a card in the tableau of another seat."""
        for other in self.others(seat):
            lying = self.in_tableau(other, card)
            if lying is not None:
                return lying
        return None

    def purse(self, seat: int) -> int:
        """Count the tokens that a seat can spend on 'verse actions."""
        return self.seats[seat].verse + sum(self.seats[seat].marks.values())

    def left(self, seat: int) -> int:
        """Count the tokens in the supply of a seat."""
        used = self.purse(seat)
        for tokens in self.progress.values():
            used += tokens[seat]
        for player in self.seats:
            for lying in player.tableau:
                if lying.warrant == seat:
                    used += 1
        return 6 - used

    def power(self, seat: int) -> int:
        """Count the standing power of a seat."""
        total = 0
        for lying in self.seats[seat].tableau:
            power = self.cards[lying.card].power
            total += lying.tokens + (power if isinstance(power, int) else 0)
            if not lying.triggered and self.needs_met(seat, lying.card):
                total += self.ongoing(lying.card, "power")
        return total

    def power_with(self, seat: int, card: str) -> int:
        """Count what the standing power would be with one card more in the tableau."""
        tableau = self.seats[seat].tableau
        tableau.append(Lying(card))
        power = self.power(seat)
        tableau.pop()
        return power

    def is_full(self, seat: int, card: str) -> bool:
        """Tell whether the area of a card has no open slot."""
        player = self.seats[seat]
        area = "assets" if self.cards[card].kind == "asset" else "command"
        slots = self.options.box.areas[player.faction][player.side][area]
        return len(self.area(seat, area)) >= slots

    def is_too_strong(self, seat: int, card: str) -> bool:
        """Tell whether a tableau would have more power with a card than it may have."""
        power = self.power_with(seat, card)
        return power > self.power(seat) and power > self.needed(seat)

    def wins(self, seat: int) -> list[Win]:
        """List the ways of the episode in which a seat can win."""
        faction = self.seats[seat].faction
        return [win for win in self.options.episode.wins if win.faction in (None, faction)]

    def needed(self, seat: int) -> int:
        """Give the power that a seat needs."""
        player = self.seats[seat]
        if player.side == "B":
            return self.options.box.power[player.faction][str(len(self.seats))]
        return {2: 13, 3: 12, 4: 11}[len(self.seats)]

    # Cards.

    def goes_on(self) -> Fight | None:
        """Give the fight that goes on, if one does."""
        fight = self.fight
        if fight is not None and fight.target is not None and not fight.ended:
            return fight
        return None

    def is_target(self, card: str) -> bool:
        """Tell whether a card in a tableau is the target of a fight that goes on."""
        fight = self.goes_on()
        return fight is not None and fight.target == card

    def is_free(self, lying: Lying) -> bool:
        """Tell whether a tableau card is free."""
        return not lying.triggered and lying.warrant is None and not self.is_target(lying.card)

    def untriggered(self, seat: int) -> list[str]:
        """List the untriggered cards of a seat."""
        player = self.seats[seat]
        return player.hand + [it.card for it in player.tableau if self.is_free(it)]

    def has(self, card: str, attribute: str) -> bool:
        """Tell whether a card offers an attribute."""
        return attribute in self.cards[card].attributes

    def is_what(self, card: str, what: str) -> bool:
        """Tell whether a card is of a kind or has an attribute."""
        return self.cards[card].kind == what or self.has(card, what)

    def needs_met(self, seat: int, card: str) -> bool:
        """Tell whether the needs of a card are met for a seat."""
        for need in self.cards[card].needs:
            offered = [
                it.card
                for it in self.seats[seat].tableau
                if self.has(it.card, need) and not self.is_target(it.card)
            ]
            if offered == []:
                return False
        return True

    def ongoing(self, card: str, what: str) -> int:
        """Add up the numbers of an ongoing effect of a card."""
        texts = [text.split(" ") for text in self.cards[card].ongoing]
        return sum([int(number) for name, number in texts if name == what])

    def passive(self, seat: int, what: str) -> int:
        """Count what the tableau of a seat adds by itself."""
        total = 0
        for lying in self.seats[seat].tableau:
            if self.is_free(lying) and self.needs_met(seat, lying.card):
                total += self.ongoing(lying.card, what)
        return total

    def moment(self, seat: int) -> str | None:
        """Give the moment of a seat."""
        if self.fight is not None:
            fight = self.goes_on()
            if fight is not None and seat in (fight.seat, fight.defender):
                return "fight"
            return None
        trade = self.trade
        if trade is not None:
            if trade.seat == seat:
                if trade.stage == "open" and not trade.canceled:
                    return trade.kind
                return None
            if trade.kind == "deal" and not trade.canceled and trade.stage != "done":
                return "cancel"
            return None
        return "turn" if seat == self.turn_player else None

    def can_pay(self, seat: int, card: str, ability: Ability, *, in_hand: bool = False) -> bool:
        """Tell whether the costs of an ability can be met, by other cards than this one."""
        player = self.seats[seat]
        number = len(self.untriggered(seat))
        lying = self.in_tableau(seat, card)
        if in_hand or (lying is not None and self.is_free(lying)):
            number -= 1
        free = len([it for it in player.tableau if self.is_free(it) and it.card != card])
        money, tokens = 0, 0
        for cost in ability.cost:
            if cost == "discard":
                number -= 1
            elif cost == "trigger":
                free -= 1
            elif cost.startswith("spend"):
                tokens += int(cost.split(" ")[1])
            else:
                money += int(cost.split(" ")[1])
        if free < 0 or tokens > player.verse:
            return False
        return number >= 0 and money <= player.credits

    def usable(self, seat: int, card: str, ability: Ability) -> bool:
        """Tell whether an ability is usable."""
        if not self.needs_met(seat, card) or self.moment(seat) not in ability.when:
            return False
        if ability.once in self.once:
            return False
        return self.can_pay(seat, card, ability)

    def replayable(self, seat: int, card: str, ability: Ability) -> bool:
        """Tell whether an ability is usable once more when a token has been spent for it."""
        player = self.seats[seat]
        held = player.verse
        try:
            player.verse = max(0, held - 1)
            return self.usable(seat, card, ability)
        finally:
            player.verse = held

    def usables(self, seat: int, card: str, types: list[str], first: int) -> list[int]:
        """List the numbers of the usable abilities of these types, from one on."""
        found: list[int] = []
        abilities = self.cards[card].abilities
        for number in range(first, len(abilities) + 1):
            ability = abilities[number - 1]
            if ability.type in types and self.usable(seat, card, ability):
                found.append(number)
        return found

    def bolts(self, seat: int, card: str, first: int = 1) -> list[int]:
        """List the numbers of the usable triggered abilities of a card, from one on."""
        return self.usables(seat, card, ["trigger"], first)

    def walked(self, step: Step) -> list[int]:
        """List the numbers of the abilities that a walk looks at."""
        _, first, used = step.words.split(" ")
        types = ["innate"] if used == "3" else ["trigger", "innate"]
        return self.usables(step.seat, step.card, types, int(first))

    def in_order(self, lying: Lying, number: int) -> bool:
        """Tell whether an ability of a card may be used after those that were."""
        if number == lying.used:
            return self.cards[lying.card].abilities[number - 1].cost != []
        return number > lying.used

    def asked(self, seat: int) -> bool:
        """Tell whether a seat might cancel a deal, by what everybody knows."""
        player = self.seats[seat]
        for lying in player.tableau:
            if self.is_free(lying) and self.can_cancel(lying.card, ["innate"]):
                return True
        if player.hand == []:
            return False
        hidden = player.hand + player.deck
        return True in [self.can_cancel(name, ["special", "hand"]) for name in hidden]

    def can_cancel(self, card: str, types: list[str]) -> bool:
        """Tell whether a card has an ability of these types that cancels."""
        abilities = self.cards[card].abilities
        return ["cancel"] in [ability.when for ability in abilities if ability.type in types]

    # Deals and recruitments.

    def rows_to_fill(self) -> list[str]:
        """List the rows of the market that lack a card and can get one."""
        return [row for row in MARKETS if len(self.market[row]) < 2 and self.decks[row] != []]

    def on_offer(self) -> list[str]:
        """List the cards that can be gained or taken."""
        found: list[str] = []
        for row in MARKETS:
            found += self.market[row]
        for name, number in self.supply.items():
            if name != "the-black" and number > 0:
                found.append(name)
        return found

    def influence(self, seat: int, card: str) -> int:
        """Give the influence of a card for a seat."""
        return self.amount(seat, self.cards[card].influence)

    def amount(self, seat: int, printed: int | str) -> int:
        """Give what a printed number or X is for a seat."""
        if printed == "credits":
            return self.seats[seat].credits
        if printed == "verse":
            return self.seats[seat].verse
        if isinstance(printed, str):
            return len(self.area(seat, printed))
        return printed

    def total(self, trade: Trade) -> int:
        """Give the total of a deal or a recruitment."""
        total = trade.bonus + trade.credits + self.passive(trade.seat, "influence")
        for lying in self.seats[trade.seat].display:
            total += self.influence(trade.seat, lying.card)
        return max(0, total - trade.spent)

    def price(self, trade: Trade, card: str) -> int | None:
        """Count the tokens that a card costs beyond the total, None if it is out of reach."""
        missing = self.cards[card].cost - self.total(trade)
        if missing <= 0:
            return 0
        icons = self.cards[card].icons.get(self.seats[trade.seat].faction, 0)
        if icons == 0 or missing * icons > self.seats[trade.seat].verse:
            return None
        return missing * icons

    def affordable(self, trade: Trade) -> list[str]:
        """List the cards on offer that are within reach."""
        return [card for card in self.on_offer() if self.price(trade, card) is not None]

    def within(self, trade: Trade) -> list[str]:
        """List the cards on offer for which nothing is missing."""
        return [card for card in self.on_offer() if self.cards[card].cost <= self.total(trade)]

    # Fights.

    def targets(self, seat: int) -> list[str]:
        """List the cards that a seat may fight for."""
        found: list[str] = []
        for other in self.others(seat):
            if self.seats[other].immune == 0:
                found += [it.card for it in self.seats[other].tableau]
        return found

    def attack(self, fight: Fight) -> int:
        """Count the strength of the attacker."""
        total = fight.bonus[0] + self.passive(fight.seat, "strength")
        for lying in self.seats[fight.seat].display:
            total += self.amount(fight.seat, self.cards[lying.card].power) + lying.tokens
            total += self.ongoing(lying.card, str(fight.intent))
        return total

    def defense(self, fight: Fight) -> int:
        """Count the strength of the defender."""
        total = fight.bonus[1] + self.cards[str(fight.target)].cost
        if fight.defender is None:
            return total
        for lying in self.seats[fight.defender].display:
            total += self.amount(fight.defender, self.cards[lying.card].power) + lying.tokens
        return total + self.passive(fight.defender, "defense")
