"""The two states at a difference: that of the rules, that of the engine, and both as rows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from fireflies._data import dumps, is_array, is_object
from fireflies.conformance import wire
from fireflies.conformance.answers import MalformedAnswer, refused_index, states_of
from fireflies.conformance.cases import Request
from fireflies.conformance.judge import mismatch, sort_unordered
from fireflies.conformance.lines import RunRequest
from fireflies.conformance.runner import Result
from fireflies.contract import State
from fireflies.games import Game

Json = Mapping[str, object]


class Row(NamedTuple):
    """One part of both states, as text; a side that lacks the part is empty."""

    label: str
    differs: bool
    rules: str
    engine: str


def engine_state(result: Result) -> Json | None:
    """Return the engine's state at the difference, empty if it gave none; None without an answer.

    An engine that refuses an action too early answers with an earlier state than the requested
    ones: then it is its last state.
    """
    after = result.verdict.after
    if after is None or result.answer is None:
        return None
    try:
        return _state_of(result.request, after, result.answer)
    except MalformedAnswer:
        return None


def rules_state(game: Game[State], request: Request, after: int) -> Json:
    """Return the state of the rules after ``after`` actions of a play, or the last one."""
    whole = request._replace(ask="trace")
    answer = wire.handle(RunRequest(cmd="run", seq=0, case=whole.to_json()), {game.name: game})
    return _state_of(whole, after, answer or {})


def _state_of(request: Request, after: int, answer: Json) -> Json:
    """Return the state after ``after`` actions in an answer, or the one nearest to it."""
    if not (states := states_of(answer)):
        return {}
    index = min(after - request.first_state(refused_index(answer)), len(states) - 1)
    return states[max(index, 0)]  # an engine may refuse an action after the last one


def rows(ours: Json, theirs: Json, unordered: Sequence[str], longest: int) -> Iterator[Row]:
    """Yield the rows of two states; an object with more than ``longest`` characters gets several.

    Arrays under the ``unordered`` keys are sorted.
    """
    left, right = (dict(_parts(sort_unordered(it, unordered))) for it in (ours, theirs))
    for label in {**left, **right}:
        for name, one, other in _split(label, _at(left, label), _at(right, label), longest):
            texts = [plain(it[0]) if it else "" for it in (one, other)]
            yield Row(name, mismatch(one, other) is not None, *texts)


def _split(
    label: str, rules_values: list[object], engine_values: list[object], longest: int
) -> Iterator[tuple[str, list[object], list[object]]]:
    """Yield one row, or several rows when the values are long objects.

    A list of values has one value, or none when that side has no such key. The first of several
    rows has the equal parts; each later one has a key with a difference. An object is long when
    its text in the state of the rules has more than ``longest`` characters.
    """
    one, other = (it[0] if it else None for it in (rules_values, engine_values))
    if not is_object(one) or not is_object(other) or len(plain(one)) <= longest:
        yield label, rules_values, engine_values
        return
    pairs = {key: (_at(one, key), _at(other, key)) for key in {**one, **other}}
    different = [key for key, (left, right) in pairs.items() if mismatch(left, right) is not None]
    equal: list[object] = [{key: one[key] for key in one if key not in different}]
    yield label, equal, equal
    yield from ((f"- {key}", *pairs[key]) for key in different)


def _at(table: Mapping[str, object], key: str) -> list[object]:
    """Return a list with the value of a key; an empty list when the key is missing."""
    return [table[key]] if key in table else []


def _parts(state: object) -> Iterator[tuple[str, object]]:
    """Yield the parts of a state: label and value."""
    for key, value in state.items() if is_object(state) else ():
        if is_array(value) and value and is_object(value[0]):
            yield from ((f"{key} {number}", part) for number, part in enumerate(value))
        else:
            yield key, value


def plain(value: object) -> str:
    """Return a JSON value as text without quotes and braces."""
    if is_object(value):
        return ", ".join(f"{key} {plain(part)}" for key, part in value.items())
    if is_array(value):
        return "[" + ", ".join(map(plain, value)) + "]"
    return value if isinstance(value, str) else dumps(value)
