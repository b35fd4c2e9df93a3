"""Engines under test: child processes that use the wire.

An error of an engine that is not about the rules (a crash, a timeout, too much output, invalid
JSON) raises :class:`Fault`; the caller goes on with a new engine.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import IO, Final, Protocol, TypeAlias, cast

from fireflies._data import dumps, is_object, loads
from fireflies.conformance.judge import mismatch
from fireflies.conformance.lines import StopRequest
from fireflies.errors import InvalidData, clipped, shown

LONGEST_ANSWER: Final = 1 << 26
"""The most bytes of an answer."""

_CHUNK: Final = 1 << 16
_MOST_UNREAD_LINES: Final = 4
"""The most lines of output that may wait without a request; more are a Fault."""
_EXIT_SECONDS: Final = 3.0
"""Seconds to wait for an engine to exit by itself."""
_LOG_BYTES: Final = 2000
"""The number of bytes, at the end of standard error, in which an error message is looked for."""

HEARS_SECONDS: Final = 1.0
"""The longest wait in one piece: Python hears a signal that came just before it only at its end."""

LONGEST_TIMEOUT: Final = 86_400.0
"""The longest timeout for an answer, in seconds."""

Start: TypeAlias = "Callable[[], Engine]"
"""Starts a new engine."""


class Fault(Exception):
    """An error of an engine that is not about the rules; the engine can't be used any more."""


class Engine(Protocol):
    """An engine that answers requests of the wire."""

    @abstractmethod
    def ask(self, request: Mapping[str, object], /) -> Mapping[str, object]:
        """Send a request and return the answer.

        Raises:
            Fault: when there is no valid answer in time.
        """

    @abstractmethod
    def stop(self) -> None:
        """Send the stop request and wait for the engine to exit.

        Raises:
            Fault: when it does not exit in time, or not with exit code 0.
        """

    @abstractmethod
    def kill(self) -> None:
        """End the engine at once; may be called from any thread and more than once."""


class ProcessEngine:
    """A child process that uses the wire on its standard input and output."""

    def __init__(
        self, command: Sequence[str], seconds: float, log: Path | None = None, flag: str = ""
    ) -> None:
        """Start the process; ``seconds`` is the timeout of each answer, and ``flag`` what sets it.

        Its standard error is appended to the file ``log``.

        Raises:
            Fault: when it can't be started.
            OSError: when the log can't be written.
        """
        self._seconds = seconds
        self._late = f"it did not answer in {seconds:g} seconds{f' ({flag})' if flag else ''}"
        self._log: IO[bytes] = _open_log(log)
        self._log_start = self._log.seek(0, os.SEEK_END)  # earlier engines wrote before it
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user asked for this command
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                start_new_session=True,
                bufsize=0,
            )
        except (OSError, ValueError) as error:  # ValueError: a null character in the command
            self._log.close()
            problem = error.strerror if isinstance(error, OSError) else error
            raise Fault(f"{shown(command[0])} can't be started: {problem}") from None
        self._partial_line = bytearray()
        """The output after the last line end."""
        self._has_answered = False
        # A Queue would stay locked when a signal handler raises an exception while it is used.
        self._lines: SimpleQueue[bytes | Fault | None] = SimpleQueue()
        self._requests: SimpleQueue[bytes | None] = SimpleQueue()
        self._threads = [Thread(target=work, daemon=True) for work in (self._read, self._write)]
        self._kill_lock = Lock()
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        """Queue each line that the engine writes, and None at the end of its output."""
        with suppress(OSError), cast("IO[bytes]", self._process.stdout) as stream:
            while chunk := os.read(stream.fileno(), _CHUNK):
                self._partial_line += chunk
                if b"\n" in chunk:
                    *lines, self._partial_line = self._partial_line.split(b"\n")
                    for line in lines:
                        self._lines.put(bytes(line))
                if (
                    len(self._partial_line) > LONGEST_ANSWER
                    or self._lines.qsize() > _MOST_UNREAD_LINES
                ):
                    self._lines.put(Fault("it wrote much more than was requested"))
                    return
        if self._partial_line:
            self._lines.put(bytes(self._partial_line))
        self._lines.put(None)

    def _write(self) -> None:
        """Send the queued requests. Runs in a thread: an engine that never reads would block it."""
        stream = cast("IO[bytes]", self._process.stdin)
        with suppress(OSError, ValueError):
            while (request := self._requests.get()) is not None:
                sent = 0
                while sent < len(request):
                    sent += stream.write(request[sent:]) or 0
        with suppress(OSError):
            stream.close()

    def ask(self, request: Mapping[str, object], /) -> Mapping[str, object]:
        """Send a request and return the answer."""
        if not self._lines.empty():
            early = self._lines.get()
            if early is None:
                raise self._exit_fault()
            content = early if isinstance(early, Fault) else clipped(early.decode(errors="replace"))
            raise Fault(f"it wrote without a request: {content}")
        self._requests.put(f"{dumps(request)}\n".encode())
        line = self._next_line()
        if isinstance(line, Fault):
            raise line
        if line is None:
            raise self._exit_fault()
        answer = _parse(line, request)
        self._has_answered = True
        return answer

    def _next_line(self) -> bytes | Fault | None:
        """Wait for a line of output, until the timeout."""
        until = time.monotonic() + self._seconds
        while (left := until - time.monotonic()) > 0:
            with suppress(Empty):
                return self._lines.get(timeout=min(left, HEARS_SECONDS))
        raise Fault(self._late + self._describe_timeout())

    def _describe_timeout(self) -> str:
        """Return the part of a timeout message that quotes partial output and names a cause."""
        if self._partial_line:
            content = clipped(self._partial_line.decode(errors="replace"))
            return f"; without a line end it wrote: {content} (does each answer end with \\n?)"
        return "" if self._has_answered else ", nor ever before (is its output flushed?)"

    def _exit_fault(self) -> Fault:
        """Return the fault of an engine that exited or closed its output."""
        with suppress(subprocess.TimeoutExpired):
            exit_text = f"ended {_describe_exit(self._process.wait(_EXIT_SECONDS))}"
            return Fault(f"it {exit_text} without an answer{self._logged_error()}")
        return Fault(f"it closed its standard output without an answer{self._logged_error()}")

    def _logged_error(self) -> str:
        """Return the part of a message that quotes the likely error in the engine's log."""
        with self._kill_lock:
            if self._log.closed:
                return ""
            end = self._log.seek(0, os.SEEK_END)
            self._log.seek(max(self._log_start, end - _LOG_BYTES))
            lines = self._log.read().decode(errors="replace").split("\n")
        content = [line.strip() for line in lines if line.strip()]
        # The error is the last line of a trace in some languages, the first in others.
        errors = [line for line in content if re.search("error|exception", line, re.IGNORECASE)]
        quoted = errors[-1] if errors else " ".join(content[-3:])
        return f"; it logged: {clipped(quoted)}" if quoted else ""

    def stop(self) -> None:
        """Send the stop request and wait for the process to exit."""
        self._requests.put(f"{dumps(StopRequest(cmd='stop'))}\n".encode())
        self._requests.put(None)
        try:
            code = self._process.wait(_EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            raise Fault(
                f"after the stop request it did not end in {_EXIT_SECONDS:g} seconds"
            ) from None
        finally:
            self.kill()
        if code != 0:
            raise Fault(
                f"after the stop request it ended {_describe_exit(code)}, not with exit code 0"
            )

    def kill(self) -> None:
        """End the process and its process group at once."""
        with self._kill_lock:
            if self._log.closed:
                return  # already ended: its process id may belong to another process now
            if sys.platform != "win32":
                with suppress(OSError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
            self._process.wait()
            self._log.close()
        self._requests.put(None)
        self._lines.put(None)  # wakes a thread that waits for an answer
        for thread in self._threads:
            thread.join(_EXIT_SECONDS)  # it may go on while a grandchild holds the pipe


def _open_log(log: Path | None) -> IO[bytes]:
    """Open the file for an engine's standard error."""
    if log is None:
        return tempfile.TemporaryFile()
    return log.open("a+b")


def _describe_exit(code: int) -> str:
    """Return the exit code or the signal that ended a process, for a message."""
    if code >= 0:
        return f"with exit code {code}"
    try:
        return f"by {signal.Signals(-code).name}"
    except ValueError:
        return f"by signal {-code}"


def _parse(line: bytes, request: Mapping[str, object]) -> Mapping[str, object]:
    """Parse a line and return the answer. Raises Fault."""
    try:
        answer = loads(line)
    except InvalidData as error:
        content = clipped(line.decode(errors="replace"))
        raise Fault(f"its answer is not JSON ({error}): {content}") from None
    return check_answer(answer, request)


def check_answer(answer: object, request: Mapping[str, object]) -> Mapping[str, object]:
    """Return the answer if it is an object with the request's seq. Raises Fault.

    An engine that could not read the request may answer with an error whose seq is null.
    """
    if not is_object(answer):
        raise Fault(f"its answer is not an object: {clipped(dumps(answer))}")
    if answer.get("errored") is True and answer.get("seq", 0) is None:
        return answer
    if "seq" in request and mismatch(request["seq"], answer.get("seq")) is not None:
        content = clipped(dumps(answer.get("seq")))
        raise Fault(f"its answer has seq {content}, but the request has {dumps(request['seq'])}")
    return answer


DIRECT: Final = "direct:"
_DIRECT_PROGRAM: Final = (
    "import sys; sys.path.append(sys.argv.pop(1));"
    " from fireflies.conformance import direct; direct.main()"
)
_ROOT: Final = str(Path(__file__).parents[2])
"""The place of this package: a folder, or the file of a zipapp, unknown to a new process."""


def make_starter(
    command: Sequence[str], seconds: float, log: Path | None = None, flag: str = ""
) -> Start:
    """Return a function that starts the engine of a command or of ``direct:package.module:name``.

    ``seconds`` is the timeout of each answer; ``flag`` is what sets it, for the message about one.

    Raises:
        InvalidData: when the command is empty, the timeout out of range, or the name malformed.
    """
    if not command:
        raise InvalidData("the engine", "there is no command that starts it")
    if not 0 < seconds <= LONGEST_TIMEOUT:
        wanted = f"a number of seconds above 0 and up to {LONGEST_TIMEOUT:.0f} is wanted"
        raise InvalidData("the time for an answer", f"{wanted}, not {seconds:g}")
    if len(command) == 1 and command[0].startswith(DIRECT):
        module, _, name = command[0].removeprefix(DIRECT).partition(":")
        if not module or not name:
            raise InvalidData(command[0], f"{DIRECT}package.module:name is wanted")
        command = [sys.executable, "-c", _DIRECT_PROGRAM, _ROOT, module, name]
    return lambda: ProcessEngine(command, seconds, log, flag)
