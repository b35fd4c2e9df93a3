"""Build a wheel with compiled packed games where ``FIREFLIES_COMPILE=1``; else a pure wheel.

mypy's compiler turns the modules of :data:`COMPILED` into C, and a C compiler turns that into
extension modules, which the wheel has beside the sources. Where compiling fails, the wheel is pure,
and a warning gives the reason.

``python hatch_build.py FROM TO`` compiles the library in folder FROM into folder TO, and builds no
wheel.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED: Final = ("fireflies/chance.py", "fireflies/*/fast")
"""Patterns of the compiled modules, and of the packages whose modules are compiled."""

LEFT_OUT: Final = ("__init__.py",)
"""The modules of these packages that are not compiled."""

NEEDED: Final = ("mypy[mypyc]>=2.4", "setuptools>=80")

STUB: Final = """
from collections.abc import Callable
from typing import TypeVar
from mypy_extensions import i64 as i64, mypyc_attr as mypyc_attr
from typing_extensions import override as override
_T = TypeVar("_T")
GivenInt = object
def cached(most: int | None = None) -> Callable[[_T], _T]: ...
"""
"""The stub of ``_typing.py`` for the compiler. The two packages that it imports are installed with
the compiler; ``_typing.py`` itself needs neither when it runs."""

FLAGS: Final = (
    "-fno-semantic-interposition",  # calls within the library need no detour, and can be inlined
    "-fwrapv",  # products of 64 bits wrap: the generator counts on it
)


class Hook(BuildHookInterface[Any]):
    """The build hook that hatchling calls."""

    PLUGIN_NAME = "custom"

    def _is_wanted(self) -> bool:
        """Return whether a compiled wheel was asked for."""
        return self.target_name == "wheel" and os.environ.get("FIREFLIES_COMPILE") == "1"

    def dependencies(self) -> list[str]:
        """Return the requirements of this build."""
        return [*NEEDED] if self._is_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add the extension modules to the wheel."""
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
        """Delete the temporary files."""
        del version, build_data, artifact_path
        if self._is_wanted():
            shutil.rmtree(getattr(self, "_made", ""), ignore_errors=True)


def compile_into(source: Path, made: Path) -> None:
    """Compile the library in one folder into another one.

    Raises:
        Exception: any error of a compiler that is absent or fails; SystemExit too.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    source, made = source.resolve(), made.resolve()  # the working directory changes
    with tempfile.TemporaryDirectory() as work:
        # A copy, since mypyc names modules by relative paths, and leaves C and a cache behind.
        shutil.copytree(source / "fireflies", Path(work, "fireflies"))
        Path(work, "fireflies", "_typing.pyi").write_text(STUB, encoding="utf-8")
        os.chdir(work)
        for path in [path for pattern in COMPILED for path in sorted(Path().glob(pattern))]:
            group = ".".join(path.with_suffix("").parts)
            found = sorted(path.glob("*.py")) or [path]
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
