"""The packed state of Smile: implement the contract's State on the words of a position.

Methods that a search calls many times compute their results from the words. Views, events and
messages need not be fast, and come from the readable rules: :func:`pack` and :meth:`State.unpack`
convert the positions.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final, final

from fireflies import contract
from fireflies._typing import cached, i64, mypyc_attr, override
from fireflies.chance import Draws
from fireflies.contract import (
    CHANCE,
    Actor,
    IllegalAction,
    Observer,
    Outcome,
    Step,
    Violation,
    probabilities,
    violation,
)
from fireflies.errors import shown
from fireflies.smile.box.cards import BLUE_BEADS, CLEAR_BEADS, PRINTED_AUCTIONS, Card
from fireflies.smile.box.options import FEWEST, PRINTED_BEADS
from fireflies.smile.clauses import Clause
from fireflies.smile.fast.deck import ACTION_SETS, SLOT_NUMBERS, TURN_ACTIONS, deck_name, find_deck
from fireflies.smile.fast.encoding import encode_position
from fireflies.smile.fast.luck import scramble, seed_of
from fireflies.smile.fast.packed import DISCARDED, UNDEALT, Packed, decode, encode
from fireflies.smile.fast.words import (
    ALL_SLOTS,
    BACK_OUTS,
    BIDS,
    BYTE_MASK,
    MEMBERS,
    NO_CARD,
    ONE,
    SET_BITS,
    SLOTS_AT,
    count_bits,
    find_bit,
)
from fireflies.smile.rules.actions import Action, BackOut, Bid, Reveal
from fireflies.smile.rules.pieces import SLOTS, Offer, Player, Supply
from fireflies.smile.rules.state import State as ReadableState
from fireflies.smile.rules.state import settle, share_out
from fireflies.smile.rules.state import start as readable_start
from fireflies.smile.rules.view import View

_IN_AUCTION: Final = 248
"""The bits of the seats in the auction, in the word of the turn; none when the game is over."""
_UNKNOWN: Final = -1
"""The result of a lookup that finds no number."""

FIRST_REVEAL: Final = 10
"""The number of the action that reveals card 0; lower numbers are actions of seats."""

_REFUSALS: Final = (
    Clause.END_LAST_AUCTION,
    Clause.AUCTION_PHASES,
    Clause.SETUP_DRAW_PILE,
    Clause.BID_LOWEST_CARD,
    Clause.BACK_OUT_FORCED,
    Clause.BACK_OUT_BEADS,
    Clause.TURN_CHOICE,
)
"""The violated clauses by negative action number: the first is for -1, the second for -2."""


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class State(Packed):
    """A position of Smile in nine integers. ``repr`` is Python that creates it again."""

    __slots__ = ()

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return self._deck.players

    @property
    def actor(self) -> Actor:
        """Return who decides: a seat, ``"chance"`` while revealing, None when the game is over."""
        if self._actions:
            return self._turn & 7
        return CHANCE if self._turn & _IN_AUCTION else None

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal actions: each different undealt card; or bids, then back-outs."""
        actions = self._actions
        if actions:
            # As in Packed._allowed; a call would take as long as all the rest.
            if actions & BACK_OUTS and not self._clear >> (self._turn & 7) * 8 & BYTE_MASK:
                actions &= BACK_OUTS
            return ACTION_SETS[actions]
        reveals = self._deck.reveals
        return tuple([reveals[number] for number in self._undealt_numbers()])

    @property
    def chance_weights(self) -> tuple[tuple[Reveal, int], ...]:
        """Return the reveal of each different undealt card, with the number of its copies."""
        if self._actions:
            return ()
        deck = self._deck
        undealt: i64 = self._cards_at(UNDEALT)
        return tuple(
            [
                (deck.reveals[number], count_bits(undealt & deck.equal_cards[number]))
                for number in self._undealt_numbers()
            ]
        )

    def _undealt_numbers(self) -> "list[i64]":
        """Return the number of the last copy of each different undealt card."""
        undealt: i64 = self._cards_at(UNDEALT)
        return [number for number in self._deck.last_copies if undealt >> number & 1]

    @property
    def chance_outcomes(self) -> tuple[tuple[contract.Action, Fraction], ...]:
        """Return chance's legal actions with exact probabilities, which add up to one."""
        return probabilities(self.chance_weights)

    def deal(self, draws: Draws) -> Reveal:
        """Return a random action of chance, as likely as its weight says; take one draw.

        Raises:
            ValueError: when chance is not the actor.
        """
        if self._actions or not self._turn & _IN_AUCTION:
            raise ValueError("no card is to be revealed")
        undealt: i64 = self._cards_at(UNDEALT)
        which: i64 = draws.below(count_bits(undealt))
        return self._deck.reveals[find_bit(undealt, which)]

    def check(self, action: object) -> Violation | None:
        """Return why this action is illegal, or None when it is legal."""
        number = self._number(action)
        return None if number >= 0 else _violation(self, action, number)

    def _number(self, action: object) -> i64:
        """Return the number of a legal action, or a negative one for the first violated clause."""
        allowed = self._actions
        if allowed:
            if allowed & BACK_OUTS and not self._clear >> (self._turn & 7) * 8 & BYTE_MASK:
                allowed &= BACK_OUTS
            place: i64 = allowed * SET_BITS
            for move in ACTION_SETS[allowed]:
                if move is action:  # the object in legal_actions; an equal action takes longer
                    return MEMBERS[place]
                place += 1
            return self._number_of_equal(action, allowed)
        if not self._turn & _IN_AUCTION:
            return -1
        untyped: Any = action  # its card may be of any type
        return self._number_of_card(untyped.card) if isinstance(action, Reveal) else -2

    def _number_of_equal(self, action: object, allowed: i64) -> i64:
        """Return the number of the legal action that equals this object, or a negative number."""
        untyped: Any = action
        slot: i64
        if isinstance(action, Bid):
            if not allowed & BIDS:
                return -5
            slot = _number_in(SLOT_NUMBERS, untyped.slot)
            return slot if slot >= 0 and allowed & (ONE << slot) else -4
        if isinstance(action, BackOut):
            slot = _number_in(SLOT_NUMBERS, untyped.slot)
            return slot + 5 if slot >= 0 and allowed & (ONE << slot + 5) else -6
        return -2 if isinstance(action, Reveal) else -7

    def _number_of_card(self, card: object) -> i64:
        """Return the number of the reveal of a card; below zero when no copy is undealt."""
        number: i64 = _number_in(self._deck.last_numbers, card)
        if number < 0 or not self._cards_at(UNDEALT) >> number & 1:
            return -3
        return FIRST_REVEAL + number

    def apply(self, action: contract.Action) -> "State":
        """Return the state after this action, without its events."""
        number: i64 = self._number(action)
        if number < 0:
            raise IllegalAction(_violation(self, action, number))
        copy: State = self._copy()
        if number < 5:
            copy._bid(number)
            return copy
        if number < FIRST_REVEAL:
            copy._back_out(number - 5)
        else:
            copy._reveal(number - FIRST_REVEAL)
        if self._deck.has_copies:
            copy._sort_copies(self._low, self._middle, self._high)
        return copy

    def _copy(self) -> "State":
        return State(
            self._deck,
            self._low,
            self._middle,
            self._high,
            self._clear,
            self._blue,
            self._row,
            self._beads,
            self._actions,
            self._turn,
        )

    def step(self, action: contract.Action) -> "Step[State]":
        """Carry out an action; return the state before, the events and the state after."""
        after = self.apply(action)
        return Step(self, action, self.unpack().explain(action), after)

    def explain(self, action: contract.Action) -> tuple[contract.Event, ...]:
        """Return what happens, in order, when this action is carried out."""
        return self.unpack().explain(action)

    @property
    def outcome(self) -> Outcome | None:
        """Return scores and winners, or None while the game goes on."""
        if self._turn & _IN_AUCTION:
            return None
        seats = range(self._deck.players)
        scores = tuple([self._points(seat) for seat in seats])
        return settle(scores, [self._clear >> seat * 8 & BYTE_MASK for seat in seats])

    def view(self, observer: Observer = None) -> View:
        """Return what this observer sees.

        Raises:
            ValueError: when there is no such seat.
        """
        return _unpacked(self).view(observer)

    def redact(self, action: contract.Action, observer: Observer) -> contract.Action:
        """Return the action: none is secret in this game."""
        return action

    def alike(self, observer: Observer, draws: Draws) -> "State":
        """Return the position after sharing out anew the beads that are hidden from this observer.

        Every way to share them out is equally likely.
        """
        if observer is None or not self._turn & _IN_AUCTION:
            return self
        others = [seat for seat in range(self._deck.players) if seat != observer]
        copy: State = self._copy()
        copy._clear = _share_out_word(self._clear, others, draws)
        copy._blue = _share_out_word(self._blue, others, draws)
        return copy

    def deal_row(self, seed: int, dealt: int = 0) -> "State":
        """Return the state with a complete row: this state when no card is to be revealed.

        The cards are the draws of chance from number ``dealt + 1`` on, in a random play with this
        seed (:mod:`fireflies.smile.fast.luck`).
        """
        if self._actions or not self._turn & _IN_AUCTION:
            return self
        copy: State = self._copy()
        copy._deal(scramble(seed_of(seed)), dealt)
        if self._deck.has_copies:
            copy._sort_copies(self._low, self._middle, self._high)
        return copy

    def play_out(self, seed: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        """Play at random to the end, with the draws of this seed, without creating states.

        Returns points by seat, clear beads by seat, and the number of actions.

        Raises:
            ValueError: when the seed is not among :data:`fireflies.chance.SEEDS`.
        """
        start = self.playout_start()
        points, clear, length = start.play(scramble(seed_of(seed)))
        return start.scores(points), start.hands(clear), length

    @property
    def legal_mask(self) -> int:
        """Return the legal actions as bits: 0 to 4 bids by slot, 5 to 9 back-outs, then cards.

        Among equal cards, only the last one has a bit.
        """
        if self._actions:
            return self._allowed()
        return sum([2 ** (FIRST_REVEAL + number) for number in self._undealt_numbers()])

    def action(self, number: int) -> Action:
        """Return the action of a bit of :attr:`legal_mask`.

        Raises:
            ValueError: when no action of this game has this number.
        """
        if 0 <= number < FIRST_REVEAL:
            return TURN_ACTIONS[number]
        if number < FIRST_REVEAL or number >= FIRST_REVEAL + len(self._deck.reveals):
            raise ValueError(f"no action has the number {shown(number)}")
        return self._deck.reveals[number - FIRST_REVEAL]

    def unpack(self) -> ReadableState:
        """Return the readable state of this position."""
        deck, players = self._deck, self._deck.players
        first: int = self._turn & 7
        clockwise = [*range(first, players), *range(first)]
        slots: int = self._turn >> SLOTS_AT & ALL_SLOTS
        piles = self._piles()
        hands = [
            Player(
                self._clear >> seat * 8 & BYTE_MASK,
                self._blue >> seat * 8 & BYTE_MASK,
                tuple(piles[seat]),
            )
            for seat in range(players)
        ]
        row = [
            Offer(
                SLOTS[slot],
                deck.cards[self._row >> slot * 8 & NO_CARD],
                self._beads >> slot * 8 & BYTE_MASK,
            )
            for slot in range(players)
            if slots >> slot & 1
        ]
        held = sum([hand.clear for hand in hands]) + sum([offer.beads for offer in row])
        borrowed = sum([hand.blue for hand in hands])
        return ReadableState(
            auction=self._turn >> 16,
            starting_player=self._turn >> 8 & 7,
            in_auction=tuple([seat for seat in clockwise if self._turn >> seat + 3 & 1]),
            row=tuple(row),
            players=tuple(hands),
            supply=Supply(CLEAR_BEADS - held, BLUE_BEADS - borrowed),
            discarded=tuple(piles[DISCARDED]),
            undealt=tuple(piles[UNDEALT]),
        )

    def _piles(self) -> list[list[Card]]:
        """Return the cards at each place, sorted."""
        piles: list[list[Card]] = [[] for _ in range(UNDEALT + 1)]
        low, middle, high = self._low, self._middle, self._high
        for card in self._deck.cards:
            piles[low & 1 | (middle & 1) << 1 | (high & 1) << 2].append(card)
            low >>= 1
            middle >>= 1
            high >>= 1
        return piles

    @classmethod
    def parse(cls, position: str) -> "State":
        """Return the state of a position in one line, see :mod:`fireflies.smile.text.notation`.

        Raises:
            InvalidNotation: when the line is not in this form, or no game has the position.
        """
        return pack(ReadableState.parse(position))

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or self.words != other.words:
            return False
        return self._deck is other._deck or self._deck.key() == other._deck.key()

    @override
    def __hash__(self) -> int:
        return hash(self.words)

    @override
    def __repr__(self) -> str:
        return f"State.parse({self.view().position!r})"

    @override
    def __reduce__(self) -> tuple[object, ...]:
        deck = self._deck
        return restore, (deck.players, deck_name(deck), encode(self.words))


@cached(1)
def _unpacked(state: State) -> ReadableState:
    """Return the readable state, for seats that look at the same position one after another."""
    return state.unpack()


def _violation(state: State, action: object, number: int) -> Violation:
    """Return the violation by an action with a negative number."""
    return violation(state, action, _REFUSALS[-1 - number])


def _number_in(numbers: dict[object, int], thing: object) -> i64:
    """Return the number of a key; -1 when it is missing or not hashable."""
    try:
        return numbers.get(thing, _UNKNOWN)
    except TypeError:  # it has no hash
        return _UNKNOWN


def _share_out_word(word: i64, seats: list[int], draws: Draws) -> i64:
    """Return the word with the beads of these seats shared out again at random."""
    beads = sum([word >> seat * 8 & BYTE_MASK for seat in seats])
    for seat, count in zip(seats, share_out(beads, len(seats), draws), strict=True):
        word += (count - (word >> seat * 8 & BYTE_MASK)) << seat * 8
    return word


def restore(players: int, name: bytes | int, words: int) -> State:
    """Return the state of a pickle: the name of its deck, and all words in one number.

    Raises:
        InvalidData: when the default box of this release has other cards.
    """
    return State(find_deck(players, name), *decode(words))


def pack(state: ReadableState) -> State:
    """Return the position in nine integers.

    Raises:
        ValueError: when the position can't occur in a game.
    """
    deck, words = encode_position(state)
    return State(deck, *words)


def start(
    players: int = FEWEST,
    starting_player: int = 0,
    box: Iterable[Card | str] | None = None,
    auctions: int = PRINTED_AUCTIONS,
    beads: int = PRINTED_BEADS,
) -> State:
    """Return the first state of a game, packed; :func:`fireflies.smile.start` explains the options.

    Raises:
        InvalidOptions: for invalid options, with the clause and what is valid.
    """
    return pack(readable_start(players, starting_player, box, auctions, beads))
