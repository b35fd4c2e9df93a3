"""Engines of the oracle, right or with a misreading."""

import builtins
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from tests import oracle
from tests.misreadings.lists import Misreading, patched

EDITIONS: Final[Mapping[str, str]] = {
    "smile": "2017",
    "festival": "2026",
    "misbehavin": "2022",
}
"""The games that have an oracle, and their editions."""

ORACLES: Final = oracle.__name__


class Engine:
    """An engine that answers requests by the oracle, right or patched, under a name."""

    def __init__(
        self, game: str, name: str, run: Callable[[Mapping[str, object]], dict[str, object]]
    ) -> None:
        """Create an engine with a function that runs cases."""
        self.game = game
        self.name = name
        self._run = run

    def handle(self, request: object) -> Mapping[str, object] | None:
        """Return the answer to a request; None to ``stop``."""
        match request:
            case {"cmd": "start"}:
                return {"version": 1, "implementation": self._implementation()}
            case {"cmd": "run", "seq": seq, "case": Mapping() as case}:
                return {"seq": seq, **self._answer(case)}
            case {"cmd": "stop"}:
                return None
            case _:
                raise ValueError(f"not a request of the wire: {request!r}")

    def _implementation(self) -> dict[str, object]:
        """Return the answer to ``start``."""
        return {
            "name": self.name,
            "version": "1",
            "language": "python",
            "games": {self.game: [EDITIONS[self.game]]},
        }

    def _answer(self, case: Mapping[str, object]) -> dict[str, object]:
        """Return the answer to a case, without the ``seq``."""
        try:
            return self._run(case)
        except Exception as error:  # noqa: BLE001  # whatever it is, the wire calls it errored
            return {"errored": True, "message": f"{type(error).__name__}: {error}"}


@cache
def modules(game: str) -> Mapping[str, str]:
    """Return the texts of the modules of an oracle, by their full names."""
    folder = oracle.__path__[0]
    return {
        f"{ORACLES}.{path.stem}": path.read_text("utf-8")
        for path in sorted(Path(folder).glob(f"{game}*.py"))
    }


def patch_modules(wrong: Misreading, texts: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the texts of the oracle with a misreading; each patch has its place in one of them."""
    texts = texts or modules(wrong.game)
    whole = patched("\f".join(texts.values()), wrong.patches, wrong.name)
    return dict(zip(texts, whole.split("\f"), strict=True))


def _importing(changed: set[str], texts: Mapping[str, str]) -> set[str]:
    """Return the changed modules, and those that import one of them, directly or not."""
    found = set[str]()
    while found != changed:
        found = changed
        names = tuple(f"from {name} import " for name in found)
        changed = found | {it for it in texts if any(name in texts[it] for name in names)}
    return found


_compiled = lru_cache(1000)(compile)


def make(wrong: Misreading) -> Engine:
    """Return a new engine with a misreading."""
    return engine(wrong.game, wrong.name, patch_modules(wrong))


def engine(game: str, name: str, texts: Mapping[str, str]) -> Engine:
    """Return a new engine that answers by these texts of the oracle's modules."""
    right(game)  # imports the oracle: dataclasses look for modules of these names
    patched_modules = _importing({it for it in texts if texts[it] != modules(game).get(it)}, texts)
    made: dict[str, ModuleType] = {}

    def load(name: str, *_: object) -> ModuleType:
        """Import a module: from its patched text, or that of the oracle where nothing differs."""
        if name not in patched_modules:
            return import_module(name)
        if name not in made:
            made[name] = ModuleType(name)
            made[name].__dict__["__builtins__"] = {**vars(builtins), "__import__": load}
            code = _compiled(texts[name], name, "exec", dont_inherit=True)
            exec(code, made[name].__dict__)  # noqa: S102  # our own text
        return made[name]

    return Engine(game, name, load(f"{ORACLES}.{game}").run)


@cache
def right(game: str) -> Engine:
    """Return an engine without a mistake: the oracle."""
    return Engine(game, "right", import_module(f"{ORACLES}.{game}").run)
