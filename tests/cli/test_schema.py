"""The command ``fireflies schema``."""

import json

from fireflies import schemas
from tests.test_cli import run


def test_it_lists_all_names() -> None:
    assert run("schema").out.split() == [*schemas.schemas()]


def test_it_prints_a_schema() -> None:
    assert json.loads(run("schema", "smile/state").out) == schemas.schema("smile/state")


def test_an_unknown_name_is_refused() -> None:
    found = run("schema", "smile")
    assert (found.code, found.out) == (1, "")
    assert "not 'smile'" in found.err
