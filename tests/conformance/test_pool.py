"""Tests of a pool of engines."""

import threading
import time
from collections.abc import Callable, Mapping
from itertools import count
from typing import Final

import pytest

from fireflies._typing import override
from fireflies.conformance.engines import Fault
from fireflies.conformance.pool import Pool
from tests.conformance.direct import DirectEngine

JOBS: Final = 3


class Recorder(DirectEngine):
    """An engine that answers with its own number and keeps its requests."""

    def __init__(self, factory: "Factory") -> None:
        """Create an engine without requests."""
        super().__init__(self._answer)
        self.factory = factory
        self.number = len(factory.engines)
        self.asked: list[Mapping[str, object]] = []
        self.ends: list[str] = []
        self.ended = threading.Event()
        self._busy = threading.Lock()
        factory.engines.append(self)

    def _answer(self, request: object) -> object:
        assert isinstance(request, dict)
        assert self._busy.acquire(blocking=False), "two threads ask one engine"
        try:
            self.asked.append(request)
            case = request.get("case", {})
            if case.get("wait"):
                time.sleep(0.05)
            if case.get("hang") and self.ended.wait(30):
                raise ValueError("ended while it was asked")
            if case.get("trip"):
                raise ValueError("tripped")
            if request["cmd"] == self.factory.fails:
                raise ValueError("never")
            return {"seq": request.get("seq"), "engine": self.number, **self.factory.answer(case)}
        finally:
            self._busy.release()

    @override
    def stop(self) -> None:
        """Stop; raise a fault when the factory is stubborn."""
        self.ends.append("stop")
        if self.factory.stubborn:
            raise Fault(f"engine {self.number} stays")

    @override
    def kill(self) -> None:
        """Wake up threads that wait for an answer."""
        self.ends.append("kill")
        self.ended.set()


class Factory:
    """Starts engines."""

    def __init__(self, *, stubborn: bool = False, fails: str = "") -> None:
        """Create a factory without engines."""
        self.engines: list[Recorder] = []
        self.stubborn = stubborn
        self.fails = fails
        self.answer: Callable[[Mapping[str, object]], Mapping[str, object]] = lambda _: {}

    def start(self) -> Recorder:
        """Return a new engine."""
        return Recorder(self)


def ask(pool: Pool, case: Mapping[str, object]) -> str:
    """Send a case to the pool; return the message of the fault, or ``fine``."""
    try:
        pool.ask(case)
    except Fault as fault:
        return str(fault)
    return "fine"


def test_no_engine_is_started_without_a_task() -> None:
    factory = Factory()
    for jobs in (1, JOBS):
        assert list(Pool(factory.start, jobs).map(lambda it: it, [])) == []
        assert list(Pool(factory.start, jobs).map(lambda it: it, "abc")) == ["a", "b", "c"]
    assert factory.engines == []


@pytest.mark.parametrize("jobs", [1, 2, JOBS])
def test_each_task_is_done_once_in_order(jobs: int) -> None:
    """Each engine gets a start and a stop request."""
    factory = Factory()
    pool = Pool(factory.start, jobs)
    tasks = [{"task": number, "wait": number % 7 == 0} for number in range(40)]
    done = list(pool.map(lambda it: (it["task"], pool.ask(it)["seq"]), tasks))
    assert [task for task, _ in done] == list(range(40))
    assert sorted(seq for _, seq in done if isinstance(seq, int)) == list(range(1, 41))
    assert 1 <= len(factory.engines) <= jobs
    for engine in factory.engines:
        assert engine.asked[0] == {"cmd": "start", "version": 1}
        assert all(request["cmd"] == "run" for request in engine.asked[1:])
        assert engine.ends == ["stop", "kill"]
    cases = [request["case"] for engine in factory.engines for request in engine.asked[1:]]
    assert sorted(map(repr, cases)) == sorted(map(repr, tasks))


def test_several_engines_work_at_once() -> None:
    """Three requests that wait for each other need three engines."""
    factory = Factory()
    together = threading.Barrier(JOBS, timeout=30)

    def meet(case: Mapping[str, object]) -> Mapping[str, object]:
        return {"place": together.wait()} if "meet" in case else {}

    factory.answer = meet
    pool = Pool(factory.start, JOBS)
    places = pool.map(lambda it: pool.ask(it)["place"], [{"meet": True}] * JOBS)
    assert sorted(map(str, places)) == ["0", "1", "2"]
    assert len(factory.engines) == JOBS


@pytest.mark.parametrize("jobs", [1, JOBS])
def test_a_broken_engine_is_replaced(jobs: int) -> None:
    """It gets no other request."""
    factory = Factory()
    pool = Pool(factory.start, jobs)
    tasks = [{"task": number, "trip": number in {4, 5, 11}} for number in range(20)]
    done = list(pool.map(lambda it: ask(pool, it), tasks))
    tripped = "it raised ValueError: tripped"
    assert done == [tripped if task["trip"] else "fine" for task in tasks]
    broken = [engine for engine in factory.engines if engine.ends == ["kill"]]
    assert len(broken) == 3
    for engine in broken:
        assert isinstance(last := engine.asked[-1]["case"], dict)
        assert last["trip"]
    assert all(it.ends == ["stop", "kill"] for it in factory.engines if it not in broken)


def test_an_engine_that_fails_at_the_start_is_replaced() -> None:
    factory = Factory(fails="start")
    pool = Pool(factory.start, 1)
    assert list(pool.map(lambda it: ask(pool, it), [{}, {}])) == ["it raised ValueError: never"] * 2
    assert [engine.ends for engine in factory.engines] == [["kill"], ["kill"]]


def test_each_task_tries_to_start_an_engine() -> None:
    factory, tries = Factory(), count()

    def start() -> Recorder:
        if next(tries) == 0:
            raise Fault("no place")
        return factory.start()

    pool = Pool(start, 1)
    assert list(pool.map(lambda it: ask(pool, it), [{}, {}])) == ["no place", "fine"]


@pytest.mark.parametrize("jobs", [1, JOBS])
def test_engines_that_do_not_stop_are_reported_and_killed(jobs: int) -> None:
    factory = Factory(stubborn=True)
    pool = Pool(factory.start, jobs)
    list(pool.map(lambda it: ask(pool, it), [{"wait": True}] * 12))
    numbers = range(len(factory.engines))
    assert sorted(pool.faults) == [f"engine {number} stays" for number in numbers]
    assert all(engine.ends == ["stop", "kill"] for engine in factory.engines)


@pytest.mark.parametrize("jobs", [1, JOBS])
def test_closing_the_iterator_kills_all_engines(jobs: int) -> None:
    """Tasks that have not begun are dropped."""
    factory, given = Factory(), count()
    pool = Pool(factory.start, jobs)
    tasks = ({"task": number, "hang": number > 0 and jobs > 1} for number in given)
    results = pool.map(lambda it: pool.ask(it)["seq"], tasks)
    assert next(results) is not None
    begun = time.monotonic()
    results.close()  # type: ignore[attr-defined]  # it is a generator, which the type need not say
    assert time.monotonic() - begun < 10
    assert next(given) < 100
    assert {end for engine in factory.engines for end in engine.ends} == {"kill"}
    assert list(pool.map(lambda it: ask(pool, it), [{}] * 5)) == ["fine"] * 5  # and again


@pytest.mark.parametrize("jobs", [1, JOBS])
def test_an_error_of_a_task_is_raised_and_engines_are_killed(jobs: int) -> None:
    factory = Factory()
    pool = Pool(factory.start, jobs)

    def work(number: int) -> int:
        pool.ask({})
        return 1 // (number - 3)

    with pytest.raises(ZeroDivisionError):
        list(pool.map(work, range(9)))
    assert all("kill" in engine.ends for engine in factory.engines)


def test_engines_started_during_kill_are_killed_too() -> None:
    factory = Factory()

    def start() -> Recorder:
        pool.kill()
        return factory.start()

    pool = Pool(start, 1)
    assert [ask(pool, {}), ask(pool, {})] == ["it was ended"] * 2
    assert [engine.ends for engine in factory.engines] == [["kill"]] * 2
    assert [engine.asked for engine in factory.engines] == [[], []]


def test_an_engine_killed_while_it_answers_is_not_used_again() -> None:
    """Its answer is returned."""
    factory = Factory()
    pool = Pool(factory.start, 1)

    def end(case: Mapping[str, object]) -> Mapping[str, object]:
        if "end" in case:
            pool.kill()
        return {}

    factory.answer = end
    assert pool.ask({"end": True})["engine"] == 0
    assert list(pool.map(lambda it: pool.ask(it)["engine"], [{}])) == [1]


def test_a_pool_works_again_after_it_has_stopped() -> None:
    """With new engines; the sequence numbers go on."""
    factory = Factory()
    pool = Pool(factory.start, 1)
    assert list(pool.map(lambda it: pool.ask(it)["seq"], [{}, {}])) == [1, 2]
    assert list(pool.map(lambda it: pool.ask(it)["seq"], [{}])) == [3]
    assert len(factory.engines) == 2
    pool.stop()
    assert all(engine.ends == ["stop", "kill"] for engine in factory.engines)


# States from an index on.


@pytest.mark.parametrize(("first", "states"), [(0, [1, 2, 3]), (2, [3]), (9, [3])])
def test_an_engine_that_skips_a_part_of_the_trace_is_asked_for_all(
    first: int, states: list[int]
) -> None:
    """The pool returns the requested part, at least the last state."""
    factory = Factory()
    factory.answer = lambda it: (
        {"states": [1, 2, 3]} if it.get("ask") == "trace" else {"skipped": True}
    )
    pool = Pool(factory.start, 1)
    case = {"options": {}, "ask": {"from": first}}
    assert pool.ask(case)["states"] == states
    asked = [request["case"] for request in factory.engines[0].asked[1:]]
    assert asked == [case, {"options": {}, "ask": "trace"}]


@pytest.mark.parametrize("answer", [{"skipped": True}, {"states": []}, {"states": 7}])
def test_an_answer_without_states_is_returned_unchanged(answer: Mapping[str, object]) -> None:
    factory = Factory()
    factory.answer = lambda it: answer if it.get("ask") == "trace" else {"skipped": True}
    found = Pool(factory.start, 1).ask({"ask": {"from": 1}})
    assert answer.items() <= found.items()


@pytest.mark.parametrize("ask", ["final", {"count": 3}])
def test_other_skipped_requests_are_not_repeated(ask: object) -> None:
    factory = Factory()
    factory.answer = lambda _: {"skipped": True}
    assert Pool(factory.start, 1).ask({"ask": ask})["skipped"] is True
    assert len(factory.engines[0].asked) == 2
