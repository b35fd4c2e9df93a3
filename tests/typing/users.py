"""A program that uses one game without a cast: type checkers know its states and views."""

from fractions import Fraction
from typing import assert_type

from fireflies import record, smile
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR, Action, Bot, Sight, State, Step, Turn, View
from fireflies.games import Game, Option, Setup
from fireflies.record import Record
from fireflies.smile import GAME
from fireflies.smile.rules.pieces import Phase
from fireflies.table import Play, Table, decide_by


def look(turn: Turn[smile.State]) -> Action:
    """Choose an action of one game."""
    assert_type(turn.view, smile.View)
    assert_type(turn.view.players, tuple[smile.SeenPlayer, ...])
    assert_type(turn.information_state(), tuple[Sight[smile.View], ...])
    assert_type(turn.sample(turn.draws), smile.State)
    assert_type(turn.legal_actions, tuple[smile.Bid | smile.BackOut | smile.Reveal, ...])
    return turn.legal_actions[0]


def look_at_no_game(turn: Turn[State]) -> Action:
    """Choose an action of any game."""
    assert_type(turn.view, View)
    assert_type(turn.legal_actions, tuple[Action, ...])
    return turn.legal_actions[0]


def look_at_any(turn: Turn[smile.State]) -> Action:
    """Pass the turn on to a bot for any game."""
    return BOTS[0](turn)


BOTS: list[Bot] = [look, look_at_any, look_at_no_game]


def use() -> None:
    """Use the types from the game to the events of a play."""
    assert_type(GAME, Game[smile.State])
    setup = GAME.set_up({"players": 4})
    assert_type(setup, Setup[smile.State])
    assert_type(setup.start.row, tuple[smile.Offer, ...])
    assert_type(setup.read_position(""), smile.State)
    assert_type(GAME.options, tuple[Option[object], ...])

    begun = record.begin(GAME, {}, ["Ann", "Ben", "Cem"])
    assert_type(begun, Record[smile.State])
    assert_type(begun.game, Game[smile.State])
    assert_type(begun.final.players, tuple[smile.Player, ...])
    assert_type(begun.play(smile.Bid("a")), Record[smile.State])
    assert_type(begun.seen_by(SPECTATOR)[0].view, smile.View)

    table = Table(begun, [None, look, look])
    assert_type(table, Table[smile.State])
    assert_type(table.state.players, tuple[smile.Player, ...])
    assert_type(table.view(0), smile.View)
    assert_type(table.record, Record[smile.State])
    assert_type(table.information_state(0)[-1].view.row, tuple[smile.Offer, ...])
    assert_type(table.turn(0), Turn[smile.State])
    step = table.step()
    assert_type(step, Step[smile.State] | None)
    if step is not None:
        assert_type(step.seen_by(1), Sight[smile.View])
        assert_type(step.after.phase, Phase)

    state = smile.start().apply(smile.read_action("reveal 4"))
    assert_type(state, smile.State)
    assert_type(state.step(smile.Bid("a")), Step[smile.State])
    assert_type(state.alike(0, Draws(0, "belief")), smile.State)
    outcome = state.outcome
    if outcome is not None:
        assert_type(outcome.returns, tuple[Fraction, ...])

    play = Play(state, decide_by([look, look, look], 7))
    assert_type(play.state, smile.State)
    assert_type(play.now.steps, tuple[Step[smile.State], ...])


def use_any(game: Game[smile.State]) -> View:
    """Use one game where any game is accepted."""
    anything: Game[State] = game
    return anything.set_up({}).start.view()
