"""Helpers of the proofs: make a position on the small map, play on from it, read what is compared.

The small map, with the number of cells of each lane; the lanes BF1 and DE1 cross::

    A 1 B 1 C      AB1, AB2 and AB3; BC1 and BC2
    2   5   2      AD1 and AD2; BF1; CE1 and CE2
    D --5-- E      DE1
        F

A and E have start tiles. Rewards lie on AB2 (2 coins), BC1 (5 points), BC2 (1 worker), AD2 (1 goal
and 1 worker), DE1 (2 coins, 5 points, 1 goal) and BF1 (1 worker twice, and the goal of DE1).
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypedDict, Unpack

from fireflies._data import is_object
from fireflies.festival import State, read_action
from fireflies.festival.box.boxfile import small_box
from fireflies.festival.box.options import Options, read_options
from fireflies.festival.text.notation import write_goal

TILES: Final = {"A": "*", "B": "s2c1", "C": "m3w2", "D": "m4g1", "E": "*", "F": "l5c3"}
"""The tile on each island: its size, the points of a piece at its festival, its reward."""

TURN: Final = "turn 0 1+ 1 -"
"""The phase, whose turn it is, the main actions (and ``+`` for a secondary one) that are left, the
turns without progress, and what is left of an action: the first fields of a position."""


class Given(TypedDict, total=False):
    """Differences from the start of seat 0's first turn, in a game of two players."""

    turn: str
    """As in :data:`TURN`."""
    coins: Sequence[int]
    """By seat; so are points."""
    points: Sequence[int]
    hands: Mapping[int, str]
    """By seat: private goals, like ``a5-6,h2-4``."""
    claimed: Mapping[int, str]
    """By seat: the public goals completed."""
    crow: int | None
    options: Mapping[str, object]
    """The options of the game, besides the small box."""
    box: Mapping[str, object]
    """Changes of the small box; ``figures`` is changed key by key."""


def options_of(box: Mapping[str, object], others: Mapping[str, object]) -> dict[str, object]:
    """Return options: the small box with the changes ``box``, and the ``others``."""
    small = dict(small_box().to_json())
    figures, changed = small["figures"], box.get("figures", {})
    assert is_object(figures)
    assert is_object(changed)
    small |= {**box, "figures": {**figures, **changed}}
    return {"box": small, **others}


def table(
    islands: Mapping[str, str] | None = None, bridges: str = "", **given: Unpack[Given]
) -> State:
    """Return a position; supplies, stacks and the deck have what is nowhere else.

    ``islands`` are floors and workers, like ``{"B": "01!:2.0"}``: a floor of seat 0, one of seat 1,
    a sōrin, and two workers of seat 0. ``bridges`` are like ``AB1=0,BC2=1``.
    """
    options = read_options(options_of(given.get("box", {}), given.get("options", {})))
    seats = range(options.players)
    bare = {
        name: ":" + ".".join("2" if tile == "*" else "0" for _ in seats)
        for name, tile in TILES.items()
    }
    sites = bare | dict(islands or {})
    owners = dict(bridge.split("=") for bridge in bridges.split(",") if bridge)
    cards = [*map(write_goal, options.box.private)]
    for goal in ",".join(given.get("hands", {}).values()).split(","):
        if goal:
            cards.remove(goal)
    gone = [goal[0] for goal in ",".join(given.get("claimed", {}).values()).split(",") if goal]
    left = [len(options.box.stack(kind)) - gone.count(kind[0]) for kind in options.goals or ()]
    sealed = sum("!" in site for site in sites.values())
    crow = given.get("crow")
    line = (
        given.get("turn", TURN),
        "/".join(f"{TILES[name]}:{site}" for name, site in sites.items()),
        ",".join(f"{lane}={owner}" for lane, owner in sorted(owners.items())) or "-",
        "-" if crow is None else str(crow),
        str(options.sorin - sealed),
        ".".join(map(str, left)),
        f"{len(cards)}:{','.join(cards)}",
        "/".join(_player(options, seat, sites, owners, given) for seat in seats),
    )
    return State.parse(" ".join(line), options=options)


def _player(
    options: Options, seat: int, sites: Mapping[str, str], owners: Mapping[str, str], given: Given
) -> str:
    """Return what a seat has, with those pieces in its supply that are not on the map."""
    figures, board = options.box.figures, options.board
    lengths = [
        board.lanes[board.lane_index[lane]].length
        for lane, owner in owners.items()
        if owner == str(seat)
    ]
    floors, placed = zip(*[site.split(":") for site in sites.values()], strict=True)
    numbers = (
        _of(given.get("points", ()), seat, 0),
        _of(given.get("coins", ()), seat, figures.coins),
        figures.bridges - sum(lengths),
        figures.floors - "".join(floors).count(str(seat)),
        figures.workers - sum(int(counts.split(".")[seat]) for counts in placed),
        len(options.box.fish),
    )
    cards = [given.get("hands", {}).get(seat, ""), given.get("claimed", {}).get(seat, "")]
    return ";".join((".".join(map(str, numbers)), *cards, "", ""))


def _of(numbers: Sequence[int], seat: int, default: int) -> int:
    return numbers[seat] if seat < len(numbers) else default


def after(state: State, *actions: str) -> State:
    """Return the state after these actions."""
    for action in actions:
        state = state.apply(read_action(action))
    return state


def legal(state: State, verb: str = "") -> list[str]:
    """Return the texts of the legal actions, or of those with this verb."""
    texts = map(str, state.legal_actions)
    return [text for text in texts if not verb or text.split()[0] == verb]


def workers(state: State, island: str, seat: int = 0) -> int:
    """Return the workers of a seat on an island."""
    return state.islands[state.options.board.island_index[island]].workers[seat]
