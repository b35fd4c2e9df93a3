"""Tests of the runner with engines that misbehave: only the case concerned fails."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from fireflies import smile
from fireflies.conformance import engines, runner, wire
from fireflies.conformance.cases import Allows, Case, Counts, Holds, Refuses, load
from fireflies.conformance.engines import make_starter
from fireflies.conformance.judge import Verdict
from fireflies.conformance.pool import Pool
from fireflies.conformance.runner import Result, UntestableEngine, check_engine, run, run_in_order
from tests.conformance.direct import DirectEngine
from tests.conformance.dummies import CASES, FAULTY, SECONDS, case, gone, script

Json: TypeAlias = Any
"""An answer of an engine."""

Answering: TypeAlias = Callable[[Json], Json]

SHORT: Final = 0.5
"""A short timeout in seconds, for engines that never answer."""


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the time to wait for an engine to stop."""
    monkeypatch.setattr(engines, "_EXIT_SECONDS", 2 * SHORT)


def results(
    command: Sequence[str], cases: Sequence[Case] = CASES, jobs: int = 1, seconds: float = SECONDS
) -> list[Result]:
    """Return the results of the cases; require that all engines stop as they should."""
    pool = Pool(make_starter(command, seconds), jobs)
    found = list(run(pool, smile.GAME, cases))
    assert pool.faults == []
    return found


def only_failure(found: Sequence[Result], place: int = FAULTY) -> Result:
    """Return the only result that is not a pass; require that it is the case of the fault."""
    assert [result.case for result in found] == list(CASES)
    statuses = [result.verdict.status for result in found]
    assert statuses[:place] + statuses[place + 1 :] == ["passed"] * (len(CASES) - 1), statuses
    return found[place]


def fault_code(*lines: str) -> str:
    """Return the code of a dummy engine that does this at one case."""
    return "\n    ".join(("def trip(seq, good):", *lines))


FAULTS: Final[dict[str, tuple[str, str]]] = {
    "crashes": (fault_code("os._exit(7)"), "it ended with exit code 7 without an answer"),
    "is killed": (
        fault_code("os.kill(os.getpid(), signal.SIGKILL)"),
        "it ended by SIGKILL without an answer",
    ),
    "crashes with a message": (
        fault_code("sys.exit('out of\\n   memory')"),
        "exit code 1 without an answer; it logged: out of memory",
    ),
    "crashes within its answer": (
        fault_code("write(json.dumps(good).encode()[:20])", "os._exit(0)"),
        "its answer is not JSON",
    ),
    "closes its output": (
        fault_code("os.close(1)", "time.sleep(60)"),
        "it closed its standard output without an answer",
    ),
    "prints a greeting": (fault_code("write(b'Hello!\\n')"), "its answer is not JSON (column 1"),
    "prints an empty line": (fault_code("write(b'\\n')"), "its answer is not JSON"),
    "prints a number": (fault_code("write(b'17\\n')"), "its answer is not an object: 17"),
    "prints a list": (fault_code("say([good])"), "its answer is not an object: ["),
    "prints NaN": (fault_code("say({**good, 'x': float('nan')})"), "NaN: JSON has no such number"),
    "says a key twice": (
        fault_code('write(b\'{"seq": 1, "seq": 1}\\n\')'),
        "'seq': this key stands more than once in one object",
    ),
    "prints no UTF-8": (fault_code("write(b'{\"\\xff\": 1}\\n')"), "this is not UTF-8"),
    "nests deep": (fault_code("write(b'[' * 100000 + b'\\n')"), "this is nested too deep"),
    "answers to the last question": (
        fault_code("say({**good, 'seq': seq - 1})"),
        "its answer has seq 2, but the request has 3",
    ),
    "answers with its seq as a string": (
        fault_code("say({**good, 'seq': str(seq)})"),
        'its answer has seq "3", but the request has 3',
    ),
    "answers without seq": (
        fault_code("del good['seq']", "say(good)"),
        "its answer has seq null, but the request has 3",
    ),
    "never ends a line": (
        fault_code("while True:", "    write(b'x' * 65536)"),
        "it wrote much more than was requested",
    ),
    "says lines without end": (
        fault_code("while True:", "    write(b'x\\n' * 1000)"),
        "its answer is not JSON",
    ),
}
"""Faults by name: the code of the engine, and the message."""


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_an_error_of_its_case(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cases after it are run as usual."""
    monkeypatch.setattr(engines, "LONGEST_ANSWER", 1 << 20)
    fault, message = FAULTS[name]
    lost = only_failure(results(script(tmp_path, fault)))
    assert lost.verdict.status == "errored"
    assert message in lost.verdict.message
    assert "\n" not in lost.verdict.message
    assert lost.answer is None


HANGS: Final = {
    "prints half a line": fault_code("write(b'{')", "time.sleep(60)"),
    "ignores signals": fault_code(
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)",
        "signal.signal(signal.SIGINT, signal.SIG_IGN)",
        "time.sleep(60)",
    ),
}


@pytest.mark.parametrize("name", HANGS)
def test_a_timeout_is_an_error_of_its_case(name: str, tmp_path: Path) -> None:
    begun = time.monotonic()
    pool = Pool(make_starter(script(tmp_path, HANGS[name]), 4 * SHORT), 1)
    lost = only_failure(list(run(pool, smile.GAME, CASES)))
    assert lost.verdict.status == "errored"
    assert lost.verdict.message.startswith("it did not answer in 2 seconds")
    assert lost.seconds >= 4 * SHORT
    assert time.monotonic() - begun < 30  # and not 60


ANSWERS: Final[dict[str, tuple[str, str, str]]] = {
    "skips": ("{'skipped': True, 'message': 'no such beads'}", "skipped", "no such beads"),
    "skips with a page": (
        "{'skipped': True, 'issue_url': 'https://example.org/3'}",
        "skipped",
        "https://example.org/3",
    ),
    "skips without a reason": ("{'skipped': True}", "skipped", "no reason given"),
    "reports an error": (
        "{'errored': True, 'message': 'ouch', 'traceback': 'line 3'}",
        "errored",
        "the engine says that it failed: ouch line 3",
    ),
    "gives no states": ("{'refused': None}", "errored", "states is null"),
    "gives too many states": (
        "{**good, 'states': good['states'] * 2}",
        "errored",
        "it has 2 states, not 1",
    ),
    "gives too few states": ("{**good, 'states': []}", "errored", "it has 0 states, not 1"),
    "gives states that are texts": ("{**good, 'states': ['a']}", "errored", 'states is ["a"]'),
    "gives one state for all": ("{**good, 'states': {}}", "errored", "states is {}"),
    "refuses with a text": ("{**good, 'refused': 'no'}", "errored", 'refused is "no"'),
    "refuses the index true": (
        "{**good, 'refused': {'index': True}}",
        "errored",
        'refused is {"index":true}',
    ),
    "refuses without an index": (
        "{**good, 'refused': {}}",
        "errored",
        "refused is {}",
    ),
    "leaves out refused": (
        "{'states': good['states']}",
        "errored",
        "it doesn't say what is refused",
    ),
    "refuses the options": (
        "{'states': [], 'refused': {'index': -1}}",
        "failed",
        "the rules accept these options, the engine does not",
    ),
    "gives other beads": (
        "json.loads(json.dumps(good).replace('\"clear\": 2', '\"clear\": 3'))",
        "failed",
        "after 0 actions, /players/0/clear is 3, not 2",
    ),
}
"""Answers without the seq, by name: code, expected status, expected message."""


@pytest.mark.parametrize("name", ANSWERS)
def test_after_a_wrong_answer_the_same_process_is_used(name: str, tmp_path: Path) -> None:
    answer, status, message = ANSWERS[name]
    started = tmp_path / "started"
    count = f"def begin():\n    open({str(started)!r}, 'a').write('.')\n"
    fault = count + fault_code(f"say({{'seq': seq, **{answer}}})")
    lost = only_failure(results(script(tmp_path, fault)))
    assert lost.verdict.status == status
    assert message in lost.verdict.message
    assert lost.answer is not None
    assert started.read_text() == "."


def test_a_slow_answer_in_time_passes(tmp_path: Path) -> None:
    """The result has its time."""
    fault = fault_code("time.sleep(0.2)", "say(good)")
    found = results(script(tmp_path, fault))
    assert {result.verdict.status for result in found} == {"passed"}
    assert found[FAULTY].seconds >= 0.2


def test_a_huge_answer_is_read(tmp_path: Path) -> None:
    """A line of three million characters, in chunks."""
    fault = fault_code("say({**good, 'note': 'x' * 3_000_000})")
    found = results(script(tmp_path, fault))
    assert {result.verdict.status for result in found} == {"passed"}


def test_spaces_around_an_answer_are_ignored(tmp_path: Path) -> None:
    """Such as the line ends of Windows."""
    fault = fault_code("write(b' \\t' + json.dumps(good).encode() + b' \\r\\n')")
    found = results(script(tmp_path, fault))
    assert {result.verdict.status for result in found} == {"passed"}


def test_a_second_line_is_an_error_of_the_next_case(tmp_path: Path) -> None:
    fault = fault_code("write(json.dumps(good).encode() + b'\\nand so on\\n')")
    lost = only_failure(results(script(tmp_path, fault)), FAULTY + 1)
    assert lost.verdict.status == "errored"
    assert "and so on" in lost.verdict.message


def test_an_exit_after_an_answer_is_an_error_of_the_next_case(tmp_path: Path) -> None:
    """Without waiting for the timeout."""
    fault = fault_code("say(good)", "os._exit(3)")
    lost = only_failure(results(script(tmp_path, fault), seconds=60), FAULTY + 1)
    assert lost.verdict.message == "it ended with exit code 3 without an answer"
    assert lost.seconds < 30


def test_an_engine_that_does_not_read_a_long_request_times_out(tmp_path: Path) -> None:
    long = case(1, actions=tuple(["bid a" * 20] * 20_000), expect=(Refuses(0),))
    path = tmp_path / "deaf.py"
    command = script(tmp_path, "def begin():\n    for _ in range(2): pass\n")
    path.write_text("import time; time.sleep(60)", encoding="utf-8")
    pool = Pool(make_starter([*command[:-1], str(path)], SHORT), 1)
    (found,) = run(pool, smile.GAME, [long])
    assert found.verdict.message.startswith("it did not answer in 0.5 seconds")
    reading = script(tmp_path, cases=[long])
    assert results(reading, [long])[0].verdict.status == "passed"


def test_many_engines_at_once_give_the_same_results_in_the_same_order(tmp_path: Path) -> None:
    """An engine ends at the case of the fault, and a new one takes its place."""
    command = script(tmp_path, fault_code("os._exit(7)"))
    cases = CASES * 6
    found = results(command, cases, jobs=3)
    assert [result.case for result in found] == list(cases)
    for result in found:
        lost = result.case == CASES[FAULTY]
        assert result.verdict.status == ("errored" if lost else "passed")


def test_an_engine_that_can_not_be_started_is_an_error_of_each_case(tmp_path: Path) -> None:
    found = results([str(tmp_path / "none")])
    assert [result.verdict.status for result in found] == ["errored"] * len(CASES)
    assert "can't be started" in found[0].verdict.message


# Wrong counts.

COUNTED: Final = case(
    6,
    actions=("reveal -1 red", "reveal 2", "reveal 2 yellow"),
    expect=(Counts(2, 2),),
    ask={"count": 2},
)


def count_result(change: Answering) -> Result:
    """Return the result of the case with a count, by our rules with changed answers."""

    def handle(request: object) -> object:
        answer = wire.handle(request)
        return answer if answer is None or "seq" not in answer else change(answer)

    (found,) = run_in_order(Pool(lambda: DirectEngine(handle), 1), smile.GAME, [COUNTED])
    assert found.verdict.status == "failed"
    assert found.verdict.message.startswith("the number of sequences of 2 actions is 77, not 2; ")
    return found


def no_second_bid(answer: Json) -> Json:
    """Answer with a wrong count, and without bids on cards with beads."""
    if "count" in answer:
        return {**answer, "count": 77}
    (state,) = answer["states"]
    taken = {f"bid {it['slot']}" for it in state["row"] if it["beads"]}
    return {**answer, "states": [{**state, "legal": [*{*state["legal"]} - taken]}]}


def test_a_wrong_count_is_explained_by_the_shortest_play() -> None:
    found = count_result(no_second_bid)
    bid = (*COUNTED.request.actions, "bid a")
    assert found.play == COUNTED.request._replace(actions=bid, ask="final")
    assert found.request is found.play
    assert found.verdict.after == 4
    output = 'shows why: after 4 actions, /legal is ["back-out a"], not ["back-out a","bid a"]'
    assert output in found.verdict.message
    assert found.answer is not None
    answer: Json = found.answer
    assert answer["states"][0]["legal"] == ["back-out a"]


@pytest.mark.parametrize(
    ("otherwise", "output"),
    [
        (lambda it: it, "all legal actions on the way are right"),
        (lambda it: {"seq": it["seq"], "skipped": True}, "a state, it doesn't say what is refused"),
        (
            lambda _: 1 // 0,
            "the cause is not known: asked for a state, it raised ZeroDivisionError",
        ),
    ],
)
def test_without_an_explanation_the_count_alone_is_reported(
    otherwise: Answering, output: str
) -> None:
    found = count_result(lambda it: {**it, "count": 77} if "count" in it else otherwise(it))
    assert output in found.verdict.message
    assert (found.play, found.verdict.after) == (None, None)
    assert found.request is COUNTED.request
    assert found.answer is not None
    assert found.answer["count"] == 77


def test_the_search_for_an_explanation_has_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "_SEARCH_SECONDS", -1)
    assert "the search took too long" in count_result(no_second_bid).verdict.message


def test_there_is_no_explanation_when_options_are_refused() -> None:
    wrong = {"seq": 1, "refused": {"index": -1}, "count": 1}
    refused = case(99, expect=(Counts(1, 0), Refuses(-1)), ask={"count": 1})
    (found,) = run_in_order(Pool(lambda: DirectEngine(lambda _: wrong), 1), smile.GAME, [refused])
    output = "the number of sequences of 1 actions is 1, not 0"
    assert found.verdict == Verdict("failed", output)


# Stopping engines.


def faults_of_stopping(command: Sequence[str], seconds: float = SECONDS) -> list[str]:
    """Return the faults of stopping after cases that all pass."""
    pool = Pool(make_starter(command, seconds), 1)
    assert {result.verdict.status for result in run(pool, smile.GAME, CASES)} == {"passed"}
    return pool.faults


def test_an_engine_gets_a_stop_request_and_the_end_of_input(tmp_path: Path) -> None:
    """An engine may stop after either of them."""
    path = tmp_path / "said"
    fault = f"def leave():\n    open({str(path)!r}, 'w').write(repr(sys.stdin.read()))\n"
    assert faults_of_stopping(script(tmp_path, f"{fault}    sys.exit(0)")) == []
    assert path.read_text() == "''"
    assert faults_of_stopping(script(tmp_path, "def leave():\n    pass")) == []


def test_another_exit_code_is_a_fault_of_stopping(tmp_path: Path) -> None:
    """Its results count."""
    faults = faults_of_stopping(script(tmp_path, "def leave():\n    sys.exit(1)"))
    assert faults == ["after the stop request it ended with exit code 1, not with exit code 0"]


STUBBORN: Final = """
def begin():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]{more})
    open({path!r}, "a").write(f"{{os.getpid()}} {{child.pid}}\\n")

def leave():
    time.sleep(60)
"""


def engine_and_child(path: Path) -> Iterator[tuple[int, int]]:
    """Yield the process ids of an engine and of its child, one pair for each line of a file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        engine, child = line.split()
        yield int(engine), int(child)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it looks for them in /proc")
def test_an_engine_that_does_not_stop_is_killed_with_its_children(tmp_path: Path) -> None:
    path = tmp_path / "family"
    faults = faults_of_stopping(script(tmp_path, STUBBORN.format(path=str(path), more="")))
    assert faults == ["after the stop request it did not end in 1 seconds"]
    ((engine, child),) = engine_and_child(path)
    assert gone(engine)
    assert gone(child)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it looks for them in /proc")
def test_a_child_in_another_session_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "family"
    begun = time.monotonic()
    more = ", start_new_session=True"
    faults = faults_of_stopping(script(tmp_path, STUBBORN.format(path=str(path), more=more)))
    took = time.monotonic() - begun
    ((engine, child),) = engine_and_child(path)
    os.kill(child, 9)  # the test's own grandchild, that nobody else can end
    assert faults == ["after the stop request it did not end in 1 seconds"]
    assert gone(engine)
    assert took < 30


# Checks before the first case.


def untestable_message(command: Sequence[str], seconds: float = SECONDS) -> str:
    """Return the message of UntestableEngine."""
    with pytest.raises(UntestableEngine) as caught:
        check_engine(make_starter(command, seconds), smile.GAME)
    return str(caught.value)


def test_check_engine_returns_the_implementation(tmp_path: Path) -> None:
    assert check_engine(make_starter(script(tmp_path), SECONDS), smile.GAME) == {
        "name": "dummy",
        "version": "7.1",
        "language": "cant",
        "games": {"smile": ["2017"]},
    }


UNTESTABLE: Final[dict[str, tuple[str, str]]] = {
    "it ends at once": ("sys.exit(4)", "it ended with exit code 4 without an answer"),
    "it answers with another version": (
        "def say(value):\n    write(b'{\"version\": 2}\\n')",
        "it has version 2 of the protocol, not 1",
    ),
    "its version is true": (
        "def say(value):\n    write(b'{\"version\": true}\\n')",
        "it has version true of the protocol, not 1",
    ),
    "it tells no version": (
        "def say(value):\n    write(b'{\"errored\": true}\\n')",
        "it has version null of the protocol, not 1",
    ),
    "it has no name": ("del ABOUT['name']", "its implementation has no text under name"),
    "its version is a number": (
        "ABOUT['version'] = 7",
        "its implementation has no text under version",
    ),
    "it has no language": (
        "del ABOUT['language']",
        "its implementation has no text under language",
    ),
    "it has no implementation": (
        "ABOUT = 'dummy'",
        "its first answer has no object under implementation",
    ),
    "it plays nothing": ("del ABOUT['games']", "it doesn't offer smile 2017: its games are null"),
    "it plays another game": (
        "ABOUT['games'] = {'chess': ['2017']}",
        'it doesn\'t offer smile 2017: its games are {"chess":["2017"]}',
    ),
    "it plays another edition": (
        "ABOUT['games'] = {'smile': ['2018']}",
        "it doesn't offer smile 2017: its games are",
    ),
    "its editions are a string": (
        "ABOUT['games'] = {'smile': '2017'}",
        "it doesn't offer smile 2017: its games are",
    ),
    "it knows no answers": (
        "ANSWERS = {key: {'skipped': True, 'message': 'later'} for key in ANSWERS}",
        "the first state of a game with the default options is skipped: later",
    ),
    "it fails": (
        "ANSWERS = {key: {'errored': True} for key in ANSWERS}",
        "the first state of a game with the default options is errored: None",
    ),
    "it has no states": (
        "ANSWERS = {key: {'refused': None} for key in ANSWERS}",
        "is answered, but states is null",
    ),
    "it has an empty trace": (
        "ANSWERS = {key: {'refused': None, 'states': []} for key in ANSWERS}",
        "is answered, but it has 0 states, not 1 or more",
    ),
    "it has states without a row": (
        "for answer in ANSWERS.values(): del answer['states'][0]['row']",
        "has to be one state with all keys; missing: row",
    ),
    "it has two first states": (
        "for answer in ANSWERS.values(): answer['states'] *= 2",
        "has to be one state with all keys",
    ),
    "it crashes when asked": (
        "def trip(seq, good):\n    pass\nANSWERS = {}",
        "it ended with exit code 1 without an answer; it logged: ",
    ),
}


@pytest.mark.parametrize("name", UNTESTABLE)
def test_an_engine_that_can_not_be_judged_is_untestable(name: str, tmp_path: Path) -> None:
    fault, message = UNTESTABLE[name]
    found = untestable_message(script(tmp_path, fault))
    assert message in found
    assert "\n" not in found


def test_output_before_the_first_request_makes_an_engine_untestable(tmp_path: Path) -> None:
    found = untestable_message(script(tmp_path, "write(b'Welcome!\\n')"))
    assert "Welcome!" in found


def test_a_fault_of_stopping_does_not_make_an_engine_untestable(tmp_path: Path) -> None:
    """It is reported after the cases."""
    command = script(tmp_path, "def leave():\n    sys.exit(1)")
    assert check_engine(make_starter(command, SECONDS), smile.GAME)["name"] == "dummy"


# The suite itself.


@pytest.mark.long
def test_our_own_rules_pass_every_case() -> None:
    """Each kind of expectation occurs."""
    pool = Pool(make_starter(["direct:fireflies.smile:GAME"], SECONDS), 1)
    cases = load(smile.GAME)
    found = list(run(pool, smile.GAME, cases))
    assert [result.case for result in found] == list(cases)
    assert {(result.case.id, result.verdict) for result in found if result.verdict.message} == set()
    assert {result.verdict.status for result in found} == {"passed"}
    kinds = {type(it) for case in cases for it in case.expect}
    assert kinds == {Holds, Allows, Refuses, Counts}


def answering(change: Callable[[Json], Json]) -> Pool:
    """Return a pool with our rules, whose answers to cases are changed."""

    def handle(request: object) -> object:
        answer = dict(wire.handle(request) or {})
        return change(answer) if "refused" in answer else answer

    return Pool(lambda: DirectEngine(handle), 1)


def full(change: Callable[[Json], Json], case: Case) -> Verdict:
    """Return the verdict when the whole answer to a case is compared."""
    (result,) = run(answering(change), smile.GAME, [case], full=True)
    return result.verdict


def test_a_full_run_compares_what_the_case_is_not_about() -> None:
    """The message has the state and the place; without ``full`` the same answer passes."""
    (case, *_) = (it for it in load(smile.GAME) if it.id == "smile.bidding.clockwise.001")

    def another_auction(answer: Json) -> Json:
        answer["states"][-1]["auction"] = 77
        return answer

    after = len(case.request.actions)
    message = f"compared with the rules, after {after} actions, /auction is 77, not 1"
    assert full(another_auction, case) == Verdict("failed", message, after)
    (result,) = run(answering(another_auction), smile.GAME, [case])
    assert result.verdict.status == "passed"


def test_a_full_run_passes_the_rules_whatever_reason_a_refusal_has() -> None:
    refused = next(it for it in load(smile.GAME) if it.refused not in {None, -1})

    def because(answer: Json) -> Json:
        answer["refused"] = {"index": answer["refused"]["index"], "reason": "because"}
        return answer

    assert full(because, refused).status == "passed"
    counted = next(it for it in load(smile.GAME) if it.request.length is not None)
    assert full(dict, counted).status == "passed"


def test_cases_can_be_run_one_by_one(tmp_path: Path) -> None:
    """A case is run when its result is needed; no engine is stopped."""
    pool = Pool(make_starter(script(tmp_path), SECONDS), 1)
    waiting = run_in_order(pool, smile.GAME, CASES)
    assert next(waiting).verdict.status == "passed"
    assert [result.case for result in waiting] == list(CASES[1:])
    pool.stop()
    assert pool.faults == []
