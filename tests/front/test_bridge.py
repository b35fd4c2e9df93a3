"""Tests of each operation of the bridge; whole plays and secrets have modules of their own."""

import json
import re
from dataclasses import replace
from typing import Any, Final, cast

import pytest

from fireflies import games, smile
from fireflies._made_by import made_by
from fireflies.contract import SPECTATOR, Observer
from fireflies.files import read_any
from fireflies.front.bridge import Bridge
from fireflies.front.starting import describe
from fireflies.games import Option, as_given
from fireflies.record import begin, read, read_redacted
from tests import kuhn
from tests.front.asking import Page

ROW: Final = "1 0 012 a:1,b:2,c:5b 6+0/6+0/6+0 17+5 - 3r,4,6"
"""Seat 0 bids first in the first of two auctions."""
NOTHING_TO_CHOOSE: Final[dict[str, object]] = {
    "choices": [],
    "has_others": False,
    "parts": [],
    "by_seat": False,
    "names_seat": False,
}
"""What is told of an option whose value is typed."""


def opened(*players: str | None, **keys: object) -> Page:
    """Return a page on which seat 0 bids first; by default against two bots that bid too."""
    page, kinds = Page(), players or ("human", "first", "first")
    page.ask("new", game="smile", players=kinds, position=ROW, **keys)
    return page


# Games, options, files.


@pytest.mark.usefixtures("kuhn_installed")
def test_games_tells_what_a_person_can_choose() -> None:
    found = {game["name"]: game for game in Page().ask("games")["games"]}
    assert list(found) == ["smile", "festival", "misbehavin", "kuhn"]
    assert found["kuhn"] == {
        "name": "kuhn",
        "title": "Kuhn poker",
        "edition": "1950",
        "seats": [2],
        "bots": ["random", "first", "last", "search:"],
        "levels": {"random": "easy", "search:": "strong"},
        "options": [],
    }
    players, *_ = found["smile"]["options"]
    assert players == {
        "name": "players",
        "title": "Players",
        "text": "how many play, 3 to 5",
        "default": 3,
        "counts_seats": True,
        "named": [],
        "has_file": False,
        **NOTHING_TO_CHOOSE,
    }
    boxes = {
        game["name"]: (option["named"], option["has_file"])
        for game in found.values()
        for option in game["options"]
        if option["name"] == "box"
    }
    assert boxes["smile"] == (["shipped"], True)
    assert found["smile"]["bots"][-3:] == ["greedy", "search:", "search-view:"]
    assert found["smile"]["levels"] == {"random": "easy", "greedy": "good", "search:": "strong"}
    for game in found.values():
        titles = [option["title"] for option in game["options"]]
        assert len(set(titles)) == len(titles)
        assert all(re.fullmatch("[A-Z][A-Za-z ]+", title) for title in titles), titles


def test_an_option_without_a_title_is_called_by_its_name() -> None:
    option = Option("two_seats", 2, "always 2", as_given)
    (described,) = cast("list[object]", describe(replace(kuhn.GAME, options=(option,)))["options"])
    assert described == {
        "name": "two_seats",
        "title": "two_seats",
        "text": "always 2",
        "default": 2,
        "counts_seats": False,
        "named": [],
        "has_file": False,
        **NOTHING_TO_CHOOSE,
    }


def test_games_tells_what_a_form_can_offer() -> None:
    """Words as they are printed; by seat and by entry; the seats themselves."""
    found = {
        (game["name"], option["name"]): option
        for game in Page().ask("games")["games"]
        for option in game["options"]
    }
    episode, factions = found["misbehavin", "episode"], found["misbehavin", "factions"]
    assert {"value": "big-score", "title": "Big Score"} in episode["choices"]
    assert episode["has_others"]
    assert factions["by_seat"]
    assert [len(part) for part in factions["parts"]] == [4] * 4
    assert factions["parts"][3][0] == {"value": "serenity", "title": "Serenity"}
    assert [len(part) for part in found["misbehavin", "supply"]["parts"]] == [3, 2, 4, 8]
    assert found["festival", "powers"]["choices"] == [
        {"value": "false", "title": "No"},
        {"value": "true", "title": "Yes"},
    ]
    assert found["festival", "starting_player"]["names_seat"]


def test_games_tells_of_one_game_alone() -> None:
    page = Page()
    (one,) = page.ask("games", game="festival")["games"]
    assert one == {game["name"]: game for game in page.ask("games")["games"]}["festival"]
    assert page.send("games", game="chess")["error"]["message"].startswith(
        "no game is called 'chess'"
    )


def test_template_is_the_file_to_fill_in() -> None:
    page = Page()
    file = next(option.file for option in smile.GAME.options if option.file is not None)
    text = page.ask("template", game="smile", option="box")["text"]
    assert text == file().template()
    error = page.send("template", game="smile", option="players")["error"]
    assert error == {
        "message": "option: no option with a file is called 'players'; there are: box",
        "place": "option",
    }


@pytest.mark.parametrize("name", games.names())
def test_the_template_of_a_box_can_be_played(name: str) -> None:
    """The option has the content of the file."""
    page, game = Page(), games.get(name)
    text = page.ask("template", game=name, option="box")["text"]
    page.ask("new", game=name, files={"box": text})
    file = next(option.file for option in game.options if option.name == "box")
    assert file is not None
    options = game.set_up({"box": file().read_file(text.encode())}).options
    assert json.loads(page.ask("record")["record"])["options"] == game.complete(options)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"files": {"box": "cards = 3"}}, "files.box: "),
        ({"files": {"box": 3}}, "files.box: a string is wanted, not 3"),
        ({"files": {"box": "#" * 1_000_001}}, "files.box: it has more than 1000000 bytes"),
        (
            {"files": {"beads": "6"}},
            "files: no option with a file is called 'beads'; there are: box",
        ),
        (
            {"options": {"box": "/etc/passwd"}},
            (
                "options.box: its value is data or a name (shipped); the text of a file goes under"
                " files"
            ),
        ),
        ({"options": {"pearls": 1}}, "options.pearls: there is no such option, only players, "),
        ({"options": {"players": "many"}}, "options.players: a whole number "),
    ],
)
def test_wrong_options_are_refused_with_their_place(keys: dict[str, object], message: str) -> None:
    """A path is refused too: a page can't read the disk."""
    error = Page().refused("new", game="smile", **keys)
    assert error["message"].startswith(message)
    place = message.partition(":")[0]
    assert error["place"].startswith(place)


def test_an_option_error_cites_its_clause() -> None:
    error = Page().refused("new", game="smile", options={"players": 9})
    rule = smile.Clause.SETUP_PLAYERS.rule
    assert (error["place"], error["clause"], error["title"]) == (
        "options.players",
        "smile.setup.players",
        rule.title,
    )
    assert {*Page().refused("new", game="smile", options={"pearls": 1})} == {"message", "place"}


def test_options_are_data_or_texts_as_on_the_command_line() -> None:
    page = Page()
    for options in ({"players": 4, "beads": 3}, {"players": "4", "beads": "3"}):
        page.ask("new", game="smile", options=options)
        kept = json.loads(page.ask("record")["record"])["options"]
        assert (kept["players"], kept["beads"]) == (4, 3)
    page.ask("new", game="smile", options={"box": "shipped"})
    assert json.loads(page.ask("record")["record"])["options"]["box"]


# A new play.


def test_a_play_begins_with_a_person_and_usual_bots() -> None:
    status = Page().ask("new", game="smile")
    assert (status["game"], status["title"]) == ("smile", smile.GAME.title)
    assert (status["players"], status["names"]) == (
        ["human", "greedy", "greedy"],
        ["human", "greedy 1", "greedy 2"],
    )
    assert (status["observer"], status["actor"], status["decides"]) == (0, "chance", "chance")
    assert (status["count"], status["index"], status["outcome"]) == (0, 0, None)
    assert len(Page().ask("new", game="smile", options={"players": 5})["players"]) == 5


def test_the_players_count_the_seats() -> None:
    page = Page()
    status = page.ask("new", game="smile", players=["first", "human", None, "search:5"])
    assert status["players"] == ["first", "human", "greedy", "search:5"]
    assert (status["observer"], len(status["names"])) == (1, 4)
    error = page.refused("new", game="smile", players=["human"] * 3, options={"players": 4})
    assert error["place"] == "seats"


def test_names_and_seed_are_those_of_the_request() -> None:
    page = Page()
    new = {"game": "smile", "players": ["human", None, None], "names": ["Ann", "Ben", "Ben"]}
    assert page.ask("new", **new, seed=7)["names"] == ["Ann", "Ben 1", "Ben 2"]
    plays = []
    for seed in (7, 7, 8, None):
        page.ask("new", **new, **({} if seed is None else {"seed": seed}))
        page.run()
        plays.append(json.loads(page.ask("record")["record"])["actions"])
    assert plays[0] == plays[1] != plays[2]
    assert read(page.ask("record")["record"]).seats == ("Ann", "Ben", "Ben")


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ({"game": "chess"}, None),
        ({"game": 3}, "request: game"),
        ({"game": "smile", "players": "human"}, "players"),
        ({"game": "smile", "players": ["human", 3, None]}, "players[1]"),
        ({"game": "smile", "players": ["human", None, "clever"]}, "players[2]"),
        ({"game": "smile", "players": ["human", None, "os:getcwd"]}, "players[2]"),
        ({"game": "smile", "players": ["human", None, "search:much"]}, "players[2]"),
        ({"game": "smile", "names": ["Ann"]}, "seats"),
        ({"game": "smile", "names": [1, 2, 3]}, "request: names"),
        ({"game": "smile", "seed": -1}, "seed"),
        ({"game": "smile", "seed": 2**64}, "seed"),
        ({"game": "smile", "seed": True}, "seed"),
        ({"game": "smile", "sed": 1}, "request"),
        ({"game": "smile", "position": "somewhere"}, "position"),
        ({"game": "smile", "position": 1}, "request: position"),
        ({}, "request"),
    ],
)
def test_a_play_that_can_not_begin_is_refused(keys: dict[str, object], place: str | None) -> None:
    """The play before it can still be continued."""
    error = opened().refused("new", **keys)
    assert error.get("place") == place


def test_no_module_is_imported_for_a_player() -> None:
    """A record or a link may come from a stranger."""
    error = opened().refused("new", game="smile", players=["human", None, "os:getcwd"])
    assert error["message"] == (
        "players[2]: no player is called 'os:getcwd'; there are: human, random, first, last,"
        " greedy, search:, search-view:"
    )
    assert opened().refused("hint", bot="os:getcwd")["place"] == "bot"


# Positions.


def test_a_play_begins_at_a_position() -> None:
    status = Page().ask("new", game="smile", position=ROW)
    assert (status["actor"], status["decides"], len(status["players"])) == (0, "human", 3)
    assert status["position"] == ROW.replace("6+0/6+0/6+0", "6+0/?/?")


def test_the_position_says_how_many_play() -> None:
    """Players or options with another number are refused."""
    page, four = Page(), "1 2 2301 - 6+0/6+0/6+0/6+0 11+5 - -4,-1y,2rIV,5w"
    assert len(page.ask("new", game="smile", position=four)["players"]) == 4
    assert len(page.ask("new", game="smile", position=four, players=["human"] * 4)["names"]) == 4
    for other in ({"players": ["human"] * 3}, {"options": {"players": 3}}):
        error = page.refused("new", game="smile", position=four, **other)
        assert error["message"] == "position: it has 4 seats, but by the options there are 3"


def test_a_position_as_a_seat_sees_it_is_refused() -> None:
    status = Page().ask("new", game="smile", position=ROW)
    error = Page().refused("new", game="smile", position=status["position"])
    assert error["place"] == "position"


@pytest.mark.long
@pytest.mark.parametrize("name", games.names())
def test_examples_of_rules_can_be_played(name: str) -> None:
    """Every tenth example begins a play with its options, and the record can be read."""
    game, page = games.get(name), Page()
    examples = [example for clause in game.clauses for example in clause.rule.examples]
    assert len(examples) > 50
    for example in examples[::10]:
        page.ask("new", game=name, options=example.options, position=example.position, seed=1)
        record = read(page.ask("record")["record"])
        assert record.start.view().position == example.position


# What an observer sees.


def test_a_status_leaves_the_picture_out_when_told() -> None:
    page = opened()
    whole, bare = page.ask("status"), page.ask("status", picture=False)
    assert whole["svg"] is not None
    assert bare == {**whole, "svg": None}
    assert page.ask("status", picture=True) == whole
    assert page.refused("status", picture=0)["place"] == "request: picture"


def test_a_status_has_the_picture_for_a_place_of_some_width() -> None:
    """Laid out for it, without the legal actions; everything else is the same."""
    page = opened()
    usual, broad = page.ask("status"), page.ask("status", width=1340)
    assert "Allowed: " in usual["svg"]
    assert "Allowed: " not in broad["svg"]
    assert 'viewBox="0 0 480 ' in usual["svg"]
    assert 'viewBox="0 0 1914 ' in broad["svg"]
    assert {**broad, "svg": None} == {**usual, "svg": None}
    assert page.refused("status", width="wide")["place"] == "request: width"
    assert page.refused("status", width=10_001)["place"] == "request: width"


def test_the_status_is_the_view_of_the_observer() -> None:
    page = opened("human", "human", "first", names=["Ann", "Ben", "bot"])
    state = smile.State.parse(ROW)
    observers: tuple[Observer, ...] = (None, SPECTATOR, 0, 1, 2)
    for observer in observers:
        status, view = page.ask("status", observer=observer), state.view(observer)
        names = ["Ann", "Ben", "bot"]
        assert status["observer"] == observer
        assert status["names"] == names
        assert status["position"] == view.position
        if isinstance(observer, int):
            names[observer] = "you"
        assert status["svg"] == smile.draw(view, names=names)
        assert status["text"] == view.to_text(names=names)
        assert (status["groups"] is None) == (view.legal_actions is None)
    assert page.ask("status")["observer"] == 2


def test_a_picture_marks_what_differs_from_an_earlier_position() -> None:
    """An earlier position that was undone is not compared."""
    page = opened("human", "human", "human")
    before = smile.State.parse(ROW).view(0)
    after = smile.State.parse(ROW).apply(smile.Bid("a")).view(0)
    names = ["you", "human 2", "human 3"]
    page.ask("status", observer=0)
    page.ask("play", action="bid a")
    assert page.ask("status", observer=0, since=0)["svg"] == smile.draw(after, before, names=names)
    assert page.ask("status", observer=0, since=1)["svg"] == smile.draw(after, names=names)
    page.ask("go", index=0)
    assert page.ask("status", observer=0, since=1)["svg"] == smile.draw(before, after, names=names)
    page.ask("go", index=1)
    page.ask("undo")
    assert page.ask("status", observer=0, since=1)["svg"] == smile.draw(before, names=names)


def test_the_menu_has_the_legal_actions_by_their_first_word() -> None:
    groups = opened().ask("status")["groups"]
    action = {
        "text": "bid a",
        "label": "a",
        "sentence": "Put a bead on the 1",
        "things": ["a"],
        "wastes": None,
        "data": {"verb": "bid", "slot": "a"},
    }
    assert groups == [{"word": "bid", "actions": [action]}]
    page = Page()
    page.ask("new", game="festival", seed=1, players=["human"] * 2)
    page.run()
    words = page.ask("status", observer=page.ask("status")["actor"])["groups"]
    texts = [action["text"] for group in words for action in group["actions"]]
    assert texts == [str(it) for it in read(page.ask("record")["record"]).final.legal_actions]


def menu_of(page: Page) -> list[str]:
    """Return the texts of the legal actions."""
    groups = page.ask("status", picture=False)["groups"]
    return [it["text"] for group in groups for it in group["actions"]]


def test_the_menu_says_what_an_action_leaves_unused() -> None:
    """To the person who decides, so that a front end can ask first."""
    page = Page()
    page.ask("new", game="festival", seed=7, players=["human", "greedy"])
    page.run()
    while "done" not in (texts := menu_of(page)):
        page.ask("play", action="move" if "move" in texts else texts[0])
        page.run()
    status = page.ask("status")
    wastes = {it["text"]: it["wastes"] for group in status["groups"] for it in group["actions"]}
    assert re.fullmatch(r"You leave \d movements unused", wastes.pop("done"))
    assert {*wastes.values()} <= {None}


@pytest.mark.usefixtures("kuhn_installed")
def test_a_game_without_pictures_has_none() -> None:
    status = Page().ask("new", game="kuhn", seed=1)
    assert (status["svg"], status["legend"]) == (None, [])


def test_an_action_is_described_for_who_looks() -> None:
    """What it brings is told to who may know the legal actions."""
    page = opened("human", "human", "human")
    page.ask("status", observer=0)
    page.ask("play", action="bid a")
    told = page.ask("describe", action="back-out a", observer=1)
    assert told["text"] == "Back out with the 1: +1 bead, +1 point"
    assert (told["price"], told["gains"][1]) == ({}, {"bead": 1, "point": 1})
    assert page.ask("describe", action="bid a", observer=1)["price"] == {"bead": 1}
    told = page.ask("describe", action="back-out a", observer="spectator")
    assert (told["text"], told["gains"]) == ("Back out with the 1", [])
    assert page.refused("describe", action="back-out b", observer=1)["clause"]


def test_details_of_everything_are_data() -> None:
    things = opened().ask("details")["things"]
    assert things["a"]["card"] == "1"
    assert {it["kind"] for it in things.values()} == {"offer", "player"}


def test_details_of_a_card() -> None:
    page = Page()
    page.ask("new", game="misbehavin", seed=1, options={"players": 2})
    lines = page.ask("details", name="Sheriff")["lines"]
    assert lines[0] == "Sheriff: character, cost 4, influence 2, power 2."
    assert page.ask("details", name="Double  Cross")["lines"][0].startswith("Double Cross: ")
    assert page.ask("details", name="nobody") == {"lines": []}
    assert page.ask("details", name="sheriff", observer=SPECTATOR)["lines"] == lines
    things = page.ask("details")["things"]
    (own,) = [name for name, it in things.items() if it["kind"] == "faction" and it["seat"] == 0]
    assert page.ask("details", name=own, observer=0)["lines"][-1] == "You play it."


@pytest.mark.parametrize("observer", [3, -1, True, "referee", 1.0, [0]])
def test_there_is_no_other_observer(observer: object) -> None:
    page = opened()
    for do, keys in (("status", {}), ("log", {}), ("record", {}), ("details", {"name": "a"})):
        error = page.refused(do, observer=observer, **keys)
        assert error["message"] == f"observer: there is no seat {observer!r}, only 0 to 2"
        assert error["place"] == "observer"
    assert page.ask("status")["observer"] == 0


def test_the_log_has_each_action_with_its_events() -> None:
    page = opened(names=["Ann", "Ben", "Cem"])
    page.ask("play", action="bid a")
    page.run()
    log = page.ask("log")
    told = [it["events"][0]["text"] for it in log["entries"] if it["actor"] in (1, 2)]
    assert log["summary"] == told[:2]
    first, *others = log["entries"]
    assert first == {
        "index": 0,
        "actor": 0,
        "action": "bid a",
        "data": {"verb": "bid", "slot": "a"},
        "events": [
            {
                "text": "you place a bead on a",
                "clause": "smile.bid.clear-bead",
                "title": smile.Clause.BID_CLEAR_BEAD.rule.title,
                "data": {
                    "event": "BeadPlaced",
                    "clause": "smile.bid.clear-bead",
                    "seat": 0,
                    "slot": "a",
                },
            }
        ],
    }
    assert [(it["index"], it["actor"]) for it in others] == [(1, 1), (2, 2)]
    spectated = page.ask("log", observer=SPECTATOR)["entries"]
    assert spectated[0]["events"][0]["text"] == "Ann places a bead on a"
    assert page.ask("log", **{"from": 2})["entries"] == others[1:]
    assert page.ask("log", **{"from": 9})["entries"] == []
    assert page.ask("status")["observer"] == 0


def parts(cards: int, clear: int, blue: int) -> list[dict[str, object]]:
    """Return the parts of a score of Smile."""
    counts = {"cards": cards, "clear beads": clear, "blue beads": blue}
    return [{"text": text, "points": points} for text, points in counts.items()]


def test_the_result_names_the_clause_that_decided() -> None:
    """And the parts of each score; the situation then has no decision."""
    page, position = Page(), "1 0 01 a:1*1,b:1*5 0+0/0+0/3+0:2 26+5 - -"
    page.ask("new", game="smile", position=position)
    page.ask("play", action="back-out b")
    status = page.ask("status")
    assert (status["actor"], status["decides"], status["groups"]) == (None, None, [])
    assert status["outcome"] == {
        "scores": [2, 1, 2],
        "winners": [0],
        "clause": "smile.win.clear-beads",
        "title": smile.Clause.WIN_CLEAR_BEADS.rule.title,
        "tally": [parts(1, 1, 0), parts(1, 0, 0), parts(2, 0, 0)],
    }
    told = page.ask("status", observer=0)["situation"]
    assert told == ["You: 5 clear, 0 blue, cards 1: 1"]
    assert page.ask("advance") == {"steps": [], "progress": None, "waits": True}
    error = page.refused("play", action="bid a")
    assert error["clause"] == "smile.end.last-auction"
    page.ask("go", index=0)
    assert page.ask("status")["outcome"] is None


# Decisions of persons.


def test_a_person_plays_and_bots_follow() -> None:
    page = opened()
    (step,) = page.ask("play", action="BID A")["steps"]
    assert (step["index"], step["actor"], step["action"]) == (0, 0, "bid a")
    assert step["events"][0]["text"] == "you place a bead on a"
    status = page.ask("status")
    assert (status["decides"], status["can_undo"]) == ("bot", True)
    (step,) = page.ask("advance")["steps"]
    assert (step["index"], step["actor"], step["action"]) == (1, 1, "bid a")


def test_an_illegal_action_is_refused_with_its_clause() -> None:
    """The message is a sentence for the person, the same as the answer to ``why``."""
    page = opened()
    rule = smile.Clause.BID_LOWEST_CARD.rule
    error = page.refused("play", action="bid b")
    assert error["message"].endswith(f"(smile.bid.lowest-card: {rule.title}).")
    del error["message"]
    assert error == page.ask("why", action="bid b")
    assert (error["clause"], error["title"], error["text"]) == (rule.id, rule.title, rule.text)
    assert page.ask("why", action="bid a") == {"clause": None}
    assert "is not an action" in page.refused("play", action="a bid, please")["message"]
    assert "is not an action" in page.refused("why", action="a bid, please")["message"]


@pytest.mark.usefixtures("kuhn_installed")
def test_a_game_without_remarks_names_what_the_seat_can_do() -> None:
    page = Page()
    page.ask("new", game="kuhn", players=["human", "human"], position="KJ -")
    page.ask("status", observer=0)
    error = page.refused("play", action="deal K")
    remark = "You can choose pass or bet"
    assert error["remark"] == remark
    assert error["message"] == f"{remark} (kuhn.turn.choice: {error['title']})."


def test_only_the_seat_that_decides_may_try_an_action() -> None:
    """A refusal could reveal secrets of the seat to another one."""
    page = opened("human", "human", "first", names=["Ann", "Ben", "bot"])
    for observer in (SPECTATOR, 1, 2):
        page.ask("status", observer=observer)
        for do in ("play", "why"):
            error = page.refused(do, action="bid b")
            assert error["message"] == "observer: Ann decides now, and not the observer"
        assert page.refused("hint")["place"] == "observer"
        assert page.refused("analyse")["place"] == "observer"
    for reader in (None, 0):
        page.ask("status", observer=reader)
        assert page.ask("why", action="bid b")["clause"] == "smile.bid.lowest-card"


def test_a_person_can_not_decide_for_others() -> None:
    page = opened("first", "human", "human")
    page.ask("status", observer=None)
    assert page.refused("play", action="bid a")["message"] == (
        "action: no person decides now; advance lets bots and chance decide"
    )
    page.ask("new", game="smile", seed=1)
    page.ask("status", observer=None)
    assert page.refused("play", action="reveal 1")["message"] == (
        "action: no person decides now; advance lets bots and chance decide"
    )
    assert page.refused("hint")["message"] == (
        "do: a hint is for a seat that decides, and none does now"
    )


def test_advance_does_nothing_while_a_person_decides() -> None:
    page = opened()
    assert page.ask("advance", milliseconds=5) == {"steps": [], "progress": None, "waits": True}
    assert page.ask("status")["count"] == 0


# Undo, redo, looking back.


def test_undo_goes_back_to_the_last_decision_of_a_person() -> None:
    page = opened()
    status = page.ask("status")
    assert (status["can_undo"], status["can_redo"]) == (False, False)
    assert page.ask("undo") == {"undone": 0}
    assert page.ask("redo") == {"redone": 0}
    for action in ("bid a", "back-out a"):
        page.ask("play", action=action)
        page.run()
    played = page.ask("record")
    both = page.ask("status")
    assert both["can_undo"]
    assert page.ask("undo")["undone"] == both["count"] - 3
    middle = page.ask("status")
    assert (middle["count"], middle["actor"]) == (3, 0)
    assert (middle["can_undo"], middle["can_redo"]) == (True, True)
    assert page.ask("undo") == {"undone": 3}
    assert page.ask("status") == {**status, "can_redo": True}
    assert page.ask("redo") == {"redone": 3}
    assert page.ask("status") == middle
    assert page.ask("redo")["redone"] == both["count"] - 3
    assert page.ask("record") == played
    page.ask("undo")
    page.ask("play", action="bid a")
    assert not page.ask("status")["can_redo"]


def test_bots_alone_decide_nothing_that_can_be_undone() -> None:
    page = opened("first", "first", "first")
    page.run()
    assert page.ask("status")["outcome"] is not None
    assert (page.ask("status")["observer"], page.ask("undo")) == (SPECTATOR, {"undone": 0})


def test_go_looks_at_any_moment_of_the_play() -> None:
    """At an earlier moment nothing can be played, and the log ends there."""
    page = opened()
    page.ask("play", action="bid a")
    page.run()
    last, log = page.ask("status"), page.ask("log")["entries"]
    seen, status = [], page.ask("status")
    for index in range(4):
        assert page.ask("go", index=index) == {"index": index}
        status = page.ask("status")
        seen.append(status["position"])
        assert (status["index"], status["count"]) == (index, 3)
        assert page.ask("log")["entries"] == log[:index]
        if index < 3:
            assert (status["decides"], status["groups"]) == (None, None)
            assert (status["can_undo"], status["can_redo"]) == (False, False)
            for do in ("undo", "redo", "advance", "hint", "analyse"):
                assert page.refused(do)["message"].startswith("do: an earlier state is looked at")
            assert page.refused("why", action="bid b")["place"] == "do"
    assert status == last
    record = read(page.ask("record")["record"])
    states = [record.start, *[step.after for step in record.steps]]
    assert seen == [state.view(0).position for state in states]
    assert page.refused("go", index=4)["message"] == (
        "index: 4 is more than the 3 actions of this play"
    )
    assert page.refused("go", index=-1)["place"] == "request: index"


# Records.


def test_a_record_goes_on_where_it_ended() -> None:
    """The bridge and the command continue it with its players and its seed."""
    one, other = Page(), Page()
    one.ask("new", game="smile", seed=3, players=["human", "search:5", None])
    one.run()
    line = one.ask("record")["record"]
    assert json.loads(line)["x-fireflies"] == {
        "kinds": ["human", "search:5", "greedy"],
        "seed": 3,
        "by_hand": False,
        "made_by": made_by(),
    }
    assert other.ask("load", record=line) == one.ask("status")
    assert other.ask("record")["record"] == line
    action = one.ask("status")["groups"][0]["actions"][0]["text"]
    for page in (one, other):
        page.ask("play", action=action)
        page.run()
    assert one.ask("record") == other.ask("record")
    changed = other.ask("load", record=line, players=["first", "human", "human"])
    assert (changed["players"], changed["observer"]) == (["first", "human", "human"], SPECTATOR)
    changed = other.ask("load", record=line, players=["human", None, None])
    assert changed["players"] == ["human", "greedy", "greedy"]


@pytest.mark.parametrize("observer", [None, 0])
def test_a_record_is_complete_or_pinned(observer: int | None) -> None:
    """Pinned for a link; a redacted record that was loaded stays as it was."""
    page = Page()
    page.ask("new", game="festival", players=["human", "human"])
    whole = page.ask("record", observer=observer)["record"]
    short = page.ask("record", observer=observer, pinned=True)["record"]
    assert page.ask("record", observer=observer, pinned=False)["record"] == whole
    assert {*json.loads(short)["options"]["box"]} == {"name", "sha256"}
    assert "islands" in str(json.loads(whole)["options"]["box"])
    assert read_any(whole) == read_any(short)
    for line in (whole, short):
        page.ask("load", record=line)
    for pinned in (False, True):
        again = page.ask("record", observer=observer, pinned=pinned)["record"]
        assert again == (whole if observer is None and not pinned else short)


def test_a_record_of_another_program_is_one_of_persons() -> None:
    line = begin(smile.GAME, {}, ["Ann", "Ben", "Cem"], {"x-mine": 1}).to_text()
    page = Page()
    status = page.ask("load", record=line)
    assert (status["players"], status["names"]) == (["human"] * 3, ["Ann", "Ben", "Cem"])
    assert json.loads(page.ask("record")["record"])["x-mine"] == 1
    assert page.run()


def with_players(kinds: object, seed: object = 1) -> str:
    """Return the record of a play with these players."""
    extra = {"x-fireflies": {"kinds": kinds, "seed": seed, "by_hand": False}}
    return begin(smile.GAME, {}, ["Ann", "Ben", "Cem"], extra).to_text()


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ({"record": "corrupt"}, "column 1"),
        ({"record": with_players(["human"] * 3).replace("Ann", "Eve")}, "digest"),
        ({"record": with_players(["human"] * 3)[:-9]}, "column"),
        ({"record": with_players(["human"] * 2)}, "x-fireflies.kinds"),
        ({"record": with_players(["human", "first", "os:getcwd"])}, "players[2]"),
        ({"record": with_players("human")}, "x-fireflies.kinds"),
        ({"record": with_players(["human"] * 3, seed="1")}, "x-fireflies.seed"),
        ({"record": with_players(["human"] * 3, seed=-1)}, "x-fireflies.seed"),
        ({"record": with_players(["human"] * 3), "players": ["human"] * 2}, "players"),
        ({"record": with_players(["human"] * 3), "players": "human"}, "players"),
        ({"record": with_players(["human"] * 3), "seed": 1}, "request"),
        ({"record": 3}, "request: record"),
        ({"record": " "}, "request: record"),
    ],
)
def test_a_corrupt_record_is_refused(keys: dict[str, object], place: str) -> None:
    """The play before it can still be continued."""
    error = opened().refused("load", **keys)
    assert error["place"].startswith(place)


def test_a_redacted_record_can_be_looked_through() -> None:
    page = opened(names=["Ann", "Ben", "Cem"])
    page.ask("play", action="bid a")
    page.run()
    log, line = page.ask("log")["entries"], page.ask("record", observer=0)["record"]
    assert read_redacted(line).observer == 0
    keys = {*page.ask("status")}
    status = page.ask("load", record=line)
    assert {*status} == keys
    assert (status["title"], status["legend"]) == (smile.GAME.title, [])
    assert (status["can_undo"], status["can_redo"]) == (False, False)
    assert (status["game"], status["names"]) == ("smile", ["Ann", "Ben", "Cem"])
    assert (status["count"], status["index"], status["observer"]) == (3, 3, 0)
    nothing = ("players", "actor", "decides", "svg", "text", "groups", "position", "outcome")
    assert [status[key] for key in nothing] == [None] * len(nothing)
    for entry in log:
        entry["actor"] = None
    assert page.ask("log")["entries"] == log
    assert page.ask("go", index=1) == {"index": 1}
    assert page.ask("log")["entries"] == log[:1]
    assert page.ask("log", **{"from": 1})["entries"] == []
    assert page.ask("status")["index"] == 1
    page.ask("go", index=0)
    assert page.ask("status")["position"] == ROW.replace("6+0/6+0/6+0", "6+0/?/?")
    assert page.ask("record", observer=0)["record"] == line
    assert page.refused("go", index=4)["place"] == "index"
    for observer in (1, None, SPECTATOR, False):
        message = page.refused("status", observer=observer)["message"]
        assert message == "observer: the record has only what 0 saw"
    for do, more in (("play", {"action": "bid a"}), ("undo", {}), ("advance", {}), ("hint", {})):
        assert page.refused(do, **more)["message"] == "do: a redacted record can only be looked at"


def test_in_a_redacted_record_from_before_events_are_texts_alone() -> None:
    page = opened()
    page.ask("play", action="bid a")
    (event,) = page.ask("log")["entries"][0]["events"]
    line = page.ask("record", observer=0)["record"]
    before = (
        line[: line.index(',"data":[')] + line[line.index(',"result":') : line.index(',"digest":')]
    )
    page.ask("load", record=before + "}")
    unknown = {"text": event["text"], "clause": None, "title": None, "data": None}
    assert page.ask("log")["entries"][0]["events"] == [unknown]


def test_a_clause_that_a_redacted_record_makes_up_is_unknown() -> None:
    page = opened()
    page.ask("play", action="bid a")
    line = page.ask("record", observer=0)["record"]
    other = line[: line.index(',"digest":')].replace('"smile.bid.clear-bead"', '"smile.bid.red"')
    page.ask("load", record=other + "}")
    (event,) = page.ask("log")["entries"][0]["events"]
    assert (event["clause"], event["title"]) == (None, None)


@pytest.mark.usefixtures("kuhn_installed")
def test_a_redacted_record_has_the_result_at_its_end() -> None:
    page = Page()
    page.ask("new", game="kuhn", players=["human", "last"], seed=1)
    page.run()
    page.ask("play", action="pass")
    page.run()
    page.ask("play", action="pass")
    page.ask("load", record=page.ask("record", observer=0)["record"])
    result = {"scores": [-1, 1], "winners": [1], "clause": None, "title": None, "tally": []}
    assert page.ask("status")["outcome"] == result
    assert page.ask("log")["entries"][1]["action"] == "deal ?"
    page.ask("go", index=2)
    assert page.ask("status")["outcome"] is None


# Questions about the rules.


def test_a_question_in_everyday_words_leads_to_its_clause() -> None:
    """Without a play, the best answer first; ten at most."""
    page = Page()
    hits = page.ask("rules", game="smile", query="can I bid on any card")["hits"]
    rule = smile.Clause.BID_LOWEST_CARD.rule
    assert hits[0] == {"id": rule.id, "title": rule.title, "text": rule.short}
    assert 1 < len(hits) <= 10
    assert page.ask("rules", game="smile", query="xyzzy")["hits"] == []
    assert page.refused("rules", game="chess", query="x")["message"].startswith("no game is called")
    assert page.refused("rules", game="smile", query=3)["place"] == "request: query"


def test_the_templates_of_events_are_data() -> None:
    page = Page()
    found = page.ask("templates", game="smile")["templates"]
    assert found["BeadPlaced"] == "seat {seat} places a bead on {slot}"
    assert page.refused("templates", game="chess")["message"].startswith("no game is called")


# Requests.


@pytest.mark.parametrize(
    ("request_", "place"),
    [
        ("", "column 1"),
        ("[]", "request"),
        ("{}", "request"),
        ('{"do":3}', "request: do"),
        ('{"do":"dance"}', "do"),
        ('{"do":"status","do":"status"}', "'do'"),
        ('{"do":"status"}', "do"),
        ('{"do":"undo"}', "do"),
        ('{"do":"games","games":1}', "request"),
        ('{"do":"\\ud800"}', "data"),
        ("[" * 100_000, "data"),
    ],
)
def test_a_request_that_is_none_is_refused(request_: str, place: str) -> None:
    answer: dict[str, Any] = json.loads(Bridge().handle(request_))
    assert list(answer) == ["error"]
    assert answer["error"]["place"] == place


def test_the_error_says_what_would_be_right() -> None:
    answer = json.loads(Bridge().handle('{"do":"dance"}'))["error"]["message"]
    assert answer.startswith(
        "do: there is no operation 'dance', only games, rules, templates, template, new,"
    )
    answer = json.loads(Bridge().handle('{"do":"status"}'))["error"]["message"]
    assert answer == "do: there is no play yet: begin with new or load"


def test_a_request_with_an_unknown_key_does_nothing() -> None:
    page = opened()
    assert page.refused("play", action="bid a", sure=True)["place"] == "request"
    error = page.refused("advance", seconds=1)
    assert error["message"] == "request: there is no key 'seconds' here"
    assert page.refused("hint", milliseconds=-1)["place"] == "request: milliseconds"


@pytest.mark.parametrize(
    ("do", "key", "most"),
    [
        ("status", "since", 10**9),
        ("log", "from", 10**9),
        ("go", "index", 10**9),
        ("advance", "most", 10**9),
        ("advance", "milliseconds", 86_400_000),
        ("hint", "milliseconds", 86_400_000),
    ],
)
def test_each_number_has_a_limit(do: str, key: str, most: int) -> None:
    """Also where the number is too large for a float, or for a message."""
    page = opened()
    for number in (most + 1, 10**312, 10**4000):
        error = page.refused(do, **{key: number})
        assert error["place"] == f"request: {key}"
        assert error["message"].endswith(f" is more than {most}")
        assert len(error["message"]) < 200
    found = page.send(do, **{key: most})
    assert "is more than 1000000000" not in json.dumps(found)


def test_a_request_has_at_most_ten_million_bytes() -> None:
    """A name of two bytes a letter counts twice."""
    bridge = Bridge()
    good = '{"do":"details","name":"NAME","observer":null}'
    rest = 10_000_000 - len(good) + len("NAME")
    for letters in ("x" * rest, "x" * (rest % 2) + "\u00e9" * (rest // 2)):
        assert "there is no play yet" in bridge.handle(good.replace("NAME", letters))
        refused = json.loads(bridge.handle(good.replace("NAME", f"x{letters}")))["error"]
        assert refused["message"] == "request: it has more than 10000000 bytes"
