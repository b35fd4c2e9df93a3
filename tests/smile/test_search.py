"""Players that think ahead: what they know, what they spend, and that chance is all theirs."""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import cast

import pytest
from fireflies.smile.budget import MOST_ROLLOUTS, Budget, read_budget
from fireflies.values import Value

from fireflies import smile
from fireflies.bots import named
from fireflies.bots import random as anything
from fireflies.chance import Draws
from fireflies.contract import Action, Bot, Sight, Turn
from fireflies.errors import InvalidData
from fireflies.record import begin, read
from fireflies.smile import fast, tree
from fireflies.smile.beliefs import Guesses, recall
from fireflies.smile.search import search, search_view
from fireflies.table import Table
from tests.smile.plays import play, random_options
from tests.tables import played

SMALL = {"players": 3, "box": ["1", "-2 red", "4 red", "3", "-1", "5 blue"], "auctions": 2}
"""Options of a game that is over soon."""


class Told(Value):
    """A turn that is nothing but what it tells."""

    __slots__ = ("seat", "view", "legal_actions", "draws", "sights")
    seat: int
    view: smile.View
    legal_actions: tuple[Action, ...]
    draws: Draws
    sights: tuple[Sight, ...] | None

    def information_state(self) -> tuple[Sight, ...]:
        """What was seen; who asks when nothing was, asks too much."""
        assert self.sights is not None
        return self.sights


def told(state: smile.State, seed: int = 0) -> Told:
    """The turn of a seat that remembers nothing."""
    seat = state.in_auction[0]
    return Told(seat, state.view(seat), state.legal_actions, Draws(seed, "seat"), None)


def tables(chooser: random.Random, count: int) -> Iterator[Table]:
    """Tables at each moment of random plays, the end included."""
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


# What a seat knows.


def test_who_remembers_knows_every_hand() -> None:
    """What any seat recalls is the true position, at each moment of plays with loans in them."""
    loans = 0
    for table in tables(random.Random(1), 5):
        state = cast("smile.State", table.state)
        loans += sum(player.blue for player in state.players)
        for seat in range(state.seats):
            assert recall(table.turn(seat)) == fast.pack(state)
    assert loans > 20


def test_who_remembers_knows_that_nobody_began_with_a_bead() -> None:
    """Each hand is then what was borrowed and what came with cards."""
    table = Table(begin(smile.GAME, SMALL | {"beads": 0}, ["somebody"] * 3), [None] * 3, seed=3)
    while table.state.actor is not None:
        state = cast("smile.State", table.state)
        assert [recall(table.turn(seat)) for seat in range(3)] == [fast.pack(state)] * 3
        table.play(table.state.legal_actions[0])


def test_half_a_memory_is_refused() -> None:
    """Beads that moved before anybody looked can't be counted."""
    (*_, table) = tables(random.Random(2), 1)
    turn = table.turn(0)
    late = Told(0, cast("smile.View", turn.view), (), turn.draws, turn.information_state()[-5:])
    with pytest.raises(ValueError, match=r"^the beads that were seen moving are not those on t"):
        recall(late)


def hands(view: smile.View) -> set[tuple[tuple[int, int], ...]]:
    """All hands that a seat may think of: all numbers are tried, and beads are never lost."""
    own = view.players[view.seat or 0]
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
                held.insert(view.seat or 0, (own.clear, own.blue))
                found.add(tuple(held))
    return found


def views(chooser: random.Random, count: int) -> Iterator[tuple[smile.State, smile.View]]:
    """States in which a seat decides, and its view; few enough hands to try them all."""
    found = 0
    while found < count:
        for state, _ in play(random_options(chooser), chooser):
            held = sum(player.clear + player.blue for player in state.players)
            if state.phase == "bid" and held <= 7 and chooser.random() < 0.1:
                found += 1
                yield state, state.view(state.in_auction[0])


def test_guesses_are_all_hands_that_the_view_allows() -> None:
    """Each once, and nothing else; each looks to the seat as the true position does."""
    most = 0
    for state, view in views(random.Random(3), 40):
        guesses = Guesses(view)
        positions = [guesses[number] for number in range(len(guesses))]
        assert fast.pack(state) in positions
        for position in positions:
            open_hands = position.unpack()
            assert open_hands.view(view.seat) == view
            assert fast.pack(open_hands) == position
        found = [
            tuple((player.clear, player.blue) for player in position.unpack().players)
            for position in positions
        ]
        assert len(found) == len(set(found))
        assert set(found) == hands(view)
        most = max(most, len(found))
    assert most > 50


def test_a_guess_that_is_none_is_refused() -> None:
    """Below the first, above the last, and where nothing is hidden."""
    state = next(views(random.Random(4), 1))[0]
    guesses = Guesses(state.view(0))
    for number in (-1, len(guesses)):
        with pytest.raises(IndexError, match=f"none has the number {number}"):
            guesses[number]
    over = played(SMALL, [anything] * 3).state
    for view in (state.view(), cast("smile.View", over.view(0))):
        with pytest.raises(ValueError, match=r"^only a seat in a game that goes on has hands t"):
            Guesses(view)


def test_each_guess_is_drawn() -> None:
    """With one draw each time, and about equally often."""
    state = smile.State.parse("1 0 012 a:1*1,b:1*2,c:4 3+0/2+0/2+1 25+4 - -")
    guesses, draws = Guesses(state.view(0)), Draws(5, "seat 0")
    count = len(guesses) * 100
    drawn = [guesses.draw(draws) for _ in range(count)]
    again = Draws(5, "seat 0")
    assert drawn == [guesses[again.below(len(guesses))] for _ in range(count)]
    assert len(guesses) == 10
    for number in range(len(guesses)):
        assert 60 < drawn.count(guesses[number]) < 140


def test_each_rollout_begins_with_another_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sees only the table tries all hands that there may be; who remembers, only the true."""
    state = smile.State.parse("1 0 012 a:1*1,b:1*2,c:4 3+0/2+0/2+1 25+4 - -3,2r,3")
    tried: list[fast.State] = []
    grow = tree.Tree.grow

    def watched(self: tree.Tree, position: fast.State, draws: Draws) -> None:
        tried.append(position)
        grow(self, position, draws)

    monkeypatch.setattr(tree.Tree, "grow", watched)
    search_view("200")(told(state))
    guesses = Guesses(state.view(0))
    assert len(tried) == 200
    assert set(tried) == {guesses[number] for number in range(len(guesses))}
    tried.clear()
    table = Table(begin(smile.GAME, SMALL, ["somebody"] * 3), [None] * 3, seed=2)
    while len(table.state.legal_actions) < 2 or table.state.actor == "chance":
        table.play(table.state.legal_actions[0])
    assert isinstance(table.state.actor, int)
    search("20")(table.turn(table.state.actor))
    assert tried == [fast.pack(cast("smile.State", table.state))] * 20


def test_who_looks_only_at_the_table_sees_no_hand() -> None:
    """The same answer, and the same draws, whatever the others hold; and nothing is remembered."""
    poor = smile.State.parse("1 0 012 a:1*1,b:1*2,c:4 3+0/0+0/6+0 23+5 - -3,2r,3")
    rich = smile.State.parse("1 0 012 a:1*1,b:1*2,c:4 3+0/6+0/0+0 23+5 - -3,2r,3")
    bot = search_view("60")
    for seed in range(10):
        one, other = told(poor, seed), told(rich, seed)
        assert one.view == other.view
        assert bot(one) is bot(other)
        assert one.draws.bits() == other.draws.bits()


def test_who_remembers_needs_no_more_than_what_it_saw() -> None:
    """A turn that is nothing but a view and sights gets the same answer as one of a table."""
    bots = [search("20"), anything, anything]
    table = Table(played(SMALL, bots, 3).record, bots, seed=3)
    asked = 0
    while table.undo() is not None:
        if table.state.actor == 0:
            turn, again = table.turn(0), table.turn(0)
            view = cast("smile.View", turn.view)
            bare = Told(0, view, turn.legal_actions, turn.draws, turn.information_state())
            assert bots[0](again) is bots[0](bare)
            asked += len(turn.legal_actions) > 1
    assert asked > 1


# Chance.


@pytest.mark.parametrize("name", ["search:30", "search-view:30"])
def test_a_seed_gives_a_play(name: str) -> None:
    """The same one each time, on the packed game too, and when it goes on after a break."""
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


def test_who_has_no_choice_needs_no_thought() -> None:
    """One legal action: nothing is drawn, and nothing is asked."""
    state = smile.State.parse("1 0 012 a:-2,b:1,c:4 3+0/0+0/6+0 26+5 - -3,2r,3")
    for make in (search, search_view):
        turn = told(state)
        assert make("5")(turn) is smile.Bid("a")
        assert turn.draws.bits() == Draws(0, "seat").bits()


# What may be spent.


class Ticks:
    """A clock that goes on by so much each time it is looked at."""

    def __init__(self, step: float) -> None:
        """Not looked at yet."""
        self.step, self.looks = step, 0

    def __call__(self) -> float:
        """The time."""
        self.looks += 1
        return self.looks * self.step


def test_seconds_end() -> None:
    """None is begun when they are over; one always is; time runs from when the budget is opened."""
    clock = Ticks(0.125)
    assert [*read_budget("0.5s", clock).spend()] == [0, 1, 2, 3]
    assert [*read_budget("0.001s", clock).spend()] == [0]
    opened = read_budget("0.5s", clock).spend()
    clock.looks += 3
    assert [*opened] == [0]
    assert [*Budget(3, 60.0, clock).spend()] == [0, 1, 2]


def test_rollouts_need_no_clock() -> None:
    """As many as were asked for, whatever the time."""
    clock = Ticks(1000.0)
    assert [*read_budget("7", clock).spend()] == [*range(7)]
    assert clock.looks == 0
    assert read_budget("7", clock) == Budget(7, None, clock)
    assert read_budget("0.5s", clock) == Budget(MOST_ROLLOUTS, 0.5, clock)


@pytest.mark.parametrize("make", [search, search_view])
def test_a_player_stops_in_time(make: type) -> None:
    """It looks at its clock once when it begins and once after each rollout."""
    table = Table(played(SMALL, [anything] * 3).record, [None] * 3)
    while table.undo() is not None and (
        table.state.actor == "chance" or len(table.state.legal_actions) == 1
    ):
        pass
    actor = table.state.actor
    assert isinstance(actor, int)
    clock = Ticks(1.0)
    bot: Bot = make("10s", clock)
    assert bot(table.turn(actor)) in table.state.legal_actions
    assert clock.looks == 11
    timed = table.turn(actor)
    make("10s", Ticks(1.0))(timed)
    counted = table.turn(actor)
    assert make("10")(counted) is bot(table.turn(actor))
    assert timed.draws.bits() == counted.draws.bits()


@pytest.mark.parametrize(
    "setting", ["1", "400", str(MOST_ROLLOUTS), "0.5s", "60s", "0.000001s", "007"]
)
def test_settings(setting: str) -> None:
    """Whole numbers, or seconds."""
    assert read_budget(setting).rollouts <= MOST_ROLLOUTS
    assert callable(named(smile.GAME, f"search:{setting}"))
    assert callable(named(smile.GAME, f"search-view:{setting}"))


@pytest.mark.parametrize(
    "setting",
    [
        *("", "0", "000", "-3", "+3", "4.5", "1e3", "1_000", "0x10", "abc", " 4", "4 ", "4\n", "٤"),
        *("s", "0s", "0.0s", "-1s", "1e9999s", "nans", "nan s", "infs", ".5s", "5.s", "0.5 s"),
        *("0,5s", "1ss", "0.5", "60.1s", "1000001", "9" * 5000, "9" * 5000 + "s", "4:5"),
    ],
)
def test_settings_that_are_none(setting: str) -> None:
    """Refused in one line, that says what would be right."""
    for name in ("search", "search-view"):
        with pytest.raises(InvalidData, match="a budget is a number of rollouts") as caught:
            named(smile.GAME, f"{name}:{setting}")
        message = str(caught.value)
        assert "\n" not in message
        assert "like 400 or 0.5s" in message
        assert len(message) < 350


def test_what_is_no_budget_is_named() -> None:
    """At the end of the message."""
    with pytest.raises(ValueError, match=r"like 400 or 0\.5s, not 'much'$"):
        read_budget("much")


# The tree.


def shares(grown: tree.Tree, actions: Sequence[Action]) -> Mapping[str, tree.Tried]:
    """What a tree says of some actions."""
    return {str(action): grown.tried(action) for action in actions}


def test_a_tree_counts_what_it_tried() -> None:
    """Each rollout once; each action before any a second time; shares from 0 to 1."""
    state = smile.State.parse("1 0 012 a:1*1,b:1*2,c:4 3+0/2+0/1+0 26+5 - -3,2r,3")
    grown, draws = tree.Tree(), Draws(1, "seat 0")
    actions = state.legal_actions
    assert set(shares(grown, actions).values()) == {tree.Tried(0, 0.0)}
    assert grown.best(actions) is actions[0]
    visits: list[int] = []
    for number in range(1, 200):
        grown.grow(fast.pack(state), draws)
        visits = [tried.visits for tried in shares(grown, actions).values()]
        assert sum(visits) == number
        assert number > len(actions) or max(visits) == 1
    assert all(0 <= tried.share <= 1 for tried in shares(grown, actions).values())
    assert grown.tried(grown.best(actions)).visits == max(visits)


def test_a_victory_can_be_shared_without_a_rest() -> None:
    """Among as many as may play."""
    assert [tree.WHOLE % winners for winners in range(1, 6)] == [0] * 5


def test_a_tree_sees_what_wins_at_once() -> None:
    """The last turn of a game: five beads are the point that wins; without them all is lost."""
    state = smile.State.parse("1 0 01 a:1*1,b:1*5 0+0/0+0/3+0:2 26+5 - -")
    grown = tree.Tree()
    for _ in range(50):
        grown.grow(fast.pack(state), Draws(2, "seat 0"))
    assert grown.best(state.legal_actions) is smile.BackOut("b")
    assert grown.tried(smile.BackOut("b")).share == 1
    assert grown.tried(smile.BackOut("a")).share == 0


def test_a_rollout_is_a_random_play() -> None:
    """Each by other draws: what the first action wins over many is what random plays win there."""
    start = fast.start(3).deal(1)
    action = start.legal_actions[0]
    seat = cast("int", start.actor)
    draws, won = Draws(3, "seat 0"), 0.0
    for _ in range(300):
        grown = tree.Tree()
        grown.grow(start, draws)
        won += grown.tried(action).share
    after = start.apply(action)
    alone = sum(
        scores[seat] == max(scores) and scores.count(max(scores)) == 1
        for scores in (fast.rollout(after, seed) for seed in range(300))
    )
    assert abs(won - alone) < 45  # two and a half standard deviations of the difference, and ties


def test_a_turn_is_all_that_a_player_takes() -> None:
    """Both are bots as the contract has them."""
    players: list[Bot] = [search("1"), search_view("1")]
    state = smile.State.parse("1 0 01 a:1*1,b:1*5 0+0/0+0/3+0:2 26+5 - -")
    turn: Turn = told(state)
    assert players[1](turn) in state.legal_actions
