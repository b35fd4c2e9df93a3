"""Proofs of the sheet's setup: players, box, draw pile, beads, starting player, auctions."""

from fractions import Fraction

import pytest

from fireflies.contract import CHANCE
from fireflies.smile import (
    GAME,
    BackOut,
    BeadPlaced,
    BeadsBorrowed,
    Bid,
    Card,
    Clause,
    Offer,
    Reveal,
    SeenPlayer,
    State,
    Supply,
    default_box,
    read_card,
    start,
)
from tests.evidence import Evidence
from tests.smile.proofs.plays import after, at, hand, legal

NUMBERS = ("1", "2", "3", "4", "5", "6", "0", "-1", "-2", "-3", "-4", "-5")
"""Cards without color or marker, as many as a small game needs."""


@pytest.mark.clause("smile.setup.players")
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("refused", [2, 6])
def test_three_to_five_people_play(evidence: Evidence, players: int, refused: int) -> None:
    """Three, four and five may play; two are too few, six too many."""
    evidence.setup(Clause.SETUP_PLAYERS, GAME.set_up, {"players": players}, {"players": refused})
    state = start(players=players)
    assert state.seats == players
    assert len(state.players) == players


@pytest.mark.clause("smile.setup.box")
@pytest.mark.parametrize("card", ["-6", "7", "6 green", "1 VI"])
def test_box_has_values_from_minus_five_to_six(evidence: Evidence, card: str) -> None:
    """A box may hold a -5 and a 6, but nothing below or above, no fifth color, no third marker."""
    game = {"players": 3, "auctions": 1}
    evidence.setup(
        Clause.SETUP_BOX,
        GAME.set_up,
        game | {"box": ["-5", "6", "1 yellow"]},
        game | {"box": ["-5", "6", card]},
    )


@pytest.mark.clause("smile.setup.box")
def test_any_box_of_up_to_sixty_cards(evidence: Evidence) -> None:
    """A box of sixty cards is accepted, of sixty-one not, even if one is not in play."""
    sixty = [*NUMBERS] * 5
    game = {"players": 3, "auctions": 20}
    evidence.setup(
        Clause.SETUP_BOX, GAME.set_up, game | {"box": sixty}, game | {"box": [*sixty, "1 V"]}
    )


@pytest.mark.clause("smile.setup.box")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_is_in_the_box(evidence: Evidence, players: int) -> None:
    """The box of fireflies has fifty cards from -5 to 6 in four colors, and 35 and 5 beads."""
    box = default_box()
    assert len(box) == 50
    assert (min(box).value, max(box).value) == (-5, 6)
    assert {card.color for card in box} == {"", "yellow", "white", "red", "blue"}
    state = start(players=players)
    assert sum(player.clear for player in state.players) + state.supply.clear == 35
    assert sum(player.blue for player in state.players) + state.supply.blue == 5
    other = start(players=players, box=["0"] * players * 10)
    evidence.differs(Clause.SETUP_BOX, state, other)


@pytest.mark.clause("smile.setup.markers")
@pytest.mark.parametrize(
    ("players", "in_play"),
    [
        (3, ["1", "2", "3"]),
        (4, ["1", "2", "3", "5 IV"]),
        (5, ["1", "2", "3", "4 V", "5 IV"]),
    ],
)
def test_markers_by_number_of_players(evidence: Evidence, players: int, in_play: list[str]) -> None:
    """Three play without IV and V, four without V, five with all cards."""
    box = ["5 IV", "4 V", "3", "2", "1"]
    state = start(players=players, auctions=1, box=box)
    assert [str(card) for card in state.undealt] == in_play
    # A box of other values without marks gives another draw pile.
    lowest = start(players=players, auctions=1, box=["6", "6", "6", "2", "1"][-players:])
    evidence.differs(Clause.SETUP_MARKERS, state, lowest)


@pytest.mark.clause("smile.setup.draw-pile")
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("auctions", [1, 2])
@pytest.mark.parametrize("wrong", [-1, 1])
def test_one_card_for_each_player_in_each_auction(
    evidence: Evidence, players: int, auctions: int, wrong: int
) -> None:
    """The draw pile has exactly the cards that are needed; one less or more is refused."""
    game = {"players": players, "auctions": auctions}
    evidence.setup(
        Clause.SETUP_DRAW_PILE,
        GAME.set_up,
        game | {"box": NUMBERS[: players * auctions]},
        game | {"box": NUMBERS[: players * auctions + wrong]},
    )


@pytest.mark.clause("smile.setup.draw-pile")
def test_every_card_of_the_pile_is_as_likely(evidence: Evidence) -> None:
    """With 1, 1 and 2, a 1 is twice as likely as the 2; after one 1, both are as likely."""
    state = start(auctions=1, box=["1", "2", "1"])
    assert state.actor == CHANCE
    assert dict(state.chance_outcomes) == {
        Reveal(Card(1)): Fraction(2, 3),
        Reveal(Card(2)): Fraction(1, 3),
    }
    assert dict(after(state, "reveal 1").chance_outcomes) == {
        Reveal(Card(1)): Fraction(1, 2),
        Reveal(Card(2)): Fraction(1, 2),
    }
    assert dict(after(state, "reveal 2").chance_outcomes) == {Reveal(Card(1)): Fraction(1)}
    evidence.differs(Clause.SETUP_DRAW_PILE, state, start(auctions=1, box=["1", "2", "2"]))


@pytest.mark.clause("smile.setup.draw-pile")
@pytest.mark.parametrize(
    ("revealed", "refused"), [((), "4"), (("3",), "3"), ((), "5 IV"), (("1",), "6 V")]
)
def test_only_what_is_in_the_pile_is_revealed(revealed: tuple[str, ...], refused: str) -> None:
    """A card is refused that is not in the box, not in play, or already revealed."""
    state = start(auctions=1, box=["1", "2", "3", "5 IV", "6 V"])
    state = after(state, *(f"reveal {card}" for card in revealed))
    violation = state.check(Reveal(read_card(refused)))
    assert violation is not None
    assert violation.clause is Clause.SETUP_DRAW_PILE
    assert f"reveal {refused}" not in legal(state)
    assert state.check(Reveal(Card(2))) is None


def at_default(players: int) -> State:
    """Return the start of a game with this number of players and no other option."""
    return GAME.set_up({"players": players}).start


@pytest.mark.clause("smile.setup.clear-beads")
@pytest.mark.parametrize(("players", "most"), [(3, 11), (4, 8), (5, 7)])
def test_everyone_gets_six_clear_beads(evidence: Evidence, players: int, most: int) -> None:
    """Each gets six clear beads and no blue one; a variant may give 0 or more, up to 35 in all."""
    for state in (start(players=players), at_default(players)):
        assert [hand(state, seat) for seat in range(players)] == [(6, 0)] * players
    for beads in (0, most):
        variant = start(players=players, beads=beads)
        assert [hand(variant, seat) for seat in range(players)] == [(beads, 0)] * players
    for refused in (-1, most + 1):
        evidence.setup(
            Clause.SETUP_CLEAR_BEADS,
            GAME.set_up,
            {"players": players, "beads": most},
            {"players": players, "beads": refused},
        )


@pytest.mark.clause("smile.setup.supply")
@pytest.mark.parametrize(("players", "clear"), [(3, 17), (4, 11), (5, 5)])
def test_the_rest_is_the_supply(evidence: Evidence, players: int, clear: int) -> None:
    """The supply has the rest of the 35 clear beads, and all five blue ones."""
    state = start(players=players)
    assert state.supply == Supply(clear, 5)
    other = start(players=players, beads=5)
    assert other.supply == Supply(clear + players, 5)
    evidence.differs(Clause.SETUP_SUPPLY, state, other)


@pytest.mark.clause("smile.setup.starting-player")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_one_of_the_players_starts(evidence: Evidence, players: int) -> None:
    """Any player may be the starting player; other seats are refused."""
    for seat in range(players):
        assert start(players=players, starting_player=seat).starting_player == seat
    for nobody in (-1, players):
        evidence.setup(
            Clause.SETUP_STARTING_PLAYER,
            GAME.set_up,
            {"players": players, "starting_player": players - 1},
            {"players": players, "starting_player": nobody},
        )


@pytest.mark.clause("smile.setup.starting-player")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_starting_player_starts_the_first_auction(evidence: Evidence, seat: int) -> None:
    """The starting player is the first to bid."""
    four = [f"reveal {card}" for card in NUMBERS[:4]]
    state = start(players=4, starting_player=seat, auctions=1, box=NUMBERS[:4])
    assert after(state, *four).actor == seat
    other = start(players=4, starting_player=(seat + 1) % 4, auctions=1, box=NUMBERS[:4])
    evidence.differs(Clause.SETUP_STARTING_PLAYER, state, other)
    evidence.differs(Clause.SETUP_STARTING_PLAYER, after(state, *four), after(other, *four))


@pytest.mark.clause("smile.auction.ten")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_ten_auctions_are_held(evidence: Evidence, players: int) -> None:
    """A game has auctions 1 to 10; a variant of one auction ends after one."""
    for state in (start(players=players), at_default(players)):
        assert auctions_of(state) == [*range(1, 11)]
    one = start(players=players, auctions=1, box=NUMBERS[:players])
    assert auctions_of(one) == [1]
    evidence.differs(Clause.AUCTION_TEN, start(players=players), one)


def auctions_of(state: State) -> list[int]:
    """Return the numbers of the auctions of a play in which everyone leaves as soon as possible."""
    auctions = [state.auction]
    while state.legal_actions:
        back_outs = [action for action in state.legal_actions if isinstance(action, BackOut)]
        state = state.apply((back_outs or state.legal_actions)[0])
        if state.auction != auctions[-1]:
            auctions.append(state.auction)
    return auctions


@pytest.mark.clause("smile.auction.ten")
@pytest.mark.parametrize(("accepted", "refused"), [(1, 0), (20, 21), (2, -1)])
def test_variants_hold_one_to_twenty_auctions(
    evidence: Evidence, accepted: int, refused: int
) -> None:
    """One auction is the fewest, twenty are the most."""
    evidence.setup(
        Clause.AUCTION_TEN,
        GAME.set_up,
        {"auctions": accepted, "box": ["0"] * 3 * accepted},
        {"auctions": refused, "box": ["0"] * min(3 * max(refused, 0), 60)},
    )


@pytest.mark.clause("smile.setup.secret-beads")
@pytest.mark.parametrize(
    ("table", "one", "alike", "other"),
    [
        ("2 0 012 a:-1,b:2,c:5 {} 17+5 - -", "6 7 5", "6 5 7", "7 6 5"),
        ("2 0 01234 a:-1,b:2,c:5,d:5,e:6 {} 5+5 - -", "6 9 5 4 6", "6 0 9 9 6", "4 9 5 6 6"),
    ],
    ids=["3", "5"],
)
def test_hands_are_secret(evidence: Evidence, table: str, one: str, alike: str, other: str) -> None:
    """Seat 0 knows its own clear beads, but not the beads of each other seat."""
    states = [
        at(table.format("/".join(f"{clear}+0:{3}" for clear in hands.split())))
        for hands in (one, alike, other)
    ]
    evidence.secrecy(Clause.SETUP_SECRET_BEADS, 0, (states[0], states[1]), states[2])
    seen = states[0].view(0).players
    assert seen[0] == SeenPlayer(6, 0, (Card(3),))
    assert set(seen[1:]) == {SeenPlayer(None, None, (Card(3),))}


@pytest.mark.clause("smile.setup.secret-beads")
def test_what_another_seat_may_do_is_secret(evidence: Evidence) -> None:
    """The legal actions of seat 1 are hidden: they would show whether it has beads."""
    row = "2 0 120 a:-1*3,b:2,c:5"
    one = at(f"{row} 4+0:3/0+0:3/11+0:3 17+5 - -")
    alike = at(f"{row} 4+0:3/11+0:3/0+0:3 17+5 - -")
    other = at(f"{row} 5+0:3/0+0:3/10+0:3 17+5 - -")
    assert legal(one) == {"back-out a"}
    assert legal(alike) == {"bid a", "back-out a"}
    evidence.secrecy(Clause.SETUP_SECRET_BEADS, 0, (one, alike), other)
    assert one.view(0).legal_actions is None
    assert one.view(2).legal_actions is None
    assert one.view(1).legal_actions == one.legal_actions
    assert one.view(1) != alike.view(1)


@pytest.mark.clause("smile.setup.secret-beads")
def test_a_refusal_shows_nothing_of_other_hands(evidence: Evidence) -> None:
    """The message to seat 0 shows its own beads, and does not depend on others' hands."""
    one = at("2 0 012 a:-1,b:2,c:5 6+0:3/7+0:3/5+0:3 17+5 - -")
    alike = at("2 0 012 a:-1,b:2,c:5 6+0:3/5+0:3/7+0:3 17+5 - -")
    other = at("2 0 012 a:-1,b:2,c:5 7+0:3/6+0:3/5+0:3 17+5 - -")
    evidence.secrecy(Clause.SETUP_SECRET_BEADS, 0, (one, alike), other)
    assert str(one.check(Bid("b"))) == str(alike.check(Bid("b")))
    assert str(one.check(Bid("b"))) != str(other.check(Bid("b")))


@pytest.mark.clause("smile.setup.secret-beads")
@pytest.mark.parametrize(
    ("seat", "one", "alike", "other"),
    [(0, "413", "431", "314"), (2, "413", "143", "431")],
)
def test_all_but_the_hands_is_open(
    evidence: Evidence, seat: int, one: str, alike: str, other: str
) -> None:
    """All seats see the row with its beads, cards in front, supply, discarded and undealt cards."""
    table = "3 0 02 b:1*1,c:4 {}+0:0,5y/{}+0:1,2,6/{}+0 26+5 3w,5w -3,2,4r"
    states = [at(table.format(*hands)) for hands in (one, alike, other)]
    evidence.secrecy(Clause.SETUP_SECRET_BEADS, seat, (states[0], states[1]), states[2])
    seen = states[0].view(seat)
    assert seen.row == (Offer("b", Card(1), 1), Offer("c", Card(4), 0))
    assert [player.cards for player in seen.players] == [
        (Card(0), Card(5, "yellow")),
        (Card(1), Card(2), Card(6)),
        (),
    ]
    assert seen.supply == Supply(26, 5)
    assert seen.discarded == (Card(3, "white"), Card(5, "white"))
    assert seen.undealt == (Card(-3), Card(2), Card(4, "red"))
    assert (seen.auction, seen.starting_player, seen.actor) == (3, 0, 0)
    assert seen.in_auction == (0, 2)
    assert seen.outcome is None


@pytest.mark.clause("smile.setup.secret-beads")
def test_everyone_sees_that_somebody_borrows(evidence: Evidence) -> None:
    """All see a loan, but not the hands after it."""
    one = at("2 0 012 a:-1,b:2,c:5 0+1:3/9+0:3/10+0:3 16+4 - -")
    alike = at("2 0 012 a:-1,b:2,c:5 0+0:3/10+0:3/9+1:3 16+4 - -")
    other = at("2 0 012 a:-1,b:2,c:5 0+0:3/9+1:3/10+0:3 16+4 - -")
    for state in (one, alike):
        loan, bid = state.explain(Bid("a"))
        assert loan.seen_by(1) == loan == BeadsBorrowed(0)
        assert bid.seen_by(2) == bid == BeadPlaced(0, "a")
        assert after(state, "bid a").view(1).supply == Supply(15, 3)
    hidden = at("2 0 012 a:-1,b:2,c:5 0+0:3/9+0:3/10+1:3 16+4 - -")
    evidence.secrecy(Clause.SETUP_SECRET_BEADS, 1, (one, hidden), other)
    evidence.secrecy(
        Clause.SETUP_SECRET_BEADS,
        1,
        (after(one, "bid a"), after(hidden, "bid a")),
        after(other, "bid a"),
    )
