"""The cases of the suite: plays with expected results, as language-neutral JSON.

They are in ``cases/GAME/``, one file a clause. A case checks only what its clause is about, so an
engine that breaks a rule fails the cases of that rule and few others. No id is ever used again.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import Final, NamedTuple, TypeAlias

from fireflies._data import (
    MISSING,
    is_object,
    loads,
    mapping,
    merge_patch,
    replaced,
    value_at,
)
from fireflies._entries import Entry
from fireflies._typing import cached
from fireflies.conformance.lines import Ask, CaseJson
from fireflies.contract import InvalidOptions, State
from fireflies.errors import InvalidData, clipped, shown
from fireflies.games import Game

_MOST_BROKEN: Final = 10
"""The most cases after the first broken one whose errors are told."""


class Request(NamedTuple):
    """A play and a question about it: the CASE of the wire, but not what a case expects."""

    game: str
    edition: str
    options: Mapping[str, object]
    actions: tuple[str, ...]
    """The texts of the actions, including those of chance."""
    observer: int | None = None
    """The seat whose view is requested; None for the referee."""
    ask: Ask = "trace"

    @property
    def length(self) -> int | None:
        """The number of actions in a sequence to count; None when states are requested."""
        return None if isinstance(self.ask, str) else self.ask.get("count")

    def first_state(self, refused: int | None) -> int:
        """Return the number of actions before the first state of the answer.

        ``refused`` is the index of the refused action. Return -1 for refused options.
        """
        last = len(self.actions) if refused is None else refused
        if isinstance(self.ask, str):
            return last if self.ask == "final" else min(0, last)
        return min(self.ask.get("from", last), last)

    def state_count(self, refused: int | None) -> int:
        """Return the number of states in an answer with this ``refused`` index."""
        last = len(self.actions) if refused is None else refused
        return last + 1 - max(self.first_state(refused), 0)

    def to_json(self) -> CaseJson:
        """Return the CASE as plain data."""
        return CaseJson(
            game=self.game,
            edition=self.edition,
            options=self.options,
            actions=list(self.actions),
            observer=self.observer,
            ask=self.ask,
        )


class Holds(NamedTuple):
    """Expects a value in a place of the STATE after a number of actions."""

    after: int
    at: str
    """A JSON Pointer without escapes."""
    value: object


class Allows(NamedTuple):
    """Expects that actions are listed as legal, or not, after a number of actions."""

    after: int
    legal: tuple[str, ...]
    illegal: tuple[str, ...]


class Refuses(NamedTuple):
    """Expects that an action is refused, and none before it."""

    action: int
    """The index of the action, from 0; -1 for the options."""


class Counts(NamedTuple):
    """Expects a number of different sequences of ``length`` actions after the last action."""

    length: int
    number: int


Expectation: TypeAlias = Holds | Allows | Refuses | Counts


class Case(NamedTuple):
    """A play and its expected results."""

    id: str
    """The main clause and a number, like ``smile.bid.lowest-card.003``."""
    clauses: tuple[str, ...]
    """The clauses of the case, the main one first."""
    says: str
    """One sentence that gives the reason for the expected result."""
    request: Request
    expect: tuple[Expectation, ...]

    @property
    def clause(self) -> str:
        """The main clause."""
        return self.clauses[0]

    @property
    def refused(self) -> int | None:
        """The index of the action that has to be refused; None when all have to be accepted."""
        return next(
            (expectation.action for expectation in self.expect if isinstance(expectation, Refuses)),
            None,
        )


@cached()
def load(game: Game[State]) -> tuple[Case, ...]:
    """Return the cases of a game, in the order of its clauses; empty when the game has no cases.

    Raises:
        InvalidData: when a file has an error.
    """
    folder = resources.files("fireflies.conformance").joinpath("cases", game.name)
    found: list[Case] = []
    for clause in game.clauses:
        path = folder.joinpath(f"{clause}.json")
        if path.is_file():
            found += read(path.read_bytes(), path.name, game)
    retired = _retired_ids(game)
    for case in found:
        if case.id in retired:
            raise InvalidData(f"{case.id}", "this id is retired, and no id is used again")
    return tuple(found)


def _retired_ids(game: Game[State]) -> frozenset[str]:
    """Return the ids of deleted cases."""
    return frozenset(Entry(_read_optional(game, "retired.json"), "retired.json").texts("retired"))


def _read_optional(game: Game[State], name: str) -> Mapping[str, object]:
    """Parse an object in the folder of a game's cases; empty when there is no such file."""
    path = resources.files("fireflies.conformance").joinpath("cases", game.name, name)
    return mapping(loads(path.read_bytes()), name) if path.is_file() else {}


def read(content: bytes, name: str, game: Game[State]) -> list[Case]:
    """Parse a file of cases; an option that is given as a name gets the value of that name.

    Raises:
        InvalidData: for the first error of each case, with the case, or for one of the whole file.
    """
    try:
        data = loads(content)
    except InvalidData as error:
        raise InvalidData(f"{name}: {error.place}", error.problem) from None
    document = Entry(data, name)
    game_of_file = (document.text("game"), document.text("edition"))
    if game_of_file != (game.name, game.edition):
        wanted = f"{game.name} {game.edition} is wanted"
        raise InvalidData(name, f"{wanted}, not {clipped(' '.join(game_of_file))}")
    clause = document.text("clause")
    bases = _read_optional(game, "bases.json")
    found: dict[str, Case] = {}
    broken: list[InvalidData] = []
    for entry in document.entries("cases"):
        try:
            case = _read_case(entry, game, clause, bases)
            if case.id in found:
                raise InvalidData(entry.place, f"{case.id} stands in this file more than once")
            found[case.id] = case
            entry.end()
        except InvalidData as error:
            broken.append(error)
    if broken:
        first, *others = broken
        problems = [first.problem, *map(str, others[:_MOST_BROKEN])]
        raise InvalidData(first.place, "; ".join(problems))
    document.end()
    return list(found.values())


def _read_case(entry: Entry, game: Game[State], clause: str, bases: Mapping[str, object]) -> Case:
    """Parse one case of a clause's file."""
    case_id = entry.text("id")
    if re.fullmatch(rf"{re.escape(clause)}\.[0-9]{{3}}", case_id) is None:
        raise InvalidData(
            f"{entry.place}: id", f"{clause} with three digits is wanted, not {case_id}"
        )
    clauses = entry.texts("clauses")
    if clauses[:1] != (clause,):
        raise InvalidData(f"{entry.place}: clauses", f"{clause} has to come first")
    known = {known.value for known in game.clauses}
    if unknown := [clipped(name) for name in clauses if name not in known]:
        raise InvalidData(f"{entry.place}: clauses", f"there is no clause {' or '.join(unknown)}")
    expect = tuple(_read_expectation(item) for item in entry.entries("expect"))
    request = Request(
        game.name,
        game.edition,
        _read_options(entry, game, bases),
        entry.texts("actions"),
        entry.number_or_none("observer"),
        _read_ask(entry, expect),
    )
    case = Case(case_id, clauses, entry.text("says"), request, expect)
    if problems := [*_problems(case)]:
        raise InvalidData(f"{entry.place}: expect", "; ".join(problems))
    return case


def _read_ask(entry: Entry, expect: Iterable[Expectation]) -> Ask:
    """Return the ``ask`` of a case; a case that expects a count requests that count."""
    place = f"{entry.place}: ask"
    given = entry.anything("ask") if entry.has("ask") else "trace"
    if is_object(given) and given.keys() == {"from"}:
        asked: Ask = {"from": Entry(given, place).number("from", 0)}
    elif given in ("trace", "final"):
        asked = str(given)
    else:
        wanted = 'trace, final or {"from": INDEX} is wanted'
        raise InvalidData(place, f"{wanted}, not {shown(given)}")
    return next(
        (
            {"count": expectation.length}
            for expectation in expect
            if isinstance(expectation, Counts)
        ),
        asked,
    )


def _read_options(
    entry: Entry, game: Game[State], bases: Mapping[str, object]
) -> Mapping[str, object]:
    """Return the options of a case, complete as on the wire."""
    given, replacements = entry.table("options"), entry.table_or_nothing("replace")
    options: object = _read_merged(entry, game, given, bases)
    for pointer, value in replacements.items():
        place = f"{entry.place}: replace"
        parent, _, _ = _checked_pointer(pointer, place).rpartition("/")
        if value_at(options, pointer) is MISSING and not is_object(value_at(options, parent)):
            raise InvalidData(place, f"the options have no {clipped(pointer)}")
        options = replaced(options, pointer.split("/")[1:], value)
    return mapping(options, f"{entry.place}: options")


def _read_merged(
    entry: Entry, game: Game[State], given: Mapping[str, object], bases: Mapping[str, object]
) -> Mapping[str, object]:
    """Return the options of a case before single values are replaced."""
    try:
        if not entry.has("base"):
            return game.unpin(given)
        name = entry.text("base")
        if name not in bases:
            there = f"nothing is called {clipped(name)}, only {', '.join(bases)}"
            raise InvalidData(f"{entry.place}: base", there)
        base = game.unpin(mapping(bases[name], f"bases.json: {name}"))
        return game.unpin(mapping(merge_patch(base, given), f"{entry.place}: options"))
    except InvalidOptions as error:
        raise InvalidData(f"{entry.place}: options", str(error)) from None


def _read_expectation(entry: Entry) -> Expectation:
    """Parse one expectation."""
    found: Expectation
    if entry.has("refused"):
        found = Refuses(entry.number("refused", -1))
    elif entry.has("count"):
        found = Counts(entry.number("count", 0), entry.number("is", 0))
    elif entry.has("at"):
        place = _checked_pointer(entry.text("at"), f"{entry.place}: at")
        found = Holds(entry.number("after", 0), place, entry.anything("is"))
    else:
        found = Allows(entry.number("after", 0), entry.texts("legal"), entry.texts("illegal"))
    entry.end()
    return found


def _checked_pointer(text: str, place: str) -> str:
    """Return a text that has to be a JSON Pointer to a part."""
    if not text.startswith("/"):
        raise InvalidData(place, f"/key/index is wanted, not {clipped(text)}")
    return text


def _problems(case: Case) -> Iterator[str]:
    """Yield the contradictions between the expectations and the request of a case."""
    if not case.expect:
        yield "there is nothing expected"
    counts = [isinstance(expectation, Counts) for expectation in case.expect]
    if sum(counts) > 1 or (
        any(counts) and any(isinstance(expectation, Holds | Allows) for expectation in case.expect)
    ):
        yield "a case that counts expects nothing else but a refusal"
    if sum(isinstance(expectation, Refuses) for expectation in case.expect) > 1:
        yield "only one action can be refused: none after it is tried"
    request, refused = case.request, case.refused
    last = len(request.actions) if refused is None else refused
    if refused is not None and last >= len(request.actions):
        yield f"there is no action {last} to be refused"
    if last < 0 < len(request.actions):
        yield "no action is tried after refused options"
    for expectation in case.expect:
        if isinstance(expectation, Holds | Allows) and expectation.after > last:
            accepted = f"only {last} are accepted" if last >= 0 else "the options are refused"
            yield f"after {expectation.after} actions: {accepted}"
        elif isinstance(expectation, Holds | Allows) and expectation.after < request.first_state(
            refused
        ):
            yield f"after {expectation.after} actions: this state is not asked for"
        if isinstance(expectation, Allows) and not expectation.legal + expectation.illegal:
            yield "no action is named as legal or illegal"
