"""Tests of parsing and writing cards, actions and positions."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies import smile
from fireflies.errors import InvalidNotation
from fireflies.smile.box.cards import COLORS, MARKERS, Card
from fireflies.smile.rules.actions import BackOut, Bid, Reveal
from fireflies.smile.rules.pieces import SLOTS, Offer, Player, Position, SeenPlayer, Supply
from fireflies.smile.text.notation import read_action, read_card, read_position, write_position

CARD_EXPECTED: Final = "a card, like '4', '-2 yellow', '1 IV' or '6 red V'"
ACTION_EXPECTED: Final = "an action, like 'bid a', 'back-out b' or 'reveal -2 yellow'"

NOT_A_NUMBER: Final = {
    "empty": "",
    "plus": "+6",
    "minus zero": "-0",
    "leading zero": "06",
    "minus leading zero": "-06",
    "zeros": "00",
    "only a minus": "-",
    "two minuses": "--6",
    "space after the minus": "- 6",
    "unicode minus": "\N{MINUS SIGN}6",
    "arabic digit": "\N{ARABIC-INDIC DIGIT SIX}",
    "fullwidth digit": "\N{FULLWIDTH DIGIT SIX}",
    "arabic digit behind": "1\N{ARABIC-INDIC DIGIT SIX}",
    "superscript digit": "\N{SUPERSCRIPT TWO}",
    "point": "6.0",
    "exponent": "6e0",
    "underscore": "1_0",
    "hexadecimal": "0x6",
    "word": "six",
    "newline at the end": "6\n",
    "newline before": "\n6",
    "null character": "6\0",
    "ten digits": "1234567890",
    "very many digits": "6" * 5000,
    "minus and very many digits": "-" + "6" * 5000,
}
"""Texts that some parsers accept as a whole number."""

NOT_A_CARD: Final = NOT_A_NUMBER | {
    "space before": " 6",
    "space after": "6 ",
    "two spaces": "6  red",
    "space after the color": "6 red ",
    "space after the marker": "6 red V ",
    "two spaces before the marker": "6 red  V",
    "two spaces without a color": "6  V",
    "tab": "6\tred",
    "no-break space": "6\N{NO-BREAK SPACE}red",
    "newline after the color": "6 red\n",
    "newline after the marker": "6 red V\n",
    "no space": "6red",
    "initial": "6 r",
    "capital color": "6 Red",
    "color in capitals": "6 RED",
    "small marker": "6 red v",
    "other color": "6 green",
    "other marker": "6 red I",
    "marker VI": "6 red VI",
    "marker IIII": "6 red IIII",
    "marker VV": "6 red VV",
    "two markers": "6 red IV V",
    "two colors": "6 red blue",
    "marker before color": "6 V red",
    "color before value": "red 6",
    "color alone": "red",
    "marker alone": "V",
    "comma": "6, red",
    "an action": "reveal 6",
}

NOT_AN_ACTION: Final = {
    "empty": "",
    "space": " ",
    "verb alone": "bid",
    "verb and space": "bid ",
    "two letters": "bid aa",
    "two letters in order": "bid ab",
    "all letters": f"bid {SLOTS}",
    "capital": "bid A",
    "two spaces": "bid  a",
    "space before": " bid a",
    "space after": "bid a ",
    "newline after": "bid a\n",
    "tab": "bid\ta",
    "digit": "bid 0",
    "umlaut": "bid \N{LATIN SMALL LETTER A WITH DIAERESIS}",
    "cyrillic a": "bid \N{CYRILLIC SMALL LETTER A}",
    "fullwidth a": "bid \N{FULLWIDTH LATIN SMALL LETTER A}",
    "capital verb": "Bid a",
    "verb in capitals": "BID a",
    "no space": "bida",
    "slot alone": "a",
    "a card for a slot": "bid 6 red",
    "back-out alone": "back-out",
    "back-out and space": "back-out ",
    "back-out two letters": "back-out aa",
    "back-out capital": "back-out B",
    "back-out space after": "back-out b ",
    "back-out newline": "back-out b\n",
    "space for the hyphen": "back out b",
    "underscore for the hyphen": "back_out b",
    "no hyphen": "backout b",
    "unicode hyphen": "back\N{HYPHEN}out b",
    "reveal a slot": "reveals a",
    "capital reveal": "Reveal 6",
    "reveal without a space": "reveal6",
    "borrow": "borrow",
    "pass": "pass a",
    "json": '"bid a"',
    "null character": "bid a\0",
    "null slot": "bid \0",
}

NUMBERS: Final = [0, 1, -1, 6, -5, 10, 35, 60, 999_999_999, -999_999_999]

whole = st.sampled_from(NUMBERS) | st.integers(-60, 60)
count = st.integers(0, 60) | st.just(999_999_999)
cards = st.builds(Card, whole, st.sampled_from(COLORS), st.sampled_from(MARKERS))
piles = st.lists(cards, max_size=6).map(tuple)
positions = st.builds(
    Position[Player],
    auction=whole,
    starting_player=whole,
    in_auction=st.lists(st.integers(0, 9), max_size=5).map(tuple),
    row=st.lists(st.builds(Offer, st.sampled_from(SLOTS), cards, count), max_size=5).map(tuple),
    players=st.lists(st.builds(Player, whole, whole, piles), min_size=1, max_size=5).map(tuple),
    supply=st.builds(Supply, whole, whole),
    discarded=piles,
    undealt=piles,
)
actions = (
    st.builds(Reveal, cards)
    | st.builds(Bid, st.sampled_from(SLOTS))
    | st.builds(BackOut, st.sampled_from(SLOTS))
)

LINE: Final = "2 0 120 a:-1w*1,b:1,c:4IV 5+0:3y/6+0:2/6+1:6bV 18+4 1r,2r -1w,4"
POSITION: Final = Position(
    2,
    0,
    (1, 2, 0),
    (Offer("a", Card(-1, "white"), 1), Offer("b", Card(1), 0), Offer("c", Card(4, "", "IV"), 0)),
    (
        Player(5, 0, (Card(3, "yellow"),)),
        Player(6, 0, (Card(2),)),
        Player(6, 1, (Card(6, "blue", "V"),)),
    ),
    Supply(18, 4),
    (Card(1, "red"), Card(2, "red")),
    (Card(-1, "white"), Card(4)),
)

# Cards


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("4", Card(4)),
        ("0", Card(0)),
        ("-2 yellow", Card(-2, "yellow")),
        ("0 white", Card(0, "white")),
        ("1 IV", Card(1, "", "IV")),
        ("-5 V", Card(-5, "", "V")),
        ("6 red V", Card(6, "red", "V")),
        ("6 blue IV", Card(6, "blue", "IV")),
        ("10", Card(10)),
        ("123456789", Card(123456789)),
    ],
    ids=str,
)
def test_a_card_is_read(text: str, card: Card) -> None:
    found = read_card(text)
    assert type(found) is Card
    assert found == card
    assert type(found.value) is int


@given(cards)
def test_a_card_is_read_back(card: Card) -> None:
    assert read_card(str(card)) == card


@pytest.mark.parametrize("name", NOT_A_CARD)
def test_other_texts_are_no_cards(name: str) -> None:
    """One text for each error of a lenient parser."""
    text = NOT_A_CARD[name]
    with pytest.raises(InvalidNotation) as caught:
        read_card(text)
    assert (caught.value.text, caught.value.expected) == (text, CARD_EXPECTED)


# Actions


@pytest.mark.parametrize("slot", SLOTS)
def test_actions_with_a_slot_are_read(slot: str) -> None:
    """Every letter is a slot, in use or not."""
    assert read_action(f"bid {slot}") == Bid(slot)
    assert read_action(f"back-out {slot}") == BackOut(slot)


@given(actions)
def test_an_action_is_read_back(action: smile.Action) -> None:
    assert read_action(str(action)) == action
    assert type(read_action(str(action))) is type(action)


@pytest.mark.parametrize("name", NOT_AN_ACTION)
def test_other_texts_are_no_actions(name: str) -> None:
    """One text for each error of a lenient parser."""
    text = NOT_AN_ACTION[name]
    with pytest.raises(InvalidNotation) as caught:
        read_action(text)
    assert caught.value.text == text
    assert caught.value.expected.startswith(
        (f"{ACTION_EXPECTED}; there is no verb ", "an action: ")
    )


@pytest.mark.parametrize("name", NOT_A_CARD)
def test_only_cards_are_revealed(name: str) -> None:
    """After ``reveal`` and one space there is exactly a card."""
    with pytest.raises(InvalidNotation) as caught:
        read_action(f"reveal {NOT_A_CARD[name]}")
    assert caught.value.expected == CARD_EXPECTED
    with pytest.raises(InvalidNotation):
        read_action("reveal")


@pytest.mark.long
@given(st.text(alphabet="abz ABidckout-6reveal\n", max_size=12) | st.text(max_size=12))
def test_a_text_is_refused_or_canonical(text: str) -> None:
    """No action has two spellings."""
    for read in (read_card, read_action):
        try:
            found: object = read(text)
        except InvalidNotation:
            continue
        assert str(found) == text


# Positions


def test_a_position_is_read_and_written() -> None:
    assert read_position(LINE) == POSITION
    assert write_position(POSITION) == LINE
    player = read_position(LINE).players[1]
    assert (type(player), type(player.cards)) == (Player, tuple)
    assert type(read_position(LINE).row[0]) is Offer


def test_the_example_of_the_documentation_is_read() -> None:
    line = "3 0 012 a:-2y*1,b:1,c:4 5+0/6+0:3y/6+0:-1w,6yV 17+5 - 1,2w,4rIV"
    position = read_position(line)
    assert (position.auction, position.starting_player, position.in_auction) == (3, 0, (0, 1, 2))
    assert list(map(str, position.players[2].cards)) == ["-1 white", "6 yellow V"]
    assert list(map(str, position.undealt)) == ["1", "2 white", "4 red IV"]
    assert write_position(position) == line


def test_empty_fields_are_a_hyphen() -> None:
    empty = Position[Player](1, 2, (), (), (Player(0, 0, ()),), Supply(-3, -1), (), ())
    assert write_position(empty) == "1 2 - - 0+0 -3+-1 - -"
    assert read_position("1 2 - - 0+0 -3+-1 - -") == empty


def test_hidden_hands_are_written_but_not_read() -> None:
    players = (SeenPlayer(None, None, (Card(1),)), SeenPlayer(1, 0, ()))
    seen = Position[SeenPlayer](1, 0, (0,), (), players, Supply(0, 0), (), ())
    assert write_position(seen) == "1 0 0 - ?:1/1+0 0+0 - -"
    for hidden in ("?:1/1+0", "1+0/?"):
        with pytest.raises(InvalidNotation) as caught:
            read_position(f"1 0 0 - {hidden} 0+0 - -")
        assert caught.value.expected == "beads and cards of a seat, like '6+0' or '5+1:-2y,4'"


@given(positions)
def test_a_position_is_read_back(position: Position[Player]) -> None:
    line = write_position(position)
    assert read_position(line) == position
    assert "\n" not in line


def test_a_position_has_eight_fields() -> None:
    """One less or more is refused, and so is a second space."""
    for line in (
        "",
        " ".join(LINE.split(" ")[:-1]),
        f"{LINE} -",
        f"{LINE} ",
        f" {LINE}",
        LINE.replace(" ", "  "),
        LINE.replace(" ", "\t"),
    ):
        with pytest.raises(InvalidNotation) as caught:
            read_position(line)
        assert caught.value.text == line
        assert caught.value.expected == (
            "a position of Smile in one line, like '1 0 012 - 6+0/6+0/6+0 17+5 - 1,2w,4rIV'"
        )


SEATS_EXPECTED: Final = "seats like '012', or '-'"
NUMBER_EXPECTED: Final = "a whole number"
OFFER_EXPECTED: Final = "a card on offer, like 'a:-2y' or 'b:4*3'"
PLAYER_EXPECTED: Final = "beads and cards of a seat, like '6+0' or '5+1:-2y,4'"
SUPPLY_EXPECTED: Final = "a supply, like '17+5'"
SHORT_EXPECTED: Final = "a card in short, like '4', '-2y', '1IV' or '6rV'"

NOT_A_SHORT_CARD: Final = {
    name: text for name, text in NOT_A_NUMBER.items() if " " not in text and text not in ("", "-")
} | {
    "word for the color": "6red",
    "capital initial": "6R",
    "other initial": "6g",
    "two initials": "6ry",
    "small marker": "6rv",
    "marker I": "6rI",
    "marker IVV": "6rIVV",
    "marker before the color": "6Vr",
    "newline after": "6rV\n",
    "slot": "a:6",
}


def plain(text: str) -> str:
    """Return the text as an id for pytest, which does not find ids with a backslash again."""
    return "".join(sign if " " <= sign <= "~" else f"<{ord(sign)}>" for sign in text) or "empty"


def refused(field: int, text: str) -> InvalidNotation:
    """Return the error about the line with this text in that field."""
    fields = LINE.split(" ")
    fields[field] = text
    with pytest.raises(InvalidNotation) as caught:
        read_position(" ".join(fields))
    return caught.value


@pytest.mark.parametrize("field", [0, 1], ids=["auction", "starting player"])
@pytest.mark.parametrize("name", [name for name in NOT_A_NUMBER if " " not in NOT_A_NUMBER[name]])
def test_numbers_in_a_position_have_one_spelling(field: int, name: str) -> None:
    text = NOT_A_NUMBER[name]
    error = refused(field, text)
    assert (error.text, error.expected) == (text, NUMBER_EXPECTED)


@pytest.mark.parametrize(
    "text", ["", "0a2", "0-2", "-1", "0,1", "012\n", "\N{ARABIC-INDIC DIGIT ZERO}", "--"], ids=plain
)
def test_seats_in_a_position_are_digits_or_a_hyphen(text: str) -> None:
    assert refused(2, text).expected == SEATS_EXPECTED


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a:",
        ":4",
        "aa:4",
        "A:4",
        "1:4",
        "a4",
        "a::4",
        "a:4*",
        "a:4*0",
        "a:4*01",
        "a:4*-1",
        "a:4*+1",
        "a:4*1*1",
        "a:4*1234567890",
        "a:4*\N{ARABIC-INDIC DIGIT ONE}",
        "a:4*1\n",
        "a:4,",
        ",a:4",
        "a:4,,b:5",
        "a:4;b:5",
        "-,a:4",
    ],
    ids=plain,
)
def test_the_row_in_a_position_has_one_spelling(text: str) -> None:
    assert refused(3, text).expected in (OFFER_EXPECTED, SHORT_EXPECTED)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "6",
        "6+",
        "+6",
        "6-0",
        "06+0",
        "6+00",
        "6++0",
        "-0+1",
        "6+0:",
        "6+0:-",
        "6+0:1,",
        "6+0:,1",
        "6+0:1/",
        "/6+0",
        "6+0//6+0",
        "6+0:1:2",
        "6+0\n",
        "6+0:1\n",
        "-",
        "?",
        "1234567890+0",
        "0+1234567890",
    ],
    ids=plain,
)
def test_a_player_in_a_position_has_one_spelling(text: str) -> None:
    assert refused(4, text).expected in (PLAYER_EXPECTED, SHORT_EXPECTED)


@pytest.mark.parametrize(
    "text",
    ["", "-", "17", "17+", "+5", "17-5", "017+5", "17+05", "17+5+0", "17+5\n", "-0+5", "17++5"],
    ids=plain,
)
def test_the_supply_in_a_position_has_one_spelling(text: str) -> None:
    error = refused(5, text)
    assert (error.text, error.expected) == (text, SUPPLY_EXPECTED)


@pytest.mark.parametrize("field", [6, 7], ids=["discarded", "undealt"])
@pytest.mark.parametrize("name", NOT_A_SHORT_CARD)
def test_cards_in_a_position_have_one_spelling(field: int, name: str) -> None:
    text = NOT_A_SHORT_CARD[name]
    for pile in (text, f"{text},1", f"1,{text}"):
        error = refused(field, pile)
        assert (error.text, error.expected) == (text, SHORT_EXPECTED)


@pytest.mark.parametrize("place", ["offer", "front"])
@pytest.mark.parametrize("name", NOT_A_SHORT_CARD)
def test_cards_have_the_same_spelling_in_every_field(place: str, name: str) -> None:
    text = NOT_A_SHORT_CARD[name]
    error = refused(3, f"a:{text}") if place == "offer" else refused(4, f"6+0:{text}")
    assert error.expected in (SHORT_EXPECTED, OFFER_EXPECTED, PLAYER_EXPECTED)


@given(st.text(alphabet="0123- abc:,*+/ywrbIV\n", max_size=20), st.integers(0, 7))
def test_a_line_is_refused_or_canonical(text: str, field: int) -> None:
    """No position has two spellings."""
    fields = LINE.split(" ")
    fields[field] = text
    line = " ".join(fields)
    try:
        position = read_position(line)
    except InvalidNotation:
        return
    assert write_position(position) == line
