"""Read a game's ``rules.toml``: each rule in our own words, and where it is printed.

A game's clauses are members of its own subclass of :class:`Clause`, in its ``pieces`` module. The
texts stand in ``rules.toml`` beside that module and are read when the first of them is needed. A
wrong file is refused with the entry and what would be right.
"""

import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple, TypeVar

from fireflies._data import Entry, read_toml
from fireflies._typing import override
from fireflies.errors import InvalidData

_T = TypeVar("_T")

FILE: Final = "rules.toml"
"""The name of a game's rulebook; it lies in the package of its clauses."""

KINDS: Final = ("setup", "choice", "effect", "limit", "secrecy")
"""The kinds of clauses; each kind says what proves a clause (CONTRIBUTING has the table)."""

_FEWEST: Final = 3
_MOST: Final = 6
"""How many everyday phrasings a clause or a ruling has, if it has any."""

_WORD: Final = "[a-z0-9]+(-[a-z0-9]+)*"


class Fingerprint(NamedTuple):
    """A span of words of a printed text that isn't ours to repeat (:mod:`fireflies.printed`)."""

    words: int
    """How many words, at least 1."""
    sha256: str
    """The SHA-256 of the normalized words, joined by single spaces, as 64 hexadecimal digits."""


class Citation(NamedTuple):
    """Where a source says it."""

    source: str
    """The key of the source in the rulebook's ``sources``."""
    section: tuple[str, ...]
    """The headings above the place, outermost first."""
    paragraph: int
    """Counted from 1 below the last heading."""
    fingerprint: Fingerprint
    """The words that say it."""


class Ruling(NamedTuple):
    """A question that the printed rules leave open, and our answer."""

    id: str
    """The id of the clause and one word more, like ``smile.setup.markers.which``."""
    question: str
    answer: str
    why: str
    others: str = ""
    """Which other readings there are; empty when there is none to name."""
    asked: tuple[str, ...] = ()
    """How people ask it at a table."""
    sources: tuple[str, ...] = ()
    """The keys of the reports that the answer rests on."""


class Example(NamedTuple):
    """A table that shows a clause at work, before and after an action."""

    says: str
    """What there is to see, in our own words."""
    position: str
    """The table in one line, as the game writes it."""
    action: str
    """What is tried there, as the wire writes it; empty when the table alone shows it."""
    seat: int | None
    """Who looks; None is everybody."""
    options: Mapping[str, object]
    """The options of the game, as arguments of the command line or data; empty for a game as it
    comes."""


class Rule(NamedTuple):
    """One clause as the rulebook file has it."""

    id: str
    kind: str
    """One of :data:`KINDS`."""
    title: str
    """The clause as a sentence of one line, without a final stop; error messages quote it."""
    text: str
    """The rule in full, in our own words, and nothing else."""
    citations: tuple[Citation, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    supersedes: tuple[str, ...] = ()
    """The ids of the clauses that this one overrides where both apply."""
    examples: tuple[Example, ...] = ()
    short: str = ""
    """One line for the player aid, with the numbers."""
    asked: tuple[str, ...] = ()
    """How people ask about it at a table; searches look here too."""
    ours: str = ""
    """What fireflies adds to the rule: variants, conventions of the wire, seats."""


class Source(NamedTuple):
    """A text that clauses are cited from, or a report by somebody who has the game.

    A text of the rules has an edition and a publisher, a report has an author and an address.
    """

    title: str
    edition: str
    """Empty for a report; so is the publisher."""
    publisher: str
    language: str
    author: str = ""
    """A person, or the site or magazine where no person is named; empty for a text of the rules."""
    date: str = ""
    """When a report appeared, as YYYY-MM-DD or a part of it; empty when that is unknown."""
    address: str = ""
    """Where a report can be read."""


class Flavor(NamedTuple):
    """Words of a source that no clause cites, and why none has to."""

    source: str
    section: tuple[str, ...]
    paragraph: int
    fingerprint: Fingerprint
    reason: str
    ruling: str = ""
    """The id of the ruling that says more; empty when the reason is enough."""


class Term(NamedTuple):
    """A word that the rules use in a sense of their own."""

    name: str
    meaning: str
    rules: tuple[str, ...]
    """The ids of the clauses in which it matters most."""


class Rulebook(NamedTuple):
    """All clauses of a game, in the order of play, and what is needed to hold them to a source."""

    rules: Mapping[str, Rule]
    """The clauses by id."""
    sources: Mapping[str, Source]
    """The texts of the rules and the reports, by the keys that citations and rulings use."""
    flavor: tuple[Flavor, ...]
    terms: tuple[Term, ...]
    """The glossary, as the file orders it."""
    retired: tuple[str, ...]
    """Ids that were in use once, and never will be again."""

    @property
    def texts(self) -> Mapping[str, Source]:
        """The texts of the rules among the sources: those that can be cited."""
        return {key: source for key, source in self.sources.items() if not source.author}

    @property
    def reports(self) -> Mapping[str, Source]:
        """The reports among the sources."""
        return {key: source for key, source in self.sources.items() if source.author}

    def search(self, words: Iterable[str]) -> tuple[Rule, ...]:
        """Return the rules that contain all these words, most of them in the title first.

        A word of a rule counts when it begins with a wanted word; case and accents don't matter.
        """
        wanted = [word for given in words for word in _words(given)]
        found = [rule for rule in self.rules.values() if _all_in(wanted, _full_text(rule))]
        return tuple(sorted(found, key=lambda rule: -_hits(wanted, f"{rule.id} {rule.title}")))


def _words(given: str) -> list[str]:
    """Return the words in lower case and without accents."""
    letters = unicodedata.normalize("NFKD", given.lower())
    return re.findall(r"\w+", re.sub(r"[\u0300-\u036f]", "", letters))


def _hits(wanted: Iterable[str], given: str) -> int:
    """Return how many of the wanted words begin some word of the text."""
    words = _words(given)
    return sum(any(word.startswith(one) for word in words) for one in wanted)


def _all_in(wanted: list[str], given: str) -> bool:
    return bool(wanted) and _hits(wanted, given) == len(wanted)


def _full_text(rule: Rule) -> str:
    rulings = (
        " ".join((it.question, it.answer, it.why, it.others, *it.asked)) for it in rule.rulings
    )
    return " ".join((rule.id, rule.title, rule.text, rule.ours, *rule.asked, *rulings))


class Clause(StrEnum):
    """A rule's stable id, the same in texts, code, tests and reports; each game has a subclass."""

    @override
    def __repr__(self) -> str:
        """Return the Python expression that names the clause."""
        return f"{type(self).__name__}.{self.name}"

    @property
    def rule(self) -> Rule:
        """The entry of this clause in the rulebook: title, text, citations, rulings.

        Raises:
            InvalidData: when the game's rulebook is wrong.
        """
        return of(type(self)).rules[self.value]


def package_of(clauses: type[Clause]) -> str:
    """Return the package that the clauses stand in; empty for a module that is in none."""
    module = clauses.__module__
    is_package = hasattr(sys.modules.get(module), "__path__")
    return module if is_package else module.rpartition(".")[0]


@cache
def of(clauses: type[Clause]) -> Rulebook:
    """Return the rulebook of the game with these clauses.

    Raises:
        InvalidData: when the file is wrong, or has other clauses than these or in another order.
    """
    package = package_of(clauses)
    if not package:
        problem = f"its clauses have to stand in a package, with {FILE} beside them"
        raise InvalidData(clauses.__module__, problem)
    book, place = load(package), f"{package}/{FILE}"
    ids = [clause.value for clause in clauses]
    name = f"{clauses.__module__}.{clauses.__qualname__}"
    for missing in ids:
        if missing not in book.rules:
            raise InvalidData(place, f"no rule has the id {missing}, which {name} has")
    for written, known in zip(book.rules, [*ids, None], strict=False):
        if written not in ids:
            raise InvalidData(f"{place}: rule {written}", f"{name} has no such clause")
        if written != known:
            raise InvalidData(f"{place}: rule {written}", f"{name} has {known} in this place")
    return book


@cache
def load(package: str) -> Rulebook:
    """Return the rulebook that lies in a package, like ``fireflies.smile``.

    Raises:
        InvalidData: for the first thing in the file that is wrong, with the entry.
    """
    document = Entry(read_toml(package, FILE), f"{package}/{FILE}")
    retired = document.texts("retired")
    sources = _by_name(document.entries("source"), "id", _source)
    entries = document.entries("rule")
    known = [entry.peek("id") for entry in entries]
    rules = _by_name(entries, "id", lambda entry: _rule(entry, sources, known))
    ids = [*rules, *(ruling.id for rule in rules.values() for ruling in rule.rulings)]
    for own, count in Counter(ids).items():
        if own in retired:
            raise InvalidData(f"{document.place}: {own}", "this id is retired: choose a new one")
        if count > 1:
            raise InvalidData(f"{document.place}: {own}", "this id is used more than once")
    terms = _by_name(document.entries("term"), "name", lambda entry: _term(entry, known))
    rulings = {ruling.id for rule in rules.values() for ruling in rule.rulings}
    flavor = tuple(
        _whole(entry, _flavor(entry, sources, rulings)) for entry in document.entries("flavor")
    )
    document.end()
    return Rulebook(rules, sources, flavor, tuple(terms.values()), retired)


def _by_name(entries: Iterable[Entry], key: str, read: Callable[[Entry], _T]) -> dict[str, _T]:
    """Return what is read from the entries, by the name that each has under the key."""
    found: dict[str, _T] = {}
    for entry in entries:
        name = entry.peek(key)
        if name in found:
            raise InvalidData(entry.place, f"{name} stands in this file more than once")
        found[name] = _whole(entry, read(entry))
    return found


def _whole(entry: Entry, found: _T) -> _T:
    """Return what was read; refuse the entry when it has keys that were not."""
    entry.end()
    return found


def _source(entry: Entry) -> Source:
    entry.text("id")
    title, language = entry.text("title"), entry.text("language")
    if not entry.has("author"):
        return Source(title, entry.text("edition"), entry.text("publisher"), language)
    author, date = entry.text("author"), entry.text_or_nothing("date")
    return Source(title, "", "", language, author, date, entry.text("address"))


def _rule(entry: Entry, sources: Mapping[str, Source], known: Sequence[str]) -> Rule:
    own = entry.text("id")
    if re.fullmatch(rf"{_WORD}(\.{_WORD})+", own) is None:
        problem = "an id is words of small letters and digits, like game.part.what-it-says"
        raise InvalidData(f"{entry.place}: id", problem)
    kind = entry.text("kind")
    if kind not in KINDS:
        raise InvalidData(f"{entry.place}: kind", f"{kind} is none of {', '.join(KINDS)}")
    return Rule(
        own,
        kind,
        entry.text("title"),
        entry.text("text"),
        tuple(_whole(cite, Citation(*_place(cite, sources))) for cite in entry.entries("cite")),
        tuple(_whole(one, _ruling(one, own, sources)) for one in entry.entries("ruling")),
        _references(entry, "supersedes", [other for other in known if other != own]),
        tuple(_whole(example, _example(example)) for example in entry.entries("example")),
        entry.text_or_nothing("short"),
        _asked(entry),
        entry.text_or_nothing("ours"),
    )


def _asked(entry: Entry) -> tuple[str, ...]:
    """Return the everyday phrasings: none, or a few different ones."""
    found = entry.texts("asked")
    few = _FEWEST <= len(found) <= _MOST
    if found and not (few and all(_words(one) for one in found) and len({*found}) == len(found)):
        problem = f"{_FEWEST} to {_MOST} different phrasings are wanted"
        raise InvalidData(f"{entry.place}: asked", problem)
    return found


def _references(entry: Entry, key: str, known: Container[str]) -> tuple[str, ...]:
    """Return the ids of other clauses, which have to exist."""
    for found in (ids := entry.texts(key)):
        if found not in known:
            raise InvalidData(f"{entry.place}: {key}", f"there is no other rule {found}")
    return ids


def _place(
    entry: Entry, sources: Mapping[str, Source]
) -> tuple[str, tuple[str, ...], int, Fingerprint]:
    """Return source, section, paragraph and the fingerprint of the words."""
    source = entry.text("source")
    if source not in sources:
        raise InvalidData(f"{entry.place}: source", f"there is no source {source}")
    if sources[source].author:
        problem = f"{source} is a report: name it in the sources of a ruling"
        raise InvalidData(f"{entry.place}: source", problem)
    section, paragraph = entry.texts("section"), entry.number("paragraph", 1)
    words, sha256 = entry.number("words", 1), entry.text("sha256")
    if re.fullmatch("[0-9a-f]{64}", sha256) is None:
        problem = "a fingerprint is 64 of the digits 0 to 9 and a to f"
        raise InvalidData(f"{entry.place}: sha256", problem)
    return source, section, paragraph, Fingerprint(words, sha256)


def _ruling(entry: Entry, clause: str, sources: Mapping[str, Source]) -> Ruling:
    own = entry.text("id")
    if re.fullmatch(rf"{re.escape(clause)}\.{_WORD}", own) is None:
        problem = f"the id of a ruling is that of its clause and one word more, like {clause}.when"
        raise InvalidData(f"{entry.place}: id", problem)
    for source in (reports := entry.texts("sources")):
        if source not in sources or not sources[source].author:
            raise InvalidData(f"{entry.place}: sources", f"there is no report {source}")
    question, answer, why = map(entry.text, ("question", "answer", "why"))
    others = entry.text_or_nothing("others")
    return Ruling(own, question, answer, why, others, _asked(entry), reports)


def _example(entry: Entry) -> Example:
    says, position = entry.text("says"), entry.text("position")
    action, seat = entry.text_or_nothing("action"), entry.number_or_none("seat")
    return Example(says, position, action, seat, entry.table_or_nothing("options"))


def _flavor(entry: Entry, sources: Mapping[str, Source], rulings: Container[str]) -> Flavor:
    place, reason = _place(entry, sources), entry.text("reason")
    ruling = entry.text_or_nothing("ruling")
    if ruling and ruling not in rulings:
        raise InvalidData(f"{entry.place}: ruling", f"there is no ruling {ruling}")
    return Flavor(*place, reason, ruling)


def _term(entry: Entry, known: Container[str]) -> Term:
    return Term(entry.text("name"), entry.text("meaning"), _references(entry, "rules", known))
