"""Tests of packed states: refused positions, equality, pickles, immutability."""

import gc
import pickle
import random
import re
import sys
import tracemalloc
from fractions import Fraction
from typing import Any

import pytest

from fireflies import smile
from fireflies.chance import Draws
from fireflies.contract import IllegalAction, InvalidOptions, State
from fireflies.errors import InvalidData, InvalidNotation
from fireflies.smile import fast
from fireflies.smile.box.boxfile import LARGEST_BOX
from fireflies.smile.box.options import AUCTIONS
from fireflies.smile.fast.deck import deck_name, deck_of, default_deck
from fireflies.smile.fast.packed import decode, encode
from fireflies.smile.fast.state import restore
from fireflies.smile.text.notation import read_position
from tests.smile.fast.luck import dealt
from tests.smile.plays import play, random_options

BIDDING = "1 0 012 a:1,b:1r*2,c:4 5+0/6+0/5+0 17+5 - -"


def test_start_and_set_up_take_the_same_arguments_as_the_readable_game() -> None:
    assert fast.start().unpack() == smile.start()
    box = ["1", "1", "2 red", "3"]
    packed = fast.start(4, 2, box, auctions=1, beads=8)
    assert packed.unpack() == smile.start(4, 2, box, auctions=1, beads=8)
    given = {"players": 4, "starting_player": 2, "box": box, "auctions": 1, "beads": 8}
    assert packed == fast.set_up(given).start == smile.set_up(given).fastest_start
    for wrong in ({"players": 6}, {"beads": 12}, {"box": ["1"]}, {"seats": 3}):
        with pytest.raises(InvalidOptions) as ours:
            fast.set_up(wrong)
        with pytest.raises(InvalidOptions) as theirs:
            smile.set_up(wrong)
        assert str(ours.value) == str(theirs.value)


def test_every_variant_can_be_packed() -> None:
    for players in (3, 4, 5):
        for auctions in AUCTIONS:
            for beads in range(35 // players + 1):
                if players * auctions <= LARGEST_BOX:
                    box = ["-5 white"] * players * auctions
                    fast.start(players, box=box, auctions=auctions, beads=beads)


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ("1 0 012 a:1,b:1r*2,c:4 5+0/6+0/5+0 17+4 - -", "there are 4 blue beads, not 5"),
        (
            "1 0 012 a:7,b:7r*2,c:8 5+0/6+0/5+0 17+5 - -",
            "a card has a value outside -5 to 6",
        ),
        (
            f"1 0 - - 6+0/6+0/6+0 17+5 {','.join(['1r'] * 62)} -",
            "62 cards can't be dealt to 3 players equally in 1 to 20 auctions",
        ),
    ],
)
def test_a_position_that_no_game_has_is_not_packed(position: str, problem: str) -> None:
    """The reason is that of the readable game."""
    state = smile.State._make(read_position(position))
    with pytest.raises(ValueError, match=rf"^{re.escape(problem)}$"):
        fast.pack(state)


def test_a_packed_state_acts_as_the_readable_one() -> None:
    """Refusals, events and position are equal."""
    packed, state = fast.State.parse(BIDDING), smile.State.parse(BIDDING)
    with pytest.raises(IllegalAction) as refused:
        packed.apply(smile.BackOut("a"))
    assert refused.value.violation == state.check(smile.BackOut("a"))
    with pytest.raises(ValueError, match=r"^no card is to be revealed$"):
        packed.deal(Draws(1, "chance"))
    assert packed.explain(smile.Bid("a")) == state.explain(smile.Bid("a"))
    assert packed.alike(None, Draws(1, "alike")) is packed


def test_parse_reads_what_repr_writes_and_refuses_the_rest() -> None:
    packed = fast.State.parse(BIDDING)
    assert packed == fast.pack(smile.State.parse(BIDDING))
    assert repr(packed) == f"State.parse({BIDDING!r})"
    with pytest.raises(InvalidNotation, match="a position of Smile"):
        fast.State.parse("1 0 012 a:1")


def test_a_state_has_no_attribute_that_can_be_set() -> None:
    packed = fast.State.parse(BIDDING)
    for name in ("seats", "actor", "legal_actions", "outcome", "words", "legal_mask", "anything"):
        with pytest.raises(AttributeError):
            setattr(packed, name, 1)


def test_equal_positions_are_equal_states() -> None:
    """Also with another deck of equal cards; other positions, or types, differ."""
    packed = fast.State.parse(BIDDING)
    deck_of.cache_clear()
    again = fast.State.parse(BIDDING)
    assert (packed, hash(packed)) == (again, hash(again))
    assert packed != fast.State.parse(BIDDING.replace("c:4", "c:5"))
    assert packed != fast.State.parse(BIDDING.replace("6+0/5+0", "5+0/6+0"))
    assert packed != smile.State.parse(BIDDING)


def test_a_pickle_is_small_and_gives_an_equal_state() -> None:
    chooser = random.Random(2)
    for _ in range(20):
        options = random_options(chooser)
        packed = fast.set_up(options).start
        for _, action in play(options, chooser):
            pickled = pickle.dumps(packed)
            assert pickle.loads(pickled) == packed  # noqa: S301  # our own, made one line ago
            assert len(pickled) <= 200
            if action is not None:
                packed = packed.apply(action)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_pickle_names_the_default_box(players: int) -> None:
    """Its cards are not in the pickle; a release with another default box refuses it."""
    packed = fast.start(players, starting_player=2).deal_row(3)
    assert len(pickle.dumps(packed)) <= 120
    assert pickle.loads(pickle.dumps(packed)) == packed  # noqa: S301  # our own, made just now
    reversed_box = [str(card) for card in smile.default_box()][::-1]
    same_cards = fast.start(players, 2, reversed_box)
    assert pickle.dumps(same_cards.deal_row(3)) == pickle.dumps(packed)
    own = fast.start(players, 2, ["1"] * 10 * players)
    assert pickle.loads(pickle.dumps(own)) == own  # noqa: S301  # as above
    name = deck_name(default_deck(players))
    assert isinstance(name, int)
    with pytest.raises(
        InvalidData, match=r"^packed state: it was made by .* with another default box$"
    ):
        restore(players, name + 1, 0)


def test_a_state_is_small() -> None:
    assert sys.getsizeof(fast.start()) <= 128


def test_a_whole_row_is_dealt_by_the_draws_of_a_random_play() -> None:
    """When no card is to be revealed, the state is returned."""
    start = fast.start(5, box=["1", "1", "2 red", "2 red", "3"] * 10)
    one_by_one = fast.start(5, box=["1", "1", "2 red", "2 red", "3"] * 10)
    for number in range(5):
        one_by_one = one_by_one.apply(dealt(one_by_one.unpack(), 7, number))
        assert one_by_one.deal_row(7, number + 1) == start.deal_row(7)
    assert one_by_one == start.deal_row(7) == one_by_one.deal_row(8)
    assert start.deal_row(7) != start.deal_row(8)
    assert one_by_one.deal_row(8) is one_by_one
    over = fast.State.parse("1 0 - - 5+0:1/5+0:1/5+0:0 20+5 - -")
    assert over.deal_row(8) is over


def test_a_row_of_a_later_auction_is_dealt_from_the_draw_pile() -> None:
    chooser = random.Random(6)
    rows = 0
    for number in range(20):
        options = random_options(chooser)
        for state, _ in play(options, chooser):
            if state.phase == "reveal" and state.auction > 1 and not state.row:
                start = one = fast.pack(state)
                for decision in range(state.seats):
                    one = one.apply(dealt(one.unpack(), number, 9 + decision))
                assert start.deal_row(number, 9) == one
                rows += 1
    assert rows > 20


@pytest.mark.parametrize("seat", range(5))
@pytest.mark.parametrize("other", [*range(5), "discarded", "on offer", "undealt"])
def test_it_does_not_matter_which_of_equal_cards_was_taken(seat: int, other: int | str) -> None:
    """The words depend on the position alone."""
    fronts = [":0,2r" if other == front else ":0,1" for front in range(5)]
    if other == "discarded":
        fronts[(seat + 1) % 5] = ""
    hands = "/".join(f"3+0{front}" for front in fronts)
    clockwise = "".join(str((seat + number) % 5) for number in range(5))
    row = "a:2r*5,b:2r,c:4,d:4,e:5" if other == "on offer" else "a:2r*5,b:3,c:4,d:4,e:5"
    gone = "2r,2r" if other == "discarded" else "-"
    pile = "1,1,1,2r,6" if other == "undealt" else "-"
    state = smile.State.parse(f"3 {seat} {clockwise} {row} {hands} 15+5 {gone} {pile}")
    taken = fast.pack(state).apply(smile.BackOut("a"))
    assert taken == fast.pack(state.apply(smile.BackOut("a")))
    assert taken.unpack() == state.apply(smile.BackOut("a"))


def test_a_deck_knows_the_first_of_equal_cards() -> None:
    one, twice, thrice = smile.Card(1), smile.Card(2), smile.Card(2, "red")
    deck = deck_of(3, (one, twice, twice, thrice, thrice, thrice))
    assert (deck.first_copies, deck.has_copies) == ([1, 3], True)
    deck = deck_of(3, (one, twice, thrice))
    assert (deck.first_copies, deck.has_copies) == ([], False)


def test_words_are_encoded_in_one_number() -> None:
    """Each bit of it is one bit of one word."""
    assert decode(0) == (0,) * 9
    assert encode(decode(0)) == 0
    for place in range(3 * 60 + 4 * 40 + 10 + 32):
        words = decode(2**place)
        assert sum(word.bit_count() for word in words) == 1
        assert encode(words) == 2**place


def test_chance_outcomes_are_exact() -> None:
    packed = fast.start(3, box=["1", "1", "2 red"], auctions=1)
    assert [chance for _, chance in packed.chance_outcomes] == [Fraction(2, 3), Fraction(1, 3)]
    assert packed.deal_row(1).chance_outcomes == ()
    bidding = fast.start(3, box=["1", "1", "2 red", "3", "3", "3"], auctions=2).deal_row(1)
    assert bidding.chance_outcomes == ()
    assert bidding.chance_weights == ()


def test_actions_have_numbers() -> None:
    """Bids are 0 to 4 by slot, back-outs 5 to 9, cards from 10 on.

    Of equal cards only the last is among the legal actions.
    """
    assert fast.State.parse(BIDDING).legal_mask == 0b00010_00011
    without = BIDDING.replace("*2", "*5").replace(" 5+0/6+0/5+0", " 0+0/8+0/5+0")
    assert fast.State.parse(without).legal_mask == 0b00010_00000
    five_alike = fast.start(5, box=["1"] * 5, auctions=1, beads=0)
    assert five_alike.deal_row(1).legal_mask == 0b00000_11111
    assert fast.start(3, box=["1", "1", "2 red"], auctions=1).legal_mask == 0b110 << 10
    packed = fast.start(3, box=["1", "1", "2 red"], auctions=1)
    assert [packed.action(11), packed.action(12)] == [*packed.legal_actions]
    assert str(packed.action(4)) == "bid e"
    assert str(packed.action(5)) == "back-out a"
    chooser = random.Random(5)
    for state, _ in play(random_options(chooser), chooser):
        found = fast.pack(state)
        numbers = [number for number in range(70) if found.legal_mask >> number & 1]
        assert tuple(map(found.action, numbers)) == state.legal_actions
    for number in (-1, 13):
        with pytest.raises(ValueError, match=f"the number {number}"):
            packed.action(number)


def test_an_object_that_is_no_action_is_refused_alike() -> None:
    packed, state = fast.State.parse(BIDDING), smile.State.parse(BIDDING)
    for nonsense in (None, "bid a", 0, smile.Card(1)):
        assert packed.check(nonsense) == state.check(nonsense) is not None


def test_most_positions_have_different_hashes() -> None:
    chooser = random.Random(7)
    states = {fast.pack(state) for state, _ in play(random_options(chooser), chooser)}
    assert len({hash(state) for state in states}) > len(states) // 2


def test_actions_equal_to_listed_ones_are_as_good() -> None:
    for position in (BIDDING, "1 0 012 a:1 6+0/6+0/6+0 17+5 - 2r,4"):
        packed, state = fast.State.parse(position), smile.State.parse(position)
        for listed in packed.legal_actions:
            equal = smile.read_action(str(listed))
            assert equal is not listed
            assert equal in packed.legal_actions
            assert packed.check(equal) is None
            assert packed.apply(equal) == packed.apply(listed)
            assert packed.apply(equal).unpack() == state.apply(equal)


def test_cards_and_slots_without_a_hash_are_refused() -> None:
    bidding, revealing = BIDDING, "1 0 012 a:1 6+0/6+0/6+0 17+5 - 2r,4"
    nothing: Any = []
    for position in (bidding, revealing):
        packed, state = fast.State.parse(position), smile.State.parse(position)
        for action in (smile.Bid(nothing), smile.BackOut(nothing), smile.Reveal(nothing)):
            assert packed.check(action) == state.check(action) is not None


@pytest.mark.long
def test_refused_actions_take_no_memory() -> None:
    revealing = "1 0 012 a:1 6+0/6+0/6+0 17+5 - 2r,4"
    states: list[State] = [smile.State.parse(revealing), fast.State.parse(revealing)]

    def refuse(numbers: range) -> None:
        for number in numbers:
            for state in states:
                assert "reveal" in str(state.check(smile.read_action(f"reveal {number}")))

    tracemalloc.start()
    refuse(range(1000, 1600))  # caches of a limited size are full then
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    refuse(range(1600, 3000))
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 2 * 1400 * sys.getsizeof("")


def test_letters_of_a_subclass_of_str_are_letters() -> None:

    class Letter(str):
        """A text that equals a letter."""

        __slots__ = ()

    packed, state = fast.State.parse(BIDDING), smile.State.parse(BIDDING)
    for kind in (smile.Bid, smile.BackOut):
        for letter in "abcz":
            action = kind(Letter(letter))
            assert packed.check(action) == state.check(action)
            if state.check(action) is None:
                assert packed.apply(action).unpack() == state.apply(action)
    assert packed.check(smile.Bid(Letter("a"))) is None
