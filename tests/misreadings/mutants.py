"""``python -m tests.misreadings.mutants GAME [--ours]`` prints small mistakes that no case notices.

Each mistake is the second implementation of the rules, or with ``--ours`` the first, with one small
change: another comparison, a number one higher, a condition left out, a statement left out, and so
on. It has to fail one of the cases that run the changed lines. A printed mistake passes all of
them. Either it changes no behavior, or only behavior that the suite does not compare, or a case is
missing: somebody has to read the lines. It takes about an hour for the largest game.
"""

import ast
import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, Final, NoReturn

import fireflies
from fireflies.conformance import wire
from fireflies.conformance.cases import Case
from tests.misreadings.engines import Engine, engine, modules
from tests.misreadings.test_caught import failed, suite
from tests.mutation import forget

SECONDS: Final = 10.0
"""The time limit of a case; a change may begin an endless loop."""
LEFT_OUT: Final = ("misbehavin_boxes", "events.py", "bounds.py", "actions.py")
"""The ends of the names of modules whose changes no answer shows: the first makes boxes."""
_OTHER: Final[Mapping[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Mod: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}
_CALLS: Final = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}


def _without(node: ast.AST, name: str) -> Iterator[ast.AST]:
    """Yield copies of a node that each lack one entry of a list."""
    for at in range(len(getattr(node, name))):
        copy = deepcopy(node)
        del getattr(copy, name)[at]
        yield copy


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that may stand in the place of a node, each with one small change."""
    if type(node) in _OTHER:
        yield _OTHER[type(node)]()
    yield from _of_conditions(node)
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.BinOp(left=left, right=right):
            yield from (left, right)
        case ast.Set() | ast.List() if len(node.elts) > 1:
            yield from _without(node, "elts")
        case ast.Call(func=ast.Name(id=name)) if name in _CALLS:
            yield ast.Call(ast.Name(_CALLS[name]), node.args, [])
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Delete():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case _:
            return


def _of_conditions(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the variants of a condition or of a truth value."""
    match node:
        case ast.BoolOp():
            yield from _without(node, "values")
        case ast.comprehension():
            yield from _without(node, "ifs")
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.If() | ast.IfExp():
            for test in (True, False):
                copy = deepcopy(node)
                copy.test = ast.Constant(test)
                yield copy
        case _:
            return


def changes(text: str) -> Iterator[tuple[range, str, str]]:
    """Yield the changes of a module: the numbers of the lines, what is new there, and the text."""
    tree = ast.parse(text)
    for parent in [*ast.walk(tree)]:
        for name, value in ast.iter_fields(parent):
            if name in ("annotation", "returns"):
                continue
            nodes = value if isinstance(value, list) else [value]
            for at, node in enumerate(nodes):
                if not isinstance(node, ast.AST):
                    continue
                first, last = _line(parent, node, "lineno"), _line(parent, node, "end_lineno")
                for new in variants(node):
                    nodes[at] = new
                    setattr(parent, name, value if nodes is value else new)
                    what, _, _ = (ast.unparse(new) or type(new).__name__).partition("\n")
                    change = f"{type(node).__name__} -> {what}"
                    yield range(first, last + 1), change, ast.unparse(tree)
                nodes[at] = node
                setattr(parent, name, value)


def _line(parent: ast.AST, node: ast.AST, name: str) -> int:
    """Return a line number of a node; an operator has none, so return that of its parent."""
    found: int = getattr(node, name, 0) or getattr(parent, name, 1)
    return found


def _lines_of(case: Case, right: Engine, texts: Mapping[str, str]) -> set[tuple[str, int]]:
    """Return the lines that a case runs in the right engine: modules and numbers."""
    found = set[tuple[str, int]]()

    def trace(frame: FrameType, *_: object) -> Any:
        """Note a line."""
        if frame.f_code.co_filename not in texts:
            return None
        found.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    forget.pytest_runtest_setup()
    sys.settrace(trace)
    try:
        wrong = [*failed(right, [case])]
    finally:
        sys.settrace(None)
    assert not wrong, case.id
    return found


def _stop(*_: object) -> NoReturn:
    raise TimeoutError


def passes(changed: Engine, cases: Sequence[Case]) -> bool:
    """Return whether an engine passes these cases, each in time."""
    for case in cases:
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            if [*failed(changed, [case])]:
                return False
        except TimeoutError:
            return False
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    return True


class Oracle:
    """The second implementation."""

    def __init__(self, game: str) -> None:
        """Take the modules of the oracle, by their names."""
        self.game = game
        self.texts = modules(game)
        self.right = engine(game, "right", self.texts)

    def passes(self, name: str, text: str, cases: Sequence[Case]) -> bool:
        """Return whether the oracle with another text of a module passes these cases."""
        try:
            changed = engine(self.game, "changed", {**self.texts, name: text})
        except Exception:  # noqa: BLE001  # it can't even be imported
            return False
        return passes(changed, cases)


class Ours:
    """The rules of the package: their functions get other code, in a process of its own."""

    def __init__(self, game: str) -> None:
        """Take the modules of the rules, by the names of their files."""
        folder = Path(str(fireflies.__file__)).parent / game / "rules"
        self.texts = {str(it): it.read_text("utf-8") for it in sorted(folder.glob("*.py"))}
        self.right = Engine(game, "ours", _ours)
        # As the texts with a change are: without comments, so that equal code has equal lines.
        self._codes = {it: _codes(ast.unparse(ast.parse(self.texts[it])), it) for it in self.texts}

    def passes(self, name: str, text: str, cases: Sequence[Case]) -> bool:
        """Return whether the rules with another text of a module pass these cases."""
        before = self._codes[name]
        changed = {it: code for it, code in _codes(text, name).items() if code != before.get(it)}
        if not changed:  # it is not in a function
            return False
        child = os.fork()
        if not child:
            status = 1
            try:
                _swap(name, changed)
                status = 0 if passes(self.right, cases) else 1
            finally:
                os._exit(status)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _ours(case: Mapping[str, object]) -> dict[str, object]:
    """Return the answer of the rules to a case."""
    answer = wire.handle({"cmd": "run", "seq": 1, "case": case}) or {}
    return {key: value for key, value in answer.items() if key != "seq"}


def _codes(text: str, file: str) -> dict[str, CodeType]:
    """Return the code of the functions of a module, by names that only one of them has."""
    found: list[CodeType] = [compile(text, file, "exec", dont_inherit=True)]
    for code in found:
        found += [it for it in code.co_consts if isinstance(it, CodeType)]
    named = Counter(it.co_qualname for it in found)
    return {it.co_qualname: it for it in found[1:] if named[it.co_qualname] == 1}


def _swap(file: str, changed: Mapping[str, CodeType]) -> None:
    """Give the functions of a file other code, wherever they are referred to."""
    gc.unfreeze()  # pytest may have hidden them
    for it in gc.get_objects():
        if isinstance(it, FunctionType) and it.__code__.co_filename == file:
            code = changed.get(it.__code__.co_qualname, it.__code__)
            if code.co_freevars == it.__code__.co_freevars:
                it.__code__ = code
    forget.pytest_runtest_setup()


def main(game: str, *options: str) -> None:
    """Print the changes that pass all cases, and how many there are."""
    signal.signal(signal.SIGALRM, _stop)
    tried = Ours(game) if "--ours" in options else Oracle(game)
    lines_of = {case.id: _lines_of(case, tried.right, tried.texts) for case in suite(game)}
    # Those first that run few lines: they look at one thing.
    cases = sorted(suite(game), key=lambda case: len(lines_of[case.id]))
    made = left = 0
    for module, text in tried.texts.items():
        if module.endswith(LEFT_OUT):
            continue
        for lines, change, changed in changes(text):
            made += 1
            places = {(module, line) for line in lines}
            run = [case for case in cases if places & lines_of[case.id]]
            if tried.passes(module, changed, run or cases):
                left += 1
                old = text.splitlines()[lines.start - 1].strip()
                sys.stdout.write(f"{module}:{lines.start}: {old}  {change}\n")
    sys.stdout.write(f"{made} changes; {left} of them pass all {len(cases)} cases\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
