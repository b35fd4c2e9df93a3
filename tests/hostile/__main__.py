"""Give hostile inputs to all readers: `python -m tests.hostile FOLDER [OPTION...] [TARGET...]`.

A run that was interrupted is continued by the same command: FOLDER has the results so far.
Exit code 0: no foreign exception, no input that takes over a second, no growing memory.
1: otherwise. 2: usage.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Final

import fireflies
from tests.figures import FILE, keep
from tests.hostile.session import GROWTH, Chunk, figures, growth, run
from tests.hostile.targets import TARGETS, judge, make

KEY: Final = "hostile"
"""The key of the figures of the last run that was kept, in the data file of the pages."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    add = parser.add_argument
    add("folder", type=Path, metavar="FOLDER", help="for the results of a run")
    add("targets", nargs="*", type=_target, metavar="TARGET", help=", ".join(TARGETS))
    add("--inputs", type=int, default=1_000_000, help="how many, of all targets (%(default)s)")
    add("--seed", default="1", help="other inputs for each (%(default)s)")
    add("--repeat", type=_input, metavar="TARGET:N", help="only this input, as a finding names it")
    add("--keep", action="store_true", help=f"write the figures to {FILE.name}")
    return parser


def _repeat(seed: str, name: str, number: int) -> int:
    """Print an input and its result; return the exit code."""
    given = make(name, seed, number)
    print(ascii(given.args))
    judged = judge(given)
    print(judged.fault or f"accepted: {judged.accepted}, {judged.seconds:.3f} s")
    return 1 if judged.fault else 0


def _target(text: str) -> str:
    """Return the name of a target."""
    if text not in TARGETS:
        raise argparse.ArgumentTypeError(f"there is no {text!r}, only {', '.join(TARGETS)}")
    return text


def _input(text: str) -> tuple[str, int]:
    """Return the name of an input as its target and number."""
    name, _, number = text.partition(":")
    if not number.isdecimal():
        raise argparse.ArgumentTypeError("TARGET:N is wanted, such as action:12")
    return _target(name), int(number)


def main() -> int:
    """Run the inputs, print the findings and the figures, and return the exit code."""
    parser = _parser()
    options = parser.parse_intermixed_args()
    if options.repeat:
        return _repeat(options.seed, *options.repeat)
    if options.keep and options.targets:
        parser.error("--keep: only the figures of all targets are kept")

    chunks: list[Chunk] = []
    for chunk in run(options.folder, options.seed, options.inputs, options.targets or [*TARGETS]):
        chunks.append(chunk)
        for row in chunk["rows"].values():
            for finding in row["findings"]:
                print(f"\n--seed {options.seed} --repeat {finding}", flush=True)
        if len(chunks) % 20 == 0:
            print(f"{len(chunks)} chunks", flush=True)
    found = figures(options.seed, fireflies.__version__, chunks, time.strftime("%Y-%m-%d"))
    print(json.dumps(found, indent=1))
    if options.keep:
        keep(KEY, found)
    if grows := growth(chunks) > GROWTH:
        print(f"the memory of a process grows by more than a factor of {GROWTH}")
    return 1 if found["findings"] or grows else 0


if __name__ == "__main__":
    sys.exit(main())
