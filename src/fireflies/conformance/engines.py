"""Engines under judgment: a process that speaks the wire, or a Python object in this one.

Whatever an engine does wrong apart from the rules (it crashes, hangs, floods, speaks unasked, says
what is no JSON) is a :class:`Fault`; whoever asked starts a new one and goes on.
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
from functools import partial
from importlib import import_module
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, Final, Protocol, TypeAlias, cast

from fireflies._data import dumps, loads
from fireflies._typing import override
from fireflies.conformance import wire
from fireflies.conformance.judge import mismatch
from fireflies.contract import State
from fireflies.errors import InvalidData, clipped
from fireflies.games import Game

FLOOD: Final = 1 << 26
"""No answer is longer than so many bytes."""

_CHUNK: Final = 1 << 16
_AHEAD: Final = 4
"""So many lines are read ahead of the questions."""
_PATIENCE: Final = 3.0
"""Seconds that an engine has for leaving by itself."""
_LAST_WORDS: Final = 2000
"""Bytes of an engine's standard error that a message may repeat."""

LONGEST: Final = 86_400.0
"""No answer has more seconds than that."""

Start: TypeAlias = "Callable[[], Engine]"
"""Starts a new engine."""


class Fault(Exception):
    """What an engine did that has nothing to do with the rules; it can't be asked any more."""


class Engine(Protocol):
    """Something that answers requests of the wire."""

    @abstractmethod
    def ask(self, request: Mapping[str, object], /) -> Mapping[str, object]:
        """The answer to a request.

        Raises:
            Fault: when there is none, or one that is no answer.
        """

    @abstractmethod
    def stop(self) -> None:
        """Ask it to leave.

        Raises:
            Fault: when it doesn't, or not as it should.
        """

    @abstractmethod
    def kill(self) -> None:
        """Have it gone, whatever it does."""


class ProcessEngine:
    """A child process that speaks the wire on its standard input and output."""

    def __init__(self, command: Sequence[str], seconds: float, log: Path | None = None) -> None:
        """Start it; every answer has so many seconds. What it logs goes to a file, if any.

        Raises:
            Fault: when it can't be started.
        """
        self._seconds = seconds
        self._log: IO[bytes] = _opened(log)
        self._logged = self._log.seek(0, os.SEEK_END)  # what is there already, others have said
        try:
            self._process = subprocess.Popen(  # noqa: S603 - it is what the person asked for
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
        self._answers: Queue[bytes | Fault | None] = Queue()
        self._questions: Queue[bytes | None] = Queue()
        self._threads = [Thread(target=work, daemon=True) for work in (self._listen, self._speak)]
        for thread in self._threads:
            thread.start()

    def _listen(self) -> None:
        """Put each line that the engine says into the queue; None at the end."""
        held = bytearray()  # a long answer comes in thousands of pieces
        with suppress(OSError), cast("IO[bytes]", self._process.stdout) as stream:
            while chunk := os.read(stream.fileno(), _CHUNK):
                held += chunk
                if b"\n" in chunk:
                    *lines, held = held.split(b"\n")
                    for line in lines:
                        self._answers.put(bytes(line))
                if len(held) > FLOOD or self._answers.qsize() > _AHEAD:
                    self._answers.put(Fault("it says far more than it is asked"))
                    return  # nobody listens to the rest
        if held:
            self._answers.put(bytes(held))
        self._answers.put(None)

    def _speak(self) -> None:
        """Hand on each question, in a thread of its own: an engine may never read it."""
        stream = cast("IO[bytes]", self._process.stdin)
        with suppress(OSError, ValueError):
            while (question := self._questions.get()) is not None:
                sent = 0
                while sent < len(question):
                    sent += stream.write(question[sent:]) or 0
        with suppress(OSError):
            stream.close()

    def ask(self, request: Mapping[str, object], /) -> Mapping[str, object]:
        """The answer to a request."""
        if not self._answers.empty():
            early = self._answers.get()
            if early is None:
                raise self._ended()
            said = early if isinstance(early, Fault) else clipped(early.decode(errors="replace"))
            raise Fault(f"it spoke before it was asked: {said}")
        self._questions.put(f"{dumps(request)}\n".encode())
        try:
            line = self._answers.get(timeout=self._seconds)
        except Empty:
            raise Fault(f"it did not answer in {self._seconds:g} seconds") from None
        if isinstance(line, Fault):
            raise line
        if line is None:
            raise self._ended()
        return _read(line, request)

    def _ended(self) -> Fault:
        """There is nothing more to come from it."""
        return Fault(f"it ended{self._code()} without an answer{self._last_words()}")

    def _code(self) -> str:
        """How it ended, in words."""
        with suppress(subprocess.TimeoutExpired):
            return f" with exit code {self._process.wait(_PATIENCE)}"
        return ""

    def _last_words(self) -> str:
        """The end of what it logged."""
        end = self._log.seek(0, os.SEEK_END)
        self._log.seek(max(self._logged, end - _LAST_WORDS))
        lines = self._log.read().decode(errors="replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        # Some languages end a trace with the error, others begin it so.
        telling = [line for line in said if re.search("error|exception", line, re.IGNORECASE)]
        words = telling[-1] if telling else " ".join(said[-3:])
        return f"; it logged: {clipped(words)}" if words else ""

    def stop(self) -> None:
        """Ask it to leave."""
        self._questions.put(b'{"cmd": "stop"}\n')
        self._questions.put(None)
        try:
            code = self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Fault(f"it was told to stop and did not in {_PATIENCE:g} seconds") from None
        self.kill()
        if code != 0:
            raise Fault(f"it was told to stop and ended with exit code {code}, not 0")

    def kill(self) -> None:
        """Have it gone, with all the processes that it started."""
        if self._log.closed:
            return  # it is gone, and its number may be another process's by now
        if sys.platform != "win32":
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._questions.put(None)
        for thread in self._threads:
            thread.join(_PATIENCE)  # it ends with the pipe, unless a grandchild holds that
        self._log.close()


def _opened(log: Path | None) -> IO[bytes]:
    """Where an engine logs; it is closed with the engine."""
    if log is None:
        return tempfile.TemporaryFile()
    return log.open("a+b")


def _read(line: bytes, request: Mapping[str, object]) -> Mapping[str, object]:
    """The answer in a line."""
    try:
        answer = loads(line)
    except InvalidData as error:
        said = clipped(line.decode(errors="replace"))
        raise Fault(f"it said what is no JSON ({error}): {said}") from None
    if not isinstance(answer, dict):
        raise Fault(f"it said what is no object: {clipped(dumps(answer))}")
    found = cast("dict[str, object]", answer)
    if "seq" in request and mismatch(request["seq"], found.get("seq")) is not None:
        said = clipped(dumps(found.get("seq")))
        raise Fault(f"it answered to seq {said} and was asked {dumps(request['seq'])}")
    return found


def _raised(error: BaseException) -> Fault:
    """What somebody's Python did instead of answering."""
    return Fault(f"it raised {type(error).__name__}: {clipped(str(error))}")


class DirectEngine:
    """A Python object in this process: ``handle(request) -> answer``."""

    def __init__(self, handle: Callable[[object], object]) -> None:
        """Ask this function."""
        self._handle = handle

    def ask(self, request: Mapping[str, object], /) -> Mapping[str, object]:
        """The answer to a request, through JSON: what couldn't be sent is no answer."""
        answer = self._told(loads(dumps(request)))  # a copy: it may do with it what it likes
        try:
            line = dumps(answer).encode()
        except (TypeError, ValueError, RecursionError) as error:
            raise Fault(f"it answered what is no JSON: {clipped(str(error))}") from None
        return _read(line, request)

    def _told(self, request: object) -> object:
        """What the object says to a request."""
        try:
            return self._handle(request)
        except (Exception, SystemExit) as error:
            raise _raised(error) from error

    def stop(self) -> None:
        """It goes when nobody holds it any more."""

    def kill(self) -> None:
        """The same."""


class GameEngine(DirectEngine):
    """A game of ours, or of somebody who keeps our contract, which we put on the wire ourselves."""

    def __init__(self, game: Game[State]) -> None:
        """Ask this game."""
        super().__init__(partial(wire.handle, games={game.name: game}))

    @override
    def ask(self, request: Mapping[str, object], /) -> Mapping[str, object]:
        """The answer to a request; what our own wire answers is JSON already."""
        return cast("Mapping[str, object]", self._told(request))


DIRECT: Final = "direct:"


def starter(command: Sequence[str], seconds: float, log: Path | None = None) -> Start:
    """What starts the engine that a command names; ``direct:package.module:factory`` is one too.

    Raises:
        InvalidData: when a direct one names nothing that can be asked; for no command, or no time.
    """
    if not command:
        raise InvalidData("the engine", "there is no command that starts it")
    if not 0 < seconds <= LONGEST:
        wanted = f"a number of seconds above 0 and up to {LONGEST:.0f} is wanted"
        raise InvalidData("the time for an answer", f"{wanted}, not {seconds:g}")
    if len(command) == 1 and command[0].startswith(DIRECT):
        return _direct(command[0].removeprefix(DIRECT))
    return lambda: ProcessEngine(command, seconds, log)


def _direct(name: str) -> Start:
    """What makes the engine to ask, from ``package.module:factory``."""
    module, _, attribute = name.partition(":")
    place = f"{DIRECT}{name}"
    if not module or not attribute:
        raise InvalidData(place, "direct:package.module:factory is wanted")
    try:
        factory: object = getattr(import_module(module), attribute)
    except (Exception, SystemExit) as error:  # whatever somebody's module does when imported
        raise InvalidData(place, f"{type(error).__name__}: {error}") from error

    def made() -> Engine:
        try:
            engine: object = factory() if callable(factory) else factory
        except (Exception, SystemExit) as error:
            raise _raised(error) from error
        if isinstance(engine, Game):
            return GameEngine(cast("Game[State]", engine))
        handle: object = getattr(engine, "handle", None)
        if not callable(handle):
            raise Fault(f"{place} gives {clipped(repr(engine))}: neither a Game nor has it handle")
        return DirectEngine(cast("Callable[[object], object]", handle))

    return made
