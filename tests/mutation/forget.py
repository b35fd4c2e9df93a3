"""A plugin of pytest for the mutation session: each test begins with empty caches.

A mutant runs in a fork of a process that has run the tests before, and would get its answers. And
mutmut has to see all functions that a test calls.
"""

import sys

from fireflies import chance


def pytest_runtest_setup() -> None:
    """Empty the caches of all modules of the package."""
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] == "fireflies":
            for value in vars(module).values():
                clear = getattr(value, "cache_clear", None)
                if callable(clear):
                    clear()
    vars(chance)["_starts"].clear()  # a dict, which compiled code reads faster
