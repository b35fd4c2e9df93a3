"""Holds an engine's answer against what a case expects."""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, cast

from fireflies._data import dumps, is_array, is_object
from fireflies.conformance.cases import Allows, Case, Counts, Holds, in_order
from fireflies.errors import clipped

Status: TypeAlias = Literal["passed", "failed", "errored", "skipped"]

_MISSING: Final = object()
_INDEX: Final = re.compile("0|[1-9][0-9]{0,5}")


class Verdict(NamedTuple):
    """What became of a case."""

    status: Status
    message: str = ""
    """What was expected and what came instead; or why it was skipped or errored."""
    after: int | None = None
    """The state in which the difference shows: the number of actions before it."""


class MalformedAnswer(Exception):
    """An answer that is not as the wire says: no rule was judged by it."""


def judge(case: Case, answer: Mapping[str, object]) -> Verdict:
    """Whether the answer is what the case expects; the first difference if not."""
    if answer.get("skipped") is True:
        return Verdict("skipped", _said(answer))
    if answer.get("errored") is True:
        return Verdict("errored", f"the engine says that it failed: {_said(answer)}")
    try:
        return next(_differences(case, answer), Verdict("passed"))
    except MalformedAnswer as error:
        return Verdict("errored", f"the answer is not as the wire says: {error}")


def _said(answer: Mapping[str, object]) -> str:
    """The engine's own words about it."""
    words = (answer.get(key) for key in ("message", "issue_url", "traceback"))
    return clipped(" ".join(word for word in words if isinstance(word, str)) or "no reason given")


def _differences(case: Case, answer: Mapping[str, object]) -> Iterator[Verdict]:
    """Where the answer is not what is expected, first things first."""
    refused, wanted = refused_index(answer), case.refused
    if refused != wanted:
        yield Verdict(
            "failed",
            refusals(case.actions, wanted, refused, answer),
            _reached(wanted, refused),
        )
    if isinstance(count := case.expect[0], Counts):
        number = counted(answer)
        if number != count.number:
            what = f"sequences of {count.length} actions"
            yield Verdict("failed", f"{count.number} {what} are possible, not {number}")
        return
    states = states_of(answer)
    needed = 1 if case.ask == "final" and wanted != -1 else _states_after(case, wanted)
    if len(states) != needed:
        raise MalformedAnswer(f"{len(states)} states where there are {needed}")
    for it in case.expect:
        if isinstance(it, Holds | Allows):
            state = states[-1 if case.ask == "final" else it.after]
            if isinstance(it, Holds):
                problem = _holds(it, state, case.unordered)
            else:
                problem = _allows(it, state)
            if problem:
                yield Verdict("failed", f"after {it.after} actions, {problem}", it.after)


def _states_after(case: Case, refused: int | None) -> int:
    """How many states a trace has; none when the options are refused."""
    return 1 + (len(case.actions) if refused is None else refused)


def _reached(wanted: int | None, refused: int | None) -> int | None:
    """The number of actions before the first one that only one side refuses."""
    indexes = [index for index in (wanted, refused) if index is not None]
    return max(min(indexes), 0)


def refusals(
    actions: Sequence[str], wanted: int | None, refused: int | None, answer: Mapping[str, object]
) -> str:
    """Who refuses what, in words, with the engine's own reason if it gives one."""
    if refused is None:
        return f"the rules refuse {_named(actions, wanted)}, the engine does not"
    if wanted is None:
        return f"the rules accept {_named(actions, refused)}, the engine does not{_why(answer)}"
    theirs = f"the engine {_named(actions, refused)}{_why(answer)}"
    return f"the rules refuse {_named(actions, wanted)}, {theirs}"


def _named(actions: Sequence[str], index: int | None) -> str:
    """What an index stands for."""
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


def _holds(it: Holds, state: Mapping[str, object], unordered: Container[str]) -> str | None:
    """Return what is wrong in a place."""
    key = it.at.rpartition("/")[2]
    found = value_at(state, it.at)
    if found is _MISSING:
        return f"there is no {it.at}, where {dumps(it.value)} is expected"
    if agrees(it.value, found, unordered, key):
        return None
    return f"{it.at} is {clipped(dumps(found))}, not {dumps(it.value)}"


def _allows(it: Allows, state: Mapping[str, object]) -> str | None:
    """What is wrong among the legal actions."""
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


def value_at(state: object, pointer: str) -> object:
    """The value in a place, or something that equals nothing."""
    for part in pointer.split("/")[1:]:
        if is_array(state) and _INDEX.fullmatch(part) and int(part) < len(state):
            state = state[int(part)]
        elif is_object(state) and part in state:
            state = state[part]
        else:
            return _MISSING
    return state


def agrees(wanted: object, found: object, unordered: Container[str] = (), key: str = "") -> bool:
    """Return whether what was found is what is wanted.

    True is not 1; an array may be in any order where its key is among the unordered ones; an object
    may have keys that nobody asked for.
    """
    if is_array(wanted):
        return is_array(found) and _has_same(wanted, found, unordered, key)
    if is_object(wanted):
        return is_object(found) and _has_all(wanted, found, unordered)
    return wanted == found and (type(wanted) is bool) == (type(found) is bool)


def _has_all(
    wanted: Mapping[str, object], found: Mapping[str, object], unordered: Container[str]
) -> bool:
    """Return whether an object has all that is wanted."""
    for key, part in wanted.items():
        other = found.get(key, _MISSING)
        # Most numbers are the same object, and this is asked for each of millions of states.
        if part is other:
            continue
        if part != other if type(part) is str else not agrees(part, other, unordered, key):
            return False
    return True


def _has_same(
    wanted: Sequence[object], found: Sequence[object], unordered: Container[str], key: str
) -> bool:
    """Return whether an array has the same, in the same order if that matters."""
    if len(wanted) != len(found):
        return False
    if not wanted or type(wanted[0]) is str:
        # Most arrays are of texts, which equal nothing but themselves.
        return wanted == found or (key in unordered and _sorted(wanted) == _sorted(found))
    for one, other in zip(wanted, found, strict=True):
        if one is not other and not agrees(one, other, unordered):
            return False
    return True


def _sorted(values: Sequence[object]) -> list[object]:
    """The same in an order that depends on the values alone."""
    return sorted(values, key=repr)


def parted(
    ours: object, theirs: object, unordered: Container[str], at: str = ""
) -> tuple[str, object, object] | None:
    """Return the first place in which two states differ, with what is there.

    Keys beyond ours are no difference.
    """
    if is_object(ours) and is_object(theirs):
        for key, value in ours.items():
            if key not in theirs:
                return f"{at}/{key}", value, None
            if (found := parted(value, theirs[key], unordered, f"{at}/{key}")) is not None:
                return found
        return None
    key = at.rpartition("/")[2]
    if is_array(ours) and key not in unordered and any(map(is_object, ours)):
        if is_array(theirs) and len(ours) == len(theirs):
            for index, (one, other) in enumerate(zip(ours, theirs, strict=True)):
                if (found := parted(one, other, unordered, f"{at}/{index}")) is not None:
                    return found
            return None
        return at, ours, theirs
    return None if agrees(ours, theirs, unordered, key) else (at, ours, theirs)


def departure(
    wanted: object, found: object, unordered: Container[str]
) -> tuple[str, object, object, str] | None:
    """Return where a state is not the one that is wanted: place, both values, and words for it."""
    if agrees(wanted, found, unordered):
        return None
    states = in_order(wanted, unordered), in_order(found, unordered)
    at, ours, theirs = parted(*states, unordered) or ("", wanted, found)
    return at, ours, theirs, f"{at} is {clipped(dumps(theirs))}, not {clipped(dumps(ours))}"


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
