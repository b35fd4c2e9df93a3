"""Our own rules on the wire: a request in, an answer out, one JSON value a line, nothing kept."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias, TypeVar

from fireflies import __version__, register
from fireflies.contract import Game, State
from fireflies.errors import FirefliesError, IllegalAction, InvalidNotation, InvalidOptions

VERSION: Final = 1
"""The version of the protocol."""

Answer: TypeAlias = dict[str, object]

_T = TypeVar("_T")
_KINDS: Final[Mapping[type, str]] = {
    dict: "an object",
    list: "an array",
    str: "a string",
    int: "a whole number",
}


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
    seq = request.get("seq") if isinstance(request, dict) else None
    try:
        asked = _read(request, dict, "a request")
        match asked.get("cmd"):
            case "start":
                return _introduction()
            case "stop":
                return None
            case "run":
                _read(seq, int, "seq")
                return {"seq": seq, **_run(_read(asked.get("case"), dict, "case"))}
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
    options = _read(case.get("options"), dict, "options")
    actions = [
        _read(text, str, "an action") for text in _read(case.get("actions"), list, "actions")
    ]
    observer = case.get("observer")
    seat = None if observer is None else _read(observer, int, "observer")
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
    name, edition = _read(case.get("game"), str, "game"), case.get("edition")
    try:
        game = register.get(name)
    except FirefliesError as error:
        raise NotOffered(str(error)) from None
    if edition != game.edition:
        raise NotOffered(f"of {name} there is the edition {game.edition}, not {edition!r}")
    return game


def _read_count(ask: object) -> int | None:
    """The length of the sequences to count; None when states are asked for."""
    match ask:
        case "trace" | "final":
            return None
        case {"count": int(length), **rest} if not (isinstance(length, bool) or length < 0 or rest):
            return length
        case _:
            raise NotOffered(f"ask is trace, final or a count of a whole number, not {ask!r}")


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


def _read(value: object, kind: type[_T], what: str) -> _T:
    """The value, if it has the JSON type that the protocol wants there."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise Malformed(f"{what} is {_KINDS[kind]}, not {value!r}")
    return value
