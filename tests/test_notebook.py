"""Tests of what notebooks show: the ``_repr_html_`` of records, outcomes, analyses and totals."""

import pickle
import re
from dataclasses import replace
from typing import Any

import pytest

from fireflies import _notebook, arena, misbehavin, smile
from fireflies.contract import Outcome
from fireflies.record import Record, begin, read_redacted
from fireflies.search import analyse
from fireflies.smile import Clause
from fireflies.table import Table
from tests import kuhn
from tests.arena.test_figures import NAMED, three_games_and_a_failure
from tests.conformance.test_page import Elements
from tests.search.test_analysis import turn_at

NAMES = ["Ann", "B<b>", "Ann"]
SMALL = {"players": 3, "auctions": 1, "box": ["-1", "2", "4"], "starting_player": 0}


def played(*actions: str) -> Record[Any]:
    """Return the play of a small game of Smile."""
    record = begin(smile.GAME, SMALL, NAMES)
    for action in actions:
        record = record.play(smile.read_action(action))
    return record


DEALT = ("reveal 2", "reveal 4", "reveal -1")
WHOLE = (*DEALT, "bid a", "back-out a", "bid b", "back-out b")


def shown(thing: Any) -> str:
    """Return the HTML that a notebook shows."""
    html: str = thing._repr_html_()
    return html


def rows_of(html: str) -> list[list[str]]:
    """Return the texts of the cells of each row of all tables."""
    rows = re.findall("<tr[^>]*>(.*?)</tr>", html)
    return [re.findall("<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]


def test_a_record_shows_who_did_what() -> None:
    """In the words of the buttons; equal names have their seats, and chance has no name."""
    html = shown(played(*WHOLE[:5]))
    assert "<p>Smile, edition 2017: Ann, B&lt;b&gt;, Ann</p>" in html
    assert "auctions 1" in html
    assert "<caption>5 actions</caption>" in html
    heads, *rows = rows_of(html)
    assert heads == ["action", "seat", "what is done", "what happens"]
    assert [row[:3] for row in rows] == [
        ["1", "chance", "Turn up the 2"],
        ["2", "chance", "Turn up the 4"],
        ["3", "chance", "Turn up the \N{MINUS SIGN}1"],
        ["4", "Ann (seat 0)", "Put a bead on the \N{MINUS SIGN}1"],
        ["5", "B&lt;b&gt; (seat 1)", "Back out with the \N{MINUS SIGN}1"],
    ]
    assert rows[3][3] == "Ann places a bead on a"
    assert rows[4][3] == "B&lt;b&gt; backs out with -1 (a) and 1 bead"
    assert html.endswith("<p>The play is not over: Ann (seat 2) decides.</p></div>")


def test_a_record_shows_the_result_with_its_sums() -> None:
    html = shown(played(*WHOLE))
    assert "not over" not in html
    assert "Ann (seat 2) wins: The player with the most points wins" in html
    heads, *rows = rows_of(html)[-4:]
    assert heads == ["seat", "points", "result", "sum"]
    assert [row[:3] for row in rows] == [
        ["Ann (seat 0)", "3", ""],
        ["B&lt;b&gt; (seat 1)", "0", ""],
        ["Ann (seat 2)", "5", "wins"],
    ]
    assert rows[1][3] == "cards -1, clear beads +1, blue beads +0"


def test_a_game_without_words_shows_its_notation() -> None:
    """And without a tally, no sums."""
    record = begin(replace(kuhn.GAME, wording=None, tally=None), {}, ["Ann", "Ben"])
    for action in (kuhn.Deal("K"), kuhn.Deal("J"), kuhn.BET, kuhn.PASS):
        record = record.play(action)
    html = shown(record)
    assert [row[2] for row in rows_of(html)[1:5]] == [*map(str, record.actions)]
    assert "sum" not in html


def test_an_option_is_its_name_or_its_value_cut() -> None:
    """A box that ships is named, another one is as long as a line."""
    shipped = shown(begin(misbehavin.GAME, {}, ["x"] * 2))
    assert "box sample, " in shipped
    own = shown(begin(smile.GAME, {"players": 3, "box": ["1"] * 30}, ["x"] * 3))
    assert "..., auctions 10" in own
    assert begin(kuhn.GAME, {}, ["x"] * 2).options == {}
    assert "Options" not in shown(begin(kuhn.GAME, {}, ["x"] * 2))


def test_of_a_long_play_the_last_actions_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """With their numbers; and of a redacted one too."""
    monkeypatch.setattr(_notebook, "_MOST_STEPS", 2)
    record = played(*WHOLE[:4])
    for html in (shown(record), shown(read_redacted(record.redacted(0)))):
        assert "<caption>4 actions, without the first 2" in html
        assert [row[0] for row in rows_of(html)[1:]] == ["3", "4"]


@pytest.mark.usefixtures("kuhn_installed")
def test_a_redacted_record_shows_what_its_observer_saw() -> None:
    """No action of others that was hidden, and nobody's sum."""
    record = begin(kuhn.GAME, {}, ["Ann", "Ben"])
    for action in (kuhn.Deal("K"), kuhn.Deal("J"), kuhn.BET):
        record = record.play(action)
    html = shown(read_redacted(record.redacted(1)))
    assert "3 actions, as seen by Ben (seat 1)" in html
    assert "K" not in Elements(html).text.replace("Kuhn", "")
    assert html.endswith("<p>The play is not over.</p></div>")
    over = shown(read_redacted(played(*WHOLE).redacted("spectator")))
    assert "7 actions, as seen by a spectator" in over
    assert "<caption>Ann (seat 2) wins</caption>" in over


def test_an_outcome_shows_scores_and_winners() -> None:
    html = shown(Outcome((3, 3, 1), (0, 1), Clause.WIN_SHARED))
    assert "<caption>Seat 0 and seat 1 share the victory: " in html
    assert Clause.WIN_SHARED.rule.title in html
    assert [row[:2] for row in rows_of(html)[1:]] == [
        ["seat 0", "3"],
        ["seat 1", "3"],
        ["seat 2", "1"],
    ]


def test_totals_show_shares_with_their_bounds() -> None:
    """As the table of the command does, by player and by seat."""
    totals = three_games_and_a_failure()
    totals.plan = NAMED
    html = shown(totals)
    assert "<caption>Smile: 4 games, by player</caption>" in html
    assert "<caption>Smile: 4 games, by seat</caption>" in html
    table = rows_of(html)
    names = [player.name for player in NAMED.players]
    assert [row[0] for row in table[1:4]] == names
    assert [row[1].partition(" (")[0] for row in table[1:4]] == ["37.5 %", "37.5 %", "25.0 %"]
    assert [row[2:] for row in table[1:4]] == [["2.0", "0"], ["4.7", "1"], ["2.3", "0"]]
    assert [row[0] for row in table[5:]] == ["seat 0", "seat 1", "seat 2"]
    assert [row[1].partition(" (")[0] for row in table[5:]] == ["50.0 %", "16.7 %", "33.3 %"]
    # Wilson's interval of 1.5 wins in 4, computed by hand.
    assert table[1][1].endswith("(9.2 to 78.1)")


def test_totals_without_a_plan_number_the_players() -> None:
    totals = three_games_and_a_failure()
    assert [row[0] for row in rows_of(shown(totals))[1:4]] == [
        "player 0",
        "player 1",
        "player 2",
    ]
    assert "<caption>0 games, by player</caption>" in shown(arena.Totals())
    failed = arena.Totals(failures=totals.failures)
    assert [row[2] for row in rows_of(shown(failed))[1:4]] == ["-", "-", "-"]


def test_the_totals_of_a_run_know_their_plan() -> None:
    """They are equal to totals that do not."""
    plan = arena.plan(smile.GAME, ["first", "random", "first"], 3)
    totals = arena.run(plan)
    assert totals.plan == plan
    assert totals == pickle.loads(pickle.dumps(totals))  # noqa: S301  # our own bytes
    totals.plan = None
    assert totals == arena.run(plan)


def test_an_analysis_shows_visits_and_values_in_words() -> None:
    """The best first; what was not tried is counted."""
    record = played(*DEALT)
    found = analyse(turn_at(record.final), "30")
    html = shown(found)
    assert "<caption>Seat 0 decides, after 30 rollouts: the best first</caption>" in html
    heads, *rows = rows_of(html)
    assert heads == ["action", "rollouts", "mean value"]
    sentences = [str(smile.GAME.describe(it.action, record.final.view(0))) for it in found]
    assert [row[0] for row in rows] == sentences
    assert [row[1] for row in rows] == [str(it.visits) for it in found]
    assert all(re.fullmatch(r"[+-]\d\.\d\d", row[2]) for row in rows)


def test_an_analysis_counts_what_it_does_not_show() -> None:
    table: Table[Any] = Table(begin(misbehavin.GAME, {}, ["x"] * 2), [None] * 2, seed=7)
    seat = table.run().actor
    assert isinstance(seat, int)
    found = analyse(table.turn(seat), "4")
    left = sum(it.value is None for it in found)
    html = shown(found)
    assert f"; {left} other legal actions not shown" in html
    assert len(rows_of(html)) == 1 + len(found) - left


def test_an_analysis_of_an_unknown_game_has_its_notation() -> None:
    state = kuhn.GAME.set_up({}).start.apply(kuhn.Deal("K")).apply(kuhn.Deal("J"))
    found = analyse(turn_at(state), "9")
    assert found.game is None
    assert {row[0] for row in rows_of(shown(found))[1:]} == {"bet", "pass"}


def test_an_analysis_is_pickled_with_its_words() -> None:
    found = analyse(turn_at(played(*DEALT).final), "5")
    again = pickle.loads(pickle.dumps(found))  # noqa: S301  # our own bytes
    assert again == found
    assert shown(again) == shown(found)
