"""Names of ``typing`` that Python 3.11 lacks, and names that mypyc gives a meaning."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

__all__ = ["GivenInt", "i64", "mypyc_attr", "override"]

_T = TypeVar("_T")

if TYPE_CHECKING:
    from typing_extensions import override  # type checkers know this package, installed or not
else:

    def override(method: _T) -> _T:
        """Mark a method that overrides an inherited one; in ``typing`` from Python 3.12 on."""
        return method


i64: TypeAlias = int  # noqa: PYI042  # mypyc's name
"""A machine integer in compiled code: hatch_build.py gives the compiler a stub of this module."""

GivenInt: TypeAlias = int
"""An ``int`` to type checkers, any object to mypyc: the function has to check the type itself."""


def mypyc_attr(
    *, acyclic: bool = False, free_list_len: int = 0, allow_interpreted_subclasses: bool = False
) -> Callable[[_T], _T]:
    """Set options of mypyc for a class; do nothing in Python."""
    del acyclic, free_list_len, allow_interpreted_subclasses

    def same(marked: _T) -> _T:
        return marked

    return same
