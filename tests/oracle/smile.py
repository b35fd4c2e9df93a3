"""Smile (2017), stated a second time.

An oracle for the test suite: a slow-minded, mutable referee of the tabletop game Smile.  It was
written from the printed sheet, a transcription of it, and the wire protocol alone, by someone who
has not read the rules in ``src``; it shares no code with them.  Where the two disagree, at least
one of them misread the sheet.

Everything is kept in plain lists and dicts, and whatever can be worked out from the table (who
may do what, which card is lowest, the scores) is worked out again each time that it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

COLORS = ["yellow", "white", "red", "blue"]
MARKERS = ["IV", "V"]
LETTERS = ["a", "b", "c", "d", "e"]
CLEAR_BEADS = 35
BLUE_BEADS = 5
OPTION_KEYS = ["players", "starting_player", "box", "auctions", "beads"]


class OptionsRefused(Exception):
    """A game cannot be set up with these options."""


class Refused(Exception):
    """The rules do not let the actor do this now."""


class Player(TypedDict):
    """The beads and the cards of one player."""

    clear: int
    blue: int
    cards: list[str]


class Offer(TypedDict):
    """One card of the row, its letter, and the beads lying on it."""

    slot: str
    card: str
    beads: int


def every_card_text() -> dict[str, int]:
    """Spell out every well-formed card in the range of values, with its value."""
    texts: dict[str, int] = {}
    for value in range(-5, 7):
        for color in ["", *COLORS]:
            for marker in ["", *MARKERS]:
                text = str(value)
                if color != "":
                    text = text + " " + color
                if marker != "":
                    text = text + " " + marker
                texts[text] = value
    return texts


CARD_VALUES = every_card_text()


def value_of(card: str) -> int:
    """Give the number of points that is printed on a card."""
    return CARD_VALUES[card]


def color_of(card: str) -> str | None:
    """Give the color of a card, None if it has none."""
    for word in card.split(" "):
        if word in COLORS:
            return word
    return None


def marker_of(card: str) -> str | None:
    """Give the setup marker of a card, None if it has none."""
    for word in card.split(" "):
        if word in MARKERS:
            return word
    return None


def in_play(card: str, players: int) -> bool:
    """Tell whether a card stays in the draw pile with that many players."""
    marker = marker_of(card)
    if marker == "IV":
        return players >= 4
    if marker == "V":
        return players >= 5
    return True


def place_in_row(offer: Offer) -> tuple[int, str, str]:
    """Sorting key of the row: by value, then by text, then (for equal cards) by letter."""
    return (CARD_VALUES[offer["card"]], offer["card"], offer["slot"])


def whole(thing: object, name: str) -> int:
    """Insist on a whole number (True and 3.0 are none)."""
    if type(thing) is not int:
        raise ValueError(name + " is not a whole number")
    return thing


def textual(thing: object, name: str) -> str:
    """Insist on a text."""
    if not isinstance(thing, str):
        raise ValueError(name + " is not a text")
    return thing


def listed(thing: object, name: str) -> list[object]:
    """Insist on a list."""
    if not isinstance(thing, list):
        raise ValueError(name + " is not a list")
    return thing


def mapped(thing: object, name: str) -> Mapping[str, object]:
    """Insist on a mapping."""
    if not isinstance(thing, Mapping):
        raise ValueError(name + " is not a mapping")
    return thing


def card_list(thing: object, name: str) -> list[str]:
    """Insist on a list of well-formed cards, and copy it in sorted order."""
    cards: list[str] = []
    for card in listed(thing, name):
        text = textual(card, name)
        if text not in CARD_VALUES:
            raise ValueError(name + " holds something that is not a card")
        cards.append(text)
    return sorted(cards)


def whole_option(options: Mapping[str, object], key: str, least: int, most: int) -> int:
    """Read one number of the options, refusing another type or one out of bounds."""
    number = options[key]
    if type(number) is not int:
        raise OptionsRefused(key + " is not a whole number")
    if number < least or number > most:
        raise OptionsRefused(key + " is out of bounds")
    return number


class Oracle:
    """One game of Smile, changed in place by each action."""

    def __init__(self, options: Mapping[str, object]) -> None:
        """Set the table up, or raise OptionsRefused."""
        if not isinstance(options, Mapping):
            raise OptionsRefused("options are not an object")
        for key in OPTION_KEYS:
            if key not in options:
                raise OptionsRefused("missing option: " + key)
        for key in options:
            if key not in OPTION_KEYS:
                raise OptionsRefused("unknown option")
        players = whole_option(options, "players", 3, 5)
        starter = whole_option(options, "starting_player", 0, players - 1)
        auctions = whole_option(options, "auctions", 1, 20)
        beads = whole_option(options, "beads", 0, CLEAR_BEADS // players)
        box = options["box"]
        if not isinstance(box, list):
            raise OptionsRefused("box is not a list")
        if len(box) > 60:
            raise OptionsRefused("box holds more than 60 cards")
        pile: list[str] = []
        for card in box:
            if not isinstance(card, str) or card not in CARD_VALUES:
                raise OptionsRefused("box holds something that is not a card")
            if in_play(card, players):
                pile.append(card)
        if len(pile) != players * auctions:
            raise OptionsRefused("wrong number of cards in play")

        self.phase: str = "reveal"
        self.mover: int = starter
        self.auction: int = 1
        self.starting_player: int = starter
        self.in_auction: list[int] = list(range(players))
        self.row: list[Offer] = []
        self.players: list[Player] = []
        for _ in range(players):
            self.players.append({"clear": beads, "blue": 0, "cards": []})
        self.supply_clear: int = CLEAR_BEADS - players * beads
        self.supply_blue: int = BLUE_BEADS
        self.discarded: list[str] = []
        self.undealt: list[str] = sorted(pile)

    @classmethod
    def from_state(cls, state: Mapping[str, object]) -> Oracle:
        """Take a game over from a STATE that hides nothing (ValueError if it makes no sense)."""
        phase = textual(state["phase"], "phase")
        if phase not in ["reveal", "bid", "over"]:
            raise ValueError("no such phase")
        new = cls.__new__(cls)
        new.phase = phase
        new.auction = whole(state["auction"], "auction")
        new.starting_player = whole(state["starting_player"], "starting_player")
        new.mover = new.starting_player
        if phase == "bid":
            new.mover = whole(state["actor"], "actor")
        new.in_auction = []
        for seat in listed(state["in_auction"], "in_auction"):
            new.in_auction.append(whole(seat, "in_auction"))
        new.in_auction.sort()
        new.row = []
        for entry in listed(state["row"], "row"):
            offer = mapped(entry, "row")
            card = textual(offer["card"], "card")
            if card not in CARD_VALUES:
                raise ValueError("row holds something that is not a card")
            slot = textual(offer["slot"], "slot")
            new.row.append({"slot": slot, "card": card, "beads": whole(offer["beads"], "beads")})
        new.row.sort(key=place_in_row)
        new.players = []
        for entry in listed(state["players"], "players"):
            player = mapped(entry, "players")
            new.players.append(
                {
                    "clear": whole(player["clear"], "clear"),
                    "blue": whole(player["blue"], "blue"),
                    "cards": card_list(player["cards"], "cards"),
                }
            )
        supply = mapped(state["supply"], "supply")
        new.supply_clear = whole(supply["clear"], "supply")
        new.supply_blue = whole(supply["blue"], "supply")
        new.discarded = card_list(state["discarded"], "discarded")
        new.undealt = card_list(state["undealt"], "undealt")
        return new

    def clone(self) -> Oracle:
        """Make a second table that looks the same and shares nothing with this one."""
        new = Oracle.__new__(Oracle)
        new.phase = self.phase
        new.mover = self.mover
        new.auction = self.auction
        new.starting_player = self.starting_player
        new.in_auction = list(self.in_auction)
        new.row = []
        for offer in self.row:
            new.row.append(offer.copy())
        new.players = []
        for player in self.players:
            new.players.append(
                {"clear": player["clear"], "blue": player["blue"], "cards": list(player["cards"])}
            )
        new.supply_clear = self.supply_clear
        new.supply_blue = self.supply_blue
        new.discarded = list(self.discarded)
        new.undealt = list(self.undealt)
        return new

    # What may be done.

    def lowest_slots(self) -> list[str]:
        """List the letters of all cards on offer that share the lowest value."""
        values: list[int] = []
        for offer in self.row:
            values.append(value_of(offer["card"]))
        lowest = min(values)
        slots: list[str] = []
        for offer in self.row:
            if value_of(offer["card"]) == lowest:
                slots.append(offer["slot"])
        return slots

    def beaded_slots(self) -> list[str]:
        """List the letters of all cards on offer with at least one bead on them."""
        slots: list[str] = []
        for offer in self.row:
            if offer["beads"] > 0:
                slots.append(offer["slot"])
        return slots

    def legal(self) -> list[str]:
        """List each action open to the actor, once, in plain text order."""
        actions: list[str] = []
        if self.phase == "reveal":
            before = ""
            for card in self.undealt:  # sorted, so equal cards are neighbors
                if card != before:
                    actions.append("reveal " + card)
                before = card
        elif self.phase == "bid":
            beaded = self.beaded_slots()
            for slot in beaded:
                actions.append("back-out " + slot)
            # Without a clear bead one can bid only by borrowing, and one borrows only when
            # there is no card to back out with.
            if self.players[self.mover]["clear"] > 0 or beaded == []:
                for slot in self.lowest_slots():
                    actions.append("bid " + slot)
            actions.sort()
        return actions

    # Doing it.

    def apply(self, text: str) -> None:
        """Carry an action out with all that follows from it, or raise Refused."""
        if not isinstance(text, str):
            raise Refused("an action is a text")
        if self.phase == "over":
            raise Refused("the game is over")
        if text not in self.legal():
            raise Refused("not an action that the actor may take now")
        if text.startswith("reveal "):
            self.reveal(text[len("reveal ") :])
        elif text.startswith("bid "):
            self.bid(text[len("bid ") :])
        else:
            self.back_out(text[len("back-out ") :])

    def reveal(self, card: str) -> None:
        """Turn a card up; with as many in the row as players, bidding begins."""
        self.undealt.remove(card)
        self.row.append({"slot": "", "card": card, "beads": 0})
        self.row.sort(key=place_in_row)
        for place in range(len(self.row)):
            self.row[place]["slot"] = LETTERS[place]
        if len(self.row) == len(self.players):
            self.phase = "bid"
            self.mover = self.starting_player

    def bid(self, slot: str) -> None:
        """Put one clear bead on a card, borrowing it first if need be; the next one moves."""
        player = self.players[self.mover]
        if player["clear"] == 0:
            self.supply_clear -= 1
            self.supply_blue -= 1
            player["clear"] += 1
            player["blue"] += 1
        player["clear"] -= 1
        for offer in self.row:
            if offer["slot"] == slot:
                offer["beads"] += 1
        self.pass_turn()

    def back_out(self, slot: str) -> None:
        """Leave the auction with a card; a sole player left over gets the sole card left over."""
        self.take(self.mover, slot)
        if len(self.in_auction) > 1:
            self.pass_turn()
            return
        last = self.in_auction[0]
        self.take(last, self.row[0]["slot"])
        self.starting_player = last
        self.mover = last
        if self.undealt == []:
            self.phase = "over"
        else:
            self.phase = "reveal"
            self.auction += 1
            self.in_auction = list(range(len(self.players)))

    def pass_turn(self) -> None:
        """Go clockwise to the nearest player who is still in the auction."""
        seat = (self.mover + 1) % len(self.players)
        while seat not in self.in_auction:
            seat = (seat + 1) % len(self.players)
        self.mover = seat

    def take(self, seat: int, slot: str) -> None:
        """Give a card of the row and its beads to a player, who thereby leaves the auction."""
        player = self.players[seat]
        staying: list[Offer] = []
        for offer in self.row:
            if offer["slot"] == slot:
                player["clear"] += offer["beads"]
                player["cards"].append(offer["card"])
            else:
                staying.append(offer)
        self.row = staying
        self.in_auction.remove(seat)
        self.discard_pairs(player)

    def discard_pairs(self, player: Player) -> None:
        """Take any two cards of one color in front of a player out of the game."""
        for color in COLORS:
            same: list[str] = []
            for card in player["cards"]:
                if color_of(card) == color:
                    same.append(card)
            if len(same) >= 2:
                for card in same[:2]:
                    player["cards"].remove(card)
                    self.discarded.append(card)

    # What there is to see.

    def scores(self) -> list[int]:
        """Add up the points of each seat: cards, fives of clear beads, less blue beads."""
        totals: list[int] = []
        for player in self.players:
            total = 0
            for card in player["cards"]:
                total += value_of(card)
            total += player["clear"] // 5
            total -= player["blue"]
            totals.append(total)
        return totals

    def winners(self) -> list[int]:
        """List the seats with the most points and, among those, the most clear beads."""
        totals = self.scores()
        best: list[int] = []
        for seat in range(len(totals)):
            if totals[seat] == max(totals):
                best.append(seat)
        most_clear = max([self.players[seat]["clear"] for seat in best])
        return [seat for seat in best if self.players[seat]["clear"] == most_clear]

    def state(self, observer: int | None = None) -> dict[str, object]:
        """Describe the table as the wire does: all of it, or what one seat may see."""
        if observer is not None and (
            type(observer) is not int or observer < 0 or observer >= len(self.players)
        ):
            raise ValueError("the observer is no seat")
        over = self.phase == "over"
        actor: object = None
        if self.phase == "reveal":
            actor = "chance"
        elif self.phase == "bid":
            actor = self.mover

        players: list[object] = []
        for seat in range(len(self.players)):
            player = self.players[seat]
            clear: int | None = player["clear"]
            blue: int | None = player["blue"]
            if observer is not None and observer != seat and not over:
                clear = None
                blue = None
            players.append({"clear": clear, "blue": blue, "cards": sorted(player["cards"])})

        legal: list[str] | None = None
        if observer is None or self.phase != "bid" or observer == self.mover:
            legal = self.legal()

        outcome: object = None
        if over:
            outcome = {"scores": self.scores(), "winners": self.winners()}

        return {
            "phase": self.phase,
            "actor": actor,
            "auction": self.auction,
            "starting_player": self.starting_player,
            "in_auction": list(self.in_auction),
            "row": [offer.copy() for offer in self.row],
            "players": players,
            "supply": {"clear": self.supply_clear, "blue": self.supply_blue},
            "discarded": sorted(self.discarded),
            "undealt": list(self.undealt),
            "legal": legal,
            "outcome": outcome,
        }

    def count(self, k: int) -> int:
        """Count the different lines of k actions from here, shorter ones if the game ends."""
        if k < 0:
            raise ValueError("a length is not negative")
        if k == 0 or self.phase == "over":
            return 1
        total = 0
        for action in self.legal():
            after = self.clone()
            after.apply(action)
            total += after.count(k - 1)
        return total


def length_asked(ask: object) -> int | None:
    """Give the k of {"count": k}, None if the question is not of that kind."""
    if isinstance(ask, Mapping) and list(ask) == ["count"]:
        k: object = ask["count"]
        if type(k) is int and k >= 0:
            return k
    return None


def run(case: Mapping[str, object]) -> dict[str, object]:
    """Answer a CASE of the wire, without the ``seq``."""
    ask = case["ask"]
    length = length_asked(ask)
    if case["game"] != "smile" or case["edition"] != "2017":
        return {"skipped": True}
    if length is None and ask != "trace" and ask != "final":
        return {"skipped": True}

    refused: dict[str, object] | None = None
    options = case["options"]
    try:
        if not isinstance(options, Mapping):
            raise OptionsRefused("options are not an object")
        oracle = Oracle(options)
    except OptionsRefused:
        refused = {"index": -1}
        if length is not None:
            return {"count": 0, "refused": refused}
        return {"states": [], "refused": refused}

    observer: int | None = None
    if case["observer"] is not None:
        observer = whole(case["observer"], "observer")
    states: list[object] = []
    if ask == "trace":
        states.append(oracle.state(observer))
    actions = listed(case["actions"], "actions")
    for index in range(len(actions)):
        action = actions[index]
        try:
            if not isinstance(action, str):
                raise Refused("an action is a text")
            oracle.apply(action)
        except Refused:
            refused = {"index": index}
            break
        if ask == "trace":
            states.append(oracle.state(observer))
    if length is not None:
        return {"count": oracle.count(length), "refused": refused}
    if ask == "final":
        states.append(oracle.state(observer))
    return {"states": states, "refused": refused}
