"""Situations of Firefly Festival on the small board, as differences from the first turn.

Islands and lanes are those of the box ``small``::

    AAA=BBB-CCC      A and E have start tiles. Between A and B there are three lanes of one cell,
    AAA=BBB CCC      between B and C two; from A to D and from C to E two of two cells each. DE1
    AAA=BBB-CCC      and BF1 have five cells, of which they share one.
    | |  |  | |
    | |  |  | |
    DDD--+--EEE
    DDD  |  EEE
    DDD  |  EEE
        FFF
        FFF
        FFF
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from fireflies import festival
from fireflies.festival.box.components import read_goal, read_tile
from fireflies.festival.box.options import BOX, Options, read_options
from fireflies.festival.rules.pieces import NOTHING, Player, Site

TILES: Final = {
    "A": "start",
    "B": "small 1 coins-2",
    "C": "medium 3 workers-2",
    "D": "medium 4 goals-1",
    "E": "start",
    "F": "large 5 coins-3",
}
AT_START: Final[Mapping[str, Sequence[int]]] = {"A": (2, 2), "E": (2, 2)}


@cache
def options(*, players: int = 2, powers: bool = False, **figures: int) -> Options:
    """Return options with the box ``small``, whose figures are changed."""
    box = BOX.named["small"]()
    assert isinstance(box, dict)
    changed = {**box, "figures": {**box["figures"], **figures}}
    goals = ["empire", "architect", "hubs", "merchant"]
    given = {"players": players, "powers": powers, "goals": goals, "box": changed}
    return read_options({**given, "starting_player": 0})


def a_turn(  # noqa: PLR0913  # each of them is one thing on the table
    *,
    given: Options | None = None,
    seat: int = 0,
    mains: int = 1,
    secondary: bool = True,
    workers: Mapping[str, Sequence[int]] = AT_START,
    floors: Mapping[str, str] | None = None,
    sealed: str = "",
    bridges: str = "",
    coins: Sequence[int] = (5, 5),
    points: Sequence[int] = (0, 0),
    fish: Sequence[int] = (3, 3),
    hands: Sequence[Sequence[str]] = ((), ()),
    powers: Sequence[str] = (),
    crow: int | None = None,
    taken: Sequence[int] = (0, 0, 0, 0),
    idle: int = 1,
) -> festival.State:
    """Return a state of phase ``turn``.

    ``workers`` are by island, then by seat; ``floors`` the owners from the ground up, like ``01``;
    ``bridges`` lanes with their owners, like ``AB1=0 BC2=1``. What is not on the table is in the
    supplies and in the deck; the cards that are ``taken`` from a stack are those of seat 0.
    """
    given = given or options()
    board, box = given.board, given.box
    owners: list[int | None] = [None] * len(board.lanes)
    for bridge in bridges.split():
        name, _, whose = bridge.partition("=")
        owners[board.lane_index[name]] = int(whose)
    built = {name: tuple(map(int, those)) for name, those in (floors or {}).items()}
    sites = tuple(
        Site(
            read_tile(TILES[island.name]),
            built.get(island.name, ()),
            island.name in sealed,
            tuple(workers.get(island.name, (0,) * given.players)),
        )
        for island in board.islands
    )
    cards = [tuple(sorted(map(read_goal, hand), key=str)) for hand in hands]
    deck = list(box.private)
    for card in [card for hand in cards for card in hand]:
        deck.remove(card)
    kinds = given.goals
    assert kinds is not None
    stacks = [box.stack(kind) for kind in kinds]
    claimed = [card for stack, gone in zip(stacks, taken, strict=True) for card in stack[:gone]]
    players = []
    for owner in range(given.players):
        kept = tuple(powers[owner : owner + 1])
        figures = given.figures[kept[0] if kept else None]
        laid = [lane.length for lane in board.lanes if owners[lane.index] == owner]
        players.append(
            Player(
                points[owner],
                coins[owner],
                figures.bridges - sum(laid),
                figures.floors - sum(those.count(owner) for those in built.values()),
                figures.workers - sum(site.workers[owner] for site in sites),
                fish[owner],
                cards[owner],
                tuple(sorted(claimed, key=str)) if owner == 0 else (),
                (),
                kept,
            )
        )
    return festival.State(
        options=given,
        phase="turn",
        seat=seat,
        mains=mains,
        secondary=secondary,
        pending=NOTHING,
        idle=idle,
        turns_left=None if given.turns is None else given.turns - idle,
        islands=sites,
        bridges=tuple(owners),
        crow=crow,
        sorin=given.sorin - len(sealed),
        kinds=kinds,
        taken=tuple(taken),
        deck=tuple(deck),
        players=tuple(players),
    )


def after(state: festival.State, actions: str) -> festival.State:
    """Return the state after actions with ``;`` between."""
    for text in actions.split("; "):
        state = state.apply(festival.read_action(text))
    return state


def clause_against(state: festival.State, text: str) -> str | None:
    """Return the clause that refuses an action, without the name of the game."""
    violation = state.check(festival.read_action(text))
    return None if violation is None else violation.clause.partition(".")[2]


def told(state: festival.State, text: str) -> list[str]:
    """Return the events of an action, as the referee reads them."""
    return list(map(str, state.explain(festival.read_action(text))))
