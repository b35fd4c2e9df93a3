"""Files that the build makes from the tests' own: a report of the suite, a game as a package."""

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sphinx.errors import ExtensionError

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_ENGINE: Final = "direct:tests.engines.wrong:smile"
"""The engine of the report; it has one mistake."""
_DIFFERS: Final = 1
"""The exit code of the suite where an engine has a mistake."""


def make_files(app: "Sphinx") -> None:
    """Make all files, where the project has a folder ``_made`` for them."""
    folder, root = Path(app.srcdir, "_made"), Path(app.srcdir).parent
    if not folder.is_dir():
        return
    _run(root, 0, "tests.packing", str(folder / "kuhn.zip"))
    page = folder / "smile-report.html"
    if app.builder.format == "html" or not page.exists():
        files = ("--html", str(page), "--badge", str(folder / "smile-badge.svg"), "--docs", ".")
        _run(root, _DIFFERS, "fireflies", "conform", "smile", *files, "--", _ENGINE)


def _run(root: Path, code: int, *words: str) -> None:
    """Run a module. Raises ExtensionError when it ends with another exit code."""
    done = subprocess.run(  # noqa: S603 - our own modules
        [sys.executable, "-m", *words], cwd=root, capture_output=True, text=True, check=False
    )
    if done.returncode != code:
        raise ExtensionError(f"{' '.join(words)}: {done.stdout[-500:]}{done.stderr}")
