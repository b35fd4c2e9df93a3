"""Compare a game with its oracle: views, legal actions, refusals, options, whole answers."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

import pytest

from fireflies.conformance import wire
from fireflies.conformance.plays import check_text
from fireflies.contract import State
from fireflies.games import Game
from tests.campaign import SEED, Progress, count
from tests.oracle.answering import OptionsRefused, Refused

Answer = dict[str, object]


class Oracle(Protocol):
    """The part of an oracle that is compared."""

    def state(self, observer: int | None = None) -> dict[str, object]:
        """Return the table as the wire describes it."""
        ...

    def weights(self) -> dict[str, int]:
        """Return the actions of chance with their weights."""
        ...

    def refusal(self, action: str, /) -> Refused | None:
        """Return the reason that refuses a text; None when it is legal."""
        ...


class Moment(NamedTuple):
    """A moment of a random play."""

    oracle: Oracle
    seat: int
    """A random seat, which looks at the table."""
    tried: Sequence[str]
    """Actions that may be illegal."""
    text: str
    """The next action; empty when the game is over."""
    situations: Mapping[str, bool]
    """The situations of the previous action, each with whether it occurred."""


class RandomPlay(Protocol):
    """A random play with the oracle as referee, which depends on its number alone."""

    options: dict[str, Any]

    def moments(self) -> Iterator[Moment]:
        """Yield each moment; the oracle goes on when the next one is wanted."""
        ...


def agree(state: State, oracle: Oracle, seat: int) -> None:
    """Require the same legal actions and weights, and the same views of referee and seat."""
    theirs = oracle.state(None)
    assert [str(action) for action in state.legal_actions] == theirs["legal"]
    assert [(str(it), weight) for it, weight in state.chance_weights] == [*oracle.weights().items()]
    assert dict(state.view(None).to_json()) == theirs
    assert dict(state.view(seat).to_json()) == oracle.state(seat)


def judge_alike(game: Game[Any], state: State, oracle: Oracle, text: str) -> str | None:
    """Require that both accept a text, or refuse it by the same clause; return that clause."""
    legal, clause = check_text(game, state, text)
    refusal = oracle.refusal(text)
    assert (text, legal, clause) == (text, refusal is None, refusal and refusal.clause)
    return clause


def reason_against(read_options: Callable[[Any], object], options: Mapping[str, Any]) -> str:
    """Return why an oracle's reader refuses options; empty when it accepts them."""
    try:
        read_options(options)
    except OptionsRefused as error:
        return str(error)
    return ""


def answer_alike(
    game: Game[Any],
    run: Callable[[Mapping[str, object]], Answer],
    chooser: Random,
    options: Mapping[str, object],
    actions: Sequence[str],
) -> bool:
    """Require equal answers to a request of a random kind; return whether it is refused.

    Of a refusal, only the keys of both are compared: one of the two may lack the reason, or the
    clause when the observer may not know it.
    """
    case: dict[str, object] = {
        "game": game.name,
        "edition": game.edition,
        "options": options,
        "actions": actions,
        "observer": chooser.choice((None, 0, 1)),
        "ask": chooser.choice(("final", "trace", {"from": 5}, {"count": 1}, {"count": 2})),
    }
    answer = wire.handle({"cmd": "run", "seq": 1, "case": case}, {game.name: game})
    assert answer is not None
    ours, theirs = {**answer}, {"seq": 1, **run(case)}
    reason, other = ours["refused"], theirs["refused"]
    if isinstance(reason, dict) and isinstance(other, dict):
        ours["refused"] = {key: reason[key] for key in reason if key in other}
        theirs["refused"] = {key: other[key] for key in other if key in reason}
    assert ours == theirs
    return other is not None


def follow(game: Game[Any], play: RandomPlay, done: list[str]) -> Counter[str]:
    """Play a random play on both sides, and return how often each situation occurred.

    Add its actions to ``done``, for the message of a failure.
    """
    setup = game.set_up(play.options)
    state, bounds = setup.start, setup.bounds
    reached: Counter[str] = Counter()
    for oracle, seat, tried, text, situations in play.moments():
        if done:
            state = state.apply(game.read_action(done[-1]))
        agree(state, oracle, seat)
        reached.update(situations)
        reached.update(judge_alike(game, state, oracle, it) or "accepted" for it in tried)
        if text:
            done.append(text)
    assert state.outcome is not None
    scores = state.outcome.scores
    assert bounds.lowest_score <= min(scores) <= max(scores) <= bounds.highest_score
    assert bounds.actions is not None
    assert len(done) <= bounds.actions
    return reached


def follow_all(
    game: Game[Any],
    draw: Callable[[int], RandomPlay],
    numbers: Sequence[int],
    config: pytest.Config,
) -> Counter[str]:
    """Follow the plays of these numbers, in a campaign very many plays instead.

    A campaign that is repeated continues with the play that was interrupted or failed.
    """
    progress = Progress(f"{game.name} plays", config)
    for index in progress.plays(count(len(numbers), campaign=20_000)):
        number = index if SEED else numbers[index]
        done: list[str] = []
        try:
            progress.reached.update(follow(game, draw(number), done))
        except Exception as error:
            error.add_note(f"play {number}: {'; '.join(done)}")
            raise
    return progress.reached
