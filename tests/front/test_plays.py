"""Whole plays of every game by random requests, and searches in slices."""

import json
import random
from time import monotonic
from typing import Any, Final

import pytest

from fireflies import games
from fireflies.bots import named
from fireflies.contract import SPECTATOR
from fireflies.front.players import EXTRA_KEY
from fireflies.front.playing import Clock
from fireflies.record import read
from fireflies.table import Table
from tests.front.asking import Page
from tests.search.test_budget import Ticks

GAMES: Final = (*games.names(), "kuhn")
pytestmark = pytest.mark.usefixtures("kuhn_installed")

SHORT: Final[dict[str, dict[str, object]]] = {
    "smile": {"auctions": 2, "box": ["1", "-2 red", "4 red", "3", "-1", "5 blue"]},
    "festival": {"box": "small"},
}
"""Options of short plays."""
LONGEST: Final = "misbehavin"
"""The game whose plays take some seconds."""
MOST: Final = 45
"""The most actions of a play of searches."""


def texts_of(status: dict[str, Any]) -> list[str]:
    """Return the legal actions of a status."""
    return [action["text"] for group in status["groups"] for action in group["actions"]]


def look(page: Page, chooser: random.Random) -> None:
    """Send a request that changes nothing, perhaps a wrong one."""
    before = page.ask("record")
    status = page.ask("status")
    seats = len(status["names"])
    observer = chooser.choice([None, SPECTATOR, *range(seats)])
    begin = chooser.randrange(status["count"] + 1)
    match chooser.randrange(6):
        case 0:
            entries = page.ask("log", observer=observer, **{"from": begin})["entries"]
            assert [it["index"] for it in entries] == [*range(begin, status["count"])]
        case 1:
            assert page.ask("record", observer=observer)["record"]
        case 2:
            page.send("why", action=chooser.choice(["bid a", "end", "pass", "deal K", "draw ?"]))
        case 3:
            assert page.ask("go", index=begin)["index"] == begin
            assert page.ask("status")["index"] == begin
            page.ask("go", index=status["count"])
        case 4:
            page.send("hint", bot="first", milliseconds=0)
        case _:
            page.refused(chooser.choice(["play", "dance", "go", "load"]), nonsense=1)
    assert page.ask("record") == before
    assert page.ask("status") == status


def act(page: Page, chooser: random.Random) -> bool:
    """Let one actor decide, a person at random, and sometimes go back; False at the end."""
    found = page.ask("advance", milliseconds=chooser.choice([0, 2000]))
    assert len(found["steps"]) <= 1
    if found["steps"] or found["progress"] is not None:
        return True
    status = page.ask("status")
    if status["decides"] is None:
        return False
    if status["can_undo"] and chooser.randrange(20) == 0:
        undone = page.ask("undo")["undone"]
        assert page.ask("status")["count"] == status["count"] - undone
        assert page.ask("redo") == {"redone": undone}
        assert page.ask("status") == status
    if status["observer"] != status["actor"]:
        status = page.ask("status", observer=status["actor"])
    text = chooser.choice(texts_of(status))
    assert page.ask("why", action=text) == {"clause": None}
    (step,) = page.ask("play", action=text)["steps"]
    assert all(event["data"]["clause"] == event["clause"] for event in step["events"])
    assert step.pop("events")
    data = step.pop("data")
    assert text.split(" ")[0] == data["verb"]
    assert step == {"index": status["count"], "actor": status["actor"], "action": text}
    return True


@pytest.mark.parametrize(
    "game",
    [pytest.param(name, marks=pytest.mark.long if name == LONGEST else ()) for name in GAMES],
)
def test_whole_plays_by_random_requests(game: str) -> None:
    """The record has exactly the actions of the steps, and its replay has the same result."""
    chooser, page = random.Random(f"requests {game}"), Page()
    players = ["human", None, "human"][: games.get(game).seats[0]]
    page.ask("new", game=game, options=SHORT.get(game, {}), players=players, seed=5)
    while act(page, chooser):
        if chooser.randrange(30) == 0:
            look(page, chooser)
    last = page.ask("status", observer=None)
    record = read(page.ask("record")["record"])
    assert last["count"] == len(record.steps) > 0
    entries = page.ask("log", observer=None)["entries"]
    assert [entry["action"] for entry in entries] == [str(action) for action in record.actions]
    assert [entry["actor"] for entry in entries] == [step.before.actor for step in record.steps]
    outcome = record.final.outcome
    assert outcome is not None
    assert tuple(last["outcome"]["scores"]) == outcome.scores
    assert last["outcome"]["clause"] == outcome.clause


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_play_of_bots_is_that_of_a_table(game: str) -> None:
    """With and without slices, the actions are the same as without a bridge."""
    kinds = ["search:4", "last", "search:3"][: games.get(game).seats[0]]
    options, lines = SHORT.get(game, {}), set[str]()
    for milliseconds in (0, 2500, None):
        page, slices, steps = Page(), 0, 0
        page.ask("new", game=game, options=options, players=kinds, seed=11)
        while steps < MOST:
            found = page.ask("advance", milliseconds=milliseconds)
            if not found["steps"] and found["progress"] is None:
                break
            steps += len(found["steps"])
            slices += not found["steps"]
        assert bool(slices) == (milliseconds is not None)
        lines.add(page.ask("record")["record"])
    (line,) = lines
    start = record = read(line)
    while start.steps:
        start = start.undo()
    table = Table(start, [named(record.game, kind) for kind in kinds], seed=11)
    for _ in record.steps:
        table.step()
    assert table.record == record
    assert json.loads(line)[EXTRA_KEY]["kinds"] == kinds


# Slices.


def searching(setting: str, clock: Clock | None = None) -> Page:
    """Return a page on which a bot with this search decides first."""
    page, position = Page(clock), "1 0 012 a:1*1,b:2,c:5b 5+0/6+0/6+0 17+5 - 3r,4,6"
    players = [f"search:{setting}", "human", "human"]
    page.ask("new", game="smile", players=players, position=position, seed=1)
    return page


def test_a_search_in_slices_tells_its_progress() -> None:
    """The clock of a page advances by a second at each call, so each slice is a rollout.

    The choice is open before the fourth rollout: two actions were tried, one of them once.
    """
    page = searching("4")
    found = [page.ask("advance", milliseconds=0) for _ in range(5)]
    assert [it["progress"] for it in found] == [0, 0.25, 0.5, 0.75, None]
    assert [len(it["steps"]) for it in found] == [0, 0, 0, 0, 1]
    page = searching("4")
    found = [page.ask("advance", milliseconds=2000) for _ in range(3)]
    assert [it["progress"] for it in found] == [0.25, 0.75, None]
    assert len(searching("4").ask("advance")["steps"]) == 1


def test_a_cancelled_search_begins_anew_with_the_same_result() -> None:
    whole = searching("5").ask("advance")["steps"]
    page = searching("5")
    for _ in range(2):
        page.ask("advance", milliseconds=0)
    assert page.ask("cancel") == {}
    assert page.ask("advance", milliseconds=0)["progress"] == 0
    assert page.ask("advance")["steps"] == whole
    assert page.ask("cancel") == {}


def test_several_decisions_take_one_request() -> None:
    """The key ``most`` limits them; a decision of a person ends the request."""
    page, whole = searching("5"), Page()
    start = {"game": "smile", "players": ["random", "last", "human"], "seed": 3}
    whole.ask("new", **start)
    single = whole.run()
    assert len(single) > 4
    page.ask("new", **start)
    few = page.ask("advance", most=1)
    few["steps"] += page.ask("advance", most=1)["steps"]
    assert (few["steps"], few["waits"]) == (single[:2], False)
    rest = page.ask("advance", most=1000)
    assert (few["steps"] + rest["steps"], rest["waits"]) == (single, True)


def test_several_decisions_take_no_longer_than_a_slice() -> None:
    """The first decision takes three calls of the clock; a search may begin all the same."""
    page = Page()
    page.ask("new", game="smile", players=["human", "random", "random"], seed=3)
    found = page.ask("advance", milliseconds=1000, most=1000)
    assert (len(found["steps"]), found["progress"], found["waits"]) == (1, None, False)
    page = searching("5")
    found = page.ask("advance", milliseconds=0, most=1000)
    assert (found["steps"], found["progress"], found["waits"]) == ([], 0, False)


def test_a_second_has_a_thousand_milliseconds() -> None:
    """Of slices that take a little less than a second, three are needed for two seconds."""
    page = searching("5", clock=Ticks(0.9995))
    assert page.ask("advance", milliseconds=2000)["progress"] == 0.4


def test_a_search_of_some_seconds_ends() -> None:
    """This search reads the clock of the system."""
    page = searching("0.01s")
    shares: list[float] = []
    while (found := page.ask("advance", milliseconds=0))["progress"] is not None:
        shares.append(found["progress"])
    assert found["steps"]
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] <= 1


def test_a_hint_is_the_choice_of_a_bot() -> None:
    """The bot is the named one or the game's usual one. A hint plays nothing."""
    page, position = Page(), "1 0 012 a:1*1,b:2,c:5b 5+0/6+0/6+0 17+5 - 3r,4,6"
    page.ask("new", game="smile", players=["human", "first", "first"], position=position, seed=1)
    assert page.ask("hint", bot="first") == {"action": "bid a", "progress": None}
    assert page.ask("hint", bot="last") == {"action": "back-out a", "progress": None}
    assert page.ask("hint") == page.ask("hint", bot="greedy")
    assert page.ask("hint", bot="search:4", milliseconds=0) == {"action": None, "progress": 0}
    assert page.ask("hint", bot="search:4", milliseconds=0)["progress"] == 0.25
    assert page.ask("hint", bot="search:5", milliseconds=0)["progress"] == 0
    (step,) = searching("5").ask("advance")["steps"]
    assert page.ask("hint", bot="search:5") == {"action": step["action"], "progress": None}
    assert page.ask("status")["count"] == 0
    for bot in ("clever", "human", "search:"):
        assert page.refused("hint", bot=bot)["place"] == "bot"
    assert page.refused("hint", bot="human")["message"] == "bot: a person gives no hints"


def test_an_action_drops_the_search() -> None:
    """Undoing an action drops it too: a search is about one position."""
    page, position = Page(), "1 0 012 a:1*1,b:2,c:5b 5+0/6+0/6+0 17+5 - 3r,4,6"
    page.ask("new", game="smile", players=["human"] * 3, position=position, seed=1)
    changes: list[tuple[int, str, dict[str, object]]] = [
        (0, "play", {"action": "bid a"}),
        (1, "undo", {}),
        (0, "redo", {}),
        (1, "go", {"index": 1}),
    ]
    for seat, do, keys in changes:
        page.ask("status", observer=seat)
        for _ in range(2):
            page.ask("hint", bot="search:4", milliseconds=0)
        page.ask(do, **keys)
        page.ask("status", observer=page.ask("status")["actor"])
        assert page.ask("hint", bot="search:4", milliseconds=0)["progress"] == 0


# Analyses.


def test_an_analysis_has_what_a_search_finds_out() -> None:
    """Its first action is the choice of the bot; it plays nothing."""
    page, position = Page(), "1 0 012 a:1*1,b:2,c:5b 5+0/6+0/6+0 17+5 - 3r,4,6"
    page.ask("new", game="smile", players=["human", "first", "first"], position=position, seed=1)
    found = page.ask("analyse", budget="9")
    assert found["progress"] is None
    assert {it["text"]: it["data"] for it in found["actions"]} == {
        "bid a": {"verb": "bid", "slot": "a"},
        "back-out a": {"verb": "back-out", "slot": "a"},
    }
    best, other = found["actions"]
    assert best["visits"] + other["visits"] == 9
    assert best["visits"] >= other["visits"]
    assert all(-1 / 3 <= it["value"] <= 2 / 3 for it in found["actions"])
    assert page.ask("hint", bot="search:9")["action"] == best["text"]
    assert page.ask("status")["count"] == 0


def test_an_analysis_is_done_in_slices() -> None:
    """Each slice is a rollout here; another budget, or a hint, begins another search."""
    page, position = Page(), "1 0 012 a:1*1,b:2,c:5b 5+0/6+0/6+0 17+5 - 3r,4,6"
    page.ask("new", game="smile", players=["human", "first", "first"], position=position, seed=1)
    whole = page.ask("analyse", budget="4")
    slices = [page.ask("analyse", budget="4", milliseconds=0) for _ in range(5)]
    assert [it["progress"] for it in slices] == [0, 0.25, 0.5, 0.75, None]
    assert [it["actions"] for it in slices] == [None] * 4 + [whole["actions"]]
    for keys in ({"budget": "4"}, {"budget": "5"}, {"budget": "4"}):
        assert page.ask("analyse", milliseconds=0, **keys)["progress"] == 0
    assert page.ask("hint", bot="search:4", milliseconds=0)["progress"] == 0
    assert page.ask("analyse", budget="4", milliseconds=0)["progress"] == 0


def test_an_analysis_takes_a_second_by_default() -> None:
    """The clock of a page is not that of a budget."""
    page = Page()
    page.ask("new", game="kuhn", players=["human", "human"], position="KJ b")
    page.ask("status", observer=None)
    begun = monotonic()
    found = page.ask("analyse")
    assert 1 <= monotonic() - begun < 10
    assert [(it["text"], it["value"]) for it in found["actions"]] == [("pass", -1), ("bet", -2)]


def test_an_analysis_that_can_not_be_made_is_refused() -> None:
    page = Page()
    page.ask("new", game="smile", players=["human"] * 3, seed=1)
    page.ask("status", observer=None)
    assert page.refused("analyse")["message"] == (
        "do: an analysis is for a seat that decides, and none does now"
    )
    page.run()
    page.ask("status", observer=0)
    for budget in ("0", "search:4", "9" * 400):
        error = page.refused("analyse", budget=budget)
        assert error["place"] == "budget"
        assert error["message"].startswith("budget: a budget is a number of rollouts from 1 to")
    assert page.refused("analyse", milliseconds=-1)["place"] == "request: milliseconds"
