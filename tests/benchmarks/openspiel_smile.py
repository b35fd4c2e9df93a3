"""Smile as an ordinary OpenSpiel game in Python, to compare the speed of our rules with.

Written from the printed rules, and sharing no code with `fireflies`. It uses the hooks that
OpenSpiel documents for a Python game (`current_player`, `is_terminal`, `_legal_actions`,
`chance_outcomes`, `_apply_action`) and is as quick as those allow: the state changes in place,
sets are bit masks, and every list of legal actions is made once, when the module is imported.

Chance is explicit: one node turns up one card. The ids of the actions, in ascending order:

* of chance: the physical cards in play, from 0, in the order of (value, text). Among equal cards
  still undealt only the one with the highest number is offered, so each different card is there
  once;
* of a seat: bids on the slots a to e are 0 to 4, backing out with a to e is 5 to 9.

The returns are the scores of the cards and beads; ties are not broken in them.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

import pyspiel

Parameter: TypeAlias = int | float | str
"""The type of an option of an OpenSpiel game."""

SHORT_NAME = "python_smile"
SLOTS = "abcde"
SEATS = range(3, 6)
"""The numbers of players."""
FIRST_BACK_OUT = len(SLOTS)
"""Actions below this one are bids; this one and those above are back-outs."""

CHANCE = -1
OVER = -4
"""The numbers that OpenSpiel has for chance, and for the end of a play."""
_COLORS = ("yellow", "white", "red", "blue")
_FEWEST_PLAYERS = {"IV": 4, "V": 5}
_BEADS_FOR_A_POINT = 5
_MASK_BITS = len(SLOTS)
_MASKS = range(1 << _MASK_BITS)


def _bits(mask: int) -> tuple[int, ...]:
    """Return the indexes of the bits of a mask of five, ascending."""
    return tuple(place for place in range(len(SLOTS)) if mask >> place & 1)


def _next_seat(seats: int, seat: int) -> int:
    """Return the first seat of a mask after a seat, clockwise; the seat itself if it is alone."""
    turns = ((seat + step) % SEATS[-1] for step in range(1, SEATS[-1] + 1))
    return next((turn for turn in turns if seats >> turn & 1), seat)


# What a seat may do, by (the slots it may bid on) << 5 | (the slots that it may take).
_CHOICES = tuple(
    _bits(bids) + tuple(FIRST_BACK_OUT + slot for slot in _bits(piles))
    for bids in _MASKS
    for piles in _MASKS
)
# Who is next, by the mask of the seats in the auction, then the seat that has just acted.
_NEXT = tuple(tuple(_next_seat(seats, seat) for seat in range(SEATS[-1])) for seats in _MASKS)


def _value(card: str) -> int:
    """Return the value of a card, from its text."""
    return int(card.partition(" ")[0])


def _order(card: str) -> tuple[int, str]:
    """Return the sort key of a card: its value, then its text."""
    return _value(card), card


class Deal:
    """The options and the cards in play, shared by all states of a play."""

    __slots__ = (
        "auctions",
        "beads",
        "cards",
        "kin",
        "outcomes",
        "players",
        "starter",
        "twin_below",
        "values",
    )

    def __init__(
        self, cards: Iterable[str], players: int, starter: int, auctions: int, beads: int
    ) -> None:
        in_play = sorted(
            (card for card in cards if _FEWEST_PLAYERS.get(card.split()[-1], SEATS[0]) <= players),
            key=_order,
        )
        if len(in_play) != players * auctions:
            message = f"{players * auctions} cards must be in play, not {len(in_play)}"
            raise ValueError(message)
        self.players = players
        self.starter = starter
        self.auctions = auctions
        self.beads = beads
        self.cards = tuple(in_play)
        self.values = tuple(_value(card) for card in in_play)
        masks = {
            color: sum(1 << place for place, card in enumerate(in_play) if color in card.split())
            for color in _COLORS
        }
        # By card: the mask of the cards of its color, 0 if it has none.
        self.kin = tuple(
            sum(mask for color, mask in masks.items() if color in card.split()) for card in in_play
        )
        # By card: whether the one below it has the same text.
        self.twin_below = (False, *(low == high for low, high in pairwise(in_play)))
        # By the number of undealt cards, then by card: the action that turns it up and its chance.
        copies = [in_play[: place + 1].count(card) for place, card in enumerate(in_play)]
        self.outcomes = tuple(
            tuple((place, min(count / total, 1.0)) for place, count in enumerate(copies))
            for total in range(1, len(in_play) + 1)
        )

    def __deepcopy__(self, _memo: Mapping[int, object]) -> "Deal":
        """Return the same object, since it never changes; OpenSpiel deep-copies states."""
        return self

    def __reduce__(self) -> tuple[type["Deal"], tuple[tuple[str, ...], int, int, int, int]]:
        """Return the options, from which pickle makes the object again."""
        return Deal, (self.cards, self.players, self.starter, self.auctions, self.beads)


class SmileState(pyspiel.State):
    """A position. Cards are numbers into `Deal.cards`; sets of slots, seats, cards are masks."""

    def __init__(self, game: "SmileGame") -> None:
        super().__init__(game)
        shared = game.deal
        players = shared.players
        cards = range(len(shared.cards))
        self._deal = shared
        self._player = CHANCE
        self._auction = 0
        self._starter = shared.starter
        self._left = len(shared.cards)
        # The undealt cards, of each different one only the highest number.
        self._undealt = [
            card for card in cards if card + 1 not in cards or not shared.twin_below[card + 1]
        ]
        self._row: list[int] = []
        self._pile = [0] * players
        self._piles = 0
        self._offer = 0
        self._bids = 0
        self._seats = 0
        self._clear = [shared.beads] * players
        self._blue = [0] * players
        self._front = [0] * players

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's number for chance or for the end."""
        return self._player

    def is_terminal(self) -> bool:
        """Return whether the play is over."""
        return self._player == OVER

    def _legal_actions(self, player: int) -> Sequence[int]:
        """Return the legal actions of a seat, ascending."""
        piles = self._piles
        if self._clear[player] or not piles:
            return _CHOICES[self._bids << _MASK_BITS | piles]
        return _CHOICES[piles]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each different undealt card with its probability, ascending."""
        outcomes = self._deal.outcomes[self._left - 1]
        return [outcomes[card] for card in self._undealt]

    def _apply_action(self, action: int) -> None:
        """Apply a legal action."""
        player = self._player
        if player < 0:
            self._reveal(action)
        elif action < FIRST_BACK_OUT:
            if self._clear[player]:
                self._clear[player] -= 1
            else:
                self._blue[player] += 1
            self._pile[action] += 1
            self._piles |= 1 << action
            self._player = _NEXT[self._seats][player]
        else:
            self._back_out(player, action - FIRST_BACK_OUT)

    def _reveal(self, card: int) -> None:
        """Turn up a card; begin the bidding when the row is complete."""
        shared = self._deal
        undealt = self._undealt
        place = bisect_left(undealt, card)
        if shared.twin_below[card]:
            undealt[place] = card - 1
        else:
            del undealt[place]
        self._left -= 1
        row = self._row
        insort(row, card)
        if len(row) == shared.players:
            self._offer = self._seats = (1 << shared.players) - 1
            self._bids = self._lowest()
            self._player = self._starter

    def _lowest(self) -> int:
        """Return the slots with the lowest card on offer."""
        values = self._deal.values
        row = self._row
        offer = self._offer
        lowest = offer & -offer
        value = values[row[lowest.bit_length() - 1]]
        while rest := offer ^ lowest:
            above = rest & -rest
            if values[row[above.bit_length() - 1]] != value:
                break
            lowest |= above
        return lowest

    def _back_out(self, player: int, slot: int) -> None:
        """Take a card and its beads; then the last player, if only one is left."""
        self._take(player, slot)
        taken = 1 << slot
        self._piles ^= taken
        self._offer ^= taken
        seats = self._seats = self._seats ^ 1 << player
        if seats & (seats - 1):
            self._bids = self._bids & ~taken or self._lowest()
            self._player = _NEXT[seats][player]
            return
        last = seats.bit_length() - 1
        self._take(last, self._offer.bit_length() - 1)
        self._piles = self._offer = self._bids = self._seats = 0
        self._row.clear()
        self._starter = last
        self._auction += 1
        self._player = CHANCE if self._auction < self._deal.auctions else OVER

    def _take(self, player: int, slot: int) -> None:
        """Put a card in front of a player, who gets its beads; discard a pair of one color."""
        self._clear[player] += self._pile[slot]
        self._pile[slot] = 0
        card = self._row[slot]
        front = self._front[player]
        pair = front & self._deal.kin[card]
        self._front[player] = front ^ (pair or 1 << card)

    def scores(self) -> tuple[int, ...]:
        """Return the points of each seat if the play ended now."""
        values = self._deal.values
        return tuple(
            sum(value for card, value in enumerate(values) if front >> card & 1)
            + clear // _BEADS_FOR_A_POINT
            - blue
            for front, clear, blue in zip(self._front, self._clear, self._blue, strict=True)
        )

    def returns(self) -> list[float]:
        """Return the scores at the end, zeros before."""
        if self._player == OVER:
            return [float(score) for score in self.scores()]
        return [0.0] * self._deal.players

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the text of an action of chance or of a seat."""
        if player == CHANCE:
            return f"reveal {self._deal.cards[action]}"
        if action < FIRST_BACK_OUT:
            return f"bid {SLOTS[action]}"
        return f"back-out {SLOTS[action - FIRST_BACK_OUT]}"

    def __str__(self) -> str:
        """Return the position in one line."""
        cards = self._deal.cards
        row = (
            f"{SLOTS[slot]}={cards[card]}+{self._pile[slot]}"
            for slot, card in enumerate(self._row)
            if self._seats == 0 or self._offer >> slot & 1
        )
        fronts = (
            f"{clear}/{blue}:{[card for place, card in enumerate(cards) if front >> place & 1]}"
            for front, clear, blue in zip(self._front, self._clear, self._blue, strict=True)
        )
        return (
            f"auction {self._auction} starter {self._starter} actor {self._player} "
            f"row {'; '.join(row)} players {'; '.join(fronts)}"
        )


class SmileGame(pyspiel.Game):
    """The game for some options. `box` is the cards in the box as text, joined by `|`."""

    def __init__(self, params: Mapping[str, Parameter]) -> None:
        players = int(params["players"])
        auctions = int(params["auctions"])
        beads = int(params["beads"])
        starting_player = int(params["starting_player"])
        if players not in SEATS or starting_player not in range(players):
            message = f"no such seats: {players} players, starting with {starting_player}"
            raise ValueError(message)
        box = filter(None, str(params["box"]).split("|"))
        self.deal = Deal(box, players, starting_player, auctions, beads)
        # A player borrows only while no card has beads. After a loan a card has beads, until a
        # back-out takes them, so there is at most one loan before each back-out. A bead comes back
        # only to a player who leaves the auction, so each is bid at most once an auction.
        loans = (players - 1) * auctions
        bids = auctions * players * beads + (players - 1) * auctions * (auctions + 1) // 2
        least = min(0, *self.deal.values) * auctions - loans
        most = max(0, *self.deal.values) * auctions
        super().__init__(
            _GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=2 * len(SLOTS),
                max_chance_outcomes=len(self.deal.cards),
                num_players=players,
                min_utility=float(least),
                max_utility=float(most + (players * beads + loans) // _BEADS_FOR_A_POINT),
                max_game_length=bids + (players - 1) * auctions,
            ),
            params,
        )

    def new_initial_state(self) -> SmileState:
        """Return the position before the first card is revealed."""
        return SmileState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of cards that are revealed in a play."""
        return len(self.deal.cards)


# Every action is public, so the history determines each hand: perfect information here,
# although the beads are held in secret at the table.
_GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Smile, in Python",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS[-1],
    min_num_players=SEATS[0],
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={
        "players": SEATS[-1],
        "starting_player": 0,
        "auctions": 10,
        "beads": 6,
        "box": "",
    },
    # A game needs a box, and this module has none.
    default_loadable=False,
)

pyspiel.register_game(_GAME_TYPE, SmileGame)


def load(
    box: Iterable[str],
    *,
    players: int = SEATS[-1],
    starting_player: int = 0,
    auctions: int = 10,
    beads: int = 6,
) -> pyspiel.Game:
    """Return the game for a box of cards given by their text, such as `-2 yellow` or `1 IV`."""
    return pyspiel.load_game(
        SHORT_NAME,
        {
            "players": players,
            "starting_player": starting_player,
            "auctions": auctions,
            "beads": beads,
            "box": "|".join(box),
        },
    )
