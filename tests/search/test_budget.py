"""Tests of budgets: a number of rollouts, or seconds."""

import pytest

from fireflies.search import CLOCK, Budget, read_budget
from fireflies.search.budget import MOST_ROLLOUTS


class Ticks:
    """A clock that advances by a fixed time each time it is read."""

    def __init__(self, step: float) -> None:
        self.step, self.looks = step, 0

    def __call__(self) -> float:
        self.looks += 1
        return self.looks * self.step


def test_no_rollout_begins_after_the_seconds() -> None:
    """The first always begins; the time starts with the call."""
    clock = Ticks(0.125)
    assert [*read_budget("0.5s", clock).spend()] == [0, 0.25, 0.5, 0.75]
    assert [*read_budget("0.001s", clock).spend()] == [0]
    opened = read_budget("0.5s", clock).spend()
    clock.looks += 3
    assert [*opened] == [0]
    assert len([*Budget(3, 60.0, clock).spend()]) == 3


def test_a_number_of_rollouts_does_not_read_the_clock() -> None:
    clock = Ticks(1000.0)
    assert [*read_budget("4", clock).spend()] == [0, 0.25, 0.5, 0.75]
    assert clock.looks == 0
    assert read_budget("7", clock) == Budget(7, None, clock)
    assert read_budget("0.5s", clock) == Budget(MOST_ROLLOUTS, 0.5, clock)


@pytest.mark.parametrize(
    ("text", "rollouts", "seconds"),
    [
        *(("1", 1, None), ("400", 400, None), ("007", 7, None), ("1000000", 1_000_000, None)),
        *(("0.5s", 1_000_000, 0.5), ("60s", 1_000_000, 60.0), ("0.000001s", 1_000_000, 1e-6)),
    ],
)
def test_budgets_are_read(text: str, rollouts: int, seconds: float | None) -> None:
    assert read_budget(text) == Budget(rollouts, seconds, CLOCK)


@pytest.mark.parametrize(
    "text",
    [
        *("", "0", "000", "-3", "+3", "4.5", "1e3", "1_000", "0x10", "abc", " 4", "4 ", "4\n", "٤"),
        *("s", "0s", "0.0s", "-1s", "1e9999s", "nans", "nan s", "infs", ".5s", "5.s", "0.5 s"),
        *("0,5s", "1ss", "0.5", "60.1s", "1000001", "9" * 5000, "9" * 5000 + "s", "4:5"),
    ],
)
def test_an_invalid_budget_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match=r"^a budget is a number of rollouts") as caught:
        read_budget(text)
    message = str(caught.value)
    assert "\n" not in message
    assert "like 400 or 0.5s" in message
    assert len(message) < 350


def test_the_message_ends_with_the_invalid_budget() -> None:
    with pytest.raises(ValueError, match=r"like 400 or 0\.5s, not 'much'$"):
        read_budget("much")
