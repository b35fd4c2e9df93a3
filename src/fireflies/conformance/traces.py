"""The traces: the complete answer to each case, on which several engines agree.

They are in ``traces/GAME/``, one file a clause and one line a case. With them an engine can be
compared in every state, and without Python. ``python -m tests.engines.traces`` writes them.
"""

from collections.abc import Container, Mapping
from importlib import resources

from fireflies._data import loads, mapping
from fireflies.conformance.cases import Case
from fireflies.conformance.judge import (
    Answer,
    Verdict,
    compare,
    count_of,
    refused_index,
    states_of,
)
from fireflies.contract import State
from fireflies.games import Game


def load(game: Game[State], main: Container[str]) -> dict[str, Mapping[str, object]]:
    """Return the complete answer to each case of these main clauses, by the id of the case."""
    folder = resources.files("fireflies.conformance").joinpath("traces", game.name)
    traces: dict[str, Mapping[str, object]] = {}
    chosen = (clause.value for clause in game.clauses if clause.value in main)
    paths = (folder.joinpath(f"{clause}.json") for clause in chosen)
    for path in [path for path in paths if path.is_file()]:
        for case, answer in mapping(loads(path.read_bytes()), path.name).items():
            traces[case] = mapping(answer, f"{path.name}: {case}")
    return traces


def follow(
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
