"""Names of ``typing`` that Python 3.11 lacks, names for mypyc, and caches that keep a signature."""

from abc import abstractmethod
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, ParamSpec, Protocol, TypeAlias, TypeVar, cast

__all__ = ["Cached", "GivenInt", "cached", "i64", "mypyc_attr", "override"]

_P = ParamSpec("_P")
_T = TypeVar("_T")
_T_co = TypeVar("_T_co", covariant=True)

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


class Cached(Protocol[_P, _T_co]):
    """A function with a cache; its parameters and its result are those of the function."""

    @abstractmethod
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _T_co:
        """Return the result for these arguments, from the cache if it is there."""

    @abstractmethod
    def cache_clear(self) -> None:
        """Forget all results."""


def cached(most: int | None = None) -> Callable[[Callable[_P, _T]], Cached[_P, _T]]:
    """Return a decorator that keeps the last ``most`` results of a function, or all.

    Type checkers accept any arguments for what ``functools.cache`` returns; here they check them.
    """
    return cast("Callable[[Callable[_P, _T]], Cached[_P, _T]]", lru_cache(maxsize=most))
