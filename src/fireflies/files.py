"""Records in files: never half written, and read a line at a time."""

import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from fireflies.record import Record, read_all


def save(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
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
    except BaseException:
        with suppress(OSError):  # the first error is the one to tell
            beside.unlink(missing_ok=True)
        raise


def load(path: str | os.PathLike[str]) -> Iterator[Record]:
    """The records of a file, one a line, read and checked as they are asked for.

    Raises:
        OSError: when the file can't be read.
        InvalidData: for the first thing that is wrong, with the line and the place in it.
    """
    with Path(path).open("rb") as file:
        yield from read_all(file)
