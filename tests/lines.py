"""Results of a long run in a file, a line of JSON each: an interrupted run goes on with them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def read(file: Path | None) -> list[list[Any]]:
    """Return the results that were kept: none without a file, or before there is one."""
    text = file.read_text(encoding="utf-8") if file is not None and file.exists() else ""
    return [json.loads(line) for line in text.splitlines()]


def keep(file: Path | None, result: Sequence[object]) -> None:
    """Put a result at the end of the file, if there is one."""
    if file is not None:
        with file.open("a", encoding="utf-8") as lines:
            lines.write(f"{json.dumps(result)}\n")
