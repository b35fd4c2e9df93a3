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
from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, Actor, Bot, Event, IllegalAction, Outcome, Sight, State, Turn, Violation, probabilities
from fireflies.games import Bounds, Game
from fireflies.record import Record, Step, begin
from fireflies.rulebook import Rule
from fireflies.table import Table, deal
from fireflies.values import Value


class Clause(rulebook.Clause):
    """The rules of Hush."""

    STONES = "hush.stones"
    TURN = "hush.turn"
    HEAP = "hush.heap"
    END = "hush.end"

    @property
    @override
    def rule(self) -> Rule:
        """Its text, without a file."""
        return Rule(self.value, "choice", f"A rule on {self.name.lower()}", "")


class Deal(Action):
    """Chance gives a stone."""

    __slots__ = ("stone",)
    stone: int

    @override
    def __str__(self) -> str:
        """Like ``deal 4``."""
        return f"deal {self.stone}"


class Take(Action):
    """Take a pebble."""

    __slots__ = ()

    @override
    def __str__(self) -> str:
        """Always the same."""
        return "take"


class Stop(Action):
    """End the turn."""

    __slots__ = ()

    @override
    def __str__(self) -> str:
        """Always the same."""
        return "stop"


class Dealt(Event, clause=Clause.STONES):
    """A seat got a stone, that it alone sees."""

    __slots__ = ("seat", "stone")
    seat: int
    stone: int | None

    @override
    def __str__(self) -> str:
        """In words."""
        return f"seat {self.seat} gets a stone"

    @override
    def seen_by(self, seat: int) -> Self:
        """Without the stone for all others."""
        return self if seat == self.seat else type(self)(self.seat, None)


class Acted(Event, clause=Clause.TURN):
    """A seat took a pebble, or stopped."""

    __slots__ = ("seat", "action")
    seat: int
    action: Action

    @override
    def __str__(self) -> str:
        """In words."""
        return f"seat {self.seat}: {self.action}"

    @override
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

    @property
    def conceivable_actions(self) -> tuple[Action, ...]:
        """The actions of a seat."""
        return (Take(), Stop())

    def to_json(self) -> Mapping[str, object]:
        """All of it."""
        return {"actor": self.actor, "stones": [*self.stones], "pebbles": [*self.pebbles]}

    def to_text(self, width: int = 80) -> str:
        """All of it, in whatever width it needs."""
        return self.position


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


def read_action(text: str) -> Action:
    """The action of a text."""
    return {str(action): action for action in (Deal(1), Deal(4), Take(), Stop())}[text]


HUSH: Final = Game(
    name="hush",
    title="Hush",
    edition="1",
    seats=range(2, 3),
    options=(),
    complete=dict,
    start=lambda _: Hush(),
    read_action=read_action,
    bounds=lambda _: Bounds(7, 1, 7),
    bots={},
    clauses=Clause,
    box="",
    scoring="",
    strategies="",
    exploring="",
    searches={},
    twin="",
    tensors="",
)


def hush(position: Hush | None = None) -> Record:
    """A record of Hush, from the start or from some position."""
    first = begin(HUSH, {}, ("Ann", "Bob"))
    if position is None:
        return first
    return Record(HUSH, {}, first.seats, (), position, position, {})


RECORDS: Final[Mapping[str, Record]] = {
    "hush": hush(),
    "smile": begin(
        smile.GAME,
        {"players": 4, "auctions": 2, "beads": 2, "box": list("31126405")},
        ("Ann", "Bob", "Cyd", "Dan"),
    ),
}
EACH_GAME = pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)


def full_table(record: Record, bot: Bot = bots.random, seed: int = 5) -> Table:
    """A table with the same bot on every seat."""
    return Table(record, [bot] * record.start.seats, seed=seed)


def played(record: Record, bot: Bot = bots.random, seed: int = 5) -> Record:
    """The whole play at such a table."""
    table = full_table(record, bot, seed)
    table.run()
    return table.record


# A whole play


@EACH_GAME
def test_a_play_goes_from_the_start_to_the_end_without_a_gap(record: Record) -> None:
    """Every step begins where the one before it ended, and tells what happened."""
    table = full_table(record)
    assert (table.state, table.record) == (record.start, record)
    state = record.start
    while step := table.step():
        assert step == Step(state, step.action, state.explain(step.action))
        assert step.action in state.legal_actions
        state = state.apply(step.action)
        assert table.state == state
    assert state.outcome is not None
    assert table.step() is None
    assert table.run() == table.record.final == state
    assert table.view() == state.view()
    assert table.view(1) == state.view(1)
    assert table.record.seats == record.seats


@EACH_GAME
def test_everyone_draws_for_their_own_purpose(record: Record) -> None:
    """Chance draws for ``chance``, seats for ``seat 0`` and so on, by the count of decisions."""
    purposes = {CHANCE: "chance"} | {str(seat): f"seat {seat}" for seat in range(5)}
    decided = dict.fromkeys(purposes.values(), 0)
    state, expected = record.start, list[Action]()
    while state.actor is not None:
        purpose = purposes[str(state.actor)]
        draws = Draws(5, purpose, decided[purpose])
        decided[purpose] += 1
        if state.actor == CHANCE:
            expected.append(draws.weigh(state.chance_weights))
        else:
            expected.append(draws.choose(state.legal_actions))
        state = state.apply(expected[-1])
    assert played(record).actions == tuple(expected)
    assert min(decided[f"seat {seat}"] for seat in range(record.start.seats)) > 0


@EACH_GAME
def test_the_seed_makes_the_play(record: Record) -> None:
    """The same seed gives the same play, and others give others; the default is 0."""
    plays = [played(record, seed=seed) for seed in range(8)]
    assert plays == [played(record, seed=seed) for seed in range(8)]
    assert len({play.actions for play in plays}) > 2
    default = Table(record, [bots.random] * record.start.seats)
    default.run()
    assert default.record == plays[0]


def test_the_dealer_respects_the_weights() -> None:
    """What chance may do is dealt as its weights say, with one draw."""
    dealt = [deal(Hush(), Draws(2, CHANCE, decision)) for decision in range(400)]
    assert dealt == [
        Deal(1) if Draws(2, CHANCE, decision).below(4) < 1 else Deal(4) for decision in range(400)
    ]
    assert 250 < dealt.count(Deal(4)) < 350
    draws, same = Draws(2, CHANCE), Draws(2, CHANCE)
    deal(Hush(), draws)
    same.bits()
    assert draws.bits() == same.bits()


# Sitting down


@pytest.mark.parametrize(("name", "seats"), [("hush", 2), ("smile", 4)])
@pytest.mark.parametrize("more", [-1, 1], ids=["too few", "too many"])
def test_every_seat_needs_somebody(name: str, seats: int, more: int) -> None:
    """As many bots are named as there are seats."""
    with pytest.raises(ValueError, match="seats") as caught:
        Table(RECORDS[name], [None] * (seats + more))
    assert str(caught.value) == f"this game has {seats} seats, not {seats + more}"


@pytest.mark.parametrize("seed", [-1, 2**64, True], ids=repr)
def test_a_table_needs_a_seed_that_is_one(seed: int) -> None:
    """The generator's seeds are the table's, and that is said when everybody sits down."""
    with pytest.raises(ValueError, match="a seed is a whole number"):
        Table(hush(), [None, None], seed=seed)


def test_a_table_can_begin_in_the_middle() -> None:
    """The first state is whichever one is given, not only a game's first."""
    middle = Hush((1, 4), (2, 0), 1)
    table = Table(hush(middle), [bots.last, bots.last])
    assert table.run() == Hush((1, 4), (2, 0), 2)
    assert table.information_state(0)[0] == Sight((), middle.view(0))


@EACH_GAME
def test_an_interrupted_play_goes_on_as_if_it_had_not_been(record: Record) -> None:
    """Wherever it is taken up again, with the same seed and bots: the play is the same."""
    whole = played(record)
    cut = record
    for action in whole.actions:
        assert played(cut) == whole
        cut = cut.play(action)
    assert played(cut) == whole


@EACH_GAME
def test_the_record_that_a_table_was_given_stays_as_it_was(record: Record) -> None:
    """Records are values: the table's grows, the given one does not."""
    before = record.to_text()
    table = full_table(record)
    early = table.record
    table.run()
    assert early.to_text() == record.to_text() == before
    assert len(table.record.actions) > len(record.actions) == 0


# Step by step


def test_a_step_is_one_decision() -> None:
    """Somebody decides once, even when the same seat goes on."""
    table = full_table(hush(Hush((1, 4))), bots.first)
    found = [table.step() for _ in range(5)]
    assert [(step.before.actor, str(step.action)) for step in found if step is not None] == [
        *((0, "take"), (0, "take"), (0, "take"), (0, "stop")),
        (1, "stop"),
    ]
    assert table.step() is None
    assert len(table.record.actions) == 5


def test_a_person_is_waited_for() -> None:
    """Where a person decides, nothing goes on until the person has played."""
    table = Table(hush(Hush((1, 4))), [None, bots.last])
    assert table.run() == Hush((1, 4))
    assert table.step() is None
    assert table.undo() is None
    assert table.play(Take()) == Step(Hush((1, 4)), Take(), (Acted(0, Take()),))
    assert table.play(Stop()) == Step(Hush((1, 4), (1, 0)), Stop(), (Acted(0, Stop()),))
    assert table.run() == Hush((1, 4), (1, 0), 2)
    assert [str(action) for action in table.record.actions] == ["take", "stop", "stop"]


def test_a_person_can_deal() -> None:
    """Without a dealer, chance's actions are given like a person's, weights or not."""
    table = Table(hush(), [bots.first, bots.first], dealer=None)
    assert table.step() is None
    assert table.run() == Hush()
    table.play(Deal(1))
    assert table.run() == Hush((1,))
    table.play(Deal(1))
    assert table.run().actor is None


def test_another_dealer_may_deal() -> None:
    """A dealer is asked with the state and chance's draws for this decision."""
    asked: list[State] = []

    def kind(state: State, draws: Draws) -> Action:
        asked.append(state)
        assert draws.bits() == Draws(5, CHANCE, len(asked) - 1).bits()
        return Deal(4)

    table = Table(hush(), [None, None], seed=5, dealer=kind)
    assert table.run() == Hush((4, 4))
    assert asked == [Hush(), Hush((4,))]


def test_what_persons_do_takes_nobodys_draws() -> None:
    """Bots and chance decide the same, whether a person or a bot does the others' actions."""
    whole = played(RECORDS["smile"])
    mixed = Table(RECORDS["smile"], [bots.random, None, bots.random, None], seed=5)
    for action in whole.actions:
        if mixed.state.actor in (1, 3):
            mixed.play(action)
        else:
            mixed.step()
    assert mixed.record == whole


@EACH_GAME
def test_an_illegal_action_changes_nothing(record: Record) -> None:
    """A refused action is not kept, and what was undone can still be redone."""
    table = full_table(record)
    for _ in range(6):
        table.step()
    undone = table.undo()
    before, state = table.record, table.state
    with pytest.raises(IllegalAction):
        table.play(smile.Bid("z"))
    assert (table.record, table.state) == (before, state)
    assert table.redo() is undone
    table.run()
    assert table.record == played(record)


# Memory


@EACH_GAME
def test_information_state_is_what_a_seat_has_seen_step_by_step(record: Record) -> None:
    """A seat's memory is its first view, and for each action what it saw happen and saw then."""
    table = full_table(record)
    seen = {seat: [Sight((), table.view(seat))] for seat in range(record.start.seats)}
    while step := table.step():
        for seat, sights in seen.items():
            events = tuple(event.seen_by(seat) for event in step.events)
            sights.append(Sight(events, table.view(seat)))
            assert table.information_state(seat) == tuple(sights)
    table.undo()
    assert table.information_state(0) == tuple(seen[0][:-1])


def test_information_state_hides_what_others_hold() -> None:
    """The other seat's stone is nowhere in it, the own one is."""
    table = Table(hush(), [None, None], dealer=None)
    assert table.play(Deal(1)).events == (Dealt(0, 1),)
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
    other = Table(hush(), [None, None], dealer=None)
    other.play(Deal(1))
    other.play(Deal(1))
    assert other.information_state(0) == table.information_state(0)
    assert other.information_state(1) != table.information_state(1)


@EACH_GAME
def test_a_seat_that_is_none_has_seen_nothing(record: Record) -> None:
    """Asking for it is an error, as it is of a state."""
    with pytest.raises(ValueError, match="no seat"):
        full_table(record).information_state(record.start.seats)
    with pytest.raises(ValueError, match="no seat"):
        full_table(record).view(record.start.seats)


# Undo and redo


@EACH_GAME
def test_undo_goes_back_to_the_start_and_redo_to_the_end(record: Record) -> None:
    """One action at a time, each way, with the action as the answer."""
    table = full_table(record)
    assert table.undo() is None
    assert table.redo() is None
    plays = [table.record]
    while table.step():
        plays.append(table.record)
    actions = table.record.actions
    for number in reversed(range(len(actions))):
        assert table.undo() is actions[number]
        assert table.record == plays[number]
        assert table.state == plays[number].final
    assert table.undo() is None
    assert (table.record, table.state) == (record, record.start)
    for number, action in enumerate(actions, 1):
        assert table.redo() is action
        assert table.record == plays[number]
    assert table.redo() is None
    assert table.record == plays[-1]


@EACH_GAME
@pytest.mark.parametrize("back", [1, 3, 7, 1000], ids=str)
def test_after_undo_the_same_play_is_played_again(record: Record, back: int) -> None:
    """The count of decisions is taken back too, so bots and chance decide as before."""
    table = full_table(record)
    table.run()
    for _ in range(back):
        table.undo()
    table.run()
    assert table.record == played(record)


@EACH_GAME
@pytest.mark.parametrize(("back", "forward"), [(1, 1), (5, 3), (8, 7)], ids=str)
def test_after_redo_the_play_goes_on_as_it_would_have(
    record: Record, back: int, forward: int
) -> None:
    """What is redone counts as decided again."""
    table = full_table(record)
    for _ in range(9):
        table.step()
    for _ in range(back):
        table.undo()
    for _ in range(forward):
        table.redo()
    table.run()
    assert table.record == played(record)


def test_a_new_action_ends_what_can_be_redone() -> None:
    """After undo and another decision, the undone ones are gone, a bot's like a person's."""
    table = Table(hush(Hush((1, 1))), [None, bots.last])
    for action in (Take(), Take(), Stop()):
        table.play(action)
    table.undo()
    table.undo()
    table.play(Take())
    assert table.redo() is None
    table.undo()
    assert table.redo() is Take()
    table.play(Stop())
    table.step()
    table.undo()
    table.step()
    assert table.redo() is None
    assert [str(action) for action in table.record.actions] == ["take", "take", "stop", "stop"]


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


@EACH_GAME
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
    record: Record, fault: Callable[[], Action], error: type[BaseException]
) -> None:
    """The play stands as it was and can go on, with the draws that there would have been."""
    whole = played(record)
    table = Table(record, [Faulty(fault), *[bots.random] * (record.start.seats - 1)], seed=5)
    with pytest.raises(error):
        table.run()
    stopped = table.record.actions
    assert table.state.actor == 0
    assert stopped == whole.actions[: len(stopped)]
    table.run()
    assert table.record == whole


def test_a_bot_that_fails_leaves_what_can_be_redone() -> None:
    """Only an action that is carried out ends it."""
    table = Table(hush(Hush((1, 1))), [Faulty(crash), bots.first], seed=5)
    table.step()
    undone = table.undo()
    with pytest.raises(ZeroDivisionError):
        table.step()
    assert table.redo() is undone is not None


def test_a_dealer_that_fails_changes_nothing() -> None:
    """It is as for a bot."""
    faults: list[Callable[[], Action]] = [crash, Take]

    def careless(state: State, draws: Draws) -> Action:
        if faults:
            draws.bits()
            return faults.pop()()
        return deal(state, draws)

    table = Table(hush(), [bots.random] * 2, seed=5, dealer=careless)
    with pytest.raises(IllegalAction):
        table.step()
    with pytest.raises(ZeroDivisionError):
        table.step()
    assert table.record == hush()
    table.run()
    assert table.record == played(hush())


@EACH_GAME
def test_a_bot_is_told_what_its_seat_knows(record: Record) -> None:
    """Seat, view, legal actions, the seat's draws, and its memory: as the table has them."""
    told: list[int] = []

    def listening(turn: Turn) -> Action:
        told.append(turn.seat)
        assert table.state.actor == turn.seat
        assert turn.view == table.view(turn.seat)
        assert turn.legal_actions == table.state.legal_actions
        assert turn.information_state() == table.information_state(turn.seat)
        return bots.random(turn)

    table = full_table(record, listening)
    table.run()
    assert set(told) == set(range(record.start.seats))
    assert table.record == played(record)


def test_a_person_can_be_told_the_same() -> None:
    """What a bot would be told can be asked for, as often as one likes."""
    table = Table(hush(Hush((1, 4), (1, 0))), [None, None], seed=5)
    for _ in range(2):
        turn = table.turn(0)
        assert (turn.seat, turn.view) == (0, Hush((1, 4), (1, 0)).view(0))
        assert turn.legal_actions == (Take(), Stop())
        assert turn.draws.bits() == Draws(5, "seat 0").bits()
    table.play(Take())
    assert table.turn(0).draws.bits() == Draws(5, "seat 0", 1).bits()


def test_a_turn_is_frozen() -> None:
    """Nothing of it can be changed, so it stays what the table said."""
    turn = Table(hush(Hush((1, 4))), [None, None]).turn(0)
    for name in ("seat", "view", "legal_actions", "draws", "information_state"):
        with pytest.raises(AttributeError):
            setattr(turn, name, 1)
    assert turn.seat == 0


def test_a_memory_stays_that_of_its_turn() -> None:
    """What a bot keeps of an old turn does not grow while others play."""
    table = Table(hush(Hush((1, 4))), [None, None])
    turn = table.turn(0)
    table.play(Take())
    assert len(turn.information_state()) == 1
    assert len(table.turn(0).information_state()) == 2


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


@EACH_GAME
def test_there_is_no_way_from_a_turn_to_a_state(record: Record) -> None:
    """Nothing that public attributes of the turn or its memory lead to is a state or the table."""
    looked: list[int] = []

    def looking(turn: Turn) -> Action:
        for root in (turn, turn.information_state()):
            for found in reachable(root):
                looked.append(1)
                assert not isinstance(found, Hush | smile.State | Table | Record | Step)
        return bots.first(turn)

    table = full_table(record, looking)
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

    Table(hush(Hush((1, 4))), [curious, bots.last]).run()
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
    assert [read_action(str(action)) for action in state.legal_actions] == [Deal(1), Deal(4)]
    assert HUSH.bounds({}) == Bounds(7, 1, 7)
    assert bidding.view(0).to_text() == bidding.view(0).position
    assert bidding.view(0).conceivable_actions == (Take(), Stop())
