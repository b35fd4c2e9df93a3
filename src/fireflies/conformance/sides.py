"""The two states at a difference: that of the rules, that of the engine, and both as rows."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fireflies._data import dumps, is_array, is_object
from fireflies.conformance import wire
from fireflies.conformance.answers import MalformedAnswer, refused_index, states_of
from fireflies.conformance.cases import Request
from fireflies.conformance.judge import Keys, keys_of, mismatch, sort_unordered
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


def rows(game: Game[Any], ours: Json, theirs: Json, longest: int) -> Iterator[Row]:
    """Yield the rows of two states; an object with more than ``longest`` characters gets several.

    Arrays that may be in any order are sorted.
    """
    keys = keys_of(game)
    left, right = (dict(_parts(sort_unordered(it, keys.unordered))) for it in (ours, theirs))
    for label in {**left, **right}:
        sides = _at(left, label), _at(right, label)
        for name, differs, one, other in _split(label, *sides, longest, keys):
            yield Row(name, differs, *[plain(it[0]) if it else "" for it in (one, other)])


def _split(
    label: str, rules_values: list[object], engine_values: list[object], longest: int, keys: Keys
) -> Iterator[tuple[str, bool, list[object], list[object]]]:
    """Yield one row, or several rows when the values are long objects, and whether it differs.

    A list of values has one value, or none when that side has no such key. The first of several
    rows has the equal parts; each later one has a key with a difference. An object is long when
    its text in the state of the rules has more than ``longest`` characters.
    """
    one, other = (it[0] if it else None for it in (rules_values, engine_values))
    if not is_object(one) or not is_object(other) or len(plain(one)) <= longest:
        yield label, _differ(rules_values, engine_values, keys, label), rules_values, engine_values
        return
    pairs = {key: (_at(one, key), _at(other, key)) for key in {**one, **other}}
    different = [key for key, both in pairs.items() if _differ(*both, keys, key)]
    equal: list[object] = [{key: one[key] for key in one if key not in different}]
    yield label, False, equal, equal
    yield from ((f"- {key}", True, *pairs[key]) for key in different)


def _differ(ours: list[object], theirs: list[object], keys: Keys, key: str) -> bool:
    """Return whether two lists of at most one value differ, where ``key`` is that of the value."""
    pairs = zip(ours, theirs, strict=False)
    return len(ours) != len(theirs) or any(mismatch(*it, keys, key) is not None for it in pairs)


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
