"""The limits of a play, reckoned by hand for the box ``small`` and two players."""

from fireflies.festival import GAME
from fireflies.festival.box.options import BOX, read_options
from fireflies.festival.rules.bounds import bounds, most_coins
from fireflies.games import Bounds
from tests.festival.situations import options


def test_the_limits_of_a_small_game() -> None:
    """Things that are done once: bridges, floors, festivals, public and private goals.

    At most ten turns lie between two of them. A turn has at most 15 actions: two main actions of
    up to 7 actions each, and a fish. Points: 35 of public goals, 56 of private ones, 10 of the
    water, 15 and 7 of chains. A festival on an island worth 6, 5, 4 or 3 pays 5 floors, 6 bridges
    and 24 workers, and 2 for each worker.
    """
    turns = (11 + 5 * 4 + 2 + 8 + 12 + 1) * 10
    before = 6 + 2 * (2 + 3) + 1
    highest = 35 + 56 + 10 + 15 + 7 + (6 + 5 + 4 + 3) * (5 + 6 + 24) + 4 * 2 * 24
    assert bounds(options()) == Bounds(before + turns * 15, -10, highest)


def test_a_power_counts_with_the_most_that_it_changes() -> None:
    """The host gets 3 for each worker, the wanderer has a movement more; both may be kept."""
    usual, powers = options(), options(powers=True)
    more = bounds(powers)
    assert more.highest_score == bounds(usual).highest_score + 4 * 24
    assert more.actions == 17 + 540 * (1 + 2 * 9)


def test_the_longest_turn_is_one_with_recruits() -> None:
    """BF1 and four decisions: a goal, two workers, who crosses; then the eight of the crow."""
    few = options(moves=0, crow_workers=8)
    assert bounds(few).actions == 17 + 540 * (5 + 1 + 8)


def test_the_limits_without_bridges() -> None:
    """A floor brings nine workers, or 3, 2 or 1 points on those islands that have the most."""
    small = options(moves=0).box.to_json()
    tiles = ["start", "start", "small 1 points-2", "small 2 workers-9", "medium 3 workers-2"]
    tiles += ["medium 4 points-1", "large 5 points-3", "large 6 coins-4"]
    board = {**small["boards"][0], "lanes": [], "water": []}
    odd = read_options({"box": {**small, "boards": [board], "tiles": tiles, "chain": []}})
    turns = (5 * 4 + 2 + 8 + 12 + 1) * 10
    highest = 35 + 56 + 5 * (3 + 2 + 1) + 15 + (6 + 5 + 4 + 3) * (5 + 24) + 4 * 2 * 24
    assert bounds(odd) == Bounds(17 + turns * (1 + 2 * 10), -10, highest)


def test_chance_draws_four_kinds_and_perhaps_the_best() -> None:
    """Four actions more; the best four stacks of the box are worth 39, not 35."""
    box = BOX.named["small"]()
    drawn, named = (bounds(read_options({"box": box, **it})) for it in ({"goals": "chance"}, {}))
    most = sorted([sum(goal.points for goal in stack) for stack in options().box.public])[-4:]
    assert drawn.highest_score - named.highest_score == sum(most) - 35
    assert named.actions is not None
    assert drawn.actions == named.actions + 4


def test_a_limit_of_turns_limits_the_actions() -> None:
    """At most 15 in each; also where the rounds without progress are off, and not above 540."""
    box = BOX.named["small"]()
    assert isinstance(box, dict)
    endless = {**box, "figures": {**box["figures"], "rounds": "off"}}
    for given in (box, endless):
        assert bounds(read_options({"box": given, "turns": 20})).actions == 17 + 20 * 15
    assert bounds(read_options({"box": box, "turns": 1000})).actions == 17 + 540 * 15
    assert bounds(read_options({"box": endless, "turns": 1000})).actions == 17 + 1000 * 15


def test_the_most_coins() -> None:
    """Those of the start, of the water, of five floors on each tile, and of the crow each turn."""
    assert most_coins(options()) == 2 * 5 + 2 + 2 + 5 * (2 + 1 + 3 + 4) + 540 * (2 + 3)


def test_the_setup_has_these_limits() -> None:
    given = {"box": BOX.named["small"](), "starting_player": 0}
    assert GAME.set_up(given).bounds == bounds(options())
