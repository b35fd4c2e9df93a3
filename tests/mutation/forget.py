"""A plugin of pytest for the mutation session: each test begins with empty caches.

A mutant runs in a fork of a process that has run the tests before. In the caches of that process it
would find the answers of the unchanged code. And a test would not call the functions whose answers
are in a cache, but mutmut has to see all functions that it needs.
"""

import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from fireflies import chance

CACHED: Final = type(lru_cache(abs))
"""The class of functions with a cache."""
KEPT: Final = {"fireflies.rulebook"}
"""Modules whose caches stay: to read a rulebook takes long, and no mutant has a part in it."""
_found: Final[dict[int, list[Any]]] = {}
"""The functions with a cache, by the number of modules: a test may import more."""


def pytest_runtest_setup() -> None:
    """Empty the caches of all modules of the package and of the tests, and those of objects."""
    if len(sys.modules) not in _found:
        _found[len(sys.modules)] = [*_functions()]
    for function in _found[len(sys.modules)]:
        function.cache_clear()
    vars(chance)["_starts"].clear()  # a dict, which compiled code reads faster


def _functions() -> Iterator[object]:
    """Yield the functions with a cache."""
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] in {"fireflies", "tests"}:
            for value in vars(module).values():
                parts: dict[str, object] = getattr(value, "__dict__", {})
                for it in (value, *parts.values()):
                    if isinstance(it, CACHED) and it.__module__ not in KEPT:
                        yield it
