"""One play, kept step by step: of Smile, and of a game made up here to try the contract.

Its name is Hush. Chance gives each of two seats a stone, worth 1 or (three times as likely) 4,
which nobody else sees. Then one seat after the other takes pebbles from a common heap of three, as
many actions in its turn as it likes, until it stops. Most points win.
"""

import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Final, NamedTuple, Self, cast

import pytest

from fireflies import bots, rulebook, smile
from fireflies.chance import Draws
from fireflies.contract import (
    CHANCE,
    Action,
    Actor,
    Bot,
    Event,
    Outcome,
    Sight,
    State,
    Turn,
    Violation,
    probabilities,
)
from fireflies.errors import IllegalAction
from fireflies.rulebook import Rule
from fireflies.table import Move, Table, deal
from fireflies.values import Value


class Clause(rulebook.Clause):
    """The rules of Hush."""

    STONES = "hush.stones"
    TURN = "hush.turn"
    HEAP = "hush.heap"
    END = "hush.end"

    @property
    def rule(self) -> Rule:
        """Its text, without a file."""
        return Rule(self.value, "choice", f"A rule on {self.name.lower()}", "", (), ())


class Deal(Action):
    """Chance gives a stone."""

    __slots__ = ("stone",)
    stone: int

    def __str__(self) -> str:
        """Like ``deal 4``."""
        return f"deal {self.stone}"


class Take(Action):
    """Take a pebble."""

    __slots__ = ()

    def __str__(self) -> str:
        """Always the same."""
        return "take"


class Stop(Action):
    """End the turn."""

    __slots__ = ()

    def __str__(self) -> str:
        """Always the same."""
        return "stop"


class Dealt(Event, clause=Clause.STONES):
    """A seat got a stone, that it alone sees."""

    __slots__ = ("seat", "stone")
    seat: int
    stone: int | None

    def __str__(self) -> str:
        """In words."""
        return f"seat {self.seat} gets a stone"

    def seen_by(self, seat: int) -> Self:
        """Without the stone for all others."""
        return self if seat == self.seat else type(self)(self.seat, None)


class Acted(Event, clause=Clause.TURN):
    """A seat took a pebble, or stopped."""

    __slots__ = ("seat", "action")
    seat: int
    action: Action

    def __str__(self) -> str:
        """In words."""
        return f"seat {self.seat}: {self.action}"

    def seen_by(self, seat: int) -> Self:
        """All of it."""
        return self


class HushView(Value):
    """What a seat sees of Hush."""

    __slots__ = ("seat", "actor", "legal_actions", "stones", "pebbles")
    seat: int | None
    actor: Actor
    legal_actions: tuple[Action, ...] | None
    stones: tuple[int | None, ...]
    pebbles: tuple[int, int]

    @property
    def position(self) -> str:
        """All of it."""
        return f"{self.actor} {self.stones} {self.pebbles}"

    def to_json(self) -> Mapping[str, object]:
        """All of it."""
        return {"actor": self.actor, "stones": [*self.stones], "pebbles": [*self.pebbles]}


class Hush(NamedTuple):
    """A position of Hush: it inherits nothing of ours."""

    stones: tuple[int, ...] = ()
    pebbles: tuple[int, int] = (0, 0)
    turn: int = 0
    """The seat whose turn it is, 2 when both had theirs."""

    @property
    def seats(self) -> int:
        """Always two."""
        return 2

    @property
    def actor(self) -> Actor:
        """Chance until both have a stone, then the seats."""
        if len(self.stones) < 2:
            return CHANCE
        return self.turn if self.turn < 2 else None

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Whatever passes the check."""
        every = (Deal(1), Deal(4), Take(), Stop())
        return tuple(action for action in every if self.broken_by(action) is None)

    @property
    def chance_weights(self) -> tuple[tuple[Action, int], ...]:
        """A stone of 4 is three times as likely."""
        return ((Deal(1), 1), (Deal(4), 3)) if self.actor == CHANCE else ()

    @property
    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...]:
        """The same as probabilities."""
        return probabilities(self.chance_weights)

    @property
    def outcome(self) -> Outcome | None:
        """Stones and pebbles count."""
        if self.actor is not None:
            return None
        scores = tuple(map(sum, zip(self.stones, self.pebbles, strict=True)))
        winners = tuple(seat for seat in range(2) if scores[seat] == max(scores))
        return Outcome(scores, winners, Clause.END)

    def broken_by(self, action: object) -> Clause | None:
        """The first clause that the action breaks."""
        if self.actor is None:
            return Clause.END
        if isinstance(action, Deal) != (self.actor == CHANCE):
            return Clause.STONES
        if action is Take() and sum(self.pebbles) == 3:
            return Clause.HEAP
        return None if isinstance(action, Deal | Take | Stop) else Clause.TURN

    def check(self, action: object, /) -> Violation | None:
        """The same, as the seat that tried sees it."""
        clause, actor = self.broken_by(action), self.actor
        seat = actor if isinstance(actor, int) else None
        return None if clause is None else Violation(action, clause, self.view(seat))

    def carried_out(self, action: Action) -> tuple["Hush", Event]:
        """The next position, and what happened."""
        violation = self.check(action)
        if violation is not None:
            raise IllegalAction(violation)
        match action:
            case Deal(stone):
                dealt = Dealt(len(self.stones), stone)
                return self._replace(stones=(*self.stones, stone)), dealt
            case Take():
                mine, others = self.pebbles[self.turn] + 1, self.pebbles[1 - self.turn]
                pebbles = (others, mine) if self.turn else (mine, others)
                return self._replace(pebbles=pebbles), Acted(self.turn, action)
            case _:
                return self._replace(turn=self.turn + 1), Acted(self.turn, action)

    def apply(self, action: Action, /) -> "Hush":
        """The next position."""
        return self.carried_out(action)[0]

    def explain(self, action: Action, /) -> tuple[Event, ...]:
        """What happens."""
        return (self.carried_out(action)[1],)

    def view(self, seat: int | None = None, /) -> HushView:
        """Everyone sees one stone, the referee both."""
        if seat not in (None, 0, 1):
            raise ValueError(f"Hush has no seat {seat}")
        shown = (
            stone if seat in (None, owner) else None for owner, stone in enumerate(self.stones)
        )
        return HushView(seat, self.actor, self.legal_actions, tuple(shown), self.pebbles)


STARTS: Final[Mapping[str, State]] = {
    "hush": Hush(),
    "smile": smile.start(players=4, auctions=2, beads=2, box=list("31126405")),
}
START = pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)


def full_table(start: State, bot: Bot = bots.random, seed: int = 5) -> Table:
    """A table with the same bot on every seat."""
    return Table(start, [bot] * start.seats, seed=seed)


def actions(table: Table) -> list[Action]:
    """What was done so far."""
    return [move.action for move in table.history]


# A whole play


@START
def test_a_play_goes_from_the_start_to_the_end_without_a_gap(start: State) -> None:
    """Every move begins where the one before it ended, and is kept with what happened."""
    table = full_table(start)
    assert (table.state, table.history) == (start, ())
    end = table.run()
    state = start
    for move in table.history:
        assert move.before == state
        assert move.action in state.legal_actions
        assert move.events == state.explain(move.action)
        state = state.apply(move.action)
        assert move.after == state
    assert table.state == end == state
    assert end.actor is None
    assert end.outcome is not None
    assert table.step() is None
    assert table.view() == end.view()
    assert table.view(1) == end.view(1)


@START
def test_everyone_draws_for_their_own_purpose(start: State) -> None:
    """Chance draws for ``chance``, the seats for ``seat 0`` and so on, each once for a decision."""
    chance, seats = Draws(5, "chance"), [Draws(5, f"seat {n}") for n in range(start.seats)]
    state, expected = start, list[Action]()
    while state.actor is not None:
        if isinstance(state.actor, int):
            expected.append(seats[state.actor].choose(state.legal_actions))
        else:
            expected.append(chance.weigh(state.chance_weights))
        state = state.apply(expected[-1])
    table = full_table(start)
    table.run()
    assert actions(table) == expected
    assert {move.draws for move in table.history} == {1}


@START
def test_the_seed_makes_the_play(start: State) -> None:
    """The same seed gives the same play, and others give others; the default is 0."""
    plays = [full_table(start, seed=seed) for seed in range(8) for _ in range(2)]
    for table in plays:
        table.run()
    assert all(one.history == two.history for one, two in zip(plays[::2], plays[1::2], strict=True))
    assert len({tuple(actions(table)) for table in plays}) > 2
    default = Table(start, [bots.random] * start.seats)
    default.run()
    assert default.history == plays[0].history


def test_the_dealer_respects_the_weights() -> None:
    """What chance may do is dealt as its weights say, with one draw."""
    state, draws, same = STARTS["hush"], Draws(2, CHANCE), Draws(2, CHANCE)
    dealt = [deal(state, draws) for _ in range(400)]
    assert dealt == [Deal(1) if same.below(4) < 1 else Deal(4) for _ in range(400)]
    assert draws.count == 400
    assert 250 < dealt.count(Deal(4)) < 350


# Sitting down


@pytest.mark.parametrize(("name", "seats"), [("hush", 2), ("smile", 4)])
@pytest.mark.parametrize("more", [-1, 1], ids=["too few", "too many"])
def test_every_seat_needs_somebody(name: str, seats: int, more: int) -> None:
    """As many seats are named as there are."""
    with pytest.raises(ValueError, match="seats") as caught:
        Table(STARTS[name], [None] * (seats + more))
    assert str(caught.value) == f"this game has {seats} seats, not {seats + more}"


@pytest.mark.parametrize("seed", [-1, 2**64, True], ids=repr)
def test_a_table_needs_a_seed_that_is_one(seed: int) -> None:
    """The generator's seeds are the table's."""
    with pytest.raises(ValueError, match="a seed is a whole number"):
        Table(Hush(), [None, None], seed=seed)


def test_a_table_can_begin_in_the_middle() -> None:
    """The first state is whichever one is given, not only a game's first."""
    middle = Hush((1, 4), (2, 0), 1)
    table = Table(middle, [bots.last, bots.last])
    assert table.run() == Hush((1, 4), (2, 0), 2)
    assert table.information_state(0)[0] == Sight((), middle.view(0))


# Step by step


def test_a_step_is_one_decision() -> None:
    """Somebody decides once, even when the same seat goes on."""
    table = full_table(Hush((1, 4)), bots.first)
    found = [table.step() for _ in range(5)]
    assert [(move.before.actor, str(move.action)) for move in found if move is not None] == [
        *((0, "take"), (0, "take"), (0, "take"), (0, "stop")),
        (1, "stop"),
    ]
    assert tuple(found) == table.history
    assert table.step() is None
    assert tuple(found) == table.history


def test_a_person_is_waited_for() -> None:
    """Where a person decides, nothing goes on until the person has played."""
    table = Table(Hush(), [None, bots.last])
    table.run()
    assert (table.state.actor, len(table.history)) == (0, 2)
    assert table.step() is None
    assert len(table.history) == 2
    moves = [table.play(Take()), table.play(Stop())]
    assert table.history[2:] == tuple(moves)
    assert moves[0] == Move(
        table.history[1].after, Take(), (Acted(0, Take()),), moves[1].before, draws=0
    )
    table.run()
    assert table.state.actor is None
    assert [str(action) for action in actions(table)[2:]] == ["take", "stop", "stop"]


def test_a_person_can_deal() -> None:
    """Without a dealer, chance's actions are given like a person's, weights or not."""
    table = Table(Hush(), [bots.first, bots.first], dealer=None)
    assert table.step() is None
    assert table.run() == Hush()
    table.play(Deal(1))
    assert table.run() == Hush((1,))
    table.play(Deal(1))
    assert table.run().actor is None


def test_another_dealer_may_deal() -> None:
    """A dealer is asked with the state and chance's draws, and may make as many as it likes."""
    asked: list[State] = []

    def kind(state: State, draws: Draws) -> Action:
        asked.append(state)
        assert draws.below(2**64) == Draws(5, CHANCE, 3 * len(asked) - 3).bits()
        draws.bits()
        draws.bits()
        return Deal(4)

    table = Table(Hush(), [None, None], seed=5, dealer=kind)
    assert table.run() == Hush((4, 4))
    assert asked == [Hush(), Hush((4,))]
    assert [move.draws for move in table.history] == [3, 3]


def test_what_persons_do_takes_nobodys_draws() -> None:
    """Bots and chance decide the same, whether a person or a bot does the others' actions."""
    table = full_table(STARTS["smile"])
    table.run()
    mixed = Table(STARTS["smile"], [bots.random, None, bots.random, None], seed=5)
    for move in table.history:
        if mixed.state.actor in (1, 3):
            mixed.play(move.action)
        else:
            mixed.step()
    assert [move[:4] for move in mixed.history] == [move[:4] for move in table.history]


@START
def test_an_illegal_action_changes_nothing(start: State) -> None:
    """A refused action is not kept, and what was undone can still be redone."""
    table = full_table(start)
    for _ in range(6):
        table.step()
    table.undo()
    before, state = table.history, table.state
    with pytest.raises(IllegalAction):
        table.play(smile.Bid("z"))
    assert (table.history, table.state) == (before, state)
    assert table.redo() is not None


# Memory


@START
def test_information_state_is_what_a_seat_has_seen_step_by_step(start: State) -> None:
    """A seat's memory is its first view, and for each action what it saw happen and saw then."""
    table = full_table(start)
    seen = {seat: [Sight((), table.view(seat))] for seat in range(start.seats)}
    while move := table.step():
        for seat, sights in seen.items():
            events = tuple(event.seen_by(seat) for event in move.events)
            sights.append(Sight(events, table.view(seat)))
            assert table.information_state(seat) == tuple(sights)
    table.undo()
    assert table.information_state(0) == tuple(seen[0][:-1])


def test_information_state_hides_what_others_hold() -> None:
    """The other seat's stone is nowhere in it, the own one is."""
    table = Table(Hush(), [None, None], dealer=None)
    table.play(Deal(1))
    table.play(Deal(4))
    assert [sight.events for sight in table.information_state(0)] == [
        (),
        (Dealt(0, 1),),
        (Dealt(1, None),),
    ]
    assert [sight.events for sight in table.information_state(1)] == [
        (),
        (Dealt(0, None),),
        (Dealt(1, 4),),
    ]
    assert table.history[0].events == (Dealt(0, 1),)
    other = Table(Hush(), [None, None], dealer=None)
    other.play(Deal(1))
    other.play(Deal(1))
    assert other.information_state(0) == table.information_state(0)
    assert other.information_state(1) != table.information_state(1)


@START
def test_a_seat_that_is_none_has_seen_nothing(start: State) -> None:
    """Asking for it is an error, as it is of a state."""
    with pytest.raises(ValueError, match="no seat"):
        full_table(start).information_state(start.seats)
    with pytest.raises(ValueError, match="no seat"):
        full_table(start).view(start.seats)


# Undo and redo


@START
def test_undo_goes_back_to_the_start_and_redo_to_the_end(start: State) -> None:
    """One action at a time, each way, with its move as the answer."""
    table = full_table(start)
    assert table.undo() is None
    assert table.redo() is None
    table.run()
    played = table.history
    for number in reversed(range(len(played))):
        assert table.undo() == played[number]
        assert table.state == played[number].before
        assert table.history == played[:number]
    assert table.undo() is None
    assert table.state == start
    for number, move in enumerate(played):
        assert table.redo() == move
        assert table.history == played[: number + 1]
    assert table.redo() is None
    assert table.history == played


@START
@pytest.mark.parametrize("back", [1, 3, 7, 1000], ids=str)
def test_after_undo_the_same_play_is_played_again(start: State, back: int) -> None:
    """The draws are taken back too, so bots and chance decide as before."""
    table = full_table(start)
    table.run()
    played = table.history
    for _ in range(back):
        table.undo()
    table.run()
    assert table.history == played


@START
def test_after_redo_the_play_goes_on_as_it_would_have(start: State) -> None:
    """The draws of what is redone count again."""
    table = full_table(start)
    table.run()
    played = table.history
    for _ in range(5):
        table.undo()
    for _ in range(3):
        table.redo()
    table.run()
    assert table.history == played


def test_a_new_action_ends_what_can_be_redone() -> None:
    """After undo and another decision, the undone ones are gone, a bot's like a person's."""
    table = Table(Hush((1, 1)), [None, bots.last])
    for action in (Take(), Take(), Stop()):
        table.play(action)
    table.undo()
    table.undo()
    table.play(Take())
    assert table.redo() is None
    table.undo()
    assert table.redo() is not None
    table.play(Stop())
    table.step()
    table.undo()
    table.step()
    assert table.redo() is None
    assert [str(action) for action in actions(table)] == ["take", "take", "stop", "stop"]


def test_undoing_takes_back_as_many_draws_as_were_made() -> None:
    """A bot that draws several times, or not at all, gets back exactly its own."""
    drawn: list[tuple[int, int]] = []

    def hungry(turn: Turn) -> Action:
        first = 0 if turn.view.position.endswith("(0, 0)") else turn.draws.bits()
        for _ in range(first % 4):
            turn.draws.bits()
        drawn.append((turn.seat, first))
        return turn.legal_actions[first % len(turn.legal_actions)]

    table = full_table(Hush((1, 4)), hungry)
    table.run()
    forwards, played = [*drawn], table.history
    assert played[0].draws == 0
    assert len({move.draws for move in played}) > 2
    while table.undo():
        pass
    drawn.clear()
    table.run()
    assert drawn == forwards
    assert table.history == played


def test_history_is_a_snapshot() -> None:
    """What was asked for before does not grow or shrink afterwards."""
    table = full_table(Hush())
    table.step()
    early = table.history
    table.run()
    assert len(early) == 1
    late = table.history
    table.undo()
    assert len(late) == len(table.history) + 1


# Bots


class Faulty:
    """A random bot that fails once, after it has drawn, at its second decision."""

    def __init__(self, fault: Callable[[], Action]) -> None:
        """Fail in this way."""
        self.fault = fault
        self.asked = 0

    def __call__(self, turn: Turn) -> Action:
        """Fail, or choose at random."""
        self.asked += 1
        if self.asked == 2:
            turn.draws.bits()
            return self.fault()
        return bots.random(turn)


def interrupt() -> Action:
    """The person at the keyboard has had enough."""
    raise KeyboardInterrupt


def crash() -> Action:
    """Something is wrong with the bot."""
    raise ZeroDivisionError


@START
@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (lambda: smile.Bid("z"), IllegalAction),
        (lambda: cast("Action", None), IllegalAction),
        (crash, ZeroDivisionError),
        (interrupt, KeyboardInterrupt),
    ],
    ids=["illegal", "no action", "crash", "interrupt"],
)
def test_a_bot_that_fails_changes_nothing(
    start: State, fault: Callable[[], Action], error: type[BaseException]
) -> None:
    """The play stands as it was, draws and what can be redone included, and can go on."""
    expected = full_table(start)
    expected.run()
    table = Table(start, [Faulty(fault), *[bots.random] * (start.seats - 1)], seed=5)
    with pytest.raises(error):
        table.run()
    stopped = table.history
    assert table.state.actor == 0
    assert stopped == expected.history[: len(stopped)]
    table.run()
    assert table.history == expected.history


def test_a_bot_that_fails_leaves_what_can_be_redone() -> None:
    """Only an action that is carried out ends it."""
    table = Table(Hush((1, 1)), [Faulty(crash), bots.first], seed=5)
    first = table.step()
    table.undo()
    with pytest.raises(ZeroDivisionError):
        table.step()
    assert table.redo() == first


def test_a_dealer_that_fails_changes_nothing() -> None:
    """It is as for a bot."""
    faults: list[Callable[[], Action]] = [crash, Take]

    def careless(state: State, draws: Draws) -> Action:
        draws.bits()
        return faults.pop()() if faults else deal(state, draws)

    table = Table(Hush(), [None, None], seed=5, dealer=careless)
    with pytest.raises(IllegalAction):
        table.step()
    with pytest.raises(ZeroDivisionError):
        table.step()
    assert table.history == ()
    table.run()
    same = Draws(5, CHANCE)
    same.bits()
    assert table.history[0].action is deal(Hush(), same)


@START
def test_a_bot_is_told_what_its_seat_knows(start: State) -> None:
    """Seat, view, legal actions, the seat's draws, and its memory: as the table has them."""
    told: list[int] = []

    def listening(turn: Turn) -> Action:
        told.append(turn.seat)
        assert table.state.actor == turn.seat
        assert turn.view == table.view(turn.seat)
        assert turn.legal_actions == table.state.legal_actions
        assert turn.information_state() == table.information_state(turn.seat)
        return bots.random(turn)

    table = full_table(start, listening)
    table.run()
    assert set(told) == set(range(start.seats))


def reachable(thing: object) -> Iterator[object]:
    """The thing, and all that public attributes and items lead to from it."""
    seen: dict[int, object] = {}
    waiting = [thing]
    while waiting:
        found = waiting.pop()
        if isinstance(found, int | str | type | None) or id(found) in seen:
            continue
        seen[id(found)] = found
        yield found
        with suppress(TypeError):
            waiting += iter(cast("tuple[object, ...]", found))
        for name in dir(found):
            if not name.startswith("_"):
                with suppress(Exception):
                    waiting.append(getattr(found, name))


@START
def test_there_is_no_way_from_a_turn_to_a_state(start: State) -> None:
    """Nothing that public attributes of the turn or its memory lead to is a state or the table."""
    looked: list[int] = []

    def looking(turn: Turn) -> Action:
        for root in (turn, turn.information_state()):
            for found in reachable(root):
                looked.append(1)
                assert not isinstance(found, Hush | smile.State | Table | Move)
        return bots.first(turn)

    table = full_table(start, looking)
    table.run()
    assert len(looked) > 20
    assert any(isinstance(found, Hush | smile.State) for found in reachable(table))


def test_a_turn_tells_no_other_seats_memory() -> None:
    """Whatever a bot does with its turn, its memory stays that of its own seat."""
    learnt: list[Sight] = []

    def curious(turn: Turn) -> Action:
        for name in ("seat", "information_state"):
            with suppress(AttributeError):
                setattr(turn, name, 1 - turn.seat if name == "seat" else None)
        ask = cast("Callable[..., tuple[Sight, ...]]", turn.information_state)
        for args in ((), (1,)):
            with suppress(TypeError):
                learnt.extend(ask(*args))
        return bots.last(turn)

    Table(Hush((1, 4)), [curious, bots.last]).run()
    assert learnt
    assert {sight.view.seat for sight in learnt} == {0}


# The game that is made up here keeps the contract itself


def test_hush_is_a_game_as_the_contract_has_it() -> None:
    """Exact chances, redacted views, a violation with its message, values that pickle."""
    state = Hush()
    assert state.chance_outcomes == ((Deal(1), Fraction(1, 4)), (Deal(4), Fraction(3, 4)))
    bidding = Hush((1, 4), (3, 0))
    assert (bidding.view(0).stones, bidding.view(1).stones) == ((1, None), (None, 4))
    violation = bidding.check(Take())
    assert str(violation) == (
        "hush.heap: A rule on heap; so seat 0 can't 'take' [allowed: stop]"
        " [position: 0 (1, None) (3, 0)]"
    )
    assert bidding.view().to_json() == {"actor": 0, "stones": [1, 4], "pebbles": [3, 0]}
    assert pickle.loads(pickle.dumps(bidding)) == bidding  # noqa: S301 - our own bytes
    over = Hush((1, 4), (3, 0), 2)
    assert over.outcome == Outcome((4, 4), (0, 1), Clause.END)
    assert str(over.check(Stop())).startswith("hush.end: ")
    assert str(Acted(0, Stop())) == "seat 0: stop"
    assert str(Dealt(0, None)) == "seat 0 gets a stone"
    assert [str(action) for action in state.legal_actions] == ["deal 1", "deal 4"]
