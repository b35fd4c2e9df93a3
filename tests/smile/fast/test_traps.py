"""Tests of mistakes that were once made in compiled code.

The first two can't be noticed by playing uncompiled code, and hardly by playing compiled code.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from fireflies.smile import fast
from tests.smile.fast import pure

FOLDER: Final = Path(fast.__file__).parent
TREES: Final = {
    name: ast.parse(FOLDER.joinpath(f"{name}.py").read_text(encoding="utf-8"))
    for name in filter(None, pure.ORDER)
}
HOOK: Final = Path(__file__).parents[3] / "hatch_build.py"


def is_constant(node: ast.expr, known: set[str]) -> bool:
    """Return whether a compiler knows this number: literals, their names, expressions of them."""
    match node:
        case ast.Constant(value=int()):
            return True
        case ast.Name(id=name):
            return name in known
        case ast.BinOp(left=left, right=right):
            return is_constant(left, known) and is_constant(right, known)
        case ast.UnaryOp(operand=operand):
            return is_constant(operand, known)
        case _:
            return False


def constants() -> set[str]:
    """Return the names of numbers that are constants, of all modules."""
    known: set[str] = set()
    for tree in TREES.values():
        for node in tree.body:
            match node:
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    if is_constant(value, known):
                        known.add(name)
                case _:
                    pass
    return known


def shifts(tree: ast.AST) -> Iterator[str]:
    """Yield each shift of a constant by an expression that is not constant."""
    known = constants()
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(left=left, op=ast.LShift(), right=right):
                if is_constant(left, known) and not is_constant(right, known):
                    yield ast.unparse(node)
            case _:
                pass


@pytest.mark.parametrize("name", TREES)
def test_no_literal_is_shifted_by_a_variable(name: str) -> None:
    """Mypyc 2.4 compiles it to a shift of 32 bits, which is wrong for five players."""
    wrong, right = ("NO_CARD << slot", "(1 + 1) << (slot + 1)"), ("ONE << slot", "1 << POINTS_BITS")
    assert [bool([*shifts(ast.parse(it))]) for it in wrong + right] == [True, True, False, False]
    assert [*shifts(TREES[name])] == []


@pytest.mark.parametrize("name", TREES)
def test_a_number_of_more_than_62_bits_goes_through_a_call(name: str) -> None:
    """As a literal it would be an object that is unboxed each time, three times as slow."""
    calls = [node for node in ast.walk(TREES[name]) if isinstance(node, ast.Call)]
    passed = {id(argument) for call in calls for argument in call.args}
    assert [
        node.value
        for node in ast.walk(TREES[name])
        if isinstance(node, ast.Constant) and isinstance(node.value, int)
        if node.value >= 2**62 and id(node) not in passed
    ] == []


def test_compiler_flags_are_portable_and_allow_direct_calls() -> None:
    text = HOOK.read_text(encoding="utf-8")
    assert '"-fno-semantic-interposition"' in text
    assert '"-fwrapv"' in text
    assert "-march" not in text
    assert "-mtune" not in text


def test_the_compiler_is_not_needed_to_run() -> None:
    """The package works without mypy_extensions and without mypyc's library."""
    absent = "import sys; sys.modules.update(dict.fromkeys(['mypy_extensions', 'librt', 'mypyc']))"
    used = "from fireflies.smile import fast; fast.playouts({}, 3)"
    done = subprocess.run(  # noqa: S603  # this Python, and what stands above
        [sys.executable, "-c", f"{absent}; {used}"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
