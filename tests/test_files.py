"""Tests of files of records: they are written completely or not at all."""

import errno
import gzip
import io
import os
import random
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

from fireflies import games, smile
from fireflies._typing import override
from fireflies.errors import InvalidData
from fireflies.files import LONGEST_LINE, GameFile, load, load_any, read_any, save
from fireflies.record import Record, RedactedRecord, begin, read, read_redacted
from tests import kuhn
from tests.smile.plays import random_options


def record_of(seed: int, most: int = 1000) -> Record[smile.State]:
    """Return the record of a random play."""
    chooser = random.Random(f"files {seed}")
    options = random_options(chooser)
    seats = smile.GAME.set_up(options).start.seats
    names = ("Ada", "Béla", "千", "", "e")[:seats]
    record = begin(smile.GAME, options, names, {"x-seed": seed, "x-note": "千\u2028\x85"})
    while record.final.actor is not None and len(record.steps) < most:
        record = record.play(chooser.choice(record.final.legal_actions))
    return record


OLD: Final = [record_of(1), record_of(2)]
NEW: Final = [record_of(3), record_of(4), record_of(5, 0)]


def content(records: Sequence[Record[Any]]) -> bytes:
    """Return the content of a file with these records."""
    return "".join(f"{record.to_text()}\n" for record in records).encode()


def names(folder: Path) -> list[str]:
    """Return the names of all files in a folder, hidden ones too."""
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write the old records to a file, alone in its folder."""
    found = tmp_path / "games.jsonl"
    found.write_bytes(content(OLD))
    return found


def test_many_records_are_one_a_line(tmp_path: Path) -> None:
    """They can be read again, from a path of any type."""
    path = tmp_path / "games.jsonl"
    for records in (NEW, [], OLD, NEW[:1]):
        save(path, iter(records))
        assert path.read_bytes() == content(records)
        assert path.read_bytes().count(b"\n") == len(records)
        assert list(load(path)) == records
        assert list(load(str(path))) == records
        save(str(path), records)
        assert path.read_bytes() == content(records)
        assert names(tmp_path) == ["games.jsonl"]


def test_a_relative_name_is_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save("games", OLD)
    assert list(load("games")) == OLD
    assert names(tmp_path) == ["games"]


def test_records_are_read_one_by_one(path: Path) -> None:
    """An error does not hide the records before it."""
    path.write_bytes(content(OLD) + b'{"format":\n' + content(NEW))
    reading = load(path)
    assert [next(reading), next(reading)] == OLD
    with pytest.raises(InvalidData) as caught:
        next(reading)
    assert caught.value.place == "line 3, column 11"


def test_a_file_may_be_compressed(tmp_path: Path) -> None:
    """By its name when it is written, by its content when it is read."""
    path = tmp_path / "games.jsonl.gz"
    save(path, OLD)
    packed = path.read_bytes()
    assert gzip.decompress(packed) == content(OLD)
    assert packed[4:8] == bytes(4), "the same games are the same bytes at any time"
    path.rename(tmp_path / "games")
    for read_file in (load, load_any):
        assert [*read_file(tmp_path / "games")] == OLD
    save(path, OLD)
    assert path.read_bytes() == packed
    path.write_bytes(content(OLD))
    assert [*load(path)] == OLD


def test_a_damaged_compressed_file_is_refused(tmp_path: Path) -> None:
    """Cut, with another byte, with another check sum, and with something after it."""
    path, packed = tmp_path / "games", gzip.compress(content(OLD))
    middle = len(packed) // 2
    spoiled = packed[:middle] + bytes([packed[middle] ^ 255]) + packed[middle + 1 :]
    for wrong in (packed[:-9], spoiled, packed[:-8] + bytes(8), packed + b"more", b"\x1f"):
        path.write_bytes(wrong)
        with pytest.raises(InvalidData, match=r"^file: it is compressed, and damaged: "):
            [*load(path)]


def test_a_compressed_game_is_not_overwritten(tmp_path: Path) -> None:
    """A game in progress is saved as it is."""
    path = tmp_path / "game.gz"
    save(path, OLD[:1])
    record, file = GameFile.load(path)
    assert record == OLD[0]
    with pytest.raises(FileExistsError, match="it holds something else"):
        file.save(NEW[0])
    new = GameFile(tmp_path / "new.gz")
    for record in (OLD[0], NEW[0]):
        new.save(record)
        assert new.path.read_bytes() == content([record])
        assert GameFile.load(new.path)[0] == record


def test_lines_may_end_as_on_windows(path: Path) -> None:
    """The last line needs no line end."""
    path.write_bytes(content(OLD).replace(b"\n", b"\r\n"))
    assert list(load(path)) == OLD
    path.write_bytes(content(OLD)[:-1])
    assert list(load(path)) == OLD


def test_a_file_cut_anywhere_is_a_part_or_an_error(tmp_path: Path) -> None:
    """A part only when the cut is at the start, or directly before or after a newline."""
    path = tmp_path / "cut"
    short = [record_of(seed, 3) for seed in (6, 7)]
    whole = content(short)
    ends = [len(content(short[:number])) for number in range(len(short) + 1)]
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        wanted = sum(end <= length for end in ends) - 1
        if length in ends:
            assert list(load(path)) == short[:wanted]
        elif length + 1 in ends:
            assert list(load(path)) == short[: wanted + 1]
        else:
            with pytest.raises(InvalidData, match=f"^line {wanted + 1}, "):
                list(load(path))


# Complete writes.


class Broken(Exception):
    """An error that is no OSError."""


def failing(error: BaseException) -> Callable[..., None]:
    """Return a function that raises this error."""

    def fail(*args: object, **named: object) -> None:
        del args, named
        raise error

    return fail


class FullDisk(io.FileIO):
    """A file on a disk that is full after this number of bytes, at ``write`` or at ``flush``."""

    room = 0
    late = False
    told = False

    @override
    def write(self, data: object, /) -> int:
        assert isinstance(data, bytes)
        written = super().write(data[: self.room])
        if written < len(data) and not self.late:
            raise OSError(errno.ENOSPC, "No space left on device")
        return len(data)

    @override
    def flush(self) -> None:
        if self.late and not self.told:
            self.told = True
            raise OSError(errno.ENOSPC, "No space left on device")


FAILURES: Final = {
    "fsync, full disk": (os, "fsync", OSError(errno.ENOSPC, "No space left on device")),
    "fsync, broken disk": (os, "fsync", OSError(errno.EIO, "Input/output error")),
    "fsync, Ctrl-C": (os, "fsync", KeyboardInterrupt()),
    "replace, full disk": (Path, "replace", OSError(errno.EDQUOT, "Quota exceeded")),
    "replace, open on Windows": (Path, "replace", PermissionError(13, "Access is denied")),
    "replace, anything": (Path, "replace", Broken()),
    "replace, end": (Path, "replace", SystemExit(3)),
    "chmod, another system of files": (Path, "chmod", PermissionError(1, "Not permitted")),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_leaves_the_old_content(
    name: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no other file."""
    owner, function, error = FAILURES[name]
    with monkeypatch.context() as patch:
        patch.setattr(owner, function, failing(error))
        with pytest.raises(type(error)) as caught:
            save(path, NEW)
    assert caught.value is error
    assert getattr(error, "filename", str(path)) == str(path)
    assert path.read_bytes() == content(OLD)
    assert names(path.parent) == [path.name]
    save(path, NEW)
    assert list(load(path)) == NEW


@pytest.mark.parametrize("function", ["fsync", "replace"])
def test_a_failure_leaves_no_new_file(
    function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(os if function == "fsync" else Path, function, failing(error))
    with pytest.raises(OSError, match="No space left"):
        save(tmp_path / "games", NEW)
    assert names(tmp_path) == []


@pytest.mark.parametrize("told_by", ["write", "flush"])
@pytest.mark.parametrize("room", [0, 1, 100], ids="room for {} bytes".format)
def test_a_full_disk_leaves_the_old_content(
    room: int, told_by: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when a part of the new content was written."""
    open_path = Path.open
    opened = []

    def opened_on_a_full_disk(name: Path, mode: str = "r") -> object:
        if mode != "xb":
            return open_path(name, mode)
        file = FullDisk(name, "xb")
        file.room, file.late = room, told_by == "flush"
        opened.append(name)
        return file

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", opened_on_a_full_disk)
        with pytest.raises(OSError, match="No space left on device"):
            save(path, NEW)
    (beside,) = opened
    assert beside.parent == path.parent
    assert beside != path
    assert path.read_bytes() == content(OLD)
    assert names(path.parent) == [path.name]


LIMITED: Final = """
import resource, sys
from fireflies.files import load, save
records = list(load(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    save(sys.argv[2], records)
except OSError as error:
    print(error.strerror)
"""


def test_a_real_limit_of_file_size_leaves_the_old_content(path: Path) -> None:
    """In a process whose files may have at most 1,000 bytes."""
    source = path.with_name("source")
    save(source, NEW)
    assert source.stat().st_size > 1000
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", LIMITED, source, path], capture_output=True, text=True, check=True
    )
    assert done.stdout == "File too large\n"
    assert path.read_bytes() == content(OLD)
    assert names(path.parent) == [path.name, "source"]


def test_an_error_while_records_are_made_leaves_the_old_content(path: Path) -> None:

    def records() -> Iterator[Record[smile.State]]:
        yield NEW[0]
        raise Broken

    with pytest.raises(Broken):
        save(path, records())
    assert path.read_bytes() == content(OLD)
    assert names(path.parent) == [path.name]


def test_the_new_content_is_synced_before_it_replaces_the_old(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written under another name, synced and renamed."""
    sync, replace = os.fsync, Path.replace
    seen = []

    def look_and_sync(number: int) -> None:
        (beside,) = (name for name in path.parent.iterdir() if name != path)
        seen.append(("sync", os.fstat(number).st_size, beside.read_bytes(), path.read_bytes()))
        assert os.fstat(number).st_ino == beside.stat().st_ino
        sync(number)

    def look_and_replace(old: Path, new: Path) -> Path:
        seen.append(("replace", new.stat().st_size, old.read_bytes(), new.read_bytes()))
        return replace(old, new)

    monkeypatch.setattr(os, "fsync", look_and_sync)
    monkeypatch.setattr(Path, "replace", look_and_replace)
    save(path, NEW)
    old, new = content(OLD), content(NEW)
    assert seen == [("sync", len(new), new, old), ("replace", len(old), new, old)]
    assert path.read_bytes() == new


SAVING: Final = """
import sys
from fireflies.files import load, save
records = list(load(sys.argv[1]))
for _ in range(15):
    save(sys.argv[2], records)
"""


def test_of_two_concurrent_saves_one_is_kept_completely(tmp_path: Path) -> None:
    """Two processes save 15 times each while this one reads."""
    path, sources = tmp_path / "games", [tmp_path / "one", tmp_path / "other"]
    long = [record_of(seed) for seed in range(10, 50)]
    save(sources[0], long)
    save(sources[1], long[::-1])
    allowed = {source.read_bytes() for source in sources}
    save(path, long)
    writers = [
        subprocess.Popen([sys.executable, "-c", SAVING, source, path])  # noqa: S603 - our words
        for source in sources
    ]
    seen = set()
    for turn in count():
        running = any(writer.poll() is None for writer in writers)
        found = path.read_bytes()
        assert found in allowed, turn
        seen.add(found)
        if not running:
            break
    assert [writer.wait() for writer in writers] == [0, 0]
    assert seen == allowed
    assert names(tmp_path) == ["games", "one", "other"]
    assert list(load(path)) in (long, long[::-1])


# Unchanged files.


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o444, 0o755], ids=oct)
def test_permissions_are_kept(mode: int, path: Path) -> None:
    path.chmod(mode)
    save(path, NEW)
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_bytes() == content(NEW)


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    save(tmp_path / "games", NEW)
    assert (tmp_path / "games").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("target", ["../games.jsonl", "absolute"])
def test_a_link_stays_a_link(target: str, path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link, second = folder / "link", folder / "second"
    link.symlink_to(path if target == "absolute" else target)
    second.symlink_to("link")
    for name, records in ((link, NEW), (second, OLD), (second, NEW)):
        save(name, records)
        assert path.read_bytes() == content(records)
        assert list(load(name)) == records
    assert link.is_symlink()
    assert second.is_symlink()
    assert not path.is_symlink()
    assert names(folder) == ["link", "second"]
    assert names(tmp_path) == ["elsewhere", path.name]


def test_a_broken_link_leads_to_the_new_file(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("games")
    save(link, NEW)
    assert link.is_symlink()
    assert (tmp_path / "games").read_bytes() == content(NEW)
    assert names(tmp_path) == ["games", "link"]


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    save(pipe, NEW)
    reader.join()
    assert found == [content(NEW)]
    assert pipe.is_fifo()
    assert names(tmp_path) == ["pipe"]


def test_a_pipe_is_read_from(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(content(NEW)))
    writer.start()
    assert list(load(pipe)) == NEW
    writer.join()


# Endless lines and redacted records.


@pytest.mark.parametrize("reader", [load, load_any, lambda path: [GameFile.load(path)]])
def test_an_endless_line_is_refused(
    reader: Callable[[Path], Iterator[object]], tmp_path: Path
) -> None:
    """Before it fills the memory."""
    with pytest.raises(InvalidData, match=f"^line 1: it has more than {LONGEST_LINE} bytes"):
        next(iter(reader(Path("/dev/zero"))))
    path = tmp_path / "games"
    path.write_bytes(content(OLD[:1]) + b" " * (LONGEST_LINE + 1))
    with pytest.raises(InvalidData, match=f"^line 2: it has more than {LONGEST_LINE} bytes"):
        list(reader(path))


@pytest.mark.parametrize("path", ["a\0b", "\ud800"])
def test_a_path_that_no_file_can_have_is_no_file(path: str) -> None:
    """It is an OSError with the path, as for a file that is missing."""
    game = GameFile(path)
    for use in (
        lambda: next(load(path)),
        lambda: next(load_any(path)),
        lambda: GameFile.load(path),
        lambda: save(path, OLD),
        lambda: game.save(OLD[0]),
    ):
        with pytest.raises(OSError, match="no file can have this name") as caught:
            use()
        assert caught.value.filename == path


@pytest.mark.parametrize("read_text", [read, read_redacted, read_any])
def test_a_text_is_limited_like_a_line_of_a_file(
    read_text: Callable[[str | bytes], object],
) -> None:
    """In bytes of UTF-8, whether it is given as a string or as bytes."""
    for text in (" " * (LONGEST_LINE + 1), "\u20ac" * (LONGEST_LINE // 3 + 1)):
        for given in (text, text.encode()):
            with pytest.raises(InvalidData, match=f"^record: it has more than {LONGEST_LINE} byt"):
                read_text(given)
    with pytest.raises(InvalidData, match="JSON"):
        read_text(" " * LONGEST_LINE)


def test_the_longest_line_is_read(tmp_path: Path) -> None:
    path, line = tmp_path / "games", OLD[0].to_text().encode()
    path.write_bytes(line + b" " * (LONGEST_LINE - len(line) - 1) + b"\n")
    assert list(load(path)) == OLD[:1]


def test_load_any_reads_redacted_records(tmp_path: Path) -> None:
    """``load`` refuses them."""
    record = begin(kuhn.GAME, {}, ["Ann", "Ben"])
    for action in (kuhn.Deal("K"), kuhn.Deal("J"), kuhn.BET):
        record = record.play(action)
    path = tmp_path / "games"
    lines = [record.to_text(), record.redacted(1), record.redacted("spectator"), record.to_text()]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    with registered():
        whole, one, other, again = load_any(path)
        assert whole == again == record
        assert isinstance(one, RedactedRecord)
        assert isinstance(other, RedactedRecord)
        assert (one.observer, other.observer) == (1, "spectator")
        assert list(map(str, one.actions)) == ["deal ?", "deal J", "bet"]
        with pytest.raises(InvalidData, match=r"^line 2, observer: "):
            list(load(path))
        path.write_text(f"{lines[0]}\n{lines[1].replace('Ann', 'Eve')}\n", encoding="utf-8")
        with pytest.raises(InvalidData, match=r"^line 2, digest: "):
            list(load_any(path))
        path.write_text("[]\n", encoding="utf-8")
        with pytest.raises(InvalidData, match=r"^line 1, record: "):
            list(load_any(path))


@contextmanager
def registered() -> Iterator[None]:
    """Register Kuhn poker."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(games._BUILT_IN, "kuhn", "tests.kuhn")
        yield


# GameFile.


def test_a_game_is_saved_again_and_again(tmp_path: Path) -> None:
    """An empty file may exist before."""
    for path in (tmp_path / "new", tmp_path / "empty"):
        file = GameFile(path)
        for record in NEW:
            file.check()
            file.save(record)
            assert path.read_bytes() == content([record])
        (tmp_path / "empty").touch()


@pytest.mark.parametrize("is_replaced", [True, False])
def test_a_game_is_saved_after_an_interrupted_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_replaced: bool
) -> None:
    """The signal came just before the new content was in the file, or just after that."""
    file = GameFile(tmp_path / "game")
    file.save(NEW[0])
    replace = Path.replace

    def interrupted(path: Path, target: Path) -> Path:
        if is_replaced:
            replace(path, target)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            file.save(NEW[1])
    assert file.path.read_bytes() == content([NEW[is_replaced]])
    file.save(OLD[0])
    assert file.path.read_bytes() == content(OLD[:1])
    assert [it.name for it in tmp_path.iterdir()] == ["game"]


@pytest.mark.parametrize("held", [b"hello\n", content(OLD), content(OLD[:1]), b"\0"])
def test_a_file_with_other_content_is_not_overwritten(held: bytes, tmp_path: Path) -> None:
    """At the first save, and after another program has written to it."""
    path = tmp_path / "game"
    path.write_bytes(held)
    file = GameFile(path)
    for _ in range(2):
        for use in (file.check, lambda: file.save(NEW[0])):
            with pytest.raises(FileExistsError, match="something else") as caught:
                use()
            assert caught.value.filename == str(path)
            assert path.read_bytes() == held
        path.unlink()
        file.save(NEW[1])
        path.write_bytes(held)


def test_a_file_with_more_than_the_game_is_not_overwritten(tmp_path: Path) -> None:
    file = GameFile(tmp_path / "game")
    file.save(NEW[0])
    both = content([NEW[0], OLD[0]])
    file.path.write_bytes(both)
    with pytest.raises(FileExistsError):
        file.save(NEW[1])
    assert file.path.read_bytes() == both


def test_a_loaded_game_is_saved_to_its_file(tmp_path: Path) -> None:
    for end in (b"\n", b"\r\n", b""):
        path = tmp_path / "game"
        path.write_bytes(OLD[0].to_text().encode() + end)
        record, file = GameFile.load(path)
        assert record == OLD[0]
        file.save(NEW[0])
        assert path.read_bytes() == content(NEW[:1])


@pytest.mark.parametrize(("held", "found"), [(b"", "nothing"), (content(OLD), "more than one")])
def test_a_file_without_exactly_one_record_is_refused(
    held: bytes, found: str, tmp_path: Path
) -> None:
    path = tmp_path / "game"
    path.write_bytes(held)
    with pytest.raises(InvalidData, match=f"^file: one game is wanted.*{found}"):
        GameFile.load(path)


def test_pipes_and_folders_are_no_regular_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    ordinary = {
        name: GameFile(tmp_path / name).is_regular for name in ("pipe", ".", "new", "pipe/x")
    }
    assert ordinary == {"pipe": False, ".": False, "new": True, "pipe/x": True}
    GameFile("/dev/null").save(NEW[0])


# Unusable paths.


def unusable(tmp_path: Path) -> dict[str, tuple[Path, type[OSError]]]:
    """Return paths that can't be written, not even by the administrator."""
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "link to a folder").symlink_to("folder")
    return {
        "a folder": (tmp_path / "folder", IsADirectoryError),
        "a link to a folder": (tmp_path / "link to a folder", IsADirectoryError),
        "a missing folder": (tmp_path / "missing" / "games", FileNotFoundError),
        "below a file": (tmp_path / "file" / "games", NotADirectoryError),
        "a name too long": (tmp_path / ("x" * 300), OSError),
        "a folder of names too long": (tmp_path / ("x" * 300) / "games", OSError),
    }


@pytest.mark.parametrize(
    "name",
    [
        *("a folder", "a link to a folder", "a missing folder", "below a file"),
        *("a name too long", "a folder of names too long"),
    ],
)
def test_an_unusable_path_raises_an_os_error(name: str, tmp_path: Path) -> None:
    path, kind = unusable(tmp_path)[name]
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(kind):
        save(path, NEW)
    with pytest.raises(kind):
        next(load(path))
    assert sorted(tmp_path.rglob("*")) == before


def test_a_folder_without_permission_raises_an_os_error(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simulated, because the administrator may write anywhere."""
    error = PermissionError(errno.EACCES, "Permission denied")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", failing(error))
        with pytest.raises(PermissionError):
            save(path, NEW)
        with pytest.raises(PermissionError):
            next(load(path))
    assert path.read_bytes() == content(OLD)


def test_a_missing_file_raises_an_os_error_when_it_is_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        next(load(tmp_path / "games"))


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    path = tmp_path / ("x" * os.pathconf(tmp_path, "PC_NAME_MAX"))
    path.touch()
    save(path, NEW)
    assert list(load(path)) == NEW
    assert names(tmp_path) == [path.name]
