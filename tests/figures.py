"""The data file of the pages, with the figures of the runs that were kept."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).parents[1] / "docs/figures.json"


def read() -> dict[str, Any]:
    """Return the figures of each session."""
    kept: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return kept


def keep(session: str, found: Mapping[str, object]) -> None:
    """Put the figures of a session into the file, beside those of others."""
    FILE.write_text(f"{json.dumps({**read(), session: found}, indent=1)}\n", encoding="utf-8")
