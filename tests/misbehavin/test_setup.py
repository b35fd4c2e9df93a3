"""Setup: what everybody begins with, the market, the hands, and the draft of the sets."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import pytest

from fireflies import misbehavin
from fireflies.contract import CHANCE
from fireflies.misbehavin import GAME
from fireflies.misbehavin.box.options import read_options
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.play.generators import conserved
from tests.misbehavin.small import SMALL

MARKET: Final = (
    *("reveal core-1", "reveal core-2", "reveal border-1", "reveal border-2", "reveal rim-1"),
    "reveal rim-2",
)
"""The only cards that the small box has for its market, in one of the possible orders."""


def begun(actions: Sequence[str] = (), **options: object) -> misbehavin.State:
    """Return the state after these actions of a game with the small box."""
    state = misbehavin.start(box=SMALL, **options)
    for text in actions:
        state = state.apply(GAME.read_action(text))
    return state


def events(state: misbehavin.State, text: str) -> set[Clause]:
    """Return the clauses of the events of an action."""
    return {Clause(it.clause) for it in state.explain(GAME.read_action(text))}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_everybody_begins_with(players: int) -> None:
    """Ten own cards as draw pile, a credit and a token; the turn is not begun."""
    state = begun(
        players=players, factions=["niska", "eavesdown", "serenity", "alliance"][:players]
    )
    assert state.seats == players
    assert state.players[0].deck == tuple(f"n-{number}" for number in range(10))
    assert state.players[1].deck == tuple(f"e-{number}" for number in range(10))
    for player in state.players:
        assert (player.credits, player.verse, sum(player.marks), player.purse) == (1, 1, 0, 1)
        assert (player.activations, player.recruitments, player.immune) == (0, 0, 0)
        assert (player.hand, player.recycle, player.tableau, player.display) == ((), (), (), ())
        assert len(player.deck) == 10
    assert (state.turn, state.moves, state.acquired) == (0, 0, False)
    assert (state.activity, state.defeated) == (None, ())


def test_two_cards_of_each_market_deck_are_revealed() -> None:
    """Any card of the deck may be the next, each alike; core first, then border, then rim."""
    state = begun()
    assert state.market == ((), (), ())
    assert state.market_decks == (
        *(("core-1", "core-2"), ("border-1", "border-2"), ("rim-1", "rim-2")),
    )
    assert [(str(action), chance) for action, chance in state.chance_outcomes] == [
        ("reveal core-1", Fraction(1, 2)),
        ("reveal core-2", Fraction(1, 2)),
    ]
    one = begun(MARKET[:1])
    assert [str(it) for it in one.legal_actions] == ["reveal core-2"]
    three = begun(MARKET[:3])
    assert three.market == (("core-1", "core-2"), ("border-1",), ())
    full = begun(MARKET)
    assert full.market == (("core-1", "core-2"), ("border-1", "border-2"), ("rim-1", "rim-2"))
    assert full.market_decks == ((), (), ())
    assert full.phase == "draw"


@pytest.mark.parametrize("first", [0, 1, 2])
def test_everybody_draws_five_cards_from_the_first_player_on(first: int) -> None:
    state = begun(MARKET, players=3, starting_player=first)
    drawers: list[int] = []
    while state.phase == "draw":
        assert state.actor == CHANCE
        drawers.append(state.seat)
        state = state.apply(state.legal_actions[-1])
    assert Counter(drawers) == {0: 5, 1: 5, 2: 5}
    assert [*dict.fromkeys(drawers)] == [(first + number) % 3 for number in range(3)]
    assert (state.phase, state.actor, state.turn, state.turn_player) == ("turn", first, 1, first)
    for seat, player in enumerate(state.players):
        assert (len(player.hand), len(player.deck)) == (5, 5)
        mine = (1, 1) if seat == first else (0, 0)
        assert (player.activations, player.recruitments) == mine
    assert conserved(state) == conserved(begun(players=3, starting_player=first))


@pytest.mark.parametrize(
    ("supply", "in_play"),
    [
        ("basic", {"misbehave", "palaver", "crazy-ivan", "full-burn"}),
        (["the-dart", "palaver", "fei-wu", "misbehave"], {"the-dart", "palaver", "fei-wu"}),
        ("draft", set[str]()),
    ],
)
def test_the_supply_has_six_shiny_twelve_black_and_five_of_each_set(
    supply: object, in_play: set[str]
) -> None:
    counts = begun(supply=supply).view().to_json()["supply"]
    chosen = in_play | ({"misbehave"} if isinstance(supply, list) else set())
    assert counts == {"shiny": 6, "the-black": 12, **dict.fromkeys(chosen, 5)}


def test_reavers_are_in_play_if_wanted() -> None:
    assert begun().reavers == ()
    (scout,) = begun(reavers=1, players=3).reavers
    assert (scout.card, scout.tokens) == ("scout", (0, 0, 0))


def test_an_episode_settles_sets_and_sides() -> None:
    state = begun(episode="score")
    assert state.slots == ("misbehave", "palaver", "fei-wu", "the-dart")
    assert state.options.needed == (9, 9)


# The draft.

PICKS: Final = ("set the-dart any", "set full-burn maneuver", "set misbehave fight")


@pytest.mark.parametrize(
    ("players", "first", "pickers", "begins"),
    [
        (2, 0, [0, 1, 0, 1], 1),
        (2, 1, [1, 0, 1, 0], 0),
        (3, 0, [0, 2, 1, 0], 1),
        (3, 1, [1, 0, 2, 1], 2),
        (4, 0, [0, 3, 2, 1], 1),
        (4, 2, [2, 1, 0, 3], 3),
    ],
)
def test_the_draft_goes_counter_clockwise(
    players: int, first: int, pickers: list[int], begins: int
) -> None:
    """With three the first also picks last; the seat left of the first has the first turn."""
    state, found = begun(players=players, supply="draft", starting_player=first), []
    for text in (*PICKS, "set palaver deal"):
        assert (state.phase, state.pending) == ("draft", ())
        assert state.turn_player == first
        found.append(state.actor)
        state = state.apply(GAME.read_action(text))
    assert found == pickers
    assert state.slots == ("misbehave", "palaver", "full-burn", "the-dart")
    assert (state.phase, state.turn_player) == ("reveal", begins)
    assert state.pending[0].seat == begins
    counts = state.view().to_json()["supply"]
    assert counts["the-dart"] == counts["palaver"] == 5
    assert "fei-wu" not in counts


@pytest.mark.parametrize(
    ("picked", "text", "accepted"),
    [
        ((), "set the-dart fight", True),
        ((), "set the-dart maneuver", True),
        ((), "set the-dart any", True),
        ((), "set the-dart deal", False),
        ((), "set palaver any", True),
        ((), "set palaver fight", False),
        ((), "set misbehave maneuver", False),
        ((), "set crazy-ivan fight", False),
        ((), "set shiny any", False),
        ((), "set the-black any", False),
        (PICKS[:1], "set the-dart fight", False),
        (PICKS[:1], "set misbehave any", False),
        (PICKS[:1], "set misbehave fight", True),
    ],
)
def test_a_set_goes_into_an_open_slot_of_its_kind(
    picked: tuple[str, ...], text: str, *, accepted: bool
) -> None:
    state = begun(picked, supply="draft")
    violation = state.check(GAME.read_action(text))
    if accepted:
        assert violation is None
        assert Clause.SETUP_DRAFT in events(state, text)
    else:
        assert violation is not None
        assert violation.clause is Clause.SETUP_DRAFT_SLOT
    assert (text in map(str, state.legal_actions)) is accepted


def test_nothing_else_is_done_in_a_draft() -> None:
    state = begun(supply="draft")
    for text in ("end", "reveal core-1", "draw a-1", "done"):
        violation = state.check(GAME.read_action(text))
        assert violation is not None
        assert violation.clause is Clause.SETUP_DRAFT
    assert Clause.SETUP_DRAFT_ORDER in events(begun(PICKS, supply="draft"), "set palaver deal")


def test_the_setup_of_the_game_has_what_the_options_settle() -> None:
    setup = GAME.set_up({"players": 3, "supply": "draft"})
    assert setup.options == read_options({"players": 3, "supply": "draft"}).to_json()
    assert setup.start == misbehavin.start(players=3, supply="draft")
    assert setup.read_position(setup.start.view().position) == setup.start
