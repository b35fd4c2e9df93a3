"""Proofs of the sheet's rules about the end of the game, scores and winners."""

import pytest

from fireflies.contract import Outcome
from fireflies.smile import Card, Clause, GameEnded, Player, SeenPlayer, State
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
def test_equal_cards_count_each(evidence: Evidence) -> None:
    """Two 3s make 6, two -1s make -2; misread: cards that are equal in everything count once."""
    state = at("2 0 - - 4+0:3,3/4+0:-1,-1/4+0:2,4 23+5 - -")
    evidence.limit(Clause.SCORE_CARDS, result(state).scores, (6, -2, 6), misread=(3, -1, 6))


@pytest.mark.clause("smile.score.clear-beads")
@pytest.mark.parametrize(
    ("position", "beads", "right", "misread"),
    [
        ("1 0 - - 4+0:0/5+0:1/9+0:2 17+5 - -", 4, 0, 1),
        ("1 0 - - 5+0:0/4+0:1/9+0:2 17+5 - -", 5, 1, 0),
        ("1 0 - - 9+0:0/5+0:1/4+0:2 17+5 - -", 9, 1, 2),
        ("1 0 - - 35+0:0/1+0:1/0+0:2/0+0:3/0+1:4 -1+4 - -", 35, 7, 35),
    ],
    ids=["4", "5", "9", "35"],
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


@pytest.mark.clause("smile.score.blue-beads")
@pytest.mark.parametrize(
    ("position", "blue", "right", "misread"),
    [
        ("1 0 - - 4+1:5/7+0:0/8+0:0 16+4 - -", 1, 4, 5),
        ("1 0 - - 4+5:5/9+0:0/10+0:0 12+0 - -", 5, 0, 4),
    ],
    ids=["one", "five"],
)
def test_each_blue_bead_costs_a_point(
    evidence: Evidence, position: str, blue: int, right: int, misread: int
) -> None:
    """Every blue bead costs a point; misread: five blue beads cost a point."""
    state = at(position)
    assert hand(state, 0) == (4, blue)
    evidence.limit(Clause.SCORE_BLUE_BEADS, result(state).scores[0], right, misread=misread)


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


@pytest.mark.clause("smile.win.most-points")
@pytest.mark.parametrize(
    ("position", "scores", "right", "misread"),
    [
        ("1 0 - - 5+0:4/9+0:2/8+0:1/2+0:6 11+5 - -", (5, 3, 2, 6), (3,), (1,)),
        ("1 0 - - 0+2:6/10+0:4/10+0:1 15+3 - -", (4, 6, 3), (1,), (0,)),
    ],
    ids=["beads", "loans"],
)
def test_the_most_points_win(
    evidence: Evidence,
    position: str,
    scores: tuple[int, ...],
    right: tuple[int, ...],
    misread: tuple[int, ...],
) -> None:
    """The highest score wins; misread: the most clear beads win, or the most points of cards."""
    outcome = result(at(position))
    assert outcome.scores == scores
    assert outcome.clause is Clause.WIN_MOST_POINTS
    evidence.limit(Clause.WIN_MOST_POINTS, outcome.winners, right, misread=misread)


@pytest.mark.clause("smile.win.clear-beads")
@pytest.mark.parametrize(
    ("position", "scores", "right", "misread"),
    [
        ("1 0 - - 4+0:5/5+0:4/9+0:0 17+5 - -", (5, 5, 1), (1,), (2,)),
        ("1 0 - - 4+0:6/9+0:1/5+0:5/8+0:5/4+0:3 5+5 - -", (6, 2, 6, 6, 3), (3,), (0, 2, 3)),
    ],
    ids=["a rich third", "all tied"],
)
def test_among_the_tied_the_most_clear_beads_win(
    evidence: Evidence,
    position: str,
    scores: tuple[int, ...],
    right: tuple[int, ...],
    misread: tuple[int, ...],
) -> None:
    """With equal points, the most clear beads win; misread: the most of all, or all tied."""
    outcome = result(at(position))
    assert outcome.scores == scores
    assert outcome.clause is Clause.WIN_CLEAR_BEADS
    evidence.limit(Clause.WIN_CLEAR_BEADS, outcome.winners, right, misread=misread)


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


@pytest.mark.clause("smile.win.shared")
@pytest.mark.parametrize(
    ("position", "scores", "right", "misread"),
    [
        ("1 2 - - 7+0:4/7+0:4w/4+0:5 17+5 - -", (5, 5, 5), (0, 1), (0, 1, 2)),
        ("1 2 - - 4+0:5/10+0:0/4+0:5w 17+5 - -", (5, 2, 5), (0, 2), (1,)),
        (
            "1 4 - - 6+0:-5/6+0:-5/6+0:-5/6+0:-5/6+0:-5 5+5 - -",
            (-4, -4, -4, -4, -4),
            (0, 1, 2, 3, 4),
            (4,),
        ),
    ],
    ids=["two of three tied", "two and a rich third", "five"],
)
def test_who_is_still_tied_shares_the_victory(
    evidence: Evidence,
    position: str,
    scores: tuple[int, ...],
    right: tuple[int, ...],
    misread: tuple[int, ...],
) -> None:
    """All players with equal points and equal clear beads win.

    Misread, in turn: all with equal points share, beads or not; the most beads of all win; the
    starting player wins.
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
