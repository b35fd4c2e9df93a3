"""The page for those who upgrade sends them to names that exist, and to expressions that work."""

import ast
import re
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import Final

import pytest

from fireflies import record, smile, table
from tests.docs.conftest import DOCS

TODAY: Final = re.findall(
    r"^     - (.*?)(?=^   \* - |^\S|\Z)",
    (DOCS / "upgrade.rst").read_text(encoding="utf-8"),
    re.MULTILINE | re.DOTALL,
)
"""The second cell of each row of the tables."""
NAMES: Final = sorted(
    {name for cell in TODAY for name in re.findall(r"[`<~](fireflies[.\w]+)", cell)}
)


def members_of(found: object) -> set[str]:
    """Return the names of a module's, a class's or a value's members, fields included."""
    named = {field.name for field in fields(found)} if is_dataclass(found) else set[str]()
    return named | {*dir(found)}


def named_roots() -> dict[str, object]:
    """Return what the page calls ``game``, ``view`` and so on."""
    game, given = smile.GAME, {"players": 3}
    seated = table.Table(record.begin(game, given, ["Ann", "Ben", "Cem"]), [None] * 3)
    step = seated.step()
    assert step is not None
    return {
        "game": game,
        "given": given,
        "smile": smile,
        "set_up": smile.set_up,
        "option": game.options[0],
        "bounds": game.set_up(given).bounds,
        "step": step,
        "sight": step.seen_by(0),
        "view": step.after.view(0),
        "action": step.action,
        "other": step.action,
    }


def expressions() -> list[str]:
    """Return the code of the second cells that is about nothing else."""
    found: list[str] = []
    for code in re.findall(r"``([^`]+)``", "".join(TODAY)):
        try:
            nodes = ast.walk(ast.parse(code, mode="eval"))
        except SyntaxError:  # an argument of the command, a class, a part of JSON
            continue
        used = {node.id for node in nodes if isinstance(node, ast.Name)}
        if used and used <= named_roots().keys():
            found.append(code)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_each_name_of_today_exists(name: str) -> None:
    """Import the module, the longest part that can be imported, and look up the rest."""
    parts = name.split(".")
    found: object = import_module(parts[0])
    for count, part in enumerate(parts[1:], 2):
        if part not in members_of(found):
            found = import_module(".".join(parts[:count]))
        else:
            found = getattr(found, part, None)


def test_each_expression_of_today_works() -> None:
    tried = expressions()
    assert {"game.set_up(given).options", "view.observer", "smile.GAME.events"} <= {*tried}
    for code in tried:
        eval(code, named_roots())  # noqa: S307 - of our own page
