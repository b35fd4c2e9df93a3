"""The names that programs may rely on: whoever changes one changes ``names.txt``, on purpose.

They are those of the modules on the page of all names, ``docs/api.rst``.
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
"""What CONTRIBUTING.md calls stable, and is therefore on the page."""


def on_the_page() -> list[str]:
    """The modules that the page describes as a whole."""
    page = (ROOT / "docs" / "api.rst").read_text(encoding="utf-8")
    blocks = re.findall(r"^\.\. automodule:: (\S+)\n((?:   .*\n)*)", page, re.MULTILINE)
    return sorted(module for module, settings in blocks if not re.search(":members: .", settings))


def defined_in(module: str) -> list[str]:
    """The names in its ``__all__``; where there is none, those that it defines for others."""
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


def test_the_public_names_are_those_that_are_written_down() -> None:
    """In full: what is new, gone or renamed shows in the list, and belongs into CHANGELOG.md."""
    found = [f"{module}: {' '.join(defined_in(module))}".strip() for module in on_the_page()]
    file = ROOT / "tests" / "names.txt"
    assert found == file.read_text(encoding="utf-8").splitlines()


def test_what_is_stable_is_on_the_page() -> None:
    """And each name that a module lists is there."""
    modules = on_the_page()
    assert set(modules) >= STABLE
    for module in modules:
        assert [
            name for name in defined_in(module) if not hasattr(import_module(module), name)
        ] == []
