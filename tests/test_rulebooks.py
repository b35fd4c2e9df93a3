"""Tests of the rulebooks of all our games: examples, rulings, order of clauses, glossary."""

import re
from collections.abc import Callable, Sequence
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

from fireflies import games, rulebook
from fireflies.contract import State
from fireflies.games import Game
from fireflies.rulebook import Example, Rule, Rulebook
from tests.examples import examples

ROOT: Final = Path(__file__).parents[1]
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


EXAMPLES: Final = [shown for game in GAMES for shown in examples(game)]


def of_kind(kind: str) -> list[Rule]:
    """Return the clauses of a kind that have examples."""
    return [rule for rule in RULES if rule.kind == kind and rule.id not in WITHOUT_EXAMPLE]


def ids(entries: Sequence[Rule]) -> list[str]:
    """Return the ids of clauses, for test reports."""
    return [entry.id for entry in entries]


def test_every_clause_that_a_table_can_show_has_an_example() -> None:
    """Exactly the listed clauses have none."""
    assert [rule.id for rule in RULES if not rule.examples] == [*WITHOUT_EXAMPLE]


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


def without(kind: str, *wanted: Callable[[Example], bool]) -> list[str]:
    """Return the clauses of a kind that lack an example of one of these sorts."""
    return [
        rule.id
        for rule in of_kind(kind)
        if not all(any(map(is_wanted, rule.examples)) for is_wanted in wanted)
    ]


def test_a_choice_has_an_accepted_and_a_refused_example() -> None:
    """Except for the listed ones."""
    assert without("choice", lambda it: bool(it.action) and not it.refused) == []
    assert without("choice", lambda it: it.refused) == [*WITHOUT_REFUSAL]


def test_an_example_of_an_effect_says_what_happens() -> None:
    """One of a choice or of the setup may say it too: what is paid, placed, laid or dealt."""
    told = {rule.kind for rule in RULES for it in rule.examples if it.then is not None}
    assert told <= {"choice", "effect", "setup"}
    effects = [shown for shown in EXAMPLES if shown.rule.kind == "effect" and shown.action]
    assert [it.name for it in effects if not (it.example.refused or it.example.then)] == []


@pytest.mark.parametrize("game", GAMES, ids=BOOKS)
def test_an_example_says_what_happens_with_each_kind_of_action(game: Game[State]) -> None:
    """For choices an accepted action would be enough, but not for what the action does."""
    accepted = [it for it in examples(game) if it.action and not it.example.refused]
    told = {type(it.action) for it in accepted if it.example.then is not None}
    assert {type(it.action) for it in accepted} == told


@pytest.mark.parametrize("rule", of_kind("secrecy"), ids=ids(of_kind("secrecy")))
def test_a_secret_has_examples_for_a_seat_and_for_a_spectator(rule: Rule) -> None:
    """One position is seen by both, and some seat sees less than the referee."""
    shown = [one for one in EXAMPLES if one.rule.id == rule.id]
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


@pytest.mark.parametrize("game", GAMES, ids=BOOKS)
def test_the_changelog_has_every_changed_answer(game: Game[State]) -> None:
    """The game has the revision of its last change."""
    rules = BOOKS[game.name].rules.values()
    changes = [(rule.id, it) for rule in rules for it in rule.changed]
    log = " ".join((ROOT / "CHANGELOG.md").read_text("utf-8").split())
    log = re.sub(r" \(`[^)]*`\)", "", log)  # the ruling that a change names
    assert [f"{clause}: {it.says}" for clause, it in changes if it.says not in log] == []
    assert game.revision == max([1, *(it.revision for _, it in changes)])
    assert all(is_sentence(it.says) for _, it in changes)


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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_rule_is_read_without_the_others(
    game: Game[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading all takes long, most of all before a browser shows the first choice."""
    monkeypatch.setattr(rulebook, "_of", {})
    assert {it.value: it.rule for it in game.clauses} == BOOKS[game.name].rules
