"""A crew of engines: each thread has its own, and all of them leave in the end."""

import threading
import time
from collections.abc import Mapping
from itertools import count
from typing import Final

import pytest

from fireflies._typing import override
from fireflies.conformance.crew import Crew
from fireflies.conformance.engines import DirectEngine, Fault

JOBS: Final = 3


class Recorder(DirectEngine):
    """Answers with its own number, and keeps account of what it is asked."""

    def __init__(self, house: "House") -> None:
        """One more in the house."""
        super().__init__(self._answer)
        self.house = house
        self.number = len(house.engines)
        self.asked: list[Mapping[str, object]] = []
        self.threads: set[int] = set()
        self.ends: list[str] = []
        house.engines.append(self)

    def _answer(self, request: object) -> object:
        assert isinstance(request, dict)
        self.asked.append(request)
        self.threads.add(threading.get_ident())
        case = request.get("case", {})
        if case.get("wait"):
            time.sleep(0.05)
        if case.get("trip"):
            raise ValueError("tripped")
        if request["cmd"] == self.house.fails:
            raise ValueError("never")
        return {"seq": request.get("seq"), "engine": self.number}

    @override
    def stop(self) -> None:
        """Do, or don't."""
        self.ends.append("stop")
        if self.house.stubborn:
            raise Fault(f"engine {self.number} stays")

    @override
    def kill(self) -> None:
        """That is that."""
        self.ends.append("kill")


class House:
    """Where the engines are started."""

    def __init__(self, *, stubborn: bool = False, fails: str = "") -> None:
        """Nobody yet."""
        self.engines: list[Recorder] = []
        self.stubborn = stubborn
        self.fails = fails

    def start(self) -> Recorder:
        """Another engine."""
        return Recorder(self)


def ask(crew: Crew, case: Mapping[str, object]) -> str:
    """What becomes of a task."""
    try:
        crew.ask(case)
    except Fault as fault:
        return str(fault)
    return "fine"


def test_nobody_is_started_before_there_is_work() -> None:
    """Nor afterwards."""
    house = House()
    for jobs in (1, JOBS):
        assert list(Crew(house.start, jobs).map(lambda it: it, [])) == []
        assert list(Crew(house.start, jobs).map(lambda it: it, "abc")) == ["a", "b", "c"]
    assert house.engines == []


@pytest.mark.parametrize("jobs", [1, 2, JOBS])
def test_each_task_is_done_once_in_order(jobs: int) -> None:
    """Whoever does it, and however long it takes; each engine is greeted first and leaves last."""
    house = House()
    crew = Crew(house.start, jobs)
    tasks = [{"task": number, "wait": number % 7 == 0} for number in range(40)]
    done = list(crew.map(lambda it: (it["task"], crew.ask(it)["seq"]), tasks))
    assert [task for task, _ in done] == list(range(40))
    assert sorted(seq for _, seq in done if isinstance(seq, int)) == list(range(1, 41))
    assert 1 <= len(house.engines) <= jobs
    for engine in house.engines:
        assert engine.asked[0] == {"cmd": "start", "version": 1}
        assert all(request["cmd"] == "run" for request in engine.asked[1:])
        assert len(engine.threads) == 1
        assert engine.ends == ["stop", "kill"]
    cases = [request["case"] for engine in house.engines for request in engine.asked[1:]]
    assert sorted(map(repr, cases)) == sorted(map(repr, tasks))


def test_several_engines_work_at_once() -> None:
    """Three tasks wait for each other, which one engine could never do."""
    house = House()
    crew = Crew(house.start, JOBS)
    together = threading.Barrier(JOBS, timeout=30)

    def work(number: int) -> int:
        crew.ask({})
        together.wait()
        return number

    assert list(crew.map(work, range(JOBS))) == [0, 1, 2]
    assert len(house.engines) == JOBS


@pytest.mark.parametrize("jobs", [1, JOBS])
def test_who_breaks_is_replaced(jobs: int) -> None:
    """It is not asked again, nor told to leave."""
    house = House()
    crew = Crew(house.start, jobs)
    tasks = [{"task": number, "trip": number in {4, 5, 11}} for number in range(20)]
    done = list(crew.map(lambda it: ask(crew, it), tasks))
    tripped = "it raised ValueError: tripped"
    assert done == [tripped if task["trip"] else "fine" for task in tasks]
    broken = [engine for engine in house.engines if engine.ends == ["kill"]]
    assert len(broken) == 3
    for engine in broken:
        assert isinstance(last := engine.asked[-1]["case"], dict)
        assert last["trip"]
    assert all(it.ends == ["stop", "kill"] for it in house.engines if it not in broken)


def test_who_fails_at_the_greeting_is_no_use() -> None:
    """Each task tries another one."""
    house = House(fails="start")
    crew = Crew(house.start, 1)
    assert list(crew.map(lambda it: ask(crew, it), [{}, {}])) == ["it raised ValueError: never"] * 2
    assert [engine.ends for engine in house.engines] == [["kill"], ["kill"]]


def test_who_does_not_start_is_tried_again() -> None:
    """It may be a matter of time."""
    house, tries = House(), count()

    def start() -> Recorder:
        if next(tries) == 0:
            raise Fault("no place")
        return house.start()

    crew = Crew(start, 1)
    assert list(crew.map(lambda it: ask(crew, it), [{}, {}])) == ["no place", "fine"]


@pytest.mark.parametrize("jobs", [1, JOBS])
def test_who_does_not_leave_is_told_of_and_ended(jobs: int) -> None:
    """Each of them."""
    house = House(stubborn=True)
    crew = Crew(house.start, jobs)
    list(crew.map(lambda it: ask(crew, it), [{"wait": True}] * 12))
    numbers = range(len(house.engines))
    assert sorted(crew.faults) == [f"engine {number} stays" for number in numbers]
    assert all(engine.ends == ["stop", "kill"] for engine in house.engines)


@pytest.mark.parametrize("jobs", [1, JOBS])
def test_who_has_seen_enough_may_stop_asking(jobs: int) -> None:
    """The engines leave at once, and tasks that nobody has begun are forgotten."""
    house, given = House(), count()
    crew = Crew(house.start, jobs)
    tasks = ({"task": next(given)} for _ in range(10_000))
    results = crew.map(lambda it: crew.ask(it)["seq"], tasks)
    assert next(results) is not None
    results.close()  # type: ignore[attr-defined]  # it is a generator, which is nobody's business
    assert next(given) < 100
    assert all(engine.ends == ["stop", "kill"] for engine in house.engines)


@pytest.mark.parametrize("jobs", [1, JOBS])
def test_what_goes_wrong_in_the_work_is_not_kept_secret(jobs: int) -> None:
    """And the engines leave all the same."""
    house = House()
    crew = Crew(house.start, jobs)

    def work(number: int) -> int:
        crew.ask({})
        return 1 // (number - 3)

    with pytest.raises(ZeroDivisionError):
        list(crew.map(work, range(9)))
    assert all(engine.ends == ["stop", "kill"] for engine in house.engines)


def test_a_crew_works_again_after_it_has_stopped() -> None:
    """With new engines, and numbers that go on."""
    house = House()
    crew = Crew(house.start, 1)
    assert list(crew.map(lambda it: crew.ask(it)["seq"], [{}, {}])) == [1, 2]
    assert list(crew.map(lambda it: crew.ask(it)["seq"], [{}])) == [3]
    assert len(house.engines) == 2
    crew.stop()
    assert all(engine.ends == ["stop", "kill"] for engine in house.engines)
