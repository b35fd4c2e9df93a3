"""Tests of pins: records name a box by its digest, and find it again."""

import json
import pickle
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest

from fireflies import festival, files, games, misbehavin, smile
from fireflies.contract import State
from fireflies.errors import InvalidData
from fireflies.games import Game
from fireflies.misbehavin.box.boxfile import first_box
from fireflies.record import Record, begin, read, read_redacted
from tests.festival.small import SMALL as ISLANDS
from tests.misbehavin.small import SMALL as CARDS
from tests.test_cli import run

OWN: Final[dict[str, object]] = {
    "smile": [f"{number % 6}" for number in range(30)],
    "festival": ISLANDS,
    "misbehavin": CARDS,
}
"""A box of one's own for each game."""
COMPACT: Final[dict[str, Any]] = {"ensure_ascii": False, "separators": (",", ":")}
"""How fireflies writes JSON."""
GAMES: Final[tuple[Game[Any], ...]] = (smile.GAME, festival.GAME, misbehavin.GAME)
SHIPPED: Final = (
    ("smile", "shipped", "643642c0443688fe5edadf9137c1a04daf1c4c375404e61c4ac3a87c54373b64"),
    ("festival", "shipped", "2d3ef7eaaedcaed621d10b020c0ee9b5b8179d9c6dff0db1debd9b217c0207c3"),
    ("festival", "small", "306d3f5f304c4f2ded2042ab1302a890dcf3635cdf149bed484bfb2ff89569a1"),
    ("misbehavin", "sample", "5e8c34211e14b1c723ec2e334dc3512b99c266a0ab93412b63fd867f4ef5c653"),
    ("misbehavin", "sample", "8083f37c78d9df4ada26d25b93a3627bebf81fedb469589335c9895fa4afd568"),
    ("misbehavin", "workshop", "78053baac279ec54afa977a52a12e4743d1be453843e1dc947e160ff922c1475"),
)
"""The digest of each box that has shipped, which pinned records name for ever: none goes. When
a box changes, its former data go to ``former`` of the option."""


def canonical(value: object) -> bytes:
    """Return the JSON whose digest docs/records.rst describes."""
    return json.dumps(value, **COMPACT, sort_keys=True).encode()


def played(game: Game[Any], **options: object) -> Record[State]:
    """Return the record of a play with one action."""
    kept = begin(game, options, ["Ann", "Ben", "Cem"][: game.seats[0]])
    start = kept.start
    return kept.play(
        start.chance_outcomes[0][0] if start.actor == "chance" else start.legal_actions[0]
    )


def box_in(line: str) -> Any:
    """Return the box in a line."""
    return json.loads(line)["options"]["box"]


def own(game: Game[Any]) -> tuple[Record[State], dict[str, object]]:
    """Return a play with one's own box, and that box by its digest."""
    kept = played(game, box=OWN[game.name])
    box = kept.options["box"]
    return kept, {sha256(canonical(box)).hexdigest(): box}


@pytest.mark.parametrize(("game", "name", "digest"), SHIPPED)
def test_what_has_shipped_is_found_by_its_digest(game: str, name: str, digest: str) -> None:
    pin = {"name": name, "sha256": digest}
    found = games.get(game).unpin({"box": pin})["box"]
    assert sha256(canonical(found)).hexdigest() == digest
    assert games.get(game).pin({"box": found}) == {"box": pin}


def test_every_box_that_ships_is_listed() -> None:
    shipped = {
        (game.name, name, option.pin(name)["sha256"])
        for game in GAMES
        for option in game.options
        for name in option.named
    }
    assert shipped <= {*SHIPPED}


@pytest.mark.parametrize(("game", "name", "digest"), SHIPPED)
def test_a_record_is_complete_unless_it_is_pinned(game: str, name: str, digest: str) -> None:
    """In all games alike. Both lines are the same record, which does not know its form."""
    box = games.get(game).unpin({"box": {"name": name, "sha256": digest}})["box"]
    kept = played(games.get(game), box=box)
    whole, short = kept.to_text(), kept.to_text(pinned=True)
    assert sha256(canonical(box_in(whole))).hexdigest() == digest
    assert box_in(short) == {"name": name, "sha256": digest}
    for again in (read(whole), read(short), pickle.loads(pickle.dumps(kept))):  # noqa: S301  # our own data
        assert (again, again.digest, hash(again)) == (kept, kept.digest, hash(kept))
        assert (again.to_text(), again.to_text(pinned=True)) == (whole, short)
        assert canonical({**again.options}) == canonical(json.loads(whole)["options"])
    assert len(pickle.dumps(kept)) < len(short) + 100
    for line in (whole, short):
        data = json.loads(line)
        text = json.dumps({key: data[key] for key in data if key != "digest"}, **COMPACT)
        assert sha256(text.encode()).hexdigest() == data["digest"]


@pytest.mark.parametrize("name", OWN)
def test_a_redacted_record_may_be_pinned_too(name: str) -> None:
    kept = played(games.get(name))
    whole, short = (kept.redacted("spectator", pinned=pinned) for pinned in (False, True))
    assert box_in(whole) == json.loads(kept.to_text())["options"]["box"]
    assert {*box_in(short)} == {"name", "sha256"}
    assert read_redacted(whole) == read_redacted(short)


@pytest.mark.parametrize("name", OWN)
def test_a_box_of_ones_own_is_pinned_where_it_is_kept(name: str) -> None:
    """Without a name; else it stays, also in a pinned line."""
    kept, values = own(games.get(name))
    ((digest, box),) = values.items()
    assert kept.game.own_values(kept.options) == values
    assert kept.to_text(pinned=True) == kept.to_text() == kept.to_text(kept=values)
    line = kept.to_text(pinned=True, kept=values)
    assert box_in(line) == {"sha256": digest}
    assert read(line, values) == read(kept.to_text()) == kept
    problem = f"options.box: box: it was kept as boxes/{digest}.json beside these games"
    for others in ({}, {digest[::-1]: box}):
        with pytest.raises(InvalidData, match=re.escape(problem)):
            read(line, others)


def test_nothing_else_is_kept_elsewhere() -> None:
    """Neither what ships, or did so, nor a small value, nor an option of another game."""
    game = misbehavin.GAME
    assert game.own_values(game.set_up({"factions": ["niska", "serenity"]}).options) == {}
    assert game.own_values({"box": game.complete({"box": "workshop"})["box"], "more": [1]}) == {}
    assert game.own_values({"box": first_box().to_json()}) == {}


@pytest.mark.parametrize("digest", ["", "../" * 21 + "x", 1, "A" * 64, "0" * 63])
def test_what_is_no_digest_is_no_pin(digest: object) -> None:
    """So no other file can be named."""
    line = played(smile.GAME).to_text()
    data = json.loads(line)
    data["options"]["box"] = {"sha256": digest}
    with pytest.raises(InvalidData, match="a list of cards is wanted"):
        read(json.dumps(data))


@pytest.fixture(params=OWN)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a folder with a play in a pinned record, and its box."""
    kept, values = own(games.get(request.param))
    ((digest, box),) = values.items()
    (tmp_path / "boxes").mkdir()
    (tmp_path / "boxes" / f"{digest}.json").write_bytes(canonical(box))
    (tmp_path / "games.jsonl").write_text(f"{kept.to_text(pinned=True, kept=values)}\n", "utf-8")
    return tmp_path


def test_a_box_is_found_beside_the_games(folder: Path) -> None:
    """By each function that reads a file, and by the command."""
    path = folder / "games.jsonl"
    (kept,) = files.load(path)
    assert kept == own(kept.game)[0]
    assert [*files.load_any(path)] == [kept]
    assert files.GameFile.load(path)[0] == kept
    shown = run("replay", str(path))
    assert (shown.code, shown.err) == (0, "")


def test_without_its_box_a_game_is_refused(folder: Path) -> None:
    """Moved away from it, or when the box was changed."""
    (box,) = (folder / "boxes").iterdir()
    path, moved = folder / "games.jsonl", folder / "away" / "games.jsonl"
    moved.parent.mkdir()
    moved.write_bytes(path.read_bytes())
    told = run("replay", str(moved))
    assert (told.code, told.out) == (1, "")
    missing = f"it was kept as boxes/{box.name} beside these games, and is missing there"
    assert told.err == f"fireflies: {moved}: line 1, options.box: box: {missing}\n"
    box.write_bytes(box.read_bytes().replace(b"1", b"2", 1))
    with pytest.raises(InvalidData) as refused:
        [*files.load(path)]
    assert str(refused.value) == f"line 1, {box}: it was changed since the games were kept"
