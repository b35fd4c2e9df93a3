"""Descriptions of actions: the sentence, what it leaves out, and the words of each game."""

from collections import Counter
from dataclasses import replace
from typing import Any, Final

import pytest

from fireflies import festival, games, misbehavin, smile
from fireflies.chance import Draws
from fireflies.contract import (
    SPECTATOR,
    Action,
    Description,
    Hidden,
    IllegalAction,
    Seen,
    Wording,
    with_names,
)
from fireflies.contract.details import find_details
from fireflies.front.players import Setting
from fireflies.front.starting import new_table
from fireflies.games import Game
from fireflies.testing.sampling import random_states
from tests import kuhn
from tests.kuhn.changed import BIDDING

GAMES: Final = {name: games.get(name) for name in games.names()}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

SHORT: Final[dict[str, dict[str, object]]] = {
    "misbehavin": {"turns": 20},
    "festival": {"turns": 12},
}
"""Options with which a random play ends soon."""

NOTHING: Final = Description("Do it", 0, {}, (), (), (), ends=False)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, "Do it"),
        ({"price": {"coin": 3, "worker": 1}}, "Do it: 3 coins, 1 worker"),
        ({"head": "Pay a coin", "price": {"coin": 1}}, "Pay a coin"),
        ({"head": "Pay a coin", "price": {"coin": 2}}, "Pay a coin: 2 coins"),
        ({"gains": ({"coin": 1}, {})}, "Do it: +1 coin"),
        ({"gains": ({"point": -2}, {})}, "Do it: \u22122 points"),
        ({"gains": ({"point": 40}, {"point": 12})}, "Do it: seat 0 +40 points, seat 1 +12 points"),
        ({"seat": None, "gains": ({"coin": 1}, {})}, "Do it: seat 0 +1 coin"),
        ({"price": {"coin": 1}, "follows": ("a goal",)}, "Do it: 1 coin, a goal"),
        ({"follows": ("a goal",), "ends": True}, "Do it: a goal, ends the game"),
        ({"follows": ("a" * 113,)}, f"Do it: {'a' * 113}"),
        ({"follows": ("a" * 114, "b")}, "Do it"),
        ({"follows": ("a" * 110, "b", "c")}, f"Do it: {'a' * 110}, \u2026"),
    ],
)
def test_the_sentence_has_price_gain_and_what_follows(changed: dict[str, Any], told: str) -> None:
    """In this order, as far as 120 characters hold them."""
    assert str(replace(NOTHING, **changed)) == told


def test_points_lost_are_no_price() -> None:
    """In Kuhn poker a chip is a price; a score that falls is not."""
    view = BIDDING.view(0)
    assert kuhn.GAME.describe(kuhn.BET, view).price == {"chip": 1}
    assert kuhn.GAME.wording is not None

    def points(it: kuhn.View) -> list[dict[str, int | None]]:
        return [{"point": -len(it.done)}, {"point": None}]

    game = replace(kuhn.GAME, wording=replace(kuhn.GAME.wording, figures=points))
    described = game.describe(kuhn.BET, view)
    assert (described.price, described.gains) == ({}, ({"point": -1}, {}))


def test_what_reveals_a_secret_is_not_promised() -> None:
    """Who has bet does not know the cards that are shown; the referee does."""
    bet = BIDDING.apply(kuhn.BET)
    for observer, events in ((1, [kuhn.Chosen]), (None, [kuhn.Chosen, kuhn.Showdown])):
        described = kuhn.GAME.describe(kuhn.BET, bet.view(observer))
        assert [type(it) for it in described.events] == events
        assert described.ends
        assert str(described) == "Bet a chip: ends the game"


def test_an_action_that_is_not_seen_is_only_named() -> None:
    start = kuhn.State()
    described = kuhn.GAME.describe(Hidden(kuhn.Deal), start.view(SPECTATOR))
    assert described == Description("Deal ?", None, {}, (), (), (), ends=False)
    described = kuhn.GAME.describe(kuhn.BET, BIDDING.view(1))  # seat 0 decides
    assert (str(described), described.events) == ("Bet a chip", ())


def test_an_illegal_action_is_refused() -> None:
    with pytest.raises(IllegalAction):
        kuhn.GAME.describe(kuhn.Deal("K"), BIDDING.view(0))


def test_an_illegal_action_needs_no_words() -> None:
    """It may name what the game does not have."""
    assert kuhn.GAME.wording is not None

    def head(action: Action, _view: kuhn.View) -> str:
        return {"bet": "Bet a chip"}[str(action)]

    game = replace(kuhn.GAME, wording=replace(kuhn.GAME.wording, head=head))
    assert game.describe(kuhn.BET, BIDDING.view(0)).head == "Bet a chip"
    with pytest.raises(IllegalAction):
        game.describe(kuhn.Deal("K"), BIDDING.view(0))


def test_without_words_an_action_is_its_text() -> None:
    game = replace(kuhn.GAME, wording=None)
    described = game.describe(kuhn.PASS, BIDDING.view(0))
    assert (str(described), len(described.events)) == ("pass", 1)


@each_game
def test_every_verb_has_a_sentence(game: Game[Any]) -> None:
    """In the imperative, with a capital, and not the text of the wire; redacted actions too."""
    assert isinstance(game.wording, Wording)
    told = Counter[str]()
    for seed in range(4):
        for state in random_states(game.set_up({}).start, seed):
            for action in state.legal_actions:
                if told[action.verb] < 30:  # of each verb
                    told[action.verb] += 1
                    for observer in (None, SPECTATOR):
                        seen: Action = state.redact(action, observer)
                        head = game.describe(seen, state.view(observer)).head
                        assert head[0].isupper(), head
    assert len(told) > 2


@each_game
def test_details_are_plain_data_and_words(game: Game[Any]) -> None:
    """Each thing has a kind and lines; its name leads to them however it is typed."""
    state = random_states(game.set_up({}).start, 3)[-1]
    for observer in (None, SPECTATOR, 0):
        view = state.view(observer)
        other = state.alike(observer, Draws(5, "other")).view(observer)
        data = view.details_json()
        assert data
        assert data == other.details_json()
        things = view.details
        for name, facts in data.items():
            assert facts["kind"] == things[name].kind
            assert facts["lines"]
            assert (
                find_details(things, f" {name.upper().replace('-', '  ')}", [])
                == find_details(things, f"{facts['kind']} {name}", [])
                == things[name].lines
            )
        assert game.details(view, f" {name.upper()}") == things[name].lines
    assert not game.details(state.view(), "no such thing")


def test_a_card_is_found_by_what_the_table_shows() -> None:
    """With any minus sign, and in any order; a card of the opposite value is another."""
    view = smile_after("reveal 3 red", "reveal -3 red", "reveal 4").view(0)
    for name in ("-3 red", "\u22123 Red ", "red \u20133"):
        assert smile.GAME.details(view, name)[0] == "a: -3 red, 0 beads on it"
        assert "a bid goes on it: no card is lower" in smile.GAME.details(view, name)
    assert smile.GAME.details(view, "3 red")[0] == "b: 3 red, 0 beads on it"
    assert not smile.GAME.details(view, "green")
    assert not smile.GAME.details(view, "")


@pytest.mark.parametrize("word", ["goals", "Goal"])
def test_all_things_of_a_kind_of_which_little_is_told_are_told_in_a_line_each(word: str) -> None:
    """Public and private goals, each with its kind and what the seat has of it."""
    start = festival.GAME.set_up({"players": 2, "starting_player": 0}).start
    view = next(state for state in random_states(start, 3) if state.actor == 0).view(0)
    told = festival.GAME.details(view, word, ["you", "Ben"])
    whole = {it.split(": ")[0]: it for it in told}
    private = [name for name, it in view.details.items() if it.kind == "private goal"]
    assert len(told) == 4 + len(private)
    assert whole["Public goal Merchant"].startswith("Public goal Merchant: coins: ")
    assert any("; you have " in it for it in told)
    assert festival.GAME.details(view, "public goals", ["you", "Ben"]) == told[:4]
    assert len(festival.GAME.details(view, "powers")) == 12


def test_things_of_a_kind_of_which_much_is_told_are_not_all_told() -> None:
    """Cards are many, and each faction has several sentences."""
    view = misbehavin.GAME.set_up({}).start.view(None)
    for word in ("cards", "factions"):
        assert not any(
            it.startswith(("Card ", "Faction ")) for it in misbehavin.GAME.details(view, word)
        )


def test_a_card_in_front_of_a_player_is_found_with_them() -> None:
    state = smile_after("reveal 3 red", "reveal -3 red", "reveal 4", "bid a", "back-out a")
    told = smile.GAME.details(state.view(0), "-3 red", ["Ann", "you", "Cem"])
    assert "you: cards -3 red: -3 points" in told
    assert not any(line.startswith("a: ") for line in told)


def test_many_lines_that_mention_a_word_are_counted() -> None:
    """A thing whose own name begins its first line is not named twice."""
    view = misbehavin.GAME.set_up({}).start.view(None)
    told = misbehavin.GAME.details(view, "pilot")
    assert "Courier: It has PILOT, 1 Eavesdown icon." in told
    assert any(line.startswith("Bush Pilot: character") for line in told)
    assert len(told) == 9
    assert told[-1].startswith("and ")
    assert told[-1].endswith(" other lines")


@each_game
def test_a_seat_is_found_by_its_name_and_called_so(game: Game[Any]) -> None:
    state = random_states(game.set_up({}).start, 3)[-1]
    names = ["Ann", "you", "Ben", "Cem"][: state.seats]
    for seat, name in enumerate(names):
        told = game.details(state.view(0), f" {name.upper()} ", names)
        lines = game.details(state.view(0), f"Seat {seat}")
        assert told == [with_names(line, names) for line in lines]
        assert not any("seat " in line for line in told)


@each_game
def test_what_an_action_is_about_has_details(game: Game[Any]) -> None:
    """Each thing is one that the view of the seat knows."""
    told: set[str] = set()
    states = random_states(game.set_up({}).start, 4)
    decided = [(state, state.actor) for state in states if isinstance(state.actor, int)]
    for state, seat in decided[::9]:
        named = {it for action in state.legal_actions for it in action.things}
        assert named <= state.view(seat).details.keys()
        told |= named
    assert told


def smile_after(*actions: str) -> smile.State:
    """Return the position of a game of Smile for three after these actions."""
    state = smile.start(players=3, starting_player=0)
    for text in actions:
        state = state.apply(smile.read_action(text))
    return state


AUCTION: Final = ("reveal -4 yellow", "reveal 1", "reveal 2", "bid a", "back-out a", "bid b")


def test_a_pair_and_the_last_card_are_told_together() -> None:
    """They decide what to do, so neither is cut off; the cards that leave no longer count."""
    row = ("reveal -1 blue", "reveal 4 yellow", "reveal 6 white")
    bids = ("bid a", "bid a", "back-out a", "bid b")
    state = smile_after(*AUCTION, "bid b", "back-out b", *row, *bids)
    assert state.actor == 1  # with the -4 yellow
    told = str(smile.GAME.describe(smile.BackOut("b"), state.view(1)))
    assert told == (
        "Back out with the 4 yellow: +1 bead, +4 points, a pair with the \u22124 yellow,"
        " both are out, seat 0 gets the 6 white"
    )


def test_the_points_of_smile_are_those_of_the_card() -> None:
    """Beads have a gain of their own: ten of them, or only four left, change no points."""
    state = smile_after(*AUCTION[:3], *["bid a"] * 9)
    described = smile.GAME.describe(smile.BackOut("a"), state.view(0))
    assert described.gains[0] == {"bead": 9, "point": -4}
    state = smile_after(*AUCTION[:4], "bid a", "bid a")
    described = smile.GAME.describe(smile.Bid("a"), state.view(0))  # four of five beads are left
    assert (described.price, described.gains) == ({"bead": 1}, ({}, {}, {}))


def test_what_is_never_paid_is_a_loss() -> None:
    """Power counts as it stands, as points do; credits and tokens are paid."""
    assert kuhn.GAME.wording is not None
    view = BIDDING.view(0)
    wording = replace(kuhn.GAME.wording, standing=("chip",))
    described = replace(kuhn.GAME, wording=wording).describe(kuhn.BET, view)
    assert (described.price, described.gains[0]) == ({}, {"chip": -1})
    misbehavin = GAMES["misbehavin"].wording
    assert misbehavin is not None
    assert misbehavin.standing == ("power",)


@pytest.mark.parametrize(
    ("name", "text", "things"),
    [
        ("smile", "bid b", ["b"]),
        ("festival", "bridge AB1", ["AB1"]),
        ("festival", "cross B 1", ["B"]),
        ("festival", "to B 1", ["B", "seat 1"]),
        ("festival", "private floors 8 10", ["floors 8 10"]),
        ("festival", "crow coins", ["crow"]),
        ("festival", "fish", []),
        ("misbehavin", "use sheriff 2", ["sheriff"]),
        ("misbehavin", "set double-cross fight", ["double-cross"]),
        ("misbehavin", "tax 1", ["seat 1"]),
        ("misbehavin", "tax supply", ["supply"]),
        ("misbehavin", "choose sheriff", ["sheriff"]),
        ("misbehavin", "choose 1", ["seat 1"]),
        ("misbehavin", "reward credit", []),
        ("misbehavin", "verse scrap", []),
        ("misbehavin", "entry 2", []),
    ],
)
def test_an_action_names_what_it_is_about(name: str, text: str, things: list[str]) -> None:
    assert [*games.get(name).read_action(text).things] == things


def test_a_hidden_action_names_nothing() -> None:
    assert kuhn.Deal("K").things == ("K",)
    assert Hidden(kuhn.Deal).things == ()


@each_game
def test_an_action_of_another_game_is_its_text(game: Game[Any]) -> None:
    """Where the legal actions are secret, nothing refuses it."""
    states = random_states(game.set_up({}).start, 2)
    decided = next(state for state in states[len(states) // 2 :] if isinstance(state.actor, int))
    assert str(game.describe(kuhn.BET, decided.view(SPECTATOR))) == "bet"


def test_a_view_has_no_details_unless_the_game_gives_some() -> None:
    view: Any = Seen.details
    assert view.fget(None) == {}


@each_game
def test_the_parts_of_a_score_add_up_to_it(game: Game[Any]) -> None:
    """For each seat and each observer; before the end there are none."""
    assert game.tally is not None
    setting = Setting(("greedy",) * game.seats[0], 5)
    table = new_table(game, SHORT.get(game.name, {}), setting, [], None)
    assert [*game.tally(table.state.view())] == []
    end = table.run()
    assert end.outcome is not None
    for observer in (None, SPECTATOR, 0):
        parts = game.tally(end.view(observer))
        assert [sum(it.values()) for it in parts] == [*end.outcome.scores]
        assert any(len(it) > 1 for it in parts)


@each_game
def test_the_situation_tells_what_the_own_seat_has(game: Game[Any]) -> None:
    """And a spectator only what lies open; what another seat hides changes nothing."""
    assert game.situation is not None
    states = random_states(game.set_up({}).start, 3)
    decided = [(state, state.actor) for state in states if isinstance(state.actor, int)]
    for state, seat in decided[5::40]:
        told = game.situation(state.view(seat))
        other = state.alike(seat, Draws(5, "other"))
        assert told == game.situation(other.view(seat))
        assert any(it.startswith(f"Seat {seat}: ") for it in told)
        assert not any(it.startswith("Seat ") for it in game.situation(state.view(SPECTATOR)))
