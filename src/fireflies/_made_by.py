"""What has made a file or a figure: this library, its version, and whether it is compiled.

The play that a seed gives may change between versions, so whatever names a seed names this too.
"""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

import fireflies
from fireflies._typing import cached

PACKAGE: Final = Path(fireflies.__file__).parent
"""The folder of the library."""


@cached()
def made_by() -> str:
    """Return name and version of the library, as ``fireflies --version`` prints them.

    They are followed by ``(compiled)`` when a module is compiled for this Python.
    """
    suffixes = (*EXTENSION_SUFFIXES,)
    is_compiled = any(path.name.endswith(suffixes) for path in PACKAGE.rglob("*.*"))
    return f"fireflies {fireflies.__version__}{' (compiled)' * is_compiled}"
