"""A plugin of pytest for the mutation session: a test that loops forever because of a mutant fails.

Only the time of the processor counts. mutmut has a limit too, of time on the clock: on a busy
machine tests that would pass reach it, and mutants that no test notices would count as noticed.
"""

import os
import signal
from collections.abc import Generator
from time import process_time
from typing import Final

import pytest

FACTOR: Final = 5
"""A test with a mutant may take so many times as long as without."""
LEAST: Final = 5.0
"""A test with a mutant may take so many seconds more."""
_usual: Final[dict[str, float]] = {}
"""The seconds that each test takes without a mutant; forks of this process know them."""


def _fail(*_: object) -> None:
    os._exit(1)  # as pytest does after a failure; code under test could catch an exception


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """Measure a test; with a mutant, end the process when the test takes too long."""
    begin = process_time()
    if "__mutmut_" in os.environ["MUTANT_UNDER_TEST"]:
        signal.signal(signal.SIGPROF, _fail)
        signal.setitimer(signal.ITIMER_PROF, LEAST + FACTOR * _usual.get(item.nodeid, 0.0))
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        _usual.setdefault(item.nodeid, process_time() - begin)
