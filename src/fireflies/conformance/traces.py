"""The traces: the complete answer to each case, on which several engines agree.

They are in ``traces/GAME/``, one file a clause and one line a case. With them a test in
any language can compare an engine in every state. ``python -m tests.engines.traces`` writes them.

In a file only the first state of an answer is complete, under ``states``. ``changes`` has an object
for each later one: the values that differ from the state before, by their places (JSON Pointers).
"""

from collections.abc import Container, Mapping
from importlib import resources

from fireflies._data import array, loads, mapping, replaced
from fireflies.conformance.answers import count_of, refused_index, states_of
from fireflies.conformance.cases import Case
from fireflies.conformance.judge import Answer, Verdict, compare
from fireflies.contract import State
from fireflies.games import Game


def load(game: Game[State], main_clauses: Container[str]) -> dict[str, Mapping[str, object]]:
    """Return the complete answer to each case of these main clauses, by the id of the case."""
    folder = resources.files("fireflies.conformance").joinpath("traces", game.name)
    traces: dict[str, Mapping[str, object]] = {}
    chosen = (clause.value for clause in game.clauses if clause.value in main_clauses)
    paths = (folder.joinpath(f"{clause}.json") for clause in chosen)
    for path in [path for path in paths if path.is_file()]:
        for case, answer in mapping(loads(path.read_bytes()), path.name).items():
            traces[case] = expand(mapping(answer, f"{path.name}: {case}"))
    return traces


def expand(written: Mapping[str, object]) -> dict[str, object]:
    """Return an answer with complete states, from the short form that a file has."""
    if "changes" not in written:
        return dict(written)
    states: list[object] = [*states_of(written)]
    for number, changed in enumerate(array(written["changes"], "changes")):
        state = states[-1]
        for place, value in mapping(changed, f"changes {number}").items():
            state = replaced(state, place.split("/")[1:], value)
        states.append(state)
    return {**{key: it for key, it in written.items() if key != "changes"}, "states": states}


def judge_by_trace(
    case: Case,
    answer: Mapping[str, object],
    trace: Mapping[str, object],
    unordered: Container[str],
) -> Verdict:
    """Return the verdict on an answer compared with the complete trace."""
    request, refused = case.request, refused_index(trace)
    count = None if request.length is None else count_of(trace)
    states = () if count is not None else states_of(trace)[max(request.first_state(refused), 0) :]
    difference = compare(request, Answer(states, refused, count), answer, unordered)
    if difference is None:
        return Verdict("passed")
    return Verdict("failed", f"compared with the trace, {difference.message}", difference.after)
