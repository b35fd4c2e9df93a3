"""The public names are those in ``names.txt``.

A change of a name has to change that file too. They are the names that the pages describe.
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


def listed() -> dict[str, list[str]]:
    """Return the names of the list, by module; ``...`` stands for others that are not public."""
    lines = (ROOT / "tests" / "names.txt").read_text(encoding="utf-8").splitlines()
    split = (line.partition(":") for line in lines)
    return {module: names.split() for module, _, names in split}


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
    for module, names in listed().items():
        *some, last = names or [""]
        if last == "...":
            assert set(some) < set(defined_in(module))
        else:
            assert names == defined_in(module)
        assert [
            name for name in {*names} - {"..."} if not hasattr(import_module(module), name)
        ] == []


def test_each_module_of_the_list_has_a_page() -> None:
    """Sphinx fills the page of a module from the list; ``api.rst`` names the modules in groups."""
    page = (ROOT / "docs" / "api.rst").read_text(encoding="utf-8")
    modules = re.findall(r"^   (fireflies\S*)$", page, re.MULTILINE)
    assert sorted(modules) == list(listed())
    assert set(modules) >= STABLE
