"""Tests of the file of an owner's box: template, errors, differences."""

import re
import tomllib
from collections import Counter
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies import smile
from fireflies.contract import InvalidOptions
from fireflies.errors import InvalidData
from fireflies.smile.box import boxfile as box
from fireflies.smile.box.boxfile import BoxFile
from fireflies.smile.box.options import read_options
from fireflies.smile.play.generators import cards

FILE: Final = BoxFile()
OURS: Final = [str(card) for card in smile.default_box()]


def document(entries: list[str]) -> bytes:
    """Return a box file with these cards."""
    return f"cards = {entries!r}".encode()


def refusal(content: bytes) -> InvalidData:
    """Return the error for this file."""
    with pytest.raises(InvalidData) as caught:
        FILE.read_file(content)
    assert "\n" not in str(caught.value)
    return caught.value


def test_the_template_is_the_default_box() -> None:
    assert sorted(FILE.read_file(FILE.template().encode())) == sorted(OURS)
    found = tomllib.loads(FILE.template())
    assert set(found) == {"game", "edition", "cards"}
    assert (found["game"], found["edition"]) == (smile.GAME.name, smile.GAME.edition)


def test_the_template_groups_cards_by_marker_and_color() -> None:
    groups: list[tuple[str, str]] = []
    marker = "?"
    for line in FILE.template().partition("cards = [")[2].splitlines():
        if line.strip().startswith("#"):
            marker = line.split()[-1]
        found = [smile.read_card(text) for text in re.findall('"([^"]*)"', line)]
        if found:
            assert len({(card.color, card.marker) for card in found}) == 1
            assert [card.value for card in found] == sorted(card.value for card in found)
            assert found[0].marker in (marker, "")
            groups.append((found[0].marker, found[0].color))
    assert len(groups) == len(set(groups)) == 15
    assert [mark for mark, _ in groups] == [""] * 5 + ["IV"] * 5 + ["V"] * 5


def test_the_template_has_a_heading_for_each_marker() -> None:
    for line in ("# without a marker", "# marked IV", "# marked V"):
        assert FILE.template().splitlines().count(f"  {line}") == 1


def test_the_template_has_no_empty_lines_of_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Colors are in their order, cards without a color are last."""
    few = ("1", "2 red", "3 yellow", "4 red", "5 V")
    monkeypatch.setattr(box, "default_box", lambda: tuple(map(smile.read_card, few)))
    assert FILE.template().partition("cards = ")[2].splitlines() == [
        "[",
        "  # without a marker",
        '  "3 yellow",',
        '  "2 red", "4 red",',
        '  "1",',
        "  # marked IV",
        "  # marked V",
        '  "5 V",',
        "]",
    ]


@given(st.lists(cards(), max_size=60))
def test_a_file_may_have_any_number_of_cards(drawn: list[smile.Card]) -> None:
    """They are returned sorted; whether they are enough is not checked here."""
    assert FILE.read_file(document(list(map(str, drawn)))) == [str(card) for card in sorted(drawn)]


def test_a_byte_order_mark_and_any_line_ends_are_accepted() -> None:
    content = FILE.template().encode()
    for changed in (content, content.replace(b"\n", b"\r\n")):
        assert sorted(FILE.read_file(b"\xef\xbb\xbf" + changed)) == sorted(OURS)
        assert sorted(FILE.read_file(changed)) == sorted(OURS)


def test_a_file_may_say_how_certain_it_is_and_anything_about_it() -> None:
    head = b"about = ['from my attic']\nname = 'mine'\n"
    certainty = b"\n[certainty]\n'/0' = ['printed', 'my box']\n"
    assert sorted(FILE.read_file(head + document(OURS) + certainty)) == sorted(OURS)


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"a = 1\nb = \xff\n", "line 2"),
        (b"\xff", "line 1"),
        (b"\n\xff", "line 2"),
        (b"a = 1\r\n\r\n# \xe9\r\n", "line 3"),
        (b"cards = [\n  oops\n]", "line 2"),
        (b"cards = []\ncards = []\n", "line 2"),
        (b"", "/"),
        (b"game = 'smile'", "/"),
        (b"cards = []\ntitle = 'mine'", "/"),
        (b"game = 'chess'\ncards = []", "/game"),
        (b"game = true\ncards = []", "/game"),
        (b"edition = 2017\ncards = []", "/edition"),
        (b"cards = ['3']\n[certainty]\n'/1' = ['printed', 'mine']", "/certainty"),
        (b"cards = '3 red'", "cards"),
        (b"cards = 3", "cards"),
        (b"cards = ['3 red', '3 green']", "cards"),
    ],
    ids=ascii,
)
def test_an_error_names_the_line_or_the_key(content: bytes, place: str) -> None:
    assert refusal(content).place.startswith(place)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"\xff", "this is not UTF-8"),
        (b"", "the key cards is missing"),
        (
            b"title = 'mine'",
            "there is no key 'title' here, only cards, certainty, about, name, says, game, edition",
        ),
        (b"cards = []\ngame = 'chess'", "'smile' is wanted, not 'chess'"),
        (b"cards = []\nedition = 2017", "'2017' is wanted, not 2017"),
    ],
    ids=ascii,
)
def test_an_error_says_what_would_be_right(content: bytes, problem: str) -> None:
    assert refusal(content).problem == problem


@pytest.mark.parametrize(
    ("entry", "expected"),
    [("3 red IV V", "like"), ("3 green", "like"), ("7", "-5 to 6"), ("-6 red", "-5 to 6")],
)
def test_an_error_names_the_number_of_the_entry(entry: str, expected: str) -> None:
    """Entries are counted from 1."""
    for number in (1, 4):
        entries = ["1", "2", "3", "4"]
        entries[number - 1] = entry
        problem = refusal(document(entries)).problem
        assert f"entry {number}" in problem
        assert entry in problem
        assert expected in problem


def test_sixty_one_cards_are_too_many() -> None:
    assert len(FILE.read_file(document(["1"] * 60))) == 60
    assert "60" in refusal(document(["1"] * 61)).problem


# Differences.


def test_the_default_box_is_recognized_in_any_order() -> None:
    assert FILE.describe(OURS) == FILE.describe(OURS[::-1])
    assert FILE.describe(OURS) == "This is the box that ships with fireflies."


def test_the_default_box_is_described_in_one_line() -> None:
    assert "\n" not in FILE.describe(OURS)


@pytest.mark.parametrize(
    ("entries", "players", "found"),
    [
        (OURS[:0], 3, 0),
        (["1"] * 29, 3, 29),
        (["1"] * 31, 3, 31),
        (["1"] * 30, 4, 30),
        (["1"] * 30 + ["1 IV"] * 11, 4, 41),
        (["1"] * 30 + ["1 V"] * 20, 4, 30),
        (["1"] * 30 + ["1 IV"] * 10, 5, 40),
        (["1"] * 30 + ["1 IV"] * 10 + ["1 V"] * 9, 5, 49),
    ],
)
def test_a_box_needs_ten_cards_for_each_player(
    entries: list[str], players: int, found: int
) -> None:
    """The error names the first number of players that lacks cards."""
    with pytest.raises(InvalidData) as caught:
        FILE.describe(entries)
    assert caught.value.place == "cards"
    assert f"{found} are in play with {players} players" in caught.value.problem
    assert f"{players * 10} are needed" in caught.value.problem
    assert f"{len(entries)} cards" in caught.value.problem


@pytest.mark.parametrize("value", ["1", 3, ["1"] * 29 + ["7"], [*OURS, 1], ["1"] * 61], ids=repr)
def test_describe_refuses_what_is_not_a_box(value: object) -> None:
    """The problem is that of the option ``box``, and the place is the key of the file."""
    with pytest.raises(InvalidData) as caught:
        FILE.describe(value)
    with pytest.raises(InvalidOptions) as refused:
        read_options({"box": value})
    assert str(caught.value) == f"cards: {refused.value.problem}"


def test_an_incomplete_box_is_counted_by_markers() -> None:
    with pytest.raises(InvalidData) as caught:
        FILE.describe(["1"] * 30 + ["1 IV"] * 11 + ["2 red V"])
    assert caught.value.problem == (
        "42 cards, of which 41 are in play with 4 players; 40 are needed for 10 auctions"
        " (30 without a marker, 11 marked IV, 1 marked V)"
    )


def test_describe_lists_the_cards_that_only_one_box_has() -> None:
    gone = ["6 white", "-5 white"]
    entries = [*(Counter(OURS) - Counter(gone)).elements(), "0 blue", "0 blue"]
    text = FILE.describe(entries)
    assert "Only in yours: 2 x 0 blue." in text
    assert "Only in ours: -5 white, 6 white." in text


def test_describe_has_sentences_and_a_table() -> None:
    lowest, *others = sorted(smile.default_box(), key=lambda card: card.marker)
    entries = [str(card) for card in (smile.Card(1 - lowest.value), *others)]
    sentences, _, table = FILE.describe(entries).partition("\n\n")
    assert len(sentences.splitlines()) == 3
    assert sentences.splitlines()[0] == "50 cards: 30 without a marker, 10 marked IV, 10 marked V."
    head, *rows = table.splitlines()
    assert head == f"{'ours':>25}{'yours':>6}"
    assert [row[:20].rstrip() for row in rows] == [
        *(f"value {value}" for value in range(-5, 7)),
        *("no color", "yellow", "white", "red", "blue"),
        *("without a marker", "marked IV", "marked V"),
    ]


@given(st.lists(cards(3), min_size=30, max_size=30))
def test_the_counts_of_the_table_add_up(drawn: list[smile.Card]) -> None:
    """By value, by color and by marker; a star marks each difference."""
    entries = [*map(str, drawn), *(card for card in OURS if card.endswith("V"))]
    rows = re.findall(r"^(\S.*?) {2,}(\d+) +(\d+)([* ]?)$", FILE.describe(entries), re.MULTILINE)
    names = [name for name, *_ in rows]
    assert len(names) == len(set(names)) == 12 + 5 + 3
    for part in (rows[:12], rows[12:17], rows[17:]):
        assert sum(int(one) for _, one, _, _ in part) == 50
        assert sum(int(other) for _, _, other, _ in part) == 50
    assert all((one != other) == (star == "*") for _, one, other, star in rows)
    for value in range(-5, 7):
        (count,) = (int(other) for name, _, other, _ in rows if name == f"value {value}")
        assert count == sum(smile.read_card(entry).value == value for entry in entries)
