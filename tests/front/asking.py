"""A page that asks a bridge, for tests."""

import json
from typing import Any, Final

from fireflies.front.bridge import Bridge
from fireflies.front.playing import Clock
from tests.search.test_budget import Ticks


class Page:
    """A front end: it sends requests as JSON, and gets answers as JSON."""

    def __init__(self, clock: Clock | None = None) -> None:
        """Open a page; its clock goes on by a second with each look."""
        self.bridge: Final = Bridge(Ticks(1.0) if clock is None else clock)

    def send(self, do: str, **keys: object) -> dict[str, Any]:
        """Return the whole answer to a request."""
        line = self.bridge.handle(json.dumps({"do": do, **keys}))
        assert "\n" not in line
        found: dict[str, Any] = json.loads(line)
        assert len(found) == 1
        return found

    def ask(self, do: str, **keys: object) -> dict[str, Any]:
        """Return the answer to a request that has one."""
        found = self.send(do, **keys)
        assert "answer" in found, found
        answer: dict[str, Any] = found["answer"]
        return answer

    def refused(self, do: str, **keys: object) -> dict[str, Any]:
        """Return the error about a request; it has changed nothing."""
        before = self.send("record")
        found = self.send(do, **keys)
        assert "error" in found, found
        assert self.send("record") == before
        error: dict[str, Any] = found["error"]
        assert error["message"]
        return error

    def run(self, **keys: object) -> list[dict[str, Any]]:
        """Let bots and chance decide until a person has to, or the play is over."""
        steps: list[dict[str, Any]] = []
        while (found := self.ask("advance", **keys))["steps"] or found["progress"] is not None:
            steps += found["steps"]
        return steps
