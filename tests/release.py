"""What is wrong with the files of a release.

``python -m tests.release FOLDER`` prints a line for each fault of the wheels and the source
distribution in FOLDER, and fails if there is one. That the changelog tells each changed answer of
the rules, with its revision, is asked by ``test_rulebooks.py``.
"""

import re
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from packaging.metadata import Metadata

import fireflies

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src"
HEADING: Final = re.compile(r"(?m)^## \[(?P<version>.+?)\](?: - (?P<date>\d{4}-\d\d-\d\d))?$")
FIELD: Final = r"(?m)^{}: (\S+)$"


def faults_of_versions(version: str, changelog: str, citation: str) -> Iterator[str]:
    """Yield a message where the changelog or the citation is about another version.

    A version on the way to a release ends in ``.dev0``, and its changes are unreleased.
    """
    newest, *released = HEADING.finditer(changelog)
    if ".dev" in version:
        if newest["version"] != "Unreleased":
            yield f"{version}: the changelog begins with {newest['version']}, not with Unreleased"
        if version.partition(".dev")[0] in {it["version"] for it in released}:
            yield f"{version}: the changelog says that this has been released"
    elif newest["version"] != version or newest["date"] is None:
        yield f"{version}: the changelog begins with {newest[0]!r}, not with this version and a day"
    for field, right in (("version", version), ("date-released", newest["date"])):
        found = re.findall(FIELD.format(field), citation)
        if right is not None and found != [right]:
            yield f"CITATION.cff: {field} is {', '.join(found) or 'missing'}, not {right}"


def faults_of_metadata(text: bytes, version: str) -> Iterator[str]:
    """Yield a message for each field that an index would refuse."""
    try:
        found = Metadata.from_email(text)
    except ExceptionGroup as invalid:
        yield from map(str, invalid.exceptions)
        return
    if (found.name, str(found.version)) != ("fireflies", version):
        yield f"the metadata is of {found.name} {found.version}"
    if found.requires_dist and any(it.marker is None for it in found.requires_dist):
        yield "the core has a dependency"
    if not found.description:
        yield "the description is empty"


def faults_of_wheel(wheel: Path, version: str) -> Iterator[str]:
    """Yield a message for each file that the wheel lacks or should not have, and its metadata."""
    wanted = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        files = {it.filename for it in archive.infolist() if not it.is_dir()}
        metadata = archive.read(f"fireflies-{version}.dist-info/METADATA")
    held = {name for name in files if ".dist-info/" not in name}
    binaries = {name for name in held if name.endswith((".so", ".pyd"))}
    pure = wheel.name.endswith("-py3-none-any.whl")
    if pure == bool(binaries):
        yield f"it has {len(binaries)} compiled modules"
    yield from (f"it lacks {name}" for name in sorted(wanted - held))
    yield from (f"it holds {name}" for name in sorted(held - wanted - binaries))
    yield from faults_of_metadata(metadata, version)


def faults_of_source(source: Path, version: str) -> Iterator[str]:
    """Yield a message for each file that a test run needs and the source distribution lacks."""
    wanted = {
        *("CHANGELOG.md", "CITATION.cff", "LICENSE", "NOTICE", "README.md", "constraints.txt"),
        *("docs/conf.py", "hatch_build.py", "noxfile.py", "pyproject.toml"),
        "src/fireflies/py.typed",
        *(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")),
        *(path.relative_to(ROOT).as_posix() for path in (ROOT / "typings").rglob("*.pyi")),
    }
    folder = f"fireflies-{version}"
    with tarfile.open(source) as archive:
        held = {name.removeprefix(f"{folder}/") for name in archive.getnames()}
        metadata = archive.extractfile(f"{folder}/PKG-INFO")
        assert metadata is not None, "PKG-INFO is a file"
        yield from faults_of_metadata(metadata.read(), version)
    yield from (f"it lacks {name}" for name in sorted(wanted - held))


def main(folder: Path, version: str = fireflies.__version__) -> int:
    """Print the faults of all files in the folder, and return the exit code."""
    files = ((ROOT / name).read_text("utf-8") for name in ("CHANGELOG.md", "CITATION.cff"))
    found = [*faults_of_versions(version, *files)]
    wheels, sources = sorted(folder.glob("*.whl")), sorted(folder.glob("*.tar.gz"))
    if len(sources) != 1 or not wheels:
        found.append(f"{len(sources)} source distributions and {len(wheels)} wheels")
    for wheel in wheels:
        found += [f"{wheel.name}: {fault}" for fault in faults_of_wheel(wheel, version)]
    for source in sources:
        found += [f"{source.name}: {fault}" for fault in faults_of_source(source, version)]
    print("\n".join(found) or f"{len(wheels) + len(sources)} files of {version} are right")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
