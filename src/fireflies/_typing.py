"""What a newer Python's ``typing`` has and the oldest that we support lacks; and mypyc's words."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

__all__ = ["given_int", "i64", "mypyc_attr", "override"]

_T = TypeVar("_T")

if TYPE_CHECKING:
    from typing_extensions import override  # type checkers know it without its being installed
else:

    def override(method: _T) -> _T:
        """Mark a method that takes the place of an inherited one (Python 3.12: ``typing``)."""
        return method


i64: TypeAlias = int  # noqa: PYI042  # mypyc calls it so
"""A machine's integer where this is compiled: what mypyc reads in place of this, hatch_build.py
says."""

given_int: TypeAlias = int  # noqa: PYI042  # as in the line above
"""An argument that has to be an integer: compiled code takes anything, and refuses it itself."""


def mypyc_attr(
    *, acyclic: bool = False, free_list_len: int = 0, allow_interpreted_subclasses: bool = False
) -> Callable[[_T], _T]:
    """Mark a class for mypyc; in Python nothing changes."""
    del acyclic, free_list_len, allow_interpreted_subclasses

    def same(marked: _T) -> _T:
        return marked

    return same
