"""Run mutmut on the rules: a test must fail for each small change of the code.

``python -m tests.mutation FOLDER [MODULE...]`` works on a copy of the project in FOLDER, with all
modules or with those that are named, such as ``smile.rules``. It fails on a mutant that passes all
tests of its module and is not excused in ``survivors.toml``, and on an excuse that is not needed.
"""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple, TypedDict, cast

from fireflies import games
from tests.mutation.undecorate import PLAIN, undecorate

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src/fireflies"
CONFIGURATION: Final = ROOT / "pyproject.toml"
LIST: Final = Path(__file__).with_name("survivors.toml")
CAUGHT: Final = {"killed", "timeout"}
"""The results of mutants that a test has noticed; an endless loop is one of them."""
SHARED: Final = (
    *("chance.py", "finding.py", "history.py", "table.py"),
    *("contract/*.py", "front/*.py", "search/*.py", "testing/*.py", "conformance/judge.py"),
)
"""The mutated files of the library."""
OWN: Final = ("*.py", "fast/*.py")
"""The mutated files of each game."""
LEFT_OUT: Final = {
    *("__init__", "fight_events", "random_boxes", "random_cards", "strategies", "svg"),
}
"""The names of files that are not mutated.

They only export names, make examples for tests, have nothing that mutmut changes, or draw: a place,
a size or a color in a picture that differs a little is no mistake, so a test that states it would
be a copy of the code.
"""
_SIMULATED: Final = ("tests/smile/fast/test_simulation.py", "tests/smile/fast/test_tables.py")
_FESTIVAL: Final = (
    "tests/festival/test_rules.py",
    "tests/festival/test_setup.py",
    "tests/festival/test_view.py",
    "tests/festival/proofs",
)
_FESTIVAL_BOTS: Final = ("tests/festival/test_bots.py", "tests/festival/test_worth.py")
_BOX: Final = (
    "tests/misbehavin/test_box.py",
    "tests/misbehavin/test_box_messages.py",
    "tests/misbehavin/test_boxfile.py",
)
_MISBEHAVIN: Final = (
    "tests/misbehavin/test_cases.py",
    "tests/misbehavin/test_rules.py",
    "tests/misbehavin/test_setup.py",
    "tests/misbehavin/test_view.py",
    "tests/misbehavin/proofs",
)
TESTS: Final = {
    "contract": ("tests/test_contract.py", "tests/test_errors.py"),
    "testing": ("tests/test_testing.py", "tests/test_wrong_games.py"),
    **{
        f"festival.{module}": _FESTIVAL
        for module in (
            *("acting", "build", "ending", "hold", "judging", "move", "network", "pagoda"),
            *("position", "rewards", "rules", "secondary", "setup", "turn"),
        )
    },
    "festival.actions": ("tests/festival/test_notation.py",),
    "festival.board": ("tests/festival/test_board.py", "tests/festival/test_box.py"),
    "festival.bots": _FESTIVAL_BOTS,
    "festival.boxfile": ("tests/festival/test_boxfile.py", "tests/festival/test_box.py"),
    "festival.components": (
        "tests/festival/test_board.py",
        "tests/festival/test_box.py",
        "tests/festival/test_notation.py",
    ),
    "festival.main_events": ("tests/festival/test_events.py",),
    "festival.maps": ("tests/festival/test_box.py", "tests/festival/test_board.py"),
    "festival.parsing": ("tests/festival/test_notation.py", "tests/festival/test_soundness.py"),
    "festival.pieces": ("tests/festival/test_events.py",),
    "festival.reading": ("tests/festival/test_box.py", "tests/festival/test_boxfile.py"),
    "festival.search": _FESTIVAL_BOTS,
    "festival.textmap": ("tests/festival/test_drawing.py",),
    "festival.view": (
        "tests/festival/test_view.py",
        "tests/festival/test_drawing.py",
        "tests/festival/test_notation.py",
        "tests/festival/test_svg.py",
    ),
    "festival.words": ("tests/festival/test_words.py", "tests/festival/test_drawing.py"),
    "front": ("tests/front",),
    **{
        f"misbehavin.{module}": _MISBEHAVIN
        for module in (
            *("abilities", "activation", "choices", "deals", "draft", "effects", "ending", "fight"),
            *("judging", "offer", "piles", "position", "queue", "recruitment", "rules", "seen"),
            *("setup", "spending", "tableau", "use", "verbs", "verse", "zones"),
        )
    },
    "misbehavin.telling": ("tests/misbehavin/test_events.py",),
    "misbehavin.pieces": (
        "tests/misbehavin/test_cases.py",
        "tests/misbehavin/test_notation.py",
        "tests/misbehavin/test_soundness.py",
    ),
    "misbehavin.actions": ("tests/misbehavin/test_notation.py",),
    **{
        f"misbehavin.{module}": _BOX
        for module in ("box", "boxfile", "card_reading", "cards", "reading", "texts")
    },
    # Without the test that plays games to see who wins, as for Smile below.
    "misbehavin.bots": (
        "tests/misbehavin/test_bots.py",
        "tests/misbehavin/test_worth.py",
        "-k=not beats",
    ),
    "misbehavin.box_schema": ("tests/misbehavin/test_options_schema.py",),
    "misbehavin.schemas": ("tests/misbehavin/test_view.py",),
    "misbehavin.card_words": ("tests/misbehavin/test_drawing.py",),
    "misbehavin.parsing": (
        "tests/misbehavin/test_notation.py",
        "tests/misbehavin/test_soundness.py",
    ),
    "misbehavin.search": ("tests/misbehavin/test_bots.py", "-k=not beats"),
    "misbehavin.soundness": (
        "tests/misbehavin/test_notation.py",
        "tests/misbehavin/test_soundness.py",
    ),
    "misbehavin.summary": ("tests/misbehavin/test_boxfile.py",),
    "misbehavin.template": ("tests/misbehavin/test_boxfile.py",),
    "misbehavin.view": (
        *_MISBEHAVIN,
        "tests/misbehavin/test_drawing.py",
        "tests/misbehavin/test_svg.py",
    ),
    "misbehavin.words": ("tests/misbehavin/test_drawing.py", "tests/misbehavin/test_svg.py"),
    "smile.beliefs": ("tests/smile/test_search.py", "-k=recall or memory or guess"),
    "smile.box": ("tests/smile/test_box.py", "tests/smile/test_options.py"),
    # Without the test that plays thousands of games to see who wins.
    "smile.bots": ("tests/smile/test_bots.py", "-k=not clearly"),
    "smile.fast": (
        "tests/smile/fast/test_equal.py",
        "tests/smile/fast/test_simulation.py",
        "tests/smile/fast/test_state.py",
        # Without the random plays and the large variants: other tests have the rare events by hand.
        "-k=not random_plays and not auctions and not eleven",
    ),
    "smile.fast.flat": _SIMULATED,
    "smile.fast.luck": _SIMULATED,
    "smile.fast.simulation": _SIMULATED,
    "smile.fast.words": _SIMULATED,
    "smile.rules": (
        "tests/smile/test_rules.py",
        "tests/smile/test_view.py",
        "tests/smile/proofs",
    ),
    "smile.schemas": ("tests/test_schemas.py",),
    "smile.view": (
        "tests/smile/test_view.py",
        "tests/smile/test_drawing.py",
        "tests/smile/test_svg.py",
    ),
    "history": ("tests/test_table.py", "tests/test_copies.py", "tests/test_threads.py"),
    "table": ("tests/test_table.py", "tests/test_copies.py", "tests/test_threads.py"),
}
"""The tests of a module or a package; without an entry, those of ``a.b`` are ``tests/a/test_b.py``.

Only these have to notice a mutant: all tests together would take minutes for each that they miss.
"""
ENTRY: Final = """
[[survivor]]
function = "{}"
diff = '''
{}
'''
reason = ""
"""


class Mutant(NamedTuple):
    """A function, and the lines that a change removes from it and adds to it."""

    function: str
    diff: str


class _Entry(TypedDict):
    function: str
    diff: str
    reason: str


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


def modules() -> dict[str, Path]:
    """Return the modules that are mutated, by name like ``smile.rules``, with their files."""
    patterns = [*SHARED, *(f"{game}/{pattern}" for game in games.names() for pattern in OWN)]
    return {
        ".".join(path.relative_to(SOURCE).with_suffix("").parts): path
        for pattern in patterns
        for path in sorted(SOURCE.glob(pattern))
        if path.stem not in LEFT_OUT and "def " in path.read_text("utf-8")
    }


def tests_of(module: str) -> tuple[str, ...]:
    """Return the tests for the mutants of a module, as arguments of pytest."""
    package, _, name = module.rpartition(".")
    mirrored = Path("tests", *package.split("."), f"test_{name}.py").as_posix()
    return TESTS.get(module) or TESTS.get(package) or (mirrored,)


def untested() -> list[str]:
    """Return the modules without the tests that ``tests_of`` returns."""
    return [
        module
        for module in modules()
        if not all((ROOT / test).exists() for test in tests_of(module) if test[0] != "-")
    ]


def select(work: Path, module: str) -> None:
    """Write settings with which mutmut changes this module only, and runs only its tests."""
    before, table, _ = CONFIGURATION.read_text("utf-8").partition("[tool.mutmut]")
    chosen = settings() | {
        "only_mutate": [modules()[module].relative_to(ROOT).as_posix()],
        "pytest_add_cli_args_test_selection": [*tests_of(module)],
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in chosen.items()]
    text = "\n".join([before + table, *lines, ""])
    (work / "pyproject.toml").write_text(text, "utf-8")
    shutil.rmtree(work / "mutants", ignore_errors=True)  # else mutmut would use the old ones


def mutmut(work: Path, *args: str, shown: bool = False) -> str:
    """Run mutmut and return its output, or nothing where the output is shown instead."""
    done = subprocess.run(  # noqa: S603 - our own arguments, and names that mutmut printed
        [sys.executable, "-m", "mutmut", *args],
        cwd=work,
        stdout=None if shown else subprocess.PIPE,
        check=True,
        encoding="utf-8",
    )
    return done.stdout or ""


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
    return {Mutant(entry["function"], entry["diff"].strip("\n")) for entry in entries}


def try_all(work: Path, module: str) -> set[Mutant]:
    """Return the mutants of the module that no test has noticed.

    Raises:
        ValueError: mutmut made no mutants, or some of another module.
    """
    start, begins = monotonic(), f"fireflies.{module}."
    select(work, module)
    mutmut(work, "run", f"{begins}*", shown=True)
    lines = mutmut(work, "results", "--all", "true").splitlines()
    outcomes = dict(line.strip().rsplit(": ", 1) for line in lines)
    if not outcomes or not all(name.startswith(begins) for name in outcomes):
        raise ValueError(f"mutmut has to make mutants of {module}, and of nothing else")
    tally = Counter(outcomes.values()).most_common()
    counts = ", ".join(f"{count} {outcome}" for outcome, count in tally)
    print(f"{module}: {counts} ({monotonic() - start:.0f} s)", flush=True)
    with ThreadPoolExecutor() as pool:  # mutmut is slow to show a mutant
        names = (name for name, outcome in outcomes.items() if outcome not in CAUGHT)
        return set(pool.map(partial(read, work), names))


def judge(work: Path, chosen: list[str]) -> bool:
    """Try the mutants of the modules, and print the differences from the list; True if none.

    Raises:
        ValueError: a module has no tests.
    """
    if names := untested():
        raise ValueError(f"TESTS must name the tests of {', '.join(names)}")
    agreed, listed = True, excused()
    for module in chosen:
        begins = f"fireflies.{module}."
        allowed = {it for it in listed if it.function.startswith(begins)}
        alive = try_all(work, module)
        for mutant in sorted(alive - allowed):
            print(ENTRY.format(*mutant))
        for mutant in sorted(allowed - alive):
            print(f"\nexcused, but a test notices it: {mutant.function}\n{mutant.diff}")
        agreed &= alive == allowed
    return agreed


def main(folder: str, *chosen: str) -> int:
    """Copy the project, try the mutants, and return the exit code."""
    work = Path(folder).resolve() / "copy"
    copy(work)
    return 0 if judge(work, list(chosen or modules())) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
