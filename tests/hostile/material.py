"""Valid material: random plays of every game, from which hostile inputs are made."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from fireflies import games, record
from fireflies.bots import BOTS
from fireflies.conformance.samples import examples
from fireflies.contract import SPECTATOR, Observer, State
from fireflies.front.players import Setting
from fireflies.games import Game, Setup
from fireflies.record import Record
from fireflies.table import Table
from tests.spoiling import Json

GAMES: Final = games.names()
"""The names of the games; to look them up takes long."""
PLAYS: Final = 16
"""The number of plays of each game."""
_LONGEST: Final = 300
"""The most actions of a play."""
_NAMES: Final = ("Ann", "Bob", "\u202eEve", "<b>&", "x\x1b[31m", "\x9b31m")


class Material(NamedTuple):
    """A random play, with what inputs are made of."""

    game: Game[Any]
    number: int
    setup: Setup[State]
    record: Record[State]
    states: Sequence[State]
    """All states, the last one too."""
    texts: Sequence[str]
    """The texts of the actions."""
    short: Mapping[str, Json]
    """The options, where possible with the name of a value in place of the value."""

    def part(self, chooser: Random) -> Record[State]:
        """Return the record of the first actions of the play, of ten times one of all."""
        count = len(self.texts)
        used = count if chooser.random() < 0.1 else chooser.randint(0, min(count, 60))
        return replace(self.record, steps=self.record.steps[:used])

    def record_data(self, chooser: Random, *, redacted: bool = False) -> dict[str, Json]:
        """Return a record as plain data, mostly cut, without its digest and with short options."""
        observer = chooser.choice((SPECTATOR, 0)) if redacted else None
        data = {**_record_data(self.game.name, self.number, observer)}
        if chooser.random() < 0.1:
            return data
        del data["digest"]
        if chooser.random() < 0.8:
            data["options"] = {**self.short}
        if chooser.random() < 0.9:
            count = chooser.randint(0, min(60, len(self.texts)))
            data["result"] = None
            for key in ("actions", "events") if redacted else ("actions",):
                entries = data[key]
                assert isinstance(entries, list)
                data[key] = entries[:count]
        return data


@cache
def _record_data(name: str, number: int, observer: Observer) -> dict[str, Json]:
    """Return the record of a play as plain data; for an observer, the redacted one."""
    whole = play(name, number).record
    data: dict[str, Json] = json.loads(
        whole.to_text() if observer is None else whole.redacted(observer)
    )
    return data


def draw(chooser: Random) -> Material:
    """Return one of the plays of one of the games."""
    return play(chooser.choice(GAMES), chooser.randrange(PLAYS))


@cache
def generated(name: str, kind: str) -> Sequence[Any]:
    """Return generated ``options`` or ``actions`` of a game."""
    generators = games.get(name).generators
    assert generators is not None
    if kind == "actions":
        return [str(action) for action in examples(generators().actions, "hostile", 200)]
    return [{}] * (PLAYS // 3) + [*examples(generators().options, "hostile", PLAYS)]


@cache
def play(name: str, number: int) -> Material:
    """Return the play of this number; one of four begins in the middle of the play before it."""
    game, chooser = games.get(name), Random(f"{name} {number}")
    options, position = generated(name, "options")[number], None
    if number % 4 == 3:
        before = play(name, number - 1)
        options = before.setup.options
        position = chooser.choice(before.states).view().position
    setup = game.set_up(options)
    seats = setup.start.seats
    kinds = tuple(chooser.choices(("random", "random", "first", "last"), k=seats))
    extra = Setting(kinds, number).to_extra() if number % 2 else {}
    begun = record.begin(game, options, ["Ann"] * seats, extra, position)
    begun = replace(begun, seats=tuple(chooser.choices(_NAMES, k=seats)))  # as a file may have them
    table = Table(begun, [BOTS[kind] for kind in kinds], seed=number)
    for _ in range(_LONGEST):
        table.step()
    steps = table.record.steps
    return Material(
        game,
        number,
        setup,
        table.record,
        [begun.start, *[step.after for step in steps]],
        [str(step.action) for step in steps],
        {name: _shortened(game, name, value) for name, value in setup.options.items()},
    )


def _shortened(game: Game[Any], name: str, value: Any) -> Any:
    """Return the value of an option as a record may have it: with the name of what ships."""
    (option,) = (option for option in game.options if option.name == name)
    for known, make in option.named.items():
        if make() == value:
            return dict(option.pin(known))
    return value
