"""The analysis of a decision: what a search finds out about each legal action."""

from collections.abc import Generator, Iterable
from contextlib import suppress
from typing import Any, Final, NamedTuple, Self, cast

from fireflies import _html, games
from fireflies._texts import many
from fireflies.chance import Draws
from fireflies.contract import Action, State, Turn, View
from fireflies.errors import UnknownGame, UnusableGame
from fireflies.games import Game
from fireflies.search.players import Searcher, finish, player, sampled
from fireflies.search.tree import Model, StateModel

_MOST_SHOWN: Final = 20
"""The most actions that a notebook shows: to describe one of them may take long."""


class Analysed(NamedTuple):
    """A legal action with the results of a search."""

    action: Action
    visits: int
    """The number of rollouts that began with it; 0 for one that the game's model does not try."""
    value: float | None
    """The mean value of these rollouts for the seat that decides; None without rollouts.

    By default it is the expected return of the seat, in the unit of
    :attr:`Outcome.returns <fireflies.contract.Outcome.returns>`. A game whose rollouts end early
    has an estimate of its own (:meth:`Model.told <fireflies.search.Model.told>`): higher is better,
    and values of one decision are comparable.
    """


class Analysis(tuple[Analysed, ...]):  # noqa: SLOT001  # a tuple can have none for attributes
    """All legal actions of a decision, the best first."""

    view: View
    """The view of the seat that decides."""
    game: Game[Any] | None
    """The game, for the words of its actions; None when it is not known."""

    def __new__(cls, found: Iterable[Analysed], view: View, game: Game[Any] | None) -> Self:
        """Create the analysis of a decision."""
        self = super().__new__(cls, found)
        self.view = view
        self.game = game
        return self

    def __getnewargs__(self) -> tuple[tuple[Analysed, ...], View, Game[Any] | None]:
        return tuple(self), self.view, self.game

    def _repr_html_(self) -> str:
        """Return the best actions as a table in HTML; notebooks call this method."""
        tried = [it for it in self if it.value is not None]
        shown = tried[:_MOST_SHOWN]
        rows = [[self._words(it.action), it.visits, f"{it.value:+.2f}"] for it in shown]
        visits = many(sum(it.visits for it in self), "rollout")
        left = len(self) - len(shown)
        others = f"; {many(left, 'other legal action')} not shown" if left else ""
        caption = f"Seat {self.view.actor} decides, after {visits}: the best first{others}"
        heads = ["action", "rollouts", "mean value"]
        return _html.for_notebook(_html.plain_table(caption, heads, rows))

    def _words(self, action: Action) -> str:
        """Return an action in a sentence."""
        return str(action) if self.game is None else str(self.game.describe(action, self.view))


def analyse(turn: Turn[Any], budget: str, game: Game[Any] | None = None) -> Analysis:
    """Return the legal actions of a turn with the results of a search, the best first.

    The budget is that of the player ``search``: ``400`` rollouts, ``0.5s``. The search is that of
    the game's own player ``search``, which would choose the first action, or else that of any game
    (:func:`fireflies.search.search`). Like a bot, it uses nothing but the turn; the draws of the
    turn are not used up, so with a budget in rollouts the same turn gives the same result.

    ``game`` is needed only for a game that is not registered and has a search of its own.

    Raises:
        ValueError: when it is no budget, when the seat of the turn does not decide, or when the
            turn is of another game.
    """
    return finish(analyse_in_slices(turn, budget, game))


def analyse_in_slices(
    turn: Turn[Any], budget: str, game: Game[Any] | None = None
) -> Generator[float, None, Analysis]:
    """Analyse in slices: yield the share of the budget spent before each rollout.

    Raises:
        ValueError: as :func:`analyse`, when the first slice is asked for.
    """
    actor = turn.view.actor
    if actor != turn.seat:
        who = f"seat {actor}" if isinstance(actor, int) else actor or "nobody"
        raise ValueError(f"seat {turn.seat} has nothing to decide here: {who} decides")
    state: State = turn.sample(Draws(0, "analysis"))
    game = _game_of(state, game)
    found = _searcher(game, budget)
    tree = yield from found.grow(turn.again())
    tried = tree.tried
    results = [
        Analysed(action, it.visits, found.model.told(it.value, state.seats))
        for action in sorted(tried, key=tried.__getitem__, reverse=True)
        for it in [tried[action]]
    ]
    others = [Analysed(action, 0, None) for action in turn.legal_actions if action not in tried]
    return Analysis((*results, *others), turn.view, game)


def _game_of(state: State, given: Game[Any] | None) -> Game[Any] | None:
    """Return the game of a state; None when it is not registered.

    Raises:
        ValueError: when it is another game than the given one.
    """
    violation = state.check(None)  # no action: some clause of the game forbids it
    clause = violation and violation.clause
    if given is not None:
        if not isinstance(clause, given.clauses):
            raise ValueError(f"this turn is not one of {given.title}")
        return given
    with suppress(UnknownGame, UnusableGame):
        registered = games.get(str(clause).partition(".")[0])
        if isinstance(clause, registered.clauses):
            return registered
    return None


def model_of(game: Game[Any]) -> Model[Any]:
    """Return the model of the player that the game calls ``search``, or that of any game."""
    return _searcher(game, "1").model


def _searcher(game: Game[Any] | None, budget: str) -> Searcher[State]:
    """Return the player that the game calls ``search``, or that of any game.

    Raises:
        ValueError: when it is no budget.
    """
    general: Searcher[State] = player(budget, sampled, StateModel())
    if game is not None and "search" in game.searches:
        with suppress(ValueError):  # the settings of that player may be something else
            own: object = game.searches["search"](budget)
            if isinstance(own, Searcher):
                return cast("Searcher[State]", own)
    return general
