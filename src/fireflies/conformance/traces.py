"""The traces of the cases: every state, as all engines agree on it that were asked.

They lie in ``traces/GAME/``, one file a clause and one line a case: to judge more than what a case
is about, or without Python. ``python -m tests.engines.traces`` writes them.
"""

from collections.abc import Container, Mapping
from importlib import resources

from fireflies._data import loads, mapping
from fireflies.conformance.cases import Case
from fireflies.conformance.judge import (
    Answer,
    Verdict,
    compare,
    counted,
    refused_index,
    states_of,
)
from fireflies.contract import State
from fireflies.games import Game


def load(game: Game[State]) -> dict[str, Mapping[str, object]]:
    """Return the whole answer to each case, by its id."""
    folder = resources.files("fireflies.conformance").joinpath("traces", game.name)
    found: dict[str, Mapping[str, object]] = {}
    paths = (folder.joinpath(f"{clause}.json") for clause in game.clauses)
    for path in [path for path in paths if path.is_file()]:
        for case, answer in mapping(loads(path.read_bytes()), path.name).items():
            found[case] = mapping(answer, f"{path.name}: {case}")
    return found


def follow(
    case: Case,
    answer: Mapping[str, object],
    trace: Mapping[str, object],
    unordered: Container[str],
) -> Verdict:
    """Return whether an answer that passes is the whole trace as well."""
    request, refused = case.request, refused_index(trace)
    count = None if request.length is None else counted(trace)
    states = () if count is not None else states_of(trace)[max(request.first_state(refused), 0) :]
    differs = compare(request, Answer(states, refused, count), answer, unordered)
    if differs is None:
        return Verdict("passed")
    return Verdict("failed", f"by the trace, {differs.message}", differs.after)
