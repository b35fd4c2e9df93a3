"""Every clause of the file is in the enum and is proved, and no other clause is."""

import importlib
import inspect
import pkgutil
import tomllib
from collections.abc import Callable, Iterator
from importlib import resources
from types import ModuleType

import pytest

from fireflies.smile import Clause
from tests.evidence import PROVED_BY_EXAMPLES
from tests.smile import proofs
from tests.smile.proofs import test_examples

METHODS = {
    "limit": ("evidence.limit(",),
    "setup": ("evidence.setup(", "evidence.differs("),
    "secrecy": ("evidence.secrecy(",),
}
"""The functions that a proof of each kind calls; examples prove the other kinds."""


def written() -> list[tuple[str, str]]:
    """Return the id and the kind of each clause, in the order of the file."""
    text = resources.files("fireflies.smile").joinpath("rules.toml").read_text(encoding="utf-8")
    return [(rule["id"], rule["kind"]) for rule in tomllib.loads(text)["rule"]]


def modules() -> list[ModuleType]:
    """Return the modules of this package."""
    return [
        importlib.import_module(f"{proofs.__name__}.{found.name}")
        for found in pkgutil.iter_modules(proofs.__path__)
    ]


def proving() -> Iterator[Callable[..., object]]:
    """Yield all test functions of this package."""
    for module in modules():
        for name, value in vars(module).items():
            if name.startswith("test") and inspect.isfunction(value):
                yield value


def clauses(test: Callable[..., object]) -> list[str]:
    """Return the clauses that a test is marked with."""
    marks: list[pytest.Mark] = getattr(test, "pytestmark", [])
    return [clause for mark in marks if mark.name == "clause" for clause in mark.args]


def test_the_enum_has_the_clauses_of_the_file_in_their_order() -> None:
    """Each clause is written once, and the enum lists the same ones in the same order."""
    ids = [clause_id for clause_id, _ in written()]
    assert len(ids) == len(set(ids))
    assert [clause.value for clause in Clause] == ids
    assert len(Clause.__members__) == len(ids)


def test_each_clause_has_a_name_that_says_its_id() -> None:
    """For example, ``BID_LOWEST_CARD`` is ``smile.bid.lowest-card``."""
    for clause in Clause:
        game, _, rest = clause.value.partition(".")
        assert game == "smile"
        assert clause.name == rest.upper().replace(".", "_").replace("-", "_")


def test_every_kind_has_its_evidence() -> None:
    """Either a method proves a kind that the file names, or the examples do."""
    assert {kind for _, kind in written()} == METHODS.keys() ^ {*PROVED_BY_EXAMPLES}


def test_no_mark_names_an_unknown_clause() -> None:
    """Every clause that a test is marked with is in the file."""
    known = {clause_id for clause_id, _ in written()}
    unknown = {test.__qualname__: set(clauses(test)) - known for test in proving()}
    assert {name: ids for name, ids in unknown.items() if ids} == {}


def test_every_proof_is_marked_and_says_what_it_claims() -> None:
    """Only this module and that of the examples have tests without a mark or a docstring."""
    for test in proving():
        if test.__module__ not in {__name__, test_examples.__name__}:
            assert inspect.getdoc(test), test.__qualname__
            assert clauses(test), test.__qualname__


@pytest.mark.parametrize(
    ("clause_id", "kind"), [it for it in written() if it[1] not in PROVED_BY_EXAMPLES]
)
def test_each_clause_is_proved_by_the_evidence_of_its_kind(clause_id: str, kind: str) -> None:
    """A test with the clause's mark calls the method for the kind of the clause."""
    marked = [inspect.getsource(test) for test in proving() if clause_id in clauses(test)]
    assert any(method in source for source in marked for method in METHODS[kind])
