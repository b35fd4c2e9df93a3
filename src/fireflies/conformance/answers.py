"""Read the answers of engines, whose form the schema of answers describes."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from fireflies._data import as_whole, dumps, is_array, is_object
from fireflies.conformance.wire import VERSION
from fireflies.errors import clipped

_TEXTS: Final = ("message", "issue_url", "traceback")


class MalformedAnswer(Exception):
    """The answer violates the protocol, so no rule could be checked."""


def check_form(answer: Mapping[str, object]) -> None:
    """Raise MalformedAnswer when no request could have this answer.

    An answer is an introduction, states, a count, a skip or an error, and only one of them. Other
    keys may be added.
    """
    _check_texts(answer, _TEXTS, "")
    if answer.get("seq") is not None and as_whole(answer["seq"]) is None:
        raise MalformedAnswer(f"seq is {clipped(dumps(answer['seq']))}, which is no whole number")
    for key in ("skipped", "errored"):
        if key in answer and answer[key] is not True:
            raise MalformedAnswer(f"{key} is {clipped(dumps(answer[key]))}, not true")
    if "version" in answer and as_whole(answer["version"]) != VERSION:
        raise MalformedAnswer(f"version is {clipped(dumps(answer['version']))}, not {VERSION}")
    if "implementation" in answer:
        _check_implementation(answer["implementation"])
    refused = refused_index(answer) if "refused" in answer else None
    if is_object(reasons := answer.get("refused")):
        _check_texts(reasons, ("reason", "clause"), "refused: ")
    count = count_of(answer) if "count" in answer else None
    states = states_of(answer) if "states" in answer else None
    found = [*_forms(answer, refused, count, states)]
    if len(found) > 1:
        raise MalformedAnswer(f"it is {' and '.join(found)} at once")
    if not found:
        refused = refused_index(answer)
        if as_whole(answer.get("seq")) is None:
            raise MalformedAnswer(f"seq is {clipped(dumps(answer.get('seq')))}")
        wanted = "0" if refused == -1 else "1 or more"
        raise MalformedAnswer(f"it has {len(states_of(answer))} states, not {wanted}")


def _forms(
    answer: Mapping[str, object],
    refused: int | None,
    count: int | None,
    states: Sequence[object] | None,
) -> list[str]:
    """Return the forms that an answer has."""
    is_numbered = as_whole(answer.get("seq")) is not None
    judges = is_numbered and "refused" in answer
    return [
        name
        for name, is_there in (
            ("an introduction", "version" in answer and "implementation" in answer),
            ("states", judges and states is not None and bool(states) == (refused != -1)),
            ("a count", judges and count is not None),
            ("a skip", is_numbered and "skipped" in answer),
            ("an error", "seq" in answer and "errored" in answer),
        )
        if is_there
    ]


def _check_texts(found: Mapping[str, object], keys: Sequence[str], place: str) -> None:
    """Raise MalformedAnswer unless the values of these keys are texts; a key may be missing."""
    for key in keys:
        if not isinstance(found.get(key, ""), str):
            raise MalformedAnswer(f"{place}{key} is {clipped(dumps(found[key]))}, which is no text")


def _check_implementation(about: object) -> None:
    """Raise MalformedAnswer unless this is the ``implementation`` of an answer to start."""
    if not is_object(about):
        raise MalformedAnswer(f"implementation is {clipped(dumps(about))}, which is no object")
    for key in ("name", "version", "language"):
        if not isinstance(about.get(key), str) or not about[key]:
            raise MalformedAnswer(f"its implementation has no text under {key}")
    _check_texts(about, ("homepage", "issues"), "implementation: ")
    games = about.get("games")
    if not is_object(games) or not all(map(_are_editions, games.values())):
        problem = "which is no object with lists of editions"
        raise MalformedAnswer(f"implementation: games is {clipped(dumps(games))}, {problem}")


def _are_editions(value: object) -> bool:
    return is_array(value) and bool(value) and all(isinstance(one, str) for one in value)


def refused_index(answer: Mapping[str, object]) -> int | None:
    """Return the index of the refused action in an answer; None when nothing is refused.

    Raises:
        MalformedAnswer: when the answer has no valid ``refused``.
    """
    if "refused" not in answer:
        raise MalformedAnswer("it doesn't say what is refused")
    refused = answer["refused"]
    if refused is None:
        return None
    index = as_whole(refused.get("index")) if is_object(refused) else None
    if index is None or index < -1:
        raise MalformedAnswer(f"refused is {clipped(dumps(refused))}")
    return index


def states_of(answer: Mapping[str, object]) -> Sequence[Mapping[str, object]]:
    """Return the states of an answer.

    Raises:
        MalformedAnswer: when ``states`` is not a list of objects.
    """
    states = answer.get("states")
    if not is_array(states) or not all(map(is_object, states)):
        raise MalformedAnswer(f"states is {clipped(dumps(states))}")
    return cast("list[dict[str, object]]", states)


def count_of(answer: Mapping[str, object]) -> int:
    """Return the number of sequences in an answer.

    Raises:
        MalformedAnswer: when ``count`` is not a whole number from 0.
    """
    count = as_whole(answer.get("count"))
    if count is None or count < 0:
        raise MalformedAnswer(f"count is {clipped(dumps(answer.get('count')))}")
    return count


def engine_message(answer: Mapping[str, object]) -> str:
    """Return the reason that an engine gives for a skip or an error."""
    words = (answer.get(key) for key in _TEXTS)
    return clipped(" ".join(word for word in words if isinstance(word, str)) or "no reason given")
