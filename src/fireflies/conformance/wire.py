"""Answer requests of the wire by the rules of this library, each a line with one JSON value.

Each answer depends only on its request: nothing is kept between requests.
"""

import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

from fireflies import __version__, _data
from fireflies import games as registry
from fireflies._data import (
    array,
    as_whole,
    dumps,
    is_object,
    loads,
    mapping,
    text,
    whole,
    with_whole_numbers,
)
from fireflies._nodes import Node
from fireflies.contract import Action, IllegalAction, InvalidOptions, Observer, State, Violation
from fireflies.errors import FirefliesError, InvalidData, InvalidNotation, shown
from fireflies.games import Game, Setup

VERSION: Final = 1
"""The version of the protocol."""

LONGEST_LINE: Final = _data.LONGEST_LINE
"""The most bytes of a request without its line feed; a longer one is an error.

A play of many thousand actions fits, as it does in a record."""

MOST_POSITIONS: Final = 1_500
"""The most actions that a count may carry out, each of which gives a position.

A request that needs more is skipped, after a few tenths of a second. What follows equal positions
is counted once."""

AnswerJson: TypeAlias = dict[str, object]
"""An answer as plain data, before it is written as a line of JSON."""


class NotOffered(Exception):
    """A request about something that this engine does not offer."""


class _Case(NamedTuple):
    """A CASE of a request, in the right form; what is in it may be refused."""

    game: str
    edition: str
    options: Mapping[str, object]
    actions: Sequence[str]
    observer: int | None
    kind: str
    """``count`` or ``from``."""
    number: int
    """The length of the sequences, or the index of the first requested state."""


class Readable(Protocol):
    """A binary stream, such as ``sys.stdin.buffer``."""

    @abstractmethod
    def readline(self, limit: int, /) -> bytes:
        """Return the next line with its line feed, or the first ``limit`` bytes of it."""


class Followed(NamedTuple):
    """The accepted part of a play, and the reason why the next action is refused."""

    states: tuple[State, ...]
    """The states before the first action and after each accepted one."""
    actions: tuple[Action, ...]
    """The accepted actions."""
    fault: Violation | InvalidNotation | None
    """The reason why the next text is refused; None when all are accepted."""


def serve(stream: Readable, write: Callable[[bytes], object]) -> None:
    """Answer each line of the stream with a line, up to the end or a stop request.

    The answer to a line that is not a request, or is longer than :data:`LONGEST_LINE`, is an error;
    the lines after it are answered as usual.
    """
    for line in _lines(stream):
        answer = _answer_line(line)
        if answer is None:
            return
        write(f"{dumps(answer)}\n".encode())


def _lines(stream: Readable) -> Iterator[bytes | None]:
    """Yield each line; None for a line that is too long, without keeping it in memory."""
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line
        else:
            while line and not line.endswith(b"\n"):
                line = stream.readline(LONGEST_LINE)
            yield None


def _answer_line(line: bytes | None) -> AnswerJson | None:
    """Return the answer to a line; None for a stop request."""
    if line is None:
        return _errored(None, InvalidData("line", f"it has more than {LONGEST_LINE} bytes"))
    try:
        request = loads(line)
    except InvalidData as error:
        return _errored(None, error)
    return handle(request)


def handle(request: object, games: Mapping[str, Game[State]] | None = None) -> AnswerJson | None:
    """Return the answer to a request, given as parsed JSON; None for a stop request.

    ``games`` are the offered games by name; None offers all registered games.
    """
    seq: int | None = None
    try:
        asked = mapping(with_whole_numbers(request), "a request")
        seq = as_whole(asked.get("seq"))
        match asked.get("cmd"):
            case "start":
                whole(_entries(asked, "a request", "cmd", "version")["version"], "version")
                return _introduction(registry.usable() if games is None else games)
            case "stop":
                _entries(asked, "a request", "cmd")
                return None
            case "run":
                found = _entries(asked, "a request", "cmd", "seq", "case")
                number, case = whole(found["seq"], "seq"), _read_case(found["case"])
                return {"seq": number, **_run(case, games)}
            case other:
                raise InvalidData("cmd", f"start, run or stop is wanted, not {shown(other)}")
    except InvalidData as error:
        return _errored(seq, error)
    except NotOffered as error:
        return {"seq": seq, "skipped": True, "message": str(error)}


def _errored(seq: int | None, error: InvalidData) -> AnswerJson:
    """Return the answer to an invalid request."""
    return {"seq": seq, "errored": True, "message": str(error)}


def _introduction(games: Mapping[str, Game[State]]) -> AnswerJson:
    """Return the answer to a start request."""
    return {
        "version": VERSION,
        "implementation": {
            "name": "fireflies",
            "version": __version__,
            "language": "python",
            "games": {name: [game.edition] for name, game in games.items()},
        },
    }


def _entries(value: object, place: str, *keys: str) -> Mapping[str, object]:
    """Return the values of an object that has exactly these keys."""
    return {key: node.value for key, node in Node(value, place).entries(*keys).items()}


def _read_case(value: object) -> _Case:
    """Return the CASE of a request, of which only the form is checked."""
    found = _entries(value, "case", "game", "edition", "options", "actions", "observer", "ask")
    for key in ("game", "edition"):
        if not text(found[key], key):
            raise InvalidData(key, "it is empty")
    observer = None if found["observer"] is None else _from_zero(found["observer"], "observer")
    texts = array(found["actions"], "actions")
    return _Case(
        text(found["game"], "game"),
        text(found["edition"], "edition"),
        mapping(found["options"], "options"),
        [text(action, f"actions[{index}]") for index, action in enumerate(texts)],
        observer,
        *_read_ask(found["ask"]),
    )


def _read_ask(ask: object) -> tuple[str, int]:
    """Return ``count`` and a length, or ``from`` and the index of the first requested state."""
    if ask == "trace":
        return "from", 0
    if ask == "final":
        return "from", sys.maxsize
    if not is_object(ask) or (ask.keys() != {"count"} and ask.keys() != {"from"}):
        wanted = 'trace, final, {"count": LENGTH} or {"from": INDEX}'
        raise InvalidData("ask", f"{wanted} is wanted, not {shown(ask)}")
    ((kind, given),) = ask.items()
    return kind, _from_zero(given, kind)


def _from_zero(value: object, place: str) -> int:
    """Return the value, which has to be a whole number from 0."""
    if (number := whole(value, place)) < 0:
        raise InvalidData(place, f"a whole number from 0 is wanted, not {shown(value)}")
    return number


def _run(case: _Case, games: Mapping[str, Game[State]] | None) -> AnswerJson:
    """Play the case and return the answer."""
    game = _find_game(case, games)
    try:
        start = set_up(game, case.options).start
    except InvalidOptions as error:
        empty: AnswerJson = {"count": 0} if case.kind == "count" else {"states": []}
        return {**empty, "refused": _refused(-1, str(error), error.clause)}
    if case.observer is not None and case.observer not in range(start.seats):
        raise InvalidData("observer", f"seats go from 0 to {start.seats - 1}")
    followed = follow(game, start, case.actions)
    refused = _refusal(followed, case.observer)
    if case.kind == "count":
        return {"count": count_sequences(followed.states[-1], case.number), "refused": refused}
    first = min(case.number, len(followed.states) - 1)
    states = [state.view(case.observer).to_json() for state in followed.states[first:]]
    return {"states": states, "refused": refused}


def _find_game(case: _Case, games: Mapping[str, Game[State]] | None) -> Game[State]:
    """Return the game of a case. Raises NotOffered."""
    name, edition = case.game, case.edition
    try:
        game = registry.get(name) if games is None else games.get(name)
    except FirefliesError as error:
        raise NotOffered(str(error)) from None
    if game is None:
        raise NotOffered(f"there is no game {shown(name)} here")
    if edition != game.edition:
        raise NotOffered(f"of {name} there is the edition {game.edition}, not {shown(edition)}")
    return game


def set_up(game: Game[State], options: Mapping[str, object]) -> Setup[State]:
    """Set up a game with the options of a case, of which none may be missing or null.

    Raises:
        InvalidOptions: when an option is missing or has a wrong value.
    """
    for option in game.options:
        if options.get(option.name) is None:
            raise InvalidOptions(option.name, "it is missing or null, and the wire has no defaults")
    return game.set_up(options)


def follow(game: Game[State], start: State, texts: Iterable[str]) -> Followed:
    """Apply actions given as texts, up to the first refused one."""
    states, actions = [start], list[Action]()
    for action_text in texts:
        try:
            action = game.read_action(action_text)
            states.append(states[-1].apply(action))
        except InvalidNotation as error:
            return Followed(tuple(states), tuple(actions), error)
        except IllegalAction as error:
            return Followed(tuple(states), tuple(actions), error.violation)
        actions.append(action)
    return Followed(tuple(states), tuple(actions), None)


def _refusal(followed: Followed, observer: Observer) -> Mapping[str, object] | None:
    """Return ``refused`` of an answer, without secrets; None when nothing is refused.

    The message of a violation shows the position, so the answer has only its reason and its clause.
    An observer who does not see the legal actions gets neither.
    """
    index, fault = len(followed.actions), followed.fault
    if fault is None:
        return None
    if isinstance(fault, InvalidNotation):
        return _refused(index, str(fault), None)
    if followed.states[-1].view(observer).legal_actions is None:
        return {"index": index}
    return _refused(index, fault.reason, fault.clause)


def _refused(index: int, reason: str, clause: str | None) -> Mapping[str, object]:
    """Return ``refused`` of an answer with its reason, and the clause if there is one."""
    cited = {} if clause is None else {"clause": clause}
    return {"index": index, "reason": reason, **cited}


def count_sequences(state: State, length: int) -> int:
    """Return the number of different sequences of ``length`` actions.

    A shorter sequence that ends the game counts too.

    Raises:
        NotOffered: when it would reach more than :data:`MOST_POSITIONS` positions.
    """
    counted, frontier, reached = 0, {state: 1}, 0
    for left in range(length, 0, -1):
        next_frontier: dict[State, int] = {}
        for position, paths in frontier.items():
            actions = position.legal_actions
            if left == 1 or not actions:  # count the last positions without creating them
                counted += paths * max(1, len(actions))
                continue
            reached += len(actions)
            if reached > MOST_POSITIONS:
                raise NotOffered(
                    f"to count sequences of {length} actions from here takes more than"
                    f" {MOST_POSITIONS} positions"
                )
            for action in actions:
                after = position.apply(action)
                next_frontier[after] = next_frontier.get(after, 0) + paths
        if not next_frontier:
            return counted
        frontier = next_frontier
    return 1
