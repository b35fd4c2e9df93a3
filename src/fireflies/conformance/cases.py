"""The cases of the suite: plays, each with what the rules make of it, as language-neutral JSON.

They lie in ``cases/GAME/``, one file a clause. A case expects only what its clause is about, so a
wrong engine fails those of the rule that it breaks and few others. Ids are never used again.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import NamedTuple, TypeAlias

from fireflies._data import Entry, is_object, loads
from fireflies.contract import InvalidOptions, State
from fireflies.errors import InvalidData, clipped, shown
from fireflies.games import Game

Ask: TypeAlias = str | Mapping[str, int]
"""``trace``, ``final``, ``{"count": k}`` or ``{"from": k}``, as the wire has it."""


class Request(NamedTuple):
    """A play and what is asked about it: the CASE of the wire."""

    game: str
    edition: str
    options: Mapping[str, object]
    actions: tuple[str, ...]
    """As the wire has them, chance's included."""
    observer: int | None = None
    """The seat whose view is asked for; None for everything."""
    ask: Ask = "trace"

    @property
    def length(self) -> int | None:
        """The length of the sequences to count; None where states are asked for."""
        return None if isinstance(self.ask, str) else self.ask.get("count")

    def first_state(self, refused: int | None) -> int:
        """Return the number of actions before the first state of the answer.

        Refused options have no states, and -1 as the number.
        """
        last = len(self.actions) if refused is None else refused
        if isinstance(self.ask, str):
            return last if self.ask == "final" else min(0, last)
        return min(self.ask.get("from", last), last)

    def states(self, refused: int | None) -> int:
        """Return the number of states that an answer with this refused index has."""
        last = len(self.actions) if refused is None else refused
        return last + 1 - max(self.first_state(refused), 0)

    def to_json(self) -> dict[str, object]:
        """Return the CASE as plain data."""
        return {**self._asdict(), "actions": list(self.actions)}


class Holds(NamedTuple):
    """A value that a place in the STATE has after so many actions."""

    after: int
    at: str
    """A JSON Pointer (RFC 6901)."""
    value: object


class Allows(NamedTuple):
    """Actions that are listed as legal after so many actions, and others that are not."""

    after: int
    legal: tuple[str, ...]
    illegal: tuple[str, ...]


class Refuses(NamedTuple):
    """The only action that is refused, by its index."""

    action: int
    """From 0; -1 are the options."""


class Counts(NamedTuple):
    """The number of different sequences of this length from where the actions end."""

    length: int
    number: int


Expectation: TypeAlias = Holds | Allows | Refuses | Counts


class Case(NamedTuple):
    """A play, and what the rules make of it."""

    id: str
    """Like ``smile.bid.lowest-card.003``; the clause that it is about, and a number."""
    clauses: tuple[str, ...]
    """The clauses that it is about, that of its id first."""
    says: str
    """One sentence: why the rules have it so."""
    request: Request
    expect: tuple[Expectation, ...]

    @property
    def clause(self) -> str:
        """The clause that it is mainly about."""
        return self.clauses[0]

    @property
    def refused(self) -> int | None:
        """The index of the action that has to be refused; None when all are accepted."""
        return next((it.action for it in self.expect if isinstance(it, Refuses)), None)


def load(game: Game[State]) -> tuple[Case, ...]:
    """Return the cases of a game, in the order of its clauses; none where nobody has written any.

    Raises:
        InvalidData: when a file is not as it should be.
    """
    folder = resources.files("fireflies.conformance").joinpath("cases", game.name)
    found: list[Case] = []
    for clause in game.clauses:
        path = folder.joinpath(f"{clause}.json")
        if path.is_file():
            found += read(path.read_bytes(), path.name, game)
    retired = _retired(game)
    for case in found:
        if case.id in retired:
            raise InvalidData(f"{case.id}", "this id is retired, and no id is used again")
    return tuple(found)


def _retired(game: Game[State]) -> frozenset[str]:
    """Return the ids that were in use once."""
    path = resources.files("fireflies.conformance").joinpath("cases", game.name, "retired.json")
    if not path.is_file():
        return frozenset()
    return frozenset(Entry(loads(path.read_bytes()), path.name).texts("retired"))


def read(content: bytes, name: str, game: Game[State]) -> list[Case]:
    """Return the cases of a file about a game; values that it has by name are put in.

    Raises:
        InvalidData: for the first thing that is wrong, with the case.
    """
    try:
        data = loads(content)
    except InvalidData as error:
        raise InvalidData(f"{name}: {error.place}", error.problem) from None
    document = Entry(data, name)
    about = (document.text("game"), document.text("edition"))
    if about != (game.name, game.edition):
        wanted = f"{game.name} {game.edition} is wanted"
        raise InvalidData(name, f"{wanted}, not {clipped(' '.join(about))}")
    clause = document.text("clause")
    found: dict[str, Case] = {}
    for entry in document.entries("cases"):
        case = _case(entry, game, clause)
        if case.id in found:
            raise InvalidData(entry.place, f"{case.id} stands in this file more than once")
        found[case.id] = case
        entry.end()
    document.end()
    return list(found.values())


def _case(entry: Entry, game: Game[State], clause: str) -> Case:
    """Return one case of a file about a clause."""
    own = entry.text("id")
    if re.fullmatch(rf"{re.escape(clause)}\.[0-9]{{3}}", own) is None:
        raise InvalidData(f"{entry.place}: id", f"{clause} with three digits is wanted, not {own}")
    clauses = entry.texts("clauses")
    if clauses[:1] != (clause,):
        raise InvalidData(f"{entry.place}: clauses", f"{clause} has to come first")
    known = {known.value for known in game.clauses}
    for name in clauses:
        if name not in known:
            raise InvalidData(f"{entry.place}: clauses", f"there is no clause {clipped(name)}")
    expect = tuple(_expectation(one) for one in entry.entries("expect"))
    request = Request(
        game.name,
        game.edition,
        _options(entry, game),
        entry.texts("actions"),
        entry.number_or_none("observer"),
        _ask(entry, expect),
    )
    case = Case(own, clauses, entry.text("says"), request, expect)
    for problem in _problems(case):
        raise InvalidData(f"{entry.place}: expect", problem)
    return case


def _ask(entry: Entry, expect: Iterable[Expectation]) -> Ask:
    """Return what is asked; a case that counts says so by what it expects."""
    place = f"{entry.place}: ask"
    given = entry.anything("ask") if entry.has("ask") else "trace"
    if is_object(given) and given.keys() == {"from"}:
        asked: Ask = {"from": Entry(given, place).number("from", 0)}
    elif given in ("trace", "final"):
        asked = str(given)
    else:
        wanted = 'trace, final or {"from": INDEX} is wanted'
        raise InvalidData(place, f"{wanted}, not {shown(given)}")
    return next(({"count": it.length} for it in expect if isinstance(it, Counts)), asked)


def _options(entry: Entry, game: Game[State]) -> Mapping[str, object]:
    """Return the options as the wire has them."""
    try:
        return game.unpin(entry.table("options"))
    except InvalidOptions as error:
        raise InvalidData(f"{entry.place}: options", str(error)) from None


def _expectation(entry: Entry) -> Expectation:
    """Return one thing that is expected."""
    found: Expectation
    if entry.has("refused"):
        found = Refuses(entry.number("refused", -1))
    elif entry.has("count"):
        found = Counts(entry.number("count", 0), entry.number("is", 0))
    elif entry.has("at"):
        found = Holds(entry.number("after", 0), _pointer(entry), entry.anything("is"))
    else:
        found = Allows(entry.number("after", 0), entry.texts("legal"), entry.texts("illegal"))
    entry.end()
    return found


def _pointer(entry: Entry) -> str:
    """Return a place in a STATE."""
    found = entry.text("at")
    if not found.startswith("/"):
        raise InvalidData(f"{entry.place}: at", f"/key/index is wanted, not {found}")
    return found


def _problems(case: Case) -> Iterator[str]:
    """Yield what contradicts itself in a case."""
    if not case.expect:
        yield "there is nothing expected"
    counts = [isinstance(it, Counts) for it in case.expect]
    if sum(counts) > 1 or (
        any(counts) and any(isinstance(it, Holds | Allows) for it in case.expect)
    ):
        yield "a case that counts expects nothing else but a refusal"
    if sum(isinstance(it, Refuses) for it in case.expect) > 1:
        yield "one action is refused, and none after it is tried"
    request, refused = case.request, case.refused
    last = len(request.actions) if refused is None else refused
    if refused is not None and last >= len(request.actions):
        yield f"there is no action {last} to be refused"
    if last < 0 < len(request.actions):
        yield "no action is tried after refused options"
    for it in case.expect:
        if isinstance(it, Holds | Allows) and it.after > last:
            accepted = f"only {last} are accepted" if last >= 0 else "the options are refused"
            yield f"after {it.after} actions: {accepted}"
        elif isinstance(it, Holds | Allows) and it.after < request.first_state(refused):
            yield f"after {it.after} actions: this state is not asked for"
        if isinstance(it, Allows) and not it.legal + it.illegal:
            yield "no action is named as legal or illegal"
