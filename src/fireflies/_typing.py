"""What a newer Python's ``typing`` has and the oldest that we support lacks."""

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from typing_extensions import override  # type checkers know it without its being installed
else:
    _T = TypeVar("_T")

    def override(method: _T) -> _T:
        """Mark a method that takes the place of an inherited one (Python 3.12: ``typing``)."""
        return method


__all__ = ["override"]
