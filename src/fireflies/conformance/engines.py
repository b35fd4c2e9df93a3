"""Engines under test: processes that speak the wire, and for tests functions in this process.

Whatever an engine does wrong apart from the rules (it crashes, hangs, floods, speaks unasked, says
what is not JSON) is a :class:`Fault`; the caller starts a new engine and goes on.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread
from typing import IO, Final, Protocol, TypeAlias, cast

from fireflies._data import dumps, is_object, loads
from fireflies.conformance.judge import mismatch
from fireflies.errors import InvalidData, clipped

FLOOD: Final = 1 << 26
"""The most bytes of an answer."""

_CHUNK: Final = 1 << 16
_AHEAD: Final = 4
"""The most lines that are read before they are asked for."""
_PATIENCE: Final = 3.0
"""Seconds that an engine has for leaving by itself."""
_LOGGED: Final = 2000
"""The most bytes of an engine's standard error from which a message quotes."""

LONGEST: Final = 86_400.0
"""The most seconds for an answer."""

Start: TypeAlias = "Callable[[], Engine]"
"""Starts a new engine."""


class Fault(Exception):
    """What an engine did that has nothing to do with the rules; it can't be asked any more."""


class Engine(Protocol):
    """Something that answers requests of the wire."""

    @abstractmethod
    def ask(self, request: Mapping[str, object], /) -> Mapping[str, object]:
        """Return the answer to a request.

        Raises:
            Fault: when there is none, or one that is no answer.
        """

    @abstractmethod
    def stop(self) -> None:
        """Tell it to stop, and wait until it has.

        Raises:
            Fault: when it doesn't, or not with exit code 0.
        """

    @abstractmethod
    def kill(self) -> None:
        """End it at once; from any thread, and as often as one likes."""


class ProcessEngine:
    """A child process that speaks the wire on its standard input and output."""

    def __init__(self, command: Sequence[str], seconds: float, log: Path | None = None) -> None:
        """Start it; each answer has so many seconds. Its standard error is added to the log.

        Raises:
            Fault: when it can't be started.
            OSError: when the log can't be written.
        """
        self._seconds = seconds
        self._log: IO[bytes] = _opened(log)
        self._logged = self._log.seek(0, os.SEEK_END)  # earlier engines wrote what is there already
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user asked for this command
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                start_new_session=True,
                bufsize=0,
            )
        except (OSError, ValueError) as error:  # a ValueError for a zero byte in it
            self._log.close()
            raise Fault(f"it can't be started: {error}") from None
        self._held = bytearray()
        """What came without a line end so far."""
        self._has_answered = False
        self._lines: Queue[bytes | Fault | None] = Queue()
        self._requests: Queue[bytes | None] = Queue()
        self._threads = [Thread(target=work, daemon=True) for work in (self._read, self._write)]
        self._killing = Lock()
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        """Queue each line that the engine writes; None at the end."""
        with suppress(OSError), cast("IO[bytes]", self._process.stdout) as stream:
            while chunk := os.read(stream.fileno(), _CHUNK):
                self._held += chunk  # a long answer comes in thousands of pieces
                if b"\n" in chunk:
                    *lines, self._held = self._held.split(b"\n")
                    for line in lines:
                        self._lines.put(bytes(line))
                if len(self._held) > FLOOD or self._lines.qsize() > _AHEAD:
                    self._lines.put(Fault("it says far more than it is asked"))
                    return
        if self._held:
            self._lines.put(bytes(self._held))
        self._lines.put(None)

    def _write(self) -> None:
        """Send the queued requests; in a thread, since an engine may never read them."""
        stream = cast("IO[bytes]", self._process.stdin)
        with suppress(OSError, ValueError):
            while (request := self._requests.get()) is not None:
                sent = 0
                while sent < len(request):
                    sent += stream.write(request[sent:]) or 0
        with suppress(OSError):
            stream.close()

    def ask(self, request: Mapping[str, object], /) -> Mapping[str, object]:
        """Return the answer to a request."""
        if not self._lines.empty():
            early = self._lines.get()
            if early is None:
                raise self._ended()
            said = early if isinstance(early, Fault) else clipped(early.decode(errors="replace"))
            raise Fault(f"it spoke before it was asked: {said}")
        self._requests.put(f"{dumps(request)}\n".encode())
        try:
            line = self._lines.get(timeout=self._seconds)
        except Empty:
            late = f"it did not answer in {self._seconds:g} seconds"
            raise Fault(late + self._silence()) from None
        if isinstance(line, Fault):
            raise line
        if line is None:
            raise self._ended()
        answer = _parse(line, request)
        self._has_answered = True
        return answer

    def _silence(self) -> str:
        """Return what a late engine has written, and what may be the matter."""
        if self._held:
            said = clipped(self._held.decode(errors="replace"))
            return f"; without a line end it wrote: {said} (does each answer end with \\n?)"
        return "" if self._has_answered else ", nor ever before (is its output flushed?)"

    def _ended(self) -> Fault:
        """Return the fault of an engine from which nothing more can come."""
        with suppress(subprocess.TimeoutExpired):
            how = f"ended {_exit(self._process.wait(_PATIENCE))}"
            return Fault(f"it {how} without an answer{self._last_words()}")
        return Fault(f"it closed its standard output without an answer{self._last_words()}")

    def _last_words(self) -> str:
        """Return the end of what it logged."""
        with self._killing:
            if self._log.closed:
                return ""
            end = self._log.seek(0, os.SEEK_END)
            self._log.seek(max(self._logged, end - _LOGGED))
            lines = self._log.read().decode(errors="replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        # Some languages end a trace with the error, others begin it so.
        telling = [line for line in said if re.search("error|exception", line, re.IGNORECASE)]
        words = telling[-1] if telling else " ".join(said[-3:])
        return f"; it logged: {clipped(words)}" if words else ""

    def stop(self) -> None:
        """Tell it to stop, and wait until it has."""
        self._requests.put(b'{"cmd": "stop"}\n')
        self._requests.put(None)
        try:
            code = self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            raise Fault(f"it was told to stop and did not in {_PATIENCE:g} seconds") from None
        finally:
            self.kill()
        if code != 0:
            raise Fault(f"it was told to stop and ended {_exit(code)}, not with exit code 0")

    def kill(self) -> None:
        """End it at once, with all processes that it started and that are still in its group."""
        with self._killing:
            if self._log.closed:
                return  # it is gone, and its number may be another process's by now
            if sys.platform != "win32":
                with suppress(OSError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
            self._process.wait()
            self._log.close()
        self._requests.put(None)
        self._lines.put(None)  # whoever waits for an answer need not wait any longer
        for thread in self._threads:
            thread.join(_PATIENCE)  # it ends with the pipe, unless a grandchild holds that


def _opened(log: Path | None) -> IO[bytes]:
    """Return the file for what an engine logs; it is closed with the engine."""
    if log is None:
        return tempfile.TemporaryFile()
    return log.open("a+b")


def _exit(code: int) -> str:
    """Return how a process ended, in words."""
    if code >= 0:
        return f"with exit code {code}"
    try:
        return f"by {signal.Signals(-code).name}"
    except ValueError:
        return f"by signal {-code}"


def _parse(line: bytes, request: Mapping[str, object]) -> Mapping[str, object]:
    """Return the answer in a line. Raises Fault."""
    try:
        answer = loads(line)
    except InvalidData as error:
        said = clipped(line.decode(errors="replace"))
        raise Fault(f"it said what is no JSON ({error}): {said}") from None
    return _checked(answer, request)


def _checked(answer: object, request: Mapping[str, object]) -> Mapping[str, object]:
    """Return the answer if it is an object with the seq of the request. Raises Fault."""
    if not is_object(answer):
        raise Fault(f"it said what is no object: {clipped(dumps(answer))}")
    if "seq" in request and mismatch(request["seq"], answer.get("seq")) is not None:
        said = clipped(dumps(answer.get("seq")))
        raise Fault(f"it answered to seq {said} and was asked {dumps(request['seq'])}")
    return answer


class DirectEngine:
    """A function in this process, for tests: nothing bounds its time, or what else it does."""

    def __init__(self, handle: Callable[[object], object]) -> None:
        """Ask this function, which is given requests and returns answers."""
        self._handle = handle

    def ask(self, request: Mapping[str, object], /) -> Mapping[str, object]:
        """Return what the function does."""
        try:
            answer = self._handle(request)
        except Exception as error:
            raise Fault(f"it raised {type(error).__name__}: {clipped(str(error))}") from error
        return _checked(answer, request)

    def stop(self) -> None:
        """Do nothing: there is no process."""

    def kill(self) -> None:
        """Do nothing."""


DIRECT: Final = "direct:"
_DIRECT: Final = "from fireflies.conformance import direct; direct.main()"


def starter(command: Sequence[str], seconds: float, log: Path | None = None) -> Start:
    """Return what starts the engine of a command, or of ``direct:package.module:name``.

    Raises:
        InvalidData: for no command, no time, or a name in Python that is not of that form.
    """
    if not command:
        raise InvalidData("the engine", "there is no command that starts it")
    if not 0 < seconds <= LONGEST:
        wanted = f"a number of seconds above 0 and up to {LONGEST:.0f} is wanted"
        raise InvalidData("the time for an answer", f"{wanted}, not {seconds:g}")
    if len(command) == 1 and command[0].startswith(DIRECT):
        module, _, name = command[0].removeprefix(DIRECT).partition(":")
        if not module or not name:
            raise InvalidData(command[0], f"{DIRECT}package.module:name is wanted")
        command = [sys.executable, "-c", _DIRECT, module, name]
    return lambda: ProcessEngine(command, seconds, log)
