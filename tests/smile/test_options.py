"""Tests of the options: valid and invalid values, and the bounds that follow from them."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies import bots, smile
from fireflies.contract import Action, Bot, InvalidOptions, Turn
from fireflies.games import Bounds
from fireflies.smile import BackOut, Bid, Card, Clause
from fireflies.smile.box.boxfile import FEWEST_PLAYERS, LARGEST_BOX, default_box, in_play
from fireflies.smile.box.options import (
    AUCTIONS,
    OPTIONS,
    Options,
    bounds,
    read_options,
)
from tests.tables import played

NOT_WHOLE: Final[list[object]] = [True, False, 3.0, "3", None, [3], 3 + 0j]
ONE_AUCTION: Final = {"players": 3, "auctions": 1, "box": ["1", "2", "3"]}


def error(options: dict[str, object]) -> InvalidOptions:
    """Return the error with which these options are refused."""
    with pytest.raises(InvalidOptions) as caught:
        read_options(options)
    return caught.value


def boxed(players: int, auctions: int) -> dict[str, object]:
    """Return options with a box of exactly enough cards."""
    return {"players": players, "auctions": auctions, "box": ["1"] * (players * auctions)}


# Valid values


def test_the_defaults_are_the_printed_game() -> None:
    """Three players, seat 0 starts, ten auctions, six beads, the default box."""
    options = read_options({})
    assert (options.players, options.starting_player) == (3, 0)
    assert (options.auctions, options.beads) == (10, 6)
    assert options.box == default_box()
    assert {option.name: option.default for option in OPTIONS} == {
        "players": 3,
        "starting_player": 0,
        "box": None,
        "auctions": 10,
        "beads": 6,
    }


def test_each_option_is_described_in_one_line() -> None:
    texts = {option.name: option.text for option in OPTIONS}
    assert all("\n" not in text for text in texts.values())
    assert "3 to 5" in texts["players"]
    assert "counted clockwise from 0" in texts["starting_player"]
    assert "at most 60" in texts["box"]
    assert "1 to 20" in texts["auctions"]
    assert "at most 35 for all" in texts["beads"]
    assert (AUCTIONS[0], AUCTIONS[-1], LARGEST_BOX) == (1, 20, 60)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_box_that_ships_fits_every_number_of_players(players: int) -> None:
    options = read_options({"players": players})
    assert len(options.box) == 50
    assert options.box == default_box()
    assert len(options.in_play) == 10 * players
    assert list(options.box) == sorted(options.box)
    assert {card.marker for card in options.in_play} == set(["", "IV", "V"][: players - 2])


def test_options_are_read_back_from_json() -> None:
    options = read_options(
        {
            "players": 4,
            "starting_player": 3,
            "auctions": 1,
            "beads": 8,
            "box": ["3", "1", "2 red V", "4", "-1 red IV"],
        }
    )
    assert options.to_json() == {
        "players": 4,
        "starting_player": 3,
        "box": ["-1 red IV", "1", "2 red V", "3", "4"],
        "auctions": 1,
        "beads": 8,
    }
    assert read_options({**options.to_json()}) == options
    assert options.to_json()["box"] is not options.to_json()["box"]


@pytest.mark.parametrize(
    ("name", "value", "players", "auctions"),
    [
        ("players", 3, 3, 10),
        ("players", 5, 5, 10),
        ("starting_player", 0, 3, 1),
        ("starting_player", 2, 3, 1),
        ("starting_player", 4, 5, 1),
        ("auctions", 1, 3, 1),
        ("auctions", 20, 3, 20),
        ("beads", 0, 3, 1),
        ("beads", 11, 3, 1),
        ("beads", 8, 4, 1),
        ("beads", 7, 5, 1),
    ],
)
def test_the_first_and_the_last_value_are_accepted(
    name: str, value: int, players: int, auctions: int
) -> None:
    assert getattr(read_options(boxed(players, auctions) | {name: value}), name) == value


@pytest.mark.parametrize(
    ("name", "value", "fits", "players", "clause"),
    [
        ("players", 2, "3 to 5", 2, Clause.SETUP_PLAYERS),
        ("players", 6, "3 to 5", 6, Clause.SETUP_PLAYERS),
        ("players", -3, "3 to 5", -3, Clause.SETUP_PLAYERS),
        ("starting_player", -1, "0 to 2", 3, Clause.SETUP_STARTING_PLAYER),
        ("starting_player", 3, "0 to 2", 3, Clause.SETUP_STARTING_PLAYER),
        ("starting_player", 5, "0 to 4", 5, Clause.SETUP_STARTING_PLAYER),
        ("auctions", 0, "1 to 20", 3, Clause.AUCTION_TEN),
        ("auctions", 21, "1 to 20", 3, Clause.AUCTION_TEN),
        ("beads", -1, "0 to 11", 3, Clause.SETUP_CLEAR_BEADS),
        ("beads", 12, "0 to 11", 3, Clause.SETUP_CLEAR_BEADS),
        ("beads", 9, "0 to 8", 4, Clause.SETUP_CLEAR_BEADS),
        ("beads", 8, "0 to 7", 5, Clause.SETUP_CLEAR_BEADS),
    ],
)
def test_values_beyond_the_edges_are_refused(
    name: str, value: int, fits: str, players: int, clause: Clause
) -> None:
    """The message says what is valid, and names the clause."""
    found = error({"players": players, name: value})
    assert str(found) == f"{clause}: {name}: a whole number from {fits} is wanted, not {value}"
    assert (found.option, found.clause) == (name, clause)


@pytest.mark.parametrize("value", NOT_WHOLE, ids=repr)
@pytest.mark.parametrize(
    ("name", "fits", "clause"),
    [
        ("players", "3 to 5", Clause.SETUP_PLAYERS),
        ("starting_player", "0 to 2", Clause.SETUP_STARTING_PLAYER),
        ("auctions", "1 to 20", Clause.AUCTION_TEN),
        ("beads", "0 to 11", Clause.SETUP_CLEAR_BEADS),
    ],
)
def test_what_is_no_whole_number_is_refused(
    name: str, fits: str, clause: Clause, value: object
) -> None:
    found = error({name: value})
    assert str(found) == f"{clause}: {name}: a whole number from {fits} is wanted, not {value!r}"


def test_a_giant_number_is_refused_like_any_other() -> None:
    """Python does not print numbers of so many digits."""
    found = error({"players": 10**5000})
    assert (found.option, found.clause) == ("players", Clause.SETUP_PLAYERS)
    assert "3 to 5" in str(found)
    assert len(str(found)) < 500


@pytest.mark.parametrize("name", ["player", "seed", "Players", "", "deck"])
def test_an_unknown_option_is_refused(name: str) -> None:
    found = error({"players": 3, name: 3})
    assert str(found) == (
        f"{name}: there is no such option, only players, starting_player, box, auctions, beads"
    )
    assert (found.option, found.clause) == (name, None)


# The box


@pytest.mark.parametrize(
    "box",
    [["3", "1", "2"], ("3", "1", "2"), {"3", "1", "2"}, [Card(3), "1", Card(2)]],
    ids=["list", "tuple", "set", "cards"],
)
def test_a_box_may_be_any_collection_of_cards_or_texts(box: object) -> None:
    assert read_options({"auctions": 1, "box": box}).box == (Card(1), Card(2), Card(3))


def test_a_box_may_be_an_iterator() -> None:
    assert read_options({"auctions": 1, "box": map(str, (3, 1, 2))}).box == tuple(
        map(Card, (1, 2, 3))
    )


@given(st.permutations(["1", "1 IV", "1 blue", "-5 red", "6 red V", "1"]))
def test_the_order_of_the_box_does_not_matter(box: list[str]) -> None:
    options = read_options({"players": 5, "auctions": 1, "box": [*box[:-1]]})
    assert options == read_options({"players": 5, "auctions": 1, "box": sorted(box[:-1])})
    assert list(map(str, options.box)) == sorted(
        box[:-1], key=lambda text: (int(text.split(" ")[0]), text)
    )


def test_markers_say_from_how_many_players_on_a_card_is_used() -> None:
    assert dict(FEWEST_PLAYERS) == {"": 3, "IV": 4, "V": 5}
    box = [Card(6, "red", "V"), Card(2), Card(1, "", "IV")]
    assert in_play(box, 3) == (Card(2),)
    assert in_play(box, 4) == (Card(1, "", "IV"), Card(2))
    assert in_play(box, 5) == (Card(1, "", "IV"), Card(2), Card(6, "red", "V"))


@pytest.mark.parametrize("box", ["1", "", b"123", {"1": "2"}, 3, 2.5, True, object], ids=repr)
def test_what_is_no_list_is_no_box(box: object) -> None:
    found = error({"auctions": 1, "box": box})
    assert str(found) == f"smile.setup.box: box: a list of cards is wanted, not {box!r}"
    assert (found.option, found.clause) == ("box", Clause.SETUP_BOX)


def test_a_box_has_at_most_sixty_cards() -> None:
    """Cards that are not in play count too."""
    sixty = ["1"] * 3 + ["1 V"] * 57
    assert len(read_options({"auctions": 1, "box": sixty}).box) == 60
    found = error({"auctions": 1, "box": [*sixty, "1 V"]})
    assert str(found) == "smile.setup.box: box: there are more than 60 cards"
    assert found.clause is Clause.SETUP_BOX


def test_a_box_without_end_is_refused_at_its_sixty_first_card() -> None:
    more = iter(range(1000))
    found = error({"box": (str(number % 5) for number in more)})
    assert str(found) == "smile.setup.box: box: there are more than 60 cards"
    assert next(more) == 61


@pytest.mark.parametrize(
    ("number", "entry", "problem"),
    [
        (1, "+1", "entry 1: '+1' is not a card, like '4', '-2 yellow', '1 IV' or '6 red V'"),
        (3, "", "entry 3: an empty text is not a card, like '4', '-2 yellow', '1 IV' or '6 red V'"),
        (2, 4, "entry 2, 4, is no card"),
        (3, None, "entry 3, None, is no card"),
        (1, (1, "", ""), "entry 1, (1, '', ''), is no card"),
        (1, b"1", "entry 1, b'1', is no card"),
        (2, "7", "entry 2, '7': values go from -5 to 6"),
        (3, "-6 red V", "entry 3, '-6 red V': values go from -5 to 6"),
        (2, Card(7), "entry 2, '7': values go from -5 to 6"),
    ],
    ids=repr,
)
def test_a_bad_entry_is_named_with_its_number(number: int, entry: object, problem: str) -> None:
    """Entries are counted from 1, in the given order."""
    box: list[object] = ["3", "2", "1"]
    box[number - 1] = entry
    found = error({"auctions": 1, "box": box})
    assert str(found) == f"smile.setup.box: box: {problem}"
    assert (found.option, found.clause) == ("box", Clause.SETUP_BOX)
    assert found.__cause__ is None
    assert found.__suppress_context__ or found.__context__ is None


def test_the_lowest_and_the_highest_value_are_accepted() -> None:
    box = read_options({"auctions": 1, "box": ["6", "-5 red", "-5"]}).box
    assert box == (Card(-5), Card(-5, "red"), Card(6))


@pytest.mark.parametrize(
    ("players", "box", "problem"),
    [
        (5, ["1"] * 49, "49 of its 49 cards are in play, and 5 players need exactly 50"),
        (5, ["1"] * 51, "51 of its 51 cards are in play, and 5 players need exactly 50"),
        (3, ["1"] * 29 + ["1 IV"], "29 of its 30 cards are in play, and 3 players need exactly 30"),
        (4, ["1"] * 39 + ["1 V"], "39 of its 40 cards are in play, and 4 players need exactly 40"),
        (4, [], "0 of its 0 cards are in play, and 4 players need exactly 40"),
        (3, ["1"] * 31, "31 of its 31 cards are in play, and 3 players need exactly 30"),
    ],
    ids=["49", "51", "a IV", "a V", "none", "31"],
)
def test_exactly_as_many_cards_as_are_auctioned_have_to_be_in_play(
    players: int, box: list[str], problem: str
) -> None:
    found = error({"players": players, "box": box})
    assert str(found) == f"smile.setup.draw-pile: box: {problem} for 10 auctions"
    assert (found.option, found.clause) == ("box", Clause.SETUP_DRAW_PILE)


def test_the_box_that_ships_does_not_fit_another_number_of_auctions() -> None:
    assert str(error({"auctions": 9})) == (
        "smile.setup.draw-pile: box: 30 of its 50 cards are in play, and 3 players need exactly 27"
        " for 9 auctions; 30 cards fit auctions=10"
    )


@pytest.mark.parametrize("auctions", [1, 20])
def test_the_message_says_which_number_of_auctions_the_cards_fit(auctions: int) -> None:
    found = error({"box": ["1"] * 3 * auctions})
    assert str(found).endswith(f"; {3 * auctions} cards fit auctions={auctions}")


def test_options_are_compared_by_value() -> None:
    options = read_options(dict(ONE_AUCTION))
    assert options == Options(
        players=3, starting_player=0, box=(Card(1), Card(2), Card(3)), auctions=1, beads=6
    )
    assert options != read_options(ONE_AUCTION | {"beads": 5})


# Bounds


def thrifty(turn: Turn[smile.State]) -> Action:
    """Back out as soon as possible."""
    takes = [action for action in turn.legal_actions if isinstance(action, BackOut)]
    bids = [action for action in turn.legal_actions if isinstance(action, Bid)]
    return turn.draws.choose(takes or bids)


def lavish(turn: Turn[smile.State]) -> Action:
    """Bid while there is a bead, each time on any of the lowest cards."""
    bids = [action for action in turn.legal_actions if isinstance(action, Bid)]
    takes = [action for action in turn.legal_actions if isinstance(action, BackOut)]
    return turn.draws.choose(bids or takes)


def first_or_last(turn: Turn[smile.State]) -> Action:
    """Choose the first legal action in two of three turns, else the last one."""
    return turn.legal_actions[0] if turn.draws.below(3) else turn.legal_actions[-1]


PLAYERS: Final[dict[str, Bot]] = {
    "random": bots.random,
    "thrifty": thrifty,
    "lavish": lavish,
    "first or last": first_or_last,
}

SMALL: Final[dict[str, tuple[dict[str, object], Bounds]]] = {
    # No beads: 2 loans and so 2 bids, 3 cards and 2 back-outs; at best the 3 and no loan, at worst
    # both loans (no card has a value below zero).
    "no beads": (
        {"auctions": 1, "beads": 0, "box": ["1", "2", "3"]},
        Bounds(actions=7, lowest_score=-2, highest_score=3),
    ),
    # 3 beads and 2 loans are 5 bids, and one point. At worst the -3 and both loans; at best that
    # point, as all values are below zero.
    "one auction": (
        {"auctions": 1, "beads": 1, "box": ["-3", "-2 red", "-1 red"]},
        Bounds(actions=10, lowest_score=-5, highest_score=1),
    ),
    # 15 beads, with 2 loans in each auction: 17 and 19 bids, 6 cards and 4 back-outs. At worst the
    # -2, the -1 and 4 loans; at best the 6 and the 4 (nobody keeps both of the reds), and 3 points
    # for 19 beads.
    "two auctions": (
        {
            "auctions": 2,
            "beads": 5,
            "box": ["6 red", "5 red", "4", "3 blue", "-2 blue", "-1"],
        },
        Bounds(actions=46, lowest_score=-7, highest_score=13),
    ),
    # 4 loans: 2 bids, then 4; a player may get the two best cards, or the two worst.
    "no colors": (
        {"auctions": 2, "beads": 0, "box": ["5", "4", "3", "-1", "-2", "0"]},
        Bounds(actions=16, lowest_score=-7, highest_score=9),
    ),
    # The same figures as in "no beads": each player gets a single card, so colors do not matter.
    "colors only": (
        {"auctions": 1, "beads": 0, "box": ["3 red", "2 blue", "1 blue"]},
        Bounds(actions=7, lowest_score=-2, highest_score=3),
    ),
    # Four players: 3 loans, at most 7 beads and so 7 bids, 4 cards, 3 back-outs. The card that is
    # not in play does not count.
    "four players": (
        {"players": 4, "auctions": 1, "beads": 1, "box": ["-1", "0", "0 blue", "2 IV", "6 V"]},
        Bounds(actions=14, lowest_score=-4, highest_score=3),
    ),
}


@pytest.mark.parametrize("name", SMALL)
def test_bounds_of_small_games_worked_out_by_hand(name: str) -> None:
    """The comments derive the figures from the rules."""
    options, expected = SMALL[name]
    assert bounds(read_options(options)) == expected


def test_the_longest_play_is_as_long_as_its_bound() -> None:
    """Without beads there is one way to play, with two loans: it is the longest one."""
    options, expected = SMALL["no beads"]
    table = played(options, [bots.first] * 3)
    outcome = table.state.outcome
    assert outcome is not None
    assert len(table.record.actions) == expected.actions
    # Seat 0 borrows and bids, seat 1 has to take the 1; seat 2 borrows and bids, seat 0 has to
    # take the 2; seat 2 gets the 3. The best score has a loan, so it is one below the bound.
    assert outcome.scores == (2 - 1, 1, 3 - 1)
    assert max(outcome.scores) == expected.highest_score - 1


def every_outcome(state: smile.State, length: int = 0) -> set[tuple[int, int, int]]:
    """Return the length, the lowest and the highest score of every play from here."""
    outcome = state.outcome
    if outcome is not None:
        return {(length, min(outcome.scores), max(outcome.scores))}
    return {
        found
        for action in state.legal_actions
        for found in every_outcome(state.apply(action), length + 1)
    }


def test_bounds_hold_for_every_play_of_a_small_game() -> None:
    """The extremes are next to the bounds."""
    options, expected = SMALL["one auction"]
    assert expected.actions is not None
    found = every_outcome(smile.set_up(options).start)
    lengths, lowest, highest = zip(*found, strict=True)
    assert expected.actions - 1 <= max(lengths) <= expected.actions
    assert expected.lowest_score <= min(lowest) <= expected.lowest_score + 2
    assert expected.highest_score - 2 <= max(highest) <= expected.highest_score


@pytest.mark.long
@pytest.mark.parametrize("bot", PLAYERS)
@pytest.mark.parametrize(
    "options",
    [
        *(options for options, _ in SMALL.values()),
        {"players": 3},
        {"players": 5, "beads": 7, "starting_player": 4},
        {"players": 4, "beads": 0},
    ],
    ids=[*SMALL, "three", "five", "four without beads"],
)
def test_no_play_exceeds_its_bounds(options: dict[str, object], bot: str) -> None:
    expected = bounds(read_options(options))
    assert expected.actions is not None
    seats = smile.set_up(options).start.seats
    for seed in range(5):
        table = played(options, [PLAYERS[bot]] * seats, seed)
        outcome = table.state.outcome
        assert outcome is not None
        assert len(table.record.actions) <= expected.actions
        assert expected.lowest_score <= min(outcome.scores)
        assert max(outcome.scores) <= expected.highest_score
