"""Tests of the search for clauses by questions in everyday words."""

import json
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from fireflies import finding
from fireflies.finding import Index
from fireflies.rulebook import Rule, Rulebook, Ruling
from fireflies.smile import Clause
from tests.test_rulebooks import BOOKS

LISTS: Final = tuple(sorted(Path(__file__).parent.glob("queries_*.json")))
"""Queries by people who have read only the printed rules, with the clauses that answer them."""
FIRST: Final = 18
"""The fewest queries of a game, of twenty in a list, whose first hit is an answer."""
SOON: Final = 3


class Query(NamedTuple):
    """A query, with the ids of clauses and rulings that answer it."""

    game: str
    query: str
    accept: list[str]


def queries(file: Path) -> list[Query]:
    """Return the queries of a file."""
    return [Query(**entry) for entry in json.loads(file.read_text(encoding="utf-8"))]


def ids(index: Index, query: str) -> list[str]:
    """Return the ids of the results."""
    return [entry.id for entry in index.search(query)]


def place(index: Index, asked: Query) -> int:
    """Return the place of the first result that answers, from 1; 1000 when there is none."""
    places = [
        number
        for number, entry in enumerate(index.search(asked.query), 1)
        if {entry.id, entry.rule.id} & {*asked.accept}
    ]
    return min(places, default=1000)


INDEXES: Final = {game: finding.build(book) for game, book in BOOKS.items()}

WALK: Final = Rule(
    "stroll.walk",
    "choice",
    "You may walk to the park",
    "A player walks there, and the café is open.",
    rulings=(
        Ruling(
            "stroll.walk.rain",
            "What if the weather is bad?",
            "Take an umbrella.",
            "Nobody melts.",
            asked=("is it wet", "does it drizzle", "what about a storm"),
        ),
    ),
    short="Walk to the park.",
    asked=("can I stay at home", "must I go out", "where do we walk"),
)
REST: Final = Rule(
    "stroll.rest",
    "effect",
    "Sit down on the bench",
    "Whoever is tired of walking sits, and counts three colors.",
    short="Sit.",
)
PARK: Final = finding.build(
    Rulebook({one.id: one for one in (WALK, REST)}, {}, (), (), (), (("bench", "seat"),))
)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("walk", ["stroll.walk"]),
        ("tired of walking", ["stroll.rest", "stroll.walk"]),
        ("bench", ["stroll.rest"]),
        ("seats", ["stroll.rest"]),
        ("COLOURS", ["stroll.rest"]),
        ("Café", ["stroll.walk"]),
        ("cafe", ["stroll.walk"]),
        ("3", ["stroll.rest"]),
        ("umbrellas", ["stroll.walk.rain"]),
        ("is it wet", ["stroll.walk.rain"]),
        ("can I stay at home", ["stroll.walk"]),
        ("umbrelap", ["stroll.walk.rain"]),
        ("umb", []),
        ("bench xyzzy", ["stroll.rest"]),
        ("xyzzy", []),
        ("...", []),
        ("", []),
    ],
)
def test_a_search_ranks_clauses_by_what_they_have_of_the_query(
    query: str, found: list[str]
) -> None:
    """Each clause once; a ruling where it is nearer; a word may be misspelled at its end."""
    assert ids(PARK, query) == found


@pytest.mark.parametrize(
    "alike",
    [
        "bid bids bidding",
        "color colors colour coloured",
        "neighbor neighbours neighboring",
        "firefly fireflies",
        "take taken taking takes took",
        "discard discarded discarding",
        "boss bosses",
        "winner won wins winning",
        "two 2",
        "player player's players’",  # noqa: RUF001 - as phones write it
    ],
)
def test_forms_of_a_word_have_one_stem(alike: str) -> None:
    assert len({*finding.stems(alike)}) == 1


def test_words_that_differ_have_other_stems() -> None:
    words = "bid bead card color four hour your two island pass bus is this score star"
    assert len({*finding.stems(words)}) == len(words.split())


def test_the_nearest_of_several_phrasings_counts_alone() -> None:
    """Words from different phrasings don't add up to more than one phrasing that has them all."""
    apart = REST._replace(asked=("red moon", "blue sun", "green star"))
    whole = WALK._replace(asked=("red star", "blue moon", "green sun"), rulings=())
    book = Rulebook({one.id: one for one in (apart, whole)}, {}, (), (), ())
    assert ids(finding.build(book), "red star")[0] == "stroll.walk"


@pytest.mark.parametrize("game", INDEXES)
def test_a_phrasing_finds_the_clause_that_it_was_written_for(game: str) -> None:
    """Among the first three, and nearly always first."""
    index = INDEXES[game]
    asked = [
        Query(game, phrase, [entry.rule.id]) for entry in index.entries for phrase in entry.asked
    ]
    places = [place(index, one) for one in asked]
    assert max(places) <= SOON
    assert places.count(1) >= 0.95 * len(places)


@pytest.mark.parametrize("game", INDEXES)
@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.stem)
def test_queries_of_other_people_find_an_answer(file: Path, game: str) -> None:
    """Nearly always first, and always among the first three."""
    asked = [one for one in queries(file) if one.game == game]
    known = {entry.id for entry in INDEXES[game].entries}
    assert all(known >= {*one.accept} for one in asked)
    places = {one.query: place(INDEXES[game], one) for one in asked}
    assert len(places) == 20
    assert {query: number for query, number in places.items() if number > SOON} == {}
    assert sum(number == 1 for number in places.values()) >= FIRST


def test_the_index_of_a_game_is_built_once() -> None:
    assert finding.of(Clause) is finding.of(Clause)
    assert finding.of(Clause) == INDEXES["smile"]
