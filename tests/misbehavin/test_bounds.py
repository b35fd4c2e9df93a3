"""The limits of a play, reckoned by hand."""

from fireflies.games import Bounds
from fireflies.misbehavin.box.options import read_options
from fireflies.misbehavin.rules.bounds import bounds
from tests.changes import changed
from tests.misbehavin.small import SMALL


def test_the_limits_of_a_usual_game() -> None:
    """30 actions of the setup, 200 turns of 200 + 300; 8 slots, each for 4 power and 9 tokens."""
    assert bounds(read_options({})) == Bounds(30 + 200 * 500, 0, 8 * 13)


def test_the_limits_follow_from_the_options() -> None:
    """The seat with the most slots counts: 7 on side B, each for 2 power and 9 tokens."""
    options = {"box": SMALL, "turns": 3, "moves": 10, "sides": ["A", "B"]}
    assert bounds(read_options(options)) == Bounds(30 + 3 * 310, 0, 7 * 11)
    strong = changed(SMALL, "/cards/45/power", 10)
    assert bounds(read_options({**options, "box": strong})).highest_score == 7 * 19
    passive = changed(strong, "/cards/45/ongoing", ["power 9"] * 4)
    assert bounds(read_options({**options, "box": passive})).highest_score == 7 * (19 + 36)
    largest = changed(
        strong,
        "/boards/alliance/B",
        {"assets": 10, "command": 10, "power": {"2": 9, "3": 9, "4": 9}},
    )
    assert bounds(read_options({**options, "box": largest})).highest_score == 380
