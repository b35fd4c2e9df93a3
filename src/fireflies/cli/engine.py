"""``fireflies engine``: answer the conformance protocol by the rules of this library."""

import argparse
import sys

from fireflies.conformance import wire


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Set the function that runs; the command has no arguments."""
    parser.set_defaults(run=serve)


def serve(args: argparse.Namespace) -> int:
    """Answer each request on standard output until the input ends; return the exit code."""
    del args
    if sys.stdin is not None:
        wire.serve(sys.stdin.buffer, _write_line)
    return 0


def _write_line(line: bytes) -> None:
    """Write a line and flush it."""
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
