"""``fireflies schema``: print a JSON Schema, or the names of all."""

import argparse
import json

from fireflies.cli.screen import print_data
from fireflies.schemas import schema, schemas


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments after ``schema``."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="print this one (list all names)")
    parser.set_defaults(run=show_schema)


def show_schema(args: argparse.Namespace) -> int:
    """Print the schema, or all names; return the exit code."""
    if args.name is None:
        print_data("\n".join(schemas()))
    else:
        print_data(json.dumps(schema(args.name), ensure_ascii=False, indent=2))
    return 0
