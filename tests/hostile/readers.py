"""Hostile inputs for what reads actions, positions, records, options and boxes.

Each function makes an input: a call that returns whether the text or the data is accepted. The call
raises nothing but what shows a fault; an assertion states what the readers promise.
"""

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from fireflies import files, games, record
from fireflies.contract import (
    SPECTATOR,
    Action,
    IllegalAction,
    InvalidOptions,
    State,
    Violation,
)
from fireflies.errors import InvalidData, InvalidNotation
from fireflies.games import Game, Option, Setup
from fireflies.record import RedactedRecord
from tests.hostile import material
from tests.hostile.material import draw, generated
from tests.hostile.spoiling import spoil_bytes, spoil_data, spoil_json, spoil_text

Input: TypeAlias = "partial[bool]"
"""An input as a call; it returns whether the input is accepted."""

FOLDER: Final = tempfile.TemporaryDirectory(prefix="fireflies-hostile-")
"""The folder of this process for files; it is deleted when the process ends."""


def refused(error: Exception) -> bool:
    """Return False for a documented error, whose message has to be one line."""
    message = str(error)
    assert message.strip(), "a message is blank"
    assert len(message.splitlines()) == 1, f"a message has more than one line: {message!r}"
    return False


def kept(content: bytes, name: str = "input") -> Path:
    """Return a file of this process with this content."""
    file = Path(FOLDER.name, name)
    file.write_bytes(content)
    return file


def action(chooser: Random) -> Input:
    """Make the text of an action, for a state of the same play."""
    play = draw(chooser)
    own, others = play.texts, generated(play.game.name, "actions")
    state = chooser.choice(play.states)
    given = chooser.choice(chooser.choice((own, [*map(str, state.legal_actions)] or own, others)))
    text = spoil_text(chooser, given, chooser.choice(own), chooser.choice(others))
    hidden = play.game.read_redacted
    return partial(_read_action, play.game, state, text, hidden=bool(hidden) and _half(chooser))


def _half(chooser: Random) -> bool:
    return chooser.random() < 0.5


def _read_action(game: Game[Any], state: State, text: str, *, hidden: bool) -> bool:
    reader: Callable[[str], Action] = game.read_action
    if hidden and game.read_redacted is not None:
        reader = game.read_redacted
    try:
        found = reader(text)
    except InvalidNotation as error:
        return refused(error)
    assert str(found) == text, "an action is written in another way than it was read"
    violation = state.check(found)
    assert _refusal(state, found) == violation
    assert (violation is None) is (found in state.legal_actions)
    if violation is not None:
        assert str(violation)
        assert game.remark is None or isinstance(game.remark(violation), str)
    return True


def _refusal(state: State, given: Action) -> Violation | None:
    try:
        state.step(given)
    except IllegalAction as error:
        return error.violation
    return None


def position(chooser: Random) -> Input:
    """Make a position in one line."""
    play = draw(chooser)
    other = chooser.choice(draw(chooser).states).view().position
    text = spoil_text(chooser, chooser.choice(play.states).view().position, other)
    return partial(_read_position, play.setup, play.game, text)


def _read_position(setup: Setup[State], game: Game[Any], text: str) -> bool:
    try:
        state = setup.read_position(text)
    except InvalidNotation as error:
        return refused(error)
    written = state.view().position
    assert sorted(written) == sorted(text), "more than the order of a list is not as it was read"
    again = setup.read_position(written)
    assert (again, hash(again)) == (state, hash(state))
    for observer in (None, SPECTATOR, *range(state.seats)):
        view = state.view(observer)
        assert json.dumps(view.to_json())
        assert str(view)
    assert game.draw is None or game.draw(state.view())
    legal = state.legal_actions
    assert bool(legal) is (state.outcome is None)
    for chosen in {*legal[:1], *legal[-1:]}:
        assert state.check(chosen) is None
        done = state.step(chosen)
        assert done.events
        assert setup.read_position(done.after.view().position) == done.after
    return True


def whole_record(chooser: Random) -> Input:
    """Make the line of a record."""
    return partial(_read_record, spoil_bytes(chooser, _line(chooser, hidden=False)))


def redacted_record(chooser: Random) -> Input:
    """Make the line of a redacted record."""
    return partial(_read_redacted, spoil_bytes(chooser, _line(chooser, hidden=True)))


def _line(chooser: Random, *, hidden: bool) -> str:
    return spoil_json(chooser, draw(chooser).record_data(chooser, redacted=hidden))


def _read_record(line: bytes) -> bool:
    try:
        found = record.read(line)
    except InvalidData as error:
        return refused(error)
    assert record.read(found.to_text()).to_text() == found.to_text()
    for observer in (SPECTATOR, found.start.seats - 1):
        record.read_redacted(found.redacted(observer))
    return True


def _read_redacted(line: bytes) -> bool:
    try:
        found = record.read_redacted(line)
    except InvalidData as error:
        return refused(error)
    return len(found.actions) == len(found.events)


def record_file(chooser: Random) -> Input:
    """Make a file of records, redacted or not, of which one or more are changed."""
    lines = [
        _line(chooser, hidden=_half(chooser))
        if chooser.random() < 0.7
        else draw(chooser).part(chooser).to_text()
        for _ in range(chooser.choice((0, 1, 1, 2, 3)))
    ]
    ending = chooser.choice(("\n", "\n", "\n", "\r\n", "\r", "\n\n", "\u2028", "\0"))
    return partial(_read_file, spoil_bytes(chooser, ending.join([*lines, ""])))


def _read_file(content: bytes) -> bool:
    try:
        found = [*files.load_any(kept(content))]
    except InvalidData as error:
        return refused(error)
    assert len(found) <= content.count(b"\n") + 1
    assert all(isinstance(it, RedactedRecord) or it.to_text() for it in found)
    return True


def options(chooser: Random) -> Input:
    """Make options as data, or as texts of a command line."""
    play = draw(chooser)
    given: dict[str, Any] = dict(chooser.choice((play.setup.options, play.short, {})))
    given |= dict(chooser.choice(generated(play.game.name, "options")))
    for _ in range(chooser.choice((0, 1, 1, 2))):
        changed = spoil_data(chooser, given)
        given = dict(changed) if isinstance(changed, Mapping) else given
    if _half(chooser):
        return partial(_set_up, play.game, given)
    texts = {name: _argument(chooser, value) for name, value in given.items() if value is not None}
    return partial(_parse, play.game, texts)


def _argument(chooser: Random, value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return spoil_text(chooser, text) if chooser.random() < 0.3 else text


def _set_up(game: Game[Any], given: Mapping[str, object]) -> bool:
    try:
        setup = game.set_up(given)
    except InvalidOptions as error:
        return refused(error)
    complete = json.loads(json.dumps(dict(setup.options)))
    again = game.set_up(complete)
    assert again == setup
    assert json.dumps(dict(again.options)) == json.dumps(complete)
    assert setup.start.view().to_json() == again.start.view().to_json()
    return True


def _parse(game: Game[Any], given: Mapping[str, str]) -> bool:
    try:
        parsed = game.parse_arguments(given)
    except (InvalidOptions, InvalidData) as error:
        return refused(error)
    except OSError as error:
        return refused(error)
    return _set_up(game, parsed)


def box(chooser: Random) -> Input:
    """Make the file of an option, such as a box."""
    game, option = chooser.choice([*_file_options()])
    templates = _templates(game.name, option.name)
    text = chooser.choice(templates)
    if text.lstrip().startswith("{") and chooser.random() < 0.8:
        text = spoil_json(chooser, json.loads(text), 0.2)
    else:
        text = spoil_text(chooser, text, chooser.choice(templates), code=True)
    return partial(_read_box, game, option.name, spoil_bytes(chooser, text))


@cache
def _file_options() -> tuple[tuple[Game[Any], Option[Any]], ...]:
    return tuple(
        (game, option)
        for game in map(games.get, material.GAMES)
        for option in game.options
        if option.file is not None
    )


@cache
def _templates(name: str, option: str) -> tuple[str, ...]:
    """Return valid files of an option: its template, and values of plays as JSON."""

    def found() -> Iterator[str]:
        for game, known in _file_options():
            if (game.name, known.name) == (name, option) and known.file is not None:
                yield known.file().template()
        for number in range(0, material.PLAYS, 3):
            value = material.play(name, number).setup.options[option]
            yield json.dumps(value)
            yield json.dumps({option: value})

    return tuple(found())


def _read_box(game: Game[Any], name: str, content: bytes) -> bool:
    file = next(it.file for owner, it in _file_options() if owner is game and it.name == name)
    assert file is not None
    try:
        value = file().read_file(content)
    except InvalidData as error:
        return refused(error)
    assert file().describe(value)
    try:
        setup = game.set_up({name: value})
    except InvalidOptions as error:  # it fits not the other options
        return refused(error)
    assert file().describe(setup.options[name]) == file().describe(value)
    return True
