"""What the explorer draws plays from where a game says nothing of its own."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from fireflies._data import dumps
from fireflies.chance import Draws
from fireflies.contract import Action, State
from fireflies.games import Game, Setup
from fireflies.rulebook import Clause

_PLAYS: Final = 20
"""How many plays of a setup the texts of actions are collected from."""
_TEXTED: Final = 4
"""How many setups they are collected from."""


class PlainExploring:
    """The game's own options, seats with simple habits, and the texts of other positions to try.

    Options are drawn from the game's strategies, where it has some and Hypothesis is installed;
    otherwise all plays have the defaults.
    """

    POLICIES: Sequence[Callable[[Any, Sequence[Action], Draws], Action]] = (
        lambda _state, legal, draws: draws.choose(legal),
        lambda _state, legal, _draws: legal[0],
        lambda _state, legal, _draws: legal[-1],
    )
    BEARING: Mapping[str, Sequence[str]] = {}

    def __init__(self, game: Game[Any]) -> None:
        """Collect the texts of actions from a few plays, and clauses by their kind."""
        self._setups = _setups(game)
        self.SECRETS = tuple(clause for clause in game.clauses if clause.rule.kind == "secrecy")
        self._setup = tuple(clause for clause in game.clauses if clause.rule.kind == "setup")
        self._texts = sorted({it for setup in self._setups[:_TEXTED] for it in _texts(setup.start)})

    def draw_options(self, draws: Draws, /, *, small: bool = False) -> dict[str, object]:
        """Return options that fit; small ones are the defaults."""
        several = len(self._setups) > 1 and not small
        return dict((draws.choose(self._setups) if several else self._setups[0]).options)

    def spoil_options(self, options: Mapping[str, object], draws: Draws, /) -> dict[str, object]:
        """Return options of which one is not what it should be, or does not exist."""
        name = draws.choose([*options, "no-such-option"])
        return {**options, name: draws.choose((-1, "none of these", {}))}

    def attempt(self, state: State, draws: Draws, /) -> str:
        """Return the text of an action of some position, well written or not quite."""
        text = draws.choose(self._texts)
        spoiled = (text.upper(), f"{text} ", f" {text}", text.partition(" ")[0], "")
        return draws.choose(spoiled) if draws.below(4) == 0 else text

    def reached(self, before: State, action: Action, after: State, /) -> Iterator[Clause]:
        """Return the clauses that the events follow from, and the one that decided."""
        yield from {event.clause: None for event in before.explain(action)}
        if after.outcome is not None:
            yield after.outcome.clause

    def reached_at_start(self, options: Mapping[str, object], state: State, /) -> Iterable[Clause]:
        """Return the clauses about the setup: it has no events that would tell more."""
        return self._setup

    def simpler(
        self, options: Mapping[str, object], actions: Sequence[str], /
    ) -> Iterator[tuple[dict[str, object], list[str]]]:
        """Return none: there are no simpler options."""
        return iter(())


def _setups(game: Game[Any]) -> list[Setup[Any]]:
    """Return the default setup, and others that the game's strategies give."""
    found = [game.set_up({})]
    try:
        from hypothesis import Phase, given, settings

        options = None if game.strategies is None else game.strategies().options()
    except ImportError:  # the extra `testing` is not installed
        return found
    if options is not None:
        few = settings(
            database=None,
            derandomize=True,
            deadline=None,
            max_examples=100,
            phases=[Phase.generate],
        )

        def collect(options: Mapping[str, object]) -> None:
            found.append(game.set_up(options))

        few(given(options)(collect))()
    different: dict[str, Setup[Any]] = {}
    for setup in found:
        different.setdefault(dumps(dict(setup.options), sort_keys=True), setup)
    return list(different.values())


def _texts(start: State) -> set[str]:
    """Return the texts of all that is legal in a few random plays."""
    found: set[str] = set()
    for number in range(_PLAYS):
        state, length = start, 0
        while legal := state.legal_actions:
            found.update(map(str, legal))
            state = state.apply(Draws(number, "texts", length).choose(legal))
            length += 1
    return found
