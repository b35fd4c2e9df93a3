"""The rulebooks of all our games: examples that the rules bear out, rulings, order, glossary."""

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
TERMS: Final = [term for book in BOOKS.values() for term in book.terms]

WITHOUT_EXAMPLE: Final = {
    "smile.setup.players": "a table of two or six is refused before there is one to look at",
    "smile.setup.box": "a table shows what is in play, not what the box holds",
    "festival.setup.players": "a table of one or seven is refused before there is one to look at",
    "festival.setup.box": "a table shows what is in play, not what the box holds",
}
"""The clauses that no table can show, and why."""

WITHOUT_REFUSAL: Final = {
    "smile.turn.choice": "what is neither a bid nor a back-out has no text that could be tried",
}
"""The choices of which no example shows a refusal, and why."""

AID_LINE: Final = 100
"""The most letters of a title, and of a line of the player aid."""


class Shown(NamedTuple):
    """An example with its clause."""

    game: Game[State]
    rule: Rule
    example: Example

    @property
    def state(self) -> State:
        """The table that it begins with."""
        options = self.game.parse_arguments(self.example.options)
        return self.game.set_up(options).read_position(self.example.position)

    @property
    def action(self) -> Action | None:
        """What is tried, if anything is."""
        return self.game.read_action(self.example.action) if self.example.action else None

    @property
    def accepted(self) -> bool:
        """Whether something is tried, and may be done."""
        return self.action is not None and self.state.check(self.action) is None

    @property
    def refused(self) -> bool:
        """Whether something is tried that may not be done."""
        return self.action is not None and not self.accepted


def examples_of(rule: Rule) -> list[Shown]:
    """The examples of a clause."""
    (game,) = (game for game in GAMES if rule.id.startswith(f"{game.name}."))
    return [Shown(game, rule, example) for example in rule.examples]


EXAMPLES: Final = [shown for rule in RULES for shown in examples_of(rule)]
NAMES: Final = [f"{rule.id} {number}" for rule in RULES for number in range(len(rule.examples))]


def of_kind(kind: str) -> list[Rule]:
    """The clauses of a kind that have examples at all."""
    return [rule for rule in RULES if rule.kind == kind and rule.id not in WITHOUT_EXAMPLE]


def ids(entries: Sequence[Rule | Ruling]) -> list[str]:
    """The names of entries for reports of tests."""
    return [entry.id for entry in entries]


def test_every_clause_that_a_table_can_show_has_an_example() -> None:
    """Those without one are listed, and nothing else is."""
    assert [rule.id for rule in RULES if not rule.examples] == [*WITHOUT_EXAMPLE]


@pytest.mark.parametrize("shown", EXAMPLES, ids=NAMES)
def test_an_example_is_written_as_the_game_writes_it(shown: Shown) -> None:
    """The position, and the action if one is tried."""
    assert shown.state.view().position == shown.example.position
    assert str(shown.action or "") == shown.example.action


@pytest.mark.parametrize("shown", EXAMPLES, ids=NAMES)
def test_what_an_example_tries_is_accepted_or_refused_with_its_clause(shown: Shown) -> None:
    """Another clause would be another example."""
    if shown.action is not None:
        violation = shown.state.check(shown.action)
        assert violation is None or violation.clause == shown.rule.id


@pytest.mark.parametrize("shown", EXAMPLES, ids=NAMES)
def test_an_example_says_what_there_is_to_see(shown: Shown) -> None:
    """In whole sentences; each example of a limit names a common mistake, and no other one does."""
    says = shown.example.says
    assert says[:1].isupper()
    assert says.endswith(".")
    assert ("Common mistake: " in says) == (shown.rule.kind == "limit")


def test_no_example_comes_twice() -> None:
    """Each shows another table, or tries another thing there, or is seen by somebody else."""
    seen = [str(shown.example._replace(says="")) for shown in EXAMPLES]
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("rule", of_kind("choice"), ids=ids(of_kind("choice")))
def test_a_choice_is_shown_by_what_is_accepted_and_what_is_refused(rule: Rule) -> None:
    """At least one example of each, but for the listed ones."""
    shown = examples_of(rule)
    assert any(one.accepted for one in shown)
    assert any(one.refused for one in shown) == (rule.id not in WITHOUT_REFUSAL)


@pytest.mark.parametrize("rule", of_kind("effect"), ids=ids(of_kind("effect")))
def test_an_effect_is_shown_where_it_happens_and_where_it_does_not(rule: Rule) -> None:
    """By what is told of an accepted action."""
    happens = [
        rule.id in {event.clause for event in shown.state.explain(shown.action)}
        for shown in examples_of(rule)
        if shown.action is not None and shown.accepted
    ]
    assert True in happens
    assert False in happens


@pytest.mark.parametrize("rule", of_kind("secrecy"), ids=ids(of_kind("secrecy")))
def test_a_secret_is_shown_to_a_seat_and_to_everybody(rule: Rule) -> None:
    """One table at least is seen by both, and some seat sees less than everybody does."""
    shown = examples_of(rule)
    open_tables = {one.example.position for one in shown if one.example.seat is None}
    closed = [one for one in shown if one.example.seat is not None]
    assert any(one.example.position in open_tables for one in closed)
    views = [(one.state.view(one.example.seat), one.state.view()) for one in closed]
    assert any(view.position != everything.position for view, everything in views)


@pytest.mark.parametrize("shown", EXAMPLES, ids=NAMES)
def test_only_secrets_are_seen_by_a_seat(shown: Shown) -> None:
    """All other examples are for everybody."""
    assert shown.example.seat is None or shown.rule.kind == "secrecy"


@pytest.mark.parametrize("ruling", RULINGS, ids=ids(RULINGS))
def test_a_ruling_names_the_other_readings(ruling: Ruling) -> None:
    """Question, answer, reason and other readings are whole sentences."""
    assert ruling.question.endswith("?")
    for sentences in (ruling.answer, ruling.why, ruling.others):
        assert sentences[:1].isupper()
        assert sentences.endswith(".")


@pytest.mark.parametrize("rule", RULES, ids=ids(RULES))
def test_a_clause_stands_on_print_or_on_a_ruling(rule: Rule) -> None:
    """It has a line for the player aid too."""
    assert rule.citations or rule.rulings
    assert rule.short.endswith(".")
    assert len(rule.short) <= AID_LINE


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_each_clause_and_ruling_is_asked_for_in_words_of_its_own(book: Rulebook) -> None:
    """No phrasing leads to two of them."""
    rules = book.rules.values()
    asked = [rule.asked for rule in rules] + [one.asked for rule in rules for one in rule.rulings]
    assert all(asked)
    every = [phrase.lower() for phrases in asked for phrase in phrases]
    assert len({*every}) == len(every)
    assert all(not phrase.endswith(("?", ".")) for phrase in every)


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_no_clause_overrides_itself(book: Rulebook) -> None:
    """Going from a clause to those that it overrides never comes back to where it began."""
    order = {rule.id: rule.supersedes for rule in book.rules.values()}
    assert any(order.values())
    assert {*TopologicalSorter(order).static_order()} == {*book.rules}
    assert all(len({*others}) == len(others) for others in order.values())


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_a_glossary_goes_by_the_alphabet(book: Rulebook) -> None:
    """Each word once."""
    names = [term.name for term in book.terms]
    assert names == sorted({*names})
    assert names


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.name)
def test_a_term_is_explained_and_leads_to_clauses(term: Term) -> None:
    """Its name is no sentence, its meaning is; each clause is named once."""
    assert term.name == term.name.strip(" .").lower()
    assert term.meaning[:1].isupper()
    assert term.meaning.endswith(".")
    assert 0 < len({*term.rules}) == len(term.rules)


@pytest.mark.parametrize("rule", RULES, ids=ids(RULES))
def test_a_title_is_a_short_line_without_a_stop_and_a_text_has_one(rule: Rule) -> None:
    """As error messages quote the one, and pages print the other."""
    assert rule.title == rule.title.strip(" .")
    assert "\n" not in rule.title
    assert len(rule.title) <= AID_LINE
    assert rule.text.endswith(".")
