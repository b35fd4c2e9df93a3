"""Tests that our stubs agree with the installed libraries.

Every name in typings/ exists, every call that a stub allows can be made, and return types are equal
where a library declares them.
"""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

ROOT: Final = Path(__file__).parents[2] / "typings"

FOREIGN: Final = {"GameParameter": "int | float | str"}
"""The names of types of C++ that Python does not have."""


class Call(NamedTuple):
    """A call that a stub allows: positional and keyword arguments."""

    places: int
    names: list[str]


class Overload(NamedTuple):
    """A signature of a function, and its return type if it has one."""

    signature: inspect.Signature
    answer: str | None


def module_of(path: Path) -> str:
    """Return the module of a stub."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


OURS: Final = {"smile_yardstick"}
"""A stub of our own extension, which is built and run with the benchmark."""

STUBS: Final = {
    module: path for path in sorted(ROOT.rglob("*.pyi")) if (module := module_of(path)) not in OURS
}


def calls(node: ast.FunctionDef) -> tuple[Call, Call]:
    """Return the call with all arguments of a stub, and the one with the required ones."""
    signature = node.args
    assert signature.vararg is None
    assert signature.kwarg is None
    required = len(signature.posonlyargs) + len(signature.args) - len(signature.defaults)
    only = len(signature.posonlyargs)
    named = [one.arg for one in signature.args]
    more = zip(signature.kwonlyargs, signature.kw_defaults, strict=True)
    demanded = [one.arg for one, default in more if default is None]
    return (
        Call(only, [*named, *(one.arg for one in signature.kwonlyargs)]),
        Call(min(only, required), [*named[: max(0, required - only)], *demanded]),
    )


def split(text: str) -> list[str]:
    """Split a signature at the commas that are in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "[(<") - (letter in "])>")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def overloads(thing: object) -> list[Overload]:
    """Return all signatures of a function; one from C++ has them in its docstring."""
    assert callable(thing)
    written, name = thing.__doc__ or "", getattr(thing, "__name__", "")
    lines = re.findall(rf"^(?:\d+\. )?{name}\((.*)\) -> (.+)$", written, re.MULTILINE)
    found = [
        Overload(read(signature), answer)
        for signature, answer in lines
        if signature != "*args, **kwargs"
    ]
    return found or [Overload(inspect.signature(thing), None)]


def read(signature: str) -> inspect.Signature:
    """Return the signature of a docstring, with names and defaults only."""
    parts = [re.split("[:=]", part)[0].strip() for part in split(signature)]
    return inspect.Signature(
        [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY
                if "*" in parts[:place]
                else inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=0 if "=" in part else inspect.Parameter.empty,
            )
            for place, (name, part) in enumerate(zip(parts, split(signature), strict=True))
            if name not in {"*", "/"}
        ],
        __validate_parameters__=False,  # in C++ one with a default may come before one without
    )


def plain(annotation: str) -> str:
    """Return a type without its module."""
    for foreign, ours in FOREIGN.items():
        annotation = annotation.replace(foreign, ours)
    return re.sub(r"\b\w+(\.|::)(?=[A-Z])", "", annotation)


def accepts(way: Overload, call: Call) -> bool:
    """Return whether a function accepts a call."""
    try:
        way.signature.bind(*range(call.places), **dict.fromkeys(call.names))
    except TypeError:
        return False
    return True


def faults_of_function(node: ast.FunctionDef, thing: object, place: str) -> Iterator[str]:
    """Return the errors in the stub of a function."""
    declared = ast.unparse(node.returns) if node.returns else ""
    for call in calls(node):
        fitting = [way for way in overloads(thing) if accepts(way, call)]
        if not fitting:
            yield f"{place}: it can't be called with {call}"
        elif plain(declared) not in {plain(way.answer or declared) for way in fitting}:
            yield f"{place}: it answers {fitting[0].answer}, not {declared}"


def faults_of(body: list[ast.stmt], thing: object, place: str) -> Iterator[str]:
    """Return the errors in the stub of a module or a class."""
    for node in body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield from faults_of_name(node, name, thing, f"{place}.{name}")
            case ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]):
                yield from faults_of_name(node, name, thing, f"{place}.{name}")
            case ast.ImportFrom(names=names):
                for name in filter(None, (one.asname for one in names)):
                    yield from faults_of_name(node, name, thing, f"{place}.{name}")
            case _:
                continue


def announced(thing: object) -> set[str]:
    """Return the names that a class and its bases annotate; some exist only in instances."""
    classes = thing.__mro__ if isinstance(thing, type) else ()
    return {name for one in classes for name in inspect.get_annotations(one)}


def faults_of_name(node: ast.stmt, name: str, thing: object, place: str) -> Iterator[str]:
    """Return the errors in the stub of one name."""
    if not hasattr(thing, name):
        if not isinstance(node, ast.AnnAssign) or name not in announced(thing):
            yield f"{place}: there is no such name"
        return
    held: object = getattr(thing, name)
    match node:
        case ast.ClassDef(body=body) if isinstance(held, type):
            yield from faults_of(body, held, place)
        case ast.ClassDef():
            yield f"{place}: this is no class"
        case ast.FunctionDef(decorator_list=[] | [ast.Name("overload" | "staticmethod")]):
            yield from faults_of_function(node, held, place)
        case ast.FunctionDef() if not isinstance(held, property):
            yield f"{place}: this is no property"
        case _:
            return


@pytest.mark.parametrize("module", STUBS)
def test_the_stub_fits_the_installed_library(module: str) -> None:
    tree = ast.parse(STUBS[module].read_text(encoding="utf-8"))
    installed = importlib.import_module(module)
    assert list(faults_of(tree.body, installed, module)) == []


@pytest.mark.parametrize(
    ("stub", "fault"),
    [
        ("def load_gamer(name: str, /) -> Game: ...", "no such name"),
        ("def load_game(name: str, /) -> State: ...", "answers pyspiel.Game, not State"),
        ("def load_game(name: str) -> Game: ...", "can't be called"),
        ("def load_game(a: str, b: str, c: str, /) -> Game: ...", "can't be called"),
        ("def serialize_game_and_state(game: Game, /) -> str: ...", "can't be called"),
        ("class Game:\n    def win(self) -> None: ...", "pyspiel.Game.win: there is no such name"),
        ("class Game:\n    @property\n    def num_players(self) -> int: ...", "no property"),
        ("class load_game: ...", "no class"),
        ("class GameType:\n    class Utility:\n        NO_SUM: int", "NO_SUM: there is no such"),
    ],
)
def test_a_wrong_stub_is_found(stub: str, fault: str) -> None:
    """Checks that the test above can fail."""
    installed = importlib.import_module("pyspiel")
    (found, *_) = faults_of(ast.parse(stub).body, installed, "pyspiel")
    assert fault in found


def test_a_wrong_stub_of_python_is_found() -> None:
    """Of a library that is not from C++."""
    installed = importlib.import_module("open_spiel.python.algorithms.mcts")
    wrong = "n_rollout: int = 1", "a: int, b: int, c: int, d: int, /", "a: int, /, seed: int = 1"
    for name, parameters in (
        *(("RandomRolloutEvaluator", signature) for signature in wrong),
        ("MCTSBot", "game: object, uct_c: float, max_simulations: int, evaluator: object = 1"),
    ):
        stub = f"class {name}:\n    def __init__(self, {parameters}) -> None: ..."
        assert list(faults_of(ast.parse(stub).body, installed, "mcts")) != []


@pytest.mark.parametrize(
    "stub",
    [
        "class AECEnv:\n    agent: list[str]",
        "class AECEnv:\n    def agents(self) -> list[str]: ...",
        "from somewhere import AECEnvironment as AECEnvironment",
    ],
)
def test_a_wrong_stub_of_attributes_of_instances_is_found(stub: str) -> None:
    """Also of names that are imported from another module."""
    installed = importlib.import_module("pettingzoo.utils.env")
    (found,) = faults_of(ast.parse(stub).body, installed, "env")
    assert found.endswith("there is no such name")
