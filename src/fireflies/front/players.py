"""The players of a play: persons and bots by name, kept in the record with the seed."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from fireflies._data import array, mapping, text, whole
from fireflies._made_by import made_by
from fireflies.bots import named
from fireflies.chance import SEEDS
from fireflies.contract import SPECTATOR, Actor, Bot, Observer, Step
from fireflies.errors import InvalidData
from fireflies.games import Game
from fireflies.record import Record
from fireflies.table import Table

PERSON: Final = "human"
"""The kind of a player who is a person; any other kind is the name of a bot."""
DEFAULT_BUDGET: Final = "1s"
DEFAULT_SEARCH: Final = f"search:{DEFAULT_BUDGET}"
EXTRA_KEY: Final = "x-fireflies"
"""The key in a record under which the players and the seed are kept, to continue the play."""


class Setting(NamedTuple):
    """The players of a play, and the source of chance."""

    kinds: tuple[str, ...]
    """By seat: :data:`PERSON`, or the name of a bot."""
    seed: int
    by_hand: bool = False
    """True when a person types in the draws of chance."""

    def to_extra(self) -> dict[str, object]:
        """Return the extra key of a record with this setting, and what the seed is used by."""
        kept = {**self._asdict(), "kinds": list(self.kinds), "made_by": made_by()}
        return {EXTRA_KEY: kept}


def setting_of(record: Record[Any]) -> Setting:
    """Return the setting that a record keeps, or persons on all seats when it keeps none.

    The kinds are not checked: one may be the name of a function in any module.

    Raises:
        InvalidData: when it has a wrong form.
    """
    if EXTRA_KEY in record.extra:
        found = mapping(record.extra[EXTRA_KEY], EXTRA_KEY)
    else:
        found = {"kinds": [PERSON] * len(record.seats), "seed": new_seed()}
    place = f"{EXTRA_KEY}.kinds"
    kinds = tuple([text(kind, place) for kind in array(found.get("kinds"), place)])
    if len(kinds) != len(record.seats):
        raise InvalidData(place, f"{len(kinds)} for {len(record.seats)} seats")
    seed = read_seed(found.get("seed"), f"{EXTRA_KEY}.seed")
    return Setting(kinds, seed, by_hand=found.get("by_hand") is True)


def read_seed(value: object, place: str) -> int:
    """Return the value, which has to be a seed. Raises InvalidData."""
    seed = whole(value, place)
    if seed not in SEEDS:
        raise InvalidData(place, "seeds go from 0 to 2**64 - 1")
    return seed


def new_seed() -> int:
    """Return a seed that can't be guessed."""
    return int.from_bytes(os.urandom(8))


def default_bot(game: Game[Any]) -> str:
    """Return the name of the usual bot of a game: its first one, or ``random``."""
    return next(iter(game.bots), "random")


def hint_bot(game: Game[Any]) -> str:
    """Return the name of the bot that gives hints: the game's first one, or a search."""
    return next(iter(game.bots), DEFAULT_SEARCH)


def player_of(game: Game[Any], kind: str, place: str) -> Bot | None:
    """Return the bot of this name, or None for a person. Raises InvalidData."""
    return None if kind == PERSON else named(game, kind, place, besides=(PERSON,))


def with_seats(game: Game[Any], options: Mapping[str, object], seats: int) -> dict[str, object]:
    """Return the options with this number of seats, unless they have a number already."""
    counting = [option.name for option in game.options if option.counts_seats]
    return {**dict.fromkeys(counting, seats), **options}


def persons_of(bots: Sequence[Bot | None]) -> list[int]:
    """Return the seats of persons."""
    return [seat for seat, bot in enumerate(bots) if bot is None]


def viewer_of(bots: Sequence[Bot | None]) -> Observer:
    """Return whose view is shown at first: that of the only person, or else a spectator's."""
    persons = persons_of(bots)
    return persons[0] if len(persons) == 1 else SPECTATOR


def is_typed(table: Table[Any], actor: Actor) -> bool:
    """Return whether a person chooses the action of this actor: their own, or that of chance."""
    if isinstance(actor, int):
        return table.bots[actor] is None
    return actor is not None and table.dealer is None


def undo_decision(table: Table[Any]) -> Sequence[Step[Any]]:
    """Undo the last decision of a person and all that followed; return what was undone.

    Nothing is undone when no person has decided.
    """
    steps = table.record.steps
    typed = [number for number, step in enumerate(steps) if is_typed(table, step.before.actor)]
    undone = steps[typed[-1] :] if typed else ()
    for _ in undone:
        table.undo()
    return undone


def redo_decision(table: Table[Any]) -> int:
    """Redo the decision that was undone last and all that followed; return how many actions."""
    count = 0
    while table.can_redo and not (count and is_typed(table, table.state.actor)):
        table.redo()
        count += 1
    return count
