"""Read actions and write positions.

Actions have the grammar of the wire; a text in any other form is refused.

A position in one line, for messages, ``repr`` and notes, has twelve fields with single spaces
between. The options of the game, and with them the board, are not in it::

    turn 0 1+ 2 - *::2.2/s2c1:01!:1.0/m3w2::0.0/*::2.2 AB1=0,BC2=1 - 6 6.6.5.6 1:h3-4 PLAYERS

Here ``PLAYERS`` stands for the last field. The fields are:

1. the phase;
2. the seat whose turn it is, or ``-``;
3. the main actions to do, and ``+`` when a secondary action is left;
4. the turns in a row without progress;
5. what is left of an action, or ``-``: lane, own workers at its ends, draws, recruits, movements
   and the island of the chosen worker, like ``AB1:2.0:1:1:0:-``;
6. for each island its tile (size, points and reward in short; ``*`` for a start tile, ``-`` for
   none), the owners of the floors and ``!`` for a sōrin, and the workers by seat;
7. the bridges with their owners, or ``-``;
8. the seat with the crow, or ``-``;
9. the sōrin left;
10. the cards left of each stack of public goals;
11. how many private goals are in the deck, and which ones may be there, as far as the observer
    knows;
12. for each seat, between ``/``: points, coins, bridge pieces, floors, workers and fish with ``.``
    between, then the goals in hand, the public and the private goals completed, and the powers,
    each after a ``;``. ``?2`` stands for two cards that the observer does not see.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from fireflies.errors import InvalidNotation
from fireflies.festival.actions import (
    Action,
    Bridge,
    Cross,
    Crow,
    DealGoal,
    DealPower,
    Done,
    End,
    Festival,
    Fish,
    Hidden,
    KeepPower,
    LayTile,
    Move,
    NameFirst,
    Pagoda,
    Private,
    Public,
    Recruit,
    Stay,
    To,
    Walk,
)
from fireflies.festival.components import PUBLIC_KINDS, Goal, Kind, Tile, read_goal, read_tile
from fireflies.festival.pieces import HIDDEN, NONE, NOTHING, SeenPlayer, Site
from fireflies.festival.position import Observed

_SHAPES: Final = "an action, like 'bridge AB1', 'pagoda C', 'cross B 2', 'to B 0' or 'end'"

PLAIN: Final[Mapping[str, Action]] = {
    str(action): action
    for action in (Move(), Fish(), End(), Stay(), Done(), Crow("coins"), Crow("workers"))
}
"""The actions whose text is always the same, by text."""
_KINDS: Final[Mapping[str, Kind]] = {kind: kind for kind in PUBLIC_KINDS}
_ISLAND: Final = "([A-Z])"
_SEAT: Final = "([0-5])"
_POWER: Final = "((?=.{1,20}$)[a-z]+(?:-[a-z]+)*)"

VERBS: Final[Mapping[str, tuple[str, Callable[[Sequence[str]], Action]]]] = {
    "tile": ("(.*)", lambda found: LayTile(read_tile(found[0]))),
    "deal": ("(.*)", lambda found: DealGoal(read_goal(found[0]))),
    "power": (_POWER, lambda found: DealPower(found[0])),
    "keep": (_POWER, lambda found: KeepPower(found[0])),
    "first": (_SEAT, lambda found: NameFirst(int(found[0]))),
    "bridge": ("([A-Z]{2}[1-3])", lambda found: Bridge(found[0])),
    "pagoda": (_ISLAND, lambda found: Pagoda(found[0])),
    "festival": (_ISLAND, lambda found: Festival(found[0])),
    "private": ("(.*)", lambda found: Private(read_goal(found[0]))),
    "public": (f"({'|'.join(PUBLIC_KINDS)})", lambda found: Public(_KINDS[found[0]])),
    "recruit": (_ISLAND, lambda found: Recruit(found[0])),
    "cross": (f"{_ISLAND} ([1-9][0-9]?)", lambda found: Cross(found[0], int(found[1]))),
    "walk": (_ISLAND, lambda found: Walk(found[0])),
    "to": (f"{_ISLAND} {_SEAT}", lambda found: To(found[0], int(found[1]))),
}
"""By verb: the pattern of its arguments, and the function that makes an action of its groups."""

_REDACTED: Final[Mapping[str, Hidden]] = {
    str(action): action for action in map(Hidden, ("deal", "power", "keep"))
}


def read_action(text: str) -> Action:
    """Return the action of a text like ``bridge AB1``.

    Raises:
        InvalidNotation: when the text is not exactly in the form of the wire.
    """
    if text in PLAIN:
        return PLAIN[text]
    verb, _, rest = text.partition(" ")
    if verb not in VERBS:
        raise InvalidNotation(text, _SHAPES)
    form, make = VERBS[verb]
    found = re.fullmatch(form, rest)
    if found is None:
        raise InvalidNotation(text, _SHAPES)
    return make(found.groups())


def read_redacted(text: str) -> Action | Hidden:
    """Return the action of a redacted record, where ``?`` stands for a card, like ``deal ?``.

    Raises:
        InvalidNotation: when the text is not exactly in this form.
    """
    return _REDACTED[text] if text in _REDACTED else read_action(text)


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
            str(seen.idle),
            "-" if seen.pending == NOTHING else _pending(seen),
            "/".join(map(_site, seen.islands)),
            ",".join(bridges) or "-",
            "-" if seen.crow is None else str(seen.crow),
            str(seen.sorin),
            ".".join([str(stack.left) for stack in seen.public]),
            f"{seen.deck}:{_goals(seen.undealt)}",
            "/".join(map(_player, seen.players)),
        )
    )


def _pending(seen: Observed) -> str:
    pending, lanes = seen.pending, seen.options.board.lanes
    islands = seen.options.board.islands
    lane = "-" if pending.lane == NONE else lanes[pending.lane].name
    walker = "-" if pending.walker == NONE else islands[pending.walker].name
    counts = f"{pending.draws}:{pending.recruits}:{pending.walks}"
    return f"{lane}:{pending.able[0]}.{pending.able[1]}:{counts}:{walker}"


def _site(site: Site) -> str:
    owners = "".join(map(str, site.floors)) + ("!" if site.sealed else "")
    return f"{short_tile(site.tile)}:{owners}:{'.'.join(map(str, site.workers))}"


def short_tile(tile: Tile | None) -> str:
    """Return the short form of a tile, like ``s1c2``."""
    if tile is None:
        return "-"
    if tile.size == "start":
        return "*"
    name, count = str(tile.reward).split("-")
    return f"{tile.size[0]}{tile.points}{name[0]}{count}"


def _goals(goals: tuple[Goal, ...]) -> str:
    return ",".join(map(short_goal, goals))


def short_goal(goal: Goal) -> str:
    """Return the short form of a goal, like ``h3-4``."""
    return f"{goal.kind[0]}{goal.needs}-{goal.points}"


def _player(player: SeenPlayer) -> str:
    hand = f"{HIDDEN}{player.hand}" if player.goals is None else _goals(player.goals)
    powers = HIDDEN if player.powers is None else ",".join(player.powers)
    cards = (hand, _goals(player.claimed), _goals(player.completed), powers)
    return ";".join((".".join(map(str, player[:6])), *cards))
