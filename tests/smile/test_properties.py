"""Properties of Smile with any box and any options, stated in other ways than in the rules.

Most of them are tested with every state and every step of random plays, by seats with different
habits (:mod:`tests.smile.plays`). Rare situations are counted.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, pairwise
from random import Random
from typing import Final, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireflies import smile, testing
from fireflies.contract import SPECTATOR, Action, Event
from fireflies.smile import Clause
from fireflies.smile.box.cards import COLORS, MARKERS, VALUES
from fireflies.smile.play import generators
from tests.campaign import count, generator
from tests.smile.plays import HABITS, play, random_options

pytestmark = pytest.mark.long

EVERY_ACTION: Final[tuple[Action, ...]] = (
    *(verb(slot) for verb in (smile.Bid, smile.BackOut) for slot in "abcdef"),
    *(
        smile.Reveal(smile.Card(value, color, marker))
        for value in (VALUES[0] - 1, *VALUES, VALUES[-1] + 1)
        for color in COLORS
        for marker in MARKERS
    ),
    testing.Foreign("bid a"),
)

_T = TypeVar("_T")

seeds = st.integers(0, 2**32)

Walk = list[tuple[smile.State, smile.Action | None, smile.State]]
"""The steps of a whole play, and at the end a step without an action."""


def walk(options: Mapping[str, object], seed: int) -> Walk:
    """Return a play in which all seats have one habit, or each a random one."""
    most = smile.set_up(options).bounds.actions
    assert most is not None
    played = play(options, Random(seed), (*HABITS, *[None] * 5)[seed % 10])
    states = [*islice(played, most + 1)]
    assert states[-1][1] is None, "a play ends, with no more actions than its bound"
    steps: Walk = [(state, action, after) for (state, action), (after, _) in pairwise(states)]
    return [*steps, (states[-1][0], None, states[-1][0])]


def sampled(
    check: Callable[[smile.State, smile.Action | None, smile.State], None],
    rare: Mapping[str, int],
    examples: int = 200,
) -> None:
    """Check every step of this number of plays, and that landmarks are met so often.

    The plays are always the same ones: those of Hypothesis depend on the modules that are loaded.
    """
    met = Counter[str]()
    for number in range(count(examples, campaign=20 * examples)):
        chooser = generator(f"sampled {number}")
        options, seed = random_options(chooser), chooser.randrange(2**32)
        try:
            for before, action, after in walk(options, seed):
                check(before, action, after)
                met.update(landmarks(before, after))
        except Exception as error:
            error.add_note(f"play {number}: {options}, seed {seed}")
            raise
    assert {name: met[name] for name, least in rare.items() if met[name] < least} == {}


def landmarks(before: smile.State, after: smile.State) -> Iterator[str]:
    """Return the rare situations in this step."""
    if before.phase == "bid":
        hand = before.players[before.in_auction[0]].clear
        if not hand:
            beads = any(offer.beads for offer in before.row)
            yield "a forced back-out" if beads else "a loan"
        if len({offer.card.value for offer in before.row}) < len(before.row):
            yield "equal values in the row"
    if after.supply.clear < 0:
        yield "substitutes for clear beads"
    if after.supply.blue < 0:
        yield "substitutes for blue beads"
    gone = len(after.discarded) - len(before.discarded)
    if gone:
        yield "one pair" if gone == 2 else "two pairs at once"


def test_the_legal_set() -> None:
    """A bid is legal on each lowest card, with a clear bead in the hand or no beads in the row.

    A back-out is legal with each card that has beads. Each different undealt card may be revealed,
    with its number as its weight.
    """

    def check(state: smile.State, action: object, after: object) -> None:
        del action, after
        weights = {str(reveal): weight for reveal, weight in state.chance_weights}
        if len(state.row) < len(state.in_auction):
            assert weights == Counter(f"reveal {card}" for card in state.undealt)
            assert [*map(str, state.legal_actions)] == [*weights]
            return
        beads = {offer.slot: offer.beads for offer in state.row}
        values = {offer.slot: offer.card.value for offer in state.row}
        may_bid = not any(beads.values()) or state.players[state.in_auction[0]].clear > 0
        bids = [f"bid {slot}" for slot in values if values[slot] == min(values.values())]
        back_outs = [f"back-out {slot}" for slot in beads if beads[slot] > 0]
        assert [*map(str, state.legal_actions)] == bids * may_bid + back_outs
        assert weights == {}

    rare = {"a forced back-out": 100, "a loan": 100, "equal values in the row": 1000}
    sampled(check, rare)


@given(testing.states(smile.GAME))
def test_only_the_legal_actions_are_accepted(state: smile.State) -> None:
    """All others with slots a to f, and with every card, are refused."""
    passed = [action for action in EVERY_ACTION if state.check(action) is None]
    assert sorted(map(str, passed)) == sorted(map(str, state.legal_actions))


@given(testing.states(smile.GAME))
def test_positions_are_parsed_as_equal_states(state: smile.State) -> None:
    assert smile.State.parse(state.view().position) == state


def test_beads_and_cards_go_where_the_action_says() -> None:
    """No other beads and cards move, and there are always 35 clear and 5 blue beads.

    A bid moves one bead, which is borrowed when the hand is empty. A player who gets a card gets
    its beads. Cards leave the game only as pairs of one color, one of which a seat has just got.
    """

    def check(before: smile.State, action: smile.Action | None, after: smile.State) -> None:
        in_hands = [sum(player[:2][color] for player in after.players) for color in (0, 1)]
        assert in_hands[0] + sum(offer.beads for offer in after.row) + after.supply.clear == 35
        assert in_hands[1] + after.supply.blue == 5
        came, paid, lent = taken(before, action, after)
        left: list[smile.Card] = []
        for seat, (had, has) in enumerate(zip(before.players, after.players, strict=True)):
            cards, beads = came.get(seat, ([], 0))
            assert has.clear - had.clear == beads + lent[seat] - paid[seat]
            assert has.blue - had.blue == lent[seat]
            mates = [old for new in cards if new.color for old in had.cards if old[1] == new[1]]
            pair = [*cards, *mates] if mates else []
            assert Counter(has.cards) + Counter(pair) == Counter(had.cards) + Counter(cards)
            left += pair
        assert Counter(after.discarded) == Counter(before.discarded) + Counter(left)
        assert before.supply.clear - after.supply.clear == sum(lent)
        revealed = [action.card] if isinstance(action, smile.Reveal) else []
        assert Counter(before.undealt) == Counter(after.undealt) + Counter(revealed)

    rare = {"one pair": 100, "two pairs at once": 5, "a loan": 100}
    sampled(check, {**rare, "substitutes for clear beads": 10, "substitutes for blue beads": 500})


def taken(
    before: smile.State, action: smile.Action | None, after: smile.State
) -> tuple[dict[int, tuple[list[smile.Card], int]], list[int], list[int]]:
    """Return the cards and beads that each seat got; and who has paid and borrowed a bead."""
    none = [0] * len(before.players)
    if not isinstance(action, smile.Bid | smile.BackOut):
        return {}, none, none
    first, second, *others = before.in_auction
    mine = [int(seat == first) for seat in range(len(none))]
    offers = {offer.slot: offer for offer in before.row}
    if isinstance(action, smile.Bid):
        placed = [offer.beads - offers[offer.slot].beads for offer in after.row]
        assert placed == [int(offer.slot == action.slot) for offer in before.row]
        assert after.in_auction == (second, *others, first)
        return {}, mine, none if before.players[first].clear else mine
    chosen = offers.pop(action.slot)
    came = {first: ([chosen.card], chosen.beads)}
    if not others:
        (last,) = offers.values()
        came[second] = ([last.card], last.beads)
        assert (after.row, after.starting_player) == ((), second)
        assert after.auction == before.auction + bool(before.undealt)
    else:
        assert after.row == tuple(offers.values())
        assert after.in_auction == (second, *others)
    return came, none, none


def test_the_table_is_in_order() -> None:
    """Row and letters are sorted, and no player has two cards of one color in front.

    Each auction ends, because each turn makes the tuple (seats, clear beads of those in the
    auction, row without beads) smaller: a back-out leaves fewer seats; a bid from the hand leaves
    fewer beads in the hands; after a bid with a borrowed bead the row has beads.
    """

    def check(before: smile.State, action: smile.Action | None, after: smile.State) -> None:
        values = [offer.card.value for offer in after.row]
        assert values == sorted(values)
        letters = [offer.slot for offer in after.row]
        assert letters == sorted(set(letters))
        for player in after.players:
            colors = Counter(card.color for card in player.cards if card.color)
            assert set(colors.values()) <= {1}
        if before.phase == after.phase == "bid" and action is not None:
            assert measure(after) < measure(before)

    sampled(check, {"one pair": 20}, examples=100)


def measure(state: smile.State) -> tuple[int, int, bool]:
    """Return the measure that falls with each turn of an auction."""
    held = sum(state.players[seat].clear for seat in state.in_auction)
    return len(state.in_auction), held, not any(offer.beads for offer in state.row)


def test_a_view_hides_the_hands_of_others_until_the_end() -> None:
    """A seat sees its own hand, the referee all hands, and everybody all hands at the end.

    Only the seat that decides sees its legal actions; those of chance are shown to everybody.
    """

    def check(state: smile.State, action: object, after: object) -> None:
        del action, after
        over = not state.in_auction
        for observer in (None, SPECTATOR, *range(state.seats)):
            view = state.view(observer)
            for seat, (player, seen) in enumerate(zip(state.players, view.players, strict=True)):
                hidden = not over and observer is not None and observer != seat
                assert seen == ((None, None) if hidden else player[:2]) + (player.cards,)
            secret = state.phase == "bid" and observer not in {None, state.in_auction[0]}
            assert view.legal_actions == (None if secret else state.legal_actions)

    sampled(check, {"a forced back-out": 20}, examples=30)


@given(generators.options(), seeds)
@settings(max_examples=50)
def test_everyone_gets_one_card_in_each_auction(options: Mapping[str, object], seed: int) -> None:
    """The last player gets the card that is left."""
    cards: Counter[tuple[int, int]] = Counter()
    for before, action, after in walk(options, seed):
        for event in before.explain(action) if action else ():
            match event:
                case smile.CardTaken(seat) | smile.LastCardTaken(seat):
                    cards[before.auction, seat] += 1
                case smile.AuctionEnded(auction, starting_player):
                    assert auction == before.auction == after.auction - 1
                    assert starting_player == before.in_auction[1]
                case _:
                    pass
    auctions, players = options["auctions"], options["players"]
    assert isinstance(auctions, int)
    assert isinstance(players, int)
    assert set(cards) == {(n, seat) for n in range(1, auctions + 1) for seat in range(players)}
    assert set(cards.values()) == {1}


@given(generators.options(), seeds, st.integers(1, 4))
@settings(max_examples=50)
def test_seats_rotated_give_the_play_rotated(
    options: Mapping[str, object], seed: int, shift: int
) -> None:
    """When all seats are rotated, the rotated actions give the rotated play."""
    players, first = options["players"], options["starting_player"]
    assert isinstance(players, int)
    assert isinstance(first, int)
    moved = {**options, "starting_player": (first + shift) % players}
    state = smile.set_up(moved).start
    for before, action, _ in walk(options, seed):
        assert state.in_auction == tuple((seat + shift) % players for seat in before.in_auction)
        assert state.players == rotated(before.players, shift)
        assert (state.row, state.supply) == (before.row, before.supply)
        assert state.legal_actions == before.legal_actions
        if action is not None:
            state = state.apply(action)
        else:
            assert before.outcome is not None
            assert state.outcome is not None
            assert state.outcome.scores == rotated(before.outcome.scores, shift)
            assert state.outcome.returns == rotated(before.outcome.returns, shift)


def rotated(things: tuple[_T, ...], shift: int) -> tuple[_T, ...]:
    """Return the list, with each item moved by this number of seats clockwise."""
    return tuple(things[(seat - shift) % len(things)] for seat in range(len(things)))


def hand(chooser: Random) -> smile.Player:
    """Return a hand of few points and few beads, so that many tie."""
    front = sorted(smile.Card(chooser.randint(-1, 2)) for _ in range(chooser.randrange(4)))
    return smile.Player(chooser.randrange(7), chooser.randrange(3), tuple(front))


def test_the_score_and_the_winners() -> None:
    """The points are the values in front, plus 1 for five clear beads, less 1 for a blue one.

    The test counts each bead and each card. The winners have the most points and, with equal
    points, the most clear beads; all other players have less.
    """
    met = Counter[str]()

    chooser = generator("score")
    for _ in range(count(1000, campaign=50_000)):
        players = [hand(chooser) for _ in range(chooser.choice((3, 4, 5)))]
        over = smile.start()._replace(players=tuple(players), in_auction=(), undealt=())
        outcome = over.outcome
        assert outcome is not None
        assert outcome.scores == tuple(map(counted, players)) == tuple(map(smile.score, players))
        ranks = [(counted(player), player.clear) for player in players]
        best = max(ranks)
        assert outcome.winners == tuple(seat for seat, rank in enumerate(ranks) if rank == best)
        tied = [rank for rank in ranks if rank[0] == best[0]]
        shared = [rank for rank in tied if rank == best]
        assert outcome.clause == (
            Clause.WIN_SHARED
            if len(shared) > 1
            else Clause.WIN_CLEAR_BEADS
            if len(tied) > 1
            else Clause.WIN_MOST_POINTS
        )
        met.update([f"{len(tied)} tied", f"{len(shared)} of {len(tied)} share"])

    assert {*met} >= {"1 tied", "2 tied", "3 tied", "1 of 2 share", "2 of 2 share", "1 of 3 share"}
    assert met["2 of 3 share"] + met["3 of 3 share"] > 0


def counted(player: smile.Player) -> int:
    """Return the points of a player, counted one by one."""
    points, beads = 0, 0
    for card in player.cards:
        points += card.value
    for _ in range(player.clear):
        beads += 1
        if beads == 5:
            points, beads = points + 1, 0
    for _ in range(player.blue):
        points -= 1
    return points


@given(generators.options(), seeds)
@settings(max_examples=30)
def test_events_are_enough_to_redraw_the_table(options: Mapping[str, object], seed: int) -> None:
    """A table can be drawn from the first view and the events alone."""
    steps = walk(options, seed)
    table = Drawn(steps[0][0])
    for before, action, after in steps:
        for event in before.explain(action) if action else ():
            pair = any(map(has_pair, table.fronts))
            assert not pair or isinstance(event, smile.PairDiscarded), "a pair leaves at once"
            table.follow(event)
        assert table.like(after)


class Drawn:
    """A table in a front end: created from the first view, then changed by events only.

    Each event has to be possible at its time, so the order of the events is tested too.
    """

    def __init__(self, state: smile.State) -> None:
        """Set up the table before the first card."""
        self.undealt = [str(card) for card in state.undealt]
        self.row: list[tuple[str, str, int]] = []
        self.clear = [player.clear for player in state.players]
        self.blue = [player.blue for player in state.players]
        self.fronts: list[list[str]] = [[] for _ in state.players]
        self.supply = list(state.supply)
        self.discarded: list[str] = []
        self.turns: list[int] = []
        self.next_to_start = state.starting_player
        self.over = False

    def follow(self, event: Event) -> None:
        """Update the drawing by an event."""
        match event:
            case smile.CardRevealed(card):
                self.undealt.remove(str(card))
                cards = sorted([smile.read_card(text) for _, text, _ in self.row] + [card])
                self.row = [("abcde"[place], str(it), 0) for place, it in enumerate(cards)]
            case smile.BiddingBegan(starting_player):
                seats = list(range(len(self.clear)))
                assert len(self.row) == len(seats)
                self.turns = seats[starting_player:] + seats[:starting_player]
            case smile.BeadsBorrowed(seat):
                self.supply = [count - 1 for count in self.supply]
                self.clear[seat] += 1
                self.blue[seat] += 1
            case smile.BeadPlaced(seat, slot):
                self.clear[seat] -= 1
                assert self.clear[seat] >= 0, "a bead is borrowed before it is placed"
                self.row = [(s, card, beads + (s == slot)) for s, card, beads in self.row]
                self.turns.append(self.turns.pop(0))
            case smile.CardTaken(seat, slot, card, beads) | smile.LastCardTaken(
                seat, slot, card, beads
            ):
                last = isinstance(event, smile.LastCardTaken)
                assert (len(self.row) == 1) == last, "the last card is taken last"
                self.row.remove((slot, str(card), beads))
                self.clear[seat] += beads
                self.fronts[seat].append(str(card))
                self.turns.remove(seat)
                self.next_to_start = seat if last else self.next_to_start
            case smile.PairDiscarded(seat, cards):
                assert str(cards[1]) == self.fronts[seat][-1], "the card that came stands second"
                for card in cards:
                    self.fronts[seat].remove(str(card))
                    self.discarded.append(str(card))
            case smile.AuctionEnded(_, starting_player):
                assert (self.row, self.next_to_start) == ([], starting_player)
            case smile.GameEnded(players, outcome):
                self.over = True
                assert self.row == []
                assert [player.clear for player in players] == self.clear
                assert len(outcome.scores) == len(players)
            case _:
                raise AssertionError(event)

    def like(self, state: smile.State) -> bool:
        """Return whether the drawing equals the state."""
        return (
            self.undealt == [str(card) for card in state.undealt]
            and self.row == [(slot, str(card), beads) for slot, card, beads in state.row]
            and [*zip(self.clear, self.blue, strict=True)] == [p[:2] for p in state.players]
            and [sorted(front) for front in self.fronts]
            == [sorted(map(str, player.cards)) for player in state.players]
            and tuple(self.supply) == state.supply
            and sorted(self.discarded) == sorted(map(str, state.discarded))
            and (state.phase != "bid" or tuple(self.turns) == state.in_auction)
            and self.next_to_start == state.starting_player
            and self.over == (state.phase == "over")
        )


def has_pair(front: list[str]) -> bool:
    """Return whether two of these cards, as texts, have one color."""
    colors = [color for text in front if (color := smile.read_card(text).color)]
    return len(colors) > len(set(colors))
