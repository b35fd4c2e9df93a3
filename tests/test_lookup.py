"""Tests of the search for clauses by questions in everyday words."""

from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from fireflies import lookup
from fireflies.lookup import Index, Posting
from fireflies.rulebook import Rule, Rulebook, Ruling
from fireflies.smile import Clause
from tests import queries
from tests.queries import FEWEST_FIRST, LISTS, WORST_PLACE, Query
from tests.test_rulebooks import BOOKS


def ids(index: Index, query: str) -> list[str]:
    """Return the ids of the results."""
    return [entry.id for entry in index.search(query)]


INDEXES: Final = {game: lookup.build(book) for game, book in BOOKS.items()}

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
PARK: Final = lookup.build(
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
        ("umbrxyz", ["stroll.walk.rain"]),
        ("umbrxyzz", []),
        ("umbxyz", []),
        ("umb", []),
        ("bench xyzzy", ["stroll.rest"]),
        ("my bench or your xyzzy", ["stroll.rest"]),
        ("bench xyzzy plugh", []),
        ("what is the xyzzy", []),
        ("what is the", ["stroll.walk.rain", "stroll.rest"]),
        ("xyzzy", []),
        ("...", []),
        ("", []),
    ],
)
def test_a_search_ranks_clauses_by_what_they_have_of_the_query(
    query: str, found: list[str]
) -> None:
    """A result is a clause, or its ruling when that answers better, never both.

    The ends of words may be misspelled.
    """
    assert ids(PARK, query) == found


STRANGE: Final = (
    "what is the capital of france",
    "best pizza recipe",
    "weather tomorrow in london",
    "how tall is mount everest",
    "who won the world cup in 2014",
    "what does the fox say",
    "is my phone waterproof",
)


@pytest.mark.parametrize("game", INDEXES)
def test_a_question_about_other_things_finds_nothing(game: str) -> None:
    assert {query for query in STRANGE if ids(INDEXES[game], query)} == set()


def test_words_that_the_rules_do_not_have_are_told_as_they_were_typed() -> None:
    """Each once, in lower case; not common words, nor the forms and beginnings of known words."""
    told = PARK.unknown("Why are the Seats, benches and Xyzzy's in plugh, umbrelap, xyzzys?")
    assert told == ("xyzzys", "plugh")
    assert PARK.unknown("whomever") == ("whomever",)


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
    assert len({*lookup.stems(alike)}) == 1


def test_words_that_differ_have_other_stems() -> None:
    words = "bid bead card color four hour your two island pass bus is this score star"
    assert len({*lookup.stems(words)}) == len(words.split())


def test_the_nearest_of_several_phrasings_counts_alone() -> None:
    """Words from different phrasings don't add up to more than one phrasing that has them all."""
    apart = REST._replace(asked=("red moon", "blue sun", "green star"))
    whole = WALK._replace(asked=("red star", "blue moon", "green sun"), rulings=())
    book = Rulebook({one.id: one for one in (apart, whole)}, {}, (), (), ())
    assert ids(lookup.build(book), "red star")[0] == "stroll.walk"


def test_a_phrasing_counts_more_if_it_has_the_words_of_the_question_except_common_ones() -> None:
    """In any order, and though another phrasing has more words of the question."""
    short = WALK._replace(asked=("bench price", "green star", "red sun"), rulings=())
    long = REST._replace(title="Sit", asked=("what is the price of a bench in the park",))
    index = lookup.build(Rulebook({one.id: one for one in (short, long)}, {}, (), (), ()))
    assert ids(index, "what is the price of a bench")[0] == "stroll.walk"
    assert ids(index, "what is the price of a bench in the park")[0] == "stroll.rest"


def test_a_hit_with_less_than_a_third_of_the_best_score_is_left_out() -> None:
    for score, found in ((3, ["stroll.walk", "stroll.rest"]), (2, ["stroll.walk"])):
        index = Index(PARK.entries, {"bench": (Posting(0, 0, 9), Posting(2, 0, score))})
        assert ids(index, "bench") == found


def test_an_unknown_pair_of_words_is_not_taken_for_another() -> None:
    index = Index(PARK.entries, {"bench": (Posting(0, 0, 9),), "bench leg": (Posting(2, 0, 9),)})
    assert ids(index, "bench leg") == ["stroll.walk", "stroll.rest"]
    assert ids(index, "bench legend") == ["stroll.walk"]


def test_a_search_adds_up_the_numbers_of_the_data() -> None:
    """The numbers are entry, phrasing and weight. A page does the same, and shows the answer."""
    data, sums = PARK.to_json(), Counter[int]()
    for term in lookup.stems("tired sitting"):
        numbers = iter(data[term])
        for entry, phrasing, weight in zip(numbers, numbers, numbers, strict=True):
            assert phrasing == 0
            sums[entry] += weight
    (best, _), *_ = sums.most_common()
    assert ids(PARK, "tired sitting")[0] == PARK.entries[best].id == "stroll.rest"
    assert [one.answer for one in PARK.entries] == [
        "Walk to the park.",
        "Take an umbrella.",
        "Sit.",
    ]


@pytest.mark.parametrize("game", INDEXES)
def test_a_phrasing_finds_the_clause_that_it_was_written_for(game: str) -> None:
    """Every tenth one: among the first three, and nearly always first."""
    index = INDEXES[game]
    asked = [(phrase, entry.rule.id) for entry in index.entries for phrase in entry.asked][::10]
    places = [Query(game, phrase, {rule}).place_in(ids(index, phrase)) for phrase, rule in asked]
    assert max(places) <= WORST_PLACE
    assert places.count(1) >= 0.95 * len(places)


@pytest.mark.parametrize("game", INDEXES)
@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.stem)
def test_queries_of_other_people_find_an_answer(file: Path, game: str) -> None:
    """Nearly always first, and always among the first three."""
    asked = [one for one in queries.read(file) if one.game == game]
    known = {entry.id for entry in INDEXES[game].entries}
    assert all(known >= {*one.accept} for one in asked)
    places = {one.query: one.place_in(ids(INDEXES[game], one.query)) for one in asked}
    assert len(places) == 20
    assert {query: number for query, number in places.items() if number > WORST_PLACE} == {}
    assert [*places.values()].count(1) >= FEWEST_FIRST


def test_the_index_of_a_game_is_built_once() -> None:
    assert lookup.of(Clause) is lookup.of(Clause)
    assert lookup.of(Clause) == INDEXES["smile"]
