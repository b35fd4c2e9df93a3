"""Proofs of the sheet's rules about the end of the game, scores and winners."""

import pytest

from fireflies.contract import Outcome
from fireflies.smile import (
    Card,
    Clause,
    GameEnded,
    Player,
    SeenPlayer,
    State,
)
from tests.evidence import Evidence
from tests.smile.proofs.plays import after, at, events_of, hand


def result(state: State) -> Outcome:
    """Return the outcome of a game that is over."""
    assert state.actor is None
    assert state.outcome is not None
    return state.outcome


@pytest.mark.clause("smile.end.open-hands")
def test_the_hands_are_opened(evidence: Evidence) -> None:
    """Seat 1 can tell two positions apart only after the end, by the beads.

    The scores are the same in both.
    """
    one = at("1 0 02 b:2*1,c:5 5+0/7+0:1/5+0 17+5 - -")
    alike = at("1 0 02 b:2*1,c:5 4+0/7+0:1/6+0 17+5 - -")
    ended, alike_ended = after(one, "back-out b"), after(alike, "back-out b")
    assert result(ended) == result(alike_ended)
    evidence.secrecy(Clause.END_OPEN_HANDS, 1, (one, alike), ended)
    assert ended.view(1) != alike_ended.view(1)
    assert ended.view(1).players == (
        SeenPlayer(6, 0, (Card(2),)),
        SeenPlayer(7, 0, (Card(1),)),
        SeenPlayer(5, 0, (Card(5),)),
    )


@pytest.mark.clause("smile.end.open-hands")
@pytest.mark.parametrize(
    ("position", "alike", "back_out", "clear"),
    [
        (
            "1 0 02 b:1*1,c:4 5+0/7+0:-2/5+0 17+5 - {}",
            "1 0 02 b:1*1,c:4 1+0/7+0:-2/9+0 17+5 - {}",
            "back-out b",
            [6, 7, 5],
        ),
        (
            "1 0 20 c:4*1,d:6 4+0/7+0:-2/5+0/7+0:1 11+5 - {}",
            "1 0 20 c:4*1,d:6 7+0/7+0:-2/2+0/7+0:1 11+5 - {}",
            "back-out c",
            [4, 7, 6, 7],
        ),
        (
            "1 0 42 d:5*1,e:6 6+0:4/7+0:-2/4+0/7+0:1/5+0 5+5 - {}",
            "1 0 42 d:5*1,e:6 7+0:4/7+0:-2/4+0/7+0:1/4+0 5+5 - {}",
            "back-out d",
            [6, 7, 4, 7, 6],
        ),
    ],
    ids=["3", "4", "5"],
)
def test_every_seat_sees_all_hands_at_the_end_and_not_sooner(
    evidence: Evidence, position: str, alike: str, back_out: str, clear: list[int]
) -> None:
    """At the end each seat sees all hands; before the end, only its own."""
    players = len(clear)
    pile = "0,1,2,3,4"[: 2 * players - 1]
    state, more = at(position.format("-")), at(position.format(pile))
    ended, not_ended = after(state, back_out), after(more, back_out)
    for seat in range(players):
        assert [seen.clear for seen in ended.view(seat).players] == clear
        for hidden in (state, not_ended):
            known = [seen.clear is not None for seen in hidden.view(seat).players]
            assert known == [other == seat for other in range(players)]
    alike_more = at(alike.format(pile))
    evidence.secrecy(Clause.END_OPEN_HANDS, 1, (state, at(alike.format("-"))), ended)
    evidence.secrecy(Clause.END_OPEN_HANDS, 1, (not_ended, after(alike_more, back_out)), ended)
    assert ended.view(1) != after(at(alike.format("-")), back_out).view(1)


@pytest.mark.clause("smile.end.open-hands")
def test_the_last_event_shows_all_hands(evidence: Evidence) -> None:
    """The event of the end has all hands; the events before do not depend on them."""
    one = at("1 0 02 b:2*1,c:5 5+0/7+0:1/5+0 17+5 - -")
    alike = at("1 0 02 b:2*1,c:5 4+0/7+0:1/6+0 17+5 - -")
    end, alike_end = events_of(one, "back-out b")[-1], events_of(alike, "back-out b")[-1]
    assert (
        end.seen_by(1)
        == end
        == GameEnded(
            (Player(6, 0, (Card(2),)), Player(7, 0, (Card(1),)), Player(5, 0, (Card(5),))),
            Outcome((3, 2, 6), (2,), Clause.WIN_MOST_POINTS),
        )
    )
    assert end.seen_by(1) != alike_end.seen_by(1)
    assert events_of(one, "back-out b")[:-1] == events_of(alike, "back-out b")[:-1]
    evidence.secrecy(Clause.END_OPEN_HANDS, 1, (one, alike), after(one, "back-out b"))


@pytest.mark.clause("smile.score.cards")
@pytest.mark.parametrize(
    "misread", [(9, 3, 0), (11, 3, 12)], ids=["negative ones left out", "without their sign"]
)
def test_all_values_are_added(evidence: Evidence, misread: tuple[int, ...]) -> None:
    """6, 3 and -2 make 7; misread: negative values are left out, or added as positive."""
    state = at("3 0 - - 4+0:-2,3,6/4+0:0,1,2/4+0:-5,-4,-3 23+5 - -")
    evidence.limit(Clause.SCORE_CARDS, result(state).scores, (7, 3, -12), misread=misread)


@pytest.mark.clause("smile.score.cards")
@pytest.mark.parametrize(
    ("position", "right", "misread"),
    [
        (
            "3 0 - - 4+0:1/4+0:0,1,2/4+0:0,1,2 23+5 5y,6y -",
            (1, 3, 3),
            (12, 3, 3),
        ),
        (
            "3 0 - - 4+0:1/4+0:0,1,2/4+0:0,1,2 23+5 -5b,-4b -",
            (1, 3, 3),
            (-8, 3, 3),
        ),
    ],
    ids=["good", "bad"],
)
def test_discarded_cards_count_for_nobody(
    evidence: Evidence, position: str, right: tuple[int, ...], misread: tuple[int, ...]
) -> None:
    """A discarded pair scores nothing, whether good or bad; misread: it still counts."""
    evidence.limit(Clause.SCORE_CARDS, result(at(position)).scores, right, misread=misread)


@pytest.mark.clause("smile.score.cards")
def test_equal_cards_count_each(evidence: Evidence) -> None:
    """Two 3s make 6, two -1s make -2; misread: cards that are equal in everything count once."""
    state = at("2 0 - - 4+0:3,3/4+0:-1,-1/4+0:2,4 23+5 - -")
    evidence.limit(Clause.SCORE_CARDS, result(state).scores, (6, -2, 6), misread=(3, -1, 6))


@pytest.mark.clause("smile.score.cards")
def test_colors_and_markers_score_nothing(evidence: Evidence) -> None:
    """Only values count, also with five players; misread: each card counts a point."""
    state = at("1 0 - - 4+0:1/4+0:1yV/4+0:0IV/4+0:2b/4+0:-1rIV 15+5 - -")
    evidence.limit(
        Clause.SCORE_CARDS, result(state).scores, (1, 1, 0, 2, -1), misread=(2, 2, 1, 3, 0)
    )


@pytest.mark.clause("smile.score.clear-beads")
@pytest.mark.parametrize(
    ("position", "beads", "right", "misread"),
    [
        ("1 0 - - 0+0:0/9+0:1/9+0:2 17+5 - -", 0, 0, 1),
        ("1 0 - - 4+0:0/5+0:1/9+0:2 17+5 - -", 4, 0, 1),
        ("1 0 - - 5+0:0/4+0:1/9+0:2 17+5 - -", 5, 1, 0),
        ("1 0 - - 9+0:0/5+0:1/4+0:2 17+5 - -", 9, 1, 2),
        ("1 0 - - 10+0:0/4+0:1/4+0:2 17+5 - -", 10, 2, 1),
        ("1 0 - - 14+0:0/2+0:1/2+0:2 17+5 - -", 14, 2, 3),
        ("1 0 - - 35+0:0/1+0:1/0+0:2/0+0:3/0+1:4 -1+4 - -", 35, 7, 35),
    ],
    ids=["0", "4", "5", "9", "10", "14", "35"],
)
def test_five_clear_beads_are_a_point(
    evidence: Evidence, position: str, beads: int, right: int, misread: int
) -> None:
    """One point for each full five; misread: a begun five counts, or only more than five count.

    With 35 beads, misread: each bead is a point.
    """
    state = at(position)
    assert hand(state, 0) == (beads, 0)
    evidence.limit(Clause.SCORE_CLEAR_BEADS, result(state).scores[0], right, misread=misread)


@pytest.mark.clause("smile.score.clear-beads")
def test_each_player_rounds_alone(evidence: Evidence) -> None:
    """Each player's beads are rounded down; misread: rounded to the nearest."""
    state = at("1 0 - - 8+0:0/6+0:0/4+0:0 17+5 - -")
    evidence.limit(Clause.SCORE_CLEAR_BEADS, result(state).scores, (1, 1, 0), misread=(2, 1, 1))


@pytest.mark.clause("smile.score.clear-beads")
def test_blue_beads_fill_no_set(evidence: Evidence) -> None:
    """Four clear beads and a blue one score no point for five; misread: they are five beads."""
    state = at("1 0 - - 4+1:5/7+0:0/8+0:0 16+4 - -")
    evidence.limit(Clause.SCORE_CLEAR_BEADS, result(state).scores[0], 5 - 1, misread=5 + 1 - 1)


@pytest.mark.clause("smile.score.clear-beads")
def test_the_beads_of_the_last_cards_count(evidence: Evidence) -> None:
    """The beads of the last cards also score; misread: hands count as they were before."""
    state = at("1 0 02 b:0*1,c:0r*1 4+0/8+0:0/4+0 17+5 - -")
    evidence.limit(
        Clause.SCORE_CLEAR_BEADS,
        result(after(state, "back-out b")).scores,
        (1, 1, 1),
        misread=(0, 1, 0),
    )


@pytest.mark.clause("smile.score.blue-beads")
@pytest.mark.parametrize(
    ("position", "blue", "right", "misread"),
    [
        ("1 0 - - 4+1:5/7+0:0/8+0:0 16+4 - -", 1, 4, 5),
        ("1 0 - - 4+4:5/9+0:0/9+0:0 13+1 - -", 4, 1, 5),
        ("1 0 - - 4+5:5/9+0:0/10+0:0 12+0 - -", 5, 0, 4),
        ("1 0 - - 4+7:5/9+0:0/12+0:0 10+-2 - -", 7, -2, 4),
    ],
    ids=["one", "four", "five", "seven"],
)
def test_each_blue_bead_costs_a_point(
    evidence: Evidence, position: str, blue: int, right: int, misread: int
) -> None:
    """Every blue bead costs a point; misread: five blue beads cost a point."""
    state = at(position)
    assert hand(state, 0) == (4, blue)
    evidence.limit(Clause.SCORE_BLUE_BEADS, result(state).scores[0], right, misread=misread)


@pytest.mark.clause("smile.score.blue-beads")
def test_clear_beads_pay_for_no_blue_one(evidence: Evidence) -> None:
    """Six clear beads are a point, a blue one costs one; misread: a clear bead repays it."""
    state = at("1 0 - - 6+1:3/6+0:0/7+0:0 16+4 - -")
    evidence.limit(Clause.SCORE_BLUE_BEADS, result(state).scores[0], 3 + 1 - 1, misread=3 + 1)


@pytest.mark.clause("smile.score.negative")
@pytest.mark.parametrize(
    ("position", "right", "misread"),
    [
        ("1 0 - - 4+0:-5/4+0:-1/4+0:1 23+5 - -", (-5, -1, 1), (0, 0, 1)),
        ("1 0 - - 4+1:0/4+4:1/15+0:-4 12+0 - -", (-1, -3, -1), (0, 0, 0)),
        (
            "2 0 - - 4+2:-5,-4/4+0:-3,1/4+0:0,1/2+0:2,3 21+3 - -",
            (-11, -2, 1, 5),
            (0, 0, 1, 5),
        ),
    ],
    ids=["cards", "blue beads", "both"],
)
def test_scores_may_be_below_zero(
    evidence: Evidence, position: str, right: tuple[int, ...], misread: tuple[int, ...]
) -> None:
    """Cards and blue beads make a score negative; misread: no score is below zero."""
    evidence.limit(Clause.SCORE_NEGATIVE, result(at(position)).scores, right, misread=misread)


@pytest.mark.clause("smile.score.negative")
def test_the_least_bad_of_negative_scores_wins(evidence: Evidence) -> None:
    """With all below zero, -1 wins over -4; misread: all have zero, so beads decide."""
    state = at("1 0 - - 4+0:-1/10+0:-5/4+0:-4 17+5 - -")
    outcome = result(state)
    assert outcome.clause is Clause.WIN_MOST_POINTS
    evidence.limit(
        Clause.SCORE_NEGATIVE,
        (outcome.scores, outcome.winners),
        ((-1, -3, -4), (0,)),
        misread=((0, 0, 0), (1,)),
    )


@pytest.mark.clause("smile.win.most-points")
@pytest.mark.parametrize(
    ("position", "scores", "right", "misread"),
    [
        ("1 0 - - 9+0:1/9+0:2/0+0:5 17+5 - -", (2, 3, 5), (2,), (0, 1)),
        ("1 0 - - 5+0:4/9+0:2/8+0:1/2+0:6 11+5 - -", (5, 3, 2, 6), (3,), (1,)),
        ("1 0 - - 0+0:6/8+0:2/8+0:1/7+0:4/7+0:3 5+5 - -", (6, 3, 2, 5, 4), (0,), (1, 2)),
    ],
    ids=["3", "4", "5"],
)
def test_the_most_points_win(
    evidence: Evidence,
    position: str,
    scores: tuple[int, ...],
    right: tuple[int, ...],
    misread: tuple[int, ...],
) -> None:
    """The highest score wins, even with the fewest beads; misread: the most clear beads win."""
    outcome = result(at(position))
    assert outcome.scores == scores
    assert outcome.clause is Clause.WIN_MOST_POINTS
    evidence.limit(Clause.WIN_MOST_POINTS, outcome.winners, right, misread=misread)


@pytest.mark.clause("smile.win.most-points")
def test_points_are_not_only_cards(evidence: Evidence) -> None:
    """Beads and loans count for the win; misread: the most points of cards win."""
    state = at("1 0 - - 0+2:6/10+0:4/10+0:1 15+3 - -")
    outcome = result(state)
    assert outcome.scores == (6 - 2, 4 + 2, 1 + 2)
    evidence.limit(Clause.WIN_MOST_POINTS, outcome.winners, (1,), misread=(0,))


@pytest.mark.clause("smile.win.most-points")
def test_who_is_last_does_not_matter(evidence: Evidence) -> None:
    """The last player and the first seat have no advantage; misread: the last one wins."""
    state = at("1 2 - - 6+0:1/6+0:5/6+0:4 17+5 - -")
    evidence.limit(Clause.WIN_MOST_POINTS, result(state).winners, (1,), misread=(2,))


@pytest.mark.clause("smile.win.clear-beads")
@pytest.mark.parametrize(
    ("position", "scores", "right", "misread"),
    [
        ("1 0 - - 4+0:5/5+0:4/9+0:0 17+5 - -", (5, 5, 1), (1,), (0, 1)),
        ("1 0 - - 6+0:4/5+0:4/4+0:5/9+0:0 11+5 - -", (5, 5, 5, 1), (0,), (0, 1, 2)),
        ("1 0 - - 4+0:6/9+0:1/5+0:5/8+0:5/4+0:3 5+5 - -", (6, 2, 6, 6, 3), (3,), (0, 2, 3)),
    ],
    ids=["3", "4", "5"],
)
def test_among_the_tied_the_most_clear_beads_win(
    evidence: Evidence,
    position: str,
    scores: tuple[int, ...],
    right: tuple[int, ...],
    misread: tuple[int, ...],
) -> None:
    """With equal points, the most clear beads win; misread: all tied players win."""
    outcome = result(at(position))
    assert outcome.scores == scores
    assert outcome.clause is Clause.WIN_CLEAR_BEADS
    evidence.limit(Clause.WIN_CLEAR_BEADS, outcome.winners, right, misread=misread)


@pytest.mark.clause("smile.win.clear-beads")
@pytest.mark.parametrize(
    ("position", "right", "misread"),
    [
        ("1 0 - - 4+0:5/5+0:4/9+0:0 17+5 - -", (1,), (2,)),
        ("1 0 - - 11+0:-5/4+0:5/5+0:4/4+0:0 11+5 - -", (2,), (0,)),
    ],
    ids=["3", "4"],
)
def test_beads_of_those_with_fewer_points_do_not_matter(
    evidence: Evidence, position: str, right: tuple[int, ...], misread: tuple[int, ...]
) -> None:
    """A player with fewer points has the most beads of all; misread: that player wins the tie."""
    evidence.limit(Clause.WIN_CLEAR_BEADS, result(at(position)).winners, right, misread=misread)


@pytest.mark.clause("smile.win.clear-beads")
@pytest.mark.parametrize(
    ("position", "misread"),
    [
        ("1 0 - - 3+1:6/4+0:5/12+0:-4 16+4 - -", (0, 1)),
        ("1 0 - - 3+1:6/4+0:5/12+0:-4 16+4 - -", (0,)),
        ("1 0 - - 2+2:6/3+0:4/15+0:-4 15+3 - -", (0,)),
    ],
    ids=["all beads", "by cards", "more in all"],
)
def test_blue_beads_break_no_tie(
    evidence: Evidence, position: str, misread: tuple[int, ...]
) -> None:
    """Of two players with equal points, the one with more clear beads wins.

    Misread: blue beads count too; or the most points of cards win.
    """
    outcome = result(at(position))
    assert outcome.scores[0] == outcome.scores[1]
    evidence.limit(Clause.WIN_CLEAR_BEADS, outcome.winners, (1,), misread=misread)


@pytest.mark.clause("smile.win.clear-beads")
def test_more_clear_beads_win_in_spite_of_more_blue_ones(evidence: Evidence) -> None:
    """Six clear beads and two blue win over five clear ones; misread: fewer loans win the tie."""
    state = at("1 0 - - 6+2:6/5+0:4/9+0:-2 15+3 - -")
    outcome = result(state)
    assert outcome.scores == (6 + 1 - 2, 4 + 1, -2 + 1)
    evidence.limit(Clause.WIN_CLEAR_BEADS, outcome.winners, (0,), misread=(1,))


@pytest.mark.clause("smile.win.shared")
@pytest.mark.parametrize(
    ("position", "scores", "right", "misread"),
    [
        ("1 0 - - 6+0:3/6+0:3w/6+0:3r 17+5 - -", (4, 4, 4), (0, 1, 2), (0,)),
        ("1 2 - - 7+0:4/7+0:4w/4+0:5 17+5 - -", (5, 5, 5), (0, 1), (0, 1, 2)),
        ("1 2 - - 4+0:5/10+0:0/4+0:5w 17+5 - -", (5, 2, 5), (0, 2), (1,)),
        ("1 0 - - 6+0:1/6+0:1/6+0:1/6+0:1 11+5 - -", (2, 2, 2, 2), (0, 1, 2, 3), (0,)),
        (
            "1 4 - - 5+0:4/6+0:4/6+0:4w/4+0:5/9+0:1 5+5 - -",
            (5, 5, 5, 5, 2),
            (1, 2),
            (0, 1, 2, 3),
        ),
        (
            "1 4 - - 6+0:-5/6+0:-5/6+0:-5/6+0:-5/6+0:-5 5+5 - -",
            (-4, -4, -4, -4, -4),
            (0, 1, 2, 3, 4),
            (4,),
        ),
    ],
    ids=["three", "two of three tied", "two and a rich third", "four", "two of five", "five"],
)
def test_who_is_still_tied_shares_the_victory(
    evidence: Evidence,
    position: str,
    scores: tuple[int, ...],
    right: tuple[int, ...],
    misread: tuple[int, ...],
) -> None:
    """All players with equal points and equal clear beads win.

    Misread, in turn: the first seat wins; all with equal points share, beads or not; the most beads
    of all win; the first seat wins; again all with equal points; the starting player wins.
    """
    outcome = result(at(position))
    assert outcome.scores == scores
    assert outcome.clause is Clause.WIN_SHARED
    evidence.limit(Clause.WIN_SHARED, outcome.winners, right, misread=misread)


@pytest.mark.clause("smile.win.shared")
@pytest.mark.parametrize("misread", [(0,), (1,)])
def test_blue_beads_break_no_shared_victory(evidence: Evidence, misread: tuple[int, ...]) -> None:
    """Equal points and clear beads, one with a loan; misread: fewer, or more, blue beads win."""
    state = at("1 0 - - 4+0:5/4+1:6/11+0:-3 16+4 - -")
    outcome = result(state)
    assert outcome.scores == (5, 5, -1)
    evidence.limit(Clause.WIN_SHARED, outcome.winners, (0, 1), misread=misread)


@pytest.mark.clause("smile.win.shared")
def test_the_number_of_cards_breaks_no_shared_victory(evidence: Evidence) -> None:
    """Equal points and beads, one with a pair discarded; misread: the most cards win."""
    state = at("3 0 - - 6+0:3/6+0:0,1,2/6+0:-1,0,1 17+5 5y,6y -")
    evidence.limit(Clause.WIN_SHARED, result(state).winners, (0, 1), misread=(1,))
