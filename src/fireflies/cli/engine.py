"""``fireflies engine``: answer the conformance protocol by our rules."""

import argparse
import sys

from fireflies.conformance import wire


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Set what runs; there are no arguments."""
    parser.set_defaults(run=serve)


def serve(args: argparse.Namespace) -> int:
    """Answer on standard output until the end of input; return the exit code."""
    del args
    if sys.stdin is not None:
        wire.serve(sys.stdin.buffer, _write_line)
    return 0


def _write_line(line: bytes) -> None:
    """Send a line at once."""
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
