"""Read actions and write positions.

Actions have the grammar of the wire; a text in any other form is refused.

A position in one line, for messages, ``repr`` and notes, has twelve fields with single spaces
between. The options of the game, and with them the board, are not in it::

    turn 0 1+ 2 - *::2.2/s2c1:01!:1.0/m3w2::0.0/*::2.2 AB1=0,BC2=1 - 6 6.6.5.6 1:h3-4 PLAYERS

Here ``PLAYERS`` stands for the last field. The fields are:

1. the phase;
2. the seat whose turn it is, or ``-``;
3. the main actions to do, and ``+`` when a secondary action is left;
4. the turns in a row without progress and, with a limit of turns, those that may come after this
   one, like ``2:57``;
5. what is left of an action, or ``-``: lane, own workers at its ends, draws, recruits, movements
   and the island of the chosen worker, like ``AB1:2.0:1:1:0:-``;
6. for each island its tile (size, points and reward in short; ``*`` for a start tile, ``-`` for
   none), the owners of the floors and ``!`` for a sōrin, and the workers by seat;
7. the bridges with their owners, or ``-``;
8. the seat with the crow, or ``-``;
9. the sōrin left;
10. the cards left of each stack of public goals; where chance draws them, after the letter of the
    kind, like ``e6.h5``, and ``-`` before the first is drawn;
11. how many private goals are in the deck, and which ones may be there, as far as the observer
    knows;
12. for each seat, between ``/``: points, coins, bridge pieces, floors, workers and fish with ``.``
    between, then the goals in hand, the public and the private goals completed, and the powers,
    each after a ``;``. ``?2`` stands for two cards that the observer does not see.
"""

from typing import Final

from fireflies.contract import Part, Reader
from fireflies.festival.box.components import PUBLIC_KINDS, Goal, Tile, read_goal, read_tile
from fireflies.festival.rules.actions import ACTIONS, Action, DealGoal, DealPower, KeepPower
from fireflies.festival.rules.pieces import HIDDEN, NONE, NOTHING, SeenPlayer, Site
from fireflies.festival.rules.position import Observed

READER: Final = Reader[Action](
    "an action, like 'bridge AB1', 'pagoda C', 'cross B 2', 'to B 0' or 'end'",
    ACTIONS,
    {
        "tile": Part(read=read_tile),
        "goal": Part(read=read_goal),
        "power": Part("(?=.{1,20}$)[a-z]+(?:-[a-z]+)*"),
        "seat": Part("[0-5]", int),
        "lane": Part("[A-Z]{2}[1-3]"),
        "island": Part("[A-Z]"),
        "kind": Part("|".join(PUBLIC_KINDS), name="kind of public goals"),
        "choice": Part("coins|workers"),
        "workers": Part("[1-9][0-9]?", int, "number of workers"),
    },
    hidden=(DealGoal, DealPower, KeepPower),
)


def read_action(text: str) -> Action:
    """Return the action of a text like ``bridge AB1``. Raises InvalidNotation."""
    return READER.read(text)


def write_position(seen: Observed) -> str:
    """Return the position in one line."""
    board = seen.options.board
    bridges = [
        f"{lane.name}={owner}"
        for lane, owner in zip(board.lanes, seen.bridges, strict=True)
        if owner is not None
    ]
    return " ".join(
        (
            seen.phase,
            "-" if seen.seat == NONE else str(seen.seat),
            f"{seen.mains}{'+' if seen.secondary else ''}",
            str(seen.idle) if seen.turns_left is None else f"{seen.idle}:{seen.turns_left}",
            "-" if seen.pending == NOTHING else _pending(seen),
            "/".join(map(_site, seen.islands)),
            ",".join(bridges) or "-",
            "-" if seen.crow is None else str(seen.crow),
            str(seen.sorin),
            _stacks(seen),
            f"{seen.deck}:{_goals(seen.undealt)}",
            "/".join(map(_player, seen.players)),
        )
    )


def _stacks(seen: Observed) -> str:
    is_drawn = seen.options.goals is None
    return ".".join([f"{it.kind[0] if is_drawn else ''}{it.left}" for it in seen.public]) or "-"


def _pending(seen: Observed) -> str:
    pending, lanes = seen.pending, seen.options.board.lanes
    islands = seen.options.board.islands
    lane = "-" if pending.lane == NONE else lanes[pending.lane].name
    walker = "-" if pending.walker == NONE else islands[pending.walker].name
    counts = f"{pending.draws}:{pending.recruits}:{pending.walks}"
    return f"{lane}:{pending.able[0]}.{pending.able[1]}:{counts}:{walker}"


def _site(site: Site) -> str:
    owners = "".join(map(str, site.floors)) + ("!" if site.sealed else "")
    return f"{write_tile(site.tile)}:{owners}:{'.'.join(map(str, site.workers))}"


def write_tile(tile: Tile | None) -> str:
    """Return the short form of a tile, like ``s1c2``."""
    if tile is None:
        return "-"
    if tile.size == "start":
        return "*"
    name, count = str(tile.reward).split("-")
    return f"{tile.size[0]}{tile.points}{name[0]}{count}"


def _goals(goals: tuple[Goal, ...]) -> str:
    return ",".join(map(write_goal, goals))


def write_goal(goal: Goal) -> str:
    """Return the short form of a goal, like ``h3-4``."""
    return f"{goal.kind[0]}{goal.needs}-{goal.points}"


def _player(player: SeenPlayer) -> str:
    hand = f"{HIDDEN}{player.hand}" if player.goals is None else _goals(player.goals)
    powers = HIDDEN if player.powers is None else ",".join(player.powers)
    cards = (hand, _goals(player.claimed), _goals(player.completed), powers)
    return ";".join((".".join(map(str, player[:6])), *cards))
