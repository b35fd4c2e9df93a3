"""Positions of Smile that no play needs to reach, as Hypothesis strategies."""

from hypothesis import strategies as st

from fireflies.smile import State
from fireflies.smile.box.cards import BLUE_BEADS, CLEAR_BEADS, SEATS
from fireflies.smile.play.generators import cards
from fireflies.smile.rules.pieces import SLOTS, Offer, Player, Supply


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Return any bidding position that the rules can judge, even one that no play reaches."""
    players = draw(st.sampled_from(SEATS))
    row = sorted(draw(st.lists(cards(players), min_size=2, max_size=players)))
    slots = sorted(draw(st.permutations(SLOTS[:players]))[: len(row)])
    beads = draw(st.lists(st.integers(0, 12) | st.just(0), min_size=len(row), max_size=len(row)))
    turns = draw(st.permutations(range(players)))[: len(row)]
    hands = [draw(_hands(players)) for _ in range(players)]
    held = sum(hand.clear for hand in hands) + sum(beads)
    pairs = draw(st.lists(cards(players).filter(lambda card: bool(card.color)), max_size=3))
    undealt = draw(st.lists(cards(players), min_size=players, max_size=players) | st.just([]))
    return State(
        auction=draw(st.integers(1, 20)),
        starting_player=draw(st.integers(0, players - 1)),
        in_auction=tuple(sorted(turns, key=lambda seat: (seat - turns[0]) % players)),
        row=tuple(map(Offer, slots, row, beads)),
        players=tuple(hands),
        supply=Supply(CLEAR_BEADS - held, BLUE_BEADS - sum(hand.blue for hand in hands)),
        discarded=tuple(sorted(pairs * 2)),
        undealt=tuple(sorted(undealt)),
    )


@st.composite
def _hands(draw: st.DrawFn, players: int) -> Player:
    """Return any hand and any cards in front: at most one of each color."""
    front = draw(st.lists(cards(players), max_size=8))
    colors = {card.color: card for card in front if card.color}
    kept = [card for card in front if not card.color] + list(colors.values())
    return Player(
        draw(st.integers(0, 12) | st.just(0)), draw(st.integers(0, 8)), tuple(sorted(kept))
    )
