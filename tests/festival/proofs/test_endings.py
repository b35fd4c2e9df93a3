"""The final score and the winners."""

import pytest

from fireflies.festival import Clause, State
from tests.evidence import Evidence
from tests.festival.proofs.plays import after, table

USED = "turn 0 0+ 1 -"
"""Seat 0 has done its main action: after ``end`` its turn is over."""
ALL = {0: "e2-3,e3-5,a2-3,a5-7", 1: "h2-3,h3-5,m8-3,m12-6"}
"""All public goals, four completed by each player."""


def scores(state: State) -> tuple[int, ...]:
    """Return the final scores when the game ends with this turn."""
    outcome = after(state, "end").outcome
    assert outcome is not None
    return outcome.scores


def winners(state: State) -> tuple[int, ...]:
    """Return the winners when the game ends with this turn."""
    outcome = after(state, "end").outcome
    assert outcome is not None
    return outcome.winners


@pytest.mark.clause("festival.score.crow")
@pytest.mark.parametrize(("points", "right", "misread"), [(15, 5, 15), (4, -6, 0)])
def test_the_crow_costs_ten_points_at_the_end(
    evidence: Evidence, points: int, right: int, misread: int
) -> None:
    """Below zero too; misread: it costs nothing, or the score stops at zero."""
    state = table(turn=USED, claimed=ALL, crow=0, points=(points, 0))
    evidence.limit(Clause.SCORE_CROW, scores(state)[0], right, misread=misread)


@pytest.mark.clause("festival.score.chain")
def test_a_chain_is_counted_in_islands(evidence: Evidence) -> None:
    """D-A-B-C are four islands, for 4 points; misread: three bridges, for none."""
    state = table({}, "AB1=0,BC1=0,AD1=0", turn=USED, claimed=ALL)
    evidence.limit(Clause.SCORE_CHAIN, scores(state), (4 + 15, 0), misread=(0 + 15, 0))


@pytest.mark.clause("festival.score.chain")
def test_a_chain_meets_no_island_twice(evidence: Evidence) -> None:
    """A, B and C, for no points; misread: over five bridges a path meets six islands, for 7."""
    bridges = "AB1=0,AB2=0,AB3=0,BC1=0,BC2=0"
    state = table({}, bridges, turn=USED, claimed=ALL)
    evidence.limit(Clause.SCORE_CHAIN, scores(state), (15, 0), misread=(7 + 15, 0))


@pytest.mark.clause("festival.score.chain")
def test_a_chain_ends_where_the_own_bridges_end(evidence: Evidence) -> None:
    """A, B and C, for no points; misread: it goes on over the bridge of seat 1, for 4 points."""
    state = table({}, "AB1=0,BC1=0,CE1=1", turn=USED, claimed=ALL)
    evidence.limit(Clause.SCORE_CHAIN, scores(state), (15, 0), misread=(4 + 15, 4 + 15))


@pytest.mark.clause("festival.score.chain")
def test_a_fork_counts_one_branch(evidence: Evidence) -> None:
    """B joins A, C and F: a path has three of these four islands; misread: four, for 4 points."""
    state = table({}, "AB1=0,BC1=0,BF1=0", turn=USED, claimed=ALL)
    evidence.limit(Clause.SCORE_CHAIN, scores(state), (15, 0), misread=(4 + 15, 0))


@pytest.mark.clause("festival.score.table")
def test_the_last_row_that_is_reached_counts(evidence: Evidence) -> None:
    """Five islands, D-A-B-C-E: only the row of four pays; misread: only exact numbers pay."""
    chain = [[3, 2], [4, 4], [6, 7]]
    bridges = "AD1=0,AB1=0,BC1=0,CE1=0"
    state = table({}, bridges, turn=USED, claimed=ALL, box={"chain": chain})
    evidence.limit(Clause.SCORE_TABLE, scores(state), (4 + 15, 0), misread=(15, 0))


@pytest.mark.clause("festival.score.longest")
def test_everybody_with_the_longest_chain_gets_fifteen(evidence: Evidence) -> None:
    """Two islands each; misread: nobody gets it in a tie."""
    state = table({}, "AB1=0,CE1=1", turn=USED, claimed=ALL)
    evidence.limit(Clause.SCORE_LONGEST, scores(state), (15, 15), misread=(0, 0))


@pytest.mark.clause("festival.score.longest")
def test_without_a_bridge_there_is_no_longest_chain(evidence: Evidence) -> None:
    """Nobody has one; misread: both have the longest, of no island."""
    state = table(turn=USED, claimed=ALL)
    evidence.limit(Clause.SCORE_LONGEST, scores(state), (0, 0), misread=(15, 15))


@pytest.mark.clause("festival.win.points")
def test_the_most_points_win(evidence: Evidence) -> None:
    """Seven beat six, although seat 1 has more coins; misread: coins count."""
    state = table(turn=USED, claimed=ALL, points=(7, 6), coins=(0, 20))
    evidence.limit(Clause.WIN_POINTS, winners(state), (0,), misread=(1,))


@pytest.mark.clause("festival.win.coins")
def test_coins_break_a_tie(evidence: Evidence) -> None:
    """Six points each, and seat 1 has a coin more; misread: they share."""
    state = table(turn=USED, claimed=ALL, points=(6, 6), coins=(4, 5))
    evidence.limit(Clause.WIN_COINS, winners(state), (1,), misread=(0, 1))


@pytest.mark.clause("festival.win.coins")
def test_only_coins_of_the_tied_count(evidence: Evidence) -> None:
    """Seat 2 has more coins and fewer points; misread: the most coins of all win."""
    options = {"players": 3}
    state = table(turn=USED, claimed=ALL, options=options, points=(6, 6, 5), coins=(4, 5, 9))
    evidence.limit(Clause.WIN_COINS, winners(state), (1,), misread=(2,))


@pytest.mark.clause("festival.win.shared")
def test_who_is_still_equal_shares(evidence: Evidence) -> None:
    """Seats 0, 1 and 2 have the same points and coins; misread: whoever comes first wins."""
    state = table(turn=USED, claimed=ALL, options={"players": 4}, points=(6, 6, 6, 2))
    evidence.limit(Clause.WIN_SHARED, winners(state), (0, 1, 2), misread=(0,))
