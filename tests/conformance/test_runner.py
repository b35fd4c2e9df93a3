"""Engines that misbehave in every way: the one case is lost, and never another."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from fireflies import smile
from fireflies.conformance import engines, runner, wire
from fireflies.conformance.cases import Allows, Case, Counts, Holds, Refuses, load
from fireflies.conformance.engines import DirectEngine, make_starter
from fireflies.conformance.judge import Verdict
from fireflies.conformance.pool import Pool
from fireflies.conformance.runner import BrokenHarness, Result, introduce, run, run_in_order
from tests.conformance.dummies import CASES, SECONDS, TRIP, case, gone, script

Json: TypeAlias = Any
"""What an engine answers."""

Answering: TypeAlias = Callable[[Json], Json]

GRUDGE: Final = 0.5
"""Seconds that are too few for those who never answer, and so the only ones that a test waits."""


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for an engine that does not leave."""
    monkeypatch.setattr(engines, "_PATIENCE", 2 * GRUDGE)


def results(
    command: Sequence[str], cases: Sequence[Case] = CASES, jobs: int = 1, seconds: float = SECONDS
) -> list[Result]:
    """What becomes of the cases; every engine leaves as it should."""
    pool = Pool(make_starter(command, seconds), jobs)
    found = list(run(pool, smile.GAME, cases))
    assert pool.faults == []
    return found


def one_lost(found: Sequence[Result], place: int = TRIP) -> Result:
    """The only result that is no pass, which has to be that one."""
    assert [result.case for result in found] == list(CASES)
    statuses = [result.verdict.status for result in found]
    assert statuses[:place] + statuses[place + 1 :] == ["passed"] * (len(CASES) - 1), statuses
    return found[place]


def tripping(*lines: str) -> str:
    """Code for a dummy that does this when it is asked that case; the rest is honest."""
    return "\n    ".join(("def trip(seq, good):", *lines))


FAULTS: Final[dict[str, tuple[str, str]]] = {
    "crashes": (tripping("os._exit(7)"), "it ended with exit code 7 without an answer"),
    "is killed": (
        tripping("os.kill(os.getpid(), signal.SIGKILL)"),
        "it ended by SIGKILL without an answer",
    ),
    "crashes with last words": (
        tripping("sys.exit('the dragon\\n   has flown')"),
        "exit code 1 without an answer; it logged: the dragon has flown",
    ),
    "crashes within its answer": (
        tripping("write(json.dumps(good).encode()[:20])", "os._exit(0)"),
        "its answer is not JSON",
    ),
    "goes deaf and dumb": (
        tripping("os.close(1)", "time.sleep(60)"),
        "it closed its standard output without an answer",
    ),
    "prints a greeting": (tripping("write(b'Hello!\\n')"), "its answer is not JSON (line 1"),
    "prints an empty line": (tripping("write(b'\\n')"), "its answer is not JSON"),
    "prints a number": (tripping("write(b'17\\n')"), "its answer is not an object: 17"),
    "prints a list": (tripping("say([good])"), "its answer is not an object: ["),
    "prints NaN": (tripping("say({**good, 'x': float('nan')})"), "NaN: JSON has no such number"),
    "says a key twice": (
        tripping('write(b\'{"seq": 1, "seq": 1}\\n\')'),
        "'seq': this key stands more than once in one object",
    ),
    "prints no UTF-8": (tripping("write(b'{\"\\xff\": 1}\\n')"), "this is not UTF-8"),
    "nests deep": (tripping("write(b'[' * 100000 + b'\\n')"), "this is nested too deep"),
    "answers to the last question": (
        tripping("say({**good, 'seq': seq - 1})"),
        "it answered to seq 2 and was asked 3",
    ),
    "answers with its seq as a string": (
        tripping("say({**good, 'seq': str(seq)})"),
        'it answered to seq "3" and was asked 3',
    ),
    "answers without seq": (
        tripping("del good['seq']", "say(good)"),
        "it answered to seq null and was asked 3",
    ),
    "never ends a line": (
        tripping("while True:", "    write(b'x' * 65536)"),
        "it wrote much more than was requested",
    ),
    "says lines without end": (
        tripping("while True:", "    write(b'x\\n' * 1000)"),
        "its answer is not JSON",
    ),
}
"""What it does, as code, and what is said of it."""


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_an_error_of_its_case(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the cases after it are judged as if nothing had been."""
    monkeypatch.setattr(engines, "FLOOD", 1 << 20)
    fault, message = FAULTS[name]
    lost = one_lost(results(script(tmp_path, fault)))
    assert lost.verdict.status == "errored"
    assert message in lost.verdict.message
    assert "\n" not in lost.verdict.message
    assert lost.answer is None


HANGS: Final = {
    "prints half a line": tripping("write(b'{')", "time.sleep(60)"),
    "ignores every plea": tripping(
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)",
        "signal.signal(signal.SIGINT, signal.SIG_IGN)",
        "time.sleep(60)",
    ),
}


@pytest.mark.parametrize("name", HANGS)
def test_who_does_not_answer_in_time_is_not_waited_for(name: str, tmp_path: Path) -> None:
    """Each answer has its seconds, from the question on."""
    begun = time.monotonic()
    pool = Pool(make_starter(script(tmp_path, HANGS[name]), 4 * GRUDGE), 1)
    lost = one_lost(list(run(pool, smile.GAME, CASES)))
    assert lost.verdict.status == "errored"
    assert lost.verdict.message.startswith("it did not answer in 2 seconds")
    assert lost.seconds >= 4 * GRUDGE
    assert time.monotonic() - begun < 30  # and not 60


ANSWERS: Final[dict[str, tuple[str, str, str]]] = {
    "skips": ("{'skipped': True, 'message': 'no such beads'}", "skipped", "no such beads"),
    "skips with a page": (
        "{'skipped': True, 'issue_url': 'https://example.org/3'}",
        "skipped",
        "https://example.org/3",
    ),
    "skips in silence": ("{'skipped': True}", "skipped", "no reason given"),
    "owns up": (
        "{'errored': True, 'message': 'ouch', 'traceback': 'line 3'}",
        "errored",
        "the engine says that it failed: ouch line 3",
    ),
    "gives no states": ("{'refused': None}", "errored", "states is null"),
    "gives too many states": (
        "{**good, 'states': good['states'] * 2}",
        "errored",
        "2 states where there are 1",
    ),
    "gives too few states": ("{**good, 'states': []}", "errored", "0 states where there are 1"),
    "gives states that are none": ("{**good, 'states': ['a']}", "errored", 'states is ["a"]'),
    "gives one state for all": ("{**good, 'states': {}}", "errored", "states is {}"),
    "refuses in words": ("{**good, 'refused': 'no'}", "errored", 'refused is "no"'),
    "refuses the index true": (
        "{**good, 'refused': {'index': True}}",
        "errored",
        'refused is {"index":true}',
    ),
    "refuses nothing in particular": (
        "{**good, 'refused': {}}",
        "errored",
        "refused is {}",
    ),
    "forgets what it refuses": (
        "{'states': good['states']}",
        "errored",
        "it doesn't say what is refused",
    ),
    "refuses the options": (
        "{'states': [], 'refused': {'index': -1}}",
        "failed",
        "the rules accept these options, the engine does not",
    ),
    "deals otherwise": (
        "json.loads(json.dumps(good).replace('\"clear\": 2', '\"clear\": 3'))",
        "failed",
        "after 0 actions, /players/0/clear is 3, not 2",
    ),
}
"""An answer, which the seq is added to; what becomes of the case, and what is said of it."""


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_judged_and_the_engine_asked_again(name: str, tmp_path: Path) -> None:
    """Whatever was wrong in it: it is the same process that answers the rest."""
    answer, status, message = ANSWERS[name]
    started = tmp_path / "started"
    count = f"def begin():\n    open({str(started)!r}, 'a').write('.')\n"
    fault = count + tripping(f"say({{'seq': seq, **{answer}}})")
    lost = one_lost(results(script(tmp_path, fault)))
    assert lost.verdict.status == status
    assert message in lost.verdict.message
    assert lost.answer is not None
    assert started.read_text() == "."


def test_who_is_slow_but_in_time_passes(tmp_path: Path) -> None:
    """And the time it took is told."""
    fault = tripping("time.sleep(0.2)", "say(good)")
    found = results(script(tmp_path, fault))
    assert {result.verdict.status for result in found} == {"passed"}
    assert found[TRIP].seconds >= 0.2


def test_a_huge_answer_is_read(tmp_path: Path) -> None:
    """Three million letters in a line, in as many pieces as the machine makes of it."""
    fault = tripping("say({**good, 'note': 'x' * 3_000_000})")
    found = results(script(tmp_path, fault))
    assert {result.verdict.status for result in found} == {"passed"}


def test_blanks_around_an_answer_do_no_harm(tmp_path: Path) -> None:
    """As Windows ends its lines, for one."""
    fault = tripping("write(b' \\t' + json.dumps(good).encode() + b' \\r\\n')")
    found = results(script(tmp_path, fault))
    assert {result.verdict.status for result in found} == {"passed"}


def test_who_says_more_than_one_line_loses_the_next_case(tmp_path: Path) -> None:
    """What stands there before a question can't be the answer to it."""
    fault = tripping("write(json.dumps(good).encode() + b'\\nand so on\\n')")
    lost = one_lost(results(script(tmp_path, fault)), TRIP + 1)
    assert lost.verdict.status == "errored"
    assert "and so on" in lost.verdict.message


def test_who_leaves_after_an_answer_loses_the_next_case_at_once(tmp_path: Path) -> None:
    """Nobody waits for a process that is gone."""
    fault = tripping("say(good)", "os._exit(3)")
    lost = one_lost(results(script(tmp_path, fault), seconds=60), TRIP + 1)
    assert lost.verdict.message == "it ended with exit code 3 without an answer"
    assert lost.seconds < 30


def test_who_does_not_read_a_long_question_is_given_up(tmp_path: Path) -> None:
    """More than a pipe holds; nobody gets stuck in writing it."""
    long = case(1, actions=tuple(["bid a" * 20] * 20_000), expect=(Refuses(0),))
    path = tmp_path / "deaf.py"
    command = script(tmp_path, "def begin():\n    for _ in range(2): pass\n")
    path.write_text("import time; time.sleep(60)", encoding="utf-8")
    pool = Pool(make_starter([*command[:-1], str(path)], GRUDGE), 1)
    (found,) = run(pool, smile.GAME, [long])
    assert found.verdict.message.startswith("it did not answer in 0.5 seconds")
    reading = script(tmp_path, cases=[long])
    assert results(reading, [long])[0].verdict.status == "passed"


def test_many_engines_at_once_give_the_same_results_in_the_same_order(tmp_path: Path) -> None:
    """Each breaks on its own, and the others don't notice."""
    command = script(tmp_path, tripping("os._exit(7)"))
    cases = CASES * 6
    found = results(command, cases, jobs=3)
    assert [result.case for result in found] == list(cases)
    for result in found:
        lost = result.case == CASES[TRIP]
        assert result.verdict.status == ("errored" if lost else "passed")


def test_who_can_not_be_started_loses_each_case(tmp_path: Path) -> None:
    """One by one, and none of them with a traceback."""
    found = results([str(tmp_path / "none")])
    assert [result.verdict.status for result in found] == ["errored"] * len(CASES)
    assert "it can't be started" in found[0].verdict.message


# Wrong counts.

COUNTED: Final = case(
    6,
    actions=("reveal -1 red", "reveal 2", "reveal 2 yellow"),
    expect=(Counts(2, 2),),
    ask={"count": 2},
)


def wrongly(change: Answering) -> Result:
    """Return what becomes of the case with a count by our rules, with changed answers."""

    def handle(request: object) -> object:
        answer = wire.handle(request)
        return answer if answer is None or "seq" not in answer else change(answer)

    (found,) = run_in_order(Pool(lambda: DirectEngine(handle), 1), smile.GAME, [COUNTED])
    assert found.verdict.status == "failed"
    assert found.verdict.message.startswith("the number of sequences of 2 actions is 77, not 2; ")
    return found


def no_second_bid(answer: Json) -> Json:
    """Count wrongly, and know no bid on a card with a bead."""
    if "count" in answer:
        return {**answer, "count": 77}
    (state,) = answer["states"]
    taken = {f"bid {it['slot']}" for it in state["row"] if it["beads"]}
    return {**answer, "states": [{**state, "legal": [*{*state["legal"]} - taken]}]}


def test_a_wrong_count_is_told_with_the_shortest_play_that_shows_why() -> None:
    """It is no longer than the count, and ends where other actions are legal."""
    found = wrongly(no_second_bid)
    bid = (*COUNTED.request.actions, "bid a")
    assert found.play == COUNTED.request._replace(actions=bid, ask="final")
    assert found.request is found.play
    assert found.verdict.after == 4
    told = 'shows why: after 4 actions, /legal is ["back-out a"], not ["back-out a","bid a"]'
    assert told in found.verdict.message
    assert found.answer is not None
    answer: Json = found.answer
    assert answer["states"][0]["legal"] == ["back-out a"]


@pytest.mark.parametrize(
    ("otherwise", "told"),
    [
        (lambda it: it, "all legal actions on the way are right"),
        (lambda it: {"seq": it["seq"], "skipped": True}, "a state, it doesn't say what is refused"),
        (
            lambda _: 1 // 0,
            "the cause is not known: asked for a state, it raised ZeroDivisionError",
        ),
    ],
)
def test_why_a_count_is_wrong_may_not_be_known(otherwise: Answering, told: str) -> None:
    """Then the count alone is told, with the question for it."""
    found = wrongly(lambda it: {**it, "count": 77} if "count" in it else otherwise(it))
    assert told in found.verdict.message
    assert (found.play, found.verdict.after) == (None, None)
    assert found.request is COUNTED.request
    assert found.answer is not None
    assert found.answer["count"] == 77


def test_the_search_for_a_wrong_count_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine may be slow, or the way long."""
    monkeypatch.setattr(runner, "_SEARCH_SECONDS", -1)
    assert "the search took too long" in wrongly(no_second_bid).verdict.message


def test_nothing_is_searched_where_options_are_refused() -> None:
    """There is no play."""
    wrong = {"seq": 1, "refused": {"index": -1}, "count": 1}
    refused = case(99, expect=(Counts(1, 0), Refuses(-1)), ask={"count": 1})
    (found,) = run_in_order(Pool(lambda: DirectEngine(lambda _: wrong), 1), smile.GAME, [refused])
    told = "the number of sequences of 1 actions is 1, not 0"
    assert found.verdict == Verdict("failed", told)


# How engines leave.


def left(command: Sequence[str], seconds: float = SECONDS) -> list[str]:
    """What is said of how they leave, after cases that all pass."""
    pool = Pool(make_starter(command, seconds), 1)
    assert {result.verdict.status for result in run(pool, smile.GAME, CASES)} == {"passed"}
    return pool.faults


def test_an_engine_is_told_to_leave(tmp_path: Path) -> None:
    """With a stop, and then its input ends: either will do."""
    said = tmp_path / "said"
    fault = f"def leave():\n    open({str(said)!r}, 'w').write(repr(sys.stdin.read()))\n"
    assert left(script(tmp_path, f"{fault}    sys.exit(0)")) == []
    assert said.read_text() == "''"
    assert left(script(tmp_path, "def leave():\n    pass")) == []


def test_who_leaves_with_another_code_is_told_of(tmp_path: Path) -> None:
    """All its cases count."""
    faults = left(script(tmp_path, "def leave():\n    sys.exit(1)"))
    assert faults == ["it was told to stop and ended with exit code 1, not with exit code 0"]


STUBBORN: Final = """
def begin():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]{more})
    open({path!r}, "a").write(f"{{os.getpid()}} {{child.pid}}\\n")

def leave():
    time.sleep(60)
"""


def family(path: Path) -> Iterator[tuple[int, int]]:
    """Each engine with its child."""
    for line in path.read_text(encoding="utf-8").splitlines():
        engine, child = line.split()
        yield int(engine), int(child)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it looks for them in /proc")
def test_who_does_not_leave_is_ended_with_its_children(tmp_path: Path) -> None:
    """They hold the pipe, and would keep us waiting."""
    path = tmp_path / "family"
    faults = left(script(tmp_path, STUBBORN.format(path=str(path), more="")))
    assert faults == ["it was told to stop and did not in 1 seconds"]
    ((engine, child),) = family(path)
    assert gone(engine)
    assert gone(child)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it looks for them in /proc")
def test_a_child_that_has_run_away_is_not_waited_for(tmp_path: Path) -> None:
    """It is a session of its own, out of our reach, and holds the pipe still."""
    path = tmp_path / "family"
    begun = time.monotonic()
    more = ", start_new_session=True"
    faults = left(script(tmp_path, STUBBORN.format(path=str(path), more=more)))
    took = time.monotonic() - begun
    ((engine, child),) = family(path)
    os.kill(child, 9)  # the test's own grandchild, that nobody else can end
    assert faults == ["it was told to stop and did not in 1 seconds"]
    assert gone(engine)
    assert took < 30


# Before the cases: is it an engine at all?


def broken(command: Sequence[str], seconds: float = SECONDS) -> str:
    """Why it can't be judged."""
    with pytest.raises(BrokenHarness) as caught:
        introduce(make_starter(command, seconds), smile.GAME)
    return str(caught.value)


def test_an_engine_introduces_itself(tmp_path: Path) -> None:
    """What it says is handed on as it is."""
    assert introduce(make_starter(script(tmp_path), SECONDS), smile.GAME) == {
        "name": "dummy",
        "version": "7.1",
        "language": "cant",
        "games": {"smile": ["2017"]},
    }


HARNESSES: Final[dict[str, tuple[str, str]]] = {
    "it ends at once": ("sys.exit(4)", "it ended with exit code 4 without an answer"),
    "it answers with another version": (
        "def say(value):\n    write(b'{\"version\": 2}\\n')",
        "it speaks version 2 of the protocol, not 1",
    ),
    "its version is true": (
        "def say(value):\n    write(b'{\"version\": true}\\n')",
        "it speaks version true of the protocol, not 1",
    ),
    "it tells no version": (
        "def say(value):\n    write(b'{\"errored\": true}\\n')",
        "it speaks version null of the protocol, not 1",
    ),
    "it has no name": ("del ABOUT['name']", "it introduces itself without its name"),
    "its version is a number": ("ABOUT['version'] = 7", "it introduces itself without its version"),
    "it has no language": ("del ABOUT['language']", "it introduces itself without its language"),
    "it doesn't introduce itself": (
        "ABOUT = 'dummy'",
        "it doesn't introduce itself: the key implementation is missing",
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
        "the first state of a game with all options left alone is skipped: later",
    ),
    "it fails": (
        "ANSWERS = {key: {'errored': True} for key in ANSWERS}",
        "the first state of a game with all options left alone is errored: None",
    ),
    "it has no states": (
        "ANSWERS = {key: {'refused': None} for key in ANSWERS}",
        "is answered, but states is null",
    ),
    "it has an empty trace": (
        "ANSWERS = {key: {'refused': None, 'states': []} for key in ANSWERS}",
        "has to be one state with all keys; missing: actor, auction, discarded",
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


@pytest.mark.parametrize("name", HARNESSES)
def test_a_broken_harness_is_no_broken_rule(name: str, tmp_path: Path) -> None:
    """It is said before the first case, in one line."""
    fault, message = HARNESSES[name]
    found = broken(script(tmp_path, fault))
    assert message in found
    assert "\n" not in found


def test_who_speaks_first_is_no_engine(tmp_path: Path) -> None:
    """Whether it is heard before or after our question."""
    found = broken(script(tmp_path, "write(b'Welcome!\\n')"))
    assert "Welcome!" in found


def test_how_it_leaves_says_nothing_against_its_rules(tmp_path: Path) -> None:
    """It is judged all the same; that it did not leave is told after the cases."""
    command = script(tmp_path, "def leave():\n    sys.exit(1)")
    assert introduce(make_starter(command, SECONDS), smile.GAME)["name"] == "dummy"


# The suite itself.


def test_our_own_rules_pass_every_case() -> None:
    """In this process; and each kind of expectation is among the cases."""
    pool = Pool(make_starter(["direct:fireflies.smile:GAME"], SECONDS), 1)
    cases = load(smile.GAME)
    found = list(run(pool, smile.GAME, cases))
    assert [result.case for result in found] == list(cases)
    assert {(result.case.id, result.verdict) for result in found if result.verdict.message} == set()
    assert {result.verdict.status for result in found} == {"passed"}
    kinds = {type(it) for case in cases for it in case.expect}
    assert kinds == {Holds, Allows, Refuses, Counts}


def test_cases_can_be_judged_one_by_one(tmp_path: Path) -> None:
    """Nothing is asked before somebody wants the result, and nobody is told to leave."""
    pool = Pool(make_starter(script(tmp_path), SECONDS), 1)
    waiting = run_in_order(pool, smile.GAME, CASES)
    assert next(waiting).verdict.status == "passed"
    assert [result.case for result in waiting] == list(CASES[1:])
    pool.stop()
    assert pool.faults == []
