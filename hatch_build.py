"""Building a wheel whose packed games are compiled: with ``FIREFLIES_COMPILE=1``, and only then.

Without it the wheel is the sources as they are, for any platform. With it, mypy's compiler makes C
of the packages in :data:`COMPILED`, and a C compiler machine code; the sources stay beside it. On a
machine that can't do that, the wheel is the pure one, and a warning says why.

``python hatch_build.py FROM TO`` compiles only: the library in folder FROM, into folder TO.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED: Final = ("fireflies/chance", "fireflies/smile/fast")
"""The modules that are compiled, and the packages whose modules are."""

LEFT_OUT: Final = ("__init__.py",)
"""Their modules that are not compiled."""

NEEDED: Final = ("mypy[mypyc]>=2.4", "setuptools>=80")

WORDS: Final = """
from mypy_extensions import i64 as i64, mypyc_attr as mypyc_attr
from typing_extensions import override as override
given_int = object
"""
"""What the compiler reads of ``_typing.py``: its own words, which come with it. Everybody else
finds plain Python there, and needs neither of these packages."""

FLAGS: Final = (
    "-fno-semantic-interposition",  # calls within the library need no detour, and can be inlined
    "-fwrapv",  # products of 64 bits wrap: the generator counts on it
)


class Hook(BuildHookInterface[Any]):
    """What hatchling asks before it builds."""

    PLUGIN_NAME = "custom"

    def _is_wanted(self) -> bool:
        """Whether this is a wheel that is to be compiled."""
        return self.target_name == "wheel" and os.environ.get("FIREFLIES_COMPILE") == "1"

    def dependencies(self) -> list[str]:
        """What has to be installed for that."""
        return [*NEEDED] if self._is_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and have the wheel hold what came out of it."""
        if not self._is_wanted() or version == "editable":
            return
        self._made = Path(tempfile.mkdtemp(prefix="fireflies-compiled-"))
        command = [sys.executable, __file__, str(Path(self.root, "src")), str(self._made)]
        done = subprocess.run(  # noqa: S603  # this file
            command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        binaries = [path for path in self._made.rglob("*") if path.suffix in {".so", ".pyd"}]
        if done.returncode or not binaries:
            last = "\n".join(done.stdout.splitlines()[-10:])
            self.app.display_warning(f"fireflies is not compiled, the wheel is pure:\n{last}")
            return
        for path in binaries:
            build_data["force_include"][str(path)] = path.relative_to(self._made).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        del version, build_data, artifact_path
        if self._is_wanted():
            shutil.rmtree(getattr(self, "_made", ""), ignore_errors=True)


def compile_into(source: Path, made: Path) -> None:
    """Compile the library of one folder into another one.

    Raises:
        Exception: whatever a compiler that is absent or fails makes of it; SystemExit too.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    source, made = source.resolve(), made.resolve()  # the working directory changes
    with tempfile.TemporaryDirectory() as work:
        # A copy: mypyc names files as they are named here, and leaves C and a cache about.
        shutil.copytree(source / "fireflies", Path(work, "fireflies"))
        Path(work, "fireflies", "_typing.pyi").write_text(WORDS, encoding="utf-8")
        os.chdir(work)
        for name in COMPILED:
            path, group = Path(name), name.replace("/", ".")
            found = sorted(path.glob("*.py")) or [path.with_suffix(".py")]
            modules = [str(path) for path in found if path.name not in LEFT_OUT]
            # Hypothesis, which other modules import, is not installed for a build.
            lenient = ["--ignore-missing-imports", "--allow-untyped-decorators"]
            options = ["--config-file=", "--strict", "--explicit-package-bases", *lenient]
            extensions = mypycify(
                [*options, *modules],
                only_compile_paths=modules,
                group_name=f"{group}.all" if path.is_dir() else group,
                target_dir=str(Path(work, "c")),
            )
            for extension in extensions:
                extension.extra_compile_args += [*FLAGS] if os.name != "nt" else []
            build = build_ext(Distribution({"name": "fireflies", "ext_modules": extensions}))
            build.build_lib, build.build_temp = str(made), str(Path(work, "o"))
            build.ensure_finalized()
            build.run()
        os.chdir(source)


if __name__ == "__main__":
    compile_into(*map(Path, sys.argv[1:]))
