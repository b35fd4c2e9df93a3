"""Compares answers: an engine's with what a case expects, or with the whole answer of the rules."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, cast

from fireflies._data import dumps, is_array, is_object
from fireflies.conformance.cases import Allows, Case, Counts, Holds, Request
from fireflies.errors import clipped

Status: TypeAlias = Literal["passed", "failed", "errored", "skipped"]

MISSING: Final = object()
"""Stands for a value that is not there; it equals nothing."""

_INDEX: Final = re.compile("0|[1-9][0-9]{0,5}")


class Verdict(NamedTuple):
    """What became of a case."""

    status: Status
    message: str = ""
    """What was expected and what came instead; or why it was skipped or errored."""
    after: int | None = None
    """The state in which the difference shows: the number of actions before it."""


class Mismatch(NamedTuple):
    """The first place in which a value is not the one that is wanted."""

    at: str
    """A JSON Pointer, from the value on."""
    wanted: object
    found: object
    """MISSING when there is nothing in this place."""

    def describe(self) -> str:
        """Return it in words: the place, what is there, and what should be."""
        if self.found is MISSING:
            return f"there is no {self.at}, where {clipped(dumps(self.wanted))} is expected"
        found = clipped(dumps(self.found))
        return f"{self.at} is {found}, not {clipped(dumps(self.wanted))}"


class Answer(NamedTuple):
    """The whole answer to a request, as the rules have it."""

    states: Iterable[Mapping[str, object]]
    """Those that were asked for; none where a count was."""
    refused: int | None
    """The index of the refused action; -1 are the options."""
    number: int | None = None
    """The number of sequences; None where none is asked for, or none is known."""


class Difference(NamedTuple):
    """The first difference between two answers to one request."""

    after: int
    """The number of actions before it."""
    at: str
    """A JSON Pointer into the STATE; or ``refused``, or ``count``."""
    wanted: object
    found: object
    message: str


class MalformedAnswer(Exception):
    """An answer that is not as the wire says: no rule was judged by it."""


# Values.


def mismatch(
    wanted: object, found: object, unordered: Container[str] = (), key: str = ""
) -> Mismatch | None:
    """Return the first place in which a value is not the one that is wanted; None if it is.

    True is not 1, but 1.0 is, as in JSON. An array under one of the unordered keys may be in any
    order. An object may have keys that nobody asked for. ``key`` is where the value stands.
    """
    if is_object(wanted):
        return _in_object(wanted, found, unordered)
    if is_array(wanted):
        return _in_array(wanted, found, unordered, key)
    same = wanted == found and (type(wanted) is bool) == (type(found) is bool)
    return None if same else Mismatch("", wanted, found)


def _in_object(
    wanted: Mapping[str, object], found: object, unordered: Container[str]
) -> Mismatch | None:
    if not is_object(found):
        return Mismatch("", wanted, found)
    for key, part in wanted.items():
        other = found.get(key, MISSING)
        # Equal numbers and texts are told at once: this is asked for each of millions of states.
        if part is other or (type(part) is str and part == other):
            continue
        if (inner := mismatch(part, other, unordered, key)) is not None:
            return inner._replace(at=f"/{key}{inner.at}")
    return None


def _in_array(
    wanted: Sequence[object], found: object, unordered: Container[str], key: str
) -> Mismatch | None:
    if not is_array(found) or len(wanted) != len(found):
        return Mismatch("", wanted, found)
    if key in unordered:
        return None if _same_values(wanted, found, unordered) else Mismatch("", wanted, found)
    for index, (part, other) in enumerate(zip(wanted, found, strict=True)):
        if part is other or (type(part) is str and part == other):
            continue
        if (inner := mismatch(part, other, unordered)) is not None:
            # A short list of numbers or texts is read at one glance, and so told as a whole.
            nested = any(is_object(it) or is_array(it) for it in wanted)
            return (
                inner._replace(at=f"/{index}{inner.at}") if nested else Mismatch("", wanted, found)
            )
    return None


def _same_values(
    wanted: Sequence[object], found: Sequence[object], unordered: Container[str]
) -> bool:
    """Return whether two arrays of one length have the same values, in any order."""
    if {*map(type, wanted)} <= {str}:
        return wanted == found or sorted(wanted, key=repr) == sorted(found, key=repr)
    left = [*found]
    for part in wanted:
        place = (index for index, it in enumerate(left) if mismatch(part, it, unordered) is None)
        if (index := next(place, None)) is None:
            return False
        del left[index]
    return True


def in_order(value: object, unordered: Container[str], key: str = "") -> object:
    """Return the value with every array sorted that is in any order, for a person to compare."""
    if is_object(value):
        return {name: in_order(part, unordered, name) for name, part in value.items()}
    if is_array(value):
        parts = [in_order(part, unordered) for part in value]
        return sorted(parts, key=repr) if key in unordered else parts
    return value


def value_at(state: object, pointer: str) -> object:
    """Return the value in a place; MISSING where there is none."""
    for part in pointer.split("/")[1:]:
        if is_array(state) and _INDEX.fullmatch(part) and int(part) < len(state):
            state = state[int(part)]
        elif is_object(state) and part in state:
            state = state[part]
        else:
            return MISSING
    return state


# Answers.


def compare(
    request: Request, wanted: Answer, answer: Mapping[str, object], unordered: Container[str]
) -> Difference | None:
    """Return the first difference of an engine's answer from the whole one that is wanted.

    Raises:
        MalformedAnswer: when the answer is not as the wire says.
    """
    refused = refused_index(answer)
    first = request.first_state(wanted.refused)
    if request.length is None and first == request.first_state(refused):
        found = states_of(answer)
        for after, (one, other) in enumerate(zip(wanted.states, found, strict=False), first):
            if (differs := mismatch(one, other, unordered)) is not None:
                shown = Mismatch(
                    differs.at,
                    *(in_order(it, unordered, differs.at.rpartition("/")[2]) for it in differs[1:]),
                )
                return Difference(after, *shown, f"after {after} actions, {shown.describe()}")
        if refused == wanted.refused:
            _check_number(request, refused, found)
    if refused != wanted.refused:
        after = first_refusal(wanted.refused, refused)
        told = refusals(request.actions, wanted.refused, refused, answer)
        return Difference(after, "refused", wanted.refused, refused, told)
    if request.length is not None and wanted.number is not None:
        number = counted(answer)
        if number != wanted.number:
            after = len(request.actions) if refused is None else max(refused, 0)
            told = count_words(request.length, wanted.number, number)
            return Difference(after, "count", wanted.number, number, told)
    return None


def count_words(length: int, wanted: int, found: int) -> str:
    """Return in words that an engine counts something else than the rules."""
    return f"the number of sequences of {length} actions is {found}, not {wanted}"


def _check_number(request: Request, refused: int | None, states: Sequence[object]) -> None:
    """Raise MalformedAnswer where an answer has not as many states as were asked for."""
    if len(states) != (needed := request.states(refused)):
        raise MalformedAnswer(f"{len(states)} states where there are {needed}")


def refusals(
    actions: Sequence[str], wanted: int | None, refused: int | None, answer: Mapping[str, object]
) -> str:
    """Return in words which side refuses what, with the engine's reason if it gives one."""
    if refused is None:
        return f"the rules refuse {_named(actions, wanted)}, the engine does not"
    if wanted is None:
        return f"the rules accept {_named(actions, refused)}, the engine does not{_why(answer)}"
    theirs = f"the engine {_named(actions, refused)}{_why(answer)}"
    return f"the rules refuse {_named(actions, wanted)}, {theirs}"


def _named(actions: Sequence[str], index: int | None) -> str:
    """Return in words what an index of a refusal stands for."""
    if index == -1:
        return "these options"
    known = dict(enumerate(actions))
    named = repr(known[index]) if index in known else "something else"
    return f"{named} (index {index})"


def _why(answer: Mapping[str, object]) -> str:
    """The engine's own reason for refusing."""
    refused = answer.get("refused")
    given = (refused.get(key) for key in ("clause", "reason")) if is_object(refused) else ()
    words = ": ".join(word for word in given if isinstance(word, str))
    return f" ({clipped(words)})" if words else ""


def refused_index(answer: Mapping[str, object]) -> int | None:
    """The index that an answer says is refused."""
    if "refused" not in answer:
        raise MalformedAnswer("it doesn't say what is refused")
    refused = answer["refused"]
    if refused is None:
        return None
    index = refused.get("index") if is_object(refused) else None
    if isinstance(index, bool) or not isinstance(index, int):
        raise MalformedAnswer(f"refused is {clipped(dumps(refused))}")
    return index


def states_of(answer: Mapping[str, object]) -> Sequence[Mapping[str, object]]:
    """The states of an answer."""
    states = answer.get("states")
    if not is_array(states) or not all(map(is_object, states)):
        raise MalformedAnswer(f"states is {clipped(dumps(states))}")
    return cast("list[dict[str, object]]", states)


def counted(answer: Mapping[str, object]) -> int:
    """The number of sequences of an answer."""
    count = answer.get("count")
    if isinstance(count, bool) or not isinstance(count, int):
        raise MalformedAnswer(f"count is {clipped(dumps(count))}")
    return count


# Cases.


def judge(case: Case, answer: Mapping[str, object], unordered: Container[str]) -> Verdict:
    """Return whether the answer is what the case expects; the first difference if not.

    The arrays under the unordered keys of a STATE may be in any order.
    """
    if answer.get("skipped") is True:
        return Verdict("skipped", said(answer))
    if answer.get("errored") is True:
        return Verdict("errored", f"the engine says that it failed: {said(answer)}")
    try:
        return next(_differences(case, answer, unordered), Verdict("passed"))
    except MalformedAnswer as error:
        return Verdict("errored", f"the answer is not as the wire says: {error}")


def said(answer: Mapping[str, object]) -> str:
    """Return why an engine skips or fails, in its own words."""
    words = (answer.get(key) for key in ("message", "issue_url", "traceback"))
    return clipped(" ".join(word for word in words if isinstance(word, str)) or "no reason given")


def _differences(
    case: Case, answer: Mapping[str, object], unordered: Container[str]
) -> Iterator[Verdict]:
    """Yield each thing that is not as the case expects it, a refusal first."""
    request, wanted = case.request, case.refused
    refused = refused_index(answer)
    if refused != wanted:
        told = refusals(request.actions, wanted, refused, answer)
        yield Verdict("failed", told, first_refusal(wanted, refused))
    states = states_of(answer) if request.length is None else ()
    if request.length is None:
        _check_number(request, refused, states)
    for it in case.expect:
        if isinstance(it, Counts):
            number = counted(answer)
            if number != it.number:
                yield Verdict("failed", count_words(it.length, it.number, number))
        elif isinstance(it, Holds | Allows):
            state = states[it.after - request.first_state(refused)]
            problem = _holds(it, state, unordered) if isinstance(it, Holds) else _allows(it, state)
            if problem:
                yield Verdict("failed", f"after {it.after} actions, {problem}", it.after)


def first_refusal(wanted: int | None, refused: int | None) -> int:
    """Return the number of actions before the first one that only one side refuses."""
    return max(min(index for index in (wanted, refused) if index is not None), 0)


def _holds(it: Holds, state: Mapping[str, object], unordered: Container[str]) -> str | None:
    """Return what is wrong in a place."""
    found = value_at(state, it.at)
    if mismatch(it.value, found, unordered, it.at.rpartition("/")[2]) is None:
        return None
    return Mismatch(it.at, it.value, found).describe()


def _allows(it: Allows, state: Mapping[str, object]) -> str | None:
    """Return in words how the lists of legal actions differ."""
    legal = state.get("legal")
    if legal is None and "legal" in state and not it.legal:
        return None  # nothing is shown, so nothing is shown as legal
    if not isinstance(legal, list):
        return f"/legal is {clipped(dumps(legal))}, and no list of actions"
    for action in it.legal:
        if action not in legal:
            return f"{action!r} is not among the legal actions"
    for action in it.illegal:
        if action in legal:
            return f"{action!r} is among the legal actions"
    return None
