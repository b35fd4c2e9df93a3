"""One game of an arena: bots play it to the end, or until one of them fails."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from fireflies.contract import Action, Bot, IllegalAction, State, Turn
from fireflies.table import Ask, Play, ask, seated

_LONGEST: Final = 300
"""The characters of an error that are kept."""


class Late(Exception):
    """A bot has taken longer than it may."""


class Failure(NamedTuple):
    """Why a game could not go on: what a bot did in place of a decision."""

    seat: int
    kind: str
    """As :attr:`fireflies.arena.Fault.kind` has it."""
    text: str
    """The error, in one line."""


class Played(NamedTuple):
    """How a game went."""

    actions: tuple[Action, ...]
    final: State
    failure: Failure | None
    """None when the game went to its end."""


class _Failed(Exception):
    """Ends a game in which a bot failed while it was asked."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure


def play(start: State, bots: Sequence[Bot], seed: int, asking: Ask = ask) -> Played:
    """Play a game from this state, as a :class:`~fireflies.table.Table` with this seed does.

    ``asking`` may raise :class:`Late`. What a bot raises, and an illegal action of a seat, end the
    game; any other error is one of the rules, and is raised.
    """

    def asked(bot: Bot, turn: Turn[Any]) -> Action:
        try:
            return asking(bot, turn)
        except KeyboardInterrupt:
            raise  # a person wants to stop everything
        except Late as error:
            failure = Failure(turn.seat, "late", str(error))
        except BaseException as error:  # noqa: BLE001  # whatever it is, the other games go on
            failure = Failure(turn.seat, "error", in_a_line(error))
        raise _Failed(failure)

    play = Play(start, seated(bots, seed, asking=asked), listening=False)
    failure: Failure | None = None
    try:
        while play.advance() is not None:
            pass
    except _Failed as failed:
        failure = failed.failure
    except IllegalAction as error:
        seat = play.state.actor
        if not isinstance(seat, int):
            raise
        failure = Failure(seat, "illegal", in_a_line(error))
    return Played(tuple(play.actions), play.state, failure)


def in_a_line(error: BaseException) -> str:
    """Return an error in one line, cut when it is long; a bot's own error may have no text."""
    try:
        words = f"{type(error).__name__}: {error}"
        if isinstance(error, IllegalAction):
            words = error.violation.reason
    except Exception:  # noqa: BLE001  # somebody's own class
        words = type(error).__name__
    return " ".join(words.split())[:_LONGEST]
