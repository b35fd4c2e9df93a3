"""What ``show`` tells of the entries of a view."""

from fireflies.cli.showing import shown
from fireflies.festival import GAME
from tests.festival.situations import a_turn


def test_a_truth_is_yes_or_no() -> None:
    """The secondary action of a turn is left, or used."""
    for is_left, told in ((True, "secondary: yes"), (False, "secondary: no")):
        view = a_turn(secondary=is_left).view(0)
        assert shown(GAME, view, "secondary", ["Ann", "Ben"]) == [told]
