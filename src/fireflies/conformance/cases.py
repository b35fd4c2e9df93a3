"""The cases of the suite: plays, each with what the rules make of it, as language-neutral JSON.

They lie in ``cases/GAME/``, one file a clause. A case expects only what its clause is about, so a
wrong engine fails those of the rule that it breaks and few others. Ids are never used again.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from importlib import resources
from typing import NamedTuple, TypeAlias

from fireflies._data import Entry, is_array, is_object, loads
from fireflies.contract import InvalidOptions, State
from fireflies.errors import InvalidData, clipped
from fireflies.games import Game


class Holds(NamedTuple):
    """After so many actions, this place in the STATE has this value."""

    after: int
    at: str
    """A JSON Pointer (RFC 6901)."""
    value: object


class Allows(NamedTuple):
    """After so many actions, these ones are listed as legal and those are not."""

    after: int
    legal: tuple[str, ...]
    illegal: tuple[str, ...]


class Refuses(NamedTuple):
    """The action of this index is refused, and no other."""

    action: int
    """From 0; -1 are the options."""


class Counts(NamedTuple):
    """So many different sequences of this length go on from where the actions end."""

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
    game: str
    edition: str
    options: Mapping[str, object]
    actions: tuple[str, ...]
    observer: int | None
    ask: str
    """``trace`` or ``final``; a case that counts asks for the count."""
    expect: tuple[Expectation, ...]
    unordered: tuple[str, ...]
    """The keys of the STATE whose arrays are in any order."""

    @property
    def clause(self) -> str:
        """The clause that it is mainly about."""
        return self.clauses[0]

    @property
    def refused(self) -> int | None:
        """The index of the action that has to be refused; None when all are accepted."""
        return next((it.action for it in self.expect if isinstance(it, Refuses)), None)

    def request(self) -> dict[str, object]:
        """The wire's CASE; what is expected is not in it."""
        length = next((it.length for it in self.expect if isinstance(it, Counts)), None)
        return {
            "game": self.game,
            "edition": self.edition,
            "options": self.options,
            "actions": list(self.actions),
            "observer": self.observer,
            "ask": self.ask if length is None else {"count": length},
        }


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
    """Ids that were in use once."""
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
    case = Case(
        own,
        clauses,
        entry.text("says"),
        game.name,
        game.edition,
        _options(entry, game),
        entry.texts("actions"),
        entry.number_or_none("observer"),
        entry.text_or_nothing("ask") or "trace",
        tuple(_expectation(one) for one in entry.entries("expect")),
        game.unordered,
    )
    if case.ask not in {"trace", "final"}:
        raise InvalidData(f"{entry.place}: ask", f"trace or final is wanted, not {case.ask}")
    for problem in _problems(case):
        raise InvalidData(f"{entry.place}: expect", problem)
    return case


def _options(entry: Entry, game: Game[State]) -> Mapping[str, object]:
    """Return the options as the wire has them."""
    try:
        return game.unpin(entry.table("options"))
    except InvalidOptions as error:
        raise InvalidData(f"{entry.place}: options", str(error)) from None


def _expectation(entry: Entry) -> Expectation:
    """One thing that is expected."""
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
    """A place in a STATE."""
    found = entry.text("at")
    if not found.startswith("/"):
        raise InvalidData(f"{entry.place}: at", f"/key/index is wanted, not {found}")
    return found


def _problems(case: Case) -> Iterator[str]:
    """What can't be meant so."""
    if not case.expect:
        yield "there is nothing expected"
    counts = sum(isinstance(it, Counts) for it in case.expect)
    if counts and len(case.expect) > 1:
        yield "a case that counts expects nothing else"
    if sum(isinstance(it, Refuses) for it in case.expect) > 1:
        yield "one action is refused, and none after it is tried"
    last = len(case.actions) if case.refused is None else case.refused
    if case.refused is not None and last >= len(case.actions):
        yield f"there is no action {last} to be refused"
    if last < 0 < len(case.actions):
        yield "no action is tried after refused options"
    for it in case.expect:
        if isinstance(it, Holds | Allows) and it.after > last:
            accepted = f"only {last} are accepted" if last >= 0 else "the options are refused"
            yield f"after {it.after} actions: {accepted}"
        if isinstance(it, Holds | Allows) and case.ask == "final" and it.after != last:
            yield f"after {it.after} actions: only the last state is asked for"
        if isinstance(it, Allows) and not it.legal + it.illegal:
            yield "no action is named as legal or illegal"


def in_order(value: object, unordered: Container[str], key: str = "") -> object:
    """Return the value with every array sorted that is in any order, so that it can be compared."""
    if is_object(value):
        return {name: in_order(part, unordered, name) for name, part in value.items()}
    if is_array(value):
        parts = [in_order(part, unordered) for part in value]
        return sorted(parts, key=repr) if key in unordered else parts
    return value


def clauses_of(cases: Iterable[Case]) -> dict[str, int]:
    """How many cases there are about each clause, whether mainly or not."""
    found: dict[str, int] = {}
    for case in cases:
        for clause in case.clauses:
            found[clause] = found.get(clause, 0) + 1
    return found
