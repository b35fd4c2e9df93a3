"""Our own rules on the wire: a request in, an answer out, one JSON value a line, nothing kept."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias, cast

from fireflies import __version__
from fireflies._data import array, dumps, loads, mapping, text, whole
from fireflies.contract import IllegalAction, InvalidOptions, State
from fireflies.errors import FirefliesError, InvalidData, InvalidNotation, shown
from fireflies.games import Game

VERSION: Final = 1
"""The version of the protocol."""

Answer: TypeAlias = dict[str, object]


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
        write(f"{dumps(answer)}\n".encode())


def _answer_line(line: bytes) -> Answer | None:
    """The answer to one line; None to a stop."""
    try:
        request = loads(line)
    except InvalidData as error:
        return _errored(None, error)
    return handle(request)


def handle(request: object, games: Mapping[str, Game] | None = None) -> Answer | None:
    """The answer to one request, which is what ``json`` made of a line; None to a stop.

    The games are those offered, by name; without any, all that are registered.
    """
    seq: object = None
    try:
        asked = mapping(request, "a request")
        seq = asked.get("seq")
        match asked.get("cmd"):
            case "start":
                return _introduction(games.usable() if games is None else games)
            case "stop":
                return None
            case "run":
                return {"seq": whole(seq, "seq"), **_run(mapping(asked.get("case"), "case"), games)}
            case other:
                raise InvalidData("cmd", f"start, run or stop is wanted, not {shown(other)}")
    except InvalidData as error:
        return _errored(seq if isinstance(seq, int) else None, error)
    except NotOffered as error:
        return {"seq": seq, "skipped": True, "message": str(error)}


def _errored(seq: int | None, error: InvalidData) -> Answer:
    """The answer to what is no request."""
    return {"seq": seq, "errored": True, "message": str(error)}


def _introduction(games: Mapping[str, Game]) -> Answer:
    """Who we are, and which version we speak."""
    return {
        "version": VERSION,
        "implementation": {
            "name": "fireflies",
            "version": __version__,
            "language": "python",
            "games": {name: [game.edition] for name, game in games.items()},
        },
    }


def _run(case: Mapping[str, object], games: Mapping[str, Game] | None) -> Answer:
    """Play the case and answer what it asks."""
    game = _offered(case, games)
    ask = case.get("ask")
    count = _read_count(ask)
    options = mapping(case.get("options"), "options")
    actions = [
        text(action, f"actions[{index}]")
        for index, action in enumerate(array(case.get("actions"), "actions"))
    ]
    if "observer" not in case:
        raise InvalidData("observer", "null or a seat is wanted")
    observer = case["observer"]
    seat = None if observer is None else whole(observer, "observer")
    for option in game.options:
        if option.name not in options:
            raise InvalidData("options", f"{option.name!r} is missing")
    try:
        state = game.start(options)
    except InvalidOptions as error:
        nothing: Answer = {"states": []} if count is None else {"count": 0}
        return {**nothing, "refused": _refused(-1, str(error), error.clause)}
    if seat is not None and seat not in range(state.seats):
        raise InvalidData("observer", f"seats go from 0 to {state.seats - 1}")
    states, refused = _play(game, state, actions)
    if count is not None:
        return {"count": count_sequences(states[-1], count), "refused": refused}
    shown = states if ask == "trace" else states[-1:]
    return {"states": [state.view(seat).to_json() for state in shown], "refused": refused}


def _offered(case: Mapping[str, object], games: Mapping[str, Game] | None) -> Game:
    """The game that the case is about."""
    name, edition = text(case.get("game"), "game"), case.get("edition")
    try:
        game = games.get(name) if games is None else games.get(name)
    except FirefliesError as error:
        raise NotOffered(str(error)) from None
    if game is None:
        raise NotOffered(f"there is no game {shown(name)} here")
    if edition != game.edition:
        raise NotOffered(f"of {name} there is the edition {game.edition}, not {shown(edition)}")
    return game


def _read_count(ask: object) -> int | None:
    """The length of the sequences to count; None when states are asked for."""
    if ask in ("trace", "final"):
        return None
    asked: Mapping[str, object] = cast("dict[str, object]", ask) if isinstance(ask, dict) else {}
    if asked.keys() != {"count"}:
        raise NotOffered("ask is trace, final or a count")
    length = whole(asked["count"], "count")
    if length < 0:
        raise InvalidData("count", "there are no fewer than no actions")
    return length


def _play(
    game: Game, state: State, actions: Iterable[str]
) -> tuple[list[State], Mapping[str, object] | None]:
    """The states before the first action and after each one, up to the first that is refused."""
    states = [state]
    for index, words in enumerate(actions):
        try:
            states.append(states[-1].apply(game.read_action(words)))
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
