"""Players that search, analyses of decisions, and exact values of small endgames, for any game.

A search needs a belief: a function from a turn and draws to a state that may be the true one, by
default :meth:`Turn.sample <fireflies.contract.Turn.sample>`.
"""

from fireflies.search.analysis import Analysed, Analysis, analyse, analyse_in_slices, model_of
from fireflies.search.budget import CLOCK, Budget, Clock, read_budget
from fireflies.search.exact import Solution, solve
from fireflies.search.players import Belief, Searcher, player, sampled, search
from fireflies.search.tree import Model, StateModel, Tree, Tried, advantages, shares

__all__ = [
    "CLOCK",
    "Analysed",
    "Analysis",
    "Belief",
    "Budget",
    "Clock",
    "Model",
    "Searcher",
    "Solution",
    "StateModel",
    "Tree",
    "Tried",
    "advantages",
    "analyse",
    "analyse_in_slices",
    "model_of",
    "player",
    "read_budget",
    "sampled",
    "search",
    "shares",
    "solve",
]
