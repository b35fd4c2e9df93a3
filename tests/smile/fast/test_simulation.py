"""Tests of random plays without states: they equal plays of readable states by the same draws."""

import random
from collections import Counter

import pytest

from fireflies import smile
from fireflies.chance import mix
from fireflies.contract import InvalidOptions
from fireflies.smile import fast
from fireflies.smile.box.boxfile import LARGEST_BOX
from fireflies.smile.box.options import AUCTIONS
from fireflies.smile.fast.luck import (
    CHANCE_PURPOSE,
    below,
    purpose_of,
    scramble,
    seed_of,
    signed,
)
from fireflies.smile.fast.words import count_bits, find_bit
from tests.smile.fast.luck import drawn, played_out
from tests.smile.plays import play, random_options

EDGES = [0, 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1]


def low(number: int) -> int:
    """Return the number without a sign that has the same 64 bits."""
    return number % 2**64


def test_bits_are_found_and_counted() -> None:
    """Numbers have up to 62 bits."""
    chooser = random.Random(1)
    for _ in range(2000):
        mask = chooser.getrandbits(62) & chooser.choice((-1, chooser.getrandbits(62)))
        places = [place for place in range(62) if mask & 2**place]
        assert count_bits(mask) == len(places)
        assert [find_bit(mask, which) for which in range(len(places))] == places


def test_numbers_wrap_at_64_bits() -> None:
    """Signed numbers keep their lowest 64 bits, like the unsigned ones of the random generator."""
    chooser = random.Random(2)
    for number in [*EDGES, *(chooser.getrandbits(64) for _ in range(500))]:
        with_sign = number - 2**64 if number >= 2**63 else number
        assert signed(with_sign) == with_sign
        assert low(scramble(with_sign)) == mix(number)
        assert -(2**63) <= scramble(with_sign) < 2**63
    # Compiled numbers have 64 bits; in plain Python a product has more.
    wide = [] if fast.COMPILED else [2**63, 2**64 - 1, 2**64 + 5, -(2**63) - 1, -(2**64) + 7]
    for number in wide:
        assert low(signed(number)) == low(number)
        assert -(2**63) <= signed(number) < 2**63


@pytest.mark.parametrize("seed", EDGES)
def test_draws_follow_their_description(seed: int) -> None:
    """Each draw is a function of seed, purpose, number and limit."""
    chooser, scrambled = random.Random(seed), scramble(seed_of(seed))
    purposes = {"chance": CHANCE_PURPOSE, **{f"seat {seat}": purpose_of(seat) for seat in range(5)}}
    for number in range(300):
        limit = chooser.choice((1, 2, 3, 10, 60, 2**31, chooser.randrange(1, 2**31)))
        for name, purpose in purposes.items():
            found = below(purpose ^ scrambled, number + 1, limit)
            assert found == drawn(seed, name, number, limit)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_an_invalid_seed_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match=rf"a seed is a whole number .*, not {seed}$"):
        fast.rollout(fast.start(), seed)
    with pytest.raises(ValueError, match="a seed is a whole number"):
        fast.playouts({}, 1, seed)
    with pytest.raises(ValueError, match="a seed is a whole number"):
        fast.start().deal_row(seed)


def test_no_play_has_more_decisions_than_the_counter_holds() -> None:
    most = 0
    for players in (3, 4, 5):
        for auctions in AUCTIONS:
            for beads in range(35 // players + 1):
                if players * auctions <= LARGEST_BOX:
                    options = {"players": players, "auctions": auctions, "beads": beads}
                    box = ["1"] * players * auctions
                    bounds = smile.set_up({**options, "box": box}).bounds
                    assert bounds.actions is not None
                    most = max(most, bounds.actions)
    assert most == 1180


def test_a_random_play_is_that_of_the_readable_rules() -> None:
    """The same scores and the same number of actions, for any options and seed."""
    chooser = random.Random(3)
    for _ in range(40):
        options, seed = random_options(chooser), chooser.getrandbits(64)
        start = fast.set_up(options).start
        end, length = played_out(smile.set_up(options).start, seed)
        outcome = end.outcome
        assert outcome is not None
        assert fast.rollout(start, seed) == outcome.scores
        totals = fast.playouts(options, 1, seed)
        assert totals.games == 1
        assert totals.lengths == {length: 1}
        assert [seat for seat in range(start.seats) if totals.wins[seat] + totals.ties[seat]] == [
            *outcome.winners
        ]


def same_from_here(state: smile.State, seed: int) -> None:
    """Require the same play from here as by the readable rules."""
    packed = fast.pack(state)
    scores = fast.rollout(packed, seed)
    points, clear, length = packed.play_out(seed)
    end, steps = played_out(state, seed)
    assert end.outcome is not None
    assert scores == points == end.outcome.scores
    assert [*clear] == [player.clear for player in end.players]
    assert length == steps


@pytest.mark.long
def test_a_random_play_may_begin_at_any_state() -> None:
    """Also at the end."""
    chooser = random.Random(4)
    for number in range(10):
        for state, _ in play(random_options(chooser), chooser):
            same_from_here(state, number)


def test_totals_add_up() -> None:
    """Wins, shared victories, scores and lengths of 40 plays whose seeds wrap around."""
    options = {"players": 3, "box": ["1", "1", "2 red"] * 4, "auctions": 4, "beads": 2}
    games, seed = 40, 2**64 - 20
    wins, ties, scores = Counter[int](), Counter[int](), Counter[int]()
    lengths = Counter[int]()
    for number in range(games):
        end, length = played_out(smile.set_up(options).start, (seed + number) % 2**64)
        outcome = end.outcome
        assert outcome is not None
        (wins if len(outcome.winners) == 1 else ties).update(outcome.winners)
        scores.update(outcome.scores)
        lengths[length] += 1
    totals = fast.playouts(options, games, seed)
    assert totals.games == games
    assert totals.wins == tuple(wins[seat] for seat in range(3))
    assert totals.ties == tuple(ties[seat] for seat in range(3))
    assert min(totals.wins + totals.ties) > 0
    assert [*totals.scores.items()] == sorted(scores.items())
    assert [*totals.lengths.items()] == sorted(lengths.items())


def test_the_default_seed_is_0() -> None:
    assert fast.playouts({}, 2) == fast.playouts({}, 2, 0) != fast.playouts({}, 2, 1)


def test_no_plays_have_empty_totals() -> None:
    """Options are validated even without plays."""
    assert fast.playouts({}, 0) == fast.Totals(0, (0, 0, 0), (0, 0, 0), {}, {})
    with pytest.raises(InvalidOptions):
        fast.playouts({"players": 2}, 0)
