"""Many states at once, and random plays: everyone does anything allowed, each equally likely.

Play number ``n`` (from 0) has the seed ``seed + n`` (modulo ``2**64``), and is the very play of a
:class:`fireflies.table.Table` with that seed and the bot ``random`` on each seat.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fireflies import contract
from fireflies.chance import SEEDS
from fireflies.smile.fast.ending import winning
from fireflies.smile.fast.luck import Luck
from fireflies.smile.fast.state import State, start_with
from fireflies.smile.pieces import Clause, Reveal


class Totals(NamedTuple):
    """What many plays came to."""

    games: int
    wins: tuple[int, ...]
    """By seat, the games that it won alone."""
    ties: tuple[int, ...]
    """By seat, the games whose victory it shared."""
    scores: Mapping[int, int]
    """From a score to how often it was reached, by all seats together; ascending."""
    lengths: Mapping[int, int]
    """From a number of actions, chance's included, to how many games had so many; ascending."""


def rollout(state: State, seed: int) -> tuple[int, ...]:
    """The scores by seat at the end of a random play from this state on.

    It is the play of a table that begins with this state. A state that is over is its own end.

    Raises:
        ValueError: when the seed is not among :data:`fireflies.chance.SEEDS`.
    """
    points, _, _ = state.play_out(Luck(seed))
    return points


def playouts(options: Mapping[str, object], games: int, seed: int = 0) -> Totals:
    """So many random plays of a game with these options, without a state for each action.

    Raises:
        InvalidOptions: for options that do not fit.
        ValueError: when the seed is not among :data:`fireflies.chance.SEEDS`.
    """
    start = start_with(options)
    count = _Count(start.seats)
    for number in range(games):
        count.add(*start.play_out(_luck(seed, number)))
    return count.totals()


def counted_playouts(
    options: Mapping[str, object], games: int, seed: int = 0
) -> tuple[Totals, Mapping[Clause, int]]:
    """The same plays, slowly, and how often each clause was followed in them.

    Counted are the events of :meth:`State.explain`, and the clauses that decided the games. A
    clause that was never followed is missing; the others stand in the order of the rules.

    Raises:
        InvalidOptions: for options that do not fit.
        ValueError: when the seed is not among :data:`fireflies.chance.SEEDS`.
    """
    start = start_with(options)
    count = _Count(start.seats)
    found: dict[object, int] = {}
    for number in range(games):
        state, luck, length = start.unpack(), _luck(seed, number), 0
        outcome = state.outcome
        while outcome is None:
            legal = state.legal_actions
            if state.phase == "bid":
                action = legal[luck.choose(state.in_auction[0], len(legal))]
            else:
                action = Reveal(state.undealt[luck.deal(len(state.undealt))])
            for event in state.explain(action):
                found[event.clause] = found.get(event.clause, 0) + 1
            state, length = state.apply(action), length + 1
            outcome = state.outcome
        found[outcome.clause] = found.get(outcome.clause, 0) + 1
        count.add(outcome.scores, tuple([player.clear for player in state.players]), length)
    return count.totals(), {clause: found[clause] for clause in Clause if clause in found}


def step_many(states: Sequence[State], actions: Sequence[contract.Action]) -> list[State]:
    """The states after these actions, one for each.

    Raises:
        IllegalAction: for the first action that is not allowed.
        ValueError: when there are more of the ones than of the others.
    """
    return [state.apply(action) for state, action in zip(states, actions, strict=True)]


def legal_masks(states: Sequence[State]) -> list[int]:
    """What may be done in each state, as :attr:`State.legal_mask` has it; 0 for one that is over.

    :meth:`State.action` has the action of a bit.
    """
    return [state.legal_mask for state in states]


def _luck(seed: int, number: int) -> Luck:
    """The draws of play number ``number``."""
    return Luck(seed if number == 0 else (seed + number) % SEEDS.stop)


class _Count:
    """Totals while they are being counted."""

    def __init__(self, seats: int) -> None:
        """Nothing yet, for so many seats."""
        self._games = 0
        self._wins = [0] * seats
        self._ties = [0] * seats
        self._scores: dict[int, int] = {}
        self._lengths: dict[int, int] = {}

    def add(self, points: tuple[int, ...], clear: tuple[int, ...], length: int) -> None:
        """A play with these points and clear beads by seat, and so many actions."""
        self._games += 1
        winners = winning(points, clear)
        for seat in winners:
            if len(winners) == 1:
                self._wins[seat] += 1
            else:
                self._ties[seat] += 1
        for one in points:
            self._scores[one] = self._scores.get(one, 0) + 1
        self._lengths[length] = self._lengths.get(length, 0) + 1

    def totals(self) -> Totals:
        """What they came to."""
        return Totals(
            self._games,
            tuple(self._wins),
            tuple(self._ties),
            dict(sorted(self._scores.items())),
            dict(sorted(self._lengths.items())),
        )
