"""The full traces of the cases: every state, where all engines that were asked agree on each.

They lie in ``traces/GAME/``, one file a clause and one line a case, for who wants to judge more
than what a case is about, or has no Python. ``python -m tests.engines.traces`` writes them.
"""

from collections.abc import Mapping
from importlib import resources

from fireflies._data import is_array, is_object, loads, mapping
from fireflies.conformance.cases import Case
from fireflies.conformance.judge import Verdict, agrees, departure
from fireflies.contract import State
from fireflies.games import Game


def load(game: Game[State]) -> dict[str, Mapping[str, object]]:
    """The answer that engines agree on, by the id of the case."""
    folder = resources.files("fireflies.conformance").joinpath("traces", game.name)
    found: dict[str, Mapping[str, object]] = {}
    paths = (folder.joinpath(f"{clause}.json") for clause in game.clauses)
    for path in [path for path in paths if path.is_file()]:
        for case, answer in mapping(loads(path.read_bytes()), path.name).items():
            found[case] = mapping(answer, f"{path.name}: {case}")
    return found


def follow(case: Case, answer: Mapping[str, object], trace: Mapping[str, object]) -> Verdict:
    """Whether an answer that passes is the whole trace as well."""
    for key, wanted in trace.items():
        found = answer.get(key)
        if key != "states" or not is_array(wanted) or not is_array(found):
            if not _same(wanted, found):
                return Verdict("failed", f"its {key} is not that of the trace")
            continue
        states = wanted if case.ask == "trace" else wanted[-1:]
        for index, (one, other) in enumerate(zip(states, found, strict=False)):
            if (departed := departure(one, other, case.unordered)) is not None:
                after = index if case.ask == "trace" else len(wanted) - 1
                told = f"by the trace, after {after} actions, {departed[-1]}"
                return Verdict("failed", told, after)
    return Verdict("passed")


def _same(wanted: object, found: object) -> bool:
    """Whether an answer's count or refusal is that of the trace; a reason is the engine's own."""
    if is_object(wanted) and is_object(found):
        return agrees(wanted.get("index"), found.get("index"))
    return agrees(wanted, found)
