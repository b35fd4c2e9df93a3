"""What a newer Python's ``typing`` has and the oldest that we support lacks; and ``i64``."""

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from typing_extensions import override  # type checkers know it without its being installed

    MYPY = False  # mypy takes it for true, and so does its compiler
    if MYPY:
        from mypy_extensions import i64  # a machine's integer, where this is compiled
    else:
        i64 = int
else:
    _T = TypeVar("_T")

    def override(method: _T) -> _T:
        """Mark a method that takes the place of an inherited one (Python 3.12: ``typing``)."""
        return method

    i64 = int


__all__ = ["i64", "override"]
