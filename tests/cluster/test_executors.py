"""Tests of arenas on loky and on a local Dask cluster, also when a worker is killed."""

from collections.abc import Iterator
from concurrent.futures import Executor
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

from fireflies import arena
from tests.arena import bots
from tests.arena.plans import quick

loky: Final[Any] = import_module("loky")  # neither has types
distributed: Final[Any] = import_module("distributed")

PLAN: Final = quick(60, "random", bots.remembering, bots.clueless, events=True)


def reused() -> Executor:
    """Return loky's executor, which replaces broken worker processes."""
    executor: Executor = loky.get_reusable_executor(max_workers=2)
    return executor


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Return a client of a cluster that only this machine can reach."""
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_loky_gives_the_same_totals() -> None:
    """With bots by name and with functions."""
    assert arena.run(PLAN, reused) == arena.run(PLAN)


def test_games_of_a_killed_loky_worker_are_played_again(tmp_path: Path) -> None:
    killer = bots.Once(tmp_path / "killed")
    plan = quick(40, "random", "first", killer)
    lines: list[str] = []
    found = arena.run(plan, reused, report=lines.append)
    assert killer.file.exists()
    assert found == arena.run(plan)
    assert any("TerminatedWorkerError" in line for line in lines)


def test_the_time_limit_works_with_loky() -> None:
    """A worker of loky plays in its main thread."""
    plan = quick(1, bots.endless, "random", "random", seconds=0.05)
    assert [fault.kind for fault in arena.run(plan, reused).failures] == ["late"]


def test_a_cluster_gives_the_same_totals(client: Any) -> None:
    assert arena.run(PLAN, client.get_executor) == arena.run(PLAN)


def test_records_are_written_by_the_caller(client: Any, tmp_path: Path) -> None:
    """The workers of a cluster need no shared folder."""
    games = arena.run_in_parts(
        PLAN, client.get_executor, records=arena.RecordFolder(tmp_path), chunk=5
    )
    for _ in range(4):
        next(games)
    games.close()
    records = arena.RecordFolder(tmp_path, resume=True)
    assert arena.run(PLAN, records=records) == arena.run(PLAN)


def test_games_of_a_killed_cluster_worker_are_played_again(client: Any, tmp_path: Path) -> None:
    killer = bots.Once(tmp_path / "killed")
    plan = quick(40, "random", "first", killer)
    assert arena.run(plan, client.get_executor) == arena.run(plan)
    assert killer.file.exists()


def test_a_game_that_always_ends_its_worker_is_reported(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.cluster.scheduler, "allowed_failures", 0)
    plan = quick(1, "random", bots.deadly, "random")
    lines: list[str] = []
    with pytest.raises(arena.BrokenGame, match=rf"game 0 \(seed {plan.seed_of(0)}\)"):
        arena.run(plan, client.get_executor, report=lines.append)
    assert len(lines) == 2
    assert all("KilledWorker" in line for line in lines)


def test_the_time_limit_of_a_cluster_is_checked_after_the_decision(client: Any) -> None:
    """A worker that plays in a thread can't be interrupted."""
    plan = quick(2, bots.slow, "first", "first", seconds=0.005)
    assert [fault.kind for fault in arena.run(plan, client.get_executor).failures] == ["late"] * 2
