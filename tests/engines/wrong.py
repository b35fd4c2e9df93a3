"""Engines that get one rule wrong each, for a conformance suite to find.

They were thought up by somebody who had not seen a case of the suite.  Each is the game's oracle
with a small patch, listed in ``wrong_GAME.toml``: the clause that it breaks, the family of mistakes
that it belongs to, and mostly a witness, a play that shows it.  The witnesses prove that there is
something to find; no case is made of them.
"""

import builtins
import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Final, NamedTuple, TypedDict

from tests import oracle
from tests.changes import changed, object_of
from tests.patches.lists import Patch, PatchEntry, patched, read_patches

EDITIONS: Final[Mapping[str, str]] = {
    "smile": "2017",
    "festival": "2026",
    "misbehavin": "2022",
}
"""The games that have a list, and their editions."""

HERE: Final = Path(__file__).parent
ORACLES: Final = oracle.__name__


class Witness(NamedTuple):
    """A play that shows a mistake: the variable parts of a case."""

    game: str
    edition: str
    options: Mapping[str, object]
    actions: Sequence[str]
    observer: int | None
    ask: str | Mapping[str, int]

    @property
    def case(self) -> dict[str, object]:
        """Return the case in the form of the wire."""
        return self._asdict()


class Wrong(NamedTuple):
    """One mistake."""

    game: str
    name: str
    clause: str
    """The clause that it breaks most directly."""
    family: str
    says: str
    """The mistake, in a sentence that is written like a rule."""
    patches: tuple[Patch, ...]
    witness: Witness | None
    """None when only a case of the suite shows it."""


class Listed(NamedTuple):
    """The list of a game."""

    families: Sequence[str]
    """The kinds of mistakes that a suite has to find."""
    wrong: Mapping[str, Wrong]
    """The mistakes by name, in the order of the clauses."""


class _Witness(TypedDict):
    """A witness in the list; without an observer, it is for the referee."""

    options: dict[str, object] | str
    """The options, or the name of options that several witnesses share."""
    change: dict[str, object]
    """New values in the named options, by their place: keys and indexes with dots between."""
    actions: list[str]
    observer: int
    ask: str | dict[str, int]


class _WitnessedEntry(PatchEntry, total=False):
    witness: _Witness


class _Entry(_WitnessedEntry):
    name: str
    clause: str
    family: str
    says: str


def changed_options(
    options: Mapping[str, object], change: Mapping[str, object]
) -> Mapping[str, object]:
    """Return options with new values in some places."""
    found: object = options
    for place, value in change.items():
        found = changed(found, f"/{place.replace('.', '/')}", value)
    return object_of(found)


@cache
def listed(game: str) -> Listed:
    """Return the list of a game."""
    data = tomllib.loads((HERE / f"wrong_{game}.toml").read_text("utf-8"))
    named: dict[str, dict[str, object]] = data.get("options", {})
    for options in named.values():
        box = options.get("box")
        if isinstance(box, str) and box.startswith("{"):  # JSON, where a box has null
            options["box"] = json.loads(box)

    def read_witness(about: _Witness) -> Witness:
        options = about["options"]
        return Witness(
            game,
            EDITIONS[game],
            changed_options(
                named[options] if isinstance(options, str) else options, about.get("change", {})
            ),
            about["actions"],
            about.get("observer"),
            about["ask"],
        )

    def read(entry: _Entry) -> Wrong:
        witness = read_witness(entry["witness"]) if "witness" in entry else None
        first = (game, entry["name"], entry["clause"], entry["family"], entry["says"])
        return Wrong(*first, read_patches(entry), witness)

    wrong = [read(entry) for entry in data["wrong"]]
    assert len({it.name for it in wrong}) == len(wrong), "two mistakes of one name"
    return Listed(data["families"], MappingProxyType({it.name: it for it in wrong}))


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


def patch_modules(wrong: Wrong) -> dict[str, str]:
    """Return the texts of the oracle with a mistake; each patch has its place in one of them."""
    texts = modules(wrong.game)
    whole = patched("\f".join(texts.values()), wrong.patches, wrong.name)
    return dict(zip(texts, whole.split("\f"), strict=True))


_compiled = lru_cache(1000)(compile)


def make(wrong: Wrong) -> Engine:
    """Return a new engine with a mistake."""
    return engine(wrong.game, wrong.name, patch_modules(wrong))


def engine(game: str, name: str, texts: Mapping[str, str]) -> Engine:
    """Return a new engine that answers by these texts of the oracle's modules."""
    right(game)  # imports the oracle: dataclasses look for modules of these names
    made: dict[str, ModuleType] = {}

    def load(name: str, *_: object) -> ModuleType:
        """Import a module: one of the oracle's from its patched text."""
        if name not in texts:
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
