"""Tests of the session of hostile inputs, with a small sample of its inputs."""

import os
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from fireflies.arena.running import Serial
from tests import campaign, figures
from tests.hostile import session, targets
from tests.hostile.__main__ import KEY
from tests.hostile.session import Chunk
from tests.hostile.targets import TARGETS, judge, make

SEED: Final = campaign.SEED or "1"


@pytest.mark.long
@pytest.mark.parametrize("name", TARGETS)
def test_no_input_of_a_sample_is_a_finding(name: str) -> None:
    share = TARGETS[name].share
    size = campaign.count(max(1, share // 2_500), campaign=share // 10)
    row = session.run_row(SEED, name, range(size))
    assert not row["findings"]
    assert row["inputs"] == size


def test_chunks_have_their_share_of_every_target_and_each_input_once() -> None:
    chunks = 1_000_000 // session.CHUNK
    for name, target in TARGETS.items():
        met = [number for chunk in range(chunks) for number in session.numbers(name, chunk)]
        assert met == [*range(target.share)]
    assert sum(target.share for target in TARGETS.values()) == 1_000_000


@pytest.mark.long
def test_an_input_depends_on_nothing_but_its_name() -> None:
    """Also not on the order of sets, nor on the inputs before it."""
    script = "from tests.hostile import test_hostile; print(test_hostile.some_inputs())"

    def printed(order: str) -> str:
        changed = {
            **os.environ,
            "PYTHONHASHSEED": order,
            "PYTHONPATH": str(figures.FILE.parents[1]),
        }
        command = [sys.executable, "-c", script]
        return subprocess.check_output(command, env=changed, encoding="utf-8").strip()  # noqa: S603 - our code

    assert len({ascii(make(name, "1", 5).args) for name in reversed(TARGETS)}) == len(TARGETS)
    assert printed("1") == printed("2") == str(some_inputs())
    assert make("action", "1", 3).args != make("action", "2", 3).args


def some_inputs() -> list[str]:
    """Return a few inputs of each target."""
    return [ascii(make(name, "1", number).args) for name in TARGETS for number in range(3)]


def fail(kind: type[BaseException]) -> bool:
    raise kind


def wait(times: list[int]) -> bool:
    """Take some time by the first number of the list, which is removed."""
    return sum(range(times.pop(0))) >= 0


def test_a_foreign_exception_is_a_finding_that_shows_the_input() -> None:
    found = judge(partial(fail, ZeroDivisionError))
    assert "ZeroDivisionError" in found.fault
    assert "fail(<class 'ZeroDivisionError'>,)" in found.fault
    assert not found.accepted


def test_an_input_that_is_slow_twice_is_a_finding() -> None:
    """Unless it may take longer."""
    slow, quick, most = 10_000_000, 1, 0.05
    assert "it takes" in judge(partial(wait, [slow, slow]), most).fault
    assert not judge(partial(wait, [slow, quick]), most).fault
    assert not judge(partial(wait, [quick]), most).fault
    assert not judge(partial(wait, [slow])).fault


def endless() -> bool:
    while True:
        pass


def test_an_input_that_never_ends_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets, "_PATIENCE", 0.05)
    assert "_Endless" in judge(partial(endless)).fault


@pytest.mark.long
def test_an_interrupted_run_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "CHUNK", 100)
    right, ran = session.run_chunk, list[int]()

    def run_two(seed: str, names: Sequence[str], number: int) -> Chunk:
        if len(ran) == 2:
            raise KeyboardInterrupt
        ran.append(number)
        return right(seed, names, number)

    def run(chunks: int, seed: str = "1") -> list[Chunk]:
        found = session.run(tmp_path, seed, 100 * chunks, ["players", "action"], Serial)
        return sorted(found, key=lambda it: it["done"])

    monkeypatch.setattr(session, "run_chunk", run_two)
    with pytest.raises(KeyboardInterrupt):
        run(4)
    assert ran == [0, 1]
    ran.clear()
    monkeypatch.setattr(session, "run_chunk", right)
    whole = run(4)
    monkeypatch.setattr(session, "run_chunk", fail)
    assert run(4) == whole  # nothing is left to run
    with pytest.raises(TypeError):
        run(1, seed="2")  # other inputs
    inputs = session.figures("1", "0", whole, "today")["inputs"]
    assert inputs == sum(len(session.numbers("players", number)) + 40 for number in range(4))


def chunk(worker: str, done: int, memory: int) -> Chunk:
    return {"worker": worker, "done": done, "memory": memory, "rows": {}}


def test_memory_is_compared_in_the_second_half_of_the_chunks_of_each_process() -> None:
    def used(worker: str, *memory: int) -> Sequence[Chunk]:
        return [chunk(worker, done, it) for done, it in enumerate(memory, 1)]

    flat = used("1", 10, 20, *[100] * 18)
    growing = used("2", 10, 20, *[100] * 9, *[150] * 9)
    assert session.growth([*reversed(flat)]) == 1.0
    assert session.growth([*flat, *growing]) == 1.5
    assert session.growth(used("3", 1, 100)) == 1.0  # too few to judge


def test_the_kept_figures_are_those_of_all_targets() -> None:
    kept = figures.read()[KEY]
    assert [row["readers"] for row in kept["rows"]] == [it.title for it in TARGETS.values()]
    assert kept["inputs"] == sum(row["inputs"] for row in kept["rows"])
    assert kept["findings"] == sum(row["findings"] for row in kept["rows"])
