# /// script
# requires-python = ">=3.11"
# dependencies = ["nox[uv]>=2026.10.20"]
# ///
"""The checks of the project, one nox session for each.

``nox`` without arguments runs the default sessions, ``nox --list`` names all of them. A check that
needs something absent from this machine, and not on PyPI, is named in the last lines of the output,
each of which begins with ``NOT RUN:``.
"""

import atexit
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Final

import nox

ROOT: Final = Path(__file__).parent
PROJECT: Final = nox.project.load_toml(ROOT / "pyproject.toml")
SITE: Final = ROOT / "docs/_build/html"
PYTHONS: Final = nox.project.python_versions(PROJECT)
RUNNING: Final = f"{sys.version_info.major}.{sys.version_info.minor}"

BEYOND_PYPI: Final = {
    **{
        version: f"the tests on Python {version}, which is not installed here"
        for version in PYTHONS
    },
    "cc": "the compiled games: there is no C compiler",
}
"""Requirements that PyPI does not have, each with the check that is left out without it.

Other Pythons come from the system's packages, python.org or pyenv; a C compiler, Perl and Chromium
come from the system's packages. Everything else comes from PyPI, Node and the C++ core of OpenSpiel
included, or from npm. Some sessions fail without their requirement: ``engines`` and ``explore``
need Perl, ``benchmark`` needs a C compiler, ``browser`` needs Chromium and access to npm.
"""

NO_CHROMIUM: Final = "a play of the table in the pages: Chromium is not installed here"

AXE: Final = (
    "axe-core@4.14.1",
    "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==",
)
"""The accessibility checker of the session ``browser``; with the SHA-512 of the archive from npm,
in Base64, as ``npm view axe-core@4.14.1 dist.integrity`` prints it."""
PYODIDE: Final = (
    "pyodide@314.0.7",
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
)
"""Python for browsers, which runs the table in the pages."""
PYODIDE_FILES: Final = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("pyodide-lock.json", "python_stdlib.zip"),
)
"""The files that a browser loads, as ``fireflies/front/web/fireflies.js`` lists them."""
CASES: Final = "fireflies/conformance/cases/"
"""A folder of the wheel that no table needs."""
TYPESCRIPT: Final = (
    "typescript@5.9.3",
    "jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw==",
)
"""The checker of the types in our JavaScript. Its next major version is several packages."""

EXPLORED: Final = ("--examples", "20000", "--seed", "1")
"""Default arguments of the session ``explore``."""

PACKAGE: Final = (".",)
"""Install the built package, as users get it."""
LINKED: Final = ("-e", ".")
"""Install the package in place, so that coverage and tracebacks name files in src/."""
NO_PACKAGE: Final = ()

STATIC: Final = ("tests/test_architecture.py", "tests/typing")
"""The tests that read the source or start programs, and would take twice as long with coverage."""
SEPARATE: Final = tuple(
    f"--ignore={path}"
    for path in (
        *STATIC,
        *(f"tests/{name}" for name in ("engines", "misreadings", "adapters", "cluster")),
        "tests/browser/table",
    )
)
"""Exclude the tests that have sessions of their own."""
NOT_LONG: Final = ("-m", "not long")
"""Exclude the tests marked ``long``."""
ON_ONE_PYTHON: Final = {
    f"tests/test_{name}.py"
    for name in (
        *("architecture", "names", "rulebooks", "schemas", "wrong_games"),
        *("determinism", "every_game", "lookup", "reading_secrets"),
    )
}
"""Tests of the source, of data, of games, and of the tests themselves.

``test_determinism`` compares plays of all Pythons.
"""
PORTABLE: Final = (
    "README.md",
    "tests/arena",
    *sorted(
        {path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/test_*.py")} - ON_ONE_PYTHON
    ),
    *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/*/proofs")),
)
"""The tests that run on every Python: those of the modules that all games share (values, records,
files, tables, the command, worker processes), and the proofs of each game's clauses.

The other tests ask whether a game, a bot or the conformance suite is right, or are in
ON_ONE_PYTHON. They use the same parts of the language, so that another Python can't break them
alone.
"""
PROOFS: Final = tuple(path for path in PORTABLE if path.endswith("/proofs"))

nox.needs_version = ">=2026.10.20"
# uv makes an environment in a second; virtualenv, which comes with nox, does the same without it.
nox.options.default_venv_backend = "uv|virtualenv"
# Only installed Pythons are tested; the last lines of the output name the others.
nox.options.download_python = "never"
# PRESENT holds only Pythons that have run once: one that is missing afterwards is an error.
nox.options.error_on_missing_interpreters = True
# With -j; a session that needs the machine alone overrides it.
nox.options.allow_parallel = True
# The longest first, so that with -j the short ones fill the other core.
nox.options.sessions = [
    *("lint", "tests", "plays", "adapters", "engines", "docs", "typing", "compiled", "package"),
]


def not_run(check: str) -> None:
    """Report a check as left out, in the last lines of the output."""
    with Path(os.environ["FIREFLIES_NOT_RUN"]).open("a", encoding="utf-8") as file:
        file.write(f"{check}\n")


def _print_not_run(file: Path) -> None:
    for check in sorted(set(file.read_text(encoding="utf-8").splitlines())):
        print(f"NOT RUN: {check}", flush=True)
    file.unlink()


def _is_present(version: str) -> bool:
    """Return whether this Python runs: a version manager may have a stub on the path."""
    candidates = (Path(folder, f"python{version}") for folder in os.get_exec_path())
    return version == RUNNING or any(
        subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0
        for path in candidates
        if path.is_file()
    )


def _has_chromium() -> bool:
    """Return whether Chromium is on the path."""
    return any(shutil.which(name) for name in ("chromium", "chromium-browser"))


def _has_compiler() -> bool:
    """Return whether a C compiler is on the path."""
    return any(shutil.which(name) for name in ("cc", "gcc", "clang", "cl"))


# With -j each session is a process of its own; the first process reports for all of them.
if "FIREFLIES_NOT_RUN" not in os.environ:
    handle, name = tempfile.mkstemp(prefix="fireflies-not-run-")
    os.close(handle)
    os.environ["FIREFLIES_NOT_RUN"] = name
    atexit.register(_print_not_run, Path(name))
    # pyenv hides the Pythons that are not activated. At the end of the path they shadow nothing.
    shims = [Path(folder).parent for folder in os.get_exec_path() if folder.endswith("shims")]
    for pyenv in {*shims, Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))}:
        for folder in pyenv.glob("versions/3.*/bin"):
            os.environ["PATH"] += os.pathsep + str(folder)
    # Keep compiled modules: the tests start hundreds of processes, which would compile them again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # Trust the system's certificates, as pip does.
    os.environ.setdefault("UV_SYSTEM_CERTS", "true")
    os.environ.setdefault("NODE_USE_SYSTEM_CA", "1")

PRESENT: Final = [version for version in PYTHONS if _is_present(version)]


def install(session: nox.Session, *groups: str, package: tuple[str, ...]) -> None:
    """Install dependency groups, at the versions of constraints.txt, and the package."""
    tools = nox.project.dependency_groups(PROJECT, *groups)
    session.install("-c", "constraints.txt", *tools, *package)


@nox.session
def lint(session: nox.Session) -> None:
    """Run Ruff: style, imports, layout, likely mistakes."""
    install(session, "lint", package=NO_PACKAGE)
    session.run("ruff", "check", *session.posargs)
    session.run("ruff", "format", "--check")


@nox.session
def typing(session: nox.Session) -> None:
    """Run mypy and pyright on the project, on the package as users see it, and on wrong games.

    The tests of the architecture run here too.
    """
    install(session, "typing", "test", "docs", "nox", "browser", package=PACKAGE)
    session.run("mypy")
    if (typescript := _from_npm(session, *TYPESCRIPT)) is None:
        not_run("the types of the scripts of the table: npm does not give TypeScript")
    else:
        session.run("node", str(typescript / "bin/tsc"), "--project", "tests/typing/tsconfig.json")
    # By name: a configuration file in a folder above would win over pyproject.toml.
    session.run("pyright", "--project", "pyproject.toml")
    # OpenSpiel and PettingZoo ship no types: check what a user with our stubs gets.
    purelib = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(str(session.run_install("python", "-c", purelib, silent=True)).strip())
    for stubs in ("open_spiel", "pettingzoo", "pyspiel"):
        shutil.copytree(ROOT / "typings" / stubs, packages / f"{stubs}-stubs", dirs_exist_ok=True)
    session.run("pyright", "--verifytypes", "fireflies", "--ignoreexternal")
    session.run("pytest", *STATIC)


@nox.session(python=PRESENT)
def tests(session: nox.Session) -> None:
    """Run the tests: all on the oldest Python, with coverage; a part of them on the others.

    The tests in SEPARATE have sessions of their own, and those marked ``long`` the session
    ``plays``. Arguments after ``--`` go to pytest, on each Python.
    """
    for version in set(PYTHONS) - set(PRESENT):
        not_run(BEYOND_PYPI[version])
    if session.python != PRESENT[0] or session.posargs:
        install(session, "test", package=PACKAGE)
        session.run("pytest", *(session.posargs or (*PORTABLE, *NOT_LONG)))
        return
    install(session, "test", package=LINKED)
    session.env["COVERAGE_FILE"] = str(Path(session.create_tmp()) / "coverage")
    session.run("pytest", "--cov", *SEPARATE, *NOT_LONG)


@nox.session
def plays(session: nox.Session) -> None:
    """Run the tests marked ``long``, without coverage, with which they would take twice as long."""
    install(session, "test", package=PACKAGE)
    session.run("pytest", *SEPARATE, "-m", "long", *session.posargs)


@nox.session
def adapters(session: nox.Session) -> None:
    """Run the tests of the adapters to other libraries and of the server for language models."""
    install(session, "test", "adapters", package=LINKED)
    session.env["COVERAGE_FILE"] = str(Path(session.create_tmp()) / "coverage")
    session.env["FIREFLIES_NOT_COVERED"] = "tests/*"
    if session.posargs:
        session.run("pytest", *session.posargs)
        return
    measured = ("--cov=src/fireflies/adapters", "--cov=fireflies.front.mcp")
    covering = (*measured, "--cov-report=term-missing")
    session.run("pytest", *covering, "tests/adapters", *NOT_LONG)
    session.run("pytest", "tests/adapters", "-m", "long")


@nox.session
def engines(session: nox.Session) -> None:
    """Run the suite on engines in other languages, which pass, and on misreadings, which fail."""
    install(session, "test", package=PACKAGE)
    session.run("pytest", *(session.posargs or ("tests/engines", "tests/misreadings")))


@nox.session
def cluster(session: nox.Session) -> None:
    """Run the arena on loky and on a Dask cluster on this machine: the totals must be the same."""
    install(session, "test", "cluster", package=PACKAGE)
    session.run("pytest", "tests/cluster", *session.posargs)


@nox.session
def trace(session: nox.Session) -> None:
    """Build the pages, and check the evidence for each clause; a part of the session ``docs``.

    A clause needs its citation, text, code, tests, conformance cases and place on a page. With
    FIREFLIES_SOURCES, the folder of the printed rules, the citations are compared with the print.
    """
    install(session, "test", package=LINKED)
    _trace(session)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the pages, run their examples, and check the evidence for each clause.

    Where Chromium is, a game is played at the table in the pages.
    """
    install(session, "test", "browser", "package", package=LINKED)
    table = _table(session)
    evidence = _trace(session, table)
    _build(session, "doctest", ROOT / "docs/_build/doctest", evidence, table)
    if table is not None and _has_chromium():
        _play(session, *NOT_LONG)
    elif table is not None:
        not_run(NO_CHROMIUM)
    session.log(f"read {SITE / 'index.html'}")


def _play(session: nox.Session, *options: str) -> None:
    """Run the tests of the table in the pages."""
    session.run("pytest", "tests/browser/table", *options, env={"FIREFLIES_SITE": str(SITE)})


def _table(session: nox.Session) -> str | None:
    """Return a folder with what the table in the pages runs: Pyodide, and a pure wheel.

    The wheel has no cases of the suite, which a browser would only unpack. None when npm does not
    give Pyodide; the pages then say that they have no table.
    """
    pyodide = _from_npm(session, *PYODIDE)
    if pyodide is None:
        not_run("the table in the pages: npm does not give Pyodide")
        return None
    made = Path(session.create_tmp()).resolve() / "table"
    shutil.rmtree(made, ignore_errors=True)
    (made / "pyodide").mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copy(pyodide / name, made / "pyodide")
    _build_package(session, made, "--wheel")
    (wheel,) = made.glob("*.whl")
    with (
        zipfile.ZipFile(wheel) as whole,
        zipfile.ZipFile(made / "fireflies.whl", "w") as lean,
    ):
        for it in whole.infolist():  # with its date, so that the same build has the same bytes
            if not it.filename.startswith(CASES):
                lean.writestr(it, whole.read(it))
    wheel.unlink()
    return str(made)


def _from_npm(session: nox.Session, package: str, digest: str) -> Path | None:
    """Return the folder of a package from npm, unpacked; None when npm does not give it.

    No script of the package is run.
    """
    made = Path(session.create_tmp()).resolve() / "npm"
    made.mkdir(exist_ok=True)
    archive = made / f"{package.replace('@', '-')}.tgz"
    if not archive.exists():
        quick = ("--silent", "--ignore-scripts", "--fetch-retries=0", "--fetch-timeout=60000")
        to = ("--pack-destination", str(made))
        session.run("npm", "pack", *quick, *to, package, silent=True, success_codes=range(256))
    if not archive.exists():
        return None
    if base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() != digest:
        archive.unlink()
        session.error(f"{package} from npm has another digest than noxfile.py")
    folder = made / package
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / "package"


def _trace(session: nox.Session, table: str | None = None) -> str:
    """Build the pages and check the evidence; return the file with the evidence of the proofs."""
    evidence = _site(session, table)
    session.run("python", "-m", "tests.trace", evidence, str(SITE / "objects.inv"))
    if (folder := os.environ.get("FIREFLIES_SOURCES")) is None:
        not_run("the citations against the printed rules (FIREFLIES_SOURCES names their folder)")
    else:
        session.run("python", "-m", "tests.sources", folder)
    return evidence


def _site(session: nox.Session, table: str | None) -> str:
    """Build the pages; return the file with the evidence that the proofs of the clauses gave."""
    evidence = str(Path(session.create_tmp()).resolve() / "trace.json")
    session.run("pytest", "-q", *PROOFS, "--keep-trace", evidence)
    _build(session, "html", SITE, evidence, table)
    return evidence


def _build(
    session: nox.Session, builder: str, output: Path, evidence: str, table: str | None
) -> None:
    """Run Sphinx; a warning is an error. The parsed pages are shared by all builders."""
    strict = ("-n", "-W", "--keep-going", "-q")
    parsed = ("-d", str(output.with_name("doctrees")))
    given = ("-D", f"rules_evidence={evidence}", "-D", f"rules_table={table or ''}")
    session.run("sphinx-build", *strict, *parsed, *given, "-b", builder, "docs", str(output))


@nox.session
def package(session: nox.Session) -> None:
    """Build the package, check its files, and play a game in an environment with nothing else."""
    install(session, "package", package=NO_PACKAGE)
    made = Path(session.create_tmp()).resolve()
    for old in (*made.glob("*.whl"), *made.glob("*.tar.gz")):
        old.unlink()
    _build_package(session, made)
    session.run("python", "-m", "tests.release", str(made), env={"PYTHONPATH": "src"})
    (wheel,) = made.glob("*.whl")
    _play_installed(session, made, wheel)
    _play_own_game(session, made, wheel)


def _play_own_game(session: nox.Session, folder: Path, wheel: Path) -> None:
    """Install the game that the pages offer, as a reader would; play it, and run its tests."""
    archive, place = folder / "kuhn.zip", folder / "kuhn"
    session.run("python", "-m", "tests.packing", str(archive))
    shutil.rmtree(place, ignore_errors=True)
    shutil.unpack_archive(archive, folder)
    alone = folder / "alone"
    programs = alone / ("Scripts" if os.name == "nt" else "bin")
    session.run("uv", "venv", "-q", "--clear", "--python", RUNNING, str(alone))
    game = (f"fireflies[testing] @ {wheel.as_uri()}", "kuhn[test] @ .")
    with session.chdir(place):  # away from src/ and the pytest options of this project
        install = ("uv", "pip", "install", "-q", "--python", str(alone))
        session.run(*install, "-c", str(ROOT / "constraints.txt"), *game)
        command = str(programs / "fireflies")
        session.run(
            command, "play", "kuhn", "--seats", "random,search:50", external=True, silent=True
        )
        session.run(str(programs / "pytest"), "-q", external=True)
        cases = ("conform", "kuhn", "--case", "cases.json", "--", "direct:kuhn:GAME")
        session.run(command, *cases, external=True, silent=True, success_codes=[3])


def _play_installed(session: nox.Session, folder: Path, file: Path, python: str = RUNNING) -> None:
    """Install a file of the package in an environment with nothing else, and play a game."""
    empty = folder / "empty"
    programs = empty / ("Scripts" if os.name == "nt" else "bin")
    session.run("uv", "venv", "-q", "--clear", "--python", python, str(empty))
    install = ("uv", "pip", "install", "-q", "--no-deps", "--python", str(empty))
    # Only what builds a source distribution comes from an index.
    versions = {"UV_BUILD_CONSTRAINT": str(ROOT / "constraints.txt")}
    with session.chdir(folder):  # away from src/
        session.run(*install, str(file), env=versions)
        session.run(str(programs / "fireflies"), "--version", external=True)
        for game in ("smile", "festival", "misbehavin"):
            play = (str(programs / "fireflies"), "play", game, "--seed", "7")
            session.run(*play, external=True, silent=True)


@nox.session
def release(session: nox.Session) -> None:
    """Build the files of a release into ``dist``, check them, install each alone, and play.

    They are the source distribution, the pure wheel, and a compiled wheel for each Python that is
    here. CONTRIBUTING.md says how to publish them.
    """
    if not _has_compiler():
        session.error("a release has compiled wheels, and there is no C compiler")
    install(session, "package", "release", package=NO_PACKAGE)
    made = ROOT / "dist"
    shutil.rmtree(made, ignore_errors=True)
    _build_package(session, made)
    built = Path(session.create_tmp()).resolve() / "built"
    for version in PRESENT:
        shutil.rmtree(built, ignore_errors=True)
        _build_package(session, built, "--wheel", python=version, FIREFLIES_COMPILE="1")
        (wheel,) = built.glob("*.whl")
        # Name the oldest glibc that it runs on; Windows and macOS name their system themselves.
        if sys.platform == "linux":
            session.run("auditwheel", "repair", str(wheel), "--wheel-dir", str(made))
        else:
            shutil.copy(wheel, made)
    session.run("python", "-m", "tests.release", str(made), env={"PYTHONPATH": "src"})
    for file in sorted(made.glob("fireflies-*")):
        tag = re.search(r"-cp3(\d+)-", file.name)
        _play_installed(session, built, file, f"3.{tag[1]}" if tag else RUNNING)
    for version in set(PYTHONS) - set(PRESENT):
        not_run(f"a compiled wheel for Python {version}, which is not installed here")


def _build_package(
    session: nox.Session, output: Path, *kinds: str, python: str = RUNNING, **env: str
) -> None:
    """Build the wheel and the source distribution, or only what ``kinds`` names."""
    # Pure even where a compiled wheel was asked for: this one is for any platform.
    pure = {"FIREFLIES_COMPILE": None}
    # The isolated build installs the same versions as the other sessions.
    versions = {"UV_BUILD_CONSTRAINT": str(ROOT / "constraints.txt")}
    # What is in the folder is published, and a table counts it.
    quiet = ("uv", "build", "-q", "--no-create-gitignore")
    building = (*quiet, *kinds, "--python", python, "--out-dir", str(output))
    session.run(*building, env={**pure, **versions, **env})


@nox.session
def compiled(session: nox.Session) -> None:
    """Build the wheel with compiled packed games, and run the tests of the packed games on it.

    Without a C compiler the same build must give the pure wheel; that is checked too.
    """
    install(session, "test", "package", package=NO_PACKAGE)
    folder = Path(session.create_tmp()).resolve()
    native, pure = folder / "native", folder / "pure"
    for old in (native, pure):
        shutil.rmtree(old, ignore_errors=True)
    _build_package(session, pure, "--wheel", FIREFLIES_COMPILE="1", CC="no-such-compiler")
    (wheel,) = pure.glob("*-py3-none-any.whl")
    session.log(f"{wheel.name} was built without a compiler")
    if not _has_compiler():
        not_run(BEYOND_PYPI["cc"])
        return
    _build_package(session, native, "--wheel", FIREFLIES_COMPILE="1")
    (wheel,) = native.glob("*.whl")
    session.install("--no-deps", "--force-reinstall", str(wheel))
    with session.chdir(folder):  # away from src/
        version = session.run("fireflies", "--version", silent=True)
    if "(compiled)" not in str(version):
        session.error(f"{wheel.name} is not compiled")
    packed = [str(path) for path in sorted((ROOT / "tests").glob("*/fast"))]
    session.run("pytest", *packed, "tests/test_chance.py", *session.posargs)


@nox.session
def mutation(session: nox.Session) -> None:
    """Run mutmut: a test must fail for each small change of the code, or a list excuses it.

    A run that was interrupted goes on where it was. With ``--examples``, list what the examples and
    the other proofs alone do not notice of the rules.
    """
    install(session, "test", "mutation", package=LINKED)
    folder = session.cache_dir / "mutation"  # the session's own folder is made anew each time
    session.run("python", "-m", "tests.mutation", str(folder), *session.posargs)


@nox.session
def misreadings(session: nox.Session) -> None:
    """Misread each choice and effect in our own code: an example of the clause must notice.

    ``--naming`` measures instead how often the explorer names the broken clause of a wrong engine.
    """
    install(session, "test", package=LINKED)
    session.run("python", "-m", "tests.misreadings", *session.posargs)


@nox.session
def stale(session: nox.Session) -> None:
    """Print by clause what a changed rule has made untrue: ``nox -s stale -- GAME [--mend]``.

    ``--reviewed CLAUSE...`` shows what has changed in these clauses since their review, and signs.
    """
    install(session, "test", package=LINKED)
    session.run("python", "-m", "tests.stale", *session.posargs)


@nox.session
def campaign(session: nox.Session) -> None:
    """Run the random tests with many more examples, and with others in each campaign.

    The log names the seed; FIREFLIES_CAMPAIGN=SEED repeats a campaign, or continues one that was
    interrupted. It takes hours.
    """
    install(session, "test", package=PACKAGE)
    seed = os.environ.get("FIREFLIES_CAMPAIGN") or str(time.time_ns())
    session.log(f"FIREFLIES_CAMPAIGN={seed} repeats this campaign")
    session.env["FIREFLIES_CAMPAIGN"] = seed
    ignored = [it for it in SEPARATE if not it.endswith(("engines", "misreadings"))]
    session.run("pytest", f"--hypothesis-seed={seed}", *(session.posargs or ignored))


@nox.session
def hostile(session: nox.Session) -> None:
    """Give 1,000,000 hostile inputs to all readers: each is accepted or refused, soon and cleanly.

    Arguments: ``--inputs N``, ``--seed S``, names of targets; ``--repeat TARGET:N`` for one input;
    ``--keep`` writes the figures for the pages. The same command continues an interrupted run. It
    takes half an hour.
    """
    install(session, "test", package=LINKED)
    session.run("python", "-m", "tests.hostile", session.create_tmp(), *session.posargs)


@nox.session
def explore(session: nox.Session) -> None:
    """Compare the right engines of each game with its rules in 20,000 random plays.

    There must be no difference.
    """
    install(session, "test", package=PACKAGE)
    folder = Path("tests/engines")
    for listed in sorted((ROOT / "tests/misreadings").glob("*.toml")):
        game = listed.stem
        engines = [[f"direct:tests.engines.right:{game}"]]
        for suffix, program in (("mjs", "node"), ("pl", "perl")):
            if (ROOT / folder / f"{game}.{suffix}").exists():
                engines.append([program, str(folder / f"{game}.{suffix}")])
        arguments = ("fireflies", "conform", game, "--explore", *(session.posargs or EXPLORED))
        for engine in engines:
            session.run(*arguments, "--", *engine, external=True, env={"PYTHONPATH": str(ROOT)})


@nox.session(allow_parallel=False)
def benchmark(session: nox.Session) -> None:
    """Measure the speed of the rules, plain, packed and compiled, beside OpenSpiel and plain C."""
    if not _has_compiler():
        session.error("the compiled game and the yardstick in C need a C compiler")
    session.env["FIREFLIES_COMPILE"] = "1"
    install(session, "benchmark", package=PACKAGE)
    # A copy, since a build leaves files behind.
    yardstick = Path(session.create_tmp()).resolve() / "yardstick"
    shutil.rmtree(yardstick, ignore_errors=True)
    shutil.copytree(ROOT / "tests/benchmarks/yardstick", yardstick)
    session.install("--no-build-isolation", "--no-deps", str(yardstick))
    session.run("python", "-m", "tests.benchmarks", *session.posargs)


@nox.session(allow_parallel=False)
def peers(session: nox.Session) -> None:
    """Measure random play of many games at once beside pgx, which needs JAX."""
    session.env["FIREFLIES_COMPILE"] = "1"
    install(session, "peers", package=PACKAGE)
    session.run("python", "-m", "tests.benchmarks.peers")


@nox.session
def study(session: nox.Session) -> None:
    """Let the network of the pages learn Smile: it must beat the bots. It needs PyTorch."""
    session.env["FIREFLIES_COMPILE"] = "1"
    install(session, "study", package=PACKAGE)
    session.run("python", "docs/examples/ppo.py", *session.posargs)


@nox.session
def strength(session: nox.Session) -> None:
    """Play thousands of games with the bots: they must win their share. An hour."""
    session.env["FIREFLIES_COMPILE"] = "1"  # where that can be done: the games are the same
    install(session, package=PACKAGE)
    session.run("python", "-m", "tests.strength", *session.posargs)


@nox.session(allow_parallel=False)
def browser(session: nox.Session) -> None:
    """Check the pages in Chromium: accessibility, errors, search; dark, narrow and printed.

    Whole games are played at the table in the pages.
    """
    if not _has_chromium():
        session.error("Chromium is not installed here: apt-get install chromium")
    install(session, "test", "browser", "package", package=LINKED)
    table, axe = _table(session), _from_npm(session, *AXE)
    if table is None or axe is None:
        session.error("npm gives no packages here")
    shutil.rmtree(SITE, ignore_errors=True)  # else renamed pages would stay
    _site(session, table)
    script = axe / "axe.min.js"
    pictures = ROOT / "docs/_build/browser"
    session.run("python", "-m", "tests.browser", str(SITE), str(script), str(pictures))
    session.env["FIREFLIES_AXE"] = str(script)
    _play(session)
    session.run("python", "-m", "tests.browser.speed", str(SITE))


@nox.session
def lock(session: nox.Session) -> None:
    """Write constraints.txt with the newest release of every dependency."""
    install(session, "nox", package=NO_PACKAGE)
    groups = [f"--group=pyproject.toml:{name}" for name in PROJECT["dependency-groups"]]
    # For every Python and system at once; names and versions only, without an index.
    options = ("--universal", "--python-version=3.11", "--no-header", "--no-annotate", "--upgrade")
    session.run("uv", "pip", "compile", *options, *groups, "-q", "-o", "constraints.txt")


if __name__ == "__main__":
    nox.main()
