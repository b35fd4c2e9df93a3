"""Change the rules in every small way, and see whether a test notices.

``python -m tests.mutation DIR`` works on a copy of the project in DIR. Further words are mutmut's,
such as the names of the mutants to try. It fails on a mutant that got past every test and is not in
``survivors.toml``, and on an entry there that no mutant needs any more.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypedDict, cast

from tests.mutation.undecorate import PLAIN, undecorate

ROOT: Final = Path(__file__).parents[2]
LIST: Final = Path(__file__).with_name("survivors.toml")
CAUGHT: Final = {"killed", "timeout"}
"""What became of a mutant that a test noticed; one that runs forever is noticed too."""
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
    function = re.sub(r"^x_|^xǁ|__mutmut_\d+$", "", mangled).replace("ǁ", ".").replace(PLAIN, "")
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


def judge(work: Path) -> bool:
    """Print the tally and what does not agree; whether all agrees."""
    lines = mutmut(work, "results", "--all", "true").splitlines()
    outcomes = dict(line.strip().rsplit(": ", 1) for line in lines)
    tally = Counter(outcomes.values())
    print("mutants:", ", ".join(f"{count} {outcome}" for outcome, count in tally.most_common()))
    with ThreadPoolExecutor() as pool:  # mutmut takes its time to show a mutant
        names = (name for name, outcome in outcomes.items() if outcome not in CAUGHT)
        alive = set(pool.map(partial(read, work), names))
    may_live = listed()
    for mutant in sorted(alive - may_live):
        print(ENTRY.format(*mutant))
    for mutant in sorted(may_live - alive):
        print(f"\nno longer alive, so no longer excused: {mutant.function}\n{mutant.diff}")
    return bool(outcomes) and alive == may_live


def main(folder: str, *words: str) -> int:
    """Copy, mutate, judge; the exit code."""
    work = Path(folder).resolve() / "copy"
    copy(work)
    mutmut(work, "run", *words, told=True)
    return 0 if judge(work) else 1


sys.exit(main(*sys.argv[1:]))
