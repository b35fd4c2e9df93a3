"""The examples of the rulebook agree with the rules; they prove the choices and the effects."""

import pytest

from fireflies.misbehavin import GAME, Clause
from tests.evidence import Evidence, clauses_with_marks
from tests.examples import examples


@pytest.mark.parametrize("clause", clauses_with_marks(GAME))
def test_the_examples_of_a_clause_agree_with_the_rules(clause: Clause, evidence: Evidence) -> None:
    evidence.examples(clause, examples(GAME, clause))
