"""What all tests share: the record of the clauses that a test meets, and Hypothesis's profiles."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from fireflies import smile
from fireflies.contract import Action, Outcome, Violation
from fireflies.errors import InvalidOptions
from fireflies.rulebook import Clause
from tests.evidence import Evidence

# The fixed profile finds the same examples on every machine; the random one is for campaigns.
settings.register_profile(
    "fixed",
    derandomize=True,
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "campaign",
    deadline=None,
    max_examples=2000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fixed")  # --hypothesis-profile chooses another


@pytest.fixture(autouse=True)
def evidence(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evidence]:
    """Records the clauses that a test meets, and fails a test marked with one that it never met."""
    found = Evidence()

    explain, check, outcome = smile.State.explain, smile.State.check, smile.State.outcome

    def explain_and_meet(self: smile.State, action: Action) -> tuple[smile.Event, ...]:
        events = explain(self, action)
        found.met.update(event.clause for event in events)
        return events

    def check_and_meet(self: smile.State, action: object) -> Violation | None:
        violation = check(self, action)
        if violation is not None:
            found.met.add(violation.clause)
        return violation

    def settle_and_meet(self: smile.State) -> Outcome | None:
        settled: Outcome | None = outcome.__get__(self)
        if settled is not None:
            found.met.add(settled.clause)
        return settled

    monkeypatch.setattr(smile.State, "explain", explain_and_meet)
    monkeypatch.setattr(smile.State, "check", check_and_meet)
    monkeypatch.setattr(smile.State, "outcome", property(settle_and_meet))
    refuse = InvalidOptions.__init__

    def refuse_and_meet(
        self: InvalidOptions, option: str, problem: str, clause: Clause | None = None
    ) -> None:
        refuse(self, option, problem, clause)
        if clause is not None:
            found.met.add(clause)

    monkeypatch.setattr(InvalidOptions, "__init__", refuse_and_meet)
    yield found
    marked = {clause for mark in request.node.iter_markers("clause") for clause in mark.args}
    assert marked <= found.met, f"marked with clauses never met: {sorted(marked - found.met)}"
