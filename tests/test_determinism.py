"""The same seed gives the same play in every process, and on every Python of this machine."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.corpus import (
    CORPUS,
    CROWDED,
    PATIENCE,
    PLAIN,
    PLAYS,
    digests_of,
    expected,
    messages,
    played,
)


def runs(python: str, version: str) -> bool:
    """Return whether this Python can be run; a version manager may list more."""
    try:
        done = subprocess.run(  # noqa: S603  # it runs Pythons
            [python, "--version"], capture_output=True, check=False, timeout=PATIENCE
        )
    except OSError:
        return False
    return done.returncode == 0 and done.stdout.startswith(f"Python {version}.".encode())


def pythons() -> dict[str, str]:
    """Return the other supported Pythons on this machine, by version."""
    versions = Path(sys.base_prefix).parent  # the folder of a version manager
    neighbors = sorted(versions.glob("3.*/bin")) if versions.name == "versions" else []
    folders = [*os.get_exec_path(), *map(str, neighbors)]
    found: dict[str, str] = {}
    for version in (f"3.{minor}" for minor in range(11, 15) if minor != sys.version_info.minor):
        for folder in folders:
            python = shutil.which(f"python{version}", path=folder)
            if version not in found and python is not None and runs(python, version):
                found[version] = python
    return found


@pytest.mark.long
def test_the_corpus_is_varied() -> None:
    """Each part has many different values."""
    sizes = {part.__name__: len({json.dumps(thing) for thing in part()}) for part in CORPUS}
    assert {name: size for name, size in sizes.items() if size < 6} == {}
    assert min(sizes["plays"], sizes["views"]) > 300
    assert len({table.record.actions for table in played()}) == len(PLAYS)
    assert len(set(expected().values())) == len(CORPUS)
    assert len(list(messages())) == 8


@pytest.mark.long
def test_each_python_on_this_machine_gives_the_same() -> None:
    found = {version: digests_of(python, PLAIN) for version, python in pythons().items()}
    assert found == dict.fromkeys(found, expected())


@pytest.mark.long
def test_nothing_but_the_seed_changes_a_play() -> None:
    """Neither other imports, random numbers and caches, nor settings of the machine.

    Those are the seed of hashes, the language, the time zone, and optimization.
    """
    surroundings = {"LC_ALL": "C", "TZ": "Asia/Kathmandu", "PYTHONUTF8": "0"}
    found = digests_of(sys.executable, CROWDED, "-OO", PYTHONHASHSEED="1", **surroundings)
    assert found == expected()
