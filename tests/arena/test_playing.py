"""Tests of one game of an arena: the same play as at a table, and failures of bots."""

import re
import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Self

import pytest

from fireflies import arena, smile
from fireflies._typing import override
from fireflies.arena.playing import Played, play_chunk, play_game, time_limit
from fireflies.bots import first, random
from fireflies.chance import Draws
from fireflies.contract import Action, Bot, Observer, State, Step, Turn
from fireflies.games import Game, Setup
from fireflies.record import begin
from fireflies.smile import fast
from fireflies.table import AskBot, Table, ask
from tests.arena import bots
from tests.arena.plans import read_game, short


def readable(given: Mapping[str, object]) -> Setup[smile.State]:
    return replace(smile.set_up(given), packed=None)


READABLE: Final = replace(smile.GAME, set_up=readable)
"""Smile without its packed version; it is not registered."""

VARIANTS: Final[Sequence[Mapping[str, object]]] = (
    {"players": 3},
    {"players": 4, "starting_player": 2, "beads": 1, **short(4, auctions=4)},
    {"players": 5, "auctions": 6, "beads": 3, "box": ["1", "2 red", "-3 red"] * 10},
)


def play(plan: arena.Plan, asking: AskBot = ask) -> Played:
    """Play game 0 of a plan, in which the players sit in order."""
    start = plan.loaded_game.set_up(plan.options).fastest_start
    return play_game(plan, start, 0, asking)


def played(*players: str | Bot, game: Game[State] = smile.GAME) -> Played:
    """Play a game of these players, seated in this order."""
    return play(arena.plan(game, players, 1))


def failure(*players: str | Bot) -> tuple[int, str, str]:
    """Return the seat, kind and text of the failure in a game of these players."""
    failed = played(*players).failure
    assert failed is not None
    return failed.seat, failed.kind, failed.text


# Plays.


@pytest.mark.parametrize("options", VARIANTS, ids=["3", "4", "5"])
@pytest.mark.parametrize("game", [smile.GAME, READABLE], ids=["packed", "readable"])
def test_a_game_is_the_play_of_a_table_with_its_seed(
    options: Mapping[str, object], game: Game[State]
) -> None:
    """With the packed and the readable rules, also in its record."""
    count = smile.set_up(options).start.seats
    seated: list[Bot] = [random, bots.remembering, smile.GAME.bots["greedy"], first, random][:count]
    names = [f"{place}" for place in range(count)]
    players = [arena.Player(name, bot) for name, bot in zip(names, seated, strict=True)]
    plan = arena.plan(game, players, 100, options=options, seed=5, records=True)
    for number in (0, 1, 7):
        by_seat = plan.seating(number)
        begun = begin(smile.GAME, options, [names[player] for player in by_seat])
        table = Table(begun, [seated[player] for player in by_seat], seed=plan.seed_of(number))
        table.run()
        (line,) = play_chunk(plan, [number]).records
        kept = read_game(plan, line)
        assert (kept.actions, kept.final) == (table.record.actions, table.state)
        assert (kept.seats, kept.options) == (table.record.seats, table.record.options)


def test_the_packed_game_is_used_if_there_is_one() -> None:
    assert type(played("random", "random", "random").final) is fast.State
    assert type(played("random", "random", "random", game=READABLE).final) is smile.State


class Spy:
    """A bot that stores its turns and their content."""

    def __init__(self) -> None:
        self.turns: list[Turn[Any]] = []
        self.attributes: list[tuple[object, ...]] = []

    def __call__(self, turn: Turn[Any]) -> Action:
        action = random(turn)
        self.turns.append(turn)
        self.attributes.append(attributes(turn))
        return action


def attributes(turn: Turn[Any]) -> tuple[object, ...]:
    """Return the content of a turn."""
    return turn.seat, turn.view, turn.legal_actions, turn.information_state(), turn.view


def test_a_turn_is_equal_to_that_of_a_table() -> None:
    """Including the draws."""
    here, there = Spy(), Spy()
    options = short(3, auctions=3)
    plan = arena.plan(smile.GAME, [random, here, random], 1, options=options)
    play(plan)
    begun = begin(smile.GAME, options, ["", "", ""])
    Table(begun, [random, there, random], seed=plan.seed_of(0)).run()
    assert len(here.attributes) > 5
    assert here.turns[0].draws is here.turns[0].draws
    assert here.attributes == there.attributes


def test_an_old_turn_does_not_change() -> None:
    spy = Spy()
    played(spy, "random", "random")
    assert list(map(attributes, spy.turns)) == spy.attributes
    with pytest.raises(AttributeError):
        spy.turns[0].seat = 1  # type: ignore[misc]  # that is what is tried


def test_views_and_events_are_created_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    view, step = smile.State.view, smile.State.step

    def counted_view(state: smile.State, observer: Observer = None) -> smile.View:
        made.append("view")
        return view(state, observer)

    def counted_step(state: smile.State, action: Action) -> Step[smile.State]:
        made.append("step")
        return step(state, action)

    monkeypatch.setattr(smile.State, "view", counted_view)
    monkeypatch.setattr(smile.State, "step", counted_step)
    assert played("random", "random", "first", game=READABLE).failure is None
    assert made == []
    played("random", "random", bots.remembering, game=READABLE)
    assert {*made} == {"view", "step"}


# Failures of bots.


def test_an_illegal_action_is_a_failure_with_its_clause() -> None:
    seat, kind, text = failure("random", "random", bots.cheating)
    assert (seat, kind) == (2, "illegal")
    assert text.startswith("smile.bid.lowest-card")
    assert "seat 2 can't 'bid e'" in text
    end = played("random", "random", bots.cheating)
    assert end.final.outcome is None
    assert [str(action).split(" ")[0] for action in end.actions[:3]] == ["reveal"] * 3


def test_an_object_that_is_no_action_is_a_failure() -> None:
    """Not a text either, which may look like one."""
    message = "it returned None, which is no action"
    assert failure(bots.absent, "random", "random") == (0, "illegal", message)
    message = "it returned 'bid a', which is no action"
    assert failure(bots.telling, "random", "random") == (0, "illegal", message)
    assert failure(bots.unspeakable, "random", "random") == (0, "illegal", "IllegalAction")


def test_an_error_is_a_failure_in_one_line() -> None:
    """Class and text, cut when it is long; only the class when the text raises an error."""
    seat, kind, text = failure("random", bots.clueless, "random")
    assert (seat, kind) == (1, "error")
    assert text.startswith("ValueError: no idea what seat 1 should do ???")
    assert len(text) == 300
    assert text.endswith(")")
    seat, kind, text = failure(bots.mute, "random", "random")
    assert (seat, kind) == (0, "error")
    assert re.fullmatch(r"Mute \(bots\.py, line \d+\)", text)


def test_a_bot_can_not_end_the_program() -> None:
    """Except by KeyboardInterrupt, which is the user's."""
    seat, kind, text = failure(bots.quitting, "random", "random")
    assert (seat, kind) == (0, "error")
    assert re.fullmatch(r"SystemExit: 3 \(bots\.py, line \d+\)", text)
    with pytest.raises(KeyboardInterrupt):
        played(bots.interrupting, "random", "random")


def test_an_error_of_the_rules_is_a_broken_game() -> None:

    class Broken(smile.State):
        __slots__ = ()

        @property
        @override
        def legal_actions(self) -> tuple[smile.Action, ...]:
            raise ZeroDivisionError("oh")

        @property
        @override
        def chance_weights(self) -> tuple[tuple[smile.Reveal, int], ...]:
            raise ZeroDivisionError("oh")

    def broken(given: Mapping[str, object]) -> Setup[smile.State]:
        setup = readable(given)
        return replace(setup, start=Broken(*setup.start))

    assert unplayable(broken) == "ZeroDivisionError: oh"


def test_an_error_while_an_action_is_carried_out_is_a_broken_game() -> None:
    """An action of chance, or a legal one of a bot."""

    class Fragile(smile.State):
        __slots__ = ()

        @override
        def apply(self, action: Action, /) -> Self:
            if action == smile.Bid("a"):
                raise LookupError("a bead is gone")
            return super().apply(action)

    class Misdealt(smile.State):
        __slots__ = ()

        @override
        def deal(self, draws: Draws, /) -> Action:
            return smile.Bid("a")

    def fragile(given: Mapping[str, object]) -> Setup[smile.State]:
        setup = readable(given)
        return replace(setup, start=Fragile(*setup.start))

    def misdealt(given: Mapping[str, object]) -> Setup[smile.State]:
        setup = readable(given)
        return replace(setup, start=Misdealt(*setup.start))

    assert unplayable(fragile) == "LookupError: a bead is gone"
    assert unplayable(misdealt).endswith("so chance can't 'bid a'")


def unplayable(set_up: Callable[[Mapping[str, object]], Setup[smile.State]]) -> str:
    """Return the reason why game 4 of this game can't be played."""
    plan = arena.plan(replace(READABLE, set_up=set_up), ["random"] * 3, 9)
    with pytest.raises(arena.BrokenGame) as caught:
        play_chunk(plan, [4])
    start = f"game 4 (seed {plan.seed_of(4)}) can't be played: "
    assert str(caught.value).startswith(start)
    return str(caught.value).removeprefix(start)


# Time limits.


def timed(bot: Bot, seconds: float | None) -> tuple[str, str] | None:
    """Return the kind and text of the failure of a bot with this time limit."""
    plan = arena.plan(smile.GAME, ["random", bot, "random"], 1, seconds=seconds)
    with time_limit(seconds) as clock:
        failed = play(plan, clock).failure
    if failed is None:
        return None
    assert failed.seat == 1
    return failed.kind, failed.text


def test_a_bot_that_takes_too_long_is_interrupted() -> None:
    """By an error that is not an Exception."""
    assert timed(bots.endless, 0.05) == ("late", "no decision within 0.05 s")


def test_a_bot_in_time_is_not_interrupted() -> None:
    options = short(3, auctions=1)
    for seconds, expected in ((9.0, None), (None, None), (0.01, "late")):
        plan = arena.plan(smile.GAME, [bots.slow, first, first], 1, options=options)
        with time_limit(seconds) as clock:
            failed = play(plan, clock).failure
        assert (failed and failed.kind) == expected


def test_a_bot_that_can_not_be_interrupted_is_late_when_it_returns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In another thread, and on a system without timers; also when it raises an error."""
    found: list[object] = []

    def here() -> None:
        found.append(timed(bots.slow, 0.01))
        found.append(timed(bots.slow_to_fail, 0.01))
        found.append(timed(bots.clueless, 9.0))

    thread = threading.Thread(target=here)
    thread.start()
    thread.join()
    late = ("late", "no decision within 0.01 s")
    assert found[:2] == [late, late]
    assert isinstance(found[2], tuple)
    assert found[2][0] == "error"
    monkeypatch.delattr(signal, "setitimer")
    assert timed(bots.slow, 0.01) == late


def test_an_interruption_of_a_person_is_no_failure() -> None:
    with pytest.raises(KeyboardInterrupt):
        timed(bots.interrupting, 9.0)


def test_the_alarm_handler_is_restored() -> None:
    signals: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda *_: signals.append(1))
    try:
        assert timed(random, 9.0) is None
        with time_limit(9.0):
            signal.raise_signal(signal.SIGALRM)  # nobody is thinking: it interrupts nothing
        assert signals == []
        signal.raise_signal(signal.SIGALRM)
        assert signals == [1]
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    finally:
        signal.signal(signal.SIGALRM, before)
