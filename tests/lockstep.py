"""Compare a game with its oracle: views, legal actions, refusals, options, whole answers."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from fireflies.conformance import wire
from fireflies.conformance.plays import check_text
from fireflies.contract import State
from fireflies.games import Game
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


def answers(
    game: Game[Any], run: Callable[[Mapping[str, object]], Answer], case: Mapping[str, object]
) -> tuple[Answer, Answer]:
    """Return our answer to a case and the oracle's; of a refusal, only the keys of both.

    One of the two may lack the reason, or the clause when the observer may not know it.
    """
    ours = wire.handle({"cmd": "run", "seq": 1, "case": case}, {game.name: game})
    assert ours is not None
    theirs = {"seq": 1, **run(case)}
    refused, theirs_refused = ours["refused"], theirs["refused"]
    if isinstance(refused, dict) and isinstance(theirs_refused, dict):
        both = refused.keys() & theirs_refused.keys()
        return (
            {**ours, "refused": {key: refused[key] for key in both}},
            {**theirs, "refused": {key: theirs_refused[key] for key in both}},
        )
    return {**ours}, theirs
