"""Rewrite a module so that mutmut can change all of it, without changing what it does.

mutmut leaves decorated functions alone, and half of a state's answers are properties: decorators
become assignments. Abstract methods stay, for they have no code. Calls of ``cast``, the argument
``strict`` of ``zip`` and the docstrings of attributes are removed: no test can notice a change of
them.
"""

import ast
from typing import Final

from fireflies._typing import override

PLAIN: Final = "plain_"
"""The prefix of the name of a function whose decorators became an assignment."""


class _Undecorated(ast.NodeTransformer):
    """``@d def f(): ...`` becomes ``def plain_f(): ...`` and ``f = d(plain_f)``."""

    @override
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | list[ast.AST]:
        """Return the function and the assignment (ast calls this method by its name)."""
        self.generic_visit(node)
        node.body[1:] = [line for line in node.body[1:] if not _is_text(line)]
        names = [ast.unparse(decorator) for decorator in node.decorator_list]
        if names in ([], ["classmethod"], ["staticmethod"]):  # mutmut can do these
            return node
        if "abstractmethod" in names:  # there is nothing in it to change
            return node
        value: ast.expr = ast.Name(PLAIN + node.name, ast.Load())
        for decorator in reversed(node.decorator_list):
            value = ast.Call(decorator, [value], [])
        decorated = ast.Assign([ast.Name(node.name, ast.Store())], value)
        node.name = PLAIN + node.name
        node.decorator_list = []
        return [node, decorated]

    @override
    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Return the argument of ``cast``, ``zip`` without keywords, or the call as it is."""
        self.generic_visit(node)
        name = ast.unparse(node.func)
        if name == "zip":
            node.keywords = []
        return node.args[1] if name == "cast" else node


def _is_text(line: ast.stmt) -> bool:
    """Return whether the statement is a string, like the docstring of an attribute."""
    match line:
        case ast.Expr(ast.Constant(str())):
            return True
        case _:
            return False


def undecorate(source: str) -> str:
    """Return the rewritten module, without comments, so that no diff depends on a comment."""
    return ast.unparse(ast.fix_missing_locations(_Undecorated().visit(ast.parse(source)))) + "\n"
