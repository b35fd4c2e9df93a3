"""Tests of the records of an arena, and of resuming it."""

import errno
import gzip
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fireflies import arena, festival, misbehavin
from fireflies.arena.running import game_files
from fireflies.contract import State
from fireflies.errors import InvalidData
from fireflies.files import load, save, save_lines
from fireflies.record import Record
from tests.arena import bots
from tests.arena.plans import quick

PLAN = quick(30, "random", bots.remembering, bots.clueless, events=True)
"""A plan whose third player always fails."""


def lines_in(folder: Path) -> list[str]:
    """Return all lines of records in the folder."""
    return [line for path in game_files(folder) for line in unpacked(path)]


def unpacked(path: Path) -> list[str]:
    """Return the lines of a compressed file."""
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def resumed(plan: arena.Plan, folder: Path) -> arena.Totals:
    """Return the totals of an arena that resumes the games of this folder."""
    return arena.run(plan, records=arena.RecordFolder(folder, resume=True))


def test_the_records_are_those_of_all_games(tmp_path: Path) -> None:
    """Each once; the totals equal those without records."""
    plan = quick(20, "random", bots.remembering, "first")
    totals = arena.run(plan, records=arena.RecordFolder(tmp_path / "new" / "folder"))
    assert totals == arena.run(plan)
    paths = game_files(tmp_path / "new" / "folder")
    records = [record for path in paths for record in load(path)]
    assert [record.extra["x-arena"]["game"] for record in records] == [*range(20)]  # type: ignore[index]  # plain data
    assert all(record.final.outcome is not None for record in records)
    first = [int(path.name[6:15]) for path in paths]
    assert first == [next(load(path)).extra["x-arena"]["game"] for path in paths]  # type: ignore[index]  # plain data


def test_a_box_of_ones_own_is_kept_once(tmp_path: Path) -> None:
    """Beside the games, under its digest; a resumed arena needs it."""
    arena.run(PLAN._replace(games=10), records=arena.RecordFolder(tmp_path))
    (path,) = (tmp_path / "boxes").iterdir()
    assert json.loads(path.read_bytes()) == PLAN.options["box"]
    assert path.stem == sha256(path.read_bytes()).hexdigest()
    boxes = [json.loads(line)["options"]["box"] for line in lines_in(tmp_path)]
    assert boxes == [{"sha256": path.stem}] * 10
    path.rename(tmp_path / "box.json")
    missing = f"it was kept as boxes/{path.name} beside these games, and is missing there"
    with pytest.raises(InvalidData, match=re.escape(missing)):
        resumed(PLAN, tmp_path)
    (tmp_path / "box.json").rename(path)
    assert resumed(PLAN, tmp_path) == arena.run(PLAN)
    assert [*(tmp_path / "boxes").iterdir()] == [path]


def test_files_from_before_are_resumed(tmp_path: Path) -> None:
    """They are not compressed, and their records are complete."""
    arena.run(PLAN._replace(games=10), records=arena.RecordFolder(tmp_path))
    for path in game_files(tmp_path):
        save(path.with_suffix(""), load(path))
        path.unlink()
    assert {path.suffix for path in game_files(tmp_path)} == {".jsonl"}
    with pytest.raises(InvalidData, match="there are games here already"):
        arena.run(PLAN, records=arena.RecordFolder(tmp_path))
    assert resumed(PLAN, tmp_path) == arena.run(PLAN)
    assert {path.suffix for path in game_files(tmp_path)} == {".jsonl", ".gz"}


def test_a_box_that_ships_is_named(tmp_path: Path) -> None:
    """Of a game of Festival the box would be 11 KB."""
    plan = arena.plan(festival.GAME, ("random", "random"), 2, options={"turns": 40})
    arena.run(plan, records=arena.RecordFolder(tmp_path))
    for line in lines_in(tmp_path):
        assert json.loads(line)["options"]["box"]["name"] == "shipped"
        assert len(line) < 3000
    assert not (tmp_path / "boxes").exists()
    assert sum(path.stat().st_size for path in game_files(tmp_path)) < 2 * 2000
    assert resumed(plan, tmp_path) == arena.run(plan)


def test_games_whose_options_go_by_seat_are_resumed(tmp_path: Path) -> None:
    """They move after two games; a game with those of another number is refused."""
    plan = arena.plan(misbehavin.GAME, ("random", "first"), 6, options={"turns": 2})
    arena.run(plan._replace(games=3), records=arena.RecordFolder(tmp_path))
    assert resumed(plan, tmp_path) == arena.run(plan)
    path = min(game_files(tmp_path))
    (record, *_) = load(path)
    assert record.options["factions"] == plan.options["factions"] == ["serenity", "alliance"]
    save(path, [changed(record, game=2)])
    with pytest.raises(InvalidData, match="line 1, options: a game of another arena"):
        resumed(plan, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_a_resumed_arena_has_the_same_totals(tmp_path: Path, seed: int) -> None:
    """Interrupted at random places, with some files removed, and with other chunks."""
    source = Random(seed)
    whole = arena.run(PLAN)
    for _ in range(3):
        games = arena.run_in_parts(
            PLAN, records=arena.RecordFolder(tmp_path, resume=True), chunk=source.randrange(1, 6)
        )
        for _ in range(source.randrange(8)):
            next(games, None)
        games.close()
        for path in game_files(tmp_path):
            if source.random() < 0.3:
                path.unlink()
        (tmp_path / ".0123.part").write_text("half a line")  # as a killed process leaves it
    left = len(lines_in(tmp_path))
    assert resumed(PLAN, tmp_path) == whole
    assert left < len(lines_in(tmp_path)) == 30
    before = lines_in(tmp_path)
    assert resumed(PLAN, tmp_path) == whole
    assert lines_in(tmp_path) == before, "nothing was left to be played"


def test_more_games_may_be_played_later(tmp_path: Path) -> None:
    """A plan with fewer games than the folder is refused."""
    few = PLAN._replace(games=12)
    arena.run(few, records=arena.RecordFolder(tmp_path))
    assert resumed(PLAN, tmp_path) == arena.run(PLAN)
    with pytest.raises(InvalidData, match=r"x-arena\.game: there are 12 games; this is game 12"):
        resumed(few, tmp_path)


def test_a_file_of_kept_games_is_never_replaced(tmp_path: Path) -> None:
    """Also when its first game is missing and is played again."""
    plan = quick(20)
    whole = arena.run(plan)
    for _ in arena.run_in_parts(plan, records=arena.RecordFolder(tmp_path), chunk=10):
        pass
    first = min(game_files(tmp_path))
    for left in (9, 8):  # the name of the file is taken, then the next one too
        save_lines(first, unpacked(first)[1:])
        before = {path.name: path.read_bytes() for path in game_files(tmp_path)}
        assert resumed(plan, tmp_path) == whole
        assert {name: (tmp_path / name).read_bytes() for name in before} == before
        assert len(unpacked(first)) == left
        assert len(lines_in(tmp_path)) == 20


def test_a_folder_belongs_to_one_arena_at_a_time(tmp_path: Path) -> None:
    """Also in one process; it is free again when the first arena ends."""
    records = arena.RecordFolder(tmp_path, resume=True)
    games = arena.run_in_parts(PLAN, records=records)
    next(games)
    before = lines_in(tmp_path)
    with pytest.raises(InvalidData) as caught:
        arena.run(PLAN, records=records)
    assert str(caught.value) == f"{tmp_path}: another arena uses this folder now"
    assert lines_in(tmp_path) == before
    games.close()
    assert resumed(PLAN, tmp_path) == arena.run(PLAN)
    assert len(lines_in(tmp_path)) == 30


def test_a_file_that_is_no_lock_is_named(tmp_path: Path) -> None:
    """Not in the words of the database that the lock is."""
    (tmp_path / ".arena.lock").write_bytes(b"somebody's own lock\n" * 100)
    with pytest.raises(InvalidData) as caught:
        arena.run(PLAN, records=arena.RecordFolder(tmp_path))
    problem = "its file .arena.lock is of another program: choose another folder"
    assert str(caught.value) == f"{tmp_path}: {problem}"


def test_the_lock_ends_with_its_process(tmp_path: Path) -> None:
    program = (
        "import pathlib, sys, time; from fireflies import arena; from tests.arena.plans import"
        " quick; folder = arena.RecordFolder(pathlib.Path(sys.argv[1]));"
        " games = arena.run_in_parts(quick(30), records=folder);"
        " next(games); print(flush=True); time.sleep(600)"
    )
    words = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as other:  # noqa: S603  # it runs nothing but ourselves
        assert other.stdout is not None
        assert other.stdout.readline()
        with pytest.raises(InvalidData, match="another arena uses this folder now"):
            resumed(quick(30), tmp_path)
        other.kill()
    assert resumed(quick(30), tmp_path) == arena.run(quick(30))


def test_a_full_disk_is_reported_with_the_file_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    games, fsync = arena.run_in_parts(PLAN, records=arena.RecordFolder(tmp_path), chunk=5), os.fsync
    next(games)
    before = sorted(tmp_path.iterdir())

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        next(games)
    assert caught.value.filename == str(tmp_path / "games-000000005.jsonl.gz")
    assert sorted(tmp_path.iterdir()) == before
    monkeypatch.setattr(os, "fsync", fsync)
    assert resumed(PLAN, tmp_path) == arena.run(PLAN)


def test_a_folder_with_games_has_to_be_resumed(tmp_path: Path) -> None:
    """Other files in the folder do not matter."""
    (tmp_path / "notes.txt").write_text("mine")
    plan = quick(2)
    arena.run(plan, records=arena.RecordFolder(tmp_path))
    before = lines_in(tmp_path)
    with pytest.raises(InvalidData, match="there are games here already: resume them"):
        arena.run(plan, records=arena.RecordFolder(tmp_path))
    assert lines_in(tmp_path) == before


@pytest.mark.parametrize(
    ("other", "place"),
    [
        (PLAN._replace(seed=1), "seed"),
        (PLAN._replace(seconds=5.0), "seconds"),
        (PLAN._replace(options={**PLAN.options, "beads": 3}), "options"),
        (PLAN._replace(players=(*PLAN.players[:2], arena.Player("clueless", "first"))), "players"),
        (
            PLAN._replace(players=(*PLAN.players[:2], PLAN.players[2]._replace(name="me"))),
            "players",
        ),
    ],
    ids=["seed", "time", "options", "bot", "name"],
)
def test_games_of_another_arena_are_refused(tmp_path: Path, other: arena.Plan, place: str) -> None:
    """The message has the file, the line and the difference; nothing is written."""
    arena.run(other._replace(games=3), records=arena.RecordFolder(tmp_path))
    before = lines_in(tmp_path)
    with pytest.raises(InvalidData) as caught:
        resumed(PLAN, tmp_path)
    assert caught.value.place.startswith(str(tmp_path / "games-000000000.jsonl.gz: line 1"))
    assert caught.value.place.endswith(place)
    assert "a game of another arena" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert lines_in(tmp_path) == before


def test_the_folder_of_another_game_is_named_as_such(tmp_path: Path) -> None:
    """Its seed and its players differ too."""
    other = arena.plan(festival.GAME, ("random", "random"), 1, seed=9)
    arena.run(other, records=arena.RecordFolder(tmp_path))
    problem = 'game: a game of another arena; "smile" is wanted, not "festival"'
    with pytest.raises(InvalidData, match=problem):
        resumed(PLAN, tmp_path)


def changed(record: Record[State], **changes: Any) -> Record[State]:
    """Return the record with other data about its arena."""
    about = json.loads(json.dumps(record.extra["x-arena"])) | changes
    about = {name: value for name, value in about.items() if value != "gone"}
    return replace(record, extra={"x-arena": about})


FAILURE = {"seat": 2, "kind": "error", "text": "oh"}


def test_a_game_with_another_seating_is_refused(tmp_path: Path) -> None:
    plan = quick(2, "random", "first", "last")
    arena.run(plan, records=arena.RecordFolder(tmp_path))
    path = min(game_files(tmp_path))
    (record,) = load(path)
    save(path, [replace(record, seats=record.seats[::-1])])
    with pytest.raises(InvalidData, match="line 1, seats: a game of another arena"):
        resumed(plan, tmp_path)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"game": "gone"}, "x-arena.game: a whole number is wanted, not None"),
        ({"game": -1}, "x-arena.game: there are 9 games; this is game -1"),
        ({"seed": True}, "seed: a game of another arena"),
        (
            {"failure": FAILURE},
            "x-arena.failure: either the game is over, or a bot has failed",
        ),
        ({"failure": 7}, "x-arena.failure: an object is wanted, not 7"),
        ({"failure": FAILURE | {"seat": 3}}, "x-arena.failure.seat: seats go from 0 to 2"),
        *(
            (
                {"failure": FAILURE | {"kind": kind}},
                f"x-arena.failure.kind: one of error, illegal, late is wanted, not {kind!r}",
            )
            for kind in (1, "tired")
        ),
        ({"failure": FAILURE | {"text": 1}}, "x-arena.failure.text: a string is wanted, not 1"),
    ],
)
def test_impossible_data_about_the_arena_is_refused(
    tmp_path: Path, changes: dict[str, object], problem: str
) -> None:
    plan = quick(9, seed=1)
    arena.run(plan, records=arena.RecordFolder(tmp_path))
    (path, *_) = game_files(tmp_path)
    (record,) = load(path)
    save(path, [changed(record)])
    assert resumed(plan, tmp_path).games == 9
    save(path, [changed(record, **changes)])
    with pytest.raises(InvalidData) as caught:
        resumed(plan, tmp_path)
    assert str(caught.value).startswith(f"{path}: line 1, {problem}")


def test_an_unfinished_game_needs_a_failure(tmp_path: Path) -> None:
    plan = quick(1)
    arena.run(plan, records=arena.RecordFolder(tmp_path))
    (path,) = game_files(tmp_path)
    (record,) = load(path)
    save(path, [record.undo()])
    with pytest.raises(InvalidData, match="either the game is over, or a bot has failed"):
        resumed(plan, tmp_path)


def test_a_repeated_game_is_refused(tmp_path: Path) -> None:
    """In one file or in two."""
    plan = quick(2)
    arena.run(plan, records=arena.RecordFolder(tmp_path))
    one, two = game_files(tmp_path)
    two.write_bytes(one.read_bytes())
    with pytest.raises(InvalidData, match=f"line 1: game 0 is also in {one.name}"):
        resumed(plan, tmp_path)


def test_other_and_broken_records_are_refused(tmp_path: Path) -> None:
    """A record without an arena, a changed one, and a line that is no record."""
    plan = quick(1)
    arena.run(plan, records=arena.RecordFolder(tmp_path))
    (path,) = game_files(tmp_path)
    (line,) = unpacked(path)
    (record,) = load(path)
    save(path, [replace(record, extra={})])
    with pytest.raises(InvalidData, match="line 1, x-arena: an object is wanted, not None"):
        resumed(plan, tmp_path)
    for wrong in (line.replace('"seed":0', '"seed":1'), "nonsense\n"):
        path.write_text(wrong)
        with pytest.raises(InvalidData, match="line 1"):
            resumed(plan, tmp_path)


def test_a_file_in_place_of_the_folder_is_an_os_error(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(OSError, match="exists"):
        arena.run(quick(1), records=arena.RecordFolder(file))
