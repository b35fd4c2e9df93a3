"""Tests of the rulebooks of all our games: examples, rulings, order of clauses, glossary."""

from collections.abc import Sequence
from graphlib import TopologicalSorter
from typing import Final, NamedTuple

import pytest

from fireflies import games, rulebook
from fireflies.contract import Action, State
from fireflies.games import Game
from fireflies.rulebook import Example, Rule, Rulebook, Ruling, Term

GAMES: Final = [
    game
    for game in games.usable().values()
    if rulebook.package_of(game.clauses).startswith("fireflies.")
]
BOOKS: Final = {game.name: rulebook.of(game.clauses) for game in GAMES}
RULES: Final = [rule for book in BOOKS.values() for rule in book.rules.values()]
RULINGS: Final = [ruling for rule in RULES for ruling in rule.rulings]
TERMS: Final = {f"{game} {term.name}": term for game in BOOKS for term in BOOKS[game].terms}

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


class Shown(NamedTuple):
    """An example with its clause."""

    game: Game[State]
    rule: Rule
    example: Example

    @property
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


def examples_of(rule: Rule) -> list[Shown]:
    """Return the examples of a clause."""
    (game,) = (game for game in GAMES if rule.id.startswith(f"{game.name}."))
    return [Shown(game, rule, example) for example in rule.examples]


EXAMPLES: Final = [shown for rule in RULES for shown in examples_of(rule)]
NAMES: Final = [f"{rule.id} {number}" for rule in RULES for number in range(len(rule.examples))]


def of_kind(kind: str) -> list[Rule]:
    """Return the clauses of a kind that have examples."""
    return [rule for rule in RULES if rule.kind == kind and rule.id not in WITHOUT_EXAMPLE]


def ids(entries: Sequence[Rule | Ruling]) -> list[str]:
    """Return the ids of entries, for test reports."""
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


@pytest.mark.parametrize("rule", RULES, ids=ids(RULES))
def test_examples_have_a_description(rule: Rule) -> None:
    """In whole sentences; only examples of limits name a common mistake, only secrets a seat."""
    for example in rule.examples:
        assert example.says[:1].isupper()
        assert example.says.endswith(".")
        assert ("Common mistake: " in example.says) == (rule.kind == "limit")
        assert example.seat is None or rule.kind == "secrecy"


def test_no_two_examples_are_equal() -> None:
    seen = [str(shown.example._replace(says="")) for shown in EXAMPLES]
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("rule", of_kind("choice"), ids=ids(of_kind("choice")))
def test_a_choice_has_an_accepted_and_a_refused_example(rule: Rule) -> None:
    """Except for the listed ones."""
    shown = examples_of(rule)
    assert any(one.accepted for one in shown)
    assert any(one.refused for one in shown) == (rule.id not in WITHOUT_REFUSAL)


@pytest.mark.parametrize("rule", of_kind("effect"), ids=ids(of_kind("effect")))
def test_an_effect_has_examples_with_and_without_its_event(rule: Rule) -> None:
    happens = [
        rule.id in {event.clause for event in shown.state.explain(shown.action)}
        for shown in examples_of(rule)
        if shown.action is not None and shown.accepted
    ]
    assert True in happens
    assert False in happens


@pytest.mark.parametrize("rule", of_kind("secrecy"), ids=ids(of_kind("secrecy")))
def test_a_secret_has_examples_for_a_seat_and_for_a_spectator(rule: Rule) -> None:
    """One position is seen by both, and some seat sees less than the referee."""
    shown = examples_of(rule)
    open_tables = {one.example.position for one in shown if one.example.seat is None}
    closed = [one for one in shown if one.example.seat is not None]
    assert any(one.example.position in open_tables for one in closed)
    views = [(one.state.view(one.example.seat), one.state.view()) for one in closed]
    assert any(view.position != everything.position for view, everything in views)


@pytest.mark.parametrize("ruling", RULINGS, ids=ids(RULINGS))
def test_a_ruling_names_the_other_readings(ruling: Ruling) -> None:
    """Question, answer, reason and other readings are whole sentences."""
    assert ruling.question.endswith("?")
    for sentences in (ruling.answer, ruling.why, ruling.others):
        assert sentences[:1].isupper()
        assert sentences.endswith(".")


@pytest.mark.parametrize("rule", RULES, ids=ids(RULES))
def test_a_clause_has_a_citation_or_a_ruling(rule: Rule) -> None:
    """It has a line for the player aid too."""
    assert rule.citations or rule.rulings
    assert rule.short.endswith(".")
    assert len(rule.short) <= AID_LINE


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


@pytest.mark.parametrize("term", TERMS.values(), ids=TERMS)
def test_a_term_is_explained_and_leads_to_clauses(term: Term) -> None:
    """Its name is no sentence, its meaning is; each clause is named once."""
    assert term.name == term.name.strip(" .").lower()
    assert term.meaning[:1].isupper()
    assert term.meaning.endswith(".")
    assert 0 < len({*term.rules}) == len(term.rules)


@pytest.mark.parametrize("rule", RULES, ids=ids(RULES))
def test_a_title_is_a_short_line_without_a_stop_and_a_text_has_one(rule: Rule) -> None:
    assert rule.title == rule.title.strip(" .")
    assert "\n" not in rule.title
    assert len(rule.title) <= TITLE
    assert rule.text.endswith(".")
