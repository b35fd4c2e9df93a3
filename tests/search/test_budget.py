"""What a decision may cost: rollouts that are counted, or seconds that a clock tells."""

import pytest

from fireflies.search import CLOCK, Budget, read_budget
from fireflies.search.budget import MOST_ROLLOUTS


class Ticks:
    """A clock that goes on by so much each time it is looked at."""

    def __init__(self, step: float) -> None:
        """Return a clock that nobody has looked at."""
        self.step, self.looks = step, 0

    def __call__(self) -> float:
        """Return the time."""
        self.looks += 1
        return self.looks * self.step


def test_seconds_end() -> None:
    """No rollout begins after them; the first always does; time runs from the call."""
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


@pytest.mark.parametrize(
    ("text", "rollouts", "seconds"),
    [
        *(("1", 1, None), ("400", 400, None), ("007", 7, None), ("1000000", 1_000_000, None)),
        *(("0.5s", 1_000_000, 0.5), ("60s", 1_000_000, 60.0), ("0.000001s", 1_000_000, 1e-6)),
    ],
)
def test_what_is_a_budget(text: str, rollouts: int, seconds: float | None) -> None:
    """Whole numbers, or seconds; the clock is the machine's unless another one is given."""
    assert read_budget(text) == Budget(rollouts, seconds, CLOCK)


@pytest.mark.parametrize(
    "text",
    [
        *("", "0", "000", "-3", "+3", "4.5", "1e3", "1_000", "0x10", "abc", " 4", "4 ", "4\n", "٤"),
        *("s", "0s", "0.0s", "-1s", "1e9999s", "nans", "nan s", "infs", ".5s", "5.s", "0.5 s"),
        *("0,5s", "1ss", "0.5", "60.1s", "1000001", "9" * 5000, "9" * 5000 + "s", "4:5"),
    ],
)
def test_what_is_no_budget(text: str) -> None:
    """Refused in one short line that says what would be right."""
    with pytest.raises(ValueError, match=r"^a budget is a number of rollouts") as caught:
        read_budget(text)
    message = str(caught.value)
    assert "\n" not in message
    assert "like 400 or 0.5s" in message
    assert len(message) < 350


def test_what_is_no_budget_is_named() -> None:
    """At the end of the message."""
    with pytest.raises(ValueError, match=r"like 400 or 0\.5s, not 'much'$"):
        read_budget("much")
