"""Tests of the players of Smile that search. The common part is tested in ``tests.search``."""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from functools import partial
from itertools import product
from typing import Any, Final, cast

import pytest

from fireflies import smile
from fireflies.bots import named, names
from fireflies.bots import random as anything
from fireflies.chance import Draws
from fireflies.contract import Bot, Turn
from fireflies.errors import InvalidData
from fireflies.record import begin, read
from fireflies.search import Tree, Tried
from fireflies.smile import fast
from fireflies.smile.play.beliefs import recall
from fireflies.smile.play.search import GuessedHandsModel, KnownHandsModel, search, search_view
from fireflies.table import Table
from tests.helpers import fail_if_called
from tests.search.test_budget import Ticks
from tests.smile.plays import play, random_options
from tests.tables import played

SMALL = {"players": 3, "box": ["1", "-2 red", "4 red", "3", "-1", "5 blue"], "auctions": 2}
"""Options of a short game."""


def turn_without_memory(state: smile.State, seed: int = 0) -> Turn[smile.State]:
    """Return the turn of a seat without a past."""
    seat = state.in_auction[0]
    return Turn(state, seat, lambda: Draws(seed, "seat"), fail_if_called)


def tables(chooser: random.Random, count: int) -> Iterator[Table[smile.State]]:
    """Return tables at each moment of random plays, the end included."""
    for number in range(count):
        options = random_options(chooser)
        players = cast("int", options["players"])
        table = Table(played(options, [anything] * players, number).record, [None] * players)
        while table.undo() is not None:
            pass
        while True:
            yield table
            if table.redo() is None:
                break


def at_a_choice(seed: int) -> Table[smile.State]:
    """Return a small game at the first decision between several actions."""
    table = Table(begin(smile.GAME, SMALL, ["somebody"] * 3), [None] * 3, seed=seed)
    while table.state.actor == "chance" or len(table.state.legal_actions) == 1:
        table.play(table.state.legal_actions[0])
    return table


# Information of a seat.


def test_recall_finds_every_hand() -> None:
    """The recalled state is the true one, at each moment of plays with loans."""
    loans = 0
    for table in tables(random.Random(1), 5):
        loans += sum(player.blue for player in table.state.players)
        for seat in range(table.state.seats):
            assert recall(table.turn(seat)) == fast.pack(table.state)
    assert loans > 20


def test_recall_works_when_players_begin_without_beads() -> None:
    table = Table(begin(smile.GAME, SMALL | {"beads": 0}, ["somebody"] * 3), [None] * 3, seed=3)
    while table.state.actor is not None:
        packed = fast.pack(table.state)
        assert [recall(table.turn(seat)) for seat in range(3)] == [packed] * 3
        table.play(table.state.legal_actions[0])


def test_recall_refuses_a_turn_that_begins_in_the_middle() -> None:
    (*_, table) = tables(random.Random(2), 1)
    sights = table.information_state(0)
    with pytest.raises(ValueError, match=r"^the beads can't be counted: "):
        recall(Turn(table.state, 0, lambda: Draws(0, "seat 0"), lambda: sights[-5:]))


MIDWAY: Final = (
    "2 1 120 a:-1*3,b:2,c:4 6+0:3/5+0:1/4+0:-2y 17+5 - -",
    "1 0 012 - 6+0/0+0/9+0 20+5 - -1,1,2,4,5,6",
    "2 0 012 - 6+0:3/6+0:1/6+0:-2y 17+5 - -1,2,4",
)
"""The middle of a game; a start with unequal hands; the start of auction 2 with equal hands."""


@pytest.mark.parametrize("position", MIDWAY)
def test_recall_refuses_a_play_that_begins_with_a_position(position: str) -> None:
    """The search guesses the hands instead, also where they could be equal."""
    begun = begin(smile.GAME, SMALL, ["a", "b", "c"], position=position)
    table = Table(begun, [search("6")] * 3, seed=4)
    with pytest.raises(ValueError, match=r"^the beads can't be counted: "):
        recall(table.turn(1 if begun.start.row else 0))
    assert table.run().outcome is not None


def test_guessed_hands_differ_from_rollout_to_rollout(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = grown_from(monkeypatch)
    begun = begin(smile.GAME, SMALL, ["a", "b", "c"], position=MIDWAY[0])
    search("20")(Table(begun, [None] * 3).turn(1))
    assert len(set(tried)) > 3


def test_recall_depends_on_what_the_seat_saw_alone() -> None:
    """The result is the same in a state that looks the same."""
    bots = [search("20"), anything, anything]
    table, moved = Table(played(SMALL, bots, 3).record, bots, seed=3), 0
    while table.undo() is not None:
        if table.state.actor == 0:
            true, other = table.turn(0), table.state.alike(0, Draws(1, "others"))
            moved += other != table.state
            alike = Turn(other, 0, partial(getattr, true, "draws"), true.information_state)
            assert bots[0](alike) == bots[0](table.turn(0))
    assert moved > 1


def test_each_rollout_with_memory_begins_with_the_true_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, tried = at_a_choice(2), grown_from(monkeypatch)
    assert isinstance(table.state.actor, int)
    search("20")(table.turn(table.state.actor))
    assert 10 < len(tried) <= 20
    assert {*tried} == {fast.pack(table.state)}


def grown_from(monkeypatch: pytest.MonkeyPatch) -> list[fast.State]:
    """Return a list that gets the states from which a tree is grown."""
    tried: list[fast.State] = []
    grow = Tree.grow

    def watched(self: Tree[Any], position: fast.State, draws: Draws) -> None:
        tried.append(position)
        grow(self, position, draws)

    monkeypatch.setattr(Tree, "grow", watched)
    return tried


def hands(view: smile.View) -> set[tuple[tuple[int, int], ...]]:
    """Return all hands of the seats that fit a view: with 35 clear and 5 blue beads in all."""
    seat = cast("int", view.observer)
    own = view.players[seat]
    assert own.clear is not None
    assert own.blue is not None
    clear = 35 - view.supply.clear - sum(offer.beads for offer in view.row)
    blue = 5 - view.supply.blue
    others = range(len(view.players) - 1)
    found = set()
    for beads in product(range(clear + 1), repeat=len(others)):
        for loans in product(range(blue + 1), repeat=len(others)):
            if sum(beads) + own.clear == clear and sum(loans) + own.blue == blue:
                held = [*zip(beads, loans, strict=True)]
                held.insert(seat, (own.clear, own.blue))
                found.add(tuple(held))
    return found


@pytest.mark.parametrize("engine", [smile.State, fast.State], ids=["readable", "packed"])
def test_each_rollout_without_memory_begins_with_guessed_hands(
    monkeypatch: pytest.MonkeyPatch, engine: type[smile.State | fast.State]
) -> None:
    """All hands that fit the view come about equally often, on the packed game too."""
    state = engine.parse("1 0 012 a:1*1,b:1*2,c:4 3+0/2+0/2+1 25+4 - -3,2r,3")
    tried, possible = grown_from(monkeypatch), hands(state.view(0))
    search_view("1000")(Turn(state, 0, lambda: Draws(0, "seat"), fail_if_called))
    assert {position.unpack().view(0) for position in tried} == {state.view(0)}
    drawn = Counter(
        tuple((player.clear, player.blue) for player in position.unpack().players)
        for position in tried
    )
    assert drawn.keys() == possible
    assert len(possible) == 10
    assert all(60 < count < 140 for count in drawn.values())


def test_a_search_of_the_view_depends_on_no_hidden_hand() -> None:
    """The answer and the draws are the same for any hidden hands; the past is not read."""
    poor = smile.State.parse("1 0 012 a:1*1,b:1*2,c:4 3+0/0+0/6+0 23+5 - -3,2r,3")
    rich = smile.State.parse("1 0 012 a:1*1,b:1*2,c:4 3+0/6+0/0+0 23+5 - -3,2r,3")
    bot = search_view("60")
    for seed in range(10):
        one, other = turn_without_memory(poor, seed), turn_without_memory(rich, seed)
        assert one.view == other.view
        assert bot(one) == bot(other)
        assert one.draws.bits() == other.draws.bits()


# Draws and budgets.


@pytest.mark.parametrize("name", ["search:30", "search-view:30"])
def test_a_seed_determines_the_play(name: str) -> None:
    """Also on the packed game, and after an interruption."""
    bots = [named(smile.GAME, name), named(smile.GAME, "greedy"), named(smile.GAME, name)]
    whole = played(SMALL, bots, 5)
    assert played(SMALL, bots, 5).record == whole.record
    packed = Table(begin(fast.GAME, SMALL, ["somebody"] * 3), bots, seed=5)
    packed.run()
    assert packed.record.actions == whole.record.actions
    assert any(played(SMALL, bots, seed).record != whole.record for seed in (6, 7))
    part = played(SMALL, bots, 5)
    for _ in range(7):
        part.undo()
    assert len(part.record.actions) == len(whole.record.actions) - 7
    resumed = Table(read(part.record.to_text()), bots, seed=5)
    assert resumed.run() == whole.state


@pytest.mark.parametrize("make", [search, search_view])
def test_a_single_legal_action_needs_no_search(make: Callable[..., Bot]) -> None:
    turn = turn_without_memory(smile.State.parse("1 0 012 a:-2,b:1,c:4 3+0/0+0/6+0 26+5 - -3,2r,3"))
    assert make("5")(turn) == smile.Bid("a")
    assert turn.draws.bits() == Draws(0, "seat").bits()


@pytest.mark.parametrize("make", [search, search_view])
def test_a_bot_checks_its_clock_after_each_rollout(make: Callable[..., Bot]) -> None:
    table, clock = at_a_choice(1), Ticks(1.0)
    actor = table.state.actor
    assert isinstance(actor, int)
    assert make("10s", clock)(table.turn(actor)) == make("10")(table.turn(actor))
    assert clock.looks == 11


def test_both_bots_are_found_by_name() -> None:
    assert names(smile.GAME)[-2:] == ("search:", "search-view:")
    for name, make in (("search", search), ("search-view", search_view)):
        table = at_a_choice(4)
        assert isinstance(table.state.actor, int)
        one, other = table.turn(table.state.actor), table.turn(table.state.actor)
        assert named(smile.GAME, f"{name}:30")(one) == make("30")(other)
        assert one.draws.bits() == other.draws.bits()
        with pytest.raises(InvalidData, match=rf"^bot: '{name}:0': a budget is a number of rol"):
            named(smile.GAME, f"{name}:0")


# Trees and rollouts.


def test_a_tree_counts_its_visits() -> None:
    """Each action is tried once before any is tried twice; a victory is worth 60."""
    state = smile.State.parse("1 0 012 a:1*1,b:1*2,c:4 3+0/2+0/1+0 26+5 - -3,2r,3")
    tree, draws, actions = Tree(KnownHandsModel()), Draws(1, "seat 0"), state.legal_actions
    for number in range(1, 200):
        tree.grow(fast.pack(state), draws)
        visits = [tried.visits for tried in tree.tried.values()]
        assert sum(visits) == number
        assert [*tree.tried] == [*actions[:number]]
        assert number > len(actions) or max(visits) == 1
    assert all(0 <= tried.value <= 60 for tried in tree.tried.values())


def test_a_tree_finds_an_immediate_win() -> None:
    """Five beads are the point that wins; any other action loses."""
    state = smile.State.parse("1 0 01 a:1*1,b:1*5 0+0/0+0/3+0:2 26+5 - -")
    tree = Tree(KnownHandsModel())
    for _ in range(50):
        tree.grow(fast.pack(state), Draws(2, "seat 0"))
    assert tree.best() == smile.BackOut("b")
    assert tree.tried[smile.BackOut("b")].value == 60
    assert tree.tried[smile.BackOut("a")] == Tried(tree.tried[smile.BackOut("a")].visits, 0)


@pytest.mark.parametrize("winners", [1, 2, 3, 4, 5])
def test_a_victory_is_shared_without_a_fraction(winners: int) -> None:
    held = "/".join(["5+0:1"] * winners + ["5+0:0"] * (5 - winners))
    over = fast.State.parse(f"1 0 - - {held} 10+5 - -")
    values = KnownHandsModel().play_out(over, Draws(1, "seat 0"), 1)
    assert values == [60 // winners] * winners + [0] * (5 - winners)
    assert sum(values) == 60


def test_a_rollout_is_a_random_play() -> None:
    """It takes one draw: the seed of the play."""
    state, draws, drawn = fast.start(3), Draws(3, "seat 0"), Draws(3, "seat 0")
    won: Counter[int] = Counter()
    for _ in range(300):
        values = KnownHandsModel().play_out(state, draws, 1)
        scores = fast.rollout(state, drawn.bits())
        for seat, score in enumerate(scores):
            if scores.count(max(scores)) == 1:
                assert values[seat] == (60 if score == max(scores) else 0)
            elif score < max(scores):
                assert values[seat] == 0
        won.update(seat for seat in range(3) if values[seat])
    assert min(won.values()) > 50


def test_chance_reveals_a_whole_row_by_one_draw() -> None:
    draws, rows = Draws(1, "seat 0"), set[tuple[smile.Offer, ...]]()
    for _ in range(20):
        state = KnownHandsModel().deal(fast.start(4), draws)
        assert isinstance(state.actor, int)
        rows.add(state.unpack().row)
    again = Draws(1, "seat 0")
    assert [again.bits() for _ in range(20)]
    assert draws.bits() == again.bits()
    assert len(rows) > 15


def test_a_node_of_guessed_hands_is_the_position_without_them() -> None:
    """Alike states share a node when the legal actions are the same; other states never do."""
    chooser, draws = random.Random(3), Draws(3, "alike")
    met: dict[Hashable, tuple[object, ...]] = {}
    differing = 0
    for _ in range(20):
        for readable, _ in play(random_options(chooser), chooser):
            if readable.phase != "bid":
                continue
            state, seat = fast.pack(readable), readable.in_auction[0]
            for other in (state, *map(partial(state.alike, "spectator"), [draws] * 3)):
                here = other.unpack()
                known = (
                    *(here.auction, here.starting_player, here.in_auction, here.row),
                    *(tuple(player.cards for player in here.players), here.discarded),
                    *(here.undealt, here.legal_actions),
                )
                assert met.setdefault(GuessedHandsModel().key(other, seat), known) == known
                same = GuessedHandsModel().key(other, seat) == GuessedHandsModel().key(state, seat)
                assert same == (here.legal_actions == readable.legal_actions)
                assert (
                    KnownHandsModel().key(other, seat) == KnownHandsModel().key(state, seat)
                ) == (other == state)
                differing += not same
    assert differing > 50
