"""Tests of the rulebooks of all our games: examples, rulings, order of clauses, glossary."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from graphlib import TopologicalSorter
from typing import Final

import pytest

from fireflies import games, rulebook
from fireflies.contract import Action, State
from fireflies.games import Game
from fireflies.rulebook import Example, Rule, Rulebook

GAMES: Final = [
    game
    for game in games.usable().values()
    if rulebook.package_of(game.clauses).startswith("fireflies.")
]
BOOKS: Final = {game.name: rulebook.of(game.clauses) for game in GAMES}
RULES: Final = [rule for book in BOOKS.values() for rule in book.rules.values()]

WITHOUT_EXAMPLE: Final = {
    "smile.setup.players": "a table of two or six is refused before there is one to look at",
    "smile.setup.box": "a table shows what is in play, not what the box holds",
    "festival.setup.players": "a table of one or seven is refused before there is one to look at",
    "festival.setup.box": "a table shows what is in play, not what the box holds",
    "misbehavin.setup.players": "a table of one or five is refused before there is one to look at",
    "misbehavin.setup.box": "a table shows what is in play, not what the box holds",
}
"""The clauses that no table can show, and why."""

WITHOUT_REFUSAL: Final = {
    "smile.turn.choice": "what is neither a bid nor a back-out has no text that could be tried",
}
"""The choices of which no example shows a refusal, and why."""

TITLE: Final = 100
AID_LINE: Final = 180
"""The most letters of a title, and of what the player aid says of a clause."""


def is_sentence(text: str) -> bool:
    """Return whether a text begins and ends as a sentence."""
    return text[:1].isupper() and text.endswith(".")


@dataclass(frozen=True)
class Shown:
    """An example with its clause."""

    game: Game[State]
    rule: Rule
    example: Example

    @cached_property
    def state(self) -> State:
        """Return the position of the example."""
        options = self.game.parse_arguments(self.example.options)
        return self.game.set_up(options).read_position(self.example.position)

    @property
    def action(self) -> Action | None:
        """Return the action of the example, if it has one."""
        return self.game.read_action(self.example.action) if self.example.action else None

    @property
    def accepted(self) -> bool:
        """Return whether the example has a legal action."""
        return self.action is not None and self.state.check(self.action) is None

    @property
    def refused(self) -> bool:
        """Return whether the example has an illegal action."""
        return self.action is not None and not self.accepted


EXAMPLES_OF: Final = {
    rule.id: [Shown(game, rule, example) for example in rule.examples]
    for game in GAMES
    for rule in BOOKS[game.name].rules.values()
}
EXAMPLES: Final = [shown for examples in EXAMPLES_OF.values() for shown in examples]
NAMES: Final = [f"{rule.id} {number}" for rule in RULES for number in range(len(rule.examples))]


def of_kind(kind: str) -> list[Rule]:
    """Return the clauses of a kind that have examples."""
    return [rule for rule in RULES if rule.kind == kind and rule.id not in WITHOUT_EXAMPLE]


def ids(entries: Sequence[Rule]) -> list[str]:
    """Return the ids of clauses, for test reports."""
    return [entry.id for entry in entries]


def test_every_clause_that_a_table_can_show_has_an_example() -> None:
    """Exactly the listed clauses have none."""
    assert [rule.id for rule in RULES if not rule.examples] == [*WITHOUT_EXAMPLE]


@pytest.mark.parametrize("shown", EXAMPLES, ids=NAMES)
def test_an_example_is_in_the_notation_of_the_game(shown: Shown) -> None:
    """The position, which can occur in a game, and the action: legal, or refused by its clause."""
    state, action = shown.state, shown.action
    assert state.view().position == shown.example.position
    assert str(action or "") == shown.example.action
    violation = None if action is None else state.check(action)
    assert violation is None or violation.clause == shown.rule.id


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_examples_have_a_description(book: Rulebook) -> None:
    """In whole sentences; only examples of limits name a common mistake, only secrets a seat."""
    shown = [(rule, example) for rule in book.rules.values() for example in rule.examples]
    assert [one.says for _, one in shown if not is_sentence(one.says)] == []
    named = {one.says: rule.kind for rule, one in shown if "Common mistake: " in one.says}
    assert named == {one.says: rule.kind for rule, one in shown if rule.kind == "limit"}
    assert {rule.kind for rule, one in shown if one.seat is not None} == {"secrecy"}


def test_no_two_examples_are_equal() -> None:
    seen = [str(shown.example._replace(says="")) for shown in EXAMPLES]
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("rule", of_kind("choice"), ids=ids(of_kind("choice")))
def test_a_choice_has_an_accepted_and_a_refused_example(rule: Rule) -> None:
    """Except for the listed ones."""
    shown = EXAMPLES_OF[rule.id]
    assert any(one.accepted for one in shown)
    assert any(one.refused for one in shown) == (rule.id not in WITHOUT_REFUSAL)


@pytest.mark.parametrize("rule", of_kind("effect"), ids=ids(of_kind("effect")))
def test_an_effect_has_examples_with_and_without_its_event(rule: Rule) -> None:
    happens = [
        rule.id in {event.clause for event in shown.state.explain(shown.action)}
        for shown in EXAMPLES_OF[rule.id]
        if shown.action is not None and shown.accepted
    ]
    assert True in happens
    assert False in happens


@pytest.mark.parametrize("rule", of_kind("secrecy"), ids=ids(of_kind("secrecy")))
def test_a_secret_has_examples_for_a_seat_and_for_a_spectator(rule: Rule) -> None:
    """One position is seen by both, and some seat sees less than the referee."""
    shown = EXAMPLES_OF[rule.id]
    open_tables = {one.example.position for one in shown if one.example.seat is None}
    closed = [one for one in shown if one.example.seat is not None]
    assert any(one.example.position in open_tables for one in closed)
    views = [(one.state.view(one.example.seat), one.state.view()) for one in closed]
    assert any(view.position != everything.position for view, everything in views)


def test_a_ruling_names_the_other_readings() -> None:
    """Question, answer, reason and other readings are whole sentences."""
    rulings = [ruling for rule in RULES for ruling in rule.rulings]
    assert [one.id for one in rulings if not one.question.endswith("?")] == []
    assert [
        one.id for one in rulings if not all(map(is_sentence, (one.answer, one.why, one.others)))
    ] == []


def test_a_clause_has_a_citation_or_a_ruling() -> None:
    """It has a line for the player aid too."""
    assert [rule.id for rule in RULES if not (rule.citations or rule.rulings)] == []
    assert [it.id for it in RULES if not it.short.endswith(".") or len(it.short) > AID_LINE] == []


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_no_two_clauses_or_rulings_share_a_phrasing(book: Rulebook) -> None:
    rules = book.rules.values()
    asked = [rule.asked for rule in rules] + [one.asked for rule in rules for one in rule.rulings]
    assert all(asked)
    every = [phrase.lower() for phrases in asked for phrase in phrases]
    assert len({*every}) == len(every)
    assert all(not phrase.endswith(("?", ".")) for phrase in every)


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_no_clause_overrides_itself(book: Rulebook) -> None:
    """Neither directly nor through others."""
    order = {rule.id: rule.supersedes for rule in book.rules.values()}
    assert any(order.values())
    assert {*TopologicalSorter(order).static_order()} == {*book.rules}
    assert all(len({*others}) == len(others) for others in order.values())


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_the_glossary_is_sorted(book: Rulebook) -> None:
    """Each word occurs once."""
    names = [term.name for term in book.terms]
    assert names == sorted({*names})
    assert names


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_a_term_is_explained_and_leads_to_clauses(book: Rulebook) -> None:
    """Its name is no sentence, its meaning is; each clause is named once."""
    assert [one.name for one in book.terms if one.name != one.name.strip(" .").lower()] == []
    assert [one.name for one in book.terms if not is_sentence(one.meaning)] == []
    assert [it.name for it in book.terms if not 0 < len({*it.rules}) == len(it.rules)] == []


def test_a_title_is_a_short_line_without_a_stop_and_a_text_has_one() -> None:
    titles = [rule.title for rule in RULES]
    assert [it for it in titles if it != it.strip(" .") or "\n" in it or len(it) > TITLE] == []
    assert [rule.id for rule in RULES if not rule.text.endswith(".")] == []
