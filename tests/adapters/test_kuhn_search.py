"""Search loses little at Kuhn poker to OpenSpiel's equilibrium policy."""

from fractions import Fraction
from itertools import permutations
from statistics import fmean

import pyspiel
import pytest
from pyspiel import kuhn_poker

from fireflies.chance import Draws
from fireflies.contract import Action, Bot, Turn
from fireflies.search import search
from fireflies.table import Play
from tests.kuhn import BET, CARDS, PASS, Bid, Deal, State

THEIRS = {PASS: 0, BET: 1}
"""OpenSpiel's numbers of the actions of a seat; a deal has its card's index in :data:`CARDS`."""


class Match:
    """A bot on one seat against an equilibrium policy on the other, over all deals.

    All actions of the policy and of chance are tried, and weighted by their probabilities; only the
    bot chooses at random.
    """

    def __init__(self, bot: Bot, seat: int, policy: pyspiel.TabularPolicy, seed: int) -> None:
        self.bot, self.seat, self.policy, self.seed = bot, seat, policy, seed

    def value(self) -> float:
        deals = [(Deal(first), Deal(second)) for first, second in permutations(CARDS, 2)]
        return fmean(self._value_after(deal) for deal in deals)

    def _value_after(self, actions: tuple[Deal | Bid, ...]) -> float:
        play = Play(State(), lambda _: None)
        for action in actions:
            play.carry_out(action)
        if play.state.outcome is not None:
            return float(play.state.outcome.returns[self.seat])
        if play.state.actor == self.seat:
            chosen = self.bot(
                Turn(
                    play.state,
                    self.seat,
                    lambda: self._draws(len(actions)),
                    lambda: play.now.sights(self.seat),
                )
            )
            return self._value_after((*actions, as_bid(chosen)))
        return sum(
            probability * self._value_after((*actions, action))
            for action, probability in self._answers(actions).items()
            if probability
        )

    def _draws(self, decision: int) -> Draws:
        return Draws(self.seed, f"seat {self.seat}", decision)

    def _answers(self, actions: tuple[Deal | Bid, ...]) -> dict[Bid, float]:
        state = pyspiel.load_game("kuhn_poker").new_initial_state()
        for action in actions:
            state.apply_action(
                CARDS.index(action.card) if isinstance(action, Deal) else THEIRS[action]
            )
        found = self.policy.action_probabilities(state)
        return {action: found[number] for action, number in THEIRS.items()}


def as_bid(action: Action) -> Bid:
    """Check that an action is one of a seat, and return it."""
    assert isinstance(action, Bid)
    return action


def always(action: Bid) -> Bot:
    """Return a bot that always chooses the same kind of action."""
    return lambda _: action


@pytest.mark.parametrize("alpha", [0.0, 0.2, 1 / 3])
def test_search_loses_little_to_an_equilibrium(alpha: float) -> None:
    """At most 0.05 chips a game, over all deals and both seats, with each seed of the search."""
    policy = kuhn_poker.get_optimal_policy(alpha)
    bot = search("400")
    for seed in range(3):
        values = [Match(bot, seat, policy, seed).value() for seat in (0, 1)]
        assert fmean(values) >= -0.05
        # Against an equilibrium no bot gets more than the value of its seat.
        assert values[0] <= -1 / 18 + 1e-9
        assert values[1] <= 1 / 18 + 1e-9


def test_always_betting_loses_the_amount_computed_by_hand() -> None:
    policy = kuhn_poker.get_optimal_policy(0.0)
    third = Fraction(1, 3)
    with_king = 2 * third + 2 * third
    with_jack = 2 * third - 2 * third
    expected = (1 + 1 - 2 - 2 + with_king + with_jack) / 6
    assert Match(always(BET), 0, policy, 0).value() == pytest.approx(float(expected))
