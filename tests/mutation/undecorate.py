"""Make a program one that mutmut can change everywhere, and that does the same.

Decorators come off: mutmut leaves a decorated function alone, and a property is where a state says
what is allowed. An abstract method stays as it is. A cache goes altogether: a mutant runs in a
process that has run the tests before, and would hear the answers from then. One of a limited size,
which a test may ask about, is emptied there instead. So go ``cast`` and the docstrings of
attributes, which do nothing: of that there is nothing to change.
"""

import ast
from typing import Final

from fireflies._typing import override

PLAIN: Final = "plain_"
"""What comes before the name of a function that has lost its decorators."""
_FORGET: Final = "__import__('os').register_at_fork(after_in_child={}.cache_clear)"
"""A mutant runs in a fork of the process that has run the tests."""


class _Undecorated(ast.NodeTransformer):
    """``@d def f(): ...`` becomes ``def plain_f(): ...`` and ``f = d(plain_f)``."""

    @override
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | list[ast.AST]:
        """Take them off one function (ast calls this by its name)."""
        self.generic_visit(node)
        node.body[1:] = [line for line in node.body[1:] if not _is_text(line)]
        node.decorator_list = [
            decorator for decorator in node.decorator_list if ast.unparse(decorator) != "cache"
        ]
        names = [ast.unparse(decorator) for decorator in node.decorator_list]
        if names in ([], ["classmethod"], ["staticmethod"]):  # mutmut can do these
            return node
        if "abstractmethod" in names:  # there is nothing in it to change
            return node
        value: ast.expr = ast.Name(PLAIN + node.name, ast.Load())
        for decorator in reversed(node.decorator_list):
            value = ast.Call(decorator, [value], [])
        decorated = ast.Assign([ast.Name(node.name, ast.Store())], value)
        forgotten = [_FORGET.format(node.name) for name in names if name.startswith("lru_cache(")]
        node.name = PLAIN + node.name
        node.decorator_list = []
        return [node, decorated, *ast.parse("\n".join(forgotten)).body]

    @override
    def visit_Call(self, node: ast.Call) -> ast.AST:
        """What is cast stands for itself."""
        self.generic_visit(node)
        return node.args[1] if ast.unparse(node.func) == "cast" else node


def _is_text(line: ast.stmt) -> bool:
    """Whether this is only a text: what stands below an attribute."""
    match line:
        case ast.Expr(ast.Constant(str())):
            return True
        case _:
            return False


def undecorate(source: str) -> str:
    """The same program without decorators, and without comments, on which no diff should depend."""
    return ast.unparse(ast.fix_missing_locations(_Undecorated().visit(ast.parse(source)))) + "\n"
