"""Change the rules in every small way, and see whether a test notices.

``python -m tests.mutation DIR`` works on a copy of the project in DIR. Further words are modules,
such as ``smile.rules``, if not all of them are to be tried. It fails on a mutant that got past all
tests of its module and is not in ``survivors.toml``, and on an entry there that no mutant needs any
more.
"""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple, TypedDict, cast

from tests.mutation.undecorate import PLAIN, undecorate

ROOT: Final = Path(__file__).parents[2]
CONFIGURATION: Final = ROOT / "pyproject.toml"
LIST: Final = Path(__file__).with_name("survivors.toml")
CAUGHT: Final = {"killed", "timeout"}
"""What became of a mutant that a test noticed; one that runs forever is noticed too."""
_PACKED: Final = (
    "tests/smile/fast/test_equal.py",
    "tests/smile/fast/test_simulation.py",
    "tests/smile/fast/test_state.py",
    "-k=not random_plays and not auctions and not eleven",
)
"""Less the 10,000 random plays and the larger of the small variants: what is rare, other tests
have by hand."""
_SIMULATED: Final = ("tests/smile/fast/test_simulation.py", "tests/smile/fast/test_tables.py")
TESTS: Final = {
    "chance": ("tests/test_chance.py",),
    "contract.rules": ("tests/test_contract.py",),
    "contract.states": ("tests/test_contract.py",),
    "contract.values": ("tests/test_contract.py",),
    "table": ("tests/test_table.py",),
    "smile.beliefs": ("tests/smile/test_search.py", "-k=recall or memory or guess"),
    # Less the test that plays thousands of games, to see who wins.
    "smile.bots": ("tests/smile/test_bots.py", "-k=not clearly"),
    "smile.box": ("tests/smile/test_box.py",),
    "smile.drawing": ("tests/smile/test_drawing.py",),
    "smile.fast.deck": _PACKED,
    "smile.fast.fitting": _PACKED,
    "smile.fast.flat": _SIMULATED,
    "smile.fast.luck": _SIMULATED,
    "smile.fast.packed": _PACKED,
    "smile.fast.simulation": _SIMULATED,
    "smile.fast.state": _PACKED,
    "smile.fast.words": _SIMULATED,
    "smile.notation": ("tests/smile/test_notation.py",),
    "smile.options": ("tests/smile/test_options.py",),
    "smile.pieces": ("tests/smile/test_pieces.py",),
    "smile.rules": (
        "tests/smile/test_rules.py",
        "tests/smile/test_view.py",
        "tests/smile/proofs",
    ),
    "smile.scoring": ("tests/smile/test_scoring.py",),
    "smile.search": ("tests/smile/test_search.py",),
    "smile.soundness": ("tests/smile/test_soundness.py",),
    "smile.svg": ("tests/smile/test_svg.py",),
    "smile.tensors": ("tests/smile/test_tensors.py",),
    "smile.view": ("tests/smile/test_view.py",),
}
"""The modules whose mutants are tried, and the tests that have to notice each of them.

What a module promises, its own tests should hold it to. All tests together would take minutes for
each mutant that they do not notice.
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
    """A change to a function: what is taken out and what is put in, without the surroundings."""

    function: str
    diff: str


class _Entry(TypedDict):
    function: str
    diff: str
    reason: str


def copy(work: Path) -> None:
    """A copy of the project in which every function can be mutated."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(ROOT, work, ignore=shutil.ignore_patterns(".*", "__pycache__", "_build"))
    for file in (work / "src").rglob("*.py"):
        file.write_text(undecorate(file.read_text("utf-8")), "utf-8")


def settings() -> dict[str, list[str]]:
    """What pyproject.toml tells mutmut."""
    tools = tomllib.loads(CONFIGURATION.read_text("utf-8"))["tool"]
    return cast("dict[str, list[str]]", tools["mutmut"])


def path_of(module: str) -> str:
    """The file of a module."""
    return f"src/fireflies/{module.replace('.', '/')}.py"


def unlisted() -> list[str]:
    """The files that are to be mutated, have functions, and no tests in TESTS."""
    told, known = settings(), set(map(path_of, TESTS))
    paths = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("src/**/*.py")]
    return [
        path
        for path in sorted(paths)
        if path not in known
        and any(fnmatch(path, pattern) for pattern in told["only_mutate"])
        and not any(fnmatch(path, pattern) for pattern in told["do_not_mutate"])
        and "def " in (ROOT / path).read_text("utf-8")
    ]


def select(work: Path, module: str) -> None:
    """Have mutmut change this module only, which is quicker, and use the tests of it only."""
    before, table, _ = CONFIGURATION.read_text("utf-8").partition("[tool.mutmut]")
    told = settings() | {
        "only_mutate": [path_of(module)],
        "pytest_add_cli_args_test_selection": [*TESTS[module]],
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in told.items()]
    text = "\n".join([before + table, *lines, ""])
    (work / "pyproject.toml").write_text(text, "utf-8")
    shutil.rmtree(work / "mutants", ignore_errors=True)  # mutmut would take those of before


def mutmut(work: Path, *words: str, told: bool = False) -> str:
    """What mutmut answers; or, if a person is told what it does, nothing."""
    done = subprocess.run(  # noqa: S603 - our own words, and names that mutmut gave us
        [sys.executable, "-m", "mutmut", *words],
        cwd=work,
        stdout=None if told else subprocess.PIPE,
        check=True,
        encoding="utf-8",
    )
    return done.stdout or ""


def read(work: Path, name: str) -> Mutant:
    """The mutant of this name, such as ``a.b.xǁStateǁcheck__mutmut_3``."""
    module, _, mangled = name.rpartition(".")
    unmangled = re.sub(r"^x_|^xǁ|__mutmut_\d+$", "", mangled)
    function = re.sub(rf"(^|ǁ){PLAIN}", r"\1", unmangled).replace("ǁ", ".")
    lines = mutmut(work, "show", name).splitlines()
    changed = (line for line in lines if re.match(r"[-+](?!-- |\+\+ )", line))
    return Mutant(f"{module}.{function}", "\n".join(changed))


def listed() -> set[Mutant]:
    """Those that may live; each has a reason."""
    entries = cast("list[_Entry]", tomllib.loads(LIST.read_text("utf-8")).get("survivor", []))
    for entry in entries:
        if not entry["reason"].strip():
            raise ValueError(f"a survivor in {entry['function']} may live for no reason")
    return {Mutant(entry["function"], entry["diff"].strip("\n")) for entry in entries}


def try_all(work: Path, module: str) -> set[Mutant]:
    """The mutants of the module that no test has noticed."""
    start, begins = monotonic(), f"fireflies.{module}."
    select(work, module)
    mutmut(work, "run", f"{begins}*", told=True)
    lines = mutmut(work, "results", "--all", "true").splitlines()
    outcomes = dict(line.strip().rsplit(": ", 1) for line in lines)
    if not outcomes or not all(name.startswith(begins) for name in outcomes):
        raise ValueError(f"{module} has to have mutants, and nothing else")
    tally = Counter(outcomes.values()).most_common()
    counts = ", ".join(f"{count} {outcome}" for outcome, count in tally)
    print(f"{module}: {counts} ({monotonic() - start:.0f} s)", flush=True)
    with ThreadPoolExecutor() as pool:  # mutmut takes its time to show a mutant
        names = (name for name, outcome in outcomes.items() if outcome not in CAUGHT)
        return set(pool.map(partial(read, work), names))


def judge(work: Path, modules: list[str]) -> bool:
    """Try the mutants of the modules and print what does not agree; whether all agrees."""
    if paths := unlisted():
        raise ValueError(f"no tests stand in TESTS for {', '.join(paths)}")
    alive: set[Mutant] = set()
    for module in modules:
        alive |= try_all(work, module)
    begins = tuple(f"fireflies.{module}." for module in modules)
    may_live = {mutant for mutant in listed() if mutant.function.startswith(begins)}
    for mutant in sorted(alive - may_live):
        print(ENTRY.format(*mutant))
    for mutant in sorted(may_live - alive):
        print(f"\nno longer alive, so no longer excused: {mutant.function}\n{mutant.diff}")
    return alive == may_live


def main(folder: str, *modules: str) -> int:
    """Copy, mutate, judge; the exit code."""
    work = Path(folder).resolve() / "copy"
    copy(work)
    return 0 if judge(work, list(modules or TESTS)) else 1


sys.exit(main(*sys.argv[1:]))
