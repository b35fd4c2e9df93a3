"""Run the code of a page that needs an extra; it can't run where the pages are built."""

import inspect
import re
import textwrap
from pathlib import Path
from typing import Any, Final

DOCS: Final = Path(__file__).parents[2] / "docs"
_CODE: Final = re.compile(r"\n\.\. code-block:: python\n\n((?:   .*\n|\n)+)")


def read(name: str) -> str:
    """Return the text of a page of ``docs/``."""
    return (DOCS / name).read_text(encoding="utf-8")


def run(name: str) -> dict[str, Any]:
    """Run all Python of a page of ``docs/``, in order, and return its variables."""
    page = read(name)
    names: dict[str, Any] = {"__name__": name}
    blocks = list(_CODE.finditer(page))
    assert blocks, f"{name} has no code"
    for block in blocks:
        above = "\n" * page.count("\n", 0, block.start(1))  # so that errors name the page's lines
        code = compile(above + textwrap.dedent(block[1]), DOCS / name, "exec")
        exec(code, names)  # noqa: S102  # it is our own page
    return names


def check_signature(name: str, thing: Any) -> None:
    """Check the signature on a page, written by hand since pages are built without the extras."""
    (signature,) = re.findall(rf"auto\w+:: {thing.__name__}(\(.*\))", read(name))
    parameters = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in inspect.signature(thing).parameters.values()
    ]
    assert signature.replace('"', "'") == str(inspect.Signature(parameters))
