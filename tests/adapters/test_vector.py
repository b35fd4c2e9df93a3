"""Tests of many games at once: each is the play of a table, and wrong input changes nothing."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

from fireflies import games, record, smile
from fireflies.adapters import vector
from fireflies.adapters.vector import Buffers, Vector
from fireflies.contract import InvalidOptions, State
from fireflies.errors import InvalidData, UnknownGame, UnusableGame
from fireflies.games import Game, Setup
from fireflies.record import begin
from fireflies.smile.play.beliefs import recall
from fireflies.table import Table
from tests import kuhn as kuhn_poker
from tests.adapters import pages

SEED: Final = 20
VARIANTS: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "kuhn": ("kuhn", {}),
    "smile, three": ("smile", {}),
    "smile, five": ("smile", {"players": 5, "utility": "score"}),
    "smile, equal cards": ("smile", {"auctions": 20, "box": ["1", "2 red", "-2 white"] * 20}),
    "smile, forced": ("smile", {"players": 4, "skip_forced": True}),
    "smile, no choice": (
        "smile",
        {"beads": 0, "auctions": 1, "box": list("123"), "skip_forced": True},
    ),
    "festival": ("festival", {"box": "small", "turns": 3, "skip_forced": True}),
    "misbehavin": ("misbehavin", {"turns": 2, "utility": "score"}),
}
EACH: Final = pytest.mark.parametrize("variant", VARIANTS)


def random_actions(batch: Vector, chooser: np.random.Generator) -> list[int]:
    """Return a legal action for each game."""
    return [int(chooser.choice(np.flatnonzero(row))) for row in batch.buffers.mask]


def table_of(name: str, options: Mapping[str, Any], seed: int) -> Table[State]:
    """Return the table of an episode, at its first decision."""
    game = games.get(name)
    setup = game.set_up(options)
    names = [f"player_{seat}" for seat in range(setup.start.seats)]
    table = Table(begin(game, setup.options, names), [None] * setup.start.seats, seed=seed)
    table.run()
    return table


def skip(table: Table[State]) -> None:
    """Carry out all decisions that leave no choice."""
    while len(legal := table.state.legal_actions) == 1:
        table.play(legal[0])
        table.run()


class Follower:
    """Plays an episode of a batch at a table too, and compares the two."""

    def __init__(self, batch: Vector, game: int, name: str, given: Mapping[str, Any]) -> None:
        self.batch, self.game, self.name = batch, game, name
        self.skips = given.get("skip_forced", False)
        self.utility = given.get("utility", "win")
        own = {key: it for key, it in given.items() if key not in {"skip_forced", "utility"}}
        self.options = games.get(name).parse_arguments(own)
        self.tensors = games.get(name).set_up(self.options).tensors
        self.begin(0)

    def begin(self, episode: int) -> None:
        """Begin an episode; a play without any choice is not skipped."""
        self.episode = episode
        self.table = self.fresh()
        if self.skips:
            skip(self.table)
            if self.table.state.actor is None:
                self.table = self.fresh()
        self.compare()

    def fresh(self) -> Table[State]:
        seed = vector.seed(SEED, self.game, self.episode)
        return table_of(self.name, self.options, seed)

    def compare(self) -> None:
        """The seat that decides, what it sees, and its legal actions are those of the table."""
        state, buffers = self.table.state, self.batch.buffers
        assert self.tensors is not None
        assert buffers.observation is not None
        tensors = self.tensors()
        assert buffers.seat[self.game] == state.actor
        assert isinstance(state.actor, int)
        seen = tensors.observe(self.table.view(state.actor))
        assert tuple(buffers.observation[self.game]) == seen
        marked = [tensors.actions[number] for number in np.flatnonzero(buffers.mask[self.game])]
        assert {*marked} == {*state.legal_actions}
        if len(self.table.now.actions) % 20 == 0:  # a record is played again each time
            assert self.batch.record(self.game) == self.table.record

    def follow(self, action: int) -> None:
        """Play the action that the batch has played, and compare what came of it."""
        buffers = self.batch.buffers
        self.table.play(self.batch.actions[action])
        self.table.run()
        if self.skips:
            skip(self.table)
        outcome = self.table.state.outcome
        assert buffers.done[self.game] == (outcome is not None)
        if outcome is None:
            assert not buffers.reward[self.game].any()
            self.compare()
            return
        wanted = outcome.returns if self.utility == "win" else outcome.scores
        assert [*buffers.reward[self.game]] == [np.float32(it) for it in wanted]
        finished = self.batch.record(self.game, self.episode)
        assert finished == self.table.record
        assert record.read(finished.to_text()).final.outcome == outcome
        self.begin(self.episode + 1)


@EACH
@pytest.mark.usefixtures("kuhn")
def test_each_episode_is_the_play_of_its_table(variant: str) -> None:
    name, given = VARIANTS[variant]
    batch = vector.make(name, games=3, seed=SEED, **given)
    followers = [Follower(batch, game, name, given) for game in range(3)]
    chooser = np.random.default_rng(1)
    while batch.episodes.min() < 2:
        actions = random_actions(batch, chooser)
        assert batch.step(actions) is batch.buffers
        for follower, action in zip(followers, actions, strict=True):
            follower.follow(action)
    assert [*batch.episodes] == [follower.episode for follower in followers]


def test_the_seed_of_an_episode_is_a_hash_of_three_numbers() -> None:
    wanted = hashlib.blake2b(b"7 12 3", digest_size=8).hexdigest()
    assert f"{vector.seed(7, 12, 3):016x}" == wanted
    assert len({vector.seed(a, b, c) for a in (1, 11) for b in (1, 11) for c in (1, 11)}) == 8


def test_the_numbers_of_actions_are_those_of_the_tensors() -> None:
    batch = vector.make("smile", games=1, seed=0, players=4)
    assert [str(action) for action in batch.actions] == [
        *(f"bid {slot}" for slot in "abcd"),
        *(f"back-out {slot}" for slot in "abcd"),
    ]
    assert sum(feature.size for feature in batch.features) == len(arrays(batch.buffers)[0][0])


def test_scaled_numbers_are_divided_by_their_typical_figures_except_categories() -> None:
    plain = vector.make("misbehavin", games=4, seed=3, turns=4)
    scaled = vector.make("misbehavin", games=4, seed=3, turns=4, scale=True)
    chooser = np.random.default_rng(2)
    kinds = set()
    for _ in range(60):
        actions = random_actions(plain, chooser)
        whole, parts = plain.step(actions).observation, scaled.step(actions).observation
        assert whole is not None
        assert parts is not None
        at = 0
        for feature in plain.features:
            here = slice(at, at := at + feature.size)
            by = 1 if feature.kind == "category" else feature.typical
            assert np.array_equal(parts[:, here], (whole[:, here] / by).astype(np.float32))
            kinds |= {feature.kind} if whole[:, here].any() else set()
    assert kinds == {"flag", "count", "category"}


@pytest.mark.parametrize("name", ["smile", "kuhn"])
@pytest.mark.usefixtures("kuhn")
def test_nothing_is_observed_where_nothing_is_asked_for(name: str) -> None:
    """The plays are the same."""
    batch = vector.make(name, games=2, seed=1, observe=None)
    assert batch.buffers.observation is None
    assert batch.features == ()
    plain = vector.make(name, games=2, seed=1)
    for _ in range(12):
        actions = random_actions(plain, np.random.default_rng())
        plain.step(actions)
        assert batch.step(actions).observation is None
        assert np.array_equal(batch.buffers.mask, plain.buffers.mask)
        assert batch.record(0) == plain.record(0)


@pytest.mark.parametrize("players", [3, 5])
def test_every_hand_of_smile_can_be_recalled(players: int) -> None:
    """What a seat has counted from all that it has seen comes after what it sees now."""
    batch = vector.make("smile", games=1, seed=SEED, players=players, recall=True)
    assert [feature.name for feature in batch.features[-2:]] == ["recalled_clear", "recalled_blue"]
    chooser = np.random.default_rng(9)
    start = begin(smile.GAME, {"players": players}, [*"abcde"[:players]])
    table = Table(start, [None] * players, seed=vector.seed(SEED, 0, 0))
    table.run()
    was_short = False
    while not batch.episodes[0]:
        seat = int(batch.buffers.seat[0])
        hands = recall(table.turn(seat)).unpack().players
        numbers = [*[it.clear for it in hands], *[it.blue for it in hands]]
        assert [*arrays(batch.buffers)[0][0][-2 * players :]] == numbers
        was_short = was_short or any(it.blue for it in hands)
        (action,) = random_actions(batch, chooser)
        table.play(batch.actions[action])
        table.run()
        batch.step([action])
    assert was_short


@pytest.mark.parametrize("observe", ["full", "egocentric"])
def test_plain_states_recall_the_same(
    stand_in: Callable[[Game[Any]], str], observe: vector.Observe
) -> None:
    """Recalled hands are turned and scaled as what is seen."""

    def set_up(given: Mapping[str, object]) -> Setup[smile.State]:
        return replace(smile.set_up(given), batch=None)

    plain = stand_in(replace(smile.GAME, name="kuhn", set_up=set_up))
    one, other = (
        vector.make(name, games=2, seed=4, observe=observe, recall=True, scale=True)
        for name in (plain, "smile")
    )
    chooser = np.random.default_rng(9)
    for _ in range(40):
        actions = random_actions(one, chooser)
        assert equal(one.step(actions), other.step(actions))
    seen = arrays(other.buffers)[0][0]
    own = int(other.buffers.seat[0]) if observe == "full" else 0
    starts = dict(
        zip(
            [feature.name for feature in other.features],
            np.cumsum([0, *[feature.size for feature in other.features]]),
            strict=False,
        )
    )
    assert seen[starts["recalled_clear"] + own] == seen[starts["clear"] + own]


def arrays(buffers: Buffers) -> list[Any]:
    """Return the arrays of a batch that observes."""
    return [*buffers]


def equal(one: Buffers, other: Buffers) -> bool:
    """Return whether all numbers are equal."""
    return all(map(np.array_equal, arrays(one), arrays(other)))


def fresh(batch: Vector) -> Buffers:
    """Return arrays of the same shapes and types, full of other numbers."""
    return Buffers(*map(np.ones_like, arrays(batch.buffers)))


def test_a_caller_owns_the_arrays() -> None:
    """Those of the batch may be the caller's, and so may those of one step."""
    plain = vector.make("smile", games=3, seed=1)
    mine = fresh(plain)
    batch = vector.make("smile", games=3, seed=1, buffers=mine)
    assert batch.buffers is mine
    chooser = np.random.default_rng(4)
    for _ in range(80):
        actions = random_actions(plain, chooser)
        plain.step(actions)
        other = fresh(plain)
        before = Buffers(*map(np.copy, arrays(mine)))
        assert batch.step(np.array(actions, np.uint8), other) is other
        assert equal(other, plain.buffers)
        assert equal(mine, before)
        other.mask[:] = True  # what the caller writes changes no game
    assert plain.episodes.any()


WRONG: Final[Mapping[str, tuple[Callable[[Vector], object], str]]] = {
    "no number": (lambda _: [0, 6], r"actions\[1\]: a number from 0 to 5 is wanted, not 6"),
    "below 0": (lambda _: [-1, 0], r"actions\[0\]: a number from 0 to 5 is wanted, not -1"),
    "illegal": (lambda _: [0, 1], r"actions\[1\]: 1 is illegal in game 1: smile\.bid\.lowest-card"),
    "too many": (lambda _: [0, 0, 0], "actions: 2 whole numbers .*int64 with the shape .3,"),
    "one": (lambda _: 0, r"actions: 2 whole numbers .* the shape \(\)"),
    "floats": (lambda _: [0.0, 0.0], "actions: 2 whole numbers .* not an array of float64"),
    "flags": (lambda _: [False, True], "actions: .* not an array of bool"),
    "words": (lambda _: ["0", "0"], "actions: 2 whole numbers"),
    "ragged": (lambda _: [[0], [0, 0]], "actions: 2 whole numbers"),
    "too large": (lambda _: np.array([2**63, 0], np.uint64), r"actions\[0\]: a number from 0 to 5"),
    "nothing": (lambda _: None, "actions: 2 whole numbers"),
}


def test_an_illegal_action_names_the_clause_also_where_states_are_plain() -> None:
    batch = vector.make("festival", games=1, seed=5, turns=3)
    illegal = int(np.flatnonzero(~batch.buffers.mask[0])[0])
    with pytest.raises(InvalidData, match=rf"^actions\[0\]: {illegal} is illegal in game 0: fest"):
        batch.step([illegal])


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_actions_change_no_game(wrong: str) -> None:
    actions, message = WRONG[wrong]
    batch = vector.make("smile", games=2, seed=5, starting_player=0)
    twin = vector.make("smile", games=2, seed=5, starting_player=0)
    with pytest.raises(InvalidData, match=f"^{message}"):
        batch.step(actions(batch))
    assert [str(batch.record(game)) for game in (0, 1)] == [
        str(twin.record(game)) for game in (0, 1)
    ]
    assert equal(batch.buffers, twin.buffers)
    assert equal(batch.step([0, 0]), twin.step([0, 0]))


def test_wrong_arrays_change_no_game() -> None:
    batch = vector.make("smile", games=2, seed=5)
    good = fresh(batch)
    locked = np.zeros(2, np.bool_)
    locked.flags.writeable = False
    wrong: list[tuple[object, str]] = [
        (good._replace(mask=good.mask[:1]), r"mask: an array of bool .*\(2, 6\) .* \(1, 6\)"),
        (good._replace(seat=good.seat.astype(np.int8)), "seat: an array of int64 .* one of int8"),
        (good._replace(reward=[[0] * 3] * 2), r"reward: .* not \[\[0, 0, 0"),  # type: ignore[arg-type]  # it is wrong
        (good._replace(observation=None), "observation: an array of int32 .* not None"),
        (good._replace(done=locked), "done: an array is wanted that can be written"),
        ((1, 2), "observation: an array of int32"),
    ]
    for buffers, message in wrong:
        with pytest.raises(InvalidData, match=rf"^buffers\.{message}"):
            batch.step([0, 0], buffers)  # type: ignore[arg-type]  # it is wrong
    assert len(batch.record(0).actions) == len(batch.record(1).actions) == 3
    with pytest.raises(InvalidData, match=r"^buffers\.observation: .* one of int32 with"):
        vector.make("smile", games=1, seed=5, buffers=good)
    blind = vector.make("smile", games=2, seed=5, observe=None)
    with pytest.raises(InvalidData, match=r"^buffers\.observation: None is wanted"):
        blind.step([0, 0], good)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"games": 0}, "games: a whole number from 1 to"),
        ({"games": 2.0}, r"games: .* not 2\.0"),
        ({"seed": -1}, "seed: a whole number from 0 to 18446744073709551615 is wanted, not -1"),
        ({"seed": True}, "seed: .* not True"),
        ({"observe": "all"}, "observe: 'all' is none of: full"),
        ({"recall": True, "observe": None}, "recall: False is wanted, since nothing is observed"),
        ({"utility": "points"}, "utility: 'points' is none of: win, score"),
    ],
)
def test_wrong_arguments_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidData, match=f"^{message}"):
        vector.make("smile", **{"games": 1, "seed": 0, **given})


def test_wrong_games_and_options_are_refused() -> None:
    with pytest.raises(InvalidData, match=r"^recall: festival has no features that seats can rec"):
        vector.make("festival", games=1, seed=0, recall=True)
    with pytest.raises(UnknownGame):
        vector.make("chess", games=1, seed=0)
    with pytest.raises(InvalidOptions, match="players"):
        vector.make("smile", games=1, seed=0, players=9)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [((-1, 0, 0), "seed: "), ((0, -1, 0), "game: "), ((0, 0, -1), "episode: ")],
)
def test_there_is_no_seed_for_negative_numbers(numbers: tuple[int, ...], message: str) -> None:
    with pytest.raises(InvalidData, match=f"^{message}"):
        vector.seed(*numbers)


def test_only_the_current_episode_and_the_last_one_have_a_record(kuhn: str) -> None:
    batch = vector.make(kuhn, games=2, seed=1)
    for episode in (1, -1):
        with pytest.raises(InvalidData, match=r"^episode: a whole number from 0 to 0 is wanted"):
            batch.record(0, episode)
    for game in (2, -1):
        with pytest.raises(InvalidData, match=r"^game: a whole number from 0 to 1 is wanted"):
            batch.record(game)
    while batch.episodes[0] < 5:
        batch.step(random_actions(batch, np.random.default_rng(0)))
    assert batch.record(0, 4).final.outcome is not None
    with pytest.raises(InvalidData, match=r"^episode: a whole number from 4 to 5 is wanted, not 3"):
        batch.record(0, 3)
    assert len(batch._kept) <= 3 * 2 * 2  # at most three actions, two episodes, and their overlap


def test_a_play_without_a_decision_is_refused(
    stand_in: Callable[[Game[Any]], str],
) -> None:
    """Chance alone would play for ever."""
    setup = kuhn_poker.GAME.set_up({})
    over = setup.start
    while over.actor is not None:
        over = over.apply(over.legal_actions[0])
    ended = replace(kuhn_poker.GAME, set_up=lambda _: replace(setup, start=over))
    with pytest.raises(UnusableGame, match="a play can end before a seat decides"):
        vector.make(stand_in(ended), games=1, seed=0)


def test_the_page_runs() -> None:
    assert pages.run("vector.rst")["batch"].episodes.any()


@pytest.mark.parametrize("name", ["smile", "festival", "misbehavin", "kuhn"])
@pytest.mark.usefixtures("kuhn")
def test_the_seat_that_decides_is_seat_0_in_an_egocentric_observation(name: str) -> None:
    """Each player's numbers come after those of the one before, from the seat that decides."""
    plain = vector.make(name, games=4, seed=8)
    batch = vector.make(name, games=4, seed=8, observe="egocentric")
    chooser = np.random.default_rng(3)
    differed = 0
    for _ in range(40):
        actions = random_actions(plain, chooser)
        whole, turned = arrays(plain.step(actions))[0], arrays(batch.step(actions))[0]
        seats, at = plain.buffers.reward.shape[1], 0
        for feature in plain.features:
            for game, seat in enumerate(plain.buffers.seat):
                one = whole[game, at : at + feature.size].reshape(feature.shape)
                other = turned[game, at : at + feature.size].reshape(feature.shape)
                if feature.names_seats:
                    one = np.where(one == 0, 0, (one - 1 - seat) % seats + 1)
                for axis in feature.by_seat:
                    extra = [*range(seats, one.shape[axis])]
                    order = [(seat + n) % seats for n in range(seats)] + extra
                    one = one.take(order, axis)
                assert np.array_equal(one, other), feature
                differed += int(bool(seat) and feature.by_seat != () and one.any())
            at += feature.size
        assert np.array_equal(plain.buffers.mask, batch.buffers.mask)
    assert differed
    own = [feature.name for feature in plain.features if feature.by_seat or feature.names_seats]
    assert len(own) == {"smile": 7, "festival": 16, "misbehavin": 23, "kuhn": 2}[name]


def test_hands_in_an_egocentric_observation_of_smile() -> None:
    """The own beads come first, wherever the player sits; the flag of its seat stays in place."""
    batch = vector.make("smile", games=1, seed=8, observe="egocentric", starting_player=2)
    (seen,) = arrays(batch.buffers)[0]
    at = {}
    place = 0
    for feature in batch.features:
        at[feature.name] = place
        place += feature.size
    assert [*seen[at["seat"] :][:3]] == [0, 0, 1]
    assert [*seen[at["actor"] :][:4]] == [1, 0, 0, 0]
    assert [*seen[at["hidden"] :][:3]] == [0, 1, 1]
    assert seen[at["clear"]] > 0 == seen[at["clear"] + 2]
