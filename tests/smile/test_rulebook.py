"""Tests of the rulebook of Smile: examples, rulings, order of clauses, glossary."""

from graphlib import TopologicalSorter
from typing import Final, NamedTuple

import pytest

from fireflies import rulebook, smile
from fireflies._data import Entry, read_toml
from fireflies.contract import Action
from fireflies.errors import InvalidNotation
from fireflies.rulebook import Example, Rule, Ruling
from fireflies.smile import Clause, State
from fireflies.smile.notation import read_position
from fireflies.smile.soundness import find_fault

BOOK: Final = rulebook.of(Clause)

WITHOUT_EXAMPLE: Final = {
    "smile.setup.players": "a table of two or six is refused before there is one to look at",
    "smile.setup.box": "a table shows what is in play, not what the box holds",
}
"""The clauses that no position can show, with the reason."""

AID_LINE: Final = 100
"""The most characters of a title, and of a line of the player aid."""

WITHOUT_REFUSAL: Final = {
    "smile.turn.choice": "what is neither a bid nor a back-out has no text that could be tried",
}
"""The choices without an example of a refusal, with the reason."""


class Shown(NamedTuple):
    """An example with its clause."""

    rule: Rule
    example: Example

    @property
    def state(self) -> State:
        """Return the position of the example."""
        return State.parse(self.example.position)

    @property
    def action(self) -> Action | None:
        """Return the action of the example, if it has one."""
        return smile.read_action(self.example.action) if self.example.action else None

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
    return [Shown(rule, example) for example in rule.examples]


EXAMPLES: Final = [shown for rule in BOOK.rules.values() for shown in examples_of(rule)]
NAMES: Final = [
    f"{rule.id} {number}"
    for rule in BOOK.rules.values()
    for number, _ in enumerate(rule.examples, 1)
]
RULINGS: Final = [ruling for rule in BOOK.rules.values() for ruling in rule.rulings]


def of_kind(kind: str) -> list[Rule]:
    """Return the clauses of a kind that have examples."""
    found = [rule for rule in BOOK.rules.values() if rule.kind == kind]
    return [rule for rule in found if rule.id not in WITHOUT_EXAMPLE]


def test_every_clause_that_a_table_can_show_has_an_example() -> None:
    """Exactly the listed clauses have none."""
    assert [rule.id for rule in BOOK.rules.values() if not rule.examples] == [*WITHOUT_EXAMPLE]


@pytest.mark.parametrize("shown", EXAMPLES, ids=NAMES)
def test_an_example_shows_a_sound_table(shown: Shown) -> None:
    """It can occur in a game, and is written in canonical form."""
    position = shown.example.position
    assert find_fault(read_position(position)) is None
    assert State.parse(position).view().position == position


@pytest.mark.parametrize("shown", EXAMPLES, ids=NAMES)
def test_the_action_of_an_example_is_in_the_notation_of_the_wire(shown: Shown) -> None:
    assert str(shown.action or "") == shown.example.action


@pytest.mark.parametrize("shown", EXAMPLES, ids=NAMES)
def test_the_action_of_an_example_is_legal_or_refused_with_its_clause(shown: Shown) -> None:
    if shown.action is not None:
        violation = shown.state.check(shown.action)
        assert violation is None or violation.clause == shown.rule.id


@pytest.mark.parametrize("shown", EXAMPLES, ids=NAMES)
def test_an_example_has_a_description(shown: Shown) -> None:
    """In whole sentences; only examples of limits name a common mistake."""
    says = shown.example.says
    assert says[:1].isupper()
    assert says.endswith(".")
    assert ("Common mistake: " in says) == (shown.rule.kind == "limit")


def test_no_two_examples_are_equal() -> None:
    seen = [shown.example._replace(says="") for shown in EXAMPLES]
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("rule", of_kind("setup"), ids=lambda rule: rule.id)
def test_examples_of_setup_are_first_positions(rule: Rule) -> None:
    """Unless they have an action."""
    for state in [shown.state for shown in examples_of(rule) if shown.action is None]:
        assert state == smile.start(
            state.seats,
            state.starting_player,
            state.undealt,
            len(state.undealt) // state.seats,
            state.players[0].clear,
        )


def test_the_example_of_ten_auctions_is_the_default_game() -> None:
    assert examples_of(BOOK.rules["smile.auction.ten"])[0].state == smile.start()


def test_the_examples_of_markers_share_one_box() -> None:
    *fewer, box = [shown.state for shown in examples_of(BOOK.rules["smile.setup.markers"])]
    for state in fewer:
        assert state == smile.start(state.seats, box=box.undealt, auctions=1)


@pytest.mark.parametrize("rule", of_kind("choice"), ids=lambda rule: rule.id)
def test_a_choice_has_an_accepted_and_a_refused_example(rule: Rule) -> None:
    """Except for the listed ones."""
    shown = examples_of(rule)
    assert any(one.accepted for one in shown)
    assert any(one.refused for one in shown) == (rule.id not in WITHOUT_REFUSAL)


@pytest.mark.parametrize("text", ["pass", "bid", "borrow", "take a"])
def test_an_object_that_is_no_action_has_no_text(text: str) -> None:
    """So no example can have one."""
    with pytest.raises(InvalidNotation):
        smile.read_action(text)


@pytest.mark.parametrize("rule", of_kind("effect"), ids=lambda rule: rule.id)
def test_an_effect_has_examples_with_and_without_its_event(rule: Rule) -> None:
    happens = [
        rule.id in {event.clause for event in shown.state.explain(shown.action)}
        for shown in examples_of(rule)
        if shown.action is not None and shown.accepted
    ]
    assert True in happens
    assert False in happens


@pytest.mark.parametrize("rule", of_kind("secrecy"), ids=lambda rule: rule.id)
def test_a_secret_has_examples_for_a_seat_and_for_a_spectator(rule: Rule) -> None:
    """One position is seen by both, and some seat sees less than the referee."""
    examples = [shown.example for shown in examples_of(rule)]
    open_tables = {example.position for example in examples if example.seat is None}
    assert any(example.position in open_tables for example in examples if example.seat is not None)
    views = [State.parse(example.position).view(example.seat) for example in examples]
    assert any(player.clear is None for view in views for player in view.players)


@pytest.mark.parametrize("shown", EXAMPLES, ids=NAMES)
def test_only_examples_of_secrets_are_for_a_seat(shown: Shown) -> None:
    assert shown.example.seat is None or shown.rule.kind == "secrecy"


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.id)
def test_a_ruling_names_the_other_readings(ruling: Ruling) -> None:
    """Question, answer, reason and other readings are whole sentences."""
    assert ruling.question.endswith("?")
    for sentences in (ruling.answer, ruling.why, ruling.others):
        assert sentences[:1].isupper()
        assert sentences.endswith(".")


@pytest.mark.parametrize("rule", BOOK.rules.values(), ids=lambda rule: rule.id)
def test_a_clause_has_a_citation_or_a_ruling(rule: Rule) -> None:
    """It has a line for the player aid too."""
    assert rule.citations or rule.rulings
    assert rule.short.endswith(".")
    assert len(rule.short) <= AID_LINE


def test_no_two_clauses_or_rulings_share_a_phrasing() -> None:
    asked = [rule.asked for rule in BOOK.rules.values()] + [one.asked for one in RULINGS]
    assert all(asked)
    every = [phrase.lower() for phrases in asked for phrase in phrases]
    assert len({*every}) == len(every)
    assert all(not phrase.endswith(("?", ".")) for phrase in every)


def test_every_report_is_named() -> None:
    """In a ruling or in the comment of the box."""
    box = Entry(read_toml("fireflies.smile", "box.toml"), "box.toml")
    named = {source for figure in box.entries("figure") for source in figure.texts("sources")}
    named |= {source for ruling in RULINGS for source in ruling.sources}
    assert named == BOOK.sources.keys() - {"web"}


def test_no_clause_overrides_itself() -> None:
    """Also not by way of other clauses."""
    order = {rule.id: rule.supersedes for rule in BOOK.rules.values()}
    assert any(order.values())
    assert {*TopologicalSorter(order).static_order()} == {*BOOK.rules}
    assert all(len({*ids}) == len(ids) for ids in order.values())


def test_the_glossary_is_sorted() -> None:
    """Each word occurs once."""
    names = [term.name for term in BOOK.terms]
    assert names == sorted({*names})
    assert names


@pytest.mark.parametrize("term", BOOK.terms, ids=lambda term: term.name)
def test_a_term_is_explained_and_leads_to_clauses(term: rulebook.Term) -> None:
    """Its name is no sentence, its meaning is; each clause is named once."""
    assert term.name == term.name.strip(" .").lower()
    assert term.meaning[:1].isupper()
    assert term.meaning.endswith(".")
    assert 0 < len({*term.rules}) == len(term.rules)


@pytest.mark.parametrize("rule", BOOK.rules.values(), ids=lambda rule: rule.id)
def test_a_title_is_a_short_line_without_a_stop_and_a_text_has_one(rule: Rule) -> None:
    assert rule.title == rule.title.strip(" .")
    assert "\n" not in rule.title
    assert len(rule.title) <= AID_LINE
    assert rule.text.endswith(".")
