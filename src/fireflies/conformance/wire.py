"""Our own rules on the wire: a request in, an answer out, one JSON value a line, nothing kept."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias, cast

from fireflies import __version__, register
from fireflies.contract import Game, State
from fireflies.errors import FirefliesError, IllegalAction, InvalidNotation, InvalidOptions

VERSION: Final = 1
"""The version of the protocol."""

Answer: TypeAlias = dict[str, object]


class Malformed(ValueError):
    """A request that the protocol does not have."""


class NotOffered(Exception):
    """A request about something that this engine does not offer."""


def serve(lines: Iterable[bytes], write: Callable[[bytes], object]) -> None:
    """Answer each line with a line, until there are no more or one says stop.

    A line that is no request is answered as an error, and the next one as if it had not been there.
    """
    for line in lines:
        answer = _answer_line(line)
        if answer is None:
            return
        write(json.dumps(answer, separators=(",", ":")).encode() + b"\n")


def _answer_line(line: bytes) -> Answer | None:
    """The answer to one line; None to a stop."""
    try:
        request: object = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"seq": None, "errored": True, "message": f"this line is no JSON: {error}"}
    return handle(request)


def handle(request: object) -> Answer | None:
    """The answer to one request, which is what ``json`` made of a line; None to a stop."""
    seq: object = None
    try:
        asked = _object(request, "a request")
        seq = asked.get("seq")
        match asked.get("cmd"):
            case "start":
                return _introduction()
            case "stop":
                return None
            case "run":
                return {"seq": _whole(seq, "seq"), **_run(_object(asked.get("case"), "case"))}
            case other:
                raise Malformed(f"cmd is start, run or stop, not {other!r}")
    except Malformed as error:
        return {"seq": seq, "errored": True, "message": str(error)}
    except NotOffered as error:
        return {"seq": seq, "skipped": True, "message": str(error)}


def _introduction() -> Answer:
    """Who we are, and which version we speak."""
    games = {name: [game.edition] for name, game in register.usable().items()}
    return {
        "version": VERSION,
        "implementation": {
            "name": "fireflies",
            "version": __version__,
            "language": "python",
            "games": games,
        },
    }


def _run(case: Mapping[str, object]) -> Answer:
    """Play the case and answer what it asks."""
    game = _offered(case)
    ask = case.get("ask")
    count = _read_count(ask)
    options = _object(case.get("options"), "options")
    actions = [_text(action, "an action") for action in _array(case.get("actions"), "actions")]
    observer = case.get("observer")
    seat = None if observer is None else _whole(observer, "observer")
    try:
        state = game.start(options)
    except InvalidOptions as error:
        nothing: Answer = {"states": []} if count is None else {"count": 0}
        return {**nothing, "refused": _refused(-1, str(error), error.clause)}
    if seat is not None and seat not in range(state.seats):
        raise Malformed(f"observer is null or a seat from 0 to {state.seats - 1}, not {seat}")
    states, refused = _play(game, state, actions)
    if count is not None:
        return {"count": count_sequences(states[-1], count), "refused": refused}
    shown = states if ask == "trace" else states[-1:]
    return {"states": [state.view(seat).to_json() for state in shown], "refused": refused}


def _offered(case: Mapping[str, object]) -> Game:
    """The game that the case is about."""
    name, edition = _text(case.get("game"), "game"), case.get("edition")
    try:
        game = register.get(name)
    except FirefliesError as error:
        raise NotOffered(str(error)) from None
    if edition != game.edition:
        raise NotOffered(f"of {name} there is the edition {game.edition}, not {edition!r}")
    return game


def _read_count(ask: object) -> int | None:
    """The length of the sequences to count; None when states are asked for."""
    if ask in ("trace", "final"):
        return None
    asked: Mapping[str, object] = cast("dict[str, object]", ask) if isinstance(ask, dict) else {}
    if asked.keys() != {"count"}:
        raise NotOffered(f"ask is trace, final or a count, not {ask!r}")
    length = _whole(asked["count"], "count")
    if length < 0:
        raise Malformed(f"count is a whole number from 0, not {length}")
    return length


def _play(
    game: Game, state: State, actions: Iterable[str]
) -> tuple[list[State], Mapping[str, object] | None]:
    """The states before the first action and after each one, up to the first that is refused."""
    states = [state]
    for index, text in enumerate(actions):
        try:
            states.append(states[-1].apply(game.read_action(text)))
        except InvalidNotation as error:
            return states, _refused(index, str(error), None)
        except IllegalAction as error:
            violation = error.violation  # its message would show the actor's hand to any observer
            return states, _refused(index, violation.reason, violation.clause)
    return states, None


def _refused(index: int, reason: str, clause: str | None) -> Mapping[str, object]:
    """The wire's refusal."""
    cited = {} if clause is None else {"clause": clause}
    return {"index": index, "reason": reason, **cited}


def count_sequences(state: State, length: int) -> int:
    """How many different sequences of so many actions there are.

    A sequence that ends the game sooner counts once.
    """
    ended, going = 0, {state: 1}
    for _ in range(length):
        reached: dict[State, int] = {}
        for position, ways in going.items():
            actions = position.legal_actions
            if not actions:
                ended += ways
            for action in actions:
                after = position.apply(action)
                reached[after] = reached.get(after, 0) + ways
        if not reached:
            return ended
        going = reached
    return ended + sum(going.values())


def _whole(value: object, what: str) -> int:
    """The whole number that the protocol wants there."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Malformed(f"{what} is a whole number, not {value!r}")
    return value


def _text(value: object, what: str) -> str:
    """The string that the protocol wants there."""
    if not isinstance(value, str):
        raise Malformed(f"{what} is a string, not {value!r}")
    return value


def _array(value: object, what: str) -> Sequence[object]:
    """The array that the protocol wants there."""
    if not isinstance(value, list):
        raise Malformed(f"{what} is an array, not {value!r}")
    return cast("list[object]", value)


def _object(value: object, what: str) -> Mapping[str, object]:
    """The object that the protocol wants there."""
    if not isinstance(value, dict):
        raise Malformed(f"{what} is an object, not {value!r}")
    return cast("dict[str, object]", value)
