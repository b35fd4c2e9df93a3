"""The rules of Smile, in the order and the words of its rules sheet.

:class:`State` judges actions. :class:`_Working`, a working copy of a state, carries them out: its
methods from ``reveal`` on follow the paragraphs of the sheet, and report the events that
:meth:`State.explain` returns.
"""

from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Final, Self, assert_never

from fireflies._typing import cached, override
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Actor, Event, Observer, Outcome, Rules, Tell, observer_of
from fireflies.errors import InvalidNotation
from fireflies.smile.box.cards import BLUE_BEADS, CLEAR_BEADS, PRINTED_AUCTIONS, Card
from fireflies.smile.box.options import FEWEST, PRINTED_BEADS, Options, read_options
from fireflies.smile.clauses import Clause
from fireflies.smile.rules import events
from fireflies.smile.rules.actions import Action, BackOut, Bid, Reveal
from fireflies.smile.rules.pieces import SLOTS, Offer, Phase, Player, Position, SeenPlayer, Supply
from fireflies.smile.rules.view import View
from fireflies.smile.text.notation import read_position
from fireflies.smile.text.soundness import find_fault

_reveal: Final = cached()(Reveal)  # a lookup is faster than making one
_BID: Final = {slot: Bid(slot) for slot in SLOTS}
_BACK_OUT: Final = {slot: BackOut(slot) for slot in SLOTS}


def start(
    players: int = FEWEST,
    starting_player: int = 0,
    box: Iterable[Card | str] | None = None,
    auctions: int = PRINTED_AUCTIONS,
    beads: int = PRINTED_BEADS,
) -> "State":
    """Return the first state of a game, before the first card is revealed.

    ``players`` is 3 to 5; ``starting_player`` a seat, counted clockwise from 0; ``box`` all cards
    that you own, None for the box that ships with fireflies; ``auctions`` 1 to 20; ``beads`` the
    clear beads of each player, at most 35 in all.

    Raises:
        InvalidOptions: for invalid options, with the clause and what is valid.
    """
    given = {"players": players, "starting_player": starting_player, "box": box}
    return first_state(read_options({**given, "auctions": auctions, "beads": beads}))


def first_state(options: Options) -> "State":
    """Game setup: make the draw pile, give beads to each player, and keep the rest as supply."""
    players = options.players
    return State(
        auction=1,
        starting_player=options.starting_player,
        in_auction=_clockwise(options.starting_player, players),
        row=(),
        players=(Player(options.beads, 0, ()),) * players,
        supply=Supply(CLEAR_BEADS - players * options.beads, BLUE_BEADS),
        discarded=(),
        undealt=options.in_play,
    )


def share_out(beads: int, hands: int, draws: Draws) -> list[int]:
    """Return the beads of each hand; every way to share out so many beads is equally likely."""
    if not beads:
        return [0] * hands
    # In a row of beads and bars, the bars separate the hands. Their places are drawn as in
    # Bentley, Floyd, "A sample of brilliance", Communications of the ACM, 1987.
    bars: list[int] = []
    for last in range(beads, beads + hands - 1):
        place = draws.below(last + 1)
        bars.append(last if place in bars else place)
    edges = [-1, *sorted(bars), beads + hands - 1]
    return [right - left - 1 for left, right in pairwise(edges)]


def _clockwise(first: int, players: int) -> tuple[int, ...]:
    """Return all seats in turn order, from the first."""
    return tuple(range(first, players)) + tuple(range(first))


class State(Position[Player], Rules[Action]):
    """A position of Smile with its rules. ``repr`` is the Python that makes it again."""

    __slots__ = ()

    @property
    @override
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.players)

    @property
    def phase(self) -> Phase:
        """Return the phase of the auction; ``"over"`` after the last one."""
        if not self.in_auction:
            return "over"
        return "reveal" if len(self.row) < len(self.in_auction) else "bid"

    @property
    @override
    def actor(self) -> Actor:
        """Return the actor: a seat, ``"chance"`` while revealing, None when the game is over."""
        if not self.in_auction:
            return None
        return CHANCE if len(self.row) < len(self.in_auction) else self.in_auction[0]

    @property
    @override
    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal actions: different reveals; or bids, then back-outs, by slot."""
        if len(self.row) < len(self.in_auction):
            return tuple(map(_reveal, dict.fromkeys(self.undealt)))
        if not self.in_auction:
            return ()
        row = self.row
        back_outs = [_BACK_OUT[offer.slot] for offer in row if offer.beads]
        if back_outs and not self.players[self.in_auction[0]].clear:
            return tuple(back_outs)
        lowest = row[0].card.value
        return (*[_BID[offer.slot] for offer in row if offer.card.value == lowest], *back_outs)

    @property
    @override
    def chance_weights(self) -> tuple[tuple[Reveal, int], ...]:
        """Return the reveal of each different undealt card, with the number of its copies."""
        if self.phase != "reveal":
            return ()
        counts: dict[Card, int] = {}
        for card in self.undealt:
            counts[card] = counts.get(card, 0) + 1
        return tuple((_reveal(card), count) for card, count in counts.items())

    @override
    def _judge(self, action: object, /) -> Action | Clause:
        """Return the action, or the first clause that it violates.

        The phase is judged first, then whether the seat may bid at all, then the card.
        """
        if not self.in_auction:
            return Clause.END_LAST_AUCTION
        revealing = len(self.row) < len(self.in_auction)
        match action:
            case Reveal(card):
                if not revealing:
                    return Clause.AUCTION_PHASES
                return action if card in self.undealt else Clause.SETUP_DRAW_PILE
            case _ if revealing:
                return Clause.AUCTION_PHASES
            case Bid(slot):
                if not self.players[self.in_auction[0]].clear and self._any_beads():
                    return Clause.BACK_OUT_FORCED
                offer = self._offer(slot)
                if offer is None or offer.card.value > self.row[0].card.value:
                    return Clause.BID_LOWEST_CARD
                return action
            case BackOut(slot):
                offer = self._offer(slot)
                return action if offer is not None and offer.beads else Clause.BACK_OUT_BEADS
            case _:
                return Clause.TURN_CHOICE

    def _offer(self, slot: str) -> Offer | None:
        for offer in self.row:
            if offer.slot == slot:
                return offer
        return None

    def _any_beads(self) -> bool:
        return any(offer.beads for offer in self.row)

    @override
    def _carry_out(self, action: Action, tell: Tell[Event], /) -> Self:
        table = _Working(self, tell)
        match action:
            case Reveal(card):
                table.reveal(card)
            case Bid(slot):
                table.bid(slot)
            case BackOut(slot):
                table.back_out(slot)
            case _:
                assert_never(action)
        return type(self)._make(table.fields())

    @property
    @override
    def outcome(self) -> Outcome | None:
        """Return scores and winners, or None while the game goes on."""
        return None if self.in_auction else _settle(self.players)

    @override
    def view(self, observer: Observer = None, /) -> View:
        """Return what this observer sees.

        Players hold their beads in secret, until the scores are counted. The legal actions are
        secret while another seat decides, as they tell whether it has clear beads.

        Raises:
            ValueError: when there is no such seat.
        """
        observer, actor, over = observer_of(self, observer), self.actor, not self.in_auction
        is_open = over or observer is None
        known = self if is_open else None
        if not is_open and (actor in {observer, CHANCE}):
            known = self._with_open_hands(observer)
        return View(
            observer,
            actor,
            self.outcome,
            known,
            self.phase,
            self.auction,
            self.starting_player,
            self.in_auction,
            self.row,
            tuple(
                SeenPlayer(*player)
                if is_open or observer == number
                else SeenPlayer(None, None, player.cards)
                for number, player in enumerate(self.players)
            ),
            self.supply,
            self.discarded,
            self.undealt,
        )

    def _with_open_hands(self, observer: Observer) -> Self:
        """Return a position that looks the same to an observer, always with the same hands."""
        others = [seat for seat in range(self.seats) if seat != observer]
        clear = sum([self.players[seat].clear for seat in others])
        blue = sum([self.players[seat].blue for seat in others])
        players = list(self.players)
        for seat in others:  # the first of them gets all that is hidden
            players[seat] = Player(clear, blue, players[seat].cards)
            clear = blue = 0
        return self._replace(players=tuple(players))

    @override
    def alike(self, observer: Observer, draws: Draws, /) -> Self:
        """Return the position after sharing out anew the beads that are hidden from this observer.

        Every way to share them out is equally likely.
        """
        if observer is None or not self.in_auction:
            return self
        others = [seat for seat in range(self.seats) if seat != observer]
        clear = share_out(sum(self.players[seat].clear for seat in others), len(others), draws)
        blue = share_out(sum(self.players[seat].blue for seat in others), len(others), draws)
        players = list(self.players)
        for seat, beads, loans in zip(others, clear, blue, strict=True):
            players[seat] = Player(beads, loans, players[seat].cards)
        return self._replace(players=tuple(players))

    @classmethod
    def parse(cls, position: str) -> "State":
        """Return the state of a position in one line, see :mod:`fireflies.smile.text.notation`.

        Raises:
            InvalidNotation: when the line is not in this form, or no game has the position.
        """
        state = cls._make(read_position(position))
        fault = find_fault(state)
        if fault is not None:
            raise InvalidNotation(position, f"a position of Smile: {fault}")
        return state

    @override
    def __repr__(self) -> str:
        return f"State.parse({self.view().position!r})"


class _Working:
    """A working copy of a state, from which the next state is made."""

    in_auction: tuple[int, ...]

    def __init__(self, state: State, tell: Tell[Event]) -> None:
        (
            self.auction,
            self.starting_player,
            self.in_auction,
            self.row,
            players,
            self.supply,
            self.discarded,
            self.undealt,
        ) = state
        self.players = list(players)
        self.tell = tell

    def fields(self) -> tuple[object, ...]:
        """Return the fields of the next state."""
        return (
            self.auction,
            self.starting_player,
            self.in_auction,
            self.row,
            tuple(self.players),
            self.supply,
            self.discarded,
            self.undealt,
        )

    def reveal(self, card: Card) -> None:
        """Revealing: put the card into the row, which is sorted and lettered anew."""
        place = self.undealt.index(card)
        card = self.undealt[place]  # the argument may be any tuple that equals the card
        self.undealt = self.undealt[:place] + self.undealt[place + 1 :]
        cards = [offer.card for offer in self.row]
        insort(cards, card)
        self.row = tuple([Offer(slot, shown, 0) for slot, shown in zip(SLOTS, cards, strict=False)])
        self.tell(events.CardRevealed, card)
        if len(cards) == len(self.players):
            self.tell(events.BiddingBegan, self.starting_player)

    def bid(self, slot: str) -> None:
        """A) Bid: place a clear bead on the card; then it is the next player's turn."""
        seat = self.in_auction[0]
        if not self.players[seat].clear:  # such a bid is legal only for who is stuck
            self.borrow(seat)
        clear, blue, cards = self.players[seat]
        self.players[seat] = Player(clear - 1, blue, cards)
        self.row = tuple(
            [
                Offer(slot, offer.card, offer.beads + 1) if offer.slot == slot else offer
                for offer in self.row
            ]
        )
        self.tell(events.BeadPlaced, seat, slot)
        self.in_auction = (*self.in_auction[1:], seat)

    def borrow(self, seat: int) -> None:
        """Without a legal bid or back-out: borrow a clear bead, and take a blue one for it."""
        clear, blue, cards = self.players[seat]
        self.players[seat] = Player(clear + 1, blue + 1, cards)
        self.supply = Supply(self.supply.clear - 1, self.supply.blue - 1)
        self.tell(events.BeadsBorrowed, seat)

    def back_out(self, slot: str) -> None:
        """B) Back out: take the card with its beads, and leave the auction."""
        seat, *others = self.in_auction
        self.in_auction = tuple(others)
        self.take(seat, slot, events.CardTaken)
        if len(others) == 1:
            self.last_player(others[0])

    def take(self, seat: int, slot: str, event: Callable[[int, str, Card, int], Event]) -> None:
        """Put the card in front of the player, and its beads into the hand."""
        (offer,) = (offer for offer in self.row if offer.slot == slot)
        self.row = tuple(offer for offer in self.row if offer.slot != slot)
        clear, blue, cards = self.players[seat]
        self.players[seat] = Player(clear + offer.beads, blue, cards)
        self.tell(event, seat, slot, offer.card, offer.beads)
        self.place_in_front(seat, offer.card)

    def place_in_front(self, seat: int, card: Card) -> None:
        """Put the card in front of the player; remove it with a card of the same color, if any."""
        clear, blue, cards = self.players[seat]
        for mate in cards:
            if card.color and mate.color == card.color:
                kept = tuple(other for other in cards if other != mate)
                self.players[seat] = Player(clear, blue, kept)
                self.discarded = tuple(sorted((*self.discarded, mate, card)))
                self.tell(events.PairDiscarded, seat, (mate, card))
                return
        self.players[seat] = Player(clear, blue, tuple(sorted((*cards, card))))

    def last_player(self, seat: int) -> None:
        """C) Last player: give the last card; start the next auction, or end the game."""
        self.take(seat, self.row[0].slot, events.LastCardTaken)
        self.starting_player = seat
        if self.undealt:
            self.tell(events.AuctionEnded, self.auction, seat)
            self.auction += 1
            self.in_auction = _clockwise(seat, len(self.players))
        else:
            self.end()

    def end(self) -> None:
        """Game end: count the points of the players."""
        self.in_auction = ()
        players = tuple(self.players)
        self.tell(events.GameEnded, players, _settle(players))


def score(player: Player) -> int:
    """Return the points of a player: cards, 1 for each five clear beads, -1 for each blue one."""
    return sum(card.value for card in player.cards) + player.clear // 5 - player.blue


def settle(scores: tuple[int, ...], clear: Sequence[int]) -> Outcome:
    """Return the outcome: most points, then most clear beads; tied players share the win."""
    most = max(scores)
    first = tuple([seat for seat, points in enumerate(scores) if points == most])
    if len(first) == 1:
        return Outcome(scores, first, Clause.WIN_MOST_POINTS)
    beads = max([clear[seat] for seat in first])
    winners = tuple([seat for seat in first if clear[seat] == beads])
    return Outcome(
        scores, winners, Clause.WIN_CLEAR_BEADS if len(winners) == 1 else Clause.WIN_SHARED
    )


def _settle(players: tuple[Player, ...]) -> Outcome:
    return settle(tuple(map(score, players)), [player.clear for player in players])
