"""What a user gets from any game can be copied and pickled, and is equal to the original then."""

import copy
import pickle
from collections.abc import Iterator
from typing import Any, Final, cast

import pytest

from fireflies import bots, games
from fireflies.contract import SPECTATOR, Bot, IllegalAction, View, Viewed
from fireflies.games import Game
from fireflies.record import begin, read_redacted
from fireflies.table import Table
from tests import campaign

EVERY: Final = campaign.count(29, campaign=1)
"""Of the actions of a play, one in so many is looked at."""
LONG: Final = 40
"""The index of the step after which records are copied: each copy replays all its actions."""
EACH_GAME: Final = pytest.mark.parametrize("name", games.names())


def pickled(value: object) -> object:
    """Return the value after its way through bytes."""
    return cast("object", pickle.loads(pickle.dumps(value)))  # noqa: S301  # our own


WAYS: Final = (copy.copy, copy.deepcopy, pickled)


def require_equal_copies(value: object) -> None:
    """Require that each copy of a value is equal to it, of the same class, with the same text."""
    for way in WAYS:
        other = way(value)
        assert (other, type(other), str(other)) == (value, type(value), str(value))


def table_of(game: Game[Any], bot: Bot = bots.random, seed: int = 0) -> Table[Viewed[View]]:
    """Return a new table of a game with the same bot on every seat."""
    seats = game.set_up({}).start.seats
    return Table(begin(game, {}, ["somebody"] * seats), [bot] * seats, seed=seed)


def values(table: Table[Viewed[View]]) -> Iterator[object]:
    """Play to the end, and yield the values that a user gets on the way."""
    game = table.record.game
    yield from (game, game.set_up({}), table.record, table.state)
    for count, step in enumerate(iter(table.step, None)):
        if count % EVERY == 0:
            yield from (step, *step.events, *step.after.legal_actions[:2])
            yield from (step.seen_by(observer) for observer in (None, SPECTATOR, 0))
        if count == LONG:
            seen = [table.record.redacted(observer) for observer in (SPECTATOR, 0)]
            yield from (table.record, *map(read_redacted, seen))
    yield from (table.state.outcome, table.state.check(table.record.actions[0]))


@pytest.mark.long
@EACH_GAME
def test_each_value_equals_its_copies(name: str) -> None:
    """A refusal too, by its text: errors are compared by identity."""
    game = games.get(name)
    seed = campaign.generator(f"copies of {name}").randrange(1 << 64)
    for value in values(table_of(game, seed=seed)):
        require_equal_copies(value)
    table = table_of(game)
    action = table.state.legal_actions[0]
    table.run()
    with pytest.raises(IllegalAction) as refused:
        table.play(action)
    assert {str(way(refused.value)) for way in WAYS} == {str(refused.value)}


@EACH_GAME
def test_the_prompt_shows_short_texts(name: str) -> None:
    """A view has its position in one line; a game is the call that returns it."""
    game = games.get(name)
    assert eval(repr(game), {"get": games.get}) is game  # noqa: S307  # our own
    table = table_of(game, seed=1)
    assert repr(game.set_up({})) == f"<Setup start={table.state!r}>"
    for _ in range(60):
        table.step()
    for observer in (None, SPECTATOR, 1):
        view = table.view(observer)
        assert repr(view) == f"<View observer={observer!r} position={view.position!r}>"
        assert len(repr(view)) < 1500


@EACH_GAME
def test_a_game_is_one_object(name: str) -> None:
    game = games.get(name)
    assert all(way(game) is game for way in WAYS)


@EACH_GAME
def test_setups_are_equal_when_their_options_are(name: str) -> None:
    game = games.get(name)
    most = {option.name: game.seats[-1] for option in game.options if option.counts_seats}
    setup = game.set_up({})
    assert (setup, hash(setup)) == (game.set_up({}), hash(game.set_up({})))
    assert setup != game.set_up(most)


@EACH_GAME
@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_a_table_goes_on_by_itself(name: str, way: Any) -> None:
    """It has the play, the players, the seed and the undone actions, and shares none of them."""
    table = table_of(games.get(name), seed=3)
    for _ in range(9):
        table.step()
    undone = table.undo()
    other: Table[Viewed[View]] = way(table)
    assert (other.record, other.bots, other.streams.seed) == (table.record, table.bots, 3)
    assert (other.redo(), other.can_redo) == (undone, False)
    assert table.can_redo
    assert len(table.record.actions) == 8
    for _ in range(6):
        other.step()
    expected = table_of(games.get(name), seed=3)
    for _ in range(15):
        expected.step()
    assert other.record == expected.record
    assert other.information_state(0) == expected.information_state(0)


def test_a_table_with_a_bot_that_no_other_process_has() -> None:
    """A copy has it; Python's message about a pickle names the function."""
    table = table_of(games.get("smile"), lambda turn: turn.legal_actions[0])
    assert copy.deepcopy(table).step() == table.step()
    with pytest.raises((pickle.PicklingError, AttributeError), match="lambda"):
        pickle.dumps(table)
