"""Limits of every play: how many actions it has at most, and between which scores it ends.

There is always a legal action. Progress can happen only a limited number of times: a bridge in each
lane, floors up to the greatest height on each island, a festival on each island while there are
sōrin, each goal once. The game ends after some rounds without progress (``Figures.rounds``), so the
turns between two such steps are limited too; where that rule is off, the option ``turns`` limits
them. A turn has a main action and at most one secondary one; when that is a fish, it has a second
main action.
"""

from collections.abc import Callable, Iterable

from fireflies.festival.box.components import START_TILE, Figures, Goal
from fireflies.festival.box.options import STACKS, Options
from fireflies.games import Bounds

_POWER_ACTIONS = 3
"""The actions of each player for powers: two are dealt, one is kept."""


def bounds(options: Options) -> Bounds:
    """Return the limits of every play with these options."""
    box, board = options.box, options.board
    most = _largest(options.figures.values())
    islands = len(board.islands) - 2  # without the start islands
    tiles = [tile for tile in box.tiles if tile != START_TILE]
    turns = _most_turns(options)
    decisions = [1 + it.reward.goals + it.reward.workers for it in board.lanes]
    decisions += [tile.reward.goals + tile.reward.workers for tile in tiles]
    main = 1 + max(2 * most.moves, *decisions)
    turn = 1 + main + max(main, most.crow_workers)
    draws = STACKS if options.goals is None else 0
    before = len(board.islands) + draws + options.players * (most.hand + _POWER_ACTIONS) + 1
    workers = options.players * most.workers
    pieces = most.height + max([len(island.lanes) for island in board.islands]) + workers
    values = sorted([tile.points for tile in tiles], reverse=True)[:islands]
    rewards = sorted([tile.reward.points for tile in tiles], reverse=True)[:islands]
    highest = (
        _most_in_stacks(options, lambda goal: goal.points)
        + sum([goal.points for goal in box.private])
        + sum([reward.points for _, reward in board.water])
        + most.height * sum(rewards)
        + most.longest
        + max([points for _, points in box.chain], default=0)
        + sum([value * pieces + most.firefly * workers for value in values])
    )
    return Bounds(before + turns * turn, -most.crow_loss, highest)


def most_coins(options: Options) -> int:
    """Return a limit for the coins of all players together: all that the bank may ever pay."""
    board, most = options.board, _largest(options.figures.values())
    floors = most.height * sum(tile.reward.coins for tile in options.box.tiles)
    return (
        options.players * most.coins
        + sum(reward.coins for _, reward in board.water)
        + floors
        + _most_turns(options) * (most.crow_income + most.crow_coins)
    )


def _most_turns(options: Options) -> int:
    box, board = options.box, options.board
    islands = len(board.islands) - 2  # without the start islands
    progress = (
        len(board.lanes)
        + box.figures.height * islands
        + min(options.sorin, islands)
        + _most_in_stacks(options, lambda _: 1)
        + len(box.private)
    )
    limits = [(progress + 1) * box.figures.rounds * options.players] if box.figures.rounds else []
    return min([*limits, *([] if options.turns is None else [options.turns])])


def _most_in_stacks(options: Options, count: Callable[[Goal], int]) -> int:
    """Return the most that the cards of the kinds in play can count together."""
    stacks = [sum(map(count, options.box.stack(kind))) for kind in options.possible_goals]
    return sum(sorted(stacks)[-STACKS:])


def _largest(figures: Iterable[Figures]) -> Figures:
    """Return the largest value of each figure."""
    return Figures(*map(max, zip(*figures, strict=True)))
