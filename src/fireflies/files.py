"""Records in files: never half written, and read a line at a time."""

import errno
import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

from fireflies.contract import State
from fireflies.errors import InvalidData
from fireflies.record import Record, RedactedRecord, read, read_all, read_redacted

LONGEST_LINE: Final = 10_000_000
"""The most bytes of a line that is read: many times what a long play takes."""


def save(path: str | os.PathLike[str], records: Iterable[Record[Any]]) -> None:
    """Write these records, one a line, in place of what the file held.

    The old content stays until the new one is complete on the disk. What is no ordinary file, such
    as a pipe, is written to as it is. Of two processes that save to one path, one wins, whole.

    Raises:
        OSError: when it can't be written; then the old content is still there.
    """
    save_lines(path, (record.to_text() for record in records))


def save_lines(path: str | os.PathLike[str], lines: Iterable[str]) -> None:
    """Write these lines, which are records already, as :func:`save` does.

    Raises:
        OSError: when it can't be written; then the old content is still there.
    """
    content = "".join(f"{line}\n" for line in lines).encode()
    target = Path(os.path.realpath(path))  # a link stays a link
    if target.exists() and not stat.S_ISREG(target.stat().st_mode):
        target.write_bytes(content)
        return
    beside = target.with_name(f".{secrets.token_hex(16)}.part")
    try:
        with beside.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            beside.chmod(stat.S_IMODE(target.stat().st_mode))
        beside.replace(target)  # on Windows too, unless somebody has the target open: an OSError
    except BaseException as error:
        with suppress(OSError):  # the first error is the one to tell
            beside.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = os.fspath(path)  # a full disk does not say which file was meant
        raise


def load(path: str | os.PathLike[str]) -> Iterator[Record[State]]:
    """Return the records of a file, one a line, read and checked as they are asked for.

    Raises:
        OSError: when the file can't be read.
        InvalidData: for the first thing that is wrong, with the line and the place in it.
    """
    with Path(path).open("rb") as file:
        yield from read_all(_lines(file))


def load_any(path: str | os.PathLike[str]) -> Iterator[Record[State] | RedactedRecord]:
    """Return the records of a file as :func:`load` does, redacted ones among them.

    Raises:
        OSError: when the file can't be read.
        InvalidData: for the first thing that is wrong, with the line and the place in it.
    """
    with Path(path).open("rb") as file:
        for number, line in enumerate(_lines(file), 1):
            try:
                yield _read_any(line)
            except InvalidData as error:
                raise InvalidData(f"line {number}, {error.place}", error.problem) from None


def _read_any(line: bytes) -> Record[State] | RedactedRecord:
    try:
        return read(line)
    except InvalidData as error:
        if error.place != "observer":  # only a redacted record has that key
            raise
    return read_redacted(line)


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Return the lines of a file; one that never ends is refused before it fills the memory."""
    for number, line in enumerate(iter(partial(file.readline, LONGEST_LINE + 1), b""), 1):
        if len(line) > LONGEST_LINE:
            raise InvalidData(f"line {number}", f"it has more than {LONGEST_LINE} bytes")
        yield line


class GameFile:
    """The file of one game under way: saved again and again, never over anything else.

    A file that holds something else than what this game has put there, or was loaded from, is left
    as it is.
    """

    def __init__(self, path: str | os.PathLike[str], content: bytes = b"") -> None:
        """A file, and what it held when this game was loaded from it."""
        self.path: Final = Path(path)
        self._content = content

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "tuple[Record[State], GameFile]":
        """Return the only record of a file, and the file to go on with.

        Raises:
            OSError: when the file can't be read.
            InvalidData: when something in it is wrong, or it does not hold one record.
        """
        with Path(path).open("rb") as file:
            lines = list(islice(_lines(file), 2))
        if len(lines) != 1:
            found = "more than one line" if lines else "nothing"
            raise InvalidData("file", f"one game is wanted, on one line; there is {found} in it")
        (record,) = read_all(lines)
        return record, cls(path, lines[0])

    @property
    def is_ordinary(self) -> bool:
        """Whether it is a file on a disk, or none yet: no pipe, and no terminal."""
        return self.path.is_file() or not self.path.exists()

    def check(self) -> None:
        """Raise FileExistsError when the file holds something else than this game.

        Raises:
            OSError: also when the file can't be read.
        """
        if not self.path.is_file():
            return
        with self.path.open("rb") as file:
            found = file.read(len(self._content) + 1)
        if found not in (b"", self._content):
            problem = "it holds something else, which would be lost: name another file"
            raise FileExistsError(errno.EEXIST, problem, str(self.path))

    def save(self, record: Record[Any]) -> None:
        """Write the record, whole or not at all, in place of the one before it.

        Raises:
            OSError: when it can't be written, or the file holds something else.
        """
        self.check()
        save(self.path, [record])
        self._content = f"{record.to_text()}\n".encode()
