"""The public names are those in ``names.txt``.

A change of a name has to change that file too. They are the names of the modules on the page
``docs/api.rst``.
"""

import ast
import re
from importlib import import_module
from pathlib import Path
from typing import Final

import fireflies

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = Path(fireflies.__file__).parent
STABLE: Final = {"fireflies", "fireflies.smile", "fireflies.contract", "fireflies.testing"}
"""The modules that CONTRIBUTING.md calls stable."""


def on_the_page() -> list[str]:
    """Return the modules that the page describes completely."""
    page = (ROOT / "docs" / "api.rst").read_text(encoding="utf-8")
    blocks = re.findall(r"^\.\. automodule:: (\S+)\n((?:   .*\n)*)", page, re.MULTILINE)
    return sorted(module for module, settings in blocks if not re.search(":members: .", settings))


def defined_in(module: str) -> list[str]:
    """Return the names in a module's ``__all__``; without one, the public names in it."""
    loaded = import_module(module)
    listed: list[str] | None = getattr(loaded, "__all__", None)
    if listed is not None:
        return sorted(listed)
    tree = ast.parse(Path(str(loaded.__file__)).read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in tree.body:
        match node:
            case ast.ClassDef(name) | ast.FunctionDef(name) | ast.AnnAssign(ast.Name(name)):
                names.add(name)
            case ast.Assign([ast.Name(name)]):
                names.add(name)
            case _:
                continue
    return sorted(name for name in names if not name.startswith("_"))


def test_the_public_names_are_those_of_the_list() -> None:
    """A new, removed or renamed name needs a line in CHANGELOG.md too."""
    found = [f"{module}: {' '.join(defined_in(module))}".strip() for module in on_the_page()]
    file = ROOT / "tests" / "names.txt"
    assert found == file.read_text(encoding="utf-8").splitlines()


def test_stable_modules_are_on_the_page() -> None:
    """Every name that a module lists exists."""
    modules = on_the_page()
    assert set(modules) >= STABLE
    for module in modules:
        assert [
            name for name in defined_in(module) if not hasattr(import_module(module), name)
        ] == []
