"""A pool of engines: each is asked by one thread at a time, and all of them end."""

import os
import signal
import threading
import time
from collections.abc import Callable, Mapping
from itertools import count
from typing import Final

import pytest

from fireflies._typing import override
from fireflies.conformance.engines import DirectEngine, Fault
from fireflies.conformance.pool import Pool, Stopped, stoppable

JOBS: Final = 3

Run = Callable[[Mapping[str, object]], None]
"""What an engine does when it is asked a case."""


class Recorder(DirectEngine):
    """Answers with its own number, and keeps account of what it is asked."""

    def __init__(self, factory: "Factory") -> None:
        """Begin with nothing asked."""
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
        """Do, or don't."""
        self.ends.append("stop")
        if self.factory.stubborn:
            raise Fault(f"engine {self.number} stays")

    @override
    def kill(self) -> None:
        """Wake up whoever waits for it."""
        self.ends.append("kill")
        self.ended.set()


class Factory:
    """Starts the engines."""

    def __init__(self, *, stubborn: bool = False, fails: str = "") -> None:
        """Begin with no engine."""
        self.engines: list[Recorder] = []
        self.stubborn = stubborn
        self.fails = fails
        self.answer: Callable[[Mapping[str, object]], Mapping[str, object]] = lambda _: {}

    def start(self) -> Recorder:
        """Return another engine."""
        return Recorder(self)


def ask(pool: Pool, case: Mapping[str, object]) -> str:
    """Return what becomes of a task."""
    try:
        pool.ask(case)
    except Fault as fault:
        return str(fault)
    return "fine"


def test_no_engine_is_started_before_there_is_work() -> None:
    """Nor afterwards."""
    factory = Factory()
    for jobs in (1, JOBS):
        assert list(Pool(factory.start, jobs).map(lambda it: it, [])) == []
        assert list(Pool(factory.start, jobs).map(lambda it: it, "abc")) == ["a", "b", "c"]
    assert factory.engines == []


@pytest.mark.parametrize("jobs", [1, 2, JOBS])
def test_each_task_is_done_once_in_order(jobs: int) -> None:
    """By any engine, and however long it takes; each is asked to start first, and told to stop."""
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
    """Three questions wait for each other, which one engine could never answer."""
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
    """It is not asked again, nor told to stop."""
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


def test_an_engine_that_fails_at_the_start_is_no_use() -> None:
    """Each task tries another one."""
    factory = Factory(fails="start")
    pool = Pool(factory.start, 1)
    assert list(pool.map(lambda it: ask(pool, it), [{}, {}])) == ["it raised ValueError: never"] * 2
    assert [engine.ends for engine in factory.engines] == [["kill"], ["kill"]]


def test_an_engine_that_does_not_start_is_tried_again() -> None:
    """It may be a matter of time."""
    factory, tries = Factory(), count()

    def start() -> Recorder:
        if next(tries) == 0:
            raise Fault("no place")
        return factory.start()

    pool = Pool(start, 1)
    assert list(pool.map(lambda it: ask(pool, it), [{}, {}])) == ["no place", "fine"]


@pytest.mark.parametrize("jobs", [1, JOBS])
def test_engines_that_do_not_stop_are_faults_and_ended(jobs: int) -> None:
    """Each of them."""
    factory = Factory(stubborn=True)
    pool = Pool(factory.start, jobs)
    list(pool.map(lambda it: ask(pool, it), [{"wait": True}] * 12))
    numbers = range(len(factory.engines))
    assert sorted(pool.faults) == [f"engine {number} stays" for number in numbers]
    assert all(engine.ends == ["stop", "kill"] for engine in factory.engines)


@pytest.mark.parametrize("jobs", [1, JOBS])
def test_a_caller_that_has_seen_enough_may_stop_asking(jobs: int) -> None:
    """The engines are ended at once, also one that hangs; tasks not begun are dropped."""
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
def test_what_goes_wrong_in_the_work_is_raised(jobs: int) -> None:
    """And the engines are ended all the same."""
    factory = Factory()
    pool = Pool(factory.start, jobs)

    def work(number: int) -> int:
        pool.ask({})
        return 1 // (number - 3)

    with pytest.raises(ZeroDivisionError):
        list(pool.map(work, range(9)))
    assert all("kill" in engine.ends for engine in factory.engines)


def test_engines_that_are_started_while_all_are_ended_are_ended_too() -> None:
    """None is left behind, and no thread goes on with another."""
    factory = Factory()

    def start() -> Recorder:
        pool.kill()
        return factory.start()

    pool = Pool(start, 1)
    assert [ask(pool, {}), ask(pool, {})] == ["it was ended"] * 2
    assert [engine.ends for engine in factory.engines] == [["kill"]] * 2
    assert [engine.asked for engine in factory.engines] == [[], []]


def test_an_engine_that_is_ended_as_it_answers_is_not_asked_again() -> None:
    """Its answer may still be of use; the next question is for a new one."""
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
    """With new engines, and numbers that go on."""
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
    """The answer is the part that was wanted; at least the last state."""
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
def test_an_answer_without_states_stays_as_it_is(answer: Mapping[str, object]) -> None:
    """Whoever skips the trace too skips; refused options have no states."""
    factory = Factory()
    factory.answer = lambda it: answer if it.get("ask") == "trace" else {"skipped": True}
    found = Pool(factory.start, 1).ask({"ask": {"from": 1}})
    assert answer.items() <= found.items()


@pytest.mark.parametrize("ask", ["final", {"count": 3}])
def test_other_questions_are_asked_once(ask: object) -> None:
    """A skip is a skip."""
    factory = Factory()
    factory.answer = lambda _: {"skipped": True}
    assert Pool(factory.start, 1).ask({"ask": ask})["skipped"] is True
    assert len(factory.engines[0].asked) == 2


# Signals.


def _kill_twice(number: int, survived: list[int]) -> None:
    """Send a signal to this process, and again while the first one is handled."""
    with stoppable():
        try:
            os.kill(os.getpid(), number)
        finally:
            os.kill(os.getpid(), number)
            survived.append(number)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_stops_whatever_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once; those after it are ignored, and afterwards all is as before."""
    number = getattr(signal, name)
    before = signal.getsignal(number)
    survived: list[int] = []
    usual = signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL
    signal.signal(number, usual)
    try:
        with pytest.raises(Stopped, match=name) as caught:
            _kill_twice(number, survived)
        assert survived == [number]
        assert caught.value.exit_code == 128 + number
        assert signal.getsignal(number) is usual
    finally:
        signal.signal(number, before)
    monkeypatch.delattr(signal, "SIGHUP")  # as on Windows
    with stoppable():
        pass


def test_a_signal_that_is_ignored_stays_so() -> None:
    """As with nohup; and only the main thread can be interrupted."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stoppable():
            os.kill(os.getpid(), signal.SIGHUP)
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            handler = signal.getsignal(signal.SIGTERM)
            thread = threading.Thread(target=lambda: stoppable().__enter__())
            thread.start()
            thread.join()
            assert signal.getsignal(signal.SIGTERM) is handler
    finally:
        signal.signal(signal.SIGHUP, before)
