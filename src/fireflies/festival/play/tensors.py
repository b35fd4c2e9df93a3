"""Firefly Festival as numbers: the numbers of its actions, and the features of a view.

Seats count from seat 0, not from the observer; islands and lanes are sorted by name, cards and
tiles by text.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, get_args

from fireflies.contract import CHANCE, Action, Hidden
from fireflies.festival.box.components import PUBLIC_KINDS
from fireflies.festival.box.options import Options
from fireflies.festival.rules.actions import (
    DealGoal,
    DealPower,
    DrawKind,
    End,
    KeepPower,
    LayTile,
    MainAction,
    NameFirst,
    PartialAction,
    SecondaryAction,
)
from fireflies.festival.rules.bounds import bounds, most_coins
from fireflies.festival.rules.pieces import Pending, Phase, SeenPlayer, Site
from fireflies.festival.rules.view import View
from fireflies.tensors import Each, Part, Seats, Tensors, every, who

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
"""All phases, in the order of their numbers."""

_DECISIONS: Final[tuple[type[Action], ...]] = (
    *get_args(MainAction | SecondaryAction | End | PartialAction),
    KeepPower,
)
"""The actions of seats, in the order of their numbers."""
_SECRET: Final = (DealGoal, DealPower, KeepPower)


def of(options: Options) -> Tensors[View]:
    """Return a game with these options as numbers.

    Actions are main actions, secondary ones, ``end``, decisions within an action, and powers to
    keep; those of chance are each different tile, private goal and power, each kind of public goals
    if chance draws them, and each seat if chance names the first one. A goal or a power that is
    dealt or kept face down is redacted.
    """
    powers = _powers(options)
    kinds = [DrawKind] if options.goals is None else []
    first = [NameFirst] if options.starting_player == CHANCE else []
    fields = _fields(options)
    return Tensors(
        [*_table(options), *_players(options)],
        actions=every(_DECISIONS, fields),
        chance_actions=every((LayTile, *kinds, DealGoal, DealPower, *first), fields),
        redacted_actions=map(Hidden, _SECRET if powers else _SECRET[:1]),
    )


def _fields(options: Options) -> Mapping[str, Iterable[object]]:
    """Return the values of each field of the actions, by its name."""
    return {
        "tile": dict.fromkeys(options.box.tiles),
        "goal": dict.fromkeys(options.box.private),
        "power": _powers(options),
        "seat": range(options.players),
        "lane": [lane.name for lane in options.board.lanes],
        "island": [island.name for island in options.board.islands],
        "kind": options.possible_goals,
        "choice": ("coins", "workers"),
        "workers": range(1, _most_workers(options) + 1),
    }


def _powers(options: Options) -> list[str]:
    """Return the names of the powers that may be dealt."""
    return [power.name for power in options.box.powers] if options.powers else []


def _most_workers(options: Options) -> int:
    return max(figures.workers for figures in options.figures.values())


def _table(options: Options) -> list[Part[View]]:
    """Return the features of the turn, an unfinished action, the map, and what lies beside it."""
    box, board = options.box, options.board
    seats = Seats(options.players)
    islands, lanes = range(len(board.islands)), range(len(board.lanes))
    workers, goals, bank = _most_workers(options), len(box.private), box.figures.bank
    moves = max(it.moves for it in options.figures.values())
    view = Each[View, View](lambda view: [view])
    pending = Each[View, Pending](lambda view: [view.pending])
    site = Each[View, Site](lambda view: view.islands, len(islands), kept=True)
    network = Each[View, Sequence[int | None]](lambda view: [view.bridges], kept=True)
    return [
        *who(len(seats)),
        view("phase", "1 for the phase, in the order of PHASES").flags(
            [PHASES], lambda v: [v.phase]
        ),
        view(
            "turn",
            "1 for the seat whose turn it is; in the setup for that which gets a card or chooses",
        ).flags([seats], lambda v: [v.seat]),
        view("mains", "main actions still to do").number(lambda v: v.mains, 2),
        view("secondary", "1 when a secondary action is left").flag(lambda v: v.secondary),
        pending("built", "1 for the lane of the bridge that was just built").flags(
            [lanes], lambda it: [it.lane]
        ),
        pending(
            "able", "workers that may cross it, from its first and from its second end"
        ).numbers([range(2)], lambda it: enumerate(it.able), workers),
        pending("draws", "private goals to draw").number(lambda it: it.draws, goals, typical=2),
        pending("recruits", "workers to place").number(lambda it: it.recruits, workers),
        pending("walks", "movements left").number(lambda it: it.walks, moves),
        pending("walker", "1 for the island of the worker that was chosen by walk").flags(
            [islands], lambda it: [it.walker]
        ),
        view("idle", "turns in a row without progress").number(
            lambda v: v.idle, _most_idle(options)
        ),
        *_turns_left(options),
        site("tiles", "by island, 1 for its tile; all 0 without one").flags(
            [[*dict.fromkeys(box.tiles)]], lambda it: [it.tile]
        ),
        site("floors", "by island and floor, from the ground up, 1 for its owner").flags(
            [range(box.figures.height), seats], lambda it: enumerate(it.floors)
        ),
        site("sealed", "1 for each island with a sōrin").flag(lambda it: it.sealed),
        site("present", "by island, the workers of each seat on it").numbers(
            [seats], lambda it: enumerate(it.workers), workers
        ),
        network("bridges", "by lane, 1 for the owner of its bridge").flags(
            [lanes, seats], enumerate
        ),
        view("crow", "1 for the seat that has the crow").flags([seats], lambda v: [v.crow]),
        view("tokens", "the sōrin left").number(lambda v: v.sorin, options.sorin),
        view("bank", "its coins; a negative number counts substitutes").number(
            lambda v: v.bank, bank, lowest=bank - most_coins(options), typical=bank
        ),
        *_kinds(options),
        view("stacks", "the public goals left of each kind that may be in play").numbers(
            [options.possible_goals],
            lambda v: [(it.kind, it.left) for it in v.public],
            max(map(len, box.public)),
        ),
        view("deck", "the private goals in the deck").number(lambda v: v.deck, goals),
        view("undealt", "how many of each private goal are in the deck or in a hidden hand").counts(
            [[*dict.fromkeys(box.private)]], lambda v: v.undealt, _copies(options)
        ),
    ]


def _turns_left(options: Options) -> list[Part[View]]:
    """Return the feature of a limit of turns, if there is one."""
    if options.turns is None:
        return []
    view = Each[View, View](lambda view: [view])
    says = "with a limit of turns, those that may come after this one"
    return [view("turns_left", says).number(lambda v: v.turns_left or 0, options.turns)]


def _kinds(options: Options) -> list[Part[View]]:
    """Return the feature of the kinds of public goals, where chance draws them."""
    if options.goals is not None:
        return []
    view = Each[View, View](lambda view: [view])
    says = "where chance draws the kinds of public goals, 1 for each in play"
    return [view("kinds", says).flags([PUBLIC_KINDS], lambda v: [it.kind for it in v.public])]


def _most_idle(options: Options) -> int:
    """Return the most turns in a row without progress."""
    rounds = options.box.figures.rounds * options.players
    return min([it for it in (rounds, options.turns) if it])


def _copies(options: Options) -> int:
    """Return the most private goals that are equal."""
    goals = options.box.private
    return max(map(goals.count, goals), default=0)


def _players(options: Options) -> list[Part[View]]:
    """Return the features of what each player has."""
    box, copies, goals = options.box, _copies(options), [*dict.fromkeys(options.box.private)]
    public = [goal for kind in options.possible_goals for goal in box.stack(kind)]
    supply = max(max(it.bridges, it.floors, it.workers) for it in options.figures.values())
    player = Each[View, SeenPlayer](lambda view: view.players, Seats(options.players))
    return [
        player("points", "the points of each seat").number(
            lambda it: it.points, bounds(options).highest_score, typical=250
        ),
        player("coins", "the coins of each seat").number(
            lambda it: it.coins, most_coins(options), typical=50
        ),
        player(
            "supply", "the bridge pieces, floors and workers in the supply of each seat"
        ).numbers([range(3)], lambda it: enumerate((it.bridges, it.floors, it.workers)), supply),
        player("fish", "the fish in front of each seat").number(lambda it: it.fish, len(box.fish)),
        player("hands", "how many private goals each seat has in hand").number(
            lambda it: it.hand, len(box.private), typical=6
        ),
        player(
            "hidden", "1 where the goals in hand, and the power cards, of a seat are hidden"
        ).flags(
            [range(2)],
            lambda it: [n for n, cards in enumerate((it.goals, it.powers)) if cards is None],
        ),
        player(
            "goals", "by seat, how many of each private goal are in hand; 0 where hidden"
        ).counts([goals], lambda it: it.goals or (), copies),
        player("claimed", "by seat, 1 for each public goal that it has completed").flags(
            [public], lambda it: it.claimed
        ),
        player("completed", "by seat, how many of each private goal it has completed").counts(
            [goals], lambda it: it.completed, copies
        ),
        player(
            "powers",
            "by seat, 1 for each power card dealt to it, then for the one kept; 0 where hidden",
        ).flags([_powers(options)], lambda it: it.powers or ()),
    ]
