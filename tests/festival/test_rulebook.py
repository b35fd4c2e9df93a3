"""The pages of Firefly Festival: the short game shows what they say that it shows."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from fireflies import record
from fireflies.contract import State
from fireflies.errors import InvalidData
from fireflies.festival import GAME
from fireflies.festival.rules.events import CrowTaken
from fireflies.festival.rules.main_events import FishTakenBack, GoalDrawn, WorkerMoved
from fireflies.record import Record

WORKED: Final = Path(__file__).parents[2] / "docs/festival/worked.jsonl"


@pytest.fixture(name="played", scope="module")
def read_record() -> Record[State]:
    """The record of the page."""
    return record.read(WORKED.read_text(encoding="utf-8").strip())


def test_a_record_of_before_there_was_a_limit_of_turns_is_read(played: Record[State]) -> None:
    """It has no such option, and is checked as it stands; a new one has the option."""
    line = played.to_text()
    assert '"turns":"off",' in line
    data = json.loads(line)
    del data["options"]["turns"], data["digest"]
    older = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    digest = sha256(older.encode()).hexdigest()
    for end in ("", f',"digest":"{digest}"'):
        assert record.read(f"{older[:-1]}{end}}}") == played
    with pytest.raises(InvalidData, match="digest: something in the record was changed"):
        record.read(f'{older[:-1]},"digest":"{digest[::-1]}"}}')
    del data["options"]["goals"]
    with pytest.raises(InvalidData, match="options: 'goals' is missing"):
        record.read(json.dumps(data))


def test_the_short_game_has_every_action(played: Record[State]) -> None:
    """All but those of other options: chance names no first player, and no powers are dealt."""
    done = {str(action).partition(" ")[0] for action in played.actions}
    setup = {"tile", "deal"}
    main = {"bridge", "pagoda", "move", "festival"}
    secondary = {"private", "public", "crow", "fish"}
    within = {"recruit", "cross", "stay", "walk", "to", "done", "end"}
    assert done == setup | main | secondary | within
    assert {"crow coins", "crow workers"} <= {*map(str, played.actions)}


def test_the_short_game_has_what_its_page_names(played: Record[State]) -> None:
    """A toll, a goal that is drawn, a crow that changes hands, and fish that come back."""
    events = [event for step in played.steps for event in step.events]
    assert any(isinstance(event, WorkerMoved) and event.toll for event in events)
    assert any(isinstance(event, GoalDrawn) for event in events)
    assert any(isinstance(event, CrowTaken) and event.holder is not None for event in events)
    assert any(isinstance(event, FishTakenBack) for event in events)
    assert played.final.outcome is not None
    assert played.game is GAME
