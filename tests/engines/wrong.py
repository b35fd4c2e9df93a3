"""Engines that get one rule wrong each, for a conformance suite to find.

They were thought up before the suite had a case.  Each is the oracle with a small patch, listed in
``wrong.toml``: the clause that it breaks, the family of mistakes that it belongs to, and a witness,
a play that shows it.  The witnesses prove that there is something to find; no case is made of them.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Final, NamedTuple, TypedDict

from tests.oracle import smile as oracle
from tests.patches.lists import Patch, PatchEntry, patched, read_patches

FAMILIES: Final = (
    "wrong neighbor",
    "off by one",
    "too early",
    "too late",
    "only at 4 players",
    "only at 5 players",
    "only when the supply is empty",
    "only from another seat's view",
    "only in the third auction or the last",
    "only on a tie",
    "zero taken for nothing",
)
"""The kinds of mistakes that a suite has to find."""

FAR: Final = (
    "lenient text",
    "narrow number",
    "far beyond the usual",
    "only in the last state",
)
"""Kinds of mistakes that only selected cases show; random plays do not reach them."""

LIST: Final = Path(__file__).with_name("wrong.toml")


class Witness(NamedTuple):
    """A play that shows a mistake: the variable parts of a case."""

    options: Mapping[str, object]
    actions: Sequence[str]
    observer: int | None
    ask: str | Mapping[str, int]

    @property
    def case(self) -> dict[str, object]:
        """Return the case in the form of the wire."""
        return {"game": "smile", "edition": "2017", **self._asdict()}


class Wrong(NamedTuple):
    """One mistake."""

    name: str
    clause: str
    """The clause that it breaks most directly."""
    family: str
    says: str
    """The mistake, as a rule."""
    patches: tuple[Patch, ...]
    witness: Witness


class _Witness(TypedDict):
    """A witness in the list; without an observer, it is for the referee."""

    options: dict[str, object]
    actions: list[str]
    observer: int
    ask: str | dict[str, int]


class _Entry(PatchEntry):
    name: str
    clause: str
    family: str
    says: str
    witness: _Witness


def _read(entry: _Entry) -> Wrong:
    """Return the mistake of an entry of the list."""
    witness = entry["witness"]
    return Wrong(
        entry["name"],
        entry["clause"],
        entry["family"],
        entry["says"],
        read_patches(entry),
        Witness(witness["options"], witness["actions"], witness.get("observer"), witness["ask"]),
    )


ENTRIES: Final = tuple(_read(entry) for entry in tomllib.loads(LIST.read_text("utf-8"))["wrong"])
"""All mistakes, in the order of the clauses."""

WRONG: Final[Mapping[str, Wrong]] = MappingProxyType({wrong.name: wrong for wrong in ENTRIES})
"""The mistakes by name."""


class Engine:
    """An engine that answers requests by the oracle, right or patched, under a name."""

    def __init__(self, name: str, run: Callable[[Mapping[str, object]], dict[str, object]]) -> None:
        """Create an engine with a function that runs cases."""
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
            "games": {"smile": ["2017"]},
        }

    def _answer(self, case: Mapping[str, object]) -> dict[str, object]:
        """Return the answer to a case, without the ``seq``."""
        try:
            return self._run(case)
        except Exception as error:  # noqa: BLE001  # whatever it is, the wire calls it errored
            return {"errored": True, "message": f"{type(error).__name__}: {error}"}


@cache
def source() -> str:
    """The text of the oracle."""
    return Path(oracle.__file__).read_text("utf-8")


def make(name: str) -> Engine:
    """Return a new engine with the mistake of this name."""
    module = ModuleType(f"tests.engines.wrong.{name}")
    text = patched(source(), WRONG[name].patches, name)
    exec(compile(text, name, "exec"), module.__dict__)  # noqa: S102  # our own text
    return Engine(name, module.run)


def right() -> Engine:
    """Return an engine without a mistake: the oracle."""
    return Engine("right", oracle.run)
