"""Kuhn poker as a package of its own, which the page about games offers.

``python -m tests.packing ARCHIVE`` writes it.
"""

import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
GAME = ROOT / "tests/kuhn"
MODULES = ("__init__.py", "generators.py", "rules.toml", "tensors.py")
AROUND = ROOT / "docs/examples/kuhn"
"""Everything else that the package has, in its folders."""
SUFFIXES = {".json", ".md", ".py", ".toml"}
"""Those of its files; a tool may have left others there."""
DATE = (2026, 1, 1, 0, 0, 0)
"""The date of all files, so that the same files give the same archive."""


def files() -> dict[str, Path]:
    """Return the files of the package by their names in the archive."""
    around = sorted(path for path in AROUND.rglob("*.*") if path.suffix in SUFFIXES)
    return {
        **{f"kuhn/{path.relative_to(AROUND).as_posix()}": path for path in around},
        **{f"kuhn/src/kuhn/{name}": GAME / name for name in MODULES},
    }


def pack(archive: Path) -> None:
    """Write the archive."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, path in files().items():
            packed.writestr(zipfile.ZipInfo(name, DATE), path.read_bytes(), zipfile.ZIP_DEFLATED)


def main() -> None:
    """Write the archive that the command line names."""
    pack(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
