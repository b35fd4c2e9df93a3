"""Many games at once, each beside a table of the readable game with its seed."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import numpy as np
import pytest

from fireflies import smile
from fireflies.record import begin
from fireflies.smile.fast.batch import SEAT_BITS, Games
from fireflies.smile.fast.state import pack
from fireflies.smile.play.arrays import Batch
from fireflies.table import Table
from fireflies.tensors import Batch as AnyBatch

VARIANTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "3 players": {},
    "4 players": {"players": 4, "starting_player": 3},
    "5 players": {"players": 5},
    "no choice": {"beads": 0, "auctions": 1, "box": list("123")},
    "equal cards": {"auctions": 20, "box": ["1", "2 red", "-2 white"] * 20},
}
EACH: Final = pytest.mark.parametrize("variant", VARIANTS)
GAMES: Final = 3


def table(variant: str, seed: int) -> Table[smile.State]:
    """Return a table with this seed at its first decision."""
    start = begin(smile.GAME, VARIANTS[variant], [str(n) for n in range(5)][: seats(variant)])
    found = Table(start, [None] * seats(variant), seed=seed)
    found.run()
    return found


def seats(variant: str) -> int:
    """Return the number of players."""
    return smile.set_up(VARIANTS[variant]).start.seats


def made(variant: str, *, skip_forced: bool = False) -> AnyBatch:
    """Return a batch of games that have begun with the seeds 0, 1, 2."""
    found = smile.set_up(VARIANTS[variant]).batch
    assert found is not None
    games = found(GAMES, skip_forced=skip_forced)
    for game in range(GAMES):
        games.begin(game, game)
    return games


def turns(batch: AnyBatch, players: int) -> tuple[list[list[int]], list[int]]:
    """Return the legal numbers of each game and the seat that decides."""
    mask, seat = np.ones((GAMES, 2 * players), np.bool_), np.full(GAMES, -1)
    batch.write_turns(mask, seat)
    return [[*map(int, np.flatnonzero(row))] for row in mask], [*map(int, seat)]


@EACH
def test_each_game_is_the_play_of_a_table(variant: str) -> None:
    """It has the same cards, legal actions, observations and result; then it begins anew."""
    chooser, batch, players = Random(3), made(variant), seats(variant)
    tables = [table(variant, seed) for seed in range(GAMES)]
    tensors = smile.set_up(VARIANTS[variant]).tensors
    assert tensors is not None
    numbers = tensors()
    clear, blue = numbers.recalled
    begun, ended = GAMES, 0
    while ended < 2 * GAMES:
        rows = np.full((GAMES, numbers.size), 99, np.int32)
        batch.write_seen(rows)
        hands = np.full((GAMES, 2 * players), 99, np.int32)
        batch.write_recalled(hands)
        legal, decides = turns(batch, players)
        for game, it in enumerate(tables):
            state = it.state
            assert batch.state(game) == pack(state)
            assert decides[game] == state.actor
            assert [numbers.actions[n] for n in legal[game]] == [*state.legal_actions]
            assert tuple(rows[game]) == numbers.observe(state.view(decides[game]))
            held = [*[hand.clear for hand in state.players], *[hand.blue for hand in state.players]]
            assert [*hands[game]] == held
            assert max(held[:players]) <= clear.highest
            assert max(held[players:]) <= blue.highest
            row = [0] * (numbers.size + len(held))
            numbers.write_recalled(state.view(), row)
            assert row == [0] * numbers.size + held
        chosen = [chooser.choice(some) for some in legal]
        over = dict(batch.advance(np.array(chosen)))
        for game, number in enumerate(chosen):
            tables[game].play(numbers.actions[number])
            assert over.get(game) == tables[game].run().outcome
            if game in over:
                tables[game] = table(variant, begun)
                batch.begin(game, begun)
                begun, ended = begun + 1, ended + 1


@EACH
def test_a_decision_without_a_choice_is_skipped(variant: str) -> None:
    """Unless the play has no other: then it is shown from its first one on."""
    chooser, batch, players = Random(3), made(variant, skip_forced=True), seats(variant)
    is_over = False
    while not is_over:
        legal, _ = turns(batch, players)
        if variant == "no choice":
            assert [batch.state(game) for game in range(GAMES)] == [
                pack(table(variant, seed).state) for seed in range(GAMES)
            ]
        else:
            assert min(map(len, legal)) > 1
        is_over = bool(batch.advance(np.array([chooser.choice(some) for some in legal])))


def test_a_turn_has_the_seat_and_above_it_the_legal_actions() -> None:
    """Without NumPy: bits 0 to 4 are bids, 5 to 9 back-outs."""
    games = Games(pack(table("4 players", 5).state), 2, skip_forced=False)
    assert games.turns() == [3 | 1 << SEAT_BITS] * 2
    assert games.advance(bytes([0, 0])) == []
    assert games.turns() == [(1 | 1 << 5) << SEAT_BITS] * 2
    assert games.outcome(0) is None
    assert Batch.__doc__
