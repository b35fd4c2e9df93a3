"""The engines in other languages, and how they are started."""

import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
NODE: Final = str(Path(sys.executable).parent / "node")
PERL: Final = shutil.which("perl") or "perl"
COMMANDS: Final[Mapping[str, Sequence[str]]] = {
    "smile.mjs": (NODE, str(HERE / "smile.mjs")),
    "smile.pl": (PERL, str(HERE / "smile.pl")),
    "festival.mjs": (NODE, str(HERE / "festival.mjs")),
    "misbehavin.mjs": (NODE, str(HERE / "misbehavin.mjs")),
}
"""The commands by file; its name begins with that of the game."""
