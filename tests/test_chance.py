"""Tests of the random numbers, compared with their description and the published algorithms."""

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice, permutations
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fireflies import chance
from fireflies._typing import override
from fireflies.chance import COMPILED, SEEDS, Draws, mix, scale

TWO_64: Final = 2**64
GOLDEN_GAMMA: Final = 0x9E3779B97F4A7C15
PUBLISHED_SPLITMIX64: Final = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
"""The first outputs of SplitMix64 from the seed 0."""
STARTS: Final = {
    (0, "chance"): 0x19DF28A29A631BAD,
    (7, "seat 0"): 0x0109E4EF1C9DD660,
    (TWO_64 - 1, "anything else, \xe9 too"): 0x53E2BCA2B7DAA907,
}
"""By seed and purpose, the first 16 digits that ``printf 'SEED PURPOSE' | sha256sum`` prints."""

seeds = st.integers(0, TWO_64 - 1)


def splitmix64(state: int) -> Iterator[int]:
    """Yield the numbers of SplitMix64: a state that steps by the golden gamma, and a finalizer."""
    while True:
        state = (state + GOLDEN_GAMMA) % TWO_64
        z = state
        z = (z ^ (z // 2**30)) * 0xBF58476D1CE4E5B9 % TWO_64
        z = (z ^ (z // 2**27)) * 0x94D049BB133111EB % TWO_64
        yield z ^ (z // 2**31)


def start_of(seed: int, purpose: str) -> int:
    """Return ``start`` of the description."""
    return int(sha256(f"{seed} {purpose}".encode()).hexdigest()[:16], 16)


class Scripted(Draws):
    """Draws that return given bits in order."""

    def __init__(self, *draws: int) -> None:
        super().__init__(0, "test")
        self.script = list(draws)

    @override
    def bits(self) -> int:
        return self.script.pop(0)


class Placed(Draws):
    """Draws whose ``below`` returns a fixed value and stores its limit."""

    def __init__(self, place: int) -> None:
        super().__init__(0, "test")
        self.place = place
        self.limits: list[int] = []

    @override
    def below(self, limit: int) -> int:
        self.limits.append(limit)
        return self.place


def test_the_reference_gives_published_outputs() -> None:
    """The hashes are those that ``sha256sum`` prints."""
    assert list(islice(splitmix64(0), 3)) == PUBLISHED_SPLITMIX64
    assert {of: start_of(*of) for of in STARTS} == STARTS


def test_mix_is_the_finalizer_of_splitmix64() -> None:
    """Multiples of the golden gamma give SplitMix64's outputs from the seed 0."""
    assert [mix(n * GOLDEN_GAMMA % TWO_64) for n in (1, 2, 3)] == PUBLISHED_SPLITMIX64
    assert mix(0) == 0


@pytest.mark.parametrize("of", STARTS, ids=str)
def test_decisions_are_counted_from_the_hash_of_seed_and_purpose(of: tuple[int, str]) -> None:
    """Their first draws are the outputs of SplitMix64 from that hash on."""
    firsts = [Draws(*of, decision).bits() for decision in range(3)]
    assert firsts == list(islice(splitmix64(STARTS[of]), 3))


@given(seeds, st.text(max_size=12), st.integers(0, 20))
def test_draws_are_the_documented_function(seed: int, purpose: str, decision: int) -> None:
    first = next(islice(splitmix64(start_of(seed, purpose)), decision, None))
    draws = Draws(seed, purpose, decision)
    assert [draws.bits() for _ in range(4)] == [first, *islice(splitmix64(first), 3)]


@given(seeds, st.text(max_size=12), st.integers(0, 2**64))
def test_a_late_decision_is_found_without_the_ones_before(
    seed: int, purpose: str, decision: int
) -> None:
    place = start_of(seed, purpose) + (decision + 1) * GOLDEN_GAMMA
    assert Draws(seed, purpose, decision).bits() == mix(place % TWO_64)


# Draws reveal nothing about other draws.


def fnv1a(text: str) -> int:
    """Return the FNV-1a hash, which earlier versions used for purposes."""
    found = 0xCBF29CE484222325
    for octet in text.encode():
        found = (found ^ octet) * 0x100000001B3 % TWO_64
    return found


def unmixed(z: int) -> int:
    """Return the inverse of ``mix``, whose steps can all be inverted."""
    z ^= (z >> 31) ^ (z >> 62)
    z = z * pow(0x94D049BB133111EB, -1, TWO_64) % TWO_64
    z ^= (z >> 27) ^ (z >> 54)
    z = z * pow(0xBF58476D1CE4E5B9, -1, TWO_64) % TWO_64
    return z ^ (z >> 30) ^ (z >> 60)


def attacked(draw: int, purpose: str, decision: int) -> int:
    """Return chance's first draw, computed from a draw of a seat; earlier versions allowed it."""
    start = (unmixed(draw) - (decision + 1) * GOLDEN_GAMMA) % TWO_64
    mixed_seed = start ^ fnv1a(purpose)
    return mix((fnv1a("chance") ^ mixed_seed) + GOLDEN_GAMMA & (TWO_64 - 1))


def old_draw(seed: int, purpose: str) -> int:
    """Return the first draw of a purpose by the algorithm of earlier versions."""
    return next(splitmix64(fnv1a(purpose) ^ mix(seed)))


@given(seeds)
def test_mix_can_be_inverted(number: int) -> None:
    """So a draw reveals the number from which its decisions are counted."""
    assert unmixed(mix(number)) == mix(unmixed(number)) == number


@given(seeds, st.integers(0, 4))
def test_the_draws_of_a_seat_do_not_reveal_those_of_chance(seed: int, seat: int) -> None:
    """The attack works only on earlier versions."""
    purpose = f"seat {seat}"
    assert attacked(old_draw(seed, purpose), purpose, 0) == old_draw(seed, "chance")
    draw = Draws(seed, purpose).bits()
    assert attacked(draw, purpose, 0) != Draws(seed, "chance").bits()
    # The draw only reveals the start of the seat's own decisions, which is a hash.
    start = (unmixed(draw) - GOLDEN_GAMMA) % TWO_64
    assert start == start_of(seed, purpose)


def test_the_default_decision_is_0() -> None:
    assert Draws(3, "chance").bits() == Draws(3, "chance", 0).bits() != Draws(3, "chance", 1).bits()


def test_a_draw_depends_on_no_other_purpose_seed_or_decision() -> None:
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
    plain = Draws(1, "chance", 4)
    bits = [plain.bits() for _ in range(5)]
    draws = Draws(1, "chance", 4)
    assert draws.bits() == bits[0]
    assert draws.below(10) == bits[1] * 10 // TWO_64
    assert draws.choose("abcdef") == "abcdef"[bits[2] * 6 // TWO_64]
    assert draws.choose_weighted([("x", 5), ("y", 5)]) == "xy"[bits[3] * 2 // TWO_64]
    assert draws.bits() == bits[4]


@pytest.mark.parametrize("seed", [0, 1, TWO_64 - 1], ids=str)
def test_the_lowest_and_the_highest_seed_are_accepted(seed: int) -> None:
    assert seed in SEEDS
    assert 0 <= Draws(seed, "chance").bits() < TWO_64


@pytest.mark.parametrize("seed", [True, False, 1.0, -1, TWO_64, "7", None], ids=repr)
def test_other_seeds_are_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="seed") as caught:
        Draws(seed, "chance")
    assert str(caught.value) == f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}"


@pytest.mark.skipif(COMPILED, reason="compiled code does not look up the replaced function")
def test_the_hash_of_a_seed_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes are slow, and a play needs the same few. The 257th seed of a purpose clears them."""
    hashed: list[bytes] = []

    def counted(text: bytes) -> object:
        hashed.append(text)
        return sha256(text)

    monkeypatch.setattr(chance, "sha256", counted)
    for _ in range(2):
        for seed in range(256):
            assert Draws(seed, "once").bits() == mix(
                (start_of(seed, "once") + GOLDEN_GAMMA) % TWO_64
            )
        Draws(0, "once more")
    assert hashed == [*(f"{seed} once".encode() for seed in range(256)), b"0 once more"]
    Draws(256, "once")
    for seed in (256, 0, 0):
        Draws(seed, "once")
    assert hashed[257:] == [b"256 once", b"0 once"]


@pytest.mark.parametrize("limit", [1, 2, 3, 10, 2**63 + 1, TWO_64 - 1, TWO_64], ids=str)
def test_below_reaches_from_zero_to_its_limit(limit: int) -> None:
    draws = Scripted(0, TWO_64 - 1)
    assert draws.below(limit) == 0
    assert draws.below(limit) == limit - 1


@given(st.integers(1, 2**20), st.data())
def test_below_gives_every_number_an_equal_part(limit: int, data: st.DataObject) -> None:
    """The part of each number begins where that of the number before it ends."""
    number = data.draw(st.integers(0, limit - 1))
    begin, end = -(-number * TWO_64 // limit), -(-(number + 1) * TWO_64 // limit)
    draws = Scripted(begin, end - 1)
    assert draws.below(limit) == draws.below(limit) == number
    assert TWO_64 // limit <= end - begin <= TWO_64 // limit + 1
    assert Scripted(begin - 1).below(limit) == number - 1 if number else begin == 0


@given(seeds)
def test_below_2_to_the_64_is_the_draw_itself(seed: int) -> None:
    """Below 2**64, the draw is not changed; below 1, the result is 0."""
    assert Draws(seed, "chance").below(TWO_64) == Draws(seed, "chance").bits()
    assert Draws(seed, "chance").below(1) == 0


@pytest.mark.parametrize("limit", [0, -1, TWO_64 + 1], ids=str)
def test_impossible_limits_are_refused(limit: int) -> None:
    draws = Draws(0, "chance")
    with pytest.raises(ValueError, match="limit") as caught:
        draws.below(limit)
    assert str(caught.value) == f"a limit is a whole number from 1 to 2**64, not {limit}"
    assert draws.bits() == Draws(0, "chance").bits()


def test_choose_has_one_place_for_each_thing() -> None:
    assert [Placed(place).choose("abc") for place in range(3)] == ["a", "b", "c"]
    placed = Placed(0)
    placed.choose("abc")
    assert placed.limits == [3]


@pytest.mark.parametrize("weights", [[], [("a", 0)], [("a", 0), ("b", 0)]], ids=len)
def test_a_choice_needs_things_and_a_weight(weights: Sequence[tuple[str, int]]) -> None:
    draws = Draws(0, "chance")
    with pytest.raises(ValueError, match=r"a limit is .*, not 0"):
        draws.choose_weighted(weights)
    with pytest.raises(ValueError, match=r"a limit is .*, not 0"):
        draws.choose([])
    assert draws.bits() == Draws(0, "chance").bits()


@given(st.lists(st.integers(0, 6), min_size=1, max_size=8).filter(any))
def test_a_weighted_choice_respects_the_weights_exactly(weights: list[int]) -> None:
    weighted = list(enumerate(weights))
    found: Counter[int] = Counter()
    for place in range(sum(weights)):
        draws = Placed(place)
        found[draws.choose_weighted(weighted)] += 1
        assert draws.limits == [sum(weights)]
    assert found == Counter(dict(weighted))


def test_sample_gives_each_selection_equally_often() -> None:
    """Order counts; the given list does not change."""
    things = ["a", "b", "c", "d"]
    found = Counter[tuple[str, ...]]()
    for one in range(4):
        for two in range(3):
            draws = Scripted(-(-one * TWO_64 // 4), -(-two * TWO_64 // 3))
            found[tuple(draws.sample(things, 2))] += 1
            assert draws.script == []
    assert found == Counter(permutations(things, 2))
    assert things == ["a", "b", "c", "d"]
    assert Scripted().sample(things, 0) == []
    with pytest.raises(ValueError, match=r"a limit is .*, not 0"):
        Draws(0, "chance").sample(things, 5)


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**30))
@example(2**64 // 3 + 1, 3)  # the lowest word that gives 1: by the carry of the lower half
def test_scale_is_the_highest_half_of_the_product(word: int, limit: int) -> None:
    signed = word - 2**64 if word >> 63 else word  # as compiled code has it
    assert scale(word if not COMPILED else signed, limit) == word * limit >> 64
    assert scale(signed, limit) == word * limit >> 64


def test_a_subclass_with_other_bits_is_used_below_any_limit() -> None:
    assert Scripted(2**63).below(10) == 5
    assert Scripted(2**63).below(2**40) == 2**39
    assert Draws(1, "test").below(10) == Draws(1, "test").bits() * 10 >> 64
