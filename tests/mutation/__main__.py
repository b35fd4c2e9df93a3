"""Run mutmut on the rules: a test must fail for each small change of the code.

``python -m tests.mutation FOLDER [--examples] [MODULE...]`` works on a copy of the project in
FOLDER, with all modules or with those that are named, such as ``festival.rules.hold``, or
``festival.rules`` for those in a folder. It fails on a mutant that passes all tests of its module
and is not excused in ``survivors.toml``, and on an excuse that is not needed. ``--examples`` lists
the mutants of the games' rules that no example or other proof notices.

FOLDER also keeps what was found. A module is tried again only when it, its tests or their data have
changed: a run that was interrupted goes on where it was. Delete FOLDER to try all of them again.

The tests of a module follow from the layout:

* the files in the mirrored folder that are named after it, ``tests/a/test_b.py`` and
  ``tests/a/test_b_….py`` for ``a.b``; the tests of a game are in one folder;
* for a module of a game, also those of its folder in :data:`FOLDERS`;
* those in :data:`EXTRA`.

They are without the tests marked ``unmutated``. What they miss of the rules of a game, its boxes
and its texts, the conformance cases may notice: they are asked last, as they take the most time. No
other tests have to notice a mutant: all together would take minutes for each that they miss.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import zip_longest
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple, TypedDict, cast

from fireflies import games
from tests.mutation.undecorate import PLAIN, undecorate

ROOT: Final = Path(__file__).parents[2]
TESTS: Final = ROOT / "tests"
SOURCE: Final = ROOT / "src/fireflies"
CONFIGURATION: Final = ROOT / "pyproject.toml"
LIST: Final = Path(__file__).with_name("survivors.toml")
CAUGHT: Final = {"killed", "timeout"}
"""The results of mutants that a test has noticed; an endless loop is one of them."""
SHARED: Final = (
    *("chance.py", "lookup.py", "history.py", "table.py", "tensors.py"),
    *("contract/*.py", "front/*.py", "search/*.py", "testing/*.py", "conformance/judge.py"),
)
"""The mutated files of the library."""
OWN: Final = ("*.py", "*/*.py")
"""The mutated files of each game."""
LEFT_OUT: Final = {
    *("__init__", "fight_events", "random_boxes", "random_cards", "generators", "picture"),
}
"""The names of files that are not mutated.

They only export names, make examples for tests, have nothing that mutmut changes, or draw: a place,
a size or a color in a picture that differs a little is no mistake, so a test that states it would
be a copy of the code.
"""
_RULES: Final = (
    *("proofs/test_*.py", "test_cases.py", "test_events.py", "test_notation.py"),
    *("test_options.py", "test_rules.py", "test_setup.py", "test_soundness.py", "test_view.py"),
)
FOLDERS: Final = {
    "rules": _RULES,
    "box": (*_RULES, "test_box*.py", "test_board.py"),
    "text": (*_RULES, "test_drawing.py", "test_picture.py"),
    "play": (),
}
"""The folders of a game, each with files of tests for all of its modules."""
EXTRA: Final = {
    # What one class does is told by several files of tests.
    "contract": ("test_actions.py", "test_contract.py", "test_verbs.py", "test_errors.py"),
    "testing": ("test_testing.py", "test_wrong_games.py"),
    "history": ("test_table.py", "test_copies.py", "test_threads.py"),
    "table": ("test_copies.py", "test_threads.py"),
    "front": ("front/test_*.py",),
    "smile.fast": tuple(
        f"smile/fast/test_{name}.py" for name in ("batch", "equal", "simulation", "state", "tables")
    ),
    # Bots call the search, and the search calls what it believes.
    "festival.play.search": ("festival/test_bots*.py",),
    "misbehavin.play.search": ("misbehavin/test_bots*.py",),
    "smile.play.beliefs": ("smile/test_search.py",),
    "smile.play.arrays": ("smile/fast/test_batch.py",),
    # A view is what pictures are drawn from.
    **{
        f"{game}.rules.view": (f"{game}/test_drawing.py", f"{game}/test_picture.py")
        for game in games.names()
    },
    # These schemas have no tests apart from what fits them.
    "smile.schemas": ("test_schemas.py",),
    "misbehavin.schemas": ("misbehavin/test_view.py",),
}
"""Further tests of a module or a package: patterns in ``tests``."""
ENTRY: Final = """
[[survivor]]
function = "{}"
reason = ""
diffs = ['''
{}
''']
"""


class Mutant(NamedTuple):
    """A function, and the lines that a change removes from it and adds to it."""

    function: str
    diff: str


class _Entry(TypedDict):
    function: str
    reason: str
    diffs: list[str]


def copy(work: Path) -> None:
    """Copy the project into a folder, with every function in a form that mutmut can change."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(ROOT, work, ignore=shutil.ignore_patterns(".*", "__pycache__", "_build"))
    for file in (work / "src").rglob("*.py"):
        file.write_text(undecorate(file.read_text("utf-8")), "utf-8")


def settings() -> dict[str, object]:
    """Return the settings of mutmut in pyproject.toml."""
    tools = tomllib.loads(CONFIGURATION.read_text("utf-8"))["tool"]
    return cast("dict[str, object]", tools["mutmut"])


@cache
def modules() -> dict[str, Path]:
    """Return the modules that are mutated, like ``festival.rules.hold``, with their files."""
    patterns = [*SHARED, *(f"{game}/{pattern}" for game in games.names() for pattern in OWN)]
    return {
        ".".join(path.relative_to(SOURCE).with_suffix("").parts): path
        for pattern in patterns
        for path in sorted(SOURCE.glob(pattern))
        if path.stem not in LEFT_OUT and "def " in path.read_text("utf-8")
    }


def named_after(module: str) -> list[Path]:
    """Return the files of tests with the name of a module."""
    package, _, name = module.rpartition(".")
    game, _, folder = package.partition(".")
    place = TESTS.joinpath(*(game if folder in FOLDERS else package).split("."))
    return [*place.glob(f"test_{name}.py"), *place.glob(f"test_{name}_*.py")]


def files_for(module: str, *, examples: bool = False) -> list[Path]:
    """Return the files of tests for the mutants of a module, or the proofs of its game alone."""
    package = module.rpartition(".")[0]
    game, _, folder = package.partition(".")
    if examples:
        return sorted(TESTS.glob(f"{game}/proofs/test_*.py"))
    patterns = [*EXTRA.get(module, ()), *EXTRA.get(package, ())]
    if game in games.names():
        patterns += [f"{game}/{file}" for file in FOLDERS.get(folder, ())]
    return sorted({*named_after(module), *(path for it in patterns for path in TESTS.glob(it))})


def untested() -> list[str]:
    """Return the modules without tests, and the patterns that fit no file."""
    patterns = [*(it for each in EXTRA.values() for it in each)]
    patterns += [f"*/{it}" for each in FOLDERS.values() for it in each]
    unfit = [pattern for pattern in patterns if not any(TESTS.glob(pattern))]
    return unfit + [module for module in modules() if not files_for(module)]


def of_the_rules() -> list[str]:
    """Return the modules of the rules of each game."""
    return [it for it in modules() if it.partition(".")[2].startswith("rules.")]


def named(given: list[str]) -> list[str]:
    """Return the modules with these names, and those in the packages with these names.

    Raises:
        ValueError: a name is none of a module or a package that is mutated.
    """
    found = {name: [it for it in modules() if f"{it}.".startswith(f"{name}.")] for name in given}
    if unknown := [name for name, fitting in found.items() if not fitting]:
        raise ValueError(f"no mutated module or package: {', '.join(unknown)}")
    return [it for it in modules() if any(it in fitting for fitting in found.values())]


def digest(module: str, tests: list[Path]) -> str:
    """Return a digest of a module, of its tests with their helpers, and of the data of its game."""
    game = module.partition(".")[0]
    helpers = {TESTS, TESTS / game, *(path.parent for path in tests)}
    files = {
        *(modules()[module], Path(__file__).with_name("undecorate.py"), *tests),
        *(path for folder in helpers for path in folder.glob("*.*") if path.name[:5] != "test_"),
        *(path for path in SOURCE.glob(f"{game}/*.*") if path.suffix in {".json", ".toml"}),
    }
    made = hashlib.sha256(repr(settings()).encode())
    for path in sorted(filter(Path.is_file, files)):
        made.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return made.hexdigest()[:16]


def select(work: Path, module: str, tests: list[Path]) -> None:
    """Write settings with which mutmut changes this module only, and runs only these tests."""
    before, table, _ = CONFIGURATION.read_text("utf-8").partition("[tool.mutmut]")
    chosen = settings() | {
        "only_mutate": [modules()[module].relative_to(ROOT).as_posix()],
        "pytest_add_cli_args_test_selection": [it.relative_to(ROOT).as_posix() for it in tests],
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in chosen.items()]
    text = "\n".join([before + table, *lines, ""])
    (work / "pyproject.toml").write_text(text, "utf-8")
    shutil.rmtree(work / "mutants", ignore_errors=True)  # else mutmut would use the old ones


def mutmut(work: Path, *args: str) -> str:
    """Run mutmut and return its output.

    Raises:
        ValueError: mutmut failed, but for one reason: no test reaches any mutant.
    """
    done = subprocess.run(  # noqa: S603 - our own arguments, and names that mutmut printed
        [sys.executable, "-m", "mutmut", *args],
        cwd=work,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        encoding="utf-8",
    )
    if done.returncode and "could not find any test case" not in done.stdout:
        raise ValueError(f"mutmut {' '.join(args)} failed:\n{done.stdout}")
    return done.stdout


def read(work: Path, name: str) -> Mutant:
    """Return the mutant of a name of mutmut's, such as ``a.b.xǁStateǁcheck__mutmut_3``."""
    module, _, mangled = name.rpartition(".")
    unmangled = re.sub(r"^x_|^xǁ|__mutmut_\d+$", "", mangled)
    function = re.sub(rf"(^|ǁ){PLAIN}", r"\1", unmangled).replace("ǁ", ".")
    lines = mutmut(work, "show", name).splitlines()
    changed = (line for line in lines if re.match(r"[-+](?!-- |\+\+ )", line))
    return Mutant(f"{module}.{function}", "\n".join(changed))


def excused() -> set[Mutant]:
    """Return the mutants of the list; each needs a reason.

    Raises:
        ValueError: an entry has no reason.
    """
    entries = cast("list[_Entry]", tomllib.loads(LIST.read_text("utf-8")).get("survivor", []))
    for entry in entries:
        if not entry["reason"].strip():
            raise ValueError(f"survivors.toml: an entry of {entry['function']} has no reason")
    return {
        Mutant(entry["function"], diff.strip("\n")) for entry in entries for diff in entry["diffs"]
    }


def fails_a_case(work: Path, name: str) -> bool:
    """Return whether our rules with the mutant of this name fail a conformance case of the game."""
    made, game = work / "mutants", name.split(".")[1]
    quiet = ("-q", "-x", "-p", "no:randomly", "-p", "no:cacheprovider")
    done = subprocess.run(  # noqa: S603 - our own arguments
        [sys.executable, "-m", "pytest", *quiet, "-k", game, "tests/conformance/test_own_rules.py"],
        cwd=made,
        env={**os.environ, "MUTANT_UNDER_TEST": name, "PYTHONPATH": f"{made / 'src'}:{made}"},
        capture_output=True,
        check=False,
    )
    return done.returncode == 1


def try_all(work: Path, module: str, tests: list[Path], *, cases: bool = False) -> set[Mutant]:
    """Return the mutants of the module that no test has noticed, and perhaps no conformance case.

    Raises:
        ValueError: mutmut made no mutants, or some of another module.
    """
    start, begins = monotonic(), f"fireflies.{module}."
    select(work, module, tests)
    mutmut(work, "run", f"{begins}*")
    lines = mutmut(work, "results", "--all", "true").splitlines()
    outcomes = dict(line.strip().rsplit(": ", 1) for line in lines)
    if not outcomes or not all(name.startswith(begins) for name in outcomes):
        raise ValueError(f"mutmut has to make mutants of {module}, and of nothing else")
    tally = Counter(outcomes.values()).most_common()
    counts = ", ".join(f"{count} {outcome}" for outcome, count in tally)
    names = [name for name, outcome in outcomes.items() if outcome not in CAUGHT]
    with ThreadPoolExecutor() as pool:  # mutmut is slow to show a mutant
        noticed = [*pool.map(partial(fails_a_case, work), names if cases else ())]
        alive = [name for name, is_noticed in zip_longest(names, noticed) if not is_noticed]
        by_cases = f", {sum(noticed)} of them by cases" if cases else ""
        print(f"{module}: {counts}{by_cases} ({monotonic() - start:.0f} s)", flush=True)
        return set(pool.map(partial(read, work), alive))


def survivors(work: Path, module: str, tests: list[Path], *, cases: bool = False) -> set[Mutant]:
    """Return the mutants of the module that no test has noticed, now or in an earlier run."""
    kept = work.with_name("found") / f"{module}-{digest(module, tests)}.json"
    if not kept.exists():
        alive = try_all(work, module, tests, cases=cases)
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(json.dumps(sorted(alive), indent=1), "utf-8")
    return {Mutant(*it) for it in json.loads(kept.read_text("utf-8"))}


def judge(work: Path, chosen: list[str], *, examples: bool) -> bool:
    """Print the survivors that are not excused, and the needless excuses; True if none.

    With the examples alone, no excuse is needless and no survivor a fault.

    Raises:
        ValueError: a module has no tests, or a pattern fits no file.
    """
    if names := untested():
        raise ValueError(f"no tests: {', '.join(names)}")
    agreed, listed = True, excused()
    for module in chosen:
        begins = f"fireflies.{module}."
        allowed = {it for it in listed if it.function.startswith(begins)}
        folder = module.rpartition(".")[0].partition(".")[2]
        has_cases = not examples and bool(FOLDERS.get(folder))
        alive = survivors(work, module, files_for(module, examples=examples), cases=has_cases)
        for mutant in sorted(alive - allowed):
            print(ENTRY.format(*mutant))
        for mutant in () if examples else sorted(allowed - alive):
            print(f"\nexcused, but a test notices it: {mutant.function}\n{mutant.diff}")
        agreed &= examples or alive == allowed
    return agreed


def main(folder: str, *given: str) -> int:
    """Copy the project, try the mutants, and return the exit code."""
    examples, chosen = "--examples" in given, named([it for it in given if it != "--examples"])
    work = Path(folder).resolve() / "copy"
    copy(work)
    every = of_the_rules() if examples else [*modules()]
    return 0 if judge(work, chosen or every, examples=examples) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
