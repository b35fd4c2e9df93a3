"""The generator, against its description and the published algorithms."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies._typing import override
from fireflies.chance import SEEDS, Draws, mix

TWO_64: Final = 2**64
GOLDEN_GAMMA: Final = 0x9E3779B97F4A7C15
PUBLISHED_SPLITMIX64: Final = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
"""The first outputs of SplitMix64 from the seed 0."""
PUBLISHED_FNV1A: Final = {
    "": 0xCBF29CE484222325,
    "a": 0xAF63DC4C8601EC8C,
    "foobar": 0x85944171F73967E8,
}
"""64-bit FNV-1a hashes from its authors' test vectors."""

seeds = st.integers(0, TWO_64 - 1)


def splitmix64(state: int) -> Iterator[int]:
    """SplitMix64 as its paper has it: a state that steps by the golden gamma, and a finalizer."""
    while True:
        state = (state + GOLDEN_GAMMA) % TWO_64
        z = state
        z = (z ^ (z // 2**30)) * 0xBF58476D1CE4E5B9 % TWO_64
        z = (z ^ (z // 2**27)) * 0x94D049BB133111EB % TWO_64
        yield z ^ (z // 2**31)


def fnv1a(text: str) -> int:
    """FNV-1a as its authors have it."""
    found = 14695981039346656037
    for octet in text.encode("utf-8"):
        found = (found ^ octet) * 1099511628211 % TWO_64
    return found


class Scripted(Draws):
    """Draws that are what the test says."""

    def __init__(self, *draws: int) -> None:
        """Draw these, one after the other."""
        super().__init__(0, "test")
        self.script = list(draws)

    @override
    def bits(self) -> int:
        """The next of them."""
        return self.script.pop(0)


class Placed(Draws):
    """Draws that always fall on one place, and remember below what."""

    def __init__(self, place: int) -> None:
        """Fall on this place."""
        super().__init__(0, "test")
        self.place = place
        self.limits: list[int] = []

    @override
    def below(self, limit: int) -> int:
        """The place."""
        self.limits.append(limit)
        return self.place


def test_this_test_knows_the_published_algorithms() -> None:
    """The reference in this file gives the published outputs."""
    assert list(islice(splitmix64(0), 3)) == PUBLISHED_SPLITMIX64
    assert {text: fnv1a(text) for text in PUBLISHED_FNV1A} == PUBLISHED_FNV1A


def test_mix_is_the_finalizer_of_splitmix64() -> None:
    """Multiples of the golden gamma give SplitMix64's outputs from the seed 0."""
    assert [mix(n * GOLDEN_GAMMA % TWO_64) for n in (1, 2, 3)] == PUBLISHED_SPLITMIX64
    assert mix(0) == 0


def test_the_hash_of_a_purpose_is_fnv1a() -> None:
    """From the seed 0, which mixes to 0, a purpose's decisions are SplitMix64 from its hash."""
    for text, value in PUBLISHED_FNV1A.items():
        firsts = [Draws(0, text, decision).bits() for decision in range(3)]
        assert firsts == list(islice(splitmix64(value), 3))


@given(seeds, st.text(max_size=12), st.integers(0, 20))
def test_draws_are_the_documented_function(seed: int, purpose: str, decision: int) -> None:
    """Decisions count on from the purpose's hash and the seed, draws from the decision's first."""
    start = fnv1a(purpose) ^ mix(seed)
    first = next(islice(splitmix64(start), decision, None))
    draws = Draws(seed, purpose, decision)
    assert [draws.bits() for _ in range(4)] == [first, *islice(splitmix64(first), 3)]


@given(seeds, st.text(max_size=12), st.integers(0, 2**64))
def test_a_late_decision_is_found_without_the_ones_before(
    seed: int, purpose: str, decision: int
) -> None:
    """However many decisions there were, the next one needs only their number."""
    place = (fnv1a(purpose) ^ mix(seed)) + (decision + 1) * GOLDEN_GAMMA
    assert Draws(seed, purpose, decision).bits() == mix(place % TWO_64)


def test_the_first_decision_is_the_one_that_is_not_named() -> None:
    """Decisions are counted from 0."""
    assert Draws(3, "chance").bits() == Draws(3, "chance", 0).bits() != Draws(3, "chance", 1).bits()


def test_a_draw_depends_on_no_other_purpose_seed_or_decision() -> None:
    """Whatever is drawn for others in between, the draws of a decision are the same."""
    alone = Draws(7, "chance", 2)
    expected = [alone.bits() for _ in range(5)]
    draws = Draws(7, "chance", 2)
    others = [Draws(7, "seat 0", 2), Draws(8, "chance", 2), Draws(7, "chance", 1)]
    found: list[int] = []
    apart: list[int] = []
    for turn in range(5):
        apart += [other.bits() for other in others for _ in range(turn)]
        found.append(draws.bits())
    assert found == expected
    assert len({*found, *apart}) == 5 + 3 * 10


def test_every_kind_of_choice_takes_one_draw() -> None:
    """After any of them the next draw is the next one of the decision."""
    plain = Draws(1, "chance", 4)
    bits = [plain.bits() for _ in range(5)]
    draws = Draws(1, "chance", 4)
    assert draws.bits() == bits[0]
    assert draws.below(10) == bits[1] * 10 // TWO_64
    assert draws.choose("abcdef") == "abcdef"[bits[2] * 6 // TWO_64]
    assert draws.weigh([("x", 5), ("y", 5)]) == "xy"[bits[3] * 2 // TWO_64]
    assert draws.bits() == bits[4]


@pytest.mark.parametrize("seed", [0, 1, TWO_64 - 1], ids=str)
def test_seeds_at_the_ends_are_taken(seed: int) -> None:
    """Every whole number of 64 bits is a seed."""
    assert seed in SEEDS
    assert 0 <= Draws(seed, "chance").bits() < TWO_64


@pytest.mark.parametrize("seed", [True, False, 1.0, -1, TWO_64, "7", None], ids=repr)
def test_other_seeds_are_refused(seed: int) -> None:
    """Nothing that only looks like a whole number of 64 bits is a seed."""
    with pytest.raises(ValueError, match="seed") as caught:
        Draws(seed, "chance")
    assert str(caught.value) == f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}"


@pytest.mark.parametrize("limit", [1, 2, 3, 10, 2**63 + 1, TWO_64 - 1, TWO_64], ids=str)
def test_below_reaches_from_zero_to_its_limit(limit: int) -> None:
    """The smallest draw gives 0, the greatest the number before the limit."""
    draws = Scripted(0, TWO_64 - 1)
    assert draws.below(limit) == 0
    assert draws.below(limit) == limit - 1


@given(st.integers(1, 2**20), st.data())
def test_below_gives_every_number_an_equal_part(limit: int, data: st.DataObject) -> None:
    """A number's part of all draws begins where that number of equal parts end."""
    number = data.draw(st.integers(0, limit - 1))
    begin, end = -(-number * TWO_64 // limit), -(-(number + 1) * TWO_64 // limit)
    draws = Scripted(begin, end - 1)
    assert draws.below(limit) == draws.below(limit) == number
    assert TWO_64 // limit <= end - begin <= TWO_64 // limit + 1
    assert Scripted(begin - 1).below(limit) == number - 1 if number else begin == 0


@given(seeds)
def test_below_all_is_the_draw_itself(seed: int) -> None:
    """Below 2**64 nothing is lost; below 1 there is only 0."""
    assert Draws(seed, "chance").below(TWO_64) == Draws(seed, "chance").bits()
    assert Draws(seed, "chance").below(1) == 0


@pytest.mark.parametrize("limit", [0, -1, TWO_64 + 1], ids=str)
def test_impossible_limits_are_refused(limit: int) -> None:
    """Below such a limit there is nothing to draw, and nothing is drawn."""
    draws = Draws(0, "chance")
    with pytest.raises(ValueError, match="limit") as caught:
        draws.below(limit)
    assert str(caught.value) == f"a limit is a whole number from 1 to 2**64, not {limit}"
    assert draws.bits() == Draws(0, "chance").bits()


def test_choose_has_one_place_for_each_thing() -> None:
    """Things are chosen by their place, each with the same part."""
    assert [Placed(place).choose("abc") for place in range(3)] == ["a", "b", "c"]
    placed = Placed(0)
    placed.choose("abc")
    assert placed.limits == [3]


@pytest.mark.parametrize("weights", [[], [("a", 0)], [("a", 0), ("b", 0)]], ids=len)
def test_nothing_can_be_chosen_from_nothing(weights: Sequence[tuple[str, int]]) -> None:
    """Without things, or where none has any weight, there is no choice."""
    draws = Draws(0, "chance")
    with pytest.raises(ValueError, match=r"a limit is .*, not 0"):
        draws.weigh(weights)
    with pytest.raises(ValueError, match=r"a limit is .*, not 0"):
        draws.choose([])
    assert draws.bits() == Draws(0, "chance").bits()


@given(st.lists(st.integers(0, 6), min_size=1, max_size=8).filter(any))
def test_weigh_respects_the_weights_exactly(weights: list[int]) -> None:
    """Of as many places as the weights add up to, a thing has as many as its weight."""
    weighted = list(enumerate(weights))
    found: Counter[int] = Counter()
    for place in range(sum(weights)):
        draws = Placed(place)
        found[draws.weigh(weighted)] += 1
        assert draws.limits == [sum(weights)]
    assert found == Counter(dict(weighted))
