"""Tests of Smile as numbers: an example by hand, the view restored from numbers, their limits."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies import smile
from fireflies.contract import SPECTATOR, Observer
from fireflies.smile import fast
from fireflies.smile.box.options import read_options
from fireflies.smile.play.tensors import of
from fireflies.tensors import Tensors
from tests.helpers import numbers_by_feature
from tests.smile.plays import play, random_options

SMALL: Final[Mapping[str, object]] = {
    "players": 3,
    "auctions": 2,
    "beads": 2,
    "box": ["1", "2 red", "-1 blue", "2 red", "4", "1"],
}
"""Six cards of four kinds: in order -1 blue, 1, 2 red, 4."""

seeds = st.integers(0, 2**32)


def tensors(options: Mapping[str, object]) -> Tensors[smile.View]:
    """Return the tensors of a game with these options."""
    return of(read_options(options))


def observed(encoder: Tensors[smile.View], view: smile.View) -> dict[str, list[int]]:
    """Return the observation of a view, by feature."""
    return numbers_by_feature(encoder.observe(view), encoder.observation)


def test_the_actions_of_a_seat_are_numbered_by_slot() -> None:
    """Bids come first, then back-outs."""
    encoder = tensors({"players": 4})
    assert " ".join(map(str, encoder.actions)) == (
        "bid a bid b bid c bid d back-out a back-out b back-out c back-out d"
    )


def test_each_different_card_in_play_has_one_number() -> None:
    encoder = tensors({**SMALL, "box": ["1", "2 red", "-1 blue", "2 red", "4", "1", "0 IV"]})
    assert list(map(str, encoder.chance_actions)) == [
        *("reveal -1 blue", "reveal 1", "reveal 2 red", "reveal 4")
    ]


def test_an_observation_by_hand() -> None:
    """Three cards are on offer, seat 0 has bid on the first, and seat 1 looks."""
    state = smile.GAME.set_up(SMALL).start
    for text in ("reveal 1", "reveal 2 red", "reveal -1 blue", "bid a"):
        state = state.apply(smile.read_action(text))
    assert observed(tensors(SMALL), state.view(1)) == {
        "seat": [0, 1, 0],
        "actor": [0, 1, 0, 0],
        "auction": [1],
        "starting_player": [1, 0, 0],
        "in_auction": [1, 1, 1],
        "row": [*(1, 0, 0, 0), *(0, 1, 0, 0), *(0, 0, 1, 0)],
        "values": [-1, 1, 2],
        "beads": [1, 0, 0],
        "hidden": [1, 0, 1],
        "clear": [0, 2, 0],
        "blue": [0, 0, 0],
        "fronts": [0] * 12,
        "supply": [29, 5],
        "discarded": [0, 0, 0, 0],
        "undealt": [0, 1, 1, 1],
    }


def test_the_referee_has_no_seat_and_the_end_has_no_actor() -> None:
    encoder, state = tensors(SMALL), smile.GAME.set_up(SMALL).start
    assert observed(encoder, state.view())["seat"] == [0, 0, 0]
    assert observed(encoder, state.view(SPECTATOR))["seat"] == [0, 0, 0]
    assert observed(encoder, state.view(SPECTATOR))["hidden"] == [1, 1, 1]
    assert observed(encoder, state.view(2))["actor"] == [0, 0, 0, 1]
    while state.legal_actions:
        state = state.apply(state.legal_actions[-1])
    assert observed(encoder, state.view(2))["actor"] == [0, 0, 0, 0]
    assert observed(encoder, state.view(2))["hidden"] == [0, 0, 0]


def position_of(numbers: Sequence[int], encoder: Tensors[smile.View], kinds: Sequence[str]) -> str:
    """Return the one-line position, made from these numbers alone."""
    found = numbers_by_feature(numbers, encoder.observation)
    seats, count = len(found["seat"]), len(kinds)

    def cards(counts: Sequence[int]) -> str:
        return ",".join(kind for kind, n in zip(kinds, counts, strict=True) for _ in range(n))

    def counted(name: str, place: int) -> list[int]:
        return found[name][place * count : (place + 1) * count]

    deciding = found["actor"][:-1]
    first = (deciding if any(deciding) else found["starting_player"]).index(1)
    clockwise = [*range(first, seats), *range(first)]
    row = [
        f"{'abcde'[slot]}:{cards(counted('row', slot))}" + (f"*{beads}" if beads else "")
        for slot, beads in enumerate(found["beads"])
        if any(counted("row", slot))
    ]
    hands = [
        ("?" if found["hidden"][seat] else f"{found['clear'][seat]}+{found['blue'][seat]}")
        + (f":{front}" if (front := cards(counted("fronts", seat))) else "")
        for seat in range(seats)
    ]
    fields = (
        *map(str, (*found["auction"], found["starting_player"].index(1))),
        "".join(str(seat) for seat in clockwise if found["in_auction"][seat]),
        ",".join(row),
        "/".join(hands),
        "+".join(map(str, found["supply"])),
        cards(found["discarded"]),
        cards(found["undealt"]),
    )
    return " ".join(field or "-" for field in fields)


def short(action: object) -> str:
    """Return the card of a reveal as a position has it."""
    value, *marks = str(action).removeprefix("reveal ").split()
    return value + "".join(mark if mark in {"IV", "V"} else mark[0] for mark in marks)


@given(seeds)
def test_an_observation_has_the_whole_view_and_nothing_else(seed: int) -> None:
    chooser = Random(seed)
    options = random_options(chooser)
    encoder = tensors(options)
    kinds = list(map(short, encoder.chance_actions))
    for state, _ in play(options, chooser):
        seat: Observer = chooser.choice([None, SPECTATOR, *range(state.seats)])
        view = state.view(seat)
        numbers = encoder.observe(view)
        assert position_of(numbers, encoder, kinds) == view.position
        found = numbers_by_feature(numbers, encoder.observation)
        assert found["seat"] == [int(other == seat) for other in range(state.seats)]
        actors = [*range(state.seats), "chance"]
        assert [actors[n] for n, one in enumerate(found["actor"]) if one] == (
            [] if state.actor is None else [state.actor]
        )
        assert sum(found["beads"]) == sum(offer.beads for offer in state.row)
        values = [offer.card.value for offer in state.row]
        assert sorted(filter(None, found["values"])) == sorted(filter(None, values))


@pytest.mark.long
@given(seeds)
def test_every_number_of_a_play_is_within_its_limits(seed: int) -> None:
    """Of any box and any observer, packed or not."""
    chooser = Random(seed)
    options = random_options(chooser)
    encoder, packed = tensors(options), fast.set_up(options).start
    for state, action in play(options, chooser):
        for seat in (None, SPECTATOR, *range(state.seats)):
            numbers = encoder.observe(state.view(seat))
            assert numbers == encoder.observe(packed.view(seat))
            for feature, found in zip(
                encoder.observation,
                numbers_by_feature(numbers, encoder.observation).values(),
                strict=True,
            ):
                assert feature.lowest <= min(found)
                assert max(found) <= feature.highest, feature
        if action is not None:
            packed = packed.apply(action)


@pytest.mark.parametrize(
    ("options", "supply", "values"),
    [
        # 6 of 35 clear beads are dealt, and two auctions have up to 4 loans.
        (SMALL, (1, 29), (-1, 4)),
        # All 35 are dealt; the ten auctions of five players may want 40 more.
        ({"players": 5, "beads": 7}, (-40, 5), (-5, 6)),
        # A slot without a card is 0, which may be the highest or the lowest.
        ({**SMALL, "box": ["-1"] * 6}, (1, 29), (-1, 0)),
        ({**SMALL, "box": ["2"] * 6}, (1, 29), (0, 2)),
    ],
)
def test_some_limits_by_hand(
    options: Mapping[str, object], supply: tuple[int, int], values: tuple[int, int]
) -> None:
    limits = {f.name: (f.lowest, f.highest) for f in tensors(options).observation}
    assert (limits["supply"], limits["values"]) == (supply, values)


@pytest.mark.long
def test_the_limits_are_reached() -> None:
    """Random plays reach each limit, so that none is too wide.

    The exceptions are the most beads on a card and in a hand: these limits are as if all beads and
    all loans came to one place.
    """
    chooser = Random(3)
    reached: set[tuple[str, str]] = set()
    for _ in range(100):
        options = random_options(chooser)
        encoder = tensors(options)
        at_first = observed(encoder, smile.GAME.set_up(options).start.view())
        ends = {feature.name: feature.highest for feature in encoder.observation}
        assert max(at_first["supply"]) == ends["supply"], "it never grows"
        for state, _ in play(options, chooser):
            found = observed(encoder, state.view(chooser.choice([None, *range(state.seats)])))
            for feature in encoder.observation:
                if max(found[feature.name]) == feature.highest:
                    reached.add((feature.name, "highest"))
                if min(found[feature.name]) == feature.lowest:
                    reached.add((feature.name, "lowest"))
    names = [feature.name for feature in tensors({}).observation]
    missed = {(name, end) for name in names for end in ("lowest", "highest")} - reached
    assert missed == {("beads", "highest"), ("clear", "highest"), ("blue", "highest")}


@given(seeds)
def test_every_action_of_a_play_has_a_number_and_is_seen_by_all(seed: int) -> None:
    chooser = Random(seed)
    options = random_options(chooser)
    encoder = tensors(options)
    assert len(set(encoder.actions)) == len(encoder.actions)
    assert len(set(encoder.chance_actions)) == len(encoder.chance_actions)
    assert encoder.redacted_actions == ()
    for state, action in play(options, chooser):
        known = encoder.actions if isinstance(state.actor, int) else encoder.chance_actions
        assert set(state.legal_actions) <= set(known)
        if action is not None:
            for observer in (SPECTATOR, *range(state.seats)):
                assert state.step(action).seen_by(observer).action == action


def test_a_setup_has_its_tensors() -> None:
    for game in (smile.GAME, fast.GAME):
        made = game.set_up({"players": 4}).tensors
        assert made is not None
        assert (made().actions, made().observation) == (
            tensors({"players": 4}).actions,
            tensors({"players": 4}).observation,
        )
