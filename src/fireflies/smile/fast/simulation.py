"""Many states at once, and random plays: everyone does anything allowed, each equally likely.

Play number ``n`` (from 0) has the seed ``seed + n`` (modulo ``2**64``), and is the very play of a
:class:`fireflies.table.Table` with that seed and the bot ``random`` on each seat.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, final

from fireflies import contract
from fireflies._typing import i64
from fireflies.chance import SEEDS
from fireflies.smile.fast.flat import NO_POINTS, POINTS
from fireflies.smile.fast.luck import EACH, Luck, scramble, seed_of, signed
from fireflies.smile.fast.state import State, start_with
from fireflies.smile.fast.words import COUNT, FOUND, WIDTH
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
    laid = start.laid_out()
    first: i64 = seed_of(seed)
    for number in range(games):
        points, clear, length, _, _ = laid.play(scramble(signed(first + number)), 0, 0)
        count.add(points, clear, length)
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
        hands = zip(outcome.scores, state.players, strict=True)
        points, clear = 0, 0
        for seat, (score, player) in enumerate(hands):
            points += (score + NO_POINTS) << seat * POINTS
            clear += player.clear << seat * 8
        count.add(points, clear, length)
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


@final
class _Count:
    """Totals while they are being counted."""

    __slots__ = ("_games", "_lengths", "_scores", "_seats", "_ties", "_wins")

    def __init__(self, seats: int) -> None:
        """Nothing yet, for so many seats."""
        self._seats = seats
        self._games = 0
        self._wins = [0] * seats
        self._ties = [0] * seats
        self._scores = [0] * (1 << POINTS)
        self._lengths = [0] * (1 << EACH)

    def add(self, points: i64, clear: i64, length: i64) -> None:
        """A play with these points and clear beads by seat, and so many actions."""
        self._games += 1
        self._lengths[length] += 1
        best: i64 = -1
        winners: i64 = 0
        bit: i64 = 1
        for _ in range(self._seats):
            own: i64 = points & 4095
            self._scores[own] += 1
            own = own << 8 | (clear & 255)  # of those with the most points, who has more beads
            if own > best:
                best = own
                winners = bit
            elif own == best:
                winners += bit
            points >>= POINTS
            clear >>= 8
            bit += bit
        if winners & (winners - 1) == 0:
            self._wins[FOUND[winners * WIDTH]] += 1
            return
        for which in range(COUNT[winners]):
            self._ties[FOUND[winners * WIDTH + which]] += 1

    def totals(self) -> Totals:
        """What they came to."""
        return Totals(
            self._games,
            tuple(self._wins),
            tuple(self._ties),
            {place - NO_POINTS: count for place, count in enumerate(self._scores) if count},
            {length: count for length, count in enumerate(self._lengths) if count},
        )
