"""Random plays without states: the very plays of a table, by the generator that everyone uses."""

import random
from collections import Counter

import pytest

from fireflies import smile
from fireflies.bots import random as anything
from fireflies.chance import Draws, mix
from fireflies.contract import IllegalAction, InvalidOptions
from fireflies.smile import fast
from fireflies.smile.fast.luck import Luck, scramble, signed
from fireflies.smile.fast.words import count_bits, find
from fireflies.smile.notation import read_position
from fireflies.smile.options import AUCTIONS, LARGEST_BOX, bounds
from tests.smile.plays import play, random_options
from tests.tables import played, states

EDGES = [0, 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1]


def low(number: int) -> int:
    """The number that has the same 64 bits and no sign."""
    return number % 2**64


def test_bits_are_found_and_counted() -> None:
    """The n-th bit that is set, in numbers of up to 62 bits."""
    chooser = random.Random(1)
    for _ in range(2000):
        mask = chooser.getrandbits(62) & chooser.choice((-1, chooser.getrandbits(62)))
        places = [place for place in range(62) if mask & 2**place]
        assert count_bits(mask) == len(places)
        assert [find(mask, which) for which in range(len(places))] == places


def test_numbers_wrap_as_in_a_machine() -> None:
    """The lowest 64 bits stay, with a sign; scrambled, they are those that the generator makes."""
    chooser = random.Random(2)
    for number in [*EDGES, *(chooser.getrandbits(64) for _ in range(500))]:
        with_sign = number - 2**64 if number >= 2**63 else number
        assert signed(with_sign) == with_sign
        assert low(scramble(with_sign)) == mix(number)
        assert -(2**63) <= scramble(with_sign) < 2**63
    # A machine has no number with more bits; Python has them where a product was made.
    wide = [] if fast.COMPILED else [2**63, 2**64 - 1, 2**64 + 5, -(2**63) - 1, -(2**64) + 7]
    for number in wide:
        assert low(signed(number)) == low(number)
        assert -(2**63) <= signed(number) < 2**63


@pytest.mark.parametrize("seed", EDGES)
def test_draws_are_those_of_a_table(seed: int) -> None:
    """Of chance and of each seat, decision after decision, whoever decides in between."""
    chooser, luck = random.Random(seed), Luck(seed)
    count: Counter[str] = Counter()
    for _ in range(1500):
        limit = chooser.choice((1, 2, 3, 10, 60, 2**31, chooser.randrange(1, 2**31)))
        purpose = chooser.choice(("chance", *(f"seat {seat}" for seat in range(5))))
        drawn = luck.deal(limit) if purpose == "chance" else luck.choose(int(purpose[5:]), limit)
        assert drawn == Draws(seed, purpose, count[purpose]).below(limit)
        count[purpose] += 1


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_that_is_none_is_refused(seed: int) -> None:
    """By whatever takes one."""
    with pytest.raises(ValueError, match=rf"a seed is a whole number .*, not {seed}$"):
        fast.rollout(fast.start(), seed)
    with pytest.raises(ValueError, match="a seed is a whole number"):
        fast.playouts({}, 1, seed)
    with pytest.raises(ValueError, match="a seed is a whole number"):
        fast.counted_playouts({}, 1, seed)
    with pytest.raises(ValueError, match="a seed is a whole number"):
        fast.start().deal(seed)


def test_decisions_can_be_counted_in_any_play() -> None:
    """Fewer than 4096 of a seat: the room that the draws have for counting them."""
    for players in (3, 4, 5):
        for auctions in AUCTIONS:
            for beads in range(35 // players + 1):
                if players * auctions <= LARGEST_BOX:
                    options = {"players": players, "auctions": auctions, "beads": beads}
                    box = ["1"] * players * auctions
                    assert bounds({**options, "box": box}).actions <= 1240


def test_a_play_is_that_of_a_table() -> None:
    """The same scores and the same number of actions, for any options and seed."""
    chooser = random.Random(3)
    for _ in range(40):
        options, seed = random_options(chooser), chooser.getrandbits(64)
        start = fast.start_with(options)
        table = played(options, [anything] * start.seats, seed)
        outcome = table.state.outcome
        assert outcome is not None
        assert fast.rollout(start, seed) == outcome.scores
        totals = fast.playouts(options, 1, seed)
        assert totals.games == 1
        assert totals.lengths == {len(table.record.actions): 1}
        assert [seat for seat in range(start.seats) if totals.wins[seat] + totals.ties[seat]] == [
            *outcome.winners
        ]


def goes_on_as_at_a_table(state: smile.State, seed: int) -> None:
    """A random play from here is what it is when everyone draws step by step."""
    packed, count = fast.pack(state), Counter[object]()
    scores = fast.rollout(packed, seed)
    points, clear, length = packed.play_out(Luck(seed))
    while state.actor is not None:
        actor = state.actor
        name = f"seat {actor}" if isinstance(actor, int) else actor
        draws = Draws(seed, name, count[actor])
        count[actor] += 1
        if isinstance(actor, int):
            action: smile.Action = draws.choose(state.legal_actions)
        else:
            action = draws.weigh(state.chance_weights)
        state = state.apply(action)
    assert state.outcome is not None
    assert scores == points == state.outcome.scores
    assert [*clear] == [player.clear for player in state.players]
    assert length == sum(count.values())


def test_a_play_goes_on_from_anywhere() -> None:
    """From each state of a play, as everyone would draw who began there; the end is its own end."""
    chooser = random.Random(4)
    for number in range(10):
        for state, _ in play(random_options(chooser), chooser):
            goes_on_as_at_a_table(state, number)


def test_a_play_goes_on_where_high_cards_have_beads() -> None:
    """No game comes to it: once the lowest is gone, they can still be taken."""
    position = "1 0 0123 a:-4*1,b:1*4,c:4*2,d:5*1 0+0/0+0/0+0/0+0 27+5 - -"
    state = smile.State._make(read_position(position))
    for seed in range(40):
        goes_on_as_at_a_table(state, seed)


def test_totals_add_up() -> None:
    """Wins, shared victories, scores, lengths and clauses of 40 tables, whose seeds begin anew."""
    options = {"players": 3, "box": ["1", "1", "2 red"] * 4, "auctions": 4, "beads": 2}
    games, seed = 40, 2**64 - 20
    wins, ties, scores = Counter[int](), Counter[int](), Counter[int]()
    lengths, clauses = Counter[int](), Counter[object]()
    for number in range(games):
        table = played(options, [anything] * 3, (seed + number) % 2**64)
        outcome = table.state.outcome
        assert outcome is not None
        (wins if len(outcome.winners) == 1 else ties).update(outcome.winners)
        scores.update(outcome.scores)
        lengths[len(states(table)) - 1] += 1
        clauses.update(event.clause for step in table.record.replay() for event in step.events)
        clauses[outcome.clause] += 1
    totals = fast.playouts(options, games, seed)
    assert totals.games == games
    assert totals.wins == tuple(wins[seat] for seat in range(3))
    assert totals.ties == tuple(ties[seat] for seat in range(3))
    assert min(totals.wins + totals.ties) > 0
    assert [*totals.scores.items()] == sorted(scores.items())
    assert [*totals.lengths.items()] == sorted(lengths.items())
    again, counted = fast.counted_playouts(options, games, seed)
    assert again == totals
    assert [*counted.items()] == [(it, clauses[it]) for it in smile.Clause if clauses[it]]


def test_plays_begin_with_the_seed_0() -> None:
    """Unless they are told another one."""
    assert fast.playouts({}, 2) == fast.playouts({}, 2, 0) != fast.playouts({}, 2, 1)
    assert fast.counted_playouts({}, 2) == fast.counted_playouts({}, 2, 0)


def test_no_plays_come_to_nothing() -> None:
    """Options are checked all the same."""
    assert fast.playouts({}, 0) == fast.Totals(0, (0, 0, 0), (0, 0, 0), {}, {})
    with pytest.raises(InvalidOptions):
        fast.playouts({"players": 2}, 0)


def test_many_states_step_at_once() -> None:
    """Each by its own action; the masks have exactly the bits of what is allowed."""
    chooser = random.Random(5)
    states = [fast.start_with(random_options(chooser)) for _ in range(30)]
    while states:
        masks = fast.legal_masks(states)
        for state, mask in zip(states, masks, strict=True):
            numbers = [number for number in range(70) if mask >> number & 1]
            assert tuple(map(state.action, numbers)) == state.legal_actions
        actions = [chooser.choice(state.legal_actions) for state in states]
        after = fast.step_many(states, actions)
        each = zip(states, actions, strict=True)
        assert after == [state.apply(action) for state, action in each]
        assert fast.legal_masks([state for state in after if state.outcome]) == [
            0 for state in after if state.outcome
        ]
        states = [state for state in after if state.outcome is None]
    with pytest.raises(IllegalAction):
        fast.step_many([fast.start()], [smile.Bid("a")])
    with pytest.raises(ValueError, match="shorter"):
        fast.step_many([fast.start()], [])
