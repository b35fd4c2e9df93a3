"""Any thread may read a table while another one plays: all that it reads is of one moment."""

import copy
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any, Final, TypeAlias

import pytest

from fireflies import bots, games
from fireflies._typing import override
from fireflies.contract import SPECTATOR, Action, Bot, Observer, Sight, Step, Turn, View, Viewed
from fireflies.front.bridge import Bridge
from fireflies.record import Record, begin
from fireflies.table import Play, PlayChanged, Table
from tests import campaign
from tests.kuhn import BET, GAME, PASS, Chosen
from tests.kuhn import State as Kuhn
from tests.test_copies import WAYS

AnyTable: TypeAlias = Table[Viewed[View]]

ACTIONS: Final = campaign.count(60, campaign=1500)
"""The number of actions of a play."""
READS: Final = 5
"""The fewest reads of each thread."""
SECONDS: Final = 30
"""No wait takes so long: a test fails then, and does not hang."""
EACH_GAME: Final = pytest.mark.parametrize("name", games.names())


@pytest.fixture(autouse=True)
def _often() -> Iterator[None]:
    """Let Python switch between threads every few microseconds."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(3e-6)
    yield
    sys.setswitchinterval(before)


def table_of(name: str, bot: Bot = bots.random) -> AnyTable:
    game = games.get(name)
    seats = game.set_up({}).start.seats
    seed = campaign.generator(f"threads {name}").randrange(1 << 64)
    return Table(begin(game, {}, ["somebody"] * seats), [bot] * seats, seed=seed)


def kuhn() -> Record[Kuhn]:
    """Return a record that begins with the first bid."""
    return Record(GAME, {}, ("Ann", "Bob"), Kuhn(("J", "K")), extra={})


def story(record: Record[Viewed[View]], observer: Observer) -> tuple[Sight[View], ...]:
    """Return what an observer saw, by a table that no other thread reads."""
    return Table(record, [None] * record.start.seats).information_state(observer)


def while_reading(reads: list[Callable[[], object]], work: Callable[[], object]) -> list[object]:
    """Return what threads read, each by one function, again and again, while this one works.

    Each reads at least ``READS`` times, also where the system lets it wait until the work is done.
    """
    done, found = threading.Event(), list[object]()

    def read(function: Callable[[], object]) -> None:
        for number in count():
            if number >= READS and done.is_set():
                return
            found.append(function())

    with ThreadPoolExecutor(len(reads)) as threads:
        running = [threads.submit(read, function) for function in reads]
        try:
            work()
        finally:
            done.set()
        for each in running:
            each.result(SECONDS)
    return found


@pytest.mark.long
@EACH_GAME
def test_threads_read_the_story_while_another_one_plays(name: str) -> None:
    """Each reads a beginning of the story, that of a fresh table; so do the bots."""
    remembered: list[tuple[int, tuple[Sight[View], ...]]] = []

    def bot(turn: Turn[Viewed[View]]) -> Action:
        remembered.append((turn.seat, turn.information_state()))
        return bots.random(turn)

    table = table_of(name, bot)
    observers: list[Observer] = [None, SPECTATOR, 0, 0, 1]
    reads: list[Callable[[], object]] = [
        *[lambda it=it: (it, table.information_state(it)) for it in observers],
        lambda: (None, Table(table.record, [None] * len(table.bots)).information_state(None)),
    ]

    def play() -> None:
        for _ in range(ACTIONS):
            table.step()

    found: list[Any] = [*while_reading(reads, play), *remembered]
    whole = {
        observer: story(table.record, observer)
        for observer in (*observers, *range(8)[: len(table.bots)])
    }
    assert len(whole[0]) == ACTIONS + 1
    lengths = {(observer, len(seen)): seen for observer, seen in found}
    assert len(lengths) > 2 * len(observers)
    for observer, seen in found:
        assert seen == lengths[observer, len(seen)]
    for (observer, length), seen in lengths.items():
        assert seen == whole[observer][:length]


@EACH_GAME
def test_a_read_during_undo_is_of_one_moment(name: str) -> None:
    """The story of before the undo or of after it, though other actions follow than before."""
    table = table_of(name)
    for _ in range(12):
        table.step()
    records = [table.record]

    def read() -> object:
        record = table.record
        assert record.steps[-1].after == record.final
        return record.actions, record.seen_by(SPECTATOR)

    def play() -> None:
        for number in range(ACTIONS // 3):
            for _ in range(1 + number % 3):
                table.undo()
                records.append(table.record)
            for _ in range(1 + number % 3):
                legal = table.state.legal_actions
                table.play(legal[number % len(legal)])
                records.append(table.record)

    found: list[Any] = while_reading(
        [
            read,
            lambda: (None, table.information_state(SPECTATOR)),
            lambda: (None, (Sight((), table.view(0)),)),
        ],
        play,
    )
    stories = {record.actions: story(record, SPECTATOR) for record in records}
    views = [record.final.view(0) for record in records]
    assert len(found) > 10
    for actions, seen in found:
        if actions is not None:
            assert seen == stories[actions]
        elif len(seen) > 1:
            assert seen in stories.values()
        else:
            assert seen[0].view in views
    assert table.information_state(0) == story(table.record, 0)


def test_nobody_waits_for_a_bot() -> None:
    """A bot thinks until all is read, copied and undone; what it then chooses is refused."""
    asked, read = threading.Event(), threading.Event()

    def slow(turn: Turn[Any]) -> Action:
        before = turn.information_state()
        asked.set()
        assert read.wait(SECONDS)
        assert turn.information_state() == before
        return bots.first(turn)

    table = Table(kuhn(), [None, slow])
    table.play(PASS)
    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(table.run)
        assert asked.wait(SECONDS)
        try:
            assert len(table.information_state(0)) == len(table.information_state(1)) == 2
            assert table.view(SPECTATOR).done == "p"
            assert table.record.actions == (PASS,)
            assert copy.copy(table).undo() == PASS
            assert table.turn(1).legal_actions == (PASS, BET)
            assert table.undo() == PASS
            assert (table.play(BET).events, table.can_redo) == ((Chosen(0, "bet"),), False)
        finally:
            read.set()
        with pytest.raises(PlayChanged, match="another call has changed this play"):
            running.result(SECONDS)
    assert table.record.actions == (BET,)
    assert str(table.run()) == str(Kuhn(("J", "K"), "bp"))


@EACH_GAME
def test_of_several_threads_that_play_one_carries_out_an_action(name: str) -> None:
    """The others are refused; the play is the same as that of one thread."""
    table, alone = table_of(name), table_of(name)
    refused: list[PlayChanged] = []

    def play() -> None:
        while len(table.record.steps) < ACTIONS:
            try:
                table.step()
            except PlayChanged as error:
                refused.append(error)

    while_reading([lambda: table.information_state(0)], lambda: in_threads(play, 3))
    for _ in table.record.steps:
        alone.step()
    assert table.record == alone.record
    assert [*table.information_state(0)] == [*alone.information_state(0)]
    assert all("let one thread play at a time" in str(error) for error in refused)


def in_threads(work: Callable[[], None], count: int) -> None:
    with ThreadPoolExecutor(count) as threads:
        for each in [threads.submit(work) for _ in range(count)]:
            each.result(SECONDS)


def test_undo_and_redo_of_several_threads_take_turns() -> None:
    table = table_of("smile")
    for _ in range(30):
        table.step()
    before = table.record

    def back_and_forth() -> None:
        for _ in range(40):
            table.undo()
            table.redo()

    in_threads(back_and_forth, 4)
    while table.can_redo:
        table.redo()
    assert table.record == before


def test_a_bot_that_plays_at_its_own_table_is_refused() -> None:
    def cheat(turn: Turn[Any]) -> Action:
        table.play(PASS)
        return bots.first(turn)

    table = Table(kuhn(), [cheat, None])
    with pytest.raises(PlayChanged):
        table.step()
    assert table.record.actions == (PASS,)


class Meanwhile(list[None]):
    """The list that is empty while a thread changes a play; first, another thread changes it."""

    def __init__(self, changes: Callable[[], object]) -> None:
        super().__init__([None])
        self._changes = changes

    @override
    def __delitem__(self, index: Any) -> None:
        changes, self._changes = self._changes, lambda: None
        changes()
        super().__delitem__(index)


def test_a_change_that_another_thread_is_making_refuses_an_action_and_delays_an_undo(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play = Play(Kuhn(("J", "K")), lambda _: None)
    play.carry_out(PASS)
    play._unlocked.clear()
    with pytest.raises(PlayChanged):
        play.carry_out(BET)
    monkeypatch.setattr("fireflies.table.sleep", lambda _: play._unlocked.append(None))
    assert play.undo() == PASS
    assert play.now.count == 0


def test_a_change_just_before_another_one_counts() -> None:
    play = Play(Kuhn(("J", "K")), lambda _: None)
    play._unlocked = Meanwhile(lambda: play.carry_out(BET))
    with pytest.raises(PlayChanged):
        play.carry_out(PASS)
    assert play.actions == (BET,)
    play.carry_out(PASS)
    play._unlocked = Meanwhile(play.undo)
    assert play.undo() == BET
    assert play.now.count == 0


def test_steps_are_added_only_after_the_positions_that_they_follow() -> None:
    """Another thread acts between two of them; what it did stays, and the rest is refused."""
    start = Kuhn(("J", "K"))
    steps = [first := start.step(PASS), first.after.step(BET)]
    play = Play(start, lambda _: None)

    def given() -> Iterator[Step[Any]]:
        yield steps[0]
        play.carry_out(PASS)
        yield steps[1]

    with pytest.raises(PlayChanged):
        play.add(given())
    assert play.actions == (PASS, PASS)
    assert play.state == Kuhn(("J", "K"), "pp")


class Interrupted(list[Any]):
    """A list that a signal interrupts."""

    @override
    def append(self, value: object) -> None:
        raise KeyboardInterrupt


class InterruptedSteps(dict[int, Any]):
    """Steps that a signal interrupts."""

    @override
    def __setitem__(self, index: int, value: object) -> None:
        raise KeyboardInterrupt


@pytest.mark.parametrize("part", ["actions", "states", "steps", "decided"])
def test_an_interrupted_change_is_as_if_it_had_not_begun(part: str) -> None:
    """A signal may interrupt Python anywhere, also between two lists."""
    play = Play(Kuhn(("J", "K")), lambda _: None)
    now: Any = play.now
    past = now._past
    kept = getattr(past, part)
    interrupted = {"decided": {0: Interrupted()}, "steps": InterruptedSteps()}
    setattr(past, part, interrupted.get(part, Interrupted(kept)))
    with pytest.raises(KeyboardInterrupt):
        play.carry_out(BET)
    setattr(past, part, kept)
    assert (play.actions, play.undo()) == ((), None)
    play.carry_out(PASS)
    play.carry_out(BET)
    assert (play.actions, play.state) == ((PASS, BET), Kuhn(("J", "K"), "pb"))
    assert [play.now.decisions(seat) for seat in (0, 1)] == [1, 1]
    assert [step.action for step in play.now.steps] == [PASS, BET]


@EACH_GAME
@pytest.mark.parametrize("way", WAYS)
def test_a_copy_made_while_another_thread_plays_goes_on_by_itself(name: str, way: Any) -> None:
    table, alone = table_of(name), table_of(name)

    def play() -> None:
        for _ in range(ACTIONS // 3):
            table.step()

    found: list[Any] = while_reading([lambda: way(table)], play)
    expected = [alone.record]
    while alone.step() is not None and len(expected) < ACTIONS:
        expected.append(alone.record)
    for other in found[:: max(1, len(found) // 3)]:
        assert other.record == expected[len(other.record.steps)]
        other.step()
        assert other.record == expected[len(other.record.steps)]
        assert other.information_state(0) == story(other.record, 0)


def test_a_play_is_copied_without_its_lock() -> None:
    play: Any = Play(Kuhn(("J", "K")), decide=passing)
    play.carry_out(BET)
    for way in WAYS:
        other: Any = way(play)
        assert (other.actions, other.now.last) == ((BET,), BET)
        assert other.now._past is not play.now._past  # else two locks would guard one history
        assert other.advance().actions == (BET, PASS)
        assert play.actions == (BET,)
    play.undo()
    other = copy.copy(play)
    assert (other.redo(), play.now.can_redo) == (BET, True)


def passing(play: Play[Any]) -> Action:
    del play
    return PASS


def test_a_bridge_answers_one_request_after_another() -> None:
    """Requests from several threads: none sees a play that another one is changing."""
    bridge = Bridge()
    new = '{"do": "new", "game": "smile", "players": ["random", "random", "random"], "seed": 1}'
    assert bridge.handle(new).startswith('{"answer"')

    def ask() -> None:
        for request in ("advance", "status", "log", "record") * 12:
            assert bridge.handle(f'{{"do": "{request}"}}').startswith('{"answer"')

    in_threads(ask, 3)
