"""Read the rulebook of a game, ``rules.toml``: each clause in our own words, with its citations.

The clauses of a game are the members of its subclass of :class:`Clause`, in a module of its
package. Their texts are in ``rules.toml`` in the same folder, which is read when a text is first
needed. The error about a wrong file names the entry and says what would be right.
"""

import re
import sys
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from fireflies._data import loads_toml, read_parts, read_toml
from fireflies._entries import Entry
from fireflies._texts import check_phrases
from fireflies._typing import cached, override
from fireflies.errors import InvalidData, shown

FILE: Final = "rules.toml"
"""The name of the rulebook file, in the package of the clauses."""

KINDS: Final = ("setup", "choice", "effect", "limit", "secrecy")
"""The kinds of clauses. CONTRIBUTING.md says how a clause of each kind is proved."""

_PHRASINGS: Final = range(3, 31)
"""The allowed numbers of everyday phrasings of a clause or ruling, if it has any."""

_WORD: Final = "[a-z0-9]+(-[a-z0-9]+)*"


class Fingerprint(NamedTuple):
    """The digest of some words of a printed text, which we may not quote."""

    words: int
    """The number of words, at least 1."""
    sha256: str
    """The SHA-256 of the words, normalized by :mod:`fireflies.citations` and joined by spaces."""


class Citation(NamedTuple):
    """The place of a clause in a printed source."""

    source: str
    """The key of the source in the rulebook's ``sources``."""
    section: tuple[str, ...]
    """The headings above the place, outermost first."""
    paragraph: int
    """The number of the paragraph below the last heading, from 1."""
    fingerprint: Fingerprint
    """The cited words."""


class Ruling(NamedTuple):
    """A question that the printed rules leave open, and our answer."""

    id: str
    """The id of the clause, a dot and a word, like ``smile.setup.markers.which``."""
    question: str
    answer: str
    why: str
    others: str = ""
    """Other possible answers, or empty."""
    asked: tuple[str, ...] = ()
    """The question as players ask it."""
    sources: tuple[str, ...] = ()
    """The keys of the reports that support the answer."""
    untold: str = ""
    """The reason why no play tells the other readings from the answer; empty where one does."""


class Change(NamedTuple):
    """A change of an answer: the first revision of the rules that has the new one, from 2 on."""

    revision: int
    says: str
    """The new answer, a sentence that the changelog has too."""


class Then(NamedTuple):
    """The result of an accepted action."""

    events: tuple[str, ...]
    """The texts of all its events, in order."""
    changes: Mapping[str, object]
    """The new values in the referee's STATE that the clause is about, by JSON Pointer."""


class Example(NamedTuple):
    """A position, and an action if any, that shows a clause."""

    says: str
    """A description in our own words."""
    position: str
    """The position in the notation of the game."""
    action: str
    """The text of an action, legal or not; empty when the position is enough."""
    seat: int | None
    """The seat whose view is shown; None for a spectator."""
    options: Mapping[str, object]
    """The options of the game: data, or texts as on the command line; empty for the defaults."""
    refused: bool = False
    """True when the clause forbids the action."""
    then: Then | None = None
    """The events and changes after the action.

    Given for an accepted action of an effect, and for some of a choice; else None.
    """


class Rule(NamedTuple):
    """The entry of a clause in the rulebook file; a :class:`Clause` is its id."""

    id: str
    kind: str
    """A member of :data:`KINDS`."""
    title: str
    """One sentence without the final stop, for error messages and headings."""
    text: str
    """The complete rule in our own words."""
    citations: tuple[Citation, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    supersedes: tuple[str, ...] = ()
    """The ids of the clauses that this one overrides when both apply."""
    examples: tuple[Example, ...] = ()
    short: str = ""
    """One line for the player aid."""
    asked: tuple[str, ...] = ()
    """Questions about the rule as players ask them, for ``fireflies.lookup``."""
    ours: str = ""
    """Additions of fireflies to the printed rule: variants, conventions of the wire, seats."""
    changed: tuple[Change, ...] = ()
    """The changes of its answers, by revision."""
    phrases: Mapping[str, str] = MappingProxyType({})
    """Parts of sentences by name, like the effect of a card, for ``fireflies._texts.phrase``."""


class Source(NamedTuple):
    """Printed rules that clauses cite, or a report by somebody who has the game.

    Printed rules have an edition and a publisher, a report has an author and an address.
    """

    title: str
    edition: str
    """Empty for a report."""
    publisher: str
    """Empty for a report."""
    language: str
    author: str = ""
    """A person, or a site or magazine; empty for printed rules."""
    date: str = ""
    """The date of a report, as YYYY-MM-DD or a part of it; empty when it is unknown."""
    address: str = ""
    """The URL of a report."""


class Flavor(NamedTuple):
    """Words of a source that no clause has to cite, with the reason."""

    source: str
    section: tuple[str, ...]
    paragraph: int
    fingerprint: Fingerprint
    reason: str
    ruling: str = ""
    """The id of the ruling that says more; empty when the reason is enough."""


class Term(NamedTuple):
    """An entry of the glossary: a word with a special meaning in the rules."""

    name: str
    meaning: str
    rules: tuple[str, ...]
    """The ids of the most important clauses for this word."""


class Rulebook(NamedTuple):
    """All clauses of a game, in the order of play, with sources and glossary."""

    rules: Mapping[str, Rule]
    """The clauses by id."""
    sources: Mapping[str, Source]
    """Printed rules and reports, by the keys that citations and rulings use."""
    flavor: tuple[Flavor, ...]
    terms: tuple[Term, ...]
    """The glossary, in the order of the file."""
    retired: tuple[str, ...]
    """Former ids, which must not be used again."""
    synonyms: tuple[tuple[str, ...], ...] = ()
    """Groups of words that players use for each other, for ``fireflies.lookup``."""

    @property
    def printed(self) -> Mapping[str, Source]:
        """The printed rules among the sources, which can be cited."""
        return {key: source for key, source in self.sources.items() if not source.author}

    @property
    def reports(self) -> Mapping[str, Source]:
        """The reports among the sources."""
        return {key: source for key, source in self.sources.items() if source.author}


class Clause(StrEnum):
    """The id of a clause in code, texts, tests and reports; each game has a subclass."""

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
        return _rule(type(self), self.value)


def package_of(clauses: type[Clause]) -> str:
    """Return the package of the clauses; empty for a module outside any package."""
    module = clauses.__module__
    is_package = hasattr(sys.modules.get(module), "__path__")
    return module if is_package else module.rpartition(".")[0]


def of(clauses: type[Clause]) -> Rulebook:
    """Return the rulebook of the game with these clauses.

    Raises:
        InvalidData: when these are no clauses; when the file is wrong, or has other clauses than
            these or in another order.
    """
    if not _has_clauses(clauses):
        problem = f"a game's subclass of Clause is wanted, like GAME.clauses, not {shown(clauses)}"
        raise InvalidData("clauses", problem)
    return _of(clauses)


def _has_clauses(given: object) -> bool:
    return isinstance(given, type) and issubclass(given, Clause) and len(given) > 0


@cached()
def _of(clauses: type[Clause]) -> Rulebook:
    """Return the rulebook, read only once; :func:`of` says more."""
    package = package_of(clauses)
    if not package:
        problem = f"its clauses have to be in a package that also has the file {FILE}"
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


@cached()
def _rule(clauses: type[Clause], name: str) -> Rule:
    """Return the rule of a clause; only its part of the file is parsed, as the whole takes long."""
    try:
        sources, known = _sources(clauses), [it.value for it in clauses]
        document = _parsed(clauses, f'[[rule]]\nid = "{name}"\n')
        return document.by_name("rule", "id", lambda it: _read_rule(it, sources, known))[name]
    except (LookupError, ValueError):
        return _of(clauses).rules[name]  # what is wrong in the file, if anything is


@cached()
def _sources(clauses: type[Clause]) -> Mapping[str, Source]:
    return _parsed(clauses, "[[source]]\n").by_name("source", "id", _read_source)


def _parsed(clauses: type[Clause], head: str) -> Entry:
    """Return the parts of the file that begin with ``head``."""
    parts = "".join(it for it in _parts(clauses) if it.startswith(head))
    return Entry(loads_toml(parts), f"{package_of(clauses)}/{FILE}")


@cached()
def _parts(clauses: type[Clause]) -> Sequence[str]:
    return read_parts(package_of(clauses), FILE)


@cached()
def load(package: str) -> Rulebook:
    """Return the rulebook of a package, like ``fireflies.smile``.

    Raises:
        InvalidData: for the first error in the file, with the entry.
    """
    document = Entry(read_toml(package, FILE), f"{package}/{FILE}")
    retired, synonyms = document.texts("retired"), _read_synonyms(document)
    sources = document.by_name("source", "id", _read_source)
    known = document.peek_all("rule", "id")
    rules = document.by_name("rule", "id", lambda entry: _read_rule(entry, sources, known))
    ids = [*rules, *(ruling.id for rule in rules.values() for ruling in rule.rulings)]
    for rule_id, count in Counter(ids).items():
        if rule_id in retired:
            raise InvalidData(
                f"{document.place}: {rule_id}", "this id is retired: choose a new one"
            )
        if count > 1:
            raise InvalidData(f"{document.place}: {rule_id}", "this id is used more than once")
    terms = document.by_name("term", "name", lambda entry: _read_term(entry, known))
    rulings = {ruling.id for rule in rules.values() for ruling in rule.rulings}
    flavor = document.each("flavor", lambda entry: _read_flavor(entry, sources, rulings))
    document.end()
    return Rulebook(rules, sources, flavor, tuple(terms.values()), retired, synonyms)


def _read_source(entry: Entry) -> Source:
    entry.text("id")
    title, language = entry.text("title"), entry.text("language")
    if not entry.has("author"):
        return Source(title, entry.text("edition"), entry.text("publisher"), language)
    author, date = entry.text("author"), entry.text_or_nothing("date")
    return Source(title, "", "", language, author, date, entry.text("address"))


def _read_rule(entry: Entry, sources: Mapping[str, Source], known: Sequence[str]) -> Rule:
    rule_id = entry.text("id")
    if re.fullmatch(rf"{_WORD}(\.{_WORD})+", rule_id) is None:
        problem = "an id is words of small letters and digits, like game.part.what-it-says"
        raise InvalidData(f"{entry.place}: id", problem)
    kind = entry.text("kind")
    if kind not in KINDS:
        raise InvalidData(f"{entry.place}: kind", f"{kind} is none of {', '.join(KINDS)}")
    return Rule(
        rule_id,
        kind,
        entry.text("title"),
        entry.text("text"),
        entry.each("cite", lambda cite: Citation(*_read_place(cite, sources))),
        entry.each("ruling", lambda one: _read_ruling(one, rule_id, sources)),
        _read_references(entry, "supersedes", [other for other in known if other != rule_id]),
        entry.each("example", _read_example),
        entry.text_or_nothing("short"),
        _read_asked(entry),
        entry.text_or_nothing("ours"),
        entry.each("changed", lambda it: Change(it.number("revision", 2), it.text("says"))),
        check_phrases(entry.table_or_nothing("phrases"), f"{entry.place}: phrases"),
    )


def _read_synonyms(document: Entry) -> tuple[tuple[str, ...], ...]:
    """Return the groups of words that players use for each other; refuse a group of one."""
    groups = tuple(tuple(group.split()) for group in document.texts("synonyms"))
    for group in groups:
        if len({*group}) < max(2, len(group)):
            problem = f"{' '.join(group)!r} is no group of different words"
            raise InvalidData(f"{document.place}: synonyms", problem)
    return groups


def _read_asked(entry: Entry) -> tuple[str, ...]:
    """Return the everyday phrasings of a clause or ruling; refuse too few or too many."""
    found = entry.texts("asked")
    is_count_allowed = len(found) in _PHRASINGS
    are_different = len({*found}) == len(found)
    have_words = all(re.search(r"\w", one) for one in found)
    if found and not (is_count_allowed and are_different and have_words):
        problem = f"{_PHRASINGS[0]} to {_PHRASINGS[-1]} different phrasings are wanted"
        raise InvalidData(f"{entry.place}: asked", problem)
    return found


def _read_references(entry: Entry, key: str, known: Container[str]) -> tuple[str, ...]:
    """Return the ids of other clauses; refuse ids that do not exist."""
    for found in (ids := entry.texts(key)):
        if found not in known:
            raise InvalidData(f"{entry.place}: {key}", f"there is no other rule {found}")
    return ids


def _read_place(
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


def _read_ruling(entry: Entry, clause: str, sources: Mapping[str, Source]) -> Ruling:
    rule_id = entry.text("id")
    if re.fullmatch(rf"{re.escape(clause)}\.{_WORD}", rule_id) is None:
        problem = f"the id of a ruling is that of its clause and one word more, like {clause}.when"
        raise InvalidData(f"{entry.place}: id", problem)
    for source in (reports := entry.texts("sources")):
        if source not in sources or not sources[source].author:
            raise InvalidData(f"{entry.place}: sources", f"there is no report {source}")
    question, answer, why = map(entry.text, ("question", "answer", "why"))
    others = entry.text_or_nothing("others")
    untold = entry.text_or_nothing("untold")
    return Ruling(rule_id, question, answer, why, others, _read_asked(entry), reports, untold)


def _read_example(entry: Entry) -> Example:
    says, position = entry.text("says"), entry.text("position")
    action, seat = entry.text_or_nothing("action"), entry.number_or_none("seat")
    options, refused = entry.table_or_nothing("options"), entry.flag("refused")
    then = entry.inner("then", _read_then) if entry.has("then") else None
    if not action and (refused or then):
        raise InvalidData(entry.place, "without an action nothing is refused and nothing happens")
    if refused and then:
        raise InvalidData(f"{entry.place}: then", "after a refused action nothing happens")
    return Example(says, position, action, seat, options, refused, then)


def _read_then(entry: Entry) -> Then:
    return Then(entry.texts("events"), entry.table_or_nothing("changes"))


def _read_flavor(entry: Entry, sources: Mapping[str, Source], rulings: Container[str]) -> Flavor:
    place, reason = _read_place(entry, sources), entry.text("reason")
    ruling = entry.text_or_nothing("ruling")
    if ruling and ruling not in rulings:
        raise InvalidData(f"{entry.place}: ruling", f"there is no ruling {ruling}")
    return Flavor(*place, reason, ruling)


def _read_term(entry: Entry, known: Container[str]) -> Term:
    return Term(entry.text("name"), entry.text("meaning"), _read_references(entry, "rules", known))
