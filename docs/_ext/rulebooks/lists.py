"""Lists from a rulebook: terms, the box, the sources."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple, cast

from docutils import nodes
from docutils.nodes import make_id

from fireflies._data import dumps, is_array, is_object, mapping, read_json, read_toml, value_at
from fireflies._typing import override
from fireflies.rulebook import Citation, Rule, Rulebook

from . import evidence
from .base import BookDirective
from .books import Book
from .clause import report_link
from .domain import Entry
from .widgets import (
    Line,
    Part,
    bullets,
    clause_id,
    code,
    count,
    fold_of,
    heading,
    link,
    paragraph,
    rule_link,
    span,
    strong,
    table,
)

_SHORT: Final = 50
"""The most letters of a part of a box that is shown as JSON."""


class GlossaryOf(BookDirective):
    """Prints the glossary of a game."""

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the list of terms, each with an anchor."""
        book = self.open_book()
        items: list[nodes.Node] = []
        for name, meaning, rules in book.book.terms:
            anchor = make_id(f"term-{book.game.name}-{name}")
            term = nodes.term("", name, ids=[anchor])
            entry = Entry(self.env.current_document.docname, anchor, name)
            self.domain.register("term", f"{book.game.name}.{name}", entry, self.get_location())
            parts: list[nodes.Node] = [paragraph(meaning)]
            if rules:
                titles = [rule_link(it, book.book.rules[it].title) for it in rules]
                parts.append(bullets([[it] for it in titles], "rule-see"))
            items.append(nodes.definition_list_item("", term, nodes.definition("", *parts)))
        return [nodes.definition_list("", *items, classes=["rule-terms"])] if items else []


class BoxOf(BookDirective):
    """Prints every figure of ``box.toml`` or ``box.json``, with its certainty and its sources."""

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the figures; those of ``box.toml`` with the cards after them."""
        book = self.open_book()
        if (evidence.file_of(book.package).parent / "box.json").is_file():
            heads = ("where in the box", "figure", "certainty", "from")
            return [table(heads, _parts(read_json(book.package, "box.json")), "rule-box")]
        data = read_toml(book.package, "box.toml")
        figures = [
            (
                one["name"],
                one["value"],
                span(one["certainty"], kind="rule-sure"),
                _basis(one, book.book),
            )
            for one in _tables(data, "figure")
        ]
        cards = _tables(data, "card")
        return [
            table(("what", "figure", "certainty", "from"), figures),
            heading("The cards", 2),
            *_cards(cards),
        ]


def _parts(data: object) -> Iterator[Line]:
    """Yield the parts of a ``box.json`` that have a certainty, a row for each certainty and source.

    Each part is named by its path; a short one is printed, too.
    """
    file = mapping(data, "box.json")
    told = mapping(file["certainty"], "box.json: certainty")
    entries = [(path, tuple(cast("list[str]", said))) for path, said in told.items()]
    for certainty, source in dict.fromkeys(said for _, said in entries):
        paths = [path for path, said in entries if said == (certainty, source)]
        values = [_shown_part(value_at(file["box"], path)) for path in paths]
        yield [
            span(*_spaced(map(code, paths)), kind="rule-paths"),
            span(*_spaced(values, ", "), kind="rule-paths"),
            span(certainty, kind="rule-sure"),
            span(source, kind="rule-basis"),
        ]


def _shown_part(value: object) -> nodes.Node:
    """Return data as JSON; only the number of its items when it is long."""
    data = dumps(value)
    if len(data) > _SHORT and (is_array(value) or is_object(value)):
        return nodes.Text(count(len(value), "item"))
    return code(data)


def _spaced(parts: Iterable[nodes.Node], between: str = " ") -> Line:
    return [part for one in parts for part in (between, one)][1:]


def _tables(data: Mapping[str, object], key: str) -> list[dict[str, str]]:
    """Return the tables of a list; values are texts, the items of a list separated by spaces."""
    found = cast("list[dict[str, object]]", data.get(key, []))
    return [{name: _text(value) for name, value in one.items()} for one in found]


def _text(value: object) -> str:
    return " ".join(cast("list[str]", value)) if isinstance(value, list) else str(value)


def _basis(figure: dict[str, str], book: Rulebook) -> nodes.inline:
    """Return the sources of a figure, and the reason."""
    sources = [book.sources[key] for key in figure.get("sources", "").split()]
    shown: list[Part] = [
        report_link(one) if one.author else nodes.Text(one.title) for one in sources
    ]
    shown += [nodes.Text(figure["why"])] if "why" in figure else []
    return span(*[part for one in shown for part in ("; ", one)][1:], kind="rule-basis")


def _cards(cards: list[dict[str, str]]) -> Iterator[nodes.Node]:
    """Yield the cards by their certainty, then the reasons for single cards."""
    for certainty in dict.fromkeys(one["certainty"] for one in cards):
        same = sorted((it["card"] for it in cards if it["certainty"] == certainty), key=_by_value)
        yield paragraph(f"{certainty}: {count(len(same), 'card')}", kind="rule-label")
        for _, group in groupby(same, key=lambda card: _by_value(card)[0]):
            chips: Line = [part for card in group for part in (span(card, kind="rule-chip"), " ")]
            yield paragraph(*chips, kind="rule-chips")
    reasons: list[Line] = [[strong(one["card"]), ": ", one["why"]] for one in cards if "why" in one]
    if reasons:
        yield paragraph("What is known of single cards", kind="rule-label")
        yield bullets(reasons)


def _by_value(card: str) -> tuple[int, str]:
    """Return the number that a card begins with, if any, and the card."""
    number = re.match(r"-?\d+", card)
    return int(number[0]) if number else 0, card


class Difference(NamedTuple):
    """A clause that sources print in different words."""

    rule: Rule
    words: Mapping[str, int]
    """By source, the number of words in passages that the other sources do not have."""


class SourcesOf(BookDirective):
    """Prints the sources, and the differences between their texts, found by fingerprints."""

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the texts, their differences, the clauses in no text, the flavor, the reports."""
        book = self.open_book()
        return [
            table(
                ("source", "edition", "publisher", "language", "cited"),
                _sources(book.book),
            ),
            *(_comparison(book.book) if len(book.book.printed) > 1 else ()),
            *_uncited_clauses(book.book),
            *_flavor(book),
            *_reports(book.book),
        ]


def _cites(rule: Rule, source: str) -> list[Citation]:
    """Return the citations of a clause from a source."""
    return [citation for citation in rule.citations if citation.source == source]


def _sources(book: Rulebook) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the texts, each with its number of citations."""
    for name, source in book.printed.items():
        cited = sum(len(_cites(rule, name)) for rule in book.rules.values())
        yield source.title, source.edition, source.publisher, source.language, str(cited)


def _comparison(book: Rulebook) -> Iterator[nodes.Node]:
    """Yield what differs between the texts."""
    yield from _missing_clauses(book)
    yield from _differing_clauses(book)


def _missing_clauses(book: Rulebook) -> Iterator[nodes.Node]:
    """Yield the clauses that are in some texts and not in others."""
    yield heading("What only one of them says", 2)
    items: list[Line] = []
    for rule in book.rules.values():
        without = [source for source in book.printed if not _cites(rule, source)]
        if rule.citations and without:
            missing = " and ".join(book.sources[source].title for source in without)
            items.append([rule_link(rule.id, rule.title), f": not in “{missing}”"])
    yield (
        bullets(items)
        if items
        else paragraph("Nothing: each clause that is printed is in all of them.")
    )


def differences(book: Rulebook) -> list[Difference]:
    """Return the clauses that are printed in different words in the texts."""
    found = []
    for rule in book.rules.values():
        marks = {
            source: {citation.fingerprint for citation in cited}
            for source in book.printed
            if (cited := _cites(rule, source))
        }
        shared = set.intersection(*marks.values()) if marks else set()
        own = {source: sum(mark.words for mark in has - shared) for source, has in marks.items()}
        if any(own.values()):
            found.append(Difference(rule, own))
    return found


def _differing_clauses(book: Rulebook) -> Iterator[nodes.Node]:
    """Yield the clauses that are printed in different words."""
    yield heading("What they say in other words", 2)
    rows: list[Line] = [
        [
            rule_link(rule.id, rule.title),
            *(str(words.get(source, "–")) for source in book.printed),  # noqa: RUF001 - no figure
        ]
        for rule, words in differences(book)
    ]
    if not rows:
        yield paragraph("Nothing: what is cited is the same word for word.")
        return
    yield paragraph("The number of words in passages that only one of the texts has:")
    yield table(("clause", *(source.title for source in book.printed.values())), rows)


def _uncited_clauses(book: Rulebook) -> Iterator[nodes.Node]:
    """Yield the clauses that are in no text."""
    rules = [rule for rule in book.rules.values() if not rule.citations]
    if rules:
        yield heading("What is not in print", 2)
        yield paragraph("These rules are our reading; the rulings say why:")
        yield bullets([rule_link(rule.id, rule.title)] for rule in rules)


def _reports(book: Rulebook) -> Iterator[nodes.Node]:
    """Yield the table of the reports about a game."""
    rows: list[Line] = [
        [one.title, report_link(one), one.language] for one in book.reports.values()
    ]
    if rows:
        yield heading("Reports about the game", 2)
        yield paragraph(
            "No rule is cited from them. Some rulings and figures of the box rest on them."
        )
        yield table(("title", "author and date", "language"), rows)


def _flavor(book: Book) -> Iterator[nodes.Node]:
    """Yield the table of printed passages that are no rules."""
    if not book.book.flavor:
        return
    yield heading("What is printed and is no rule", 2)
    rows: list[Line] = [
        [
            book.book.sources[one.source].title,
            " › ".join((*one.section, f"paragraph {one.paragraph}")),  # noqa: RUF001 - a path
            str(one.fingerprint.words),
            span(one.reason, *_ruled_by(one.ruling), kind="rule-reason"),
        ]
        for one in book.book.flavor
    ]
    yield fold_of(
        count(len(rows), "passage"), table(("source", "place", "words", "why no clause"), rows)
    )


def _ruled_by(ruling: str) -> Line:
    """Return a link to the ruling that says more."""
    return ["; ", link("ruling", ruling, clause_id(ruling))] if ruling else []
