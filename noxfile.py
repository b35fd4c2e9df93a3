# /// script
# requires-python = ">=3.11"
# dependencies = ["nox[uv]>=2026.10.20"]
# ///
"""Every check that a person runs, by name.

``nox`` alone runs all but the long ones; ``nox --list`` names them all. What could not be run for
want of something that PyPI does not have is said in the last lines, which begin with ``NOT RUN:``.
"""

import atexit
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Final

import nox

ROOT: Final = Path(__file__).parent
PROJECT: Final = nox.project.load_toml(ROOT / "pyproject.toml")
PYTHONS: Final = nox.project.python_versions(PROJECT)
RUNNING: Final = f"{sys.version_info.major}.{sys.version_info.minor}"

BEYOND_PYPI: Final = {
    **{
        version: f"the tests on Python {version}, which is not installed here"
        for version in PYTHONS
    },
    "cc": "the compiled twin, for want of a C compiler",
}
"""All that a run may need and PyPI can't give, and what is not run without it.

Other Pythons come from the system's packages, from python.org or from pyenv; a C compiler from the
system's packages. All else does come from PyPI, with Node for pyright and the C++ engine that the
benchmark is held against. Two sessions that have to be asked for fail without what they need:
``benchmark`` the C compiler, ``browser`` Chromium and axe-core.
"""

AXE: Final = "axe-core@4.14.1"
"""What looks for barriers in a page, from npm; no other package comes from there."""

EXPLORED: Final = ("--examples", "20000", "--seed", "1")
"""Which plays the session ``explore`` looks at, unless it is told."""

PACKAGE: Final = (".",)
"""The package as its users get it."""
LINKED: Final = ("-e", ".")
"""The package as it lies in src/."""
NOTHING: Final = ()

ELSEWHERE: Final = tuple(
    f"--ignore=tests/{name}" for name in ("engines", "adapters", "cluster", "typing")
)
"""The tests that have sessions of their own."""
SHORT: Final = ("-m", "not long")
"""All tests but those with thousands of plays."""

nox.needs_version = ">=2026.10.20"
# uv makes an environment in a second; virtualenv, which comes with nox, does the same without it.
nox.options.default_venv_backend = "uv|virtualenv"
# What is tried is what is here; the last lines say what is not.
nox.options.download_python = "never"
# One that was found and then isn't there is a fault, no reason to skip.
nox.options.error_on_missing_interpreters = True
# With -j; what must have the machine to itself says so.
nox.options.allow_parallel = True
# The longest early: with -j, the others find their place beside them.
nox.options.sessions = [
    *("lint", "tests", "adapters", "twin", "typing", "engines", "trace", "docs", "package"),
]


def not_run(what: str) -> None:
    """Have the run end with a line about this."""
    with Path(os.environ["FIREFLIES_NOT_RUN"]).open("a", encoding="utf-8") as file:
        file.write(f"{what}\n")


def _say_what_was_not_run(file: Path) -> None:
    for what in sorted(set(file.read_text(encoding="utf-8").splitlines())):
        print(f"NOT RUN: {what}", flush=True)
    file.unlink()


def _is_here(version: str) -> bool:
    """Whether this Python answers: a version manager may have put an empty promise on the path."""
    candidates = (Path(folder, f"python{version}") for folder in os.get_exec_path())
    return version == RUNNING or any(
        subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0
        for path in candidates
        if path.is_file()
    )


def _has_compiler() -> bool:
    """Whether a C compiler is here."""
    return any(shutil.which(name) for name in ("cc", "gcc", "clang", "cl"))


# With -j each session is a nox of its own; the first one, which starts the others, reports for all.
if "FIREFLIES_NOT_RUN" not in os.environ:
    handle, name = tempfile.mkstemp(prefix="fireflies-not-run-")
    os.close(handle)
    os.environ["FIREFLIES_NOT_RUN"] = name
    atexit.register(_say_what_was_not_run, Path(name))
    # pyenv keeps what it did not activate off the path. At the end of the path, it shadows nothing.
    shims = [Path(folder).parent for folder in os.get_exec_path() if folder.endswith("shims")]
    for pyenv in {*shims, Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))}:
        for folder in pyenv.glob("versions/3.*/bin"):
            os.environ["PATH"] += os.pathsep + str(folder)
    os.environ.setdefault("UV_SYSTEM_CERTS", "true")  # trust whom the system trusts, as pip does

PRESENT: Final = [version for version in PYTHONS if _is_here(version)]


def install(session: nox.Session, *groups: str, package: tuple[str, ...]) -> None:
    """Install dependency groups, in the releases of constraints.txt, and the package."""
    tools = nox.project.dependency_groups(PROJECT, *groups)
    session.install("-c", "constraints.txt", *tools, *package)


@nox.session
def lint(session: nox.Session) -> None:
    """Ruff: style, order of imports, layout, likely mistakes."""
    install(session, "lint", package=NOTHING)
    session.run("ruff", "check", *session.posargs)
    session.run("ruff", "format", "--check")


@nox.session
def typing(session: nox.Session) -> None:
    """Both type checkers, the types that users of the package see, and games of a wrong shape."""
    install(session, "typing", "test", "docs", "nox", "browser", package=PACKAGE)
    session.run("mypy")
    # By name: a configuration of its own, in any folder above, would come before pyproject.toml.
    session.run("pyright", "--project", "pyproject.toml")
    # OpenSpiel and PettingZoo have no types of their own: seen is what who has our stubs sees.
    purelib = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(str(session.run("python", "-c", purelib, silent=True)).strip())
    for stubs in ("pettingzoo", "pyspiel"):
        shutil.copytree(ROOT / "typings" / stubs, packages / f"{stubs}-stubs", dirs_exist_ok=True)
    session.run("pyright", "--verifytypes", "fireflies", "--ignoreexternal")
    session.run("pytest", "tests/typing")


@nox.session(python=PRESENT)
def tests(session: nox.Session) -> None:
    """Every test on each Python that is here; on the oldest, they reach every line and branch.

    Those of other engines are a session of their own: they judge the suite, not this Python. So are
    those of the adapters and of clusters, which need others' libraries. What is long is run on the
    oldest only, and not measured line by line.
    """
    for version in set(PYTHONS) - set(PRESENT):
        not_run(BEYOND_PYPI[version])
    if session.python == PRESENT[0] and not session.posargs:
        install(session, "test", package=LINKED)
        session.env["COVERAGE_FILE"] = str(Path(session.create_tmp()) / "coverage")
        session.run("pytest", "--cov", *ELSEWHERE, *SHORT)
        session.run("pytest", *ELSEWHERE, "-m", "long")
    else:
        install(session, "test", package=PACKAGE)
        session.run("pytest", *(session.posargs or (*ELSEWHERE, *SHORT)))


@nox.session
def adapters(session: nox.Session) -> None:
    """Our games in others' libraries, whose own checks they pass; every line and branch of it."""
    install(session, "test", "adapters", package=LINKED)
    covering = ("--cov=src/fireflies/adapters", "--cov-report=term-missing")
    session.env["COVERAGE_FILE"] = str(Path(session.create_tmp()) / "coverage")
    session.env["FIREFLIES_NOT_COVERED"] = "tests/*"
    # These are longer still where each line is noted.
    long = [f"tests/adapters/test_openspiel_{name}.py" for name in ("algorithms", "search")]
    if session.posargs:
        session.run("pytest", *session.posargs)
    else:
        session.run("pytest", *covering, "tests/adapters", *(f"--ignore={path}" for path in long))
        session.run("pytest", *long)


@nox.session
def engines(session: nox.Session) -> None:
    """Engines in other languages pass the suite, and each of those that are wrong fails it."""
    install(session, "test", package=PACKAGE)
    session.run("pytest", "tests/engines", *session.posargs)


@nox.session
def cluster(session: nox.Session) -> None:
    """The arena on loky and on a Dask cluster on this machine: the same totals as anywhere."""
    install(session, "test", "cluster", package=PACKAGE)
    session.run("pytest", "tests/cluster", *session.posargs)


@nox.session
def trace(session: nox.Session) -> None:
    """The circle from each clause's print to its tests, its code and its page, and back."""
    install(session, "test", package=LINKED)
    made = Path(session.create_tmp()).resolve()
    kept = _site(session, str(made / "html"))
    session.run("python", "-m", "tests.trace", kept, str(made / "html" / "objects.inv"))
    folder = os.environ.get("FIREFLIES_SOURCES")
    if folder is None:
        not_run("the citations against the printed rules (FIREFLIES_SOURCES names their folder)")
    else:
        session.run("python", "-m", "tests.sources", folder)


@nox.session
def docs(session: nox.Session) -> None:
    """The pages, with no loose reference in them, and all examples, docstrings' included."""
    install(session, "test", package=LINKED)
    _build(session, "doctest", "docs/_build/doctest")
    _site(session, "docs/_build/html")
    session.log("read docs/_build/html/index.html")


def _site(session: nox.Session, made: str) -> str:
    """Build the pages there, with what the proofs of the clauses have met; the file of that."""
    kept = str(Path(session.create_tmp()).resolve() / "trace.json")
    session.run("pytest", "-q", "tests/smile/proofs", "--keep-trace", kept)
    _build(session, "html", made, "-D", f"rules_evidence={kept}")
    return kept


def _build(session: nox.Session, builder: str, made: str, *options: str) -> None:
    """Have Sphinx build, and object to everything."""
    objecting = ("-n", "-W", "--keep-going", "-q")
    session.run("sphinx-build", *objecting, "-b", builder, *options, "docs", made)


@nox.session
def package(session: nox.Session) -> None:
    """Build the package, look into it, and play a game from it where nothing else is installed."""
    install(session, "package", package=NOTHING)
    made = Path(session.create_tmp()).resolve()
    for old in (*made.glob("*.whl"), *made.glob("*.tar.gz")):
        old.unlink()
    # Whoever has asked for a compiled one: this is the wheel for any platform.
    pure = {"FIREFLIES_COMPILE": None, "PIP_CONSTRAINT": str(ROOT / "constraints.txt")}
    session.run("python", "-m", "build", "--outdir", str(made), ".", silent=True, env=pure)
    (wheel,) = made.glob("*.whl")
    (source,) = made.glob("*.tar.gz")
    faults = [*_faults_of_wheel(wheel), *_faults_of_source(source)]
    if faults:
        session.error("\n".join(faults))

    empty = made / "empty"
    programs = empty / ("Scripts" if os.name == "nt" else "bin")
    python = str(programs / "python")
    session.run("python", "-m", "venv", "--clear", str(empty))
    with session.chdir(made):  # away from src/
        session.run(python, "-m", "pip", "install", "-q", "--no-index", str(wheel), external=True)
        session.run(python, "-m", "fireflies", "--version", external=True)
        play = (str(programs / "fireflies"), "play", "smile", "--seed", "7")
        session.run(*play, external=True, silent=True)


@nox.session
def twin(session: nox.Session) -> None:
    """The wheel whose packed game is compiled: the same plays, in the same tests, as machine code.

    Without a C compiler there is none, and the same build gives the pure wheel, which is tried too.
    """
    install(session, "test", "package", package=NOTHING)
    made = Path(session.create_tmp()).resolve()
    compiled, pure = made / "compiled", made / "pure"
    for folder in (compiled, pure):
        shutil.rmtree(folder, ignore_errors=True)
    # What an isolated build installs is in the releases of the others.
    wanted = {"FIREFLIES_COMPILE": "1", "PIP_CONSTRAINT": str(ROOT / "constraints.txt")}
    build = ("python", "-m", "build", "--wheel", "--outdir")
    session.run(*build, str(pure), ".", silent=True, env={**wanted, "CC": "no-compiler-here"})
    (wheel,) = pure.glob("*-py3-none-any.whl")
    session.log(f"{wheel.name} was built without a compiler")
    if not _has_compiler():
        not_run(BEYOND_PYPI["cc"])
        return
    session.run(*build, str(compiled), ".", silent=True, env=wanted)
    (wheel,) = compiled.glob("*.whl")
    session.install("--no-deps", "--force-reinstall", str(wheel))
    with session.chdir(made):  # away from src/
        told = session.run("fireflies", "--version", silent=True)
    if "(compiled)" not in str(told):
        session.error(f"{wheel.name} is not compiled")
    session.run("pytest", "tests/smile/fast", "tests/test_chance.py", *session.posargs)


def _faults_of_wheel(wheel: Path) -> list[str]:
    """What is missing in the wheel, and what should not be in it."""
    source = ROOT / "src"
    wanted = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    wanted.add("fireflies/py.typed")
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    compiled = {name for name in held | wanted if name.endswith((".so", ".pyd"))}
    return [
        *(f"{wheel.name} lacks {name}" for name in sorted(wanted - held)),
        *(f"{wheel.name} holds {name}" for name in sorted((held - wanted) | compiled)),
    ]


def _faults_of_source(source: Path) -> list[str]:
    """What is missing in the source distribution, from which everything can be tested again."""
    wanted = {
        *("CHANGELOG.md", "CITATION.cff", "LICENSE", "NOTICE", "README.md", "constraints.txt"),
        *("docs/conf.py", "hatch_build.py", "noxfile.py", "pyproject.toml"),
        "src/fireflies/py.typed",
        *(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")),
        *(path.relative_to(ROOT).as_posix() for path in (ROOT / "typings").rglob("*.pyi")),
    }
    with tarfile.open(source) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    return [f"{source.name} lacks {name}" for name in sorted(wanted - held)]


@nox.session
def mutation(session: nox.Session) -> None:
    """Change the rules in every small way: a test has to notice, or the list has to say why not."""
    install(session, "test", "mutation", package=LINKED)
    session.run("python", "-m", "tests.mutation", session.create_tmp(), *session.posargs)


@nox.session
def campaign(session: nox.Session) -> None:
    """The properties again, with other examples each time and many more of them."""
    install(session, "test", package=PACKAGE)
    session.run("pytest", "--hypothesis-profile=campaign", *ELSEWHERE, *session.posargs)


@nox.session
def explore(session: nox.Session) -> None:
    """Right engines depart from the rules in none of 20,000 plays that nobody wrote down."""
    install(session, "test", package=PACKAGE)
    exploring = ("fireflies", "conform", "smile", "--explore", *(session.posargs or EXPLORED), "--")
    oracle = "direct:tests.engines.wrong:right"
    for engine in (
        ("node", "tests/engines/smile.mjs"),
        ("perl", "tests/engines/smile.pl"),
        (oracle,),
    ):
        session.run(*exploring, *engine, external=True, env={"PYTHONPATH": str(ROOT)})


@nox.session(allow_parallel=False)
def benchmark(session: nox.Session) -> None:
    """How fast the rules are, readable, packed and compiled, against OpenSpiel and plain C."""
    if not _has_compiler():
        session.error("the compiled twin and the yardstick that it is held to need a C compiler")
    session.env["FIREFLIES_COMPILE"] = "1"
    install(session, "benchmark", package=PACKAGE)
    yardstick = Path(session.create_tmp()).resolve() / "yardstick"  # a build leaves things about
    shutil.rmtree(yardstick, ignore_errors=True)
    shutil.copytree(ROOT / "tests/benchmarks/yardstick", yardstick)
    session.install("--no-build-isolation", "--no-deps", str(yardstick))
    session.run("python", "-m", "tests.benchmarks", *session.posargs)


@nox.session
def strength(session: nox.Session) -> None:
    """The searching players win as much as they should: thousands of games, half an hour."""
    session.env["FIREFLIES_COMPILE"] = "1"  # where it can be: the games are the same
    install(session, package=PACKAGE)
    session.run("python", "-m", "tests.strength", *session.posargs)


@nox.session(allow_parallel=False)
def browser(session: nox.Session) -> None:
    """The pages in Chromium: barriers, errors, search; light and dark, on a phone and on paper."""
    if not any(shutil.which(name) for name in ("chromium", "chromium-browser")):
        session.error("Chromium is not installed here: apt-get install chromium")
    install(session, "test", "browser", package=LINKED)
    site = ROOT / "docs/_build/html"
    shutil.rmtree(site, ignore_errors=True)  # no page is left of those that were renamed
    _site(session, str(site))

    made = Path(session.create_tmp()).resolve()
    plain = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--no-save")
    session.run("npm", "install", *plain, "--prefix", str(made), AXE, silent=True)
    axe = made / "node_modules/axe-core/axe.min.js"
    pictures = ROOT / "docs/_build/browser"
    session.run("python", "-m", "tests.browser", str(site), str(axe), str(pictures))


@nox.session
def lock(session: nox.Session) -> None:
    """Write constraints.txt anew, with the newest release of everything."""
    install(session, "nox", package=NOTHING)
    groups = [f"--group=pyproject.toml:{name}" for name in PROJECT["dependency-groups"]]
    # For every Python and system at once; names and numbers only, wherever one gets them from.
    options = ("--universal", "--python-version=3.11", "--no-header", "--no-annotate", "--upgrade")
    session.run("uv", "pip", "compile", *options, *groups, "-q", "-o", "constraints.txt")


if __name__ == "__main__":
    nox.main()
