"""Proofs: options, the start of a game, the draft, and the draws that follow."""

import pytest

from fireflies.misbehavin import Clause, read_action, set_up
from fireflies.misbehavin.box.cards import SETS
from tests.evidence import Evidence
from tests.misbehavin.proofs.plays import after, legal, small_box, table
from tests.misbehavin.situations import Has

DRAFT = {"supply": "draft"}


@pytest.mark.clause("misbehavin.setup.players")
def test_two_to_four_play(evidence: Evidence) -> None:
    for players in (2, 3, 4):
        for others in (1, 5):
            evidence.setup(Clause.SETUP_PLAYERS, set_up, {"players": players}, {"players": others})
        assert len(set_up({"players": players}).start.players) == players


@pytest.mark.clause("misbehavin.setup.factions")
def test_each_seat_has_another_faction(evidence: Evidence) -> None:
    """Its ten cards are the draw pile. Refused: one faction twice, two factions for three seats."""
    accepted = {"players": 3, "factions": ["niska", "serenity", "eavesdown"]}
    for refused in (["niska", "niska", "serenity"], ["niska", "serenity"]):
        other = {**accepted, "factions": refused}
        evidence.setup(Clause.SETUP_FACTIONS, set_up, accepted, other)
    setup = set_up({**accepted, "box": small_box()})
    piles = [player.deck for player in setup.start.players]
    assert [len(pile) for pile in piles] == [10, 10, 10]
    assert [pile[1][0] for pile in piles] == ["n", "s", "e"]


@pytest.mark.clause("misbehavin.setup.boards")
def test_side_b_has_its_own_power(evidence: Evidence) -> None:
    """Side A needs 13, 12, 11 with 2, 3, 4 players; the small box has 9, 8, 7 on side B.

    Its side A has two slots for assets and three for others, its side B three and four. The
    default is side A; an episode may name side B, and then side A is refused.
    """
    for players, needed, on_b in ((2, 13, 9), (3, 12, 8), (4, 11, 7)):
        options = {"players": players, "sides": ["A", "B", "A", "B"][:players], "box": small_box()}
        assert set_up(options).start.options.needed == (needed, on_b, needed, on_b)[:players]
        short = {**options, "sides": ["A"] * (players - 1)}
        evidence.setup(Clause.SETUP_BOARDS, set_up, options, short)
        slots = [(it.assets, it.command) for it in set_up(options).start.options.boards]
        assert slots == [(2, 3), (3, 4)] * (players // 2) + [(2, 3)] * (players % 2)
        plain = set_up({"players": players, "box": small_box()}).start.options
        assert plain.needed == (needed,) * players
    episode = {"box": small_box(), "episode": "score"}
    on_sides = [{**episode, "sides": [side] * 2} for side in "BA"]
    evidence.setup(Clause.SETUP_BOARDS, set_up, *on_sides)


@pytest.mark.clause("misbehavin.setup.starting-player")
@pytest.mark.parametrize("seat", range(3))
def test_the_chosen_player_begins(evidence: Evidence, seat: int) -> None:
    options = {"players": 3, "starting_player": seat}
    evidence.setup(
        Clause.SETUP_STARTING_PLAYER, set_up, options, {"players": 3, "starting_player": 3}
    )
    assert set_up(options).start.turn_player == seat


@pytest.mark.clause("misbehavin.setup.tokens")
def test_a_credit_and_a_token_for_everybody(evidence: Evidence) -> None:
    """Misread: only the first player has them."""
    start = set_up({"players": 4}).start
    found = [(it.credits, it.verse, sum(it.marks)) for it in start.players]
    assert found == [(1, 1, 0)] * 4
    evidence.differs(Clause.SETUP_TOKENS, start, table(Has(counts="0.1.0.0.0")))


@pytest.mark.clause("misbehavin.setup.box")
def test_any_cards_of_the_language(evidence: Evidence) -> None:
    """A card may cost 20 but not 21, and has the power that the box says.

    A faction without its tenth card is refused.
    """
    boxes = [small_box({"s-1": {"cost": cost}}) for cost in (20, 21)]
    accepted, refused = [{"box": box} for box in boxes]
    evidence.setup(Clause.SETUP_BOX, set_up, accepted, refused)
    short = {**boxes[0], "cards": [it for it in boxes[0]["cards"] if it["name"] != "s-9"]}
    evidence.setup(Clause.SETUP_BOX, set_up, accepted, {"box": short})
    strong = table(Has(command="s-1,s-2"), cards={"s-1": {"power": 4}, "s-2": {"power": 3}})
    assert strong.view().players[0].power == 7


@pytest.mark.clause("misbehavin.setup.copies")
def test_six_twelve_and_five_copies(evidence: Evidence) -> None:
    """Misread: five of each set."""
    start = set_up({}).start
    found = {name: count for name, count in zip(SETS, start.supply, strict=True) if count}
    others = dict.fromkeys(("misbehave", "palaver", "crazy-ivan", "full-burn"), 5)
    assert found == {"shiny": 6, "the-black": 12, **others}
    evidence.differs(Clause.SETUP_COPIES, start, table())


@pytest.mark.clause("misbehavin.setup.supply")
def test_a_fitting_set_in_each_slot(evidence: Evidence) -> None:
    """The Dart fits fight, maneuver and any; no set is there twice; Negotiation is no maneuver."""
    for sets in (
        ["the-dart", "palaver", "fei-wu", "misbehave"],
        ["misbehave", "palaver", "the-dart", "double-cross"],
        ["misbehave", "palaver", "fei-wu", "the-dart"],
    ):
        start = set_up({"supply": sets}).start
        in_play = {name for name, count in zip(SETS, start.supply, strict=True) if count}
        assert in_play == {"shiny", "the-black", *sets}
        twice, misplaced = [*sets[:3], "palaver"], [*sets[:2], "negotiation", sets[3]]
        refused = [twice, misplaced, [*sets[:3], "shiny"], sets[:3]]
        for other in refused:
            evidence.setup(Clause.SETUP_SUPPLY, set_up, {"supply": sets}, {"supply": other})


@pytest.mark.clause("misbehavin.setup.recommended")
@pytest.mark.parametrize(
    ("name", "sets"),
    [
        ("basic", "misbehave palaver crazy-ivan full-burn"),
        ("down-n-dirty", "misbehave negotiation full-burn crazy-ivan"),
        ("wheel-and-deal", "double-cross palaver fei-wu the-dart"),
        ("xie-xie", "the-dart negotiation full-burn fei-wu"),
    ],
)
def test_four_sets_of_sets_have_names(evidence: Evidence, name: str, sets: str) -> None:
    start = set_up({"supply": name}).start
    assert start.slots == tuple(sets.split())
    other = "basic" if name != "basic" else "xie-xie"
    evidence.differs(Clause.SETUP_RECOMMENDED, start, set_up({"supply": other}).start)


@pytest.mark.clause("misbehavin.setup.draft-slot")
def test_a_set_fits_its_open_slot(evidence: Evidence) -> None:
    """Misread: any set fits any slot. Palaver fits deal and any; a slot is filled once."""
    state = set_up(DRAFT).start
    found = [pick for pick in legal(state) if "palaver" in pick]
    evidence.limit(
        Clause.SETUP_DRAFT_SLOT,
        found,
        ["set palaver any", "set palaver deal"],
        misread=[f"set palaver {slot}" for slot in ("any", "deal", "fight", "maneuver")],
    )
    state = after(state, "set misbehave any")
    for refused in ("set misbehave fight", "set double-cross any", "set palaver fight"):
        violation = state.check(read_action(refused))
        assert violation is not None
        assert violation.clause is Clause.SETUP_DRAFT_SLOT


@pytest.mark.clause("misbehavin.setup.market")
def test_two_cards_of_each_deck_lie_open(evidence: Evidence) -> None:
    """Misread: a row is as long as the number of players. Core comes first, then border, rim."""
    state = set_up({"players": 3, "box": small_box()}).start
    for deck in ("core", "border", "rim"):
        for number in (2, 3):
            assert state.phase == "reveal"
            assert all(card.startswith(f"reveal {deck}") for card in legal(state))
            state = after(state, f"reveal {deck}-{number}")
    assert state.phase == "draw"
    rows = (("core-2", "core-3"), ("border-2", "border-3"), ("rim-2", "rim-3"))
    assert state.market == rows
    evidence.differs(Clause.SETUP_MARKET, state, set_up({"players": 3, "box": small_box()}).start)


@pytest.mark.clause("misbehavin.setup.hands")
def test_everybody_draws_five_cards(evidence: Evidence) -> None:
    """The turn's player first, then clockwise. Then the first turn begins."""
    start = set_up({"players": 3, "starting_player": 2, "box": small_box()}).start
    state = start
    drawn: list[int] = []
    while state.turn == 0:
        if state.phase == "draw":
            drawn.append(state.seat)
        state = state.apply(state.chance_weights[0][0])
    assert drawn == [2] * 5 + [0] * 5 + [1] * 5
    assert [len(player.hand) for player in state.players] == [5, 5, 5]
    assert (state.phase, state.seat) == ("turn", 2)
    evidence.differs(Clause.SETUP_HANDS, start, state)


@pytest.mark.clause("misbehavin.setup.episode")
def test_an_episode_settles_sets_and_side(evidence: Evidence) -> None:
    """The episode has its own four sets and side B; another name is not known."""
    options = {"box": small_box(), "episode": "score"}
    evidence.setup(Clause.SETUP_EPISODE, set_up, options, {**options, "episode": "other"})
    evidence.setup(Clause.SETUP_SUPPLY, set_up, options, {**options, "supply": "basic"})
    start = set_up(options).start
    assert start.slots == ("misbehave", "palaver", "fei-wu", "the-dart")
    assert start.options.sides == ("B", "B")


@pytest.mark.clause("misbehavin.setup.reavers")
def test_the_first_so_many_reavers(evidence: Evidence) -> None:
    """The small box has one; without the option there is none, and one of two is the first."""
    options = {"box": small_box(), "reavers": 1}
    evidence.setup(Clause.SETUP_REAVERS, set_up, options, {**options, "reavers": 2})
    assert [reaver.card for reaver in set_up(options).start.reavers] == ["scout"]
    assert not set_up({"box": small_box()}).start.reavers
    [scout] = small_box()["reavers"]
    two = small_box(box={"reavers": [scout, {**scout, "name": "another"}]})
    assert [it.card for it in set_up({"box": two, "reavers": 1}).start.reavers] == ["scout"]


@pytest.mark.clause("misbehavin.market.deck")
def test_only_a_card_of_the_deck_comes(evidence: Evidence) -> None:
    """Misread: the next card is known. Each of the three, alike; none of another deck."""
    state = set_up({"box": small_box()}).start
    weights = [(str(action), weight) for action, weight in state.chance_weights]
    right = [(f"reveal core-{number}", 1) for number in "123"]
    evidence.limit(Clause.MARKET_DECK, weights, right, misread=right[:1])
    state = after(state, "reveal core-1")
    for refused in ("reveal core-1", "reveal border-1", "reveal s-1"):
        violation = state.check(read_action(refused))
        assert violation is not None
        assert violation.clause is Clause.MARKET_DECK
