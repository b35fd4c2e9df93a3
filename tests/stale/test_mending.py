"""An example that the rules no longer show gets the most similar position that shows it."""

import re
from dataclasses import replace

import pytest

from fireflies import games
from tests.examples import Shown, examples
from tests.stale import mending
from tests.stale.finding import differences
from tests.stale.mending import mended

FESTIVAL = games.get("festival")
(HELD,) = [it for it in examples(FESTIVAL, "festival.hold.sorin") if it.number == 1]
"""A festival on B; a worker is left on A."""


def away(shown: Shown) -> Shown:
    """Return the example with the workers that seat 0 has on B on A."""

    def moved(found: re.Match[str]) -> str:
        return f"{int(found[1]) + int(found[3])}{found[2]}0"

    position = re.sub(r"(?<=\*::)(\d)(\.2/s2c1:0:)(\d)", moved, shown.example.position, count=1)
    return mending.moved(shown, position)


@pytest.mark.long
def test_a_worker_comes_back() -> None:
    assert differences(away(HELD))
    position = mended(away(HELD))
    assert position is not None
    assert not differences(mending.moved(HELD, position))


@pytest.mark.long
def test_a_position_allows_the_action_when_none_has_the_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first one of the many that are tried; what is expected stays for the maintainer."""
    monkeypatch.setattr(mending, "MOST", 1_000)
    assert HELD.example.then is not None
    then = HELD.example.then._replace(events=("seat 0 gets 99 points",))
    shown = away(replace(HELD, example=HELD.example._replace(then=then)))
    position = mended(shown)
    assert position is not None
    (message, *_) = differences(mending.moved(shown, position))
    assert message.startswith("these events are expected: ['seat 0 gets 99 points'], but")
