"""Plays as the explorer makes them, and what the rules make of a play: the expected answer."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, cast

from fireflies.chance import Draws
from fireflies.conformance import wire
from fireflies.contract import CHANCE, Action, IllegalAction, InvalidOptions, State
from fireflies.errors import InvalidNotation
from fireflies.games import Game
from fireflies.rulebook import Clause


class ExploringRoom(Protocol):
    """What stands in a game's module for the explorer."""

    POLICIES: Sequence[Callable[[State, Sequence[Action], Draws], Action]]
    SECRETS: Sequence[Clause]
    """The clauses that bear on whatever a seat looks at."""

    BEARING: Mapping[str, Sequence[str]]
    """By the beginning of a place in the STATE, the beginnings of the clauses it tells most of."""

    @abstractmethod
    def draw_options(self, draws: Draws, /, *, small: bool = False) -> dict[str, object]:
        """Options that fit, perhaps only small ones."""

    @abstractmethod
    def spoil_options(self, options: Mapping[str, object], draws: Draws, /) -> dict[str, object]:
        """Options that perhaps don't."""

    @abstractmethod
    def attempt(self, state: State, draws: Draws, /) -> str:
        """Something to try, allowed or not."""

    @abstractmethod
    def reached(self, before: State, action: Action, after: State, /) -> Iterable[Clause]:
        """The clauses that bear on an action."""

    @abstractmethod
    def reached_at_start(self, options: Mapping[str, object], state: State, /) -> Iterable[Clause]:
        """The clauses that bear on a setup."""

    @abstractmethod
    def simpler(
        self, options: Mapping[str, object], actions: Sequence[str], /
    ) -> Iterator[tuple[dict[str, object], list[str]]]:
        """What may be a smaller play of the same kind."""


def exploring_room(game: Game) -> ExploringRoom:
    """The game's module for the explorer."""
    return cast("ExploringRoom", register.room(game.exploring))


class Play(NamedTuple):
    """What an engine is asked: options, actions, and who looks."""

    options: Mapping[str, object]
    actions: tuple[str, ...]
    observer: int | None
    length: int | None = None
    """The length of the sequences to count from where it ends; None asks for all states."""

    def request(self, game: Game) -> dict[str, object]:
        """The wire's CASE."""
        return {
            "game": game.name,
            "edition": game.edition,
            "options": self.options,
            "actions": list(self.actions),
            "observer": self.observer,
            "ask": "trace" if self.length is None else {"count": self.length},
        }


class Expected(NamedTuple):
    """What the rules make of a play."""

    states: tuple[State, ...]
    """Before the first action and after each accepted one; none when the options are refused."""
    actions: tuple[Action, ...]
    """The accepted ones."""
    refused: int | None
    """The index of the refused action; -1 are the options."""
    clause: Clause | None
    """The clause that refuses it; None where no clause does, but the form is wrong."""
    number: int | None = None
    """The number of sequences, where it is asked for."""


_WHOLE: Final = 3  # one in so many plays goes on to its end, and ends without a refusal
_SPOILED: Final = 6  # one in so many is tried with options that may not fit
_COUNTED: Final = 12  # in one of so many, sequences are counted
_FURTHER: Final = 4  # one in so many goes on after what is refused, as if nothing were


def draw_play(game: Game, draws: Draws, *, small: bool = False) -> tuple[Play, Expected]:
    """A play that nobody wrote down: legal to its end, or ending in one action that is refused."""
    room = exploring_room(game)
    options = room.draw_options(draws, small=small)
    if draws.below(_SPOILED) == 0:
        play = Play(room.spoil_options(options, draws), (), None)
        return play, expect(game, play)
    state = game.start(options)
    observer = draws.below(state.seats + 1) - 1
    policies = [draws.choose(room.POLICIES) for _ in range(state.seats)]
    states, actions = [state], list[Action]()
    while (actor := state.actor) is not None:
        if actor == CHANCE:
            action = draws.weigh(state.chance_weights)
        else:
            action = policies[actor](state, state.legal_actions, draws)
        state = state.apply(action)
        actions.append(action)
        states.append(state)
    seat = None if observer < 0 else observer
    if draws.below(_COUNTED) == 0:
        return _counted(game, Play(options, tuple(map(str, actions)), None), len(states), draws)
    refused, clause, texts = None, None, [str(action) for action in actions]
    if draws.below(_WHOLE):
        cut = draws.below(len(states))
        tried = room.attempt(states[cut], draws)
        accepted, clause = judged(game, states[cut], tried)
        if not accepted:
            refused, states, actions = cut, states[: cut + 1], actions[:cut]
            further = [] if draws.below(_FURTHER) else texts[cut:]
            texts = [*texts[:cut], tried, *further]
    play = Play(options, tuple(texts), seat)
    return play, Expected(tuple(states), tuple(actions), refused, clause)


def _counted(game: Game, play: Play, states: int, draws: Draws) -> tuple[Play, Expected]:
    """The play cut somewhere, more often near its end, and the sequences counted from there."""
    near = draws.below(2) == 0
    cut = max(0, states - 1 - draws.below(4)) if near else draws.below(states)
    length = draws.below(5) if near else 1 + draws.below(2)
    counting = play._replace(actions=play.actions[:cut], length=length)
    return counting, expect(game, counting)


def judged(game: Game, state: State, text: str) -> tuple[bool, Clause | None]:
    """Whether an action is accepted, and which clause refuses it."""
    try:
        violation = state.check(game.read_action(text))
    except InvalidNotation:
        return False, None
    return violation is None, None if violation is None else violation.clause


def expect(game: Game, play: Play) -> Expected:
    """What the rules make of a play."""
    try:
        states = [game.start(play.options)]
    except InvalidOptions as error:
        return Expected((), (), -1, error.clause)
    actions: list[Action] = []
    refused, clause = None, None
    for index, text in enumerate(play.actions):
        try:
            action = game.read_action(text)
            states.append(states[-1].apply(action))
        except InvalidNotation:
            refused = index
            break
        except IllegalAction as error:
            refused, clause = index, error.violation.clause
            break
        actions.append(action)
    length = play.length
    number = None if length is None else wire.count_sequences(states[-1], length)
    return Expected(tuple(states), tuple(actions), refused, clause, number)


def reached(game: Game, play: Play, expected: Expected) -> Iterator[Clause]:
    """The clauses that bear on a play, each as often as it does."""
    room = exploring_room(game)
    if expected.clause is not None:
        yield expected.clause
    if not expected.states:
        return
    yield from room.reached_at_start(play.options, expected.states[0])
    if play.observer is not None:
        yield from room.SECRETS
    for index in range(len(expected.actions)):
        yield from reached_by(game, expected, index)


def reached_by(game: Game, expected: Expected, index: int) -> Iterable[Clause]:
    """The clauses that bear on the action of this index."""
    before, after = expected.states[index : index + 2]
    return exploring_room(game).reached(before, expected.actions[index], after)
