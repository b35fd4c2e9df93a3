"""Properties of Smile over any box and any options, each said in other words than the rules."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Final, TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from fireflies import smile, testing
from fireflies.contract import Action, Event
from fireflies.smile import GAME, strategies
from fireflies.smile.pieces import COLORS, MARKERS, VALUES

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


def state_of(state: object) -> smile.State:
    """The state, which has to be one of Smile."""
    assert isinstance(state, smile.State)
    return state


@given(testing.states(GAME))
def test_only_the_legal_actions_are_carried_out(state: object) -> None:
    """Out of every verb with slots a to f and every card, exactly the legal ones pass."""
    for action in EVERY_ACTION:
        testing.check_legality(state_of(state), action)


@given(testing.states(GAME))
def test_positions_read_back(state: object) -> None:
    """The one-line position of a state is read back as an equal state."""
    found = state_of(state)
    assert smile.State.parse(found.view().position) == found


@given(testing.states(GAME), st.data())
def test_beads_and_cards_are_conserved(state: object, data: st.DataObject) -> None:
    """No action makes or loses a bead or a card: 35 clear, 5 blue, the cards in play."""
    before = state_of(state)
    clear = sum(player.clear for player in before.players) + sum(o.beads for o in before.row)
    assert clear + before.supply.clear == 35
    assert sum(player.blue for player in before.players) + before.supply.blue == 5
    if before.legal_actions:
        action = data.draw(st.sampled_from(before.legal_actions))
        assert strategies.conserved(before.apply(action)) == strategies.conserved(before)


@given(testing.states(GAME))
def test_the_table_is_in_order(state: object) -> None:
    """The row goes upward, letters too; nobody has two cards of one color in front, ever."""
    found = state_of(state)
    values = [offer.card.value for offer in found.row]
    assert values == sorted(values)
    letters = [offer.slot for offer in found.row]
    assert letters == sorted(set(letters))
    for player in found.players:
        colors = Counter(card.color for card in player.cards if card.color)
        assert set(colors.values()) <= {1}
    assert all(count % 2 == 0 for count in Counter(c.color for c in found.discarded).values())
    assert all(card.color for card in found.discarded)


@given(strategies.options(), seeds)
@settings(max_examples=50)
def test_everyone_gets_one_card_in_each_auction(options: Mapping[str, object], seed: int) -> None:
    """In each auction each seat gets exactly one card, the last one the card that is left."""
    taken: Counter[tuple[int, int]] = Counter()
    for before, action in walk(options, seed):
        for event in before.explain(action):
            match event:
                case smile.CardTaken(seat) | smile.LastCardTaken(seat):
                    taken[before.auction, seat] += 1
                case smile.AuctionEnded(auction, starting_player):
                    assert auction == before.auction < after.auction
                    assert starting_player == before.in_auction[1]
                case _:
                    pass
    auctions, players = options["auctions"], options["players"]
    assert isinstance(auctions, int)
    assert isinstance(players, int)
    assert set(taken) == {(n, seat) for n in range(1, auctions + 1) for seat in range(players)}
    assert set(taken.values()) == {1}


def walk(options: Mapping[str, object], seed: int) -> list[tuple[smile.State, smile.Action]]:
    """The states and actions of a random play to the end."""
    chooser, state = Random(seed), smile.set_up(options).start
    steps: list[tuple[smile.State, smile.Action]] = []
    while state.legal_actions:
        action = chooser.choice(state.legal_actions)
        steps.append((state, action))
        state = state.apply(action)
    return steps


@given(strategies.options(), seeds)
@settings(max_examples=50)
def test_an_auction_always_ends(options: Mapping[str, object], seed: int) -> None:
    """With each turn the measure (seats, clear beads of those in the auction, bare row) falls.

    Compared left to right: a back-out leaves fewer seats; a bid from the hand leaves fewer beads in
    the hands of those who stay; a bid with a borrowed bead ends the bareness of the row.
    """
    for before, action in walk(options, seed):
        if not isinstance(action, smile.Reveal):
            after = before.apply(action)
            if after.phase == "bid":
                assert measure(after) < measure(before)


def measure(state: smile.State) -> tuple[int, int, bool]:
    """What falls with each turn of an auction."""
    held = sum(state.players[seat].clear for seat in state.in_auction)
    return len(state.in_auction), held, not any(offer.beads for offer in state.row)


@given(strategies.options(), seeds, st.integers(1, 4))
@settings(max_examples=50)
def test_seats_rotated_give_the_play_rotated(
    options: Mapping[str, object], seed: int, turn: int
) -> None:
    """Nobody's seat matters: if all sit some places further, the same play happens there."""
    steps = walk(options, seed)
    players, first = options["players"], options["starting_player"]
    assert isinstance(players, int)
    assert isinstance(first, int)
    moved = {**options, "starting_player": (first + turn) % players}
    state = smile.set_up(moved).start
    for before, action in steps:
        assert state.in_auction == tuple((seat + turn) % players for seat in before.in_auction)
        assert state.players == rotated(before.players, turn)
        assert (state.row, state.supply) == (before.row, before.supply)
        assert state.legal_actions == before.legal_actions
        state = state.apply(action)
    last, action = steps[-1]
    end = last.apply(action).outcome
    assert end is not None
    assert state.outcome is not None
    assert state.outcome.scores == rotated(end.scores, turn)
    assert state.outcome.returns == rotated(end.returns, turn)


def rotated(things: tuple[_T, ...], turn: int) -> tuple[_T, ...]:
    """The things, each so many seats further clockwise."""
    return tuple(things[(seat - turn) % len(things)] for seat in range(len(things)))


@given(strategies.positions())
def test_the_score_formula(state: smile.State) -> None:
    """Values of the cards in front, a point for each full five clear beads, less the blue beads.

    Counted bead by bead and card by card, on positions no game comes to as well.
    """
    for player in state.players:
        points, beads = 0, 0
        for card in player.cards:
            points += card.value
        for _ in range(player.clear):
            beads += 1
            if beads == 5:
                points, beads = points + 1, 0
        for _ in range(player.blue):
            points -= 1
        assert smile.score(player) == points


@given(strategies.positions(), st.data())
def test_the_own_hand_makes_a_difference(state: smile.State, data: st.DataObject) -> None:
    """What a seat holds shows in its own view and in nobody else's."""
    seat = data.draw(st.integers(0, state.seats - 1))
    clear, blue, cards = state.players[seat]
    richer = list(state.players)
    richer[seat] = smile.Player(clear + 1, blue + 1, cards)
    other = state._replace(players=tuple(richer))
    for eyes in range(state.seats):
        same = state.view(eyes) == other.view(eyes)
        assert same == (eyes != seat)


@given(strategies.options(), seeds)
@settings(max_examples=30)
def test_events_are_enough_to_redraw_the_table(options: Mapping[str, object], seed: int) -> None:
    """Whoever draws a table can follow a whole play from the first view and the events alone."""
    steps = walk(options, seed)
    table = Drawn(steps[0][0])
    for before, action in steps:
        for event in before.explain(action):
            table.follow(event)
        assert table.like(before.apply(action))


class Drawn:
    """A table as a front end keeps it: set up once, then told of events only."""

    def __init__(self, state: smile.State) -> None:
        """As it lies before the first card."""
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
        """Do to the drawing what the event says."""
        match event:
            case smile.CardRevealed(card):
                self.undealt.remove(str(card))
                cards = sorted([smile.read_card(text) for _, text, _ in self.row] + [card])
                self.row = [("abcde"[place], str(it), 0) for place, it in enumerate(cards)]
            case smile.BiddingBegan(starting_player):
                seats = list(range(len(self.clear)))
                self.turns = seats[starting_player:] + seats[:starting_player]
            case smile.BeadsBorrowed(seat):
                self.supply = [count - 1 for count in self.supply]
                self.clear[seat] += 1
                self.blue[seat] += 1
            case smile.BeadPlaced(seat, slot):
                self.clear[seat] -= 1
                self.row = [(s, card, beads + (s == slot)) for s, card, beads in self.row]
                self.turns.append(self.turns.pop(0))
            case smile.CardTaken(seat, slot, card, beads) | smile.LastCardTaken(
                seat, slot, card, beads
            ):
                self.row.remove((slot, str(card), beads))
                self.clear[seat] += beads
                self.fronts[seat].append(str(card))
                self.turns.remove(seat)
            case smile.PairDiscarded(seat, cards):
                for card in cards:
                    self.fronts[seat].remove(str(card))
                    self.discarded.append(str(card))
            case smile.AuctionEnded(_, starting_player):
                self.next_to_start = starting_player
            case smile.GameEnded(players, outcome):
                self.over = True
                assert [player.clear for player in players] == self.clear
                assert len(outcome.scores) == len(players)
            case _:
                raise AssertionError(event)

    def like(self, state: smile.State) -> bool:
        """Whether it looks as the state does."""
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
