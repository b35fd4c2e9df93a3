"""Tests of arenas over executors: the same totals, in any order and after lost calls."""

import multiprocessing
import os
import re
import signal
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import factorial
from multiprocessing import connection
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies import arena, misbehavin, smile
from fireflies.arena import running
from fireflies.arena.figures import figures
from fireflies.arena.playing import Chunk, play_chunk
from fireflies.bots import named
from fireflies.chance import Draws
from fireflies.contract import InvalidOptions, Outcome, State
from fireflies.errors import InvalidData
from fireflies.games import Setup
from fireflies.record import Record, begin
from fireflies.table import Table
from tests.arena import bots
from tests.arena.executors import Failing, Fatal, Shuffled, broken
from tests.arena.plans import quick, read_game

MIXED = ("greedy", "random", bots.remembering)


def added(plan: arena.Plan, executor: Executor, chunk: int, ahead: int) -> arena.Totals:
    """Return the totals of all games, sent to this executor in chunks of this size."""
    totals = arena.Totals()
    for part in arena.run_in_parts(plan, lambda: executor, chunk=chunk, ahead=ahead):
        totals.add(part)
    return totals


# Seeds and seating.


def test_a_game_has_a_seed_of_its_own_as_documented() -> None:
    """It is the draw of the purpose ``arena`` with the number of the game; no two are equal."""
    plan = quick(10_000, seed=2**63 + 5)
    for number in (0, 1, 9_999):
        assert plan.seed_of(number) == Draws(2**63 + 5, "arena", number).bits()
    seeds = Counter(map(plan.seed_of, range(plan.games)))
    assert len(seeds) == plan.games
    assert plan.seed_of(0) != quick(1).seed_of(0)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_every_seating_is_played_equally_often(count: int) -> None:
    """In ``n!`` games each order of players occurs once.

    In ``n`` games each player has each seat.
    """
    plan = quick(1)._replace(players=(arena.Player("random", "random"),) * count)
    seatings = [plan.seating(number) for number in range(2 * factorial(count))]
    assert sorted(seatings) == sorted([*permutations(range(count))] * 2)
    assert seatings[: len(seatings) // 2] == seatings[len(seatings) // 2 :]
    for first in range(0, len(seatings), count):
        for seat in range(count):
            assert {it[seat] for it in seatings[first : first + count]} == {*range(count)}


@pytest.mark.long
def test_equal_bots_have_equal_results_beside_an_unequal_one() -> None:
    """The neighbor of a weak player wins more, so the players take turns in that place."""
    totals = arena.run(arena.plan(smile.GAME, ["last", "greedy", "greedy"], 240))
    shares = [figure["share"] for figure in figures(quick(240), totals)["players"]]
    assert shares[0]["high"] < 1 / 3
    for one, other in ((1, 2), (2, 1)):
        assert shares[one]["low"] < shares[other]["value"] < shares[one]["high"]


def test_records_name_the_players_by_seat() -> None:
    plan = quick(4, *(arena.Player(name, "random") for name in "ABC"))
    lines = play_chunk(plan._replace(records=True), range(4)).records
    assert ["".join(read_game(plan, line).seats) for line in lines] == ["ABC", "CAB", "BCA", "ACB"]


def test_a_game_depends_on_its_number_and_not_on_those_before_it() -> None:
    plan = quick(12, *MIXED)._replace(records=True)
    whole = play_chunk(plan, range(12)).records
    assert len({*whole}) == 12
    for number in (11, 3, 0):
        assert play_chunk(plan, [number]).records == (whole[number],)
    assert play_chunk(plan, range(11, -1, -1)).records == whole[::-1]


def seatings(count: int, games: int, **options: object) -> Iterator[tuple[tuple[int, Any], ...]]:
    """Yield, for each game, the player of each seat with its faction and its side."""
    plan = arena.plan(misbehavin.GAME, ["random"] * count, games, options=options)
    assert plan.options_of(0) == plan.options
    for number in range(games):
        found: Mapping[str, Any] = plan.options_of(number)
        unmoved = {"factions": plan.options["factions"], "sides": plan.options["sides"]}
        assert {**found, **unmoved} == plan.options
        owned = zip(found["factions"], found["sides"], strict=True)
        yield tuple(zip(plan.seating(number), owned, strict=True))


@pytest.mark.parametrize("count", [2, 3, 4])
def test_each_player_has_each_faction_on_each_seat_equally_often(count: int) -> None:
    """In each round of n games everybody has all; in n rounds, each faction on each seat once."""
    sides = ["B", *["A"] * (count - 1)]
    found = [*seatings(count, 3 * count * count, sides=sides)]
    for first in range(0, len(found), count):
        for player in range(count):
            having = [
                owned
                for game in found[first : first + count]
                for who, owned in game
                if who == player
            ]
            assert len({*having}) == len(having) == count
    for first in range(0, len(found), count * count):
        cells = Counter(
            (seat, *held)
            for game in found[first : first + count**2]
            for seat, held in enumerate(game)
        )
        assert len(cells) == count**3
        assert {*cells.values()} == {1}
    assert {owned for game in found for _, owned in game if owned[1] == "B"} == {("serenity", "B")}


@pytest.mark.parametrize("count", [2, 3, 4])
def test_each_seating_meets_each_turn_of_the_factions_once(count: int) -> None:
    found = [*seatings(count, 2 * count * factorial(count))]
    half = len(found) // 2
    assert len({*found[:half]}) == half == len({*found[half:]})


def test_given_factions_are_rotated_too() -> None:
    named = ["niska", "serenity"]
    found = [tuple(owned[0] for _, owned in game) for game in seatings(2, 4, factions=named)]
    assert found == [("niska", "serenity")] * 2 + [("serenity", "niska")] * 2


def test_options_that_do_not_go_by_seat_stay() -> None:
    plan = arena.plan(smile.GAME, ["random"] * 3, 9, options={"starting_player": 2})
    assert all(plan.options_of(number) == plan.options for number in range(9))


def test_the_games_are_those_of_tables_with_their_options() -> None:
    """Wherever they are played, and however they are divided into chunks."""
    options = {"turns": 2}
    plan = arena.plan(misbehavin.GAME, ["random", "first"], 6, seed=3, options=options)
    plan = plan._replace(records=True)
    lines = play_chunk(plan, range(6)).records
    assert [line for number in range(6) for line in play_chunk(plan, [number]).records] == [*lines]
    factions = list[object]()
    for number, line in enumerate(lines):
        kept = read_game(plan, line)
        factions.append(kept.options["factions"])
        players = [plan.players[player] for player in plan.seating(number)]
        begun = begin(misbehavin.GAME, plan.options_of(number), [it.name for it in players])
        seated = [named(misbehavin.GAME, str(it.bot)) for it in players]
        table = Table(begun, seated, seed=plan.seed_of(number))
        table.run()
        assert (kept.actions, kept.options) == (table.record.actions, table.record.options)
    assert factions == [plan.options_of(number)["factions"] for number in range(6)]
    assert arena.run(plan, lambda: ThreadPoolExecutor(2)) == arena.run(plan)


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"players": ["random"] * 2}, "players"),
        ({"players": ["random"] * 4, "options": {"players": 3}}, "players"),
        ({"players": ["random", "nobody", "first"]}, "players[1]"),
        ({"players": ["random", "first", arena.Player(7, "first")]}, "players[2]"),  # type: ignore[arg-type]  # that is what is wrong
        ({"games": 0}, "games"),
        ({"games": True}, "games"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"seed": 1.0}, "seed"),
        ({"seconds": 0}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"seconds": 86_401}, "seconds"),
        ({"options": {"beads": 99}}, None),
    ],
)
def test_a_wrong_plan_is_refused(wrong: dict[str, object], place: str | None) -> None:
    """The message has the place; without the mistake the plan is accepted."""
    right: dict[str, object] = {"players": ["random"] * 3, "games": 1, "seed": 2**64 - 1}
    right["seconds"] = 86_400
    assert arena.plan(smile.GAME, **right).games == 1  # type: ignore[arg-type]  # any of these
    with pytest.raises((InvalidData, InvalidOptions)) as caught:
        arena.plan(smile.GAME, **right | wrong)  # type: ignore[arg-type]  # that is what is wrong
    if isinstance(caught.value, InvalidData):
        assert caught.value.place == place
        assert "\n" not in str(caught.value)
        if place in {"games", "seed", "seconds"}:
            assert repr(wrong[place]) in str(caught.value)


def test_a_plan_keeps_what_it_is_given() -> None:
    """A time may be a part of a second; events and records are left out unless they are wanted."""
    players = ["random"] * 3
    plain = arena.plan(smile.GAME, players, 1)
    assert (plain.seed, plain.seconds, plain.events, plain.records) == (0, None, False, False)
    plan = arena.plan(smile.GAME, players, 1, seed=7, seconds=0.25, events=True, records=True)
    assert (plan.seed, plan.seconds, plan.events, plan.records) == (7, 0.25, True, True)
    assert plan.game == "smile"
    assert arena.plan(replace(smile.GAME), players, 1).game != "smile"


def test_players_are_named_after_their_bots() -> None:
    once = bots.Once(Path("never"))
    plan = quick(1, "random", bots.remembering, once)
    assert [(player.name, player.bot_name) for player in plan.players] == [
        ("random", "random"),
        ("remembering", "tests.arena.bots:remembering"),
        ("Once", "tests.arena.bots:Once"),
    ]
    assert quick(1, "random", "first", arena.Player("me", "last")).players[2].name == "me"


def test_the_option_that_counts_the_seats_is_the_number_of_players() -> None:
    """With any name; a given value has to agree."""

    def set_up(given: Mapping[str, object]) -> Setup[smile.State]:
        people = given.get("people", 5)
        return replace(smile.set_up({"players": people}), options={"people": people})

    people = replace(smile.GAME.options[0], name="people", default=5)
    assert people.counts_seats
    game = replace(smile.GAME, name="people", options=(people,), set_up=set_up)
    assert arena.plan(game, ["random"] * 4, 1).options == {"people": 4}
    with pytest.raises(InvalidData, match="players: 4 are named, but 3 play"):
        arena.plan(game, ["random"] * 4, 1, options={"people": 3})
    unnamed = arena.plan(game, None, 1)
    assert (unnamed.options, unnamed.players) == (
        {"people": 5},
        (arena.Player("random", "random"),) * 5,
    )
    assert len(arena.plan(game, None, 1, options={"people": 4}).players) == 4


def test_a_function_of_any_module_plays_by_its_name() -> None:
    """In worker processes too."""
    name = "tests.arena.bots:remembering"
    named, given = quick(6, "random", name, "first"), quick(6, "random", bots.remembering, "first")
    assert (named.players[1].name, named.players[1].bot_name) == (name, name)
    assert named.players[1].bot_name == given.players[1].bot_name
    assert arena.run(named) == arena.run(given) == arena.run(named, arena.processes(1))
    for wrong in ("tests.arena.bots:nobody", "tests.arena.nothing:bot"):
        with pytest.raises(InvalidData, match=r"players\[0\]: .* can't be imported: "):
            quick(1, wrong, "first", "first")


# Counts.


def test_totals_are_those_of_the_records() -> None:
    """Counted from the records in another way."""
    plan = quick(60, *MIXED)._replace(records=True, events=True)
    chunk = play_chunk(plan, range(60))
    totals, games = chunk.totals, [read_game(plan, line) for line in chunk.records]
    assert (totals.games, totals.finished, totals.failures) == (60, 60, [])
    for player in range(3):
        won = Fraction(0)
        scores = Counter[int]()
        for number, game in enumerate(games):
            seat = plan.seating(number).index(player)
            outcome = ended(game)
            won += Fraction(seat in outcome.winners, len(outcome.winners))
            scores[outcome.scores[seat]] += 1
        assert totals.credited_wins(player, 3) == won
        assert totals.scores_by(player=player) == scores
    for seat in range(3):
        won = sum(
            (Fraction(seat in (o := ended(game)).winners, len(o.winners)) for game in games),
            Fraction(0),
        )
        assert totals.won(seat=seat) == won
        assert totals.scores_by(seat=seat) == Counter(ended(game).scores[seat] for game in games)
    assert totals.lengths == Counter(len(game.actions) for game in games)
    assert totals.decided == Counter(str(ended(game).clause) for game in games)
    happened = [[str(e.clause) for step in game.steps for e in step.events] for game in games]
    assert totals.events == sum(map(Counter, happened), Counter[str]())
    assert totals.reached == Counter(clause for clauses in happened for clause in {*clauses})


def ended(game: Record[State]) -> Outcome:
    """Return the outcome of a game."""
    assert game.final.outcome is not None
    return game.final.outcome


def test_a_failed_game_is_an_equal_part_of_a_win_for_the_others() -> None:
    """It does not count for scores, lengths and events."""
    plan = quick(6, "random", bots.cheating, "random", events=True)
    totals = arena.run(plan)
    assert (totals.games, totals.finished) == (6, 0)
    assert [fault.game for fault in totals.failures] == [*range(6)]
    for fault in totals.failures:
        assert (fault.player, fault.kind) == (1, "illegal")
        assert fault.seat == plan.seating(fault.game).index(1)
        assert fault.seed == plan.seed_of(fault.game)
        assert "smile.bid.lowest-card" in fault.text
    assert [totals.credited_wins(player, 3) for player in range(3)] == [3, 0, 3]
    counted = (totals.scores, totals.lengths, totals.events, totals.wins, totals.decided)
    assert not any(counted)
    numbers = figures(plan, totals)
    assert [player["failures"] for player in numbers["players"]] == [0, 6, 0]


@given(data=st.data())
def test_totals_can_be_added_in_any_order(data: st.DataObject) -> None:
    pieces = data.draw(st.permutations(PARTS_OF_TOTALS))
    cut = data.draw(st.integers(0, len(pieces)))
    left, right = arena.Totals(), arena.Totals()
    for piece in pieces[:cut]:
        left.add(piece)
    for piece in pieces[cut:]:
        right.add(piece)
    right.add(left)
    assert right == WHOLE


PARTS_OF_TOTALS = [
    play_chunk(
        quick(8, "first", "random", bots.clueless if n > 5 else "last", events=True), [n]
    ).totals
    for n in range(8)
]
WHOLE = arena.Totals()
for _piece in PARTS_OF_TOTALS:
    WHOLE.add(_piece)


# Reproducibility.


def test_any_order_of_completion_gives_the_same_totals() -> None:
    """With chunks of any size."""
    plan = quick(30, "random", bots.remembering, bots.clueless, events=True)
    whole = arena.run(plan)
    assert whole.games == 30
    for seed, chunk, ahead in ((1, 1, 4), (2, 4, 3), (3, 7, 5)):
        calls = -(-30 // chunk)
        shuffled = Shuffled(seed, min(ahead, calls), calls)
        assert added(plan, shuffled, chunk, ahead) == whole
        assert sorted(shuffled.order) == [*range(calls)] != shuffled.order


def test_threads_give_the_same() -> None:
    plan = quick(40, *MIXED, events=True)
    assert arena.run(plan, lambda: ThreadPoolExecutor(4)) == arena.run(plan)


def test_processes_give_the_same_totals_after_a_kill(tmp_path: Path) -> None:
    """The game of a killed worker is played again in a new pool."""
    killer = bots.Once(tmp_path / "killed")
    lines: list[str] = []
    plan = quick(40, "random", bots.remembering, killer, events=True)
    found = arena.run(plan, arena.processes(2), report=lines.append)
    assert killer.file.exists()
    assert found.failures == []
    assert found == arena.run(plan)
    assert lines
    lost = r"(games \d+ to \d+ were lost and are|game \d+ was lost and is) played again"
    assert all(re.match(f"{lost}: BrokenProcessPool", line) for line in lines)
    assert multiprocessing.active_children() == []


def test_chunks_grow_until_they_take_a_while() -> None:
    plan = quick(100, "first", "first", "first")
    sizes = [part.games for part in arena.run_in_parts(plan, ahead=4)]
    assert sizes[:4] == [1, 2, 4, 8]
    assert sum(sizes) == 100
    sizes = [
        part.games for part in arena.run_in_parts(quick(40, "first", "first", "first"), chunk=9)
    ]
    assert sizes == [9, 9, 9, 9, 4]


def test_slow_games_are_sent_in_small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chunk should take half a second, so games of a quarter are sent in twos."""

    def slow(plan: arena.Plan, numbers: Sequence[int], attempt: int) -> Chunk:
        played = play_chunk(plan, numbers, attempt)
        return played._replace(seconds=0.25 * len(numbers))

    monkeypatch.setattr(running, "play_chunk", slow)
    assert [part.games for part in arena.run_in_parts(quick(9), ahead=1)] == [1, 2, 2, 2, 2]


# Lost calls.


def scripted(
    *scripts: Sequence[BaseException | str | None],
) -> tuple[running.Factory, list[Failing]]:
    """Return a factory whose first executors fail as listed, and all its executors."""
    waiting: Iterator[Sequence[BaseException | str | None]] = iter(scripts)
    made: list[Failing] = []

    def make() -> Executor:
        made.append(Failing(iter(next(waiting, ()))))
        return made[-1]

    return make, made


def test_chunks_get_smaller_towards_the_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """So all workers end at about the same time."""

    def steady(plan: arena.Plan, numbers: Sequence[int], attempt: int) -> Chunk:
        played = play_chunk(plan, numbers[:1], attempt)
        return played._replace(seconds=0.01 * len(numbers), records=("game",) * len(numbers))

    monkeypatch.setattr(running, "play_chunk", steady)
    kept: list[int] = []
    monkeypatch.setattr(running, "_save", lambda *given: kept.append(len(given[2])))
    list(arena.run_in_parts(quick(400), records=arena.RecordFolder(tmp_path), ahead=4))
    assert sum(kept) == 400
    assert kept[:6] == [1, 2, 4, 8, 16, 32]
    assert kept[6] == max(kept) == 50
    late = kept[kept.index(50) :]
    assert late == sorted(late, reverse=True)
    assert kept[-1] <= 5


@pytest.mark.parametrize(
    ("scripts", "executors"),
    [
        ([[None, broken(), None]], 2),
        ([[None, "refused"], ["refused"], [None]], 3),
        ([["cancelled", None, ValueError("the network is down"), None]], 1),
        ([[broken()], [broken()], []], 3),
    ],
    ids=["broken", "refused", "lost", "twice"],
)
def test_lost_games_are_played_again(
    scripts: Sequence[Sequence[BaseException | str | None]], executors: int
) -> None:
    """In a new executor if the old one is broken."""
    plan = quick(6, *MIXED)
    factory, made = scripted(*scripts)
    lines: list[str] = []
    totals = arena.Totals()
    for part in arena.run_in_parts(plan, factory, report=lines.append, chunk=2):
        totals.add(part)
    assert totals == arena.run(plan)
    assert len(made) == executors
    assert [executor.closed for executor in made[:-1]] == [[False]] * (executors - 1)
    assert made[-1].closed == [True]
    assert len(lines) == sum(then is not None for script in scripts for then in script)


def work_while_waiting(monkeypatch: pytest.MonkeyPatch, pool: Fatal) -> None:
    """Let the pool work each time that the arena waits for it."""

    def working(pending: Any, **how: Any) -> Any:
        pool.work()
        return wait(pending, **how)

    monkeypatch.setattr(running, "wait", working)


def test_lost_games_are_retried_alone_and_then_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game that is lost each time is reported; the others are played."""
    plan, pool, made = quick(9), Fatal(game=1), list[Executor]()

    def make() -> Executor:
        made.append(pool)
        return pool

    work_while_waiting(monkeypatch, pool)
    lines: list[str] = []
    games: list[int] = []
    parts = arena.run_in_parts(plan, make, report=lines.append, chunk=3, ahead=2)
    with pytest.raises(arena.BrokenGame) as caught:
        games.extend(part.games for part in parts)
    assert (caught.value.number, caught.value.seed) == (1, plan.seed_of(1))
    why = "BrokenExecutor: a worker was ended"
    assert caught.value.problem == f"no worker returned its result: {why}"
    assert pool.pending == [[[0, 1, 2], [3, 4, 5]], [[0, 1, 2]], [[3, 4, 5]], [[0]], [[1]]]
    assert sum(games) == 4
    assert len(made) == 3, "one after each time that a pool was lost"
    assert lines == [
        f"games 0 to 2 were lost and are played again: {why}",
        f"games 3 to 5 were lost and are played again: {why}",
        f"games 0 to 2 were lost and are played one by one: {why}",
    ]


def test_a_retry_waits_for_all_pending_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Fatal(game=4, alone=True)

    work_while_waiting(monkeypatch, pool)
    parts = arena.run_in_parts(quick(9), lambda: pool, chunk=3, ahead=2)
    with pytest.raises(arena.BrokenGame, match="game 4 "):
        list(parts)
    assert pool.pending == [
        [[0, 1, 2], [3, 4, 5]],
        [[3, 4, 5], [6, 7, 8]],
        [[6, 7, 8]],
        *[[[3, 4, 5]], [[3]], [[4]]],
    ]


def test_a_lost_chunk_of_one_game_is_reported_as_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, lines = Fatal(game=1, alone=True), list[str]()

    work_while_waiting(monkeypatch, pool)
    parts = arena.run_in_parts(quick(2), lambda: pool, report=lines.append, chunk=1)
    with pytest.raises(arena.BrokenGame, match="game 1 "):
        list(parts)
    assert [line.partition(":")[0] for line in lines] == [
        "game 1 was lost and is played again",
        "game 1 was lost and is played again",
    ]


def test_a_game_that_can_not_be_played_ends_the_arena() -> None:
    """It is an error of the rules, so there is no retry."""
    error = arena.BrokenGame(3, 99, "oh")
    factory, made = scripted([None, error, None])
    with pytest.raises(arena.BrokenGame, match=r"game 3 \(seed 99\) can't be played: oh"):
        arena.run(quick(6), factory)
    assert len(made) == 1


def test_a_broken_game_in_this_process_ends_the_arena() -> None:
    plan = quick(3)._replace(players=(arena.Player("nobody", "nobody"),) * 3)
    with pytest.raises(arena.BrokenGame, match="no player is called 'nobody'"):
        arena.run(plan)


def test_an_unregistered_game_is_sent_as_an_object() -> None:
    """A registered one is sent by its name."""

    def four(given: Mapping[str, object]) -> Setup[smile.State]:
        assert given == {}
        return replace(smile.set_up({"players": 4}), options={})

    fours = replace(smile.GAME, name="fours", options=(), set_up=four)
    plan = arena.plan(fours, ["random", "last"] * 2, 3)
    assert (plan.game, plan.options) == (fours, {})
    assert arena.run(plan).finished == 3
    assert quick(1).game == "smile"
    other = replace(smile.GAME, title="Grin")
    assert arena.plan(other, ["random"] * 3, 1).game == other


def test_an_interruption_shuts_down_the_executor() -> None:
    """Also one that a worker raises: pending calls are cancelled."""
    factory, made = scripted(["never", None, KeyboardInterrupt()])
    numbers: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        numbers.extend(
            part.games for part in arena.run_in_parts(quick(8), factory, chunk=2, ahead=2)
        )
    assert made[0].closed == [False]
    assert [future.cancelled() for future in made[0].left] == [True]
    with pytest.raises(KeyboardInterrupt):
        arena.run(quick(1, bots.interrupting, "first", "first"))


def test_a_closed_generator_shuts_down_its_executor() -> None:
    factory, made = scripted([])
    games = arena.run_in_parts(quick(8), factory, chunk=2)
    assert next(games).games == 2
    games.close()
    assert [executor.closed for executor in made] == [[True]]
    unasked = arena.run_in_parts(quick(8), factory)
    unasked.close()
    assert len(made) == 1


# Worker processes.


def test_a_game_that_kills_its_worker_each_time_is_reported_with_its_seed() -> None:
    plan = quick(1, "random", bots.deadly, "random")
    before = multiprocessing.active_children()  # of other tests
    with pytest.raises(arena.BrokenGame, match=rf"game 0 \(seed {plan.seed_of(0)}\).*Broken"):
        arena.run(plan, arena.processes(1))
    workers = {*multiprocessing.active_children()} - {*before}
    # A broken pool ends its workers in its own time. A thread of it collects their exit codes, so
    # that `is_alive` may be true a little longer than the process exists.
    assert [worker for worker in workers if not connection.wait([worker.sentinel], 30)] == []


def test_a_bot_that_can_not_be_pickled_is_reported() -> None:
    """In this process, without pickling, it plays."""
    plan = quick(1, lambda turn: turn.legal_actions[0], "first", "first")
    with pytest.raises(arena.BrokenGame, match=r"game 0 .*: no worker returned .*lambda"):
        arena.run(plan, arena.processes(1))
    assert arena.run(plan).finished == 1


def test_a_worker_ends_without_a_traceback_and_waits_for_its_parent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[int] = []
    monkeypatch.setattr(running, "_exit_after", waited.append)
    handled: list[object] = []
    monkeypatch.setattr(signal, "signal", lambda *given: handled.append(given))
    running._set_up_worker()
    assert handled == [(signal.SIGINT, signal.SIG_DFL)]
    assert waited == []

    class Parent:
        sentinel = 77

    monkeypatch.setattr(multiprocessing, "parent_process", Parent)
    before = {*threading.enumerate()}
    running._set_up_worker()
    for thread in {*threading.enumerate()} - before:
        thread.join(10)
    assert waited == [77]


def test_a_worker_exits_after_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    codes: list[int] = []
    monkeypatch.setattr(os, "_exit", codes.append)
    reading, writing = os.pipe()
    os.close(writing)
    running._exit_after(reading)
    os.close(reading)
    assert codes == [1]


def test_workers_are_other_processes() -> None:
    """A factory makes a new pool each time."""
    make = arena.processes(1)
    with make() as one, make() as other:
        assert one is not other
        pids = {pool.submit(os.getpid).result() for pool in (one, other)}
        assert len({os.getpid(), *pids}) == 3
