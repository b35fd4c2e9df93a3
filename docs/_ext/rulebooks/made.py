"""Files that the build makes from the tests' own: a report of the suite, a game as a package."""

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sphinx.errors import ExtensionError

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_ENGINE: Final = "direct:tests.engines.wrong:smile"
"""The engine of the report; it has one mistake."""
_DATE: Final = (2026, 1, 1, 0, 0, 0)
"""The date of all files in the archive, so that the same files give the same archive."""


def make_files(app: "Sphinx") -> None:
    """Make all files, where the project has a folder ``_made`` for them."""
    folder, root = Path(app.srcdir, "_made"), Path(app.srcdir).parent
    if not folder.is_dir():
        return
    pack(root / "tests/kuhn", folder / "kuhn.zip")
    page = folder / "smile-report.html"
    if app.builder.format == "html" or not page.exists():
        _report(root, page, folder / "smile-badge.svg")


def _report(root: Path, page: Path, badge: Path) -> None:
    """Run the suite on an engine with a mistake, and keep its page and its badge."""
    files = ("--html", str(page), "--badge", str(badge), "--docs", ".")
    command = [sys.executable, "-m", "fireflies", "conform", "smile", *files, "--", _ENGINE]
    done = subprocess.run(  # noqa: S603 - our own command
        command, cwd=root, capture_output=True, text=True, check=False
    )
    if done.returncode != 1:  # an engine with a mistake does not conform
        raise ExtensionError(f"the report of the suite: {done.stdout[-500:]}{done.stderr}")


def pack(game: Path, archive: Path) -> None:
    """Write a game in the tests as a package that can be installed, with its own tests."""
    files = {f"kuhn/src/kuhn/{path.name}": path for path in sorted(game.glob("*.*"))}
    files |= {
        f"kuhn/{path.relative_to(game / 'package').as_posix()}": path
        for path in sorted((game / "package").rglob("*.*"))
    }
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, path in files.items():
            packed.writestr(zipfile.ZipInfo(name, _DATE), path.read_bytes())
