"""Tests of plays and tables, with Smile and with Kuhn poker, which has secret deals."""

import copy
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, TypeAlias, cast

import pytest

from fireflies import bots, smile
from fireflies.chance import Draws
from fireflies.contract import (
    CHANCE,
    SPECTATOR,
    Action,
    Actor,
    Bot,
    Hidden,
    IllegalAction,
    Observer,
    Sight,
    State,
    Step,
    Tell,
    Turn,
    View,
    Viewed,
)
from fireflies.errors import InvalidData, NothingToUndo
from fireflies.record import Record, begin, read
from fireflies.table import Play, Streams, Table, deal, decide_by
from tests.kuhn import BET, GAME, PASS, Chosen, Deal, Dealt
from tests.kuhn import State as Kuhn

AnyState: TypeAlias = Viewed[View]


def kuhn(position: Kuhn | None = None) -> Record[Kuhn]:
    """Return a record of Kuhn poker, from the start or from a position."""
    start = Kuhn() if position is None else position
    return Record(GAME, {}, ("Ann", "Bob"), start, extra={})


def some_smile() -> Record[smile.State]:
    """Return the record of a short game of Smile without actions."""
    options = {"players": 4, "auctions": 2, "beads": 2, "box": list("31126405")}
    return begin(smile.GAME, options, ("Ann", "Bob", "Cyd", "Dan"))


RECORDS: Final[Mapping[str, Record[AnyState]]] = {"kuhn": kuhn(), "smile": some_smile()}
EACH_GAME = pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
DEALT: Final = Kuhn(("J", "K"))
SEED: Final = 5
"""With it, seat 0 of a random play decides at least twice in each game."""


def full_table(
    record: Record[AnyState], bot: Bot = bots.random, seed: int = SEED
) -> Table[AnyState]:
    """Return a table with the same bot on every seat."""
    return Table(record, [bot] * record.start.seats, seed=seed)


def played(record: Record[AnyState], bot: Bot = bots.random, seed: int = SEED) -> Record[AnyState]:
    """Return the complete play at such a table."""
    table = full_table(record, bot, seed)
    table.run()
    return table.record


# A whole play


@EACH_GAME
def test_each_step_begins_where_the_last_one_ended(record: Record[AnyState]) -> None:
    table = full_table(record)
    assert (table.state, table.record) == (record.start, record)
    state = record.start
    while step := table.step():
        assert step.action in state.legal_actions
        assert (step.before, step.events) == (state, state.explain(step.action))
        state = state.apply(step.action)
        assert step.after == state
        assert table.state == state
    assert state.outcome is not None
    assert table.step() is None
    assert table.run() == table.record.final == state
    assert table.view() == state.view()
    assert table.view(1) == state.view(1)
    assert table.record.seats == record.seats


@EACH_GAME
def test_each_actor_has_a_purpose_of_its_own(record: Record[AnyState]) -> None:
    """``chance``, ``seat 0`` and so on, each with the number of its decisions."""
    purposes = {CHANCE: "chance"} | {str(seat): f"seat {seat}" for seat in range(5)}
    decided = dict.fromkeys(purposes.values(), 0)
    state, expected = record.start, list[Action]()
    while state.actor is not None:
        purpose = purposes[str(state.actor)]
        draws = Draws(SEED, purpose, decided[purpose])
        decided[purpose] += 1
        if state.actor == CHANCE:
            expected.append(draws.choose_weighted(state.chance_weights))
        else:
            expected.append(draws.choose(state.legal_actions))
        state = state.apply(expected[-1])
    assert played(record).actions == tuple(expected)
    assert min(decided[f"seat {seat}"] for seat in range(record.start.seats)) > 0


@EACH_GAME
def test_the_seed_determines_the_play(record: Record[AnyState]) -> None:
    """The default is 0."""
    plays = [played(record, seed=seed) for seed in range(8)]
    assert plays == [played(record, seed=seed) for seed in range(8)]
    assert len({play.actions for play in plays}) > 2
    default = Table(record, [bots.random] * record.start.seats)
    default.run()
    assert default.record == plays[0]


def test_the_dealer_respects_the_weights() -> None:
    state = smile.start(auctions=1, box=["1", "2", "2"])
    dealt = [str(deal(state, Draws(2, CHANCE, decision))) for decision in range(400)]
    assert dealt == [
        "reveal 1" if Draws(2, CHANCE, decision).below(3) < 1 else "reveal 2"
        for decision in range(400)
    ]
    assert 220 < dealt.count("reveal 2") < 310
    draws, same = Draws(2, CHANCE), Draws(2, CHANCE)
    deal(state, draws)
    same.bits()
    assert draws.bits() == same.bits()


# Creating a table


@pytest.mark.parametrize(("name", "seats"), [("kuhn", 2), ("smile", 4)])
@pytest.mark.parametrize("more", [-1, 1], ids=["too few", "too many"])
def test_a_table_needs_a_bot_or_none_for_each_seat(name: str, seats: int, more: int) -> None:
    with pytest.raises(ValueError, match="seats") as caught:
        Table(RECORDS[name], [None] * (seats + more))
    assert str(caught.value) == f"this game has {seats} seats, not {seats + more}"


@pytest.mark.parametrize("seed", [-1, 2**64, True], ids=repr)
def test_a_table_refuses_an_invalid_seed(seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number"):
        Table(kuhn(), [None, None], seed=seed)


def test_a_table_can_begin_in_the_middle() -> None:
    middle = Kuhn(("J", "K"), "p")
    table = Table(kuhn(middle), [bots.last, bots.last])
    assert table.run() == Kuhn(("J", "K"), "pbb")
    assert table.information_state(0)[0] == Sight((), middle.view(0))


@EACH_GAME
def test_an_interrupted_play_continues_with_the_same_actions(record: Record[AnyState]) -> None:
    whole = played(record)
    cut = record
    for action in whole.actions:
        assert played(cut) == whole
        cut = cut.play(action)
    assert played(cut) == whole


@EACH_GAME
def test_the_given_record_does_not_change(record: Record[AnyState]) -> None:
    before = record.to_text()
    table = full_table(record)
    early = table.record
    table.run()
    assert early.to_text() == record.to_text() == before
    assert len(table.record.actions) > len(record.actions) == 0


# Steps


def test_a_step_is_one_decision() -> None:
    table = full_table(kuhn(), bots.first)
    found = [table.step() for _ in range(4)]
    assert [step.before.actor for step in found if step is not None] == [CHANCE, CHANCE, 0, 1]
    assert table.step() is None
    assert len(table.record.actions) == 4


def test_a_table_waits_for_a_person() -> None:
    table = Table(kuhn(DEALT), [None, bots.last])
    assert table.run() == DEALT
    assert table.step() is None
    assert table.undo() is None
    passed = Kuhn(("J", "K"), "p")
    assert table.play(PASS) == Step(DEALT, PASS, (Chosen(0, "pass"),), passed)
    assert table.run() == Kuhn(("J", "K"), "pb")
    assert table.play(PASS).after == table.run() == Kuhn(("J", "K"), "pbp")
    assert [str(action) for action in table.record.actions] == ["pass", "bet", "pass"]


def test_a_person_can_deal() -> None:
    table = Table(kuhn(), [bots.first, bots.first], dealer=None)
    assert table.step() is None
    assert table.run() == Kuhn()
    table.play(Deal("K"))
    assert table.run() == Kuhn(("K",))
    table.play(Deal("J"))
    assert table.run() == Kuhn(("K", "J"), "pp")


def test_another_dealer_may_deal() -> None:
    asked: list[State] = []

    def generous(state: State, draws: Draws) -> Action:
        asked.append(state)
        assert draws.bits() == Draws(5, CHANCE, len(asked) - 1).bits()
        return state.legal_actions[-1]

    table = Table(kuhn(), [None, None], seed=5, dealer=generous)
    assert table.run() == Kuhn(("K", "Q"))
    assert asked == [Kuhn(), Kuhn(("K",))]


def test_a_persons_decisions_take_no_draws_of_others() -> None:
    whole = played(RECORDS["smile"])
    mixed = Table(RECORDS["smile"], [bots.random, None, bots.random, None], seed=SEED)
    for action in whole.actions:
        if mixed.state.actor in (1, 3):
            mixed.play(action)
        else:
            mixed.step()
    assert mixed.record == whole


@EACH_GAME
def test_an_illegal_action_changes_nothing(record: Record[AnyState]) -> None:
    """Undone actions can still be redone."""
    table = full_table(record)
    for _ in range(3):
        table.step()
    undone = table.undo()
    before, state = table.record, table.state
    with pytest.raises(IllegalAction):
        table.play(smile.Bid("z"))
    assert (table.record, table.state) == (before, state)
    assert table.redo() == undone
    table.run()
    assert table.record == played(record)


# Information states


@EACH_GAME
def test_information_state_has_each_step_as_the_seat_saw_it(record: Record[AnyState]) -> None:
    table = full_table(record)
    seen = {seat: [Sight((), table.view(seat))] for seat in range(record.start.seats)}
    while step := table.step():
        for seat, sights in seen.items():
            events = tuple(event.seen_by(seat) for event in step.events)
            action = step.before.redact(step.action, seat)
            sights.append(Sight(events, table.view(seat), action))
            assert table.information_state(seat) == tuple(sights)
    table.undo()
    assert table.information_state(0) == tuple(seen[0][:-1])


def test_information_state_hides_what_others_hold() -> None:
    table = Table(kuhn(), [None, None], dealer=None)
    assert table.play(Deal("J")).events == (Dealt(0, "J"),)
    table.play(Deal("K"))
    hidden = Hidden(Deal)
    seen: list[tuple[Observer, tuple[str | None, ...]]]
    seen = [(0, ("J", None)), (1, (None, "K")), (SPECTATOR, (None, None))]
    for observer, cards in seen:
        first, second, third = table.information_state(observer)
        assert first == Sight((), Kuhn().view(observer), None)
        assert second.events == (Dealt(0, cards[0]),)
        assert third.events == (Dealt(1, cards[1]),)
        assert second.action == (Deal("J") if cards[0] else hidden)
        assert third.action == (Deal("K") if cards[1] else hidden)
        assert third.view.cards == table.view(observer).cards == cards
    other = Table(kuhn(), [None, None], dealer=None)
    other.play(Deal("J"))
    other.play(Deal("Q"))
    assert other.information_state(0) == table.information_state(0)
    assert other.information_state(1) != table.information_state(1)


@EACH_GAME
def test_a_missing_seat_has_no_information_state(record: Record[AnyState]) -> None:
    with pytest.raises(ValueError, match="no seat"):
        full_table(record).information_state(record.start.seats)
    with pytest.raises(ValueError, match="no seat"):
        full_table(record).view(record.start.seats)


@EACH_GAME
def test_versions_are_equal_when_an_observer_has_seen_the_same(record: Record[AnyState]) -> None:
    """Of every moment of some plays, for every observer; and different when not."""
    observers: list[Observer] = [None, SPECTATOR, *range(record.start.seats)]
    for observer in observers:
        versions: dict[str, tuple[Sight[View], ...]] = {}
        stories: list[tuple[tuple[Sight[View], ...], str]] = []
        for seed in range(6):
            table = full_table(record, seed=seed)
            going = True
            while going:
                story, version = table.information_state(observer), table.version(observer)
                stories.append((story, version))
                assert versions.setdefault(version, story) == story
                going = table.step() is not None
        assert all(one == other for a, one in stories for b, other in stories if a == b)
        assert len(versions) < len(stories)


@EACH_GAME
def test_a_version_outlasts_copies_restarts_and_undo(record: Record[AnyState]) -> None:
    table = full_table(record)
    table.run()
    version = table.version(0)
    table.undo()
    assert table.version(0) != version
    earlier = table.version(0)
    table.redo()
    again = Table(replace(record, steps=table.record.steps), [None] * record.start.seats)
    if record.game is smile.GAME:
        assert copy.deepcopy(table).version(0) == version
        again = Table(read(table.record.to_text()), [None] * record.start.seats)
    assert again.version(0) == table.version(0) == version
    while again.record.actions:
        again.undo()
    assert again.version(0) == full_table(record).version(0) != earlier


def test_a_client_gets_what_it_lacks_or_the_whole_play() -> None:
    """The whole play when its sights are none, too many, or those of a play that was undone."""
    table = full_table(some_smile())
    table.run()
    whole, now = table.information_state(1), table.now
    for count in range(1, len(whole) + 1):
        assert now.since(1, count, now.version(1, count)) == whole[count:]
        assert now.since(0, count, now.version(1, count)) == table.information_state(0)
    table.undo()
    short = table.information_state(1)
    for known in ((len(whole), now.version(1)), (0, ""), (-1, ""), (len(short), now.version(1))):
        assert table.now.since(1, *known) == short


def test_the_first_sights_have_a_version_too() -> None:
    """It is that of the table after the actions that led to them."""
    table, versions = full_table(some_smile()), list[str]()
    going = True
    while going:
        versions.append(table.version(1))
        going = table.step() is not None
    now = table.now
    assert [now.version(1, count) for count in range(1, len(versions) + 1)] == versions
    for count in (0, -1, len(versions) + 1):
        with pytest.raises(ValueError, match=f"there are 1 to {len(versions)} sights, not {count}"):
            now.version(1, count)


def test_the_version_of_a_secret_deal_is_that_of_its_observer() -> None:
    """Other seats can't tell which card was dealt."""
    jack, queen = (Table(kuhn(), [None, None], dealer=None) for _ in range(2))
    jack.play(Deal("J"))
    queen.play(Deal("Q"))
    assert jack.version(0) != queen.version(0)
    assert jack.version(1) == queen.version(1)
    assert jack.version(SPECTATOR) == queen.version(SPECTATOR)
    with pytest.raises(ValueError, match="no seat"):
        jack.version(2)


# Another player on a seat


def test_a_new_table_has_another_player_on_a_seat() -> None:
    table = Table(some_smile(), [None, *[bots.random] * 3], seed=SEED)
    table.run()
    table.play(table.state.legal_actions[0])
    table.run()
    count, kept = len(table.record.steps), table.record
    joined = table.seated(2, None, "Eva").seated(0, bots.random, "a bot")
    assert joined.record.seats == ("a bot", "Bob", "Eva", "Dan")
    assert joined.record.extra == {"x-seated": [[count, 2, "Cyd"], [count, 0, "Ann"]]}
    assert [bot is None for bot in joined.bots] == [False, False, True, False]
    assert joined.run().actor == 2
    assert joined.record.actions[:count] == kept.actions
    assert read(joined.record.to_text()) == joined.record
    assert (table.record, table.bots[0]) == (kept, None)


@pytest.mark.parametrize(
    ("seat", "name", "problem"),
    [
        (4, "Eva", "seat: there are seats 0 to 3, not 4"),
        (-1, "Eva", "seat: there are seats 0 to 3, not -1"),
        (1, "a\nb", "name: a name has no control or direction characters"),
        (1, "\u202eb", "name: a name has no control or direction characters"),
        (1, "\ud800", "name: a name has no control or direction characters"),
        (1, "e" * 201, "name: a name has at most 200 characters, not 201"),
    ],
)
def test_a_wrong_seat_or_name_is_refused(seat: int, name: str, problem: str) -> None:
    with pytest.raises(InvalidData, match=problem):
        full_table(some_smile()).seated(seat, None, name)


def test_names_of_all_languages_are_allowed() -> None:
    for name in (
        "Zo\u00eb",
        "\u674e",
        "\u0645\u06cc\u200c\u062e\u0648",
        "\U0001f469\u200d\U0001f680",
    ):
        assert full_table(some_smile()).seated(1, None, name).record.seats[1] == name


def test_the_bots_of_a_table_are_not_assigned() -> None:
    table = full_table(some_smile())
    with pytest.raises(AttributeError):
        table.bots = ()  # type: ignore[misc]  # as somebody without a type checker may write


# Undo and redo


def test_a_seat_undoes_to_its_own_last_decision() -> None:
    table = full_table(some_smile())
    table.run()
    record = table.record
    for seat in (2, 0, 2):
        before = len(table.record.steps)
        count = table.undo_to(seat)
        assert table.state.actor == seat
        assert len(table.record.steps) == before - count
        later = record.steps[before - count + 1 : before]
        assert all(step.before.actor != seat for step in later)
    assert table.run() == record.final


@EACH_GAME
def test_who_has_decided_nothing_has_nothing_to_undo(record: Record[AnyState]) -> None:
    table = full_table(record)
    seat = record.start.seats
    while table.state.actor == CHANCE:
        table.step()
    first, second = table.state.actor, 1 - cast("int", table.state.actor)
    table.step()
    count = len(table.record.steps)
    for other in (second, seat, -1):
        with pytest.raises(NothingToUndo, match=f"seat {other} has decided nothing"):
            table.undo_to(other)
    assert len(table.record.steps) == count
    assert table.undo_to(cast("int", first)) == 1
    with pytest.raises(NothingToUndo):
        table.undo_to(cast("int", first))


@EACH_GAME
def test_undo_goes_back_to_the_start_and_redo_to_the_end(record: Record[AnyState]) -> None:
    table = full_table(record)
    assert table.undo() is None
    assert table.redo() is None
    plays = [table.record]
    while table.step():
        plays.append(table.record)
    actions = table.record.actions
    for number in reversed(range(len(actions))):
        assert table.undo() == actions[number]
        assert table.record == plays[number]
        assert table.state == plays[number].final
    assert table.undo() is None
    assert (table.record, table.state) == (record, record.start)
    for number, action in enumerate(actions, 1):
        assert table.can_redo
        assert table.redo() == action
        assert table.record == plays[number]
    assert not table.can_redo
    assert table.redo() is None
    assert table.record == plays[-1]


@EACH_GAME
@pytest.mark.parametrize("back", [1, 3, 7, 1000], ids=str)
def test_after_undo_the_same_play_is_played_again(record: Record[AnyState], back: int) -> None:
    """The counts of decisions are undone too, so bots and chance decide as before."""
    table = full_table(record)
    table.run()
    for _ in range(back):
        table.undo()
    table.run()
    assert table.record == played(record)


@EACH_GAME
@pytest.mark.parametrize(("back", "forward"), [(1, 1), (5, 3), (8, 7)], ids=str)
def test_after_redo_the_play_continues_with_the_same_actions(
    record: Record[AnyState], back: int, forward: int
) -> None:
    table = full_table(record)
    for _ in range(9):
        table.step()
    for _ in range(back):
        table.undo()
    for _ in range(forward):
        table.redo()
    table.run()
    assert table.record == played(record)


def test_a_new_action_discards_undone_actions() -> None:
    table = Table(kuhn(DEALT), [None, bots.last])
    table.play(PASS)
    table.step()
    table.undo()
    table.undo()
    table.play(BET)
    assert table.redo() is None
    table.undo()
    assert table.redo() == BET
    table.step()
    table.undo()
    table.step()
    assert table.redo() is None
    assert [str(action) for action in table.record.actions] == ["bet", "bet"]


def test_undone_actions_are_redone_in_order() -> None:
    table = Table(kuhn(DEALT), [None, None])
    for action in (PASS, BET, PASS):
        table.play(action)
    assert [table.undo(), table.undo()] == [PASS, BET]
    assert [table.redo(), table.redo(), table.redo()] == [BET, PASS, None]


# Bots


class Faulty:
    """A random bot that raises an error at its second decision, after it has drawn."""

    def __init__(self, fault: Callable[[], Action]) -> None:
        self.fault = fault
        self.asked = 0

    def __call__(self, turn: Turn[Any]) -> Action:
        self.asked += 1
        if self.asked == 2:
            turn.draws.bits()
            return self.fault()
        return bots.random(turn)


def interrupt() -> Action:
    raise KeyboardInterrupt


def crash() -> Action:
    raise ZeroDivisionError


@EACH_GAME
@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (lambda: smile.Bid("z"), IllegalAction),
        (lambda: cast("Action", None), IllegalAction),
        (lambda: cast("Action", "pass"), IllegalAction),
        (crash, ZeroDivisionError),
        (interrupt, KeyboardInterrupt),
    ],
    ids=["illegal", "nothing", "a text", "crash", "interrupt"],
)
def test_a_bot_that_fails_changes_nothing(
    record: Record[AnyState], fault: Callable[[], Action], error: type[BaseException]
) -> None:
    """The play can go on, with the same draws."""
    whole = played(record)
    faulty = Faulty(fault)
    table = Table(record, [faulty, *[bots.random] * (record.start.seats - 1)], seed=SEED)
    with pytest.raises(error):
        table.run()
    stopped = table.record.actions
    assert table.state.actor == 0
    assert stopped == whole.actions[: len(stopped)]
    table.run()
    assert table.record == whole
    assert faulty.asked > 2


def test_undone_actions_can_be_redone_after_a_bot_has_failed() -> None:
    table = Table(kuhn(DEALT), [Faulty(crash), bots.first])
    table.step()
    undone = table.undo()
    with pytest.raises(ZeroDivisionError):
        table.step()
    assert table.redo() == undone is not None


def test_a_dealer_that_fails_changes_nothing() -> None:
    faults: list[Callable[[], Action]] = [crash, lambda: BET, lambda: cast("Action", None)]

    def careless(state: State, draws: Draws) -> Action:
        if faults:
            draws.bits()
            return faults.pop()()
        return deal(state, draws)

    table = Table(kuhn(), [bots.random] * 2, seed=SEED, dealer=careless)
    for error in (IllegalAction, IllegalAction, ZeroDivisionError):
        with pytest.raises(error):
            table.step()
    assert table.record == kuhn()
    table.run()
    assert table.record == played(kuhn())


@EACH_GAME
def test_a_bot_gets_the_turn_of_its_seat(record: Record[AnyState]) -> None:
    seats: list[int] = []

    def listening(turn: Turn[Any]) -> Action:
        seats.append(turn.seat)
        assert table.state.actor == turn.seat
        assert turn.view == table.view(turn.seat)
        assert turn.legal_actions == table.state.legal_actions
        assert turn.information_state() == table.information_state(turn.seat)
        return bots.random(turn)

    table = full_table(record, listening)
    table.run()
    assert set(seats) == set(range(record.start.seats))
    assert table.record == played(record)


def test_the_turn_of_a_person_is_available() -> None:
    table = Table(kuhn(DEALT), [None, None], seed=5)
    for _ in range(2):
        turn = table.turn(0)
        assert (turn.seat, turn.view) == (0, DEALT.view(0))
        assert turn.legal_actions == (PASS, BET)
        assert turn.draws.bits() == Draws(5, "seat 0").bits()
    table.play(PASS)
    table.play(BET)
    assert table.turn(0).draws.bits() == Draws(5, "seat 0", 1).bits()


def test_the_turn_of_a_seat_that_does_not_decide_has_no_actions() -> None:
    """What another seat can do may tell its hand; what was seen is there."""
    table = Table(kuhn(DEALT), [None, None])
    assert table.turn(1).legal_actions == ()
    assert len(table.turn(1).information_state()) == 1
    table.play(PASS)
    assert [table.turn(seat).legal_actions for seat in range(2)] == [(), (PASS, BET)]


def test_a_turn_is_frozen() -> None:
    turn = Table(kuhn(DEALT), [None, None]).turn(0)
    for name in ("seat", "view", "legal_actions", "draws", "information_state", "sample"):
        with pytest.raises(AttributeError):
            setattr(turn, name, 1)
    assert turn.seat == 0


def test_the_information_state_of_an_old_turn_does_not_grow() -> None:
    table = Table(kuhn(DEALT), [None, None])
    turn = table.turn(0)
    table.play(PASS)
    assert len(turn.information_state()) == 1
    assert len(table.turn(0).information_state()) == 2


def reachable(thing: object) -> Iterator[object]:
    """Return the object and everything in its public attributes and items."""
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
def test_no_public_attribute_of_a_turn_leads_to_a_state(record: Record[AnyState]) -> None:
    looked: list[int] = []

    def looking(turn: Turn[Any]) -> Action:
        for root in (turn, turn.information_state()):
            for found in reachable(root):
                looked.append(1)
                assert not isinstance(found, Kuhn | smile.State | Table | Record | Step)
        return bots.first(turn)

    table = full_table(record, looking)
    table.run()
    assert len(looked) > 20
    assert any(isinstance(found, Kuhn | smile.State) for found in reachable(table))


def test_a_turn_has_the_information_state_of_its_seat_only() -> None:
    learnt: list[Sight[Any]] = []

    def curious(turn: Turn[Any]) -> Action:
        for name in ("seat", "information_state"):
            with suppress(AttributeError):
                setattr(turn, name, 1 - turn.seat if name == "seat" else None)
        ask = cast("Callable[..., tuple[Sight[Any], ...]]", turn.information_state)
        for args in ((), (1,)):
            with suppress(TypeError):
                learnt.extend(ask(*args))
        return bots.last(turn)

    Table(kuhn(DEALT), [curious, bots.last]).run()
    assert learnt
    assert {sight.view.observer for sight in learnt} == {0}


# The streams of draws


def test_each_actor_has_draws_of_its_own() -> None:
    streams = Streams(7)
    assert streams.seed == 7
    purposes: dict[Actor, str] = {CHANCE: "chance", 0: "seat 0", 3: "seat 3"}
    for actor, purpose in purposes.items():
        for decision in (0, 5):
            found = streams.draws(actor, decision)
            assert found.bits() == Draws(7, purpose, decision).bits()
    with pytest.raises(ValueError, match="a seed is a whole number"):
        Streams(-1)


def test_a_bot_samples_from_what_its_seat_sees() -> None:
    found: set[tuple[str, ...]] = set()

    def guessing(turn: Turn[Kuhn]) -> Action:
        for _ in range(20):
            state = turn.sample(turn.draws)
            assert state.view(turn.seat) == turn.view
            found.add(state.cards)
        return bots.last(turn)

    Table(kuhn(DEALT), [guessing, bots.last]).run()
    assert found == {("J", "Q"), ("J", "K")}


# The driver


@pytest.mark.parametrize("keep_events", [True, False])
@EACH_GAME
def test_a_play_is_the_same_with_or_without_events(
    record: Record[AnyState], *, keep_events: bool
) -> None:
    table = full_table(record)
    decide = decide_by([bots.random] * record.start.seats, SEED)
    play = Play(record.start, decide, keep_events=keep_events)
    assert play.now.last is None
    early = play.advance()
    assert early is not None
    assert early.step(-1) == table.step()
    while (now := play.advance()) is not None:
        step = table.step()
        assert step is not None
        assert (now.last, now.state, play.state) == (step.action, step.after, step.after)
        assert now.step(-1) == step
    assert table.step() is None
    now = play.now
    assert now.steps == table.record.steps
    assert play.actions == now.actions == table.record.actions
    decided = Counter(step.before.actor for step in now.steps)
    assert decided == {actor: now.decisions(actor) for actor in decided}
    for observer in (None, SPECTATOR, *range(record.start.seats)):
        assert now.sights(observer) == table.information_state(observer)
        assert early.sights(observer) == table.information_state(observer)[:2]
    with pytest.raises(ValueError, match="no seat"):
        now.sights(record.start.seats)


def test_a_play_without_events_creates_none_before_they_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []
    dealt = Dealt.__init__

    def counted(self: Dealt, seat: int, card: str | None) -> None:
        made.append(f"{seat}")
        dealt(self, seat, card)

    monkeypatch.setattr(Dealt, "__init__", counted)
    play = Play(Kuhn(), decide_by([bots.first] * 2, SEED), keep_events=False)
    while play.advance() is not None:
        pass
    assert made == []
    assert str(play.now.step(0).events[0]).startswith("seat 0 is dealt ")
    assert made == ["0"]


def test_a_play_yields_its_steps_until_a_person_decides() -> None:
    play = Play(Kuhn(), decide_by([None, bots.last], SEED))
    assert [step.before.actor for step in play] == [CHANCE, CHANCE]
    assert play.advance() is None
    play.carry_out(PASS)
    assert [str(step.action) for step in play] == ["bet"]
    with pytest.raises(IllegalAction):
        play.carry_out(Deal("J"))
    assert len(play.actions) == 4


@pytest.mark.parametrize("keep_events", [True, False])
def test_an_undone_action_is_removed_from_all_sights(*, keep_events: bool) -> None:
    play = Play(DEALT, decide_by([None, None], SEED), keep_events=keep_events)
    assert play.undo() is None
    play.carry_out(BET)
    assert play.undo() == BET  # which nobody has seen
    play.carry_out(PASS)
    before = play.now.sights(0)
    play.carry_out(BET)
    later = play.now
    assert len(later.sights(0)) == len(later.sights(1)) == 3
    assert [later.decisions(seat) for seat in (0, 1)] == [1, 1]
    assert play.undo() == BET
    now = play.now
    assert (now.state, now.actions, now.sights(0)) == (Kuhn(("J", "K"), "p"), (PASS,), before)
    assert [now.decisions(seat) for seat in (0, 1)] == [1, 0]
    play.carry_out(PASS)
    assert play.now.sights(0)[-1].view.done == "pp"
    assert play.now.step(1).action == PASS
    assert (later.step(1).action, later.sights(0)[-1].view.done) == (BET, "pb")


@pytest.mark.parametrize("keep_events", [True, False])
def test_another_play_from_the_start_has_nothing_of_the_undone_one(*, keep_events: bool) -> None:
    play = Play(DEALT, decide_by([None, None], SEED), keep_events=keep_events)
    play.carry_out(BET)
    play.carry_out(PASS)
    assert [str(sight.action) for sight in play.now.sights(0)] == ["None", "bet", "pass"]
    play.undo()
    assert [str(step.action) for step in play.now.undone] == ["pass"]
    play.undo()
    assert [str(step.action) for step in play.now.undone] == ["bet", "pass"]
    play.carry_out(PASS)
    assert [str(sight.action) for sight in play.now.sights(0)] == ["None", "pass"]
    assert play.now.undone == ()


def test_undone_steps_that_nobody_has_read_can_be_read() -> None:
    play = Play(DEALT, decide_by([None, None], SEED), keep_events=False)
    for action in (PASS, BET):
        play.carry_out(action)
    play.undo()
    assert play.now.undone == (DEALT.apply(PASS).step(BET),)


def test_steps_can_be_added_to_a_play() -> None:
    whole = played(kuhn())
    play = Play(Kuhn(), decide_by([bots.random] * 2, SEED), keep_events=False)
    play.add(whole.steps[:3])
    assert (play.state, play.actions) == (whole.steps[2].after, whole.actions[:3])
    while play.advance() is not None:
        pass
    assert play.now.steps == whole.steps


def test_bots_are_asked_by_the_given_function() -> None:
    asked: list[tuple[Bot, int]] = []

    def asking(bot: Bot, turn: Turn[Any]) -> Action:
        asked.append((bot, turn.seat))
        return PASS

    play = Play(DEALT, decide_by([bots.first, bots.last], SEED, asking=asking))
    assert len(list(play)) == 2
    assert asked == [(bots.first, 0), (bots.last, 1)]


# The number of runs of the rules


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often the rules of Smile carry out an action."""
    counts: Counter[str] = Counter()
    carry_out = smile.State._carry_out

    def counted(self: smile.State, action: smile.Action, tell: Tell[smile.Event]) -> smile.State:
        counts[str(action)] += 1
        return carry_out(self, action, tell)

    monkeypatch.setattr(smile.State, "_carry_out", counted)
    return counts


def test_the_rules_are_run_once_for_each_action(runs: Counter[str]) -> None:
    """At a table, and when a record is read from text. Steps, sights, undo and redo run nothing."""
    table = full_table(some_smile(), lambda turn: (turn.information_state(), bots.random(turn))[1])
    table.run()
    actions = Counter(map(str, table.record.actions))
    assert actions.total() > 15
    assert runs == actions
    runs.clear()
    record = table.record
    line = record.to_text()
    assert len(record.steps) == actions.total()
    for observer in (None, SPECTATOR, 0, 3):
        assert record.seen_by(observer) == table.information_state(observer)
    assert record.redacted(SPECTATOR)
    for _ in range(5):
        table.undo()
    for _ in range(3):
        table.redo()
    assert record.undo().actions == record.actions[:-1]
    assert runs == {}
    assert read(line).seen_by(0) == record.seen_by(0)
    assert runs == actions
    runs.clear()
    table.run()
    assert runs == Counter(map(str, record.actions[-2:]))


def test_a_play_without_events_runs_the_rules_once_too(runs: Counter[str]) -> None:
    """And once more for each step that is read."""
    play = Play(some_smile().start, decide_by([bots.random] * 4, SEED), keep_events=False)
    while play.advance() is not None:
        pass
    actions = Counter(map(str, play.actions))
    assert runs == actions
    for observer in (0, 1, 2):
        play.now.sights(observer)
    assert runs == actions + actions


def test_a_table_has_its_dealer() -> None:
    begun = begin(GAME, {}, ["a", "b"])
    assert Table(begun, [None, None]).dealer is deal
    assert Table(begun, [None, None], dealer=None).dealer is None
