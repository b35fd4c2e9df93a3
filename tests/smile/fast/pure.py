"""Load the sources of the packed game as plain Python, under another name.

A compiled wheel has its sources beside the machine code. They are loaded as the package
``pure_fast``, so that both can play in one process.
"""

import sys
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Final

from fireflies.smile import fast

NAME: Final = "pure_fast"
ORDER: Final = (
    *("words", "luck", "deck", "flat", "packed"),
    *("encoding", "state", "batch", "simulation", ""),
)
"""Its modules, each after those that it imports; last the package itself."""


def load() -> ModuleType:
    """Return the package, always the same object."""
    if NAME not in sys.modules:
        sys.modules[NAME] = ModuleType(NAME)  # until the package itself is loaded
        for name in ORDER:
            _read(name)
    return sys.modules[NAME]


def _read(name: str) -> None:
    file = Path(fast.__file__).with_name(f"{name or '__init__'}.py")
    spec = spec_from_loader(f"{NAME}.{name}".rstrip("."), None, origin=str(file))
    assert spec is not None
    module = module_from_spec(spec)
    module.__file__ = str(file)
    sys.modules[spec.name] = module
    if name:
        setattr(sys.modules[NAME], name, module)
    else:
        for other in ORDER[:-1]:
            setattr(module, other, sys.modules[f"{NAME}.{other}"])
    text = file.read_text(encoding="utf-8").replace("fireflies.smile.fast", NAME)
    exec(compile(text, file, "exec"), vars(module))  # noqa: S102  # our own source
