"""The process of an engine that is a Python object: ``direct:package.module:name``."""

import os
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, cast

from fireflies._data import dumps, is_object, loads
from fireflies.conformance import wire
from fireflies.errors import clipped
from fireflies.games import Game

if TYPE_CHECKING:
    from fireflies.contract import State


def main() -> None:
    """Answer the requests on standard input up to a stop; the arguments are a module and a name.

    The engine's own prints go to standard error. An exception of the engine ends the process.
    """
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        handle = find(*sys.argv[1:])
        for line in sys.stdin.buffer:
            request = loads(line)
            if is_object(request) and request.get("cmd") == "stop":
                return
            answers.write(f"{dumps(handle(request))}\n".encode())
            answers.flush()


def find(module: str, name: str) -> Callable[[object], object]:
    """Return the function that answers requests: from a Game, or an object with ``handle``.

    A callable object is called first, and has to return one of these.

    Raises:
        TypeError: when the object is neither.
    """
    found: object = getattr(import_module(module), name)
    engine: object = found() if callable(found) else found
    if isinstance(engine, Game):
        game = cast("Game[State]", engine)
        return partial(wire.handle, games={game.name: game})
    handle: object = getattr(engine, "handle", None)
    if not callable(handle):
        raise TypeError(f"a Game or a method handle is wanted, not {clipped(repr(engine))}")
    return cast("Callable[[object], object]", handle)
