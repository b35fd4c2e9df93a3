"""``fireflies mcp``: let a language model play, in the Model Context Protocol."""

import argparse

from fireflies.cli.screen import print_message


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Set the function that runs; the command has no arguments."""
    parser.set_defaults(run=serve)


def serve(args: argparse.Namespace) -> int:
    """Serve standard input and output until the input ends; return the exit code."""
    del args
    try:
        from fireflies.front.mcp import server  # only where the extra is installed
    except ImportError:
        print_message('the server needs an extra; in a clone of fireflies: pip install ".[mcp]"')
        return 1
    server().run()
    return 0
