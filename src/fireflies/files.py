"""Files of records: written as a whole or not at all, and read line by line.

A pinned record finds a value that is kept beside it in the folder of its file.
"""

import errno
import gzip
import os
import stat
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final

from fireflies import _data
from fireflies._data import as_path, check_length, loads, read_bytes
from fireflies._pins import NOTHING, kept_path, to_bytes
from fireflies.contract import State
from fireflies.errors import InvalidData
from fireflies.record import Record, RedactedRecord, read, read_all, read_redacted

LONGEST_LINE: Final = _data.LONGEST_LINE
"""The most bytes of a line, far more than the record of a long play needs."""


def save(path: str | os.PathLike[str], records: Iterable[Record[Any]]) -> None:
    """Replace the content of a file with these records, one a line.

    The old content stays until the new one is complete on the disk. When two processes save to the
    same path, the file gets the complete content of one of them. A pipe or a device is written
    directly. A file whose name ends with ``.gz`` is compressed.

    Raises:
        OSError: when the file can't be written; the old content stays.
    """
    save_lines(path, (record.to_text() for record in records))


def save_lines(path: str | os.PathLike[str], lines: Iterable[str]) -> None:
    """Replace the content of a file with these lines of records, as :func:`save` does.

    Raises:
        OSError: when the file can't be written; the old content stays.
    """
    content = "".join(f"{line}\n" for line in lines).encode()
    is_packed = as_path(path).suffix == ".gz"
    save_bytes(path, gzip.compress(content, mtime=0) if is_packed else content)


def save_bytes(path: str | os.PathLike[str], content: bytes) -> None:
    """Replace the content of a file, as :func:`save` does.

    Raises:
        OSError: when the file can't be written; the old content stays.
    """
    target = Path(os.path.realpath(as_path(path)))  # replaces the file behind a link, not the link
    if target.exists() and not stat.S_ISREG(target.stat().st_mode):
        target.write_bytes(content)
        return
    temporary = target.with_name(f".{os.urandom(16).hex()}.part")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        temporary.replace(target)  # on Windows an OSError when another program has it open
    except BaseException as error:
        with suppress(OSError):  # the first error is the one to raise
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = os.fspath(path)  # the error of a full disk names no file
        raise


def load(path: str | os.PathLike[str]) -> Iterator[Record[State]]:
    """Yield the records of a file, one a line, each checked when the iteration reaches it.

    The file may be compressed with gzip.

    Raises:
        OSError: when the file can't be read.
        InvalidData: for the first error, with the line and the place in it.
    """
    yield from read_all(_lines(path), _Beside(path))


def load_any(path: str | os.PathLike[str]) -> Iterator[Record[State] | RedactedRecord]:
    """Yield the records of a file as :func:`load` does, redacted ones too.

    Raises:
        OSError: when the file can't be read.
        InvalidData: for the first error, with the line and the place in it.
    """
    kept = _Beside(path)
    for number, line in enumerate(_lines(path), 1):
        try:
            yield read_any(line, kept)
        except InvalidData as error:
            raise InvalidData(f"line {number}, {error.place}", error.problem) from None


def read_any(
    line: str | bytes, kept: Mapping[str, object] = NOTHING
) -> Record[State] | RedactedRecord:
    """Parse a record, redacted or not; ``kept`` is as for :func:`~fireflies.record.read`.

    Raises:
        InvalidData: for the first error, with its place.
    """
    try:
        return read(line, kept)
    except InvalidData as error:
        if error.place != "observer":  # only a redacted record has that key
            raise
    return read_redacted(line, kept)


class _Beside(dict[str, object]):
    """The values that are kept beside a file of records, by digest; each is read once."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__()
        self._folder = as_path(path).parent

    def __missing__(self, digest: str) -> object:
        path = self._folder / kept_path(digest)
        try:
            content = read_bytes(path, LONGEST_LINE, "file")
        except FileNotFoundError:
            raise KeyError(digest) from None
        if sha256(content).hexdigest() != digest:
            raise InvalidData(str(path), "it was changed since the games were kept")
        return self.setdefault(digest, loads(content))


def save_beside(folder: Path, values: Mapping[str, object]) -> None:
    """Keep these values, by digest, for the files of pinned records in a folder.

    Raises:
        OSError: when a file can't be written.
    """
    for digest, value in values.items():
        path = folder / kept_path(digest)
        path.parent.mkdir(exist_ok=True)
        save_bytes(path, to_bytes(value))


def _lines(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """Yield the lines of a file; refuse a line that is too long without reading all of it."""
    with as_path(path).open("rb") as raw:
        # No line of JSON begins with the first byte of gzip.
        file = gzip.GzipFile(fileobj=raw) if raw.peek(1)[:1] == b"\x1f" else raw
        try:
            for number, line in enumerate(iter(partial(file.readline, LONGEST_LINE + 1), b""), 1):
                check_length(line, LONGEST_LINE, f"line {number}")
                yield line
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            problem = f"it is compressed, and damaged: {error}"
            raise InvalidData("file", problem) from None


class GameFile:
    """The file of a game in progress, which is saved again and again while it goes on.

    It overwrites a file only when that is empty or has the content that this object has loaded or
    saved.
    """

    def __init__(self, path: str | os.PathLike[str], content: bytes = b"") -> None:
        self.path: Final = Path(path)
        self._content = content
        self._saving = content  # an interrupted save may have replaced the file already

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "tuple[Record[State], GameFile]":
        """Return the only record of a file, and the :class:`GameFile` that saves it.

        Raises:
            OSError: when the file can't be read.
            InvalidData: when the record is wrong, or there is not exactly one.
        """
        lines = list(islice(_lines(path), 2))
        if len(lines) != 1:
            found = "more than one line" if lines else "nothing"
            raise InvalidData("file", f"one game is wanted, on one line; there is {found} in it")
        (record,) = read_all(lines, _Beside(path))
        return record, cls(path, lines[0])

    @property
    def is_regular(self) -> bool:
        """True for a file on a disk and a new file, False for a pipe, a device or a folder."""
        return self.path.is_file() or not self.path.exists()

    def check(self) -> None:
        """Check that saving would not overwrite other content.

        Raises:
            FileExistsError: when the file has other content.
            OSError: when the file can't be read.
        """
        if not self.path.is_file():
            return
        with self.path.open("rb") as file:
            found = file.read(max(len(self._content), len(self._saving)) + 1)
        if found not in (b"", self._content, self._saving):
            problem = "it holds something else, which would be lost: name another file"
            raise FileExistsError(errno.EEXIST, problem, str(self.path))

    def save(self, record: Record[Any]) -> None:
        """Replace the saved record with this one, as :func:`save` does.

        Raises:
            OSError: when it can't be written, or the file has other content.
        """
        self.check()
        self._saving = f"{record.to_text()}\n".encode()
        save_bytes(self.path, self._saving)
        self._content = self._saving
