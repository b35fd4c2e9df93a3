"""The rulebook of Smile: examples that the rules bear out, rulings, order of clauses, glossary."""

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
"""The clauses that no table can show, and why."""

AID_LINE: Final = 100
"""The most letters of a title, and of a line of the player aid."""

WITHOUT_REFUSAL: Final = {
    "smile.turn.choice": "what is neither a bid nor a back-out has no text that could be tried",
}
"""The choices of which no example shows a refusal, and why."""


class Shown(NamedTuple):
    """An example with its clause."""

    rule: Rule
    example: Example

    @property
    def state(self) -> State:
        """The table that it begins with."""
        return State.parse(self.example.position)

    @property
    def action(self) -> Action | None:
        """What is tried, if anything is."""
        return smile.read_action(self.example.action) if self.example.action else None

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
    return [Shown(rule, example) for example in rule.examples]


EXAMPLES: Final = [shown for rule in BOOK.rules.values() for shown in examples_of(rule)]
NAMES: Final = [
    f"{rule.id} {number}"
    for rule in BOOK.rules.values()
    for number, _ in enumerate(rule.examples, 1)
]
RULINGS: Final = [ruling for rule in BOOK.rules.values() for ruling in rule.rulings]


def of_kind(kind: str) -> list[Rule]:
    """The clauses of a kind that have examples at all."""
    found = [rule for rule in BOOK.rules.values() if rule.kind == kind]
    return [rule for rule in found if rule.id not in WITHOUT_EXAMPLE]


def test_every_clause_that_a_table_can_show_has_an_example() -> None:
    """Those without one are listed, and nothing else is."""
    assert [rule.id for rule in BOOK.rules.values() if not rule.examples] == [*WITHOUT_EXAMPLE]


@pytest.mark.parametrize("shown", EXAMPLES, ids=NAMES)
def test_an_example_shows_a_sound_table(shown: Shown) -> None:
    """A game can come to it, and it is written as positions are."""
    position = shown.example.position
    assert find_fault(read_position(position)) is None
    assert State.parse(position).view().position == position


@pytest.mark.parametrize("shown", EXAMPLES, ids=NAMES)
def test_what_an_example_tries_is_an_action(shown: Shown) -> None:
    """It is written as the wire writes it, or nothing is tried."""
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
    seen = [shown.example._replace(says="") for shown in EXAMPLES]
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("rule", of_kind("setup"), ids=lambda rule: rule.id)
def test_setup_is_shown_by_first_tables(rule: Rule) -> None:
    """Where nothing is tried, the table is one that setup makes."""
    for state in [shown.state for shown in examples_of(rule) if shown.action is None]:
        assert state == smile.start(
            state.seats,
            state.starting_player,
            state.undealt,
            len(state.undealt) // state.seats,
            state.players[0].clear,
        )


def test_ten_auctions_are_shown_by_the_table_of_a_game_as_it_comes() -> None:
    """Nothing of it is a variant."""
    assert examples_of(BOOK.rules["smile.auction.ten"])[0].state == smile.start()


def test_the_markers_are_shown_by_one_box() -> None:
    """What five players have in play is the box of the other tables too."""
    *fewer, box = [shown.state for shown in examples_of(BOOK.rules["smile.setup.markers"])]
    for state in fewer:
        assert state == smile.start(state.seats, box=box.undealt, auctions=1)


@pytest.mark.parametrize("rule", of_kind("choice"), ids=lambda rule: rule.id)
def test_a_choice_is_shown_by_what_is_accepted_and_what_is_refused(rule: Rule) -> None:
    """At least one example of each, but for the listed ones."""
    shown = examples_of(rule)
    assert any(one.accepted for one in shown)
    assert any(one.refused for one in shown) == (rule.id not in WITHOUT_REFUSAL)


@pytest.mark.parametrize("text", ["pass", "bid", "borrow", "take a"])
def test_what_is_no_turn_has_no_text(text: str) -> None:
    """So no example can try it."""
    with pytest.raises(InvalidNotation):
        smile.read_action(text)


@pytest.mark.parametrize("rule", of_kind("effect"), ids=lambda rule: rule.id)
def test_an_effect_is_shown_where_it_happens_and_where_it_does_not(rule: Rule) -> None:
    """By what is told of an accepted action."""
    happens = [
        rule.id in {event.clause for event in shown.state.explain(shown.action)}
        for shown in examples_of(rule)
        if shown.action is not None and shown.accepted
    ]
    assert True in happens
    assert False in happens


@pytest.mark.parametrize("rule", of_kind("secrecy"), ids=lambda rule: rule.id)
def test_a_secret_is_shown_to_a_seat_and_to_everybody(rule: Rule) -> None:
    """One table at least is seen by both, and some seat sees less than everybody does."""
    examples = [shown.example for shown in examples_of(rule)]
    open_tables = {example.position for example in examples if example.seat is None}
    assert any(example.position in open_tables for example in examples if example.seat is not None)
    views = [State.parse(example.position).view(example.seat) for example in examples]
    assert any(player.clear is None for view in views for player in view.players)


@pytest.mark.parametrize("shown", EXAMPLES, ids=NAMES)
def test_only_secrets_are_seen_by_a_seat(shown: Shown) -> None:
    """All other examples are for everybody."""
    assert shown.example.seat is None or shown.rule.kind == "secrecy"


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.id)
def test_a_ruling_names_the_other_readings(ruling: Ruling) -> None:
    """Question, answer, reason and other readings are whole sentences."""
    assert ruling.question.endswith("?")
    for sentences in (ruling.answer, ruling.why, ruling.others):
        assert sentences[:1].isupper()
        assert sentences.endswith(".")


@pytest.mark.parametrize("rule", BOOK.rules.values(), ids=lambda rule: rule.id)
def test_a_clause_stands_on_print_or_on_a_ruling(rule: Rule) -> None:
    """It has a line for the player aid too."""
    assert rule.citations or rule.rulings
    assert rule.short.endswith(".")
    assert len(rule.short) <= AID_LINE


def test_each_clause_and_ruling_is_asked_for_in_words_of_its_own() -> None:
    """No phrasing leads to two of them."""
    asked = [rule.asked for rule in BOOK.rules.values()] + [one.asked for one in RULINGS]
    assert all(asked)
    every = [phrase.lower() for phrases in asked for phrase in phrases]
    assert len({*every}) == len(every)
    assert all(not phrase.endswith(("?", ".")) for phrase in every)


def test_every_report_is_named() -> None:
    """By a ruling or by a figure of the box."""
    box = Entry(read_toml("fireflies.smile", "box.toml"), "box.toml")
    named = {source for figure in box.entries("figure") for source in figure.texts("sources")}
    named |= {source for ruling in RULINGS for source in ruling.sources}
    assert named == BOOK.sources.keys() - {"web"}


def test_no_clause_overrides_itself() -> None:
    """Going from a clause to those that it overrides never comes back to where it began."""
    order = {rule.id: rule.supersedes for rule in BOOK.rules.values()}
    assert any(order.values())
    assert {*TopologicalSorter(order).static_order()} == {*BOOK.rules}
    assert all(len({*ids}) == len(ids) for ids in order.values())


def test_the_glossary_goes_by_the_alphabet() -> None:
    """Each word once."""
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
    """As error messages quote the one, and pages print the other."""
    assert rule.title == rule.title.strip(" .")
    assert "\n" not in rule.title
    assert len(rule.title) <= AID_LINE
    assert rule.text.endswith(".")
