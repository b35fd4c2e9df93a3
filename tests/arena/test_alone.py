"""Games that take their process down, or never end: whose fault it is, and that it ends."""

import multiprocessing
import signal
from collections.abc import Sequence
from multiprocessing.connection import Connection

import pytest

from fireflies import arena
from fireflies.arena import alone
from fireflies.arena.alone import Ended, heard, play_alone, tell_games
from fireflies.arena.chunk import Chunk, play_chunk
from fireflies.contract import Bot
from tests.arena import bots
from tests.arena.plans import quick


def totals(chunks: Sequence[Chunk]) -> arena.Totals:
    """What came of all of these."""
    found = arena.Totals()
    for chunk in chunks:
        found.add(chunk.totals)
    return found


def test_a_bot_that_kills_its_process_loses_and_the_arena_goes_on() -> None:
    """From pool to pool, until the game is played alone; the others are played as ever."""
    plan = quick(3, "random", bots.deadly, "random")
    lines: list[str] = []
    found = arena.run(plan, arena.processes(1), tell=lines.append)
    assert [(one.player, one.kind) for one in found.faults] == [(1, "died")] * 3
    assert [one.seat for one in found.faults] == [1, 2, 0]
    assert {one.text for one in found.faults} == {"its process ended while it was deciding"}
    assert lines
    assert multiprocessing.active_children() == []


def test_a_bot_that_hears_no_alarm_is_ended_with_its_process() -> None:
    """A worker ends itself, and one that plays alone is ended from outside; then it is told."""
    plan = quick(1, bots.deaf, "random", "random", seconds=0.05)
    found = arena.run(plan, arena.processes(1))
    assert [(one.player, one.kind, one.text) for one in found.faults] == [
        (0, "late", "no decision within 0.05 s")
    ]


def test_games_alone_come_to_the_same() -> None:
    """What a process of its own plays is what anybody plays; a killed one takes up where it was."""
    plan = quick(6, "random", bots.remembering, bots.clueless)._replace(lines=True)
    came = [*play_alone(plan, range(6))]
    whole = play_chunk(plan, range(6), -1)
    assert totals(came) == whole.totals
    assert tuple(line for chunk in came for line in chunk.lines) == whole.lines


# What stands between the two processes.


def pipe() -> tuple[Connection, Connection]:
    """Two ends: what hears and what tells."""
    return multiprocessing.Pipe(duplex=False)


def test_what_is_told_is_heard() -> None:
    """Who decides is told before and after, game by game; then what came of it."""
    plan = quick(2, "random", "first", bots.clueless)
    here, there = pipe()
    before = signal.getsignal(signal.SIGINT)
    try:
        alone._tell_games_there(there, plan, range(2))
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL  # it leaves without a word
    finally:
        signal.signal(signal.SIGINT, before)
    there.close()
    came = [one for one in heard(here, None, 2) if isinstance(one, Chunk)]
    assert totals(came) == play_chunk(plan, range(2), -1).totals
    with pytest.raises(EOFError):
        here.recv()


@pytest.mark.parametrize(
    ("told", "seconds", "ended"),
    [
        ([], None, Ended(None, late=False)),
        ([2], None, Ended(2, late=False)),
        ([2, None], None, Ended(None, late=False)),
        ([2, None, 0], 60.0, Ended(0, late=False)),
    ],
    ids=["at once", "deciding", "between", "deciding with a limit"],
)
def test_whoever_was_deciding_when_it_ended_is_known(
    told: Sequence[int | None], seconds: float | None, ended: Ended
) -> None:
    """And nobody, if nobody was."""
    here, there = pipe()
    for one in told:
        there.send(one)
    there.close()
    assert [*heard(here, seconds, 1)] == [ended]


def test_who_takes_too_long_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the time and a grace; while nobody decides, nobody is late."""
    monkeypatch.setattr(alone, "GRACE", 0.01)
    here, there = pipe()
    for one in (1, None, 2):
        there.send(one)
    assert [*heard(here, 0.01, 1)] == [Ended(2, late=True)]


def test_a_game_that_can_not_be_played_is_told() -> None:
    """It is raised where it is heard; also when not even the first one can begin."""
    nobody = (arena.Player("nobody", "nobody"),) * 3
    for plan, problem in (
        (quick(9)._replace(players=nobody), "game 7 .* nobody is called 'nobody'"),
        (quick(9)._replace(game="nowhere"), "game 0 .* no game is called 'nowhere'"),
    ):
        here, there = pipe()
        tell_games(there, plan, [7])
        with pytest.raises(arena.BrokenGame, match=problem):
            [*heard(here, None, 1)]


def test_a_bot_that_can_not_be_sent_to_a_process_is_told() -> None:
    """As a game that can't be played; where nothing is sent, it plays."""
    plan = quick(1, lambda turn: turn.legal_actions[0], "first", "first")
    with pytest.raises(arena.BrokenGame, match=r"game 0 .*: a process can't be sent it: .*lambda"):
        arena.run(plan, arena.processes(1))
    assert arena.run(plan).finished == 1


# Who is held to account.


def played(
    monkeypatch: pytest.MonkeyPatch, script: Sequence[Sequence[int | Ended]], *players: str | Bot
) -> tuple[arena.Totals, list[Sequence[int]]]:
    """What comes of three games whose processes end like that; and what each was to play.

    A number is a game that was played, an end is how the process ended.
    """
    plan = quick(3, *players, seconds=9.0)
    asked: list[Sequence[int]] = []
    ends = iter(script)

    def watched(plan: arena.Plan, numbers: Sequence[int]) -> list[Chunk | Ended]:
        asked.append(numbers)
        return [
            one if isinstance(one, Ended) else play_chunk(plan, [one], -1) for one in next(ends)
        ]

    monkeypatch.setattr(alone, "_watched", watched)
    return totals([*play_alone(plan, range(3))]), asked


def test_one_end_is_an_accident(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else may have killed the process: the game is played again."""
    found, asked = played(monkeypatch, [[0, Ended(1, late=False)], [1, 2]])
    assert found == arena.run(quick(3))
    assert asked == [(0, 1, 2), (1, 2)]


def test_the_second_end_of_one_game_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever decides then has lost; and the next time, that player at once. Others have credit."""
    end = Ended(1, late=False)  # player 1 in game 0, player 0 in game 1
    again = Ended(2, late=False)  # player 1 in game 1
    found, asked = played(monkeypatch, [[end], [end], [again], [Ended(2, late=False)], [2]])
    assert [(one.game, one.player, one.kind) for one in found.faults] == [
        (0, 1, "died"),
        (1, 1, "died"),
    ]
    assert found.finished == 1
    assert asked == [(0, 1, 2), (0, 1, 2), (1, 2), (2,), (2,)]


def test_who_is_late_has_lost_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no accident in that."""
    found, _ = played(monkeypatch, [[0, Ended(0, late=True)], [2]])
    assert [(one.game, one.player, one.kind, one.text) for one in found.faults] == [
        (1, 2, "late", "no decision within 9 s")
    ]


def test_a_process_that_ends_when_nobody_decides_is_nobodys_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It does not go on for ever either."""
    with pytest.raises(arena.BrokenGame, match="its process ended again and again"):
        played(monkeypatch, [[Ended(None, late=False)]] * 2)
