"""Compare an engine's answer with the expectations of a case, or with the answer of the rules."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from fireflies._data import MISSING, dumps, is_array, is_object, value_at
from fireflies.conformance.answers import (
    MalformedAnswer,
    count_of,
    engine_message,
    refused_index,
    states_of,
)
from fireflies.conformance.cases import Allows, Case, Counts, Holds, Request
from fireflies.errors import clipped
from fireflies.games import Game

Status: TypeAlias = Literal["passed", "failed", "errored", "skipped"]


_VALUES: Final = 3
"""The most values of a long array that a message shows for each side."""
_VALUE: Final = 200
"""The most characters of such a value; an action with the names of a usual box is shorter."""


class Verdict(NamedTuple):
    """The result of comparing an answer with its case."""

    status: Status
    message: str = ""
    """The difference; or the reason why the case was skipped or errored."""
    after: int | None = None
    """The index of the state with the difference: the number of actions before it."""


class Mismatch(NamedTuple):
    """The first place in which two JSON values differ."""

    at: str
    """A JSON Pointer, relative to the compared values."""
    wanted: object
    """The expected value in this place."""
    found: object
    """The engine's value; MISSING when the place does not exist."""

    def describe(self) -> str:
        """Return a message with the place, the value found and the value wanted."""
        if self.found is MISSING:
            return f"there is no {self.at}, where {clipped(dumps(self.wanted))} is expected"
        found, wanted = dumps(self.found), dumps(self.wanted)
        shown = f"is {clipped(found)}, not {clipped(wanted)}"
        if is_array(self.found) and is_array(self.wanted) and f"is {found}, not {wanted}" != shown:
            shown = _describe_values(self.wanted, self.found) or shown
        return f"{self.at} {shown}"


def _describe_values(wanted: Sequence[object], found: Sequence[object]) -> str:
    """Return a message with the values that only one of two arrays has; empty if there are none."""
    one, other = (Counter(dumps(it, sort_keys=True) for it in values) for values in (found, wanted))
    sides = {"wrongly has": one - other, "lacks": other - one}
    return " and ".join(f"{verb} {_few(side)}" for verb, side in sides.items() if side)


def _few(texts: Counter[str]) -> str:
    """Return the first of some texts, and the number of the others."""
    shown = ", ".join(clipped(text, _VALUE) for text in islice(texts.elements(), _VALUES))
    more = texts.total() - _VALUES
    return f"{shown} and {more} more" if more > 0 else shown


class Answer(NamedTuple):
    """The complete answer of the rules to a request."""

    states: Iterable[Mapping[str, object]]
    """The requested states; empty when a count is requested."""
    refused: int | None
    """The index of the refused action; -1 for the options; None when nothing is refused."""
    number: int | None = None
    """The number of sequences; None when it is not requested or not known."""


class Difference(NamedTuple):
    """The first difference between two answers to one request."""

    after: int
    """The number of actions before it."""
    at: str
    """A JSON Pointer into the STATE, or a word: ``refused``, ``count``, or the explorer's own.

    The explorer adds ``answer``, ``errored``, ``fault`` and ``skipped``: there was no answer to
    compare.
    """
    wanted: object
    found: object
    message: str


# Values.


class Keys(NamedTuple):
    """The keys of a STATE whose values are compared in a way of their own."""

    unordered: Container[str] = ()
    """The keys of arrays that may be in any order."""
    mappings: Container[str] = ()
    """The keys of objects that may not have more keys than wanted."""


_PLAIN: Final = Keys()


def keys_of(game: Game[Any]) -> Keys:
    """Return the keys that a game lists."""
    return Keys(game.unordered, game.mappings)


def mismatch(wanted: object, found: object, keys: Keys = _PLAIN, key: str = "") -> Mismatch | None:
    """Return the first place in which two JSON values differ, or None.

    1 equals 1.0, but not True, as in JSON. An array under an unordered key may be in any order. An
    object may have more keys than wanted, but not a mapping. ``key`` is the key of the compared
    value.
    """
    if is_object(wanted):
        return _in_object(wanted, found, keys, key)
    if is_array(wanted):
        return _in_array(wanted, found, keys, key)
    same = wanted == found and (type(wanted) is bool) == (type(found) is bool)
    return None if same else Mismatch("", wanted, found)


def _in_object(
    wanted: Mapping[str, object], found: object, keys: Keys, key: str
) -> Mismatch | None:
    if not is_object(found) or (key in keys.mappings and found.keys() - wanted.keys()):
        return Mismatch("", wanted, found)
    for name, part in wanted.items():
        other = found.get(name, MISSING)
        # A shortcut for equal numbers and texts: millions of states are compared.
        if part is other or (type(part) is str and part == other):
            continue
        if (inner := mismatch(part, other, keys, name)) is not None:
            return inner._replace(at=f"/{name}{inner.at}")
    return None


def _in_array(wanted: Sequence[object], found: object, keys: Keys, key: str) -> Mismatch | None:
    if not is_array(found) or len(wanted) != len(found):
        return Mismatch("", wanted, found)
    if key in keys.unordered:
        return None if _equal_unordered(wanted, found, keys) else Mismatch("", wanted, found)
    for index, (part, other) in enumerate(zip(wanted, found, strict=True)):
        if part is other or (type(part) is str and part == other):
            continue
        if (inner := mismatch(part, other, keys)) is not None:
            # A flat list is short: show it whole.
            nested = any(is_object(it) or is_array(it) for it in wanted)
            return (
                inner._replace(at=f"/{index}{inner.at}") if nested else Mismatch("", wanted, found)
            )
    return None


def _equal_unordered(wanted: Sequence[object], found: Sequence[object], keys: Keys) -> bool:
    """Return whether two arrays of the same length have equal values, in any order."""
    if {*map(type, wanted)} <= {str}:
        return wanted == found or sorted(wanted, key=repr) == sorted(found, key=repr)
    left = [*found]
    for part in wanted:
        place = (index for index, it in enumerate(left) if mismatch(part, it, keys) is None)
        if (index := next(place, None)) is None:
            return False
        del left[index]
    return True


def sort_unordered(value: object, unordered: Container[str], key: str = "") -> object:
    """Return the value with the arrays under ``unordered`` keys sorted, for display."""
    if is_object(value):
        return {name: sort_unordered(part, unordered, name) for name, part in value.items()}
    if is_array(value):
        parts = [sort_unordered(part, unordered) for part in value]
        return sorted(parts, key=repr) if key in unordered else parts
    return value


# Answers.


def compare(
    game: Game[Any], request: Request, wanted: Answer, answer: Mapping[str, object]
) -> Difference | None:
    """Return the first difference between an engine's answer and the wanted one, or None.

    Raises:
        MalformedAnswer: when the answer violates the protocol.
    """
    refused = refused_index(answer)
    first = request.first_state(wanted.refused)
    if request.length is None and first == request.first_state(refused):
        found, keys = states_of(answer), keys_of(game)
        for after, (state, other) in enumerate(zip(wanted.states, found, strict=False), first):
            if (difference := mismatch(state, other, keys)) is not None:
                key = difference.at.rpartition("/")[2]
                values = [sort_unordered(it, game.unordered, key) for it in difference[1:]]
                shown = Mismatch(difference.at, *values)
                return Difference(after, *shown, f"after {after} actions, {shown.describe()}")
        if refused == wanted.refused:
            _check_state_count(request, refused, found)
    if refused != wanted.refused:
        after = first_refusal(wanted.refused, refused)
        message = describe_refusals(request.actions, wanted.refused, refused, answer)
        return Difference(after, "refused", wanted.refused, refused, message)
    if request.length is not None and wanted.number is not None:
        number = count_of(answer)
        if number != wanted.number:
            after = len(request.actions) if refused is None else max(refused, 0)
            message = describe_count(request.length, wanted.number, number)
            return Difference(after, "count", wanted.number, number, message)
    return None


def describe_count(length: int, wanted: int, found: int) -> str:
    """Return the message about a wrong number of sequences."""
    return f"the number of sequences of {length} actions is {found}, not {wanted}"


def _check_state_count(request: Request, refused: int | None, states: Sequence[object]) -> None:
    """Raise MalformedAnswer unless the answer has as many states as requested."""
    if len(states) != (needed := request.state_count(refused)):
        raise MalformedAnswer(f"it has {len(states)} states, not {needed}")


def describe_refusals(
    actions: Sequence[str], wanted: int | None, refused: int | None, answer: Mapping[str, object]
) -> str:
    """Return the message that says which action each side refuses, with the engine's reason."""
    by_rules, by_engine = _describe_index(actions, wanted), _describe_index(actions, refused)
    reason = _engine_reason(answer)
    if refused is None:
        return f"the rules refuse {by_rules}, the engine does not"
    if wanted is None:
        return f"the rules accept {by_engine}, the engine does not{reason}"
    return f"the rules refuse {by_rules}, the engine {by_engine}{reason}"


def _describe_index(actions: Sequence[str], index: int | None) -> str:
    """Return the action or the options that a refused index stands for, for a message."""
    if index == -1:
        return "these options"
    known = dict(enumerate(actions))
    named = repr(known[index]) if index in known else "something else"
    return f"{named} (index {index})"


def _engine_reason(answer: Mapping[str, object]) -> str:
    """Return the engine's reason for a refusal in parentheses, or an empty text."""
    refused = answer.get("refused")
    given = (refused.get(key) for key in ("clause", "reason")) if is_object(refused) else ()
    words = ": ".join(word for word in given if isinstance(word, str))
    return f" ({clipped(words)})" if words else ""


# Cases.


def judge(game: Game[Any], case: Case, answer: Mapping[str, object]) -> Verdict:
    """Return the verdict on an answer: passed, or the first difference from the case."""
    if answer.get("skipped") is True:
        return Verdict("skipped", engine_message(answer))
    if answer.get("errored") is True:
        return Verdict("errored", f"the engine says that it failed: {engine_message(answer)}")
    try:
        return next(_differences(case, answer, keys_of(game)), Verdict("passed"))
    except MalformedAnswer as error:
        return Verdict("errored", f"the answer violates the protocol: {error}")


def _differences(case: Case, answer: Mapping[str, object], keys: Keys) -> Iterator[Verdict]:
    """Yield each difference from the case, a wrong refusal first."""
    request, wanted = case.request, case.refused
    refused = refused_index(answer)
    if refused != wanted:
        message = describe_refusals(request.actions, wanted, refused, answer)
        yield Verdict("failed", message, first_refusal(wanted, refused))
    states = states_of(answer) if request.length is None else ()
    if request.length is None:
        _check_state_count(request, refused, states)
    for expected in case.expect:
        if isinstance(expected, Counts):
            number = count_of(answer)
            if number != expected.number:
                message = describe_count(expected.length, expected.number, number)
                yield Verdict("failed", message)
        elif isinstance(expected, Holds | Allows):
            after = expected.after
            state = states[after - request.first_state(refused)]
            if isinstance(expected, Holds):
                problem = _check_value(expected, state, keys)
            else:
                problem = _check_legal(expected, state)
            if problem:
                yield Verdict("failed", f"after {after} actions, {problem}", after)
    yield from _unlisted(request, refused, states)


def _unlisted(
    request: Request, refused: int | None, states: Sequence[Mapping[str, object]]
) -> Iterator[Verdict]:
    """Yield where ``legal`` has the next action, but it is refused, or lacks an accepted one."""
    for after, state in enumerate(states, request.first_state(refused)):
        legal, actions = state.get("legal"), request.actions[after : after + 1]
        if actions and is_array(legal) and (actions[0] in legal) == (after == refused):
            found, done = ("is", "refused") if after == refused else ("is not", "accepted")
            message = f"{actions[0]!r} {found} among the legal actions, but it is {done}"
            yield Verdict("failed", f"after {after} actions, {message}", after)


def first_refusal(wanted: int | None, refused: int | None) -> int:
    """Return the number of actions before the first one that the rules or the engine refuse."""
    return max(min(index for index in (wanted, refused) if index is not None), 0)


def _check_value(expected: Holds, state: Mapping[str, object], keys: Keys) -> str | None:
    """Return a message when the value in the expected place is wrong, or None."""
    found = value_at(state, expected.at)
    if mismatch(expected.value, found, keys, expected.at.rpartition("/")[2]) is None:
        return None
    return Mismatch(expected.at, expected.value, found).describe()


def _check_legal(expected: Allows, state: Mapping[str, object]) -> str | None:
    """Return a message when the list of legal actions is wrong, or None."""
    legal = state.get("legal")
    if legal is None and "legal" in state and not expected.legal:
        return None  # the list is hidden, so it contains no illegal action
    if not isinstance(legal, list):
        return f"/legal is {clipped(dumps(legal))}, which is no list of actions"
    for action in expected.legal:
        if action not in legal:
            return f"{action!r} is not among the legal actions"
    for action in expected.illegal:
        if action in legal:
            return f"{action!r} is among the legal actions"
    return None
