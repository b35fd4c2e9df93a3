"""What a newer Python's ``typing`` has and the oldest that we support lacks; and mypyc's words."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

_T = TypeVar("_T")

if TYPE_CHECKING:
    from typing_extensions import override  # type checkers know it without its being installed

    MYPY = False  # mypy takes it for true, and so does its compiler
    if MYPY:
        from mypy_extensions import i64, mypyc_attr  # where this is compiled, a machine's integer
    else:
        i64 = int

        def mypyc_attr(*, acyclic: bool, free_list_len: int = 0) -> Callable[[_T], _T]: ...
else:

    def override(method: _T) -> _T:
        """Mark a method that takes the place of an inherited one (Python 3.12: ``typing``)."""
        return method

    def mypyc_attr(**_asked: object) -> Callable[[_T], _T]:
        """Mark a class for mypyc; in Python nothing changes."""
        return override

    i64 = int


__all__ = ["i64", "mypyc_attr", "override"]
